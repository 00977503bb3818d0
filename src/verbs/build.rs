//! `ferz build`: a library that plays a variant without Ferz.

use crate::failure::{Failure, Outcome};
use crate::load;
use crate::screen::Screen;
use clap::{Args, ValueEnum};
use ferz::build::{self, BuildError, Emit, Linker, Options};
use ferz_compiler::Cpu;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Turn a rule file into a shared library, for C, Rust and whatever can load one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz build examples/eurasian.ferz -o libeurasian.so
  ferz build examples/chess.ferz --cpu native --header include
  ferz build examples/chess.ferz --target aarch64-unknown-linux-gnu -o libchess-arm.so
  ferz perft examples/chess.ferz 5 --engine lib:libchess.so

The library needs nothing else to run. What it exports stands in ferz.h, which `--header` writes, and
in spec/library.md. On Linux no C compiler is needed; elsewhere say `--linker cc`, which nobody has
tried yet.")]
pub struct Build {
    /// The rule file
    file: PathBuf,
    /// Where to put it [default: libNAME.so, or NAME.o]
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Write ferz.h into this directory as well
    #[arg(long, value_name = "DIR")]
    header: Option<PathBuf>,
    /// For another machine, such as aarch64-unknown-linux-gnu
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// For which processors of it
    #[arg(long, value_enum, default_value_t)]
    cpu: CpuChoice,
    /// Who puts the library together
    #[arg(long, value_enum, default_value_t)]
    linker: LinkerChoice,
    /// What to make
    #[arg(long, value_enum, default_value_t)]
    emit: EmitChoice,
    /// Print JSON: {"variant","file","bytes","source"}
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum CpuChoice {
    /// Any
    #[default]
    Baseline,
    /// Those of about 2013 and later
    #[value(name = "x86-64-v3")]
    V3,
    /// The one that this runs on
    Native,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LinkerChoice {
    /// Ferz, on Linux
    #[default]
    Internal,
    /// The C compiler
    Cc,
    /// The linker
    Ld,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EmitChoice {
    /// A shared library
    #[default]
    So,
    /// An object file
    Obj,
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    file: String,
    bytes: u64,
    /// The checksum of the rule files, in hexadecimal.
    source: String,
}

impl Build {
    /// Builds, and says what.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let compiled = load::compile(&self.file, screen)?;
        let source = build::source_hash(&compiled.sources);
        let rules = load::playable(compiled, &self.file)?;
        let out = self.out.clone().unwrap_or_else(|| self.default_out());
        let options = Options {
            triple: self.target.clone(),
            cpu: match self.cpu {
                CpuChoice::Baseline => Cpu::Baseline,
                CpuChoice::V3 => Cpu::V3,
                CpuChoice::Native => Cpu::Native,
            },
            linker: match self.linker {
                LinkerChoice::Internal => Linker::Internal,
                LinkerChoice::Cc => Linker::Cc,
                LinkerChoice::Ld => Linker::Ld,
            },
            emit: match self.emit {
                EmitChoice::So => Emit::Library,
                EmitChoice::Obj => Emit::Object,
            },
        };
        build::build(&rules, source, &options, &out).map_err(|error| failure(&rules.name, error))?;
        if let Some(directory) = &self.header {
            write_header(directory)?;
        }
        let bytes = out.metadata()?.len();
        let file = out.display().to_string();
        let source = format!("{source:016x}");
        if self.json {
            return screen.json(&Answer { variant: &rules.name, file, bytes, source });
        }
        screen.line(&format!("{}: {} KB, from rules {source}", screen.strong(&file), bytes.div_ceil(1024)))
    }

    fn default_out(&self) -> PathBuf {
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        PathBuf::from(match self.emit {
            EmitChoice::So => format!("lib{name}.so"),
            EmitChoice::Obj => format!("{name}.o"),
        })
    }
}

fn failure(variant: &str, error: BuildError) -> Failure {
    let message = format!("`{variant}` was not built: {error}");
    match error {
        BuildError::Compile(ferz_compiler::CompileError::Target { .. }) => {
            Failure::call(message, "name a target such as `x86_64-unknown-linux-gnu` or `aarch64-unknown-linux-gnu`")
        }
        BuildError::Compile(_) => {
            Failure::Rules { message, help: "`ferz play` and `--engine interp` play it all the same".to_owned() }
        }
        BuildError::Linker(_) => Failure::call(message, "leave `--linker` out: on Linux, Ferz links by itself"),
        BuildError::Write(_) => Failure::call(message, "say where to put it with `-o`"),
    }
}

fn write_header(directory: &Path) -> Outcome {
    let path = directory.join("ferz.h");
    let written = std::fs::create_dir_all(directory).map_err(|error| error.to_string());
    let written = written.and_then(|()| {
        build::replace(&path, ferz_runtime::library::HEADER.as_bytes()).map_err(|error| error.to_string())
    });
    written.map_err(|error| {
        Failure::call(format!("`{}` cannot be written: {error}", path.display()), "name another directory")
    })
}
