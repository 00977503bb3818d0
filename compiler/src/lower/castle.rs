//! Castling moves.

use super::Side;
use super::attack::attacked_there;
use super::fun::Fun;
use super::sink::MoveWords;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::{STATE_CELLS, STATE_RIGHTS};
use ferz_abi::{Castling, Form, code};

/// `castlings(position, end)`: writes every castling of `side` that its rights, its way and the safety of its king allow, and gives the new end.
pub fn castlings(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (position, mut end) = (parameters[0], parameters[1]);
    let plan = f.plan;
    for castling in &plan.sides[side.index()].castlings {
        end = f.castling(side, castling, position, end);
    }
    f.finish(&[end]);
}

impl Fun<'_> {
    fn castling(&mut self, side: Side, castling: &Castling, position: Value, end: Value) -> Value {
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
                let start = ferz_abi::with([0; 4], castling.king_from.into());
                let start = f.set(start);
                let behind = f.minus(men.occupied, start);
                let mut hit = f.int(0);
                for square in ferz_abi::squares(castling.safe) {
                    let square = f.int(square as u64);
                    let here = attacked_there(f, side.other(), position, square, behind);
                    hit = f.either_of(hit, here);
                }
                let safe = f.is(hit, 0);
                f.when(safe, v, |f, v| vec![f.write_castling(side, castling, v[0])])
            })
        })[0]
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
