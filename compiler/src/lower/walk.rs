//! Paths gone as sets: by all men of a kind at once, or by one man whose path no table holds, forth or back.

use super::fun::Fun;
use super::sets::Bits;
use crate::plan::lines::Zones;
use crate::plan::paths::{FixedPath, WayBack};
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;
use ferz_abi::Set;
use ferz_lang::rules::movement::{Hop, Landing, Leg, Path, UNLIMITED};

/// Who stands where, from the side that moves.
#[derive(Clone, Copy)]
pub struct Men {
    /// Men of either side.
    pub occupied: Bits,
    /// Those of the side that moves.
    pub own: Bits,
    /// Those of the other side.
    pub enemy: Bits,
}

impl Fun<'_> {
    /// The squares of `reached` where a landing is allowed.
    pub fn landing(&mut self, reached: Bits, landing: Landing, men: &Men) -> Bits {
        match (landing.empty, landing.enemy) {
            (true, true) => self.minus(reached, men.own),
            (true, false) => self.minus(reached, men.occupied),
            (false, true) => self.and(reached, men.enemy),
            (false, false) => self.no_squares(),
        }
    }

    /// Where men go by a path of a known length, before what they land on is looked at.
    pub fn walk_fixed(&mut self, start: Bits, path: &FixedPath, men: &Men) -> Bits {
        let mut at = self.and_set(start, path.zones.from);
        for (i, &step) in path.steps.iter().enumerate() {
            at = self.step(at, step);
            if i + 1 < path.steps.len() {
                at = self.minus(at, men.occupied);
                at = self.within(at, &path.zones);
            }
        }
        let at = self.within(at, &path.zones);
        self.and_set(at, path.zones.to)
    }

    /// The targets of men that go a path leg by leg.
    pub fn walk(&mut self, start: Bits, path: &Path, zones: &Zones, men: &Men) -> Bits {
        let mut at = self.and_set(start, zones.from);
        // The mover has left: what it left behind is no obstacle to itself.
        let mut targets = self.no_squares();
        let occupied = self.minus(men.occupied, start);
        for (i, leg) in path.legs.iter().enumerate() {
            let reached = self.walk_leg(at, leg, zones, occupied, leg.hop, false);
            let stop = if i + 1 == path.legs.len() { Some(leg.ends) } else { leg.stop };
            if let Some(stop) = stop {
                let ends = self.landing(reached, stop, men);
                targets = self.or(targets, ends);
            }
            at = self.landing(reached, leg.ends, men);
        }
        let targets = self.minus(targets, start);
        self.and_set(targets, zones.to)
    }

    /// The squares from which a man could come to a target by a way back.
    pub fn walk_back(&mut self, target: Bits, way: &WayBack, occupied: Bits) -> Bits {
        let mut at = self.and_set(target, way.zones.to);
        for (i, leg) in way.legs.iter().enumerate() {
            at = self.walk_leg(at, leg, &way.zones, occupied, leg.hop, true);
            if let Some(before) = way.legs.get(i + 1) {
                at = match before.ends.empty {
                    true => self.minus(at, occupied),
                    false => self.and(at, occupied),
                };
            }
        }
        self.and_set(at, way.zones.from)
    }

    /// Where one leg can end, with the men that stand there.
    fn walk_leg(&mut self, start: Bits, leg: &Leg, zones: &Zones, occupied: Bits, hop: Hop, back: bool) -> Bits {
        let nothing = self.no_squares();
        if hop == Hop::Beyond && back {
            // The hurdle stands next to the target: from there on it is a slide.
            let next = self.step_within(start, leg, zones);
            let hurdle = self.and(next, occupied);
            return self.slide(hurdle, leg, zones, occupied, 2);
        }
        match hop {
            Hop::None => self.slide(start, leg, zones, occupied, 1),
            Hop::Over => {
                let all = [start, nothing, nothing];
                self.steps(&all, leg, 1, |f, sets, counts| {
                    let beyond = f.step_within(sets[1], leg, zones);
                    let before = f.step_within(sets[0], leg, zones);
                    let reached = if counts { f.or(sets[2], beyond) } else { sets[2] };
                    let on = f.minus(beyond, occupied);
                    let hurdle = f.and(before, occupied);
                    let on = f.or(on, hurdle);
                    let before = f.minus(before, occupied);
                    [before, on, reached]
                })
            }
            Hop::Beyond => {
                let all = [start, nothing, nothing];
                // The landing is one step ahead of the hurdle, so the hurdle may be reached one step before the limits.
                let shorter = Leg {
                    min: leg.min.saturating_sub(1).max(1),
                    max: if leg.max == UNLIMITED { leg.max } else { leg.max - 1 },
                    ..leg.clone()
                };
                self.steps(&all, &shorter, 1, |f, sets, counts| {
                    let next = f.step_within(sets[0], leg, zones);
                    let hurdle = f.and(next, occupied);
                    let landing = f.step_within(hurdle, leg, zones);
                    let reached = if counts { f.or(sets[2], landing) } else { sets[2] };
                    let next = f.minus(next, occupied);
                    [next, sets[1], reached]
                })
            }
        }
    }

    fn slide(&mut self, start: Bits, leg: &Leg, zones: &Zones, occupied: Bits, first: u8) -> Bits {
        let nothing = self.no_squares();
        self.steps(&[start, nothing, nothing], leg, first, |f, sets, counts| {
            let next = f.step_within(sets[0], leg, zones);
            let reached = if counts { f.or(sets[2], next) } else { sets[2] };
            let on = f.minus(next, occupied);
            [on, sets[1], reached]
        })
    }

    /// Steps until nobody goes on: `once` takes and gives who goes on (two sets) and what was reached.
    fn steps(
        &mut self,
        sets: &[Bits; 3],
        leg: &Leg,
        first: u8,
        mut once: impl FnMut(&mut Self, [Bits; 3], bool) -> [Bits; 3],
    ) -> Bits {
        let mut sets = *sets;
        let mut n = first;
        while n < leg.min {
            sets = once(self, sets, false);
            n += 1;
        }
        // A few steps are written out, the others are a loop.
        if leg.max.saturating_sub(n) < 3 {
            while n <= leg.max {
                sets = once(self, sets, true);
                n += 1;
            }
            return sets[2];
        }
        let words = self.plan.board.words;
        let left = self.int(if leg.max == UNLIMITED { u64::from(UNLIMITED) } else { u64::from(leg.max - n) + 1 });
        let values: Vec<Value> = sets.iter().flat_map(|s| s.words().to_vec()).chain([left]).collect();
        let unpack = |v: &[Value]| [0, 1, 2].map(|i| Bits::from(&v[i * words..(i + 1) * words]));
        let done = self.while_(
            &values,
            |f, v| {
                let [a, b, _] = unpack(v);
                let going = f.or(a, b);
                let going = f.any(going);
                let zero = f.int(0);
                let more = f.compare(IntCC::NotEqual, v[3 * words], zero);
                f.select(more, going, zero)
            },
            |f, v| {
                let after = once(f, unpack(v), true);
                let left = f.add_int(v[3 * words], -1);
                after.iter().flat_map(|s| s.words().to_vec()).chain([left]).collect()
            },
        );
        unpack(&done)[2]
    }

    fn step_within(&mut self, at: Bits, leg: &Leg, zones: &Zones) -> Bits {
        let at = self.step(at, leg.steps[0]);
        self.within(at, zones)
    }

    fn within(&mut self, at: Bits, zones: &Zones) -> Bits {
        if zones.within == self.plan.board.cells { at } else { self.and_set(at, zones.within) }
    }

    /// One value or another.
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        use cranelift_codegen::ir::InstBuilder;
        self.b.ins().select(condition, yes, no)
    }

    /// A constant set's words that are not the whole board, for tests of membership.
    pub fn holds(&mut self, set: Set, square: Value) -> Value {
        let single = self.single(square);
        let both = self.and_set(single, set);
        self.any(both)
    }
}
