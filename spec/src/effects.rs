//! What rules do to a position. The section "Effects" of `meaning.md`.

use crate::Interpreter;
use crate::events::Happened;
use crate::expr::View;
use ferz_abi::{State, code, kind_of};
use ferz_lang::rules::expr::{Effect, Man, Squares};
use ferz_lang::rules::{KindId, SquareSet};

impl Interpreter {
    /// Carries out effects in order, each reading what the ones before have left; own is who moved in `before`. False if one of them
    /// cannot be done.
    pub(crate) fn carry_out(
        &self,
        effects: &[Effect],
        next: &mut State,
        before: &State,
        happened: Option<&Happened>,
        chosen: &[usize],
    ) -> bool {
        effects.iter().all(|effect| self.effect(effect, next, before, happened, chosen).is_some())
    }

    /// One effect; `None` if it cannot be done.
    fn effect(
        &self,
        effect: &Effect,
        next: &mut State,
        before: &State,
        happened: Option<&Happened>,
        chosen: &[usize],
    ) -> Option<()> {
        let own = usize::from(before.side);
        let now = *next;
        let view = View { happened, chosen, ..View::new(&now, own) };
        let set = |squares: &Squares| self.squares(&view, squares);
        match effect {
            Effect::Remove(squares) => set(squares).iter().for_each(|square| self.set_down(next, square, 0)),
            Effect::Swap(a, b) => {
                let (a, b) = (only(set(a))?, only(set(b))?);
                if a == b || now.cells[a] == 0 || now.cells[b] == 0 {
                    return None;
                }
                self.set_down(next, a, now.cells[b]);
                self.set_down(next, b, now.cells[a]);
            }
            Effect::Relocate(a, b) => {
                let (a, b) = (only(set(a))?, only(set(b))?);
                if now.cells[a] == 0 || now.cells[b] != 0 {
                    return None;
                }
                self.set_down(next, a, 0);
                self.set_down(next, b, now.cells[a]);
            }
            Effect::Put(man, square) => self.set_down(next, only(set(square))?, code(which(man, chosen)?, own)),
            Effect::Drop(man, square) => {
                let (kind, square) = (which(man, chosen)?, only(set(square))?);
                let slot = self.variant.hand.iter().find(|slot| slot.kind == kind)?;
                if now.cells[square] != 0 {
                    return None;
                }
                change(next, slot.vars[own], -1)?;
                self.set_down(next, square, code(kind, own));
            }
            Effect::VictimToHand => {
                for square in happened?.victims.iter() {
                    let kind = kind_of(before.cells[square]);
                    let plain = self.rules.kinds[kind].plain.unwrap_or(kind);
                    let slot = self.variant.hand.iter().find(|slot| slot.kind == plain)?;
                    change(next, slot.vars[own], 1)?;
                }
            }
            Effect::Change(counter, who, by) => {
                let mut slots: Vec<usize> =
                    view.sides(*who).map(|side| self.variant.counters[*counter].vars[side]).collect();
                slots.dedup();
                for slot in slots {
                    change(next, slot, *by)?;
                }
            }
        }
        Some(())
    }

    /// What stands on a square from now on; whatever stood there is gone, with its rights.
    fn set_down(&self, state: &mut State, square: usize, man: u8) {
        let before = *state;
        state.cells[square] = man;
        self.lose_rights(&before, state, &[square]);
    }
}

/// The kind that is meant.
fn which(man: &Man, chosen: &[usize]) -> Option<KindId> {
    match man {
        Man::Kind(kind) => Some(*kind),
        Man::Chosen(choice) => chosen.get(*choice).copied(),
    }
}

/// The one square of a set that has one.
fn only(set: SquareSet) -> Option<usize> {
    set.iter().next().filter(|_| set.len() == 1)
}

/// Adds to a number of the position, which stays between 0 and 255.
pub(crate) fn change(state: &mut State, slot: usize, by: i64) -> Option<()> {
    state.vars[slot] = u8::try_from(i64::from(state.vars[slot]).checked_add(by)?).ok()?;
    Some(())
}
