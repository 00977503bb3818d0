//! What becomes of the targets found: they are counted, or written down as moves. One running value is passed along: the count so
//! far, or the address where the next move goes.

use super::Side;
use super::expr::Ask;
use super::fun::Fun;
use super::sets::Bits;
use crate::plan::paths::FixedPath;
use crate::plan::{Choice, KindPlan, PromotionClass, PromotionGroup};
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::Form;

/// Whether moves are counted or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sink {
    /// Added up.
    Count,
    /// Written, 16 bytes each.
    List,
}

/// Where the moves to some targets come from.
#[derive(Clone, Copy)]
pub enum Origin<'p> {
    /// All from one square.
    Square(Value),
    /// Each from as many squares away as its path says.
    Path(&'p FixedPath),
}

/// Bytes of a [`ferz_abi::Move`].
pub const MOVE_BYTES: i64 = 16;

/// From so many codes on, what is done for each is a loop.
const FEW_CODES: usize = 3;

/// How moves are taken.
#[derive(Clone, Copy)]
pub struct Taking {
    /// Whether they are counted or written.
    pub sink: Sink,
    /// Whose they are.
    pub side: Side,
    /// For choices that depend on the position.
    pub context: Value,
    /// The position before the move.
    pub position: Value,
}

impl Fun<'_> {
    /// Takes moves of a kind to some targets, with all choices of promotion.
    pub fn take(&mut self, taking: &Taking, kind: &KindPlan, origin: Origin, targets: Bits, so_far: Value) -> Value {
        match (kind.promotions.as_slice(), origin) {
            ([], _) => self.take_class(taking, kind.code, &[Choice::always(kind.code)], origin, targets, so_far),
            ([group], _) => self.take_classes(taking, kind, &group.classes, origin, targets, so_far),
            (groups, Origin::Square(from)) => {
                let mut so_far = so_far;
                for group in groups {
                    let here = self.holds(group.from, from);
                    so_far = self.when(here, &[so_far], |f, v| {
                        vec![f.take_classes(taking, kind, &group.classes, origin, targets, v[0])]
                    })[0];
                }
                so_far
            }
            (groups, Origin::Path(_)) => groups.iter().fold(so_far, |so_far, group| {
                let here = self.starting_in(group, kind, origin, targets);
                self.take_classes(taking, kind, &group.classes, origin, here, so_far)
            }),
        }
    }

    fn take_classes(
        &mut self,
        taking: &Taking,
        kind: &KindPlan,
        classes: &[PromotionClass],
        origin: Origin,
        targets: Bits,
        so_far: Value,
    ) -> Value {
        if taking.sink == Sink::Count {
            let count = self.count(targets);
            let so_far = self.add(so_far, count);
            return self.more_choices(taking, classes, targets, so_far);
        }
        let zone = classes.iter().fold([0; 4], |all, c| crate::plan::geometry::or(all, c.to));
        let outside = crate::plan::geometry::minus(self.plan.board.cells, zone);
        let plain = self.and_set(targets, outside);
        let mut so_far = self.take_class(taking, kind.code, &[Choice::always(kind.code)], origin, plain, so_far);
        for class in classes {
            let here = self.and_set(targets, class.to);
            let some = self.any(here);
            so_far = self.when(some, &[so_far], |f, v| {
                vec![f.take_class(taking, kind.code, &class.choices, origin, here, v[0])]
            })[0];
        }
        so_far
    }

    /// To a count of targets, adds what more or fewer moves there are because of promotions.
    fn more_choices(&mut self, taking: &Taking, classes: &[PromotionClass], targets: Bits, mut so_far: Value) -> Value {
        for class in classes {
            let here = self.and_set(targets, class.to);
            let count = self.count(here);
            let always = class.choices.iter().filter(|c| c.when.is_none()).count();
            // Once they are counted already.
            let factor = self.int((always as u64).wrapping_sub(1));
            let more = self.b.ins().imul(count, factor);
            so_far = self.add(so_far, more);
            for choice in class.choices.iter().filter(|c| c.when.is_some()) {
                let holds = self.is_open(taking, choice);
                let more = self.both_of(holds, count);
                so_far = self.add(so_far, more);
            }
        }
        so_far
    }

    /// The same for all groups of a kind whose moves along one path were counted once.
    pub fn take_more(
        &mut self,
        taking: &Taking,
        kind: &KindPlan,
        origin: Origin,
        targets: Bits,
        mut so_far: Value,
    ) -> Value {
        for group in &kind.promotions {
            let here = self.starting_in(group, kind, origin, targets);
            so_far = self.more_choices(taking, &group.classes, here, so_far);
        }
        so_far
    }

    /// The targets of a path whose start lies in a group.
    fn starting_in(&mut self, group: &PromotionGroup, kind: &KindPlan, origin: Origin, targets: Bits) -> Bits {
        let Origin::Path(path) = origin else { return targets };
        if kind.promotions.len() == 1 {
            return targets;
        }
        let (board, delta) = (self.plan.board, path.delta(&self.plan.board));
        let to = ferz_abi::squares(group.from)
            .map(|s| s as i32 + delta)
            .filter(|t| (0..board.squares() as i32).contains(t))
            .fold([0; 4], |set, t| ferz_abi::with(set, t as usize));
        self.and_set(targets, to)
    }

    fn take_class(
        &mut self,
        taking: &Taking,
        man: u8,
        choices: &[Choice],
        origin: Origin,
        targets: Bits,
        so_far: Value,
    ) -> Value {
        if taking.sink == Sink::Count {
            let count = self.count(targets);
            return self.add(so_far, count);
        }
        let always: Vec<u8> = choices.iter().filter(|c| c.when.is_none()).map(|c| c.code).collect();
        let so_far = if always.is_empty() {
            so_far
        } else {
            self.for_each(targets, &[so_far], |f, to, v| vec![f.write_step(man, &always, origin, to, v[0])])[0]
        };
        choices.iter().filter(|c| c.when.is_some()).fold(so_far, |so_far, choice| {
            let holds = self.is_open(taking, choice);
            self.when(holds, &[so_far], |f, v| {
                f.for_each(targets, v, |f, to, v| vec![f.write_step(man, &[choice.code], origin, to, v[0])])
            })[0]
        })
    }

    /// Writes the ordinary moves of a man to some targets and gives the address behind them.
    pub fn write_steps(&mut self, man: Value, from: Value, targets: Bits, at: Value) -> Value {
        let [man, placed] = [16, 24].map(|bits| self.shift_left(man, bits));
        let fixed = self.b.ins().bor(man, placed);
        let fixed = self.b.ins().bor(from, fixed);
        self.for_each(targets, &[at], |f, to, v| {
            let (to, nothing) = (f.shift_left(to, 8), f.int(0));
            let first = f.b.ins().bor(fixed, to);
            vec![f.write_words(first, nothing, v[0])]
        })[0]
    }

    /// Whether a choice that depends on the position is to be had.
    pub fn is_open(&mut self, taking: &Taking, choice: &Choice) -> Value {
        let ask = Ask::new(taking.context, taking.position, taking.side);
        match &choice.when {
            None => self.int(1),
            Some(when) => self.condition(&ask, when),
        }
    }

    /// Writes an ordinary move, once for each code that the man may have afterwards, and gives the address behind.
    fn write_step(&mut self, man: u8, placed: &[u8], origin: Origin, to: Value, at: Value) -> Value {
        let (from, passed) = match origin {
            Origin::Square(from) => (from, Vec::new()),
            Origin::Path(path) => {
                let back = -i64::from(path.delta(&self.plan.board));
                let passed = if path.marking { path.passed(&self.plan.board) } else { Vec::new() };
                (self.add_int(to, back), passed)
            }
        };
        let squares: Vec<Value> = passed.iter().map(|&delta| self.add_int(from, delta.into())).collect();
        let m = MoveWords { from, to, man, form: Form::Step, victims: 0, squares: &squares };
        if let [placed] = *placed {
            return self.write_move(m, placed, at);
        }
        let (first, second) = self.move_words(&m, 0);
        self.for_codes(placed, at, &|f, placed, at| f.write_placed(first, second, placed, at))
    }

    /// Writes a move after which there is a man with a code, and gives the address behind it.
    pub fn write_move(&mut self, m: MoveWords, placed: u8, at: Value) -> Value {
        let (first, second) = self.move_words(&m, placed);
        self.write_words(first, second, at)
    }

    /// Does something once for each of some codes, one after the other.
    pub fn for_codes(&mut self, codes: &[u8], at: Value, write: &dyn Fn(&mut Self, Value, Value) -> Value) -> Value {
        if codes.len() < FEW_CODES {
            return codes.iter().fold(at, |at, &code| {
                let code = self.int(code.into());
                write(self, code, at)
            });
        }
        // As many as there is room for in a word: none of them is 0.
        codes.chunks(8).fold(at, |at, codes| {
            let word = codes.iter().rev().fold(0, |word, &code| word << 8 | u64::from(code));
            let word = self.int(word);
            let done = self.while_(
                &[word, at],
                |_, v| v[0],
                |f, v| {
                    let low = f.int(0xff);
                    let code = f.b.ins().band(v[0], low);
                    let at = write(f, code, v[1]);
                    vec![f.shift_right(v[0], 8), at]
                },
            );
            done[1]
        })
    }

    /// The two words of a move, with the code of the man that stands there afterwards, or 0 where that is still to come.
    pub fn move_words(&mut self, m: &MoveWords, placed: u8) -> (Value, Value) {
        let passed = if m.form == Form::Step { m.squares.len() as u64 - m.victims } else { 0 };
        let fixed =
            u64::from(m.man) << 16 | u64::from(placed) << 24 | (m.form as u64) << 32 | m.victims << 40 | passed << 48;
        let fixed = self.int(fixed);
        self.words_with(m.from, m.to, fixed, m.squares)
    }

    /// The two words of a move, `fixed` being all of the first but its ends.
    fn words_with(&mut self, from: Value, to: Value, fixed: Value, squares: &[Value]) -> (Value, Value) {
        let to = self.shift_left(to, 8);
        let ends = self.b.ins().bor(from, to);
        let first = self.b.ins().bor(ends, fixed);
        let mut second = self.int(0);
        for (i, &square) in squares.iter().enumerate() {
            let square = self.shift_left(square, 8 * i as u32);
            second = if i == 0 { square } else { self.b.ins().bor(second, square) };
        }
        (first, second)
    }

    /// Writes a move, `fixed` being all of its first word but its ends, and gives the address behind it.
    pub fn write_fixed(&mut self, from: Value, to: Value, fixed: Value, squares: &[Value], at: Value) -> Value {
        let (first, second) = self.words_with(from, to, fixed, squares);
        self.write_words(first, second, at)
    }

    /// Writes the words of a move with the code of the man that stands there afterwards, and gives the address behind it.
    pub fn write_placed(&mut self, first: Value, second: Value, placed: Value, at: Value) -> Value {
        let placed = match self.known(placed) {
            Some(code) => self.int(code << 24),
            None => self.shift_left(placed, 24),
        };
        let first = self.b.ins().bor(first, placed);
        self.write_words(first, second, at)
    }

    /// Writes the two words of a move, and gives the address behind it.
    fn write_words(&mut self, first: Value, second: Value, at: Value) -> Value {
        self.store(first, at, 0);
        self.store(second, at, 8);
        self.add_int(at, MOVE_BYTES)
    }
}

/// The fields of a move about to be written.
pub struct MoveWords<'s> {
    /// The square left.
    pub from: Value,
    /// The square reached.
    pub to: Value,
    /// The code of the man.
    pub man: u8,
    /// How it is carried out.
    pub form: Form,
    /// How many of `squares` are victims.
    pub victims: u64,
    /// Victims, then squares passed; or a partner's two squares.
    pub squares: &'s [Value],
}
