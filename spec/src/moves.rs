//! Which moves are legal.

use crate::Interpreter;
use crate::movement::Way;
use ferz_abi::{Castling, EndWhen, Form, Move, State, code, has, kind_of, side_of, squares};
use ferz_lang::rules::{KindSet, Place};
use std::ops::ControlFlow;

impl Interpreter {
    /// Every legal move, each once: those after which no royal of the mover is attacked. A decided position has none.
    pub(crate) fn legal_moves(&self, state: &State) -> Vec<Move> {
        if self.decided(state) {
            return Vec::new();
        }
        let side = usize::from(state.side);
        let mut moves = self.movements(state);
        moves.extend(self.castlings(state));
        moves.retain(|m| !self.check(&self.changed(state, m), side));
        moves
    }

    /// Whether the rules ended the game before anybody asks for moves. Claims do not, and a repetition takes more than a position
    /// to see.
    fn decided(&self, state: &State) -> bool {
        self.rules.ends.iter().filter(|end| !end.claim).any(|end| match end.when {
            EndWhen::Quiet(moves) => u32::from(state.clock) >= 2 * u32::from(moves),
            EndWhen::Checkmate | EndWhen::Stalemate | EndWhen::Repetition(_) | EndWhen::Holds(_) => false,
        })
    }

    /// Every move by a piece's movement, promotions included, whether or not it leaves a royal attacked.
    fn movements(&self, state: &State) -> Vec<Move> {
        let mut all = Vec::new();
        for (from, man) in self.men(state, state.side.into()) {
            let first = all.len();
            let _ = self.walk(state, from).ways(&mut |way| {
                for placed in self.becomes(man, from, way.to) {
                    if let Some(found) = step(from, man, placed, way) {
                        add(&mut all, first, found);
                    }
                }
                ControlFlow::Continue(())
            });
        }
        all
    }

    /// What a man may be once it has gone from here to there: usually what it was.
    ///
    /// Of the `promote` lines that match, the options are united; staying what it is is allowed only if all of them are optional.
    /// Compulsory and nothing to become: nothing at all, so that there is no such move.
    fn becomes(&self, man: u8, from: usize, to: usize) -> Vec<u8> {
        let (kind, side) = (kind_of(man), side_of(man));
        let mut options = KindSet::EMPTY;
        let mut may_stay = true;
        for line in self.rules.promotions.iter().filter(|line| line.kinds.has(kind)) {
            let zone = &line.zone[side];
            let matches = match line.place {
                Place::On => zone.has(to),
                Place::From => zone.has(from),
                Place::FromOrTo => zone.has(from) || zone.has(to),
            };
            if matches {
                options = options | line.to.fixed(side).unwrap_or_default();
                may_stay &= line.optional;
            }
        }
        let mut codes: Vec<u8> = (options - KindSet::of(kind)).iter().map(|k| code(k, side)).collect();
        if may_stay {
            codes.push(man);
        }
        codes
    }

    /// Every castling of the side to move that is available.
    fn castlings(&self, state: &State) -> impl Iterator<Item = Move> {
        let own = self.rules.castlings.iter().filter(|castling| castling.side == usize::from(state.side));
        own.filter(|castling| self.may_castle(state, castling)).map(|castling| {
            let king = code(castling.king, castling.side);
            Move {
                from: castling.king_from,
                to: castling.king_to,
                man: king,
                placed: king,
                form: Form::Castling as u8,
                squares: [castling.partner_from, castling.partner_to, 0, 0, 0, 0, 0, 0],
                ..Move::default()
            }
        })
    }

    /// King and partner are at home and have not moved, nothing stands between, and the king would be in check neither on its own
    /// square nor on one that it crosses or reaches.
    fn may_castle(&self, state: &State, castling: &Castling) -> bool {
        let home = usize::from(castling.king_from);
        let stands = |kind, square: u8| state.cells[usize::from(square)] == code(kind, castling.side);
        has(&state.rights, castling.partner_from.into())
            && stands(castling.king, castling.king_from)
            && stands(castling.partner, castling.partner_from)
            && squares(castling.empty).all(|square| state.cells[square] == 0)
            && squares(castling.safe).all(|square| !self.attacks(state, 1 - castling.side, square, Some(home)))
    }
}

/// The move that goes this way; none if it would change nothing.
fn step(from: usize, man: u8, placed: u8, way: &Way) -> Option<Move> {
    // A man taken on the way and one taken on the target are the same change if the way comes back to where it took.
    let mut victims: Vec<u8> = way.victims.as_slice().iter().copied().filter(|&v| usize::from(v) != way.to).collect();
    victims.sort_unstable();
    let carried = way.carried.as_slice();
    let room = 8_usize.checked_sub(victims.len() + carried.len())?;
    let passed = way.passed.as_slice().iter().take(room);
    let mut found = Move {
        from: from as u8,
        to: way.to as u8,
        man,
        placed,
        form: Form::Step as u8,
        victims: victims.len() as u8,
        passed: passed.len() as u8,
        carried: (carried.len() / 2) as u8,
        ..Move::default()
    };
    for (place, &square) in found.squares.iter_mut().zip(victims.iter().chain(passed).chain(carried)) {
        *place = square;
    }
    let changes_something = from != way.to || placed != man || !victims.is_empty() || !carried.is_empty();
    changes_something.then_some(found)
}

/// Adds a move to those of the same man, which start at `first`. Two ways to make the same change are one move: the one that leaves
/// more squares open to en passant.
fn add(all: &mut Vec<Move>, first: usize, found: Move) {
    let same = |m: &&mut Move| {
        (m.to, m.placed, m.victims()) == (found.to, found.placed, found.victims()) && m.carried().eq(found.carried())
    };
    match all[first..].iter_mut().find(same) {
        Some(known) if known.passed < found.passed => *known = found,
        Some(_) => {}
        None => all.push(found),
    }
}
