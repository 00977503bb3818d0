//! Whether what a move can do finds room in a move: eight squares besides those that it leaves and reaches, for men taken on the way, for men put
//! elsewhere (two squares each), and for squares left open to en passant.

use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::rules::Rules;
use crate::rules::movement::{Effect, Leg, Movement, Part, Path};

/// So many squares fit into a move.
const ROOM: usize = 8;

/// Reports kinds with moves that could do more than fits.
pub fn check(checker: &mut Checker, rules: &Rules) {
    for kind in 0..rules.kinds.len() {
        let most = most_of(rules, &rules.kinds[kind].movement);
        if most <= ROOM {
            continue;
        }
        let man = checker.men[kind].clone();
        let message = format!(
            "a move of a `{}` could take or carry men, or leave squares open to en passant, on {most} squares of its way",
            man.name
        );
        let span = checker.definition(man.piece).map_or(man.span, |definition| definition.span);
        let problem = Diagnostic::error(Code::TooMuchOnTheWay, span, message)
            .label(format!("a move has room for {ROOM} such squares"));
        checker.report(problem.help("take fewer men, or limit the steps of what is `marking`, as in \"fmR3\" marking"));
    }
}

/// Reports a movement in `reach` that could do more than fits: whoever goes there in thought remembers it like a move.
pub fn reach(checker: &mut Checker, movement: &[Movement; 2], span: Span) {
    let rules = Rules { board: checker.board, ..Rules::default() };
    let most = most_of(&rules, movement);
    if most > ROOM {
        let message = format!("going so could take or carry men on {most} squares of the way");
        let problem = Diagnostic::error(Code::TooMuchOnTheWay, span, message);
        checker.report(problem.label(format!("there is room for {ROOM} such squares")).help("take fewer men"));
    }
}

fn most_of(rules: &Rules, movement: &[Movement; 2]) -> usize {
    let parts = movement.iter().flatten();
    parts.flat_map(|part| part.paths.iter().map(|path| needed(rules, part, path))).max().unwrap_or(0)
}

/// How many squares a move along a path could need.
fn needed(rules: &Rules, part: &Part, path: &Path) -> usize {
    let (mut victims, mut carried, mut most) = (0_usize, 0_usize, 0);
    for (i, leg) in path.legs.iter().enumerate() {
        let last = i + 1 == path.legs.len();
        let stop = if last { Some(leg.ends) } else { leg.stop };
        let en_passant = leg.ends.en_passant || stop.is_some_and(|stop| stop.en_passant);
        let takes = if last { en_passant || leg.put_down } else { en_passant || leg.effect == Effect::Remove };
        victims += usize::from(takes);
        if leg.put_down && victims > 0 {
            victims -= 1;
            carried += 2;
        }
        most = most.max(victims + carried);
    }
    let passed =
        if part.marking { path.legs.iter().map(|leg| longest(rules, leg)).sum::<usize>().max(1) - 1 } else { 0 };
    most + passed
}

/// The most steps of a leg on this board, from whatever square.
fn longest(rules: &Rules, leg: &Leg) -> usize {
    rules.cells().iter().map(|start| steps(rules, leg, start)).max().unwrap_or(0)
}

/// How many steps of a leg there are from a square on an empty board.
fn steps(rules: &Rules, leg: &Leg, start: usize) -> usize {
    let width = i32::from(rules.board.width);
    let start = (start as i32 % width, start as i32 / width);
    let (mut at, mut around) = (start, false);
    for (count, step) in (0..usize::from(leg.max)).zip(leg.steps.iter().cycle()) {
        let (x, y) = (at.0 + i32::from(step.dx), at.1 + i32::from(step.dy));
        at = (if leg.wrap { x.rem_euclid(width) } else { x }, y);
        around |= at.0 != x;
        if rules.step(0, at.0, at.1).is_none() || around && at == start {
            return count;
        }
    }
    leg.max.into()
}
