//! Expressions as text, with all the parentheses that the reader might doubt.

use super::ast::*;
use std::fmt::{self, Display, Formatter};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Chain(chain) => {
                write!(f, "(")?;
                for (index, (operator, operand)) in chain.iter().enumerate() {
                    let sign = match operator {
                        _ if index == 0 => "",
                        Operator::Or => " | ",
                        Operator::And => " & ",
                        Operator::Minus => " - ",
                        Operator::Plus => " + ",
                        Operator::Times => " * ",
                    };
                    write!(f, "{sign}{operand}")?;
                }
                write!(f, ")")
            }
            Node::And(all) => joined(f, all, " and "),
            Node::Or(all) => joined(f, all, " or "),
            Node::Not(inner) => write!(f, "not {inner}"),
            Node::Complement(inner) => write!(f, "~{inner}"),
            Node::Absolute(inner) => write!(f, "absolute {inner}"),
            Node::Turned(inner) => write!(f, "turned {inner}"),
            Node::Ranks(first, last) => write!(f, "ranks {}..{}", first.value, last.value),
            Node::Files(first, last) => write!(f, "files {}..{}", first.text, last.text),
            Node::LastRank => write!(f, "last rank"),
            Node::Rectangle(one, other) => write!(f, "{}..{}", one.text, other.text),
            Node::Squares(squares) => write!(f, "{}", words(squares)),
            Node::Home => write!(f, "home"),
            Node::Empty => write!(f, "empty"),
            Node::Unmoved => write!(f, "unmoved"),
            Node::Attacked(Whose::Own) => write!(f, "attacked by own"),
            Node::Attacked(_) => write!(f, "attacked"),
            Node::From => write!(f, "from"),
            Node::To => write!(f, "to"),
            Node::Victim => write!(f, "victim"),
            Node::Of(who, None) => write!(f, "{}", whose(*who)),
            Node::Of(who, Some(inner)) => write!(f, "{} {inner}", whose(*who)),
            Node::Army => write!(f, "army"),
            Node::All => write!(f, "all"),
            Node::Captured => write!(f, "captured"),
            Node::Promoted => write!(f, "promoted"),
            Node::Name(name) => write!(f, "{name}"),
            Node::Number(number) => write!(f, "{}", number.value),
            Node::Call(function, inner) => write!(f, "{}({inner})", format!("{function:?}").to_lowercase()),
            Node::Reach(movement, from) => {
                let parts: Vec<String> = movement.parts.iter().map(Part::to_string).collect();
                write!(f, "reach({}; {from})", parts.join(" + "))
            }
            Node::Compare(one, comparator, other) => write!(f, "({one} {} {other})", sign(*comparator)),
            Node::Standing(standing, who) => {
                let of = if *who == Whose::Enemy { " of enemy" } else { "" };
                write!(f, "{}{of}", format!("{standing:?}").to_lowercase())
            }
            Node::Repetition(number) => write!(f, "repetition({})", number.value),
            Node::Quiet(number) => write!(f, "quiet({})", number.value),
            Node::ToMove => write!(f, "to move"),
            Node::OwnIs(side) => write!(f, "own is {}", ["White", "Black"][side & 1]),
            Node::Before(inner) => write!(f, "before({inner})"),
            Node::Passed => write!(f, "passed"),
            Node::Notation(text) => write!(f, "{:?}", text.value),
        }
    }
}

fn joined(f: &mut Formatter<'_>, all: &[Expr], word: &str) -> fmt::Result {
    let texts: Vec<String> = all.iter().map(Expr::to_string).collect();
    write!(f, "({})", texts.join(word))
}

fn sign(comparator: Comparator) -> &'static str {
    match comparator {
        Comparator::Equal => "=",
        Comparator::Differs => "!=",
        Comparator::Less => "<",
        Comparator::AtMost => "<=",
        Comparator::More => ">",
        Comparator::AtLeast => ">=",
    }
}

/// The word that says whose.
pub(super) fn whose(who: Whose) -> &'static str {
    match who {
        Whose::Own => "own",
        Whose::Enemy => "enemy",
        Whose::Men => "men",
    }
}

/// Names, one after the other.
pub(super) fn words(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(" ")
}
