//! Text that nobody wrote to play chess: whatever it is, there is an answer within a second, and never a panic.

use ferz_lang::diagnostics::Report;
use ferz_lang::{NoFiles, Resolver, compile};
use std::time::{Duration, Instant};

/// Compiles, and looks at every message as a renderer would.
fn refused(text: &str) {
    let start = Instant::now();
    let compiled = compile("hostile.ferz", text, &NoFiles);
    let shown: usize = compiled.diagnostics.iter().map(|d| Report::new(d, &compiled.sources).to_string().len()).sum();
    let beginning: String = text.chars().take(60).collect();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?} for {beginning:?}", start.elapsed());
    assert!(compiled.failed() && shown > 0, "nothing is said about {beginning:?}");
    assert!(compiled.diagnostics.len() <= 101, "{} messages", compiled.diagnostics.len());
    for diagnostic in &compiled.diagnostics {
        let length = compiled.sources.list[diagnostic.primary.span.file].text.len();
        assert!(diagnostic.primary.span.start <= diagnostic.primary.span.end, "{diagnostic:?}");
        assert!(diagnostic.primary.span.end <= length, "{diagnostic:?}");
        assert!(diagnostic.message.len() < 2000, "a message of {} bytes", diagnostic.message.len());
    }
}

fn with_fide(text: &str) -> String {
    format!("variant \"Hostile\"\nuse fide\n{text}\n")
}

#[test]
fn empty_and_blank() {
    refused("");
    refused(" \n\t\r\n ");
    refused("\u{FEFF}");
}

#[test]
fn a_lone_quote() {
    refused("\"");
    refused("variant \"");
    refused(&with_fide("piece A A = \""));
}

#[test]
fn nesting() {
    for bracket in ["(", "{", "[", "((", "~(", "(~"] {
        refused(&bracket.repeat(100_000));
        refused(&with_fide(&format!("zone z = {}", bracket.repeat(100_000))));
    }
    refused(&"(".repeat(1 << 20));
    refused(&with_fide(&format!("zone z = {}a9{}", "(".repeat(31), ")".repeat(31))));
    refused(&with_fide(&format!("piece A A = {}\"?\"{}", "(".repeat(31), ")".repeat(31))));
    refused(&with_fide(&"rule r { ".repeat(30)));
    refused(&with_fide(&"test \"t\" { ".repeat(30)));
    refused(&with_fide(&format!("piece A A = \"{}\"", "[".repeat(100_000))));
}

#[test]
fn long_chains() {
    refused(&with_fide(&format!("zone z = {}a9", "~".repeat(100_000))));
    refused(&with_fide(&format!("zone z = {} a9", "absolute ".repeat(10_000))));
    refused(&with_fide(&format!("zone z = {}a9", "a1 | ".repeat(20_000))));
    refused(&with_fide(&format!("zone z = {}a9", "a1 & ".repeat(20_000))));
    refused(&with_fide(&format!("zone z = {} a9", "a1 ".repeat(20_000))));
    refused(&with_fide(&format!("kinds k = {}Quen", "Queen - ".repeat(12_000))));
    refused(&with_fide(&format!("piece A A = {}Quen", "Queen + ".repeat(12_000))));
    refused(&with_fide(&format!("piece A A = Queen{} from a9", " from a1".repeat(15_000))));
}

#[test]
fn definitions_that_refer_to_each_other() {
    let zones: String = (1..5_000).map(|n| format!("zone z{n} = z{}\n", n - 1)).collect();
    refused(&with_fide(&zones));
    let deep = "(".repeat(30) + "NAME" + &")".repeat(30);
    let nested: String =
        (1..200).map(|n| format!("piece P{n} = {}\n", deep.replace("NAME", &format!("P{}", n + 1)))).collect();
    refused(&with_fide(&nested));
    let nested: String =
        (1..200).map(|n| format!("zone z{n} = {}\n", deep.replace("NAME", &format!("z{}", n + 1)))).collect();
    refused(&with_fide(&nested));
    let doubling: String = (1..30)
        .map(|n| format!("piece P{n} = P{} from ~a{} + P{} to ~b{}\n", n + 1, n % 8 + 1, n + 1, n % 8 + 1))
        .collect();
    refused(&with_fide(&format!("{doubling}piece P30 = \"N\"")));
}

#[test]
fn long_names_lines_and_numbers() {
    let long = "a".repeat(100_000);
    refused(&long);
    refused(&with_fide(&format!("zone z = {long}")));
    refused(&with_fide(&format!("piece {long} {long} = {long}")));
    refused(&with_fide(&format!("use {long}")));
    refused(&with_fide(&format!("use \"{long}\"")));
    refused(&with_fide(&format!("setup \"{long}\"")));
    refused(&with_fide(&format!("setup \"{}\"", "8/".repeat(50_000))));
    refused(&with_fide(&format!("setup \"{}\"", "9".repeat(100_000))));
    refused(&with_fide(&format!("setup {{ 8 | {} }}", "r ".repeat(50_000))));
    refused(&with_fide(&format!("piece A A = \"{}\"", "f".repeat(100_000))));
    refused(&with_fide(&format!("board {}x8", "9".repeat(100_000))));
    refused(&with_fide(&format!("test \"t\" {{ perft {} = 1 }}", "9".repeat(100_000))));
    refused(&with_fide(&format!("test \"t\" {{ legal {} }}", "9".repeat(100_000))));
}

#[test]
fn many_errors() {
    refused(&"?\n".repeat(60_000));
    refused(&with_fide(&"peice Rook R = \"R\"\n".repeat(3_000)));
    refused(&with_fide(&"piece Rook R = \"R\n".repeat(3_000)));
    refused(&with_fide(&"piece Rook R = \"?\"\n".repeat(3_000)));
    refused(&with_fide(&"promote Pwn on rank 9 to Qeen\n".repeat(3_000)));
    refused(&with_fide(&format!("test \"t\" {{\n{} }}", "legal e9e10\n".repeat(3_000))));
    refused(&with_fide(&format!("rule r {{\n{} }}", "promote\n".repeat(3_000))));
    refused(&"}".repeat(100_000));
    refused(&with_fide(&(0..6_000).map(|n| format!("piece P{n} = \"?\"\n")).collect::<String>()));
}

#[test]
fn odd_characters() {
    refused(&"\0".repeat(3_000));
    refused(&with_fide("piece A\0 A = \"R\""));
    refused(&with_fide("piece Écu É = \"R\""));
    refused(&with_fide("piece 王 王 = \"王\""));
    refused(&with_fide("zone z = a\u{301}1 😀"));
    refused(&with_fide("setup \"😀😀/8/8/8/8/8/8/8\""));
    refused(&with_fide("test \"t\" { legal é2é4 }"));
    refused(&"😀".repeat(30_000));
}

#[test]
fn every_beginning_of_a_file() {
    // Cut anywhere, a file is an error or fine, but never a panic.
    let text = include_str!("../../examples/azsymchess-2.ferz");
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        compile("cut.ferz", &text[..end], &NoFiles);
    }
}

/// A file that uses the next one, for ever.
struct Endless;

impl Resolver for Endless {
    fn read(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let number: usize = path.parse().map_err(|_| "no number".to_string())?;
        let next = number + 1;
        Ok((path.to_string(), format!("use \"{next}\"\nuse \"{next}\"\n")))
    }
}

#[test]
fn files_without_end() {
    let compiled = compile("first.ferz", "use \"0\"", &Endless);
    assert!(compiled.failed());
    assert!(compiled.sources.list.len() < 100);
}
