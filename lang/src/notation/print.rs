//! The canonical text of a term.

use super::atoms::Atom;
use super::directions::{Class, Directions, spell, spell_units};
use super::legs::{Planned, Turn, chain_turn, in_order};
use super::ride::{Bend, Kind, slider};
use super::selection::Turns;
use super::syntax::Chain;
use crate::rules::movement::UNLIMITED;

/// A chain. One leg is printed as it is read; several as a bracket where there is one that says the same.
///
/// K and Q with directions are printed as W and F, which nobody reads in two ways.
pub fn chain(chain: &Chain, directions: Directions, plan: &[Planned]) -> String {
    let class = chain.atom.class;
    let Some(only) = plan.first().filter(|_| plan.len() == 1) else {
        return as_bracket(chain, directions, plan).unwrap_or_else(|| as_chain(chain, directions, plan));
    };
    if class != Class::Eightfold || directions == class.all() {
        return leg(&spell(class, directions), &chain.atom.name(), only);
    }
    let split = [(Class::Orthogonal, "W"), (Class::Diagonal, "F")];
    let parts = split.into_iter().filter(|(class, _)| directions & class.all() != 0);
    parts.map(|(class, atom)| leg(&spell(class, directions & class.all()), atom, only)).collect()
}

/// A bracket, without what stands before it.
pub fn bracket(plan: &[Planned]) -> String {
    let mut headings: Directions = 0;
    let mut text = String::from("[");
    for (index, planned) in plan.iter().enumerate() {
        let all = planned.ride.atom.class.all();
        let turn = if index == 0 { String::new() } else { turned(planned, headings, all) };
        headings = if index == 0 { all } else { onwards(planned, headings, all) };
        text += &leg(&turn, &planned.ride.atom.name(), planned);
        if index + 1 < plan.len() {
            text.push(if planned.stop.is_some() { '?' } else { '-' });
        }
    }
    text.push(']');
    text
}

/// The turns outward from a direction, for a leg with these directions.
fn outward(heading: usize, all: Directions) -> Directions {
    if all >> heading & 1 != 0 { 0b0000_0001 } else { 0b1000_0010 }
}

/// The turns of a later leg as they are written in a bracket: nothing if they lead outward, which needs no word.
fn turned(planned: &Planned, before: Directions, all: Directions) -> String {
    match &planned.turn {
        Turn::To(turns) if in_order(before).any(|h| turns.fixed() != Some(outward(h, all))) => spell_turn(turns),
        _ => String::new(),
    }
}

/// The directions in which a later leg may go.
fn onwards(planned: &Planned, before: Directions, all: Directions) -> Directions {
    let turns = |h: usize| match &planned.turn {
        Turn::To(turns) => turns.any(),
        Turn::Outward => outward(h, all),
    };
    in_order(before).flat_map(|h| in_order(turns(h)).map(move |t| (h + t) % 8)).fold(0, |set, d| set | 1 << d) & all
}

/// A chain as a bracket: none if its first leg has directions, or a leg has an atom that no letter stands for.
fn as_bracket(chain: &Chain, directions: Directions, plan: &[Planned]) -> Option<String> {
    let class = chain.atom.class;
    if class == Class::Oblique || directions != class.all() {
        return None;
    }
    let mut headings = directions;
    let mut text = String::from("[");
    for (index, planned) in plan.iter().enumerate() {
        let mut turn = String::new();
        if index > 0 {
            let before = headings;
            headings = onwards(planned, before, Class::Eightfold.all());
            text.push('-');
            turn = turned(planned, before, class_of(headings).all());
        }
        let long = chain.atom.long;
        let atom = match class_of(headings) {
            Class::Orthogonal => Atom::with_sides(0, long)?.name(),
            Class::Diagonal => Atom::with_sides(long, long)?.name(),
            _ if long == 1 => "K".into(),
            _ => return None,
        };
        text += &leg(&turn, &atom, planned);
    }
    Some(text + "]")
}

/// The class of atoms that have these directions.
fn class_of(directions: Directions) -> Class {
    let covers = |class: &Class| directions & !class.all() == 0;
    [Class::Orthogonal, Class::Diagonal].into_iter().find(covers).unwrap_or(Class::Eightfold)
}

/// Legs joined by `a`.
fn as_chain(chain: &Chain, directions: Directions, plan: &[Planned]) -> String {
    let class = chain.atom.class;
    let mut text = String::new();
    for (index, planned) in plan.iter().enumerate() {
        let turn = match &planned.turn {
            _ if index == 0 => spell(class, directions),
            Turn::To(turns) if turns.fixed() != chain_turn(class, Turns::NONE).fixed() => spell_turn(turns),
            _ => String::new(),
        };
        text += &letters(&turn, &chain.atom.name(), planned, true);
        if index + 1 < plan.len() {
            text.push('a');
        }
    }
    // Whether a step is turned into a slide depends on the capital, not on the number: R stays R here.
    let capital = if chain.atom.is_step() { chain.capital.to_string() } else { chain.atom.name() };
    let (min, max) = (plan[0].ride.min, plan[0].ride.max);
    text + &if (min, max) == (1, chain.atom.reach) { capital } else { number(&capital, min, max) }
}

/// Turns of a later leg, all eight written out.
fn spell_turn(turns: &Turns) -> String {
    match turns.fixed() {
        Some(all) if all == Class::Eightfold.all() => "fsbsvs".into(),
        Some(set) => spell(Class::Eightfold, set),
        None => spell_units(&turns.units),
    }
}

/// One leg with its atom.
fn leg(directions: &str, atom: &str, planned: &Planned) -> String {
    let (min, max) = (planned.ride.min, planned.ride.max);
    let count = match (planned.ride.bend, min, max) {
        (Bend::Straight, ..) => count(atom, min, max),
        // A ride that turns has no limit if nothing is said.
        (_, 1, UNLIMITED) => slider_of(atom).unwrap_or_else(|| atom.to_string()),
        _ => number(atom, min, max),
    };
    letters(directions, atom, planned, false) + &count
}

/// `i`, directions, modes, `t`, `u`, `p` or `g`, `o`, `y`, `n` or `j`, `z` or `q`. In a chain `g` and `y` of an earlier leg change the range.
fn letters(directions: &str, atom: &str, planned: &Planned, in_chain: bool) -> String {
    let modifiers = &planned.modifiers;
    let mut text = String::new();
    text.extend(modifiers.initial.iter().map(|l| l.letter));
    text += directions;
    let modes: String = modifiers.modes.iter().map(|l| l.letter).collect();
    let hopper = matches!(planned.ride.kind, Kind::Hopper(_));
    let hurdle = modifiers.hop.is_some() && !hopper;
    let default = if planned.goes_on && !hurdle { "m" } else { "mc" };
    text += if modes == default && planned.stop.is_none() { "" } else { &modes };
    text.extend(modifiers.tame.iter().chain(&modifiers.put_down).map(|l| l.letter));
    text.extend(modifiers.hop.iter().map(|l| if hurdle && !in_chain { 'p' } else { l.letter }));
    text.extend(modifiers.around.iter().map(|l| l.letter));
    text.extend(modifiers.toggle.iter().filter(|_| in_chain).map(|l| l.letter));
    let step = slider_of(atom).is_some();
    text.extend(modifiers.lame.iter().filter(|_| !step).map(|l| l.letter));
    text.extend(modifiers.jump.iter().chain(&modifiers.bend).map(|l| l.letter));
    text
}

/// The slider that makes the steps of this atom; none for longer leaps.
fn slider_of(atom: &str) -> Option<String> {
    matches!(atom, "W" | "F" | "K").then(|| slider(atom.chars().next().unwrap_or('W')).to_string())
}

/// An atom with its count.
fn count(atom: &str, min: u8, max: u8) -> String {
    match (min, max, slider_of(atom)) {
        (1, 1, _) => atom.to_string(),
        (1, UNLIMITED, Some(slider)) => slider,
        _ => number(atom, min, max),
    }
}

/// An atom with a number, whether it needs one or not.
fn number(atom: &str, min: u8, max: u8) -> String {
    match (min, max) {
        (1, UNLIMITED) => format!("{atom}0"),
        (1, max) => format!("{atom}{max}"),
        (min, UNLIMITED) => format!("{atom}{{{min}..}}"),
        (min, max) if min == max => format!("{atom}{{{min}}}"),
        (min, max) => format!("{atom}{{{min}..{max}}}"),
    }
}
