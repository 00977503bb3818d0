//! What is illegal, what check is, what goes first, actions, drops, and what follows on moves.

use super::hands::one_kind;
use super::load::NamedRule;
use super::names::{Checker, Meaning};
use super::types::Place;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{self, EffectKind, Item};
use crate::rules::expr::{Action, After, Cond, Drop, Effect, Event, Forbid, Happening, Kinds, Squares, Who};
use crate::rules::{KindId, KindSet, Rules};

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
            let of_move = Place { of_move: true, ..Place::default() };
            let effects = effects(checker, &of_move, &after.effects);
            if let (Some(event), Some(effects)) = (event, effects) {
                rules.afters.push(After { rule: name, event, effects });
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
        let message = format!("an action chooses up to {MOST_CHOICES} squares");
        let problem = Diagnostic::error(Code::TooManyChoices, name.span, message).label("one too many");
        checker.report(problem.help("make it two actions, or choose fewer"));
        whole = false;
    }
    let mut choices = Vec::new();
    for (name, set) in &action.choices {
        if checker.known(&name.text).is_some() || place.choices.contains(&name.text) {
            let message = format!("`{}` is already the name of something", name.text);
            let problem = Diagnostic::error(Code::Duplicate, name.span, message).label("taken");
            checker.report(problem.help("call what is chosen by another name"));
            whole = false;
        }
        match checker.at(place.clone(), |c| c.square_expr(set)) {
            Some(set) => choices.push(set),
            None => whole = false,
        }
        place.choices.push(name.text.clone());
    }
    let effects = effects(checker, &place, &action.effects);
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
    Some(Action { name: action.name.text.clone(), last_resort: action.last_resort, when, choices, effects })
}

fn effects(checker: &mut Checker, place: &Place, effects: &[ast::Effect]) -> Option<Vec<Effect>> {
    let effects: Vec<_> = effects.iter().map(|effect| self::effect(checker, place, effect)).collect();
    effects.into_iter().collect()
}

fn effect(checker: &mut Checker, place: &Place, effect: &ast::Effect) -> Option<Effect> {
    let squares = |checker: &mut Checker, set| checker.at(place.clone(), |c| c.square_expr(set));
    Some(match &effect.what {
        EffectKind::Remove(set) => Effect::Remove(squares(checker, set)?),
        EffectKind::Swap(one, other) => {
            let (one, other) = (squares(checker, one), squares(checker, other));
            Effect::Swap(one?, other?)
        }
        EffectKind::Relocate(from, to) => {
            let (from, to) = (squares(checker, from), squares(checker, to));
            Effect::Relocate(from?, to?)
        }
        EffectKind::Put(kind, on) => {
            let (kind, on) = (one_kind(checker, kind, "a man of one kind is put"), squares(checker, on));
            Effect::Put(kind?, on?)
        }
        EffectKind::ToHand => {
            if checker.unit.hands.is_empty() && !checker.unit.is_part() {
                let problem = Diagnostic::error(Code::NoHand, effect.span, "there are no hands in this game");
                checker.report(problem.label("to whose hand?").help("add a line `hand`"));
                return None;
            }
            Effect::VictimToHand
        }
        EffectKind::Change(up, whose, name, by) => {
            let (index, who) = counter(checker, name, *whose, effect.span)?;
            let by = by.map_or(1, |by| by.value);
            if !(1..=100).contains(&by) {
                let problem = Diagnostic::error(Code::NumberTooLarge, effect.span, "a counter changes by 1 to 100");
                checker.report(problem.help("counters are for small numbers"));
                return None;
            }
            Effect::Change(index, who, if *up { by as i64 } else { -(by as i64) })
        }
    })
}

fn counter(checker: &mut Checker, name: &ast::Name, whose: Option<ast::Whose>, span: Span) -> Option<(usize, Who)> {
    match checker.meaning(&name.text, name.span)? {
        Meaning::Counter(index) => Some((index, checker.whose_counter(span, index, whose)?)),
        _ => {
            let problem = Diagnostic::error(Code::NotACounter, name.span, format!("`{}` is not a counter", name.text));
            checker.report(
                problem.label("not a counter").help(format!("define one: counter {} = 3 each side", name.text)),
            );
            None
        }
    }
}

/// Whether men of a kind may come to a square otherwise than by their movement: swapped, relocated or put there.
pub fn moves_otherwise(rules: &Rules, kind: KindId) -> bool {
    let actions = rules.actions.iter().map(|action| (action.effects.as_slice(), action.choices.as_slice()));
    let afters = rules.afters.iter().map(|after| (after.effects.as_slice(), &[][..]));
    actions.chain(afters).any(|(effects, choices)| {
        effects.iter().any(|effect| match effect {
            Effect::Put(put, _) => *put == kind,
            Effect::Swap(one, other) => holds(one, choices, kind) || holds(other, choices, kind),
            Effect::Relocate(from, _) => holds(from, choices, kind),
            _ => false,
        })
    })
}

/// Whether a man of the kind may stand on a square of the set.
fn holds(squares: &Squares, choices: &[Squares], kind: KindId) -> bool {
    let inside = |set: &Squares| holds(set, choices, kind);
    match squares {
        Squares::Men(_, kinds) => (0..2).any(|side| kinds.fixed(side).is_none_or(|kinds| kinds.has(kind))),
        Squares::Empty => false,
        Squares::Or(a, b) => inside(a) || inside(b),
        Squares::And(a, b) => inside(a) && inside(b),
        Squares::Minus(a, _) => inside(a),
        Squares::Chosen(index) => choices.get(*index).is_none_or(inside),
        _ => true,
    }
}
