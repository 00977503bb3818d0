//! `castle`, worked out for every king and partner that a set-up puts on one rank.

use super::names::Checker;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::parse::ast::{Castle, Item};
use crate::rules::{KindSet, Rules, SquareSet};
use ferz_abi::{Castling, Wing};

/// Every castling of every set-up.
pub fn castlings(checker: &mut Checker, rules: &Rules) -> Vec<Castling> {
    let unit = checker.unit;
    let mut castlings = Vec::new();
    for rule in &unit.rules {
        for (side, item) in &rule.items {
            if let Item::Castle(castle) = item {
                resolve(checker, rules, castle, (*side, rule.via), &mut castlings);
            }
        }
    }
    castlings
}

/// How far the king goes.
enum Goal {
    /// So many files towards its partner.
    Files(usize),
    /// To this file on the queen's wing, to that one on the king's wing.
    To(usize, usize),
}

fn resolve(
    checker: &mut Checker,
    rules: &Rules,
    castle: &Castle,
    (only, via): (Option<usize>, Option<Span>),
    castlings: &mut Vec<Castling>,
) {
    let (kings, partners) = (checker.kind_set(&castle.king), checker.kind_set(&castle.partners));
    let goal = goal(checker, castle);
    let (Some(kings), Some(partners), Some(goal)) = (kings, partners, goal) else { return };
    if rules.setups.is_empty() {
        return;
    }
    let mut found = Vec::new();
    for setup in &rules.setups {
        for (king_from, cell) in setup.cells.iter().enumerate() {
            let Some((king, side)) = *cell else { continue };
            if !kings[side].has(king) || only.is_some_and(|only| only != side) {
                continue;
            }
            let men = Men { rules, side, king, king_from, partners: partners[side] };
            for castling in men.castlings(&setup.cells, &goal) {
                if !castlings.contains(&castling) && !found.contains(&castling) {
                    found.push(castling);
                }
            }
        }
    }
    if found.is_empty() {
        let message = "nobody can ever castle: in no set-up do king and partner stand on one rank with room for it";
        let problem = match via {
            Some(via) => Diagnostic::warning(Code::NeverApplies, via, message)
                .label("brings in castling")
                .help("leave it out: `without castling`"),
            None => Diagnostic::warning(Code::NeverApplies, castle.span, message).help("remove this line"),
        };
        checker.report(problem);
    }
    castlings.append(&mut found);
}

fn goal(checker: &mut Checker, castle: &Castle) -> Option<Goal> {
    let wrong = |checker: &mut Checker, span: Span, message: &str| {
        let problem = Diagnostic::error(Code::BadCastling, span, message);
        checker.report(problem.help("write `castle King 2 with Rook` or `castle King to c, g with Rook`"));
        None
    };
    match (castle.distance, castle.files.as_slice()) {
        (Some(number), []) if (1..16).contains(&number.value) => Some(Goal::Files(number.value as usize)),
        (Some(number), []) => wrong(checker, number.span, "the king goes 1 to 15 files"),
        (None, []) => wrong(checker, castle.king.span, "how far does the king go?"),
        (Some(number), _) => {
            wrong(checker, number.span, "say either how far the king goes or to which files, not both")
        }
        (None, names) => {
            let files: Vec<_> = names.iter().map(|name| checker.file(name)).collect();
            let files = files.into_iter().collect::<Option<Vec<_>>>()?;
            Some(Goal::To(*files.iter().min()?, *files.iter().max()?))
        }
    }
}

/// A king on its home square, and who may castle with it.
struct Men<'a> {
    rules: &'a Rules,
    side: usize,
    king: usize,
    king_from: usize,
    partners: KindSet,
}

impl Men<'_> {
    /// The castlings with every partner of the rank, the nearest first. A nearer one stands in the way of a farther one, so that the
    /// nearest is always the only one to castle with.
    fn castlings(&self, cells: &[Option<(usize, usize)>], goal: &Goal) -> Vec<Castling> {
        let width = usize::from(self.rules.board.width);
        let (rank, file) = (self.king_from / width, self.king_from % width);
        let right = (file + 1..width).map(|file| (Wing::King, file));
        let left = (0..file).rev().map(|file| (Wing::Queen, file));
        right
            .chain(left)
            .filter_map(|(wing, file)| self.castling(cells[rank * width + file], wing, file, goal))
            .collect()
    }

    /// The castling with the man on a file of the king's rank, if it is a partner and there is room.
    fn castling(&self, man: Option<(usize, usize)>, wing: Wing, partner_file: usize, goal: &Goal) -> Option<Castling> {
        let width = usize::from(self.rules.board.width);
        let (rank, file) = (self.king_from / width, self.king_from % width);
        let (partner, side) = man?;
        if side != self.side || !self.partners.has(partner) {
            return None;
        }
        let partner_from = rank * width + partner_file;
        let king_file = match (wing, goal) {
            (Wing::King, Goal::Files(n)) => Some(file + n).filter(|&f| f < width)?,
            (Wing::Queen, Goal::Files(n)) => file.checked_sub(*n)?,
            (Wing::King, Goal::To(_, last)) => *last,
            (Wing::Queen, Goal::To(first, _)) => *first,
        };
        // The partner lands beside the king, on the side that the king comes from.
        let partner_to_file = match wing {
            Wing::King => king_file.checked_sub(1)?,
            Wing::Queen => Some(king_file + 1).filter(|&f| f < width)?,
        };
        let span = |a: usize, b: usize| (a.min(b)..=a.max(b)).map(|f| rank * width + f).collect::<SquareSet>();
        let king_way = span(file, king_file);
        let mut empty = span(file, partner_file) | king_way | span(partner_file, partner_to_file);
        for home in [self.king_from, partner_from] {
            empty = empty - SquareSet::from_iter([home]);
        }
        let king_to = rank * width + king_file;
        let parts = &self.rules.kinds[self.king].movement[self.side];
        Some(Castling {
            side: self.side,
            wing,
            king: self.king,
            partner,
            king_from: self.king_from as u8,
            king_to: king_to as u8,
            partner_from: partner_from as u8,
            partner_to: (rank * width + partner_to_file) as u8,
            empty: empty.0,
            safe: king_way.0,
            ambiguous: parts.iter().any(|part| self.rules.targets(part, self.king_from).has(king_to)),
        })
    }
}
