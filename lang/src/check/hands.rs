//! Hands, counters, and men that remember what they were.

use super::names::{Checker, Man, Meaning};
use super::types::Place;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{EffectKind, Expr, Item, Node};
use crate::rules::expr::Counter;
use crate::rules::{InHand, KindId, KindSet};

/// The most men of a kind in hand, and the highest start of a counter.
const MOST: u64 = 100;

/// Every counter.
pub fn counters(checker: &mut Checker) -> Vec<Counter> {
    let unit = checker.unit;
    let mut counters = Vec::new();
    for counter in &unit.counters {
        if counter.start.value > MOST {
            let problem = Diagnostic::error(Code::NumberTooLarge, counter.start.span, "a counter starts at 0 to 100");
            checker.report(problem.label("too large").help("counters are for small numbers, such as checks"));
        }
        counters.push(Counter {
            name: counter.name.text.clone(),
            start: counter.start.value.min(MOST) as u8,
            each_side: counter.each_side,
        });
    }
    counters
}

/// What can be in hand, and what is at the start.
pub fn hand(checker: &mut Checker) -> Vec<InHand> {
    let unit = checker.unit;
    if unit.hands.is_empty() {
        return Vec::new();
    }
    let mut start = vec![[0_u64; 2]; checker.men.len()];
    let mut listed = KindSet::EMPTY;
    for (only, hand) in &unit.hands {
        for (number, kinds) in &hand.content {
            let number = number.map_or(1, |number| number.value);
            let Some(kinds) = checker.at(Place::default(), |c| c.kind_set(kinds)) else { continue };
            for side in (0..2).filter(|side| only.is_none_or(|only| only == *side)) {
                listed = listed | kinds[side];
                kinds[side].iter().for_each(|kind| start[kind][side] += number.min(MOST + 1));
            }
        }
        if start.iter().flatten().any(|&number| number > MOST) {
            let problem = Diagnostic::error(Code::NumberTooLarge, hand.span, "a hand holds up to 100 men of a kind");
            checker.report(problem.label("too many").help("write a smaller number"));
            return Vec::new();
        }
    }
    let listed = listed | dropped(checker);
    let all = !listed_only(checker);
    let plain = |kind: &KindId| {
        let man = &checker.men[*kind];
        listed.has(*kind) || all && !man.royal && man.plain.is_none() && man.shadow_of.is_none()
    };
    let kinds: Vec<KindId> = (0..checker.men.len()).filter(plain).collect();
    kinds.into_iter().map(|kind| InHand { kind, start: start[kind].map(|number| number as u8) }).collect()
}

/// The kinds that some line drops.
fn dropped(checker: &mut Checker) -> KindSet {
    let unit = checker.unit;
    let mut all = KindSet::EMPTY;
    for (_, item) in unit.rules.iter().flat_map(|rule| &rule.items) {
        if let Item::Drop(drop) = item
            && let Some(kinds) = checker.at(Place::default(), |c| c.kind_set(&drop.kinds))
        {
            all = all | kinds[0] | kinds[1];
        }
    }
    all
}

/// Whether only men that are listed can be in hand, because no victim ever comes there.
fn listed_only(checker: &Checker) -> bool {
    let items = checker.unit.rules.iter().flat_map(|rule| &rule.items);
    !items.into_iter().any(|(_, item)| match item {
        Item::After(after) => after.effects.iter().any(|effect| effect.what == EffectKind::ToHand),
        _ => false,
    })
}

/// Finds promoted forms and the kinds of men that remember what they were. Whether there are any of the latter.
pub fn find_remembering(checker: &mut Checker) -> bool {
    plain_kinds(checker);
    let unit = checker.unit;
    let plain_men = checker.men.len();
    for (_, item) in unit.rules.iter().flat_map(|rule| &rule.items) {
        let Item::Promote(promote) = item else { continue };
        let Some(remembering) = &promote.remembering else { continue };
        let to = checker.at(Place { of_promotion: true, ..Place::default() }, |c| c.kind_set(&promote.to));
        let remembered = one_kind(checker, remembering, "a man remembers one kind");
        let (Some(to), Some(remembered)) = (to, remembered) else { continue };
        for kind in (to[0] | to[1]).iter() {
            let earlier = checker.men.iter().find(|man| man.shadow_of == Some(kind));
            match earlier.map(|man| man.plain == Some(remembered)) {
                Some(true) => {}
                Some(false) => {
                    let message = format!("a {} already remembers another kind", checker.men[kind].name);
                    let problem = Diagnostic::error(Code::RemembersTwice, remembering.span, message);
                    checker.report(
                        problem.label("only one can be remembered").help("let all promotions remember the same kind"),
                    );
                    break;
                }
                None => add_shadow(checker, kind, remembered, promote.span),
            }
        }
    }
    // The definitions that were needed for this know nothing yet of the new kinds.
    checker.values.clear();
    checker.men.len() > plain_men
}

fn add_shadow(checker: &mut Checker, kind: KindId, remembered: KindId, at: Span) {
    if checker.men.len() == ferz_abi::MAX_KINDS {
        let message =
            format!("more than {} kinds of men, with those that remember what they were", ferz_abi::MAX_KINDS);
        checker.report(Diagnostic::error(Code::TooManyKinds, at, message).help("leave some out"));
        return;
    }
    let man = checker.men[kind].clone();
    let letters = man.letters.map(|letter| letter.map(|letter| ferz_abi::Letter { mark: Some('~'), ..letter }));
    let name = format!("{}~", man.name);
    checker.men.push(Man { name, letters, royal: false, plain: Some(remembered), shadow_of: Some(kind), ..man });
}

/// What promoted forms were before.
fn plain_kinds(checker: &mut Checker) {
    let unit = checker.unit;
    for kind in 0..checker.men.len() {
        let chain = &unit.pieces[checker.men[kind].piece];
        let Some(name) = chain.iter().rev().find_map(|definition| definition.promoted.as_ref()) else { continue };
        let expr = Expr { node: Node::Name(name.text.clone()), span: name.span };
        let plain = match checker.meaning(&name.text, name.span) {
            Some(Meaning::Piece(piece)) => checker.named_kind(piece, &name.text, &expr),
            Some(_) => one_kind(checker, &expr, "a promoted form has one plain kind"),
            None => None,
        };
        if plain == Some(kind) {
            let message = format!("`{}` would be its own promoted form", name.text);
            let problem = Diagnostic::error(Code::SelfPromotion, name.span, message).label("itself");
            checker.report(problem.help("name the kind that it is promoted from"));
            continue;
        }
        checker.men[kind].plain = plain;
    }
}

/// The one kind that an expression stands for.
pub fn one_kind(checker: &mut Checker, expr: &Expr, reason: &str) -> Option<KindId> {
    let kinds = checker.at(checker.place.clone(), |c| c.kind_set(expr))?;
    if kinds[0] == kinds[1] && kinds[0].len() == 1 {
        return kinds[0].iter().next();
    }
    let found = (kinds[0] | kinds[1]).len();
    let problem = Diagnostic::error(Code::NotOneKind, expr.span, format!("{reason}, and this is {found}"));
    checker.report(problem.label("which one?").help("name a single kind"));
    None
}

impl Checker<'_> {
    /// The kinds of men that are these and remember what they were.
    pub fn remembering(&self, kinds: KindSet) -> KindSet {
        let of = |kind: &KindId| self.men[*kind].shadow_of.is_some_and(|plain| kinds.has(plain));
        (0..self.men.len()).filter(of).collect()
    }
}
