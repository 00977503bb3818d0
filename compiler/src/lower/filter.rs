//! Which of the moves listed are legal, and which of them make the same change.

use super::expr::{Ask, Place};
use super::fun::Fun;
use super::sink::MOVE_BYTES;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::*;
use ferz_abi::{CHOSE, Form};

/// `filter(context, position, start, end)`: of the moves listed, keeps those that can be made and after which `side` is neither in check nor in a
/// position that the rules forbid; gives their end.
pub fn filter(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, start, end) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let bytes = f.plan.layout.position_bytes();
    let after = f.stack(bytes);
    // What is counted on the way must not be written over the list.
    let scratch = f.load(context, CONTEXT_SCRATCH);
    f.store(end, context, CONTEXT_SCRATCH);
    let kept = f.while_(
        &[start, start],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
        |f, v| {
            let (at, kept) = (v[0], v[1]);
            let possible = f.call(Name::Make(side), &[context, position, at, after]).expect("it has a result");
            let legal = f.when(possible, &[possible], |f, _| {
                let check = f.call(Name::InCheck(side), &[context, after]).expect("it has a result");
                let safe = f.is(check, 0);
                let safe = f.widen(safe);
                vec![f.not_forbidden(side, (context, position, at, after), safe)]
            })[0];
            let (first, second) = (f.load(at, 0), f.load(at, 8));
            f.store(first, kept, 0);
            f.store(second, kept, 8);
            let longer = f.add_int(kept, MOVE_BYTES);
            let kept = f.select(legal, longer, kept);
            vec![f.add_int(at, MOVE_BYTES), kept]
        },
    );
    f.store(scratch, context, CONTEXT_SCRATCH);
    f.finish(&[kept[1]]);
}

/// `distinct(context, position, start, end)`: of the moves listed, keeps one of those that make the same change; gives their end.
///
/// Only actions can make the same change as each other, and one move with different choices in what follows on it. Behind the list each
/// move kept has a number that is made of the position after it: moves are made again only where the numbers agree.
pub fn distinct(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, start, end) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let bytes = f.plan.layout.position_bytes();
    let (after, other) = (f.stack(bytes), f.stack(bytes));
    let one = f.int(1);
    let kept = f.while_(
        &[start, start],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
        |f, v| {
            let (at, kept) = (v[0], v[1]);
            let (form, carried) = (f.load_byte(at, MOVE_FORM), f.load_byte(at, MOVE_CARRIED));
            let acts = f.is(form, Form::Action as i64);
            let chose = f.shift_right(carried, CHOSE.trailing_zeros());
            let acts = f.widen(acts);
            let may_repeat = f.either_of(acts, chose);
            let zero = f.int(0);
            let made = f.when(may_repeat, &[zero, one], |f, _| {
                f.call(Name::Make(side), &[context, position, at, after]);
                let number = f.number_of(after);
                let known = f.while_(
                    &[start, end, one],
                    |f, v| {
                        let more = f.compare(IntCC::UnsignedLessThan, v[0], kept);
                        let more = f.widen(more);
                        f.both_of(more, v[2])
                    },
                    |f, v| {
                        let (earlier, numbers) = (v[0], v[1]);
                        let theirs = f.load(numbers, 0);
                        let same = f.compare(IntCC::Equal, number, theirs);
                        let alike = f.alike(earlier, at);
                        let same = f.widen(same);
                        let same = f.both_of(same, alike);
                        let fresh = f.when(same, &[one], |f, _| {
                            f.call(Name::Make(side), &[context, position, earlier, other]);
                            vec![f.differ(after, other)]
                        })[0];
                        vec![f.add_int(earlier, MOVE_BYTES), f.add_int(numbers, 8), fresh]
                    },
                );
                vec![number, known[2]]
            });
            let kept = f.when(made[1], &[kept], |f, v| {
                let (first, second) = (f.load(at, 0), f.load(at, 8));
                f.store(first, v[0], 0);
                f.store(second, v[0], 8);
                // The numbers take half as much room as the moves.
                let behind = f.b.ins().isub(v[0], start);
                let behind = f.shift_right(behind, 1);
                let place = f.add(end, behind);
                f.store(made[0], place, 0);
                vec![f.add_int(v[0], MOVE_BYTES)]
            })[0];
            vec![f.add_int(at, MOVE_BYTES), kept]
        },
    );
    f.finish(&[kept[1]]);
}

impl Fun<'_> {
    /// The words of a position that all engines know, as far as the board uses them.
    fn words_of(&self) -> impl Iterator<Item = i32> + use<> {
        (0..STATE_CELLS + self.plan.layout.cell_bytes as i32).step_by(8)
    }

    /// A number made of a position. Different positions seldom have the same.
    fn number_of(&mut self, position: Value) -> Value {
        let factor = self.int(0x9e37_79b9_7f4a_7c15);
        let mut number = factor;
        for offset in self.words_of() {
            let word = self.load(position, offset);
            let mixed = self.b.ins().bxor(number, word);
            let product = self.b.ins().imul(mixed, factor);
            let high = self.shift_right(product, 29);
            number = self.b.ins().bxor(product, high);
        }
        number
    }

    /// Not zero if two positions differ.
    fn differ(&mut self, a: Value, b: Value) -> Value {
        let mut all = self.int(0);
        for offset in self.words_of() {
            let (one, other) = (self.load(a, offset), self.load(b, offset));
            let bits = self.b.ins().bxor(one, other);
            all = self.b.ins().bor(all, bits);
        }
        let zero = self.int(0);
        let differ = self.compare(IntCC::NotEqual, all, zero);
        self.widen(differ)
    }

    /// Not zero if two moves differ in nothing but choices.
    fn alike(&mut self, a: Value, b: Value) -> Value {
        let bytes = self.plan.rules.squares_of_a_move() as u32;
        let squares = if bytes == 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 };
        let (first, second) = (self.load(a, 0), self.load(a, 8));
        let (other_first, other_second) = (self.load(b, 0), self.load(b, 8));
        // The last byte says in which rules something was chosen.
        let same = |f: &mut Self, a: Value, b: Value, mask: u64| {
            let (bits, mask) = (f.b.ins().bxor(a, b), f.int(mask));
            let bits = f.b.ins().band(bits, mask);
            let same = f.is(bits, 0);
            f.widen(same)
        };
        let carried = MOVE_CARRIED as u32;
        let chose = u64::from(u8::MAX - (CHOSE - 1)) << (8 * carried);
        let words = (same(self, first, other_first, !chose), same(self, second, other_second, squares));
        let same_move = self.both_of(words.0, words.1);
        let [form, other_form] = [a, b].map(|m| self.load_byte(m, MOVE_FORM));
        let acts = [form, other_form].map(|form| {
            let acts = self.is(form, Form::Action as i64);
            self.widen(acts)
        });
        let both_act = self.both_of(acts[0], acts[1]);
        self.either_of(same_move, both_act)
    }

    /// Zero if a move that is `safe` from check is forbidden by another rule, or if it is not safe.
    fn not_forbidden(
        &mut self,
        side: Side,
        (context, position, played, after): (Value, Value, Value, Value),
        safe: Value,
    ) -> Value {
        let plan = self.plan;
        let mut legal = safe;
        for forbid in &plan.rules.forbids {
            legal = self.when(legal, &[legal], |f, v| {
                let now = Ask { place: Place::Forbid, ..Ask::new(context, after, side) };
                let Some(event) = &forbid.event else {
                    let holds = f.condition(&now, &forbid.when);
                    let not = f.is(holds, 0);
                    return vec![f.widen(not)];
                };
                let happened = Some(f.happened(side, position, played));
                let before = Ask { position, happened, ..now };
                let matches = f.matches(&before, event, played, after);
                f.when(matches, v, |f, _| {
                    let holds = f.condition(&Ask { happened, ..now }, &forbid.when);
                    let not = f.is(holds, 0);
                    vec![f.widen(not)]
                })
            })[0];
        }
        legal
    }
}
