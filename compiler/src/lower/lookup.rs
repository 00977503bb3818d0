//! Look-up of rides: one index for all tables along the same line.

use super::Side;
use super::fun::Fun;
use super::sets::Bits;
use super::trace::{Asked, Walk};
use super::walk::Men;
use crate::plan::{AxisId, Feature, How, KindPlan, TableId};
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::STATE_UNMOVED;
use ferz_lang::rules::movement::Landing;

/// A square with the occupancy that rides from it see, and the indices found so far.
pub struct Lookup {
    /// The square.
    pub square: Value,
    /// What is occupied.
    pub occupied: Bits,
    known: Vec<(AxisId, Value)>,
}

impl Lookup {
    /// Nothing is known yet.
    pub fn new(square: Value, occupied: Bits) -> Lookup {
        Lookup { square, occupied, known: Vec::new() }
    }

    /// The set that a table of rides along an axis has for this square and occupancy.
    pub fn ride(&mut self, f: &mut Fun, axis: AxisId, table: TableId) -> Bits {
        let index = self.index(f, axis);
        f.table_set(table, index)
    }

    fn index(&mut self, f: &mut Fun, axis: AxisId) -> Value {
        if let Some((_, index)) = self.known.iter().find(|(a, _)| *a == axis) {
            return *index;
        }
        let words = f.plan.board.words as i32;
        let records = f.table(f.plan.tables.records[axis.0]);
        let offset = f.times(self.square, f.plan.tables.record_words(axis) * 8);
        let record = f.add(records, offset);
        let split = f.plan.tables.is_split(axis);
        let mut sum = None;
        for (w, &occupied) in self.occupied.words().iter().enumerate() {
            let mask = f.load_constant(record, 8 * w as i32);
            let magic = f.load_constant(record, 8 * (words + w as i32));
            let inner = f.b.ins().band(occupied, mask);
            let mut product = f.b.ins().imul(inner, magic);
            if split {
                let shift = f.load_constant(record, 8 * (2 * words + w as i32));
                let keep = f.load_constant(record, 8 * (3 * words + w as i32));
                product = f.b.ins().ushr(product, shift);
                product = f.b.ins().band(product, keep);
            }
            sum = Some(match sum {
                None => product,
                Some(before) => f.add(before, product),
            });
        }
        let sum = sum.expect("a set has at least one word");
        let (packed, offset) = if split {
            (sum, f.load_constant(record, 32 * words))
        } else {
            let shift = f.load_constant(record, 16 * words);
            (f.b.ins().ushr(sum, shift), f.load_constant(record, 16 * words + 8))
        };
        let index = f.add(packed, offset);
        self.known.push((axis, index));
        index
    }
}

impl Fun<'_> {
    /// The targets of one man, promotions and paths that leave marks aside.
    pub fn targets(&mut self, kind: &KindPlan, position: Value, square: Value, men: &Men) -> Bits {
        let side = if ferz_abi::side_of(kind.code) == 0 { Side::White } else { Side::Black };
        self.feature_targets(side, &kind.features, position, square, men)
    }

    /// The union of the targets of some features, for a man of `side`.
    pub fn feature_targets(
        &mut self,
        side: Side,
        features: &[Feature],
        position: Value,
        square: Value,
        men: &Men,
    ) -> Bits {
        let mut lookup = Lookup::new(square, men.occupied);
        let mut by_landing: Vec<(Landing, Bits)> = Vec::new();
        for feature in features {
            let mut reached = match &feature.how {
                How::Leap(table) => self.table_set(*table, square),
                How::Line(axis, table) => lookup.ride(self, *axis, *table),
                How::Walk(path, zones) => {
                    let start = self.single(square);
                    self.walk(start, path, zones, men)
                }
                How::Trace(program) => {
                    let walk = self.start_walk(Asked::Reach, position, square);
                    let zero = self.int(0);
                    self.store(zero, walk, Walk::EN_PASSANT);
                    self.go_ways(side, walk, *program);
                    self.load_set(walk, Walk::FOUND)
                }
            };
            if feature.unmoved {
                let nothing = self.no_squares();
                let has_right = self.is_unmoved(position, square);
                reached = self.choose(has_right, reached, nothing);
            }
            // What may land on the same things is united first, so that the men are looked at once.
            match by_landing.iter_mut().find(|(landing, _)| *landing == feature.landing) {
                Some((_, all)) => *all = self.or(*all, reached),
                None => by_landing.push((feature.landing, reached)),
            }
        }
        let sets: Vec<Bits> = by_landing.into_iter().map(|(landing, all)| self.landing(all, landing, men)).collect();
        match sets.into_iter().reduce(|a, b| self.or(a, b)) {
            Some(all) => all,
            None => self.no_squares(),
        }
    }

    /// Whether the position keeps the right of the unmoved for a square.
    pub fn is_unmoved(&mut self, position: Value, square: Value) -> Value {
        let rights = self.load_set(position, STATE_UNMOVED);
        let single = self.single(square);
        self.meet(rights, single)
    }
}
