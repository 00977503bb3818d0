//! `show` and `stats`.

use super::*;

#[test]
fn show_draws_the_board_and_lists_the_men() {
    let call = ferz(&["show", CHESS]).ends(0);
    assert!(call.out.contains("  8  r n b q k b n r\n"), "{}", call.out);
    assert!(call.out.contains("     a b c d e f g h\n"), "{}", call.out);
    assert!(call.out.lines().any(|line| line.starts_with("N n  Knight")), "{}", call.out);
    assert!(call.out.lines().any(|line| line.contains("King") && line.contains("royal")), "{}", call.out);
    assert!(!call.out.contains('\x1b'), "colours in a pipe");
    let answer = ferz(&["show", CHESS, "--json"]).ends(0).json();
    assert_eq!((&answer["width"], &answer["height"]), (&8.into(), &8.into()));
    let kinds = answer["kinds"].as_array().expect("a list");
    assert_eq!(kinds.len(), 6);
    let knight = kinds.iter().find(|kind| kind["name"] == "Knight").expect("chess has Knights");
    assert_eq!(knight["letters"], serde_json::json!(["N", "n"]));
    assert_eq!(knight["royal"], false);
    assert!(answer["rules"].as_array().is_some_and(|rules| rules.iter().any(|rule| rule["rule"] == "checkmate")));
}

#[test]
fn stats_count_what_authors_count() {
    let call = ferz(&["stats", CHESS]).ends(0);
    let row = |title: &str| call.out.lines().find(|line| line.starts_with(title)).unwrap_or_default().to_owned();
    assert!(row("pawn protection").contains("11144111"), "{}", call.out);
    assert!(row("  for each square").ends_with("1.52"), "{}", call.out);
    assert!(row("Bishop").ends_with("colourbound"), "{}", call.out);
    let answer = ferz(&["stats", CHESS, "--json"]).ends(0).json();
    assert_eq!((&answer["men"], &answer["cells"], &answer["kinds_present"]), (&32.into(), &64.into(), &6.into()));
    assert_eq!(answer["armies"][1]["pawn_protection"][3], serde_json::json!({"square": "d7", "by": 4}));
    assert_eq!(answer["armies"][0]["power_lines"], 97.0);
    ferz(&["stats", CHESS, "--setup", "other"]).refused(&["other", "--setup"]);
}
