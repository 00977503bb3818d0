//! What becomes of the ways that are traced: moves in a list, a square attacked, squares reached.

use super::super::Side;
use super::super::fun::Fun;
use super::super::sink::MOVE_BYTES;
use super::{Asked, NOWHERE, Walk, Way};
use crate::plan::trace::leg;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::{MOVE_PASSED, MOVE_SQUARES, MOVE_VICTIMS, STATE_CELLS};

/// `visit(walk, leg, file and rank where it started, square, whether a man there is taken, way) -> not zero if somebody has seen enough`: the man has
/// arrived; a man that it carries is put down, and nothing may stand on the target then but who is taken there.
pub fn visit(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let [walk, leg, x, y, square, mut takes, mut way] = parameters[..] else { unreachable!("it has seven") };
    let zero = f.int(0);
    if f.plan.tables.traces.carries {
        way = f.copy_way(way);
        let flags = f.load_constant(leg, leg::FLAGS);
        let carries = f.flag(flags, leg::PUTS_DOWN);
        takes = f.when(carries, &[takes], |f, v| {
            let takes = f.when(v[0], v, |f, _| {
                let pushed = f.push(way, Way::VICTIMS, square);
                let not = f.is(pushed, 0);
                vec![f.widen(not)]
            })[0];
            let done = f.put_down(side, walk, way, x, y);
            let failed = f.is(done, 0);
            f.return_if(failed, &[zero]);
            vec![takes]
        })[0];
        let put = f.put_on(way, square);
        let nowhere = f.int(NOWHERE);
        let blocked = f.compare(IntCC::NotEqual, put, nowhere);
        f.return_if(blocked, &[zero]);
    }
    let asked = f.load(walk, Walk::ASKED);
    let attack = f.is(asked, Asked::Attack as i64);
    let seen = f.either(
        attack,
        &[zero],
        |f, _| {
            let target = f.load(walk, Walk::TARGET);
            let there = f.compare(IntCC::Equal, square, target);
            let there = f.widen(there);
            let on_target = f.both_of(there, takes);
            let on_the_way = f.row_holds(way, Way::VICTIMS, target);
            vec![f.either_of(on_target, on_the_way)]
        },
        |f, v| {
            let list = f.is(asked, Asked::Moves as i64);
            f.either(
                list,
                v,
                |f, v| {
                    f.list(walk, way, square);
                    v.to_vec()
                },
                |f, v| {
                    let reach = f.is(asked, Asked::Reach as i64);
                    f.either(
                        reach,
                        v,
                        |f, v| {
                            f.note_reached(side, walk, way, square);
                            v.to_vec()
                        },
                        |f, v| {
                            let open = f.load(way, Way::EN_PASSANT);
                            let nowhere = f.int(NOWHERE);
                            let some = f.compare(IntCC::NotEqual, open, nowhere);
                            f.when(some, &[], |f, _| {
                                f.note(walk, open);
                                Vec::new()
                            });
                            v.to_vec()
                        },
                    )
                },
            )
        },
    );
    f.finish(&seen);
}

impl Fun<'_> {
    /// Adds a square to those found. Not zero if it was there before.
    fn note(&mut self, walk: Value, square: Value) -> Value {
        let word = self.shift_right(square, 6);
        let word = self.times(word, 8);
        let at = self.add(walk, word);
        let before = self.load(at, Walk::FOUND);
        let one = self.int(1);
        let bit = self.b.ins().ishl(one, square);
        let after = self.b.ins().bor(before, bit);
        self.store(after, at, Walk::FOUND);
        self.b.ins().band(before, bit)
    }

    /// Adds the square where the man arrives, unless one of its own stands there, and those of enemies taken on the way.
    fn note_reached(&mut self, side: Side, walk: Value, way: Value, square: Value) {
        let from = self.load(walk, Walk::FROM);
        let away = self.compare(IntCC::NotEqual, square, from);
        self.when(away, &[], |f, _| {
            f.note_unless_own(side, walk, square, true);
            Vec::new()
        });
        let (len, zero) = (self.load(way, Way::VICTIMS_LEN), self.int(0));
        self.while_(
            &[zero],
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], len),
            |f, v| {
                let at = f.add(way, v[0]);
                let victim = f.load_byte(at, Way::VICTIMS);
                f.note_unless_own(side, walk, victim, false);
                vec![f.add_int(v[0], 1)]
            },
        );
    }

    fn note_unless_own(&mut self, side: Side, walk: Value, square: Value, even_empty: bool) {
        let position = self.load(walk, Walk::POSITION);
        let cell = self.add(position, square);
        let man = self.load_byte(cell, STATE_CELLS);
        let empty = self.is(man, 0);
        // White's codes are odd.
        let odd = self.flag(man, 1);
        let other = self.is(odd, side.index() as i64);
        let (empty, other) = (self.widen(empty), self.widen(other));
        let (zero, one) = (self.int(0), self.int(1));
        let of_empty = if even_empty { one } else { zero };
        let wanted = self.select(empty, of_empty, other);
        self.when(wanted, &[], |f, _| {
            f.note(walk, square);
            Vec::new()
        });
    }

    /// Lists the move that goes this way, unless it would change nothing. Two ways to make the same change are one move: the one that leaves more
    /// squares open to en passant.
    fn list(&mut self, walk: Value, way: Value, to: Value) {
        let at = self.load(walk, Walk::END);
        let victims = self.sorted_victims(at, way, to);
        let carried = self.load(way, Way::CARRIED_LEN);
        let used = self.add(victims, carried);
        // What is chosen afterwards takes the rest.
        let eight = self.int(self.plan.rules.squares_of_a_move() as u64);
        let fits = self.compare(IntCC::UnsignedLessThanOrEqual, used, eight);
        let from = self.load(walk, Walk::FROM);
        let moves = self.compare(IntCC::NotEqual, from, to);
        let moves = self.widen(moves);
        let keeps_idle = self.load(walk, Walk::KEEPS_IDLE);
        let changes = self.either_of(moves, used);
        let changes = self.either_of(changes, keeps_idle);
        let fits = self.widen(fits);
        let wanted = self.both_of(changes, fits);
        self.when(wanted, &[], |f, _| {
            let passed = f.load(way, Way::PASSED_LEN);
            let room = f.b.ins().isub(eight, used);
            let passed = f.b.ins().umin(passed, room);
            let squares = f.packed(at, way, victims, passed);
            let man = f.load(walk, Walk::MAN);
            let pairs = f.shift_right(carried, 1);
            let mut first = from;
            let fields = [(to, 8), (man, 16), (man, 24), (victims, 40), (passed, 48), (pairs, 56)];
            for (field, shift) in fields {
                let field = f.shift_left(field, shift);
                first = f.b.ins().bor(first, field);
            }
            // Where nothing is taken or carried on the way, the square says it all.
            let plain = f.is(used, 0);
            let plain = if f.plan.tables.traces.marks { f.int(0) } else { f.widen(plain) };
            let known = f.either(
                plain,
                &[plain],
                |f, _| vec![f.note(walk, to)],
                |f, _| vec![f.is_listed(walk, (first, squares), passed)],
            )[0];
            let new = f.is(known, 0);
            f.when(new, &[], |f, _| {
                f.store(first, at, 0);
                f.store(squares, at, 8);
                let next = f.add_int(at, MOVE_BYTES);
                f.store(next, walk, Walk::END);
                Vec::new()
            });
            Vec::new()
        });
    }

    /// Writes the victims elsewhere than on the target in ascending order where the squares of a move go, and gives their number.
    fn sorted_victims(&mut self, at: Value, way: Value, to: Value) -> Value {
        let (len, zero) = (self.load(way, Way::VICTIMS_LEN), self.int(0));
        self.store(zero, at, MOVE_SQUARES);
        self.while_(
            &[zero, zero],
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], len),
            |f, v| {
                let entry = f.add(way, v[0]);
                let victim = f.load_byte(entry, Way::VICTIMS);
                let elsewhere = f.compare(IntCC::NotEqual, victim, to);
                let number = f.when(elsewhere, &[v[1]], |f, v| {
                    let place = f.while_(
                        &[v[0]],
                        |f, v| {
                            let some = f.compare(IntCC::NotEqual, v[0], zero);
                            let some = f.widen(some);
                            let before = f.add(at, v[0]);
                            let before = f.load_byte(before, MOVE_SQUARES - 1);
                            let greater = f.compare(IntCC::UnsignedGreaterThan, before, victim);
                            let greater = f.widen(greater);
                            f.both_of(some, greater)
                        },
                        |f, v| {
                            let here = f.add(at, v[0]);
                            let before = f.load_byte(here, MOVE_SQUARES - 1);
                            f.store_byte(before, here, MOVE_SQUARES);
                            vec![f.add_int(v[0], -1)]
                        },
                    )[0];
                    let here = f.add(at, place);
                    f.store_byte(victim, here, MOVE_SQUARES);
                    vec![f.add_int(v[0], 1)]
                })[0];
                vec![f.add_int(v[0], 1), number]
            },
        )[1]
    }

    /// The squares of a move: the victims, which are written already, squares passed, and who is carried from where to where.
    fn packed(&mut self, at: Value, way: Value, victims: Value, passed: Value) -> Value {
        let mut squares = self.load(at, MOVE_SQUARES);
        if self.plan.tables.traces.marks {
            let row = self.load(way, Way::PASSED);
            let mask = self.first_bytes(passed);
            let row = self.b.ins().band(row, mask);
            let row = self.moved_up(row, victims);
            squares = self.b.ins().bor(squares, row);
        }
        if self.plan.tables.traces.carries {
            let row = self.load(way, Way::CARRIED);
            let before = self.add(victims, passed);
            let row = self.moved_up(row, before);
            squares = self.b.ins().bor(squares, row);
        }
        squares
    }

    /// A row behind so many other squares.
    fn moved_up(&mut self, row: Value, behind: Value) -> Value {
        let bits = self.shift_left(behind, 3);
        let moved = self.b.ins().ishl(row, bits);
        let (full, zero) = (self.is(behind, 8), self.int(0));
        self.select(full, zero, moved)
    }

    /// Not zero if a move that makes the same change is in the list of this man. If the new one leaves more squares open, it takes that one's place.
    fn is_listed(&mut self, walk: Value, (first, squares): (Value, Value), passed: Value) -> Value {
        let (start, end) = (self.load(walk, Walk::FIRST), self.load(walk, Walk::END));
        let (change, rest) = self.change_of(first, squares);
        let found = self.while_(
            &[start],
            |f, v| {
                let more = f.compare(IntCC::UnsignedLessThan, v[0], end);
                let zero = f.int(0);
                let more = f.widen(more);
                f.when(more, &[zero], |f, _| {
                    let (first, squares) = (f.load(v[0], 0), f.load(v[0], 8));
                    let (other, others) = f.change_of(first, squares);
                    let differs = f.b.ins().bxor(change, other);
                    let differ = f.b.ins().bxor(rest, others);
                    vec![f.either_of(differs, differ)]
                })[0]
            },
            |f, v| vec![f.add_int(v[0], MOVE_BYTES)],
        )[0];
        let known = self.compare(IntCC::UnsignedLessThan, found, end);
        let known = self.widen(known);
        if self.plan.tables.traces.marks {
            self.when(known, &[], |f, _| {
                let before = f.load_byte(found, MOVE_PASSED);
                let more = f.compare(IntCC::UnsignedLessThan, before, passed);
                f.when(more, &[], |f, _| {
                    f.store(first, found, 0);
                    f.store(squares, found, 8);
                    Vec::new()
                });
                Vec::new()
            });
        }
        known
    }

    /// The two words of a move without the squares that it leaves open.
    fn change_of(&mut self, first: Value, squares: Value) -> (Value, Value) {
        if !self.plan.tables.traces.marks {
            return (first, squares);
        }
        let field = |f: &mut Self, offset: i32| {
            let moved = f.shift_right(first, 8 * offset as u32);
            f.flag(moved, 0xff)
        };
        let (victims, passed) = (field(self, MOVE_VICTIMS), field(self, MOVE_PASSED));
        let others = self.int(!(0xff << (8 * MOVE_PASSED)));
        let change = self.b.ins().band(first, others);
        let mask = self.first_bytes(victims);
        let taken = self.b.ins().band(squares, mask);
        let before = self.add(victims, passed);
        let bits = self.shift_left(before, 3);
        let carried = self.b.ins().ushr(squares, bits);
        let (full, zero) = (self.is(before, 8), self.int(0));
        let carried = self.select(full, zero, carried);
        let carried = self.moved_up(carried, victims);
        (change, self.b.ins().bor(taken, carried))
    }
}
