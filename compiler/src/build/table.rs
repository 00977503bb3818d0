//! The table that a library exports, and its seal: the variant in the words of C.

use super::Build;
use crate::lower::{Functions, Name, Side};
use crate::native::{entry_functions, shape};
use crate::plan::Plan;
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module, ModuleError};
use ferz_abi::library::{
    ActionRow, CastlingRow, ChoosingRow, CounterRow, EndRow, HandRow, KindRow, MAGIC, MarkingRow, SEAL_MAGIC,
    SEAL_SECTION, SYMBOL, Seal, SetupRow, Table, UnmovedRow, choices,
};
use ferz_abi::{EndWhen, Entries, Outcome, Set, Shape, VERSION, Variant, Wing, code};
use ferz_lang::rules::Rules;
use ferz_runtime::man_letter;
use std::collections::HashMap;
use std::mem::offset_of;

/// Bytes with addresses in them.
struct Block {
    bytes: Vec<u8>,
    data: Vec<(usize, DataId, usize)>,
    functions: Vec<(usize, FuncId)>,
}

impl Block {
    fn new(bytes: usize) -> Block {
        Block { bytes: vec![0; bytes], data: Vec::new(), functions: Vec::new() }
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn put_u32(&mut self, at: usize, number: u32) {
        self.put(at, &number.to_le_bytes());
    }

    fn put_u64(&mut self, at: usize, number: u64) {
        self.put(at, &number.to_le_bytes());
    }

    fn put_set(&mut self, at: usize, set: &Set) {
        for (i, word) in set.iter().enumerate() {
            self.put_u64(at + 8 * i, *word);
        }
    }
}

/// What is written into a module, bit by bit.
struct Writer<'m> {
    module: &'m mut dyn Module,
    /// All texts, one behind the other, each once.
    texts: DataId,
    text_bytes: Vec<u8>,
    known: HashMap<String, usize>,
}

type Result<T> = std::result::Result<T, Box<ModuleError>>;

impl Writer<'_> {
    /// Puts the address of a text into a block.
    fn put_text(&mut self, block: &mut Block, at: usize, text: &str) {
        // A zero byte ends a text in C, and no text that people read has one.
        let text = text.replace('\0', "");
        let start = *self.known.entry(text.clone()).or_insert_with(|| {
            let start = self.text_bytes.len();
            self.text_bytes.extend(text.bytes().chain([0]));
            start
        });
        block.data.push((at, self.texts, start));
    }

    fn define(&mut self, id: DataId, block: Block, section: Option<&str>) -> Result<()> {
        let mut description = DataDescription::new();
        description.define(block.bytes.into());
        description.set_align(8);
        if let Some(section) = section {
            description.set_custom_section(section);
        }
        for (at, data, start) in block.data {
            let global = self.module.declare_data_in_data(data, &mut description);
            description.write_data_addr(at as u32, global, start as i64);
        }
        for (at, function) in block.functions {
            let function = self.module.declare_func_in_data(function, &mut description);
            description.write_function_addr(at as u32, function);
        }
        Ok(self.module.define_data(id, &description)?)
    }

    /// Defines a row of things of so many bytes each, and puts its address and their number into the table.
    fn put_rows<T>(
        &mut self,
        table: &mut Block,
        at: usize,
        name: &str,
        size: usize,
        items: &[T],
        mut write: impl FnMut(&mut Self, &mut Block, usize, &T),
    ) -> Result<()> {
        table.put_u64(at + 8, items.len() as u64);
        if items.is_empty() {
            return Ok(());
        }
        let mut block = Block::new(size * items.len());
        for (i, item) in items.iter().enumerate() {
            write(self, &mut block, i * size, item);
        }
        let id = self.module.declare_data(&format!("ferz_{name}"), Linkage::Local, false, false)?;
        self.define(id, block, None)?;
        table.data.push((at, id, 0));
        Ok(())
    }
}

/// Defines the table and everything that it points to.
pub fn define(
    rules: &Rules,
    plan: &Plan,
    functions: &Functions,
    build: &Build,
    machine: (u32, u64),
    module: &mut dyn Module,
) -> Result<()> {
    let variant = rules.describe();
    let texts = module.declare_data("ferz_texts", Linkage::Local, false, false)?;
    let mut w = Writer { module, texts, text_bytes: Vec::new(), known: HashMap::new() };
    let seal = define_seal(&mut w, build, machine)?;
    let mut table = Block::new(size_of::<Table>());
    table.put(offset_of!(Table, magic), &MAGIC);
    table.put_u32(offset_of!(Table, abi), VERSION);
    table.put_u32(offset_of!(Table, bytes), size_of::<Table>() as u32);
    table.data.push((offset_of!(Table, seal), seal, SEAL_START));
    for (at, text) in [
        (offset_of!(Table, ferz), build.ferz),
        (offset_of!(Table, name), &variant.name),
        (offset_of!(Table, author), &variant.author),
        (offset_of!(Table, year), &variant.year),
        (offset_of!(Table, about), &variant.about),
    ] {
        w.put_text(&mut table, at, text);
    }
    table.put_set(offset_of!(Table, holes), &variant.board.holes);
    table.put_u32(offset_of!(Table, width), variant.board.width.into());
    table.put_u32(offset_of!(Table, height), variant.board.height.into());
    put_shape(&mut table, offset_of!(Table, shape), &shape(plan));
    for side in Side::BOTH {
        let at = offset_of!(Table, sides) + side.index() * size_of::<Entries>();
        put_entries(&mut w, &mut table, at, plan, functions, side)?;
    }
    put_kinds(&mut w, &mut table, rules, &variant)?;
    put_places(&mut w, &mut table, &variant)?;
    put_numbers(&mut w, &mut table, &variant)?;
    put_ends(&mut w, &mut table, &variant)?;
    let id = w.module.declare_data(SYMBOL, Linkage::Export, false, false)?;
    w.define(id, table, None)?;
    let mut texts = Block::new(0);
    texts.bytes = std::mem::take(&mut w.text_bytes);
    w.define(w.texts, texts, None)
}

/// Where in its note the seal starts: behind the note's own header.
const SEAL_START: usize = 24;

fn define_seal(w: &mut Writer, build: &Build, (machine, features): (u32, u64)) -> Result<DataId> {
    const NAME: &[u8; 10] = b"Ferz seal\0";
    let mut note = Block::new(SEAL_START + size_of::<Seal>());
    note.put_u32(0, NAME.len() as u32);
    note.put_u32(4, size_of::<Seal>() as u32);
    note.put_u32(8, 1);
    note.put(12, NAME);
    note.put(SEAL_START + offset_of!(Seal, magic), &SEAL_MAGIC);
    note.put_u32(SEAL_START + offset_of!(Seal, abi), VERSION);
    note.put_u32(SEAL_START + offset_of!(Seal, machine), machine);
    note.put_u64(SEAL_START + offset_of!(Seal, features), features);
    note.put_u64(SEAL_START + offset_of!(Seal, source), build.source);
    let id = w.module.declare_data("ferz_seal", Linkage::Local, false, false)?;
    // Mach-O names a segment as well.
    let mach = w.module.isa().triple().binary_format.to_string() == "macho";
    w.define(id, note, Some(if mach { "__DATA,__ferz" } else { SEAL_SECTION }))?;
    Ok(id)
}

fn put_shape(table: &mut Block, at: usize, shape: &Shape) {
    table.put_u64(at + offset_of!(Shape, position_bytes), shape.position_bytes);
    table.put_u32(at + offset_of!(Shape, words), shape.words);
    table.put_u32(at + offset_of!(Shape, kinds), shape.kinds);
    table.put_u64(at + offset_of!(Shape, most_moves), shape.most_moves);
    table.put_u64(at + offset_of!(Shape, conditions), shape.conditions);
    table.put_u64(at + offset_of!(Shape, scratch_bytes), shape.scratch_bytes);
    table.put_u64(at + offset_of!(Shape, scratch_ply_bytes), shape.scratch_ply_bytes);
    table.put_u64(at + offset_of!(Shape, most_plies), shape.most_plies);
}

fn put_entries(
    w: &mut Writer,
    table: &mut Block,
    at: usize,
    plan: &Plan,
    functions: &Functions,
    side: Side,
) -> Result<()> {
    for (offset, name) in entry_functions(side) {
        table.functions.push((at + offset, functions.id(name)));
    }
    let conditions = plan.rules.conditions.len();
    if conditions > 0 {
        let mut block = Block::new(8 * conditions);
        block.functions = (0..conditions).map(|n| (8 * n, functions.id(Name::Holds(side, n)))).collect();
        let name = ["ferz_conditions_of_white", "ferz_conditions_of_black"][side.index()];
        let id = w.module.declare_data(name, Linkage::Local, false, false)?;
        w.define(id, block, None)?;
        table.data.push((at + offset_of!(Entries, holds), id, 0));
    }
    Ok(())
}

fn put_kinds(w: &mut Writer, table: &mut Block, rules: &Rules, variant: &Variant) -> Result<()> {
    let kinds: Vec<_> = variant.kinds.iter().zip(&rules.kinds).enumerate().collect();
    w.put_rows(
        table,
        offset_of!(Table, kinds),
        "kinds",
        size_of::<KindRow>(),
        &kinds,
        |w, b, at, (index, (kind, rule))| {
            w.put_text(b, at + offset_of!(KindRow, name), &kind.name);
            w.put_text(b, at + offset_of!(KindRow, notation), &rule.notation);
            for side in (0..2).filter(|&side| kind.letters[side].is_some()) {
                w.put_text(b, at + offset_of!(KindRow, letters) + 8 * side, &man_letter(variant, code(*index, side)));
            }
            b.put(at + offset_of!(KindRow, royal), &[kind.royal.into()]);
            b.put(at + offset_of!(KindRow, resets_clock), &[kind.resets_clock.into()]);
        },
    )?;
    w.put_rows(table, offset_of!(Table, setups), "setups", size_of::<SetupRow>(), &variant.setups, |w, b, at, setup| {
        w.put_text(b, at + offset_of!(SetupRow, name), &setup.name);
        w.put_text(b, at + offset_of!(SetupRow, fen), &setup.fen);
    })
}

fn put_places(w: &mut Writer, table: &mut Block, variant: &Variant) -> Result<()> {
    let size = size_of::<CastlingRow>();
    w.put_rows(table, offset_of!(Table, castlings), "castlings", size, &variant.castlings, |_, b, at, c| {
        b.put_set(at + offset_of!(CastlingRow, empty), &c.empty);
        b.put_set(at + offset_of!(CastlingRow, safe), &c.safe);
        let wing = u8::from(c.wing == Wing::Queen);
        let bytes =
            [c.side as u8, wing, c.king as u8, c.partner as u8, c.king_from, c.king_to, c.partner_from, c.partner_to];
        b.put(at + offset_of!(CastlingRow, side), &bytes);
        b.put(at + offset_of!(CastlingRow, ambiguous), &[c.ambiguous.into()]);
    })?;
    let size = size_of::<UnmovedRow>();
    w.put_rows(table, offset_of!(Table, unmoved), "unmoved", size, &variant.unmoved, |_, b, at, unmoved| {
        b.put_set(at + offset_of!(UnmovedRow, homes), &unmoved.homes);
        b.put(at + offset_of!(UnmovedRow, code), &[unmoved.code]);
    })?;
    let mut passed = Block::new(0);
    let squares = w.module.declare_data("ferz_squares", Linkage::Local, false, false)?;
    let size = size_of::<MarkingRow>();
    w.put_rows(table, offset_of!(Table, markings), "markings", size, &variant.markings, |_, b, at, marking| {
        b.data.push((at + offset_of!(MarkingRow, passed), squares, passed.bytes.len()));
        passed.bytes.extend(&marking.passed);
        b.put_u32(at + offset_of!(MarkingRow, count), marking.passed.len() as u32);
        b.put(at + offset_of!(MarkingRow, code), &[marking.code, marking.from, marking.to]);
    })?;
    if passed.bytes.is_empty() {
        // Nothing points to it, and nothing is empty.
        passed.bytes.push(0);
    }
    w.define(squares, passed, None)
}

fn put_numbers(w: &mut Writer, table: &mut Block, variant: &Variant) -> Result<()> {
    w.put_rows(table, offset_of!(Table, hand), "hand", size_of::<HandRow>(), &variant.hand, |_, b, at, slot| {
        b.put(at + offset_of!(HandRow, kind), &[slot.kind as u8]);
        b.put(at + offset_of!(HandRow, vars), &slot.vars.map(|var| var as u8));
        b.put(at + offset_of!(HandRow, start), &slot.start);
    })?;
    let size = size_of::<CounterRow>();
    w.put_rows(table, offset_of!(Table, counters), "counters", size, &variant.counters, |w, b, at, slot| {
        w.put_text(b, at + offset_of!(CounterRow, name), &slot.name);
        b.put(at + offset_of!(CounterRow, vars), &slot.vars.map(|var| var as u8));
        b.put(at + offset_of!(CounterRow, start), &[slot.start]);
    })
}

fn put_ends(w: &mut Writer, table: &mut Block, variant: &Variant) -> Result<()> {
    let size = size_of::<ActionRow>();
    w.put_rows(table, offset_of!(Table, actions), "actions", size, &variant.actions, |w, b, at, action| {
        w.put_text(b, at + offset_of!(ActionRow, name), &action.name);
        b.put_u64(at + offset_of!(ActionRow, choices), choices(&action.choices));
    })?;
    let size = size_of::<ChoosingRow>();
    w.put_rows(table, offset_of!(Table, choosings), "choosings", size, &variant.choosings, |_, b, at, choosing| {
        b.put_u64(at + offset_of!(ChoosingRow, first), choosing.first as u64);
        b.put_u64(at + offset_of!(ChoosingRow, choices), choices(&choosing.choices));
    })?;
    w.put_rows(table, offset_of!(Table, ends), "ends", size_of::<EndRow>(), &variant.ends, |w, b, at, end| {
        w.put_text(b, at + offset_of!(EndRow, rule), &end.rule);
        let outcome = match end.outcome {
            Outcome::Win => 0,
            Outcome::Lose => 1,
            Outcome::Draw => 2,
        };
        let (when, number) = match end.when {
            EndWhen::Checkmate => (0, 0),
            EndWhen::Stalemate => (1, 0),
            EndWhen::Repetition(times) => (2, times),
            EndWhen::Quiet(moves) => (3, moves),
            EndWhen::Holds(condition) => (4, condition),
        };
        b.put(at + offset_of!(EndRow, outcome), &[outcome, end.claim.into(), when]);
        b.put_u32(at + offset_of!(EndRow, number), number.into());
    })
}
