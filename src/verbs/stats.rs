//! `ferz stats`: what authors of variants work out by hand.

use crate::failure::Outcome;
use crate::load::{EngineKind, Source};
use crate::screen::Screen;
use clap::Args;
use ferz::stats::{self, Army, KindStats, Stats as Found};
use serde::Serialize;

/// Count how well the set-up is protected, how full the board is, and how far the men see.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ferz stats examples/azsymchess-3.ferz
  ferz stats examples/chess.ferz --json

What is counted is movement alone: pins, promotion, castling and other rules are left out.
  pawn              a kind that promotes and never goes back
  pawn protection   for each pawn from the a-file on: the own men other than pawns that could take an enemy on its square
  undefended        men, not royal, that no own man protects, pawns included
  density           men of both sides for each square
  power lines       squares that a man reaches from the middle of the board, standing alone, by a move or a capture;
                    of an army: those of all its men but pawns and royals, and that number for each square of the board
  mobility          squares that a man can go to, on average: alone over all squares, and in the position
  colourbound       reaches no square of the other colour")]
pub struct Stats {
    #[command(flatten)]
    source: Source,
    /// Print JSON: {"variant","fen","cells","men","kinds_present","density","armies":[...],"kinds":[...]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    fen: String,
    #[serde(flatten)]
    stats: &'a Found,
}

impl Stats {
    /// Counts and tells.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        let (rules, table) = self.source.opened(EngineKind::Interp, None, screen)?;
        let stats = stats::stats(&rules, table.position.state());
        if self.json {
            return screen.json(&Answer { variant: &rules.name, fen: table.fen(), stats: &stats });
        }
        tell(&rules.name, &stats, screen)
    }
}

fn tell(name: &str, stats: &Found, screen: &mut Screen) -> Outcome {
    let Found { cells, men, kinds_present, density, armies, kinds } = stats;
    screen.line(&screen.strong(name))?;
    screen.line(&format!("{men} men of {kinds_present} kinds on {cells} squares: density {:.0} %", density * 100.0))?;
    screen.line("")?;
    screen.line(&screen.faint(&format!("{:22}{:<22}{:<22}", "", "White", "Black")))?;
    let mut row = |title: &str, cell: &dyn Fn(&Army) -> String| {
        let [white, black] = [cell(&armies[0]), cell(&armies[1])];
        screen.line(format!("{title:22}{white:<22}{black:<22}").trim_end())
    };
    row("men", &|army| army.men.to_string())?;
    row("kinds", &|army| army.kinds.to_string())?;
    row("pawn protection", &protection)?;
    row("  in all", &|army| army.pawn_protection_total.to_string())?;
    row("undefended", &|army| ferz::words::list(army.undefended.iter().cloned(), "none"))?;
    row("power lines", &|army| number(army.power_lines))?;
    row("  for each square", &|army| number(army.power_line_density))?;
    screen.line("")?;
    let wide = kinds.iter().map(|kind| kind.name.chars().count()).max().unwrap_or(0).max(4);
    let head = format!("{:wide$}  White  Black  power lines  mobility alone  in position", "");
    screen.line(&screen.faint(&head))?;
    kinds.iter().try_for_each(|kind| screen.line(kind_row(kind, wide).trim_end()))
}

fn kind_row(kind: &KindStats, wide: usize) -> String {
    let KindStats { name, men: [white, black], .. } = kind;
    let (power, alone) = (number(kind.power_lines), number(kind.mobility_empty));
    let there = kind.mobility_position.map_or("-".to_owned(), number);
    let remark = match (kind.pawn, kind.colourbound) {
        (true, _) => "pawn",
        (false, true) => "colourbound",
        (false, false) => "",
    };
    format!("{name:wide$}  {white:>5}  {black:>5}  {power:>11}  {alone:>14}  {there:>11}  {remark}")
}

/// A digit for each pawn, or numbers where one has more than nine protectors.
fn protection(army: &Army) -> String {
    let numbers: Vec<String> = army.pawn_protection.iter().map(|pawn| pawn.by.to_string()).collect();
    let wide = numbers.iter().any(|number| number.len() > 1);
    if numbers.is_empty() { "-".to_owned() } else { numbers.join(if wide { " " } else { "" }) }
}

/// A number with two digits behind the point.
fn number(number: f64) -> String {
    format!("{number:.2}")
}
