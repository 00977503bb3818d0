//! The moves of the men of a group: counted where all moves are counted, or listed by a function of their own.

use super::attack::attacked_there;
use super::fun::Fun;
use super::legality::Frame;
use super::promotion::Placed;
use super::sets::Bits;
use super::sink::{MoveWords, Origin, Sink, Taking};
use super::trace::{Asked, Walk};
use super::walk::Men;
use super::{Name, Side};
use crate::plan::paths::FixedPath;
use crate::plan::{GroupHow, KindPlan, Program};
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;
use ferz_abi::offsets::{STATE_CELLS, STATE_EP, STATE_EP_VICTIM};
use ferz_abi::{Form, Set};

/// What the moves of a position have in common.
pub struct Scene {
    /// Who moves.
    pub side: Side,
    /// For what must try moves, or ask something.
    pub context: Value,
    /// The position.
    pub position: Value,
    /// Who stands where.
    pub men: Men,
}

/// `list_group(context, position, men..., mask..., end)`: lists the moves of some men of a group, all of one side, to targets within a mask.
pub fn list_group(mut f: Fun, side: Side, number: usize) {
    let parameters = f.entry();
    let words = f.plan.board.words;
    let scene = f.scene(side, parameters[0], parameters[1]);
    let (men, mask) = (Bits::from(&parameters[2..2 + words]), Bits::from(&parameters[2 + words..2 + 2 * words]));
    let plan = f.plan;
    let group = &plan.sides[side.index()].groups[number];
    let end = match &group.how {
        GroupHow::Kind(kind) => {
            let kind = &plan.sides[side.index()].kinds[*kind];
            match &kind.traced {
                Some(traced) => f.traced(&scene, kind, traced.program, men, parameters[2 + 2 * words]),
                None => f.moves_of_kind(&scene, Sink::List, kind, men, mask, parameters[2 + 2 * words]),
            }
        }
        GroupHow::Shared(features) => {
            // Men of the other side come here too, where it has the same group: who they are is read from the board.
            let theirs = f.meet(men, scene.men.enemy);
            let own = f.choose(theirs, scene.men.enemy, scene.men.own);
            let enemy = f.minus(scene.men.occupied, own);
            let board = Men { own, enemy, ..scene.men };
            f.for_each(men, &[parameters[2 + 2 * words]], |f, from, v| {
                let targets = f.feature_targets(side, features, scene.position, from, &board);
                let targets = f.and(targets, mask);
                let cell = f.add(scene.position, from);
                let man = f.load_byte(cell, STATE_CELLS);
                vec![f.write_steps(man, from, targets, v[0])]
            })[0]
        }
    };
    f.finish(&[end]);
}

/// `others(context, position, frame, end)`: lists the legal moves of the men whose moves are not made with all the others: those that
/// have masks of their own, those that are tried, and guests.
pub fn others(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, frame, end) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let plan = f.plan;
    let allow = f.load_set(frame, Frame::ALLOW);
    let special = f.load_set(frame, Frame::special(plan));
    let tried = f.load_set(frame, Frame::tried(plan));
    let own = f.load_set(position, plan.layout.side(side.index()));
    let mut others = f.or(special, tried);
    if let Some(guests) = f.guests(side, position) {
        others = f.or(others, guests);
    }
    let others = f.and(others, own);
    let end = f.for_each(others, &[end], |f, square, v| {
        let single = f.single(square);
        let is_special = f.meet(single, special);
        let offset = f.times(square, plan.layout.board_bytes());
        let at = f.add(frame, offset);
        let mask = f.load_set(at, Frame::masks(plan));
        let both = f.and(mask, allow);
        let mask = f.choose(is_special, both, allow);
        let start = v[0];
        let mut end = start;
        for (number, group) in plan.sides[side.index()].groups.iter().enumerate() {
            let men = f.men_of_codes(&group.codes, position);
            let here = f.meet(men, single);
            // What others must do about a check says nothing about the royal itself.
            let royal = matches!(group.how, GroupHow::Kind(kind) if plan.sides[side.index()].kinds[kind].royal);
            let mask = if royal { f.set(plan.board.cells) } else { mask };
            end = f.when(here, &[end], |f, v| {
                vec![f.list_of_group(side, number, (context, position), single, mask, v[0])]
            })[0];
        }
        let is_tried = f.meet(single, tried);
        f.when(is_tried, &[end], |f, v| vec![f.kept(side, context, position, start, v[0])])
    });
    f.finish(&end);
}

/// `en_passant(context, position, end)`: lists the legal captures en passant. They change three squares at once, so each is tried.
pub fn en_passant(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, start) = (parameters[0], parameters[1], parameters[2]);
    let scene = f.scene(side, context, position);
    let open = f.load_set(position, STATE_EP);
    let victim = f.load_short(position, STATE_EP_VICTIM);
    let plan = f.plan;
    let mut end = start;
    for kind in &plan.sides[side.index()].kinds {
        let board = f.load_set(position, plan.layout.code(kind.code));
        for path in &kind.en_passant {
            let reached = f.reached_by(&scene, path, board);
            let targets = f.and(reached, open);
            let back = -i64::from(path.delta(&plan.board));
            end = f.for_each(targets, &[end], |f, to, v| {
                let from = f.add_int(to, back);
                vec![f.write_en_passant(&scene, kind, (from, to, victim), v[0])]
            })[0];
        }
    }
    let some = f.compare(IntCC::NotEqual, start, end);
    let end = f.when(some, &[end], |f, v| vec![f.kept(side, context, position, start, v[0])]);
    f.finish(&end);
}

impl Scene {
    pub fn taking(&self, sink: Sink) -> Taking {
        Taking { sink, side: self.side, context: self.context, position: self.position }
    }
}

impl Fun<'_> {
    /// What the moves of a position have in common.
    pub fn scene(&mut self, side: Side, context: Value, position: Value) -> Scene {
        Scene { side, context, position, men: self.men(side, position) }
    }

    /// The men with any of these codes.
    pub fn men_of_codes(&mut self, codes: &[u8], position: Value) -> Bits {
        let boards: Vec<Bits> = codes.iter().map(|&c| self.load_set(position, self.plan.layout.code(c))).collect();
        boards.into_iter().reduce(|a, b| self.or(a, b)).expect("somebody is asked for")
    }

    /// Men that are on the board only if somebody made up a position with them; `None` where all kinds are at home.
    pub fn guests(&mut self, side: Side, position: Value) -> Option<Bits> {
        let codes = &self.plan.sides[side.index()].guests;
        (!codes.is_empty()).then(|| self.men_of_codes(codes, position))
    }

    /// Calls [`list_group`].
    pub fn list_of_group(
        &mut self,
        side: Side,
        number: usize,
        (context, position): (Value, Value),
        men: Bits,
        mask: Bits,
        end: Value,
    ) -> Value {
        let mut arguments = vec![context, position];
        arguments.extend_from_slice(men.words());
        arguments.extend_from_slice(mask.words());
        arguments.push(end);
        let name = match self.plan.sides[side.index()].groups[number].same_as {
            Some(number) => Name::Group(side.other(), number),
            None => Name::Group(side, number),
        };
        self.call(name, &arguments).expect("it has a result")
    }

    /// Adds the number of moves of some men of a group to targets within a mask.
    pub fn count_group(&mut self, scene: &Scene, how: &GroupHow, men: Bits, mask: Bits, so_far: Value) -> Value {
        let plan = self.plan;
        match how {
            GroupHow::Kind(kind) => {
                let kind = &plan.sides[scene.side.index()].kinds[*kind];
                self.moves_of_kind(scene, Sink::Count, kind, men, mask, so_far)
            }
            GroupHow::Shared(_) => {
                self.for_each(men, &[so_far], |f, square, v| vec![f.count_of_man(scene, how, square, mask, v[0])])[0]
            }
        }
    }

    /// The same for one man of a group whose men do not go set-wise.
    pub fn count_of_man(&mut self, scene: &Scene, how: &GroupHow, square: Value, mask: Bits, so_far: Value) -> Value {
        let plan = self.plan;
        match how {
            GroupHow::Kind(kind) => {
                let kind = &plan.sides[scene.side.index()].kinds[*kind];
                self.moves_from(Sink::Count, scene, kind, square, mask, so_far)
            }
            GroupHow::Shared(features) => {
                let targets = self.feature_targets(scene.side, features, scene.position, square, &scene.men);
                let targets = self.and(targets, mask);
                let count = self.count(targets);
                self.add(so_far, count)
            }
        }
    }

    /// The moves of some men of a kind to targets within a mask, en passant aside.
    fn moves_of_kind(
        &mut self,
        scene: &Scene,
        sink: Sink,
        kind: &KindPlan,
        men: Bits,
        mask: Bits,
        mut so_far: Value,
    ) -> Value {
        if !kind.set_wise {
            return self
                .for_each(men, &[so_far], |f, square, v| vec![f.moves_from(sink, scene, kind, square, mask, v[0])])[0];
        }
        let mut all = Vec::new();
        for path in &kind.fixed {
            let targets = self.fixed_targets(scene, path, men);
            all.push((path, self.and(targets, mask)));
        }
        if sink == Sink::List {
            return all.into_iter().fold(so_far, |so_far, (path, targets)| {
                self.take(&scene.taking(sink), kind, Origin::Path(path), targets, so_far)
            });
        }
        for (_, targets) in &all {
            let count = self.count(*targets);
            so_far = self.add(so_far, count);
        }
        // What promotes counts as often as it has choices: once more looked at where somebody stands near enough.
        let near = kind.fixed.iter().fold([0; 4], |near, path| self.promoting(kind, path, near));
        if near == [0; 4] {
            return so_far;
        }
        let some = self.and_set(men, near);
        let some = self.any(some);
        self.when(some, &[so_far], |f, v| {
            vec![all.iter().fold(v[0], |so_far, (path, targets)| {
                f.take_more(&scene.taking(sink), kind, Origin::Path(path), *targets, so_far)
            })]
        })[0]
    }

    /// Adds the squares from which a path leads to where the kind promotes.
    fn promoting(&self, kind: &KindPlan, path: &FixedPath, near: Set) -> Set {
        let board = &self.plan.board;
        let zone =
            kind.promotions.iter().flat_map(|g| &g.classes).fold([0; 4], |all, c| crate::plan::geometry::or(all, c.to));
        ferz_abi::squares(zone)
            .map(|to| to as i32 - path.delta(board))
            .filter(|from| (0..board.squares() as i32).contains(from))
            .fold(near, |near, from| ferz_abi::with(near, from as usize))
    }

    /// The moves of the royal men of a group that are neither tried nor one of several: they go where nobody attacks them, once they have gone.
    pub fn royal_moves(&mut self, scene: &Scene, sink: Sink, number: usize, royals: Bits, so_far: Value) -> Value {
        let plan = self.plan;
        let group = &plan.sides[scene.side.index()].groups[number];
        let GroupHow::Kind(kind) = &group.how else { return so_far };
        let kind = &plan.sides[scene.side.index()].kinds[*kind];
        let place = (scene.context, scene.position);
        if !kind.promotions.is_empty() {
            // What it becomes may not be royal, and then may be attacked.
            return self.for_each(royals, &[so_far], |f, square, v| {
                vec![f.listed(sink, scene.context, v[0], |f, start| {
                    let (anywhere, single) = (f.set(f.plan.board.cells), f.single(square));
                    let end = f.list_of_group(scene.side, number, place, single, anywhere, start);
                    f.kept(scene.side, scene.context, scene.position, start, end)
                })]
            })[0];
        }
        let rival = scene.side.other();
        self.for_each(royals, &[so_far], |f, square, v| {
            let start = f.single(square);
            let behind = f.minus(scene.men.occupied, start);
            let targets = f.all_targets(scene, kind, square);
            if sink == Sink::Count && kind.fixed.is_empty() {
                let some = f.any(targets);
                return f.when(some, v, |f, v| {
                    let threats = f.united_threats(rival, scene.position);
                    f.for_each(targets, v, |f, to, v| {
                        let hit = f.is_attacked(rival, &threats, true, to, behind);
                        let safe = f.is(hit, 0);
                        let safe = f.widen(safe);
                        vec![f.add(v[0], safe)]
                    })
                });
            }
            let none = f.no_squares();
            // Where some threats are silent, the function that tells who is attacked says too little.
            let silent = plan.sides[rival.index()].attacks.iter().any(|a| a.silent);
            let threats = silent.then(|| f.united_threats(rival, scene.position));
            let safe = f.for_each(targets, none.words(), |f, to, v| {
                let single = f.single(to);
                let hit = match &threats {
                    Some(threats) => f.is_attacked(rival, threats, true, to, behind),
                    None => attacked_there(f, rival, scene.position, to, behind),
                };
                let nothing = f.no_squares();
                let here = f.choose(hit, nothing, single);
                f.or(Bits::from(v), here).words().to_vec()
            });
            vec![f.listed(sink, scene.context, v[0], |f, end| {
                f.list_of_group(scene.side, number, place, start, Bits::from(&safe), end)
            })]
        })[0]
    }

    /// The targets of a path, for all men of a set.
    fn fixed_targets(&mut self, scene: &Scene, path: &FixedPath, men: Bits) -> Bits {
        let reached = self.reached_by(scene, path, men);
        self.landing(reached, path.landing, &scene.men)
    }

    /// The same, whatever stands on them.
    fn reached_by(&mut self, scene: &Scene, path: &FixedPath, men: Bits) -> Bits {
        let start = if path.unmoved {
            let rights = self.load_set(scene.position, ferz_abi::offsets::STATE_UNMOVED);
            self.and(men, rights)
        } else {
            men
        };
        self.walk_fixed(start, path, &scene.men)
    }

    /// All targets of one man, by whatever strategy.
    pub fn all_targets(&mut self, scene: &Scene, kind: &KindPlan, square: Value) -> Bits {
        let mut all = self.targets(kind, scene.position, square, &scene.men);
        let single = self.single(square);
        for path in &kind.fixed {
            let targets = self.fixed_targets(scene, path, single);
            all = self.or(all, targets);
        }
        all
    }

    /// Takes the moves of one man to targets within a mask.
    fn moves_from(
        &mut self,
        sink: Sink,
        scene: &Scene,
        kind: &KindPlan,
        square: Value,
        mask: Bits,
        mut so_far: Value,
    ) -> Value {
        // Where a path that leaves marks and another way lead to the same square, the former counts.
        let mut marked = self.no_squares();
        if !kind.fixed.is_empty() {
            let single = self.single(square);
            for path in &kind.fixed {
                let targets = self.fixed_targets(scene, path, single);
                let targets = self.and(targets, mask);
                let targets = self.minus(targets, marked);
                so_far = self.take(&scene.taking(sink), kind, Origin::Path(path), targets, so_far);
                marked = self.or(marked, targets);
            }
        }
        if kind.features.is_empty() {
            return so_far;
        }
        let targets = self.targets(kind, scene.position, square, &scene.men);
        let targets = self.and(targets, mask);
        let targets = if kind.fixed.is_empty() { targets } else { self.minus(targets, marked) };
        self.take(&scene.taking(sink), kind, Origin::Square(square), targets, so_far)
    }

    fn write_en_passant(
        &mut self,
        scene: &Scene,
        kind: &KindPlan,
        (from, to, victim): (Value, Value, Value),
        at: Value,
    ) -> Value {
        let m = MoveWords { from, to, man: kind.code, form: Form::Step, victims: 1, squares: &[victim] };
        let (first, second) = self.move_words(&m, 0);
        let write = |f: &mut Self, placed: Placed, at: Value| {
            let placed = f.placed_code(kind, placed);
            f.write_placed(first, second, placed, at)
        };
        self.with_promotions(&scene.taking(Sink::List), kind, (from, to), at, &write)
    }

    /// All moves of men that are traced, each gone by itself.
    fn traced(&mut self, scene: &Scene, kind: &KindPlan, program: Program, men: Bits, start: Value) -> Value {
        self.for_each(men, &[start], |f, square, v| {
            let walk = f.start_walk(Asked::Moves, scene.position, square);
            let man = f.int(kind.code.into());
            let idle = f.int(u64::from(kind.may_stay || !kind.promotions.is_empty()));
            let said = [(Walk::FIRST, v[0]), (Walk::END, v[0]), (Walk::MAN, man), (Walk::KEEPS_IDLE, idle)];
            for (offset, value) in said {
                f.store(value, walk, offset);
            }
            f.go_ways(scene.side, walk, program);
            let end = f.load(walk, Walk::END);
            vec![if kind.promotions.is_empty() { end } else { f.promoted(scene, kind, square, v[0], end) }]
        })[0]
    }
}
