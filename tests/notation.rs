//! The conformance cases of movement notation, from the text of a rule file to both engines.
//!
//! `data/notation.jsonl` holds a case a line: a movement, a position, and exactly the squares that the man may move to and those by
//! which it captures. They were computed from the verbal rules of the notation by another program.

mod common;

use common::rows;
use ferz_abi::Form;
use ferz_compiler::Native;
use ferz_lang::diagnostics::Severity;
use ferz_lang::{Compiled, NoFiles, compile};
use ferz_runtime::{Engine, fen, square_name};
use ferz_spec::Interpreter;
use serde_json::Value;
use std::collections::BTreeSet;

const CASES: &str = include_str!("data/notation.jsonl");

/// Names of squares.
type Squares = BTreeSet<String>;

fn text<'v>(case: &'v Value, key: &str) -> &'v str {
    case[key].as_str().unwrap()
}

fn listed(case: &Value, key: &str) -> Squares {
    case[key].as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_string()).collect()
}

/// The square so many ranks above another, or below it.
fn above(square: &str, ranks: i32) -> String {
    let (file, rank) = square.split_at(1);
    format!("{file}{}", rank.parse::<i32>().unwrap() + ranks)
}

/// A board field of FEN with these men. Each square is asked for once.
fn board(case: &Value, man: &dyn Fn(&str) -> Option<char>) -> String {
    let (width, height) = (case["width"].as_u64().unwrap() as u8, case["height"].as_u64().unwrap());
    let mut ranks = Vec::new();
    for rank in (1..=height).rev() {
        let (mut row, mut gap) = (String::new(), 0);
        for file in (b'a'..b'a' + width).map(char::from) {
            match man(&format!("{file}{rank}")) {
                None => gap += 1,
                Some(man) => {
                    if gap > 0 {
                        row += &gap.to_string();
                    }
                    row.push(man);
                    gap = 0;
                }
            }
        }
        if gap > 0 {
            row += &gap.to_string();
        }
        ranks.push(row);
    }
    ranks.join("/")
}

/// A rule file: the tested man X is at home where it stands, or a rank behind that if it has moved. All others are stones, which
/// never move, but for one that went two squares and may be taken en passant: that is an X too.
fn rule_file(case: &Value) -> Compiled {
    let (at, white) = (text(case, "at"), case["side"] == "w");
    let home = if case["virgin"] == true { at.to_string() } else { above(at, if white { -1 } else { 1 }) };
    let other = case["ep"]["victim"].as_str().map(|victim| above(victim, if white { 2 } else { -2 }));
    let setup = board(case, &|square| match square {
        s if s == home => Some(if white { 'X' } else { 'x' }),
        s if Some(s) == other.as_deref() => Some(if white { 'x' } else { 'X' }),
        _ => None,
    });
    let text = format!(
        "variant \"Notation\"\n\
         board {}x{}\n\
         piece Tested X = \"{}\"\n\
         piece Stone S = \"\"\n\
         setup \"{setup}\"\n\
         rule stalemate {{ draw when stalemate }}\n",
        case["width"],
        case["height"],
        text(case, "betza"),
    );
    compile("notation.ferz", &text, &NoFiles)
}

/// The position of a case.
fn position(case: &Value) -> String {
    let (own, enemy) = (listed(case, "own"), listed(case, "enemy"));
    let white = case["side"] == "w";
    let sided = |man: char, own: bool| if own == white { man } else { man.to_ascii_lowercase() };
    let board = board(case, &|square| match square {
        s if s == text(case, "at") => Some(sided('X', true)),
        s if Some(s) == case["ep"]["victim"].as_str() => Some(sided('X', false)),
        s if own.contains(s) => Some(sided('S', true)),
        s if enemy.contains(s) => Some(sided('S', false)),
        _ => None,
    });
    let (side, open) = (text(case, "side"), case["ep"]["target"].as_str().unwrap_or("-"));
    // With the castling field left out, men at home have not moved.
    match (case["virgin"] == true, open) {
        (true, "-") => format!("{board} {side}"),
        _ => format!("{board} {side} - {open} 0 1"),
    }
}

/// Checks that an engine goes exactly where the case says.
fn check(case: &Value, engine: &dyn Engine) {
    let state = fen::parse(engine.variant(), &position(case)).unwrap_or_else(|error| panic!("{case}: {error}"));
    let mut found = Vec::new();
    engine.moves(&engine.load(&state), &mut found);
    let squares = &engine.variant().board;
    found.retain(|m| square_name(squares, m.from.into()) == text(case, "at"));
    assert!(found.iter().all(|m| m.is(Form::Step)), "{case}");
    for (key, captures) in [("moves", false), ("captures", true)] {
        let of_this_sort = found.iter().filter(|m| captures == (m.victims > 0 || state.cells[usize::from(m.to)] != 0));
        let went: Squares = of_this_sort.map(|m| square_name(squares, m.to.into())).collect();
        assert_eq!(went, listed(case, key), "{key} of {} on {}: {case}", text(case, "betza"), engine.name());
    }
}

/// Runs all cases; says of how many in this tier the squares were right, and how many were refused by name.
fn tier(name: &str) -> (usize, usize) {
    let (mut right, mut refused) = (0, 0);
    for case in rows(CASES).iter().filter(|case| case["tier"] == name) {
        let compiled = rule_file(case);
        if let Some(rules) = &compiled.rules {
            check(case, &Interpreter::new(rules));
            check(case, &Native::compile(rules).unwrap_or_else(|error| panic!("{case}: {error}")));
            right += 1;
            continue;
        }
        // The caret is under letters of the movement, and the words say which.
        let betza = text(case, "betza");
        for problem in compiled.diagnostics.iter().filter(|d| d.severity == Severity::Error) {
            let under = compiled.sources.slice(problem.primary.span);
            assert_eq!(problem.code.name(), "not-supported-yet", "{betza}: {problem:?}");
            assert!(!under.is_empty() && betza.contains(under), "{betza}: {problem:?}");
            assert!(problem.message.contains("not supported yet") && problem.help.is_some(), "{betza}: {problem:?}");
        }
        refused += 1;
    }
    (right, refused)
}

#[test]
fn every_core_case_is_right_on_both_engines() {
    assert_eq!(tier("core"), (102, 0));
}

#[test]
fn every_other_case_is_right_or_refused_by_name() {
    assert_eq!(tier("xbetza"), (20, 16));
    assert_eq!(tier("bracket"), (7, 1));
    assert_eq!(tier("betza"), (2, 4));
    assert_eq!(tier("xboard"), (0, 6));
    assert_eq!(tier("interactive-diagram"), (0, 10));
}
