//! How fast clean-up removes, and until when.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Grants the moments at which a removal may begin, until the run's time is up.
#[derive(Debug)]
pub(crate) struct Pace {
    between: Duration,
    until: Instant,
    next: Mutex<Instant>,
}

impl Pace {
    pub(super) fn new(a_second: u32, until: Instant) -> Self {
        Self {
            between: Duration::from_secs(1) / a_second.max(1),
            until,
            next: Mutex::new(Instant::now()),
        }
    }

    /// Waits until the next removal may begin; `false` if the time is up before.
    pub(crate) async fn wait(&self) -> bool {
        let turn = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let turn = (*next).max(Instant::now());
            if turn >= self.until {
                return false;
            }
            *next = turn + self.between;
            turn
        };
        tokio::time::sleep_until(turn.into()).await;
        true
    }

    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn removals_keep_their_distance_and_end_in_time() {
        let mut runs = Vec::new();
        // on a machine that stalls they are fewer, and end later: then once more
        while runs.len() < 50 {
            let began = Instant::now();
            let pace = Pace::new(100, began + Duration::from_millis(200));
            let mut turns = 0;
            while pace.wait().await {
                let since = began.elapsed();
                assert!(
                    since >= Duration::from_millis(10) * turns,
                    "{turns} removals and one more after {since:?}"
                );
                turns += 1;
            }
            assert!(turns <= 20, "{turns} removals in a fifth of a second");
            let took = began.elapsed();
            if turns >= 10 && took < Duration::from_secs(1) {
                return;
            }
            runs.push((turns, took));
        }
        panic!("too few removals, or too late: {runs:?}");
    }
}
