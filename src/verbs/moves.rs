//! `ferz moves`: the legal moves of a position.

use crate::failure::Outcome;
use crate::load::{EngineKind, Source};
use crate::screen::Screen;
use clap::Args;
use serde::Serialize;

/// List the legal moves of a position, sorted byte by byte.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz moves examples/chess.ferz
  ferz moves examples/chess.ferz --fen \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\" --json")]
pub struct Moves {
    #[command(flatten)]
    source: Source,
    /// What generates them
    #[arg(long, value_enum, default_value_t)]
    engine: EngineKind,
    /// Print JSON: {"fen","moves":[...]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    moves: Vec<String>,
}

impl Moves {
    /// Lists them.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let table = self.source.table(self.engine, screen)?;
        let moves = table.moves();
        if self.json {
            return screen.json(&Answer { fen: table.fen(), moves });
        }
        moves.iter().try_for_each(|text| screen.line(text))
    }
}
