//! One variant, tried: random games in which both engines are compared, and what each of its constructs changed in them.

use crate::compare::{Engines, Refusal};
use crate::draft::{Draft, Tag};
use ferz_abi::{Move, State, Variant};
use ferz_lang::rules::Rules;
use ferz_lang::{NoFiles, compile};
use ferz_runtime::{Engine, Position, Random, fen, name_moves};
use ferz_spec::Interpreter;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Plies of a random game.
const PLIES: usize = 40;
/// After so many moves that could be made on 64 squares the engines are no longer compared, and the game ends as soon as it can count as
/// one: what takes a moment on a small board takes long on a large one.
const MOST_MOVES: usize = 1500;
/// A variant can be played if a game lasts so many plies, half of them by each side.
const PLAYABLE: usize = 8;
/// Positions in which it is looked at what a construct changes.
const SAMPLES: usize = 5;
/// A board with more squares than this is large: two positions will do there.
const LARGE: usize = 128;
/// Moves of such a position that are made.
const MOST_MADE: usize = 30;

/// What became of a variant.
pub enum Trial {
    /// The language refuses it.
    Wrong(String),
    /// Native code does not have it.
    Unsupported(String),
    /// The engines differ.
    Failed(Failure),
    /// They agree.
    Agreed(Report),
}

/// How two engines differ, and where.
#[derive(Clone, Debug)]
pub struct Failure {
    pub what: String,
    /// The position.
    pub fen: String,
}

/// What was seen.
#[derive(Default)]
pub struct Report {
    pub positions: usize,
    pub plies: usize,
    pub playable: bool,
    /// Whether perft can count from what is known of the parent.
    pub reusing: bool,
    /// The constructs that changed something.
    pub used: Vec<Tag>,
}

/// Tries a variant; what its constructs change is looked at only if asked for.
pub fn try_out(draft: &Draft, seed: u64, look: bool) -> Trial {
    let text = draft.text();
    match caught(|| compare_games(&text, seed)) {
        Err(what) => Trial::Failed(Failure { what: format!("a panic: {what}"), fen: String::new() }),
        Ok(Err(Refusal::Language(why))) => Trial::Wrong(why),
        Ok(Err(Refusal::Compiler(what))) => Trial::Unsupported(what),
        Ok(Ok(Err(failure))) => Trial::Failed(failure),
        Ok(Ok(Ok((engines, game)))) => {
            let mut turns = [0; 2];
            game.iter().skip(1).for_each(|position| turns[usize::from(position.state().side)] += 1);
            let mut report = Report { positions: game.len(), plies: game.len() - 1, ..Report::default() };
            report.reusing = engines.reusing.is_some();
            report.playable = report.plies >= PLAYABLE && turns.iter().all(|&n| 2 * n + 2 >= PLAYABLE);
            if look {
                let samples = Samples::of(&engines, &game);
                let canonical = draft.canonical();
                if rules(&canonical).is_none() {
                    let what = format!("wrong in canonical spelling:\n{}", canonical.text());
                    return Trial::Failed(Failure { what, fen: String::new() });
                }
                if let Some(fen) = samples.differing(&canonical) {
                    return Trial::Failed(Failure { what: "other moves in canonical spelling".into(), fen });
                }
                report.used = used(draft, &samples);
            }
            Trial::Agreed(report)
        }
    }
}

/// Whether the engines differ in this position of a variant, or in random games of it.
pub fn fails(text: &str, position: Option<&str>, seed: u64) -> Option<Failure> {
    let at = |fen: &str| -> Option<Failure> {
        let engines = Engines::new(text).ok()?;
        let position = engines.position(fen).ok()?;
        // Some things are asked in some of the positions only.
        let what = (0..12).find_map(|number| engines.compare(&position, number).err())?;
        Some(Failure { what, fen: fen.to_string() })
    };
    let there = position.filter(|fen| !fen.is_empty()).map(|fen| caught(|| at(fen)));
    match there {
        Some(Ok(Some(failure))) => return Some(failure),
        Some(Err(what)) => return Some(Failure { what, fen: position.unwrap_or_default().into() }),
        _ => {}
    }
    match caught(|| compare_games(text, seed)) {
        Ok(Ok(Err(failure))) => Some(failure),
        Err(what) => Some(Failure { what: format!("a panic: {what}"), fen: String::new() }),
        _ => None,
    }
}

/// What a piece of work gives, or the message of its panic.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default()
    })
}

type Compared = Result<(Engines, Vec<Position>), Failure>;

/// A random game from each set-up, with the engines compared in every position; the game from the first one.
fn compare_games(text: &str, seed: u64) -> Result<Compared, Refusal> {
    let engines = Engines::new(text)?;
    if engines.interpreter.variant() != engines.native.variant() {
        let what = "the engines describe the variant differently".into();
        return Ok(Err(Failure { what, fen: String::new() }));
    }
    let mut games = Vec::new();
    for setup in &engines.rules.setups {
        match engines.position(&setup.fen) {
            Ok(start) => match compare_game(&engines, start, seed) {
                Ok(game) => games.push(game),
                Err(failure) => return Ok(Err(failure)),
            },
            Err(what) => return Ok(Err(Failure { what, fen: setup.fen.clone() })),
        }
    }
    let first = games.swap_remove(0);
    Ok(Ok((engines, first)))
}

/// The positions of a random game, the last one included.
fn compare_game(engines: &Engines, start: Position, seed: u64) -> Result<Vec<Position>, Failure> {
    let mut random = Random::new(seed);
    let mut game = vec![start];
    let mut seen = 0;
    loop {
        let (number, position) = (game.len() - 1, &game[game.len() - 1]);
        let failure = |what| Failure { what, fen: fen::write(engines.interpreter.variant(), position.state()) };
        let enough = seen > MOST_MOVES * 64 / engines.rules.squares().max(64);
        if !enough {
            engines.compare(position, number).map_err(failure)?;
        }
        let moves = engines.moves(position);
        seen += moves.len();
        if moves.is_empty() || number == PLIES || enough && number >= PLAYABLE {
            return Ok(game);
        }
        let played = moves[random.below(moves.len())];
        let next = engines.interpreter.make(position, &played);
        game.push(next);
    }
}

fn rules(draft: &Draft) -> Option<Rules> {
    compile("other.ferz", &draft.text(), &NoFiles).rules
}

/// Positions of a game, and what can be done in them.
struct Samples<'g> {
    positions: Vec<&'g Position>,
    known: Vec<Option<Outlook>>,
    variant: &'g Variant,
}

/// The moves of a position, and where they lead.
type Outlook = BTreeMap<String, String>;

impl<'g> Samples<'g> {
    fn of(engines: &'g Engines, game: &'g [Position]) -> Samples<'g> {
        let engine = engines.interpreter.as_ref();
        let many = if engines.rules.squares() > LARGE { 2 } else { SAMPLES };
        let step = game.len().div_ceil(many).max(1);
        let positions: Vec<_> = game.iter().rev().step_by(step).collect();
        let known = positions.iter().map(|position| outlook(engine, position.state(), engine.variant())).collect();
        Samples { positions, known, variant: engine.variant() }
    }

    /// A position in which other rules allow something else; none if they are wrong.
    fn differing(&self, draft: &Draft) -> Option<String> {
        let engine = Interpreter::new(&rules(draft)?);
        let found = |position: &Position| outlook(&engine, position.state(), self.variant);
        let mut all = self.positions.iter().zip(&self.known);
        let differs = all.find(|(position, known)| found(position) != **known);
        differs.map(|(position, _)| fen::write(self.variant, position.state()))
    }
}

/// The constructs without which the game would have been another one: with one of them left out, some position has other moves, or
/// leads to other positions.
fn used(draft: &Draft, samples: &Samples) -> Vec<Tag> {
    let ablations = draft.ablations().into_iter();
    ablations.filter(|(smaller, _)| samples.differing(smaller).is_some()).flat_map(|(_, tags)| tags).collect()
}

/// The moves of a position of a variant by the rules of another one, and where they lead; nothing if it is no position there.
fn outlook(engine: &dyn Engine, state: &State, of: &Variant) -> Option<Outlook> {
    let variant = engine.variant();
    let alike =
        variant.counters.len() == of.counters.len() && variant.hand == of.hand && variant.kinds.len() == of.kinds.len();
    let position = match alike {
        true => engine.load(state),
        false => engine.load(&fen::parse(variant, &fen::write(of, state)).ok()?),
    };
    let mut moves = Vec::new();
    engine.moves(&position, &mut moves);
    let step = moves.len().div_ceil(MOST_MADE).max(1);
    let named = name_moves(variant, &moves).into_iter().enumerate();
    let led = |index: usize, m: &Move| match index % step {
        0 => fen::write(variant, engine.make(&position, m).state()),
        _ => String::new(),
    };
    Some(named.map(|(index, (text, m))| (text, led(index, &m))).collect())
}
