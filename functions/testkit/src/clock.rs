//! The clocks of tests.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering::SeqCst},
    },
    time::{Duration, Instant, SystemTime},
};

use chute_api::workers::alerts::Clock;
use chute_domain::{
    stamp::Stamp,
    time::{Now, Time},
};
use chute_serve::Machine;
use chute_store::Clocks;

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

/// A machine whose clock a test sets, and on which it lets time pass.
#[derive(Debug)]
pub struct SetMachine {
    began: Instant,
    /// By how many milliseconds its clock differs from this machine's.
    off_ms: AtomicI64,
    /// How many milliseconds have passed there besides those that pass here.
    passed_ms: AtomicU64,
}

impl SetMachine {
    /// A machine whose clock is right.
    #[must_use]
    pub fn right() -> Arc<Self> {
        Arc::new(Self {
            began: Instant::now(),
            off_ms: AtomicI64::new(0),
            passed_ms: AtomicU64::new(0),
        })
    }

    /// Sets its clock, so that it differs from the right time by this many seconds.
    pub fn set(&self, off_s: i64) {
        self.off_ms.store(off_s * 1_000, SeqCst);
    }

    /// Sets its clock to what a machine shows that has lost its clock: 1970.
    pub fn lose(&self) {
        self.set(-now_s() + 5);
    }

    /// Lets time pass, by its clock and for the machine itself.
    pub fn pass(&self, time: Duration) {
        let ms = u64::try_from(time.as_millis()).expect("a time");
        self.passed_ms.fetch_add(ms, SeqCst);
    }

    /// The right time in unix seconds, which its clock need not show.
    #[must_use]
    pub fn right_s(&self) -> i64 {
        let passed_ms = i64::try_from(self.passed_ms.load(SeqCst)).expect("a time");
        now_s() + passed_ms / 1_000
    }
}

impl Machine for SetMachine {
    fn time_ms(&self) -> u64 {
        let off_ms = self.off_ms.load(SeqCst);
        (now_ms() + self.passed_ms.load(SeqCst)).saturating_add_signed(off_ms)
    }

    fn running(&self) -> Duration {
        self.began.elapsed() + Duration::from_millis(self.passed_ms.load(SeqCst))
    }
}

/// The clock of a host in this process and of its publishers while a test sets it: the order of
/// uploads is the test's, the time of day is the machine's, off by what the test says.
#[derive(Debug)]
pub struct Stepping {
    order_ms: AtomicU64,
    machine: Arc<SetMachine>,
}

impl Stepping {
    /// A clock that is right, at this place in the order of uploads.
    #[must_use]
    pub fn at(order_ms: u64) -> Arc<Self> {
        Arc::new(Self {
            order_ms: order_ms.into(),
            machine: SetMachine::right(),
        })
    }

    /// Lets time pass.
    pub fn pass(&self, time: Duration) {
        self.machine.pass(time);
    }

    /// Begins again with a clock that is right, at this place in the order.
    pub fn restart(&self, order_ms: u64) {
        self.order_ms.store(order_ms, SeqCst);
        self.set(0);
    }

    /// Notes that something was received at this place in the order.
    pub fn received(&self, order_ms: u64) {
        self.order_ms.fetch_max(order_ms, SeqCst);
    }

    /// Sets the clock, so that it differs from the right time by this many seconds; not to a time
    /// before 1970.
    pub fn set(&self, off_s: i64) {
        self.machine.set(off_s);
    }
}

impl Clocks for Stepping {
    fn now(&self) -> Now {
        Now {
            order: Stamp::earliest(self.order_ms.load(SeqCst)),
            time: Time::from_ms(self.machine.time_ms()),
        }
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
