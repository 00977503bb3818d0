//! How the moves of one kind are made.

use super::bends::{Bend, bend};
use super::lines::{Ray, RayHop, Ride, Zones};
use super::paths::{FixedPath, allows, written_out, zones};
use super::promotion::{PromotionGroup, groups};
use super::strategy::Strategy;
use super::tables::{AxisId, TableId, Tables};
use super::trace::{self, Paths, Program, Traced};
use ferz_abi::{code, with};
use ferz_lang::rules::movement::{Hop, Landing, Leg, Movement, Part, Path, Step};
use ferz_lang::rules::{Kind, Rules, SquareSet, Unmoved};

/// The most paths that are gone by all men of a kind at once: with more, a table for each man is cheaper.
const MOST_SET_WISE: usize = 6;

/// How the moves of one kind of one side are made.
#[derive(Debug)]
pub struct KindPlan {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: usize,
    /// Its code.
    pub code: u8,
    /// Whether it may not be left attacked.
    pub royal: bool,
    /// Whether to go out and back without taking anybody is a move.
    pub may_stay: bool,
    /// Whether all men of the kind go the fixed paths at once.
    pub set_wise: bool,
    /// Set-wise: every path. Otherwise only those that leave squares open to en passant.
    pub fixed: Vec<FixedPath>,
    /// Man by man: what is united to a set of targets.
    pub features: Vec<Feature>,
    /// The paths by which it takes en passant.
    pub en_passant: Vec<FixedPath>,
    /// All its moves, where they are traced: then there is nothing in the three lists above.
    pub traced: Option<Traced>,
    /// What it becomes where.
    pub promotions: Vec<PromotionGroup>,
    /// One man has no more moves than this.
    pub most_moves: usize,
}

/// A set of targets of one man.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// How it is found.
    pub how: How,
    /// What the target may hold.
    pub landing: Landing,
    /// Whether the man needs its right of the unmoved.
    pub unmoved: bool,
}

/// How targets are found.
#[derive(Clone, Debug, PartialEq)]
pub enum How {
    /// In a table, by the square.
    Leap(TableId),
    /// In a table, by the square and the occupancy of a line.
    Line(AxisId, TableId),
    /// Leg by leg, as sets.
    Walk(Path, Zones),
    /// Square by square.
    Trace(Program),
}

impl KindPlan {
    /// Chooses the strategies for a kind.
    pub fn new(rules: &Rules, kind: usize, side: usize, tables: &mut Tables) -> KindPlan {
        let described = &rules.kinds[kind];
        let mut plan = KindPlan {
            name: described.name.clone(),
            kind,
            code: code(kind, side),
            royal: described.royal && rules.checks.is_empty(),
            may_stay: described.may_stay,
            set_wise: false,
            fixed: Vec::new(),
            features: Vec::new(),
            en_passant: Vec::new(),
            traced: None,
            promotions: groups(rules, kind, side),
            most_moves: 0,
        };
        let cells = rules.cells().0;
        let movement = &described.movement[side];
        if let Err(because) = plan.choose(described, side, cells, tables) {
            let parts: Vec<&Part> = movement.iter().collect();
            let program = tables.traces.program(&parts, Paths::All, described.unmoved[side], cells);
            let takes = |leg: &Leg| leg.ends.en_passant || leg.stop.is_some_and(|l| l.en_passant);
            let en_passant = movement.iter().flat_map(|p| &p.paths).flat_map(|p| &p.legs).any(takes);
            plan.traced = Some(Traced { program, because, en_passant });
        }
        plan.most_moves = plan.bound(movement, tables);
        plan
    }

    /// Chooses sets and tables, or says why neither will do.
    fn choose(
        &mut self,
        kind: &Kind,
        side: usize,
        cells: ferz_abi::Set,
        tables: &mut Tables,
    ) -> Result<(), &'static str> {
        let movement = &kind.movement[side];
        if let Some(why) = movement.iter().find_map(trace::reason) {
            return Err(why);
        }
        let mut taking = Vec::new();
        for part in movement {
            taking.extend(en_passant(kind, part, side, cells).ok_or("it takes en passant by a ride")?);
        }
        let ordinary: Vec<(Part, Zones, bool)> = movement
            .iter()
            .map(|part| {
                let (zones, unmoved) = limits(part, kind, side, cells);
                (without_en_passant(part), zones, unmoved)
            })
            .collect();
        match set_wise(&ordinary, self, tables) {
            Some(paths) => {
                self.set_wise = true;
                self.fixed = paths;
            }
            None => {
                let found = man_by_man(&ordinary, tables);
                (self.fixed, self.features) = found.ok_or("it leaves the squares of a ride open to en passant")?;
            }
        }
        self.en_passant = taking;
        Ok(())
    }

    /// Whether it asks a position for rights of the unmoved.
    pub fn asks_for_rights(&self, rules: &Rules) -> bool {
        let side = ferz_abi::side_of(self.code);
        let described = &rules.kinds[self.kind];
        let by_right = matches!(described.unmoved[side], Unmoved::Right(_));
        let traced = self.traced.is_some() && by_right && described.movement[side].iter().any(|part| part.unmoved);
        traced
            || self.features.iter().any(|f| f.unmoved)
            || self.fixed.iter().chain(&self.en_passant).any(|p| p.unmoved)
    }

    /// Whether its moves are nothing but features, so that other kinds may share the code for them.
    pub fn shares(&self) -> bool {
        let plain = !self.royal && self.traced.is_none() && !self.set_wise && self.promotions.is_empty();
        plain && self.fixed.is_empty() && self.en_passant.is_empty() && !self.features.iter().any(|f| f.unmoved)
    }

    /// A bound on the moves of one man: every square for what is walked or ridden, and every choice of promotion.
    fn bound(&self, movement: &Movement, tables: &Tables) -> usize {
        let board = &tables.board;
        let choices = self.promotions.iter().flat_map(|g| &g.classes).map(|c| c.choices.len()).max();
        if self.traced.is_some() {
            let ways = trace::most_ways(&movement.iter().collect::<Vec<_>>(), board);
            // The ways are written first, and then what becomes of the man.
            return ways.saturating_mul(choices.map_or(1, |n| n.max(1) + 1));
        }
        let squares = |f: &Feature| match f.how {
            How::Leap(table) => tables.all[table.0]
                .chunks(board.words)
                .map(|s| s.iter().map(|w| w.count_ones()).sum::<u32>())
                .max()
                .unwrap_or(0) as usize,
            How::Line(..) => 2 * board.width.max(board.height),
            How::Walk(..) | How::Trace(_) => board.squares(),
        };
        let targets = self.features.iter().map(squares).sum::<usize>() + self.fixed.len() + self.en_passant.len();
        targets.min(2 * board.squares()) * choices.unwrap_or(1).max(1)
    }
}

/// Paths that leave squares open to en passant, and what else is united to a set of targets. None if such a path is an unlimited ride.
fn man_by_man(parts: &[(Part, Zones, bool)], tables: &mut Tables) -> Option<(Vec<FixedPath>, Vec<Feature>)> {
    let (mut fixed, mut features) = (Vec::new(), Vec::new());
    let mut leaps: Vec<(Landing, bool, Vec<ferz_abi::Set>)> = Vec::new();
    for (part, zones, unmoved) in parts {
        if part.marking {
            fixed.extend(written_out(part, *zones, *unmoved)?);
            continue;
        }
        let (mut rides, mut bends, mut walks) = (Vec::new(), Vec::new(), Vec::new());
        for path in &part.paths {
            match shape(path) {
                Shape::Leap(step) => {
                    let landing = path.legs[0].ends;
                    let at = leaps.iter().position(|(l, u, _)| (*l, *u) == (landing, *unmoved)).unwrap_or_else(|| {
                        leaps.push((landing, *unmoved, vec![[0; 4]; tables.board.squares()]));
                        leaps.len() - 1
                    });
                    for from in ferz_abi::squares(tables.board.cells) {
                        if let Some(to) = tables.board.step(from, step)
                            && allows(zones, from, to)
                        {
                            leaps[at].2[from] = with(leaps[at].2[from], to);
                        }
                    }
                }
                Shape::Ride(step, ray) => rides.push((step, ray, path.legs[0].ends, path)),
                Shape::Other => match bend(path) {
                    Some((bend, landing)) => bends.push((bend, landing, path)),
                    None => walks.push(path),
                },
            }
        }
        for (lines, landing, paths) in by_line(&bends) {
            match tables.bent(&lines, *zones) {
                Some((axis, table)) => {
                    features.push(Feature { how: How::Line(axis, table), landing, unmoved: *unmoved });
                }
                None => walks.extend(paths),
            }
        }
        for (axis, ride, landing, paths) in pair_up(&rides, *zones, false) {
            match tables.axis(axis) {
                Some(id) => {
                    let how = How::Line(id, tables.ride(id, ride));
                    features.push(Feature { how, landing, unmoved: *unmoved });
                }
                None => walks.extend(paths),
            }
        }
        for path in walks {
            features.push(Feature { how: How::Walk(path.clone(), *zones), landing: Landing::BOTH, unmoved: *unmoved });
        }
    }
    for (landing, unmoved, sets) in leaps {
        features.push(Feature { how: How::Leap(tables.sets(&sets)), landing, unmoved });
    }
    // Of two ways to the same square the one that leaves more squares open counts: it is taken first.
    fixed.sort_by_key(|path: &FixedPath| std::cmp::Reverse(path.steps.len()));
    Some((fixed, features))
}

/// Bends that come to lie on the same line, with what they land on and the paths they stand for.
fn by_line<'p>(bends: &[(Bend, Landing, &'p Path)]) -> Vec<(Vec<Bend>, Landing, Vec<&'p Path>)> {
    let mut lines: Vec<(Vec<Bend>, Landing, Vec<&Path>)> = Vec::new();
    for &(bend, landing, path) in bends {
        let key = (bend.axis(), bend.line(), landing);
        match lines.iter_mut().find(|(known, landing, _)| (known[0].axis(), known[0].line(), *landing) == key) {
            Some((known, _, paths)) => {
                known.push(bend);
                paths.push(path);
            }
            None => lines.push((vec![bend], landing, vec![path])),
        }
    }
    lines
}

/// The targets of men that move like this, as rules ask for them: nothing has moved, nothing is left open to en passant.
pub fn reach(movement: &Movement, cells: ferz_abi::Set, tables: &mut Tables) -> Vec<Feature> {
    let (traced, others): (Vec<&Part>, Vec<&Part>) = movement.iter().partition(|part| trace::reason(part).is_some());
    let plain = |part: &&Part| (Part { marking: false, ..without_en_passant(part) }, zones(part, cells), false);
    let parts: Vec<_> = others.iter().map(plain).collect();
    let (_, mut features) = man_by_man(&parts, tables).expect("nothing is left open to en passant");
    if !traced.is_empty() {
        let program = tables.traces.program(&traced, Paths::All, Unmoved::Place(SquareSet(cells)), cells);
        features.push(Feature { how: How::Trace(program), landing: Landing::BOTH, unmoved: false });
    }
    features
}

/// The limits of a part, where "has not moved" may be a matter of place; and whether it is one of right.
pub fn limits(part: &Part, kind: &Kind, side: usize, cells: ferz_abi::Set) -> (Zones, bool) {
    let mut limits = zones(part, cells);
    match kind.unmoved[side] {
        Unmoved::Place(homes) if part.unmoved => limits.from = super::geometry::and(limits.from, homes.0),
        _ => {}
    }
    (limits, part.unmoved && matches!(kind.unmoved[side], Unmoved::Right(_)))
}

/// The part without its captures en passant: those are made apart.
fn without_en_passant(part: &Part) -> Part {
    let mut part = part.clone();
    for leg in part.paths.iter_mut().flat_map(|p| &mut p.legs) {
        leg.ends.en_passant = false;
        leg.stop = leg.stop.map(|l| Landing { en_passant: false, ..l });
    }
    part.paths.retain(|path| {
        let lands = |l: &Landing| l.empty || l.enemy || l.friend;
        path.legs.last().is_some_and(|leg| lands(&leg.ends))
    });
    part
}

/// The captures en passant of a part. None if they are no matter of few steps.
fn en_passant(kind: &Kind, part: &Part, side: usize, cells: ferz_abi::Set) -> Option<Vec<FixedPath>> {
    let mut part = part.clone();
    part.paths.retain(|path| path.legs.last().is_some_and(|leg| leg.ends.en_passant));
    if part.paths.is_empty() {
        return Some(Vec::new());
    }
    part.marking = false;
    let (zones, unmoved) = limits(&part, kind, side, cells);
    let paths = written_out(&part, zones, unmoved)?;
    Some(paths.into_iter().filter(|p| p.landing.en_passant).collect())
}

/// All parts as fixed paths, where they are few and no two of them can be the same move.
fn set_wise(parts: &[(Part, Zones, bool)], plan: &KindPlan, tables: &Tables) -> Option<Vec<FixedPath>> {
    let mut all: Vec<FixedPath> = Vec::new();
    for (part, zones, unmoved) in parts {
        all.extend(written_out(part, *zones, *unmoved)?);
    }
    let overlap = |(i, a): (usize, &FixedPath)| all[i + 1..].iter().any(|b| a.overlaps(b, &tables.board));
    let fits =
        tables.strategy != Strategy::Apart && all.len() <= MOST_SET_WISE && plan.promotions.len() <= 1 && !plan.royal;
    (fits && !all.iter().enumerate().any(overlap)).then_some(all)
}

/// What a path is, for the choice of a strategy.
pub enum Shape {
    /// A single leap.
    Leap(Step),
    /// A straight ride over empty squares or hurdles.
    Ride(Step, Ray),
    /// Anything else.
    Other,
}

/// The shape of a path.
pub fn shape(path: &Path) -> Shape {
    let [Leg { steps, min, max, skip: 0, hop, wrap: false, same_length: false, .. }] = path.legs.as_slice() else {
        return Shape::Other;
    };
    let [step] = steps.as_slice() else { return Shape::Other };
    let ray = |hop| Ray { min: *min, max: *max, hop };
    match hop {
        Hop::None if (*min, *max) == (1, 1) => Shape::Leap(*step),
        Hop::None => Shape::Ride(*step, ray(RayHop::Slide)),
        Hop::Over => Shape::Ride(*step, ray(RayHop::Over)),
        Hop::Beyond => Shape::Ride(*step, ray(RayHop::Beyond)),
    }
}

/// The direction called forth of the axis along a step.
pub fn axis_of(step: Step) -> Step {
    if step.dy > 0 || step.dy == 0 && step.dx > 0 { step } else { step.turned() }
}

/// Rides both ways along one axis become one. Each comes out with the paths it stands for.
pub fn pair_up<'p>(
    rides: &[(Step, Ray, Landing, &'p Path)],
    zones: Zones,
    reversed: bool,
) -> Vec<(Step, Ride, Landing, Vec<&'p Path>)> {
    let mut paired: Vec<(Step, Ride, Landing, Vec<&Path>)> = Vec::new();
    for &(step, ray, landing, path) in rides {
        let axis = axis_of(step);
        let forth = axis == step;
        // Only rides that treat men in the way alike go together.
        let fits = |r: &Ride| {
            let (here, there) = if forth { (r.forth, r.back) } else { (r.back, r.forth) };
            here.is_none() && there.is_none_or(|other| other.hop == ray.hop)
        };
        let found = paired.iter_mut().find(|(a, ride, l, _)| *a == axis && *l == landing && fits(ride));
        let (_, ride, _, paths) = match found {
            Some(pair) => pair,
            None => {
                paired.push((axis, Ride { forth: None, back: None, zones, reversed }, landing, Vec::new()));
                paired.last_mut().expect("just pushed")
            }
        };
        if forth {
            ride.forth = Some(ray)
        } else {
            ride.back = Some(ray)
        }
        paths.push(path);
    }
    paired
}
