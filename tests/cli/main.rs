//! The command line, run as a person or a program runs it: what it prints, and with which code it ends.

mod calls;
mod check;
mod moves;
mod perft;
mod show;
mod test;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// What became of a call.
struct Call {
    code: i32,
    out: String,
    err: String,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null());
    command.env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command
}

fn ferz(arguments: &[&str]) -> Call {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program speaks UTF-8");
    Call { code: status.code().expect("the program ends by itself"), out: text(stdout), err: text(stderr) }
}

impl Call {
    #[track_caller]
    fn ends(self, code: i32) -> Call {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// Ends with 2, nothing on stdout, and a message with all of these words.
    #[track_caller]
    fn refused(self, words: &[&str]) {
        let call = self.ends(2);
        assert_eq!(call.out, "");
        for word in words {
            assert!(call.err.contains(word), "no `{word}` in:\n{}", call.err);
        }
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in:\n{}", self.out))
    }
}

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A file with these bytes in a folder of its own; its path.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder(name).join("it.ferz");
    fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

const CHESS: &str = "examples/chess.ferz";
const WRONG: &str = "variant \"Wrong\"\nuse fide\npiece Rook R = \"RE\"\n";

/// With which code a child ends; it must do so in time.
#[track_caller]
fn ends_within(child: &mut Child, limit: Duration) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be asked") {
            return status.code().expect("it ends by itself, not by the signal");
        }
        if start.elapsed() > limit {
            child.kill().expect("a child can be ended");
            panic!("still counting after {limit:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
