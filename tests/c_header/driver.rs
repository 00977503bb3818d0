//! The program in C: built by the C compiler, fed with commands.

use super::common;
use super::sides::Command;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

/// How the program is built.
#[derive(Clone, Copy, Debug)]
pub enum Build {
    /// As C99, with everything that the compiler may do.
    Plain,
    /// As C99, with the sanitizers of addresses and of undefined behaviour.
    Sanitized,
    /// As C++11.
    Cpp,
}

impl Build {
    fn options(self) -> &'static [&'static str] {
        match self {
            Build::Plain => &["cc", "-std=c99", "-O2"],
            Build::Sanitized => {
                &["cc", "-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
            }
            Build::Cpp => &["c++", "-x", "c++", "-std=c++11", "-O1"],
        }
    }
}

/// The header warns of nothing, in whatever program it is.
const STRICT: [&str; 6] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wconversion", "-Wshadow"];

/// A built program.
pub struct Driver {
    command: Vec<PathBuf>,
}

impl Driver {
    /// Builds it. Rust itself links with `cc`, so that there is one wherever this test is.
    pub fn build(build: Build) -> Driver {
        Driver::of("driver.c", build)
    }

    /// Builds another program of `tests/c`.
    pub fn of(source: &str, build: Build) -> Driver {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        // Tests run at the same time: each builds its own.
        let test = std::thread::current().name().unwrap_or("driver").to_owned();
        let program = common::scratch(&format!("{source}-{test}-{build:?}"));
        let [compiler, options @ ..] = build.options() else { unreachable!() };
        let output = Process::new(compiler)
            .args(options)
            .args(STRICT)
            .arg("-D_POSIX_C_SOURCE=200809L")
            .arg("-I")
            .arg(root.join("runtime/include"))
            .arg(root.join("tests/c").join(source))
            .arg("-o")
            .arg(&program)
            .args(["-ldl", "-lpthread"])
            .output()
            .unwrap_or_else(|error| panic!("`{compiler}` cannot be run: {error}; install a C compiler"));
        assert!(output.status.success(), "{build:?}: {}", String::from_utf8_lossy(&output.stderr));
        Driver { command: vec![program] }
    }

    /// The same in valgrind, if it is installed.
    pub fn under_valgrind(mut self) -> Option<Driver> {
        Process::new("valgrind").arg("--version").output().ok()?;
        let options = ["valgrind", "-q", "--error-exitcode=9", "--leak-check=full", "--track-origins=yes"];
        self.command.splice(0..0, options.map(PathBuf::from));
        Some(self)
    }

    /// What it says against a library; nothing if it takes it.
    pub fn refuses(&self, library: &Path) -> String {
        let output = Process::new(&self.command[0]).arg(library).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(if said.is_empty() { 0 } else { 2 }), "{said}");
        said
    }

    /// What it answers, line by line.
    pub fn answers(&self, library: &Path, commands: &[Command]) -> Vec<String> {
        let mut child = Process::new(&self.command[0])
            .args(&self.command[1..])
            .arg(library)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines: String = commands.iter().map(|command| format!("{command}\n")).collect();
        let mut input = child.stdin.take().unwrap();
        // A program that has died says why on its own.
        let feeder = std::thread::spawn(move || drop(input.write_all(lines.as_bytes())));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{}: {}\n{said}", library.display(), output.status);
        String::from_utf8_lossy(&output.stdout).split_terminator('\n').map(str::to_owned).collect()
    }
}
