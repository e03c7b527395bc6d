//! The machine's clock, which somebody may set at any time, and the order of receipts, which never
//! goes back (contract 6.2 rule 3).
//!
//! While the clock is right, the order follows it. Where the clock is behind a receipt that was
//! given, the order goes on from there by the machine's monotonic clock, a little slower than that,
//! so that the clock catches up with it some day. Because it goes on at a known pace, "ten seconds
//! after that receipt" has a meaning even then. Everything else goes by the clock as it is.

use std::{
    fmt, mem,
    sync::{Arc, LazyLock, Mutex},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use chute_api::TimeOfDay;
use chute_domain::{
    event_time::EventTime,
    stamp::Stamp,
    time::{ClockFault, Now, Time},
};
use chute_store::Clocks;

use crate::lock::lock;

/// By how much the clock may differ from the order or from the monotonic clock, in milliseconds,
/// before it is said: more than the time service ever corrects at once.
const NOTICED_MS: u64 = 2_000;
/// How long it is said that the clock went forward.
const SAID: Duration = Duration::from_secs(3 * 60 * 60);
/// By how much the clock must go forward, in milliseconds, for what has expired to be doubted.
const DOUBTED_MS: u64 = 10 * 60_000;
/// By how much the order may be ahead of what is written down, in milliseconds.
pub const MARGIN_MS: u64 = 60_000;
/// Of this many parts of the time that passes, the order leaves out one while it is ahead.
const PARTS: u64 = 16;

/// A machine's clocks.
pub trait Machine: fmt::Debug + Send + Sync + 'static {
    /// Its clock, in unix milliseconds; 0 before 1970.
    fn time_ms(&self) -> u64;

    /// For how long it has been running, by a clock that nobody sets. It may stand still while the
    /// machine sleeps.
    fn running(&self) -> Duration;
}

/// This machine.
#[derive(Clone, Copy, Debug)]
pub struct ThisMachine(Instant);

impl Default for ThisMachine {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Machine for ThisMachine {
    fn time_ms(&self) -> u64 {
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        millis(since_1970)
    }

    fn running(&self) -> Duration {
        self.0.elapsed()
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Milliseconds of a clock that nobody sets and that began with the machine's time: for what is
/// put off within this process.
pub fn running_ms() -> u64 {
    static BEGAN: LazyLock<(u64, Instant)> = LazyLock::new(|| {
        let machine = ThisMachine::default();
        (machine.time_ms(), machine.0)
    });
    BEGAN.0 + millis(BEGAN.1.elapsed())
}

/// When this program was built.
fn built() -> Time {
    let built_s: u64 = env!("CHUTE_BUILT_S").parse().unwrap_or_default();
    Time::from_ms(built_s * 1_000)
}

/// The clock of a process; clones are the same one.
#[derive(Clone, Debug)]
pub struct Clock {
    machine: Arc<dyn Machine>,
    state: Arc<Mutex<State>>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// The latest receipt.
    latest_ms: u64,
    /// Where the order was when the clock was last not behind it, and when that was.
    from_ms: u64,
    from: Duration,
    seen_ms: u64,
    seen: Duration,
    /// When the clock last went forward, and by how many milliseconds.
    forward: Option<(Duration, u64)>,
    /// The fault that was last logged.
    logged: Option<ClockFault>,
}

/// One look at the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    order_ms: u64,
    time_ms: u64,
    fault: Option<ClockFault>,
}

impl Clock {
    /// The clock of this machine, for a process whose receipts must be later than those of the
    /// process before it, which wrote down `written_ms` last.
    pub fn new(machine: Arc<dyn Machine>, written_ms: u64) -> Self {
        let (seen_ms, seen) = (machine.time_ms(), machine.running());
        // a machine without a network may have lost its clock since, and what was uploaded before
        // must not win over what comes now
        let from_ms = if seen_ms > written_ms {
            seen_ms
        } else {
            written_ms + MARGIN_MS
        };
        let state = State {
            latest_ms: from_ms - 1,
            from_ms,
            from: seen,
            seen_ms,
            seen,
            forward: None,
            logged: None,
        };
        let clock = Self {
            machine,
            state: Arc::new(Mutex::new(state)),
        };
        clock.look(false);
        clock
    }

    /// Gives a receipt: its place in the order in milliseconds, and the time of day.
    pub fn receipt(&self) -> (u64, TimeOfDay) {
        let Look {
            order_ms,
            time_ms,
            fault,
        } = self.look(true);
        let time = Time::from_ms(time_ms);
        (order_ms, TimeOfDay { time, fault })
    }

    /// The clock's known fault, as a sentence; empty if there is none.
    pub fn fault(&self) -> String {
        let Look { time_ms, fault, .. } = self.look(false);
        fault.map_or_else(String::new, |fault| sentence(fault, Time::from_ms(time_ms)))
    }

    /// Whether the clock went forward in the last hours, so that what seems to have expired may
    /// not have.
    pub fn is_doubtful(&self) -> bool {
        self.look(false);
        let forward = lock(&self.state).forward;
        forward.is_some_and(|(_, by_ms)| by_ms >= DOUBTED_MS)
    }

    fn look(&self, gives: bool) -> Look {
        let mut state = lock(&self.state);
        // read under the lock: two looks must not take each other's readings for a step
        let (time_ms, running) = (self.machine.time_ms(), self.machine.running());
        let look = state.look(time_ms, running, gives);
        // each kind once, not whenever its figure changes
        let kind = |fault: Option<ClockFault>| fault.map(|fault| mem::discriminant(&fault));
        if kind(look.fault) != kind(state.logged) {
            match look.fault {
                Some(fault) => {
                    tracing::warn!("{}", sentence(fault, Time::from_ms(time_ms)));
                }
                None => tracing::info!("the clock has caught up with the uploads"),
            }
            state.logged = look.fault;
        }
        look
    }
}

impl State {
    fn look(&mut self, time_ms: u64, running: Duration, gives: bool) -> Look {
        let passed_ms = millis(running.saturating_sub(self.seen));
        let forward_ms = time_ms.saturating_sub(self.seen_ms.saturating_add(passed_ms));
        if forward_ms >= NOTICED_MS {
            self.forward = Some((running, forward_ms));
        }
        self.forward = self
            .forward
            .filter(|(at, _)| running.saturating_sub(*at) < SAID);
        (self.seen_ms, self.seen) = (time_ms, running);
        let ahead_for_ms = millis(running.saturating_sub(self.from));
        let goes_on_ms = self.from_ms + ahead_for_ms - ahead_for_ms / PARTS;
        let least_ms = self.latest_ms + u64::from(gives);
        let order_ms = if time_ms >= goes_on_ms.max(least_ms) {
            (self.from_ms, self.from) = (time_ms, running);
            time_ms
        } else {
            goes_on_ms.max(least_ms)
        };
        if gives {
            self.latest_ms = order_ms;
        }
        let behind_ms = order_ms - time_ms.min(order_ms);
        let fault = if Time::from_ms(time_ms) < built() {
            Some(ClockFault::Unset)
        } else if behind_ms >= NOTICED_MS {
            Some(ClockFault::Behind {
                by_s: behind_ms / 1_000,
            })
        } else {
            self.forward.map(|(_, by_ms)| ClockFault::Forward {
                by_s: by_ms / 1_000,
            })
        };
        Look {
            order_ms,
            time_ms,
            fault,
        }
    }
}

impl Clocks for Clock {
    fn now(&self) -> Now {
        let Look {
            order_ms, time_ms, ..
        } = self.look(false);
        Now {
            order: Stamp::earliest(order_ms),
            time: Time::from_ms(time_ms),
        }
    }
}

fn sentence(fault: ClockFault, time: Time) -> String {
    let shown = EventTime::from(time);
    let shown = shown.as_str();
    let what = match fault {
        ClockFault::Unset => {
            format!("the clock shows {shown}, a time before this program was made")
        }
        ClockFault::Behind { by_s } => format!(
            "the clock shows {shown} and is {} behind the newest upload: it is behind now, or was ahead then",
            duration(by_s)
        ),
        ClockFault::Forward { by_s } => format!(
            "the clock shows {shown} and went forward by {}: it was set, or the machine slept",
            duration(by_s)
        ),
    };
    format!("{what}. Uploads keep their order; keys, sign-ins and texts go by the clock: check it")
}

/// A duration in its two largest units.
fn duration(seconds: u64) -> String {
    let units = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")];
    let mut left = seconds;
    let parts = units.map(|(unit, name)| {
        let count = left / unit;
        left %= unit;
        (count, name)
    });
    let parts = parts
        .into_iter()
        .skip_while(|(count, _)| *count == 0)
        .take(2);
    let parts: Vec<String> = parts
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    const YEAR_MS: u64 = 365 * DAY_MS;

    #[derive(Debug)]
    struct Set {
        time_ms: AtomicU64,
        running_ms: AtomicU64,
    }

    impl Set {
        fn at(time_ms: u64) -> Arc<Self> {
            Arc::new(Self {
                time_ms: time_ms.into(),
                running_ms: 0.into(),
            })
        }

        fn pass(&self, ms: u64) {
            self.time_ms.fetch_add(ms, SeqCst);
            self.running_ms.fetch_add(ms, SeqCst);
        }

        fn set(&self, time_ms: u64) {
            self.time_ms.store(time_ms, SeqCst);
        }
    }

    impl Machine for Set {
        fn time_ms(&self) -> u64 {
            self.time_ms.load(SeqCst)
        }

        fn running(&self) -> Duration {
            Duration::from_millis(self.running_ms.load(SeqCst))
        }
    }

    fn now_ms() -> u64 {
        built().ms() + YEAR_MS
    }

    fn receipt(clock: &Clock) -> u64 {
        clock.receipt().0
    }

    fn fault(clock: &Clock) -> Option<ClockFault> {
        clock.receipt().1.fault
    }

    #[test]
    fn receipts_follow_a_clock_that_is_right() {
        let machine = Set::at(now_ms());
        let clock = Clock::new(machine.clone(), now_ms() - 5);
        assert_eq!(receipt(&clock), now_ms());
        assert_eq!(receipt(&clock), now_ms() + 1, "no two are the same");
        machine.pass(1_000);
        let (order_ms, noted) = clock.receipt();
        assert_eq!(
            (order_ms, noted.time.ms()),
            (now_ms() + 1_000, now_ms() + 1_000)
        );
        assert_eq!(noted.fault, None);
    }

    #[test]
    fn after_a_clock_that_was_ahead_the_order_goes_on_and_the_time_is_right() {
        let machine = Set::at(now_ms());
        let clock = Clock::new(machine.clone(), 0);
        machine.set(now_ms() + YEAR_MS);
        let ahead_ms = receipt(&clock);
        assert_eq!(ahead_ms, now_ms() + YEAR_MS);
        machine.set(now_ms());
        let (order_ms, noted) = clock.receipt();
        assert_eq!((order_ms, noted.time.ms()), (ahead_ms + 1, now_ms()));
        // ten seconds later it is not yet eleven, and at least nine, after that receipt
        machine.pass(10_000);
        let after_ms = receipt(&clock) - ahead_ms;
        assert!((9_000..=10_000).contains(&after_ms), "{after_ms}");
    }

    #[test]
    fn the_clock_catches_up_some_day() {
        let machine = Set::at(now_ms());
        let clock = Clock::new(machine.clone(), 0);
        machine.set(now_ms() + 60_000);
        receipt(&clock);
        machine.set(now_ms());
        let behind = ClockFault::Behind { by_s: 60 };
        assert_eq!(fault(&clock), Some(behind));
        machine.pass(60_000 * PARTS + 1);
        assert_eq!(receipt(&clock), machine.time_ms());
    }

    #[rstest]
    #[case::right(now_ms() + 1)]
    #[case::lost(5_000)]
    #[case::behind(now_ms() - YEAR_MS)]
    fn a_new_process_goes_on_after_the_one_before(#[case] time_ms: u64) {
        let clock = Clock::new(Set::at(time_ms), now_ms());
        let first_ms = receipt(&clock);
        let expected = if time_ms > now_ms() {
            time_ms
        } else {
            now_ms() + MARGIN_MS
        };
        assert_eq!(first_ms, expected);
    }

    #[test]
    fn a_clock_unset_forward_or_behind_is_a_fault() {
        let machine = Set::at(5_000);
        let clock = Clock::new(machine.clone(), 0);
        assert_eq!(fault(&clock), Some(ClockFault::Unset));
        assert!(clock.fault().contains("1970-01-01T00:00:05Z"));
        machine.set(now_ms());
        let said = clock.fault();
        assert!(said.contains("it was set, or the machine slept"), "{said}");
        assert!(clock.is_doubtful());
        machine.pass(millis(SAID) + 1);
        assert_eq!((clock.fault(), clock.is_doubtful()), (String::new(), false));
        machine.set(machine.time_ms() + 3_000);
        assert_eq!(fault(&clock), Some(ClockFault::Forward { by_s: 3 }));
        assert!(!clock.is_doubtful(), "a correction by the time service");
        machine.set(machine.time_ms() - DAY_MS);
        assert_eq!(fault(&clock), Some(ClockFault::Behind { by_s: 86_400 }));
        assert!(clock.fault().contains("1 d behind the newest upload"));
    }

    #[rstest]
    #[case(0, "")]
    #[case(59, "59 s")]
    #[case(3_600, "1 h")]
    #[case(5_400, "1 h 30 min")]
    #[case(31_539_600, "365 d 1 h")]
    #[case(86_401, "1 d")]
    fn a_duration_is_told_in_its_two_largest_units(#[case] seconds: u64, #[case] expected: &str) {
        assert_eq!(duration(seconds), expected);
    }

    #[derive(Clone, Debug)]
    enum Step {
        Passes(u64),
        IsSet(u64),
        IsSetBy(i64),
        Restarts,
    }

    fn step() -> impl Strategy<Value = Step> {
        let hour = 3_600_000;
        prop_oneof![
            4 => (0..100_000_u64).prop_map(Step::Passes),
            1 => Just(Step::IsSet(0)),
            1 => (0..2 * YEAR_MS).prop_map(|later| Step::IsSet(built().ms() + later)),
            2 => (-3_000..3_000_i64).prop_map(Step::IsSetBy),
            1 => prop_oneof![Just(Step::IsSetBy(hour)), Just(Step::IsSetBy(-hour))],
            1 => Just(Step::Restarts),
        ]
    }

    proptest! {
        #[test]
        fn receipts_never_go_back_and_the_time_is_what_the_machine_shows(
            steps in prop::collection::vec(step(), 0..60)
        ) {
            let machine = Set::at(now_ms());
            let mut clock = Clock::new(machine.clone(), 0);
            let mut latest = receipt(&clock);
            for step in steps {
                match step {
                    Step::Passes(ms) => machine.pass(ms),
                    Step::IsSet(ms) => machine.set(ms),
                    Step::IsSetBy(ms) => machine.set(machine.time_ms().saturating_add_signed(ms)),
                    Step::Restarts => clock = Clock::new(machine.clone(), latest),
                }
                let now = clock.now();
                let (order_ms, noted) = clock.receipt();
                prop_assert!(order_ms > latest);
                prop_assert_eq!(noted.time.ms(), machine.time_ms());
                prop_assert!(now.order.order_ms() <= order_ms && now.order.order_ms() >= latest);
                prop_assert!(order_ms >= machine.time_ms());
                latest = order_ms;
            }
        }
    }
}
