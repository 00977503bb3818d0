//! Diagnostics: what is wrong with a file, where, why, and what to do about it.

mod codes;

pub use codes::Code;

/// Where in which source: bytes `start..end` of the file with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Which of the sources that were read, in the order of reading.
    pub file: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but does not say what was probably meant.
    Warning,
}

/// A place, with words under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words; may be empty.
    pub text: String,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What, as a stable name.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What, in a sentence without a full stop.
    pub message: String,
    /// Where the edit goes.
    pub primary: Label,
    /// Where the reason lies, if elsewhere.
    pub secondary: Vec<Label>,
    /// How to put it right.
    pub help: Option<String>,
}
