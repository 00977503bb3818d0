//! Hands, counters, actions, and what follows on moves.

use crate::board::zone;
use crate::draft::Part;
use crate::draw::Draw;
use crate::expressions::{condition, event, kinds, likely, officer, squares};
use crate::world::World;

/// Hands with their drops, and counters.
pub fn hands_and_counters(world: &mut World) {
    for _ in 0..world.random.weighted(&[(3, 0), (2, 1), (1, 2)]) {
        let name = world.name("points_");
        let (start, each) = (world.random.between(0, 5), world.random.chance(2, 3));
        let word = if each { " each side" } else { "" };
        world.say(format!("counter {name} = {start}{word}"));
        world.counters.push((name, each));
    }
    if !world.hands {
        return;
    }
    let officer = officer(world);
    let content = match world.random.below(4) {
        0 => format!(" {officer}"),
        1 => format!(" 2 {officer}, Pawn"),
        _ => String::new(),
    };
    world.say(format!("hand{content}"));
    let royals: String = world.men.iter().filter(|man| man.royal).map(|man| format!(" - {}", man.name)).collect();
    let grown = if world.men.iter().any(|man| man.name == "Grown") { " - Grown" } else { "" };
    if content.is_empty() || world.random.chance(1, 2) {
        world.tag("to hand");
        world.say("rule taken { after capture { to hand victim } }".into());
    }
    for _ in 0..world.random.between(1, 2) {
        let kinds = match world.random.below(3) {
            0 => officer.clone(),
            1 => "Pawn".into(),
            _ => format!("(all{royals}{grown})"),
        };
        let on = match world.random.below(4) {
            0 => "empty".to_string(),
            1 => "empty - last rank - rank 1".into(),
            2 => {
                let zone = zone(world, 1);
                format!("empty & ({zone})")
            }
            _ => {
                let squares = squares(world, 1);
                format!("empty - {squares}")
            }
        };
        let name = world.name("drops");
        world.tag("drop");
        world.say(format!("rule {name} {{ drop {kinds} on {on} }}"));
    }
}

/// A move that is no man's movement.
pub fn action(world: &mut World) {
    let name = world.name("act");
    let mut parts: Vec<Part> = Vec::new();
    if world.random.chance(1, 4) {
        world.tag("last resort");
        parts.push(world.part("last resort".into()));
    }
    if world.random.chance(1, 2) {
        let condition = condition(world, 1);
        let text = world.with("guard", format!("when {condition}"));
        parts.push(world.part(text));
    }
    let (choices, effects, tag): (Vec<String>, Vec<String>, &'static str) = body(world);
    let chosen = choices.len();
    world.tag(tag);
    if chosen > 1 {
        world.tag("several choices");
    }
    let text = [choices, effects].concat().join(" ");
    parts.push(world.part(text));
    world.chosen.clear();
    let joined: Vec<String> = parts.iter().map(|part| part.text.clone()).collect();
    let tags = parts.into_iter().flat_map(|part| part.tags).collect();
    let part = Part::new(format!("action {name} {{ {} }}", joined.join(" ")), tags);
    world.rule("special", vec![part]);
}

/// What an action chooses and does.
fn body(world: &mut World) -> (Vec<String>, Vec<String>, &'static str) {
    let mut choices = Vec::new();
    let mut choose = |world: &mut World, set: String| {
        let name = world.name("pick_");
        choices.push(format!("choose {name} in {set}"));
        world.chosen.push(name.clone());
        name
    };
    let zone_of = |world: &mut World| zone(world, 1);
    match world.random.below(10) {
        0 | 9 => {
            // A move that changes nothing, and is forbidden at times.
            if world.random.chance(1, 2) {
                let whose = if world.random.chance(1, 2) { "" } else { " and any(own Pawn)" };
                let line = world.with("passed", format!("forbid passed{whose}"));
                let part = world.part(line);
                world.rule("once", vec![part]);
            }
            (Vec::new(), Vec::new(), "pass")
        }
        1 | 2 => {
            let officer = officer(world);
            let safe = world.random.one_of(&["", " - attacked", " & attacked"]);
            let heir = choose(world, format!("own {officer}{safe}"));
            (choices, vec![format!("swap own King, {heir}")], "swap")
        }
        3 => {
            let set = likely(world);
            let (one, other) = (choose(world, set), likely(world));
            let other = choose(world, format!("{other} - {one}"));
            (choices, vec![format!("swap {one}, {other}")], "swap")
        }
        4 | 5 => {
            let (set, near) = (likely(world), world.random.chance(1, 2));
            let from = choose(world, set);
            let set = if near { format!("near({from}) & empty") } else { format!("empty & ({})", zone_of(world)) };
            let to = choose(world, set);
            (choices, vec![format!("relocate {from} to {to}")], "relocate")
        }
        6 => {
            let set = squares(world, 1);
            let (officer, near) = (officer(world), zone_of(world));
            if world.random.chance(1, 3) {
                let kinds = world.with("choice of a kind", format!("{officer} | Pawn"));
                let who = choose(world, kinds);
                // It is the name of a kind, and no square.
                world.chosen.clear();
                let at = choose(world, format!("({near}) - own - enemy King"));
                return (choices, vec![format!("put {who} on {at}")], "put");
            }
            let at = choose(world, format!("{set} & ({near}) - own - enemy King"));
            (choices, vec![format!("put {officer} on {at}")], "put")
        }
        7 => {
            let (set, more) = (likely(world), squares(world, 1));
            let at = choose(world, format!("{set} - own King"));
            (choices, vec![format!("remove {at} | ({more} & near({at}) - men King)")], "remove")
        }
        _ => {
            let counters = world.counters.clone();
            let set = likely(world);
            let at = choose(world, format!("{set} - own King"));
            let mut effects = vec![format!("remove {at}")];
            effects.extend(counters.first().map(|(name, each)| change(world, name, *each)));
            let officer = officer(world);
            effects.push(format!("put {officer} on {at}"));
            (choices, effects, "several effects")
        }
    }
}

/// A counter that goes up or down.
fn change(world: &mut World, name: &str, each: bool) -> String {
    let way = world.random.one_of(&["raise", "lower", "lower"]);
    let whose = if each { world.random.one_of(&["own ", "enemy "]) } else { "" };
    let by = world.random.one_of(&["", "", " by 2"]);
    world.with("a counter changes", format!("{way} {whose}{name}{by}"))
}

/// What follows on a move.
pub fn after(world: &mut World) {
    // A move has room for so many squares, and one that marks its way needs them; and a list of moves for so many choices.
    let text = world.draft.text();
    let room = world.width * world.height <= 81 && !text.contains("marking") && !text.contains("{ choose");
    if room && world.random.chance(2, 3) {
        return choosing(world);
    }
    let event = event(world);
    world.of_move = true;
    let mut effects = Vec::new();
    for _ in 0..world.random.weighted(&[(5, 1), (2, 2)]) {
        // When castling, two men leave squares and reach some; who is dropped leaves none, and takes nobody.
        let one_man = !["castling", "drop"].iter().any(|what| event.starts_with(what));
        let effect = consequence(world, one_man);
        effects.push(effect);
    }
    world.of_move = false;
    let line = world.with("after", format!("after {event} {{ {} }}", effects.join(" ")));
    let part = world.part(line);
    world.rule("follows", vec![part]);
}

/// What follows on a move as the mover chooses.
fn choosing(world: &mut World) {
    let (event, officer) = (event(world), officer(world));
    let how =
        if world.hands && world.random.chance(2, 3) { world.random.one_of(&[4, 4, 5]) } else { world.random.below(4) };
    let body = match how {
        0 => format!("choose there in near(to) & empty put {officer} on there"),
        1 => {
            let kinds = world.with("choice of a kind", format!("{officer} | Pawn"));
            format!("choose who in {kinds}, there in near(to) & empty put who on there")
        }
        2 => "choose gone in near(to) & enemy - enemy King remove gone".into(),
        3 => {
            let squares = squares(world, 1);
            format!(
                "choose one in {squares} & own & near(to) - own King, other in near(one) & empty relocate one to other"
            )
        }
        4 => world.with("choice from a hand", "choose who in hand, there in from drop who on there"),
        _ => format!("choose there in near(to) & empty drop {officer} on there"),
    };
    if how > 3 {
        world.tag("drop as an effect");
    }
    let word = if world.random.chance(1, 2) { world.with("choice at will", "optionally ") } else { String::new() };
    let line = world.with("choice after a move", format!("after {event} {{ {word}{body} }}"));
    let part = world.part(line);
    world.rule("chosen", vec![part]);
}

fn consequence(world: &mut World, one_man: bool) -> String {
    let counters = world.counters.clone();
    if let Some((name, each)) = counters.first().filter(|_| world.random.chance(1, 2)) {
        return change(world, name, *each);
    }
    match world.random.below(if one_man { 9 } else { 4 }) {
        0 => world.with("explosion", "remove (near(to) - men Pawn) | to"),
        1 => {
            let kinds = kinds(world);
            world.with("explosion", format!("remove near(victim) & men {kinds} - men King"))
        }
        2 => {
            let squares = squares(world, 1);
            world.with("remove", format!("remove {squares} & near(to) - own King"))
        }
        3 => {
            let squares = squares(world, 2);
            world.with("remove", format!("remove {squares} - men King - own Pawn"))
        }
        4 | 5 => {
            let (officer, place) =
                (officer(world), world.random.one_of(&["to", "from", "victim", "to", "to & last rank"]));
            world.with("put", format!("put {officer} on {place}"))
        }
        6 => world.with("relocate", "relocate to to from"),
        7 => {
            let officer = officer(world);
            world.with("swap", format!("swap to, own {officer}"))
        }
        _ => {
            let zone = zone(world, 1);
            world.with("relocate", format!("relocate to to near(to) & empty & ({zone})"))
        }
    }
}
