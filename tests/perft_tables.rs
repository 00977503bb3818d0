//! Perft tables: every engine must count what other programs count.
//!
//! `data/perft.jsonl` holds the start positions and positions out of random games, counted by two independent generators.

mod common;

use common::{GAMES, rows};
use ferz_runtime::{Engine, fen};
use std::sync::atomic::AtomicBool;

const TABLE: &str = include_str!("data/perft.jsonl");

/// Checks every row of up to so many nodes, and says how many there were.
fn check(game: &str, engine: &dyn Engine, most: u64) -> usize {
    let mut checked = 0;
    for row in rows(TABLE).iter().filter(|row| row["game"] == game) {
        let (text, depth, nodes) =
            (row["fen"].as_str().unwrap(), row["depth"].as_u64().unwrap(), row["nodes"].as_u64().unwrap());
        if nodes > most {
            continue;
        }
        let state = fen::parse(engine.variant(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let counted = engine.perft(&engine.load(&state), depth as u32, &AtomicBool::new(false));
        assert_eq!(counted, Ok(nodes), "{game}, {}, depth {depth} of {text}", engine.name());
        checked += 1;
    }
    checked
}

#[test]
fn the_interpreter_counts_what_the_table_says() {
    let checked: usize = GAMES.iter().map(|game| check(game, common::interpreter(game).as_ref(), 200_000)).sum();
    assert_eq!(checked, 223, "rows of up to 200,000 nodes");
}

#[test]
fn native_code_counts_what_the_table_says() {
    let checked: usize = GAMES.iter().map(|game| check(game, common::native(game).as_ref(), u64::MAX)).sum();
    assert_eq!(checked, rows(TABLE).len());
}
