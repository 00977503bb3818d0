//! Interpreter and native code, side by side through random games: they must agree on everything that can be seen.

mod common;

use ferz_abi::{Move, side_of};
use ferz_runtime::{Engine, Game, Position, fen, name_moves};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Positions to compare in the random games of each variant.
const POSITIONS: usize = 300;
/// How long a random game may get: long enough for promotions, bare kings and draws.
const PLIES: usize = 240;
/// Every so many plies of it the engines are compared.
const STRIDE: usize = 4;

fn sorted_moves(engine: &dyn Engine, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    engine.moves(position, &mut moves);
    moves.sort_unstable();
    moves
}

fn texts(engine: &dyn Engine, moves: &[Move]) -> Vec<String> {
    name_moves(engine.variant(), moves).into_iter().map(|(text, _)| text).collect()
}

/// Demands that both engines see the same in one position: moves, check, attacks, every position one move on, and perft 2.
fn compare(spec: &dyn Engine, native: &dyn Engine, ours: &Position, theirs: &Position) {
    let variant = spec.variant();
    let fen = fen::write(variant, ours.state());
    assert_eq!(ours.state(), theirs.state(), "{fen}");
    let (expected, found) = (sorted_moves(spec, ours), sorted_moves(native, theirs));
    assert_eq!(texts(spec, &expected), texts(native, &found), "{fen}");
    assert_eq!(expected, found, "{fen}");
    assert_eq!(spec.in_check(ours), native.in_check(theirs), "check in {fen}");
    for played in &expected {
        let (ours, theirs) = (spec.make(ours, played), native.make(theirs, played));
        assert_eq!(ours.state(), theirs.state(), "after {played:?} in {fen}");
        assert!(theirs == native.load(theirs.state()), "derived data went wrong after {played:?} in {fen}");
    }
    let squares = u16::from(variant.board.width) * u16::from(variant.board.height);
    for (square, side) in (0..squares).flat_map(|square| [(square as u8, 0), (square as u8, 1)]) {
        let man = ours.state().cells[usize::from(square)];
        if man == 0 || side_of(man) != side {
            let (expected, found) = (spec.attacked(ours, square, side), native.attacked(theirs, square, side));
            assert_eq!(expected, found, "side {side} attacking square {square} in {fen}");
        }
    }
    let stop = AtomicBool::new(false);
    assert_eq!(spec.perft(ours, 2, &stop), native.perft(theirs, 2, &stop), "perft 2 of {fen}");
}

/// Random games until enough positions were compared.
fn check(game: &str) {
    let (spec, native) = (common::interpreter(game), common::native(game));
    let mut random = ferz_runtime::Random::new(20);
    let mut compared = 0;
    while compared < POSITIONS {
        let start = |engine: &Arc<dyn Engine>| Game::start(Arc::clone(engine)).unwrap();
        let (mut ours, mut theirs) = (start(&spec), start(&native));
        for ply in 0..PLIES {
            let legal = ours.legal();
            if ply % STRIDE == 0 || legal.is_empty() {
                compare(spec.as_ref(), native.as_ref(), ours.position(), theirs.position());
                compared += 1;
                assert_eq!(ours.status(), theirs.status(), "{}", ours.fen());
                assert_eq!(ours.claims(), theirs.claims(), "{}", ours.fen());
            }
            assert_eq!(legal, theirs.legal(), "{}", ours.fen());
            if legal.is_empty() {
                break;
            }
            let (text, played) = &legal[random.below(legal.len())];
            assert!(ours.play_move(played));
            theirs.play(text).unwrap();
        }
    }
}

/// Every position of the tables: among them those made for castling, en passant, promotion and screens.
fn check_tables(game: &str) {
    let (spec, native) = (common::interpreter(game), common::native(game));
    let rows = [common::rows(include_str!("data/moves.jsonl")), common::rows(include_str!("data/perft.jsonl"))];
    let rows = rows.iter().flatten().filter(|row| row["game"] == game);
    let fens: BTreeSet<&str> = rows.map(|row| row["fen"].as_str().unwrap()).collect();
    assert!(fens.len() >= 7, "{game} has {} positions", fens.len());
    for text in fens {
        let state = fen::parse(spec.variant(), text).unwrap();
        compare(spec.as_ref(), native.as_ref(), &spec.load(&state), &native.load(&state));
    }
}

/// One test for each game, so that they run side by side and a failure names its game.
macro_rules! the_same_on_both_engines {
    ($($test:ident: $game:literal;)*) => {
        $(#[test]
        fn $test() {
            check_tables($game);
            check($game);
        })*

        #[test]
        fn no_game_is_left_out() {
            assert_eq!(common::GAMES.to_vec(), [$($game),*]);
        }
    };
}

the_same_on_both_engines! {
    chess: "chess";
    azsymchess_1: "azsymchess-1";
    azsymchess_2: "azsymchess-2";
    azsymchess_3: "azsymchess-3";
    azsymchess_4: "azsymchess-4";
    ccc_1: "ccc-1";
    ccc_2: "ccc-2";
    ccc_3: "ccc-3";
    ccc_4: "ccc-4";
    ccc_5: "ccc-5";
    conclave_ecumenical: "conclave-ecumenical";
    eurasian: "eurasian";
    atomic: "atomic";
    capablanca: "capablanca";
    crazyhouse: "crazyhouse";
    grand: "grand";
    king_of_the_hill: "king-of-the-hill";
    shako: "shako";
    shogi: "shogi";
    three_check: "three-check";
    xiangqi: "xiangqi";
    antichess: "antichess";
    horde: "horde";
    janggi: "janggi";
    knightmate: "knightmate";
    makruk: "makruk";
    racing_kings: "racing-kings";
    spartan: "spartan";
}
