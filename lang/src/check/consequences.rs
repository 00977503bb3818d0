//! What is illegal, what check is, what goes first, actions, drops, and what follows on moves.

use super::effects;
use super::load::NamedRule;
use super::names::Checker;
use super::types::Place;
use crate::diagnostics::{Code, Diagnostic};
use crate::parse::ast::{self, EffectKind, Item};
use crate::rules::expr::{Action, After, Cond, Drop, Event, Forbid, Happening, Kinds, Squares, Who};
use crate::rules::{KindSet, Rules};

/// So many squares fit into a move behind the number of its action.
const MOST_CHOICES: usize = 7;

/// So many numbers of actions fit into a byte.
const MOST_ACTIONS: usize = 255;

/// Fills in all of them, in the order of the rules.
pub fn fill(checker: &mut Checker, rules: &mut Rules) {
    let unit = checker.unit;
    for rule in &unit.rules {
        for (side, item) in &rule.items {
            one(checker, rules, rule, *side, item);
        }
    }
    // `royal` says the same as a line of its own; where there are such lines, it has to be one of them.
    let royals: KindSet = (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].royal).collect();
    if !rules.checks.is_empty() && !royals.is_empty() {
        let men = Squares::Men(Who::Own, Kinds::Fixed([royals; 2]));
        let attacked = Box::new(Squares::Attacked(Who::Enemy));
        rules.checks.push(Cond::Any(Squares::And(Box::new(men), attacked)));
    }
}

fn one(checker: &mut Checker, rules: &mut Rules, rule: &NamedRule, side: Option<usize>, item: &Item) {
    let name = rule.name.clone();
    match item {
        Item::Drop(drop) => rules.drops.extend(self::drop(checker, name, side, drop, &rules.hand)),
        Item::Check(check) => {
            let condition = checker.at(Place::default(), |c| c.cond_expr(&check.condition));
            rules.checks.extend(condition.map(|condition| for_side(side, condition)));
        }
        Item::Forbid(forbid) => {
            let event = forbid.event.as_ref().map(|event| self::event(checker, None, event));
            let when = match &forbid.when {
                Some(when) => checker.at(Place::default(), |c| c.cond_expr(when)),
                None => Some(Cond::Const(true)),
            };
            if let (Some(when), None | Some(Some(_))) = (when, &event) {
                rules.forbids.push(Forbid { rule: name, event: event.flatten(), when: for_side(side, when) });
            }
        }
        Item::Prefer(event) => rules.prefers.extend(self::event(checker, side, event)),
        Item::Action(action) => {
            let again = rules.actions.iter().any(|known| known.name == action.name.text);
            if again {
                let message = format!("there is already an action `{}`", action.name.text);
                let problem = Diagnostic::error(Code::Duplicate, action.name.span, message).label("again here");
                checker.report(problem.help("give it another name, or leave out the rule that holds the other one"));
            }
            if rules.actions.len() == MOST_ACTIONS {
                let message = format!("a game has up to {MOST_ACTIONS} actions");
                let problem = Diagnostic::error(Code::TooManyChoices, action.name.span, message).label("one too many");
                checker.report(problem.help("leave some out"));
                return;
            }
            rules.actions.extend(self::action(checker, side, action));
        }
        Item::After(after) => {
            let event = event(checker, side, &after.event);
            let mut place = Place { of_move: true, ..Place::default() };
            let choices = effects::choices(checker, &mut place, &after.choices);
            let effects = effects::effects(checker, &place, &after.effects);
            if let (Some(event), Some(choices), Some(effects)) = (event, choices, effects) {
                let optional = after.optionally.is_some();
                rules.afters.push(After { rule: name, event, optional, choices, effects });
                effects::room(checker, rules, after);
            }
        }
        Item::Promote(_) | Item::Castle(_) | Item::End(_) | Item::For(..) | Item::Refused(_) => {}
    }
}

/// A condition that is one side's alone.
pub fn for_side(side: Option<usize>, condition: Cond) -> Cond {
    match side {
        Some(side) => Cond::And(Box::new(Cond::OwnIs(side)), Box::new(condition)),
        None => condition,
    }
}

/// Kinds that are one side's alone.
fn kinds_for_side(side: Option<usize>, kinds: Kinds) -> Kinds {
    let Some(side) = side else { return kinds };
    let mut only = [KindSet::EMPTY; 2];
    only[side] = KindSet(u128::MAX);
    match kinds {
        Kinds::Fixed(sets) => Kinds::Fixed([0, 1].map(|side| sets[side] & only[side])),
        other => Kinds::And(Box::new(other), Box::new(Kinds::Fixed(only))),
    }
}

fn drop(
    checker: &mut Checker,
    rule: String,
    side: Option<usize>,
    drop: &ast::Drop,
    hand: &[crate::rules::InHand],
) -> Option<Drop> {
    let kinds = checker.at(Place::default(), |c| c.kind_set(&drop.kinds));
    let on = checker.at(Place::default(), |c| c.square_expr(&drop.on));
    let (kinds, on) = (kinds?, on?);
    if checker.unit.hands.is_empty() && !checker.unit.is_part() {
        let problem =
            Diagnostic::error(Code::NoHand, drop.span, "men are dropped from the hand, and there are no hands");
        checker.report(problem.label("from whose hand?").help("add a line `hand`"));
        return None;
    }
    let missing = (kinds[0] | kinds[1]).iter().find(|kind| hand.iter().all(|slot| slot.kind != *kind));
    if let Some(kind) = missing.filter(|_| !hand.is_empty()) {
        let message = format!("a {} can never be in hand", checker.men[kind].name);
        let problem = Diagnostic::error(Code::NoHand, drop.kinds.span, message).label("never in hand");
        checker.report(problem.help("royal men and promoted forms are not held in hand"));
        return None;
    }
    Some(Drop { rule, kinds: kinds_for_side(side, Kinds::Fixed(kinds)), on })
}

fn event(checker: &mut Checker, side: Option<usize>, event: &ast::Event) -> Option<Event> {
    let mut kinds = |set: &Option<ast::Expr>| {
        let Some(set) = set else { return Some(None) };
        let kinds = checker.at(Place::default(), |c| c.kind_expr(set))?;
        Some(Some(checker.with_shadows(kinds)))
    };
    let (by, of) = (kinds(&event.by), kinds(&event.of));
    let mut squares = |set: &Option<ast::Expr>| {
        let Some(set) = set else { return Some(None) };
        checker.at(Place::default(), |c| c.square_expr(set)).map(Some)
    };
    let (from, to) = (squares(&event.from), squares(&event.to));
    let (by, of, from, to) = (by?, of?, from?, to?);
    let takes = matches!(event.what, Happening::Capture | Happening::Move | Happening::Promotion | Happening::Check);
    if let Some(of) = event.of.as_ref().filter(|_| !takes) {
        let message = format!("nothing is taken by a {}", format!("{:?}", event.what).to_lowercase());
        let problem = Diagnostic::error(Code::MisplacedWord, of.span, message).label("nothing is taken");
        checker.report(problem.help("leave out `of`, or write `capture of ...`"));
        return None;
    }
    let by = match (by, side) {
        (None, None) => None,
        (by, _) => {
            let all = Kinds::Fixed([checker.every_kind(); 2]);
            Some(kinds_for_side(side, by.unwrap_or(all)))
        }
    };
    Some(Event { what: event.what, by, of, from, to })
}

fn action(checker: &mut Checker, side: Option<usize>, action: &ast::Action) -> Option<Action> {
    let mut place = Place::default();
    let mut whole = true;
    let mut when: Option<Cond> = None;
    for guard in &action.when {
        match checker.at(place.clone(), |c| c.cond_expr(guard)) {
            Some(more) => {
                when = Some(match when {
                    Some(before) => Cond::And(Box::new(before), Box::new(more)),
                    None => more,
                })
            }
            None => whole = false,
        }
    }
    if let Some((name, _)) = action.choices.get(MOST_CHOICES) {
        let message = format!("an action chooses up to {MOST_CHOICES} times");
        let problem = Diagnostic::error(Code::TooManyChoices, name.span, message).label("one too many");
        checker.report(problem.help("make it two actions, or choose fewer"));
        whole = false;
    }
    let choices = effects::choices(checker, &mut place, &action.choices);
    let effects = effects::effects(checker, &place, &action.effects);
    if let Some(effect) = action.effects.iter().find(|effect| effect.what == EffectKind::ToHand) {
        let problem =
            Diagnostic::error(Code::MisplacedWord, effect.span, "an action takes nothing, so it has no victim");
        checker.report(problem.label("no victim").help("`to hand victim` stands in `after capture { ... }`"));
        return None;
    }
    let when = match (when, side) {
        (None, Some(side)) => Some(Cond::OwnIs(side)),
        (when, side) => when.map(|when| for_side(side, when)),
    };
    let effects = effects.filter(|_| whole)?;
    let name = action.name.text.clone();
    Some(Action { name, last_resort: action.last_resort, when, choices: choices?, effects })
}
