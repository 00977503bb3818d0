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
    assert_eq!(checked, 953, "rows of up to 200,000 nodes");
}

#[test]
fn native_code_counts_what_the_table_says() {
    let checked: usize = GAMES.iter().map(|game| check(game, common::native(game).as_ref(), u64::MAX)).sum();
    assert_eq!(checked, rows(TABLE).len());
}

#[test]
fn libraries_count_what_the_table_says() {
    let checked: usize = GAMES.iter().map(|game| check(game, common::library(game).as_ref(), u64::MAX)).sum();
    assert_eq!(checked, rows(TABLE).len());
}

/// Hundreds of millions of leaves: the start of chess and a position full of rules, as the chess programming world counts them, and
/// the starts of the other games, as the generators of the table count them.
#[test]
fn native_code_counts_deep() {
    let full = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let counts = [
        ("chess", None, 6, 119_060_324),
        ("chess", Some(full), 5, 193_690_690),
        ("azsymchess-1", None, 5, 486_928_190),
        ("azsymchess-2", None, 5, 415_760_129),
        ("azsymchess-3", None, 4, 6_856_982),
        ("azsymchess-4", None, 4, 7_424_367),
        ("ccc-1", None, 4, 4_544_744),
        ("ccc-2", None, 4, 5_545_655),
        ("ccc-3", None, 4, 4_580_149),
        ("ccc-4", None, 4, 9_639_916),
        ("ccc-5", None, 4, 4_724_278),
        ("conclave-ecumenical", None, 4, 1_699_696),
        ("eurasian", None, 4, 8_261_669),
    ];
    for (game, text, depth, nodes) in counts {
        let engine = common::native(game);
        let text = text.unwrap_or(&engine.variant().setups[0].fen);
        let position = engine.load(&fen::parse(engine.variant(), text).unwrap());
        let counted = engine.perft(&position, depth, &AtomicBool::new(false));
        assert_eq!(counted, Ok(nodes), "{game}, depth {depth} of {text}");
    }
}
