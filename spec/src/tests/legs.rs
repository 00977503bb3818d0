//! What a leg can do, one feature at a time. The expected squares are counted out by hand.

use super::*;
use ferz_lang::rules::KindSet;

/// One piece of this movement (letter A) and a plain blocker (letter B) on a 9x9 board.
fn piece(parts: Vec<Part>) -> Interpreter {
    Interpreter::new(&rules(9, 9, vec![kind('A', parts), kind('B', vec![])]))
}

fn north(leg: Leg) -> Vec<Part> {
    vec![part([vec![leg]])]
}

#[test]
fn a_ride_stops_at_the_first_man() {
    let rook = piece(north(ride(0, 1)));
    check(&rook, "9/9/9/9/9/9/9/9/4A4 w", "e1e2 e1e3 e1e4 e1e5 e1e6 e1e7 e1e8 e1e9");
    check(&rook, "9/9/9/9/9/4b4/9/9/4A4 w", "e1e2 e1e3 e1e4");
    check(&rook, "9/9/9/9/9/4B4/9/9/4A4 w", "e1e2 e1e3");
}

#[test]
fn a_cannon_hops_over_exactly_one() {
    let cannon = piece(north(Leg { hop: Hop::Over, ..ride(0, 1) }));
    check(&cannon, "9/9/9/9/9/9/9/9/4A4 w", "");
    check(&cannon, "4b4/9/9/4b4/9/9/4B4/9/4A4 w", "e1e4 e1e5 e1e6");
    // Two men in a row cannot be hopped over.
    check(&cannon, "4b4/9/9/9/9/4b4/4B4/9/4A4 w", "e1e4");
}

#[test]
fn a_grasshopper_lands_right_behind() {
    let grasshopper = piece(north(Leg { hop: Hop::Beyond, ..ride(0, 1) }));
    check(&grasshopper, "9/9/9/9/9/4b4/9/9/4A4 w", "e1e5");
    check(&grasshopper, "9/9/9/9/4b4/4B4/9/9/4A4 w", "e1e5");
    check(&grasshopper, "9/9/9/9/4B4/4b4/9/9/4A4 w", "");
}

#[test]
fn a_ski_slider_leaps_the_first_square() {
    let ski = piece(north(Leg { skip: 1, min: 2, ..ride(0, 1) }));
    check(&ski, "9/9/9/9/4b4/9/9/4B4/4A4 w", "e1e3 e1e4 e1e5");
}

#[test]
fn a_range_has_two_ends() {
    let picky = piece(north(Leg { min: 3, max: 5, ..ride(0, 1) }));
    check(&picky, "9/9/9/9/9/9/9/9/4A4 w", "e1e4 e1e5 e1e6");
    check(&picky, "9/9/9/9/9/9/4b4/9/4A4 w", "");
}

#[test]
fn a_crooked_ride_takes_its_steps_in_turn() {
    let steps = vec![Step { dx: 1, dy: 1 }, Step { dx: -1, dy: 1 }];
    let zigzag = piece(north(Leg { steps, ..ride(1, 1) }));
    check(&zigzag, "9/9/9/9/9/9/9/9/4A4 w", "e1f2 e1e3 e1f4 e1e5 e1f6 e1e7 e1f8 e1e9");
}

#[test]
fn a_lame_leap_needs_its_first_square_empty() {
    let first = Leg { ends: Landing::MOVE, ..leap(0, 1) };
    let mao = piece(vec![part([vec![first.clone(), leap(1, 1)], vec![first, leap(-1, 1)]])]);
    check(&mao, "9/9/9/9/9/9/5b3/9/4A4 w", "e1d3 e1f3");
    check(&mao, "9/9/9/9/9/9/5b3/4b4/4A4 w", "");
}

#[test]
fn a_bent_rider_may_stop_at_the_bend() {
    let bend = Leg { ends: Landing::MOVE, stop: Some(Landing::BOTH), ..leap(1, 1) };
    let gryphon = piece(vec![part([vec![bend, ride(0, 1)]])]);
    check(&gryphon, "9/9/9/9/5b3/9/9/9/4A4 w", "e1f2 e1f3 e1f4 e1f5");
    check(&gryphon, "9/9/9/9/5b3/9/9/5b3/4A4 w", "e1f2");
}

#[test]
fn a_locust_takes_what_it_goes_over() {
    let take = Leg { ends: Landing::CAPTURE, effect: Effect::Remove, ..leap(1, 1) };
    let checker = piece(vec![part([vec![take.clone(), Leg { ends: Landing::MOVE, ..leap(1, 1) }]])]);
    check(&checker, "9/9/9/9/9/9/9/5b3/4A4 w", "e1g3xf2");
    check(&checker, "9/9/9/9/9/9/6b2/5b3/4A4 w", "");
    // Out and back: the man ends where it started, but it has taken something.
    let rifle = piece(vec![part([vec![take, Leg { ends: Landing::MOVE, ..leap(-1, -1) }]])]);
    check(&rifle, "9/9/9/9/9/9/9/5b3/4A4 w", "e1e1xf2");
    assert!(rifle.attacked(&load(&rifle, "9/9/9/9/9/9/9/9/4A4 w"), 9 + 5, 0), "victims on the way count as attacked");
}

#[test]
fn a_man_that_was_taken_can_be_put_down_again() {
    let friend = Landing { empty: false, enemy: false, friend: true, ..Landing::BOTH };
    let swap = Leg { ends: friend, put_down: true, ..ride(0, 1) };
    let swapper = piece(north(swap.clone()));
    check(&swapper, "9/9/9/9/9/4B4/9/9/4A4 w", "e1e4");
    check(&swapper, "9/9/9/9/9/4b4/9/9/4A4 w", "");
    let start = load(&swapper, "9/9/9/9/9/4B4/9/9/4A4 w");
    let mut found = Vec::new();
    swapper.moves(&start, &mut found);
    let text = fen::write(swapper.variant(), swapper.make(&start, &found[0]).state());
    assert_eq!(text, "9/9/9/9/9/4A4/9/9/4B4 b - - 1 1");
    // To take it and to change places with it are two moves.
    check(
        &piece(vec![part([vec![swap], vec![Leg { ends: friend, ..ride(0, 1) }]])]),
        "9/9/9/9/9/9/9/4B4/4A4 w",
        "e1e2 e1e2",
    );
    // Lifted and put back where it stood: the way was only free for a moment.
    let over = Leg { ends: friend, effect: Effect::Remove, ..leap(0, 1) };
    let back = Leg { ends: Landing::MOVE, put_down: true, ..leap(0, -1) };
    let on = Leg { ends: Landing::MOVE, ..ride(1, 0) };
    check(&piece(vec![part([vec![over, back, on]])]), "9/9/9/9/9/9/9/4B4/4A1b2 w", "e1f1");
}

#[test]
fn a_leg_can_end_right_off_the_board() {
    let out = Leg { ends: Landing::MOVE, off_board: true, ..leap(0, -1) };
    let back = Leg { ends: Landing::MOVE, ..leap(0, 1) };
    let on = Leg { min: 2, max: 2, ..leap(0, 1) };
    let backed = piece(vec![part([vec![out.clone(), back.clone(), on.clone()]])]);
    check(&backed, "9/9/9/9/9/9/9/9/4A4 w", "e1e3");
    check(&backed, "9/9/9/9/9/9/4A4/9/9 w", "e3e5");
    check(&backed, "9/9/9/9/9/9/4A4/4b4/9 w", "");
    check(&piece(vec![part([vec![Leg { off_board: false, ..out }, back, on]])]), "9/9/9/9/9/9/9/9/4A4 w", "");
}

#[test]
fn a_second_leg_can_have_to_be_as_long_as_the_first() {
    let out = Leg { ends: Landing::CAPTURE, effect: Effect::Remove, ..ride(0, 1) };
    let back = Leg { ends: Landing::MOVE, same_length: true, ..ride(0, -1) };
    let rifle = piece(vec![part([vec![out, back]])]);
    check(&rifle, "9/9/9/9/9/4b4/9/9/4A4 w", "e1e1xe4");
}

#[test]
fn a_move_that_changes_nothing_does_not_exist() {
    let there = Leg { ends: Landing::MOVE, ..leap(0, 1) };
    let idler = piece(vec![part([vec![there, leap(0, -1)]])]);
    check(&idler, "9/9/9/9/9/9/9/9/4A4 w", "");
}

#[test]
fn two_ways_to_make_the_same_change_are_one_move() {
    let both = piece(vec![leaps(&[(0, 1)]), rides(&[(0, 1)])]);
    check(&both, "9/9/9/9/9/9/4B4/9/4A4 w", "e1e2");
}

#[test]
fn side_edges_can_be_joined() {
    let cylinder = piece(north(Leg { wrap: true, ..ride(1, 0) }));
    check(&cylinder, "9/9/9/9/9/9/9/9/2b3A2 w", "g1h1 g1i1 g1a1 g1b1 g1c1");
    // It comes round to its own square, and no farther.
    check(&cylinder, "9/9/9/9/9/9/9/9/6A2 w", "g1h1 g1i1 g1a1 g1b1 g1c1 g1d1 g1e1 g1f1");
}

#[test]
fn restrictors_bind_start_way_and_end() {
    let ranks = |from: usize, to: usize| Some((from * 9..(to + 1) * 9).collect::<SquareSet>());
    let base = part([vec![ride(0, 1)]]);
    let empty = "9/9/9/9/9/9/9/9/4A4 w";
    check(&piece(vec![Part { from: ranks(1, 8), ..base.clone() }]), empty, "");
    check(&piece(vec![Part { to: ranks(4, 5), ..base.clone() }]), empty, "e1e5 e1e6");
    check(&piece(vec![Part { within: ranks(0, 2), ..base.clone() }]), empty, "e1e2 e1e3");
    let (a, b) = (KindSet::of(0), KindSet::of(1));
    check(&piece(vec![Part { taking: Some(a), ..base.clone() }]), "9/9/9/9/9/9/4b4/9/4A4 w", "e1e2");
    check(&piece(vec![Part { taking: Some(b), ..base }]), "9/9/9/9/9/9/4b4/9/4A4 w", "e1e2 e1e3");
    let hopper = part([vec![Leg { hop: Hop::Over, ..ride(0, 1) }]]);
    check(&piece(vec![Part { over: Some(a), ..hopper.clone() }]), "9/9/9/9/9/9/4b4/9/4A4 w", "");
    check(&piece(vec![Part { over: Some(b), ..hopper }]), "9/9/9/9/4b4/9/4b4/9/4A4 w", "e1e4 e1e5");
}

#[test]
fn a_man_that_is_only_passed_is_no_victim() {
    // Onto any man, which stays, and one step on: `taking` binds the second leg only.
    let onto = Leg { ends: Landing { empty: false, friend: true, ..Landing::BOTH }, ..leap(0, 1) };
    let hopper = Part { taking: Some(KindSet::of(0)), ..part([vec![onto, leap(0, 1)]]) };
    check(&piece(vec![hopper.clone()]), "9/9/9/9/9/9/4a4/4b4/4A4 w", "e1e3");
    check(&piece(vec![hopper]), "9/9/9/9/9/9/4b4/4b4/4A4 w", "");
}

#[test]
fn the_right_of_the_unmoved_goes_with_the_first_move() {
    let leap_once = Part { unmoved: true, ..leaps(&[(0, 2)]) };
    let mut rules = rules(9, 9, vec![kind('A', vec![leap_once, leaps(&[(1, 0), (-1, 0)])])]);
    rules.kinds[0].unmoved = [0, 72].map(|row| Unmoved::Right([row + 4].into_iter().collect()));
    let engine = Interpreter::new(&rules);
    check(&engine, "9/9/9/9/9/9/9/9/4A4 w", "e1d1 e1f1 e1e3");
    check(&engine, "9/9/9/9/9/9/9/9/4A4 w -", "e1d1 e1f1");
    check(&engine, "9/9/9/9/9/9/9/9/3A5 w", "d1c1 d1e1");
    let unmoved = load(&engine, "4a4/9/9/9/9/9/9/9/4A4 w");
    let mut found = Vec::new();
    engine.moves(&unmoved, &mut found);
    let text = fen::write(engine.variant(), engine.make(&unmoved, &found[0]).state());
    assert!(text.ends_with(" b e - 1 1"), "{text}");
}

#[test]
fn a_landing_can_ask_for_royals() {
    let landing = |royal| Leg { ends: Landing { royal: Some(royal), ..Landing::BOTH }, ..leap(0, 1) };
    let both =
        |royal| Interpreter::new(&rules(9, 9, vec![kind('A', north(landing(royal))), king(), kind('B', vec![])]));
    check(&both(true), "9/9/9/9/9/9/9/4b4/4A4 w", "");
    check(&both(true), "9/9/9/9/9/9/9/4k4/4A4 w", "e1e2");
    check(&both(false), "9/9/9/9/9/9/9/4b4/4A4 w", "e1e2");
    check(&both(false), "9/9/9/9/9/9/9/4k4/4A4 w", "");
}
