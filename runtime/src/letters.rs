//! Letters of men, as FEN and moves write them.

use ferz_abi::{Letter, Variant, code, kind_of, side_of};

/// What stands for a man in a FEN: `N`, `p`, `+P`, `a'`. White's in upper case.
pub fn man_letter(variant: &Variant, man: u8) -> String {
    if man == 0 {
        return ".".into();
    }
    let (kind, side) = (kind_of(man), side_of(man));
    match variant.kinds.get(kind).and_then(|k| k.letters[side]) {
        Some(letter) => cased(letter, side),
        None => "?".into(),
    }
}

fn cased(letter: Letter, side: usize) -> String {
    let plus = if letter.plus { "+" } else { "" };
    let char = if side == 0 { letter.letter.to_ascii_uppercase() } else { letter.letter.to_ascii_lowercase() };
    let mark = letter.mark.map(String::from).unwrap_or_default();
    format!("{plus}{char}{mark}")
}

/// The man that this letter stands for.
pub fn man_of(variant: &Variant, text: &str) -> Option<u8> {
    let side = usize::from(text.contains(|c: char| c.is_ascii_lowercase()));
    let named = |kind: &usize| variant.kinds[*kind].letters[side].is_some_and(|letter| cased(letter, side) == text);
    (0..variant.kinds.len()).find(named).map(|kind| code(kind, side))
}

/// The text of one letter with its plus and its mark at the start of `text`, whether or not a man has it.
pub(crate) fn leading_letter(text: &str) -> Option<&str> {
    let plus = usize::from(text.starts_with('+'));
    let letter = text.as_bytes().get(plus).filter(|c| c.is_ascii_alphabetic())?;
    debug_assert!(letter.is_ascii());
    let mark = usize::from(text[plus + 1..].starts_with(['\'', '!', '~']));
    Some(&text[..plus + 1 + mark])
}

/// The letters of one side, for messages: `K Q R B N P`.
pub(crate) fn letters_of(variant: &Variant, side: usize) -> String {
    let letters = variant.kinds.iter().filter_map(|kind| kind.letters[side]).map(|letter| cased(letter, side));
    letters.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_abi::Kind;

    #[test]
    fn what_has_no_letter_is_written_but_not_read() {
        let king = Letter { letter: 'K', plus: false, mark: None };
        let kind = Kind { letters: [None, Some(king)], ..Kind::default() };
        let variant = Variant { kinds: vec![kind], ..Variant::default() };
        assert_eq!((man_letter(&variant, 1), man_letter(&variant, 2)), ("?".into(), "k".into()));
        assert_eq!(["?", "K", "k"].map(|text| man_of(&variant, text)), [None, None, Some(2)]);
    }
}
