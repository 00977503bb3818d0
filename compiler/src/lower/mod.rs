//! From a plan to Cranelift's intermediate form, once for whatever module takes it: in memory, or as an object file.
//!
//! Architecture invariant: only this folder sees Cranelift's function builder. The code imports nothing: every function that it calls is one of its own, and
//! what it needs from outside comes in its first argument.

mod actions;
mod assemble;
mod attack;
mod bookkeeping;
mod castle;
mod choices;
mod conditions;
mod count;
mod effects;
mod events;
mod expr;
mod filter;
mod fun;
mod kinds;
mod legality;
mod lookup;
mod make;
mod parent;
mod promotion;
mod reuse;
mod sets;
mod sink;
mod trace;
mod unusual;
mod walk;

pub use sink::Sink;

use crate::plan::{Plan, TableId};
use assemble::Assembly;
use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, Signature};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module, ModuleError, ModuleReloc};
use fun::{Fun, I64};
use std::collections::HashMap;
use std::time::Duration;

/// A side, at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Side 0.
    White,
    /// Side 1.
    Black,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// The functions of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// `perft(context, position, depth) -> count`
    Perft(Side),
    /// `count(context, position) -> count`
    Count(Side),
    /// `reuse(context, position) -> count of sequences of two moves`
    Reuse(Side),
    /// `list(context, position, end) -> end`
    List(Side),
    /// `list_group(context, position, men..., mask..., end) -> end`, for a group by its place in the plan
    Group(Side, usize),
    /// `others(context, position, frame, end) -> end`
    Others(Side),
    /// `legality(context, position, frame)`
    Legality(Side),
    /// `en_passant(context, position, end) -> end`
    EnPassant(Side),
    /// `castlings(context, position, end) -> end`
    Castlings(Side),
    /// `attacked(position, square, occupied...) -> not zero if this side attacks the square`
    Attacked(Side),
    /// `in_check(context, position) -> not zero if this side is`
    InCheck(Side),
    /// `in_check_elsewhere(context, position, from, to) -> not zero if this side would be, with a man put elsewhere`
    InCheckElsewhere(Side),
    /// `make(context, position, move, after) -> zero if it cannot be done`
    Make(Side),
    /// `make_before(context, position, move, after)`, without what follows by this `after` of the rules and those behind it
    MakeBefore(Side, usize),
    /// `filter(context, position, start, end) -> end`
    Filter(Side),
    /// `distinct(context, position, start, end) -> end`
    Distinct(Side),
    /// `choices(context, position, start, end) -> end`, in one of the rules in which the mover chooses
    Choices(Side, usize),
    /// `drops(context, position, frame, end) -> end`
    Drops(Side),
    /// `actions(context, position, end) -> end`, those of last resort or the others
    Actions(Side, bool),
    /// `prefer(context, position, start, end) -> end`
    Prefer(Side),
    /// `holds(context, position) -> not zero if a condition of the rules does, by its number`
    Holds(Side, usize),
    /// `decided(context, position) -> not zero if the game is over`
    Decided,
    /// `settle(position)`
    Settle(Side),
    /// `ways(walk, first part, end) -> not zero if somebody has seen enough`
    Ways(Side),
    /// `leg(walk, leg, file, rank, way) -> the same`
    Leg(Side),
    /// `onward(walk, leg, file and rank where it started and where it ended, way) -> the same`
    Onward(Side),
    /// `arrive(walk, leg, file and rank where it started, square, way) -> the same`
    Arrive(Side),
    /// `visit(walk, leg, file and rank where it started, square, whether a man there is taken, way) -> the same`
    Visit(Side),
    /// `found_on(walk, way, square) -> code of the man that is found there`
    FoundOn(Side),
}

impl Name {
    /// Every function that a plan needs.
    fn all(plan: &Plan) -> Vec<Name> {
        let mut all = Vec::new();
        for side in Side::BOTH {
            let groups = plan.sides[side.index()].groups.iter().enumerate();
            all.extend(groups.filter(|(_, group)| group.same_as.is_none()).map(|(g, _)| Name::Group(side, g)));
            all.extend(
                [
                    Name::Perft,
                    Name::Count,
                    Name::List,
                    Name::Others,
                    Name::Attacked,
                    Name::InCheck,
                    Name::Make,
                    Name::Filter,
                    Name::Settle,
                ]
                .map(|name| name(side)),
            );
            let rules = &plan.rules;
            let has_actions = |last: bool| rules.actions.iter().any(|a| a.last_resort == last);
            let more = [
                (!plan.sides[side.index()].castlings.is_empty(), Name::Castlings(side)),
                (!plan.sides[side.index()].castlings.is_empty(), Name::InCheckElsewhere(side)),
                (plan.sides[side.index()].kinds.iter().any(|k| !k.en_passant.is_empty()), Name::EnPassant(side)),
                (legality::finds_something(plan, side), Name::Legality(side)),
                (!rules.drops.is_empty(), Name::Drops(side)),
                (has_actions(false), Name::Actions(side, false)),
                (has_actions(true), Name::Actions(side, true)),
                (!rules.prefers.is_empty(), Name::Prefer(side)),
                (plan.may_repeat, Name::Distinct(side)),
                (plan.reuses, Name::Reuse(side)),
            ];
            all.extend(more.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name));
            for (rule, (index, _)) in rules.choosings().into_iter().enumerate() {
                all.extend([Name::MakeBefore(side, index), Name::Choices(side, rule)]);
            }
            all.extend((0..rules.conditions.len()).map(|n| Name::Holds(side, n)));
            if plan.tables.traces.tables.is_some() {
                let walker = [Name::Ways, Name::Leg, Name::Onward, Name::Arrive, Name::Visit, Name::FoundOn]
                    .map(|name| name(side));
                all.extend(walker);
            }
        }
        if plan.has_ends_by_condition() {
            all.push(Name::Decided);
        }
        all
    }

    /// The name that symbols and dumps show.
    pub fn symbol(self, plan: &Plan) -> String {
        let (side, what) = match self {
            Name::Group(side, number) => {
                let plan = &plan.sides[side.index()];
                let codes = &plan.groups[number].codes;
                let names = plan.kinds.iter().filter(|k| codes.contains(&k.code)).map(|k| k.name.as_str());
                (side, format!("list_{number}_{}", names.collect::<Vec<_>>().join("_")))
            }
            Name::Others(side) => (side, "others".into()),
            Name::Legality(side) => (side, "legality".into()),
            Name::EnPassant(side) => (side, "en_passant".into()),
            Name::Perft(side) => (side, "perft".into()),
            Name::Count(side) => (side, "count".into()),
            Name::Reuse(side) => (side, "reuse".into()),
            Name::List(side) => (side, "list".into()),
            Name::Castlings(side) => (side, "castlings".into()),
            Name::Attacked(side) => (side, "attacked_by".into()),
            Name::InCheck(side) => (side, "in_check".into()),
            Name::InCheckElsewhere(side) => (side, "in_check_elsewhere".into()),
            Name::Make(side) => (side, "make".into()),
            Name::MakeBefore(side, after) => (side, format!("make_before_{after}")),
            Name::Filter(side) => (side, "filter".into()),
            Name::Distinct(side) => (side, "distinct".into()),
            Name::Choices(side, rule) => (side, format!("choices_{rule}")),
            Name::Settle(side) => (side, "settle".into()),
            Name::Drops(side) => (side, "drops".into()),
            Name::Actions(side, false) => (side, "actions".into()),
            Name::Actions(side, true) => (side, "actions_of_last_resort".into()),
            Name::Prefer(side) => (side, "prefer".into()),
            Name::Holds(side, number) => (side, format!("condition_{number}")),
            Name::Ways(side) => (side, "trace_ways".into()),
            Name::Leg(side) => (side, "trace_leg".into()),
            Name::Onward(side) => (side, "trace_onward".into()),
            Name::Arrive(side) => (side, "trace_arrive".into()),
            Name::Visit(side) => (side, "trace_visit".into()),
            Name::FoundOn(side) => (side, "trace_found_on".into()),
            Name::Decided => return "decided".into(),
        };
        let side = if side == Side::White { "white" } else { "black" };
        format!("{side}_{what}")
    }

    fn signature(self, plan: &Plan, module: &dyn Module) -> Signature {
        let (parameters, results) = match self {
            Name::Perft(_) => (3, 1),
            Name::Count(_) | Name::Reuse(_) => (2, 1),
            Name::List(_) => (3, 1),
            Name::Group(..) => (3 + 2 * plan.board.words, 1),
            Name::Others(_) => (4, 1),
            Name::Legality(_) => (3, 0),
            Name::Castlings(_) | Name::EnPassant(_) => (3, 1),
            Name::Attacked(_) => (2 + plan.board.words, 1),
            Name::InCheck(_) => (2, 1),
            Name::Make(_) | Name::MakeBefore(..) | Name::Filter(_) | Name::Drops(_) | Name::Prefer(_) => (4, 1),
            Name::Distinct(_) | Name::Choices(..) | Name::InCheckElsewhere(_) => (4, 1),
            Name::Actions(..) => (3, 1),
            Name::Holds(..) | Name::Decided => (2, 1),
            Name::Settle(_) => (1, 0),
            Name::Ways(_) | Name::FoundOn(_) => (3, 1),
            Name::Leg(_) => (5, 1),
            Name::Arrive(_) => (6, 1),
            Name::Onward(_) | Name::Visit(_) => (7, 1),
        };
        let mut signature = module.make_signature();
        signature.params.extend(std::iter::repeat_n(AbiParam::new(I64), parameters));
        signature.returns.extend(std::iter::repeat_n(AbiParam::new(I64), results));
        signature
    }
}

/// The functions of a module, by name.
pub struct Functions {
    ids: HashMap<Name, FuncId>,
}

impl Functions {
    /// The function with a name.
    pub fn id(&self, name: Name) -> FuncId {
        self.ids[&name]
    }
}

/// What is kept of each function as it is compiled, for dumps.
pub trait Listing {
    /// Called for each function before it is compiled.
    fn before(&mut self, _symbol: &str, _context: &mut Context) {}
    /// Called when all functions are written.
    fn written(&mut self) {}
    /// Called when the tables are filled, with the time that it took.
    fn filled(&mut self, _: Duration) {}
    /// Called for each function when all are compiled.
    fn after(&mut self, _symbol: &str, _context: &Context) {}
}

/// Keeps nothing.
impl Listing for () {}

/// What a plan's functions and tables are called in a module.
struct Draft<'p> {
    plan: &'p Plan,
    names: Vec<Name>,
    functions: Functions,
    data: Vec<DataId>,
}

impl<'p> Draft<'p> {
    /// Says which functions there will be in a module that has these tables.
    fn new(plan: &'p Plan, module: &mut dyn Module, data: Vec<DataId>) -> Result<Draft<'p>, Box<ModuleError>> {
        let mut functions = Functions { ids: HashMap::new() };
        let names = Name::all(plan);
        for &name in &names {
            let signature = name.signature(plan, module);
            let id = module.declare_function(&name.symbol(plan), Linkage::Local, &signature)?;
            functions.ids.insert(name, id);
        }
        Ok(Draft { plan, names, functions, data })
    }

    /// Writes one function.
    fn write(&self, name: Name, module: &mut dyn Module, context: &mut Context, builder: &mut FunctionBuilderContext) {
        context.func.signature = name.signature(self.plan, module);
        context.func.name = cranelift_codegen::ir::UserFuncName::user(0, self.functions.id(name).as_u32());
        let b = FunctionBuilder::new(&mut context.func, builder);
        write(name, Fun::new(b, self.plan, module, &self.functions, &self.data));
    }
}

/// Writes all functions and tables of a plan into a module, one after the other.
pub fn lower(plan: &Plan, module: &mut dyn Module) -> Result<Functions, Box<ModuleError>> {
    let data = tables(plan, module)?;
    let draft = Draft::new(plan, module, data)?;
    let mut context = module.make_context();
    let mut builder = FunctionBuilderContext::new();
    for &name in &draft.names {
        draft.write(name, module, &mut context, &mut builder);
        module.define_function(draft.functions.id(name), &mut context)?;
        module.clear_context(&mut context);
    }
    Ok(draft.functions)
}

/// The same for a module that needs no more of a function than its code, on two threads; the code is the same, and lies in the same order. The tables
/// are made outside, by `fill`, which is called while functions are written; the module knows them by their [symbols](table_symbol).
pub fn lower_beside(
    plan: &Plan,
    module: &mut dyn Module,
    isa: &dyn TargetIsa,
    listing: &mut dyn Listing,
    fill: impl FnOnce() + Send,
) -> Result<Functions, Box<ModuleError>> {
    let mut data = Vec::new();
    for table in (0..plan.tables.all.len()).map(TableId) {
        data.push(module.declare_data(&table_symbol(table), Linkage::Import, false, false)?);
    }
    let draft = Draft::new(plan, module, data)?;
    let mut builder = FunctionBuilderContext::new();
    let (compiled, filling) = Assembly::run(isa, fill, |hand_in| {
        // Those that take longest to compile come first.
        let mut places: Vec<usize> = (0..draft.names.len()).collect();
        places.sort_by_key(|&place| !matches!(draft.names[place], Name::Count(_) | Name::List(_)));
        for place in places {
            let mut context = module.make_context();
            draft.write(draft.names[place], module, &mut context, &mut builder);
            listing.before(&draft.names[place].symbol(plan), &mut context);
            hand_in(place, context);
        }
        listing.written();
    });
    listing.filled(filling);
    for (&name, result) in draft.names.iter().zip(compiled) {
        let context = result.map_err(|error| Box::new(ModuleError::Compilation(error)))?;
        let id = draft.functions.id(name);
        if let Some(code) = context.compiled_code() {
            let relocation = |r| ModuleReloc::from_mach_reloc(r, &context.func, id);
            let relocations: Vec<ModuleReloc> = code.buffer.relocs().iter().map(relocation).collect();
            module.define_function_bytes(id, code.buffer.alignment.into(), code.code_buffer(), &relocations)?;
        }
        listing.after(&name.symbol(plan), &context);
    }
    Ok(draft.functions)
}

fn write(name: Name, f: Fun) {
    match name {
        Name::Perft(side) => count::perft(f, side),
        Name::Count(side) => count::all_moves(f, side, Sink::Count),
        Name::List(side) => count::all_moves(f, side, Sink::List),
        Name::Reuse(side) => reuse::reuse(f, side),
        Name::Group(side, number) => kinds::list_group(f, side, number),
        Name::Others(side) => kinds::others(f, side),
        Name::Legality(side) => legality::legality(f, side),
        Name::EnPassant(side) => kinds::en_passant(f, side),
        Name::Castlings(side) => castle::castlings(f, side),
        Name::Attacked(side) => attack::attacked(f, side),
        Name::InCheck(side) => attack::in_check(f, side),
        Name::InCheckElsewhere(side) => castle::in_check_elsewhere(f, side),
        Name::Make(side) => make::make(f, side, None),
        Name::MakeBefore(side, after) => make::make(f, side, Some(after)),
        Name::Filter(side) => filter::filter(f, side),
        Name::Distinct(side) => filter::distinct(f, side),
        Name::Choices(side, rule) => choices::choices(f, side, rule),
        Name::Settle(side) => bookkeeping::settle(f, side),
        Name::Drops(side) => actions::drops(f, side),
        Name::Actions(side, last_resort) => actions::actions(f, side, last_resort),
        Name::Prefer(side) => count::prefer(f, side),
        Name::Holds(side, number) => count::holds(f, side, number),
        Name::Decided => count::decided(f),
        Name::Ways(side) => trace::ways(f, side),
        Name::Leg(side) => trace::leg(f, side),
        Name::Onward(side) => trace::onward(f, side),
        Name::Arrive(side) => trace::arrive(f, side),
        Name::Visit(side) => trace::visit(f, side),
        Name::FoundOn(side) => trace::found_on(f, side),
    }
}

/// What a table is called in a module that finds it by its name.
pub fn table_symbol(table: TableId) -> String {
    format!("table_{}", table.0)
}

fn tables(plan: &Plan, module: &mut dyn Module) -> Result<Vec<DataId>, Box<ModuleError>> {
    plan.tables
        .all
        .iter()
        .map(|words| {
            let id = module.declare_anonymous_data(false, false)?;
            let mut description = DataDescription::new();
            let mut bytes = vec![0; 8 * words.len()];
            for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
                bytes.copy_from_slice(&word.to_ne_bytes());
            }
            description.define(bytes.into());
            description.set_align(16);
            module.define_data(id, &description)?;
            Ok(id)
        })
        .collect()
}
