//! One leg, step by step, and what becomes of the way where it may end.

use super::super::fun::Fun;
use super::super::{Name, Side};
use super::{NOWHERE, Place, Walk, Way};
use crate::plan::TableId;
use crate::plan::trace::{leg, part};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

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
}
