//! Positions, FEN, move text, games and counts, for any variant and over any move generator.
//!
//! Architecture invariant: this crate reaches neither a parser nor Cranelift, so a compiled variant can be used without a compiler.

mod engine;
mod position;

pub use engine::{Engine, Stopped};
pub use position::Position;
