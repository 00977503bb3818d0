//! Why a move is refused: what is said for each thing that can stand against one, by rule and by square.
//!
//! What must be said follows from the rules of each file and the men on its board, and is worked out by hand.

use ferz::why::Why;
use ferz_lang::source::NoFiles;
use ferz_runtime::{Engine, fen};
use ferz_spec::Interpreter;

/// What is said about a square or a move.
#[track_caller]
fn why(source: &str, position: &str, text: &str) -> Vec<String> {
    let compiled = ferz_lang::compile("why.ferz", source, &NoFiles);
    let errors: Vec<String> =
        compiled.diagnostics.iter().filter(|d| d.is_error()).map(|d| format!("{}: {}", d.code, d.message)).collect();
    let rules = compiled.rules.clone().unwrap_or_else(|| panic!("{errors:?}"));
    let engine = Interpreter::new(&rules);
    let state = fen::parse(engine.variant(), position).unwrap_or_else(|error| panic!("{position}: {error}"));
    Why::new(&rules, &compiled).explain(&state, text)
}

/// One sentence, which is this one.
#[track_caller]
fn says(source: &str, position: &str, text: &str, wanted: &str) {
    assert_eq!(why(source, position, text), [wanted]);
}

const CHESS: &str = "variant \"Chess\"\nuse fide\n";

#[test]
fn a_screen_that_is_missing() {
    let cannons = "variant \"Cannons\"\nuse fide\npiece Cannon C = \"mRcpR\"\n";
    says(
        cannons,
        "r3k3/8/8/8/8/8/8/C3K3 w - - 0 1",
        "a1a8",
        "`a1a8` is not legal: the Cannon on a1 needs a man to jump over, on a2, a3, a4, a5, a6 and a7",
    );
    // With two men between, one is too many.
    says(cannons, "r3k3/p7/8/8/8/P7/8/C3K3 w - - 0 1", "a1a8", "`a1a8` is not legal: the Pawn on a3 stands in the way");
    says(cannons, "4k3/8/8/8/8/P7/8/C3K3 w - - 0 1", "a1a5", "`a1a5` is not legal: the Pawn on a3 stands in the way");
    let hoppers = "variant \"Grasshoppers\"\nuse fide\npiece Grasshopper G = \"gQ\"\n";
    says(
        hoppers,
        "4k3/8/8/8/8/8/8/G3K3 w - - 0 1",
        "a1a5",
        "`a1a5` is not legal: the Grasshopper on a1 needs a man to jump over, on a4",
    );
}

#[test]
fn men_in_the_way() {
    says(CHESS, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "a1a5", "`a1a5` is not legal: the Pawn on a3 stands in the way");
    says(CHESS, "4k3/8/8/p7/8/P7/8/R3K3 w - - 0 1", "a1a7", "`a1a7` is not legal: men stand in the way, on a3 and a5");
    says(CHESS, "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a1a2", "`a1a2` is not legal: the Pawn on a2 is an own man");
    says(
        CHESS,
        "4k3/8/8/8/8/p7/P7/4K3 w - - 0 1",
        "a2a3",
        "`a2a3` is not legal: the Pawn on a2 does not capture so, it only moves there",
    );
}

#[test]
fn restrictors_each_by_its_word() {
    let source = r#"variant "Restricted"
use fide
piece Guard   G = "K" within d1..f3
piece Leaper  L = "N" from rank 1
piece Jumper  J = "N" to rank 3
piece Cannon  C = "pR" over Pawn
piece Hunter  H = "R" taking Pawn
"#;
    for (position, text, reason) in [
        ("4k3/8/8/8/8/3G4/8/4K3 w - - 0 1", "d3d4", "the Guard on d3 may not leave its part of the board (`within`)"),
        ("4k3/8/8/8/8/3L4/8/4K3 w - - 0 1", "d3e5", "the Leaper on d3 may go so only from other squares (`from`)"),
        ("4k3/8/8/8/8/3J4/8/4K3 w - - 0 1", "d3e5", "the Jumper on d3 may go so only to other squares (`to`)"),
        ("4k3/8/8/8/8/N7/8/C3K3 w - - 0 1", "a1a5", "the Cannon on a1 may not jump over that man (`over`)"),
        ("4k3/8/8/n7/8/8/8/H3K3 w - - 0 1", "a1a5", "the Hunter on a1 may not take that man (`taking`)"),
        ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a5", "the Pawn on a3 may go so only as long as it has not moved"),
    ] {
        says(source, position, text, &format!("`{text}` is not legal: {reason}"));
    }
}

#[test]
fn drops() {
    let source = r#"variant "Reserves"
use fide
hand Pawn, Knight
rule pawns   { drop Pawn on empty - rank 1 - last rank }
rule knights { drop Knight on empty }
rule quiet_drops { forbid drop when check of enemy }
"#;
    let position = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1";
    says(source, position, "N@a1", "`N@a1` is legal");
    says(source, position, "P@a8", "`P@a8` is not legal: rule `pawns` (why.ferz:4) allows no such man there");
    says(source, position, "N@d6", "`N@d6` is not legal: rule `quiet_drops` (why.ferz:6) forbids it");
    let pinned = "4k3/8/8/8/8/8/8/r3K3[PN] w - - 0 1";
    let check = why(source, pinned, "P@h3");
    assert_eq!(check, ["`P@h3` is not legal: it leaves the King on e1 attacked by the Rook on a1"]);
    let empty_hand = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1";
    says(source, empty_hand, "N@d4", "`N@d4` is not legal: White has no `N` in hand");
    says(source, position, "P@e1", "`P@e1` is not legal: a man stands on e1 already");
    says(source, position, "Q@d4", "`Q@d4` is not legal: White has no `Q` in hand");
}

#[test]
fn what_follows_on_a_move_and_cannot_be_done() {
    let source = r#"variant "To the middle"
use fide
rule middle {
  after capture by Rook { relocate to to e4 }
}
"#;
    // The Rook would have to go where the Pawn stands.
    says(
        source,
        "4k3/8/8/p7/4P3/8/8/R3K3 w - - 0 1",
        "a1a5",
        "`a1a5` is not legal: what follows on it cannot be done: rule `middle` (why.ferz:3)",
    );
    says(source, "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "a1a5", "`a1a5` is legal");
}

#[test]
fn a_game_that_is_over() {
    let source = "variant \"Hill\"\nuse fide\nrule hill { win when any(own King & d4..e5) }\n";
    says(
        source,
        "8/8/8/k7/4K3/8/8/8 b - - 0 1",
        "a5a4",
        "`a5a4` is not legal: the game is over: White wins by hill, by rule `hill` (why.ferz:3)",
    );
}

#[test]
fn forbidden_moves_and_moves_that_come_second() {
    let source = r#"variant "Rules"
use fide
rule eager { prefer capture }
rule calm  { forbid castling }
"#;
    says(
        source,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        "e4e5",
        "`e4e5` is not legal: another move goes first: a rule prefers it",
    );
    says(source, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "`e1g1` is not legal: rule `calm` (why.ferz:4) forbids it");
}

#[test]
fn actions() {
    let source = r#"variant "Actions"
use fide
action refuge {
  when check
  choose rook in own Rook
  swap own King, rook
}
"#;
    says(
        source,
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "e1a1",
        "`e1a1` is not legal: the condition of rule `refuge` (why.ferz:3) does not hold",
    );
}

#[test]
fn castling() {
    for (position, reason) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "the men that castle must not have moved, and one has"),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "something stands between the men that castle"),
        (
            "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
            "the King on e1 may castle neither out of check, nor over or onto an attacked square",
        ),
    ] {
        says(CHESS, position, "e1g1", &format!("`e1g1` is not legal: {reason}"));
    }
}

#[test]
fn men_and_squares() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    says(CHESS, start, "e4", "nobody stands on e4");
    says(CHESS, start, "e7", "the Pawn on e7 is Black's, and it is White's turn");
    says(CHESS, start, "a1", "the Rook on a1 moves as \"R\", and has no legal move");
    says(CHESS, start, "e4e5", "`e4e5` is not legal: nobody stands on e4");
    // A man that is pinned: where it could go, and why it may not.
    let pinned = why(CHESS, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2");
    assert_eq!(pinned.len(), 7, "{pinned:?}");
    assert!(pinned[0].ends_with("has no legal move"), "{pinned:?}");
    for says in &pinned[1..] {
        assert!(says.ends_with("it leaves the King on e1 attacked by the Rook on e8"), "{says}");
    }
}
