//! What the tables and the comparisons share: the games, their engines, and rows of JSON.

// Each test program uses a part of this.
#![allow(dead_code)]

use ferz_abi::{Board, Letter};
use ferz_compiler::Native;
use ferz_lang::rules::movement::Part;
use ferz_lang::rules::{Kind, Rules, SquareSet, Unmoved, movement};
use ferz_lang::{Resolver, notation};
use ferz_runtime::Engine;
use ferz_spec::Interpreter;
use std::path::Path;
use std::sync::Arc;

pub const GAMES: [&str; 5] = ["chess", "azsymchess-1", "azsymchess-2", "azsymchess-3", "azsymchess-4"];

/// The interpreter for one of the games.
pub fn interpreter(game: &str) -> Arc<dyn Engine> {
    Arc::new(Interpreter::new(&rules(game)))
}

/// Native code for one of the games.
pub fn native(game: &str) -> Arc<dyn Engine> {
    Arc::new(Native::compile(&rules(game)).unwrap_or_else(|error| panic!("{game}: {error}")))
}

/// The rows of a table of JSON, one object a line.
pub fn rows(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A kind of this letter that moves as this notation says.
pub fn kind(letter: char, text: &str) -> Kind {
    let (terms, _) = notation::read(text);
    let white: Vec<Part> = terms
        .into_iter()
        .map(|t| Part {
            paths: t.paths,
            unmoved: t.unmoved,
            marking: t.marking,
            from: None,
            to: None,
            within: None,
            over: None,
            taking: None,
        })
        .collect();
    let black = white
        .iter()
        .map(|p| Part { paths: p.paths.iter().map(movement::Path::turned).collect(), ..p.clone() })
        .collect();
    Kind {
        name: letter.to_string(),
        letters: [Some(Letter { letter, plus: false, mark: None }); 2],
        notation: text.into(),
        royal: letter == 'K',
        movement: [white, black],
        unmoved: [Unmoved::Place(SquareSet::EMPTY); 2],
    }
}

/// The rules of one of the games, from its example file.
pub fn rules(game: &str) -> Rules {
    let name = format!("{game}.ferz");
    let (_, text) = Examples.read("", &name).unwrap();
    let compiled = ferz_lang::compile(&name, &text, &Examples);
    compiled.rules.unwrap_or_else(|| panic!("{game}: {:#?}", compiled.diagnostics))
}

/// The files of the folder of examples.
struct Examples;

impl Resolver for Examples {
    fn read(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(path);
        std::fs::read_to_string(file).map(|text| (path.to_string(), text)).map_err(|error| error.to_string())
    }
}

/// A board and men, and no other rules.
pub fn bare_rules(width: u8, height: u8, kinds: Vec<Kind>) -> Rules {
    Rules {
        name: "test".into(),
        author: String::new(),
        year: String::new(),
        about: String::new(),
        board: Board { width, height, holes: [0; 4] },
        kinds,
        setups: Vec::new(),
        promotions: Vec::new(),
        castlings: Vec::new(),
        ends: Vec::new(),
        tests: Vec::new(),
    }
}
