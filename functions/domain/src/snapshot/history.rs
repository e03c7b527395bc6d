//! The history: what versions corrected (contract 9.6), newest versions in the file that the
//! pointer names, earlier ones in the files before it.

use serde::{Deserialize, Serialize};

use super::{FORMAT, File, FileError, file, unpack};
use crate::{
    corrections::{Correction, Corrections},
    event_time::EventTime,
};

/// A version lists so many lines at most; of the rest, which come with a change of hundreds of
/// places, only the number is given.
const MOST_LINES: usize = 2_000;
/// A file that lists so many changes is full: the next version begins another.
const FULL: usize = 500;

/// What a version was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Rows were uploaded.
    Upload,
    /// Rows were imported: a spreadsheet.
    Import,
    /// An earlier version was returned to.
    RollBack,
    /// Rows of a year or distance were deleted.
    Delete,
    /// The settings of the event changed.
    Settings,
    /// Something was lost on the way and has been repaired.
    Repair,
}

/// What one version corrected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The version.
    pub version: u64,
    /// When it was made.
    pub at: EventTime,
    /// What it was made from.
    pub source: Cause,
    /// What changed in which line.
    pub lines: Vec<Correction>,
    /// Distances, and how many of their results a delete took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted: Vec<(String, usize)>,
    /// How many more lines there are in which only places changed.
    #[serde(default)]
    pub more: usize,
}

impl Entry {
    /// What a version corrected, bounded.
    #[must_use]
    pub fn of(corrections: Corrections, version: u64, at: EventTime, source: Cause) -> Self {
        let Corrections {
            mut lines, deleted, ..
        } = corrections;
        let more = lines.len().saturating_sub(MOST_LINES);
        lines.truncate(MOST_LINES);
        Self {
            version,
            at,
            source,
            lines,
            deleted,
            more,
        }
    }

    fn changes(&self) -> usize {
        self.lines.len() + self.deleted.len()
    }
}

/// A part of the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    format: u32,
    /// The earliest first.
    pub entries: Vec<Entry>,
    /// The file of the versions before; it may be gone, and then the history begins here.
    pub before: Option<String>,
}

impl History {
    /// A part that continues the file `before`.
    #[must_use]
    pub fn after(before: Option<String>) -> Self {
        Self {
            format: FORMAT,
            entries: Vec::new(),
            before,
        }
    }

    /// Whether it accepts no more versions.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.entries.iter().map(Entry::changes).sum::<usize>() >= FULL
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn file(&self) -> Result<File, FileError> {
        file('v', self)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not such a file.
    pub fn read(compressed: &[u8]) -> Result<Self, FileError> {
        let history: Self = unpack(compressed)?;
        if history.format == FORMAT {
            Ok(history)
        } else {
            Err(FileError::Format(history.format))
        }
    }
}
