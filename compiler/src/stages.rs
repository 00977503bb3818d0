//! Who wants to know what takes how long.

use crate::lower::Listing;
use cranelift_codegen::Context;
use std::time::Duration;

/// What the compiler is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Choosing a representation and strategies.
    Plan,
    /// Filling the tables that rides are looked up in, beside the next two where there is another thread.
    Tables,
    /// Writing Cranelift's intermediate form, while another thread fills tables and makes machine code of what is written.
    Lowering,
    /// Machine code, as far as it is not made beside the writing.
    MachineCode,
    /// All is done.
    Done,
}

/// Is told as the compiler goes from stage to stage.
pub trait Watch {
    /// The compiler goes on to this stage.
    fn enter(&mut self, stage: Stage);
    /// A stage took so long, beside others.
    fn beside(&mut self, stage: Stage, time: Duration);
    /// So many bytes of machine code were made, or of tables.
    fn made(&mut self, stage: Stage, bytes: usize);
}

/// Nobody wants to know.
impl Watch for () {
    fn enter(&mut self, _: Stage) {}
    fn beside(&mut self, _: Stage, _: Duration) {}
    fn made(&mut self, _: Stage, _: usize) {}
}

/// Tells of each function.
pub struct Told<'w>(pub &'w mut dyn Watch);

impl Listing for Told<'_> {
    fn written(&mut self) {
        self.0.enter(Stage::MachineCode);
    }

    fn filled(&mut self, time: Duration) {
        self.0.beside(Stage::Tables, time);
    }

    fn after(&mut self, _: &str, context: &Context) {
        let bytes = context.compiled_code().map_or(0, |code| code.code_buffer().len());
        self.0.made(Stage::MachineCode, bytes);
    }
}
