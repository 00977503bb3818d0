//! Movements put together at random: both engines must go the same ways and attack the same squares, and the canonical text of a
//! movement must be the same movement.

use ferz_abi::{Move, side_of};
use ferz_compiler::Native;
use ferz_lang::diagnostics::Severity;
use ferz_lang::{NoFiles, compile, notation};
use ferz_runtime::{Engine, Random, fen};
use ferz_spec::Interpreter;

/// Movements to compare, and positions for each.
const MOVEMENTS: usize = 120;
const POSITIONS: usize = 20;

/// Boards of one, two and four words, one of them with squares on which many legs end beyond the edge.
const BOARDS: [(usize, usize); 5] = [(9, 8), (8, 8), (5, 4), (11, 10), (14, 13)];

/// Pieces of notation; thrown together, a part of them makes sense.
const MODIFIERS: [&str; 30] = [
    "", "", "", "f", "b", "l", "r", "v", "s", "fh", "fs", "rf", "hr", "m", "c", "i", "mc", "p", "g", "n", "j", "a",
    "d", "cd", "t", "k", "o", "z", "q", "u",
];
const CHAINS: [&str; 20] = [
    "", "", "", "", "", "a", "afs", "yaf", "yafs", "as", "ca", "caf", "mcab", "da", "pa", "gaf", "caib", "udab",
    "mpaf", "cafcaf",
];
const ATOMS: [&str; 14] = ["W", "F", "D", "A", "H", "G", "N", "C", "Z", "R", "B", "Q", "K", "N"];
const COUNTS: [&str; 9] = ["", "", "", "", "2", "3", "0", "{2}", "{2..}"];
const LEGS: [&str; 18] =
    ["W", "F", "D", "A", "R", "B", "K", "Q", "W2", "F{2..}", "mW", "sR", "cR", "mcK", "bK", "mcoK", "buK", "dK"];

fn one<'t>(from: &[&'t str], random: &mut Random) -> &'t str {
    from[random.below(from.len())]
}

/// A term, which may be nonsense.
fn term(random: &mut Random) -> String {
    if random.below(4) == 0 {
        let joint = |random: &mut Random| one(&["-", "?"], random).to_string();
        let mut text = format!("{}[{}", one(&["", "", "v", "fh"], random), one(&LEGS, random));
        for _ in 0..1 + random.below(2) {
            text += &(joint(random) + one(&LEGS, random));
        }
        return text + "]";
    }
    let (first, second) = (one(&MODIFIERS, random), one(&MODIFIERS, random));
    format!("{first}{second}{}{}{}", one(&CHAINS, random), one(&ATOMS, random), one(&COUNTS, random))
}

/// One to three terms that make sense together.
fn movement(random: &mut Random) -> String {
    loop {
        let text: String = (0..1 + random.below(3)).map(|_| term(random)).collect();
        if notation::read(&text).1.iter().all(|problem| problem.severity == Severity::Warning) {
            return text;
        }
    }
}

/// A rule file for a man that moves like this, and a royal.
fn rules(text: &str, (width, height): (usize, usize)) -> ferz_lang::rules::Rules {
    let king = width / 2;
    let row = |man: char| format!("{}{man}{}", gap(king), gap(width - king - 1));
    let pawns = |man: char| format!("{man}{}", gap(width - 1));
    let empty = format!("{}/", gap(width)).repeat(height - 4);
    let setup = format!("{}/{}/{empty}{}/{}", row('k'), pawns('x'), pawns('X'), row('K'));
    let file = format!(
        "variant \"Random\"\n\
         board {width}x{height}\n\
         piece Tested X = \"{text}\"\n\
         piece King K = \"K\" royal\n\
         setup \"{setup}\"\n\
         rule checkmate {{ lose when checkmate }}\n\
         rule stalemate {{ draw when stalemate }}\n",
    );
    let compiled = compile("random.ferz", &file, &NoFiles);
    compiled.rules.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics))
}

/// So many empty squares, in a FEN.
fn gap(squares: usize) -> String {
    if squares == 0 { String::new() } else { squares.to_string() }
}

/// A random position with both kings.
fn position(random: &mut Random, (width, height): (usize, usize)) -> String {
    let squares = width * height;
    let mut cells = vec![None; squares];
    for _ in 0..random.below(squares * 2 / 5) {
        cells[random.below(squares)] = Some(if random.below(2) == 0 { 'X' } else { 'x' });
    }
    let white = random.below(squares);
    cells[white] = Some('K');
    cells[(white + 1 + random.below(squares - 1)) % squares] = Some('k');
    let rank = |row: &[Option<char>]| {
        let (mut text, mut empty) = (String::new(), 0);
        for cell in row {
            match cell {
                None => empty += 1,
                Some(man) => {
                    text += &gap(empty);
                    text.push(*man);
                    empty = 0;
                }
            }
        }
        text + &gap(empty)
    };
    let ranks: Vec<String> = cells.chunks(width).map(rank).collect();
    format!("{} {}", ranks.join("/"), one(&["w", "b"], random))
}

/// Compares two engines in one position.
fn compare(text: &str, position: &str, left: &dyn Engine, right: &dyn Engine) {
    let state = fen::parse(left.variant(), position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let sorted = |engine: &dyn Engine| -> Vec<Move> {
        let mut moves = Vec::new();
        engine.moves(&engine.load(&state), &mut moves);
        moves.sort_unstable();
        moves
    };
    assert_eq!(sorted(left), sorted(right), "moves of {text} in {position}");
    let squares = usize::from(left.variant().board.width) * usize::from(left.variant().board.height);
    let (ours, theirs) = (left.load(&state), right.load(&state));
    assert_eq!(left.in_check(&ours), right.in_check(&theirs), "check by {text} in {position}");
    for (square, side) in (0..squares).flat_map(|square| [(square, 0), (square, 1)]) {
        let man = state.cells[square];
        if man == 0 || side_of(man) != side {
            let attacked = [left.attacked(&ours, square as u8, side), right.attacked(&theirs, square as u8, side)];
            assert_eq!(attacked[0], attacked[1], "side {side} attacking square {square} by {text} in {position}");
        }
    }
}

#[test]
fn both_engines_go_the_same_ways() {
    let mut random = Random::new(7);
    for _ in 0..MOVEMENTS {
        let (text, board) = (movement(&mut random), BOARDS[random.below(BOARDS.len())]);
        let rules = rules(&text, board);
        let native = Native::compile(&rules).unwrap_or_else(|error| panic!("{text}: {error}"));
        let interpreter = Interpreter::new(&rules);
        (0..POSITIONS).for_each(|_| compare(&text, &position(&mut random, board), &interpreter, &native));
    }
}

#[test]
fn canonical_text_is_the_same_movement() {
    let mut random = Random::new(8);
    for _ in 0..3 * MOVEMENTS {
        let text = movement(&mut random);
        let again = notation::canonical(&notation::read(&text).0);
        let board = BOARDS[0];
        let (left, right) = (Interpreter::new(&rules(&text, board)), Interpreter::new(&rules(&again, board)));
        (0..2).for_each(|_| compare(&text, &position(&mut random, board), &left, &right));
    }
}
