//! Columns, with one value per line or a single one if all lines have the same, and dictionaries of
//! texts.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

/// Values in the order of the lines. Written as a single value if all are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column<T>(pub Vec<T>);

impl<T: Serialize + PartialEq> Serialize for Column<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.split_first() {
            Some((first, rest)) if rest.iter().all(|value| value == first) => first.serialize(to),
            _ => self.0.serialize(to),
        }
    }
}

impl<T> FromIterator<T> for Column<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Differences from the previous value, for the first one from 0. They wrap around, so that every
/// value is restored exactly.
pub fn deltas(values: impl Iterator<Item = i64>) -> Column<i64> {
    let mut before = 0_i64;
    values
        .map(|value| {
            let delta = value.wrapping_sub(before);
            before = value;
            delta
        })
        .collect()
}

/// Texts and their numbers, in order of first use.
#[derive(Debug, Default)]
pub struct Dictionary<'t> {
    numbers: HashMap<&'t str, i64>,
    pub texts: Vec<&'t str>,
}

impl<'t> Dictionary<'t> {
    /// The number of the text.
    pub fn number(&mut self, text: &'t str) -> i64 {
        let next = i64::try_from(self.texts.len()).unwrap_or_default();
        *self.numbers.entry(text).or_insert_with(|| {
            self.texts.push(text);
            next
        })
    }
}
