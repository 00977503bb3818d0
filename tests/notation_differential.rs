//! Movements put together at random: both engines must go the same ways and attack the same squares, and the canonical text of a
//! movement must be the same movement.

use ferz_abi::{Move, side_of};
use ferz_compiler::Native;
use ferz_lang::diagnostics::Severity;
use ferz_lang::{NoFiles, compile, notation};
use ferz_runtime::{Engine, Random, fen};
use ferz_spec::Interpreter;

/// Movements to compare, and positions for each.
const MOVEMENTS: usize = 80;
const POSITIONS: usize = 25;

const WIDTH: usize = 9;
const HEIGHT: usize = 8;

/// Pieces of notation; thrown together, a part of them makes sense.
const MODIFIERS: [&str; 22] =
    ["", "", "", "f", "b", "l", "r", "v", "s", "fh", "fs", "rf", "hr", "m", "c", "i", "mc", "p", "g", "n", "j", "a"];
const CHAINS: [&str; 8] = ["", "", "", "a", "afs", "yaf", "yafs", "as"];
const ATOMS: [&str; 14] = ["W", "F", "D", "A", "H", "G", "N", "C", "Z", "R", "B", "Q", "K", "N"];
const COUNTS: [&str; 9] = ["", "", "", "", "2", "3", "0", "{2}", "{2..}"];
const LEGS: [&str; 12] = ["W", "F", "D", "A", "R", "B", "K", "Q", "W2", "F{2..}", "mW", "sR"];

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
fn rules(text: &str) -> ferz_lang::rules::Rules {
    let file = format!(
        "variant \"Random\"\n\
         board {WIDTH}x{HEIGHT}\n\
         piece Tested X = \"{text}\"\n\
         piece King K = \"K\" royal\n\
         setup \"4k4/2xxx4/9/9/9/9/2XXX4/4K4\"\n\
         rule checkmate {{ lose when checkmate }}\n\
         rule stalemate {{ draw when stalemate }}\n",
    );
    let compiled = compile("random.ferz", &file, &NoFiles);
    compiled.rules.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics))
}

/// A random position with both kings.
fn position(random: &mut Random) -> String {
    let mut cells = vec!['.'; WIDTH * HEIGHT];
    for _ in 0..random.below(28) {
        cells[random.below(WIDTH * HEIGHT)] = if random.below(2) == 0 { 'X' } else { 'x' };
    }
    let white = random.below(WIDTH * HEIGHT);
    cells[white] = 'K';
    cells[(white + 1 + random.below(WIDTH * HEIGHT - 1)) % (WIDTH * HEIGHT)] = 'k';
    let rank =
        |row: &[char]| row.iter().map(|&c| if c == '.' { "1".to_string() } else { c.to_string() }).collect::<String>();
    let ranks: Vec<String> = cells.chunks(WIDTH).map(rank).collect();
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
    let (ours, theirs) = (left.load(&state), right.load(&state));
    assert_eq!(left.in_check(&ours), right.in_check(&theirs), "check by {text} in {position}");
    for (square, side) in (0..WIDTH * HEIGHT).flat_map(|square| [(square, 0), (square, 1)]) {
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
        let text = movement(&mut random);
        let rules = rules(&text);
        let native = Native::compile(&rules).unwrap_or_else(|error| panic!("{text}: {error}"));
        let interpreter = Interpreter::new(&rules);
        (0..POSITIONS).for_each(|_| compare(&text, &position(&mut random), &interpreter, &native));
    }
}

#[test]
fn canonical_text_is_the_same_movement() {
    let mut random = Random::new(8);
    for _ in 0..5 * MOVEMENTS {
        let text = movement(&mut random);
        let again = notation::canonical(&notation::read(&text).0);
        let (left, right) = (Interpreter::new(&rules(&text)), Interpreter::new(&rules(&again)));
        (0..2).for_each(|_| compare(&text, &position(&mut random), &left, &right));
    }
}
