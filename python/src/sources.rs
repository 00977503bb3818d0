//! Where games come from: rules, which are compiled, and libraries.

use crate::errors::{self, LibraryError};
use crate::game::Game;
use ferz::build::{BuildError, Options, build as build_library, source_hash};
use ferz::files::{self, Files};
use ferz_compiler::{Cpu, Native};
use ferz_lang::rules::Rules;
use ferz_lang::source::{NoFiles, Resolver};
use ferz_runtime::Library;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What `compile` and `build` are given.
#[derive(FromPyObject)]
pub enum Source {
    /// A path, or rules.
    Text(String),
    /// A path.
    Path(PathBuf),
}

impl Source {
    /// The rules, with a checksum over the texts that they were read from.
    fn rules(&self, py: Python<'_>) -> PyResult<(Rules, u64)> {
        match self {
            Source::Text(text) if text.contains(['\n', '"']) => compiled(py, "rules", text, &NoFiles),
            Source::Text(path) => compiled_file(py, Path::new(path)),
            Source::Path(path) => compiled_file(py, path),
        }
    }
}

fn compiled_file(py: Python<'_>, path: &Path) -> PyResult<(Rules, u64)> {
    let text = files::read(path).map_err(|error| match path.exists() {
        true => PyOSError::new_err(error.to_string()),
        false => PyFileNotFoundError::new_err(error.to_string()),
    })?;
    compiled(py, &path.display().to_string(), &text, &Files)
}

fn compiled(py: Python<'_>, name: &str, text: &str, resolver: &(dyn Resolver + Sync)) -> PyResult<(Rules, u64)> {
    let compiled = py.detach(|| ferz_lang::compile(name, text, resolver));
    if compiled.is_part() {
        let message = format!("`{name}` is only a part for other files to use: it has no set-up");
        return Err(errors::unusable(py, message));
    }
    let Some(rules) = compiled.rules else {
        return Err(errors::wrong(py, &compiled.sources, &compiled.diagnostics));
    };
    errors::warn(py, &compiled.sources, &compiled.diagnostics)?;
    Ok((rules, source_hash(&compiled.sources)))
}

/// Compiles rules to native code.
///
/// `source` is a path to a rule file (a `str` or an `os.PathLike`), or the rules themselves: a `str` with a line break or a quotation
/// mark in it is taken for rules. A file may use other files; a text may use the standard library only.
///
/// Raises `CompileError` if the rules are wrong, `OSError` if a file cannot be read; what is merely doubtful is a `CompileWarning`.
#[pyfunction]
pub fn compile(py: Python<'_>, source: Source) -> PyResult<Game> {
    let (rules, _) = source.rules(py)?;
    match py.detach(|| Native::compile(&rules)) {
        Ok(native) => Game::new(py, Arc::new(native)),
        Err(error) => Err(errors::unusable(py, format!("`{}` cannot be made into native code: {error}", rules.name))),
    }
}

/// Compiles rules, given as for `compile`, into a shared library: what `ferz build` does. An older file `out` is replaced.
///
/// `cpu` is `"baseline"`, `"x86-64-v3"` or `"native"`; `target` names another machine and system, as in `"aarch64-unknown-linux-gnu"`.
#[pyfunction]
#[pyo3(signature = (source, out, *, cpu="baseline", target=None))]
pub fn build(py: Python<'_>, source: Source, out: PathBuf, cpu: &str, target: Option<String>) -> PyResult<()> {
    let cpu = match cpu {
        "baseline" => Cpu::Baseline,
        "x86-64-v3" => Cpu::V3,
        "native" => Cpu::Native,
        other => {
            let message = format!("`cpu` is \"baseline\", \"x86-64-v3\" or \"native\", not {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    let (rules, hash) = source.rules(py)?;
    let options = Options { triple: target, cpu, ..Options::default() };
    py.detach(|| build_library(&rules, hash, &options, &out)).map_err(|error| match error {
        BuildError::Compile(error) => errors::unusable(py, error.to_string()),
        BuildError::Linker(error) | BuildError::Write(error) => PyOSError::new_err(error),
    })
}

/// Opens a library that `ferz build` has made.
///
/// Raises `LibraryError`, before anything of it is executed, if it is none, is damaged, or is for another machine or version.
#[pyfunction]
pub fn load(py: Python<'_>, path: PathBuf) -> PyResult<Game> {
    if !path.exists() {
        return Err(PyFileNotFoundError::new_err(format!("there is no file `{}`", path.display())));
    }
    let library = py.detach(|| Library::open(&path)).map_err(|error| LibraryError::new_err(error.to_string()))?;
    Game::new(py, Arc::new(library))
}
