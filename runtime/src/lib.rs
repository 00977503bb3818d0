//! Positions, FEN, move text, games and counts, for any variant and over any move generator.
//!
//! Architecture invariant: this crate reaches neither a parser nor Cranelift, so a compiled variant can be used without a compiler.

mod compiled;
mod engine;
pub mod fen;
mod game;
mod letters;
pub mod library;
mod movetext;
mod perft;
mod position;
mod random;
mod square;

pub use compiled::Compiled;
pub use engine::{Engine, Stopped};
pub use game::{Ending, Game, Status};
pub use letters::{man_letter, man_of};
pub use library::{Library, LibraryError};
pub use movetext::{MoveError, legal_moves, move_text, name_moves, parse_move};
pub use perft::{Control, Hash, NoMemory, PerftReport, Progress, perft};
pub use position::Position;
pub use random::{Random, random_game, random_positions};
pub use square::{parse_square, square_name};
