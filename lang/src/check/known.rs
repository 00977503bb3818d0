//! What can be told of an expression without a position: that a set never holds a square, that a condition always or never holds.
//!
//! All of it is on the safe side: where nothing is sure, nothing is said.

use crate::rules::expr::{Choice, Comparison, Cond, Int, Kinds, Squares, Who};
use crate::rules::{KindSet, SquareSet};
use ferz_abi::Board;

/// When a condition is asked: some words have a meaning only then.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Before a move, of who is about to make it.
    Guard,
    /// After a move, of who made it.
    Forbid,
    /// Whether a side is in check.
    Check,
    /// Whether the game is over, of either side.
    End,
}

/// What is asked, of which owner, on which board, with which squares chosen.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Its cells.
    pub cells: SquareSet,
    /// White (0) or Black (1).
    pub owner: usize,
    /// When.
    pub asked: Asked,
    /// What the expression may speak of as chosen.
    pub choices: &'a [Choice],
}

/// Between which bounds a set of squares lies in every position.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Squares that it always holds.
    pub least: SquareSet,
    /// Squares that it may hold.
    pub most: SquareSet,
    /// The kinds of men who may stand on them, the owner's and the enemy's.
    pub men: [KindSet; 2],
    /// Whether nobody may stand on one of them.
    pub vacant: bool,
}

const ALL: KindSet = KindSet(u128::MAX);

/// Every square of a board that is a cell.
pub fn cells(board: &Board) -> SquareSet {
    let squares = usize::from(board.width) * usize::from(board.height);
    (0..squares).collect::<SquareSet>() - SquareSet(board.holes)
}

impl Bounds {
    /// Whether the set never holds a square.
    pub fn is_never(&self) -> bool {
        self.most.is_empty() || !(self.vacant || self.may_have_men())
    }

    /// Whether a man may stand on a square of it.
    pub fn may_have_men(&self) -> bool {
        self.men.iter().any(|kinds| !kinds.is_empty())
    }
}

impl Known<'_> {
    /// The bounds of a set.
    pub fn squares(&self, set: &Squares) -> Bounds {
        let any = Bounds { least: SquareSet::EMPTY, most: self.cells, men: [ALL; 2], vacant: true };
        match set {
            Squares::Zone(zone) => {
                let zone = zone[self.owner] & self.cells;
                Bounds { least: zone, most: zone, ..any }
            }
            Squares::Men(who, kinds) => Bounds { men: self.men(*who, kinds), vacant: false, ..any },
            Squares::Empty => Bounds { men: [KindSet::EMPTY; 2], ..any },
            Squares::Unmoved => Bounds { vacant: false, ..any },
            Squares::Near(inner) | Squares::Files(inner) | Squares::Ranks(inner) | Squares::Reach(_, inner) => {
                let most = if self.squares(inner).is_never() { SquareSet::EMPTY } else { self.cells };
                Bounds { most, ..any }
            }
            Squares::Or(a, b) => {
                let (a, b) = (self.squares(a), self.squares(b));
                let men = [0, 1].map(|side| a.men[side] | b.men[side]);
                Bounds { least: a.least | b.least, most: a.most | b.most, men, vacant: a.vacant || b.vacant }
            }
            Squares::And(a, b) => {
                let (a, b) = (self.squares(a), self.squares(b));
                let men = [0, 1].map(|side| a.men[side] & b.men[side]);
                Bounds { least: a.least & b.least, most: a.most & b.most, men, vacant: a.vacant && b.vacant }
            }
            Squares::Minus(a, b) => {
                let (from, less) = (self.squares(a), self.squares(b));
                let (mut men, mut vacant) = (from.men, from.vacant);
                match &**b {
                    Squares::Men(who, kinds) if kinds.fixed(self.owner).is_some() => {
                        let gone = self.men(*who, kinds);
                        men = [0, 1].map(|side| men[side] - gone[side]);
                    }
                    Squares::Empty => vacant = false,
                    _ => {}
                }
                Bounds { least: from.least - less.most, most: from.most - less.least, men, vacant }
            }
            Squares::Not(inner) => {
                let inner = self.squares(inner);
                Bounds { least: self.cells - inner.most, most: self.cells - inner.least, ..any }
            }
            Squares::Chosen(index) => match self.choices.get(*index) {
                Some(Choice::Square(set)) => Bounds { least: SquareSet::EMPTY, ..self.squares(set) },
                _ => any,
            },
            Squares::Attacked(_) | Squares::From | Squares::To | Squares::Victim => any,
        }
    }

    fn men(&self, who: Who, kinds: &Kinds) -> [KindSet; 2] {
        let kinds = kinds.fixed(self.owner).unwrap_or(ALL);
        match who {
            Who::Own => [kinds, KindSet::EMPTY],
            Who::Enemy => [KindSet::EMPTY, kinds],
            Who::Either => [kinds; 2],
        }
    }

    /// The least and the most that a number can be.
    fn int(&self, int: &Int) -> (i64, i64) {
        match int {
            Int::Const(number) => (*number, *number),
            Int::Count(set) => {
                let bounds = self.squares(set);
                let most = if bounds.is_never() { 0 } else { bounds.most.len() };
                (bounds.least.len() as i64, most as i64)
            }
            Int::Lost(_) => (0, 256),
            Int::Counter(..) => (0, 255),
            Int::Hand(..) => (0, i64::from(u16::MAX)),
            Int::Add(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Int::Sub(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            Int::Mul(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                let ends = [a.0, a.1].into_iter().flat_map(|a| [a.saturating_mul(b.0), a.saturating_mul(b.1)]);
                ends.fold((i64::MAX, i64::MIN), |(least, most), end| (least.min(end), most.max(end)))
            }
        }
    }

    /// Whether a condition holds, where that is the same in every position.
    pub fn holds(&self, condition: &Cond) -> Option<bool> {
        match condition {
            Cond::Const(holds) => Some(*holds),
            Cond::Any(set) => {
                let bounds = self.squares(set);
                if bounds.is_never() {
                    return Some(false);
                }
                (!bounds.least.is_empty()).then_some(true)
            }
            Cond::Compare(a, how, b) => {
                let (a, b) = (self.int(a), self.int(b));
                let (always, never) = match how {
                    Comparison::Equal => (a.0 == a.1 && a == b, a.1 < b.0 || b.1 < a.0),
                    Comparison::Less => (a.1 < b.0, a.0 >= b.1),
                    Comparison::AtMost => (a.1 <= b.0, a.0 > b.1),
                };
                (always || never).then_some(always)
            }
            // Who makes a move, or made one, is neither checkmated nor stalemated; and check does not ask for check.
            Cond::Checkmate(who) | Cond::Stalemate(who) => {
                let never = match self.asked {
                    Asked::Guard | Asked::Check => true,
                    Asked::Forbid => *who == Who::Own,
                    Asked::End => false,
                };
                never.then_some(false)
            }
            Cond::Check(_) => (self.asked == Asked::Check).then_some(false),
            Cond::ToMove => match self.asked {
                Asked::Guard => Some(true),
                Asked::Forbid => Some(false),
                Asked::Check | Asked::End => None,
            },
            Cond::OwnIs(side) => Some(*side == self.owner),
            Cond::Before(_) | Cond::Passed => None,
            Cond::And(a, b) => match (self.holds(a), self.holds(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Cond::Or(a, b) => match (self.holds(a), self.holds(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Cond::Not(inner) => self.holds(inner).map(|holds| !holds),
        }
    }
}
