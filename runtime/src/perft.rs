//! Counting sequences of legal moves, move by move of the root, so that a long count can show how far it is.

use crate::{Engine, Position, Stopped, legal_moves};
use std::sync::atomic::{AtomicBool, Ordering};

/// How a count is watched and stopped.
pub struct Control<'c> {
    /// The count ends soon after this becomes true.
    pub stop: &'c AtomicBool,
    /// Told now and then how far the count is.
    pub progress: Option<&'c dyn Fn(Progress)>,
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

/// Counts the sequences of `depth` legal moves from a position.
pub fn perft(engine: &dyn Engine, position: &Position, depth: u32, control: &Control) -> Result<PerftReport, Stopped> {
    let tell = |done: f64, nodes: u64| {
        if let Some(progress) = control.progress {
            progress(Progress { done, nodes });
        }
    };
    if control.stop.load(Ordering::Relaxed) {
        return Err(Stopped);
    }
    if depth == 0 {
        return Ok(PerftReport { nodes: 1, divide: Vec::new() });
    }
    let root = legal_moves(engine, position);
    let mut report = PerftReport::default();
    for (index, (text, played)) in root.iter().enumerate() {
        let done = |part: f64| (index as f64 + part) / root.len() as f64;
        tell(done(0.0), report.nodes);
        let nodes = if depth == 1 {
            1
        } else {
            let next = engine.make(position, played);
            let base = report.nodes;
            split(engine, &next, depth - 1, control.stop, &mut |part, nodes| tell(done(part), base + nodes))?
        };
        report.nodes += nodes;
        report.divide.push((text.clone(), nodes));
    }
    tell(1.0, report.nodes);
    Ok(report)
}

/// Counts move by move if the count below is long enough to be worth telling about.
fn split(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(f64, u64),
) -> Result<u64, Stopped> {
    if depth < 4 {
        return engine.perft(position, depth, stop);
    }
    let mut moves = Vec::new();
    engine.moves(position, &mut moves);
    let mut nodes = 0;
    for (index, played) in moves.iter().enumerate() {
        tell(index as f64 / moves.len() as f64, nodes);
        nodes += engine.perft(&engine.make(position, played), depth - 1, stop)?;
    }
    Ok(nodes)
}
