//! Comparing what is published with the tables, and repairing it: even if changes get lost on the
//! way, a race is correct again after a few minutes.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    pin::pin,
};

use chute_domain::{
    liveness::{RowKey, StoredRow},
    pieces::{Piece, row_digest},
    race::{Distance, RaceKey, Segment},
    row::PersonId,
    snapshot::Cause,
    stamp::Stamp,
    state::{Change, Lists, Stamped, YearRecord},
};
use chute_store::{Place, Result, whole_people};
use futures::TryStreamExt;

use super::{
    Publication, Publisher, Race,
    memory::{Kept, unpack},
};

/// How long changes may still be on their way through the streams, in milliseconds.
const ON_THE_WAY_MS: u64 = 120_000;
/// Up to how many people's rows are read person by person; if more people are wrong, all rows are
/// read once more.
const FEW_PEOPLE: usize = 1_000;
/// About how many rows are published in one step of a repair, so that memory does not grow with
/// what was lost, and an interrupted repair has still repaired some of it.
const ROWS_A_STEP: usize = 20_000;

/// What was wrong in a race and has been repaired.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Repaired {
    /// The number of people whose rows differed from the table.
    pub people: usize,
    /// The number of participants who differed.
    pub participants: usize,
    /// The number of runners' granted wishes that differed.
    pub wishes: usize,
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
        self.people + self.participants + self.wishes + usize::from(self.lists) + self.files
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
        let mut repaired = Repaired::default();
        let Some(event) = self.listed_event_published(&key.slug).await? else {
            return Ok(repaired);
        };
        let Some(race) = Race::of(&event, &key.year) else {
            return Ok(repaired);
        };
        let settled = now.back(ON_THE_WAY_MS);
        // rows written by a return keep older stamps, which do not show that they are on their way
        if self
            .publications()
            .has_returned_since(&race.key, settled)
            .await?
        {
            return Ok(repaired);
        }
        let Ok(remembered) = self
            .publications()
            .newest_memory(&race.key, race.record)
            .await
        else {
            repaired.files = 1;
            self.rebuild(key).await?;
            return Ok(repaired);
        };
        let kept = remembered.unwrap_or(Kept::anew(&race.key, None)?);
        let wrong = self.wrong_people(&kept, race.record, settled).await?;
        repaired.people = wrong.len();
        self.rows_anew(&kept, wrong).await?;
        let mut changes = self.participants_anew(&kept, race.record, settled).await?;
        repaired.participants = changes.len();
        let wishes = Box::pin(self.wishes_anew(&kept, race.record, settled)).await?;
        repaired.wishes = wishes.len();
        changes.extend(wishes);
        let lists = self.lists_anew(&kept, settled).await?;
        repaired.lists = !lists.is_empty();
        changes.extend(lists);
        if !changes.is_empty() {
            self.race_changed_by(Cause::Repair, key, &changes).await?;
        }
        repaired.files = self.missing_files(&race).await?;
        if repaired.files > 0 {
            self.rebuild(key).await?;
        } else if !matches!(
            self.race_changed(key, &[]).await?,
            Publication::Unchanged | Publication::Nothing
        ) {
            repaired.files = 1;
        }
        Ok(repaired)
    }

    /// Publishes the rows of these people as the table has them, in steps.
    async fn rows_anew(&self, kept: &Kept, mut wrong: BTreeSet<PersonId>) -> Result<()> {
        let key = &kept.key;
        let mut step: Vec<StoredRow> = Vec::new();
        if wrong.len() <= FEW_PEOPLE {
            step = self
                .store
                .rows_of_people(key, &wrong.iter().collect::<Vec<_>>())
                .await?;
        } else {
            let mut pages = pin!(self.store.pages_of_rows(&key.to_string()));
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
                    self.rows_of_people_anew(kept, &people, rows).await?;
                }
            }
        }
        // the last ones, and people who have no rows any more
        self.rows_of_people_anew(kept, &wrong, step).await
    }

    async fn rows_of_people_anew(
        &self,
        kept: &Kept,
        people: &BTreeSet<PersonId>,
        rows: Vec<StoredRow>,
    ) -> Result<()> {
        if people.is_empty() {
            return Ok(());
        }
        let there: BTreeSet<RowKey> = rows.iter().map(StoredRow::key).collect();
        let gone = self
            .remembered_rows(kept, people)
            .await?
            .into_iter()
            .filter(|key| !there.contains(key));
        let changes: Vec<Change> = gone
            .map(Change::RowGone)
            .chain(rows.into_iter().map(|row| Change::Row(Box::new(row))))
            .collect();
        let key = &kept.key;
        self.race_changed_by(Cause::Repair, key, &changes)
            .await
            .map(drop)
    }

    /// How many files that the newest version names are missing.
    async fn missing_files(&self, race: &Race<'_>) -> Result<usize> {
        let Some(kept) = self
            .publications()
            .newest_memory(&race.key, race.record)
            .await?
            .filter(|kept| kept.memory.public)
        else {
            return Ok(0);
        };
        let there: BTreeSet<String> = self
            .store
            .list_objects(race.place, &format!("{}/", race.key))
            .await?
            .into_iter()
            .collect();
        let missing = kept
            .public_names()
            .into_iter()
            .filter(|name| !there.contains(&format!("{}/{name}", race.key)))
            .count();
        if missing == 0 {
            return Ok(0);
        }
        // a publisher may have been at work between reading the memory and listing the files
        let now = self
            .publications()
            .newest_memory(&race.key, race.record)
            .await?;
        Ok(if now.is_some_and(|now| now.state == kept.state) {
            missing
        } else {
            0
        })
    }
}

impl Publisher {
    /// The people whose rows in a memory differ from the table, except those with rows newer than
    /// `settled`.
    async fn wrong_people(
        &self,
        kept: &Kept,
        record: &YearRecord,
        settled: Stamp,
    ) -> Result<BTreeSet<PersonId>> {
        let key = &kept.key;
        let mut told: BTreeMap<PersonId, TableSummary> = BTreeMap::new();
        self.store
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
        for who in kept
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

    /// The keys of the rows of these people in a memory.
    async fn remembered_rows(
        &self,
        kept: &Kept,
        people: &BTreeSet<PersonId>,
    ) -> Result<Vec<RowKey>> {
        let mut keys = Vec::new();
        for leaf in kept.index.leaves().values() {
            if !leaf.file.is_empty()
                && leaf
                    .summary
                    .people
                    .iter()
                    .any(|who| people.contains(&who.id))
            {
                let piece = self.piece(kept, &leaf.file).await?;
                keys.extend(piece.rows.into_keys().filter(|key| people.contains(&key.0)));
            }
        }
        Ok(keys)
    }

    async fn participants_anew(
        &self,
        kept: &Kept,
        record: &YearRecord,
        settled: Stamp,
    ) -> Result<Vec<Change>> {
        let key = &kept.key;
        let told = self.store.known_participants_of(key).await?;
        let leaves = kept.index.leaves().values();
        let known = leaves.flat_map(|leaf| &leaf.summary.participants);
        Ok(repairs(
            alive(told, record.participants),
            known.map(|who| (&who.id, who.stamp)),
            settled,
            Change::Participant,
        ))
    }

    async fn wishes_anew(
        &self,
        kept: &Kept,
        record: &YearRecord,
        settled: Stamp,
    ) -> Result<Vec<Change>> {
        let key = &kept.key;
        let told = self.store.stored_wishes_of(key).await?;
        let leaves = kept.index.leaves().values();
        let known = leaves.flat_map(|leaf| &leaf.summary.wishes);
        Ok(repairs(
            alive(told, record.made),
            known.map(|known| (&known.bib, known.stamp)),
            settled,
            Change::Wishes,
        ))
    }

    async fn lists_anew(&self, kept: &Kept, settled: Stamp) -> Result<Vec<Change>> {
        let race = &kept.key;
        let (distances, segments) =
            futures::try_join!(self.store.distances_of(race), self.store.segments_of(race))?;
        let Lists {
            distances: known_distances,
            segments: known_segments,
        } = &kept.memory.lists;
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

    /// Reads a piece. It is empty if its file is missing, so that it is filled from the table.
    async fn piece(&self, kept: &Kept, file: &str) -> Result<Piece> {
        if let Some(packed) = kept.only_piece(file) {
            return unpack(packed, "a piece");
        }
        let stored = self
            .store
            .get_object(Place::State, &format!("{}/{file}", kept.key))
            .await?;
        stored.map_or(Ok(Piece::default()), |stored| {
            unpack(&stored.body, "a piece")
        })
    }
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

/// The changes that bring what a memory contains (`known`: keys and stamps) to what the table
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

/// Like [`repairs`], for a list that the memory contains in full.
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
