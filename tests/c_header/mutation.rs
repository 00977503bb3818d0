//! Texts with mistakes in them.

use ferz_runtime::Random;

/// What may get into a text by mistake: what FENs and moves are made of, blanks of all kinds, and letters that no board has.
const STRAY: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHKNPQRSXZ0123456789/[]-+~'!*@=,:x \t\u{b}\u{c}\u{a0}é漢\u{1f600}";

/// A text with one to four mistakes.
pub fn mutated(text: &str, random: &mut Random) -> String {
    let stray: Vec<char> = STRAY.chars().collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(chars.len() + 1);
        let with = stray[random.below(stray.len())];
        let here = at < chars.len();
        match random.below(8) {
            0 if here => drop(chars.remove(at)),
            1 => chars.insert(at, with),
            2 if here => chars[at] = with,
            3 if here => {
                let other = random.below(chars.len());
                chars.swap(at, other);
            }
            4 => chars.truncate(at),
            5 => fields(&mut chars, random),
            6 if here => {
                let copied: Vec<char> = chars[at..chars.len().min(at + 1 + random.below(6))].to_vec();
                let to = random.below(chars.len() + 1);
                chars.splice(to..to, copied);
            }
            _ if here => chars[at] = if chars[at].is_uppercase() { lower(chars[at]) } else { upper(chars[at]) },
            _ => chars.push(with),
        }
    }
    chars.into_iter().collect()
}

/// Changes a field for something that could stand there.
fn fields(chars: &mut Vec<char>, random: &mut Random) {
    const FIELDS: [&str; 24] = [
        "w", "b", "-", "KQkq", "AHah", "ABHIabhi", "a1h1", "e3", "d6", "a3b3", "e3xe4", "c6xc5", "3+3", "=5", "1+2,=0",
        "0", "65535", "65536", "1", "[]", "[PPn]", "[-]", "-a1", "KQ-ah",
    ];
    let text: String = chars.iter().collect();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let at = random.below(fields.len());
    let with = FIELDS[random.below(FIELDS.len())];
    match random.below(3) {
        0 => drop(fields.remove(at)),
        1 => fields.insert(at, with),
        _ => fields[at] = with,
    }
    *chars = fields.join(" ").chars().collect();
}

fn lower(c: char) -> char {
    c.to_ascii_lowercase()
}

fn upper(c: char) -> char {
    c.to_ascii_uppercase()
}
