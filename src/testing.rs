//! The `test` blocks of rule files, carried out.

use crate::words;
use ferz_abi::{EndWhen, Form, Move};
use ferz_lang::rules::{Claim, SquareSet, Status as Claimed, Test, TestStep};
use ferz_runtime::{Ending, Engine, Game, MoveError, Status, Stopped, parse_move, square_name};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Counts above this are too long for the interpreter.
pub const INTERPRETER_BUDGET: u64 = 200_000;

/// What became of one `test` block on one engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Claims that did not hold. A move that could not be played or a position that could not be set up is the last one.
    pub broken: Vec<Broken>,
    /// Claims that were left out as too long for this engine.
    pub skipped: Vec<Skipped>,
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line it stands in, from 1.
    pub line: usize,
    /// What was claimed.
    pub expected: String,
    /// What is so.
    pub got: String,
}

/// A claim that was not looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The line it stands in, from 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

impl Report {
    /// Whether all that was looked into holds.
    pub fn ok(&self) -> bool {
        self.broken.is_empty()
    }
}

/// Carries out a test on an engine. Counts that claim more than `budget` are left out.
pub fn run(test: &Test, engine: &Arc<dyn Engine>, budget: u64, stop: &AtomicBool) -> Result<Report, Stopped> {
    let mut report = Report { broken: Vec::new(), skipped: Vec::new() };
    let first = test.steps.first().map_or(1, |step| step.line);
    let game = match Game::start(Arc::clone(engine)) {
        Ok(game) => game,
        Err(error) => {
            let (expected, got) = ("a start position".to_owned(), error.to_string());
            report.broken.push(Broken { line: first, expected, got });
            return Ok(report);
        }
    };
    let mut run = Run { game, budget, stop, report };
    for step in &test.steps {
        if !run.step(step)? {
            break;
        }
    }
    Ok(run.report)
}

struct Run<'s> {
    game: Game,
    budget: u64,
    stop: &'s AtomicBool,
    report: Report,
}

impl Run<'_> {
    /// Carries out one statement. False: what follows would be about a position that was not reached.
    fn step(&mut self, step: &TestStep) -> Result<bool, Stopped> {
        let line = step.line;
        match &step.claim {
            Claim::Position(fen) => match Game::from_fen(Arc::clone(self.game.engine()), fen) {
                Ok(game) => self.game = game,
                Err(error) => {
                    self.broken(line, "a position".to_owned(), error.to_string());
                    return Ok(false);
                }
            },
            Claim::Play(moves) => {
                for text in moves {
                    if let Err(error) = self.game.play(text) {
                        self.broken(line, format!("`{text}` can be played"), self.after_history(&error));
                        return Ok(false);
                    }
                }
            }
            Claim::Moves(square, squares) => self.goes(line, *square, *squares, false),
            Claim::Captures(square, squares) => self.goes(line, *square, *squares, true),
            Claim::Legal(moves) => moves.iter().for_each(|text| self.legal(line, text)),
            Claim::Illegal(moves) => moves.iter().for_each(|text| self.illegal(line, text)),
            Claim::Status(claimed) => self.status(line, claimed),
            Claim::Perft(depth, nodes) => self.perft(line, *depth, *nodes)?,
        }
        Ok(true)
    }

    fn broken(&mut self, line: usize, expected: String, got: String) {
        self.report.broken.push(Broken { line, expected, got });
    }

    /// An error about a move, with the moves that led here: they are not in the line that the error is about.
    fn after_history(&self, error: &MoveError) -> String {
        match self.game.history() {
            [] => error.to_string(),
            history => {
                let moves: Vec<&str> = history.iter().map(|(text, _)| text.as_str()).collect();
                format!("{error} (after {})", moves.join(" "))
            }
        }
    }

    fn goes(&mut self, line: usize, square: u8, claimed: SquareSet, captures: bool) {
        let position = self.game.position();
        let taken = |m: &Move| {
            // A man that changes places is not taken.
            let changes_places = m.carried().any(|(lifted, _)| lifted == m.to);
            let on_target = position.state().cells[usize::from(m.to)] != 0 && !changes_places;
            !m.is(Form::Castling) && (on_target || !m.victims().is_empty())
        };
        let legal = self.game.legal();
        let own = legal.iter().map(|(_, m)| m).filter(|m| {
            (m.is(Form::Step) || m.is(Form::Castling)) && m.from == square && m.to != square && (!captures || taken(m))
        });
        let found: SquareSet = own.map(|m| usize::from(m.to)).collect();
        if found == claimed {
            return;
        }
        let board = &self.game.engine().variant().board;
        let named = |set: SquareSet| words::list(set.iter().map(|s| square_name(board, s)), "nothing");
        let verb = if captures { "captures" } else { "moves" };
        let expected = format!("{verb} {}: {}", square_name(board, square.into()), named(claimed));
        let mut got = named(found);
        for (what, set) in [("missing", claimed - found), ("too many", found - claimed)] {
            if !set.is_empty() {
                got += &format!("; {what}: {}", named(set));
            }
        }
        self.broken(line, expected, got);
    }

    fn legal(&mut self, line: usize, text: &str) {
        if !self.game.legal().iter().any(|(name, _)| name == text) {
            let got = match parse_move(&**self.game.engine(), self.game.position(), text) {
                Err(error) => error.to_string(),
                Ok(_) => "the game is over".to_owned(),
            };
            self.broken(line, format!("`{text}` is legal"), got);
        }
    }

    fn illegal(&mut self, line: usize, text: &str) {
        if self.game.legal().iter().any(|(name, _)| name == text) {
            return self.broken(line, format!("`{text}` is illegal"), "it is legal".to_owned());
        }
        // Of what is no move at all, nothing is claimed by calling it illegal: it is a slip.
        if let Err(error @ MoveError::NoMove { .. }) = parse_move(&**self.game.engine(), self.game.position(), text) {
            self.broken(line, format!("`{text}` is an illegal move"), error.to_string());
        }
    }

    fn status(&mut self, line: usize, claimed: &Claimed) {
        let status = self.game.status();
        let side = usize::from(self.game.position().state().side);
        if !holds(claimed, &status) {
            self.broken(line, format!("status {}", claimed_text(claimed)), status_text(&status, side));
        }
    }

    fn perft(&mut self, line: usize, depth: u32, nodes: u64) -> Result<(), Stopped> {
        if nodes > self.budget {
            let name = self.game.engine().name();
            let why = format!("perft {depth} = {nodes} is too long for `{name}`");
            self.report.skipped.push(Skipped { line, why });
            return Ok(());
        }
        let found = self.game.engine().perft(self.game.position(), depth, self.stop)?;
        if found != nodes {
            self.broken(line, format!("perft {depth} = {nodes}"), found.to_string());
        }
        Ok(())
    }
}

fn holds(claimed: &Claimed, status: &Status) -> bool {
    let by = |name: &Option<String>, ending: &Ending| name.as_ref().is_none_or(|name| *name == ending.rule);
    match (claimed, status) {
        (Claimed::Ongoing, Status::Ongoing) | (Claimed::Check, Status::Check) => true,
        (Claimed::Checkmate, Status::Over(ending)) => ending.when == EndWhen::Checkmate,
        (Claimed::Stalemate, Status::Over(ending)) => ending.when == EndWhen::Stalemate,
        (Claimed::Win(side, rule), Status::Over(ending)) => ending.winner == Some(*side) && by(rule, ending),
        (Claimed::Draw(rule), Status::Over(ending)) => ending.winner.is_none() && by(rule, ending),
        _ => false,
    }
}

fn claimed_text(claimed: &Claimed) -> String {
    let by = |rule: &Option<String>| rule.as_ref().map(|rule| format!(" by {rule}")).unwrap_or_default();
    match claimed {
        Claimed::Ongoing => "ongoing".to_owned(),
        Claimed::Check => "check".to_owned(),
        Claimed::Checkmate => "checkmate".to_owned(),
        Claimed::Stalemate => "stalemate".to_owned(),
        Claimed::Win(side, rule) => format!("win {}{}", ["White", "Black"][*side], by(rule)),
        Claimed::Draw(rule) => format!("draw{}", by(rule)),
    }
}

/// How a game stands, for people.
pub fn status_text(status: &Status, to_move: usize) -> String {
    match status {
        Status::Ongoing => "ongoing".to_owned(),
        Status::Check => format!("check to {}", ["White", "Black"][to_move]),
        Status::Over(_) => status.to_string(),
    }
}
