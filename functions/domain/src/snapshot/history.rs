//! The history: what each version corrected (contract 9.6). The newest versions are in the file
//! that the pointer names, earlier ones in the files before it.

use serde::{Deserialize, Serialize};

use super::{FORMAT, File, FileError, file, of_format, unpack};
use crate::{
    event_time::EventTime,
    revisions::{Covered, Revision, Revisions},
};

/// The maximum number of lines listed for a version. The rest, which come from a change of hundreds
/// of places, are only counted.
const MOST_LINES: usize = 2_000;
/// A file with this many changes or more is full: the next version begins another.
const FULL: usize = 500;

/// The cause of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Rows were uploaded.
    Upload,
    /// Rows were imported from a spreadsheet.
    Import,
    /// The results were returned to an earlier version.
    RollBack,
    /// Rows of a year or distance were deleted.
    Delete,
    /// Single runners were corrected by hand.
    Correction,
    /// The settings of the event changed.
    Settings,
    /// Something was lost on the way and has been repaired.
    Repair,
}

/// The revisions of one version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedVersion {
    /// The version that made these revisions.
    pub version: u64,
    /// When it was made.
    pub at: EventTime,
    /// Its cause.
    pub source: Cause,
    /// The changes, by line.
    pub lines: Vec<Revision>,
    /// Distances, and how many of their results a delete removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted: Vec<(String, usize)>,
    /// How many more lines changed, in their places only.
    #[serde(default)]
    pub more: usize,
}

impl CorrectedVersion {
    /// A version's revisions, with a limited number of lines.
    #[must_use]
    pub fn of(revisions: Revisions, version: u64, at: EventTime, source: Cause) -> Self {
        let Revisions {
            mut lines, deleted, ..
        } = revisions;
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
    /// Entries, the earliest first.
    pub entries: Vec<CorrectedVersion>,
    /// The file with the versions before; if that is gone, the history begins here.
    pub before: Option<String>,
}

impl History {
    /// A new part that continues the file `before`.
    #[must_use]
    pub fn after(before: Option<String>) -> Self {
        Self {
            format: FORMAT,
            entries: Vec::new(),
            before,
        }
    }

    /// Takes out what is covered, and versions that corrected nothing else. Returns whether there was
    /// anything.
    pub fn forget(&mut self, covered: &Covered) -> bool {
        let mut some = false;
        self.entries.retain_mut(|entry| {
            if !covered.forget_in(&mut entry.lines) {
                return true;
            }
            some = true;
            entry.changes() > 0 || entry.more > 0
        });
        some
    }

    /// Whether it takes no more versions.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.entries
            .iter()
            .map(CorrectedVersion::changes)
            .sum::<usize>()
            >= FULL
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
    /// If it is not a file of the history.
    pub fn read(compressed: &[u8]) -> Result<Self, FileError> {
        let history: Self = unpack(compressed)?;
        let format = history.format;
        of_format(history, format)
    }
}
