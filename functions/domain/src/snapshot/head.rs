//! The pointer, and the head: the first file that a page reads after the pointer.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    FORMAT, File, FileError, board_file::BoardFile, boards::RaceBoard, file, lines::FIRST_LINES,
    of_format, people::PeopleFiles, tree::Tree, unpack,
};
use crate::{
    board::State,
    event_time::EventTime,
    key::digest_bytes,
    race::{Distance, Event, Segment, Year},
};

/// A head's content besides rows.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The event, with its `recent_time`.
    pub event: &'a Event,
    /// The year whose results are published.
    pub year: &'a Year,
    /// All years of the event.
    pub years: &'a [Year],
    /// The distances of the year, as the timer described them.
    pub distances: &'a [Distance],
    /// The segments of the year, as the timer described them.
    pub segments: &'a [Segment],
}

/// A head as read.
#[derive(Clone, Debug, PartialEq, Default, Deserialize)]
pub struct Head {
    format: u32,
    /// The event, with its `recent_time`.
    pub event: Event,
    /// The year whose results these are.
    pub event_year: Year,
    /// The distances of the year, as the timer described them.
    pub distances: Vec<Distance>,
    /// The segments of the year, as the timer described them.
    pub segments: Vec<Segment>,
    /// Every distance with rows, in byte order: its name, and how many of its rows are among those
    /// of `POST /results`.
    pub counts: Vec<(String, usize)>,
    boards: Vec<Finished>,
    /// Where the shards are.
    pub shards: Tree,
    /// Where the participants' list is.
    pub people: Option<PeopleFiles>,
}

/// How many people have finished a distance.
#[derive(Clone, Debug, PartialEq, Default, Deserialize)]
struct Finished {
    distance: String,
    /// `None` in heads from before November 2026.
    finished: Option<usize>,
}

impl Head {
    /// Reads a head.
    ///
    /// # Errors
    /// If it is not a head.
    pub fn read(compressed: &[u8]) -> Result<Self, FileError> {
        let head: Self = unpack(compressed)?;
        let format = head.format;
        of_format(head, format)
    }

    /// How many people have finished a distance; `None` if it has no board, or its head is from
    /// before November 2026.
    #[must_use]
    pub fn finished(&self, distance: &str) -> Option<usize> {
        self.boards
            .iter()
            .find(|board| board.distance == distance)
            .and_then(|board| board.finished)
    }
}

#[derive(Serialize)]
struct HeadFile<'a> {
    format: u32,
    event: &'a Event,
    event_year: &'a Year,
    years: Vec<HeadYear<'a>>,
    distances: &'a [Distance],
    segments: &'a [Segment],
    age_groups: BTreeSet<&'a str>,
    counts: Vec<(&'a str, usize)>,
    boards: Vec<HeadBoard<'a>>,
    shards: &'a Tree,
    people: Option<&'a PeopleFiles>,
}

/// The entry of a year in a list of years.
#[derive(Serialize)]
struct HeadYear<'a> {
    year: &'a str,
    date_time: &'a EventTime,
}

fn head_years(years: &[Year]) -> Vec<HeadYear<'_>> {
    years
        .iter()
        .map(
            |Year {
                 year, date_time, ..
             }| HeadYear { year, date_time },
        )
        .collect()
}

#[derive(Serialize)]
struct HeadBoard<'a> {
    distance: &'a str,
    lines: usize,
    /// How many of them have finished.
    finished: usize,
    /// How many of these each gender and age group has, both as uploaded; empty where almost
    /// everybody is a group of their own.
    groups: Vec<(&'a str, &'a str, usize)>,
    first: BoardFile<'a>,
}

/// The maximum number of groups in a head: a page that nobody can read needs no sizes.
const GROUPS: usize = 500;

/// How many finishers each gender and age group has, in byte order.
fn groups_of<'a>(board: &'a RaceBoard<'a>) -> Vec<(&'a str, &'a str, usize)> {
    let mut groups = BTreeMap::new();
    for (line, _) in &board.lines {
        if line.state == State::Finished {
            let person = &line.row.person;
            *groups
                .entry((person.gender.as_str(), person.age_group.as_str()))
                .or_insert(0) += 1;
        }
    }
    if groups.len() > GROUPS {
        return Vec::new();
    }
    groups
        .into_iter()
        .map(|((gender, group), count)| (gender, group, count))
        .collect()
}

/// Writes the head.
///
/// # Errors
/// When it cannot be written.
pub fn head(
    input: &Input,
    boards: &[RaceBoard],
    shards: &Tree,
    people: Option<&PeopleFiles>,
) -> Result<File, FileError> {
    let groups = boards
        .iter()
        .flat_map(|board| &board.lines)
        .map(|(line, _)| line.row.person.age_group.as_str());
    let first: Vec<Vec<_>> = boards
        .iter()
        .map(|board| {
            board
                .lines
                .iter()
                .take(FIRST_LINES)
                .map(|(line, _)| line)
                .collect()
        })
        .collect();
    let shown = boards
        .iter()
        .zip(&first)
        .filter(|(board, _)| !board.lines.is_empty());
    let head = HeadFile {
        format: FORMAT,
        event: input.event,
        event_year: input.year,
        years: head_years(input.years),
        distances: input.distances,
        segments: input.segments,
        age_groups: groups.filter(|group| !group.is_empty()).collect(),
        counts: boards
            .iter()
            .map(|board| (board.distance, board.counts.last))
            .collect(),
        boards: shown
            .map(|(board, first)| HeadBoard {
                distance: board.distance,
                lines: board.lines.len(),
                finished: board
                    .lines
                    .iter()
                    .filter(|(line, _)| line.state == State::Finished)
                    .count(),
                groups: groups_of(board),
                first: BoardFile::of(board.distance, first, true).with_passages(&board.passages),
            })
            .collect(),
        shards,
        people,
    };
    file('h', &head)
}

/// The pointer: the one file of a year that changes (contract 9.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pointer {
    /// Grows with each publication.
    pub version: u64,
    format: u32,
    updated_at: EventTime,
    slug: String,
    year: String,
    live: bool,
    count: usize,
    distances: Vec<DistanceCount>,
    /// The head's path, relative to the downloads host.
    pub url: String,
    sha256: String,
    lines: Option<String>,
    changes: String,
    meta: String,
    /// The number of this version within this incarnation of the year, counted from 1: what people
    /// call it.
    #[serde(default)]
    number: u64,
    /// The newest part of the history; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    history: Option<Recorded>,
}

/// The newest part of the history (contract 9.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// Its file, beside the head.
    pub file: String,
    /// The last version that corrected something.
    pub version: u64,
    /// When that version was made.
    pub at: EventTime,
}

/// Files that a pointer names besides the head.
#[derive(Clone, Copy, Debug)]
pub struct Named<'n> {
    /// The file of lines, if there is one.
    pub lines: Option<&'n str>,
    /// The file of changes.
    pub changes: &'n str,
    /// The newest part of the history.
    pub history: Option<&'n Recorded>,
}

/// How many rows of a distance readers see in `POST /results` (contract 9.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DistanceCount {
    /// Name of the distance.
    pub name: String,
    /// Number of its rows in `POST /results`.
    pub count: usize,
}

/// The part of a pointer that can be read in any format: each has a version, older ones may lack
/// the rest.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PointerSummary {
    /// Grows with each publication.
    pub version: u64,
    /// When it was made.
    #[serde(default)]
    pub updated_at: EventTime,
    /// Distances with results.
    #[serde(default)]
    pub distances: Vec<DistanceCount>,
}

impl PointerSummary {
    /// Reads a pointer.
    ///
    /// # Errors
    /// If it is not a pointer.
    pub fn read(json: &[u8]) -> Result<Self, FileError> {
        serde_json::from_slice(json).map_err(FileError::Json)
    }
}

impl Pointer {
    /// The pointer of a version, the `number`th of this incarnation of the year. `people` is what
    /// the head says of the participants' list. There is no lines file if the head has every line.
    ///
    /// # Errors
    /// If the content of the head cannot be written.
    pub fn new(
        input: &Input,
        boards: &[RaceBoard],
        (head, people): (&File, Option<&PeopleFiles>),
        Named {
            lines,
            changes,
            history,
        }: Named,
        (version, number, updated_at): (u64, u64, EventTime),
    ) -> Result<Self, FileError> {
        // the list itself is read on demand, but a page that follows the race must know whether
        // there is one
        let meta = (
            input.event,
            input.year,
            head_years(input.years),
            input.distances,
            input.segments,
            people.is_some(),
        );
        let meta = serde_json::to_vec(&meta).map_err(FileError::Json)?;
        let count = |board: &RaceBoard| DistanceCount {
            name: board.distance.to_owned(),
            count: board.counts.last,
        };
        Ok(Self {
            version,
            format: FORMAT,
            updated_at,
            slug: input.event.slug.clone(),
            year: input.year.year.clone(),
            live: input.year.live,
            count: boards.iter().map(|board| board.counts.last).sum(),
            distances: boards.iter().map(count).collect(),
            url: format!(
                "results/{}/{}/{}",
                input.event.slug, input.year.year, head.name
            ),
            sha256: digest_bytes(&head.body),
            lines: lines.map(ToOwned::to_owned),
            changes: changes.to_owned(),
            meta: digest_bytes(&meta).get(..8).unwrap_or_default().to_owned(),
            number,
            history: history.cloned(),
        })
    }

    /// The file, not compressed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn json(&self) -> Result<Vec<u8>, FileError> {
        serde_json::to_vec(self).map_err(FileError::Json)
    }

    /// Reads a pointer.
    ///
    /// # Errors
    /// If it is not a pointer.
    pub fn read(json: &[u8]) -> Result<Self, FileError> {
        serde_json::from_slice(json).map_err(FileError::Json)
    }

    /// The name of the head, in the folder of the pointer.
    #[must_use]
    pub fn head(&self) -> &str {
        self.url.rsplit('/').next().unwrap_or_default()
    }

    /// The version, and when it was made.
    #[must_use]
    pub fn made(&self) -> (u64, EventTime) {
        (self.version, self.updated_at.clone())
    }

    /// The files that build on those of earlier versions.
    #[must_use]
    pub fn followed(&self) -> Named<'_> {
        Named {
            lines: self.lines.as_deref(),
            changes: &self.changes,
            history: self.history.as_ref(),
        }
    }
}
