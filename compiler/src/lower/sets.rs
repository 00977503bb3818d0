//! Sets of squares as values: one, two or four words.

use super::fun::{Fun, I64};
use crate::plan::TableId;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::Set;
use ferz_lang::rules::movement::Step;

/// A set of squares in registers; only the first words of the plan are in use.
#[derive(Clone, Copy)]
pub struct Bits {
    words: [Value; 4],
    len: usize,
}

impl Bits {
    /// The words in use.
    pub fn words(&self) -> &[Value] {
        &self.words[..self.len]
    }

    /// A set from its words.
    pub fn from(words: &[Value]) -> Bits {
        let word = |w: usize| words.get(w).copied().unwrap_or(words[0]);
        Bits { words: std::array::from_fn(word), len: words.len() }
    }
}

impl Fun<'_> {
    fn zip(&mut self, a: Bits, b: Bits, op: impl Fn(&mut Self, Value, Value) -> Value) -> Bits {
        let words: Vec<Value> = (0..a.len).map(|w| op(self, a.words[w], b.words[w])).collect();
        Bits::from(&words)
    }

    /// A constant set.
    pub fn set(&mut self, set: Set) -> Bits {
        let words: Vec<Value> = (0..self.plan.board.words).map(|w| self.int(set[w])).collect();
        Bits::from(&words)
    }

    /// No squares.
    pub fn no_squares(&mut self) -> Bits {
        self.set([0; 4])
    }

    /// A set in memory.
    pub fn load_set(&mut self, at: Value, offset: i32) -> Bits {
        let words: Vec<Value> = (0..self.plan.board.words).map(|w| self.load(at, offset + 8 * w as i32)).collect();
        Bits::from(&words)
    }

    /// Writes a set.
    pub fn store_set(&mut self, set: Bits, at: Value, offset: i32) {
        for (w, &word) in set.words().iter().enumerate() {
            self.store(word, at, offset + 8 * w as i32);
        }
    }

    /// The set that a table has at an index.
    pub fn table_set(&mut self, table: TableId, index: Value) -> Bits {
        let base = self.table(table);
        let offset = self.times(index, self.plan.board.words * 8);
        let at = self.add(base, offset);
        let words: Vec<Value> = (0..self.plan.board.words).map(|w| self.load_constant(at, 8 * w as i32)).collect();
        Bits::from(&words)
    }

    /// The set of one square.
    pub fn single(&mut self, square: Value) -> Bits {
        if self.plan.board.words == 1 {
            let one = self.int(1);
            return Bits::from(&[self.b.ins().ishl(one, square)]);
        }
        self.table_set(self.plan.tables.singles, square)
    }

    /// What is in both sets.
    pub fn and(&mut self, a: Bits, b: Bits) -> Bits {
        self.zip(a, b, |f, x, y| match (f.known(x), f.known(y)) {
            (Some(0), _) | (_, Some(u64::MAX)) => x,
            (_, Some(0)) | (Some(u64::MAX), _) => y,
            _ => f.b.ins().band(x, y),
        })
    }

    /// What is in a set and in a constant one.
    pub fn and_set(&mut self, a: Bits, b: Set) -> Bits {
        let b = self.set(b);
        self.and(a, b)
    }

    /// The union.
    pub fn or(&mut self, a: Bits, b: Bits) -> Bits {
        self.zip(a, b, |f, x, y| f.or_word(x, y))
    }

    fn or_word(&mut self, x: Value, y: Value) -> Value {
        match (self.known(x), self.known(y)) {
            (Some(0), _) => y,
            (_, Some(0)) => x,
            _ => self.b.ins().bor(x, y),
        }
    }

    /// What is in the first set only.
    pub fn minus(&mut self, a: Bits, b: Bits) -> Bits {
        self.zip(a, b, |f, x, y| match (f.known(x), f.known(y)) {
            (Some(0), _) | (_, Some(0)) => x,
            _ => f.b.ins().band_not(x, y),
        })
    }

    /// One set or another.
    pub fn choose(&mut self, condition: Value, yes: Bits, no: Bits) -> Bits {
        self.zip(yes, no, |f, x, y| f.b.ins().select(condition, x, y))
    }

    /// A value that is zero only for the empty set.
    pub fn any(&mut self, a: Bits) -> Value {
        let mut all = a.words[0];
        for &word in &a.words()[1..] {
            all = self.or_word(all, word);
        }
        all
    }

    /// Whether two sets meet.
    pub fn meet(&mut self, a: Bits, b: Bits) -> Value {
        let both = self.and(a, b);
        self.any(both)
    }

    /// The number of squares.
    pub fn count(&mut self, a: Bits) -> Value {
        let words: Vec<Value> = a.words().iter().copied().filter(|&w| self.known(w) != Some(0)).collect();
        let counts: Vec<Value> = words.into_iter().map(|w| self.b.ins().popcnt(w)).collect();
        counts.into_iter().reduce(|x, y| self.b.ins().iadd(x, y)).unwrap_or(a.words[0])
    }

    /// The lowest square of a set that is not empty.
    pub fn lowest(&mut self, a: Bits) -> Value {
        let mut lowest = None;
        for (w, &word) in a.words().iter().enumerate().rev() {
            let bit = self.b.ins().ctz(word);
            let square = self.add_int(bit, 64 * w as i64);
            lowest = Some(match lowest {
                None => square,
                Some(higher) => self.b.ins().select(word, square, higher),
            });
        }
        lowest.expect("a set has at least one word")
    }

    /// The set moved by one step, as far as it stays on the board.
    pub fn step(&mut self, a: Bits, step: Step) -> Bits {
        let delta = self.plan.board.delta(step);
        let (words, bits) = (delta.unsigned_abs() as usize / 64, delta.unsigned_abs() % 64);
        let mut moved = Vec::new();
        let zero = self.int(0);
        let word = |w: Option<usize>| w.and_then(|w| a.words().get(w)).copied();
        for w in 0..a.len {
            // The word that the bits come from, and the one next to it, from which the rest spills over.
            let (near, far) = if delta >= 0 {
                (w.checked_sub(words), w.checked_sub(words + 1))
            } else {
                (Some(w + words), Some(w + words + 1))
            };
            let near =
                word(near).map(|v| if delta >= 0 { self.shift_left(v, bits) } else { self.shift_right(v, bits) });
            let far = word(far).filter(|_| bits > 0);
            let far =
                far.map(|v| if delta >= 0 { self.shift_right(v, 64 - bits) } else { self.shift_left(v, 64 - bits) });
            moved.push(match (near, far) {
                (Some(x), Some(y)) => self.b.ins().bor(x, y),
                (Some(x), None) | (None, Some(x)) => x,
                (None, None) => zero,
            });
        }
        let reached = self.plan.board.reached_by(step);
        self.and_set(Bits::from(&moved), reached)
    }

    /// Does something for each square of a set, in ascending order, passing values on.
    pub fn for_each(
        &mut self,
        a: Bits,
        values: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        if a.len == 1 {
            let all: Vec<Value> = [a.words()[0]].iter().chain(values).copied().collect();
            let done = self.while_(
                &all,
                |_, v| v[0],
                |f, v| {
                    let square = f.b.ins().ctz(v[0]);
                    let rest = f.without_lowest(v[0]);
                    let changed = body(f, square, &v[1..]);
                    [rest].into_iter().chain(changed).collect()
                },
            );
            return done[1..].to_vec();
        }
        // The current word with the number of its first square; the words behind it move up when it is used up.
        let (current, refill, advance, inside, after) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let zero = self.int(0);
        let start: Vec<Value> = a.words().iter().copied().chain([zero]).chain(values.iter().copied()).collect();
        let state: Vec<Value> = start.iter().map(|_| self.b.append_block_param(current, I64)).collect();
        let (words, first, carried) = (&state[..a.len], state[a.len], &state[a.len + 1..]);
        self.jump(current, &start);
        self.b.switch_to_block(current);
        self.b.ins().brif(words[0], inside, &[], refill, &[]);
        self.b.switch_to_block(refill);
        let rest = words[1..].iter().copied().reduce(|x, y| self.b.ins().bor(x, y)).expect("two words at least");
        self.b.ins().brif(rest, advance, &[], after, &[]);
        self.b.switch_to_block(advance);
        let next = self.add_int(first, 64);
        let zero = self.int(0);
        let moved: Vec<Value> = words[1..].iter().copied().chain([zero, next]).chain(carried.iter().copied()).collect();
        self.jump(current, &moved);
        self.b.switch_to_block(inside);
        let bit = self.b.ins().ctz(words[0]);
        let square = self.b.ins().iadd(bit, first);
        let rest = self.without_lowest(words[0]);
        let changed = body(self, square, carried);
        let again: Vec<Value> = [rest].iter().chain(&words[1..]).copied().chain([first]).chain(changed).collect();
        self.jump(current, &again);
        self.b.switch_to_block(after);
        carried.to_vec()
    }

    fn without_lowest(&mut self, word: Value) -> Value {
        let less = self.add_int(word, -1);
        self.b.ins().band(word, less)
    }

    /// Whether the set has exactly one square.
    pub fn is_one(&mut self, a: Bits) -> Value {
        let count = self.count(a);
        let one = self.int(1);
        self.compare(IntCC::Equal, count, one)
    }
}
