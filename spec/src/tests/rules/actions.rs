//! Actions: who may, what is chosen, how they are named.

use super::*;
use ferz_abi::Form;
use ferz_lang::rules::expr::Action;

const JOKER: usize = 3;

/// A checkmated king may change places with a joker that is not attacked.
fn succession() -> Rules {
    let mut rules = small(5, 5);
    rules.kinds.push(kind('J', vec![leaps(&ORTHOGONAL), leaps(&DIAGONAL)]));
    rules.actions.push(Action {
        name: "succession".into(),
        last_resort: true,
        when: Some(Cond::Check(Who::Own)),
        choices: vec![Choice::Square(minus(men(Who::Own, &[JOKER]), Squares::Attacked(Who::Enemy)))],
        effects: vec![Does::Swap(men(Who::Own, &[KING]), Squares::Chosen(0))],
    });
    rules
}

#[test]
fn a_last_resort_is_there_when_nothing_else_is() {
    let rules = succession();
    let mated = "4k/5/3J1/r4/r3K w";
    assert_eq!(texts(&rules, mated), ["e1d3"]);
    assert_eq!(played(&rules, "4k/5/3J1/r4/r3K w - - 4 9", &["e1d3"]), "4k/5/3K1/r4/r3J b - - 5 9");
    // Not in mere check, nor in stalemate.
    legal(&rules, "4k/5/3J1/5/r3K w", &["e1e2"], &["e1d3"]);
    assert_eq!(texts(&rules, "JP2k/PP1r1/5/r4/4K w"), [""; 0]);
    // Two jokers: a free choice. None, or one that is attacked: mate.
    assert_eq!(texts(&rules, "J3k/p4/1pJ1p/r3r/r3K w"), ["e1a5", "e1c3"]);
    assert_eq!(texts(&rules, "4k/5/5/r4/r3K w"), [""; 0]);
    assert_eq!(texts(&rules, "4k/5/r2J1/r4/r3K w"), [""; 0]);
}

#[test]
fn a_guard_is_read_before_the_move() {
    let mut rules = succession();
    rules.actions[0].last_resort = false;
    legal(&rules, "4k/5/3J1/5/r3K w", &["e1e2", "e1d3"], &[]);
    legal(&rules, "4k/5/3J1/1r3/4K w", &["e1d1"], &["e1d3"]);
    // It must leave no check, like any other move.
    legal(&rules, "3rk/5/5/r2J1/r3K w", &[], &["e1d2"]);
}

#[test]
fn choices_are_combined() {
    let mut rules = small(4, 4);
    // Any own rook goes to any empty square beside the king; a later choice may speak of an earlier one.
    let beside = and(Squares::Near(Box::new(men(Who::Own, &[KING]))), Squares::Empty);
    rules.actions.push(Action {
        name: "recall".into(),
        last_resort: false,
        when: None,
        choices: vec![
            Choice::Square(men(Who::Own, &[ROOK])),
            Choice::Square(minus(beside, Squares::Files(Box::new(Squares::Chosen(0))))),
        ],
        effects: vec![Does::Relocate(Squares::Chosen(0), Squares::Chosen(1))],
    });
    let engine = Interpreter::new(&rules);
    let actions = |text: &str| -> Vec<String> {
        let all = legal_moves(&engine, &load(&engine, text));
        all.into_iter().filter(|(_, m)| m.is(Form::Action)).map(|(text, _)| text).collect()
    };
    assert_eq!(actions("k3/2R1/3R/K3 w"), ["c3a2", "c3b1", "c3b2", "d2a2=recall,d2,a2", "d2b1", "d2b2=recall,d2,b2"]);
    assert_eq!(actions("k3/1R2/4/K3 w"), ["b3a2"]);
    assert_eq!(actions("k3/4/4/K3 w"), [""; 0]);
    let first = load(&engine, "k3/2R1/4/K3 w");
    let (_, found) = legal_moves(&engine, &first).into_iter().find(|(text, _)| text == "c3b1").unwrap();
    let code = first.state().cells[10];
    let expected = Move {
        from: 10,
        to: 1,
        man: code,
        placed: code,
        form: 3,
        squares: [0, 10, 1, 0, 0, 0, 0, 0],
        ..Move::default()
    };
    assert_eq!(found, expected);
}

#[test]
fn a_pass_is_an_action_that_does_nothing() {
    let mut rules = small(4, 4);
    let pass =
        |name: &str| Action { name: name.into(), last_resort: false, when: None, choices: vec![], effects: vec![] };
    rules.actions.push(pass("pass"));
    assert_eq!(played(&rules, "k3/4/4/1K2 w - - 7 3", &["b1b1"]), "k3/4/4/1K2 b - - 8 3");
    // Whom it leaves in check may not pass, and without a royal man it has no name.
    legal(&rules, "k3/4/4/1K1r w", &["b1b2"], &["b1b1"]);
    assert_eq!(texts(&rules, "k3/4/4/2P1 w"), ["c1c2"]);
    rules.actions.push(pass("wait"));
    // Two ways to do nothing are one move.
    legal(&rules, "k3/4/4/1K2 w", &["b1b1"], &["b1b1=pass", "b1b1=wait"]);
}

#[test]
fn an_action_lets_the_quiet_clock_run_whatever_it_moves() {
    let mut rules = small(4, 4);
    rules.promotions.push(ferz_lang::rules::Promotion {
        rule: "promotion".into(),
        kinds: KindSet::of(PAWN),
        zone: [(12..16).collect(), (0..4).collect()],
        place: ferz_lang::rules::Place::On,
        optional: false,
        to: kinds(&[ROOK]),
        while_: None,
    });
    rules.actions.push(Action {
        name: "advance".into(),
        last_resort: false,
        when: None,
        choices: vec![Choice::Square(men(Who::Own, &[PAWN]))],
        effects: vec![Does::Relocate(Squares::Chosen(0), zone(&rules, "d4"))],
    });
    let before = "k3/4/1P2/K3 w - - 5 1";
    assert_eq!(played(&rules, before, &["b2b3"]), "k3/1P2/4/K3 b - - 0 1");
    // Nor does a man promote that an action brings to the last rank.
    assert_eq!(played(&rules, before, &["b2d4"]), "k2P/4/4/K3 b - - 6 1");
}
