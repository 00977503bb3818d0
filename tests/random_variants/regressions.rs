//! Variants on which the engines once differed, made small: they agree now, in what the files claim and in random games.

use crate::compare::Engines;
use crate::trial::fails;
use ferz::testing::{INTERPRETER_BUDGET, run};
use ferz_lang::rules::Claim;
use ferz_runtime::Engine;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[test]
fn what_once_differed_does_so_no_more() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let files = std::fs::read_dir(&folder).expect("there is a folder of regressions");
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ferz"));
    paths.sort();
    assert!(!paths.is_empty(), "no file in {}", folder.display());
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let engines = Engines::new(&text).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
        let both =
            [Arc::clone(&engines.interpreter) as Arc<dyn Engine>, Arc::clone(&engines.native) as Arc<dyn Engine>];
        for (test, engine) in engines.rules.tests.iter().flat_map(|test| both.iter().map(move |engine| (test, engine)))
        {
            let report = run(test, engine, INTERPRETER_BUDGET, &AtomicBool::new(false)).expect("nobody stops it");
            assert!(report.ok(), "{name}, \"{}\" on {}: {:#?}", test.name, engine.name(), report.broken);
        }
        let steps = engines.rules.tests.iter().flat_map(|test| &test.steps);
        let positions = steps.filter_map(|step| match &step.claim {
            Claim::Position(fen) => Some(fen.as_str()),
            _ => None,
        });
        for (seed, position) in (1..4).map(|seed| (seed, None)).chain(positions.map(|fen| (1, Some(fen)))) {
            if let Some(failure) = fails(&text, position, seed) {
                panic!("{name}: {} in {}", failure.what, failure.fen);
            }
        }
    }
}
