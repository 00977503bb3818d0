//! The atoms: which leap each capital letter stands for, and how far it goes if nobody says.

use super::directions::{Class, RING};
use crate::rules::movement::{Step, UNLIMITED};

/// An atom of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The letter that canonical text uses: `C` for `L`, `Z` for `J`, `W` for `R`, and so on.
    pub letter: char,
    /// `X` or `Y` behind the letter, for a longer leap.
    pub suffix: Option<char>,
    /// What its direction letters mean.
    pub class: Class,
    /// The shorter side of an oblique leap; 0 for the others.
    pub short: i8,
    /// The longer side of an oblique leap; for the others the number of king's steps in it.
    pub long: i8,
    /// How many such leaps it makes in a row at most, if nothing is said.
    pub reach: u8,
}

impl Atom {
    /// The atom of a letter.
    pub fn of(letter: char) -> Option<Atom> {
        let (letter, class, short, long, reach) = match letter {
            'W' => ('W', Class::Orthogonal, 0, 1, 1),
            'D' => ('D', Class::Orthogonal, 0, 2, 1),
            'H' => ('H', Class::Orthogonal, 0, 3, 1),
            'R' => ('W', Class::Orthogonal, 0, 1, UNLIMITED),
            'F' => ('F', Class::Diagonal, 0, 1, 1),
            'A' => ('A', Class::Diagonal, 0, 2, 1),
            'G' => ('G', Class::Diagonal, 0, 3, 1),
            'B' => ('F', Class::Diagonal, 0, 1, UNLIMITED),
            'N' => ('N', Class::Oblique, 1, 2, 1),
            'C' | 'L' => ('C', Class::Oblique, 1, 3, 1),
            'Z' | 'J' => ('Z', Class::Oblique, 2, 3, 1),
            'K' => ('K', Class::Eightfold, 0, 1, 1),
            'Q' => ('K', Class::Eightfold, 0, 1, UNLIMITED),
            _ => return None,
        };
        Some(Atom { letter, suffix: None, class, short, long, reach })
    }

    /// The atom of a letter and perhaps a suffix.
    pub fn named(name: &str) -> Option<Atom> {
        let mut letters = name.chars();
        let atom = Atom::of(letters.next()?)?;
        letters.next().map_or(Some(atom), |suffix| atom.longer(suffix))
    }

    /// The longer leap that a suffix makes of this one: `X` adds three squares to the longer side, `Y` two to both. The atoms that
    /// make any number of steps, and K, have none.
    pub fn longer(&self, suffix: char) -> Option<Atom> {
        if self.reach != 1 || self.class == Class::Eightfold {
            return None;
        }
        let (short, long) = self.sides();
        let (short, long) = if suffix == 'X' { (short, long + 3) } else { (short + 2, long + 2) };
        Atom::with_sides(short, long)
    }

    /// The atom of a leap, by the plainest name that there is.
    pub fn with_sides(short: i8, long: i8) -> Option<Atom> {
        let plain = || "WFDNAHCZG".chars().filter_map(Atom::of);
        let longer = |suffix: char| {
            plain().map(move |atom| {
                let (a, b) = atom.sides();
                let (short, long) = if suffix == 'X' { (a, b + 3) } else { (a + 2, b + 2) };
                let (class, stored) = class_of_sides(short, long);
                Atom { suffix: Some(suffix), class, short: stored, long, ..atom }
            })
        };
        plain().chain(longer('X')).chain(longer('Y')).find(|atom| atom.sides() == (short, long))
    }

    /// Its name in canonical text.
    pub fn name(&self) -> String {
        self.suffix.map_or_else(|| self.letter.to_string(), |suffix| format!("{}{suffix}", self.letter))
    }

    /// The shorter and the longer side of its leap.
    fn sides(&self) -> (i8, i8) {
        (if self.class == Class::Diagonal { self.long } else { self.short }, self.long)
    }

    /// Whether it goes step by step: nothing lies under a single move of it.
    pub fn is_step(&self) -> bool {
        self.class != Class::Oblique && self.long == 1
    }

    /// The leap in a direction of its class.
    pub fn leap(&self, direction: usize) -> Step {
        let (short, long) = (self.short, self.long);
        let (dx, dy) = match self.class {
            Class::Oblique => match direction {
                0 => (short, long),
                1 => (long, short),
                2 => (long, -short),
                3 => (short, -long),
                4 => (-short, -long),
                5 => (-long, -short),
                6 => (-long, short),
                _ => (-short, long),
            },
            _ => (RING[direction].0 * long, RING[direction].1 * long),
        };
        Step { dx, dy }
    }
}

/// The class of a leap, and what is kept of its shorter side.
fn class_of_sides(short: i8, long: i8) -> (Class, i8) {
    match short {
        0 => (Class::Orthogonal, 0),
        _ if short == long => (Class::Diagonal, 0),
        _ => (Class::Oblique, short),
    }
}
