//! What takes how long on the way from text to machine code, for `ferz check --timings`.

use crate::failure::Failure;
use crate::load;
use ferz_compiler::{Native, Stage, Strategy, Watch};
use ferz_lang::Compiled;
use serde::Serialize;
use std::path::Path;
use std::time::{Duration, Instant};

/// Milliseconds for each stage, and what came out.
#[derive(Debug, Default, Serialize)]
pub struct Timings {
    parse: f64,
    check: f64,
    plan: f64,
    tables: f64,
    lowering: f64,
    machine_code: f64,
    total: f64,
    code_bytes: usize,
    table_bytes: usize,
}

impl Timings {
    /// The stages in order, with their names in words.
    pub fn lines(&self) -> Vec<String> {
        let stages = [
            ("parse", self.parse),
            ("check, with the notation", self.check),
            ("plan", self.plan),
            ("tables, beside the next", self.tables),
            ("lowering", self.lowering),
            ("machine code", self.machine_code),
            ("in all", self.total),
        ];
        let mut lines: Vec<String> = stages.iter().map(|(name, ms)| format!("  {name:<26} {ms:>8.2} ms")).collect();
        lines.push(format!("  {} bytes of code, {} bytes of tables", self.code_bytes, self.table_bytes));
        lines
    }
}

/// Compiles a file down to machine code, watching the clock. What came of the text comes back too; the times are `None` if it has errors or is
/// only a part for other files.
pub fn timed(file: &Path, plan: Strategy) -> Result<(Compiled, Option<Timings>), Failure> {
    let text = load::text(file)?;
    let begun = Instant::now();
    let mut parsed = None;
    let compiled = load::compile_text(file, &text, &mut || parsed = Some(begun.elapsed()));
    let read = begun.elapsed();
    let Some(rules) = &compiled.rules else { return Ok((compiled, None)) };
    let mut clock = Clock { since: Instant::now(), at: Stage::Done, spent: Vec::new(), made: [0; 2] };
    Native::compile_with(rules, plan, &mut clock).map_err(|error| load::uncompilable(rules, &error))?;
    let parse = parsed.unwrap_or(read);
    let timings = Timings {
        parse: ms(parse),
        check: ms(read - parse),
        plan: clock.of(Stage::Plan),
        tables: clock.of(Stage::Tables),
        lowering: clock.of(Stage::Lowering),
        machine_code: clock.of(Stage::MachineCode),
        total: ms(begun.elapsed()),
        code_bytes: clock.made[0],
        table_bytes: clock.made[1],
    };
    Ok((compiled, Some(timings)))
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

struct Clock {
    since: Instant,
    at: Stage,
    spent: Vec<(Stage, Duration)>,
    made: [usize; 2],
}

impl Clock {
    fn of(&self, stage: Stage) -> f64 {
        ms(self.spent.iter().filter(|(at, _)| *at == stage).map(|(_, time)| *time).sum())
    }
}

impl Watch for Clock {
    fn enter(&mut self, stage: Stage) {
        let now = Instant::now();
        self.spent.push((self.at, now - self.since));
        (self.since, self.at) = (now, stage);
    }

    fn beside(&mut self, stage: Stage, time: Duration) {
        self.spent.push((stage, time));
    }

    fn made(&mut self, stage: Stage, bytes: usize) {
        self.made[usize::from(stage == Stage::Tables)] += bytes;
    }
}
