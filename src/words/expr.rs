//! Conditions, sets, events and effects in words, from the side of their owner (White, where the sides differ).

use super::{kinds as kinds_by_name, squares as squares_by_name};
use ferz_lang::rules::expr::{Choice, Comparison, Cond, Effect, Event, Happening, Int, Kinds, Man, Squares, Who};
use ferz_lang::rules::{KindSet, Rules};

fn who(who: Who) -> &'static str {
    match who {
        Who::Own => "own",
        Who::Enemy => "enemy",
        Who::Either => "any",
    }
}

fn side(who: Who) -> &'static str {
    match who {
        Who::Own => "the own side",
        Who::Enemy => "the enemy",
        Who::Either => "either side",
    }
}

/// A set of kinds.
pub fn kinds(rules: &Rules, set: &Kinds) -> String {
    let both = |a: &Kinds, b: &Kinds| (kinds(rules, a), kinds(rules, b));
    match set {
        Kinds::Fixed(_) if is_all(rules, set) => "man".to_owned(),
        Kinds::Fixed([white, _]) => kinds_by_name(rules, *white),
        Kinds::Captured => "kind that was captured".to_owned(),
        Kinds::PromotedForm => "its promoted form".to_owned(),
        Kinds::InHand => "kind in hand".to_owned(),
        Kinds::Chosen(index) => format!("man of choice {}", index + 1),
        Kinds::Or(a, b) => {
            let (a, b) = both(a, b);
            format!("{a} or {b}")
        }
        Kinds::And(a, b) => {
            let (a, b) = both(a, b);
            format!("({a}) that is also {b}")
        }
        Kinds::Minus(a, b) => {
            let (a, b) = both(a, b);
            format!("({a}) but not {b}")
        }
    }
}

fn is_all(rules: &Rules, set: &Kinds) -> bool {
    let all: KindSet = (0..rules.kinds.len()).collect();
    set.fixed(0).is_some_and(|fixed| all - fixed == KindSet::EMPTY)
}

/// A set of squares.
pub fn squares(rules: &Rules, set: &Squares) -> String {
    let named = |set: &Squares| squares(rules, set);
    match set {
        Squares::Zone([white, _]) => squares_by_name(&rules.board, *white),
        Squares::Men(whose, set) => format!("{} {}", who(*whose), kinds(rules, set)),
        Squares::Empty => "the empty squares".to_owned(),
        Squares::Attacked(by) => format!("the squares that {} attacks", side(*by)),
        Squares::Reach(_, from) => format!("what a man that moves so reaches from {}", named(from)),
        Squares::Near(of) => format!("the neighbours of {}", named(of)),
        Squares::Files(of) => format!("the files of {}", named(of)),
        Squares::Ranks(of) => format!("the ranks of {}", named(of)),
        Squares::Or(a, b) => format!("({} or {})", named(a), named(b)),
        Squares::And(a, b) => format!("({} within {})", named(a), named(b)),
        Squares::Minus(a, b) => format!("({} without {})", named(a), named(b)),
        Squares::Not(of) => format!("all squares but {}", named(of)),
        Squares::Unmoved => "the men that have not moved".to_owned(),
        Squares::Chosen(index) => format!("choice {}", index + 1),
        Squares::From => "the square left".to_owned(),
        Squares::To => "the square reached".to_owned(),
        Squares::Victim => "the victim".to_owned(),
    }
}

fn int(rules: &Rules, number: &Int) -> String {
    let named = |number: &Int| int(rules, number);
    match number {
        Int::Const(value) => value.to_string(),
        Int::Count(set) => format!("the number of {}", squares(rules, set)),
        Int::Lost(set) => format!("the number of lost {}", kinds(rules, set)),
        Int::Counter(index, of) => counter(rules, *index, *of),
        Int::Hand(set, of) => format!("the number of {} in hand of {}", kinds(rules, set), side(*of)),
        Int::Add(a, b) => format!("({} + {})", named(a), named(b)),
        Int::Sub(a, b) => format!("({} - {})", named(a), named(b)),
        Int::Mul(a, b) => format!("{} times {}", named(a), named(b)),
    }
}

fn counter(rules: &Rules, index: usize, of: Who) -> String {
    let name = rules.counters.get(index).map_or("?", |counter| &counter.name);
    let whose = rules.counters.get(index).is_some_and(|counter| counter.each_side);
    if whose { format!("{} {name}", who(of)) } else { name.to_owned() }
}

/// A condition.
pub fn cond(rules: &Rules, condition: &Cond) -> String {
    let named = |condition: &Cond| cond(rules, condition);
    match condition {
        Cond::Const(true) => "always".to_owned(),
        Cond::Const(false) => "never".to_owned(),
        Cond::Any(set) => format!("there is {}", squares(rules, set)),
        Cond::Compare(a, how, b) => {
            let how = match how {
                Comparison::Equal => "is",
                Comparison::Less => "is less than",
                Comparison::AtMost => "is at most",
            };
            format!("{} {how} {}", int(rules, a), int(rules, b))
        }
        Cond::Check(of) => format!("{} is in check", side(*of)),
        Cond::Checkmate(of) => format!("{} is checkmated", side(*of)),
        Cond::Stalemate(of) => format!("{} is stalemated", side(*of)),
        Cond::ToMove => "it is the own turn".to_owned(),
        Cond::OwnIs(0) => "the own side is White".to_owned(),
        Cond::OwnIs(_) => "the own side is Black".to_owned(),
        Cond::Before(index) => match rules.memories.get(*index) {
            Some(memory) => format!("before the last move: {}", named(memory)),
            None => "something held before the last move".to_owned(),
        },
        Cond::Passed => "the last move changed nothing".to_owned(),
        Cond::And(a, b) => format!("({} and {})", named(a), named(b)),
        Cond::Or(a, b) => format!("({} or {})", named(a), named(b)),
        Cond::Not(of) => format!("not: {}", named(of)),
    }
}

/// An event.
pub fn event(rules: &Rules, event: &Event) -> String {
    let mut words = match event.what {
        Happening::Capture => "a capture",
        Happening::Move => "a move",
        Happening::Drop => "a drop",
        Happening::Promotion => "a promotion",
        Happening::Castling => "castling",
        Happening::Check => "giving check",
    }
    .to_owned();
    for (word, set) in [(" by ", &event.by), (" of ", &event.of)] {
        words.extend(set.iter().map(|set| word.to_owned() + &kinds(rules, set)));
    }
    for (word, set) in [(" from ", &event.from), (" to ", &event.to)] {
        words.extend(set.iter().map(|set| word.to_owned() + &squares(rules, set)));
    }
    words
}

fn man(rules: &Rules, man: &Man) -> String {
    match man {
        Man::Kind(kind) => format!("a {}", rules.kinds[*kind].name),
        Man::Chosen(index) => format!("a man of choice {}", index + 1),
    }
}

/// What is chosen, one choice after the other.
pub fn choices(rules: &Rules, choices: &[Choice]) -> String {
    let one = |(i, choice): (usize, &Choice)| match choice {
        Choice::Square(set) => format!("choice {} is one of {}; ", i + 1, squares(rules, set)),
        Choice::Kind(set) => format!("choice {} is a kind of {}; ", i + 1, kinds(rules, set)),
    };
    choices.iter().enumerate().map(one).collect()
}

/// Effects, one after the other.
pub fn effects(rules: &Rules, effects: &[Effect]) -> String {
    let named = |set: &Squares| squares(rules, set);
    let one = |effect: &Effect| match effect {
        Effect::Remove(set) => format!("the men on {} go", named(set)),
        Effect::Swap(a, b) => format!("the men on {} and {} change places", named(a), named(b)),
        Effect::Relocate(a, b) => format!("the man on {} goes to {}", named(a), named(b)),
        Effect::Put(which, on) => format!("{} appears on {}", man(rules, which), named(on)),
        Effect::Drop(which, on) => format!("{} comes from the hand onto {}", man(rules, which), named(on)),
        Effect::VictimToHand => "the victim comes into the own hand".to_owned(),
        Effect::Change(index, of, by) => {
            let way = if *by < 0 { "falls" } else { "rises" };
            format!("{} {way} by {}", counter(rules, *index, *of), by.unsigned_abs())
        }
    };
    if effects.is_empty() {
        "nothing changes".to_owned()
    } else {
        effects.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}
