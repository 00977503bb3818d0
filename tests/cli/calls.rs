//! What is true of every verb: help, wrong calls, unreadable files, readers that go away.

use super::*;

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
