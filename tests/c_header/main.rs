//! The functions of `ferz.h` against those of the runtime: a program in C plays the libraries of all examples, and every answer must be
//! the one that Rust gives on native code in memory.

#[path = "../common/mod.rs"]
mod common;
mod driver;
mod mutation;
mod sides;

use common::GAMES;
use driver::{Build, Driver};
use ferz::build::Options;
use ferz::files::{Files, read, rule_files};
use ferz_abi::library::{X86_64, features_of};
use ferz_compiler::Cpu;
use ferz_runtime::library::{HEADER, Problem};
use ferz_runtime::{Engine, Library, Random, fen, legal_moves, random_game};
use ferz_spec::Interpreter;
use mutation::mutated;
use sides::{Command, compare, rust_answers};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// A variant on both sides: native code, and a library for C.
struct Both {
    name: String,
    engine: Arc<dyn Engine>,
    library: PathBuf,
}

impl Both {
    fn new(name: &str, program: &ferz::Program) -> Both {
        let library = common::scratch(&format!("{name}.so"));
        program.build(&Options::default(), &library).unwrap_or_else(|error| panic!("{name}: {error}"));
        Both { name: name.to_owned(), engine: Arc::clone(program.engine()), library }
    }

    /// Gives both sides the same commands, and compares what they say; says how many texts were refused.
    fn agree(&self, driver: &Driver, commands: &[Command]) -> usize {
        let ours = rust_answers(&self.engine, commands);
        let theirs = driver.answers(&self.library, commands);
        assert_eq!(theirs.len(), commands.len(), "{}: answers", self.name);
        for ((command, rust), c) in commands.iter().zip(&ours).zip(&theirs) {
            compare(&self.name, command, rust, c);
        }
        ours.iter().filter(|answer| answer.starts_with("error")).count()
    }

    /// FENs out of random games, the start position first.
    fn fens(&self, seed: u64, plies: usize) -> Vec<String> {
        let variant = self.engine.variant();
        let start = self.engine.load(&fen::parse(variant, &variant.setups[0].fen).unwrap());
        let game = random_game(self.engine.as_ref(), &start, seed, plies);
        game.iter().map(|(position, _)| fen::write(variant, position.state())).collect()
    }
}

/// The examples, and what other tests found hard to get right: rules with every kind of choice. Each is built once for all tests.
static VARIANTS: LazyLock<Vec<Both>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["examples", "tests/regressions"].map(|folder| rule_files(&root.join(folder)).unwrap());
    let files = folders.concat().into_iter().chain([root.join("tests/c_header/holes-and-counters.ferz")]);
    let of_file = |file: PathBuf| {
        let compiled = ferz_lang::compile(&file.display().to_string(), &read(&file).unwrap(), &Files);
        let name = file.file_stem().unwrap().to_string_lossy();
        (!compiled.is_part())
            .then(|| Both::new(&name, &ferz::load(&file).unwrap_or_else(|error| panic!("{name}: {error}"))))
    };
    let variants: Vec<Both> = files.filter_map(of_file).collect();
    assert!(variants.len() > 40, "{} variants", variants.len());
    variants
});

/// Random games, with everything there is to ask about each position.
#[test]
fn random_games_go_the_same_way_in_c() {
    let driver = Driver::build(Build::Sanitized);
    for both in &*VARIANTS {
        let mut commands = Vec::new();
        for seed in 0..2 {
            let variant = both.engine.variant();
            let setup = &variant.setups[seed as usize % variant.setups.len()].fen;
            let start = both.engine.load(&fen::parse(variant, setup).unwrap());
            commands.extend([Command::Fen(setup.clone()), Command::Show, Command::Perft(2)]);
            for (at, (position, played)) in random_game(both.engine.as_ref(), &start, seed, 60).iter().enumerate() {
                let named = legal_moves(both.engine.as_ref(), position);
                let (text, _) = named.iter().find(|(_, legal)| legal == played).unwrap();
                commands.extend([Command::Play(text.clone()), Command::Show]);
                if at % 8 == 0 {
                    commands.extend([Command::Attacks, Command::Perft(1)]);
                }
            }
        }
        both.agree(&driver, &commands);
    }
}

/// Both sides on every position of the tables; the counts there are those of other programs.
#[test]
fn positions_of_the_tables_are_the_same_in_c() {
    let driver = Driver::build(Build::Cpp);
    let table = common::rows(include_str!("../data/perft.jsonl"));
    let mut counted = 0;
    for game in GAMES {
        let both = Both::new(&format!("table-{game}"), &common::program(game));
        let rows: Vec<_> =
            table.iter().filter(|row| row["game"] == game && row["nodes"].as_u64().unwrap() <= 100_000).collect();
        let commands: Vec<Command> = rows
            .iter()
            .flat_map(|row| {
                let depth = row["depth"].as_u64().unwrap() as u32;
                [Command::Fen(row["fen"].as_str().unwrap().to_owned()), Command::Show, Command::Perft(depth)]
            })
            .collect();
        both.agree(&driver, &commands);
        let answers = driver.answers(&both.library, &commands);
        for (row, answer) in rows.iter().zip(answers.chunks(3)) {
            assert_eq!(answer[2], row["nodes"].to_string(), "{row}");
        }
        counted += rows.len();
    }
    assert!(counted > 700, "{counted} rows");
}

/// A quarter of the positions that come out of mutations are still readable; they are then shown by both sides.
#[test]
fn ten_thousand_mutated_fens_are_read_or_refused_the_same_way_in_c() {
    let driver = Driver::build(Build::Sanitized);
    let each = 10_000usize.div_ceil(VARIANTS.len());
    let (mut all, mut refused) = (0, 0);
    for both in &*VARIANTS {
        let fens = both.fens(5, 80);
        let mut random = Random::new(11);
        let mut commands = Vec::new();
        for _ in 0..each {
            let text = &fens[random.below(fens.len())];
            commands.extend([Command::Fen(mutated(text, &mut random)), Command::Show]);
        }
        refused += both.agree(&driver, &commands);
        all += each;
    }
    assert!(all >= 10_000 && refused > all / 4 && refused < all * 19 / 20, "{refused} of {all}");
}

/// And as many without a mistake.
#[test]
fn ten_thousand_mutated_moves_are_read_or_refused_the_same_way_in_c() {
    let driver = Driver::build(Build::Sanitized);
    let each = 20_000usize.div_ceil(VARIANTS.len());
    let (mut all, mut refused) = (0, 0);
    for both in &*VARIANTS {
        let fens = both.fens(6, 60);
        let mut random = Random::new(12);
        let mut commands = Vec::new();
        for round in 0..each {
            if round % 8 == 0 {
                commands.push(Command::Fen(fens[random.below(fens.len())].clone()));
            }
            let state =
                fen::parse(both.engine.variant(), commands.iter().rev().find_map(Command::fen).unwrap()).unwrap();
            let named = legal_moves(both.engine.as_ref(), &both.engine.load(&state));
            let text = named[random.below(named.len())].0.as_str();
            commands.push(Command::Read(if round % 2 == 0 { text.to_owned() } else { mutated(text, &mut random) }));
        }
        refused += both.agree(&driver, &commands);
        all += each;
    }
    assert!(all >= 20_000 && refused > all / 4 && refused < all * 19 / 20, "{refused} of {all}");
}

/// A library counts no more than twelve plies at once: beyond that the header goes on by itself.
#[test]
fn deep_counts_are_the_same_in_c() {
    let source = r#"
        variant "To and fro"
        board 4x2
        piece Man M = "W"
        rule stuck { lose when stalemate }
        setup "3m/M3 w - -"
    "#;
    let program = ferz::compile(source).unwrap();
    let both = Both::new("to-and-fro", &program);
    let commands: Vec<Command> = (11..=14).map(Command::Perft).collect();
    let interpreter: Arc<dyn Engine> = Arc::new(Interpreter::new(program.rules()));
    let answers = Driver::build(Build::Sanitized).answers(&both.library, &commands);
    assert_eq!(answers, rust_answers(&interpreter, &commands));
}

/// Threefold repetition is for those who remember: here C does it, by keys.
#[test]
fn what_has_stood_on_the_board_before_is_known_in_c_too() {
    let driver = Driver::build(Build::Plain);
    let both = Both::new("repeated", &common::program("chess"));
    let mut commands = Vec::new();
    for _ in 0..5 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            commands.extend([Command::Play(text.to_owned()), Command::Show]);
        }
    }
    both.agree(&driver, &commands);
    // The start stands on the board for the third time after eight plies.
    let shown = driver.answers(&both.library, &commands);
    let claims = |ply: usize| shown[2 * ply - 1].split('\t').nth(5).unwrap();
    assert_eq!(claims(7), "");
    assert_eq!(claims(8), "-1 repetition;");
}

/// What is NULL, too small, out of range or made up is refused with an error that says so: `tests/c/wrong.c` counts what is not.
#[test]
fn wrong_arguments_are_refused() {
    let both = Both::new("wrong", &common::program("chess"));
    let programs = [Build::Plain, Build::Sanitized, Build::Cpp].map(|build| Driver::of("wrong.c", build));
    for program in programs.into_iter().chain(Driver::of("wrong.c", Build::Plain).under_valgrind()) {
        assert_eq!(program.answers(&both.library, &[]), ["0 failures"]);
    }
}

/// Every function keeps to the memory that it is given.
#[test]
fn threads_do_not_disturb_one_another() {
    let program = Driver::of("threads.c", Build::Plain);
    for game in ["shogi", "seirawan", "conclave-ecumenical"] {
        let both = Both::new(&format!("threads-{game}"), &common::program(game));
        assert_eq!(program.answers(&both.library, &[]), ["0 failures"]);
    }
}

/// The seal is read in C as in Rust: what this machine can execute, and what it cannot.
#[test]
fn libraries_of_other_machines_and_processors_are_refused_in_c_too() {
    let driver = Driver::build(Build::Plain);
    let other = if cfg!(target_arch = "aarch64") { "x86_64" } else { "aarch64" };
    let triple = Some(format!("{other}-unknown-linux-gnu"));
    let of_cpu = |cpu| Options { cpu, ..Options::default() };
    let cases = [
        ("foreign", Options { triple, ..Options::default() }),
        ("baseline", of_cpu(Cpu::Baseline)),
        ("v3", of_cpu(Cpu::V3)),
        ("native", of_cpu(Cpu::Native)),
    ];
    for (name, options) in cases {
        let file = common::scratch(&format!("sealed-{name}.so"));
        // There is no such level of other machines' processors.
        let Ok(()) = common::program("chess").build(&options, &file) else {
            assert!(name == "v3" && !cfg!(target_arch = "x86_64"), "{name}");
            continue;
        };
        let (rust, c) = (Library::open(&file).err().map(|error| error.problem), driver.refuses(&file));
        let told = match rust {
            None => c.is_empty(),
            Some(Problem::Machine { .. }) => c.contains("it is for machine"),
            Some(Problem::Processor(_)) => c.contains("it needs a processor"),
            Some(_) => false,
        };
        assert!(told, "{name}: {rust:?} in Rust, in C {c}");
    }
}

/// A bit of the seal means the same feature on both sides.
#[test]
fn features_of_processors_stand_in_the_order_of_the_seal() {
    let (_, table) = HEADER.split_once("} features[] = {").unwrap();
    let (table, _) = table.split_once("};").unwrap();
    let named = table.lines().filter_map(|line| line.split_once("/* ")?.1.strip_suffix(" */"));
    assert_eq!(named.collect::<Vec<_>>(), features_of(X86_64));
}

/// The same commands as in other tests, fewer of them: memory that was never written is only seen so.
#[test]
fn valgrind_has_no_complaint() {
    let Some(driver) = Driver::build(Build::Plain).under_valgrind() else {
        // `.ci/run` runs where it is there.
        eprintln!("valgrind is not installed: not tried");
        return;
    };
    for game in ["seirawan", "crazyhouse", "xiangqi", "three-check", "conclave-ecumenical"] {
        let both = Both::new(&format!("valgrind-{game}"), &common::program(game));
        let fens = both.fens(7, 40);
        let mut random = Random::new(13);
        let mut commands = vec![Command::Perft(2)];
        for text in fens.iter().step_by(10) {
            commands.extend([Command::Fen(text.clone()), Command::Show, Command::Attacks]);
            let named =
                legal_moves(both.engine.as_ref(), &both.engine.load(&fen::parse(both.engine.variant(), text).unwrap()));
            for _ in 0..10 {
                commands.push(Command::Read(mutated(&named[random.below(named.len())].0, &mut random)));
            }
            commands.extend([Command::Play(named[0].0.clone()), Command::Show]);
            for _ in 0..10 {
                commands.extend([Command::Fen(mutated(text, &mut random)), Command::Show]);
            }
        }
        both.agree(&driver, &commands);
    }
}
