//! What the rules ask of generated code beyond the moves of men.

use super::geometry::Geometry;
use super::moves::{Feature, KindPlan, reach};
use super::tables::Tables;
use ferz_abi::{EndWhen, kind_of};
use ferz_lang::rules::Rules;
use ferz_lang::rules::expr::{Comparison, Cond, Effect, Event, Int, Squares};
use ferz_lang::rules::movement::Movement;

/// A movement that a rule asks about, with how its targets are found for each owner.
#[derive(Debug)]
pub struct Reach {
    /// The movement, for each owner.
    pub movement: [Movement; 2],
    /// How its targets are found.
    pub features: [Vec<Feature>; 2],
}

/// Whether what follows on a move can change the board.
pub fn changes_the_board(rules: &Rules) -> bool {
    let changes = |effect: &Effect| !matches!(effect, Effect::VictimToHand | Effect::Change(..));
    rules.afters.iter().flat_map(|a| &a.effects).any(changes)
}

/// Whether a move can be impossible because a counter would leave its range by what follows on it.
///
/// A counter that goes down by one at a time, and whose end decides the game, never does: with nothing left of it there are no moves.
pub fn counters_can_stop_moves(rules: &Rules) -> bool {
    let changes = || {
        rules.afters.iter().flat_map(|a| &a.effects).filter_map(|effect| match effect {
            Effect::Change(counter, _, by) => Some((*counter, *by)),
            _ => None,
        })
    };
    let decides = |counter: usize| {
        rules.ends.iter().filter(|end| !end.claim).any(|end| match end.when {
            EndWhen::Holds(condition) => runs_out(&rules.conditions[usize::from(condition)], counter),
            _ => false,
        })
    };
    let harmless = |(counter, by): (usize, i64)| {
        by == -1
            && changes().filter(|&(other, _)| other == counter).count() == 1
            && decides(counter)
            // Who asks for replies asks as if the game went on.
            && !looks_at_replies(rules)
    };
    changes().any(|change| !harmless(change))
}

/// The kinds whose men cannot be taken where victims come into a hand, because none has a place for them.
pub fn without_place(rules: &Rules) -> impl Iterator<Item = usize> {
    let to_hand = rules.afters.iter().flat_map(|a| &a.effects).any(|effect| *effect == Effect::VictimToHand);
    let has_place = |kind: usize| {
        let plain = rules.kinds[kind].plain.unwrap_or(kind);
        rules.hand.iter().any(|slot| slot.kind == plain)
    };
    (0..rules.kinds.len()).filter(move |&kind| to_hand && !has_place(kind))
}

/// Whether a condition is that nothing is left of a counter.
fn runs_out(cond: &Cond, asked: usize) -> bool {
    let is_counter = |int: &Int| matches!(int, Int::Counter(counter, _) if *counter == asked);
    let is_zero = |int: &Int| *int == Int::Const(0);
    matches!(cond, Cond::Compare(a, Comparison::Equal, b) if is_counter(a) && is_zero(b) || is_zero(a) && is_counter(b))
}

/// The codes of the men that no set-up has and no rule brings onto the board, royals aside. Nothing keeps a FEN from having them, but they can
/// be served last.
pub fn guests(rules: &Rules, kinds: &[KindPlan], side: usize) -> Vec<u8> {
    let mut at_home = vec![rules.setups.is_empty(); rules.kinds.len()];
    let set_up = rules.setups.iter().flat_map(|s| s.cells.iter().flatten()).filter(|(_, owner)| *owner == side);
    set_up.for_each(|(kind, _)| at_home[*kind] = true);
    rules.hand.iter().for_each(|slot| at_home[slot.kind] = true);
    let effects = rules.actions.iter().flat_map(|a| &a.effects).chain(rules.afters.iter().flat_map(|a| &a.effects));
    for effect in effects {
        if let Effect::Put(kind, _) = effect {
            at_home[*kind] = true;
        }
    }
    loop {
        let before = at_home.clone();
        for kind in kinds.iter().filter(|k| before[k.kind]) {
            let choices = kind.promotions.iter().flat_map(|g| &g.classes).flat_map(|c| &c.choices);
            choices.for_each(|choice| at_home[kind_of(choice.code)] = true);
        }
        if at_home == before {
            return kinds.iter().filter(|k| !at_home[k.kind] && !k.royal).map(|k| k.code).collect();
        }
    }
}

/// Whether a condition asks if a side can still move.
pub fn looks_at_replies(rules: &Rules) -> bool {
    fn asks(cond: &Cond) -> bool {
        match cond {
            Cond::Checkmate(_) | Cond::Stalemate(_) => true,
            Cond::And(a, b) | Cond::Or(a, b) => asks(a) || asks(b),
            Cond::Not(a) => asks(a),
            _ => false,
        }
    }
    every_condition(rules).any(asks)
}

/// Every condition of the rules.
fn every_condition(rules: &Rules) -> impl Iterator<Item = &Cond> {
    let conditions = rules.checks.iter().chain(&rules.memories).chain(&rules.conditions);
    let conditions = conditions.chain(rules.forbids.iter().map(|f| &f.when));
    let conditions = conditions.chain(rules.actions.iter().filter_map(|a| a.when.as_ref()));
    conditions.chain(rules.promotions.iter().filter_map(|p| p.while_.as_ref()))
}

/// Every movement that an expression of the rules asks about.
pub fn reaches(rules: &Rules, board: &Geometry, tables: &mut Tables) -> Vec<Reach> {
    let mut movements: Vec<[Movement; 2]> = Vec::new();
    every_set(rules, &mut |set| {
        if let Squares::Reach(movement, _) = set
            && !movements.contains(movement)
        {
            movements.push((**movement).clone());
        }
    });
    let features = |movement: [Movement; 2]| {
        let [white, black] = [0, 1].map(|side| reach(&movement[side], board.cells, tables));
        Reach { features: [white, black], movement }
    };
    movements.into_iter().map(features).collect()
}

/// Calls `found` with every set of squares in every expression of the rules.
fn every_set(rules: &Rules, found: &mut dyn FnMut(&Squares)) {
    every_condition(rules).for_each(|c| in_cond(c, found));
    let events = rules.afters.iter().map(|a| &a.event).chain(&rules.prefers);
    events.chain(rules.forbids.iter().filter_map(|f| f.event.as_ref())).for_each(|e| in_event(e, found));
    rules
        .actions
        .iter()
        .flat_map(|a| &a.choices)
        .chain(rules.drops.iter().map(|d| &d.on))
        .for_each(|s| in_squares(s, found));
    let effects = rules.actions.iter().flat_map(|a| &a.effects);
    effects.chain(rules.afters.iter().flat_map(|a| &a.effects)).for_each(|e| in_effect(e, found));
}

fn in_event(event: &Event, found: &mut dyn FnMut(&Squares)) {
    event.from.iter().chain(&event.to).for_each(|s| in_squares(s, found));
}

fn in_effect(effect: &Effect, found: &mut dyn FnMut(&Squares)) {
    match effect {
        Effect::Remove(a) | Effect::Put(_, a) => in_squares(a, found),
        Effect::Swap(a, b) | Effect::Relocate(a, b) => [a, b].into_iter().for_each(|s| in_squares(s, found)),
        Effect::VictimToHand | Effect::Change(..) => {}
    }
}

fn in_cond(cond: &Cond, found: &mut dyn FnMut(&Squares)) {
    match cond {
        Cond::Any(set) => in_squares(set, found),
        Cond::Compare(a, _, b) => [a, b].into_iter().for_each(|i| in_int(i, found)),
        Cond::And(a, b) | Cond::Or(a, b) => [a, b].into_iter().for_each(|c| in_cond(c, found)),
        Cond::Not(a) => in_cond(a, found),
        Cond::Const(_) | Cond::Check(_) | Cond::Checkmate(_) | Cond::Stalemate(_) | Cond::ToMove => {}
        Cond::OwnIs(_) | Cond::Before(_) | Cond::Passed => {}
    }
}

fn in_int(int: &Int, found: &mut dyn FnMut(&Squares)) {
    match int {
        Int::Count(set) => in_squares(set, found),
        Int::Add(a, b) | Int::Sub(a, b) | Int::Mul(a, b) => [a, b].into_iter().for_each(|i| in_int(i, found)),
        Int::Const(_) | Int::Lost(_) | Int::Counter(..) | Int::Hand(..) => {}
    }
}

fn in_squares(set: &Squares, found: &mut dyn FnMut(&Squares)) {
    found(set);
    match set {
        Squares::Reach(_, a) | Squares::Near(a) | Squares::Files(a) | Squares::Ranks(a) | Squares::Not(a) => {
            in_squares(a, found)
        }
        Squares::Or(a, b) | Squares::And(a, b) | Squares::Minus(a, b) => {
            [a, b].into_iter().for_each(|s| in_squares(s, found))
        }
        Squares::Zone(_) | Squares::Men(..) | Squares::Empty | Squares::Attacked(_) | Squares::Chosen(_) => {}
        Squares::From | Squares::To | Squares::Victim => {}
    }
}
