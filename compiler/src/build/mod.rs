//! From rules to a file: the same code as in memory, as an object file or a shared library.

mod elf;
mod table;

use crate::CompileError;
use crate::lower::lower;
use crate::plan::Plan;
use crate::target::{Place, Target, isa, machine};
use cranelift_module::default_libcall_names;
use cranelift_object::{ObjectBuilder, ObjectModule};
use ferz_lang::rules::Rules;
use ferz_runtime::library;

/// What a library is made for, and what it says about itself.
#[derive(Clone, Debug)]
pub struct Build<'b> {
    /// The machine.
    pub target: &'b Target,
    /// The [`checksum`](ferz_abi::library::checksum) of the rule files.
    pub source: u64,
    /// The version of Ferz.
    pub ferz: &'b str,
}

/// An object file, for a linker.
///
/// # Errors
/// As [`Native::compile`](crate::Native::compile), and where the target is none that libraries are made for.
pub fn object(rules: &Rules, build: &Build) -> Result<Vec<u8>, CompileError> {
    let plan = Plan::new(rules)?;
    let isa = isa(build.target, Place::Anywhere)?;
    let machine = machine(&*isa)?;
    let generator = |error: &dyn std::fmt::Display| CompileError::Generator(error.to_string());
    let mut builder =
        ObjectBuilder::new(isa, "variant.ferz", default_libcall_names()).map_err(|error| generator(&error))?;
    builder.unwind_info(true);
    let mut module = ObjectModule::new(builder);
    let functions = lower(&plan, &mut module).map_err(|error| generator(&error))?;
    table::define(rules, &plan, &functions, build, machine, &mut module).map_err(|error| generator(&error))?;
    module.finish().emit().map_err(|error| generator(&error))
}

/// A shared library, laid out by Ferz itself: for Linux, on x86-64 and aarch64. The same rules and the same target give the same bytes.
///
/// # Errors
/// As [`object()`].
pub fn shared_library(rules: &Rules, build: &Build, soname: &str) -> Result<Vec<u8>, CompileError> {
    let object = object(rules, build)?;
    let mut file = elf::link(&object, soname).map_err(CompileError::Link)?;
    library::seal(&mut file).map_err(|error| CompileError::Link(error.to_string()))?;
    Ok(file)
}
