//! What rules do to a position: effects, and what follows on moves.

use super::*;
use ferz_lang::rules::expr::{Action, After, Counter};

/// Chess in which a capture takes everything around it along but pawns; the kings are what it is about.
fn atomic() -> Rules {
    use super::super::chess::chess;
    let mut rules = chess();
    let king =
        part([ORTHOGONAL, DIAGONAL].concat().into_iter().map(|(x, y)| vec![Leg { ends: Landing::MOVE, ..leap(x, y) }]));
    rules.kinds[0].movement = [vec![king.clone()], vec![king]];
    rules.kinds[0].royal = false;
    let (own, enemy) = (men(Who::Own, &[0]), men(Who::Enemy, &[0]));
    let apart = none(and(Squares::Near(Box::new(own.clone())), enemy.clone()));
    let attacked = Cond::Any(and(own.clone(), Squares::Attacked(Who::Enemy)));
    rules.checks.push(both(attacked, both(Cond::Any(enemy), apart)));
    let around = minus(Squares::Near(Box::new(Squares::To)), men(Who::Either, &[5]));
    let effects = vec![Does::Remove(or(around, Squares::To))];
    rules.afters.push(After {
        rule: "explosion".into(),
        optional: false,
        choices: vec![],
        event: event(Happening::Capture),
        effects,
    });
    rules.forbids.push(ferz_lang::rules::expr::Forbid { rule: "king".into(), event: None, when: none(own) });
    rules
}

#[test]
fn a_capture_may_take_along_what_stands_around() {
    let rules = atomic();
    // The enemy's king goes with his pawn, so that the check on the own king does not matter.
    legal(&rules, "4k3/4p3/8/8/8/8/4R3/r3K3 w - - 0 1", &["e2e7"], &["e2e6", "e2d2"]);
    // Beside the enemy's king nothing is check.
    let beside = texts(&rules, "8/8/8/3kK3/8/8/8/r3r3 w - - 0 1");
    assert_eq!(beside, ["e5d4", "e5d6", "e5e4", "e5e6", "e5f4", "e5f5", "e5f6"]);
    // Pawns around stay, what took goes, and so does the own knight.
    let before = "4k3/8/8/2pnp3/3P4/2N1R3/8/4K3 w - - 3 5";
    assert_eq!(played(&rules, before, &["c3d5"]), "4k3/8/8/2p1p3/3P4/4R3/8/4K3 b - - 0 5");
    assert_eq!(played(&rules, before, &["d4c5"]), "4k3/8/8/4p3/8/2N1R3/8/4K3 b - - 0 5");
    // Nobody blows up his own king.
    legal(&rules, "4k3/8/8/8/8/8/3pR3/4K3 w - - 0 1", &["e1f1", "e2e8"], &["e2d2", "e2f2"]);
}

#[test]
fn rights_go_with_what_is_taken_along() {
    let rules = atomic();
    let before = "r3k2r/8/8/8/8/8/6n1/R3K2R b KQkq - 0 1";
    assert_eq!(
        played(&rules, "r3k2r/8/8/8/8/6n1/6B1/R3K2R b KQkq - 0 1", &["g3h1"]),
        "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 2"
    );
    legal(&rules, before, &["g2f4"], &[]);
}

fn action(choices: Vec<Squares>, effects: Vec<Does>) -> Action {
    Action {
        name: "test".into(),
        last_resort: false,
        when: None,
        choices: choices.into_iter().map(Choice::Square).collect(),
        effects,
    }
}

/// Rules whose only construct is an action that does this.
fn doing(effects: Vec<Does>) -> Rules {
    let mut rules = small(4, 4);
    rules.actions.push(action(vec![men(Who::Own, &[KING])], effects));
    rules
}

#[track_caller]
fn does(rules: &Rules, before: &str, text: &str, after: &str) {
    assert_eq!(played(rules, before, &[text]), after);
}

#[test]
fn men_are_removed_swapped_relocated_and_put() {
    let text = "k3/4/1P2/K2R w - - 5 1";
    let at = |names: &str| zone(&small(4, 4), names);
    does(&doing(vec![Does::Remove(at("a1 d1 c3"))]), "k3/4/1P2/K2R w - - 5 1", "a1a1", "k3/4/1P2/4 b - - 6 1");
    does(&doing(vec![Does::Swap(at("b2"), at("d1"))]), text, "b2d1", "k3/4/1R2/K2P b - - 6 1");
    does(&doing(vec![Does::Relocate(at("d1"), at("d3"))]), text, "d1d3", "k3/3R/1P2/K3 b - - 6 1");
    does(&doing(vec![Does::Put(Man::Kind(ROOK), at("c3"))]), text, "a1a1", "k3/2R1/1P2/K2R b - - 6 1");
    // Whatever stands there.
    does(&doing(vec![Does::Put(Man::Kind(ROOK), at("b2"))]), text, "a1a1", "k3/4/1R2/K2R b - - 6 1");
    // In order, each on what the one before has left; own is who moves.
    let two = doing(vec![Does::Remove(at("b2")), Does::Relocate(at("d1"), at("b2"))]);
    does(&two, text, "d1b2", "k3/4/1R2/K3 b - - 6 1");
    does(&doing(vec![Does::Put(Man::Kind(PAWN), at("c3"))]), "k3/4/4/K3 b - - 0 1", "a4a4", "k3/2p1/4/K3 w - - 1 2");
}

#[test]
fn what_cannot_be_done_is_no_move() {
    let text = "k3/4/1P2/K2R w - - 5 1";
    let at = |names: &str| zone(&small(4, 4), names);
    let impossible = [
        vec![Does::Swap(at("b2"), at("b2"))],
        vec![Does::Swap(at("b2"), at("c2"))],
        vec![Does::Swap(at("b2 a1"), at("a4"))],
        vec![Does::Swap(at(""), at("a4"))],
        vec![Does::Relocate(at("c3"), at("c4"))],
        vec![Does::Relocate(at("d1"), at("b2"))],
        vec![Does::Relocate(at("d1"), at("c3 c4"))],
        vec![Does::Put(Man::Kind(ROOK), at("c3 c4"))],
        vec![Does::Put(Man::Kind(ROOK), at(""))],
        // The second finds nobody any more.
        vec![Does::Remove(at("d1")), Does::Relocate(at("d1"), at("d3"))],
    ];
    let ordinary = texts(&small(4, 4), text);
    for effects in impossible {
        assert_eq!(texts(&doing(effects.clone()), text), ordinary, "{effects:?}");
    }
    // To remove nobody is possible.
    legal(&doing(vec![Does::Remove(at("c3"))]), text, &["a1a1"], &[]);
}

#[test]
fn counters_go_up_and_down_within_their_range() {
    let counters = |each_side| vec![Counter { name: "n".into(), start: 1, each_side }];
    let with = |each_side, who, by| Rules { counters: counters(each_side), ..doing(vec![Does::Change(0, who, by)]) };
    let kings = "k3/4/4/K3 w - -";
    for (who, by, after) in [
        (Who::Own, 2, "4+1"),
        (Who::Own, -2, "0+1"),
        (Who::Enemy, 1, "2+2"),
        (Who::Either, -1, "1+0"),
        (Who::Enemy, -1, "2+0"),
        (Who::Own, 253, "255+1"),
    ] {
        let fen = played(&with(true, who, by), &format!("{kings} 2+1"), &["a1a1"]);
        assert_eq!(fen, format!("k3/4/4/K3 b - - {after} 1 1"));
    }
    for (who, by) in [(Who::Own, -3), (Who::Enemy, -2), (Who::Either, -2), (Who::Own, 254)] {
        legal(&with(true, who, by), &format!("{kings} 2+1"), &["a1a2"], &["a1a1"]);
    }
    // One counter for both sides changes once.
    assert_eq!(played(&with(false, Who::Either, 2), kings, &["a1a1"]), "k3/4/4/K3 b - - =3 1 1");
}

#[test]
fn what_follows_on_a_move_knows_its_squares() {
    let mut rules = small(4, 4);
    let leaves_pawn = After {
        rule: "trail".into(),
        optional: false,
        choices: vec![],
        event: Event { by: Some(kinds(&[ROOK])), ..event(Happening::Move) },
        effects: vec![Does::Put(Man::Kind(PAWN), Squares::From)],
    };
    rules.afters = vec![leaves_pawn];
    assert_eq!(played(&rules, "k3/4/4/K2R w - - 0 1", &["d1d3"]), "k3/3R/4/K2P b - - 1 1");
    assert_eq!(played(&rules, "k3/4/4/K2R w - - 0 1", &["a1a2"]), "k3/4/K3/3R b - - 1 1");
    // In the order of the file, each on what the one before has left; what they do raises no events.
    let takes = |of: usize, effects| After {
        rule: "chain".into(),
        optional: false,
        choices: vec![],
        event: Event { of: Some(kinds(&[of])), ..event(Happening::Capture) },
        effects,
    };
    rules.afters.push(takes(PAWN, vec![Does::Remove(Squares::From)]));
    rules.afters.push(takes(ROOK, vec![Does::Remove(all_men(Who::Enemy))]));
    assert_eq!(played(&rules, "k2p/2r1/4/K2R w - - 0 1", &["d1d4"]), "k2R/2r1/4/K3 b - - 0 1");
    // One that cannot be done makes the move impossible.
    rules.afters = vec![After {
        rule: "test".into(),
        optional: false,
        choices: vec![],
        event: event(Happening::Capture),
        effects: vec![Does::Relocate(Squares::To, Squares::From), Does::Put(Man::Kind(PAWN), Squares::Victim)],
    }];
    assert_eq!(played(&rules, "k2p/2r1/4/K2R w - - 0 1", &["d1d4"]), "k2P/2r1/4/K2R b - - 0 1");
    let nobody = zone(&rules, "a2");
    rules.afters[0].effects.insert(0, Does::Swap(Squares::To, nobody));
    legal(&rules, "k2p/2r1/4/K2R w - - 0 1", &["d1d3"], &["d1d4"]);
}

#[test]
fn victims_are_where_they_were_taken() {
    use super::super::chess::chess;
    let mut rules = chess();
    rules.afters.push(After {
        rule: "test".into(),
        optional: false,
        choices: vec![],
        event: event(Happening::Capture),
        effects: vec![Does::Put(Man::Kind(4), Squares::Victim)],
    });
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(played(&rules, passing, &["e5d6"]), "4k3/8/3P4/3N4/8/8/8/4K3 b - - 0 1");
    rules.afters[0].event = event(Happening::Castling);
    rules.afters[0].effects = vec![Does::Remove(Squares::To)];
    rules.kinds[0].royal = false;
    assert_eq!(played(&rules, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["e1g1"]), "4k3/8/8/8/8/8/8/8 b - - 1 1");
}
