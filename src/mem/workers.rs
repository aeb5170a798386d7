//! Workers: independent jobs on several threads, each thread with a frame arena of its own.
//!
//! Choose it for headless tools with many jobs that know nothing of each other. Cost: an arena a thread. Invariant: nothing is shared between workers but the
//! number of the next job; results come in the order of the jobs, so what a tool prints does not depend on the machine. Must not know: what the jobs do.

use super::arena::FrameArena;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// What one thread has for itself. Aligned to two cache lines, since processors fetch them in pairs: what one worker counts slows down no other.
#[repr(align(128))]
pub struct Worker {
    /// Reset before each job.
    pub arena: FrameArena,
    /// Jobs it did, the present one included.
    pub job_count: usize,
}

/// Does `work` for each of `jobs` on at most `worker_count` threads, and gives the results in the order of the jobs. With one worker all is done on the
/// caller's thread.
///
/// # Panics
/// If `work` panics.
pub fn map<T: Sync, R: Send>(jobs: &[T], worker_count: usize, arena_bytes: usize, work: impl Fn(&mut Worker, &T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut worker = Worker { arena: FrameArena::with_capacity(arena_bytes), job_count: 0 };
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(job) = jobs.get(number) else { return results };
            worker.job_count += 1;
            worker.arena.reset(worker.job_count as u32);
            results.push((number, work(&mut worker, job)));
        }
    };
    let worker_count = worker_count.clamp(1, jobs.len().max(1));
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..worker_count).map(|_| scope.spawn(run)).collect();
        let mut results = run();
        for other in others {
            match other.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Threads that this machine runs at once.
pub fn count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn results_come_in_the_order_of_the_jobs_from_arenas_of_their_own() {
        let jobs: Vec<u64> = (0..200).collect();
        for worker_count in [0, 1, 3, 500] {
            let squares = map(&jobs, worker_count, 4096, |worker, job| {
                assert_eq!(worker.arena.stats().used_bytes, 0, "reset before each job");
                let values = worker.arena.alloc_slice(100, *job);
                values.iter_mut().for_each(|value| *value *= *job);
                thread::yield_now();
                assert!(values.iter().all(|value| *value == job * job), "nobody else writes there");
                values[99]
            });
            assert_eq!(squares, jobs.iter().map(|job| job * job).collect::<Vec<_>>());
        }
        assert!(map(&[0; 0], 4, 64, |_, job| *job).is_empty());
    }

    #[test]
    fn workers_work_at_once_and_apart() {
        // Each of two jobs waits for the other: one thread alone would never come back.
        let both = Barrier::new(2);
        let places = map(&[0, 1], 2, 64, |worker, _| {
            both.wait();
            let place = &raw const worker.job_count as usize;
            both.wait();
            (place, worker.job_count)
        });
        assert!(places[0].0.abs_diff(places[1].0) >= 128, "hot counters lie on lines of their own");
        assert_eq!([places[0].1, places[1].1], [1, 1]);
    }

    #[test]
    #[should_panic(expected = "job 7")]
    fn a_panic_of_a_job_is_the_callers() {
        map(&[1, 7, 9], 2, 64, |_, job| assert!(*job != 7, "job {job}"));
    }
}
