//! A first look at the text, before the grammar: what would make the parser slow, or recurse too deeply, is refused here.

use crate::diagnostics::{Code, Diagnostic, Span};

/// The deepest nesting of parentheses and braces.
const DEEPEST: usize = 32;

/// The longest file, in bytes.
const LONGEST: usize = 1 << 17;

/// What is wrong, and whether the parser may read the text.
pub fn scan(file: usize, text: &str) -> (Vec<Diagnostic>, bool) {
    if text.len() > LONGEST {
        let message = format!("this file has {} bytes; Ferz reads up to {LONGEST}", text.len());
        let span = Span { file, start: 0, end: 0 };
        let problem = Diagnostic::error(Code::TooLarge, span, message);
        return (vec![problem.help("a rule file has a few kilobytes: is this one?")], false);
    }
    if text.trim_start_matches('\u{FEFF}').trim().is_empty() {
        let problem = Diagnostic::error(Code::EmptyFile, Span { file, start: 0, end: 0 }, "the file is empty");
        return (vec![problem.label("a variant starts here").help(EMPTY_HELP)], false);
    }
    let mut diagnostics = Vec::new();
    let (mut depth, mut in_text, mut in_comment, mut previous) = (0_usize, false, false, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '\n' => (in_text, in_comment) = (false, false),
            _ if in_comment => {}
            '"' => in_text = !in_text,
            '/' if !in_text && previous == '/' => in_comment = true,
            '(' | '{' | '[' if !in_text => depth += 1,
            ')' | '}' | ']' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c.is_control() && !matches!(c, '\n' | '\r' | '\t') && diagnostics.is_empty() {
            let message = format!("there is a control character here (U+{:04X})", u32::from(c));
            let span = Span { file, start: at, end: at + c.len_utf8() };
            diagnostics.push(Diagnostic::error(Code::ControlCharacter, span, message).help("remove it"));
        }
        if depth > DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep");
            let problem = Diagnostic::error(Code::TooDeep, Span { file, start: at, end: at + 1 }, message);
            diagnostics.push(problem.label("one too many").help("name inner parts with `zone` or `kinds`"));
            return (diagnostics, false);
        }
        previous = c;
    }
    (diagnostics, true)
}

const EMPTY_HELP: &str = "begin with\n\n    variant \"My Chess\"\n    use fide\n\nand change from there";
