//! What a man may become, as classes of squares.

use super::geometry::{and, minus};
use ferz_abi::{Set, code};
use ferz_lang::rules::{KindSet, Place, Promotion, Rules};

/// Moves that start in one part of the board, sorted by where they end.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionGroup {
    /// Where the moves start.
    pub from: Set,
    /// Disjoint classes of targets on which something may or must be chosen; on all others the man stays what it is.
    pub classes: Vec<PromotionClass>,
}

/// Targets with the same choice.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionClass {
    /// The targets.
    pub to: Set,
    /// The codes that may be placed, the man's own one among them where it may stay. Empty: there is no such move.
    pub codes: Vec<u8>,
}

/// The promotions of a kind and side: groups with disjoint starts that cover the board; empty if it never promotes.
pub fn groups(rules: &Rules, kind: usize, side: usize) -> Vec<PromotionGroup> {
    let lines: Vec<&Promotion> = rules.promotions.iter().filter(|p| p.kinds.has(kind)).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let cells = rules.cells().0;
    let by_start =
        lines.iter().filter(|p| p.place != Place::On).fold(vec![cells], |parts, p| split(parts, p.zone[side].0));
    by_start
        .into_iter()
        .map(|from| PromotionGroup { from, classes: classes(&lines, kind, side, from, cells) })
        .collect()
}

fn classes(lines: &[&Promotion], kind: usize, side: usize, from: Set, cells: Set) -> Vec<PromotionClass> {
    let by_end =
        lines.iter().filter(|p| p.place != Place::From).fold(vec![cells], |parts, p| split(parts, p.zone[side].0));
    let class = |to: Set| {
        let inside = |part: Set, p: &Promotion| and(part, p.zone[side].0) != [0; 4];
        let matching: Vec<&&Promotion> = lines
            .iter()
            .filter(|p| match p.place {
                Place::On => inside(to, p),
                Place::From => inside(from, p),
                Place::FromOrTo => inside(to, p) || inside(from, p),
            })
            .collect();
        let mut kinds = matching.iter().fold(KindSet::EMPTY, |set, p| set | p.to.fixed(side).unwrap_or_default());
        if matching.iter().all(|p| p.optional) {
            kinds.insert(kind);
        }
        let codes = kinds.iter().map(|k| code(k, side)).collect();
        (!matching.is_empty()).then_some(PromotionClass { to, codes })
    };
    by_end.into_iter().filter_map(class).collect()
}

/// Cuts each part in two: what lies in the zone and what does not.
fn split(parts: Vec<Set>, zone: Set) -> Vec<Set> {
    parts.into_iter().flat_map(|p| [and(p, zone), minus(p, zone)]).filter(|p| *p != [0; 4]).collect()
}
