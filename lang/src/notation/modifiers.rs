//! The small letters of one leg: sorted out, and checked against each other.

use super::directions::{is_direction, is_turn};
use super::problems::Problems;
use super::syntax::Letter;
use crate::diagnostics::Code;
use crate::rules::movement::{Effect, Landing};
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
    /// The direction letters, in the groups in which they stand side by side. On a later leg `z` and `q` are among them.
    pub directions: Vec<Vec<Letter>>,
    /// `m`, `c`, `d`, `k` and `e`, in the order of canonical text.
    pub modes: Vec<Letter>,
    /// `t`.
    pub tame: Option<Letter>,
    /// `u`.
    pub put_down: Option<Letter>,
    /// `p` or `g`.
    pub hop: Option<Letter>,
    /// `o`.
    pub around: Option<Letter>,
    /// `n`.
    pub lame: Option<Letter>,
    /// `j`.
    pub jump: Option<Letter>,
    /// `i`.
    pub initial: Option<Letter>,
    /// `y`.
    pub toggle: Option<Letter>,
    /// `z` or `q` on a leg that is the only one.
    pub bend: Option<Letter>,
}

/// The modes, in the order of canonical text.
const MODES: &str = "mcdke";

impl Modifiers {
    /// Sorts out the letters of a leg.
    pub fn read(letters: &[Letter], role: Role, problems: &mut Problems) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let mut beside = false;
        for letter in letters {
            let turns = is_turn(letter.letter) && matches!(role, Role::Middle | Role::Last);
            let direction = is_direction(letter.letter) || turns;
            if direction {
                if !beside {
                    modifiers.directions.push(Vec::new());
                }
                modifiers.directions.last_mut().into_iter().for_each(|group| group.push(letter.clone()));
            } else {
                modifiers.take(letter, problems);
            }
            beside = direction;
        }
        modifiers.modes.sort_by_key(|l| MODES.find(l.letter));
        modifiers.check(problems);
        modifiers.check_role(role, problems);
        modifiers
    }

    fn take(&mut self, letter: &Letter, problems: &mut Problems) {
        let slot = match letter.letter {
            mode if MODES.contains(mode) => {
                if self.modes.iter().any(|l| l.letter == letter.letter) {
                    return twice(letter, problems);
                }
                return self.modes.push(letter.clone());
            }
            'p' | 'g' => {
                let help = "`p` lands anywhere behind the hurdle, `g` right behind it; keep one of them";
                if differs(&self.hop, letter, "`p` and `g` are two kinds of hoppers", help, problems) {
                    return;
                }
                &mut self.hop
            }
            'z' | 'q' => {
                let help = "`z` turns to one side and the other, `q` always to the same; keep one of them";
                if differs(&self.bend, letter, "`z` and `q` are two kinds of turns", help, problems) {
                    return;
                }
                &mut self.bend
            }
            'y' => &mut self.toggle,
            'n' => &mut self.lame,
            'j' => &mut self.jump,
            't' => &mut self.tame,
            'o' => &mut self.around,
            'u' => &mut self.put_down,
            'i' => {
                if self.initial.is_some() {
                    let message = "`ii` is understood by Ferz's notation but not supported yet".into();
                    let help = "one `i` is for men that have not moved; a restrictor `from` behind the movement says from where";
                    return problems.error(Code::NotSupportedYet, &letter.span(), message, "the second `i`", help);
                }
                &mut self.initial
            }
            other => return unusable(other, letter, problems),
        };
        if slot.is_some() {
            return twice(letter, problems);
        }
        *slot = Some(letter.clone());
    }

    fn mode(&self, mode: char) -> Option<&Letter> {
        self.modes.iter().find(|l| l.letter == mode)
    }

    /// Letters that exclude each other.
    fn check(&mut self, problems: &mut Problems) {
        if let (Some(lame), Some(jump)) = (&self.lame, &self.jump) {
            let help = "`n` asks for an empty square on the way, `j` for one that it skips; keep one of them";
            contradict("`n` and `j` exclude each other", &both(lame, jump), help, problems);
        }
        if let (Some(hop), Some(other)) = (&self.hop, self.lame.as_ref().or(self.jump.as_ref())) {
            let what = format!("`{}` and `{}` exclude each other", hop.letter, other.letter);
            let help = format!("`{}` already says what stands on the way; leave `{}` out", hop.letter, other.letter);
            contradict(&what, &both(hop, other), &help, problems);
        }
        if let (Some(bend), Some(other)) = (&self.bend, self.lame.as_ref().or(self.jump.as_ref())) {
            let what = format!("`{}` and `{}` exclude each other", bend.letter, other.letter);
            let help = format!("a ride that turns is made of plain leaps; leave `{}` out", other.letter);
            contradict(&what, &both(bend, other), &help, problems);
        }
        if let (Some(royal), Some(tame)) = (self.mode('k'), &self.tame) {
            let help = "`k` takes royals alone and `t` takes none; keep one of them";
            contradict("`k` and `t` exclude each other", &both(royal, tame), help, problems);
        }
    }

    /// Letters that this leg cannot have.
    fn check_role(&self, role: Role, problems: &mut Problems) {
        let misplaced = |letter: &Letter, message: &str, help: &str, problems: &mut Problems| {
            let message = format!("`{}` {message}", letter.letter);
            problems.error(Code::MisplacedLetter, &letter.span(), message, "not on this leg", help);
        };
        let earlier = role.is_earlier();
        if let Some(toggle) = self.toggle.as_ref().filter(|_| !earlier) {
            let help =
                "it stands before the `a` that begins them, as in `yafsF`; a slide is R, B, Q, or an atom with `0`";
            misplaced(toggle, "changes the range of later legs, and none follows", help, problems);
        }
        if let (Some(toggle), Some(hop)) = (&self.toggle, &self.hop)
            && earlier
            && (hop.letter == 'g' || self.modes.is_empty())
        {
            let message = format!("nobody has settled what `y` with `{}` means", hop.letter);
            let help = "say the same with legs in brackets, where each leg has its own atom";
            problems.error(Code::UnsettledNotation, &both(toggle, hop), message, "no settled meaning", help);
        }
        for mode in self.modes.iter().filter(|l| earlier && "ek".contains(l.letter)) {
            let message = "is about the square where the move ends, and the path goes on here";
            misplaced(mode, message, "put it on the last leg", problems);
        }
        if let (Some(hop), Some(takes)) = (&self.hop, self.mode('c').or(self.mode('d')))
            && earlier
        {
            let message =
                format!("nobody has settled whether `{}` with `{}` takes its hurdle", hop.letter, takes.letter);
            let help = "`c` or `d` alone takes the man and goes on, `p` alone leaves it; use two terms for both";
            problems.error(Code::UnsettledNotation, &both(hop, takes), message, "no settled meaning", help);
        }
        if let Some(bend) = self.bend.as_ref().filter(|_| role == Role::First) {
            let help = "it stands on a later leg, as in `[K-fsK-fzK]`, or on the only one, as in `zB`";
            misplaced(bend, "turns from the leg before, and none comes before", help, problems);
        }
        if let Some(tame) = &self.tame {
            let takes = if self.modes.is_empty() { !earlier } else { self.mode('c').or(self.mode('k')).is_some() };
            if !(takes || earlier && self.hop.is_some()) {
                let message = "`t` changes nothing: this leg takes no enemy and hops over nobody".into();
                problems.warn(Code::RedundantLetter, &tame.span(), message, "nothing to be tame about", "leave it out");
            }
        }
    }

    /// What the square may hold where the leg ends; `none` if no letter says.
    pub fn landing(&self, none: Landing) -> Landing {
        let has = |mode| self.mode(mode).is_some();
        let royal = match (has('c'), has('k')) {
            (true, true) => Some(false),
            (false, true) => Some(true),
            _ => None,
        };
        let enemy = has('c') || has('k');
        let given = Landing { empty: has('m'), enemy, friend: has('d'), en_passant: has('e'), royal };
        let landing = if self.modes.is_empty() { none } else { given };
        let tame = self.tame.is_some() && landing.enemy;
        if tame { Landing { royal: Some(false), ..landing } } else { landing }
    }

    /// What becomes of a man on the square where the leg ends, if the path goes on.
    pub fn effect(&self) -> Effect {
        if self.may_take() { Effect::Remove } else { Effect::Leave }
    }

    /// Whether a letter says that the leg takes men.
    pub fn may_take(&self) -> bool {
        self.modes.iter().any(|l| "cdk".contains(l.letter))
    }
}

/// The bytes from one letter to another.
fn both(a: &Letter, b: &Letter) -> Range<usize> {
    a.at.min(b.at)..a.at.max(b.at) + 1
}

/// Refuses a letter beside another one of its sort.
fn differs(slot: &Option<Letter>, letter: &Letter, what: &str, help: &str, problems: &mut Problems) -> bool {
    let other = slot.as_ref().filter(|known| known.letter != letter.letter);
    other.inspect(|known| contradict(what, &both(known, letter), help, problems)).is_some()
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
    if other == 'x' {
        let message = "`x` (handing the move on) is understood by Ferz's notation but not supported yet".into();
        let help = "leave this term out for now";
        return problems.error(Code::NotSupportedYet, &letter.span(), message, "this modifier", help);
    }
    let capital = other.to_ascii_uppercase();
    let help = if super::atoms::Atom::of(capital).is_some() {
        format!("atoms are capitals: did you mean `{capital}`?")
    } else {
        "modifiers are the directions f b l r v s h, the modes m c d k e, p g n j, t o u, z q, i, a and y".into()
    };
    let message = format!("there is no modifier `{other}`");
    problems.error(Code::UnknownLetter, &letter.span(), message, "not a modifier", help);
}
