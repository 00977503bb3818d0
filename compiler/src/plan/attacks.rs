//! How the men of one side attack a square: asked from the square, and joined over all kinds that do it the same way.

use super::bends::{Bend, BentBack, bend};
use super::between::{self, Betweens};
use super::forbids::Facing;
use super::lines::{Ray, RayHop, Ride, Zones};
use super::moves::{Shape, limits, pair_up, shape};
use super::paths::{WayBack, allows, ways_back};
use super::tables::{AxisId, TableId, Tables};
use super::trace::{self, Paths, Program};
use ferz_abi::{Set, code, with};
use ferz_lang::rules::Rules;
use ferz_lang::rules::movement::{Landing, Movement, Part, Path, Step};

/// One way to attack, and the men that have it.
#[derive(Debug)]
pub struct Attack {
    /// How.
    pub how: AttackHow,
    /// The codes of the men.
    pub codes: Vec<u8>,
    /// Whether the men need their right of the unmoved.
    pub unmoved: bool,
    /// Whether all of them are guests, whom only a made-up position has: they are asked about last.
    pub guest: bool,
    /// Whether it gives no check: a rule forbids to come within its reach all the same.
    pub silent: bool,
}

/// Attacks along lines that can be gone through in one loop over the men that have a square on their lines.
#[derive(Debug)]
pub struct LineGroup {
    /// What they do about men in the way.
    pub hop: RayHop,
    /// For a target and an attacker, at `target * squares + attacker`: the squares between them.
    pub between: TableId,
    /// An attack that has the men, by its place in the plan, and for each target the squares where they have it on a line.
    pub members: Vec<(usize, TableId)>,
    /// Whether all of them are guests.
    pub guest: bool,
}

/// The attacks along lines, sorted by what can be done at once.
pub fn line_groups(attacks: &[Attack], tables: &mut Tables) -> Vec<LineGroup> {
    let mut groups: Vec<LineGroup> = Vec::new();
    for (index, attack) in attacks.iter().enumerate() {
        let AttackHow::Line(line) = &attack.how else { continue };
        let fits = |g: &&mut LineGroup| g.hop == line.hop && g.between == line.between && g.guest == attack.guest;
        let Some(group) = groups.iter_mut().find(fits) else {
            let (hop, between, guest) = (line.hop, line.between, attack.guest);
            groups.push(LineGroup { hop, between, guest, members: vec![(index, line.aligned)] });
            continue;
        };
        let same_men = |other: &Attack| other.codes == attack.codes && other.unmoved == attack.unmoved;
        match group.members.iter_mut().find(|(other, _)| same_men(&attacks[*other])) {
            Some((_, aligned)) => *aligned = tables.union(*aligned, line.aligned),
            None => group.members.push((index, line.aligned)),
        }
    }
    groups
}

/// How an attacked square is told.
#[derive(Debug)]
pub enum AttackHow {
    /// For each square, where a man attacks it from.
    Leap(TableId),
    /// Along a line.
    Line(LineAttack),
    /// Along a path, gone back leg by leg.
    Walk {
        /// The way back.
        way: WayBack,
        /// For each target, where such men can attack it from, whatever stands where.
        sources: TableId,
        /// For each target, the squares on the way there.
        passed: TableId,
    },
    /// By going forth from each man.
    Trace {
        /// What it goes.
        program: Program,
        /// For each target, where such men could stand at most.
        sources: TableId,
    },
}

/// An attack along a line.
#[derive(Debug)]
pub struct LineAttack {
    /// The axis.
    pub step: Step,
    /// Whether the men come to it by a step of another kind.
    pub bent: bool,
    /// What it does about men in the way, as the man goes.
    pub hop: RayHop,
    /// The table to look it up in from the target, if the line has an index.
    pub lookup: Option<(AxisId, TableId)>,
    /// For each target, the squares on the line that are within reach.
    pub aligned: TableId,
    /// For a target and an attacker, at `target * squares + attacker`: the squares between them.
    pub between: TableId,
    /// The same, gone back leg by leg: for lines without an index.
    pub ways: Vec<WayBack>,
}

#[derive(PartialEq)]
enum Key {
    Leap(Vec<Step>, Zones),
    Line(Step, Ride),
    Bent(Vec<Bend>, Zones),
    Walk(WayBack),
}

/// All the ways in which a side attacks.
pub fn attacks(rules: &Rules, side: usize, guests: &[u8], facings: &[Facing], tables: &mut Tables) -> Vec<Attack> {
    let mut found: Vec<(Key, bool, Vec<u8>, Vec<WayBack>)> = Vec::new();
    let mut add = |key: Key, unmoved: bool, man: u8, ways: Vec<WayBack>| match found
        .iter_mut()
        .find(|(k, u, ..)| *k == key && *u == unmoved)
    {
        Some((_, _, codes, _)) => {
            if !codes.contains(&man) {
                codes.push(man)
            }
        }
        None => found.push((key, unmoved, vec![man], ways)),
    };
    let mut traced: Vec<(u8, Vec<&Part>)> = Vec::new();
    for (k, kind) in rules.kinds.iter().enumerate().filter(|(_, kind)| kind.letters[side].is_some()) {
        let man = code(k, side);
        let (exotic, others): (Vec<&Part>, Vec<&Part>) =
            kind.movement[side].iter().partition(|part| trace::reason(part).is_some());
        let takes = |part: &&Part| part.paths.iter().any(Path::captures);
        traced.push((man, exotic.into_iter().filter(takes).collect()));
        for part in others {
            let (zones, unmoved) = limits(part, kind, side, rules.cells().0);
            let (mut leaps, mut rides) = (Vec::new(), Vec::new());
            let mut walks = Vec::new();
            let mut bends: Vec<(Vec<Bend>, Vec<&Path>)> = Vec::new();
            for path in part.paths.iter().filter(|p| p.captures()) {
                match shape(path) {
                    Shape::Leap(step) => leaps.push(step),
                    Shape::Ride(step, ray) => rides.push((step, ray, path.legs[0].ends, path)),
                    Shape::Other => match bend(path) {
                        Some((bend, _)) => match bends.iter_mut().find(|(known, _)| known[0].axis() == bend.axis()) {
                            Some((known, paths)) => {
                                known.push(bend);
                                paths.push(path);
                            }
                            None => bends.push((vec![bend], vec![path])),
                        },
                        None => walks.push(path),
                    },
                }
            }
            for (mut bends, paths) in bends {
                bends.sort_unstable();
                match tables.bent_back(&bends, zones) {
                    Some(_) => add(Key::Bent(bends, zones), unmoved, man, Vec::new()),
                    None => walks.extend(paths),
                }
            }
            for way in walks.into_iter().flat_map(|path| ways_back(path, zones)) {
                add(Key::Walk(way), unmoved, man, Vec::new());
            }
            if !leaps.is_empty() {
                leaps.sort_unstable();
                leaps.dedup();
                add(Key::Leap(leaps, zones), unmoved, man, Vec::new());
            }
            for (axis, ride, paths) in from_the_target(&rides, zones) {
                let ways = paths.iter().flat_map(|p| ways_back(p, zones)).collect();
                add(Key::Line(axis, ride), unmoved, man, ways);
            }
        }
    }
    let loud = found.len();
    for facing in facings {
        let men: Vec<u8> = (0..rules.kinds.len())
            .filter(|&k| facing.whom[1 - side].has(k) && rules.kinds[k].letters[side].is_some())
            .map(|k| code(k, side))
            .collect();
        let keys = silent_keys(&facing.movement[1 - side], rules.cells().0);
        found.extend(keys.into_iter().filter(|_| !men.is_empty()).map(|key| (key, false, men.clone(), Vec::new())));
    }
    // What lies between is told by as few tables as can be.
    let mut betweens = Betweens::default();
    let board = tables.board;
    let places: Vec<Option<usize>> = found
        .iter()
        .map(|(key, ..)| match key {
            Key::Line(step, _) => Some(betweens.place(&board, &between::on_lines(&board, *step))),
            Key::Bent(bends, zones) => tables.bent_back(bends, *zones).map(|back| betweens.place(&board, &back.pairs)),
            Key::Leap(..) | Key::Walk(_) => None,
        })
        .collect();
    let betweens = betweens.finish(tables);
    let mut attacks = Vec::new();
    for (index, ((key, unmoved, codes, ways), place)) in found.into_iter().zip(places).enumerate() {
        let silent = index >= loud;
        let guest = codes.iter().all(|code| guests.contains(code));
        let how = match (key, place) {
            (Key::Line(step, ride), Some(place)) => line(step, ride, ways, betweens[place], tables),
            (Key::Bent(bends, zones), Some(place)) => {
                let Some(back) = tables.bent_back(&bends, zones) else { continue };
                let BentBack { axis, table, aligned, .. } = *back;
                let (hop, between, lookup) = (RayHop::Slide, betweens[place], Some((axis, table)));
                let step = bends[0].axis();
                AttackHow::Line(LineAttack { step, bent: true, hop, lookup, aligned, between, ways: Vec::new() })
            }
            (Key::Leap(steps, zones), _) => leap(&steps, &zones, tables),
            (Key::Walk(way), _) => walk(way, tables),
            (Key::Line(..) | Key::Bent(..), None) => continue,
        };
        attacks.push(Attack { how, codes, unmoved, guest, silent });
    }
    for (man, parts) in traced.into_iter().filter(|(_, parts)| !parts.is_empty()) {
        let unmoved = rules.kinds[ferz_abi::kind_of(man)].unmoved[side];
        let program = tables.traces.program(&parts, Paths::Captures, unmoved, rules.cells().0);
        let sources = trace::sources(&parts, &tables.board);
        let how = AttackHow::Trace { program, sources: tables.sets(&sources) };
        attacks.push(Attack { how, codes: vec![man], unmoved: false, guest: guests.contains(&man), silent: false });
    }
    attacks
}

/// How a movement reaches somebody from the square that it starts from: the same as an attack by him on that square.
fn silent_keys(movement: &Movement, cells: Set) -> Vec<Key> {
    let mut keys = Vec::new();
    for part in movement {
        let zones = super::paths::zones(part, cells);
        let (mut leaps, mut rides) = (Vec::new(), Vec::new());
        for path in part.paths.iter().filter(|p| p.legs[0].ends.enemy) {
            match shape(path) {
                Shape::Leap(step) => leaps.push(step.turned()),
                Shape::Ride(step, ray) => rides.push((step, ray, Landing::CAPTURE, path)),
                Shape::Other => {}
            }
        }
        if !leaps.is_empty() {
            let turned = Zones { from: zones.to, to: zones.from, within: zones.within };
            keys.push(Key::Leap(leaps, turned));
        }
        keys.extend(pair_up(&rides, zones, false).into_iter().map(|(axis, ride, ..)| Key::Line(axis, ride)));
    }
    keys
}

/// Rides as they are looked up from the square they lead to: turned, and a grasshopper's hurdle next to the target.
fn from_the_target<'p>(rides: &[(Step, Ray, Landing, &'p Path)], zones: Zones) -> Vec<(Step, Ride, Vec<&'p Path>)> {
    let turned: Vec<(Step, Ray, Landing, &Path)> = rides
        .iter()
        .map(|&(step, ray, _, path)| {
            let hop = if ray.hop == RayHop::Beyond { RayHop::BeyondBack } else { ray.hop };
            (step.turned(), Ray { hop, ..ray }, Landing::CAPTURE, path)
        })
        .collect();
    pair_up(&turned, zones, true).into_iter().map(|(axis, ride, _, paths)| (axis, ride, paths)).collect()
}

fn leap(steps: &[Step], zones: &Zones, tables: &mut Tables) -> AttackHow {
    let from = |target: usize| {
        let sources = steps.iter().filter_map(|s| tables.board.step(target, s.turned()));
        sources.filter(|&s| allows(zones, s, target)).fold([0; 4], with)
    };
    let sets: Vec<Set> = (0..tables.board.squares())
        .map(|t| if ferz_abi::has(&tables.board.cells, t) { from(t) } else { [0; 4] })
        .collect();
    AttackHow::Leap(tables.sets(&sets))
}

fn line(step: Step, ride: Ride, ways: Vec<WayBack>, between: TableId, tables: &mut Tables) -> AttackHow {
    let lookup = tables.axis(step).map(|axis| (axis, tables.ride(axis, ride)));
    let aligned = ride.aligned_along(&tables.board, step);
    let hop = [ride.forth, ride.back].into_iter().flatten().map(|r| r.hop).next().unwrap_or(RayHop::Slide);
    AttackHow::Line(LineAttack { step, bent: false, hop, lookup, aligned: tables.sets(&aligned), between, ways })
}

fn walk(way: WayBack, tables: &mut Tables) -> AttackHow {
    let relaxed: Vec<(Set, Set)> = (0..tables.board.squares())
        .map(|t| if ferz_abi::has(&way.zones.to, t) { way.relaxed(&tables.board, t) } else { ([0; 4], [0; 4]) })
        .collect();
    let sources: Vec<Set> = relaxed.iter().map(|r| r.0).collect();
    let passed: Vec<Set> = relaxed.iter().map(|r| r.1).collect();
    AttackHow::Walk { way, sources: tables.sets(&sources), passed: tables.sets(&passed) }
}
