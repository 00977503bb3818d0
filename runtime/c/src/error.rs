//! What can go wrong, as numbers, and the one way in which every function answers.

use crate::memory::Text;
use ferz_runtime::fen::FenError;
use ferz_runtime::{LibraryError, MoveError, Stopped};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A pointer is null that must not be.
pub const LIBFERZ_NULL: i64 = -1;
/// A number is out of its range, or a text is not UTF-8.
pub const LIBFERZ_ARGUMENT: i64 = -2;
/// A file is no variant library that can be used here.
pub const LIBFERZ_LIBRARY: i64 = -3;
/// A FEN cannot be read.
pub const LIBFERZ_FEN: i64 = -4;
/// A move is not legal.
pub const LIBFERZ_MOVE: i64 = -5;
/// A count was stopped.
pub const LIBFERZ_STOPPED: i64 = -6;
/// Something happened that must not: a bug in Ferz, or a library that lies about itself.
pub const LIBFERZ_BUG: i64 = -7;

/// A code, with words.
#[derive(Debug)]
pub struct Error {
    code: i64,
    text: String,
}

impl Error {
    pub fn null(what: &str) -> Error {
        Error { code: LIBFERZ_NULL, text: format!("`{what}` is null") }
    }

    pub fn argument(text: impl Into<String>) -> Error {
        Error { code: LIBFERZ_ARGUMENT, text: text.into() }
    }

    pub fn illegal(text: impl Into<String>) -> Error {
        Error { code: LIBFERZ_MOVE, text: text.into() }
    }
}

impl From<LibraryError> for Error {
    fn from(error: LibraryError) -> Error {
        Error { code: LIBFERZ_LIBRARY, text: error.to_string() }
    }
}

impl From<FenError> for Error {
    fn from(error: FenError) -> Error {
        Error { code: LIBFERZ_FEN, text: error.to_string() }
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Error {
        Error::illegal(error.to_string())
    }
}

impl From<Stopped> for Error {
    fn from(error: Stopped) -> Error {
        Error { code: LIBFERZ_STOPPED, text: error.to_string() }
    }
}

/// The number that a function answers with; what is wrong goes into `text`, which is empty otherwise.
pub fn answer(text: Text, function: impl FnOnce() -> Result<i64, Error>) -> i64 {
    answer_in(text, |_| function()).unwrap_or_else(|code| code)
}

/// As [`answer`], for functions whose answer is a text: its length, of which as much as all or nothing is written.
pub fn answer_text(text: Text, function: impl FnOnce() -> Result<String, Error>) -> i64 {
    answer_in(text, |text| Ok(text.put(&function()?))).unwrap_or_else(|code| code)
}

fn answer_in(mut text: Text, function: impl FnOnce(&mut Text) -> Result<i64, Error>) -> Result<i64, i64> {
    let done = text.clear().and_then(|()| {
        // What a panic leaves behind is used no further: a lock in the runtime does not mind, and handles are not changed half.
        catch_unwind(AssertUnwindSafe(|| function(&mut text))).unwrap_or_else(|_| {
            let text = "a bug in Ferz, or a library that is not what it says: please report it".to_owned();
            Err(Error { code: LIBFERZ_BUG, text })
        })
    });
    done.map_err(|error| {
        text.put_cut(&error.text);
        error.code
    })
}
