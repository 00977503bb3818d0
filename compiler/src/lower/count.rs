//! All moves of a position, counted or listed, and the count of sequences of moves.

use super::expr::{Ask, Place};
use super::fun::Fun;
use super::sink::{MOVE_BYTES, Sink};
use super::{Name, Side};
use crate::plan::GroupHow;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::{CONTEXT_ASKING, CONTEXT_SCRATCH, CONTEXT_STOP, STATE_CLOCK, STATE_EP_VICTIM};
use ferz_abi::{LEAVES_MADE, NO_SQUARE};

/// `count(context, position)` or `list(context, position, end)`: the number of legal moves of `side`, or where they end.
pub fn all_moves(mut f: Fun, side: Side, sink: Sink) {
    let parameters = f.entry();
    let (context, position) = (parameters[0], parameters[1]);
    let plan = f.plan;
    if sink == Sink::Count && plan.counts_by_list {
        let start = f.load(context, CONTEXT_SCRATCH);
        let end = f.call(Name::List(side), &[context, position, start]).expect("it has a result");
        let count = f.moves_between(start, end);
        return f.finish(&[count]);
    }
    let start = match sink {
        Sink::Count => f.int(0),
        Sink::List => parameters[2],
    };
    // Whoever asks whether a side is stuck asks as if the game went on.
    let decided = if plan.looks_at_replies() {
        let (asking, zero) = (f.load(context, CONTEXT_ASKING), f.int(0));
        let from_outside = f.is(asking, 0);
        f.when(from_outside, &[zero], |f, _| vec![f.decided(context, position)])[0]
    } else {
        f.decided(context, position)
    };
    f.return_if(decided, &[start]);
    let scene = f.scene(side, context, position);
    let frame = f.frame();
    let found = f.legality(&scene, frame);
    let groups = &plan.sides[side.index()].groups;
    // Men whose moves are not made with all the others, and guests, who need no code of their own where moves are counted.
    let mut others = f.or(found.special, found.tried);
    let guests = f.guests(side, position);
    if let Some(guests) = guests {
        others = f.or(others, guests);
    }
    let mut so_far = start;
    for (number, group) in groups.iter().enumerate().filter(|(_, g)| !plan.sides[side.index()].is_guests(g)) {
        let men = f.men_of_codes(&group.codes, position);
        let men = f.minus(men, others);
        let kind = match group.how {
            GroupHow::Kind(kind) => Some(&plan.sides[side.index()].kinds[kind]),
            GroupHow::Shared(_) => None,
        };
        let traced = kind.is_some_and(|kind| kind.traced.is_some());
        if traced && !plan.filters_all {
            // Each of them is tried.
            continue;
        }
        let royal = kind.is_some_and(|kind| kind.royal) && !traced;
        so_far = if royal && plan.by_masks {
            f.royal_moves(&scene, sink, number, men, so_far)
        } else if sink == Sink::Count {
            f.count_group(&scene, &group.how, men, found.allow, so_far)
        } else {
            let some = f.any(men);
            f.when(some, &[so_far], |f, v| {
                vec![f.list_of_group(side, number, (context, position), men, found.allow, v[0])]
            })[0]
        };
    }
    if !found.none || guests.is_some() {
        let some = f.meet(others, scene.men.own);
        so_far = f.when(some, &[so_far], |f, v| {
            vec![f.listed(sink, context, v[0], |f, start| {
                f.call(Name::Others(side), &[context, position, frame, start]).expect("it has a result")
            })]
        })[0];
    }
    if plan.sides[side.index()].kinds.iter().any(|k| !k.en_passant.is_empty()) {
        let victim = f.load_short(position, STATE_EP_VICTIM);
        let nobody = f.int(NO_SQUARE.into());
        let some = f.compare(IntCC::NotEqual, victim, nobody);
        so_far = f.when(some, &[so_far], |f, v| {
            vec![f.listed(sink, context, v[0], |f, start| {
                f.call(Name::EnPassant(side), &[context, position, start]).expect("it has a result")
            })]
        })[0];
    }
    if !plan.sides[side.index()].castlings.is_empty() {
        let ready = f.may_castle(&scene);
        so_far = f.when(ready, &[so_far], |f, v| {
            vec![f.listed(sink, context, v[0], |f, start| {
                let end = f.call(Name::Castlings(side), &[context, position, start]).expect("it has a result");
                let some = f.compare(IntCC::NotEqual, start, end);
                f.when(some, &[end], |f, v| vec![f.kept(side, context, position, start, v[0])])[0]
            })]
        })[0];
    }
    if !plan.rules.drops.is_empty() {
        so_far = f.listed(sink, context, so_far, |f, start| {
            f.call(Name::Drops(side), &[context, position, frame, start]).expect("it has a result")
        });
    }
    if sink == Sink::List {
        so_far = f.by_the_rules(side, context, position, start, so_far);
    }
    f.finish(&[so_far]);
}

impl Fun<'_> {
    /// Whether the game is over before anybody moves, as far as a position tells.
    fn decided(&mut self, context: Value, position: Value) -> Value {
        let plan = self.plan;
        let mut decided = self.int(0);
        if let Some(limit) = plan.quiet_limit {
            let clock = self.load_short(position, STATE_CLOCK);
            let limit = self.int(limit.into());
            let over = self.compare(IntCC::UnsignedGreaterThanOrEqual, clock, limit);
            decided = self.widen(over);
        }
        if plan.has_ends_by_condition() {
            let over = self.call(Name::Decided, &[context, position]).expect("it has a result");
            decided = self.either_of(decided, over);
        }
        decided
    }

    /// The number of moves in a piece of a list.
    fn moves_between(&mut self, start: Value, end: Value) -> Value {
        let bytes = self.b.ins().isub(end, start);
        self.shift_right(bytes, MOVE_BYTES.trailing_zeros())
    }

    /// Takes moves that can only be listed: behind those so far, or in scratch memory to be counted.
    pub fn listed(
        &mut self,
        sink: Sink,
        context: Value,
        so_far: Value,
        list: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        match sink {
            Sink::List => list(self, so_far),
            Sink::Count => {
                let start = self.load(context, CONTEXT_SCRATCH);
                let end = list(self, start);
                let count = self.moves_between(start, end);
                self.add(so_far, count)
            }
        }
    }

    /// Those moves of a list that are legal; all of them where every move is looked at in the end.
    pub fn kept(&mut self, side: Side, context: Value, position: Value, start: Value, end: Value) -> Value {
        if self.plan.filters_all {
            return end;
        }
        self.call(Name::Filter(side), &[context, position, start, end]).expect("it has a result")
    }

    /// Those moves of a list that are legal, with all that can be chosen in what follows on them.
    fn looked_at(&mut self, side: Side, context: Value, position: Value, start: Value, end: Value) -> Value {
        let mut end = end;
        for rule in 0..self.plan.rules.choosings().len() {
            let arguments = [context, position, start, end];
            end = self.call(Name::Choices(side, rule), &arguments).expect("it has a result");
        }
        self.call(Name::Filter(side), &[context, position, start, end]).expect("it has a result")
    }

    /// What the rules say about a whole list: actions, what is forbidden, what goes first, what comes last.
    fn by_the_rules(&mut self, side: Side, context: Value, position: Value, start: Value, end: Value) -> Value {
        let plan = self.plan;
        let has = |last: bool| plan.rules.actions.iter().any(|a| a.last_resort == last);
        let mut end = end;
        if plan.filters_all {
            end = self.looked_at(side, context, position, start, end);
        }
        if has(false) {
            let first = end;
            end = self.call(Name::Actions(side, false), &[context, position, first]).expect("it has a result");
            end = self.looked_at(side, context, position, first, end);
        }
        // Moves without choices never repeat one another.
        if plan.may_repeat && (has(false) || !plan.rules.choosings().is_empty()) {
            end = self.call(Name::Distinct(side), &[context, position, start, end]).expect("it has a result");
        }
        if !plan.rules.prefers.is_empty() {
            end = self.call(Name::Prefer(side), &[context, position, start, end]).expect("it has a result");
        }
        if has(true) {
            let none = self.compare(IntCC::Equal, start, end);
            end = self.when(none, &[end], |f, v| {
                let end = f.call(Name::Actions(side, true), &[context, position, v[0]]).expect("it has a result");
                let end = f.looked_at(side, context, position, start, end);
                if !plan.may_repeat {
                    return vec![end];
                }
                vec![f.call(Name::Distinct(side), &[context, position, start, end]).expect("it has a result")]
            })[0];
        }
        end
    }
}

/// `decided(context, position)`: not zero if an end of the rules' own that needs no claim holds, for who has moved or for who is to move.
pub fn decided(mut f: Fun) {
    let parameters = f.entry();
    let (context, position) = (parameters[0], parameters[1]);
    let mut over = f.int(0);
    for number in f.plan.ends_by_condition() {
        for side in Side::BOTH {
            let here = f.call(Name::Holds(side, number), &[context, position]).expect("it has a result");
            over = f.either_of(over, here);
        }
    }
    f.finish(&[over]);
}

/// `holds(context, position)`: not zero if a condition of the rules holds, seen by `side`.
pub fn holds(mut f: Fun, side: Side, number: usize) {
    let parameters = f.entry();
    let (context, position) = (parameters[0], parameters[1]);
    let ask = Ask { place: Place::End, ..Ask::new(context, position, side) };
    let plan = f.plan;
    let holds = f.condition(&ask, &plan.rules.conditions[number]);
    f.finish(&[holds]);
}

/// `prefer(context, position, start, end)`: if some of the legal moves are to be preferred, keeps those only; gives their end.
pub fn prefer(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, start, end) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let bytes = f.plan.layout.position_bytes();
    let after = f.stack(bytes);
    let scratch = f.load(context, CONTEXT_SCRATCH);
    f.store(end, context, CONTEXT_SCRATCH);
    // Preferred moves change places with those before them.
    let kept = f.while_(
        &[start, start],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
        |f, v| {
            let (at, kept) = (v[0], v[1]);
            f.call(Name::Make(side), &[context, position, at, after]);
            let happened = f.happened(side, position, at);
            let ask = Ask { happened: Some(happened), ..Ask::new(context, position, side) };
            let plan = f.plan;
            let mut preferred = f.int(0);
            for event in &plan.rules.prefers {
                let here = f.matches(&ask, event, at, after);
                preferred = f.either_of(preferred, here);
            }
            let kept = f.when(preferred, &[kept], |f, v| {
                for offset in [0, 8] {
                    let (here, there) = (f.load(at, offset), f.load(v[0], offset));
                    f.store(here, v[0], offset);
                    f.store(there, at, offset);
                }
                vec![f.add_int(v[0], MOVE_BYTES)]
            })[0];
            vec![f.add_int(at, MOVE_BYTES), kept]
        },
    );
    f.store(scratch, context, CONTEXT_SCRATCH);
    let none = f.compare(IntCC::Equal, kept[1], start);
    let end = f.select(none, end, kept[1]);
    f.finish(&[end]);
}

/// `perft(context, position, depth)`: the number of sequences of `depth` (at least 1) legal moves. Wrong, but soon there, once stopped. With
/// [`LEAVES_MADE`] added to the depth, every last move is made too.
pub fn perft(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, depth) = (parameters[0], parameters[1], parameters[2]);
    let last = f.is(depth, 1);
    let zero = f.int(0);
    let total = f.either(
        last,
        &[zero],
        |f, _| vec![f.call(Name::Count(side), &[context, position]).expect("it has a result")],
        |f, v| {
            let stop = f.load(context, CONTEXT_STOP);
            let stopped = f.load_byte(stop, 0);
            let going = f.is(stopped, 0);
            f.when(going, v, |f, v| {
                if !f.plan.reuses {
                    return vec![f.deeper(side, context, position, depth)];
                }
                let two = f.is(depth, 2);
                f.either(
                    two,
                    v,
                    |f, _| vec![f.call(Name::Reuse(side), &[context, position]).expect("it has a result")],
                    |f, _| vec![f.deeper(side, context, position, depth)],
                )
            })
        },
    );
    f.finish(&[total[0]]);
}

impl Fun<'_> {
    /// Lists the moves in scratch memory, behind room for the position after each, and counts on from there.
    fn deeper(&mut self, side: Side, context: Value, position: Value, depth: Value) -> Value {
        let child = self.load(context, CONTEXT_SCRATCH);
        let bytes = self.plan.layout.position_bytes().next_multiple_of(16);
        let moves = self.add_int(child, bytes as i64);
        let end = self.call(Name::List(side), &[context, position, moves]).expect("it has a result");
        self.store(end, context, CONTEXT_SCRATCH);
        let below = self.add_int(depth, -1);
        let zero = self.int(0);
        let done = self.while_(
            &[moves, zero],
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
            |f, v| {
                f.call(Name::Make(side), &[context, position, v[0], child]);
                let one = f.int(1);
                let is_leaf = f.is(below, LEAVES_MADE as i64);
                let count = f.either(
                    is_leaf,
                    &[one],
                    |_, v| v.to_vec(),
                    |f, _| vec![f.call(Name::Perft(side.other()), &[context, child, below]).expect("it has a result")],
                )[0];
                vec![f.add_int(v[0], MOVE_BYTES), f.add(v[1], count)]
            },
        );
        self.store(child, context, CONTEXT_SCRATCH);
        done[1]
    }
}
