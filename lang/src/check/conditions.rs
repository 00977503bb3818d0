//! Conditions and numbers.

use super::names::{Checker, Meaning};
use super::sets::who;
use super::types::{Type, Value};
use crate::diagnostics::{Code, Diagnostic};
use crate::parse::ast::{Comparator, Expr, Function, Node, Operator, Standing, Whose};
use crate::rules::expr::{Comparison, Cond, Int, Who};

impl Checker<'_> {
    /// What an expression says that must be a condition; `None` after an error has been reported.
    pub fn cond_expr(&mut self, expr: &Expr) -> Option<Cond> {
        self.count_operation(expr.span)?;
        Some(match &expr.node {
            Node::And(all) => self.joined(all, Cond::And)?,
            Node::Or(all) => self.joined(all, Cond::Or)?,
            Node::Not(inner) => Cond::Not(Box::new(self.cond_expr(inner)?)),
            Node::Call(Function::Any, squares) => Cond::Any(self.square_expr(squares)?),
            Node::Call(Function::None, squares) => Cond::Not(Box::new(Cond::Any(self.square_expr(squares)?))),
            Node::Compare(one, comparator, other) => {
                let (one, other) = (self.int_expr(one), self.int_expr(other));
                compare(one?, *comparator, other?)
            }
            Node::Standing(standing, whose) => {
                let who = who(*whose);
                match standing {
                    Standing::Check => Cond::Check(who),
                    Standing::Checkmate => Cond::Checkmate(who),
                    Standing::Stalemate => Cond::Stalemate(who),
                }
            }
            Node::ToMove => Cond::ToMove,
            Node::OwnIs(side) => Cond::OwnIs(*side),
            Node::Passed => Cond::Passed,
            Node::Before(inner) => self.before(expr, inner)?,
            Node::Repetition(_) | Node::Quiet(_) => {
                let message = "this must be the whole condition of an end";
                let problem = Diagnostic::error(Code::MisplacedWord, expr.span, message).label("only alone");
                self.report(problem.help("write a line of its own: `claim draw when repetition(3)`"));
                return None;
            }
            Node::Name(name) => match self.known(name) {
                Some(Meaning::Define(index)) if self.chosen(name).is_none() => {
                    match self.defined(index, expr, Type::Cond)? {
                        Value::Cond(condition) => condition,
                        _ => return self.mismatch(expr, Type::Cond),
                    }
                }
                _ => return self.mismatch(expr, Type::Cond),
            },
            _ => return self.mismatch(expr, Type::Cond),
        })
    }

    fn joined(&mut self, all: &[Expr], join: fn(Box<Cond>, Box<Cond>) -> Cond) -> Option<Cond> {
        let all: Vec<_> = all.iter().map(|one| self.cond_expr(one)).collect();
        let all = all.into_iter().collect::<Option<Vec<_>>>()?;
        balanced(all, join)
    }

    fn before(&mut self, whole: &Expr, inner: &Expr) -> Option<Cond> {
        if self.place.before {
            let message = "`before` stands inside `before`";
            let problem = Diagnostic::error(Code::MisplacedWord, whole.span, message).label("too long ago");
            self.report(problem.help("the position remembers how things stood before the last move, and no longer"));
            return None;
        }
        self.place.before = true;
        let condition = self.cond_expr(inner);
        self.place.before = false;
        let condition = condition?;
        let known = self.memories.iter().position(|memory| *memory == condition);
        Some(Cond::Before(known.unwrap_or_else(|| {
            self.memories.push(condition);
            self.memories.len() - 1
        })))
    }

    /// What an expression says that must be a number.
    pub fn int_expr(&mut self, expr: &Expr) -> Option<Int> {
        self.count_operation(expr.span)?;
        Some(match &expr.node {
            Node::Number(number) => {
                if number.value > 1_000_000 {
                    let problem = Diagnostic::error(Code::NumberTooLarge, number.span, "this number is too large");
                    self.report(problem.help("numbers of rules go up to a million"));
                    return None;
                }
                Int::Const(number.value as i64)
            }
            Node::Chain(chain) => {
                let operands: Vec<_> = chain.iter().map(|(operator, one)| (*operator, self.int_expr(one))).collect();
                let mut result: Option<Int> = None;
                for (index, (operator, operand)) in operands.into_iter().enumerate() {
                    let operand = Box::new(operand?);
                    result = Some(match (result, operator) {
                        (None, _) => *operand,
                        (Some(before), Operator::Plus) => Int::Add(Box::new(before), operand),
                        (Some(before), Operator::Minus) => Int::Sub(Box::new(before), operand),
                        (Some(before), Operator::Times) => Int::Mul(Box::new(before), operand),
                        _ => {
                            let message = "`|` and `&` are for sets, and these are numbers";
                            let problem = Diagnostic::error(Code::WrongType, chain[index].1.span, message);
                            self.report(problem.label("a number here").help("numbers are joined by + - *"));
                            return None;
                        }
                    });
                }
                result?
            }
            Node::Call(Function::Count, squares) => Int::Count(self.square_expr(squares)?),
            Node::Call(Function::Lost, kinds) => {
                self.no_hands(expr.span, "lost")?;
                Int::Lost(self.kind_expr(kinds)?)
            }
            Node::Call(Function::Hand, kinds) => self.in_hand(expr, kinds, Who::Own)?,
            Node::Of(whose, Some(inner)) => match &inner.node {
                Node::Call(Function::Hand, kinds) if *whose != Whose::Men => self.in_hand(expr, kinds, who(*whose))?,
                Node::Name(name) => self.counter(expr, name, Some(*whose))?,
                _ => return self.mismatch(expr, Type::Int),
            },
            Node::Name(name) => self.counter(expr, name, None)?,
            _ => return self.mismatch(expr, Type::Int),
        })
    }

    fn in_hand(&mut self, whole: &Expr, kinds: &Expr, who: Who) -> Option<Int> {
        let kinds = self.kind_expr(kinds)?;
        if self.unit.hands.is_empty() {
            let problem = Diagnostic::error(Code::NoHand, whole.span, "there are no hands in this game");
            self.report(problem.label("whose hand?").help("add a line `hand`"));
            return None;
        }
        Some(Int::Hand(kinds, who))
    }

    /// A counter, or a number that is defined.
    fn counter(&mut self, whole: &Expr, name: &str, whose: Option<Whose>) -> Option<Int> {
        match self.known(name) {
            Some(Meaning::Counter(index)) => Some(Int::Counter(index, self.whose_counter(whole.span, index, whose)?)),
            Some(Meaning::Define(index)) if whose.is_none() => match self.defined(index, whole, Type::Int)? {
                Value::Int(number) => Some(number),
                _ => self.mismatch(whole, Type::Int),
            },
            _ => self.mismatch(whole, Type::Int),
        }
    }

    /// Whose counter is meant: one that each side has needs `own` or `enemy`, one of the game must not have it.
    pub fn whose_counter(&mut self, span: crate::diagnostics::Span, index: usize, whose: Option<Whose>) -> Option<Who> {
        let counter = self.unit.counters.get(index)?;
        let name = &counter.name.text;
        let problem = match (counter.each_side, whose) {
            (true, Some(Whose::Own | Whose::Enemy)) => return whose.map(who),
            (false, None) => return Some(Who::Own),
            (true, _) => {
                Diagnostic::error(Code::WhoseCounter, span, format!("each side has its own `{name}`: whose is meant?"))
                    .help(format!("write `own {name}` or `enemy {name}`"))
            }
            (false, _) => {
                Diagnostic::error(Code::WhoseCounter, span, format!("there is one `{name}` for the whole game"))
                    .help(format!("write `{name}` alone, or define it with `each side`"))
            }
        };
        self.report(problem.also(counter.name.span, "defined here"));
        None
    }
}

/// Joins conditions so that no row of them nests deeply.
fn balanced(mut all: Vec<Cond>, join: fn(Box<Cond>, Box<Cond>) -> Cond) -> Option<Cond> {
    while all.len() > 1 {
        let mut pairs = all.into_iter();
        let mut next = Vec::new();
        while let Some(one) = pairs.next() {
            next.push(match pairs.next() {
                Some(other) => join(Box::new(one), Box::new(other)),
                None => one,
            });
        }
        all = next;
    }
    all.pop()
}

fn compare(one: Int, comparator: Comparator, other: Int) -> Cond {
    match comparator {
        Comparator::Equal => Cond::Compare(one, Comparison::Equal, other),
        Comparator::Differs => Cond::Not(Box::new(Cond::Compare(one, Comparison::Equal, other))),
        Comparator::Less => Cond::Compare(one, Comparison::Less, other),
        Comparator::AtMost => Cond::Compare(one, Comparison::AtMost, other),
        Comparator::More => Cond::Compare(other, Comparison::Less, one),
        Comparator::AtLeast => Cond::Compare(other, Comparison::AtMost, one),
    }
}
