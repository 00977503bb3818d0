//! Effects that can never be done: because of the men on their squares, or because of an effect before them.

use super::known::{Asked, Known};
use crate::rules::Rules;
use crate::rules::expr::{Choice, Effect, Happening, Squares};

/// Why an effect can never be done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A man is needed on a square, and none can be there.
    NobodyThere,
    /// A square must be empty, and never is.
    NeverEmpty,
    /// Two squares are needed, and there is one.
    SameSquare,
    /// There is no such square.
    NoSquare,
    /// There are always several.
    Several,
    /// The counter starts lower, and is never raised.
    NothingLeft,
}

impl Why {
    /// What is wrong, in half a sentence.
    pub fn message(self) -> &'static str {
        match self {
            Why::NobodyThere => "nobody can stand where this needs a man",
            Why::NeverEmpty => "somebody always stands where this needs an empty square",
            Why::SameSquare => "this needs two squares, and has the same one twice",
            Why::NoSquare => "this needs a square, and its set never holds one",
            Why::Several => "this needs one square, and its set always holds several",
            Why::NothingLeft => "the counter never stands so high, for nothing raises it",
        }
    }

    /// What to do.
    pub fn help(self) -> &'static str {
        match self {
            Why::NobodyThere => "effects happen in order, each on what the one before has left; `put` makes a new man",
            Why::NeverEmpty => "`remove` who stands there first, or `put`, which takes any square",
            Why::SameSquare => "name another square",
            Why::NoSquare => "widen the set",
            Why::Several => "name one square, or let it be chosen: `choose place in SQUARES`",
            Why::NothingLeft => "start the counter higher, or `raise` it somewhere",
        }
    }
}

/// What is known of one square after some effects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Nobody,
    Somebody,
}

/// The first effect that can never be done, whoever moves; after which moves, if it is after moves.
pub fn find(rules: &Rules, after: Option<Happening>, choices: &[Choice], effects: &[Effect]) -> Option<(usize, Why)> {
    // After a move a set may speak of anything, as an end may.
    let asked = if after.is_some() { Asked::End } else { Asked::Guard };
    let known = [0, 1].map(|owner| Known { cells: rules.cells(), owner, asked, choices });
    let mut so_far: Vec<(&Squares, Holds)> = Vec::new();
    for (index, effect) in effects.iter().enumerate() {
        let sure = |set: &Squares, holds| so_far.iter().any(|(known, what)| *known == set && *what == holds);
        // What is chosen was so before the first effect, and need not be so any more.
        let current = |set: &Squares| index == 0 || !speaks_of_chosen(set);
        let bounds = |set: &Squares| known.map(|known| known.squares(set));
        let no_man = |set: &Squares| {
            sure(set, Holds::Nobody) || current(set) && bounds(set).iter().all(|bounds| !bounds.may_have_men())
        };
        let no_room = |set: &Squares| {
            sure(set, Holds::Somebody) || current(set) && bounds(set).iter().all(|bounds| !bounds.vacant)
        };
        let no_square = |set: &Squares| {
            let not_of_this_move = match set {
                Squares::From => after == Some(Happening::Drop),
                Squares::Victim => matches!(after, Some(Happening::Drop | Happening::Castling)),
                _ => false,
            };
            not_of_this_move || current(set) && bounds(set).iter().all(|bounds| bounds.is_never())
        };
        // King and partner each leave a square and reach one.
        let several = |set: &Squares| {
            let of_both = matches!(set, Squares::From | Squares::To) && after == Some(Happening::Castling);
            of_both || bounds(set).iter().all(|bounds| bounds.least.len() > 1)
        };
        if let Some(why) = needs_one(effect).find_map(|set| match set {
            set if no_square(set) => Some(Why::NoSquare),
            set if several(set) => Some(Why::Several),
            _ => None,
        }) {
            return Some((index, why));
        }
        let why = match effect {
            Effect::Swap(a, b) if is_one(a) && a == b => Some(Why::SameSquare),
            Effect::Swap(a, b) if no_man(a) || no_man(b) => Some(Why::NobodyThere),
            Effect::Relocate(a, b) if is_one(a) && a == b => Some(Why::SameSquare),
            Effect::Relocate(a, _) if no_man(a) => Some(Why::NobodyThere),
            Effect::Relocate(_, b) if no_room(b) => Some(Why::NeverEmpty),
            Effect::Drop(_, on) if no_room(on) => Some(Why::NeverEmpty),
            Effect::Change(counter, _, by) => (*by < 0 && most(rules, *counter) + by < 0).then_some(Why::NothingLeft),
            _ => None,
        };
        if let Some(why) = why {
            return Some((index, why));
        }
        remember(&mut so_far, effect);
    }
    None
}

/// The sets of an effect that have to hold one square.
fn needs_one(effect: &Effect) -> impl Iterator<Item = &Squares> {
    let sets = match effect {
        Effect::Swap(a, b) | Effect::Relocate(a, b) => [Some(a), Some(b)],
        Effect::Put(_, on) | Effect::Drop(_, on) => [Some(on), None],
        Effect::Remove(_) | Effect::VictimToHand | Effect::Change(..) => [None, None],
    };
    sets.into_iter().flatten()
}

/// Whether an expression stands for the same square, whatever has happened since the move or the choice.
fn is_one(set: &Squares) -> bool {
    match set {
        Squares::Chosen(_) => true,
        Squares::Zone(zone) => zone.iter().all(|zone| zone.len() == 1),
        _ => false,
    }
}

fn speaks_of_chosen(set: &Squares) -> bool {
    match set {
        Squares::Chosen(_) => true,
        Squares::Or(a, b) | Squares::And(a, b) | Squares::Minus(a, b) => speaks_of_chosen(a) || speaks_of_chosen(b),
        Squares::Not(a) | Squares::Near(a) | Squares::Files(a) | Squares::Ranks(a) | Squares::Reach(_, a) => {
            speaks_of_chosen(a)
        }
        _ => false,
    }
}

/// Notes what an effect leaves. Another name may stand for the same square: what contradicts is forgotten.
fn remember<'a>(so_far: &mut Vec<(&'a Squares, Holds)>, effect: &'a Effect) {
    let mut note = |set: &'a Squares, holds: Holds| {
        so_far.retain(|(_, what)| *what == holds);
        if is_one(set) || matches!(set, Squares::From | Squares::To | Squares::Victim) {
            so_far.push((set, holds));
        }
    };
    match effect {
        Effect::Remove(set) => note(set, Holds::Nobody),
        Effect::Swap(a, b) => {
            note(a, Holds::Somebody);
            note(b, Holds::Somebody);
        }
        Effect::Relocate(a, b) => {
            // The one is left and the other reached, and they are not the same.
            so_far.clear();
            so_far.extend([(a, Holds::Nobody), (b, Holds::Somebody)].into_iter().filter(|(set, _)| is_one(set)));
        }
        Effect::Put(_, on) | Effect::Drop(_, on) => note(on, Holds::Somebody),
        Effect::VictimToHand | Effect::Change(..) => {}
    }
}

/// The most that a counter can be, if nothing raises it.
fn most(rules: &Rules, counter: usize) -> i64 {
    let raises = |effect: &Effect| matches!(effect, Effect::Change(which, _, by) if *which == counter && *by > 0);
    let actions = rules.actions.iter().flat_map(|action| &action.effects);
    let raised = actions.chain(rules.afters.iter().flat_map(|after| &after.effects)).any(raises);
    // A set-up may start it elsewhere.
    let set =
        rules.setups.iter().any(|setup| setup.fen.split_once(' ').is_some_and(|(_, rest)| rest.contains(['+', '='])));
    match rules.counters.get(counter) {
        Some(counter) if !raised && !set => i64::from(counter.start),
        _ => i64::from(u8::MAX),
    }
}
