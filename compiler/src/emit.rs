//! What the stages look like, for people who look into them.

use crate::CompileError;
use crate::jit::Code;
use crate::lower::Listing;
use crate::plan::{Plan, Strategy, describe};
use cranelift_codegen::Context;
use ferz_lang::rules::Rules;

/// The plan, in words.
pub fn emit_plan(rules: &Rules, strategy: Strategy) -> Result<String, CompileError> {
    Ok(describe(&Plan::choose(rules, strategy)?))
}

/// Cranelift's intermediate form of every function.
pub fn emit_clif(rules: &Rules) -> Result<String, CompileError> {
    struct Clif(String);
    impl Listing for Clif {
        fn before(&mut self, symbol: &str, context: &mut Context) {
            self.0 += &format!("; {symbol}\n{}\n", context.func.display());
        }
    }
    let mut listing = Clif(String::new());
    Code::new(&Plan::choose(rules, Strategy::Best)?, &mut listing)?;
    Ok(listing.0)
}

/// The machine code of every function, disassembled.
pub fn emit_asm(rules: &Rules) -> Result<String, CompileError> {
    struct Asm(String);
    impl Listing for Asm {
        fn before(&mut self, _: &str, context: &mut Context) {
            context.want_disasm = true;
        }
        fn after(&mut self, symbol: &str, context: &Context) {
            let compiled = context.compiled_code();
            let text = compiled.and_then(|c| c.vcode.as_deref()).unwrap_or_default();
            let bytes = compiled.map_or(0, |c| c.code_buffer().len());
            self.0 += &format!("; {symbol}: {bytes} bytes\n{text}\n");
        }
    }
    let mut listing = Asm(String::new());
    Code::new(&Plan::choose(rules, Strategy::Best)?, &mut listing)?;
    Ok(listing.0)
}
