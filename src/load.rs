//! From a path to rules, to an engine, to a position: what most verbs start with.

use crate::failure::Failure;
use crate::screen::Screen;
use clap::{Args, ValueEnum};
use ferz::files::{self, Files};
use ferz::report::{self, Paint};
use ferz_abi::Variant;
use ferz_compiler::{Native, Strategy};
use ferz_lang::Compiled;
use ferz_lang::rules::Rules;
use ferz_runtime::{Engine, Library, Position, fen};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Which engine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineKind {
    /// Native code, made from the rules
    #[default]
    Jit,
    /// The interpreter: the specification, and slow
    Interp,
}

/// What counts: an engine made from the rules, or a library.
#[derive(Clone, Debug)]
pub enum Counter {
    /// Made from the rules.
    Made(EngineKind),
    /// A library, built from them.
    Library(PathBuf),
}

impl FromStr for Counter {
    type Err = String;

    fn from_str(text: &str) -> Result<Counter, String> {
        match text.split_once(':') {
            Some(("lib", path)) if !path.is_empty() => Ok(Counter::Library(path.into())),
            _ => EngineKind::from_str(text, false)
                .map(Counter::Made)
                .map_err(|_| "say `jit`, `interp`, or `lib:PATH` for a library that `ferz build` has made".to_owned()),
        }
    }
}

/// How the plan of native code is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlanName {
    /// What is best for each movement
    Best,
    /// No tables by occupancy: all rides are walked
    Walking,
    /// Each man by himself, each kind by code of its own
    Apart,
    /// No masks: every move is made and looked at
    Tried,
}

impl PlanName {
    /// What the compiler calls it.
    pub fn strategy(self) -> Strategy {
        match self {
            PlanName::Best => Strategy::Best,
            PlanName::Walking => Strategy::Walking,
            PlanName::Apart => Strategy::Apart,
            PlanName::Tried => Strategy::Tried,
        }
    }
}

/// A strategy for what is no native code made from the rules.
fn not_here(strategy: Strategy, why: &str) -> Failure {
    let option = if strategy == Strategy::Reuse { "--reuse" } else { "--plan" };
    Failure::call(
        format!("`{option}` says how native code is made, and {why}"),
        format!("leave `{option}` out, or say `--engine jit`"),
    )
}

/// The rule file and the position that a verb is about.
#[derive(Args, Debug)]
pub struct Source {
    /// The rule file
    pub file: PathBuf,
    #[command(flatten)]
    pub place: Where,
}

/// The position that a verb is about.
#[derive(Args, Debug)]
pub struct Where {
    /// The position, as FEN [default: the start position]
    #[arg(long)]
    pub fen: Option<String>,
    /// The set-up of this name, where the file has several
    #[arg(long, value_name = "NAME", conflicts_with = "fen")]
    pub setup: Option<String>,
}

/// A variant, ready to play, with a position.
pub struct Table {
    /// The engine.
    pub engine: Arc<dyn Engine>,
    /// The position.
    pub position: Position,
}

impl Source {
    /// Sets up the position, for the engine of this kind.
    pub fn table(&self, kind: EngineKind, plan: Option<PlanName>, screen: &Screen) -> Result<Table, Failure> {
        self.opened(kind, plan, screen).map(|(_, table)| table)
    }

    /// The rules, and the position set up for the engine of this kind.
    pub fn opened(&self, kind: EngineKind, plan: Option<PlanName>, screen: &Screen) -> Result<(Rules, Table), Failure> {
        self.opened_by(kind, plan.map(PlanName::strategy), screen)
    }

    fn opened_by(
        &self,
        kind: EngineKind,
        strategy: Option<Strategy>,
        screen: &Screen,
    ) -> Result<(Rules, Table), Failure> {
        let rules = rules(&self.file, screen)?;
        let engine = engine_by(&rules, kind, strategy)?;
        let position = self.place.position(&*engine)?;
        Ok((rules, Table { engine, position }))
    }
}

impl Source {
    /// Sets up the position, for what counts, its code made by a strategy if somebody asks for one.
    pub fn counted_by(&self, counter: &Counter, strategy: Option<Strategy>, screen: &Screen) -> Result<Table, Failure> {
        match (counter, strategy) {
            (Counter::Made(kind), _) => self.opened_by(*kind, strategy, screen).map(|(_, table)| table),
            (Counter::Library(_), Some(strategy)) => Err(not_here(strategy, "a library is made already")),
            (Counter::Library(path), None) => {
                let compiled = compile(&self.file, screen)?;
                let hash = ferz::build::source_hash(&compiled.sources);
                playable(compiled, &self.file)?;
                let engine: Arc<dyn Engine> = Arc::new(library(path, hash, &self.file)?);
                let position = self.place.position(&*engine)?;
                Ok(Table { engine, position })
            }
        }
    }
}

/// A library that was built from rules with this hash.
fn library(path: &Path, hash: u64, file: &Path) -> Result<Library, Failure> {
    let library = Library::open(path).map_err(|error| {
        let help = error.problem.help();
        Failure::call(format!("`{}` {}", error.path, error.problem), help)
    })?;
    if library.source() == hash {
        return Ok(library);
    }
    let (path, file) = (path.display(), file.display());
    let message = format!(
        "`{path}` was built from another source: from rules {:016x}, and `{file}` with what it uses is {hash:016x}",
        library.source()
    );
    Err(Failure::call(message, format!("build it again: `ferz build {file} -o {path}`")))
}

impl Where {
    /// The position, for this engine.
    pub fn position(&self, engine: &dyn Engine) -> Result<Position, Failure> {
        match (&self.fen, &self.setup) {
            (Some(fen), _) => position(engine, Some(fen)),
            (None, Some(name)) => position(engine, Some(setup(engine.variant(), name)?)),
            (None, None) => position(engine, None),
        }
    }
}

/// The FEN of the set-up with this name.
fn setup<'a>(variant: &'a Variant, name: &str) -> Result<&'a str, Failure> {
    if let Some(found) = variant.setups.iter().find(|setup| setup.name == name) {
        return Ok(&found.fen);
    }
    let names: Vec<String> =
        variant.setups.iter().filter(|s| !s.name.is_empty()).map(|s| format!("`{}`", s.name)).collect();
    let help = match names.as_slice() {
        [] => "leave `--setup` out: the file has only one".to_owned(),
        names => format!("it has {}", names.join(", ")),
    };
    Err(Failure::call(format!("`{}` has no set-up called `{name}`", variant.name), help))
}

impl Table {
    /// The position as FEN.
    pub fn fen(&self) -> String {
        fen::write(self.engine.variant(), self.position.state())
    }

    /// The texts of the legal moves, sorted.
    pub fn moves(&self) -> Vec<String> {
        ferz_runtime::legal_moves(&*self.engine, &self.position).into_iter().map(|(text, _)| text).collect()
    }
}

/// Compiles a file and says on stderr what is wrong with it, however it went.
pub fn compile(path: &Path, screen: &Screen) -> Result<Compiled, Failure> {
    let compiled = compile_quietly(path)?;
    say(&compiled, screen);
    Ok(compiled)
}

/// Compiles a file, and leaves it to the caller to say what is wrong with it.
pub fn compile_quietly(path: &Path) -> Result<Compiled, Failure> {
    Ok(compile_text(path, &text(path)?, &mut || {}))
}

/// The text of a rule file.
pub fn text(path: &Path) -> Result<String, Failure> {
    files::read(path).map_err(|error| Failure::call(error.message, error.help))
}

/// Compiles the text of a file, and calls `parsed` in between.
pub fn compile_text(path: &Path, text: &str, parsed: &mut dyn FnMut()) -> Compiled {
    ferz_lang::compile_told(&path.display().to_string(), text, &Files, parsed)
}

/// Says on stderr what is wrong with a file.
pub fn say(compiled: &Compiled, screen: &Screen) {
    let paint = if screen.watched() { Paint::Terminal { colours: screen.err_colours() } } else { Paint::Plain };
    if !compiled.diagnostics.is_empty() {
        screen.remark(&report::render(&compiled.sources, &compiled.diagnostics, paint));
    }
}

/// The rules of a file that has no errors.
pub fn rules(path: &Path, screen: &Screen) -> Result<Rules, Failure> {
    playable(compile(path, screen)?, path)
}

/// The rules of a compiled file that has no errors and is a whole variant.
pub fn playable(compiled: Compiled, path: &Path) -> Result<Rules, Failure> {
    if compiled.is_part() {
        let message = format!("`{}` is only a part for other files to use: it has no set-up", path.display());
        return Err(Failure::call(message, "name a file that uses it"));
    }
    compiled.rules.ok_or(Failure::Wrong)
}

/// An engine for these rules.
pub fn engine(rules: &Rules, kind: EngineKind) -> Result<Arc<dyn Engine>, Failure> {
    engine_by(rules, kind, None)
}

/// An engine for these rules, its code made by a strategy if somebody asks for one.
pub fn engine_by(rules: &Rules, kind: EngineKind, strategy: Option<Strategy>) -> Result<Arc<dyn Engine>, Failure> {
    match (kind, strategy) {
        (EngineKind::Interp, Some(strategy)) => Err(not_here(strategy, "the interpreter has none")),
        (EngineKind::Interp, None) => Ok(Arc::new(ferz_spec::Interpreter::new(rules))),
        (EngineKind::Jit, strategy) => {
            let strategy = strategy.unwrap_or_default();
            let native = Native::compile_with(rules, strategy, &mut ()).map_err(|error| uncompilable(rules, &error))?;
            Ok(Arc::new(native))
        }
    }
}

/// Native code for these rules, or the interpreter where there can be none.
pub fn any_engine(rules: &Rules, screen: &Screen) -> Arc<dyn Engine> {
    match Native::compile(rules) {
        Ok(native) => Arc::new(native),
        Err(error) => {
            screen.remark(&format!("played on the interpreter: native code cannot be made, {error}"));
            Arc::new(ferz_spec::Interpreter::new(rules))
        }
    }
}

/// Rules that are right, and cannot be made into native code.
pub fn uncompilable(rules: &Rules, error: &ferz_compiler::CompileError) -> Failure {
    if matches!(error, ferz_compiler::CompileError::Reuse { .. }) {
        let message = format!("`--reuse` does not help with `{}`: {error}", rules.name);
        return Failure::Rules {
            message,
            help: "leave `--reuse` out: every leaf is counted on its own then".to_owned(),
        };
    }
    let message = format!("`{}` cannot be made into native code: {error}", rules.name);
    Failure::Rules { message, help: "`perft`, `moves`, `test` and `bench` take `--engine interp`".to_owned() }
}

/// The position of this FEN, or the start position.
pub fn position(engine: &dyn Engine, text: Option<&str>) -> Result<Position, Failure> {
    let start = engine.variant().setups.first().map_or("", |setup| &setup.fen);
    match fen::parse(engine.variant(), text.unwrap_or(start)) {
        Ok(state) => Ok(engine.load(&state)),
        Err(error) => Err(bad_fen(text.unwrap_or(start), &error)),
    }
}

/// Shows a FEN, or the part of a long one that matters, with carets under what is wrong with it.
fn bad_fen(text: &str, error: &fen::FenError) -> Failure {
    const BEFORE: usize = 60;
    const BEHIND: usize = 40;
    let count = |range: std::ops::Range<usize>| text.get(range).map_or(0, |part| part.chars().count());
    let start = count(0..error.place.start);
    let marked = count(error.place.clone()).clamp(1, BEHIND);
    let left_out = start.saturating_sub(BEFORE);
    let shown: String = text.chars().skip(left_out).take(BEFORE + BEHIND).collect();
    let dots = if left_out > 0 { "..." } else { "" };
    let (indent, carets) = (" ".repeat(dots.len() + start - left_out), "^".repeat(marked));
    let message =
        format!("this FEN cannot be read: {}, {}\n  {dots}{shown}\n  {indent}{carets}", error.field, error.problem);
    Failure::call(message, error.problem.help())
}
