//! A position in the memory layout that all engines share.

use ferz_abi::{STATE_BYTES, State};

/// A [`State`], followed by whatever its engine derives from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    words: Box<[u64]>,
}

const STATE_WORDS: usize = STATE_BYTES / 8;

impl Position {
    /// A position with this state and so many words of derived data, all zero: for engines, which fill them in.
    pub fn new(state: &State, derived_words: usize) -> Position {
        let mut position = Position { words: vec![0; STATE_WORDS + derived_words].into() };
        *position.state_mut() = *state;
        position
    }

    /// The part that every engine knows.
    #[allow(unsafe_code)]
    pub fn state(&self) -> &State {
        // SAFETY: `State` is `repr(C)`, made of integers only, so any bytes are a valid one; `words` is at least as long
        // (`new` is the only maker) and aligned to 8, of which `State`'s alignment is a divisor (asserted below).
        unsafe { &*self.words.as_ptr().cast::<State>() }
    }

    /// The part that every engine knows, for engines to change: derived data must follow.
    #[allow(unsafe_code)]
    pub fn state_mut(&mut self) -> &mut State {
        // SAFETY: as in `state`; the exclusive borrow of `self` makes this the only reference.
        unsafe { &mut *self.words.as_mut_ptr().cast::<State>() }
    }

    /// The whole memory, state first: what generated code reads.
    pub fn as_ptr(&self) -> *const u64 {
        self.words.as_ptr()
    }

    /// The whole memory, state first: what generated code writes.
    pub fn as_mut_ptr(&mut self) -> *mut u64 {
        self.words.as_mut_ptr()
    }

    /// The engine's own words, behind the state.
    pub fn derived(&self) -> &[u64] {
        &self.words[STATE_WORDS..]
    }

    /// The engine's own words, behind the state.
    pub fn derived_mut(&mut self) -> &mut [u64] {
        &mut self.words[STATE_WORDS..]
    }
}

const _: () = assert!(align_of::<State>() <= align_of::<u64>() && STATE_BYTES.is_multiple_of(8));
