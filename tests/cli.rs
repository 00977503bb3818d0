//! The command line, run as a person or a program runs it: what it prints, and with which code it ends.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// What became of a call.
struct Call {
    code: i32,
    out: String,
    err: String,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null());
    command.env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command
}

fn ferz(arguments: &[&str]) -> Call {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program speaks UTF-8");
    Call { code: status.code().expect("the program ends by itself"), out: text(stdout), err: text(stderr) }
}

impl Call {
    #[track_caller]
    fn ends(self, code: i32) -> Call {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// Ends with 2, nothing on stdout, and a message with all of these words.
    #[track_caller]
    fn refused(self, words: &[&str]) {
        let call = self.ends(2);
        assert_eq!(call.out, "");
        for word in words {
            assert!(call.err.contains(word), "no `{word}` in:\n{}", call.err);
        }
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in:\n{}", self.out))
    }
}

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A file with these bytes in a folder of its own; its path.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder(name).join("it.ferz");
    fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

const CHESS: &str = "examples/chess.ferz";
const WRONG: &str = "variant \"Wrong\"\nuse fide\npiece Rook R = \"RE\"\n";

#[test]
fn perft_prints_the_count_and_the_speed() {
    let call = ferz(&["perft", CHESS, "3"]).ends(0);
    let lines: Vec<&str> = call.out.lines().collect();
    assert_eq!(lines[0], "8902");
    assert!(lines[1].contains("leaves/s") && lines[1].contains("seconds"), "{}", lines[1]);
    assert_eq!(call.err, "");
}

#[test]
fn perft_counts_from_a_position_on_either_engine() {
    // Chess Programming Wiki, "Perft results", position 2.
    for engine in ["jit", "interp"] {
        let call = ferz(&["perft", CHESS, "2", "--fen", KIWIPETE, "--engine", engine, "--json"]).ends(0);
        let answer = call.json();
        assert_eq!(answer["nodes"], 2039);
        assert_eq!(answer["engine"], engine);
        assert_eq!(answer["fen"], KIWIPETE);
        assert_eq!(answer["depth"], 2);
        assert!(answer["seconds"].is_number() && answer["variant"].is_string());
        assert!(answer.get("divide").is_none());
    }
}

#[test]
fn perft_divides_by_first_move() {
    let answer = ferz(&["perft", CHESS, "2", "--divide", "--json"]).ends(0).json();
    let divide = answer["divide"].as_object().expect("counts by move");
    assert_eq!(divide.len(), 20);
    assert!(divide.values().all(|nodes| nodes == 20));
    let call = ferz(&["perft", CHESS, "1", "--divide"]).ends(0);
    assert_eq!(call.out.lines().next(), Some("a2a3: 1"));
    assert_eq!(call.out.lines().nth(20), Some("20"));
}

#[test]
fn perft_says_who_counted() {
    let plain = ferz(&["perft", CHESS, "3"]).ends(0);
    assert!(!plain.out.contains("threads") && !plain.out.contains("remembered"), "{}", plain.out);
    let shared = ferz(&["perft", CHESS, "3", "--threads", "2", "--hash", "1"]).ends(0);
    assert_eq!(shared.out.lines().next(), Some("8902"));
    assert!(shared.out.contains("2 threads, positions remembered in 1 MiB"), "{}", shared.out);
    let answer = ferz(&["perft", CHESS, "3", "--threads", "2", "--hash", "1", "--json"]).ends(0).json();
    assert_eq!((&answer["nodes"], &answer["threads"], &answer["hash_mib"]), (&8902.into(), &2.into(), &1.into()));
    for wrong in [["--threads", "0"], ["--threads", "many"], ["--hash", "0"], ["--hash", "-1"]] {
        ferz(&[&["perft", CHESS, "3"][..], &wrong[..]].concat()).ends(2);
    }
}

#[test]
fn the_smallest_depths_are_counted_too() {
    assert_eq!(ferz(&["perft", CHESS, "0", "--json"]).ends(0).json()["nodes"], 1);
    assert_eq!(ferz(&["perft", CHESS, "1", "--json"]).ends(0).json()["nodes"], 20);
}

#[test]
fn moves_are_sorted_byte_by_byte() {
    let call = ferz(&["moves", CHESS]).ends(0);
    let moves: Vec<&str> = call.out.lines().collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted());
    assert_eq!((moves[0], moves[19]), ("a2a3", "h2h4"));
    let answer = ferz(&["moves", CHESS, "--json"]).ends(0).json();
    assert_eq!(answer["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let listed: Vec<&str> = answer["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(listed, moves);
}

#[test]
fn a_decided_position_has_no_moves() {
    // Fool's mate.
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(ferz(&["moves", CHESS, "--fen", fen]).ends(0).out, "");
    assert_eq!(ferz(&["perft", CHESS, "2", "--fen", fen, "--json"]).ends(0).json()["nodes"], 0);
}

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

#[test]
fn why_names_what_stands_against_a_move() {
    let why = |fen: &str, text: &str| ferz(&["moves", CHESS, "--fen", fen, "--why", text]).ends(0).out;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, text, says) in [
        (start, "b1c3", "`b1c3` is legal"),
        (start, "e4", "nobody stands on e4"),
        (start, "e2", "may play e2e3, e2e4"),
        (start, "e7e5", "it is White's turn"),
        (start, "a1a3", "the Pawn on a2 stands in the way"),
        (start, "e2d3", "only to capture"),
        (start, "e1e2", "the Pawn on e2 is an own man"),
        (start, "a1b2", "is an own man"),
        (start, "e2e5", "fmWfceF"),
        ("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", "the King on e1 attacked by the Rook on e8"),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "attacked square"),
        ("6k1/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "must not have moved"),
        ("6k1/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "stands between"),
    ] {
        let out = why(fen, text);
        assert!(out.contains(says), "{text}: no `{says}` in:\n{out}");
    }
    let answer = ferz(&["moves", CHESS, "--why", "e2e5", "--json"]).ends(0).json();
    assert_eq!(answer["why"], "e2e5");
    assert_eq!(answer["says"].as_array().map(Vec::len), Some(1));
}

const FACING: &str = r#"variant "Facing"
use fide without castling
rule facing {
  forbid any(reach("Q", own King) & enemy King)
}
rule promotion {
  promote Pawn on last rank to captured
}
action refuge {
  last resort
  when check
  choose heir in own Knight - attacked
  swap own King, heir
}
"#;

#[test]
fn why_names_the_rule_and_its_line() {
    let path = file("why-rules", FACING);
    let open = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
    // White has lost nothing that a Pawn could become.
    let full = "rnbq1bnr/4P3/8/7k/8/8/8/RNBQKBNR w - - 0 1";
    for (fen, text, words) in [
        (open, "e2d2", &["rule `facing`", ":3)"][..]),
        (open, "e2", &["e2e3", "`e2a2`: rule `facing`"]),
        (full, "e7e8", &["nothing it could become", "rule `promotion`", ":6)"]),
        (full, "e1b1", &["`refuge`", ":9)", "last resort", "does not hold"]),
    ] {
        let out = ferz(&["moves", &path, "--fen", fen, "--why", text]).ends(0).out;
        for word in words {
            assert!(out.contains(word), "{text}: no `{word}` in:\n{out}");
        }
    }
    let shown = ferz(&["show", &path]).ends(0).out;
    for words in ["enemy King", "becomes a kind that was captured", "if there is no other move", "change places"] {
        assert!(shown.contains(words), "no `{words}` in:\n{shown}");
    }
}

#[test]
fn fen_is_written_in_full() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(ferz(&["fen", CHESS]).ends(0).out, format!("{start}\n"));
    assert_eq!(ferz(&["fen", CHESS, "--json"]).ends(0).json()["fen"], start);
    let call = ferz(&["fen", CHESS, "--fen", "4k3/8/8/8/8/8/8/4K3"]).ends(0);
    assert_eq!(call.out, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
}

#[test]
fn check_says_ok_file_by_file() {
    let call = ferz(&["check", CHESS, "examples/azsymchess-1.ferz"]).ends(0);
    assert_eq!(call.out, "examples/chess.ferz: ok\nexamples/azsymchess-1.ferz: ok\n");
    let answer = ferz(&["check", CHESS, "--json"]).ends(0).json();
    assert_eq!(answer, serde_json::json!({"ok": true, "diagnostics": []}));
}

#[test]
fn a_part_for_other_files_is_fine_and_cannot_be_played() {
    let common = "examples/azsymchess-common.ferz";
    let call = ferz(&["check", common]).ends(0);
    assert!(call.out.starts_with(&format!("{common}: ok")), "{}", call.out);
    assert_eq!(ferz(&["check", common, "--json"]).ends(0).json()["ok"], true);
    for arguments in [&["moves", common][..], &["test", common], &["check", common, "--emit", "plan"]] {
        ferz(arguments).refused(&[common, "set-up"]);
    }
}

#[test]
fn check_points_at_what_is_wrong_and_looks_at_the_other_files_too() {
    let wrong = file("check-wrong", WRONG);
    let call = ferz(&["check", &wrong, CHESS]).ends(1);
    assert_eq!(call.out, format!("{wrong}: 1 error\nexamples/chess.ferz: ok\n"));
    assert!(call.err.contains("unknown-letter") && call.err.contains("piece Rook R = \"RE\""), "{}", call.err);
    assert!(!call.err.contains('\x1b'), "colours in a pipe");

    let answer = ferz(&["check", &wrong, CHESS, "--json"]).ends(1).json();
    assert_eq!(answer["ok"], false);
    let said = &answer["diagnostics"][0];
    assert_eq!(said["code"], "unknown-letter");
    assert_eq!(said["severity"], "error");
    assert_eq!(said["file"], wrong.as_str());
    // The E, in bytes from the start of the file, and as people count.
    let at = WRONG.find("E\"").expect("it is there");
    assert_eq!((&said["start"], &said["end"]), (&at.into(), &(at + 1).into()));
    assert_eq!((&said["line"], &said["column"]), (&3.into(), &18.into()));
    assert!(said["message"].is_string() && said.get("help").is_some());
}

#[test]
fn check_shows_every_stage() {
    for stage in ["ast", "rules", "plan", "clif", "asm"] {
        let call = ferz(&["check", CHESS, "--emit", stage]).ends(0);
        assert!(call.out.lines().count() > 5, "{stage}:\n{}", call.out);
    }
}

#[test]
fn check_shows_movements_in_one_spelling() {
    let file = folder("notation").join("bent.ferz");
    let text = "variant \"Bent\"\nboard 8x8\npiece A A = \"FyafsF\" + \"WW\" from rank 1\npiece B B = A + \"L\"\n\
                setup \"8/8/8/8/8/8/8/A6B\"\nrule stalemate { draw when stalemate }\n";
    fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("a folder can be made");
    fs::write(&file, text).expect("a file can be written");
    let call = ferz(&["check", &file.to_string_lossy(), "--emit", "notation"]).ends(0);
    assert_eq!(call.out, "piece A A = \"[F?R]\" + \"R\" from rank 1\npiece B B = A + \"C\"\n");
}

#[test]
fn files_are_found_from_the_file_that_uses_them() {
    let folder = folder("use");
    fs::create_dir_all(folder.join("below")).expect("a folder can be made");
    fs::write(folder.join("common.ferz"), "use fide\n").expect("a file can be written");
    fs::write(folder.join("below/a.ferz"), "variant \"A\"\nuse \"../common.ferz\"\n").expect("a file can be written");
    fs::write(folder.join("below/b.ferz"), "variant \"B\"\nuse \"nowhere.ferz\"\n").expect("a file can be written");
    fs::write(folder.join("x.ferz"), "variant \"X\"\nuse \"y.ferz\"\n").expect("a file can be written");
    fs::write(folder.join("y.ferz"), "variant \"Y\"\nuse \"below/../x.ferz\"\n").expect("a file can be written");
    let path = |name: &str| folder.join(name).to_str().expect("a path in UTF-8").to_owned();
    ferz(&["check", &path("below/a.ferz")]).ends(0);
    let call = ferz(&["check", &path("below/b.ferz")]).ends(1);
    assert!(call.err.contains("nowhere.ferz"), "{}", call.err);
    let call = ferz(&["check", &path("x.ferz"), "--json"]).ends(1);
    assert!(call.out.contains("use-cycle"), "{}", call.out);
}

const TESTED: &str = r#"variant "Tested"
use fide
test "good" {
  perft 2 = 400
  legal e2e4
}
test "not so good" {
  legal e2e5
  perft 1 = 21
}
"#;

#[test]
fn test_says_which_claim_fails_and_where() {
    let path = file("test-fails", TESTED);
    let call = ferz(&["test", &path]).ends(1);
    assert!(call.out.contains(&format!("{path}:8: failed \"not so good\" (interp)")), "{}", call.out);
    assert!(call.out.contains(&format!("{path}:9: failed \"not so good\" (jit)")), "{}", call.out);
    assert!(call.out.contains("expected perft 1 = 21\n       got 20"), "{}", call.out);
    assert!(call.out.ends_with("2 passed, 2 failed\n"), "{}", call.out);

    let answer = ferz(&["test", &path, "--json"]).ends(1).json();
    assert_eq!((&answer["ok"], &answer["passed"], &answer["failed"]), (&false.into(), &2.into(), &2.into()));
    let tests = answer["files"][0]["tests"].as_array().expect("a list");
    let failed: Vec<&Value> = tests.iter().filter(|test| test["ok"] == false).collect();
    assert_eq!(failed.len(), 2);
    assert_eq!(failed[0]["name"], "not so good");
    assert_eq!(failed[0]["failures"][1]["line"], 9);
    assert_eq!(failed[0]["failures"][1]["got"], "20");
}

#[test]
fn test_leaves_long_counts_to_the_native_code() {
    let path = file("test-long", "variant \"Long\"\nuse fide\ntest \"five\" { perft 5 = 4865609 }\n");
    let call = ferz(&["test", &path]).ends(0);
    assert!(call.out.contains(":3: left out \"five\""), "{}", call.out);
    assert!(call.out.ends_with("2 passed, 0 failed, 1 counts left out\n"), "{}", call.out);
    let answer = ferz(&["test", &path, "--json"]).ends(0).json();
    assert_eq!((&answer["ok"], &answer["skipped"]), (&true.into(), &1.into()));
}

#[test]
fn what_only_the_interpreter_plays_is_refused_with_a_way_out() {
    // En passant by a ride of any length.
    let text = "variant \"Rider\"\nuse fide\npiece Rook R = \"R\" + \"eB\"\ntest \"t\" { perft 1 = 20 }\n";
    let path = file("interpreter-only", text);
    assert!(ferz(&["perft", &path, "2"]).ends(1).err.contains("--engine interp"));
    assert_eq!(ferz(&["perft", &path, "2", "--engine", "interp", "--json"]).ends(0).json()["nodes"], 400);
    let call = ferz(&["test", &path]).ends(1);
    assert!(call.out.ends_with("1 passed, 0 failed\n") && call.err.contains("Queen"), "{}{}", call.out, call.err);
    assert!(ferz(&["test", &path, "--engine", "interp"]).ends(0).out.contains("ok (1 passed)"));
}

#[test]
fn test_takes_directories() {
    let folder = folder("test-directory");
    fs::create_dir_all(folder.join("below")).expect("a folder can be made");
    fs::write(folder.join("good.ferz"), "variant \"G\"\nuse fide\ntest \"t\" { perft 1 = 20 }\n").expect("written");
    fs::write(folder.join("below/wrong.ferz"), WRONG).expect("written");
    fs::write(folder.join("notes.txt"), "not a rule file").expect("written");
    let path = folder.to_str().expect("a path in UTF-8");
    let call = ferz(&["test", path]).ends(1);
    assert!(call.out.contains("wrong.ferz: does not compile"), "{}", call.out);
    assert!(call.out.contains("good.ferz: ok (2 passed)"), "{}", call.out);
    assert!(call.err.contains("unknown-letter"), "{}", call.err);
}

#[test]
fn bench_counts_the_same_for_the_same_seed() {
    let call = || ferz(&["bench", CHESS, "--depth", "2", "--positions", "3", "--seed", "7", "--json"]).ends(0).json();
    let (one, other) = (call(), call());
    assert_eq!(one["positions"][0]["nodes"], 400);
    assert_eq!(one["positions"].as_array().map(Vec::len), Some(4));
    assert_eq!(one["nodes"], other["nodes"]);
    for key in ["variant", "depth", "seed", "engine", "compile_seconds", "seconds", "leaves_per_second"] {
        assert!(!one[key].is_null(), "{key}");
    }
    let fens = |answer: &Value| -> Vec<String> {
        answer["positions"].as_array().into_iter().flatten().map(|p| p["fen"].to_string()).collect()
    };
    assert_eq!(fens(&one), fens(&other));
    let call = ferz(&["bench", CHESS, "--depth", "1", "--positions", "1"]).ends(0);
    assert!(call.out.contains("leaves/s") && call.out.contains("compiled in"), "{}", call.out);
}

#[test]
fn explain_explains_lists_and_guesses() {
    let call = ferz(&["explain", "unknown-letter"]).ends(0);
    assert!(call.out.starts_with("unknown-letter\n") && call.out.contains("Example:"), "{}", call.out);
    let all = ferz(&["explain"]).ends(0);
    assert!(all.out.lines().any(|line| line.starts_with("syntax ")), "{}", all.out);
    assert_eq!(ferz(&["explain", "syntax", "--json"]).ends(0).json()["code"], "syntax");
    let listed = ferz(&["explain", "--json"]).ends(0).json();
    assert_eq!(listed.as_array().map(Vec::len), Some(all.out.lines().count()));
    ferz(&["explain", "unknown-leter"]).refused(&["unknown-leter", "did you mean `unknown-letter`?"]);
    ferz(&["explain", "xyzzy"]).refused(&["xyzzy", "ferz explain"]);
}

#[test]
fn completions_know_the_verbs() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(ferz(&["completions", shell]).ends(0).out.contains("perft"), "{shell}");
    }
    ferz(&["completions", "tcsh"]).refused(&["tcsh", "bash"]);
}

const VERBS: [&str; 10] =
    ["check", "show", "stats", "moves", "perft", "test", "bench", "fen", "explain", "completions"];

#[test]
fn every_verb_has_help_with_examples() {
    let all = ferz(&["--help"]).ends(0).out;
    for verb in VERBS {
        assert!(all.contains(verb), "{verb} is not in:\n{all}");
        let help = ferz(&[verb, "--help"]).ends(0).out;
        assert!(help.contains("Examples:") && help.contains(&format!("ferz {verb}")), "{help}");
        assert!(["completions", "play"].contains(&verb) || help.contains("--json"), "{help}");
    }
    ferz(&["--version"]).ends(0);
    assert!(ferz(&[]).ends(2).err.contains("Usage"), "without a verb, help");
}

#[test]
fn a_call_that_is_wrong_ends_with_2() {
    ferz(&["perf", CHESS, "3"]).refused(&["perf", "perft"]);
    ferz(&["perft", CHESS, "3", "--divid"]).refused(&["--divid", "--divide"]);
    ferz(&["perft", CHESS]).refused(&["DEPTH"]);
    ferz(&["perft", CHESS, "many"]).refused(&["many", "DEPTH"]);
    ferz(&["perft", CHESS, "-1"]).refused(&["-1"]);
    ferz(&["perft", CHESS, "31"]).refused(&["31", "30"]);
    ferz(&["perft", CHESS, "3", "--engine", "abacus"]).refused(&["abacus", "jit", "interp"]);
    ferz(&["check", CHESS, "--emit", "poem"]).refused(&["poem", "plan"]);
    ferz(&["check"]).refused(&["FILE"]);
}

#[test]
fn a_file_that_cannot_be_read_ends_every_verb_with_2() {
    let latin = file("latin-1", b"variant \"Caf\xe9\"\nuse fide\n");
    for verb in ["check", "show", "stats", "moves", "fen", "test", "bench"] {
        ferz(&[verb, "examples/ches.ferz"]).refused(&["ches.ferz", "did you mean `examples/chess.ferz`?"]);
        ferz(&[verb, &latin]).refused(&["UTF-8", "line 1", "0xe9"]);
        if verb != "test" {
            ferz(&[verb, "examples"]).refused(&["`examples` is a directory", ".ferz"]);
        }
    }
    ferz(&["perft", "nowhere/at-all.ferz", "2"]).refused(&["nowhere/at-all.ferz", "directory"]);
    ferz(&["check", "nowhere.ferz", "--json"]).refused(&["nowhere.ferz"]);
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_others_from_being_checked() {
    let call = ferz(&["check", "nowhere.ferz", CHESS]).ends(2);
    assert_eq!(call.out, "examples/chess.ferz: ok\n");
    assert!(call.err.contains("nowhere.ferz"), "{}", call.err);
}

#[test]
fn a_wrong_rule_file_ends_every_verb_with_1() {
    let wrong = file("wrong", WRONG);
    for arguments in
        [&["show", &wrong][..], &["moves", &wrong], &["fen", &wrong], &["perft", &wrong, "2"], &["bench", &wrong]]
    {
        let call = ferz(arguments).ends(1);
        assert!(call.out.is_empty() && call.err.contains("unknown-letter"), "{}", call.err);
    }
    let empty = file("empty", "");
    assert!(!ferz(&["check", &empty]).ends(1).err.is_empty());
}

#[test]
fn a_bad_fen_is_shown_with_what_is_wrong_about_it() {
    let few = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1";
    ferz(&["moves", CHESS, "--fen", few]).refused(&["7 ranks", "the board has 8", "^", "help"]);
    ferz(&["perft", CHESS, "2", "--fen", "4k3/8/8/8/8/8/8/4X3 w - - 0 1"]).refused(&["X", "help"]);
    ferz(&["fen", CHESS, "--fen", "4k3/8/8/8/8/8/8/4K3 green"]).refused(&["green", "help"]);
    ferz(&["show", CHESS, "--fen", ""]).refused(&["help"]);
    ferz(&["moves", CHESS, "--fen", "♔"]).refused(&["help"]);
    // Only what matters of a long text is shown, and nothing that would command a terminal.
    let long = format!("{}\x1b[31m/8", "8/".repeat(20_000));
    let call = ferz(&["moves", CHESS, "--fen", &long]).ends(2);
    assert!(call.err.len() < 1000 && !call.err.contains('\x1b'), "{}", call.err);
}

fn ends_within(child: &mut Child, limit: Duration) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be asked") {
            return status.code().expect("it ends by itself, not by the signal");
        }
        if start.elapsed() > limit {
            child.kill().expect("a child can be ended");
            panic!("still counting after {limit:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_long_count_at_once() {
    for engine in ["jit", "interp"] {
        let mut child = command(&["perft", CHESS, "12", "--engine", engine])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Long enough to be counting, even where many tests share a machine.
        std::thread::sleep(Duration::from_millis(1500));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        assert_eq!(ends_within(&mut child, Duration::from_secs(2)), 130, "{engine}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_reason_to_panic() {
    for arguments in
        [&["moves", CHESS][..], &["check", CHESS, "--emit", "rules"], &["completions", "bash"], &["explain"]]
    {
        let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {err}");
        assert_eq!(err, "", "{arguments:?}");
    }
}
