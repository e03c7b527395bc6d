//! The files of a publication (docs/decisions/snapshot-format.md; contract 9.3).

mod board_file;
mod column;
mod head;
mod packed;
mod shard;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, HashMap},
    io::{Read, Write},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::Serialize;

pub use board_file::BoardFile;

use crate::{
    board,
    event_time::EventTime,
    key::digest_bytes,
    participant::ResultParticipant,
    race::{Distance, Event, EventKind, Segment, Year},
    row::{Passage, ResultRow, is_dnf, is_dns},
    state::Shown,
};

/// The number of the packed layout.
pub const FORMAT: u32 = 1;

/// What a snapshot is written from.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The event, with its `recent_time`.
    pub event: &'a Event,
    /// The year.
    pub year: &'a Year,
    /// All years of the event.
    pub years: &'a [Year],
    /// Rows and lists.
    pub shown: &'a Shown,
}

/// A decoded snapshot: what `POST /results` and its kin answer from.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Snapshot {
    /// The event.
    pub event: Event,
    /// The year.
    pub year: Year,
    /// All years of the event.
    pub years: Vec<Year>,
    /// Every row, in the order of the contract (6.3).
    pub rows: Vec<ResultRow>,
    /// Per row: whether it is one of `POST /results` (6.3).
    pub last: Vec<bool>,
    /// For bibs that several people share: the person uploaded last.
    pub newest_of_bib: BTreeMap<String, String>,
    /// The participants' list.
    pub participants: Vec<ResultParticipant>,
    /// Distance records.
    pub distances: Vec<Distance>,
    /// Segments.
    pub segments: Vec<Segment>,
}

/// A file to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Name within `results/{slug}/{year}/`.
    pub name: String,
    /// Gzip-compressed JSON.
    pub body: Vec<u8>,
}

/// All files of a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The pointer, not compressed.
    pub pointer_json: Vec<u8>,
    /// What it names; the snapshot is the last.
    pub files: Vec<File>,
}

#[derive(Serialize)]
struct Pointer<'a> {
    version: u64,
    format: u32,
    updated_at: &'a EventTime,
    slug: &'a str,
    year: &'a str,
    live: bool,
    count: usize,
    distances: Vec<DistanceCount<'a>>,
    url: String,
    sha256: String,
    head: String,
}

#[derive(Serialize)]
struct DistanceCount<'a> {
    name: &'a str,
    count: usize,
}

/// A snapshot that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Not gzip, or larger than any snapshot.
    #[error("not a compressed snapshot")]
    Compression(#[source] std::io::Error),
    /// Not the packed layout.
    #[error("not a snapshot")]
    Json(#[source] serde_json::Error),
    /// Another layout.
    #[error("a snapshot of format {0}")]
    Format(u32),
    /// A column or dictionary that does not fit.
    #[error("a snapshot whose {0} does not fit")]
    Column(&'static str),
}

/// Writes all files of a publication; the same input, version and time give the same bytes.
#[must_use]
pub fn write(input: &Input, version: u64, updated_at: &EventTime) -> Published {
    let rows = &input.shown.rows;
    let last = last_per_segment(rows);
    let mut files = Vec::new();
    let mut by_distance: BTreeMap<&str, Vec<&ResultRow>> = BTreeMap::new();
    for row in rows {
        by_distance.entry(&row.person.distance).or_default().push(row);
    }
    let kind = EventKind::of(&input.event.kind);
    let boards: Vec<board::Board> = by_distance.iter().map(|(distance, rows)| board::build(kind, distance, rows)).collect();
    let head = head::write(input, &boards, &mut files);
    let packed = compress(&packed::write(input, &last));
    let folder = format!("results/{}/{}", input.event.slug, input.year.year);
    let mut counts: BTreeMap<&str, usize> = by_distance.keys().map(|distance| (*distance, 0)).collect();
    for (row, _) in rows.iter().zip(&last).filter(|(_, last)| **last) {
        *counts.entry(&row.person.distance).or_default() += 1;
    }
    // the hash, because two publishers may make the same version of different rows, and only one of them wins
    let sha256 = digest_bytes(&packed);
    let snapshot = format!("{version}-{}.json", sha256.get(..16).unwrap_or_default());
    let pointer = Pointer {
        version,
        format: FORMAT,
        updated_at,
        slug: &input.event.slug,
        year: &input.year.year,
        live: input.year.live,
        count: counts.values().sum(),
        distances: counts.into_iter().map(|(name, count)| DistanceCount { name, count }).collect(),
        url: format!("{folder}/{snapshot}"),
        sha256,
        head: format!("{folder}/{head}"),
    };
    let pointer_json = json(&pointer);
    files.push(File { name: snapshot, body: packed });
    Published { pointer_json, files }
}

/// Reads a snapshot file.
///
/// # Errors
/// [`ReadError`] says what is wrong with it.
pub fn read(compressed: &[u8]) -> Result<Snapshot, ReadError> {
    let mut plain = Vec::new();
    GzDecoder::new(compressed).take(LARGEST).read_to_end(&mut plain).map_err(ReadError::Compression)?;
    packed::read(&plain)
}

/// No race has a snapshot of half a gigabyte; a file that unpacks to more is broken.
const LARGEST: u64 = 512 * 1024 * 1024;

/// Which rows `POST /results` has (contract 6.3): per person and segment the one with the largest clock seconds (ties: larger
/// occurrence, larger milliseconds, greater location), and every DNF and DNS. `rows` in any order.
#[must_use]
pub fn last_per_segment(rows: &[ResultRow]) -> Vec<bool> {
    let mut last: HashMap<(&str, &str), usize> = HashMap::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let known = last.entry((&row.person_id, &row.passage.segment)).or_insert(place);
        if rows.get(*known).is_some_and(|best| lateness(row) > lateness(best)) {
            *known = place;
        }
    }
    let mut flags: Vec<bool> = rows.iter().map(|row| is_dnf(row.passage.kind) || is_dns(row.passage.kind)).collect();
    for place in last.into_values() {
        if let Some(flag) = flags.get_mut(place) {
            *flag = true;
        }
    }
    flags
}

/// What decides which of a person's rows of a segment is the last (contract 6.3).
fn lateness(row: &ResultRow) -> (i64, i64, i64, &str) {
    let Passage { seconds, occurrence, milliseconds, location, .. } = &row.passage;
    (*seconds, *occurrence, *milliseconds, location)
}

/// Stores JSON under a name made of its content; returns the name.
fn store<T: Serialize>(letter: char, content: &T, files: &mut Vec<File>) -> String {
    let plain = json(content);
    let name = format!("{letter}-{}.json", digest_bytes(&plain).get(..16).unwrap_or_default());
    files.push(File { name: name.clone(), body: compress(&plain) });
    name
}

/// Our own structures have text keys and no failing parts: nothing here can fail.
fn json<T: Serialize>(content: &T) -> Vec<u8> {
    serde_json::to_vec(content).unwrap_or_default()
}

fn compress(plain: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::new(6));
    // writing to memory cannot fail
    packed.write_all(plain).and_then(|()| packed.finish()).unwrap_or_default()
}
