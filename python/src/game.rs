//! A variant that is ready to play.

use crate::actions::Actions;
use crate::errors;
use crate::planes;
use crate::position::Position;
use ferz_abi::Letter;
use ferz_runtime::{Engine, square_name};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A kind of men.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone)]
pub struct Kind {
    /// Its name.
    name: String,
    /// Its letter in White's army and in Black's; `None` where that side cannot have such a man.
    letters: (Option<String>, Option<String>),
    /// Whether it may not be left attacked.
    royal: bool,
}

#[pymethods]
impl Kind {
    fn __repr__(&self) -> String {
        format!("<Kind {}>", self.name)
    }
}

/// A chess variant, compiled.
#[pyclass(frozen, module = "ferz")]
pub struct Game {
    pub engine: Arc<dyn Engine>,
}

impl Game {
    /// On this engine, if its start position can be played from.
    pub fn new(py: Python<'_>, engine: Arc<dyn Engine>) -> PyResult<Game> {
        match ferz_runtime::Game::start(Arc::clone(&engine)) {
            Ok(_) => Ok(Game { engine }),
            Err(error) => Err(errors::unusable(py, format!("the set-up cannot be played from: {error}"))),
        }
    }

    /// The FEN that is asked for: this one, that of a set-up, or that of the first set-up.
    pub fn chosen(&self, fen: Option<&str>, setup: Option<&str>) -> PyResult<String> {
        let setups = &self.engine.variant().setups;
        match (fen, setup) {
            (Some(_), Some(_)) => Err(PyValueError::new_err("give either `fen` or `setup`, not both")),
            (Some(fen), None) => Ok(fen.to_owned()),
            (None, None) => Ok(setups.first().map(|setup| setup.fen.clone()).unwrap_or_default()),
            (None, Some(name)) => match setups.iter().find(|setup| setup.name == name) {
                Some(found) => Ok(found.fen.clone()),
                None => {
                    let names: Vec<String> = setups.iter().map(|s| format!("`{}`", s.name)).collect();
                    Err(PyValueError::new_err(format!("there is no set-up `{name}`: there is {}", names.join(", "))))
                }
            },
        }
    }

    /// A game from that position.
    pub fn start(&self, fen: Option<&str>, setup: Option<&str>) -> PyResult<ferz_runtime::Game> {
        let text = self.chosen(fen, setup)?;
        ferz_runtime::Game::from_fen(Arc::clone(&self.engine), &text)
            .map_err(|error| errors::FenError::new_err(format!("{error}; {}", error.problem.help())))
    }
}

#[pymethods]
impl Game {
    /// What the file calls it.
    #[getter]
    fn name(&self) -> &str {
        &self.engine.variant().name
    }

    /// Who made it up, or an empty text.
    #[getter]
    fn author(&self) -> &str {
        &self.engine.variant().author
    }

    /// Number of files.
    #[getter]
    fn files(&self) -> usize {
        self.engine.variant().board.width.into()
    }

    /// Number of ranks.
    #[getter]
    fn ranks(&self) -> usize {
        self.engine.variant().board.height.into()
    }

    /// The squares that are no cells, by name.
    #[getter]
    fn holes(&self) -> Vec<String> {
        let board = &self.engine.variant().board;
        ferz_abi::squares(board.holes).map(|square| square_name(board, square)).collect()
    }

    /// The kinds of men, in the order of the file.
    #[getter]
    fn kinds(&self) -> Vec<Kind> {
        let letter = |letter: Option<Letter>, side: usize| {
            letter.map(|l| {
                let plus = if l.plus { "+" } else { "" };
                let char = if side == 0 { l.letter.to_ascii_uppercase() } else { l.letter.to_ascii_lowercase() };
                format!("{plus}{char}{}", l.mark.map(String::from).unwrap_or_default())
            })
        };
        let kinds = self.engine.variant().kinds.iter();
        kinds
            .map(|kind| Kind {
                name: kind.name.clone(),
                letters: (letter(kind.letters[0], 0), letter(kind.letters[1], 1)),
                royal: kind.royal,
            })
            .collect()
    }

    /// The set-ups: FEN by name; the first is the default one.
    #[getter]
    fn setups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let setups = pyo3::types::PyDict::new(py);
        for setup in &self.engine.variant().setups {
            setups.set_item(&setup.name, &setup.fen)?;
        }
        Ok(setups)
    }

    /// What plays it: `"jit"` for rules compiled here, `"lib"` for a library.
    #[getter]
    fn engine(&self) -> &str {
        self.engine.name()
    }

    /// Numbers of moves are below this.
    #[getter]
    fn action_size(&self) -> usize {
        Actions::new(self.engine.variant()).size()
    }

    /// The shape of `Position.planes()`: two planes for each kind, ranks, files.
    #[getter]
    fn planes_shape(&self) -> (usize, usize, usize) {
        let [planes, ranks, files] = planes::shape(self.engine.variant());
        (planes, ranks, files)
    }

    /// A position: the start position of the first set-up, of the set-up with this name, or the one that a FEN describes.
    #[pyo3(signature = (fen=None, *, setup=None))]
    fn position(&self, fen: Option<&str>, setup: Option<&str>) -> PyResult<Position> {
        Ok(Position::new(self.start(fen, setup)?))
    }

    /// The number of sequences of `depth` legal moves from the start position.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let game = self.start(None, None)?;
        perft(py, self.engine.as_ref(), game.position(), depth)
    }

    fn __repr__(&self) -> String {
        let (name, engine) = (self.name(), self.engine.name());
        format!("<Game {name}, {}x{}, on {engine}>", self.files(), self.ranks())
    }
}

/// Counts without holding Python up; Ctrl-C ends it.
pub fn perft(py: Python<'_>, engine: &dyn Engine, position: &ferz_runtime::Position, depth: u32) -> PyResult<u64> {
    const PATIENCE: Duration = Duration::from_millis(100);
    let stop = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, result) = std::sync::mpsc::channel();
            scope.spawn(|| {
                let done = done;
                // Nobody listens any more where the count was stopped.
                let _ = done.send(engine.perft(position, depth, &stop));
            });
            loop {
                match result.recv_timeout(PATIENCE) {
                    Ok(Ok(nodes)) => return Ok(nodes),
                    Ok(Err(stopped)) => return Err(PyOSError::new_err(stopped.to_string())),
                    Err(_) => {
                        if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Ordering::Relaxed);
                            return Err(interrupt);
                        }
                    }
                }
            }
        })
    })
}
