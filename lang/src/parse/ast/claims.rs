//! The test blocks.

use super::{Name, Number, Text};
use crate::diagnostics::Span;

/// `test "..." { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its title.
    pub title: Text,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A statement of a test, and where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it says.
    pub claim: Claim,
    /// The whole step.
    pub span: Span,
}

/// What a test does or claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `position FEN`.
    Position(Text),
    /// `moves SQUARE: SQUARES`.
    Moves(Name, Vec<Name>),
    /// `captures SQUARE: SQUARES`.
    Captures(Name, Vec<Name>),
    /// `legal MOVES`.
    Legal(Vec<Name>),
    /// `illegal MOVES`.
    Illegal(Vec<Name>),
    /// `play MOVES`.
    Play(Vec<Name>),
    /// `status ...`, with the rule it names.
    Status(StatusWord, Option<Name>),
    /// `perft N = COUNT`.
    Perft(Number, Number),
}

/// How the game stands, in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusWord {
    /// `ongoing`.
    Ongoing,
    /// `check`.
    Check,
    /// `checkmate`.
    Checkmate,
    /// `stalemate`.
    Stalemate,
    /// `win White` (0) or `win Black` (1).
    Win(usize),
    /// `draw`.
    Draw,
}
