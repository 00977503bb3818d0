//! What the rules ask about: every expression in them, wherever it stands.

use super::Rules;
use super::expr::{Choice, Cond, Effect, Event, Int, Squares};

impl Rules {
    /// Every condition.
    pub fn every_condition(&self) -> impl Iterator<Item = &Cond> {
        let conditions = self.checks.iter().chain(&self.memories).chain(&self.conditions);
        let conditions = conditions.chain(self.forbids.iter().map(|f| &f.when));
        let conditions = conditions.chain(self.actions.iter().filter_map(|a| a.when.as_ref()));
        conditions.chain(self.promotions.iter().filter_map(|p| p.while_.as_ref()))
    }

    /// Calls `found` with every set of squares, and with every set that it is made of.
    pub fn every_set(&self, found: &mut dyn FnMut(&Squares)) {
        self.every_condition().for_each(|cond| cond.every_set(found));
        let events = self.afters.iter().map(|a| &a.event).chain(&self.prefers);
        events.chain(self.forbids.iter().filter_map(|f| f.event.as_ref())).for_each(|event| event.every_set(found));
        let choices = self.actions.iter().flat_map(|a| &a.choices).chain(self.afters.iter().flat_map(|a| &a.choices));
        choices.for_each(|choice| {
            if let Choice::Square(set) = choice {
                set.every_set(found);
            }
        });
        self.drops.iter().for_each(|drop| drop.on.every_set(found));
        let effects = self.actions.iter().flat_map(|a| &a.effects).chain(self.afters.iter().flat_map(|a| &a.effects));
        effects.for_each(|effect| effect.every_set(found));
    }

    /// Whether some rule asks which men have not moved.
    pub fn asks_who_is_unmoved(&self) -> bool {
        let mut asks = false;
        self.every_set(&mut |set| asks |= *set == Squares::Unmoved);
        asks
    }
}

impl Event {
    fn every_set(&self, found: &mut dyn FnMut(&Squares)) {
        self.from.iter().chain(&self.to).for_each(|set| set.every_set(found));
    }
}

impl Effect {
    fn every_set(&self, found: &mut dyn FnMut(&Squares)) {
        match self {
            Effect::Remove(a) | Effect::Put(_, a) | Effect::Drop(_, a) => a.every_set(found),
            Effect::Swap(a, b) | Effect::Relocate(a, b) => [a, b].into_iter().for_each(|set| set.every_set(found)),
            Effect::VictimToHand | Effect::Change(..) => {}
        }
    }
}

impl Cond {
    fn every_set(&self, found: &mut dyn FnMut(&Squares)) {
        self.every_part(&mut |part| match part {
            Cond::Any(set) => set.every_set(found),
            Cond::Compare(a, _, b) => [a, b].into_iter().for_each(|int| int.every_set(found)),
            _ => {}
        });
    }

    /// Calls `found` with the condition and with every condition that it is made of.
    pub fn every_part(&self, found: &mut dyn FnMut(&Cond)) {
        found(self);
        match self {
            Cond::And(a, b) | Cond::Or(a, b) => [a, b].into_iter().for_each(|part| part.every_part(found)),
            Cond::Not(a) => a.every_part(found),
            _ => {}
        }
    }
}

impl Int {
    fn every_set(&self, found: &mut dyn FnMut(&Squares)) {
        match self {
            Int::Count(set) => set.every_set(found),
            Int::Add(a, b) | Int::Sub(a, b) | Int::Mul(a, b) => {
                [a, b].into_iter().for_each(|int| int.every_set(found));
            }
            Int::Const(_) | Int::Lost(_) | Int::Counter(..) | Int::Hand(..) => {}
        }
    }
}

impl Squares {
    /// Calls `found` with the set and with every set that it is made of.
    pub fn every_set(&self, found: &mut dyn FnMut(&Squares)) {
        found(self);
        match self {
            Squares::Reach(_, a) | Squares::Near(a) | Squares::Files(a) | Squares::Ranks(a) | Squares::Not(a) => {
                a.every_set(found);
            }
            Squares::Or(a, b) | Squares::And(a, b) | Squares::Minus(a, b) => {
                [a, b].into_iter().for_each(|set| set.every_set(found));
            }
            Squares::Zone(_) | Squares::Men(..) | Squares::Empty | Squares::Attacked(_) | Squares::Unmoved => {}
            Squares::Chosen(_) | Squares::From | Squares::To | Squares::Victim => {}
        }
    }
}
