//! What the tables and the comparisons share: the games, their engines, and rows of JSON.

// Each test program uses a part of this.
#![allow(dead_code)]

use ferz::build::Options;
use ferz_runtime::{Engine, Library};
use ferz_spec::Interpreter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The games of the tables `data/perft.jsonl` and `data/moves.jsonl`.
pub const GAMES: [&str; 28] = [
    "chess",
    "azsymchess-1",
    "azsymchess-2",
    "azsymchess-3",
    "azsymchess-4",
    "ccc-1",
    "ccc-2",
    "ccc-3",
    "ccc-4",
    "ccc-5",
    "conclave-ecumenical",
    "eurasian",
    "atomic",
    "capablanca",
    "crazyhouse",
    "grand",
    "king-of-the-hill",
    "shako",
    "shogi",
    "three-check",
    "xiangqi",
    "antichess",
    "horde",
    "janggi",
    "knightmate",
    "makruk",
    "racing-kings",
    "spartan",
];

/// Rules of ours that the programs behind a table do not know: they are left out to compare.
const NOT_COUNTED: [(&str, &str); 2] = [("shogi", "pawn_drop_mate"), ("janggi", "facing")];

/// One of the games, from its example file.
pub fn program(game: &str) -> ferz::Program {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let folders = [examples.clone(), examples.join("gallery")];
    let file = folders.iter().map(|folder| folder.join(format!("{game}.ferz"))).find(|file| file.exists());
    let file = file.unwrap_or_else(|| panic!("there is no example of {game}"));
    let program = match NOT_COUNTED.iter().find(|(name, _)| *name == game) {
        None => ferz::load(file),
        Some((_, rule)) => {
            let source = format!("variant \"{game}\"\nuse \"{game}.ferz\" without {rule}");
            ferz::compile_with(&file.with_file_name("table.ferz").display().to_string(), &source, &ferz::files::Files)
        }
    };
    program.unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// The interpreter for one of the games.
pub fn interpreter(game: &str) -> Arc<dyn Engine> {
    Arc::new(Interpreter::new(program(game).rules()))
}

/// Native code for one of the games.
pub fn native(game: &str) -> Arc<dyn Engine> {
    Arc::clone(program(game).engine())
}

/// A library built from one of the games.
pub fn library(game: &str) -> Arc<dyn Engine> {
    Arc::new(library_of(game, &Options::default()))
}

/// The same, built in some way; each in a file of its own.
pub fn library_of(game: &str, options: &Options) -> Library {
    let file = scratch(&format!("{game}-{:?}-{:?}.so", options.cpu, options.linker));
    program(game).build(options, &file).unwrap_or_else(|error| panic!("{game}: {error}"));
    Library::open(&file).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// A place for a file of this test program.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// The rows of a table of JSON, one object a line.
pub fn rows(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
