//! Several legs: chains, brackets, and which of them say the same.

use super::walker::{Board, Man};
use super::{canonical, good};

/// Checks that two texts go to the same squares, whatever stands in the way.
fn same(left: &str, right: &str) {
    let (left_terms, right_terms) = (good(left), good(right));
    let mut state = 1_u32;
    for _ in 0..200 {
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let at = (random(9) as i32, random(9) as i32);
        let mut board = Board::new(9, 9, at);
        for _ in 0..random(30) {
            let square = (random(9) as i32, random(9) as i32);
            let man = if random(2) == 0 { Man::Friend } else { Man::Enemy };
            if square != at {
                board.put(square, man);
            }
        }
        board.black = random(2) == 0;
        board.moved = random(2) == 0;
        assert_eq!(board.targets(&left_terms), board.targets(&right_terms), "{left} and {right} on {board:?}");
    }
}

#[test]
fn identities() {
    for (left, right) in [
        ("K", "WF"),
        ("Q", "RB"),
        ("R4", "W4"),
        ("K2", "Q2"),
        ("NN", "N0"),
        ("W0", "R"),
        ("W{1..}", "R"),
        ("W{1..3}", "W3"),
        ("mRcR", "R"),
        ("mcN", "N"),
        ("nD", "W{2}"),
        ("nA", "F{2}"),
        ("nH", "W{3}"),
        ("nN", "afsW"),
        ("nN", "[W-F]"),
        ("afsF", "[F-W]"),
        ("afsK", "afsWafsF"),
        ("mafsmafW", "[W-F-F]"),
        ("FyafsF", "[F?R]"),
        ("yafsF", "[F-R]"),
        ("WyafsW", "[W?B]"),
        ("afsafyafF", "[F-W{3..}]"),
        ("afsafyafF", "[F-W-W-R]"),
        ("aK", "[K-fsbsffsK]"),
        ("RmasR", "R[R-sR]"),
        ("afsB", "[B-R]"),
        ("[F-B]", "F{2..}"),
        ("afW", "W{2}"),
        ("yafW", "W{2..}"),
        ("afR", "W{2..}"),
        ("N", "vNsN"),
        ("N", "hrNhlN"),
        ("N", "fhNbhN"),
        ("fhN", "ffNfsN"),
        ("fN", "rfNlfN"),
        ("fsQ", "fB"),
        ("fhK", "fWfF"),
        ("iR", "iWiW{2..}"),
        ("gafQ", "gQ"),
        ("pafW", "jD"),
        ("pafK", "jDjA"),
        ("mpafsW", "N"),
        ("mpafN", "DY"),
        ("mpafmpafW", "H"),
        ("afs(afzafz)3W", "nN4"),
        ("(paf)2R", "RpafRpafpafR"),
        ("nD0", "W{2}W{4}W{6}W{8}"),
        ("nN{2}", "afsafzafzW"),
        ("jD{2}", "[jD-jD]"),
        ("qW3", "qR"),
        ("zB1", "F"),
        ("WY", "Z"),
        ("aafsK", "[K-fsbsffsK-fsK]"),
    ] {
        same(left, right);
    }
}

#[test]
fn a_number_that_is_toggled_is_dropped() {
    same("yafW3", "[W3-R]");
    same("yafyafW", "[W-R-W]");
    same("yafR", "[R-W]");
}

#[test]
fn canonical_brackets() {
    for (text, plain) in [
        ("afsW", "[W-F]"),
        ("afsF", "[F-W]"),
        ("afsK", "[K-fsK]"),
        ("mafsmafW", "[W-F-F]"),
        ("yafsF", "[F-R]"),
        ("afsafyafF", "[F-W-W-R]"),
        ("aK", "[K-fsbsffsK]"),
        ("masR", "[R-sR]"),
        ("afsD", "[D-A]"),
        ("afW2", "[W2-W2]"),
        ("[mF-mcR]", "[F-R]"),
        ("[mF?R]", "[mF?R]"),
        ("[WW-FF]", "[R-B]"),
        ("fafsW", "fafsW"),
        ("aN", "aN"),
        ("lfbr[F-R]", "brlf[F-R]"),
        ("v[F?R]", "v[F?R]"),
        ("iafW", "[iW-W]"),
        ("fyafsW0", "fyafsW0"),
        ("fyafsR1", "fyafsR1"),
    ] {
        assert_eq!(canonical(text), plain, "{text}");
    }
}
