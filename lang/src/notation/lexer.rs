//! The letters of notation. The only place that sees logos.

use logos::Logos;
use std::ops::Range;

/// What a piece of notation text is, before anybody asks whether it makes sense where it stands.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A capital letter: an atom, or one that would like to be.
    #[regex("[A-Z]", priority = 4)]
    Capital,
    /// A small letter: a modifier, or one that would like to be.
    #[regex("[a-z]", priority = 4)]
    Small,
    /// Digits in a row.
    #[regex("[0-9]+", priority = 4)]
    Number,
    /// `{`: an exact count begins.
    #[token("{", priority = 4)]
    OpenBrace,
    /// `}`
    #[token("}", priority = 4)]
    CloseBrace,
    /// `..` inside braces.
    #[token("..", priority = 4)]
    Dots,
    /// `[`: legs with atoms of their own begin.
    #[token("[", priority = 4)]
    OpenBracket,
    /// `]`
    #[token("]", priority = 4)]
    CloseBracket,
    /// `-` between legs: the path must go on.
    #[token("-", priority = 4)]
    Dash,
    /// `?` between legs: the move may stop here too.
    #[token("?", priority = 4)]
    Question,
    /// `(`: repeated modifiers begin.
    #[token("(", priority = 4)]
    OpenParen,
    /// `)`
    #[token(")", priority = 4)]
    CloseParen,
    /// Spaces and line ends.
    #[regex(r"[ \t\r\n]+", priority = 4)]
    Space,
    /// Anything else, one character at a time.
    #[regex(r"(?s).", priority = 1)]
    Other,
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexeme<'t> {
    /// What it is.
    pub token: Token,
    /// Its text.
    pub text: &'t str,
    /// Its bytes.
    pub span: Range<usize>,
}

impl Lexeme<'_> {
    /// The first character.
    pub fn letter(&self) -> char {
        self.text.chars().next().unwrap_or(' ')
    }
}

/// Cuts a text into tokens; nothing is left out.
pub fn lex(text: &str) -> Vec<Lexeme<'_>> {
    let tokens = Token::lexer(text).spanned();
    tokens
        .map(|(token, span)| Lexeme { token: token.unwrap_or(Token::Other), text: &text[span.clone()], span })
        .collect()
}
