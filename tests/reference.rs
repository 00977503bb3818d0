//! The examples of the language reference and of the README: those that are right compile, and their tests hold on both engines;
//! those that are wrong fail with the code they name.

use ferz_compiler::Native;
use ferz_lang::source::NoFiles;
use ferz_runtime::Engine;
use ferz_spec::Interpreter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A fenced block of a page.
struct Block {
    /// Page and line, for messages.
    place: String,
    text: String,
    /// The code that it must fail with; `None` for one that is right.
    fails: Option<String>,
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for entry in std::fs::read_dir(root.join("spec")).expect("the reference is in spec/") {
        let path = entry.expect("a folder can be listed").path();
        if path.extension().is_some_and(|e| e == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    pages
}

fn blocks(page: &Path) -> Vec<Block> {
    let text = std::fs::read_to_string(page).expect("pages are text");
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(info)) => {
                let place = format!("{}:{}", page.display(), index + 1);
                let fails = info.strip_prefix("ferz-fail").map(|code| code.trim().to_owned());
                let language = info.split_whitespace().next().unwrap_or("").to_owned();
                // Other languages are read to their end all the same: a fence in them is not ours.
                let place = if language.starts_with("ferz") { place } else { String::new() };
                open = Some(Block { place, text: String::new(), fails });
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a fence is not closed", page.display());
    blocks.retain(|block| !block.place.is_empty());
    blocks
}

/// Why a block is not what it says.
fn check(block: &Block) -> Result<(), String> {
    let Block { place, text, fails } = block;
    let compiled = ferz_lang::compile(place, text, &NoFiles);
    let said = ferz::report::render(&compiled.sources, &compiled.diagnostics, ferz::report::Paint::Plain);
    if let Some(code) = fails {
        let named = compiled.diagnostics.iter().any(|d| d.code.name() == code);
        return if compiled.failed() && named {
            Ok(())
        } else {
            Err(format!("{place} should fail with {code}:\n{said}"))
        };
    }
    let Some(rules) = compiled.rules.filter(|_| compiled.diagnostics.is_empty()) else {
        return Err(format!("{place} has something wrong with it:\n{said}"));
    };
    let mut engines: Vec<Arc<dyn Engine>> = vec![Arc::new(Interpreter::new(&rules))];
    match Native::compile(&rules) {
        Ok(native) => engines.push(Arc::new(native)),
        // What native code cannot do it says by name.
        Err(error) if error.to_string().contains("the interpreter plays it") => {}
        Err(error) => return Err(format!("{place}: {error}")),
    }
    for engine in engines {
        for test in &rules.tests {
            let report = ferz::testing::run(test, &engine, u64::MAX, &AtomicBool::new(false)).expect("nobody stops it");
            if !report.ok() {
                return Err(format!("{place}, test \"{}\" on {}: {:#?}", test.name, engine.name(), report.broken));
            }
        }
    }
    Ok(())
}

#[test]
fn every_example_is_what_it_says() {
    let blocks: Vec<Block> = pages().iter().flat_map(|page| blocks(page)).collect();
    assert!(blocks.len() > 15, "the examples have gone");
    let wrong: Vec<String> = blocks.iter().filter_map(|block| check(block).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_is_in_the_index_and_every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = std::fs::read_to_string(root.join("spec/README.md")).expect("the index is text");
    let mut pages = pages();
    pages.push(root.join("ARCHITECTURE.md"));
    for page in pages {
        let name = page.file_name().expect("pages have names").to_string_lossy().into_owned();
        let folder = page.parent().expect("pages are in folders");
        if folder.ends_with("spec") && name != "README.md" {
            assert!(index.contains(&format!("({name})")), "{name} is not in the index");
        }
        let text = std::fs::read_to_string(&page).expect("pages are text");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or("");
            let local = !target.is_empty() && !target.contains(':') && !target.contains(char::is_whitespace);
            assert!(!local || folder.join(target).exists(), "{}: the link to {target} leads nowhere", page.display());
        }
    }
}
