//! `promote`.

use super::load::NamedRule;
use super::names::Checker;
use super::types::Place as Words;
use super::vacuous;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{Item, Promote};
use crate::rules::expr::Kinds;
use crate::rules::{KindSet, Place, Promotion, Rules, SquareSet, Unmoved};

const SIDES: [&str; 2] = ["White", "Black"];

/// Every `promote` line, in the order of the rules.
pub fn promotions(checker: &mut Checker) -> Vec<Promotion> {
    let unit = checker.unit;
    let mut promotions = Vec::new();
    for rule in &unit.rules {
        for (side, item) in &rule.items {
            if let Item::Promote(promote) = item {
                let one_side = |mut promotion: Promotion| {
                    if let Some(side) = *side {
                        promotion.zone[1 - side] = SquareSet::EMPTY;
                    }
                    promotion
                };
                promotions.extend(resolve(checker, rule, promote).into_iter().map(one_side));
            }
        }
    }
    promotions
}

fn resolve(checker: &mut Checker, rule: &NamedRule, promote: &Promote) -> Vec<Promotion> {
    let (kinds, zone) = (checker.kind_set(&promote.kinds), checker.squares(&promote.zone));
    let of_promotion = Words { of_promotion: true, ..Words::default() };
    let to = checker.at(of_promotion, |checker| checker.kind_expr(&promote.to));
    let while_ = promote.while_.as_ref().map(|when| checker.at(Words::default(), |c| c.cond_expr(when)));
    let (Some(kinds), Some(zone), Some(becomes)) = (kinds, zone, to) else { return Vec::new() };
    let while_ = match while_ {
        Some(None) => return Vec::new(),
        other => other.flatten(),
    };
    if let (Some(condition), Some(at)) = (&while_, &promote.while_)
        && !checker.unit.is_part()
    {
        vacuous::promotion(checker, rule, at.span, condition);
    }
    promoted_forms(checker, promote, kinds, &becomes);
    let fixed = becomes.fixed(0).zip(becomes.fixed(1)).map(|(white, black)| [white, black]);
    let to = fixed.unwrap_or_default();
    let itself = (0..2).find_map(|side| (kinds[side] & to[side]).iter().next());
    if let Some(kind) = itself {
        let name = checker.men[kind].name.clone();
        let problem =
            Diagnostic::error(Code::SelfPromotion, promote.to.span, format!("a {name} would promote to a {name}"));
        let text = checker.sources.slice(promote.to.span).to_string();
        let text = if text.contains('|') { format!("({text})") } else { text };
        let problem = problem.label(format!("this holds {name}")).also(promote.kinds.span, "these promote");
        checker
            .report(problem.help(format!("take it out: {text} - {name}; where staying is allowed, say `optionally`")));
        return Vec::new();
    }
    if fixed.is_some() && to.iter().all(KindSet::is_empty) && !checker.setups.is_empty() {
        // An inherited rule about men that are not there does no harm.
        if rule.via.is_none() || (0..2).any(|side| present(checker, kinds, side)) {
            nothing_to_become(checker, rule.via, promote);
            return Vec::new();
        }
    }
    if let Some(side) = (0..2).find(|&side| fixed.is_some() && !promote.optional && to[side].is_empty())
        && present(checker, kinds, side)
    {
        let problem = vacuous::place(
            rule,
            promote.to.span,
            |span| {
                let message = format!("for {} there is nothing to become, so that such moves are illegal", SIDES[side]);
                Diagnostic::warning(Code::NothingToBecome, span, message)
            },
            "this set holds no kind for that side",
        );
        let help = "`army` is what a side starts with: name kinds instead, as in `promote Pawn on last rank to Queen`";
        checker.report(problem.help(help));
    }
    let becomes = match (&promote.remembering, fixed) {
        (Some(_), Some(to)) => Kinds::Fixed(to.map(|kinds| checker.remembering(kinds))),
        _ => becomes,
    };
    let kinds = kinds.map(|kinds| checker.with_shadows(Kinds::Fixed([kinds; 2])).fixed(0).unwrap_or(kinds));
    let one = |kinds, zone| Promotion {
        rule: rule.name.clone(),
        kinds,
        zone,
        place: promote.place,
        optional: promote.optional,
        to: becomes.clone(),
        while_: while_.clone(),
    };
    if kinds[0] == kinds[1] {
        vec![one(kinds[0], zone)]
    } else {
        vec![one(kinds[0], [zone[0], SquareSet::EMPTY]), one(kinds[1], [SquareSet::EMPTY, zone[1]])]
    }
}

/// Whether a side starts with such men.
fn present(checker: &Checker, kinds: [KindSet; 2], side: usize) -> bool {
    let men = checker.setups.iter().flat_map(|setup| setup.cells.iter().flatten());
    men.into_iter().any(|&(kind, of)| of == side && kinds[side].has(kind))
}

fn nothing_to_become(checker: &mut Checker, via: Option<Span>, promote: &Promote) {
    let message = "there is nothing to become";
    let problem = match via {
        Some(via) => Diagnostic::error(Code::NothingToBecome, via, message)
            .label("brings in a promotion")
            .also(promote.to.span, "this set holds no kind")
            .help("leave it out: `without promotion`, or give a rule of your own"),
        None => Diagnostic::error(Code::NothingToBecome, promote.to.span, message)
            .label("this set holds no kind")
            .help("name kinds, or `army - King - Pawn`"),
    };
    checker.report(problem);
}

/// Whether some man can promote in each zone; looked at only once movement and home squares are known.
pub fn check_zones(checker: &mut Checker, rules: &Rules) {
    if checker.diagnostics.iter().any(Diagnostic::is_error) {
        return;
    }
    let unit = checker.unit;
    for rule in &unit.rules {
        for (_, item) in &rule.items {
            let Item::Promote(promote) = item else { continue };
            let (Some(kinds), Some(zone)) = (checker.kind_set(&promote.kinds), checker.squares(&promote.zone)) else {
                continue;
            };
            let present = (0..2).any(|side| kinds[side].iter().any(|kind| !starts(rules, kind, side).is_empty()));
            let arrives = (0..2)
                .any(|side| kinds[side].iter().any(|kind| promotes_in(rules, promote.place, kind, side, zone[side])));
            if present && !arrives {
                report(checker, rule.via, promote);
            }
        }
    }
}

fn report(checker: &mut Checker, via: Option<Span>, promote: &Promote) {
    let message = "no such man can ever promote in this zone";
    let problem = match via {
        Some(via) => Diagnostic::error(Code::UnreachableZone, via, message)
            .label("brings in a promotion")
            .also(promote.zone.span, "out of reach on this board"),
        None => Diagnostic::error(Code::UnreachableZone, promote.zone.span, message).label("out of reach"),
    };
    checker.report(problem.help("zones are written as White sees them; men of Black get them reflected"));
}

/// The squares where such men come into the game.
fn starts(rules: &Rules, kind: usize, side: usize) -> SquareSet {
    let (Unmoved::Place(homes) | Unmoved::Right(homes)) = rules.kinds[kind].unmoved[side];
    rules.promotions.iter().filter(|p| rules.widest(&p.to, side).has(kind)).fold(homes, |all, p| all | p.zone[side])
}

fn promotes_in(rules: &Rules, place: Place, kind: usize, side: usize, zone: SquareSet) -> bool {
    let starts = starts(rules, kind, side);
    let (Unmoved::Place(homes) | Unmoved::Right(homes)) = rules.kinds[kind].unmoved[side];
    let movement = &rules.kinds[kind].movement[side];
    let reached = rules.reachable(movement, starts, homes);
    // Who stands there must also have a move.
    let leaves = !rules.reachable(movement, (reached | starts) & zone, homes).is_empty();
    match place {
        Place::On => !(reached & zone).is_empty(),
        Place::From => leaves,
        Place::FromOrTo => leaves || !(reached & zone).is_empty(),
    }
}

/// `to promoted` needs a promoted form of each kind.
fn promoted_forms(checker: &mut Checker, promote: &Promote, kinds: [KindSet; 2], to: &Kinds) {
    if *to != Kinds::PromotedForm {
        return;
    }
    let without = (kinds[0] | kinds[1])
        .iter()
        .find(|&kind| checker.men.iter().all(|man| man.plain != Some(kind) || man.shadow_of.is_some()));
    if let Some(kind) = without {
        let name = checker.men[kind].name.clone();
        let message = format!("a {name} has no promoted form");
        let problem = Diagnostic::error(Code::NoPromotedForm, promote.to.span, message);
        let help = format!("define one: piece Promoted_{name} +X = \"K\" promoted {name}");
        checker.report(problem.label("to which kind?").also(promote.kinds.span, "these promote").help(help));
    }
}
