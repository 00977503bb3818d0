//! What is said about wrong and doubtful texts, and that nothing makes the reader panic.

use super::{Severity, canonical, good, read};
use crate::diagnostics::Code;

/// Checks that a text has one problem of this severity with this code, under these letters, and that the help says this.
fn check(severity: Severity, text: &str, code: &str, under: &str, help: &str) {
    let (_, problems) = read(text);
    let [problem] = &problems[..] else { panic!("{text}: {problems:?}") };
    assert_eq!((problem.severity, problem.code.name()), (severity, code), "{text}: {problem:?}");
    assert_eq!(&text[problem.span.clone()], under, "{text}: {problem:?}");
    assert!(problem.help.as_ref().is_some_and(|h| h.contains(help)), "{text}: {problem:?}");
}

fn wrong(text: &str, code: &str, under: &str, help: &str) {
    check(Severity::Error, text, code, under, help);
}

fn doubtful(text: &str, code: &str, under: &str, help: &str) {
    check(Severity::Warning, text, code, under, help);
}

#[test]
fn unknown_letters() {
    wrong("RE", "unknown-letter", "E", "`A`");
    wrong("WSF", "unknown-letter", "S", "`N`");
    wrong("P", "unknown-letter", "P", "fmWfceFifmnD");
    wrong("V", "unknown-letter", "V", "vR");
    wrong("X", "unknown-letter", "X", "lengthen");
    wrong("fwF", "unknown-letter", "w", "`W`");
    wrong("R+N", "unknown-letter", "+", "`WfF`");
    wrong("R\u{e4}", "unknown-letter", "\u{e4}", "take it out");
    wrong("N*", "unknown-letter", "*", "`N0`");
}

#[test]
fn letters_without_an_atom() {
    wrong("Wfm", "missing-atom", "fm", "atom");
    wrong("r", "missing-atom", "r", "`R`");
    wrong("2N", "bad-count", "2", "W2");
    wrong("F?", "misplaced-letter", "?", "`[F?R]`");
    wrong("W]", "misplaced-letter", "]", "take it out");
    wrong("[F-]", "missing-atom", "]", "`[F-W]`");
    wrong("[F-R", "unclosed-bracket", "[", "`]`");
}

#[test]
fn counts() {
    wrong("W03", "bad-count", "03", "`W{3}`");
    wrong("N255", "bad-count", "255", "`0`");
    wrong("N99999999999999999999", "bad-count", "99999999999999999999", "`0`");
    wrong("WW3", "bad-count", "3", "leave one");
    wrong("W{4..2}", "bad-count", "{4..2}", "`W{2..4}`");
    wrong("W{0}", "bad-count", "{0}", "`W{3}`");
    wrong("W{", "bad-count", "{", "`W{3}`");
    wrong("W{3F", "bad-count", "{3F", "`W{3}`");
    wrong("W{..3}", "bad-count", "{..3}", "`W{3}`");
    doubtful("RR", "redundant-letter", "R", "`R`");
    doubtful("mQ0", "redundant-letter", "0", "`Q`");
}

#[test]
fn directions() {
    wrong("sF", "impossible-direction", "s", "`fF`");
    wrong("vB", "impossible-direction", "v", "`B`");
    wrong("fsA", "impossible-direction", "fs", "`fA`");
    wrong("bsF", "impossible-direction", "bs", "`bF`");
    wrong("hN", "impossible-direction", "h", "`fhN`");
    wrong("fhW", "impossible-direction", "fh", "`fsW`");
    wrong("fhF", "impossible-direction", "fh", "`fF`");
    wrong("hrB", "impossible-direction", "hr", "oblique");
    wrong("hlK", "impossible-direction", "hl", "oblique");
    doubtful("vsW", "redundant-direction", "vs", "`W`");
    doubtful("fbF", "redundant-direction", "fb", "`F`");
    doubtful("frblR", "redundant-direction", "frbl", "`R`");
    doubtful("vfW", "redundant-direction", "f", "leave it out");
}

#[test]
fn directions_that_are_read_in_two_ways() {
    doubtful("fK", "ambiguous-direction", "f", "`fW`");
    doubtful("fQ", "ambiguous-direction", "f", "`fRfB`");
    doubtful("fhK", "ambiguous-direction", "fh", "`fWfF`");
    doubtful("frN", "ambiguous-direction", "fr", "`rfN`");
    doubtful("lbC", "ambiguous-direction", "lb", "`blC`");
    doubtful("fmrF", "ambiguous-direction", "fmr", "`fr`");
    let message = read("frN").1.remove(0).message;
    assert!(message.contains("(+2,+1)"), "{message}");
}

#[test]
fn rides_that_turn() {
    wrong("zN", "unsettled-notation", "z", "`qN`");
    wrong("qQ", "unsettled-notation", "q", "`qRqB`");
    wrong("qW{5}", "bad-count", "{5}", "up to 3");
    wrong("zqB", "contradictory-letters", "zq", "keep one");
    wrong("zjB", "contradictory-letters", "zj", "leave `j` out");
}

#[test]
fn groups_and_suffixes() {
    wrong("(paf)R", "bad-count", "(paf)", "`(paf)3R`");
    wrong("(paf)0R", "bad-count", "(paf)0", "`(paf)3R`");
    wrong("(paf)16R", "bad-count", "(paf)16", "up to 15");
    wrong("()3R", "misplaced-letter", "()3", "`W{3}`");
    wrong("(3)R", "misplaced-letter", "(3)", "`W{3}`");
    wrong("(af)9(af)9W", "too-many-ways", "(af)9(af)9", "less often");
    wrong("[(af)2F-R]", "misplaced-letter", "(af)2", "write the legs out");
    wrong("RX", "misplaced-letter", "X", "`WX0`");
    wrong("KY", "misplaced-letter", "Y", "`WYFY`");
}

#[test]
fn letters_that_do_not_go_together() {
    wrong("ktR", "contradictory-letters", "kt", "keep one");
    doubtful("tmR", "redundant-letter", "t", "leave it out");
    wrong("njA", "contradictory-letters", "nj", "keep one");
    wrong("pgR", "contradictory-letters", "pg", "keep one");
    wrong("jpR", "contradictory-letters", "jp", "leave `j` out");
    wrong("nC", "undefined-path", "n", "`[W-W-F]`");
    wrong("nJ", "undefined-path", "n", "`[W-F-F]`");
    wrong("jN", "undefined-path", "j", "sliders");
    wrong("pW", "nothing-to-hop", "p", "`pR`");
    wrong("gF1", "nothing-to-hop", "g", "`gB`");
    wrong("pK", "nothing-to-hop", "p", "`pQ`");
    wrong("pD", "nothing-to-hop", "p", "`jD`");
    wrong("gN", "nothing-to-hop", "g", "`gN0`");
    wrong("jW", "nothing-to-hop", "j", "`jR`");
    doubtful("nR", "redundant-letter", "n", "leave it out");
    doubtful("mmN", "redundant-letter", "m", "leave it out");
}

#[test]
fn legs() {
    wrong("yW", "misplaced-letter", "y", "`yafsF`");
    wrong("eafW", "misplaced-letter", "e", "last leg");
    wrong("aaaK", "too-many-ways", "aaaK", "`fs`");
    wrong("[R-R-R-R]", "too-many-ways", "[R-R-R-R]", "`W2`");
    wrong(&"afW".replace("af", &"af".repeat(16)), "too-many-ways", &"afW".replace("af", &"af".repeat(16)), "16 legs");
    wrong("afsF03", "bad-count", "03", "`F{3}`");
    wrong("[fF-R]", "misplaced-letter", "f", "before the bracket");
    wrong("m[F-R]", "misplaced-letter", "m", "one of the legs");
    wrong("[F-afR]", "misplaced-letter", "a", "its own atom");
    wrong("[yF-R]", "misplaced-letter", "y", "R, B or Q");
    wrong("[F-sR]", "impossible-direction", "s", "counted from the leg before");
    wrong("[K-sR]", "impossible-direction", "s", "counted from the leg before");
    wrong("[F-hR]", "impossible-direction", "h", "fhN");
    wrong("fr[F?R]", "unsettled-notation", "fr", "`-`");
    wrong("f[F?R]", "unsettled-notation", "f", "`-`");
    wrong("fr[F-R]", "unsettled-notation", "fr", "choose a side");
    wrong("v[W-sR]", "unsettled-notation", "v", "inside the bracket");
    wrong("[N-W]", "unsettled-notation", "N", "`mpafN`");
    wrong("[[F-R]", "unsettled-notation", "[", "single pair");
    wrong("[F R]", "misplaced-letter", "R", "`?`");
    wrong("[F--R]", "missing-atom", "-", "`[F-W]`");
    wrong("kafW", "misplaced-letter", "k", "last leg");
    wrong("cpafR", "unsettled-notation", "cp", "two terms");
    wrong("ypafR", "unsettled-notation", "yp", "brackets");
    wrong("zafB", "misplaced-letter", "z", "`zB`");
    wrong("afzN", "unsettled-notation", "z", "f, s and b");
    wrong("muR", "misplaced-letter", "u", "`udR`");
    wrong("aibW", "misplaced-letter", "i", "`caibR`");
    wrong("aaunN", "unsettled-notation", "u", "legs of their own");
    doubtful("afsfsW", "redundant-direction", "fs", "leave it out");
}

#[test]
fn what_is_understood_but_not_supported() {
    for (text, under) in [("mNxaN", "x"), ("KisO2", "O"), ("WU", "U"), ("I", "I"), ("@", "@"), ("iifR", "i")] {
        let (_, problems) = read(text);
        let found = problems.iter().find(|p| p.code.name() == "not-supported-yet" && &text[p.span.clone()] == under);
        let found = found.unwrap_or_else(|| panic!("{text}: {problems:?}"));
        assert!(found.message.contains("understood by Ferz's notation but not supported yet"), "{text}: {found:?}");
    }
}

#[test]
fn all_mistakes_are_told() {
    let (terms, problems) = read("fEsFW03RpW");
    let found: Vec<_> = problems.iter().map(|p| (p.code.name(), p.span.start)).collect();
    assert_eq!(found, [("unknown-letter", 1), ("impossible-direction", 2), ("bad-count", 5), ("nothing-to-hop", 8)]);
    assert_eq!(terms.len(), 1);
    for text in ["xRwE", "fxE", "xF03", "[xF-R", "x[F-R03]", "[F-xR?E]", "xRX", "axaW{", "(xaf)3W03"] {
        let at_x: Vec<_> = read(text).1.into_iter().filter(|p| &text[p.span.clone()] == "x").collect();
        assert_eq!(at_x.len(), 1, "{text}: {at_x:?}");
        assert!(read(text).1.len() > 1, "{text}");
    }
}

#[test]
fn canonical_text() {
    for (text, plain) in [
        ("WW", "R"),
        ("FF", "B"),
        ("NN", "N0"),
        ("DD", "D0"),
        ("L", "C"),
        ("JJ", "Z0"),
        ("R4", "W4"),
        ("Q3", "K3"),
        ("W{1}", "W"),
        ("R{3..}", "W{3..}"),
        ("W{2..4}", "W{2..4}"),
        ("W{0003}", "W{3}"),
        ("mcR", "R"),
        ("cmpR", "pR"),
        ("mfniD", "ifmnD"),
        ("ecfF", "fceF"),
        ("sfW", "fsW"),
        ("lrW", "sW"),
        ("rfF", "frF"),
        ("ffN", "fN"),
        ("rrffN", "ffrrN"),
        ("fK", "fW"),
        ("imfhQ", "ifmRifmB"),
        ("W F", "WF"),
        ("LC", "C C"),
        ("W{1}W", "W W"),
        ("RW0", "R R"),
        ("FyafsF", "[F?R]"),
        ("yafsF F", "[F?R]"),
        ("WyafsW", "[W?B]"),
        ("imFimyafsF", "[imF?R]"),
        ("cFyafsF", "cF[F-R]"),
        ("fFyafsF", "fF[F-R]"),
        ("ctdmfF", "fmcdtF"),
        ("kcR", "ckR"),
        ("qNN", "qN"),
        ("qN7", "qN"),
        ("qW", "qR"),
        ("zF", "zB"),
        ("zF1", "zF1"),
        ("zB3", "zF3"),
        ("nN0", "nN0"),
        ("FY", "G"),
        ("WY", "Z"),
        ("HY", "AX"),
        ("AX0", "AX0"),
        ("FXF", "FXF"),
        ("afsDX", "[DX-GY]"),
        ("afsafzK", "[K-fsK-fzK]"),
        ("afsafzfK", "[K-fsK-fzfK]"),
        ("(paf)2R", "R[pR-R][pR-pR-R]"),
        ("caibR", "[cR-ibR]"),
        ("udR", "duR"),
        ("mcoabyafmK", "[mcoK-bK-mQ]"),
        ("[mcoK-bK-fmQ]", "[mcoK-bK-mQ]"),
        ("[W-fsF-fF]", "[W-F-F]"),
        ("mpafsW", "[mpW-F]"),
        ("mpafN", "mpafN"),
        ("tpafR", "[tpR-R]"),
    ] {
        assert_eq!(canonical(text), plain, "{text}");
    }
}

#[test]
fn explanations_hold() {
    let mut explained = 0;
    for code in Code::ALL {
        let quoted: Vec<&str> = code.explanation().split('"').skip(1).step_by(2).collect();
        let Some((wrong, better)) = quoted.split_first() else { continue };
        if read(wrong).1.iter().any(|p| p.code == *code) {
            explained += 1;
            better.iter().for_each(|text| drop(good(text)));
        }
    }
    // The example of a text that is too long is not written out.
    assert_eq!(explained, 16);
}

#[test]
fn an_empty_text_is_a_man_that_never_moves() {
    assert_eq!(read(""), (vec![], vec![]));
}

#[test]
fn only_an_unmoved_straight_leap_marks() {
    let marks = |text: &str| good(text).iter().map(|t| (t.unmoved, t.marking)).collect::<Vec<_>>();
    assert_eq!(marks("ifmnD"), [(true, true)]);
    assert_eq!(marks("fmnD"), [(false, false)]);
    assert_eq!(marks("imfA"), [(true, false)]);
    assert_eq!(marks("inN"), [(true, false)]);
    assert_eq!(marks("fmWifmnA"), [(false, false), (true, true)]);
}

#[test]
fn nothing_makes_the_reader_panic() {
    let letters: Vec<char> =
        "abcdefghijklmnopqrstuvwxyzWFDNAHCLZJGRBQKXYUO0123459{}[]().-?@ \u{e9}\n".chars().collect();
    // A small linear generator, so that every run reads the same texts.
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..60_000 {
        // Every other text is made of letters that often mean something together.
        let letters: Vec<char> =
            if round % 2 == 0 { letters.clone() } else { "fblrvshmcnpiayWFDNRK3[]-?".chars().collect() };
        let text: String = (0..random(16)).map(|_| letters[random(letters.len())]).collect();
        let (terms, problems) = read(&text);
        let errors = problems.iter().any(|p| p.severity == Severity::Error);
        for problem in &problems {
            assert!(text.get(problem.span.clone()).is_some(), "{text:?}: {problem:?}");
            assert!(problem.help.is_some() && !problem.message.ends_with('.'), "{text:?}: {problem:?}");
        }
        if !errors {
            let again = canonical(&text);
            let paths = |terms: Vec<super::Term>| terms.into_iter().flat_map(|t| t.paths).collect::<Vec<_>>();
            assert_eq!(paths(terms), paths(good(&again)), "{text:?} printed as {again:?}");
        }
    }
}

#[test]
fn long_texts_end_soon() {
    for long in ["(", "[", "a", "f", "fr", "W", "[F-", "{", "0", "?", "\u{e9}", "nK(", "zq", "aaK", "[K-K-fsK]"] {
        read(&long.repeat(999 / long.len()));
        wrong(&long.repeat(1_000_000), "notation-too-long", &long.repeat(1_000_000), "leave out");
    }
}
