//! What a move changes besides the men: rights, the side to move, the clocks, squares open to en passant, what is remembered.

use super::Side;
use super::expr::Ask;
use super::fun::Fun;
use super::make::Played;
use super::sets::Bits;
use super::trace::{Asked, Walk};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::*;
use ferz_abi::{Form, NO_SQUARE, Set};

impl Fun<'_> {
    /// How conditions stood before the move, and whether the move changed nothing.
    pub fn remember(&mut self, m: &Played) {
        let plan = self.plan;
        for (n, memory) in plan.rules.memories.iter().enumerate() {
            for own in Side::BOTH {
                let ask = Ask::new(m.context, m.position, own);
                let held = self.condition(&ask, memory);
                let zero = self.int(0);
                let held = self.compare(IntCC::NotEqual, held, zero);
                let held = self.widen(held);
                let slot = plan.rules.memory_slots(n)[own.index()];
                self.store_byte(held, m.after, STATE_VARS + slot as i32);
            }
        }
        let idle: Vec<usize> =
            (0..plan.rules.actions.len()).filter(|&n| plan.rules.actions[n].effects.is_empty()).collect();
        let is_action = self.is(m.form, Form::Action as i64);
        let number = self.load_byte(m.played, MOVE_SQUARES);
        let mut passed = self.int(0);
        for n in idle {
            let is = self.is(number, n as i64);
            let both = self.b.ins().band(is, is_action);
            let both = self.widen(both);
            passed = self.either_of(passed, both);
        }
        if plan.rules.kinds.iter().any(|kind| kind.may_stay) {
            let stayed = self.stayed(m);
            passed = self.either_of(passed, stayed);
        }
        let slot = plan.rules.memory_slots(plan.rules.memories.len())[0];
        self.store_byte(passed, m.after, STATE_VARS + slot as i32);
    }

    /// Not zero if a man stays where and what it is, and nobody is taken or taken along.
    fn stayed(&mut self, m: &Played) -> Value {
        let (same_square, same_man) =
            (self.compare(IntCC::Equal, m.from, m.to), self.compare(IntCC::Equal, m.man, m.placed));
        let is_step = self.is(m.form, Form::Step as i64);
        let (victims, carried) = (self.load_byte(m.played, MOVE_VICTIMS), self.carried(m.played));
        let others = self.either_of(victims, carried);
        let nobody = self.is(others, 0);
        let stays = [same_man, is_step, nobody].into_iter().fold(same_square, |a, b| self.b.ins().band(a, b));
        self.widen(stays)
    }

    /// What goes with a man that leaves his square.
    pub fn rights_gone(&mut self, position: Value, square: Value, man: Value) {
        self.rights(position, (square, man), (square, man));
    }

    /// A right goes with the man that moves, and with the man that is taken: two squares, and who stood there.
    pub fn rights(&mut self, after: Value, (from, man): (Value, Value), (to, victim): (Value, Value)) {
        let plan = self.plan;
        let castlings = || plan.sides.iter().flat_map(|s| &s.castlings);
        let castles = castlings().next().is_some();
        if !castles && !plan.keeps_unmoved {
            return;
        }
        let (start, target) = (self.single(from), self.single(to));
        let touched = self.or(start, target);
        if plan.keeps_unmoved {
            let rights = self.load_set(after, STATE_UNMOVED);
            let rights = self.minus(rights, touched);
            self.store_set(rights, after, STATE_UNMOVED);
        }
        if !castles {
            return;
        }
        let rights = self.load_set(after, STATE_RIGHTS);
        let some = self.any(rights);
        self.when(some, &[], |f, _| {
            let mut rights = f.minus(rights, touched);
            // When a king moves or is taken, the rights of all its partners go.
            let mut kings: Vec<((u8, u8), Set)> = Vec::new();
            for c in castlings() {
                let king = (c.king_from, ferz_abi::code(c.king, c.side));
                match kings.iter_mut().find(|(k, _)| *k == king) {
                    Some((_, partners)) => *partners = ferz_abi::with(*partners, c.partner_from.into()),
                    None => kings.push((king, ferz_abi::with([0; 4], c.partner_from.into()))),
                }
            }
            // Where he has one home, a right says that he stands there.
            let one_home = kings.iter().enumerate().all(|(i, (_, partners))| {
                let shared = |(_, others): &(_, Set)| others.iter().zip(partners).any(|(a, b)| a & b != 0);
                !kings[i + 1..].iter().any(shared)
            });
            for ((home, king), partners) in kings {
                let (mut left, mut reached) = (f.is(from, home.into()), f.is(to, home.into()));
                if !one_home {
                    let (goes, falls) = (f.is(man, king.into()), f.is(victim, king.into()));
                    left = f.b.ins().band(left, goes);
                    reached = f.b.ins().band(reached, falls);
                }
                let gone = f.b.ins().bor(left, reached);
                let lost = f.set(partners);
                let fewer = f.minus(rights, lost);
                rights = f.choose(gone, fewer, rights);
            }
            f.store_set(rights, after, STATE_RIGHTS);
            Vec::new()
        });
    }

    /// Side, clock and move number.
    pub fn clocks(&mut self, side: Side, m: &Played, captured: Value) {
        let (position, after) = (m.position, m.after);
        let other = self.int(side.other().index() as u64);
        self.store_byte(other, after, STATE_SIDE);
        let most = self.int(u16::MAX.into());
        let clock = self.load_short(position, STATE_CLOCK);
        let later = self.add_int(clock, 1);
        let later = self.b.ins().umin(later, most);
        let zero = self.int(0);
        let mut quiet = self.select(captured, zero, later);
        // A bit for each code whose moves cannot be undone.
        let plan = self.plan;
        let resetting =
            (0..plan.resets_clock.len()).filter(|&k| plan.resets_clock[k]).map(|k| ferz_abi::code(k, side.index()));
        for code in resetting {
            let moved = self.is(m.man, code.into());
            quiet = self.select(moved, zero, quiet);
        }
        if !plan.rules.actions.is_empty() {
            // An action lets the clock run, whatever stands on the square that it is named by.
            let is_action = self.is(m.form, Form::Action as i64);
            quiet = self.select(is_action, later, quiet);
        }
        self.store_short(quiet, after, STATE_CLOCK);
        if side == Side::Black {
            let number = self.load_short(position, STATE_NUMBER);
            let next = self.add_int(number, 1);
            let next = self.b.ins().umin(next, most);
            self.store_short(next, after, STATE_NUMBER);
        }
    }

    /// The squares that the move leaves open to en passant, whether or not somebody could go there.
    pub fn marks(&mut self, played: Value, after: Value, to: Value) {
        let none = self.no_squares();
        let passed = self.load_byte(played, MOVE_PASSED);
        self.store_set(none, after, STATE_EP);
        let no_square = self.int(NO_SQUARE.into());
        self.store_short(no_square, after, STATE_EP_VICTIM);
        self.when(passed, &[], |f, _| {
            let first = f.load_byte(played, MOVE_VICTIMS);
            let end = f.add(first, passed);
            let values: Vec<Value> = [first].iter().chain(none.words()).copied().collect();
            let open = f.while_(
                &values,
                |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
                |f, v| {
                    let entry = f.add(played, v[0]);
                    let square = f.load_byte(entry, MOVE_SQUARES);
                    let single = f.single(square);
                    let open = f.or(Bits::from(&v[1..]), single);
                    let next = f.add_int(v[0], 1);
                    [next].iter().chain(open.words()).copied().collect()
                },
            );
            f.store_set(Bits::from(&open[1..]), after, STATE_EP);
            f.store_short(to, after, STATE_EP_VICTIM);
            Vec::new()
        });
    }
}

/// `settle(position)`: keeps en passant squares only where a man of `side`, which is to move, could go there by an `e` part.
pub fn settle(mut f: Fun, side: Side) {
    let position = f.entry()[0];
    let plan = f.plan;
    let open = f.load_set(position, STATE_EP);
    let men = f.men(side, position);
    let mut reached = f.no_squares();
    for kind in &plan.sides[side.index()].kinds {
        if let Some(traced) = kind.traced.as_ref().filter(|traced| traced.en_passant) {
            let board = f.load_set(position, plan.layout.code(kind.code));
            reached = Bits::from(&f.for_each(board, reached.words(), |f, square, v| {
                let walk = f.start_walk(Asked::EnPassant, position, square);
                f.go_ways(side, walk, traced.program);
                let found = f.load_set(walk, Walk::FOUND);
                f.or(Bits::from(v), found).words().to_vec()
            }));
        }
        for path in &kind.en_passant {
            let mut board = f.load_set(position, plan.layout.code(kind.code));
            if path.unmoved {
                let rights = f.load_set(position, STATE_UNMOVED);
                board = f.and(board, rights);
            }
            // Who leaps over men leaves squares open on which somebody stands.
            let targets = f.walk_fixed(board, path, &men);
            let targets = f.minus(targets, men.occupied);
            reached = f.or(reached, targets);
        }
    }
    let open = f.and(open, reached);
    f.store_set(open, position, STATE_EP);
    let some = f.any(open);
    let victim = f.load_short(position, STATE_EP_VICTIM);
    let none = f.int(NO_SQUARE.into());
    let victim = f.select(some, victim, none);
    f.store_short(victim, position, STATE_EP_VICTIM);
    f.finish(&[]);
}
