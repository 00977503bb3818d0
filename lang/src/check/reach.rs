//! Where men can get to on an empty board, whatever they may do there: geometry only.

use crate::rules::movement::{Movement, Part, Step, UNLIMITED};
use crate::rules::{Rules, SquareSet};
use std::collections::BTreeSet;

impl Rules {
    /// The squares on which one move by this part, from this square, may end: the test of what stands where is left out.
    pub(super) fn targets(&self, part: &Part, from: usize) -> SquareSet {
        let inside = |square: usize| part.within.is_none_or(|zone| zone.has(square));
        if !inside(from) || part.from.is_some_and(|zone| !zone.has(from)) {
            return SquareSet::EMPTY;
        }
        let mut reached = SquareSet::EMPTY;
        for path in &part.paths {
            let mut at = BTreeSet::from([self.place(from)]);
            for (index, leg) in path.legs.iter().enumerate() {
                let (min, max) = if leg.same_length { (1, UNLIMITED) } else { (leg.min, leg.max) };
                let mut next = BTreeSet::new();
                for mut place in at {
                    // On a cylinder a ride might go round for ever; after so many steps it has seen everything.
                    for count in 1..=max.min(64) {
                        let step = leg.steps[usize::from(count - 1) % leg.steps.len()];
                        place = self.geometric_step(place, step, leg.wrap);
                        let square = self.square(place).filter(|&square| inside(square));
                        if count >= min && (square.is_some() || leg.off_board && part.within.is_none()) {
                            next.insert(place);
                        }
                        if square.is_none() {
                            break;
                        }
                    }
                }
                if leg.stop.is_some() || index + 1 == path.legs.len() {
                    reached = reached | next.iter().filter_map(|&place| self.square(place)).collect();
                }
                at = next;
            }
        }
        reached & part.to.unwrap_or(!SquareSet::EMPTY)
    }

    fn geometric_step(&self, (x, y): (i32, i32), step: Step, wrap: bool) -> (i32, i32) {
        let (x, y) = (x + i32::from(step.dx), y + i32::from(step.dy));
        (if wrap { x.rem_euclid(i32::from(self.board.width)) } else { x }, y)
    }

    /// File and rank of a square.
    fn place(&self, square: usize) -> (i32, i32) {
        let width = usize::from(self.board.width);
        ((square % width) as i32, (square / width) as i32)
    }

    /// The square at a place; none beside the board and on its holes.
    fn square(&self, (x, y): (i32, i32)) -> Option<usize> {
        self.step(0, x, y)
    }

    /// The squares that such men can get to from these in any number of moves, at least one. Parts for men that have not moved
    /// work only from `homes`.
    pub(super) fn reachable(&self, movement: &Movement, from: SquareSet, homes: SquareSet) -> SquareSet {
        self.reachable_until(movement, from, homes, SquareSet::EMPTY)
    }

    /// The same, not looked for any further once a square of `goal` is among them: most men are back home after two moves.
    pub(super) fn reachable_until(
        &self,
        movement: &Movement,
        from: SquareSet,
        homes: SquareSet,
        goal: SquareSet,
    ) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        let mut fresh: Vec<usize> = from.iter().collect();
        while let Some(square) = fresh.pop() {
            for part in movement.iter().filter(|part| !part.unmoved || homes.has(square)) {
                let new = self.targets(part, square) - reached;
                reached = reached | new;
                fresh.extend(new.iter());
            }
            if !(reached & goal).is_empty() {
                break;
            }
        }
        reached
    }
}
