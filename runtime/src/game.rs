//! A game: a position with a past.

use crate::fen::{self, FenError};
use crate::{Engine, MoveError, Position, name_moves, parse_move};
use ferz_abi::{EndWhen, Move, Outcome};
use std::fmt;
use std::sync::Arc;

/// How a game has ended, or could be made to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// White (0) or Black (1); `None` for a draw.
    pub winner: Option<usize>,
    /// The name of the rule that says so.
    pub rule: String,
    /// Its condition.
    pub when: EndWhen,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.winner {
            Some(0) => "White wins",
            Some(_) => "Black wins",
            None => "draw",
        };
        write!(f, "{result} by {}", self.rule)
    }
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Ongoing,
    /// It goes on, with the side to move in check.
    Check,
    /// It has ended.
    Over(Ending),
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Ongoing => f.write_str("ongoing"),
            Status::Check => f.write_str("check"),
            Status::Over(Ending { when: EndWhen::Checkmate, winner: Some(winner), .. }) => {
                write!(f, "checkmate, {} wins", ["White", "Black"][*winner])
            }
            Status::Over(ending) => ending.fmt(f),
        }
    }
}

/// A game on some engine, from a start position through the moves played.
#[derive(Clone)]
pub struct Game {
    engine: Arc<dyn Engine>,
    /// All positions so far, the current one last; never empty.
    positions: Vec<Position>,
    /// The moves between them, with their texts.
    played: Vec<(String, Move)>,
}

impl Game {
    /// A game from the first set-up.
    pub fn start(engine: Arc<dyn Engine>) -> Result<Game, FenError> {
        let fen = engine.variant().setups.first().map(|setup| setup.fen.clone()).unwrap_or_default();
        Game::from_fen(engine, &fen)
    }

    /// A game from the position that a FEN describes.
    pub fn from_fen(engine: Arc<dyn Engine>, text: &str) -> Result<Game, FenError> {
        let position = engine.load(&fen::parse(engine.variant(), text)?);
        Ok(Game { engine, positions: vec![position], played: Vec::new() })
    }

    /// A game from a position of this engine, about whose past nothing is known.
    pub fn from_position(engine: Arc<dyn Engine>, position: Position) -> Game {
        Game { engine, positions: vec![position], played: Vec::new() }
    }

    /// What it is played on.
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The current position as FEN.
    pub fn fen(&self) -> String {
        fen::write(self.engine.variant(), self.position().state())
    }

    /// The legal moves with their texts, sorted; none if the game is over.
    pub fn legal(&self) -> Vec<(String, Move)> {
        if self.endings(false).next().is_some() {
            Vec::new()
        } else {
            name_moves(self.engine.variant(), &self.generated())
        }
    }

    /// The moves of the engine, which knows nothing of earlier positions.
    fn generated(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.engine.moves(self.position(), &mut moves);
        moves
    }

    /// Plays the move with this text.
    pub fn play(&mut self, text: &str) -> Result<Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over { text: text.chars().take(40).collect() });
        }
        let found = parse_move(self.engine.as_ref(), self.position(), text)?;
        self.push(text.to_string(), &found);
        Ok(found)
    }

    /// Plays one of the moves of [`Game::legal`]. False if it is none of them.
    pub fn play_move(&mut self, played: &Move) -> bool {
        let Some((text, found)) = self.legal().into_iter().find(|(_, m)| m == played) else { return false };
        self.push(text, &found);
        true
    }

    /// Plays a move that is known to be one of [`Game::legal`], without looking again: for programs that have just asked. `text` is
    /// what [`Game::history`] will call it.
    pub fn push(&mut self, text: String, played: &Move) {
        let next = self.engine.make(self.position(), played);
        self.positions.push(next);
        self.played.push((text, *played));
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let (_, last) = self.played.pop()?;
        self.positions.pop();
        Some(last)
    }

    /// The moves played, with their texts.
    pub fn history(&self) -> &[(String, Move)] {
        &self.played
    }

    /// All positions so far, the current one last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How many times the current position has stood on the board, this time included.
    pub fn repetitions(&self) -> usize {
        let identity = |position: &Position| self.engine.variant().identity(position.state());
        let now = identity(self.position());
        self.positions.iter().filter(|earlier| identity(earlier) == now).count()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Ending> {
        self.endings(false).next()
    }

    /// What the players may claim; nothing once the game has ended.
    pub fn claims(&self) -> Vec<Ending> {
        if self.outcome().is_some() { Vec::new() } else { self.endings(true).collect() }
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        match self.outcome() {
            Some(ending) => Status::Over(ending),
            None if self.engine.in_check(self.position()) => Status::Check,
            None => Status::Ongoing,
        }
    }

    /// The ends whose condition holds, in the order of the rules: those to be claimed, or those that come by themselves.
    fn endings(&self, claimed: bool) -> impl Iterator<Item = Ending> {
        let ends = self.engine.variant().ends.iter().filter(move |end| end.claim == claimed);
        ends.filter_map(|end| {
            let side = self.holds_for(end.when)?;
            let winner = match end.outcome {
                Outcome::Win => Some(side),
                Outcome::Lose => Some(1 - side),
                Outcome::Draw => None,
            };
            Some(Ending { winner, rule: end.rule.clone(), when: end.when })
        })
    }

    /// For which side a condition holds, if it does: who has moved is asked before who is to move.
    fn holds_for(&self, when: EndWhen) -> Option<usize> {
        let to_move = usize::from(self.position().state().side);
        let in_check = || self.engine.in_check(self.position());
        let holds = match when {
            EndWhen::Checkmate => in_check() && self.generated().is_empty(),
            EndWhen::Stalemate => !in_check() && self.generated().is_empty(),
            EndWhen::Repetition(times) => self.repetitions() >= times.into(),
            EndWhen::Quiet(moves) => u32::from(self.position().state().clock) >= 2 * u32::from(moves),
            EndWhen::Holds(condition) => {
                let sides = [1 - to_move, to_move];
                return sides.into_iter().find(|&own| self.engine.holds(self.position(), condition, own));
            }
        };
        holds.then_some(to_move)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game {{ {} on {} }}", self.fen(), self.engine.name())
    }
}
