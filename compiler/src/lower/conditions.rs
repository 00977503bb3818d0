//! Numbers and conditions, as code.

use super::expr::{Ask, Known, Place, side_of};
use super::fun::Fun;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::*;
use ferz_lang::rules::KindSet;
use ferz_lang::rules::expr::{Comparison, Cond, Int, Kinds, Who};

/// What the context says when moves are counted because an end asks for them, and because what is forbidden does.
pub const FOR_AN_END: i64 = 1;
pub const FOR_A_FORBID: i64 = 2;

impl Fun<'_> {
    /// A number.
    pub fn number(&mut self, ask: &Ask, int: &Int) -> Value {
        match int {
            Int::Const(n) => self.int(*n as u64),
            Int::Count(set) => {
                let set = self.squares(ask, set);
                self.count(set)
            }
            Int::Lost(kinds) => match kinds.fixed(ask.own.index()) {
                Some(kinds) => self.lost(ask, kinds),
                None => self.sum_over_kinds(ask, kinds, |f, kind| f.lost(ask, KindSet::of(kind))),
            },
            Int::Counter(n, who) => {
                let slots = self.plan.rules.counter_slots()[*n].vars;
                self.sum_of_vars(ask, *who, slots)
            }
            Int::Hand(kinds, who) => {
                let slots = self.plan.rules.hand_slots();
                self.sum_over_kinds(ask, kinds, |f, kind| match slots.iter().find(|s| s.kind == kind) {
                    Some(slot) => f.sum_of_vars(ask, *who, slot.vars),
                    None => f.int(0),
                })
            }
            Int::Add(a, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                self.add(a, b)
            }
            Int::Sub(a, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                self.b.ins().isub(a, b)
            }
            Int::Mul(a, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                self.b.ins().imul(a, b)
            }
        }
    }

    fn sum_over_kinds(&mut self, ask: &Ask, kinds: &Kinds, mut of: impl FnMut(&mut Self, usize) -> Value) -> Value {
        let mut total = self.int(0);
        for kind in 0..self.plan.rules.kinds.len() {
            let Some(holds) = self.is_kind_in(ask, kinds, kind) else { continue };
            let mut value = of(self, kind);
            if let Known::If(holds) = holds {
                let zero = self.int(0);
                value = self.select(holds, value, zero);
            }
            total = self.add(total, value);
        }
        total
    }

    /// The sum of the numbers of the sides that are meant; one that both share counts once.
    fn sum_of_vars(&mut self, ask: &Ask, who: Who, slots: [usize; 2]) -> Value {
        let mut total = self.int(0);
        let sides = side_of(ask.own, who);
        let shared = slots[0] == slots[1];
        for &side in &sides[..if shared { 1 } else { sides.len() }] {
            let value = self.load_byte(ask.position, STATE_VARS + slots[side.index()] as i32);
            total = self.add(total, value);
        }
        total
    }

    /// A condition, as a value that is zero if it does not hold.
    pub fn condition(&mut self, ask: &Ask, cond: &Cond) -> Value {
        match cond {
            Cond::Const(value) => self.int(u64::from(*value)),
            Cond::Any(set) => {
                let set = self.squares(ask, set);
                self.any(set)
            }
            Cond::Compare(a, how, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                let how = match how {
                    Comparison::Equal => IntCC::Equal,
                    Comparison::Less => IntCC::SignedLessThan,
                    Comparison::AtMost => IntCC::SignedLessThanOrEqual,
                };
                let holds = self.compare(how, a, b);
                self.widen(holds)
            }
            Cond::Check(who) => self.check_of(ask, *who),
            Cond::Checkmate(who) => self.stuck(ask, *who, true),
            Cond::Stalemate(who) => self.stuck(ask, *who, false),
            Cond::ToMove => self.is_to_move(ask, ask.own),
            Cond::OwnIs(side) => self.int(u64::from(*side == ask.own.index())),
            Cond::Before(memory) => {
                let slot = self.plan.rules.memory_slots(*memory)[ask.own.index()];
                self.load_byte(ask.position, STATE_VARS + slot as i32)
            }
            Cond::Passed => {
                let slot = self.plan.rules.memory_slots(self.plan.rules.memories.len())[0];
                self.load_byte(ask.position, STATE_VARS + slot as i32)
            }
            Cond::And(a, b) => {
                // The second is asked only if the first holds: it may be costly.
                let (a, zero) = (self.condition(ask, a), self.int(0));
                self.when(a, &[zero], |f, _| vec![f.condition(ask, b)])[0]
            }
            Cond::Or(a, b) => {
                let a = self.condition(ask, a);
                self.either(a, &[a], |_, v| v.to_vec(), |f, _| vec![f.condition(ask, b)])[0]
            }
            Cond::Not(a) => {
                let a = self.condition(ask, a);
                let not = self.is(a, 0);
                self.widen(not)
            }
        }
    }

    fn is_to_move(&mut self, ask: &Ask, side: Side) -> Value {
        let to_move = self.load_byte(ask.position, STATE_SIDE);
        let is = self.is(to_move, side.index() as i64);
        self.widen(is)
    }

    fn check_of(&mut self, ask: &Ask, who: Who) -> Value {
        let mut hit = self.int(0);
        if ask.place == Place::Check {
            return hit;
        }
        for &side in side_of(ask.own, who) {
            let check = self.call(Name::InCheck(side), &[ask.context, ask.position]).expect("it has a result");
            hit = self.either_of(hit, check);
        }
        hit
    }

    /// Whether a side is to move and cannot, in check or not.
    fn stuck(&mut self, ask: &Ask, who: Who, in_check: bool) -> Value {
        let mut hit = self.int(0);
        let reason = match ask.place {
            Place::End => FOR_AN_END,
            Place::Forbid => FOR_A_FORBID,
            Place::Check | Place::Elsewhere => return hit,
        };
        let before = self.load(ask.context, CONTEXT_ASKING);
        let forbid = self.int(FOR_A_FORBID as u64);
        let may_ask = self.compare(IntCC::NotEqual, before, forbid);
        for &side in side_of(ask.own, who) {
            let to_move = self.is_to_move(ask, side);
            let may_ask = self.widen(may_ask);
            let asked = self.both_of(may_ask, to_move);
            let zero = self.int(0);
            let stuck = self.when(asked, &[zero], |f, v| {
                let check = f.call(Name::InCheck(side), &[ask.context, ask.position]).expect("it has a result");
                let asked = if in_check { check } else { f.is(check, 0) };
                f.when(asked, v, |f, _| {
                    let reason = f.int(reason as u64);
                    f.store(reason, ask.context, CONTEXT_ASKING);
                    let moves = f.call(Name::Count(side), &[ask.context, ask.position]).expect("it has a result");
                    f.store(before, ask.context, CONTEXT_ASKING);
                    let none = f.is(moves, 0);
                    vec![f.widen(none)]
                })
            })[0];
            hit = self.either_of(hit, stuck);
        }
        hit
    }
}
