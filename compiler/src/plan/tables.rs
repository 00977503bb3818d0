//! The constant tables of a variant, each made once however many movements use it.

use super::geometry::Geometry;
use super::lines::{Axis, Ride};
use super::strategy::Strategy;
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

/// So many entries take longer to fill than a thread takes to start.
const WORTH_A_THREAD: usize = 4096;

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
    known: HashMap<Vec<u64>, TableId>,
    known_axes: HashMap<Step, Option<AxisId>>,
    rides: HashMap<(AxisId, Ride), TableId>,
    reach: HashMap<TableId, Vec<Set>>,
    /// Tables of rides that have their place already, and are empty until all is chosen.
    unfilled: Vec<(TableId, AxisId, Ride)>,
    /// For each square, those that a bent ride along this axis by this table could come to.
    pub bent_reach: HashMap<(AxisId, TableId), Vec<Set>>,
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
        if let Some(&id) = self.known.get(&words) {
            return id;
        }
        let id = TableId(self.all.len());
        self.all.push(words.clone());
        self.known.insert(words, id);
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

    /// A table along an axis: for each square and occupancy of its line, what `found` says.
    ///
    /// `ways` is asked once for each square, and what it says is handed to `found` for each occupancy.
    pub fn looked_up<W>(
        &mut self,
        axis: Axis,
        ways: impl Fn(usize) -> W,
        found: impl Fn(&W, &Set) -> Set,
    ) -> (AxisId, TableId) {
        let words = self.board.words;
        let mut table = vec![0; axis.entries * words];
        let mut reach = vec![[0; 4]; self.board.squares()];
        for square in ferz_abi::squares(self.board.cells) {
            let index = &axis.squares[square];
            let ways = ways(square);
            reach[square] = found(&ways, &[0; 4]);
            for (n, occupied) in index.occupancies() {
                let entry = (index.offset + n) * words;
                table[entry..entry + words].copy_from_slice(&found(&ways, &occupied)[..words]);
            }
        }
        let (axis, table) = (self.add_axis(axis), self.intern(table));
        self.bent_reach.insert((axis, table), reach);
        (axis, table)
    }

    /// The table of a ride along an axis.
    pub fn ride(&mut self, axis: AxisId, ride: Ride) -> TableId {
        if let Some(&id) = self.rides.get(&(axis, ride)) {
            return id;
        }
        let id = TableId(self.all.len());
        self.all.push(Vec::new());
        self.unfilled.push((id, axis, ride));
        self.reach.insert(id, ride.aligned_along(&self.board, self.axes[axis.0].step));
        self.rides.insert((axis, ride), id);
        id
    }

    /// Fills the tables of rides, on two threads where there is more than a little to do.
    pub fn fill(&mut self) {
        let unfilled = std::mem::take(&mut self.unfilled);
        let fill = |some: &[(TableId, AxisId, Ride)]| -> Vec<Vec<u64>> {
            some.iter().map(|(_, axis, ride)| ride.table(&self.board, &self.axes[axis.0])).collect()
        };
        let entries: usize = unfilled.iter().map(|(_, axis, _)| self.axes[axis.0].entries).sum();
        let (here, there) = unfilled.split_at(unfilled.len() / 2);
        let tables = if entries > WORTH_A_THREAD {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| fill(there));
                let mut tables = fill(here);
                match other.join() {
                    Ok(more) => tables.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
                tables
            })
        } else {
            fill(&unfilled)
        };
        for ((id, ..), table) in unfilled.iter().zip(tables) {
            self.all[id.0] = table;
        }
    }

    /// For each square, those that a ride of this table could come to.
    pub fn reach_of(&self, table: TableId) -> Vec<Set> {
        self.reach[&table].clone()
    }
}
