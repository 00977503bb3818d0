//! Where output goes: answers to stdout, all else to stderr, colours only where a person looks on.

use crate::failure::{Failure, Outcome};
use serde::Serialize;
use std::io::{BufWriter, IsTerminal, Stdout, Write};

/// The two streams, and how to write to them.
pub struct Screen {
    out: BufWriter<Stdout>,
    /// Whether stdout understands colours and wants them.
    out_colours: bool,
    /// Whether stderr understands colours and wants them.
    err_colours: bool,
    /// Whether stderr is a terminal.
    err_terminal: bool,
}

impl Screen {
    /// The streams of this process.
    pub fn new() -> Screen {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let wanted = !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let (out, err) = (std::io::stdout(), std::io::stderr().is_terminal());
        Screen {
            out_colours: wanted && out.is_terminal(),
            err_colours: wanted && err,
            err_terminal: err,
            out: BufWriter::new(out),
        }
    }

    /// Whether a person watches stderr.
    pub fn watched(&self) -> bool {
        self.err_terminal
    }

    /// Whether stdout is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.out.get_ref().is_terminal()
    }

    /// Whether diagnostics are to be coloured.
    pub fn err_colours(&self) -> bool {
        self.err_colours
    }

    /// Text in bold, where stdout has colours.
    pub fn strong(&self, text: &str) -> String {
        self.painted("1", text)
    }

    /// Text that steps back, where stdout has colours.
    pub fn faint(&self, text: &str) -> String {
        self.painted("2", text)
    }

    /// Good news, where stdout has colours.
    pub fn good(&self, text: &str) -> String {
        self.painted("32", text)
    }

    /// Bad news, where stdout has colours.
    pub fn bad(&self, text: &str) -> String {
        self.painted("1;31", text)
    }

    fn painted(&self, style: &str, text: &str) -> String {
        if self.out_colours && !text.is_empty() { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Writes text to stdout.
    pub fn text(&mut self, text: &str) -> Outcome {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Writes a line to stdout.
    pub fn line(&mut self, line: &str) -> Outcome {
        Ok(writeln!(self.out, "{line}")?)
    }

    /// Writes a value as one line of JSON to stdout.
    pub fn json(&mut self, value: &impl Serialize) -> Outcome {
        let text = serde_json::to_string(value).map_err(std::io::Error::from)?;
        self.line(&text)
    }

    /// Hands over what has been written so far.
    pub fn flush(&mut self) -> Outcome {
        Ok(self.out.flush()?)
    }

    /// Writes a remark to stderr. That nobody may read it is no reason to stop.
    pub fn remark(&self, text: &str) {
        let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    }

    /// Says on stderr why a verb ended early, unless that has been said.
    pub fn complain(&self, failure: &Failure) {
        let (red, cyan, plain) = if self.err_colours { ("\x1b[1;31m", "\x1b[36m", "\x1b[0m") } else { ("", "", "") };
        match failure {
            Failure::Call { message, help } | Failure::Rules { message, help } => {
                let (message, help) = (tame(message), tame(help));
                self.remark(&format!("{red}error:{plain} {message}\n  {cyan}help:{plain} {help}"));
            }
            Failure::Output(error) => {
                self.remark(&format!("{red}error:{plain} the output could not be written: {error}"));
            }
            Failure::Stopped => self.remark("stopped"),
            Failure::Wrong | Failure::Unreadable | Failure::Unread => {}
        }
    }
}

/// What a call quotes may hold characters that would command a terminal: they are not passed on.
pub fn tame(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}
