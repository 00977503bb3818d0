//! How a game stands.

#![allow(unsafe_code)]

use crate::game::{Game, look, text_of};
use crate::memory::Text;
use ferz_runtime::Ending;
use std::ffi::{c_char, c_int};

/// The game goes on.
pub const LIBFERZ_ONGOING: i64 = 0;
/// White has won.
pub const LIBFERZ_WHITE_WINS: i64 = 1;
/// Black has won.
pub const LIBFERZ_BLACK_WINS: i64 = 2;
/// Nobody has won.
pub const LIBFERZ_DRAW: i64 = 3;

fn result(ending: Option<&Ending>) -> i64 {
    match ending {
        None => LIBFERZ_ONGOING,
        Some(Ending { winner: Some(0), .. }) => LIBFERZ_WHITE_WINS,
        Some(Ending { winner: Some(_), .. }) => LIBFERZ_BLACK_WINS,
        Some(Ending { winner: None, .. }) => LIBFERZ_DRAW,
    }
}

fn rule(ending: Option<Ending>) -> String {
    ending.map(|ending| ending.rule).unwrap_or_default()
}

/// What may be claimed, by its number.
fn claim(game: &ferz_runtime::Game, index: c_int) -> Option<Ending> {
    usize::try_from(index).ok().and_then(|index| game.claims().into_iter().nth(index))
}

/// 1 if the side to move is in check.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_in_check(game: *const Game) -> i64 {
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), |game| Ok(game.game.engine().in_check(game.game.position()).into())) }
}

/// How the game has ended: LIBFERZ_ONGOING (0) if it has not, or LIBFERZ_WHITE_WINS, LIBFERZ_BLACK_WINS, LIBFERZ_DRAW.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_outcome(game: *const Game) -> i64 {
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), |game| Ok(result(game.game.outcome().as_ref()))) }
}

/// The name of the rule that has ended the game; empty if it goes on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_outcome_rule(game: *const Game, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(game, text, size, |game| Ok(rule(game.outcome()))) }
}

/// What the players may claim, by its number from 0 on, as in `libferz_outcome`; 0 where there is nothing more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_claim(game: *const Game, index: c_int) -> i64 {
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), |game| Ok(result(claim(&game.game, index).as_ref()))) }
}

/// The name of the rule by which it may be claimed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_claim_rule(game: *const Game, index: c_int, text: *mut c_char, size: usize) -> i64 {
    // SAFETY: as the caller says.
    unsafe { text_of(game, text, size, |game| Ok(rule(claim(game, index)))) }
}

/// How many times the position has stood on the board in this game, this time included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn libferz_repetitions(game: *const Game) -> i64 {
    // SAFETY: as the caller says.
    unsafe { look(game, Text::none(), |game| Ok(game.game.repetitions() as i64)) }
}
