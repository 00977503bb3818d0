//! The Ferz language: from the text of a rule file to [`rules::Rules`], and diagnostics for all that is wrong on the way.
//!
//! Architecture invariants: this crate does no input or output (sources come in as text, through a resolver), and knows nothing of
//! positions, engines or Cranelift. Only `parse` sees pest, only `notation` sees logos.

mod check;
pub mod diagnostics;
pub mod library;
pub mod notation;
pub mod parse;
pub mod rules;
pub mod source;

pub use check::{Compiled, compile, compile_told};
pub use source::{NoFiles, Resolver, Sources};
