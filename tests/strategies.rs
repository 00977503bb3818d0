//! Every strategy that can be forced, by itself: it must find the moves that the interpreter finds, and count what the tables count.

mod common;

use common::{GAMES, interpreter, program, rows};
use ferz_abi::Move;
use ferz_compiler::{CompileError, Native, Strategy};
use ferz_runtime::{Engine, Random, fen, random_game};
use std::sync::atomic::AtomicBool;

/// Positions of the tables with more leaves are left to the best strategy.
const MOST_NODES: u64 = 20_000;

/// Positions with more moves are not counted by the interpreter.
const MOST_MOVES: usize = 40;

/// Plies of the random game of each variant, every position of which is compared.
const PLIES: usize = 60;

/// Native code by a strategy; none where there is nothing to reuse.
fn forced(game: &str, strategy: Strategy) -> Option<Native> {
    match Native::compile_with(program(game).rules(), strategy, &mut ()) {
        Ok(native) => Some(native),
        Err(CompileError::Reuse { .. }) => None,
        Err(error) => panic!("{game}: {error}"),
    }
}

fn moves(engine: &dyn Engine, text: &str) -> Vec<Move> {
    let position = engine.load(&fen::parse(engine.variant(), text).unwrap());
    let mut moves = Vec::new();
    engine.moves(&position, &mut moves);
    moves.sort_unstable();
    moves
}

/// Gives the number of games that can be played by the strategy.
fn check(strategy: Strategy) -> usize {
    let table = rows(include_str!("data/perft.jsonl"));
    let mut games = 0;
    for game in GAMES {
        let spec = interpreter(game);
        let Some(native) = forced(game, strategy) else { continue };
        games += 1;
        let stop = AtomicBool::new(false);
        let few = |row: &&serde_json::Value| row["game"] == game && row["nodes"].as_u64().unwrap() <= MOST_NODES;
        for row in table.iter().filter(few) {
            let (text, depth, nodes) = (row["fen"].as_str().unwrap(), row["depth"].as_u64().unwrap(), &row["nodes"]);
            let position = native.load(&fen::parse(native.variant(), text).unwrap());
            let counted = native.perft(&position, depth as u32, &stop);
            assert_eq!(counted, Ok(nodes.as_u64().unwrap()), "{game}, {}, depth {depth} of {text}", strategy.name());
            let made = native.perft_made(&position, depth as u32, &stop);
            assert_eq!(made, counted, "{game}, {}, every leaf made, depth {depth} of {text}", strategy.name());
        }
        let start = spec.load(&fen::parse(spec.variant(), &spec.variant().setups[0].fen).unwrap());
        for (position, _) in random_game(&*spec, &start, 7, PLIES) {
            let text = fen::write(spec.variant(), position.state());
            assert_eq!(moves(&*spec, &text), moves(&native, &text), "{game}, {}: {text}", strategy.name());
            let (stop, loaded) = (AtomicBool::new(false), native.load(position.state()));
            if moves(&native, &text).len() <= MOST_MOVES {
                let (ours, theirs) = (spec.perft(&position, 2, &stop), native.perft(&loaded, 2, &stop));
                assert_eq!(theirs, ours, "{game}, {}, depth 2 of {text}", strategy.name());
            }
        }
    }
    games
}

#[test]
fn the_best_strategy_is_exact() {
    assert_eq!(check(Strategy::Best), GAMES.len());
}

#[test]
fn reusing_work_is_exact() {
    // Where every move is looked at anyway there is nothing to reuse: in fewer games than not.
    assert!(check(Strategy::Reuse) > GAMES.len() / 2);
}

#[test]
fn walking_is_exact() {
    assert_eq!(check(Strategy::Walking), GAMES.len());
}

#[test]
fn each_kind_by_itself_is_exact() {
    assert_eq!(check(Strategy::Apart), GAMES.len());
}

#[test]
fn trying_every_move_is_exact() {
    assert_eq!(check(Strategy::Tried), GAMES.len());
}

/// Men that no set-up has can still stand in a position, where they check, pin, and are pinned.
#[test]
fn guests_are_served_as_well() {
    let texts = [
        "1nbqkcabn1/r3g4r/pppppppppp/10/3u2O3/2U3o3/10/PPPPPPPPPP/R3G4R/1NBACKQBN1 w - - 0 1",
        "4k5/4o5/4p5/10/4P5/10/2u7/10/4O5/4K3U1 w - - 0 1",
        "4k5/4o5/10/10/4U5/10/10/10/10/4K5 w - - 0 1",
        "4k5/4o5/4n5/10/4U5/10/10/10/10/4K5 w - - 0 1",
        "k9/10/10/10/10/4u5/10/3N6/10/4K4O w - - 0 1",
        "9k/10/10/10/4O4o/10/7u2/10/u8K/9R w - - 0 1",
    ];
    let spec = interpreter("azsymchess-1");
    let mut random = Random::new(3);
    for strategy in Strategy::ALL {
        let native = forced("azsymchess-1", strategy).expect("its moves are told by masks");
        for text in texts {
            let start = spec.load(&fen::parse(spec.variant(), text).unwrap());
            for (position, _) in random_game(&*spec, &start, random.next_u64(), 30) {
                let text = fen::write(spec.variant(), position.state());
                assert_eq!(moves(&*spec, &text), moves(&native, &text), "{}: {text}", strategy.name());
                let (ours, theirs) = (spec.load(position.state()), native.load(position.state()));
                assert_eq!(spec.in_check(&ours), native.in_check(&theirs), "{}: {text}", strategy.name());
                let stop = AtomicBool::new(false);
                assert_eq!(spec.perft(&ours, 2, &stop), native.perft(&theirs, 2, &stop), "{}: {text}", strategy.name());
            }
        }
    }
}
