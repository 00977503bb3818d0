//! The executable specification: an interpreter over [`Rules`] that says what the rules mean and nothing about how to be fast.
//!
//! Where native code and this program differ, this program is right. So it keeps a plain board of cells and goes every way of every
//! man anew each time: no bitboards, no tables, nothing remembered from one position to the next. Each module holds one chapter, and
//! names the sections of `meaning.md` that it follows:
//!
//! - `movement`: how a man goes along the legs of its movement;
//! - `attack`: which squares a side attacks, and what check is;
//! - `expr`: sets of squares and of kinds, numbers, conditions;
//! - `promotion`: what men become;
//! - `actions`: drops, and moves that are no man's movement;
//! - `choices`: what the mover chooses;
//! - `moves`: which moves are legal, which come first, and when there are none any more;
//! - `make`: what a move changes;
//! - `events`: what a move was, and what follows on it;
//! - `effects`: what rules do to a position;
//! - `perft`: counting.
//!
//! Architecture invariant: this crate knows nothing of the compiler.

mod actions;
mod attack;
mod choices;
mod effects;
mod events;
mod expr;
mod make;
mod movement;
mod moves;
mod perft;
mod promotion;
#[cfg(test)]
mod tests;

use ferz_abi::{Move, State, Variant};
use ferz_lang::rules::Rules;
use ferz_runtime::{Engine, Position, Stopped};
use std::sync::atomic::AtomicBool;

/// The interpreter for one variant.
#[derive(Clone, Debug)]
pub struct Interpreter {
    rules: Rules,
    variant: Variant,
}

impl Interpreter {
    /// An interpreter of these rules.
    pub fn new(rules: &Rules) -> Interpreter {
        Interpreter { rules: rules.clone(), variant: rules.describe() }
    }

    /// The squares of all men of this side, with their codes.
    fn men<'a>(&self, state: &'a State, side: usize) -> impl Iterator<Item = (usize, u8)> + use<'a> {
        let cells = state.cells.iter().take(self.rules.squares()).enumerate();
        cells
            .filter(move |&(_, &code)| code != 0 && ferz_abi::side_of(code) == side)
            .map(|(square, &code)| (square, code))
    }
}

impl Engine for Interpreter {
    fn name(&self) -> &'static str {
        "interp"
    }

    fn variant(&self) -> &Variant {
        &self.variant
    }

    fn load(&self, state: &State) -> Position {
        let mut state = *state;
        self.keep_useful_en_passant(&mut state);
        Position::new(&state, 0)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        out.extend(self.legal_moves(position.state()));
    }

    fn make(&self, position: &Position, played: &Move) -> Position {
        let state = position.state();
        Position::new(&self.after(state, played).unwrap_or(*state), 0)
    }

    fn in_check(&self, position: &Position) -> bool {
        let state = position.state();
        self.check(state, usize::from(state.side))
    }

    fn attacked(&self, position: &Position, square: u8, side: usize) -> bool {
        self.attacks(position.state(), side, square.into())
    }

    fn holds(&self, position: &Position, condition: u16, own: usize) -> bool {
        self.end_holds(position.state(), condition, own)
    }

    fn perft(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, Stopped> {
        self.count(position.state(), depth, stop)
    }
}
