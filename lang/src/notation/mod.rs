//! Movement notation: Betza, XBetza and brackets, from text to legs.

use crate::diagnostics::{Code, Severity};
use crate::rules::movement::Path;
use std::ops::Range;

/// One term of notation, lowered: the ways White goes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its canonical text.
    pub text: String,
    /// The ways to go.
    pub paths: Vec<Path>,
    /// Only for a man that has not moved (`i` on the first leg).
    pub unmoved: bool,
    /// Squares passed are open to en passant (`i` with `n` on a straight leap).
    pub marking: bool,
}

/// Something wrong inside a notation text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Bytes of the notation text (without its quotes).
    pub span: Range<usize>,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Words under the caret.
    pub label: String,
    /// How to put it right.
    pub help: Option<String>,
}
