//! Moves that are no man's movement: drops and actions.

use super::expr::Ask;
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
                let Some(kinds) = drop.kinds.fixed(side.index()) else { continue };
                if kinds.has(slot.kind) {
                    let on = f.squares(&ask, &drop.on);
                    targets = f.or(targets, on);
                }
            }
            let targets = f.and(targets, free);
            let man = code(slot.kind, side.index());
            f.for_each(targets, v, |f, to, v| {
                let fixed = u64::from(man) << 16 | u64::from(man) << 24 | (Form::Drop as u64) << 32;
                let fixed = f.int(fixed);
                vec![f.write_words(to, to, fixed, &[], v[0])]
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
        end = match &action.when {
            None => f.choose_on(&ask, number, action, &[], end),
            Some(when) => {
                let holds = f.condition(&ask, when);
                f.when(holds, &[end], |f, v| vec![f.choose_on(&ask, number, action, &[], v[0])])[0]
            }
        };
    }
    f.finish(&[end]);
}

impl Fun<'_> {
    /// Goes on with the choices of an action, and writes it once all are made.
    fn choose_on(&mut self, ask: &Ask, number: usize, action: &Action, squares: &[Value], end: Value) -> Value {
        let chosen: Vec<Bits> = squares.iter().map(|&s| self.single(s)).collect();
        let ask = Ask { chosen: &chosen, ..*ask };
        if let Some(set) = action.choices.get(squares.len()) {
            let set = self.squares(&ask, set);
            return self.for_each(set, &[end], |f, square, v| {
                let more: Vec<Value> = squares.iter().copied().chain([square]).collect();
                vec![f.choose_on(&ask, number, action, &more, v[0])]
            })[0];
        }
        let (from, to) = self.ends_of_action(&ask, action, squares);
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
            let squares: Vec<Value> = [number].iter().chain(squares).copied().collect();
            vec![f.write_words(from, to, fixed, &squares, v[0])]
        })[0]
    }

    /// The two squares that an action is named by: those of its first effect that has two, or its choices; the royal's twice if there are none.
    fn ends_of_action(&mut self, ask: &Ask, action: &Action, squares: &[Value]) -> (Bits, Bits) {
        let pair = action.effects.iter().find_map(|effect| match effect {
            Effect::Swap(a, b) | Effect::Relocate(a, b) => Some((a, b)),
            _ => None,
        });
        match (pair, squares) {
            (Some((a, b)), _) => (self.squares(ask, a), self.squares(ask, b)),
            (None, []) => {
                let royals = (0..self.plan.rules.kinds.len()).filter(|&k| self.plan.rules.kinds[k].royal).collect();
                let royals = self.squares(ask, &Squares::Men(Who::Own, Kinds::Fixed([royals; 2])));
                (royals, royals)
            }
            (None, [.., last]) => {
                let (first, last) = (self.single(squares[0]), self.single(*last));
                (first, last)
            }
        }
    }
}
