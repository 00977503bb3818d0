//! Wrong calls, short memory, wrong texts and files: each gets its code, with words, and nothing is written that should not be.

// Each call here is sound for one reason: handles are those of `Open`, and whatever else is handed over lives in the test, as large as it
// says, or is null.
#![allow(unsafe_code, clippy::undocumented_unsafe_blocks)]

use crate::describe::*;
use crate::error::*;
use crate::game::*;
use crate::library::*;
use crate::moves::*;
use crate::outcome::*;
use ferz_abi::{Move, STATE_BYTES};
use std::ffi::{CStr, CString, c_char};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// Calls with memory for so many bytes; gives the answer and the text.
fn call(size: usize, function: impl FnOnce(*mut c_char, usize) -> i64) -> (i64, String) {
    // One byte more, which must stay as it is.
    let mut memory = vec![0x55; size + 1];
    let answer = function(memory.as_mut_ptr().cast(), size);
    assert_eq!(memory[size], 0x55, "more was written than there is room for");
    let text = if size == 0 { "" } else { CStr::from_bytes_until_nul(&memory).unwrap().to_str().unwrap() };
    (answer, text.to_owned())
}

/// A file of its own for each test.
fn scratch() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = format!("libferz-{}-{}.so", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    std::env::temp_dir().join(name)
}

/// An example, built and open, as handles that are closed at the end.
struct Open {
    library: *mut Library,
    game: *mut Game,
}

impl Open {
    fn new(example: &str) -> Open {
        let file = scratch();
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(example);
        ferz::load(rules).unwrap().build(&ferz::build::Options::default(), &file).unwrap();
        let (mut library, mut game) = (null_mut(), null_mut());
        let path = c(file.to_str().unwrap());
        unsafe {
            assert_eq!(libferz_open(path.as_ptr(), &raw mut library, null_mut(), 0), 0);
            assert_eq!(libferz_start(library, 0, &raw mut game, null_mut(), 0), 0);
        }
        // It is in memory now.
        std::fs::remove_file(file).unwrap();
        Open { library, game }
    }

    fn stop(&self) {
        assert_eq!(unsafe { libferz_stop(self.game) }, 0);
    }

    fn fen(&self) -> String {
        call(200, |text, size| unsafe { libferz_fen(self.game, text, size) }).1
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        unsafe {
            libferz_close(self.library);
            libferz_free(self.game);
        }
    }
}

// Handles are for any thread to use.
unsafe impl Sync for Open {}

#[test]
fn null_is_an_error_everywhere() {
    let open = Open::new("chess.ferz");
    let (mut library, mut game) = (null_mut::<Library>(), null_mut::<Game>());
    let (none, nobody) = (null::<Library>(), null::<Game>());
    let text = c("e2e4");
    let mut played = Move::default();
    let mut number = 0;
    unsafe {
        let without_words = [
            libferz_width(none),
            libferz_height(none),
            libferz_is_cell(none, 0),
            libferz_kinds(none),
            libferz_is_royal(none, 0),
            libferz_setups(none),
            libferz_square(none, text.as_ptr()),
            libferz_square(open.library, null()),
            libferz_copy(nobody, &raw mut game),
            libferz_copy(open.game, null_mut()),
            libferz_side(nobody),
            libferz_man(nobody, 0),
            libferz_state(nobody, null_mut(), 0),
            libferz_state(open.game, null_mut(), STATE_BYTES),
            libferz_key(nobody, 0, &raw mut number),
            libferz_key(open.game, 0, null_mut()),
            libferz_legal(nobody, null_mut(), 0),
            libferz_legal(open.game, null_mut(), 1),
            libferz_make(null_mut(), &raw const played),
            libferz_make(open.game, null()),
            libferz_undo(null_mut()),
            libferz_stop(nobody),
            libferz_in_check(nobody),
            libferz_outcome(nobody),
            libferz_claim(nobody, 0),
            libferz_repetitions(nobody),
            libferz_fen(open.game, null_mut(), 10),
        ];
        assert_eq!(without_words, [LIBFERZ_NULL; 27]);
        let (library_at, game_at, played_at) = (&raw mut library, &raw mut game, &raw mut played);
        type Call<'c> = &'c mut dyn FnMut(*mut c_char, usize) -> i64;
        let with_words: [(&str, Call); 22] = [
            ("path", &mut |t, n| libferz_open(null(), library_at, t, n)),
            ("library", &mut |t, n| libferz_open(text.as_ptr(), null_mut(), t, n)),
            ("library", &mut |t, n| libferz_start(none, 0, game_at, t, n)),
            ("game", &mut |t, n| libferz_start(open.library, 0, null_mut(), t, n)),
            ("library", &mut |t, n| libferz_from_fen(none, text.as_ptr(), game_at, t, n)),
            ("fen", &mut |t, n| libferz_from_fen(open.library, null(), game_at, t, n)),
            ("library", &mut |t, n| libferz_name(none, t, n)),
            ("library", &mut |t, n| libferz_source(none, t, n)),
            ("library", &mut |t, n| libferz_kind_name(none, 0, t, n)),
            ("library", &mut |t, n| libferz_letter(none, 1, t, n)),
            ("library", &mut |t, n| libferz_notation(none, 0, t, n)),
            ("library", &mut |t, n| libferz_setup_fen(none, 0, t, n)),
            ("game", &mut |t, n| libferz_fen(nobody, t, n)),
            ("game", &mut |t, n| libferz_legal_texts(nobody, t, n)),
            ("game", &mut |t, n| libferz_move_text(nobody, played_at, t, n)),
            ("played", &mut |t, n| libferz_move_text(open.game, null(), t, n)),
            ("move_text", &mut |t, n| libferz_parse(open.game, null(), played_at, t, n)),
            ("played", &mut |t, n| libferz_parse(open.game, text.as_ptr(), null_mut(), t, n)),
            ("move_text", &mut |t, n| libferz_play(open.game, null(), t, n)),
            ("game", &mut |t, n| libferz_play(null_mut(), text.as_ptr(), t, n)),
            ("nodes", &mut |t, n| libferz_perft(open.game, 1, null_mut(), t, n)),
            ("game", &mut |t, n| libferz_outcome_rule(nobody, t, n)),
        ];
        for (what, function) in with_words {
            assert_eq!(call(100, function), (LIBFERZ_NULL, format!("`{what}` is null")));
        }
        // Nothing to close, nothing to free.
        libferz_close(null_mut());
        libferz_free(null_mut());
    }
    assert!(library.is_null() && game.is_null());
}

#[test]
fn texts_come_as_a_whole_or_not_at_all() {
    let open = Open::new("chess.ferz");
    let fen = open.fen();
    for size in 0..fen.len() + 3 {
        let (length, text) = call(size, |text, size| unsafe { libferz_fen(open.game, text, size) });
        assert_eq!(length, fen.len() as i64);
        assert_eq!(text, if size > fen.len() { fen.as_str() } else { "" });
    }
    let wrong = unsafe { libferz_fen(open.game, null_mut(), usize::MAX) };
    assert_eq!(wrong, LIBFERZ_NULL);
    let mut byte = 0x55;
    let wrong = unsafe { libferz_fen(open.game, &raw mut byte, usize::MAX) };
    assert_eq!((wrong, byte), (LIBFERZ_ARGUMENT, 0x55));
}

#[test]
fn words_about_errors_are_cut_to_what_fits() {
    let open = Open::new("chess.ferz");
    // Two bytes for each letter, so that a cut may fall into one.
    let text = c("ääää");
    let mut whole = None;
    for size in (0..200).rev() {
        let (code, said) = call(size, |t, n| unsafe { libferz_play(open.game, text.as_ptr(), t, n) });
        assert_eq!(code, LIBFERZ_MOVE);
        let whole: &String = whole.get_or_insert_with(|| said.clone());
        assert!(whole.starts_with(&said) && said.len() < size.max(1) && said.len() + 3 > size.min(whole.len()));
    }
    assert!(whole.unwrap().contains("ääää"));
}

#[test]
fn arrays_come_as_a_whole_or_not_at_all() {
    let open = Open::new("chess.ferz");
    let untouched = Move { from: 99, ..Move::default() };
    let mut moves = [untouched; 21];
    unsafe {
        assert_eq!(libferz_legal(open.game, moves.as_mut_ptr(), 19), 20);
        assert_eq!(moves, [untouched; 21]);
        assert_eq!(libferz_legal(open.game, moves.as_mut_ptr(), 20), 20);
        assert!(moves[19] != untouched && moves[20] == untouched);
        assert_eq!(libferz_legal(open.game, moves.as_mut_ptr(), usize::MAX), LIBFERZ_ARGUMENT);
        let mut state = [0x55u8; STATE_BYTES];
        let start = state.as_mut_ptr().cast();
        assert_eq!(libferz_state(open.game, start, STATE_BYTES - 1), STATE_BYTES as i64);
        assert_eq!(state, [0x55; STATE_BYTES]);
        assert_eq!(libferz_state(open.game, start, STATE_BYTES), STATE_BYTES as i64);
        assert_eq!(state[0], 0);
    }
}

#[test]
fn what_is_no_library_is_refused_with_a_reason() {
    let file = scratch();
    std::fs::write(&file, "variant \"Chess\" use fide").unwrap();
    for (path, why) in
        [(file.to_str().unwrap(), "no library"), ("no such file", "cannot be read"), ("", "cannot be read")]
    {
        let mut library = std::ptr::dangling_mut();
        let path = c(path);
        let (code, said) = call(300, |t, n| unsafe { libferz_open(path.as_ptr(), &raw mut library, t, n) });
        assert_eq!(code, LIBFERZ_LIBRARY);
        assert!(said.contains(why) && library.is_null(), "{said}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn wrong_texts_and_numbers_are_refused_with_a_reason() {
    let open = Open::new("chess.ferz");
    let fen = open.fen();
    unsafe {
        for (text, expected) in [(&b"8/8 w\0"[..], LIBFERZ_FEN), (b"\0", LIBFERZ_FEN), (b"\xff\0", LIBFERZ_ARGUMENT)] {
            let mut game = std::ptr::dangling_mut();
            let start = text.as_ptr().cast();
            let (code, said) = call(300, |t, n| libferz_from_fen(open.library, start, &raw mut game, t, n));
            assert_eq!(code, expected);
            assert!(!said.is_empty() && game.is_null(), "{said}");
        }
        for (text, expected) in [(&b"e2e5\0"[..], LIBFERZ_MOVE), (b"\0", LIBFERZ_MOVE), (b"\xc3\0", LIBFERZ_ARGUMENT)] {
            let start = text.as_ptr().cast();
            let (code, said) = call(300, |t, n| libferz_play(open.game, start, t, n));
            assert_eq!(code, expected);
            assert!(!said.is_empty());
        }
        for index in [-1, 6, i32::MAX, i32::MIN] {
            let (code, said) = call(300, |t, n| libferz_kind_name(open.library, index, t, n));
            assert_eq!(code, LIBFERZ_ARGUMENT);
            assert!(said.contains("there are 6"), "{said}");
            assert_eq!(libferz_is_royal(open.library, index), LIBFERZ_ARGUMENT);
            assert_eq!(call(9, |t, n| libferz_notation(open.library, index, t, n)).0, LIBFERZ_ARGUMENT);
            let mut game = std::ptr::dangling_mut();
            assert_eq!(call(9, |t, n| libferz_start(open.library, index, &raw mut game, t, n)).0, LIBFERZ_ARGUMENT);
            assert!(game.is_null());
            assert_eq!(libferz_claim(open.game, index), LIBFERZ_ONGOING);
        }
        for man in [-1, 0, 13, 257] {
            assert_eq!(call(9, |t, n| libferz_letter(open.library, man, t, n)).0, LIBFERZ_ARGUMENT);
        }
        for square in [-1, 64, 256] {
            assert_eq!(libferz_man(open.game, square), LIBFERZ_ARGUMENT);
            assert_eq!(call(9, |t, n| libferz_square_name(open.library, square, t, n)).0, LIBFERZ_ARGUMENT);
        }
        let mut nodes = 7;
        for depth in [-1, 1001, i32::MAX] {
            let (code, said) = call(300, |t, n| libferz_perft(open.game, depth, &raw mut nodes, t, n));
            assert_eq!(code, LIBFERZ_ARGUMENT);
            assert!(said.contains("0 to 1000"), "{said}");
        }
        // No move of this game, or of any.
        for wrong in [Move::default(), Move { from: 255, to: 255, man: 255, form: 9, victims: 200, ..Move::default() }]
        {
            assert_eq!(libferz_make(open.game, &raw const wrong), LIBFERZ_MOVE);
            assert_eq!(call(99, |t, n| libferz_move_text(open.game, &raw const wrong, t, n)).0, LIBFERZ_MOVE);
        }
    }
    assert_eq!(open.fen(), fen);
}

#[test]
fn a_panic_goes_no_further() {
    let (code, said) =
        call(100, |text, size| answer(unsafe { crate::memory::Text::new(text, size) }, || panic!("on purpose")));
    assert_eq!(code, LIBFERZ_BUG);
    assert!(said.contains("a bug"), "{said}");
}

#[test]
fn many_threads_use_libraries_and_look_at_games_at_once() {
    let games = [(Open::new("chess.ferz"), 3, 8902), (Open::new("eurasian.ferz"), 2, 2910)];
    std::thread::scope(|scope| {
        for (open, depth, expected) in games.iter().flat_map(|game| std::iter::repeat_n(game, 8)) {
            scope.spawn(move || {
                for _ in 0..4 {
                    let (mut own, mut nodes) = (null_mut(), 0);
                    unsafe {
                        assert_eq!(libferz_perft(open.game, *depth, &raw mut nodes, null_mut(), 0), 0);
                        assert_eq!(nodes, *expected);
                        assert_eq!(libferz_start(open.library, 0, &raw mut own, null_mut(), 0), 0);
                        let texts = call(999, |t, n| libferz_legal_texts(own, t, n)).1;
                        let first = c(texts.lines().next().unwrap());
                        assert_eq!(libferz_play(own, first.as_ptr(), null_mut(), 0), 0);
                        libferz_free(own);
                    }
                }
            });
        }
    });
}

#[test]
fn another_thread_stops_a_count() {
    let open = Open::new("chess.ferz");
    let mut nodes = 7;
    std::thread::scope(|scope| {
        scope.spawn(|| open.stop());
        let code = unsafe { libferz_perft(open.game, 100, &raw mut nodes, null_mut(), 0) };
        assert_eq!(code, LIBFERZ_STOPPED);
    });
    assert_eq!(nodes, 0);
}

/// Whether the header is what the source makes of it, cbindgen says (`header/`). That nothing is missing can be seen without.
#[test]
fn every_function_that_is_exported_is_in_the_header() {
    let source = [include_str!("library.rs"), include_str!("describe.rs"), include_str!("game.rs")];
    let source = [&source[..], &[include_str!("moves.rs"), include_str!("outcome.rs")]].concat().concat();
    let header = include_str!("../../include/libferz.h");
    let names: Vec<&str> = source
        .split("#[unsafe(no_mangle)]")
        .skip(1)
        .map(|rest| rest.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap())
        .collect();
    assert!(names.len() > 40, "the functions are somewhere else now");
    for name in names {
        assert!(header.contains(&format!(" {name}(")), "{name} is not in the header");
    }
}
