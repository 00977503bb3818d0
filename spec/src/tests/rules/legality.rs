//! What is forbidden, what check is, which moves go first.

use super::*;
use ferz_lang::rules::expr::Forbid;

fn forbid(event: Option<Event>, when: Cond) -> Forbid {
    Forbid { rule: "test".into(), event, when }
}

fn facing() -> Cond {
    let queen = vec![rides(&ORTHOGONAL), rides(&DIAGONAL)];
    let reach = Squares::Reach(Box::new([queen.clone(), queen]), Box::new(men(Who::Own, &[KING])));
    Cond::Any(and(reach, men(Who::Enemy, &[KING])))
}

#[test]
fn what_is_forbidden_is_looked_at_after_the_move() {
    let mut rules = small(10, 10);
    rules.forbids.push(forbid(None, facing()));
    let kings = "9k/10/10/10/10/10/10/10/10/1K8 w";
    legal(&rules, kings, &["b1c2", "b1a2", "b1c1"], &["b1a1", "b1b2"]);
    // The only screen between the kings stays on their line, where it may well go up and down.
    let screen = "4k5/10/10/4R5/10/10/10/10/10/4K5 w";
    legal(&rules, screen, &["e7e8", "e7e2", "e1d1"], &["e7d7", "e7j7"]);
    // It gives check all the same.
    assert_eq!(texts(&rules, "4k5/10/10/4R5/3r6/10/10/10/10/4K5 b"), ["e10d10", "e10d9", "e10f10", "e10f9"]);
}

#[test]
fn what_is_forbidden_may_be_about_some_moves_only() {
    let mut rules = small(5, 5);
    let text = "k3r/1p3/2R2/5/K4 w";
    let by_rook = Event { by: Some(kinds(&[ROOK])), ..event(Happening::Capture) };
    rules.forbids = vec![forbid(Some(by_rook), Cond::Const(true))];
    legal(&rules, "k4/2p2/2R2/5/K4 w", &["c3c2", "a1a2"], &["c3c4"]);
    let to = Event { to: Some(zone(&rules, "c1 c2")), ..event(Happening::Move) };
    rules.forbids = vec![forbid(Some(to), Cond::Const(true))];
    legal(&rules, text, &["c3c4", "c3a3"], &["c3c1", "c3c2"]);
    let from = Event { from: Some(men(Who::Own, &[KING])), ..event(Happening::Move) };
    rules.forbids = vec![forbid(Some(from), Cond::Const(true))];
    legal(&rules, text, &["c3c4"], &["a1a2", "a1b1"]);
    let of = Event { of: Some(kinds(&[PAWN])), ..event(Happening::Capture) };
    rules.forbids = vec![forbid(Some(of), Cond::Const(true))];
    legal(&rules, "k4/2p2/2R1r/5/K4 w", &["c3e3"], &["c3c4"]);
    rules.forbids = vec![forbid(Some(event(Happening::Check)), Cond::Const(true))];
    legal(&rules, "k4/2p2/2R1r/5/K4 w", &["c3c4", "c3c1", "c3e3"], &["c3a3"]);
    // Of where the move ends and what it takes, the condition may speak too.
    let onto = Cond::Any(and(Squares::To, Squares::Near(Box::new(men(Who::Enemy, &[KING])))));
    rules.forbids = vec![forbid(Some(event(Happening::Move)), onto)];
    legal(&rules, "k4/5/2R2/5/K4 w", &["c3c4", "c3b3", "c3c5"], &[]);
    legal(&rules, "k4/5/1R3/5/1K3 w", &["b3b2", "b3c3"], &["b3b4", "b3b5"]);
}

#[test]
fn an_own_condition_says_what_check_is() {
    // Check only when every king is attacked.
    let mut rules = small(5, 5);
    let own = men(Who::Own, &[KING]);
    rules.checks.push(both(Cond::Any(own.clone()), none(minus(own, Squares::Attacked(Who::Enemy)))));
    let one_of_two = "4k/5/K3r/5/1K3 w";
    legal(&rules, one_of_two, &["b1c1", "a3b3", "a3a4"], &["a3e3"]);
    // Of two, one may stay attacked, or shield the other.
    let both_of_two = "4k/5/K3r/1K2r/5 w";
    let expected = ["a3a2", "a3a4", "a3b4", "b2a1", "b2b1", "b2b3", "b2c1", "b2c3"];
    assert_eq!(texts(&rules, both_of_two), expected);
    let engine = Interpreter::new(&rules);
    assert!(!engine.in_check(&load(&engine, one_of_two)));
    assert!(engine.in_check(&load(&engine, both_of_two)));
    // Without any king there is none, and nothing is illegal.
    legal(&rules, "r4/5/R4/5/5 w", &["a3a5", "a3b3"], &[]);
}

#[test]
fn castling_asks_what_check_is() {
    use super::super::chess::chess;
    let passing = "4kr2/8/8/8/8/8/8/4K2R w K";
    let mut rules = chess();
    legal(&rules, passing, &[], &["e1g1"]);
    // Nothing is check beside a rook of one's own.
    let beside = Squares::Near(Box::new(men(Who::Own, &[2])));
    let king = minus(men(Who::Own, &[0]), beside);
    rules.checks.push(Cond::Any(and(king, Squares::Attacked(Who::Enemy))));
    legal(&rules, passing, &[], &["e1g1"]);
    legal(&rules, "4k1r1/8/8/8/8/8/8/4K2R w K", &["e1g1"], &[]);
    // No royal man, no check: nothing forbids to castle.
    let mut rules = chess();
    rules.kinds[0].royal = false;
    legal(&rules, passing, &["e1g1"], &[]);
}

#[test]
fn moves_that_go_first_leave_no_others() {
    let mut rules = small(5, 5);
    rules.prefers.push(event(Happening::Capture));
    assert_eq!(texts(&rules, "k4/2p2/2R2/5/K4 w"), ["c3c4"]);
    legal(&rules, "k4/1p3/2R2/5/K4 w", &["c3c4", "a1a2"], &[]);
    // A capture that would leave the king attacked does not count.
    assert_eq!(texts(&rules, "2k2/2r2/p1R2/5/2K2 w"), ["c3c4"]);
    legal(&rules, "2r2/k4/p1R2/5/2K2 w", &["c3c5"], &["c3a3", "c3c4"]);
    legal(&rules, "k1r2/5/p1R2/2P2/2K2 w", &["c3a3", "c3c5"], &["c3c4"]);
}

#[test]
fn what_is_forbidden_may_ask_for_the_replies() {
    // No rook may give mate.
    let mut rules = small(5, 5);
    let by_rook = Event { by: Some(kinds(&[ROOK])), ..event(Happening::Move) };
    rules.forbids.push(forbid(Some(by_rook), Cond::Checkmate(Who::Enemy)));
    legal(&rules, "k4/4R/5/3R1/K4 w", &["d2d4", "d2a2"], &["d2d5"]);
    // Nobody may stalemate; this asks for replies, of which this is asked in turn, and yet comes to an end.
    let mut rules = small(5, 5);
    rules.forbids.push(forbid(None, Cond::Stalemate(Who::Enemy)));
    legal(&rules, "k4/5/K4/2R2/5 w", &["c2c1", "c2c5"], &["c2b2"]);
}
