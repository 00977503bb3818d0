//! Counters, behind the squares open to en passant: `3+3` for one of each side (White's first), `=5` for one of the whole game, several
//! of them with commas between, in the order of the rules.

use super::{FenError, Field, Problem, Slice};
use ferz_abi::{CounterSlot, State, Variant};

/// Without the field, counters stand where they start.
pub(super) fn assume(variant: &Variant, state: &mut State) {
    for slot in &variant.counters {
        slot.vars.iter().for_each(|&var| state.vars[var] = slot.start);
    }
}

/// Whether a field is about counters: the quiet clock, which may stand in its place, is a plain number.
pub(super) fn is_meant(variant: &Variant, field: Slice) -> bool {
    !variant.counters.is_empty() && field.text.contains(['+', '=', ','])
}

pub(super) fn parse(variant: &Variant, field: Slice, state: &mut State) -> Result<(), FenError> {
    let mut texts = field.text.split(',');
    for slot in &variant.counters {
        let numbers = texts.next().and_then(|text| numbers(slot, text));
        let Some(numbers) = numbers else { return Err(complain(variant, field)) };
        slot.vars.iter().zip(numbers).for_each(|(&var, number)| state.vars[var] = number);
    }
    if texts.next().is_some() { Err(complain(variant, field)) } else { Ok(()) }
}

/// The numbers of one counter, for each side.
fn numbers(slot: &CounterSlot, text: &str) -> Option<[u8; 2]> {
    let number = |digits: &str| digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
    if is_shared(slot) {
        return text.strip_prefix('=').and_then(number).map(|n| [n; 2]);
    }
    let (white, black) = text.split_once('+')?;
    Some([number(white)?, number(black)?])
}

fn is_shared(slot: &CounterSlot) -> bool {
    slot.vars[0] == slot.vars[1]
}

fn complain(variant: &Variant, field: Slice) -> FenError {
    let names = variant.counters.iter().map(|slot| slot.name.as_str()).collect::<Vec<_>>().join(", ");
    let example = text(variant, |slot, _| slot.start);
    field.error(Field::Counters, Problem::Counters { found: field.text.into(), names, example })
}

/// The field with a blank before it; nothing where the game has no counters.
pub(super) fn write(variant: &Variant, state: &State) -> String {
    if variant.counters.is_empty() {
        return String::new();
    }
    format!(" {}", text(variant, |slot, side| state.vars[slot.vars[side]]))
}

fn text(variant: &Variant, number: impl Fn(&CounterSlot, usize) -> u8) -> String {
    let one = |slot: &CounterSlot| {
        if is_shared(slot) {
            format!("={}", number(slot, 0))
        } else {
            format!("{}+{}", number(slot, 0), number(slot, 1))
        }
    };
    variant.counters.iter().map(one).collect::<Vec<_>>().join(",")
}
