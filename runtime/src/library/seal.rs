//! The seal of a library: what it says about itself in the file, looked at before anything of it is executed.

use super::error::Problem;
use ferz_abi::VERSION;
use ferz_abi::library::{AARCH64, SEAL_MAGIC, Seal, X86_64, checksum, features_of};
use std::mem::offset_of;

/// Where the seal starts: the first place that looks like one.
fn find(file: &[u8]) -> Option<usize> {
    let (words, _) = file.as_chunks::<8>();
    let (first, second) = SEAL_MAGIC.split_at(8);
    let start = words.windows(2).position(|pair| pair[0] == first && pair[1] == second)? * 8;
    (start + size_of::<Seal>() <= file.len()).then_some(start)
}

fn u32_at(file: &[u8], at: usize) -> u32 {
    file[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn u64_at(file: &[u8], at: usize) -> u64 {
    file[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The checksum of a file whose seal starts there, its own place taken as zeros.
fn checksum_of(file: &[u8], seal: usize) -> u64 {
    let at = seal + offset_of!(Seal, checksum);
    let mut unsealed = file.to_vec();
    unsealed[at..at + 8].fill(0);
    checksum(&unsealed)
}

/// Seals a library that has just been linked: notes its size and its checksum.
///
/// # Errors
/// Where no seal is there to be filled in.
pub fn seal(file: &mut [u8]) -> Result<(), Problem> {
    let start = find(file).ok_or(Problem::NoLibrary)?;
    let bytes = file.len() as u64;
    let mut put = |at: usize, number: u64| file[start + at..start + at + 8].copy_from_slice(&number.to_le_bytes());
    put(offset_of!(Seal, file_bytes), bytes);
    put(offset_of!(Seal, checksum), 0);
    let sum = checksum_of(file, start);
    file[start + offset_of!(Seal, checksum)..][..8].copy_from_slice(&sum.to_le_bytes());
    Ok(())
}

/// Reads the seal of a library, and checks everything but whether this machine can execute it.
///
/// # Errors
/// What is wrong with the file.
pub fn read(file: &[u8]) -> Result<Seal, Problem> {
    let start = find(file).ok_or(Problem::NoLibrary)?;
    let seal = Seal {
        magic: SEAL_MAGIC,
        abi: u32_at(file, start + offset_of!(Seal, abi)),
        machine: u32_at(file, start + offset_of!(Seal, machine)),
        features: u64_at(file, start + offset_of!(Seal, features)),
        source: u64_at(file, start + offset_of!(Seal, source)),
        file_bytes: u64_at(file, start + offset_of!(Seal, file_bytes)),
        checksum: u64_at(file, start + offset_of!(Seal, checksum)),
    };
    if seal.abi != VERSION {
        return Err(Problem::Version { found: seal.abi, wanted: VERSION });
    }
    let (found, wanted) = (file.len() as u64, seal.file_bytes);
    if found < wanted {
        return Err(Problem::Truncated { found, wanted });
    }
    if found > wanted || checksum_of(file, start) != seal.checksum {
        return Err(Problem::Damaged);
    }
    Ok(seal)
}

/// Whether this machine can execute a library with this seal.
///
/// # Errors
/// What it is for, or what this processor lacks.
pub fn suits(seal: &Seal) -> Result<(), Problem> {
    let here = match std::env::consts::ARCH {
        "x86_64" => X86_64,
        "aarch64" => AARCH64,
        _ => 0,
    };
    if seal.machine != here {
        let found = match seal.machine {
            X86_64 => "x86-64".to_owned(),
            AARCH64 => "aarch64".to_owned(),
            other => format!("machine {other}"),
        };
        return Err(Problem::Machine { found, wanted: std::env::consts::ARCH.replace('_', "-") });
    }
    let names = features_of(here);
    let asked = |bit: &usize| seal.features >> bit & 1 != 0;
    for bit in (0..64).filter(asked) {
        match names.get(bit) {
            Some(name) if has(name) => {}
            Some(name) => return Err(Problem::Processor((*name).to_owned())),
            None => return Err(Problem::Processor(format!("feature {bit}"))),
        }
    }
    Ok(())
}

/// Whether this processor has a feature.
#[cfg(target_arch = "x86_64")]
fn has(feature: &str) -> bool {
    macro_rules! detected {
        ($($name:tt)*) => {
            match feature {
                $($name => std::is_x86_feature_detected!($name),)*
                _ => false,
            }
        };
    }
    detected! {
        "sse3" "ssse3" "sse4.1" "sse4.2" "cmpxchg16b" "popcnt" "avx" "avx2" "fma" "bmi1" "bmi2" "lzcnt" "avx512bitalg" "avx512dq"
        "avx512f" "avx512vbmi" "avx512vl" "avxvnni" "avx512vnni"
    }
}

/// Whether this processor has a feature.
#[cfg(target_arch = "aarch64")]
fn has(feature: &str) -> bool {
    match feature {
        "lse" => std::arch::is_aarch64_feature_detected!("lse"),
        "paca" => std::arch::is_aarch64_feature_detected!("paca"),
        "fp16" => std::arch::is_aarch64_feature_detected!("fp16"),
        "dotprod" => std::arch::is_aarch64_feature_detected!("dotprod"),
        "i8mm" => std::arch::is_aarch64_feature_detected!("i8mm"),
        _ => false,
    }
}

/// Whether this processor has a feature: no library is for any other machine.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn has(_: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something with a seal in its middle.
    fn file() -> Vec<u8> {
        let mut file = vec![7; 200];
        file[80..96].copy_from_slice(&SEAL_MAGIC);
        file[96..100].copy_from_slice(&VERSION.to_le_bytes());
        file[100..104].copy_from_slice(&X86_64.to_le_bytes());
        file[104..112].fill(0);
        file
    }

    #[test]
    fn what_is_sealed_can_be_read() {
        let mut file = file();
        assert_eq!(read(&file).err(), Some(Problem::Truncated { found: 200, wanted: 0x0707_0707_0707_0707 }));
        seal(&mut file).unwrap();
        let seal = read(&file).unwrap();
        assert_eq!((seal.machine, seal.file_bytes, seal.source), (X86_64, 200, 0x0707_0707_0707_0707));
    }

    #[test]
    fn no_changed_bit_goes_unnoticed() {
        let mut file = file();
        seal(&mut file).unwrap();
        for (at, bit) in (0..file.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            assert!(read(&changed).is_err(), "byte {at}, bit {bit}");
        }
        for length in 0..file.len() {
            assert!(read(&file[..length]).is_err(), "{length} bytes");
        }
        file.push(0);
        assert_eq!(read(&file).err(), Some(Problem::Damaged));
    }

    #[test]
    fn other_versions_and_machines_are_named() {
        let mut old = file();
        old[96] += 1;
        seal(&mut old).unwrap();
        assert_eq!(read(&old).err(), Some(Problem::Version { found: VERSION + 1, wanted: VERSION }));
        let mut other = file();
        other[100] = 8;
        seal(&mut other).unwrap();
        let error = suits(&read(&other).unwrap()).unwrap_err();
        assert!(error.to_string().starts_with("is for machine 8, and this program runs on"), "{error}");
    }
}
