//! Moves that are no man's movement: drops and actions. The sections "Drops" and "Actions" of `meaning.md`.

use crate::Interpreter;
use crate::choices::{read, written};
use crate::expr::View;
use ferz_abi::{Form, Move, State, code};
use ferz_lang::rules::SquareSet;
use ferz_lang::rules::expr::{Action, Choice, Effect, Squares};

impl Interpreter {
    /// Every drop of the side to move: a man of a kind that it has in hand comes onto an empty square of one of the zones for its kind.
    pub(crate) fn drops(&self, state: &State) -> Vec<Move> {
        let own = usize::from(state.side);
        let view = View::new(state, own);
        let mut all = Vec::new();
        for slot in self.variant.hand.iter().filter(|slot| state.vars[slot.vars[own]] > 0) {
            let lines = self.rules.drops.iter().filter(|line| self.kinds(&view, &line.kinds).has(slot.kind));
            let zone = lines.fold(SquareSet::EMPTY, |zone, line| zone | self.squares(&view, &line.on));
            for to in (zone & self.squares(&view, &Squares::Empty)).iter() {
                let (man, square) = (code(slot.kind, own), to as u8);
                let form = Form::Drop as u8;
                all.push(Move { from: square, to: square, man, placed: man, form, ..Move::default() });
            }
        }
        all
    }

    /// Every action of the side to move, those of last resort or the others, whether or not its effects can be done.
    pub(crate) fn actions(&self, state: &State, last_resort: bool) -> Vec<Move> {
        let view = View::new(state, state.side.into());
        let mut all = Vec::new();
        for (number, action) in self.rules.actions.iter().enumerate().filter(|(_, a)| a.last_resort == last_resort) {
            if action.when.as_ref().is_none_or(|when| self.holds_for(&view, when)) {
                self.choose(&view, number, action, &mut all);
            }
        }
        all
    }

    /// Adds a move for every way to make the choices of an action.
    fn choose(&self, view: &View, number: usize, action: &Action, all: &mut Vec<Move>) {
        for chosen in self.combinations(view, &action.choices) {
            all.extend(self.action(&View { chosen: &chosen, ..*view }, number, action));
        }
    }

    /// An action with all its choices made, named by two squares; none if there are no such squares.
    fn action(&self, view: &View, number: usize, action: &Action) -> Option<Move> {
        let (from, to) = self.ends_of_action(view, action)?;
        let man = view.state.cells[from];
        let form = Form::Action as u8;
        let mut found = Move { from: from as u8, to: to as u8, man, placed: man, form, ..Move::default() };
        let squares = [number as u8].into_iter().chain(written(&action.choices, view));
        found.squares.iter_mut().zip(squares).for_each(|(place, square)| *place = square);
        Some(found)
    }

    /// The squares that an action is named by: those of its first effect that moves men; or else the first and the last that are chosen; or else the
    /// royal's own square, twice.
    fn ends_of_action(&self, view: &View, action: &Action) -> Option<(usize, usize)> {
        let moving = action.effects.iter().find_map(|effect| match effect {
            Effect::Swap(a, b) | Effect::Relocate(a, b) => Some((a, b)),
            _ => None,
        });
        let first = |set: &Squares| self.squares(view, set).iter().next();
        let squares = action.choices.iter().zip(view.chosen).filter(|(choice, _)| matches!(choice, Choice::Square(_)));
        let squares: Vec<usize> = squares.map(|(_, &square)| square).collect();
        match (moving, squares.as_slice()) {
            (Some((a, b)), _) => Some((first(a)?, first(b)?)),
            (None, [only]) => Some((*only, *only)),
            (None, [first, .., last]) => Some((*first, *last)),
            (None, []) => {
                let royal = self.men(view.state, view.own).find(|&(_, code)| self.is_royal(code));
                royal.map(|(square, _)| (square, square))
            }
        }
    }

    /// The effects of an action on the position; `None` if one of them cannot be done.
    pub(crate) fn act(&self, state: &State, played: &Move, next: &mut State) -> Option<()> {
        let action = self.rules.actions.get(usize::from(played.squares[0]))?;
        let chosen = read(&action.choices, &played.squares[1..]);
        self.carry_out(&action.effects, next, state, None, &chosen).then_some(())
    }
}
