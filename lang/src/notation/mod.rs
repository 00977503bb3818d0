//! Movement notation: Betza, XBetza and brackets, from text to legs.
//!
//! ```text
//! "ifmnD" ──lexer──► tokens ──parse──► form of the terms ──lower──► paths of legs
//!                                                          └─print─► canonical text
//! ```
//!
//! Every stage goes on after a mistake, so that all mistakes of a text are told at once. No letter is ever left out in silence: what
//! means nothing where it stands is an error, what says nothing new a warning.

mod atoms;
mod directions;
mod groups;
mod join;
mod legs;
mod lexer;
mod lower;
mod modifiers;
mod parse;
mod print;
mod problems;
mod ride;
mod selection;
mod syntax;
#[cfg(test)]
mod tests;

use crate::diagnostics::{Code, Severity};
use crate::rules::movement::Path;
pub use join::canonical;
use problems::Problems;
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

/// Whether a text could be notation without its quotes: short, and without errors.
pub fn is_readable(text: &str) -> bool {
    let good = |(terms, problems): (Vec<Term>, Vec<Problem>)| {
        !terms.is_empty() && problems.iter().all(|problem| problem.severity == Severity::Warning)
    };
    text.len() <= 20 && good(read(text))
}

/// The longest text that is read, in bytes.
const LONGEST: usize = 1000;

/// Reads a notation text: its terms, and all that is wrong with it, in the order of the text.
///
/// A term with an error is not among the terms; the text is good if no problem is an error. An empty text has no terms and no
/// problems: such a man never moves.
pub fn read(text: &str) -> (Vec<Term>, Vec<Problem>) {
    let mut problems = Problems::default();
    if text.len() > LONGEST {
        let message = format!("this movement has {} letters, and at most {LONGEST} are read", text.len());
        let help = "leave out terms that say the same as others, or put the movement together from named pieces";
        problems.error(Code::NotationTooLong, &(0..text.len()), message, "too long", help);
        return (Vec::new(), problems.0);
    }
    let syntax = parse::parse(text, &mut problems);
    let terms = syntax.iter().filter_map(|term| lower::lower(term, &mut problems)).collect();
    problems.0.sort_by_key(|p| (p.span.start, p.span.end));
    // Letters that are repeated are looked at every time.
    let mut told: Vec<Problem> = Vec::new();
    for problem in problems.0 {
        if !told.contains(&problem) {
            told.push(problem);
        }
    }
    (join::stops(terms), told)
}
