//! How many reads fit an answer.

use std::io::{self, Write};

use chute_domain::read::Read;

use crate::middleware::{self, ENVELOPE, LARGEST};

/// Bytes reserved for headers, braces and a notification.
const AROUND: usize = 4 * 1024;

/// The bytes left in the answer: of the 5.5 MB of text that a client may get (contract 1.5), and of
/// the 6 MiB that the envelope may have.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    text: usize,
    envelope: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self {
            text: LARGEST - AROUND,
            envelope: ENVELOPE - AROUND,
        }
    }
}

impl Room {
    /// Takes the room for one more read. Returns whether there was enough.
    pub fn takes(&mut self, read: &Read) -> bool {
        let mut size = Size {
            text: 1,
            envelope: 1,
        };
        if serde_json::to_writer(&mut size, read).is_err() {
            return false;
        }
        let left = (
            self.text.checked_sub(size.text),
            self.envelope.checked_sub(size.envelope),
        );
        let (text, envelope) = (left.0.unwrap_or_default(), left.1.unwrap_or_default());
        *self = Self { text, envelope };
        matches!(left, (Some(_), Some(_)))
    }
}

/// Counts the bytes written.
struct Size {
    text: usize,
    envelope: usize,
}

impl Write for Size {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text += bytes.len();
        self.envelope += middleware::enveloped(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use chute_contract::remote::Reads;
    use chute_domain::read::{IdentKind, ReadKind};
    use rstest::rstest;

    use super::*;

    /// As many equal reads as fit stay within both limits, and come close to the tighter one.
    #[rstest]
    #[case("E28000000088")]
    #[case("\"\\")]
    #[case("日本語のチップ")]
    #[case("\u{1}\u{2}")]
    fn answers_up_to_the_limit_are_whole(#[case] identifier: &str) {
        let read = Read {
            identifier: identifier.to_owned(),
            seconds: 1_777_740_310,
            milliseconds: 120,
            ident_type: IdentKind::Chip,
            kind: ReadKind::Reader,
            antenna: 2,
            reader: "A".to_owned(),
            rssi: "-55".to_owned(),
        };
        let (mut room, mut reads) = (Room::default(), Vec::new());
        while room.takes(&read) {
            reads.push(read.clone());
        }
        assert!(!room.takes(&read));
        let text = serde_json::to_string(&Reads {
            count: reads.len(),
            reads,
            notification: None,
        })
        .unwrap();
        let envelope = serde_json::to_string(&text).unwrap();
        assert!(
            text.len() <= LARGEST && envelope.len() < ENVELOPE,
            "{} {}",
            text.len(),
            envelope.len()
        );
        assert!(
            text.len() > LARGEST - 2 * AROUND || envelope.len() > ENVELOPE - 2 * AROUND,
            "{} {}",
            text.len(),
            envelope.len()
        );
    }
}
