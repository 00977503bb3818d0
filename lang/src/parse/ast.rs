//! What a file says, with where it says it: the tree that `parse` builds and `check` reads.

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
    /// `zone` and `kinds`.
    Define(Define),
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

/// `zone NAME = SET` or `kinds NAME = SET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Whether kinds are meant (`kinds`), and not squares (`zone`).
    pub kinds: bool,
    /// Its name.
    pub name: Name,
    /// What it stands for.
    pub set: Set,
}

/// `piece NAME LETTER = MOVEMENT royal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: Name,
    /// Its letter as written, if it has one: without, it is a movement to refer to.
    pub letters: Option<Name>,
    /// How it moves; `None` takes the movement that was known by this name before.
    pub movement: Option<Movement>,
    /// Whether it is royal.
    pub royal: bool,
    /// The whole statement.
    pub span: Span,
}

/// A sum of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// At least one.
    pub parts: Vec<Part>,
    /// All of them.
    pub span: Span,
    /// The text as it stands in the file.
    pub text: String,
}

/// A part of a movement, with its restrictors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What moves.
    pub base: Base,
    /// What restricts it.
    pub restrictors: Vec<Restrictor>,
}

/// What a part of a movement is before it is restricted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// Notation in quotes.
    Notation(Text),
    /// The movement of another piece.
    Piece(Name),
    /// A sum in parentheses.
    Group(Movement),
}

/// A restrictor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restrictor {
    /// `from SQUARES`.
    From(Set),
    /// `to SQUARES`.
    To(Set),
    /// `within SQUARES`.
    Within(Set),
    /// `marking`.
    Marking,
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

/// `rule NAME { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: Name,
    /// What it holds.
    pub items: Vec<Item>,
}

/// What a rule can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `promote`.
    Promote(Promote),
    /// `castle`.
    Castle(Castle),
    /// `win`, `lose`, `draw`.
    End(End),
    /// A statement that is not supported yet and has been refused: it is kept only so that its rule is not thought empty.
    Refused(Span),
}

/// `promote KINDS on SQUARES to KINDS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promote {
    /// Who promotes.
    pub kinds: Set,
    /// Which end of the move counts.
    pub place: crate::rules::Place,
    /// Where.
    pub zone: Set,
    /// Whether the man may stay what it is.
    pub optional: bool,
    /// What it may become.
    pub to: Set,
    /// The whole statement.
    pub span: Span,
}

/// `castle KIND N with KINDS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    /// Who castles.
    pub king: Set,
    /// How many files it goes.
    pub distance: Option<Number>,
    /// To which files it goes instead.
    pub files: Vec<Name>,
    /// With whom.
    pub partners: Set,
    /// The whole statement.
    pub span: Span,
}

/// `lose when checkmate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Whether a player has to claim it.
    pub claim: bool,
    /// What it means.
    pub outcome: ferz_abi::Outcome,
    /// When.
    pub condition: Condition,
    /// The whole statement.
    pub span: Span,
}

/// When a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `checkmate`.
    Checkmate(Span),
    /// `stalemate`.
    Stalemate(Span),
    /// `repetition(N)`.
    Repetition(Number),
    /// `quiet(N)`.
    Quiet(Number),
    /// Anything else, as it stands.
    Other(Name),
}

/// `test "..." { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its title.
    pub title: Text,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A statement of a test, and where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it says.
    pub claim: Claim,
    /// The whole step.
    pub span: Span,
}

/// What a test does or claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `position FEN`.
    Position(Text),
    /// `moves SQUARE: SQUARES`.
    Moves(Name, Vec<Name>),
    /// `captures SQUARE: SQUARES`.
    Captures(Name, Vec<Name>),
    /// `legal MOVES`.
    Legal(Vec<Name>),
    /// `illegal MOVES`.
    Illegal(Vec<Name>),
    /// `play MOVES`.
    Play(Vec<Name>),
    /// `status ...`, with the rule it names.
    Status(StatusWord, Option<Name>),
    /// `perft N = COUNT`.
    Perft(Number, Number),
}

/// How the game stands, in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusWord {
    /// `ongoing`.
    Ongoing,
    /// `check`.
    Check,
    /// `checkmate`.
    Checkmate,
    /// `stalemate`.
    Stalemate,
    /// `win White` (0) or `win Black` (1).
    Win(usize),
    /// `draw`.
    Draw,
}

/// An expression whose value is a set, of squares or of kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// What it is.
    pub node: Node,
    /// Where it stands.
    pub span: Span,
}

/// A node of a set expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Operands joined from left to right. Kept flat: a chain may be long, and trees are walked by recursion.
    Chain(Vec<(Operator, Set)>),
    /// `~`: all that is not in it.
    Complement(Box<Set>),
    /// `absolute`: the same squares for both sides.
    Absolute(Box<Set>),
    /// `turned`: Black's are White's turned by 180 degrees.
    Turned(Box<Set>),
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
    /// `army`.
    Army,
    /// `all`.
    All,
    /// A name.
    Name(String),
    /// A word that belongs to the language and is not supported yet; it is refused where it is used.
    Later(String),
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
}
