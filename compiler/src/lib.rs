//! From resolved rules to native move generators: `Rules -> Plan -> Cranelift -> Native`, or a shared library.
//!
//! Architecture invariant: this crate knows neither the command line nor the text of rule files. Only `lower` sees Cranelift's function builder.

mod build;
mod emit;
mod jit;
mod lower;
mod native;
pub mod plan;
mod stages;
mod target;

pub use build::{Build, object, shared_library};
pub use emit::{emit_asm, emit_clif, emit_plan};
pub use native::Native;
pub use plan::Strategy;
pub use stages::{Stage, Watch};
pub use target::{Cpu, Target};

/// Why a variant could not be compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// A rule that generated code does not carry out yet.
    #[error("{what}: native code does not support this yet; the interpreter plays it")]
    Rule {
        /// What the rules have.
        what: &'static str,
    },
    /// Rules that leave nothing to be reused in a perft.
    #[error("nothing of the work for a position can be reused after a move: {why}")]
    Reuse {
        /// Why not.
        why: &'static str,
    },
    /// The machine is none that code can be generated for.
    #[error("no code can be generated for this machine: {0}; the interpreter runs everywhere")]
    Machine(String),
    /// The machine that was asked for is none that code can be generated for.
    #[error("no code can be generated for `{triple}`: {why}")]
    Target {
        /// What was asked for.
        triple: String,
        /// Why not.
        why: String,
    },
    /// The parts of a library do not fit together: a mistake in Ferz.
    #[error("the library cannot be put together, which is a mistake in Ferz and worth a report: {0}")]
    Link(String),
    /// The code generator refused: a mistake in Ferz.
    #[error("the code generator failed, which is a mistake in Ferz and worth a report: {0}")]
    Generator(String),
}
