//! What of the count of a side's moves still holds after the other side has moved: for perft that reuses the work for the parent of each position.
//!
//! A man has the same moves as before if none of the squares that its moves depend on has changed. Which those are, this module says: for a ride all
//! squares up to where it stops, for a leap that may take or not nothing, as long as nobody is taken. What a move does to check is a matter
//! of the royal's lines, and `lower/reuse.rs` finds it in the position.

use super::groups::{Group, GroupHow};
use super::moves::{Feature, How, KindPlan};
use super::paths::FixedPath;
use super::tables::{AxisId, TableId, Tables};
use super::{Plan, SidePlan};
use ferz_abi::{Set, with};
use ferz_lang::rules::movement::Landing;

/// The squares on which the moves of one man depend, besides who is taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Watched {
    /// In a table, by the square of the man.
    Near(TableId),
    /// In a table, by the square and the occupancy of a line.
    Line(AxisId, TableId),
    /// Nobody knows: all of them.
    All,
}

/// For each group of a side, in its order: what the moves of its men depend on. Of men that go set-wise their paths tell.
pub type WatchedByGroup = Vec<Vec<Watched>>;

/// Makes the tables that tell what the moves of a side's groups depend on.
pub fn watched(kinds: &[KindPlan], groups: &[Group], tables: &mut Tables) -> WatchedByGroup {
    let of_group = |group: &Group| match &group.how {
        GroupHow::Shared(features) => of_man(features, &[], tables),
        GroupHow::Kind(kind) if kinds[*kind].set_wise => Vec::new(),
        GroupHow::Kind(kind) => of_man(&kinds[*kind].features, &kinds[*kind].fixed, tables),
    };
    groups.iter().map(of_group).collect()
}

fn of_man(features: &[Feature], fixed: &[FixedPath], tables: &mut Tables) -> Vec<Watched> {
    let mut all: Vec<Watched> = Vec::new();
    let mut add = |watched: Watched| {
        if !all.contains(&watched) {
            all.push(watched);
        }
    };
    for feature in features {
        match &feature.how {
            How::Leap(_) if feature.landing == Landing::BOTH => {}
            How::Leap(table) => add(Watched::Near(*table)),
            How::Line(axis, table) => add(Watched::Line(*axis, tables.passed_by(*table))),
            How::Walk(..) | How::Trace(_) => add(Watched::All),
        }
    }
    if !fixed.is_empty() {
        let board = tables.board;
        let near = |square: usize| -> Set {
            let mut seen = [0; 4];
            for path in fixed {
                let mut at = Some(square);
                for &step in &path.steps {
                    at = at.and_then(|at| board.step(at, step));
                    seen = at.map_or(seen, |at| with(seen, at));
                }
            }
            seen
        };
        let sets: Vec<Set> = (0..board.squares()).map(near).collect();
        add(Watched::Near(tables.sets(&sets)));
    }
    all
}

impl Plan {
    /// Why nothing of the work for a position can be kept for the positions after it; `None` if something can.
    pub fn cannot_reuse(&self) -> Option<&'static str> {
        let kinds = || self.sides.iter().flat_map(|side| &side.kinds);
        let choices = || kinds().flat_map(|k| &k.promotions).flat_map(|g| &g.classes).flat_map(|c| &c.choices);
        let rules = &self.rules;
        let reasons = [
            (!self.by_masks || self.filters_all, "every move is made and looked at"),
            (self.counts_by_list, "its moves must be listed to be counted"),
            (!rules.drops.is_empty() || !rules.hand.is_empty(), "men come from a hand"),
            (!rules.afters.is_empty(), "something follows on its moves"),
            (self.has_ends_by_condition(), "its own rules end the game"),
            (
                self.has_traced || self.sides.iter().any(SidePlan::has_traced_attacks),
                "some of its men's moves are traced",
            ),
            (choices().any(|choice| choice.when.is_some()), "what a man becomes depends on the position"),
            (kinds().any(|k| k.royal && !k.promotions.is_empty()), "its royal men promote"),
        ];
        reasons.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
    }
}
