//! What rules say, as code: sets of squares, numbers, conditions, and which moves an event is about.

use super::attack::attacked_there;
use super::fun::Fun;
use super::sets::Bits;
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::*;
use ferz_abi::{Form, Set, code};
use ferz_lang::rules::expr::{Comparison, Cond, Event, Happening, Int, Kinds, Squares, Who};
use ferz_lang::rules::movement::Step;
use ferz_lang::rules::{KindSet, Rules};

/// What an expression is read with.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// For what must count moves.
    pub context: Value,
    /// The position it is read in.
    pub position: Value,
    /// Whose view it takes.
    pub own: Side,
    /// What the move did, if it is about one.
    pub happened: Option<Happened>,
    /// What an action has chosen so far.
    pub chosen: &'a [Bits],
    /// Where it stands.
    pub place: Place,
}

impl Ask<'_> {
    /// A position as one side sees it.
    pub fn new(context: Value, position: Value, own: Side) -> Ask<'static> {
        Ask { context, position, own, happened: None, chosen: &[], place: Place::Elsewhere }
    }
}

/// Where an expression stands: it tells what the expression may ask about.
#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    /// In what says what check is: not about check.
    Check,
    /// In what is forbidden: about the replies to a move, of which what is forbidden does not ask in turn.
    Forbid,
    /// In an end: about the moves there would be if the game went on.
    End,
    /// Anywhere else: not about legal moves.
    Elsewhere,
}

/// What the context says when moves are counted because an end asks for them, and because what is forbidden does.
pub const FOR_AN_END: i64 = 1;
pub const FOR_A_FORBID: i64 = 2;

/// The squares of a move.
#[derive(Clone, Copy)]
pub struct Happened {
    /// Those that were left.
    pub from: Bits,
    /// Those that were reached.
    pub to: Bits,
    /// Those where something was taken.
    pub victims: Bits,
}

fn side_of(own: Side, who: Who) -> &'static [Side] {
    match (who, own) {
        (Who::Either, _) => &Side::BOTH,
        (Who::Own, Side::White) | (Who::Enemy, Side::Black) => &[Side::White],
        _ => &[Side::Black],
    }
}

const NEIGHBOURS: [Step; 8] = [
    Step { dx: 1, dy: 0 },
    Step { dx: 1, dy: 1 },
    Step { dx: 0, dy: 1 },
    Step { dx: -1, dy: 1 },
    Step { dx: -1, dy: 0 },
    Step { dx: -1, dy: -1 },
    Step { dx: 0, dy: -1 },
    Step { dx: 1, dy: -1 },
];

impl Fun<'_> {
    /// A set of squares.
    pub fn squares(&mut self, ask: &Ask, set: &Squares) -> Bits {
        match set {
            Squares::Zone(zones) => self.set(zones[ask.own.index()].0),
            Squares::Men(who, kinds) => self.men_of(ask, *who, kinds),
            Squares::Empty => {
                let men = self.men(ask.own, ask.position);
                let cells = self.set(self.plan.board.cells);
                self.minus(cells, men.occupied)
            }
            Squares::Attacked(who) => {
                let cells = self.set(self.plan.board.cells);
                self.attacked_of(ask, *who, cells)
            }
            Squares::Reach(movement, from) => {
                let plan = self.plan;
                let reach = plan
                    .reaches
                    .iter()
                    .find(|r| r.movement == **movement)
                    .expect("the plan knows every movement asked about");
                let men = self.men(ask.own, ask.position);
                let from = self.squares(ask, from);
                let none = self.no_squares();
                let all = self.for_each(from, none.words(), |f, square, v| {
                    let targets =
                        f.feature_targets(ask.own, &reach.features[ask.own.index()], ask.position, square, &men);
                    f.or(Bits::from(v), targets).words().to_vec()
                });
                Bits::from(&all)
            }
            Squares::Near(set) => {
                let set = self.squares(ask, set);
                let mut near = self.no_squares();
                for step in NEIGHBOURS {
                    let moved = self.step(set, step);
                    near = self.or(near, moved);
                }
                near
            }
            Squares::Files(set) => {
                let set = self.squares(ask, set);
                let (width, squares) = (self.plan.board.width, self.plan.board.squares());
                let files: Vec<Set> =
                    (0..width).map(|f| (f..squares).step_by(width).fold([0; 4], ferz_abi::with)).collect();
                self.touched(set, &files)
            }
            Squares::Ranks(set) => {
                let set = self.squares(ask, set);
                let (width, height) = (self.plan.board.width, self.plan.board.height);
                let ranks: Vec<Set> =
                    (0..height).map(|r| (r * width..(r + 1) * width).fold([0; 4], ferz_abi::with)).collect();
                self.touched(set, &ranks)
            }
            Squares::And(a, b) => match (&**a, &**b) {
                // Only the squares in question are asked for.
                (set, Squares::Attacked(who)) | (Squares::Attacked(who), set) => {
                    let set = self.squares(ask, set);
                    self.attacked_of(ask, *who, set)
                }
                (a, b) => {
                    let (a, b) = (self.squares(ask, a), self.squares(ask, b));
                    self.and(a, b)
                }
            },
            Squares::Minus(a, b) => {
                let a = self.squares(ask, a);
                let b = match &**b {
                    Squares::Attacked(who) => self.attacked_of(ask, *who, a),
                    b => self.squares(ask, b),
                };
                self.minus(a, b)
            }
            Squares::Or(a, b) => {
                let (a, b) = (self.squares(ask, a), self.squares(ask, b));
                self.or(a, b)
            }
            Squares::Not(a) => {
                let (cells, a) = (self.set(self.plan.board.cells), self.squares(ask, a));
                self.minus(cells, a)
            }
            Squares::Chosen(n) => ask.chosen[*n],
            Squares::From => ask.happened.expect("only rules about moves speak of them").from,
            Squares::To => ask.happened.expect("only rules about moves speak of them").to,
            Squares::Victim => ask.happened.expect("only rules about moves speak of them").victims,
        }
    }

    /// The union of those parts of the board that a set touches.
    fn touched(&mut self, set: Bits, parts: &[Set]) -> Bits {
        let none = self.no_squares();
        let mut all = none;
        for &part in parts {
            let here = self.and_set(set, part);
            let some = self.any(here);
            let part = self.set(part);
            let part = self.and_set(part, self.plan.board.cells);
            let part = self.choose(some, part, none);
            all = self.or(all, part);
        }
        all
    }

    /// Those squares of a set that a side attacks. Nobody attacks its own men.
    fn attacked_of(&mut self, ask: &Ask, who: Who, set: Bits) -> Bits {
        let mut all = self.no_squares();
        for &side in side_of(ask.own, who) {
            let men = self.men(side, ask.position);
            let others = self.minus(set, men.own);
            let found = self.for_each(others, all.words(), |f, square, v| {
                let hit = attacked_there(f, side, ask.position, square, men.occupied);
                let (single, none) = (f.single(square), f.no_squares());
                let here = f.choose(hit, single, none);
                f.or(Bits::from(v), here).words().to_vec()
            });
            all = Bits::from(&found);
        }
        all
    }

    fn men_of(&mut self, ask: &Ask, who: Who, kinds: &Kinds) -> Bits {
        let plan = self.plan;
        let mut all = self.no_squares();
        for &side in side_of(ask.own, who) {
            if kinds.fixed(ask.own.index()).is_some_and(|k| k.len() == plan.rules.kinds.len()) {
                let men = self.load_set(ask.position, plan.layout.side(side.index()));
                all = self.or(all, men);
                continue;
            }
            for kind in 0..plan.rules.kinds.len() {
                let Some(holds) = self.is_kind_in(ask, kinds, kind) else { continue };
                let men = self.load_set(ask.position, plan.layout.code(code(kind, side.index())));
                let men = match holds {
                    Known::Always => men,
                    Known::If(value) => {
                        let none = self.no_squares();
                        self.choose(value, men, none)
                    }
                };
                all = self.or(all, men);
            }
        }
        all
    }

    /// Whether a kind belongs to a set of kinds: never (`None`), always, or as a value says.
    fn is_kind_in(&mut self, ask: &Ask, kinds: &Kinds, kind: usize) -> Option<Known> {
        if let Some(fixed) = kinds.fixed(ask.own.index()) {
            return fixed.has(kind).then_some(Known::Always);
        }
        match kinds {
            Kinds::Captured => {
                if self.plan.rules.kinds[kind].royal {
                    return None;
                }
                let lost = self.lost(ask, KindSet::of(kind));
                Some(Known::If(lost))
            }
            Kinds::Or(a, b) => match (self.is_kind_in(ask, a, kind), self.is_kind_in(ask, b, kind)) {
                (Some(Known::Always), _) | (_, Some(Known::Always)) => Some(Known::Always),
                (Some(Known::If(a)), Some(Known::If(b))) => Some(Known::If(self.either_of(a, b))),
                (a, b) => a.or(b),
            },
            Kinds::And(a, b) => match (self.is_kind_in(ask, a, kind)?, self.is_kind_in(ask, b, kind)?) {
                (Known::Always, other) | (other, Known::Always) => Some(other),
                (Known::If(a), Known::If(b)) => Some(Known::If(self.both_of(a, b))),
            },
            Kinds::Minus(a, b) => match (self.is_kind_in(ask, a, kind)?, self.is_kind_in(ask, b, kind)) {
                (_, Some(Known::Always)) => None,
                (a, None) => Some(a),
                (a, Some(Known::If(b))) => {
                    let not = self.is(b, 0);
                    let not = self.widen(not);
                    Some(Known::If(match a {
                        Known::Always => not,
                        Known::If(a) => self.both_of(a, not),
                    }))
                }
            },
            // Forms of a kind are only asked for where it promotes, and the plan resolved them.
            Kinds::PromotedForm | Kinds::Fixed(_) => None,
        }
    }

    /// How many men of some kinds a side has less than in its first set-up.
    fn lost(&mut self, ask: &Ask, kinds: KindSet) -> Value {
        let plan = self.plan;
        let mut total = self.int(0);
        for kind in kinds.iter() {
            let start = men_at_start(&plan.rules, kind, ask.own.index());
            let board = self.load_set(ask.position, plan.layout.code(code(kind, ask.own.index())));
            let now = self.count(board);
            let start = self.int(start);
            let zero = self.int(0);
            let missing = self.b.ins().isub(start, now);
            let missing = self.b.ins().smax(missing, zero);
            total = self.add(total, missing);
        }
        total
    }

    /// A number.
    pub fn number(&mut self, ask: &Ask, int: &Int) -> Value {
        match int {
            Int::Const(n) => self.int(*n as u64),
            Int::Count(set) => {
                let set = self.squares(ask, set);
                self.count(set)
            }
            Int::Lost(kinds) => match kinds.fixed(ask.own.index()) {
                Some(kinds) => self.lost(ask, kinds),
                None => self.sum_over_kinds(ask, kinds, |f, kind| f.lost(ask, KindSet::of(kind))),
            },
            Int::Counter(n, who) => {
                let slots = self.plan.rules.counter_slots()[*n].vars;
                self.sum_of_vars(ask, *who, slots)
            }
            Int::Hand(kinds, who) => {
                let slots = self.plan.rules.hand_slots();
                self.sum_over_kinds(ask, kinds, |f, kind| match slots.iter().find(|s| s.kind == kind) {
                    Some(slot) => f.sum_of_vars(ask, *who, slot.vars),
                    None => f.int(0),
                })
            }
            Int::Add(a, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                self.add(a, b)
            }
            Int::Sub(a, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                self.b.ins().isub(a, b)
            }
            Int::Mul(a, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                self.b.ins().imul(a, b)
            }
        }
    }

    fn sum_over_kinds(&mut self, ask: &Ask, kinds: &Kinds, mut of: impl FnMut(&mut Self, usize) -> Value) -> Value {
        let mut total = self.int(0);
        for kind in 0..self.plan.rules.kinds.len() {
            let Some(holds) = self.is_kind_in(ask, kinds, kind) else { continue };
            let mut value = of(self, kind);
            if let Known::If(holds) = holds {
                let zero = self.int(0);
                value = self.select(holds, value, zero);
            }
            total = self.add(total, value);
        }
        total
    }

    /// The sum of the numbers of the sides that are meant; one that both share counts once.
    fn sum_of_vars(&mut self, ask: &Ask, who: Who, slots: [usize; 2]) -> Value {
        let mut total = self.int(0);
        let sides = side_of(ask.own, who);
        let shared = slots[0] == slots[1];
        for &side in &sides[..if shared { 1 } else { sides.len() }] {
            let value = self.load_byte(ask.position, STATE_VARS + slots[side.index()] as i32);
            total = self.add(total, value);
        }
        total
    }

    /// A condition, as a value that is zero if it does not hold.
    pub fn condition(&mut self, ask: &Ask, cond: &Cond) -> Value {
        match cond {
            Cond::Const(value) => self.int(u64::from(*value)),
            Cond::Any(set) => {
                let set = self.squares(ask, set);
                self.any(set)
            }
            Cond::Compare(a, how, b) => {
                let (a, b) = (self.number(ask, a), self.number(ask, b));
                let how = match how {
                    Comparison::Equal => IntCC::Equal,
                    Comparison::Less => IntCC::SignedLessThan,
                    Comparison::AtMost => IntCC::SignedLessThanOrEqual,
                };
                let holds = self.compare(how, a, b);
                self.widen(holds)
            }
            Cond::Check(who) => self.check_of(ask, *who),
            Cond::Checkmate(who) => self.stuck(ask, *who, true),
            Cond::Stalemate(who) => self.stuck(ask, *who, false),
            Cond::ToMove => self.is_to_move(ask, ask.own),
            Cond::OwnIs(side) => self.int(u64::from(*side == ask.own.index())),
            Cond::Before(memory) => {
                let slot = self.plan.rules.memory_slots(*memory)[ask.own.index()];
                self.load_byte(ask.position, STATE_VARS + slot as i32)
            }
            Cond::Passed => {
                let slot = self.plan.rules.memory_slots(self.plan.rules.memories.len())[0];
                self.load_byte(ask.position, STATE_VARS + slot as i32)
            }
            Cond::And(a, b) => {
                // The second is asked only if the first holds: it may be costly.
                let (a, zero) = (self.condition(ask, a), self.int(0));
                self.when(a, &[zero], |f, _| vec![f.condition(ask, b)])[0]
            }
            Cond::Or(a, b) => {
                let a = self.condition(ask, a);
                self.either(a, &[a], |_, v| v.to_vec(), |f, _| vec![f.condition(ask, b)])[0]
            }
            Cond::Not(a) => {
                let a = self.condition(ask, a);
                let not = self.is(a, 0);
                self.widen(not)
            }
        }
    }

    fn is_to_move(&mut self, ask: &Ask, side: Side) -> Value {
        let to_move = self.load_byte(ask.position, STATE_SIDE);
        let is = self.is(to_move, side.index() as i64);
        self.widen(is)
    }

    fn check_of(&mut self, ask: &Ask, who: Who) -> Value {
        let mut hit = self.int(0);
        if ask.place == Place::Check {
            return hit;
        }
        for &side in side_of(ask.own, who) {
            let check = self.call(Name::InCheck(side), &[ask.context, ask.position]).expect("it has a result");
            hit = self.either_of(hit, check);
        }
        hit
    }

    /// Whether a side is to move and cannot, in check or not.
    fn stuck(&mut self, ask: &Ask, who: Who, in_check: bool) -> Value {
        let mut hit = self.int(0);
        let reason = match ask.place {
            Place::End => FOR_AN_END,
            Place::Forbid => FOR_A_FORBID,
            Place::Check | Place::Elsewhere => return hit,
        };
        let before = self.load(ask.context, CONTEXT_ASKING);
        let forbid = self.int(FOR_A_FORBID as u64);
        let may_ask = self.compare(IntCC::NotEqual, before, forbid);
        for &side in side_of(ask.own, who) {
            let to_move = self.is_to_move(ask, side);
            let may_ask = self.widen(may_ask);
            let asked = self.both_of(may_ask, to_move);
            let zero = self.int(0);
            let stuck = self.when(asked, &[zero], |f, v| {
                let check = f.call(Name::InCheck(side), &[ask.context, ask.position]).expect("it has a result");
                let asked = if in_check { check } else { f.is(check, 0) };
                f.when(asked, v, |f, _| {
                    let reason = f.int(reason as u64);
                    f.store(reason, ask.context, CONTEXT_ASKING);
                    let moves = f.call(Name::Count(side), &[ask.context, ask.position]).expect("it has a result");
                    f.store(before, ask.context, CONTEXT_ASKING);
                    let none = f.is(moves, 0);
                    vec![f.widen(none)]
                })
            })[0];
            hit = self.either_of(hit, stuck);
        }
        hit
    }

    /// The squares of a move of `side` in the position before it.
    pub fn happened(&mut self, side: Side, position: Value, played: Value) -> Happened {
        let [from, to] = [MOVE_FROM, MOVE_TO].map(|o| self.load_byte(played, o));
        let form = self.load_byte(played, MOVE_FORM);
        let (start, target) = (self.single(from), self.single(to));
        let none = self.no_squares();
        // Whoever stands there is taken, but for the man itself.
        let men = self.men(side, position);
        let others_there = self.minus(men.occupied, start);
        let is_step = self.is(form, Form::Step as i64);
        let mut taken = self.and(target, others_there);
        if self.plan.tables.traces.carries {
            // A man that is put elsewhere is not taken.
            let carried = self.carries_from(played, to);
            taken = self.choose(carried, none, taken);
        }
        let others = self.load_byte(played, MOVE_VICTIMS);
        let zero = self.int(0);
        let values: Vec<Value> = [zero].iter().chain(taken.words()).copied().collect();
        let victims = self.while_(
            &values,
            |f, v| f.compare(IntCC::UnsignedLessThan, v[0], others),
            |f, v| {
                let entry = f.add(played, v[0]);
                let square = f.load_byte(entry, MOVE_SQUARES);
                let single = f.single(square);
                let all = f.or(Bits::from(&v[1..]), single);
                let next = f.add_int(v[0], 1);
                [next].iter().chain(all.words()).copied().collect()
            },
        );
        let victims = self.choose(is_step, Bits::from(&victims[1..]), none);
        let is_castling = self.is(form, Form::Castling as i64);
        let [partner_from, partner_to] = [0, 1].map(|i| self.load_byte(played, MOVE_SQUARES + i));
        let (partner_start, partner_target) = (self.single(partner_from), self.single(partner_to));
        let (both_from, both_to) = (self.or(start, partner_start), self.or(target, partner_target));
        let is_drop = self.is(form, Form::Drop as i64);
        let from = self.choose(is_drop, none, start);
        Happened {
            from: self.choose(is_castling, both_from, from),
            to: self.choose(is_castling, both_to, target),
            victims,
        }
    }

    /// Whether a move matches an event. `ask` reads the position before it; `after` is the position it led to.
    pub fn matches(&mut self, ask: &Ask, event: &Event, played: Value, after: Value) -> Value {
        let happened = ask.happened.expect("an event is about a move");
        let form = self.load_byte(played, MOVE_FORM);
        let man = self.load_byte(played, MOVE_MAN);
        let mut holds = match event.what {
            Happening::Capture => self.any(happened.victims),
            Happening::Move => {
                let one = self.int(Form::Castling as u64);
                let moves = self.compare(IntCC::UnsignedLessThanOrEqual, form, one);
                self.widen(moves)
            }
            Happening::Drop => {
                let is = self.is(form, Form::Drop as i64);
                self.widen(is)
            }
            Happening::Castling => {
                let is = self.is(form, Form::Castling as i64);
                self.widen(is)
            }
            Happening::Promotion => {
                let placed = self.load_byte(played, MOVE_PLACED);
                let differs = self.compare(IntCC::NotEqual, man, placed);
                let step = self.is(form, Form::Step as i64);
                let promotes = self.b.ins().band(differs, step);
                self.widen(promotes)
            }
            Happening::Check => {
                self.call(Name::InCheck(ask.own.other()), &[ask.context, after]).expect("it has a result")
            }
        };
        if let Some(kinds) = &event.by {
            let mut is_one = self.int(0);
            for kind in 0..self.plan.rules.kinds.len() {
                let Some(known) = self.is_kind_in(ask, kinds, kind) else { continue };
                let is = self.is(man, code(kind, ask.own.index()).into());
                let is = self.widen(is);
                let is = match known {
                    Known::Always => is,
                    Known::If(value) => self.both_of(is, value),
                };
                is_one = self.either_of(is_one, is);
            }
            holds = self.both_of(holds, is_one);
        }
        if let Some(kinds) = &event.of {
            let men = self.men_of(ask, Who::Either, kinds);
            let taken = self.meet(men, happened.victims);
            holds = self.both_of(holds, taken);
        }
        for (zone, squares) in [(&event.from, happened.from), (&event.to, happened.to)] {
            if let Some(zone) = zone {
                let zone = self.squares(ask, zone);
                let here = self.meet(zone, squares);
                holds = self.both_of(holds, here);
            }
        }
        holds
    }

    /// A value that is zero if either is.
    pub fn both_of(&mut self, a: Value, b: Value) -> Value {
        let zero = self.int(0);
        self.select(a, b, zero)
    }

    /// A comparison as a value of full width.
    pub fn widen(&mut self, comparison: Value) -> Value {
        if self.b.func.dfg.value_type(comparison) == super::fun::I64 {
            return comparison;
        }
        self.b.ins().uextend(super::fun::I64, comparison)
    }
}

/// Whether something holds, as far as it is known before the game.
#[derive(Clone, Copy)]
enum Known {
    Always,
    If(Value),
}

/// How many men of a kind a side has in the first set-up.
fn men_at_start(rules: &Rules, kind: usize, side: usize) -> u64 {
    let cells = rules.setups.first().map(|s| s.cells.as_slice()).unwrap_or_default();
    cells.iter().filter(|c| **c == Some((kind, side))).count() as u64
}
