//! Movements that are traced: gone square by square, as the rules of movement say, because no set or table tells where they lead.
//!
//! What a walker must know of them lies in three constant tables: parts, the legs of their paths, and the steps of those. A *program* is a
//! row of parts. Offsets are in bytes.

use super::geometry::{Geometry, and};
use super::tables::{TableId, Tables};
use ferz_abi::{Set, code, with};
use ferz_lang::rules::movement::{Effect, Hop, Landing, Leg, Part, Path, UNLIMITED};
use ferz_lang::rules::{KindSet, Unmoved};

/// A row of parts, from one offset in the table of parts to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Where its first part starts.
    pub first: usize,
    /// Where its last part ends.
    pub end: usize,
}

/// A kind that is traced.
#[derive(Debug)]
pub struct Traced {
    /// Its parts.
    pub program: Program,
    /// What no set or table can tell.
    pub because: &'static str,
    /// Whether it takes en passant.
    pub en_passant: bool,
}

/// Offsets of what is said about a part.
pub(crate) mod part {
    /// Where the legs of its paths start and end.
    pub const LEGS: i32 = 0;
    pub const LEGS_END: i32 = 8;
    /// What else is true of it.
    pub const FLAGS: i32 = 16;
    /// Where a man must stand to go it, where it must arrive, and where it must stay.
    pub const START: i32 = 24;
    pub const TO: i32 = 56;
    pub const WITHIN: i32 = 88;
    /// The codes that may be hurdles, and those that may be victims.
    pub const OVER: i32 = 120;
    pub const TAKING: i32 = 152;
    /// All of it.
    pub const BYTES: usize = 184;

    /// The man needs its right of the unmoved.
    pub const NEEDS_RIGHT: u64 = 1;
    /// The squares passed are left open to en passant.
    pub const MARKING: u64 = 2;
    /// There are squares where it must not go.
    pub const HAS_WITHIN: u64 = 4;
}

/// Offsets of what is said about a leg.
pub(crate) mod leg {
    /// The fewest and the most steps.
    pub const MIN: i32 = 0;
    pub const MAX: i32 = 8;
    /// How many squares are passed whatever they hold.
    pub const SKIP: i32 = 16;
    /// How its hurdle is passed.
    pub const HOP: i32 = 24;
    /// What it may end on to go on.
    pub const ON: i32 = 32;
    /// What it may end on for the whole move to end.
    pub const STOP: i32 = 40;
    /// What else is true of it.
    pub const FLAGS: i32 = 48;
    /// Where its steps start and end.
    pub const STEPS: i32 = 56;
    pub const STEPS_END: i32 = 64;
    /// From here to the next path, if this is the first leg of one.
    pub const PATH: i32 = 72;
    /// All of it.
    pub const BYTES: usize = 80;

    /// It is the last one.
    pub const LAST: u64 = 1;
    /// A man where it ends is taken, if the path goes on.
    pub const REMOVES: u64 = 2;
    /// The man taken last is put down where it starts.
    pub const PUTS_DOWN: u64 = 4;
    /// The side edges are joined.
    pub const WRAPS: u64 = 8;
    /// It may end right off the board.
    pub const OFF_BOARD: u64 = 16;
    /// It is as long as the slide before it.
    pub const SAME_LENGTH: u64 = 32;
    /// It can have several lengths.
    pub const VARIES: u64 = 64;

    /// It passes one man somewhere, or right before its end.
    pub const HOP_OVER: i64 = 1;
    pub const HOP_BEYOND: i64 = 2;

    /// Landings.
    pub const EMPTY: u64 = 1;
    pub const ENEMY: u64 = 2;
    pub const FRIEND: u64 = 4;
    pub const EN_PASSANT: u64 = 8;
    /// An enemy that is, and one that is not royal.
    pub const ROYAL: u64 = 16;
    pub const COMMON: u64 = 32;
}

/// What the walkers of a variant read, and what they have to provide for.
#[derive(Debug, Default)]
pub struct Traces {
    parts: Vec<u64>,
    legs: Vec<u64>,
    steps: Vec<u64>,
    /// The tables, once all parts are there.
    pub tables: Option<TraceTables>,
    /// Whether some leg puts men down.
    pub carries: bool,
    /// Whether some leg goes over the side edges.
    pub wraps: bool,
    /// Whether some part leaves squares open to en passant.
    pub marks: bool,
}

/// The tables of parts, legs and steps.
#[derive(Clone, Copy, Debug)]
pub struct TraceTables {
    /// Of parts.
    pub parts: TableId,
    /// Of legs.
    pub legs: TableId,
    /// Of steps, two words each.
    pub steps: TableId,
}

/// Which paths of a part are asked for.
#[derive(Clone, Copy, PartialEq)]
pub enum Paths {
    /// All of them.
    All,
    /// Those that can take a man.
    Captures,
}

impl Traces {
    /// Whether anything is traced at all.
    pub fn any(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Adds parts, as a kind of men goes them whose being unmoved is told like this.
    pub fn program(&mut self, parts: &[&Part], which: Paths, unmoved: Unmoved, cells: Set) -> Program {
        let first = self.parts.len() * 8;
        for part in parts {
            let start = self.legs.len() * 8;
            for path in part.paths.iter().filter(|p| which == Paths::All || p.captures()) {
                self.path(path);
            }
            self.part(part, start, unmoved, cells);
        }
        Program { first, end: self.parts.len() * 8 }
    }

    fn part(&mut self, gone: &Part, start: usize, unmoved: Unmoved, cells: Set) {
        let zone = |zone: Option<ferz_lang::rules::SquareSet>| zone.map_or(cells, |z| z.0);
        let mut from = and(zone(gone.from), zone(gone.within));
        let mut flags = 0;
        match unmoved {
            Unmoved::Place(homes) if gone.unmoved => from = and(from, homes.0),
            Unmoved::Right(_) if gone.unmoved => flags |= part::NEEDS_RIGHT,
            _ => {}
        }
        if gone.marking {
            flags |= part::MARKING;
            self.marks = true;
        }
        if gone.within.is_some() {
            flags |= part::HAS_WITHIN;
        }
        self.parts.extend([start as u64, self.legs.len() as u64 * 8, flags]);
        for set in [from, zone(gone.to), zone(gone.within), codes(gone.over), codes(gone.taking)] {
            self.parts.extend(set);
        }
    }

    fn path(&mut self, path: &Path) {
        let bytes = path.legs.len() * leg::BYTES;
        for (i, leg) in path.legs.iter().enumerate() {
            let last = i + 1 == path.legs.len();
            self.carries |= leg.put_down;
            self.wraps |= leg.wrap;
            let steps = self.steps.len() * 8;
            self.steps.extend(leg.steps.iter().flat_map(|s| [s.dx, s.dy]).map(|d| i64::from(d) as u64));
            let flags = [
                (last, leg::LAST),
                (leg.effect == Effect::Remove, leg::REMOVES),
                (leg.put_down, leg::PUTS_DOWN),
                (leg.wrap, leg::WRAPS),
                (leg.off_board, leg::OFF_BOARD),
                (leg.same_length, leg::SAME_LENGTH),
                (leg.max > leg.min, leg::VARIES),
            ];
            let hop = match leg.hop {
                Hop::None => 0,
                Hop::Over => leg::HOP_OVER,
                Hop::Beyond => leg::HOP_BEYOND,
            };
            let stop = if last { Some(leg.ends) } else { leg.stop };
            self.legs.extend([
                leg.min.into(),
                leg.max.into(),
                leg.skip.into(),
                hop as u64,
                landing(&leg.ends),
                stop.as_ref().map_or(0, landing),
                flags.iter().filter(|(holds, _)| *holds).map(|(_, flag)| flag).sum(),
                steps as u64,
                self.steps.len() as u64 * 8,
                bytes as u64,
            ]);
        }
    }

    /// Makes the tables, when all parts are there.
    pub fn finish(tables: &mut Tables) {
        if !tables.traces.any() {
            return;
        }
        let [parts, legs, steps] = [&mut tables.traces.parts, &mut tables.traces.legs, &mut tables.traces.steps]
            .map(std::mem::take)
            .map(|words| tables.intern(words));
        tables.traces.tables = Some(TraceTables { parts, legs, steps });
    }
}

/// The codes of all men of some kinds, as a set; all codes if nothing is said.
fn codes(kinds: Option<KindSet>) -> Set {
    let of = |kinds: KindSet| kinds.iter().filter(|&k| k < ferz_abi::MAX_KINDS).flat_map(|k| [code(k, 0), code(k, 1)]);
    kinds.map_or([u64::MAX; 4], |kinds| of(kinds).fold([0; 4], |set, code| with(set, code.into())))
}

fn landing(l: &Landing) -> u64 {
    let said = [
        (l.empty, leg::EMPTY),
        (l.enemy, leg::ENEMY),
        (l.friend, leg::FRIEND),
        (l.en_passant, leg::EN_PASSANT),
        (l.royal == Some(true), leg::ROYAL),
        (l.royal == Some(false), leg::COMMON),
    ];
    said.iter().filter(|(holds, _)| *holds).map(|(_, flag)| flag).sum()
}

/// Why a part must be traced, if it must.
pub fn reason(part: &Part) -> Option<&'static str> {
    if part.over.is_some() || part.taking.is_some() {
        return Some("only some kinds may be its hurdles or victims");
    }
    let legs = || part.paths.iter().flat_map(|p| &p.legs);
    let landings = || legs().flat_map(|leg| [Some(leg.ends), leg.stop]).flatten();
    let bent = || part.paths.iter().filter(|p| p.legs.len() > 1).flat_map(|p| &p.legs);
    let takes_en_passant = |l: &Leg| l.ends.en_passant || l.stop.is_some_and(|stop| stop.en_passant);
    let found = [
        (bent().any(takes_en_passant), "it takes en passant on a path of several legs"),
        (legs().any(|l| l.put_down), "it puts men elsewhere"),
        (legs().any(|l| l.effect != Effect::Leave), "it takes men on its way"),
        (legs().any(|l| l.off_board), "a leg may end off the board"),
        (legs().any(|l| l.wrap), "the edges of the board are joined"),
        (legs().any(|l| l.skip > 0), "it slides over whatever is adjacent"),
        (legs().any(|l| l.same_length), "a leg is as long as the one before"),
        (legs().any(|l| l.steps.len() != 1), "it turns while it rides"),
        (landings().any(|l| l.friend), "it takes men of its own side"),
        (landings().any(|l| l.royal.is_some()), "it matters whether a man is royal"),
        (part.paths.iter().any(crosses_its_ends), "it may come back to where it started, or pass where it ends"),
    ];
    found.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
}

/// Whether the square a man left could be met again on the way, or the one where it ends before: sets of squares do not tell whose
/// start it was, and an attack is looked for from its end.
fn crosses_its_ends(path: &Path) -> bool {
    fn met(legs: &[Leg], x: i32, y: i32, longest: i32) -> bool {
        let Some((leg, rest)) = legs.split_first() else { return false };
        let step = leg.steps[0];
        let most = if leg.max == UNLIMITED { longest } else { i32::from(leg.max) };
        (1..=most).any(|n| {
            let (x, y) = (x + n * i32::from(step.dx), y + n * i32::from(step.dy));
            (x, y) == (0, 0) || n >= i32::from(leg.min) && met(rest, x, y, longest)
        })
    }
    let back = |end: usize| path.legs[..=end].iter().rev().cloned().collect::<Vec<Leg>>();
    let mut ends = (0..path.legs.len()).filter(|&end| end + 1 == path.legs.len() || path.legs[end].stop.is_some());
    path.legs.len() > 1 && (met(&path.legs, 0, 0, 16) || ends.any(|end| met(&back(end), 0, 0, 16)))
}

/// Where men that go some parts can stand at most, for each square that they may attack: no farther away than the parts lead.
pub fn sources(parts: &[&Part], board: &Geometry) -> Vec<Set> {
    let far = |leg: &Leg| {
        let step = leg.steps.iter().map(|s| s.dx.unsigned_abs().max(s.dy.unsigned_abs())).max().unwrap_or(0);
        let endless = leg.max == UNLIMITED || leg.wrap || leg.same_length;
        if endless { usize::MAX } else { usize::from(step) * usize::from(leg.max) }
    };
    let paths = parts.iter().flat_map(|p| &p.paths);
    let reach = paths.map(|p| p.legs.iter().map(far).fold(0, usize::saturating_add)).max().unwrap_or(0);
    let near = |a: usize, b: usize| {
        let (x, y) = ((a % board.width).abs_diff(b % board.width), (a / board.width).abs_diff(b / board.width));
        x.max(y) <= reach
    };
    let around = |to: usize| ferz_abi::squares(board.cells).filter(|&from| near(from, to)).fold([0; 4], with);
    (0..board.squares()).map(around).collect()
}

/// A bound on the ways that a man can go some parts, those counted once that make the same change.
pub fn most_ways(parts: &[&Part], board: &Geometry) -> usize {
    let (mut plain, mut taking) = (0_usize, 0_usize);
    for path in parts.iter().flat_map(|p| &p.paths) {
        // Ways to get so far as the last man is taken, and on from there: what was taken tells ways apart, how they went does not.
        let (mut taken, mut on, mut takes) = (1_usize, 1_usize, false);
        // What is to come depends on the square only, and on how long the last slide was if a leg asks for that.
        let by_length = path.legs.iter().any(|leg| leg.same_length);
        let states = 2 * board.squares() * if by_length { board.squares() } else { 1 };
        for (i, leg) in path.legs.iter().enumerate() {
            let stop = if i + 1 == path.legs.len() { Some(leg.ends) } else { leg.stop };
            if let Some(stop) = stop {
                let ends = on.saturating_mul(lengths(leg, &stop, board));
                // Where a man is put down where the leg started, that tells ways apart; so does en passant.
                let most = if leg.put_down { ends } else { ends.min(board.squares()) };
                let ways = taken.saturating_mul(most).saturating_mul(1 + usize::from(stop.en_passant));
                let told_apart = takes || leg.put_down || stop.en_passant;
                let all = if told_apart { &mut taking } else { &mut plain };
                *all = all.saturating_add(ways);
            }
            let ends = lengths(leg, &leg.ends, board) + usize::from(leg.off_board);
            on = on.saturating_mul(ends).min(states);
            if leg.effect == Effect::Remove || leg.put_down || leg.ends.en_passant {
                let both = 1 + usize::from(leg.ends.en_passant);
                (taken, on, takes) = (taken.saturating_mul(on).saturating_mul(both), 1, true);
            }
        }
    }
    plain.min(board.squares()).saturating_add(taking)
}

/// On how many squares a leg may end.
fn lengths(leg: &Leg, landing: &Landing, board: &Geometry) -> usize {
    if leg.same_length {
        return 1;
    }
    if !landing.empty && !landing.en_passant {
        // On the first man only.
        return 1 + usize::from(leg.skip);
    }
    let along = |size: usize, d: i8| if d == 0 { usize::MAX } else { (size - 1) / usize::from(d.unsigned_abs()) };
    let most = match leg.steps.as_slice() {
        [step] if !leg.wrap => along(board.width, step.dx).min(along(board.height, step.dy)),
        _ => board.squares(),
    };
    (usize::from(leg.max).min(most) + 1).saturating_sub(leg.min.into()).max(1)
}
