//! What rules say: sets of squares and of kinds, numbers, conditions, effects. Typed, resolved, without spans.
//!
//! Every expression is read with an *owner*, `own`: the mover, for what is asked before a move; the side an end or a check is asked for, after it.
//! What differs between the sides stands here for both, White first.

use super::movement::Movement;
use super::{KindId, KindSet, SquareSet};

/// Whose, as seen by the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The owner's.
    Own,
    /// The other side's.
    Enemy,
    /// Either side's.
    Either,
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Squares {
    /// The same in every position, for each owner.
    Zone([SquareSet; 2]),
    /// Where men of some kinds stand.
    Men(Who, Kinds),
    /// Cells where nobody stands.
    Empty,
    /// Squares attacked by the other side (`Who::Enemy`) or the owner's (`Who::Own`).
    Attacked(Who),
    /// The empty squares that men moving like this (for each owner) could move to from there, and the squares of the other side's men they could take.
    Reach(Box<[Movement; 2]>, Box<Squares>),
    /// The neighbours of each square, in eight directions; a square of the set only if it neighbours another one.
    Near(Box<Squares>),
    /// All cells of the files the set touches.
    Files(Box<Squares>),
    /// All cells of the ranks the set touches.
    Ranks(Box<Squares>),
    /// In either.
    Or(Box<Squares>, Box<Squares>),
    /// In both.
    And(Box<Squares>, Box<Squares>),
    /// In the first only.
    Minus(Box<Squares>, Box<Squares>),
    /// All cells but these.
    Not(Box<Squares>),
    /// Where men stand that have not moved, of either side.
    Unmoved,
    /// The square that a `choose` of the action or of what follows on a move picked, by its place in the list of choices.
    Chosen(usize),
    /// The square the move left (when castling: those both men left).
    From,
    /// The square it reached (when castling: those both men reached).
    To,
    /// The squares of the men it took.
    Victim,
}

/// A set of kinds.
#[derive(Clone, Debug, PartialEq)]
pub enum Kinds {
    /// The same in every position, for each owner.
    Fixed([KindSet; 2]),
    /// Kinds of which the owner has fewer men on the board than in its set-up: never a royal kind, nor the one that is promoting.
    Captured,
    /// Of the kind that promotes: the forms that name it as their plain kind.
    PromotedForm,
    /// Kinds of which the owner has men in hand.
    InHand,
    /// The kind that a `choose` picked, by its place in the list of choices.
    Chosen(usize),
    /// In either.
    Or(Box<Kinds>, Box<Kinds>),
    /// In both.
    And(Box<Kinds>, Box<Kinds>),
    /// In the first only.
    Minus(Box<Kinds>, Box<Kinds>),
}

impl Kinds {
    /// The set, if it is the same in every position.
    pub fn fixed(&self, owner: usize) -> Option<KindSet> {
        Some(match self {
            Kinds::Fixed(sets) => sets[owner],
            Kinds::Captured | Kinds::PromotedForm | Kinds::InHand | Kinds::Chosen(_) => return None,
            Kinds::Or(a, b) => a.fixed(owner)? | b.fixed(owner)?,
            Kinds::And(a, b) => a.fixed(owner)? & b.fixed(owner)?,
            Kinds::Minus(a, b) => a.fixed(owner)? - b.fixed(owner)?,
        })
    }
}

/// A whole number.
#[derive(Clone, Debug, PartialEq)]
pub enum Int {
    /// This one.
    Const(i64),
    /// How many squares there are in a set.
    Count(Squares),
    /// How many men of these kinds the owner has lost: what its set-up has more of than the board now.
    Lost(Kinds),
    /// A counter, by its place in [`Rules::counters`](super::Rules::counters).
    Counter(usize, Who),
    /// How many men of these kinds are in a hand.
    Hand(Kinds, Who),
    /// The sum.
    Add(Box<Int>, Box<Int>),
    /// The difference.
    Sub(Box<Int>, Box<Int>),
    /// The product.
    Mul(Box<Int>, Box<Int>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// Always or never.
    Const(bool),
    /// There is a square in the set.
    Any(Squares),
    /// The comparison holds.
    Compare(Int, Comparison, Int),
    /// The owner (or the enemy) is in check.
    Check(Who),
    /// The side is to move, in check and without a legal move.
    Checkmate(Who),
    /// The side is to move, not in check and without a legal move.
    Stalemate(Who),
    /// The owner is to move.
    ToMove,
    /// The owner is White (0) or Black (1).
    OwnIs(usize),
    /// What held before the last move: by its place in [`Rules::memories`](super::Rules::memories).
    Before(usize),
    /// The last move changed nothing on the board.
    Passed,
    /// Both hold.
    And(Box<Cond>, Box<Cond>),
    /// One at least holds.
    Or(Box<Cond>, Box<Cond>),
    /// It does not hold.
    Not(Box<Cond>),
}

/// A change of the position. One that cannot be done makes the move impossible.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// All men on these squares go, at once.
    Remove(Squares),
    /// The men on two squares change places; each set must have one square, with a man on it.
    Swap(Squares, Squares),
    /// The man on one square goes to another, which must be empty.
    Relocate(Squares, Squares),
    /// A man of the owner's of this kind appears on a square, whatever stands there.
    Put(Man, Squares),
    /// A man of this kind comes from the owner's hand onto a square, which must be empty.
    Drop(Man, Squares),
    /// The victims of the move come into the owner's hand, as their plain kinds.
    VictimToHand,
    /// A counter goes up (or down, if negative), within what its range allows.
    Change(usize, Who, i64),
}

/// The kind of a man that an effect brings onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Man {
    /// This one.
    Kind(KindId),
    /// The one that a `choose` picked, by its place in the list of choices.
    Chosen(usize),
}

/// What a `choose` picks one of.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A square of the set.
    Square(Squares),
    /// A kind of the set.
    Kind(Kinds),
}

/// What moves a rule is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What happens.
    pub what: Happening,
    /// What moves.
    pub by: Option<Kinds>,
    /// What is taken.
    pub of: Option<Kinds>,
    /// Where it starts, read before the move.
    pub from: Option<Squares>,
    /// Where it ends.
    pub to: Option<Squares>,
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Something is taken.
    Capture,
    /// A man moves (castling and promotion are moves, drops and actions are not).
    Move,
    /// A man is dropped.
    Drop,
    /// A man becomes another kind.
    Promotion,
    /// King and partner castle.
    Castling,
    /// The other side is in check afterwards.
    Check,
}

/// A small number that is part of the position, and of its FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// What it starts with, for each side (both the same number if there is one for the whole game).
    pub start: u8,
    /// Whether each side has its own.
    pub each_side: bool,
}

/// An action: a move that is no man's movement.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// Whether it exists only if no other move is legal.
    pub last_resort: bool,
    /// When it is to be had.
    pub when: Option<Cond>,
    /// What is chosen, one out of each set; a later set may speak of earlier choices.
    pub choices: Vec<Choice>,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// What follows on a move.
#[derive(Clone, Debug, PartialEq)]
pub struct After {
    /// The rule it stands in.
    pub rule: String,
    /// On which moves.
    pub event: Event,
    /// Whether the mover may choose nothing, and then nothing happens.
    pub optional: bool,
    /// What the mover chooses, in the position as it is by then; a later set may speak of earlier choices.
    pub choices: Vec<Choice>,
    /// What happens, in order.
    pub effects: Vec<Effect>,
}

/// What is illegal.
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// The rule it stands in.
    pub rule: String,
    /// Which moves it is about; all, if it does not say.
    pub event: Option<Event>,
    /// What must not hold after them, own being who moved.
    pub when: Cond,
}

/// Which men may be dropped where.
#[derive(Clone, Debug, PartialEq)]
pub struct Drop {
    /// The rule it stands in.
    pub rule: String,
    /// The men.
    pub kinds: Kinds,
    /// The squares.
    pub on: Squares,
}
