//! Work that computes for long: plans of spreadsheets, password hashes, whole exports, pictures.
//!
//! In a process that answers many callers at once (`chute serve`) it would hold up everybody whose
//! request is on the same thread. So it runs outside the threads that answer, and no more of it at
//! once than half of the processors can do. Hashes have a place of their own, so that no sign-in
//! waits for spreadsheets, and only so many may wait of each kind. A Lambda function has one request
//! at a time and one thread: there it just runs.

use std::{sync::LazyLock, thread};

use tokio::{
    runtime::{Handle, RuntimeFlavor},
    sync::{Semaphore, SemaphorePermit},
    task::block_in_place,
};

/// A permit for each place of everything but hashes.
pub static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(places()));
/// The place of hashes, which take some tens of milliseconds each.
pub static PLACE_OF_HASHES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(1));

/// Hashes of passwords.
pub(crate) static HASHES: Kind = Kind::in_places(&PLACE_OF_HASHES, MOST);
/// Plans of spreadsheets.
pub(crate) static PLANS: Kind = Kind::in_places(&PLACES, MOST);
/// Everything that is made from a whole race.
pub(crate) static EXPORTS: Kind = Kind::in_places(&PLACES, MOST_OF_A_CROWD);
/// Pictures of finishers.
pub(crate) static PICTURES: Kind = Kind::in_places(&PLACES, MOST);
/// Reading and compressing large bodies.
static BODIES: Kind = Kind::in_places(&PLACES, MOST_OF_A_CROWD);

/// How many pieces of such work may run at the same time.
#[must_use]
pub fn places() -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    // each takes a thread away from the calls of databases
    (processors / 2).clamp(1, 4)
}

/// From this many bytes on, work on a text is long: compressing it takes about a millisecond.
const LARGE: usize = 64 * 1024;
/// How many pieces of work of one kind may wait or run.
pub const MOST: usize = 64;
/// The same for what a crowd of visitors asks for, and what takes some milliseconds.
pub const MOST_OF_A_CROWD: usize = 1_024;

/// Too much work of a kind waits already: the same request may come again.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("too much work of this kind waits")]
pub(crate) struct Overloaded;

/// Work that waits only for so much other work of its kind.
pub(crate) struct Kind {
    queue: Semaphore,
    places: &'static LazyLock<Semaphore>,
}

/// A position in the queue of a kind; none where there are no others.
pub(crate) struct Queued(Option<(SemaphorePermit<'static>, &'static Semaphore)>);

impl Kind {
    const fn in_places(places: &'static LazyLock<Semaphore>, most: usize) -> Self {
        Self {
            queue: Semaphore::const_new(most),
            places,
        }
    }

    /// Joins the queue: for work that is certain to be done once something else is.
    ///
    /// # Errors
    /// [`Overloaded`] if too many are in it.
    pub(crate) fn queue(&'static self) -> Result<Queued, Overloaded> {
        let has_others = Handle::try_current()
            .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
        if !has_others {
            return Ok(Queued(None));
        }
        let position = self.queue.try_acquire().map_err(|_| Overloaded)?;
        Ok(Queued(Some((position, self.places))))
    }

    /// Does work that computes for long, once there is a place for it.
    ///
    /// # Errors
    /// [`Overloaded`] if too much of its kind waits.
    pub(crate) async fn apart<T>(&'static self, work: impl FnOnce() -> T) -> Result<T, Overloaded> {
        Ok(self.queue()?.apart(work).await)
    }
}

impl Queued {
    /// Does work that computes for long, once there is a place for it.
    pub(crate) async fn apart<T>(self, work: impl FnOnce() -> T) -> T {
        let Some((_position, places)) = self.0 else {
            return work();
        };
        // it is never closed
        let _place = places.acquire().await;
        block_in_place(work)
    }
}

/// Does work on this many bytes: apart if that takes long.
///
/// # Errors
/// [`Overloaded`] if too much of such work waits.
pub(crate) async fn on_bytes<T>(bytes: usize, work: impl FnOnce() -> T) -> Result<T, Overloaded> {
    if bytes < LARGE {
        Ok(work())
    } else {
        BODIES.apart(work).await
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, Mutex, mpsc},
        time::Duration,
    };

    use futures::poll;
    use tokio::{runtime::Builder, task::yield_now};

    use super::*;

    /// Longer than any machine takes.
    const PATIENCE: Duration = Duration::from_secs(180);

    #[test]
    fn other_work_goes_on_beside_exports() {
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
                runtime.spawn(EXPORTS.apart(move || {
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
            assert!(runtime.block_on(one).unwrap().unwrap());
        }
    }

    #[test]
    fn work_beyond_the_limit_of_its_kind_is_refused() {
        static PLACE: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(1));
        static KIND: Kind = Kind::in_places(&PLACE, MOST);
        static OTHER: Kind = Kind::in_places(&PLACE, MOST);
        let runtime = Builder::new_multi_thread().build().unwrap();
        runtime.block_on(async {
            let place = PLACE.acquire().await.unwrap();
            let mut waiting: Vec<_> = (0..MOST).map(|_| Box::pin(KIND.apart(|| ()))).collect();
            for one in &mut waiting {
                assert!(poll!(one).is_pending());
            }
            assert!(KIND.apart(|| ()).await.is_err());
            let mut other = Box::pin(OTHER.apart(|| ()));
            assert!(poll!(&mut other).is_pending());
            drop(place);
            for one in waiting {
                one.await.unwrap();
            }
            other.await.unwrap();
            KIND.apart(|| ()).await.unwrap();
        });
    }

    #[test]
    fn a_runtime_of_one_thread_runs_it_at_once() {
        let runtime = Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(PLANS.apart(|| 7)).unwrap(), 7);
    }
}
