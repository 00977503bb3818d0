//! What rules say: sets of squares and of kinds, numbers, conditions. The sections "Own", "Squares", "Kinds", "Numbers" and "Conditions" of `meaning.md`.

use crate::Interpreter;
use crate::events::Happened;
use crate::movement::Walk;
use ferz_abi::{State, has, kind_of, side_of};
use ferz_lang::rules::expr::{Comparison, Cond, Int, Kinds, Squares, Who};
use ferz_lang::rules::movement::Movement;
use ferz_lang::rules::{KindId, KindSet, SquareSet, Unmoved};
use std::ops::ControlFlow;

/// What an expression is read with.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// The position it is read in.
    pub state: &'a State,
    /// Whose view it takes.
    pub own: usize,
    /// What the move did, if it is about one.
    pub happened: Option<&'a Happened>,
    /// What has been chosen so far: squares and kinds, by their numbers.
    pub chosen: &'a [usize],
    /// The kind that is promoting.
    pub promoting: Option<KindId>,
    /// Whether it may ask if somebody is in check: not what says itself what check is.
    pub knows_check: bool,
    /// How deep it may ask for legal moves, which may themselves depend on rules that ask for legal moves.
    pub depth: u8,
}

impl<'a> View<'a> {
    /// A position as one side sees it.
    pub(crate) fn new(state: &'a State, own: usize) -> View<'a> {
        View { state, own, happened: None, chosen: &[], promoting: None, knows_check: true, depth: 0 }
    }

    /// The sides that are meant.
    pub(crate) fn sides(&self, who: Who) -> impl Iterator<Item = usize> + use<> {
        let own = self.own;
        (0..2).filter(move |&side| match who {
            Who::Own => side == own,
            Who::Enemy => side != own,
            Who::Either => true,
        })
    }
}

const NEIGHBOURS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Interpreter {
    /// A set of squares.
    pub(crate) fn squares(&self, view: &View, set: &Squares) -> SquareSet {
        let cells = self.rules.cells();
        let width = usize::from(self.rules.board.width);
        match set {
            Squares::Zone(zones) => zones[view.own],
            Squares::Men(who, kinds) => self.men_of(view, *who, self.kinds(view, kinds)),
            Squares::Empty => cells.iter().filter(|&s| view.state.cells[s] == 0).collect(),
            Squares::Attacked(who) => self.attacked_of(view, *who, cells),
            Squares::Reach(movement, from) => self.reach(view, movement, self.squares(view, from)),
            Squares::Near(set) => self.near(self.squares(view, set)),
            Squares::Files(set) => {
                let set = self.squares(view, set);
                cells.iter().filter(|cell| set.iter().any(|s| s % width == cell % width)).collect()
            }
            Squares::Ranks(set) => {
                let set = self.squares(view, set);
                cells.iter().filter(|cell| set.iter().any(|s| s / width == cell / width)).collect()
            }
            Squares::Or(a, b) => self.squares(view, a) | self.squares(view, b),
            Squares::And(a, b) => match (&**a, &**b) {
                // The same, but nobody asks about squares that do not matter.
                (Squares::Attacked(who), among) | (among, Squares::Attacked(who)) => {
                    self.attacked_of(view, *who, self.squares(view, among))
                }
                (a, b) => self.squares(view, a) & self.squares(view, b),
            },
            Squares::Minus(a, b) => {
                let a = self.squares(view, a);
                match &**b {
                    Squares::Attacked(who) => a - self.attacked_of(view, *who, a),
                    b => a - self.squares(view, b),
                }
            }
            Squares::Not(a) => cells - self.squares(view, a),
            Squares::Unmoved => (0..2).flat_map(|side| self.unmoved_men(view.state, side)).collect(),
            Squares::Chosen(n) => view.chosen.get(*n).copied().into_iter().collect(),
            Squares::From => view.happened.map(|move_| move_.from).unwrap_or_default(),
            Squares::To => view.happened.map(|move_| move_.to).unwrap_or_default(),
            Squares::Victim => view.happened.map(|move_| move_.victims).unwrap_or_default(),
        }
    }

    fn men_of(&self, view: &View, who: Who, kinds: KindSet) -> SquareSet {
        let men = view.sides(who).flat_map(|side| self.men(view.state, side));
        men.filter(|&(_, code)| kinds.has(kind_of(code))).map(|(square, _)| square).collect()
    }

    /// The squares of a side's men that have not moved.
    fn unmoved_men<'a>(&'a self, state: &'a State, side: usize) -> impl Iterator<Item = usize> + use<'a> {
        let is_unmoved = move |&(square, code): &(usize, u8)| match self.rules.kinds[kind_of(code)].unmoved[side] {
            Unmoved::Place(homes) => homes.has(square),
            Unmoved::Right(_) => has(&state.unmoved, square),
        };
        self.men(state, side).filter(is_unmoved).map(|(square, _)| square)
    }

    /// Those of some squares that a side attacks.
    fn attacked_of(&self, view: &View, who: Who, among: SquareSet) -> SquareSet {
        let attacks = |square: &usize| view.sides(who).any(|side| self.attacks(view.state, side, *square));
        among.iter().filter(attacks).collect()
    }

    /// Where men that move like this could go from there, being the owner's and not having moved, and which men they could take.
    fn reach(&self, view: &View, movement: &[Movement; 2], from: SquareSet) -> SquareSet {
        let (own, mut found) = (view.own, SquareSet::EMPTY);
        let enemy = |square: usize| view.state.cells[square] != 0 && side_of(view.state.cells[square]) != own;
        for start in from.iter() {
            let (rules, state) = (&self.rules, view.state);
            let walk = Walk { rules, state, from: start, side: own, en_passant: false, imagined: None };
            let _ = walk.ways_by(&movement[own], Unmoved::Place(self.rules.cells()), &mut |way| {
                if way.to != start && (view.state.cells[way.to] == 0 || enemy(way.to)) {
                    found.insert(way.to);
                }
                let victims = way.victims.as_slice().iter().map(|&square| usize::from(square));
                victims.filter(|&square| enemy(square)).for_each(|square| found.insert(square));
                ControlFlow::Continue(())
            });
        }
        found
    }

    fn near(&self, set: SquareSet) -> SquareSet {
        let neighbours = |square| NEIGHBOURS.iter().filter_map(move |&(dx, dy)| self.rules.step(square, dx, dy));
        set.iter().flat_map(neighbours).collect()
    }

    /// A set of kinds.
    pub(crate) fn kinds(&self, view: &View, kinds: &Kinds) -> KindSet {
        let all = 0..self.rules.kinds.len();
        match kinds {
            Kinds::Fixed(sets) => sets[view.own],
            Kinds::Captured => {
                let may_return = |&kind: &KindId| !self.rules.kinds[kind].royal && view.promoting != Some(kind);
                all.filter(may_return).filter(|&kind| self.lost(view, kind) > 0).collect()
            }
            Kinds::PromotedForm => {
                let Some(promoting) = view.promoting else { return KindSet::EMPTY };
                all.filter(|&kind| self.rules.kinds[kind].plain == Some(promoting)).collect()
            }
            Kinds::InHand => {
                let slots = self.variant.hand.iter().filter(|slot| view.state.vars[slot.vars[view.own]] > 0);
                slots.map(|slot| slot.kind).collect()
            }
            Kinds::Chosen(n) => view.chosen.get(*n).copied().into_iter().collect(),
            Kinds::Or(a, b) => self.kinds(view, a) | self.kinds(view, b),
            Kinds::And(a, b) => self.kinds(view, a) & self.kinds(view, b),
            Kinds::Minus(a, b) => self.kinds(view, a) - self.kinds(view, b),
        }
    }

    /// How many men of a kind the owner's first set-up has more than the board now.
    fn lost(&self, view: &View, kind: KindId) -> i64 {
        let start = self.rules.setups.first().map(|setup| setup.cells.as_slice()).unwrap_or_default();
        let start = start.iter().filter(|&&man| man == Some((kind, view.own))).count();
        let now = self.men_of(view, Who::Own, KindSet::of(kind)).len();
        start.saturating_sub(now) as i64
    }

    /// A whole number.
    pub(crate) fn number(&self, view: &View, int: &Int) -> i64 {
        match int {
            Int::Const(number) => *number,
            Int::Count(set) => self.squares(view, set).len() as i64,
            Int::Lost(kinds) => self.kinds(view, kinds).iter().map(|kind| self.lost(view, kind)).sum(),
            Int::Counter(counter, who) => self.sum(view, *who, self.variant.counters[*counter].vars),
            Int::Hand(kinds, who) => {
                let kinds = self.kinds(view, kinds);
                let slots = self.variant.hand.iter().filter(|slot| kinds.has(slot.kind));
                slots.map(|slot| self.sum(view, *who, slot.vars)).sum()
            }
            Int::Add(a, b) => self.number(view, a).wrapping_add(self.number(view, b)),
            Int::Sub(a, b) => self.number(view, a).wrapping_sub(self.number(view, b)),
            Int::Mul(a, b) => self.number(view, a).wrapping_mul(self.number(view, b)),
        }
    }

    /// The sum of the numbers of the sides that are meant; one that both share counts once.
    fn sum(&self, view: &View, who: Who, slots: [usize; 2]) -> i64 {
        let shared = slots[0] == slots[1];
        let sides = view.sides(who).take(if shared { 1 } else { 2 });
        sides.map(|side| i64::from(view.state.vars[slots[side]])).sum()
    }

    /// Whether a condition holds.
    pub(crate) fn holds_for(&self, view: &View, cond: &Cond) -> bool {
        match cond {
            Cond::Const(value) => *value,
            Cond::Any(set) => !self.squares(view, set).is_empty(),
            Cond::Compare(a, how, b) => {
                let (a, b) = (self.number(view, a), self.number(view, b));
                match how {
                    Comparison::Equal => a == b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                }
            }
            Cond::Check(who) => view.knows_check && view.sides(*who).any(|side| self.check(view.state, side)),
            Cond::Checkmate(who) => view.sides(*who).any(|side| self.is_stuck(view, side, true)),
            Cond::Stalemate(who) => view.sides(*who).any(|side| self.is_stuck(view, side, false)),
            Cond::ToMove => usize::from(view.state.side) == view.own,
            Cond::OwnIs(side) => view.own == *side,
            Cond::Before(memory) => view.state.vars[self.rules.memory_slots(*memory)[view.own]] != 0,
            Cond::Passed => view.state.vars[self.passing_slot()] != 0,
            Cond::And(a, b) => self.holds_for(view, a) && self.holds_for(view, b),
            Cond::Or(a, b) => self.holds_for(view, a) || self.holds_for(view, b),
            Cond::Not(a) => !self.holds_for(view, a),
        }
    }

    /// Whether a side is to move and has no legal move, in check or not.
    fn is_stuck(&self, view: &View, side: usize, in_check: bool) -> bool {
        view.depth > 0
            && usize::from(view.state.side) == side
            && self.check(view.state, side) == in_check
            && self.playable_moves(view.state, view.depth - 1).is_empty()
    }

    /// Where the position keeps whether the last move changed nothing: behind the memories.
    pub(crate) fn passing_slot(&self) -> usize {
        self.rules.memory_slots(self.rules.memories.len())[0]
    }
}
