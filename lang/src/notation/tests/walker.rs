//! A small walker over paths, for tests alone: it does what the words of `rules::movement` say and nothing else.

use crate::notation::Term;
use crate::rules::movement::{Effect, Hop, Landing, Leg, Path};
use std::collections::BTreeSet;

/// Who stands on a square, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Man {
    Friend,
    Enemy,
}

/// A board with one man to move.
#[derive(Clone, Debug)]
pub struct Board {
    pub width: i32,
    pub height: i32,
    pub cells: Vec<Option<Man>>,
    pub at: (i32, i32),
    pub black: bool,
    pub moved: bool,
    pub en_passant: Option<(i32, i32)>,
}

/// Squares that a man may move to, and those by which it captures.
pub type Targets = (BTreeSet<(i32, i32)>, BTreeSet<(i32, i32)>);

impl Board {
    pub fn new(width: i32, height: i32, at: (i32, i32)) -> Board {
        let cells = vec![None; (width * height) as usize];
        Board { width, height, cells, at, black: false, moved: false, en_passant: None }
    }

    pub fn put(&mut self, (x, y): (i32, i32), man: Man) {
        self.cells[(y * self.width + x) as usize] = Some(man);
    }

    fn man(&self, (x, y): (i32, i32)) -> Option<Man> {
        self.cells[(y * self.width + x) as usize]
    }

    pub fn targets(&self, terms: &[Term]) -> Targets {
        let mut targets = Targets::default();
        for term in terms.iter().filter(|t| !(t.unmoved && self.moved)) {
            for path in &term.paths {
                let path = if self.black { path.turned() } else { path.clone() };
                self.walk(&path, 0, self.at, false, &mut targets);
            }
        }
        targets
    }

    fn lands(&self, landing: Landing, at: (i32, i32)) -> Option<bool> {
        match self.man(at) {
            None if landing.empty => Some(false),
            None if landing.en_passant && self.en_passant == Some(at) => Some(true),
            Some(Man::Enemy) if landing.enemy => Some(true),
            Some(Man::Friend) if landing.friend => Some(true),
            _ => None,
        }
    }

    fn walk(&self, path: &Path, index: usize, start: (i32, i32), took: bool, targets: &mut Targets) {
        let Some(leg) = path.legs.get(index) else { return };
        let last = index + 1 == path.legs.len();
        for at in self.ends(leg, start) {
            let stop = if last { Some(leg.ends) } else { leg.stop };
            if let Some(capture) = stop.and_then(|stop| self.lands(stop, at)) {
                if at == self.at && !capture && !took {
                    continue; // A move that changes nothing.
                }
                if capture || took {
                    targets.1.insert(at);
                } else {
                    targets.0.insert(at);
                }
            }
            if !last && self.lands(leg.ends, at).is_some() {
                let takes = leg.effect == Effect::Remove && self.man(at).is_some();
                self.walk(path, index + 1, at, took || takes, targets);
            }
        }
    }

    /// Every square on which a leg could end, whatever stands there.
    fn ends(&self, leg: &Leg, start: (i32, i32)) -> Vec<(i32, i32)> {
        let (mut ends, mut at, mut hurdles) = (Vec::new(), start, 0);
        for count in 1..=leg.max {
            let step = leg.steps[usize::from(count - 1) % leg.steps.len()];
            at = (at.0 + i32::from(step.dx), at.1 + i32::from(step.dy));
            if !(0..self.width).contains(&at.0) || !(0..self.height).contains(&at.1) {
                break;
            }
            let wanted = if leg.hop == Hop::None { 0 } else { 1 };
            if count >= leg.min && hurdles == wanted {
                ends.push(at);
            }
            let just_hopped = hurdles == 1 && leg.hop == Hop::Beyond;
            if just_hopped {
                break;
            }
            if count > leg.skip && self.man(at).is_some() {
                hurdles += 1;
                if hurdles > wanted {
                    break;
                }
            }
        }
        ends
    }
}
