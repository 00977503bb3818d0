//! Where everything lies in the file, and the file itself. A section's address is its place in the file, each segment on pages of its own.

use super::{Library, Section, Segment};
use ferz_abi::library::SYMBOL;
use object::elf;

const HEADER: u64 = 64;
const PROGRAM_HEADER: u64 = 56;
const SEGMENTS: u64 = 7;
const SYMBOL_BYTES: u64 = 24;
const RELOCATION_BYTES: u64 = 24;

/// Sections that the loader reads, behind the note: their names, and the bytes of all but the first three once they are known.
const HASH: &str = ".hash";
const DYNSYM: &str = ".dynsym";
const DYNSTR: &str = ".dynstr";
const RELA: &str = ".rela.dyn";
const DYNAMIC: &str = ".dynamic";

/// How many entries the dynamic section has.
const DYNAMIC_ENTRIES: u64 = 13;

/// Gives every section its address, those for the loader included.
pub fn place(library: &mut Library, relatives: usize) {
    let strings = 1 + SYMBOL.len() as u64 + 1 + library.soname.len() as u64 + 1;
    let section = |name: &str, bytes: u64, align, segment| Section {
        name: name.to_owned(),
        bytes: vec![0; bytes as usize],
        align,
        segment,
        address: 0,
    };
    // At the end, so that the others keep their numbers; their places follow from their segments.
    library.sections.extend([
        section(HASH, 5 * 4, 8, Segment::Read),
        section(DYNSYM, 2 * SYMBOL_BYTES, 8, Segment::Read),
        section(DYNSTR, strings, 1, Segment::Read),
        section(RELA, relatives as u64 * RELOCATION_BYTES, 8, Segment::Read),
        section(DYNAMIC, DYNAMIC_ENTRIES * 16, 8, Segment::Relocated),
    ]);
    let mut at = HEADER + SEGMENTS * PROGRAM_HEADER;
    for segment in [Segment::Read, Segment::Execute, Segment::Relocated] {
        if segment != Segment::Read {
            at = at.next_multiple_of(library.page);
        }
        for section in library.sections.iter_mut().filter(|section| section.segment == segment) {
            at = at.next_multiple_of(section.align);
            section.address = at;
            at += section.bytes.len() as u64;
        }
    }
}

/// Bytes to write, little-endian.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn half(&mut self, number: u16) {
        self.0.extend(number.to_le_bytes());
    }
    fn word(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }
    fn long(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }
    fn pad(&mut self, to: u64) {
        self.0.resize(to as usize, 0);
    }
    /// A text with its end; gives where it starts.
    fn text(&mut self, text: &str) -> u32 {
        let start = self.0.len() as u32;
        self.0.extend(text.bytes().chain([0]));
        start
    }
}

/// A segment, as it stands in the file's header.
struct Span {
    kind: u32,
    flags: u32,
    start: u64,
    end: u64,
    align: u64,
}

/// The file.
pub fn write(library: &Library) -> Result<Vec<u8>, String> {
    let exported = library.symbols.iter().find(|symbol| symbol.exported && symbol.name == SYMBOL);
    let exported = exported.ok_or("the table is missing")?;
    let address = |name: &str| library.named(name).map_or(0, |(_, section)| section.address);
    let size = |name: &str| library.named(name).map_or(0, |(_, section)| section.bytes.len() as u64);

    let mut strings = Bytes::default();
    strings.text("");
    let (symbol_name, soname) = (strings.text(SYMBOL), strings.text(&library.soname));
    let mut symbols = Bytes(vec![0; SYMBOL_BYTES as usize]);
    let global_object = elf::STB_GLOBAL << 4 | elf::STT_OBJECT;
    symbol(&mut symbols, symbol_name, global_object, exported.section as u16 + 1, exported.address, exported.size);
    let mut hash = Bytes::default();
    // One bucket, which starts with symbol 1; a chain for each symbol, which ends there.
    [1, 2, 1, 0, 0].into_iter().for_each(|number| hash.word(number));
    let mut relocations = Bytes::default();
    let relative = if library.machine == elf::EM_X86_64 { elf::R_X86_64_RELATIVE } else { elf::R_AARCH64_RELATIVE };
    for place in &library.relatives {
        relocations.long(place.place);
        relocations.long(relative.into());
        relocations.long(place.target);
    }
    let mut dynamic = Bytes::default();
    let entries: [(i64, u64); DYNAMIC_ENTRIES as usize] = [
        (elf::DT_SONAME, soname.into()),
        (elf::DT_HASH, address(HASH)),
        (elf::DT_SYMTAB, address(DYNSYM)),
        (elf::DT_STRTAB, address(DYNSTR)),
        (elf::DT_STRSZ, size(DYNSTR)),
        (elf::DT_SYMENT, SYMBOL_BYTES),
        (elf::DT_RELA, address(RELA)),
        (elf::DT_RELASZ, size(RELA)),
        (elf::DT_RELAENT, RELOCATION_BYTES),
        (elf::DT_RELACOUNT, library.relatives.len() as u64),
        (elf::DT_FLAGS, elf::DF_BIND_NOW.into()),
        (elf::DT_FLAGS_1, elf::DF_1_NOW.into()),
        (elf::DT_NULL, 0),
    ];
    for (tag, value) in entries {
        dynamic.long(tag as u64);
        dynamic.long(value);
    }

    let mut file = Bytes::default();
    file.pad(HEADER + SEGMENTS * PROGRAM_HEADER);
    let mut order: Vec<&Section> = library.sections.iter().collect();
    order.sort_by_key(|section| section.address);
    for section in order {
        file.pad(section.address);
        let own = [(HASH, &hash), (DYNSYM, &symbols), (DYNSTR, &strings), (RELA, &relocations), (DYNAMIC, &dynamic)];
        let written =
            own.into_iter().find(|(name, _)| *name == section.name).map_or(&section.bytes, |(_, bytes)| &bytes.0);
        if written.len() != section.bytes.len() {
            return Err(format!("`{}` has another size than planned", section.name));
        }
        file.0.extend(written);
    }
    let (headers, count, names) = write_sections(library, &mut file);
    let spans = spans(library);
    let head = head(library, &spans, headers, count, names);
    file.0[..head.len()].copy_from_slice(&head);
    Ok(file.0)
}

impl Library {
    fn named(&self, name: &str) -> Option<(usize, &Section)> {
        self.sections.iter().enumerate().find(|(_, section)| section.name == name)
    }

    /// From the first byte of a segment to the last.
    fn extent(&self, segment: Segment) -> (u64, u64) {
        let all = || self.sections.iter().filter(|section| section.segment == segment);
        let start = all().map(|section| section.address).min().unwrap_or(0);
        let end = all().map(|section| section.address + section.bytes.len() as u64).max().unwrap_or(start);
        (start, end)
    }
}

fn symbol(into: &mut Bytes, name: u32, info: u8, section: u16, address: u64, size: u64) {
    into.word(name);
    into.0.extend([info, elf::STV_DEFAULT]);
    into.half(section);
    into.long(address);
    into.long(size);
}

fn spans(library: &Library) -> Vec<Span> {
    let span = |kind, flags, (start, end), align| Span { kind, flags, start, end, align };
    let of = |name: &str| {
        let (_, section) = library.named(name).expect("placed before");
        (section.address, section.address + section.bytes.len() as u64)
    };
    let (_, read_end) = library.extent(Segment::Read);
    let relocated = library.extent(Segment::Relocated);
    vec![
        span(elf::PT_LOAD, elf::PF_R, (0, read_end), library.page),
        span(elf::PT_LOAD, elf::PF_R | elf::PF_X, library.extent(Segment::Execute), library.page),
        span(elf::PT_LOAD, elf::PF_R | elf::PF_W, relocated, library.page),
        span(elf::PT_DYNAMIC, elf::PF_R | elf::PF_W, of(DYNAMIC), 8),
        span(elf::PT_NOTE, elf::PF_R, of(ferz_abi::library::SEAL_SECTION), 8),
        // Without this, the loader makes the stacks of the whole process executable.
        span(elf::PT_GNU_STACK, elf::PF_R | elf::PF_W, (0, 0), 16),
        span(elf::PT_GNU_RELRO, elf::PF_R, relocated, 1),
    ]
}

/// The file's header and those of the segments.
fn head(library: &Library, spans: &[Span], headers: u64, count: u16, names: u16) -> Vec<u8> {
    let mut head = Bytes::default();
    head.0.extend(elf::ELFMAG);
    head.0.extend([elf::ELFCLASS64, elf::ELFDATA2LSB, elf::EV_CURRENT, elf::ELFOSABI_SYSV]);
    head.pad(16);
    head.half(elf::ET_DYN);
    head.half(library.machine);
    head.word(elf::EV_CURRENT.into());
    head.long(0);
    head.long(HEADER);
    head.long(headers);
    head.word(0);
    [HEADER as u16, PROGRAM_HEADER as u16, spans.len() as u16, 64, count, names].into_iter().for_each(|n| head.half(n));
    for span in spans {
        head.word(span.kind);
        head.word(span.flags);
        [span.start, span.start, span.start, span.end - span.start].into_iter().for_each(|n| head.long(n));
        // Whole pages become read-only, so that these are used up.
        let whole = span.kind == elf::PT_GNU_RELRO || span.kind == elf::PT_LOAD && span.flags & elf::PF_W != 0;
        let end = if whole { span.end.next_multiple_of(library.page) } else { span.end };
        head.long(end - span.start);
        head.long(span.align);
    }
    head.0
}

/// Writes the symbols for people and the headers of the sections. Gives where these start, how many there are, and which holds the names.
fn write_sections(library: &Library, file: &mut Bytes) -> (u64, u16, u16) {
    let mut strings = Bytes::default();
    strings.text("");
    let mut symbols = Bytes(vec![0; SYMBOL_BYTES as usize]);
    for s in &library.symbols {
        let kind = if s.function { elf::STT_FUNC } else { elf::STT_OBJECT };
        let bind = if s.exported { elf::STB_GLOBAL } else { elf::STB_LOCAL };
        let name = strings.text(&s.name);
        symbol(&mut symbols, name, bind << 4 | kind, s.section as u16 + 1, s.address, s.size);
    }
    let locals = 1 + library.symbols.iter().filter(|symbol| !symbol.exported).count() as u32;

    let mut names = Bytes::default();
    names.text("");
    let mut table = Bytes(vec![0; 64]);
    let number = |name: &str| library.named(name).map_or(0, |(index, _)| index as u32 + 1);
    let mut header = |name: &str, kind: u32, flags: u64, at: (u64, u64), links: (u32, u32), sizes: (u64, u64)| {
        table.word(names.text(name));
        table.word(kind);
        table.long(flags);
        let address = if flags & u64::from(elf::SHF_ALLOC) != 0 { at.0 } else { 0 };
        [address, at.0, at.1].into_iter().for_each(|n| table.long(n));
        table.word(links.0);
        table.word(links.1);
        table.long(sizes.0);
        table.long(sizes.1);
    };
    for section in &library.sections {
        let (kind, links, entry) = match section.name.as_str() {
            HASH => (elf::SHT_HASH, (number(DYNSYM), 0), 4),
            DYNSYM => (elf::SHT_DYNSYM, (number(DYNSTR), 1), SYMBOL_BYTES),
            DYNSTR => (elf::SHT_STRTAB, (0, 0), 0),
            RELA => (elf::SHT_RELA, (number(DYNSYM), 0), RELOCATION_BYTES),
            DYNAMIC => (elf::SHT_DYNAMIC, (number(DYNSTR), 0), 16),
            name if name.starts_with(".note") => (elf::SHT_NOTE, (0, 0), 0),
            _ => (elf::SHT_PROGBITS, (0, 0), 0),
        };
        let flags = elf::SHF_ALLOC
            | match section.segment {
                Segment::Read => 0,
                Segment::Execute => elf::SHF_EXECINSTR,
                Segment::Relocated => elf::SHF_WRITE,
            };
        let at = (section.address, section.bytes.len() as u64);
        header(&section.name, kind, flags.into(), at, links, (section.align, entry));
    }
    let first = library.sections.len() as u32 + 1;
    let mut append = |bytes: &Bytes| {
        file.pad((file.0.len() as u64).next_multiple_of(8));
        let at = (file.0.len() as u64, bytes.0.len() as u64);
        file.0.extend(&bytes.0);
        at
    };
    let (symbols_at, strings_at) = (append(&symbols), append(&strings));
    header(".symtab", elf::SHT_SYMTAB, 0, symbols_at, (first + 1, locals), (8, SYMBOL_BYTES));
    header(".strtab", elf::SHT_STRTAB, 0, strings_at, (0, 0), (1, 0));
    // Its own name is the last one in it.
    let names_at = (strings_at.0 + strings_at.1).next_multiple_of(8);
    let names_size = names_size(library);
    header(".shstrtab", elf::SHT_STRTAB, 0, (names_at, names_size), (0, 0), (1, 0));
    let placed = append(&names);
    debug_assert_eq!(placed, (names_at, names_size));
    let (headers, _) = append(&table);
    (headers, first as u16 + 3, first as u16 + 2)
}

fn names_size(library: &Library) -> u64 {
    let own = [".symtab", ".strtab", ".shstrtab"];
    let all = library.sections.iter().map(|section| section.name.as_str()).chain(own);
    1 + all.map(|name| name.len() as u64 + 1).sum::<u64>()
}
