//! `ferz play`: a game in the terminal.

use crate::failure::Outcome;
use crate::load::{self, Where};
use crate::play::{Input, Players, Session};
use crate::screen::Screen;
use clap::Args;
use ferz::opponent::{Limits, Opponent};
use ferz_runtime::Game;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Play a variant, against Ferz or between two people.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz play examples/azsymchess-2.ferz
  ferz play examples/chess.ferz --black --time 5
  ferz play examples/chess.ferz --two --unicode
  echo \"e2e4 e7e5\" | ferz play examples/chess.ferz --two

Type a move, such as `e2e4`, or `help`. On a terminal the Tab key completes moves and commands.")]
pub struct Play {
    /// The rule file
    file: PathBuf,
    #[command(flatten)]
    place: Where,
    /// Play Black, and let Ferz play White
    #[arg(long, conflicts_with = "two")]
    black: bool,
    /// Two people play; Ferz only looks on
    #[arg(long)]
    two: bool,
    /// How many seconds Ferz may think about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    time: f64,
    /// How many moves Ferz looks ahead at most: 1 is easy
    #[arg(long, value_name = "MOVES", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=64))]
    level: u32,
    /// Decides between moves that look equally good [default: another number each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Draw men by the symbols that the rules give them, where they do
    #[arg(long)]
    unicode: bool,
}

/// A time to think, in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(time) if (0.01..=86_400.0).contains(&time) => Ok(time),
        _ => Err("write a number of seconds, from 0.01 to 86400".to_owned()),
    }
}

impl Play {
    /// Plays until somebody leaves.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let compiled = load::compile(&self.file, screen)?;
        let sources = compiled.clone();
        let rules = load::playable(compiled, &self.file)?;
        let engine = load::any_engine(&rules, screen);
        let start = self.place.position(&*engine)?;
        let seed = self
            .seed
            .unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64));
        let players = if self.two {
            Players::People
        } else {
            let limits = Limits { time: Duration::from_secs_f64(self.time), depth: self.level };
            let opponent = Opponent::new(&rules, seed);
            Players::Against { side: usize::from(!self.black), opponent: Box::new(opponent), limits }
        };
        let mut session = Session {
            rules: &rules,
            compiled: &sources,
            game: Game::from_position(engine, start),
            players,
            turned: self.black,
            unicode: self.unicode,
            claimed: None,
        };
        session.run(&mut Input::new(screen), screen)
    }
}
