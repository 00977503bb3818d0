//! A count is the same whoever works on it: one thread or several, with positions remembered or not, on either engine.

use ferz_compiler::Native;
use ferz_lang::source::NoFiles;
use ferz_runtime::{Control, Engine, Game, Hash, perft};
use ferz_spec::Interpreter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Rules in which the quiet clock ends the game after one move of each side: the same men on the same squares, and other sequences below.
const QUIET: &str = "variant \"Short\"\nuse fide\nrule short { draw when quiet(1) }";

fn engines(text: &str) -> [Arc<dyn Engine>; 2] {
    let compiled = ferz_lang::compile("rules", text, &NoFiles);
    let rules = compiled.rules.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    [Arc::new(Native::compile(&rules).expect("native code")), Arc::new(Interpreter::new(&rules))]
}

/// The same count in every way, with the division by first moves.
fn counted_in_every_way(engine: &Arc<dyn Engine>, fen: Option<&str>, depth: u32) -> u64 {
    let game = match fen {
        Some(fen) => Game::from_fen(Arc::clone(engine), fen),
        None => Game::start(Arc::clone(engine)),
    };
    let game = game.expect("a position");
    let stop = AtomicBool::new(false);
    let plain = perft(&**engine, game.position(), depth, &Control::new(&stop)).expect("nobody stops it");
    assert_eq!(plain.divide.iter().map(|(_, nodes)| nodes).sum::<u64>(), plain.nodes);
    // A table of one MiB is far too small for these counts: entries are replaced all the time.
    let hash = Hash::new(&**engine, 1).expect("memory");
    for (threads, hash) in [(3, None), (1, Some(&hash)), (1, Some(&hash)), (3, Some(&hash))] {
        let control = Control { threads, hash, ..Control::new(&stop) };
        let other = perft(&**engine, game.position(), depth, &control).expect("nobody stops it");
        assert!(plain == other, "{threads} threads, hash: {}", hash.is_some());
    }
    plain.nodes
}

#[test]
fn chess_is_counted_alike() {
    // Chess Programming Wiki, "Perft results", the start position and position 2.
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let [native, interpreter] = engines("variant \"Chess\" use fide");
    assert_eq!(counted_in_every_way(&native, None, 5), 4_865_609);
    assert_eq!(counted_in_every_way(&native, Some(kiwipete), 4), 4_085_603);
    assert_eq!(counted_in_every_way(&interpreter, None, 3), 8_902);
}

#[test]
fn few_first_moves_are_shared_as_well() {
    // One legal move, out of check: below it the work is split.
    let fen = "k7/8/8/8/8/8/5PPP/r5K1 w - - 0 1";
    let [native, interpreter] = engines("variant \"Chess\" use fide");
    assert_eq!(counted_in_every_way(&native, Some(fen), 1), 0);
    let fen = "k7/8/8/8/8/8/5PP1/r5K1 w - - 0 1";
    assert_eq!(counted_in_every_way(&native, Some(fen), 4), counted_in_every_way(&interpreter, Some(fen), 4));
}

#[test]
fn the_clock_is_part_of_a_position_where_it_can_end_the_game() {
    for engine in engines(QUIET) {
        // After 1. e4 (say) and a knight's move nothing quiet may follow that; a table without the clock would mix up both.
        let through_hash = counted_in_every_way(&engine, None, 4);
        assert!(through_hash < 197_281);
    }
}

#[test]
fn a_stopped_count_is_no_count() {
    let [native, _] = engines("variant \"Chess\" use fide");
    let game = Game::start(Arc::clone(&native)).expect("a position");
    let stop = AtomicBool::new(true);
    for threads in [1, 2] {
        let control = Control { threads, ..Control::new(&stop) };
        assert!(perft(&*native, game.position(), 9, &control).is_err());
    }
}
