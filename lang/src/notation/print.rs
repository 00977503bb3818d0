//! The canonical text of a term.

use super::Term;
use super::directions::{Class, Directions, spell};
use super::legs::{Planned, Turn, chain_turn, in_order};
use super::ride::{Kind, slider};
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
        return leg(&spell(class, directions), chain.atom.letter, only);
    }
    let split = [(Class::Orthogonal, 'W'), (Class::Diagonal, 'F')];
    let parts = split.into_iter().filter(|(class, _)| directions & class.all() != 0);
    parts.map(|(class, atom)| leg(&spell(class, directions & class.all()), atom, only)).collect()
}

/// A bracket, without what stands before it.
pub fn bracket(plan: &[Planned]) -> String {
    let mut text = String::from("[");
    for (index, planned) in plan.iter().enumerate() {
        let turn = match planned.turn {
            Turn::To(turns) if index > 0 => spell_turn(turns),
            _ => String::new(),
        };
        text += &leg(&turn, planned.ride.atom.letter, planned);
        if index + 1 < plan.len() {
            text.push(if planned.stop.is_some() { '?' } else { '-' });
        }
    }
    text.push(']');
    text
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
            let Turn::To(turns) = planned.turn else { return None };
            let before = headings;
            headings =
                in_order(before).flat_map(|h| in_order(turns).map(move |t| (h + t) % 8)).fold(0, |set, d| set | 1 << d);
            text.push('-');
            let all = class_of(headings).all();
            let outward = |h: usize| if all >> h & 1 != 0 { 0b0000_0001 } else { 0b1000_0010 };
            if in_order(before).any(|h| outward(h) != turns) {
                turn = spell_turn(turns);
            }
        }
        let atom = match (class_of(headings), chain.atom.long) {
            (Class::Orthogonal, 1) => 'W',
            (Class::Orthogonal, 2) => 'D',
            (Class::Orthogonal, _) => 'H',
            (Class::Diagonal, 1) => 'F',
            (Class::Diagonal, 2) => 'A',
            (Class::Diagonal, _) => 'G',
            (_, 1) => 'K',
            _ => return None,
        };
        text += &leg(&turn, atom, planned);
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
        match planned.turn {
            _ if index == 0 => text += &letters(&spell(class, directions), chain.atom.letter, planned, true),
            Turn::To(turns) if turns != chain_turn(class, &[]) => {
                text += &letters(&spell_turn(turns), chain.atom.letter, planned, true);
            }
            _ => text += &letters("", chain.atom.letter, planned, true),
        }
        if index + 1 < plan.len() {
            text.push('a');
        }
    }
    // Whether a step is turned into a slide depends on the capital, not on the number: R stays R here.
    let capital = if chain.atom.is_step() { chain.capital } else { chain.atom.letter };
    let (min, max) = (plan[0].ride.min, plan[0].ride.max);
    text + &if (min, max) == (1, chain.atom.reach) { capital.to_string() } else { number(capital, min, max) }
}

/// Turns of a later leg, all eight written out.
fn spell_turn(turns: Directions) -> String {
    if turns == Class::Eightfold.all() { "fsbsvs".into() } else { spell(Class::Eightfold, turns) }
}

/// One leg with its atom.
fn leg(directions: &str, atom: char, planned: &Planned) -> String {
    letters(directions, atom, planned, false) + &count(atom, planned.ride.min, planned.ride.max)
}

/// `i`, directions, modes, `p` or `g`, `y`, and `n` or `j`. In a chain `g` and `y` of an earlier leg change the range.
fn letters(directions: &str, atom: char, planned: &Planned, in_chain: bool) -> String {
    let modifiers = &planned.modifiers;
    let mut text = String::new();
    text.extend(modifiers.initial.iter().map(|l| l.letter));
    text += directions;
    let modes: String = modifiers.modes.iter().map(|l| l.letter).collect();
    let hopper = matches!(planned.ride.kind, Kind::Hopper(_));
    let hurdle = modifiers.hop.is_some() && !hopper;
    let default = if planned.goes_on && !hurdle { "m" } else { "mc" };
    text += if modes == default && planned.stop.is_none() { "" } else { &modes };
    text.extend(modifiers.hop.iter().map(|l| if hurdle && !in_chain { 'p' } else { l.letter }));
    text.extend(modifiers.toggle.iter().filter(|_| in_chain).map(|l| l.letter));
    let step = matches!(atom, 'W' | 'F' | 'K');
    text.extend(modifiers.lame.iter().filter(|_| !step).map(|l| l.letter));
    text.extend(modifiers.jump.iter().map(|l| l.letter));
    text
}

/// An atom with its count.
fn count(atom: char, min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => atom.to_string(),
        (1, UNLIMITED) if matches!(atom, 'W' | 'F' | 'K') => slider(atom).to_string(),
        _ => number(atom, min, max),
    }
}

/// An atom with a number, whether it needs one or not.
fn number(atom: char, min: u8, max: u8) -> String {
    match (min, max) {
        (1, UNLIMITED) => format!("{atom}0"),
        (1, max) => format!("{atom}{max}"),
        (min, UNLIMITED) => format!("{atom}{{{min}..}}"),
        (min, max) if min == max => format!("{atom}{{{min}}}"),
        (min, max) => format!("{atom}{{{min}..{max}}}"),
    }
}

/// The terms one after the other. A space keeps two equal capitals apart, which would be a ride together.
pub fn join(terms: &[Term]) -> String {
    let mut text = String::new();
    for term in terms {
        if text.chars().last().is_some_and(|last| last.is_ascii_uppercase() && term.text.starts_with(last)) {
            text.push(' ');
        }
        text += &term.text;
    }
    text
}
