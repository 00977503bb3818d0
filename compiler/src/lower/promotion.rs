//! Moves written with all that the man may become.

use super::fun::Fun;
use super::kinds::Scene;
use super::sink::{MOVE_BYTES, Sink, Taking};
use crate::plan::{Choice, KindPlan};
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;
use ferz_abi::offsets::{MOVE_CARRIED, MOVE_PLACED, MOVE_TO, MOVE_VICTIMS};

/// What stands where a man has gone.
#[derive(Clone, Copy)]
pub enum Placed {
    /// The man as it was.
    Same,
    /// A man with another code.
    Other(Value),
}

impl Fun<'_> {
    /// Moves of one man with all choices of promotion, instead of those from `start` to `end`; gives their end.
    pub fn promoted(&mut self, scene: &Scene, kind: &KindPlan, from: Value, start: Value, end: Value) -> Value {
        let taking = scene.taking(Sink::List);
        let choices_end = self.while_(
            &[start, end],
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
            |f, v| {
                let (m, at) = (v[0], v[1]);
                let to = f.load_byte(m, MOVE_TO);
                let write = |f: &mut Self, placed: Placed, at: Value| {
                    let code = f.placed_code(kind, placed);
                    let copy = |f: &mut Self| {
                        f.copy_move(m, at);
                        f.store_byte(code, at, MOVE_PLACED);
                        f.add_int(at, MOVE_BYTES)
                    };
                    if matches!(placed, Placed::Other(_)) || kind.may_stay {
                        return copy(f);
                    }
                    // Who stays what it is must have done something. To leave squares open behind it is nothing.
                    let (moved, words) = (f.compare(IntCC::NotEqual, from, to), f.load(m, 0));
                    let others = f.flag(words, 0xff << (8 * MOVE_VICTIMS) | 0xff << (8 * MOVE_CARRIED));
                    let moved = f.widen(moved);
                    let changes = f.either_of(moved, others);
                    f.when(changes, &[at], |f, _| vec![copy(f)])[0]
                };
                let at = f.with_promotions(&taking, kind, (from, to), at, &write);
                vec![f.add_int(m, MOVE_BYTES), at]
            },
        )[1];
        self.while_(
            &[start, end],
            |f, v| f.compare(IntCC::UnsignedLessThan, v[1], choices_end),
            |f, v| vec![f.copy_move(v[1], v[0]), f.add_int(v[1], MOVE_BYTES)],
        )[0]
    }

    /// Writes a move once more, and gives the address behind it.
    pub fn copy_move(&mut self, from: Value, to: Value) -> Value {
        let (first, second) = (self.load(from, 0), self.load(from, 8));
        self.store(first, to, 0);
        self.store(second, to, 8);
        self.add_int(to, MOVE_BYTES)
    }

    /// Writes a move with everything that the man may become: that depends on where it starts and ends.
    pub fn with_promotions(
        &mut self,
        taking: &Taking,
        kind: &KindPlan,
        (from, to): (Value, Value),
        mut at: Value,
        write: &dyn Fn(&mut Self, Placed, Value) -> Value,
    ) -> Value {
        if kind.promotions.is_empty() {
            return write(self, Placed::Same, at);
        }
        for group in &kind.promotions {
            let starts = self.holds(group.from, from);
            at = self.when(starts, &[at], |f, v| {
                let zone = group.classes.iter().fold([0; 4], |all, c| crate::plan::geometry::or(all, c.to));
                let inside = f.holds(zone, to);
                f.either(
                    inside,
                    v,
                    |f, v| {
                        let mut at = v[0];
                        for class in &group.classes {
                            let here = f.holds(class.to, to);
                            at = f.when(here, &[at], |f, v| {
                                vec![f.with_choices(taking, kind, &class.choices, v[0], write)]
                            })[0];
                        }
                        vec![at]
                    },
                    |f, v| vec![write(f, Placed::Same, v[0])],
                )
            })[0];
        }
        at
    }

    /// Writes a move with all choices of a class.
    fn with_choices(
        &mut self,
        taking: &Taking,
        kind: &KindPlan,
        choices: &[Choice],
        mut at: Value,
        write: &dyn Fn(&mut Self, Placed, Value) -> Value,
    ) -> Value {
        let plain = |choice: &&Choice| choice.when.is_none() && choice.code != kind.code;
        let always: Vec<u8> = choices.iter().filter(plain).map(|choice| choice.code).collect();
        at = self.for_codes(&always, at, &|f, code, at| write(f, Placed::Other(code), at));
        for choice in choices.iter().filter(|choice| !plain(choice)) {
            let open = self.is_open(taking, choice);
            at = self.when(open, &[at], |f, v| {
                let placed = match choice.code {
                    code if code == kind.code => Placed::Same,
                    code => Placed::Other(f.int(code.into())),
                };
                vec![write(f, placed, v[0])]
            })[0];
        }
        at
    }

    pub fn placed_code(&mut self, kind: &KindPlan, placed: Placed) -> Value {
        match placed {
            Placed::Same => self.int(kind.code.into()),
            Placed::Other(code) => code,
        }
    }
}
