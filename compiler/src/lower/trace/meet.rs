//! Who is found on a square, and whether a leg may end there or pass him.

use super::super::fun::Fun;
use super::super::{Name, Side};
use super::{NOWHERE, Walk, Way};
use crate::plan::trace::{leg, part};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use ferz_abi::NO_SQUARE;
use ferz_abi::offsets::{STATE_CELLS, STATE_EP, STATE_EP_VICTIM};

/// The code of a man who is imagined: greater than that of any kind.
const IMAGINED_MAN: i64 = 255;

impl Fun<'_> {
    /// The code of the man that is found on a square, 0 for nobody.
    pub fn found_on(&mut self, side: Side, walk: Value, way: Value, square: Value) -> Value {
        self.call(Name::FoundOn(side), &[walk, way, square]).expect("it has a result")
    }

    /// Whether a code is that of a man of `side`'s own. Not for an imagined one.
    fn is_friend(&mut self, side: Side, man: Value) -> Value {
        let one = self.int(1);
        let bit = self.b.ins().band(man, one);
        // White's codes are odd.
        self.is(bit, 1 - side.index() as i64)
    }

    /// Not zero if a man may be passed: nobody and who is imagined always may.
    pub fn may_hop(&mut self, walk: Value, man: Value) -> Value {
        let one = self.int(1);
        let imagined = self.is(man, IMAGINED_MAN);
        self.either(
            imagined,
            &[one],
            |_, v| v.to_vec(),
            |f, v| {
                f.when(man, v, |f, _| {
                    let part = f.load(walk, Walk::PART);
                    vec![f.has_square(part, part::OVER, man)]
                })
            },
        )[0]
    }

    /// Not zero if a leg may end where this man is found. Where `limited` is zero, it does not matter who can be taken.
    pub fn admits(&mut self, side: Side, walk: Value, landing: Value, man: Value, limited: Value) -> Value {
        let empty = self.flag(landing, leg::EMPTY);
        self.either(
            man,
            &[empty],
            |f, _| {
                let zero = f.int(0);
                let imagined = f.is(man, IMAGINED_MAN);
                let enemy = f.flag(landing, leg::ENEMY);
                f.either(
                    imagined,
                    &[zero],
                    |_, _| vec![enemy],
                    |f, _| {
                        let part = f.load(walk, Walk::PART);
                        let among = f.has_square(part, part::TAKING, man);
                        let one = f.int(1);
                        let among = f.select(limited, among, one);
                        let is_friend = f.is_friend(side, man);
                        let friend = f.flag(landing, leg::FRIEND);
                        let kept = f.kept_for_its_rank(landing, man);
                        let enemy = f.both_of(kept, enemy);
                        let admitted = f.select(is_friend, friend, enemy);
                        vec![f.both_of(among, admitted)]
                    },
                )
            },
            |_, v| v.to_vec(),
        )[0]
    }

    /// Not zero unless a landing asks for royal men only, or for others only, and this man is not so.
    fn kept_for_its_rank(&mut self, landing: Value, man: Value) -> Value {
        let asked = self.flag(landing, leg::ROYAL | leg::COMMON);
        let one = self.int(1);
        self.when(asked, &[one], |f, _| {
            let mut royal = f.int(0);
            for (kind, _) in f.plan.rules.kinds.iter().enumerate().filter(|(_, kind)| kind.royal) {
                for side in 0..2 {
                    let is = f.is(man, ferz_abi::code(kind, side).into());
                    let is = f.widen(is);
                    royal = f.either_of(royal, is);
                }
            }
            let (wants, not) = (f.flag(landing, leg::ROYAL), f.is(royal, 0));
            let not = f.widen(not);
            vec![f.select(wants, royal, not)]
        })[0]
    }

    /// Not zero if the man that passed this square can be taken by landing on it.
    pub fn open_to_en_passant(&mut self, side: Side, walk: Value, way: Value, square: Value) -> Value {
        let (asked, zero) = (self.load(walk, Walk::EN_PASSANT), self.int(0));
        let position = self.load(walk, Walk::POSITION);
        self.when(asked, &[zero], |f, v| {
            let victim = f.load_short(position, STATE_EP_VICTIM);
            let none = f.int(NO_SQUARE.into());
            let some = f.compare(IntCC::NotEqual, victim, none);
            f.when(some, v, |f, v| {
                let open = f.has_square(position, STATE_EP, square);
                f.when(open, v, |f, v| {
                    let here = f.found_on(side, walk, way, square);
                    let free = f.is(here, 0);
                    f.when(free, v, |f, v| {
                        let man = f.found_on(side, walk, way, victim);
                        f.when(man, v, |f, v| {
                            let is_friend = f.is_friend(side, man);
                            let imagined = f.is(man, IMAGINED_MAN);
                            let neither = f.b.ins().bor(is_friend, imagined);
                            let enemy = f.is_false(neither);
                            f.when(enemy, v, |f, _| {
                                let part = f.load(walk, Walk::PART);
                                vec![f.has_square(part, part::TAKING, man)]
                            })
                        })
                    })
                })
            })
        })[0]
    }

    fn is_false(&mut self, condition: Value) -> Value {
        let condition = self.widen(condition);
        self.is(condition, 0)
    }
}

/// `found_on(walk, way, square) -> code`: what the man finds there. Its own square counts as empty, and so do those of men that it has taken.
pub fn found_on(mut f: Fun, side: Side) {
    let _ = side;
    let parameters = f.entry();
    let (walk, way, square) = (parameters[0], parameters[1], parameters[2]);
    let zero = f.int(0);
    let (taken, lifted) = (f.row_holds(way, Way::VICTIMS, square), f.was_lifted(way, square));
    let gone = f.either_of(taken, lifted);
    let imagined = f.load(walk, Walk::IMAGINED);
    let here = f.compare(IntCC::Equal, imagined, square);
    let here = f.widen(here);
    let gone_or_zero = f.select(gone, zero, here);
    let imagined_man = f.int(IMAGINED_MAN as u64);
    f.return_if(gone_or_zero, &[imagined_man]);
    let from = f.load(walk, Walk::FROM);
    let own = f.compare(IntCC::Equal, from, square);
    let own = f.widen(own);
    let away = f.either_of(gone, own);
    let put = f.put_on(way, square);
    let nowhere = f.int(NOWHERE);
    let carried = f.compare(IntCC::NotEqual, put, nowhere);
    let stands = f.select(carried, put, square);
    let position = f.load(walk, Walk::POSITION);
    let cell = f.add(position, stands);
    let man = f.load_byte(cell, STATE_CELLS);
    let there = f.select(away, zero, man);
    let there = f.select(carried, man, there);
    f.finish(&[there]);
}
