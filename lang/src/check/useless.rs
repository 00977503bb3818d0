//! Restrictors about something that a part of a movement never does.

use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{self, Base, Restrictor};
use crate::rules::movement::{Effect, Hop, Leg, Part, Path};

/// Warns of `over` where nobody is hopped over, and of `marking` where no square is passed.
pub fn warn<'p>(checker: &mut Checker, written: &ast::Part, parts: impl Iterator<Item = &'p Part> + Clone) {
    let base = match &written.base {
        Base::Notation(text) => text.span,
        Base::Piece(name) => name.span,
        Base::Group(movement) => movement.span,
    };
    let some = |does: fn(&Path) -> bool| parts.clone().flat_map(|part| &part.paths).any(does);
    for restrictor in &written.restrictors {
        let (span, message, help): (Span, _, _) = match restrictor {
            Restrictor::Over(set) if !some(hops) => (
                set.span,
                "`over` is about men that are hopped over, and here nobody is",
                "a hopper has a `p` or a `g`, as in `pR`",
            ),
            Restrictor::Marking if !some(passes) => (
                base,
                "`marking` is about squares that are passed, and here none is",
                "a leap over a square is `D`, as in `fmnD`",
            ),
            _ => continue,
        };
        let problem = Diagnostic::warning(Code::UselessRestrictor, span, message);
        checker.report(problem.label("never applies").help(format!("{help}; or leave the word out")));
    }
}

fn hops(path: &Path) -> bool {
    let hurdle = |leg: &Leg| leg.effect == Effect::Leave && (leg.ends.enemy || leg.ends.friend);
    let before_last = path.legs.split_last().map_or(&[][..], |(_, before)| before);
    path.legs.iter().any(|leg| leg.hop != Hop::None) || before_last.iter().any(hurdle)
}

fn passes(path: &Path) -> bool {
    let leaps_over = |leg: &Leg| leg.steps.iter().any(|step| gcd(step.dx.unsigned_abs(), step.dy.unsigned_abs()) > 1);
    path.legs.len() > 1 || path.legs.iter().any(|leg| leg.max > 1 || leaps_over(leg))
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}
