//! A walker that goes square by square, for movements of which no set and no table tells where they lead: leg by leg, with a memory of what was
//! taken and carried on the way, as the rules of movement say. What it goes stands in tables, so that one walker serves all kinds of a side.
//!
//! `ways` starts paths, `leg` goes one leg, `onward` begins the next one, `arrive` ends on a square, and `visit` does what was asked for. `way` is the
//! memory, and `meet` says who is found on a square and what may be done about him.

mod go;
mod meet;
mod visit;
mod way;

pub use go::leg;
pub use meet::found_on;
pub use visit::visit;
pub use way::{NOWHERE, Way};

use super::fun::Fun;
use super::{Name, Side};
use crate::plan::trace::{leg as field, part};
use crate::plan::{Program, TraceTables};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::STATE_UNMOVED;

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

/// A file and a rank, perhaps beside the board.
#[derive(Clone, Copy)]
struct Place {
    x: Value,
    y: Value,
}

impl Fun<'_> {
    pub fn trace_tables(&self) -> TraceTables {
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

    /// Not zero if some of these flags are set.
    pub fn flag(&mut self, flags: Value, which: u64) -> Value {
        let which = self.int(which);
        self.b.ins().band(flags, which)
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
                        let bytes = f.load_constant(leg, field::PATH);
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

/// `onward(walk, leg, file and rank where it started, and where it ended, way)`: the leg is over, and the next one begins.
pub fn onward(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let [walk, leg, from_x, from_y, x, y, way] = parameters[..] else { unreachable!("it has seven") };
    let way = f.carried_on(side, walk, leg, (from_x, from_y), way);
    let next = f.add_int(leg, field::BYTES as i64);
    let enough = f.call(Name::Leg(side), &[walk, next, x, y, way]).expect("it has a result");
    f.finish(&[enough]);
}

impl Fun<'_> {
    /// The way once who is carried was put down where the leg started; leaves the function where that cannot be.
    fn carried_on(&mut self, side: Side, walk: Value, leg: Value, (x, y): (Value, Value), way: Value) -> Value {
        if !self.plan.tables.traces.carries {
            return way;
        }
        let flags = self.load_constant(leg, field::FLAGS);
        let carries = self.flag(flags, field::PUTS_DOWN);
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
    let landing = f.load_constant(leg, field::STOP);
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
        let takes = f.flag(landing, field::EN_PASSANT);
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
