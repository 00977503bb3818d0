//! Machine code on two threads: while one function is written, tables are filled, and others are compiled already.
//!
//! Who compiles which function depends on the machine; what comes out does not. The functions are handed on in the order in which they were declared.

use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::{CodegenError, Context};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A function to be compiled, by its place in the order.
struct Work {
    place: usize,
    context: Context,
}

/// What is to be done.
struct Queue {
    waiting: Vec<Work>,
    /// Whether more may come.
    open: bool,
}

impl Queue {
    /// The largest function that waits: it would keep the others waiting most.
    fn largest(&mut self) -> Option<Work> {
        let size = |work: &Work| work.context.func.dfg.num_insts();
        let largest = (0..self.waiting.len()).max_by_key(|&n| size(&self.waiting[n]))?;
        Some(self.waiting.swap_remove(largest))
    }
}

/// Where functions are compiled, and by whom.
pub struct Assembly<'i> {
    isa: &'i dyn TargetIsa,
    queue: Mutex<Queue>,
    changed: Condvar,
    done: Mutex<Vec<(usize, Result<Context, CodegenError>)>>,
}

/// Something else to be done, once, by whoever is free first.
struct Errand<F> {
    errand: Mutex<Option<F>>,
    took: Mutex<Duration>,
}

impl<F: FnOnce()> Errand<F> {
    fn run(&self) {
        let Some(errand) = lock(&self.errand).take() else { return };
        let begun = Instant::now();
        errand();
        *lock(&self.took) = begun.elapsed();
    }
}

/// Tells the other thread that nothing more comes, also where writing ended in a panic.
struct Closing<'a, 'i>(&'a Assembly<'i>);

impl Drop for Closing<'_, '_> {
    fn drop(&mut self) {
        lock(&self.0.queue).open = false;
        self.0.changed.notify_all();
    }
}

/// Nobody panics while he holds such a lock, and if he did, what he left would still be whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'i> Assembly<'i> {
    /// Compiles what `write` hands in, and gives it back in the order of the places that `write` says. Meanwhile runs an errand, and says how long
    /// that took.
    pub fn run(
        isa: &'i dyn TargetIsa,
        errand: impl FnOnce() + Send,
        write: impl FnOnce(&mut dyn FnMut(usize, Context)),
    ) -> (Vec<Result<Context, CodegenError>>, Duration) {
        let errand = Errand { errand: Mutex::new(Some(errand)), took: Mutex::default() };
        let queue = Mutex::new(Queue { waiting: Vec::new(), open: true });
        let assembly = Assembly { isa, queue, changed: Condvar::new(), done: Mutex::new(Vec::new()) };
        // With one processor a second thread would only take turns with the first.
        let alone = std::thread::available_parallelism().is_ok_and(|cores| cores.get() == 1);
        std::thread::scope(|scope| {
            if !alone {
                // Where no other thread is to be had, this one does it all.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || {
                    errand.run();
                    assembly.work();
                });
            }
            let closing = Closing(&assembly);
            write(&mut |place, context| {
                lock(&assembly.queue).waiting.push(Work { place, context });
                assembly.changed.notify_one();
            });
            drop(closing);
            errand.run();
            assembly.work();
        });
        let mut done = assembly.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(place, _)| *place);
        let took = errand.took.into_inner().unwrap_or_else(PoisonError::into_inner);
        (done.into_iter().map(|(_, result)| result).collect(), took)
    }

    /// Compiles until nothing is left and nothing more can come.
    fn work(&self) {
        while let Some(Work { place, mut context }) = self.next() {
            let compiled = context.compile(self.isa, &mut Default::default()).map(|_| ()).map_err(|error| error.inner);
            lock(&self.done).push((place, compiled.map(|()| context)));
        }
    }

    fn next(&self) -> Option<Work> {
        let mut queue = lock(&self.queue);
        loop {
            if let Some(work) = queue.largest() {
                return Some(work);
            }
            if !queue.open {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
