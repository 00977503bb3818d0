//! The canonical text of a term.

use super::Term;
use super::directions::{Class, Directions, spell};
use super::lower::{Ride, slider};
use super::modifiers::Modifiers;
use super::syntax::Chain;
use crate::rules::movement::UNLIMITED;

/// A term of one leg: `i`, directions, modes, `p` or `g`, `n` or `j`, the atom and its count.
///
/// K and Q with directions are printed as W and F, which nobody reads in two ways.
pub fn term(chain: &Chain, modifiers: &Modifiers, directions: Directions, ride: &Ride) -> String {
    let class = chain.atom.class;
    if class != Class::Eightfold || directions == class.all() {
        return part(class, chain.atom.letter, modifiers, directions, ride);
    }
    let split = [(Class::Orthogonal, 'W'), (Class::Diagonal, 'F')];
    let parts = split.into_iter().filter(|(class, _)| directions & class.all() != 0);
    parts.map(|(class, atom)| part(class, atom, modifiers, directions & class.all(), ride)).collect()
}

fn part(class: Class, atom: char, modifiers: &Modifiers, directions: Directions, ride: &Ride) -> String {
    let mut text = String::new();
    text.extend(modifiers.initial.iter().map(|l| l.letter));
    text += &spell(class, directions);
    let modes: String = modifiers.modes.iter().map(|l| l.letter).collect();
    text += if modes == "mc" { "" } else { &modes };
    text.extend(modifiers.hop.iter().map(|l| l.letter));
    let step = matches!(atom, 'W' | 'F' | 'K');
    text.extend(modifiers.lame.iter().filter(|_| !step).map(|l| l.letter));
    text.extend(modifiers.jump.iter().map(|l| l.letter));
    text + &count(atom, ride.min, ride.max)
}

/// An atom with its count.
fn count(atom: char, min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => atom.to_string(),
        (1, UNLIMITED) if matches!(atom, 'W' | 'F' | 'K') => slider(atom).to_string(),
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
