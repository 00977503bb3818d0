//! What the moves of a position must respect so that the royal is not attacked afterwards: masks, found once for all moves.
//!
//! With one royal, each attack is looked at from its square. A line with so many men on it that it gives check limits where all others go; one with
//! one man too many pins those men to it; a hopper's line without a screen forbids to become one. All of this is exact, so a
//! move that respects it need not be tried. What has no such rule makes some men *tried*: their moves are made and looked at.

use super::attack::attacked_there;
use super::fun::Fun;
use super::kinds::Scene;
use super::sets::Bits;
use super::walk::Men;
use super::{Name, Side};
use crate::plan::lines::RayHop;
use crate::plan::{self, Attack, AttackHow, LineGroup, Plan};
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

/// Offsets in the frame that holds what was found.
pub struct Frame;

impl Frame {
    /// Where men without a mask of their own may go.
    pub const ALLOW: i32 = 0;

    /// Men with a mask of their own.
    pub fn special(plan: &Plan) -> i32 {
        plan.layout.board_bytes() as i32
    }

    /// Men whose moves must be tried.
    pub fn tried(plan: &Plan) -> i32 {
        2 * plan.layout.board_bytes() as i32
    }

    /// The masks, for each square.
    pub fn masks(plan: &Plan) -> i32 {
        3 * plan.layout.board_bytes() as i32
    }

    /// Bytes of a frame.
    pub fn bytes(plan: &Plan) -> usize {
        (3 + plan.board.squares()) * plan.layout.board_bytes()
    }
}

/// What is known so far.
#[derive(Clone, Copy)]
pub struct Found {
    /// Where men without a mask of their own may go.
    pub allow: Bits,
    /// Men with a mask of their own.
    pub special: Bits,
    /// Men whose moves must be tried.
    pub tried: Bits,
    /// Whether the rules let nothing be found: everything is allowed until it is tried.
    pub none: bool,
}

impl Found {
    fn values(&self) -> Vec<Value> {
        [self.allow, self.special, self.tried].iter().flat_map(|s| s.words().to_vec()).collect()
    }

    fn from(values: &[Value]) -> Found {
        let words = values.len() / 3;
        let set = |i: usize| Bits::from(&values[i * words..(i + 1) * words]);
        Found { allow: set(0), special: set(1), tried: set(2), none: false }
    }
}

/// The one royal, and who stands around it.
struct Royal {
    square: Value,
    men: Men,
    frame: Value,
}

/// Whether the rules let anything be found for a side: then there is a function that does.
pub fn finds_something(plan: &Plan, side: Side) -> bool {
    let here = &plan.sides[side.index()];
    let by_masks = plan.by_masks && !here.royals.is_empty();
    let by_hands = plan::rules::without_place(&plan.rules).next().is_some();
    let traced = here.kinds.iter().any(|kind| kind.traced.is_some());
    by_masks || (by_hands || traced) && !plan.filters_all
}

/// `legality(context, position, frame)`: writes what the moves of a position must respect to the frame.
pub fn legality(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, frame) = (parameters[0], parameters[1], parameters[2]);
    let scene = f.scene(side, context, position);
    let found = f.found(&scene, frame);
    f.keep_found(&found, frame);
    f.finish(&[]);
}

impl Fun<'_> {
    /// Room for what is found.
    pub fn frame(&mut self) -> Value {
        self.stack(Frame::bytes(self.plan))
    }

    /// What the moves of a position must respect, all of it in the frame as well.
    pub fn legality(&mut self, scene: &Scene, frame: Value) -> Found {
        let plan = self.plan;
        if !finds_something(plan, scene.side) {
            let found = self.everything_allowed();
            if !plan.rules.drops.is_empty() || !plan.sides[scene.side.index()].guests.is_empty() {
                self.keep_found(&found, frame);
            }
            return found;
        }
        self.call(Name::Legality(scene.side), &[scene.context, scene.position, frame]);
        let set = |f: &mut Self, offset: i32| f.load_set(frame, offset);
        let (allow, special) = (set(self, Frame::ALLOW), set(self, Frame::special(plan)));
        Found { allow, special, tried: set(self, Frame::tried(plan)), none: false }
    }

    /// What is known where the rules let nothing be found.
    fn everything_allowed(&mut self) -> Found {
        let (all, none) = (self.set(self.plan.board.cells), self.no_squares());
        Found { allow: all, special: none, tried: none, none: true }
    }

    fn found(&mut self, scene: &Scene, frame: Value) -> Found {
        let found = self.against_check(scene, frame);
        let found = match self.taking_whom_no_hand_holds(scene.side, scene.position, found.tried) {
            Some(tried) => Found { tried, none: false, ..found },
            None => found,
        };
        self.who_is_traced(scene, found)
    }

    fn against_check(&mut self, scene: &Scene, frame: Value) -> Found {
        let (side, position, men) = (scene.side, scene.position, scene.men);
        let free = self.everything_allowed();
        // Without masks, moves are looked at when all are there.
        let royals = if self.plan.by_masks { self.royals(side, position) } else { None };
        let Some(royals) = royals else { return free };
        let one = self.is_one(royals);
        let values = self.either(
            one,
            &free.values(),
            |f, v| {
                let square = f.lowest(royals);
                let royal = Royal { square, men, frame };
                let found = f.look_around(side, position, &royal, Found::from(v));
                // A royal's own moves are looked at anyway. Drops are tried where anybody is, though, and there may be nobody else.
                let drops = !f.plan.rules.drops.is_empty();
                let tried = if drops { found.tried } else { f.minus(found.tried, royals) };
                let tried = f.near_the_traced(side, position, &royal, royals, tried);
                Found { tried, ..found }.values()
            },
            |f, v| {
                // Several royals: every move is tried. None: nothing can go wrong.
                let any = f.any(royals);
                let none = f.no_squares();
                let tried = f.choose(any, men.own, none);
                Found { tried, ..Found::from(v) }.values()
            },
        );
        let found = Found::from(&values);
        let tried = self.becoming_royal(side, position, found.tried);
        Found { tried, ..found }
    }

    /// Writes what was found where functions that are called, or call, read it.
    fn keep_found(&mut self, found: &Found, frame: Value) {
        self.store_set(found.allow, frame, Frame::ALLOW);
        self.store_set(found.special, frame, Frame::special(self.plan));
        self.store_set(found.tried, frame, Frame::tried(self.plan));
    }

    /// Where victims come into a hand, men without a place in one cannot be taken. They hardly ever can be, since royals are not left
    /// attacked; where one is, every move is tried.
    fn taking_whom_no_hand_holds(&mut self, side: Side, position: Value, tried: Bits) -> Option<Bits> {
        let plan = self.plan;
        let rival = side.other();
        let codes = plan::rules::without_place(&plan.rules).map(|kind| ferz_abi::code(kind, rival.index()));
        let boards: Vec<Bits> = codes.map(|code| self.load_set(position, plan.layout.code(code))).collect();
        let men = boards.into_iter().reduce(|a, b| self.or(a, b)).filter(|_| !plan.filters_all)?;
        let board = self.men(side, position);
        let none = self.int(0);
        let hit = self.for_each(men, &[none], |f, square, v| {
            let here = attacked_there(f, side, position, square, board.occupied);
            vec![f.either_of(v[0], here)]
        })[0];
        Some(self.choose(hit, board.own, tried))
    }

    /// Adds the men of the mover's that are traced: their moves may do anything, so that all of them are tried.
    fn who_is_traced(&mut self, scene: &Scene, found: Found) -> Found {
        let plan = self.plan;
        let kinds = plan.sides[scene.side.index()].kinds.iter().filter(|kind| kind.traced.is_some());
        let codes: Vec<u8> = kinds.map(|kind| kind.code).collect();
        if codes.is_empty() || plan.filters_all {
            return found;
        }
        let men = self.men_of_codes(&codes, scene.position);
        Found { tried: self.or(found.tried, men), none: false, ..found }
    }

    /// Adds who must be tried because of men of the other side whose attacks are traced, so that nothing tells beforehand what changes them: all
    /// men where one of them may reach the royal, the royal itself where there are any.
    fn near_the_traced(&mut self, side: Side, position: Value, royal: &Royal, royals: Bits, mut tried: Bits) -> Bits {
        let plan = self.plan;
        let none = self.no_squares();
        for attack in &plan.sides[side.other().index()].attacks {
            if let AttackHow::Trace { sources, .. } = attack.how {
                let men = self.attackers(attack, position);
                let within_reach = self.table_set(sources, royal.square);
                let (some, near) = (self.any(men), self.meet(men, within_reach));
                let royals = self.choose(some, royals, none);
                let others = self.choose(near, royal.men.own, none);
                tried = self.or(tried, royals);
                tried = self.or(tried, others);
            }
        }
        tried
    }

    /// The men of a side and those of the other.
    pub fn men(&mut self, side: Side, position: Value) -> Men {
        let own = self.load_set(position, self.plan.layout.side(side.index()));
        let enemy = self.load_set(position, self.plan.layout.side(side.other().index()));
        Men { occupied: self.or(own, enemy), own, enemy }
    }

    /// Adds the men that may become royal: where they do, nobody has looked who attacks them there.
    fn becoming_royal(&mut self, side: Side, position: Value, mut tried: Bits) -> Bits {
        let plan = &self.plan.sides[side.index()];
        for kind in plan.kinds.iter().filter(|kind| !kind.royal) {
            let mut choices = kind.promotions.iter().flat_map(|g| &g.classes).flat_map(|c| &c.choices);
            if choices.any(|choice| plan.royals.contains(&choice.code)) {
                let men = self.load_set(position, self.plan.layout.code(kind.code));
                tried = self.or(tried, men);
            }
        }
        tried
    }

    fn look_around(&mut self, side: Side, position: Value, royal: &Royal, found: Found) -> Found {
        let plan = &self.plan.sides[side.other().index()];
        let found = self.look_at(side.other(), position, royal, false, found);
        let mut guests = plan.attacks.iter().filter(|a| a.guest).flat_map(|a| a.codes.clone()).collect::<Vec<u8>>();
        guests.sort_unstable();
        guests.dedup();
        if guests.is_empty() {
            return found;
        }
        let some = self.men_of_codes(&guests, position);
        let some = self.any(some);
        let values = self.when(some, &found.values(), |f, v| {
            f.look_at(side.other(), position, royal, true, Found::from(v)).values()
        });
        Found::from(&values)
    }

    /// Looks at the attacks of guests, or of all others.
    fn look_at(&mut self, rival: Side, position: Value, royal: &Royal, guests: bool, found: Found) -> Found {
        let plan = &self.plan.sides[rival.index()];
        let attacks: Vec<&Attack> = plan.attacks.iter().filter(|a| a.guest == guests).collect();
        let mut found = self.leap_checks(&attacks, position, royal, found);
        for group in plan.lines.iter().filter(|g| g.guest == guests) {
            found = self.line_checks(&plan.attacks, group, position, royal, found);
        }
        for attack in attacks {
            if let AttackHow::Walk { way, sources, passed } = &attack.how {
                let men = self.attackers(attack, position);
                let aligned = self.table_set(*sources, royal.square);
                let some = self.meet(men, aligned);
                let values = self.when(some, &found.values(), |f, v| {
                    let mut found = Found::from(v);
                    let on_the_way = f.table_set(*passed, royal.square);
                    let pinned = f.and(on_the_way, royal.men.own);
                    if !way.only_blocked_by_men() {
                        // A man may also open the way by coming to stand in it.
                        found.tried = royal.men.own;
                        return found.values();
                    }
                    let target = f.single(royal.square);
                    let from = f.walk_back(target, way, royal.men.occupied);
                    let check = f.meet(from, men);
                    let tried = f.choose(check, royal.men.own, pinned);
                    found.tried = f.or(found.tried, tried);
                    found.values()
                });
                found = Found::from(&values);
            }
        }
        found
    }

    /// A leaper that gives check must be taken; two of them cannot be.
    fn leap_checks(&mut self, attacks: &[&Attack], position: Value, royal: &Royal, found: Found) -> Found {
        let mut checkers: Option<Bits> = None;
        for attack in attacks {
            if let AttackHow::Leap(table) = &attack.how {
                let men = self.attackers(attack, position);
                let from = self.table_set(*table, royal.square);
                let here = self.and(men, from);
                checkers = Some(match checkers {
                    None => here,
                    Some(before) => self.or(before, here),
                });
            }
        }
        let Some(checkers) = checkers else { return found };
        let check = self.any(checkers);
        let values = self.when(check, found.allow.words(), |f, v| {
            let one = f.is_one(checkers);
            let nothing = f.no_squares();
            let only = f.choose(one, checkers, nothing);
            f.and(Bits::from(v), only).words().to_vec()
        });
        Found { allow: Bits::from(&values), ..found }
    }

    /// All men of the other side that have the royal on one of their lines.
    fn line_checks(
        &mut self,
        attacks: &[Attack],
        group: &LineGroup,
        position: Value,
        royal: &Royal,
        found: Found,
    ) -> Found {
        let aligned = group.members.iter().map(|&(attack, aligned)| {
            let men = self.attackers(&attacks[attack], position);
            let within_reach = self.table_set(aligned, royal.square);
            self.and(men, within_reach)
        });
        let aligned: Vec<Bits> = aligned.collect();
        let aligned = aligned.into_iter().reduce(|a, b| self.or(a, b)).expect("a group has members");
        let values = self.for_each(aligned, &found.values(), |f, attacker, v| {
            let row = f.times(royal.square, f.plan.board.squares());
            let index = f.add(row, attacker);
            let passed = f.table_set(group.between, index);
            let line = Line { attacker: f.single(attacker), passed, men: f.and(passed, royal.men.occupied) };
            match group.hop {
                RayHop::Slide => f.slider(&line, royal, Found::from(v)),
                RayHop::Over => f.hopper(&line, royal, Found::from(v)),
                RayHop::Beyond | RayHop::BeyondBack => f.lander(&line, royal, Found::from(v)),
            }
            .values()
        });
        Found::from(&values)
    }

    /// Nobody between: check. One man between: pinned if it is an own one.
    fn slider(&mut self, line: &Line, royal: &Royal, found: Found) -> Found {
        let between = self.any(line.men);
        let on_line = self.or(line.passed, line.attacker);
        let values = self.either(
            between,
            &found.values(),
            |f, v| {
                let one = f.is_one(line.men);
                let own = f.meet(line.men, royal.men.own);
                let zero = f.int(0);
                let pins = f.select(one, own, zero);
                f.when(pins, v, |f, v| f.pin(line.men, on_line, royal, Found::from(v)).values())
            },
            |f, v| {
                let found = Found::from(v);
                Found { allow: f.and(found.allow, on_line), ..found }.values()
            },
        );
        Found::from(&values)
    }

    /// By the number of screens. None: nobody may become one. One: check. Two: both are pinned to the line, and may not take each other.
    fn hopper(&mut self, line: &Line, royal: &Royal, found: Found) -> Found {
        let screens = self.any(line.men);
        let free = self.minus(line.passed, line.men);
        let free = self.or(free, line.attacker);
        let values = self.either(
            screens,
            &found.values(),
            |f, v| {
                let count = f.count(line.men);
                let two = f.int(2);
                let few = f.compare(IntCC::UnsignedLessThanOrEqual, count, two);
                f.when(few, v, |f, v| {
                    let check = f.is(count, 1);
                    f.either(
                        check,
                        v,
                        |f, v| {
                            // An own screen may leave the line, all others may not do what it may: try every move.
                            let found = Found::from(v);
                            let own = f.meet(line.men, royal.men.own);
                            let allow = f.and(found.allow, free);
                            let allow = f.choose(own, found.allow, allow);
                            let tried = f.choose(own, royal.men.own, found.tried);
                            Found { allow, tried, ..found }.values()
                        },
                        |f, v| {
                            let own = f.and(line.men, royal.men.own);
                            f.pin(own, free, royal, Found::from(v)).values()
                        },
                    )
                })
            },
            |f, v| {
                let found = Found::from(v);
                Found { allow: f.minus(found.allow, line.passed), ..found }.values()
            },
        );
        Found::from(&values)
    }

    /// A grasshopper's line, its hurdle next to the royal: own men on it are tried where there are few, all of them where it may give check.
    fn lander(&mut self, line: &Line, royal: &Royal, found: Found) -> Found {
        let count = self.count(line.men);
        let two = self.int(2);
        let one = self.int(1);
        let pinned = self.and(line.men, royal.men.own);
        let few = self.compare(IntCC::UnsignedLessThanOrEqual, count, two);
        let at_most_one = self.compare(IntCC::UnsignedLessThanOrEqual, count, one);
        let nothing = self.no_squares();
        let tried = self.choose(few, pinned, nothing);
        let tried = self.choose(at_most_one, royal.men.own, tried);
        Found { tried: self.or(found.tried, tried), ..found }
    }

    /// Men that may only go to some squares, besides what others tell them.
    fn pin(&mut self, men: Bits, to: Bits, royal: &Royal, found: Found) -> Found {
        let masks = Frame::masks(self.plan);
        let bytes = self.plan.layout.board_bytes();
        self.for_each(men, &[], |f, square, _| {
            let offset = f.times(square, bytes);
            let at = f.add(royal.frame, offset);
            let before = f.load_set(at, masks);
            let single = f.single(square);
            let already = f.meet(found.special, single);
            let both = f.and(before, to);
            let mask = f.choose(already, both, to);
            f.store_set(mask, at, masks);
            Vec::new()
        });
        Found { special: self.or(found.special, men), ..found }
    }
}

/// A line between an attacker and the royal.
struct Line {
    attacker: Bits,
    passed: Bits,
    men: Bits,
}
