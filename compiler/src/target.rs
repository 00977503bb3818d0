//! For which machine code is generated, and how.

use crate::CompileError;
use cranelift_codegen::isa::{self, OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use ferz_abi::library::{AARCH64, X86_64, features_of};
use std::str::FromStr;
use target_lexicon::{BinaryFormat, Triple};

/// Which processors of a machine code is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cpu {
    /// Any.
    #[default]
    Baseline,
    /// Those of about 2013 and later, with what x86-64-v3 stands for: counting bits and picking the lowest are one instruction each.
    V3,
    /// The one that this runs on.
    Native,
}

/// What code is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Machine and system, such as `aarch64-unknown-linux-gnu`; `None` for this one.
    pub triple: Option<String>,
    /// Which processors.
    pub cpu: Cpu,
}

impl Target {
    /// This machine, as it is.
    pub const NATIVE: Target = Target { triple: None, cpu: Cpu::Native };
}

/// Whether code stays where it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In memory, for good.
    Fixed,
    /// In a file that may be loaded anywhere.
    Anywhere,
}

/// The code generator for a machine: the one place where its settings are chosen.
pub(crate) fn isa(target: &Target, place: Place) -> Result<OwnedTargetIsa, CompileError> {
    let mut flags = settings::builder();
    let yes_or_no = |yes: bool| if yes { "true" } else { "false" };
    let chosen = [
        // What is lowered computes hardly anything twice: looking for it took a quarter of the time, and gained next to nothing.
        ("opt_level", "none"),
        ("is_pic", yes_or_no(place == Place::Anywhere)),
        // Nothing unwinds through generated code; in a file, debuggers look for it.
        ("unwind_info", yes_or_no(place == Place::Anywhere)),
        ("enable_verifier", yes_or_no(cfg!(debug_assertions))),
        ("use_colocated_libcalls", "false"),
    ];
    for (name, value) in chosen {
        flags.set(name, value).map_err(|e| CompileError::Generator(e.to_string()))?;
    }
    let host = |native| cranelift_native::builder_with_options(native).map_err(|e| CompileError::Machine(e.into()));
    let here = host(false)?.triple().to_string();
    let refuse = |why: &str| {
        let triple = target.triple.clone().unwrap_or_else(|| here.clone());
        CompileError::Target { triple, why: why.to_owned() }
    };
    let foreign = target.triple.as_ref().filter(|&triple| *triple != here);
    let mut builder = match foreign {
        None => host(target.cpu == Cpu::Native)?,
        Some(_) if target.cpu == Cpu::Native => {
            return Err(refuse("it is another machine than this one, so that `native` says nothing about it"));
        }
        Some(triple) => {
            let triple = Triple::from_str(triple).map_err(|e| refuse(&e.to_string()))?;
            isa::lookup(triple).map_err(|e| refuse(&e.to_string()))?
        }
    };
    if target.cpu == Cpu::V3 {
        builder.enable("x86-64-v3").map_err(|_| refuse("it has no processors called x86-64-v3"))?;
    }
    if builder.triple().pointer_width().is_ok_and(|width| width.bits() != 64) {
        return Err(refuse("it has no addresses of 64 bits"));
    }
    builder.finish(settings::Flags::new(flags)).map_err(|e| refuse(&e.to_string()))
}

/// ELF's number for a machine, and what its processor must be able to do, as a [`Seal`](ferz_abi::library::Seal) says it.
pub(crate) fn machine(isa: &dyn TargetIsa) -> Result<(u32, u64), CompileError> {
    if isa.triple().binary_format != BinaryFormat::Elf {
        let why = "libraries are made for systems that load ELF, such as Linux".to_owned();
        return Err(CompileError::Target { triple: isa.triple().to_string(), why });
    }
    let name = isa.triple().architecture.to_string();
    let machine = match name.as_str() {
        "x86_64" => X86_64,
        "aarch64" => AARCH64,
        _ => {
            let why = "libraries are made for x86-64 and aarch64".to_owned();
            return Err(CompileError::Target { triple: isa.triple().to_string(), why });
        }
    };
    let mut features = 0;
    for flag in isa.isa_flags().into_iter().filter(|flag| flag.as_bool() == Some(true)) {
        let Some(name) = flag.name.strip_prefix("has_") else { continue };
        let known = features_of(machine).iter().position(|feature| plain(feature) == plain(generator_name(name)));
        let bit =
            known.ok_or_else(|| CompileError::Generator(format!("it uses `{name}`, which no library can ask for")))?;
        features |= 1 << bit;
    }
    Ok((machine, features))
}

/// What the processor's makers call it, where the code generator has a word of its own.
fn generator_name(name: &str) -> &str {
    if name == "pauth" { "paca" } else { name }
}

fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_that_the_generator_knows_has_a_bit() {
        for triple in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"] {
            let isa = isa(&Target { triple: Some(triple.into()), cpu: Cpu::Baseline }, Place::Anywhere).unwrap();
            let (machine, features) = machine(&*isa).unwrap();
            assert_eq!(features, 0, "{triple}");
            for flag in isa.isa_flags() {
                let Some(name) = flag.name.strip_prefix("has_") else { continue };
                let names = features_of(machine);
                assert!(names.iter().any(|f| plain(f) == plain(generator_name(name))), "{triple}: {name}");
            }
        }
    }

    #[test]
    fn later_processors_can_do_more() {
        let of = |cpu| isa(&Target { triple: Some("x86_64-unknown-linux-gnu".into()), cpu }, Place::Anywhere);
        let (_, features) = machine(&*of(Cpu::V3).unwrap()).unwrap();
        let asked: Vec<_> = features_of(X86_64).iter().enumerate().filter(|(i, _)| features >> i & 1 != 0).collect();
        let names: Vec<_> = asked.into_iter().map(|(_, name)| *name).collect();
        // What the x86-64 ABI lists for v3, as far as the code generator has words for it.
        for name in ["popcnt", "sse4.2", "bmi1", "bmi2", "lzcnt", "avx2", "fma"] {
            assert!(names.contains(&name), "{name} is not among {names:?}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_reason() {
        let of = |triple: &str, cpu| isa(&Target { triple: Some(triple.into()), cpu }, Place::Anywhere).err();
        let foreign =
            if cfg!(target_arch = "aarch64") { "x86_64-unknown-linux-gnu" } else { "aarch64-unknown-linux-gnu" };
        for (triple, cpu) in [
            ("aarch64-unknown-linux-gnu", Cpu::V3),
            (foreign, Cpu::Native),
            ("nonsense", Cpu::Baseline),
            ("i686-unknown-linux-gnu", Cpu::Baseline),
            ("riscv64gc-unknown-linux-gnu", Cpu::Baseline),
        ] {
            let error = of(triple, cpu).unwrap_or_else(|| panic!("{triple} {cpu:?} is taken")).to_string();
            assert!(error.contains(triple), "{error}");
        }
    }

    #[test]
    fn systems_without_elf_are_refused_with_a_reason() {
        for triple in ["x86_64-apple-darwin", "x86_64-pc-windows-msvc"] {
            let isa = isa(&Target { triple: Some(triple.into()), cpu: Cpu::Baseline }, Place::Anywhere).unwrap();
            let error = machine(&*isa).unwrap_err().to_string();
            assert!(error.contains(triple) && error.contains("ELF"), "{error}");
        }
    }
}
