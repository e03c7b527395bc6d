//! The clocks of tests.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::SystemTime,
};

use chute_api::workers::alerts::Clock;

const SECOND_US: u64 = 1_000_000;
/// 2026-05-02T08:00:00-07:00 in unix seconds, when the races of tests begin.
pub const EIGHT_S: i64 = 1_777_734_000;

/// A clock that advances only on demand, and jumps to any time that somebody waits for.
#[derive(Debug)]
pub struct Jumping(AtomicU64);

impl Jumping {
    /// Starts at this time, in unix seconds.
    #[must_use]
    pub fn at(unix_s: i64) -> Arc<Self> {
        Arc::new(Self(AtomicU64::new(unix_s.unsigned_abs() * SECOND_US)))
    }

    /// Starts at the machine's time.
    #[must_use]
    pub fn now() -> Arc<Self> {
        Arc::new(Self(AtomicU64::new(machine_us())))
    }

    /// Advances by this many seconds.
    pub fn go_on(&self, seconds: i64) {
        self.0.fetch_add(seconds.unsigned_abs() * SECOND_US, SeqCst);
    }

    /// Advances by this many milliseconds.
    pub fn go_on_ms(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds * 1_000, SeqCst);
    }

    /// Advances to the machine's time if it is behind: other parts take their dates from that.
    pub fn catch_up(&self) {
        self.0.fetch_max(machine_us(), SeqCst);
    }

    /// The time in unix seconds.
    ///
    /// # Panics
    /// Never in practice: when the time does not fit into an `i64`.
    #[must_use]
    pub fn now_s(&self) -> i64 {
        i64::try_from(self.now_us() / SECOND_US).expect("a time")
    }

    /// The time in unix milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.now_us() / 1_000
    }
}

impl Clock for Jumping {
    fn now_us(&self) -> u64 {
        self.0.load(SeqCst)
    }

    fn until(&self, us: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.0.fetch_max(us, SeqCst);
        Box::pin(std::future::ready(()))
    }
}

fn machine_us() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .expect("a clock");
    u64::try_from(since.as_micros()).expect("a clock")
}

/// The machine's time in unix milliseconds.
///
/// # Panics
/// When it is before 1970.
#[must_use]
pub fn now_ms() -> u64 {
    machine_us() / 1_000
}

/// The machine's time in unix seconds.
///
/// # Panics
/// When it is before 1970.
#[must_use]
pub fn now_s() -> i64 {
    i64::try_from(now_ms() / 1_000).expect("a time")
}
