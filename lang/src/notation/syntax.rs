//! The form of notation: what stands where, before anything is known about its sense.

use super::atoms::Atom;
use crate::rules::movement::UNLIMITED;
use std::ops::Range;

/// A small letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Which.
    pub letter: char,
    /// Its byte in the text.
    pub at: usize,
}

impl Letter {
    /// The letter's bytes.
    pub fn span(&self) -> Range<usize> {
        self.at..self.at + 1
    }
}

/// How often an atom is repeated, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The fewest steps.
    pub min: u8,
    /// The most, or [`UNLIMITED`].
    pub max: u8,
    /// The number, the braces or the second capital.
    pub span: Range<usize>,
}

impl Count {
    /// Whether it is `0` or a doubled capital: no limit at all.
    pub fn is_unlimited(&self) -> bool {
        self.min == 1 && self.max == UNLIMITED
    }
}

/// Modifiers, cut at every `a`, and the atom that all these legs are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The modifiers of each leg; at least one.
    pub legs: Vec<Vec<Letter>>,
    /// The letters `a` between them.
    pub again: Vec<Letter>,
    /// The atom.
    pub atom: Atom,
    /// The capital as it is written.
    pub capital: char,
    /// `X` or `Y` behind it.
    pub suffix: Option<char>,
    /// Where it stands.
    pub at: usize,
    /// The number behind it.
    pub count: Option<Count>,
    /// All its bytes.
    pub span: Range<usize>,
    /// Whether an error has been told, so that only its letters are still looked at.
    pub broken: bool,
}

impl Chain {
    /// The atom as it is written.
    pub fn name(&self) -> String {
        self.suffix.map_or_else(|| self.capital.to_string(), |suffix| format!("{}{suffix}", self.capital))
    }
}

/// A term of notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// Modifiers and an atom.
    Chain(Chain),
    /// Legs with atoms of their own.
    Bracket(Bracket),
}

/// `v[F?R]`: legs with atoms of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The letters before the bracket.
    pub prefix: Vec<Letter>,
    /// The legs.
    pub legs: Vec<Chain>,
    /// For each leg but the last, whether the move may stop there (`?`).
    pub stops: Vec<bool>,
    /// All its bytes.
    pub span: Range<usize>,
    /// Whether an error has been told, so that only its letters are still looked at.
    pub broken: bool,
}
