//! All moves of a position, counted or listed, and the count of sequences of moves.

use super::fun::Fun;
use super::sink::{MOVE_BYTES, Sink};
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::{CONTEXT_SCRATCH, CONTEXT_STOP, STATE_CLOCK};

/// `count(context, position)` or `list(context, position, end)`: the number of legal moves of `side`, or where they end.
pub fn all_moves(mut f: Fun, side: Side, sink: Sink) {
    let parameters = f.entry();
    let (context, position) = (parameters[0], parameters[1]);
    let mut so_far = match sink {
        Sink::Count => f.int(0),
        Sink::List => parameters[2],
    };
    let plan = f.plan;
    if let Some(limit) = plan.quiet_limit {
        // So many quiet plies decide the game by themselves: no moves.
        let clock = f.load_short(position, STATE_CLOCK);
        let limit = f.int(limit.into());
        let over = f.compare(IntCC::UnsignedGreaterThanOrEqual, clock, limit);
        f.return_if(over, &[so_far]);
    }
    let frame = f.analysed(side, position);
    for (i, kind) in plan.sides[side.index()].kinds.iter().enumerate() {
        let men = f.load_set(position, plan.layout.code(kind.code));
        let some = f.any(men);
        so_far = f.when(some, &[so_far], |f, v| {
            let name = Name::Kind(side, sink, i);
            vec![f.call(name, &[context, position, frame, v[0]]).expect("it has a result")]
        })[0];
    }
    if !plan.sides[side.index()].castlings.is_empty() {
        let start = match sink {
            Sink::Count => f.load(context, CONTEXT_SCRATCH),
            Sink::List => so_far,
        };
        let end = f.call(Name::Castlings(side), &[position, start]).expect("it has a result");
        let some = f.compare(IntCC::NotEqual, start, end);
        so_far = f.when(some, &[so_far], |f, v| {
            let end = f.call(Name::Filter(side), &[position, start, end]).expect("it has a result");
            match sink {
                Sink::List => vec![end],
                Sink::Count => {
                    let bytes = f.b.ins().isub(end, start);
                    let count = f.shift_right(bytes, MOVE_BYTES.trailing_zeros());
                    vec![f.add(v[0], count)]
                }
            }
        })[0];
    }
    f.finish(&[so_far]);
}

/// `perft(context, position, depth)`: the number of sequences of `depth` (at least 1) legal moves. Wrong, but soon there, once stopped.
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
            f.when(going, v, |f, _| vec![f.deeper(side, context, position, depth)])
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
                f.call(Name::Make(side), &[position, v[0], child]);
                let count = f.call(Name::Perft(side.other()), &[context, child, below]).expect("it has a result");
                vec![f.add_int(v[0], MOVE_BYTES), f.add(v[1], count)]
            },
        );
        self.store(child, context, CONTEXT_SCRATCH);
        done[1]
    }
}
