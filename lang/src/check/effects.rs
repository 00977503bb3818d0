//! What is chosen, and what it does: in actions, and in what follows on moves.

use super::hands::one_kind;
use super::names::{Checker, Meaning};
use super::types::{Place, Type};
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{self, ChosenFrom, EffectKind, Node};
use crate::rules::expr::{Choice, Effect, Happening, Kinds, Man, Squares, Who};
use crate::rules::movement::{self, Path};
use crate::rules::{KindId, Rules};
use ferz_abi::Choosing;

/// A castling takes two squares of a move, and what is chosen must have room behind them.
const MOST_AFTER_MOVES: usize = 6;

/// All choices, one after the other: `place` knows each by its name from then on.
pub fn choices(checker: &mut Checker, place: &mut Place, all: &[(ast::Name, ChosenFrom)]) -> Option<Vec<Choice>> {
    let mut choices = Some(Vec::new());
    for (name, from) in all {
        if checker.known(&name.text).is_some() || place.choices.iter().any(|(choice, _)| *choice == name.text) {
            let message = format!("`{}` is already the name of something", name.text);
            let problem = Diagnostic::error(Code::Duplicate, name.span, message).label("taken");
            checker.report(problem.help("call what is chosen by another name"));
            choices = None;
        }
        let chosen = match from {
            ChosenFrom::Hand(span) => {
                some_hand(checker, *span, "whose hand?").map(|()| (Choice::Kind(Kinds::InHand), Type::Kinds))
            }
            ChosenFrom::Set(set) => checker.at(place.clone(), |c| match c.type_of(set) {
                Some(Type::Kinds) => c.kind_expr(set).map(|kinds| (Choice::Kind(kinds), Type::Kinds)),
                _ => c.square_expr(set).map(|squares| (Choice::Square(squares), Type::Squares)),
            }),
        };
        let of = chosen.as_ref().map_or(Type::Squares, |(_, of)| *of);
        place.choices.push((name.text.clone(), of));
        choices = choices.zip(chosen).map(|(mut choices, (choice, _))| {
            choices.push(choice);
            choices
        });
    }
    choices
}

/// An error where there are no hands.
fn some_hand(checker: &mut Checker, span: Span, label: &str) -> Option<()> {
    if checker.unit.hands.is_empty() && !checker.unit.is_part() {
        let problem = Diagnostic::error(Code::NoHand, span, "there are no hands in this game");
        checker.report(problem.label(label).help("add a line `hand`"));
        return None;
    }
    Some(())
}

/// Whether a move has room for what the rules so far let the mover choose, of which `after` is the last.
pub fn room(checker: &mut Checker, rules: &Rules, after: &ast::After) {
    let chosen = ferz_abi::Move::default().squares.len() - rules.squares_of_a_move();
    let movements = rules.kinds.iter().flat_map(|kind| kind.movement.iter().flatten());
    let moving = movements.flat_map(|part| part.paths.iter().map(|path| squares_of(path, part.marking))).max();
    let acting = rules.afters.iter().any(|after| !after.choices.is_empty() && after.event.what == Happening::Check);
    let actions = rules.actions.iter().map(|action| 1 + action.choices.len()).filter(|_| acting).max();
    let others = moving.max(actions).unwrap_or(0).max(8 - MOST_AFTER_MOVES);
    let problem = if after.choices.is_empty() {
        return;
    } else if rules.choosings().len() > Choosing::MOST {
        format!("there are up to {} rules in which something is chosen after a move", Choosing::MOST)
    } else if chosen > MOST_AFTER_MOVES || chosen + others > 8 {
        format!("{chosen} choices do not fit behind a move that concerns {others} further squares: up to 8 do")
    } else {
        return;
    };
    let problem = Diagnostic::error(Code::TooManyChoices, after.span, problem).label("one choice too many");
    checker.report(problem.help("let the mover choose less, or make an action of it"));
}

/// How many squares a move by this path may have to name besides its ends.
fn squares_of(path: &Path, marking: bool) -> usize {
    let on_the_way = path.legs.iter().rev().skip(1).filter(|leg| leg.effect == movement::Effect::Remove);
    let taken: usize = on_the_way.map(|leg| 1 + usize::from(leg.put_down)).sum();
    let passed: usize = path.legs.iter().map(|leg| usize::from(leg.max)).sum();
    let en_passant = path.legs.iter().any(|leg| leg.ends.en_passant);
    taken + usize::from(en_passant) + if marking { passed.saturating_sub(1) } else { 0 }
}

/// The one kind that is put or dropped, or the choice that it is.
fn man(checker: &mut Checker, place: &Place, kind: &ast::Expr, reason: &str) -> Option<Man> {
    if let Node::Name(name) = &kind.node
        && let Some(choice) = place.choices.iter().position(|(choice, of)| choice == name && *of == Type::Kinds)
    {
        return Some(Man::Chosen(choice));
    }
    checker.at(place.clone(), |c| one_kind(c, kind, reason)).map(Man::Kind)
}

/// Effects, in order.
pub fn effects(checker: &mut Checker, place: &Place, effects: &[ast::Effect]) -> Option<Vec<Effect>> {
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
            let (man, on) = (man(checker, place, kind, "a man of one kind is put"), squares(checker, on));
            Effect::Put(man?, on?)
        }
        EffectKind::Drop(kind, on) => {
            let (man, on) = (man(checker, place, kind, "a man of one kind is dropped"), squares(checker, on));
            some_hand(checker, effect.span, "from whose hand?")?;
            Effect::Drop(man?, on?)
        }
        EffectKind::ToHand => {
            some_hand(checker, effect.span, "to whose hand?")?;
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
    let afters = rules.afters.iter().map(|after| (after.effects.as_slice(), after.choices.as_slice()));
    actions.chain(afters).any(|(effects, choices)| {
        effects.iter().any(|effect| match effect {
            Effect::Put(Man::Kind(put), _) | Effect::Drop(Man::Kind(put), _) => *put == kind,
            Effect::Put(Man::Chosen(n), _) | Effect::Drop(Man::Chosen(n), _) => match choices.get(*n) {
                Some(Choice::Kind(Kinds::InHand)) => rules.hand.iter().any(|slot| slot.kind == kind),
                Some(Choice::Kind(kinds)) => (0..2).any(|side| rules.widest(kinds, side).has(kind)),
                _ => true,
            },
            Effect::Swap(one, other) => holds(one, choices, kind) || holds(other, choices, kind),
            Effect::Relocate(from, _) => holds(from, choices, kind),
            _ => false,
        })
    })
}

/// Whether a man of the kind may stand on a square of the set.
fn holds(squares: &Squares, choices: &[Choice], kind: KindId) -> bool {
    let inside = |set: &Squares| holds(set, choices, kind);
    match squares {
        Squares::Men(_, kinds) => (0..2).any(|side| kinds.fixed(side).is_none_or(|kinds| kinds.has(kind))),
        Squares::Empty => false,
        Squares::Or(a, b) => inside(a) || inside(b),
        Squares::And(a, b) => inside(a) && inside(b),
        Squares::Minus(a, _) => inside(a),
        Squares::Chosen(index) => match choices.get(*index) {
            Some(Choice::Square(set)) => inside(set),
            _ => true,
        },
        _ => true,
    }
}
