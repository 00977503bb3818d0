//! Choosing directions by letters, and what is said about letters that choose nothing, nothing new, or what readers disagree about.

use super::atoms::Atom;
use super::directions::{Class, Directions, Placed, Side, Unit, pair_up};
use super::modifiers::Modifiers;
use super::problems::Problems;
use crate::diagnostics::Code;
use std::ops::Range;

/// A set of directions and the bytes of the letters that selected it.
pub type Selected = (Directions, Range<usize>);

/// The turns of a later leg. Where `z` or `q` is among its letters they depend on the side of the turn before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// What is selected after no turn, one to the right, one to the left: see [`Side`].
    by_side: [Directions; 3],
    /// What is written.
    pub units: Vec<Unit>,
}

impl Turns {
    /// Nothing is said.
    pub const NONE: Turns = Turns { by_side: [0; 3], units: Vec::new() };

    /// Turns that are the same after every other.
    pub fn always(set: Directions) -> Turns {
        Turns { by_side: [set; 3], units: Vec::new() }
    }

    /// The turns after one to this side.
    pub fn after(&self, side: Side) -> Directions {
        self.by_side[side as usize]
    }

    /// All turns that are possible somewhere.
    pub fn any(&self) -> Directions {
        self.by_side.iter().fold(0, |union, set| union | set)
    }

    /// The turns, if they are the same after every other.
    pub fn fixed(&self) -> Option<Directions> {
        self.by_side.iter().all(|set| *set == self.by_side[0]).then_some(self.by_side[0])
    }
}

impl Modifiers {
    /// The directions of a leg that starts from where the man looks ahead; nothing if some letter is wrong.
    ///
    /// `name` is what the letters stand before, for the messages.
    pub fn select(&self, class: Class, name: &str, problems: &mut Problems) -> Option<Directions> {
        let selected = self.selected(class, Side::Neither, name, problems)?;
        for (unit, span) in self.units() {
            if class == Class::Oblique
                && let Unit::Pair('f' | 'b' | 'l' | 'r', 'f' | 'b' | 'l' | 'r') = unit.unit
            {
                name_target(unit.unit, name, &span, problems);
            }
        }
        let union = union(&selected, problems);
        if !selected.is_empty() && union == class.all() {
            let span = selected[0].1.start..selected[selected.len() - 1].1.end;
            let message = format!("these letters select every direction of `{name}`");
            let help = format!("write `{name}` without them");
            problems
                .0
                .retain(|p| p.code != Code::RedundantDirection || p.span.start < span.start || p.span.end > span.end);
            problems.warn(Code::RedundantDirection, &span, message, "all directions", help);
        }
        Some(if selected.is_empty() { class.all() } else { union })
    }

    /// What the letters of a later leg select, seen from the leg before it, in parts as they are written and as a whole. Nothing of
    /// both if a letter is wrong; no parts if there are no letters.
    pub fn turns(&self, name: &str, problems: &mut Problems) -> Option<(Vec<Selected>, Turns)> {
        let selected = self.selected(Class::Eightfold, Side::Neither, name, problems)?;
        let units: Vec<Unit> = self.units().into_iter().map(|(placed, _)| placed.unit).collect();
        let by_side = Side::ALL.map(|side| {
            let sets = units.iter().filter_map(|&unit| Class::Eightfold.select(side.plain(unit)));
            sets.fold(0, |union, set| union | set)
        });
        let turns = Turns { by_side, units };
        if turns.fixed().is_some() {
            union(&selected, problems);
        }
        Some((selected, turns))
    }

    fn units(&self) -> Vec<(Placed, Range<usize>)> {
        let mut units = Vec::new();
        for group in &self.directions {
            let letters: Vec<char> = group.iter().map(|l| l.letter).collect();
            units.extend(pair_up(&letters).into_iter().map(|p| (p, group[p.start].at..group[p.end - 1].at + 1)));
        }
        units
    }

    fn selected(&self, class: Class, side: Side, name: &str, problems: &mut Problems) -> Option<Vec<Selected>> {
        let mut selected = Vec::new();
        let mut good = true;
        for (placed, span) in self.units() {
            match class.select(side.plain(placed.unit)) {
                Some(set) => selected.push((set, span)),
                None => {
                    impossible(class, name, placed, &span, problems);
                    good = false;
                }
            }
        }
        self.split(class, problems);
        good.then_some(selected)
    }

    /// Direction letters that would pair if nothing stood between them.
    fn split(&self, class: Class, problems: &mut Problems) {
        for two in self.directions.windows(2) {
            let (Some(last), Some(first)) = (two[0].last(), two[1].first()) else { continue };
            let pair = pair_up(&[last.letter, first.letter]);
            let joins = pair.len() == 1 && !matches!(pair[0].unit, Unit::Double(_));
            if joins && class != Class::Orthogonal {
                let message = format!("`{}` and `{}` do not belong together here", last.letter, first.letter);
                let help = format!(
                    "direction letters only combine side by side: write `{0}{1}` for that, or `{0}{0}{1}{1}` for what this says",
                    last.letter, first.letter
                );
                problems.warn(
                    Code::AmbiguousDirection,
                    &(last.at..first.at + 1),
                    message,
                    "split by other letters",
                    help,
                );
            }
        }
    }
}

/// `frN`: one leap, and readers differ about which.
fn name_target(unit: Unit, name: &str, span: &Range<usize>, problems: &mut Problems) {
    let (Unit::Pair(a, b), Some(atom)) = (unit, Atom::named(name)) else { return };
    let set = Class::Oblique.select(unit).unwrap_or(0);
    let target = atom.leap(set.trailing_zeros() as usize);
    let message = format!("`{a}{b}{name}` goes to ({:+},{:+})", target.dx, target.dy);
    let help = format!("the last letter names the longer side; the other leap is `{b}{a}{name}`");
    problems.warn(Code::AmbiguousDirection, span, message, "often read the other way round", help);
}

/// A direction that means nothing for this class of atoms.
fn impossible(class: Class, capital: &str, placed: Placed, span: &Range<usize>, problems: &mut Problems) {
    let (message, help) = match (placed.unit, class) {
        (Unit::BareHalf, _) => (
            "`h` halves nothing here".to_string(),
            format!(
                "it follows f, b, l or r, as in `fhN`, or stands before r or l, as in `hrN`; `{capital}` alone goes everywhere"
            ),
        ),
        (Unit::Half(a), Class::Orthogonal) => (
            format!("`{a}h` is half of eight directions, and `{capital}` has four"),
            format!("`{a}{capital}` goes one way; add letters for more, as in `fs{capital}` for forward and sideways"),
        ),
        (Unit::Half(a), _) => (
            format!("`{a}h` is half of eight directions, and `{capital}` has four"),
            format!("`{a}{capital}` is already the half on that side"),
        ),
        (Unit::Chiral(a), _) => (
            format!("`h{a}` is every second leap of an oblique atom, and `{capital}` is not oblique"),
            format!("the oblique atoms are N, C and Z; for all directions write `{capital}`"),
        ),
        (Unit::Pair(a, b), _) => (
            format!("`{b}` selects nothing after `{a}` with `{capital}`, which goes diagonally"),
            if b == 's' || b == 'v' {
                format!("`{a}{capital}` is both diagonals on that side")
            } else {
                format!("`{b}{capital}` is both diagonals on that side")
            },
        ),
        (Unit::Single(a) | Unit::Double(a), _) => (
            format!("`{a}` selects nothing with `{capital}`: every diagonal goes that way"),
            format!(
                "`{capital}` is all four; `f{capital}`, `b{capital}`, `l{capital}` and `r{capital}` are the two on a side"
            ),
        ),
    };
    problems.error(Code::ImpossibleDirection, span, message, "no such direction", help);
}

/// The union of what is selected, with a warning for what adds nothing to it.
fn union(selected: &[Selected], problems: &mut Problems) -> Directions {
    let mut union = 0;
    for (set, span) in selected {
        if union & set == *set {
            let message = "this direction has been selected already".into();
            problems.warn(Code::RedundantDirection, span, message, "adds nothing", "leave it out");
        }
        union |= set;
    }
    union
}
