//! The command line.

mod board;
mod failure;
mod interrupt;
mod load;
mod play;
mod screen;
mod verbs;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let call = verbs::Ferz::parse();
    interrupt::watch();
    let mut screen = screen::Screen::new();
    let outcome = call.run(&mut screen).and_then(|()| screen.flush());
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What was found out before is still worth having; what happened to it changes nothing any more.
            let _ = screen.flush();
            screen.complain(&failure);
            failure.exit_code()
        }
    }
}
