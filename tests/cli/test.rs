//! `test` and `bench`.

use super::*;

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
    // Who counts only what there may be room for counts every choice of four squares, though nobody is in check.
    let text = "variant \"Crowd\"\nuse fide\naction crowd { when check choose a in empty, b in empty, c in empty, d in empty \
                relocate own King to a remove b remove c remove d }\ntest \"t\" { perft 1 = 20 }\n";
    let path = file("interpreter-only", text);
    assert!(ferz(&["perft", &path, "2"]).ends(1).err.contains("--engine interp"));
    assert_eq!(ferz(&["perft", &path, "2", "--engine", "interp", "--json"]).ends(0).json()["nodes"], 400);
    let call = ferz(&["test", &path]).ends(1);
    assert!(
        call.out.ends_with("1 passed, 0 failed\n") && call.err.contains("too many moves"),
        "{}{}",
        call.out,
        call.err
    );
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
fn bench_starts_where_it_is_told() {
    let two = "variant \"Two\"\nuse fide\nsetup bare \"4k3/8/8/8/8/8/8/4K3\"\n";
    let path = file("bench-setup", two);
    // A King in the middle of his rank has five squares, and whichever he takes, the other King has five as well.
    let answer = ferz(&["bench", &path, "--setup", "bare", "--depth", "2", "--json"]).ends(0).json();
    assert_eq!(answer["nodes"], 25);
    ferz(&["bench", &path, "--setup", "bear"]).refused(&["bear", "bare"]);
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_others_from_being_tested() {
    let call = ferz(&["test", "nowhere.ferz", CHESS]).ends(2);
    assert!(call.err.contains("nowhere.ferz") && call.out.contains("examples/chess.ferz: ok"), "{}", call.out);
}
