//! The texts that a variant is read from.

use crate::diagnostics::Span;
use std::sync::Arc;

/// Where the texts of `use "..."` come from: the language itself reads no files.
pub trait Resolver {
    /// The text that `path` names in the file `from`, with a name that is the same however the file is reached; or why there is
    /// none, in a sentence without a full stop.
    fn read(&self, from: &str, path: &str) -> Result<(String, String), String>;
}

/// A resolver for texts that stand alone: it has no other files.
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, _from: &str, _path: &str) -> Result<(String, String), String> {
        Err("there are no other files here".to_string())
    }
}

/// One text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is called in messages.
    pub name: String,
    /// What it says.
    pub text: Arc<str>,
}

/// All texts that were read, in the order of reading: [`Span::file`] counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The texts; the first is the one that was asked for.
    pub list: Vec<Source>,
}

/// A place as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Sources {
    /// Adds a text and gives its number.
    pub fn add(&mut self, name: &str, text: &str) -> usize {
        self.list.push(Source { name: name.to_string(), text: text.into() });
        self.list.len() - 1
    }

    /// The text at a span.
    pub fn slice(&self, span: Span) -> &str {
        self.list.get(span.file).and_then(|source| source.text.get(span.start..span.end)).unwrap_or("")
    }

    /// What the file of a span is called.
    pub fn name(&self, span: Span) -> &str {
        self.list.get(span.file).map_or("", |source| &source.name)
    }

    /// Line and column of the start of a span.
    pub fn position(&self, span: Span) -> Position {
        let text = self.list.get(span.file).map_or("", |source| &*source.text);
        let before = text.get(..span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        Position {
            line: before.bytes().filter(|&b| b == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}
