//! Where the bitboards lie that native code keeps behind a [`State`](ferz_abi::State).

use super::geometry::Geometry;
use ferz_abi::STATE_BYTES;

/// The memory of a position: the state, then one bitboard for each side, then one for each code.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Words of a bitboard.
    pub words: usize,
    /// Number of kinds: codes run from 1 to twice that.
    pub kinds: usize,
    /// How many bytes of cells are in use, in whole words.
    pub cell_bytes: usize,
}

impl Layout {
    /// The layout for a board and so many kinds.
    pub fn new(board: &Geometry, kinds: usize) -> Layout {
        Layout { words: board.words, kinds, cell_bytes: board.squares().next_multiple_of(8) }
    }

    /// Bytes of one bitboard.
    pub fn board_bytes(&self) -> usize {
        self.words * 8
    }

    /// Offset of the bitboard with all men of a side.
    pub fn side(&self, side: usize) -> i32 {
        (STATE_BYTES + side * self.board_bytes()) as i32
    }

    /// Offset of the bitboard of the men with a code; that of code 0 lies on Black's, so it must not be asked for.
    pub fn code(&self, code: u8) -> i32 {
        self.codes() + i32::from(code) * self.board_bytes() as i32
    }

    /// What to add to `code * board_bytes` for the offset of the bitboard of the men with that code.
    pub fn codes(&self) -> i32 {
        (STATE_BYTES + self.board_bytes()) as i32
    }

    /// Words behind the state.
    pub fn derived_words(&self) -> usize {
        (2 + 2 * self.kinds) * self.words
    }

    /// Bytes of a whole position.
    pub fn position_bytes(&self) -> usize {
        STATE_BYTES + self.derived_words() * 8
    }
}
