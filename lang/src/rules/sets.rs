//! Sets of squares and of kinds.

use super::KindId;
use std::ops::{BitAnd, BitOr, Not, Sub};

/// A set of squares; see [`ferz_abi`] for the order of squares and bits.
///
/// `!` gives squares beyond the board too: intersect with the cells of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub ferz_abi::Set);

impl SquareSet {
    /// No squares.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// Whether the square is in the set.
    pub fn has(&self, square: usize) -> bool {
        ferz_abi::has(&self.0, square)
    }

    /// Adds a square.
    pub fn insert(&mut self, square: usize) {
        self.0 = ferz_abi::with(self.0, square);
    }

    /// How many squares there are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The squares, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        ferz_abi::squares(self.0)
    }
}

impl FromIterator<usize> for SquareSet {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|w| self.0[w] & other.0[w]))
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|w| self.0[w] | other.0[w]))
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;
    fn sub(self, other: SquareSet) -> SquareSet {
        self & !other
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|w| !w))
    }
}

/// A set of kinds: bit `k` stands for kind `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindSet(pub u128);

impl KindSet {
    /// No kinds.
    pub const EMPTY: KindSet = KindSet(0);

    /// The set of one kind.
    pub fn of(kind: KindId) -> KindSet {
        KindSet(1 << kind)
    }

    /// Whether the kind is in the set.
    pub fn has(&self, kind: KindId) -> bool {
        self.0 >> kind & 1 != 0
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: KindId) {
        self.0 |= 1 << kind;
    }

    /// How many kinds there are in the set.
    pub fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The kinds, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = KindId> {
        (0..128).filter(move |&k| self.has(k))
    }
}

impl FromIterator<KindId> for KindSet {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> Self {
        kinds.into_iter().fold(KindSet::EMPTY, |set, k| set | KindSet::of(k))
    }
}

impl BitAnd for KindSet {
    type Output = KindSet;
    fn bitand(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }
}

impl BitOr for KindSet {
    type Output = KindSet;
    fn bitor(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }
}

impl Sub for KindSet {
    type Output = KindSet;
    fn sub(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }
}
