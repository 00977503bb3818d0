//! What a move was, and which moves an event is about, as code.

use super::expr::{Ask, Known};
use super::fun::Fun;
use super::sets::Bits;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::*;
use ferz_abi::{Form, code};
use ferz_lang::rules::expr::{Event, Happening, Who};

/// The squares of a move.
#[derive(Clone, Copy)]
pub struct Happened {
    /// Those that were left.
    pub from: Bits,
    /// Those that were reached.
    pub to: Bits,
    /// Those where something was taken.
    pub victims: Bits,
}

impl Fun<'_> {
    /// The squares of a move of `side` in the position before it.
    pub fn happened(&mut self, side: Side, position: Value, played: Value) -> Happened {
        let [from, to] = [MOVE_FROM, MOVE_TO].map(|o| self.load_byte(played, o));
        let form = self.load_byte(played, MOVE_FORM);
        let (start, target) = (self.single(from), self.single(to));
        let none = self.no_squares();
        // Whoever stands there is taken, but for the man itself.
        let men = self.men(side, position);
        let others_there = self.minus(men.occupied, start);
        let is_step = self.is(form, Form::Step as i64);
        let mut taken = self.and(target, others_there);
        if self.plan.tables.traces.carries {
            // A man that is put elsewhere is not taken.
            let carried = self.carries_from(played, to);
            taken = self.choose(carried, none, taken);
        }
        let others = self.load_byte(played, MOVE_VICTIMS);
        let zero = self.int(0);
        let values: Vec<Value> = [zero].iter().chain(taken.words()).copied().collect();
        let victims = self.while_(
            &values,
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], others),
            |f, v| {
                let entry = f.add(played, v[0]);
                let square = f.load_byte(entry, MOVE_SQUARES);
                let single = f.single(square);
                let all = f.or(Bits::from(&v[1..]), single);
                let next = f.add_int(v[0], 1);
                [next].iter().chain(all.words()).copied().collect()
            },
        );
        let victims = self.choose(is_step, Bits::from(&victims[1..]), none);
        let is_castling = self.is(form, Form::Castling as i64);
        let [partner_from, partner_to] = [0, 1].map(|i| self.load_byte(played, MOVE_SQUARES + i));
        let (partner_start, partner_target) = (self.single(partner_from), self.single(partner_to));
        let (both_from, both_to) = (self.or(start, partner_start), self.or(target, partner_target));
        let is_drop = self.is(form, Form::Drop as i64);
        let from = self.choose(is_drop, none, start);
        Happened {
            from: self.choose(is_castling, both_from, from),
            to: self.choose(is_castling, both_to, target),
            victims,
        }
    }

    /// Whether a move matches an event. `ask` reads the position before it; `after` is the position it led to.
    pub fn matches(&mut self, ask: &Ask, event: &Event, played: Value, after: Value) -> Value {
        let happened = ask.happened.expect("an event is about a move");
        let form = self.load_byte(played, MOVE_FORM);
        let man = self.load_byte(played, MOVE_MAN);
        let mut holds = match event.what {
            Happening::Capture => self.any(happened.victims),
            Happening::Move => {
                let one = self.int(Form::Castling as u64);
                let moves = self.compare(IntCC::UnsignedLessThanOrEqual, form, one);
                self.widen(moves)
            }
            Happening::Drop => {
                let is = self.is(form, Form::Drop as i64);
                self.widen(is)
            }
            Happening::Castling => {
                let is = self.is(form, Form::Castling as i64);
                self.widen(is)
            }
            Happening::Promotion => {
                let placed = self.load_byte(played, MOVE_PLACED);
                let differs = self.compare(IntCC::NotEqual, man, placed);
                let step = self.is(form, Form::Step as i64);
                let promotes = self.b.ins().band(differs, step);
                self.widen(promotes)
            }
            Happening::Check => {
                self.call(Name::InCheck(ask.own.other()), &[ask.context, after]).expect("it has a result")
            }
        };
        if let Some(kinds) = &event.by {
            let mut is_one = self.int(0);
            for kind in 0..self.plan.rules.kinds.len() {
                let Some(known) = self.is_kind_in(ask, kinds, kind) else { continue };
                let is = self.is(man, code(kind, ask.own.index()).into());
                let is = self.widen(is);
                let is = match known {
                    Known::Always => is,
                    Known::If(value) => self.both_of(is, value),
                };
                is_one = self.either_of(is_one, is);
            }
            holds = self.both_of(holds, is_one);
        }
        if let Some(kinds) = &event.of {
            let men = self.men_of(ask, Who::Either, kinds);
            let taken = self.meet(men, happened.victims);
            holds = self.both_of(holds, taken);
        }
        for (zone, squares) in [(&event.from, happened.from), (&event.to, happened.to)] {
            if let Some(zone) = zone {
                let zone = self.squares(ask, zone);
                let here = self.meet(zone, squares);
                holds = self.both_of(holds, here);
            }
        }
        holds
    }
}
