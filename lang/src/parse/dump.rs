//! The tree as text, for `--emit ast`: a line for each statement, its parts indented below it.

use super::ast::*;
use super::dump_expr::{whose, words};
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
                let word = match define.what {
                    Definition::Zone => "zone",
                    Definition::Kinds => "kinds",
                    Definition::Any => "define",
                };
                writeln!(f, "{word} {} = {}", define.name.text, define.value)
            }
            Statement::Holes(squares) => writeln!(f, "holes {squares}"),
            Statement::Hand(hand) => {
                let men = |(number, kinds): &(Option<Number>, Expr)| match number {
                    Some(number) => format!(" {} {kinds}", number.value),
                    None => format!(" {kinds}"),
                };
                writeln!(f, "hand{}", hand.content.iter().map(men).collect::<Vec<_>>().join(","))
            }
            Statement::Counter(counter) => {
                let each = if counter.each_side { ", each side" } else { "" };
                writeln!(f, "counter {} = {}{each}", counter.name.text, counter.start.value)
            }
            Statement::For(block) => {
                writeln!(f, "for {}", SIDES[block.side & 1])?;
                let inner: String = block.statements.iter().map(Statement::to_string).collect();
                inner.lines().try_for_each(|line| writeln!(f, "  {line}"))
            }
            Statement::Also(rule) => {
                writeln!(f, "also rule {}", rule.name.text)?;
                write_items(f, &rule.items)
            }
            Statement::AlsoItem(item) => writeln!(f, "also {item}"),
            Statement::Piece(piece) => write!(f, "{piece}"),
            Statement::Setup(setup) => write!(f, "{setup}"),
            Statement::Rule(rule) => {
                writeln!(f, "rule {}", rule.name.text)?;
                write_items(f, &rule.items)
            }
            Statement::Item(item) => writeln!(f, "{item}"),
            Statement::Test(test) => {
                writeln!(f, "test {:?}", test.title.value)?;
                test.steps.iter().try_for_each(|step| writeln!(f, "  {}", step.claim))
            }
        }
    }
}

const SIDES: [&str; 2] = ["White", "Black"];

fn write_items(f: &mut Formatter<'_>, items: &[Item]) -> fmt::Result {
    items.iter().try_for_each(|item| item.to_string().lines().try_for_each(|line| writeln!(f, "  {line}")))
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "piece {}", self.name.text)?;
        if let Some(letters) = &self.letters {
            write!(f, ", letter {}", letters.text)?;
        }
        if let Some(symbol) = &self.symbol {
            write!(f, ", symbol \"{}\"", symbol.value)?;
        }
        if let Some(plain) = &self.promoted {
            write!(f, ", promoted {}", plain.text)?;
        }
        let (royal, stays) = (if self.royal { ", royal" } else { "" }, if self.may_stay { ", may stay" } else { "" });
        writeln!(f, "{royal}{stays}")?;
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
            Restrictor::Over(set) => write!(f, ", over {set}"),
            Restrictor::Taking(set) => write!(f, ", taking {set}"),
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
                write!(f, "promote {} {place} {}{optionally} to {}", p.kinds, p.zone, p.to)?;
                if let Some(kind) = &p.remembering {
                    write!(f, " remembering {kind}")?;
                }
                p.while_.as_ref().map_or(Ok(()), |condition| write!(f, " while {condition}"))
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
            Item::Drop(drop) => write!(f, "drop {} on {}", drop.kinds, drop.on),
            Item::Check(check) => write!(f, "check when {}", check.condition),
            Item::Forbid(forbid) => match (&forbid.event, &forbid.when) {
                (Some(event), Some(when)) => write!(f, "forbid {event} when {when}"),
                (Some(event), None) => write!(f, "forbid {event}"),
                (None, Some(when)) => write!(f, "forbid {when}"),
                (None, None) => write!(f, "forbid"),
            },
            Item::Prefer(event) => write!(f, "prefer {event}"),
            Item::Action(action) => write!(f, "{action}"),
            Item::After(after) => {
                write!(f, "after {}", after.event)?;
                let may = if after.optionally.is_some() { "optionally " } else { "" };
                after.choices.iter().try_for_each(|(name, set)| write!(f, "\n  {may}choose {} in {set}", name.text))?;
                after.effects.iter().try_for_each(|effect| write!(f, "\n  {effect}"))
            }
            Item::For(side, items) => {
                write!(f, "for {}", SIDES[side & 1])?;
                items.iter().try_for_each(|item| write!(f, "\n  {item}"))
            }
            Item::Refused(_) => write!(f, "(not understood)"),
        }
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "action {}", self.name.text)?;
        if self.last_resort {
            write!(f, "\n  last resort")?;
        }
        self.when.iter().try_for_each(|when| write!(f, "\n  when {when}"))?;
        self.choices.iter().try_for_each(|(name, set)| write!(f, "\n  choose {} in {set}", name.text))?;
        self.effects.iter().try_for_each(|effect| write!(f, "\n  {effect}"))
    }
}

impl Display for ChosenFrom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ChosenFrom::Set(set) => write!(f, "{set}"),
            ChosenFrom::Hand(_) => write!(f, "hand"),
        }
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format!("{:?}", self.what).to_lowercase())?;
        let parts = [("by", &self.by), ("of", &self.of), ("from", &self.from), ("to", &self.to)];
        parts.into_iter().try_for_each(|(word, set)| match set {
            Some(set) => write!(f, " {word} {set}"),
            None => Ok(()),
        })
    }
}

impl Display for Effect {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.what {
            EffectKind::Remove(squares) => write!(f, "remove {squares}"),
            EffectKind::Swap(one, other) => write!(f, "swap {one}, {other}"),
            EffectKind::Relocate(from, to) => write!(f, "relocate {from} to {to}"),
            EffectKind::Put(kind, on) => write!(f, "put {kind} on {on}"),
            EffectKind::Drop(kind, on) => write!(f, "drop {kind} on {on}"),
            EffectKind::ToHand => write!(f, "to hand victim"),
            EffectKind::Change(up, who, name, by) => {
                let word = if *up { "raise" } else { "lower" };
                let who = who.map_or(String::new(), |who| format!("{} ", whose(who)));
                let by = by.map_or(String::new(), |by| format!(" by {}", by.value));
                write!(f, "{word} {who}{}{by}", name.text)
            }
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
