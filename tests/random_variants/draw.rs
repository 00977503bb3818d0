//! Drawing at random.

use ferz_runtime::Random;

/// What generators ask of a source of random numbers.
pub trait Draw {
    /// One of several.
    fn one_of<T: Clone>(&mut self, from: &[T]) -> T;
    /// True in `n` cases of `of`.
    fn chance(&mut self, n: usize, of: usize) -> bool;
    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: usize, high: usize) -> usize;
    /// One of several, each as often as its weight says.
    fn weighted<T: Clone>(&mut self, from: &[(usize, T)]) -> T;
}

impl Draw for Random {
    fn one_of<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn chance(&mut self, n: usize, of: usize) -> bool {
        self.below(of) < n
    }

    fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.max(low) - low + 1)
    }

    fn weighted<T: Clone>(&mut self, from: &[(usize, T)]) -> T {
        let mut at = self.below(from.iter().map(|(weight, _)| weight).sum());
        for (weight, one) in from {
            if at < *weight {
                return one.clone();
            }
            at -= weight;
        }
        from[0].1.clone()
    }
}
