//! What a move changes. The sections "What a move changes", "Unmoved", "En passant" and "Remembered" of `meaning.md`.

use crate::Interpreter;
use crate::effects::change;
use crate::expr::View;
use crate::movement::Way;
use ferz_abi::{Form, Move, NO_SQUARE, State, code, has, kind_of, with, without};
use std::ops::ControlFlow;

impl Interpreter {
    /// The position after a move; none if something that the move does or that follows on it cannot be done.
    pub(crate) fn after(&self, state: &State, played: &Move) -> Option<State> {
        let mut next = self.changed(state, played)?;
        // Where what follows on the move took the man away that passed, nobody is left to be taken.
        let passed = next.ep_victim != NO_SQUARE;
        if passed && next.cells[usize::from(next.ep_victim)] != played.placed {
            next.ep = [0; 4];
        }
        self.keep_useful_en_passant(&mut next);
        Some(next)
    }

    /// The position after a move, with every square that it passed open to en passant.
    pub(crate) fn changed(&self, state: &State, played: &Move) -> Option<State> {
        self.changed_before(state, played, self.rules.afters.len())
    }

    /// The same, with nothing done yet of what follows by this rule and those behind it.
    pub(crate) fn changed_before(&self, state: &State, played: &Move, after: usize) -> Option<State> {
        let mut next = *state;
        let mut quiet = true;
        if played.is(Form::Action) {
            self.act(state, played, &mut next)?;
        } else if played.is(Form::Drop) {
            let slot = self.variant.hand.iter().find(|slot| slot.kind == kind_of(played.man))?;
            change(&mut next, slot.vars[usize::from(state.side)], -1)?;
            next.cells[usize::from(played.to)] = played.placed;
            quiet = false;
        } else {
            quiet = self.go(state, played, &mut next);
        }
        // An action leaves the clock running whatever stands on the square that names it.
        let resets = !played.is(Form::Action) && (!quiet || self.rules.promotes(kind_of(played.man)));
        next.clock = if resets { 0 } else { state.clock.saturating_add(1) };
        next.number = state.number.saturating_add(u16::from(state.side));
        next.ep = played.passed().iter().fold([0; 4], |set, &square| with(set, square.into()));
        next.ep_victim = if played.passed > 0 { played.to.into() } else { NO_SQUARE };
        next.side = 1 - state.side;
        self.remember(state, played, &mut next);
        self.follow(state, played, after, &mut next).then_some(next)
    }

    /// A man goes, or king and partner castle. Whether nothing was taken.
    fn go(&self, state: &State, played: &Move, next: &mut State) -> bool {
        let (from, to) = (usize::from(played.from), usize::from(played.to));
        let mut touched: Vec<usize> = vec![from, to];
        let mut quiet = true;
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
            quiet = next.cells[to] == 0 && played.victims == 0;
        }
        next.cells[to] = played.placed;
        self.lose_rights(state, next, &touched);
        quiet
    }

    /// What the position remembers of the one before: how conditions stood there for each side, and whether the move did nothing.
    fn remember(&self, state: &State, played: &Move, next: &mut State) {
        for (memory, condition) in self.rules.memories.iter().enumerate() {
            for own in 0..2 {
                let held = self.holds_for(&View::new(state, own), condition);
                next.vars[self.rules.memory_slots(memory)[own]] = held.into();
            }
        }
        if self.rules.remembers_passing() {
            let action = self.rules.actions.get(usize::from(played.squares[0])).filter(|_| played.is(Form::Action));
            let goes_nowhere = played.is(Form::Step) && played.from == played.to && played.placed == played.man;
            let stayed = goes_nowhere && played.victims().is_empty() && played.carried().next().is_none();
            next.vars[self.passing_slot()] = (stayed || action.is_some_and(|action| action.effects.is_empty())).into();
        }
    }

    /// A castling right goes when king or partner moves or is removed, a right of the unmoved when its man does. In another set-up the king
    /// may have another home: it counts only if he stood there.
    pub(crate) fn lose_rights(&self, before: &State, next: &mut State, touched: &[usize]) {
        for castling in &self.rules.castlings {
            let (king, partner) = (usize::from(castling.king_from), usize::from(castling.partner_from));
            let has_king = before.cells[king] == code(castling.king, castling.side);
            if touched.contains(&king) && has_king || touched.contains(&partner) {
                next.rights = without(next.rights, partner);
            }
        }
        for &square in touched {
            next.unmoved = without(next.unmoved, square);
        }
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
