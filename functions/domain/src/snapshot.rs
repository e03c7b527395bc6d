//! The files of a publication (docs/decisions/snapshot-format.md; contract 9.3).

mod board_file;
mod boards;
mod column;
mod head;
mod history;
mod lines;
mod people;
mod shard;
#[cfg(test)]
mod tests;
mod tree;
mod whole;

use std::{
    collections::BTreeMap,
    io::{Read, Write},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Serialize, de::DeserializeOwned};

pub use board_file::BoardFile;
pub use boards::{RaceBoard, race_boards, race_distances};
pub use head::{DistanceCount, Head, Input, Named, Pointer, PointerSummary, Recorded, head};
pub use history::{Cause, CorrectedVersion, History};
pub use lines::{Base, Gone, Since, changes, check_lines, lines, named_in_lines};
pub use people::{PeopleFiles, read_people, write_people};
pub use shard::{Shard, read_shard, write_shard};
pub use tree::{Tree, directories, shard_ranges, tree};
pub use whole::{Whole, WholeFiles};

use crate::{
    heap,
    key::digest_bytes,
    participant::ResultParticipant,
    race::{Distance, Event, Segment, Year},
    row::{PersonId, ResultRow},
};

/// The number of the packed file format.
pub const FORMAT: u32 = 2;

/// A decoded snapshot, from which `POST /results` and similar routes are answered.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Snapshot {
    /// The event, with its `recent_time`.
    pub event: Event,
    /// The year whose results these are.
    pub year: Year,
    /// Every row, in the order of the contract (6.3).
    pub rows: Vec<ResultRow>,
    /// For each row, whether it is one of those of `POST /results` (6.3).
    pub last: Vec<bool>,
    /// For bibs shared by several people: the person uploaded last.
    pub newest_of_bib: BTreeMap<String, PersonId>,
    /// The participants' list.
    pub participants: Vec<ResultParticipant>,
    /// The distances of the year, as the timer described them.
    pub distances: Vec<Distance>,
    /// The segments of the year, as the timer described them.
    pub segments: Vec<Segment>,
}

impl Snapshot {
    /// Combines the head with the files it names, or with as many of them as were read.
    #[must_use]
    pub fn of(
        head: &Head,
        shards: impl IntoIterator<Item = Shard>,
        mut participants: Vec<ResultParticipant>,
    ) -> Self {
        let mut rows: Vec<(ResultRow, bool)> = Vec::new();
        let mut newest_of_bib = BTreeMap::new();
        for shard in shards {
            rows.extend(shard.rows);
            newest_of_bib.extend(shard.newest_of_bib);
        }
        people::sort(&mut participants);
        let (rows, last) = in_order(rows).unzip();
        Self {
            event: head.event.clone(),
            year: head.event_year.clone(),
            rows,
            last,
            newest_of_bib,
            participants,
            distances: head.distances.clone(),
            segments: head.segments.clone(),
        }
    }

    /// About how many bytes it takes in memory, apart from what it says of event and year.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let rows = self.rows.iter().map(ResultRow::heap);
        let participants = self.participants.iter().map(ResultParticipant::heap);
        let newest = self.newest_of_bib.iter();
        let newest = newest.map(|(bib, id)| heap::text(bib) + heap::text(id.as_str()));
        heap::block(self.rows.capacity() * size_of::<ResultRow>())
            + heap::block(self.last.capacity())
            + heap::tree::<(String, PersonId)>(self.newest_of_bib.len())
            + heap::block(self.participants.capacity() * size_of::<ResultParticipant>())
            + rows.chain(participants).chain(newest).sum::<usize>()
    }
}

/// Returns the rows in their order. Sorts positions instead of rows, since moving a row means
/// moving some hundred bytes.
fn in_order(rows: Vec<(ResultRow, bool)>) -> impl Iterator<Item = (ResultRow, bool)> {
    let mut places: Vec<usize> = (0..rows.len()).collect();
    let order = |place: &usize| rows.get(*place).map(|(row, _)| row.order());
    places.sort_by(|a, b| order(a).cmp(&order(b)));
    let mut rows: Vec<Option<(ResultRow, bool)>> = rows.into_iter().map(Some).collect();
    places
        .into_iter()
        .filter_map(move |place| rows.get_mut(place)?.take())
}

/// A file to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Name within `results/{slug}/{year}/`.
    pub name: String,
    /// Gzip-compressed JSON.
    pub body: Vec<u8>,
}

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Not gzip, or larger than any file of a snapshot.
    #[error("not a compressed file")]
    Compression(#[source] std::io::Error),
    /// Not in the packed format.
    #[error("not a file of a snapshot")]
    Json(#[source] serde_json::Error),
    /// In another version of the format.
    #[error("a file of format {0}")]
    Format(u32),
}

/// Packs content into a file that is named after it; the same content yields the same file.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn file<T: Serialize>(letter: char, content: &T) -> Result<File, FileError> {
    let plain = serde_json::to_vec(content).map_err(FileError::Json)?;
    let name = format!(
        "{letter}-{}.json",
        digest_bytes(&plain).get(..16).unwrap_or_default()
    );
    Ok(File {
        name,
        body: compress(&plain)?,
    })
}

fn compress(plain: &[u8]) -> Result<Vec<u8>, FileError> {
    let mut packed = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::new(6));
    packed
        .write_all(plain)
        .and_then(|()| packed.finish())
        .map_err(FileError::Compression)
}

fn inflate(compressed: &[u8]) -> Result<String, FileError> {
    let mut plain = String::new();
    GzDecoder::new(compressed)
        .take(LARGEST)
        .read_to_string(&mut plain)
        .map_err(FileError::Compression)?;
    Ok(plain)
}

/// Reads a compressed file.
pub(crate) fn unpack<T: DeserializeOwned>(compressed: &[u8]) -> Result<T, FileError> {
    serde_json::from_str(&inflate(compressed)?).map_err(FileError::Json)
}

/// What was read, if it is of the format that this program writes.
fn of_format<T>(read: T, format: u32) -> Result<T, FileError> {
    if format == FORMAT {
        Ok(read)
    } else {
        Err(FileError::Format(format))
    }
}

/// No file of a race unpacks to 64 MB; one that does is corrupt.
const LARGEST: u64 = 64 * 1024 * 1024;
