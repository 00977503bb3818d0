//! The tree as text, for `--emit ast`: a line for each statement, its parts indented below it.

use super::ast::*;
use std::fmt::{self, Display, Formatter};

impl Display for File {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.statements.iter().try_for_each(|statement| write!(f, "{statement}"))
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Header(field, text) => writeln!(f, "{} {:?}", format!("{field:?}").to_lowercase(), text.value),
            Statement::Board(board) => writeln!(f, "board {} files, {} ranks", board.width.value, board.height.value),
            Statement::Use(using) => {
                match &using.target {
                    Target::Library(name) => write!(f, "use library {}", name.text)?,
                    Target::File(path) => write!(f, "use file {:?}", path.value)?,
                }
                let without: Vec<&str> = using.without.iter().map(|name| name.text.as_str()).collect();
                writeln!(
                    f,
                    "{}",
                    if without.is_empty() { String::new() } else { format!(" without {}", without.join(", ")) }
                )
            }
            Statement::Define(define) => {
                writeln!(f, "{} {} = {}", if define.kinds { "kinds" } else { "zone" }, define.name.text, define.set)
            }
            Statement::Piece(piece) => write!(f, "{piece}"),
            Statement::Setup(setup) => write!(f, "{setup}"),
            Statement::Rule(rule) => {
                writeln!(f, "rule {}", rule.name.text)?;
                rule.items.iter().try_for_each(|item| writeln!(f, "  {item}"))
            }
            Statement::Item(item) => writeln!(f, "{item}"),
            Statement::Test(test) => {
                writeln!(f, "test {:?}", test.title.value)?;
                test.steps.iter().try_for_each(|step| writeln!(f, "  {}", step.claim))
            }
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "piece {}", self.name.text)?;
        if let Some(letters) = &self.letters {
            write!(f, ", letter {}", letters.text)?;
        }
        writeln!(f, "{}", if self.royal { ", royal" } else { "" })?;
        match &self.movement {
            Some(movement) => movement.parts.iter().try_for_each(|part| writeln!(f, "  {part}")),
            None => writeln!(f, "  the movement known by this name"),
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.base {
            Base::Notation(text) => write!(f, "notation {:?}", text.value)?,
            Base::Piece(name) => write!(f, "as {}", name.text)?,
            Base::Group(movement) => {
                let parts: Vec<String> = movement.parts.iter().map(Part::to_string).collect();
                write!(f, "({})", parts.join(" + "))?;
            }
        }
        self.restrictors.iter().try_for_each(|restrictor| match restrictor {
            Restrictor::From(set) => write!(f, ", from {set}"),
            Restrictor::To(set) => write!(f, ", to {set}"),
            Restrictor::Within(set) => write!(f, ", within {set}"),
            Restrictor::Marking => write!(f, ", marking"),
        })
    }
}

impl Display for Setup {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.name.as_ref().map_or(String::new(), |name| format!(" {}", name.text));
        match &self.board {
            SetupBoard::Fen(text) => writeln!(f, "setup{name} {:?}", text.value),
            SetupBoard::Diagram(rows) => {
                writeln!(f, "setup{name}")?;
                rows.iter().try_for_each(|row| writeln!(f, "  rank {}: {}", row.rank.value, words(&row.cells)))
            }
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Item::Promote(p) => {
                let place = match p.place {
                    crate::rules::Place::On => "on",
                    crate::rules::Place::From => "from",
                    crate::rules::Place::FromOrTo => "from or to",
                };
                let optionally = if p.optional { " optionally" } else { "" };
                write!(f, "promote {} {place} {}{optionally} to {}", p.kinds, p.zone, p.to)
            }
            Item::Castle(c) => {
                write!(f, "castle {}", c.king)?;
                if let Some(distance) = c.distance {
                    write!(f, " {} files", distance.value)?;
                }
                if !c.files.is_empty() {
                    write!(f, " to {}", words(&c.files))?;
                }
                write!(f, " with {}", c.partners)
            }
            Item::End(end) => {
                let claim = if end.claim { "claim " } else { "" };
                let outcome = format!("{:?}", end.outcome).to_lowercase();
                write!(f, "{claim}{outcome} when {}", end.condition)
            }
            Item::Refused(_) => write!(f, "(not understood)"),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Checkmate(_) => write!(f, "checkmate"),
            Condition::Stalemate(_) => write!(f, "stalemate"),
            Condition::Repetition(number) => write!(f, "repetition({})", number.value),
            Condition::Quiet(number) => write!(f, "quiet({})", number.value),
            Condition::Other(text) => write!(f, "{}", text.text),
        }
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Position(text) => write!(f, "position {:?}", text.value),
            Claim::Moves(from, to) => write!(f, "moves {}: {}", from.text, words(to)),
            Claim::Captures(from, to) => write!(f, "captures {}: {}", from.text, words(to)),
            Claim::Legal(moves) => write!(f, "legal {}", words(moves)),
            Claim::Illegal(moves) => write!(f, "illegal {}", words(moves)),
            Claim::Play(moves) => write!(f, "play {}", words(moves)),
            Claim::Status(word, by) => {
                let by = by.as_ref().map_or(String::new(), |name| format!(" by {}", name.text));
                match word {
                    StatusWord::Win(side) => write!(f, "status win {}{by}", ["White", "Black"][side & 1]),
                    other => write!(f, "status {}{by}", format!("{other:?}").to_lowercase()),
                }
            }
            Claim::Perft(depth, count) => write!(f, "perft {} = {}", depth.value, count.value),
        }
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Chain(chain) => {
                write!(f, "(")?;
                for (index, (operator, set)) in chain.iter().enumerate() {
                    match (index, operator) {
                        (0, _) => {}
                        (_, Operator::Or) => write!(f, " | ")?,
                        (_, Operator::And) => write!(f, " & ")?,
                        (_, Operator::Minus) => write!(f, " - ")?,
                    }
                    write!(f, "{set}")?;
                }
                write!(f, ")")
            }
            Node::Complement(set) => write!(f, "~{set}"),
            Node::Absolute(set) => write!(f, "absolute {set}"),
            Node::Turned(set) => write!(f, "turned {set}"),
            Node::Ranks(first, last) => write!(f, "ranks {}..{}", first.value, last.value),
            Node::Files(first, last) => write!(f, "files {}..{}", first.text, last.text),
            Node::LastRank => write!(f, "last rank"),
            Node::Rectangle(one, other) => write!(f, "{}..{}", one.text, other.text),
            Node::Squares(squares) => write!(f, "{}", words(squares)),
            Node::Army => write!(f, "army"),
            Node::All => write!(f, "all"),
            Node::Name(name) | Node::Later(name) => write!(f, "{name}"),
        }
    }
}

fn words(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(" ")
}
