//! How men are drawn where signs are wanted instead of letters.

use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic};

/// White's and Black's sign of every kind, in the order of the kinds. A definition without `symbol` that replaces another one keeps
/// its sign.
pub fn symbols(checker: &mut Checker) -> Vec<[Option<char>; 2]> {
    let unit = checker.unit;
    let men: Vec<(usize, bool)> = checker.men.iter().map(|man| (man.piece, man.shadow_of.is_some())).collect();
    let mut symbols = Vec::new();
    for (piece, remembers) in men {
        let Some(text) = unit.pieces[piece].iter().rev().find_map(|definition| definition.symbol.as_ref()) else {
            symbols.push([None, None]);
            continue;
        };
        let signs: Vec<char> = text.value.chars().collect();
        let seen = signs.iter().all(|sign| !sign.is_whitespace() && !sign.is_control());
        symbols.push(match signs.as_slice() {
            [both] if seen => [Some(*both); 2],
            [white, black] if seen => [Some(*white), Some(*black)],
            // Men that remember what they were are drawn as what they are, which has been told.
            _ if remembers => [None, None],
            _ => {
                let message = match seen {
                    true => format!("a symbol is one sign or two, and this is {}", signs.len()),
                    false => "a symbol is a sign that can be seen".to_string(),
                };
                let problem = Diagnostic::error(Code::BadSymbol, text.span, message).label("neither one sign nor two");
                let help = "write White's and Black's sign side by side, as in symbol \"♔♚\", or one for both";
                checker.report(problem.help(help));
                [None, None]
            }
        });
    }
    symbols
}
