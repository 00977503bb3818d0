//! What the rules ask of generated code beyond the moves of men.

use super::geometry::Geometry;
use super::moves::{Feature, KindPlan, reach};
use super::tables::Tables;
use ferz_abi::{EndWhen, kind_of};
use ferz_lang::rules::Rules;
use ferz_lang::rules::expr::{Choice, Comparison, Cond, Effect, Int, Kinds, Man, Squares};
use ferz_lang::rules::movement::Movement;

/// A movement that a rule asks about, with how its targets are found for each owner.
#[derive(Debug)]
pub struct Reach {
    /// The movement, for each owner.
    pub movement: [Movement; 2],
    /// How its targets are found.
    pub features: [Vec<Feature>; 2],
}

/// In how many ways one can choose one after the other, at most.
pub fn most_choices(rules: &Rules, choices: &[Choice]) -> usize {
    let most = |choice: &Choice| match choice {
        Choice::Square(set) => most_squares(rules, set),
        Choice::Kind(Kinds::InHand) => rules.hand.len(),
        Choice::Kind(kinds) => (0..2).map(|side| rules.widest(kinds, side).len()).max().unwrap_or(0),
    };
    choices.iter().map(most).fold(1, usize::saturating_mul)
}

/// How many squares a set can have, at most.
fn most_squares(rules: &Rules, set: &Squares) -> usize {
    let most = |set: &Squares| most_squares(rules, set);
    let cells = rules.cells().len();
    match set {
        Squares::Zone(zones) => zones.iter().map(|zone| zone.len()).max().unwrap_or(0),
        Squares::Chosen(_) => 1,
        // Two men castle.
        Squares::From | Squares::To => 2,
        Squares::Or(a, b) => most(a).saturating_add(most(b)).min(cells),
        Squares::And(a, b) => most(a).min(most(b)),
        Squares::Minus(a, _) => most(a),
        Squares::Near(a) => most(a).saturating_mul(8).min(cells),
        _ => cells,
    }
}

/// Whether two actions, or one move with different choices in what follows on it, can make the same change.
pub fn may_repeat(rules: &Rules) -> bool {
    // Each man that is dropped from the hand makes another position.
    let differs = |choices: &[Choice], effects: &[Effect]| {
        let dropped = |n: usize| match effects {
            [Effect::Drop(man, square)] => *man == Man::Chosen(n) || *square == Squares::Chosen(n),
            _ => false,
        };
        (0..choices.len()).all(dropped)
    };
    let one_by_one = rules.afters.iter().filter(|a| !a.effects.is_empty()).count() < 2;
    let choices = rules.actions.iter().map(|a| &a.choices).chain(rules.afters.iter().map(|a| &a.choices));
    let chooses = choices.into_iter().any(|choices| !choices.is_empty());
    let single = rules.actions.len() < 2 && rules.actions.iter().all(|a| differs(&a.choices, &a.effects));
    (chooses && !one_by_one) || !single || !rules.afters.iter().all(|a| differs(&a.choices, &a.effects))
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
        match effect {
            Effect::Put(Man::Kind(kind), _) | Effect::Drop(Man::Kind(kind), _) => at_home[*kind] = true,
            Effect::Put(Man::Chosen(_), _) => at_home.fill(true),
            _ => {}
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
    let mut asks = false;
    rules.every_condition().for_each(|condition| {
        condition.every_part(&mut |part| asks |= matches!(part, Cond::Checkmate(_) | Cond::Stalemate(_)));
    });
    asks
}

/// Every movement that an expression of the rules asks about.
pub fn reaches(rules: &Rules, board: &Geometry, tables: &mut Tables) -> Vec<Reach> {
    let mut movements: Vec<[Movement; 2]> = Vec::new();
    rules.every_set(&mut |set| {
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
