//! The command line's verbs, a file each: what one can ask for, and how it is answered.

mod bench;
mod build;
mod check;
mod completions;
mod count;
mod explain;
mod fen;
mod moves;
mod perft;
mod play;
mod show;
mod stats;
mod test;
mod timings;

use crate::failure::Outcome;
use crate::screen::Screen;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Ferz: chess variants from rule files, compiled to native code.
#[derive(Parser, Debug)]
#[command(name = "ferz", version, styles = STYLES, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
A first look:
  ferz play examples/chess.ferz
  ferz show examples/chess.ferz
  ferz perft examples/azsymchess-2.ferz 4

Exit codes: 0 all is well; 1 the rule file or one of its tests is wrong; 2 the call is; 130 ended by Ctrl-C.")]
pub struct Ferz {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Check(check::Check),
    Play(play::Play),
    Show(show::Show),
    Stats(stats::Stats),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Test(test::Test),
    Bench(bench::Bench),
    Build(build::Build),
    Fen(fen::Fen),
    Explain(explain::Explain),
    Completions(completions::Completions),
}

impl Ferz {
    /// Does what was asked for.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        match &self.verb {
            Verb::Check(verb) => verb.run(screen),
            Verb::Play(verb) => verb.run(screen),
            Verb::Show(verb) => verb.run(screen),
            Verb::Stats(verb) => verb.run(screen),
            Verb::Moves(verb) => verb.run(screen),
            Verb::Perft(verb) => verb.run(screen),
            Verb::Test(verb) => verb.run(screen),
            Verb::Bench(verb) => verb.run(screen),
            Verb::Build(verb) => verb.run(screen),
            Verb::Fen(verb) => verb.run(screen),
            Verb::Explain(verb) => verb.run(screen),
            Verb::Completions(verb) => verb.run(screen),
        }
    }
}
