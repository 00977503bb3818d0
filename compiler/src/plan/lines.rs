//! Look-up of rides along a line: how the occupancy of a line becomes an index, and what the tables hold.
//!
//! A *line* through a square runs both ways along an axis, such as (1,0), (1,1) or the nightrider's (1,2). What lies on its inner squares (all
//! but the last one each way) decides how far any rider or hopper on it gets; the index gathers them with a mask, a multiplication
//! and a shift for each word. The multipliers are not searched for: the squares of a line are equally spaced, at a distance `d` of
//! bits, and `sum of 2^(t - p - i(d-1))` carries the i-th of them from bit `p + i*d` to bit `t + i`. That is free of carries if
//! `d = 1` or there are fewer than `d` squares; where neither holds (very narrow boards), there is no index and the plan walks.

use super::geometry::Geometry;
use super::ways::{Stop, Way};
use ferz_abi::{Set, has, with};
use ferz_lang::rules::movement::Step;

/// The most inner squares of a line that are looked up: tables double with each.
const MOST_INNER: usize = 10;

/// How the occupancy of the lines along one axis becomes an index.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The direction called forth; the other one is back.
    pub step: Step,
    /// For each square.
    pub squares: Vec<Index>,
    /// Number of entries of a table over all squares.
    pub entries: usize,
}

/// How the words of a long line are shifted each by itself: their products would run into one another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Split {
    /// The shift of each word's product.
    pub shifts: [u64; 4],
    /// The bits of it that are the index.
    pub keeps: [u64; 4],
}

/// The index of the line through one square: `offset + (sum over words of (occupied & mask) * magic >> shift)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    /// The inner squares.
    pub mask: Set,
    /// The multipliers.
    pub magic: [u64; 4],
    /// The shift.
    pub shift: u32,
    /// Where each word is shifted by itself, before the sum: the shifts, and the bits that stay then.
    pub split: Option<Split>,
    /// Where the entries of this square start.
    pub offset: usize,
    /// How many there are.
    pub entries: usize,
    /// For each inner square: its bit in the index.
    bits: Vec<(usize, u32)>,
}

impl Axis {
    /// The index for an axis, where there is one.
    pub fn new(board: &Geometry, step: Step) -> Option<Axis> {
        Axis::with_inner(board, step, |square| {
            let rays = [step, step.turned()].map(|direction| board.ray(square, direction));
            rays.iter().flat_map(|ray| &ray[..ray.len().saturating_sub(1)]).copied().collect()
        })
    }

    /// The same by any squares of one line along a step, for each square.
    ///
    /// One more entry than the squares have comes last: it stays empty, for whoever looks up a line that is not there.
    pub fn with_inner(board: &Geometry, step: Step, inner: impl Fn(usize) -> Vec<usize>) -> Option<Axis> {
        let indices = |split: bool| -> Option<Vec<Index>> {
            let cell = |square| has(&board.cells, square);
            let index = |s| if cell(s) { index(board, inner(s), step, split) } else { Some(Index::nowhere(0)) };
            (0..board.squares()).map(index).collect()
        };
        let mut squares = indices(false).or_else(|| indices(true))?;
        let mut entries = 0;
        for index in &mut squares {
            index.offset = entries;
            entries += index.entries;
        }
        let split = squares.iter().any(|index| index.split.is_some());
        squares.iter_mut().filter(|_| split).for_each(|index| {
            index.split.get_or_insert_default();
        });
        Some(Axis { step, squares, entries: entries + 1 })
    }
}

/// The index of a line by its inner squares, before its offset is known.
fn index(board: &Geometry, mut inner: Vec<usize>, step: Step, split: bool) -> Option<Index> {
    inner.sort_unstable();
    inner.dedup();
    if inner.is_empty() {
        return Some(Index::nowhere(0));
    }
    if inner.len() > MOST_INNER {
        return None;
    }
    let spacing = board.delta(step).unsigned_abs() as usize;
    // Adjacent squares all move by the same shift, so that others between them take bits that are never set.
    let slots = if spacing == 1 { (inner[0]..=inner[inner.len() - 1]).collect() } else { inner.clone() };
    if slots.len() > MOST_INNER + 1 {
        return None;
    }
    let shift = 64 - slots.len() as u32;
    let mut index = Index { shift, entries: 1 << slots.len(), ..Index::default() };
    // Lower words go to higher bits of the index: their squares lie higher in their word and cannot be moved down.
    let mut above = slots.len();
    for word in 0..board.words {
        let here: Vec<usize> = slots.iter().copied().filter(|s| s / 64 == word).collect();
        above -= here.len();
        if spacing > 1 && here.len() > spacing {
            return None;
        }
        if split && !here.is_empty() {
            // Its bits at the top of the product come down to where they belong in the index.
            let split = index.split.get_or_insert_default();
            split.shifts[word] = (64 - here.len() - above) as u64;
            split.keeps[word] = ((1 << here.len()) - 1) << above;
        }
        for (i, &s) in here.iter().enumerate() {
            let target = if split { 64 - here.len() + i } else { shift as usize + above + i };
            index.magic[word] |= 1 << target.checked_sub(s % 64)?;
            if inner.contains(&s) {
                index.mask = with(index.mask, s);
                index.bits.push((s, (above + i) as u32));
            }
        }
    }
    (carries_nothing(&index) || is_exact(&index)).then_some(index)
}

/// Whether the multipliers move each square to its own bit and everything else where nothing else comes to lie, so that no sum carries. Where they do
/// not, the index may still be exact.
fn carries_nothing(index: &Index) -> bool {
    let mut taken = [0u64; 4];
    let mut reached = 0;
    for &(square, bit) in &index.bits {
        let word = square / 64;
        let mut rest = index.magic[word];
        while rest != 0 {
            let moved = (1u64 << (square % 64)).checked_shl(rest.trailing_zeros()).unwrap_or(0);
            rest &= rest - 1;
            // Words are added up before they are shifted, or afterwards.
            let (sum, seen) = match index.split {
                None => (0, moved >> index.shift),
                Some(split) => (word, moved >> split.shifts[word] & split.keeps[word]),
            };
            if taken[sum] & moved != 0 || seen != 0 && seen != 1 << bit {
                return false;
            }
            taken[sum] |= moved;
            reached |= seen;
        }
    }
    index.bits.iter().all(|(_, bit)| reached >> bit & 1 == 1)
}

/// Whether each square alone reaches its own bit and no sum of them carries.
fn is_exact(index: &Index) -> bool {
    index.occupancies().all(|(n, occupied)| index.of(&occupied) == n)
}

impl Index {
    /// An index that is always the same.
    pub fn nowhere(offset: usize) -> Index {
        Index { shift: 63, entries: 1, offset, ..Index::default() }
    }

    /// The same for an axis that has this one.
    pub fn nowhere_like(&self, offset: usize) -> Index {
        Index { split: self.split.map(|_| Split::default()), ..Index::nowhere(offset) }
    }

    /// The bit of the index that an inner square has.
    pub fn bit(&self, square: usize) -> Option<u32> {
        self.bits.iter().find(|(inner, _)| *inner == square).map(|(_, bit)| *bit)
    }

    /// Every occupancy of the inner squares, with its index before the offset.
    pub fn occupancies(&self) -> impl Iterator<Item = (usize, Set)> {
        // Each square doubles what there is: with it and without.
        let mut all = Vec::with_capacity(1 << self.bits.len());
        all.push((0, [0; 4]));
        for &(square, bit) in &self.bits {
            for n in 0..all.len() {
                let (index, occupied) = all[n];
                all.push((index | 1 << bit, with(occupied, square)));
            }
        }
        all.into_iter()
    }

    /// The index, before the offset, of an occupancy: what the generated code computes.
    pub fn of(&self, occupied: &Set) -> usize {
        let product = |w: usize| (occupied[w] & self.mask[w]).wrapping_mul(self.magic[w]);
        match self.split {
            None => ((0..4).map(product).fold(0u64, u64::wrapping_add) >> self.shift) as usize,
            Some(split) => (0..4).map(|w| (product(w) >> split.shifts[w] & split.keeps[w]) as usize).sum(),
        }
    }
}

/// One direction of a ride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ray {
    /// The fewest steps.
    pub min: u8,
    /// The most steps.
    pub max: u8,
    /// What it does about men in the way.
    pub hop: RayHop,
}

/// What a ride does about men in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RayHop {
    /// It stops at the first.
    Slide,
    /// It passes the first and stops at the second (cannon).
    Over,
    /// It lands right behind the first (grasshopper).
    Beyond,
    /// A grasshopper's ride seen from its target: over a man next to it, then up to the first.
    BeyondBack,
}

/// Where a ride may start, pass and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zones {
    /// Where it may start.
    pub from: Set,
    /// Where it may end.
    pub to: Set,
    /// Where it must be all the while.
    pub within: Set,
}

/// What a table of rides holds: for each square and occupancy of its line, the squares reached, blockers included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ride {
    /// The ride forth along the axis.
    pub forth: Option<Ray>,
    /// The ride back.
    pub back: Option<Ray>,
    /// Its limits.
    pub zones: Zones,
    /// Whether the table is asked from the target: then `from` and `to` change places.
    pub reversed: bool,
}

impl Ride {
    /// The ways that it goes from each square.
    pub fn ways(&self, board: &Geometry, step: Step) -> Vec<Vec<Way>> {
        let of_ray = |(ray, cells): (Ray, Vec<usize>)| {
            let (min, max) = (usize::from(ray.min), usize::from(ray.max));
            let ends = |i: usize, s: usize| (i + 1 >= min && has(&self.ends(), s)).then_some(s);
            let stops = cells.into_iter().take(max).enumerate();
            let stops = stops.map(|(i, square)| Stop { square, gains: ends(i, square) }).collect();
            Way { hop: ray.hop, stops, passing: false }
        };
        let cell = |&square: &usize| has(&board.cells, square);
        let from = |square: usize| self.rays_along(board, step, square).into_iter().map(of_ray).collect();
        (0..board.squares()).map(|square| if cell(&square) { from(square) } else { Vec::new() }).collect()
    }

    /// For each square, those that the ride could come to with men placed as it likes best.
    pub fn aligned_along(&self, board: &Geometry, step: Step) -> Vec<Set> {
        (0..board.squares())
            .map(|square| {
                let mut reached = [0; 4];
                if has(&board.cells, square) {
                    for (ray, cells) in self.rays_along(board, step, square) {
                        let (min, max) = (usize::from(ray.min), usize::from(ray.max));
                        for (i, &s) in cells.iter().enumerate() {
                            if (min..=max).contains(&(i + 1)) && has(&self.ends(), s) {
                                reached = with(reached, s);
                            }
                        }
                    }
                }
                reached
            })
            .collect()
    }

    fn starts(&self) -> Set {
        if self.reversed { self.zones.to } else { self.zones.from }
    }

    fn ends(&self) -> Set {
        if self.reversed { self.zones.from } else { self.zones.to }
    }

    /// The rays from a square, cut where the ride must not go.
    fn rays_along(&self, board: &Geometry, step: Step, square: usize) -> Vec<(Ray, Vec<usize>)> {
        if !has(&self.starts(), square) || !has(&self.zones.within, square) {
            return Vec::new();
        }
        [(self.forth, step), (self.back, step.turned())]
            .into_iter()
            .filter_map(|(ray, direction)| {
                let cells = board.ray(square, direction).into_iter().take_while(|&s| has(&self.zones.within, s));
                Some((ray?, cells.collect()))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_abi::Board;

    /// The squares that a ride comes to in one direction, gone square by square.
    fn walked(ray: Ray, cells: &[usize], occupied: &Set) -> Set {
        let (mut reached, mut hurdles) = ([0; 4], 0);
        for (i, &s) in cells.iter().enumerate().take(usize::from(ray.max)) {
            let lands = match ray.hop {
                RayHop::Slide => true,
                RayHop::Over => hurdles == 1,
                RayHop::Beyond => i > 0 && has(occupied, cells[i - 1]),
                RayHop::BeyondBack => i > 0,
            };
            if lands && i + 1 >= usize::from(ray.min) {
                reached = with(reached, s);
            }
            let blocked = has(occupied, s);
            hurdles += u32::from(blocked);
            let goes_on = match ray.hop {
                RayHop::Slide => !blocked,
                RayHop::Over => hurdles <= 1,
                RayHop::Beyond => i == 0 || !has(occupied, cells[i - 1]),
                RayHop::BeyondBack => (i == 0) == blocked,
            };
            if !goes_on {
                break;
            }
        }
        reached
    }

    /// Every square, every occupancy of its line: the table says what a walk from square to square says.
    #[test]
    fn tables_hold_what_a_walk_finds() {
        let ray = |min, max, hop| Some(Ray { min, max, hop });
        let rides = [
            (ray(1, u8::MAX, RayHop::Slide), ray(1, u8::MAX, RayHop::Slide)),
            (ray(2, u8::MAX, RayHop::Slide), ray(1, 3, RayHop::Slide)),
            (ray(1, u8::MAX, RayHop::Over), ray(3, 5, RayHop::Over)),
            (ray(1, u8::MAX, RayHop::Beyond), None),
            (None, ray(1, 6, RayHop::BeyondBack)),
        ];
        for (width, height) in [(8, 8), (10, 10), (12, 12), (9, 12), (12, 9), (3, 9), (11, 11)] {
            let board = Geometry::new(&Board { width, height, holes: [0; 4] });
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (-2, 1), (0, 2)] {
                let Some(axis) = Axis::new(&board, Step { dx, dy }) else { continue };
                let zones = Zones { from: board.cells, to: board.cells, within: board.cells };
                for (forth, back) in rides {
                    let ride = Ride { forth, back, zones, reversed: false };
                    let mut table = vec![0; axis.entries * board.words];
                    super::super::ways::fill(&axis, &ride.ways(&board, axis.step), board.words, &mut table);
                    for (square, index) in axis.squares.iter().enumerate() {
                        for (_, occupied) in index.occupancies() {
                            let directions = [(forth, axis.step), (back, axis.step.turned())];
                            let found = directions
                                .into_iter()
                                .filter_map(|(ray, step)| Some(walked(ray?, &board.ray(square, step), &occupied)));
                            let expected = found.fold([0; 4], super::super::geometry::or);
                            let entry = (index.offset + index.of(&occupied)) * board.words;
                            let place =
                                format!("{ride:?} ({dx},{dy}) from {square} on {width}x{height}: {occupied:x?}");
                            assert_eq!(table[entry..entry + board.words], expected[..board.words], "{place}");
                        }
                    }
                }
            }
        }
    }

    /// Where the multipliers are said to carry nothing, every occupancy has its own index; and on ordinary boards they always are.
    #[test]
    fn indices_are_exact() {
        for (width, height) in [(8, 8), (10, 10), (12, 12), (9, 12), (12, 9), (3, 9), (10, 8), (11, 11), (16, 4)] {
            let board = Geometry::new(&Board { width, height, holes: [0; 4] });
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (-2, 1), (0, 2)] {
                let Some(axis) = Axis::new(&board, Step { dx, dy }) else { continue };
                for index in &axis.squares {
                    assert!(!carries_nothing(index) || is_exact(index), "({dx},{dy}) on {width}x{height}: {index:x?}");
                    assert!(carries_nothing(index) || width == 3, "({dx},{dy}) on {width}x{height}: {index:x?}");
                }
            }
        }
    }
}
