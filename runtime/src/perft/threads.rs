//! A count that several threads share: each takes the next branch that nobody has.

use super::{Branch, Control, Tally};
use crate::{Engine, Stopped};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Counts all branches. The thread that calls does not count: it tells how far the others are.
pub(super) fn count(
    engine: &dyn Engine,
    branches: &[Branch],
    control: &Control,
    tally: &mut Tally,
) -> Result<(), Stopped> {
    let next = AtomicUsize::new(0);
    let (stop, hash, make_leaves) = (control.stop, control.hash, control.make_leaves);
    std::thread::scope(|scope| {
        let (counted, results) = mpsc::channel();
        for _ in 0..control.threads.min(branches.len()) {
            let (counted, next) = (counted.clone(), &next);
            scope.spawn(move || {
                // Whoever watches stays behind: progress is told by one thread.
                let alone = Control { stop, progress: None, threads: 1, hash, make_leaves };
                while let Some(branch) = branches.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let nodes = alone.branch(engine, &branch.position, branch.depth);
                    let stopped = nodes.is_err();
                    if counted.send((branch, nodes)).is_err() || stopped {
                        break;
                    }
                }
            });
        }
        drop(counted);
        for (branch, nodes) in results {
            tally.add(branch, nodes?);
            control.tell(tally.part_of(branches), tally.nodes);
        }
        Ok(())
    })
}
