//! What Ferz's notation understands but the engines do not go yet: the single place that decides it.

use crate::rules::movement::Leg;

/// What a small letter asks for that is not supported yet, wherever it stands; nothing for the others.
pub fn unsupported(letter: char) -> Option<&'static str> {
    Some(match letter {
        'd' => "capturing own men",
        'k' => "royal men alone",
        'o' => "joined side edges",
        'q' => "circular rides",
        't' => "tame captures and friendly hurdles",
        'u' => "putting men down",
        'x' => "handing the move on",
        'z' => "crooked rides",
        _ => return None,
    })
}

/// What a leg asks for that is not supported yet, and the letters that may have asked for it.
pub fn unsupported_leg(leg: &Leg) -> Option<(&'static str, &'static str)> {
    if leg.skip > 0 {
        return Some(("j", "skipping the adjacent square"));
    }
    if leg.ends.friend {
        return Some(("pg", "a hurdle between two legs"));
    }
    None
}
