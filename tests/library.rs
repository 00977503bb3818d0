//! Compiled libraries: what is in the file, what is refused, and several at once.

mod common;

use ferz::build::{Linker, Options};
use ferz_compiler::Cpu;
use ferz_runtime::library::Problem;
use ferz_runtime::{Engine, Library, fen};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn perft(engine: &dyn Engine, depth: u32) -> u64 {
    let start = fen::parse(engine.variant(), &engine.variant().setups[0].fen).unwrap();
    engine.perft(&engine.load(&start), depth, &AtomicBool::new(false)).unwrap()
}

fn build(game: &str, options: &Options, file: &Path) {
    common::program(game).build(options, file).unwrap();
}

#[test]
fn a_library_describes_its_variant_as_the_rules_do() {
    for game in common::GAMES {
        assert_eq!(common::library(game).variant(), &common::program(game).rules().describe(), "{game}");
    }
}

#[test]
fn the_same_rules_give_the_same_bytes() {
    for game in ["chess", "eurasian", "shogi"] {
        let files = ["first", "second"].map(|folder| common::scratch(&format!("{folder}-{game}/lib.so")));
        for file in &files {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            build(game, &Options::default(), file);
        }
        let [first, second] = files.map(|file| std::fs::read(file).unwrap());
        assert!(first == second, "{game}");
    }
}

#[test]
fn processors_make_no_difference_to_what_is_counted() {
    for cpu in [Cpu::Baseline, Cpu::Native] {
        let library = common::library_of("chess", &Options { cpu, ..Options::default() });
        assert_eq!(perft(&library, 4), 197_281, "{cpu:?}");
    }
}

/// Where there is no C compiler, `cc` cannot be tried.
#[test]
fn a_c_compiler_may_link_as_well() {
    for (linker, program) in [(Linker::Cc, "cc"), (Linker::Ld, "ld")] {
        let file = common::scratch(&format!("{program}.so"));
        let built = common::program("chess").build(&Options { linker, ..Options::default() }, &file);
        match std::process::Command::new(program).arg("--version").output() {
            Ok(_) => {
                built.unwrap();
                assert_eq!(perft(&Library::open(&file).unwrap(), 3), 8902, "{program}");
            }
            Err(_) => assert!(built.unwrap_err().to_string().contains("cannot be run"), "{program}"),
        }
    }
}

#[test]
fn an_older_file_is_replaced_as_a_whole_and_only_by_one_that_is_whole() {
    let file = common::scratch("replaced.so");
    build("chess", &Options::default(), &file);
    let old = std::fs::read(&file).unwrap();
    let chess = Library::open(&file).unwrap();
    // Nothing can be built for this: the old one stays.
    let nonsense = Options { triple: Some("nonsense".into()), ..Options::default() };
    assert!(common::program("chess").build(&nonsense, &file).is_err());
    assert!(std::fs::read(&file).unwrap() == old);
    // Who has the old one open keeps it, and is not given the new one in its place or the old one for the new.
    build("capablanca", &Options::default(), &file);
    assert_eq!(perft(&chess, 3), 8902);
    assert_eq!(Library::open(&file).err().map(|error| error.problem), Some(Problem::Stale));
    drop(chess);
    assert_eq!(Library::open(&file).unwrap().variant().board.width, 10);
    let left = std::fs::read_dir(file.parent().unwrap()).unwrap();
    let hidden = left.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".replaced"));
    assert_eq!(hidden.count(), 0);
}

#[test]
fn what_is_no_library_is_refused_with_a_reason() {
    let library = common::scratch("refused.so");
    build("chess", &Options::default(), &library);
    let good = std::fs::read(&library).unwrap();
    let refused = |name: &str, bytes: &[u8]| {
        let file = common::scratch(name);
        std::fs::write(&file, bytes).unwrap();
        Library::open(&file).err().unwrap_or_else(|| panic!("{name} was opened")).to_string()
    };
    assert!(refused("empty.so", &[]).contains("no library"));
    assert!(refused("text.so", b"variant \"Chess\" use fide").contains("no library"));
    assert!(refused("half.so", &good[..good.len() / 2]).contains("its end is missing"));
    assert!(refused("longer.so", &[&good[..], &[0]].concat()).contains("damaged"));
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 4;
    assert!(refused("changed.so", &changed).contains("damaged"));
    assert!(Library::open(common::scratch("nowhere.so")).err().unwrap().to_string().contains("cannot be read"));
    assert!(Library::open(library.parent().unwrap()).err().unwrap().to_string().contains("not an ordinary file"));
}

#[test]
fn a_library_for_another_machine_is_built_and_refused() {
    let (here, other) = if cfg!(target_arch = "aarch64") { ("aarch64", "x86_64") } else { ("x86_64", "aarch64") };
    let file = common::scratch("other.so");
    let options = Options { triple: Some(format!("{other}-unknown-linux-gnu")), ..Options::default() };
    build("chess", &options, &file);
    let error = Library::open(&file).err().unwrap().to_string();
    let (here, other) = (here.replace('_', "-"), other.replace('_', "-"));
    assert!(error.contains(&format!("is for {other}, and this program runs on {here}")), "{error}");
}

/// Any bit of the file may be wrong: nothing of it is executed then.
#[test]
fn ten_thousand_changed_libraries_are_refused() {
    let file = common::scratch("changed-often.so");
    build("chess", &Options::default(), &file);
    let good = std::fs::read(&file).unwrap();
    assert!(ferz_runtime::library::read(&good).is_ok());
    let mut random = ferz_runtime::Random::new(7);
    for round in 0..10_000 {
        let mut bytes = good.clone();
        // Half of the changes are among the headers and the seal.
        let end = if round % 2 == 0 { 1024 } else { bytes.len() };
        match round % 5 {
            0 => bytes.truncate(random.below(end)),
            1 => bytes.extend((0..=random.below(64)).map(|_| 0)),
            2 => {
                let (at, with) = (random.below(end), random.next_u64() as u8);
                bytes.splice(at..at, [with]);
            }
            3 => drop(bytes.remove(random.below(end))),
            _ => bytes[random.below(end)] ^= 1 << random.below(8),
        }
        assert!(ferz_runtime::library::read(&bytes).is_err(), "round {round}");
    }
    // Some of them all the way.
    for bit in 0..64 {
        let (mut bytes, changed) = (good.clone(), common::scratch("changed.so"));
        bytes[16 * bit] ^= 1 << (bit % 8);
        std::fs::write(&changed, bytes).unwrap();
        assert!(Library::open(&changed).is_err(), "bit {bit}");
    }
}

#[test]
fn two_libraries_in_one_process_with_eight_threads_each_do_not_disturb_one_another() {
    let counted = [("chess", 4, 197_281), ("azsymchess-2", 3, 143_293)];
    let engines = counted.map(|(game, depth, nodes)| (common::library(game), depth, nodes));
    std::thread::scope(|scope| {
        for (engine, depth, nodes) in &engines {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..4 {
                        assert_eq!(perft(engine.as_ref(), *depth), *nodes);
                    }
                });
            }
        }
    });
}
