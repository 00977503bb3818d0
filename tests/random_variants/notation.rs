//! Random terms of notation, from the whole grammar of `spec/notation.md`.

use crate::draft::Tag;
use crate::draw::Draw;
use ferz_lang::diagnostics::Severity;
use ferz_lang::notation;
use ferz_runtime::Random;

/// A term or a few that belong together, and what they are examples of.
pub struct Term {
    pub text: String,
    pub tags: Vec<Tag>,
}

fn term(text: String, tags: &[Tag]) -> Term {
    Term { text, tags: tags.to_vec() }
}

const STRAIGHT: [&str; 12] = ["", "", "", "f", "b", "l", "r", "v", "s", "fs", "bs", "lv"];
const DIAGONAL: [&str; 12] = ["", "", "", "f", "b", "l", "r", "fl", "fr", "bl", "br", "flbr"];
const OBLIQUE: [&str; 20] =
    ["", "", "", "f", "b", "l", "r", "v", "s", "fh", "bh", "lh", "rh", "fs", "bs", "rf", "lb", "hr", "hl", "ffrr"];
const EIGHT: [&str; 12] = ["", "", "", "f", "b", "v", "s", "fs", "fr", "bl", "fh", "rh"];

/// Directions that an atom has.
fn directions(random: &mut Random, atom: &str) -> &'static str {
    let letters: &[&str] = match atom.chars().next() {
        Some('W' | 'D' | 'H' | 'R') => &STRAIGHT,
        Some('F' | 'A' | 'G' | 'B') => &DIAGONAL,
        Some('K' | 'Q') => &EIGHT,
        _ => &OBLIQUE,
    };
    random.one_of(letters)
}

fn mode(random: &mut Random) -> &'static str {
    random.weighted(&[(5, ""), (1, "m"), (2, "c"), (1, "mc")])
}

/// Directions, modes and other letters before an atom.
fn before(random: &mut Random, letters: &str, atom: &str) -> String {
    format!("{}{}{letters}{atom}", directions(random, atom), mode(random))
}

/// Turns of a later leg.
fn turn(random: &mut Random) -> &'static str {
    random.one_of(&["", "", "f", "f", "fs", "s", "b", "bs", "r", "l", "fr", "fl"])
}

fn leap(random: &mut Random) -> Term {
    let atom = random.one_of(&["W", "F", "D", "A", "H", "G", "N", "N", "C", "Z", "K", "K", "L", "J"]);
    let longer = random.chance(1, 8) && atom != "K";
    let suffix = if longer { random.one_of(&["X", "Y"]) } else { "" };
    let tags: &[Tag] = if longer { &["longer leap"] } else { &["leap"] };
    term(before(random, "", atom) + suffix, tags)
}

fn ride(random: &mut Random) -> Term {
    let slides = ["R", "B", "Q", "RR", "R4", "W2", "B3", "F2", "K2", "Q3"];
    let rides = ["N0", "NN", "D0", "A0", "C0", "Z0", "H0", "N2", "D2", "A3", "G0", "FX0"];
    if random.chance(2, 3) {
        let atom = random.one_of(&slides);
        return term(before(random, "", atom), &["slide"]);
    }
    let atom = random.one_of(&rides);
    term(before(random, "", atom), &["leaper that rides"])
}

fn minimum(random: &mut Random) -> Term {
    let atom = random.one_of(&["W", "F", "R", "B", "K", "Q", "N", "D", "A", "C"]);
    let count = random.one_of(&["{2}", "{3}", "{2..}", "{3..}", "{2..3}", "{2..4}"]);
    term(before(random, "", atom) + count, &["minimum ride"])
}

fn hopper(random: &mut Random) -> Term {
    let letter = random.one_of(&["p", "g"]);
    if random.chance(1, 4) {
        let slide = random.one_of(&["R", "B", "Q", "N0"]);
        return term(format!("m{slide}cp{slide}"), &["cannon"]);
    }
    if random.chance(1, 3) {
        let atom = random.one_of(&["N0", "D0", "A0", "C0", "H0", "N3", "D3", "Z0"]);
        return term(before(random, letter, atom), &["hopper of a leaper"]);
    }
    let atom = random.one_of(&["R", "B", "Q", "R4", "B3", "W2", "F3", "K2", "Q{3..}"]);
    let tag = if letter == "p" { "p hopper" } else { "g hopper" };
    term(before(random, letter, atom), &[tag])
}

fn lame(random: &mut Random) -> Term {
    if random.chance(1, 3) {
        let atom = random.one_of(&["N0", "N2", "D0", "A2", "H0", "D3"]);
        return term(before(random, "n", atom), &["lame ride"]);
    }
    let atom = random.one_of(&["N", "N", "D", "A", "H", "G"]);
    term(before(random, "n", atom), &["lame leap"])
}

fn jump(random: &mut Random) -> Term {
    if random.chance(1, 2) {
        let atom = random.one_of(&["D", "A", "H", "G", "D0", "A2"]);
        return term(before(random, "j", atom), &["jumping leap"]);
    }
    let atom = random.one_of(&["R", "B", "Q", "R4", "B3", "K3", "W2"]);
    term(before(random, "j", atom), &["ski-slide"])
}

fn crooked(random: &mut Random) -> Term {
    let count = random.one_of(&["", "", "", "3", "2"]);
    if random.chance(1, 2) {
        let atom = random.one_of(&["W", "F", "R", "B", "D", "A"]);
        return term(before(random, "z", atom) + count, &["zigzag ride"]);
    }
    let atom = random.one_of(&["W", "F", "D", "A", "N", "N", "C", "Z"]);
    term(before(random, "q", atom) + count, &["circular ride"])
}

fn cylinder(random: &mut Random) -> Term {
    let (letters, atom) = random.one_of(&[
        ("o", "W"),
        ("o", "F"),
        ("o", "N"),
        ("o", "K"),
        ("o", "R"),
        ("o", "B"),
        ("o", "Q"),
        ("o", "N0"),
        ("o", "R3"),
        ("po", "R"),
        ("go", "B"),
        ("o", "C"),
        ("on", "N"),
        ("oj", "R"),
        ("oz", "B"),
        ("oq", "N"),
    ]);
    term(before(random, letters, atom), &["cylinder"])
}

fn bent(random: &mut Random) -> Term {
    let first = random.one_of(&["F", "W", "F", "W", "D", "A", "F2", "W2", "K", "R", "B", "mF", "mW", "F{2..}"]);
    let last = random.one_of(&["R", "B", "W", "F", "R", "B", "W{3..}", "F{2..}", "W2", "B3", "D", "A", "K", "Q"]);
    let joint = random.one_of(&["?", "-", "?", "-"]);
    let way = if random.chance(1, 3) { turn(random) } else { "" };
    let mut text = format!("[{first}{joint}{way}{last}");
    if random.chance(1, 5) {
        let third = random.one_of(&["W", "F", "K", "R", "B", "fW", "fF", "fsK", "fzK", "fqK", "zK"]);
        text = format!("{text}-{third}");
    }
    let prefix = random.one_of(&["", "", "", "", "v", "s", "fh", "f", "b"]);
    let mut tags = vec!["bent rider in brackets"];
    if joint == "?" {
        tags.push("stop at a bend");
    }
    if text.contains("..}") {
        tags.push("minimum ride");
    }
    Term { text: format!("{prefix}{text}]"), tags }
}

fn chain(random: &mut Random) -> Term {
    let recipes = [
        "afsW",
        "afsF",
        "afsK",
        "mafsmafW",
        "mafsmafF",
        "afsafyafF",
        "afsafW",
        "aW",
        "aF",
        "mpafsW",
        "mpafN",
        "mpafsN",
        "afN",
        "afsN",
        "afD",
        "afsD",
        "mafK",
        "fafsW",
        "vafsW",
        "safsafW",
    ];
    if random.chance(1, 2) {
        return term(random.one_of(&recipes).to_string(), &["several legs"]);
    }
    let atom = random.one_of(&["W", "F", "K", "W2", "D", "A", "N", "K"]);
    let (first, later) = (directions(random, atom), turn(random));
    let mode = mode(random);
    term(format!("{first}a{later}{mode}{atom}"), &["several legs"])
}

fn toggle(random: &mut Random) -> Term {
    let recipes =
        ["FyafsF", "WyafsW", "fFyafsF", "vWyafsW", "FyafF", "WyasW", "afyafK", "ffFyafsF", "yafW", "KyafsK", "RyasR"];
    let text = random.one_of(&recipes);
    term(text.to_string(), &["range toggle"])
}

fn area(random: &mut Random) -> Term {
    let text = random.one_of(&["aK", "aaK", "aaW", "aaF", "afafK", "afsafsK", "mafsafK", "aamK", "aacW"]);
    term(text.to_string(), &["area move"])
}

fn hook(random: &mut Random) -> Term {
    let text = random.one_of(&["asR", "asB", "[R-sR]", "[B-sB]", "[R?sR]", "masR", "[R3-sR3]", "[W2?sW2]", "[R-fsB]"]);
    term(text.to_string(), &["hook move"])
}

fn locust(random: &mut Random) -> Term {
    let recipes = [
        "cafmR",
        "cafmB",
        "cafmQ",
        "[cR-fmW]",
        "[cB-fmF]",
        "[cQ-fmK]",
        "fmFfcafmF",
        "cafmK",
        "cafcafmF",
        "cafcK",
        "mcafmK",
        "cafsmK",
        "[cW-fR]",
        "[cF-fsmR]",
        "[cN0-fmN]",
        "caK",
        "cdafmW",
        "dafmR",
        "cafmN",
        "mcasR",
        "cafyafmK",
        "[mcW-F]",
        "[mcF-fsmR]",
    ];
    if random.chance(2, 3) {
        return term(random.one_of(&recipes).to_string(), &["locust capture"]);
    }
    let atom = random.one_of(&["W", "F", "K", "R", "B", "N", "D"]);
    let first = random.one_of(&["c", "mc", "d", "cd"]);
    let (ahead, later, last) = (directions(random, atom), turn(random), random.one_of(&["", "m", "c"]));
    term(format!("{ahead}{first}a{later}{last}{atom}"), &["locust capture"])
}

fn rifle(random: &mut Random) -> Term {
    let text = random.one_of(&["caibR", "caibB", "caibQ", "cabK", "cabN", "caibR4", "mcabW", "caibN0", "fcabF"]);
    term(text.to_string(), &["rifle capture"])
}

fn lion(random: &mut Random) -> Term {
    let text = random.one_of(&["KNADcaKmcabK", "cabKcaK", "KcaKmcabK", "[K-K-fsK]", "[K-fsK-fzfK]", "afafsKafsafzfK"]);
    let tag = if text.contains('c') { "lion" } else { "turns to the same or the other side" };
    term(text.to_string(), &[tag])
}

fn carry(random: &mut Random) -> Term {
    let recipes = [
        "udR",
        "ucB",
        "udcQ",
        "udN",
        "udK",
        "ucK",
        "umcR",
        "udR3",
        "[dK-buK-fmQ]",
        "[mcoK-bK-fmQ][dK-buK-fmQ]",
        "cafuK",
        "ucafmK",
    ];
    term(random.one_of(&recipes).to_string(), &["a man put elsewhere"])
}

fn hurdle(random: &mut Random) -> Term {
    if random.chance(1, 3) {
        let text = random.one_of(&["(paf)2R", "(paf)3R", "(paf)2B", "m(paf)2W", "(gaf)2K", "f(paf)2Q"]);
        return term(text.to_string(), &["repeated letters"]);
    }
    let recipes = [
        "pafK", "pafR", "gafK", "gafsR", "tpafR", "tgafQ", "pafsB", "pafcR", "[pR-fW]", "[pQ-fK]", "[pW-W]", "pafpafK",
        "mpafW", "pasR",
    ];
    term(random.one_of(&recipes).to_string(), &["hurdle between legs"])
}

fn withdrawer(random: &mut Random) -> Term {
    let text = random.one_of(&["[mcoK-bK-fmQ]", "[mcoW-bW-fmR]", "[mcoF-bF-fmB]"]);
    term(text.to_string(), &["leg off the board"])
}

fn friend(random: &mut Random) -> Term {
    let atom = random.one_of(&["R", "B", "K", "N", "W", "F", "Q2", "N0"]);
    let letters = random.one_of(&["d", "cd", "mcd", "md", "d", "pd"]);
    term(format!("{}{letters}{atom}", directions(random, atom)), &["friend capture"])
}

fn royal_only(random: &mut Random) -> Term {
    let atom = random.one_of(&["R", "B", "Q", "K", "N", "C0", "pR"]);
    let (letters, tag) = random.one_of(&[
        ("k", "royal capture"),
        ("mk", "royal capture"),
        ("ck", "tame"),
        ("t", "tame"),
        ("mck", "tame"),
    ]);
    let (hop, atom) = atom.strip_prefix('p').map_or(("", atom), |rest| ("p", rest));
    term(format!("{}{letters}{hop}{atom}", directions(random, atom)), &[tag])
}

fn initial(random: &mut Random) -> Term {
    let text = random.one_of(&["iR", "ifrN", "imK3", "ifmW3", "icB", "iN0", "iafsW", "i[F-R]", "isoR", "ifcaibR"]);
    let text = text.replace("i[", "[i");
    term(text, &["first move only"])
}

/// A double step that leaves a square open, with the captures that may follow it.
fn marking(random: &mut Random) -> Term {
    let text = random.one_of(&["ifmnD", "ifmnH", "ifmnA", "imnD", "ismnD", "ifnD", "ifmnDifmnH"]);
    term(text.to_string(), &["double step that marks"])
}

fn en_passant(random: &mut Random) -> Term {
    let text = random.one_of(&["fceF", "fceF", "ceK", "eF", "feF", "mceK", "ceR", "feK", "ceafmW", "fcepR"]);
    term(text.to_string(), &["en passant"])
}

/// One sort of term: how often, and how.
type Sort = (usize, fn(&mut Random) -> Term);

const SORTS: [Sort; 24] = [
    (14, leap),
    (14, ride),
    (4, minimum),
    (8, hopper),
    (5, lame),
    (4, jump),
    (5, crooked),
    (4, cylinder),
    (9, bent),
    (6, chain),
    (4, toggle),
    (2, area),
    (3, hook),
    (7, locust),
    (3, rifle),
    (3, lion),
    (3, carry),
    (4, hurdle),
    (1, withdrawer),
    (3, friend),
    (3, royal_only),
    (4, initial),
    (2, marking),
    (3, en_passant),
];

fn makes_sense(text: &str) -> bool {
    notation::read(text).1.iter().all(|problem| problem.severity == Severity::Warning)
}

/// A term that makes sense. Letters that exclude each other come together now and then; such a term is drawn again.
pub fn random_term(random: &mut Random) -> Term {
    loop {
        let sort = random.weighted(&SORTS);
        let term = sort(random);
        if makes_sense(&term.text) {
            return term;
        }
    }
}

/// The movement of something like a Pawn.
pub fn pawn(random: &mut Random) -> Term {
    let (text, tags): (&str, &[Tag]) = random.one_of(&[
        ("fmWfcF", &["leap"][..]),
        ("fmWfceF", &["en passant"]),
        ("fmWfceFifmnD", &["en passant", "double step that marks"]),
        ("fmWfceFifmnD", &["en passant", "double step that marks"]),
        ("fmWfceFimnDifmnH", &["en passant", "double step that marks"]),
        ("fmFfceWifmnA", &["en passant", "double step that marks"]),
        ("fWfF", &["leap"]),
        ("fmWfceFifmW3", &["en passant", "first move only"]),
        ("fsW", &["leap"]),
        ("fmRfcB2", &["slide"]),
    ]);
    term(text.to_string(), tags)
}

/// The movement of something like a King.
pub fn king(random: &mut Random) -> Term {
    let text = random.weighted(&[(6, "K"), (1, "W"), (1, "KN"), (1, "Q2"), (1, "mKcF"), (1, "F"), (1, "KA")]);
    term(text.to_string(), &["leap"])
}
