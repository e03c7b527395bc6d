//! Compressed answers.

use std::io::{self, Write};

use flate2::{Compression, write::GzEncoder};

/// Answers of at least this many bytes are compressed if the caller accepts it.
pub(crate) const WORTH_GZIP: usize = 1_024;

pub(crate) fn compress(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::with_capacity(body.len() / 4), Compression::new(4));
    packed.write_all(body)?;
    packed.finish()
}
