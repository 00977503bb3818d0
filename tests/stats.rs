//! What `ferz stats` finds, held against what the authors of the described games printed.

mod common;

use ferz::stats::{Army, Stats, stats};
use ferz_lang::rules::movement::Path;
use ferz_runtime::fen;
use std::collections::HashSet;

fn at_start(game: &str) -> Stats {
    let program = common::program(game);
    stats(program.rules(), program.game().position().state())
}

/// A digit for each pawn, from the a-file on.
fn protection(army: &Army) -> String {
    army.pawn_protection.iter().map(|pawn| pawn.by.to_string()).collect()
}

#[track_caller]
fn check_protection(game: &str, white: &str, black: &str) {
    let armies = at_start(game).armies;
    assert_eq!([protection(&armies[0]), protection(&armies[1])], [white, black], "{game}");
    let total = |digits: &str| digits.chars().filter_map(|c| c.to_digit(10)).sum::<u32>() as usize;
    let totals = armies.each_ref().map(|army| army.pawn_protection_total);
    assert_eq!(totals, [total(white), total(black)], "{game}");
}

/// Rounded as the documents print it.
fn rounded(number: f64) -> String {
    format!("{number:.2}")
}

#[test]
fn azsymchess_prints_its_pawns_protection() {
    for (game, row) in [("azsymchess-1", "3122442213"), ("azsymchess-2", "4122442214"), ("azsymchess-4", "2122552212")]
    {
        check_protection(game, row, row);
    }
}

#[test]
fn azsymchess_3_prints_two_digits_too_many() {
    // The document has 5122552215: it counts nightriders through the men that block them.
    check_protection("azsymchess-3", "5022552205", "5022552205");
}

#[test]
fn azsymchess_4_defends_every_man() {
    assert!(at_start("azsymchess-4").armies.iter().all(|army| army.undefended.is_empty()));
    assert!(at_start("azsymchess-1").armies.iter().all(|army| !army.undefended.is_empty()));
}

#[test]
fn azsymchess_prints_its_density() {
    for (game, percent) in [("azsymchess-1", "42"), ("azsymchess-2", "46"), ("azsymchess-3", "50")] {
        assert_eq!(format!("{:.0}", at_start(game).density * 100.0), percent, "{game}");
    }
}

#[test]
fn orthodox_chess_has_97_power_lines() {
    let found = at_start("chess");
    for army in &found.armies {
        assert_eq!((army.power_lines, rounded(army.power_line_density)), (97.0, "1.52".to_owned()));
        // Both Rooks are out of everybody's reach.
        assert_eq!(army.undefended.len(), 2);
    }
    // Knights on 64 squares have 336 moves, bishops 560, rooks 14 from everywhere.
    let mobility = |name: &str| found.kinds.iter().find(|kind| kind.name == name).expect("it is there").mobility_empty;
    assert_eq!([mobility("Knight"), mobility("Bishop"), mobility("Rook")], [336.0 / 64.0, 560.0 / 64.0, 14.0]);
}

#[test]
fn only_bishops_keep_their_colour_in_chess() {
    let bound: Vec<String> = at_start("chess").kinds.into_iter().filter(|k| k.colourbound).map(|k| k.name).collect();
    assert_eq!(bound, ["Bishop"]);
}

#[test]
fn the_clash_of_civilizations_prints_its_pawns_protection() {
    for (game, west, east) in [
        ("ccc-1", "1213443121", "2211331222"),
        ("ccc-2", "1213443121", "2211331222"),
        ("ccc-3", "1213443121", "2111221212"),
    ] {
        check_protection(game, west, east);
    }
    assert_eq!(protection(&at_start("ccc-4").armies[1]), "2112222212");
    let armies = at_start("ccc-1").armies;
    assert_eq!(armies.map(|army| army.pawn_protection_total), [22, 19]);
}

#[test]
fn the_fifth_clash_prints_four_digits_too_few() {
    // The document has 1223553221. Only the Western men count for it, all of which the fourth episode has too.
    let program = common::program("ccc-4");
    let engine = program.engine();
    let west = "4k5/10/10/10/10/10/10/PPPPPPPPPP/RNBAQKABNR/2XC2CX2 w - - 0 1";
    let state = fen::parse(engine.variant(), west).expect("a FEN");
    assert_eq!(protection(&stats(program.rules(), &state).armies[0]), "1233553321");
}

#[test]
fn the_clash_of_civilizations_prints_its_power_lines() {
    for (game, west, east) in [("ccc-1", "2.04", "2.05"), ("ccc-2", "2.04", "2.39"), ("ccc-3", "2.04", "2.05")] {
        let density = at_start(game).armies.map(|army| rounded(army.power_line_density));
        assert_eq!(density, [west, east], "{game}");
    }
}

#[test]
fn the_documents_count_kinds_and_men() {
    assert_eq!(at_start("ccc-1").kinds_present, 13);
    let conclave = at_start("conclave-ecumenical");
    assert_eq!(conclave.armies.each_ref().map(|army| (army.men, army.kinds)), [(36, 21); 2]);
    let caliph = conclave.kinds.iter().find(|kind| kind.name == "Caliph").expect("Conclave has Caliphs");
    assert!(caliph.colourbound);
}

#[test]
fn a_leo_is_a_cannon_and_a_monk() {
    let program = common::program("ccc-4");
    let paths = |name: &str| -> HashSet<Path> {
        let kind = program.rules().kinds.iter().find(|kind| kind.name == name).expect("it is there");
        kind.movement[0].iter().flat_map(|part| part.paths.clone()).collect()
    };
    let both: HashSet<Path> = paths("Cannon").union(&paths("Monk")).cloned().collect();
    assert_eq!(paths("Leo"), both);
    // A Queen's sixteen ways, eight to move and eight to capture over a screen.
    assert_eq!(both.len(), 16);
}
