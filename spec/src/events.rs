//! What a move was, and what follows on it. The sections "Events" and "After" of `meaning.md`.

use crate::Interpreter;
use crate::choices::read;
use crate::expr::View;
use ferz_abi::{Form, Move, State, kind_of, side_of};
use ferz_lang::rules::expr::{Event, Happening};
use ferz_lang::rules::{KindSet, SquareSet};

/// The squares of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Happened {
    /// Those that were left: both men's when castling, none for a drop.
    pub from: SquareSet,
    /// Those that were reached: both men's when castling.
    pub to: SquareSet,
    /// Those of the men that were taken.
    pub victims: SquareSet,
}

impl Interpreter {
    /// The squares of a move in the position before it.
    pub(crate) fn happened(&self, before: &State, played: &Move) -> Happened {
        let (mut from, mut to, mut victims) = (SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY);
        if !played.is(Form::Drop) {
            from.insert(played.from.into());
        }
        to.insert(played.to.into());
        if played.is(Form::Castling) {
            from.insert(played.squares[0].into());
            to.insert(played.squares[1].into());
        }
        if played.is(Form::Step) {
            played.victims().iter().for_each(|&square| victims.insert(square.into()));
            let stays_on_board = played.to == played.from || played.carried().any(|(lifted, _)| lifted == played.to);
            if !stays_on_board && before.cells[usize::from(played.to)] != 0 {
                victims.insert(played.to.into());
            }
        }
        Happened { from, to, victims }
    }

    /// Whether a move of the side to move in `before` matches an event. Everything is read before it, but for check: that is read in `after`,
    /// the position that the move has led to so far.
    pub(crate) fn matches(&self, event: &Event, before: &State, played: &Move, after: &State) -> bool {
        let happened = self.happened(before, played);
        let own = usize::from(before.side);
        let view = View { happened: Some(&happened), ..View::new(before, own) };
        let happens = match event.what {
            Happening::Capture => !happened.victims.is_empty(),
            Happening::Move => played.is(Form::Step) || played.is(Form::Castling),
            Happening::Drop => played.is(Form::Drop),
            Happening::Promotion => played.is(Form::Step) && played.placed != played.man,
            Happening::Castling => played.is(Form::Castling),
            Happening::Check => self.check(after, 1 - own),
        };
        let by = |kinds: KindSet| played.man != 0 && side_of(played.man) == own && kinds.has(kind_of(played.man));
        let of = |kinds: KindSet| happened.victims.iter().any(|square| kinds.has(kind_of(before.cells[square])));
        happens
            && event.by.as_ref().is_none_or(|kinds| by(self.kinds(&view, kinds)))
            && event.of.as_ref().is_none_or(|kinds| of(self.kinds(&view, kinds)))
            && event.from.as_ref().is_none_or(|zone| !(self.squares(&view, zone) & happened.from).is_empty())
            && event.to.as_ref().is_none_or(|zone| !(self.squares(&view, zone) & happened.to).is_empty())
    }

    /// Carries out what follows on a move by the rules before this one, each on what the one before it has left. False if something of it
    /// cannot be done.
    pub(crate) fn follow(&self, before: &State, played: &Move, rule: usize, next: &mut State) -> bool {
        let happened = self.happened(before, played);
        let choosings = self.rules.choosings();
        self.rules.afters.iter().enumerate().take(rule).all(|(index, after)| {
            let mut choosings = choosings.iter().enumerate();
            let chosen = choosings.find(|(_, (of, _))| *of == index);
            let chosen = chosen.map(|(number, (_, choosing))| played.chosen(number, choosing));
            match chosen {
                _ if !self.matches(&after.event, before, played, next) => true,
                None => self.carry_out(&after.effects, next, before, Some(&happened), &[]),
                Some(None) => after.optional,
                Some(Some(chosen)) => {
                    let chosen = read(&after.choices, chosen);
                    self.carry_out(&after.effects, next, before, Some(&happened), &chosen)
                }
            }
        })
    }
}
