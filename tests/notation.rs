//! The conformance cases of movement notation, from the text of a rule file to both engines.
//!
//! `data/notation.jsonl` holds a case a line: a movement, a position, and exactly the squares that the man may move to and those by
//! which it captures. They were computed from the verbal rules of the notation by another program.

mod common;

use common::rows;
use ferz_abi::{Form, Move};
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
    let royals = case["enemy_royals"].is_array();
    let setup = board(case, &|square| match square {
        s if s == home => Some(if white { 'X' } else { 'x' }),
        s if royals && s == "a8" => Some('K'),
        s if royals && s == "h8" => Some('k'),
        s if Some(s) == other.as_deref() => Some(if white { 'x' } else { 'X' }),
        _ => None,
    });
    let text = format!(
        "variant \"Notation\"\n\
         board {}x{}\n\
         piece Tested X = \"{}\"\n\
         piece Stone S = \"\"\n\
         {}\
         setup \"{setup}\"\n\
         rule stalemate {{ draw when stalemate }}\n",
        case["width"],
        case["height"],
        text(case, "betza"),
        if royals { "piece King K = \"\" royal\nrule checkmate { lose when checkmate }\n" } else { "" },
    );
    compile("notation.ferz", &text, &NoFiles)
}

/// The position of a case.
fn position(case: &Value) -> String {
    let (own, enemy, royals) = (listed(case, "own"), listed(case, "enemy"), listed(case, "enemy_royals"));
    let white = case["side"] == "w";
    let sided = |man: char, own: bool| if own == white { man } else { man.to_ascii_lowercase() };
    let board = board(case, &|square| match square {
        s if s == text(case, "at") => Some(sided('X', true)),
        s if Some(s) == case["ep"]["victim"].as_str() => Some(sided('X', false)),
        s if royals.contains(s) => Some(sided('K', false)),
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

/// What a move does: where it ends, who is taken, and who is put where.
type Change = (String, Squares, BTreeSet<(String, String)>);

/// What the case says that every move does, if it says so.
fn detail(case: &Value) -> Option<BTreeSet<Change>> {
    let change = |listed_move: &Value| {
        let pair = |pair: &Value| (pair[0].as_str().unwrap().to_string(), pair[1].as_str().unwrap().to_string());
        let relocates = listed_move["relocates"].as_array().unwrap().iter().map(pair).collect();
        (text(listed_move, "to").to_string(), listed(listed_move, "removes"), relocates)
    };
    Some(case["detail"].as_array()?.iter().map(change).collect())
}

/// Checks that an engine goes exactly where the case says, and does there what it says.
fn check(case: &Value, engine: &dyn Engine) {
    let state = fen::parse(engine.variant(), &position(case)).unwrap_or_else(|error| panic!("{case}: {error}"));
    let mut found = Vec::new();
    engine.moves(&engine.load(&state), &mut found);
    let squares = &engine.variant().board;
    let name = |square: u8| square_name(squares, square.into());
    found.retain(|m| name(m.from) == text(case, "at"));
    assert!(found.iter().all(|m| m.is(Form::Step)), "{case}");
    let change = |m: &Move| -> Change {
        let carried: BTreeSet<_> = m.carried().map(|(lifted, down)| (name(lifted), name(down))).collect();
        let mut removed: Squares = m.victims().iter().map(|&v| name(v)).collect();
        let to = name(m.to);
        // A man that returns to its own square takes nobody there.
        if m.to != m.from && state.cells[usize::from(m.to)] != 0 && carried.iter().all(|(lifted, _)| *lifted != to) {
            removed.insert(to.clone());
        }
        (to, removed, carried)
    };
    let changes: BTreeSet<Change> = found.iter().map(change).collect();
    let (betza, engine) = (text(case, "betza"), engine.name());
    for (key, captures) in [("moves", false), ("captures", true)] {
        let of_this_sort = changes.iter().filter(|(_, removed, _)| captures != removed.is_empty());
        let went: Squares = of_this_sort.map(|(to, ..)| to.clone()).collect();
        assert_eq!(went, listed(case, key), "{key} of {betza} on {engine}: {case}");
    }
    if let Some(detail) = detail(case) {
        assert_eq!(changes, detail, "{betza} on {engine}: {case}");
    }
}

/// What became of the cases of a tier.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Right on both engines.
    both: usize,
    /// Refused in the file, by name.
    refused: usize,
}

fn tier(name: &str) -> Tally {
    let mut tally = Tally::default();
    for case in rows(CASES).iter().filter(|case| case["tier"] == name) {
        let compiled = rule_file(case);
        if let Some(rules) = &compiled.rules {
            check(case, &Interpreter::new(rules));
            check(case, &Native::compile(rules).unwrap_or_else(|error| panic!("{case}: {error}")));
            tally.both += 1;
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
        tally.refused += 1;
    }
    tally
}

#[test]
fn every_core_case_is_right_on_both_engines() {
    assert_eq!(tier("core"), Tally { both: 102, refused: 0 });
}

#[test]
fn every_other_case_is_right_on_both_engines() {
    let mut all = Tally::default();
    for name in ["xbetza", "bracket", "betza", "xboard", "interactive-diagram"] {
        let tally = tier(name);
        all.both += tally.both;
        all.refused += tally.refused;
    }
    // Castling in letters is refused: it is a rule.
    assert_eq!(all, Tally { both: 64, refused: 2 });
}
