//! A variant, described for those who show and store positions: names, letters, set-ups, what FEN and move text need.
//! How the men move is not in here: that is what engines are for.

use crate::{Set, State};

/// The description of one variant.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Variant {
    /// What the file calls it.
    pub name: String,
    /// Who made it up; empty where the file does not say.
    pub author: String,
    /// When, as the file says; empty where it does not.
    pub year: String,
    /// A remark of the file about itself; empty where it has none.
    pub about: String,
    /// The cells.
    pub board: Board,
    /// The kinds of men, in the order of the file; a kind's index is what codes are made of.
    pub kinds: Vec<Kind>,
    /// The start positions; the first is the default.
    pub setups: Vec<Setup>,
    /// Every castling that the set-ups allow.
    pub castlings: Vec<Castling>,
    /// Which men on which squares keep the right of the unmoved in the position.
    pub unmoved: Vec<Unmoved>,
    /// Moves that leave squares open to en passant: a FEN names only the square passed.
    pub markings: Vec<Marking>,
    /// What can be in hand.
    pub hand: Vec<HandSlot>,
    /// Counters, in the order in which a FEN lists them.
    pub counters: Vec<CounterSlot>,
    /// The actions; a move of that form says which of them it is.
    pub actions: Vec<Action>,
    /// The rules in which the mover chooses something that follows on a move, up to [`Choosing::MOST`].
    pub choosings: Vec<Choosing>,
    /// How a game can end, in the order in which it is asked.
    pub ends: Vec<End>,
}

impl Variant {
    /// A position as far as it counts for repetition: without clock and move number, and without what it remembers of the one before.
    pub fn identity(&self, state: &State) -> State {
        let numbers = self.hand.iter().map(|slot| slot.vars).chain(self.counters.iter().map(|slot| slot.vars));
        let mut vars = [0; 64];
        numbers.flatten().for_each(|var| vars[var] = state.vars[var]);
        State { clock: 0, number: 0, vars, ..*state }
    }
}

/// The cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Board {
    /// Number of files, 1 to 16.
    pub width: u8,
    /// Number of ranks, 1 to 16.
    pub height: u8,
    /// Squares that are no cells.
    pub holes: Set,
}

/// One kind of men.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its letter in White's and in Black's army; `None` where that side cannot have such a man.
    pub letters: [Option<Letter>; 2],
    /// Whether it may not be left attacked.
    pub royal: bool,
    /// Whether moving one resets the quiet clock: a kind that can promote.
    pub resets_clock: bool,
}

/// A letter with its mark: `N`, `+P`, `A'` or `Q~`. Upper case here; FEN shows Black's in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter {
    /// `A` to `Z`.
    pub letter: char,
    /// A `+` before the letter.
    pub plus: bool,
    /// A mark after the letter: `'`, `!` or `~`.
    pub mark: Option<char>,
}

/// A start position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// Its name; empty for the only or default one.
    pub name: String,
    /// The position, as FEN text with as many fields as the file gives.
    pub fen: String,
}

/// To which side of the royal its partner stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// Towards the last file: `K` in a FEN.
    King,
    /// Towards the a-file: `Q` in a FEN.
    Queen,
}

/// One castling: a royal on its home square with one partner on its home square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Whose.
    pub side: usize,
    /// To which side the partner stands.
    pub wing: Wing,
    /// Kind of the man that is called king here.
    pub king: usize,
    /// Kind of its partner.
    pub partner: usize,
    /// Home of the king.
    pub king_from: u8,
    /// Where the king lands.
    pub king_to: u8,
    /// Home of the partner: its bit in the rights of a position.
    pub partner_from: u8,
    /// Where the partner lands.
    pub partner_to: u8,
    /// Squares that must be empty: between the two, and where they pass and land.
    pub empty: Set,
    /// Squares on which the king must not be in check: its own, each one crossed, and the target.
    pub safe: Set,
    /// Whether an ordinary move of the king could have the same text, so that this one is written king onto partner.
    pub ambiguous: bool,
}

/// Men of a kind whose being unmoved the position keeps as a right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmoved {
    /// Their code.
    pub code: u8,
    /// Their home squares.
    pub homes: Set,
}

/// A move that can leave squares open to en passant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marking {
    /// Code of the man that makes it.
    pub code: u8,
    /// Where it starts.
    pub from: u8,
    /// Where it lands: the victim stands there.
    pub to: u8,
    /// The squares passed.
    pub passed: Vec<u8>,
}

/// A kind that can be in hand, and where its numbers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandSlot {
    /// The kind.
    pub kind: usize,
    /// For each side, the index of its number in `State::vars`.
    pub vars: [usize; 2],
    /// How many each side has at the start.
    pub start: [u8; 2],
}

/// A counter, and where its numbers are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterSlot {
    /// Its name.
    pub name: String,
    /// For each side, the index of its number in `State::vars`: the same one for a counter of the whole game.
    pub vars: [usize; 2],
    /// What it starts with.
    pub start: u8,
}

/// A move that is no man's movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// What is chosen for it, one after the other.
    pub choices: Vec<Choice>,
}

/// What a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A square.
    Square,
    /// A kind: a move holds the code of such a man of the mover's.
    Kind,
}

/// A rule in which the mover chooses something that follows on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choosing {
    /// Where in the squares of a move the choices stand.
    pub first: usize,
    /// What is chosen, one after the other.
    pub choices: Vec<Choice>,
}

impl Choosing {
    /// A variant has no more such rules than this.
    pub const MOST: usize = 4;

    /// The places of the choices in the squares of a move.
    pub fn squares(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.choices.len()
    }
}

/// One way in which a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The rule it stands in: what an outcome is announced with.
    pub rule: String,
    /// For whom: seen from the side whose turn the condition names (the side to move for the four common ones).
    pub outcome: Outcome,
    /// Whether a player may claim it; it does not end the game by itself, nor does perft see it.
    pub claim: bool,
    /// When.
    pub when: EndWhen,
}

/// What an end means for the side that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That side has won.
    Win,
    /// That side has lost.
    Lose,
    /// Nobody has won.
    Draw,
}

/// The condition of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndWhen {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// The position stands on the board for this many times.
    Repetition(u16),
    /// So many moves by each side were quiet.
    Quiet(u16),
    /// A condition of the rules, by its number: asked for who has moved, then for who is to move.
    Holds(u16),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_leaves_out_the_clocks_and_what_is_remembered() {
        let counter = CounterSlot { name: "checks".into(), vars: [0, 1], start: 3 };
        let variant = Variant { counters: vec![counter], ..Variant::default() };
        let mut later = State { clock: 7, number: 30, ..State::EMPTY };
        later.vars[2] = 1;
        assert_eq!(variant.identity(&State::EMPTY), variant.identity(&later));
        later.vars[1] = 1;
        assert_ne!(variant.identity(&State::EMPTY), variant.identity(&later));
        let other = State { side: 1, ..State::EMPTY };
        assert_ne!(variant.identity(&State::EMPTY), variant.identity(&other));
    }
}
