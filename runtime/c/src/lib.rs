//! The runtime as a C library, for languages that cannot read `ferz.h`: it opens any variant library that `ferz build` has made, and
//! plays it behind plain functions with numbers, texts and handles. `runtime/include/libferz.h` is made from this crate by cbindgen.
//!
//! What a caller must see to is in the header, once for all functions: that is what the comments on `unsafe` in this crate mean by what "the caller says".
//!
//! Architecture invariant: no panic leaves this crate, and nothing in it knows how anything is played: that is `ferz-runtime`.

mod describe;
mod error;
mod game;
mod library;
mod memory;
mod moves;
mod outcome;

pub use error::{
    LIBFERZ_ARGUMENT, LIBFERZ_BUG, LIBFERZ_FEN, LIBFERZ_LIBRARY, LIBFERZ_MOVE, LIBFERZ_NULL, LIBFERZ_STOPPED,
};
pub use game::Game;
pub use library::Library;
pub use moves::LIBFERZ_MOST_DEPTH;
pub use outcome::{LIBFERZ_BLACK_WINS, LIBFERZ_DRAW, LIBFERZ_ONGOING, LIBFERZ_WHITE_WINS};

#[cfg(test)]
mod tests;
