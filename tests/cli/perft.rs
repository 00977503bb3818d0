//! `perft`: counts, and how they end.

use super::*;

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
fn perft_forces_a_plan_and_makes_leaves() {
    for plan in ["best", "walking", "apart", "tried"] {
        assert_eq!(ferz(&["perft", CHESS, "3", "--plan", plan]).ends(0).out.lines().next(), Some("8902"), "{plan}");
    }
    ferz(&["perft", CHESS, "3", "--plan", "worst"]).refused(&["worst", "walking"]);
    ferz(&["perft", CHESS, "3", "--plan", "tried", "--engine", "interp"]).refused(&["--plan", "--engine jit"]);
    let made = ferz(&["perft", CHESS, "3", "--make-leaves"]).ends(0);
    assert_eq!(made.out.lines().next(), Some("8902"));
    assert!(made.out.contains("every leaf made"), "{}", made.out);
    let answer = ferz(&["perft", CHESS, "2", "--make-leaves", "--engine", "interp", "--json"]).ends(0).json();
    assert_eq!((&answer["nodes"], &answer["make_leaves"]), (&400.into(), &true.into()));
    ferz(&["perft", CHESS, "3", "--make-leaves", "--hash", "1"]).refused(&["--make-leaves", "--hash"]);
}

#[test]
fn perft_reuses_the_parents_work_where_that_can_be() {
    // The count is that of Chess Programming Wiki, "Perft results", initial position.
    let alone = ferz(&["perft", CHESS, "4", "--reuse"]).ends(0);
    assert_eq!(alone.out.lines().next(), Some("197281"));
    assert!(alone.out.contains("reusing the parent's work for the last two plies"), "{}", alone.out);
    let answer = ferz(&["perft", CHESS, "4", "--reuse", "--threads", "2", "--hash", "1", "--json"]).ends(0).json();
    assert_eq!((&answer["nodes"], &answer["reuse"]), (&197_281.into(), &true.into()));
    assert!(ferz(&["perft", CHESS, "3", "--json"]).ends(0).json().get("reuse").is_none());
    // What a Pawn becomes there is a matter of who was taken.
    let refused = ferz(&["perft", "examples/eurasian.ferz", "2", "--reuse"]).ends(1);
    assert!(refused.err.contains("depends on the position") && refused.err.contains("leave `--reuse` out"));
    ferz(&["perft", CHESS, "3", "--reuse", "--engine", "interp"]).refused(&["--reuse", "--engine jit"]);
    ferz(&["perft", CHESS, "3", "--reuse", "--engine", "lib:none.so"]).refused(&["--reuse", "made already"]);
    ferz(&["perft", CHESS, "3", "--reuse", "--make-leaves"]).refused(&["--reuse", "--make-leaves"]);
}

#[test]
fn the_smallest_depths_are_counted_too() {
    assert_eq!(ferz(&["perft", CHESS, "0", "--json"]).ends(0).json()["nodes"], 1);
    assert_eq!(ferz(&["perft", CHESS, "1", "--json"]).ends(0).json()["nodes"], 20);
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
