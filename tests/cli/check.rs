//! `check`.

use super::*;

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
fn check_times_the_stages() {
    let stages = ["parse", "check", "plan", "tables", "lowering", "machine_code", "total"];
    let call = ferz(&["check", CHESS, "--timings"]).ends(0);
    assert!(call.out.starts_with("examples/chess.ferz: ok\n"), "{}", call.out);
    for word in ["parse", "notation", "plan", "tables", "lowering", "machine code", "in all", "bytes of code"] {
        assert!(call.out.contains(word), "{word} is not in:\n{}", call.out);
    }
    let answer = ferz(&["check", CHESS, "examples/azsymchess-common.ferz", "--timings", "--json"]).ends(0).json();
    let timings = answer["timings"].as_array().expect("one for each file that can be compiled");
    assert_eq!(timings.len(), 1, "a part has no code");
    let ms = |stage: &str| timings[0][stage].as_f64().expect("milliseconds");
    // Tables are filled beside what comes next.
    let in_turn = stages[..6].iter().filter(|stage| **stage != "tables");
    let sum: f64 = in_turn.map(|stage| ms(stage)).sum();
    assert!(sum > 0.0 && sum <= ms("total") && ms("total") < 60_000.0, "{answer}");
    assert!(ms("tables") > 0.0 && ms("tables") <= ms("total"), "{answer}");
    assert!(timings[0]["code_bytes"].as_u64() > Some(1000) && timings[0]["table_bytes"].as_u64() > Some(1000));
    ferz(&["check", CHESS, "--timings", "--emit", "plan"]).refused(&["--timings", "--emit"]);
    let wrong = file("timings-wrong", WRONG);
    ferz(&["check", &wrong, "--timings"]).ends(1);
}

#[test]
fn the_plan_says_what_could_be_a_mask() {
    let call = ferz(&["check", "examples/eurasian.ferz", "--emit", "plan"]).ends(0);
    assert!(call.out.contains("forbidden by `facing`: as masks"), "{}", call.out);
    let call = ferz(&["check", "examples/eurasian.ferz", "--emit", "plan", "--plan", "tried"]).ends(0);
    assert!(call.out.contains("forbidden by `facing`: every move is made and looked at, because"), "{}", call.out);
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

#[test]
fn a_file_that_cannot_be_read_does_not_keep_others_from_being_checked() {
    let call = ferz(&["check", "nowhere.ferz", CHESS]).ends(2);
    assert_eq!(call.out, "examples/chess.ferz: ok\n");
    assert!(call.err.contains("nowhere.ferz"), "{}", call.err);
}

#[test]
fn in_json_too_all_files_are_looked_at() {
    let wrong = file("wrong-in-json", WRONG);
    let answer = ferz(&["check", "nowhere.ferz", &wrong, CHESS, "--json"]).ends(2).json();
    let said = answer["diagnostics"].as_array().expect("a list");
    let codes: Vec<&str> = said.iter().filter_map(|said| said["code"].as_str()).collect();
    assert_eq!(codes, ["unreadable-file", "unknown-letter"]);
    assert_eq!((&said[0]["file"], &said[0]["line"]), (&Value::from("nowhere.ferz"), &Value::from(1)));
    assert_eq!(answer["ok"], false);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_writes_into_is_refused_at_once() {
    let pipe = folder("pipe").join("it.ferz");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let path = pipe.to_str().expect("a path in UTF-8");
    for arguments in [&["check", path][..], &["show", path], &["perft", path, "2"]] {
        let mut child = command(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        assert_eq!(ends_within(&mut child, Duration::from_secs(10)), 2);
        let output = child.wait_with_output().expect("it has ended");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("is not an ordinary file") && err.contains("standard input"), "{err}");
    }
}

#[test]
fn standard_input_is_a_file_of_the_name_dash() {
    use std::io::Write;
    let mut child =
        command(&["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    stdin.write_all(b"variant \"Piped\"\nuse fide\n").expect("it listens");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-: ok\n");
}
