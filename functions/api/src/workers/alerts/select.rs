//! `alerts.select`: finds out who is to be told about the passages in the stream of rows.
//!
//! It reads the stream beside the publisher, in a function of its own, so that no upload and no
//! publication waits for it. A row is first judged by itself (what it is, how old it is). Then the
//! table is asked, at most once a minute, whether the row's year has any followers; only if it has
//! is anything else read. Rows of a year that is believed to have no followers are kept in memory
//! until the table is asked again, so that a year's first follower misses nothing.
//!
//! An alert is claimed before it is queued. If the worker dies in between, the claim waits: the
//! same records come again and queue it.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use aws_lambda_events::{
    event::dynamodb::{Event, EventRecord},
    streams::DynamoDbEventResponse,
};
use chute_domain::{
    alert::{self, Priority},
    corrections::Runner,
    liveness::StoredRow,
    pieces::Corrections,
    race::{EventKind, RaceKey},
    row::{Bib, Person},
    stamp::Stamp,
    state::{Change, EventRecord as StoredEvent, YearRecord},
    subscription::{self, name_form},
    time::{Now, Time},
};
use chute_store::{Follower, NewClaim, Store, StoreError, race_change, with_causes};
use futures::{StreamExt, TryStreamExt, stream};

use super::{
    super::queue::{again_from, keys_of},
    clock::{Clock, seconds},
};
use crate::{Caches, random};

/// How long the answer to whether a year has followers is believed, in microseconds.
const BELIEVED_US: u64 = 60_000_000;
/// The number of years that an instance remembers; when there are as many, those whose answer has
/// expired and that have no kept rows are forgotten.
const REMEMBERED: usize = 1_000;
/// The maximum number of rows that an instance keeps of years that it believes nobody follows: those
/// of a minute at a hundred a second, some megabytes. When there are more, the table is asked
/// earlier.
const KEPT: usize = 6_000;
/// The number of concurrent calls for one batch.
const AT_ONCE: usize = 16;
/// The segment of a finish in its claim: a person's finish is told once, whatever its segment is
/// called. No split has an empty name.
const FINISH: &str = "";

/// The worker.
#[derive(Debug)]
pub struct Worker {
    store: Store,
    clock: Arc<dyn Clock>,
    parts_a_second: u32,
    beliefs: Mutex<HashMap<RaceKey, Belief>>,
    caches: Caches,
}

/// A row that was written, with its event and year.
type RaceRow = (RaceKey, StoredRow);

#[derive(Debug)]
struct Belief {
    /// When the table was asked about the year, unix microseconds.
    asked_us: u64,
    is_followed: bool,
    /// Rows that have come since then while nobody was believed to follow.
    kept: Vec<StoredRow>,
}

impl Belief {
    fn holds(&self, now_us: u64) -> bool {
        now_us.abs_diff(self.asked_us) < BELIEVED_US
    }
}

/// The row, with the priority and the time (unix seconds) of its passage, if it is to be told and
/// not too old.
fn fresh(row: &StoredRow, now: Now) -> Option<(&StoredRow, Priority, i64)> {
    let priority = alert::alerts(EventKind::Distance, &row.passage)
        .filter(|_| !row.person.anonymous && !row.mark.gone)?;
    let received = now.time_of(row.stamp);
    let moment_s = alert::moment(&row.passage.local_time, received.unix_s());
    alert::is_fresh(moment_s, now.time.unix_s()).then_some((row, priority, moment_s))
}

/// A runner's id, bib, first and last name, as uploaded.
type RunnerKey<'r> = (&'r str, &'r str, &'r str, &'r str);

fn key(row: &StoredRow) -> RunnerKey<'_> {
    let Person {
        bib, first, last, ..
    } = &row.person;
    (row.person_id.as_str(), bib, first, last)
}

/// The bib that is shown, if it was corrected.
fn shown_bib(corrections: &Corrections, row: &StoredRow, made: Option<Stamp>) -> Option<String> {
    let runner = Runner::uploaded(&row.person_id, &row.person);
    let (_, known) = corrections.correction(runner, made)?;
    known.bibs.instead().cloned()
}

/// An alert that is to be claimed.
struct Wanted<'w> {
    follower: Follower,
    row: &'w StoredRow,
    priority: Priority,
    moment_s: i64,
}

impl Worker {
    /// A worker over the store, for a carrier that accepts this many parts of messages per second.
    #[must_use]
    pub fn new(store: Store, clock: Arc<dyn Clock>, parts_a_second: u32) -> Self {
        Self {
            store,
            clock,
            parts_a_second,
            beliefs: Mutex::default(),
            caches: Caches::default(),
        }
    }

    /// Shares what others keep of years.
    #[must_use]
    pub fn sharing(self, caches: Caches) -> Self {
        Self { caches, ..self }
    }

    /// Claims and queues the alerts for a batch of the stream. Returns the record from which the
    /// batch must come again, if any failed.
    pub async fn run(&self, event: Event) -> DynamoDbEventResponse {
        let mut races: BTreeMap<RaceKey, (usize, Vec<StoredRow>)> = BTreeMap::new();
        let mut positions = Vec::with_capacity(event.records.len());
        for (at, record) in event.records.into_iter().enumerate() {
            positions.push(record.change.sequence_number.clone().unwrap_or_default());
            match written_row(record) {
                Ok(Some((race, row))) => races
                    .entry(race)
                    .or_insert_with(|| (at, Vec::new()))
                    .1
                    .push(row),
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(cause = %with_causes(&error), "a stream record was passed over")
                }
            }
        }
        let mut failed: Option<usize> = None;
        for (race, (first, rows)) in races {
            let (slug, year) = (race.slug.as_str(), race.year.as_str());
            match self.rows_written(&race, &rows).await {
                Ok(0) => {}
                Ok(queued) => tracing::info!(slug, year, queued, "alerts were queued"),
                Err(error) => {
                    tracing::error!(slug, year, cause = %with_causes(&error), "alerts could not be selected");
                    failed = Some(failed.map_or(first, |failed| failed.min(first)));
                }
            }
        }
        if let Err(error) = self.look_back().await {
            tracing::error!(cause = %with_causes(&error), "rows of before could not be selected from; they are kept");
        }
        again_from(failed.and_then(|at| positions.get(at).cloned()))
    }

    /// Claims and queues the alerts for rows of a year, which may come in any order and repeatedly.
    /// Returns how many alerts were queued; none for rows that are kept until the table is asked
    /// again.
    ///
    /// # Errors
    /// When a table, a bucket or a queue does not answer; calling it again does the rest.
    pub async fn rows_written(
        &self,
        race: &RaceKey,
        rows: &[StoredRow],
    ) -> Result<usize, StoreError> {
        let now = self.now();
        if !rows.iter().any(|row| fresh(row, now).is_some())
            || !self.is_followed(race, rows).await?
        {
            return Ok(0);
        }
        self.select_with_kept(race, rows).await
    }

    /// Now by this worker's clock, and in the order that the rows' stamps are in.
    fn now(&self) -> Now {
        Now {
            order: self.store.now().order,
            time: Time::from_ms(self.clock.now_us() / 1_000),
        }
    }

    async fn select_with_kept(
        &self,
        race: &RaceKey,
        rows: &[StoredRow],
    ) -> Result<usize, StoreError> {
        let kept = self
            .believed(race, |belief| belief.map(|belief| belief.kept.clone()))
            .unwrap_or_default();
        // on the heap: futures that contain it would be nested too deeply for the compiler
        if kept.is_empty() {
            return Box::pin(self.select(race, rows)).await;
        }
        // a row that was written several times is told in its newest form
        let mut all: HashMap<_, StoredRow> = HashMap::new();
        for row in kept.into_iter().chain(rows.iter().cloned()) {
            let key = (
                row.person_id.clone(),
                row.passage.location.clone(),
                row.passage.occurrence,
            );
            if all.get(&key).is_none_or(|known| known.stamp <= row.stamp) {
                all.insert(key, row);
            }
        }
        let all: Vec<_> = all.into_values().collect();
        let queued = Box::pin(self.select(race, &all)).await?;
        self.believed(race, |belief| belief.map(|belief| belief.kept.clear()));
        Ok(queued)
    }

    /// Asks the table again about years with kept rows whose minute has passed, and selects from
    /// those rows. Returns how many alerts were queued.
    ///
    /// # Errors
    /// When a table, a bucket or a queue does not answer; the rows that were not reached are kept.
    pub async fn look_back(&self) -> Result<usize, StoreError> {
        let (now_us, now) = (self.clock.now_us(), self.now());
        let due: Vec<RaceKey> = {
            let mut beliefs = self.beliefs.lock().unwrap_or_else(PoisonError::into_inner);
            for belief in beliefs.values_mut() {
                belief.kept.retain(|row| fresh(row, now).is_some());
            }
            let due = beliefs.iter().filter(|(_, belief)| {
                !belief.kept.is_empty() && (belief.is_followed || !belief.holds(now_us))
            });
            due.map(|(race, _)| race.clone()).collect()
        };
        let mut queued = 0;
        for race in due {
            if self.is_followed(&race, &[]).await? {
                queued += self.select_with_kept(&race, &[]).await?;
            }
        }
        Ok(queued)
    }

    /// Whether anybody follows anybody in the year; the table is asked at most once a minute,
    /// unless there are too many rows to keep. While nobody is believed to follow, the rows are
    /// kept.
    async fn is_followed(&self, race: &RaceKey, rows: &[StoredRow]) -> Result<bool, StoreError> {
        let (now_us, now) = (self.clock.now_us(), self.now());
        let believed = || {
            let mut beliefs = self.beliefs.lock().unwrap_or_else(PoisonError::into_inner);
            let kept: usize = beliefs.values().map(|belief| belief.kept.len()).sum();
            let belief = beliefs.get_mut(race);
            let belief = belief.filter(|belief| belief.holds(now_us))?;
            if !belief.is_followed {
                if kept + rows.len() > KEPT {
                    return None;
                }
                let fresh = rows.iter().filter(|row| fresh(row, now).is_some());
                belief.kept.extend(fresh.cloned());
            }
            Some(belief.is_followed)
        };
        if let Some(is_followed) = believed() {
            return Ok(is_followed);
        }
        let is_followed = self.store.has_subscriptions(race).await?;
        let mut beliefs = self.beliefs.lock().unwrap_or_else(PoisonError::into_inner);
        if beliefs.len() >= REMEMBERED {
            beliefs.retain(|_, belief| belief.holds(now_us) || !belief.kept.is_empty());
        }
        let belief = beliefs.entry(race.clone()).or_insert_with(|| Belief {
            asked_us: now_us,
            is_followed,
            kept: Vec::new(),
        });
        (belief.asked_us, belief.is_followed) = (now_us, is_followed);
        if !is_followed {
            // those who start to follow from now on did not follow yet when these rows came
            belief.kept.clear();
        }
        Ok(is_followed)
    }

    fn believed<T>(&self, race: &RaceKey, look: impl FnOnce(Option<&mut Belief>) -> T) -> T {
        look(
            self.beliefs
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_mut(race),
        )
    }

    /// Claims and queues the alerts for rows of a year that has followers.
    async fn select(&self, race: &RaceKey, rows: &[StoredRow]) -> Result<usize, StoreError> {
        let (now, now_s) = (self.now(), seconds(self.clock.now_us()));
        let fresh: Vec<_> = rows.iter().filter_map(|row| fresh(row, now)).collect();
        let Some(record) = self.store.load_event(&race.slug).await? else {
            return Ok(0);
        };
        let Some(year) = record.years.get(&race.year) else {
            return Ok(0);
        };
        if EventKind::of(&record.event.kind) != EventKind::Distance {
            return Ok(0);
        }
        let fresh: Vec<_> = fresh
            .into_iter()
            .filter(|(row, ..)| year.rows.all.is_none_or(|all| row.stamp >= all))
            .collect();
        let wanted = self
            .wanted(race, &record, year, rows, &fresh, now_s)
            .await?;
        if wanted.is_empty() {
            return Ok(0);
        }
        let erased_s = subscription::erased_at(
            subscription::open_until(&year.year)
                .unwrap_or(now_s)
                .max(now_s),
        );
        self.claim(race, wanted, erased_s).await
    }

    async fn wanted<'w>(
        &self,
        race: &RaceKey,
        record: &StoredEvent,
        year: &YearRecord,
        rows: &[StoredRow],
        fresh: &[(&'w StoredRow, Priority, i64)],
        now_s: i64,
    ) -> Result<Vec<Wanted<'w>>, StoreError> {
        let beside = self.store.beside_uploads(race).await?;
        let corrections = &beside.corrections;
        let found = self
            .followers(race, fresh, (corrections, year.made), now_s)
            .await?;
        if found.values().all(|(_, followers)| followers.is_empty()) {
            return Ok(Vec::new());
        }
        let anonymous = self
            .caches
            .entry_lists
            .anonymous_bibs(&self.store, race, year.participants)
            .await?;
        let wishes = beside.wishes_in_force(year.made);
        let is_hidden = |bib: &str| {
            let mut bibs = corrections
                .with_linked(Bib::new(bib), year.made)
                .into_iter();
            anonymous.contains(bib)
                || bibs.any(|bib| {
                    anonymous.contains(bib) || wishes.get(bib).is_some_and(|wishes| wishes.hidden)
                })
        };
        let by_name = found
            .values()
            .filter(|(_, followers)| followers.iter().any(Follower::is_by_name));
        let forms: HashSet<&str> = by_name.filter_map(|(form, _)| form.as_deref()).collect();
        let only = self.names_of_one(race, record, year, rows, forms).await?;
        let phones: Vec<_> = found
            .values()
            .flat_map(|(_, followers)| followers)
            .filter_map(|follower| follower.target.phone())
            .collect();
        let waiting = self.store.phones_that_wait(race, &phones).await?;
        let waiting: HashSet<String> = waiting.into_iter().collect();

        let mut wanted = Vec::new();
        for (row, priority, moment_s) in fresh {
            let bib = &row.person.bib;
            let Some((form, followers)) = found.get(&key(row)).filter(|_| !is_hidden(bib)) else {
                continue;
            };
            let mut shown = row.person.clone();
            if let Some(bib) = shown_bib(corrections, row, year.made) {
                shown.bib = bib;
            }
            let is_only = form.as_ref().is_some_and(|form| only.contains(form));
            let meant = followers.iter().filter(|follower| {
                let waits = follower
                    .target
                    .phone()
                    .is_some_and(|phone| waiting.contains(phone.e164()));
                follower.target.channel().tells(*priority)
                    && alert::means(follower.runner(), &shown, is_only)
                    && !waits
            });
            wanted.extend(meant.map(|follower| Wanted {
                follower: follower.clone(),
                row,
                priority: *priority,
                moment_s: *moment_s,
            }));
        }
        wanted.sort_by_key(|wanted| alert::order(wanted.priority, wanted.moment_s));
        Ok(wanted)
    }

    /// The followers of the runners in these rows, by bib and name as uploaded, with the form of
    /// the name. Who follows a runner names the bib that is shown.
    async fn followers<'w>(
        &self,
        race: &RaceKey,
        fresh: &[(&'w StoredRow, Priority, i64)],
        (corrections, made): (&Corrections, Option<Stamp>),
        now_s: i64,
    ) -> Result<HashMap<RunnerKey<'w>, (Option<String>, Vec<Follower>)>, StoreError> {
        let people: HashMap<RunnerKey<'w>, &StoredRow> =
            fresh.iter().map(|(row, ..)| (key(row), *row)).collect();
        let found = stream::iter(people).map(async |(key, row)| {
            let (_, uploaded, first, last) = key;
            let form = name_form(first, last);
            let shown = shown_bib(corrections, row, made);
            let bib = Bib::new(shown.as_deref().unwrap_or(uploaded));
            let followers = self
                .store
                .followers(race, bib, form.as_deref(), now_s)
                .await?;
            Ok::<_, StoreError>((key, (form, followers)))
        });
        found.buffer_unordered(AT_ONCE).try_collect().await
    }

    /// The names that exactly one runner of the year has: among the participants, in what is
    /// published, and in these rows.
    async fn names_of_one(
        &self,
        race: &RaceKey,
        record: &StoredEvent,
        year: &YearRecord,
        rows: &[StoredRow],
        forms: HashSet<&str>,
    ) -> Result<HashSet<String>, StoreError> {
        if forms.is_empty() {
            return Ok(HashSet::new());
        }
        let mut entries = self
            .caches
            .entry_lists
            .bibs_of_names(&self.store, race, year.participants, &forms)
            .await?;
        let mut add = |first: &str, last: &str, bib: &str| {
            if let Some(form) = name_form(first, last).filter(|form| forms.contains(form.as_str()))
            {
                entries.entry(form).or_default().insert(bib.to_owned(), 1);
            }
        };
        if let Some(published) = self
            .caches
            .snapshots
            .of_year(&self.store, record, year)
            .await?
        {
            let mut seen = HashSet::new();
            for row in published
                .rows
                .iter()
                .filter(|row| seen.insert(row.person_id.as_str()))
            {
                add(&row.person.first, &row.person.last, &row.person.bib);
            }
        }
        rows.iter()
            .for_each(|row| add(&row.person.first, &row.person.last, &row.person.bib));
        let is_only = |bibs: &HashMap<String, usize>| {
            let without_bib = bibs.get("").copied().unwrap_or_default();
            alert::namesakes(
                bibs.keys()
                    .map(String::as_str)
                    .filter(|bib| !bib.is_empty()),
                without_bib,
            ) == 1
        };
        Ok(entries
            .into_iter()
            .filter(|(_, bibs)| is_only(bibs))
            .map(|(form, _)| form)
            .collect())
    }

    async fn claim(
        &self,
        race: &RaceKey,
        wanted: Vec<Wanted<'_>>,
        erased_s: i64,
    ) -> Result<usize, StoreError> {
        let salt = random::id("")
            .map_err(|_| StoreError::Failed("the system gives no randomness".into()))?;
        let alerts = self.store.salted_year(race, &salt, erased_s).await?;
        let now_ms = self.clock.now_us() / 1_000;
        let claims = wanted.iter().map(|wanted| {
            let passage = &wanted.row.passage;
            NewClaim {
                race,
                salt: &alerts.salt,
                follower: &wanted.follower,
                person: &wanted.row.person_id,
                segment: if wanted.priority == Priority::Finish {
                    FINISH
                } else {
                    &passage.segment
                },
                row: (&passage.location, passage.occurrence),
                moment_s: wanted.moment_s,
                priority: wanted.priority,
                now_ms,
                erased_s,
            }
        });
        // in the order in which they are to be sent
        let claims: Vec<NewClaim<'_>> = claims.collect();
        let mut queued = 0;
        for of_it in claims.chunk_by(|one, other| one.priority == other.priority) {
            let Some(priority) = of_it.first().map(|claim| claim.priority) else {
                continue;
            };
            let waiting = self.store.claim_alerts(of_it).await?;
            self.store
                .queue_alerts(priority, &waiting, self.parts_a_second)
                .await?;
            queued += waiting.len();
        }
        Ok(queued)
    }
}

/// The row in a record, if the record is about a row that was written.
fn written_row(record: EventRecord) -> Result<Option<RaceRow>, StoreError> {
    let [p, q] = keys_of(&record)?;
    if record.event_name == "REMOVE" || !q.starts_with("r#") {
        return Ok(None);
    }
    let (Some(race), Change::Row(row)) = (
        RaceKey::read(&p),
        race_change(&q, Some(record.change.new_image))?,
    ) else {
        return Ok(None);
    };
    Ok(Some((race, *row)))
}
