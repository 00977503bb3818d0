//! Tests of the notation: the meaning of texts, and what is said about wrong ones.

mod conformance;
mod legs;
mod problems;
mod walker;

use super::{Problem, Term, read};
use crate::diagnostics::Severity;

/// The terms of a text that must have no errors.
fn good(text: &str) -> Vec<Term> {
    let (terms, problems) = read(text);
    let errors: Vec<&Problem> = problems.iter().filter(|p| p.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}: {errors:?}");
    terms
}

/// The canonical text of a text that must have no errors.
fn canonical(text: &str) -> String {
    crate::notation::canonical(&good(text))
}
