//! The table of a library, read back into a [`Variant`].

#![allow(unsafe_code)]

use ferz_abi::library::{Rows, Table, Text, choices_of};
use ferz_abi::{
    Action, Board, Castling, Choosing, CounterSlot, End, EndWhen, HandSlot, Kind, Letter, Marking, Outcome, Setup,
    Unmoved, Variant, Wing,
};
use std::ffi::CStr;

/// The variant that a table describes.
///
/// # Safety
/// The table must be one that `ferz build` wrote, loaded and with its addresses filled in.
pub unsafe fn describe(table: &Table) -> Variant {
    // SAFETY: in such a table texts end with zeros, and rows have as many entries as they say.
    unsafe {
        Variant {
            name: text(table.name),
            author: text(table.author),
            year: text(table.year),
            about: text(table.about),
            board: Board { width: table.width as u8, height: table.height as u8, holes: table.holes },
            kinds: each(&table.kinds, |kind| Kind {
                name: text(kind.name),
                letters: kind.letters.map(|letter| read_letter(&text(letter))),
                royal: kind.royal != 0,
                resets_clock: kind.resets_clock != 0,
            }),
            setups: each(&table.setups, |setup| Setup { name: text(setup.name), fen: text(setup.fen) }),
            castlings: each(&table.castlings, |c| Castling {
                side: c.side.into(),
                wing: if c.wing == 0 { Wing::King } else { Wing::Queen },
                king: c.king.into(),
                partner: c.partner.into(),
                king_from: c.king_from,
                king_to: c.king_to,
                partner_from: c.partner_from,
                partner_to: c.partner_to,
                empty: c.empty,
                safe: c.safe,
                ambiguous: c.ambiguous != 0,
            }),
            unmoved: each(&table.unmoved, |unmoved| Unmoved { code: unmoved.code, homes: unmoved.homes }),
            markings: each(&table.markings, |m| Marking {
                code: m.code,
                from: m.from,
                to: m.to,
                passed: each(&Rows { first: m.passed, count: m.count.into() }, |&square| square),
            }),
            hand: each(&table.hand, |slot| HandSlot {
                kind: slot.kind.into(),
                vars: slot.vars.map(usize::from),
                start: slot.start,
            }),
            counters: each(&table.counters, |slot| CounterSlot {
                name: text(slot.name),
                vars: slot.vars.map(usize::from),
                start: slot.start,
            }),
            actions: each(&table.actions, |action| Action {
                name: text(action.name),
                choices: choices_of(action.choices),
            }),
            choosings: each(&table.choosings, |choosing| Choosing {
                first: choosing.first as usize,
                choices: choices_of(choosing.choices),
            }),
            ends: each(&table.ends, |end| End {
                rule: text(end.rule),
                outcome: match end.outcome {
                    0 => Outcome::Win,
                    1 => Outcome::Lose,
                    _ => Outcome::Draw,
                },
                claim: end.claim != 0,
                when: match (end.when, end.number as u16) {
                    (0, _) => EndWhen::Checkmate,
                    (1, _) => EndWhen::Stalemate,
                    (2, times) => EndWhen::Repetition(times),
                    (3, moves) => EndWhen::Quiet(moves),
                    (_, condition) => EndWhen::Holds(condition),
                },
            }),
        }
    }
}

/// The movements of its kinds, as the rule file writes them: for people, as no engine reads them.
///
/// # Safety
/// As [`describe`].
pub unsafe fn notations(table: &Table) -> Vec<String> {
    // SAFETY: as the caller says.
    unsafe { each(&table.kinds, |kind| text(kind.notation)) }
}

/// # Safety
/// The rows must be there.
unsafe fn each<T, U>(rows: &Rows<T>, read: impl FnMut(&T) -> U) -> Vec<U> {
    if rows.count == 0 {
        return Vec::new();
    }
    // SAFETY: the caller says so; where there are some, the address of the first one is not null.
    unsafe { std::slice::from_raw_parts(rows.first, rows.count as usize) }.iter().map(read).collect()
}

/// # Safety
/// The text must be null or end with a zero byte.
pub unsafe fn text(text: Text) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller says so.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// A letter with its marks, as FEN shows it for either side.
fn read_letter(text: &str) -> Option<Letter> {
    let plus = text.starts_with('+');
    let mut rest = text.chars().skip(usize::from(plus));
    Some(Letter { letter: rest.next()?.to_ascii_uppercase(), plus, mark: rest.next() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_as_fen_shows_them() {
        let letter = |letter, plus, mark| Some(Letter { letter, plus, mark });
        assert_eq!(read_letter("N"), letter('N', false, None));
        assert_eq!(read_letter("+p"), letter('P', true, None));
        assert_eq!(read_letter("a'"), letter('A', false, Some('\'')));
        assert_eq!(read_letter("+Q~"), letter('Q', true, Some('~')));
        assert_eq!(read_letter(""), None);
    }
}
