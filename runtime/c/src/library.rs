//! Opening and closing variant libraries.

#![allow(unsafe_code)]

use crate::error::{Error, answer};
use crate::memory::{self, Text};
use ferz_runtime::Engine;
use std::ffi::{c_char, c_int};
use std::path::Path;
use std::sync::Arc;

/// A variant library that is open. It does not change: any number of threads may use one at once.
pub struct Library {
    pub(crate) library: Arc<ferz_runtime::Library>,
}

impl Library {
    pub(crate) fn engine(&self) -> Arc<dyn Engine> {
        Arc::clone(&self.library) as Arc<dyn Engine>
    }
}

/// The version of the layout that libraries must have: FERZ_ABI.
#[unsafe(no_mangle)]
pub extern "C" fn libferz_abi() -> c_int {
    ferz_abi::VERSION as c_int
}

/// Opens a library that `ferz build` has made, and writes its handle to `library`: null if it cannot be opened.
///
/// The file is read first, and refused if it is none, is damaged, or is for another version, machine or processor, before
/// anything of it is executed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_open(
    path: *const c_char,
    library: *mut *mut Library,
    text: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the caller says that these are what the header asks for.
    let (text, given) = unsafe { (Text::new(text, size), memory::bytes(path, "path")) };
    answer(text, || {
        let open = || {
            let library = ferz_runtime::Library::open(path_of(given?)?)?;
            Ok(Library { library: Arc::new(library) })
        };
        // SAFETY: as before.
        unsafe { memory::give(library, open, "library") }
    })
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> Result<&Path, Error> {
    use std::os::unix::ffi::OsStrExt;
    Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Result<&Path, Error> {
    std::str::from_utf8(bytes).map(Path::new).map_err(|_| Error::argument("`path` is not UTF-8"))
}

/// Closes a library. Games of it can still be played: the last one that is freed takes the code with it. Null is nothing to close.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_close(library: *mut Library) {
    answer(Text::none(), || {
        // SAFETY: the caller says that it is open, and that nobody uses it any more.
        unsafe { memory::take(library) };
        Ok(0)
    });
}
