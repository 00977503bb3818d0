//! Paths of a known length, step by step, and what makes a path walkable by sets.

use super::geometry::{Geometry, and};
use super::lines::Zones;
use ferz_abi::{Set, has, with};
use ferz_lang::rules::movement::{Effect, Hop, Landing, Leg, Part, Path, Step, UNLIMITED};

/// The most single steps that a path is written out to.
const MOST_STEPS: usize = 6;

/// A path with a known number of steps over empty squares: all men of a kind can go it at once, as a set.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedPath {
    /// The steps; every square but the last must be empty.
    pub steps: Vec<Step>,
    /// What the last square may hold.
    pub landing: Landing,
    /// Where it may start, pass and end.
    pub zones: Zones,
    /// Whether the man needs its right of the unmoved.
    pub unmoved: bool,
    /// Whether the squares passed are left open to en passant.
    pub marking: bool,
}

impl FixedPath {
    /// By how much the whole path changes the number of the square.
    pub fn delta(&self, board: &Geometry) -> i32 {
        self.steps.iter().map(|&s| board.delta(s)).sum()
    }

    /// For each square passed, in order: by how much its number differs from that of the start.
    pub fn passed(&self, board: &Geometry) -> Vec<i32> {
        let deltas = self.steps.iter().map(|&s| board.delta(s));
        let mut passed: Vec<i32> = deltas
            .scan(0, |at, d| {
                *at += d;
                Some(*at)
            })
            .collect();
        passed.pop();
        passed
    }

    /// Whether some man on some square could find both paths going to the same square with the same thing on it.
    pub fn overlaps(&self, other: &FixedPath, board: &Geometry) -> bool {
        let (a, b) = (self.landing, other.landing);
        let landing = a.empty && b.empty || a.enemy && b.enemy || a.friend && b.friend;
        landing
            && self.delta(board) == other.delta(board)
            && and(self.zones.from, other.zones.from) != [0; 4]
            && and(self.zones.to, other.zones.to) != [0; 4]
    }
}

/// The paths of a part written out to steps, if that is possible and they are not too many.
pub fn written_out(part: &Part, zones: Zones, unmoved: bool) -> Option<Vec<FixedPath>> {
    let mut all = Vec::new();
    for path in &part.paths {
        for (steps, landing) in step_lists(path)? {
            all.push(FixedPath { steps, landing, zones, unmoved, marking: part.marking });
        }
    }
    Some(all)
}

/// Every way along a path, as its steps and what it may land on. `None` where it is not a matter of empty squares and few steps.
fn step_lists(path: &Path) -> Option<Vec<(Vec<Step>, Landing)>> {
    let mut done = Vec::new();
    let mut open: Vec<Vec<Step>> = vec![Vec::new()];
    for (i, leg) in path.legs.iter().enumerate() {
        if leg.hop != Hop::None || leg.skip > 0 || leg.wrap || leg.same_length || leg.max == UNLIMITED {
            return None;
        }
        let last = i + 1 == path.legs.len();
        if !last && (leg.ends != Landing::MOVE || leg.effect != Effect::Leave) {
            return None;
        }
        let longer = |steps: &Vec<Step>| -> Vec<Vec<Step>> {
            (leg.min..=leg.max)
                .map(|n| {
                    steps.iter().copied().chain((0..n).map(|k| leg.steps[usize::from(k) % leg.steps.len()])).collect()
                })
                .collect()
        };
        open = open.iter().flat_map(longer).collect();
        if open.iter().any(|steps| steps.len() > MOST_STEPS) {
            return None;
        }
        if last {
            done.extend(open.iter().map(|steps| (steps.clone(), leg.ends)));
        } else if let Some(stop) = leg.stop {
            done.extend(open.iter().map(|steps| (steps.clone(), stop)));
        }
    }
    Some(done)
}

/// A path as it is gone back from its target: legs from the last to the first, steps turned.
///
/// `tests[i]` is what the square at the start of `legs[i]` of this order must hold: nothing is said of the first square of all, where the man stands.
#[derive(Clone, Debug, PartialEq)]
pub struct WayBack {
    /// The legs, last one first, with turned steps.
    pub legs: Vec<Leg>,
    /// Where it may start, pass and end, as the man goes it.
    pub zones: Zones,
}

/// Every way back that ends in taking something: one for the whole path, and one for each leg at which it may stop with a capture.
pub fn ways_back(path: &Path, zones: Zones) -> Vec<WayBack> {
    let mut ways = Vec::new();
    for i in 0..path.legs.len() {
        let last = i + 1 == path.legs.len();
        let landing = if last { Some(path.legs[i].ends) } else { path.legs[i].stop };
        if landing.is_some_and(|l| l.enemy) {
            let turn = |leg: &Leg| Leg { steps: leg.steps.iter().rev().map(|s| s.turned()).collect(), ..leg.clone() };
            ways.push(WayBack { legs: path.legs[..=i].iter().rev().map(turn).collect(), zones });
        }
    }
    ways
}

impl WayBack {
    /// Whether a man on a square passed can only be in the way: no leg hops, takes or needs one.
    pub fn only_blocked_by_men(&self) -> bool {
        let plain = |leg: &Leg| leg.hop == Hop::None && leg.effect == Effect::Leave;
        self.legs.iter().all(plain) && self.legs.iter().skip(1).all(|leg| leg.ends == Landing::MOVE)
    }

    /// From a target, with no regard to men: the squares where the way may start, and those it may pass.
    pub fn relaxed(&self, board: &Geometry, target: usize) -> (Set, Set) {
        let mut passed = [0; 4];
        let mut at = with([0; 4], target);
        for leg in &self.legs {
            let mut reached = [0; 4];
            for square in ferz_abi::squares(at) {
                for (i, cell) in board.ray(square, leg.steps[0]).into_iter().enumerate().take(usize::from(leg.max)) {
                    if i + 1 >= usize::from(leg.min) {
                        reached = with(reached, cell);
                    }
                    passed = with(passed, cell);
                }
            }
            at = reached;
        }
        (and(at, self.zones.from), passed)
    }
}

/// The whole board as the limits of a part, or what its restrictors say.
pub fn zones(part: &Part, cells: Set) -> Zones {
    let limit = |zone: Option<ferz_lang::rules::SquareSet>| zone.map_or(cells, |z| and(z.0, cells));
    let within = limit(part.within);
    Zones { from: and(limit(part.from), within), to: and(limit(part.to), within), within }
}

/// Whether both ends of a leap lie where they may.
pub fn allows(zones: &Zones, from: usize, to: usize) -> bool {
    has(&zones.from, from) && has(&zones.to, to)
}
