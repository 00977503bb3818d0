//! Whether a square is attacked, and whether the royal men of a side are.

use super::expr::{Ask, Place};
use super::fun::Fun;
use super::lookup::Lookup;
use super::sets::Bits;
use super::trace::{Asked, NOWHERE, Walk};
use super::{Name, Side};
use crate::plan::{Attack, AttackHow, Program};
use cranelift_codegen::ir::Value;
use ferz_abi::offsets::{STATE_CELLS, STATE_UNMOVED};

/// Who attacks.
pub struct Threats {
    position: Value,
    /// Where the men that have an attack are found, by the attack's place in the plan, if they are several kinds that were united beforehand. In
    /// registers there would not be room for them, and looking for some takes long.
    united: Vec<Option<Value>>,
    /// Not zero if there are guests among them; `None` where the plan knows of none.
    guests: Option<Value>,
}

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
            // Those that could at most: they go forth to see.
            AttackHow::Trace { sources, .. } => self.table_set(*sources, square),
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

    /// Not zero if men of `side` attack a square, given what is occupied; or, if asked so, if a rule forbids a royal to be there because of them; those that are traced aside.
    pub fn is_attacked(
        &mut self,
        side: Side,
        threats: &Threats,
        silent_too: bool,
        square: Value,
        occupied: Bits,
    ) -> Value {
        let plan = self.plan;
        let mut lookup = Lookup::new(square, occupied);
        let attacks = &plan.sides[side.index()].attacks;
        let counts = |a: &Attack| silent_too || !a.silent;
        // Tables first: they need no branches.
        let walked = |a: &Attack| match &a.how {
            AttackHow::Leap(_) => false,
            AttackHow::Line(line) => line.lookup.is_none(),
            AttackHow::Walk { .. } | AttackHow::Trace { .. } => true,
        };
        let traced = |a: &Attack| matches!(a.how, AttackHow::Trace { .. });
        let looked_up = |i: &usize| !attacks[*i].guest && counts(&attacks[*i]) && !walked(&attacks[*i]);
        let hits = self.hits(side, (0..attacks.len()).filter(looked_up), threats, &mut lookup);
        let mut hit = match hits {
            Some(hits) => self.any(hits),
            None => self.int(0),
        };
        for (number, attack) in attacks.iter().enumerate().filter(|(_, a)| walked(a) && !traced(a) && counts(a)) {
            let men = self.threatening(side, threats, number);
            let some = self.any(men);
            hit = self.when(some, &[hit], |f, v| {
                let mut lookup = Lookup::new(square, occupied);
                let sources = f.sources(attack, &mut lookup, square, occupied);
                let here = f.meet(sources, men);
                vec![f.either_of(v[0], here)]
            })[0];
        }
        let Some(guests) = threats.guests else { return hit };
        self.when(guests, &[hit], |f, v| {
            let guests = |i: &usize| attacks[*i].guest && counts(&attacks[*i]) && !walked(&attacks[*i]);
            let hits = f.hits(side, (0..attacks.len()).filter(guests), threats, &mut Lookup::new(square, occupied));
            let here = hits.map_or(v[0], |hits| f.any(hits));
            vec![f.either_of(v[0], here)]
        })[0]
    }

    /// Which men of some attacks that are looked up have the square of the look-up in reach.
    fn hits(
        &mut self,
        side: Side,
        which: impl Iterator<Item = usize>,
        threats: &Threats,
        lookup: &mut Lookup,
    ) -> Option<Bits> {
        let attacks = &self.plan.sides[side.index()].attacks;
        // Attacks of the same men are united before the men are looked at.
        let mut by_men: Vec<(usize, Bits)> = Vec::new();
        for index in which {
            let attack = &attacks[index];
            let (square, occupied) = (lookup.square, lookup.occupied);
            let sources = self.sources(attack, lookup, square, occupied);
            let same = |(other, _): &&mut (usize, Bits)| {
                attacks[*other].codes == attack.codes && attacks[*other].unmoved == attack.unmoved
            };
            match by_men.iter_mut().find(same) {
                Some((_, all)) => *all = self.or(*all, sources),
                None => by_men.push((index, sources)),
            }
        }
        let mut hits: Option<Bits> = None;
        for (number, sources) in by_men {
            let men = self.threatening(side, threats, number);
            let here = self.and(sources, men);
            hits = Some(match hits {
                None => here,
                Some(before) => self.or(before, here),
            });
        }
        hits
    }

    /// Not zero if men of `side` that are traced attack a square, or if others do. They go forth on the position as it is: who asks what would be
    /// if other squares were occupied must not ask them.
    fn or_is_traced_to(&mut self, side: Side, position: Value, square: Value, mut hit: Value) -> Value {
        let plan = self.plan;
        for attack in &plan.sides[side.index()].attacks {
            let AttackHow::Trace { program, sources } = attack.how else { continue };
            let men = self.attackers(attack, position);
            let sources = self.table_set(sources, square);
            let near = self.and(men, sources);
            hit = self.for_each(near, &[hit], |f, from, v| {
                let not_yet = f.is(v[0], 0);
                f.when(not_yet, v, |f, _| vec![f.goes_to(side, position, program, from, square)])
            })[0];
        }
        hit
    }

    /// Not zero if the man on a square could go a program so that it takes who stands on another one, or would stand there if it is empty.
    fn goes_to(&mut self, side: Side, position: Value, program: Program, from: Value, square: Value) -> Value {
        let walk = self.start_walk(Asked::Attack, position, from);
        let cell = self.add(position, square);
        let man = self.load_byte(cell, STATE_CELLS);
        let (nowhere, zero) = (self.int(NOWHERE), self.int(0));
        let imagined = self.select(man, nowhere, square);
        self.store(square, walk, Walk::TARGET);
        self.store(imagined, walk, Walk::IMAGINED);
        self.store(zero, walk, Walk::EN_PASSANT);
        self.go_ways(side, walk, program)
    }

    /// The attackers of a side, for one look at them.
    fn threats(&mut self, side: Side, position: Value) -> Threats {
        let attacks = &self.plan.sides[side.index()].attacks;
        let mut guests: Vec<u8> = attacks.iter().filter(|a| a.guest).flat_map(|a| a.codes.clone()).collect();
        guests.sort_unstable();
        guests.dedup();
        let guests = (!guests.is_empty()).then(|| {
            let men = self.men_of_codes(&guests, position);
            self.any(men)
        });
        Threats { position, united: attacks.iter().map(|_| None).collect(), guests }
    }

    /// The same for many looks.
    pub fn united_threats(&mut self, side: Side, position: Value) -> Threats {
        let attacks = &self.plan.sides[side.index()].attacks;
        let mut threats = self.threats(side, position);
        for (number, attack) in attacks.iter().enumerate() {
            if attack.guest || attack.codes.len() == 1 && !attack.unmoved {
                continue;
            }
            let same =
                |other: &usize| attacks[*other].codes == attack.codes && attacks[*other].unmoved == attack.unmoved;
            threats.united[number] = match (0..number).find(same).and_then(|other| threats.united[other]) {
                Some(known) => Some(known),
                None => {
                    let men = self.attackers(attack, position);
                    let kept = self.stack(self.plan.layout.board_bytes());
                    self.store_set(men, kept, 0);
                    Some(kept)
                }
            };
        }
        threats
    }

    /// The men that have an attack, by its place in the plan.
    fn threatening(&mut self, side: Side, threats: &Threats, number: usize) -> Bits {
        match threats.united[number] {
            Some(kept) => self.load_set(kept, 0),
            None => self.attackers(&self.plan.sides[side.index()].attacks[number], threats.position),
        }
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
    let threats = f.threats(side, position);
    let hit = f.is_attacked(side, &threats, false, square, occupied);
    let hit = f.or_is_traced_to(side, position, square, hit);
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
