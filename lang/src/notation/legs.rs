//! Several legs: which ways a plan of legs goes.

use super::directions::{Class, Directions, Side, is_direction, spell};
use super::modifiers::{Modifiers, Role};
use super::problems::Problems;
use super::ride::{Ride, check_count};
use super::selection::{Selected, Turns};
use super::syntax::Bracket;
use crate::diagnostics::Code;
use crate::rules::movement::{Landing, Leg, Path};
use std::ops::Range;

/// A leg, ready to be gone in any direction.
#[derive(Debug)]
pub struct Planned {
    /// Its letters.
    pub modifiers: Modifiers,
    /// Its steps.
    pub ride: Ride,
    /// Where it turns from the leg before it.
    pub turn: Turn,
    /// Whether others follow it.
    pub goes_on: bool,
    /// Whether others come before it.
    pub later: bool,
    /// What the square may hold where it ends, for the path to go on or to end for good.
    pub ends: Landing,
    /// What the square may hold where it ends, for the move to stop there although others follow.
    pub stop: Option<Landing>,
}

/// Turns from one leg to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// By so many eighths of a circle, each a bit of the set, in directions that the atom has.
    To(Turns),
    /// Straight on if the atom has that direction, otherwise to the two nearest that it has.
    Outward,
}

/// One way to go, with the directions of its legs.
#[derive(Clone, Debug)]
pub struct Way {
    /// The direction of each leg of the plan.
    pub headings: Vec<usize>,
    /// The legs.
    pub path: Path,
}

/// More ways than this in one term are refused: every further leg multiplies them by seven.
const MOST_WAYS: usize = 512;

/// More legs than this are refused.
const MOST_LEGS: usize = 16;

/// More combinations of lengths than this are refused: three legs may slide, and no engine should try all lengths of a fourth.
const MOST_LENGTHS: usize = 4096;

/// What a leg's square may hold, by its letters and its place.
pub fn landing(modifiers: &Modifiers, role: Role) -> Landing {
    if !role.is_earlier() {
        return modifiers.landing(Landing::BOTH);
    }
    let Some(_) = modifiers.hop else { return modifiers.landing(Landing::MOVE) };
    // A hurdle: a man of either side, or with `t` of the own, which stays.
    let given = modifiers.landing(Landing::default());
    Landing { enemy: modifiers.tame.is_none(), friend: true, ..given }
}

/// The turns of a later leg of a chain: if nothing is said, every way but straight back that the atom has.
pub fn chain_turn(class: Class, turns: Turns) -> Turns {
    let default = match class {
        Class::Orthogonal | Class::Diagonal => 0b0100_0101,
        Class::Oblique | Class::Eightfold => 0b1110_1111,
    };
    if turns.units.is_empty() { Turns::always(default) } else { turns }
}

/// The directions in which a leg can follow one that went `heading`.
fn onwards(planned: &Planned, heading: usize, side: Side) -> impl Iterator<Item = usize> {
    let all = planned.ride.atom.class.all();
    let outward = if all >> heading & 1 != 0 { 0b0000_0001 } else { 0b1000_0010 };
    let turns: Directions = match &planned.turn {
        Turn::To(turns) => turns.after(side),
        Turn::Outward => outward,
    };
    in_order(turns).map(move |turn| (heading + turn) % 8)
}

/// The directions of a set, straight ones first, so that K goes as WF does.
pub fn in_order(set: Directions) -> impl Iterator<Item = usize> {
    [0, 2, 4, 6, 1, 3, 5, 7].into_iter().filter(move |d| set >> d & 1 != 0)
}

/// All ways along a plan whose first leg goes in these directions; nothing if they are too many.
pub fn ways(first: Directions, plan: &[Planned], span: &Range<usize>, problems: &mut Problems) -> Option<Vec<Way>> {
    let longest = plan.iter().map(|planned| {
        let (min, max) = (planned.ride.min.min(16), planned.ride.max.min(16));
        match usize::from(max - min + 1) {
            // The first man ends a slide that cannot end on an empty square.
            lengths if planned.goes_on && !planned.ends.empty => lengths.min(4),
            lengths => lengths,
        }
    });
    if plan.len() > MOST_LEGS || longest.fold(1, usize::saturating_mul) > MOST_LENGTHS {
        let message = "these legs go too many ways".into();
        let help = "a path has at most 16 legs, of which three may go any number of steps: give the others a number, as in `W2`";
        problems.error(Code::TooManyWays, span, message, "too many legs, or too many that slide", help);
        return None;
    }
    let mut ways: Vec<Vec<usize>> = in_order(first).map(|d| vec![d]).collect();
    for planned in &plan[1..] {
        let mut longer = Vec::new();
        for way in &ways {
            for next in onwards(planned, *way.last()?, Side::of(way)) {
                longer.push([&way[..], &[next]].concat());
            }
        }
        ways = longer;
        if ways.len() > MOST_WAYS {
            let message = "these legs go too many ways".into();
            let help = "say where the later legs turn, as `f` for straight on or `fs` for half left and half right";
            problems.error(Code::TooManyWays, span, message, "more than 512 ways", help);
            return None;
        }
    }
    let ways = ways.into_iter().flat_map(|headings| {
        paths(plan, &headings).into_iter().map(move |path| Way { path, headings: headings.clone() })
    });
    // A path may only end where it began if its last leg says so.
    Some(ways.filter(|way| turns_back(plan) || !comes_back(&way.path)).collect())
}

/// Whether the last leg of several is said to go straight back.
fn turns_back(plan: &[Planned]) -> bool {
    plan.len() > 1
        && plan.last().is_some_and(|last| matches!(&last.turn, Turn::To(turns) if turns.any() & 0b0001_0000 != 0))
}

/// Whether a path of legs of fixed lengths ends where it began.
fn comes_back(path: &Path) -> bool {
    let fixed = |leg: &Leg| leg.min == leg.max && leg.steps.len() == 1;
    path.legs.iter().all(fixed) && shortest(path) == (0, 0)
}

/// How far the shortest way along a path leads.
fn shortest(path: &Path) -> (i32, i32) {
    let far =
        |leg: &Leg| (i32::from(leg.min) * i32::from(leg.steps[0].dx), i32::from(leg.min) * i32::from(leg.steps[0].dy));
    path.legs.iter().map(far).fold((0, 0), |sum, far| (sum.0 + far.0, sum.1 + far.1))
}

/// The paths along a plan, each leg in its direction: several where a leg can be gone in several ways.
fn paths(plan: &[Planned], headings: &[usize]) -> Vec<Path> {
    let mut rows: Vec<Vec<Leg>> = vec![Vec::new()];
    for (planned, &heading) in plan.iter().zip(headings) {
        let gone: Vec<Vec<Leg>> = planned.gone(heading);
        rows = rows.iter().flat_map(|row| gone.iter().map(|legs| [&row[..], &legs[..]].concat())).collect();
    }
    rows.into_iter().map(|legs| Path { legs }).collect()
}

impl Planned {
    /// The leg in one direction, as one of the rows of plain legs that it is made of.
    fn gone(&self, heading: usize) -> Vec<Vec<Leg>> {
        let letters = &self.modifiers;
        let around = letters.around.is_some();
        let mut rows = self.ride.legs(heading, self.ends, self.goes_on, around);
        for row in &mut rows {
            row.iter_mut().for_each(|leg| leg.wrap = around && !self.goes_on);
            let Some(leg) = row.last_mut() else { continue };
            leg.same_length = self.later && letters.initial.is_some();
            leg.put_down = letters.put_down.is_some();
            if self.goes_on {
                leg.effect = letters.effect();
                leg.off_board = around;
                leg.stop = self.stop;
            }
        }
        rows
    }
}

/// Refuses letters that need something of the legs before them, or whose leg is made of several.
pub fn check_plan(plan: &[Planned], problems: &mut Problems) {
    for (index, planned) in plan.iter().enumerate() {
        let letters = &planned.modifiers;
        let takes = |p: &Planned| p.modifiers.may_take() || !p.goes_on && p.modifiers.modes.is_empty();
        if let Some(down) = letters.put_down.as_ref().filter(|_| !plan[..=index].iter().any(takes)) {
            let message = "`u` puts down a man that was taken, and none is taken here or before".into();
            let help = "take it with `c` or `d` first, as in `udR`";
            problems.error(Code::MisplacedLetter, &down.span(), message, "nobody to put down", help);
        }
        let as_long = letters.initial.as_ref().filter(|_| planned.later);
        if let Some(as_long) = as_long.filter(|_| !plan[..index].iter().any(|p| p.ride.min < p.ride.max)) {
            let message = "`i` makes this leg as long as the slide before it, and none slides before it".into();
            let help =
                "the first leg is the slide, as in `caibR`; for men that have not moved `i` stands on the first leg";
            problems.error(Code::MisplacedLetter, &as_long.span(), message, "no slide before", help);
        }
        if let Some(letter) = letters.put_down.as_ref().or(as_long).filter(|_| planned.ride.is_cut()) {
            let message = format!("nobody has settled what `{}` means for a lame leap", letter.letter);
            let help = "write its steps as legs of their own";
            problems.error(Code::UnsettledNotation, &letter.span(), message, "no settled meaning", help);
        }
    }
}

/// The legs of a bracket, with atoms of their own; nothing if something is wrong.
pub fn plan_bracket(bracket: &Bracket, problems: &mut Problems) -> Option<Vec<Planned>> {
    let count = bracket.legs.len();
    let mut plan: Vec<Planned> = Vec::new();
    let mut headings: Directions = 0;
    for (index, chain) in bracket.legs.iter().enumerate() {
        check_count(chain, problems);
        let (role, name) = (Role::of(index, count), chain.name());
        let modifiers = Modifiers::read(&chain.legs[0], role, problems);
        for again in &chain.again {
            let message = "`a` stands in a leg of a bracket".into();
            let help = "give every leg its own atom and write `-` between them";
            problems.error(Code::MisplacedLetter, &again.span(), message, "not inside brackets", help);
        }
        if let Some(toggle) = modifiers.toggle.as_ref().filter(|_| role.is_earlier()) {
            let message = "`y` stands in a leg of a bracket".into();
            let help = "each leg has its own atom there: write R, B or Q for the leg that slides";
            problems.error(Code::MisplacedLetter, &toggle.span(), message, "not inside brackets", help);
        }
        let class = chain.atom.class;
        if class == Class::Oblique && count > 1 {
            let message = format!("nobody has settled how an oblique leap like `{name}` turns inside brackets");
            let help = "`a` joins legs of one oblique atom, as in `mpafN`";
            problems.error(Code::UnsettledNotation, &(chain.at..chain.at + 1), message, "an oblique leg", help);
            return None;
        }
        let mut turn = Turn::Outward;
        if index > 0 {
            let (selected, chosen): (Vec<Selected>, Turns) = modifiers.turns(&name, problems)?;
            let turns = chosen.any();
            let fits =
                |heading: usize, set: Directions| in_order(set).any(|t| class.all() >> ((heading + t) % 8) & 1 != 0);
            for (set, span) in &selected {
                // Every turn must be possible somewhere, and every way must find one.
                if !in_order(headings).any(|h| fits(h, *set)) || !in_order(headings).all(|h| fits(h, turns)) {
                    let message = format!("`{name}` has no such direction after the leg before it");
                    let help = "turns are counted from the leg before: f straight on, fs half left and right, s left and right";
                    problems.error(Code::ImpossibleDirection, span, message, "no such direction", help);
                }
            }
            if !selected.is_empty() {
                turn = Turn::To(chosen);
            }
        } else if let (Some(first), Some(last)) =
            (modifiers.directions.iter().flatten().next(), modifiers.directions.iter().flatten().last())
        {
            let message = "the first leg of a bracket has no directions of its own".into();
            let help = "put them before the bracket, where they are about the whole path, as in `v[F?R]`";
            problems.error(Code::MisplacedLetter, &(first.at..last.at + 1), message, "not inside the bracket", help);
        }
        let ride = Ride::of(chain, &modifiers, role, 0, problems)?;
        let ends = landing(&modifiers, role);
        let stop = bracket.stops.get(index).filter(|&&stop| stop).map(|_| modifiers.landing(Landing::BOTH));
        if let Some(hop) = modifiers.hop.as_ref().filter(|_| stop.is_some()) {
            let message = format!("nobody has settled where a leg with `{}` may stop", hop.letter);
            let help = "write `-` behind it, and the stop as a term of its own";
            problems.error(Code::UnsettledNotation, &hop.span(), message, "a hurdle and a stop", help);
        }
        let planned = Planned { modifiers, ride, turn, goes_on: role.is_earlier(), later: index > 0, ends, stop };
        headings = if index == 0 {
            class.all()
        } else {
            let sides = || Side::ALL.into_iter();
            let next = in_order(headings).flat_map(|h| sides().map(move |side| (h, side)));
            next.flat_map(|(h, side)| onwards(&planned, h, side)).fold(0, |set, d| set | 1 << d)
        };
        headings &= class.all();
        plan.push(planned);
    }
    (!plan.is_empty()).then_some(plan)
}

/// Refuses letters before a bracket that are no directions.
pub fn check_prefix(bracket: &Bracket, problems: &mut Problems) {
    for other in bracket.prefix.iter().filter(|l| !is_direction(l.letter)) {
        let message = format!("`{}` stands before a bracket", other.letter);
        let help = "only directions stand there; other letters belong to one of the legs inside";
        problems.error(Code::MisplacedLetter, &other.span(), message, "not before a bracket", help);
    }
}

/// The ways that the letters before a bracket choose, and those letters in canonical form.
pub fn choose(
    bracket: &Bracket,
    ways: Vec<Way>,
    plan: &[Planned],
    problems: &mut Problems,
) -> Option<(Vec<Way>, String)> {
    // Of a turn that only some headings allow, the others are no ways at all.
    let exists = |way: &Way| way.headings.iter().zip(plan).all(|(&h, leg)| leg.ride.atom.class.all() >> h & 1 != 0);
    let ways: Vec<Way> = ways.into_iter().filter(exists).collect();
    let letters = &bracket.prefix;
    if letters.is_empty() || letters.iter().any(|l| !is_direction(l.letter)) {
        return Some((ways, String::new()));
    }
    let span = letters[0].at..letters[letters.len() - 1].at + 1;
    let Some((class, directions)) = whole(&ways) else {
        let help = "say each leg's turn inside the bracket, or use more terms";
        let message = "nobody has settled what directions mean for such a path".into();
        problems.error(Code::UnsettledNotation, &span, message, "neither straight nor oblique", help);
        return None;
    };
    let set = Modifiers::read(letters, Role::Only, problems).select(class, "[...]", problems)?;
    let chosen: Vec<Way> =
        ways.iter().zip(directions).filter(|(_, d)| set >> d & 1 != 0).map(|(way, _)| way.clone()).collect();
    let firsts = |ways: &[Way], legs: usize| {
        let mut starts: Vec<Vec<usize>> = ways.iter().map(|w| w.headings[..legs].to_vec()).collect();
        starts.sort();
        starts.dedup();
        starts
    };
    let loses_stop = (0..plan.len()).any(|i| plan[i].stop.is_some() && firsts(&ways, i + 1) != firsts(&chosen, i + 1));
    if chosen.len() < 2 || loses_stop {
        let (message, help) = if loses_stop {
            (
                "nobody has settled whether the stops of the paths left out remain",
                "write `-` for `?`, and the stops as a term of their own",
            )
        } else {
            (
                "nobody has settled what a bracket with a single path left means",
                "choose a side, as in `f[F-R]`, or say it with more terms",
            )
        };
        problems.error(Code::UnsettledNotation, &span, message.into(), "chooses too little", help);
        return None;
    }
    Some((chosen, spell(class, set)))
}

/// The class of whole paths, and each one's direction in it: straight paths have that of their legs, bent ones that of the oblique
/// leap they look like.
fn whole(ways: &[Way]) -> Option<(Class, Vec<usize>)> {
    if ways.iter().all(|way| way.headings.iter().all(|h| *h == way.headings[0])) {
        let directions: Vec<usize> = ways.iter().map(|way| way.headings[0]).collect();
        let class = match (directions.iter().any(|d| d % 2 == 0), directions.iter().any(|d| d % 2 == 1)) {
            (true, false) => Class::Orthogonal,
            (false, true) => Class::Diagonal,
            _ => Class::Eightfold,
        };
        return Some((class, directions));
    }
    let directions: Option<Vec<usize>> = ways.iter().map(oblique).collect();
    Some((Class::Oblique, directions?))
}

/// Which oblique leap the shortest way along a path looks like.
fn oblique(way: &Way) -> Option<usize> {
    let (dx, dy) = shortest(&way.path);
    if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
        return None;
    }
    Some(match (dx > 0, dy > 0, dy.abs() > dx.abs()) {
        (true, true, true) => 0,
        (true, true, false) => 1,
        (true, false, false) => 2,
        (true, false, true) => 3,
        (false, false, true) => 4,
        (false, false, false) => 5,
        (false, true, false) => 6,
        (false, true, true) => 7,
    })
}
