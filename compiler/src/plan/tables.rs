//! The constant tables of a variant, each made once however many movements use it.

use super::geometry::Geometry;
use super::lines::{Axis, Ride};
use super::trace::Traces;
use ferz_abi::Set;
use ferz_lang::rules::movement::Step;
use std::collections::HashMap;

/// A table, as an index into [`Tables::all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub usize);

/// An axis, as an index into [`Tables::axes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AxisId(pub usize);

/// All tables of a plan.
#[derive(Debug)]
pub struct Tables {
    /// The board they are for.
    pub board: Geometry,
    /// The axes along which rides are looked up.
    pub axes: Vec<Axis>,
    /// For each axis, the table of its index records: see [`Tables::record_words`].
    pub records: Vec<TableId>,
    /// The contents.
    pub all: Vec<Vec<u64>>,
    /// For each square, the set of it alone.
    pub singles: TableId,
    /// What is traced.
    pub traces: Traces,
    known: HashMap<Vec<u64>, TableId>,
    known_axes: HashMap<Step, Option<AxisId>>,
    rides: HashMap<(AxisId, Ride), TableId>,
    reach: HashMap<TableId, Vec<Set>>,
    between: HashMap<Vec<Step>, TableId>,
}

impl Tables {
    /// The tables every variant has.
    pub fn new(board: Geometry) -> Tables {
        let mut tables = Tables {
            board,
            axes: Vec::new(),
            records: Vec::new(),
            all: Vec::new(),
            singles: TableId(0),
            traces: Traces::default(),
            known: HashMap::new(),
            known_axes: HashMap::new(),
            rides: HashMap::new(),
            reach: HashMap::new(),
            between: HashMap::new(),
        };
        let singles: Vec<Set> = (0..board.squares()).map(|s| ferz_abi::with([0; 4], s)).collect();
        tables.singles = tables.sets(&singles);
        tables
    }

    /// A table with one set for each square.
    pub fn sets(&mut self, sets: &[Set]) -> TableId {
        let words = self.board.words;
        self.intern(sets.iter().flat_map(|set| set[..words].iter().copied()).collect())
    }

    /// The union of two tables with one set for each square.
    pub fn union(&mut self, a: TableId, b: TableId) -> TableId {
        let words = self.all[a.0].iter().zip(&self.all[b.0]).map(|(x, y)| x | y).collect();
        self.intern(words)
    }

    /// A table of words.
    pub fn words(&mut self, words: Vec<u64>) -> TableId {
        self.intern(words)
    }

    fn intern(&mut self, words: Vec<u64>) -> TableId {
        if let Some(&id) = self.known.get(&words) {
            return id;
        }
        let id = TableId(self.all.len());
        self.all.push(words.clone());
        self.known.insert(words, id);
        id
    }

    /// Words of the record that holds a square's index on an axis: masks, multipliers, shift, offset.
    pub fn record_words(&self) -> usize {
        2 * self.board.words + 2
    }

    /// The axis along a step, if its lines can be looked up.
    pub fn axis(&mut self, step: Step) -> Option<AxisId> {
        if let Some(&known) = self.known_axes.get(&step) {
            return known;
        }
        let id = Axis::new(&self.board, step).map(|axis| {
            let words = self.board.words;
            let record = |i: &super::lines::Index| {
                let mut record = i.mask[..words].to_vec();
                record.extend_from_slice(&i.magic[..words]);
                record.extend([u64::from(i.shift), i.offset as u64]);
                record
            };
            let records = axis.squares.iter().flat_map(record).collect();
            let records = self.intern(records);
            self.records.push(records);
            self.axes.push(axis);
            AxisId(self.axes.len() - 1)
        });
        self.known_axes.insert(step, id);
        id
    }

    /// The table of a ride along an axis.
    pub fn ride(&mut self, axis: AxisId, ride: Ride) -> TableId {
        if let Some(&id) = self.rides.get(&(axis, ride)) {
            return id;
        }
        let id = TableId(self.all.len());
        self.all.push(ride.table(&self.board, &self.axes[axis.0]));
        self.reach.insert(id, ride.aligned_along(&self.board, self.axes[axis.0].step));
        self.rides.insert((axis, ride), id);
        id
    }

    /// For each square, those that a ride of this table could come to.
    pub fn reach_of(&self, table: TableId) -> Vec<Set> {
        self.reach[&table].clone()
    }

    /// For two squares `a` and `b`, at `a * squares + b`: the squares between them on a line along one of the steps.
    ///
    /// No two of the steps may lead from one square to another one both.
    pub fn between(&mut self, steps: &[Step]) -> TableId {
        let mut key = steps.to_vec();
        key.sort_unstable();
        key.dedup();
        if let Some(&id) = self.between.get(&key) {
            return id;
        }
        let (n, words) = (self.board.squares(), self.board.words);
        let mut table = vec![0; n * n * words];
        for a in 0..n {
            for step in key.iter().flat_map(|s| [*s, s.turned()]) {
                let mut passed = [0; 4];
                for b in self.board.ray(a, step) {
                    let entry = (a * n + b) * words;
                    table[entry..entry + words].copy_from_slice(&passed[..words]);
                    passed = ferz_abi::with(passed, b);
                }
            }
        }
        let id = TableId(self.all.len());
        self.all.push(table);
        self.between.insert(key, id);
        id
    }
}
