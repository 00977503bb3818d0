//! Every construct of the rules on both engines: chess with something added, through random games. What it means is tested in the
//! specification; here both must agree.

use ferz_abi::{End, EndWhen, Move, Outcome};
use ferz_compiler::Native;
use ferz_lang::rules::expr::*;
use ferz_lang::rules::{InHand, KindId, KindSet, Place, Promotion, Rules, SquareSet};
use ferz_lang::{NoFiles, compile};
use ferz_runtime::{Engine, Position, Random, fen, random_game};
use ferz_spec::Interpreter;
use std::sync::atomic::AtomicBool;

/// Chess on a board of its own size, with this set-up.
fn chess(setup: &str) -> Rules {
    let text = format!("variant \"Chess with rules\"\nuse orthodox\nboard 6x6\nsetup \"{setup}\"\n");
    let compiled = compile("chess.ferz", &text, &NoFiles);
    compiled.rules.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

const START: &str = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR";
const OPEN: &str = "r1qknr/p2p1p/2p3/3P2/P1P1P1/RNQK1R";

fn kind(rules: &Rules, name: &str) -> KindId {
    rules.kinds.iter().position(|kind| kind.name == name).unwrap()
}

fn kinds(rules: &Rules, names: &str) -> Kinds {
    let set: KindSet = names.split_whitespace().map(|name| kind(rules, name)).collect();
    Kinds::Fixed([set; 2])
}

fn men(rules: &Rules, who: Who, names: &str) -> Squares {
    Squares::Men(who, kinds(rules, names))
}

fn ranks(white: std::ops::Range<usize>) -> Squares {
    let squares: SquareSet = (6 * white.start..6 * white.end).collect();
    let black = (36 - 6 * white.end..36 - 6 * white.start).collect();
    Squares::Zone([squares, black])
}

fn near(set: Squares) -> Squares {
    Squares::Near(Box::new(set))
}

fn and(a: Squares, b: Squares) -> Squares {
    Squares::And(Box::new(a), Box::new(b))
}

fn minus(a: Squares, b: Squares) -> Squares {
    Squares::Minus(Box::new(a), Box::new(b))
}

fn none(set: Squares) -> Cond {
    Cond::Not(Box::new(Cond::Any(set)))
}

fn both(a: Cond, b: Cond) -> Cond {
    Cond::And(Box::new(a), Box::new(b))
}

fn on(what: Happening) -> Event {
    Event { what, by: None, of: None, from: None, to: None }
}

fn after(event: Event, effects: Vec<Effect>) -> After {
    After { rule: "test".into(), event, optional: false, choices: Vec::new(), effects }
}

fn forbid(event: Option<Event>, when: Cond) -> Forbid {
    Forbid { rule: "test".into(), event, when }
}

fn end(rules: &mut Rules, outcome: Outcome, when: Cond) {
    let when_holds = EndWhen::Holds(rules.conditions.len() as u16);
    rules.conditions.push(when);
    rules.ends.insert(0, End { rule: "test".into(), outcome, claim: false, when: when_holds });
}

fn action(name: &str, when: Option<Cond>, choices: Vec<Squares>, effects: Vec<Effect>) -> Action {
    let choices = choices.into_iter().map(Choice::Square).collect();
    Action { name: name.into(), last_resort: false, when, choices, effects }
}

fn counter(name: &str, start: u8, each_side: bool) -> Counter {
    Counter { name: name.into(), start, each_side }
}

fn sorted_moves(engine: &dyn Engine, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    engine.moves(position, &mut moves);
    moves.sort_unstable();
    moves
}

/// Demands that both engines see the same in positions of random games: moves, check, ends, every position one move on, perft 2.
fn check(rules: &Rules) {
    let (spec, native) = (Interpreter::new(rules), Native::compile(rules).unwrap());
    let start = fen::parse(spec.variant(), &rules.setups[0].fen).unwrap();
    let mut random = Random::new(3);
    let mut positions = 0;
    for _ in 0..60 {
        let game = random_game(&spec, &spec.load(&start), random.next_u64(), 100);
        for (ours, _) in game.iter().step_by(7) {
            let theirs = native.load(ours.state());
            compare(rules, &spec, &native, ours, &theirs);
            positions += 1;
        }
        if positions > 120 {
            return;
        }
    }
}

fn compare(rules: &Rules, spec: &dyn Engine, native: &dyn Engine, ours: &Position, theirs: &Position) {
    let fen = fen::write(spec.variant(), ours.state());
    assert_eq!(ours.state(), theirs.state(), "{fen}");
    let moves = sorted_moves(spec, ours);
    assert_eq!(moves, sorted_moves(native, theirs), "{fen}");
    assert_eq!(spec.in_check(ours), native.in_check(theirs), "check in {fen}");
    for (condition, own) in (0..rules.conditions.len() as u16).flat_map(|c| [(c, 0), (c, 1)]) {
        assert_eq!(spec.holds(ours, condition, own), native.holds(theirs, condition, own), "{condition} {own} {fen}");
    }
    for played in &moves {
        let (ours, theirs) = (spec.make(ours, played), native.make(theirs, played));
        assert_eq!(ours.state(), theirs.state(), "after {played:?} in {fen}");
        assert!(theirs == native.load(theirs.state()), "derived data went wrong after {played:?} in {fen}");
        let after = fen::write(spec.variant(), ours.state());
        let (ours, theirs) = (sorted_moves(spec, &ours), sorted_moves(native, &theirs));
        assert_eq!(ours, theirs, "{after}, after {played:?} in {fen}");
    }
    let stop = AtomicBool::new(false);
    assert_eq!(spec.perft(ours, 2, &stop), native.perft(theirs, 2, &stop), "perft 2 of {fen}");
}

#[test]
fn explosions_and_checks_of_ones_own() {
    let mut rules = chess(OPEN);
    let king = kind(&rules, "King");
    rules.kinds[king].royal = false;
    let (own, enemy) = (men(&rules, Who::Own, "King"), men(&rules, Who::Enemy, "King"));
    let attacked = Cond::Any(and(own.clone(), Squares::Attacked(Who::Enemy)));
    rules.checks = vec![both(attacked, both(Cond::Any(enemy.clone()), none(and(near(own.clone()), enemy.clone()))))];
    let around = minus(near(Squares::To), men(&rules, Who::Either, "Pawn"));
    let blown = Squares::Or(Box::new(around), Box::new(Squares::To));
    rules.afters = vec![after(on(Happening::Capture), vec![Effect::Remove(blown)])];
    rules.forbids = vec![forbid(None, none(own))];
    end(&mut rules, Outcome::Win, none(enemy));
    check(&rules);
}

#[test]
fn hands_and_drops() {
    let mut rules = chess(OPEN);
    let names = ["Pawn", "Knight", "Rook", "Queen"];
    rules.hand = names.map(|name| InHand { kind: kind(&rules, name), start: [0, 1] }).into();
    rules.afters = vec![after(on(Happening::Capture), vec![Effect::VictimToHand])];
    let drop = |kinds, on| Drop { rule: "test".into(), kinds, on };
    rules.drops = vec![
        drop(kinds(&rules, "Knight Rook Queen"), Squares::Empty),
        drop(kinds(&rules, "Pawn"), minus(ranks(1..5), Squares::Files(Box::new(men(&rules, Who::Own, "Pawn"))))),
    ];
    let by_pawn = Event { by: Some(kinds(&rules, "Pawn Queen")), ..on(Happening::Drop) };
    rules.forbids = vec![forbid(Some(by_pawn), Cond::Checkmate(Who::Enemy))];
    check(&rules);
    // A man without a place in a hand cannot be taken.
    rules.hand.pop();
    check(&rules);
}

#[test]
fn counters_and_memories() {
    let mut rules = chess(START);
    rules.counters = vec![counter("checks", 3, true), counter("turns", 40, false)];
    rules.afters = vec![
        after(on(Happening::Check), vec![Effect::Change(0, Who::Own, -1)]),
        after(on(Happening::Capture), vec![Effect::Change(1, Who::Either, -1)]),
    ];
    let left = |counter, who| Cond::Compare(Int::Counter(counter, who), Comparison::Equal, Int::Const(0));
    end(&mut rules, Outcome::Win, left(0, Who::Own));
    end(&mut rules, Outcome::Draw, left(1, Who::Either));
    rules.memories =
        vec![Cond::Any(and(men(&rules, Who::Own, "King"), ranks(1..6))), Cond::Passed, Cond::Stalemate(Who::Own)];
    rules.actions = vec![action("pass", Some(Cond::Not(Box::new(Cond::Before(0)))), vec![], vec![])];
    end(&mut rules, Outcome::Draw, both(Cond::Passed, Cond::Before(1)));
    check(&rules);
}

#[test]
fn actions_of_all_sorts() {
    let mut rules = chess(OPEN);
    let own = |names| men(&rules, Who::Own, names);
    let beside = and(near(own("King")), Squares::Empty);
    let mut succession = action(
        "succession",
        Some(Cond::Check(Who::Own)),
        vec![minus(own("Knight Rook"), Squares::Attacked(Who::Enemy))],
        vec![Effect::Swap(own("King"), Squares::Chosen(0))],
    );
    succession.last_resort = true;
    let recall = action(
        "recall",
        None,
        vec![own("Rook Pawn"), minus(beside, Squares::Files(Box::new(Squares::Chosen(0))))],
        vec![Effect::Relocate(Squares::Chosen(0), Squares::Chosen(1))],
    );
    let sacrifice = action(
        "sacrifice",
        Some(Cond::Compare(Int::Lost(kinds(&rules, "Knight Queen")), Comparison::AtMost, Int::Const(1))),
        vec![own("Pawn")],
        vec![Effect::Remove(Squares::Chosen(0)), Effect::Put(Man::Kind(kind(&rules, "Knight")), ranks(0..1))],
    );
    rules.actions = vec![succession, recall, sacrifice];
    check(&rules);
}

#[test]
fn tiers_and_what_is_forbidden() {
    let mut rules = chess(OPEN);
    let of = Event { of: Some(kinds(&rules, "Pawn")), ..on(Happening::Capture) };
    let back = Event { to: Some(ranks(0..2)), by: Some(kinds(&rules, "Knight Queen")), ..on(Happening::Move) };
    rules.prefers = vec![of, on(Happening::Promotion)];
    rules.forbids = vec![
        forbid(Some(back), Cond::Any(and(Squares::To, Squares::Attacked(Who::Enemy)))),
        forbid(None, Cond::Stalemate(Who::Enemy)),
        forbid(Some(on(Happening::Check)), Cond::OwnIs(1)),
    ];
    check(&rules);
}

#[test]
fn ends_that_ask_for_moves() {
    let mut rules = chess(OPEN);
    let no_queen = none(men(&rules, Who::Enemy, "Queen"));
    let king_there = Cond::Any(and(men(&rules, Who::Own, "King"), ranks(3..4)));
    end(&mut rules, Outcome::Draw, both(Cond::Checkmate(Who::Own), no_queen));
    end(&mut rules, Outcome::Win, king_there);
    check(&rules);
}

#[test]
fn castling_where_check_is_something_else() {
    let mut rules = chess("r3kr/p2p1p/6/6/P1P3/R2K1R");
    let text = "variant \"Chess\"\nuse fide\nsetup \"r3k2r/p6p/8/2q5/8/8/P6P/R3K2R\"\n";
    let wide = compile("chess.ferz", text, &NoFiles).rules.unwrap();
    for royal in [true, false] {
        let mut rules = wide.clone();
        let king = kind(&rules, "King");
        rules.kinds[king].royal = royal;
        check(&rules);
        let guarded = minus(men(&rules, Who::Own, "King"), near(men(&rules, Who::Own, "Rook")));
        rules.checks = vec![Cond::Any(and(guarded, Squares::Attacked(Who::Enemy)))];
        check(&rules);
    }
    rules.afters = vec![after(
        on(Happening::Move),
        vec![Effect::Remove(and(near(Squares::From), men(&rules, Who::Enemy, "Pawn")))],
    )];
    check(&rules);
}

#[test]
fn promotion_to_what_was_captured() {
    let mut rules = chess(OPEN);
    let pawns = KindSet::of(kind(&rules, "Pawn"));
    let line = |zone, optional, to| {
        let Squares::Zone(zone) = zone else { unreachable!() };
        Promotion { rule: "promotion".into(), kinds: pawns, zone, place: Place::On, optional, to, while_: None }
    };
    let few = Cond::Compare(Int::Count(men(&rules, Who::Own, "Rook")), Comparison::Less, Int::Const(2));
    rules.promotions = vec![
        line(ranks(4..5), true, Kinds::Captured),
        line(ranks(5..6), false, Kinds::Captured),
        Promotion { while_: Some(few), ..line(ranks(3..6), true, kinds(&rules, "Rook")) },
    ];
    check(&rules);
}

/// Variants as their files say them, where that is shortest.
fn check_text(lines: &str) {
    let compiled = compile("chess.ferz", &format!("variant \"Test\"\n{lines}\n"), &NoFiles);
    check(&compiled.rules.unwrap_or_else(|| panic!("{lines}\n{:?}", compiled.diagnostics)));
}

#[test]
fn choices_in_what_follows_on_moves() {
    let chess = "use fide\npiece Hawk H = Bishop + Knight\npiece Elephant E = Rook + Knight\n";
    let gating = "hand Hawk, Elephant\nafter move from unmoved & rank 1 { optionally choose who in hand, gate in from drop who on gate }";
    let open = "setup \"r3k2r/p2p3p/8/8/8/8/P2P3P/RN2K2R\"";
    check_text(&format!("{chess}{gating}"));
    check_text(&format!("{chess}{gating}\n{open}"));
    let traps = "after capture { choose what in Pawn | Knight, where in near(to) & empty put what on where }";
    check_text(&format!("{chess}{traps}\nsetup \"r3k2r/p2p3p/8/2n5/3P4/8/P6P/R3K2R\""));
    let two = "optionally choose one in own Pawn & a2..d3, other in own Pawn & a2..d3 remove one | other";
    check_text(&format!("{chess}after move by Knight {{ {two} }}\n{open}"));
    let gone = "after check { choose gone in near(to) & men Pawn remove gone }";
    check_text(&format!(
        "{chess}after capture by Rook {{ optionally choose fallen in own Knight & rank 1 remove fallen }}\n{gone}\n{open}"
    ));
}

#[test]
fn actions_that_choose_kinds_and_repeat_each_other() {
    let chess =
        "use orthodox without castling\nboard 6x6\nsetup \"r1qk1r/p2p1p/6/6/P1P1P1/RNQK1R\"\nhand 2 Knight, Queen\n";
    let gate = "action gate { choose who in hand, where in rank 1 & empty drop who on where }";
    let gather = "action gather { when check choose one in own Pawn, other in own Pawn remove one | other }";
    let back = "action back { choose one in own Pawn & rank 3 put Pawn on one }";
    check_text(&format!(
        "{chess}{gate}\n{gather}\n{back}\nprefer capture by unmoved_men\nkinds unmoved_men = Rook | Knight"
    ));
}

#[test]
fn men_that_may_stay() {
    let lion = "use fide\npiece Lion L = \"KNADcaKmcabK\" may stay\npiece Idler I = \"fWmabW\" may stay\n";
    check_text(&format!("{lion}setup \"1lb1k2i/pp5p/8/3p4/8/2P5/PP5P/1LB1K2I\"\ndraw when passed and before(passed)"));
}
