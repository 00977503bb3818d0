//! What can go wrong, as Python raises it.

use ferz::report::{self, Paint};
use ferz_lang::diagnostics::{Diagnostic as Said, Severity};
use ferz_lang::source::Sources;
use pyo3::create_exception;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

create_exception!(
    ferz,
    CompileError,
    PyValueError,
    "The rules are wrong. `diagnostics` holds what is wrong as data; `str()` shows it as the command line does."
);
create_exception!(
    ferz,
    CompileWarning,
    PyUserWarning,
    "The rules can be used, but do not say what was probably meant."
);
create_exception!(ferz, FenError, PyValueError, "A FEN that this variant cannot read.");
create_exception!(ferz, MoveError, PyValueError, "A text or an action that is no legal move here.");
create_exception!(ferz, LibraryError, PyValueError, "A file that is no variant library which can be used here.");

/// One thing that is wrong with rules, and where.
#[pyclass(frozen, get_all, module = "ferz")]
pub struct Diagnostic {
    /// A stable name: what `ferz explain` takes.
    code: &'static str,
    /// `"error"` or `"warning"`.
    severity: &'static str,
    /// What is wrong, in a sentence.
    message: String,
    /// A way out, where there is one.
    help: Option<String>,
    /// The file, or `"rules"` for a text.
    file: String,
    /// The line, from 1.
    line: usize,
    /// The column in characters, from 1.
    column: usize,
    /// The first byte in the file, from 0.
    start: usize,
    /// One past the last byte.
    end: usize,
}

#[pymethods]
impl Diagnostic {
    fn __repr__(&self) -> String {
        format!("<{} {} at {}:{}:{}: {}>", self.severity, self.code, self.file, self.line, self.column, self.message)
    }
}

impl Diagnostic {
    fn new(sources: &Sources, said: &Said) -> Diagnostic {
        let span = said.primary.span;
        let place = sources.position(span);
        Diagnostic {
            code: said.code.name(),
            severity: match said.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: said.message.clone(),
            help: said.help.clone(),
            file: sources.name(span).to_owned(),
            line: place.line,
            column: place.column,
            start: span.start,
            end: span.end,
        }
    }
}

/// All that is wrong with rules that cannot be used, as an exception.
pub fn wrong(py: Python<'_>, sources: &Sources, said: &[Said]) -> PyErr {
    let data: Vec<Diagnostic> = said.iter().map(|d| Diagnostic::new(sources, d)).collect();
    compile_error(py, report::render(sources, said, Paint::Plain), data)
}

/// Rules that cannot be used for a reason that has no place in the text.
pub fn unusable(py: Python<'_>, message: String) -> PyErr {
    compile_error(py, message, Vec::new())
}

fn compile_error(py: Python<'_>, text: String, data: Vec<Diagnostic>) -> PyErr {
    let error = CompileError::new_err(text);
    match error.value(py).setattr("diagnostics", data) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Tells of what is doubtful in rules that can be used.
pub fn warn(py: Python<'_>, sources: &Sources, said: &[Said]) -> PyResult<()> {
    if said.is_empty() {
        return Ok(());
    }
    let text = report::render(sources, said, Paint::Plain);
    let category = py.get_type::<CompileWarning>();
    py.import("warnings")?.call_method1("warn", (text, category, 2)).map(drop)
}
