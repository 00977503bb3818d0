//! What is remembered on a way: who was taken, who was carried where, what was passed.

use super::super::Side;
use super::super::fun::Fun;
use super::{Place, Walk};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::STATE_EP_VICTIM;

/// Offsets in the memory of a way: what happened on it so far. Rows are bytes of a word, the first one lowest, and zero behind the last one.
pub struct Way;

impl Way {
    /// The squares of men taken on the way.
    pub const VICTIMS: i32 = 0;
    pub const VICTIMS_LEN: i32 = 8;
    /// Where men were lifted and put down, in turn.
    pub const CARRIED: i32 = 16;
    pub const CARRIED_LEN: i32 = 24;
    /// The squares passed, for a part that leaves them open.
    pub const PASSED: i32 = 32;
    pub const PASSED_LEN: i32 = 40;
    /// On which square it took en passant, or [`NOWHERE`].
    pub const EN_PASSANT: i32 = 48;
    /// How long the last leg was that could have had another length.
    pub const SLIDE: i32 = 56;
    /// All of it.
    pub const BYTES: usize = 64;
}

/// No square.
pub const NOWHERE: u64 = 256;

impl Fun<'_> {
    /// A copy of a way, in memory of the function's own.
    pub fn copy_way(&mut self, way: Value) -> Value {
        let copy = self.stack(Way::BYTES);
        for offset in (0..Way::BYTES as i32).step_by(8) {
            let word = self.load(way, offset);
            self.store(word, copy, offset);
        }
        copy
    }

    /// Adds a square to a row; zero if it is full.
    pub fn push(&mut self, way: Value, row: i32, square: Value) -> Value {
        let len = self.load(way, row + 8);
        let eight = self.int(8);
        let room = self.compare(IntCC::UnsignedLessThan, len, eight);
        self.when(room, &[], |f, _| {
            let before = f.load(way, row);
            let bits = f.shift_left(len, 3);
            let byte = f.b.ins().ishl(square, bits);
            let after = f.b.ins().bor(before, byte);
            f.store(after, way, row);
            let longer = f.add_int(len, 1);
            f.store(longer, way, row + 8);
            Vec::new()
        });
        self.widen(room)
    }

    /// A mask of the first so many bytes of a row.
    pub fn first_bytes(&mut self, len: Value) -> Value {
        let bits = self.shift_left(len, 3);
        let one = self.int(1);
        let above = self.b.ins().ishl(one, bits);
        let below = self.add_int(above, -1);
        let (full, all) = (self.is(len, 8), self.int(u64::MAX));
        self.select(full, all, below)
    }

    /// Not zero if a row holds a square.
    pub fn row_holds(&mut self, way: Value, row: i32, square: Value) -> Value {
        // Bytes that are equal become zero; a borrow marks the lowest of them, and nothing below it.
        let (bytes, len) = (self.load(way, row), self.load(way, row + 8));
        let (ones, tops) = (self.int(0x0101_0101_0101_0101), self.int(0x8080_8080_8080_8080));
        let everywhere = self.b.ins().imul(square, ones);
        let differ = self.b.ins().bxor(bytes, everywhere);
        let less = self.b.ins().isub(differ, ones);
        let borrowed = self.b.ins().band_not(less, differ);
        let zeros = self.b.ins().band(borrowed, tops);
        let within = self.first_bytes(len);
        self.b.ins().band(zeros, within)
    }

    /// The square where the man was lifted that was put down here, or [`NOWHERE`].
    pub fn put_on(&mut self, way: Value, square: Value) -> Value {
        let mut lifted = self.int(NOWHERE);
        if !self.plan.tables.traces.carries {
            return lifted;
        }
        let len = self.load(way, Way::CARRIED_LEN);
        for pair in (0..4).rev() {
            let (up, down) =
                (self.load_byte(way, Way::CARRIED + 2 * pair), self.load_byte(way, Way::CARRIED + 2 * pair + 1));
            let here = self.compare(IntCC::Equal, down, square);
            let first = self.int(2 * pair as u64);
            let there = self.compare(IntCC::UnsignedGreaterThan, len, first);
            let both = self.b.ins().band(here, there);
            lifted = self.select(both, up, lifted);
        }
        lifted
    }

    /// Not zero if the man on a square was lifted.
    pub fn was_lifted(&mut self, way: Value, square: Value) -> Value {
        let mut lifted = self.int(0);
        if !self.plan.tables.traces.carries {
            return lifted;
        }
        let len = self.load(way, Way::CARRIED_LEN);
        for pair in 0..4 {
            let up = self.load_byte(way, Way::CARRIED + 2 * pair);
            let here = self.compare(IntCC::Equal, up, square);
            let first = self.int(2 * pair as u64);
            let there = self.compare(IntCC::UnsignedGreaterThan, len, first);
            let both = self.b.ins().band(here, there);
            let both = self.widen(both);
            lifted = self.either_of(lifted, both);
        }
        lifted
    }

    /// Puts the man taken last down where a leg started; zero if that cannot be. Nobody was taken: nothing to do.
    pub fn put_down(&mut self, side: Side, walk: Value, way: Value, x: Value, y: Value) -> Value {
        let (len, one) = (self.load(way, Way::VICTIMS_LEN), self.int(1));
        self.when(len, &[one], |f, _| {
            let shorter = f.add_int(len, -1);
            let row = f.load(way, Way::VICTIMS);
            let bits = f.shift_left(shorter, 3);
            let shifted = f.b.ins().ushr(row, bits);
            let byte = f.int(0xff);
            let lifted = f.b.ins().band(shifted, byte);
            let mask = f.first_bytes(shorter);
            let rest = f.b.ins().band(row, mask);
            f.store(rest, way, Way::VICTIMS);
            f.store(shorter, way, Way::VICTIMS_LEN);
            let down = f.square_at(Place { x, y });
            let zero = f.int(0);
            let nowhere = f.int(NOWHERE);
            let on_board = f.compare(IntCC::NotEqual, down, nowhere);
            f.when(on_board, &[zero], |f, v| {
                // Who comes back where he stood was never away.
                let same = f.compare(IntCC::Equal, lifted, down);
                f.either(
                    same,
                    &[one],
                    |_, v| v.to_vec(),
                    |f, _| {
                        let there = f.found_on(side, walk, way, down);
                        let free = f.is(there, 0);
                        f.when(free, v, |f, _| {
                            let lifted = f.push(way, Way::CARRIED, lifted);
                            let put = f.push(way, Way::CARRIED, down);
                            vec![f.both_of(lifted, put)]
                        })
                    },
                )
            })
        })[0]
    }

    /// Notes that a way takes en passant on a square; zero if it cannot take any more.
    pub fn take_en_passant(&mut self, walk: Value, way: Value, square: Value) -> Value {
        self.store(square, way, Way::EN_PASSANT);
        let position = self.load(walk, Walk::POSITION);
        let victim = self.load_short(position, STATE_EP_VICTIM);
        self.push(way, Way::VICTIMS, victim)
    }
}
