//! Moves: which there are, how they are written, and playing them.

#![allow(unsafe_code)]

use crate::error::{Error, answer};
use crate::game::{Game, change, look, text_of};
use crate::memory::{self, Text};
use ferz_abi::Move;
use ferz_runtime::{Stopped, parse_move};
use std::ffi::{c_char, c_int};
use std::sync::atomic::Ordering;

/// No count may be deeper.
pub const LIBFERZ_MOST_DEPTH: i64 = 1000;

/// The texts of all legal moves, sorted, each behind a line feed but the first. None if the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_legal_texts(game: *const Game, text: *mut c_char, size: usize) -> i64 {
    let texts = |game: &ferz_runtime::Game| {
        let texts: Vec<String> = game.legal().into_iter().map(|(text, _)| text).collect();
        Ok(texts.join("\n"))
    };
    // SAFETY: as the caller says.
    unsafe { text_of(game, text, size, texts) }
}

/// All legal moves, in the order of their texts, if `most` are as many or more. Gives how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_legal(game: *const Game, moves: *mut Move, most: usize) -> i64 {
    let legal = |game: &Game| {
        let legal: Vec<Move> = game.game.legal().into_iter().map(|(_, played)| played).collect();
        // SAFETY: as the caller says.
        unsafe { memory::put_all(moves, most, &legal, "moves") }
    };
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), legal) }
}

/// The text of a legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_move_text(
    game: *const Game,
    played: *const Move,
    text: *mut c_char,
    size: usize,
) -> i64 {
    let text_of_move = |game: &ferz_runtime::Game| {
        // SAFETY: as the caller says.
        let played = unsafe { memory::of(played, "played")? };
        let found = game.legal().into_iter().find(|(_, legal)| legal == played);
        found.map(|(text, _)| text).ok_or_else(|| Error::illegal("this move is not legal here"))
    };
    // SAFETY: as the caller says.
    unsafe { text_of(game, text, size, text_of_move) }
}

/// The legal move with this text, written to `played`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_parse(
    game: *const Game,
    move_text: *const c_char,
    played: *mut Move,
    text: *mut c_char,
    size: usize,
) -> i64 {
    let parsed = |game: &Game| {
        // SAFETY: as the caller says.
        let move_text = unsafe { memory::text(move_text, "move_text")? };
        if game.game.outcome().is_some() {
            return Err(Error::illegal("the game is over, so that no move is legal"));
        }
        let found = parse_move(game.game.engine().as_ref(), game.game.position(), move_text)?;
        // SAFETY: as the caller says.
        unsafe { memory::put(played, found, "played")? };
        Ok(0)
    };
    // SAFETY: as the caller says.
    unsafe { look(game, Text::new(text, size), parsed) }
}

/// Plays the move with this text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_play(
    game: *mut Game,
    move_text: *const c_char,
    text: *mut c_char,
    size: usize,
) -> i64 {
    let play = |game: &mut Game| {
        // SAFETY: as the caller says.
        let move_text = unsafe { memory::text(move_text, "move_text")? };
        game.game.play(move_text)?;
        Ok(0)
    };
    // SAFETY: as the caller says.
    unsafe { change(game, Text::new(text, size), play) }
}

/// Plays a move, which must be legal: anything else is refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_make(game: *mut Game, played: *const Move) -> i64 {
    let make = |game: &mut Game| {
        // SAFETY: as the caller says.
        let played = unsafe { memory::of(played, "played")? };
        if game.game.play_move(played) { Ok(0) } else { Err(Error::illegal("this move is not legal here")) }
    };
    // SAFETY: as the caller says.
    unsafe { change(game, Text::none(), make) }
}

/// Takes the last move back. Gives 1, or 0 if none was played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_undo(game: *mut Game) -> i64 {
    // SAFETY: as the caller says.
    unsafe { change(game, Text::none(), |game| Ok(game.game.undo().is_some().into())) }
}

/// Counts the sequences of `depth` legal moves from the position on (0 to LIBFERZ_MOST_DEPTH), and writes their number to `nodes`.
/// LIBFERZ_STOPPED if `libferz_stop` ended it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_perft(
    game: *const Game,
    depth: c_int,
    nodes: *mut u64,
    text: *mut c_char,
    size: usize,
) -> i64 {
    let count = |game: &Game| {
        let counted = u32::try_from(depth).ok().filter(|depth| i64::from(*depth) <= LIBFERZ_MOST_DEPTH);
        let depth = counted
            .ok_or_else(|| Error::argument(format!("a count is 0 to {LIBFERZ_MOST_DEPTH} moves deep, not {depth}")))?;
        // SAFETY: as the caller says.
        unsafe { memory::put(nodes, 0, "nodes")? };
        let counted = game.game.engine().perft(game.game.position(), depth, &game.stop);
        // Whoever asked for an end has had it.
        if game.stop.swap(false, Ordering::Relaxed) {
            return Err(Stopped.into());
        }
        // SAFETY: as before.
        unsafe { memory::put(nodes, counted?, "nodes")? };
        Ok(0)
    };
    // SAFETY: as the caller says.
    unsafe { look(game, Text::new(text, size), count) }
}

/// Ends the count that is going on in this game, or the next one: for another thread, or for a handler of a signal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_stop(game: *const Game) -> i64 {
    // SAFETY: as the caller says.
    let game = unsafe { memory::of(game, "game") };
    answer(Text::none(), || {
        game?.stop.store(true, Ordering::Relaxed);
        Ok(0)
    })
}
