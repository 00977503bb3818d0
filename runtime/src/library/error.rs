//! Why a library cannot be opened.

use std::path::Path;

/// Why a library cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{path}` {problem}; {}", problem.help())]
pub struct LibraryError {
    /// Which file.
    pub path: String,
    /// What is wrong with it.
    pub problem: Problem,
}

impl LibraryError {
    pub(super) fn new(path: &Path, problem: Problem) -> LibraryError {
        LibraryError { path: path.display().to_string(), problem }
    }
}

/// What is wrong with a library. All but the last two are found before anything of it is executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Read(String),
    /// It has no seal.
    #[error("is no library that Ferz has built, or it has lost its seal")]
    NoLibrary,
    /// It was built for another layout.
    #[error("has version {found} of the interface, and this program has version {wanted}")]
    Version {
        /// The library's.
        found: u32,
        /// This program's.
        wanted: u32,
    },
    /// It was built for another machine.
    #[error("is for {found}, and this program runs on {wanted}")]
    Machine {
        /// The library's.
        found: String,
        /// This program's.
        wanted: String,
    },
    /// It needs something that this processor cannot do.
    #[error("needs a processor that has {0}, and this one has not")]
    Processor(String),
    /// The end is missing.
    #[error("has {found} bytes, of {wanted}: its end is missing")]
    Truncated {
        /// How many there are.
        found: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// The bytes are others than those that were built.
    #[error("was changed after it was built, or has been damaged")]
    Damaged,
    /// The system does not load it.
    #[error("cannot be loaded: {0}")]
    Load(String),
    /// Another file is still loaded under this path.
    #[error("is newer than the library that is loaded from this path")]
    Stale,
}

impl Problem {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Problem::Read(_) => "is the path right?",
            Problem::NoLibrary => "name a file that `ferz build` has made",
            Problem::Version { .. } => "build it again, with the Ferz that belongs to this program",
            Problem::Machine { .. } => "build it for this machine, with `--target`",
            Problem::Processor(_) => "build it with `--cpu baseline`",
            Problem::Truncated { .. } | Problem::Damaged => "copy or build it again",
            Problem::Load(_) => "may files here be executed?",
            Problem::Stale => "close the old one first, or build the new one under another name",
        }
    }
}
