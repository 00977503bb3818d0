//! The board, and who stands where.

use super::fen::Cells;
use super::names::{Checker, Kinds};
use crate::diagnostics::{Code, Diagnostic};
use crate::parse::ast::{self, Name, Row, SetupBoard};
use crate::rules::{KindSet, Setup};
use ferz_abi::Board;

/// Finds the board. Where there is none, the likeliest is taken, so that the rest can be checked.
pub fn board(checker: &mut Checker) {
    let Some(board) = checker.unit.board else {
        if checker.unit.is_part() {
            // Whoever uses it says how large the board is: nothing is off the largest one.
            checker.board = Board { width: 16, height: 16, holes: [0; 4] };
            return;
        }
        if !checker.unit.incomplete {
            let problem = Diagnostic::error(Code::NoBoard, checker.unit.start, "nothing says how large the board is");
            checker.report(problem.help("add a line such as `board 8x8`, or `use fide`"));
        }
        if let Some((width, height)) = checker.unit.setups.first().and_then(likely_size) {
            checker.board = Board { width, height, holes: [0; 4] };
        }
        return;
    };
    let sizes = [(board.width, "files"), (board.height, "ranks")].map(|(number, what)| {
        if (1..=16).contains(&number.value) {
            return number.value as u8;
        }
        let problem = Diagnostic::error(Code::BoardSize, number.span, format!("a board has 1 to 16 {what}"));
        checker.report(problem.label(format!("not {}", number.value)).help("write a size from 1x1 to 16x16"));
        if number.value == 0 { 8 } else { 16 }
    });
    checker.board = Board { width: sizes[0], height: sizes[1], holes: [0; 4] };
}

fn likely_size(setup: &ast::Setup) -> Option<(u8, u8)> {
    let (width, height) = match &setup.board {
        SetupBoard::Fen(text) => {
            let board = text.value.split_whitespace().next()?;
            let (mut width, mut gap) = (0, 0);
            for c in board.split('/').next()?.chars().take(64) {
                gap = c.to_digit(10).map_or(0, |digit| gap * 10 + digit as usize);
                width = if gap >= 10 { width - gap / 10 + gap } else { width + gap.max(1) };
            }
            (width, board.split('/').count())
        }
        SetupBoard::Diagram(rows) => (rows.first()?.cells.len(), rows.len()),
    };
    let fits = (1..=16).contains(&width) && (1..=16).contains(&height);
    fits.then_some((width as u8, height as u8))
}

/// Takes the holes out of the board.
pub fn holes(checker: &mut Checker) {
    let unit = checker.unit;
    let Some(holes) = &unit.holes else { return };
    let squares = checker.at(Default::default(), |c| c.squares(holes));
    // Zones that were needed to know the holes still hold them.
    checker.values.clear();
    let Some([white, _]) = squares else { return };
    if checker.all_squares() == white {
        let problem = Diagnostic::error(Code::EmptyZone, holes.span, "these holes leave no cell on the board");
        checker.report(problem.label("the whole board").help("leave some squares"));
        return;
    }
    checker.board.holes = white.0;
}

/// Reads every set-up, the default one first.
pub fn setups(checker: &mut Checker) -> Vec<Setup> {
    let unit = checker.unit;
    if unit.setups.is_empty() && !unit.is_part() && !unit.incomplete {
        let problem = Diagnostic::error(Code::NoSetup, unit.start, "nothing says how the men stand at the start");
        checker.report(problem.help("add a `setup`, or `use fide`"));
    }
    let mut setups = Vec::new();
    let (default, named): (Vec<_>, Vec<_>) = unit.setups.iter().partition(|setup| setup.name.is_none());
    for setup in default.into_iter().chain(named) {
        let name = setup.name.as_ref().map_or(String::new(), |name| name.text.clone());
        match &setup.board {
            SetupBoard::Fen(text) => {
                if let Some(cells) = checker.fen(text) {
                    let fen = text.value.split_whitespace().collect::<Vec<_>>().join(" ");
                    setups.push(Setup { name, fen, cells });
                }
            }
            SetupBoard::Diagram(rows) => {
                if let Some(cells) = diagram(checker, setup, rows) {
                    let fen = board_text(checker, &cells);
                    setups.push(Setup { name, fen, cells });
                }
            }
        }
    }
    setups
}

/// The kinds that each side has in the first set-up.
pub fn army(setups: &[Setup]) -> Kinds {
    let mut army = [KindSet::EMPTY; 2];
    for (kind, side) in setups.first().map_or(&[][..], |setup| &setup.cells).iter().flatten() {
        army[*side].insert(*kind);
    }
    army
}

fn diagram(checker: &mut Checker, setup: &ast::Setup, rows: &[Row]) -> Option<Cells> {
    let (width, height) = (usize::from(checker.board.width), usize::from(checker.board.height));
    let mut cells: Cells = vec![None; width * height];
    let before = checker.diagnostics.len();
    if rows.len() != height {
        let message = format!("this picture has {} ranks, the board has {height}", rows.len());
        let problem = Diagnostic::error(Code::SetupSize, setup.span, message);
        checker.report(problem.help("draw every rank, the last one on top: `8 | r n b q k b n r`"));
    }
    let upside_down = rows.len() == height
        && height > 1
        && rows.iter().enumerate().all(|(index, row)| row.rank.value == index as u64 + 1);
    if upside_down {
        let message = "this picture stands upside down: its first line is rank 1";
        let problem = Diagnostic::error(Code::SetupSize, rows[0].rank.span, message);
        checker.report(
            problem
                .label("the last rank belongs here")
                .help("White sits below: begin with the last rank, end with rank 1"),
        );
    }
    for (index, row) in rows.iter().enumerate() {
        let expected = height.saturating_sub(index);
        if rows.len() == height && !upside_down && row.rank.value != expected as u64 {
            let message = format!("this is rank {expected}, not {}", row.rank.value);
            let problem = Diagnostic::error(Code::SetupSize, row.rank.span, message);
            checker.report(
                problem.label("ranks go down from the last").help(format!("write {expected} here, or move the line")),
            );
        }
        if row.cells.len() != width && !row.cells.iter().any(is_joined) {
            let found = super::fen::counted(row.cells.len(), "square");
            let message = format!("this rank has {found}, the board {width}");
            let problem = Diagnostic::error(Code::SetupSize, row.span, message);
            checker.report(problem.help("every square is a letter or a dot, with a blank between them"));
        }
        for (file, cell) in row.cells.iter().enumerate() {
            let man = read_cell(checker, cell);
            if man.is_some() && rows.len() == height && file < width && !upside_down && checker.is_hole(index, file) {
                checker.man_on_hole(index, file, cell.span);
            }
            if file < width && index < height {
                cells[(height - 1 - index) * width + file] = man;
            }
        }
    }
    (checker.diagnostics.len() == before).then_some(cells)
}

/// Whether these are several squares without a blank between them.
fn is_joined(cell: &Name) -> bool {
    cell.text.len() > 1 && cell.text.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.')
}

fn read_cell(checker: &mut Checker, cell: &Name) -> Option<(usize, usize)> {
    let first = cell.text.chars().next().unwrap_or('.');
    if cell.text == "." || cell.text == "*" {
        return None;
    }
    let man = checker.man(&cell.text);
    if man.is_none() {
        if is_joined(cell) {
            let spread: Vec<String> = cell.text.chars().map(String::from).collect();
            let message = format!("`{}` is not one square", crate::parse::shortened(&cell.text));
            let problem = Diagnostic::error(Code::UnknownMan, cell.span, message);
            checker.report(
                problem.help(format!("put a blank between squares: `{}`", crate::parse::shortened(&spread.join(" ")))),
            );
        } else {
            checker.unknown_man(&cell.text, first, cell.span);
        }
    }
    man
}

/// The board field of a FEN for these cells.
fn board_text(checker: &Checker, cells: &Cells) -> String {
    let width = usize::from(checker.board.width);
    let rank_text = |rank: &[Option<(usize, usize)>]| {
        let (mut text, mut gap) = (String::new(), 0);
        for cell in rank {
            match cell {
                None => gap += 1,
                Some((kind, side)) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                        gap = 0;
                    }
                    let letter = super::fen::written(checker.men[*kind].letters[*side]);
                    text.push_str(&if *side == 1 { letter.to_lowercase() } else { letter });
                }
            }
        }
        if gap > 0 { text + &gap.to_string() } else { text }
    };
    cells.chunks(width).rev().map(rank_text).collect::<Vec<_>>().join("/")
}
