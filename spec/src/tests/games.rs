//! The runtime over the interpreter: move text, games, counts with a report.

use super::chess::{START, chess};
use super::*;
use ferz_runtime::{Control, Game, Random, Status, legal_moves, parse_move, perft, random_game, random_positions};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn engine() -> Interpreter {
    let mut rules = chess();
    let names = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"];
    for (kind, name) in rules.kinds.iter_mut().zip(names) {
        kind.name = name.into();
    }
    let cells = Vec::new();
    rules.setups.push(ferz_lang::rules::Setup { name: String::new(), fen: START.into(), cells });
    Interpreter::new(&rules)
}

fn texts(fen: &str) -> Vec<String> {
    let engine = engine();
    legal_moves(&engine, &load(&engine, fen)).into_iter().map(|(text, _)| text).collect()
}

fn complaint(fen: &str, text: &str) -> String {
    let engine = engine();
    parse_move(&engine, &load(&engine, fen), text).unwrap_err().to_string()
}

#[test]
fn moves_have_texts() {
    assert_eq!(texts("4k3/P7/8/8/8/8/8/8 w"), ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    let castling = texts("4k3/8/8/8/8/8/3PPP2/3QK2R w K");
    assert!(castling.contains(&"e1g1".into()), "{castling:?}");
}

#[test]
fn a_text_that_is_no_move_is_explained() {
    let kings = "4k3/P7/8/8/8/8/8/4K2R w K";
    let cases = [
        (
            START,
            "hello",
            "`hello` is not how a move is written; write the square a man leaves and the one it goes to, such as `a2a3`",
        ),
        (START, "e3e4", "`e3e4` is not legal: no man stands on e3; `a2a3` would be"),
        (START, "e7e5", "`e7e5` is not legal: the Pawn on e7 is Black's, and it is White's turn"),
        (START, "e2e5", "`e2e5` is not legal: the Pawn on e2 may play e2e3, e2e4"),
        (START, "a1a2", "`a1a2` is not legal: the Rook on a1 has no legal move"),
        (START, "E2-E4", "`E2-E4` is not legal; did you mean `e2e4`?"),
        (kings, "a7a8", "`a7a8` could be several moves: write `a7a8b` or `a7a8n` or `a7a8q` or `a7a8r`"),
        (kings, "a7a8k", "`a7a8k` is not legal; did you mean `a7a8b` or `a7a8n` or `a7a8q` or `a7a8r`?"),
        (kings, "e1h1", "`e1h1` is not legal; did you mean `e1g1`?"),
        ("k7/1Q6/1K6/8/8/8/8/8 b", "a8a7", "`a8a7` cannot be played: no move is legal here, the game is over"),
    ];
    for (fen, text, expected) in cases {
        assert_eq!(complaint(fen, text), expected);
    }
}

#[test]
fn any_text_gets_an_answer() {
    let mut random = Random::new(7);
    let letters: Vec<char> = "abeh12389xqk+@,-ä€ E\u{0}".chars().collect();
    let engine = engine();
    let position = load(&engine, "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq");
    for _ in 0..2000 {
        let text: String = (0..random.below(8)).map(|_| letters[random.below(letters.len())]).collect();
        let _ = parse_move(&engine, &position, &text);
    }
}

#[test]
fn victims_are_named_where_squares_do_not_tell() {
    let take = |dx| Leg { ends: Landing::CAPTURE, effect: Effect::Remove, ..leap(dx, 1) };
    let back = |dx: i8| Leg { ends: Landing::MOVE, ..leap(-dx, -1) };
    let rifle = kind('A', vec![part([1, -1].map(|dx| vec![take(dx), back(dx)]))]);
    let engine = Interpreter::new(&rules(9, 9, vec![rifle, kind('B', vec![])]));
    let both = load(&engine, "9/9/9/9/9/9/9/3b1b3/4A4 w");
    let named: Vec<String> = legal_moves(&engine, &both).into_iter().map(|(text, _)| text).collect();
    assert_eq!(named, ["e1e1xd2", "e1e1xf2"]);
    assert!(parse_move(&engine, &both, "e1e1").unwrap_err().to_string().contains("`e1e1xd2` or `e1e1xf2`"));
    assert!(parse_move(&engine, &both, "e1e1xf2").is_ok());
}

#[test]
fn castling_names_the_partner_where_the_king_could_walk_there() {
    let mut rules = chess();
    // A king that may also leap two files sideways.
    for side in 0..2 {
        rules.kinds[0].movement[side].push(leaps(&[(2, 0), (-2, 0)]));
    }
    rules.castlings.iter_mut().for_each(|castling| castling.ambiguous = true);
    let engine = Interpreter::new(&rules);
    let named = legal_moves(&engine, &load(&engine, "4k3/8/8/8/8/8/8/4K2R w K"));
    let texts: Vec<&str> = named.iter().map(|(text, _)| text.as_str()).collect();
    assert!(texts.contains(&"e1g1") && texts.contains(&"e1xh1"), "{texts:?}");
}

#[test]
fn a_game_is_played_taken_back_and_ended() {
    let mut game = Game::start(Arc::new(engine())).unwrap();
    for text in ["f2f3", "e7e5", "g2g4"] {
        game.play(text).unwrap();
    }
    assert_eq!((game.status(), game.legal().len()), (Status::Ongoing, 30));
    game.play("d8h4").unwrap();
    assert_eq!(game.status().to_string(), "checkmate, Black wins");
    assert_eq!(game.outcome().map(|o| (o.winner, o.rule)), Some((Some(1), "checkmate".into())));
    assert!(game.legal().is_empty() && game.claims().is_empty());
    assert!(game.play("e1f2").is_err());
    assert!(game.undo().is_some());
    assert_eq!(game.history().len(), 3);
    assert_eq!(game.status(), Status::Ongoing);
    let stalemate = Game::from_fen(Arc::new(engine()), "k7/8/1Q6/8/8/8/8/4K3 b").unwrap();
    assert_eq!(stalemate.status().to_string(), "draw by stalemate");
    let check = Game::from_fen(Arc::new(engine()), "k7/8/Q7/8/8/8/8/4K3 b").unwrap();
    assert_eq!(check.status(), Status::Check);
}

#[test]
fn repetition_and_quiet_play_are_claimed() {
    let mut game = Game::start(Arc::new(engine())).unwrap();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for text in there_and_back {
        game.play(text).unwrap();
    }
    assert_eq!((game.repetitions(), game.claims().len()), (2, 0));
    for text in there_and_back {
        game.play(text).unwrap();
    }
    assert_eq!(game.repetitions(), 3);
    let claims: Vec<String> = game.claims().iter().map(ToString::to_string).collect();
    assert_eq!(claims, ["draw by repetition"]);
    assert_eq!(game.legal().len(), 20, "a claim does not end the game");
    let quiet = Game::from_fen(Arc::new(engine()), "4k3/8/8/8/8/8/8/R3K3 w - - 100 90").unwrap();
    assert_eq!(quiet.claims()[0].to_string(), "draw by quiet");
}

#[test]
fn a_repetition_that_is_no_claim_ends_the_game() {
    let mut rules = chess();
    rules.ends[0].claim = false;
    let mut game = Game::from_fen(Arc::new(Interpreter::new(&rules)), START).unwrap();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
        game.play(text).unwrap();
    }
    assert_eq!(game.status().to_string(), "draw by repetition");
    assert!(game.legal().is_empty() && game.play("e2e4").is_err());
}

#[test]
fn a_report_adds_up_and_tells_how_far_it_is() {
    let engine = engine();
    let position = load(&engine, START);
    let last = Cell::new(0.0);
    let tell = |progress: ferz_runtime::Progress| {
        assert!(progress.done >= last.get());
        last.set(progress.done);
    };
    let stop = AtomicBool::new(false);
    let report = perft(&engine, &position, 3, &Control { progress: Some(&tell), ..Control::new(&stop) }).unwrap();
    assert_eq!((report.nodes, report.divide.len(), last.get()), (8902, 20, 1.0));
    assert_eq!(report.divide.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8902);
    // From the chess programming wiki's table of perft 3 by first move.
    assert_eq!(report.divide[6], ("c2c3".into(), 420));
    let none = perft(&engine, &position, 0, &Control::new(&stop)).unwrap();
    assert_eq!(none.nodes, 1);
    assert!(perft(&engine, &position, 9, &Control::new(&AtomicBool::new(true))).is_err());
}

#[test]
fn random_games_depend_on_the_seed_alone() {
    let engine = engine();
    let start = load(&engine, START);
    let game = random_game(&engine, &start, 1, 40);
    assert_eq!(game.len(), 40);
    assert!(game == random_game(&engine, &start, 1, 40));
    assert!(game != random_game(&engine, &start, 2, 40));
    assert_eq!(random_positions(&engine, 3, 150).unwrap().len(), 150);
}

#[test]
fn what_is_written_is_read_back() {
    let engine = engine();
    for position in random_positions(&engine, 11, 300).unwrap() {
        let text = fen::write(engine.variant(), position.state());
        assert_eq!(fen::parse(engine.variant(), &text).as_ref(), Ok(position.state()), "{text}");
    }
}
