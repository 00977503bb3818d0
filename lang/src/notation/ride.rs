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
    /// How it turns on the way.
    pub bend: Bend,
}

/// How a ride turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// It does not.
    Straight,
    /// To one side and back, step by step: `z`.
    Crooked,
    /// At every step to the same side: `q`.
    Circular,
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
        let (atom, name) = (chain.atom, chain.name());
        let (min, max) = range(chain, toggles);
        let mut ride = Ride { atom, min, max, kind: Kind::Plain, bend: Bend::Straight };
        if let Some(bend) = &modifiers.bend {
            ride.turn(chain, bend.letter, &bend.span(), problems)?;
        }
        let single = ride.max == 1;
        if let Some(hop) = modifiers.hop.as_ref().filter(|_| !role.is_earlier()) {
            let kind = if hop.letter == 'p' { Hop::Over } else { Hop::Beyond };
            if single {
                let plain = if atom.is_step() { slider(atom.letter).to_string() } else { format!("{}0", atom.name()) };
                nothing_to_hop(hop.letter, &name, &hop.span(), &plain, problems);
                return None;
            }
            ride.kind = Kind::Hopper(kind);
        } else if let Some(lame) = &modifiers.lame {
            if atom.is_step() {
                let message = format!("`n` changes nothing: `{name}` never jumps");
                problems.warn(Code::RedundantLetter, &lame.span(), message, "nothing to jump", "leave it out");
            } else {
                ride.kind = Kind::Lame;
                between(chain, lame.letter, &lame.span(), problems)?;
            }
        } else if let Some(jump) = &modifiers.jump {
            if atom.is_step() {
                if single {
                    nothing_to_hop('j', &name, &jump.span(), &slider(atom.letter).to_string(), problems);
                    return None;
                }
                ride.kind = Kind::Ski;
            } else {
                ride.kind = Kind::Jump;
                between(chain, jump.letter, &jump.span(), problems)?;
            }
        }
        Some(ride)
    }

    /// Makes a ride that turns of it. It goes any number of steps unless a count is written.
    fn turn(&mut self, chain: &Chain, letter: char, span: &Range<usize>, problems: &mut Problems) -> Option<()> {
        let (name, class) = (chain.name(), self.atom.class);
        let unsettled = match (letter, class) {
            (_, Class::Eightfold) => Some(format!("`{letter}R{letter}B` is the ride of rooks and that of bishops")),
            ('z', Class::Oblique) => Some(format!("`q{name}` always turns to the same side, and that is settled")),
            _ => None,
        };
        if let Some(help) = unsettled {
            let message = format!("nobody has settled how `{letter}{name}` turns");
            problems.error(Code::UnsettledNotation, span, message, "no settled turns", help);
            return None;
        }
        self.bend = if letter == 'z' { Bend::Crooked } else { Bend::Circular };
        if chain.count.is_none() {
            self.max = UNLIMITED;
        }
        let most = self.around() - 1;
        if self.bend == Bend::Circular && self.min > most {
            let message = format!("this count cannot be: after {} steps the circle is closed", most + 1);
            let help = format!("`{letter}{name}` goes up to {most} steps");
            let span = chain.count.as_ref().map_or(span, |count| &count.span);
            problems.error(Code::BadCount, span, message, "this count", help);
            return None;
        }
        if self.bend == Bend::Circular && self.max >= most {
            self.max = UNLIMITED;
        }
        Some(())
    }

    /// How many steps make a full circle.
    fn around(&self) -> u8 {
        if self.atom.class == Class::Oblique { 8 } else { 4 }
    }

    /// Whether it is cut into several legs.
    pub fn is_cut(&self) -> bool {
        match self.kind {
            Kind::Lame => self.atom.class == Class::Oblique || self.max > 1,
            Kind::Jump => self.max > 1,
            _ => false,
        }
    }

    /// The leg in a direction, as rows of plain legs, of which it goes one: several for a lame leap or ride, and for one that turns.
    pub fn legs(&self, direction: usize, ends: Landing, goes_on: bool, around: bool) -> Vec<Vec<Leg>> {
        let leap = |direction: usize| self.atom.leap(direction % 8);
        let plain =
            |steps: Vec<Step>, min: u8, max: u8, hop: Hop| Leg { steps, ..leg(leap(direction), min, max, hop, ends) };
        let straight = || vec![leap(direction)];
        // The row of a crooked ride to each side; a circle is closed before it comes back to where it started.
        let (rows, max): (Vec<Vec<Step>>, u8) = match (self.bend, self.atom.class) {
            (Bend::Straight, _) => (vec![straight()], self.max),
            (Bend::Crooked, _) => {
                (vec![vec![leap(direction), leap(direction + 2)], vec![leap(direction), leap(direction + 6)]], self.max)
            }
            (Bend::Circular, class) => {
                let turn = if class == Class::Oblique { 1 } else { 2 };
                let ring = |turn: usize| (0..self.around()).map(|n| leap(direction + turn * usize::from(n))).collect();
                (vec![ring(turn), ring(8 - turn)], self.max.min(self.around() - 1))
            }
        };
        let ride = |min: u8, hop: Hop| rows.iter().map(|steps| vec![plain(steps.clone(), min, max, hop)]).collect();
        match self.kind {
            Kind::Plain => ride(self.min, Hop::None),
            Kind::Hopper(hop) => ride(self.min.max(2), hop),
            Kind::Ski => vec![vec![Leg { skip: 1, ..plain(straight(), self.min.max(2), self.max, Hop::None) }]],
            Kind::Lame | Kind::Jump => {
                let one = self.leap_by_squares(direction, ends);
                // No board is longer than 16 squares; a man that goes round it may need all ranks.
                let most = if around { 16 } else { 15 / self.atom.long as u8 };
                let most = self.max.min(most.max(self.min));
                let repeated = |times: u8, stops: bool| -> Vec<Leg> {
                    let leap_number = |n: u8| {
                        let mut legs = one.clone();
                        if let Some(last) = legs.last_mut().filter(|_| n < times) {
                            last.ends = Landing::MOVE;
                            last.stop = (stops && n >= self.min).then_some(ends);
                        }
                        legs
                    };
                    (1..=times).flat_map(leap_number).collect()
                };
                // The last leg may stop behind each leap; for another one to follow, each length is a row of its own.
                if goes_on {
                    (self.min..=most).map(|n| repeated(n, false)).collect()
                } else {
                    vec![repeated(most, true)]
                }
            }
        }
    }

    /// A single leap, cut into the king's steps that it passes.
    fn leap_by_squares(&self, direction: usize, ends: Landing) -> Vec<Leg> {
        let (atom, leap) = (self.atom, self.atom.leap(direction));
        let (unit, squares) = (Step { dx: leap.dx / atom.long, dy: leap.dy / atom.long }, atom.long as u8);
        if atom.class != Class::Oblique {
            let hop = if self.kind == Kind::Jump { Hop::Over } else { Hop::None };
            return vec![leg(unit, squares, squares, hop, ends)];
        }
        // The knight's first step is along the longer side, the second diagonally outward.
        let out = Step { dx: leap.dx / 2, dy: leap.dy / 2 };
        let on = Step { dx: leap.dx - out.dx, dy: leap.dy - out.dy };
        vec![leg(out, 1, 1, Hop::None, Landing::MOVE), leg(on, 1, 1, Hop::None, ends)]
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

fn nothing_to_hop(letter: char, capital: &str, span: &Range<usize>, longer: &str, problems: &mut Problems) {
    let message = format!("`{letter}` passes a square, and a single move of `{capital}` passes none");
    let help = match (letter, capital) {
        ('p', "D" | "A" | "H" | "G") => format!("a leap that must jump is `j{capital}`; a hopper is `p{longer}`"),
        _ => format!("did you mean `{letter}{longer}`, or `{letter}{capital}2` for a short one?"),
    };
    problems.error(Code::NothingToHop, span, message, "nothing to pass", help);
}

/// Whether it is known what lies between the ends of a leap.
fn between(chain: &Chain, letter: char, span: &Range<usize>, problems: &mut Problems) -> Option<()> {
    let capital = chain.name();
    let (lame, oblique) = (letter == 'n', chain.atom.class == Class::Oblique);
    if oblique && !(lame && (chain.atom.short, chain.atom.long) == (1, 2)) {
        let message = format!("nobody has settled which squares `{letter}{capital}` passes");
        let help = if lame {
            let way = if chain.atom.short == 1 { "[W-W-F]" } else { "[W-F-F]" };
            format!("`n` goes with N, D, A, H and G; say the way of `{capital}` with legs, as in `{way}`")
        } else {
            "`j` goes with D, A, H and G, and with sliders".into()
        };
        problems.error(Code::UndefinedPath, span, message, "no settled path", help);
        return None;
    }
    Some(())
}
