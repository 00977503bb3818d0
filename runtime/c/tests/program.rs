//! A program in C, linked with the library in either form, plays.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The library in its two forms. Cargo builds neither for a test, since nothing written in Rust can be linked with them.
fn built(name: &str) -> PathBuf {
    static BUILT: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--package", "ferz-c", "--lib", "--locked", "--offline", "--message-format", "json"]);
        let output = run(cargo.current_dir(env!("CARGO_MANIFEST_DIR")));
        let messages = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let messages = messages.map(|line| serde_json::from_slice(line).expect("cargo speaks JSON"));
        let own = messages.filter(|message: &Value| {
            message["target"]["src_path"] == concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")
        });
        own.flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
            .filter_map(|name| name.as_str().map(PathBuf::from))
            .collect()
    });
    let found = BUILT.iter().find(|path| path.file_name().is_some_and(|file| file == name));
    found.cloned().unwrap_or_else(|| panic!("there is no {name} among {:?}", *BUILT))
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Compiles the program, links it with these arguments, and has it play a library of chess.
fn plays(name: &str, linked_with: &[&std::ffi::OsStr]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (program, chess) = (scratch.join(name), scratch.join(format!("{name}-chess.so")));
    let rules = ferz::load(root.join("../../examples/chess.ferz")).expect("chess is in order");
    rules.build(&ferz::build::Options::default(), &chess).expect("chess can be built");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-I"]);
    compiler.arg(root.join("../include")).arg(root.join("tests/program.c")).arg("-o").arg(&program).args(linked_with);
    run(&mut compiler);
    assert_eq!(run(Command::new(&program).arg(&chess)).stdout, b"played\n");
}

#[test]
fn a_c_program_plays_with_the_static_library() {
    let library = built("libferz.a");
    let mut arguments = vec![library.as_os_str()];
    if cfg!(target_os = "linux") {
        arguments.extend(["-lpthread", "-ldl", "-lm"].map(std::ffi::OsStr::new));
    }
    plays("static", &arguments);
}

#[test]
fn a_c_program_plays_with_the_shared_library() {
    let library = built(&format!("{}ferz{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX));
    let folder = library.parent().expect("files are in folders");
    let search = format!("-Wl,-rpath,{}", folder.display());
    plays("shared", &[library.as_os_str(), search.as_ref()]);
}
