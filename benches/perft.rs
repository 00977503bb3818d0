//! Wall clock of perft, with the counts asserted: `cargo bench`, or `cargo bench -- chess` for the games whose name has that in it.
//!
//! A plain program: what is measured is long enough that the best of a few runs says it all. Instructions are counted by
//! `benches/callgrind.sh`, which a busy machine does not disturb.

use ferz_runtime::{Engine, fen};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Game, depth, leaves. The generators of `tests/data/perft.jsonl` count the same.
const GAMES: [(&str, u32, u64); 12] = [
    ("azsymchess-1", 4, 8_684_708),
    ("azsymchess-2", 4, 7_585_170),
    ("azsymchess-3", 4, 6_856_982),
    ("azsymchess-4", 4, 7_424_367),
    ("eurasian", 4, 8_261_669),
    ("chess", 5, 4_865_609),
    ("ccc-1", 4, 4_544_744),
    ("ccc-2", 4, 5_545_655),
    ("ccc-3", 4, 4_580_149),
    ("ccc-4", 4, 9_639_916),
    ("ccc-5", 4, 4_724_278),
    ("conclave-ecumenical", 4, 1_699_696),
];

/// Runs, of which the fastest counts.
const RUNS: usize = 3;

fn fastest(mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..RUNS).map(timed).min().unwrap_or_default()
}

fn main() {
    // Cargo adds an option of its own.
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("{:<22} {:>11} {:>5} {:>12} {:>22} {:>22}", "game", "compiled in", "depth", "leaves", "counted", "made");
    for (game, depth, nodes) in GAMES {
        if !asked.is_empty() && !asked.iter().any(|part| game.contains(part.as_str())) {
            continue;
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{game}.ferz"));
        let program = ferz::load(&file).unwrap_or_else(|error| panic!("{game}: {error}"));
        let compiled = fastest(|| drop(ferz::load(&file)));
        let engine: &dyn Engine = program.engine().as_ref();
        let position = engine.load(&fen::parse(engine.variant(), &engine.variant().setups[0].fen).expect("a set-up"));
        let stop = AtomicBool::new(false);
        let counted = fastest(|| assert_eq!(engine.perft(&position, depth, &stop), Ok(nodes), "{game}"));
        let made = fastest(|| assert_eq!(engine.perft_made(&position, depth, &stop), Ok(nodes), "{game}, leaves made"));
        let speed = |time: Duration| format!("{:.1} million/s", nodes as f64 / time.as_secs_f64() / 1e6);
        let compiled = format!("{:.1} ms", compiled.as_secs_f64() * 1e3);
        println!("{game:<22} {compiled:>11} {depth:>5} {nodes:>12} {:>22} {:>22}", speed(counted), speed(made));
    }
}
