//! Numbers for moves: what the output of a network stands for.
//!
//! The number of a move is `(source * squares + target) * (kinds + 1) + become`:
//! - `source` is the square the man leaves; or, behind all squares, the kind that is dropped; or, behind those, the action of the rules;
//! - `target` is the square it reaches (castling: the square of the partner; an action: what is chosen first);
//! - `become` is 0 where the man stays what it is, or one more than the kind it becomes.
//!
//! Few variants have legal moves that share all three (several ways to the same square with other victims, or an action with two
//! choices). The first of them, in the order of their texts, has the number above; the others take numbers behind all those.

use ferz_abi::{Form, Move, Variant, kind_of};
use ferz_runtime::name_moves;

/// As many further moves as can share their number with another one.
const SHARED: usize = 1 << 16;

/// The numbers of the moves of one variant.
#[derive(Clone, Copy, Debug)]
pub struct Actions {
    squares: usize,
    kinds: usize,
    actions: usize,
}

impl Actions {
    /// For this variant.
    pub fn new(variant: &Variant) -> Actions {
        let squares = usize::from(variant.board.width) * usize::from(variant.board.height);
        Actions { squares, kinds: variant.kinds.len(), actions: variant.actions.len() }
    }

    /// Numbers that say all about a move.
    fn plain(&self) -> usize {
        (self.squares + self.kinds + self.actions) * self.squares * (self.kinds + 1)
    }

    /// One more than the largest number.
    pub fn size(&self) -> usize {
        self.plain() + SHARED
    }

    fn number(&self, played: &Move) -> usize {
        let (source, target) = if played.is(Form::Action) {
            (self.squares + self.kinds + usize::from(played.squares[0]), played.squares[1])
        } else if played.is(Form::Drop) {
            (self.squares + kind_of(played.placed), played.to)
        } else if played.is(Form::Castling) {
            (usize::from(played.from), played.squares[0])
        } else {
            (usize::from(played.from), played.to)
        };
        let changes = played.is(Form::Step) && played.placed != played.man;
        let becomes = if changes { 1 + kind_of(played.placed) } else { 0 };
        (source * self.squares + usize::from(target)) * (self.kinds + 1) + becomes
    }

    /// The numbers of all legal moves of a position, in the order of `moves`: no two are the same.
    pub fn number_all(&self, variant: &Variant, moves: &[Move]) -> Vec<i64> {
        let mut numbers: Vec<i64> = moves.iter().map(|m| self.number(m) as i64).collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            self.tell_apart(variant, moves, &mut numbers);
        }
        numbers
    }

    fn tell_apart(&self, variant: &Variant, moves: &[Move], numbers: &mut [i64]) {
        let mut order: Vec<(String, usize)> = Vec::with_capacity(moves.len());
        for (text, named) in name_moves(variant, moves) {
            order.extend(moves.iter().position(|m| *m == named).map(|at| (text, at)));
        }
        let (mut taken, mut next) = (std::collections::HashSet::new(), self.plain() as i64);
        for (_, at) in order {
            if !taken.insert(numbers[at]) {
                numbers[at] = next;
                next += 1;
            }
        }
    }
}
