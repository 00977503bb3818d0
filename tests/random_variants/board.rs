//! The board: its size, its holes, fixed sets of its squares, and who stands where.

use crate::draft::Setup;
use crate::draw::Draw;
use crate::world::{Man, World};
use ferz_runtime::Random;

/// Width and height: mostly small, so that men meet, and of each size that native code treats in its own way.
pub fn size(random: &mut Random) -> (usize, usize) {
    match random.below(10) {
        0..6 => (random.between(3, 8), random.between(4, 8)),
        6..8 => (random.between(5, 11), random.between(6, 11)),
        8 => (random.between(9, 16), random.between(7, 16)),
        _ => (random.between(3, 16), random.between(3, 16)),
    }
}

fn named(x: usize, y: usize) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn file(x: usize) -> char {
    char::from(b'a' + x as u8)
}

/// Squares that are no cells, away from where men stand at the start.
pub fn holes(world: &mut World) {
    let (width, height) = (world.width, world.height);
    if height < 6 || !world.random.chance(1, 5) {
        return;
    }
    let first = world.random.between(2, height - 4);
    let last = (first + world.random.below(2)).min(height - 4);
    if world.random.chance(1, 3) {
        let (left, right) = (world.random.below(width - 1), width - 1);
        let right = world.random.between(left, right.min(left + 1));
        world.holes = (first..=last).flat_map(|y| (left..=right).map(move |x| (x, y))).collect();
        world.tag("holes");
        world.say(format!("holes {}..{}", named(left, first), named(right, last)));
        return;
    }
    let many = world.random.between(1, (width / 2).max(2));
    let mut holes: Vec<_> =
        (0..many).map(|_| (world.random.below(width), world.random.between(2, height - 3))).collect();
    holes.sort();
    holes.dedup();
    let names: Vec<String> = holes.iter().map(|&(x, y)| named(x, y)).collect();
    world.holes = holes;
    world.tag("holes");
    world.say(format!("holes {}", names.join(" ")));
}

/// A fixed set of squares that is not empty, whatever the holes.
pub fn zone(world: &mut World, depth: usize) -> String {
    let (width, height) = (world.width, world.height);
    if depth > 0 && world.random.chance(1, 3) {
        let (one, other) = (zone(world, depth - 1), zone(world, depth - 1));
        return match world.random.below(5) {
            0 | 1 => world.with("zones joined", format!("({one} | {other})")),
            2 => {
                let rank = world.random.between(1, height - 1);
                let file = file(world.random.below(width));
                world.with("zones cut", format!("(ranks {rank}..{} & ({other} | file {file} | file a))", rank + 1))
            }
            3 => {
                let rank = world.random.between(1, height);
                let file = file(world.random.below(width));
                world.with("zones lessened", format!("({one} | rank 1 | rank 2) - (file {file} & rank {rank})"))
            }
            _ => {
                let rank = world.random_rank();
                world.with("zones turned inside out", format!("~({one} & rank {rank})"))
            }
        };
    }
    match world.random.below(12) {
        0 => format!("rank {}", world.random_rank()),
        1 | 2 => {
            let low = world.random.between(1, height);
            let high = world.random.between(low, height);
            format!("ranks {low}..{high}")
        }
        3 => format!("file {}", file(world.random.below(width))),
        4 => {
            let low = world.random.below(width);
            let high = world.random.between(low, width - 1);
            format!("files {}..{}", file(low), file(high))
        }
        5 => "last rank".into(),
        6 => {
            let (x, y) = (world.random.below(width), world.random.below(height));
            let (x2, y2) = (world.random.below(width), world.random.below(height));
            world.with("rectangle", format!("{}..{}", named(x, y), named(x2, y2)))
        }
        7 => {
            let many = world.random.between(1, 4);
            let list: Vec<String> =
                (0..many).map(|_| named(world.random.below(width), world.random.below(height))).collect();
            world.with("list of squares", format!("({} | rank 1)", list.join(" ")))
        }
        8 => {
            let rank = world.random_rank();
            world.with("absolute zone", format!("absolute ranks 1..{rank}"))
        }
        9 => {
            let right = file(world.random.below(width));
            world.with("turned zone", format!("turned (files a..{right})"))
        }
        10 | 11 if !world.zones.is_empty() => {
            let zones = world.zones.clone();
            let name = world.random.one_of(&zones);
            if world.random.chance(1, 2) { world.with("zone of the enemy", format!("enemy {name}")) } else { name }
        }
        _ => {
            let low = world.random.between(1, height.div_ceil(2));
            format!("ranks {low}..{height}")
        }
    }
}

impl World<'_> {
    pub fn random_rank(&mut self) -> usize {
        self.random.between(1, self.height)
    }
}

/// Zones with names.
pub fn zones(world: &mut World) {
    for _ in 0..world.random.below(3) {
        let value = zone(world, 2);
        let name = world.name("zone_");
        let word = world.random.one_of(&["zone", "zone", "define"]);
        // A zone does nothing by itself; what uses it has the constructs.
        world.tags.clear();
        world.draft.statements.push(crate::draft::Statement::plain(format!("{word} {name} = {value}"), Vec::new()));
        world.zones.push(name);
    }
}

/// The start positions.
pub fn setups(world: &mut World) -> Vec<Setup> {
    let mut setups = vec![setup(world, String::new())];
    if world.random.chance(1, 6) {
        setups.push(setup(world, "other".into()));
        world.draft.notes.push("several set-ups");
    }
    setups
}

fn setup(world: &mut World, name: String) -> Setup {
    let (width, height) = (world.width, world.height);
    let mut cells = vec![vec![".".to_string(); width]; height];
    let white = army(world);
    // Black's men are White's, reflected or turned; or an army of its own.
    let how = world.random.weighted(&[(6, 0), (2, 1), (2, 2)]);
    let black = if how == 2 { army(world) } else { white.clone() };
    let mut put = |(x, y): (usize, usize), man: &Man, side: usize| {
        if cells[y][x] == "." {
            cells[y][x] = man.shown(side);
        }
    };
    for ((x, y), man) in &white {
        put((*x, *y), man, 0);
    }
    for ((x, y), man) in &black {
        let x = if how == 1 { width - 1 - x } else { *x };
        put((x, height - 1 - y), man, 1);
    }
    for &(x, y) in &world.holes {
        cells[y][x] = "*".into();
    }
    let diagram = world.random.chance(1, 3);
    if !diagram {
        for cell in cells.iter_mut().flatten().filter(|cell| *cell == "*") {
            *cell = ".".into();
        }
    }
    let rest = if world.random.chance(1, 8) { " b".into() } else { String::new() };
    Setup { name, cells, diagram, rest }
}

/// White's men: Kings and officers on the first rank, Pawns and others before them.
fn army(world: &mut World) -> Vec<((usize, usize), Man)> {
    let (width, height) = (world.width, world.height);
    let deep = (height / 2).min(world.random.weighted(&[(2, 1), (5, 2), (2, 3)])).max(1);
    let find = |world: &World, name: &str| world.men.iter().find(|man| man.name == name).cloned().expect("made");
    let (king, pawn) = (find(world, "King"), find(world, "Pawn"));
    let officers: Vec<Man> = world.men.iter().filter(|man| man.placed && !man.royal).cloned().collect();
    let royals: Vec<Man> = world.men.iter().filter(|man| man.royal && man.name != "King").cloned().collect();
    let mut men = Vec::new();
    let middle = width / 2;
    let centre = if world.castling { middle } else { world.random.below(width) };
    men.push(((centre, 0), king.clone()));
    let density = world.random.between(1, 3);
    for (y, x) in (0..deep).flat_map(|y| (0..width).map(move |x| (y, x))) {
        if (x, y) == (centre, 0) {
            continue;
        }
        // Room between a King that castles and its partners, here and there.
        let room = world.castling && y == 0 && x != 0 && x != width - 1;
        let man = match y {
            1 if world.random.chance(3, 4) => Some(pawn.clone()),
            0 if world.castling && !room => officers.first().cloned(),
            _ if room => world.random.chance(1, 4).then(|| world.random.one_of(&officers)),
            _ => world.random.chance(density, 4).then(|| world.random.one_of(&officers)),
        };
        men.extend(man.map(|man| ((x, y), man)));
    }
    for royal in royals {
        let (x, y) = (world.random.below(width), world.random.below(deep));
        if (x, y) != (centre, 0) {
            men.retain(|((a, b), _)| (*a, *b) != (x, y));
            men.push(((x, y), royal));
        }
    }
    // A rule that promotes needs somebody to become.
    if !men.iter().any(|(_, man)| man.placed && !man.royal) && !officers.is_empty() {
        let x = (0..width).find(|&x| men.iter().all(|(at, _)| *at != (x, 0))).unwrap_or(0);
        men.push(((x, 0), world.random.one_of(&officers)));
    }
    if world.random.chance(1, 10) && !world.castling {
        men.push(((world.random.below(width), 0), king));
    }
    world.draft.notes.push(match men.iter().filter(|(_, man)| man.royal).count() {
        0 => "no royal man",
        1 => "one royal man",
        _ => "several royal men",
    });
    men.retain(|(at, _)| !world.holes.contains(at) && !world.holes.contains(&(at.0, height - 1 - at.1)));
    men
}
