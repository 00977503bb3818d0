//! Squares, ranks and files by name, on this board.

use super::names::{Checker, Squares};
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{Name, Number};
use crate::rules::{KindSet, SquareSet};

impl Checker<'_> {
    /// All cells.
    pub fn all_squares(&self) -> SquareSet {
        let squares = usize::from(self.board.width) * usize::from(self.board.height);
        (0..squares).collect::<SquareSet>() - SquareSet(self.board.holes)
    }

    /// All kinds that the file names.
    pub fn all_kinds(&self) -> KindSet {
        (0..self.men.len()).filter(|&kind| self.men[kind].shadow_of.is_none()).collect()
    }

    /// The squares for which White's side of the test holds, and for Black those reflected through the middle rank.
    pub fn both_sides(&self, test: impl Fn(usize, usize) -> bool) -> Squares {
        let (width, height) = (usize::from(self.board.width), usize::from(self.board.height));
        let side = |flip: bool| {
            let rank_of = |square: usize| if flip { height - 1 - square / width } else { square / width };
            (0..width * height).filter(|&square| test(square % width, rank_of(square))).collect::<SquareSet>()
        };
        [side(false) & self.all_squares(), side(true) & self.all_squares()]
    }

    /// The index of a rank.
    pub fn rank(&mut self, number: &Number) -> Option<usize> {
        let height = u64::from(self.board.height);
        if (1..=height).contains(&number.value) {
            return Some(number.value as usize - 1);
        }
        let message = format!("there is no rank {} on this board", number.value);
        let problem = Diagnostic::error(Code::OffBoard, number.span, message).label("off the board");
        self.report(problem.help(format!("its ranks are 1 to {height}")));
        None
    }

    /// The index of a file.
    pub fn file(&mut self, name: &Name) -> Option<usize> {
        let file = name.text.bytes().next().map_or(usize::MAX, |b| usize::from(b.wrapping_sub(b'a')));
        if file < usize::from(self.board.width) {
            return Some(file);
        }
        let last = char::from(b'a' + self.board.width - 1);
        let message = format!("there is no file {} on this board", name.text);
        let problem = Diagnostic::error(Code::OffBoard, name.span, message).label("off the board");
        self.report(problem.help(format!("its files are a to {last}")));
        None
    }

    /// The index of a square.
    pub fn square(&mut self, name: &Name) -> Option<usize> {
        if let Some(square) = self.square_named(&name.text) {
            return Some(square);
        }
        let last = format!("{}{}", char::from(b'a' + self.board.width - 1), self.board.height);
        let message = format!("there is no square {} on this board", crate::parse::shortened(&name.text));
        let problem = Diagnostic::error(Code::OffBoard, name.span, message).label("off the board");
        self.report(problem.help(format!("its squares are a1 to {last}")));
        None
    }

    /// The square of this name, if the board has it.
    pub fn square_named(&self, name: &str) -> Option<usize> {
        let file = name.bytes().next()?;
        let rank: usize = name.get(1..).filter(|r| r.len() <= 2 && !r.starts_with('0'))?.parse().ok()?;
        let (width, height) = (usize::from(self.board.width), usize::from(self.board.height));
        let file = usize::from(file.checked_sub(b'a')?);
        (file < width && (1..=height).contains(&rank)).then(|| (rank - 1) * width + file)
    }

    pub fn upwards(&mut self, first: usize, last: usize, span: Span) -> Option<()> {
        if first <= last {
            return Some(());
        }
        let problem = Diagnostic::error(Code::EmptyZone, span, "this range is upside down, so it holds nothing");
        self.report(problem.help("write the smaller one first"));
        None
    }
}
