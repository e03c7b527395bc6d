//! Whose race is worked on next. At most two races are worked on at the same time, which bounds
//! memory. Among those that wait the smallest change goes first, and a large one lets smaller ones
//! go first whenever it has done a slice of its work ([`Turn::give_way`]).
//!
//! Whoever gave way has its race in memory while it waits. So it only gives way to a change of a
//! smaller [`Class`], at most two of a class have begun and wait, and among those of a class they
//! go first. With three classes, of which the smallest gives way to nobody, this is at most four
//! races besides the two that are worked on.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::oneshot, task::yield_now, time::Instant};

/// How many races are worked on at the same time.
const AT_ONCE: usize = 2;
/// How many of a class may have begun and wait.
const BEGUN: usize = 2;
/// Whoever has waited for this long goes before smaller changes, so that nobody starves.
const PATIENCE: Duration = Duration::from_secs(10);

/// The turns of a publisher; clones are the same turns.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns(Arc<Mutex<Queue>>);

#[derive(Debug, Default)]
struct Queue {
    taken: usize,
    /// In the order in which they began to wait.
    waiting: Vec<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    size: usize,
    /// Whether it has done a part of its work, and gave way.
    has_begun: bool,
    since: Instant,
    given: oneshot::Sender<Turn>,
}

/// A turn, which its holder passes on by dropping it.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Turns,
    size: usize,
    is_held: bool,
}

/// How much work a change is, by its size: up to 63 changes, which is one slice; up to 4,095; more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Class(u32);

impl Class {
    const LARGEST: u32 = 2;

    fn of(size: usize) -> Self {
        Self((size.max(1).ilog2() / 6).min(Self::LARGEST))
    }
}

impl Turns {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn(&self, size: usize) -> Turn {
        Turn {
            turns: self.clone(),
            size,
            is_held: true,
        }
    }

    /// Waits for a turn for work of this size, in changes. If the wait is broken off, nobody else
    /// waits for longer because of it.
    pub(super) async fn take(&self, size: usize) -> Turn {
        let given = {
            let mut queue = self.queue();
            if queue.taken < AT_ONCE {
                queue.taken += 1;
                return self.turn(size);
            }
            queue.wait(size, false)
        };
        received(given, self, size).await
    }

    /// Gives a turn to the first of those that wait and are meant. `false` if there is nobody.
    fn give(&self, queue: &mut Queue, is_meant: impl Fn(&Waiting) -> bool) -> bool {
        while let Some(next) = queue.next(&is_meant) {
            match next.given.send(self.turn(next.size)) {
                Ok(()) => return true,
                // whoever waited is gone; the turn is still here
                Err(mut turn) => turn.is_held = false,
            }
        }
        false
    }
}

/// Waits for a turn that somebody passes on.
async fn received(given: oneshot::Receiver<Turn>, turns: &Turns, size: usize) -> Turn {
    match given.await {
        Ok(turn) => turn,
        // never: who waits is removed only with a turn
        Err(_) => Turn {
            turns: turns.clone(),
            size,
            is_held: false,
        },
    }
}

impl Queue {
    fn wait(&mut self, size: usize, has_begun: bool) -> oneshot::Receiver<Turn> {
        let (given, receiver) = oneshot::channel();
        self.waiting.push(Waiting {
            size,
            has_begun,
            since: Instant::now(),
            given,
        });
        receiver
    }

    /// Takes out whoever is next among those that are meant: of the class of the one that has lost
    /// its patience, or else of the smallest; whoever has begun, or else the smallest, or the
    /// oldest if one has lost its patience.
    fn next(&mut self, is_meant: impl Fn(&Waiting) -> bool) -> Option<Waiting> {
        self.waiting.retain(|one| !one.given.is_closed());
        let meant = || {
            let all = self.waiting.iter().enumerate();
            all.filter(|(_, one)| is_meant(one))
        };
        let overdue = meant().find(|(_, one)| one.since.elapsed() >= PATIENCE);
        let class = match overdue {
            Some((_, one)) => Class::of(one.size),
            None => meant().map(|(_, one)| Class::of(one.size)).min()?,
        };
        let of_class = meant().filter(|(_, one)| Class::of(one.size) == class);
        let (at, _) = of_class.min_by_key(|(at, one)| {
            let size = if overdue.is_some() { 0 } else { one.size };
            (!one.has_begun, size, *at)
        })?;
        Some(self.waiting.remove(at))
    }

    /// How many of a class have begun and wait.
    fn begun(&self, class: Class) -> usize {
        let waiting = self.waiting.iter().filter(|one| !one.given.is_closed());
        waiting
            .filter(|one| one.has_begun && Class::of(one.size) == class)
            .count()
    }
}

impl Turn {
    /// Says that the work is at least of this size.
    pub(super) fn grow(&mut self, size: usize) {
        self.size = self.size.max(size);
    }

    /// Lets other tasks go on, and lets a change of a smaller class that waits go first; returns
    /// once it is this one's turn again. Does nothing more if nobody of a smaller class waits.
    pub(super) async fn give_way(&mut self) {
        yield_now().await;
        if let Some(given) = self.give_to_smaller() {
            *self = received(given, &self.turns, self.size).await;
        }
    }

    fn give_to_smaller(&mut self) -> Option<oneshot::Receiver<Turn>> {
        let class = Class::of(self.size);
        let mut queue = self.turns.queue();
        if queue.begun(class) >= BEGUN
            || !self
                .turns
                .give(&mut queue, |one| Class::of(one.size) < class)
        {
            return None;
        }
        self.is_held = false;
        Some(queue.wait(self.size, true))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.is_held {
            return;
        }
        let mut queue = self.turns.queue();
        if !self.turns.give(&mut queue, |_| true) {
            queue.taken -= 1;
        }
    }
}

#[cfg(test)]
mod tests;
