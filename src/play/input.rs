//! Where a player's lines come from: a line editor on a terminal, plain lines from a pipe.

use crate::failure::Failure;
use crate::screen::Screen;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal};

/// The longest line that is looked at, in bytes: whatever a player means to say is shorter.
const LONGEST: u64 = 1 << 20;

/// Where lines come from.
pub enum Input {
    /// A terminal.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// A pipe or a file.
    Pipe,
}

impl Input {
    /// The standard input, with a line editor if a person sits there.
    pub fn new(screen: &Screen) -> Input {
        let config = Config::builder().auto_add_history(true).build();
        let editor = (screen.is_terminal() && io::stdin().is_terminal())
            .then(|| Editor::<Words, DefaultHistory>::with_config(config).ok())
            .flatten();
        match editor {
            Some(mut editor) => {
                editor.set_helper(Some(Words(Vec::new())));
                Input::Terminal(Box::new(editor))
            }
            None => Input::Pipe,
        }
    }

    /// The next line, or none if there are no more. `words` are those that the Tab key completes.
    pub fn line(&mut self, prompt: &str, words: impl FnOnce() -> Vec<String>) -> Result<Option<String>, Failure> {
        match self {
            Input::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = words();
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Eof) => Ok(None),
                    Err(ReadlineError::Interrupted) => Err(Failure::Stopped),
                    Err(ReadlineError::Io(error)) => Err(error.into()),
                    Err(error) => Err(io::Error::other(error).into()),
                }
            }
            Input::Pipe => {
                let mut bytes = Vec::new();
                let mut limited = io::Read::take(io::stdin().lock(), LONGEST);
                let read = limited.read_until(b'\n', &mut bytes).map_err(|error| {
                    Failure::call(format!("the input cannot be read: {error}"), "pipe text, or type it")
                })?;
                Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}

/// What the Tab key completes.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(' ').map_or(0, |blank| blank + 1);
        let begun = &line[start..at];
        Ok((start, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
