//! Bent rides: one step, and from there on as a slider in another direction, or the same.
//!
//! What stops such a ride stands on one line, the one along its second leg. So its targets can be looked up by the occupancy of that line, like
//! those of a slider, only that the line does not run through the square of the man; and all rides that come to lie on the same line, however the man
//! stands, are looked up at once. Where two rides both ways start as far apart as those of a slider on the square between them, the table of
//! the slider is theirs too. Asked from a target, the line is the one through the target, and the table holds where a rider may stand.

use super::between::Pairs;
use super::geometry::Geometry;
use super::lines::{Axis, Ray, RayHop, Ride, Zones};
use super::moves::axis_of;
use super::strategy::Strategy;
use super::tables::{AxisId, TableId, Tables};
use super::ways::{Stop, Way};
use ferz_abi::{Set, has, with};
use ferz_lang::rules::movement::{Effect, Hop, Landing, Leg, Path, Step, UNLIMITED};
use std::collections::HashMap;
use std::sync::Arc;

/// A bent ride along some axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bend {
    /// The step before the bend.
    pub first: Step,
    /// Each step after it.
    pub then: Step,
    /// The fewest steps after the bend: 0 if the ride may end there.
    pub min: u8,
    /// The most.
    pub max: u8,
}

/// A path as a bent ride, with what it may land on.
pub fn bend(path: &Path) -> Option<(Bend, Landing)> {
    let [first, then] = path.legs.as_slice() else { return None };
    let plain = |leg: &Leg| {
        let steps = leg.steps.len() == 1 && leg.skip == 0 && !leg.wrap && !leg.same_length && !leg.off_board;
        steps && leg.hop == Hop::None && leg.effect == Effect::Leave && !leg.put_down
    };
    let one = (first.min, first.max) == (1, 1) && first.ends == Landing::MOVE;
    let landing = then.ends;
    let stops = first.stop.is_none_or(|stop| stop == landing && then.min == 1);
    if !plain(first)
        || !plain(then)
        || !one
        || !stops
        || then.stop.is_some()
        || landing.friend
        || landing.royal.is_some()
    {
        return None;
    }
    let min = if first.stop.is_some() { 0 } else { then.min };
    Some((Bend { first: first.steps[0], then: then.steps[0], min, max: then.max }, landing))
}

impl Bend {
    /// The axis of its second leg.
    pub fn axis(&self) -> Step {
        axis_of(self.then)
    }

    /// Bends along one axis with the same number come to lie on the same line.
    pub fn line(&self) -> i32 {
        let axis = self.axis();
        i32::from(self.first.dx) * i32::from(axis.dy) - i32::from(self.first.dy) * i32::from(axis.dx)
    }

    /// The squares from the bend on.
    fn cells(&self, board: &Geometry, zones: &Zones, from: usize) -> Vec<usize> {
        let Some(bend) = board.step(from, self.first).filter(|_| has(&zones.from, from)) else { return Vec::new() };
        let cells = [bend].into_iter().chain(board.ray(bend, self.then));
        cells.take_while(|&s| has(&zones.within, s)).take(usize::from(self.max) + 1).collect()
    }

    /// From a target back: each square where the bend may be, the target first, with the square where the rider stands then.
    fn back(&self, board: &Geometry, zones: &Zones, target: usize) -> Vec<(usize, Option<usize>)> {
        if !has(&zones.to, target) {
            return Vec::new();
        }
        let bends = [target].into_iter().chain(board.ray(target, self.then.turned()));
        let bends = bends.take_while(|&s| has(&zones.within, s)).take(usize::from(self.max) + 1);
        let rider = |(k, bend): (usize, usize)| {
            let from = board.step(bend, self.first.turned()).filter(|&s| has(&zones.from, s));
            (bend, from.filter(|_| k >= usize::from(self.min)))
        };
        let mut ways: Vec<_> = bends.enumerate().map(rider).collect();
        while ways.last().is_some_and(|(_, from)| from.is_none()) {
            ways.pop();
        }
        ways
    }

    /// The square of a slider that goes the same way, seen from the rider's.
    fn slider(&self) -> Step {
        Step { dx: self.first.dx - self.then.dx, dy: self.first.dy - self.then.dy }
    }
}

/// How bent rides along one axis are looked up from a target.
#[derive(Clone, Debug)]
pub struct BentBack {
    /// The index of the line through the target.
    pub axis: AxisId,
    /// By that index: where riders can come from.
    pub table: TableId,
    /// For each target, where they could come from if nobody were in the way.
    pub aligned: TableId,
    /// What they pass.
    pub pairs: Pairs,
}

/// Bent rides that were looked at already: both sides and many kinds have the same.
#[derive(Debug, Default)]
pub struct KnownBends {
    forth: HashMap<Key, Option<(AxisId, TableId)>>,
    back: HashMap<Key, Option<Arc<BentBack>>>,
}

/// Bends in order, and where they may go.
type Key = (Vec<Bend>, Zones);

impl Tables {
    /// How bends that come to lie on one line are looked up from the rider's square.
    pub fn bent(&mut self, bends: &[Bend], zones: Zones) -> Option<(AxisId, TableId)> {
        if self.strategy == Strategy::Walking {
            return None;
        }
        let mut bends = bends.to_vec();
        bends.sort_unstable();
        if let Some(known) = self.known_bends.forth.get(&(bends.clone(), zones)) {
            return *known;
        }
        let found = self.new_bent(&bends, zones);
        self.known_bends.forth.insert((bends, zones), found);
        found
    }

    fn new_bent(&mut self, bends: &[Bend], zones: Zones) -> Option<(AxisId, TableId)> {
        if let Some(shared) = self.bent_like_slider(bends, zones) {
            return Some(shared);
        }
        let board = self.board;
        let rays = |s: usize| bends.iter().map(|b| (b.min, b.cells(&board, &zones, s))).collect::<Vec<_>>();
        let step = bends[0].axis();
        let axis = Axis::with_inner(&board, step, |s| {
            rays(s)
                .into_iter()
                .flat_map(|(_, mut cells)| {
                    cells.pop();
                    cells
                })
                .collect()
        })?;
        let way = |(min, cells): (u8, Vec<usize>)| {
            let gains = |k: usize, s: usize| (k >= usize::from(min) && has(&zones.to, s)).then_some(s);
            let stops = cells.into_iter().enumerate().map(|(k, square)| Stop { square, gains: gains(k, square) });
            Way { hop: RayHop::Slide, stops: stops.collect(), passing: false }
        };
        let from = |s: usize| rays(s).into_iter().map(way).collect();
        let ways = (0..board.squares()).map(|s| if has(&board.cells, s) { from(s) } else { Vec::new() });
        let ways = ways.collect();
        Some(self.bent_ride(axis, ways))
    }

    /// The table of a slider, where it says the same: two bends both ways along one axis, unlimited, that start around one square.
    fn bent_like_slider(&mut self, bends: &[Bend], zones: Zones) -> Option<(AxisId, TableId)> {
        let [a, b] = bends else { return None };
        let cells = self.board.cells;
        let everywhere = Zones { from: cells, to: cells, within: cells };
        let whole = ferz_abi::squares(cells).count() == self.board.squares();
        let unlimited = |b: &Bend| (b.min, b.max) == (0, UNLIMITED);
        if a.then != b.then.turned()
            || a.slider() != b.slider()
            || zones != everywhere
            || !whole
            || !unlimited(a)
            || !unlimited(b)
        {
            return None;
        }
        // Beside the board's edge a bend may be on the board, though the square between the two is not.
        let board = self.board;
        let astray = |s: usize| {
            board.step(s, a.slider()).is_none() && bends.iter().any(|bend| board.step(s, bend.first).is_some())
        };
        if (0..board.squares()).any(astray) {
            return None;
        }
        let axis = self.axis(a.axis())?;
        let slide = Some(Ray { min: 1, max: UNLIMITED, hop: RayHop::Slide });
        let table = self.ride(axis, Ride { forth: slide, back: slide, zones, reversed: false });
        let base = &self.axes[axis.0];
        let squares = (0..self.board.squares()).map(|s| match self.board.step(s, a.slider()) {
            Some(slider) => base.squares[slider].clone(),
            None => base.squares[0].nowhere_like(base.entries - 1),
        });
        let shifted = Axis { step: base.step, squares: squares.collect(), entries: base.entries };
        let shifted = self.add_axis(shifted);
        let reach = self.reach_of(table);
        let reach =
            (0..self.board.squares()).map(|s| self.board.step(s, a.slider()).map_or([0; 4], |v| reach[v])).collect();
        self.bent_reach.insert((shifted, table), reach);
        Some((shifted, table))
    }

    /// How riders by bends along one axis are looked up from a target, the squares from which they could come at all, and what they pass.
    ///
    /// `None` where there is no index, or more than one way for a rider to come to a square.
    pub fn bent_back(&mut self, bends: &[Bend], zones: Zones) -> Option<Arc<BentBack>> {
        if self.strategy == Strategy::Walking {
            return None;
        }
        let mut bends = bends.to_vec();
        bends.sort_unstable();
        if let Some(known) = self.known_bends.back.get(&(bends.clone(), zones)) {
            return known.clone();
        }
        let found = self.new_bent_back(&bends, zones).map(Arc::new);
        self.known_bends.back.insert((bends, zones), found.clone());
        found
    }

    fn new_bent_back(&mut self, bends: &[Bend], zones: Zones) -> Option<BentBack> {
        let board = self.board;
        let to = |t: usize| bends.iter().map(|b| b.back(&board, &zones, t)).collect::<Vec<_>>();
        let back = (0..board.squares()).map(|t| if has(&board.cells, t) { to(t) } else { Vec::new() });
        let back: Vec<Vec<_>> = back.collect();
        let axis = Axis::with_inner(&board, bends[0].axis(), |t| {
            back[t].iter().flat_map(|way| way.iter().skip(1).map(|(bend, _)| *bend)).collect()
        })?;
        let mut pairs: Pairs = Vec::new();
        for target in ferz_abi::squares(board.cells) {
            let first = pairs.len();
            for way in &back[target] {
                let mut passed = [0; 4];
                for (k, &(bend, from)) in way.iter().enumerate() {
                    if k > 0 {
                        passed = with(passed, bend);
                    }
                    let Some(from) = from else { continue };
                    let at = target * board.squares() + from;
                    match pairs[first..].iter().find(|(known, _)| *known == at) {
                        Some((_, other)) if *other != passed => return None,
                        Some(_) => {}
                        None => pairs.push((at, passed)),
                    }
                }
            }
        }
        // A rider stands behind its bend, which must be empty like every square up to the target: so each stop is told with the next bend, and the
        // last one with the target, where nobody is in the way.
        let way = |way: Vec<(usize, Option<usize>)>| {
            let next = way.iter().skip(1).chain(way.first()).map(|&(square, _)| square);
            let stops = way.iter().zip(next).map(|(&(_, gains), square)| Stop { square, gains });
            Way { hop: RayHop::Slide, stops: stops.collect(), passing: false }
        };
        let ways: Vec<Vec<Way>> = back.into_iter().map(|back| back.into_iter().map(way).collect()).collect();
        let union = |ways: &Vec<Way>| ways.iter().map(Way::reach).fold([0; 4], super::geometry::or);
        let aligned: Vec<Set> = ways.iter().map(union).collect();
        let aligned = self.sets(&aligned);
        let (axis, table) = self.bent_ride(axis, ways);
        Some(BentBack { axis, table, aligned, pairs })
    }
}
