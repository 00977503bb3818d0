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
    /// The kind it was before it was promoted.
    pub promoted: Option<Name>,
    /// How it is drawn: one sign for both sides, or White's and Black's.
    pub symbol: Option<Text>,
    /// Whether going out and back without taking anybody is a move.
    pub may_stay: bool,
    /// Whose alone it is, if it stands in `for White` (0) or `for Black` (1).
    pub side: Option<usize>,
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
    From(Expr),
    /// `to SQUARES`.
    To(Expr),
    /// `within SQUARES`.
    Within(Expr),
    /// `over KINDS`.
    Over(Expr),
    /// `taking KINDS`.
    Taking(Expr),
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
    /// `drop`.
    Drop(Drop),
    /// `check when`.
    Check(Check),
    /// `forbid`.
    Forbid(Forbid),
    /// `prefer`.
    Prefer(Event),
    /// `action`.
    Action(Action),
    /// `after`.
    After(After),
    /// `for White { ... }` in a rule: the side and what holds for it.
    For(usize, Vec<Item>),
    /// A statement that is not supported yet and has been refused: it is kept only so that its rule is not thought empty.
    Refused(Span),
}

/// `promote KINDS on SQUARES to KINDS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promote {
    /// Who promotes.
    pub kinds: Expr,
    /// Which end of the move counts.
    pub place: crate::rules::Place,
    /// Where.
    pub zone: Expr,
    /// Whether the man may stay what it is.
    pub optional: bool,
    /// What it may become.
    pub to: Expr,
    /// What it counts as once it is taken.
    pub remembering: Option<Expr>,
    /// When the line counts at all.
    pub while_: Option<Expr>,
    /// The whole statement.
    pub span: Span,
}

/// `castle KIND N with KINDS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    /// Who castles.
    pub king: Expr,
    /// How many files it goes.
    pub distance: Option<Number>,
    /// To which files it goes instead.
    pub files: Vec<Name>,
    /// With whom.
    pub partners: Expr,
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
    pub condition: Expr,
    /// The whole statement.
    pub span: Span,
}

/// `drop KINDS on SQUARES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Which men.
    pub kinds: Expr,
    /// Where.
    pub on: Expr,
    /// The whole statement.
    pub span: Span,
}

/// `check when CONDITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// When the owner is in check.
    pub condition: Expr,
    /// The whole statement.
    pub span: Span,
}

/// `forbid CONDITION` or `forbid EVENT when CONDITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbid {
    /// Which moves.
    pub event: Option<Event>,
    /// What must not hold after them; always, if it does not say.
    pub when: Option<Expr>,
    /// The whole statement.
    pub span: Span,
}

/// Which moves a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happens.
    pub what: crate::rules::expr::Happening,
    /// What moves.
    pub by: Option<Expr>,
    /// What is taken.
    pub of: Option<Expr>,
    /// Where it starts.
    pub from: Option<Expr>,
    /// Where it ends.
    pub to: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// `action NAME { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name.
    pub name: Name,
    /// Whether it exists only if nothing else is legal.
    pub last_resort: bool,
    /// When it is to be had: all of these.
    pub when: Vec<Expr>,
    /// What is chosen out of which set.
    pub choices: Vec<(Name, ChosenFrom)>,
    /// What it does.
    pub effects: Vec<Effect>,
    /// The word and the name.
    pub span: Span,
}

/// What a `choose` picks one of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenFrom {
    /// The squares or kinds of a set.
    Set(Expr),
    /// The kinds in hand, and where it says so.
    Hand(Span),
}

/// `after EVENT { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// On which moves.
    pub event: Event,
    /// Where it says that the mover may choose nothing.
    pub optionally: Option<Span>,
    /// What is chosen out of which set.
    pub choices: Vec<(Name, ChosenFrom)>,
    /// What happens then.
    pub effects: Vec<Effect>,
    /// The whole statement.
    pub span: Span,
}

/// A change of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it does.
    pub what: EffectKind,
    /// The whole statement.
    pub span: Span,
}

/// What an effect does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// `remove SQUARES`.
    Remove(Expr),
    /// `swap A, B`.
    Swap(Expr, Expr),
    /// `relocate A to B`.
    Relocate(Expr, Expr),
    /// `put KIND on SQUARE`.
    Put(Expr, Expr),
    /// `drop KIND on SQUARE`.
    Drop(Expr, Expr),
    /// `to hand victim`.
    ToHand,
    /// `raise` (`true`) or `lower`: whose counter, which, by how much.
    Change(bool, Option<Whose>, Name, Option<Number>),
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
