//! What rules do to a position: the effects of actions and of what follows on moves.

use super::Side;
use super::expr::Ask;
use super::fun::Fun;
use super::sets::Bits;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::code;
use ferz_abi::offsets::*;
use ferz_lang::rules::expr::{Effect, Who};

impl Fun<'_> {
    /// Carries out effects in order on the position that `ask` reads. Gives a value that is zero if one of them cannot be done, in which case the
    /// position is of no use. `before` is the position before the move.
    pub fn effects(&mut self, ask: &Ask, effects: &[Effect], before: Value) -> Value {
        let mut done = self.int(1);
        for effect in effects {
            done = self.when(done, &[done], |f, _| vec![f.effect(ask, effect, before)])[0];
        }
        done
    }

    fn effect(&mut self, ask: &Ask, effect: &Effect, before: Value) -> Value {
        let position = ask.position;
        match effect {
            Effect::Remove(set) => {
                let set = self.squares(ask, set);
                self.remove_men(position, set);
                self.int(1)
            }
            Effect::Swap(a, b) => {
                let (a, b) = (self.squares(ask, a), self.squares(ask, b));
                let men = self.men(ask.own, position);
                let (one, other) = (self.one_of(a, men.occupied), self.one_of(b, men.occupied));
                let apart = self.meet(a, b);
                let apart = self.is(apart, 0);
                let apart = self.widen(apart);
                let possible = self.both_of(one, other);
                let possible = self.both_of(possible, apart);
                self.when(possible, &[possible], |f, v| {
                    let (first, second) = (f.code_on(position, a), f.code_on(position, b));
                    f.remove_men(position, a);
                    f.remove_men(position, b);
                    f.place_man(position, second, a);
                    f.place_man(position, first, b);
                    v.to_vec()
                })[0]
            }
            Effect::Relocate(a, b) => {
                let (a, b) = (self.squares(ask, a), self.squares(ask, b));
                let men = self.men(ask.own, position);
                let cells = self.set(self.plan.board.cells);
                let empty = self.minus(cells, men.occupied);
                let (one, free) = (self.one_of(a, men.occupied), self.one_of(b, empty));
                let possible = self.both_of(one, free);
                self.when(possible, &[possible], |f, v| {
                    let man = f.code_on(position, a);
                    f.remove_men(position, a);
                    f.place_man(position, man, b);
                    v.to_vec()
                })[0]
            }
            Effect::Put(man, set) => {
                let set = self.squares(ask, set);
                let cells = self.set(self.plan.board.cells);
                let one = self.one_of(set, cells);
                self.when(one, &[one], |f, v| {
                    f.remove_men(position, set);
                    let man = f.code_of(ask, man);
                    f.place_man(position, man, set);
                    v.to_vec()
                })[0]
            }
            Effect::Drop(man, set) => {
                let set = self.squares(ask, set);
                let men = self.men(ask.own, position);
                let cells = self.set(self.plan.board.cells);
                let empty = self.minus(cells, men.occupied);
                let free = self.one_of(set, empty);
                let man = self.code_of(ask, man);
                let zero = self.int(0);
                let mut dropped = zero;
                for slot in self.plan.rules.hand_slots() {
                    let is = self.is(man, code(slot.kind, ask.own.index()).into());
                    let is = self.widen(is);
                    let possible = self.both_of(is, free);
                    dropped = self.when(possible, &[dropped], |f, _| {
                        vec![f.add_to_var(position, slot.vars[ask.own.index()], -1)]
                    })[0];
                }
                self.when(dropped, &[dropped], |f, v| {
                    f.place_man(position, man, set);
                    v.to_vec()
                })[0]
            }
            Effect::VictimToHand => self.victims_to_hand(ask, before),
            Effect::Change(counter, who, by) => self.change(ask, *counter, *who, *by),
        }
    }

    /// Whether a set has one square, and that lies in another set.
    fn one_of(&mut self, set: Bits, within: Bits) -> Value {
        let one = self.is_one(set);
        let here = self.meet(set, within);
        let zero = self.int(0);
        self.select(one, here, zero)
    }

    /// The code of the man on the one square of a set.
    fn code_on(&mut self, position: Value, set: Bits) -> Value {
        let square = self.lowest(set);
        let cell = self.add(position, square);
        self.load_byte(cell, STATE_CELLS)
    }

    /// Takes all men on some squares off the board, with their rights.
    pub fn remove_men(&mut self, position: Value, set: Bits) {
        let men = self.men(Side::White, position);
        let there = self.and(set, men.occupied);
        self.for_each(there, &[], |f, square, _| {
            let cell = f.add(position, square);
            let man = f.load_byte(cell, STATE_CELLS);
            let single = f.single(square);
            f.toggle(position, man, single);
            let zero = f.int(0);
            f.store_byte(zero, cell, STATE_CELLS);
            f.rights_gone(position, square, man);
            Vec::new()
        });
        for side in Side::BOTH {
            let at = self.plan.layout.side(side.index());
            let men = self.load_set(position, at);
            let men = self.minus(men, there);
            self.store_set(men, position, at);
        }
    }

    /// Puts a man on the one square of a set, where nobody stands.
    pub fn place_man(&mut self, position: Value, man: Value, set: Bits) {
        self.toggle(position, man, set);
        let square = self.lowest(set);
        let cell = self.add(position, square);
        self.store_byte(man, cell, STATE_CELLS);
        // White's codes are odd.
        let bytes = self.plan.layout.board_bytes();
        let less = self.add_int(man, -1);
        let one = self.int(1);
        let side = self.b.ins().band(less, one);
        let offset = self.times(side, bytes);
        let at = self.add(position, offset);
        let first = self.plan.layout.side(0);
        let men = self.load_set(at, first);
        let men = self.or(men, set);
        self.store_set(men, at, first);
    }

    /// Every man taken comes into the mover's hand as its plain kind; one that has no place there cannot be taken.
    fn victims_to_hand(&mut self, ask: &Ask, before: Value) -> Value {
        let plan = self.plan;
        let slots = plan.rules.hand_slots();
        let victims = ask.happened.expect("only what follows on moves has victims").victims;
        let one = self.int(1);
        self.for_each(victims, &[one], |f, square, v| {
            let cell = f.add(before, square);
            let man = f.load_byte(cell, STATE_CELLS);
            let mut done = f.int(0);
            for (kind, described) in plan.rules.kinds.iter().enumerate() {
                let plain = described.plain.unwrap_or(kind);
                let Some(slot) = slots.iter().find(|s| s.kind == plain) else { continue };
                let mut is = f.is(man, code(kind, ask.own.other().index()).into());
                if plan.has_traced {
                    // It may have been the mover's own.
                    let own = f.is(man, code(kind, ask.own.index()).into());
                    is = f.b.ins().bor(is, own);
                }
                done = f.when(is, &[done], |f, _| vec![f.add_to_var(ask.position, slot.vars[ask.own.index()], 1)])[0];
            }
            vec![f.both_of(v[0], done)]
        })[0]
    }

    fn change(&mut self, ask: &Ask, counter: usize, who: Who, by: i64) -> Value {
        let slots = self.plan.rules.counter_slots()[counter].vars;
        let mut done = self.int(1);
        let mut changed = Vec::new();
        for side in Side::BOTH {
            let asked = match who {
                Who::Own => side == ask.own,
                Who::Enemy => side != ask.own,
                Who::Either => true,
            };
            let slot = slots[side.index()];
            if asked && !changed.contains(&slot) {
                changed.push(slot);
                let here = self.add_to_var(ask.position, slot, by);
                done = self.both_of(done, here);
            }
        }
        done
    }

    /// Adds to a number of the position. Zero if it would leave its range, 0 to 255; then nothing is changed.
    pub fn add_to_var(&mut self, position: Value, slot: usize, by: i64) -> Value {
        let at = STATE_VARS + slot as i32;
        let before = self.load_byte(position, at);
        let after = self.add_int(before, by);
        let most = self.int(255);
        let fits = self.compare(IntCC::UnsignedLessThanOrEqual, after, most);
        let kept = self.select(fits, after, before);
        self.store_byte(kept, position, at);
        self.widen(fits)
    }
}
