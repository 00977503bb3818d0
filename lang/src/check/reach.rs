//! Where men can get to on an empty board, whatever they may do there: geometry only.

use crate::rules::movement::{Movement, Part, UNLIMITED};
use crate::rules::{Rules, SquareSet};

impl Rules {
    /// The squares on which one move by this part, from this square, may end: the test of what stands where is left out.
    pub(super) fn targets(&self, part: &Part, from: usize) -> SquareSet {
        let inside = |square: usize| part.within.is_none_or(|zone| zone.has(square));
        if !inside(from) || part.from.is_some_and(|zone| !zone.has(from)) {
            return SquareSet::EMPTY;
        }
        let mut reached = SquareSet::EMPTY;
        for path in &part.paths {
            let mut at = SquareSet::EMPTY;
            at.insert(from);
            for (index, leg) in path.legs.iter().enumerate() {
                let (min, max) = if leg.same_length { (1, UNLIMITED) } else { (leg.min, leg.max) };
                let mut next = SquareSet::EMPTY;
                for start in at.iter() {
                    let mut square = start;
                    // On a cylinder a ride might go round for ever; after so many steps it has seen everything.
                    for count in 1..=max.min(64) {
                        let step = leg.steps[usize::from(count - 1) % leg.steps.len()];
                        let Some(reached) = self.geometric_step(square, step.dx, step.dy, leg.wrap) else { break };
                        square = reached;
                        if !inside(square) {
                            break;
                        }
                        if count >= min {
                            next.insert(square);
                        }
                    }
                }
                if leg.stop.is_some() || index + 1 == path.legs.len() {
                    reached = reached | next;
                }
                at = next;
            }
        }
        reached & part.to.unwrap_or(!SquareSet::EMPTY)
    }

    fn geometric_step(&self, square: usize, dx: i8, dy: i8, wrap: bool) -> Option<usize> {
        if !wrap {
            return self.step(square, dx.into(), dy.into());
        }
        let width = i32::from(self.board.width);
        let file = square as i32 % width;
        let around = (file + i32::from(dx)).rem_euclid(width);
        self.step(square, around - file, dy.into())
    }

    /// The squares that such men can get to from these in any number of moves, at least one. Parts for men that have not moved
    /// work only from `homes`.
    pub(super) fn reachable(&self, movement: &Movement, from: SquareSet, homes: SquareSet) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        let mut fresh: Vec<usize> = from.iter().collect();
        while let Some(square) = fresh.pop() {
            for part in movement.iter().filter(|part| !part.unmoved || homes.has(square)) {
                let new = self.targets(part, square) - reached;
                reached = reached | new;
                fresh.extend(new.iter());
            }
        }
        reached
    }
}
