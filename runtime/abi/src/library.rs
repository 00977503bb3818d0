//! What a compiled library exports: one table, with everything that is in a [`Variant`](crate::Variant) in the words of C, and a seal
//! that is read in the file before anything of it is executed. `ferz.h` says the same to C.

use crate::{Choice, Entries, Set, Shape};
use std::ffi::c_char;

/// The symbol of the [`Table`].
pub const SYMBOL: &str = "ferz_variant";

/// The section of the [`Seal`], an ELF note.
pub const SEAL_SECTION: &str = ".note.ferz";

/// What a table starts with.
pub const MAGIC: [u8; 16] = *b"\x89Ferz library\r\n\x1a";

/// What a seal starts with; nothing else in a library's file does, at an address that 8 divides.
pub const SEAL_MAGIC: [u8; 16] = *b"\x89Ferz seal\r\n\x1a\0\0\0";

/// What a library says about itself before it is loaded.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal {
    /// [`SEAL_MAGIC`].
    pub magic: [u8; 16],
    /// [`VERSION`](crate::VERSION) of the layout.
    pub abi: u32,
    /// What it is for, by ELF's number: 62 is x86-64, 183 aarch64.
    pub machine: u32,
    /// What its processor must be able to do: bit `i` is feature `i` of [`features_of`] the machine.
    pub features: u64,
    /// The [`checksum`] of the rule files it was made from.
    pub source: u64,
    /// Bytes of the whole file.
    pub file_bytes: u64,
    /// The [`checksum`] of the whole file, with zeros in this place.
    pub checksum: u64,
}

/// The number of x86-64 in ELF.
pub const X86_64: u32 = 62;

/// The number of aarch64 in ELF.
pub const AARCH64: u32 = 183;

/// What some processors of a machine can do and others cannot, as far as generated code may use it.
pub const fn features_of(machine: u32) -> &'static [&'static str] {
    match machine {
        X86_64 => &[
            "sse3",
            "ssse3",
            "sse4.1",
            "sse4.2",
            "cmpxchg16b",
            "popcnt",
            "avx",
            "avx2",
            "fma",
            "bmi1",
            "bmi2",
            "lzcnt",
            "avx512bitalg",
            "avx512dq",
            "avx512f",
            "avx512vbmi",
            "avx512vl",
            "avxvnni",
            "avx512vnni",
        ],
        AARCH64 => &["lse", "paca", "fp16", "dotprod", "i8mm"],
        _ => &[],
    }
}

/// A checksum against accidents, not against malice: no change of eight bytes or less in one place goes unnoticed.
///
/// From the number of bytes on, each word of 64 bits (the first byte the lowest, the last word filled up with zeros) is xor-ed in, and the result is
/// multiplied by `0x9e3779b97f4a7c15` and turned left by 29 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let last = (!rest.is_empty()).then_some(&last);
    words.iter().chain(last).fold(bytes.len() as u64, |sum, word| {
        (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    })
}

/// Text: UTF-8 that ends with a zero byte, or null for none.
pub type Text = *const c_char;

/// A row of things.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Rows<T> {
    /// The first one.
    pub first: *const T,
    /// How many there are.
    pub count: u64,
}

/// The table: the first and only thing that a library exports.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// [`MAGIC`].
    pub magic: [u8; 16],
    /// [`VERSION`](crate::VERSION) of the layout.
    pub abi: u32,
    /// Bytes of this table: a later one of the same version may have more fields at its end.
    pub bytes: u32,
    /// The seal, as it was loaded.
    pub seal: *const Seal,
    /// The version of Ferz that made it.
    pub ferz: Text,
    /// What the variant is called.
    pub name: Text,
    /// Who made it up; may be empty.
    pub author: Text,
    /// When; may be empty.
    pub year: Text,
    /// A remark; may be empty.
    pub about: Text,
    /// Squares that are no cells.
    pub holes: Set,
    /// Number of files.
    pub width: u32,
    /// Number of ranks.
    pub height: u32,
    /// How large things are.
    pub shape: Shape,
    /// The functions of White and of Black.
    pub sides: [Entries; 2],
    /// The kinds.
    pub kinds: Rows<KindRow>,
    /// The set-ups, the default one first.
    pub setups: Rows<SetupRow>,
    /// Every castling.
    pub castlings: Rows<CastlingRow>,
    /// Men whose being unmoved is a right.
    pub unmoved: Rows<UnmovedRow>,
    /// Moves that leave squares open to en passant.
    pub markings: Rows<MarkingRow>,
    /// What can be in hand.
    pub hand: Rows<HandRow>,
    /// Counters.
    pub counters: Rows<CounterRow>,
    /// Actions.
    pub actions: Rows<ActionRow>,
    /// How a game can end.
    pub ends: Rows<EndRow>,
    /// Rules in which the mover chooses something that follows on a move.
    pub choosings: Rows<ChoosingRow>,
}

/// A [`Kind`](crate::Kind).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KindRow {
    /// Its name.
    pub name: Text,
    /// Its letters as FEN shows them, White's in upper case; null where that side has no such man.
    pub letters: [Text; 2],
    /// Its movement, in the notation of the rule file.
    pub notation: Text,
    /// 1 if it may not be left attacked.
    pub royal: u8,
    /// 1 if moving one resets the quiet clock.
    pub resets_clock: u8,
    /// Zero.
    pub reserved: [u8; 6],
}

/// A [`Setup`](crate::Setup).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SetupRow {
    /// Its name; may be empty.
    pub name: Text,
    /// The position.
    pub fen: Text,
}

/// A [`Castling`](crate::Castling).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CastlingRow {
    /// Squares that must be empty.
    pub empty: Set,
    /// Squares on which the king must not be in check.
    pub safe: Set,
    /// Whose.
    pub side: u8,
    /// 0 towards the last file (`K`), 1 towards the first (`Q`).
    pub wing: u8,
    /// Kind of the king.
    pub king: u8,
    /// Kind of its partner.
    pub partner: u8,
    /// Home of the king.
    pub king_from: u8,
    /// Where the king lands.
    pub king_to: u8,
    /// Home of the partner.
    pub partner_from: u8,
    /// Where the partner lands.
    pub partner_to: u8,
    /// 1 if it is written king onto partner.
    pub ambiguous: u8,
    /// Zero.
    pub reserved: [u8; 7],
}

/// An [`Unmoved`](crate::Unmoved).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct UnmovedRow {
    /// Home squares.
    pub homes: Set,
    /// Code of the men.
    pub code: u8,
    /// Zero.
    pub reserved: [u8; 7],
}

/// A [`Marking`](crate::Marking).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MarkingRow {
    /// The squares passed.
    pub passed: *const u8,
    /// How many.
    pub count: u32,
    /// Code of the man.
    pub code: u8,
    /// Where it starts.
    pub from: u8,
    /// Where it lands.
    pub to: u8,
    /// Zero.
    pub reserved: u8,
}

/// A [`HandSlot`](crate::HandSlot).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HandRow {
    /// The kind.
    pub kind: u8,
    /// Where each side's number is kept, in `State::vars`.
    pub vars: [u8; 2],
    /// What each side starts with.
    pub start: [u8; 2],
    /// Zero.
    pub reserved: [u8; 3],
}

/// A [`CounterSlot`](crate::CounterSlot).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CounterRow {
    /// Its name.
    pub name: Text,
    /// Where each side's number is kept: twice the same for a counter of the whole game.
    pub vars: [u8; 2],
    /// What it starts with.
    pub start: u8,
    /// Zero.
    pub reserved: [u8; 5],
}

/// An [`Action`](crate::Action).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ActionRow {
    /// Its name.
    pub name: Text,
    /// What is chosen for it: see [`choices`].
    pub choices: u64,
}

/// A [`Choosing`](crate::Choosing).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ChoosingRow {
    /// Where in the squares of a move the choices stand.
    pub first: u64,
    /// What is chosen: see [`choices`].
    pub choices: u64,
}

/// Choices as a number: how many in the lowest byte, and bit `8 + i` where choice `i` is a kind.
pub fn choices(choices: &[Choice]) -> u64 {
    let kinds = choices.iter().enumerate().filter(|(_, choice)| **choice == Choice::Kind);
    kinds.fold(choices.len() as u64, |number, (i, _)| number | 1 << (8 + i))
}

/// The other way round.
pub fn choices_of(number: u64) -> Vec<Choice> {
    let kind = |i: u64| if number >> (8 + i) & 1 != 0 { Choice::Kind } else { Choice::Square };
    (0..(number & 0xff).min(8)).map(kind).collect()
}

/// An [`End`](crate::End).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EndRow {
    /// The rule it stands in.
    pub rule: Text,
    /// For the side that it is about: 0 won, 1 lost, 2 a draw.
    pub outcome: u8,
    /// 1 if a player must claim it.
    pub claim: u8,
    /// 0 checkmate, 1 stalemate, 2 repetition, 3 quiet moves, 4 a condition.
    pub when: u8,
    /// Zero.
    pub reserved: u8,
    /// How many repetitions or quiet moves, or the number of the condition.
    pub number: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_the_one_that_the_header_asserts() {
        assert_eq!(size_of::<Seal>(), 56);
        assert_eq!(size_of::<Shape>(), 56);
        assert_eq!(size_of::<Entries>(), 56);
        assert_eq!(size_of::<Table>(), 440);
        assert_eq!(std::mem::offset_of!(Table, kinds), 280);
        let rows = [size_of::<KindRow>(), size_of::<SetupRow>(), size_of::<CastlingRow>(), size_of::<UnmovedRow>()];
        assert_eq!(rows, [40, 16, 80, 40]);
        let rows = [size_of::<MarkingRow>(), size_of::<HandRow>(), size_of::<CounterRow>(), size_of::<ActionRow>()];
        assert_eq!(rows, [16, 8, 16, 16]);
        assert_eq!([size_of::<EndRow>(), size_of::<ChoosingRow>()], [16, 16]);
    }

    #[test]
    fn choices_are_numbers_and_back() {
        let some = [Choice::Kind, Choice::Square, Choice::Kind];
        assert_eq!(choices(&some), 3 | 1 << 8 | 1 << 10);
        assert_eq!(choices_of(choices(&some)), some);
        assert_eq!(choices_of(choices(&[])), []);
    }

    #[test]
    fn every_change_of_a_byte_changes_the_checksum() {
        let bytes: Vec<u8> = (0..43u8).map(|i| i.wrapping_mul(7)).collect();
        let sum = checksum(&bytes);
        for (at, bit) in (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert_ne!(checksum(&changed), sum, "byte {at}, bit {bit}");
        }
        assert_ne!(checksum(&bytes[..42]), sum);
        assert_ne!(checksum(&[bytes.as_slice(), &[0]].concat()), sum);
        // By hand: (1 ^ 2) * 0x9e3779b97f4a7c15, turned.
        assert_eq!(checksum(&[2]), 3u64.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    }
}
