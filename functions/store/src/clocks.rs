//! Where the store takes the time from: the time of day, and the place of now in the order of
//! uploads.

use std::{fmt, sync::Arc, time::SystemTime};

use chute_domain::time::{Now, Time};

use crate::Store;

/// Tells what time it is, to whatever works beside the requests; a request knows when it was
/// received.
pub trait Clocks: fmt::Debug + Send + Sync + 'static {
    /// This moment. Its stamp is the earliest that a request received now can have.
    fn now(&self) -> Now;
}

/// The machine's clock, which stamps follow: on AWS it is never set while a function runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clocks for SystemClock {
    fn now(&self) -> Now {
        let since = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        Now::in_step(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

impl Store {
    /// The same tables and buckets, with other clocks.
    #[must_use]
    pub fn with_clocks(self, clocks: Arc<dyn Clocks>) -> Self {
        Self { clocks, ..self }
    }

    /// This moment; 1970 while the clock is set before that, so that nothing counts as old.
    #[must_use]
    pub fn now(&self) -> Now {
        self.clocks.now()
    }

    /// The time of day.
    #[must_use]
    pub fn time(&self) -> Time {
        self.now().time
    }
}
