//! The castling field: which men have not moved, as far as it matters and their place does not tell.

use super::{FenError, Field, Problem, Slice};
use crate::square::leading_square;
use crate::{man_letter, square_name};
use ferz_abi::{Castling, State, Variant, Wing, code, has, side_of, squares, with};

/// Without a castling field, men on their home squares count as unmoved.
pub(super) fn assume(variant: &Variant, state: &mut State) {
    for castling in &variant.castlings {
        if at_home(castling, state) {
            state.rights = with(state.rights, castling.partner_from.into());
        }
    }
    for unmoved in &variant.unmoved {
        for square in squares(unmoved.homes) {
            if state.cells[square] == unmoved.code {
                state.unmoved = with(state.unmoved, square);
            }
        }
    }
}

/// Reads `KQkq`, `ABHIabhi` or squares, and sets what they mean; behind a `-`, they are men alone, whose castling is gone.
pub(super) fn parse(variant: &Variant, field: Slice, state: &mut State) -> Result<(), FenError> {
    let (mut rest, mut alone) = (field.text, false);
    while let Some(first) = rest.chars().next() {
        let start = field.text.len() - rest.len();
        if first == '-' && !alone {
            alone = true;
            rest = &rest[1..];
            continue;
        }
        let lower = rest.to_ascii_lowercase();
        // Digits behind the letter: the name of a square.
        let (length, candidates) = match leading_square(&variant.board, &lower) {
            Some((square, behind)) => (rest.len() - behind.len(), of_square(variant, state, square.into(), alone)),
            None => (first.len_utf8(), of_letter(variant, state, first, alone)),
        };
        let found: String = rest[..length].into();
        let place = start..start + length;
        if candidates.is_empty() {
            let problem = Problem::Right { found, known: known(variant) };
            return Err(field.error_at(place, Field::Castling, problem));
        }
        let present: Vec<&Right> = candidates.iter().filter(|right| right.missing.is_empty()).collect();
        match present.as_slice() {
            [] => {
                let missing = candidates.iter().map(|right| right.missing.clone()).collect::<Vec<_>>().join(", or ");
                return Err(field.error_at(place, Field::Castling, Problem::NotAtHome { found, missing }));
            }
            [right] => {
                if right.castles {
                    state.rights = with(state.rights, right.square);
                }
                if right.unmoved {
                    state.unmoved = with(state.unmoved, right.square);
                }
            }
            several => {
                let names = several.iter().map(|right| square_name(&variant.board, right.square));
                let squares = names.collect::<Vec<_>>().join(" or ");
                return Err(field.error_at(place, Field::Castling, Problem::RightTwice { found, squares }));
            }
        }
        rest = &rest[length..];
    }
    Ok(())
}

/// Something that a letter of the field may mean.
struct Right {
    square: usize,
    castles: bool,
    unmoved: bool,
    /// What is not where it would have to be; empty if all is.
    missing: String,
}

/// `K` and `Q` mean the outermost partner on that wing that is at home with its king; other letters are files.
fn of_letter(variant: &Variant, state: &State, letter: char, alone: bool) -> Vec<Right> {
    let side = usize::from(letter.is_ascii_lowercase());
    let wing = match letter.to_ascii_lowercase() {
        'k' if !alone => Wing::King,
        'q' if !alone => Wing::Queen,
        file if file.is_ascii_lowercase() => {
            let x = file as usize - usize::from(b'a');
            let on_file = |s: &usize| s % usize::from(variant.board.width.max(1)) == x;
            let homes = homes(variant, side).into_iter().filter(on_file);
            return homes.filter_map(|square| right(variant, state, side, square, alone)).collect();
        }
        _ => return Vec::new(),
    };
    let mut rights: Vec<Right> = castlings(variant, side)
        .filter(|c| c.wing == wing)
        .map(|c| Right {
            square: c.partner_from.into(),
            castles: true,
            unmoved: false,
            missing: missing(variant, state, c),
        })
        .collect();
    rights.sort_by_key(|r| r.square % usize::from(variant.board.width.max(1)));
    if wing == Wing::King {
        rights.reverse();
    }
    // The outermost of those that are there.
    match rights.iter().position(|r| r.missing.is_empty()) {
        Some(outermost) => vec![rights.swap_remove(outermost)],
        None => rights,
    }
}

fn of_square(variant: &Variant, state: &State, square: usize, alone: bool) -> Vec<Right> {
    let mut rights: Vec<Right> = (0..2).filter_map(|side| right(variant, state, side, square, alone)).collect();
    // Both sides may have a home there: then the man that stands there tells.
    if rights.len() > 1 {
        rights.sort_by_key(|right| !right.missing.is_empty());
        rights.truncate(1);
    }
    rights
}

/// What "the man of this side on this square has not moved" means.
///
/// Where `K` and `Q` are for castling, a file or a square is about the man alone, if its movement asks whether it has moved: its king
/// may have moved all the same.
fn right(variant: &Variant, state: &State, side: usize, square: usize, alone: bool) -> Option<Right> {
    let castling: Vec<&Castling> = castlings(variant, side).filter(|c| usize::from(c.partner_from) == square).collect();
    let mut unmoved = variant.unmoved.iter().filter(|u| side_of(u.code) == side && has(&u.homes, square));
    let man_alone = alone || unmoved.clone().next().is_some() && wings_suffice(variant);
    let castles = !man_alone && castling.iter().any(|c| at_home(c, state));
    let stays = unmoved.clone().any(|u| state.cells[square] == u.code);
    let lacks = match (castling.first(), unmoved.next()) {
        _ if castles || stays => String::new(),
        (Some(castling), _) if !man_alone => missing(variant, state, castling),
        (_, Some(unmoved)) => no_man(variant, unmoved.code, square),
        (_, None) => return None,
    };
    Some(Right { square, castles, unmoved: stays, missing: lacks })
}

fn castlings(variant: &Variant, side: usize) -> impl Iterator<Item = &Castling> {
    variant.castlings.iter().filter(move |c| c.side == side)
}

fn at_home(castling: &Castling, state: &State) -> bool {
    state.cells[usize::from(castling.king_from)] == code(castling.king, castling.side)
        && state.cells[usize::from(castling.partner_from)] == code(castling.partner, castling.side)
}

/// Who is not at home for this castling.
fn missing(variant: &Variant, state: &State, castling: &Castling) -> String {
    let pairs = [(castling.king, castling.king_from), (castling.partner, castling.partner_from)];
    let absent = pairs.into_iter().filter(|&(kind, home)| state.cells[usize::from(home)] != code(kind, castling.side));
    let absent = absent.map(|(kind, home)| no_man(variant, code(kind, castling.side), home.into()));
    absent.collect::<Vec<_>>().join(", ")
}

fn no_man(variant: &Variant, man: u8, square: usize) -> String {
    format!("no {} on {}", man_letter(variant, man), square_name(&variant.board, square))
}

/// Every square on which a man of this side can have a right.
fn homes(variant: &Variant, side: usize) -> Vec<usize> {
    let partners = castlings(variant, side).map(|c| usize::from(c.partner_from));
    let unmoved = variant.unmoved.iter().filter(|u| side_of(u.code) == side).flat_map(|u| squares(u.homes));
    let mut homes: Vec<usize> = partners.chain(unmoved).collect();
    homes.sort_unstable();
    homes.dedup();
    homes
}

/// Everything the field can say, for messages.
fn known(variant: &Variant) -> String {
    let mut words = Vec::new();
    for side in 0..2 {
        for square in homes(variant, side) {
            let partner = castlings(variant, side).any(|c| usize::from(c.partner_from) == square);
            words.push(format!("`{}`", word(variant, side, square, partner)));
        }
    }
    words.join(" ")
}

/// Whether each side has at most one partner on each wing: then `K` and `Q` say all there is to say about castling.
fn wings_suffice(variant: &Variant) -> bool {
    let one = |side, wing| {
        let mut partners: Vec<u8> =
            castlings(variant, side).filter(|c| c.wing == wing).map(|c| c.partner_from).collect();
        partners.sort_unstable();
        partners.dedup();
        partners.len() <= 1
    };
    (0..2).all(|side| one(side, Wing::King) && one(side, Wing::Queen))
}

/// How the field says that the man of this side on this square has not moved.
fn word(variant: &Variant, side: usize, square: usize, castles: bool) -> String {
    let width = usize::from(variant.board.width.max(1));
    let cased = |letter: char| if side == 0 { letter.to_ascii_uppercase() } else { letter }.to_string();
    if castles && wings_suffice(variant) {
        let castling = castlings(variant, side).find(|c| usize::from(c.partner_from) == square);
        return cased(if castling.is_some_and(|c| c.wing == Wing::King) { 'k' } else { 'q' });
    }
    let on_this_file = homes(variant, side).into_iter().filter(|s| s % width == square % width).count();
    if width > 10 || on_this_file > 1 {
        square_name(&variant.board, square)
    } else {
        cased((b'a' + (square % width) as u8) as char)
    }
}

pub(super) fn write(variant: &Variant, state: &State) -> String {
    let (mut text, mut apart) = (String::new(), String::new());
    for side in 0..2 {
        let own = |s: &usize| state.cells[*s] != 0 && side_of(state.cells[*s]) == side;
        let homes: Vec<usize> = homes(variant, side).into_iter().filter(own).collect();
        let mut partners: Vec<usize> = homes.iter().copied().filter(|&s| has(&state.rights, s)).collect();
        let mut unmoved: Vec<usize> = homes.into_iter().filter(|&s| has(&state.unmoved, s)).collect();
        if wings_suffice(variant) {
            // By custom the king's wing comes first.
            partners.reverse();
        } else {
            // A letter that is a file says both; where the King stands at home and has moved, the man stands apart.
            unmoved.retain(|s| !partners.contains(s));
            let castles =
                |s: usize| castlings(variant, side).any(|c| usize::from(c.partner_from) == s && at_home(c, state));
            let (both, alone): (Vec<usize>, Vec<usize>) = unmoved.into_iter().partition(|&s| !castles(s));
            apart.extend(alone.into_iter().map(|s| word(variant, side, s, false)));
            unmoved = both;
        }
        text.extend(partners.into_iter().map(|s| word(variant, side, s, true)));
        text.extend(unmoved.into_iter().map(|s| word(variant, side, s, false)));
    }
    if text.is_empty() || !apart.is_empty() { format!("{text}-{apart}") } else { text }
}
