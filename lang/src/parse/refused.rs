//! What this version of the language refuses: found by the words in which people ask for it, and told with what comes nearest.

use crate::diagnostics::{Code, Diagnostic, Span};

/// Something that cannot be said.
struct Refused {
    code: Code,
    /// Words that ask for it wherever nobody has defined them, in lower case.
    words: &'static [&'static str],
    /// Words that ask for it only where a statement should begin.
    heads: &'static [&'static str],
    /// What there is not.
    message: &'static str,
    /// What there is.
    nearest: &'static str,
}

const REFUSED: &[Refused] = &[
    Refused {
        code: Code::NoLineCaptures,
        words: &[
            "between",
            "line",
            "lines",
            "flank",
            "flanked",
            "custodian",
            "custodial",
            "sandwiched",
            "surrounded",
            "enclosed",
            "coordinate",
            "coordinated",
        ],
        heads: &[],
        message: "men are not taken for the line or figure in which they stand",
        nearest: "nearest: victims on the way of a move (`[cR-fmW]` takes and lands right behind), neighbours (`near(to)`), and where \
                  lines cross (`files(to) & ranks(own King)`)",
    },
    Refused {
        code: Code::NoCaptureChains,
        words: &["multijump", "multi_capture"],
        heads: &["repeat", "continue", "chain"],
        message: "a move does not go on as long as it can",
        nearest: "nearest: legs, each written out: `cafmF` jumps once, `cafmafcafmF` twice; the rest is the next move",
    },
    Refused {
        code: Code::NoAttackThroughEffects,
        words: &["explosion", "explosions", "exploded", "explodes", "blast", "blasted"],
        heads: &[],
        message: "only a movement attacks: what follows on a move by `after` does not",
        nearest: "nearest: say what must not come about, `forbid none(own King)`, or how the game is won, `win when none(enemy King)`",
    },
    Refused {
        code: Code::NoPerpetualRules,
        words: &["perpetual", "perpetually", "chase", "chased", "chasing", "chases"],
        heads: &[],
        message: "there are no rules about checking or chasing without end",
        nearest: "nearest: `claim draw when repetition(3)`, or a `counter` that `after check` lowers",
    },
    Refused {
        code: Code::NoCountingRules,
        words: &["counting", "countdown"],
        heads: &[],
        message: "there are no rules that count moves from a certain position on",
        nearest: "nearest: `quiet(50)` counts moves without captures, and `draw when count(enemy) = 1` finds a bare King",
    },
    Refused {
        code: Code::NoRandomSetups,
        words: &["random", "randomly", "randomised", "randomized", "shuffled", "chess960", "dice", "die", "chance"],
        heads: &["shuffle"],
        message: "nothing is left to chance: set-ups are not drawn by lot, and no rule asks for dice",
        nearest: "nearest: several set-ups with names, `setup second \"...\"`, of which one is played by --setup, or any position by --fen",
    },
    Refused {
        code: Code::NoSeveralBoards,
        words: &["boards", "layers", "levels"],
        heads: &["boards"],
        message: "there is one flat board",
        nearest: "nearest: one large board, to 16x16, whose halves are told apart by `zone` and parted by `holes`",
    },
    Refused {
        code: Code::NoHexagons,
        words: &["hex", "hexagon", "hexagons", "hexagonal", "triangles", "triangular"],
        heads: &[],
        message: "the cells of a board are squares",
        nearest: "nearest: a hexagonal board sheared onto squares, its corners cut off by `holes`: the six directions are `WflFbrF`",
    },
    Refused {
        code: Code::TwoPlayersOnly,
        words: &["players", "teams"],
        heads: &["players", "player", "sides"],
        message: "two sides play, White and Black",
        nearest: "nearest: two armies, of different men if need be: for Black { piece Pawn P = \"fmWfceF\" }",
    },
    Refused {
        code: Code::OneMoveATurn,
        words: &["twice", "again", "per"],
        heads: &["turn", "turns", "double"],
        message: "a turn is one move",
        nearest: "nearest: several steps of one man are legs (`[K-K]`), what happens by itself is `after`, what may be done instead is an \
                  `action`",
    },
    Refused {
        code: Code::NoNeutralMen,
        words: &["neutral", "neither", "nobody"],
        heads: &["neutral"],
        message: "every man is White's or Black's",
        nearest: "nearest: cells that nobody enters are `holes`; a man without a movement, piece Stone S = \"\", blocks until it is taken",
    },
];

/// Names of sides that other games have.
const SIDES: &[&str] = &["red", "green", "blue", "yellow", "gold", "silver", "grey", "gray", "orange", "purple"];

/// The refusal of what a line asks for that could not be read from `start` on.
pub fn in_line(file: usize, text: &str, start: usize, end: usize) -> Option<Diagnostic> {
    let line = &text[start..end];
    let line = &line[..line.find('\n').unwrap_or(line.len())];
    let all = words(line);
    let first = all.first().map_or("", |(_, word)| word);
    let mut previous = "";
    for (index, (at, word)) in all.iter().copied().enumerate() {
        let span = Span { file, start: start + at, end: start + at + word.len() };
        let low = word.to_lowercase();
        if is_defined(text, word) {
            previous = word;
            continue;
        }
        let found = REFUSED.iter().find(|refused| {
            refused.words.contains(&word)
                || index == 0 && refused.heads.contains(&word)
                || first == "for" && refused.words.contains(&low.as_str())
        });
        let found = found.or_else(|| match previous {
            _ if (first == "for" || previous == "is") && SIDES.contains(&low.as_str()) => of(Code::TwoPlayersOnly),
            "board" if word.split('x').count() > 2 => of(Code::NoSeveralBoards),
            // A board with a name, or a second one.
            _ if is_size(word) && (first == "board" && index > 1 || first == "and") => of(Code::NoSeveralBoards),
            _ => None,
        });
        if let Some(refused) = found {
            return Some(refused.told(span, word));
        }
        previous = word;
    }
    None
}

/// Whether the file gives a word a meaning of its own, as far as that can be seen without reading it.
fn is_defined(text: &str, word: &str) -> bool {
    const DEFINING: [&str; 8] = ["zone", "kinds", "define", "piece", "rule", "action", "counter", "choose"];
    let mut previous = "";
    text.split_whitespace().any(|next| {
        let defines = next == word && DEFINING.contains(&previous);
        previous = next;
        defines
    })
}

/// Whether a word is a size of a board, such as 8x8.
fn is_size(word: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    word.split_once('x').is_some_and(|(width, height)| number(width) && number(height))
}

/// The refusal of what a name asks for that nobody has defined.
pub fn named(name: &str, span: Span) -> Option<Diagnostic> {
    let asks = |refused: &&Refused| name.split('_').chain([name]).any(|word| refused.words.contains(&word));
    REFUSED.iter().find(asks).map(|refused| refused.told(span, name))
}

/// What is not there, and what comes nearest, for those who find it in another way than by a word.
pub fn words_for(code: Code) -> (&'static str, &'static str) {
    of(code).map_or(("this is not part of Ferz", "leave it out"), |refused| (refused.message, refused.nearest))
}

fn of(code: Code) -> Option<&'static Refused> {
    REFUSED.iter().find(|refused| refused.code == code)
}

impl Refused {
    fn told(&self, span: Span, word: &str) -> Diagnostic {
        let problem = Diagnostic::error(self.code, span, self.message);
        problem.label(format!("`{word}` is not to be had")).help(self.nearest)
    }
}

/// The words of a line, outside of texts and comments, with where they start.
fn words(line: &str) -> Vec<(usize, &str)> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let length = match c {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '/' if rest.starts_with("//") => break,
            c if c.is_alphanumeric() || c == '_' => {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                words.push((at, &rest[..length]));
                length
            }
            c => c.len_utf8(),
        };
        at += length;
    }
    words
}
