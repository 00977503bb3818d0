//! Movement: notation, sums, names and restrictors, for each side.

use super::names::{Checker, Man, Meaning};
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::notation;
use crate::parse::ast::{self, Base, Name, Restrictor, Text};
use crate::rules::movement::{Movement, Part};
use crate::rules::{Kind, SquareSet, Unmoved};
use ferz_abi::Letter;
use std::rc::Rc;

/// The most parts of a movement.
const MOST_PARTS: usize = 200;

/// A movement for White and for Black.
pub type Resolved = Rc<[Movement; 2]>;

/// What a restrictor does to a part of one side.
type Restriction = Box<dyn Fn(&mut Part, usize)>;

impl Checker<'_> {
    /// A kind, with all but its home squares.
    pub fn kind(&mut self, man: &Man) -> Kind {
        let movement = self.movement_of(man.piece, None, man.span);
        Kind {
            name: man.name.clone(),
            letters: man.letters,
            notation: self.written(man.piece),
            royal: man.royal,
            may_stay: man.may_stay,
            plain: man.plain,
            movement: movement.map_or_else(Default::default, |movement| (*movement).clone()),
            unmoved: [Unmoved::Place(SquareSet::EMPTY); 2],
        }
    }

    /// The movement of a piece as the file writes it.
    fn written(&self, piece: usize) -> String {
        let mut chain = self.unit.pieces[piece].iter().rev();
        let text = chain.find_map(|p| p.movement.as_ref()).map_or("", |movement| movement.text.as_str());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The movement of a piece: of its last definition, or of the one with this number.
    pub fn movement_of(&mut self, piece: usize, level: Option<usize>, used_at: Span) -> Option<Resolved> {
        let unit = self.unit;
        let chain = unit.pieces.get(piece)?;
        let level = level.unwrap_or(chain.len() - 1);
        if let Some(known) = self.movements.get(&(piece, level)) {
            return known.clone();
        }
        let definition = chain.get(level)?;
        if !self.enter(Meaning::Piece(piece), level, &definition.name.text, used_at) {
            return None;
        }
        let result = match &definition.movement {
            Some(movement) => {
                let own = self.sum(movement, (piece, level));
                let other = self.other_side(definition.side, piece, level, used_at);
                own.map(|mut own| {
                    if let (Some(side), Some(other)) = (definition.side, other) {
                        own[1 - side] = other[1 - side].clone();
                    }
                    Rc::new(own)
                })
            }
            None if level > 0 => self.movement_of(piece, Some(level - 1), used_at),
            None if unit.incomplete => None,
            None => {
                let name = &definition.name.text;
                let problem = Diagnostic::error(Code::NoMovement, definition.span, format!("`{name}` has no movement"));
                self.report(
                    problem
                        .label("how does it move?")
                        .help(format!("write one after `=`, for instance: piece {name} X = \"WF\"")),
                );
                None
            }
        };
        self.open.pop();
        self.movements.insert((piece, level), result.clone());
        result
    }

    /// What moves for the other side, if a definition is one side's alone: the definition before it, or nothing.
    fn other_side(&mut self, side: Option<usize>, piece: usize, level: usize, used_at: Span) -> Option<Resolved> {
        side?;
        match level {
            0 => Some(Rc::default()),
            _ => self.movement_of(piece, Some(level - 1), used_at),
        }
    }

    /// The movement of an expression: of `reach`.
    pub fn movement(&mut self, movement: &ast::Movement) -> Option<[Movement; 2]> {
        self.sum(movement, (usize::MAX, 0))
    }

    /// A sum of parts. `inside` is the definition it belongs to: there the piece's own name means what it was before.
    fn sum(&mut self, movement: &ast::Movement, inside: (usize, usize)) -> Option<[Movement; 2]> {
        let mut sum: [Movement; 2] = Default::default();
        let mut whole = true;
        for part in &movement.parts {
            let Some(parts) = self.part(part, inside) else {
                whole = false;
                continue;
            };
            for (side, parts) in parts.into_iter().enumerate() {
                for part in parts {
                    if !sum[side].contains(&part) {
                        sum[side].push(part);
                    }
                }
            }
            if sum[0].len() > MOST_PARTS {
                let message = format!("this movement has more than {MOST_PARTS} parts");
                self.report(
                    Diagnostic::error(Code::TooLongMovement, movement.span, message).help("name fewer pieces in sums"),
                );
                return None;
            }
        }
        whole.then_some(sum)
    }

    fn part(&mut self, part: &ast::Part, inside: (usize, usize)) -> Option<[Movement; 2]> {
        let base = match &part.base {
            Base::Notation(text) => self.notation(text),
            Base::Piece(name) => self.named(name, inside),
            Base::Group(movement) => self.sum(movement, inside),
        };
        // The restrictors are read even if there is an error before them, for theirs.
        let restrictors: Vec<_> = part.restrictors.iter().map(|restrictor| self.restrictor(restrictor)).collect();
        let restrictors = restrictors.into_iter().collect::<Option<Vec<_>>>();
        let (mut parts, restrictors) = (base?, restrictors?);
        for (side, parts) in parts.iter_mut().enumerate() {
            for part in parts {
                restrictors.iter().for_each(|restrict| restrict(part, side));
            }
        }
        super::useless::warn(self, part, parts.iter().flatten());
        Some(parts)
    }

    fn restrictor(&mut self, restrictor: &Restrictor) -> Option<Restriction> {
        let both = |old: Option<SquareSet>, new: SquareSet| Some(old.map_or(new, |old| old & new));
        Some(match restrictor {
            Restrictor::From(set) => {
                let zone = self.squares(set)?;
                Box::new(move |part, side| part.from = both(part.from, zone[side]))
            }
            Restrictor::To(set) => {
                let zone = self.squares(set)?;
                Box::new(move |part, side| part.to = both(part.to, zone[side]))
            }
            Restrictor::Within(set) => {
                let zone = self.squares(set)?;
                Box::new(move |part, side| part.within = both(part.within, zone[side]))
            }
            Restrictor::Over(set) => {
                let kinds = self.men_of(set)?;
                Box::new(move |part, side| part.over = Some(part.over.map_or(kinds[side], |old| old & kinds[side])))
            }
            Restrictor::Taking(set) => {
                let kinds = self.men_of(set)?;
                Box::new(move |part, side| part.taking = Some(part.taking.map_or(kinds[side], |old| old & kinds[side])))
            }
            Restrictor::Marking => Box::new(|part, _| part.marking = true),
        })
    }

    /// The men of a fixed set of kinds, those that remember what they were among them.
    fn men_of(&mut self, set: &ast::Expr) -> Option<super::names::Kinds> {
        let kinds = self.kind_set(set)?;
        let all = self.with_shadows(crate::rules::expr::Kinds::Fixed(kinds));
        Some([all.fixed(0)?, all.fixed(1)?])
    }

    fn named(&mut self, name: &Name, inside: (usize, usize)) -> Option<[Movement; 2]> {
        match self.meaning(&name.text, name.span)? {
            Meaning::Piece(piece) => {
                let level = (piece == inside.0 && inside.1 > 0).then(|| inside.1 - 1);
                self.movement_of(piece, level, name.span).map(|movement| (*movement).clone())
            }
            Meaning::Define(_) | Meaning::Counter(_) => {
                let expr = ast::Expr { node: ast::Node::Name(name.text.clone()), span: name.span };
                self.mismatch(&expr, super::types::Type::Movement)
            }
        }
    }

    fn notation(&mut self, text: &Text) -> Option<[Movement; 2]> {
        let (terms, problems) = notation::read(&text.value);
        let failed = problems.iter().any(|p| p.severity == crate::diagnostics::Severity::Error);
        for problem in problems {
            let at = |byte: usize| (text.span.start + byte).min(text.span.end);
            let span = Span { file: text.span.file, start: at(problem.span.start), end: at(problem.span.end) };
            self.report(Diagnostic {
                severity: problem.severity,
                help: problem.help,
                ..Diagnostic::error(problem.code, span, problem.message).label(problem.label)
            });
        }
        if failed {
            return None;
        }
        let part = |term: &notation::Term, black: bool| Part {
            paths: term.paths.iter().map(|path| if black { path.turned() } else { path.clone() }).collect(),
            unmoved: term.unmoved,
            marking: term.marking,
            from: None,
            to: None,
            within: None,
            over: None,
            taking: None,
        };
        Some([false, true].map(|black| terms.iter().map(|term| part(term, black)).collect()))
    }
}

/// The letters of a kind in both armies, from how they are written.
pub fn letters(written: &Name) -> Result<[Letter; 2], Box<Diagnostic>> {
    let one = |text: &str, upper: bool| {
        let plus = text.starts_with('+');
        let mut rest = text.strip_prefix('+').unwrap_or(text).chars();
        let letter = rest.next().filter(|c| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == upper)?;
        let mark = rest.next();
        let fits = rest.next().is_none() && mark.is_none_or(|m| m == '\'' || m == '!') && !(plus && mark.is_some());
        fits.then_some(Letter { letter: letter.to_ascii_uppercase(), plus, mark })
    };
    let letters = match written.text.split_once('/') {
        Some((white, black)) => one(white, true).zip(one(black, false)),
        None => one(&written.text, true).map(|letter| (letter, letter)),
    };
    letters.map(|(white, black)| [white, black]).ok_or_else(|| {
        let text = crate::parse::shortened(&written.text);
        let help = match written.text.chars().next() {
            Some(c) if written.text.chars().count() == 1 && c.is_ascii_lowercase() => {
                format!(
                    "write it in upper case: `{}`; Black's men get the lower case by themselves",
                    c.to_ascii_uppercase()
                )
            }
            _ => {
                "a letter is A to Z, perhaps with `'` or `!` behind it or `+` before it; `P/s` gives Black another one"
                    .to_string()
            }
        };
        let problem = Diagnostic::error(Code::BadLetter, written.span, format!("`{text}` is not a letter for a piece"));
        Box::new(problem.label("not a letter").help(help))
    })
}
