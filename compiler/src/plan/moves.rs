//! How the moves of one kind are made.

use super::lines::{Ray, RayHop, Ride, Zones};
use super::paths::{FixedPath, allows, written_out, zones};
use super::promotion::{PromotionGroup, groups};
use super::tables::{AxisId, TableId, Tables};
use crate::CompileError;
use ferz_abi::{code, with};
use ferz_lang::rules::movement::{Effect, Hop, Landing, Leg, Movement, Part, Path, Step, UNLIMITED};
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
    /// Whether all men of the kind go the fixed paths at once.
    pub set_wise: bool,
    /// Set-wise: every path. Otherwise only those that leave squares open to en passant.
    pub fixed: Vec<FixedPath>,
    /// Man by man: what is united to a set of targets.
    pub features: Vec<Feature>,
    /// The paths by which it takes en passant.
    pub en_passant: Vec<FixedPath>,
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
}

impl KindPlan {
    /// Chooses the strategies for a kind.
    pub fn new(rules: &Rules, kind: usize, side: usize, tables: &mut Tables) -> Result<KindPlan, CompileError> {
        let described = &rules.kinds[kind];
        let mut plan = KindPlan {
            name: described.name.clone(),
            kind,
            code: code(kind, side),
            royal: described.royal && rules.checks.is_empty(),
            set_wise: false,
            fixed: Vec::new(),
            features: Vec::new(),
            en_passant: Vec::new(),
            promotions: groups(rules, kind, side),
            most_moves: 0,
        };
        for part in &described.movement[side] {
            supported(described, part)?;
            plan.en_passant.extend(en_passant(rules, described, part, side)?);
        }
        let cells = rules.cells().0;
        let ordinary: Vec<(Part, Zones, bool)> = described.movement[side]
            .iter()
            .map(|part| {
                let (zones, unmoved) = limits(part, described, side, cells);
                (without_en_passant(part), zones, unmoved)
            })
            .collect();
        match set_wise(&ordinary, &plan, tables) {
            Some(paths) => {
                plan.set_wise = true;
                plan.fixed = paths;
            }
            None => (plan.fixed, plan.features) = man_by_man(&ordinary, described, tables)?,
        }
        plan.most_moves = plan.bound(tables);
        Ok(plan)
    }

    /// Whether it asks a position for rights of the unmoved.
    pub fn asks_for_rights(&self) -> bool {
        self.features.iter().any(|f| f.unmoved) || self.fixed.iter().chain(&self.en_passant).any(|p| p.unmoved)
    }

    /// Whether its moves are nothing but features, so that other kinds may share the code for them.
    pub fn shares(&self) -> bool {
        let plain = !self.royal && !self.set_wise && self.promotions.is_empty();
        plain && self.fixed.is_empty() && self.en_passant.is_empty() && !self.features.iter().any(|f| f.unmoved)
    }

    /// A bound on the moves of one man: every square for what is walked or ridden, and every choice of promotion.
    fn bound(&self, tables: &Tables) -> usize {
        let board = &tables.board;
        let squares = |f: &Feature| match f.how {
            How::Leap(table) => tables.all[table.0]
                .chunks(board.words)
                .map(|s| s.iter().map(|w| w.count_ones()).sum::<u32>())
                .max()
                .unwrap_or(0) as usize,
            How::Line(..) => 2 * board.width.max(board.height),
            How::Walk(..) => board.squares(),
        };
        let targets = self.features.iter().map(squares).sum::<usize>() + self.fixed.len() + self.en_passant.len();
        let choices = self.promotions.iter().flat_map(|g| &g.classes).map(|c| c.choices.len()).max();
        targets.min(2 * board.squares()) * choices.unwrap_or(1).max(1)
    }
}

/// Paths that leave squares open to en passant, and what else is united to a set of targets.
fn man_by_man(
    parts: &[(Part, Zones, bool)],
    kind: &Kind,
    tables: &mut Tables,
) -> Result<(Vec<FixedPath>, Vec<Feature>), CompileError> {
    let (mut fixed, mut features) = (Vec::new(), Vec::new());
    let mut leaps: Vec<(Landing, bool, Vec<ferz_abi::Set>)> = Vec::new();
    for (part, zones, unmoved) in parts {
        if part.marking {
            let paths = written_out(part, *zones, *unmoved)
                .ok_or_else(|| CompileError::unsupported(kind, "en passant over an unlimited ride"))?;
            fixed.extend(paths);
            continue;
        }
        let (mut rides, mut walks) = (Vec::new(), Vec::new());
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
                Shape::Other => walks.push(path),
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
    Ok((fixed, features))
}

/// The targets of men that move like this, as rules ask for them: nothing has moved, nothing is left open to en passant.
pub fn reach(movement: &Movement, cells: ferz_abi::Set, tables: &mut Tables) -> Result<Vec<Feature>, CompileError> {
    let asked = Kind {
        name: "man that a rule asks about".into(),
        letters: [None; 2],
        notation: "reach".into(),
        royal: false,
        plain: None,
        movement: [movement.clone(), movement.clone()],
        unmoved: [Unmoved::Place(SquareSet(cells)); 2],
    };
    let mut parts = Vec::new();
    for part in movement {
        supported(&asked, part)?;
        let (zones, _) = limits(part, &asked, 0, cells);
        parts.push((Part { marking: false, ..without_en_passant(part) }, zones, false));
    }
    Ok(man_by_man(&parts, &asked, tables)?.1)
}

/// What native code cannot do yet, by name.
fn supported(kind: &Kind, part: &Part) -> Result<(), CompileError> {
    let refuse = |what| Err(CompileError::unsupported(kind, what));
    if part.over.is_some() || part.taking.is_some() {
        return refuse("a movement limited to kinds of hurdles or victims");
    }
    for leg in part.paths.iter().flat_map(|p| &p.legs) {
        if leg.effect != Effect::Leave {
            return refuse("a capture on the way");
        }
        if leg.put_down {
            return refuse("a man that is put down elsewhere");
        }
        if leg.off_board {
            return refuse("a leg that ends off the board");
        }
        if leg.wrap {
            return refuse("a board joined at its edges");
        }
        if leg.skip > 0 {
            return refuse("a slide over whatever is adjacent");
        }
        if leg.same_length {
            return refuse("a leg as long as the one before");
        }
        if leg.steps.len() != 1 {
            return refuse("a ride that turns");
        }
        let landings = [Some(leg.ends), leg.stop];
        if landings.iter().flatten().any(|l| l.friend || l.royal.is_some()) {
            return refuse("a landing on men of the own side, or on royal men only");
        }
    }
    if part.paths.iter().any(crosses_its_ends) {
        return refuse("a path that may come back to where it started, or pass where it ends");
    }
    Ok(())
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

/// The captures en passant of a part.
fn en_passant(rules: &Rules, kind: &Kind, part: &Part, side: usize) -> Result<Vec<FixedPath>, CompileError> {
    let mut part = part.clone();
    part.paths.retain(|path| path.legs.last().is_some_and(|leg| leg.ends.en_passant));
    if part.paths.is_empty() {
        return Ok(Vec::new());
    }
    part.marking = false;
    let (zones, unmoved) = limits(&part, kind, side, rules.cells().0);
    let paths = written_out(&part, zones, unmoved);
    let paths = paths.ok_or_else(|| CompileError::unsupported(kind, "en passant by a ride"))?;
    Ok(paths.into_iter().filter(|p| p.landing.en_passant).collect())
}

/// All parts as fixed paths, where they are few and no two of them can be the same move.
fn set_wise(parts: &[(Part, Zones, bool)], plan: &KindPlan, tables: &Tables) -> Option<Vec<FixedPath>> {
    let mut all: Vec<FixedPath> = Vec::new();
    for (part, zones, unmoved) in parts {
        all.extend(written_out(part, *zones, *unmoved)?);
    }
    let overlap = |(i, a): (usize, &FixedPath)| all[i + 1..].iter().any(|b| a.overlaps(b, &tables.board));
    let fits = all.len() <= MOST_SET_WISE && plan.promotions.len() <= 1 && !plan.royal;
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
