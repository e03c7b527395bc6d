//! The index of names, which all lanes share: a pass that puts years into it breaks off, or is held
//! up at any of its calls while other steps go on. Nobody is found who is not shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::Ordering::Relaxed,
};

use chute_domain::{
    names::{Directory, Shard},
    race::Slug,
    state::EventRecord,
    time::Time,
};
use chute_publisher::{Publications, Publisher, QUIET_MS};
use chute_store::{Place, Store};
use chute_testkit::clock::now_ms;
use futures::future::try_join_all;

use crate::{
    AHEAD_MS,
    lane::Lane,
    play::Game,
    steps::{Crash, Step},
};

/// Longer than an hour, for which files are kept that nothing names, in milliseconds.
const PRUNED_MS: u64 = 2 * 60 * 60 * 1_000;
/// How often a reader reads the directory again because a file is gone.
const READ_AGAIN: usize = 100;

impl Game<'_> {
    /// Runs a pass when every year has been quiet for long enough; `meanwhile` happens while it is
    /// held up, or after it.
    ///
    /// # Errors
    /// When something fails that nothing hindered.
    pub async fn index_names(
        &mut self,
        lane: &mut Lane,
        crash: Crash,
        meanwhile: &[Step],
    ) -> Result<(), String> {
        self.totals.name_passes.fetch_add(1, Relaxed);
        if crash.publish_between {
            lane.settle(&self.slug).await?;
        }
        let (indexer, slugs) = (lane.cleaner.clone(), lane.slugs.clone());
        let indexing = pass(&indexer, &slugs);
        let meanwhile =
            async |game: &mut Self, lane: &mut Lane| game.play_all(lane, meanwhile).await;
        match self.hold(lane, crash.fault, indexing, meanwhile).await? {
            (Err(wrong), false) => Err(format!("the index of names: {wrong}")),
            _ => Ok(()),
        }
    }

    /// Checks that nobody can be found of this race who is not shown.
    ///
    /// # Errors
    /// When somebody can.
    pub async fn compare_index(&self, lane: &Lane) -> Result<(), String> {
        let found = found(&lane.store).await?;
        self.check_found(&found.get(&self.slug).cloned().unwrap_or_default())
    }

    fn check_found(&self, found: &BTreeSet<String>) -> Result<(), String> {
        self.totals.names_found.fetch_add(found.len(), Relaxed);
        if self.restricted && !found.is_empty() {
            return Err(format!("of a restricted event are found: {found:?}"));
        }
        let expected = self.race.expected();
        if expected.is_open {
            return Ok(());
        }
        let shown: BTreeSet<String> = expected
            .rows
            .values()
            .flatten()
            .flatten()
            .map(|row| row.person.first.clone())
            .collect();
        if found.is_subset(&shown) {
            Ok(())
        } else {
            Err(format!("found are {found:?}, shown are {shown:?}"))
        }
    }

    /// Those of this race who must be found when nothing is on its way any more: whose only rows are
    /// finishes.
    fn must_be_found(&self) -> BTreeSet<String> {
        let expected = self.race.expected();
        if self.restricted || expected.is_open || expected.choices > 0 {
            return BTreeSet::new();
        }
        let mut by_bib: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
        for row in expected.rows.into_values().flatten().flatten() {
            let is_finish = row.key.1 == "Finish" && row.passage.1 == 0;
            let of = by_bib.entry(row.person.bib).or_default();
            of.push((row.person.first, is_finish));
        }
        by_bib
            .into_values()
            .filter(|rows| {
                rows.iter().all(|(first, is_finish)| {
                    *is_finish && Some(first) == rows.first().map(|of| &of.0)
                })
            })
            .filter_map(|rows| rows.into_iter().next())
            .map(|(first, _)| first)
            .filter(|first| !first.is_empty())
            .collect()
    }
}

/// A pass of the reconciler over these events. Those of earlier rounds leave.
async fn pass(store: &Store, slugs: &[String]) -> Result<(), String> {
    let events = slugs.iter().map(async |slug| {
        let event = store.load_event(&Slug::new(slug)).await;
        event.map_err(|error| error.to_string())
    });
    let events: Vec<EventRecord> = try_join_all(events).await?.into_iter().flatten().collect();
    let now = now_ms().max(store.time().ms()) + AHEAD_MS + 2 * QUIET_MS;
    let publisher = Publisher::new(store.clone());
    let passed = Box::pin(publisher.reconcile_names(&events, Time::from_ms(now), |_| true)).await;
    passed.map(drop).map_err(|error| format!("{error:?}"))
}

/// The first names that the directory leads to, by race.
async fn found(store: &Store) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    for _ in 0..READ_AGAIN {
        if let Some(found) = read(store).await? {
            return Ok(found);
        }
    }
    Err("the directory of names leads to files that are gone, again and again".to_owned())
}

/// `None` when a file was gone that the directory named.
async fn read(store: &Store) -> Result<Option<BTreeMap<String, BTreeSet<String>>>, String> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let directory = directory(store).await?;
    let ends = directory.starts.iter().skip(1).map(Some).chain([None]);
    for ((file, start), end) in directory.files.iter().zip(&directory.starts).zip(ends) {
        let path = format!("_names/n-{file}.json");
        let stored = store.get_object(Place::Public, &path).await;
        let Some(stored) = stored.map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let shard = Shard::read(&stored.body, start, end.map(String::as_str))
            .map_err(|error| error.to_string())?;
        for (_, (race, who)) in shard.entries() {
            let names = found.entry(race.slug.clone()).or_default();
            names.insert(who.first.clone());
        }
    }
    Ok(Some(found))
}

async fn directory(store: &Store) -> Result<Directory, String> {
    let stored = store
        .get_object(Place::Public, "_names/current.json")
        .await
        .map_err(|error| error.to_string())?;
    stored.map_or_else(
        || Ok(Directory::default()),
        |stored| Directory::read(&stored.body).map_err(|error| error.to_string()),
    )
}

/// Checks at the end of a round: after an undisturbed pass exactly those are found who must be, and
/// hours later there is no file that the directory does not name.
///
/// # Errors
/// When it is not so.
pub async fn compare_all(store: &Store, games: &[Game<'_>]) -> Result<(), String> {
    let slugs: Vec<String> = games.iter().map(|game| game.slug.clone()).collect();
    pass(store, &slugs).await?;
    let hours_later = Time::from_ms(now_ms().max(store.time().ms()) + PRUNED_MS);
    Publications::of(store)
        .prune_published(hours_later, |_| false)
        .await
        .map_err(|error| format!("pruning the index of names: {error}"))?;
    let found = found(store).await?;
    for game in games {
        let must = game.must_be_found();
        let of = found.get(&game.slug).cloned().unwrap_or_default();
        game.check_found(&of)?;
        if !must.is_subset(&of) {
            return Err(format!(
                "{}: found are {of:?}, but not all of {must:?}",
                game.slug
            ));
        }
    }
    let there = store.list_objects(Place::Public, "_names/").await;
    let there: BTreeSet<String> = there
        .map_err(|error| error.to_string())?
        .into_iter()
        .collect();
    let directory = directory(store).await?;
    let named: BTreeSet<String> = directory
        .files
        .iter()
        .map(|file| format!("_names/n-{file}.json"))
        .chain(["_names/current.json".to_owned()])
        .collect();
    if there.is_subset(&named) {
        Ok(())
    } else {
        Err(format!("files that nothing names: {:?}", &there - &named))
    }
}
