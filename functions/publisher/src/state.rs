//! The newest state of a race in memory: its manifest, and the list of its pieces with their
//! summaries. It is read from the files that `current` names, and written to new ones.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    heap,
    pieces::{Index, Leaf, Piece, Range},
    race::RaceKey,
    revisions::{LineKey, Vanished},
    stamp::Stamp,
    state::YearRecord,
};
use chute_store::{AT_ONCE, Place, Result, Store, StoreError};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;

use super::{
    manifest::{Current, Listing, Manifest, OnlyPiece, Update, named, unpack},
    race::{Race, Standing, current_of},
    uploads::Uploads,
};

/// The whole list of pieces is written again once its changes fill more files than this.
const LONGEST_LOG: usize = 96;
/// A list of up to this many pieces is stored in the manifest itself: in so small a race, a change
/// affects most of them.
const MOST_INLINE: usize = 4;

/// A race as it was committed, or is about to be.
#[derive(Debug)]
pub(super) struct RaceState {
    /// The year to which it belongs.
    pub(super) key: RaceKey,
    pub(super) manifest: Manifest,
    pub(super) index: Index,
    pub(super) shards: BTreeMap<Range, String>,
    only: Option<OnlyPiece>,
    /// The content of the file of results that disappeared, once it has been read.
    pub(super) vanished: Option<BTreeMap<LineKey, Vanished>>,
    /// The file that holds `manifest`; empty when there is none yet.
    pub(super) name: String,
}

/// The changes in the list of pieces.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// Pieces whose summary has changed.
    pub(super) leaves: BTreeSet<u32>,
    /// The shards of the previous version.
    pub(super) shards_before: BTreeMap<Range, String>,
}

impl RaceState {
    pub(super) fn new(key: &RaceKey) -> Self {
        Self {
            key: key.clone(),
            manifest: Manifest::default(),
            index: Index::default(),
            shards: BTreeMap::new(),
            only: None,
            vanished: None,
            name: String::new(),
        }
    }

    /// An empty race that keeps only the numbers of version and commit, which must never be used
    /// twice, whether the race is public, and the history of revisions, which contains no names.
    /// All earlier files are to be removed, because they may contain names that must not be seen.
    pub(super) fn anew(key: &RaceKey, current: Option<&Current>) -> Self {
        let mut state = Self::new(key);
        state.manifest.purge = true;
        if let Some(current) = current {
            state.manifest.version = current.version;
            state.manifest.commit = current
                .state
                .rsplit('-')
                .next()
                .and_then(|commit| commit.parse().ok())
                .unwrap_or_default();
            state.manifest.public = !current.head.is_empty();
            state.name.clone_from(&current.state);
            state.manifest.history.clone_from(&current.history);
        }
        state
    }

    /// The names of all published files of this version.
    pub(super) fn public_names(&self) -> BTreeSet<String> {
        let Manifest {
            bases,
            changes,
            people,
            heads,
            history,
            ..
        } = &self.manifest;
        let boards = bases.values().flat_map(|base| [&base.board, &base.names]);
        let changes = changes.iter().map(|(_, name)| name);
        let people = people.iter().flat_map(|people| &people.files);
        boards
            .chain(changes)
            .chain(people)
            .chain(heads)
            .chain(self.shards.values())
            .chain(&history.files)
            .cloned()
            .collect()
    }

    /// The names of all state that this race needs, its manifest and `current` included.
    pub(super) fn state_names(&self) -> BTreeSet<String> {
        let lists = self.manifest.list.files().cloned();
        let pieces = self
            .pieces()
            .filter(|file| self.only_piece(file).is_none())
            .cloned();
        lists
            .chain(pieces)
            .chain(self.manifest.vanished.clone())
            .chain([self.name.clone(), "current".to_owned()])
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

    /// The packed piece of this name, if it is in the manifest and not in a file.
    fn only_piece(&self, file: &str) -> Option<&[u8]> {
        self.only
            .as_ref()
            .filter(|only| only.name == file)
            .map(|only| only.packed.as_slice())
    }

    /// A piece. The empty name is that of an empty piece.
    pub(super) async fn piece(&self, store: &Store, file: &str) -> Result<Piece> {
        let piece = self.piece_if_there(store, file).await?;
        piece.ok_or_else(|| StoreError::Unreadable(PIECE, "it is missing".into()))
    }

    /// A piece; `None` if its file is missing.
    pub(super) async fn piece_if_there(&self, store: &Store, file: &str) -> Result<Option<Piece>> {
        if file.is_empty() {
            return Ok(Some(Piece::default()));
        }
        if let Some(packed) = self.only_piece(file) {
            return unpack(packed, PIECE).map(Some);
        }
        let path = format!("{}/{file}", self.key);
        let stored = store.get_object(Place::State, &path).await?;
        stored.map(|stored| unpack(&stored.body, PIECE)).transpose()
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

    /// About how many bytes it takes in memory. Parts that grow with the race are added up as they
    /// change, or counted.
    pub(super) fn bytes(&self) -> usize {
        let only = self.only.as_ref().map_or(0, |only| only.packed.len());
        let vanished = self.vanished.as_ref().map_or(0, BTreeMap::len);
        self.index.bytes()
            + self.manifest.bytes()
            + heap::tree::<(Range, String)>(self.shards.len())
            + self
                .shards
                .values()
                .map(|name| heap::text(name))
                .sum::<usize>()
            + heap::block(only)
            + heap::tree::<(LineKey, Vanished)>(vanished)
            + vanished * 2 * heap::block(1)
    }

    /// The new `current` of this race, once its manifest is stored as `name` after what was `seen`.
    pub(super) fn current(&self, name: String, race: &Race<'_>, seen: &Standing) -> Current {
        let Manifest {
            version,
            public,
            heads,
            record,
            event_digest,
            purge,
            unconfirmed,
            history,
            ..
        } = &self.manifest;
        let before = seen.current.as_ref().map(|(before, _)| before);
        Current {
            version: *version,
            state: name,
            previous: before
                .map(|before| before.state.clone())
                .unwrap_or_default(),
            head: heads
                .first()
                .filter(|_| *public)
                .cloned()
                .unwrap_or_default(),
            restricted: race.place == Place::Restricted,
            born: record.born(),
            event_digest: event_digest.clone(),
            rows: self.rows(),
            people: self.people(),
            newest: self.newest(),
            unsettled: *purge || *unconfirmed,
            history: history.clone(),
            reserved: None,
        }
    }

    /// Adds to the uploads what else a commit of this race names. Returns the name of the manifest.
    pub(super) fn pack(&mut self, listed: &Listed, uploads: &mut Uploads) -> Result<String> {
        if let Some((list, body)) = self.list(listed)? {
            uploads.add_state(format!("{}/{list}", self.key), body);
        }
        self.hold_only_piece(uploads);
        self.manifest.commit += 1;
        let (digest, manifest) = named('m', &self.manifest, MANIFEST)?;
        (self.manifest.list.inline, self.manifest.list.only) = (None, None);
        let name = format!("{digest}-{}", self.manifest.commit);
        uploads.add_state(format!("{}/{name}", self.key), manifest);
        Ok(name)
    }

    /// Moves a race's only piece from the uploads into the manifest, or back once it is no longer
    /// the only one.
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
        self.manifest.list.only.clone_from(&self.only);
    }

    fn whole_list(&self) -> Update<&Leaf, &String> {
        let leaves = self.index.leaves().iter();
        let shards = self.shards.iter();
        Update {
            leaves: leaves.map(|(start, leaf)| (*start, leaf)).collect(),
            shards: shards.map(|(range, name)| (*range, Some(name))).collect(),
        }
    }

    /// The changes in the list of pieces.
    fn changed_list(&self, listed: &Listed) -> Update<&Leaf, &String> {
        let (leaves, before) = (self.index.leaves(), &listed.shards_before);
        let shards: BTreeSet<&Range> = before.keys().chain(self.shards.keys()).collect();
        let changed = shards
            .into_iter()
            .filter(|range| before.get(range) != self.shards.get(range));
        Update {
            leaves: listed
                .leaves
                .iter()
                .filter_map(|start| Some((*start, leaves.get(start)?)))
                .collect(),
            shards: changed
                .map(|range| (*range, self.shards.get(range)))
                .collect(),
        }
    }

    /// The file to write for the list of pieces: its changes, or the whole list if all changes
    /// together would be larger. `None` if the list is in the manifest.
    fn list(&mut self, listed: &Listed) -> Result<Option<(String, Vec<u8>)>> {
        let pieces = self.index.leaves().len();
        if pieces <= MOST_INLINE {
            self.manifest.list = Listing {
                inline: Some(self.whole_list().owned()),
                ..Listing::default()
            };
            return Ok(None);
        }
        let list = &self.manifest.list;
        let logged: usize = list.log.iter().map(|(_, bytes)| bytes).sum();
        // an earlier list may contain a name that must not be seen any more
        let goes_on = !self.manifest.purge && list.log.len() < LONGEST_LOG;
        // packing takes long where most pieces have changed, and would be for nothing
        if let Some((_, whole)) = list.whole.as_ref().filter(|(_, whole)| {
            let about = whole.saturating_mul(listed.leaves.len()) / pieces;
            goes_on && logged + about <= *whole
        }) {
            let update = self.changed_list(listed);
            let (name, body) = named('u', &update, "a part of the list of pieces")?;
            if logged + body.len() <= *whole {
                self.manifest.list.log.push((name.clone(), body.len()));
                return Ok(Some((name, body)));
            }
        }
        let (name, body) = named('i', &self.whole_list(), LIST)?;
        self.manifest.list = Listing {
            whole: Some((name.clone(), body.len())),
            ..Listing::default()
        };
        Ok(Some((name, body)))
    }
}

const MANIFEST: &str = "a race's manifest";
const LIST: &str = "the list of pieces";
const PIECE: &str = "a piece";

/// Reads a file of a race's state.
///
/// # Errors
/// [`StoreError::Unreadable`] if it is missing, corrupt or of an unknown format.
pub(super) async fn read<T: for<'de> Deserialize<'de>>(
    store: &Store,
    key: &RaceKey,
    name: &str,
    what: &'static str,
) -> Result<T> {
    let stored = store
        .get_object(Place::State, &format!("{key}/{name}"))
        .await?;
    let stored = stored.ok_or_else(|| StoreError::Unreadable(what, "it is missing".into()))?;
    unpack(&stored.body, what)
}

pub(super) async fn read_manifest(store: &Store, key: &RaceKey, name: &str) -> Result<Manifest> {
    read(store, key, name, MANIFEST).await
}

pub(super) async fn read_piece(store: &Store, key: &RaceKey, name: &str) -> Result<Piece> {
    read(store, key, name, PIECE).await
}

/// Reads these files of the list of pieces.
pub(super) async fn read_list(
    store: &Store,
    key: &RaceKey,
    files: &[String],
) -> Result<Vec<Update>> {
    let reads = files
        .iter()
        .cloned()
        .map(|name| async move { read::<Update>(store, key, &name, LIST).await });
    stream::iter(reads).buffered(AT_ONCE).try_collect().await
}

/// The race whose manifest has this name.
///
/// # Errors
/// [`StoreError::Unreadable`] if a part of it is missing or corrupt: then the race must be rebuilt
/// from the tables.
pub(super) async fn load(store: &Store, key: &RaceKey, name: &str) -> Result<RaceState> {
    let mut manifest = read_manifest(store, key, name).await?;
    let files: Vec<String> = manifest.list.files().cloned().collect();
    let updates = match manifest.list.inline.take() {
        Some(all) => vec![all],
        None => read_list(store, key, &files).await?,
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
    let only = manifest.list.only.take();
    Ok(RaceState {
        key: key.clone(),
        index: Index::from_leaves(leaves).with_privacy(manifest.privacy.clone()),
        manifest,
        shards,
        only,
        vanished: None,
        name: name.to_owned(),
    })
}

/// The newest state of a race, with the summaries of its pieces. `None` if there is none of this
/// incarnation of the year; that of an earlier incarnation, which may still exist, does not count.
pub(super) async fn newest(
    store: &Store,
    key: &RaceKey,
    record: &YearRecord,
) -> Result<Option<RaceState>> {
    match current_of(store, key).await? {
        Some((current, _)) if current.born == record.born() => {
            load(store, key, &current.state).await.map(Some)
        }
        _ => Ok(None),
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
