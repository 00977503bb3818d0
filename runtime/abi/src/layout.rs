//! What lies where in memory.

use crate::Set;

/// The version of this layout. It goes up with every change that a program built against an older one would notice.
pub const VERSION: u32 = 4;

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

impl State {
    /// A key for tables of positions: the same for the same position, and for two others as good as never.
    ///
    /// Everything counts but the quiet clock and the number of the move. For repetition ask it of
    /// [`Variant::identity`](crate::Variant::identity); where the clock or a depth matters, put it into `seed`, which is 0 otherwise.
    ///
    /// The state is taken as words of 64 bits, the first byte the lowest. Word `i` (from 0), unless it is 0, is xor-ed with
    /// `(i + 1) * 0x9e3779b97f4a7c15` and [mixed](mix); the key is `mix(seed)` plus all of these. Sums do not depend on order, so that
    /// words can be left out, added, or taken several at once.
    pub fn key(&self, seed: u64) -> u64 {
        // Bytes 2 to 5 of the first word are the clock and the number.
        let first = u64::from(self.side) | u64::from(self.reserved) << 8 | u64::from(self.ep_victim) << 48;
        let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
        let sets = [self.ep, self.rights, self.unmoved];
        let bytes = [self.vars.as_chunks().0, self.cells.as_chunks().0];
        let words = [first].into_iter().chain(sets.into_iter().flatten()).chain(bytes.into_iter().flatten().map(word));
        (1..).zip(words).fold(mix(seed), |key, (place, word)| match word {
            0 => key,
            _ => key.wrapping_add(mix(word ^ KEY_STEP.wrapping_mul(place))),
        })
    }
}

/// 2^64 divided by the golden ratio: words in different places become different before they are mixed.
const KEY_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads every bit over all 64: twice `x ^= x >> 32` and `x *= 0xd6e8feb86659fd93`, then `x ^= x >> 32` once more.
/// A bijection, so that no two words become one.
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
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
///
/// What the mover chooses in what follows on a move stands at the end of `squares`, for each rule where its
/// [`Choosing`](crate::Choosing) says.
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
    /// The lower half: how many pairs of `squares`, after those, are men that are put elsewhere (swaps). The upper half: a bit for each
    /// [`Choosing`](crate::Choosing) in which the mover chose.
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
        let pairs = if self.is(Form::Step) { usize::from(self.carried % CHOSE) } else { 0 };
        self.squares[start..].chunks_exact(2).take(pairs).map(|pair| (pair[0], pair[1]))
    }

    /// What the mover chose in what follows on the move, by the rule's place in [`Variant::choosings`](crate::Variant::choosings): square
    /// by square and code by code. `None` if nothing.
    pub fn chosen(&self, rule: usize, choosing: &crate::Choosing) -> Option<&[u8]> {
        let chose = (self.carried / CHOSE) >> rule & 1 != 0;
        chose.then(|| self.squares.get(choosing.squares())).flatten()
    }

    /// The same move, with these choices in a rule.
    pub fn choosing(mut self, rule: usize, choosing: &crate::Choosing, chosen: impl IntoIterator<Item = u8>) -> Move {
        self.carried |= CHOSE << rule;
        self.squares[choosing.squares()].iter_mut().zip(chosen).for_each(|(place, choice)| *place = choice);
        self
    }

    /// Whether this is an ordinary move, a castling, a drop or an action.
    pub fn is(&self, form: Form) -> bool {
        self.form == form as u8
    }
}

/// In [`Move::carried`], the bit of the first rule in which the mover can choose.
pub const CHOSE: u8 = 16;

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
        MOVE_CARRIED = Move.carried;
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

    /// The rule of the documentation, once more and plainly, over the bytes as they lie in memory.
    fn key_of_bytes(bytes: &[u8], seed: u64) -> u64 {
        let mut key = mix(seed);
        for (i, chunk) in bytes.chunks(8).enumerate() {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            if word != 0 {
                key = key.wrapping_add(mix(word ^ (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            }
        }
        key
    }

    fn bytes_of(state: &State) -> Vec<u8> {
        let mut bytes = vec![state.side, state.reserved, 0, 0, 0, 0];
        bytes.extend(state.ep_victim.to_le_bytes());
        bytes.extend([state.ep, state.rights, state.unmoved].concat().iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(state.vars.iter().chain(&state.cells));
        bytes
    }

    #[test]
    fn the_key_is_the_documented_one() {
        let mut state = State { side: 1, ep_victim: 27, clock: 9, number: 80, ..State::EMPTY };
        state.rights = [0x81, 0, 0, 1 << 63];
        state.vars[63] = 5;
        for (square, man) in [(0, 1), (99, 12), (255, 254)] {
            state.cells[square] = man;
        }
        assert_eq!(bytes_of(&state).len(), STATE_BYTES);
        assert_eq!(state.key(0), key_of_bytes(&bytes_of(&state), 0));
        assert_eq!(state.key(7), key_of_bytes(&bytes_of(&state), 7));
        assert_eq!(mix(0), 0);
    }

    #[test]
    fn clocks_do_not_change_the_key_and_everything_else_does() {
        let key = State::EMPTY.key(0);
        assert_eq!(State { clock: 3, number: 9, ..State::EMPTY }.key(0), key);
        let mut keys = vec![key, State::EMPTY.key(1), State { side: 1, ..State::EMPTY }.key(0)];
        for (square, man) in (0..256).flat_map(|square| (1..=8).map(move |man| (square, man))) {
            let mut state = State::EMPTY;
            state.cells[square] = man;
            keys.push(state.key(0));
        }
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}
