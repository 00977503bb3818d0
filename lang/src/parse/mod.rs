//! From text to tree. Errors do not stop it: what cannot be read is reported and skipped.

pub mod ast;
mod build;
mod dump;
mod dump_expr;
mod errors;
mod hints;
pub mod refused;
mod scan;

use crate::diagnostics::{Code, Diagnostic, Span};
pub use errors::shortened;
use pest::Parser as _;

/// What pest generates; its rules are explained in the grammar itself.
#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "parse/ferz.pest"]
    pub struct Grammar;
}

use grammar::{Grammar, Rule};

/// More rule calls than any honest file needs; a hostile one ends here.
const CALL_LIMIT: usize = 40_000_000;

/// A file that has been read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// What it says, as far as it could be read.
    pub file: ast::File,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the text of the source with this number.
pub fn parse(file: usize, text: &str) -> Parsed {
    let (mut diagnostics, readable) = scan::scan(file, text);
    if !readable {
        return Parsed { diagnostics, ..Parsed::default() };
    }
    pest::set_call_limit(std::num::NonZeroUsize::new(CALL_LIMIT));
    match Grammar::parse(Rule::file, text) {
        Ok(mut pairs) => {
            let mut builder = build::Builder { file, text, diagnostics };
            let file = pairs.next().map(|pair| builder.file(pair)).unwrap_or_default();
            Parsed { file, diagnostics: builder.diagnostics }
        }
        Err(_) => {
            // The grammar accepts every text, so only the limit can have stopped it.
            let span = Span { file, start: 0, end: text.lines().next().map_or(0, str::len) };
            let message = "this file is too tangled to be read";
            diagnostics.push(Diagnostic::error(Code::TooLarge, span, message).help("split it into several files"));
            Parsed { diagnostics, ..Parsed::default() }
        }
    }
}

/// Every reserved word, for the check of names and for suggestions.
pub fn is_keyword(word: &str) -> bool {
    !word.is_empty() && Grammar::parse(Rule::name, word).is_err() && Grammar::parse(Rule::word, word).is_ok()
}
