//! Notes of unsynced changes: for each file of a folder, the bytes that were there before each
//! write, and for the folder itself its changes of names. `disk.rs` notes it in a process before it
//! acts; `serve/cuts.rs` reads it once the process is dead and takes some of it back, as a loss of
//! power does.
//!
//! A file's notes are in a file named after its inode, those of names in [`NAMES`]. Files that have
//! lost their last name are kept beside them under [`kept`].

/// The notes of names.
pub const NAMES: &str = "names";

const WRITTEN: u64 = 0;
const RESIZED: u64 = 1;
const SYNCED: u64 = 2;
const CREATED: u64 = 3;
const RENAMED: u64 = 4;
const REMOVED: u64 = 5;
/// Kind, two numbers, and the lengths of two texts.
const WORDS: usize = 5;

/// Something that was about to be done. Places and sizes are in bytes.
#[derive(Clone, Debug)]
pub enum Note {
    /// `count` bytes at a place of a file of this size, where `old` bytes were, if any.
    Written {
        at: u64,
        count: u64,
        size: u64,
        old: Vec<u8>,
    },
    /// A file of size `from` got the size `to`; `old` is what was beyond.
    Resized { from: u64, to: u64, old: Vec<u8> },
    /// Whatever was noted before this place is on the disk.
    Synced { before: u64 },
    /// A new file.
    Created { name: String },
    /// A file with another name. `replaced` is the inode that had this name before, if any.
    Renamed {
        from: String,
        to: String,
        replaced: Option<u64>,
    },
    /// A file without a name any more.
    Removed { name: String, inode: u64 },
}

/// The name under which a file is kept that has lost its own.
pub fn kept(inode: u64) -> String {
    format!("{inode}.kept")
}

impl Note {
    pub fn bytes(&self) -> Vec<u8> {
        let none: &[u8] = &[];
        let (kind, one, two, first, second) = match self {
            Self::Written {
                at,
                count,
                size,
                old,
            } => {
                let place = [*at, *count].map(u64::to_le_bytes).concat();
                return packed(WRITTEN, *size, 0, &place, old);
            }
            Self::Resized { from, to, old } => (RESIZED, *from, *to, old.as_slice(), none),
            Self::Synced { before } => (SYNCED, *before, 0, none, none),
            Self::Created { name } => (CREATED, 0, 0, name.as_bytes(), none),
            Self::Renamed { from, to, replaced } => {
                let replaced = replaced.unwrap_or_default();
                (RENAMED, replaced, 0, from.as_bytes(), to.as_bytes())
            }
            Self::Removed { name, inode } => (REMOVED, *inode, 0, name.as_bytes(), none),
        };
        packed(kind, one, two, first, second)
    }

    /// The first note and how long it is; `None` if it is not complete, so that it was not acted on.
    fn first(bytes: &[u8]) -> Option<(Self, usize)> {
        let word = |bytes: &[u8], number: usize| {
            let word = bytes.get(number * 8..number * 8 + 8)?;
            Some(u64::from_le_bytes(word.try_into().ok()?))
        };
        let [kind, one, two] = [word(bytes, 0)?, word(bytes, 1)?, word(bytes, 2)?];
        let middle = WORDS * 8 + word(bytes, 3)? as usize;
        let end = middle + word(bytes, 4)? as usize;
        let first = bytes.get(WORDS * 8..middle)?.to_vec();
        let second = bytes.get(middle..end)?.to_vec();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).ok();
        let note = match kind {
            WRITTEN => Self::Written {
                at: word(&first, 0)?,
                count: word(&first, 1)?,
                size: one,
                old: second,
            },
            RESIZED => Self::Resized {
                from: one,
                to: two,
                old: first,
            },
            SYNCED => Self::Synced { before: one },
            CREATED => Self::Created { name: text(first)? },
            RENAMED => Self::Renamed {
                from: text(first)?,
                to: text(second)?,
                replaced: (one != 0).then_some(one),
            },
            _ => Self::Removed {
                name: text(first)?,
                inode: one,
            },
        };
        Some((note, end))
    }
}

fn packed(kind: u64, one: u64, two: u64, first: &[u8], second: &[u8]) -> Vec<u8> {
    let words = [kind, one, two, first.len() as u64, second.len() as u64];
    [&words.map(u64::to_le_bytes).concat(), first, second].concat()
}

/// The notes in a file, each with its place.
pub fn all(bytes: &[u8]) -> Vec<(u64, Note)> {
    let (mut notes, mut at) = (Vec::new(), 0);
    while let Some((note, length)) = bytes.get(at..).and_then(Note::first) {
        notes.push((at as u64, note));
        at += length;
    }
    notes
}
