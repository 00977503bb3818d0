//! Counting sequences of legal moves, branch by branch of the root, so that a long count can show how far it is, be stopped, and be
//! shared among threads.

mod hash;
mod threads;

pub use hash::{Hash, NoMemory};

use crate::{Engine, Position, Stopped, legal_moves};
use std::sync::atomic::{AtomicBool, Ordering};

/// How a count is watched and stopped, and what may work on it.
pub struct Control<'c> {
    /// The count ends soon after this becomes true.
    pub stop: &'c AtomicBool,
    /// Told now and then how far the count is.
    pub progress: Option<&'c dyn Fn(Progress)>,
    /// How many threads share the work; 0 counts as 1.
    pub threads: usize,
    /// What remembers positions that were counted already.
    pub hash: Option<&'c Hash>,
    /// Whether every move is made, the last one of each sequence too. Then nothing is remembered.
    pub make_leaves: bool,
}

impl<'c> Control<'c> {
    /// One thread, nobody watching, nothing remembered.
    pub fn new(stop: &'c AtomicBool) -> Control<'c> {
        Control { stop, progress: None, threads: 1, hash: None, make_leaves: false }
    }

    fn tell(&self, done: f64, nodes: u64) {
        if let Some(progress) = self.progress {
            progress(Progress { done, nodes });
        }
    }

    /// Counts one branch, on the thread that calls.
    fn branch(&self, engine: &dyn Engine, position: &Position, depth: u32) -> Result<u64, Stopped> {
        match self.hash {
            _ if self.make_leaves => engine.perft_made(position, depth, self.stop),
            Some(hash) => hash.perft(engine, position, depth, self.stop),
            None => engine.perft(position, depth, self.stop),
        }
    }
}

/// How far a count is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The part that is done, from 0 to 1: branches at the root and below it, which differ in size.
    pub done: f64,
    /// Leaves counted so far.
    pub nodes: u64,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftReport {
    /// All leaves.
    pub nodes: u64,
    /// The leaves below each move of the root, sorted by the moves' texts; empty at depth 0.
    pub divide: Vec<(String, u64)>,
}

/// A piece of work: what lies below one position.
struct Branch {
    /// Below which move of the root.
    root: usize,
    position: Position,
    depth: u32,
}

/// Counts the sequences of `depth` legal moves from a position. The number does not depend on who works on it.
pub fn perft(engine: &dyn Engine, position: &Position, depth: u32, control: &Control) -> Result<PerftReport, Stopped> {
    if control.stop.load(Ordering::Relaxed) {
        return Err(Stopped);
    }
    if depth == 0 {
        return Ok(PerftReport { nodes: 1, divide: Vec::new() });
    }
    let root = legal_moves(engine, position);
    let mut divide: Vec<(String, u64)> = root.iter().map(|(text, _)| (text.clone(), 0)).collect();
    let mut tally = Tally { divide: &mut divide, nodes: 0, done: 0 };
    let branches = branches(engine, position, depth, control);
    if control.threads > 1 {
        threads::count(engine, &branches, control, &mut tally)?;
    } else {
        for branch in &branches {
            control.tell(tally.part_of(&branches), tally.nodes);
            tally.add(branch, control.branch(engine, &branch.position, branch.depth)?);
        }
    }
    let nodes = tally.nodes;
    control.tell(1.0, nodes);
    Ok(PerftReport { nodes, divide })
}

/// The work, in pieces that are large enough to be worth the host's part, and small enough to tell of and to share.
fn branches(engine: &dyn Engine, position: &Position, depth: u32, control: &Control) -> Vec<Branch> {
    /// Below this depth a piece takes no time worth telling of.
    const WORTH_TELLING: u32 = 4;
    /// With fewer pieces than this for each thread, some would wait for the last.
    const ENOUGH: usize = 16;
    let below = |root: Option<usize>, position: &Position, depth: u32| {
        let moves = legal_moves(engine, position).into_iter().enumerate();
        let branch = |(index, (_, played))| Branch {
            root: root.unwrap_or(index),
            position: engine.make(position, &played),
            depth: depth - 1,
        };
        moves.map(branch).collect::<Vec<Branch>>()
    };
    let first = below(None, position, depth);
    let few = control.threads > 1 && depth > 2 && first.len() < ENOUGH * control.threads;
    if depth <= WORTH_TELLING && !few {
        return first;
    }
    first.iter().flat_map(|b| below(Some(b.root), &b.position, b.depth)).collect()
}

/// What has been counted so far.
struct Tally<'t> {
    divide: &'t mut [(String, u64)],
    nodes: u64,
    done: usize,
}

impl Tally<'_> {
    fn add(&mut self, branch: &Branch, nodes: u64) {
        self.divide[branch.root].1 += nodes;
        self.nodes += nodes;
        self.done += 1;
    }

    fn part_of(&self, branches: &[Branch]) -> f64 {
        self.done as f64 / branches.len().max(1) as f64
    }
}
