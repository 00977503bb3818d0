//! Orthodox chess, by hand. The counts are the well-known ones of the chess programming world.

use super::*;
use ferz_abi::{Castling, End, EndWhen, Outcome, Wing};
use ferz_lang::rules::expr::Kinds;
use ferz_lang::rules::{KindSet, Place, Promotion};
use std::sync::atomic::AtomicBool;

pub(super) fn pawn() -> Kind {
    let step = part([vec![Leg { ends: Landing::MOVE, ..leap(0, 1) }]]);
    let takes = Landing { en_passant: true, ..Landing::CAPTURE };
    let capture = part([vec![Leg { ends: takes, ..leap(1, 1) }], vec![Leg { ends: takes, ..leap(-1, 1) }]]);
    let double = part([vec![Leg { ends: Landing::MOVE, min: 2, max: 2, ..leap(0, 1) }]]);
    let double = Part { unmoved: true, marking: true, ..double };
    let mut pawn = kind('P', vec![step, capture, double]);
    pawn.unmoved = [Unmoved::Place((8..16).collect()), Unmoved::Place((48..56).collect())];
    pawn
}

fn knight() -> Kind {
    kind('N', vec![leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])])
}

fn castling(side: usize, wing: Wing) -> Castling {
    let home = 56 * side as u8;
    let (to, partner_from, partner_to, between): (_, _, _, &[usize]) = match wing {
        Wing::King => (6, 7, 5, &[5, 6]),
        Wing::Queen => (2, 0, 3, &[1, 2, 3]),
    };
    let set = |squares: &[usize]| squares.iter().map(|&s| s + usize::from(home)).collect::<SquareSet>().0;
    Castling {
        side,
        wing,
        king: 0,
        partner: 2,
        king_from: home + 4,
        king_to: home + to,
        partner_from: home + partner_from,
        partner_to: home + partner_to,
        empty: set(between),
        safe: set(&[4, to.into(), partner_to.into()]),
        ambiguous: false,
    }
}

pub(super) fn chess() -> Rules {
    let queen = kind('Q', vec![rides(&ORTHOGONAL), rides(&DIAGONAL)]);
    let (rook, bishop) = (kind('R', vec![rides(&ORTHOGONAL)]), kind('B', vec![rides(&DIAGONAL)]));
    let mut chess = rules(8, 8, vec![king(), queen, rook, bishop, knight(), pawn()]);
    chess.promotions.push(Promotion {
        rule: "promotion".into(),
        kinds: KindSet::of(5),
        zone: [(56..64).collect(), (0..8).collect()],
        place: Place::On,
        optional: false,
        to: Kinds::Fixed([(1..5).collect(); 2]),
        while_: None,
    });
    chess.castlings =
        [(0, Wing::King), (0, Wing::Queen), (1, Wing::King), (1, Wing::Queen)].map(|(s, w)| castling(s, w)).into();
    let end = |rule: &str, outcome, claim, when| End { rule: rule.into(), outcome, claim, when };
    chess.ends = vec![
        end("repetition", Outcome::Draw, true, EndWhen::Repetition(3)),
        end("quiet", Outcome::Draw, true, EndWhen::Quiet(50)),
        end("checkmate", Outcome::Lose, false, EndWhen::Checkmate),
        end("stalemate", Outcome::Draw, false, EndWhen::Stalemate),
    ];
    chess
}

pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn perft(text: &str, counts: &[u64]) {
    let engine = Interpreter::new(&chess());
    let position = load(&engine, text);
    for (depth, &nodes) in (1..).zip(counts) {
        assert_eq!(engine.perft(&position, depth, &AtomicBool::new(false)), Ok(nodes), "depth {depth} of {text}");
    }
}

#[test]
fn the_counts_of_chess() {
    perft(START, &[20, 400, 8902]);
    perft("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97862]);
    perft("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238]);
    perft("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]);
    perft("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379]);
}

#[test]
fn a_count_stops_when_asked() {
    let engine = Interpreter::new(&chess());
    let position = load(&engine, START);
    assert!(engine.perft(&position, 20, &AtomicBool::new(true)).is_err());
}

/// Plays moves given as squares, and gives the FEN that comes of it.
fn play(engine: &Interpreter, text: &str, played: &str) -> String {
    let mut position = load(engine, text);
    let board = engine.variant().board;
    for squares in played.split_whitespace() {
        let mut legal = Vec::new();
        engine.moves(&position, &mut legal);
        let name = |m: &Move| square_name(&board, m.from.into()) + &square_name(&board, m.to.into());
        let found = legal.iter().find(|m| name(m) == squares).unwrap_or_else(|| panic!("{squares} is not legal"));
        position = engine.make(&position, found);
    }
    fen::write(engine.variant(), position.state())
}

#[test]
fn en_passant_is_kept_only_where_it_is_of_use() {
    let engine = Interpreter::new(&chess());
    assert_eq!(play(&engine, START, "e2e4"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let useful = play(&engine, START, "e2e4 g8f6 e4e5 d7d5");
    assert_eq!(useful, "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    let taken = play(&engine, &useful, "e5d6");
    assert_eq!(taken, "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
}

#[test]
fn rights_go_with_king_and_rook() {
    let engine = Interpreter::new(&chess());
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 10";
    assert_eq!(play(&engine, open, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 10");
    assert_eq!(play(&engine, open, "e1c1 e8f8"), "r4k1r/8/8/8/8/8/8/2KR3R w - - 5 11");
    assert_eq!(play(&engine, open, "a1a8"), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 10");
    assert_eq!(play(&engine, open, "h1h2 h8h7"), "r3k3/7r/8/8/8/8/7R/R3K3 w Qq - 5 11");
}

#[test]
fn a_pawn_attacks_where_it_may_not_go() {
    let engine = Interpreter::new(&chess());
    // The pawn on b2 bears on a1 and c1; en passant and its steps attack nothing.
    let position = load(&engine, "4k3/8/8/8/8/8/1p6/4K3 w - - 0 1");
    let attacked: Vec<u8> = (0..8).filter(|&square| engine.attacked(&position, square, 1)).collect();
    assert_eq!(attacked, [0, 2]);
    assert!(!engine.in_check(&position));
    assert!(engine.in_check(&load(&engine, "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1")));
}

#[test]
fn a_quiet_game_that_is_over_has_no_moves() {
    let mut rules = chess();
    rules.ends[1].claim = false;
    let engine = Interpreter::new(&rules);
    assert!(!moves(&engine, "4k3/8/8/8/8/8/8/R3K3 w - - 99 80").is_empty());
    check(&engine, "4k3/8/8/8/8/8/8/R3K3 w - - 100 81", "");
    // A claim ends nothing.
    assert!(!moves(&Interpreter::new(&chess()), "4k3/8/8/8/8/8/8/R3K3 w - - 100 81").is_empty());
}

#[test]
fn compulsory_promotion_to_nothing_is_no_move() {
    let mut rules = chess();
    rules.promotions[0].to = Kinds::Fixed([KindSet::EMPTY; 2]);
    let engine = Interpreter::new(&rules);
    check(&engine, "8/P7/8/8/8/8/8/8 w - - 0 1", "");
    // It still gives check there.
    assert!(engine.in_check(&load(&engine, "1k6/P7/8/8/8/8/8/8 b - - 0 1")));
    rules.promotions[0].optional = true;
    check(&Interpreter::new(&rules), "8/P7/8/8/8/8/8/8 w - - 0 1", "a7a8");
    rules.promotions.push(Promotion {
        to: Kinds::Fixed([KindSet::of(1); 2]),
        optional: false,
        ..rules.promotions[0].clone()
    });
    rules.promotions[0].to = Kinds::Fixed([KindSet::of(2); 2]);
    // Two lines match: their options are united, and one of them does not let it stay.
    check(&Interpreter::new(&rules), "8/P7/8/8/8/8/8/8 w - - 0 1", "a7a8 a7a8");
}
