//! Ferz for Python: the part written in Rust, `ferz._ferz`.
//!
//! Everything that plays is in the crates of Ferz; here it is dressed for Python, and put into arrays for learning programs.

mod actions;
mod errors;
mod game;
mod moves;
mod planes;
mod position;
mod sources;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _ferz {
    #[pymodule_export]
    use crate::errors::{CompileError, CompileWarning, Diagnostic, FenError, LibraryError, MoveError};
    #[pymodule_export]
    use crate::game::{Game, Kind};
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::position::{Outcome, Position};
    #[pymodule_export]
    use crate::sources::{build, compile, load};
    #[pymodule_export]
    use crate::vector::VectorEnv;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
