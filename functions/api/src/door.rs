//! What an instance remembers of the keys that came to its door: the ones it found, so that a call with such a key may read ahead, which of
//! them it has noted as used today, and how many failed from each address (contract 3.2 K4). None of it opens anything: every call reads its
//! key from the table.
//!
//! In memory and not in a table: a key has 128 random bits, so what a wrong one costs is work, and an instance's own. A count in the table
//! would make it cost three calls instead of one, all of them at one item of the table that the sign-in needs.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

use chute_domain::{
    key::KeyKind,
    limit::{Limit, Log, TooMany},
};

use crate::source::Source;

/// How many keys of one address may fail: as many as a timing client with a mistyped key sends at its quickest, every five seconds. So it
/// reads why; beyond, wrong keys are told to wait. The right ones of the same address, a whole timing tent's, go on all the while.
const FAILURES: Limit = Limit::in_minutes(120, 10);

/// How many keys, and how many addresses, an instance remembers. When there are more it begins anew: that costs a key one round trip, and
/// whoever has so many addresses is not stopped by counting them.
const REMEMBERED: usize = 1_000;

/// An instance's memory of keys.
#[derive(Debug, Default)]
pub struct Door {
    found: Mutex<HashMap<String, KeyKind>>,
    failed: Mutex<HashMap<Source, Log>>,
    used: Mutex<HashMap<String, i64>>,
}

impl Door {
    /// A key with this digest was found and opened what it asked for.
    pub fn opened(&self, digest: &str, kind: KeyKind) {
        remember(&mut lock(&self.found), digest.to_owned(), kind);
    }

    /// The key did not open what it asked for.
    pub fn shut(&self, digest: &str) {
        lock(&self.found).remove(digest);
    }

    /// Whether the key opened something that needs as much before.
    pub fn is_known(&self, digest: &str, needed: KeyKind) -> bool {
        lock(&self.found).get(digest).is_some_and(|kind| *kind >= needed)
    }

    /// Whether this is the first call with the key on this day (days since 1970) that the instance sees.
    pub fn is_first_of_day(&self, digest: &str, day: i64) -> bool {
        let mut used = lock(&self.used);
        let is_first = used.get(digest) != Some(&day);
        if is_first {
            remember(&mut used, digest.to_owned(), day);
        }
        is_first
    }

    /// Counts a key that is none.
    ///
    /// # Errors
    /// [`TooMany`] when the address has sent as many as it may.
    pub fn failed(&self, source: Source, now_s: i64) -> Result<(), TooMany> {
        let mut failed = lock(&self.failed);
        let before = failed.get(&source).cloned().unwrap_or_default();
        let after = FAILURES.count(&before, u32::try_from(now_s).unwrap_or_default())?;
        remember(&mut failed, source, after);
        Ok(())
    }
}

fn remember<K: Eq + Hash, V>(memory: &mut HashMap<K, V>, key: K, value: V) {
    if memory.len() >= REMEMBERED && !memory.contains_key(&key) {
        memory.clear();
    }
    memory.insert(key, value);
}

fn lock<T>(memory: &Mutex<T>) -> MutexGuard<'_, T> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_for_what_it_opened_until_it_opens_nothing() {
        let door = Door::default();
        door.opened("a", KeyKind::Read);
        assert!(door.is_known("a", KeyKind::Read) && !door.is_known("a", KeyKind::Write) && !door.is_known("b", KeyKind::Read));
        door.shut("a");
        assert!(!door.is_known("a", KeyKind::Read));
    }

    #[test]
    fn an_address_may_send_so_many_wrong_keys() {
        let (door, [tent, other]) = (Door::default(), ["192.0.2.7", "192.0.2.8"].map(Source::at));
        for call in 0..120 {
            assert_eq!(door.failed(tent, 1_000 + call * 5), Ok(()), "every five seconds: {call}");
        }
        assert_eq!(door.failed(tent, 1_599), Err(TooMany { retry_after_s: 1 }));
        assert_eq!(door.failed(other, 1_599), Ok(()));
        assert_eq!(door.failed(tent, 1_600), Ok(()), "the first of them is ten minutes old");
    }

    #[test]
    fn a_key_is_noted_once_a_day() {
        let door = Door::default();
        let asked = [("a", 1), ("a", 1), ("b", 1), ("a", 2), ("a", 2)];
        assert_eq!(asked.map(|(key, day)| door.is_first_of_day(key, day)), [true, false, true, true, false]);
    }

    #[test]
    fn the_memory_is_bounded() {
        let door = Door::default();
        for key in 0..2 * REMEMBERED + 1 {
            door.opened(&key.to_string(), KeyKind::Read);
        }
        assert_eq!(lock(&door.found).len(), 1);
        assert!(door.is_known(&(2 * REMEMBERED).to_string(), KeyKind::Read));
    }
}
