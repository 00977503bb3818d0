//! The plan: which representation the board gets and which strategy each movement, before any code is written.
//!
//! Everything a variant decides is decided here, once for each side. Lowering only writes down what the plan says, and `--emit plan`
//! shows it in words.

mod attacks;
mod describe;
pub mod geometry;
pub mod layout;
pub mod lines;
mod moves;
pub mod paths;
mod promotion;
mod tables;

pub use attacks::{Attack, AttackHow, LineAttack};
pub use describe::describe;
pub use layout::Layout;
pub use moves::{Feature, How, KindPlan};
pub use promotion::{PromotionClass, PromotionGroup};
pub use tables::{AxisId, TableId, Tables};

use crate::CompileError;
use ferz_abi::{Castling, EndWhen};
use ferz_lang::rules::{Promotion, Rules};
use geometry::Geometry;

/// How a variant is to be compiled.
#[derive(Debug)]
pub struct Plan {
    /// The board.
    pub board: Geometry,
    /// Where things lie in memory.
    pub layout: Layout,
    /// The constant tables.
    pub tables: Tables,
    /// What is made for each side.
    pub sides: [SidePlan; 2],
    /// The ply count at which a position is decided by itself, if the rules have such an end.
    pub quiet_limit: Option<u16>,
    /// For each kind, whether moving one resets the quiet clock.
    pub resets_clock: Vec<bool>,
    /// Whether some move leaves squares open to en passant.
    pub has_en_passant: bool,
    /// Whether some kind keeps its being unmoved as a right.
    pub keeps_unmoved: bool,
    /// No position has more moves than this.
    pub most_moves: usize,
}

/// What is made for one side.
#[derive(Debug)]
pub struct SidePlan {
    /// The kinds this side has, royal ones included.
    pub kinds: Vec<KindPlan>,
    /// Codes of its royal men.
    pub royals: Vec<u8>,
    /// How its men attack.
    pub attacks: Vec<Attack>,
    /// Its castlings.
    pub castlings: Vec<Castling>,
}

impl Plan {
    /// Chooses a representation and strategies for a variant.
    pub fn new(rules: &Rules) -> Result<Plan, CompileError> {
        supported(rules)?;
        let board = Geometry::new(&rules.board);
        let mut tables = Tables::new(board);
        let mut side = |side: usize| -> Result<SidePlan, CompileError> {
            let mut kinds = Vec::new();
            for kind in (0..rules.kinds.len()).filter(|&k| rules.kinds[k].letters[side].is_some()) {
                kinds.push(KindPlan::new(rules, kind, side, &mut tables)?);
            }
            let royals = kinds.iter().filter(|k| k.royal).map(|k| k.code).collect();
            let attacks = attacks::attacks(rules, side, &mut tables)?;
            let castlings = rules.castlings.iter().filter(|c| c.side == side).copied().collect();
            Ok(SidePlan { kinds, royals, attacks, castlings })
        };
        let sides = [side(0)?, side(1)?];
        let quiet = rules.ends.iter().filter(|end| !end.claim).filter_map(|end| match end.when {
            EndWhen::Quiet(moves) => Some(moves.saturating_mul(2)),
            _ => None,
        });
        let kinds = || sides.iter().flat_map(|s| &s.kinds);
        let most_of_one = kinds().map(|k| k.most_moves).max().unwrap_or(0);
        Ok(Plan {
            layout: Layout::new(&board, rules.kinds.len()),
            quiet_limit: quiet.min(),
            resets_clock: (0..rules.kinds.len()).map(|k| rules.promotes(k)).collect(),
            has_en_passant: kinds().any(|k| !k.en_passant.is_empty()),
            keeps_unmoved: kinds().any(KindPlan::asks_for_rights),
            // Every square holding the man with the most moves, and every castling.
            most_moves: most_of_one * board.squares() + rules.castlings.len(),
            board,
            tables,
            sides,
        })
    }
}

/// What native code cannot do yet.
fn supported(rules: &Rules) -> Result<(), CompileError> {
    let dynamic = |p: &Promotion| p.while_.is_some() || (0..2).any(|side| p.to.fixed(side).is_none());
    let missing = [
        (!rules.actions.is_empty(), "the game has actions"),
        (!rules.drops.is_empty() || !rules.hand.is_empty(), "the game has hands and drops"),
        (!rules.afters.is_empty(), "moves have consequences"),
        (!rules.checks.is_empty(), "the game says itself what check is"),
        (!rules.forbids.is_empty(), "the game forbids moves"),
        (!rules.prefers.is_empty(), "some moves go before others"),
        (!rules.counters.is_empty() || !rules.memories.is_empty(), "the position remembers more than the board"),
        (!rules.conditions.is_empty(), "the game ends on a condition of its own"),
        (rules.promotions.iter().any(dynamic), "promotion depends on the position"),
    ];
    match missing.iter().find(|(has, _)| *has) {
        Some((_, what)) => Err(CompileError::Rule { what }),
        None => Ok(()),
    }
}
