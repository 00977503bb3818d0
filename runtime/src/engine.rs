//! What every move generator offers: the interpreter, native code in memory, a shared library.

use crate::Position;
use ferz_abi::{Move, State, Variant};
use std::sync::atomic::{AtomicBool, Ordering};

/// A count that was asked to end before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the count was stopped before it was done")]
pub struct Stopped;

/// A move generator for one variant.
///
/// An engine only takes positions that it made itself, by [`Engine::load`] or [`Engine::make`]. Whatever else it is given, it may
/// panic or answer nonsense, but it touches no memory that is not its own.
pub trait Engine: Send + Sync {
    /// `interp` or `jit`, for reports.
    fn name(&self) -> &'static str;

    /// The variant it plays.
    fn variant(&self) -> &Variant;

    /// A position of this engine with this state. En passant squares where no man of the side to move could take are dropped.
    fn load(&self, state: &State) -> Position;

    /// Appends every legal move, each once, in no particular order. A position decided by the rules has none.
    fn moves(&self, position: &Position, out: &mut Vec<Move>);

    /// The position after a move that is legal in this one.
    fn make(&self, position: &Position, played: &Move) -> Position;

    /// Whether the side to move is in check.
    fn in_check(&self, position: &Position) -> bool;

    /// Whether `side`, to move, could capture a man of the other side on this square (on an empty square: one imagined there).
    fn attacked(&self, position: &Position, square: u8, side: usize) -> bool;

    /// Whether a condition that an end speaks of ([`EndWhen::Holds`](ferz_abi::EndWhen::Holds)) holds, seen by `own`.
    fn holds(&self, position: &Position, condition: u16, own: usize) -> bool;

    /// The number of sequences of `depth` legal moves, unless `stop` becomes true.
    fn perft(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, Stopped>;

    /// The same number, found by making every move: the last one of each sequence as well, which [`Engine::perft`] may count unmade.
    fn perft_made(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, Stopped> {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if depth == 0 {
            return Ok(1);
        }
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.iter().map(|played| self.perft_made(&self.make(position, played), depth - 1, stop)).sum()
    }
}
