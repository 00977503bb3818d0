//! `ferz check`: what is wrong with rule files.

use super::timings::{self, Timings};
use crate::failure::{Failure, Outcome};
use crate::load::{self, PlanName};
use crate::screen::Screen;
use clap::{Args, ValueEnum};
use ferz_compiler::Strategy;
use ferz_lang::Compiled;
use ferz_lang::diagnostics::{Code, Diagnostic, Severity};
use ferz_lang::source::Sources;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Say what is wrong with rule files, and how to put it right.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz check examples/chess.ferz
  ferz check examples/*.ferz --json
  ferz check examples/azsymchess-2.ferz --emit plan
  ferz check examples/azsymchess-2.ferz --timings
  ferz check examples/eurasian.ferz --emit plan --plan tried")]
pub struct Check {
    /// The rule files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show what the compiler makes of the file, at this stage
    #[arg(long, value_enum, conflicts_with = "json")]
    emit: Option<Stage>,
    /// Compile, and show how long each stage takes
    #[arg(long, conflicts_with = "emit")]
    timings: bool,
    /// Force a strategy of native code
    #[arg(long, value_enum, value_name = "NAME")]
    plan: Option<PlanName>,
    /// Print JSON: {"ok","diagnostics":[{"code","severity","message","help","file","start","end","line","column"}],"timings"?:[{"file","parse","check","plan","tables","lowering","machine_code","total","code_bytes","table_bytes"}]}
    #[arg(long)]
    json: bool,
}

/// A stage on the way from text to machine code.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Stage {
    /// The syntax tree
    Ast,
    /// Every piece with the canonical text of its movement
    Notation,
    /// The checked and resolved rules
    Rules,
    /// How boards are represented and movements generated
    Plan,
    /// Cranelift's intermediate form
    Clif,
    /// Machine code, disassembled
    Asm,
}

#[derive(Serialize)]
struct Answer {
    ok: bool,
    diagnostics: Vec<Said>,
    /// In milliseconds, for each file that can be compiled.
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<Vec<Timed>>,
}

#[derive(Serialize)]
struct Timed {
    file: String,
    #[serde(flatten)]
    timings: Timings,
}

#[derive(Serialize)]
struct Said {
    code: &'static str,
    severity: &'static str,
    message: String,
    help: Option<String>,
    file: String,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

impl Said {
    fn new(sources: &Sources, diagnostic: &Diagnostic) -> Said {
        let span = diagnostic.primary.span;
        let place = sources.position(span);
        Said {
            code: diagnostic.code.name(),
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            file: sources.name(span).to_owned(),
            start: span.start,
            end: span.end,
            line: place.line,
            column: place.column,
        }
    }

    /// A file that cannot be read at all: it is said of its first character.
    fn unreadable(file: &Path, message: String, help: String) -> Said {
        Said {
            code: Code::UnreadableFile.name(),
            severity: "error",
            message,
            help: Some(help),
            file: file.display().to_string(),
            start: 0,
            end: 0,
            line: 1,
            column: 1,
        }
    }
}

impl Check {
    /// Checks them all; one that is wrong does not keep the others from being looked at.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        if self.json {
            return self.answer(screen);
        }
        let (mut wrong, mut unreadable) = (false, false);
        for file in &self.files {
            let (compiled, timings) = match self.compile(file) {
                Ok(compiled) => compiled,
                Err(failure) => {
                    screen.complain(&failure);
                    unreadable = true;
                    continue;
                }
            };
            load::say(&compiled, screen);
            match (&compiled.rules, self.emit) {
                (_, Some(Stage::Ast)) => screen.text(&compiled.parsed.to_string())?,
                (Some(rules), Some(Stage::Notation)) => screen.text(&rules.notation())?,
                (Some(rules), Some(Stage::Rules)) => screen.text(&rules.to_string())?,
                (Some(rules), Some(Stage::Plan)) => screen.text(
                    &ferz_compiler::emit_plan(rules, self.strategy()).map_err(|e| load::uncompilable(rules, &e))?,
                )?,
                (Some(rules), Some(Stage::Clif)) => {
                    screen.text(&ferz_compiler::emit_clif(rules).map_err(|e| load::uncompilable(rules, &e))?)?
                }
                (Some(rules), Some(Stage::Asm)) => {
                    screen.text(&ferz_compiler::emit_asm(rules).map_err(|e| load::uncompilable(rules, &e))?)?
                }
                (None, None) if compiled.is_part() => {
                    screen.line(&format!(
                        "{}: {}, a part for other files to use",
                        file.display(),
                        screen.good("ok")
                    ))?;
                }
                (None, Some(_)) if compiled.is_part() => return load::playable(compiled, file).map(drop),
                (Some(_), None) => screen.line(&format!("{}: {}", file.display(), screen.good("ok")))?,
                (None, _) => {
                    let errors = compiled.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
                    let plural = if errors == 1 { "error" } else { "errors" };
                    let count = screen.bad(&format!("{errors} {plural}"));
                    screen.line(&format!("{}: {count}", file.display()))?;
                }
            }
            for line in timings.iter().flat_map(Timings::lines) {
                screen.line(&line)?;
            }
            wrong |= compiled.failed();
            // In order with what stderr says.
            screen.flush()?;
        }
        match (unreadable, wrong) {
            (true, _) => Err(Failure::Unreadable),
            (false, true) => Err(Failure::Wrong),
            (false, false) => Ok(()),
        }
    }

    fn strategy(&self) -> Strategy {
        self.plan.map_or(Strategy::Best, PlanName::strategy)
    }

    /// Compiles a file, down to machine code if its times are asked for.
    fn compile(&self, file: &Path) -> Result<(Compiled, Option<Timings>), Failure> {
        match self.timings {
            true => timings::timed(file, self.strategy()),
            false => Ok((load::compile_quietly(file)?, None)),
        }
    }

    fn answer(&self, screen: &mut Screen) -> Outcome {
        let timings = self.timings.then(Vec::new);
        let mut answer = Answer { ok: true, diagnostics: Vec::new(), timings };
        let mut unreadable = false;
        for file in &self.files {
            let (compiled, timings) = match self.compile(file) {
                Ok(compiled) => compiled,
                Err(Failure::Call { message, help }) => {
                    answer.diagnostics.push(Said::unreadable(file, message, help));
                    (unreadable, answer.ok) = (true, false);
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            answer.ok &= !compiled.failed();
            if let (Some(all), Some(timings)) = (&mut answer.timings, timings) {
                all.push(Timed { file: file.display().to_string(), timings });
            }
            answer.diagnostics.extend(compiled.diagnostics.iter().map(|d| Said::new(&compiled.sources, d)));
        }
        screen.json(&answer)?;
        match (unreadable, answer.ok) {
            (true, _) => Err(Failure::Unreadable),
            (false, true) => Ok(()),
            (false, false) => Err(Failure::Wrong),
        }
    }
}
