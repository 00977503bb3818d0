//! Whether a square is attacked, and whether the royal men of a side are.

use super::expr::{Ask, Place};
use super::fun::Fun;
use super::lookup::Lookup;
use super::sets::Bits;
use super::{Name, Side};
use crate::plan::{Attack, AttackHow};
use cranelift_codegen::ir::Value;
use ferz_abi::offsets::STATE_UNMOVED;

impl Fun<'_> {
    /// The men that have an attack.
    pub fn attackers(&mut self, attack: &Attack, position: Value) -> Bits {
        let mut all = None;
        for &code in &attack.codes {
            let men = self.load_set(position, self.plan.layout.code(code));
            all = Some(match all {
                None => men,
                Some(before) => self.or(before, men),
            });
        }
        let all = all.expect("an attack belongs to some kind");
        if !attack.unmoved {
            return all;
        }
        let rights = self.load_set(position, STATE_UNMOVED);
        self.and(all, rights)
    }

    /// The squares from which men with this attack would reach a square, given what is occupied.
    pub fn sources(&mut self, attack: &Attack, lookup: &mut Lookup, square: Value, occupied: Bits) -> Bits {
        match &attack.how {
            AttackHow::Leap(table) => self.table_set(*table, square),
            AttackHow::Line(line) => match line.lookup {
                Some((axis, table)) => lookup.ride(self, axis, table),
                None => self.sources_of_ways(&line.ways, square, occupied),
            },
            AttackHow::Walk { way, .. } => self.sources_of_ways(std::slice::from_ref(way), square, occupied),
        }
    }

    fn sources_of_ways(&mut self, ways: &[crate::plan::paths::WayBack], square: Value, occupied: Bits) -> Bits {
        let target = self.single(square);
        let mut all = self.no_squares();
        for way in ways {
            let sources = self.walk_back(target, way, occupied);
            all = self.or(all, sources);
        }
        all
    }

    /// Not zero if men of `side` attack a square, given what is occupied. `men` are the attackers, in the order of the plan.
    pub fn is_attacked(&mut self, side: Side, men: &[Bits], square: Value, occupied: Bits) -> Value {
        let plan = self.plan;
        let mut lookup = Lookup::new(square, occupied);
        let mut hits = self.no_squares();
        let attacks = &plan.sides[side.index()].attacks;
        // Tables first: they need no branches.
        let walked = |a: &Attack| match &a.how {
            AttackHow::Leap(_) => false,
            AttackHow::Line(line) => line.lookup.is_none(),
            AttackHow::Walk { .. } => true,
        };
        for (attack, &men) in attacks.iter().zip(men).filter(|(a, _)| !walked(a)) {
            let sources = self.sources(attack, &mut lookup, square, occupied);
            let here = self.and(sources, men);
            hits = self.or(hits, here);
        }
        let mut hit = self.any(hits);
        for (attack, &men) in attacks.iter().zip(men).filter(|(a, _)| walked(a)) {
            let some = self.any(men);
            hit = self.when(some, &[hit], |f, v| {
                let mut lookup = Lookup::new(square, occupied);
                let sources = f.sources(attack, &mut lookup, square, occupied);
                let here = f.meet(sources, men);
                vec![f.either_of(v[0], here)]
            })[0];
        }
        hit
    }

    /// The attackers of a side, in the order of the plan.
    pub fn all_attackers(&mut self, side: Side, position: Value) -> Vec<Bits> {
        let plan = self.plan;
        plan.sides[side.index()].attacks.iter().map(|a| self.attackers(a, position)).collect()
    }

    /// A value that is zero only if both are.
    pub fn either_of(&mut self, a: Value, b: Value) -> Value {
        use cranelift_codegen::ir::InstBuilder;
        self.b.ins().bor(a, b)
    }

    /// All royal men of a side.
    pub fn royals(&mut self, side: Side, position: Value) -> Option<Bits> {
        let plan = self.plan;
        let boards: Vec<Bits> = plan.sides[side.index()]
            .royals
            .iter()
            .map(|&code| self.load_set(position, plan.layout.code(code)))
            .collect();
        boards.into_iter().reduce(|a, b| self.or(a, b))
    }
}

/// `attacked(position, square, occupied...)`: not zero if `side` attacks the square.
pub fn attacked(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (position, square) = (parameters[0], parameters[1]);
    let occupied = Bits::from(&parameters[2..]);
    let men = f.all_attackers(side, position);
    let hit = f.is_attacked(side, &men, square, occupied);
    f.finish(&[hit]);
}

/// Calls `attacked` of a side for a square, given what is occupied.
pub fn attacked_there(f: &mut Fun, side: Side, position: Value, square: Value, occupied: Bits) -> Value {
    let mut arguments = vec![position, square];
    arguments.extend_from_slice(occupied.words());
    f.call(Name::Attacked(side), &arguments).expect("it has a result")
}

/// `in_check(context, position)`: not zero if `side` is in check: as the rules say, or else if a royal man of its is attacked.
pub fn in_check(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position) = (parameters[0], parameters[1]);
    let plan = f.plan;
    let mut hit = f.int(0);
    let ask = Ask { place: Place::Check, ..Ask::new(context, position, side) };
    for check in &plan.rules.checks {
        let here = f.condition(&ask, check);
        hit = f.either_of(hit, here);
    }
    if let Some(royals) = f.royals(side, position) {
        let men = f.men(side, position);
        hit = f.for_each(royals, &[hit], |f, square, v| {
            let here = attacked_there(f, side.other(), position, square, men.occupied);
            vec![f.either_of(v[0], here)]
        })[0];
    }
    f.finish(&[hit]);
}
