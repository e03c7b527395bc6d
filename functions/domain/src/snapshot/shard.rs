//! Shards: every row of some runners, for a runner's page and for `POST /results`.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    mem::take,
};

use serde::{Deserialize, Serialize};

use super::{FORMAT, File, FileError, file, inflate};
use crate::{
    pieces::Shown,
    row::{Passage, Person, PersonId, ResultRow, last_per_segment},
};

/// A shard as read.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Shard {
    /// Its rows, each with whether it is one of those of `POST /results`. The rows of a person are
    /// together.
    pub rows: Vec<(ResultRow, bool)>,
    /// For bibs shared by several people: the person uploaded last.
    pub newest_of_bib: BTreeMap<String, PersonId>,
}

#[derive(Serialize, Deserialize)]
struct ShardFile<'r> {
    format: u32,
    #[serde(borrow)]
    runners: Vec<ShardRunner<'r>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    newest: Cow<'r, BTreeMap<String, PersonId>>,
}

#[derive(Serialize, Deserialize)]
struct ShardRunner<'r> {
    #[serde(borrow)]
    id: Cow<'r, str>,
    #[serde(borrow)]
    bib: Cow<'r, str>,
    #[serde(borrow)]
    first: Cow<'r, str>,
    #[serde(borrow)]
    last: Cow<'r, str>,
    anonymous: bool,
    #[serde(borrow)]
    gender: Cow<'r, str>,
    age: i64,
    #[serde(borrow)]
    age_group: Cow<'r, str>,
    #[serde(borrow)]
    distance: Cow<'r, str>,
    #[serde(borrow)]
    division: Cow<'r, str>,
    #[serde(borrow)]
    rows: Vec<Row<'r>>,
}

/// A row as a list: segment, location, occurrence, clock time, chip time, places, finish, type,
/// local time, division place, last.
#[derive(Serialize, Deserialize)]
struct Row<'r>(
    #[serde(borrow)] Cow<'r, str>,
    #[serde(borrow)] Cow<'r, str>,
    i64,
    i64,
    i64,
    i64,
    i64,
    i64,
    i64,
    i64,
    u8,
    i64,
    #[serde(borrow)] Cow<'r, str>,
    i64,
    u8,
);

impl<'r> Row<'r> {
    fn of(row: &'r Passage, last: bool) -> Self {
        Self(
            Cow::Borrowed(&row.segment),
            Cow::Borrowed(&row.location),
            row.occurrence,
            row.seconds,
            row.milliseconds,
            row.chip_seconds,
            row.chip_milliseconds,
            row.ranking,
            row.age_ranking,
            row.gender_ranking,
            u8::from(row.finish),
            row.kind,
            Cow::Borrowed(&row.local_time),
            row.division_ranking,
            u8::from(last),
        )
    }

    fn read(self) -> (Passage, bool) {
        let Self(
            segment,
            location,
            occurrence,
            seconds,
            milliseconds,
            chip_seconds,
            chip_milliseconds,
            ranking,
            age_ranking,
            gender_ranking,
            finish,
            kind,
            local_time,
            division_ranking,
            last,
        ) = self;
        let passage = Passage {
            seconds,
            milliseconds,
            chip_seconds,
            chip_milliseconds,
            segment: segment.into_owned(),
            location: location.into_owned(),
            occurrence,
            ranking,
            age_ranking,
            gender_ranking,
            finish: finish != 0,
            kind,
            local_time: local_time.into_owned(),
            division_ranking,
        };
        (passage, last != 0)
    }
}

/// Writes the shard for what is shown of some pieces.
///
/// # Errors
/// When the file cannot be written.
pub fn write_shard(pieces: &[Shown]) -> Result<File, FileError> {
    let mut rows: Vec<(&ResultRow, bool)> = Vec::new();
    for piece in pieces {
        rows.extend(piece.rows.iter().zip(last_per_segment(&piece.rows)));
    }
    rows.sort_by(|(a, _), (b, _)| a.order().cmp(&b.order()));
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut runners: Vec<ShardRunner> = Vec::new();
    for (row, last) in rows {
        let number = *numbers.entry(&row.person_id).or_insert(runners.len());
        let listed = Row::of(&row.passage, last);
        match runners.get_mut(number) {
            Some(runner) => runner.rows.push(listed),
            None => runners.push(ShardRunner::of(row, listed)),
        }
    }
    let newest = pieces
        .iter()
        .flat_map(|piece| piece.newest_of_bib.clone())
        .collect();
    file(
        's',
        &ShardFile {
            format: FORMAT,
            runners,
            newest: Cow::Owned(newest),
        },
    )
}

impl<'r> ShardRunner<'r> {
    fn of(row: &'r ResultRow, first_row: Row<'r>) -> Self {
        let Person {
            bib,
            first,
            last,
            age,
            gender,
            age_group,
            distance,
            anonymous,
            division,
        } = &row.person;
        Self {
            id: Cow::Borrowed(&row.person_id),
            bib: Cow::Borrowed(bib),
            first: Cow::Borrowed(first),
            last: Cow::Borrowed(last),
            anonymous: *anonymous,
            gender: Cow::Borrowed(gender),
            age: *age,
            age_group: Cow::Borrowed(age_group),
            distance: Cow::Borrowed(distance),
            division: Cow::Borrowed(division),
            rows: vec![first_row],
        }
    }

    fn read(self) -> impl Iterator<Item = (ResultRow, bool)> {
        let Self {
            id,
            bib,
            first,
            last,
            anonymous,
            gender,
            age,
            age_group,
            distance,
            division,
            rows,
        } = self;
        let mut person = Person {
            bib: bib.into_owned(),
            first: first.into_owned(),
            last: last.into_owned(),
            age,
            gender: gender.into_owned(),
            age_group: age_group.into_owned(),
            distance: distance.into_owned(),
            anonymous,
            division: division.into_owned(),
        };
        let mut id = PersonId::new(id);
        let mut left = rows.len();
        rows.into_iter().map(move |row| {
            left -= 1;
            let (person_id, person) = if left == 0 {
                (take(&mut id), take(&mut person))
            } else {
                (id.clone(), person.clone())
            };
            let (passage, last) = row.read();
            (
                ResultRow {
                    person_id,
                    person,
                    passage,
                },
                last,
            )
        })
    }
}

/// Reads a shard.
///
/// # Errors
/// If it is not a shard.
pub fn read_shard(compressed: &[u8]) -> Result<Shard, FileError> {
    let plain = inflate(compressed)?;
    let ShardFile {
        format,
        runners,
        newest,
    } = serde_json::from_str(&plain).map_err(FileError::Json)?;
    if format != FORMAT {
        return Err(FileError::Format(format));
    }
    Ok(Shard {
        rows: runners.into_iter().flat_map(ShardRunner::read).collect(),
        newest_of_bib: newest.into_owned(),
    })
}
