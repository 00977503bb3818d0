//! What men become. The section "Promotion" of `meaning.md`.

use crate::Interpreter;
use crate::expr::View;
use ferz_abi::{State, code, kind_of, side_of};
use ferz_lang::rules::{KindSet, Place};

impl Interpreter {
    /// What a man may be once it has gone from here to there: usually what it was.
    ///
    /// Of the `promote` lines that match, the options are united; staying what it is is allowed only if all of them are optional.
    /// Compulsory and nothing to become: nothing at all, so that there is no such move.
    pub(crate) fn becomes(&self, state: &State, man: u8, from: usize, to: usize) -> Vec<u8> {
        let (kind, side) = (kind_of(man), side_of(man));
        let view = View { promoting: Some(kind), ..View::new(state, side) };
        let mut options = KindSet::EMPTY;
        let mut may_stay = true;
        for line in self.rules.promotions.iter().filter(|line| line.kinds.has(kind)) {
            let zone = &line.zone[side];
            let matches = match line.place {
                Place::On => zone.has(to),
                Place::From => zone.has(from),
                Place::FromOrTo => zone.has(from) || zone.has(to),
            };
            if matches && line.while_.as_ref().is_none_or(|cond| self.holds_for(&view, cond)) {
                options = options | self.kinds(&view, &line.to);
                may_stay &= line.optional;
            }
        }
        let mut codes: Vec<u8> = (options - KindSet::of(kind)).iter().map(|k| code(k, side)).collect();
        if may_stay {
            codes.push(man);
        }
        codes
    }
}
