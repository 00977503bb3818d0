//! Movements that native code goes square by square, in games of random moves: both engines must find the same moves, attacks and positions, and
//! nobody may have more moves than the plan made room for.

use ferz_abi::{Move, has};
use ferz_compiler::Native;
use ferz_compiler::plan::Plan;
use ferz_lang::{NoFiles, compile};
use ferz_runtime::{Engine, Position, Random, fen};
use ferz_spec::Interpreter;

/// Plies of each game.
const PLIES: usize = 40;

fn sorted(engine: &dyn Engine, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    engine.moves(position, &mut moves);
    moves.sort_unstable();
    moves
}

/// Plays games of a variant on both engines. Gives how many moves were compared that took or carried men on the way, or left squares open.
fn play(text: &str, games: u64) -> usize {
    let compiled = compile("traced.ferz", text, &NoFiles);
    let rules = compiled.rules.unwrap_or_else(|| panic!("{text}\n{:?}", compiled.diagnostics));
    let plan = Plan::new(&rules).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (spec, native) = (Interpreter::new(&rules), Native::compile(&rules).unwrap());
    let variant = spec.variant();
    let cells = usize::from(variant.board.width) * usize::from(variant.board.height);
    let mut unusual = 0;
    for game in 0..games {
        let mut random = Random::new(game);
        let mut position = spec.load(&fen::parse(variant, &variant.setups[0].fen).unwrap());
        for _ in 0..PLIES {
            let state = *position.state();
            let shown = fen::write(variant, &state);
            let other = native.load(&state);
            assert_eq!(*other.state(), state, "{text}\n{shown}");
            let moves = sorted(&spec, &position);
            assert_eq!(moves, sorted(&native, &other), "{text}\n{shown}");
            assert_eq!(spec.in_check(&position), native.in_check(&other), "{text}\n{shown}");
            for square in (0..cells).filter(|&square| !has(&variant.board.holes, square)) {
                for side in 0..2 {
                    let expected = spec.attacked(&position, square as u8, side);
                    assert_eq!(
                        native.attacked(&other, square as u8, side),
                        expected,
                        "{square} {side}\n{text}\n{shown}"
                    );
                }
            }
            for kind in plan.sides.iter().flat_map(|side| &side.kinds) {
                for from in (0..cells).filter(|&square| state.cells[square] == kind.code) {
                    let number = moves.iter().filter(|m| usize::from(m.from) == from && m.man == kind.code).count();
                    assert!(number <= kind.most_moves, "{number} moves, room for {}\n{text}\n{shown}", kind.most_moves);
                }
            }
            unusual += moves.iter().filter(|m| m.victims + m.carried + m.passed > 0 || m.from == m.to).count();
            for m in &moves {
                let (ours, theirs) = (spec.make(&position, m), native.make(&other, m));
                assert_eq!(ours.state(), theirs.state(), "{m:?}\n{text}\n{shown}");
                assert!(theirs == native.load(theirs.state()), "boards after {m:?}\n{text}\n{shown}");
            }
            if moves.is_empty() {
                break;
            }
            position = spec.make(&position, &moves[random.below(moves.len())]);
        }
    }
    unusual
}

/// A variant with men of two kinds and a royal on a board of this size, and rules.
fn variant(size: &str, pieces: &str, royal: &str, setup: &str, rules: &str) -> String {
    format!(
        "variant \"Traced\"\nboard {size}\n{pieces}\npiece King K = \"{royal}\" royal\nsetup \"{setup}\"\n\
         rule checkmate {{ lose when checkmate }}\nrule stalemate {{ draw when stalemate }}\n{rules}\n"
    )
}

const SMALL: &str = "xyky/yxyx/4/XYXY/YKYX";
const MIDDLE: &str = "xyxkyxyx/yxxyyxxy/8/8/8/8/XYYXXYYX/YXYKXYXY";
const LARGE: &str = "1xyxyxkxyxyx/yxyx1xyxyxyx/12/3y8/12/7x4/2X9/12/8Y3/12/XYXY1XYXYXYX/1XYXYXKXYXYX";

#[test]
fn men_taken_and_carried_on_the_way() {
    let mut unusual = 0;
    for (size, setup) in [("4x5", SMALL), ("8x8", MIDDLE), ("12x12", LARGE)] {
        for pieces in [
            "piece Lion X = \"KNADcaKmcabK\"\npiece Checker Y = \"fmFfcafmF\"",
            "piece Rifle X = \"caibR\"\npiece Locust Y = \"[cR-fmW]\" + \"mB\"",
            "piece Swapper X = \"udRmB2\"\npiece Withdrawer Y = \"[mcoK-bK-fmQ][dK-buK-fmQ]\"",
            "piece Cannibal X = \"cdKmN\"\npiece Flyer Y = \"cafmBmW\"",
        ] {
            for royal in ["K", "KmcabK"] {
                unusual += play(&variant(size, pieces, royal, setup, ""), 1);
            }
        }
    }
    assert!(unusual > 5000, "{unusual}");
}

#[test]
fn rides_that_turn_wrap_and_slide_over_men() {
    for (size, setup) in [("4x5", SMALL), ("8x8", MIDDLE), ("12x12", LARGE)] {
        for pieces in [
            "piece Rose X = \"qN\"\npiece Crooked Y = \"zBmW\"",
            "piece Roller X = \"oR\"\npiece Skier Y = \"jRmF\"",
            "piece Hook X = \"mRcaaW\"\npiece Tame Y = \"tQ2\"",
            "piece Relay X = \"gafK\" + \"mpafsW\"\npiece Falcon Y = \"[K-K-fsK]\"",
        ] {
            play(&variant(size, pieces, "K", setup, ""), 1);
        }
    }
}

#[test]
fn limits_promotions_rights_and_en_passant() {
    let setup = "r3k2r/xyxyxyxy/8/8/8/8/XYXYXYXY/R3K2R";
    let unusual = play(
        &variant(
            "8x8",
            "piece Rook R = \"RudB\"\npiece Runner X = (\"fmR4\" + \"bmW\" + \"cF\") marking\npiece Taker Y = \"fmWfcafmWfceB\"",
            "K",
            setup,
            "rule more { castle King 2 with Rook\n promote Runner | Taker on last rank optionally to Rook }",
        ),
        4,
    );
    assert!(unusual > 200, "{unusual}");
    play(
        &variant(
            "8x8",
            "piece Hunter X = (\"Q\" taking Prey | King) + (\"pR\" over Prey)\npiece Prey Y = \"WcaK\" within ~(d4 | e5)",
            "K",
            MIDDLE,
            "rule home { forbid any(own King & rank 8) }",
        ),
        3,
    );
}
