//! The functions of a compiled variant that a host calls, and the numbers that it needs for it.

use crate::{Context, Move, STATE_BYTES};

/// `make(context, position, move, after)`: writes the position after a move that is legal. Zero if it cannot be done.
pub type MakeFn = unsafe extern "C" fn(*mut Context, *const u64, *const Move, *mut u64) -> u64;
/// `list(context, position, end)`: writes the legal moves from `end` on, and gives their end.
pub type ListFn = unsafe extern "C" fn(*mut Context, *const u64, *mut Move) -> *mut Move;
/// Added to the depth of a count: every move is made, the last one of each sequence too, as a search would.
pub const LEAVES_MADE: u64 = 1 << 32;

/// `perft(context, position, depth)`: the number of sequences of `depth` (at least 1) legal moves; see [`LEAVES_MADE`].
pub type PerftFn = unsafe extern "C" fn(*mut Context, *const u64, u64) -> u64;
/// `ask(context, position)`: not zero if something holds.
pub type AskFn = unsafe extern "C" fn(*mut Context, *const u64) -> u64;
/// `settle(position)`: drops the squares open to en passant where nobody could take.
pub type SettleFn = unsafe extern "C" fn(*mut u64);
/// `attacked(position, square, occupied...)`, with as many words of occupied squares as a set has: see [`Attacked`].
pub type AttackedFn = unsafe extern "C" fn();

/// [`AttackedFn`], for each number of words a set of squares can have.
#[derive(Clone, Copy, Debug)]
pub enum Attacked {
    /// Boards of up to 64 squares.
    One(unsafe extern "C" fn(*const u64, u64, u64) -> u64),
    /// Boards of up to 128 squares.
    Two(unsafe extern "C" fn(*const u64, u64, u64, u64) -> u64),
    /// Boards of up to 256 squares.
    Four(unsafe extern "C" fn(*const u64, u64, u64, u64, u64, u64) -> u64),
}

/// The functions of one side: that is the side to move, unless the function says otherwise.
///
/// All parameters and results are 64 bits wide, in the platform's calling convention. They write only to scratch memory and to what
/// their arguments point to, keep nothing between calls, and call nothing outside.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    /// Makes a move of this side.
    pub make: MakeFn,
    /// Lists its moves.
    pub list: ListFn,
    /// Counts.
    pub perft: PerftFn,
    /// Whether this side, to move or not, is in check.
    pub in_check: AskFn,
    /// Whether this side attacks a square.
    pub attacked: AttackedFn,
    /// Settles a position that was set up, with this side to move.
    pub settle: SettleFn,
    /// For each condition that ends speak of, whether it holds, seen by this side.
    pub holds: *const AskFn,
}

/// How large things are.
///
/// A position is a [`State`](crate::State) and behind it sets of squares, of `words` words each: the men of White, those of Black, then
/// the men of each code from 1 to `2 * kinds`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Bytes of a position.
    pub position_bytes: u64,
    /// Words of a set of squares: 1, 2 or 4.
    pub words: u32,
    /// Number of kinds.
    pub kinds: u32,
    /// More moves than a position can have.
    pub most_moves: u64,
    /// Number of conditions that ends speak of.
    pub conditions: u64,
    /// Bytes of scratch memory whatever is asked.
    pub scratch_bytes: u64,
    /// Bytes of scratch memory besides, for each ply that is counted. Without a count it is one ply.
    pub scratch_ply_bytes: u64,
    /// How many plies generated code may count at once.
    pub most_plies: u64,
}

impl Shape {
    /// Words of a position behind its state.
    pub const fn derived_words(&self) -> usize {
        (self.position_bytes as usize - STATE_BYTES) / 8
    }

    /// Bytes of scratch memory for so many plies.
    pub const fn scratch_for(&self, plies: u64) -> u64 {
        self.scratch_bytes + self.scratch_ply_bytes * plies
    }
}
