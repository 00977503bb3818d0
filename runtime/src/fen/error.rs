//! What can be wrong with a FEN.

use std::fmt;
use std::ops::Range;

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The men, rank by rank from the top.
    Board,
    /// Men in hand, in brackets behind the board.
    Hands,
    /// The side to move.
    Side,
    /// Castling and other rights of the unmoved.
    Castling,
    /// The squares open to en passant.
    EnPassant,
    /// Counters of the rules.
    Counters,
    /// Plies since the last capture, drop or pawn move.
    Clock,
    /// The number of the move.
    Number,
    /// Whatever stands behind the last field.
    Rest,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "the board",
            Field::Hands => "the hands",
            Field::Side => "the side to move",
            Field::Castling => "the castling field",
            Field::EnPassant => "the en passant field",
            Field::Counters => "the counters",
            Field::Clock => "the quiet clock",
            Field::Number => "the move number",
            Field::Rest => "the end",
        })
    }
}

/// A FEN that cannot be read: where, why, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("in {field} of this FEN, at character {}: {problem}; {}", place.start + 1, problem.help())]
pub struct FenError {
    /// Which field.
    pub field: Field,
    /// Which bytes of the text.
    pub place: Range<usize>,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("there is no text")]
    Empty { width: u8, height: u8 },
    #[error("it has {found} ranks, the board has {wanted}")]
    Ranks { found: usize, wanted: u8 },
    #[error("rank {rank} has {found} files, the board has {wanted}")]
    Files { rank: usize, found: usize, wanted: u8 },
    #[error("a gap of no squares")]
    EmptyGap,
    #[error("a gap of {found} squares in rank {rank}, which has {wanted}")]
    Gap { found: String, rank: usize, wanted: u8 },
    #[error("`{found}` means nothing here")]
    Stray { found: char },
    #[error("no man of {side} has the letter `{found}`")]
    Letter { found: String, side: &'static str, letters: String, other: Option<String> },
    #[error("{square} is a hole of the board, no man can stand there")]
    ManOnHole { square: String },
    #[error("{square} is a cell of the board, not a hole")]
    NoHole { square: String },
    #[error("this game has no men in hand")]
    NoHands,
    #[error("{side} can have no `{found}` in hand")]
    NotInHand { found: String, side: &'static str, letters: String },
    #[error("there are more than 255 `{found}` in one hand")]
    TooManyInHand { found: String },
    #[error("the bracket is not closed")]
    OpenBracket,
    #[error("`{found}` is no side")]
    Side { found: String },
    #[error("`{found}` is no castling right here")]
    Right { found: String, known: String },
    #[error("`{found}` could mean {squares}")]
    RightTwice { found: String, squares: String },
    #[error("the men that `{found}` is about are not at home: {missing}")]
    NotAtHome { found: String, missing: String },
    #[error("`{found}` is not a square of this board")]
    Square { found: String, files: String, ranks: u8 },
    #[error("no man of {side} can have just passed {square}")]
    NobodyPassed { square: String, side: &'static str },
    #[error("`{found}` is not a number from {least} to 65535")]
    Number { found: String, least: u16 },
    #[error("`{found}` is not what the counters of this game stand at ({names})")]
    Counters { found: String, names: String, example: String },
    #[error("this game has no counters")]
    NoCounters,
    #[error("`{found}` is one field too many")]
    TooMany { found: String, counters: bool },
}

impl Problem {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Problem::Empty { width, height } => {
                format!(
                    "write the {height} ranks of {width} files from the top, separated by `/`, then the side to move"
                )
            }
            Problem::Ranks { found, wanted } if found < &usize::from(*wanted) => {
                "add the missing ranks, an empty one as its number of files".into()
            }
            Problem::Ranks { .. } => "leave out a rank, or look for a `/` too many".into(),
            Problem::Files { found, wanted, .. } if found < &usize::from(*wanted) => {
                format!("{} more to go: is a man or a gap missing?", usize::from(*wanted) - found)
            }
            Problem::Files { found, wanted, .. } => format!("{} too many", found - usize::from(*wanted)),
            Problem::EmptyGap => "a gap is a number from 1 to the number of files".into(),
            Problem::Gap { .. } => "gaps side by side are added up into one number".into(),
            Problem::Stray { .. } => {
                "a rank is made of letters, gaps (numbers), `*` for holes, and ends with `/`".to_string()
            }
            Problem::Letter { letters, other: None, .. } => format!("its letters are {letters}"),
            Problem::Letter { letters, other: Some(other), .. } => {
                format!("did you mean `{other}`? its letters are {letters}")
            }
            Problem::ManOnHole { .. } => "write `*` for it, or count it into a gap".into(),
            Problem::NoHole { .. } => "write a letter or a gap".into(),
            Problem::NoHands => "leave the brackets out, or empty".into(),
            Problem::NotInHand { letters, .. } => format!("write `[]` for empty hands, or letters of {letters}"),
            Problem::TooManyInHand { .. } => "take some out".into(),
            Problem::OpenBracket => "write `[]` for empty hands, or leave it out".into(),
            Problem::Side { .. } => "write `w` for White or `b` for Black".into(),
            Problem::Right { known, .. } if known.is_empty() => "this game has no such rights: write `-`".into(),
            Problem::Right { known, .. } => format!("write `-` for none, or any of {known}"),
            Problem::RightTwice { .. } => "write the square instead".into(),
            Problem::NotAtHome { .. } => "leave it out, or put the men back".into(),
            Problem::Square { files, ranks, .. } => {
                format!("write `-`, or a file {files} and a rank 1-{ranks}")
            }
            Problem::NobodyPassed { .. } => "write `-`, or the square that the last move passed".into(),
            Problem::Number { .. } => "write digits only, or leave this field and all behind it out".into(),
            Problem::Counters { example, .. } => {
                format!("at the start of the game they are written `{example}`, each number from 0 to 255")
            }
            Problem::NoCounters => "leave this field out".into(),
            Problem::TooMany { counters: true, .. } => {
                "this FEN has seven fields: board, side, castling, en passant, counters, quiet clock, move number"
                    .into()
            }
            Problem::TooMany { .. } => {
                "a FEN has six fields: board, side, castling, en passant, quiet clock, move number".into()
            }
        }
    }
}
