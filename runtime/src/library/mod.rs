//! Libraries: variants compiled to files, which need no compiler to be played.

mod describe;
mod error;
mod seal;

pub use error::{LibraryError, Problem};
pub use seal::{read, seal, suits};

use crate::Compiled;
use ferz_abi::VERSION;
use ferz_abi::library::{MAGIC, SYMBOL, Seal, Table};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `ferz.h`: the same for C.
pub const HEADER: &str = include_str!("../../include/ferz.h");

/// More than any library has.
const MOST_BYTES: u64 = 1 << 30;

/// A library that is loaded: an [`Engine`](crate::Engine), like every other.
///
/// It is read, and refused if anything is wrong with it, before anything of it is executed. What the seal guards against is accidents:
/// whoever opens a library trusts those who built it, as with every other program.
pub struct Library {
    compiled: Compiled,
    seal: Seal,
    ferz: String,
    notations: Vec<String>,
    path: PathBuf,
}

impl Library {
    /// Opens a library that `ferz build` has made.
    ///
    /// # Errors
    /// A file that is none, is damaged, or is for another version, machine or processor.
    pub fn open(path: impl AsRef<Path>) -> Result<Library, LibraryError> {
        let path = path.as_ref();
        let fail = |problem| LibraryError::new(path, problem);
        let seal = inspect(path)?;
        suits(&seal).map_err(fail)?;
        // A path of its own, so that the system does not go looking for a name elsewhere.
        let whole = path.canonicalize().map_err(|error| fail(Problem::Read(error.to_string())))?;
        Library::load(whole, seal).map_err(fail)
    }

    #[allow(unsafe_code)]
    fn load(path: PathBuf, seal: Seal) -> Result<Library, Problem> {
        let load = |error: libloading::Error| Problem::Load(error.to_string());
        // SAFETY: the file is sealed, so it is one that `ferz build` wrote: nothing in it runs when it is loaded or closed.
        let library = Arc::new(unsafe { libloading::Library::new(&path) }.map_err(load)?);
        // SAFETY: in such a library the symbol is a table, with a seal, texts and rows that stay as long as it is loaded.
        let (compiled, ferz, notations) = unsafe {
            let table: &Table = &**library.get::<*const Table>(SYMBOL).map_err(load)?;
            // The system gives out what it has under this path, which may be an older file.
            if table.magic != MAGIC || table.abi != VERSION || *table.seal != seal {
                return Err(Problem::Stale);
            }
            let variant = describe::describe(table);
            let (ferz, notations) = (describe::text(table.ferz), describe::notations(table));
            // The functions live as long as the library, which the engine holds on to.
            let code = Arc::clone(&library);
            (Compiled::new("lib", variant, table.shape, &table.sides, code), ferz, notations)
        };
        Ok(Library { compiled, seal, ferz, notations, path })
    }

    /// The checksum of the rule files it was built from.
    pub fn source(&self) -> u64 {
        self.seal.source
    }

    /// The version of Ferz that built it.
    pub fn ferz(&self) -> &str {
        &self.ferz
    }

    /// The movement of each kind, as the rule file writes it.
    pub fn notations(&self) -> &[String] {
        &self.notations
    }

    /// Where it was loaded from.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Compiled> for Library {
    fn as_ref(&self) -> &Compiled {
        &self.compiled
    }
}

/// Reads what a library says about itself, without loading it.
///
/// # Errors
/// As [`Library::open`], but for libraries of other machines, which may be looked at.
pub fn inspect(path: &Path) -> Result<Seal, LibraryError> {
    let fail = |problem| LibraryError::new(path, problem);
    let unreadable = |error: std::io::Error| fail(Problem::Read(error.to_string()));
    let found = path.metadata().map_err(unreadable)?;
    // A pipe might never say anything.
    if !found.is_file() {
        return Err(fail(Problem::Read("it is not an ordinary file".to_owned())));
    }
    if found.len() > MOST_BYTES {
        return Err(fail(Problem::NoLibrary));
    }
    read(&std::fs::read(path).map_err(unreadable)?).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_that_of_this_version() {
        let said = HEADER.lines().find_map(|line| line.strip_prefix("#define FERZ_ABI "));
        assert_eq!(said, Some(VERSION.to_string().as_str()));
    }
}
