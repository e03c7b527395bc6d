//! Work that computes for long: plans of spreadsheets, password hashes, whole exports, pictures.
//!
//! In a process that answers many callers at once (`chute serve`) it would hold up everybody whose
//! request is on the same thread. So it runs outside the threads that answer, and no more of it at
//! once than half of the processors can do. A Lambda function has one request at a time and one
//! thread: there it just runs.

use std::{sync::LazyLock, thread};

use tokio::{
    runtime::{Handle, RuntimeFlavor},
    sync::Semaphore,
    task::block_in_place,
};

/// A permit for each place.
pub static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(places()));

/// How many pieces of such work may run at the same time.
#[must_use]
pub fn places() -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    // each takes a thread away from the calls of databases
    (processors / 2).clamp(1, 4)
}

/// From this many bytes on, work on a text is long: compressing it takes about a millisecond.
const LARGE: usize = 64 * 1024;

/// Does work that computes for long, once there is a place for it.
pub(crate) async fn apart<T>(work: impl FnOnce() -> T) -> T {
    let has_others = Handle::try_current()
        .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if !has_others {
        return work();
    }
    // it is never closed
    let _place = PLACES.acquire().await;
    block_in_place(work)
}

/// Does work on this many bytes: apart if that takes long.
pub(crate) async fn on_bytes<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if bytes < LARGE {
        work()
    } else {
        apart(work).await
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, Mutex, mpsc},
        time::Duration,
    };

    use tokio::{runtime::Builder, task::yield_now};

    use super::*;

    /// Longer than any machine takes.
    const PATIENCE: Duration = Duration::from_secs(180);

    #[test]
    fn others_go_on_meanwhile() {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .build()
            .unwrap();
        let (let_go, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (began, begun) = mpsc::channel();
        let long: Vec<_> = (0..8)
            .map(|_| {
                let (held, began) = (held.clone(), began.clone());
                runtime.spawn(apart(move || {
                    began.send(()).unwrap();
                    held.lock().unwrap().recv().is_err()
                }))
            })
            .collect();
        for _ in 0..places() {
            begun.recv_timeout(PATIENCE).unwrap();
        }
        let (answered, answers) = mpsc::channel();
        runtime.spawn(async move {
            for _ in 0..10 {
                yield_now().await;
                tokio::spawn(yield_now()).await.unwrap();
            }
            answered.send(()).unwrap();
        });
        answers.recv_timeout(PATIENCE).expect("an answer meanwhile");
        assert!(begun.try_recv().is_err(), "no more than there are places");
        drop(let_go);
        for one in long {
            assert!(runtime.block_on(one).unwrap());
        }
    }

    #[test]
    fn a_function_of_one_thread_just_runs_it() {
        let runtime = Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(apart(|| 7)), 7);
    }
}
