//! A position that remembers how it came about.

use crate::actions::Actions;
use crate::errors::MoveError;
use crate::game;
use crate::moves::Move;
use crate::planes::{self, Dtype};
use ferz_runtime::{Ending, Game, man_letter};
use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

const SIDES: [&str; 2] = ["white", "black"];

/// How a game has ended, or could be made to end.
#[pyclass(frozen, get_all, eq, hash, module = "ferz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `"white"`, `"black"`, or `None` for a draw.
    winner: Option<&'static str>,
    /// The name of the rule that says so.
    rule: String,
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> String {
        match self.winner {
            Some("white") => format!("White wins by {}", self.rule),
            Some(_) => format!("Black wins by {}", self.rule),
            None => format!("draw by {}", self.rule),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.__str__())
    }
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Outcome {
        Outcome { winner: ending.winner.map(|side| SIDES[side]), rule: ending.rule }
    }
}

/// A position with its past: moves are played on it and taken back.
#[pyclass(module = "ferz")]
pub struct Position {
    game: Game,
}

/// A move, as Python may give it.
#[derive(FromPyObject)]
pub enum Given<'py> {
    /// One of `legal_moves()`.
    Move(PyRef<'py, Move>),
    /// Its text.
    Text(String),
}

impl Position {
    /// The position that a game has reached.
    pub fn new(game: Game) -> Position {
        Position { game }
    }

    fn actions(&self) -> Actions {
        Actions::new(self.game.engine().variant())
    }

    /// Plays one of the legal moves.
    fn take(&mut self, found: Move) -> Move {
        self.game.push(found.text().to_owned(), &found.played);
        found
    }

    /// The legal moves with their numbers, sorted by their texts.
    fn legal(&self) -> Vec<Move> {
        let variant = self.game.engine().variant();
        let named = self.game.legal();
        let moves: Vec<_> = named.iter().map(|(_, played)| *played).collect();
        let numbers = self.actions().number_all(variant, &moves);
        named.into_iter().zip(numbers).map(|((text, played), n)| Move::new(variant, text, played, n)).collect()
    }
}

#[pymethods]
impl Position {
    /// Every legal move, sorted by text; none if the game is over.
    fn legal_moves(&self) -> Vec<Move> {
        self.legal()
    }

    /// The numbers of the legal moves as an array of int64, in the order of `legal_moves()`.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.legal().iter().map(Move::action).collect::<Vec<i64>>().to_pyarray(py)
    }

    /// Plays a move: one of `legal_moves()`, or its text. Raises `MoveError`, and changes nothing, if it is not legal.
    fn push(&mut self, r#move: Given<'_>) -> PyResult<Move> {
        let mut legal = self.legal().into_iter();
        match r#move {
            Given::Move(given) => match legal.find(|m| m.played == given.played) {
                Some(found) => Ok(self.take(found)),
                None => Err(MoveError::new_err(format!(
                    "`{}` is not legal here: it is a move of another position",
                    given.text()
                ))),
            },
            Given::Text(text) => {
                // Moves can be written in other ways than the list has them.
                let played = self.game.play(&text).map_err(|error| MoveError::new_err(error.to_string()))?;
                self.game.undo();
                match legal.find(|m| m.played == played) {
                    Some(found) => Ok(self.take(found)),
                    None => Err(MoveError::new_err(format!("`{text}` is not legal here"))),
                }
            }
        }
    }

    /// Plays the legal move with this number. Raises `MoveError`, and changes nothing, if there is none.
    fn push_action(&mut self, action: i64) -> PyResult<Move> {
        let Some(found) = self.legal().into_iter().find(|m| m.action() == action) else {
            return Err(MoveError::new_err(format!("no legal move has the number {action}: see `legal_actions()`")));
        };
        Ok(self.take(found))
    }

    /// Takes the last move back and returns its text. Raises `IndexError` at the position that this one started from.
    fn pop(&mut self) -> PyResult<String> {
        let text = self.game.history().last().map(|(text, _)| text.clone());
        match (text, self.game.undo()) {
            (Some(text), Some(_)) => Ok(text),
            _ => Err(PyIndexError::new_err("no move to take back: this is where the position started")),
        }
    }

    /// The texts of the moves played.
    fn history(&self) -> Vec<String> {
        self.game.history().iter().map(|(text, _)| text.clone()).collect()
    }

    /// The position as FEN.
    fn fen(&self) -> String {
        self.game.fen()
    }

    /// Who is to move: `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        SIDES[usize::from(self.game.position().state().side & 1)]
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.game.engine().in_check(self.game.position())
    }

    /// How the game has ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(Outcome::from)
    }

    /// What a player may claim, such as a draw by repetition where it does not come by itself.
    fn claims(&self) -> Vec<Outcome> {
        self.game.claims().into_iter().map(Outcome::from).collect()
    }

    /// How many times this position has stood on the board, this time included.
    fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// The number of sequences of `depth` legal moves.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        game::perft(py, self.game.engine().as_ref(), self.game.position(), depth)
    }

    /// The letters of the men: `board()[rank][file]`, both from 0 at a1; `None` for an empty cell, `"*"` where there is no cell.
    fn board(&self) -> Vec<Vec<Option<String>>> {
        let variant = self.game.engine().variant();
        let (width, height) = (usize::from(variant.board.width), usize::from(variant.board.height));
        let cell = |square: usize| match self.game.position().state().cells[square] {
            0 => ferz_abi::has(&variant.board.holes, square).then(|| "*".to_owned()),
            man => Some(man_letter(variant, man)),
        };
        (0..height).map(|rank| (0..width).map(|file| cell(rank * width + file)).collect()).collect()
    }

    /// Men in hand: for each side, how many of each kind, by the kinds' names.
    fn hands(&self) -> HashMap<&'static str, HashMap<String, u8>> {
        let (variant, state) = (self.game.engine().variant(), self.game.position().state());
        let of = |side: usize| {
            let slots = variant.hand.iter();
            slots.map(|slot| (variant.kinds[slot.kind].name.clone(), state.vars[slot.vars[side]])).collect()
        };
        SIDES.iter().enumerate().map(|(side, name)| (*name, of(side))).collect()
    }

    /// The counters of the rules: for each side, by their names.
    fn counters(&self) -> HashMap<&'static str, HashMap<String, u8>> {
        let (variant, state) = (self.game.engine().variant(), self.game.position().state());
        let of = |side: usize| {
            let slots = variant.counters.iter();
            slots.map(|slot| (slot.name.clone(), state.vars[slot.vars[side]])).collect()
        };
        SIDES.iter().enumerate().map(|(side, name)| (*name, of(side))).collect()
    }

    /// Plies since the last capture, drop, or move of a kind that can promote.
    #[getter]
    fn clock(&self) -> u16 {
        self.game.position().state().clock
    }

    /// The number of the full move, from 1.
    #[getter]
    fn number(&self) -> u16 {
        self.game.position().state().number
    }

    /// Where the men stand, as an array of `Game.planes_shape`: White's kinds, then Black's, 1 where such a man stands.
    ///
    /// `dtype` is float32 (the default) or uint8. With `own=True` the planes are seen by the side to move: its kinds first, its own
    /// back rank first.
    #[pyo3(signature = (dtype=None, *, own=false))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        own: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let variant = self.game.engine().variant();
        let state = self.game.position().state();
        let dtype = Dtype::new(py, dtype)?;
        planes::array(py, dtype, &planes::shape(variant), |planes| planes.fill(variant, own, std::iter::once(state)))
    }

    /// A position of its own, with the same past.
    fn copy(&self) -> Position {
        Position { game: self.game.clone() }
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Position {
        self.copy()
    }

    /// Positions are equal if they count as the same for repetition.
    fn __eq__(&self, other: PyRef<'_, Position>) -> bool {
        let (mine, theirs) = (self.game.engine().variant(), other.game.engine().variant());
        let identity = |game: &Game| mine.identity(game.position().state());
        mine == theirs && identity(&self.game) == identity(&other.game)
    }

    fn __str__(&self) -> String {
        let width = self.board().iter().flatten().flatten().map(|l| l.chars().count()).max().unwrap_or(1);
        let mut text = String::new();
        for rank in self.board().iter().rev() {
            let cells = rank.iter().map(|cell| format!("{:>width$}", cell.as_deref().unwrap_or(".")));
            text += cells.collect::<Vec<_>>().join(" ").trim_end();
            text.push('\n');
        }
        text.trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Position {:?}>", self.game.fen())
    }
}
