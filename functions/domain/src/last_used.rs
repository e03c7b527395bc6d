//! A cache of the values used last, as many as fit into the memory that is set aside for it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A value whose memory is counted.
pub trait Weighs {
    /// About how many bytes it takes in all.
    fn bytes(&self) -> usize;
}

/// Values by name, the most recently used last.
#[derive(Debug)]
pub struct LastUsed<T> {
    most_bytes: usize,
    kept: Mutex<Vec<CachedValue<T>>>,
}

#[derive(Debug)]
struct CachedValue<T> {
    name: String,
    bytes: usize,
    value: T,
}

impl<T: Weighs> LastUsed<T> {
    /// Keeps values that take this many bytes together, or a single one that takes more.
    #[must_use]
    pub fn of(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<CachedValue<T>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of a value, which is used by that.
    pub fn get(&self, name: &str) -> Option<T>
    where
        T: Clone,
    {
        let mut kept = self.kept();
        let at = kept.iter().position(|known| known.name == name)?;
        let known = kept.remove(at);
        let value = known.value.clone();
        kept.push(known);
        Some(value)
    }

    /// The result of `look` on a value, which does not count as a use.
    pub fn seen<F>(&self, name: &str, look: impl FnOnce(&T) -> Option<F>) -> Option<F> {
        let kept = self.kept();
        look(&kept.iter().find(|known| known.name == name)?.value)
    }

    /// Takes a value out: of two at the same time the second finds nothing.
    pub fn take(&self, name: &str) -> Option<T> {
        let mut kept = self.kept();
        let at = kept.iter().position(|known| known.name == name)?;
        Some(kept.remove(at).value)
    }

    /// Keeps a value instead of an earlier one with this name, and of the others those used last
    /// that still fit.
    pub fn keep(&self, name: String, value: T) {
        let bytes = value.bytes() + size_of::<CachedValue<T>>() + name.len();
        let mut kept = self.kept();
        kept.retain(|known| known.name != name);
        kept.push(CachedValue { name, bytes, value });
        let mut sum = 0;
        let first = kept.iter().rposition(|known| {
            sum += known.bytes;
            sum > self.most_bytes
        });
        let last = kept.len() - 1;
        kept.drain(..first.map_or(0, |first| (first + 1).min(last)));
    }

    /// How many bytes the kept values take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kept().iter().map(|known| known.bytes).sum()
    }

    /// How many they may take.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        self.most_bytes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAMES: usize = 5;

    impl Weighs for usize {
        fn bytes(&self) -> usize {
            *self
        }
    }

    proptest! {
        /// Each use keeps the longest run of values used last that fits, or one value.
        #[test]
        fn the_values_used_last_are_kept_as_far_as_they_fit(uses in prop::collection::vec((0..NAMES, 0..1_000_usize, 0..3), 1..60)) {
            let last_used = LastUsed::of(1_000);
            let mut used: Vec<(String, usize)> = Vec::new();
            for (number, bytes, how) in uses {
                let name = number.to_string();
                let at = used.iter().position(|(known, _)| *known == name);
                let known = at.map(|at| used[at].1);
                if how == 0 {
                    prop_assert_eq!(last_used.get(&name), known);
                    prop_assert_eq!(last_used.seen(&name, |value| Some(*value)), known);
                    if let Some(at) = at {
                        let known = used.remove(at);
                        used.push(known);
                    }
                    continue;
                }
                if let Some(at) = at {
                    used.remove(at);
                }
                if how == 1 {
                    prop_assert_eq!(last_used.take(&name), known);
                    prop_assert_eq!(last_used.take(&name), None);
                }
                last_used.keep(name.clone(), bytes);
                used.push((name, bytes));
                let whole = |used: &[(String, usize)]| used.iter().map(|(name, bytes)| bytes + size_of::<CachedValue<usize>>() + name.len()).sum::<usize>();
                while used.len() > 1 && whole(&used) > last_used.most_bytes() {
                    used.remove(0);
                }
                prop_assert_eq!(last_used.bytes(), whole(&used));
                let kept: Vec<(String, usize)> = last_used.kept().iter().map(|known| (known.name.clone(), known.value)).collect();
                prop_assert_eq!(&kept, &used);
            }
        }
    }
}
