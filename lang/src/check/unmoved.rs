//! What "has not moved" means for each kind, and which pieces can never move at all.

use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::rules::movement::{Effect, Part, Path};
use crate::rules::{Rules, SquareSet, Unmoved};
use std::collections::BTreeSet;

/// Finds home squares from the set-ups, and whether men can come back to them.
pub fn fill(checker: &mut Checker, rules: &mut Rules) {
    for kind in 0..rules.kinds.len() {
        let homes = [0, 1].map(|side| homes(rules, kind, side));
        for (side, &home) in homes.iter().enumerate() {
            let movement = &rules.kinds[kind].movement[side];
            // A man may also appear by promotion, and a promoted one has moved.
            let made: SquareSet = rules
                .promotions
                .iter()
                .filter(|p| rules.widest(&p.to, side).has(kind))
                .fold(SquareSet::EMPTY, |all, p| all | p.zone[side]);
            let back = rules.reachable_until(movement, home | made, home, home) | made;
            let returns = !(back & home).is_empty() || super::effects::moves_otherwise(rules, kind);
            rules.kinds[kind].unmoved[side] = if returns { Unmoved::Right(home) } else { Unmoved::Place(home) };
        }
        warn(checker, rules, kind, homes);
    }
}

fn homes(rules: &Rules, kind: usize, side: usize) -> SquareSet {
    let cells = rules.setups.iter().flat_map(|setup| setup.cells.iter().enumerate());
    cells.filter(|(_, cell)| **cell == Some((kind, side))).map(|(square, _)| square).collect()
}

fn warn(checker: &mut Checker, rules: &Rules, kind: usize, homes: [SquareSet; 2]) {
    let man = checker.men[kind].clone();
    let movement = &rules.kinds[kind].movement[0];
    if movement.is_empty() {
        return; // There was an error in it.
    }
    // Out and back is a move for a man who may stay, who becomes another one, or who takes on the way.
    let returns = |part: &Part| {
        let takes = |path: &Path| path.legs.iter().any(|leg| leg.effect == Effect::Remove);
        man.may_stay || rules.promotes(kind) || part.paths.iter().any(takes)
    };
    let ends = |part: &Part, square: usize| rules.targets(part, square).iter().any(|to| to != square || returns(part));
    let moves = |part: &Part| rules.cells().iter().any(|square| ends(part, square));
    if !movement.iter().any(moves) {
        let message = format!("a `{}` can never move on this board", man.name);
        let span = checker.definition(man.piece).map_or(man.span, |definition| definition.span);
        let problem = Diagnostic::warning(Code::NeverMoves, span, message).label("no square to go to, from anywhere");
        checker.report(problem.help("shorten its steps, widen its zones, or leave the piece out"));
    }
    let stays = |part| rules.cells().iter().any(|square| rules.targets(part, square).has(square));
    if man.may_stay && !movement.iter().any(stays) {
        let message = format!("a `{}` may stay, but has no way out and back", man.name);
        let span = checker.definition(man.piece).map_or(man.span, |definition| definition.span);
        let problem = Diagnostic::warning(Code::NeverApplies, span, message).label("never comes back in one move");
        checker.report(problem.help("give it such a way, as in \"mabK\", or leave out `may stay`"));
    }
    let width = usize::from(rules.board.width);
    let several = homes.iter().any(|homes| homes.iter().map(|s| s / width).collect::<BTreeSet<_>>().len() > 1);
    if several && movement.iter().any(|part| part.unmoved) {
        let message = format!("`{}` has an `i` part and stands on several ranks at the start", man.name);
        // A piece of the standard library cannot be edited: there the file's own set-up is shown.
        let setup = checker.unit.setups.iter().map(|setup| setup.span).rfind(|span| span.file == 0);
        let at = if man.span.file == 0 { man.span } else { setup.unwrap_or(man.span) };
        let problem = Diagnostic::warning(Code::HomesOnSeveralRanks, at, message).also(man.span, "the piece");
        let side = usize::from(homes[0].iter().map(|s| s / width).collect::<BTreeSet<_>>().len() < 2);
        // As the owner counts them.
        let rank = |square: usize| match side {
            0 => square / width + 1,
            _ => usize::from(rules.board.height) - square / width,
        };
        let ranks: BTreeSet<usize> = homes[side].iter().map(rank).collect();
        let ranks: Vec<String> = ranks.iter().map(usize::to_string).collect();
        // In the first set-up, most probably, they stand where they belong.
        let usual = rules.setups.first().and_then(|setup| setup.cells.iter().position(|&c| c == Some((kind, side))));
        let help = format!(
            "if only men of one rank may, leave out the `i` and say from where: piece {} ... = ... + \"...\" from rank {}",
            man.name,
            usual.map_or("2".to_string(), |square| rank(square).to_string())
        );
        checker.report(problem.label(format!("men on ranks {} may use it", ranks.join(", "))).help(help));
    }
}
