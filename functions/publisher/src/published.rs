//! A race as published, for readers inside the service: figures, and the pieces with all rows.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    event_time::EventTime,
    pieces::{Piece, slot},
    race::{RaceKey, Slug},
    row::Bib,
    stamp::Stamp,
    state::YearRecord,
};
use chute_store::{AT_ONCE, Place, Result, Store};
use futures::{StreamExt, TryStreamExt, stream};

use super::{
    manifest::{Current, OnlyPiece, unpack},
    publications::Publications,
    race::current_of,
    state::{known, read_list, read_manifest, read_piece},
};

/// Where the pieces of a race are stored. A reader that keeps the last list it saw has to read only
/// the pieces that have changed since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceList {
    state: String,
    /// The incarnation of the year.
    born: Option<Stamp>,
    /// The parts of the list that are in `files`.
    parts: Vec<String>,
    files: BTreeMap<u32, String>,
    /// The only piece, if it is stored in the manifest.
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

    /// The file of the piece with a bib.
    fn file_of(&self, bib: Bib<'_>) -> Option<&str> {
        let (_, file) = self.files.range(..=slot(bib, "")).next_back()?;
        Some(file.as_str()).filter(|file| !file.is_empty())
    }
}

impl Publications<'_> {
    /// Where the publisher has stored the pieces of a race. Takes one read if nothing has been
    /// published since `before`, usually two to four otherwise. Empty while nothing is published.
    ///
    /// # Errors
    /// When the bucket cannot be read, or ([`chute_store::StoreError::Unreadable`]) a file that it
    /// names is gone by now.
    pub async fn piece_list(&self, race: &RaceKey, before: &PieceList) -> Result<PieceList> {
        let store = self.store;
        let Some((Current { state, born, .. }, _)) = current_of(store, race).await? else {
            return Ok(PieceList::default());
        };
        if state == before.state {
            return Ok(before.clone());
        }
        let manifest = read_manifest(store, race, &state).await?;
        let parts: Vec<String> = manifest.list.files().cloned().collect();
        let (mut files, unread) = match parts.strip_prefix(before.parts.as_slice()) {
            Some(unread) if !before.parts.is_empty() => (before.files.clone(), unread),
            _ => (BTreeMap::new(), parts.as_slice()),
        };
        let updates = match manifest.list.inline {
            Some(all) => vec![all],
            None => read_list(store, race, unread).await?,
        };
        files.extend(
            updates
                .into_iter()
                .flat_map(|update| update.leaves)
                .map(|(start, leaf)| (start, leaf.file)),
        );
        Ok(PieceList {
            state,
            born,
            parts,
            files,
            only: manifest.list.only,
        })
    }

    /// Reads a piece of the publisher's state by a file name of this list: all stored rows of some
    /// people, including dead ones until clean-up.
    ///
    /// # Errors
    /// When the bucket cannot be read, or ([`chute_store::StoreError::Unreadable`]) the piece is
    /// gone by now.
    pub async fn piece_of_race(
        &self,
        race: &RaceKey,
        pieces: &PieceList,
        file: &str,
    ) -> Result<Piece> {
        match &pieces.only {
            Some(only) if only.name == file => unpack(&only.packed, "a piece"),
            _ => read_piece(self.store, race, file).await,
        }
    }

    /// The items of people with some bibs, and of others in the same pieces, as the publisher has
    /// stored them: seconds behind the tables at most while it keeps up, at the cost of a few files,
    /// however large the race. `None` while there is nothing of this incarnation of the year, or what
    /// there was is just replaced; the tables have everything.
    ///
    /// # Errors
    /// When the bucket cannot be read.
    pub async fn load_bibs(
        &self,
        race: &RaceKey,
        record: &YearRecord,
        bibs: &BTreeSet<&str>,
    ) -> Result<Option<Piece>> {
        let list = self.piece_list(race, &PieceList::default()).await;
        let Some(list) = known(list)?.filter(|list| list.born == record.born()) else {
            return Ok(None);
        };
        let files: BTreeSet<&str> = bibs
            .iter()
            .filter_map(|bib| list.file_of(Bib::new(bib)))
            .collect();
        let reads = files
            .into_iter()
            .map(|file| self.piece_of_race(race, &list, file));
        let pieces = stream::iter(reads.collect::<Vec<_>>()).buffered(AT_ONCE);
        let Some(pieces) = known(pieces.try_collect::<Vec<_>>().await)? else {
            return Ok(None);
        };
        let mut all = Piece::default();
        for piece in pieces {
            all.rows.extend(piece.rows);
            all.participants.extend(piece.participants);
            all.wishes.extend(piece.wishes);
        }
        Ok(Some(all))
    }

    /// Figures about what is published of a year of the event `slug`. Those of an earlier
    /// incarnation of the year do not count.
    ///
    /// # Errors
    /// When the buckets cannot be read.
    pub async fn published(&self, slug: &Slug, record: &YearRecord) -> Result<Published> {
        let key = slug.year(&record.year.year);
        let Some(current) = current(self.store, &key, record).await? else {
            return Ok(Published::default());
        };
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
        let current = public(self.store, &slug.year(&record.year.year), record).await?;
        Ok(current.map(|current| Committed {
            version: current.version,
            head: current.head,
            place: Place::published(current.restricted),
        }))
    }
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

impl Committed {
    /// The text by which readers of the API name a version: its number and the digest in its head's
    /// name, so that the head is found without a list of versions.
    #[must_use]
    pub fn name(&self) -> String {
        let digest = self.head.strip_prefix(HEAD).unwrap_or_default();
        let digest = digest.strip_suffix(JSON).unwrap_or_default();
        format!("{}-{digest}", self.version)
    }

    /// The version of a year that such a text names, whether its files are still there or not;
    /// `None` if it is no version's name, or that of a year deleted since.
    #[must_use]
    pub fn named(text: &str, record: &YearRecord, place: Place) -> Option<Self> {
        let (version, digest) = text.split_once('-')?;
        let version = version.parse().ok()?;
        let is_digest = !digest.is_empty() && digest.bytes().all(|b| b.is_ascii_alphanumeric());
        (is_digest && version >= record.first_version()).then(|| Self {
            version,
            head: format!("{HEAD}{digest}{JSON}"),
            place,
        })
    }
}

/// How the name of a head begins and ends; its digest stands between.
const HEAD: &str = "h-";
const JSON: &str = ".json";

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

/// The object that names the newest manifest of this incarnation of a year.
async fn current(store: &Store, key: &RaceKey, record: &YearRecord) -> Result<Option<Current>> {
    let current = current_of(store, key).await?.map(|(current, _)| current);
    Ok(current.filter(|current| current.born == record.born()))
}

/// The version of a year that is committed and public, by what names it.
pub(super) async fn public(
    store: &Store,
    key: &RaceKey,
    record: &YearRecord,
) -> Result<Option<Current>> {
    let current = current(store, key, record).await?;
    Ok(current.filter(|current| !current.head.is_empty()))
}
