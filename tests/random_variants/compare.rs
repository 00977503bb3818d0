//! Two engines in one position: they must say the same of it, down to every position that a move leads to.

use ferz_abi::{Move, State, has};
use ferz_compiler::{CompileError, Native, Strategy};
use ferz_lang::rules::Rules;
use ferz_lang::{NoFiles, compile};
use ferz_runtime::{Engine, Game, Position, fen, name_moves};
use ferz_spec::Interpreter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Moves that are made in one position to compare what they lead to.
const MOST_MADE: usize = 48;
/// Squares that are asked about in one position.
const MOST_ASKED: usize = 40;
/// Positions with more moves are not counted two moves deep.
const MOST_COUNTED: usize = 24;

/// Both engines for a variant.
pub struct Engines {
    pub rules: Rules,
    pub interpreter: Arc<Interpreter>,
    pub native: Arc<Native>,
    /// Native code that counts the last two plies from what is known of their parent, where the variant allows it.
    pub reusing: Option<Native>,
}

/// Why a text has no engines.
#[derive(Debug)]
pub enum Refusal {
    /// The language says that it is wrong.
    Language(String),
    /// Native code does not have it.
    Compiler(String),
}

impl Engines {
    /// The engines for a text.
    pub fn new(text: &str) -> Result<Engines, Refusal> {
        let compiled = compile("random.ferz", text, &NoFiles);
        let errors = || {
            let all = compiled.diagnostics.iter().filter(|d| d.is_error());
            all.map(|d| format!("{}: {}", d.code, d.message)).collect::<Vec<_>>().join("; ")
        };
        let rules = compiled.rules.ok_or_else(|| Refusal::Language(errors()))?;
        let native = Native::compile(&rules).map_err(|error| Refusal::Compiler(error.to_string()))?;
        let reusing = match Native::compile_with(&rules, Strategy::Reuse, &mut ()) {
            Ok(reusing) => Some(reusing),
            Err(CompileError::Reuse { .. }) => None,
            Err(error) => return Err(Refusal::Compiler(error.to_string())),
        };
        let interpreter = Arc::new(Interpreter::new(&rules));
        Ok(Engines { interpreter, native: Arc::new(native), reusing, rules })
    }

    /// A position of the interpreter, from a FEN.
    pub fn position(&self, text: &str) -> Result<Position, String> {
        let state = fen::parse(self.interpreter.variant(), text).map_err(|error| format!("{text}: {error}"))?;
        Ok(self.interpreter.load(&state))
    }

    /// The legal moves of a position of the interpreter, sorted.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        sorted(self.interpreter.as_ref(), position)
    }

    /// Compares everything that the engines say about a position; what they say otherwise, if they do. `number` chooses what is
    /// asked where not everything is.
    pub fn compare(&self, position: &Position, number: usize) -> Result<(), String> {
        let (spec, native) = (self.interpreter.as_ref(), self.native.as_ref());
        let state = position.state();
        let other = native.load(state);
        same_state("the state", other.state(), state)?;
        self.compare_fen(position)?;
        let (expected, found) = (sorted(spec, position), sorted(native, &other));
        let texts = name_moves(spec.variant(), &expected);
        if found != expected {
            return Err(self.different_moves(&expected, &found));
        }
        let alone = texts.windows(2).all(|two| two[0].0 != two[1].0);
        same("whether each move has a text of its own", &alone, &true)?;
        same("check", &native.in_check(&other), &spec.in_check(position))?;
        self.compare_ends(position, &other)?;
        self.compare_attacks(position, &other, number)?;
        let step = expected.len().div_ceil(MOST_MADE).max(1);
        let made = |m: &Move, index: usize| !ordinary(m) || (index + number).is_multiple_of(step);
        for (_, played) in expected.iter().enumerate().filter(|(index, m)| made(m, *index)) {
            let (ours, theirs) = (spec.make(position, played), native.make(&other, played));
            same_state(&format!("what {played:?} leads to"), theirs.state(), ours.state())?;
            if theirs != native.load(theirs.state()) {
                return Err(format!("the boards that native code keeps are wrong after {played:?}"));
            }
        }
        let stop = AtomicBool::new(false);
        same("perft 1", &native.perft(&other, 1, &stop), &Ok(expected.len() as u64))?;
        if expected.len() <= MOST_COUNTED && number.is_multiple_of(3) {
            same("perft 2", &native.perft(&other, 2, &stop), &spec.perft(position, 2, &stop))?;
        }
        self.compare_reuse(position, &other, expected.len())
    }

    /// Compares what is counted from what is known of the parent: with the interpreter where that does not take long, and else with native code.
    fn compare_reuse(&self, position: &Position, other: &Position, moves: usize) -> Result<(), String> {
        let Some(reusing) = &self.reusing else { return Ok(()) };
        let (stop, loaded) = (AtomicBool::new(false), reusing.load(position.state()));
        let few = moves <= MOST_COUNTED;
        let expected =
            if few { self.interpreter.perft(position, 2, &stop) } else { self.native.perft(other, 2, &stop) };
        same("perft 2 with reuse", &reusing.perft(&loaded, 2, &stop), &expected)?;
        let deeper = |engine: &Native, position: &Position| engine.perft(position, 3, &stop);
        if few { same("perft 3 with reuse", &deeper(reusing, &loaded), &deeper(&self.native, other)) } else { Ok(()) }
    }

    /// A position that is written as FEN and read again is the same, but for what it remembers of the one before.
    fn compare_fen(&self, position: &Position) -> Result<(), String> {
        let variant = self.native.variant();
        let written = fen::write(variant, position.state());
        let mut fresh = *position.state();
        fresh.vars[2 * (variant.counters.len() + variant.hand.len())..].fill(0);
        let again = fen::parse(variant, &written).map_err(|error| format!("{written} cannot be read back: {error}"))?;
        same_state(&format!("{written} read back"), &again, &fresh)
    }

    fn compare_ends(&self, position: &Position, other: &Position) -> Result<(), String> {
        for (condition, own) in (0..self.rules.conditions.len() as u16).flat_map(|c| [(c, 0), (c, 1)]) {
            let found = self.native.holds(other, condition, own);
            same(
                &format!("condition {condition} for {own}"),
                &found,
                &self.interpreter.holds(position, condition, own),
            )?;
        }
        let ours = Game::from_position(Arc::clone(&self.interpreter) as Arc<dyn Engine>, position.clone());
        let theirs = Game::from_position(Arc::clone(&self.native) as Arc<dyn Engine>, other.clone());
        same("how the game stands", &theirs.status(), &ours.status())?;
        same("what may be claimed", &theirs.claims(), &ours.claims())
    }

    fn compare_attacks(&self, position: &Position, other: &Position, number: usize) -> Result<(), String> {
        let board = &self.rules.board;
        let cells = usize::from(board.width) * usize::from(board.height);
        let step = cells.div_ceil(MOST_ASKED);
        for square in (number % step..cells).step_by(step).filter(|&square| !has(&board.holes, square)) {
            for side in 0..2 {
                let found = self.native.attacked(other, square as u8, side);
                let expected = self.interpreter.attacked(position, square as u8, side);
                same(&format!("whether side {side} attacks square {square}"), &found, &expected)?;
            }
        }
        Ok(())
    }

    fn different_moves(&self, expected: &[Move], found: &[Move]) -> String {
        let only = |here: &[Move], there: &[Move]| -> Vec<String> {
            let all = name_moves(self.interpreter.variant(), here);
            all.into_iter().filter(|(_, m)| !there.contains(m)).map(|(text, m)| format!("{text} {m:?}")).collect()
        };
        let (missing, wrong) = (only(expected, found), only(found, expected));
        if missing.is_empty() && wrong.is_empty() {
            return format!("one engine gives a move twice: {} moves of native code, {}", found.len(), expected.len());
        }
        format!("native code misses {missing:?} and makes up {wrong:?}")
    }
}

/// As `same`, for positions: only the numbers in which they differ are of interest.
fn same_state(what: &str, found: &State, expected: &State) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
    let fields = |text: &str| text.split(", ").map(String::from).collect::<Vec<_>>();
    let (found, expected) = (fields(&found), fields(&expected));
    let differ = found.iter().zip(&expected).enumerate().filter(|(_, (a, b))| a != b);
    let differ: Vec<String> = differ.map(|(at, (a, b))| format!("number {at} of the state: {a} for {b}")).collect();
    Err(format!("{what}: native {}", differ.join(", ")))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: native {found:?}, interpreter {expected:?}")) }
}

/// Whether a man goes from one square to another, and nothing else happens but that one is taken there.
fn ordinary(m: &Move) -> bool {
    m.form == 0 && m.placed == m.man && m.victims == 0 && m.passed == 0 && m.carried == 0
}

fn sorted(engine: &dyn Engine, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    engine.moves(position, &mut moves);
    moves.sort_unstable();
    moves
}
