//! What the language says about wrong files: one snapshot for each file of `tests/ui`, source and messages together.
//!
//! A changed message is looked at with `cargo insta review`, or written anew with `INSTA_UPDATE=always cargo test --test ui`.

use ferz_lang::diagnostics::Report;
use ferz_lang::{Compiled, Resolver, compile};
use miette::{GraphicalReportHandler, GraphicalTheme};
use std::fs;
use std::path::{Path, PathBuf};

/// Files beside the one that uses them. Names are relative to the folder, so that messages are the same everywhere.
struct Folder(PathBuf);

impl Resolver for Folder {
    fn read(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let name = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let text = fs::read_to_string(self.0.join(&name)).map_err(|_| "there is no such file".to_string())?;
        Ok((name.to_string_lossy().replace('\\', "/"), text))
    }
}

fn folder(outcome: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui").join(outcome)
}

fn files(outcome: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(outcome)).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ferz"));
    files.sort();
    files
}

fn compiled(outcome: &str, path: &Path) -> (String, Compiled) {
    let name = path.file_name().expect("it is a file").to_string_lossy();
    let text = fs::read_to_string(path).expect("it can be read");
    let compiled = compile(&name, &text, &Folder(folder(outcome)));
    (text, compiled)
}

fn messages(compiled: &Compiled) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::none()).with_width(100).with_links(false);
    let mut text = String::new();
    for diagnostic in &compiled.diagnostics {
        let report = Report::new(diagnostic, &compiled.sources);
        handler.render_report(&mut text, &report).expect("a text can be written to");
        text.push('\n');
    }
    text
}

#[test]
fn every_wrong_file_is_told_what_is_wrong() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("ui/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let files = files("fail");
    assert!(files.len() >= 40);
    for path in files {
        let (text, compiled) = compiled("fail", &path);
        assert!(!compiled.diagnostics.is_empty(), "nothing is said about {}", path.display());
        for diagnostic in &compiled.diagnostics {
            assert!(diagnostic.help.is_some(), "no way out of {}: {}", path.display(), diagnostic.message);
        }
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        let shown = format!("{text}\n================================\n\n{}", messages(&compiled));
        settings.bind(|| insta::assert_snapshot!(name.as_ref(), shown));
    }
}

#[test]
fn right_files_are_taken_without_a_word() {
    for path in files("pass") {
        let (_, compiled) = compiled("pass", &path);
        assert!(compiled.diagnostics.is_empty(), "{}:\n{}", path.display(), messages(&compiled));
        assert!(compiled.rules.is_some());
    }
}

#[test]
fn the_examples_are_taken_without_a_word() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in fs::read_dir(&folder).expect("the folder is part of the project") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_some_and(|extension| extension == "ferz") {
            let text = fs::read_to_string(&path).expect("it can be read");
            let name = path.file_name().expect("it is a file").to_string_lossy();
            let compiled = compile(&name, &text, &Folder(folder.clone()));
            assert!(compiled.diagnostics.is_empty(), "{}:\n{}", path.display(), messages(&compiled));
        }
    }
}
