//! Moves that would have one text, where that can be told from the rules.
//!
//! The text of a move goes on until it is the only one (squares, letters, victims, the name of an action), but for what is told by letters alone
//! when some of it may be left out.

use super::names::Checker;
use super::vacuous::{covers, place};
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{self, Item};
use crate::rules::expr::{Action, After, Choice, Happening, Kinds};
use crate::rules::{KindSet, Rules};

/// Looks at every pair of rules that let the mover choose.
pub fn check(checker: &mut Checker, rules: &Rules) {
    if checker.unit.is_part() || checker.unit.incomplete || checker.diagnostics.iter().any(Diagnostic::is_error) {
        return;
    }
    let unit = checker.unit;
    let (mut all_afters, mut all_actions) = (rules.afters.iter(), rules.actions.iter());
    let mut afters: Vec<(&After, Span)> = Vec::new();
    let mut actions: Vec<(&Action, &ast::Action)> = Vec::new();
    for rule in &unit.rules {
        for (_, item) in &rule.items {
            match item {
                Item::After(at) => {
                    let Some(after) = all_afters.next().filter(|after| after.optional) else { continue };
                    let earlier = afters.iter().find(|(other, _)| one_text(rules, other, after));
                    let problem = |why: Span, label: &str| {
                        let message = "what is chosen here and what is chosen elsewhere would have one text";
                        let text = "may be left out, and then so reads the other one";
                        let problem =
                            place(rule, at.span, |span| Diagnostic::error(Code::SameText, span, message), text);
                        problem.also(why, label)
                    };
                    if let Some((_, span)) = earlier {
                        let help = "make one choice of both, or leave out `optionally` in one of them";
                        checker.report(problem(*span, "chooses out of the same").help(help));
                    } else if let Some(kind) = promoted_to(rules, after) {
                        let letter = rules.kinds[kind].name.as_str();
                        let message = format!("promotion to {letter} and the choice of {letter} would have one text");
                        let label = "may be left out, as may the promotion";
                        let problem =
                            place(rule, at.span, |span| Diagnostic::error(Code::SameText, span, &message), label);
                        checker.report(problem.help("let one of them be compulsory, or be about other kinds or moves"));
                    }
                    afters.push((after, at.span));
                }
                Item::Action(at) => {
                    let Some(action) = all_actions.next() else { continue };
                    if let Some((_, first)) = actions.iter().find(|(other, _)| one_move(other, action)) {
                        let message = format!(
                            "`{}` and `{}` are one move: nobody could choose the second",
                            first.name.text, action.name
                        );
                        let problem = place(
                            rule,
                            at.span,
                            |span| Diagnostic::error(Code::SameText, span, &message),
                            "the same again",
                        );
                        let help = "leave one of them out, or let them do different things";
                        checker.report(problem.also(first.span, "this does so already").help(help));
                    }
                    actions.push((action, at));
                }
                _ => {}
            }
        }
    }
}

/// Whether the second action does what the first does, whenever it is to be had.
fn one_move(first: &Action, second: &Action) -> bool {
    let whenever = first.when.is_none() || first.when == second.when;
    whenever
        && first.last_resort == second.last_resort
        && first.choices == second.choices
        && first.effects == second.effects
}

/// Whether a choice of the one, with nothing chosen in the other, may read like a choice of the other.
fn one_text(rules: &Rules, one: &After, other: &After) -> bool {
    let both = covers(&one.event, &other.event) || covers(&other.event, &one.event);
    let alike = |(one, other): (&Choice, &Choice)| match (one, other) {
        (Choice::Square(_), Choice::Square(_)) => true,
        (Choice::Kind(one), Choice::Kind(other)) => {
            (0..2).any(|side| !(possible(rules, one, side) & possible(rules, other, side)).is_empty())
        }
        _ => false,
    };
    // Squares are told apart only if they can be the same: sets that change may be.
    let squares_differ = one.choices.iter().zip(&other.choices).any(|pair| match pair {
        (Choice::Square(one), Choice::Square(other)) => one != other,
        _ => false,
    });
    both && !squares_differ
        && one.choices.len() == other.choices.len()
        && one.choices.iter().zip(&other.choices).all(alike)
}

/// A kind that a man may promote to, or stay what it is and have chosen it after the move.
fn promoted_to(rules: &Rules, after: &After) -> Option<usize> {
    let [Choice::Kind(chosen)] = after.choices.as_slice() else { return None };
    if !matches!(after.event.what, Happening::Move | Happening::Capture) || after.event.from.is_some() {
        return None;
    }
    let by = |side: usize| match &after.event.by {
        None => Some(KindSet(u128::MAX)),
        Some(kinds) => kinds.fixed(side),
    };
    let pairs = rules
        .promotions
        .iter()
        .filter(|line| line.optional && line.while_.is_none())
        .flat_map(|line| [(line, 0), (line, 1)]);
    pairs
        .filter(|(line, side)| {
            let alone = rules.promotions.iter().all(|other| {
                other.optional
                    || (other.kinds & line.kinds).is_empty()
                    || (other.zone[*side] & line.zone[*side]).is_empty()
            });
            let to = after.event.to.is_none();
            let by = by(*side).is_some_and(|by| !(by & line.kinds).is_empty());
            alone && to && by && !line.zone[*side].is_empty()
        })
        .find_map(|(line, side)| (rules.widest(&line.to, side) & possible(rules, chosen, side)).iter().next())
}

/// The kinds that a choice may be of.
fn possible(rules: &Rules, kinds: &Kinds, side: usize) -> KindSet {
    match kinds {
        Kinds::InHand => rules.hand.iter().map(|slot| slot.kind).collect(),
        other => rules.widest(other, side),
    }
}
