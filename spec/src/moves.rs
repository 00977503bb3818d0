//! Which moves are legal. The sections "Legal moves", "Tiers", "Castling" and "Ends" of `meaning.md`.

use crate::Interpreter;
use crate::expr::View;
use crate::movement::Way;
use ferz_abi::{Castling, EndWhen, Form, Move, State, code, has, kind_of, squares};
use ferz_lang::rules::expr::Forbid;
use std::ops::ControlFlow;

/// How deep what is forbidden may ask for legal moves: for the replies to the move, but what is forbidden to a reply does not ask again.
const FORBIDDEN: u8 = 1;

impl Interpreter {
    /// Every legal move, each once. A decided position has none.
    pub(crate) fn legal_moves(&self, state: &State) -> Vec<Move> {
        if self.decided(state) { Vec::new() } else { self.playable_moves(state, FORBIDDEN) }
    }

    /// Every move that would be legal if the game went on, tier by tier: a tier's moves exist only if no better one has any.
    ///
    /// `depth`: how deep rules that forbid may ask for legal moves.
    pub(crate) fn playable_moves(&self, state: &State, depth: u8) -> Vec<Move> {
        let mut moves = self.movements(state);
        moves.extend(self.castlings(state));
        moves.extend(self.drops(state));
        moves.extend(self.actions(state, false));
        moves = self.legal_of(state, moves, depth);
        if moves.iter().any(|m| self.is_preferred(state, m)) {
            moves.retain(|m| self.is_preferred(state, m));
        }
        if moves.is_empty() {
            moves = self.legal_of(state, self.actions(state, true), depth);
        }
        moves
    }

    /// The legal ones of these moves, with all that can be chosen in what follows on them.
    fn legal_of(&self, state: &State, moves: Vec<Move>, depth: u8) -> Vec<Move> {
        let mut moves = self.with_choices(state, moves);
        moves.retain(|m| self.is_legal(state, m, depth));
        self.distinct(state, moves)
    }

    /// Whether a move can be made, and leaves the mover neither in check nor in a position that the rules forbid.
    fn is_legal(&self, state: &State, played: &Move, depth: u8) -> bool {
        let own = usize::from(state.side);
        let Some(after) = self.changed(state, played) else { return false };
        let happened = self.happened(state, played);
        let view = View { happened: Some(&happened), depth, ..View::new(&after, own) };
        let forbidden = |forbid: &Forbid| {
            let is_meant = forbid.event.as_ref().is_none_or(|event| self.matches(event, state, played, &after));
            is_meant && self.holds_for(&view, &forbid.when)
        };
        !self.check(&after, own) && !self.rules.forbids.iter().any(forbidden)
    }

    /// Whether a move that can be made is one of those that go before all others.
    fn is_preferred(&self, state: &State, played: &Move) -> bool {
        !self.rules.prefers.is_empty()
            && self
                .changed(state, played)
                .is_some_and(|after| self.rules.prefers.iter().any(|event| self.matches(event, state, played, &after)))
    }

    /// Whether the rules ended the game before anybody asks for moves. Claims do not, and a repetition takes more than a position
    /// to see.
    fn decided(&self, state: &State) -> bool {
        self.rules.ends.iter().filter(|end| !end.claim).any(|end| match end.when {
            EndWhen::Quiet(moves) => u32::from(state.clock) >= 2 * u32::from(moves),
            EndWhen::Holds(condition) => (0..2).any(|own| self.end_holds(state, condition, own)),
            EndWhen::Checkmate | EndWhen::Stalemate | EndWhen::Repetition(_) => false,
        })
    }

    /// Whether a condition that an end speaks of holds, seen by `own`.
    pub(crate) fn end_holds(&self, state: &State, condition: u16, own: usize) -> bool {
        let condition = self.rules.conditions.get(usize::from(condition));
        let view = View { depth: FORBIDDEN + 1, ..View::new(state, own) };
        condition.is_some_and(|condition| self.holds_for(&view, condition))
    }

    /// Every move by a piece's movement, promotions included, whether or not it leaves a royal attacked.
    fn movements(&self, state: &State) -> Vec<Move> {
        let mut all = Vec::new();
        for (from, man) in self.men(state, state.side.into()) {
            let first = all.len();
            let _ = self.walk(state, from).ways(&mut |way| {
                for placed in self.becomes(state, man, from, way.to) {
                    if let Some(found) = self.step(from, man, placed, way) {
                        add(&mut all, first, found);
                    }
                }
                ControlFlow::Continue(())
            });
        }
        all
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

    /// King and partner are at home and have not moved, nothing stands between, and with the king on its own square, or on one that it
    /// crosses or reaches, there is no check.
    fn may_castle(&self, state: &State, castling: &Castling) -> bool {
        let stands = |kind, square: u8| state.cells[usize::from(square)] == code(kind, castling.side);
        has(&state.rights, castling.partner_from.into())
            && stands(castling.king, castling.king_from)
            && stands(castling.partner, castling.partner_from)
            && squares(castling.empty).all(|square| state.cells[square] == 0)
            && squares(castling.safe).all(|square| {
                let mut there = *state;
                there.cells[usize::from(castling.king_from)] = 0;
                there.cells[square] = code(castling.king, castling.side);
                !self.check(&there, castling.side)
            })
    }
}

impl Interpreter {
    /// The move that goes this way; none if it would change nothing, unless such men may stay.
    fn step(&self, from: usize, man: u8, placed: u8, way: &Way) -> Option<Move> {
        // A man taken on the way and one taken on the target are the same change if the way comes back to where it took.
        let mut victims: Vec<u8> =
            way.victims.as_slice().iter().copied().filter(|&v| usize::from(v) != way.to).collect();
        victims.sort_unstable();
        let carried = way.carried.as_slice();
        let room = self.rules.squares_of_a_move().checked_sub(victims.len() + carried.len())?;
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
        (changes_something || self.rules.kinds[kind_of(man)].may_stay).then_some(found)
    }
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
