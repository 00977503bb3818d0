//! The small letters of one leg: sorted out, and checked against each other.

use super::directions::{Class, Directions, Placed, Unit, is_direction, pair_up};
use super::problems::Problems;
use super::support::unsupported;
use super::syntax::Letter;
use crate::diagnostics::Code;
use crate::rules::movement::Landing;
use std::ops::Range;

/// The modifiers of one leg.
#[derive(Debug, Default)]
pub struct Modifiers {
    /// The direction letters, in the groups in which they stand side by side.
    pub directions: Vec<Vec<Letter>>,
    /// `m`, `c` and `e`, in the order of canonical text.
    pub modes: Vec<Letter>,
    /// `p` or `g`.
    pub hop: Option<Letter>,
    /// `n`.
    pub lame: Option<Letter>,
    /// `j`.
    pub jump: Option<Letter>,
    /// `i`.
    pub initial: Option<Letter>,
}

impl Modifiers {
    /// Sorts out the letters of a leg.
    pub fn read(letters: &[Letter], problems: &mut Problems) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let mut beside = false;
        for letter in letters {
            let direction = is_direction(letter.letter);
            if direction && !beside {
                modifiers.directions.push(Vec::new());
            }
            beside = direction;
            modifiers.take(letter, problems);
        }
        modifiers.modes.sort_by_key(|l| "mce".find(l.letter));
        modifiers.check(problems);
        modifiers
    }

    fn take(&mut self, letter: &Letter, problems: &mut Problems) {
        let slot = match letter.letter {
            'm' | 'c' | 'e' => {
                if self.modes.iter().any(|l| l.letter == letter.letter) {
                    return twice(letter, problems);
                }
                return self.modes.push(letter.clone());
            }
            'p' | 'g' => {
                if let Some(hop) = self.hop.as_ref().filter(|hop| hop.letter != letter.letter) {
                    let pair = hop.at.min(letter.at)..hop.at.max(letter.at) + 1;
                    let help = "`p` lands anywhere behind the hurdle, `g` right behind it; keep one of them";
                    return contradict("`p` and `g` are two kinds of hoppers", &pair, help, problems);
                }
                &mut self.hop
            }
            'n' => &mut self.lame,
            'j' => &mut self.jump,
            'i' => {
                if self.initial.is_some() {
                    let message = "`ii` is understood by Ferz's notation but not supported yet".into();
                    let help = "one `i` is for men that have not moved; a restrictor `from` behind the movement says from where";
                    return problems.error(Code::NotSupportedYet, &letter.span(), message, "the second `i`", help);
                }
                &mut self.initial
            }
            other if is_direction(other) => {
                if let Some(group) = self.directions.last_mut() {
                    group.push(letter.clone());
                }
                return;
            }
            other => return unusable(other, letter, problems),
        };
        if slot.is_some() {
            return twice(letter, problems);
        }
        *slot = Some(letter.clone());
    }

    /// Letters that exclude each other.
    fn check(&mut self, problems: &mut Problems) {
        let span = |a: &Letter, b: &Letter| a.at.min(b.at)..a.at.max(b.at) + 1;
        if let (Some(lame), Some(jump)) = (&self.lame, &self.jump) {
            let help = "`n` asks for an empty square on the way, `j` for one that it skips; keep one of them";
            contradict("`n` and `j` exclude each other", &span(lame, jump), help, problems);
        }
        if let (Some(hop), Some(other)) = (&self.hop, self.lame.as_ref().or(self.jump.as_ref())) {
            let what = format!("`{}` and `{}` exclude each other", hop.letter, other.letter);
            let help = format!("`{}` already says what stands on the way; leave `{}` out", hop.letter, other.letter);
            contradict(&what, &span(hop, other), &help, problems);
        }
    }

    /// What the square may hold where the leg ends; `none` if no letter says.
    pub fn landing(&self, none: Landing) -> Landing {
        if self.modes.is_empty() {
            return none;
        }
        let has = |mode| self.modes.iter().any(|l| l.letter == mode);
        Landing { empty: has('m'), enemy: has('c'), en_passant: has('e'), ..Landing::default() }
    }

    /// The directions of a single leg of an atom; nothing if some letter is wrong.
    pub fn select(&self, class: Class, capital: char, problems: &mut Problems) -> Option<Directions> {
        let mut selected: Vec<(Directions, Range<usize>)> = Vec::new();
        let mut good = true;
        for group in &self.directions {
            let letters: Vec<char> = group.iter().map(|l| l.letter).collect();
            for placed in pair_up(&letters) {
                let span = group[placed.start].at..group[placed.end - 1].at + 1;
                match class.select(placed.unit) {
                    Some(set) => selected.push((set, span.clone())),
                    None => {
                        impossible(class, capital, placed, &span, problems);
                        good = false;
                    }
                }
                if class == Class::Oblique
                    && let Unit::Pair('f' | 'b' | 'l' | 'r', 'f' | 'b' | 'l' | 'r') = placed.unit
                {
                    self.name_target(placed.unit, capital, &span, problems);
                }
            }
        }
        if !good {
            return None;
        }
        self.split(class, problems);
        Some(if selected.is_empty() { class.all() } else { redundant(class, capital, &selected, problems) })
    }

    /// `frN`: one leap, and readers differ about which.
    fn name_target(&self, unit: Unit, capital: char, span: &Range<usize>, problems: &mut Problems) {
        let (Unit::Pair(a, b), Some(atom)) = (unit, super::atoms::Atom::of(capital)) else { return };
        let set = Class::Oblique.select(unit).unwrap_or(0);
        let target = atom.leap(set.trailing_zeros() as usize);
        let message = format!("`{a}{b}{capital}` goes to ({:+},{:+})", target.dx, target.dy);
        let help = format!("the last letter names the longer side; the other leap is `{b}{a}{capital}`");
        problems.warn(Code::AmbiguousDirection, span, message, "often read the other way round", help);
    }

    /// Direction letters that would pair if nothing stood between them.
    fn split(&self, class: Class, problems: &mut Problems) {
        for two in self.directions.windows(2) {
            let (Some(last), Some(first)) = (two[0].last(), two[1].first()) else { continue };
            let pair = pair_up(&[last.letter, first.letter]);
            let joins = pair.len() == 1 && !matches!(pair[0].unit, Unit::Double(_));
            if joins && class != Class::Orthogonal {
                let message = format!("`{}` and `{}` do not belong together here", last.letter, first.letter);
                let help = format!(
                    "direction letters only combine side by side: write `{0}{1}` for that, or `{0}{0}{1}{1}` for what this says",
                    last.letter, first.letter
                );
                problems.warn(
                    Code::AmbiguousDirection,
                    &(last.at..first.at + 1),
                    message,
                    "split by other letters",
                    help,
                );
            }
        }
    }
}

fn twice(letter: &Letter, problems: &mut Problems) {
    let message = format!("`{}` stands here for the second time", letter.letter);
    problems.warn(Code::RedundantLetter, &letter.span(), message, "says nothing new", "leave it out");
}

fn contradict(message: &str, span: &Range<usize>, help: &str, problems: &mut Problems) {
    problems.error(Code::ContradictoryLetters, span, message.into(), "only one of them", help);
}

/// A letter that is unknown, or not supported yet.
fn unusable(other: char, letter: &Letter, problems: &mut Problems) {
    if let Some(what) = unsupported(other) {
        let message = format!("`{other}` ({what}) is understood by Ferz's notation but not supported yet");
        let help = "leave this term out for now";
        return problems.error(Code::NotSupportedYet, &letter.span(), message, "this modifier", help);
    }
    let capital = other.to_ascii_uppercase();
    let help = if super::atoms::Atom::of(capital).is_some() {
        format!("atoms are capitals: did you mean `{capital}`?")
    } else {
        "modifiers are the directions f b l r v s h, the modes m c e, p g n j, and i".into()
    };
    problems.error(
        Code::UnknownLetter,
        &letter.span(),
        format!("there is no modifier `{other}`"),
        "not a modifier",
        help,
    );
}

/// A direction that means nothing for this class of atoms.
fn impossible(class: Class, capital: char, placed: Placed, span: &Range<usize>, problems: &mut Problems) {
    let (message, help) = match (placed.unit, class) {
        (Unit::BareHalf, _) => (
            "`h` halves nothing here".to_string(),
            format!(
                "it follows f, b, l or r, as in `fhN`, or stands before r or l, as in `hrN`; `{capital}` alone goes everywhere"
            ),
        ),
        (Unit::Half(a), Class::Orthogonal) => (
            format!("`{a}h` is half of eight directions, and `{capital}` has four"),
            format!("`{a}{capital}` goes one way; add letters for more, as in `fs{capital}` for forward and sideways"),
        ),
        (Unit::Half(a), _) => (
            format!("`{a}h` is half of eight directions, and `{capital}` has four"),
            format!("`{a}{capital}` is already the half on that side"),
        ),
        (Unit::Chiral(a), _) => (
            format!("`h{a}` is every second leap of an oblique atom, and `{capital}` is not oblique"),
            format!("the oblique atoms are N, C and Z; for all directions write `{capital}`"),
        ),
        (Unit::Pair(a, b), _) => (
            format!("`{b}` selects nothing after `{a}` with `{capital}`, which goes diagonally"),
            if b == 's' || b == 'v' {
                format!("`{a}{capital}` is both diagonals on that side")
            } else {
                format!("`{b}{capital}` is both diagonals on that side")
            },
        ),
        (Unit::Single(a) | Unit::Double(a), _) => (
            format!("`{a}` selects nothing with `{capital}`: every diagonal goes that way"),
            format!(
                "`{capital}` is all four; `f{capital}`, `b{capital}`, `l{capital}` and `r{capital}` are the two on a side"
            ),
        ),
    };
    problems.error(Code::ImpossibleDirection, span, message, "no such direction", help);
}

/// The union of what is selected, with a warning for what adds nothing to it.
fn redundant(
    class: Class,
    capital: char,
    selected: &[(Directions, Range<usize>)],
    problems: &mut Problems,
) -> Directions {
    let union = selected.iter().fold(0, |union, (set, _)| union | set);
    if union == class.all() {
        let span = selected[0].1.start..selected[selected.len() - 1].1.end;
        let help = format!("write `{capital}` without them");
        let message = format!("these letters select every direction of `{capital}`");
        problems.warn(Code::RedundantDirection, &span, message, "all directions", help);
        return union;
    }
    for (index, (set, span)) in selected.iter().enumerate() {
        let before = selected[..index].iter().fold(0, |union, (set, _)| union | set);
        if before & set == *set {
            let help = "leave it out".to_string();
            let message = "this direction has been selected already".into();
            problems.warn(Code::RedundantDirection, span, message, "adds nothing", help);
        }
    }
    union
}
