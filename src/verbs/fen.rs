//! `ferz fen`: a position as FEN.

use crate::failure::Outcome;
use crate::load::{EngineKind, Source};
use crate::screen::Screen;
use clap::Args;
use serde::Serialize;

/// Print the start position as FEN, or another one in full.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz fen examples/azsymchess-1.ferz
  ferz fen examples/chess.ferz --fen \"4k3/8/8/8/8/8/8/4K2R\"")]
pub struct Fen {
    #[command(flatten)]
    source: Source,
    /// Print JSON: {"variant","fen"}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    fen: String,
}

impl Fen {
    /// Prints it.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        // The interpreter is ready at once, and a FEN takes no speed.
        let table = self.source.table(EngineKind::Interp, None, screen)?;
        let fen = table.fen();
        if self.json {
            return screen.json(&Answer { variant: &table.engine.variant().name, fen });
        }
        screen.line(&fen)
    }
}
