//! `(paf)3R`: modifiers in parentheses stand for their repetition, from not at all to so many times.

use super::lexer::{Lexeme, Token};
use super::parse::{Parser, cut};
use super::syntax::{Chain, Letter, Syntax};
use crate::diagnostics::Code;
use std::ops::Range;

/// A group of letters that are repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Before which of the letters outside groups it stands.
    before: usize,
    /// Its letters.
    letters: Vec<Letter>,
    /// How often it stands there at most.
    times: usize,
    /// All its bytes.
    span: Range<usize>,
}

/// The most a group can be repeated: a path has no more legs.
const MOST_TIMES: usize = 15;

/// The most texts that the groups of one term stand for.
const MOST_TEXTS: usize = 64;

impl<'t> Parser<'t, '_> {
    /// Small letters, and the groups among them.
    pub fn letters_and_groups(&mut self) -> (Vec<Letter>, Vec<Group>) {
        let (mut letters, mut groups) = (self.letters(), Vec::new());
        while let Some(open) = self.next_if(Token::OpenParen) {
            groups.extend(self.group(&open, letters.len()));
            letters.extend(self.letters());
        }
        (letters, groups)
    }

    /// A group behind its opening parenthesis; nothing if it is wrong, which has been told then.
    fn group(&mut self, open: &Lexeme<'t>, before: usize) -> Option<Group> {
        if self.endless(open) {
            return None;
        }
        let letters = self.letters();
        while self.peek() == Some(Token::Number) {
            self.at += 1;
        }
        let close = self.next_if(Token::CloseParen);
        let number = self.next_if(Token::Number);
        let end = self.lexemes.get(self.at.wrapping_sub(1)).map_or(self.length, |last| last.span.end);
        let span = open.span.start..end;
        let times = number.and_then(|n| n.text.parse().ok()).filter(|times| (1..=MOST_TIMES).contains(times));
        if close.is_none() || letters.is_empty() {
            let help = "a group is small letters in parentheses and a number, as in `(paf)3R`; exact counts are written `W{3}`";
            let message = "these parentheses hold no modifiers".into();
            self.problems.error(Code::MisplacedLetter, &span, message, "this group", help);
            return None;
        }
        let Some(times) = times else {
            let message = "this group does not say how often it is repeated".into();
            let help =
                format!("write a number up to {MOST_TIMES} behind it: `(paf)3R` is R, pafR, pafpafR and pafpafpafR");
            self.problems.error(Code::BadCount, &span, message, "repeated how often?", help);
            return None;
        };
        Some(Group { before, letters, times, span })
    }

    /// Refuses parentheses with a star behind them, as other notations have for "again and again", and passes over them.
    fn endless(&mut self, open: &Lexeme<'t>) -> bool {
        let rest = &self.lexemes[self.at.min(self.lexemes.len())..];
        let Some(close) = rest.iter().position(|lexeme| lexeme.token == Token::CloseParen) else { return false };
        let Some(star) = rest.get(close + 1).filter(|lexeme| matches!(lexeme.text, "*" | "+" | "∞")) else {
            return false;
        };
        let span = open.span.start..star.span.end;
        self.at += close + 2;
        let (message, nearest) = crate::parse::refused::words_for(Code::NoCaptureChains);
        self.problems.error(Code::NoCaptureChains, &span, message.into(), "as often as it can", nearest);
        true
    }

    /// The letters with each group standing in them every number of times that it may.
    pub fn repeat(&mut self, letters: &[Letter], groups: &[Group]) -> Vec<Vec<Letter>> {
        let texts = groups.iter().fold(1_usize, |texts, group| texts.saturating_mul(group.times + 1));
        if let (Some(first), Some(last)) = (groups.first(), groups.last())
            && texts > MOST_TEXTS
        {
            let message = "these groups stand for too many texts".into();
            let help = "repeat them less often, or write terms of their own";
            self.problems.error(Code::TooManyWays, &(first.span.start..last.span.end), message, "too many", help);
            return vec![letters.to_vec()];
        }
        let (mut rows, mut taken) = (vec![Vec::new()], 0);
        for group in groups {
            let next = &letters[taken..group.before];
            taken = group.before;
            let longer = |row: &Vec<Letter>| -> Vec<Vec<Letter>> {
                (0..=group.times).map(|n| [&row[..], next, &vec![&group.letters[..]; n].concat()].concat()).collect()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        rows.into_iter().map(|row| [&row[..], &letters[taken..]].concat()).collect()
    }

    /// Refuses groups where they have no meaning.
    pub fn no_groups(&mut self, groups: &[Group]) {
        for group in groups {
            let message = "a group stands in or before a bracket".into();
            let help = "write the legs out: each has its own atom there";
            self.problems.error(Code::MisplacedLetter, &group.span, message, "not with brackets", help);
        }
    }
}

/// A chain with each of these letters before its atom.
pub fn written_out(chain: &Chain, texts: &[Vec<Letter>]) -> Vec<Syntax> {
    let with = |letters: &Vec<Letter>| {
        let (legs, again) = cut(letters.clone());
        Syntax::Chain(Chain { legs, again, ..chain.clone() })
    };
    texts.iter().map(with).collect()
}
