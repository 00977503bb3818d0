//! Names of squares: `a1` to `p16`.

use ferz_abi::Board;

/// The name of a square, such as `e4`.
pub fn square_name(board: &Board, square: usize) -> String {
    let width = usize::from(board.width).max(1);
    let file = (b'a' + (square % width) as u8) as char;
    format!("{file}{}", square / width + 1)
}

/// The square of this name, if the board has it and it is a cell.
pub fn parse_square(board: &Board, name: &str) -> Option<u8> {
    let (square, rest) = leading_square(board, name)?;
    rest.is_empty().then_some(square)
}

/// The square that a text starts with, and the rest of the text.
pub(crate) fn leading_square<'t>(board: &Board, text: &'t str) -> Option<(u8, &'t str)> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = text[1..].split_at(digits);
    let rank: usize = rank.parse().ok().filter(|_| !rank.starts_with('0'))?;
    if file >= board.width || rank == 0 || rank > usize::from(board.height) {
        return None;
    }
    let square = (rank - 1) * usize::from(board.width) + usize::from(file);
    (!ferz_abi::has(&board.holes, square)).then_some((square as u8, rest))
}

/// The letters of the files: `a-h`.
pub(crate) fn file_range(board: &Board) -> String {
    format!("a-{}", (b'a' + board.width.max(1) - 1) as char)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Board = Board { width: 16, height: 16, holes: [0; 4] };

    #[test]
    fn names_and_squares_are_each_others_inverse() {
        for square in 0..256 {
            assert_eq!(parse_square(&WIDE, &square_name(&WIDE, square)), Some(square as u8));
        }
        assert_eq!(square_name(&WIDE, 255), "p16");
    }

    #[test]
    fn what_is_not_on_the_board_has_no_square() {
        let board = Board { width: 8, height: 8, holes: ferz_abi::with([0; 4], 9) };
        for name in ["", "a", "1", "a0", "a01", "a9", "i1", "A1", "a1x", "b2", "ä1", "a99999999999999999999999"] {
            assert_eq!(parse_square(&board, name), None, "{name}");
        }
    }
}
