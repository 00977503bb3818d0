//! From the form of a term to the ways that it goes.

use super::Term;
use super::atoms::Atom;
use super::directions::{Class, Directions, is_turn, spell};
use super::legs::{self, Planned, Turn, Way};
use super::modifiers::{Modifiers, Role};
use super::print;
use super::problems::Problems;
use super::ride::{Kind, Ride, check_count};
use super::syntax::{Bracket, Chain, Syntax};
use crate::diagnostics::Code;
use std::ops::Range;

/// A term, lowered; nothing if it is wrong.
pub fn lower(syntax: &Syntax, problems: &mut Problems) -> Option<Term> {
    let before = problems.errors();
    let term = match syntax {
        Syntax::Chain(chain) => lower_chain(chain, problems),
        Syntax::Bracket(bracket) => lower_bracket(bracket, problems),
    };
    if problems.errors() == before { term } else { None }
}

/// Looks at the letters of a term that is wrong anyway, so that all its mistakes are told at once.
fn check_letters(chain: &Chain, first: Role, problems: &mut Problems) {
    let count = chain.legs.len();
    for (index, letters) in chain.legs.iter().enumerate() {
        let role = if count == 1 { first } else { Role::of(index, count) };
        let modifiers = Modifiers::read(letters, role, problems);
        if Atom::of(chain.capital).is_some() && matches!(role, Role::Only | Role::First) {
            modifiers.select(chain.atom.class, &chain.name(), problems);
        }
    }
}

fn lower_chain(chain: &Chain, problems: &mut Problems) -> Option<Term> {
    if chain.broken {
        check_letters(chain, Role::Only, problems);
        return None;
    }
    check_count(chain, problems);
    let name = chain.name();
    let count = chain.legs.len();
    let (mut plan, mut directions, mut toggles) = (Vec::new(), None, 0);
    for (index, letters) in chain.legs.iter().enumerate() {
        let role = Role::of(index, count);
        let modifiers = Modifiers::read(letters, role, problems);
        let turn = if index == 0 {
            directions = modifiers.select(chain.atom.class, &name, problems);
            Turn::Outward
        } else {
            if let Some(turn) = modifiers.directions.iter().flatten().find(|l| is_turn(l.letter))
                && chain.atom.class == Class::Oblique
            {
                let message = format!("nobody has settled how `{}` turns after a leap of `{name}`", turn.letter);
                let help = "say the turn with f, s and b, or use terms for the paths";
                problems.error(Code::UnsettledNotation, &turn.span(), message, "after an oblique leap", help);
            }
            let turns = modifiers.turns(&name, problems);
            turns.map_or(Turn::Outward, |(_, turns)| Turn::To(legs::chain_turn(chain.atom.class, turns)))
        };
        let ride = Ride::of(chain, &modifiers, role, toggles, problems);
        // `g` ends on its hurdle and goes on with the other range.
        let toggles_here = [modifiers.toggle.is_some(), modifiers.hop.as_ref().is_some_and(|hop| hop.letter == 'g')];
        toggles += toggles_here.into_iter().filter(|&toggle| toggle && role.is_earlier()).count();
        let (ends, goes_on) = (legs::landing(&modifiers, role), role.is_earlier());
        plan.extend(ride.map(|ride| Planned { modifiers, ride, turn, goes_on, later: index > 0, ends, stop: None }));
    }
    let directions = directions.filter(|_| plan.len() == count)?;
    if count == 1 && chain.atom.class == Class::Eightfold && directions != Class::Eightfold.all() {
        warn_of_eightfold(chain, &plan[0].modifiers, directions, problems);
    }
    legs::check_plan(&plan, problems);
    let ways = legs::ways(directions, &plan, &chain.span, problems)?;
    let text = print::chain(chain, directions, &plan);
    Some(finish(text, ways, &plan))
}

fn lower_bracket(bracket: &Bracket, problems: &mut Problems) -> Option<Term> {
    legs::check_prefix(bracket, problems);
    if bracket.broken {
        let count = bracket.legs.len();
        let roles = (0..count).map(|index| Role::of(index, count));
        bracket.legs.iter().zip(roles).for_each(|(leg, role)| check_letters(leg, role, problems));
        return None;
    }
    let plan = legs::plan_bracket(bracket, problems)?;
    legs::check_plan(&plan, problems);
    let first = plan[0].ride.atom.class.all();
    let ways = legs::ways(first, &plan, &bracket.span, problems)?;
    let (ways, prefix) = legs::choose(bracket, ways, &plan, problems)?;
    let text = prefix + &print::bracket(&plan);
    Some(finish(text, ways, &plan))
}

/// The term.
fn finish(text: String, ways: Vec<Way>, plan: &[Planned]) -> Term {
    let first = &plan[0];
    let paths = ways.into_iter().map(|way| way.path).collect();
    let unmoved = first.modifiers.initial.is_some();
    let straight_lame = first.ride.kind == Kind::Lame && !first.ride.is_cut();
    Term { text, paths, unmoved, marking: unmoved && straight_lame && plan.len() == 1 }
}

/// Directions on K and Q: other programs read them as directions of W and F.
fn warn_of_eightfold(chain: &Chain, modifiers: &Modifiers, directions: Directions, problems: &mut Problems) {
    let letters: Vec<_> = modifiers.directions.iter().flatten().collect();
    let (Some(first), Some(last)) = (letters.first(), letters.last()) else { return };
    let span: Range<usize> = first.at..last.at + 1;
    let (straight, diagonal) = if chain.capital == 'Q' { ('R', 'B') } else { ('W', 'F') };
    let part = |class: Class, capital: char| {
        let set = directions & class.all();
        if set == 0 { String::new() } else { format!("{}{capital}", spell(class, set)) }
    };
    let plain = part(Class::Orthogonal, straight) + &part(Class::Diagonal, diagonal);
    let letters: String = letters.iter().map(|l| l.letter).collect();
    let message =
        format!("`{letters}` on `{}` selects from eight directions, which not everybody reads that way", chain.capital);
    let help = if letters.len() == 1 && "fblr".contains(&letters) {
        format!("`{plain}` says the same; all three steps on that side are `{letters}{straight}{letters}{diagonal}`")
    } else {
        format!("`{plain}` says the same without doubt")
    };
    problems.warn(Code::AmbiguousDirection, &span, message, "read as XBoard does", help);
}
