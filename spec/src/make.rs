//! What a move changes.

use crate::Interpreter;
use crate::movement::Way;
use ferz_abi::{Form, Move, NO_SQUARE, State, has, kind_of, with, without};
use std::ops::ControlFlow;

impl Interpreter {
    /// The position after a move.
    pub(crate) fn after(&self, state: &State, played: &Move) -> State {
        let mut next = self.changed(state, played);
        self.keep_useful_en_passant(&mut next);
        next
    }

    /// The position after a move, with every square that it passed open to en passant.
    pub(crate) fn changed(&self, state: &State, played: &Move) -> State {
        let mut next = *state;
        let (from, to) = (usize::from(played.from), usize::from(played.to));
        let mut touched: Vec<usize> = vec![from, to];
        let mut captures = false;
        next.cells[from] = 0;
        if played.is(Form::Castling) {
            let partner = state.cells[usize::from(played.squares[0])];
            next.cells[usize::from(played.squares[0])] = 0;
            next.cells[usize::from(played.squares[1])] = partner;
            touched.extend(played.squares[..2].iter().map(|&square| usize::from(square)));
        } else {
            for &victim in played.victims() {
                next.cells[usize::from(victim)] = 0;
                touched.push(victim.into());
            }
            for (lifted, _) in played.carried() {
                next.cells[usize::from(lifted)] = 0;
            }
            for (lifted, down) in played.carried() {
                next.cells[usize::from(down)] = state.cells[usize::from(lifted)];
                touched.extend([usize::from(lifted), usize::from(down)]);
            }
            captures = next.cells[to] != 0 || played.victims > 0;
        }
        next.cells[to] = played.placed;

        self.lose_rights(&mut next, &touched);
        self.tick(&mut next, played, captures);
        next.ep = played.passed().iter().fold([0; 4], |set, &square| with(set, square.into()));
        next.ep_victim = if played.passed > 0 { played.to.into() } else { NO_SQUARE };
        next.side = 1 - state.side;
        next
    }

    /// A castling right goes when king or partner moves or is removed, a right of the unmoved when its man does.
    fn lose_rights(&self, state: &mut State, touched: &[usize]) {
        for castling in &self.rules.castlings {
            let homes = [usize::from(castling.king_from), usize::from(castling.partner_from)];
            if homes.iter().any(|home| touched.contains(home)) {
                state.rights = without(state.rights, castling.partner_from.into());
            }
        }
        for &square in touched {
            state.unmoved = without(state.unmoved, square);
        }
    }

    /// The clock counts plies since a capture or a move of a kind that can promote; the number goes up after Black's move.
    fn tick(&self, state: &mut State, played: &Move, captures: bool) {
        let resets = captures || self.rules.promotes(kind_of(played.man));
        state.clock = if resets { 0 } else { state.clock.saturating_add(1) };
        state.number = state.number.saturating_add(u16::from(state.side));
    }

    /// Squares stay open to en passant only where some man of the side to move could go by an `e` part of its movement.
    pub(crate) fn keep_useful_en_passant(&self, state: &mut State) {
        let mut useful = [0; 4];
        if state.ep != [0; 4] {
            for (from, _) in self.men(state, state.side.into()) {
                let _ = self.walk(state, from).ways(&mut |way: &Way| {
                    if let Some(square) = way.en_passant.filter(|&square| has(&state.ep, square)) {
                        useful = with(useful, square);
                    }
                    ControlFlow::Continue(())
                });
            }
        }
        state.ep = useful;
        if useful == [0; 4] {
            state.ep_victim = NO_SQUARE;
        }
    }
}
