//! Ferz: chess variants from rule files, compiled to native code.
//!
//! For programs that want to play: text in, a game out.
//!
//! ```
//! let chess = ferz::compile("variant \"Chess\" use fide")?;
//! assert_eq!(chess.perft(3)?, 8902);
//!
//! let mut game = chess.game();
//! for played in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     game.play(played)?;
//! }
//! let ending = game.outcome().expect("fool's mate");
//! assert_eq!(ending.to_string(), "Black wins by checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Architecture invariant: this crate, command line included, is the only place with files, terminal and clock; how rules are read,
//! interpreted and compiled is the business of the crates below.

/// The README's example is run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod build;
pub mod files;
pub mod opponent;
pub mod report;
pub mod stats;
pub mod testing;
pub mod why;
pub mod words;

use ferz_compiler::Native;
use ferz_lang::diagnostics::Diagnostic;
use ferz_lang::rules::Rules;
use ferz_lang::source::{NoFiles, Resolver, Sources};
use ferz_runtime::fen::FenError;
use ferz_runtime::{Engine, Game, Stopped};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A variant, compiled: its rules, and native code that plays it.
///
/// Cheap to clone. Games and engines keep the code alive for themselves.
#[derive(Clone)]
pub struct Program {
    rules: Arc<Rules>,
    source: u64,
    engine: Arc<dyn Engine>,
}

/// Why there is no program.
#[derive(Debug)]
pub enum Error {
    /// The file could not be read.
    Read(files::ReadError),
    /// The rules are wrong; what is wrong, and the texts it points into.
    Rules {
        /// All texts that were read.
        sources: Sources,
        /// Errors, and perhaps warnings.
        diagnostics: Vec<Diagnostic>,
    },
    /// The rules are right, and cannot be made into native code.
    Compile(ferz_compiler::CompileError),
    /// The rules are right, and their start position is not one that can be played from.
    Setup(FenError),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Read(error) => error.fmt(f),
            Error::Rules { sources, diagnostics } => {
                f.write_str(&report::render(sources, diagnostics, report::Paint::Plain))
            }
            Error::Compile(error) => error.fmt(f),
            Error::Setup(error) => write!(f, "the set-up: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// Compiles rules that stand alone: they may use the standard library and no other files.
pub fn compile(source: &str) -> Result<Program, Error> {
    compile_with("rules", source, &NoFiles)
}

/// Compiles a rule file, and the files that it uses.
pub fn load(path: impl AsRef<Path>) -> Result<Program, Error> {
    let path = path.as_ref();
    let text = files::read(path).map_err(Error::Read)?;
    compile_with(&path.display().to_string(), &text, &files::Files)
}

/// Compiles rules by this name; what they use comes from the resolver.
pub fn compile_with(name: &str, source: &str, resolver: &dyn Resolver) -> Result<Program, Error> {
    let compiled = ferz_lang::compile(name, source, resolver);
    let source = build::source_hash(&compiled.sources);
    let Some(rules) = compiled.rules else {
        return Err(Error::Rules { sources: compiled.sources, diagnostics: compiled.diagnostics });
    };
    let engine: Arc<dyn Engine> = Arc::new(Native::compile(&rules).map_err(Error::Compile)?);
    // Once here, so that every game can start without asking.
    Game::start(Arc::clone(&engine)).map_err(Error::Setup)?;
    Ok(Program { rules: Arc::new(rules), source, engine })
}

impl Program {
    /// The rules, resolved.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The native code.
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// Builds a library from the same rules, which [`Library::open`](ferz_runtime::Library::open) loads without a compiler.
    pub fn build(&self, options: &build::Options, out: impl AsRef<Path>) -> Result<(), build::BuildError> {
        build::build(&self.rules, self.source, options, out.as_ref())
    }

    /// A game from the start position.
    pub fn game(&self) -> Game {
        Game::start(Arc::clone(&self.engine)).expect("the set-up was tried when the program was made")
    }

    /// A game from a position.
    pub fn game_from(&self, fen: &str) -> Result<Game, FenError> {
        Game::from_fen(Arc::clone(&self.engine), fen)
    }

    /// How many sequences of so many legal moves there are from the start position.
    pub fn perft(&self, depth: u32) -> Result<u64, Stopped> {
        self.engine.perft(self.game().position(), depth, &AtomicBool::new(false))
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program {{ {} on {} }}", self.rules.name, self.engine.name())
    }
}
