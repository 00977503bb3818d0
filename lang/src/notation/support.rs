//! What Ferz's notation understands but does not turn into moves yet: the single place that decides it.

/// What a small letter asks for that is not supported yet; nothing for letters that are, or that nobody knows.
pub fn unsupported(letter: char) -> Option<&'static str> {
    Some(match letter {
        'd' => "capturing own men",
        'k' => "royal men alone",
        'o' => "joined side edges",
        'q' => "circular rides",
        't' => "tame captures and friendly hurdles",
        'u' => "putting men down",
        'x' => "handing the move on",
        'y' => "turning a step into a slide",
        'z' => "crooked rides",
        _ => return None,
    })
}
