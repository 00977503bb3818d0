//! Moves that are no man's movement: drops and actions.

use super::expr::{Ask, Chosen, Known};
use super::fun::Fun;
use super::legality::Frame;
use super::sets::Bits;
use super::{Name, Side};
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::{STATE_CELLS, STATE_VARS};
use ferz_abi::{Form, code};
use ferz_lang::rules::expr::{Action, Effect, Kinds, Squares, Who};

/// `drops(context, position, frame, end)`: writes every legal drop of `side` and gives the new end.
pub fn drops(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, frame, start) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let plan = f.plan;
    let ask = Ask::new(context, position, side);
    let allow = f.load_set(frame, Frame::ALLOW);
    let men = f.men(side, position);
    let free = f.minus(allow, men.occupied);
    let mut end = start;
    for slot in plan.rules.hand_slots() {
        let in_hand = f.load_byte(position, STATE_VARS + slot.vars[side.index()] as i32);
        end = f.when(in_hand, &[end], |f, v| {
            let mut targets = f.no_squares();
            for drop in &plan.rules.drops {
                let Some(known) = f.is_kind_in(&ask, &drop.kinds, slot.kind) else { continue };
                let mut on = f.squares(&ask, &drop.on);
                if let Known::If(holds) = known {
                    let none = f.no_squares();
                    on = f.choose(holds, on, none);
                }
                targets = f.or(targets, on);
            }
            let targets = f.and(targets, free);
            let man = code(slot.kind, side.index());
            f.for_each(targets, v, |f, to, v| {
                let fixed = u64::from(man) << 16 | u64::from(man) << 24 | (Form::Drop as u64) << 32;
                let fixed = f.int(fixed);
                vec![f.write_fixed(to, to, fixed, &[], v[0])]
            })
        })[0];
    }
    // Where some moves must be tried, drops must too.
    let tried = f.load_set(frame, Frame::tried(plan));
    let some = f.any(tried);
    let end = f.when(some, &[end], |f, v| {
        vec![f.call(Name::Filter(side), &[context, position, start, v[0]]).expect("it has a result")]
    });
    f.finish(&end);
}

/// `actions(context, position, end)`: writes every action of `side`, those of last resort or the others, whether or not they are legal.
pub fn actions(mut f: Fun, side: Side, last_resort: bool) {
    let parameters = f.entry();
    let (context, position, mut end) = (parameters[0], parameters[1], parameters[2]);
    let plan = f.plan;
    for (number, action) in plan.rules.actions.iter().enumerate().filter(|(_, a)| a.last_resort == last_resort) {
        let ask = Ask::new(context, position, side);
        let mut write =
            |f: &mut Fun, ask: &Ask, made: &[Value], end: Value| f.write_action(ask, number, action, made, end);
        end = match &action.when {
            None => f.combinations(&ask, &action.choices, end, &mut write),
            Some(when) => {
                let holds = f.condition(&ask, when);
                f.when(holds, &[end], |f, v| vec![f.combinations(&ask, &action.choices, v[0], &mut write)])[0]
            }
        };
    }
    f.finish(&[end]);
}

impl Fun<'_> {
    /// Writes an action with its choices made.
    fn write_action(&mut self, ask: &Ask, number: usize, action: &Action, made: &[Value], end: Value) -> Value {
        let (from, to) = self.ends_of_action(ask, action);
        let some = (self.any(from), self.any(to));
        let possible = self.both_of(some.0, some.1);
        self.when(possible, &[end], |f, v| {
            let (from, to) = (f.lowest(from), f.lowest(to));
            let cell = f.add(ask.position, from);
            let man = f.load_byte(cell, STATE_CELLS);
            let (low, high) = (f.shift_left(man, 16), f.shift_left(man, 24));
            let men = f.b.ins().bor(low, high);
            let form = f.int((Form::Action as u64) << 32);
            let fixed = f.b.ins().bor(men, form);
            let number = f.int(number as u64);
            let squares: Vec<Value> = [number].iter().chain(made).copied().collect();
            vec![f.write_fixed(from, to, fixed, &squares, v[0])]
        })[0]
    }

    /// The two squares that an action is named by: those of its first effect that has two, or its choices; the royal's twice if there are none.
    fn ends_of_action(&mut self, ask: &Ask, action: &Action) -> (Bits, Bits) {
        let pair = action.effects.iter().find_map(|effect| match effect {
            Effect::Swap(a, b) | Effect::Relocate(a, b) => Some((a, b)),
            _ => None,
        });
        let squares = ask.chosen.iter().filter_map(|chosen| match chosen {
            Chosen::Square(square) => Some(*square),
            Chosen::Kind(_) => None,
        });
        let squares: Vec<Bits> = squares.collect();
        match (pair, squares.as_slice()) {
            (Some((a, b)), _) => (self.squares(ask, a), self.squares(ask, b)),
            (None, []) => {
                let royals = (0..self.plan.rules.kinds.len()).filter(|&k| self.plan.rules.kinds[k].royal).collect();
                let royals = self.squares(ask, &Squares::Men(Who::Own, Kinds::Fixed([royals; 2])));
                (royals, royals)
            }
            (None, [first, ..]) => (*first, squares[squares.len() - 1]),
        }
    }
}
