//! Tests on rules written out by hand, so that they need no parser.

mod chess;
mod games;
mod legs;
mod rules;

use crate::Interpreter;
use ferz_abi::{Board, Letter, Move};
use ferz_lang::rules::movement::{Effect, Hop, Landing, Leg, Part, Path, Step, UNLIMITED};
use ferz_lang::rules::{Kind, Rules, SquareSet, Unmoved};
use ferz_runtime::{Engine, Position, fen, square_name};

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// A leg of one step, to an empty square or an enemy.
fn leap(dx: i8, dy: i8) -> Leg {
    Leg {
        steps: vec![Step { dx, dy }],
        min: 1,
        max: 1,
        skip: 0,
        hop: Hop::None,
        ends: Landing::BOTH,
        stop: None,
        effect: Effect::Leave,
        put_down: false,
        off_board: false,
        wrap: false,
        same_length: false,
    }
}

fn ride(dx: i8, dy: i8) -> Leg {
    Leg { max: UNLIMITED, ..leap(dx, dy) }
}

/// A part with one path for each of these rows of legs.
fn part(paths: impl IntoIterator<Item = Vec<Leg>>) -> Part {
    Part {
        paths: paths.into_iter().map(|legs| Path { legs }).collect(),
        unmoved: false,
        marking: false,
        from: None,
        to: None,
        within: None,
        over: None,
        taking: None,
    }
}

fn leaps(vectors: &[(i8, i8)]) -> Part {
    part(vectors.iter().map(|&(dx, dy)| vec![leap(dx, dy)]))
}

fn rides(vectors: &[(i8, i8)]) -> Part {
    part(vectors.iter().map(|&(dx, dy)| vec![ride(dx, dy)]))
}

fn turned(part: &Part) -> Part {
    Part { paths: part.paths.iter().map(Path::turned).collect(), ..part.clone() }
}

/// A kind that moves in the same way for both sides, turned round for Black.
fn kind(letter: char, parts: Vec<Part>) -> Kind {
    let letter = Letter { letter, plus: false, mark: None };
    let black = parts.iter().map(turned).collect();
    Kind {
        name: letter.letter.to_string(),
        letters: [Some(letter); 2],
        notation: String::new(),
        royal: false,
        may_stay: false,
        plain: None,
        movement: [parts, black],
        unmoved: [Unmoved::Place(SquareSet::EMPTY); 2],
    }
}

fn king() -> Kind {
    Kind { royal: true, ..kind('K', vec![leaps(&ORTHOGONAL), leaps(&DIAGONAL)]) }
}

fn rules(width: u8, height: u8, kinds: Vec<Kind>) -> Rules {
    Rules {
        name: "test".into(),
        author: String::new(),
        year: String::new(),
        about: String::new(),
        board: Board { width, height, holes: [0; 4] },
        kinds,
        setups: Vec::new(),
        promotions: Vec::new(),
        castlings: Vec::new(),
        ends: Vec::new(),
        tests: Vec::new(),
        ..Rules::default()
    }
}

fn load(engine: &Interpreter, text: &str) -> Position {
    engine.load(&fen::parse(engine.variant(), text).unwrap())
}

/// The legal moves as text: from, to, `x` and the squares of men taken elsewhere.
fn moves(engine: &Interpreter, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    engine.moves(&load(engine, text), &mut found);
    let name = |square: u8| square_name(&engine.variant().board, square.into());
    let victims = |m: &Move| m.victims().iter().map(|&v| format!("x{}", name(v))).collect::<String>();
    let mut texts: Vec<String> =
        found.iter().map(|m| format!("{}{}{}", name(m.from), name(m.to), victims(m))).collect();
    texts.sort();
    texts
}

/// Where the men other than kings may go, in words: `d4: e5 f6`.
#[track_caller]
fn check(engine: &Interpreter, text: &str, expected: &str) {
    let mut wanted: Vec<&str> = expected.split_whitespace().collect();
    wanted.sort_unstable();
    assert_eq!(moves(engine, text), wanted, "{text}");
}
