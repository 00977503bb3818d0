//! What the tables and the comparisons share: the games, their engines, and rows of JSON.

// Each test program uses a part of this.
#![allow(dead_code)]

use ferz_runtime::Engine;
use ferz_spec::Interpreter;
use std::path::Path;
use std::sync::Arc;

/// The games of the tables `data/perft.jsonl` and `data/moves.jsonl`.
pub const GAMES: [&str; 10] = [
    "chess",
    "azsymchess-1",
    "azsymchess-2",
    "azsymchess-3",
    "azsymchess-4",
    "ccc-1",
    "ccc-2",
    "ccc-3",
    "ccc-4",
    "conclave-ecumenical",
];

/// One of the games, from its example file.
pub fn program(game: &str) -> ferz::Program {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(format!("{game}.ferz"));
    ferz::load(file).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// The interpreter for one of the games.
pub fn interpreter(game: &str) -> Arc<dyn Engine> {
    Arc::new(Interpreter::new(program(game).rules()))
}

/// Native code for one of the games.
pub fn native(game: &str) -> Arc<dyn Engine> {
    Arc::clone(program(game).engine())
}

/// The rows of a table of JSON, one object a line.
pub fn rows(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
