//! What the tables and the comparisons share: the games, their engines, and rows of JSON.
//!
//! The rules are put together here from the notation of their men.

// Each test program uses a part of this.
#![allow(dead_code)]

use ferz_abi::{Board, Castling, End, EndWhen, Letter, Outcome, Wing};
use ferz_compiler::Native;
use ferz_lang::notation;
use ferz_lang::rules::movement::{Part, Path};
use ferz_lang::rules::{Kind, KindSet, Place, Promotion, Rules, Setup, SquareSet, Unmoved};
use ferz_runtime::Engine;
use ferz_spec::Interpreter;
use std::sync::Arc;

pub const GAMES: [&str; 5] = ["chess", "azsymchess-1", "azsymchess-2", "azsymchess-3", "azsymchess-4"];

/// The interpreter for one of the games.
pub fn interpreter(game: &str) -> Arc<dyn Engine> {
    Arc::new(Interpreter::new(&rules(game)))
}

/// Native code for one of the games.
pub fn native(game: &str) -> Arc<dyn Engine> {
    Arc::new(Native::compile(&rules(game)).unwrap_or_else(|error| panic!("{game}: {error}")))
}

/// The rows of a table of JSON, one object a line.
pub fn rows(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A kind of this letter that moves as this notation says.
pub fn kind(letter: char, text: &str) -> Kind {
    let (terms, _) = notation::read(text);
    let white: Vec<Part> = terms
        .into_iter()
        .map(|t| Part {
            paths: t.paths,
            unmoved: t.unmoved,
            marking: t.marking,
            from: None,
            to: None,
            within: None,
            over: None,
            taking: None,
        })
        .collect();
    let black = white.iter().map(|p| Part { paths: p.paths.iter().map(Path::turned).collect(), ..p.clone() }).collect();
    Kind {
        name: letter.to_string(),
        letters: [Some(Letter { letter, plus: false, mark: None }); 2],
        notation: text.into(),
        royal: letter == 'K',
        movement: [white, black],
        unmoved: [Unmoved::Place(SquareSet::EMPTY); 2],
    }
}

pub fn rules(game: &str) -> Rules {
    let (size, setup): (u8, &str) = match game {
        "chess" => (8, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        "azsymchess-1" => (10, "1nbqkcabn1/r3g4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4G3R/1NBACKQBN1"),
        "azsymchess-2" => (10, "onbqkcabno/r3g4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4G3R/ONBACKQBNO"),
        "azsymchess-3" => (10, "onbqkcabno/r1u1g2u1r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1U2G1U1R/ONBACKQBNO"),
        _ => (10, "onbqkcabno/1ru1g2ur1/pppppppppp/10/10/10/10/PPPPPPPPPP/1RU2G1UR1/ONBACKQBNO"),
    };
    let men = [
        ('K', "K"),
        ('P', "fmWfceFifmnD"),
        ('Q', "Q"),
        ('R', "R"),
        ('B', "B"),
        ('N', "N"),
        ('A', "BN"),
        ('C', "RN"),
        ('G', "QN"),
        ('O', "mRcpR"),
        ('U', "N0"),
    ];
    let mut kinds: Vec<Kind> = men.iter().filter(|m| setup.contains(m.0)).map(|m| kind(m.0, m.1)).collect();
    let rank = |y: usize| -> SquareSet { (y * size as usize..(y + 1) * size as usize).collect() };
    let (h, pawns) = (usize::from(size), if size == 8 { 1 } else { 2 });
    kinds[1].unmoved = [Unmoved::Place(rank(pawns)), Unmoved::Place(rank(h - 1 - pawns))];
    let army: KindSet = (2..kinds.len()).collect();
    let castlings = if size == 8 { castlings() } else { Vec::new() };
    let end = |rule: &str, outcome, claim, when| End { rule: rule.into(), outcome, claim, when };
    Rules {
        name: game.into(),
        setups: vec![Setup { name: String::new(), fen: setup.into(), cells: Vec::new() }],
        promotions: vec![Promotion {
            rule: "promotion".into(),
            kinds: KindSet::of(1),
            zone: [rank(h - 1), rank(0)],
            place: Place::On,
            optional: false,
            to: [army; 2],
        }],
        castlings,
        ends: vec![
            end("repetition", Outcome::Draw, true, EndWhen::Repetition(3)),
            end("quiet", Outcome::Draw, true, EndWhen::Quiet(50)),
            end("checkmate", Outcome::Lose, false, EndWhen::Checkmate),
            end("stalemate", Outcome::Draw, false, EndWhen::Stalemate),
        ],
        ..bare_rules(size, size, kinds)
    }
}

/// A board and men, and no other rules.
pub fn bare_rules(width: u8, height: u8, kinds: Vec<Kind>) -> Rules {
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
    }
}

fn castlings() -> Vec<Castling> {
    let mut all = Vec::new();
    for side in 0..2 {
        for wing in [Wing::King, Wing::Queen] {
            let home = 56 * side as u8;
            let (to, partner_from, partner_to, between): (u8, u8, u8, &[usize]) = match wing {
                Wing::King => (6, 7, 5, &[5, 6]),
                Wing::Queen => (2, 0, 3, &[1, 2, 3]),
            };
            let set = |s: &[usize]| s.iter().map(|&s| s + usize::from(home)).collect::<SquareSet>().0;
            all.push(Castling {
                side,
                wing,
                king: 0,
                partner: 3,
                king_from: home + 4,
                king_to: home + to,
                partner_from: home + partner_from,
                partner_to: home + partner_to,
                empty: set(between),
                safe: set(&[4, to.into(), partner_to.into()]),
                ambiguous: false,
            });
        }
    }
    all
}
