//! The stored files of a race, as data: which there are, in which format, and what they name.
//!
//! Below `state/{slug}/{year}/` of the private bucket, `current` names the newest manifest `m-…`.
//! The manifest names a list of all pieces, `i-…`, and the later changes to that list, `u-…`; or
//! contains the list, if it is short. A piece is `r-…`; the piece of a race that has only one is in
//! the manifest instead. Of these, only `current` is ever replaced; a commit writes what changed to
//! new objects.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    io::{Read, Write},
};

use chute_domain::{
    event_time::EventTime,
    key::digest_bytes,
    pieces::{Corrections, Leaf, PrivacyByBib, Range},
    race::RaceKey,
    snapshot::{Base, FileError, Gone, PeopleFiles, Recorded},
    stamp::Stamp,
    state::{EventRecord, Lists, YearRecord},
};
use chute_store::{Result, StoreError, Tagged};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use postcard::ser_flavors::Size;
use serde::{Deserialize, Serialize};

use super::earlier::Earlier;

/// The format of state that is written: the first byte of each file.
const FORMAT: u8 = 10;
/// The formats that can be read. One that was ever written is never dropped: versions that can be
/// returned to are in it. `tests/formats.rs` reads a race in each of them.
const FORMATS: [u8; 3] = [UNCORRECTED, SAME_BIBS, FORMAT];
/// A format whose manifests end before what was corrected by hand, of which there was nothing.
const UNCORRECTED: u8 = 8;
/// A format whose manifests end before the bibs that were corrected by hand, of which there were
/// none.
const SAME_BIBS: u8 = 9;
/// How many files of the history, of about 500 changes each, are kept.
const FILES_KEPT: usize = 20;

/// A version of a race: everything that it consists of, by name. The pieces themselves, and the list
/// of them once it is long, are files of their own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// Increases with every commit, so that no two manifests have the same name.
    pub(super) commit: u64,
    pub(super) version: u64,
    /// Whether a pointer names this version, or is about to.
    pub(super) public: bool,
    /// The pointer did not exist when this was committed: the table must still confirm that it may
    /// exist.
    pub(super) unconfirmed: bool,
    /// There are files with a name that must not be seen any more.
    pub(super) purge: bool,
    /// Digest of the event and its years as published.
    pub(super) event_digest: String,
    /// The event's type, by which rows were selected.
    pub(super) kind: String,
    /// The year's deletes that have been applied. As text: a year may omit fields, which this
    /// encoding cannot express.
    #[serde(with = "as_text")]
    pub(super) record: YearRecord,
    pub(super) lists: Lists,
    pub(super) bases: BTreeMap<String, Base>,
    pub(super) gone: BTreeSet<Gone>,
    /// Backyard: the last hour of each distance.
    pub(super) hours: BTreeMap<String, i64>,
    /// Per distance: digest of its first passages, and the version since which it has been this.
    pub(super) passages: BTreeMap<String, (String, u64)>,
    /// The last changes files, each with the version that it leads to, oldest first.
    pub(super) changes: Vec<(u64, String)>,
    /// The version from which on changes are known.
    pub(super) known_from: u64,
    pub(super) people: Option<PeopleFiles>,
    /// The names of the head, the lines file and the directories, in this order.
    pub(super) heads: Vec<String>,
    /// The list of pieces, and what has changed in it since.
    pub(super) list: Listing,
    /// The history of revisions.
    pub(super) history: Chronicle,
    /// The file of results that disappeared, if there are any.
    pub(super) vanished: Option<String>,
    /// When this version was made, in unix seconds.
    pub(super) made_s: i64,
    /// Earlier versions that can be returned to, oldest first.
    pub(super) earlier: Vec<Earlier>,
    /// Corrections by hand, those taken back since included.
    pub(super) corrections: Corrections,
    /// That of the index.
    pub(super) privacy: PrivacyByBib,
}

impl Manifest {
    /// About how many bytes it takes in memory: short texts in trees take about six times what they
    /// take when stored.
    pub(super) fn bytes(&self) -> usize {
        let stored = postcard::serialize_with_flavor(self, Size::default());
        size_of::<Self>() + 6 * stored.unwrap_or_default()
    }
}

/// Where the list of pieces is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Listing {
    /// The whole list and its later changes: their files, with their sizes in bytes.
    pub(super) whole: Option<(String, usize)>,
    pub(super) log: Vec<(String, usize)>,
    /// A short list, instead of files. Set only while the manifest is being stored or read.
    pub(super) inline: Option<Update>,
    /// The piece of a race that has only one, instead of a file. Set only while the manifest is
    /// being stored or read.
    pub(super) only: Option<OnlyPiece>,
}

impl Listing {
    /// The files that make up the list, the whole one first.
    pub(super) fn files(&self) -> impl Iterator<Item = &String> {
        self.whole.iter().chain(&self.log).map(|(name, _)| name)
    }
}

/// The piece of a race that has only one. Every change of its rows changes this piece, so it is
/// stored in the manifest instead of a file of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OnlyPiece {
    /// The name that its file would have.
    pub(super) name: String,
    pub(super) packed: Vec<u8>,
}

/// A part of the list of pieces. One that is only written borrows what it names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Update<L = Leaf, N = String> {
    pub(super) leaves: Vec<(u32, L)>,
    pub(super) shards: Vec<(Range, Option<N>)>,
}

impl Update<&Leaf, &String> {
    pub(super) fn owned(self) -> Update {
        let leaves = self.leaves.into_iter();
        let shards = self.shards.into_iter();
        Update {
            leaves: leaves.map(|(start, leaf)| (start, leaf.clone())).collect(),
            shards: shards.map(|(range, name)| (range, name.cloned())).collect(),
        }
    }
}

/// The object `current`, which names the newest manifest of a race. A publication is committed by
/// replacing it, on condition that its tag is still the same; then the public pointer is moved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Current {
    pub(super) version: u64,
    pub(super) state: String,
    /// The previous manifest, kept for publishers that may be about to read it.
    pub(super) previous: String,
    /// The head's name; empty while nothing is public.
    pub(super) head: String,
    /// Whether the files are in the place for restricted events.
    pub(super) restricted: bool,
    /// The incarnation of the year that this belongs to.
    pub(super) born: Option<Stamp>,
    /// Digest of the event, its years and the year's deletes as published.
    #[serde(default)]
    pub(super) event_digest: String,
    /// How many rows readers see.
    #[serde(default)]
    pub(super) rows: usize,
    /// The number of people of whom readers see rows.
    #[serde(default)]
    pub(super) people: usize,
    /// The stamp of the newest row or participant.
    #[serde(default)]
    pub(super) newest: Option<Stamp>,
    /// Something is left to do: a pointer to confirm, or files to remove.
    #[serde(default)]
    pub(super) unsettled: bool,
    /// The reservation of a publisher whose work takes longer than the time between others'
    /// publications. The others wait for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reserved: Option<Reservation>,
    /// The history of revisions, which a rebuild from the tables continues.
    #[serde(default, skip_serializing_if = "Chronicle::is_empty")]
    pub(super) history: Chronicle,
}

impl Current {
    /// # Errors
    /// When it is corrupt.
    pub(super) fn read(stored: &Tagged) -> Result<Self> {
        serde_json::from_slice(&stored.body).map_err(odd("a state's name"))
    }

    pub(super) fn body(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(odd("a state's name"))
    }

    /// Where the race's `current` is, below the place for state.
    pub(super) fn path(key: &RaceKey) -> String {
        format!("{key}/current")
    }
}

/// Reserves the next version of a race for one publisher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reservation {
    pub(super) by: u64,
    pub(super) until_ms: u64,
}

/// The files of the history of revisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Chronicle {
    /// The names of the files, oldest first. Each file names the one before it.
    pub(super) files: Vec<String>,
    /// The pointer's entry for the last file.
    pub(super) newest: Option<Recorded>,
}

impl Chronicle {
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Adds the newest file: in place of the last one if it extends that (`goes_on`), or else after
    /// it.
    pub(super) fn put(&mut self, file: String, version: u64, at: EventTime, goes_on: bool) {
        if goes_on {
            self.files.pop();
        }
        self.files.push(file.clone());
        let surplus = self.files.len().saturating_sub(FILES_KEPT);
        self.files.drain(..surplus);
        self.newest = Some(Recorded { file, version, at });
    }
}

/// The error for what could not be written or read.
pub(super) fn odd<E: Error + Send + Sync + 'static>(
    what: &'static str,
) -> impl Fn(E) -> StoreError {
    move |error| StoreError::Unreadable(what, Box::new(error))
}

/// The error for a published file that could not be written or read.
pub(super) fn written(error: FileError) -> StoreError {
    StoreError::Unreadable("a published file", Box::new(error))
}

/// Serializes and compresses state, at the same level as published files, since it is written as
/// often.
pub(super) fn pack<T: Serialize>(value: &T, what: &'static str) -> Result<Vec<u8>> {
    let plain = postcard::to_stdvec(value).map_err(odd(what))?;
    let mut packed = GzEncoder::new(vec![FORMAT], Compression::new(6));
    packed
        .write_all(&plain)
        .and_then(|()| packed.finish())
        .map_err(odd(what))
}

/// # Errors
/// When it has another format or is corrupt: then it must be rebuilt from the tables.
pub(super) fn unpack<T: for<'de> Deserialize<'de>>(body: &[u8], what: &'static str) -> Result<T> {
    let known = body
        .split_first()
        .filter(|(format, _)| FORMATS.contains(format));
    let (format, packed) =
        known.ok_or_else(|| StoreError::Unreadable(what, "of another format".into()))?;
    let mut plain = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut plain)
        .map_err(odd(what))?;
    // an empty list is one zero; what is not a manifest ends before it
    plain.extend(match *format {
        UNCORRECTED => &[0; 3][..],
        SAME_BIBS => &[0; 2],
        _ => &[],
    });
    postcard::from_bytes(&plain).map_err(odd(what))
}

/// Packs state under a name derived from its content.
pub(super) fn named<T: Serialize>(
    letter: char,
    value: &T,
    what: &'static str,
) -> Result<(String, Vec<u8>)> {
    let body = pack(value, what)?;
    Ok((
        format!(
            "{letter}-{}",
            digest_bytes(&body).get(..24).unwrap_or_default()
        ),
        body,
    ))
}

/// Packs what the publisher keeps of an event. It is JSON, since an event may omit fields, which
/// the encoding of other state cannot express.
pub(super) fn pack_event(event: Option<&EventRecord>) -> Result<Vec<u8>> {
    let plain = serde_json::to_string(&event).map_err(odd(EVENT))?;
    pack(&plain, EVENT)
}

/// Reads what [`pack_event`] wrote. It is `None` also if another version of the program wrote it in
/// another format: the caller can read the table instead.
pub(super) fn known_event(body: &[u8]) -> Option<EventRecord> {
    serde_json::from_str(&unpack::<String>(body, EVENT).ok()?)
        .ok()
        .flatten()
}

const EVENT: &str = "an event's state";

mod as_text {
    use chute_domain::state::YearRecord;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _, ser::Error as _};

    pub(super) fn serialize<S: Serializer>(record: &YearRecord, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&serde_json::to_string(record).map_err(S::Error::custom)?)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<YearRecord, D::Error> {
        serde_json::from_str(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}
