//! Which changes are published next. Changes wait by partition, as AWS keeps them in order: an event
//! is one, and so is each of its years. No partition waits for another's publication, except a year
//! and its event for each other, whose own changes go first. No partition is published twice at the
//! same time.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use tokio::time::Instant;

use crate::{
    memory,
    stream::{BATCH_BYTES, Change, WAITING},
};

/// The number of changes that AWS hands to the publisher at once.
const BATCH: usize = 10_000;
/// How long changes gather before they are handed on; on AWS this window is one second.
const WINDOW: Duration = Duration::from_millis(100);
/// How many times a partition's changes are tried before they are left to the reconciler; as on AWS.
const MAX_ATTEMPTS: u32 = 10;

/// Changes that wait to be published or are about to be.
#[derive(Debug)]
pub struct Dispatch {
    /// How long changes of a year gather after its last publication.
    gathering: Duration,
    partitions: BTreeMap<String, Partition>,
    /// How many changes all partitions hold, those at work included.
    held: usize,
    /// Their memory in bytes.
    bytes: usize,
    is_ending: bool,
    lost: bool,
}

#[derive(Debug)]
struct Partition {
    waiting: VecDeque<Change>,
    /// When the first of those that wait came, at the latest.
    since: Instant,
    /// The same of those at work.
    at_work_since: Instant,
    /// Until then they gather.
    not_before: Instant,
    /// How many changes are at work.
    at_work: usize,
    /// How many times those that wait first were tried.
    tried: u32,
}

/// Changes to publish, of one year or of some events. It goes back to [`Dispatch::done`].
#[derive(Debug)]
pub struct Batch {
    pub changes: Vec<Change>,
    /// The partitions, and how many of the changes are each one's.
    parts: Vec<(String, usize)>,
    bytes: usize,
}

impl Dispatch {
    pub fn new(gathering: Duration) -> Self {
        Self {
            gathering,
            partitions: BTreeMap::new(),
            held: 0,
            bytes: 0,
            is_ending: false,
            lost: false,
        }
    }

    /// Takes a change. If there is no room for it, the longest of all queues is lost instead.
    pub fn add(&mut self, change: Change, now: Instant) {
        let is_full = self.held >= WAITING || self.bytes + change.memory() > memory::WAITING;
        if is_full && !self.make_room() {
            self.lost = true;
            return;
        }
        self.held += 1;
        self.bytes += change.memory();
        let partition = self
            .partitions
            .entry(change.partition())
            .or_insert_with(|| Partition {
                waiting: VecDeque::new(),
                since: now,
                at_work_since: now,
                not_before: now,
                at_work: 0,
                tried: 0,
            });
        if partition.waiting.is_empty() {
            partition.since = now;
        }
        partition.waiting.push_back(change);
    }

    fn make_room(&mut self) -> bool {
        let longest = self
            .partitions
            .values_mut()
            .max_by_key(|partition| partition.waiting.len());
        let dropped = longest.map(|partition| std::mem::take(&mut partition.waiting));
        let dropped = dropped.unwrap_or_default();
        self.forget(&dropped);
        self.lost |= !dropped.is_empty();
        !dropped.is_empty()
    }

    fn forget<'c>(&mut self, changes: impl IntoIterator<Item = &'c Change>) {
        for change in changes {
            self.held -= 1;
            self.bytes -= change.memory();
        }
    }

    /// How many bytes all changes take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether changes were lost since the last call, so that everything must be compared with the
    /// tables.
    pub fn were_lost(&mut self) -> bool {
        std::mem::take(&mut self.lost)
    }

    /// How many changes are not published yet, and when the first of them came, at the earliest.
    pub fn unpublished(&self) -> (usize, Option<Instant>) {
        let since = self.partitions.values().filter_map(|one| {
            if one.at_work > 0 {
                Some(one.at_work_since)
            } else {
                (!one.waiting.is_empty()).then_some(one.since)
            }
        });
        (self.held, since.min())
    }

    /// From now on nothing gathers any more.
    pub fn end(&mut self) {
        self.is_ending = true;
    }

    /// Whether nothing waits and nothing is at work.
    pub fn is_idle(&self) -> bool {
        self.held == 0
    }

    /// When the next batch is ready, if nothing else happens before that.
    pub fn next_due(&self) -> Option<Instant> {
        let waiting = self.partitions.iter().filter(|(name, one)| {
            !one.waiting.is_empty() && one.at_work == 0 && !self.is_held_up(name)
        });
        waiting.map(|(_, one)| self.due(one)).min()
    }

    fn due(&self, partition: &Partition) -> Instant {
        if self.is_ending && partition.tried == 0 {
            return partition.since;
        }
        partition.not_before.max(partition.since + WINDOW)
    }

    fn is_ready(&self, name: &str, partition: &Partition, now: Instant) -> bool {
        !partition.waiting.is_empty()
            && partition.at_work == 0
            && self.due(partition) <= now
            && !self.is_held_up(name)
    }

    /// Whether an event has to wait for one of its years, or a year for its event.
    fn is_held_up(&self, name: &str) -> bool {
        match name.split_once('/') {
            Some((event, _)) => self
                .partitions
                .get(event)
                .is_some_and(|event| !event.waiting.is_empty() || event.at_work > 0),
            None => {
                let years = format!("{name}/");
                self.partitions
                    .range(years.clone()..)
                    .take_while(|(name, _)| name.starts_with(&years))
                    .any(|(_, year)| year.at_work > 0)
            }
        }
    }

    /// The next batch, if one is ready: all events that are, for which the list of events is
    /// written only once, or a year. A failed change comes alone.
    pub fn next(&mut self, now: Instant) -> Option<Batch> {
        self.partitions
            .retain(|_, one| !one.waiting.is_empty() || one.at_work > 0 || one.not_before > now);
        let ready: Vec<(String, u32)> = self
            .partitions
            .iter()
            .filter(|(name, partition)| self.is_ready(name, partition, now))
            .map(|(name, partition)| (name.clone(), partition.tried))
            .collect();
        let is_fresh_event = |(name, tried): &&(String, u32)| !name.contains('/') && *tried == 0;
        let mut events = ready.iter().filter(is_fresh_event).peekable();
        let mut batch = Batch {
            changes: Vec::new(),
            parts: Vec::new(),
            bytes: 0,
        };
        if events.peek().is_some() {
            for (name, _) in events {
                self.take(name, &mut batch);
            }
        } else {
            self.take(&ready.first()?.0, &mut batch);
        }
        Some(batch)
    }

    /// Moves what still fits from a partition into a batch.
    fn take(&mut self, name: &str, batch: &mut Batch) {
        let Some(partition) = self.partitions.get_mut(name) else {
            return;
        };
        partition.at_work_since = partition.since;
        while let Some(next) = partition.waiting.front() {
            let bytes = batch.bytes + next.bytes();
            let is_full = batch.changes.len() >= BATCH || bytes > BATCH_BYTES;
            if is_full && !batch.changes.is_empty() {
                break;
            }
            batch.bytes = bytes;
            partition.at_work += 1;
            batch.changes.extend(partition.waiting.pop_front());
        }
        if partition.at_work > 0 {
            batch.parts.push((name.to_owned(), partition.at_work));
        }
    }

    /// Takes a batch back of whose changes only the first `done` are dealt with. The others come
    /// again, or are lost if that has happened too often.
    pub fn done(&mut self, batch: Batch, done: usize, now: Instant) {
        let mut changes = batch.changes.into_iter();
        let mut left = done;
        for (name, count) in batch.parts {
            let mut gone: Vec<Change> = changes.by_ref().take(count).collect();
            let Some(partition) = self.partitions.get_mut(&name) else {
                continue;
            };
            let mut rest = gone.split_off(left.min(count));
            left = left.saturating_sub(count);
            partition.at_work = 0;
            if rest.is_empty() {
                partition.tried = 0;
                // an event's years wait for it, and there is no pause between lists of events
                let is_year = name.contains('/');
                partition.not_before = now
                    + if is_year {
                        self.gathering
                    } else {
                        Duration::ZERO
                    };
            } else {
                partition.tried += 1;
                partition.since = partition.at_work_since;
                partition.not_before = now + pause(partition.tried - 1);
            }
            if partition.tried >= MAX_ATTEMPTS {
                partition.tried = 0;
                self.lost = true;
                gone.append(&mut rest);
            }
            for change in rest.into_iter().rev() {
                partition.waiting.push_front(change);
            }
            self.forget(&gone);
        }
    }
}

/// How long to wait after a try that failed.
fn pause(tried: u32) -> Duration {
    Duration::from_millis(100 << tried.min(6))
}

#[cfg(test)]
mod tests;
