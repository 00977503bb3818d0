//! What rules say, as code: sets of squares and of kinds.

use super::Side;
use super::attack::attacked_there;
use super::events::Happened;
use super::fun::Fun;
use super::sets::Bits;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::offsets::*;
use ferz_abi::{Set, code};
use ferz_lang::rules::expr::{Kinds, Man, Squares, Who};
use ferz_lang::rules::movement::Step;
use ferz_lang::rules::{KindSet, Rules, Unmoved};

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
    /// What has been chosen so far.
    pub chosen: &'a [Chosen],
    /// Where it stands.
    pub place: Place,
}

impl Ask<'_> {
    /// A position as one side sees it.
    pub fn new(context: Value, position: Value, own: Side) -> Ask<'static> {
        Ask { context, position, own, happened: None, chosen: &[], place: Place::Elsewhere }
    }
}

/// What a `choose` has picked.
#[derive(Clone, Copy)]
pub enum Chosen {
    /// A square, as a set of one.
    Square(Bits),
    /// A kind, by the code of such a man of the mover's.
    Kind(Value),
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

pub(super) fn side_of(own: Side, who: Who) -> &'static [Side] {
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
            Squares::Unmoved => self.unmoved_men(ask),
            Squares::Chosen(n) => match ask.chosen[*n] {
                Chosen::Square(square) => square,
                Chosen::Kind(_) => self.no_squares(),
            },
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

    /// The squares of all men that have not moved.
    fn unmoved_men(&mut self, ask: &Ask) -> Bits {
        let plan = self.plan;
        let rights = self.load_set(ask.position, STATE_UNMOVED);
        let mut all = self.no_squares();
        for (kind, described) in plan.rules.kinds.iter().enumerate() {
            for side in Side::BOTH {
                let men = self.load_set(ask.position, plan.layout.code(code(kind, side.index())));
                let unmoved = match described.unmoved[side.index()] {
                    Unmoved::Place(homes) => self.and_set(men, homes.0),
                    Unmoved::Right(_) => self.and(men, rights),
                };
                all = self.or(all, unmoved);
            }
        }
        all
    }

    /// The code of the man that an effect brings.
    pub fn code_of(&mut self, ask: &Ask, man: &Man) -> Value {
        match man {
            Man::Kind(kind) => self.int(code(*kind, ask.own.index()).into()),
            Man::Chosen(n) => match ask.chosen[*n] {
                Chosen::Kind(code) => code,
                Chosen::Square(_) => self.int(0),
            },
        }
    }

    pub fn men_of(&mut self, ask: &Ask, who: Who, kinds: &Kinds) -> Bits {
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
    pub fn is_kind_in(&mut self, ask: &Ask, kinds: &Kinds, kind: usize) -> Option<Known> {
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
            Kinds::InHand => {
                let slot = self.plan.rules.hand_slots().into_iter().find(|slot| slot.kind == kind)?;
                let held = self.load_byte(ask.position, STATE_VARS + slot.vars[ask.own.index()] as i32);
                Some(Known::If(held))
            }
            Kinds::Chosen(n) => match ask.chosen[*n] {
                Chosen::Kind(chosen) => {
                    let is = self.is(chosen, code(kind, ask.own.index()).into());
                    Some(Known::If(self.widen(is)))
                }
                Chosen::Square(_) => None,
            },
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
    pub fn lost(&mut self, ask: &Ask, kinds: KindSet) -> Value {
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
pub enum Known {
    /// It does.
    Always,
    /// It does if this is not zero.
    If(Value),
}

/// How many men of a kind a side has in the first set-up.
fn men_at_start(rules: &Rules, kind: usize, side: usize) -> u64 {
    let cells = rules.setups.first().map(|s| s.cells.as_slice()).unwrap_or_default();
    cells.iter().filter(|c| **c == Some((kind, side))).count() as u64
}
