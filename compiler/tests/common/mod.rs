//! Small variants, put together without the language: notation, a board, a set-up.

// Each test program uses a part of this.
#![allow(dead_code)]

use ferz_abi::{Board, Castling, End, EndWhen, Letter, Outcome, Wing, code};
use ferz_compiler::Native;
use ferz_lang::notation;
use ferz_lang::rules::expr::Kinds;
use ferz_lang::rules::movement::Part;
use ferz_lang::rules::{Kind, KindSet, Place, Promotion, Rules, SquareSet, Unmoved};
use ferz_runtime::{Engine, fen};
use std::sync::atomic::AtomicBool;

/// Rules with these kinds, `K` being royal. All are at home on one rank, counted from 1.
pub fn rules(width: u8, height: u8, home: u8, kinds: &[(char, &str)]) -> Rules {
    let kind = |&(letter, text): &(char, &str)| {
        let (terms, problems) = notation::read(text);
        assert!(problems.is_empty(), "{text}: {problems:?}");
        let part = |turned: bool| {
            let of = |term: &notation::Term| Part {
                paths: term.paths.iter().map(|p| if turned { p.turned() } else { p.clone() }).collect(),
                unmoved: term.unmoved,
                marking: term.marking,
                from: None,
                to: None,
                within: None,
                over: None,
                taking: None,
            };
            terms.iter().map(of).collect()
        };
        let rank = |r: u8| (0..width).map(|f| usize::from(r * width + f)).collect::<SquareSet>();
        Kind {
            name: letter.into(),
            letters: [Some(Letter { letter, plus: false, mark: None }); 2],
            notation: text.into(),
            royal: letter == 'K',
            may_stay: false,
            plain: None,
            movement: [part(false), part(true)],
            unmoved: [Unmoved::Place(rank(home - 1)), Unmoved::Place(rank(height - home))],
        }
    };
    let end = |rule: &str, outcome, when| End { rule: rule.into(), outcome, claim: false, when };
    Rules {
        name: "test".into(),
        author: String::new(),
        year: String::new(),
        about: String::new(),
        board: Board { width, height, holes: [0; 4] },
        kinds: kinds.iter().map(kind).collect(),
        setups: Vec::new(),
        promotions: Vec::new(),
        castlings: Vec::new(),
        ends: vec![
            end("checkmate", Outcome::Lose, EndWhen::Checkmate),
            end("stalemate", Outcome::Draw, EndWhen::Stalemate),
        ],
        tests: Vec::new(),
        ..Rules::default()
    }
}

/// Pawns promote on the last rank to all but King and Pawn.
pub fn with_promotion(mut rules: Rules) -> Rules {
    let (w, squares) = (usize::from(rules.board.width), rules.squares());
    let of = |letter: char| rules.kinds.iter().position(|k| k.name.starts_with(letter)).expect("there is such a kind");
    let to = (0..rules.kinds.len()).filter(|&k| k != of('K') && k != of('P')).collect();
    rules.promotions.push(Promotion {
        rule: "promotion".into(),
        kinds: KindSet::of(of('P')),
        zone: [(squares - w..squares).collect(), (0..w).collect()],
        place: Place::On,
        optional: false,
        to: Kinds::Fixed([to; 2]),
        while_: None,
    });
    rules
}

/// Orthodox chess.
pub fn chess() -> Rules {
    let kinds = [('K', "K"), ('Q', "Q"), ('R', "R"), ('B', "B"), ('N', "N"), ('P', "fmWfceFifmnD")];
    let mut chess = with_promotion(rules(8, 8, 2, &kinds));
    for side in 0..2 {
        for (wing, to, from, lands, between) in [(Wing::King, 6, 7, 5, 5..7), (Wing::Queen, 2, 0, 3, 1..4)] {
            let home = 56 * side as u8;
            let set = |squares: &mut dyn Iterator<Item = usize>| {
                squares.map(|s| s + usize::from(home)).collect::<SquareSet>().0
            };
            chess.castlings.push(Castling {
                side,
                wing,
                king: 0,
                partner: 2,
                king_from: home + 4,
                king_to: home + to,
                partner_from: home + from,
                partner_to: home + lands,
                empty: set(&mut between.clone()),
                safe: set(&mut [4, usize::from(to), usize::from(lands)].into_iter()),
                ambiguous: false,
            });
        }
    }
    assert_eq!(chess.castlings[0].partner, 2);
    assert_eq!(code(0, 0), 1);
    chess
}

/// Perft by native code.
#[track_caller]
pub fn perft(rules: &Rules, text: &str, counts: &[u64]) {
    let engine = Native::compile(rules).unwrap();
    let state = fen::parse(engine.variant(), text).unwrap();
    let position = engine.load(&state);
    for (depth, &nodes) in (1..).zip(counts) {
        assert_eq!(engine.perft(&position, depth, &AtomicBool::new(false)), Ok(nodes), "depth {depth} of {text}");
    }
}
