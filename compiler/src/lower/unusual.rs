//! How moves are made that take men anywhere, of either side, or put some elsewhere.

use super::Side;
use super::fun::Fun;
use super::make::Played;
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;
use ferz_abi::CHOSE;
use ferz_abi::offsets::{MOVE_CARRIED, MOVE_PASSED, MOVE_SQUARES, MOVE_VICTIMS, STATE_CELLS};

impl Fun<'_> {
    /// Not zero if a step takes men elsewhere than on its target, or of the mover's own, or puts some elsewhere, or comes back to where it started.
    pub(super) fn is_unusual(&mut self, side: Side, m: &Played) -> Value {
        let words = self.load(m.played, 0);
        let counts = 0xff << (8 * MOVE_VICTIMS) | u64::from(CHOSE - 1) << (8 * MOVE_CARRIED);
        let counts = self.flag(words, counts);
        let returns = self.compare(IntCC::Equal, m.from, m.to);
        let returns = self.widen(returns);
        let target = self.single(m.to);
        let own = self.load_set(m.position, self.plan.layout.side(side.index()));
        let own = self.meet(own, target);
        let unusual = self.either_of(counts, returns);
        self.either_of(unusual, own)
    }

    /// Makes such a step on the copy of the position: who is taken or carried leaves first. Zero only if nothing was taken.
    pub(super) fn unusual_step_made(&mut self, m: &Played) -> Value {
        let start = self.single(m.from);
        self.remove_men(m.after, start);
        let victims = self.load_byte(m.played, MOVE_VICTIMS);
        self.each_square(m.played, MOVE_SQUARES, victims, 1, |f, _, square| {
            let single = f.single(square);
            f.remove_men(m.after, single);
        });
        let passed = self.load_byte(m.played, MOVE_PASSED);
        let before = self.add(victims, passed);
        let pairs = self.add(m.played, before);
        let carried = self.carried(m.played);
        self.each_square(pairs, MOVE_SQUARES, carried, 2, |f, _, lifted| {
            let single = f.single(lifted);
            f.remove_men(m.after, single);
        });
        self.each_square(pairs, MOVE_SQUARES, carried, 2, |f, at, lifted| {
            let cell = f.add(m.position, lifted);
            let man = f.load_byte(cell, STATE_CELLS);
            let down = f.load_byte(at, MOVE_SQUARES + 1);
            let single = f.single(down);
            f.place_man(m.after, man, single);
        });
        let target = self.single(m.to);
        let cell = self.add(m.after, m.to);
        let man = self.load_byte(cell, STATE_CELLS);
        self.remove_men(m.after, target);
        self.place_man(m.after, m.placed, target);
        self.either_of(man, victims)
    }

    /// Does something for so many entries of the squares of a move, with where they are and what they say.
    fn each_square(
        &mut self,
        at: Value,
        offset: i32,
        number: Value,
        stride: i64,
        body: impl FnOnce(&mut Self, Value, Value),
    ) {
        let zero = self.int(0);
        self.while_(
            &[zero, at],
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], number),
            |f, v| {
                let square = f.load_byte(v[1], offset);
                body(f, v[1], square);
                vec![f.add_int(v[0], 1), f.add_int(v[1], stride)]
            },
        );
    }

    /// How many men a step puts elsewhere.
    pub fn carried(&mut self, played: Value) -> Value {
        let carried = self.load_byte(played, MOVE_CARRIED);
        self.flag(carried, u64::from(CHOSE) - 1)
    }

    /// Not zero if a step lifts a man from a square and puts it elsewhere.
    pub fn carries_from(&mut self, played: Value, square: Value) -> Value {
        let (victims, passed) = (self.load_byte(played, MOVE_VICTIMS), self.load_byte(played, MOVE_PASSED));
        let before = self.add(victims, passed);
        let pairs = self.add(played, before);
        let carried = self.carried(played);
        let zero = self.int(0);
        self.while_(
            &[zero, pairs, zero],
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], carried),
            |f, v| {
                let lifted = f.load_byte(v[1], MOVE_SQUARES);
                let here = f.compare(IntCC::Equal, lifted, square);
                let here = f.widen(here);
                let found = f.either_of(v[2], here);
                vec![f.add_int(v[0], 1), f.add_int(v[1], 2), found]
            },
        )[2]
    }
}
