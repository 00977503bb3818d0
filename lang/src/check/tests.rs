use super::*;
use crate::source::NoFiles;

/// Files of a made-up folder.
struct Folder<'a>(&'a [(&'a str, &'a str)]);

impl Resolver for Folder<'_> {
    fn read(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let file = self.0.iter().find(|(name, _)| *name == path);
        file.map(|(name, text)| (name.to_string(), text.to_string())).ok_or("there is no such file".to_string())
    }
}

fn examples() -> Folder<'static> {
    Folder(&[("azsymchess-common.ferz", include_str!("../../../examples/azsymchess-common.ferz"))])
}

fn compiled(text: &str) -> Rules {
    let compiled = compile("test.ferz", text, &examples());
    assert_eq!(compiled.diagnostics, [], "{text}");
    compiled.rules.expect("there are rules where nothing is wrong")
}

#[test]
fn the_examples_compile() {
    compiled(include_str!("../../../examples/chess.ferz"));
    compiled(include_str!("../../../examples/azsymchess-1.ferz"));
    compiled(include_str!("../../../examples/azsymchess-2.ferz"));
    compiled(include_str!("../../../examples/azsymchess-3.ferz"));
    compiled(include_str!("../../../examples/azsymchess-4.ferz"));
}

#[test]
fn a_file_without_variant_and_setup_is_a_part() {
    let compiled = compile("common.ferz", include_str!("../../../examples/azsymchess-common.ferz"), &NoFiles);
    assert_eq!(compiled.diagnostics, []);
    assert!(compiled.is_part());
}

/// Orthodox chess with a few lines more.
fn fide(lines: &str) -> String {
    format!("variant \"Test\"\nuse fide\n{lines}\n")
}

/// A variant on another board, with Kings and Pawns.
fn on_board(size: &str, lines: &str) -> String {
    format!("variant \"Test\"\nboard {size}\nuse orthodox without castling\n{lines}\n")
}

/// Every diagnostic of the lines as its code and the text that is underlined; the lines stand after `use fide`.
fn check(lines: &str, expected: &[(&str, &str)]) {
    let compiled = compile("test.ferz", &fide(lines), &NoFiles);
    let found: Vec<(&str, &str)> =
        compiled.diagnostics.iter().map(|d| (d.code.name(), compiled.sources.slice(d.primary.span))).collect();
    assert_eq!(found, expected, "{lines}\n{:#?}", compiled.diagnostics);
}

/// The help of the only diagnostic.
fn help(lines: &str) -> String {
    let compiled = compile("test.ferz", &fide(lines), &NoFiles);
    assert_eq!(compiled.diagnostics.len(), 1, "{lines}\n{:#?}", compiled.diagnostics);
    compiled.diagnostics[0].help.clone().unwrap_or_default()
}

/// The squares of a zone for White and for Black, as a kind restricted to them shows.
fn zone(size: &str, zone: &str) -> [Vec<usize>; 2] {
    let (files, ranks) = size.split_once('x').expect("it is a size");
    let empty = vec![files; ranks.parse::<usize>().expect("it is a number") - 1].join("/");
    let rank = format!("Kk{}", files.parse::<usize>().expect("it is a number") - 2);
    let lines = format!("piece Man M = \"K\" + \"N\" from {zone}\nsetup \"{empty}/{rank}\"");
    let rules = compiled(&on_board(size, &lines));
    let man = rules.kinds.iter().find(|kind| kind.name == "Man").expect("it is defined");
    [0, 1].map(|side| man.movement[side][1].from.expect("it is restricted").iter().collect())
}

/// A kind of these rules.
fn kind<'a>(rules: &'a Rules, name: &str) -> &'a crate::rules::Kind {
    rules.kinds.iter().find(|kind| kind.name == name).expect("it is defined")
}

#[test]
fn zones_are_reflected_for_black() {
    // On 3x4: a1 b1 c1 are 0 1 2, a4 b4 c4 are 9 10 11.
    assert_eq!(zone("3x4", "rank 1"), [vec![0, 1, 2], vec![9, 10, 11]]);
    assert_eq!(zone("3x4", "last rank"), [vec![9, 10, 11], vec![0, 1, 2]]);
    assert_eq!(zone("3x4", "ranks 2..3"), [vec![3, 4, 5, 6, 7, 8], vec![3, 4, 5, 6, 7, 8]]);
    assert_eq!(zone("3x4", "a1"), [vec![0], vec![9]]);
    assert_eq!(zone("3x4", "a1 c2"), [vec![0, 5], vec![8, 9]]);
    assert_eq!(zone("3x4", "file a"), [vec![0, 3, 6, 9], vec![0, 3, 6, 9]]);
    assert_eq!(zone("3x4", "b1..c2"), [vec![1, 2, 4, 5], vec![7, 8, 10, 11]]);
    assert_eq!(zone("3x4", "c2..b1"), [vec![1, 2, 4, 5], vec![7, 8, 10, 11]]);
    assert_eq!(zone("3x4", "absolute a1"), [vec![0], vec![0]]);
    assert_eq!(zone("3x4", "turned a1"), [vec![0], vec![11]]);
}

#[test]
fn the_algebra_of_sets() {
    assert_eq!(zone("3x4", "rank 1 - a1")[0], [1, 2]);
    assert_eq!(zone("3x4", "rank 1 & files b..c")[0], [1, 2]);
    assert_eq!(zone("3x4", "a1 | b1 & file c | c1")[0], [0, 2]);
    assert_eq!(zone("3x4", "(a1 | c1) & file c")[0], [2]);
    assert_eq!(zone("3x4", "rank 1 - a1 | a1")[0], [0, 1, 2]);
    assert_eq!(zone("3x4", "rank 1 - (a1 | b1)")[0], [2]);
    assert_eq!(zone("3x4", "~ranks 2..4")[0], [0, 1, 2]);
    assert_eq!(zone("3x4", "~~a1")[0], [0]);
}

#[test]
fn movement_is_turned_for_black() {
    let rules = compiled(&fide(""));
    let pawn = kind(&rules, "Pawn");
    let step = |side: usize| pawn.movement[side][0].paths[0].legs[0].steps[0];
    assert_eq!((step(0).dx, step(0).dy), (0, 1));
    assert_eq!((step(1).dx, step(1).dy), (0, -1));
    assert!(pawn.movement[0].iter().any(|part| part.unmoved && part.marking));
}

#[test]
fn sums_have_the_parts_of_both() {
    let rules = compiled(&fide("piece Marshal M = Rook + \"N\"\npiece Same S = Rook + Rook + \"R\""));
    assert_eq!(kind(&rules, "Marshal").movement[0].len(), 2);
    assert_eq!(kind(&rules, "Marshal").notation, "Rook + \"N\"");
    assert_eq!(kind(&rules, "Same").movement[0], kind(&rules, "Rook").movement[0]);
}

#[test]
fn a_name_means_its_last_definition_everywhere() {
    let rules = compiled(&fide("piece Rook R = \"R4\""));
    assert_eq!(kind(&rules, "Queen").movement[0][0], kind(&rules, "Rook").movement[0][0]);
    assert_eq!(rules.kinds.len(), 6);
}

#[test]
fn a_replaced_piece_may_refer_to_what_it_was() {
    let rules = compiled(&fide("piece Rook R = Rook + \"F\""));
    assert_eq!(kind(&rules, "Rook").movement[0].len(), 2);
    assert_eq!(kind(&rules, "Queen").movement[0].len(), 3);
}

#[test]
fn royalty_is_not_inherited() {
    let rules = compiled(&fide("piece Prince I = King"));
    assert!(kind(&rules, "King").royal && !kind(&rules, "Prince").royal);
}

#[test]
fn what_has_not_moved() {
    use crate::rules::Unmoved;
    let rules = compiled(&fide(""));
    assert!(matches!(kind(&rules, "Pawn").unmoved, [Unmoved::Place(_), Unmoved::Place(_)]));
    assert!(matches!(kind(&rules, "Rook").unmoved, [Unmoved::Right(_), Unmoved::Right(_)]));
    // A Pawn that a Knight may become could come back; so could one that moves backwards.
    let rules = compiled(&fide("promote Pawn on last rank to Queen\npromote Knight on rank 2 to Pawn"));
    assert!(matches!(kind(&rules, "Pawn").unmoved[0], Unmoved::Right(_)));
    let rules = compiled(&fide("piece Pawn P = \"mWcF\" + \"ifmnD\""));
    assert!(matches!(kind(&rules, "Pawn").unmoved[0], Unmoved::Right(_)));
    // A Berolina Pawn changes its file, but never goes back.
    let rules = compiled(&fide("piece Pawn P = \"fmFfcW\" + \"ifmnA\""));
    assert!(matches!(kind(&rules, "Pawn").unmoved[1], Unmoved::Place(_)));
}

#[test]
fn armies_are_counted_by_side() {
    let setup = "setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1\"";
    let rules = compiled(&fide(&format!("{setup}\nrule castling {{ castle King 2 with Rook }}")));
    let to = [0, 1].map(|side| rules.promotions[0].to.fixed(side).map(|kinds| kinds.len()));
    assert_eq!(to, [Some(3), Some(4)]);
    assert_eq!(rules.castlings.len(), 2);
}

/// The castlings of White: where the king goes to and the partner from and to.
fn castlings(rank: &str, castle: &str) -> Vec<(u8, u8, u8)> {
    let lines = format!("setup \"{}/8/8/8/8/8/8/{rank}\"\nrule castling {{ {castle} }}", rank.to_lowercase());
    let rules = compiled(&fide(&lines));
    let white = rules.castlings.iter().filter(|c| c.side == 0);
    white.map(|c| (c.king_to, c.partner_from, c.partner_to)).collect()
}

#[test]
fn castling_goes_towards_its_partner() {
    assert_eq!(castlings("R3K2R", "castle King 2 with Rook"), [(6, 7, 5), (2, 0, 3)]);
    assert_eq!(castlings("RR2K2R", "castle King 2 with Rook"), [(6, 7, 5), (2, 1, 3), (2, 0, 3)]);
    assert_eq!(castlings("R3K3", "castle King 2 with Rook"), [(2, 0, 3)]);
    assert_eq!(castlings("R3K3", "castle King 3 with Rook"), [(1, 0, 2)]);
    assert_eq!(castlings("RK5R", "castle King to c, g with Rook"), [(6, 7, 5), (2, 0, 3)]);
    assert_eq!(castlings("N3K2R", "castle King 2 with Rook | Knight"), [(6, 7, 5), (2, 0, 3)]);
}

#[test]
fn castling_says_what_must_be_empty_and_safe() {
    let rules = compiled(&fide(""));
    let queens = rules.castlings.iter().find(|c| c.side == 0 && c.king_to == 2).expect("White castles on both wings");
    assert_eq!(ferz_abi::squares(queens.empty).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(ferz_abi::squares(queens.safe).collect::<Vec<_>>(), [2, 3, 4]);
    assert!(!queens.ambiguous);
    let rules = compiled(&fide("piece King K = \"KD\" royal"));
    assert!(rules.castlings.iter().all(|c| c.ambiguous));
}

#[test]
fn ends_stand_in_the_order_of_the_file_but_mate_comes_last() {
    let names = |text: &str| compiled(text).ends.into_iter().map(|end| end.rule).collect::<Vec<_>>();
    assert_eq!(names(&fide("")), ["repetition", "quiet", "checkmate", "stalemate"]);
    assert_eq!(names(&fide("draw when quiet(70)")), ["repetition", "quiet", "checkmate", "stalemate"]);
    assert_eq!(
        names(&fide("rule long { draw when quiet(75) }")),
        ["repetition", "quiet", "long", "checkmate", "stalemate"]
    );
    assert_eq!(names(&fide("win when stalemate")), ["repetition", "quiet", "checkmate", "stalemate"]);
}

#[test]
fn a_rule_replaces_the_one_of_its_name() {
    let rules = compiled(&fide("promote Pawn on ranks 7..8 optionally to Queen\npromote Pawn on last rank to Queen"));
    assert_eq!(rules.promotions.len(), 2);
    assert!(rules.promotions[0].optional && !rules.promotions[1].optional);
}

#[test]
fn setups_as_fen_and_as_pictures() {
    let picture = "setup { 3 | k . . 2 | . +p n' 1 | . R K }";
    let pieces = "piece Gold +P = \"W\"\npiece Horse N' = \"N\"";
    let rules = compiled(&on_board("3x3", &format!("{pieces}\n{picture}")));
    assert_eq!(rules.setups[0].fen, "k2/1+pn'/1RK");
    let again = compiled(&on_board("3x3", &format!("{pieces}\nsetup \"k2/1+pn'/1RK w - - 0 1\"")));
    assert_eq!(again.setups[0].cells, rules.setups[0].cells);
    assert_eq!(again.setups[0].fen, "k2/1+pn'/1RK w - - 0 1");
}

#[test]
fn gaps_have_up_to_two_digits() {
    let rules = compiled(&on_board("16x2", "setup \"k15/10K5\""));
    assert_eq!(rules.setups[0].cells.iter().position(Option::is_some), Some(10));
}

#[test]
fn names_and_suggestions() {
    check("piece Marshal M = Rok + Knight", &[("unknown-name", "Rok")]);
    assert_eq!(help("piece Marshal M = Rok + Knight"), "did you mean `Rook`?");
    assert_eq!(help("piece Marshal M = rook + Knight"), "did you mean `Rook`?");
    assert_eq!(help("kinds heavy = Quene | Rook"), "did you mean `Queen`?");
    assert_eq!(help("kinds heavy = Q | Rook"), "did you mean `Queen`? Here men have names; `Q` is its letter");
    assert_eq!(help("lose when stalmate"), "did you mean `stalemate`?");
    assert_eq!(help("peice Marshal M = \"RN\""), "did you mean `piece`?");
}

#[test]
fn types() {
    check("promote Pawn on Queen to Rook", &[("wrong-type", "Queen")]);
    check("promote rank 2 on rank 8 to Queen", &[("wrong-type", "rank 2")]);
    check("promote Pawn on rank 8 to ~a1", &[("wrong-type", "a1")]);
    check("zone z = a1 | King", &[("wrong-type", "King")]);
    check("zone z = all", &[("wrong-type", "all")]);
    check("kinds k = King | file a", &[("wrong-type", "file a")]);
    check("zone z = rank 1\nlose when z", &[("wrong-type", "z")]);
    check("lose when King", &[("wrong-type", "King")]);
    check("lose when rank 8", &[("wrong-type", "rank 8")]);
}

#[test]
fn carets_stand_inside_notation() {
    check("piece A A = \"K?\"", &[("misplaced-letter", "?")]);
    check("piece A A = Rook + \"NE\"", &[("unknown-letter", "E")]);
    check("piece A A = \"E\"\npiece C C = \"E\"", &[("unknown-letter", "E"), ("unknown-letter", "E")]);
}

#[test]
fn syntax() {
    check("piece A A = ", &[("syntax", "")]);
    check("piece A A \"R\"", &[("syntax", "")]);
    check("piece A A = \"R\" +", &[("syntax", "")]);
    check("zone = a1", &[("syntax", "=")]);
    check("zone z a1", &[("syntax", "a1")]);
    check("zone z = ranks 1..", &[("syntax", "")]);
    check("castle King 2 Rook", &[("syntax", "Rook")]);
    check("perft 1 = 20", &[("syntax", "perft")]);
    check("test \"t\" { perft 1 20 }", &[("syntax", "20")]);
    check("}", &[("syntax", "}")]);
    check("???", &[("syntax", "?")]);
    check("board 8x8 9", &[("syntax", "9")]);
}

#[test]
fn one_bad_statement_does_not_hide_the_next() {
    check(
        "zone = a1\nzone z = a9\npeice\nlose when z",
        &[("syntax", "="), ("off-board", "a9"), ("syntax", "peice"), ("wrong-type", "z")],
    );
    check(
        "rule r { promote\nlose when kechmate }\nzone z = a9",
        &[("syntax", ""), ("unknown-condition", "kechmate"), ("off-board", "a9")],
    );
}

#[test]
fn every_code_has_a_name_of_its_own_and_an_example() {
    let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
    for code in Code::ALL {
        assert_eq!(Code::named(code.name()), Some(*code));
        assert!(code.explanation().len() > 60, "{code}");
    }
}

#[test]
fn the_library_is_free_of_complaints() {
    for name in crate::library::names() {
        let compiled = compile("test.ferz", &format!("use {name}"), &NoFiles);
        assert_eq!(compiled.diagnostics, [], "{name}");
    }
    assert!(compile("test.ferz", "use fide", &NoFiles).rules.is_some());
}

#[test]
fn files_are_found_through_the_resolver() {
    let folder =
        Folder(&[("a.ferz", "use \"b.ferz\"\npiece A A = \"R\""), ("b.ferz", "use \"a.ferz\"\npiece B C = \"N\"")]);
    let compiled = compile("test.ferz", &fide("use \"a.ferz\""), &folder);
    let codes: Vec<&str> = compiled.diagnostics.iter().map(|d| d.code.name()).collect();
    assert_eq!(codes, ["use-cycle"]);
    let folder = Folder(&[("a.ferz", "piece A A = \"R\""), ("b.ferz", "use \"a.ferz\"\npiece A A = \"N\"")]);
    let compiled = compile("test.ferz", &fide("use \"a.ferz\"\nuse \"b.ferz\""), &folder);
    assert_eq!(compiled.diagnostics, []);
}

#[test]
fn tests_of_used_files_are_not_inherited() {
    let folder = Folder(&[("a.ferz", "test \"other\" { perft 1 = 3 }")]);
    let compiled = compile("test.ferz", &fide("use \"a.ferz\"\ntest \"own\" { perft 1 = 20 }"), &folder);
    let rules = compiled.rules.expect("nothing is wrong");
    assert_eq!(rules.tests.len(), 1);
    assert_eq!((rules.tests[0].name.as_str(), rules.tests[0].steps[0].line), ("own", 4));
}

#[test]
fn out_and_back_is_a_move_for_who_stays_takes_or_promotes() {
    compiled(
        "variant \"Restless\" board 6x6 use orthodox without castling
         piece Waiter W = \"mabK\" may stay
         piece Rifleman F = \"caibR\"
         piece Dancer D = \"mabW\"
         rule growing { promote Dancer on ranks 1..6 to Waiter }
         setup \"1kfwd1/6/6/6/6/1KFWD1\"",
    );
}
