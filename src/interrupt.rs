//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

/// Becomes true with Ctrl-C: counts look at it.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Whether a count is running that looks at [`STOP`].
static COUNTING: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends a count in good order and everything else at once; a second one ends anything.
pub fn watch() {
    // Without a handler, Ctrl-C ends the process all the same: no reason to refuse to work.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) || !COUNTING.load(Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Runs a count that looks at [`STOP`].
pub fn counting<T>(count: impl FnOnce(&AtomicBool) -> T) -> T {
    COUNTING.store(true, Ordering::SeqCst);
    let result = count(&STOP);
    COUNTING.store(false, Ordering::SeqCst);
    result
}

/// Forgets a Ctrl-C that has done its work.
pub fn forget() {
    STOP.store(false, Ordering::SeqCst);
}
