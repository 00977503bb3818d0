//! Pieces and their movement.

use super::{Expr, Name, Text};
use crate::diagnostics::Span;

/// `piece NAME LETTER = MOVEMENT royal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: Name,
    /// Its letter as written, if it has one: without, it is a movement to refer to.
    pub letters: Option<Name>,
    /// How it moves; `None` takes the movement that was known by this name before.
    pub movement: Option<Movement>,
    /// Whether it is royal.
    pub royal: bool,
    /// The kind it was before it was promoted.
    pub promoted: Option<Name>,
    /// How it is drawn: one sign for both sides, or White's and Black's.
    pub symbol: Option<Text>,
    /// Whether going out and back without taking anybody is a move.
    pub may_stay: bool,
    /// Whose alone it is, if it stands in `for White` (0) or `for Black` (1).
    pub side: Option<usize>,
    /// The whole statement.
    pub span: Span,
}

/// A sum of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// At least one.
    pub parts: Vec<Part>,
    /// All of them.
    pub span: Span,
    /// The text as it stands in the file.
    pub text: String,
}

/// A part of a movement, with its restrictors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What moves.
    pub base: Base,
    /// What restricts it.
    pub restrictors: Vec<Restrictor>,
}

/// What a part of a movement is before it is restricted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// Notation in quotes.
    Notation(Text),
    /// The movement of another piece.
    Piece(Name),
    /// A sum in parentheses.
    Group(Movement),
}

/// A restrictor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restrictor {
    /// `from SQUARES`.
    From(Expr),
    /// `to SQUARES`.
    To(Expr),
    /// `within SQUARES`.
    Within(Expr),
    /// `over KINDS`.
    Over(Expr),
    /// `taking KINDS`.
    Taking(Expr),
    /// `marking`.
    Marking,
}
