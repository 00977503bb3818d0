//! Positions, FEN, move text, games and counts, for any variant and over any move generator.
//!
//! Architecture invariant: this crate reaches neither a parser nor Cranelift, so a compiled variant can be used without a compiler.

mod engine;
pub mod fen;
mod letters;
mod position;
mod square;

pub use engine::{Engine, Stopped};
pub use letters::{man_letter, man_of};
pub use position::Position;
pub use square::{parse_square, square_name};
