//! What the tables of rides hold, by the occupancy of a line.
//!
//! A ride is told as *ways*: squares one behind the other, with what each square adds to the set if the ride comes so far. What a way adds depends on
//! its own squares only, so each way is listed by the occupancies of those, from its end to its start, each square doubling the list; an
//! entry of the table is the union of what its ways add. No entry is walked.

use super::lines::{Axis, Index, RayHop};
use ferz_abi::{Set, with};

/// One way of a ride, from its first square on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    /// What it does about men.
    pub hop: RayHop,
    /// Its squares.
    pub stops: Vec<Stop>,
    /// Whether the set gains where the ride only passes too.
    pub passing: bool,
}

/// A square on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stop {
    /// The square, where a man may stand in the way.
    pub square: usize,
    /// What the set gains if the ride may end here.
    pub gains: Option<usize>,
}

/// What a way is at, at a stop: before its hurdle or, where it has none or is over it, behind.
const STATES: usize = 2;

/// What becomes of a way at a stop: whether it may end there, and its state behind it if the square is empty, and if it is occupied.
struct Passage {
    ends: bool,
    empty: Option<usize>,
    occupied: Option<usize>,
}

/// The passage at stop number `i` for a way in a state, 0 at its start.
fn passage(hop: RayHop, state: usize, i: usize) -> Passage {
    let (before, behind) = (Some(0), Some(1));
    match (hop, state) {
        (RayHop::Slide, _) => Passage { ends: true, empty: before, occupied: None },
        (RayHop::Over, 0) | (RayHop::Beyond, 0) => Passage { ends: false, empty: before, occupied: behind },
        (RayHop::Beyond, _) => Passage { ends: true, empty: None, occupied: None },
        // The hurdle stands next to where one looks from, or nowhere.
        (RayHop::BeyondBack, 0) => Passage { ends: false, empty: None, occupied: behind.filter(|_| i == 0) },
        (RayHop::Over | RayHop::BeyondBack, _) => Passage { ends: true, empty: behind, occupied: None },
    }
}

/// What a way adds for each occupancy of its squares, which is told as bits of an index.
struct Listed<const W: usize> {
    /// All bits that matter to the way.
    bits: usize,
    /// By those bits.
    entries: Vec<(usize, [u64; W])>,
}

/// What a slider's way adds, by the first man on it.
struct FirstMan<const W: usize> {
    /// All bits that matter to the way.
    bits: u64,
    /// How far an index is turned so that the bits of the way come in the order of its squares; the bits of a long line are in two runs.
    turn: u32,
    /// Whether the first square has the lowest bit then, not the highest.
    up: bool,
    /// By the bit of the first man, from the end where he is looked for; the last one if nobody is on the way.
    sets: [[u64; W]; NOBODY + 1],
}

/// As many bits as an index could have.
const NOBODY: usize = u64::BITS as usize;

impl<const W: usize> FirstMan<W> {
    /// What the way adds with an index.
    fn set(&self, index: usize) -> &[u64; W] {
        &self.sets[self.place(index as u64 & self.bits)]
    }

    /// Where the set is for the men with these bits.
    fn place(&self, men: u64) -> usize {
        let turned = men.rotate_right(self.turn);
        (if self.up { turned.trailing_zeros() } else { turned.leading_zeros() }) as usize
    }
}

impl Way {
    /// All that it could ever add.
    pub fn reach(&self) -> Set {
        self.stops.iter().filter_map(|stop| stop.gains).fold([0; 4], with)
    }

    /// The way with every square that it comes to, whether it may end there or not.
    pub fn passed(&self) -> Way {
        let stops = self.stops.iter().map(|stop| Stop { gains: Some(stop.square), ..*stop }).collect();
        // Sliders may end wherever they pass.
        Way { hop: self.hop, stops, passing: self.hop != RayHop::Slide }
    }

    /// What a slider's way adds, told by the first man on it. `None` for hoppers, and where the bits do not lie as the squares do.
    fn by_first_man<const W: usize>(&self, index: &Index) -> Option<FirstMan<W>> {
        let bits = || self.stops.iter().filter_map(|stop| index.bit(stop.square));
        let start = bits().next().unwrap_or(0);
        let place = |bit: u32, up: bool, turn: u32| {
            let turned = bit.wrapping_sub(turn) % u64::BITS;
            if up { turned } else { u64::BITS - 1 - turned }
        };
        let in_order = |&(up, turn): &(bool, u32)| bits().map(|bit| place(bit, up, turn)).is_sorted_by(|a, b| a < b);
        let (up, turn) = [(true, start), (false, start + 1)].into_iter().find(in_order)?;
        if self.hop != RayHop::Slide {
            return None;
        }
        let mut first = FirstMan { bits: 0, turn, up, sets: [[0; W]; NOBODY + 1] };
        let mut reached = [0; W];
        for stop in &self.stops {
            if let Some(square) = stop.gains {
                reached[square / 64] |= 1 << (square % 64);
            }
            if let Some(bit) = index.bit(stop.square) {
                first.bits |= 1 << bit;
                first.sets[first.place(1 << bit)] = reached;
            }
        }
        first.sets[NOBODY] = reached;
        Some(first)
    }

    fn listed<const W: usize>(&self, index: &Index) -> Listed<W> {
        let states = if self.hop == RayHop::Slide { 1 } else { STATES };
        let mut bits = 0;
        let mut entries = vec![(0, [[0; W]; STATES])];
        for (i, stop) in self.stops.iter().enumerate().rev() {
            let mut gained = [0; W];
            if let Some(square) = stop.gains {
                gained[square / 64] = 1 << (square % 64);
            }
            let through = |sets: &[[u64; W]; STATES], occupied: bool| -> [[u64; W]; STATES] {
                let mut now = [[0; W]; STATES];
                for (state, now) in now.iter_mut().enumerate().take(states) {
                    let passage = passage(self.hop, state, i);
                    let next = if occupied { passage.occupied } else { passage.empty };
                    let beyond = next.map_or([0; W], |next| sets[next]);
                    let here = if passage.ends || self.passing { gained } else { [0; W] };
                    *now = std::array::from_fn(|w| here[w] | beyond[w]);
                }
                now
            };
            let before = entries.len();
            if let Some(bit) = index.bit(stop.square) {
                bits |= 1 << bit;
                entries.reserve(before);
                for n in 0..before {
                    let (at, sets) = entries[n];
                    entries.push((at | 1 << bit, through(&sets, true)));
                }
            }
            for (_, sets) in &mut entries[..before] {
                *sets = through(sets, false);
            }
        }
        Listed { bits, entries: entries.into_iter().map(|(at, sets)| (at, sets[0])).collect() }
    }
}

/// Fills the table along an axis with these ways from each square, `words` words for each entry, all zeros so far.
pub fn fill(axis: &Axis, ways: &[Vec<Way>], words: usize, table: &mut [u64]) {
    match words {
        1 => fill_by::<1>(axis, ways, table),
        2 => fill_by::<2>(axis, ways, table),
        _ => fill_by::<4>(axis, ways, table),
    }
}

fn fill_by<const W: usize>(axis: &Axis, ways: &[Vec<Way>], table: &mut [u64]) {
    let (table, _) = table.as_chunks_mut::<W>();
    let mut spread = Vec::new();
    for (index, ways) in axis.squares.iter().zip(ways) {
        let here = &mut table[index.offset..index.offset + index.entries];
        for (number, way) in ways.iter().enumerate() {
            let add = |entry: &mut [u64; W], set: &[u64; W]| (0..W).for_each(|w| entry[w] |= set[w]);
            if let Some(man) = way.by_first_man::<W>(index) {
                let entries = here.iter_mut().enumerate();
                if number == 0 {
                    // What is there is not read: the system would look for memory that was not written yet twice.
                    entries.for_each(|(n, entry)| *entry = *man.set(n));
                } else {
                    entries.for_each(|(n, entry)| add(entry, man.set(n)));
                }
                continue;
            }
            let Listed { bits, entries } = way.listed::<W>(index);
            spread.clear();
            spread.resize(bits + 1, [0; W]);
            for (at, set) in entries {
                spread[at] = set;
            }
            // Indices that the square's own bit would be part of never come up: what they hold is of no account. The bits of a way lie together:
            // from the lowest on, so that what it adds comes again and again, or above those of another way, so that it is the same in a row.
            let below = bits.trailing_zeros().min(here.len().ilog2());
            let whole = if (bits + 1).is_power_of_two() { bits + 1 } else { 1 << below };
            for (n, run) in here.chunks_mut(whole).enumerate() {
                if whole == bits + 1 {
                    run.iter_mut().zip(&spread).for_each(|(entry, set)| add(entry, set));
                } else {
                    let set = spread[(n << below) & bits];
                    run.iter_mut().for_each(|entry| add(entry, &set));
                }
            }
        }
    }
}
