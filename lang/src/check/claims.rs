//! The `test` blocks: what they say must at least be possible on this board.

use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::parse::ast::{self, Name, StatusWord};
use crate::rules::{Claim, SquareSet, Status, Test, TestStep};

/// The deepest perft of a test.
const DEEPEST_PERFT: u64 = 20;

/// Every test of the file itself.
pub fn tests(checker: &mut Checker) -> Vec<Test> {
    let unit = checker.unit;
    let mut tests = Vec::new();
    for test in &unit.tests {
        if test.steps.is_empty() && !unit.incomplete {
            let problem = Diagnostic::warning(Code::BadTest, test.title.span, "this test claims nothing");
            checker.report(problem.help("add a line such as `perft 1 = 20`"));
        }
        let mut steps = Vec::new();
        for step in &test.steps {
            if let Some(claim) = claim(checker, &step.claim) {
                steps.push(TestStep { line: checker.sources.position(step.span).line, claim });
            }
        }
        let file = checker.sources.name(test.title.span).to_string();
        tests.push(Test { name: test.title.value.clone(), file, steps });
    }
    tests
}

fn claim(checker: &mut Checker, claim: &ast::Claim) -> Option<Claim> {
    Some(match claim {
        ast::Claim::Position(text) => {
            checker.fen(text)?;
            Claim::Position(text.value.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        ast::Claim::Moves(from, to) => {
            let (from, to) = squares(checker, from, to)?;
            Claim::Moves(from, to)
        }
        ast::Claim::Captures(from, to) => {
            let (from, to) = squares(checker, from, to)?;
            Claim::Captures(from, to)
        }
        ast::Claim::Legal(moves) => Claim::Legal(move_texts(checker, moves)?),
        ast::Claim::Illegal(moves) => Claim::Illegal(move_texts(checker, moves)?),
        ast::Claim::Play(moves) => Claim::Play(move_texts(checker, moves)?),
        ast::Claim::Status(word, by) => Claim::Status(status(checker, *word, by.as_ref())?),
        ast::Claim::Perft(depth, count) => {
            if depth.value > DEEPEST_PERFT {
                let message = format!("a perft of depth {} would never end", depth.value);
                let problem = Diagnostic::error(Code::BadTest, depth.span, message);
                checker.report(problem.help("depths of 1 to 4 are usual in a test"));
                return None;
            }
            Claim::Perft(depth.value as u32, count.value)
        }
    })
}

fn squares(checker: &mut Checker, from: &Name, to: &[Name]) -> Option<(u8, SquareSet)> {
    let from = checker.square(from);
    let to: Vec<_> = to.iter().map(|name| checker.square(name)).collect();
    Some((from? as u8, to.into_iter().collect::<Option<Vec<_>>>()?.into_iter().collect()))
}

/// Moves as text: the squares in them must be on the board. Whether such a move exists is for the test to find out.
fn move_texts(checker: &mut Checker, moves: &[Name]) -> Option<Vec<String>> {
    let texts: Vec<_> = moves.iter().map(|text| move_text(checker, text)).collect();
    texts.into_iter().collect()
}

fn move_text(checker: &mut Checker, text: &Name) -> Option<String> {
    let rest = text.text.split_once('@').map_or(text.text.as_str(), |(_, square)| square);
    let first = leading_square(rest);
    let second = leading_square(rest[first.len()..].trim_start_matches('x'));
    let whole = !first.is_empty() && (text.text.contains('@') || !second.is_empty());
    if !whole {
        let message = format!("`{}` is not a move", crate::parse::shortened(&text.text));
        let problem = Diagnostic::error(Code::BadTest, text.span, message).label("from which square to which?");
        checker.report(problem.help("a move is two squares, such as e2e4, and a small letter for a promotion: e7e8q"));
        return None;
    }
    let squares = [first, second].into_iter().filter(|s| !s.is_empty());
    if let Some(off) = squares.into_iter().find(|name| checker.square_named(name).is_none()) {
        let name = Name { text: off.to_string(), span: text.span };
        checker.square(&name);
        return None;
    }
    Some(text.text.clone())
}

/// The square that a text begins with: a letter and up to two digits.
fn leading_square(text: &str) -> &str {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).take(1).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    if letters == 1 && digits > 0 { &text[..1 + digits] } else { "" }
}

fn status(checker: &mut Checker, word: StatusWord, by: Option<&Name>) -> Option<Status> {
    if let Some(name) = by {
        let unit = checker.unit;
        let names: Vec<&str> = unit.rules.iter().map(|rule| rule.name.as_str()).collect();
        if !names.contains(&name.text.as_str()) {
            let help = crate::diagnostics::closest(&name.text, names.iter().copied());
            let help =
                help.map_or(format!("the rules are {}", names.join(", ")), |near| format!("did you mean `{near}`?"));
            let message = format!("there is no rule `{}`", name.text);
            checker.report(Diagnostic::error(Code::UnknownName, name.span, message).label("not known").help(help));
            return None;
        }
    }
    let by = by.map(|name| name.text.clone());
    Some(match word {
        StatusWord::Ongoing => Status::Ongoing,
        StatusWord::Check => Status::Check,
        StatusWord::Checkmate => Status::Checkmate,
        StatusWord::Stalemate => Status::Stalemate,
        StatusWord::Win(side) => Status::Win(side, by),
        StatusWord::Draw => Status::Draw(by),
    })
}
