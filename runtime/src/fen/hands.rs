//! Men in hand: `[..]` right behind the board, one letter for each man, White's in upper case.

use super::{FenError, Field, Problem, SIDES, Slice};
use crate::letters::leading_letter;
use crate::{man_letter, man_of};
use ferz_abi::{State, Variant, code, kind_of, side_of};

/// Without brackets, both sides have in hand what they start with.
pub(super) fn assume(variant: &Variant, state: &mut State) {
    for slot in &variant.hand {
        for side in 0..2 {
            state.vars[slot.vars[side]] = slot.start[side];
        }
    }
}

/// Reads `[PPn]`; `[]` and `[-]` are empty hands.
pub(super) fn parse(variant: &Variant, field: Slice, state: &mut State) -> Result<(), FenError> {
    let Some(men) = field.text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        return Err(field.error(Field::Hands, Problem::OpenBracket));
    };
    variant.hand.iter().flat_map(|slot| slot.vars).for_each(|slot| state.vars[slot] = 0);
    let mut rest = if men == "-" { "" } else { men };
    if !rest.is_empty() && variant.hand.is_empty() {
        return Err(field.error(Field::Hands, Problem::NoHands));
    }
    while let Some(first) = rest.chars().next() {
        let letter = leading_letter(rest).unwrap_or(&rest[..first.len_utf8()]);
        let start = 1 + men.len() - rest.len();
        let complain = |problem| Err(field.error_at(start..start + letter.len(), Field::Hands, problem));
        let Some(slot) = man_of(variant, letter).and_then(|man| slot_of(variant, man)) else {
            let side = usize::from(letter.contains(|c: char| c.is_ascii_lowercase()));
            let known = variant.hand.iter().map(|slot| man_letter(variant, code(slot.kind, side)));
            let letters = known.filter(|letter| letter != "?").collect::<Vec<_>>().join(" ");
            return complain(Problem::NotInHand { found: letter.into(), side: SIDES[side], letters });
        };
        let Some(more) = state.vars[slot].checked_add(1) else {
            return complain(Problem::TooManyInHand { found: letter.into() });
        };
        state.vars[slot] = more;
        rest = &rest[letter.len()..];
    }
    Ok(())
}

/// Where the number of such men in their side's hand is kept.
fn slot_of(variant: &Variant, man: u8) -> Option<usize> {
    let slot = variant.hand.iter().find(|slot| slot.kind == kind_of(man))?;
    Some(slot.vars[side_of(man)])
}

/// Brackets where the game has hands, even if both are empty; nothing where it has none.
pub(super) fn write(variant: &Variant, state: &State) -> String {
    if variant.hand.is_empty() {
        return String::new();
    }
    let men = (0..2).flat_map(|side| variant.hand.iter().map(move |slot| (slot, side)));
    let letters =
        men.map(|(slot, side)| man_letter(variant, code(slot.kind, side)).repeat(state.vars[slot.vars[side]].into()));
    format!("[{}]", letters.collect::<String>())
}
