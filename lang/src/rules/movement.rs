//! Movement as legs: the one form that notation is lowered to, and that interpreter, compiler and printer read.
//!
//! A movement is a union of parts; a part a union of paths; a path a row of legs, made one after the other in a single turn.
//! A leg steps along a row of vectors until it ends; each step must stay on the board and miss the holes.
//!
//! ```text
//! rook     R        4 paths of 1 leg:  (0,1) 1..           ends on empty or enemy
//! cannon   cpR      4 paths of 1 leg:  (0,1) 2.. over one  ends on enemy
//! mao      nN       8 paths of 2 legs: (0,1) ends on empty; (1,1) ends on empty or enemy
//! gryphon  [F?R]    8 paths of 2 legs: (1,1) ends on empty, or the move stops on empty or enemy; (0,1) 1.. ends on empty or enemy
//! ```

use super::{KindSet, SquareSet};

/// A union of parts. Parts may overlap: two ways to make the same change are one move.
pub type Movement = Vec<Part>;

/// "No limit" as the greatest number of steps of a leg.
pub const UNLIMITED: u8 = u8::MAX;

/// A part of a movement: one term of notation with its restrictors, for one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The ways to go, as this side goes them.
    pub paths: Vec<Path>,
    /// Only for a man that has not moved (`i`).
    pub unmoved: bool,
    /// Every square passed is open to en passant for one turn.
    pub marking: bool,
    /// Where the move must start.
    pub from: Option<SquareSet>,
    /// Where the move must end.
    pub to: Option<SquareSet>,
    /// Where it must start, pass and end.
    pub within: Option<SquareSet>,
    /// Which kinds may be hurdles.
    pub over: Option<KindSet>,
    /// Which kinds may be victims.
    pub taking: Option<KindSet>,
}

/// Legs that are made one after the other. The start square counts as empty throughout, a captured man's square from then on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// At least one.
    pub legs: Vec<Leg>,
}

/// A displacement: files to the right and ranks up, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Files towards the last file.
    pub dx: i8,
    /// Ranks towards White's last rank.
    pub dy: i8,
}

/// One leg: so many steps, over so many men, ending on such a square.
///
/// Every square passed must be empty, but for `skip` and `hop`. The first man that blocks ends the leg, there or before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// The steps, made in turn and over again from the first: one vector for a straight leg, two for a crooked one, eight for a
    /// circular one.
    pub steps: Vec<Step>,
    /// The fewest steps.
    pub min: u8,
    /// The most steps, or [`UNLIMITED`].
    pub max: u8,
    /// How many of the first squares are passed whatever they hold (ski-slides).
    pub skip: u8,
    /// Which men the leg must pass.
    pub hop: Hop,
    /// What the square may hold where the leg ends; for a leg with others behind it, for the path to go on.
    pub ends: Landing,
    /// For a leg with others behind it: what the square may hold for the whole move to end here. `None`: it may not.
    pub stop: Option<Landing>,
    /// What becomes of a man on the square where the leg ends, if the path goes on from there.
    pub effect: Effect,
    /// Whether the last man taken in this move, on this leg or before it, comes back: it is put down on the square where this leg
    /// starts, which must be empty by then.
    pub put_down: bool,
    /// Whether the side edges are joined (cylinder).
    pub wrap: bool,
    /// For a leg with others behind it: whether it may also end right off the board, on the first step that leaves it.
    pub off_board: bool,
    /// Whether the leg must be as long as the slider leg before it (rifle); `min` and `max` do not count then.
    pub same_length: bool,
}

/// The hurdles of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// None: every square passed is empty.
    None,
    /// Exactly one man somewhere before the end (cannon).
    Over,
    /// Exactly one man, right before the end (grasshopper).
    Beyond,
}

/// What a square may hold for a leg to end there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Landing {
    /// Nothing.
    pub empty: bool,
    /// A man of the other side.
    pub enemy: bool,
    /// A man of the own side.
    pub friend: bool,
    /// Nothing, but it is open to en passant: the man that passed is taken.
    pub en_passant: bool,
    /// If said: an enemy must (`true`) or must not (`false`) be royal.
    pub royal: Option<bool>,
}

impl Landing {
    /// `m`: empty squares only.
    pub const MOVE: Landing = Landing { empty: true, enemy: false, friend: false, en_passant: false, royal: None };
    /// `c`: enemies only.
    pub const CAPTURE: Landing = Landing { empty: false, enemy: true, friend: false, en_passant: false, royal: None };
    /// No letter: empty squares and enemies.
    pub const BOTH: Landing = Landing { empty: true, enemy: true, friend: false, en_passant: false, royal: None };
}

/// What a path does to a man that stands where one of its legs ends, if it goes on. Where the move ends a man is always taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It stays there.
    Leave,
    /// It is taken off.
    Remove,
}

impl Step {
    /// The step as the other side makes it: turned by 180 degrees.
    pub fn turned(self) -> Step {
        Step { dx: -self.dx, dy: -self.dy }
    }
}

impl Path {
    /// The path as the other side goes it: turned by 180 degrees.
    pub fn turned(&self) -> Path {
        let turn = |leg: &Leg| Leg { steps: leg.steps.iter().map(|s| s.turned()).collect(), ..leg.clone() };
        Path { legs: self.legs.iter().map(turn).collect() }
    }

    /// Whether some way along this path takes a man of the other side on the square where the move ends.
    pub fn captures(&self) -> bool {
        let last = self.legs.last().is_some_and(|leg| leg.ends.enemy);
        last || self.legs.iter().any(|leg| leg.stop.is_some_and(|s| s.enemy) || leg.effect == Effect::Remove)
    }

    /// Whether the path is a single leap or a straight ride in one direction, over nothing but empty squares and hurdles.
    pub fn is_single(&self) -> bool {
        self.legs.len() == 1 && self.legs[0].steps.len() == 1
    }
}
