//! `ferz show`: the board, the men and the rules.

use crate::board;
use crate::failure::Outcome;
use crate::load::{EngineKind, Source, Table};
use crate::screen::Screen;
use clap::Args;
use ferz::words;
use ferz_abi::code;
use ferz_lang::rules::Rules;
use ferz_runtime::{man_letter, square_name};
use serde::Serialize;

/// Draw the board, and list the men and the rules.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz show examples/azsymchess-2.ferz
  ferz show examples/chess.ferz --fen \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"")]
pub struct Show {
    #[command(flatten)]
    source: Source,
    /// Print JSON: {"variant","author","year","about","width","height","holes","fen","kinds":[...],"rules":[...]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    author: &'a str,
    year: &'a str,
    about: &'a str,
    width: u8,
    height: u8,
    holes: Vec<String>,
    fen: String,
    kinds: Vec<KindRow<'a>>,
    rules: Vec<words::Saying>,
}

/// A line of the table of men.
#[derive(Serialize)]
struct KindRow<'a> {
    name: &'a str,
    /// White's and Black's letter, as a FEN shows them; `null` where that side cannot have such a man.
    letters: [Option<String>; 2],
    movement: &'a str,
    royal: bool,
}

impl Show {
    /// Draws and lists.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let (rules, table) = self.source.opened(EngineKind::Interp, None, screen)?;
        let kinds = kinds(&rules, &table);
        if self.json {
            return screen.json(&answer(&rules, &table, kinds));
        }
        title(&rules, screen)?;
        let look = board::Look { variant: table.engine.variant(), marks: &[], turned: false, symbols: &[] };
        board::draw(&look, table.position.state(), screen)?;
        screen.line("")?;
        screen.line(&table.fen())?;
        screen.line("")?;
        list(&kinds, screen)?;
        screen.line("")?;
        let sayings = words::sayings(&rules);
        let width = sayings.iter().map(|saying| saying.rule.chars().count()).max().unwrap_or(0);
        for saying in sayings {
            let rule = format!("{:width$}", saying.rule);
            screen.line(&format!("{}  {}", screen.strong(&rule), saying.says))?;
        }
        Ok(())
    }
}

fn answer<'a>(rules: &'a Rules, table: &Table, kinds: Vec<KindRow<'a>>) -> Answer<'a> {
    Answer {
        variant: &rules.name,
        author: &rules.author,
        year: &rules.year,
        about: &rules.about,
        width: rules.board.width,
        height: rules.board.height,
        holes: ferz_abi::squares(rules.board.holes).map(|s| square_name(&rules.board, s)).collect(),
        fen: table.fen(),
        kinds,
        rules: words::sayings(rules),
    }
}

fn title(rules: &Rules, screen: &mut Screen) -> Outcome {
    let by = if rules.author.is_empty() { String::new() } else { format!(", by {}", rules.author) };
    let year = if rules.year.is_empty() { String::new() } else { format!(", {}", rules.year) };
    screen.line(&format!("{}{by}{year}", screen.strong(&rules.name)))?;
    if !rules.about.is_empty() {
        screen.line(&rules.about)?;
    }
    screen.line("")
}

fn kinds<'a>(rules: &'a Rules, table: &Table) -> Vec<KindRow<'a>> {
    let variant = table.engine.variant();
    let row = |(index, kind): (usize, &'a ferz_lang::rules::Kind)| KindRow {
        name: &kind.name,
        letters: [0, 1].map(|side| kind.letters[side].map(|_| man_letter(variant, code(index, side)))),
        movement: &kind.notation,
        royal: kind.royal,
    };
    rules.kinds.iter().enumerate().map(row).collect()
}

fn list(kinds: &[KindRow], screen: &mut Screen) -> Outcome {
    let letters = |kind: &KindRow| {
        let [white, black] = &kind.letters;
        format!("{} {}", white.as_deref().unwrap_or("-"), black.as_deref().unwrap_or("-"))
    };
    let wide = kinds.iter().map(|kind| letters(kind).chars().count()).max().unwrap_or(0);
    let name = kinds.iter().map(|kind| kind.name.chars().count()).max().unwrap_or(0);
    for kind in kinds {
        let royal = if kind.royal { "  royal" } else { "" };
        let first = format!("{:wide$}  {:name$}", letters(kind), kind.name);
        screen.line(&format!("{}  {}{royal}", screen.strong(&first), kind.movement))?;
    }
    Ok(())
}
