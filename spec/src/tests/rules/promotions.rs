//! What men become, where that depends on the position.

use super::*;
use ferz_lang::rules::expr::Comparison;
use ferz_lang::rules::{Place, Promotion};

fn line(rules: &Rules, zone_names: &str, optional: bool, to: Kinds) -> Promotion {
    let Squares::Zone(zone) = zone(rules, zone_names) else { unreachable!() };
    Promotion { rule: "promotion".into(), kinds: KindSet::of(PAWN), zone, place: Place::On, optional, to, while_: None }
}

/// Optional on rank 4 and compulsory on rank 5, to men that were captured; the set-up has a rook, a knight and two pawns.
fn captured() -> Rules {
    let mut rules = small(5, 5);
    rules.kinds.push(kind('N', vec![leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])]));
    setup(&mut rules, "k4/5/5/PP3/K2RN w");
    let ranks = |white: usize, black: usize| [white, black].map(|rank| (5 * rank - 5..5 * rank).collect());
    rules.promotions = vec![
        Promotion { zone: ranks(4, 2), ..line(&rules, "", true, Kinds::Captured) },
        Promotion { zone: ranks(5, 1), ..line(&rules, "", false, Kinds::Captured) },
    ];
    rules
}

#[test]
fn men_that_were_captured_come_back() {
    let rules = captured();
    // Nobody is missing: the pawn may go to rank 4 as it is, and not to rank 5.
    legal(&rules, "4k/5/PP3/5/K2RN w", &["a3a4", "b3b4"], &["a3a4r", "a3a4n"]);
    legal(&rules, "4k/P4/1P3/5/K2RN w", &["b3b4"], &["a4a5", "a4a5r", "a4a5p"]);
    // The rook is missing, the knight is not. A pawn that is missing and a king do not count.
    legal(&rules, "4k/P4/1P3/5/K3N w", &["a4a5r", "b3b4r", "b3b4"], &["a4a5", "a4a5n", "a4a5p", "a4a5k"]);
    legal(&rules, "4k/P4/5/5/K2RN w", &[], &["a4a5", "a4a5p"]);
    legal(&rules, "4k/P4/5/5/3RN w", &[], &["a4a5", "a4a5k"]);
    legal(&rules, "4k/P4/5/5/K4 w", &["a4a5n", "a4a5r"], &["a4a5"]);
    // The set-up gives Black nothing to get back.
    legal(&rules, "4k/5/5/p4/4K b", &[], &["a2a1", "a2a1r"]);
}

#[test]
fn who_cannot_promote_still_attacks() {
    let rules = captured();
    // The pawn on b4 may not take on a5 or c5, yet checks there.
    let text = "2k2/1P3/P4/5/K2RN b";
    let engine = Interpreter::new(&rules);
    assert!(engine.in_check(&load(&engine, text)));
    legal(&rules, "2k2/1P3/P4/5/K2RN w", &[], &["b4c5"]);
    legal(&rules, "r1r2/1P3/P4/5/K3N w", &["b4c5r"], &["b4c5", "b4a5n"]);
}

#[test]
fn lines_that_match_are_united() {
    let mut rules = small(5, 5);
    rules.kinds.push(kind('N', vec![]));
    rules.promotions = vec![line(&rules, "a5", true, kinds(&[ROOK])), line(&rules, "a5 b5", true, kinds(&[3]))];
    legal(&rules, "4k/PP3/5/5/K4 w", &["a4a5", "a4a5r", "a4a5n", "b4b5", "b4b5n"], &["b4b5r"]);
    rules.promotions[1].optional = false;
    legal(&rules, "4k/PP3/5/5/K4 w", &["a4a5r", "a4a5n", "b4b5n"], &["a4a5", "b4b5"]);
}

#[test]
fn a_line_may_count_for_a_while() {
    let mut rules = small(5, 5);
    rules.kinds.push(kind('N', vec![]));
    let few = Cond::Compare(Int::Count(men(Who::Own, &[ROOK])), Comparison::Less, Int::Const(1));
    let rook = Promotion { while_: Some(few), ..line(&rules, "a5", false, kinds(&[ROOK])) };
    rules.promotions = vec![line(&rules, "a5", true, kinds(&[3])), rook];
    // Without a rook there must be a promotion, perhaps to one; with a rook the other line stands alone.
    legal(&rules, "4k/P4/5/5/K4 w", &["a4a5n", "a4a5r"], &["a4a5"]);
    legal(&rules, "4k/P4/5/5/K2R1 w", &["a4a5n", "a4a5"], &["a4a5r"]);
    legal(&rules, "4k/P3r/5/5/K4 w", &["a4a5r"], &["a4a5"]);
}

#[test]
fn each_kind_has_its_promoted_form() {
    let mut rules = small(5, 5);
    rules.kinds.push(Kind { plain: Some(PAWN), ..kind('T', vec![]) });
    rules.kinds.push(Kind { plain: Some(ROOK), ..kind('D', vec![]) });
    let both = Promotion {
        kinds: [ROOK, PAWN].into_iter().collect(),
        place: Place::FromOrTo,
        ..line(&rules, "a4 b4 c4 d4 e4 a5 b5 c5 d5 e5", true, Kinds::PromotedForm)
    };
    rules.promotions = vec![both];
    legal(&rules, "4k/5/P4/5/K2R1 w", &["a3a4", "a3a4t", "d1d4", "d1d4d", "d1d3"], &["a3a4d", "d1d4t", "d1d3d"]);
    legal(&rules, "4k/3R1/5/5/K4 w", &["d4d1d", "d4d1"], &[]);
}

#[test]
fn what_is_remembered_goes_without_saying() {
    let mut rules = small(5, 5);
    let mut remembered = Kind { plain: Some(PAWN), ..rules.kinds[ROOK].clone() };
    remembered.letters = [Some(Letter { letter: 'R', plus: false, mark: Some('~') }); 2];
    rules.kinds.push(remembered);
    rules.promotions = vec![line(&rules, "a5", false, kinds(&[3]))];
    assert_eq!(played(&rules, "4k/P4/5/5/K4 w - - 0 1", &["a4a5r"]), "R~3k/5/5/5/K4 b - - 0 1");
    rules.promotions[0].to = kinds(&[ROOK, 3]);
    legal(&rules, "5/P3k/5/5/K4 w", &["a4a5r~"], &[]);
}
