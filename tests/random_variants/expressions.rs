//! Expressions: sets of squares that change, sets of kinds, numbers, conditions, events.

use crate::board::zone;
use crate::draw::Draw;
use crate::notation::random_term;
use crate::world::World;

/// The name of a kind that is always there, more often one that has been made for this variant.
pub fn kind(world: &mut World) -> String {
    let names: Vec<String> = world.men.iter().map(|man| man.name.clone()).collect();
    world.random.one_of(&names)
}

/// One that no rule minds losing.
pub fn officer(world: &mut World) -> String {
    let names: Vec<String> =
        world.men.iter().filter(|man| man.placed && !man.royal).map(|man| man.name.clone()).collect();
    if names.is_empty() { "Pawn".into() } else { world.random.one_of(&names) }
}

/// Kinds, in brackets where they are more than a name.
pub fn kinds(world: &mut World) -> String {
    match world.random.below(9) {
        0..3 => kind(world),
        3 => {
            let (one, other) = (kind(world), kind(world));
            world.with("kinds joined", format!("({one} | {other})"))
        }
        4 => {
            let kind = kind(world);
            world.with("army", format!("(army - {kind})"))
        }
        5 => {
            let kind = kind(world);
            world.with("all kinds", format!("(all - {kind})"))
        }
        6 => {
            let kind = kind(world);
            world.with("kinds turned inside out", format!("(~{kind})"))
        }
        7 => {
            let (one, other) = (kind(world), kind(world));
            world.with("kinds cut", format!("((army | {one}) & (all - {other}))"))
        }
        _ if !world.kinds.is_empty() => {
            let kinds = world.kinds.clone();
            world.random.one_of(&kinds)
        }
        _ => officer(world),
    }
}

/// Men of some kinds.
pub fn men(world: &mut World) -> String {
    let whose = world.random.one_of(&["own", "own", "enemy", "men"]);
    if world.random.chance(1, 6) {
        return whose.into();
    }
    let kinds = kinds(world);
    format!("{whose} {kinds}")
}

/// A movement, as `reach` takes it.
fn movement(world: &mut World) -> String {
    match world.random.below(3) {
        0 => kind(world),
        1 => format!("\"{}\"", world.random.one_of(&["Q", "R", "N", "K", "B"])),
        _ => {
            let term = random_term(world.random);
            term.tags.into_iter().for_each(|tag| world.tag(tag));
            format!("\"{}\"", term.text)
        }
    }
}

/// Squares. An operand of set algebra: whatever is more than one word stands in brackets.
pub fn squares(world: &mut World, depth: usize) -> String {
    if depth > 0 && world.random.chance(1, 2) {
        let one = squares(world, depth - 1);
        return match world.random.below(10) {
            0 | 1 => {
                let other = squares(world, depth - 1);
                world.with("squares cut", format!("({one} & {other})"))
            }
            2 => {
                let other = squares(world, depth - 1);
                world.with("squares lessened", format!("({one} - {other})"))
            }
            3 => {
                let other = squares(world, depth - 1);
                world.with("squares joined", format!("({one} | {other})"))
            }
            4 | 9 => world.with("squares turned inside out", format!("~({one})")),
            5 => world.with("near", format!("near({one})")),
            6 => world.with("files of squares", format!("files({one})")),
            7 => world.with("ranks of squares", format!("ranks({one})")),
            _ => {
                let movement = movement(world);
                world.with("reach", format!("reach({movement}, {one})"))
            }
        };
    }
    if world.of_move && world.random.chance(1, 3) {
        let word = world.random.one_of(&["from", "to", "victim"]);
        return world.with("squares of the move", word);
    }
    match world.random.below(15) {
        13 => world.with("unmoved", "unmoved"),
        0..6 => men(world),
        6 => world.with("empty", "empty"),
        7 | 8 => world.with("attacked", "attacked"),
        9 => world.with("attacked by", "attacked by own"),
        10 => world.with("home", "home"),
        11 if !world.squares.is_empty() => {
            let names = world.squares.clone();
            world.random.one_of(&names)
        }
        12 if !world.chosen.is_empty() => {
            let names = world.chosen.clone();
            world.random.one_of(&names)
        }
        _ => format!("({})", zone(world, 1)),
    }
}

/// A number.
pub fn number(world: &mut World, depth: usize) -> String {
    if depth > 0 && world.random.chance(1, 4) {
        let (one, other) = (number(world, depth - 1), number(world, depth - 1));
        let sign = world.random.one_of(&["+", "-", "*"]);
        return world.with("arithmetic", format!("({one} {sign} {other})"));
    }
    if !world.counters.is_empty() && world.random.chance(1, 3) {
        return counter(world);
    }
    if world.hands && world.random.chance(1, 3) {
        let kinds = kinds(world);
        let whose = world.random.one_of(&["", "own ", "enemy "]);
        return world.with("men in hand", format!("{whose}hand({kinds})"));
    }
    match world.random.below(8) {
        0..3 => world.random.below(4).to_string(),
        3 if !world.hands => {
            let kinds = kinds(world);
            world.with("lost", format!("lost({kinds})"))
        }
        4 if !world.numbers.is_empty() => {
            let names = world.numbers.clone();
            world.random.one_of(&names)
        }
        _ => {
            let squares = squares(world, 1);
            world.with("count", format!("count({squares})"))
        }
    }
}

/// The value of a counter.
fn counter(world: &mut World) -> String {
    let counters = world.counters.clone();
    let (name, each) = world.random.one_of(&counters);
    let text = if each { format!("{} {name}", world.random.one_of(&["own", "enemy"])) } else { name };
    world.with("the value of a counter", text)
}

/// A condition of any sort.
pub fn condition(world: &mut World, depth: usize) -> String {
    if depth > 0 && world.random.chance(1, 3) {
        let one = condition(world, depth - 1);
        return match world.random.below(4) {
            0 | 1 => {
                let other = condition(world, depth - 1);
                world.with("and", format!("({one} and {other})"))
            }
            2 => {
                let other = condition(world, depth - 1);
                world.with("or", format!("({one} or {other})"))
            }
            _ => world.with("not", format!("not ({one})")),
        };
    }
    match world.random.below(17) {
        0..5 => {
            let squares = squares(world, 2);
            world.with("any", format!("any({squares})"))
        }
        5..7 => {
            let squares = squares(world, 2);
            world.with("none", format!("none({squares})"))
        }
        7..10 => {
            let (one, other) = (number(world, 1), number(world, 1));
            let sign = world.random.one_of(&["<", "<=", ">", ">=", "=", "!="]);
            world.with("comparison", format!("{one} {sign} {other}"))
        }
        10 => {
            let word = world.random.one_of(&["check", "check of enemy", "check"]);
            world.with("check as a condition", word)
        }
        11 => {
            let word = world.random.one_of(&["checkmate of enemy", "stalemate of enemy", "checkmate", "stalemate"]);
            world.with("mate as a condition", word)
        }
        12 | 16 => world.with("to move", "to move"),
        13 => {
            let side = world.random.one_of(&["White", "Black"]);
            world.with("own is", format!("own is {side}"))
        }
        14 | 15 if depth > 0 => before(world),
        _ if !world.conditions.is_empty() && world.random.chance(1, 2) => {
            let names = world.conditions.clone();
            world.random.one_of(&names)
        }
        _ => {
            let (men, squares) = (men(world), squares(world, 1));
            world.with("any", format!("any({men} & {squares})"))
        }
    }
}

/// What was before the last move.
fn before(world: &mut World) -> String {
    if world.random.chance(1, 3) {
        return world.with("passed", "passed");
    }
    let (men, zone) = (men(world), zone(world, 1));
    let inner = match world.random.below(3) {
        0 => "check".into(),
        1 => format!("any({men} & {zone})"),
        _ => format!("count({men}) > 2"),
    };
    world.with("before", format!("before({inner})"))
}

/// A condition that does not hold most of the time, so that what it forbids or ends leaves a game to play.
pub fn rare(world: &mut World) -> String {
    let (one, other) = (kind(world), kind(world));
    match world.random.below(10) {
        0 => {
            let movement = movement(world);
            world.tag("any");
            world.with("reach", format!("any(reach({movement}, own {one}) & enemy {other})"))
        }
        1 => world.with("near", format!("any(near(own {one}) & enemy {other})")),
        2 => {
            let zone = zone(world, 1);
            world.with("attacked", format!("any(own {one} & attacked & ({zone}))"))
        }
        3 => {
            let zone = zone(world, 1);
            world.with("none", format!("none(own {one}) and any(enemy {other} & ({zone}))"))
        }
        4 => {
            let (squares, many) = (squares(world, 1), world.random.between(3, 9));
            world.with("count", format!("count({squares} & own {one}) > {many}"))
        }
        5 => {
            let zone = zone(world, 0);
            world.with("ranks of squares", format!("any(ranks(own {one} & ({zone})) & own {other} & attacked by own)"))
        }
        6 => world.with("files of squares", format!("count(files(own {one}) & own {other}) > 3")),
        7 => {
            let condition = condition(world, 1);
            world.tag("and");
            world.with("check as a condition", format!("check of enemy and {condition}"))
        }
        8 => {
            let condition = condition(world, 1);
            format!("any(own {one} & attacked) and any(enemy {other} & attacked by own) and {condition}")
        }
        _ => {
            let (condition, again) = (condition(world, 1), condition(world, 1));
            world.with("and", format!("{condition} and {again}"))
        }
    }
}

/// A set that most likely has a man or a square, for a rule to work with.
pub fn likely(world: &mut World) -> String {
    match world.random.below(4) {
        0 => "own".into(),
        1 => {
            let officer = officer(world);
            format!("own {officer}")
        }
        2 => world.with("near", "(near(own King) & own)"),
        _ => {
            let zone = zone(world, 1);
            format!("(own & ({zone}))")
        }
    }
}

/// An event.
pub fn event(world: &mut World) -> String {
    let castling = if world.castling { 12 } else { 0 };
    let what =
        world.random.weighted(&[(5, "capture"), (5, "move"), (1, "promotion"), (1, "check"), (castling, "castling")]);
    let what = if world.hands && world.random.chance(1, 3) { "drop" } else { what };
    let tag = match what {
        "capture" => "event capture",
        "move" => "event move",
        "promotion" => "event promotion",
        "check" => "event check",
        "castling" => "event castling",
        _ => "event drop",
    };
    world.tag(tag);
    let mut text = what.to_string();
    if world.random.chance(1, 3) {
        let kinds = kinds(world);
        text += &world.with("event by", format!(" by {kinds}"));
    }
    if !["castling", "drop"].contains(&what) && world.random.chance(1, 5) {
        let kinds = kinds(world);
        text += &world.with("event of", format!(" of {kinds}"));
    }
    if what != "drop" && world.random.chance(1, 6) {
        let zone = zone(world, 1);
        text += &world.with("event from", format!(" from ({zone})"));
    }
    if world.random.chance(1, 5) {
        let squares = if world.random.chance(1, 3) { squares(world, 1) } else { format!("({})", zone(world, 1)) };
        text += &world.with("event to", format!(" to {squares}"));
    }
    text
}
