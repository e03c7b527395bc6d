//! What a publisher remembers of a race, where it stores that, and how it commits a publication.
//!
//! Below `state/{slug}/{year}/` of the private bucket, `current` names the newest memory `m-…`. The
//! memory names a list of all pieces, `i-…`, and the later changes to that list, `u-…`; or contains
//! the list, if it is short. A piece is `r-…`; the piece of a race that has only one is in the
//! memory instead. Of these, only `current` is ever replaced; a commit writes what changed to new
//! objects.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    sync::PoisonError,
};

use chute_domain::{
    corrections::{LineKey, Vanished},
    event_time::EventTime,
    key::digest_bytes,
    pieces::{Index, Leaf, Piece, Range},
    race::{RaceKey, Slug},
    snapshot::{Base, Gone, PeopleFiles},
    stamp::Stamp,
    state::{Lists, YearRecord},
};
use chute_store::{AT_ONCE, Place, Result, StoreError, Tagged, Written, read_pointer};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use super::{
    Publications, Publisher, Race, Seen, earlier::Earlier, history::Chronicle, next::Next,
    reservation::Reservation, uploads::Uploads,
};

const STATE_FORMAT: u8 = 8;
/// The maximum number of people and participants in all races that a publisher keeps in memory.
const MOST_KEPT: usize = 60_000;
/// The whole list of pieces is written again once its changes fill more files than this.
const LONGEST_LOG: usize = 96;
/// A list of up to this many pieces is stored in the memory itself: in so small a race, a change
/// affects most of them.
const MOST_INLINE: usize = 4;

/// The publisher's memory of a race, without its pieces.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Memory {
    /// Increases with every commit, so that no two memories have the same name.
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
    /// The history of corrections.
    pub(super) history: Chronicle,
    /// The file of results that disappeared, if there are any.
    pub(super) vanished: Option<String>,
    /// When this version was made, in unix seconds.
    pub(super) made_s: i64,
    /// Earlier versions that can be returned to, oldest first.
    pub(super) earlier: Vec<Earlier>,
}

/// Where the list of pieces is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Listing {
    whole: Option<(String, usize)>,
    log: Vec<(String, usize)>,
    /// A short list, instead of files. Set only while the memory is being stored or read.
    inline: Option<Update>,
    /// The piece of a race that has only one, instead of a file. Set only while the memory is being
    /// stored or read.
    only: Option<OnlyPiece>,
}

impl Listing {
    /// The files that make up the list, the whole one first.
    fn files(&self) -> impl Iterator<Item = &String> {
        self.whole.iter().chain(&self.log).map(|(name, _)| name)
    }
}

/// The piece of a race that has only one. Every change of its rows changes this piece, so it is
/// stored in the memory instead of a file of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OnlyPiece {
    /// The name that its file would have.
    name: String,
    packed: Vec<u8>,
}

/// A part of the list of pieces.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Update {
    leaves: Vec<(u32, Leaf)>,
    shards: Vec<(Range, Option<String>)>,
}

/// Where the pieces of a race are stored. A reader that keeps the last list it saw has to read only
/// the pieces that have changed since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceList {
    state: String,
    /// The parts of the list that are in `files`.
    parts: Vec<String>,
    files: BTreeMap<u32, String>,
    /// The only piece, if it is stored in the memory.
    only: Option<OnlyPiece>,
}

impl PieceList {
    /// The files of the pieces that differ from `before`. An empty piece has no file.
    pub fn changed_since<'l>(&'l self, before: &'l Self) -> impl Iterator<Item = &'l str> {
        let changed = self
            .files
            .iter()
            .filter(|(start, file)| !file.is_empty() && before.files.get(start) != Some(file));
        changed.map(|(_, file)| file.as_str())
    }
}

/// A race as this publisher left it.
#[derive(Debug)]
pub(super) struct Kept {
    /// The year to which it belongs.
    pub(super) key: RaceKey,
    pub(super) memory: Memory,
    pub(super) index: Index,
    pub(super) shards: BTreeMap<Range, String>,
    only: Option<OnlyPiece>,
    /// The content of the file of results that disappeared, once it has been read.
    pub(super) vanished: Option<BTreeMap<LineKey, Vanished>>,
    /// The file that holds `memory`; empty when there is none yet.
    pub(super) state: String,
    pub(super) moved_ms: u64,
    /// The pointer as this publisher last saw or moved it, and its place.
    pub(super) pointer: Option<(Place, Tagged)>,
}

/// The object `current`, which names the newest memory of a race. A publication is committed by
/// replacing it, on condition that its tag is still the same; then the public pointer is moved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Current {
    pub(super) version: u64,
    pub(super) state: String,
    /// The previous memory, kept for publishers that may be about to read it.
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
    /// The history of corrections, which a rebuild from the tables continues.
    #[serde(default, skip_serializing_if = "Chronicle::is_empty")]
    pub(super) history: Chronicle,
}

/// Where the public pointer is after a publication.
pub(super) enum Pointed {
    /// It names the new version.
    Here(Tagged),
    /// It names a later one.
    Later,
    /// It has been withdrawn meanwhile.
    Withdrawn,
}

/// The newest version of a year, and where its files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The version. The pointer may still name an earlier one, until it is moved.
    pub version: u64,
    /// The head's name, in the folder `slug/year/`.
    pub head: String,
    /// Where that folder is.
    pub place: Place,
}

/// Figures about what is published of a year.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Published {
    /// The pointer's version; 0 if nothing is published.
    pub version: u64,
    /// When that version was made.
    pub updated_at: Option<EventTime>,
    /// How many rows readers see.
    pub rows: usize,
    /// The number of people to whom these rows belong.
    pub people: usize,
    /// The stamp of the newest row or participant.
    pub last_upload: Option<Stamp>,
}

pub(super) fn odd(what: &'static str) -> impl Fn(postcard::Error) -> StoreError {
    move |error| StoreError::Unreadable(what, Box::new(error))
}

/// Serializes and compresses state, at the same level as published files, since it is written as
/// often.
pub(super) fn pack<T: Serialize>(value: &T, what: &'static str) -> Result<Vec<u8>> {
    let plain = postcard::to_stdvec(value).map_err(odd(what))?;
    let mut packed = GzEncoder::new(vec![STATE_FORMAT], Compression::new(6));
    packed
        .write_all(&plain)
        .and_then(|()| packed.finish())
        .map_err(|error| StoreError::Unreadable(what, Box::new(error)))
}

/// # Errors
/// When it has another format or is corrupt: then it must be rebuilt from the tables.
pub(super) fn unpack<T: for<'de> Deserialize<'de>>(body: &[u8], what: &'static str) -> Result<T> {
    let Some((&STATE_FORMAT, packed)) = body.split_first() else {
        return Err(StoreError::Unreadable(what, "of another format".into()));
    };
    let mut plain = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut plain)
        .map_err(|error| StoreError::Unreadable(what, Box::new(error)))?;
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

impl Kept {
    fn new(key: &RaceKey) -> Self {
        Self {
            key: key.clone(),
            memory: Memory::default(),
            index: Index::default(),
            shards: BTreeMap::new(),
            only: None,
            vanished: None,
            state: String::new(),
            moved_ms: 0,
            pointer: None,
        }
    }

    /// An empty memory that keeps only the numbers of version and commit, which must never be used
    /// twice, whether the race is public, and the history of corrections, which contains no names.
    /// All earlier files are to be removed, because they may contain names that must not be seen.
    pub(super) fn anew(key: &RaceKey, current: Option<&(Current, String)>) -> Result<Self> {
        let mut kept = Self::new(key);
        kept.memory.purge = true;
        if let Some((current, _)) = current {
            kept.memory.version = current.version;
            kept.memory.commit = current
                .state
                .rsplit('-')
                .next()
                .and_then(|commit| commit.parse().ok())
                .unwrap_or_default();
            kept.memory.public = !current.head.is_empty();
            kept.state.clone_from(&current.state);
            kept.memory.history.clone_from(&current.history);
        }
        Ok(kept)
    }

    /// The names of all published files of this version.
    pub(super) fn public_names(&self) -> BTreeSet<String> {
        let Memory {
            bases,
            changes,
            people,
            heads,
            history,
            ..
        } = &self.memory;
        let boards = bases.values().flat_map(|base| [&base.board, &base.names]);
        let changes = changes.iter().map(|(_, name)| name);
        let people = people.iter().flat_map(|people| &people.files);
        boards
            .chain(changes)
            .chain(people)
            .chain(heads)
            .chain(self.shards.values())
            .chain(history.files())
            .cloned()
            .collect()
    }

    /// The names of all state that this memory needs, itself included.
    pub(super) fn state_names(&self) -> BTreeSet<String> {
        let lists = self.memory.list.files().cloned();
        let pieces = self
            .pieces()
            .filter(|file| self.only_piece(file).is_none())
            .cloned();
        lists
            .chain(pieces)
            .chain(self.memory.vanished.clone())
            .chain([self.state.clone(), "current".to_owned()])
            .collect()
    }

    /// The files of pieces.
    fn pieces(&self) -> impl Iterator<Item = &String> {
        self.index
            .leaves()
            .values()
            .map(|leaf| &leaf.file)
            .filter(|file| !file.is_empty())
    }

    /// The packed piece of this name, if it is in the memory and not in a file.
    pub(super) fn only_piece(&self, file: &str) -> Option<&[u8]> {
        self.only
            .as_ref()
            .filter(|only| only.name == file)
            .map(|only| only.packed.as_slice())
    }

    /// Moves a race's only piece from the uploads into the memory, or back once it is no longer the
    /// only one.
    fn hold_only_piece(&mut self, uploads: &mut Uploads) {
        let mut pieces = self.pieces();
        let (first, others) = (pieces.next().cloned(), pieces.count());
        let path = |name: &str| format!("{}/{name}", self.key);
        match (first, self.only.take()) {
            (Some(name), before) if others == 0 => {
                let changed = uploads.take_state(&path(&name)).map(|packed| OnlyPiece {
                    name: name.clone(),
                    packed,
                });
                self.only = changed.or(before.filter(|before| before.name == name));
            }
            (_, Some(before)) if self.pieces().any(|name| *name == before.name) => {
                uploads.add_state(path(&before.name), before.packed)
            }
            _ => {}
        }
        self.memory.list.only.clone_from(&self.only);
    }

    /// How many rows readers see.
    pub(super) fn rows(&self) -> usize {
        self.index
            .leaves()
            .values()
            .map(|leaf| leaf.summary.rows_shown())
            .sum()
    }

    /// The number of people of whom readers see rows.
    fn people(&self) -> usize {
        self.index
            .leaves()
            .values()
            .map(|leaf| {
                leaf.summary
                    .people
                    .iter()
                    .filter(|brief| brief.shown > 0)
                    .count()
            })
            .sum()
    }

    /// The newest stamp of all rows and participants, including dead ones.
    fn newest(&self) -> Option<Stamp> {
        let newest = self.index.leaves().values().flat_map(|leaf| {
            let rows = leaf.summary.row_stamps.map(|(_, newest)| newest);
            rows.into_iter()
                .chain(leaf.summary.participants.iter().map(|listed| listed.stamp))
        });
        newest.max()
    }

    fn weight(&self) -> usize {
        self.index
            .leaves()
            .values()
            .map(|leaf| leaf.summary.people.len() + leaf.summary.participants.len())
            .sum()
    }

    fn whole_list(&self) -> Update {
        Update {
            leaves: self
                .index
                .leaves()
                .iter()
                .map(|(start, leaf)| (*start, leaf.clone()))
                .collect(),
            shards: self
                .shards
                .iter()
                .map(|(range, name)| (*range, Some(name.clone())))
                .collect(),
        }
    }

    /// The file to write for the list of pieces: its changes, or the whole list if all changes
    /// together would be larger. `None` if the list is in the memory.
    fn listed(
        &mut self,
        leaves: &BTreeSet<u32>,
        before: &BTreeMap<Range, String>,
    ) -> Result<Option<(String, Vec<u8>)>> {
        if self.index.leaves().len() <= MOST_INLINE {
            self.memory.list = Listing {
                inline: Some(self.whole_list()),
                ..Listing::default()
            };
            return Ok(None);
        }
        let shards = before
            .keys()
            .chain(self.shards.keys())
            .collect::<BTreeSet<_>>();
        let changed = shards
            .into_iter()
            .filter(|range| before.get(range) != self.shards.get(range));
        let update = Update {
            leaves: leaves
                .iter()
                .filter_map(|start| Some((*start, self.index.leaves().get(start)?.clone())))
                .collect(),
            shards: changed
                .map(|range| (*range, self.shards.get(range).cloned()))
                .collect(),
        };
        let (name, body) = named('u', &update, "a part of the list of pieces")?;
        drop(update);
        let purge = self.memory.purge;
        let list = &mut self.memory.list;
        let logged: usize = list.log.iter().map(|(_, bytes)| bytes).sum::<usize>() + body.len();
        // an earlier list may contain a name that must not be seen any more
        if !purge
            && list.log.len() < LONGEST_LOG
            && list
                .whole
                .as_ref()
                .is_some_and(|(_, bytes)| logged <= *bytes)
        {
            list.log.push((name.clone(), body.len()));
            return Ok(Some((name, body)));
        }
        let (name, body) = named('i', &self.whole_list(), "the list of pieces")?;
        self.memory.list = Listing {
            whole: Some((name.clone(), body.len())),
            ..Listing::default()
        };
        Ok(Some((name, body)))
    }
}

impl Publisher {
    pub(super) fn take(&self, key: &RaceKey) -> Option<Kept> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|race| race.key == *key)?;
        Some(kept.remove(at))
    }

    /// Keeps a race in memory, along with the most recently used others that still fit.
    pub(super) fn keep(&self, race: Kept) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(race);
        let mut weight = 0;
        let first = kept.iter().rposition(|race| {
            weight += race.weight();
            weight > MOST_KEPT
        });
        let last = kept.len() - 1;
        kept.drain(..first.map_or(0, |first| (first + 1).min(last)));
    }

    /// Stores everything that a commit will name; returns the name of the memory.
    pub(super) async fn store_version(&self, kept: &mut Kept, next: &mut Next) -> Result<String> {
        if let Some((list, body)) = kept.listed(&next.leaves, &next.shards_before)? {
            next.uploads.add_state(format!("{}/{list}", kept.key), body);
        }
        kept.hold_only_piece(&mut next.uploads);
        kept.memory.commit += 1;
        let (digest, memory) = named('m', &kept.memory, "a race's memory")?;
        (kept.memory.list.inline, kept.memory.list.only) = (None, None);
        let name = format!("{digest}-{}", kept.memory.commit);
        next.uploads
            .add_state(format!("{}/{name}", kept.key), memory);
        next.uploads.send(&self.store).await?;
        Ok(name)
    }

    /// Makes a stored memory the newest one; `None` if another publisher was faster.
    pub(super) async fn make_newest(
        &self,
        mut kept: Kept,
        name: String,
        race: &Race<'_>,
        seen: &Seen,
    ) -> Result<Option<Kept>> {
        let memory = &kept.memory;
        let mut current = Current {
            version: memory.version,
            state: name.clone(),
            previous: seen
                .current
                .as_ref()
                .map(|(current, _)| current.state.clone())
                .unwrap_or_default(),
            head: memory
                .heads
                .first()
                .filter(|_| memory.public)
                .cloned()
                .unwrap_or_default(),
            restricted: race.place == Place::Restricted,
            born: memory.record.born(),
            event_digest: memory.event_digest.clone(),
            rows: kept.rows(),
            people: kept.people(),
            newest: kept.newest(),
            unsettled: memory.purge || memory.unconfirmed,
            history: memory.history.clone(),
            reserved: seen
                .current
                .as_ref()
                .and_then(|(current, _)| self.reserved_for_others(current).cloned()),
        };
        let mut etag = seen.current.as_ref().map(|(_, etag)| etag.clone());
        while self
            .publications()
            .move_current(&kept.key, &current, etag.as_deref())
            .await?
            == Written::Outrun
        {
            // this publisher may have renewed its own reservation meanwhile: then only the
            // reservation differs
            let now = self
                .store
                .get_object(Place::State, &current_path(&kept.key))
                .await?;
            let now = now
                .map(|now| Ok::<_, StoreError>((read_current(&now)?, now.etag)))
                .transpose()?;
            let (Some((before, _)), Some((now, tag))) = (&seen.current, now) else {
                return Ok(None);
            };
            if self.reserved_for_others(&now).is_some()
                || (Current {
                    reserved: before.reserved.clone(),
                    ..now
                }) != *before
            {
                return Ok(None);
            }
            current.reserved = None;
            etag = Some(tag);
        }
        kept.state = name;
        Ok(Some(kept))
    }

    /// Moves the public pointer to this version, unless a later one is there already.
    pub(super) async fn point(
        &self,
        race: &Race<'_>,
        version: u64,
        body: Vec<u8>,
        mut seen: Option<Tagged>,
    ) -> Result<Pointed> {
        loop {
            if seen
                .as_ref()
                .map(version_of)
                .transpose()?
                .is_some_and(|named| named >= version)
            {
                return Ok(Pointed::Later);
            }
            let etag = seen.as_ref().map(|seen| seen.etag.as_str());
            if let Written::Now(made) = self
                .store
                .move_pointer(race.place, &race.pointer(), body.clone(), etag)
                .await?
            {
                return Ok(Pointed::Here(Tagged {
                    body,
                    etag: made.etag,
                    version: made.version,
                    written_ms: self.store.time().ms(),
                }));
            }
            let now = self.store.get_object(race.place, &race.pointer()).await?;
            if seen.is_some() && now.is_none() {
                return Ok(Pointed::Withdrawn);
            }
            seen = now;
        }
    }

    /// The race's memory, from this instance or else from the newest state.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if a part of it is missing or corrupt: then the race must be
    /// rebuilt from the tables.
    pub(super) async fn kept_or_loaded(&self, key: &RaceKey, seen: &Seen) -> Result<Kept> {
        let Some((current, _)) = &seen.current else {
            return match seen.pointer {
                None => Ok(Kept::new(key)),
                Some(_) => Err(StoreError::Unreadable(
                    "a race's memory",
                    "a pointer without state".into(),
                )),
            };
        };
        if let Some(kept) = self.take(key).filter(|kept| kept.state == current.state) {
            return Ok(kept);
        }
        let kept = self.publications().load_memory(key, &current.state).await?;
        // another publisher moved the pointer, and the time of that is known only to the second
        let moved_ms = seen
            .pointer
            .as_ref()
            .map_or(0, |pointer| pointer.written_ms.saturating_add(999));
        Ok(Kept { moved_ms, ..kept })
    }

    /// The pointer as this publisher left it, with the name of the memory that was newest then.
    pub(super) fn known_pointer(&self, race: &Race<'_>) -> Option<(String, Tagged)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let ours = kept
            .iter()
            .find(|kept| kept.key == race.key && kept.memory.record.born() == race.record.born())?;
        let (_, pointer) = ours
            .pointer
            .as_ref()
            .filter(|(place, _)| *place == race.place)?;
        Some((ours.state.clone(), pointer.clone()))
    }
}

impl Publications<'_> {
    /// Replaces `current` of a race, if it still has this tag.
    pub(super) async fn move_current(
        &self,
        key: &RaceKey,
        current: &Current,
        etag: Option<&str>,
    ) -> Result<Written> {
        let body = serde_json::to_vec(current)
            .map_err(|error| StoreError::Unreadable("a state's name", Box::new(error)))?;
        self.store
            .move_pointer(Place::State, &current_path(key), body, etag)
            .await
    }

    pub(super) async fn state<T: for<'de> Deserialize<'de>>(
        &self,
        key: &RaceKey,
        name: &str,
        what: &'static str,
    ) -> Result<T> {
        let stored = self
            .store
            .get_object(Place::State, &format!("{key}/{name}"))
            .await?;
        unpack(
            &stored
                .ok_or_else(|| StoreError::Unreadable(what, "it is missing".into()))?
                .body,
            what,
        )
    }

    /// Reads these files of the list of pieces.
    async fn list_of_pieces(&self, key: &RaceKey, files: &[String]) -> Result<Vec<Update>> {
        let reads = files.iter().cloned().map(|name| async move {
            self.state::<Update>(key, &name, "the list of pieces").await
        });
        stream::iter(reads).buffered(AT_ONCE).try_collect().await
    }

    pub(super) async fn load_memory(&self, key: &RaceKey, state: &str) -> Result<Kept> {
        let mut memory: Memory = self.state(key, state, "a race's memory").await?;
        let files: Vec<String> = memory.list.files().cloned().collect();
        let updates = match memory.list.inline.take() {
            Some(all) => vec![all],
            None => self.list_of_pieces(key, &files).await?,
        };
        let (mut leaves, mut shards) = (BTreeMap::from([(0, Leaf::default())]), BTreeMap::new());
        for update in updates {
            leaves.extend(update.leaves);
            for (range, name) in update.shards {
                match name {
                    Some(name) => shards.insert(range, name),
                    None => shards.remove(&range),
                };
            }
        }
        let only = memory.list.only.take();
        Ok(Kept {
            key: key.clone(),
            memory,
            index: Index::from_leaves(leaves),
            shards,
            only,
            vanished: None,
            state: state.to_owned(),
            moved_ms: 0,
            pointer: None,
        })
    }

    /// The names of all state that these memories need, and possibly of more: a list of pieces that
    /// several of them share is read only once. A memory that cannot be read, because it is gone or
    /// has another format, needs nothing.
    pub(super) async fn state_needed_by(
        &self,
        key: &RaceKey,
        states: impl Iterator<Item = &str>,
    ) -> Result<BTreeSet<String>> {
        let files = |leaves: &[(u32, Leaf)]| {
            leaves
                .iter()
                .map(|(_, leaf)| leaf.file.clone())
                .collect::<Vec<_>>()
        };
        let (mut names, mut lists) = (BTreeSet::new(), BTreeSet::new());
        for state in states {
            let Some(memory) = known(self.state::<Memory>(key, state, "a race's memory").await)?
            else {
                continue;
            };
            names.insert(state.to_owned());
            names.extend(memory.vanished);
            lists.extend(memory.list.files().cloned());
            names.extend(memory.list.inline.iter().flat_map(|all| files(&all.leaves)));
        }
        for list in lists {
            let Some(update) = known(self.state::<Update>(key, &list, "the list of pieces").await)?
            else {
                continue;
            };
            names.extend(files(&update.leaves));
            names.insert(list);
        }
        Ok(names)
    }

    /// Where the publisher has stored the pieces of a race. Takes one read if nothing has been
    /// published since `before`, usually two to four otherwise. Empty while nothing is published.
    ///
    /// # Errors
    /// When the bucket cannot be read, or ([`StoreError::Unreadable`]) a file that it names is gone
    /// by now.
    pub async fn piece_list(&self, race: &RaceKey, before: &PieceList) -> Result<PieceList> {
        let Some(current) = self
            .store
            .get_object(Place::State, &current_path(race))
            .await?
        else {
            return Ok(PieceList::default());
        };
        let state = read_current(&current)?.state;
        if state == before.state {
            return Ok(before.clone());
        }
        let memory: Memory = self.state(race, &state, "a race's memory").await?;
        let parts: Vec<String> = memory.list.files().cloned().collect();
        let (mut files, unread) = match parts.strip_prefix(before.parts.as_slice()) {
            Some(unread) if !before.parts.is_empty() => (before.files.clone(), unread),
            _ => (BTreeMap::new(), parts.as_slice()),
        };
        let updates = match memory.list.inline {
            Some(all) => vec![all],
            None => self.list_of_pieces(race, unread).await?,
        };
        files.extend(
            updates
                .into_iter()
                .flat_map(|update| update.leaves)
                .map(|(start, leaf)| (start, leaf.file)),
        );
        Ok(PieceList {
            state,
            parts,
            files,
            only: memory.list.only,
        })
    }

    /// Reads a piece of the publisher's memory by a file name of this list: all stored rows of some
    /// people, including dead ones until clean-up.
    ///
    /// # Errors
    /// When the bucket cannot be read, or ([`StoreError::Unreadable`]) the piece is gone by now.
    pub async fn piece_of_race(
        &self,
        race: &RaceKey,
        pieces: &PieceList,
        file: &str,
    ) -> Result<Piece> {
        match &pieces.only {
            Some(only) if only.name == file => unpack(&only.packed, "a piece"),
            _ => self.state(race, file, "a piece").await,
        }
    }

    /// The newest memory of a race, with the summaries of its pieces. `None` if there is none of
    /// this incarnation of the year; that of an earlier incarnation, which may still exist, does
    /// not count.
    pub(super) async fn newest_memory(
        &self,
        key: &RaceKey,
        record: &YearRecord,
    ) -> Result<Option<Kept>> {
        let Some(current) = self
            .store
            .get_object(Place::State, &current_path(key))
            .await?
        else {
            return Ok(None);
        };
        let Current { state, born, .. } = read_current(&current)?;
        if born != record.born() {
            return Ok(None);
        }
        self.load_memory(key, &state).await.map(Some)
    }

    /// Figures about what is published of a year of the event `slug`. What belongs to an earlier
    /// incarnation of the year does not count.
    ///
    /// # Errors
    /// When the buckets cannot be read.
    pub async fn published(&self, slug: &Slug, record: &YearRecord) -> Result<Published> {
        let key = slug.year(&record.year.year);
        let Some(current) = self
            .store
            .get_object(Place::State, &current_path(&key))
            .await?
        else {
            return Ok(Published::default());
        };
        let current = read_current(&current)?;
        if current.born != record.born() {
            return Ok(Published::default());
        }
        let place = Place::published(current.restricted);
        let pointer = self.store.pointer_in(place, &key).await?;
        let (version, updated_at) = pointer.map_or((0, None), |pointer| {
            (pointer.version, Some(pointer.updated_at))
        });
        Ok(Published {
            version,
            updated_at,
            rows: current.rows,
            people: current.people,
            last_upload: current.newest,
        })
    }

    /// The newest version of a year that readers with a key may read; `None` if nothing of this
    /// incarnation of the year is published.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn committed(&self, slug: &Slug, record: &YearRecord) -> Result<Option<Committed>> {
        let Some(current) = self
            .store
            .get_object(Place::State, &current_path(&slug.year(&record.year.year)))
            .await?
        else {
            return Ok(None);
        };
        let current = read_current(&current)?;
        let place = Place::published(current.restricted);
        let ours = !current.head.is_empty() && current.born == record.born();
        Ok(ours.then_some(Committed {
            version: current.version,
            head: current.head,
            place,
        }))
    }
}

/// Turns [`StoreError::Unreadable`] into `None`: what was read is gone or has another format.
pub(super) fn known<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(StoreError::Unreadable(..)) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn current_path(key: &RaceKey) -> String {
    format!("{key}/current")
}

pub(super) fn read_current(stored: &Tagged) -> Result<Current> {
    serde_json::from_slice(&stored.body)
        .map_err(|error| StoreError::Unreadable("a state's name", Box::new(error)))
}

pub(super) fn version_of(pointer: &Tagged) -> Result<u64> {
    Ok(read_pointer(pointer)?.version)
}
