//! The memory layout that generated code and its host share, and the plain description of a variant that goes with it.
//!
//! Architecture invariant: this crate depends on nothing, and it is the only one that says `#[repr(C)]`.
//!
//! Conventions, everywhere in Ferz:
//! - a *square* is `rank * width + file`, rank 0 being White's own back rank, so a1 is 0;
//! - bit `s % 64` of word `s / 64` of a [`Set`] stands for square `s`;
//! - side 0 is White, side 1 is Black;
//! - a *code* names a man: 0 is an empty cell, `1 + 2 * kind + side` a man of that kind and side.

mod entries;
mod layout;
pub mod library;
mod variant;

pub use entries::{AskFn, Attacked, AttackedFn, Entries, LEAVES_MADE, ListFn, MakeFn, PerftFn, SettleFn, Shape};
pub use layout::{CHOSE, Context, Form, Move, NO_SQUARE, STATE_BYTES, State, VERSION, mix, offsets};
pub use variant::{
    Action, Board, Castling, Choice, Choosing, CounterSlot, End, EndWhen, HandSlot, Kind, Letter, Marking, Outcome,
    Setup, Unmoved, Variant, Wing,
};

/// A set of squares of a board of up to 256 squares.
pub type Set = [u64; 4];

/// The most squares a board can have.
pub const MAX_SQUARES: usize = 256;

/// The most kinds a variant can have: their codes must fit in a byte.
pub const MAX_KINDS: usize = 127;

/// The code of a man: never 0, which is an empty cell.
pub const fn code(kind: usize, side: usize) -> u8 {
    (1 + 2 * kind + side) as u8
}

/// The kind of the man with this code (which must not be 0).
pub const fn kind_of(code: u8) -> usize {
    (code as usize - 1) / 2
}

/// The side of the man with this code (which must not be 0).
pub const fn side_of(code: u8) -> usize {
    (code as usize - 1) % 2
}

/// Whether a set holds a square.
pub const fn has(set: &Set, square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 != 0
}

/// A set with one more square.
pub const fn with(mut set: Set, square: usize) -> Set {
    set[square / 64] |= 1 << (square % 64);
    set
}

/// A set with one square less.
pub const fn without(mut set: Set, square: usize) -> Set {
    set[square / 64] &= !(1 << (square % 64));
    set
}

/// The squares of a set, in ascending order.
pub fn squares(set: Set) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(word * 64 + bit)
        })
    })
}
