//! Random games from a seed: positions for measuring and for comparing engines.

use crate::fen::{self, FenError};
use crate::{Engine, Position};
use ferz_abi::Move;

/// A generator of numbers that look random: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator whose numbers depend on the seed alone.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number, any of 2^64.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }
}

/// Plays random legal moves from a position, and gives every position with the move that was played there.
///
/// The game ends after `plies` moves, or where there is none. The same seed gives the same game on every engine.
pub fn random_game(engine: &dyn Engine, start: &Position, seed: u64, plies: usize) -> Vec<(Position, Move)> {
    let mut random = Random::new(seed);
    let mut position = start.clone();
    let mut game = Vec::new();
    for _ in 0..plies {
        let mut moves = Vec::new();
        engine.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        // Engines find moves in different orders.
        moves.sort_unstable();
        let played = moves[random.below(moves.len())];
        let next = engine.make(&position, &played);
        game.push((std::mem::replace(&mut position, next), played));
    }
    game
}

/// So many positions out of random games from the first set-up, each with a legal move. Fewer only if games are too short to go on.
pub fn random_positions(engine: &dyn Engine, seed: u64, count: usize) -> Result<Vec<Position>, FenError> {
    const PLIES: usize = 120;
    let fen = engine.variant().setups.first().map(|setup| setup.fen.as_str()).unwrap_or_default();
    let start = engine.load(&fen::parse(engine.variant(), fen)?);
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    for _ in 0..count.max(1) {
        let game = random_game(engine, &start, random.next_u64(), PLIES);
        positions.extend(game.into_iter().map(|(position, _)| position));
        if positions.len() >= count {
            break;
        }
    }
    positions.truncate(count);
    Ok(positions)
}
