//! Counts of the calls that pass the edge.

use std::collections::BTreeMap;

/// The counts of one request's calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls by operation: `PutItem`, `s3:GetObject`, …
    pub calls: BTreeMap<String, usize>,
    /// Items that were written or removed: only by calls that the store carried out.
    pub items_written: usize,
    /// Items that the store read, and one for each look-up that found none.
    pub items_read: usize,
    /// Bytes of the items and objects in its answers, as DynamoDB counts them.
    pub bytes_received: usize,
}

/// The counts of one call; all zero if it was refused.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Passed {
    pub(crate) items_written: usize,
    pub(crate) items_read: usize,
    pub(crate) bytes_received: usize,
}

impl Counts {
    /// All calls.
    #[must_use]
    pub fn total(&self) -> usize {
        self.calls.values().sum()
    }

    pub(crate) fn note(&mut self, operation: &str, passed: Passed) {
        *self.calls.entry(operation.to_owned()).or_default() += 1;
        self.items_written += passed.items_written;
        self.items_read += passed.items_read;
        self.bytes_received += passed.bytes_received;
    }
}
