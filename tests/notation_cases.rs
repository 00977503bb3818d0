//! Notation cases: one man with some movement, a few others around it, and exactly the squares that it may go to.
//!
//! `data/notation.jsonl` was computed from the verbal rules of the notation, independently of this program.

mod common;

use common::rows;
use ferz_abi::{Form, Move, NO_SQUARE, State, code, with};
use ferz_compiler::Native;
use ferz_lang::notation;
use ferz_lang::rules::{Rules, SquareSet, Unmoved};
use ferz_runtime::{Engine, parse_square, square_name};
use ferz_spec::Interpreter;
use serde_json::Value;
use std::collections::BTreeSet;

const CASES: &str = include_str!("data/notation.jsonl");

/// A man that moves like this, and men of two more kinds that never move: common ones and royals.
fn rules(case: &Value) -> Rules {
    let mut piece = common::kind('A', case["betza"].as_str().unwrap());
    let mut royal = common::kind('K', "");
    royal.royal = true;
    let size = |field: &str| case[field].as_u64().unwrap() as u8;
    let cells: SquareSet = (0..usize::from(size("width")) * usize::from(size("height"))).collect();
    let homes = if case["virgin"] == true { cells } else { SquareSet::EMPTY };
    piece.unmoved = [Unmoved::Place(homes); 2];
    common::bare_rules(size("width"), size("height"), vec![piece, common::kind('B', ""), royal])
}

fn state(case: &Value, engine: &dyn Engine) -> State {
    let square = |name: &Value| parse_square(&engine.variant().board, name.as_str().unwrap()).unwrap();
    let list = |field: &str| -> Vec<u8> { case[field].as_array().into_iter().flatten().map(square).collect() };
    let side = usize::from(case["side"] == "b");
    let mut state = State { side: side as u8, ..State::EMPTY };
    let mut put = |square: u8, kind, side| state.cells[usize::from(square)] = code(kind, side);
    list("own").into_iter().for_each(|s| put(s, 1, side));
    list("enemy").into_iter().for_each(|s| put(s, 1, 1 - side));
    list("enemy_royals").into_iter().for_each(|s| put(s, 2, 1 - side));
    put(square(&case["at"]), 0, side);
    state.ep_victim = NO_SQUARE;
    if let Some(open) = case.get("ep") {
        state.ep = with(state.ep, square(&open["target"]).into());
        state.ep_victim = square(&open["victim"]).into();
    }
    state
}

/// The squares of a list, or those of these moves.
type Squares = BTreeSet<String>;

fn check(case: &Value, engine: &dyn Engine) {
    let position = engine.load(&state(case, engine));
    let mut found = Vec::new();
    engine.moves(&position, &mut found);
    let board = engine.variant().board;
    let takes = |m: &Move| m.victims > 0 || position.state().cells[usize::from(m.to)] != 0 && m.to != m.from;
    let squares = |captures: bool| -> Squares {
        found.iter().filter(|m| takes(m) == captures).map(|m| square_name(&board, m.to.into())).collect()
    };
    let listed = |field: &str| -> Squares {
        case[field].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect()
    };
    assert!(found.iter().all(|m| m.is(Form::Step)));
    assert_eq!(squares(false), listed("moves"), "moves of {case} on {}", engine.name());
    assert_eq!(squares(true), listed("captures"), "captures of {case} on {}", engine.name());
}

/// The cases of this tier, and how many of them were refused by name.
fn tier(name: &str, try_on: &dyn Fn(&Rules, &Value)) -> (usize, usize) {
    let (mut tried, mut refused) = (0, 0);
    for case in rows(CASES).iter().filter(|case| case["tier"] == name) {
        let (_, problems) = notation::read(case["betza"].as_str().unwrap());
        if problems.iter().any(|problem| problem.severity == ferz_lang::diagnostics::Severity::Error) {
            refused += 1;
        } else {
            try_on(&rules(case), case);
            tried += 1;
        }
    }
    (tried, refused)
}

#[test]
fn the_interpreter_goes_where_the_core_cases_say() {
    let on_interpreter = |rules: &Rules, case: &Value| check(case, &Interpreter::new(rules));
    assert_eq!(tier("core", &on_interpreter), (102, 0));
}

#[test]
fn native_code_goes_where_the_core_cases_say() {
    let on_native = |rules: &Rules, case: &Value| check(case, &Native::compile(rules).unwrap());
    assert_eq!(tier("core", &on_native), (102, 0));
}

#[test]
fn the_interpreter_goes_where_the_other_cases_say_if_their_notation_is_supported() {
    let on_interpreter = |rules: &Rules, case: &Value| check(case, &Interpreter::new(rules));
    for (name, cases) in [("xbetza", 36), ("bracket", 8), ("xboard", 6), ("betza", 6), ("interactive-diagram", 10)] {
        let (tried, refused) = tier(name, &on_interpreter);
        eprintln!("{name}: {tried} tried, {refused} not supported yet");
        assert_eq!(tried + refused, cases);
    }
}
