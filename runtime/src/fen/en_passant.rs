//! The en passant field: squares passed by the last move, and with them the man that passed them.

use super::{FenError, Field, Problem, SIDES, Slice};
use crate::square::{file_range, leading_square, parse_square};
use crate::square_name;
use ferz_abi::{Board, Marking, Set, State, Variant, side_of, squares, with};

pub(super) fn parse(variant: &Variant, field: Slice, state: &mut State) -> Result<(), FenError> {
    let mut rest = if field.text == "-" { "" } else { field.text };
    while !rest.is_empty() {
        if let Some(man) = rest.strip_prefix('x').filter(|_| state.ep != [0; 4]) {
            return named(variant, field, man, state);
        }
        let Some((square, behind)) = leading_square(&variant.board, rest) else {
            let (files, ranks) = (file_range(&variant.board), variant.board.height);
            let start = field.text.len() - rest.len();
            let problem = Problem::Square { found: rest.into(), files, ranks };
            return Err(field.error_at(start..field.text.len(), Field::EnPassant, problem));
        };
        state.ep = with(state.ep, square.into());
        rest = behind;
    }
    if state.ep == [0; 4] {
        return Ok(());
    }
    if let Some(victim) = victim(variant, state) {
        state.ep_victim = victim as u16;
        return Ok(());
    }
    Err(field.error(Field::EnPassant, nobody(variant, state)))
}

/// The field of a position. Where the squares alone would make think of another man than the one that passed, `x` and his square follow.
pub(super) fn write(variant: &Variant, state: &State) -> String {
    if state.ep == [0; 4] {
        return "-".into();
    }
    let text: String = squares(state.ep).map(|s| square_name(&variant.board, s)).collect();
    let passed = usize::from(state.ep_victim);
    if victim(variant, state) == Some(passed) {
        text
    } else {
        format!("{text}x{}", square_name(&variant.board, passed))
    }
}

/// Reads where the man stands that passed.
fn named(variant: &Variant, field: Slice, man: &str, state: &mut State) -> Result<(), FenError> {
    let rival = |square: &u8| {
        let found = state.cells[usize::from(*square)];
        found != 0 && side_of(found) != usize::from(state.side)
    };
    match parse_square(&variant.board, man).filter(rival) {
        Some(square) => state.ep_victim = square.into(),
        None => return Err(field.error(Field::EnPassant, nobody(variant, state))),
    }
    Ok(())
}

fn nobody(variant: &Variant, state: &State) -> Problem {
    let named: Vec<String> = squares(state.ep).map(|s| square_name(&variant.board, s)).collect();
    Problem::NobodyPassed { square: named.join(" and "), side: SIDES[usize::from(1 - state.side)] }
}

/// Where the man stands that has just passed the squares of the field.
///
/// Best is one that can have come from where the rules let such a move start. But composed positions are not always so careful, so
/// that failing this, a man that could have made such a move from anywhere will do; and where rules put men on the board, its start need
/// not be empty.
fn victim(variant: &Variant, state: &State) -> Option<usize> {
    let rival = usize::from(1 - state.side);
    let markings = || variant.markings.iter().filter(|marking| side_of(marking.code) == rival);
    let here = markings().filter_map(|marking| landing(&variant.board, state, marking, (0, 0), true));
    let first = squares(state.ep).next()?;
    let elsewhere = markings().flat_map(|marking| {
        let shifts = marking.passed.iter().map(|&passed| shift(&variant.board, passed.into(), first));
        shifts.filter_map(|by| landing(&variant.board, state, marking, by, true))
    });
    let refilled = markings().filter_map(|marking| landing(&variant.board, state, marking, (0, 0), false));
    here.chain(elsewhere).chain(refilled).next()
}

/// How many files and ranks one square lies from another.
fn shift(board: &Board, from: usize, to: usize) -> (isize, isize) {
    let width = usize::from(board.width);
    ((to % width) as isize - (from % width) as isize, (to / width) as isize - (from / width) as isize)
}

/// The square a few files and ranks away, if the board has it.
fn shifted(board: &Board, square: u8, (files, ranks): (isize, isize)) -> Option<usize> {
    let (width, height) = (isize::from(i16::from(board.width)), isize::from(i16::from(board.height)));
    let (x, y) = (isize::from(square) % width + files, isize::from(square) / width + ranks);
    ((0..width).contains(&x) && (0..height).contains(&y)).then_some((y * width + x) as usize)
}

/// Where this move lands, made so far away, if it can have been the last one: its man stands there, the squares passed are empty,
/// and those of the field are among them; `left`: so is its start.
fn landing(board: &Board, state: &State, marking: &Marking, by: (isize, isize), left: bool) -> Option<usize> {
    let to = shifted(board, marking.to, by).filter(|&to| state.cells[to] == marking.code)?;
    let mut passed: Set = [0; 4];
    for &square in &marking.passed {
        passed = with(passed, shifted(board, square, by).filter(|&square| state.cells[square] == 0)?);
    }
    let start_is_empty = !left || shifted(board, marking.from, by).is_none_or(|from| state.cells[from] == 0);
    let covers = state.ep.iter().zip(passed).all(|(asked, passed)| asked & !passed == 0);
    (start_is_empty && covers).then_some(to)
}
