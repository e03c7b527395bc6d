//! When the front door received a request: the order in which uploads count (contract 6.2 rule 3).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Receipt time in milliseconds (6 bytes, big-endian), then 6 bytes of the hash of the request id.
///
/// Compared as bytes, so the order is the order of receipt; two requests of the same millisecond are ordered by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Stamp([u8; 12]);

impl Stamp {
    /// The stamp of the request `request_id` received at `received_ms` (unix milliseconds).
    #[must_use]
    pub fn new(received_ms: u64, request_id: &str) -> Self {
        let [_, _, t0, t1, t2, t3, t4, t5] = received_ms.to_be_bytes();
        let hash = Sha256::digest(request_id.as_bytes());
        let mut bytes = [t0, t1, t2, t3, t4, t5, 0, 0, 0, 0, 0, 0];
        for (to, from) in bytes.iter_mut().skip(6).zip(hash.iter()) {
            *to = *from;
        }
        Self(bytes)
    }

    /// The stored form; `None` unless it has 12 bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The bytes as they are stored and compared.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 12] {
        &self.0
    }

    /// Receipt time in unix milliseconds.
    #[must_use]
    pub fn received_ms(&self) -> u64 {
        self.0.iter().take(6).fold(0, |ms, byte| ms << 8 | u64::from(*byte))
    }
}
