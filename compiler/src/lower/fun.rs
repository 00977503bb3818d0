//! One function being written: values, memory, calls and control flow.

use super::Functions;
use crate::plan::{Plan, TableId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, BlockArg, FuncRef, GlobalValue, InstBuilder, InstructionData, MemFlagsData, Opcode, StackSlotData,
    StackSlotKind, Type, Value, types,
};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::{DataId, Module};
use std::collections::HashMap;

/// The type of everything but bytes in memory.
pub const I64: Type = types::I64;

/// A function being written.
pub struct Fun<'f> {
    pub(super) b: FunctionBuilder<'f>,
    /// What is to be written.
    pub plan: &'f Plan,
    module: &'f mut dyn Module,
    functions: &'f Functions,
    data: &'f [DataId],
    globals: HashMap<TableId, GlobalValue>,
    callees: HashMap<super::Name, FuncRef>,
}

impl<'f> Fun<'f> {
    pub(super) fn new(
        b: FunctionBuilder<'f>,
        plan: &'f Plan,
        module: &'f mut dyn Module,
        functions: &'f Functions,
        data: &'f [DataId],
    ) -> Fun<'f> {
        Fun { b, plan, module, functions, data, globals: HashMap::new(), callees: HashMap::new() }
    }

    /// Opens the entry block and gives the function's parameters.
    pub fn entry(&mut self) -> Vec<Value> {
        let block = self.b.create_block();
        self.b.append_block_params_for_function_params(block);
        self.b.switch_to_block(block);
        self.b.block_params(block).to_vec()
    }

    /// Ends the function.
    pub fn finish(mut self, results: &[Value]) {
        self.b.ins().return_(results);
        self.b.seal_all_blocks();
        let config = self.module.target_config();
        self.b.finalize(config);
    }

    /// A constant.
    pub fn int(&mut self, value: u64) -> Value {
        self.b.ins().iconst(I64, value as i64)
    }

    /// What a value is, where it is a constant: sets that are partly empty leave work out.
    pub fn known(&self, value: Value) -> Option<u64> {
        let dfg = &self.b.func.dfg;
        let inst = dfg.value_def(value).inst()?;
        match dfg.insts[inst] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits() as u64),
            _ => None,
        }
    }

    /// `a + b`.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.b.ins().iadd(a, b)
    }

    /// `a + constant`.
    pub fn add_int(&mut self, a: Value, b: i64) -> Value {
        if b == 0 {
            return a;
        }
        let b = self.b.ins().iconst(I64, b);
        self.b.ins().iadd(a, b)
    }

    /// `a * constant`.
    pub fn times(&mut self, a: Value, factor: usize) -> Value {
        if factor.is_power_of_two() {
            return self.shift_left(a, factor.trailing_zeros());
        }
        let factor = self.int(factor as u64);
        self.b.ins().imul(a, factor)
    }

    /// `a << bits`.
    pub fn shift_left(&mut self, a: Value, bits: u32) -> Value {
        if bits == 0 {
            return a;
        }
        let bits = self.int(bits.into());
        self.b.ins().ishl(a, bits)
    }

    /// `a >> bits`, unsigned.
    pub fn shift_right(&mut self, a: Value, bits: u32) -> Value {
        if bits == 0 {
            return a;
        }
        let bits = self.int(bits.into());
        self.b.ins().ushr(a, bits)
    }

    /// Whether a value equals a constant.
    pub fn is(&mut self, a: Value, value: i64) -> Value {
        let value = self.b.ins().iconst(I64, value);
        self.b.ins().icmp(IntCC::Equal, a, value)
    }

    /// A comparison.
    pub fn compare(&mut self, how: IntCC, a: Value, b: Value) -> Value {
        self.b.ins().icmp(how, a, b)
    }

    /// Eight bytes of memory.
    pub fn load(&mut self, at: Value, offset: i32) -> Value {
        self.b.ins().load(I64, MemFlagsData::trusted(), at, offset)
    }

    /// One byte of memory, widened.
    pub fn load_byte(&mut self, at: Value, offset: i32) -> Value {
        self.b.ins().uload8(I64, MemFlagsData::trusted(), at, offset)
    }

    /// Two bytes of memory, widened.
    pub fn load_short(&mut self, at: Value, offset: i32) -> Value {
        self.b.ins().uload16(I64, MemFlagsData::trusted(), at, offset)
    }

    /// Eight bytes of a constant table.
    pub fn load_constant(&mut self, at: Value, offset: i32) -> Value {
        self.b.ins().load(I64, MemFlagsData::trusted().with_readonly().with_can_move(), at, offset)
    }

    /// Writes eight bytes.
    pub fn store(&mut self, value: Value, at: Value, offset: i32) {
        self.b.ins().store(MemFlagsData::trusted(), value, at, offset);
    }

    /// Writes the lowest byte.
    pub fn store_byte(&mut self, value: Value, at: Value, offset: i32) {
        self.b.ins().istore8(MemFlagsData::trusted(), value, at, offset);
    }

    /// Writes the lowest two bytes.
    pub fn store_short(&mut self, value: Value, at: Value, offset: i32) {
        self.b.ins().istore16(MemFlagsData::trusted(), value, at, offset);
    }

    /// Memory of the function's own.
    pub fn stack(&mut self, bytes: usize) -> Value {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes as u32, 4);
        let slot = self.b.create_sized_stack_slot(slot);
        self.b.ins().stack_addr(I64, slot, 0)
    }

    /// The address of a table.
    pub fn table(&mut self, table: TableId) -> Value {
        let global = *self
            .globals
            .entry(table)
            .or_insert_with(|| self.module.declare_data_in_func(self.data[table.0], self.b.func));
        self.b.ins().symbol_value(I64, global)
    }

    /// Calls another function of the variant.
    pub fn call(&mut self, name: super::Name, arguments: &[Value]) -> Option<Value> {
        let callee = *self
            .callees
            .entry(name)
            .or_insert_with(|| self.module.declare_func_in_func(self.functions.id(name), self.b.func));
        let call = self.b.ins().call(callee, arguments);
        self.b.inst_results(call).first().copied()
    }

    /// Does something if a condition holds, changing some values; otherwise they stay as they are.
    pub fn when(
        &mut self,
        condition: Value,
        values: &[Value],
        then: impl FnOnce(&mut Self, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        self.either(condition, values, then, |_, values| values.to_vec())
    }

    /// Does one thing or another with some values.
    pub fn either(
        &mut self,
        condition: Value,
        values: &[Value],
        then: impl FnOnce(&mut Self, &[Value]) -> Vec<Value>,
        otherwise: impl FnOnce(&mut Self, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let (yes, no, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let joined: Vec<Value> = values.iter().map(|_| self.b.append_block_param(join, I64)).collect();
        self.b.ins().brif(condition, yes, &[], no, &[]);
        self.b.switch_to_block(yes);
        let changed = then(self, values);
        self.jump(join, &changed);
        self.b.switch_to_block(no);
        let changed = otherwise(self, values);
        self.jump(join, &changed);
        self.b.switch_to_block(join);
        joined
    }

    /// Repeats `body` while `test` holds, passing values on.
    pub fn while_(
        &mut self,
        values: &[Value],
        test: impl FnOnce(&mut Self, &[Value]) -> Value,
        body: impl FnOnce(&mut Self, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let (head, inside, after) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let passed: Vec<Value> = values.iter().map(|_| self.b.append_block_param(head, I64)).collect();
        self.jump(head, values);
        self.b.switch_to_block(head);
        let again = test(self, &passed);
        self.b.ins().brif(again, inside, &[], after, &[]);
        self.b.switch_to_block(inside);
        let changed = body(self, &passed);
        self.jump(head, &changed);
        self.b.switch_to_block(after);
        passed
    }

    /// Leaves the function at once if a condition holds.
    pub fn return_if(&mut self, condition: Value, results: &[Value]) {
        let (leave, stay) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(condition, leave, &[], stay, &[]);
        self.b.switch_to_block(leave);
        self.b.ins().return_(results);
        self.b.switch_to_block(stay);
    }

    pub(super) fn jump(&mut self, to: Block, values: &[Value]) {
        let arguments: Vec<BlockArg> = values.iter().map(|&v| BlockArg::Value(v)).collect();
        self.b.ins().jump(to, &arguments);
    }
}
