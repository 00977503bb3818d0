//! Random variants, well-typed by construction: interpreter and native code must agree in every position of random games.
//!
//! Each run of the tests tries a fixed number of variants. `FERZ_FUZZ_SECONDS=3600` tries others for so long, from `FERZ_FUZZ_SEED`
//! on, and tells more of them; `--nocapture` shows the table. A variant on which the engines differ is made small and written to the
//! build folder's `tmp`; with a title and a word on what was wrong it belongs into `tests/regressions`.

mod board;
mod compare;
mod consequences;
mod draft;
mod draw;
mod expressions;
mod notation;
mod pieces;
mod regressions;
mod rules;
mod shrink;
mod tally;
mod trial;
mod world;

use ferz_runtime::Random;
use shrink::{file, shrink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tally::Tally;
use trial::{Trial, try_out};

/// Variants that each run of the tests tries.
const VARIANTS: u64 = 280;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number, and not `{text}`")))
}

/// Where failures are written.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).to_path_buf()
}

/// The variant with this number is the same whatever was tried before it.
fn try_one(seed: u64, look: bool, tally: &mut Tally) -> Option<String> {
    let mut random = Random::new(seed);
    let draft = world::variant(&mut random);
    // If native code brings the process down, this is what it was doing.
    let running = folder().join("random-variant.ferz");
    std::fs::write(&running, format!("// Seed {seed}.\n{}", draft.text())).expect("the build folder can be written to");
    let trial = try_out(&draft, seed, look);
    tally.add(&draft, &trial);
    let Trial::Failed(failure) = trial else { return None };
    let (small, failure) = shrink(&draft, &failure, seed, Duration::from_secs(40));
    let text = file(&small, &failure, seed);
    let path = folder().join(format!("random-variant-{seed}.ferz"));
    std::fs::write(&path, &text).expect("the build folder can be written to");
    Some(format!("{}\n{text}", path.display()))
}

#[test]
fn both_engines_play_random_variants_alike() {
    let first = number("FERZ_FUZZ_SEED").unwrap_or(1);
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    let Some(seconds) = number("FERZ_FUZZ_SECONDS") else {
        let variants = number("FERZ_FUZZ_VARIANTS").unwrap_or(VARIANTS);
        for seed in first..first + variants {
            failures.extend(try_one(seed, true, &mut tally));
        }
        println!("{tally}");
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        // Other numbers of variants are for finding out, and may have less of everything.
        if variants >= VARIANTS {
            assert_eq!(tally.missing(), Vec::<String>::new());
        }
        return;
    };
    let (start, mut told) = (Instant::now(), Instant::now());
    for seed in first.. {
        if let Some(failure) = try_one(seed, seed % 8 == 0, &mut tally) {
            println!("{failure}");
            failures.push(failure);
        }
        if told.elapsed() > Duration::from_secs(300) {
            told = Instant::now();
            println!("after {} s, up to seed {seed}: {} failures, {tally}", start.elapsed().as_secs(), failures.len());
        }
        if start.elapsed() > Duration::from_secs(seconds) {
            println!("seeds {first}..={seed} in {seconds} s: {} failures, {tally}", failures.len());
            break;
        }
    }
    assert!(failures.is_empty(), "{} failures, written to {}", failures.len(), folder().display());
}
