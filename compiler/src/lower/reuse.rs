//! The last two plies of a perft from one position: the replies are counted once, as if the mover had passed, and corrected for each move.
//!
//! Most moves are far from what most replies depend on. What a man of the other side can do changes only with the squares that it watches, and what its
//! royal allows all of them only with the lines to it and to the squares around it. A move that touches none of these leaves the count as it is; one that
//! touches the squares of some men has those counted again; any other move is made, and its replies are counted like everywhere else. So is
//! every move of a position where something is unusual: check, men that must be tried, castling in reach.

use super::fun::Fun;
use super::kinds::Scene;
use super::parent::{Kept, Single, group_kind};
use super::sink::MOVE_BYTES;
use super::walk::Men;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::{CONTEXT_SCRATCH, MOVE_FORM, MOVE_PASSED, MOVE_SQUARES, STATE_CELLS};

/// `reuse(context, position)`: the number of sequences of two legal moves, `side` moving first.
pub fn reuse(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position) = (parameters[0], parameters[1]);
    let plan = f.plan;
    let layout = Kept::new(plan, side.other());
    let kept = f.stack(layout.bytes);
    let child = f.load(context, CONTEXT_SCRATCH);
    let moves = f.add_int(child, plan.layout.position_bytes().next_multiple_of(16) as i64);
    let end = f.call(Name::List(side), &[context, position, moves]).expect("it has a result");
    f.store(end, context, CONTEXT_SCRATCH);
    let replies = f.scene(side.other(), context, position);
    let frame = f.frame();
    let found = f.legality(&replies, frame);
    let usual = f.is_usual(&replies, &found);
    f.either(
        usual,
        &[],
        |f, _| {
            f.keep(&layout, kept, &replies, &found, frame);
            Vec::new()
        },
        |f, _| {
            let all = f.set(plan.board.cells);
            f.store_set(all, kept, layout.leaving);
            Vec::new()
        },
    );
    let zero = f.int(0);
    let done = f.while_(
        &[moves, zero],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
        |f, v| {
            let count = f.replies_to(&layout, kept, &replies, v[0], child);
            vec![f.add_int(v[0], MOVE_BYTES), f.add(v[1], count)]
        },
    );
    f.store(child, context, CONTEXT_SCRATCH);
    f.finish(&[done[1]]);
}

impl Fun<'_> {
    /// The number of replies to a move.
    fn replies_to(&mut self, layout: &Kept, kept: Value, replies: &Scene, played: Value, child: Value) -> Value {
        let plan = self.plan;
        let (context, position) = (replies.context, replies.position);
        let words = self.load(played, 0);
        let byte = |f: &mut Self, shift: u32| {
            let shifted = f.shift_right(words, shift);
            let byte = f.int(0xff);
            f.b.ins().band(shifted, byte)
        };
        let (from, to, placed) = (byte(self, 0), byte(self, 8), byte(self, 24));
        // Castling and en passant; what opens a square to it, if somebody could take there.
        let mut unusual = self.shift_right(words, 32);
        if plan.has_en_passant {
            let opens_one = self.int(1 << (8 * (MOVE_PASSED - MOVE_FORM)));
            let opens = self.b.ins().band(unusual, opens_one);
            unusual = self.b.ins().bxor(unusual, opens);
            let opened = self.load_byte(played, MOVE_SQUARES);
            let could_take = self.has(kept, layout.passing, opened);
            let taken = self.both_of(opens, could_take);
            unusual = self.either_of(unusual, taken);
        }
        let cell = self.add(position, to);
        let victim = self.load_byte(cell, STATE_CELLS);
        let offset = self.times(placed, plan.layout.board_bytes());
        let of_code = self.add(kept, offset);
        let touches = [
            self.has(kept, layout.leaving, from),
            self.has(kept, layout.reaching, to),
            self.has(of_code, layout.arriving, to),
        ];
        let touches = touches.into_iter().fold(victim, |all, one| self.either_of(all, one));
        let looked_at = self.either_of(unusual, touches);
        let zero = self.int(0);
        self.either(
            looked_at,
            &[zero],
            |f, _| {
                f.call(Name::Make(replies.side.other()), &[context, position, played, child]);
                vec![f.call(Name::Count(replies.side), &[context, child]).expect("it has a result")]
            },
            |f, _| {
                let count = f.load(kept, layout.count);
                let (left, reached) = (f.has(kept, layout.watched, from), f.has(kept, layout.watched, to));
                let seen = f.either_of(left, reached);
                f.when(seen, &[count], |f, v| vec![f.corrected(layout, kept, replies, (from, to), v[0])])
            },
        )[0]
    }

    /// Not zero if a set in memory has a square.
    fn has(&mut self, at: Value, offset: i32, square: Value) -> Value {
        let at = if self.plan.board.words == 1 {
            at
        } else {
            let word = self.shift_right(square, 6);
            let word = self.shift_left(word, 3);
            self.add(at, word)
        };
        let word = self.load(at, offset);
        let bit = self.b.ins().ushr(word, square);
        let one = self.int(1);
        self.b.ins().band(bit, one)
    }

    /// The replies to a move to an empty square, those of men counted anew that watch one of its squares.
    fn corrected(
        &mut self,
        layout: &Kept,
        kept: Value,
        replies: &Scene,
        (from, to): (Value, Value),
        mut count: Value,
    ) -> Value {
        let plan = self.plan;
        let side = &plan.sides[replies.side.index()];
        let one = Single::new(plan);
        let (left, reached) = (self.single(from), self.single(to));
        let changed = self.or(left, reached);
        let enemy = self.minus(replies.men.enemy, left);
        let enemy = self.or(enemy, reached);
        let own = replies.men.own;
        let men = Men { own, enemy, occupied: self.or(own, enemy) };
        let after = Scene { men, ..*replies };
        let mut start = self.add_int(kept, layout.men.into());
        for (number, group) in side.groups.iter().enumerate().filter(|(_, group)| !side.is_guests(group)) {
            let at = layout.groups[number];
            let kind = group_kind(plan, replies.side, &group.how);
            if kind.is_some_and(|kind| kind.royal) {
                continue;
            }
            if kind.is_some_and(|kind| kind.set_wise) {
                let seen = self.load_set(kept, at + 8);
                let hit = self.meet(seen, changed);
                count = self.when(hit, &[count], |f, v| {
                    let men = f.men_of_codes(&group.codes, replies.position);
                    let special = f.load_set(kept, layout.special);
                    let men = f.minus(men, special);
                    let before = f.load(kept, at);
                    let count = f.b.ins().isub(v[0], before);
                    let allow = f.load_set(kept, layout.allow);
                    vec![f.count_group(&after, &group.how, men, allow, count)]
                })[0];
                continue;
            }
            let end = self.load(kept, at);
            if !side.watched[number].is_empty() {
                count = self.while_(
                    &[start, count],
                    |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
                    |f, v| {
                        let seen = f.load_set(v[0], one.watched);
                        let hit = f.meet(seen, changed);
                        let count = f.when(hit, &[v[1]], |f, c| {
                            let (square, before) = (f.load(v[0], one.square), f.load(v[0], one.count));
                            let mask = f.load_set(v[0], one.mask);
                            let count = f.b.ins().isub(c[0], before);
                            vec![f.count_of_man(&after, &group.how, square, mask, count)]
                        })[0];
                        vec![f.add_int(v[0], one.bytes), count]
                    },
                )[1];
            }
            start = end;
        }
        count
    }
}
