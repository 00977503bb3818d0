//! What the rules say, construct by construct, on boards as small as will do. Each says what is allowed and what is not; where a number is
//! expected, it is counted on the board by hand.

mod actions;
mod effects;
mod ends;
mod expressions;
mod hands;
mod legality;
mod promotions;

use super::*;
use ferz_lang::rules::expr::{Choice, Cond, Effect as Does, Event, Happening, Int, Kinds, Man, Squares, Who};
use ferz_lang::rules::{KindSet, Setup};
use ferz_runtime::{legal_moves, parse_square};

const KING: usize = 0;
const ROOK: usize = 1;
const PAWN: usize = 2;

/// King, rook, and a pawn that steps forward, takes diagonally forward, and does nothing else.
fn small(width: u8, height: u8) -> Rules {
    let rook = kind('R', vec![rides(&ORTHOGONAL)]);
    let step = part([vec![Leg { ends: Landing::MOVE, ..leap(0, 1) }]]);
    let capture = part([1, -1].map(|dx| vec![Leg { ends: Landing::CAPTURE, ..leap(dx, 1) }]));
    rules(width, height, vec![king(), rook, kind('P', vec![step, capture])])
}

fn kinds(kinds: &[usize]) -> Kinds {
    let set: KindSet = kinds.iter().copied().collect();
    Kinds::Fixed([set; 2])
}

fn men(who: Who, of: &[usize]) -> Squares {
    Squares::Men(who, kinds(of))
}

fn all_men(who: Who) -> Squares {
    Squares::Men(who, Kinds::Fixed([KindSet(u128::MAX); 2]))
}

/// The same squares for both sides.
fn zone(rules: &Rules, names: &str) -> Squares {
    let set: SquareSet = names.split_whitespace().map(|name| square(rules, name)).collect();
    Squares::Zone([set; 2])
}

fn square(rules: &Rules, name: &str) -> usize {
    parse_square(&rules.board, name).unwrap().into()
}

fn and(a: Squares, b: Squares) -> Squares {
    Squares::And(Box::new(a), Box::new(b))
}

fn or(a: Squares, b: Squares) -> Squares {
    Squares::Or(Box::new(a), Box::new(b))
}

fn minus(a: Squares, b: Squares) -> Squares {
    Squares::Minus(Box::new(a), Box::new(b))
}

fn none(set: Squares) -> Cond {
    Cond::Not(Box::new(Cond::Any(set)))
}

fn both(a: Cond, b: Cond) -> Cond {
    Cond::And(Box::new(a), Box::new(b))
}

fn event(what: Happening) -> Event {
    Event { what, by: None, of: None, from: None, to: None }
}

fn setup(rules: &mut Rules, text: &str) {
    let state = fen::parse(&rules.describe(), text).unwrap();
    let man = |&code: &u8| (code != 0).then(|| (ferz_abi::kind_of(code), ferz_abi::side_of(code)));
    let cells = state.cells.iter().take(rules.squares()).map(man).collect();
    rules.setups.push(Setup { name: String::new(), fen: text.into(), cells });
}

/// The texts of all legal moves.
fn texts(rules: &Rules, text: &str) -> Vec<String> {
    let engine = Interpreter::new(rules);
    legal_moves(&engine, &load(&engine, text)).into_iter().map(|(text, _)| text).collect()
}

/// The position as FEN after some moves.
#[track_caller]
fn played(rules: &Rules, text: &str, moves: &[&str]) -> String {
    let engine = Interpreter::new(rules);
    let mut position = load(&engine, text);
    for text in moves {
        let found = ferz_runtime::parse_move(&engine, &position, text).unwrap_or_else(|error| panic!("{error}"));
        position = engine.make(&position, &found);
    }
    fen::write(engine.variant(), position.state())
}

/// Checks that the first moves are legal and the others are not.
#[track_caller]
fn legal(rules: &Rules, text: &str, yes: &[&str], no: &[&str]) {
    let all = texts(rules, text);
    for expected in yes {
        assert!(all.iter().any(|found| found == expected), "{expected} is legal in {text}, not only {all:?}");
    }
    for refused in no {
        assert!(!all.iter().any(|found| found == refused), "{refused} is not legal in {text}");
    }
}
