//! What both sides are told, what Rust answers, and when two answers are the same.

use ferz_runtime::{Ending, Engine, Game};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A line for the program in C.
#[derive(Debug)]
pub enum Command {
    Fen(String),
    Read(String),
    Play(String),
    Show,
    Attacks,
    Perft(u32),
}

impl Command {
    /// The FEN that is to be set up.
    pub fn fen(&self) -> Option<&str> {
        match self {
            Command::Fen(text) => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Fen(text) => write!(f, "fen {}", hex(text.as_bytes())),
            Command::Read(text) => write!(f, "read {}", hex(text.as_bytes())),
            Command::Play(text) => write!(f, "play {}", hex(text.as_bytes())),
            Command::Show => f.write_str("show"),
            Command::Attacks => f.write_str("attacks"),
            Command::Perft(depth) => write!(f, "perft {depth}"),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `FERZ_FEN` and `FERZ_MOVE` of the header.
const FEN: u32 = 9;
const MOVE: u32 = 10;

/// What the runtime answers, in the form of the program in C.
pub fn rust_answers(engine: &Arc<dyn Engine>, commands: &[Command]) -> Vec<String> {
    let mut game = Game::start(Arc::clone(engine)).unwrap();
    commands.iter().map(|command| answer(engine, &mut game, command)).collect()
}

fn answer(engine: &Arc<dyn Engine>, game: &mut Game, command: &Command) -> String {
    let position = game.position();
    match command {
        Command::Fen(text) => match Game::from_fen(Arc::clone(engine), text) {
            Ok(new) => {
                *game = new;
                "ok".into()
            }
            Err(error) => format!("error {FEN} {} {} {}", error.place.start, error.place.end, error),
        },
        Command::Read(text) => match ferz_runtime::parse_move(engine.as_ref(), position, text) {
            Ok(m) => {
                let head = [m.from, m.to, m.man, m.placed, m.form, m.victims, m.passed, m.carried];
                hex(&head) + &hex(&m.squares)
            }
            Err(_) => format!("error {MOVE} 0 {}", text.len()),
        },
        Command::Play(text) => {
            let played = ferz_runtime::parse_move(engine.as_ref(), position, text).unwrap();
            game.push(text.clone(), &played);
            "ok".into()
        }
        Command::Show => show(engine.as_ref(), game),
        Command::Attacks => {
            let board = &engine.variant().board;
            let squares = u16::from(board.width) * u16::from(board.height);
            let attacked = |side| {
                let bit = |square: u16| if engine.attacked(position, square as u8, side) { '1' } else { '0' };
                (0..squares).map(bit).collect::<String>()
            };
            format!("{} {} ", attacked(0), attacked(1))
        }
        Command::Perft(depth) => engine.perft(position, *depth, &AtomicBool::new(false)).unwrap().to_string(),
    }
}

fn show(engine: &dyn Engine, game: &Game) -> String {
    let (variant, state) = (engine.variant(), game.position().state());
    let keys = format!("{:016x}\t{:016x}", state.key(7), variant.identity(state).key(0));
    let check = u8::from(engine.in_check(game.position()));
    let ending = |end: &Ending| format!("{} {};", end.winner.map_or(-1, |side| side as i32), end.rule);
    let outcome = game.outcome().as_ref().map_or("-".into(), ending);
    let claims: String = game.claims().iter().map(ending).collect();
    let named = ferz_runtime::legal_moves(engine, game.position());
    let moves = named.iter().map(|(text, m)| {
        let head = [m.from, m.to, m.man, m.placed, m.form, m.victims, m.passed, m.carried];
        format!("{text} {}{};", hex(&head), hex(&m.squares))
    });
    let moves: String = moves.collect();
    format!("{}\t{keys}\t{check}\t{outcome}\t{claims}\t{moves}", game.fen())
}

/// Compares two answers. Moves may come in any order; what is quoted of a long text may be shorter in C, and why a move is not legal is
/// said in words of its own there.
pub fn compare(name: &str, command: &Command, rust: &str, c: &str) {
    let same = match command {
        Command::Show => sorted(rust) == sorted(c),
        Command::Read(_) => rust == c || rust.starts_with("error") && c.starts_with(&format!("{rust} ")),
        Command::Fen(_) => same_error(rust, c),
        _ => rust == c,
    };
    assert!(same, "{name}: {command:?}\nRust: {rust}\nC:    {c}");
}

fn sorted(shown: &str) -> (&str, Vec<&str>) {
    let (rest, moves) = shown.rsplit_once('\t').unwrap_or((shown, ""));
    let mut moves: Vec<&str> = moves.split(';').collect();
    moves.sort_unstable();
    (rest, moves)
}

/// Errors have the same code and place, and the same words as far as there is room for them.
fn same_error(rust: &str, c: &str) -> bool {
    let words = |answer: &str| -> Vec<String> { answer.splitn(5, ' ').map(str::to_owned).collect() };
    let (rust, c) = (words(rust), words(c));
    if rust.len() < 5 || c.len() < 5 {
        return rust == c;
    }
    let cut = c[4].ends_with("...") || c[4].contains("...`");
    rust[..4] == c[..4] && (cut || rust[4] == c[4])
}
