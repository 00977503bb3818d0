//! `ferz moves`: the legal moves of a position.

use crate::failure::Outcome;
use crate::load::{self, EngineKind, Source};
use crate::screen::{Screen, tame};
use clap::Args;
use ferz::why::Why;
use ferz_runtime::fen;
use serde::Serialize;

/// List the legal moves of a position, sorted byte by byte.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz moves examples/chess.ferz
  ferz moves examples/chess.ferz --fen \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\" --json
  ferz moves examples/chess.ferz --why e2e5")]
pub struct Moves {
    #[command(flatten)]
    source: Source,
    /// What generates them
    #[arg(long, value_enum, default_value_t)]
    engine: EngineKind,
    /// Say what the man on a square may do, or which rule refuses a move
    #[arg(long, value_name = "SQUARE[SQUARE]", conflicts_with = "engine")]
    why: Option<String>,
    /// Print JSON: {"fen","moves":[...]}, or {"fen","why","says":[...]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Reasons<'a> {
    fen: String,
    why: &'a str,
    says: Vec<String>,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    moves: Vec<String>,
}

impl Moves {
    /// Lists them.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        if let Some(why) = &self.why {
            return self.explain(why, screen);
        }
        let table = self.source.table(self.engine, None, screen)?;
        let moves = table.moves();
        if self.json {
            return screen.json(&Answer { fen: table.fen(), moves });
        }
        moves.iter().try_for_each(|text| screen.line(text))
    }

    fn explain(&self, why: &str, screen: &mut Screen) -> Outcome {
        let compiled = load::compile(&self.source.file, screen)?;
        let rules = load::playable(compiled.clone(), &self.source.file)?;
        let engine = load::engine(&rules, EngineKind::Interp)?;
        let position = self.source.place.position(&*engine)?;
        let says = Why::new(&rules, &compiled).explain(position.state(), why);
        if self.json {
            let fen = fen::write(engine.variant(), position.state());
            return screen.json(&Reasons { fen, why, says });
        }
        says.iter().try_for_each(|line| screen.line(&tame(line)))
    }
}
