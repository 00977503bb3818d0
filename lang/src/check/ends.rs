//! How a game ends.

use super::consequences::for_side;
use super::names::Checker;
use super::types::Place;
use super::vacuous;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{self, Expr, Item, Node, Number, Standing, Whose};
use crate::rules::Rules;
use ferz_abi::{End, EndWhen};

/// The most positions or moves that can be counted: twice as many plies must fit in a clock.
const MOST: u64 = 30_000;

/// An end, with where it stands and what brought it in.
type Found = (End, Span, Option<Span>);

/// Every end, in the order of the rules; checkmate and stalemate last.
pub fn fill(checker: &mut Checker, rules: &mut Rules) {
    let unit = checker.unit;
    let mut ends: Vec<Found> = Vec::new();
    for rule in &unit.rules {
        for (side, item) in &rule.items {
            let Item::End(end) = item else { continue };
            for part in parts(&end.condition) {
                let Some(when) = condition(checker, rules, *side, part) else { continue };
                if let EndWhen::Holds(index) = when
                    && !checker.unit.is_part()
                {
                    vacuous::end(checker, rule, part.span, end.claim, &rules.conditions[usize::from(index)]);
                }
                let resolved = End { rule: rule.name.clone(), outcome: end.outcome, claim: end.claim, when };
                shadowed(checker, &resolved, end, rule.via, &ends);
                ends.push((resolved, end.span, rule.via));
            }
        }
    }
    royals(checker, rules, &ends);
    cover(checker, rules, &ends);
    let last = |end: &End| matches!(end.when, EndWhen::Checkmate | EndWhen::Stalemate);
    ends.sort_by_key(|(end, _, _)| last(end));
    rules.ends = ends.into_iter().map(|(end, _, _)| end).collect();
}

/// A condition joined by `or` ends the game in several ways: each is a line of its own.
fn parts(condition: &Expr) -> &[Expr] {
    match &condition.node {
        Node::Or(all) => all,
        _ => std::slice::from_ref(condition),
    }
}

fn condition(checker: &mut Checker, rules: &mut Rules, side: Option<usize>, condition: &Expr) -> Option<EndWhen> {
    Some(match (&condition.node, side) {
        (Node::Standing(Standing::Checkmate, Whose::Own), None) => EndWhen::Checkmate,
        (Node::Standing(Standing::Stalemate, Whose::Own), None) => EndWhen::Stalemate,
        (Node::Repetition(number), None) => EndWhen::Repetition(limit(checker, number, 2, "repetition")?),
        (Node::Quiet(number), None) => EndWhen::Quiet(limit(checker, number, 1, "quiet")?),
        _ => {
            let condition = checker.at(Place::default(), |c| c.cond_expr(condition))?;
            rules.conditions.push(for_side(side, condition));
            let index = rules.conditions.len() - 1;
            if index > usize::from(u16::MAX) {
                return None;
            }
            EndWhen::Holds(index as u16)
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

/// Warns of an end that an earlier line has already decided.
fn shadowed(checker: &mut Checker, end: &End, at: &ast::End, via: Option<Span>, earlier: &[Found]) {
    let decides = |first: &End| {
        !first.claim
            && match (first.when, end.when) {
                (EndWhen::Repetition(a), EndWhen::Repetition(b)) | (EndWhen::Quiet(a), EndWhen::Quiet(b)) => a <= b,
                (EndWhen::Holds(_), _) | (_, EndWhen::Holds(_)) => false,
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
fn royals(checker: &mut Checker, rules: &Rules, ends: &[Found]) {
    // A file that says what check is, or how else the game is won, may do without royal men.
    if !rules.checks.is_empty() || ends.iter().any(|(end, _, _)| matches!(end.when, EndWhen::Holds(_))) {
        return;
    }
    let Some((_, span, _)) = ends.iter().find(|(end, _, _)| end.when == EndWhen::Checkmate) else { return };
    let Some(setup) = checker.setups.first().filter(|_| !checker.unit.incomplete) else { return };
    // Who stands in no set-up may come out of a hand.
    let in_hand = |side: usize| rules.hand.iter().any(|slot| slot.start[side] > 0 && checker.men[slot.kind].royal);
    let on_board = |side| setup.cells.iter().flatten().any(|&(kind, s)| s == side && checker.men[kind].royal);
    let royal = |side| on_board(side) || in_hand(side);
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
    let who = if let [one] = missing.as_slice() { format!("{one} has no") } else { "neither side has a".to_string() };
    let message = format!("{who} royal man, but a rule needs one");
    let problem = Diagnostic::error(Code::NoRoyal, at, message).label("no royal man here");
    checker.report(problem.also(*span, "checkmate is about royal men").help(help));
}

/// Some end must cover a side that cannot move.
fn cover(checker: &mut Checker, rules: &Rules, ends: &[Found]) {
    let covered = |when| ends.iter().any(|(end, _, _)| end.when == when && !end.claim);
    let has_royals = checker.men.iter().any(|man| man.royal) || !rules.checks.is_empty();
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
        || checker.unit.rules.iter().any(|r| r.items.iter().any(|(_, i)| matches!(i, Item::Refused(_))))
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
