//! The plan in words, for `--emit plan`.

use super::{Attack, AttackHow, Feature, How, KindPlan, Plan, lines::RayHop};
use std::fmt::Write;

/// The plan in words.
pub fn describe(plan: &Plan) -> String {
    let mut text = String::new();
    let board = &plan.board;
    let plural = if board.words == 1 { "" } else { "s" };
    line(
        &mut text,
        0,
        format!("board {}x{}: bitboards of {} word{plural} of 64 bits", board.width, board.height, board.words),
    );
    line(
        &mut text,
        0,
        format!("position: {} bytes; tables: {} bytes", plan.layout.position_bytes(), table_bytes(plan)),
    );
    line(&mut text, 0, format!("no position has more than {} moves", plan.most_moves));
    for (forbid, why) in plan.rules.forbids.iter().zip(&plan.unmasked) {
        let how = match why {
            None => "as masks, like checks and pins".into(),
            Some(why) => format!("every move is made and looked at, because {why}"),
        };
        line(&mut text, 0, format!("forbidden by `{}`: {how}", forbid.rule));
    }
    for (side, name) in plan.sides.iter().zip(["White", "Black"]) {
        line(&mut text, 0, format!("\n{name}"));
        for kind in &side.kinds {
            describe_kind(&mut text, plan, kind);
        }
        let royal = match side.royals.len() {
            0 => "no royal: every move is legal".into(),
            _ => format!("royal: {}; with one of them, legality by masks", names(plan, &side.royals)),
        };
        line(&mut text, 1, royal);
        line(&mut text, 1, format!("{} castlings", side.castlings.len()));
        line(&mut text, 1, "attacks".into());
        for attack in &side.attacks {
            line(&mut text, 2, describe_attack(plan, attack));
        }
    }
    text
}

fn line(text: &mut String, depth: usize, what: String) {
    writeln!(text, "{}{what}", "  ".repeat(depth)).expect("a string takes everything");
}

fn table_bytes(plan: &Plan) -> usize {
    plan.tables.lengths().into_iter().map(|words| 8 * words).sum()
}

fn names(plan: &Plan, codes: &[u8]) -> String {
    let kinds = plan.sides.iter().flat_map(|s| &s.kinds);
    let names: Vec<&str> = kinds.filter(|k| codes.contains(&k.code)).map(|k| k.name.as_str()).collect();
    names.join(", ")
}

fn describe_kind(text: &mut String, plan: &Plan, kind: &KindPlan) {
    let how = match &kind.traced {
        Some(traced) => format!("traced square by square, because {}", traced.because),
        None if kind.set_wise => "all men at once, path by path".to_string(),
        None => "man by man".to_string(),
    };
    line(text, 1, format!("{}: {how}", kind.name));
    for path in &kind.fixed {
        let marks = if path.marking { ", leaves marks for en passant" } else { "" };
        line(
            text,
            2,
            format!("path of {} step{}, {}{marks}", path.steps.len(), s(path.steps.len()), landing(path.landing)),
        );
    }
    for feature in &kind.features {
        line(text, 2, describe_feature(plan, feature));
    }
    if !kind.en_passant.is_empty() {
        line(text, 2, "captures en passant: each is tried".into());
    }
    for class in kind.promotions.iter().flat_map(|g| &g.classes) {
        line(
            text,
            2,
            format!("promotes to {}", names(plan, &class.choices.iter().map(|c| c.code).collect::<Vec<_>>())),
        );
    }
}

fn s(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

fn landing(l: ferz_lang::rules::movement::Landing) -> &'static str {
    match (l.empty, l.enemy) {
        (true, true) => "to empty squares and enemies",
        (true, false) => "to empty squares",
        (false, true) => "to enemies",
        (false, false) => "nowhere",
    }
}

fn describe_feature(plan: &Plan, feature: &Feature) -> String {
    let how = match &feature.how {
        How::Leap(_) => "leaps from a table by square".to_string(),
        How::Line(axis, table) => {
            let step = plan.tables.axes[axis.0].step;
            let entries = plan.tables.axes[axis.0].entries;
            format!("ride along ({},{}) from table {} of {entries} entries by occupancy", step.dx, step.dy, table.0)
        }
        How::Walk(path, _) => format!("walk of {} leg{}, as sets", path.legs.len(), s(path.legs.len())),
        How::Trace(_) => "traced square by square".to_string(),
    };
    format!("{how}, {}", landing(feature.landing))
}

fn describe_attack(plan: &Plan, attack: &Attack) -> String {
    let mut men = names(plan, &attack.codes);
    if attack.silent {
        men += ", which is no check, but forbidden";
    }
    if attack.guest {
        men += " (guests: looked at last)";
    }
    match &attack.how {
        AttackHow::Leap(_) => format!("leaps, from a table by square: {men}"),
        AttackHow::Line(l) => {
            let kind = match l.hop {
                RayHop::Slide => "slides; checks and pins by the men between",
                RayHop::Over => "hops over one; checks and pins by the number of screens",
                RayHop::Beyond | RayHop::BeyondBack => "lands behind the first; men on the line are tried",
            };
            let found = if l.lookup.is_some() {
                "from a table by occupancy"
            } else {
                "walked, the line is too long for a table"
            };
            let bent = if l.bent { "by a step and then " } else { "" };
            format!("{bent}along ({},{}), {found}, {kind}: {men}", l.step.dx, l.step.dy)
        }
        AttackHow::Trace { .. } => {
            format!("traced from each man; where one is near, moves are tried and the royal's always: {men}")
        }
        AttackHow::Walk { way, .. } => {
            format!("a way of {} leg{} gone back; men on it are tried: {men}", way.legs.len(), s(way.legs.len()))
        }
    }
}
