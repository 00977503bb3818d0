//! Rules and what they hold.

use super::{Expr, Name, Number, Whose};
use crate::diagnostics::Span;

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
