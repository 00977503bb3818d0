//! Terms together: which of them say the same as one, and how they are written in a row.

use super::Term;
use crate::rules::movement::{Landing, Path};

/// Makes one term of a leg and of a bracket that begins with it: `F[F-R]` is `[F?R]`.
pub fn stops(terms: Vec<Term>) -> Vec<Term> {
    let mut joined: Vec<Term> = Vec::new();
    for term in terms {
        let found = joined.iter().enumerate().find_map(|(at, known)| {
            stopping(known, &term).or_else(|| stopping(&term, known)).map(|together| (at, together))
        });
        match found {
            Some((at, together)) => joined[at] = together,
            None => joined.push(term),
        }
    }
    joined
}

/// The bracket that may also stop where the leg ends, if it begins with that leg and does not stop there yet.
fn stopping(leg: &Term, bracket: &Term) -> Option<Term> {
    if leg.unmoved != bracket.unmoved || leg.marking || bracket.marking || leg.text.starts_with('[') {
        return None;
    }
    // In a bracket a leg before the last goes to empty squares if nothing is said.
    let named = leg.text.replacen('m', "", 1);
    let on = [&leg.text, &named].into_iter().find_map(|text| bracket.text.strip_prefix(&format!("[{text}-")))?;
    let prefix = |path: &Path| {
        let own = &leg.paths.iter().find(|own| begins(path, own))?.legs;
        let mut longer = path.clone();
        longer.legs[own.len() - 1].stop = Some(own[own.len() - 1].ends);
        Some((longer, own.clone()))
    };
    let paths: Vec<_> = bracket.paths.iter().map(prefix).collect::<Option<_>>()?;
    let all = leg.paths.iter().all(|own| paths.iter().any(|(_, found)| *found == own.legs));
    let paths = paths.into_iter().map(|(path, _)| path).collect();
    all.then(|| Term { text: format!("[{}?{on}", leg.text), paths, ..bracket.clone() })
}

/// Whether a path goes on from where another one ends, over empty squares, without a stop so far.
fn begins(path: &Path, first: &Path) -> bool {
    let legs = first.legs.len();
    path.legs.len() > legs
        && path.legs.iter().zip(&first.legs).enumerate().all(|(at, (long, short))| {
            let last = at + 1 == legs;
            let lands = if last { long.ends == Landing::MOVE && long.stop.is_none() } else { long.ends == short.ends };
            let mut long = long.clone();
            (long.ends, long.stop) = (short.ends, if last { short.stop } else { long.stop });
            lands && long == *short
        })
}

/// The terms one after the other. A space keeps two equal capitals apart, which would be a ride together.
pub fn canonical(terms: &[Term]) -> String {
    let mut text = String::new();
    for term in terms {
        if text.chars().last().is_some_and(|last| last.is_ascii_uppercase() && term.text.starts_with(last)) {
            text.push(' ');
        }
        text += &term.text;
    }
    text
}
