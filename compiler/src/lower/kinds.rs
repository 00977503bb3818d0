//! The moves of one kind: one function for counting them and one for listing them.

use super::attack::attacked_there;
use super::fun::Fun;
use super::legality::Frame;
use super::sets::Bits;
use super::sink::{MOVE_BYTES, MoveWords, Origin, Sink, Taking};
use super::walk::Men;
use super::{Name, Side};
use crate::plan::KindPlan;
use crate::plan::paths::FixedPath;
use cranelift_codegen::ir::Value;
use ferz_abi::Form;
use ferz_abi::offsets::{CONTEXT_SCRATCH, STATE_EP, STATE_EP_VICTIM};

/// What the moves of a position have in common.
struct Scene {
    side: Side,
    sink: Sink,
    context: Value,
    position: Value,
    /// Counting: where moves to be tried may be written.
    scratch: Option<Value>,
    men: Men,
    frame: Value,
    allow: Bits,
    special: Bits,
    tried: Bits,
}

/// `moves_of(context, position, frame, so far)`: counts or lists the legal moves of all men of a kind.
pub fn moves_of(mut f: Fun, side: Side, sink: Sink, kind: &KindPlan) {
    let parameters = f.entry();
    let (context, position, frame, so_far) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let plan = f.plan;
    let scene = Scene {
        side,
        sink,
        context,
        position,
        scratch: (sink == Sink::Count).then(|| f.load(context, CONTEXT_SCRATCH)),
        men: f.men(side, position),
        frame,
        allow: f.load_set(frame, Frame::ALLOW),
        special: f.load_set(frame, Frame::special(plan)),
        tried: f.load_set(frame, Frame::tried(plan)),
    };
    let board = f.load_set(position, plan.layout.code(kind.code));
    let mut so_far = if kind.set_wise {
        f.set_wise(&scene, kind, board, so_far)
    } else if kind.royal && plan.by_masks {
        f.royal_moves(&scene, kind, board, so_far)
    } else {
        f.man_by_man(&scene, kind, board, so_far)
    };
    if !kind.en_passant.is_empty() {
        so_far = f.en_passant(&scene, kind, board, so_far);
    }
    f.finish(&[so_far]);
}

impl Scene {
    fn taking(&self, sink: Sink) -> Taking {
        Taking { sink, side: self.side, context: self.context, position: self.position }
    }
}

impl Fun<'_> {
    /// All men at once along each path; then those with masks of their own, each by itself.
    fn set_wise(&mut self, scene: &Scene, kind: &KindPlan, board: Bits, mut so_far: Value) -> Value {
        let own_masks = self.or(scene.special, scene.tried);
        let regular = self.minus(board, own_masks);
        for path in &kind.fixed {
            let targets = self.fixed_targets(scene, path, regular);
            let targets = self.and(targets, scene.allow);
            so_far = self.take(&scene.taking(scene.sink), kind, Origin::Path(path), targets, so_far);
        }
        let others = self.and(board, own_masks);
        self.for_each(others, &[so_far], |f, square, v| vec![f.special_man(scene, kind, square, v[0])])[0]
    }

    fn man_by_man(&mut self, scene: &Scene, kind: &KindPlan, board: Bits, so_far: Value) -> Value {
        let own_masks = self.or(scene.special, scene.tried);
        let regular = self.minus(board, own_masks);
        let so_far = self.for_each(regular, &[so_far], |f, square, v| {
            vec![f.moves_from(scene.sink, scene, kind, square, scene.allow, v[0])]
        })[0];
        let others = self.and(board, own_masks);
        self.for_each(others, &[so_far], |f, square, v| vec![f.special_man(scene, kind, square, v[0])])[0]
    }

    /// A royal goes where nobody attacks it, once it has gone.
    fn royal_moves(&mut self, scene: &Scene, kind: &KindPlan, board: Bits, so_far: Value) -> Value {
        if !kind.promotions.is_empty() {
            // What it becomes may not be royal, and then may be attacked.
            return self.for_each(board, &[so_far], |f, square, v| {
                let start = scene.scratch.unwrap_or(v[0]);
                let anywhere = f.set(f.plan.board.cells);
                let end = f.moves_from(Sink::List, scene, kind, square, anywhere, start);
                let end = f.filtered(scene, start, end);
                vec![f.settle(scene, start, end, v[0])]
            })[0];
        }
        let regular = self.minus(board, scene.tried);
        let rival = scene.side.other();
        let so_far = self.for_each(regular, &[so_far], |f, square, v| {
            let none = f.no_squares();
            let start = f.single(square);
            let behind = f.minus(scene.men.occupied, start);
            let targets = f.all_targets(scene, kind, square);
            let safe = f.for_each(targets, none.words(), |f, to, v| {
                let single = f.single(to);
                let occupied = f.or(behind, single);
                let hit = attacked_there(f, rival, scene.position, to, occupied);
                let nothing = f.no_squares();
                let here = f.choose(hit, nothing, single);
                f.or(Bits::from(v), here).words().to_vec()
            });
            vec![f.moves_from(scene.sink, scene, kind, square, Bits::from(&safe), v[0])]
        })[0];
        let others = self.and(board, scene.tried);
        self.for_each(others, &[so_far], |f, square, v| vec![f.special_man(scene, kind, square, v[0])])[0]
    }

    /// The targets of a path, for all men of a set.
    fn fixed_targets(&mut self, scene: &Scene, path: &FixedPath, men: Bits) -> Bits {
        let start = if path.unmoved {
            let rights = self.load_set(scene.position, ferz_abi::offsets::STATE_UNMOVED);
            self.and(men, rights)
        } else {
            men
        };
        let reached = self.walk_fixed(start, path, &scene.men);
        self.landing(reached, path.landing, &scene.men)
    }

    /// All targets of one man, by whatever strategy.
    fn all_targets(&mut self, scene: &Scene, kind: &KindPlan, square: Value) -> Bits {
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
                marked = if kind.set_wise { marked } else { self.or(marked, targets) };
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

    /// Takes the moves of a man that is pinned, or whose moves must be tried.
    fn special_man(&mut self, scene: &Scene, kind: &KindPlan, square: Value, so_far: Value) -> Value {
        let single = self.single(square);
        let is_special = self.meet(single, scene.special);
        let bytes = self.plan.layout.board_bytes();
        let offset = self.times(square, bytes);
        let at = self.add(scene.frame, offset);
        let masks = Frame::masks(self.plan);
        let mask = self.load_set(at, masks);
        let both = self.and(mask, scene.allow);
        let mask = self.choose(is_special, both, scene.allow);
        let start = scene.scratch.unwrap_or(so_far);
        let end = self.moves_from(Sink::List, scene, kind, square, mask, start);
        let is_tried = self.meet(single, scene.tried);
        let end = self.when(is_tried, &[end], |f, v| vec![f.filtered(scene, start, v[0])])[0];
        self.settle(scene, start, end, so_far)
    }

    /// Those moves of a list that do not leave a royal attacked.
    fn filtered(&mut self, scene: &Scene, start: Value, end: Value) -> Value {
        self.call(Name::Filter(scene.side), &[scene.context, scene.position, start, end]).expect("it has a result")
    }

    /// The running value after moves were written: their end, or how many there are.
    fn settle(&mut self, scene: &Scene, start: Value, end: Value, so_far: Value) -> Value {
        match scene.sink {
            Sink::List => end,
            Sink::Count => {
                let start = self.times_negative(start);
                let bytes = self.add(end, start);
                let count = self.shift_right(bytes, MOVE_BYTES.trailing_zeros());
                self.add(so_far, count)
            }
        }
    }

    fn times_negative(&mut self, a: Value) -> Value {
        use cranelift_codegen::ir::InstBuilder;
        self.b.ins().ineg(a)
    }

    /// Captures en passant change three squares at once: they are always tried.
    fn en_passant(&mut self, scene: &Scene, kind: &KindPlan, board: Bits, so_far: Value) -> Value {
        let open = self.load_set(scene.position, STATE_EP);
        let some = self.any(open);
        self.when(some, &[so_far], |f, v| {
            let so_far = v[0];
            let start = scene.scratch.unwrap_or(so_far);
            let victim = f.load_short(scene.position, STATE_EP_VICTIM);
            let mut end = start;
            for path in &kind.en_passant {
                let men = if path.unmoved {
                    let rights = f.load_set(scene.position, ferz_abi::offsets::STATE_UNMOVED);
                    f.and(board, rights)
                } else {
                    board
                };
                let reached = f.walk_fixed(men, path, &scene.men);
                let targets = f.and(reached, open);
                let back = -i64::from(path.delta(&f.plan.board));
                end = f.for_each(targets, &[end], |f, to, v| {
                    let from = f.add_int(to, back);
                    vec![f.write_en_passant(scene, kind, (from, to, victim), v[0])]
                })[0];
            }
            let end = f.filtered(scene, start, end);
            vec![f.settle(scene, start, end, so_far)]
        })[0]
    }

    fn write_en_passant(
        &mut self,
        scene: &Scene,
        kind: &KindPlan,
        (from, to, victim): (Value, Value, Value),
        at: Value,
    ) -> Value {
        let write = |f: &mut Self, placed: u8, at: Value| {
            let m = MoveWords { from, to, man: kind.code, placed, form: Form::Step, victims: 1, squares: &[victim] };
            f.write_move(m, at)
        };
        if kind.promotions.is_empty() {
            return write(self, kind.code, at);
        }
        // Whether the capture promotes depends on where it starts and ends.
        let taking = scene.taking(Sink::List);
        let mut at = at;
        for group in &kind.promotions {
            let starts = self.holds(group.from, from);
            at = self.when(starts, &[at], |f, v| {
                let zone = group.classes.iter().fold([0; 4], |all, c| crate::plan::geometry::or(all, c.to));
                let inside = f.holds(zone, to);
                f.either(
                    inside,
                    v,
                    |f, v| {
                        let mut at = v[0];
                        for class in &group.classes {
                            let here = f.holds(class.to, to);
                            at = f.when(here, &[at], |f, v| {
                                vec![class.choices.iter().fold(v[0], |at, choice| {
                                    let open = f.is_open(&taking, choice);
                                    f.when(open, &[at], |f, v| vec![write(f, choice.code, v[0])])[0]
                                })]
                            })[0];
                        }
                        vec![at]
                    },
                    |f, v| vec![write(f, kind.code, v[0])],
                )
            })[0];
        }
        at
    }
}
