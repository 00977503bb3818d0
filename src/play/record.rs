//! A game as text, for people to read and for Ferz to read again.
//!
//! ```text
//! Variant: Orthodox Chess
//! FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!
//! 1. f2f3 e7e5
//! 2. g2g4 d8h4
//!
//! Result: Black wins by checkmate
//! ```

use ferz_runtime::{Engine, Game, fen};
use std::fmt::Write;
use std::sync::Arc;

/// The text of a game.
pub fn write(game: &Game) -> String {
    let variant = game.engine().variant();
    let first = game.positions()[0].state();
    let mut text = format!("Variant: {}\nFEN: {}\n\n", variant.name, fen::write(variant, first));
    for (index, (played, _)) in game.history().iter().enumerate() {
        let before = game.positions()[index].state();
        let lead = match (before.side, index) {
            (0, _) => format!("{}.", before.number),
            (_, 0) => format!("{}. ...", before.number),
            _ => String::new(),
        };
        let end = if before.side == 1 || index + 1 == game.history().len() { "\n" } else { "" };
        let _ = write!(text, "{lead} {played}{end}");
    }
    let result = game.outcome().map_or("the game goes on".to_owned(), |ending| ending.to_string());
    let _ = write!(text, "\nResult: {result}\n");
    text
}

/// The game that a text tells, played move by move; or what is wrong with it, and in which line.
pub fn read(engine: &Arc<dyn Engine>, text: &str) -> Result<Game, String> {
    let name = &engine.variant().name;
    let mut game = Game::start(Arc::clone(engine)).map_err(|error| error.to_string())?;
    for (line, content) in text.lines().enumerate() {
        let at = |problem: String| format!("line {}: {problem}", line + 1);
        match content.split_once(':').map(|(field, value)| (field.trim(), value.trim())) {
            Some(("Variant", variant)) if variant != name => {
                return Err(at(format!("this is a game of `{variant}`, and `{name}` is on the table")));
            }
            Some(("FEN", fen)) if game.history().is_empty() => {
                game = Game::from_fen(Arc::clone(engine), fen).map_err(|error| at(error.to_string()))?;
            }
            Some(("FEN", _)) => return Err(at("the FEN must stand before the moves".to_owned())),
            Some(("Variant" | "Result", _)) => {}
            // A colon may also stand in a move.
            _ => {
                let numbered = |word: &&str| word.ends_with('.');
                for word in content.split_whitespace().filter(|word| !numbered(word)) {
                    game.play(word).map_err(|error| at(error.to_string()))?;
                }
            }
        }
    }
    Ok(game)
}
