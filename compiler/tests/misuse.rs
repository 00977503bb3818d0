//! What no caller should do: the engine may refuse it with a panic, but generated code must never see it.

mod common;

use common::{chess, rules};
use ferz_abi::{Move, State, with};
use ferz_compiler::Native;
use ferz_runtime::{Engine, Position, fen};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

fn refused<T>(call: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

fn start(engine: &Native) -> Position {
    let state = fen::parse(engine.variant(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    engine.load(&state)
}

#[test]
fn positions_that_nobody_made() {
    let engine = Native::compile(&chess()).unwrap();
    let mut everywhere = start(&engine);
    everywhere.derived_mut().fill(u64::MAX);
    assert!(refused(|| engine.moves(&everywhere, &mut Vec::new())));
    assert!(refused(|| engine.perft(&everywhere, 2, &AtomicBool::new(false))));
    assert!(refused(|| engine.in_check(&everywhere)));
    assert!(refused(|| engine.attacked(&everywhere, 0, 0)));
    let short = Position::new(start(&engine).state(), 0);
    assert!(refused(|| engine.moves(&short, &mut Vec::new())));
    let mut changed = start(&engine);
    changed.state_mut().cells[12] = 0;
    assert!(refused(|| engine.moves(&changed, &mut Vec::new())));
}

#[test]
fn states_that_no_fen_gives() {
    let engine = Native::compile(&rules(10, 10, 2, &[('K', "K"), ('P', "fmWfceFifmnD")])).unwrap();
    let mut cells = [0; 256];
    cells[0] = 200;
    assert!(refused(|| engine.load(&State { cells, ..State::EMPTY })));
    let ep = with([0; 4], 50);
    assert!(refused(|| engine.load(&State { ep, ep_victim: 40_000, ..State::EMPTY })));
    assert!(refused(|| engine.load(&State { ep, ep_victim: 100, ..State::EMPTY })));
}

#[test]
fn moves_that_nobody_generated() {
    let engine = Native::compile(&chess()).unwrap();
    let position = start(&engine);
    let step = Move { from: 12, to: 20, man: 11, placed: 11, ..Move::default() };
    for wrong in [
        Move { man: 255, ..step },
        Move { placed: 14, ..step },
        Move { to: 64, ..step },
        Move { from: 255, ..step },
        Move { victims: 9, ..step },
        Move { victims: 4, passed: 5, ..step },
        Move { victims: 1, squares: [64, 0, 0, 0, 0, 0, 0, 0], ..step },
    ] {
        assert!(refused(|| engine.make(&position, &wrong)), "{wrong:?}");
    }
    // One that is on the board and of the game, but not legal, leads to a position that is not taken any further, or to some position.
    let odd = engine.make(&position, &Move { from: 30, ..step });
    assert!(refused(|| engine.moves(&odd, &mut Vec::new())));
}
