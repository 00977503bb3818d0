//! Places in code and data that depend on where things lie.

use super::{Library, Segment};
use object::read::elf::ElfFile64;
use object::{Object, ObjectSection, RelocationFlags, RelocationTarget, SectionIndex, SymbolIndex, elf};
use std::collections::HashMap;

/// A place that gets an address when the library is loaded: the loader's base plus this one.
pub struct Relative {
    /// The place.
    pub place: u64,
    /// Where it shall point to.
    pub target: u64,
}

/// How to fill a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// An address of 64 bits, by the loader.
    Address,
    /// A distance of 32 bits.
    Distance32,
    /// A distance of 64 bits.
    Distance64,
    /// A distance of 32 bits to a pointer that there is not: the instruction takes the address instead of loading it.
    Pointer,
    /// aarch64: a distance of 26 bits and two zeros, in a branch.
    Branch26,
    /// aarch64: a distance in pages, in an `adrp`.
    Page21,
    /// aarch64: the place within its page, in an `add`.
    Low12,
    /// aarch64: the same for a pointer that there is not, in a load, which becomes an `add`.
    PointerLow12,
}

fn form(machine: u16, r_type: u32) -> Option<Form> {
    Some(match (machine, r_type) {
        (elf::EM_X86_64, elf::R_X86_64_64) | (elf::EM_AARCH64, elf::R_AARCH64_ABS64) => Form::Address,
        (elf::EM_X86_64, elf::R_X86_64_PC32 | elf::R_X86_64_PLT32) | (elf::EM_AARCH64, elf::R_AARCH64_PREL32) => {
            Form::Distance32
        }
        (elf::EM_X86_64, elf::R_X86_64_PC64) | (elf::EM_AARCH64, elf::R_AARCH64_PREL64) => Form::Distance64,
        (elf::EM_X86_64, elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX) => {
            Form::Pointer
        }
        (elf::EM_AARCH64, elf::R_AARCH64_CALL26 | elf::R_AARCH64_JUMP26) => Form::Branch26,
        (elf::EM_AARCH64, elf::R_AARCH64_ADR_PREL_PG_HI21 | elf::R_AARCH64_ADR_GOT_PAGE) => Form::Page21,
        (elf::EM_AARCH64, elf::R_AARCH64_ADD_ABS_LO12_NC) => Form::Low12,
        (elf::EM_AARCH64, elf::R_AARCH64_LD64_GOT_LO12_NC) => Form::PointerLow12,
        _ => return None,
    })
}

/// How many places the loader will have to fill.
pub fn count(file: &ElfFile64) -> usize {
    let machine = file.elf_header().e_machine.get(object::Endianness::Little);
    let all = file.sections().flat_map(|section| section.relocations().collect::<Vec<_>>());
    all.filter(|(_, relocation)| form(machine, r_type(relocation.flags())) == Some(Form::Address)).count()
}

fn r_type(flags: RelocationFlags) -> u32 {
    match flags {
        RelocationFlags::Elf { r_type } => r_type,
        _ => 0,
    }
}

/// Fills the places, or notes them for the loader.
pub fn apply(
    library: &mut Library,
    file: &ElfFile64,
    places: &HashMap<SectionIndex, usize>,
    addresses: &HashMap<SymbolIndex, u64>,
) -> Result<(), String> {
    for section in file.sections() {
        let Some(&index) = places.get(&section.index()) else { continue };
        for (offset, relocation) in section.relocations() {
            let target = match relocation.target() {
                RelocationTarget::Symbol(symbol) => addresses.get(&symbol).copied(),
                _ => None,
            };
            let target =
                target.ok_or("an address of something that is not there")?.wrapping_add_signed(relocation.addend());
            let r_type = r_type(relocation.flags());
            let form = form(library.machine, r_type).ok_or_else(|| format!("relocation of type {r_type}"))?;
            let into = &mut library.sections[index];
            let place = into.address + offset;
            if form == Form::Address {
                if into.segment != Segment::Relocated {
                    return Err(format!("an address in `{}`", into.name));
                }
                library.relatives.push(Relative { place, target });
                // For debuggers as well, which read the file and load nothing.
                let field =
                    into.bytes.get_mut(offset as usize..offset as usize + 8).ok_or("a place off its section")?;
                field.copy_from_slice(&target.to_le_bytes());
            } else {
                fill(&mut into.bytes, offset as usize, form, place, target).ok_or_else(|| {
                    format!("{form:?} at {place:#x} cannot lead to {target:#x}: the library is too large")
                })?;
            }
        }
    }
    library.relatives.sort_by_key(|relative| relative.place);
    Ok(())
}

/// Fills one place; `None` if what should stand there does not fit.
fn fill(bytes: &mut [u8], at: usize, form: Form, place: u64, target: u64) -> Option<()> {
    let distance = target.wrapping_sub(place) as i64;
    match form {
        Form::Distance64 => bytes.get_mut(at..at + 8)?.copy_from_slice(&distance.to_le_bytes()),
        Form::Distance32 | Form::Pointer => {
            if form == Form::Pointer {
                // `mov register, [rip + distance]` becomes `lea register, [rip + distance]`.
                let opcode = bytes.get_mut(at.checked_sub(2)?).filter(|opcode| **opcode == 0x8b)?;
                *opcode = 0x8d;
            }
            let distance = i32::try_from(distance).ok()?;
            bytes.get_mut(at..at + 4)?.copy_from_slice(&distance.to_le_bytes());
        }
        Form::Branch26 => {
            if distance % 4 != 0 || !(-(1 << 27)..1 << 27).contains(&distance) {
                return None;
            }
            patch(bytes, at, 0x03ff_ffff, (distance >> 2) as u32)?;
        }
        Form::Page21 => {
            let pages = ((target >> 12) as i64) - ((place >> 12) as i64);
            if !(-(1 << 20)..1 << 20).contains(&pages) {
                return None;
            }
            // The two lowest bits stand apart from the others.
            let (low, high) = ((pages as u32 & 3) << 29, (pages as u32 >> 2 & 0x7_ffff) << 5);
            patch(bytes, at, 0x6000_0000 | 0x00ff_ffe0, low | high)?;
        }
        Form::PointerLow12 => {
            // `ldr xD, [xN, place]` becomes `add xD, xN, place`.
            let load = bytes.get(at..at + 4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))?;
            if load & 0xffc0_0000 != 0xf940_0000 {
                return None;
            }
            patch(bytes, at, 0xffff_fc00, 0x9100_0000 | ((target & 0xfff) << 10) as u32)?;
        }
        Form::Low12 => patch(bytes, at, 0xfff << 10, ((target & 0xfff) << 10) as u32)?,
        Form::Address => return None,
    }
    Some(())
}

/// Puts bits into an instruction.
fn patch(bytes: &mut [u8], at: usize, mask: u32, bits: u32) -> Option<()> {
    let instruction: &mut [u8; 4] = bytes.get_mut(at..at + 4)?.try_into().ok()?;
    *instruction = (u32::from_le_bytes(*instruction) & !mask | bits & mask).to_le_bytes();
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(form: Form, instruction: u32, place: u64, target: u64) -> Option<u32> {
        let mut bytes = instruction.to_le_bytes();
        fill(&mut bytes, 0, form, place, target).map(|()| u32::from_le_bytes(bytes))
    }

    /// The instructions as GNU as writes them.
    #[test]
    fn instructions_of_aarch64() {
        // bl .+8, bl .-4, adrp x0, .+0x12345000 (from an address within a page), add x1, x1, #0xabc
        assert_eq!(filled(Form::Branch26, 0x9400_0000, 0x1000, 0x1008), Some(0x9400_0002));
        assert_eq!(filled(Form::Branch26, 0x9400_0000, 0x1000, 0xffc), Some(0x97ff_ffff));
        assert_eq!(filled(Form::Page21, 0x9000_0000, 0x1ffc, 0x3008), Some(0xd000_0000));
        assert_eq!(filled(Form::Page21, 0x9000_0000, 0x3000, 0x2fff), Some(0xf0ff_ffe0));
        assert_eq!(filled(Form::Low12, 0x9100_0021, 0, 0x7abc), Some(0x912a_f021));
        // ldr x1, [x2] becomes add x1, x2, #0xabc; ldr w1, [x2] is no pointer.
        assert_eq!(filled(Form::PointerLow12, 0xf940_0041, 0, 0x7abc), Some(0x912a_f041));
        assert_eq!(filled(Form::PointerLow12, 0xb940_0041, 0, 0x7abc), None);
        assert_eq!(filled(Form::Branch26, 0x9400_0000, 0, 1 << 27), None);
        assert_eq!(filled(Form::Branch26, 0x9400_0000, 0, 2), None);
        assert_eq!(filled(Form::Page21, 0x9000_0000, 0, 1 << 32), None);
    }

    #[test]
    fn a_load_from_a_table_of_pointers_becomes_the_address_itself() {
        // mov rax, [rip + 0]
        let mut bytes = [0x48, 0x8b, 0x05, 0, 0, 0, 0];
        fill(&mut bytes, 3, Form::Pointer, 0x103, 0x1ff).unwrap();
        assert_eq!(bytes, [0x48, 0x8d, 0x05, 0xfc, 0, 0, 0]);
        assert_eq!(fill(&mut [0x48, 0x03, 0x05, 0, 0, 0, 0], 3, Form::Pointer, 0, 0), None);
        assert_eq!(fill(&mut [0; 4], 0, Form::Distance32, 0, 1 << 31), None);
    }
}
