//! Making moves: the position after a move is written next to the one before.

use super::expr::{Ask, Place};
use super::fun::Fun;
use super::sets::Bits;
use super::sink::MOVE_BYTES;
use super::trace::{Asked, Walk};
use super::{Name, Side};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use ferz_abi::offsets::*;
use ferz_abi::{Form, NO_SQUARE, STATE_BYTES, Set};

/// `make(context, position, move, after)`: the position after a move of `side`; gives zero if something that follows on it cannot be
/// done, in which case there is no such move.
pub fn make(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, played, after) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let plan = f.plan;
    f.copy_position(position, after);
    let [from, to, man, placed] = [MOVE_FROM, MOVE_TO, MOVE_MAN, MOVE_PLACED].map(|o| f.load_byte(played, o));
    let form = f.load_byte(played, MOVE_FORM);
    // The other forms first, where the game has them: whether the move resets the clock, and whether it can be made.
    let mut others: Vec<(Form, Carry)> = Vec::new();
    if !plan.sides[side.index()].castlings.is_empty() {
        others.push((Form::Castling, Carry::Castling));
    }
    if !plan.rules.drops.is_empty() {
        others.push((Form::Drop, Carry::Drop));
    }
    if !plan.rules.actions.is_empty() {
        others.push((Form::Action, Carry::Action));
    }
    let move_ = Played { context, position, played, after, from, to, man, placed, form };
    let result = f.carried_out(side, &move_, &others);
    let (captured, mut done) = (result[0], result[1]);
    f.clocks(side, &move_, captured);
    if f.plan.has_en_passant {
        f.marks(played, after, to);
    }
    if !plan.rules.afters.is_empty() {
        done = f.when(done, &[done], |f, _| vec![f.consequences(side, &move_)])[0];
    }
    if !plan.rules.memories.is_empty() || plan.rules.remembers_passing() {
        f.remember(&move_);
    }
    if f.plan.has_en_passant {
        let passed = f.load_byte(played, MOVE_PASSED);
        f.when(passed, &[], |f, _| {
            // Where what follows on the move took the man away that passed, nobody is left to be taken.
            let cell = f.add(after, to);
            let there = f.load_byte(cell, STATE_CELLS);
            let stayed = f.compare(IntCC::Equal, there, placed);
            let (open, none) = (f.load_set(after, STATE_EP), f.no_squares());
            let open = f.choose(stayed, open, none);
            f.store_set(open, after, STATE_EP);
            f.call(Name::Settle(side.other()), &[after]);
            Vec::new()
        });
    }
    f.finish(&[done]);
}

/// A move about to be carried out.
pub(super) struct Played {
    pub(super) context: Value,
    pub(super) position: Value,
    pub(super) played: Value,
    pub(super) after: Value,
    pub(super) from: Value,
    pub(super) to: Value,
    pub(super) man: Value,
    pub(super) placed: Value,
    form: Value,
}

/// How a form of move is carried out.
#[derive(Clone, Copy)]
enum Carry {
    Castling,
    Drop,
    Action,
}

impl Fun<'_> {
    /// Copies what of a position is in use, sixteen bytes at a time where they go on.
    pub fn copy_position(&mut self, from: Value, to: Value) {
        let cells = STATE_CELLS as usize..STATE_CELLS as usize + self.plan.layout.cell_bytes;
        let boards = STATE_BYTES..self.plan.layout.position_bytes();
        let unaligned = MemFlagsData::new().with_notrap();
        // Hands and counters are not in use yet: zero in every position, and no move changes them.
        for range in [0..STATE_VARS as usize + 64, cells, boards] {
            let mut at = range.start;
            while at < range.end {
                let wide = range.end - at >= 16;
                let kind = if wide { types::I8X16 } else { types::I64 };
                let piece = self.b.ins().load(kind, unaligned, from, at as i32);
                self.b.ins().store(unaligned, piece, to, at as i32);
                at += if wide { 16 } else { 8 };
            }
        }
    }

    /// Puts men with a code on squares where there are none, and takes them off where there are.
    pub fn toggle(&mut self, position: Value, code: Value, squares: Bits) {
        let offset = self.times(code, self.plan.layout.board_bytes());
        let at = self.add(position, offset);
        let codes = self.plan.layout.codes();
        let before = self.load_set(at, codes);
        let words: Vec<Value> =
            before.words().iter().zip(squares.words()).map(|(&a, &b)| self.b.ins().bxor(a, b)).collect();
        self.store_set(Bits::from(&words), at, codes);
    }

    /// Removes the men that a move takes elsewhere than on its target. Gives a value that is zero only if nothing was taken.
    fn other_victims(&mut self, played: Value, after: Value, captured: Value, rival: i32) -> Value {
        if !self.plan.has_en_passant {
            return captured;
        }
        let victims = self.load_byte(played, MOVE_VICTIMS);
        self.when(victims, &[captured], |f, v| {
            let zero = f.int(0);
            f.while_(
                &[zero, v[0]],
                |f, v| f.compare(IntCC::UnsignedLessThan, v[0], victims),
                |f, v| {
                    let entry = f.add(played, v[0]);
                    let square = f.load_byte(entry, MOVE_SQUARES);
                    let cell = f.add(after, square);
                    let code = f.load_byte(cell, STATE_CELLS);
                    let single = f.single(square);
                    f.toggle(after, code, single);
                    let men = f.load_set(after, rival);
                    let men = f.minus(men, single);
                    f.store_set(men, after, rival);
                    let zero = f.int(0);
                    f.store_byte(zero, cell, STATE_CELLS);
                    vec![f.add_int(v[0], 1), code]
                },
            )[1..]
                .to_vec()
        })[0]
    }

    /// Carries a move out: gives a value that is zero only if the quiet clock goes on, and one that is zero only if it cannot be done.
    fn carried_out(&mut self, side: Side, m: &Played, others: &[(Form, Carry)]) -> Vec<Value> {
        let (zero, one) = (self.int(0), self.int(1));
        let Some(((form, carry), rest)) = others.split_first() else {
            if !self.plan.has_traced {
                return vec![self.plain_step_made(side, m), one];
            }
            let unusual = self.is_unusual(side, m);
            let captured = self.either(
                unusual,
                &[zero],
                |f, _| vec![f.unusual_step_made(m)],
                |f, _| vec![f.plain_step_made(side, m)],
            )[0];
            return vec![captured, one];
        };
        let is = self.is(m.form, *form as i64);
        self.either(
            is,
            &[zero, one],
            |f, _| match carry {
                Carry::Castling => {
                    f.castling_made(side, m.played, m.position, m.after, (m.from, m.to), m.man);
                    vec![zero, one]
                }
                Carry::Drop => {
                    let target = f.single(m.to);
                    f.place_man(m.after, m.man, target);
                    for slot in f.plan.rules.hand_slots() {
                        let is = f.is(m.man, ferz_abi::code(slot.kind, side.index()).into());
                        f.when(is, &[], |f, _| {
                            f.add_to_var(m.after, slot.vars[side.index()], -1);
                            Vec::new()
                        });
                    }
                    vec![one, one]
                }
                Carry::Action => vec![zero, f.action_made(side, m)],
            },
            |f, _| f.carried_out(side, m, rest),
        )
    }

    /// The effects of an action. Zero if one of them cannot be done.
    fn action_made(&mut self, side: Side, m: &Played) -> Value {
        let plan = self.plan;
        let number = self.load_byte(m.played, MOVE_SQUARES);
        let mut done = self.int(0);
        for (n, action) in plan.rules.actions.iter().enumerate() {
            let is = self.is(number, n as i64);
            done = self.when(is, &[done], |f, _| {
                let chosen: Vec<Bits> = (0..action.choices.len())
                    .map(|i| {
                        let square = f.load_byte(m.played, MOVE_SQUARES + 1 + i as i32);
                        f.single(square)
                    })
                    .collect();
                let ask = Ask { chosen: &chosen, ..Ask::new(m.context, m.after, side) };
                vec![f.effects(&ask, &action.effects, m.position)]
            })[0];
        }
        done
    }

    /// What follows on a move. Zero if something of it cannot be done.
    fn consequences(&mut self, side: Side, m: &Played) -> Value {
        let plan = self.plan;
        let happened = Some(self.happened(side, m.position, m.played));
        let mut done = self.int(1);
        for after in &plan.rules.afters {
            let before = Ask { happened, ..Ask::new(m.context, m.position, side) };
            let now = Ask { position: m.after, ..before };
            let matches = self.matches(&before, &after.event, m.played, m.after);
            let follows = self.both_of(matches, done);
            done = self.when(follows, &[done], |f, _| vec![f.effects(&now, &after.effects, m.position)])[0];
        }
        done
    }

    /// How conditions stood before the move, and whether the move changed nothing.
    fn remember(&mut self, m: &Played) {
        let plan = self.plan;
        for (n, memory) in plan.rules.memories.iter().enumerate() {
            for own in Side::BOTH {
                let ask = Ask::new(m.context, m.position, own);
                let held = self.condition(&ask, memory);
                let zero = self.int(0);
                let held = self.compare(IntCC::NotEqual, held, zero);
                let held = self.widen(held);
                let slot = plan.rules.memory_slots(n)[own.index()];
                self.store_byte(held, m.after, STATE_VARS + slot as i32);
            }
        }
        let idle: Vec<usize> =
            (0..plan.rules.actions.len()).filter(|&n| plan.rules.actions[n].effects.is_empty()).collect();
        let is_action = self.is(m.form, Form::Action as i64);
        let number = self.load_byte(m.played, MOVE_SQUARES);
        let mut passed = self.int(0);
        for n in idle {
            let is = self.is(number, n as i64);
            let both = self.b.ins().band(is, is_action);
            let both = self.widen(both);
            passed = self.either_of(passed, both);
        }
        let slot = plan.rules.memory_slots(plan.rules.memories.len())[0];
        self.store_byte(passed, m.after, STATE_VARS + slot as i32);
    }

    fn plain_step_made(&mut self, side: Side, m: &Played) -> Value {
        let captured = self.step_made(side, m.played, m.after, (m.from, m.to), (m.man, m.placed));
        let cell = self.add(m.position, m.to);
        let victim = self.load_byte(cell, STATE_CELLS);
        self.rights(m.after, (m.from, m.man), (m.to, victim));
        captured
    }

    /// An ordinary move: the man leaves, whatever stands on the target goes, the man arrives. Gives a value that is zero only if nothing
    /// was taken.
    fn step_made(
        &mut self,
        side: Side,
        played: Value,
        after: Value,
        (from, to): (Value, Value),
        (man, placed): (Value, Value),
    ) -> Value {
        let rival = self.plan.layout.side(side.other().index());
        let own = self.plan.layout.side(side.index());
        let cell = self.add(after, to);
        let victim = self.load_byte(cell, STATE_CELLS);
        let (start, target) = (self.single(from), self.single(to));
        self.toggle(after, man, start);
        self.when(victim, &[], |f, _| {
            f.toggle(after, victim, target);
            let men = f.load_set(after, rival);
            let men = f.minus(men, target);
            f.store_set(men, after, rival);
            Vec::new()
        });
        self.toggle(after, placed, target);
        let men = self.load_set(after, own);
        let men = self.minus(men, start);
        let men = self.or(men, target);
        self.store_set(men, after, own);
        let zero = self.int(0);
        let cell_from = self.add(after, from);
        self.store_byte(zero, cell_from, STATE_CELLS);
        self.store_byte(placed, cell, STATE_CELLS);
        self.other_victims(played, after, victim, rival)
    }

    /// Castling: both men leave before either arrives, because one may land where the other stood.
    fn castling_made(
        &mut self,
        side: Side,
        played: Value,
        position: Value,
        after: Value,
        (from, to): (Value, Value),
        king: Value,
    ) {
        let partner_from = self.load_byte(played, MOVE_SQUARES);
        let partner_to = self.load_byte(played, MOVE_SQUARES + 1);
        let cell = self.add(position, partner_from);
        let partner = self.load_byte(cell, STATE_CELLS);
        let zero = self.int(0);
        let own = self.plan.layout.side(side.index());
        let mut men = self.load_set(after, own);
        for (code, square) in [(king, from), (partner, partner_from)] {
            let single = self.single(square);
            self.toggle(after, code, single);
            men = self.minus(men, single);
            let cell = self.add(after, square);
            self.store_byte(zero, cell, STATE_CELLS);
        }
        for (code, square) in [(king, to), (partner, partner_to)] {
            let single = self.single(square);
            self.toggle(after, code, single);
            men = self.or(men, single);
            let cell = self.add(after, square);
            self.store_byte(code, cell, STATE_CELLS);
        }
        self.store_set(men, after, own);
        self.rights(after, (from, king), (partner_from, partner));
    }

    /// What goes with a man that leaves his square.
    pub fn rights_gone(&mut self, position: Value, square: Value, man: Value) {
        self.rights(position, (square, man), (square, man));
    }

    /// A right goes with the man that moves, and with the man that is taken: two squares, and who stood there.
    fn rights(&mut self, after: Value, (from, man): (Value, Value), (to, victim): (Value, Value)) {
        let plan = self.plan;
        let (start, target) = (self.single(from), self.single(to));
        let touched = self.or(start, target);
        if plan.keeps_unmoved {
            let rights = self.load_set(after, STATE_UNMOVED);
            let rights = self.minus(rights, touched);
            self.store_set(rights, after, STATE_UNMOVED);
        }
        let castlings = || plan.sides.iter().flat_map(|s| &s.castlings);
        if castlings().next().is_none() {
            return;
        }
        let rights = self.load_set(after, STATE_RIGHTS);
        let some = self.any(rights);
        self.when(some, &[], |f, _| {
            let mut rights = f.minus(rights, touched);
            // When a king moves or is taken, the rights of all its partners go.
            let mut kings: Vec<((u8, u8), Set)> = Vec::new();
            for c in castlings() {
                let king = (c.king_from, ferz_abi::code(c.king, c.side));
                match kings.iter_mut().find(|(k, _)| *k == king) {
                    Some((_, partners)) => *partners = ferz_abi::with(*partners, c.partner_from.into()),
                    None => kings.push((king, ferz_abi::with([0; 4], c.partner_from.into()))),
                }
            }
            // Where he has one home, a right says that he stands there.
            let one_home = kings.iter().enumerate().all(|(i, (_, partners))| {
                let shared = |(_, others): &(_, Set)| others.iter().zip(partners).any(|(a, b)| a & b != 0);
                !kings[i + 1..].iter().any(shared)
            });
            for ((home, king), partners) in kings {
                let (mut left, mut reached) = (f.is(from, home.into()), f.is(to, home.into()));
                if !one_home {
                    let (goes, falls) = (f.is(man, king.into()), f.is(victim, king.into()));
                    left = f.b.ins().band(left, goes);
                    reached = f.b.ins().band(reached, falls);
                }
                let gone = f.b.ins().bor(left, reached);
                let lost = f.set(partners);
                let fewer = f.minus(rights, lost);
                rights = f.choose(gone, fewer, rights);
            }
            f.store_set(rights, after, STATE_RIGHTS);
            Vec::new()
        });
    }

    /// Side, clock and move number.
    fn clocks(&mut self, side: Side, m: &Played, captured: Value) {
        let (position, after) = (m.position, m.after);
        let other = self.int(side.other().index() as u64);
        self.store_byte(other, after, STATE_SIDE);
        let most = self.int(u16::MAX.into());
        let clock = self.load_short(position, STATE_CLOCK);
        let later = self.add_int(clock, 1);
        let later = self.b.ins().umin(later, most);
        let zero = self.int(0);
        let mut quiet = self.select(captured, zero, later);
        // A bit for each code whose moves cannot be undone.
        let plan = self.plan;
        let resetting =
            (0..plan.resets_clock.len()).filter(|&k| plan.resets_clock[k]).map(|k| ferz_abi::code(k, side.index()));
        for code in resetting {
            let moved = self.is(m.man, code.into());
            quiet = self.select(moved, zero, quiet);
        }
        if !plan.rules.actions.is_empty() {
            // An action lets the clock run, whatever stands on the square that it is named by.
            let is_action = self.is(m.form, Form::Action as i64);
            quiet = self.select(is_action, later, quiet);
        }
        self.store_short(quiet, after, STATE_CLOCK);
        if side == Side::Black {
            let number = self.load_short(position, STATE_NUMBER);
            let next = self.add_int(number, 1);
            let next = self.b.ins().umin(next, most);
            self.store_short(next, after, STATE_NUMBER);
        }
    }

    /// The squares that the move leaves open to en passant, whether or not somebody could go there.
    fn marks(&mut self, played: Value, after: Value, to: Value) {
        let none = self.no_squares();
        let passed = self.load_byte(played, MOVE_PASSED);
        self.store_set(none, after, STATE_EP);
        let no_square = self.int(NO_SQUARE.into());
        self.store_short(no_square, after, STATE_EP_VICTIM);
        self.when(passed, &[], |f, _| {
            let first = f.load_byte(played, MOVE_VICTIMS);
            let end = f.add(first, passed);
            let values: Vec<Value> = [first].iter().chain(none.words()).copied().collect();
            let open = f.while_(
                &values,
                |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
                |f, v| {
                    let entry = f.add(played, v[0]);
                    let square = f.load_byte(entry, MOVE_SQUARES);
                    let single = f.single(square);
                    let open = f.or(Bits::from(&v[1..]), single);
                    let next = f.add_int(v[0], 1);
                    [next].iter().chain(open.words()).copied().collect()
                },
            );
            f.store_set(Bits::from(&open[1..]), after, STATE_EP);
            f.store_short(to, after, STATE_EP_VICTIM);
            Vec::new()
        });
    }
}

/// `settle(position)`: keeps en passant squares only where a man of `side`, which is to move, could go there by an `e` part.
pub fn settle(mut f: Fun, side: Side) {
    let position = f.entry()[0];
    let plan = f.plan;
    let open = f.load_set(position, STATE_EP);
    let men = f.men(side, position);
    let mut reached = f.no_squares();
    for kind in &plan.sides[side.index()].kinds {
        if let Some(traced) = kind.traced.as_ref().filter(|traced| traced.en_passant) {
            let board = f.load_set(position, plan.layout.code(kind.code));
            reached = Bits::from(&f.for_each(board, reached.words(), |f, square, v| {
                let walk = f.start_walk(Asked::EnPassant, position, square);
                f.go_ways(side, walk, traced.program);
                let found = f.load_set(walk, Walk::FOUND);
                f.or(Bits::from(v), found).words().to_vec()
            }));
        }
        for path in &kind.en_passant {
            let mut board = f.load_set(position, plan.layout.code(kind.code));
            if path.unmoved {
                let rights = f.load_set(position, STATE_UNMOVED);
                board = f.and(board, rights);
            }
            // Who leaps over men leaves squares open on which somebody stands.
            let targets = f.walk_fixed(board, path, &men);
            let targets = f.minus(targets, men.occupied);
            reached = f.or(reached, targets);
        }
    }
    let open = f.and(open, reached);
    f.store_set(open, position, STATE_EP);
    let some = f.any(open);
    let victim = f.load_short(position, STATE_EP_VICTIM);
    let none = f.int(NO_SQUARE.into());
    let victim = f.select(some, victim, none);
    f.store_short(victim, position, STATE_EP_VICTIM);
    f.finish(&[]);
}

/// `filter(context, position, start, end)`: of the moves listed, keeps those that can be made and after which `side` is neither in check nor in a
/// position that the rules forbid; gives their end.
pub fn filter(mut f: Fun, side: Side) {
    let parameters = f.entry();
    let (context, position, start, end) = (parameters[0], parameters[1], parameters[2], parameters[3]);
    let bytes = f.plan.layout.position_bytes();
    let after = f.stack(bytes);
    // What is counted on the way must not be written over the list.
    let scratch = f.load(context, CONTEXT_SCRATCH);
    f.store(end, context, CONTEXT_SCRATCH);
    let kept = f.while_(
        &[start, start],
        |f, v| f.compare(IntCC::UnsignedLessThan, v[0], end),
        |f, v| {
            let (at, kept) = (v[0], v[1]);
            let possible = f.call(Name::Make(side), &[context, position, at, after]).expect("it has a result");
            let legal = f.when(possible, &[possible], |f, _| {
                let check = f.call(Name::InCheck(side), &[context, after]).expect("it has a result");
                let safe = f.is(check, 0);
                let safe = f.widen(safe);
                vec![f.not_forbidden(side, (context, position, at, after), safe)]
            })[0];
            let (first, second) = (f.load(at, 0), f.load(at, 8));
            f.store(first, kept, 0);
            f.store(second, kept, 8);
            let longer = f.add_int(kept, MOVE_BYTES);
            let kept = f.select(legal, longer, kept);
            vec![f.add_int(at, MOVE_BYTES), kept]
        },
    );
    f.store(scratch, context, CONTEXT_SCRATCH);
    f.finish(&[kept[1]]);
}

impl Fun<'_> {
    /// Zero if a move that is `safe` from check is forbidden by another rule, or if it is not safe.
    fn not_forbidden(
        &mut self,
        side: Side,
        (context, position, played, after): (Value, Value, Value, Value),
        safe: Value,
    ) -> Value {
        let plan = self.plan;
        let mut legal = safe;
        for forbid in &plan.rules.forbids {
            legal = self.when(legal, &[legal], |f, v| {
                let now = Ask { place: Place::Forbid, ..Ask::new(context, after, side) };
                let Some(event) = &forbid.event else {
                    let holds = f.condition(&now, &forbid.when);
                    let not = f.is(holds, 0);
                    return vec![f.widen(not)];
                };
                let happened = Some(f.happened(side, position, played));
                let before = Ask { position, happened, ..now };
                let matches = f.matches(&before, event, played, after);
                f.when(matches, v, |f, _| {
                    let holds = f.condition(&Ask { happened, ..now }, &forbid.when);
                    let not = f.is(holds, 0);
                    vec![f.widen(not)]
                })
            })[0];
        }
        legal
    }
}
