//! From trees to [`Rules`]: files are joined, names found, types checked, sugar resolved.
//!
//! ```text
//! load     the file and what it uses        -> Unit: definitions and rules by name, inherited ones first
//! names    what each name means
//! setups   who stands where                 -> army, home squares
//! sets     expressions                      -> sets of squares and of kinds, for each side
//! pieces   notation, sums, restrictors      -> movement for each side
//! rules    promotions, castlings, ends
//! vacuous  what never applies, after what nothing can happen, and (in `same_text`) moves that nobody could tell apart
//! claims   the test blocks
//! ```
//!
//! Every step goes on after an error with what is left, so that all errors of a file come out in one run.

mod castling;
mod claims;
mod conditions;
mod consequences;
mod effects;
mod ends;
mod fen;
mod hands;
mod impossible;
mod known;
mod load;
mod names;
mod pieces;
mod places;
mod promotions;
mod reach;
mod room;
mod same_text;
mod sets;
mod setups;
mod symbols;
#[cfg(test)]
mod tests;
mod types;
mod unmoved;
mod useless;
mod vacuous;
mod whereabouts;

use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast;
use crate::rules::Rules;
use crate::source::{Resolver, Sources};
use names::Checker;

/// More errors than this are of no use to anybody.
const MOST_DIAGNOSTICS: usize = 100;

/// The longest message, in characters.
const LONGEST_MESSAGE: usize = 800;

/// What came of a file.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The texts that were read: diagnostics point into them.
    pub sources: Sources,
    /// The tree of the file itself.
    pub parsed: ast::File,
    /// The rules. `None` if there is an error, or if the file is only a part for others to use: see [`Compiled::is_part`].
    pub rules: Option<Rules>,
    /// All that is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether something is wrong that makes the file unusable.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Whether the file is fine, but only a part for others to use: it has neither a `variant` line nor a set-up.
    pub fn is_part(&self) -> bool {
        self.rules.is_none() && !self.failed()
    }
}

/// Compiles the text of a file. `name` is what it is called in messages and what the resolver gets as `from`.
pub fn compile(name: &str, text: &str, resolver: &dyn Resolver) -> Compiled {
    compile_told(name, text, resolver, &mut || {})
}

/// As [`compile`], and calls `parsed` when all texts are trees: for whoever watches the clock.
pub fn compile_told(name: &str, text: &str, resolver: &dyn Resolver, parsed: &mut dyn FnMut()) -> Compiled {
    let told = parsed;
    let (sources, parsed, unit, mut diagnostics) = load::load(name, text, resolver);
    told();
    let nothing = parsed.statements.is_empty() && diagnostics.iter().any(Diagnostic::is_error);
    let rules = if nothing {
        None
    } else {
        let mut checker = Checker::new(&unit, &sources);
        let rules = checker.check(name);
        diagnostics.append(&mut checker.diagnostics);
        rules
    };
    diagnostics.sort_by_key(|d| (d.primary.span.file, d.primary.span.start, d.code));
    diagnostics.dedup();
    let rules = rules.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
    cap(&mut diagnostics);
    diagnostics.iter_mut().for_each(tame);
    Compiled { sources, parsed, rules, diagnostics }
}

/// Names may be as long as the file, and may hold anything: messages that repeat them must be neither long nor dangerous.
fn tame(diagnostic: &mut Diagnostic) {
    let texts = [&mut diagnostic.message, &mut diagnostic.primary.text];
    for text in texts.into_iter().chain(&mut diagnostic.help) {
        if text.contains(|c: char| c.is_control() && c != '\n') {
            *text = text.replace(|c: char| c.is_control() && c != '\n', "?");
        }
        if let Some((end, _)) = text.char_indices().nth(LONGEST_MESSAGE) {
            text.truncate(end);
            text.push_str("...");
        }
    }
}

/// Keeps the first errors only, and says so.
fn cap(diagnostics: &mut Vec<Diagnostic>) {
    let more = diagnostics.len().saturating_sub(MOST_DIAGNOSTICS);
    if more > 0 {
        // An error must not be hidden behind a hundred warnings.
        diagnostics.sort_by_key(|d| !d.is_error());
        diagnostics.truncate(MOST_DIAGNOSTICS);
        let span = diagnostics.last().map_or(Span::default(), |last| last.primary.span);
        let note =
            Diagnostic::warning(Code::TooMany, span, format!("there is more: {more} further messages are not shown"));
        diagnostics.push(note.label("the last one shown").help("put these right first, then look again"));
    }
}
