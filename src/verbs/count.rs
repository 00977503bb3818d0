//! Counting, with Ctrl-C and progress: what `perft` and `bench` share.

use crate::failure::Failure;
use crate::interrupt;
use crate::load::Table;
use crate::screen::Screen;
use clap::Args;
use ferz_runtime::{Control, Hash, PerftReport, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// The deepest count that is accepted: no count that deep comes to an end.
pub const DEEPEST: u32 = 30;

/// Steps of the progress bar.
const STEPS: f64 = 1000.0;

/// What was counted, and in what time (without compiling).
pub struct Count {
    /// All sequences, and those that start with each move.
    pub report: PerftReport,
    /// How long it took.
    pub time: Duration,
}

impl Count {
    /// Sequences counted in a second.
    pub fn speed(&self) -> f64 {
        speed(self.report.nodes, self.time.as_secs_f64())
    }
}

/// So many in so many seconds; time that is too short to be measured counts as a nanosecond.
pub fn speed(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9)
}

/// Who works on a count.
#[derive(Args, Clone, Copy, Debug)]
pub struct Workers {
    /// How many threads share the work
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Remember positions that were counted already, in so many MiB; the count stays exact
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: Option<u32>,
    /// Make every move, the last one of each sequence too, as a search would
    #[arg(long, conflicts_with = "hash")]
    pub make_leaves: bool,
}

impl Workers {
    /// What the count is to be labelled with: nothing where one thread counts every leaf.
    pub fn label(&self) -> String {
        let threads = if self.threads > 1 { format!(", {} threads", self.threads) } else { String::new() };
        let hash = self.hash.map(|mib| format!(", positions remembered in {mib} MiB")).unwrap_or_default();
        let made = if self.make_leaves { ", every leaf made" } else { "" };
        threads + &hash + made
    }
}

/// Counts the sequences of `depth` legal moves.
pub fn count(table: &Table, depth: u32, workers: Workers, screen: &Screen) -> Result<Count, Failure> {
    let hash = workers.hash.map(|mib| Hash::new(&*table.engine, mib as usize)).transpose();
    let hash = hash.map_err(|error| Failure::call(error.to_string(), "give `--hash` less, or leave it out"))?;
    let bar = progress_bar(screen);
    let tell = |progress: Progress| {
        bar.set_position((progress.done * STEPS) as u64);
        bar.set_message(grouped(progress.nodes));
    };
    let start = Instant::now();
    let report = interrupt::counting(|stop| {
        let progress: Option<&dyn Fn(Progress)> = if screen.watched() { Some(&tell) } else { None };
        let control = Control {
            stop,
            progress,
            threads: workers.threads.into(),
            hash: hash.as_ref(),
            make_leaves: workers.make_leaves,
        };
        ferz_runtime::perft(&*table.engine, &table.position, depth, &control)
    });
    let time = start.elapsed();
    bar.finish_and_clear();
    Ok(Count { report: report?, time })
}

/// A bar on a terminal; nothing elsewhere.
fn progress_bar(screen: &Screen) -> ProgressBar {
    let target = if screen.watched() { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(STEPS as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}%, {msg} so far, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

/// A number with its thousands set apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// Leaves a second, in words.
pub fn speed_text(speed: f64) -> String {
    match speed {
        s if s >= 1e6 => format!("{:.1} million leaves/s", s / 1e6),
        s => format!("{} leaves/s", grouped(s as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (7_585_170, "7 585 170")] {
            assert_eq!(grouped(number), text);
        }
    }
}
