//! What a man may become, as classes of squares.

use super::geometry::{and, minus};
use ferz_abi::{Set, code};
use ferz_lang::rules::expr::{Comparison, Cond, Int, Kinds, Who};
use ferz_lang::rules::{KindId, KindSet, Place, Promotion, Rules};

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
    /// What may be placed, the man itself where it may stay. None: there is no such move.
    pub choices: Vec<Choice>,
}

/// A man that may be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its code.
    pub code: u8,
    /// What must hold before the move, unless it is always to be had.
    pub when: Option<Cond>,
}

impl Choice {
    /// A man that is always to be had.
    pub fn always(code: u8) -> Choice {
        Choice { code, when: None }
    }
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
    let chooser = Chooser { rules, kind, side };
    by_start.into_iter().map(|from| PromotionGroup { from, classes: chooser.classes(&lines, from, cells) }).collect()
}

/// Cuts each part in two: what lies in the zone and what does not.
fn split(parts: Vec<Set>, zone: Set) -> Vec<Set> {
    parts.into_iter().flat_map(|p| [and(p, zone), minus(p, zone)]).filter(|p| *p != [0; 4]).collect()
}

/// Whose choices are looked for.
struct Chooser<'r> {
    rules: &'r Rules,
    kind: KindId,
    side: usize,
}

impl Chooser<'_> {
    fn classes(&self, lines: &[&Promotion], from: Set, cells: Set) -> Vec<PromotionClass> {
        let zone = |p: &Promotion| p.zone[self.side].0;
        let by_end =
            lines.iter().filter(|p| p.place != Place::From).fold(vec![cells], |parts, p| split(parts, zone(p)));
        let class = |to: Set| {
            let inside = |part: Set, p: &Promotion| and(part, zone(p)) != [0; 4];
            let matches = |p: &Promotion| match p.place {
                Place::On => inside(to, p),
                Place::From => inside(from, p),
                Place::FromOrTo => inside(to, p) || inside(from, p),
            };
            let matching: Vec<&Promotion> = lines.iter().copied().filter(|p| matches(p)).collect();
            (!matching.is_empty()).then(|| PromotionClass { to, choices: self.choices(&matching) })
        };
        by_end.into_iter().filter_map(class).collect()
    }

    /// The options of all lines that count, united; staying only if none that counts is compulsory.
    fn choices(&self, lines: &[&Promotion]) -> Vec<Choice> {
        let mut choices = Vec::new();
        for kind in 0..self.rules.kinds.len() {
            let ways = lines.iter().map(|p| both(p.while_.clone(), self.is_in(&p.to, kind)));
            let becomes = ways.fold(Cond::Const(false), either);
            let when = if kind == self.kind {
                let compulsory = lines.iter().filter(|p| !p.optional);
                let some =
                    compulsory.map(|p| p.while_.clone().unwrap_or(Cond::Const(true))).fold(Cond::Const(false), either);
                // To become what it is is no promotion: a man stays so only where it may.
                not(some)
            } else {
                becomes
            };
            let code = code(kind, self.side);
            match when {
                Cond::Const(true) => choices.push(Choice::always(code)),
                Cond::Const(false) => {}
                when => choices.push(Choice { code, when: Some(when) }),
            }
        }
        choices
    }

    /// When a kind belongs to a set of kinds.
    fn is_in(&self, kinds: &Kinds, kind: KindId) -> Cond {
        match kinds {
            Kinds::Fixed(sets) => Cond::Const(sets[self.side].has(kind)),
            Kinds::PromotedForm => Cond::Const(self.rules.kinds[kind].plain == Some(self.kind)),
            Kinds::Captured if kind == self.kind || self.rules.kinds[kind].royal => Cond::Const(false),
            Kinds::Captured => {
                let lost = Int::Lost(Kinds::Fixed([KindSet::of(kind); 2]));
                Cond::Compare(Int::Const(1), Comparison::AtMost, lost)
            }
            Kinds::InHand => {
                let held = Int::Hand(Kinds::Fixed([KindSet::of(kind); 2]), Who::Own);
                Cond::Compare(Int::Const(1), Comparison::AtMost, held)
            }
            // Nothing is chosen before a man promotes.
            Kinds::Chosen(_) => Cond::Const(false),
            Kinds::Or(a, b) => either(self.is_in(a, kind), self.is_in(b, kind)),
            Kinds::And(a, b) => both(Some(self.is_in(a, kind)), self.is_in(b, kind)),
            Kinds::Minus(a, b) => both(Some(self.is_in(a, kind)), not(self.is_in(b, kind))),
        }
    }
}

fn either(a: Cond, b: Cond) -> Cond {
    match (a, b) {
        (Cond::Const(false), other) | (other, Cond::Const(false)) => other,
        (Cond::Const(true), _) | (_, Cond::Const(true)) => Cond::Const(true),
        (a, b) => Cond::Or(Box::new(a), Box::new(b)),
    }
}

fn both(a: Option<Cond>, b: Cond) -> Cond {
    match (a.unwrap_or(Cond::Const(true)), b) {
        (Cond::Const(true), other) | (other, Cond::Const(true)) => other,
        (Cond::Const(false), _) | (_, Cond::Const(false)) => Cond::Const(false),
        (a, b) => Cond::And(Box::new(a), Box::new(b)),
    }
}

fn not(a: Cond) -> Cond {
    match a {
        Cond::Const(value) => Cond::Const(!value),
        a => Cond::Not(Box::new(a)),
    }
}
