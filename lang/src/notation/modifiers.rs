//! The small letters of one leg: sorted out, and checked against each other.

use super::directions::is_direction;
use super::problems::Problems;
use super::support::unsupported;
use super::syntax::Letter;
use crate::diagnostics::Code;
use crate::rules::movement::Landing;
use std::ops::Range;

/// Which leg of a path the letters belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// There is no other.
    Only,
    /// Others follow it.
    First,
    /// It stands between others.
    Middle,
    /// The path ends with it.
    Last,
}

impl Role {
    /// The role of the leg with this number among so many.
    pub fn of(index: usize, legs: usize) -> Role {
        match index {
            0 if legs == 1 => Role::Only,
            0 => Role::First,
            _ if index + 1 == legs => Role::Last,
            _ => Role::Middle,
        }
    }

    /// Whether the path goes on behind the leg.
    pub fn is_earlier(self) -> bool {
        matches!(self, Role::First | Role::Middle)
    }
}

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
    /// `y`.
    pub toggle: Option<Letter>,
}

impl Modifiers {
    /// Sorts out the letters of a leg.
    pub fn read(letters: &[Letter], role: Role, problems: &mut Problems) -> Modifiers {
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
        modifiers.check_role(role, problems);
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
            'y' => &mut self.toggle,
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

    /// Letters that this leg cannot have.
    fn check_role(&self, role: Role, problems: &mut Problems) {
        let misplaced = |letter: &Letter, message: &str, help: &str, problems: &mut Problems| {
            let message = format!("`{}` {message}", letter.letter);
            problems.error(Code::MisplacedLetter, &letter.span(), message, "not on this leg", help);
        };
        if let Some(toggle) = self.toggle.as_ref().filter(|_| !role.is_earlier()) {
            let help =
                "it stands before the `a` that begins them, as in `yafsF`; a slide is R, B, Q, or an atom with `0`";
            misplaced(toggle, "changes the range of later legs, and none follows", help, problems);
        }
        if let (Some(toggle), Some(hop)) = (&self.toggle, &self.hop)
            && role.is_earlier()
            && (hop.letter == 'g' || self.modes.is_empty())
        {
            let span = toggle.at.min(hop.at)..toggle.at.max(hop.at) + 1;
            let message = format!("nobody has settled what `y` with `{}` means", hop.letter);
            let help = "say the same with legs in brackets, where each leg has its own atom";
            problems.error(Code::UnsettledNotation, &span, message, "no settled meaning", help);
        }
        for mode in self.modes.iter().filter(|_| role.is_earlier()) {
            match mode.letter {
                'e' => {
                    let help = "put it on the last leg";
                    misplaced(
                        mode,
                        "is about the square where the move ends, and the path goes on here",
                        help,
                        problems,
                    );
                }
                'c' => later(mode, "capturing on the way", problems),
                _ => {}
            }
        }
        if let Some(initial) = self.initial.as_ref().filter(|_| matches!(role, Role::Middle | Role::Last)) {
            later(initial, "a leg as long as the one before", problems);
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
}

fn twice(letter: &Letter, problems: &mut Problems) {
    let message = format!("`{}` stands here for the second time", letter.letter);
    problems.warn(Code::RedundantLetter, &letter.span(), message, "says nothing new", "leave it out");
}

fn contradict(message: &str, span: &Range<usize>, help: &str, problems: &mut Problems) {
    problems.error(Code::ContradictoryLetters, span, message.into(), "only one of them", help);
}

/// A letter that is understood, but not supported yet where it stands.
pub fn later(letter: &Letter, what: &str, problems: &mut Problems) {
    let message = format!("`{}` ({what}) is understood by Ferz's notation but not supported yet", letter.letter);
    let help = "leave this term out for now";
    problems.error(Code::NotSupportedYet, &letter.span(), message, "this modifier", help);
}

/// A letter that is unknown, or not supported yet.
fn unusable(other: char, letter: &Letter, problems: &mut Problems) {
    if let Some(what) = unsupported(other) {
        return later(letter, what, problems);
    }
    let capital = other.to_ascii_uppercase();
    let help = if super::atoms::Atom::of(capital).is_some() {
        format!("atoms are capitals: did you mean `{capital}`?")
    } else {
        "modifiers are the directions f b l r v s h, the modes m c e, p g n j, i, a and y".into()
    };
    problems.error(
        Code::UnknownLetter,
        &letter.span(),
        format!("there is no modifier `{other}`"),
        "not a modifier",
        help,
    );
}
