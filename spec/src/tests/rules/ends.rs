//! How games end, and what a position remembers.

use super::*;
use ferz_abi::{End, EndWhen, Outcome};
use ferz_lang::rules::expr::{Action, After, Comparison, Counter};
use ferz_runtime::{Game, Status};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn end(rules: &mut Rules, name: &str, outcome: Outcome, claim: bool, when: Cond) {
    let number = rules.conditions.len() as u16;
    rules.conditions.push(when);
    rules.ends.push(End { rule: name.into(), outcome, claim, when: EndWhen::Holds(number) });
}

fn game(rules: &Rules, text: &str, moves: &[&str]) -> Game {
    let mut game = Game::from_fen(Arc::new(Interpreter::new(rules)), text).unwrap();
    for text in moves {
        game.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

#[test]
fn a_goal_ends_the_game_by_the_name_of_its_rule() {
    let mut rules = small(5, 5);
    let goal = zone(&rules, "c3");
    end(&mut rules, "hill", Outcome::Win, false, Cond::Any(and(men(Who::Own, &[KING]), goal)));
    let won = game(&rules, "k4/5/5/1K3/5 w", &["b2c3"]);
    assert_eq!(won.status().to_string(), "White wins by hill");
    assert!(won.legal().is_empty());
    // Whoever is to move, and for either side.
    for (text, over) in [("k4/5/2K2/5/5 w", true), ("K4/5/2k2/5/5 w", true), ("K4/5/1k3/5/5 w", false)] {
        assert_eq!(texts(&rules, text).is_empty(), over, "{text}");
        let engine = Interpreter::new(&rules);
        let nodes = engine.perft(&load(&engine, text), 1, &AtomicBool::new(false)).unwrap();
        assert_eq!(nodes == 0, over);
    }
    // A leaf counts even if its move ends the game, but nothing comes after it. From a3 and b3 the king leaves the other one square, else three.
    let engine = Interpreter::new(&rules);
    let count = |depth| engine.perft(&load(&engine, "k4/5/5/1K3/5 w"), depth, &AtomicBool::new(false)).unwrap();
    assert_eq!((count(1), count(2)), (8, 5 * 3 + 2));
}

#[test]
fn ends_are_asked_in_order_first_for_who_has_moved() {
    let mut rules = small(5, 5);
    let last = Squares::Zone([(20..25).collect(), (20..25).collect()]);
    let there = |who| Cond::Any(and(men(who, &[KING]), last.clone()));
    end(&mut rules, "both", Outcome::Draw, false, both(there(Who::Own), there(Who::Enemy)));
    let late = Cond::Or(Box::new(Cond::OwnIs(1)), Box::new(Cond::ToMove));
    end(&mut rules, "race", Outcome::Win, false, both(there(Who::Own), late));
    // White, who has begun, waits for one reply.
    let mut race = game(&rules, "5/K3k/5/5/5 w", &["a4a5"]);
    assert_eq!(race.status(), Status::Ongoing);
    race.play("e4e5").unwrap();
    assert_eq!(race.status().to_string(), "draw by both");
    assert_eq!(game(&rules, "5/K3k/5/5/5 w", &["a4a5", "e4e3"]).status().to_string(), "White wins by race");
    assert_eq!(game(&rules, "5/K3k/5/5/5 b", &["e4e5"]).status().to_string(), "Black wins by race");
    // If both could win, who has moved does.
    let mut rules = small(3, 3);
    end(&mut rules, "any", Outcome::Win, false, Cond::Const(true));
    assert_eq!(game(&rules, "k2/3/2K w", &[]).status().to_string(), "Black wins by any");
}

#[test]
fn a_claim_stops_nobody() {
    let mut rules = small(5, 5);
    end(&mut rules, "bare", Outcome::Draw, true, none(men(Who::Either, &[ROOK, PAWN])));
    let bare = game(&rules, "k4/5/5/5/K4 w", &[]);
    assert_eq!((bare.status(), bare.legal().len()), (Status::Ongoing, 3));
    assert_eq!(bare.claims()[0].to_string(), "draw by bare");
    assert!(game(&rules, "k4/5/5/5/KR3 w", &[]).claims().is_empty());
}

#[test]
fn the_third_check_wins() {
    let mut rules = small(5, 5);
    rules.counters = vec![Counter { name: "checks".into(), start: 3, each_side: true }];
    rules.afters = vec![After {
        rule: "count".into(),
        optional: false,
        choices: vec![],
        event: event(Happening::Check),
        effects: vec![Does::Change(0, Who::Own, -1)],
    }];
    let given = Cond::Compare(Int::Counter(0, Who::Own), Comparison::Equal, Int::Const(0));
    end(&mut rules, "three checks", Outcome::Win, false, given);
    let start = "k4/5/5/1R3/4K w - - 2+3 0 1";
    assert_eq!(played(&rules, start, &["b2c2"]), "k4/5/5/2R2/4K b - - 2+3 1 1");
    assert_eq!(played(&rules, start, &["b2a2"]), "k4/5/5/R4/4K b - - 1+3 1 1");
    let third = game(&rules, "k4/5/5/1R3/4K w - - 1+3 0 1", &["b2a2"]);
    assert_eq!(third.status().to_string(), "White wins by three checks");
    assert!(texts(&rules, "k4/5/5/R4/4K b - - 0+3 1 1").is_empty());
}

#[test]
fn an_end_may_ask_for_the_moves() {
    let mut rules = small(5, 5);
    // Who is mated by a rook alone has not lost.
    let alone = both(Cond::Checkmate(Who::Own), none(men(Who::Enemy, &[PAWN])));
    end(&mut rules, "bare mate", Outcome::Draw, false, alone);
    assert_eq!(game(&rules, "k4/4R/5/3R1/K4 w", &["d2d5"]).status().to_string(), "draw by bare mate");
    assert_eq!(game(&rules, "k4/4R/5/P2R1/K4 w", &["d2d5"]).status(), Status::Check);
    assert_eq!(game(&rules, "k4/4R/5/3R1/K4 w", &["d2d4"]).status(), Status::Ongoing);
}

#[test]
fn what_held_before_the_last_move_is_remembered() {
    let mut rules = small(3, 5);
    let queen = vec![rides(&ORTHOGONAL)];
    let reach = Squares::Reach(Box::new([queen.clone(), queen]), Box::new(men(Who::Own, &[KING])));
    let facing = Cond::Any(and(reach, men(Who::Enemy, &[KING])));
    rules.memories.push(facing.clone());
    end(&mut rules, "bikjang", Outcome::Draw, false, both(facing, Cond::Before(0)));
    let start = "k2/3/3/3/1K1 w";
    assert_eq!(game(&rules, start, &["b1a1"]).status(), Status::Ongoing);
    assert_eq!(game(&rules, start, &["b1a1", "a5a4"]).status().to_string(), "draw by bikjang");
    assert_eq!(game(&rules, start, &["b1a1", "a5b5"]).status(), Status::Ongoing);
    // They face again: what was before the last move counts, not what was before that.
    assert_eq!(game(&rules, start, &["b1a1", "a5b5", "a1b1"]).status(), Status::Ongoing);
    // A position that has just been set up remembers nothing.
    assert_eq!(game(&rules, "k2/3/3/3/K2 b", &[]).status(), Status::Ongoing);
}

#[test]
fn two_passes_in_a_row_can_end_the_game() {
    let mut rules = small(3, 5);
    rules.actions.push(Action {
        name: "pass".into(),
        last_resort: false,
        when: None,
        choices: vec![],
        effects: vec![],
    });
    rules.memories.push(Cond::Passed);
    end(&mut rules, "passes", Outcome::Draw, false, both(Cond::Passed, Cond::Before(0)));
    let start = "k2/3/3/3/1K1 w";
    assert_eq!(game(&rules, start, &["b1b1", "a5a5"]).status().to_string(), "draw by passes");
    assert_eq!(game(&rules, start, &["b1b1", "a5a4"]).status(), Status::Ongoing);
    assert_eq!(game(&rules, start, &["b1a1", "a5a5"]).status(), Status::Ongoing);
    assert_eq!(game(&rules, start, &["b1b1", "a5a4", "b1b1"]).status(), Status::Ongoing);
}

#[test]
fn what_is_remembered_makes_no_other_position() {
    let mut rules = small(3, 5);
    rules.memories.push(Cond::Any(and(men(Who::Own, &[KING]), zone(&rules, "a1"))));
    rules.ends.push(End {
        rule: "repetition".into(),
        outcome: Outcome::Draw,
        claim: false,
        when: EndWhen::Repetition(2),
    });
    // The king has come back to b1 by another way than he first left it, and stood on a1 in between.
    let back = game(&rules, "k2/3/3/3/1K1 w", &["b1a1", "a5a4", "a1b1", "a4a5"]);
    assert_eq!(back.status().to_string(), "draw by repetition");
}
