//! What lies where in memory.

use crate::Set;

/// The version of this layout. It goes up with every change that a program built against an older one would notice.
pub const VERSION: u32 = 2;

/// "No square" in a field that is wide enough to say so.
pub const NO_SQUARE: u16 = u16::MAX;

/// A position, as far as every engine knows it. An engine may keep derived data (bitboards) right behind it.
///
/// What counts for repetition: [`Variant::identity`](crate::Variant::identity).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The side to move: 0 White, 1 Black.
    pub side: u8,
    /// Always zero: keeps the next field aligned and is free for later use.
    pub reserved: u8,
    /// Plies since the last capture, drop, or move of a kind that can promote (saturating).
    pub clock: u16,
    /// The number of the full move, from 1 (saturating).
    pub number: u16,
    /// Where the man stands that may be taken en passant, or [`NO_SQUARE`].
    pub ep_victim: u16,
    /// The squares open to en passant. Kept only where some man of the side to move could go there by an `e` part.
    pub ep: Set,
    /// Castling rights: the squares of the partners with which castling is still to be had.
    pub rights: Set,
    /// The squares of men that have not moved, for the kinds whose movement asks and whose place does not tell.
    pub unmoved: Set,
    /// Hands and counters, in the slots that the variant assigns, and what the position remembers of the one before.
    pub vars: [u8; 64],
    /// The code of the man on each square, 0 where there is none. Cells beyond the board are 0.
    pub cells: [u8; 256],
}

impl State {
    /// An empty board with White to move, at move 1.
    pub const EMPTY: State = State {
        side: 0,
        reserved: 0,
        clock: 0,
        number: 1,
        ep_victim: NO_SQUARE,
        ep: [0; 4],
        rights: [0; 4],
        unmoved: [0; 4],
        vars: [0; 64],
        cells: [0; 256],
    };
}

/// The size of a [`State`]: derived data of an engine starts here.
pub const STATE_BYTES: usize = size_of::<State>();

/// How a move is carried out.
#[repr(u8)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// A man goes from one square to another; whatever stands on the target is taken.
    #[default]
    Step = 0,
    /// The royal goes to `to`; its partner goes from `squares[0]` to `squares[1]`.
    Castling = 1,
    /// A man comes from the hand onto `to`.
    Drop = 2,
    /// An action of the rules: `squares[0]` is its number, the others its choices.
    Action = 3,
}

/// A move: 16 bytes, plain data.
///
/// A `Step` also removes the men on the first `victims` of `squares` (en passant, locust captures), leaves the next `passed` of
/// them open to en passant, and takes men along: the next `carried` pairs are the square such a man leaves and the one it reaches.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square the man leaves (for a drop: the same as `to`).
    pub from: u8,
    /// The square the man reaches.
    pub to: u8,
    /// The code of the man that moves.
    pub man: u8,
    /// The code of the man that stands on `to` afterwards: another one than `man` after a promotion.
    pub placed: u8,
    /// How the move is carried out: a [`Form`].
    pub form: u8,
    /// How many of `squares` are victims besides the one on `to`.
    pub victims: u8,
    /// How many of `squares`, after the victims, are left open to en passant.
    pub passed: u8,
    /// How many pairs of `squares`, after those, are men that are put elsewhere (swaps).
    pub carried: u8,
    /// Victims, then passed squares, then pairs of men that are carried; or the partner's two squares when castling.
    pub squares: [u8; 8],
}

impl Move {
    /// The squares of the men that are removed besides one on `to`.
    pub fn victims(&self) -> &[u8] {
        &self.squares[..usize::from(self.victims).min(8)]
    }

    /// The squares that this move leaves open to en passant.
    pub fn passed(&self) -> &[u8] {
        let start = usize::from(self.victims).min(8);
        let end = (start + usize::from(self.passed)).min(8);
        &self.squares[start..end]
    }

    /// The men that are put elsewhere, neither side's loss: from where, and to where. All are lifted before the first is put down.
    pub fn carried(&self) -> impl Iterator<Item = (u8, u8)> {
        let start = (usize::from(self.victims) + usize::from(self.passed)).min(8);
        let pairs = if self.is(Form::Step) { usize::from(self.carried) } else { 0 };
        self.squares[start..].chunks_exact(2).take(pairs).map(|pair| (pair[0], pair[1]))
    }

    /// Whether this is an ordinary move, a castling, a drop or an action.
    pub fn is(&self, form: Form) -> bool {
        self.form == form as u8
    }
}

/// What generated code gets as its first argument: all that it needs from outside.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Points to a byte that is not zero once a long count shall end.
    pub stop: *const u8,
    /// The first byte of scratch memory, aligned to 16: positions and moves of the plies below.
    pub scratch: *mut u8,
    /// One past the last byte of scratch memory.
    pub scratch_end: *mut u8,
    /// Why moves are counted right now; zero at first, and again whenever generated code returns. Code that finds out whether a side is
    /// stuck says so here, so that rules which ask for moves do not ask one another for ever.
    pub asking: u64,
}

/// Byte offsets of the fields of [`State`], [`Move`] and [`Context`], for the code generator.
pub mod offsets {
    use super::{Context, Move, State};
    use std::mem::offset_of;

    macro_rules! offsets {
        ($($name:ident = $type:ident . $field:ident;)*) => {
            $(#[doc = concat!("Offset of `", stringify!($field), "` in `", stringify!($type), "`.")]
            pub const $name: i32 = offset_of!($type, $field) as i32;)*
        };
    }

    offsets! {
        STATE_SIDE = State.side;
        STATE_CLOCK = State.clock;
        STATE_NUMBER = State.number;
        STATE_EP_VICTIM = State.ep_victim;
        STATE_EP = State.ep;
        STATE_RIGHTS = State.rights;
        STATE_UNMOVED = State.unmoved;
        STATE_VARS = State.vars;
        STATE_CELLS = State.cells;
        MOVE_FROM = Move.from;
        MOVE_TO = Move.to;
        MOVE_MAN = Move.man;
        MOVE_PLACED = Move.placed;
        MOVE_FORM = Move.form;
        MOVE_VICTIMS = Move.victims;
        MOVE_PASSED = Move.passed;
        MOVE_SQUARES = Move.squares;
        CONTEXT_STOP = Context.stop;
        CONTEXT_SCRATCH = Context.scratch;
        CONTEXT_SCRATCH_END = Context.scratch_end;
        CONTEXT_ASKING = Context.asking;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_the_documented_one() {
        assert_eq!(size_of::<Move>(), 16);
        assert_eq!(STATE_BYTES, 8 + 3 * 32 + 64 + 256);
        assert_eq!(offsets::STATE_CELLS, 168);
        assert_eq!(STATE_BYTES % 8, 0);
    }
}
