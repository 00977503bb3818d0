//! What a library says about its variant.

#![allow(unsafe_code)]

use crate::error::{Error, answer, answer_text};
use crate::library::Library;
use crate::memory::{self, Text};
use ferz_abi::{Kind, Setup, Variant};
use ferz_runtime::{Engine, parse_square, square_name};
use std::ffi::{c_char, c_int};

/// A text of a library.
///
/// # Safety
/// As the header says of `library`, `text` and `size`.
unsafe fn text_of(
    library: *const Library,
    text: *mut c_char,
    size: usize,
    what: impl FnOnce(&ferz_runtime::Library) -> Result<String, Error>,
) -> i64 {
    // SAFETY: the caller says so.
    let (text, library) = unsafe { (Text::new(text, size), memory::of(library, "library")) };
    answer_text(text, || what(&library?.library))
}

/// A number of a library.
///
/// # Safety
/// As the header says of `library`.
unsafe fn number_of(library: *const Library, what: impl FnOnce(&Variant) -> Result<i64, Error>) -> i64 {
    // SAFETY: the caller says so.
    let library = unsafe { memory::of(library, "library") };
    answer(Text::none(), || what(library?.library.variant()))
}

/// A thing by its number.
fn chosen<'v, T>(all: &'v [T], index: c_int, what: &str) -> Result<&'v T, Error> {
    let found = usize::try_from(index).ok().and_then(|index| all.get(index));
    found.ok_or_else(|| Error::argument(format!("there is no {what} {index}: there are {}, from 0 on", all.len())))
}

fn kind(variant: &Variant, index: c_int) -> Result<&Kind, Error> {
    chosen(&variant.kinds, index, "kind")
}

pub fn setup(variant: &Variant, index: c_int) -> Result<&Setup, Error> {
    chosen(&variant.setups, index, "set-up")
}

/// What the variant is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_name(library: *const Library, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(library.variant().name.clone())) }
}

/// Who made it up; may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_author(library: *const Library, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(library.variant().author.clone())) }
}

/// When; may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_year(library: *const Library, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(library.variant().year.clone())) }
}

/// A remark of the rule file about itself; may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_about(library: *const Library, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(library.variant().about.clone())) }
}

/// The version of Ferz that built the library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_built_by(library: *const Library, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(library.ferz().to_owned())) }
}

/// The checksum of the rule files it was built from, as `ferz build` shows it: 16 hexadecimal digits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_source(library: *const Library, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(format!("{:016x}", library.source()))) }
}

/// The number of files of the board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_width(library: *const Library) -> i64 {
    // SAFETY: as the caller says.
    unsafe { number_of(library, |variant| Ok(variant.board.width.into())) }
}

/// The number of ranks of the board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_height(library: *const Library) -> i64 {
    // SAFETY: as the caller says.
    unsafe { number_of(library, |variant| Ok(variant.board.height.into())) }
}

/// 1 if this square is a cell of the board, 0 if it is a hole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_is_cell(library: *const Library, square: c_int) -> i64 {
    let is_cell = |variant: &Variant| {
        let square = on_board(variant, square)?;
        Ok(i64::from(!ferz_abi::has(&variant.board.holes, square)))
    };
    // SAFETY: as the caller says.
    unsafe { number_of(library, is_cell) }
}

/// The name of a square, such as `e4`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_square_name(
    library: *const Library,
    square: c_int,
    text: *mut c_char,
    size: usize,
) -> i64 {
    let name = |library: &ferz_runtime::Library| {
        let variant = library.variant();
        Ok(square_name(&variant.board, on_board(variant, square)?))
    };
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, name) }
}

/// The square of this name. LIBFERZ_ARGUMENT if there is none, or it is a hole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_square(library: *const Library, name: *const c_char) -> i64 {
    let square = |variant: &Variant| {
        // SAFETY: as the caller says.
        let name = unsafe { memory::text(name, "name")? };
        parse_square(&variant.board, name).map(i64::from).ok_or_else(|| Error::argument("there is no such square"))
    };
    // SAFETY: as the caller says.
    unsafe { number_of(library, square) }
}

fn on_board(variant: &Variant, square: c_int) -> Result<usize, Error> {
    let squares = usize::from(variant.board.width) * usize::from(variant.board.height);
    let found = usize::try_from(square).ok().filter(|square| *square < squares);
    found.ok_or_else(|| Error::argument(format!("there is no square {square}: there are {squares}, from 0 on")))
}

/// The number of kinds of men. They are numbered from 0 on; the code of a man is `1 + 2 * kind + side`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_kinds(library: *const Library) -> i64 {
    // SAFETY: as the caller says.
    unsafe { number_of(library, |variant| Ok(variant.kinds.len() as i64)) }
}

/// The name of a kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_kind_name(
    library: *const Library,
    index: c_int,
    text: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(kind(library.variant(), index)?.name.clone())) }
}

/// How FEN and moves write a man with this code; empty where that side has no such man.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_letter(library: *const Library, man: c_int, text: *mut c_char, size: usize) -> i64 {
    let letter = |library: &ferz_runtime::Library| {
        let variant = library.variant();
        let codes = 2 * variant.kinds.len();
        let code = u8::try_from(man).ok().filter(|&code| code > 0 && usize::from(code) <= codes);
        let code = code.ok_or_else(|| Error::argument(format!("no man has the code {man}: codes are 1 to {codes}")))?;
        let has = variant.kinds[ferz_abi::kind_of(code)].letters[ferz_abi::side_of(code)].is_some();
        Ok(if has { ferz_runtime::man_letter(variant, code) } else { String::new() })
    };
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, letter) }
}

/// The movement of a kind, as the rule file writes it: notation in quotes, and names of other kinds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_notation(
    library: *const Library,
    index: c_int,
    text: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(chosen(library.notations(), index, "kind")?.clone())) }
}

/// 1 if men of this kind may not be left attacked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_is_royal(library: *const Library, index: c_int) -> i64 {
    // SAFETY: as the caller says.
    unsafe { number_of(library, |variant| Ok(kind(variant, index)?.royal.into())) }
}

/// The number of set-ups; the first one is the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_setups(library: *const Library) -> i64 {
    // SAFETY: as the caller says.
    unsafe { number_of(library, |variant| Ok(variant.setups.len() as i64)) }
}

/// The name of a set-up; empty for the only one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_setup_name(
    library: *const Library,
    index: c_int,
    text: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(setup(library.variant(), index)?.name.clone())) }
}

/// A set-up as FEN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_setup_fen(
    library: *const Library,
    index: c_int,
    text: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(library, text, size, |library| Ok(setup(library.variant(), index)?.fen.clone())) }
}
