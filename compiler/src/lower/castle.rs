//! Castling moves.

use super::attack::attacked_there;
use super::fun::Fun;
use super::kinds::Scene;
use super::sink::MoveWords;
use super::{Name, Side};
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
        let mut hit = self.int(0);
        let start = ferz_abi::with([0; 4], castling.king_from.into());
        let start = self.set(start);
        let only_royal = plan.sides[side.index()].royals == [code(castling.king, side.index())];
        let traced = plan.sides[side.other().index()].has_traced_attacks();
        if plan.rules.checks.is_empty() && only_royal && !traced {
            let men = self.men(side, position);
            let behind = self.minus(men.occupied, start);
            for square in ferz_abi::squares(castling.safe) {
                let square = self.int(square as u64);
                let here = attacked_there(self, side.other(), position, square, behind);
                hit = self.either_of(hit, here);
            }
            return hit;
        }
        // Check may depend on anything: put the king there and see.
        let there = self.stack(plan.layout.position_bytes());
        for square in ferz_abi::squares(castling.safe) {
            self.copy_position(position, there);
            let target = self.set(ferz_abi::with([0; 4], square));
            self.remove_men(there, start);
            self.remove_men(there, target);
            let king = self.int(code(castling.king, side.index()).into());
            self.place_man(there, king, target);
            let here = self.call(Name::InCheck(side), &[context, there]).expect("it has a result");
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
        self.write_move(
            MoveWords { from, to, man, placed: man, form: Form::Castling, victims: 0, squares: &squares },
            end,
        )
    }
}
