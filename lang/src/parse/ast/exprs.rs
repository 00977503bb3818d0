//! Expressions: sets, numbers and conditions alike.

use super::{Movement, Name, Number, Text};
use crate::diagnostics::Span;

/// An expression: squares, kinds, a number or a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Where it stands.
    pub span: Span,
}

/// A node of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Operands joined from left to right. Kept flat: a chain may be long, and trees are walked by recursion.
    Chain(Vec<(Operator, Expr)>),
    /// `~`: all that is not in it.
    Complement(Box<Expr>),
    /// `absolute`: the same squares for both sides.
    Absolute(Box<Expr>),
    /// `turned`: Black's are White's turned by 180 degrees.
    Turned(Box<Expr>),
    /// `ranks A..B`.
    Ranks(Number, Number),
    /// `files a..b`.
    Files(Name, Name),
    /// `last rank`.
    LastRank,
    /// `d1..f3`.
    Rectangle(Name, Name),
    /// Squares one after the other.
    Squares(Vec<Name>),
    /// `home`.
    Home,
    /// `empty`.
    Empty,
    /// `unmoved`.
    Unmoved,
    /// `attacked`, `attacked by own`.
    Attacked(Whose),
    /// `from`, of the move.
    From,
    /// `to`, of the move.
    To,
    /// `victim`.
    Victim,
    /// `own`, `enemy`, `men`, perhaps with what of theirs.
    Of(Whose, Option<Box<Expr>>),
    /// `army`.
    Army,
    /// `all`.
    All,
    /// `captured`.
    Captured,
    /// `promoted`.
    Promoted,
    /// A name.
    Name(String),
    /// A number.
    Number(Number),
    /// A function of an expression.
    Call(Function, Box<Expr>),
    /// `reach(MOVEMENT, SQUARES)`.
    Reach(Box<Movement>, Box<Expr>),
    /// A comparison.
    Compare(Box<Expr>, Comparator, Box<Expr>),
    /// All of these hold.
    And(Vec<Expr>),
    /// One of these holds.
    Or(Vec<Expr>),
    /// It does not hold.
    Not(Box<Expr>),
    /// `check`, `checkmate`, `stalemate`, of the owner if it does not say.
    Standing(Standing, Whose),
    /// `repetition(N)`.
    Repetition(Number),
    /// `quiet(N)`.
    Quiet(Number),
    /// `to move`.
    ToMove,
    /// `own is White` (0), `own is Black` (1).
    OwnIs(usize),
    /// `before(CONDITION)`.
    Before(Box<Expr>),
    /// `passed`.
    Passed,
    /// Notation in quotes: a movement, which stands only in `reach`.
    Notation(Text),
}

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The owner's.
    Own,
    /// The rival's.
    Enemy,
    /// Of either side.
    Men,
}

/// A function of one expression in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `near(SQUARES)`
    Near,
    /// `files(SQUARES)`
    Files,
    /// `ranks(SQUARES)`
    Ranks,
    /// `any(SQUARES)`
    Any,
    /// `none(SQUARES)`
    None,
    /// `count(SQUARES)`
    Count,
    /// `lost(KINDS)`
    Lost,
    /// `hand(KINDS)`
    Hand,
}

/// What `check` and its like say of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// `check`
    Check,
    /// `checkmate`
    Checkmate,
    /// `stalemate`
    Stalemate,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `=`
    Equal,
    /// `!=`
    Differs,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// How an operand joins those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `|`, and the first operand.
    Or,
    /// `&`.
    And,
    /// `-`.
    Minus,
    /// `+`.
    Plus,
    /// `*`.
    Times,
}
