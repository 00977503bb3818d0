//! The edges between the crates, and the few words that only certain files may say: what ARCHITECTURE.md promises.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

fn metadata() -> Metadata {
    // Only this machine's platform, and nothing fetched: what the tests were built from is enough.
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(rustc.stdout).expect("rustc speaks UTF-8");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    MetadataCommand::new()
        .manifest_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .other_options(["--locked", "--offline", "--filter-platform", host].map(String::from))
        .exec()
        .expect("cargo metadata describes the workspace")
}

/// For each crate of the workspace, what it is built from: its direct dependencies and everything it reaches.
/// What only tests need does not count.
struct Edges {
    direct: HashMap<String, BTreeSet<String>>,
    reached: HashMap<String, BTreeSet<String>>,
}

fn edges() -> Edges {
    let metadata = metadata();
    let names: HashMap<&PackageId, String> = metadata.packages.iter().map(|p| (&p.id, p.name.to_string())).collect();
    let resolve = metadata.resolve.as_ref().expect("dependencies are resolved");
    let built_from: HashMap<&PackageId, Vec<&PackageId>> = resolve
        .nodes
        .iter()
        .map(|node| {
            let built = |dep: &&cargo_metadata::NodeDep| {
                dep.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development)
            };
            (&node.id, node.deps.iter().filter(built).map(|dep| &dep.pkg).collect())
        })
        .collect();
    let mut edges = Edges { direct: HashMap::new(), reached: HashMap::new() };
    for member in &metadata.workspace_members {
        let direct = built_from[member].iter().map(|id| names[id].clone()).collect();
        edges.direct.insert(names[member].clone(), direct);
        let (mut seen, mut queue) = (BTreeSet::new(), built_from[member].clone());
        while let Some(id) = queue.pop() {
            if seen.insert(names[id].clone()) {
                queue.extend(&built_from[id]);
            }
        }
        edges.reached.insert(names[member].clone(), seen);
    }
    edges
}

impl Edges {
    fn reaches_none_of(&self, member: &str, forbidden: &[&str]) {
        for name in &self.reached[member] {
            let found =
                forbidden.iter().find(|f| name == *f || f.strip_suffix('*').is_some_and(|p| name.starts_with(p)));
            assert!(found.is_none(), "{member} reaches {name}, which it must not know of");
        }
    }
}

#[test]
fn the_shared_layout_depends_on_nothing() {
    assert_eq!(edges().direct["ferz-abi"], BTreeSet::new());
}

#[test]
fn the_runtime_reaches_neither_a_parser_nor_a_compiler() {
    let edges = edges();
    let parsers = ["pest*", "logos*", "miette*", "ferz-lang"];
    for member in ["ferz-runtime", "ferz-c"] {
        edges.reaches_none_of(member, &parsers);
        edges.reaches_none_of(member, &["cranelift*", "ferz-compiler", "ferz-spec", "clap*", "ferz"]);
    }
    let own: Vec<_> = edges.direct["ferz-runtime"].iter().filter(|name| name.starts_with("ferz-")).collect();
    assert_eq!(own, ["ferz-abi"]);
}

#[test]
fn the_language_knows_nothing_of_positions_and_machine_code() {
    edges().reaches_none_of("ferz-lang", &["cranelift*", "ferz-runtime", "ferz-compiler", "ferz-spec", "clap*"]);
}

#[test]
fn the_specification_does_not_reach_the_compiler() {
    edges().reaches_none_of("ferz-spec", &["cranelift*", "ferz-compiler", "clap*"]);
}

#[test]
fn the_compiler_knows_nothing_of_source_text_and_the_command_line() {
    let edges = edges();
    edges.reaches_none_of("ferz-compiler", &["clap*", "indicatif", "ctrlc", "ferz-spec", "ferz"]);
    for parser in ["pest", "pest_derive", "logos", "miette"] {
        assert!(!edges.direct["ferz-compiler"].contains(parser), "ferz-compiler depends on {parser}");
    }
}

#[test]
fn only_the_command_line_talks_to_a_terminal() {
    let edges = edges();
    for member in edges.reached.keys().filter(|name| *name != "ferz") {
        edges.reaches_none_of(member, &["clap*", "indicatif", "ctrlc"]);
    }
}

/// Every Rust file below the crates' `src`, as a path from the root, with its code: comments and text in quotes left out.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> =
        ["src", "lang/src", "runtime/src", "runtime/abi/src", "runtime/c/src", "compiler/src", "spec/src"]
            .map(|f| root.join(f))
            .into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the crates have their sources where they belong") {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).expect("sources are text");
                let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
                files.push((name, code(&text)));
            }
        }
    }
    assert!(files.len() > 10, "the sources are somewhere else now");
    files
}

/// The text without line comments and without what stands in double quotes: enough for a look at words.
fn code(text: &str) -> String {
    text.lines().map(strip).collect::<Vec<_>>().join("\n")
}

fn strip(line: &str) -> String {
    let (mut out, mut quoted, mut before) = (String::new(), false, ' ');
    for (at, c) in line.char_indices() {
        if !quoted && line[at..].starts_with("//") {
            break;
        }
        if c == '"' && before != '\\' && before != '\'' {
            quoted = !quoted;
        }
        if !quoted {
            out.push(c);
        }
        before = c;
    }
    out
}

/// The files in which a word occurs, other than those whose path starts with one of `allowed`.
fn strays(word: &str, allowed: &[&str]) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let says = |code: &str| {
        code.match_indices(word).any(|(at, _)| {
            let (before, after) = (code[..at].chars().next_back(), code[at + word.len()..].chars().next());
            !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
    };
    let stray = |(name, code): (String, String)| {
        let allowed = allowed.iter().any(|start| name.starts_with(start));
        (!allowed && says(&code)).then_some(name)
    };
    sources().into_iter().filter_map(stray).collect()
}

#[test]
fn only_parse_sees_pest() {
    assert_eq!(strays("pest", &["lang/src/parse"]), [""; 0]);
    assert_eq!(strays("pest_derive", &["lang/src/parse"]), [""; 0]);
}

#[test]
fn only_notation_sees_logos() {
    assert_eq!(strays("logos", &["lang/src/notation"]), [""; 0]);
}

#[test]
fn only_lowering_sees_the_function_builder() {
    assert_eq!(strays("FunctionBuilder", &["compiler/src/lower"]), [""; 0]);
}

#[test]
fn only_the_shared_layout_fixes_a_memory_layout() {
    // `repr` alone: the check is about the word, whatever stands in the brackets.
    assert_eq!(strays("repr", &["runtime/abi/src"]), [""; 0]);
}

#[test]
fn unsafe_stands_only_where_memory_meets_generated_code_or_c() {
    let allowed = [
        "runtime/abi/src/entries.rs",
        "runtime/src/position.rs",
        "runtime/src/compiled",
        "runtime/src/library",
        "runtime/c/src",
        "compiler/src/jit",
        "compiler/src/native",
    ];
    assert_eq!(strays("unsafe", &allowed), [""; 0]);
}
