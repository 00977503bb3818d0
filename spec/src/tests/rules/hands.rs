//! Hands and drops.

use super::*;
use ferz_lang::rules::InHand;
use ferz_lang::rules::expr::{After, Counter, Drop, Forbid};

/// What is taken comes into hand and may be dropped: rooks anywhere, pawns not on the last rank nor on a file with an own pawn.
/// A tokin, promoted from a pawn, comes back as one.
fn dropping() -> Rules {
    let mut rules = small(5, 5);
    let tokin = Kind { plain: Some(PAWN), ..kind('T', vec![leaps(&ORTHOGONAL)]) };
    rules.kinds.push(tokin);
    rules.hand = vec![InHand { kind: ROOK, start: [0; 2] }, InHand { kind: PAWN, start: [0; 2] }];
    let last = Squares::Zone([(20..25).collect(), (0..5).collect()]);
    let pawns = minus(minus(Squares::Empty, last), Squares::Files(Box::new(men(Who::Own, &[PAWN]))));
    rules.drops = vec![
        Drop { rule: "drops".into(), kinds: kinds(&[ROOK]), on: Squares::Not(Box::new(zone(&rules, ""))) },
        Drop { rule: "drops".into(), kinds: kinds(&[PAWN]), on: pawns },
    ];
    rules.afters = vec![After {
        rule: "drops".into(),
        optional: false,
        choices: vec![],
        event: event(Happening::Capture),
        effects: vec![Does::VictimToHand],
    }];
    rules
}

fn drops(rules: &Rules, text: &str) -> Vec<String> {
    texts(rules, text).into_iter().filter(|text| text.contains('@')).collect()
}

#[test]
fn what_is_taken_comes_into_hand_as_its_plain_kind() {
    let rules = dropping();
    assert_eq!(played(&rules, "k4/5/1r3/1R3/K4[] w - - 3 1", &["b2b3"]), "k4/5/1R3/5/K4[R] b - - 0 1");
    assert_eq!(played(&rules, "k4/5/1t3/1R3/K4[Rp] w - - 3 1", &["b2b3"]), "k4/5/1R3/5/K4[RPp] b - - 0 1");
    assert_eq!(played(&rules, "k4/1r3/1R3/5/K4[] b - - 3 1", &["b4b3"]), "k4/5/1r3/5/K4[r] w - - 0 2");
    // Who has no place in a hand cannot be taken; a hand that is full takes nobody.
    let mut few = dropping();
    few.hand.remove(0);
    legal(&few, "k4/5/1r3/1R3/K4[] w", &["b2c2"], &["b2b3"]);
    let full = "r".repeat(255);
    legal(&rules, &format!("k4/5/1r3/1R3/K4[{full}] w"), &["b2b3"], &[]);
    legal(&rules, &format!("k4/1r3/1R3/5/K4[{full}] b"), &["b4c4"], &["b4b3"]);
}

#[test]
fn men_are_dropped_on_empty_squares_of_their_zone() {
    let rules = dropping();
    assert_eq!(drops(&rules, "k4/5/1P3/5/K4[] w"), [""; 0]);
    assert_eq!(drops(&rules, "k4/5/1P3/5/K4[r] w"), [""; 0]);
    // 25 squares and three men on them; the rook may be dropped beside the king.
    assert_eq!(drops(&rules, "k4/5/1P3/5/K4[R] w").len(), 22);
    // Four ranks of four files, but for a1.
    let pawns = drops(&rules, "k4/5/1P3/5/K4[PP] w");
    assert_eq!(pawns.len(), 15);
    assert!(pawns.contains(&"P@e4".into()) && pawns.contains(&"P@a2".into()));
    assert!(!["P@b2", "P@e5", "P@a1"].iter().any(|text| pawns.contains(&text.to_string())));
    // Black's last rank is the first; a drop ends the quiet.
    legal(&rules, "k4/5/5/5/4K[p] b", &["P@b5"], &["P@b1"]);
    assert_eq!(played(&rules, "k4/5/5/5/4K[pp] b - - 9 4", &["P@b5"]), "kp3/5/5/5/4K[p] w - - 0 5");
}

#[test]
fn a_drop_must_meet_a_check() {
    let rules = dropping();
    assert_eq!(drops(&rules, "k3r/5/5/5/4K[R] w"), ["R@e2", "R@e3", "R@e4"]);
}

#[test]
fn drops_may_be_forbidden_and_preferred() {
    let mut rules = dropping();
    let by_pawn = Event { by: Some(kinds(&[PAWN])), ..event(Happening::Drop) };
    rules.forbids.push(Forbid { rule: "mate".into(), event: Some(by_pawn), when: Cond::Checkmate(Who::Enemy) });
    // The tokin guards a4, the king b4 and b5: a pawn on b4 mates. Without the tokin it only checks; a rook may mate.
    legal(&rules, "k1K2/5/T4/5/5[PR] w", &["P@c4", "P@b2", "R@a4"], &["P@b4"]);
    legal(&rules, "k1K2/5/4T/5/5[P] w", &["P@b4"], &[]);
    rules.forbids.clear();
    rules.prefers = vec![event(Happening::Drop)];
    assert!(texts(&rules, "k4/5/1P3/5/K4[R] w").iter().all(|text| text.starts_with("R@")));
    legal(&rules, "k4/5/1P3/5/K4[] w", &["b3b4"], &[]);
}

#[test]
fn what_is_written_of_hands_and_counters_is_read_back() {
    let mut rules = dropping();
    rules.counters = vec![
        Counter { name: "taken".into(), start: 9, each_side: true },
        Counter { name: "drops".into(), start: 0, each_side: false },
    ];
    let count = |what, who, by| After {
        rule: "count".into(),
        optional: false,
        choices: vec![],
        event: event(what),
        effects: vec![Does::Change(who, Who::Own, by)],
    };
    rules.afters.extend([count(Happening::Capture, 0, -1), count(Happening::Drop, 1, 1)]);
    setup(&mut rules, "krt1r/ppp2/5/2PPP/R1TRK[Pp] w");
    let engine = Interpreter::new(&rules);
    let mut hands = 0;
    for position in ferz_runtime::random_positions(&engine, 5, 300).unwrap() {
        let text = fen::write(engine.variant(), position.state());
        assert_eq!(fen::parse(engine.variant(), &text).as_ref(), Ok(position.state()), "{text}");
        hands += usize::from(!text.contains("[]"));
    }
    assert!(hands > 100, "only {hands} positions had men in hand");
}
