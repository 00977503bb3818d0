//! Code lives as long as its handle and no longer.

mod common;

use common::rules;
use ferz_compiler::Native;
use ferz_runtime::{Engine, fen};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Memory of this process that is in use, in bytes. Nothing where the system does not tell.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kib| kib * 1024)
}

/// A variant on a small board, another one for each number.
fn compiled(n: usize) -> Native {
    let leaper = ["N", "A", "D", "F", "W", "C"][n % 6];
    Native::compile(&rules(4 + (n % 3) as u8, 5, 2, &[('K', "K"), ('R', "R"), ('L', leaper)])).unwrap()
}

fn moves(engine: &dyn Engine) -> u64 {
    let state = fen::parse(
        engine.variant(),
        &format!("k{0}/{1}/{1}/{1}/RK{2}", gap(engine, 1), gap(engine, 0), gap(engine, 2)),
    );
    let position = engine.load(&state.unwrap());
    engine.perft(&position, 1, &AtomicBool::new(false)).unwrap()
}

fn gap(engine: &dyn Engine, less: u8) -> u8 {
    engine.variant().board.width - less
}

#[test]
fn a_thousand_variants_leave_no_memory_behind() {
    for n in 0..100 {
        moves(&compiled(n));
    }
    let before = resident();
    for n in 0..900 {
        moves(&compiled(n));
    }
    if let (Some(before), Some(after)) = (before, resident()) {
        // A variant of this size takes some 100 KB: 900 of them would be 90 MB.
        assert!(after < before + (6 << 20), "{before} bytes before, {after} after");
    }
}

#[test]
fn a_handle_keeps_its_code_and_is_used_by_many_threads() {
    let engine: Arc<dyn Engine> = Arc::new(compiled(1));
    let expected = moves(&*engine);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let mine = Arc::clone(&engine);
            std::thread::spawn(move || (0..50).map(|_| moves(&*mine)).max())
        })
        .collect();
    drop(engine);
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Some(expected));
    }
}
