//! `ferz test`: whether rule files keep what their `test` blocks promise.

use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::load::{self, EngineKind};
use crate::screen::Screen;
use clap::Args;
use ferz::files;
use ferz::testing::{self, INTERPRETER_BUDGET, Report};
use ferz_lang::rules::Test as Block;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Run the `test` blocks of rule files, on the interpreter and on native code.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz test examples/chess.ferz
  ferz test examples
  ferz test examples --json

In a directory, files that are only parts for others to use are passed over.
Counts above 200000 are left to the native code, unless the interpreter alone is asked for with
`--engine interp`.")]
pub struct Test {
    /// Rule files, and directories with rule files
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// On this engine only [default: on both]
    #[arg(long, value_enum)]
    engine: Option<EngineKind>,
    /// Print JSON: {"ok","passed","failed","skipped","files":[...]}
    #[arg(long)]
    json: bool,
}

#[derive(Default, Serialize)]
struct Answer {
    ok: bool,
    /// Test blocks, each on each engine.
    passed: usize,
    failed: usize,
    /// Claims that were left out.
    skipped: usize,
    files: Vec<FileAnswer>,
}

#[derive(Serialize)]
struct FileAnswer {
    file: String,
    ok: bool,
    tests: Vec<TestAnswer>,
}

#[derive(Serialize)]
struct TestAnswer {
    name: String,
    engine: &'static str,
    ok: bool,
    failures: Vec<FailureAnswer>,
    skipped: Vec<SkippedAnswer>,
}

#[derive(Serialize)]
struct FailureAnswer {
    file: String,
    line: usize,
    expected: String,
    got: String,
}

#[derive(Serialize)]
struct SkippedAnswer {
    file: String,
    line: usize,
    why: String,
}

impl TestAnswer {
    fn new(block: &Block, engine: &'static str, report: Report) -> TestAnswer {
        let file = || block.file.clone();
        let failures = report.broken.into_iter();
        let skipped = report.skipped.into_iter();
        TestAnswer {
            name: block.name.clone(),
            engine,
            ok: failures.len() == 0,
            failures: failures
                .map(|b| FailureAnswer { file: file(), line: b.line, expected: b.expected, got: b.got })
                .collect(),
            skipped: skipped.map(|s| SkippedAnswer { file: file(), line: s.line, why: s.why }).collect(),
        }
    }
}

impl Test {
    /// Runs them all, whatever fails on the way.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let mut answer = Answer { ok: true, ..Answer::default() };
        for (file, named) in self.files()? {
            let Some(result) = self.file(&file, named, screen)? else { continue };
            answer.ok &= result.ok;
            for test in &result.tests {
                answer.passed += usize::from(test.ok);
                answer.failed += usize::from(!test.ok);
                answer.skipped += test.skipped.len();
            }
            if !self.json {
                tell(&result, screen)?;
            }
            answer.files.push(result);
        }
        if self.json {
            screen.json(&answer)?;
        } else {
            let skipped = match answer.skipped {
                0 => String::new(),
                n => format!(", {n} counts left out"),
            };
            screen.line(&format!("{} passed, {} failed{skipped}", answer.passed, answer.failed))?;
        }
        if answer.ok { Ok(()) } else { Err(Failure::Wrong) }
    }

    /// The files to test, those named (`true`) and those in the directories named.
    fn files(&self) -> Result<Vec<(PathBuf, bool)>, Failure> {
        let mut files = Vec::new();
        for path in &self.paths {
            if !path.is_dir() {
                files.push((path.clone(), true));
                continue;
            }
            let found = files::rule_files(path).map_err(|error| {
                let message = format!("`{}` cannot be listed: {error}", path.display());
                Failure::call(message, "look at the permissions of the directory")
            })?;
            if found.is_empty() {
                let message = format!("there is no rule file in `{}`", path.display());
                return Err(Failure::call(message, "rule files end in `.ferz`"));
            }
            files.extend(found.into_iter().map(|file| (file, false)));
        }
        Ok(files)
    }

    /// Tests a file; `None` for a file of a directory that is only a part for others to use.
    fn file(&self, path: &Path, named: bool, screen: &Screen) -> Result<Option<FileAnswer>, Failure> {
        let mut answer = FileAnswer { file: path.display().to_string(), ok: true, tests: Vec::new() };
        let compiled = load::compile_quietly(path)?;
        if !named && compiled.is_part() {
            return Ok(None);
        }
        load::say(&compiled, screen);
        if compiled.failed() {
            answer.ok = false;
            return Ok(Some(answer));
        }
        let rules = load::playable(compiled, path)?;
        let engines = match self.engine {
            Some(kind) => vec![kind],
            None => vec![EngineKind::Interp, EngineKind::Jit],
        };
        for kind in engines {
            let engine = match load::engine(&rules, kind) {
                Ok(engine) => engine,
                // What one engine cannot play, the other may, and the next file may be played by both.
                Err(failure) => {
                    screen.complain(&failure);
                    answer.ok = false;
                    continue;
                }
            };
            let budget =
                if self.engine.is_none() && kind == EngineKind::Interp { INTERPRETER_BUDGET } else { u64::MAX };
            for block in &rules.tests {
                let report = interrupt::counting(|stop| testing::run(block, &engine, budget, stop))?;
                answer.ok &= report.ok();
                answer.tests.push(TestAnswer::new(block, engine.name(), report));
            }
        }
        Ok(Some(answer))
    }
}

fn tell(answer: &FileAnswer, screen: &mut Screen) -> Outcome {
    for test in &answer.tests {
        for failure in &test.failures {
            let FailureAnswer { file, line, expected, got } = failure;
            screen.line(&format!("{file}:{line}: {} \"{}\" ({})", screen.bad("failed"), test.name, test.engine))?;
            screen.line(&format!("  expected {expected}"))?;
            screen.line(&format!("       got {got}"))?;
        }
        for skipped in &test.skipped {
            let text = format!("{}:{}: left out \"{}\": {}", skipped.file, skipped.line, test.name, skipped.why);
            screen.line(&screen.faint(&text))?;
        }
    }
    let failed = answer.tests.iter().filter(|test| !test.ok).count();
    let result = match (answer.ok, failed, answer.tests.len()) {
        (true, _, 0) => "has no tests".to_owned(),
        (true, _, all) => format!("{} ({all} passed)", screen.good("ok")),
        (false, 0, 0) => screen.bad("does not compile"),
        (false, 0, _) => screen.bad("not playable on both engines"),
        (false, failed, all) => format!("{} ({failed} of {all})", screen.bad("failed")),
    };
    screen.line(&format!("{}: {result}", answer.file))?;
    // A person sees file after file as they are done.
    screen.flush()
}
