//! Comparing what is published with the tables, and repairing it: even if changes get lost on the
//! way, a race is correct again after a few minutes.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    pin::pin,
};

use chute_domain::{
    liveness::{RowKey, StoredRow},
    pieces::row_digest,
    race::{Distance, RaceKey, Segment, Year},
    row::PersonId,
    snapshot::Cause,
    stamp::Stamp,
    state::{Change, EventRecord, Lists, Stamped, YearRecord},
    time::Time,
};
use chute_store::{Result, Store, whole_people};
use futures::TryStreamExt;

use super::{
    commit::Publication,
    events, names,
    publish::Publisher,
    race::Race,
    returns::has_returned_since,
    revisions,
    state::{RaceState, newest},
};

/// How long changes may still be on their way through the streams, in milliseconds.
const ON_THE_WAY_MS: u64 = 120_000;
/// Up to how many people's rows are read person by person; if more people are wrong, all rows are
/// read once more.
const FEW_PEOPLE: usize = 1_000;
/// About how many rows are published in one step of a repair, so that memory does not grow with
/// what was lost, and an interrupted repair has still repaired some of it.
const ROWS_A_STEP: usize = 20_000;

/// Repaired faults of a race.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Repaired {
    /// The number of people whose rows differed from the table.
    pub people: usize,
    /// The number of participants who differed.
    pub participants: usize,
    /// The number of runners of whom granted wishes or corrections by hand differed.
    pub beside: usize,
    /// Whether distances or segments differed.
    pub lists: bool,
    /// The number of files that were missing; 1 if something else had to be published again, such
    /// as a pointer to another version.
    pub files: usize,
}

impl Repaired {
    /// How many things were repaired.
    #[must_use]
    pub fn count(&self) -> usize {
        self.people + self.participants + self.beside + usize::from(self.lists) + self.files
    }
}

/// A summary of a person's rows in the table.
#[derive(Default)]
struct TableSummary {
    digest: u64,
    newest: Stamp,
}

impl Publisher {
    /// Compares a race with the tables and repairs what differs, except what was received in the
    /// two minutes before `now`, and the list of events ([`Publisher::reconcile_events`]).
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn reconcile(&self, key: &RaceKey, now: Stamp) -> Result<Repaired> {
        let (store, mut repaired) = (self.store(), Repaired::default());
        let Some(event) = events::listed_published(store, &key.slug).await? else {
            return Ok(repaired);
        };
        let Some(race) = Race::of(&event, &key.year) else {
            return Ok(repaired);
        };
        let settled = now.back(ON_THE_WAY_MS);
        // rows written by a return keep older stamps, which do not show that they are on their way
        if has_returned_since(store, &race.key, settled).await? {
            return Ok(repaired);
        }
        let Ok(remembered) = newest(store, &race.key, race.record).await else {
            repaired.files = 1;
            self.rebuild(key).await?;
            return Ok(repaired);
        };
        let state = remembered.unwrap_or(RaceState::anew(&race.key, None));
        let wrong = wrong_people(store, &state, race.record, settled).await?;
        repaired.people = wrong.len();
        self.rows_anew(&state, wrong).await?;
        let mut changes = participants_anew(store, &state, race.record, settled).await?;
        repaired.participants = changes.len();
        let beside = Box::pin(beside_anew(store, &state, race.record, settled)).await?;
        repaired.beside = beside.len();
        changes.extend(beside);
        let lists = lists_anew(store, &state, settled).await?;
        repaired.lists = !lists.is_empty();
        changes.extend(lists);
        if !changes.is_empty() {
            self.changed(key, &changes, Cause::Repair).await?;
        }
        let gives_up = revisions::gives_up(store, &state, race.record).await?;
        repaired.files = missing_files(store, &race).await?;
        if repaired.files > 0 {
            self.rebuild(key).await?;
        } else if gives_up {
            // what it tells is what a delete left
            self.changed(key, &[], Cause::Delete).await?;
        } else if !matches!(
            self.changed(key, &[], Cause::Upload).await?,
            Publication::Unchanged | Publication::Nothing
        ) {
            repaired.files = 1;
        }
        Ok(repaired)
    }

    /// Publishes the rows of these people as the table has them, in steps.
    async fn rows_anew(&self, state: &RaceState, mut wrong: BTreeSet<PersonId>) -> Result<()> {
        let (store, key) = (self.store(), &state.key);
        let mut step: Vec<StoredRow> = Vec::new();
        if wrong.len() <= FEW_PEOPLE {
            step = store
                .rows_of_people(key, &wrong.iter().collect::<Vec<_>>())
                .await?;
        } else {
            let mut pages = pin!(store.pages_of_rows(&key.to_string()));
            while let Some(page) = pages.try_next().await? {
                step.extend(
                    page.into_iter()
                        .filter(|row| wrong.contains(&row.person_id)),
                );
                if step.len() >= ROWS_A_STEP {
                    // the last person's rows may continue on the next page
                    let rest = step.split_off(whole_people(&step));
                    let rows = mem::replace(&mut step, rest);
                    let people: BTreeSet<PersonId> =
                        rows.iter().map(|row| row.person_id.clone()).collect();
                    wrong.retain(|id| !people.contains(id));
                    self.rows_of_people_anew(state, &people, rows).await?;
                }
            }
        }
        // the last ones, and people who have no rows any more
        self.rows_of_people_anew(state, &wrong, step).await
    }

    async fn rows_of_people_anew(
        &self,
        state: &RaceState,
        people: &BTreeSet<PersonId>,
        rows: Vec<StoredRow>,
    ) -> Result<()> {
        if people.is_empty() {
            return Ok(());
        }
        let there: BTreeSet<RowKey> = rows.iter().map(StoredRow::key).collect();
        let gone = remembered_rows(self.store(), state, people)
            .await?
            .into_iter()
            .filter(|key| !there.contains(key));
        let changes: Vec<Change> = gone
            .map(Change::RowGone)
            .chain(rows.into_iter().map(|row| Change::Row(Box::new(row))))
            .collect();
        let key = &state.key;
        self.changed(key, &changes, Cause::Repair).await.map(drop)
    }

    /// Puts years of these events, which are those of the table, into the index of names once they
    /// have been quiet, and repairs what differs there (contract 9.7). `is_recent` says which years
    /// may change soon. Returns how many years it looked at anew.
    ///
    /// # Errors
    /// When the table or a bucket does not answer, or others are faster again and again. Nothing is
    /// lost: calling it again does the rest.
    pub async fn reconcile_names(
        &self,
        events: &[EventRecord],
        now: Time,
        is_recent: impl Fn(&Year) -> bool,
    ) -> Result<usize> {
        names::reconcile(self.store(), events, now, is_recent).await
    }

    /// Makes the whole index of names anew from what is published, also of years that are not quiet
    /// yet. Returns how many years are in it.
    ///
    /// # Errors
    /// As those of [`Publisher::reconcile_names`].
    pub async fn rebuild_names(&self) -> Result<usize> {
        names::rebuild(self.store()).await
    }
}

/// How many files that the newest version names are missing.
async fn missing_files(store: &Store, race: &Race<'_>) -> Result<usize> {
    let Some(state) = newest(store, &race.key, race.record)
        .await?
        .filter(|state| state.manifest.public)
    else {
        return Ok(0);
    };
    let there: BTreeSet<String> = store
        .list_objects(race.place, &format!("{}/", race.key))
        .await?
        .into_iter()
        .collect();
    let missing = state
        .public_names()
        .into_iter()
        .filter(|name| !there.contains(&format!("{}/{name}", race.key)))
        .count();
    if missing == 0 {
        return Ok(0);
    }
    // a publisher may have been at work between reading the manifest and listing the files
    let now = newest(store, &race.key, race.record).await?;
    Ok(if now.is_some_and(|now| now.name == state.name) {
        missing
    } else {
        0
    })
}

/// The people whose rows in a state differ from the table, except those with rows newer than
/// `settled`.
async fn wrong_people(
    store: &Store,
    state: &RaceState,
    record: &YearRecord,
    settled: Stamp,
) -> Result<BTreeSet<PersonId>> {
    let key = &state.key;
    let mut told: BTreeMap<PersonId, TableSummary> = BTreeMap::new();
    store
        .each_row(key, |row| {
            if record.rows.all.is_none_or(|all| row.stamp >= all) {
                let person = told.entry(row.person_id.clone()).or_default();
                person.digest = person
                    .digest
                    .wrapping_add(row_digest(&row.key(), row.stamp));
                person.newest = person.newest.max(row.stamp);
            }
        })
        .await?;
    let mut wrong = BTreeSet::new();
    for who in state
        .index
        .leaves()
        .values()
        .flat_map(|leaf| &leaf.summary.people)
    {
        let told = told.remove(&who.id).unwrap_or_default();
        if told.digest != who.stored && told.newest < settled {
            wrong.insert(who.id.clone());
        }
    }
    wrong.extend(
        told.into_iter()
            .filter(|(_, told)| told.newest < settled)
            .map(|(id, _)| id),
    );
    Ok(wrong)
}

/// The keys of the rows of these people in a state.
async fn remembered_rows(
    store: &Store,
    state: &RaceState,
    people: &BTreeSet<PersonId>,
) -> Result<Vec<RowKey>> {
    let mut keys = Vec::new();
    for leaf in state.index.leaves().values() {
        if !leaf.file.is_empty()
            && leaf
                .summary
                .people
                .iter()
                .any(|who| people.contains(&who.id))
        {
            // missing, it counts as empty, so that it is filled from the table
            let piece = state
                .piece_if_there(store, &leaf.file)
                .await?
                .unwrap_or_default();
            keys.extend(piece.rows.into_keys().filter(|key| people.contains(&key.0)));
        }
    }
    Ok(keys)
}

async fn participants_anew(
    store: &Store,
    state: &RaceState,
    record: &YearRecord,
    settled: Stamp,
) -> Result<Vec<Change>> {
    let key = &state.key;
    let told = store.known_participants_of(key).await?;
    let leaves = state.index.leaves().values();
    let known = leaves.flat_map(|leaf| &leaf.summary.participants);
    Ok(repairs(
        alive(told, record.participants),
        known.map(|who| (&who.id, who.stamp)),
        settled,
        Change::Participant,
    ))
}

async fn beside_anew(
    store: &Store,
    state: &RaceState,
    record: &YearRecord,
    settled: Stamp,
) -> Result<Vec<Change>> {
    let key = &state.key;
    let told = store.beside_uploads(key).await?;
    let leaves = state.index.leaves().values();
    let known = leaves.flat_map(|leaf| &leaf.summary.wishes);
    let mut changes = repairs(
        alive(told.wishes, record.made),
        known.map(|known| (&known.bib, known.stamp)),
        settled,
        Change::Wishes,
    );
    let corrections = told.corrections.items().clone();
    let known = state.manifest.corrections.items().iter();
    changes.extend(repairs(
        alive(corrections, record.made),
        known.map(|(id, known)| (id, known.stamp)),
        settled,
        Change::Correction,
    ));
    Ok(changes)
}

async fn lists_anew(store: &Store, state: &RaceState, settled: Stamp) -> Result<Vec<Change>> {
    let race = &state.key;
    let (distances, segments) =
        futures::try_join!(store.distances_of(race), store.segments_of(race))?;
    let Lists {
        distances: known_distances,
        segments: known_segments,
    } = &state.manifest.lists;
    let name = |distance: &Distance| distance.name.clone();
    let key = |segment: &Segment| (segment.distance_name.clone(), segment.name.clone());
    let mut changes = list_repairs(distances, known_distances, settled, name, Change::Distance);
    changes.extend(list_repairs(
        segments,
        known_segments,
        settled,
        key,
        Change::Segment,
    ));
    Ok(changes)
}

/// The stored items that a delete of all does not affect.
fn alive<T>(
    told: impl IntoIterator<Item = (String, Stamped<T>)>,
    deleted: Option<Stamp>,
) -> BTreeMap<String, Stamped<T>> {
    let told = told.into_iter();
    let mut alive = BTreeMap::new(); // `collect` would add a sort to the program for each type
    alive.extend(told.filter(|(_, item)| deleted.is_none_or(|at| item.stamp >= at)));
    alive
}

/// The changes that bring what a state contains (`known`: keys and stamps) to what the table
/// contains (`told`), except what is newer than `settled`.
fn repairs<'k, T>(
    mut told: BTreeMap<String, Stamped<T>>,
    known: impl Iterator<Item = (&'k String, Stamp)>,
    settled: Stamp,
    change: fn(String, Option<Stamped<T>>) -> Change,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (key, stamp) in known {
        match told.remove(key) {
            Some(item) if item.stamp == stamp || item.stamp >= settled => {}
            None if stamp >= settled => {}
            item => changes.push(change(key.clone(), item)),
        }
    }
    let new = told.into_iter().filter(|(_, item)| item.stamp < settled);
    changes.extend(new.map(|(key, item)| change(key, Some(item))));
    changes
}

/// Like [`repairs`], for a list that the state contains in full.
fn list_repairs<K: Ord + Clone, T: PartialEq>(
    told: Vec<Stamped<T>>,
    known: &BTreeMap<K, Stamped<T>>,
    settled: Stamp,
    key: impl Fn(&T) -> K,
    change: fn(K, Option<Stamped<T>>) -> Change,
) -> Vec<Change> {
    let (mut changes, mut there) = (Vec::new(), BTreeSet::new());
    for item in told {
        let Some(key) = item.item.as_ref().map(&key) else {
            continue;
        };
        if known.get(&key) != Some(&item) && item.stamp < settled {
            changes.push(change(key.clone(), Some(item)));
        }
        there.insert(key);
    }
    let gone = known
        .iter()
        .filter(|(key, item)| !there.contains(*key) && item.stamp < settled);
    changes.extend(gone.map(|(key, _)| change(key.clone(), None)));
    changes
}
