//! Sets of squares and of kinds: the algebra, worked out for each side.

use super::names::{Checker, Kinds, Meaning, Squares};
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{Name, Node, Number, Operator, Set};
use crate::rules::{KindSet, SquareSet};

impl Checker<'_> {
    /// The squares of an expression; `None` after an error has been reported.
    pub fn squares(&mut self, set: &Set) -> Option<Squares> {
        Some(match &set.node {
            Node::Chain(chain) => {
                let operands: Vec<_> = chain.iter().map(|(operator, set)| (*operator, self.squares(set))).collect();
                let mut result = [SquareSet::EMPTY; 2];
                for (operator, operand) in operands {
                    let operand = operand?;
                    for side in 0..2 {
                        result[side] = match operator {
                            Operator::Or => result[side] | operand[side],
                            Operator::And => result[side] & operand[side],
                            Operator::Minus => result[side] - operand[side],
                        };
                    }
                }
                result
            }
            Node::Complement(inner) => self.squares(inner)?.map(|squares| self.all_squares() - squares),
            Node::Absolute(inner) => [self.squares(inner)?[0]; 2],
            Node::Turned(inner) => {
                let white = self.squares(inner)?[0];
                let last = usize::from(self.board.width) * usize::from(self.board.height) - 1;
                [white, white.iter().map(|s| last - s).collect()]
            }
            Node::Ranks(first, last) => {
                let (first, last) = (self.rank(first)?, self.rank(last)?);
                self.upwards(first, last, set.span)?;
                self.both_sides(|_, rank| (first..=last).contains(&rank))
            }
            Node::Files(first, last) => {
                let (first, last) = (self.file(first)?, self.file(last)?);
                self.upwards(first, last, set.span)?;
                self.both_sides(|file, _| (first..=last).contains(&file))
            }
            Node::LastRank => {
                let last = usize::from(self.board.height) - 1;
                self.both_sides(|_, rank| rank == last)
            }
            Node::Rectangle(one, other) => {
                let width = usize::from(self.board.width);
                let (one, other) = (self.square(one)?, self.square(other)?);
                let files = (one % width).min(other % width)..=(one % width).max(other % width);
                let ranks = (one / width).min(other / width)..=(one / width).max(other / width);
                self.both_sides(|file, rank| files.contains(&file) && ranks.contains(&rank))
            }
            Node::Squares(names) => {
                let squares: Vec<_> = names.iter().map(|name| self.square(name)).collect();
                let white: SquareSet = squares.into_iter().collect::<Option<Vec<_>>>()?.into_iter().collect();
                let width = usize::from(self.board.width);
                self.both_sides(|file, rank| white.has(rank * width + file))
            }
            Node::Army | Node::All => {
                self.wrong_type(set.span, "a set of squares", "kinds");
                return None;
            }
            Node::Name(name) => match self.meaning(name, set.span)? {
                Meaning::Zone(index) => self.zone_definition(index, set.span)?,
                Meaning::Kinds(_) | Meaning::Piece(_) => {
                    self.wrong_type(set.span, "a set of squares", "kinds");
                    return None;
                }
            },
            Node::Later(word) => {
                self.report(Diagnostic::not_yet(Code::SetWordLater, set.span, word));
                return None;
            }
        })
    }

    /// The kinds of an expression; `None` after an error has been reported.
    pub fn kind_set(&mut self, set: &Set) -> Option<Kinds> {
        Some(match &set.node {
            Node::Chain(chain) => {
                let operands: Vec<_> = chain.iter().map(|(operator, set)| (*operator, self.kind_set(set))).collect();
                let mut result = [KindSet::EMPTY; 2];
                for (operator, operand) in operands {
                    let operand = operand?;
                    for side in 0..2 {
                        result[side] = match operator {
                            Operator::Or => result[side] | operand[side],
                            Operator::And => result[side] & operand[side],
                            Operator::Minus => result[side] - operand[side],
                        };
                    }
                }
                result
            }
            Node::Complement(inner) => {
                let inner = self.kind_set(inner)?;
                inner.map(|kinds| self.all_kinds() - kinds)
            }
            Node::Army => self.army,
            Node::All => [self.all_kinds(); 2],
            Node::Name(name) => match self.meaning(name, set.span)? {
                Meaning::Kinds(index) => self.kind_definition(index, set.span)?,
                Meaning::Piece(piece) => match self.kind_of_piece(piece) {
                    Some(kind) => [KindSet::of(kind); 2],
                    None => {
                        let message = format!("`{name}` has no letter, so there are no such men");
                        let problem = Diagnostic::error(Code::NoLetter, set.span, message);
                        self.report(problem.help(format!("give it one: piece {name} X")));
                        return None;
                    }
                },
                Meaning::Zone(_) => {
                    self.wrong_type(set.span, "kinds", "a set of squares");
                    return None;
                }
            },
            Node::Later(word) => {
                self.report(Diagnostic::not_yet(Code::SetWordLater, set.span, word));
                return None;
            }
            _ => {
                self.wrong_type(set.span, "kinds", "a set of squares");
                return None;
            }
        })
    }

    /// The set of squares that a `zone` names.
    pub fn zone_definition(&mut self, index: usize, used_at: Span) -> Option<Squares> {
        if let Some(known) = self.zones.get(&index) {
            return *known;
        }
        let unit = self.unit;
        let define = unit.defines.get(index)?;
        if !self.enter(Meaning::Zone(index), 0, &define.name.text, used_at) {
            return None;
        }
        let result = self.squares(&define.set);
        self.open.pop();
        self.zones.insert(index, result);
        result
    }

    /// The set of kinds that a `kinds` names.
    pub fn kind_definition(&mut self, index: usize, used_at: Span) -> Option<Kinds> {
        if let Some(known) = self.kind_sets.get(&index) {
            return *known;
        }
        let unit = self.unit;
        let define = unit.defines.get(index)?;
        if !self.enter(Meaning::Kinds(index), 0, &define.name.text, used_at) {
            return None;
        }
        let result = self.kind_set(&define.set);
        self.open.pop();
        self.kind_sets.insert(index, result);
        result
    }

    /// All cells.
    pub fn all_squares(&self) -> SquareSet {
        let squares = usize::from(self.board.width) * usize::from(self.board.height);
        (0..squares).collect::<SquareSet>() - SquareSet(self.board.holes)
    }

    fn all_kinds(&self) -> KindSet {
        (0..self.men.len()).collect()
    }

    /// The squares for which White's side of the test holds, and for Black those reflected through the middle rank.
    fn both_sides(&self, test: impl Fn(usize, usize) -> bool) -> Squares {
        let (width, height) = (usize::from(self.board.width), usize::from(self.board.height));
        let side = |flip: bool| {
            let rank_of = |square: usize| if flip { height - 1 - square / width } else { square / width };
            (0..width * height).filter(|&square| test(square % width, rank_of(square))).collect::<SquareSet>()
        };
        [side(false) & self.all_squares(), side(true) & self.all_squares()]
    }

    /// The index of a rank.
    fn rank(&mut self, number: &Number) -> Option<usize> {
        let height = u64::from(self.board.height);
        if (1..=height).contains(&number.value) {
            return Some(number.value as usize - 1);
        }
        let message = format!("there is no rank {} on this board", number.value);
        let problem = Diagnostic::error(Code::OffBoard, number.span, message).label("off the board");
        self.report(problem.help(format!("its ranks are 1 to {height}")));
        None
    }

    /// The index of a file.
    pub fn file(&mut self, name: &Name) -> Option<usize> {
        let file = name.text.bytes().next().map_or(usize::MAX, |b| usize::from(b.wrapping_sub(b'a')));
        if file < usize::from(self.board.width) {
            return Some(file);
        }
        let last = char::from(b'a' + self.board.width - 1);
        let message = format!("there is no file {} on this board", name.text);
        let problem = Diagnostic::error(Code::OffBoard, name.span, message).label("off the board");
        self.report(problem.help(format!("its files are a to {last}")));
        None
    }

    /// The index of a square.
    pub fn square(&mut self, name: &Name) -> Option<usize> {
        if let Some(square) = self.square_named(&name.text) {
            return Some(square);
        }
        let last = format!("{}{}", char::from(b'a' + self.board.width - 1), self.board.height);
        let message = format!("there is no square {} on this board", crate::parse::shortened(&name.text));
        let problem = Diagnostic::error(Code::OffBoard, name.span, message).label("off the board");
        self.report(problem.help(format!("its squares are a1 to {last}")));
        None
    }

    /// The square of this name, if the board has it.
    pub fn square_named(&self, name: &str) -> Option<usize> {
        let file = name.bytes().next()?;
        let rank: usize = name.get(1..).filter(|r| r.len() <= 2 && !r.starts_with('0'))?.parse().ok()?;
        let (width, height) = (usize::from(self.board.width), usize::from(self.board.height));
        let file = usize::from(file.checked_sub(b'a')?);
        (file < width && (1..=height).contains(&rank)).then(|| (rank - 1) * width + file)
    }

    fn upwards(&mut self, first: usize, last: usize, span: Span) -> Option<()> {
        if first <= last {
            return Some(());
        }
        let problem = Diagnostic::error(Code::EmptyZone, span, "this range is upside down, so it holds nothing");
        self.report(problem.help("write the smaller one first"));
        None
    }

    fn wrong_type(&mut self, span: Span, wanted: &str, found: &str) {
        let problem = Diagnostic::error(Code::WrongType, span, format!("expected {wanted}, found {found}"));
        let help = match wanted {
            "kinds" => "kinds are the names of pieces and of `kinds`, `army` and `all`, joined by | & -",
            _ => "squares are a zone, `rank 8`, `ranks 1..5`, `file a`, `last rank`, `d1..f3` or a list such as a1 h1",
        };
        self.report(problem.label(format!("{found} here")).help(help));
    }
}
