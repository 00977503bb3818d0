//! Rules of the kind "Kings may not face each other" as masks.
//!
//! Where a rule forbids that a man of the enemy's stands within reach of the own royal, that man bears on the royal just as if it attacked it along those
//! lines, though it gives no check. The moves that respect it are found like those that respect checks and pins, and none needs to be tried.

use super::lines::RayHop;
use super::moves::{Shape, axis_of, shape};
use super::tables::Tables;
use super::trace;
use ferz_lang::rules::expr::{Cond, Forbid, Kinds, Squares, Who};
use ferz_lang::rules::movement::{Movement, Part, Path};
use ferz_lang::rules::{KindSet, Rules};

/// A rule that is a mask.
#[derive(Clone, Debug)]
pub struct Facing {
    /// How a royal man of each side must not reach the other.
    pub movement: [Movement; 2],
    /// Whom, by the owner of the royal.
    pub whom: [KindSet; 2],
}

/// A rule as a mask, or why it cannot be one.
pub fn facing(rules: &Rules, forbid: &Forbid, tables: &mut Tables) -> Result<Facing, &'static str> {
    if forbid.event.is_some() {
        return Err("it is about some moves only");
    }
    let Cond::Any(Squares::And(a, b)) = &forbid.when else {
        return Err("it is not about a man within reach of another");
    };
    let ((Squares::Reach(movement, from), whom) | (whom, Squares::Reach(movement, from))) = (&**a, &**b) else {
        return Err("it is not about a man within reach of another");
    };
    let (Squares::Men(Who::Own, own), Squares::Men(Who::Enemy, whom)) = (&**from, whom) else {
        return Err("it is not about an enemy within reach of an own man");
    };
    let whom = [fixed(whom, 0)?, fixed(whom, 1)?];
    for side in 0..2 {
        let own = fixed(own, side)?;
        let has = |kind: &usize| rules.kinds[*kind].letters[side].is_some();
        let only_royals = (0..rules.kinds.len()).filter(has).all(|kind| own.has(kind) == rules.kinds[kind].royal);
        if !only_royals {
            return Err("the own man that it is about is not the royal one");
        }
        movement[side].iter().try_for_each(|part| plain(part, tables))?;
    }
    Ok(Facing { movement: (**movement).clone(), whom })
}

fn fixed(kinds: &Kinds, owner: usize) -> Result<KindSet, &'static str> {
    kinds.fixed(owner).ok_or("the kinds that it is about depend on the position")
}

fn plain(part: &Part, tables: &mut Tables) -> Result<(), &'static str> {
    let mut slides = |path: &Path| match shape(path) {
        Shape::Leap(_) => true,
        Shape::Ride(step, ray) => ray.hop == RayHop::Slide && tables.axis(axis_of(step)).is_some(),
        Shape::Other => false,
    };
    let plain = |path: &Path| path.legs[0].ends.royal.is_none() && !path.legs[0].ends.en_passant;
    let limited = part.unmoved || part.marking || part.over.is_some() || part.taking.is_some();
    if limited || trace::reason(part).is_some() || !part.paths.iter().all(|path| slides(path) && plain(path)) {
        return Err("its reach is more than leaps and slides that a table can hold");
    }
    Ok(())
}
