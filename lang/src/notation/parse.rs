//! From tokens to the form of the terms. An own small parser: it goes on after every mistake.

use super::atoms::Atom;
use super::groups::written_out;
use super::lexer::{Lexeme, Token, lex};
use super::problems::Problems;
use super::syntax::{Bracket, Chain, Count, Letter, Syntax};
use crate::diagnostics::Code;
use crate::rules::movement::UNLIMITED;
use std::ops::Range;

/// The terms of a text, those that could be made out.
pub fn parse(text: &str, problems: &mut Problems) -> Vec<Syntax> {
    let mut parser = Parser { lexemes: lex(text), at: 0, length: text.len(), problems };
    let mut terms = Vec::new();
    while parser.peek().is_some() {
        parser.term(&mut terms);
    }
    terms
}

pub(super) struct Parser<'t, 'p> {
    pub(super) lexemes: Vec<Lexeme<'t>>,
    pub(super) at: usize,
    pub(super) length: usize,
    pub(super) problems: &'p mut Problems,
}

impl<'t> Parser<'t, '_> {
    pub(super) fn peek(&self) -> Option<Token> {
        self.lexemes.get(self.at).map(|l| l.token)
    }

    pub(super) fn next(&mut self) -> Option<Lexeme<'t>> {
        let lexeme = self.lexemes.get(self.at).cloned();
        self.at += 1;
        lexeme
    }

    pub(super) fn next_if(&mut self, token: Token) -> Option<Lexeme<'t>> {
        if self.peek() == Some(token) { self.next() } else { None }
    }

    /// A term, or nothing where there is none to be made out; several where letters are repeated. Always takes at least one token.
    fn term(&mut self, terms: &mut Vec<Syntax>) {
        if self.next_if(Token::Space).is_some() {
            return;
        }
        let before = self.problems.errors();
        let (letters, groups) = self.letters_and_groups();
        // A group that was refused may have held the atom.
        let told = self.problems.errors() > before && letters.is_empty() && groups.is_empty();
        match self.peek() {
            None if told => {}
            Some(Token::Capital) => {
                let repeated = self.repeat(&letters, &groups);
                terms.extend(self.chain(letters).into_iter().flat_map(|chain| written_out(&chain, &repeated)));
            }
            Some(Token::OpenBracket) => {
                self.no_groups(&groups);
                terms.push(Syntax::Bracket(self.bracket(letters)));
            }
            _ if !letters.is_empty() || !groups.is_empty() => self.no_atom(&letters),
            _ => self.stray(),
        }
    }

    pub(super) fn letters(&mut self) -> Vec<Letter> {
        let mut letters = Vec::new();
        while let Some(small) = self.next_if(Token::Small) {
            letters.push(Letter { letter: small.letter(), at: small.span.start });
        }
        letters
    }

    /// An atom with the modifiers before it and the number behind it.
    fn chain(&mut self, letters: Vec<Letter>) -> Option<Chain> {
        let capital = self.next()?;
        let start = letters.first().map_or(capital.span.start, |l| l.at);
        let plain = Atom::of(capital.letter());
        if plain.is_none() {
            self.unknown_capital(&capital);
        }
        let suffix = self.suffix();
        let atom = match (plain, &suffix) {
            (Some(plain), Some(suffix)) => self.longer(&plain, &capital, suffix),
            _ => plain,
        };
        let suffix = suffix.map(|lexeme| lexeme.letter());
        let count = self.count(&capital, suffix.is_some());
        let end = self.lexemes.get(self.at).map_or(self.length, |l| l.span.start);
        let (legs, again) = cut(letters);
        let (capital, at, span) = (capital.letter(), capital.span.start, start..end);
        let broken = atom.is_none() || count.is_none();
        let atom = atom.or(plain).or_else(|| Atom::of('W'))?;
        Some(Chain { legs, again, atom, capital, suffix, at, count: count.flatten(), span, broken })
    }

    /// `X` or `Y` right behind an atom.
    fn suffix(&mut self) -> Option<Lexeme<'t>> {
        let lexeme = self.lexemes.get(self.at).filter(|l| matches!(l.text, "X" | "Y")).cloned()?;
        self.at += 1;
        Some(lexeme)
    }

    /// The longer leap of a suffix.
    fn longer(&mut self, atom: &Atom, capital: &Lexeme<'_>, suffix: &Lexeme<'_>) -> Option<Atom> {
        let longer = atom.longer(suffix.letter());
        if longer.is_none() {
            let (name, suffix_name) = (capital.text, suffix.text);
            let message = format!("`{suffix_name}` makes one leap longer, and `{name}` is not a single leap");
            let help = match name {
                "R" => format!("any number of such leaps straight is `W{suffix_name}0`"),
                "B" => format!("any number of such leaps on the diagonal is `F{suffix_name}0`"),
                _ => format!("write `W{suffix_name}F{suffix_name}`"),
            };
            self.problems.error(Code::MisplacedLetter, &suffix.span, message, "not behind this atom", help);
        }
        longer
    }

    /// What stands behind a capital: `Some(None)` if nothing does, nothing if it is wrong.
    fn count(&mut self, capital: &Lexeme<'_>, longer: bool) -> Option<Option<Count>> {
        if !longer && self.lexemes.get(self.at).is_some_and(|l| l.token == Token::Capital && l.text == capital.text) {
            let span = self.next()?.span;
            if let Some(number) = self.next_if(Token::Number) {
                self.bad_count(
                    &number.span,
                    "a doubled capital already says that there is no limit",
                    "leave one of the two out",
                );
                return None;
            }
            return Some(Some(Count { min: 1, max: UNLIMITED, span }));
        }
        if let Some(number) = self.next_if(Token::Number) {
            if number.text == "0" {
                return Some(Some(Count { min: 1, max: UNLIMITED, span: number.span }));
            }
            if number.text.starts_with('0') {
                let exact = number.text.trim_start_matches('0');
                let exact = if exact.is_empty() { "3" } else { exact };
                let help = format!(
                    "`{0}{{{exact}}}` is exactly {exact} steps, `{0}{exact}` up to {exact}, `{0}0` any number",
                    capital.text
                );
                self.bad_count(&number.span, "a number of steps does not begin with 0", &help);
                return None;
            }
            let max = self.steps(&number)?;
            return Some(Some(Count { min: 1, max, span: number.span }));
        }
        if let Some(open) = self.next_if(Token::OpenBrace) {
            return self.braces(open.span, capital.text).map(Some);
        }
        Some(None)
    }

    /// `{3}`, `{3..}` and `{2..4}` behind an opening brace.
    fn braces(&mut self, open: Range<usize>, capital: &str) -> Option<Count> {
        let ways = format!(
            "`{capital}{{3}}` is exactly three steps, `{capital}{{3..}}` three or more, `{capital}{{2..4}}` two to four"
        );
        let (first, dots) = (self.next_if(Token::Number), self.next_if(Token::Dots));
        let second = if dots.is_some() { self.next_if(Token::Number) } else { None };
        let before = self.at;
        let close = self.next_if(Token::CloseBrace);
        let end =
            close.as_ref().map_or_else(|| self.lexemes.get(before).map_or(self.length, |l| l.span.end), |c| c.span.end);
        let span = open.start..end;
        let (Some(first), Some(_)) = (first, close) else {
            // Skip to the brace that closes, if there is one before the next term.
            while self.peek().is_some_and(|t| matches!(t, Token::Number | Token::Dots | Token::Space | Token::Other)) {
                self.at += 1;
            }
            self.next_if(Token::CloseBrace);
            self.bad_count(&span, "these braces do not hold a count", &ways);
            return None;
        };
        let min = self.steps(&first)?;
        let max = match (dots, second) {
            (None, _) => min,
            (Some(_), None) => UNLIMITED,
            (Some(_), Some(second)) => self.steps(&second)?,
        };
        if min == 0 || max < min {
            let why = if min == 0 { "a move has at least one step" } else { "the fewest steps are more than the most" };
            self.bad_count(&span, why, &ways);
            return None;
        }
        Some(Count { min, max, span })
    }

    /// A number of steps, up to 254.
    fn steps(&mut self, number: &Lexeme<'_>) -> Option<u8> {
        let steps = number.text.parse().ok().filter(|&n| n < UNLIMITED);
        if steps.is_none() {
            self.bad_count(&number.span, "this is more steps than any board has", "`0` says that there is no limit");
        }
        steps
    }

    fn bad_count(&mut self, span: &Range<usize>, why: &str, help: &str) {
        self.problems.error(Code::BadCount, span, format!("this count cannot be: {why}"), "this count", help);
    }

    /// `[leg - leg ? leg]`, with the letters that stood before it.
    fn bracket(&mut self, prefix: Vec<Letter>) -> Bracket {
        let errors = self.problems.errors();
        let open = self.next().map_or(self.length..self.length, |open| open.span);
        let start = prefix.first().map_or(open.start, |l| l.at);
        let (mut legs, mut stops) = (Vec::new(), Vec::new());
        loop {
            legs.extend(self.bracket_leg());
            match self.between_legs() {
                Some(stop) => stops.push(stop),
                None if self.peek().is_none() => {
                    let help = "close it with `]` behind the last leg";
                    let message = "this `[` is never closed".into();
                    self.problems.error(Code::UnclosedBracket, &open, message, "opened here", help);
                    break;
                }
                None => break,
            }
        }
        let end = self.next().map_or(self.length, |close| close.span.end);
        let broken = errors != self.problems.errors();
        Bracket { prefix, legs, stops, span: start..end, broken }
    }

    /// An atom with its modifiers inside a bracket.
    fn bracket_leg(&mut self) -> Option<Chain> {
        use Token::{Capital, CloseBracket, Dash, OpenParen, Question, Small};
        while !matches!(self.peek(), None | Some(Capital | Small | OpenParen | Dash | Question | CloseBracket)) {
            if self.next_if(Token::Space).is_none() {
                self.stray();
            }
        }
        let (letters, groups) = self.letters_and_groups();
        self.no_groups(&groups);
        match self.peek() {
            Some(Capital) => return self.chain(letters),
            _ if !letters.is_empty() => self.no_atom(&letters),
            Some(Dash | Question | CloseBracket) => {
                let at = self.lexemes[self.at].span.clone();
                let help = "a leg is an atom with its modifiers, as in `[F-W]`";
                self.problems.error(Code::MissingAtom, &at, "a leg is missing here".into(), "no leg before this", help);
            }
            _ => {} // Said by `between_legs`.
        }
        None
    }

    /// What joins a leg to the next one: whether the move may stop there. Nothing at the end of the bracket or of the text.
    fn between_legs(&mut self) -> Option<bool> {
        loop {
            match self.peek()? {
                Token::CloseBracket => return None,
                Token::Dash | Token::Question => return self.next().map(|l| l.token == Token::Question),
                Token::Space => self.at += 1,
                Token::Capital | Token::Small | Token::OpenParen => {
                    let span = self.lexemes[self.at].span.clone();
                    let message = "there is nothing between these two legs".into();
                    let help = "`-` goes on to the next leg, `?` may also stop before it";
                    self.problems.error(Code::MisplacedLetter, &span, message, "the next leg begins here", help);
                    return Some(false);
                }
                _ => self.stray(),
            }
        }
    }

    fn no_atom(&mut self, letters: &[Letter]) {
        let (Some(first), Some(last)) = (letters.first(), letters.last()) else { return };
        let capital = last.letter.to_ascii_uppercase();
        let help = if Atom::of(capital).is_some() {
            let before: String = letters[..letters.len() - 1].iter().map(|l| l.letter).collect();
            format!("atoms are capitals: did you mean `{before}{capital}`?")
        } else {
            "write the atom that they belong to, as `W` in `fmW`".into()
        };
        let message = "these modifiers stand before no atom".into();
        self.problems.error(Code::MissingAtom, &(first.at..last.at + 1), message, "modifiers without an atom", help);
    }

    fn unknown_capital(&mut self, capital: &Lexeme<'_>) {
        let letter = capital.letter();
        let later = match letter {
            'O' => Some("castling; write a `castle` rule"),
            'U' => Some("every other square"),
            'I' => Some("imitation"),
            _ => None,
        };
        if let Some(what) = later {
            let message = format!("`{letter}` is understood by Ferz's notation but not supported yet");
            let help = format!("it stands for {what}; leave this term out for now");
            self.problems.error(Code::NotSupportedYet, &capital.span, message, "this atom", help);
            return;
        }
        let help = match letter {
            'X' | 'Y' => "`X` and `Y` lengthen the leap of an atom that stands before them".into(),
            'P' => "there is no atom for pawns: the orthodox one is `fmWfceFifmnD`".into(),
            'S' => "the knight is `N`".into(),
            'T' => "the rook is `R`".into(),
            'E' => "the elephant's leap over two diagonal squares is `A`".into(),
            'M' => "a step in every direction is `K`".into(),
            'V' => "the small letter `v` is forward and backward, as in `vR`".into(),
            _ => "the atoms are W F D N A H C Z G (L is C, J is Z) and R B Q K".to_string(),
        };
        let message = format!("there is no atom `{letter}`");
        self.problems.error(Code::UnknownLetter, &capital.span, message, "not an atom", help);
    }

    /// Takes a token with which no term can begin, and says so.
    fn stray(&mut self) {
        let Some(lexeme) = self.next() else { return };
        let (text, span) = (lexeme.text, &lexeme.span);
        match lexeme.token {
            Token::Number | Token::OpenBrace => {
                let message = format!("`{text}` does not stand behind an atom");
                let help = "a count stands right behind its atom, as in `W2` or `fmW{2..3}`";
                self.problems.error(Code::BadCount, span, message, "a count of nothing", help);
            }
            Token::Dash | Token::Question => {
                let message = format!("`{text}` stands outside brackets");
                let help = "legs with atoms of their own are written in brackets, as in `[F-W]` or `[F?R]`";
                self.problems.error(Code::MisplacedLetter, span, message, "only between legs", help);
            }
            Token::OpenBracket => {
                let help = "write the legs one after the other in a single pair of brackets";
                let message = "nobody has settled what brackets inside brackets mean".into();
                self.problems.error(Code::UnsettledNotation, span, message, "a second bracket", help);
            }
            Token::CloseBracket | Token::CloseBrace | Token::CloseParen | Token::Dots => {
                let message = format!("`{text}` closes or continues nothing");
                self.problems.error(Code::MisplacedLetter, span, message, "nothing was opened", "take it out");
            }
            _ if text == "@" => {
                let message = "`@` (drops) is understood by Ferz's notation but not supported yet".into();
                self.problems.error(Code::NotSupportedYet, span, message, "this atom", "leave this term out for now");
            }
            _ => {
                let message = format!("`{text}` is not a letter of movement notation");
                let help = match text {
                    "+" | "," | "|" | "&" => "terms simply follow each other, as in `WfF`",
                    "*" => "no limit is `0` or the capital twice, as in `N0` or `NN`",
                    _ => "take it out: notation is made of letters, numbers, `{..}` and `[..]`",
                };
                self.problems.error(Code::UnknownLetter, span, message, "no meaning here", help);
            }
        }
    }
}

/// The letters of a chain, cut at every `a`; and those.
pub(super) fn cut(letters: Vec<Letter>) -> (Vec<Vec<Letter>>, Vec<Letter>) {
    let (mut legs, mut again) = (vec![Vec::new()], Vec::new());
    for letter in letters {
        if letter.letter == 'a' {
            again.push(letter);
            legs.push(Vec::new());
        } else if let Some(leg) = legs.last_mut() {
            leg.push(letter);
        }
    }
    (legs, again)
}
