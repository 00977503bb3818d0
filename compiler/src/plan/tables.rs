//! The constant tables of a variant, each made once however many movements use it.

use super::bends::KnownBends;
use super::geometry::Geometry;
use super::lines::{Axis, Ride};
use super::strategy::Strategy;
use super::trace::Traces;
use super::ways::{self, Way};
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
    /// How the plan is made.
    pub strategy: Strategy,
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
    /// Tables that are there already, by a digest of their words.
    known: HashMap<u64, Vec<TableId>>,
    known_axes: HashMap<Step, Option<AxisId>>,
    rides: HashMap<(AxisId, Ride), TableId>,
    reach: HashMap<TableId, Vec<Set>>,
    /// Tables of rides that have their place already, and are empty until all is chosen: the ways from each square.
    unfilled: Vec<(TableId, AxisId, Vec<Vec<Way>>)>,
    /// For each square, those that a bent ride along this axis by this table could come to.
    pub bent_reach: HashMap<(AxisId, TableId), Vec<Set>>,
    /// Bent rides that have their tables.
    pub known_bends: KnownBends,
}

impl Tables {
    /// The tables every variant has.
    pub fn new(board: Geometry, strategy: Strategy) -> Tables {
        let mut tables = Tables {
            board,
            strategy,
            unfilled: Vec::new(),
            axes: Vec::new(),
            records: Vec::new(),
            all: Vec::new(),
            singles: TableId(0),
            traces: Traces::default(),
            known: HashMap::new(),
            known_axes: HashMap::new(),
            rides: HashMap::new(),
            reach: HashMap::new(),
            bent_reach: HashMap::new(),
            known_bends: KnownBends::default(),
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

    /// A table with these words: the one that has them already, if there is one.
    pub fn intern(&mut self, words: Vec<u64>) -> TableId {
        let alike = self.known.entry(digest(&words)).or_default();
        if let Some(&id) = alike.iter().find(|id| self.all[id.0] == words) {
            return id;
        }
        let id = TableId(self.all.len());
        alike.push(id);
        self.all.push(words);
        id
    }

    /// Words of the record that holds a square's index on an axis: masks, multipliers, shift, offset; or with a shift and bits to keep for each
    /// word, where the axis is [split](Tables::is_split).
    pub fn record_words(&self, axis: AxisId) -> usize {
        if self.is_split(axis) { 4 * self.board.words + 1 } else { 2 * self.board.words + 2 }
    }

    /// Whether the products of the words are shifted each by itself.
    pub fn is_split(&self, axis: AxisId) -> bool {
        self.axes[axis.0].squares.iter().any(|index| index.split.is_some())
    }

    /// The axis along a step, if its lines can be looked up.
    pub fn axis(&mut self, step: Step) -> Option<AxisId> {
        if let Some(&known) = self.known_axes.get(&step) {
            return known;
        }
        let axis = if self.strategy == Strategy::Walking { None } else { Axis::new(&self.board, step) };
        let id = axis.map(|axis| self.add_axis(axis));
        self.known_axes.insert(step, id);
        id
    }

    /// An axis made elsewhere; the same one, where there is one whose indices are the same.
    pub fn add_axis(&mut self, axis: Axis) -> AxisId {
        let words = self.board.words;
        let record = |i: &super::lines::Index| {
            let mut record = i.mask[..words].to_vec();
            record.extend_from_slice(&i.magic[..words]);
            match &i.split {
                None => record.push(i.shift.into()),
                Some(split) => {
                    record.extend_from_slice(&split.shifts[..words]);
                    record.extend_from_slice(&split.keeps[..words]);
                }
            }
            record.push(i.offset as u64);
            record
        };
        let records = axis.squares.iter().flat_map(record).collect();
        let records = self.intern(records);
        // Rides go by the step as well: two axes may have the same indices, where neither has any inner squares.
        let same = |known: &usize| self.records[*known] == records && self.axes[*known].step == axis.step;
        if let Some(known) = (0..self.axes.len()).find(same) {
            return AxisId(known);
        }
        self.records.push(records);
        self.axes.push(axis);
        AxisId(self.axes.len() - 1)
    }

    /// The table along an axis with these ways from each square. What the ways reach is kept for both together.
    pub fn bent_ride(&mut self, axis: Axis, ways: Vec<Vec<Way>>) -> (AxisId, TableId) {
        let axis = self.add_axis(axis);
        let union = |ways: &Vec<Way>| ways.iter().map(Way::reach).fold([0; 4], super::geometry::or);
        let reach = ways.iter().map(union).collect();
        let known = self.unfilled.iter().find(|(_, along, known)| *along == axis && *known == ways);
        let table = match known {
            Some((table, ..)) => *table,
            None => self.add_unfilled(axis, ways),
        };
        self.bent_reach.insert((axis, table), reach);
        (axis, table)
    }

    /// The table of a ride along an axis.
    pub fn ride(&mut self, axis: AxisId, ride: Ride) -> TableId {
        if let Some(&id) = self.rides.get(&(axis, ride)) {
            return id;
        }
        let step = self.axes[axis.0].step;
        let id = self.add_unfilled(axis, ride.ways(&self.board, step));
        self.reach.insert(id, ride.aligned_along(&self.board, step));
        self.rides.insert((axis, ride), id);
        id
    }

    /// For a table of rides that is not filled yet, the one with all squares that the rides pass or end on; the same, where it has them.
    pub fn passed_by(&mut self, table: TableId) -> TableId {
        let unfilled = self.unfilled.iter().find(|(id, ..)| *id == table).expect("tables are filled last");
        let axis = unfilled.1;
        let ways: Vec<Vec<Way>> = unfilled.2.iter().map(|ways| ways.iter().map(Way::passed).collect()).collect();
        let known = self.unfilled.iter().find(|(_, along, known)| *along == axis && *known == ways);
        match known {
            Some((table, ..)) => *table,
            None => self.add_unfilled(axis, ways),
        }
    }

    fn add_unfilled(&mut self, axis: AxisId, ways: Vec<Vec<Way>>) -> TableId {
        let id = TableId(self.all.len());
        self.all.push(Vec::new());
        self.unfilled.push((id, axis, ways));
        id
    }

    /// The number of words of each table, those that are not filled yet included.
    pub fn lengths(&self) -> Vec<usize> {
        let mut lengths: Vec<usize> = self.all.iter().map(Vec::len).collect();
        for (id, axis, _) in &self.unfilled {
            lengths[id.0] = self.axes[axis.0].entries * self.board.words;
        }
        lengths
    }

    /// Fills the tables of rides.
    pub fn fill(&mut self) {
        let lengths = self.lengths();
        for (id, axis, ways) in std::mem::take(&mut self.unfilled) {
            self.all[id.0] = vec![0; lengths[id.0]];
            ways::fill(&self.axes[axis.0], &ways, self.board.words, &mut self.all[id.0]);
        }
    }

    /// Writes every table to a place of its own [length](Tables::lengths), which is all zeros.
    pub fn write(&self, mut places: Vec<&mut [u64]>) {
        for (place, words) in places.iter_mut().zip(&self.all).filter(|(_, words)| !words.is_empty()) {
            place.copy_from_slice(words);
        }
        for (id, axis, ways) in &self.unfilled {
            ways::fill(&self.axes[axis.0], ways, self.board.words, places[id.0]);
        }
    }

    /// For each square, those that a ride of this table could come to.
    pub fn reach_of(&self, table: TableId) -> Vec<Set> {
        self.reach[&table].clone()
    }
}

/// A number that equal tables have in common.
fn digest(words: &[u64]) -> u64 {
    // Two chains, so that one multiplication need not wait for the other.
    let mut chains = [words.len() as u64, 0];
    for pair in words.chunks(2) {
        for (chain, word) in chains.iter_mut().zip(pair) {
            *chain = (chain.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    chains[0] ^ chains[1].rotate_left(32)
}
