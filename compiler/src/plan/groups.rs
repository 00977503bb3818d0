//! Which men share code: a movement that several kinds have is written once and looped over all men that have it.
//!
//! A compound moves like its parts, so its moves are counted part by part, in the loops of the parts: the Queen in that of the Rook and in that of the
//! Bishop. That is right only where no two parts of a man can lead to the same square with the same thing on it; parts that can stay together.

use super::geometry::and;
use super::moves::{Feature, How, KindPlan};
use super::strategy::Strategy;
use super::tables::Tables;
use ferz_abi::Set;

/// Men whose moves are made by the same code.
#[derive(Debug)]
pub struct Group {
    /// Their codes.
    pub codes: Vec<u8>,
    /// How their moves are made.
    pub how: GroupHow,
    /// The group of the other side that moves the same way, by its place there, where the code of that one does for both: for Black's groups only.
    pub same_as: Option<usize>,
}

/// How the moves of a group are made.
#[derive(Debug)]
pub enum GroupHow {
    /// Man by man, as what these features are united to. Nobody promotes.
    Shared(Vec<Feature>),
    /// As the plan of a kind says, by its place in the plan of the side: set-wise, or with promotions, rights or marks.
    Kind(usize),
}

/// The groups of a side's kinds.
pub fn groups(kinds: &[KindPlan], strategy: Strategy, tables: &Tables) -> Vec<Group> {
    let mut parts: Vec<(Vec<Feature>, Vec<u8>)> = Vec::new();
    let mut groups = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        if !kind.shares() || strategy == Strategy::Apart {
            groups.push(Group { codes: vec![kind.code], how: GroupHow::Kind(index), same_as: None });
            continue;
        }
        for part in disjoint_parts(&kind.features, tables) {
            match parts.iter_mut().find(|(known, _)| *known == part) {
                Some((_, codes)) => codes.push(kind.code),
                None => parts.push((part, vec![kind.code])),
            }
        }
    }
    // Parts of the very same men need one loop only.
    let mut shared: Vec<(Vec<Feature>, Vec<u8>)> = Vec::new();
    for (part, codes) in parts {
        match shared.iter_mut().find(|(_, known)| *known == codes) {
            Some((features, _)) => features.extend(part),
            None => shared.push((part, codes)),
        }
    }
    let group = |(features, codes)| Group { codes, how: GroupHow::Shared(features), same_as: None };
    groups.extend(shared.into_iter().map(group));
    groups
}

/// Finds the groups of Black that White has too. Which man moves and whose it is is read from the board, so that one function lists for both.
pub fn share(white: &[Group], black: &mut [Group]) {
    for group in black {
        let GroupHow::Shared(features) = &group.how else { continue };
        let same = |other: &Group| match &other.how {
            GroupHow::Shared(theirs) => theirs.len() == features.len() && features.iter().all(|f| theirs.contains(f)),
            GroupHow::Kind(_) => false,
        };
        group.same_as = white.iter().position(same);
    }
}

/// Features sorted into parts that cannot lead to the same square.
fn disjoint_parts(features: &[Feature], tables: &Tables) -> Vec<Vec<Feature>> {
    let mut parts: Vec<Vec<Feature>> = Vec::new();
    for feature in features {
        let meets = |part: &Vec<Feature>| part.iter().any(|other| meet(feature, other, tables));
        let (mut joined, apart): (Vec<_>, Vec<_>) = parts.into_iter().partition(meets);
        joined.push(vec![feature.clone()]);
        parts = apart;
        parts.push(joined.concat());
    }
    parts
}

/// Whether two features of one man could lead to the same square with the same thing on it.
fn meet(a: &Feature, b: &Feature, tables: &Tables) -> bool {
    let (x, y) = (a.landing, b.landing);
    if !(x.empty && y.empty || x.enemy && y.enemy || x.friend && y.friend) {
        return false;
    }
    let (x, y) = (within_reach(a, tables), within_reach(b, tables));
    x.iter().zip(&y).any(|(x, y)| and(*x, *y) != [0; 4])
}

/// For each square, those that a feature could lead to.
fn within_reach(feature: &Feature, tables: &Tables) -> Vec<Set> {
    let board = &tables.board;
    match &feature.how {
        How::Leap(table) => tables.all[table.0].chunks(board.words).map(set_of).collect(),
        How::Line(axis, table) => match tables.bent_reach.get(&(*axis, *table)) {
            Some(reach) => reach.clone(),
            None => tables.reach_of(*table),
        },
        How::Walk(..) | How::Trace(_) => vec![board.cells; board.squares()],
    }
}

fn set_of(words: &[u64]) -> Set {
    std::array::from_fn(|w| words.get(w).copied().unwrap_or(0))
}
