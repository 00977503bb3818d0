//! What the parser could not read, in words.

use super::hints::{form, slip};
use super::{Grammar, Rule, refused};
use crate::diagnostics::{Code, Diagnostic, Span, closest};
use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use std::ops::Range;

/// The words that begin a statement of a file, of a rule, of a test.
const STATEMENTS: &[&str] = &[
    "variant", "author", "year", "about", "board", "holes", "use", "zone", "kinds", "define", "piece", "setup", "hand",
    "counter", "for", "also", "rule", "test", "promote", "castle", "drop", "check", "forbid", "prefer", "action",
    "after", "claim", "win", "lose", "draw",
];
const ITEMS: &[&str] =
    &["promote", "castle", "drop", "check", "forbid", "prefer", "action", "after", "claim", "win", "lose", "draw"];
const INNER_STATEMENTS: &[&str] = &[
    "piece", "hand", "rule", "promote", "castle", "drop", "check", "forbid", "prefer", "action", "after", "claim",
    "win", "lose", "draw",
];
const PARTS: &[&str] =
    &["last resort", "when", "choose", "remove", "swap", "relocate", "put", "to hand victim", "raise", "lower"];
const EFFECTS: &[&str] = &["remove", "swap", "relocate", "put", "to hand victim", "raise", "lower"];
const STEPS: &[&str] = &["position", "moves", "captures", "legal", "illegal", "play", "status", "perft"];

/// Words that may follow inside a statement, for suggestions only.
const INNER: &[&str] = &[
    "royal",
    "symbol",
    "within",
    "from",
    "to",
    "marking",
    "without",
    "with",
    "optionally",
    "when",
    "on",
    "checkmate",
    "stalemate",
    "repetition",
    "quiet",
    "ongoing",
    "check",
];

/// Where an unreadable stretch stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// Between statements of the file.
    File,
    /// In a rule.
    Rule,
    /// In a test.
    Test,
    /// In `for White { ... }`.
    Side,
    /// In an action.
    Action,
    /// In what follows on a move.
    After,
}

impl Context {
    fn only(self) -> Rule {
        match self {
            Context::File => Rule::only_statement,
            Context::Rule => Rule::only_item,
            Context::Test => Rule::only_step,
            Context::Side => Rule::only_inner,
            Context::Action => Rule::only_part,
            Context::After => Rule::only_effect,
        }
    }

    fn words(self) -> &'static [&'static str] {
        match self {
            Context::File => STATEMENTS,
            Context::Rule => ITEMS,
            Context::Test => STEPS,
            Context::Side => INNER_STATEMENTS,
            Context::Action => PARTS,
            Context::After => EFFECTS,
        }
    }
}

/// What is wrong with `text[start..end]`, which no statement could be made of. `previous` is where the statement before it starts:
/// often it is that one which ended too early.
pub fn explain(
    file: usize,
    text: &str,
    start: usize,
    end: usize,
    context: Context,
    previous: Option<usize>,
) -> Diagnostic {
    let word = first_word(&text[start..end]);
    if let Some(refusal) = refused::in_line(file, text, start, end) {
        return refusal;
    }
    if context.words().contains(&word) {
        if let Some((at, expected)) = furthest(&text[start..end], context.only()) {
            return expected_here(file, text, start + at, start..end, &expected);
        }
    } else if let Some(previous) = previous
        && let Some((at, expected)) = furthest(&text[previous..end], context.only())
        && !expected.is_empty()
        && (previous + at >= end || previous + at > start || !expected.contains(&Rule::EOI))
    {
        return expected_here(file, text, previous + at, previous..end, &expected);
    }
    out_of_place(file, text, start, word, context, previous)
}

/// How far the parser got, and what would have let it go on.
fn furthest(text: &str, whole: Rule) -> Option<(usize, Vec<Rule>)> {
    let error = Grammar::parse(whole, text).err()?;
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match error.variant {
        ErrorVariant::ParsingError { positives, .. } => Some((at, positives)),
        ErrorVariant::CustomError { .. } => None,
    }
}

/// What should have stood at a place of a statement, which may be several statements run together.
fn expected_here(file: usize, text: &str, at: usize, statement: Range<usize>, expected: &[Rule]) -> Diagnostic {
    let (start, found) = token(text, at, statement.end);
    let span = Span { file, start, end: start + found.len() };
    // A set could always go on; that is worth saying only where nothing else could follow.
    let goes_on =
        |wanted: &Rule| matches!(wanted, Rule::bar | Rule::minus | Rule::ampersand | Rule::times | Rule::comparator);
    let only_that = expected.iter().all(goes_on);
    let expected = expected.iter().filter(|wanted| only_that || !goes_on(wanted));
    let mut words: Vec<String> = expected.filter_map(|&wanted| in_words(wanted)).collect();
    words.sort();
    words.dedup();
    let wanted = match words.as_slice() {
        [] => "something else".to_string(),
        [one] => one.clone(),
        [some @ .., last] if words.len() <= 5 => format!("{} or {last}", some.join(", ")),
        some => format!("{} or the like", some[..4].join(", ")),
    };
    let message = match found {
        "" => format!("expected {wanted}, but the statement ends here"),
        _ => format!("expected {wanted}, found `{}`", shortened(found)),
    };
    let before = &text[statement.start..start];
    // A word of the language that stands here is not a slip for another one.
    let near = closest(found, INNER.iter().copied()).filter(|_| !super::is_keyword(found));
    let help = match (slip(found, before), near) {
        (Some(help), _) => help,
        (None, Some(name)) => format!("did you mean `{name}`?"),
        (None, None) => form(before),
    };
    Diagnostic::error(Code::Syntax, span, message).label(format!("expected {wanted}")).help(help)
}

fn out_of_place(
    file: usize,
    text: &str,
    start: usize,
    word: &str,
    context: Context,
    previous: Option<usize>,
) -> Diagnostic {
    let (_, found) = token(text, start, text.len());
    let span = Span { file, start, end: start + found.len() };
    let place = match context {
        Context::File => "a statement",
        Context::Rule => "a statement of a rule",
        Context::Test => "a statement of a test",
        Context::Side => "a statement for one side",
        Context::Action => "a part of an action",
        Context::After => "an effect",
    };
    // What stands on the line of a statement was meant to belong to it.
    let before = previous.map(|previous| &text[previous..start]).filter(|before| !before.contains('\n'));
    let message = match before {
        Some(_) => format!("`{}` cannot follow here, and does not begin {place}", shortened(found)),
        None => format!("`{}` does not begin {place}", shortened(found)),
    };
    let candidates = context.words().iter().chain(INNER).copied();
    let help = if let Some(help) = slip(found, before.unwrap_or("")) {
        help
    } else if STEPS.contains(&word) {
        "this belongs inside a test: test \"...\" { ... }".to_string()
    } else if let Some(help) = outside(context, word) {
        help.to_string()
    } else if let Some(name) = closest(word, candidates).filter(|_| !super::is_keyword(word)) {
        format!("did you mean `{name}`?")
    } else if let Some(before) = before {
        form(before)
    } else {
        format!("{place} begins with one of: {}", context.words().join(", "))
    };
    Diagnostic::error(Code::Syntax, span, message).label("not understood from here").help(help)
}

/// What to do with a statement that stands in a block and is the whole file's.
fn outside(context: Context, word: &str) -> Option<&'static str> {
    match (context, word) {
        (Context::Side, "zone") => Some(
            "write it outside of the block: a zone is written as White sees it and reflected for Black; `absolute` and `turned` before \
             its squares leave them or turn them instead",
        ),
        (Context::Side, "kinds") => {
            Some("write it outside of the block, and give the kinds of the other side another name")
        }
        (Context::Side, "define") => {
            Some("write it outside of the block: `own` in it is each side in turn, and `own is White` tells them apart")
        }
        (Context::Side, "counter") => Some("write it outside of the block: counter NAME = 3 each side"),
        (Context::Side, "board" | "holes" | "setup" | "use" | "test") => {
            Some("write it outside of the block: it is about both sides")
        }
        _ => None,
    }
}

/// The next token at or after a place, before an end: a word with what belongs to it, or a single character.
fn token(text: &str, at: usize, end: usize) -> (usize, &str) {
    let rest = &text[at..end.max(at)];
    let trimmed = rest.trim_start();
    if trimmed.is_empty() {
        return (at.min(text[..at].trim_end().len()), "");
    }
    let start = at + rest.len() - trimmed.len();
    let word = trimmed.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(trimmed.len());
    let first = trimmed.chars().next().map_or(0, char::len_utf8);
    (start, &text[start..start + word.max(first)])
}

fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())]
}

/// A text for a message: long ones lose their end.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// The name of a rule as a reader of the file would say it; `None` for what only the grammar knows.
fn in_words(wanted: Rule) -> Option<String> {
    let name = format!("{wanted:?}");
    if let Some(keyword) = name.strip_suffix("_kw") {
        let keyword = match keyword {
            "white" => "White",
            "black" => "Black",
            other => other,
        };
        return Some(format!("`{keyword}`"));
    }
    Some(
        match wanted {
            Rule::equals => "`=`",
            Rule::plus => "`+`",
            Rule::bar => "`|`",
            Rule::minus => "`-`",
            Rule::ampersand => "`&`",
            Rule::open => "`(`",
            Rule::close => "`)`",
            Rule::open_brace | Rule::diagram => "`{`",
            Rule::close_brace | Rule::closing => "`}`",
            Rule::comma => "`,`",
            Rule::colon => "`:`",
            Rule::pipe => "`|`",
            Rule::dots => "`..`",
            Rule::text | Rule::quote => "a text in quotes",
            Rule::number => "a number",
            Rule::size => "a size such as 8x8",
            Rule::square => "a square such as e4",
            Rule::file_letter => "the letter of a file",
            Rule::word | Rule::name => "a name",
            Rule::letters => "a letter",
            Rule::movement | Rule::part => "a movement",
            Rule::set | Rule::operand | Rule::meet | Rule::handful => "a set",
            Rule::expression | Rule::conjunct | Rule::negated | Rule::comparison | Rule::sum => "an expression",
            Rule::event | Rule::happening | Rule::drop_event => "an event such as `capture`",
            Rule::times => "`*`",
            Rule::comparator => "a comparison such as `=`",
            Rule::choice => "a choice such as `heir in own Joker`",
            Rule::place => "`on` or `from`",
            Rule::move_text => "a move such as e2e4",
            Rule::status => "a status",
            Rule::row => "a rank of the board, such as `8 | r n b`",
            _ => return None,
        }
        .to_string(),
    )
}
