//! `ferz perft`: how many sequences of legal moves there are.

use super::count::{self, DEEPEST, Workers, speed_text};
use crate::failure::Outcome;
use crate::load::{Counter, PlanName, Source};
use crate::screen::Screen;
use clap::Args;
use ferz_compiler::Strategy;
use serde::Serialize;
use std::collections::BTreeMap;

/// Count all sequences of so many legal moves.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz perft examples/azsymchess-2.ferz 4
  ferz perft examples/chess.ferz 3 --divide
  ferz perft examples/chess.ferz 4 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  ferz perft examples/chess.ferz 3 --engine interp
  ferz build examples/chess.ferz -o libchess.so && ferz perft examples/chess.ferz 5 --engine lib:libchess.so
  ferz perft examples/chess.ferz 6 --threads 2 --hash 256
  ferz perft examples/chess.ferz 5 --make-leaves
  ferz perft examples/azsymchess-1.ferz 5 --reuse
  ferz perft examples/chess.ferz 4 --plan walking")]
pub struct Perft {
    #[command(flatten)]
    source: Source,
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST)))]
    depth: u32,
    /// Show the count for each first move
    #[arg(long)]
    divide: bool,
    /// What counts: `jit`, `interp`, or `lib:PATH`, a library that `ferz build` has made
    #[arg(long, default_value = "jit")]
    engine: Counter,
    /// Force a strategy of native code, to test or measure it
    #[arg(long, value_enum, value_name = "NAME")]
    plan: Option<PlanName>,
    /// Count the last two plies from what is known of their parent, where a move changes little; the count stays exact, and its speed says nothing of that of the generator
    #[arg(long, conflicts_with_all = ["plan", "make_leaves"])]
    reuse: bool,
    #[command(flatten)]
    workers: Workers,
    /// Print JSON: {"variant","fen","depth","nodes","seconds","engine","threads","hash_mib"?,"make_leaves"?,"reuse"?,"divide"?}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    engine: &'static str,
    threads: u16,
    /// Where positions are remembered: the speed is not that of counting each leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash_mib: Option<u32>,
    /// Where every leaf is made: the speed is that of making moves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    make_leaves: bool,
    /// Where the last two plies are counted from what is known of their parent: the speed is not that of counting each leaf.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reuse: bool,
    /// By the text of the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl Perft {
    /// Counts and tells.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let strategy = if self.reuse { Some(Strategy::Reuse) } else { self.plan.map(PlanName::strategy) };
        let table = self.source.counted_by(&self.engine, strategy, screen)?;
        let count = count::count(&table, self.depth, self.workers, screen)?;
        let (nodes, seconds, engine) = (count.report.nodes, count.time.as_secs_f64(), table.engine.name());
        let speed = speed_text(count.speed());
        let divide = self.divide.then(|| count.report.divide.into_iter().collect::<BTreeMap<_, _>>());
        if self.json {
            let (variant, fen) = (table.engine.variant().name.as_str(), table.fen());
            let Workers { threads, hash: hash_mib, make_leaves } = self.workers;
            let depth = self.depth;
            return screen.json(&Answer {
                variant,
                fen,
                depth,
                nodes,
                seconds,
                engine,
                threads,
                hash_mib,
                make_leaves,
                reuse: self.reuse,
                divide,
            });
        }
        for (text, nodes) in divide.into_iter().flatten() {
            screen.line(&format!("{text}: {nodes}"))?;
        }
        // The number stands alone and without separators: it is what one looks for and compares.
        screen.line(&screen.strong(&nodes.to_string()))?;
        let reuse = if self.reuse { ", reusing the parent's work for the last two plies" } else { "" };
        screen.line(&screen.faint(&format!(
            "{seconds:.3} seconds, {speed} ({engine}, depth {}{}{reuse})",
            self.depth,
            self.workers.label()
        )))
    }
}
