//! The few years that an instance was last asked for, and what it knows about each.

use std::sync::{Mutex, PoisonError};

/// The number of years that are kept.
const KEPT: usize = 4;

/// What is known by `slug/year`, the most recently used last.
#[derive(Debug)]
pub struct LastUsed<T>(Mutex<Vec<(String, T)>>);

impl<T> Default for LastUsed<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> LastUsed<T> {
    /// What is known about a year.
    pub fn get(&self, race: &str) -> Option<T>
    where
        T: Clone,
    {
        let known = self.take(race)?;
        self.keep(race.to_owned(), known.clone());
        Some(known)
    }

    /// Takes out what is known about a year: of two concurrent requests the second finds nothing.
    pub fn take(&self, race: &str) -> Option<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == race)?;
        Some(kept.remove(at).1)
    }

    /// Keeps what is now known about a year.
    pub fn keep(&self, race: String, known: T) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(other, _)| *other != race);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((race, known));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_used_longest_ago_goes() {
        let known = LastUsed::default();
        for race in ["a/1", "b/1", "c/1", "d/1"] {
            known.keep(race.to_owned(), race);
        }
        let a = known.take("a/1").expect("the first");
        known.keep("a/1".to_owned(), a);
        known.keep("e/1".to_owned(), "e/1");
        assert_eq!(
            ["a/1", "b/1", "c/1", "d/1", "e/1"].map(|race| known.take(race).is_some()),
            [true, false, true, true, true]
        );
        assert!(known.take("a/1").is_none(), "taken");
    }
}
