//! A year as published, in the form from which the routes answer: read from its files and cached in
//! the instance.

use std::{collections::HashMap, sync::Arc};

use axum::body::Bytes;
use chute_contract::answers::AnyResults;
use chute_domain::{
    heap,
    last_used::{LastUsed, Weighs},
    race::{Slug, Year},
    row::Bib,
    snapshot::{FileError, Head, Shard, Snapshot, Tree, read_people, read_shard},
    state::{EventRecord, YearRecord},
};
use chute_publisher::{Committed, Publications};
use chute_store::{Place, Store, StoreError, Tagged};
use futures::{StreamExt, TryStreamExt, stream};
use tokio::sync::{Mutex, MutexGuard};

use crate::{
    answer::PackedJson,
    compute::{EXPORTS, Overloaded},
};

/// The number of files that are read at the same time.
const AT_ONCE: usize = 32;
/// The number of whole answers that are kept for a version of a race.
const ANSWERS: usize = 4;

/// How many bytes the races may take in an instance on AWS: two with half a million rows in all.
const MOST_BYTES: usize = 512 * 1024 * 1024;

/// The published races of an instance.
#[derive(Debug)]
pub struct SnapshotCache {
    races: LastUsed<Race>,
    /// Held while something is made of a whole race.
    making: Mutex<()>,
}

/// A whole answer, compressed.
type PackedResults = PackedJson<AnyResults<'static>>;

/// One year as it was last read.
#[derive(Clone, Debug)]
struct Race {
    /// Under what it is kept: its folder, or the path of its head if a reader has named the version.
    key: String,
    folder: String,
    version: Committed,
    head: Arc<Head>,
    snapshot: Option<Arc<Snapshot>>,
    /// How many bytes the snapshot takes.
    snapshot_bytes: usize,
    /// The files of this version as they are stored: most of them also belong to the next version.
    files: Arc<HashMap<String, Bytes>>,
    /// Whole answers, compressed, by route and the years they contain.
    answers: Vec<(&'static str, Vec<Year>, PackedResults)>,
    /// The export files of the whole year, compressed, by name.
    exports: Vec<(&'static str, Bytes)>,
}

impl Race {
    /// A version of which only the head has been read; `files` may belong to other versions.
    fn new(
        key: String,
        folder: &str,
        version: Committed,
        head: &Tagged,
        files: Arc<HashMap<String, Bytes>>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            key,
            folder: folder.to_owned(),
            version,
            head: Arc::new(Head::read(&head.body).map_err(unreadable)?),
            snapshot: None,
            snapshot_bytes: 0,
            files,
            answers: Vec::new(),
            exports: Vec::new(),
        })
    }

    /// Whether a reader has named this version: another one cannot take its place.
    fn is_named(&self) -> bool {
        self.key != self.folder
    }
}

impl Weighs for Race {
    fn bytes(&self) -> usize {
        let files = self.files.iter();
        let files = files.map(|(name, body)| heap::text(name) + heap::block(body.len()));
        let answers = self
            .answers
            .iter()
            .map(|(_, _, body)| heap::block(body.bytes()));
        let exports = self.exports.iter().map(|(_, body)| heap::block(body.len()));
        let shards = self.head.shards.names();
        let shards = shards.into_iter().map(heap::text);
        self.snapshot_bytes
            + heap::table::<(String, Bytes)>(self.files.capacity())
            + files
                .chain(answers)
                .chain(exports)
                .chain(shards)
                .sum::<usize>()
    }
}

impl Default for SnapshotCache {
    fn default() -> Self {
        Self::of(MOST_BYTES)
    }
}

fn busy(overloaded: Overloaded) -> StoreError {
    StoreError::Busy(overloaded.into())
}

fn unreadable(error: FileError) -> StoreError {
    StoreError::Unreadable("a published file", Box::new(error))
}

/// The newest version of a year: its head has been read, its rows are read on demand.
pub struct PublishedYear<'c> {
    cache: &'c SnapshotCache,
    store: &'c Store,
    slug: Slug,
    year: &'c YearRecord,
    readers: Readers,
    race: Race,
}

/// For whom an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readers {
    /// Somebody whose key or session was checked.
    Admitted,
    /// Everybody: only what is in the public bucket is read. A function without a credential has no
    /// right to the other bucket, where the newest version of an event that has just become
    /// unrestricted remains for a second or two.
    Everybody,
}

/// A published file. Those of an event that has just been restricted are already in the other place,
/// where its owner reads them until the publisher has made the next version there.
async fn find(
    store: &Store,
    place: Place,
    readers: Readers,
    path: &str,
) -> Result<Option<Tagged>, StoreError> {
    match store.get_object(place, path).await? {
        None if readers == Readers::Admitted && place == Place::Public => {
            store.get_object(Place::Restricted, path).await
        }
        found => Ok(found),
    }
}

impl SnapshotCache {
    /// Keeps races that take this many bytes together. Of a race that takes more by itself, the rows
    /// are not kept, only the files and answers they are made of and into.
    pub fn of(most_bytes: usize) -> Self {
        Self {
            races: LastUsed::of(most_bytes),
            making: Mutex::default(),
        }
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.races.bytes()
    }

    /// The newest version of a year; `None` if nothing is published.
    pub async fn year<'c>(
        &'c self,
        store: &'c Store,
        event: &'c EventRecord,
        year: &'c YearRecord,
    ) -> Result<Option<PublishedYear<'c>>, StoreError> {
        self.of_readers(Readers::Admitted, store, event, year).await
    }

    /// The newest version of a year if everybody may read it; `None` if nothing is published, or
    /// not yet in public.
    pub async fn public_year<'c>(
        &'c self,
        store: &'c Store,
        event: &'c EventRecord,
        year: &'c YearRecord,
    ) -> Result<Option<PublishedYear<'c>>, StoreError> {
        self.of_readers(Readers::Everybody, store, event, year)
            .await
    }

    async fn of_readers<'c>(
        &'c self,
        readers: Readers,
        store: &'c Store,
        event: &'c EventRecord,
        year: &'c YearRecord,
    ) -> Result<Option<PublishedYear<'c>>, StoreError> {
        let slug = event.slug();
        let race = self.newest(store, &slug, year, readers, None).await?;
        Ok(race.map(|race| PublishedYear {
            cache: self,
            store,
            slug,
            year,
            readers,
            race,
        }))
    }

    /// The version of a year that a reader has named ([`Committed::name`]); `None` if it is gone,
    /// which is an hour after the next one, or at once if it had something that must not be seen.
    pub async fn named_year<'c>(
        &'c self,
        store: &'c Store,
        event: &'c EventRecord,
        year: &'c YearRecord,
        name: &str,
    ) -> Result<Option<PublishedYear<'c>>, StoreError> {
        let Some(newest) = self.year(store, event, year).await? else {
            return Ok(None);
        };
        if newest.version().name() == name {
            return Ok(Some(newest));
        }
        let Some(version) = Committed::named(name, year, newest.version().place) else {
            return Ok(None);
        };
        // read each time, although it may be in memory: names leave the files first
        let path = format!("{}/{}", newest.race.folder, version.head);
        let Some(stored) = find(store, version.place, newest.readers, &path).await? else {
            return Ok(None);
        };
        let race = match self.races.get(&path) {
            Some(race) => race,
            None => Race::new(
                path,
                &newest.race.folder,
                version,
                &stored,
                newest.race.files.clone(),
            )?,
        };
        Ok(Some(PublishedYear { race, ..newest }))
    }

    /// The newest version, with its head; `missing` is a version of which a file was missing. Files
    /// are removed at once when a name in them must not be seen; by then there is a newer version.
    async fn newest(
        &self,
        store: &Store,
        slug: &Slug,
        year: &YearRecord,
        readers: Readers,
        mut missing: Option<Committed>,
    ) -> Result<Option<Race>, StoreError> {
        let folder = format!("{slug}/{}", year.year.year);
        loop {
            let Some(version) = Publications::of(store).committed(slug, year).await? else {
                return Ok(None);
            };
            if readers == Readers::Everybody && version.place != Place::Public {
                return Ok(None);
            }
            if missing.as_ref() == Some(&version) {
                // the reconciler writes it again
                return Err(StoreError::Busy(
                    "a file of the newest version is missing".into(),
                ));
            }
            let files = match self.races.get(&folder) {
                Some(race) if race.version == version => return Ok(Some(race)),
                Some(race) => race.files,
                None => Arc::default(),
            };
            let head = format!("{folder}/{}", version.head);
            if let Some(stored) = find(store, version.place, readers, &head).await? {
                let race = Race::new(folder.clone(), &folder, version, &stored, files)?;
                return Ok(Some(race));
            }
            missing = Some(version);
        }
    }

    /// The whole newest version of a year; `None` if nothing is published.
    pub async fn of_year(
        &self,
        store: &Store,
        event: &EventRecord,
        year: &YearRecord,
    ) -> Result<Option<Arc<Snapshot>>, StoreError> {
        match self.year(store, event, year).await? {
            Some(mut published) => published.snapshot().await,
            None => Ok(None),
        }
    }

    fn keep(&self, mut race: Race) {
        if race.bytes() > self.races.most_bytes() {
            (race.snapshot, race.snapshot_bytes) = (None, 0);
        }
        self.races.keep(race.key.clone(), race);
    }
}

impl<'c> PublishedYear<'c> {
    /// The version, and where its files are.
    pub fn version(&self) -> &Committed {
        &self.race.version
    }

    /// The head.
    pub fn head(&self) -> &Head {
        &self.race.head
    }

    /// Waits for the turn to make something of the whole race and keep it. By then others may have
    /// made it of this version: a crowd that asks for the same has it made once.
    pub async fn turn(&mut self) -> MutexGuard<'c, ()> {
        let turn = self.cache.making.lock().await;
        let known = self.cache.races.get(&self.race.key);
        if let Some(race) = known.filter(|race| race.version == self.race.version) {
            self.race = race;
        }
        turn
    }

    /// A whole answer that was kept for this version.
    pub fn answer(&self, route: &'static str, years: &[Year]) -> Option<PackedResults> {
        self.race
            .answers
            .iter()
            .find(|(known, of, _)| *known == route && of == years)
            .map(|(_, _, body)| body.clone())
    }

    /// Keeps a whole answer, compressed.
    pub fn keep_answer(&mut self, route: &'static str, years: Vec<Year>, body: PackedResults) {
        if self.race.answers.len() >= ANSWERS {
            self.race.answers.remove(0);
        }
        self.race.answers.push((route, years, body));
        self.cache.keep(self.race.clone());
    }

    /// An export file that was kept for this version, compressed.
    pub fn export(&self, name: &str) -> Option<Bytes> {
        let mut exports = self.race.exports.iter();
        exports
            .find(|(known, _)| *known == name)
            .map(|(_, body)| body.clone())
    }

    /// Keeps an export file, compressed.
    pub fn keep_export(&mut self, name: &'static str, body: Bytes) {
        self.race.exports.push((name, body));
        self.cache.keep(self.race.clone());
    }

    /// Moves on to the newest version after a file was missing; `false` if nothing is published any
    /// more, or this version was asked for.
    async fn look_again(&mut self) -> Result<bool, StoreError> {
        if self.race.is_named() {
            return Ok(false);
        }
        let missing = Some(self.race.version.clone());
        let Some(now) = self
            .cache
            .newest(self.store, &self.slug, self.year, self.readers, missing)
            .await?
        else {
            return Ok(false);
        };
        self.race = now;
        Ok(true)
    }

    /// Everything; `None` if it was withdrawn while it was being read.
    pub async fn snapshot(&mut self) -> Result<Option<Arc<Snapshot>>, StoreError> {
        loop {
            if let Some(snapshot) = self.read().await? {
                return Ok(Some(snapshot));
            }
            if !self.look_again().await? {
                return Ok(None);
            }
        }
    }

    async fn read(&mut self) -> Result<Option<Arc<Snapshot>>, StoreError> {
        if self.race.snapshot.is_some() {
            return Ok(self.race.snapshot.clone());
        }
        let _turn = self.turn().await;
        if self.race.snapshot.is_some() {
            return Ok(self.race.snapshot.clone());
        }
        let Some(shards) = self.shard_names().await? else {
            return Ok(None);
        };
        let people = self.race.head.people.clone().unwrap_or_default().files;
        let Some(files) = self.files(shards.iter().chain(&people).cloned()).await? else {
            return Ok(None);
        };
        let find = |name: &String| files.get(name).cloned().unwrap_or_default();
        let decoded = || {
            let mut participants = Vec::new();
            for name in &people {
                participants.extend(read_people(&find(name)).map_err(unreadable)?);
            }
            let read: Vec<Shard> = shards
                .iter()
                .map(|name| read_shard(&find(name)).map_err(unreadable))
                .collect::<Result<_, _>>()?;
            Ok::<_, StoreError>(Snapshot::of(&self.race.head, read, participants))
        };
        let snapshot = Arc::new(EXPORTS.apart(decoded).await.map_err(busy)??);
        self.race.snapshot_bytes = snapshot.bytes();
        self.race.snapshot = Some(snapshot.clone());
        self.race.files = Arc::new(files);
        self.cache.keep(self.race.clone());
        Ok(Some(snapshot))
    }

    /// The contents of a bib's shard, without the participants; `None` if it was withdrawn while it
    /// was being read.
    pub async fn of_bib(&mut self, bib: Bib<'_>) -> Result<Option<Snapshot>, StoreError> {
        loop {
            if let Some(found) = self.read_bib(bib).await? {
                return Ok(Some(found));
            }
            if !self.look_again().await? {
                return Ok(None);
            }
        }
    }

    async fn read_bib(&self, bib: Bib<'_>) -> Result<Option<Snapshot>, StoreError> {
        let mut tree = self.race.head.shards.clone();
        let mut bits = 0;
        let shard = loop {
            let Some((name, used)) = tree.find(bib, bits) else {
                break None;
            };
            let name = name.to_owned();
            let Some(file) = self
                .files([name.clone()])
                .await?
                .and_then(|mut files| files.remove(&name))
            else {
                return Ok(None);
            };
            if name.starts_with("s-") {
                break Some(read_shard(&file).map_err(unreadable)?);
            }
            (tree, bits) = (Tree::read_directory(&file).map_err(unreadable)?, used);
        };
        Ok(Some(Snapshot::of(&self.race.head, shard, Vec::new())))
    }

    async fn shard_names(&self) -> Result<Option<Vec<String>>, StoreError> {
        let names = self.race.head.shards.names().into_iter();
        let (directories, mut shards): (Vec<String>, Vec<String>) = names
            .map(ToOwned::to_owned)
            .partition(|name| name.starts_with("t-"));
        let Some(files) = self.files(directories).await? else {
            return Ok(None);
        };
        for file in files.values() {
            let tree = Tree::read_directory(file).map_err(unreadable)?;
            shards.extend(tree.names().into_iter().map(ToOwned::to_owned));
        }
        Ok(Some(shards))
    }

    /// Files of this version, from memory if they are known; `None` if one no longer exists.
    async fn files(
        &self,
        names: impl IntoIterator<Item = String>,
    ) -> Result<Option<HashMap<String, Bytes>>, StoreError> {
        let Race {
            folder,
            version,
            files,
            ..
        } = &self.race;
        let names: Vec<String> = names.into_iter().collect();
        let read = stream::iter(names).map(async |name| {
            if let Some(known) = files.get(&name) {
                return Ok::<_, StoreError>(Some((name, known.clone())));
            }
            let path = format!("{folder}/{name}");
            let stored = find(self.store, version.place, self.readers, &path).await?;
            Ok(stored.map(|stored| (name, Bytes::from(stored.body))))
        });
        let found: Vec<Option<(String, Bytes)>> =
            read.buffer_unordered(AT_ONCE).try_collect().await?;
        Ok(found.into_iter().collect())
    }
}
