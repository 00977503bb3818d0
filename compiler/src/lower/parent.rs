//! What is known of the parent, for perft that reuses it: the replies as if the mover had passed, and what they depend on.
//!
//! A man's moves depend on the squares that it watches (`plan/reuse.rs`). What the royal allows depends on the lines to it and to the squares that it may
//! go to: so long as no man comes or goes where one of those lines has too few men in between, nothing of that changes.

use super::Side;
use super::attack::attacked_there;
use super::fun::Fun;
use super::kinds::Scene;
use super::legality::{Found, Frame};
use super::lookup::Lookup;
use super::sets::Bits;
use super::sink::Sink;
use crate::plan::lines::RayHop;
use crate::plan::paths::FixedPath;
use crate::plan::{AttackHow, GroupHow, KindPlan, Plan, Watched};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::STATE_CLOCK;
use ferz_lang::rules::movement::Landing;

/// Offsets in the memory that holds what is known of the parent.
pub struct Kept {
    /// All replies.
    pub count: i32,
    /// Squares that only a move that is made and looked at may leave.
    pub leaving: i32,
    /// Squares that only such a move may reach.
    pub reaching: i32,
    /// For each code of the mover's: squares where such a man would have to do with the royal.
    pub arriving: i32,
    /// Squares on which somebody could take en passant.
    pub passing: i32,
    /// All squares that some man watches.
    pub watched: i32,
    /// Where men without a mask of their own may go.
    pub allow: i32,
    /// Men with a mask of their own.
    pub special: i32,
    /// For each group: the replies and the watched squares of men that go set-wise; or where what is known of its men ends.
    pub groups: Vec<i32>,
    /// What is known of single men.
    pub men: i32,
    pub bytes: usize,
}

/// What is known of a single man.
pub struct Single {
    pub square: i32,
    pub count: i32,
    pub watched: i32,
    pub mask: i32,
    pub bytes: i64,
}

impl Single {
    pub fn new(plan: &Plan) -> Single {
        let set = plan.layout.board_bytes() as i32;
        Single { square: 0, count: 8, watched: 16, mask: 16 + set, bytes: 16 + 2 * i64::from(set) }
    }
}

impl Kept {
    /// For the replies of a side.
    pub fn new(plan: &Plan, side: Side) -> Kept {
        let set = plan.layout.board_bytes();
        let mut end = 0;
        let mut room = |bytes: usize| {
            end += bytes;
            (end - bytes) as i32
        };
        let groups = &plan.sides[side.index()].groups;
        let in_groups = |code: u8| groups.iter().filter(|group| group.codes.contains(&code)).count();
        let most = plan.sides[side.index()].kinds.iter().map(|kind| in_groups(kind.code)).max().unwrap_or(0);
        let men = plan.board.squares() * most * Single::new(plan).bytes as usize;
        let mut kept = Kept {
            count: room(8),
            leaving: room(set),
            reaching: room(set),
            arriving: room(set * (2 * plan.layout.kinds + 1)),
            passing: room(set),
            watched: room(set),
            allow: room(set),
            special: room(set),
            groups: groups.iter().map(|_| room(8 + set)).collect(),
            men: room(men),
            bytes: 0,
        };
        kept.bytes = end;
        kept
    }
}

/// Squares that moves must keep away from.
#[derive(Clone, Copy)]
struct Away {
    leaving: Bits,
    reaching: Bits,
}

impl Away {
    fn values(&self) -> Vec<Value> {
        [self.leaving.words(), self.reaching.words()].concat()
    }

    fn from(values: &[Value]) -> Away {
        let words = values.len() / 2;
        Away { leaving: Bits::from(&values[..words]), reaching: Bits::from(&values[words..]) }
    }
}

impl Fun<'_> {
    /// Not zero if replies in this position, were it their turn, say something about those after a move.
    pub fn is_usual(&mut self, replies: &Scene, found: &Found) -> Value {
        let plan = self.plan;
        let (side, position) = (replies.side, replies.position);
        let mut unusual = self.any(found.tried);
        for guests in Side::BOTH.map(|side| self.guests(side, position)).into_iter().flatten() {
            let some = self.any(guests);
            unusual = self.either_of(unusual, some);
        }
        if !plan.sides[side.index()].castlings.is_empty() {
            let ready = self.may_castle(replies);
            unusual = self.either_of(unusual, ready);
        }
        if let Some(limit) = plan.quiet_limit {
            let clock = self.load_short(position, STATE_CLOCK);
            let limit = self.int(u64::from(limit).saturating_sub(1));
            let over = self.compare(IntCC::UnsignedGreaterThanOrEqual, clock, limit);
            let over = self.widen(over);
            unusual = self.either_of(unusual, over);
        }
        let Some(royals) = self.royals(side, position) else { return self.none_of(unusual) };
        let one = self.is_one(royals);
        let zero = self.int(0);
        let safe = self.either(
            one,
            &[zero],
            |f, _| {
                let square = f.lowest(royals);
                let hit = attacked_there(f, side.other(), position, square, replies.men.occupied);
                vec![f.none_of(hit)]
            },
            |_, v| v.to_vec(),
        )[0];
        let usual = self.none_of(unusual);
        self.b.ins().band(usual, safe)
    }

    /// 1 if a value is zero, 0 otherwise.
    fn none_of(&mut self, value: Value) -> Value {
        let none = self.is(value, 0);
        self.widen(none)
    }

    /// Counts the replies as if the mover had passed, and writes down what they depend on.
    pub fn keep(&mut self, layout: &Kept, kept: Value, replies: &Scene, found: &Found, frame: Value) {
        let plan = self.plan;
        let side = &plan.sides[replies.side.index()];
        let one = Single::new(plan);
        let none = self.no_squares();
        let (mut count, mut next, mut watched) = (self.int(0), self.add_int(kept, layout.men.into()), none);
        let mut away = Away { leaving: none, reaching: none };
        let mut near = none;
        for (number, group) in side.groups.iter().enumerate().filter(|(_, group)| !side.is_guests(group)) {
            let at = layout.groups[number];
            let men = self.men_of_codes(&group.codes, replies.position);
            if let Some(kind) = group_kind(plan, replies.side, &group.how).filter(|kind| kind.royal) {
                count = self.royal_moves(replies, Sink::Count, number, men, count);
                let values = [near.words(), &away.values()].concat();
                let values = self.for_each(men, &values, |f, square, v| {
                    let words = plan.board.words;
                    let targets = f.all_targets(replies, kind, square);
                    let seen = f.watched_from(&side.watched[number], square, replies.men.occupied);
                    let away = f.and_away(Away::from(&v[words..]), seen);
                    let near = f.or(Bits::from(&v[..words]), targets);
                    [near.words(), &away.values()].concat()
                });
                (near, away) = (Bits::from(&values[..plan.board.words]), Away::from(&values[plan.board.words..]));
            } else if let Some(kind) = group_kind(plan, replies.side, &group.how).filter(|kind| kind.set_wise) {
                let (own_mask, others) = (self.and(men, found.special), self.minus(men, found.special));
                let zero = self.int(0);
                let counted = self.count_group(replies, &group.how, others, found.allow, zero);
                count = self.add(count, counted);
                count = self.for_each(own_mask, &[count], |f, square, v| {
                    let (man, mask) = (f.single(square), f.mask_of(square, found, frame));
                    vec![f.count_group(replies, &group.how, man, mask, v[0])]
                })[0];
                let seen = self.passed_set_wise(kind, others);
                self.store(counted, kept, at);
                self.store_set(seen, kept, at + 8);
                watched = self.or(watched, seen);
                let seen = self.passed_set_wise(kind, own_mask);
                away = self.and_away(away, seen);
            } else {
                let values = [&[count, next], watched.words()].concat();
                let values = self.for_each(men, &values, |f, square, v| {
                    let mask = f.mask_of(square, found, frame);
                    let zero = f.int(0);
                    let counted = f.count_of_man(replies, &group.how, square, mask, zero);
                    let count = f.add(v[0], counted);
                    if side.watched[number].is_empty() {
                        return [&[count], &v[1..]].concat();
                    }
                    let seen = f.watched_from(&side.watched[number], square, replies.men.occupied);
                    f.store(square, v[1], one.square);
                    f.store(counted, v[1], one.count);
                    f.store_set(seen, v[1], one.watched);
                    f.store_set(mask, v[1], one.mask);
                    let watched = f.or(Bits::from(&v[2..]), seen);
                    [&[count, f.add_int(v[1], one.bytes)], watched.words()].concat()
                });
                (count, next, watched) = (values[0], values[1], Bits::from(&values[2..]));
                self.store(next, kept, at);
            }
        }
        for castling in &side.castlings {
            let way = self.set(castling.empty);
            away.leaving = self.or(away.leaving, way);
        }
        let mut around = near;
        if let Some(royals) = self.royals(replies.side, replies.position) {
            around = self.or(near, royals);
            away = self.and_away(away, near);
            away = self.lines_around(replies, royals, around, away);
        }
        self.keep_arrivals(layout, kept, replies.side.other(), around);
        if plan.has_en_passant {
            let mut passing = self.no_squares();
            for kind in &side.kinds {
                let men = self.load_set(replies.position, plan.layout.code(kind.code));
                let reached = self.passed_by(&kind.en_passant, men);
                passing = self.or(passing, reached);
            }
            self.store_set(passing, kept, layout.passing);
        }
        self.store(count, kept, layout.count);
        self.store_set(away.leaving, kept, layout.leaving);
        self.store_set(away.reaching, kept, layout.reaching);
        self.store_set(watched, kept, layout.watched);
        self.store_set(found.allow, kept, layout.allow);
        self.store_set(found.special, kept, layout.special);
    }

    fn and_away(&mut self, away: Away, squares: Bits) -> Away {
        Away { leaving: self.or(away.leaving, squares), reaching: self.or(away.reaching, squares) }
    }

    /// Where one man may go.
    fn mask_of(&mut self, square: Value, found: &Found, frame: Value) -> Bits {
        let plan = self.plan;
        let single = self.single(square);
        let is_special = self.meet(single, found.special);
        let offset = self.times(square, plan.layout.board_bytes());
        let at = self.add(frame, offset);
        let mask = self.load_set(at, Frame::masks(plan));
        let both = self.and(mask, found.allow);
        self.choose(is_special, both, found.allow)
    }

    /// The squares on which the moves of one man depend.
    fn watched_from(&mut self, watched: &[Watched], square: Value, occupied: Bits) -> Bits {
        let mut lookup = Lookup::new(square, occupied);
        let mut all = self.no_squares();
        for watched in watched {
            let seen = match watched {
                Watched::Near(table) => self.table_set(*table, square),
                Watched::Line(axis, table) => lookup.ride(self, *axis, *table),
                Watched::All => self.set(self.plan.board.cells),
            };
            all = self.or(all, seen);
        }
        all
    }

    /// The same for men that go set-wise. A step onto anything but an own man depends on nothing.
    fn passed_set_wise(&mut self, kind: &KindPlan, men: Bits) -> Bits {
        let depends = |path: &&FixedPath| path.steps.len() > 1 || path.landing != Landing::BOTH;
        self.passed_by(kind.fixed.iter().filter(depends), men)
    }

    /// All squares that men come to on some paths, whatever stands there.
    fn passed_by<'p>(&mut self, paths: impl IntoIterator<Item = &'p FixedPath>, men: Bits) -> Bits {
        let mut all = self.no_squares();
        for path in paths {
            let mut at = self.and_set(men, path.zones.from);
            for &step in &path.steps {
                at = self.step(at, step);
                all = self.or(all, at);
            }
        }
        all
    }

    /// The mover's men that have the royal, or a square that it may go to, on a line or in reach of a leap; and the squares where a
    /// man who comes or goes would change what the line says.
    fn lines_around(&mut self, replies: &Scene, royals: Bits, around: Bits, away: Away) -> Away {
        let plan = self.plan;
        let mover = &plan.sides[replies.side.other().index()];
        let position = replies.position;
        // The royal itself is in nobody's way to where it goes.
        let occupied = self.minus(replies.men.occupied, royals);
        let values = self.for_each(around, &away.values(), |f, square, v| {
            let mut away = Away::from(v);
            let single = f.single(square);
            let is_royal = f.meet(single, royals);
            let is_royal = f.compare_zero(is_royal);
            for attack in mover.attacks.iter().filter(|a| !a.guest) {
                let (table, passed) = match &attack.how {
                    AttackHow::Leap(table) => (*table, None),
                    AttackHow::Walk { sources, passed, .. } => (*sources, Some(*passed)),
                    AttackHow::Line(_) | AttackHow::Trace { .. } => continue,
                };
                let men = f.attackers(attack, position);
                let from = f.table_set(table, square);
                let here = f.and(men, from);
                away.leaving = f.or(away.leaving, here);
                if let Some(passed) = passed {
                    let some = f.any(here);
                    let (passed, none) = (f.table_set(passed, square), f.no_squares());
                    let passed = f.choose(some, passed, none);
                    away = f.and_away(away, passed);
                }
            }
            let mut values = away.values();
            for group in mover.lines.iter().filter(|g| !g.guest) {
                let aligned = group.members.iter().map(|&(attack, aligned)| {
                    let men = f.attackers(&mover.attacks[attack], position);
                    let within_reach = f.table_set(aligned, square);
                    f.and(men, within_reach)
                });
                let aligned: Vec<Bits> = aligned.collect();
                let aligned = aligned.into_iter().reduce(|a, b| f.or(a, b)).expect("a group has members");
                values = f.for_each(aligned, &values, |f, attacker, v| {
                    let away = Away::from(v);
                    let row = f.times(square, plan.board.squares());
                    let index = f.add(row, attacker);
                    let passed = f.table_set(group.between, index);
                    let men = f.and(passed, occupied);
                    let count = f.count(men);
                    // With so many men in between it is all the same whether one more comes. The royal's own lines
                    // count one more: one man short of check is pinned.
                    let enough = if group.hop == RayHop::Slide { 1 } else { 2 };
                    let (enough, none) = (f.int(enough), f.no_squares());
                    let enough = f.add(enough, is_royal);
                    let one = f.int(1);
                    let more = f.add(enough, one);
                    let open = f.compare(IntCC::UnsignedLessThan, count, enough);
                    let nearly = f.compare(IntCC::UnsignedLessThan, count, more);
                    let single = f.single(attacker);
                    let men = f.or(men, single);
                    let reaching = f.choose(open, passed, none);
                    let leaving = f.choose(nearly, men, none);
                    let (leaving, reaching) = (f.or(away.leaving, leaving), f.or(away.reaching, reaching));
                    Away { leaving, reaching }.values()
                });
            }
            values
        });
        Away::from(&values)
    }

    /// 1 if a value is not zero, 0 otherwise.
    fn compare_zero(&mut self, value: Value) -> Value {
        let zero = self.int(0);
        let some = self.compare(IntCC::NotEqual, value, zero);
        self.widen(some)
    }

    /// For each of the mover's codes: from where such a man would have the royal, or a square that it may go to, on a line or in reach of a leap.
    fn keep_arrivals(&mut self, layout: &Kept, kept: Value, mover: Side, around: Bits) {
        let plan = self.plan;
        let side = &plan.sides[mover.index()];
        let none = self.no_squares();
        let mut arriving: Vec<(u8, Bits)> = side.kinds.iter().map(|kind| (kind.code, none)).collect();
        for attack in side.attacks.iter().filter(|a| !a.guest) {
            let table = match &attack.how {
                AttackHow::Leap(table) => *table,
                AttackHow::Line(line) => line.aligned,
                AttackHow::Walk { sources, .. } | AttackHow::Trace { sources, .. } => *sources,
            };
            let from = self.for_each(around, none.words(), |f, square, v| {
                let from = f.table_set(table, square);
                f.or(Bits::from(v), from).words().to_vec()
            });
            let from = Bits::from(&from);
            for (_, all) in arriving.iter_mut().filter(|(code, _)| attack.codes.contains(code)) {
                *all = self.or(*all, from);
            }
        }
        for (code, all) in arriving {
            let at = layout.arriving + i32::from(code) * plan.layout.board_bytes() as i32;
            self.store_set(all, kept, at);
        }
    }
}

/// The kind of a group that is one kind's own.
pub fn group_kind<'p>(plan: &'p Plan, side: Side, how: &GroupHow) -> Option<&'p KindPlan> {
    match how {
        GroupHow::Kind(kind) => Some(&plan.sides[side.index()].kinds[*kind]),
        GroupHow::Shared(_) => None,
    }
}
