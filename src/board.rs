//! The board, drawn with letters or with the signs that the rules give.

use crate::failure::Outcome;
use crate::screen::Screen;
use ferz_abi::{State, Variant, has, kind_of, side_of};
use ferz_runtime::man_letter;

/// How to draw a board.
pub struct Look<'a> {
    /// What is played on it.
    pub variant: &'a Variant,
    /// Squares to set off from the others, with what stands before and behind them.
    pub marks: &'a [(u8, [char; 2])],
    /// Whether Black sits below.
    pub turned: bool,
    /// The signs of the kinds, White's and Black's, where the rules give one; none to draw letters only.
    pub symbols: &'a [[Option<char>; 2]],
}

/// What stands around the squares of the last move.
pub const LAST: [char; 2] = ['[', ']'];

/// What stands around the squares that a man can go to.
pub const TARGET: [char; 2] = ['(', ')'];

/// The board with the names of ranks and files around it, hands below.
pub fn draw(look: &Look, state: &State, screen: &mut Screen) -> Outcome {
    let board = &look.variant.board;
    let (width, height) = (usize::from(board.width), usize::from(board.height));
    // Letters may have marks: all cells are as wide as the widest.
    let wide = (0..width * height).map(|s| cell(look, state, s).chars().count()).max().unwrap_or(1);
    let order =
        |length: usize| -> Vec<usize> { if look.turned { (0..length).rev().collect() } else { (0..length).collect() } };
    let files: Vec<usize> = order(width);
    let around = |square: Option<&usize>, end: usize| {
        let mark = square.and_then(|&s| look.marks.iter().find(|(marked, _)| usize::from(*marked) == s));
        mark.map(|(_, around)| around[end])
    };
    for &rank in order(height).iter().rev() {
        let squares: Vec<usize> = files.iter().map(|file| rank * width + file).collect();
        let mut line = String::new();
        for (index, &square) in squares.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|i| squares.get(i));
            // Between two marked squares there is room for one sign only.
            line.push(around(Some(&square), 0).or(around(before, 1)).unwrap_or(' '));
            let text = format!("{:>wide$}", cell(look, state, square));
            line.push_str(&if state.cells[square] == 0 { screen.faint(&text) } else { text });
        }
        line.extend(around(squares.last(), 1));
        let side = usize::from(state.side);
        let own = if side == 0 { 0 } else { height - 1 };
        let turn = if rank == own { "  to move" } else { "" };
        let line = format!("{}{line}{}", screen.faint(&format!("{:>3} ", rank + 1)), screen.faint(turn));
        screen.line(line.trim_end())?;
    }
    let names: String = files.iter().map(|&x| format!(" {:>wide$}", (b'a' + x as u8) as char)).collect();
    screen.line(&screen.faint(&format!("    {names}")))?;
    hands(look.variant, state, screen)
}

/// What stands on a square.
fn cell(look: &Look, state: &State, square: usize) -> String {
    match state.cells[square] {
        0 if has(&look.variant.board.holes, square) => "*".to_owned(),
        0 => ".".to_owned(),
        man => {
            let sign = look.symbols.get(kind_of(man)).and_then(|signs| signs[side_of(man)]);
            sign.map_or_else(|| man_letter(look.variant, man), String::from)
        }
    }
}

/// What each side has in hand, if men can be in hand at all.
fn hands(variant: &Variant, state: &State, screen: &mut Screen) -> Outcome {
    if variant.hand.is_empty() {
        return Ok(());
    }
    for (side, name) in ["White", "Black"].into_iter().enumerate() {
        let slots = variant.hand.iter().filter(|slot| state.vars[slot.vars[side]] > 0);
        let held = slots.map(|slot| {
            let letter = man_letter(variant, ferz_abi::code(slot.kind, side));
            format!("{letter} x{}", state.vars[slot.vars[side]])
        });
        screen.line(&format!("    {name} has in hand: {}", ferz::words::list(held, "nothing")))?;
    }
    Ok(())
}
