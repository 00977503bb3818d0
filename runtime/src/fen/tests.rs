//! FEN on variants described by hand.

use super::*;
use crate::Random;
use ferz_abi::{Board, Castling, CounterSlot, HandSlot, Kind, Letter, Marking, Unmoved, Wing, code, squares, with};

fn kind(name: &str, letter: &str) -> Kind {
    let plain: Vec<char> = letter.chars().filter(|&c| c != '+').collect();
    let letter = Letter { letter: plain[0], plus: letter.starts_with('+'), mark: plain.get(1).copied() };
    Kind { name: name.into(), letters: [Some(letter); 2], royal: name == "King", resets_clock: name == "Pawn" }
}

/// Castlings of a king on this file with partners on those, on the back ranks of a board without holes.
fn castlings(board: Board, king: u8, partners: &[u8]) -> Vec<Castling> {
    let pairs = (0..2).flat_map(|side| partners.iter().map(move |&partner| (side, partner)));
    let castling = |(side, partner)| {
        let rank = side as u8 * (board.height - 1) * board.width;
        let (wing, to) = if partner > king { (Wing::King, king + 2) } else { (Wing::Queen, king - 2) };
        Castling {
            side,
            wing,
            king: 0,
            partner: 1,
            king_from: rank + king,
            king_to: rank + to,
            partner_from: rank + partner,
            partner_to: rank + if partner > king { to - 1 } else { to + 1 },
            empty: [0; 4],
            safe: [0; 4],
            ambiguous: false,
        }
    };
    pairs.map(castling).collect()
}

fn variant(width: u8, height: u8, king: u8, partners: &[u8]) -> Variant {
    let board = Board { width, height, holes: [0; 4] };
    let kinds = [("King", "K"), ("Rook", "R"), ("Pawn", "P"), ("Tokin", "+P"), ("Archer", "A'")];
    Variant {
        board,
        kinds: kinds.map(|(name, letter)| kind(name, letter)).into(),
        castlings: castlings(board, king, partners),
        ..Variant::default()
    }
}

fn chess() -> Variant {
    let mut chess = variant(8, 8, 4, &[7, 0]);
    let marking = |side: usize, file: u8| {
        let ranks = if side == 0 { [1, 2, 3] } else { [6, 5, 4] };
        let [from, passed, to] = ranks.map(|rank| rank * 8 + file);
        Marking { code: code(2, side), from, to, passed: vec![passed] }
    };
    chess.markings = (0..2).flat_map(|side| (0..8).map(move |file| marking(side, file))).collect();
    chess
}

/// Chess with rooks and pawns in hand, of which each side starts with one pawn.
fn with_hands() -> Variant {
    let slot = |kind, first, start| HandSlot { kind, vars: [first, first + 1], start: [start; 2] };
    Variant { hand: vec![slot(1, 0, 0), slot(2, 2, 1)], ..chess() }
}

/// Chess with two counters, one for each side and one for the whole game.
fn with_counters() -> Variant {
    let slot = |name: &str, vars, start| CounterSlot { name: name.into(), vars, start };
    Variant { counters: vec![slot("checks", [0, 1], 3), slot("turns", [2, 2], 9)], ..chess() }
}

#[track_caller]
fn same(variant: &Variant, text: &str) -> State {
    let state = parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(write(variant, &state), text);
    state
}

#[track_caller]
fn becomes(variant: &Variant, text: &str, full: &str) {
    assert_eq!(write(variant, &parse(variant, text).unwrap()), full);
}

#[track_caller]
fn complains(variant: &Variant, text: &str, under: &str, message: &str) {
    let error = parse(variant, text).unwrap_err();
    assert_eq!((&text[error.place.clone()], error.to_string().as_str()), (under, message));
}

#[test]
fn every_field_is_read_and_written() {
    let state = same(&chess(), "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 7 40");
    assert_eq!((state.side, state.clock, state.number, state.ep_victim), (0, 7, 40, 35));
    assert_eq!(squares(state.ep).collect::<Vec<_>>(), [43]);
    assert_eq!(squares(state.rights).collect::<Vec<_>>(), [0, 63]);
    assert_eq!((state.cells[0], state.cells[4], state.cells[63]), (code(1, 0), code(0, 0), code(1, 1)));
    same(&chess(), "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    same(&chess(), "4k3/+P7/A'7/8/8/8/+p7/4K2a' b - - 0 1");
}

#[test]
fn composed_positions_may_have_en_passant_anywhere() {
    // No pawn of Black starts on b6. Still, the one on b4 is what can have passed b5.
    let state = same(&chess(), "4k3/8/8/8/1pP5/8/8/4K3 w - b5 0 1");
    assert_eq!((state.ep_victim, squares(state.ep).collect::<Vec<_>>()), (25, vec![33]));
}

#[test]
fn missing_fields_have_defaults() {
    becomes(&chess(), "r3k2r/8/8/8/8/8/8/R3K2R", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    becomes(&chess(), "r3k2r/8/8/8/8/8/8/1R2K2R b", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 0 1");
    becomes(&chess(), "r3k2r/8/8/8/8/8/8/R2K3R  b  -", "r3k2r/8/8/8/8/8/8/R2K3R b - - 0 1");
    becomes(&chess(), "4k3/8/8/8/8/8/8/4K3[] w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    becomes(&chess(), "4k3/8/8/8/8/8/8/4K3[-] w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    becomes(&chess(), "4k3/8/8/8/8/8/8/6K1 w - -", "4k3/8/8/8/8/8/8/6K1 w - - 0 1");
}

#[test]
fn digits_side_by_side_are_one_gap() {
    for (text, gap, rank) in [("4k3/8/8/52P/8/8/8/4K3", "52", 5), ("4k3/8/8/8/8/8/11P5/4K3", "11", 2)] {
        let error = parse(&chess(), text).expect_err("no rank of eight squares has such a gap");
        assert_eq!(&text[error.place.clone()], gap);
        assert_eq!(error.problem.to_string(), format!("a gap of {gap} squares in rank {rank}, which has 8"));
    }
}

#[test]
fn castling_is_written_by_wings_where_they_suffice_and_read_in_either_form() {
    let full = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for field in ["KQkq", "qkQK", "HAha", "a1h1a8h8", "Kqh8Q"] {
        becomes(&chess(), &full.replace("KQkq", field), full);
    }
    // Two partners on each wing: file letters; K and Q mean the outermost that is there.
    let four = variant(9, 9, 4, &[0, 1, 7, 8]);
    let back = "RR2K2RR";
    becomes(&four, &format!("4k4/9/9/9/9/9/9/9/{back} w KQ"), &format!("4k4/9/9/9/9/9/9/9/{back} w AI - 0 1"));
    becomes(&four, &format!("4k4/9/9/9/9/9/9/9/{back} w"), &format!("4k4/9/9/9/9/9/9/9/{back} w ABHI - 0 1"));
    becomes(&four, "4k4/9/9/9/9/9/9/9/1R2K2R1 w KQ", "4k4/9/9/9/9/9/9/9/1R2K2R1 w BH - 0 1");
    // From eleven files on, k is a file: squares.
    let wide = variant(12, 10, 5, &[0, 1, 11]);
    let text = "rr3k5r/12/12/12/12/12/12/12/12/RR3K5R b b1l1a10 - 0 1";
    same(&wide, text);
    becomes(&wide, &text.replace("b1l1a10", "BKq"), text);
}

#[test]
fn men_that_have_not_moved_are_in_the_castling_field() {
    let mut guard = variant(8, 8, 4, &[]);
    let homes = with(with([0; 4], 2), 10);
    guard.unmoved = vec![Unmoved { code: code(4, 0), homes }];
    let state = same(&guard, "4k3/8/8/8/8/8/2A'5/2A'1K3 w c2 - 0 1");
    assert_eq!((state.unmoved, state.rights), (with([0; 4], 10), [0; 4]));
    becomes(&guard, "4k3/8/8/8/8/8/2A'5/2A'1K3", "4k3/8/8/8/8/8/2A'5/2A'1K3 w c1c2 - 0 1");
    becomes(&guard, "4k3/8/8/8/8/8/2A'5/4K3 w C", "4k3/8/8/8/8/8/2A'5/4K3 w c2 - 0 1");
    let twice = "4k3/8/8/8/8/8/2A'5/2A'1K3 w C";
    let message =
        "in the castling field of this FEN, at character 29: `C` could mean c1 or c2; write the square instead";
    complains(&guard, twice, "C", message);
}

#[test]
fn a_partner_may_be_unmoved_when_its_king_is_not() {
    let mut both = chess();
    both.unmoved = (0..2)
        .map(|side| Unmoved { code: code(1, side), homes: with(with([0; 4], 56 * side), 56 * side + 7) })
        .collect();
    let state = same(&both, "4k3/8/8/8/8/8/8/R3K2R w KAH - 0 1");
    assert_eq!((state.rights, state.unmoved), (with([0; 4], 7), with(with([0; 4], 0), 7)));
    becomes(&both, "r3k2r/8/8/8/8/8/8/R3K2R", "r3k2r/8/8/8/8/8/8/R3K2R w KQAHkqah - 0 1");
    becomes(&both, "r3k3/8/8/8/8/8/8/R4K2", "r3k3/8/8/8/8/8/8/R4K2 w Aqa - 0 1");
}

#[test]
fn holes_are_stars_or_part_of_a_gap() {
    let mut omega = variant(3, 3, 1, &[]);
    omega.board.holes = with(with([0; 4], 0), 8);
    same(&omega, "1k*/3/*K1 w - - 0 1");
    becomes(&omega, "1k1/3/1K1 w", "1k*/3/*K1 w - - 0 1");
    let start = "in the board of this FEN, at character ";
    complains(
        &omega,
        "1k*/3/KP1",
        "K",
        &format!(
            "{start}7: a1 is a hole of the board, no man can stand there; write `*` for it, or count it into a gap"
        ),
    );
    complains(
        &omega,
        "*k1/3/1K1",
        "*",
        &format!("{start}1: a3 is a cell of the board, not a hole; write a letter or a gap"),
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place_and_a_way_out() {
    let chess = chess();
    let kings = "4k3/8/8/8/8/8/8/4K3";
    let cases: [(String, &str, &str); 22] = [
        (
            "".into(),
            "",
            "in the board of this FEN, at character 1: there is no text; write the 8 ranks of 8 files from the top, separated by `/`, then the side to move",
        ),
        (
            "4k3/8/8".into(),
            "4k3/8/8",
            "in the board of this FEN, at character 1: it has 3 ranks, the board has 8; add the missing ranks, an empty one as its number of files",
        ),
        (
            format!("{kings}/8 w"),
            "4k3/8/8/8/8/8/8/4K3/8",
            "in the board of this FEN, at character 1: it has 9 ranks, the board has 8; leave out a rank, or look for a `/` too many",
        ),
        (
            "4k3/8/7/8/8/8/8/4K3".into(),
            "7",
            "in the board of this FEN, at character 7: rank 6 has 7 files, the board has 8; 1 more to go: is a man or a gap missing?",
        ),
        (
            "4k3/8/8/8/8/8/8/4K4 w".into(),
            "4K4",
            "in the board of this FEN, at character 17: rank 1 has 9 files, the board has 8; 1 too many",
        ),
        (
            "4k3/8/0/8/8/8/8/4K3".into(),
            "0",
            "in the board of this FEN, at character 7: a gap of no squares; a gap is a number from 1 to the number of files",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2X".into(),
            "X",
            "in the board of this FEN, at character 20: no man of White has the letter `X`; its letters are K R P +P A'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2+r".into(),
            "+r",
            "in the board of this FEN, at character 20: no man of Black has the letter `+r`; did you mean `r`? its letters are k r p +p a'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2?".into(),
            "?",
            "in the board of this FEN, at character 20: `?` means nothing here; a rank is made of letters, gaps (numbers), `*` for holes, and ends with `/`",
        ),
        (
            format!("{kings}[Pp] w"),
            "[Pp]",
            "in the hands of this FEN, at character 20: this game has no men in hand; leave the brackets out, or empty",
        ),
        (
            format!("{kings}[ w"),
            "[",
            "in the hands of this FEN, at character 20: the bracket is not closed; write `[]` for empty hands, or leave it out",
        ),
        (
            format!("{kings} x"),
            "x",
            "in the side to move of this FEN, at character 21: `x` is no side; write `w` for White or `b` for Black",
        ),
        (
            format!("{kings} w Kx"),
            "K",
            "in the castling field of this FEN, at character 23: the men that `K` is about are not at home: no R on h1; leave it out, or put the men back",
        ),
        (
            format!("{kings} w x"),
            "x",
            "in the castling field of this FEN, at character 23: `x` is no castling right here; write `-` for none, or any of `Q` `K` `q` `k`",
        ),
        (
            format!("{kings} w - e9"),
            "e9",
            "in the en passant field of this FEN, at character 25: `e9` is not a square of this board; write `-`, or a file a-h and a rank 1-8",
        ),
        (
            format!("{kings} w - e6"),
            "e6",
            "in the en passant field of this FEN, at character 25: no man of Black can have just passed e6; write `-`, or the square that the last move passed",
        ),
        (
            format!("{kings} w - e6é"),
            "é",
            "in the en passant field of this FEN, at character 27: `é` is not a square of this board; write `-`, or a file a-h and a rank 1-8",
        ),
        (
            format!("{kings} w - - x"),
            "x",
            "in the quiet clock of this FEN, at character 27: `x` is not a number from 0 to 65535; write digits only, or leave this field and all behind it out",
        ),
        (
            format!("{kings} w - - +1"),
            "+1",
            "in the quiet clock of this FEN, at character 27: this game has no counters; leave this field out",
        ),
        (
            format!("{kings} w - - 3+3 0 1"),
            "3+3",
            "in the quiet clock of this FEN, at character 27: this game has no counters; leave this field out",
        ),
        (
            format!("{kings} w - - 0 0"),
            "0",
            "in the move number of this FEN, at character 29: `0` is not a number from 1 to 65535; write digits only, or leave this field and all behind it out",
        ),
        (
            format!("{kings} w - - 0 1 x"),
            "x",
            "in the end of this FEN, at character 31: `x` is one field too many; a FEN has six fields: board, side, castling, en passant, quiet clock, move number",
        ),
    ];
    for (text, under, message) in &cases {
        complains(&chess, text, under, message);
    }
}

#[test]
fn hands_stand_behind_the_board() {
    let game = with_hands();
    let kings = "4k3/8/8/8/8/8/8/4K3";
    let state = same(&game, &format!("{kings}[RPPr] w - - 0 1"));
    assert_eq!(state.vars[..4], [1, 1, 2, 0]);
    same(&game, &format!("{kings}[] b - - 0 1"));
    becomes(&game, &format!("{kings}[pPR] w"), &format!("{kings}[RPp] w - - 0 1"));
    becomes(&game, &format!("{kings} [rR] w"), &format!("{kings}[Rr] w - - 0 1"));
    becomes(&game, &format!("{kings}[-] w"), &format!("{kings}[] w - - 0 1"));
    becomes(&game, kings, &format!("{kings}[Pp] w - - 0 1"));
}

#[test]
fn counters_stand_behind_the_en_passant_squares() {
    let game = with_counters();
    let start = "4k3/8/8/8/8/8/8/4K3 w - -";
    let state = same(&game, &format!("{start} 2+3,=7 4 9"));
    assert_eq!((&state.vars[..3], state.clock, state.number), (&[2, 3, 7][..], 4, 9));
    becomes(&game, start, &format!("{start} 3+3,=9 0 1"));
    becomes(&game, &format!("{start} 5 6"), &format!("{start} 3+3,=9 5 6"));
    becomes(&game, &format!("{start} 0+255,=0"), &format!("{start} 0+255,=0 0 1"));
}

#[test]
fn what_is_wrong_with_hands_and_counters_is_named() {
    let (hands, counters) = (with_hands(), with_counters());
    let kings = "4k3/8/8/8/8/8/8/4K3";
    let cases = [
        ("[Pk] w", "k", "22: Black can have no `k` in hand; write `[]` for empty hands, or letters of r p"),
        ("[P?]", "?", "22: White can have no `?` in hand; write `[]` for empty hands, or letters of R P"),
        ("[é", "[é", "20: the bracket is not closed; write `[]` for empty hands, or leave it out"),
    ];
    for (text, under, message) in cases {
        complains(
            &hands,
            &format!("{kings}{text}"),
            under,
            &format!("in the hands of this FEN, at character {message}"),
        );
    }
    let many = format!("{kings}[{}] w", "P".repeat(256));
    let message = "in the hands of this FEN, at character 276: there are more than 255 `P` in one hand; take some out";
    complains(&hands, &many, "P", message);
    for wrong in ["3+3", "3+3,=9,=1", "3+3,9", "=9,3+3", "256+0,=9", "3+-3,=9", "++,=", "3+3+3,=9"] {
        let message = format!(
            "in the counters of this FEN, at character 27: `{wrong}` is not what the counters of this game stand at (checks, turns); at the start of the game they are written `3+3,=9`, each number from 0 to 255"
        );
        complains(&counters, &format!("{kings} w - - {wrong} 0 1"), wrong, &message);
    }
    let message = "in the end of this FEN, at character 38: `x` is one field too many; this FEN has seven fields: board, side, castling, en passant, counters, quiet clock, move number";
    complains(&counters, &format!("{kings} w - - 3+3,=9 0 1 x"), "x", message);
}

#[test]
fn no_text_makes_it_panic() {
    let mut random = Random::new(2026);
    let pieces = [
        "k", "K", "+P", "+", "A'", "'", "8", "10", "99", "0", "/", "/8/8/", " ", " w ", "-", "[", "]", "*", "e3", "é",
        "\u{0}", "𝄞", "KQ", "[Pp]", "3+3", ",=4", " 3+3,=9 ",
    ];
    let good = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    let games = [
        chess(),
        variant(12, 10, 5, &[0, 1, 11]),
        variant(16, 16, 5, &[0]),
        variant(1, 1, 0, &[]),
        with_hands(),
        with_counters(),
    ];
    for round in 0..20_000 {
        let mut text: Vec<char> = if round % 2 == 0 { good.chars().collect() } else { Vec::new() };
        for _ in 0..random.below(12) {
            let at = random.below(text.len() + 1);
            if random.below(3) == 0 && at < text.len() {
                text.remove(at);
            } else {
                text.splice(at..at, pieces[random.below(pieces.len())].chars());
            }
        }
        let text: String = text.into_iter().collect();
        for variant in &games {
            if let Ok(state) = parse(variant, &text) {
                let written = write(variant, &state);
                assert_eq!(parse(variant, &written).as_ref(), Ok(&state), "{text} became {written}");
            }
        }
    }
}
