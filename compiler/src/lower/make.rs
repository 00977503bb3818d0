//! Making moves: the position after a move is written next to the one before.

use super::expr::Ask;
use super::fun::Fun;
use super::sets::Bits;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use ferz_abi::offsets::*;
use ferz_abi::{CHOSE, Form, STATE_BYTES};

/// `make(context, position, move, after)`: the position after a move of `side`; gives zero if something that follows on it cannot be
/// done, in which case there is no such move.
///
/// With `rule`, nothing is done yet of what follows by that `after` and those behind it.
pub fn make(mut f: Fun, side: Side, rule: Option<usize>) {
    let parameters = f.entry();
    let (context, position, played, after) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let plan = f.plan;
    f.copy_position(position, after);
    let [from, to, man, placed] = [MOVE_FROM, MOVE_TO, MOVE_MAN, MOVE_PLACED].map(|o| f.load_byte(played, o));
    let form = f.load_byte(played, MOVE_FORM);
    // The other forms first, where the game has them: whether the move resets the clock, and whether it can be made.
    let mut others: Vec<(Form, Carry)> = Vec::new();
    if !plan.sides[side.index()].castlings.is_empty() {
        others.push((Form::Castling, Carry::Castling));
    }
    if !plan.rules.drops.is_empty() {
        others.push((Form::Drop, Carry::Drop));
    }
    if !plan.rules.actions.is_empty() {
        others.push((Form::Action, Carry::Action));
    }
    let move_ = Played { context, position, played, after, from, to, man, placed, form };
    let result = f.carried_out(side, &move_, &others);
    let (captured, mut done) = (result[0], result[1]);
    f.clocks(side, &move_, captured);
    if f.plan.has_en_passant {
        f.marks(played, after, to);
    }
    if !plan.rules.memories.is_empty() || plan.rules.remembers_passing() {
        f.remember(&move_);
    }
    let following = rule.unwrap_or(plan.rules.afters.len());
    if following > 0 {
        done = f.when(done, &[done], |f, _| vec![f.consequences(side, &move_, following)])[0];
    }
    if f.plan.has_en_passant && rule.is_none() {
        let passed = f.load_byte(played, MOVE_PASSED);
        f.when(passed, &[], |f, _| {
            // Where what follows on the move took the man away that passed, nobody is left to be taken.
            let cell = f.add(after, to);
            let there = f.load_byte(cell, STATE_CELLS);
            let stayed = f.compare(IntCC::Equal, there, placed);
            let (open, none) = (f.load_set(after, STATE_EP), f.no_squares());
            let open = f.choose(stayed, open, none);
            f.store_set(open, after, STATE_EP);
            f.call(Name::Settle(side.other()), &[after]);
            Vec::new()
        });
    }
    f.finish(&[done]);
}

/// A move about to be carried out.
pub struct Played {
    pub context: Value,
    pub position: Value,
    pub played: Value,
    pub after: Value,
    pub from: Value,
    pub to: Value,
    pub man: Value,
    pub placed: Value,
    pub form: Value,
}

/// How a form of move is carried out.
#[derive(Clone, Copy)]
enum Carry {
    Castling,
    Drop,
    Action,
}

impl Fun<'_> {
    /// Copies what of a position is in use, sixteen bytes at a time where they go on.
    pub fn copy_position(&mut self, from: Value, to: Value) {
        let cells = STATE_CELLS as usize..STATE_CELLS as usize + self.plan.layout.cell_bytes;
        let boards = STATE_BYTES..self.plan.layout.position_bytes();
        let unaligned = MemFlagsData::new().with_notrap();
        // Hands and counters are not in use yet: zero in every position, and no move changes them.
        for range in [0..STATE_VARS as usize + 64, cells, boards] {
            let mut at = range.start;
            while at < range.end {
                let wide = range.end - at >= 16;
                let kind = if wide { types::I8X16 } else { types::I64 };
                let piece = self.b.ins().load(kind, unaligned, from, at as i32);
                self.b.ins().store(unaligned, piece, to, at as i32);
                at += if wide { 16 } else { 8 };
            }
        }
    }

    /// Puts men with a code on squares where there are none, and takes them off where there are.
    pub fn toggle(&mut self, position: Value, code: Value, squares: Bits) {
        let offset = self.times(code, self.plan.layout.board_bytes());
        let at = self.add(position, offset);
        let codes = self.plan.layout.codes();
        let before = self.load_set(at, codes);
        let words: Vec<Value> =
            before.words().iter().zip(squares.words()).map(|(&a, &b)| self.b.ins().bxor(a, b)).collect();
        self.store_set(Bits::from(&words), at, codes);
    }

    /// Removes the men that a move takes elsewhere than on its target. Gives a value that is zero only if nothing was taken.
    fn other_victims(&mut self, played: Value, after: Value, captured: Value, rival: i32) -> Value {
        if !self.plan.has_en_passant {
            return captured;
        }
        let victims = self.load_byte(played, MOVE_VICTIMS);
        self.when(victims, &[captured], |f, v| {
            let zero = f.int(0);
            f.while_(
                &[zero, v[0]],
                |f, v| f.compare(IntCC::UnsignedLessThan, v[0], victims),
                |f, v| {
                    let entry = f.add(played, v[0]);
                    let square = f.load_byte(entry, MOVE_SQUARES);
                    let cell = f.add(after, square);
                    let code = f.load_byte(cell, STATE_CELLS);
                    let single = f.single(square);
                    f.toggle(after, code, single);
                    let men = f.load_set(after, rival);
                    let men = f.minus(men, single);
                    f.store_set(men, after, rival);
                    let zero = f.int(0);
                    f.store_byte(zero, cell, STATE_CELLS);
                    vec![f.add_int(v[0], 1), code]
                },
            )[1..]
                .to_vec()
        })[0]
    }

    /// Carries a move out: gives a value that is zero only if the quiet clock goes on, and one that is zero only if it cannot be done.
    fn carried_out(&mut self, side: Side, m: &Played, others: &[(Form, Carry)]) -> Vec<Value> {
        let (zero, one) = (self.int(0), self.int(1));
        let Some(((form, carry), rest)) = others.split_first() else {
            if !self.plan.has_traced {
                return vec![self.plain_step_made(side, m), one];
            }
            let unusual = self.is_unusual(side, m);
            let captured = self.either(
                unusual,
                &[zero],
                |f, _| vec![f.unusual_step_made(m)],
                |f, _| vec![f.plain_step_made(side, m)],
            )[0];
            return vec![captured, one];
        };
        let is = self.is(m.form, *form as i64);
        self.either(
            is,
            &[zero, one],
            |f, _| match carry {
                Carry::Castling => {
                    f.castling_made(side, m.played, m.position, m.after, (m.from, m.to), m.man);
                    vec![zero, one]
                }
                Carry::Drop => {
                    let target = f.single(m.to);
                    f.place_man(m.after, m.man, target);
                    for slot in f.plan.rules.hand_slots() {
                        let is = f.is(m.man, ferz_abi::code(slot.kind, side.index()).into());
                        f.when(is, &[], |f, _| {
                            f.add_to_var(m.after, slot.vars[side.index()], -1);
                            Vec::new()
                        });
                    }
                    vec![one, one]
                }
                Carry::Action => vec![zero, f.action_made(side, m)],
            },
            |f, _| f.carried_out(side, m, rest),
        )
    }

    /// The effects of an action. Zero if one of them cannot be done.
    fn action_made(&mut self, side: Side, m: &Played) -> Value {
        let plan = self.plan;
        let number = self.load_byte(m.played, MOVE_SQUARES);
        let mut done = self.int(0);
        for (n, action) in plan.rules.actions.iter().enumerate() {
            let is = self.is(number, n as i64);
            done = self.when(is, &[done], |f, _| {
                let chosen = f.chosen(m.played, 1, &action.choices);
                let ask = Ask { chosen: &chosen, ..Ask::new(m.context, m.after, side) };
                vec![f.effects(&ask, &action.effects, m.position)]
            })[0];
        }
        done
    }

    /// What follows on a move by the first so many rules. Zero if something of it cannot be done.
    fn consequences(&mut self, side: Side, m: &Played, rules: usize) -> Value {
        let plan = self.plan;
        let happened = Some(self.happened(side, m.position, m.played));
        let mut done = self.int(1);
        let choosings = plan.rules.choosings();
        for (index, after) in plan.rules.afters.iter().enumerate().take(rules) {
            let before = Ask { happened, ..Ask::new(m.context, m.position, side) };
            let now = Ask { position: m.after, ..before };
            let matches = self.matches(&before, &after.event, m.played, m.after);
            let follows = self.both_of(matches, done);
            let choosing = choosings.iter().enumerate().find(|(_, (of, _))| *of == index);
            done = self.when(follows, &[done], |f, _| {
                let Some((number, (_, choosing))) = choosing else {
                    return vec![f.effects(&now, &after.effects, m.position)];
                };
                let made = f.load_byte(m.played, MOVE_CARRIED);
                let bit = f.int(u64::from(CHOSE) << number);
                let chose = f.b.ins().band(made, bit);
                let otherwise = f.int(u64::from(after.optional));
                f.when(chose, &[otherwise], |f, _| {
                    let chosen = f.chosen(m.played, choosing.first, &after.choices);
                    vec![f.effects(&Ask { chosen: &chosen, ..now }, &after.effects, m.position)]
                })
            })[0];
        }
        done
    }

    fn plain_step_made(&mut self, side: Side, m: &Played) -> Value {
        let captured = self.step_made(side, m.played, m.after, (m.from, m.to), (m.man, m.placed));
        let cell = self.add(m.position, m.to);
        let victim = self.load_byte(cell, STATE_CELLS);
        self.rights(m.after, (m.from, m.man), (m.to, victim));
        captured
    }

    /// An ordinary move: the man leaves, whatever stands on the target goes, the man arrives. Gives a value that is zero only if nothing
    /// was taken.
    fn step_made(
        &mut self,
        side: Side,
        played: Value,
        after: Value,
        (from, to): (Value, Value),
        (man, placed): (Value, Value),
    ) -> Value {
        let rival = self.plan.layout.side(side.other().index());
        let own = self.plan.layout.side(side.index());
        let cell = self.add(after, to);
        let victim = self.load_byte(cell, STATE_CELLS);
        let (start, target) = (self.single(from), self.single(to));
        self.toggle(after, man, start);
        self.when(victim, &[], |f, _| {
            f.toggle(after, victim, target);
            let men = f.load_set(after, rival);
            let men = f.minus(men, target);
            f.store_set(men, after, rival);
            Vec::new()
        });
        self.toggle(after, placed, target);
        let men = self.load_set(after, own);
        let men = self.minus(men, start);
        let men = self.or(men, target);
        self.store_set(men, after, own);
        let zero = self.int(0);
        let cell_from = self.add(after, from);
        self.store_byte(zero, cell_from, STATE_CELLS);
        self.store_byte(placed, cell, STATE_CELLS);
        self.other_victims(played, after, victim, rival)
    }

    /// Castling: both men leave before either arrives, because one may land where the other stood.
    fn castling_made(
        &mut self,
        side: Side,
        played: Value,
        position: Value,
        after: Value,
        (from, to): (Value, Value),
        king: Value,
    ) {
        let partner_from = self.load_byte(played, MOVE_SQUARES);
        let partner_to = self.load_byte(played, MOVE_SQUARES + 1);
        let cell = self.add(position, partner_from);
        let partner = self.load_byte(cell, STATE_CELLS);
        let zero = self.int(0);
        let own = self.plan.layout.side(side.index());
        let mut men = self.load_set(after, own);
        for (code, square) in [(king, from), (partner, partner_from)] {
            let single = self.single(square);
            self.toggle(after, code, single);
            men = self.minus(men, single);
            let cell = self.add(after, square);
            self.store_byte(zero, cell, STATE_CELLS);
        }
        for (code, square) in [(king, to), (partner, partner_to)] {
            let single = self.single(square);
            self.toggle(after, code, single);
            men = self.or(men, single);
            let cell = self.add(after, square);
            self.store_byte(code, cell, STATE_CELLS);
        }
        self.store_set(men, after, own);
        self.rights(after, (from, king), (partner_from, partner));
    }
}
