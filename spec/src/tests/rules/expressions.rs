//! Sets of squares, numbers, conditions.

use super::*;
use crate::expr::View;
use ferz_lang::rules::InHand;
use ferz_lang::rules::expr::{Comparison, Counter};

/// The squares of a set, by name, as White or Black sees them.
#[track_caller]
fn set_of(rules: &Rules, text: &str, own: usize, set: &Squares, expected: &str) {
    let engine = Interpreter::new(rules);
    let position = load(&engine, text);
    let found = engine.squares(&View::new(position.state(), own), set);
    let wanted: SquareSet = expected.split_whitespace().map(|name| square(rules, name)).collect();
    let names = |set: SquareSet| set.iter().map(|s| square_name(&rules.board, s)).collect::<Vec<_>>();
    assert_eq!(names(found), names(wanted), "{set:?} in {text}");
}

fn number_of(rules: &Rules, text: &str, own: usize, int: &Int) -> i64 {
    let engine = Interpreter::new(rules);
    engine.number(&View::new(load(&engine, text).state(), own), int)
}

fn holds(rules: &Rules, text: &str, own: usize, cond: &Cond) -> bool {
    let engine = Interpreter::new(rules);
    engine.holds_for(&View { depth: 2, ..View::new(load(&engine, text).state(), own) }, cond)
}

const POSITION: &str = "k3r/1p3/2R2/5/K4 w";

#[test]
fn men_are_told_by_owner_and_kind() {
    let rules = small(5, 5);
    set_of(&rules, POSITION, 0, &all_men(Who::Own), "a1 c3");
    set_of(&rules, POSITION, 1, &all_men(Who::Own), "a5 e5 b4");
    set_of(&rules, POSITION, 0, &men(Who::Enemy, &[ROOK, PAWN]), "e5 b4");
    set_of(&rules, POSITION, 0, &men(Who::Either, &[ROOK]), "c3 e5");
    let absolute = Squares::Zone([(0..5).collect(), (20..25).collect()]);
    set_of(&rules, POSITION, 0, &and(absolute.clone(), Squares::Empty), "b1 c1 d1 e1");
    set_of(&rules, POSITION, 1, &and(absolute, Squares::Empty), "b5 c5 d5");
}

#[test]
fn sets_are_joined_cut_and_turned_round() {
    let rules = small(3, 3);
    let (left, low) = (zone(&rules, "a1 a2 a3"), zone(&rules, "a1 b1 c1"));
    let kings = "k2/3/2K w";
    set_of(&rules, kings, 0, &or(left.clone(), low.clone()), "a1 a2 a3 b1 c1");
    set_of(&rules, kings, 0, &and(left.clone(), low.clone()), "a1");
    set_of(&rules, kings, 0, &minus(left.clone(), low), "a2 a3");
    set_of(&rules, kings, 0, &Squares::Not(Box::new(left)), "b1 b2 b3 c1 c2 c3");
}

#[test]
fn holes_are_in_no_set() {
    let mut rules = small(3, 3);
    rules.board.holes = ferz_abi::with([0; 4], 4);
    let corner = zone(&rules, "b1");
    set_of(&rules, "k2/1*1/2K w", 0, &Squares::Not(Box::new(corner.clone())), "a1 c1 a2 c2 a3 b3 c3");
    set_of(&rules, "k2/1*1/2K w", 0, &Squares::Files(Box::new(corner.clone())), "b1 b3");
    set_of(&rules, "k2/1*1/2K w", 0, &Squares::Near(Box::new(corner)), "a1 c1 a2 c2");
    set_of(&rules, "k2/1*1/2K w", 0, &Squares::Empty, "a1 b1 a2 c2 b3 c3");
}

#[test]
fn neighbours_files_and_ranks() {
    let rules = small(5, 5);
    let near = |names| Squares::Near(Box::new(zone(&rules, names)));
    set_of(&rules, POSITION, 0, &near("a1"), "a2 b2 b1");
    // Two that stand side by side are each other's neighbours.
    set_of(&rules, POSITION, 0, &near("a1 b1"), "a1 b1 c1 a2 b2 c2");
    set_of(&rules, POSITION, 0, &near("a1 c1"), "b1 d1 a2 b2 c2 d2");
    set_of(&rules, POSITION, 0, &Squares::Files(Box::new(men(Who::Own, &[KING]))), "a1 a2 a3 a4 a5");
    set_of(&rules, POSITION, 0, &Squares::Ranks(Box::new(zone(&rules, "b2 e2"))), "a2 b2 c2 d2 e2");
    set_of(&rules, POSITION, 0, &Squares::Files(Box::new(zone(&rules, ""))), "");
}

#[test]
fn attacked_squares_are_those_where_one_could_be_taken() {
    let rules = small(5, 5);
    // The pawn attacks diagonally only, the rook up to the first man and that man, nobody his own men.
    let by_black = "b5 c5 d5 e1 e2 e3 e4 a3 c3 a4";
    set_of(&rules, POSITION, 0, &Squares::Attacked(Who::Enemy), by_black);
    set_of(&rules, POSITION, 1, &Squares::Attacked(Who::Own), by_black);
    set_of(&rules, POSITION, 0, &and(all_men(Who::Own), Squares::Attacked(Who::Enemy)), "c3");
    set_of(&rules, POSITION, 0, &minus(all_men(Who::Own), Squares::Attacked(Who::Enemy)), "a1");
    // A pin does not matter: the rook on c3 could not go there.
    set_of(&rules, "2k2/5/2r2/5/R1K2 b", 0, &and(zone(&rules, "a3 c1"), Squares::Attacked(Who::Enemy)), "a3 c1");
}

#[test]
fn reach_is_where_such_men_could_go_and_whom_they_could_take() {
    let rules = small(5, 5);
    let queen = vec![rides(&ORTHOGONAL), rides(&DIAGONAL)];
    let reach = |from| Squares::Reach(Box::new([queen.clone(), queen.clone()]), Box::new(from));
    // From a1: along the file up to the king, along the rank, and along the diagonal up to the own rook.
    set_of(&rules, POSITION, 0, &reach(men(Who::Own, &[KING])), "a2 a3 a4 a5 b1 c1 d1 e1 b2");
    set_of(&rules, POSITION, 0, &and(reach(men(Who::Own, &[KING])), men(Who::Enemy, &[KING])), "a5");
    // From the square of an enemy and from an empty one, with the eyes of who asks.
    set_of(&rules, POSITION, 0, &and(reach(men(Who::Enemy, &[PAWN])), zone(&rules, "a5 c3 b5 e4")), "a5 b5 e4");
    set_of(&rules, POSITION, 0, &and(reach(zone(&rules, "e1")), zone(&rules, "e5 a1 b1 c3 d2 d1")), "e5 b1 d2 d1");
    let lame = vec![part([vec![Leg { ends: Landing::MOVE, ..leap(0, 1) }, leap(0, 1)]])];
    let lame = Squares::Reach(Box::new([lame.clone(), lame.iter().map(turned).collect()]), Box::new(all_men(Who::Own)));
    set_of(&rules, POSITION, 0, &lame, "a3 c5");
    set_of(&rules, POSITION, 1, &lame, "a3 e3 b2");
}

#[test]
fn numbers_count_men_losses_counters_and_hands() {
    let mut rules = small(5, 5);
    rules.counters = vec![
        Counter { name: "lives".into(), start: 3, each_side: true },
        Counter { name: "turns".into(), start: 7, each_side: false },
    ];
    rules.hand = vec![InHand { kind: ROOK, start: [0; 2] }, InHand { kind: PAWN, start: [0; 2] }];
    setup(&mut rules, "k3r/ppp2/5/1PPP1/KR3[] w");
    let text = "k3r/1p3/2R2/5/K4[PPRr] w - - 2+1,=6";
    let all = kinds(&[KING, ROOK, PAWN]);
    let cases = [
        (Int::Const(-4), -4),
        (Int::Count(all_men(Who::Own)), 2),
        (Int::Count(zone(&rules, "")), 0),
        // Three pawns of White's are gone; the men in hand do not stand on the board.
        (Int::Lost(kinds(&[PAWN])), 3),
        (Int::Lost(all.clone()), 3),
        (Int::Counter(0, Who::Own), 2),
        (Int::Counter(0, Who::Enemy), 1),
        (Int::Counter(0, Who::Either), 3),
        (Int::Counter(1, Who::Own), 6),
        (Int::Counter(1, Who::Either), 6),
        (Int::Hand(kinds(&[PAWN]), Who::Own), 2),
        (Int::Hand(all.clone(), Who::Own), 3),
        (Int::Hand(all.clone(), Who::Either), 4),
        (Int::Add(Box::new(Int::Const(2)), Box::new(Int::Count(all_men(Who::Enemy)))), 5),
        (Int::Sub(Box::new(Int::Const(2)), Box::new(Int::Const(5))), -3),
        (Int::Mul(Box::new(Int::Const(-2)), Box::new(Int::Const(5))), -10),
    ];
    for (int, expected) in cases {
        assert_eq!(number_of(&rules, text, 0, &int), expected, "{int:?}");
    }
    // Two black pawns are gone. A man more than at the start is no loss, and makes good for no other.
    assert_eq!(number_of(&rules, text, 1, &Int::Lost(all.clone())), 2);
    assert_eq!(number_of(&rules, "k1rrr/5/5/5/K4[] w", 1, &Int::Lost(all)), 3);
}

#[test]
fn conditions_compare_and_join() {
    let rules = small(5, 5);
    let compare = |a, how, b| Cond::Compare(Int::Const(a), how, Int::Const(b));
    let (yes, no) = (Cond::Const(true), Cond::Const(false));
    let or = |a: &Cond, b: &Cond| Cond::Or(Box::new(a.clone()), Box::new(b.clone()));
    let cases = [
        (compare(1, Comparison::Equal, 1), true),
        (compare(1, Comparison::Equal, 2), false),
        (compare(-1, Comparison::Less, 0), true),
        (compare(0, Comparison::Less, 0), false),
        (compare(0, Comparison::AtMost, 0), true),
        (compare(1, Comparison::AtMost, 0), false),
        (both(yes.clone(), no.clone()), false),
        (both(yes.clone(), yes.clone()), true),
        (or(&no, &yes), true),
        (or(&no, &no), false),
        (Cond::Not(Box::new(no.clone())), true),
        (Cond::Any(all_men(Who::Own)), true),
        (none(all_men(Who::Own)), false),
        (Cond::OwnIs(0), true),
        (Cond::OwnIs(1), false),
        (Cond::ToMove, true),
    ];
    for (cond, expected) in cases {
        assert_eq!(holds(&rules, POSITION, 0, &cond), expected, "{cond:?}");
    }
    assert!(holds(&rules, POSITION, 1, &Cond::OwnIs(1)) && !holds(&rules, POSITION, 1, &Cond::ToMove));
}

#[test]
fn check_checkmate_and_stalemate_are_about_a_side() {
    let rules = small(5, 5);
    let mated = "k4/5/KR3/5/5 b";
    let check = "R3k/5/5/5/K4 b";
    let mate = "R3k/1R3/5/5/K4 b";
    for (text, in_check, checkmate, stalemate) in
        [(check, true, false, false), (mate, true, true, false), (mated, false, false, true)]
    {
        let asked = [Cond::Check(Who::Own), Cond::Checkmate(Who::Own), Cond::Stalemate(Who::Own)];
        assert_eq!(asked.map(|cond| holds(&rules, text, 1, &cond)), [in_check, checkmate, stalemate], "{text}");
        let asked = [Cond::Check(Who::Enemy), Cond::Checkmate(Who::Enemy), Cond::Stalemate(Who::Either)];
        assert_eq!(asked.map(|cond| holds(&rules, text, 0, &cond)), [in_check, checkmate, stalemate], "{text}");
    }
    // Who is not to move is neither mated nor stalemated.
    let not_to_move = mate.replace(" b", " w");
    assert!(holds(&rules, &not_to_move, 1, &Cond::Check(Who::Own)));
    assert!(!holds(&rules, &not_to_move, 1, &Cond::Checkmate(Who::Own)));
}
