//! What type an expression has, and what is said when it is the wrong one.

use super::names::{Checker, Meaning};
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{Definition, Expr, Function, Node};
use crate::rules::expr::{Cond, Int, Kinds, Squares};

/// The most operations of an expression, once the definitions in it are written out.
const MOST_OPERATIONS: usize = 1000;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A set of squares.
    Squares,
    /// A set of kinds.
    Kinds,
    /// A number.
    Int,
    /// A condition.
    Cond,
    /// A movement.
    Movement,
}

impl Type {
    /// What it is called in messages.
    pub fn name(self) -> &'static str {
        match self {
            Type::Squares => "a set of squares",
            Type::Kinds => "kinds",
            Type::Int => "a number",
            Type::Cond => "a condition",
            Type::Movement => "a movement",
        }
    }
}

/// What a definition stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Squares.
    Squares(Squares),
    /// Kinds.
    Kinds(Kinds),
    /// A number.
    Int(Int),
    /// A condition.
    Cond(Cond),
}

/// Which words have a meaning where an expression stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// What has been chosen so far: squares or kinds.
    pub choices: Vec<(String, Type)>,
    /// Whether there is a move to speak of: `from`, `to`, `victim`.
    pub of_move: bool,
    /// Whether it says what a man may become: `captured`, `promoted`.
    pub of_promotion: bool,
    /// Whether it must be the same in every position.
    pub fixed: bool,
    /// Whether it is about the past already.
    pub before: bool,
}

impl Checker<'_> {
    /// The choice of this name: its place in the list of choices, and whether it is a square or a kind.
    pub fn chosen(&self, name: &str) -> Option<(usize, Type)> {
        let place = self.place.choices.iter().position(|(choice, _)| choice == name)?;
        Some((place, self.place.choices[place].1))
    }

    /// The type of an expression, as far as its names are known.
    pub fn type_of(&self, expr: &Expr) -> Option<Type> {
        self.type_at(expr, 0)
    }

    fn type_at(&self, expr: &Expr, depth: usize) -> Option<Type> {
        if depth > 100 {
            return None;
        }
        let inner = |expr: &Expr| self.type_at(expr, depth + 1);
        Some(match &expr.node {
            Node::Chain(chain) => return inner(&chain.first()?.1),
            Node::Complement(set) | Node::Absolute(set) | Node::Turned(set) => return inner(set),
            Node::Army | Node::All | Node::Captured | Node::Promoted => Type::Kinds,
            Node::Number(_) => Type::Int,
            Node::Notation(_) => Type::Movement,
            Node::Call(function, _) => match function {
                Function::Near | Function::Files | Function::Ranks => Type::Squares,
                Function::Any | Function::None => Type::Cond,
                Function::Count | Function::Lost | Function::Hand => Type::Int,
            },
            Node::Compare(..)
            | Node::And(_)
            | Node::Or(_)
            | Node::Not(_)
            | Node::Standing(..)
            | Node::Repetition(_)
            | Node::Quiet(_)
            | Node::ToMove
            | Node::OwnIs(_)
            | Node::Before(_)
            | Node::Passed => Type::Cond,
            Node::Of(_, Some(set)) if inner(set) == Some(Type::Int) => Type::Int,
            Node::Name(name) => {
                if let Some((_, chosen)) = self.chosen(name) {
                    return Some(chosen);
                }
                match self.known(name)? {
                    Meaning::Counter(_) => Type::Int,
                    Meaning::Piece(_) => Type::Kinds,
                    Meaning::Define(index) => {
                        let define = self.unit.defines.get(index)?;
                        match define.what {
                            Definition::Zone => Type::Squares,
                            Definition::Kinds => Type::Kinds,
                            Definition::Any => return inner(&define.value),
                        }
                    }
                }
            }
            _ => Type::Squares,
        })
    }

    /// Reports an expression of the wrong type. Always `None`.
    pub fn mismatch<T>(&mut self, expr: &Expr, wanted: Type) -> Option<T> {
        let Some(found) = self.type_of(expr) else {
            self.unknown_inside(expr, wanted);
            return None;
        };
        // What nobody knows may have been meant as anything: as a counter, say.
        if let Node::Of(_, Some(kinds)) = &expr.node
            && let Node::Name(name) = &kinds.node
            && self.known(name).is_none()
            && self.chosen(name).is_none()
        {
            self.meaning(name, kinds.span)?;
        }
        if wanted == found {
            // Only a set with `absolute` or `turned` before it has a type that is right and is wrong all the same.
            let problem = Diagnostic::error(Code::WrongType, expr.span, "kinds are the same wherever they stand");
            let problem = problem.label("not squares");
            self.report(
                problem.help("`absolute` and `turned` say how a set of squares is seen by Black: leave it out"),
            );
            return None;
        }
        let text = crate::parse::shortened(self.sources.slice(expr.span));
        let help = match (wanted, found) {
            (Type::Squares | Type::Kinds, Type::Cond) if matches!(expr.node, Node::And(_)) => {
                "`and` joins conditions; what is in both sets is `A & B`, what is in either is `A | B`".to_string()
            }
            (Type::Squares | Type::Kinds, Type::Cond) if matches!(expr.node, Node::Or(_)) => {
                "`or` joins conditions; sets are joined by `A | B`".to_string()
            }
            (Type::Squares, Type::Cond) => {
                "`any(...)`, `count(...)` and the like ask about squares; a condition stands by itself, joined to others by `and`, `or` \
                 and `not`"
                    .to_string()
            }
            (Type::Squares, Type::Kinds) if expr.node == Node::All => {
                "`all` means all kinds; all men are `men`, all squares `men | empty`".to_string()
            }
            (Type::Squares, Type::Kinds) if matches!(expr.node, Node::Captured | Node::Promoted) => format!(
                "`{text}` says which kinds a promotion leads to; how many men are missing is `lost(KINDS)`"
            ),
            (Type::Kinds, Type::Squares) if let Node::Of(_, Some(kinds)) = &expr.node => {
                format!("kinds stand without `own` and `enemy`: `{}`", self.sources.slice(kinds.span))
            }
            (Type::Kinds, Type::Squares) if matches!(expr.node, Node::Of(_, None)) => {
                "those are the squares of men; kinds are the names of pieces, `army` and `all`".to_string()
            }
            (Type::Cond, Type::Squares) => format!("did you mean `any({text})`?"),
            (Type::Cond, Type::Kinds) => format!("did you mean `any(own {})`?", in_brackets(&text)),
            (Type::Cond, Type::Int) => format!("compare it with another number: `{text} = 0`"),
            (Type::Int, Type::Squares) => format!("did you mean `count({text})`?"),
            (Type::Int, Type::Kinds) => format!("did you mean `count(own {})`?", in_brackets(&text)),
            (Type::Squares, _) if self.place.fixed => {
                "squares are a zone, `rank 8`, `ranks 1..5`, `file a`, `last rank`, `d1..f3` or a list such as a1 h1"
                    .to_string()
            }
            (Type::Squares, Type::Kinds) => format!(
                "such men stand on the squares `own {0}`, `enemy {0}` or `men {0}`; `own` and `enemy` bind tightest, so several \
                 kinds need parentheses",
                in_brackets(&text)
            ),
            (Type::Squares, _) => {
                "squares are a zone, `rank 8`, `ranks 1..5`, `file a`, `last rank`, `d1..f3`, a list such as \
                 a1 h1, or `own King`, `empty`, `attacked`, `near(...)` and the like"
                    .to_string()
            }
            (Type::Kinds, _) => {
                "kinds are the names of pieces and of `kinds`, `army` and `all`, joined by | & -".to_string()
            }
            (Type::Int, _) => "numbers are written as such, or are `count(SQUARES)` and counters".to_string(),
            (Type::Movement, _) => "a movement is notation in quotes or the name of a piece, joined by +".to_string(),
            (Type::Cond, _) => {
                "conditions are `any(SQUARES)`, `none(SQUARES)`, comparisons, `check` and the like".to_string()
            }
        };
        let message = format!("expected {}, found {}", wanted.name(), found.name());
        let problem = Diagnostic::error(Code::WrongType, expr.span, message);
        self.report(problem.label(format!("{} here", found.name())).help(help));
        None
    }

    /// Reports the unknown name that keeps an expression from having a type.
    fn unknown_inside(&mut self, expr: &Expr, wanted: Type) {
        match &expr.node {
            Node::Name(name) => {
                if self.known(name).is_none()
                    && let Some(refusal) = crate::parse::refused::named(name, expr.span)
                {
                    self.report(refusal);
                    return;
                }
                let words = ["checkmate", "stalemate", "check", "passed", "repetition", "quiet"];
                let defined = self.unit.defines.iter().map(|define| define.name.text.as_str());
                let near = crate::diagnostics::closest(name, words.into_iter().chain(defined));
                if wanted == Type::Cond && self.known(name).is_none() {
                    let message = format!("`{}` is not a condition", crate::parse::shortened(name));
                    let problem =
                        Diagnostic::error(Code::UnknownCondition, expr.span, message).label("not a condition");
                    self.report(
                        problem.help(match near {
                            Some(near) => format!("did you mean `{near}`?"),
                            None if name == "move" => "the side that is to move is asked for by `to move`".to_string(),
                            None if let Some((from, to)) = two_squares(name) => {
                                format!("moves are named by their squares: `forbid move from {from} to {to}`")
                            }
                            None => "conditions are `checkmate`, `stalemate`, `any(SQUARES)`, comparisons and the like"
                                .to_string(),
                        }),
                    );
                } else if let Some(Meaning::Define(index)) = self.meaning(name, expr.span) {
                    // The definition itself is at fault, and is told of.
                    self.definition_value(index, expr.span);
                }
            }
            Node::Chain(chain) => {
                if let Some((_, first)) = chain.first() {
                    self.unknown_inside(first, wanted);
                }
            }
            Node::Complement(inner) | Node::Absolute(inner) | Node::Turned(inner) => self.unknown_inside(inner, wanted),
            _ => {}
        }
    }

    /// What a name of a definition stands for, if that is of the type wanted.
    pub fn defined(&mut self, index: usize, name: &Expr, wanted: Type) -> Option<Value> {
        match self.type_of(name) {
            Some(found) if found == wanted => self.definition_value(index, name.span),
            _ => self.mismatch(name, wanted),
        }
    }

    /// What a definition stands for.
    pub fn definition_value(&mut self, index: usize, used_at: Span) -> Option<Value> {
        if let Some(known) = self.values.get(&index) {
            let (value, weight) = known.clone()?;
            self.weight += weight;
            self.count_operation(used_at)?;
            return Some(value);
        }
        let unit = self.unit;
        let define = unit.defines.get(index)?;
        if !self.enter(Meaning::Define(index), 0, &define.name.text, used_at) {
            return None;
        }
        let (outer, place) = (std::mem::take(&mut self.weight), std::mem::take(&mut self.place));
        let wanted = match define.what {
            Definition::Zone => Some(Type::Squares),
            Definition::Kinds => Some(Type::Kinds),
            Definition::Any => self.type_of(&define.value),
        };
        let value = match wanted {
            Some(Type::Squares) => self.square_expr(&define.value).map(Value::Squares),
            Some(Type::Kinds) => self.kind_expr(&define.value).map(Value::Kinds),
            Some(Type::Int) => self.int_expr(&define.value).map(Value::Int),
            Some(Type::Cond) => self.cond_expr(&define.value).map(Value::Cond),
            Some(Type::Movement) => self.movement_definition(define),
            None => {
                self.unknown_inside(&define.value, Type::Squares);
                None
            }
        };
        self.open.pop();
        self.values.insert(index, value.clone().map(|value| (value, self.weight)));
        self.weight += outer;
        self.place = place;
        value
    }

    fn movement_definition(&mut self, define: &crate::parse::ast::Define) -> Option<Value> {
        let name = &define.name.text;
        let message = "a movement is not named by `define`";
        let problem = Diagnostic::error(Code::WrongType, define.value.span, message).label("a movement here");
        let text = self.sources.slice(define.value.span);
        self.report(problem.help(format!("a piece without a letter is a named movement: piece {name} = {text}")));
        None
    }

    /// Counts one more operation of the expression being resolved; `None` after too many.
    pub fn count_operation(&mut self, span: Span) -> Option<()> {
        self.weight += 1;
        if self.weight <= MOST_OPERATIONS {
            return Some(());
        }
        if self.weight < usize::MAX / 2 {
            let message = format!("this expression has more than {MOST_OPERATIONS} operations");
            let problem = Diagnostic::error(Code::ExpressionTooLarge, span, message);
            self.report(problem.help("definitions that refer to each other grow quickly: say it more directly"));
            self.weight = usize::MAX / 2;
        }
        None
    }

    /// Runs what resolves an expression of its own, with these words having a meaning.
    pub fn at<T>(&mut self, place: Place, resolve: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let outer = std::mem::replace(&mut self.place, place);
        self.weight = 0;
        let result = resolve(self);
        self.weight = 0;
        self.place = outer;
        result
    }

    /// `from`, `to`, `victim`.
    pub fn move_word(&mut self, word: &Expr) -> Option<Squares> {
        if !self.place.of_move {
            let text = self.sources.slice(word.span).to_string();
            let message = format!("`{text}` is about a move, but there is none here");
            let problem = Diagnostic::error(Code::MisplacedWord, word.span, message).label("of which move?");
            self.report(problem.help(format!("`{text}` stands in the effects of `after`")));
            return None;
        }
        Some(match word.node {
            Node::From => Squares::From,
            Node::To => Squares::To,
            _ => Squares::Victim,
        })
    }

    /// `captured` and `promoted`.
    pub fn promotion_word(&mut self, word: &Expr) -> Option<Kinds> {
        let captured = word.node == Node::Captured;
        let text = if captured { "captured" } else { "promoted" };
        if !self.place.of_promotion {
            let message = format!("`{text}` says what a man may become, and here nothing promotes");
            let problem = Diagnostic::error(Code::MisplacedWord, word.span, message).label("no promotion here");
            self.report(
                problem
                    .help(format!("it stands behind the `to` of a promotion: `promote Pawn on last rank to {text}`")),
            );
            return None;
        }
        if captured {
            self.no_hands(word.span, text)?;
            return Some(Kinds::Captured);
        }
        Some(Kinds::PromotedForm)
    }

    /// An error in a game with hands.
    pub fn no_hands(&mut self, span: Span, word: &str) -> Option<()> {
        let Some((_, hand)) = self.unit.hands.first() else { return Some(()) };
        let message = format!("`{word}` means nothing in a game with hands");
        let problem = Diagnostic::error(Code::CapturedWithHands, span, message).label("men change sides here");
        self.report(problem.also(hand.span, "this gives each side a hand").help("name the kinds instead"));
        None
    }
}

/// The squares of a text such as `e2e4`.
fn two_squares(text: &str) -> Option<(&str, &str)> {
    let (from, to) = text.split_at(text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0);
    let square = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.len() > 1
            && text[1..].bytes().all(|b| b.is_ascii_digit())
    };
    (square(from) && square(to)).then_some((from, to))
}

fn in_brackets(text: &str) -> String {
    if text.contains(['|', '&', '-']) && !text.starts_with('(') { format!("({text})") } else { text.to_string() }
}
