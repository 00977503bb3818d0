//! The kinds of men, and how they move.

use crate::board::zone;
use crate::draft::{Part, Statement};
use crate::draw::Draw;
use crate::notation::{king, pawn, random_term};
use crate::world::{Man, World};

const NAMES: [(&str, &str); 8] = [
    ("Alder", "A"),
    ("Cedar", "C"),
    ("Dogwood", "D"),
    ("Elm", "E"),
    ("Fir", "F'"),
    ("Ginkgo", "G"),
    ("Hazel", "H!"),
    ("Ivy", "I"),
];

/// Movements of the catalogue that need no letter.
const CATALOGUE: [&str; 6] = ["Nightrider", "Centaur", "Cannon", "Grasshopper", "Wazir", "Dragon_Horse"];

/// All pieces: a King, a Pawn, and some others.
pub fn pieces(world: &mut World) {
    let catalogue = world.random.chance(1, 5);
    if catalogue {
        world.say("use fairies".into());
    }
    let many = world.random.between(1, 6);
    if world.orthodox {
        orthodox(world);
    } else {
        let letter = if world.random.chance(1, 8) { "P/s" } else { "P" };
        let term = pawn(world.random);
        let part = Part::new(format!("\"{}\"", term.text), term.tags);
        let royal = if world.royal && world.random.chance(1, 30) { " royal" } else { "" };
        one(world, "Pawn", letter, vec![part], royal);
        let term = king(world.random);
        let part = Part::new(format!("\"{}\"", term.text), term.tags);
        let part = if world.height > 4 && world.random.chance(1, 8) {
            let height = world.height;
            let text = world.with("within", format!("{} within ranks 1..{}", part.text, height.div_ceil(2)));
            world.part(text)
        } else {
            part
        };
        let royal = if world.royal { " royal" } else { "" };
        one(world, "King", "K", vec![part], royal);
    }
    let mut sum_of: Vec<String> = Vec::new();
    if catalogue {
        sum_of.extend(CATALOGUE.map(String::from));
    }
    for &(name, letter) in &NAMES[..many] {
        let parts = movement(world, &sum_of);
        let royal = world.royal && name != "Alder" && world.random.chance(1, 20);
        let (word, by_side) = (if royal { " royal" } else { "" }, world.random.chance(1, 10));
        if by_side {
            by_sides(world, name, letter, parts, word, &sum_of);
        } else {
            one(world, name, letter, parts, word);
        }
        sum_of.push(name.into());
    }
    if world.random.chance(1, 5) {
        let parts = movement(world, &sum_of);
        let (plain, letter) = if world.random.chance(1, 2) { ("Pawn", "+P") } else { ("Alder", "+A") };
        one(world, "Grown", letter, parts, &format!(" promoted {plain}"));
    }
}

/// Additions, and a replacement or two, to the orthodox men.
fn orthodox(world: &mut World) {
    for (name, letter) in
        [("King", "K"), ("Queen", "Q"), ("Rook", "R"), ("Bishop", "B"), ("Knight", "N"), ("Pawn", "P")]
    {
        let royal = name == "King";
        let placed = !royal && name != "Pawn";
        world.men.push(Man { name: name.into(), letter: letter.into(), black: None, royal, placed });
        if placed && world.random.chance(1, 6) {
            let mut parts = movement(world, &[]);
            parts[0].tags.push("a used piece replaced");
            let head = format!("piece {name} {letter} = ");
            world.draft.statements.push(Statement { head, parts, joint: " + ", ..Statement::default() });
        }
    }
}

/// A kind, with its statement.
fn one(world: &mut World, name: &str, letter: &str, mut parts: Vec<Part>, marks: &str) {
    let stays = if world.random.chance(1, 20) { " may stay" } else { "" };
    if !stays.is_empty() {
        // Who may stay needs a way out and back.
        let text = world.random.one_of(&["mabK", "cabK", "KNADcaKmcabK", "mabW", "mabR", "mabN"]);
        parts.push(Part::new(format!("\"{text}\""), vec!["may stay"]));
    }
    let marks = &format!("{marks}{stays}");
    let (white, black) = match letter.split_once('/') {
        Some((white, black)) => (white.to_string(), Some(black.to_string())),
        None => (letter.to_string(), None),
    };
    let placed = name != "King" && name != "Pawn" && !marks.contains("promoted");
    world.men.push(Man { name: name.into(), letter: white, black, royal: marks.contains("royal"), placed });
    let head = format!("piece {name} {letter} = ");
    let statement = Statement { head, parts, joint: " + ", tail: marks.into(), tags: Vec::new() };
    world.draft.statements.push(statement);
}

/// A kind that moves in another way for each side.
fn by_sides(world: &mut World, name: &str, letter: &str, parts: Vec<Part>, marks: &str, sum_of: &[String]) {
    one(world, name, letter, parts, marks);
    let mut parts = movement(world, sum_of);
    parts[0].tags.push("a movement for one side");
    let side = world.random.one_of(&["White", "Black"]);
    let head = format!("for {side} {{ piece {name} {letter} = ");
    let tail = format!("{marks} }}");
    world.draft.statements.push(Statement { head, parts, joint: " + ", tail, tags: Vec::new() });
}

/// A sum of parts, each with restrictors here and there.
pub fn movement(world: &mut World, sum_of: &[String]) -> Vec<Part> {
    let many = world.random.weighted(&[(5, 1), (3, 2), (1, 3)]);
    (0..many).map(|_| part(world, sum_of)).collect()
}

fn part(world: &mut World, sum_of: &[String]) -> Part {
    let mut text = if !sum_of.is_empty() && world.random.chance(1, 8) {
        let name = world.random.one_of(sum_of);
        world.with("the movement of another piece", name)
    } else {
        let term = random_term(world.random);
        term.tags.into_iter().for_each(|tag| world.tag(tag));
        format!("\"{}\"", term.text)
    };
    if world.random.chance(1, 12) {
        let term = random_term(world.random);
        term.tags.into_iter().for_each(|tag| world.tag(tag));
        text = format!("({text} + \"{}\")", term.text);
    }
    if world.random.chance(1, 4) {
        text += &restrictor(world);
    }
    world.part(text)
}

fn restrictor(world: &mut World) -> String {
    let men: Vec<String> = world.men.iter().map(|man| man.name.clone()).collect();
    let kinds = |world: &mut World| match world.random.below(4) {
        0 | 1 => world.random.one_of(&men),
        2 => format!("(all - {})", world.random.one_of(&men)),
        _ => format!("({} | {})", world.random.one_of(&men), world.random.one_of(&men)),
    };
    // A move has room for so many squares that it leaves open.
    let short = world.width.max(world.height) < 9;
    match world.random.below(if short { 6 } else { 5 }) {
        0 => {
            let zone = zone(world, 1);
            world.with("from", format!(" from {zone}"))
        }
        1 => {
            let zone = zone(world, 1);
            world.with("to", format!(" to {zone}"))
        }
        2 => {
            let zone = zone(world, 1);
            world.with("within", format!(" within {zone}"))
        }
        3 => {
            let kinds = kinds(world);
            world.with("over", format!(" over {kinds}"))
        }
        4 => {
            let kinds = kinds(world);
            world.with("taking", format!(" taking {kinds}"))
        }
        _ => world.with("marking", " marking"),
    }
}
