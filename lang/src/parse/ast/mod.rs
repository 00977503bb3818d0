//! What a file says, with where it says it: the tree that `parse` builds and `check` reads.

mod claims;
mod exprs;
mod pieces;
mod rules;

pub use claims::*;
pub use exprs::*;
pub use pieces::*;
pub use rules::*;

use crate::diagnostics::Span;

/// A word, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text in quotes, with the place of what is inside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What stands between the quotes.
    pub value: String,
    /// Where that stands, without the quotes.
    pub span: Span,
}

/// A whole number, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value; numbers that are too large for the machine stand here as the largest one.
    pub value: u64,
    /// Where it stands.
    pub span: Span,
}

/// A file: its statements, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The statements that could be read.
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `variant`, `author`, `year`, `about`.
    Header(HeaderField, Text),
    /// `board WxH`.
    Board(Board),
    /// `use`.
    Use(Use),
    /// `zone`, `kinds` and `define`.
    Define(Define),
    /// `holes SQUARES`.
    Holes(Expr),
    /// `hand`.
    Hand(Hand),
    /// `counter`.
    Counter(Counter),
    /// `for White { ... }`.
    For(For),
    /// `also`: a rule that adds to the inherited one of its name.
    Also(Rule),
    /// `also` before a single statement of a rule.
    AlsoItem(Box<Item>),
    /// `piece`.
    Piece(Piece),
    /// `setup`.
    Setup(Setup),
    /// `rule NAME { ... }`.
    Rule(Rule),
    /// A rule's content that stands by itself.
    Item(Box<Item>),
    /// `test`.
    Test(Test),
}

/// Which of the lines about the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderField {
    /// Its name.
    Variant,
    /// Who made it.
    Author,
    /// When.
    Year,
    /// A remark.
    About,
}

/// `board WxH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of files.
    pub width: Number,
    /// Number of ranks.
    pub height: Number,
    /// Both.
    pub span: Span,
}

/// `use NAME without ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// A name of the standard library, or the path of a file.
    pub target: Target,
    /// Rules and kinds to leave out.
    pub without: Vec<Name>,
    /// The whole statement.
    pub span: Span,
}

/// What a `use` brings in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A part of the standard library.
    Library(Name),
    /// A file, relative to the one that uses it.
    File(Text),
}

/// `zone NAME = SQUARES`, `kinds NAME = KINDS` or `define NAME = EXPRESSION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Which of the three words it is.
    pub what: Definition,
    /// Its name.
    pub name: Name,
    /// What it stands for.
    pub value: Expr,
}

/// What kind of value a definition names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// `zone`: squares.
    Zone,
    /// `kinds`: kinds.
    Kinds,
    /// `define`: whatever the expression is.
    Any,
}

/// `hand`, with what each side starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// So many men of each of these kinds.
    pub content: Vec<(Option<Number>, Expr)>,
    /// The whole statement.
    pub span: Span,
}

/// `counter NAME = N each side`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its name.
    pub name: Name,
    /// What it starts with.
    pub start: Number,
    /// Whether each side has its own.
    pub each_side: bool,
}

/// `for White { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct For {
    /// White (0) or Black (1).
    pub side: usize,
    /// What holds for that side only.
    pub statements: Vec<Statement>,
    /// The word and the side.
    pub span: Span,
}

/// `setup`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// The position.
    pub board: SetupBoard,
    /// The whole statement.
    pub span: Span,
}

/// How a set-up is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupBoard {
    /// As FEN.
    Fen(Text),
    /// As a picture, from the last rank down.
    Diagram(Vec<Row>),
}

/// A rank of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rank it says it is.
    pub rank: Number,
    /// Its cells from the first file on.
    pub cells: Vec<Name>,
    /// The whole row.
    pub span: Span,
}
