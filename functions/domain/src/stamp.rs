//! The order in which the front door received requests: it decides which upload counts (contract
//! 6.2 rule 3). A stamp is no time of day ([`crate::time::Time`]): it may be ahead of the clock.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The place of a request in the order of receipts, in milliseconds (6 bytes, big-endian), then 6
/// bytes of the hash of the request id.
///
/// The milliseconds are those of the clock, unless a stamp has been given that is later: then they
/// follow that one. So stamps never go back, and one that was given while a clock was wrong may be
/// years ahead. Compared as bytes, so stamps sort by receipt; two requests of the same millisecond
/// are ordered by the hashes of their ids.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Stamp([u8; 12]);

/// The last millisecond that fits into six bytes.
const LATEST_MS: u64 = (1 << 48) - 1;

impl Stamp {
    /// The stamp of the request `request_id` at this place in the order (milliseconds).
    #[must_use]
    pub fn new(order_ms: u64, request_id: &str) -> Self {
        let [_, _, t0, t1, t2, t3, t4, t5] = order_ms.to_be_bytes();
        let hash = Sha256::digest(request_id.as_bytes());
        let mut bytes = [t0, t1, t2, t3, t4, t5, 0, 0, 0, 0, 0, 0];
        for (to, from) in bytes.iter_mut().skip(6).zip(hash.iter()) {
            *to = *from;
        }
        Self(bytes)
    }

    /// The earliest possible stamp at this place in the order (milliseconds).
    #[must_use]
    pub fn earliest(order_ms: u64) -> Self {
        let mut bytes = Self::new(order_ms.min(LATEST_MS), "").0;
        bytes.iter_mut().skip(6).for_each(|byte| *byte = 0);
        Self(bytes)
    }

    /// The stamp right after this one: for a write that must win over what it has seen, even if
    /// that was received later.
    #[must_use]
    pub fn next(self) -> Self {
        let mut bytes = self.0;
        for byte in bytes.iter_mut().rev() {
            let (sum, carries) = byte.overflowing_add(1);
            *byte = sum;
            if !carries {
                return Self(bytes);
            }
        }
        self
    }

    /// The earliest possible stamp this many milliseconds before this one.
    #[must_use]
    pub fn back(self, ms: u64) -> Self {
        Self::earliest(self.order_ms().saturating_sub(ms))
    }

    /// Reads the stored form; `None` unless it has 12 bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The bytes as they are stored and compared.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 12] {
        &self.0
    }

    /// Its place in the order, in milliseconds. Only other stamps may be compared with it.
    #[must_use]
    pub fn order_ms(&self) -> u64 {
        let [t0, t1, t2, t3, t4, t5, ..] = self.0;
        u64::from_be_bytes([0, 0, t0, t1, t2, t3, t4, t5])
    }

    /// Its place in the order, in seconds: the `updated_at` of what it wrote (contract 6.11).
    #[must_use]
    pub fn order_s(&self) -> i64 {
        let [t0, t1, t2, t3, t4, t5, ..] = self.0;
        i64::from_be_bytes([0, 0, t0, t1, t2, t3, t4, t5]) / 1_000
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, 0)]
    #[case(999, 0)]
    #[case(1_777_734_000_123, 1_777_734_000)]
    #[case((1 << 48) - 1, 281_474_976_710)]
    fn the_place_can_be_read_back(#[case] order_ms: u64, #[case] order_s: i64) {
        let stamp = Stamp::new(order_ms, "id");
        assert_eq!((stamp.order_ms(), stamp.order_s()), (order_ms, order_s));
    }

    proptest! {
        #[test]
        fn the_earliest_of_a_time_is_not_after_any_of_it(ms in 0..=LATEST_MS, later in 0_u64..9, id in ".{0,8}") {
            let earliest = Stamp::earliest(ms);
            prop_assert!(earliest <= Stamp::new((ms + later).min(LATEST_MS), &id) && earliest.order_ms() == ms);
            prop_assert!(ms == 0 || Stamp::new(ms - 1, &id) < earliest);
        }
    }

    proptest! {
        #[test]
        fn the_next_is_right_after(bytes in any::<[u8; 12]>()) {
            let (stamp, next) = (Stamp(bytes), Stamp(bytes).next());
            prop_assert!(next > stamp || bytes == [u8::MAX; 12]);
            let number = |Stamp(bytes): Stamp| bytes.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
            prop_assert!(number(next) - number(stamp) <= 1);
        }
    }

    #[test]
    fn the_next_carries_and_ends() {
        assert_eq!(
            Stamp([0, 0, 0, 0, 0, 7, 255, 255, 255, 255, 255, 255]).next(),
            Stamp::earliest(8)
        );
        assert_eq!(Stamp([u8::MAX; 12]).next(), Stamp([u8::MAX; 12]));
    }

    #[test]
    fn a_time_beyond_all_stamps_is_the_last() {
        assert_eq!(Stamp::earliest(u64::MAX), Stamp::earliest(LATEST_MS));
    }
}
