//! Counting. The section "Perft" of `meaning.md`.

use crate::Interpreter;
use ferz_abi::State;
use ferz_runtime::Stopped;
use std::sync::atomic::{AtomicBool, Ordering};

impl Interpreter {
    /// The number of sequences of so many legal moves. A leaf counts even if its move ends the game.
    pub(crate) fn count(&self, state: &State, depth: u32, stop: &AtomicBool) -> Result<u64, Stopped> {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if depth == 0 {
            return Ok(1);
        }
        let moves = self.legal_moves(state);
        if depth == 1 {
            return Ok(moves.len() as u64);
        }
        moves.iter().filter_map(|m| self.after(state, m)).map(|after| self.count(&after, depth - 1, stop)).sum()
    }
}
