//! `ferz test`: whether rule files keep what their `test` blocks promise.

use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::load::{self, EngineKind};
use crate::screen::Screen;
use clap::Args;
use ferz::files;
use ferz::testing::{self, INTERPRETER_BUDGET, Report};
use ferz_lang::Compiled;
use ferz_lang::rules::Test as Block;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

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

/// A file that was tested, or could not be.
struct Tried {
    answer: FileAnswer,
    /// What was read, with what is wrong with it; nothing if the file cannot be read.
    compiled: Option<Compiled>,
    /// What else kept it from being tested.
    failures: Vec<Failure>,
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
        let mut unreadable = false;
        let files = self.files()?;
        self.each(&files, |tried| {
            let Some(Tried { answer: result, compiled, failures }) = tried? else { return Ok(()) };
            compiled.iter().for_each(|compiled| load::say(compiled, screen));
            failures.iter().for_each(|failure| screen.complain(failure));
            if compiled.is_none() {
                unreadable = true;
                return Ok(());
            }
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
            Ok(())
        })?;
        answer.ok &= !unreadable;
        if unreadable && answer.files.is_empty() {
            return Err(Failure::Unreadable);
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
        match (unreadable, answer.ok) {
            (true, _) => Err(Failure::Unreadable),
            (false, true) => Ok(()),
            (false, false) => Err(Failure::Wrong),
        }
    }

    /// Tests the files, as many at once as there are processors, and hears of them in their order.
    fn each(
        &self,
        files: &[(PathBuf, bool)],
        mut hear: impl FnMut(Result<Option<Tried>, Failure>) -> Outcome,
    ) -> Outcome {
        let workers = std::thread::available_parallelism().map_or(1, usize::from).min(files.len());
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..workers {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some((file, named)) = files.get(index) else { break };
                        // Nobody listens any more once something is wrong with the whole run.
                        if sender.send((index, self.file(file, *named))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let (mut early, mut turn) = (BTreeMap::new(), 0);
            for (index, tried) in receiver {
                early.insert(index, tried);
                while let Some(tried) = early.remove(&turn) {
                    turn += 1;
                    hear(tried)?;
                }
            }
            Ok(())
        })
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
    fn file(&self, path: &Path, named: bool) -> Result<Option<Tried>, Failure> {
        let mut answer = FileAnswer { file: path.display().to_string(), ok: true, tests: Vec::new() };
        let mut failures = Vec::new();
        let compiled = match load::compile_quietly(path) {
            Ok(compiled) => compiled,
            Err(failure) => {
                answer.ok = false;
                return Ok(Some(Tried { answer, compiled: None, failures: vec![failure] }));
            }
        };
        if !named && compiled.is_part() {
            return Ok(None);
        }
        if compiled.failed() {
            answer.ok = false;
            return Ok(Some(Tried { answer, compiled: Some(compiled), failures }));
        }
        let rules = load::playable(compiled.clone(), path)?;
        let engines = match self.engine {
            Some(kind) => vec![kind],
            None => vec![EngineKind::Interp, EngineKind::Jit],
        };
        for kind in engines {
            let engine = match load::engine(&rules, kind) {
                Ok(engine) => engine,
                // What one engine cannot play, the other may, and the next file may be played by both.
                Err(failure) => {
                    failures.push(failure);
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
        Ok(Some(Tried { answer, compiled: Some(compiled), failures }))
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
