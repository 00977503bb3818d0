//! A walker that goes square by square, for movements of which no set and no table tells where they lead: leg by leg, with a memory of what was
//! taken and carried on the way, as the rules of movement say. What it goes stands in tables, so that one walker serves all kinds of a side.
//!
//! `ways` starts paths, `leg` goes one leg, `onward` begins the next one, `arrive` ends on a square, and `visit` (next door) does what was asked for.

use super::fun::Fun;
use super::{Name, Side};
use crate::plan::trace::{leg, part};
use crate::plan::{Program, TableId, TraceTables};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::NO_SQUARE;
use ferz_abi::offsets::{STATE_CELLS, STATE_EP, STATE_EP_VICTIM, STATE_UNMOVED};

/// Offsets in the memory of a walk: what is the same on all ways of one man.
pub struct Walk;

impl Walk {
    /// The position.
    pub const POSITION: i32 = 0;
    /// Where the man stands, as a square and as file and rank.
    pub const FROM: i32 = 8;
    pub const FROM_X: i32 = 16;
    pub const FROM_Y: i32 = 24;
    /// What the ways are for.
    pub const ASKED: i32 = 32;
    /// The square that may be attacked.
    pub const TARGET: i32 = 40;
    /// An empty square on which an enemy is imagined, or [`NOWHERE`].
    pub const IMAGINED: i32 = 48;
    /// Whether squares open to en passant count.
    pub const EN_PASSANT: i32 = 56;
    /// The part that is gone.
    pub const PART: i32 = 64;
    /// Where the moves of this man start that were listed, and where the next one goes.
    pub const FIRST: i32 = 72;
    pub const END: i32 = 80;
    /// The code of the man.
    pub const MAN: i32 = 88;
    /// Whether a move that changes nothing is wanted: the man may become another one.
    pub const KEEPS_IDLE: i32 = 96;
    /// Squares found; when listing, those reached without more ado.
    pub const FOUND: i32 = 104;
    /// All of it.
    pub const BYTES: usize = 136;
}

/// What the ways of a man are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To list them as moves.
    Moves = 0,
    /// To know whether one of them takes a man on the target.
    Attack = 1,
    /// To find all squares to which it could go, or where it could take an enemy.
    Reach = 2,
    /// To find the squares on which it takes en passant.
    EnPassant = 3,
}

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

/// The code of a man who is imagined: greater than that of any kind.
const IMAGINED_MAN: i64 = 255;

/// A file and a rank, perhaps beside the board.
#[derive(Clone, Copy)]
struct Place {
    x: Value,
    y: Value,
}

impl Fun<'_> {
    fn trace_tables(&self) -> TraceTables {
        self.plan.tables.traces.tables.expect("nothing is traced without tables")
    }

    /// A walk of the man on a square. What it is for is still to be said.
    pub fn start_walk(&mut self, asked: Asked, position: Value, square: Value) -> Value {
        let walk = self.stack(Walk::BYTES);
        let width = self.int(self.plan.board.width as u64);
        let (x, y) = (self.b.ins().urem(square, width), self.b.ins().udiv(square, width));
        let [asked, nowhere, zero, one] = [asked as u64, NOWHERE, 0, 1].map(|n| self.int(n));
        let said = [
            (Walk::POSITION, position),
            (Walk::FROM, square),
            (Walk::FROM_X, x),
            (Walk::FROM_Y, y),
            (Walk::ASKED, asked),
            (Walk::TARGET, nowhere),
            (Walk::IMAGINED, nowhere),
            (Walk::EN_PASSANT, one),
            (Walk::KEEPS_IDLE, zero),
        ];
        for (offset, value) in said {
            self.store(value, walk, offset);
        }
        for word in 0..4 {
            self.store(zero, walk, Walk::FOUND + 8 * word);
        }
        walk
    }

    /// Goes all ways of a program, until somebody has seen enough: then the value is not zero.
    pub fn go_ways(&mut self, side: Side, walk: Value, program: Program) -> Value {
        let (first, end) = (self.int(program.first as u64), self.int(program.end as u64));
        self.call(Name::Ways(side), &[walk, first, end]).expect("it has a result")
    }

    /// Not zero if a set of four words at an address holds a square.
    pub fn has_square(&mut self, at: Value, offset: i32, square: Value) -> Value {
        let word = self.shift_right(square, 6);
        let word = self.times(word, 8);
        let at = self.add(at, word);
        let word = self.load(at, offset);
        let bit = self.b.ins().ushr(word, square);
        let one = self.int(1);
        self.b.ins().band(bit, one)
    }

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
    fn was_lifted(&mut self, way: Value, square: Value) -> Value {
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

    /// The code of the man that is found on a square, 0 for nobody.
    fn found_on(&mut self, side: Side, walk: Value, way: Value, square: Value) -> Value {
        self.call(Name::FoundOn(side), &[walk, way, square]).expect("it has a result")
    }

    /// Whether a code is that of a man of `side`'s own. Not for an imagined one.
    fn is_friend(&mut self, side: Side, man: Value) -> Value {
        let one = self.int(1);
        let bit = self.b.ins().band(man, one);
        // White's codes are odd.
        self.is(bit, 1 - side.index() as i64)
    }

    /// Not zero if a man may be passed: nobody and who is imagined always may.
    fn may_hop(&mut self, walk: Value, man: Value) -> Value {
        let one = self.int(1);
        let imagined = self.is(man, IMAGINED_MAN);
        self.either(
            imagined,
            &[one],
            |_, v| v.to_vec(),
            |f, v| {
                f.when(man, v, |f, _| {
                    let part = f.load(walk, Walk::PART);
                    vec![f.has_square(part, part::OVER, man)]
                })
            },
        )[0]
    }

    /// Not zero if a leg may end where this man is found. Where `limited` is zero, it does not matter who can be taken.
    fn admits(&mut self, side: Side, walk: Value, landing: Value, man: Value, limited: Value) -> Value {
        let empty = self.flag(landing, leg::EMPTY);
        self.either(
            man,
            &[empty],
            |f, _| {
                let zero = f.int(0);
                let imagined = f.is(man, IMAGINED_MAN);
                let enemy = f.flag(landing, leg::ENEMY);
                f.either(
                    imagined,
                    &[zero],
                    |_, _| vec![enemy],
                    |f, _| {
                        let part = f.load(walk, Walk::PART);
                        let among = f.has_square(part, part::TAKING, man);
                        let one = f.int(1);
                        let among = f.select(limited, among, one);
                        let is_friend = f.is_friend(side, man);
                        let friend = f.flag(landing, leg::FRIEND);
                        let kept = f.kept_for_its_rank(landing, man);
                        let enemy = f.both_of(kept, enemy);
                        let admitted = f.select(is_friend, friend, enemy);
                        vec![f.both_of(among, admitted)]
                    },
                )
            },
            |_, v| v.to_vec(),
        )[0]
    }

    /// Not zero unless a landing asks for royal men only, or for others only, and this man is not so.
    fn kept_for_its_rank(&mut self, landing: Value, man: Value) -> Value {
        let asked = self.flag(landing, leg::ROYAL | leg::COMMON);
        let one = self.int(1);
        self.when(asked, &[one], |f, _| {
            let mut royal = f.int(0);
            for (kind, _) in f.plan.rules.kinds.iter().enumerate().filter(|(_, kind)| kind.royal) {
                for side in 0..2 {
                    let is = f.is(man, ferz_abi::code(kind, side).into());
                    let is = f.widen(is);
                    royal = f.either_of(royal, is);
                }
            }
            let (wants, not) = (f.flag(landing, leg::ROYAL), f.is(royal, 0));
            let not = f.widen(not);
            vec![f.select(wants, royal, not)]
        })[0]
    }

    /// Not zero if some of these flags are set.
    pub fn flag(&mut self, flags: Value, which: u64) -> Value {
        let which = self.int(which);
        self.b.ins().band(flags, which)
    }

    /// Not zero if the man that passed this square can be taken by landing on it.
    fn open_to_en_passant(&mut self, side: Side, walk: Value, way: Value, square: Value) -> Value {
        let (asked, zero) = (self.load(walk, Walk::EN_PASSANT), self.int(0));
        let position = self.load(walk, Walk::POSITION);
        self.when(asked, &[zero], |f, v| {
            let victim = f.load_short(position, STATE_EP_VICTIM);
            let none = f.int(NO_SQUARE.into());
            let some = f.compare(IntCC::NotEqual, victim, none);
            f.when(some, v, |f, v| {
                let open = f.has_square(position, STATE_EP, square);
                f.when(open, v, |f, v| {
                    let here = f.found_on(side, walk, way, square);
                    let free = f.is(here, 0);
                    f.when(free, v, |f, v| {
                        let man = f.found_on(side, walk, way, victim);
                        f.when(man, v, |f, v| {
                            let is_friend = f.is_friend(side, man);
                            let imagined = f.is(man, IMAGINED_MAN);
                            let neither = f.b.ins().bor(is_friend, imagined);
                            let enemy = f.is_false(neither);
                            f.when(enemy, v, |f, _| {
                                let part = f.load(walk, Walk::PART);
                                vec![f.has_square(part, part::TAKING, man)]
                            })
                        })
                    })
                })
            })
        })[0]
    }

    fn is_false(&mut self, condition: Value) -> Value {
        let condition = self.widen(condition);
        self.is(condition, 0)
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

    /// The square at a place, or [`NOWHERE`].
    fn square_at(&mut self, at: Place) -> Value {
        let (width, height) = (self.plan.board.width, self.plan.board.height);
        let nowhere = self.int(NOWHERE);
        let (columns, rows) = (self.int(width as u64), self.int(height as u64));
        let across = self.compare(IntCC::UnsignedLessThan, at.x, columns);
        let up = self.compare(IntCC::UnsignedLessThan, at.y, rows);
        let inside = self.b.ins().band(across, up);
        let row = self.times(at.y, width);
        let square = self.add(row, at.x);
        let cells = self.plan.board.cells;
        let holes = (0..width * height).any(|s| !ferz_abi::has(&cells, s));
        if !holes {
            return self.select(inside, square, nowhere);
        }
        self.when(inside, &[nowhere], |f, v| {
            let cell = f.holds(cells, square);
            vec![f.select(cell, square, v[0])]
        })[0]
    }
}

/// `ways(walk, first part, end) -> not zero if somebody has seen enough`
pub fn ways(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (walk, first, end) = (parameters[0], parameters[1], parameters[2]);
    let tables = f.trace_tables();
    let (parts, legs) = (f.table(tables.parts), f.table(tables.legs));
    let way = f.stack(Way::BYTES);
    let zero = f.int(0);
    for offset in (0..Way::BYTES as i32).step_by(8) {
        f.store(zero, way, offset);
    }
    let nowhere = f.int(NOWHERE);
    f.store(nowhere, way, Way::EN_PASSANT);
    let [position, from, x, y] =
        [Walk::POSITION, Walk::FROM, Walk::FROM_X, Walk::FROM_Y].map(|offset| f.load(walk, offset));
    let unmoved = f.has_square(position, STATE_UNMOVED, from);
    f.while_(
        &[first],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
        |f, v| {
            let part = f.add(parts, v[0]);
            f.store(part, walk, Walk::PART);
            let here = f.has_square(part, part::START, from);
            let flags = f.load_constant(part, part::FLAGS);
            let needs = f.flag(flags, part::NEEDS_RIGHT);
            let one = f.int(1);
            let right = f.select(needs, unmoved, one);
            let may = f.both_of(here, right);
            f.when(may, &[], |f, _| {
                let (path, last) = (f.load_constant(part, part::LEGS), f.load_constant(part, part::LEGS_END));
                f.while_(
                    &[path],
                    |f, v| f.compare(IntCC::UnsignedLessThan, v[0], last),
                    |f, v| {
                        let leg = f.add(legs, v[0]);
                        let enough = f.call(Name::Leg(side), &[walk, leg, x, y, way]).expect("it has a result");
                        f.return_if(enough, &[enough]);
                        let bytes = f.load_constant(leg, leg::PATH);
                        vec![f.add(v[0], bytes)]
                    },
                );
                Vec::new()
            });
            vec![f.add_int(v[0], part::BYTES as i64)]
        },
    );
    f.finish(&[zero]);
}

/// `found_on(walk, way, square) -> code`: what the man finds there. Its own square counts as empty, and so do those of men that it has taken.
pub fn found_on(mut f: Fun, side: Side) {
    let _ = side;
    let parameters = f.entry();
    let (walk, way, square) = (parameters[0], parameters[1], parameters[2]);
    let zero = f.int(0);
    let (taken, lifted) = (f.row_holds(way, Way::VICTIMS, square), f.was_lifted(way, square));
    let gone = f.either_of(taken, lifted);
    let imagined = f.load(walk, Walk::IMAGINED);
    let here = f.compare(IntCC::Equal, imagined, square);
    let here = f.widen(here);
    let gone_or_zero = f.select(gone, zero, here);
    let imagined_man = f.int(IMAGINED_MAN as u64);
    f.return_if(gone_or_zero, &[imagined_man]);
    let from = f.load(walk, Walk::FROM);
    let own = f.compare(IntCC::Equal, from, square);
    let own = f.widen(own);
    let away = f.either_of(gone, own);
    let put = f.put_on(way, square);
    let nowhere = f.int(NOWHERE);
    let carried = f.compare(IntCC::NotEqual, put, nowhere);
    let stands = f.select(carried, put, square);
    let position = f.load(walk, Walk::POSITION);
    let cell = f.add(position, stands);
    let man = f.load_byte(cell, STATE_CELLS);
    let there = f.select(away, zero, man);
    let there = f.select(carried, man, there);
    f.finish(&[there]);
}

/// `leg(walk, leg, file, rank, way) -> not zero if somebody has seen enough`: goes one leg, step by step, and from every square where it may end those behind it.
pub fn leg(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (walk, leg, before) = (parameters[0], parameters[1], parameters[4]);
    let start = Place { x: parameters[2], y: parameters[3] };
    let way = f.copy_way(before);
    let flags = f.load_constant(leg, leg::FLAGS);
    let [least, longest, skip, hop] = [leg::MIN, leg::MAX, leg::SKIP, leg::HOP].map(|o| f.load_constant(leg, o));
    let slide = f.load(before, Way::SLIDE);
    let same = f.flag(flags, leg::SAME_LENGTH);
    let (least, longest) = (f.select(same, slide, least), f.select(same, slide, longest));
    let varies = f.flag(flags, leg::VARIES);
    let steps = f.trace_tables().steps;
    let (first, last) = (f.load_constant(leg, leg::STEPS), f.load_constant(leg, leg::STEPS_END));
    let part = f.load(walk, Walk::PART);
    let part_flags = f.load_constant(part, part::FLAGS);
    let goer = Leg { side, walk, leg, way, flags, part, part_flags, start, skip, hop };
    let (zero, one) = (f.int(0), f.int(1));
    f.while_(
        &[one, start.x, start.y, zero, zero, first, one],
        |f, v| {
            let more = f.compare(IntCC::UnsignedLessThanOrEqual, v[0], longest);
            f.select(more, v[6], zero)
        },
        |f, v| {
            let (count, around, hurdle) = (v[0], v[3], v[4]);
            let (step, next) = f.next_step(steps, v[5], first, last);
            let on = Place { x: f.add(v[1], step.x), y: f.add(v[2], step.y) };
            let (at, around, closed) = f.joined(&goer, on, around);
            // One more step since the hurdle was passed, if it was.
            let passed = f.compare(IntCC::NotEqual, hurdle, zero);
            let passed = f.widen(passed);
            let hurdle = f.add(hurdle, passed);
            let long_enough = f.compare(IntCC::UnsignedGreaterThanOrEqual, count, least);
            let long_enough = f.widen(long_enough);
            let hopped = f.has_hopped(hop, hurdle);
            let may_end = f.both_of(long_enough, hopped);
            let slide = f.select(varies, count, slide);
            f.store(slide, way, Way::SLIDE);
            let square = f.square_at(at);
            let nowhere = f.int(NOWHERE);
            let on_board = f.compare(IntCC::NotEqual, square, nowhere);
            let on_board = f.widen(on_board);
            let state = f.either(
                closed,
                &[hurdle, zero],
                |_, v| v.to_vec(),
                |f, v| {
                    f.either(
                        on_board,
                        v,
                        |f, v| f.on_square(&goer, at, square, may_end, count, v[0]),
                        |f, v| {
                            f.off_board(&goer, at, may_end);
                            v.to_vec()
                        },
                    )
                },
            );
            vec![f.add_int(count, 1), at.x, at.y, around, state[0], next, state[1]]
        },
    );
    f.finish(&[zero]);
}

/// A leg that is gone.
struct Leg {
    side: Side,
    walk: Value,
    leg: Value,
    way: Value,
    flags: Value,
    part: Value,
    part_flags: Value,
    start: Place,
    skip: Value,
    hop: Value,
}

impl Fun<'_> {
    /// The step at an offset, and the offset of the one after it.
    fn next_step(&mut self, steps: TableId, at: Value, first: Value, last: Value) -> (Place, Value) {
        let base = self.table(steps);
        let here = self.add(base, at);
        let step = Place { x: self.load_constant(here, 0), y: self.load_constant(here, 8) };
        let next = self.add_int(at, 16);
        let over = self.compare(IntCC::Equal, next, last);
        (step, self.select(over, first, next))
    }

    /// A place on a board whose side edges may be joined; whether the leg has gone over them; and whether it has come to where it or the man started.
    fn joined(&mut self, leg: &Leg, at: Place, around: Value) -> (Place, Value, Value) {
        let zero = self.int(0);
        if !self.plan.tables.traces.wraps {
            return (at, around, zero);
        }
        let wraps = self.flag(leg.flags, leg::WRAPS);
        let found = self.when(wraps, &[at.x, around, zero], |f, v| {
            let width = f.int(f.plan.board.width as u64);
            let rest = f.b.ins().srem(at.x, width);
            let above = f.add(rest, width);
            let negative = f.compare(IntCC::SignedLessThan, rest, zero);
            let inside = f.select(negative, above, rest);
            let over = f.compare(IntCC::NotEqual, inside, at.x);
            let over = f.widen(over);
            let around = f.either_of(v[1], over);
            let origin = Place { x: f.load(leg.walk, Walk::FROM_X), y: f.load(leg.walk, Walk::FROM_Y) };
            let mut met = zero;
            for place in [leg.start, origin] {
                let x = f.compare(IntCC::Equal, place.x, inside);
                let y = f.compare(IntCC::Equal, place.y, at.y);
                let both = f.b.ins().band(x, y);
                let both = f.widen(both);
                met = f.either_of(met, both);
            }
            vec![inside, around, f.both_of(around, met)]
        });
        (Place { x: found[0], y: at.y }, found[1], found[2])
    }

    /// Not zero if the leg has passed the hurdle that it needs; `hurdle` is one more than the steps since then.
    fn has_hopped(&mut self, hop: Value, hurdle: Value) -> Value {
        let one = self.int(1);
        self.when(hop, &[one], |f, _| {
            let beyond = f.is(hop, leg::HOP_BEYOND);
            let right_behind = f.is(hurdle, 2);
            let right_behind = f.widen(right_behind);
            vec![f.select(beyond, right_behind, hurdle)]
        })[0]
    }

    /// Off the board: nothing to do but to come back.
    fn off_board(&mut self, goer: &Leg, at: Place, may_end: Value) {
        let may = self.flag(goer.flags, leg::OFF_BOARD);
        let limited = self.flag(goer.part_flags, part::HAS_WITHIN);
        let zero = self.int(0);
        let free = self.select(limited, zero, may);
        let goes_on = self.both_of(free, may_end);
        self.when(goes_on, &[], |f, _| {
            f.go_onward(goer, at, goer.way);
            Vec::new()
        });
    }

    fn go_onward(&mut self, goer: &Leg, at: Place, way: Value) {
        let arguments = [goer.walk, goer.leg, goer.start.x, goer.start.y, at.x, at.y, way];
        let enough = self.call(Name::Onward(goer.side), &arguments).expect("it has a result");
        self.return_if(enough, &[enough]);
    }

    /// On a square: the leg may end, and may go on. Gives the steps since the hurdle, and zero if the leg is over.
    fn on_square(
        &mut self,
        goer: &Leg,
        at: Place,
        square: Value,
        may_end: Value,
        count: Value,
        hurdle: Value,
    ) -> Vec<Value> {
        let limited = self.flag(goer.part_flags, part::HAS_WITHIN);
        let (zero, one) = (self.int(0), self.int(1));
        let inside = self.when(limited, &[one], |f, _| vec![f.has_square(goer.part, part::WITHIN, square)])[0];
        self.when(inside, &[hurdle, zero], |f, v| {
            f.when(may_end, &[], |f, _| {
                f.end_of_leg(goer, at, square);
                Vec::new()
            });
            let looks = f.compare(IntCC::UnsignedGreaterThan, count, goer.skip);
            let state = f.when(looks, &[v[0], one], |f, v| {
                let man = f.found_on(goer.side, goer.walk, goer.way, square);
                f.when(man, v, |f, v| {
                    let no_hurdle_yet = f.is(v[0], 0);
                    let hops = f.compare(IntCC::NotEqual, goer.hop, zero);
                    let may = f.b.ins().band(no_hurdle_yet, hops);
                    let passes = f.when(may, &[zero], |f, _| vec![f.may_hop(goer.walk, man)])[0];
                    let first = f.select(passes, one, v[0]);
                    vec![first, passes]
                })
            });
            f.mark(goer, goer.way, square);
            state
        })
    }

    /// Remembers a square that is passed, for a part that leaves them open to en passant.
    fn mark(&mut self, goer: &Leg, way: Value, square: Value) {
        if self.plan.tables.traces.marks {
            let marking = self.flag(goer.part_flags, part::MARKING);
            self.when(marking, &[], |f, _| {
                f.push(way, Way::PASSED, square);
                Vec::new()
            });
        }
    }

    /// A leg may end here: the move ends here, or the path goes on, or both.
    fn end_of_leg(&mut self, goer: &Leg, at: Place, square: Value) {
        let stop = self.load_constant(goer.leg, leg::STOP);
        self.when(stop, &[], |f, _| {
            let arguments = [goer.walk, goer.leg, goer.start.x, goer.start.y, square, goer.way];
            let enough = f.call(Name::Arrive(goer.side), &arguments).expect("it has a result");
            f.return_if(enough, &[enough]);
            Vec::new()
        });
        let last = self.flag(goer.flags, leg::LAST);
        let goes_on = self.is(last, 0);
        self.when(goes_on, &[], |f, _| {
            let on = f.load_constant(goer.leg, leg::ON);
            let man = f.found_on(goer.side, goer.walk, goer.way, square);
            let removes = f.flag(goer.flags, leg::REMOVES);
            let admitted = f.admits(goer.side, goer.walk, on, man, removes);
            f.when(admitted, &[], |f, _| {
                let way = f.copy_way(goer.way);
                f.mark(goer, way, square);
                let goes = f.pass_on(goer, way, square, man);
                f.when(goes, &[], |f, _| {
                    f.go_onward(goer, at, way);
                    Vec::new()
                });
                Vec::new()
            });
            if f.plan.has_en_passant {
                let takes = f.flag(on, leg::EN_PASSANT);
                f.when(takes, &[], |f, _| {
                    let open = f.open_to_en_passant(goer.side, goer.walk, goer.way, square);
                    f.when(open, &[], |f, _| {
                        let way = f.copy_way(goer.way);
                        let taken = f.take_en_passant(goer.walk, way, square);
                        f.when(taken, &[], |f, _| {
                            f.go_onward(goer, at, way);
                            Vec::new()
                        });
                        Vec::new()
                    });
                    Vec::new()
                });
            }
            Vec::new()
        });
    }

    /// What becomes of a man where a leg ends and the path goes on. Zero if it cannot go on.
    fn pass_on(&mut self, goer: &Leg, way: Value, square: Value, man: Value) -> Value {
        let one = self.int(1);
        self.when(man, &[one], |f, _| {
            let removes = f.flag(goer.flags, leg::REMOVES);
            let zero = f.int(0);
            f.either(
                removes,
                &[zero],
                |f, v| {
                    let put = f.put_on(way, square);
                    let own = f.is(put, NOWHERE as i64);
                    f.when(own, v, |f, _| vec![f.push(way, Way::VICTIMS, square)])
                },
                |f, _| vec![f.may_hop(goer.walk, man)],
            )
        })[0]
    }

    /// Notes that a way takes en passant on a square; zero if it cannot take any more.
    fn take_en_passant(&mut self, walk: Value, way: Value, square: Value) -> Value {
        self.store(square, way, Way::EN_PASSANT);
        let position = self.load(walk, Walk::POSITION);
        let victim = self.load_short(position, STATE_EP_VICTIM);
        self.push(way, Way::VICTIMS, victim)
    }
}

/// `onward(walk, leg, file and rank where it started, and where it ended, way)`: the leg is over, and the next one begins.
pub fn onward(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let [walk, leg, from_x, from_y, x, y, way] = parameters[..] else { unreachable!("it has seven") };
    let way = f.carried_on(side, walk, leg, (from_x, from_y), way);
    let next = f.add_int(leg, leg::BYTES as i64);
    let enough = f.call(Name::Leg(side), &[walk, next, x, y, way]).expect("it has a result");
    f.finish(&[enough]);
}

impl Fun<'_> {
    /// The way once who is carried was put down where the leg started; leaves the function where that cannot be.
    fn carried_on(&mut self, side: Side, walk: Value, leg: Value, (x, y): (Value, Value), way: Value) -> Value {
        if !self.plan.tables.traces.carries {
            return way;
        }
        let flags = self.load_constant(leg, leg::FLAGS);
        let carries = self.flag(flags, leg::PUTS_DOWN);
        let copy = self.copy_way(way);
        self.when(carries, &[], |f, _| {
            let done = f.put_down(side, walk, copy, x, y);
            let (failed, zero) = (f.is(done, 0), f.int(0));
            f.return_if(failed, &[zero]);
            Vec::new()
        });
        copy
    }
}

/// `arrive(walk, leg, file and rank where it started, square, way)`: the whole move ends here, if the leg and the part allow it.
pub fn arrive(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let [walk, leg, x, y, square, way] = parameters[..] else { unreachable!("it has six") };
    let (part, zero) = (f.load(walk, Walk::PART), f.int(0));
    let inside = f.has_square(part, part::TO, square);
    let outside = f.is(inside, 0);
    f.return_if(outside, &[zero]);
    let landing = f.load_constant(leg, leg::STOP);
    let man = f.found_on(side, walk, way, square);
    let limited = f.int(1);
    let admitted = f.admits(side, walk, landing, man, limited);
    f.when(admitted, &[], |f, _| {
        let there = f.compare(IntCC::NotEqual, man, zero);
        let takes = f.widen(there);
        let enough = f.call(Name::Visit(side), &[walk, leg, x, y, square, takes, way]).expect("it has a result");
        f.return_if(enough, &[enough]);
        Vec::new()
    });
    if f.plan.has_en_passant {
        let takes = f.flag(landing, leg::EN_PASSANT);
        f.when(takes, &[], |f, _| {
            let open = f.open_to_en_passant(side, walk, way, square);
            f.when(open, &[], |f, _| {
                let way = f.copy_way(way);
                let taken = f.take_en_passant(walk, way, square);
                f.when(taken, &[], |f, _| {
                    let arguments = [walk, leg, x, y, square, zero, way];
                    let enough = f.call(Name::Visit(side), &arguments).expect("it has a result");
                    f.return_if(enough, &[enough]);
                    Vec::new()
                });
                Vec::new()
            });
            Vec::new()
        });
    }
    f.finish(&[zero]);
}
