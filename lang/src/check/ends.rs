//! How a game ends.

use super::names::{Checker, Meaning};
use crate::diagnostics::{Code, Diagnostic, Span, closest};
use crate::parse::ast::{self, Condition, Item, Name, Number};
use ferz_abi::{End, EndWhen};

/// The most positions or moves that can be counted: twice as many plies must fit in a clock.
const MOST: u64 = 30_000;

/// Words of conditions that will be understood.
const LATER: &[&str] = &[
    "any", "none", "count", "lost", "not", "before", "passed", "check", "own", "enemy", "men", "to", "attacked",
    "captured",
];

/// Every end, in the order of the rules; checkmate and stalemate last.
pub fn ends(checker: &mut Checker) -> Vec<End> {
    let unit = checker.unit;
    let mut ends: Vec<(End, Span, Option<Span>)> = Vec::new();
    for rule in &unit.rules {
        for item in &rule.items {
            let Item::End(end) = item else { continue };
            if let Some(when) = condition(checker, &end.condition) {
                let resolved = End { rule: rule.name.clone(), outcome: end.outcome, claim: end.claim, when };
                shadowed(checker, &resolved, end, rule.via, &ends);
                ends.push((resolved, end.span, rule.via));
            }
        }
    }
    royals(checker, &ends);
    cover(checker, &ends);
    let last = |end: &End| matches!(end.when, EndWhen::Checkmate | EndWhen::Stalemate);
    ends.sort_by_key(|(end, _, _)| last(end));
    ends.into_iter().map(|(end, _, _)| end).collect()
}

fn condition(checker: &mut Checker, condition: &Condition) -> Option<EndWhen> {
    Some(match condition {
        Condition::Checkmate(_) => EndWhen::Checkmate,
        Condition::Stalemate(_) => EndWhen::Stalemate,
        Condition::Repetition(number) => EndWhen::Repetition(limit(checker, number, 2, "repetition")?),
        Condition::Quiet(number) => EndWhen::Quiet(limit(checker, number, 1, "quiet")?),
        Condition::Other(text) => {
            other(checker, text);
            return None;
        }
    })
}

fn limit(checker: &mut Checker, number: &Number, least: u64, word: &str) -> Option<u16> {
    if (least..=MOST).contains(&number.value) {
        return Some(number.value as u16);
    }
    let message = format!("`{word}` counts from {least} to {MOST}");
    let problem = Diagnostic::error(Code::BadLimit, number.span, message).label("out of range");
    let usual = if word == "quiet" { "quiet(50)" } else { "repetition(3)" };
    checker.report(problem.help(format!("the usual one is {usual}")));
    None
}

/// A condition that is none of the four: part of the language for later, a set, or a slip.
fn other(checker: &mut Checker, text: &Name) {
    let word: String = text.text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let here = Span { end: text.span.start + word.len().max(1), ..text.span };
    let near = closest(&word, ["checkmate", "stalemate", "repetition", "quiet"]);
    let problem = if LATER.contains(&word.as_str()) || text.text.starts_with('(') {
        let message = "this condition belongs to Ferz but is not supported yet";
        let help = "for now an end is `checkmate`, `stalemate`, `repetition(N)` or `quiet(N)`";
        Diagnostic::error(Code::ConditionWordLater, text.span, message).label("not supported yet").help(help)
    } else if ["checkmate", "stalemate", "repetition", "quiet"].contains(&word.as_str()) {
        let message = "conditions joined by `and`, `or` or `of` are not supported yet";
        Diagnostic::error(Code::ConditionWordLater, text.span, message).help("write one line for each end")
    } else if let Some(meaning) = checker.known(&word) {
        let found = if matches!(meaning, Meaning::Zone(_)) { "a set of squares" } else { "kinds" };
        let message = format!("expected a condition, found {found}");
        let help = format!("did you mean `any({word})`? (That is not supported yet.)");
        Diagnostic::error(Code::WrongType, here, message).label(format!("{found} here")).help(help)
    } else if is_squares(&word) {
        let message = "expected a condition, found a set of squares";
        Diagnostic::error(Code::WrongType, text.span, message)
            .help("an end is `checkmate`, `stalemate`, `repetition(N)` or `quiet(N)`")
    } else {
        let help = near.map(|near| format!("did you mean `{near}`?"));
        let help =
            help.unwrap_or_else(|| "an end is `checkmate`, `stalemate`, `repetition(N)` or `quiet(N)`".to_string());
        let message = format!("`{}` is not a condition", crate::parse::shortened(&word));
        Diagnostic::error(Code::UnknownCondition, here, message).label("not a condition").help(help)
    };
    checker.report(problem);
}

fn is_squares(word: &str) -> bool {
    let square = word.len() <= 3 && word.starts_with(|c: char| c.is_ascii_lowercase());
    matches!(word, "rank" | "ranks" | "file" | "files" | "last" | "home" | "empty")
        || square && word.len() > 1 && word[1..].bytes().all(|b| b.is_ascii_digit())
}

/// Warns of an end that an earlier line has already decided.
fn shadowed(checker: &mut Checker, end: &End, at: &ast::End, via: Option<Span>, earlier: &[(End, Span, Option<Span>)]) {
    let decides = |first: &End| {
        !first.claim
            && match (first.when, end.when) {
                (EndWhen::Repetition(a), EndWhen::Repetition(b)) | (EndWhen::Quiet(a), EndWhen::Quiet(b)) => a <= b,
                (a, b) => a == b,
            }
    };
    if let Some((_, span, _)) = earlier.iter().find(|(first, _, _)| decides(first)) {
        let message = "this end can never come about: an earlier line has decided the game by then";
        let problem =
            Diagnostic::warning(Code::NeverApplies, via.unwrap_or(at.span), message).label("never comes about");
        checker.report(problem.also(*span, "this line comes first").help("leave one of the two out"));
    }
}

/// Check is about royal men: each side needs one if a rule speaks of it.
fn royals(checker: &mut Checker, ends: &[(End, Span, Option<Span>)]) {
    let Some((_, span, _)) = ends.iter().find(|(end, _, _)| end.when == EndWhen::Checkmate) else { return };
    let Some(setup) = checker.setups.first().filter(|_| !checker.unit.incomplete) else { return };
    let royal = |side| setup.cells.iter().flatten().any(|&(kind, s)| s == side && checker.men[kind].royal);
    let missing: Vec<&str> =
        [(0, "White"), (1, "Black")].into_iter().filter(|(s, _)| !royal(*s)).map(|(_, n)| n).collect();
    if missing.is_empty() {
        return;
    }
    let place = checker.unit.setups.iter().find(|s| s.name.is_none()).or(checker.unit.setups.first());
    let at = place.map_or(checker.unit.start, |setup| match &setup.board {
        ast::SetupBoard::Fen(text) => text.span,
        ast::SetupBoard::Diagram(_) => setup.span,
    });
    let royals: Vec<&str> = checker.men.iter().filter(|man| man.royal).map(|man| man.name.as_str()).collect();
    let help = match royals.as_slice() {
        [] => "mark a piece as royal: piece King K = \"K\" royal".to_string(),
        names => format!("put a {} on the board, or leave out the rule", names.join(" or ")),
    };
    let message = format!("{} has no royal man, but a rule needs one", missing.join(" and "));
    let problem = Diagnostic::error(Code::NoRoyal, at, message).label("no royal man here");
    checker.report(problem.also(*span, "checkmate is about royal men").help(help));
}

/// Some end must cover a side that cannot move.
fn cover(checker: &mut Checker, ends: &[(End, Span, Option<Span>)]) {
    let covered = |when| ends.iter().any(|(end, _, _)| end.when == when && !end.claim);
    let has_royals = checker.men.iter().any(|man| man.royal);
    let mut missing = Vec::new();
    if has_royals && !covered(EndWhen::Checkmate) {
        missing.push(("in check and cannot move", "lose when checkmate"));
    }
    if !covered(EndWhen::Stalemate) {
        missing.push(("not in check and cannot move", "draw when stalemate"));
    }
    if missing.is_empty()
        || checker.unit.is_part()
        || checker.unit.incomplete
        || checker.unit.rules.iter().any(|r| r.items.iter().any(|i| matches!(i, Item::Refused(_))))
    {
        return;
    }
    let message = match missing.as_slice() {
        [(what, _)] => format!("nothing says what happens to a side that is {what}"),
        _ => "nothing says what happens to a side that cannot move".to_string(),
    };
    let lines: Vec<String> = missing.iter().map(|(_, line)| format!("`{line}`")).collect();
    let header = checker.unit.headers.first().map_or(checker.unit.start, |(_, text)| text.span);
    checker.report(
        Diagnostic::error(Code::NoEnd, header, message).help(format!("add {}, or `use orthodox`", lines.join(" and "))),
    );
}
