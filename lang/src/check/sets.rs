//! Sets of squares and of kinds: the algebra, worked out for each side as far as it is the same in every position.

use super::names::{Checker, Kinds, Meaning, Squares};
use super::room;
use super::types::{Type, Value};
use crate::diagnostics::{Code, Diagnostic};
use crate::parse::ast::{Expr, Function, Name, Node, Operator, Whose};
use crate::rules::expr::{self, Who};
use crate::rules::{KindSet, SquareSet};

type SquaresExpr = expr::Squares;
type KindsExpr = expr::Kinds;

impl Checker<'_> {
    /// The squares of an expression that must be the same in every position; `None` after an error has been reported.
    pub fn squares(&mut self, set: &Expr) -> Option<Squares> {
        let outer = std::mem::replace(&mut self.place.fixed, true);
        let squares = self.square_expr(set);
        self.place.fixed = outer;
        match squares? {
            SquaresExpr::Zone(zone) => Some(zone),
            _ => {
                let message = "this set of squares changes during the game, but here it must be a fixed one";
                let problem = Diagnostic::error(Code::NotFixed, set.span, message).label("changes during the game");
                self.report(problem.help("use ranks, files, squares and zones made of them"));
                None
            }
        }
    }

    /// As `squares`, for kinds.
    pub fn kind_set(&mut self, set: &Expr) -> Option<Kinds> {
        let kinds = self.kind_expr(set)?;
        match (kinds.fixed(0), kinds.fixed(1)) {
            (Some(white), Some(black)) => Some([white, black]),
            _ => {
                let message = "this set of kinds changes during the game, but here it must be a fixed one";
                let problem = Diagnostic::error(Code::NotFixed, set.span, message).label("changes during the game");
                self.report(problem.help("use the names of kinds, `army` and `all`"));
                None
            }
        }
    }

    /// The squares of an expression; `None` after an error has been reported.
    pub fn square_expr(&mut self, set: &Expr) -> Option<SquaresExpr> {
        self.count_operation(set.span)?;
        Some(match &set.node {
            Node::Chain(chain) => self.square_chain(chain)?,
            Node::Complement(inner) => match self.square_expr(inner)? {
                SquaresExpr::Zone(zone) => SquaresExpr::Zone(zone.map(|squares| self.all_squares() - squares)),
                SquaresExpr::Not(inner) => *inner,
                inner => SquaresExpr::Not(Box::new(inner)),
            },
            Node::Absolute(inner) => SquaresExpr::Zone([self.squares(inner)?[0]; 2]),
            Node::Turned(inner) => {
                let white = self.squares(inner)?[0];
                let last = usize::from(self.board.width) * usize::from(self.board.height) - 1;
                // What a cell is turned to may be a hole.
                let black = white.iter().map(|s| last - s).collect::<SquareSet>() & self.all_squares();
                SquaresExpr::Zone([white, black])
            }
            Node::Ranks(first, last) => {
                let (first, last) = (self.rank(first)?, self.rank(last)?);
                self.upwards(first, last, set.span)?;
                SquaresExpr::Zone(self.both_sides(|_, rank| (first..=last).contains(&rank)))
            }
            Node::Files(first, last) => {
                let (first, last) = (self.file(first)?, self.file(last)?);
                self.upwards(first, last, set.span)?;
                SquaresExpr::Zone(self.both_sides(|file, _| (first..=last).contains(&file)))
            }
            Node::LastRank => {
                let last = usize::from(self.board.height) - 1;
                SquaresExpr::Zone(self.both_sides(|_, rank| rank == last))
            }
            Node::Rectangle(one, other) => {
                let width = usize::from(self.board.width);
                let (one, other) = (self.square(one)?, self.square(other)?);
                let files = (one % width).min(other % width)..=(one % width).max(other % width);
                let ranks = (one / width).min(other / width)..=(one / width).max(other / width);
                SquaresExpr::Zone(self.both_sides(|file, rank| files.contains(&file) && ranks.contains(&rank)))
            }
            Node::Squares(names) => SquaresExpr::Zone(self.list(names)?),
            Node::Home => SquaresExpr::Zone(self.home()),
            Node::Empty => SquaresExpr::Empty,
            Node::Unmoved => SquaresExpr::Unmoved,
            Node::Attacked(by) => SquaresExpr::Attacked(who(*by)),
            Node::From | Node::To | Node::Victim => self.move_word(set)?,
            Node::Of(by, None) => SquaresExpr::Men(who(*by), KindsExpr::Fixed([self.every_kind(); 2])),
            Node::Of(by, Some(inner)) => self.owned_squares(set, *by, inner)?,
            Node::Call(Function::Near, inner) => {
                let inner = self.square_expr(inner)?;
                self.near(inner)
            }
            Node::Call(Function::Files, inner) => {
                let inner = self.square_expr(inner)?;
                self.lines(inner, true)
            }
            Node::Call(Function::Ranks, inner) => {
                let inner = self.square_expr(inner)?;
                self.lines(inner, false)
            }
            Node::Reach(written, from) => {
                let (movement, from) = (self.movement(written), self.square_expr(from));
                let movement = movement?;
                room::reach(self, &movement, written.span);
                SquaresExpr::Reach(Box::new(movement), Box::new(from?))
            }
            Node::Name(name) => {
                match self.chosen(name) {
                    Some((choice, Type::Squares)) => return Some(SquaresExpr::Chosen(choice)),
                    Some(_) => return self.mismatch(set, Type::Squares),
                    None => {}
                }
                match self.meaning(name, set.span)? {
                    Meaning::Define(index) => match self.defined(index, set, Type::Squares)? {
                        Value::Squares(squares) => squares,
                        _ => return self.mismatch(set, Type::Squares),
                    },
                    _ => return self.mismatch(set, Type::Squares),
                }
            }
            _ => return self.mismatch(set, Type::Squares),
        })
    }

    fn square_chain(&mut self, chain: &[(Operator, Expr)]) -> Option<SquaresExpr> {
        let operands: Vec<_> = chain.iter().map(|(operator, set)| (*operator, self.square_expr(set))).collect();
        let mut result: Option<SquaresExpr> = None;
        for ((operator, operand), (_, at)) in operands.into_iter().zip(chain) {
            let operand = operand?;
            result = Some(match result {
                None => operand,
                Some(before) => match operator {
                    Operator::Minus if takes_nothing(&before, &operand) => {
                        let message = "none of these squares is in the set that they are taken from";
                        let problem = Diagnostic::warning(Code::NeverApplies, at.span, message);
                        let help = "leave them out; all squares from corner to corner have two dots: d4..e5";
                        self.report(problem.label("takes nothing away").help(help));
                        before
                    }
                    Operator::Or => join(before, operand, |a, b| a | b, SquaresExpr::Or),
                    Operator::And => join(before, operand, |a, b| a & b, SquaresExpr::And),
                    Operator::Minus => join(before, operand, |a, b| a - b, SquaresExpr::Minus),
                    Operator::Plus | Operator::Times => return self.no_arithmetic(at),
                },
            });
        }
        result
    }

    /// The kinds of an expression; `None` after an error has been reported.
    pub fn kind_expr(&mut self, set: &Expr) -> Option<KindsExpr> {
        self.count_operation(set.span)?;
        Some(match &set.node {
            Node::Chain(chain) => self.kind_chain(chain)?,
            Node::Complement(inner) => {
                let all = KindsExpr::Fixed([self.all_kinds(); 2]);
                let inner = self.kind_expr(inner)?;
                join_kinds(all, inner, |a, b| a - b, KindsExpr::Minus)
            }
            Node::Army => KindsExpr::Fixed(self.army),
            Node::All => KindsExpr::Fixed([self.all_kinds(); 2]),
            Node::Captured | Node::Promoted => self.promotion_word(set)?,
            Node::Name(name) => {
                match self.chosen(name) {
                    Some((choice, Type::Kinds)) => return Some(KindsExpr::Chosen(choice)),
                    Some(_) => return self.mismatch(set, Type::Kinds),
                    None => {}
                }
                match self.meaning(name, set.span)? {
                    Meaning::Define(index) => match self.defined(index, set, Type::Kinds)? {
                        Value::Kinds(kinds) => kinds,
                        _ => return self.mismatch(set, Type::Kinds),
                    },
                    Meaning::Piece(piece) => KindsExpr::Fixed([KindSet::of(self.named_kind(piece, name, set)?); 2]),
                    Meaning::Counter(_) => return self.mismatch(set, Type::Kinds),
                }
            }
            _ => return self.mismatch(set, Type::Kinds),
        })
    }

    fn kind_chain(&mut self, chain: &[(Operator, Expr)]) -> Option<KindsExpr> {
        let operands: Vec<_> = chain.iter().map(|(operator, set)| (*operator, self.kind_expr(set))).collect();
        let mut result: Option<KindsExpr> = None;
        for ((operator, operand), (_, at)) in operands.into_iter().zip(chain) {
            let operand = operand?;
            result = Some(match result {
                None => operand,
                Some(before) => match operator {
                    Operator::Or => join_kinds(before, operand, |a, b| a | b, KindsExpr::Or),
                    Operator::And => join_kinds(before, operand, |a, b| a & b, KindsExpr::And),
                    Operator::Minus => join_kinds(before, operand, |a, b| a - b, KindsExpr::Minus),
                    Operator::Plus | Operator::Times => return self.no_arithmetic(at),
                },
            });
        }
        result
    }

    /// The kind that a piece is; an error if it has no letter.
    pub fn named_kind(&mut self, piece: usize, name: &str, at: &Expr) -> Option<usize> {
        let kind = self.kind_of_piece(piece);
        if kind.is_none() {
            let message = format!("`{name}` has no letter, so there are no such men");
            let problem = Diagnostic::error(Code::NoLetter, at.span, message);
            self.report(problem.help(format!("give it one: piece {name} X")));
        }
        kind
    }

    fn no_arithmetic<T>(&mut self, at: &Expr) -> Option<T> {
        let problem = Diagnostic::error(Code::WrongType, at.span, "`+` and `*` are for numbers, and these are sets");
        self.report(problem.label("a set here").help("sets are joined by |, intersected by &, and subtracted by -"));
        None
    }

    /// The squares of some men, or a zone as one side sees it.
    fn owned_squares(&mut self, whole: &Expr, by: Whose, inner: &Expr) -> Option<SquaresExpr> {
        match self.type_of(inner) {
            Some(Type::Squares) if by == Whose::Men => {
                let message = "`men` goes before kinds, not before squares";
                let problem = Diagnostic::error(Code::WrongType, whole.span, message);
                self.report(problem.help("write `men & SQUARES` for the men on some squares"));
                None
            }
            Some(Type::Squares) => {
                let [white, black] = self.squares(inner)?;
                Some(SquaresExpr::Zone(if by == Whose::Enemy { [black, white] } else { [white, black] }))
            }
            Some(Type::Int) => self.mismatch(whole, Type::Squares),
            _ => {
                let kinds = self.kind_expr(inner)?;
                Some(SquaresExpr::Men(who(by), self.with_shadows(kinds)))
            }
        }
    }

    fn list(&mut self, names: &[Name]) -> Option<Squares> {
        let squares: Vec<_> = names.iter().map(|name| self.square(name)).collect();
        let white: SquareSet = squares.into_iter().collect::<Option<Vec<_>>>()?.into_iter().collect();
        let width = usize::from(self.board.width);
        Some(self.both_sides(|file, rank| white.has(rank * width + file)))
    }

    /// Where each side's men stand at the start.
    fn home(&self) -> Squares {
        let cells = self.setups.first().map_or(&[][..], |setup| &setup.cells);
        [0, 1].map(|side| {
            let own = |cell: &Option<(usize, usize)>| cell.is_some_and(|(_, s)| s == side);
            cells.iter().enumerate().filter(|(_, cell)| own(cell)).map(|(square, _)| square).collect()
        })
    }

    fn near(&self, inner: SquaresExpr) -> SquaresExpr {
        let SquaresExpr::Zone(zone) = inner else { return SquaresExpr::Near(Box::new(inner)) };
        let (width, height) = (i32::from(self.board.width), i32::from(self.board.height));
        let neighbours = |square: usize| {
            let (x, y) = (square as i32 % width, square as i32 / width);
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|&step| step != (0, 0));
            around
                .map(move |(dx, dy)| (x + dx, y + dy))
                .filter(move |&(x, y)| (0..width).contains(&x) && (0..height).contains(&y))
                .map(move |(x, y)| (y * width + x) as usize)
        };
        SquaresExpr::Zone(
            zone.map(|squares| squares.iter().flat_map(neighbours).collect::<SquareSet>() & self.all_squares()),
        )
    }

    fn lines(&self, inner: SquaresExpr, files: bool) -> SquaresExpr {
        let SquaresExpr::Zone(zone) = inner else {
            let inner = Box::new(inner);
            return if files { SquaresExpr::Files(inner) } else { SquaresExpr::Ranks(inner) };
        };
        let width = usize::from(self.board.width);
        let line = |square: usize| if files { square % width } else { square / width };
        SquaresExpr::Zone(zone.map(|squares| {
            let touched = |square: &usize| squares.iter().any(|other| line(other) == line(*square));
            self.all_squares().iter().filter(touched).collect()
        }))
    }

    /// Every kind, with those that exist only because such men remember what they were.
    pub fn every_kind(&self) -> KindSet {
        (0..self.men.len()).collect()
    }

    /// A set of kinds, together with the men of these kinds that remember what they were.
    pub fn with_shadows(&self, kinds: KindsExpr) -> KindsExpr {
        let shadows = |set: KindSet| {
            let of = |kind: &usize| self.men[*kind].shadow_of.is_some_and(|plain| set.has(plain));
            (0..self.men.len()).filter(of).fold(set, |all, kind| all | KindSet::of(kind))
        };
        match kinds {
            KindsExpr::Fixed(sets) => KindsExpr::Fixed(sets.map(shadows)),
            KindsExpr::Or(a, b) => KindsExpr::Or(Box::new(self.with_shadows(*a)), Box::new(self.with_shadows(*b))),
            KindsExpr::And(a, b) => KindsExpr::And(Box::new(self.with_shadows(*a)), Box::new(self.with_shadows(*b))),
            KindsExpr::Minus(a, b) => {
                KindsExpr::Minus(Box::new(self.with_shadows(*a)), Box::new(self.with_shadows(*b)))
            }
            other => other,
        }
    }
}

/// Whether fixed squares are taken from fixed squares among which they are not.
fn takes_nothing(from: &SquaresExpr, less: &SquaresExpr) -> bool {
    match (from, less) {
        (SquaresExpr::Zone(from), SquaresExpr::Zone(less)) => (0..2).all(|side| (from[side] & less[side]).is_empty()),
        _ => false,
    }
}

/// Whose, for the rules.
pub fn who(whose: Whose) -> Who {
    match whose {
        Whose::Own => Who::Own,
        Whose::Enemy => Who::Enemy,
        Whose::Men => Who::Either,
    }
}

type Joined<T> = fn(Box<T>, Box<T>) -> T;

fn join(
    a: SquaresExpr,
    b: SquaresExpr,
    fixed: fn(SquareSet, SquareSet) -> SquareSet,
    other: Joined<SquaresExpr>,
) -> SquaresExpr {
    match (a, b) {
        (SquaresExpr::Zone(a), SquaresExpr::Zone(b)) => SquaresExpr::Zone([0, 1].map(|side| fixed(a[side], b[side]))),
        (a, b) => other(Box::new(a), Box::new(b)),
    }
}

fn join_kinds(
    a: KindsExpr,
    b: KindsExpr,
    fixed: fn(KindSet, KindSet) -> KindSet,
    other: Joined<KindsExpr>,
) -> KindsExpr {
    match (a, b) {
        (KindsExpr::Fixed(a), KindsExpr::Fixed(b)) => KindsExpr::Fixed([0, 1].map(|side| fixed(a[side], b[side]))),
        (a, b) => other(Box::new(a), Box::new(b)),
    }
}
