//! Positions as text: is this a FEN for this board and these men?

use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::Text;
use crate::rules::KindId;
use ferz_abi::Letter;

/// The man on each square.
pub type Cells = Vec<Option<(KindId, usize)>>;

impl Checker<'_> {
    /// Reads a FEN; `None` after errors have been reported.
    pub fn fen(&mut self, text: &Text) -> Option<Cells> {
        let mut fields = Fields { rest: &text.value, at: 0 };
        let Some((board, start)) = fields.next() else {
            let problem = Diagnostic::error(Code::BadFen, text.span, "the position is empty");
            self.report(
                problem
                    .help("write the board from the last rank down, ranks separated by /, numbers for empty squares"),
            );
            return None;
        };
        let before = self.diagnostics.len();
        let (board, hands) = match board.find('[') {
            Some(at) => (&board[..at], Some((&board[at..], start + at))),
            None => (board, None),
        };
        let cells = self.board_field(board, start, text);
        if let Some((hands, start)) = hands {
            self.hands_field(hands, start, text);
        }
        let wrong = "and a FEN has: board, side to move, castling, en passant, counters, quiet clock, move number";
        let counters = self.unit.counters.len();
        for (index, (field, start)) in fields.enumerate() {
            // Counters stand between the en passant square and the clock, one field each.
            let counter = index.checked_sub(3).and_then(|n| self.unit.counters.get(n));
            let index = if index >= 3 + counters { index - counters } else { index };
            let is_count = field.len() <= 5 && field.bytes().all(|b| b.is_ascii_digit());
            let problem = match index {
                _ if counter.is_some() => match counter.filter(|counter| !is_counter(field, counter.each_side)) {
                    Some(counter) if counter.each_side => "each side's counter is written as `3+3`",
                    Some(_) => "a counter is a number",
                    None => continue,
                },
                0 if field != "w" && field != "b" => "the side to move is `w` or `b`",
                1 if !field.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') => "castling is letters, or `-`",
                2 if field != "-" && !self.are_squares(field) => "the en passant square is `-` or a square",
                3 if !is_count => "the quiet clock is a number",
                4 if !is_count => "the move number is a number",
                5.. => "nothing follows the move number",
                _ => continue,
            };
            let span = Span { start: text.span.start + start, end: text.span.start + start + field.len(), ..text.span };
            let message = format!("`{}` is out of place in this position", crate::parse::shortened(field));
            self.report(
                Diagnostic::error(Code::BadFen, span, message).label(problem).help(format!("{problem}, {wrong}")),
            );
            break;
        }
        cells.filter(|_| self.diagnostics.len() == before)
    }

    /// Reads the first field.
    fn board_field(&mut self, board: &str, start: usize, text: &Text) -> Option<Cells> {
        let (width, height) = (usize::from(self.board.width), usize::from(self.board.height));
        let place = |from: usize, to: usize| Span {
            start: text.span.start + start + from,
            end: text.span.start + start + to,
            ..text.span
        };
        let mut cells: Cells = vec![None; width * height];
        let (mut at, mut fits) = (0, true);
        let ranks: Vec<&str> = board.split('/').collect();
        // Whoever draws all ranks for another board has made one mistake, not one for each rank.
        let widths: Vec<usize> = ranks.iter().map(|rank| squares_of(rank)).collect();
        let other_width = widths.first().copied().filter(|first| *first != width && widths.iter().all(|w| w == first));
        if let Some(other) = other_width.filter(|_| ranks.len() > 1) {
            let message =
                format!("this position is for a board of {other}x{}, and the board is {width}x{height}", ranks.len());
            let problem = Diagnostic::error(Code::SetupSize, place(0, board.len()), message);
            let help = match (1..=16).contains(&other) && ranks.len() <= 16 {
                true => {
                    format!("write `board {other}x{}`, or a position of {height} ranks of {width} squares", ranks.len())
                }
                false => format!("write {height} ranks of {width} squares"),
            };
            self.report(problem.label(format!("{} in each rank", counted(other, "square"))).help(help));
            fits = false;
        } else if ranks.len() != height {
            let message = format!("this position has {}, the board has {height}", counted(ranks.len(), "rank"));
            let problem = Diagnostic::error(Code::SetupSize, place(0, board.len()), message);
            self.report(problem.label("ranks are separated by /").help(size_help(ranks.len(), height, "rank")));
            fits = false;
        }
        for (index, rank) in ranks.iter().enumerate() {
            let mut file = 0;
            let (mut rest, mut offset) = (*rank, at);
            while let Some(first) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    file += rest[..digits].parse::<usize>().map_or(1000, |gap| gap.min(1000));
                    (rest, offset) = (&rest[digits..], offset + digits);
                    continue;
                }
                let length = man_length(rest);
                match self.man(&rest[..length]) {
                    _ if first == '*' && self.board.holes != [0; 4] => {}
                    Some(_) if ranks.len() == height && file < width && self.is_hole(index, file) => {
                        self.man_on_hole(index, file, place(offset, offset + length));
                        fits = false;
                    }
                    Some(man) => {
                        if ranks.len() == height && file < width {
                            cells[(height - 1 - index) * width + file] = Some(man);
                        }
                    }
                    None => {
                        self.unknown_man(&rest[..length], first, place(offset, offset + length));
                        fits = false;
                    }
                }
                file += 1;
                (rest, offset) = (&rest[length..], offset + length);
            }
            if file != width && other_width.is_none_or(|_| ranks.len() == 1) {
                let number = height as isize - index as isize;
                let message = match (ranks.len() == height, file > 1000) {
                    (true, false) => format!("rank {number} has {}, the board {width}", counted(file, "square")),
                    _ => format!("this rank is not {width} squares wide"),
                };
                let problem = Diagnostic::error(Code::SetupSize, place(at, at + rank.len()), message);
                let help = match long_gap(rank, width) {
                    Some(gap) => {
                        format!("`{gap}` is one gap of {gap} squares: gaps side by side are added up into one number")
                    }
                    None => size_help(file, width, "square"),
                };
                self.report(problem.label(format!("{} here", counted(file, "square"))).help(help));
                fits = false;
            }
            at += rank.len() + 1;
        }
        fits.then_some(cells)
    }

    /// Whether the board has no cell on this file of a rank, counted from the last one down.
    pub fn is_hole(&self, index: usize, file: usize) -> bool {
        let (width, height) = (usize::from(self.board.width), usize::from(self.board.height));
        ferz_abi::has(&self.board.holes, (height - 1 - index) * width + file)
    }

    /// Reports a man where the board has no cell.
    pub fn man_on_hole(&mut self, index: usize, file: usize, span: Span) {
        let name = format!("{}{}", char::from(b'a' + file as u8), usize::from(self.board.height) - index);
        let problem = Diagnostic::error(Code::ManOnHole, span, format!("{name} is a hole: no man can stand there"));
        let holes = self.unit.holes.as_ref().map(|holes| holes.span);
        let problem =
            problem.label(format!("stands on {name}")).help("write `*` for it, or take the square out of `holes`");
        self.report(holes.map_or(problem.clone(), |holes| problem.also(holes, "the board has no cells there")));
    }

    /// Reads what stands in hand.
    fn hands_field(&mut self, hands: &str, start: usize, text: &Text) {
        let whole = Span { start: text.span.start + start, end: text.span.start + start + hands.len(), ..text.span };
        let Some(mut rest) = hands.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
            let problem = Diagnostic::error(Code::BadFen, whole, "the hands are not closed");
            self.report(problem.label("`]` is missing").help("men in hand stand between brackets: `[Pp]`"));
            return;
        };
        if self.unit.hands.is_empty() {
            let problem = Diagnostic::error(Code::NoHand, whole, "there are no hands in this game");
            self.report(problem.label("men in hand").help("add a line `hand`, or leave this out"));
            return;
        }
        let mut offset = whole.start + 1;
        while let Some(first) = rest.chars().next() {
            let count = rest.bytes().take_while(u8::is_ascii_digit).count();
            let length = if count > 0 { count } else { man_length(rest) };
            if count == 0 && first != '-' && self.man(&rest[..length]).is_none() {
                let span = Span { start: offset, end: offset + length, ..text.span };
                self.unknown_man(&rest[..length], first, span);
                return;
            }
            (rest, offset) = (&rest[length..], offset + length);
        }
    }

    /// The man that a letter with its mark stands for.
    pub fn man(&self, text: &str) -> Option<(KindId, usize)> {
        let plus = text.starts_with('+');
        let mut rest = text.strip_prefix('+').unwrap_or(text).chars();
        let c = rest.next().filter(char::is_ascii_alphabetic)?;
        let side = usize::from(c.is_ascii_lowercase());
        let letter = Letter { letter: c.to_ascii_uppercase(), plus, mark: rest.next() };
        if rest.next().is_some() {
            return None;
        }
        self.men.iter().position(|man| man.letters[side] == Some(letter)).map(|kind| (kind, side))
    }

    /// Reports a man that no piece is.
    pub fn unknown_man(&mut self, text: &str, first: char, span: Span) {
        let shown = crate::parse::shortened(text);
        if matches!(first, '[' | ']' | '~' | '*') {
            let (what, help) = match first {
                '~' => ("a promoted man that remembers", "it stands behind a letter, as in `Q~`"),
                '*' => ("a hole", "this board has none: write a number or a dot, or say which cells are `holes`"),
                _ => ("a hand", "it stands behind the board, as in `[Pp]`"),
            };
            let message = format!("`{shown}` stands for {what}, and does not belong here");
            self.report(Diagnostic::error(Code::BadFen, span, message).label("out of place").help(help));
            return;
        }
        let letters: Vec<String> =
            self.men.iter().map(|man| format!("{} {}", written(man.letters[0]), man.name)).collect();
        let problem = Diagnostic::error(Code::UnknownMan, span, format!("no piece has the letter `{shown}`"));
        let help = match letters.len() {
            0 => "define pieces first, or `use orthodox`".to_string(),
            1..=30 => format!("the letters are {}", letters.join(", ")),
            _ => "give a piece this letter".to_string(),
        };
        self.report(problem.label("no such man").help(help));
    }

    /// Whether a text is squares in a row: those passed, and perhaps behind an `x` that of the man that passed them.
    fn are_squares(&self, field: &str) -> bool {
        let (passed, man) = field.split_once('x').map_or((field, None), |(passed, man)| (passed, Some(man)));
        let starts: Vec<usize> =
            passed.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([passed.len()]);
        starts.first() == Some(&0)
            && starts.iter().zip(ends).all(|(&start, end)| self.square_named(&passed[start..end]).is_some())
            && man.is_none_or(|man| self.square_named(man).is_some())
    }
}

/// A letter with its mark.
pub fn written(letter: Option<Letter>) -> String {
    match letter {
        None => "-".to_string(),
        Some(l) => {
            let mut text = String::from(if l.plus { "+" } else { "" });
            text.push(l.letter);
            text.extend(l.mark);
            text
        }
    }
}

/// Whether a field is a counter: a number, or one of each side.
fn is_counter(field: &str, each_side: bool) -> bool {
    let number = |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    match field.split_once('+') {
        Some((white, black)) => each_side && number(white) && number(black),
        None => !each_side && number(field),
    }
}

/// How many bytes of a text are one man: a letter with its marks, or whatever else stands there.
fn man_length(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    let first = chars.next().map_or(' ', |(_, c)| c);
    let letter = if first == '+' { chars.next().map_or(' ', |(_, c)| c) } else { first };
    if letter.is_ascii_alphabetic() {
        chars.next_if(|(_, c)| matches!(c, '\'' | '!' | '~'));
    }
    chars.peek().map_or(text.len(), |(end, _)| *end)
}

/// How many squares a rank of a FEN has, whatever the men on them are.
fn squares_of(rank: &str) -> usize {
    let (mut rest, mut squares) = (rank, 0_usize);
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = if digits > 0 { digits } else { man_length(rest) };
        squares += if digits > 0 { rest[..digits].parse::<usize>().map_or(1000, |gap| gap.min(1000)) } else { 1 };
        rest = &rest[length..];
    }
    squares
}

/// A gap of two digits or more that is wider than the board: two gaps, probably, that were meant to follow each other.
fn long_gap(rank: &str, width: usize) -> Option<&str> {
    let gaps = rank.split(|c: char| !c.is_ascii_digit()).filter(|gap| gap.len() > 1);
    gaps.into_iter().find(|gap| gap.parse::<usize>().is_ok_and(|gap| gap > width))
}

/// A number with what it counts.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn size_help(found: usize, wanted: usize, what: &str) -> String {
    if found < wanted {
        format!("add {}", counted(wanted - found, what))
    } else {
        format!("take away {}, or make the board larger", counted((found - wanted).min(1000), what))
    }
}

/// Words separated by blanks, each with where it starts.
struct Fields<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let trimmed = self.rest.trim_start();
        let start = self.at + self.rest.len() - trimmed.len();
        let length = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        (self.rest, self.at) = (&trimmed[length..], start + length);
        (length > 0).then(|| (&trimmed[..length], start))
    }
}
