//! The board as the compiler sees it: words, cells, and where steps lead.

use ferz_abi::{Board, Set};
use ferz_lang::rules::movement::Step;

/// A board, with the number of 64-bit words its sets of squares take.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// Number of files.
    pub width: usize,
    /// Number of ranks.
    pub height: usize,
    /// Words in a set of squares: 1, 2 or 4.
    pub words: usize,
    /// Every square that is no hole.
    pub cells: Set,
}

impl Geometry {
    /// The geometry of a board.
    pub fn new(board: &Board) -> Geometry {
        let (width, height) = (usize::from(board.width), usize::from(board.height));
        let mut cells = [0; 4];
        for square in (0..width * height).filter(|&s| !ferz_abi::has(&board.holes, s)) {
            cells = ferz_abi::with(cells, square);
        }
        let words = match width * height {
            0..=64 => 1,
            65..=128 => 2,
            _ => 4,
        };
        Geometry { width, height, words, cells }
    }

    /// Number of squares, holes included.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The cell that a step from a square leads to.
    pub fn step(&self, square: usize, step: Step) -> Option<usize> {
        let x = (square % self.width) as i32 + i32::from(step.dx);
        let y = (square / self.width) as i32 + i32::from(step.dy);
        if x < 0 || y < 0 || x >= self.width as i32 || y >= self.height as i32 {
            return None;
        }
        let target = y as usize * self.width + x as usize;
        ferz_abi::has(&self.cells, target).then_some(target)
    }

    /// By how much a step changes the number of a square.
    pub fn delta(&self, step: Step) -> i32 {
        i32::from(step.dy) * self.width as i32 + i32::from(step.dx)
    }

    /// The cells that such a step from some cell leads to.
    pub fn reached_by(&self, step: Step) -> Set {
        ferz_abi::squares(self.cells).filter_map(|s| self.step(s, step)).fold([0; 4], ferz_abi::with)
    }

    /// The cells from a square on in one direction, nearest first.
    pub fn ray(&self, square: usize, step: Step) -> Vec<usize> {
        let (mut x, mut y) = ((square % self.width) as i32, (square / self.width) as i32);
        let (dx, dy, delta) = (i32::from(step.dx), i32::from(step.dy), self.delta(step));
        let (width, height) = (self.width as i32, self.height as i32);
        let (mut at, mut cells) = (square as i32, Vec::with_capacity(self.width.max(self.height)));
        loop {
            (x, y, at) = (x + dx, y + dy, at + delta);
            let inside = x >= 0 && y >= 0 && x < width && y < height;
            if !inside || !ferz_abi::has(&self.cells, at as usize) {
                return cells;
            }
            cells.push(at as usize);
        }
    }
}

/// The union of two sets.
pub fn or(a: Set, b: Set) -> Set {
    std::array::from_fn(|w| a[w] | b[w])
}

/// What is in both sets.
pub fn and(a: Set, b: Set) -> Set {
    std::array::from_fn(|w| a[w] & b[w])
}

/// What is in the first set only.
pub fn minus(a: Set, b: Set) -> Set {
    std::array::from_fn(|w| a[w] & !b[w])
}
