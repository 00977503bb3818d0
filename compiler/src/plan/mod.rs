//! The plan: which representation the board gets and which strategy each movement, before any code is written.
//!
//! Everything a variant decides is decided here, once for each side. Lowering only writes down what the plan says, and `--emit plan`
//! shows it in words.

mod attacks;
mod bends;
mod between;
mod describe;
mod forbids;
pub mod geometry;
mod groups;
pub mod layout;
pub mod lines;
mod moves;
pub mod paths;
mod promotion;
mod reuse;
pub mod rules;
mod strategy;
mod tables;
pub mod trace;
mod ways;

pub use attacks::{Attack, AttackHow, LineAttack, LineGroup};
pub use describe::describe;
pub use groups::{Group, GroupHow};
pub use layout::Layout;
pub use moves::{Feature, How, KindPlan};
pub use promotion::{Choice, PromotionClass, PromotionGroup};
pub use reuse::Watched;
pub use rules::Reach;
pub use strategy::Strategy;
pub use tables::{AxisId, TableId, Tables};
pub use trace::{Program, TraceTables, Traces};

use crate::CompileError;
use ferz_abi::{Castling, EndWhen};
use ferz_lang::rules::Rules;
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
    /// Whether some kind's moves are traced: they may take men anywhere, of either side, and put some elsewhere.
    pub has_traced: bool,
    /// Whether some kind keeps its being unmoved as a right.
    pub keeps_unmoved: bool,
    /// Whether two moves listed can make the same change.
    pub may_repeat: bool,
    /// No position has more moves than this.
    pub most_moves: usize,
    /// What the rules say, for those parts that are written down as they stand.
    pub rules: Rules,
    /// The movements that rules ask about.
    pub reaches: Vec<Reach>,
    /// Whether masks tell which moves are legal, as far as check goes: royal men are what check is about, and no consequence of a
    /// move changes the board.
    pub by_masks: bool,
    /// For each rule that forbids something: why it is no mask, if it is none.
    pub unmasked: Vec<Option<&'static str>>,
    /// Whether every move is made and looked at in the end, because more than check can make it illegal or impossible.
    pub filters_all: bool,
    /// Whether moves must be listed to be counted.
    pub counts_by_list: bool,
    /// Whether perft counts the last two plies from what is known of their parent.
    pub reuses: bool,
}

/// What is made for one side.
#[derive(Debug)]
pub struct SidePlan {
    /// The kinds this side has, royal ones included.
    pub kinds: Vec<KindPlan>,
    /// The same, sorted by the code that makes their moves.
    pub groups: Vec<Group>,
    /// Codes of men that no set-up and no rule brings onto the board: only a position that somebody made up has them.
    pub guests: Vec<u8>,
    /// Codes of its royal men.
    pub royals: Vec<u8>,
    /// How its men attack.
    pub attacks: Vec<Attack>,
    /// Those along lines, as they are looked for around a royal.
    pub lines: Vec<LineGroup>,
    /// Its castlings.
    pub castlings: Vec<Castling>,
    /// For each group, what the moves of its men depend on; empty where perft does not reuse anything.
    pub watched: Vec<Vec<Watched>>,
}

impl SidePlan {
    /// Whether all men of a group are guests.
    pub fn is_guests(&self, group: &Group) -> bool {
        group.codes.iter().all(|code| self.guests.contains(code))
    }

    /// Whether some of its men attack in a way that must be traced.
    pub fn has_traced_attacks(&self) -> bool {
        self.attacks.iter().any(|a| matches!(a.how, AttackHow::Trace { .. }))
    }
}

impl Plan {
    /// Chooses a representation and strategies for a variant.
    pub fn new(rules: &Rules) -> Result<Plan, CompileError> {
        let mut plan = Plan::choose(rules, Strategy::Best)?;
        plan.tables.fill();
        Ok(plan)
    }

    /// As [`Plan::new`], with a strategy forced, and the larger tables still [to be filled](Tables::fill).
    pub fn choose(rules: &Rules, strategy: Strategy) -> Result<Plan, CompileError> {
        let board = Geometry::new(&rules.board);
        let mut tables = Tables::new(board, strategy);
        let chooses = !rules.choosings().is_empty();
        let by_masks =
            strategy != Strategy::Tried && rules.checks.is_empty() && !rules::changes_the_board(rules) && !chooses;
        let found: Vec<_> = rules.forbids.iter().map(|forbid| forbids::facing(rules, forbid, &mut tables)).collect();
        let unmasked = found
            .iter()
            .map(|f| if by_masks { f.as_ref().err().copied() } else { Some("every move is tried anyway") })
            .collect::<Vec<_>>();
        let facings: Vec<_> = found.into_iter().flatten().filter(|_| by_masks).collect();
        let mut side = |side: usize| -> SidePlan {
            let mut kinds = Vec::new();
            for kind in (0..rules.kinds.len()).filter(|&k| rules.kinds[k].letters[side].is_some()) {
                kinds.push(KindPlan::new(rules, kind, side, &mut tables));
            }
            let royals = kinds.iter().filter(|k| k.royal).map(|k| k.code).collect();
            let (groups, guests) = (groups::groups(&kinds, strategy, &tables), rules::guests(rules, &kinds, side));
            let attacks = attacks::attacks(rules, side, &guests, &facings, &mut tables);
            let lines = attacks::line_groups(&attacks, &mut tables);
            let castlings = rules.castlings.iter().filter(|c| c.side == side).copied().collect();
            let reuses = strategy == Strategy::Reuse;
            let watched = if reuses { reuse::watched(&kinds, &groups, &mut tables) } else { Vec::new() };
            SidePlan { kinds, groups, guests, royals, attacks, lines, castlings, watched }
        };
        let (white, mut black) = (side(0), side(1));
        groups::share(&white.groups, &mut black.groups);
        let sides = [white, black];
        let quiet = rules.ends.iter().filter(|end| !end.claim).filter_map(|end| match end.when {
            EndWhen::Quiet(moves) => Some(moves.saturating_mul(2)),
            _ => None,
        });
        let reaches = rules::reaches(rules, &board, &mut tables);
        Traces::finish(&mut tables);
        let kinds = || sides.iter().flat_map(|s| &s.kinds);
        let most_of_one = kinds().map(|k| k.most_moves).max().unwrap_or(0);
        // Every square holding the man with the most moves; every castling; every drop and every choice of an action.
        let drops = if rules.drops.is_empty() { 0 } else { rules.hand.len() * board.squares() };
        let actions = rules.actions.iter().map(|a| rules::most_choices(rules, &a.choices));
        let actions = actions.fold(0, usize::saturating_add);
        let most_moves =
            (most_of_one.saturating_mul(board.squares()) + rules.castlings.len() + drops).saturating_add(actions);
        // And every choice in what follows on any of them.
        let following = rules.afters.iter().map(|a| rules::most_choices(rules, &a.choices) + usize::from(a.optional));
        let most_moves = following.fold(most_moves, usize::saturating_mul);
        if most_moves > MOST_MOVES {
            return Err(CompileError::Rule { what: "a position could have too many moves" });
        }
        let filters_all = !by_masks || unmasked.iter().any(Option::is_some) || rules::counters_can_stop_moves(rules);
        let plan = Plan {
            layout: Layout::new(&board, rules.kinds.len()),
            quiet_limit: quiet.min(),
            resets_clock: (0..rules.kinds.len()).map(|k| rules.promotes(k)).collect(),
            has_en_passant: kinds()
                .any(|k| !k.en_passant.is_empty() || k.traced.as_ref().is_some_and(|t| t.en_passant)),
            has_traced: kinds().any(|k| k.traced.is_some()),
            keeps_unmoved: kinds().any(|k| k.asks_for_rights(rules)) || rules.asks_who_is_unmoved(),
            most_moves,
            may_repeat: rules::may_repeat(rules),
            by_masks,
            unmasked,
            filters_all,
            counts_by_list: filters_all || !rules.prefers.is_empty() || !rules.actions.is_empty(),
            rules: rules.clone(),
            reaches,
            reuses: strategy == Strategy::Reuse,
            board,
            tables,
            sides,
        };
        match plan.cannot_reuse().filter(|_| plan.reuses) {
            Some(why) => Err(CompileError::Reuse { why }),
            None => Ok(plan),
        }
    }

    /// Whether a rule asks if a side can still move.
    pub fn looks_at_replies(&self) -> bool {
        rules::looks_at_replies(&self.rules)
    }

    /// Whether the rules have ends of their own that come without a claim.
    pub fn has_ends_by_condition(&self) -> bool {
        self.ends_by_condition().next().is_some()
    }

    /// The conditions of ends that come without a claim.
    pub fn ends_by_condition(&self) -> impl Iterator<Item = usize> + use<> {
        let ends = self.rules.ends.iter().filter(|end| !end.claim).filter_map(|end| match end.when {
            EndWhen::Holds(number) => Some(usize::from(number)),
            _ => None,
        });
        ends.collect::<Vec<_>>().into_iter()
    }
}

/// More moves than this in one position are not provided for: memory for them would be.
const MOST_MOVES: usize = 1 << 20;
