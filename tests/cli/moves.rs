//! `moves`, with `--why`, and `fen`.

use super::*;

#[test]
fn moves_are_sorted_byte_by_byte() {
    let call = ferz(&["moves", CHESS]).ends(0);
    let moves: Vec<&str> = call.out.lines().collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted());
    assert_eq!((moves[0], moves[19]), ("a2a3", "h2h4"));
    let answer = ferz(&["moves", CHESS, "--json"]).ends(0).json();
    assert_eq!(answer["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let listed: Vec<&str> = answer["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(listed, moves);
}

#[test]
fn a_decided_position_has_no_moves() {
    // Fool's mate.
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(ferz(&["moves", CHESS, "--fen", fen]).ends(0).out, "");
    assert_eq!(ferz(&["perft", CHESS, "2", "--fen", fen, "--json"]).ends(0).json()["nodes"], 0);
}

#[test]
fn why_names_what_stands_against_a_move() {
    let why = |fen: &str, text: &str| ferz(&["moves", CHESS, "--fen", fen, "--why", text]).ends(0).out;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, text, says) in [
        (start, "b1c3", "`b1c3` is legal"),
        (start, "e4", "nobody stands on e4"),
        (start, "e2", "may play e2e3, e2e4"),
        (start, "e7e5", "it is White's turn"),
        (start, "a1a3", "the Pawn on a2 stands in the way"),
        (start, "e2d3", "only to capture"),
        (start, "e1e2", "the Pawn on e2 is an own man"),
        (start, "a1b2", "is an own man"),
        (start, "e2e5", "fmWfceF"),
        ("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", "the King on e1 attacked by the Rook on e8"),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "attacked square"),
        ("6k1/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "must not have moved"),
        ("6k1/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "stands between"),
    ] {
        let out = why(fen, text);
        assert!(out.contains(says), "{text}: no `{says}` in:\n{out}");
    }
    let answer = ferz(&["moves", CHESS, "--why", "e2e5", "--json"]).ends(0).json();
    assert_eq!(answer["why"], "e2e5");
    assert_eq!(answer["says"].as_array().map(Vec::len), Some(1));
}

const FACING: &str = r#"variant "Facing"
use fide without castling
rule facing {
  forbid any(reach("Q", own King) & enemy King)
}
rule promotion {
  promote Pawn on last rank to captured
}
action refuge {
  last resort
  when check
  choose heir in own Knight - attacked
  swap own King, heir
}
"#;

#[test]
fn why_names_the_rule_and_its_line() {
    let path = file("why-rules", FACING);
    let open = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
    // White has lost nothing that a Pawn could become.
    let full = "rnbq1bnr/4P3/8/7k/8/8/8/RNBQKBNR w - - 0 1";
    for (fen, text, words) in [
        (open, "e2d2", &["rule `facing`", ":3)"][..]),
        (open, "e2", &["e2e3", "`e2a2`: rule `facing`"]),
        (full, "e7e8", &["nothing it could become", "rule `promotion`", ":6)"]),
        (full, "e1b1", &["`refuge`", ":9)", "last resort", "does not hold"]),
    ] {
        let out = ferz(&["moves", &path, "--fen", fen, "--why", text]).ends(0).out;
        for word in words {
            assert!(out.contains(word), "{text}: no `{word}` in:\n{out}");
        }
    }
    let shown = ferz(&["show", &path]).ends(0).out;
    for words in ["enemy King", "becomes a kind that was captured", "if there is no other move", "change places"] {
        assert!(shown.contains(words), "no `{words}` in:\n{shown}");
    }
}

#[test]
fn fen_is_written_in_full() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(ferz(&["fen", CHESS]).ends(0).out, format!("{start}\n"));
    assert_eq!(ferz(&["fen", CHESS, "--json"]).ends(0).json()["fen"], start);
    let call = ferz(&["fen", CHESS, "--fen", "4k3/8/8/8/8/8/8/4K3"]).ends(0);
    assert_eq!(call.out, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
}

#[test]
fn a_bad_fen_is_shown_with_what_is_wrong_about_it() {
    let few = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1";
    ferz(&["moves", CHESS, "--fen", few]).refused(&["7 ranks", "the board has 8", "^", "help"]);
    ferz(&["perft", CHESS, "2", "--fen", "4k3/8/8/8/8/8/8/4X3 w - - 0 1"]).refused(&["X", "help"]);
    ferz(&["fen", CHESS, "--fen", "4k3/8/8/8/8/8/8/4K3 green"]).refused(&["green", "help"]);
    ferz(&["show", CHESS, "--fen", ""]).refused(&["help"]);
    ferz(&["moves", CHESS, "--fen", "♔"]).refused(&["help"]);
    // Only what matters of a long text is shown, and nothing that would command a terminal.
    let long = format!("{}\x1b[31m/8", "8/".repeat(20_000));
    let call = ferz(&["moves", CHESS, "--fen", &long]).ends(2);
    assert!(call.err.len() < 1000 && !call.err.contains('\x1b'), "{}", call.err);
}
