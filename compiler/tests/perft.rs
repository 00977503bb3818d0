//! Known counts. Those of chess are the well-known ones of the chess programming world, those of AzsymChess come with the description of the games.

mod common;

use common::{chess, perft, rules, with_promotion};
use ferz_lang::rules::expr::Kinds;
use ferz_lang::rules::{KindSet, Place, Promotion, Rules};

#[test]
fn chess_from_the_start() {
    perft(&chess(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197281, 4865609]);
}

#[test]
fn chess_in_the_middle() {
    let positions: [(&str, &[u64]); 5] = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97862, 4085603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238, 674624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379, 2103487]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89890]),
    ];
    for (text, counts) in positions {
        perft(&chess(), text, counts);
    }
}

/// AzsymChess: all compounds of bishop, knight and rook; the later ones have more men.
fn azsym_with(more: &[(char, &str)]) -> Rules {
    let mut kinds = vec![
        ('K', "K"),
        ('Q', "Q"),
        ('R', "R"),
        ('B', "B"),
        ('N', "N"),
        ('P', "fmWfceFifmnD"),
        ('A', "BN"),
        ('C', "RN"),
        ('G', "QN"),
    ];
    kinds.extend_from_slice(more);
    with_promotion(rules(10, 10, 3, &kinds))
}

#[test]
fn azsym_1() {
    let start = "1nbqkcabn1/r3g4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4G3R/1NBACKQBN1 w - - 0 1";
    perft(&azsym_with(&[]), start, &[54, 2916, 159227, 8684708]);
}

#[test]
fn azsym_2_with_cannons() {
    let start = "onbqkcabno/r3g4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4G3R/ONBACKQBNO w - - 0 1";
    perft(&azsym_with(&[('O', "mRcpR")]), start, &[52, 2704, 143293, 7585170]);
}

#[test]
fn azsym_3_and_4_with_nightriders() {
    let rules = azsym_with(&[('O', "mRcpR"), ('U', "N0")]);
    let third = "onbqkcabno/r1u1g2u1r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1U2G1U1R/ONBACKQBNO w - - 0 1";
    perft(&rules, third, &[50, 2455, 129802]);
    let fourth = "onbqkcabno/1ru1g2ur1/pppppppppp/10/10/10/10/PPPPPPPPPP/1RU2G1UR1/ONBACKQBNO w - - 0 1";
    perft(&rules, fourth, &[51, 2555, 137762]);
}

/// Where men stand on every other square, each goes to its neighbours and no further: as many moves as there are pairs of neighbours.
/// Whatever a line looks like, it is full of men here.
#[test]
fn rooks_on_every_other_square() {
    for (width, height) in [(3u8, 3u8), (8, 8), (10, 10), (12, 9), (16, 16)] {
        let full = |rank: u8| {
            (0..width).map(|file| if (rank + file).is_multiple_of(2) { "R" } else { "1" }).collect::<String>()
        };
        let ranks: Vec<String> = (0..height).map(full).collect();
        let (w, h) = (u64::from(width), u64::from(height));
        let neighbours = w * (h - 1) + h * (w - 1);
        let text = format!("{} w - - 0 1", ranks.join("/"));
        perft(&rules(width, height, 2, &[('K', "K"), ('R', "R")]), &text, &[neighbours]);
    }
}

/// On the last rank, men of one kind become men of another.
fn promoting(from: usize, to: usize) -> Rules {
    let mut rules = rules(8, 8, 2, &[('K', "K"), ('R', "R"), ('P', "fmWfcF")]);
    rules.promotions.push(Promotion {
        rule: "promotion".into(),
        kinds: KindSet::of(from),
        zone: [(56..64).collect(), (0..8).collect()],
        place: Place::On,
        optional: false,
        to: Kinds::Fixed([KindSet::of(to); 2]),
        while_: None,
    });
    rules
}

#[test]
fn what_becomes_royal_must_not_be_attacked() {
    // The other King may go to g1, g2, h2; on a8 the Rook would take the new one.
    perft(&promoting(2, 0), "2r4k/P7/8/8/8/8/8/7K w - - 0 1", &[3]);
    perft(&promoting(2, 0), "2r4k/P7/8/8/8/8/8/8 w - - 0 1", &[0]);
    perft(&promoting(2, 0), "1r5k/P7/8/8/8/8/8/7K w - - 0 1", &[4]);
}

#[test]
fn what_becomes_common_may_be_attacked() {
    // a6, b6 and b7 are safe; on a8 and b8 there is no King any more.
    perft(&promoting(0, 1), "2r4k/K7/8/8/8/8/8/8 w - - 0 1", &[5]);
}
