//! What the libraries bring, definitions, promotion, castling, what is forbidden, what comes first, and how a game ends.

use crate::board::zone;
use crate::draft::{Part, Statement};
use crate::draw::Draw;
use crate::expressions::{condition, event, kind, kinds, number, officer, rare, squares};
use crate::world::World;

/// The orthodox library, without some of its rules.
pub fn base(world: &mut World) {
    if !world.orthodox {
        return;
    }
    let mut without: Vec<&str> = Vec::new();
    if !world.castling {
        without.push("castling");
    }
    if world.random.chance(1, 3) {
        without.push("promotion");
    }
    if world.random.chance(1, 3) {
        without.push("quiet");
    }
    let without = if without.is_empty() { String::new() } else { format!(" without {}", without.join(", ")) };
    // What is left of it cannot be left out: the men come from there.
    world.draft.statements.push(Statement::plain(format!("use orthodox{without}"), Vec::new()));
}

/// Names for sets, numbers and conditions.
pub fn definitions(world: &mut World) {
    let define = |world: &mut World, stem: &str, word: &str, value: String| {
        let name = world.name(stem);
        world.tags.clear();
        world.draft.statements.push(Statement::plain(format!("{word} {name} = {value}"), Vec::new()));
        name
    };
    if world.random.chance(1, 4) {
        let value = kinds(world);
        let word = world.random.one_of(&["kinds", "define"]);
        let name = define(world, "kinds_", word, value);
        world.kinds.push(name);
    }
    if world.random.chance(1, 4) {
        let value = squares(world, 2);
        let name = define(world, "squares_", "define", value);
        world.squares.push(name);
    }
    if world.random.chance(1, 6) {
        let value = number(world, 2);
        let name = define(world, "number_", "define", value);
        world.numbers.push(name);
    }
    if world.random.chance(1, 5) {
        let value = condition(world, 1);
        let name = define(world, "condition_", "define", value);
        world.conditions.push(name);
    }
}

/// Promotion: none, one line or two, in a rule of that name.
pub fn promotions(world: &mut World) {
    let mut lines = Vec::new();
    for _ in 0..world.random.weighted(&[(2, 0), (4, 1), (2, 2)]) {
        let line = promotion(world);
        lines.push(world.part(line));
    }
    if lines.is_empty() {
        return;
    }
    let also = world.orthodox && world.random.chance(1, 2) && !world.draft.text().contains("promotion");
    if also {
        lines[0].tags.push("also");
    }
    if world.orthodox && !also {
        lines[0].tags.push("a used rule replaced");
    }
    let head = if also { "also rule promotion { " } else { "rule promotion { " };
    world.draft.statements.push(Statement {
        head: head.into(),
        parts: lines,
        joint: " ",
        tail: " }".into(),
        tags: Vec::new(),
    });
}

fn promotion(world: &mut World) -> String {
    let height = world.height;
    let promoting = if world.random.chance(1, 5) { officer(world) } else { "Pawn".into() };
    let place = world.random.weighted(&[(5, "on"), (1, "from"), (2, "from or to")]);
    let zone = match world.random.below(5) {
        // Not every man gets to the last rank, and no Pawn leaves it.
        _ if promoting != "Pawn" => format!("ranks 2..{height}"),
        _ if place == "from" => format!("ranks {}..{height}", height.div_ceil(2)),
        0..2 => "last rank".to_string(),
        2 => format!("ranks {}..{height}", (2 * height).div_ceil(3)),
        3 => format!("ranks {}..{height}", height.div_ceil(2)),
        _ => {
            let zone = zone(world, 1);
            format!("(last rank | ({zone}))")
        }
    };
    world.tag(match place {
        "on" => "promotion on",
        "from" => "promotion from",
        _ => "promotion from or to",
    });
    let grown = world.men.iter().any(|man| man.name == "Grown");
    let optional =
        if world.random.chance(1, 3) { world.with("promotion at will", " optionally") } else { String::new() };
    let royals: String = world.men.iter().filter(|man| man.royal).map(|man| format!(" - {}", man.name)).collect();
    let to = match world.random.below(7) {
        6 if grown && promoting == "Pawn" && world.draft.text().contains("promoted Pawn") => {
            world.with("promotion to the promoted form", "promoted")
        }
        0 if !world.hands => world.with("promotion to captured kinds", "captured"),
        1 if grown && promoting == "Pawn" && world.draft.text().contains("promoted Pawn") => {
            world.with("promotion to the promoted form", "promoted")
        }
        2 if promoting == "Pawn" => officer(world),
        _ if promoting == "Pawn" => format!("army{royals} - Pawn | {}", officer(world)),
        _ => format!("(army | Pawn){royals} - {promoting}"),
    };
    let fixed = to != "captured" && to != "promoted";
    let remembering = if fixed && promoting == "Pawn" && world.random.chance(1, if world.hands { 2 } else { 8 }) {
        world.with("promotion remembered", " remembering Pawn")
    } else {
        String::new()
    };
    let while_ = if world.random.chance(1, 6) {
        let condition = condition(world, 1);
        world.with("promotion while", format!(" while {condition}"))
    } else {
        String::new()
    };
    format!("promote {promoting} {place} {zone}{optional} to {to}{remembering}{while_}")
}

/// Castling, where the set-up has King and partner on one rank.
pub fn castling(world: &mut World) {
    if !world.castling {
        return;
    }
    let officers: Vec<String> =
        world.men.iter().filter(|man| man.placed && !man.royal).map(|man| man.name.clone()).collect();
    if officers.is_empty() {
        world.castling = false;
        return;
    }
    let partner = officers[0].clone();
    let partners = match world.random.below(3) {
        0 => partner,
        1 => format!("{partner} | {}", world.random.one_of(&officers)),
        _ => "army - King - Pawn".into(),
    };
    let goal = if world.random.chance(1, 3) {
        let middle = world.width / 2;
        let (left, right) = (world.random.between(0, middle - 1), world.random.between(middle + 1, world.width - 1));
        format!("to {}, {}", char::from(b'a' + left as u8), char::from(b'a' + right as u8))
    } else {
        world.random.between(1, 3).to_string()
    };
    world.tag("castling");
    world.say(format!("rule castling {{ castle King {goal} with {partners} }}"));
}

/// What check is, where the file says it.
pub fn checks(world: &mut World) {
    if !world.own_check {
        return;
    }
    let condition = match world.random.below(4) {
        0 => "any(own King & attacked)".to_string(),
        1 => {
            let officer = officer(world);
            format!("any(own {officer} & attacked) and none(near(own King) & enemy)")
        }
        2 => {
            let zone = zone(world, 1);
            format!("any(own King & attacked - ({zone}))")
        }
        _ => rare(world),
    };
    world.tag("check when");
    world.say(format!("rule being_in_check {{ check when {condition} }}"));
}

/// Something that may not be.
pub fn forbid(world: &mut World) {
    let line = match world.random.below(8) {
        0 => {
            let event = narrow_event(world);
            world.with("forbid an event", format!("forbid {event}"))
        }
        6 => {
            let (event, side) = (narrow_event(world), world.random.one_of(&["White", "Black"]));
            world.tag("own is");
            world.with("forbid an event when", format!("forbid {event} when own is {side}"))
        }
        1 | 2 => {
            let (event, condition) =
                (event(world), if world.random.chance(1, 2) { rare(world) } else { condition(world, 1) });
            world.with("forbid an event when", format!("forbid {event} when {condition}"))
        }
        _ => {
            let condition = rare(world);
            world.with("forbid", format!("forbid {condition}"))
        }
    };
    let part = world.part(line);
    world.rule("forbidden", vec![part]);
}

/// An event that leaves most moves alone.
fn narrow_event(world: &mut World) -> String {
    let (one, other) = (kind(world), kind(world));
    match world.random.below(5) {
        0 => world.with("event capture", format!("capture by {one} of {other}")),
        1 => {
            let zone = zone(world, 0);
            world.with("event move", format!("move by {one} to {zone}"))
        }
        2 => {
            let zone = zone(world, 0);
            world.with("event move", format!("move by {one} from {zone}"))
        }
        3 => world.with("event promotion", "promotion of Pawn"),
        _ => world.with("attacked", format!("move by {one} to (attacked)")),
    }
}

/// What comes first.
pub fn prefer(world: &mut World) {
    let event = event(world);
    let line = world.with("prefer", format!("prefer {event}"));
    let part = world.part(line);
    world.rule("first", vec![part]);
}

/// A way to win, lose or draw besides those that every variant has.
pub fn win(world: &mut World) {
    let how = world.random.one_of(&["win", "win", "lose", "draw"]);
    let condition = if world.random.chance(2, 3) { goal(world) } else { rare(world) };
    let claim = if world.random.chance(1, 8) { world.with("claim", "claim ") } else { String::new() };
    let line = world.with("win, lose or draw when", format!("{claim}{how} when {condition}"));
    let part = world.part(line);
    world.rule("goal", vec![part]);
}

/// What a side may want to reach.
fn goal(world: &mut World) -> String {
    let (one, height) = (kind(world), world.height);
    if let Some((name, each)) = world.counters.first().cloned().filter(|_| world.random.chance(1, 2)) {
        let whose = if each { "own " } else { "" };
        return world.with("the value of a counter", format!("{whose}{name} = 0"));
    }
    if world.hands && world.random.chance(1, 2) {
        let whose = world.random.one_of(&["", "own ", "enemy "]);
        let many = world.random.between(0, 3);
        return world.with("men in hand", format!("{whose}hand(all) > {many}"));
    }
    if world.random.chance(1, 5) {
        return world.with("passed", format!("passed and any(own {one})"));
    }
    match world.random.below(5) {
        0 => format!("any(own {one} & rank {height})"),
        1 => {
            let officer = officer(world);
            world.with("none", format!("none(enemy {officer})"))
        }
        2 => world.with("count", format!("count(own) < {}", world.width.min(5))),
        3 => {
            let text = if world.hands { "count(own) > 9" } else { "lost(Pawn) > 3" };
            world.with(if world.hands { "count" } else { "lost" }, text)
        }
        _ => world.with("before", format!("any(own {one} & ranks 2..{height} & attacked) and before(check)")),
    }
}

/// How a game ends: what cannot move is always covered.
pub fn ends(world: &mut World) {
    if world.orthodox {
        if world.random.chance(1, 3) {
            let how = world.random.one_of(&["lose", "win"]);
            world.say(format!("rule stalemate {{ {how} when stalemate }}"));
        }
        return;
    }
    if world.royal || world.own_check || world.men.iter().any(|man| man.royal) {
        let how = world.random.weighted(&[(8, "lose"), (1, "win"), (1, "draw")]);
        world.draft.statements.push(Statement::plain(format!("rule checkmate {{ {how} when checkmate }}"), Vec::new()));
    }
    let how = world.random.weighted(&[(5, "draw"), (2, "lose"), (1, "win")]);
    world.draft.statements.push(Statement::plain(format!("rule stalemate {{ {how} when stalemate }}"), Vec::new()));
    if world.random.chance(1, 8) {
        let part = Part::new("claim draw when repetition(3)", vec![]);
        let quiet = Part::new("draw when quiet(9)", vec!["quiet"]);
        world.draft.statements.push(Statement {
            head: "rule long { ".into(),
            parts: vec![part, quiet],
            joint: " ",
            tail: " }".into(),
            tags: Vec::new(),
        });
    }
}
