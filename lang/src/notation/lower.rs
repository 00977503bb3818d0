//! From the form of a term to the ways that it goes.

use super::Term;
use super::directions::{Class, Directions, spell};
use super::modifiers::Modifiers;
use super::print;
use super::problems::Problems;
use super::syntax::{Bracket, Chain, Syntax};
use crate::diagnostics::Code;
use crate::rules::movement::{Effect, Hop, Landing, Leg, Path, Step, UNLIMITED};
use std::ops::Range;

/// A term, lowered; nothing if it is wrong.
pub fn lower(syntax: &Syntax, problems: &mut Problems) -> Option<Term> {
    let before = problems.errors();
    let term = match syntax {
        Syntax::Chain(chain) => lower_chain(chain, problems),
        Syntax::Bracket(bracket) => lower_bracket(bracket, problems),
    };
    if problems.errors() == before { term } else { None }
}

fn lower_chain(chain: &Chain, problems: &mut Problems) -> Option<Term> {
    let legs: Vec<Modifiers> = chain.legs.iter().map(|letters| Modifiers::read(letters, problems)).collect();
    for again in &chain.again {
        let message = "`a` (another leg) is understood by Ferz's notation but not supported yet".into();
        problems.error(
            Code::NotSupportedYet,
            &again.span(),
            message,
            "another leg begins here",
            "leave this term out for now",
        );
    }
    let modifiers = legs.first().filter(|_| chain.again.is_empty())?;
    let directions = modifiers.select(chain.atom.class, chain.capital, problems)?;
    let ride = Ride::of(chain, modifiers, problems)?;
    if chain.atom.class == Class::Eightfold && directions != Class::Eightfold.all() {
        warn_of_eightfold(chain, modifiers, directions, problems);
    }
    let paths = ride.paths(chain, directions, modifiers.landing(Landing::BOTH));
    let straight_leap = chain.atom.class != Class::Oblique && ride.kind == Kind::Lame;
    Some(Term {
        text: print::term(chain, modifiers, directions, &ride),
        paths,
        unmoved: modifiers.initial.is_some(),
        marking: modifiers.initial.is_some() && straight_leap,
    })
}

fn lower_bracket(bracket: &Bracket, problems: &mut Problems) -> Option<Term> {
    let message = "legs in brackets are understood by Ferz's notation but not supported yet".into();
    problems.error(Code::NotSupportedYet, &bracket.span, message, "these legs", "leave this term out for now");
    None
}

/// Directions on K and Q: other programs read them as directions of W and F.
fn warn_of_eightfold(chain: &Chain, modifiers: &Modifiers, directions: Directions, problems: &mut Problems) {
    let Some(first) = modifiers.directions.first().and_then(|g| g.first()) else { return };
    let Some(last) = modifiers.directions.last().and_then(|g| g.last()) else { return };
    let (straight, diagonal) = if chain.capital == 'Q' { ('R', 'B') } else { ('W', 'F') };
    let part = |class: Class, capital: char| {
        let set = directions & class.all();
        if set == 0 { String::new() } else { format!("{}{capital}", spell(class, set)) }
    };
    let plain = part(Class::Orthogonal, straight) + &part(Class::Diagonal, diagonal);
    let letters: String = modifiers.directions.iter().flatten().map(|l| l.letter).collect();
    let message =
        format!("`{letters}` on `{}` selects from eight directions, which not everybody reads that way", chain.capital);
    let help = if modifiers.directions.len() == 1 && letters.len() == 1 && "fblr".contains(&letters) {
        format!("`{plain}` says the same; all three steps on that side are `{letters}{straight}{letters}{diagonal}`")
    } else {
        format!("`{plain}` says the same without doubt")
    };
    problems.warn(Code::AmbiguousDirection, &(first.at..last.at + 1), message, "read as XBoard does", help);
}

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

/// The steps of a single leg.
#[derive(Debug)]
pub struct Ride {
    /// The fewest steps, as written.
    pub min: u8,
    /// The most.
    pub max: u8,
    /// What happens on the way.
    pub kind: Kind,
}

impl Ride {
    fn of(chain: &Chain, modifiers: &Modifiers, problems: &mut Problems) -> Option<Ride> {
        let (atom, capital) = (chain.atom, chain.capital);
        let (mut min, mut max) = (1, atom.reach);
        if let Some(count) = &chain.count {
            if atom.reach == UNLIMITED && count.is_unlimited() {
                let message = format!("`{capital}` already goes any number of steps");
                problems.warn(
                    Code::RedundantLetter,
                    &count.span,
                    message,
                    "says nothing new",
                    format!("write `{capital}`"),
                );
            }
            (min, max) = (count.min, count.max);
        }
        let mut ride = Ride { min, max, kind: Kind::Plain };
        let single = max == 1;
        if let Some(hop) = &modifiers.hop {
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

    fn paths(&self, chain: &Chain, directions: Directions, ends: Landing) -> Vec<Path> {
        // Straight directions first, so that K goes as WF does.
        let order = [0, 2, 4, 6, 1, 3, 5, 7];
        order.into_iter().filter(|d| directions >> d & 1 != 0).map(|d| self.path(chain, d, ends)).collect()
    }

    fn path(&self, chain: &Chain, direction: usize, ends: Landing) -> Path {
        let atom = chain.atom;
        let leap = atom.leap(direction);
        // A straight leap, cut into the king's steps that it passes.
        let (unit, squares) = (Step { dx: leap.dx / atom.long, dy: leap.dy / atom.long }, atom.long as u8);
        let single = |leg: Leg| Path { legs: vec![leg] };
        match self.kind {
            Kind::Plain => single(leg(leap, self.min, self.max, Hop::None, ends)),
            Kind::Hopper(hop) => single(leg(leap, self.min.max(2), self.max, hop, ends)),
            Kind::Ski => single(Leg { skip: 1, ..leg(leap, self.min.max(2), self.max, Hop::None, ends) }),
            Kind::Jump => single(leg(unit, squares, squares, Hop::Over, ends)),
            Kind::Lame if atom.class != Class::Oblique => single(leg(unit, squares, squares, Hop::None, ends)),
            Kind::Lame => {
                // The knight's first step is along the longer side, the second diagonally outward.
                let out = Step { dx: leap.dx / 2, dy: leap.dy / 2 };
                let on = Step { dx: leap.dx - out.dx, dy: leap.dy - out.dy };
                Path { legs: vec![leg(out, 1, 1, Hop::None, Landing::MOVE), leg(on, 1, 1, Hop::None, ends)] }
            }
        }
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
            format!("`n` goes with N, D, A, H and G; say the way of `{capital}` with legs, as in `[W-W-F]`")
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
