//! `promote`.

use super::load::NamedRule;
use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{Item, Promote};
use crate::rules::expr::Kinds;
use crate::rules::{KindSet, Place, Promotion, Rules, SquareSet, Unmoved};

/// Every `promote` line, in the order of the rules.
pub fn promotions(checker: &mut Checker) -> Vec<Promotion> {
    let unit = checker.unit;
    let mut promotions = Vec::new();
    for rule in &unit.rules {
        for item in &rule.items {
            if let Item::Promote(promote) = item {
                promotions.extend(resolve(checker, rule, promote));
            }
        }
    }
    promotions
}

fn resolve(checker: &mut Checker, rule: &NamedRule, promote: &Promote) -> Vec<Promotion> {
    let (kinds, zone, to) =
        (checker.kind_set(&promote.kinds), checker.squares(&promote.zone), checker.kind_set(&promote.to));
    let (Some(kinds), Some(zone), Some(to)) = (kinds, zone, to) else { return Vec::new() };
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
    if to.iter().all(KindSet::is_empty) && !checker.setups.is_empty() {
        // An inherited rule about men that are not there does no harm.
        let men = checker.setups.iter().flat_map(|setup| setup.cells.iter().flatten());
        let present = men.into_iter().any(|&(kind, side)| kinds[side].has(kind));
        if rule.via.is_none() || present {
            nothing_to_become(checker, rule.via, promote);
            return Vec::new();
        }
    }
    let one = |kinds, zone| Promotion {
        rule: rule.name.clone(),
        kinds,
        zone,
        place: promote.place,
        optional: promote.optional,
        to: Kinds::Fixed(to),
        while_: None,
    };
    if kinds[0] == kinds[1] {
        vec![one(kinds[0], zone)]
    } else {
        vec![one(kinds[0], [zone[0], SquareSet::EMPTY]), one(kinds[1], [SquareSet::EMPTY, zone[1]])]
    }
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
        for item in &rule.items {
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
    rules
        .promotions
        .iter()
        .filter(|p| p.to.fixed(side).unwrap_or_default().has(kind))
        .fold(homes, |all, p| all | p.zone[side])
}

fn promotes_in(rules: &Rules, place: Place, kind: usize, side: usize, zone: SquareSet) -> bool {
    let starts = starts(rules, kind, side);
    let (Unmoved::Place(homes) | Unmoved::Right(homes)) = rules.kinds[kind].unmoved[side];
    let reached = rules.reachable(&rules.kinds[kind].movement[side], starts, homes);
    match place {
        Place::On => !(reached & zone).is_empty(),
        Place::From | Place::FromOrTo => !((reached | starts) & zone).is_empty(),
    }
}
