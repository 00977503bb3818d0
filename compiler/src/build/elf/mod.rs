//! An object file laid out as an ELF shared library, without a linker.
//!
//! That is little work, as the code imports nothing: there is one symbol to export and nothing to look up. What is left to the loader are
//! addresses in the table, which it adds its base to (`RELATIVE`) before that memory becomes read-only (`RELRO`).

mod relocate;
mod write;

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol, SectionIndex, SectionKind, SymbolKind, elf};
use relocate::Relative;
use std::collections::HashMap;

/// A section of the library that comes from the object file.
struct Section {
    name: String,
    bytes: Vec<u8>,
    align: u64,
    segment: Segment,
    /// Its address, which is its place in the file as well.
    address: u64,
}

/// What the memory of a section may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    /// To be read.
    Read,
    /// To be executed.
    Execute,
    /// To be read, once the loader has put addresses in.
    Relocated,
}

/// A symbol, for debuggers and profilers, or for the loader.
struct Symbol {
    name: String,
    address: u64,
    size: u64,
    section: usize,
    function: bool,
    exported: bool,
}

/// What is linked.
struct Library {
    machine: u16,
    /// The most that a page can have.
    page: u64,
    soname: String,
    sections: Vec<Section>,
    symbols: Vec<Symbol>,
    relatives: Vec<Relative>,
}

/// Lays an object file out as a shared library of this name.
pub fn link(object: &[u8], soname: &str) -> Result<Vec<u8>, String> {
    let file = ElfFile64::<Endianness>::parse(object).map_err(|error| error.to_string())?;
    let machine = file.elf_header().e_machine.get(Endianness::Little);
    let page = match machine {
        elf::EM_X86_64 => 0x1000,
        elf::EM_AARCH64 => 0x1_0000,
        other => return Err(format!("no layout for machine {other}")),
    };
    let mut library = Library {
        machine,
        page,
        soname: soname.to_owned(),
        sections: Vec::new(),
        symbols: Vec::new(),
        relatives: Vec::new(),
    };
    let places = library.take_sections(&file)?;
    write::place(&mut library, relocate::count(&file));
    let addresses = library.take_symbols(&file, &places)?;
    relocate::apply(&mut library, &file, &places, &addresses)?;
    write::write(&library)
}

impl Library {
    /// Takes what is loaded; says which section of the object became which of the library.
    fn take_sections(&mut self, file: &ElfFile64) -> Result<HashMap<SectionIndex, usize>, String> {
        let mut taken = Vec::new();
        for section in file.sections() {
            let name = section.name().map_err(|error| error.to_string())?;
            // What the loader puts addresses into goes by names: of data for reading only, and of how to walk the stack.
            let relocated = name.starts_with(".data.rel.ro") || name == ".eh_frame";
            let segment = match section.kind() {
                SectionKind::Text => Segment::Execute,
                _ if relocated => Segment::Relocated,
                SectionKind::ReadOnlyData => Segment::Read,
                SectionKind::Data | SectionKind::UninitializedData if section.size() > 0 => {
                    return Err(format!("`{name}` could be written to"));
                }
                _ => continue,
            };
            let bytes = section.data().map_err(|error| error.to_string())?.to_vec();
            let section_of =
                Section { name: name.to_owned(), bytes, align: section.align().max(1), segment, address: 0 };
            taken.push((section.index(), section_of));
        }
        // By segment; the note first, so that a reader finds it soon.
        taken.sort_by_key(|(_, section)| (section.segment, !section.name.starts_with(".note")));
        let places = taken.iter().enumerate().map(|(place, (index, _))| (*index, place)).collect();
        self.sections = taken.into_iter().map(|(_, section)| section).collect();
        Ok(places)
    }

    /// Takes the symbols; says where each symbol of the object is.
    fn take_symbols(
        &mut self,
        file: &ElfFile64,
        places: &HashMap<SectionIndex, usize>,
    ) -> Result<HashMap<object::SymbolIndex, u64>, String> {
        let mut addresses = HashMap::new();
        for symbol in file.symbols() {
            let name = symbol.name().map_err(|error| error.to_string())?;
            if symbol.is_undefined() && !name.is_empty() {
                return Err(format!("`{name}` is nowhere defined"));
            }
            let Some(&section) = symbol.section_index().and_then(|index| places.get(&index)) else { continue };
            let address = self.sections[section].address + symbol.address();
            addresses.insert(symbol.index(), address);
            let function = symbol.kind() == SymbolKind::Text;
            // Tables without a name of their own are nobody's business.
            if !name.starts_with(".L") && (function || symbol.kind() == SymbolKind::Data) {
                let (name, size, exported) = (name.to_owned(), symbol.size(), symbol.is_global());
                self.symbols.push(Symbol { name, address, size, section, function, exported });
            }
        }
        // ELF wants local symbols first.
        self.symbols.sort_by_key(|symbol| (symbol.exported, symbol.address));
        Ok(addresses)
    }
}
