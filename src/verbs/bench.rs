//! `ferz bench`: how fast the generated code is.

use super::count::{self, DEEPEST, Workers, grouped, speed, speed_text};
use crate::failure::Outcome;
use crate::load::{self, EngineKind, PlanName, Table, Where};
use crate::screen::Screen;
use clap::Args;
use ferz_runtime::{Engine, Position, Random, random_game};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Measure the speed of perft, from the start or another position and from random ones, compiling once.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz bench examples/azsymchess-1.ferz
  ferz bench examples/azsymchess-1.ferz --depth 3 --positions 300
  ferz bench examples/chess.ferz --depth 5 --positions 20 --seed 7 --json")]
pub struct Bench {
    /// The rule file
    file: PathBuf,
    #[command(flatten)]
    place: Where,
    /// How many moves deep
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: u32,
    /// How many random positions, besides the one that is asked for
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    positions: u32,
    /// Where the random positions come from: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What is measured
    #[arg(long, value_enum, default_value_t)]
    engine: EngineKind,
    /// Force a strategy of native code, to measure it
    #[arg(long, value_enum, value_name = "NAME")]
    plan: Option<PlanName>,
    /// Print JSON: {"variant","depth","seed","engine","compile_seconds","positions":[{"fen","nodes","seconds","leaves_per_second"}],"nodes","seconds","leaves_per_second"}
    #[arg(long)]
    json: bool,
}

/// What is measured is the work for each leaf.
const ALONE: Workers = Workers { threads: 1, hash: None, make_leaves: false };

/// A position 10 to 60 plies into a random game of its own; earlier, where the game does not last so long.
fn some_position(engine: &dyn Engine, start: &Position, random: &mut Random) -> Position {
    let plies = 10 + random.below(51);
    let game = random_game(engine, start, random.next_u64(), plies);
    game.into_iter().next_back().map_or_else(|| start.clone(), |(position, _)| position)
}

#[derive(Serialize)]
struct Answer {
    variant: String,
    depth: u32,
    seed: u64,
    engine: &'static str,
    /// From the text of the file to the first position.
    compile_seconds: f64,
    /// The start position first.
    positions: Vec<Row>,
    nodes: u64,
    seconds: f64,
    leaves_per_second: f64,
}

#[derive(Serialize)]
struct Row {
    fen: String,
    nodes: u64,
    seconds: f64,
    leaves_per_second: f64,
}

impl Bench {
    /// Measures and tells, position by position.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let begun = Instant::now();
        let rules = load::rules(&self.file, screen)?;
        let engine = load::engine_by(&rules, self.engine, self.plan.map(PlanName::strategy))?;
        let start = self.place.position(&*engine)?;
        let compile_seconds = begun.elapsed().as_secs_f64();
        let mut answer = Answer {
            variant: rules.name,
            depth: self.depth,
            seed: self.seed,
            engine: engine.name(),
            compile_seconds,
            positions: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            leaves_per_second: 0.0,
        };
        if !self.json {
            screen.line(&format!("{}: compiled in {:.1} ms", answer.variant, compile_seconds * 1e3))?;
        }
        let mut random = Random::new(self.seed);
        for index in 0..=self.positions {
            let position = if index == 0 { start.clone() } else { some_position(&*engine, &start, &mut random) };
            let table = Table { engine: Arc::clone(&engine), position };
            let count = count::count(&table, self.depth, ALONE, screen)?;
            let row = Row {
                fen: table.fen(),
                nodes: count.report.nodes,
                seconds: count.time.as_secs_f64(),
                leaves_per_second: count.speed(),
            };
            if !self.json {
                let (nodes, speed) = (grouped(row.nodes), speed_text(row.leaves_per_second));
                screen.line(&format!("{nodes:>15} leaves {:>9.3} s {speed:>26}  {}", row.seconds, row.fen))?;
                screen.flush()?;
            }
            answer.nodes += row.nodes;
            answer.seconds += row.seconds;
            answer.positions.push(row);
        }
        answer.leaves_per_second = speed(answer.nodes, answer.seconds);
        if self.json {
            return screen.json(&answer);
        }
        let (nodes, speed) = (grouped(answer.nodes), speed_text(answer.leaves_per_second));
        let all = format!("{nodes:>15} leaves {:>9.3} s {speed:>26}", answer.seconds);
        screen.line(&format!("{}  in all ({}, depth {})", screen.strong(&all), answer.engine, self.depth))
    }
}
