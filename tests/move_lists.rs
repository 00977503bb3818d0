//! Whole lists of legal moves, in positions made for one rule each: castling, en passant, screens, promotion, pins.
//!
//! `data/moves.jsonl` gives for each position its moves, sorted bytewise; most also have a remark and the status.

mod common;

use common::{GAMES, rows};
use ferz_runtime::{Engine, Game};
use std::sync::Arc;

const TABLE: &str = include_str!("data/moves.jsonl");

/// Checks every row of a game, and says how many there were.
fn check(game: &str, engine: &Arc<dyn Engine>) -> usize {
    let mut checked = 0;
    for row in rows(TABLE).iter().filter(|row| row["game"] == game) {
        checked += 1;
        let (text, note) = (row["fen"].as_str().unwrap(), &row["note"]);
        let position = Game::from_fen(Arc::clone(engine), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<String> = position.legal().into_iter().map(|(text, _)| text).collect();
        let wanted: Vec<&str> = row["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(found, wanted, "{game}, {}, {note}: {text}", engine.name());
        let status = position.status().to_string();
        let Some(wanted) = row["status"].as_str() else { continue };
        // The table calls a position with a check, too, ongoing.
        let agrees = match wanted {
            "ongoing" => status == "ongoing" || status == "check",
            other => status.contains(other),
        };
        assert!(agrees, "{game}, {}, {note}: {text} is {status}, not {wanted}", engine.name());
    }
    checked
}

#[test]
fn the_interpreter_lists_what_the_table_says() {
    let checked: usize = GAMES.iter().map(|game| check(game, &common::interpreter(game))).sum();
    assert_eq!(checked, rows(TABLE).len());
}

#[test]
fn native_code_lists_what_the_table_says() {
    let checked: usize = GAMES.iter().map(|game| check(game, &common::native(game))).sum();
    assert_eq!(checked, rows(TABLE).len());
}
