//! Why a verb ended early, and what the shell gets to know of it.

use ferz_runtime::Stopped;
use std::io;
use std::process::ExitCode;

/// Why a verb ended early.
#[derive(Debug)]
pub enum Failure {
    /// A rule file or one of its tests is wrong. What is wrong has been said already.
    Wrong,
    /// The call cannot be carried out as it stands.
    Call {
        /// What is wrong, and where.
        message: String,
        /// A way out.
        help: String,
    },
    /// The rules are right as far as the language goes, and something cannot be done with them all the same.
    Rules {
        /// What, and why not.
        message: String,
        /// A way out.
        help: String,
    },
    /// Some of several files could not be read. Which, and why, has been said already.
    Unreadable,
    /// Ctrl-C.
    Stopped,
    /// Whoever read the output has gone: nothing is wrong, and nobody is left to tell.
    Unread,
    /// The output could not be written.
    Output(io::Error),
}

/// What a verb comes to.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// A call that cannot be carried out: what is wrong, and a way out.
    pub fn call(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Call { message: message.into(), help: help.into() }
    }

    /// The exit code: 1 the rule file or a test is wrong, 2 the call is, 130 Ctrl-C.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::Unread => 0,
            Failure::Wrong | Failure::Rules { .. } => 1,
            Failure::Call { .. } | Failure::Unreadable | Failure::Output(_) => 2,
            Failure::Stopped => 130,
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::Output(error),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Failure {
        Failure::Stopped
    }
}
