//! Positions that were counted already.

use crate::{Engine, Position, Stopped};
use ferz_abi::{EndWhen, State};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The least depth worth remembering: counting a shallower one takes no longer than looking it up.
const SHALLOWEST: u32 = 2;

/// A table of positions with their counts, which threads may share.
///
/// It is exact: an entry holds the whole position and its depth, and counts only where all of that is the same.
pub struct Hash {
    entries: Vec<Mutex<Entry>>,
    /// Whether the quiet clock can decide a game, so that it is part of a position.
    clock: bool,
}

struct Entry {
    state: State,
    /// 0 for an entry that holds nothing.
    depth: u32,
    nodes: u64,
}

/// There is no memory for such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {mib} MiB")]
pub struct NoMemory {
    /// What was asked for.
    pub mib: usize,
}

impl Hash {
    /// A table of so many MiB (at least one entry) for games on this engine.
    pub fn new(engine: &dyn Engine, mib: usize) -> Result<Hash, NoMemory> {
        let clock = engine.variant().ends.iter().any(|end| !end.claim && matches!(end.when, EndWhen::Quiet(_)));
        let count = (mib.saturating_mul(1 << 20) / size_of::<Mutex<Entry>>()).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).map_err(|_| NoMemory { mib })?;
        entries.resize_with(count, || Mutex::new(Entry { state: State::EMPTY, depth: 0, nodes: 0 }));
        Ok(Hash { entries, clock })
    }

    /// As [`Engine::perft`], looking positions up on the way down.
    pub fn perft(
        &self,
        engine: &dyn Engine,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<u64, Stopped> {
        if depth < SHALLOWEST {
            return engine.perft(position, depth, stop);
        }
        let state = self.identity(position.state());
        let place = self.place(&state, depth);
        if let Some(nodes) = self.find(place, &state, depth) {
            return Ok(nodes);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let nodes = if depth == SHALLOWEST {
            engine.perft(position, depth, stop)?
        } else {
            let mut moves = Vec::new();
            engine.moves(position, &mut moves);
            let below = |played| self.perft(engine, &engine.make(position, played), depth - 1, stop);
            moves.iter().map(below).sum::<Result<u64, Stopped>>()?
        };
        *self.entries[place].lock().unwrap_or_else(PoisonError::into_inner) = Entry { state, depth, nodes };
        Ok(nodes)
    }

    /// The position as far as it decides what can follow: the number of a move never does.
    fn identity(&self, state: &State) -> State {
        State { number: 0, clock: if self.clock { state.clock } else { 0 }, ..*state }
    }

    /// Where a position of this depth belongs.
    fn place(&self, state: &State, depth: u32) -> usize {
        let key = state.key(u64::from(depth) << 16 | u64::from(state.clock));
        // The upper half of the product: as even as the key, for any number of entries.
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    fn find(&self, place: usize, state: &State, depth: u32) -> Option<u64> {
        let entry = self.entries[place].lock().unwrap_or_else(PoisonError::into_inner);
        (entry.depth == depth && entry.state == *state).then_some(entry.nodes)
    }
}
