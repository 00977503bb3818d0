//! A failure made small: as little of a variant as still fails, as a file.

use crate::compare::Engines;
use crate::draft::Draft;
use crate::trial::{Failure, fails};
use ferz_runtime::{Engine, fen};
use std::time::{Duration, Instant};

/// What is left of a variant after everything that could be left out was, and how it fails; after so long, what has been reached.
pub fn shrink(draft: &Draft, failure: &Failure, seed: u64, most: Duration) -> (Draft, Failure) {
    let until = Instant::now() + most;
    let (mut draft, mut failure) = (draft.clone(), failure.clone());
    'smaller: loop {
        for candidate in draft.smaller() {
            if Instant::now() > until {
                return (draft, failure);
            }
            if let Some(found) = fails(&candidate.text(), Some(&failure.fen), seed) {
                (draft, failure) = (candidate, found);
                continue 'smaller;
            }
        }
        return (fewer_men(&draft, &mut failure), failure);
    }
}

/// Takes men out of the position that fails, as long as it does.
fn fewer_men(draft: &Draft, failure: &mut Failure) -> Draft {
    let text = draft.text();
    let Ok(engines) = Engines::new(&text) else { return draft.clone() };
    let variant = engines.interpreter.variant();
    let Ok(mut state) = fen::parse(variant, &failure.fen) else { return draft.clone() };
    for square in 0..engines.rules.squares() {
        if state.cells[square] == 0 {
            continue;
        }
        let mut fewer = state;
        fewer.cells[square] = 0;
        let written = fen::write(variant, &fewer);
        let Ok(position) = engines.position(&written) else { continue };
        if let Some(what) = (0..12).find_map(|number| engines.compare(&position, number).err()) {
            state = fewer;
            *failure = Failure { what, fen: written };
        }
    }
    draft.clone()
}

/// The file of a failure: its rules, with the position as a test.
pub fn file(draft: &Draft, failure: &Failure, seed: u64) -> String {
    let what: String = failure.what.lines().map(|line| format!("// {line}\n")).collect();
    let test = match failure.fen.is_empty() {
        true => String::new(),
        false => format!("test \"where the engines differed\" {{\n  position \"{}\"\n}}\n", failure.fen),
    };
    format!("// Seed {seed}.\n{what}{}{test}", draft.text())
}
