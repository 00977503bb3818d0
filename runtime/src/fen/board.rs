//! The first field: the men, rank by rank from the top.

use super::{FenError, Field, Problem, SIDES, Slice, hands};
use crate::letters::{leading_letter, letters_of};
use crate::{man_letter, man_of, square_name};
use ferz_abi::{State, Variant, has};

pub(super) fn parse(variant: &Variant, field: Slice, state: &mut State) -> Result<(), FenError> {
    let end = field.text.find('[').unwrap_or(field.text.len());
    let (men, hands) = field.text.split_at(end);
    let height = usize::from(variant.board.height);
    let ranks = men.split('/').count();
    if ranks != height {
        let problem = Problem::Ranks { found: ranks, wanted: variant.board.height };
        return Err(field.error_at(0..end, Field::Board, problem));
    }
    let mut start = 0;
    for (index, text) in men.split('/').enumerate() {
        let slice = Slice { text, start: field.start + start };
        parse_rank(variant, slice, height - 1 - index, state)?;
        start += text.len() + 1;
    }
    if hands.is_empty() {
        return Ok(());
    }
    hands::parse(variant, Slice { text: hands, start: field.start + end }, state)
}

fn parse_rank(variant: &Variant, rank: Slice, y: usize, state: &mut State) -> Result<(), FenError> {
    let width = usize::from(variant.board.width);
    let mut x = 0;
    let mut at = 0;
    while let Some(first) = rank.text[at..].chars().next() {
        let rest = &rank.text[at..];
        let square = y * width + x;
        let is_hole = x < width && has(&variant.board.holes, square);
        let mut length = first.len_utf8();
        if first.is_ascii_digit() {
            // Digits side by side are one number on every board: `52` is never five squares and two.
            length = rest.bytes().take_while(u8::is_ascii_digit).count();
            let gap: usize = rest[..length].parse().unwrap_or(usize::MAX);
            if gap == 0 {
                return Err(rank.error_at(at..at + length, Field::Board, Problem::EmptyGap));
            }
            if gap > width {
                let problem = Problem::Gap { found: rest[..length].into(), rank: y + 1, wanted: variant.board.width };
                return Err(rank.error_at(at..at + length, Field::Board, problem));
            }
            x += gap;
        } else if first == '*' {
            if x < width && !is_hole {
                let problem = Problem::NoHole { square: square_name(&variant.board, square) };
                return Err(rank.error_at(at..at + 1, Field::Board, problem));
            }
            x += 1;
        } else if let Some(letter) = leading_letter(rest) {
            length = letter.len();
            let Some(man) = man_of(variant, letter) else {
                return Err(rank.error_at(at..at + length, Field::Board, unknown(variant, letter)));
            };
            if is_hole {
                let problem = Problem::ManOnHole { square: square_name(&variant.board, square) };
                return Err(rank.error_at(at..at + length, Field::Board, problem));
            }
            if x < width {
                state.cells[square] = man;
            }
            x += 1;
        } else {
            return Err(rank.error_at(at..at + length, Field::Board, Problem::Stray { found: first }));
        }
        at += length;
    }
    if x != width {
        let problem = Problem::Files { rank: y + 1, found: x, wanted: variant.board.width };
        return Err(rank.error(Field::Board, problem));
    }
    Ok(())
}

/// A letter that no man of its side has, and perhaps another way to write it that some man has.
fn unknown(variant: &Variant, letter: &str) -> Problem {
    let side = usize::from(letter.contains(|c: char| c.is_ascii_lowercase()));
    let bare: String = letter.chars().filter(char::is_ascii_alphabetic).collect();
    let swapped = if side == 0 { bare.to_ascii_lowercase() } else { bare.to_ascii_uppercase() };
    let other = [bare, swapped].into_iter().find(|l| l != letter && man_of(variant, l).is_some());
    Problem::Letter { found: letter.into(), side: SIDES[side], letters: letters_of(variant, side), other }
}

pub(super) fn write(variant: &Variant, state: &State) -> String {
    let (width, height) = (usize::from(variant.board.width), usize::from(variant.board.height));
    let mut text = String::new();
    for y in (0..height).rev() {
        let mut gap = 0;
        for square in y * width..(y + 1) * width {
            let hole = has(&variant.board.holes, square);
            if state.cells[square] == 0 && !hole {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            text += &if hole { "*".into() } else { man_letter(variant, state.cells[square]) };
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        if y > 0 {
            text.push('/');
        }
    }
    text
}
