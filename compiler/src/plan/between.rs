//! What lies between a target and an attacker: one table for as many ways of attacking as agree about it.

use super::geometry::Geometry;
use super::tables::{TableId, Tables};
use ferz_abi::{Set, with};
use ferz_lang::rules::movement::Step;

/// For some pairs of a target and an attacker, at `target * squares + attacker`: the squares that the attacker passes.
pub type Pairs = Vec<(usize, Set)>;

/// The pairs on lines along a step, both ways.
pub fn on_lines(board: &Geometry, step: Step) -> Pairs {
    let mut pairs = Vec::new();
    for target in ferz_abi::squares(board.cells) {
        for direction in [step, step.turned()] {
            let mut passed = [0; 4];
            for attacker in board.ray(target, direction) {
                pairs.push((target * board.squares() + attacker, passed));
                passed = with(passed, attacker);
            }
        }
    }
    pairs
}

/// A table that grows.
struct Growing {
    words: Vec<u64>,
    known: Vec<bool>,
}

/// The tables of a side's attacks.
#[derive(Default)]
pub struct Betweens(Vec<Growing>);

impl Betweens {
    /// Finds a table that says nothing else about any of the pairs, or starts one; gives its number.
    pub fn place(&mut self, board: &Geometry, pairs: &Pairs) -> usize {
        let words = board.words;
        let agrees = |table: &Growing| {
            let agree = |(at, set): &(usize, Set)| {
                !table.known[*at] || table.words[at * words..(at + 1) * words] == set[..words]
            };
            pairs.iter().all(agree)
        };
        let found = self.0.iter().position(agrees).unwrap_or_else(|| {
            let pairs = board.squares() * board.squares();
            self.0.push(Growing { words: vec![0; pairs * words], known: vec![false; pairs] });
            self.0.len() - 1
        });
        let table = &mut self.0[found];
        for (at, set) in pairs {
            table.known[*at] = true;
            table.words[at * words..(at + 1) * words].copy_from_slice(&set[..words]);
        }
        found
    }

    /// The finished tables, by number.
    pub fn finish(self, tables: &mut Tables) -> Vec<TableId> {
        self.0.into_iter().map(|table| tables.intern(table.words)).collect()
    }
}
