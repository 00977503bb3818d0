//! Statements that never do anything, and those after which nothing can happen.

use super::impossible;
use super::known::{Asked, Known, cells};
use super::load::NamedRule;
use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{self, Item};
use crate::rules::expr::{Action, After, Choice, Cond, Drop, Effect, Event, Forbid, Happening};
use crate::rules::{InHand, Rules, SquareSet};

/// How often a condition holds, where that is sure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Often {
    Sometimes,
    Never,
    /// Always, for one side at least.
    Always,
}

fn often(cells: SquareSet, asked: Asked, choices: &[Choice], condition: &Cond) -> Often {
    match [0, 1].map(|owner| Known { cells, owner, asked, choices }.holds(condition)) {
        [Some(false), Some(false)] => Often::Never,
        [Some(true), _] | [_, Some(true)] => Often::Always,
        _ => Often::Sometimes,
    }
}

/// Where to report what is wrong with a statement: where it was brought in, if it stands in another file.
pub fn place(rule: &NamedRule, span: Span, problem: impl FnOnce(Span) -> Diagnostic, label: &str) -> Diagnostic {
    match rule.via {
        Some(via) => problem(via).label("brings it in").also(span, label),
        None => problem(span).label(label),
    }
}

/// An error: after this statement nothing can happen.
pub fn nothing_can_happen(checker: &mut Checker, rule: &NamedRule, span: Span, message: &str, label: &str, help: &str) {
    let problem = place(rule, span, |span| Diagnostic::error(Code::NothingCanHappen, span, message), label);
    checker.report(problem.help(help));
}

/// A warning: this statement never does anything.
pub fn never_applies(checker: &mut Checker, rule: &NamedRule, span: Span, message: &str, label: &str, help: &str) {
    let problem = place(rule, span, |span| Diagnostic::warning(Code::NeverApplies, span, message), label);
    checker.report(problem.help(help));
}

/// Looks at everything but promotions and ends, in the order of the rules.
pub fn check(checker: &mut Checker, rules: &Rules) {
    // What was refused is missing in `rules`, and a part knows neither men nor board.
    if checker.unit.is_part() || checker.unit.incomplete || checker.diagnostics.iter().any(Diagnostic::is_error) {
        return;
    }
    let unit = checker.unit;
    let (mut checks, mut forbids) = (rules.checks.iter(), rules.forbids.iter());
    let (mut actions, mut afters, mut drops) = (rules.actions.iter(), rules.afters.iter(), rules.drops.iter());
    let mut forbidden: Vec<(&Event, Span)> = Vec::new();
    for rule in &unit.rules {
        for (_, item) in &rule.items {
            match item {
                Item::Check(at) => {
                    checks.next().into_iter().for_each(|when| check_when(checker, rules, rule, at, when));
                }
                Item::Forbid(at) => {
                    if let Some(forbid) = forbids.next() {
                        forbid_line(checker, rules, rule, at, forbid);
                        let always = [0, 1].map(|owner| {
                            Known { cells: rules.cells(), owner, asked: Asked::Forbid, choices: &[] }
                                .holds(&forbid.when)
                        });
                        forbidden
                            .extend(forbid.event.iter().filter(|_| always == [Some(true); 2]).map(|e| (e, at.span)));
                    }
                }
                Item::Action(at) => {
                    actions.next().into_iter().for_each(|action| self::action(checker, rules, rule, at, action));
                }
                Item::After(at) => {
                    afters.next().into_iter().for_each(|after| self::after(checker, rules, rule, at, after));
                }
                Item::Drop(at) => {
                    drops.next().into_iter().for_each(|drop| self::drop(checker, rules, rule, at, drop));
                }
                _ => {}
            }
        }
    }
    let mut afters = rules.afters.iter();
    let mut prefers = rules.prefers.iter().enumerate();
    for rule in &unit.rules {
        for (_, item) in &rule.items {
            let (event, span) = match item {
                Item::After(at) => (afters.next().map(|after| &after.event), at.event.span),
                Item::Prefer(at) => {
                    let found = prefers.next();
                    found.into_iter().for_each(|(index, _)| prefer(checker, rules, rule, at, index));
                    (found.map(|(_, event)| event), at.span)
                }
                _ => continue,
            };
            let Some(event) = event else { continue };
            if let Some((_, why)) = forbidden.iter().find(|(all, _)| covers(all, event)) {
                let message = "this is about moves that are all forbidden";
                let problem =
                    place(rule, span, |s| Diagnostic::warning(Code::NeverApplies, s, message), "never comes about");
                checker.report(problem.also(*why, "forbids them").help("leave one of the two out"));
            }
        }
    }
}

fn check_when(checker: &mut Checker, rules: &Rules, rule: &NamedRule, at: &ast::Check, when: &Cond) {
    match often(rules.cells(), Asked::Check, &[], when) {
        Often::Sometimes => {}
        Often::Never => {
            let help = "in `check when`, `check`, `checkmate` and `stalemate` do not hold themselves; or leave it out";
            never_applies(checker, rule, at.condition.span, "nobody is ever in check by this", "never holds", help);
        }
        Often::Always => {
            let message = "a side is always in check, so that it has no legal move";
            let help = "say what distinguishes check, as in `check when any(own King & attacked)`";
            nothing_can_happen(checker, rule, at.condition.span, message, "always holds", help);
        }
    }
}

fn forbid_line(checker: &mut Checker, rules: &Rules, rule: &NamedRule, at: &ast::Forbid, forbid: &Forbid) {
    let span = at.when.as_ref().map_or(at.span, |when| when.span);
    match (often(rules.cells(), Asked::Forbid, &[], &forbid.when), &forbid.event) {
        (Often::Sometimes, _) => {}
        (Often::Never, _) => {
            let help = if speaks_of_mate(&forbid.when) {
                "own is who has moved, and who has moved is neither checkmated nor stalemated; perhaps `of enemy` is meant"
            } else {
                "leave it out"
            };
            never_applies(checker, rule, span, "this forbids nothing", "never holds", help);
        }
        (Often::Always, None) => {
            let message = "this forbids every move: nobody could ever make one";
            let help = "say what is wrong after a move, as in `forbid any(own King & attacked)`";
            nothing_can_happen(checker, rule, span, message, "always holds", help);
        }
        (Often::Always, Some(event)) => {
            let moves_only = rules.actions.is_empty() && rules.drops.is_empty();
            if event.what == Happening::Move && unlimited(event) && moves_only {
                let message = "this forbids every move: nobody could ever make one";
                let help = "say which moves, as in `forbid move by Pawn to rank 5`, or when";
                nothing_can_happen(checker, rule, at.span, message, "every move is one", help);
            }
        }
    }
}

fn unlimited(event: &Event) -> bool {
    event.by.is_none() && event.of.is_none() && event.from.is_none() && event.to.is_none()
}

/// Whether every move of the second sort is one of the first.
pub fn covers(all: &Event, some: &Event) -> bool {
    let of_moves = matches!(some.what, Happening::Capture | Happening::Promotion | Happening::Castling);
    let what = all.what == some.what || all.what == Happening::Move && of_moves;
    let kinds = |all: &Option<_>, some: &Option<_>| all.is_none() || all == some;
    let squares = |all: &Option<_>, some: &Option<_>| all.is_none() || all == some;
    what && kinds(&all.by, &some.by)
        && kinds(&all.of, &some.of)
        && squares(&all.from, &some.from)
        && squares(&all.to, &some.to)
}

fn prefer(checker: &mut Checker, rules: &Rules, rule: &NamedRule, at: &ast::Event, index: usize) {
    let event = &rules.prefers[index];
    let moves_only = rules.actions.is_empty() && rules.drops.is_empty();
    let everything = event.what == Happening::Move && unlimited(event) && moves_only;
    // Of two lines that are the same the later one is meant.
    let other = |(n, all): (usize, &Event)| n != index && covers(all, event) && (n < index || !covers(event, all));
    let message = if everything {
        "every move of this game is one that this prefers"
    } else if rules.prefers.iter().enumerate().any(other) {
        "another line prefers all these moves already"
    } else {
        return;
    };
    never_applies(checker, rule, at.span, message, "makes no difference", "leave it out");
}

fn drop(checker: &mut Checker, rules: &Rules, rule: &NamedRule, at: &ast::Drop, drop: &Drop) {
    let taken = rules.afters.iter().any(|after| after.effects.contains(&Effect::VictimToHand));
    // A set-up may have others in hand.
    let set = rules.setups.iter().any(|setup| setup.fen.contains('['));
    let had = |slot: &InHand| {
        (0..2).any(|side| drop.kinds.fixed(side).is_none_or(|kinds| kinds.has(slot.kind)) && slot.start[side] > 0)
    };
    if !taken && !set && !rules.hand.iter().any(had) {
        let help = "say how many there are at the start, as in `hand 2 Queen`, or how they come there: after capture { to hand victim }";
        never_applies(checker, rule, at.span, "nobody has such a man in hand at any time", "never to be had", help);
    }
}

fn action(checker: &mut Checker, rules: &Rules, rule: &NamedRule, at: &ast::Action, action: &Action) {
    let message = format!("there is never an action `{}`", action.name);
    if let Some(when) = &action.when
        && often(rules.cells(), Asked::Guard, &[], when) == Often::Never
    {
        let span = at.when.first().map_or(at.span, |when| when.span);
        let help = if speaks_of_mate(when) {
            "who is about to move is neither checkmated nor stalemated; `last resort` says that the action is there only \
             where no other move is legal, and `when check` may stand beside it"
        } else {
            "leave the action out"
        };
        return never_applies(checker, rule, span, &message, "never holds", help);
    }
    if let Some(empty) = nothing_to_choose(rules, Asked::Guard, &action.choices) {
        let span = at.choices.get(empty).map_or(at.span, |(name, _)| name.span);
        return never_applies(checker, rule, span, &message, "nothing to choose, ever", "choose out of another set");
    }
    if let Some((effect, why)) = impossible::find(rules, None, &action.choices, &action.effects) {
        let span = at.effects.get(effect).map_or(at.span, |effect| effect.span);
        let message = format!("{message}: {}", why.message());
        nothing_can_happen(checker, rule, span, &message, "can never be done", why.help());
    }
}

fn after(checker: &mut Checker, rules: &Rules, rule: &NamedRule, at: &ast::After, after: &After) {
    // A set may speak of anything after a move: no word is out of place.
    if let Some(empty) = nothing_to_choose(rules, Asked::End, &after.choices) {
        let span = at.choices.get(empty).map_or(at.span, |(name, _)| name.span);
        if after.optional {
            let message = "this never follows on a move";
            return never_applies(checker, rule, span, message, "nothing to choose, ever", "choose out of another set");
        }
        let message = "such moves are all illegal, because nothing can be chosen behind them";
        let help = "choose out of another set, or `optionally`; to forbid the moves say `forbid`";
        return nothing_can_happen(checker, rule, span, message, "nothing to choose, ever", help);
    }
    if let Some((effect, why)) = impossible::find(rules, Some(after.event.what), &after.choices, &after.effects) {
        let span = at.effects.get(effect).map_or(at.span, |effect| effect.span);
        let what = if after.optional { "this never follows on a move" } else { "such moves are all illegal" };
        let message = format!("{what}: {}", why.message());
        nothing_can_happen(checker, rule, span, &message, "can never be done", why.help());
    }
}

/// The place of a set that is always empty.
fn nothing_to_choose(rules: &Rules, asked: Asked, choices: &[Choice]) -> Option<usize> {
    choices.iter().position(|choice| match choice {
        Choice::Square(set) => {
            (0..2).all(|owner| Known { cells: rules.cells(), owner, asked, choices }.squares(set).is_never())
        }
        Choice::Kind(kinds) => (0..2).all(|owner| kinds.fixed(owner).is_some_and(|kinds| kinds.is_empty())),
    })
}

fn speaks_of_mate(condition: &Cond) -> bool {
    match condition {
        Cond::Checkmate(_) | Cond::Stalemate(_) => true,
        Cond::And(a, b) | Cond::Or(a, b) => speaks_of_mate(a) || speaks_of_mate(b),
        Cond::Not(inner) => speaks_of_mate(inner),
        _ => false,
    }
}

/// Looks at the `while` of a promotion, before its men and squares.
pub fn promotion(checker: &mut Checker, rule: &NamedRule, span: Span, while_: &Cond) {
    if often(cells(&checker.board), Asked::Guard, &[], while_) == Often::Never {
        let message = "this line never counts: its condition never holds";
        never_applies(checker, rule, span, message, "never holds", "leave the line out");
    }
}

/// Looks at the condition of an end.
pub fn end(checker: &mut Checker, rule: &NamedRule, span: Span, claim: bool, condition: &Cond) {
    match often(cells(&checker.board), Asked::End, &[], condition) {
        Often::Sometimes => {}
        Often::Never => {
            let message = "this end can never come about";
            never_applies(checker, rule, span, message, "never holds", "leave it out");
        }
        Often::Always if claim => {}
        Often::Always => {
            let message = "the game is over after any move, whatever it was";
            let help = "an end has a condition that holds at some time, and not before";
            nothing_can_happen(checker, rule, span, message, "always holds", help);
        }
    }
}
