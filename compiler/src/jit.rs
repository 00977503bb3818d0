//! Code in memory: made by Cranelift's JIT, freed when the last handle to it goes.

use crate::CompileError;
use crate::lower::{Functions, Listing, Name, lower_beside, table_symbol};
use crate::plan::{Plan, TableId};
use crate::target::{Place, Target, isa};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::default_libcall_names;
use std::mem::ManuallyDrop;

/// Room for code and bookkeeping; only what is used is ever touched.
const CODE_BYTES: usize = 32 << 20;

/// Words of a line of the processor's cache: each table starts with one.
const LINE_WORDS: usize = 8;

/// The memory of a compiled variant.
pub struct Code {
    module: ManuallyDrop<JITModule>,
    functions: Functions,
    /// The tables that the code reads. Nothing moves them: the code has their addresses.
    _tables: Vec<u64>,
}

// After `finalize_definitions` nothing in the module changes any more; it is only asked for addresses, and freed by its last owner.
#[allow(unsafe_code)]
// SAFETY: `Code` hands out addresses by shared reference only, and the code behind them writes only to what its arguments point to.
unsafe impl Sync for Code {}
#[allow(unsafe_code)]
// SAFETY: the module owns its memory, as the vector does, and is bound to no thread: mapping and unmapping may happen on different ones.
unsafe impl Send for Code {}

impl Code {
    /// Compiles a plan.
    pub fn new(plan: &Plan, listing: &mut dyn Listing) -> Result<Code, CompileError> {
        let generator = |e: Box<cranelift_module::ModuleError>| CompileError::Generator(e.to_string());
        let isa = isa(&Target::NATIVE, Place::Fixed)?;
        let mut builder = JITBuilder::with_isa(isa.clone(), default_libcall_names());
        let arena = ArenaMemoryProvider::new_with_size(CODE_BYTES);
        let arena = arena.map_err(|e| CompileError::Machine(format!("no memory for the code ({e})")))?;
        builder.memory_provider(Box::new(arena));
        let lengths = plan.tables.lengths();
        let room = |length: &usize| length.next_multiple_of(LINE_WORDS);
        let mut tables = vec![0; lengths.iter().map(room).sum()];
        let mut places = Vec::new();
        let mut rest = tables.as_mut_slice();
        for (number, &length) in lengths.iter().enumerate() {
            let (place, behind) = std::mem::take(&mut rest).split_at_mut(room(&length));
            builder.symbol(table_symbol(TableId(number)), place.as_ptr().cast());
            places.push(&mut place[..length]);
            rest = behind;
        }
        let mut module = ManuallyDrop::new(JITModule::new(builder));
        let done = lower_beside(plan, &mut *module, &*isa, listing, || plan.tables.write(places))
            .and_then(|functions| module.finalize_definitions().map(|()| functions).map_err(Box::new));
        match done {
            Ok(functions) => Ok(Code { module, functions, _tables: tables }),
            Err(error) => {
                free(&mut module);
                Err(generator(error))
            }
        }
    }

    /// Where a function starts.
    pub fn address(&self, name: Name) -> *const u8 {
        self.module.get_finalized_function(self.functions.id(name))
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        free(&mut self.module);
    }
}

/// Gives the memory of a module back: dropping it does not.
#[allow(unsafe_code)]
fn free(module: &mut ManuallyDrop<JITModule>) {
    // SAFETY: both callers own the module and never touch it again: `Code::new` on its way out with an error, `drop` at the end.
    // No address of it is left: the only holder of addresses, a `Compiled`, holds an `Arc` of the `Code` next to them.
    unsafe { ManuallyDrop::take(module).free_memory() };
}
