//! FEN: a position as one line of text.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! board from the top                          |  |   | | move number
//!                                             |  |   | quiet clock, in plies
//!                          side to move ------+  |   squares open to en passant
//!                                castling and other rights of the unmoved
//! ```
//!
//! Gaps may have two digits; `*` is a hole. Where men can be in hand, they stand in brackets right behind the board (`[PPn]`); where
//! there are counters, behind the en passant squares (`3+3`). Fields may be missing from the end: then it is White's turn, men on
//! their home squares count as unmoved, nothing is open to en passant, the clock is 0 and the move number 1. Hands and counters that are
//! missing are as at the start of the game.

mod board;
mod counters;
mod en_passant;
mod error;
mod hands;
mod rights;
#[cfg(test)]
mod tests;

pub use error::{FenError, Field, Problem};

use ferz_abi::{State, Variant};

use std::ops::Range;

const SIDES: [&str; 2] = ["White", "Black"];

/// The position that this text describes.
pub fn parse(variant: &Variant, text: &str) -> Result<State, FenError> {
    let fields = fields(text);
    let mut fields = fields.into_iter();
    let mut state = State::EMPTY;
    hands::assume(variant, &mut state);
    counters::assume(variant, &mut state);
    match fields.next() {
        Some(field) => board::parse(variant, field, &mut state)?,
        None => {
            let problem = Problem::Empty { width: variant.board.width, height: variant.board.height };
            return Err(FenError { field: Field::Board, place: 0..text.len(), problem });
        }
    }
    // Hands may also stand apart from the board.
    let mut next = fields.next();
    if let Some(hands) = next.filter(|field| field.text.starts_with('[')) {
        hands::parse(variant, hands, &mut state)?;
        next = fields.next();
    }
    if let Some(side) = next {
        state.side = match side.text {
            "w" => 0,
            "b" => 1,
            found => return Err(side.error(Field::Side, Problem::Side { found: found.into() })),
        };
    }
    match fields.next() {
        Some(field) => rights::parse(variant, field, &mut state)?,
        None => rights::assume(variant, &mut state),
    }
    if let Some(field) = fields.next() {
        en_passant::parse(variant, field, &mut state)?;
    }
    let mut next = fields.next();
    if let Some(field) = next.filter(|&field| counters::is_meant(variant, field)) {
        counters::parse(variant, field, &mut state)?;
        next = fields.next();
    }
    if let Some(field) = next {
        state.clock = parse_number(field, Field::Clock, 0)?;
    }
    if let Some(field) = fields.next() {
        state.number = parse_number(field, Field::Number, 1)?;
    }
    match fields.next() {
        Some(field) => {
            let counters = !variant.counters.is_empty();
            Err(field.error(Field::Rest, Problem::TooMany { found: field.text.into(), counters }))
        }
        None => Ok(state),
    }
}

/// The text that describes this position.
pub fn write(variant: &Variant, state: &State) -> String {
    let side = if state.side == 0 { "w" } else { "b" };
    let en_passant = en_passant::write(variant, state);
    let (men, hands) = (board::write(variant, state), hands::write(variant, state));
    let (rights, counters) = (rights::write(variant, state), counters::write(variant, state));
    format!("{men}{hands} {side} {rights} {en_passant}{counters} {} {}", state.clock, state.number)
}

/// A field and where in the text it starts.
#[derive(Clone, Copy)]
struct Slice<'t> {
    text: &'t str,
    start: usize,
}

impl Slice<'_> {
    fn error(&self, field: Field, problem: Problem) -> FenError {
        FenError { field, place: self.start..self.start + self.text.len(), problem }
    }

    /// An error about a part of the field.
    fn error_at(&self, part: Range<usize>, field: Field, problem: Problem) -> FenError {
        FenError { field, place: self.start + part.start..self.start + part.end, problem }
    }
}

/// The fields of a text, however many blanks lie between them: those of ASCII, so that the C header can say the same.
fn fields(text: &str) -> Vec<Slice<'_>> {
    let base = text.as_ptr() as usize;
    text.split_ascii_whitespace().map(|field| Slice { text: field, start: field.as_ptr() as usize - base }).collect()
}

fn parse_number(field: Slice, which: Field, least: u16) -> Result<u16, FenError> {
    let digits = field.text.bytes().all(|b| b.is_ascii_digit());
    let number = field.text.parse().ok().filter(|&n: &u16| digits && n >= least);
    number.ok_or_else(|| {
        let counters = field.text.contains('+') && field.text.bytes().all(|b| b == b'+' || b.is_ascii_digit());
        let found = field.text.into();
        field.error(which, if counters { Problem::NoCounters } else { Problem::Number { found, least } })
    })
}
