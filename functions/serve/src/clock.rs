//! The machine's clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// Unix milliseconds; 0 if the clock is before 1970.
pub fn now_ms() -> u64 {
    let since_1970 = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since_1970.as_millis()).unwrap_or_default()
}
