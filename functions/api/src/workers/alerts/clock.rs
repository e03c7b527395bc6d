//! The clock that alerts use: the machine's, or a test's, in which an hour takes no time.

use std::{fmt, pin::Pin, time::Duration};

/// Tells the time and waits.
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// Unix microseconds.
    fn now_us(&self) -> u64;

    /// Waits until that moment, unix microseconds.
    fn until(&self, us: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct MachineClock;

impl Clock for MachineClock {
    fn now_us(&self) -> u64 {
        let since = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
    }

    fn until(&self, us: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(tokio::time::sleep(Duration::from_micros(
            us.saturating_sub(self.now_us()),
        )))
    }
}

/// Converts unix microseconds to unix seconds.
pub(super) fn seconds(us: u64) -> i64 {
    i64::try_from(us / 1_000_000).unwrap_or(i64::MAX)
}
