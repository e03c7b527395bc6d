//! The rows of objects and all statements on them. Each finds its rows by the primary key: the cost
//! of a call does not grow with what is stored, except for lists, whose cost grows with what they
//! walk over.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, SystemTime},
};

use axum::body::Bytes;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::ObjectsError;
use crate::template::Bucket;

type Result<T> = std::result::Result<T, ObjectsError>;

/// Versions by bucket, key (its UTF-8 bytes) and number, the newest of a key first. One without an
/// entity tag is a delete marker. The bodies are kept apart, so that a list does not read them.
pub const SCHEMA: &str = "
    CREATE TABLE versions (
        bucket TEXT NOT NULL,
        key TEXT NOT NULL,
        number INTEGER NOT NULL,
        is_null INTEGER NOT NULL,
        etag TEXT,
        size INTEGER NOT NULL,
        written_ms INTEGER NOT NULL,
        content_type TEXT,
        content_encoding TEXT,
        cache_control TEXT,
        metadata TEXT,
        PRIMARY KEY (bucket, key, number DESC)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE bodies (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
    CREATE TABLE sequence (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
    INSERT INTO sequence VALUES (1, 0);
";

macro_rules! versions {
    ($which:literal) => {
        concat!(
            "SELECT number, is_null, etag, size, written_ms, content_type, content_encoding, cache_control, metadata, key ",
            "FROM versions WHERE bucket = ?1 AND ",
            $which
        )
    };
}

const NEWEST: &str = versions!("key = ?2 ORDER BY number DESC LIMIT 1");
const OLDEST: &str = versions!("key = ?2 ORDER BY number LIMIT 1");
const EXACT: &str = versions!("key = ?2 AND number = ?3");
const OLDER: &str = versions!("key = ?2 AND number < ?3 ORDER BY number DESC LIMIT ?4");
const NEXT: &str = versions!("key >= ?2 ORDER BY key, number DESC LIMIT 1");
const ALL_FROM: &str = versions!("key >= ?2 ORDER BY key, number DESC LIMIT ?3");
const OF_KEY: &str = versions!("key = ?2");
/// Walks over all keys of a bucket, once a day.
const LONE_MARKERS: &str = versions!(
    "etag IS NULL AND (SELECT count(*) FROM versions AS all_of WHERE all_of.bucket = ?1 AND all_of.key = versions.key) = 1"
);
const BODY: &str = "SELECT body FROM bodies WHERE number = ?1";
const ADD: &str = "INSERT INTO versions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
const ADD_BODY: &str = "INSERT INTO bodies VALUES (?1, ?2)";
const REMOVE: &str = "DELETE FROM versions WHERE bucket = ?1 AND key = ?2 AND number = ?3";
const REMOVE_BODY: &str = "DELETE FROM bodies WHERE number = ?1";
/// The last number that was given out.
pub const LAST: &str = "SELECT last FROM sequence WHERE one = 1";
/// Stores the last number.
const NOTE_LAST: &str = "UPDATE sequence SET last = ?1 WHERE one = 1";

/// The numbers of writes: unique and ascending for ever, even if the clock goes back. They follow
/// the clock in microseconds, so that after a backup is restored no number that was given out since
/// the backup is used again.
pub struct Sequence {
    last: i64,
    now: Duration,
    is_taken: bool,
}

impl Sequence {
    /// The numbers after the last one that is noted.
    pub fn of(tables: &Connection) -> Result<Self> {
        let last = tables
            .prepare_cached(LAST)?
            .query_row([], |row| row.get(0))?;
        Ok(Self {
            last,
            now: SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
            is_taken: false,
        })
    }

    /// The next number.
    pub fn take(&mut self) -> i64 {
        self.is_taken = true;
        self.last = i64::try_from(self.now.as_micros())
            .unwrap_or_default()
            .max(self.last.saturating_add(1));
        self.last
    }

    /// Makes the next number later than this one.
    pub fn reach(&mut self, number: i64) {
        if self.last < number {
            (self.last, self.is_taken) = (number, true);
        }
    }

    /// The time, in unix milliseconds.
    pub fn now_ms(&self) -> u64 {
        u64::try_from(self.now.as_millis()).unwrap_or_default()
    }

    /// Notes the last number that was taken, and returns it; `None` if none was.
    pub fn note(&self, tables: &Connection) -> Result<Option<i64>> {
        if self.is_taken {
            tables.prepare_cached(NOTE_LAST)?.execute([self.last])?;
        }
        Ok(self.is_taken.then_some(self.last))
    }
}

/// One version of an object, or a delete marker.
#[derive(Clone, Debug)]
pub struct Version {
    /// Ascends with every write, over all buckets.
    pub number: i64,
    /// Whether its id is `null`, as in a bucket that keeps no versions.
    pub is_null: bool,
    /// `None` for a delete marker.
    pub etag: Option<String>,
    /// In bytes.
    pub size: u64,
    /// Unix milliseconds.
    pub written_ms: u64,
    /// Its headers and metadata.
    pub notes: Notes,
}

/// Headers and metadata, stored and returned with an object.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub content_type: Option<String>,
    pub content_encoding: Option<String>,
    pub cache_control: Option<String>,
    /// A JSON object of strings.
    pub metadata: Option<String>,
}

impl Notes {
    /// `metadata`, decoded.
    pub fn strings(&self) -> Result<HashMap<String, String>> {
        match &self.metadata {
            Some(text) => {
                serde_json::from_str(text).map_err(|error| ObjectsError::Failed(Arc::new(error)))
            }
            None => Ok(HashMap::new()),
        }
    }
}

/// The id of a version of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionId {
    Null,
    Number(i64),
}

impl VersionId {
    /// Reads an id in the form in which it was given out.
    pub fn read(text: &str) -> Option<Self> {
        if text == "null" {
            return Some(Self::Null);
        }
        let number = i64::from_str_radix(text, 16).ok()?;
        (number >= 0 && format!("{number:016x}") == text).then_some(Self::Number(number))
    }
}

impl Version {
    /// Its id among the versions of its key.
    pub fn exact(&self) -> VersionId {
        if self.is_null {
            VersionId::Null
        } else {
            VersionId::Number(self.number)
        }
    }

    pub fn id(&self) -> String {
        if self.is_null {
            "null".to_owned()
        } else {
            format!("{:016x}", self.number)
        }
    }

    pub fn is_marker(&self) -> bool {
        self.etag.is_none()
    }
}

/// The condition of a write, checked against what a plain read finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    None,
    /// There is no object.
    Absent,
    /// There is an object with this tag.
    Tag(String),
}

impl Condition {
    fn holds(&self, current: Option<&Version>) -> bool {
        let tag = current.and_then(|current| current.etag.as_ref());
        match self {
            Self::None => true,
            Self::Absent => tag.is_none(),
            Self::Tag(wanted) => tag == Some(wanted),
        }
    }
}

fn version(row: &Row<'_>) -> rusqlite::Result<Version> {
    Ok(Version {
        number: row.get(0)?,
        is_null: row.get(1)?,
        etag: row.get(2)?,
        size: row.get(3)?,
        written_ms: row.get(4)?,
        notes: Notes {
            content_type: row.get(5)?,
            content_encoding: row.get(6)?,
            cache_control: row.get(7)?,
            metadata: row.get(8)?,
        },
    })
}

fn keyed(row: &Row<'_>) -> rusqlite::Result<(String, Version)> {
    Ok((row.get(9)?, version(row)?))
}

/// The newest version of the key, or the one with this id; it may be a delete marker.
pub fn find(
    tables: &Connection,
    bucket: &str,
    key: &str,
    id: Option<VersionId>,
) -> Result<Option<Version>> {
    let found = match id {
        None => tables
            .prepare_cached(NEWEST)?
            .query_row((bucket, key), version)
            .optional()?,
        Some(VersionId::Number(number)) => tables
            .prepare_cached(EXACT)?
            .query_row((bucket, key, number), version)
            .optional()?,
        // the oldest of all: it is from a time when the bucket kept no versions
        Some(VersionId::Null) => tables
            .prepare_cached(OLDEST)?
            .query_row((bucket, key), version)
            .optional()?,
    };
    Ok(found.filter(|found| id.is_none_or(|id| found.is_null == (id == VersionId::Null))))
}

/// The bytes of a version.
pub fn body(tables: &Connection, version: &Version) -> Result<Bytes> {
    let mut statement = tables.prepare_cached(BODY)?;
    Ok(statement.query_row([version.number], |row| {
        Ok(Bytes::copy_from_slice(row.get_ref(0)?.as_blob()?))
    })?)
}

/// Stores an object.
pub fn put(
    tables: &Connection,
    sequence: &mut Sequence,
    bucket: &Bucket,
    key: &str,
    (etag, body): (String, &[u8]),
    notes: Notes,
    condition: &Condition,
) -> Result<Version> {
    let current = find(tables, &bucket.name, key, None)?;
    if !condition.holds(current.as_ref()) {
        return Err(ObjectsError::PreconditionFailed);
    }
    if !bucket.keeps_versions {
        remove_all(tables, &bucket.name, key)?;
    }
    let number = sequence.take();
    let size = u64::try_from(body.len()).unwrap_or(u64::MAX);
    let new = Version {
        number,
        is_null: !bucket.keeps_versions,
        etag: Some(etag),
        size,
        written_ms: sequence.now_ms(),
        notes,
    };
    add(tables, &bucket.name, key, &new)?;
    tables.prepare_cached(ADD_BODY)?.execute((number, body))?;
    Ok(new)
}

/// Removes this version or, without an id, the object: where versions are kept, a delete marker is
/// put above it. Having nothing to remove is not an error.
pub fn delete(
    tables: &Connection,
    sequence: &mut Sequence,
    bucket: &Bucket,
    key: &str,
    id: Option<VersionId>,
    condition: &Condition,
) -> Result<()> {
    if *condition != Condition::None
        && !condition.holds(find(tables, &bucket.name, key, None)?.as_ref())
    {
        return Err(ObjectsError::PreconditionFailed);
    }
    if id.is_some() {
        if let Some(found) = find(tables, &bucket.name, key, id)? {
            sequence.take();
            remove(tables, &bucket.name, key, found.number)?;
        }
        return Ok(());
    }
    if !bucket.keeps_versions {
        if remove_all(tables, &bucket.name, key)? {
            sequence.take();
        }
        return Ok(());
    }
    let number = sequence.take();
    let marker = Version {
        number,
        is_null: false,
        etag: None,
        size: 0,
        written_ms: sequence.now_ms(),
        notes: Notes::default(),
    };
    add(tables, &bucket.name, key, &marker)
}

fn add(tables: &Connection, bucket: &str, key: &str, new: &Version) -> Result<()> {
    let values = params![
        bucket,
        key,
        new.number,
        new.is_null,
        new.etag,
        new.size,
        new.written_ms,
        new.notes.content_type,
        new.notes.content_encoding,
        new.notes.cache_control,
        new.notes.metadata
    ];
    tables.prepare_cached(ADD)?.execute(values)?;
    Ok(())
}

fn remove(tables: &Connection, bucket: &str, key: &str, number: i64) -> Result<()> {
    tables
        .prepare_cached(REMOVE)?
        .execute((bucket, key, number))?;
    tables.prepare_cached(REMOVE_BODY)?.execute([number])?;
    Ok(())
}

fn remove_all(tables: &Connection, bucket: &str, key: &str) -> Result<bool> {
    let found: Vec<Version> = tables
        .prepare_cached(OF_KEY)?
        .query_map((bucket, key), version)?
        .collect::<rusqlite::Result<_>>()?;
    found
        .iter()
        .try_for_each(|version| remove(tables, bucket, key, version.number))?;
    Ok(!found.is_empty())
}

/// The smallest key that is greater than this one.
pub fn behind(key: &str) -> String {
    format!("{key}\0")
}

/// The objects whose keys begin with the prefix, from this key on, by key. Also returns whether
/// there are more than `most`.
pub fn list(
    tables: &Connection,
    bucket: &str,
    prefix: &str,
    from: &str,
    most: usize,
) -> Result<(Vec<(String, Version)>, bool)> {
    let mut from = from.max(prefix).to_owned();
    let mut found = Vec::new();
    // one look-up per key, which skips its older versions
    let mut next = tables.prepare_cached(NEXT)?;
    while let Some((key, version)) = next
        .query_row((bucket, &from), keyed)
        .optional()?
        .filter(|(key, _)| key.starts_with(prefix))
    {
        from = behind(&key);
        if version.is_marker() {
            continue;
        }
        if found.len() == most {
            return Ok((found, true));
        }
        found.push((key, version));
    }
    Ok((found, false))
}

/// A version in a list of all versions.
#[derive(Clone, Debug)]
pub struct Listed {
    pub key: String,
    pub version: Version,
    /// Whether it is what a plain read finds.
    pub is_latest: bool,
}

/// All versions of the keys that begin with the prefix, by key, the newest first: those after this
/// key, and after this version of it if one is given. Also returns whether there are more than
/// `most`.
pub fn list_versions(
    tables: &Connection,
    bucket: &str,
    prefix: &str,
    behind_this: Option<(&str, Option<VersionId>)>,
    most: usize,
) -> Result<(Vec<Listed>, bool)> {
    let mut found: Vec<Listed> = Vec::new();
    // one more than asked for shows whether there are more
    let wanted = most + 1;
    if let Some((key, Some(VersionId::Number(number)))) =
        behind_this.filter(|(key, _)| key.starts_with(prefix))
    {
        let newest = find(tables, bucket, key, None)?.map(|newest| newest.number);
        let mut older = tables.prepare_cached(OLDER)?;
        for row in older.query_map((bucket, key, number, wanted), keyed)? {
            let (key, version) = row?;
            found.push(Listed {
                key,
                is_latest: Some(version.number) == newest,
                version,
            });
        }
    }
    let from = behind_this.map(|(key, _)| behind(key)).unwrap_or_default();
    let mut all = tables.prepare_cached(ALL_FROM)?;
    for row in all.query_map(
        (
            bucket,
            from.as_str().max(prefix),
            wanted.saturating_sub(found.len()),
        ),
        keyed,
    )? {
        let (key, version) = row?;
        if !key.starts_with(prefix) {
            break;
        }
        let is_latest = found.last().is_none_or(|before| before.key != key);
        found.push(Listed {
            key,
            version,
            is_latest,
        });
    }
    let has_more = found.len() > most;
    found.truncate(most);
    Ok((found, has_more))
}

/// Delete markers that are the only version of their key, with their ids.
pub fn lone_markers(tables: &Connection, bucket: &str) -> Result<Vec<(String, VersionId)>> {
    let mut markers = tables.prepare_cached(LONE_MARKERS)?;
    let found = markers
        .query_map([bucket], keyed)?
        .map(|row| row.map(|(key, version)| (key, version.exact())));
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_statement_walks_over_a_table_or_sorts() {
        let tables = Connection::open_in_memory().unwrap();
        tables.execute_batch(SCHEMA).unwrap();
        let statements = [
            NEWEST,
            OLDEST,
            EXACT,
            OLDER,
            NEXT,
            ALL_FROM,
            OF_KEY,
            BODY,
            REMOVE,
            REMOVE_BODY,
            LAST,
            NOTE_LAST,
        ];
        for statement in statements {
            let mut explain = tables
                .prepare(&format!("EXPLAIN QUERY PLAN {statement}"))
                .unwrap();
            let nulls = vec![rusqlite::types::Null; explain.parameter_count()];
            let plan = explain
                .query_map(rusqlite::params_from_iter(nulls), |row| {
                    row.get::<_, String>(3)
                })
                .unwrap();
            let plan: Vec<String> = plan.map(|step| step.unwrap()).collect();
            assert!(
                plan.iter().all(|step| step.starts_with("SEARCH")),
                "{statement}: {plan:?}"
            );
            assert!(!plan.is_empty());
        }
    }

    #[test]
    fn an_id_is_read_in_one_form_only() {
        assert_eq!(VersionId::read("null"), Some(VersionId::Null));
        assert_eq!(
            VersionId::read("00000000000000ff"),
            Some(VersionId::Number(255))
        );
        for text in [
            "",
            "ff",
            "00000000000000FF",
            "+0000000000000ff",
            "ffffffffffffffff",
            "000000000000000ff",
        ] {
            assert_eq!(VersionId::read(text), None, "{text}");
        }
    }
}
