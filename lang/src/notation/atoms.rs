//! The atoms: which leap each capital letter stands for, and how far it goes if nobody says.

use super::directions::{Class, RING};
use crate::rules::movement::{Step, UNLIMITED};

/// An atom of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The letter that canonical text uses: `C` for `L`, `Z` for `J`, `W` for `R`, and so on.
    pub letter: char,
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
        Some(Atom { letter, class, short, long, reach })
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
