//! One leg: how many steps of an atom, and what may stand on the way.

use super::atoms::Atom;
use super::directions::Class;
use super::modifiers::{Modifiers, Role};
use super::problems::Problems;
use super::syntax::Chain;
use crate::diagnostics::Code;
use crate::rules::movement::{Effect, Hop, Landing, Leg, Step, UNLIMITED};
use std::ops::Range;

/// How the squares between start and end are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A leap or ride.
    Plain,
    /// `p` or `g`.
    Hopper(Hop),
    /// A lame leap: `n`.
    Lame,
    /// A straight leap that must jump: `j`.
    Jump,
    /// A slide that skips the adjacent square: `j`.
    Ski,
}

/// The steps of a leg.
#[derive(Debug)]
pub struct Ride {
    /// Steps of what.
    pub atom: Atom,
    /// The fewest steps, as written.
    pub min: u8,
    /// The most.
    pub max: u8,
    /// What happens on the way.
    pub kind: Kind,
}

impl Ride {
    /// The steps of a leg of a chain, the range having been toggled so many times before it.
    pub fn of(
        chain: &Chain,
        modifiers: &Modifiers,
        role: Role,
        toggles: usize,
        problems: &mut Problems,
    ) -> Option<Ride> {
        let (atom, capital) = (chain.atom, chain.capital);
        let (min, max) = range(chain, toggles);
        let mut ride = Ride { atom, min, max, kind: Kind::Plain };
        let single = max == 1;
        if let Some(hop) = modifiers.hop.as_ref().filter(|_| !role.is_earlier()) {
            let kind = if hop.letter == 'p' { Hop::Over } else { Hop::Beyond };
            if single {
                let plain = if atom.is_step() { slider(atom.letter).to_string() } else { format!("{}0", atom.letter) };
                nothing_to_hop(hop.letter, capital, &hop.span(), &plain, problems);
                return None;
            }
            ride.kind = Kind::Hopper(kind);
        } else if let Some(lame) = &modifiers.lame {
            if atom.is_step() {
                let message = format!("`n` changes nothing: `{capital}` never jumps");
                problems.warn(Code::RedundantLetter, &lame.span(), message, "nothing to jump", "leave it out");
            } else {
                ride.kind = Kind::Lame;
                between(chain, lame.letter, &lame.span(), single, problems)?;
            }
        } else if let Some(jump) = &modifiers.jump {
            if atom.is_step() {
                if single {
                    nothing_to_hop('j', capital, &jump.span(), &slider(atom.letter).to_string(), problems);
                    return None;
                }
                ride.kind = Kind::Ski;
            } else {
                ride.kind = Kind::Jump;
                between(chain, jump.letter, &jump.span(), single, problems)?;
            }
        }
        Some(ride)
    }

    /// The leg in a direction: two of them for a lame leap with a bend.
    pub fn legs(&self, direction: usize, ends: Landing) -> Vec<Leg> {
        let atom = self.atom;
        let leap = atom.leap(direction);
        // A straight leap, cut into the king's steps that it passes.
        let (unit, squares) = (Step { dx: leap.dx / atom.long, dy: leap.dy / atom.long }, atom.long as u8);
        match self.kind {
            Kind::Plain => vec![leg(leap, self.min, self.max, Hop::None, ends)],
            Kind::Hopper(hop) => vec![leg(leap, self.min.max(2), self.max, hop, ends)],
            Kind::Ski => vec![Leg { skip: 1, ..leg(leap, self.min.max(2), self.max, Hop::None, ends) }],
            Kind::Jump => vec![leg(unit, squares, squares, Hop::Over, ends)],
            Kind::Lame if atom.class != Class::Oblique => vec![leg(unit, squares, squares, Hop::None, ends)],
            Kind::Lame => {
                // The knight's first step is along the longer side, the second diagonally outward.
                let out = Step { dx: leap.dx / 2, dy: leap.dy / 2 };
                let on = Step { dx: leap.dx - out.dx, dy: leap.dy - out.dy };
                vec![leg(out, 1, 1, Hop::None, Landing::MOVE), leg(on, 1, 1, Hop::None, ends)]
            }
        }
    }
}

/// How many steps a leg has, the range having been toggled so many times before it.
///
/// A toggle makes a slide of a step and a step of a slide. The number of W F K is dropped then, so that `W0` is a step here as `W`.
fn range(chain: &Chain, toggles: usize) -> (u8, u8) {
    let (min, max) = chain.count.as_ref().map_or((1, chain.atom.reach), |count| (count.min, count.max));
    if toggles == 0 {
        return (min, max);
    }
    let slides = if chain.atom.is_step() { chain.atom.reach == UNLIMITED } else { max > 1 };
    if slides == toggles.is_multiple_of(2) { (1, UNLIMITED) } else { (1, 1) }
}

/// Warns of a count that says what the capital says already.
pub fn check_count(chain: &Chain, problems: &mut Problems) {
    if let Some(count) = chain.count.as_ref().filter(|count| chain.atom.reach == UNLIMITED && count.is_unlimited()) {
        let message = format!("`{}` already goes any number of steps", chain.capital);
        let help = format!("write `{}`", chain.capital);
        problems.warn(Code::RedundantLetter, &count.span, message, "says nothing new", help);
    }
}

fn leg(step: Step, min: u8, max: u8, hop: Hop, ends: Landing) -> Leg {
    Leg {
        steps: vec![step],
        min,
        max,
        skip: 0,
        hop,
        ends,
        stop: None,
        effect: Effect::Leave,
        put_down: false,
        off_board: false,
        wrap: false,
        same_length: false,
    }
}

/// The letter of the slider that makes any number of an atom's steps.
pub fn slider(step: char) -> char {
    match step {
        'W' => 'R',
        'F' => 'B',
        _ => 'Q',
    }
}

fn nothing_to_hop(letter: char, capital: char, span: &Range<usize>, longer: &str, problems: &mut Problems) {
    let message = format!("`{letter}` passes a square, and a single move of `{capital}` passes none");
    let help = match (letter, capital) {
        ('p', 'D' | 'A' | 'H' | 'G') => format!("a leap that must jump is `j{capital}`; a hopper is `p{longer}`"),
        _ => format!("did you mean `{letter}{longer}`, or `{letter}{capital}2` for a short one?"),
    };
    problems.error(Code::NothingToHop, span, message, "nothing to pass", help);
}

/// Whether it is known what lies between the ends of a leap.
fn between(chain: &Chain, letter: char, span: &Range<usize>, single: bool, problems: &mut Problems) -> Option<()> {
    let capital = chain.capital;
    let (lame, oblique) = (letter == 'n', chain.atom.class == Class::Oblique);
    if oblique && !(lame && chain.atom.letter == 'N') {
        let message = format!("nobody has settled which squares `{letter}{capital}` passes");
        let help = if lame {
            let way = if chain.atom.letter == 'C' { "[W-W-F]" } else { "[W-F-F]" };
            format!("`n` goes with N, D, A, H and G; say the way of `{capital}` with legs, as in `{way}`")
        } else {
            "`j` goes with D, A, H and G, and with sliders".into()
        };
        problems.error(Code::UndefinedPath, span, message, "no settled path", help);
        return None;
    }
    if !single {
        let message = format!("rides with `{letter}` are understood by Ferz's notation but not supported yet");
        let help = format!("a single leap is `{letter}{capital}`");
        problems.error(Code::NotSupportedYet, span, message, "on every leap of the ride", help);
        return None;
    }
    Some(())
}
