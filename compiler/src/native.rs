//! A variant compiled to code in memory.

use crate::CompileError;
use crate::jit::Code;
use crate::lower::{Name, Side};
use crate::plan::{Plan, Strategy};
use crate::stages::{Stage, Told, Watch};
use ferz_abi::{AskFn, Entries, Shape};
use ferz_lang::rules::Rules;
use ferz_runtime::{Compiled, Engine};
use std::mem::offset_of;
use std::sync::Arc;

/// How deep generated code counts by itself; beyond that the host makes the moves, so that memory stays small.
const NATIVE_DEPTH: u64 = 12;

/// Room for moves that are written behind those kept, to be tried.
const SPARE_PLIES: usize = 2;

/// The same where a rule looks at the replies to a move. An end asks for them, and for each of those what is forbidden asks once more:
/// that makes three lists, each with its spare room, and a position for each.
const SPARE_PLIES_FOR_REPLIES: usize = 3 * (1 + SPARE_PLIES);

/// A variant as native code in memory: an [`Engine`].
pub struct Native(Compiled);

impl Native {
    /// Compiles a variant.
    ///
    /// # Errors
    /// A movement that native code does not support yet, or a machine that no code can be generated for.
    pub fn compile(rules: &Rules) -> Result<Native, CompileError> {
        Native::compile_with(rules, Strategy::Best, &mut ())
    }

    /// The same with a strategy forced, and somebody watching.
    ///
    /// # Errors
    /// As [`Native::compile`].
    #[allow(unsafe_code)]
    pub fn compile_with(rules: &Rules, strategy: Strategy, watch: &mut dyn Watch) -> Result<Native, CompileError> {
        watch.enter(Stage::Plan);
        let plan = Plan::choose(rules, strategy)?;
        watch.made(Stage::Tables, plan.tables.lengths().into_iter().map(|words| 8 * words).sum());
        watch.enter(Stage::Lowering);
        let code = Arc::new(Code::new(&plan, &mut Told(&mut *watch))?);
        let holds = Side::BOTH.map(|side| holds_of(&code, &plan, side));
        let entries = [0, 1].map(|side| entries_of(&code, Side::BOTH[side], &holds[side]));
        // SAFETY: the functions are those that `lower` made for this plan, and live as long as the code that is handed over with them.
        let native = Native(unsafe { Compiled::new("jit", rules.describe(), shape(&plan), &entries, code) });
        watch.enter(Stage::Done);
        Ok(native)
    }
}

impl AsRef<Compiled> for Native {
    fn as_ref(&self) -> &Compiled {
        &self.0
    }
}

/// How large the things of a plan are.
pub(crate) fn shape(plan: &Plan) -> Shape {
    let spare_plies = if plan.looks_at_replies() { SPARE_PLIES_FOR_REPLIES } else { SPARE_PLIES };
    // A position and a list of moves for each ply.
    let ply = (plan.layout.position_bytes().next_multiple_of(16) + 16 * plan.most_moves) as u64;
    Shape {
        position_bytes: plan.layout.position_bytes() as u64,
        words: plan.board.words as u32,
        kinds: plan.layout.kinds as u32,
        most_moves: plan.most_moves as u64,
        conditions: plan.rules.conditions.len() as u64,
        scratch_bytes: ply * spare_plies as u64,
        scratch_ply_bytes: ply,
        most_plies: NATIVE_DEPTH,
    }
}

/// What [`Entries`] says where, and which function it is: the one list of the functions that a host calls, `holds` aside.
pub(crate) fn entry_functions(side: Side) -> [(usize, Name); 6] {
    [
        (offset_of!(Entries, make), Name::Make(side)),
        (offset_of!(Entries, list), Name::List(side)),
        (offset_of!(Entries, perft), Name::Perft(side)),
        (offset_of!(Entries, in_check), Name::InCheck(side)),
        (offset_of!(Entries, attacked), Name::Attacked(side)),
        (offset_of!(Entries, settle), Name::Settle(side)),
    ]
}

#[allow(unsafe_code)]
fn holds_of(code: &Code, plan: &Plan, side: Side) -> Vec<AskFn> {
    let address = |number| code.address(Name::Holds(side, number));
    // SAFETY: each address is that of a function of this signature, made by `lower`.
    (0..plan.rules.conditions.len())
        .map(|number| unsafe { std::mem::transmute::<*const u8, AskFn>(address(number)) })
        .collect()
}

#[allow(unsafe_code)]
fn entries_of(code: &Code, side: Side, holds: &[AskFn]) -> Entries {
    const WORDS: usize = size_of::<Entries>() / size_of::<usize>();
    let mut words = [std::ptr::null(); WORDS];
    for (offset, name) in entry_functions(side) {
        words[offset / size_of::<usize>()] = code.address(name);
    }
    words[offset_of!(Entries, holds) / size_of::<usize>()] = holds.as_ptr().cast();
    // SAFETY: `Entries` is `repr(C)` and nothing but addresses, of which the list above gives each one: a function of the signature that
    // the field says, in the calling convention of the platform. None is null.
    unsafe { std::mem::transmute::<[*const u8; WORDS], Entries>(words) }
}

const _: () = {
    fn engine<T: Engine>() {}
    let _: fn() = engine::<Native>;
};
