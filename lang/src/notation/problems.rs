//! Collecting what is wrong with a notation text.

use super::Problem;
use crate::diagnostics::{Code, Severity};
use std::ops::Range;

/// What has been found so far.
#[derive(Debug, Default)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// The text cannot be used.
    pub fn error(&mut self, code: Code, span: &Range<usize>, message: String, label: &str, help: impl Into<String>) {
        self.add(code, Severity::Error, span, message, label, help.into());
    }

    /// The text can be used, but perhaps says something else than was meant.
    pub fn warn(&mut self, code: Code, span: &Range<usize>, message: String, label: &str, help: impl Into<String>) {
        self.add(code, Severity::Warning, span, message, label, help.into());
    }

    fn add(&mut self, code: Code, severity: Severity, span: &Range<usize>, message: String, label: &str, help: String) {
        self.0.push(Problem { code, severity, span: span.clone(), message, label: label.into(), help: Some(help) });
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        self.0.iter().filter(|p| p.severity == Severity::Error).count()
    }
}
