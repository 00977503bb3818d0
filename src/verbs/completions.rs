//! `ferz completions`: for shells that complete what is being typed.

use super::Ferz;
use crate::failure::Outcome;
use crate::screen::Screen;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Write the completions for a shell.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions && ferz completions bash > ~/.local/share/bash-completion/completions/ferz
  mkdir -p ~/.zfunc && ferz completions zsh > ~/.zfunc/_ferz
  mkdir -p ~/.config/fish/completions && ferz completions fish > ~/.config/fish/completions/ferz.fish")]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(&self, screen: &mut Screen) -> Outcome {
        // Into memory first: the generator does not forgive a reader that goes away.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Ferz::command(), "ferz", &mut script);
        screen.text(&String::from_utf8_lossy(&script))
    }
}
