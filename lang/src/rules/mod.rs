//! `Rules`: a variant, checked and resolved. Everything behind the language reads this and nothing else.
//!
//! No spans, no names to look up, no sugar: what the file says with words stands here as sets of squares and of kinds, and what it
//! says about movement as legs (see [`movement`]). Whatever differs between the sides is written out for each side, White first,
//! so that no reader turns or reflects anything.

mod describe;
pub mod expr;
pub mod movement;
mod print;
mod print_expr;
mod seek;
mod sets;

pub use sets::{KindSet, SquareSet};

use expr::{Action, After, Cond, Counter, Drop, Event, Forbid, Kinds};
use ferz_abi::{Board, Castling, End, Letter};
use movement::Movement;

/// A kind, as an index into [`Rules::kinds`].
pub type KindId = usize;

/// A variant, as everything behind the language sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// What the file calls it.
    pub name: String,
    /// Who made it up; empty where the file does not say.
    pub author: String,
    /// When; empty where the file does not say.
    pub year: String,
    /// A remark; empty where there is none.
    pub about: String,
    /// The cells.
    pub board: Board,
    /// The kinds of men, in the order of the file.
    pub kinds: Vec<Kind>,
    /// How each kind is drawn where signs are wanted instead of letters, White's and Black's; `None` where the file does not say.
    pub symbols: Vec<[Option<char>; 2]>,
    /// The start positions, at least one; the first is the default.
    pub setups: Vec<Setup>,
    /// What men become on which squares.
    pub promotions: Vec<Promotion>,
    /// Every castling that the set-ups allow.
    pub castlings: Vec<Castling>,
    /// Moves that are no man's movement.
    pub actions: Vec<Action>,
    /// Which men may be dropped where.
    pub drops: Vec<Drop>,
    /// What follows on moves, in order.
    pub afters: Vec<After>,
    /// What check is, if the file says it: in check when any of these holds. None: when a royal man of the owner's is attacked.
    pub checks: Vec<Cond>,
    /// What is illegal besides leaving oneself in check.
    pub forbids: Vec<Forbid>,
    /// Moves that go before all others: if one that matches any of these is legal, only such are.
    pub prefers: Vec<Event>,
    /// Small numbers that are part of the position.
    pub counters: Vec<Counter>,
    /// The kinds that can be in hand, with what each side starts with.
    pub hand: Vec<InHand>,
    /// Conditions of which the position remembers how they stood before the last move.
    pub memories: Vec<Cond>,
    /// What ends speak of: [`EndWhen::Holds`](ferz_abi::EndWhen::Holds) is an index into this.
    pub conditions: Vec<Cond>,
    /// How a game ends, in the order in which it is asked: checkmate and stalemate come last.
    pub ends: Vec<End>,
    /// The examples of the file.
    pub tests: Vec<Test>,
}

/// One kind of men.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its letter in each army; `None` where that side cannot have such a man.
    pub letters: [Option<Letter>; 2],
    /// Its movement, as the file writes it.
    pub notation: String,
    /// Whether leaving one attacked is illegal.
    pub royal: bool,
    /// Whether going out and back without taking anybody is a move.
    pub may_stay: bool,
    /// What it counts as when it is taken: the kind it was promoted from, if the file says so.
    pub plain: Option<KindId>,
    /// How it moves, for each side.
    pub movement: [Movement; 2],
    /// What "has not moved" means for it, for each side.
    pub unmoved: [Unmoved; 2],
}

/// How to know that a man of a kind has not moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unmoved {
    /// Such men never come back to their home squares: one that stands there has not moved.
    Place(SquareSet),
    /// Such men may come back to these home squares: the position keeps a right for each (`State::unmoved`).
    Right(SquareSet),
}

/// A start position.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Its name; empty for the only or default one.
    pub name: String,
    /// The position as FEN, with as many fields as the file gives.
    pub fen: String,
    /// The man on each square: its kind and side (0 White, 1 Black).
    pub cells: Vec<Option<(KindId, usize)>>,
}

/// One `promote` line.
///
/// Of the lines that match a move the options are united; staying what it is is allowed only if all of them are optional.
/// Compulsory and nothing to become: there is no such move.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The rule it stands in.
    pub rule: String,
    /// Which men promote.
    pub kinds: KindSet,
    /// The zone, for each side.
    pub zone: [SquareSet; 2],
    /// Which end of the move must lie in the zone.
    pub place: Place,
    /// Whether the man may stay what it is.
    pub optional: bool,
    /// What men may become; of the owner, before the move.
    pub to: Kinds,
    /// When the line counts at all.
    pub while_: Option<Cond>,
}

/// A kind that can be in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InHand {
    /// The kind.
    pub kind: KindId,
    /// How many of them each side has at the start.
    pub start: [u8; 2],
}

/// Which end of a move a zone is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The square reached.
    On,
    /// The square left.
    From,
    /// Either.
    FromOrTo,
}

/// A `test` block.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its title.
    pub name: String,
    /// The file it stands in, as its resolver names it.
    pub file: String,
    /// What it does and claims, in order. It starts from the first set-up.
    pub steps: Vec<TestStep>,
}

/// A statement of a test, with the line it stands in (from 1).
#[derive(Clone, Debug, PartialEq)]
pub struct TestStep {
    /// The line.
    pub line: usize,
    /// What it says.
    pub claim: Claim,
}

/// What a statement of a test does or claims.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// Go to this position.
    Position(String),
    /// The man on this square may go to exactly these squares.
    Moves(u8, SquareSet),
    /// The man on this square may capture on exactly these squares.
    Captures(u8, SquareSet),
    /// These moves are legal.
    Legal(Vec<String>),
    /// These moves are not.
    Illegal(Vec<String>),
    /// Play these moves.
    Play(Vec<String>),
    /// The game stands like this.
    Status(Status),
    /// So many sequences of so many legal moves.
    Perft(u32, u64),
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// It goes on, and the side to move is not in check.
    Ongoing,
    /// It goes on, and the side to move is in check.
    Check,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
    /// White (0) or Black (1) has won, perhaps by the rule of this name.
    Win(usize, Option<String>),
    /// A draw, perhaps by the rule of this name.
    Draw(Option<String>),
}
