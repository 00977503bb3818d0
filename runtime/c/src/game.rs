//! Games: a position with its past.

#![allow(unsafe_code)]

use crate::describe::setup;
use crate::error::{Error, answer, answer_text};
use crate::library::Library;
use crate::memory::{self, Text};
use ferz_abi::{STATE_BYTES, State};
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::AtomicBool;

/// A position with its past. Threads may look at one at once, and `libferz_stop` it, as long as none changes it.
pub struct Game {
    pub(crate) game: ferz_runtime::Game,
    /// Whether the count that runs, or the next one, shall end.
    pub(crate) stop: AtomicBool,
}

impl Game {
    fn new(game: ferz_runtime::Game) -> Game {
        Game { game, stop: AtomicBool::new(false) }
    }
}

/// What a function that looks at a game answers with.
///
/// # Safety
/// As the header says of `game`; `text` as [`Text::new`] asks.
pub unsafe fn look(game: *const Game, text: Text, look: impl FnOnce(&Game) -> Result<i64, Error>) -> i64 {
    // SAFETY: the caller says so.
    let game = unsafe { memory::of(game, "game") };
    answer(text, || look(game?))
}

/// What a function that changes a game answers with.
///
/// # Safety
/// As the header says of `game`.
pub unsafe fn change(game: *mut Game, text: Text, change: impl FnOnce(&mut Game) -> Result<i64, Error>) -> i64 {
    // SAFETY: the caller says so.
    let game = unsafe { memory::of_mut(game, "game") };
    answer(text, || change(game?))
}

/// A text about a game.
///
/// # Safety
/// As the header says of `game`, `text` and `size`.
pub unsafe fn text_of(
    game: *const Game,
    text: *mut c_char,
    size: usize,
    what: impl FnOnce(&ferz_runtime::Game) -> Result<String, Error>,
) -> i64 {
    // SAFETY: the caller says so.
    let (text, game) = unsafe { (Text::new(text, size), memory::of(game, "game")) };
    answer_text(text, || what(&game?.game))
}

/// Starts a game from a set-up of the library (0 is the default one), and writes its handle to `game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_start(
    library: *const Library,
    index: c_int,
    game: *mut *mut Game,
    text: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the caller says that these are what the header asks for.
    let (text, library) = unsafe { (Text::new(text, size), memory::of(library, "library")) };
    let start = || {
        let engine = library?.engine();
        let fen = setup(engine.variant(), index)?.fen.clone();
        Ok(Game::new(ferz_runtime::Game::from_fen(engine, &fen)?))
    };
    // SAFETY: as before.
    answer(text, || unsafe { memory::give(game, start, "game") })
}

/// Starts a game from the position that a FEN describes, and writes its handle to `game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_from_fen(
    library: *const Library,
    fen: *const c_char,
    game: *mut *mut Game,
    text: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the caller says that these are what the header asks for.
    let (text, library, fen) =
        unsafe { (Text::new(text, size), memory::of(library, "library"), memory::text(fen, "fen")) };
    let start = || Ok(Game::new(ferz_runtime::Game::from_fen(library?.engine(), fen?)?));
    // SAFETY: as before.
    answer(text, || unsafe { memory::give(game, start, "game") })
}

/// Copies a game with its past, and writes the handle of the copy to `copy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_copy(game: *const Game, copy: *mut *mut Game) -> i64 {
    let copied = |game: &Game| {
        // SAFETY: the caller says that this is what the header asks for.
        unsafe { memory::give(copy, || Ok(Game::new(game.game.clone())), "copy") }
    };
    // SAFETY: as before.
    unsafe { look(game, Text::none(), copied) }
}

/// Ends a game. Null is nothing to end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_free(game: *mut Game) {
    answer(Text::none(), || {
        // SAFETY: the caller says that it is a game, and that nobody uses it any more.
        unsafe { memory::take(game) };
        Ok(0)
    });
}

/// The position as FEN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_fen(game: *const Game, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(game, text, size, |game| Ok(game.fen())) }
}

/// Whose turn it is: 0 is White's, 1 Black's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_side(game: *const Game) -> i64 {
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), |game| Ok(game.game.position().state().side.into())) }
}

/// The code of the man on a square; 0 where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_man(game: *const Game, square: c_int) -> i64 {
    let man = |game: &Game| {
        let cells = &game.game.position().state().cells;
        let board = &game.game.engine().variant().board;
        let squares = usize::from(board.width) * usize::from(board.height);
        let square = usize::try_from(square).ok().filter(|square| *square < squares);
        Ok(cells[square.ok_or_else(|| Error::argument("there is no such square"))?].into())
    };
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), man) }
}

/// The position as it lies in memory: a `ferz_state`, if `size` has room for it. Gives how many bytes that is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_state(game: *const Game, state: *mut c_void, size: usize) -> i64 {
    let written = |game: &Game| {
        let most = size / STATE_BYTES;
        // SAFETY: as the caller says.
        unsafe { memory::put_all(state.cast::<State>(), most, &[*game.game.position().state()], "state")? };
        Ok(STATE_BYTES as i64)
    };
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), written) }
}

/// A key of the position for hash tables, written to `key`: what the variant's rules see of it counts, and neither the quiet clock nor the
/// number of the move. Another `seed` gives other keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_key(game: *const Game, seed: u64, key: *mut u64) -> i64 {
    let written = |game: &Game| {
        // SAFETY: as the caller says.
        unsafe { memory::put(key, game.game.position().state().key(seed), "key")? };
        Ok(0)
    };
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), written) }
}
