//! Which squares a side attacks, and what check is.

use crate::Interpreter;
use crate::movement::{Imagined, Walk};
use ferz_abi::{State, kind_of, side_of};
use std::ops::ControlFlow;

impl Interpreter {
    /// Whether `side` attacks a square: whether, to move, it could by a piece's movement take a man that stands there.
    ///
    /// On an empty square a man of the other side is imagined. Men taken in passing count as attacked; en passant does not, nor do
    /// promotion rules or pins: a pawn that may not step on the last rank still attacks there.
    ///
    /// `royal`: the square of a royal that asks whether it could stand on `square`; it is imagined gone from where it stands.
    pub(crate) fn attacks(&self, state: &State, side: usize, square: usize, royal: Option<usize>) -> bool {
        let stands_elsewhere = royal.filter(|&from| from != square);
        let kind = stands_elsewhere.map(|from| kind_of(state.cells[from]));
        let imagined = (kind.is_some() || state.cells[square] == 0).then_some(Imagined { square, kind });
        if imagined.is_none() && side_of(state.cells[square]) == side {
            return false;
        }
        self.men(state, side).any(|(from, _)| {
            let walk = Walk { en_passant: false, imagined, gone: stands_elsewhere, ..self.walk(state, from) };
            let found = walk.ways(&mut |way| {
                let taken =
                    (way.to == square && way.takes_on_target) || way.victims.as_slice().contains(&(square as u8));
                if taken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            found.is_break()
        })
    }

    /// Whether a side is in check: whether any man of its royal kinds is attacked by the other side.
    pub(crate) fn check(&self, state: &State, side: usize) -> bool {
        let mut royals = self.men(state, side).filter(|&(_, code)| self.rules.kinds[kind_of(code)].royal);
        royals.any(|(square, _)| self.attacks(state, 1 - side, square, None))
    }
}
