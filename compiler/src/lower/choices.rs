//! What the mover chooses: in an action, and in what follows on a move.

use super::expr::{Ask, Chosen, Known};
use super::fun::Fun;
use super::sink::MOVE_BYTES;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::*;
use ferz_abi::{CHOSE, code};
use ferz_lang::rules::expr::Choice;

/// What is done with each way to choose: it gets what was chosen, the bytes that say so in a move, and the running value.
type Done<'d> = dyn FnMut(&mut Fun, &Ask, &[Value], Value) -> Value + 'd;

impl Fun<'_> {
    /// Goes through every way to choose one after the other, in ascending order.
    pub fn combinations(&mut self, ask: &Ask, choices: &[Choice], running: Value, done: &mut Done) -> Value {
        self.choose_on(ask, choices, &[], running, done)
    }

    fn choose_on(&mut self, ask: &Ask, choices: &[Choice], made: &[Value], running: Value, done: &mut Done) -> Value {
        let mut with = |f: &mut Self, chosen: Chosen, byte: Value, running: Value| {
            let chosen: Vec<Chosen> = ask.chosen.iter().copied().chain([chosen]).collect();
            let made: Vec<Value> = made.iter().copied().chain([byte]).collect();
            f.choose_on(&Ask { chosen: &chosen, ..*ask }, choices, &made, running, done)
        };
        match choices.get(made.len()) {
            None => done(self, ask, made, running),
            Some(Choice::Square(set)) => {
                let set = self.squares(ask, set);
                self.for_each(set, &[running], |f, square, v| {
                    let single = f.single(square);
                    vec![with(f, Chosen::Square(single), square, v[0])]
                })[0]
            }
            Some(Choice::Kind(kinds)) => {
                let plan = self.plan;
                let mut running = running;
                for kind in 0..plan.rules.kinds.len() {
                    let Some(known) = self.is_kind_in(ask, kinds, kind) else { continue };
                    if plan.rules.kinds[kind].letters[ask.own.index()].is_none() {
                        continue;
                    }
                    let holds = match known {
                        Known::Always => self.int(1),
                        Known::If(value) => value,
                    };
                    running = self.when(holds, &[running], |f, v| {
                        let man = f.int(code(kind, ask.own.index()).into());
                        vec![with(f, Chosen::Kind(man), man, v[0])]
                    })[0];
                }
                running
            }
        }
    }

    /// What a move says was chosen, from this place of its squares on.
    pub fn chosen(&mut self, played: Value, first: usize, choices: &[Choice]) -> Vec<Chosen> {
        let mut all = Vec::new();
        for (i, choice) in choices.iter().enumerate() {
            let byte = self.load_byte(played, MOVE_SQUARES + (first + i) as i32);
            all.push(match choice {
                Choice::Square(_) => Chosen::Square(self.single(byte)),
                Choice::Kind(_) => Chosen::Kind(byte),
            });
        }
        all
    }
}

/// `choices(context, position, start, end)`: the moves of a list with all that can be chosen in one rule about what follows on them; gives
/// their end.
///
/// They are written behind the list, and then moved to its start.
pub fn choices(mut f: Fun, side: Side, rule: usize) {
    let parameters = f.entry();
    let (context, position, start, end) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let plan = f.plan;
    let (index, choosing) = &plan.rules.choosings()[rule];
    let after = &plan.rules.afters[*index];
    let so_far = f.stack(plan.layout.position_bytes());
    let written = f.while_(
        &[start, end],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
        |f, v| {
            let at = v[0];
            let arguments = [context, position, at, so_far];
            let possible = f.call(Name::MakeBefore(side, *index), &arguments).expect("it has a result");
            let out = f.when(possible, &v[1..], |f, v| {
                let happened = Some(f.happened(side, position, at));
                let before = Ask { happened, ..Ask::new(context, position, side) };
                let matches = f.matches(&before, &after.event, at, so_far);
                f.either(
                    matches,
                    v,
                    |f, v| {
                        let out = if after.optional { f.copy_move(at, v[0]) } else { v[0] };
                        let now = Ask { position: so_far, ..before };
                        vec![f.combinations(&now, &after.choices, out, &mut |f, _, made, out| {
                            f.write_chosen(at, (rule, choosing.first), made, out)
                        })]
                    },
                    |f, v| vec![f.copy_move(at, v[0])],
                )
            })[0];
            vec![f.add_int(at, MOVE_BYTES), out]
        },
    )[1];
    let moved = f.while_(
        &[end, start],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], written),
        |f, v| vec![f.add_int(v[0], MOVE_BYTES), f.copy_move(v[0], v[1])],
    );
    f.finish(&[moved[1]]);
}

impl Fun<'_> {
    /// Writes a move with what was chosen in a rule, and gives the address behind it.
    fn write_chosen(&mut self, from: Value, (rule, place): (usize, usize), made: &[Value], to: Value) -> Value {
        let (first, mut second) = (self.load(from, 0), self.load(from, 8));
        let bit = self.int(u64::from(CHOSE << rule) << (8 * MOVE_CARRIED));
        let first = self.b.ins().bor(first, bit);
        for (i, &byte) in made.iter().enumerate() {
            let byte = self.shift_left(byte, 8 * (place + i) as u32);
            second = self.b.ins().bor(second, byte);
        }
        self.store(first, to, 0);
        self.store(second, to, 8);
        self.add_int(to, MOVE_BYTES)
    }
}
