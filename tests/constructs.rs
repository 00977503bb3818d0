//! Every construct of the language has a section in the reference with an example that runs and one that is refused, and three
//! wrong files among those whose messages are kept in `ui`.
//!
//! A construct is a section whose heading names words of the language, or a section about notation. Which words there are is read
//! from the grammar, so that no construct comes in without them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Sections on notation that are about no construct.
const ASIDE: [&str; 2] = ["What is known and not supported yet", "One spelling"];

/// A section of the reference.
struct Section {
    page: String,
    heading: String,
    /// Its text up to the next heading.
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for entry in fs::read_dir(root().join("spec")).expect("the reference is in spec/") {
        let path = entry.expect("a folder can be listed").path();
        let page = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        for line in fs::read_to_string(&path).expect("pages are text").lines() {
            match (line.strip_prefix("## "), sections.last_mut().filter(|section| section.page == page)) {
                (Some(heading), _) => {
                    sections.push(Section { page: page.clone(), heading: heading.to_owned(), text: String::new() });
                }
                (None, Some(section)) => section.text += &format!("{line}\n"),
                (None, None) => {}
            }
        }
    }
    sections
}

/// What the section is called in the names of wrong files; nothing if it is about no construct.
fn construct(section: &Section) -> Option<String> {
    let heading = &section.heading;
    if section.page == "notation.md" {
        let short = heading.split(',').next().unwrap_or(heading);
        let name = short.split_whitespace().last().unwrap_or("").to_lowercase();
        return (!ASIDE.contains(&heading.as_str())).then(|| format!("notation-{name}"));
    }
    let first = heading.strip_prefix('`')?.split('`').next()?;
    Some(first.replace(' ', "-"))
}

/// The words of the language that a heading names.
fn words(section: &Section) -> Vec<String> {
    let quoted = section.heading.split('`').skip(1).step_by(2);
    quoted.flat_map(|part| part.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The fenced blocks of a section that begin so.
fn blocks<'s>(section: &'s Section, info: &str) -> Vec<&'s str> {
    let all: Vec<&str> = section.text.split("```").skip(1).step_by(2).collect();
    let begins = |block: &&str| block.split_whitespace().next() == Some(info);
    all.into_iter().filter(begins).collect()
}

/// Every reserved word, as the grammar spells it.
fn keywords() -> BTreeSet<String> {
    let grammar = read("lang/src/parse/ferz.pest");
    let spelt = |line: &str| {
        let (name, rule) = line.split_once('=')?;
        name.trim().strip_suffix("_kw").and_then(|_| rule.split('"').nth(1)).map(str::to_owned)
    };
    grammar.lines().filter_map(spelt).collect()
}

fn constructs() -> BTreeMap<String, Section> {
    let mut constructs = BTreeMap::new();
    for section in sections().into_iter().filter(|section| !section.page.starts_with("meaning")) {
        let Some(name) = construct(&section) else { continue };
        let place = format!("{}: {}", section.page, section.heading);
        assert!(constructs.insert(name.clone(), section).is_none(), "{place}: there is another section on {name}");
    }
    constructs
}

#[test]
fn every_word_of_the_grammar_has_a_section() {
    let named: BTreeSet<String> = constructs().values().flat_map(words).collect();
    let missing: Vec<String> = keywords().difference(&named).cloned().collect();
    assert!(keywords().len() > 90 && missing.is_empty(), "no section names {missing:?}");
}

#[test]
fn every_construct_has_an_example_that_runs_and_one_that_is_refused() {
    for (name, section) in constructs() {
        let (right, wrong) = (blocks(&section, "ferz"), blocks(&section, "ferz-fail"));
        assert!(!right.is_empty(), "{}: no example runs under `{}`", section.page, section.heading);
        assert!(!wrong.is_empty(), "{}: no example is refused under `{}`", section.page, section.heading);
        assert!(right.iter().any(|block| block.contains("\ntest ")), "{}: nothing is tried of {name}", section.page);
        let shown = |word: &String| {
            let is_word = |part: &str| part == word;
            right.iter().any(|block| block.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(is_word))
        };
        let hidden: Vec<String> = words(&section).into_iter().filter(|word| !shown(word)).collect();
        assert!(hidden.is_empty(), "{}: no example under `{}` shows {hidden:?}", section.page, section.heading);
    }
}

#[test]
fn every_construct_has_three_wrong_files() {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for entry in fs::read_dir(root().join("tests/ui/fail")).expect("the folder is part of the project") {
        let name = entry.expect("it can be listed").file_name().to_string_lossy().into_owned();
        if let Some((construct, _)) = name.split_once("--") {
            *count.entry(construct.to_owned()).or_default() += 1;
        }
    }
    let constructs = constructs();
    let few: Vec<&String> = constructs.keys().filter(|name| count.get(*name).is_none_or(|&files| files < 3)).collect();
    assert!(few.is_empty(), "fewer than three files tests/ui/fail/CONSTRUCT--mistake.ferz for {few:?}");
    let strange: Vec<&String> =
        count.keys().filter(|name| *name != "refused" && !constructs.contains_key(*name)).collect();
    assert!(strange.is_empty(), "wrong files for {strange:?}, of which no section tells");
}

#[test]
fn the_page_of_grammar_has_every_word() {
    let page = read("spec/grammar.md");
    let missing: Vec<String> = keywords().into_iter().filter(|word| !page.contains(&format!("\"{word}\""))).collect();
    assert!(missing.is_empty(), "grammar.md lacks {missing:?}");
}

#[test]
fn every_section_of_meaning_is_followed_by_a_file_of_the_interpreter() {
    let mut followed = BTreeSet::new();
    for section in sections().iter().filter(|section| section.page == "meaning.md") {
        let Some(file) = section.text.split('`').nth(1).filter(|file| file.starts_with("src/")) else { continue };
        let code = read(&format!("spec/{file}"));
        let named: String = code.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(named.contains(&section.heading), "spec/{file} does not say that it follows \"{}\"", section.heading);
        followed.insert(file.to_owned());
    }
    for entry in fs::read_dir(root().join("spec/src")).expect("the interpreter is in spec/src") {
        let name = entry.expect("it can be listed").file_name().to_string_lossy().into_owned();
        let file = format!("src/{name}");
        assert!(
            !name.ends_with(".rs") || name == "lib.rs" || followed.contains(&file),
            "no section of meaning.md is about spec/{file}"
        );
    }
}

#[test]
fn what_is_refused_is_tried_and_explained() {
    let folder = root().join("tests/ui/snapshots");
    let names = fs::read_dir(&folder).expect("the folder is part of the project").map(|entry| {
        let entry = entry.expect("it can be listed");
        (entry.file_name().to_string_lossy().into_owned(), entry.path())
    });
    let refused = names.filter(|(name, _)| name.starts_with("refused--"));
    let told: String = refused.map(|(_, path)| fs::read_to_string(path).expect("snapshots are text")).collect();
    let page = read("spec/README.md");
    let table = page.lines().skip_while(|line| *line != "| what | code |").take_while(|line| line.starts_with('|'));
    let codes: Vec<&str> = table.filter_map(|line| line.strip_suffix("` |")?.rsplit('`').next()).collect();
    assert!(codes.len() >= 12, "the table of what is refused has gone");
    for code in codes {
        assert!(told.lines().any(|line| line == code), "no file tests/ui/fail/refused--*.ferz is refused with {code}");
        assert!(ferz_lang::diagnostics::Code::named(code).is_some(), "there is no code {code}");
    }
}

/// The lines of the example in the explanation of a code, those that are refused and those that come nearest.
fn explained(code: ferz_lang::diagnostics::Code) -> (Vec<String>, String) {
    let example = code.explanation().split("Example:").nth(1).unwrap_or("");
    let lines = example.lines().map(str::trim).filter(|line| !line.is_empty());
    let (refused, nearest): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.ends_with("// refused"));
    (refused.into_iter().map(str::to_owned).collect(), nearest.join("\n"))
}

#[test]
fn explanations_of_what_is_refused_hold() {
    let codes = |text: &str| -> Vec<String> {
        let compiled = ferz_lang::compile("part.ferz", text, &ferz_lang::source::NoFiles);
        compiled.diagnostics.iter().filter(|d| d.is_error()).map(|d| format!("{}: {}", d.code, d.message)).collect()
    };
    let mut tried = 0;
    for code in ferz_lang::diagnostics::Code::ALL {
        let (refused, nearest) = explained(*code);
        for line in &refused {
            let text = format!("use fide\n{line}\n");
            let told = codes(&text);
            assert!(told.iter().any(|told| told.starts_with(code.name())), "{line}: {told:?}");
            tried += 1;
        }
        if !refused.is_empty() {
            // A part for others to use: it needs no board and no set-up of its own.
            let told = codes(&format!("use orthodox without castling\n{nearest}\n"));
            let only_missing = told.iter().all(|told| told.starts_with("no-board"));
            assert!(only_missing, "what comes nearest to {code} is wrong: {told:?}\n{nearest}");
        }
    }
    assert!(tried >= 11, "{tried} refusals have an example");
}
