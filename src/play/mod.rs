//! A game at the terminal, line by line.

mod input;
mod record;

pub use input::Input;

use crate::board::{self, Look};
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::screen::{Screen, tame};
use ferz::opponent::{Limits, Opponent};
use ferz::why::{self, Why};
use ferz_lang::Compiled;
use ferz_lang::rules::Rules;
use ferz_runtime::{Ending, Game, Status, parse_square};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};

/// Who sits at the board.
pub enum Players {
    /// Two people.
    People,
    /// A person, and Ferz on this side.
    Against {
        /// The side that Ferz plays.
        side: usize,
        /// How it finds its moves.
        opponent: Box<Opponent>,
        /// How long it may think.
        limits: Limits,
    },
}

/// A game with who plays it and how it looks.
pub struct Session<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The file they come from.
    pub compiled: &'a Compiled,
    /// The game so far.
    pub game: Game,
    /// Who plays.
    pub players: Players,
    /// Whether Black sits below.
    pub turned: bool,
    /// Whether to draw pieces where Unicode has them.
    pub unicode: bool,
    /// The draw that a player has claimed.
    pub claimed: Option<Ending>,
}

const SIDES: [&str; 2] = ["White", "Black"];

/// The commands, with what they do.
const COMMANDS: [(&str, &str); 15] = [
    ("moves", "the legal moves; `moves e2` shows on the board where one man can go"),
    ("why", "`why e2e5` says which rule refuses a move, `why e2` what a man may do"),
    ("undo", "takes the last move back; against Ferz, its reply as well"),
    ("go", "Ferz makes the move for the side to move"),
    ("claim", "claims a draw that the rules offer"),
    ("board", "draws the board again"),
    ("flip", "turns the board"),
    ("fen", "the position as FEN"),
    ("history", "the game so far, as text"),
    ("save", "`save FILE` writes the game as text to a new file"),
    ("save!", "`save! FILE` writes it even if there is such a file, and what is in it is lost"),
    ("load", "`load FILE` goes on with a saved game"),
    ("new", "starts again from the first position"),
    ("help", "this list"),
    ("quit", "leaves"),
];

/// The largest file that is read as a game.
const LARGEST: u64 = 16 << 20;

/// Whether to go on after a line.
enum Next {
    On,
    Leave,
}

impl Session<'_> {
    /// Plays until the lines end or somebody leaves.
    pub fn run(&mut self, input: &mut Input, screen: &mut Screen) -> Outcome {
        screen.line(&screen.strong(&self.rules.name))?;
        let how = match &self.players {
            Players::People => "Two people play.".to_owned(),
            Players::Against { side, .. } => format!("You are {}, Ferz is {}.", SIDES[1 - side], SIDES[*side]),
        };
        screen.line(&format!("{how} Type a move, such as `{}`, or `help`.", self.example()))?;
        screen.line("")?;
        self.show(&[], screen)?;
        loop {
            self.reply(screen)?;
            screen.flush()?;
            let side = SIDES[usize::from(self.game.position().state().side)];
            let prompt = if self.is_over() { "over> ".to_owned() } else { format!("{side}> ") };
            let Some(line) = input.line(&prompt, || self.words())? else { return Ok(()) };
            if let Next::Leave = self.obey(line.trim(), screen)? {
                return Ok(());
            }
        }
    }

    fn is_over(&self) -> bool {
        self.claimed.is_some() || self.game.outcome().is_some()
    }

    /// A legal move, or what one looks like.
    fn example(&self) -> String {
        self.game.legal().into_iter().next().map_or("a2a3".to_owned(), |(text, _)| text)
    }

    /// What can be typed: moves, then commands.
    fn words(&self) -> Vec<String> {
        let moves = self.game.legal().into_iter().map(|(text, _)| text);
        moves.chain(COMMANDS.iter().map(|(name, _)| (*name).to_owned())).collect()
    }

    fn obey(&mut self, line: &str, screen: &mut Screen) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => help(screen)?,
            "moves" => self.moves(rest, screen)?,
            "why" => self.why(rest, screen)?,
            "undo" => self.undo(screen)?,
            "go" => self.think(screen)?,
            "claim" => self.claim(screen)?,
            "board" => self.show(&[], screen)?,
            "flip" => {
                self.turned = !self.turned;
                self.show(&[], screen)?;
            }
            "fen" => screen.line(&self.game.fen())?,
            "history" => screen.text(&record::write(&self.game))?,
            "save" => self.save(rest, false, screen)?,
            "save!" => self.save(rest, true, screen)?,
            "load" => self.load(rest, screen)?,
            "new" => {
                self.claimed = None;
                while self.game.undo().is_some() {}
                self.show(&[], screen)?;
            }
            _ => self.play(line, screen)?,
        }
        Ok(Next::On)
    }

    /// Plays the moves of a line, up to the first that is none.
    fn play(&mut self, line: &str, screen: &mut Screen) -> Outcome {
        if let Some(ending) = &self.claimed {
            return screen.line(&format!("The game is over: {ending}. `undo` takes a move back, `new` starts again."));
        }
        let mut played = false;
        let mut problem = None;
        for word in line.split_whitespace() {
            match self.game.play(word) {
                Ok(_) => played = true,
                Err(error) => {
                    problem = Some((word, error));
                    break;
                }
            }
        }
        if played {
            self.show(&[], screen)?;
        }
        let Some((word, error)) = problem else { return Ok(()) };
        let message = error.to_string();
        let guess = if message.contains("did you mean") { None } else { self.guess(word) };
        let guess = guess.map_or(String::new(), |guess| format!("\ndid you mean `{guess}`?"));
        screen.line(&(tame(&message) + &guess))
    }

    /// The command or legal move that looks most like a word that is neither.
    fn guess(&self, word: &str) -> Option<String> {
        if word.len() > 40 {
            return None;
        }
        let words = self.words().into_iter().map(|known| (strsim::damerau_levenshtein(&known, word), known));
        words.min().filter(|(far, _)| *far <= 1.max(word.len() / 4)).map(|(_, known)| known)
    }

    /// Lets Ferz move while it is its turn.
    fn reply(&mut self, screen: &mut Screen) -> Outcome {
        let turn = usize::from(self.game.position().state().side);
        match &self.players {
            Players::Against { side, .. } if *side == turn && !self.is_over() => self.think(screen),
            _ => Ok(()),
        }
    }

    /// Ferz makes a move for the side to move.
    fn think(&mut self, screen: &mut Screen) -> Outcome {
        if self.is_over() {
            return screen.line("The game is over: `undo` takes a move back, `new` starts again.");
        }
        screen.flush()?;
        let mut own = None;
        let (opponent, limits) = match &mut self.players {
            Players::Against { opponent, limits, .. } => (&mut **opponent, *limits),
            Players::People => {
                let limits = Limits { time: std::time::Duration::from_secs(2), depth: 64 };
                (own.insert(Opponent::new(self.rules, 1)), limits)
            }
        };
        // Ctrl-C ends thinking, not the game.
        let choice = interrupt::counting(|stop| opponent.choose(&self.game, limits, stop));
        interrupt::forget();
        let Some(choice) = choice else { return Ok(()) };
        let side = SIDES[usize::from(self.game.position().state().side)];
        let text = self.game.legal().into_iter().find(|(_, m)| *m == choice.played).map(|(text, _)| text);
        self.game.play_move(&choice.played);
        screen.line(&format!("Ferz plays {side}'s {}", screen.strong(&text.unwrap_or_default())))?;
        self.show(&[], screen)
    }

    /// Draws the board with the last move marked, and says how the game stands.
    fn show(&mut self, targets: &[u8], screen: &mut Screen) -> Outcome {
        let mut marks: Vec<(u8, [char; 2])> = targets.iter().map(|&square| (square, board::TARGET)).collect();
        if let (Some((_, last)), []) = (self.game.history().last(), targets) {
            marks.extend([last.from, last.to].map(|square| (square, board::LAST)));
        }
        let symbols = if self.unicode { &self.rules.symbols[..] } else { &[] };
        let look = Look { variant: self.game.engine().variant(), marks: &marks, turned: self.turned, symbols };
        board::draw(&look, self.game.position().state(), screen)?;
        screen.line("")?;
        if targets.is_empty() { self.announce(screen) } else { Ok(()) }
    }

    /// Says how the game stands, if there is something to say.
    fn announce(&mut self, screen: &mut Screen) -> Outcome {
        match self.game.status() {
            Status::Ongoing => {}
            Status::Check => screen.line(&screen.bad("Check."))?,
            Status::Over(ending) => {
                let place = why::place(self.compiled, &ending.rule);
                let place = place.map_or(String::new(), |place| format!(" ({place})"));
                screen.line(&screen.good(&format!("The game is over: {ending}{place}.")))?;
            }
        }
        for claim in self.game.claims() {
            screen.line(&format!("`claim` would end the game: {claim}."))?;
        }
        Ok(())
    }

    fn moves(&mut self, square: &str, screen: &mut Screen) -> Outcome {
        let legal = self.game.legal();
        if square.is_empty() {
            let all: Vec<String> = legal.into_iter().map(|(text, _)| text).collect();
            return screen.line(&if all.is_empty() { "none".to_owned() } else { all.join(" ") });
        }
        let Some(from) = parse_square(&self.game.engine().variant().board, square) else {
            return screen.line(&format!("`{}` is no square of this board: write one such as `a1`", tame(square)));
        };
        let own: Vec<_> = legal.into_iter().filter(|(_, m)| m.from == from).collect();
        if own.is_empty() {
            return screen.line(&format!("nothing can move from {square}: `why {square}` says why"));
        }
        let targets: Vec<u8> = own.iter().map(|(_, m)| m.to).collect();
        self.show(&targets, screen)?;
        let texts: Vec<String> = own.into_iter().map(|(text, _)| text).collect();
        screen.line(&texts.join(" "))
    }

    fn why(&self, text: &str, screen: &mut Screen) -> Outcome {
        if text.is_empty() {
            return screen.line("write a square or a move: `why e2`, `why e2e5`");
        }
        let why = Why::new(self.rules, self.compiled);
        let lines = why.explain(self.game.position().state(), text);
        lines.iter().try_for_each(|line| screen.line(&tame(line)))
    }

    fn undo(&mut self, screen: &mut Screen) -> Outcome {
        if self.claimed.take().is_some() {
            return screen.line("The claim is taken back.");
        }
        if self.game.undo().is_none() {
            return screen.line("There is no move to take back.");
        }
        // It would only make its move again.
        if let Players::Against { side, .. } = &self.players
            && *side == usize::from(self.game.position().state().side)
            && self.game.undo().is_none()
        {
            screen.line("Ferz moves first: it may find another move now.")?;
        }
        self.show(&[], screen)
    }

    fn claim(&mut self, screen: &mut Screen) -> Outcome {
        match self.game.claims().into_iter().next() {
            Some(ending) => {
                screen.line(&screen.good(&format!("The game is over: {ending}, claimed.")))?;
                self.claimed = Some(ending);
                Ok(())
            }
            None => screen.line("There is nothing to claim."),
        }
    }

    fn save(&self, path: &str, anyway: bool, screen: &mut Screen) -> Outcome {
        if path.is_empty() {
            return screen.line("write where to: `save FILE`");
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(!anyway).create(anyway).truncate(anyway);
        let written = options.open(path).and_then(|mut file| file.write_all(record::write(&self.game).as_bytes()));
        let path = tame(path);
        screen.line(&match written {
            Ok(()) => format!("saved as {path}"),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                format!("not saved: there is a `{path}` already; `save! {path}` writes over it")
            }
            Err(error) => format!("not saved: `{path}`: {error}"),
        })
    }

    fn load(&mut self, path: &str, screen: &mut Screen) -> Outcome {
        if path.is_empty() {
            return screen.line("write from where: `load FILE`");
        }
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_string(&mut text));
        let game = read.map_err(|error| error.to_string()).and_then(|_| record::read(self.game.engine(), &text));
        match game {
            Ok(game) => {
                self.game = game;
                self.claimed = None;
                self.show(&[], screen)
            }
            Err(problem) => screen.line(&tame(&format!("not loaded: `{path}`: {problem}"))),
        }
    }
}

fn help(screen: &mut Screen) -> Outcome {
    screen.line("Type a move as `moves` lists them, or:")?;
    COMMANDS
        .iter()
        .try_for_each(|(name, does)| screen.line(&format!("  {}  {does}", screen.strong(&format!("{name:8}")))))
}
