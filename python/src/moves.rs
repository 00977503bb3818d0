//! Moves, as Python sees them.

use ferz_abi::{Form, Move as Played, Variant, kind_of};
use ferz_runtime::square_name;
use pyo3::prelude::*;

/// A legal move of one position.
#[pyclass(frozen, eq, hash, module = "ferz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// As it is written: `e2e4`, `a7a8q`, `N@f3`.
    #[pyo3(get)]
    text: String,
    /// Its number among all moves of the variant: see `Game.action_size`.
    #[pyo3(get)]
    action: i64,
    /// The square the man leaves; `None` for a drop and for an action of the rules.
    #[pyo3(get)]
    origin: Option<String>,
    /// The square the man reaches; `None` for an action of the rules.
    #[pyo3(get)]
    target: Option<String>,
    /// The name of the kind that the man becomes, if it changes.
    #[pyo3(get)]
    becomes: Option<String>,
    /// `"step"`, `"castling"`, `"drop"` or `"action"`.
    #[pyo3(get)]
    form: &'static str,
    /// The squares of the men that are taken besides one on the target.
    #[pyo3(get)]
    victims: Vec<String>,
    /// The move itself.
    pub played: Played,
}

impl Move {
    /// A move with its text and its number.
    pub fn new(variant: &Variant, text: String, played: Played, action: i64) -> Move {
        let name = |square: u8| square_name(&variant.board, square.into());
        let form = [(Form::Castling, "castling"), (Form::Drop, "drop"), (Form::Action, "action")];
        let form = form.iter().find(|(form, _)| played.is(*form)).map_or("step", |(_, name)| name);
        let becomes = form == "step" && played.placed != played.man && played.placed != 0;
        Move {
            text,
            action,
            origin: matches!(form, "step" | "castling").then(|| name(played.from)),
            target: (form != "action").then(|| name(played.to)),
            becomes: becomes.then(|| variant.kinds[kind_of(played.placed)].name.clone()),
            form,
            victims: if form == "step" { played.victims().iter().map(|&v| name(v)).collect() } else { Vec::new() },
            played,
        }
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its number.
    pub fn action(&self) -> i64 {
        self.action
    }
}

#[pymethods]
impl Move {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }
}
