//! Which squares a side attacks, and what check is. The sections "Attacked" and "Check" of `meaning.md`.

use crate::Interpreter;
use crate::expr::View;
use crate::movement::Walk;
use ferz_abi::{State, kind_of, side_of};
use std::ops::ControlFlow;

impl Interpreter {
    /// Whether `side` attacks a square: whether, to move, it could by a piece's movement take a man that stands there.
    ///
    /// On an empty square a man of the other side is imagined. Men taken in passing count as attacked; en passant does not, nor do
    /// promotion rules or pins: a pawn that may not step on the last rank still attacks there.
    pub(crate) fn attacks(&self, state: &State, side: usize, square: usize) -> bool {
        let imagined = (state.cells[square] == 0).then_some(square);
        if imagined.is_none() && side_of(state.cells[square]) == side {
            return false;
        }
        self.men(state, side).any(|(from, _)| {
            let walk = Walk { en_passant: false, imagined, ..self.walk(state, from) };
            let found = walk.ways(&mut |way| {
                let taken =
                    (way.to == square && way.takes_on_target) || way.victims.as_slice().contains(&(square as u8));
                if taken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            found.is_break()
        })
    }

    /// Whether a side is in check: whether a condition says so that the rules have for it, or if they have none, whether any man of its
    /// royal kinds is attacked by the other side.
    pub(crate) fn check(&self, state: &State, side: usize) -> bool {
        if !self.rules.checks.is_empty() {
            let view = View { knows_check: false, ..View::new(state, side) };
            return self.rules.checks.iter().any(|check| self.holds_for(&view, check));
        }
        let mut royals = self.men(state, side).filter(|&(_, code)| self.is_royal(code));
        royals.any(|(square, _)| self.attacks(state, 1 - side, square))
    }

    /// Whether the man with this code is royal.
    pub(crate) fn is_royal(&self, code: u8) -> bool {
        self.rules.kinds[kind_of(code)].royal
    }
}
