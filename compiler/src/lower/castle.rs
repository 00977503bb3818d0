//! Castling moves.

use super::attack::attacked_there;
use super::fun::Fun;
use super::kinds::Scene;
use super::sink::MoveWords;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::{STATE_CELLS, STATE_RIGHTS};
use ferz_abi::{Castling, Form, code};

/// `castlings(context, position, end)`: writes every castling of `side` that its rights, its way and the safety of its king allow, and gives the new end.
pub fn castlings(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, mut end) = (parameters[0], parameters[1], parameters[2]);
    let plan = f.plan;
    for castling in &plan.sides[side.index()].castlings {
        end = f.castling(side, castling, context, position, end);
    }
    f.finish(&[end]);
}

/// `in_check_elsewhere(context, position, from, to)`: not zero if `side` would be in check with the man on one square put on another.
pub fn in_check_elsewhere(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, from, to) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let there = f.stack(f.plan.layout.position_bytes());
    // Seldom asked for: short to write counts more than fast.
    let (zero, bytes) = (f.int(0), f.int(f.plan.layout.position_bytes() as u64));
    f.while_(
        &[zero],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], bytes),
        |f, v| {
            let (from, to) = (f.add(position, v[0]), f.add(there, v[0]));
            let word = f.load(from, 0);
            f.store(word, to, 0);
            vec![f.add_int(v[0], 8)]
        },
    );
    let cell = f.add(position, from);
    let man = f.load_byte(cell, STATE_CELLS);
    for square in [from, to] {
        let square = f.single(square);
        f.remove_men(there, square);
    }
    let target = f.single(to);
    f.place_man(there, man, target);
    let check = f.call(Name::InCheck(side), &[context, there]).expect("it has a result");
    f.finish(&[check]);
}

impl Fun<'_> {
    /// Not zero if `side` has a right to castle and nobody stands in the way.
    pub fn may_castle(&mut self, scene: &Scene) -> Value {
        let rights = self.load_set(scene.position, STATE_RIGHTS);
        let mut ready = self.int(0);
        for castling in &self.plan.sides[scene.side.index()].castlings {
            let right = self.and_set(rights, ferz_abi::with([0; 4], castling.partner_from.into()));
            let right = self.any(right);
            let in_the_way = self.and_set(scene.men.occupied, castling.empty);
            let in_the_way = self.any(in_the_way);
            let zero = self.int(0);
            let here = self.select(in_the_way, zero, right);
            ready = self.either_of(ready, here);
        }
        ready
    }

    fn castling(&mut self, side: Side, castling: &Castling, context: Value, position: Value, end: Value) -> Value {
        let rights = self.load_set(position, STATE_RIGHTS);
        let partner = ferz_abi::with([0; 4], castling.partner_from.into());
        let right = self.and_set(rights, partner);
        let right = self.any(right);
        self.when(right, &[end], |f, v| {
            let men = f.men(side, position);
            let in_the_way = f.and_set(men.occupied, castling.empty);
            let in_the_way = f.any(in_the_way);
            let mut ready = f.is(in_the_way, 0);
            for (kind, square) in [(castling.king, castling.king_from), (castling.partner, castling.partner_from)] {
                let man = f.load_byte(position, STATE_CELLS + i32::from(square));
                let there = f.is(man, code(kind, side.index()).into());
                ready = f.b.ins().band(ready, there);
            }
            f.when(ready, v, |f, v| {
                let hit = f.king_in_check(side, castling, context, position);
                let safe = f.is(hit, 0);
                f.when(safe, v, |f, v| vec![f.write_castling(side, castling, v[0])])
            })
        })[0]
    }

    /// Not zero if there would be check with the king on one of the squares that must be safe.
    fn king_in_check(&mut self, side: Side, castling: &Castling, context: Value, position: Value) -> Value {
        let plan = self.plan;
        let only_royal = plan.sides[side.index()].royals == [code(castling.king, side.index())];
        let traced = plan.sides[side.other().index()].has_traced_attacks();
        if !plan.rules.checks.is_empty() || !only_royal || traced {
            return self.check_elsewhere(side, castling, context, position);
        }
        // With several kings the others may be in check too, for what stands between them and who attacks them.
        let kings = self.royals(side, position).expect("this side has a royal kind");
        let kings = self.count(kings);
        let one = self.is(kings, 1);
        let zero = self.int(0);
        let by_squares = |f: &mut Self, v: &[Value]| {
            let mut hit = v[0];
            let men = f.men(side, position);
            let start = f.set(ferz_abi::with([0; 4], castling.king_from.into()));
            let behind = f.minus(men.occupied, start);
            for square in ferz_abi::squares(castling.safe) {
                let square = f.int(square as u64);
                let here = attacked_there(f, side.other(), position, square, behind);
                hit = f.either_of(hit, here);
            }
            vec![hit]
        };
        self.either(one, &[zero], by_squares, |f, _| vec![f.check_elsewhere(side, castling, context, position)])[0]
    }

    /// The same where check may depend on anything: the king is put there.
    fn check_elsewhere(&mut self, side: Side, castling: &Castling, context: Value, position: Value) -> Value {
        let mut hit = self.int(0);
        let from = self.int(castling.king_from.into());
        for square in ferz_abi::squares(castling.safe) {
            let to = self.int(square as u64);
            let name = Name::InCheckElsewhere(side);
            let here = self.call(name, &[context, position, from, to]).expect("it has a result");
            hit = self.either_of(hit, here);
        }
        hit
    }

    fn write_castling(&mut self, side: Side, castling: &Castling, end: Value) -> Value {
        let [from, to, partner_from, partner_to] =
            [castling.king_from, castling.king_to, castling.partner_from, castling.partner_to]
                .map(|s| self.int(s.into()));
        let man = code(castling.king, side.index());
        let squares = [partner_from, partner_to];
        self.write_move(MoveWords { from, to, man, form: Form::Castling, victims: 0, squares: &squares }, man, end)
    }
}
