//! A diagnostic together with the texts it points into: what miette shows.

use super::{Diagnostic, Label, Severity};
use crate::source::Sources;
use miette::{LabeledSpan, NamedSource, SourceCode};
use std::fmt;
use std::sync::Arc;

/// Lines longer than this are shown in part.
const LONGEST_LINE: usize = 400;

/// A diagnostic, ready for any of miette's renderers.
///
/// A renderer shows one text at a time: labels in other files follow as related remarks.
#[derive(Debug)]
pub struct Report {
    code: String,
    severity: miette::Severity,
    message: String,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
    source: NamedSource<Arc<str>>,
    elsewhere: Vec<Report>,
}

impl Report {
    /// Joins a diagnostic with its sources.
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> Report {
        let file = diagnostic.primary.span.file;
        let (here, there): (Vec<&Label>, Vec<&Label>) =
            diagnostic.secondary.iter().partition(|label| label.span.file == file);
        let remark = |label: &&Label| Report {
            severity: miette::Severity::Advice,
            message: label.text.clone(),
            ..Report::at(&Label { text: String::new(), ..(*label).clone() }, &[], sources)
        };
        Report {
            code: diagnostic.code.name().to_string(),
            severity: match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            elsewhere: there.iter().map(remark).collect(),
            ..Report::at(&diagnostic.primary, &here, sources)
        }
    }

    fn at(primary: &Label, secondary: &[&Label], sources: &Sources) -> Report {
        let (name, text) = match sources.list.get(primary.span.file) {
            Some(source) => (source.name.as_str(), printable(&source.text)),
            None => ("", Arc::from("")),
        };
        let (text, moved) = shorten(text, primary.span.start);
        let labelled = |label: &Label, primary: bool| {
            let (start, end) = (moved(label.span.start), moved(label.span.end));
            let words = (!label.text.is_empty()).then(|| label.text.clone());
            let length = end.saturating_sub(start);
            if primary {
                LabeledSpan::new_primary_with_span(words, (start, length))
            } else {
                LabeledSpan::new_with_span(words, (start, length))
            }
        };
        let mut labels = vec![labelled(primary, true)];
        labels.extend(secondary.iter().map(|label| labelled(label, false)));
        Report {
            code: String::new(),
            severity: miette::Severity::Error,
            message: String::new(),
            labels,
            help: None,
            source: NamedSource::new(name, text),
            elsewhere: Vec::new(),
        }
    }
}

/// A text without characters that would command a terminal: question marks of the same length in bytes stand for them.
fn printable(text: &Arc<str>) -> Arc<str> {
    let commands = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(commands) {
        return text.clone();
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // A carriage return before a line feed is only the other way to end a line.
            '\r' => safe.push(' '),
            c if commands(c) => safe.extend(std::iter::repeat_n('?', c.len_utf8())),
            c => safe.push(c),
        }
    }
    safe.into()
}

/// A text whose very long lines have lost what is far from the place in question, and where a place of the whole text is in it.
fn shorten(text: Arc<str>, place: usize) -> (Arc<str>, impl Fn(usize) -> usize) {
    let mut kept: Vec<(usize, usize, usize)> = Vec::new(); // start and end in the whole text, start in the short one
    let mut short = String::new();
    if text.split('\n').any(|line| line.len() > LONGEST_LINE) {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let near = if (start..=end).contains(&place) { place } else { start };
            let from = if line.len() > LONGEST_LINE { near.saturating_sub(60).max(start) } else { start };
            let to = if line.len() > LONGEST_LINE { (near + 120).min(end) } else { end };
            let from = (start..=from).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(start);
            let to = (to..=end).find(|&at| text.is_char_boundary(at)).unwrap_or(end);
            short.push_str(if from > start { "..." } else { "" });
            kept.push((from, to, short.len()));
            short.push_str(&text[from..to]);
            short.push_str(if to < end { "...\n" } else { "" });
            start = end;
        }
    }
    let text = if kept.is_empty() { text } else { Arc::from(short) };
    let moved = move |at: usize| match kept.iter().rev().find(|(from, _, _)| *from <= at) {
        Some(&(from, to, new)) => new + at.min(to) - from,
        None if kept.is_empty() => at,
        None => 0,
    };
    (text, moved)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.code.is_empty()).then(|| Box::new(&self.code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let related = self.elsewhere.iter().map(|report| report as &dyn miette::Diagnostic);
        (!self.elsewhere.is_empty()).then(|| Box::new(related) as Box<dyn Iterator<Item = &dyn miette::Diagnostic>>)
    }
}
