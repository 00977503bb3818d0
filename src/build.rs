//! Rule files to libraries: code, a linker where one is asked for, and a file that is there as a whole or not at all.

use ferz_compiler::{Build, CompileError, Cpu, Target};
use ferz_lang::rules::Rules;
use ferz_lang::source::Sources;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What comes out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emit {
    /// A shared library.
    #[default]
    Library,
    /// An object file, for a linker.
    Object,
}

/// Who puts a library together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linker {
    /// Ferz: for Linux, without anything else installed.
    #[default]
    Internal,
    /// The C compiler.
    Cc,
    /// The linker.
    Ld,
}

impl Linker {
    fn program(self) -> &'static str {
        if self == Linker::Ld { "ld" } else { "cc" }
    }
}

/// How to build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Machine and system, such as `aarch64-unknown-linux-gnu`; `None` for this one.
    pub triple: Option<String>,
    /// Which processors.
    pub cpu: Cpu,
    /// Who links.
    pub linker: Linker,
    /// What comes out.
    pub emit: Emit,
}

/// Why nothing was built. An older file is still there.
#[derive(Debug)]
pub enum BuildError {
    /// The rules cannot be made into native code for that machine.
    Compile(CompileError),
    /// The linker did not do it.
    Linker(String),
    /// The file could not be written.
    Write(String),
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::Compile(error) => error.fmt(f),
            BuildError::Linker(error) | BuildError::Write(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for BuildError {}

/// What tells the sources of two libraries apart: a checksum over the texts, those of the standard library among them.
pub fn source_hash(sources: &Sources) -> u64 {
    let mut all = Vec::new();
    for source in &sources.list {
        all.extend((source.text.len() as u64).to_le_bytes());
        all.extend(source.text.bytes());
    }
    ferz_abi::library::checksum(&all)
}

/// Builds a library from rules, with the [`source_hash`] of what they were read from, and puts it in the place of whatever has that name.
///
/// # Errors
/// Rules or machines that no native code can be made for, a linker that fails, a place that cannot be written to. Then nothing changes.
pub fn build(rules: &Rules, source: u64, options: &Options, out: &Path) -> Result<(), BuildError> {
    let target = Target { triple: options.triple.clone(), cpu: options.cpu };
    let build = Build { target: &target, source, ferz: env!("CARGO_PKG_VERSION") };
    let name = out.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = match (options.emit, options.linker) {
        (Emit::Object, _) => ferz_compiler::object(rules, &build),
        (Emit::Library, Linker::Internal) => ferz_compiler::shared_library(rules, &build, &name),
        (Emit::Library, linker) => {
            let object = ferz_compiler::object(rules, &build).map_err(BuildError::Compile)?;
            return link(&object, linker, &name, out);
        }
    };
    replace(out, &bytes.map_err(BuildError::Compile)?)
}

/// Has a linker make the library, next to where it shall be, and seals it.
fn link(object: &[u8], linker: Linker, name: &str, out: &Path) -> Result<(), BuildError> {
    let (from, to) = (beside(out, "o"), beside(out, "linked"));
    let linked = (|| {
        write_new(&from, object)?;
        run_linker(linker, name, &from, &to)?;
        let mut library = std::fs::read(&to).map_err(|error| cannot_write(&to, &error))?;
        ferz_runtime::library::seal(&mut library)
            .map_err(|error| BuildError::Linker(format!("what `{}` has linked {error}", linker.program())))?;
        Ok(library)
    })();
    // They may not be there, if it went wrong early.
    let _ = (std::fs::remove_file(&from), std::fs::remove_file(&to));
    replace(out, &linked?)
}

fn run_linker(linker: Linker, name: &str, from: &Path, to: &Path) -> Result<(), BuildError> {
    let program = linker.program();
    let mut command = Command::new(program);
    command.arg("-shared").arg("-o").arg(to).arg(from);
    let options = ["-soname", name, "-z", "relro", "-z", "now", "-z", "noexecstack", "-z", "defs"];
    match linker {
        _ if cfg!(target_os = "macos") => {}
        Linker::Ld => {
            command.args(options);
        }
        _ => {
            command.arg("-nostdlib").args(options.iter().map(|option| format!("-Wl,{option}")));
        }
    }
    let output = command.output().map_err(|error| {
        BuildError::Linker(format!("`{program}` cannot be run: {error}; `--linker internal` needs no other program"))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("it does not say why");
    Err(BuildError::Linker(format!("`{program}` does not link it: {said}")))
}

/// A name in the same directory that nobody else uses.
fn beside(out: &Path, what: &str) -> PathBuf {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!(".{name}.{}.{what}", std::process::id()))
}

/// Writes a file under another name, and gives it its own only when it is whole. Who has the old one open keeps it.
pub fn replace(out: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    if out.is_dir() {
        return Err(BuildError::Write(format!("`{}` is a directory", out.display())));
    }
    let new = beside(out, "new");
    let moved =
        write_new(&new, bytes).and_then(|()| std::fs::rename(&new, out).map_err(|error| cannot_write(out, &error)));
    if moved.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    moved
}

fn write_new(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    let written = std::fs::File::create_new(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> BuildError {
    BuildError::Write(format!("`{}` cannot be written: {error}", path.display()))
}
