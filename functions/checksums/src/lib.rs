//! The three checksums that the S3 client asks of `crc-fast`. That crate brings tables and machine
//! code of a hundred others, a tenth of what a function has to load before it starts
//! (docs/decisions/checksums.md).

use std::fmt;

use crc::{CRC_32_ISCSI, CRC_64_NVME, Crc};

static ISCSI: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);
static NVME: Crc<u64> = Crc::<u64>::new(&CRC_64_NVME);

/// A checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrcAlgorithm {
    /// CRC-32, of zip and gzip.
    Crc32IsoHdlc,
    /// CRC-32C.
    Crc32Iscsi,
    /// CRC-64 of NVM Express.
    Crc64Nvme,
}

/// A checksum of bytes that come piece by piece.
#[derive(Clone)]
pub struct Digest(State);

#[derive(Clone)]
enum State {
    IsoHdlc(crc32fast::Hasher),
    Iscsi(crc::Digest<'static, u32>),
    Nvme(crc::Digest<'static, u64>),
}

impl Digest {
    /// The checksum of no bytes.
    #[must_use]
    pub fn new(algorithm: CrcAlgorithm) -> Self {
        Self(match algorithm {
            CrcAlgorithm::Crc32IsoHdlc => State::IsoHdlc(crc32fast::Hasher::new()),
            CrcAlgorithm::Crc32Iscsi => State::Iscsi(ISCSI.digest()),
            CrcAlgorithm::Crc64Nvme => State::Nvme(NVME.digest()),
        })
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::IsoHdlc(digest) => digest.update(bytes),
            State::Iscsi(digest) => digest.update(bytes),
            State::Nvme(digest) => digest.update(bytes),
        }
    }

    /// The checksum of all bytes so far; one of 32 bits in the lower half.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        match self.0.clone() {
            State::IsoHdlc(digest) => digest.finalize().into(),
            State::Iscsi(digest) => digest.finalize().into(),
            State::Nvme(digest) => digest.finalize(),
        }
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Digest({:x})", self.finalize())
    }
}

/// The checksum of bytes that are complete.
#[must_use]
pub fn checksum(algorithm: CrcAlgorithm, bytes: &[u8]) -> u64 {
    let mut digest = Digest::new(algorithm);
    digest.update(bytes);
    digest.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check values of the catalogue of parametrised CRC algorithms (reveng.sourceforge.io),
    /// for the bytes "123456789".
    #[test]
    fn as_the_catalogue_has_them() {
        let cases = [
            (CrcAlgorithm::Crc32IsoHdlc, 0xcbf4_3926),
            (CrcAlgorithm::Crc32Iscsi, 0xe306_9283),
            (CrcAlgorithm::Crc64Nvme, 0xae8b_1486_0a79_9888),
        ];
        for (algorithm, expected) in cases {
            assert_eq!(checksum(algorithm, b"123456789"), expected, "{algorithm:?}");
            let mut digest = Digest::new(algorithm);
            digest.update(b"1234");
            assert_ne!(digest.finalize(), expected);
            digest.update(b"56789");
            assert_eq!(digest.finalize(), expected, "{algorithm:?} in two pieces");
        }
    }
}
