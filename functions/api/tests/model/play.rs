//! Plays a sequence: every step against the functions and against the model, then compares what
//! readers see.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use chute_domain::{race::Slug, stamp as domain};
use chute_edge::Fault;
use chute_publisher::Verdict;
pub use chute_testkit::YEAR;
use chute_testkit::wire;
use serde_json::{Value, json};

use crate::{
    checkin::Desk,
    contract::{Effect, Expected, Person, Race, RowKey, Shown, Stamp},
    lane::Lane,
    steps::{Crash, Delivery, Listed, Row, Step, Who},
};

/// Counts of what was done over all sequences.
#[derive(Debug, Default)]
pub struct Totals {
    pub steps: AtomicUsize,
    pub crashes: AtomicUsize,
    pub edits: AtomicUsize,
    pub conflicts: AtomicUsize,
    pub corrections: AtomicUsize,
    /// How many rows readers saw corrected.
    pub corrected: AtomicUsize,
    pub clean_ups: AtomicUsize,
    /// Clean-ups that were held up while other requests went through.
    pub held: AtomicUsize,
    /// Withdrawals that waited for a publisher which was about to make a pointer.
    pub waited: AtomicUsize,
    /// How often readers found nothing after something had been withdrawn.
    pub reads_in_vain: AtomicUsize,
    /// Returns to an earlier version.
    pub returns: AtomicUsize,
    /// Passes that put years into the index of names.
    pub name_passes: AtomicUsize,
    /// How many names could be found when that was looked at.
    pub names_found: AtomicUsize,
    /// How often the clock was set.
    pub clock_steps: AtomicUsize,
    pub comparisons: AtomicUsize,
    pub rows: AtomicUsize,
    pub choices: AtomicUsize,
}

/// A race being played.
pub struct Game<'t> {
    pub slug: String,
    pub race: Race,
    pub restricted: bool,
    pub totals: &'t Totals,
    /// Stamp of step 0.
    base: Stamp,
    pub step: u64,
    /// The step with which this part began; late requests are not older than that.
    pub part: u64,
    uploads: Vec<Vec<Row>>,
    pub desk: Desk,
    /// Whether somebody has set the clock.
    pub clock_was_set: bool,
    version: u64,
}

/// First names, two for each person.
pub const PEOPLE_NAMES: [&str; 8] = [
    "Ada", "Adele", "Bert", "Boris", "Cleo", "Cora", "Dan", "Dora",
];
/// The uploader's id of the person with this first name.
pub fn person_of(first: &str) -> String {
    let at = PEOPLE_NAMES.iter().position(|name| *name == first);
    at.map_or_else(String::new, |at| format!("p{}", at / 2))
}

pub const DISTANCES: [&str; 2] = ["5K", "10K"];
const PLACES: [&str; 3] = ["Start", "Finish", "Mile 3"];

pub fn expect(what: &str, (status, answer): &(u16, Value), allowed: &[u16]) -> Result<(), String> {
    if allowed.contains(status) {
        Ok(())
    } else {
        Err(format!("{what} answered {status}: {answer}"))
    }
}

impl<'t> Game<'t> {
    /// Adds the event and its year.
    pub async fn new(
        lane: &mut Lane,
        slug: &str,
        restricted: bool,
        base: Stamp,
        totals: &'t Totals,
    ) -> Result<Self, String> {
        lane.clear(base);
        let mut game = Self {
            slug: slug.to_owned(),
            race: Race::default(),
            restricted,
            totals,
            base,
            step: 0,
            part: 0,
            uploads: Vec::new(),
            desk: Desk::default(),
            clock_was_set: false,
            version: 0,
        };
        expect(
            "event/add",
            &lane
                .send("POST", "/event/add", &game.event(), base, Fault::None)
                .await,
            &[200],
        )?;
        game.make_year(lane, base + 1, Fault::None).await?;
        Ok(game)
    }

    /// The event as it is sent.
    pub fn event(&self) -> Value {
        json!({ "event": wire::event(&self.slug, self.restricted) })
    }

    pub async fn make_year(
        &mut self,
        lane: &Lane,
        stamp: Stamp,
        fault: Fault,
    ) -> Result<(), String> {
        let year = wire::year(YEAR, "2026-05-02T08:00:00-07:00");
        let year = wire::event_year(&self.slug, &year);
        let first = lane
            .send("POST", "/event-year/add", &year, stamp, fault)
            .await;
        if first.0 != 200 {
            expect(
                "event-year/add again",
                &lane
                    .send("POST", "/event-year/add", &year, stamp + 1, Fault::None)
                    .await,
                &[200, 409],
            )?;
        }
        // nothing older than the new year belongs to it
        self.race = Race::default();
        self.desk.forget();
        self.race.take(stamp, Effect::DeleteAll);
        Ok(())
    }

    /// Begins another part: no request from here on is older than anything before it.
    pub fn next_part(&mut self) {
        self.step += 10;
        self.part = self.step;
    }

    pub fn stamp(&self, late: usize) -> Stamp {
        let late = u64::try_from(late)
            .unwrap_or_default()
            .min(self.step - self.part);
        let behind = if late == 0 {
            0
        } else {
            500 - 10 * (self.step % 40)
        };
        self.base + 1000 * (self.step - late) - behind
    }

    /// # Errors
    /// When the functions do not answer as they must.
    pub async fn play(&mut self, lane: &mut Lane, step: &Step) -> Result<(), String> {
        self.step += 1;
        self.totals.steps.fetch_add(1, Relaxed);
        match step {
            Step::Upload { rows, late, crash } => {
                self.upload(lane, rows.clone(), self.stamp(*late), *crash)
                    .await
            }
            Step::Repeat { back, crash } => {
                let Some(at) = self.uploads.len().checked_sub(back + 1) else {
                    return Ok(());
                };
                self.upload(lane, self.uploads[at].clone(), self.stamp(0), *crash)
                    .await
            }
            Step::DeleteAll { late, crash } => {
                self.delete(lane, "", Effect::DeleteAll, self.stamp(*late), *crash)
                    .await
            }
            Step::DeleteDistance { distance, crash } => {
                let distance = DISTANCES[usize::from(*distance)];
                self.delete(
                    lane,
                    distance,
                    Effect::DeleteDistance(distance.to_owned()),
                    self.stamp(0),
                    *crash,
                )
                .await
            }
            Step::Participants { list, crash } => self.add_participants(lane, list, *crash).await,
            Step::DeleteParticipants { crash } => {
                let body = json!({"slug": self.slug, "year": YEAR});
                self.request(
                    lane,
                    "DELETE",
                    "/participants/delete",
                    &body,
                    self.stamp(0),
                    *crash,
                )
                .await?;
                self.race.delete_participants();
                self.desk.forget();
                Ok(())
            }
            Step::Edit(edit) => self.edit(lane, edit).await,
            Step::Correct(correct) => self.correct(lane, *correct).await,
            Step::SetClock { off_s } => {
                self.totals.clock_steps.fetch_add(1, Relaxed);
                self.clock_was_set = true;
                lane.clocks.set(*off_s);
                Ok(())
            }
            Step::Remake { crash } => self.remake(lane, *crash).await,
            Step::CleanUp {
                delete,
                run,
                meanwhile,
            } => Box::pin(self.clean_up(lane, delete, *run, meanwhile)).await,
            Step::CleanUpInside { rows, at } => {
                Box::pin(self.clean_up_inside(lane, rows, *at)).await
            }
            Step::RemakeDuringCleanUp { run, rows, list } => {
                Box::pin(self.remake_during_clean_up(lane, *run, rows, list)).await
            }
            Step::Restrict { first, at } => Box::pin(self.restrict(lane, *first, *at)).await,
            Step::DeleteDuring { at } => Box::pin(self.delete_during(lane, *at)).await,
            Step::Return(detour) => Box::pin(self.return_after(lane, detour)).await,
            Step::IndexNames { crash, meanwhile } => {
                Box::pin(self.index_names(lane, *crash, meanwhile)).await
            }
            Step::LoseRecords => Box::pin(self.lose_records(lane)).await,
            Step::LoseFile { which, publish } => {
                Box::pin(self.lose_file(lane, *which, *publish)).await
            }
            Step::Publish { how, crash } => {
                if lane.deliver(&self.slug, *how, crash.fault).await {
                    self.totals.crashes.fetch_add(1, Relaxed);
                    lane.deliver(
                        &self.slug,
                        Delivery {
                            again: false,
                            ..*how
                        },
                        Fault::None,
                    )
                    .await;
                }
                Ok(())
            }
        }
    }

    /// Sends a request; if it breaks off, sends it again as a later one.
    async fn request(
        &mut self,
        lane: &mut Lane,
        verb: &str,
        path: &str,
        body: &Value,
        stamp: Stamp,
        crash: Crash,
    ) -> Result<Value, String> {
        let first = lane.send(verb, path, body, stamp - 1, crash.fault).await;
        if first.0 == 200 {
            return Ok(first.1);
        }
        if crash.fault == Fault::None {
            return Err(format!("{path} answered {first:?}"));
        }
        self.totals.crashes.fetch_add(1, Relaxed);
        if crash.publish_between {
            lane.deliver(&self.slug, Delivery::PLAIN, Fault::None).await;
        }
        let second = lane.send(verb, path, body, stamp, Fault::None).await;
        expect(path, &second, &[200])?;
        Ok(second.1)
    }

    pub async fn upload(
        &mut self,
        lane: &mut Lane,
        rows: Vec<Row>,
        stamp: Stamp,
        crash: Crash,
    ) -> Result<(), String> {
        let results: Vec<Value> = rows.iter().map(wire_row).collect();
        let body = wire::results(&self.slug, &results);
        let answer = self
            .request(lane, "POST", "/results/add", &body, stamp, crash)
            .await?;
        if answer["count"] != rows.len() {
            return Err(format!(
                "{} rows were sent, {} counted",
                rows.len(),
                answer["count"]
            ));
        }
        self.race
            .take(stamp, Effect::Upload(rows.iter().map(model_row).collect()));
        self.uploads.push(rows);
        Ok(())
    }

    async fn delete(
        &mut self,
        lane: &mut Lane,
        distance: &str,
        effect: Effect,
        stamp: Stamp,
        crash: Crash,
    ) -> Result<(), String> {
        let body = json!({"slug": self.slug, "year": YEAR, "distance": distance});
        self.request(lane, "DELETE", "/results/delete", &body, stamp, crash)
            .await?;
        self.race.take(stamp, effect);
        Ok(())
    }

    pub async fn add_participants(
        &mut self,
        lane: &mut Lane,
        list: &[Listed],
        crash: Crash,
    ) -> Result<(), String> {
        let bib = |who: &Listed| {
            if who.bib == 0 {
                String::new()
            } else {
                who.bib.to_string()
            }
        };
        let entry = |who: &Listed| {
            let first = participant_name(&who.id.to_string());
            let changes = json!({"bib": bib(who), "first": first, "distance": "5K", "anonymous": who.anonymous});
            wire::participant(&format!("w{}", who.id), &changes)
        };
        let people: Vec<_> = list.iter().map(entry).collect();
        let body = wire::participants(&self.slug, &people);
        self.request(
            lane,
            "POST",
            "/participants/add",
            &body,
            self.stamp(0),
            crash,
        )
        .await?;
        // of two participants with the same id in one request, the later one wins
        let last: BTreeMap<u8, &Listed> = list.iter().map(|who| (who.id, who)).collect();
        for who in last.into_values() {
            self.race
                .add_participant(&format!("w{}", who.id), &bib(who), who.anonymous);
        }
        Ok(())
    }

    async fn remake(&mut self, lane: &mut Lane, crash: Crash) -> Result<(), String> {
        let (stamp, body) = (self.stamp(0), json!({"slug": self.slug, "year": YEAR}));
        let first = lane
            .send(
                "DELETE",
                "/event-year/delete",
                &body,
                stamp - 10,
                crash.fault,
            )
            .await;
        if first.0 != 200 {
            self.totals.crashes.fetch_add(1, Relaxed);
            if crash.publish_between {
                lane.deliver(&self.slug, Delivery::PLAIN, Fault::None).await;
            }
            expect(
                "event-year/delete again",
                &lane
                    .send(
                        "DELETE",
                        "/event-year/delete",
                        &body,
                        stamp - 9,
                        Fault::None,
                    )
                    .await,
                &[200, 404],
            )?;
        }
        self.part = self.step;
        self.make_year(lane, stamp - 5, crash.fault).await
    }

    /// Delivers everything and checks that readers see what the contract says, and that the
    /// published files contain what the tables hold.
    ///
    /// # Errors
    /// When they do not.
    pub async fn compare(&mut self, lane: &mut Lane) -> Result<(), String> {
        self.totals.comparisons.fetch_add(1, Relaxed);
        lane.settle(&self.slug).await?;
        self.race.made = self.made(lane).await?;
        let expected = self.race.expected();
        self.totals.rows.fetch_add(expected.rows.len(), Relaxed);
        self.totals.choices.fetch_add(expected.choices, Relaxed);
        let body = json!({"slug": self.slug, "year": YEAR});
        let all = lane
            .send("POST", "/results/all", &body, self.base, Fault::None)
            .await;
        expect("results/all", &all, &[200])?;
        self.totals.corrected.fetch_add(expected.corrected, Relaxed);
        if !expected.is_open {
            self.compare_rows(&all.1, &expected)?;
        }
        let list = lane
            .send("POST", "/results", &body, self.base, Fault::None)
            .await;
        expect("results", &list, &[200])?;
        compare_participants(&list.1, &expected)?;
        self.compare_desk(lane).await?;
        self.compare_files(lane, &expected).await?;
        self.compare_index(lane).await
    }

    async fn made(&self, lane: &Lane) -> Result<Option<domain::Stamp>, String> {
        let event = lane.store.load_event(&Slug::new(&self.slug)).await;
        let event = event.map_err(|error| format!("no event: {error:?}"))?;
        Ok(event.and_then(|event| event.years.get(YEAR)?.made))
    }

    fn compare_rows(&self, answer: &Value, expected: &Expected) -> Result<(), String> {
        let mut seen: BTreeMap<RowKey, Shown> = BTreeMap::new();
        for (distance, rows) in answer["results"].as_object().into_iter().flatten() {
            let rows: Vec<&Value> = rows.as_array().into_iter().flatten().collect();
            if !rows.is_sorted_by_key(|row| order(row)) {
                return Err(format!("the rows of {distance} are not in order: {rows:?}"));
            }
            seen.extend(
                rows.into_iter()
                    .map(seen_row)
                    .map(|row| (row.key.clone(), row)),
            );
        }
        if answer["count"] != seen.len() {
            return Err(format!(
                "count is {}, there are {} rows",
                answer["count"],
                seen.len()
            ));
        }
        for (key, allowed) in &expected.rows {
            let shown = seen.remove(key);
            if !allowed.contains(&shown) {
                return Err(format!(
                    "row {key:?}\n  is        {shown:?}\n  should be {allowed:?}"
                ));
            }
        }
        if seen.is_empty() {
            Ok(())
        } else {
            Err(format!("rows that should not be there: {seen:?}"))
        }
    }

    async fn compare_files(&mut self, lane: &Lane, expected: &Expected) -> Result<(), String> {
        match lane
            .publications()
            .verify_race(&Slug::new(&self.slug).year(YEAR))
            .await
        {
            Ok(Verdict::Identical(_)) => {}
            Ok(Verdict::NotPublished)
                if expected
                    .rows
                    .values()
                    .all(|allowed| allowed.contains(&None)) =>
            {
                return Ok(());
            }
            other => return Err(format!("the published files: {other:?}")),
        }
        self.compare_places(lane).await?;
        let repaired = self.reconcile(lane).await?;
        if repaired.count() > 0 {
            return Err(format!(
                "what is as it should be was repaired: {repaired:?}"
            ));
        }
        let version = lane.published_version(&self.slug, YEAR).await?;
        if version < self.version {
            return Err(format!("version {version} comes after {}", self.version));
        }
        self.version = version;
        Ok(())
    }
}

fn order(row: &Value) -> (i64, i64, String, String, i64, String) {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let number = |name: &str| row[name].as_i64().unwrap_or_default();
    (
        number("seconds"),
        number("milliseconds"),
        text("bib"),
        text("location"),
        number("occurence"),
        text("person_id"),
    )
}

fn compare_participants(answer: &Value, expected: &Expected) -> Result<(), String> {
    let Some(expected) = &expected.participants else {
        return Ok(());
    };
    let name = |who: &Value| who["first"].as_str().unwrap_or_default().to_owned();
    let seen: BTreeSet<String> = answer["participants"]
        .as_array()
        .into_iter()
        .flatten()
        .map(name)
        .collect();
    let expected: BTreeSet<String> = expected.iter().map(|id| participant_name(id)).collect();
    if seen == expected {
        Ok(())
    } else {
        Err(format!("participants are {seen:?}, should be {expected:?}"))
    }
}

/// The first name in a row. No two people share one, so that a name in a file shows whose it is.
pub fn first_name(row: &Row) -> String {
    PEOPLE_NAMES[usize::from(row.person) * 2 + usize::from(row.who.name)].to_owned()
}

pub fn participant_name(id: &str) -> String {
    format!("Listed{}", id.trim_start_matches('w'))
}

fn person(row: &Row) -> String {
    format!("p{}", row.person)
}

pub fn wire_row(row: &Row) -> Value {
    let Who {
        bib,
        distance,
        anonymous,
        ..
    } = row.who;
    let point = PLACES[usize::from(row.place)];
    let changes = json!({
        "bib": bib.to_string(), "first": first_name(row), "distance": DISTANCES[usize::from(distance)], "anonymous": anonymous,
        "location": point, "segment": point, "finish": row.place == 1, "occurence": row.occurrence, "seconds": row.seconds,
        "milliseconds": 0, "type": row.kind,
    });
    wire::row(&person(row), &changes)
}

fn model_row(row: &Row) -> (RowKey, (i64, i64), Person) {
    let Who {
        bib,
        distance,
        anonymous,
        ..
    } = row.who;
    let key = (
        person(row),
        PLACES[usize::from(row.place)].to_owned(),
        i64::from(row.occurrence),
    );
    let distance = DISTANCES[usize::from(distance)].to_owned();
    (
        key,
        (i64::from(row.seconds), i64::from(row.kind)),
        Person {
            bib: bib.to_string(),
            first: first_name(row),
            distance,
            division: String::new(),
            anonymous,
        },
    )
}

pub fn seen_row(row: &Value) -> Shown {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let number = |name: &str| row[name].as_i64().unwrap_or_default();
    let person = Person {
        bib: text("bib"),
        first: text("first"),
        distance: text("distance"),
        division: text("division"),
        anonymous: row["anonymous"].as_bool().unwrap_or_default(),
    };
    Shown {
        key: (text("person_id"), text("location"), number("occurence")),
        passage: (number("seconds"), number("type")),
        person,
    }
}
