//! Many games at once, for learning programs.

use crate::actions::Actions;
use crate::errors::MoveError;
use crate::game;
use crate::planes::{self, Dtype};
use ferz_abi::{Move, State, Variant};
use ferz_runtime::{Game, Random};
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;

/// One game, with the legal moves of its position.
struct Table {
    game: Game,
    moves: Vec<(i64, Move)>,
}

/// What a step came to, for one game.
#[derive(Clone, Copy, Default)]
struct Step {
    reward: f32,
    terminated: bool,
    truncated: bool,
}

impl Table {
    fn new(game: Game) -> Table {
        let mut table = Table { game, moves: Vec::new() };
        table.look();
        table
    }

    /// Finds the legal moves of the position.
    fn look(&mut self) {
        let variant = self.game.engine().variant();
        let mut moves = Vec::new();
        self.game.engine().moves(self.game.position(), &mut moves);
        let numbers = Actions::new(variant).number_all(variant, &moves);
        self.moves = numbers.into_iter().zip(moves).collect();
        self.moves.sort_unstable_by_key(|(number, _)| *number);
    }

    fn find(&self, action: i64) -> Option<Move> {
        let at = self.moves.binary_search_by_key(&action, |(number, _)| *number).ok()?;
        Some(self.moves[at].1)
    }

    /// Plays a legal move; where that ends the game, or it has lasted long enough, the next game starts.
    fn step(&mut self, played: &Move, start: &Game, most_plies: usize) -> Step {
        let mover = usize::from(self.game.position().state().side & 1);
        // Nobody reads the texts of these games.
        self.game.push(String::new(), played);
        let mut step = Step::default();
        if let Some(ending) = self.game.outcome() {
            step.terminated = true;
            step.reward = ending.winner.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
        } else {
            self.look();
            // Rules that say nothing about a side that cannot move leave the game without a result.
            step.truncated = self.game.history().len() >= most_plies || self.moves.is_empty();
        }
        if step.terminated || step.truncated {
            *self = Table::new(start.clone());
        }
        step
    }
}

/// Many games of one variant, stepped together on several threads while Python waits for none of them.
///
/// A game that ends starts again at once: the planes after that step are those of its new start position.
#[pyclass(module = "ferz")]
pub struct VectorEnv {
    start: Game,
    tables: Vec<Table>,
    most_plies: usize,
    threads: usize,
    dtype: Dtype,
    own: bool,
    random: Random,
}

#[pymethods]
impl VectorEnv {
    /// `num_envs` games, each cut off (truncated) after `max_plies` plies.
    ///
    /// `threads` is how many work on them, by default one for each core. `dtype` and `own` are those of `Position.planes`; `seed` is for
    /// `sample_actions`.
    #[new]
    #[pyo3(signature = (game, num_envs, *, fen=None, setup=None, max_plies=512, threads=None, dtype=None, own=false, seed=0))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: PyRef<'_, game::Game>,
        num_envs: usize,
        fen: Option<&str>,
        setup: Option<&str>,
        max_plies: usize,
        threads: Option<usize>,
        dtype: Option<&Bound<'_, PyAny>>,
        own: bool,
        seed: u64,
    ) -> PyResult<VectorEnv> {
        if num_envs == 0 || max_plies == 0 || threads == Some(0) {
            return Err(PyValueError::new_err("`num_envs`, `max_plies` and `threads` must be at least 1"));
        }
        let start = game.start(fen, setup)?;
        if start.outcome().is_some() || start.legal().is_empty() {
            return Err(PyValueError::new_err("the game is over at the position to start from"));
        }
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get));
        let tables = (0..num_envs).map(|_| Table::new(start.clone())).collect();
        let dtype = Dtype::new(py, dtype)?;
        Ok(VectorEnv { start, tables, most_plies: max_plies, threads, dtype, own, random: Random::new(seed) })
    }

    /// How many games.
    #[getter]
    fn num_envs(&self) -> usize {
        self.tables.len()
    }

    /// Numbers of moves are below this.
    #[getter]
    fn action_size(&self) -> usize {
        Actions::new(self.variant()).size()
    }

    /// Starts all games again. Returns their planes, `(num_envs, planes, ranks, files)`.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let start = &self.start;
        self.tables.iter_mut().for_each(|table| *table = Table::new(start.clone()));
        self.planes(py)
    }

    /// The planes of all games as they stand.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [planes, ranks, files] = planes::shape(self.variant());
        let shape = [self.tables.len(), planes, ranks, files];
        planes::array(py, self.dtype, &shape, |planes| planes.fill(self.variant(), self.own, self.states()))
    }

    /// Who is to move in each game, as an array of uint8: 0 for White, 1 for Black.
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.states().map(|state| state.side).collect::<Vec<u8>>().to_pyarray(py)
    }

    /// The legal moves of all games: `(actions, offsets)`, arrays of int64; those of game `i` are `actions[offsets[i]:offsets[i + 1]]`.
    #[allow(clippy::type_complexity)]
    fn legal_actions<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let mut offsets = vec![0i64];
        let mut actions = Vec::new();
        for table in &self.tables {
            actions.extend(table.moves.iter().map(|(number, _)| *number));
            offsets.push(actions.len() as i64);
        }
        (actions.to_pyarray(py), offsets.to_pyarray(py))
    }

    /// A legal move for each game, by chance, as an array of int64.
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let random = &mut self.random;
        let chosen = self.tables.iter().map(|table| table.moves[random.below(table.moves.len())].0);
        chosen.collect::<Vec<i64>>().to_pyarray(py)
    }

    /// Plays one move in each game.
    ///
    /// Returns `(planes, rewards, terminated, truncated)`: rewards are float32 and seen by who moved: 1 for a win, -1 for a loss, 0
    /// otherwise. Raises `MoveError`, and plays nothing, if one of the moves is not legal.
    #[allow(clippy::type_complexity)]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>)>
    {
        let actions = actions.as_array();
        if actions.len() != self.tables.len() {
            let (given, games) = (actions.len(), self.tables.len());
            return Err(PyValueError::new_err(format!("{given} actions for {games} games: give one for each")));
        }
        let mut chosen = Vec::with_capacity(actions.len());
        for (index, (&action, table)) in actions.iter().zip(&self.tables).enumerate() {
            let played = table.find(action).ok_or_else(|| {
                MoveError::new_err(format!(
                    "game {index} has no legal move with the number {action}; nothing was played"
                ))
            })?;
            chosen.push(played);
        }
        let (start, most_plies, threads) = (&self.start, self.most_plies, self.threads);
        let tables = &mut self.tables;
        let mut steps = vec![Step::default(); tables.len()];
        py.detach(|| {
            let share = tables.len().div_ceil(threads);
            std::thread::scope(|scope| {
                let shares = tables.chunks_mut(share).zip(chosen.chunks(share)).zip(steps.chunks_mut(share));
                for ((tables, chosen), steps) in shares {
                    scope.spawn(move || {
                        for ((table, played), step) in tables.iter_mut().zip(chosen).zip(steps) {
                            *step = table.step(played, start, most_plies);
                        }
                    });
                }
            });
        });
        let column = |f: fn(&Step) -> bool| steps.iter().map(f).collect::<Vec<bool>>().to_pyarray(py);
        let rewards = steps.iter().map(|step| step.reward).collect::<Vec<f32>>().to_pyarray(py);
        Ok((self.planes(py)?, rewards, column(|s| s.terminated), column(|s| s.truncated)))
    }

    /// The positions of all games as FEN.
    fn fens(&self) -> Vec<String> {
        self.tables.iter().map(|table| table.game.fen()).collect()
    }

    fn __len__(&self) -> usize {
        self.tables.len()
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} games of {}>", self.tables.len(), self.variant().name)
    }
}

impl VectorEnv {
    fn variant(&self) -> &Variant {
        self.start.engine().variant()
    }

    fn states(&self) -> impl Iterator<Item = &State> {
        self.tables.iter().map(|table| table.game.position().state())
    }
}
