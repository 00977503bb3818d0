//! `ferz play`, as a person at a terminal and a program at a pipe meet it.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const CHESS: &str = "examples/chess.ferz";

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// What it says to these lines, coming through a pipe.
#[track_caller]
fn piped(arguments: &[&str], lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("play").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""), "{out}");
    assert!(!out.contains('\x1b'), "commands to a terminal in a pipe:\n{out}");
    out.into_owned()
}

#[track_caller]
fn says(out: &str, words: &[&str]) {
    for word in words {
        assert!(out.contains(word), "no `{word}` in:\n{out}");
    }
}

#[test]
fn fools_mate_through_a_pipe() {
    let out = piped(&[CHESS, "--two"], "f2f3 e7e5\ng2g4\nd8h4\n");
    says(&out, &["Orthodox Chess", "  8  r n b[.]k b n r", "  4  . . . . . . P[q]"]);
    says(&out, &["The game is over: Black wins by checkmate (<orthodox>:"]);
}

#[test]
fn the_targets_of_a_man_are_shown() {
    let out = piped(&[CHESS, "--two"], "moves g1\nmoves d1\nmoves z9\nmoves\n");
    says(&out, &["  3  . . . . .(.).(.)\n", "g1f3 g1h3\n", "`why d1` says why", "`z9` is no square"]);
    says(&out, &["a2a3 a2a4 b1a3"]);
}

#[test]
fn what_is_no_move_gets_an_answer_and_the_game_goes_on() {
    let out = piped(&[CHESS, "--two"], "e2e5\nmovs\ne2 e4\n\u{1b}[31m\nwhy e2e5\nwhy\nE2E4\nfen\n");
    says(&out, &["the Pawn on e2 may play e2e3, e2e4", "did you mean `moves`?", "does not move so", "`why e2`"]);
    says(&out, &["did you mean `e2e4`?", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"]);
}

#[test]
fn moves_are_taken_back() {
    let out = piped(&[CHESS, "--two"], "undo\ne2e4\nundo\nfen\ne2e4 e7e5\nnew\nfen\n");
    says(&out, &["There is no move to take back."]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    assert_eq!(out.matches(start).count(), 2, "{out}");
    // Against Ferz, its reply goes too.
    let out = piped(&[CHESS, "--level", "1"], "e2e4\nundo\nfen\n");
    says(&out, &["Ferz plays Black's", start]);
}

#[test]
fn a_game_is_saved_as_text_and_nothing_is_overwritten_unasked() {
    let path = folder("save").join("a game.txt");
    let name = path.to_str().expect("a path in UTF-8");
    let out = piped(&[CHESS, "--two"], &format!("e2e4 e7e5 g1f3\nsave {name}\nsave {name}\n"));
    says(&out, &["saved as", "not saved: there is a", "save!"]);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = format!("Variant: Orthodox Chess\nFEN: {fen}\n\n1. e2e4 e7e5\n2. g1f3\n\nResult: the game goes on\n");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), text);

    let out = piped(&[CHESS, "--two"], &format!("load {name}\nfen\nundo\nundo\nfen\nsave! {name}\n"));
    says(&out, &["rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n", "saved as"]);
    assert!(fs::read_to_string(&path).expect("it is there").contains("1. e2e4\n"));

    fs::write(&path, "FEN: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n1. e1e3\n").expect("it can be written");
    says(&piped(&[CHESS, "--two"], &format!("load {name}\n")), &["not loaded", "line 2", "e1e3"]);
    says(&piped(&["examples/azsymchess-1.ferz", "--two"], &format!("load {name}\n")), &["not loaded", "line 1"]);
    says(&piped(&[CHESS, "--two"], "load nowhere/at/all\nsave nowhere/at/all\n"), &["not loaded", "not saved"]);
}

#[test]
fn draws_are_claimed() {
    let out = piped(&[CHESS, "--two"], "claim\ng1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\nclaim\ne2e4\n");
    says(&out, &["There is nothing to claim.", "`claim` would end the game: draw by repetition."]);
    says(&out, &["The game is over: draw by repetition, claimed.", "`new` starts again"]);
}

#[test]
fn black_sits_below_when_a_person_plays_black() {
    let out = piped(&[CHESS, "--black", "--level", "1", "--seed", "1"], "quit\n");
    says(&out, &["You are Black, Ferz is White.", "     h g f e d c b a\n", "Ferz plays White's"]);
    says(&piped(&[CHESS, "--two", "--unicode"], ""), &["♜ ♞ ♝ ♛ ♚"]);
}

#[test]
fn men_are_drawn_by_the_symbols_that_the_rules_give() {
    // The King is another one and keeps his sign, the Camel has one of its own, the Archer has none.
    let rules = "variant \"Signs\"\nuse fide without castling\npiece King K = \"K\" within ranks 1..8 royal\n\
                 piece Camel L = \"C\" symbol \"☆★\"\npiece Archer A = \"F\"\nsetup \"3lka2/8/8/8/8/8/8/3LKA2\"\n";
    let file = folder("signs").join("signs.ferz");
    fs::write(&file, rules).expect("a file can be written");
    let file = file.to_str().expect("a path in UTF-8");
    says(&piped(&[file, "--two", "--unicode"], ""), &[". ★ ♚ a .", ". ☆ ♔ A ."]);
    says(&piped(&[file, "--two"], ""), &[". l k a ."]);
}

#[test]
fn ferz_mates_in_one_takes_what_is_free_and_repeats_itself() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    says(&piped(&[CHESS, "--two", "--fen", mate], "go\n"), &["Ferz plays White's a1a8", "White wins by checkmate"]);
    let free = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    says(&piped(&[CHESS, "--black", "--level", "2", "--fen", free], ""), &["Ferz plays White's e4d5"]);
    let game =
        || piped(&["examples/azsymchess-2.ferz", "--level", "2", "--time", "600", "--seed", "5"], "a3a4\nb3b4\n");
    assert_eq!(game(), game());
}

#[test]
fn ferz_moves_in_time() {
    let start = Instant::now();
    piped(&["examples/azsymchess-2.ferz", "--time", "0.3"], "a3a4\n");
    // Compiling and a busy machine take time as well.
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
}

/// A program on a terminal of its own.
struct Terminal {
    output: Receiver<Vec<u8>>,
    input: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    seen: String,
}

impl Terminal {
    fn new(arguments: &[&str]) -> Terminal {
        let size = PtySize { rows: 60, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ferz"));
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        command.args(["play"].iter().chain(arguments));
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let input = pair.master.take_writer().expect("a keyboard");
        let mut screen = pair.master.try_clone_reader().expect("a screen");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            // Without its master the terminal would hang up.
            let _master = pair.master;
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { output, input, child, seen: String::new() }
    }

    fn types(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).and_then(|()| self.input.flush()).expect("it listens");
    }

    /// Waits until this has been shown since the last time.
    #[track_caller]
    fn shows(&mut self, text: &str) {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return;
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("no `{text}` ({error}) in:\n{}", self.seen),
            }
        }
    }

    #[track_caller]
    fn ends(mut self, code: u32) {
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.exit_code(), code, "{}", self.seen);
    }
}

#[test]
fn a_person_plays_at_a_terminal() {
    let mut terminal = Terminal::new(&[CHESS, "--two"]);
    terminal.shows("White> ");
    // The Tab key completes: only one move starts so.
    terminal.types("g1f\t\r");
    terminal.shows("g1f3");
    terminal.shows("Black> ");
    terminal.types("hist\t\r");
    terminal.shows("1. g1f3");
    terminal.shows("Black> ");
    terminal.types("e7e5x\r");
    terminal.shows("did you mean");
    terminal.types("quit\r");
    terminal.ends(0);
}

#[test]
fn the_end_of_input_and_ctrl_c_leave() {
    let mut terminal = Terminal::new(&[CHESS, "--two"]);
    terminal.shows("White> ");
    terminal.types("\x04");
    terminal.ends(0);
    let mut terminal = Terminal::new(&[CHESS, "--two"]);
    terminal.shows("White> ");
    terminal.types("\x03");
    terminal.ends(130);
}

#[test]
fn ctrl_c_makes_ferz_move_at_once() {
    let mut terminal = Terminal::new(&[CHESS, "--time", "3600"]);
    terminal.shows("White> ");
    terminal.types("e2e4\r");
    terminal.shows("to move");
    std::thread::sleep(Duration::from_millis(1500));
    terminal.types("\x03");
    terminal.shows("Ferz plays Black's");
    terminal.shows("White> ");
    terminal.types("quit\r");
    terminal.ends(0);
}
