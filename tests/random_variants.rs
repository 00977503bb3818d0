//! Random variants, well-typed by construction: interpreter and native code must agree on every position of random games.
//!
//! `FERZ_FUZZ_VARIANTS` asks for more variants than the fixed number that each run of the tests makes, `FERZ_FUZZ_SEED` for other ones.

use ferz_abi::Move;
use ferz_compiler::Native;
use ferz_lang::rules::Rules;
use ferz_lang::{NoFiles, compile};
use ferz_runtime::{Engine, Position, Random, fen, random_game};
use ferz_spec::Interpreter;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A list of words to draw from.
fn one_of<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[random.below(words.len())]
}

/// A term of notation. Some do not make sense; those the language refuses.
fn term(random: &mut Random) -> String {
    let modes = ["", "", "", "m", "c"];
    let straight = ["", "", "", "f", "b", "l", "r", "v", "s", "fs"];
    let diagonal = ["", "", "", "f", "b", "l", "r", "fl", "fr", "bl", "br"];
    let oblique = ["", "", "", "f", "b", "l", "r", "v", "s", "fh", "bh", "lh", "rh", "fs", "bs", "rf", "lb"];
    let (directions, atoms): (&[&str], &[&str]) = match random.below(3) {
        0 => {
            (&straight, &["W", "D", "H", "R", "R", "R2", "R3", "W2", "D0", "H2", "nD", "pR", "gR", "pR4", "gW4", "pD0"])
        }
        1 => (&diagonal, &["F", "A", "G", "B", "B", "B2", "B4", "F3", "A0", "nA", "pB", "gB", "pA0"]),
        _ => (&oblique, &["N", "N", "N0", "N2", "C", "C0", "Z", "nN", "pN0", "gN0"]),
    };
    let whole = [
        "[F?R]",
        "[W?B]",
        "[F-R]",
        "[W-B]",
        "[F-W{3..}]",
        "afsW",
        "afsF",
        "K",
        "Q",
        "K2",
        "Q3",
        "gQ",
        "pQ",
        "[D?B]",
        "nN",
        "mRcpR",
        "afsafyafF",
        "mafsmafW",
        "asR",
        "afafsK",
        "[W-sR]",
        "jD",
        "nH",
        "iR",
        "ifrN",
        "imK3",
    ];
    if random.below(4) == 0 {
        return one_of(random, &whole).to_string();
    }
    let atom = one_of(random, atoms);
    // A letter such as `n` or `p` goes before the atom it is written with, directions before it.
    format!("{}{}{atom}", one_of(random, &modes), one_of(random, directions))
}

/// A variant as text, and the constructs it was made of.
fn variant(random: &mut Random, made_of: &mut Vec<String>) -> String {
    let (width, height) = (3 + random.below(14), 3 + random.below(14));
    let letters: Vec<char> = "ABCDEFGH".chars().take(1 + random.below(7)).collect();
    let royal = random.below(6) > 0;
    let mut text = format!("variant \"random\"\nboard {width}x{height}\n");
    for letter in &letters {
        let terms: Vec<String> = (0..1 + random.below(2)).map(|_| term(random)).collect();
        made_of.extend(terms.iter().cloned());
        text += &format!(
            "piece Man{letter} {letter} = {}\n",
            terms.iter().map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(" + ")
        );
    }
    let pawn = one_of(random, &["fmWfcF", "fmWfceF", "fmWfceFifmnD", "fmFfcWifmnA", "fWfF", "fmWfceFimW3"]);
    text += &format!("piece Pawn P = \"{pawn}\"\n");
    made_of.push(pawn.to_string());
    text += &format!(
        "piece King K = \"{}\"{}\n",
        one_of(random, &["K", "K", "W", "KN", "Q2"]),
        if royal { " royal" } else { "" }
    );
    let mut white: Vec<Vec<char>> = vec![vec!['.'; width]; height];
    for (rank, row) in white.iter_mut().enumerate().take((height / 2).min(3)) {
        for cell in row.iter_mut() {
            if rank == 1 && random.below(5) > 0 {
                *cell = 'P';
            } else if random.below(3) > 0 {
                *cell = letters[random.below(letters.len())];
            }
        }
    }
    let king = random.below(width);
    white[0][king] = 'K';
    let castling = royal && width >= 6 && random.below(3) == 0;
    if castling {
        // A king in the middle, partners in the corners, and room between them here and there.
        for cell in white[0].iter_mut() {
            if *cell == 'K' || random.below(2) == 0 {
                *cell = '.';
            }
        }
        (white[0][0], white[0][width / 2], white[0][width - 1]) = (letters[0], 'K', letters[0]);
    } else if random.below(8) == 0 {
        white[0][random.below(width)] = 'K';
    }
    // Black's men are White's, reflected.
    let mut ranks = Vec::new();
    for rank in (0..height).rev() {
        let row: String = (0..width)
            .map(|file| match (white[rank][file], white[height - 1 - rank][file]) {
                ('.', black) => black.to_ascii_lowercase(),
                (own, _) => own,
            })
            .collect();
        ranks.push(squeeze(&row));
    }
    text += &format!("setup \"{}\"\n", ranks.join("/"));
    if random.below(2) == 0 {
        let optional = if random.below(3) == 0 { "optionally " } else { "" };
        let zone = ["on last rank", "on last rank", "from or to last rank"][random.below(3)];
        let to = one_of(random, &["army - King - Pawn", "army - King - Pawn", "army - Pawn"]);
        text += &format!("rule promotion {{ promote Pawn {zone} {optional}to {to} }}\n");
        made_of.push(format!("promotion {zone} {optional}to {to}"));
    }
    if castling {
        let files = 1 + random.below(2);
        text += &format!("rule castling {{ castle King {files} with Man{} }}\n", letters[0]);
        made_of.push(format!("castling by {files}"));
    }
    if royal {
        text += "rule checkmate { lose when checkmate }\n";
    }
    text += &rules_of_its_own(random, height, made_of);
    text + "rule stalemate { draw when stalemate }\n"
}

/// Rules beyond movement: what is forbidden, what follows on moves, other ways to win. ManA is always there, and so are Pawn and King.
fn rules_of_its_own(random: &mut Random, height: usize, made_of: &mut Vec<String>) -> String {
    let middle = format!("ranks {}..{}", 2.min(height), height.div_ceil(2).max(2));
    let squares = [
        "own ManA",
        "enemy King",
        "own King",
        "men Pawn",
        "enemy (ManA | Pawn)",
        "empty",
        "MIDDLE",
        "rank 1",
        "last rank",
        "file a",
        "near(own King)",
        "near(enemy)",
        "files(own ManA)",
        "ranks(own King)",
        "reach(\"Q\", own King)",
        "reach(\"N\", own ManA)",
        "attacked",
        "attacked by own",
        "own - attacked",
        "enemy & attacked by own",
        "~own",
    ];
    let set = |random: &mut Random| {
        let first = one_of(random, &squares).to_string();
        let joined = match random.below(4) {
            0 => format!("({first}) & ({})", one_of(random, &squares)),
            1 => format!("({first}) - ({})", one_of(random, &squares)),
            2 => format!("({first}) | ({})", one_of(random, &squares)),
            _ => first,
        };
        joined.replace("MIDDLE", &middle)
    };
    let condition = |random: &mut Random| match random.below(5) {
        0 => format!("any({})", set(random)),
        1 => format!("none({})", set(random)),
        2 => format!("count({}) > {}", set(random), random.below(5)),
        3 => format!("any({}) and not any({})", set(random), set(random)),
        _ => format!("count({}) <= count({})", set(random), set(random)),
    };
    let event = |random: &mut Random| {
        let what = [
            "capture",
            "move",
            "capture by ManA",
            "move by Pawn",
            "capture of Pawn",
            "promotion",
            "check",
            "move from rank 1",
        ];
        one_of(random, &what).to_string()
    };
    let mut text = String::new();
    let mut counted = false;
    for n in 0..random.below(4) {
        let (name, rule) = match random.below(12) {
            0 | 1 => ("forbid", format!("rule forbidden{n} {{ forbid {} }}\n", condition(random))),
            2 => (
                "forbid event",
                format!("rule forbidden{n} {{ forbid {} when {} }}\n", event(random), condition(random)),
            ),
            3 => {
                ("after remove", format!("rule after{n} {{ after {} {{ remove {} }} }}\n", event(random), set(random)))
            }
            4 => ("explosion", format!("rule after{n} {{ after capture {{ remove (near(to) - men Pawn) | to }} }}\n")),
            5 => ("prefer", format!("rule prefer{n} {{ prefer {} }}\n", event(random))),
            6 => (
                "swap",
                format!(
                    "action swap{n} {{ last resort when check choose man in own ManA - attacked swap own King, man }}\n"
                ),
            ),
            7 => (
                "relocate",
                format!(
                    "action jump{n} {{ when {} choose man in own ManA choose goal in empty & {middle} relocate man to goal }}\n",
                    condition(random)
                ),
            ),
            8 => ("pass", format!("action rest{n} {{ when {} }}\n", condition(random))),
            9 => ("win", format!("rule won{n} {{ win when {} }}\n", condition(random))),
            10 if !counted => {
                counted = true;
                ("counter", "counter points = 3 each side\nrule points { after check { lower own points } }\nrule out { win when own points = 0 }\n".to_string())
            }
            10 => continue,
            _ => (
                "put",
                format!(
                    "rule put{n} {{ after {} {{ put ManA on {} }} }}\n",
                    event(random),
                    one_of(random, &["to", "from"])
                ),
            ),
        };
        made_of.push(format!("rule {name}"));
        text += &rule;
    }
    text
}

/// What a term is an example of: its letters but for directions and modes.
fn construct(name: &str) -> String {
    if name.starts_with('[') || name.contains(' ') {
        name.into()
    } else {
        name.replace(['f', 'b', 'l', 'r', 'v', 's', 'h', 'm', 'c'], "")
    }
}

/// A rank of a FEN, gaps as numbers.
fn squeeze(row: &str) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for c in row.chars() {
        if c == '.' {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        gap = 0;
        text.push(c);
    }
    if gap > 0 {
        text += &gap.to_string();
    }
    text
}

/// Holes among the empty squares of the set-up, but for the ranks where kings castle. (The language cannot say so yet.)
fn dig_holes(random: &mut Random, rules: &mut Rules) {
    let width = usize::from(rules.board.width);
    for square in width..rules.squares() - width {
        if rules.setups[0].cells[square].is_none() && random.below(10) == 0 {
            rules.board.holes = ferz_abi::with(rules.board.holes, square);
        }
    }
}

fn sorted(engine: &dyn Engine, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    engine.moves(position, &mut moves);
    moves.sort_unstable();
    moves
}

/// Demands that two engines say the same of a position.
fn compare(interpreter: &Interpreter, native: &Native, position: &Position, count_two: bool, text: &str) {
    let state = position.state();
    let other = native.load(state);
    let written = fen::write(native.variant(), state);
    // A FEN does not say what the position remembers of the one before.
    let variant = native.variant();
    let mut fresh = *state;
    fresh.vars[2 * (variant.counters.len() + variant.hand.len())..].fill(0);
    assert_eq!(fen::parse(variant, &written), Ok(fresh), "{written} read back, {text}");
    let place = || format!("{text}\nin {}", fen::write(native.variant(), state));
    assert_eq!(other.state(), state, "the state, {}", place());
    let (specified, generated) = (sorted(interpreter, position), sorted(native, &other));
    let only = |here: &[Move], there: &[Move]| here.iter().filter(|m| !there.contains(m)).copied().collect::<Vec<_>>();
    let (missing, wrong) = (only(&specified, &generated), only(&generated, &specified));
    assert!(missing.is_empty() && wrong.is_empty(), "native misses {missing:?} and makes up {wrong:?}, {}", place());
    assert_eq!(generated, specified, "no move twice, {}", place());
    assert_eq!(native.in_check(&other), interpreter.in_check(position), "check in {}", place());
    let cells = usize::from(native.variant().board.width) * usize::from(native.variant().board.height);
    for square in 0..cells as u8 {
        for side in 0..2 {
            let (a, b) = (native.attacked(&other, square, side), interpreter.attacked(position, square, side));
            assert_eq!(a, b, "whether {side} attacks square {square} in {}", place());
        }
    }
    let stop = AtomicBool::new(false);
    for played in &specified {
        let (a, b) = (native.make(&other, played), interpreter.make(position, played));
        assert_eq!(a.state(), b.state(), "{played:?} in {}", place());
        assert_eq!(a, native.load(b.state()), "the boards after {played:?} in {}", place());
    }
    assert_eq!(native.perft(&other, 1, &stop), Ok(specified.len() as u64), "perft 1 of {}", place());
    if count_two && specified.len() < 60 {
        assert_eq!(native.perft(&other, 2, &stop), interpreter.perft(position, 2, &stop), "perft 2 of {}", place());
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn native_code_plays_random_variants_as_the_interpreter_does() {
    let wanted = number("FERZ_FUZZ_VARIANTS", 60);
    let mut random = Random::new(number("FERZ_FUZZ_SEED", 2026));
    let (mut tried, mut refused, mut unsupported, mut played, mut positions) = (0, 0, 0, 0, 0);
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    while played < wanted {
        tried += 1;
        let mut made_of = Vec::new();
        let text = variant(&mut random, &mut made_of);
        let seed = random.next_u64();
        let compiled = compile("random.ferz", &text, &NoFiles);
        let Some(mut rules) = compiled.rules else {
            refused += 1;
            continue;
        };
        if random.below(4) == 0 {
            dig_holes(&mut random, &mut rules);
            made_of.push("holes in the board".into());
        }
        let interpreter = Interpreter::new(&rules);
        let native = match Native::compile(&rules) {
            Ok(native) => native,
            Err(_) => {
                unsupported += 1;
                continue;
            }
        };
        let start = interpreter.load(&fen::parse(native.variant(), &native.variant().setups[0].fen).unwrap());
        let game = random_game(&interpreter, &start, seed, 30);
        if game.is_empty() {
            continue;
        }
        played += 1;
        positions += game.len();
        for (i, (position, _)) in game.iter().enumerate() {
            compare(&interpreter, &native, position, i % 8 == 0, &text);
        }
        for name in made_of {
            *uses.entry(construct(&name)).or_default() += 1;
        }
    }
    println!(
        "{tried} variants made, {refused} refused by the language, {unsupported} by the compiler, {played} played, {positions} positions"
    );
    for (name, count) in &uses {
        println!("  {count:4} {name}");
    }
    assert!(played * 3 >= tried, "most of the variants made are of no use: {played} of {tried}");
}
