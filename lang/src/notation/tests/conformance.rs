//! The conformance cases: exact squares, computed elsewhere.

use super::walker::{Board, Man, Targets};
use super::{canonical, good};
use crate::diagnostics::Severity;
use crate::notation::read;
use crate::rules::movement::{Effect, Leg};
use serde_json::Value;
use std::collections::BTreeSet;

fn cases() -> Vec<Value> {
    let text = include_str!("../../../../tests/data/notation.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn square(name: &str) -> (i32, i32) {
    let (file, rank) = name.split_at(1);
    (i32::from(file.as_bytes()[0] - b'a'), rank.parse::<i32>().unwrap() - 1)
}

fn squares(value: &Value) -> BTreeSet<(i32, i32)> {
    value.as_array().unwrap().iter().map(|s| square(s.as_str().unwrap())).collect()
}

fn board(case: &Value) -> Board {
    let number = |key: &str| case[key].as_i64().unwrap() as i32;
    let mut board = Board::new(number("width"), number("height"), square(case["at"].as_str().unwrap()));
    squares(&case["own"]).into_iter().for_each(|s| board.put(s, Man::Friend));
    squares(&case["enemy"]).into_iter().for_each(|s| board.put(s, Man::Enemy));
    board.black = case["side"] == "b";
    board.moved = case["virgin"] == false;
    board.en_passant = case["ep"]["target"].as_str().map(square);
    board
}

#[test]
fn every_case_that_takes_only_at_the_end_gives_the_listed_squares() {
    let mut core = 0;
    for case in cases() {
        let text = case["betza"].as_str().unwrap();
        let (terms, problems) = read(text);
        if problems.iter().any(|p| p.severity == Severity::Error) {
            assert_ne!(case["tier"], "core", "{text}: {problems:?}");
            continue;
        }
        let landings = |leg: &Leg| [Some(leg.ends), leg.stop].into_iter().flatten().all(|l| l.royal.is_none());
        let walkable = |leg: &Leg| {
            let plain = leg.effect == Effect::Leave && !leg.put_down && !leg.off_board;
            plain && !leg.wrap && !leg.same_length && landings(leg)
        };
        if !terms.iter().flat_map(|t| &t.paths).flat_map(|p| &p.legs).all(walkable) {
            assert_ne!(case["tier"], "core", "{text}");
            continue;
        }
        let expected: Targets = (squares(&case["moves"]), squares(&case["captures"]));
        assert_eq!(board(&case).targets(&terms), expected, "{text}: {}", case["name"]);
        core += usize::from(case["tier"] == "core");
    }
    assert_eq!(core, 102);
}

#[test]
fn canonical_text_goes_the_same_ways() {
    for case in cases() {
        let text = case["betza"].as_str().unwrap();
        if read(text).1.iter().all(|p| p.severity == Severity::Warning) {
            let again = canonical(text);
            let paths = |text: &str| -> Vec<_> { good(text).into_iter().flat_map(|t| t.paths).collect() };
            assert_eq!(paths(text), paths(&again), "{text} printed as {again}");
            assert_eq!(canonical(&again), again, "{text}");
        }
    }
}

#[test]
fn cases_that_are_refused_are_refused_by_name() {
    for case in cases() {
        let text = case["betza"].as_str().unwrap();
        for problem in read(text).1.iter().filter(|p| p.severity == Severity::Error) {
            assert_eq!(problem.code.name(), "not-supported-yet", "{text}: {problem:?}");
            assert!(problem.help.is_some() && !problem.span.is_empty(), "{text}: {problem:?}");
        }
    }
}
