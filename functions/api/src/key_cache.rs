//! An instance's memory of keys: the ones it has found, so that a call with such a key may read
//! ahead; which of them it has noted as used today; and how many failed from each address (contract
//! 3.2 K4). Nothing here grants access: every call reads its key from the table.
//!
//! It is in memory and not in a table because a key has 128 random bits: a wrong one can only cost
//! work, and only this instance's. A count in the table would turn one call into three, all of them
//! on one item of the table that sign-in needs.

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

/// How many keys from one address may fail: as many as a timing client with a mistyped key sends at
/// its quickest, one every five seconds, so that it always learns why it is refused. Beyond that,
/// wrong keys are told to wait; valid ones from the same address, a whole timing tent's, continue
/// to work.
const FAILURES: Limit = Limit::in_minutes(120, 10);

/// The number of keys, and of addresses, that an instance remembers. When there are more it starts
/// over: that costs each key one round trip, and counting would not stop an attacker with that many
/// addresses anyway.
const REMEMBERED: usize = 1_000;

/// An instance's memory of keys.
#[derive(Debug, Default)]
pub struct KeyCache {
    found: Mutex<HashMap<String, KeyKind>>,
    failed: Mutex<HashMap<Source, Log>>,
    used: Mutex<HashMap<String, i64>>,
}

impl KeyCache {
    /// Notes that the key with this digest was found and is allowed to do what it asked for.
    pub fn accepted(&self, digest: &str, kind: KeyKind) {
        remember(&mut lock(&self.found), digest.to_owned(), kind);
    }

    /// Notes that the key was refused.
    pub fn rejected(&self, digest: &str) {
        lock(&self.found).remove(digest);
    }

    /// Whether a key at least this strong was accepted before.
    pub fn is_known(&self, digest: &str, needed: KeyKind) -> bool {
        lock(&self.found)
            .get(digest)
            .is_some_and(|kind| *kind >= needed)
    }

    /// Whether this is the first call with the key that the instance sees on this day (days since
    /// 1970).
    pub fn is_first_of_day(&self, digest: &str, day: i64) -> bool {
        let mut used = lock(&self.used);
        let is_first = used.get(digest) != Some(&day);
        if is_first {
            remember(&mut used, digest.to_owned(), day);
        }
        is_first
    }

    /// Counts an unknown key.
    ///
    /// # Errors
    /// [`TooMany`] when the address has reached its limit.
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
        let cache = KeyCache::default();
        cache.accepted("a", KeyKind::Read);
        assert!(
            cache.is_known("a", KeyKind::Read)
                && !cache.is_known("a", KeyKind::Write)
                && !cache.is_known("b", KeyKind::Read)
        );
        cache.rejected("a");
        assert!(!cache.is_known("a", KeyKind::Read));
    }

    #[test]
    fn an_address_may_send_so_many_wrong_keys() {
        let (cache, [tent, other]) = (
            KeyCache::default(),
            ["192.0.2.7", "192.0.2.8"].map(Source::at),
        );
        for call in 0..120 {
            assert_eq!(
                cache.failed(tent, 1_000 + call * 5),
                Ok(()),
                "every five seconds: {call}"
            );
        }
        assert_eq!(cache.failed(tent, 1_599), Err(TooMany { retry_after_s: 1 }));
        assert_eq!(cache.failed(other, 1_599), Ok(()));
        assert_eq!(
            cache.failed(tent, 1_600),
            Ok(()),
            "the first of them is ten minutes old"
        );
    }

    #[test]
    fn a_key_is_noted_once_a_day() {
        let cache = KeyCache::default();
        let asked = [("a", 1), ("a", 1), ("b", 1), ("a", 2), ("a", 2)];
        assert_eq!(
            asked.map(|(key, day)| cache.is_first_of_day(key, day)),
            [true, false, true, true, false]
        );
    }

    #[test]
    fn the_memory_is_bounded() {
        let cache = KeyCache::default();
        for key in 0..2 * REMEMBERED + 1 {
            cache.accepted(&key.to_string(), KeyKind::Read);
        }
        assert_eq!(lock(&cache.found).len(), 1);
        assert!(cache.is_known(&(2 * REMEMBERED).to_string(), KeyKind::Read));
    }
}
