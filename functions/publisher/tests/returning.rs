//! Returning to an earlier version (docs/decisions/returning.md): the files that readers get, what
//! the next upload does, and everything that may come in between.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test"
)]

use std::{collections::BTreeMap, time::Duration};

use chute_domain::{
    account::Realm,
    liveness::{self, Origin, StoredRow},
    race::{Slug, Year},
    returning::{RestoreStep, ResultVersions},
    row::{Person, ResultRow},
    snapshot::{Cause, Head, History},
    stamp::Stamp,
    state::{Change, YearRecord},
    time::{Now, Time},
};
use chute_edge::Backend;
use chute_publisher::{Publications, Publisher, ReturnTo, Returning, Verdict};
use chute_store::{Place, Store};
use chute_testkit::{clock::now_ms, stored};
use serde_json::Value;

const SLUG: &str = "river";
const YEAR: &str = "2026";
const RUNNERS: u64 = 60;
const HOUR_MS: u64 = 60 * 60 * 1000;

struct Race {
    store: Store,
    publisher: Publisher,
    /// The most items of a piece of its state.
    items: usize,
    at_ms: u64,
    _backend: Backend,
}

fn finish(number: u64) -> ResultRow {
    let StoredRow {
        person_id,
        mut person,
        passage,
        ..
    } = stored::finish(number, Stamp::default());
    // two people share each bib from 50 on
    if number >= 50 {
        person.bib = (number / 2 + 100).to_string();
    }
    ResultRow {
        person_id,
        person,
        passage,
    }
}

/// The rows of a wrong upload: other times and places, somebody's name and bib, people who were not
/// there, a distance more.
fn wrong() -> Vec<ResultRow> {
    let mut rows: Vec<ResultRow> = (0..RUNNERS)
        .filter(|number| !number.is_multiple_of(4))
        .map(finish)
        .collect();
    for (row, at) in rows.iter_mut().zip(1..) {
        match at % 3 {
            0 => row.passage.seconds += 5,
            1 => row.passage.ranking = at,
            _ => row.person.first = format!("Wrong{at}"),
        }
    }
    rows.extend((200..240).map(|number| ResultRow {
        person: Person {
            distance: "1 Mile".to_owned(),
            ..finish(number).person
        },
        ..finish(number)
    }));
    let mut moved = finish(4);
    moved.person.bib = "999".to_owned();
    moved.passage.location = "Mat 7".to_owned();
    rows.push(moved);
    rows
}

impl Race {
    async fn begin(items: usize) -> Self {
        let backend = Backend::open();
        let store = backend.store(Realm::Account).await;
        let year = Year {
            year: YEAR.to_owned(),
            ..Year::default()
        };
        // uploaded an hour ago, published now
        let at_ms = now_ms() - HOUR_MS;
        stored::add_race(&store, SLUG, [year], Stamp::new(at_ms, "")).await;
        let publisher = Publisher::new(store.clone())
            .with_pieces_of(items)
            .pausing(Duration::from_millis(1));
        publisher
            .event_changed(&Slug::new(SLUG))
            .await
            .expect("the event's news");
        let mut race = Self {
            store,
            publisher,
            items,
            at_ms,
            _backend: backend,
        };
        race.upload((0..RUNNERS).map(finish).collect()).await;
        race
    }

    fn publications(&self) -> Publications<'_> {
        Publications::of(&self.store).with_pieces_of(self.items)
    }

    async fn record(&self) -> YearRecord {
        self.store
            .load_event(&Slug::new(SLUG))
            .await
            .expect("the table")
            .expect("the event")
            .years
            .remove(YEAR)
            .expect("the year")
    }

    /// Does what `results/add` does, and publishes it. Returns how many rows were written.
    async fn upload(&mut self, rows: Vec<ResultRow>) -> usize {
        self.at_ms += 1_000;
        let (stored, record) = (
            self.store
                .rows_of_race(&Slug::new(SLUG).year(YEAR))
                .await
                .expect("rows"),
            self.record().await,
        );
        let written = liveness::rows_from(
            Origin::Upload,
            &stored,
            &record.rows,
            rows,
            Stamp::new(self.at_ms, ""),
        );
        self.store
            .put_rows(&Slug::new(SLUG).year(YEAR), &written)
            .await
            .expect("rows");
        self.publish(written.iter()).await;
        written.len()
    }

    async fn publish(&self, rows: impl Iterator<Item = &StoredRow>) {
        let changes: Vec<Change> = rows.map(|row| Change::Row(Box::new(row.clone()))).collect();
        self.publisher
            .race_changed(&Slug::new(SLUG).year(YEAR), &changes)
            .await
            .expect("a publication");
    }

    /// Publishes as from the stream of the table: every row, since an old record changes nothing.
    async fn publish_table(&self) {
        self.publish(
            self.store
                .rows_of_race(&Slug::new(SLUG).year(YEAR))
                .await
                .expect("rows")
                .iter(),
        )
        .await;
    }

    async fn delete(&mut self, distance: &str) {
        self.at_ms += 1_000;
        let stamp = Stamp::new(self.at_ms, "");
        if distance.is_empty() {
            self.store
                .delete_area(&Slug::new(SLUG).year(YEAR), chute_store::Area::Rows, stamp)
                .await
                .expect("the table");
        } else {
            assert!(
                self.store
                    .delete_rows_of_distance(&Slug::new(SLUG).year(YEAR), distance, stamp)
                    .await
                    .expect("the table")
            );
        }
        self.publisher
            .event_changed(&Slug::new(SLUG))
            .await
            .expect("a publication");
    }

    async fn versions(&self) -> ResultVersions {
        let now = Now::in_step(now_ms());
        self.publications()
            .earlier_versions(&Slug::new(SLUG), &self.record().await, now)
            .await
            .expect("the bucket")
    }

    async fn call(&self, version: u64, expected: u64, work: Duration, now_ms: u64) -> Returning {
        let record = self.record().await;
        let slug = Slug::new(SLUG);
        let to = ReturnTo {
            slug: &slug,
            record: &record,
            version,
            expected,
            now: Now::in_step(now_ms),
            work,
            only_look: false,
        };
        self.publications()
            .return_to(to)
            .await
            .expect("table and bucket")
    }

    /// Returns to a version, in as many calls as it takes, and publishes it.
    async fn return_to(&self, version: u64) -> RestoreStep {
        let expected = self.versions().await.version;
        let mut calls = 0;
        let done = loop {
            calls += 1;
            match self.call(version, expected, Duration::ZERO, now_ms()).await {
                Returning::Step(step) if step.done => break step,
                Returning::Step(_) if calls < 200 => {
                    // a version may be published with half of it
                    if calls % 3 == 0 {
                        self.publish_table().await;
                    }
                }
                other => panic!("{other:?} after {calls} calls"),
            }
        };
        self.publish_table().await;
        done
    }

    async fn file(&self, name: &str) -> Vec<u8> {
        self.store
            .get_object(Place::Public, &format!("{SLUG}/{YEAR}/{name}"))
            .await
            .expect("the bucket")
            .expect(name)
            .body
    }

    async fn pointer(&self) -> Value {
        serde_json::from_slice(&self.file("current.json").await).expect("a pointer")
    }

    /// The bytes of all files that follow from the rows alone, and what the pointer says but for
    /// version, time and what follows the versions before.
    async fn files(&self) -> (Value, BTreeMap<String, Vec<u8>>) {
        let mut pointer = self.pointer().await;
        let head = pointer["url"]
            .as_str()
            .and_then(|url| url.rsplit('/').next())
            .expect("a head")
            .to_owned();
        let read = Head::read(&self.file(&head).await).expect("a head");
        let people = read.people.iter().flat_map(|people| people.files.clone());
        let names: Vec<String> = read
            .shards
            .names()
            .into_iter()
            .map(ToOwned::to_owned)
            .chain(people)
            .chain([head])
            .collect();
        let mut files = BTreeMap::new();
        for name in names {
            files.insert(name.clone(), self.file(&name).await);
        }
        let of_this_version = [
            "version",
            "number",
            "updated_at",
            "lines",
            "changes",
            "history",
        ];
        pointer
            .as_object_mut()
            .expect("an object")
            .retain(|field, _| !of_this_version.contains(&field.as_str()));
        assert!(matches!(
            self.publications()
                .verify_race(&Slug::new(SLUG).year(YEAR))
                .await
                .expect("a look"),
            Verdict::Identical(_)
        ));
        (pointer, files)
    }

    async fn newest_source(&self) -> Cause {
        let pointer = self.pointer().await;
        let name = pointer["history"]["file"]
            .as_str()
            .expect("a history")
            .to_owned();
        History::read(&self.file(&name).await)
            .expect("a history")
            .entries
            .last()
            .expect("an entry")
            .source
    }
}

#[tokio::test]
async fn files_are_byte_for_byte_those_of_before_and_stay_so_when_the_client_repeats_itself() {
    for items in [128, 3] {
        let mut race = Race::begin(items).await;
        let before = race.files().await;
        assert_eq!(race.versions().await.earlier, []);
        assert!(race.upload(wrong()).await > 60);
        let after = race.files().await;
        assert_ne!(before, after);
        let versions = race.versions().await;
        let [good] = versions.earlier.as_slice() else {
            panic!("{versions:?}")
        };
        assert_eq!(
            (good.next, good.changes > 30, good.number + 1),
            (Cause::Upload, true, versions.number)
        );

        let done = race.return_to(good.version).await;
        assert!(
            done.removed >= 40 && done.changed >= 30 && done.restored == 0 && done.newer == 0,
            "{done:?}"
        );
        assert_eq!(race.files().await, before);
        assert_eq!(race.newest_source().await, Cause::RollBack);
        assert_eq!(
            race.upload(wrong()).await,
            0,
            "the next upload undoes nothing"
        );
        assert_eq!(
            race.upload((0..RUNNERS).map(finish).collect()).await,
            0,
            "nor does one that says what stands"
        );

        // other values win
        let mut corrected = finish(5);
        corrected.passage.seconds = 4_321;
        assert_eq!(race.upload(vec![corrected]).await, 1);
        assert_ne!(race.files().await, before);

        // and a return is a version like any other
        let wrong_one = race
            .versions()
            .await
            .earlier
            .iter()
            .rfind(|earlier| earlier.next == Cause::RollBack)
            .expect("a version")
            .version;
        race.return_to(wrong_one).await;
        assert_eq!(race.files().await, after);
    }
}

#[tokio::test]
async fn deleted_results_are_had_again() {
    for distance in ["5 KM", ""] {
        let mut race = Race::begin(3).await;
        let before = race.files().await;
        race.delete(distance).await;
        assert_ne!(race.files().await, before);
        let good = race
            .versions()
            .await
            .earlier
            .first()
            .expect("a version")
            .version;
        let done = race.return_to(good).await;
        assert!(
            done.restored >= 20 && done.removed == 0 && done.changed < 8,
            "of a shared bib one is written again: {done:?}"
        );
        assert_eq!(race.files().await, before);
    }
}

#[tokio::test]
async fn rows_uploaded_during_a_return_stay() {
    let mut race = Race::begin(3).await;
    race.upload(wrong()).await;
    let versions = race.versions().await;
    let good = versions.earlier.last().expect("a version").version;
    assert_eq!(
        race.call(good, versions.version + 1, Duration::ZERO, now_ms())
            .await,
        Returning::Outdated
    );
    assert_eq!(
        race.call(1, versions.version, Duration::ZERO, now_ms())
            .await,
        Returning::Unknown
    );
    // received a moment ago: whoever was received before may still be at work
    let early = race.at_ms + 5_000;
    let Returning::Step(waits) = race
        .call(good, versions.version, Duration::from_secs(5), early)
        .await
    else {
        panic!("no step")
    };
    assert!(
        waits.waits && !waits.done && waits.progress < 1000,
        "{waits:?}"
    );
    assert_eq!(
        race.versions()
            .await
            .unfinished
            .map(|unfinished| (unfinished.version, unfinished.expected_version)),
        Some((good, versions.version))
    );
    // somebody else has to wait, and may begin when nothing is at work any more
    assert_eq!(
        race.call(good + 1, versions.version, Duration::ZERO, early + 1)
            .await,
        Returning::Other
    );

    // a correction that was never seen, and a row that nobody has seen at all
    let mut late = finish(5);
    late.passage.seconds = 4_321;
    let mut new = finish(6);
    new.passage.location = "Mat 9".to_owned();
    assert_eq!(race.upload(vec![late.clone(), new.clone()]).await, 2);
    let done = loop {
        match race
            .call(good, versions.version, Duration::from_secs(5), now_ms())
            .await
        {
            Returning::Step(step) if step.done => break step,
            Returning::Step(_) => {}
            other => panic!("{other:?}"),
        }
    };
    assert!(done.newer > 0, "{done:?}");
    // the answer was lost
    assert_eq!(
        race.call(good, versions.version, Duration::ZERO, now_ms())
            .await,
        Returning::Step(done)
    );
    assert_eq!(race.versions().await.unfinished, None);
    race.publish_table().await;
    let rows = race
        .store
        .rows_of_race(&Slug::new(SLUG).year(YEAR))
        .await
        .expect("rows");
    for row in [late, new] {
        assert!(
            rows.iter()
                .any(|there| there.person_id == row.person_id && there.passage == row.passage),
            "{row:?}"
        );
    }
    assert!(matches!(
        race.publications()
            .verify_race(&Slug::new(SLUG).year(YEAR))
            .await
            .expect("a look"),
        Verdict::Identical(_)
    ));
}

#[tokio::test]
async fn a_delete_and_a_year_made_again_in_the_middle_end_a_return() {
    let mut race = Race::begin(3).await;
    race.upload(wrong()).await;
    let versions = race.versions().await;
    let good = versions.earlier.last().expect("a version").version;
    let first = race
        .call(good, versions.version, Duration::ZERO, now_ms())
        .await;
    assert!(
        matches!(first, Returning::Step(RestoreStep { done: false, .. })),
        "{first:?}"
    );
    race.delete("").await;
    assert_eq!(
        race.call(good, versions.version, Duration::ZERO, now_ms())
            .await,
        Returning::Outdated
    );
    assert_eq!(
        race.versions().await.unfinished,
        None,
        "it cannot be gone on with"
    );
    race.publish_table().await;
    assert!(
        liveness::result_rows(
            &race
                .store
                .rows_of_race(&Slug::new(SLUG).year(YEAR))
                .await
                .expect("rows"),
            &race.record().await.rows
        )
        .is_empty()
    );

    race.store
        .delete_year(
            &Slug::new(SLUG).year(YEAR),
            Stamp::new(race.at_ms + 1_000, ""),
        )
        .await
        .expect("the table");
    let year = Year {
        year: YEAR.to_owned(),
        ..Year::default()
    };
    race.at_ms += 2_000;
    assert!(
        race.store
            .add_year(&Slug::new(SLUG), "ana", &year, Stamp::new(race.at_ms, ""))
            .await
            .expect("a year")
    );
    let born = race.at_ms / 1_000;
    race.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("the event's news");
    race.upload(vec![finish(1)]).await;
    let now = race.versions().await;
    assert!(
        now.earlier.iter().all(|earlier| earlier.version >= born) && now.unfinished.is_none(),
        "nothing of the incarnation before: {now:?}"
    );
    assert_eq!(
        race.call(good, versions.version, Duration::ZERO, now_ms())
            .await,
        Returning::Outdated
    );
}

#[tokio::test]
async fn earlier_versions_outlive_the_clean_up_for_thirty_days_and_no_name_that_must_go() {
    let mut race = Race::begin(3).await;
    let before = race.files().await;
    race.upload(wrong()).await;
    let good = race
        .versions()
        .await
        .earlier
        .last()
        .expect("a version")
        .version;
    let (event, record) = (
        race.store
            .load_event(&Slug::new(SLUG))
            .await
            .expect("the table")
            .expect("the event"),
        race.record().await,
    );
    for later_ms in [0, 2 * HOUR_MS] {
        race.publications()
            .prune_year(&event, &record, Time::from_ms(now_ms() + later_ms))
            .await
            .expect("a clean-up");
    }
    race.return_to(good).await;
    assert_eq!(race.files().await, before);

    // thirty days later its files are nobody's
    let files = async || {
        race.store
            .list_objects(Place::State, &format!("{SLUG}/{YEAR}/"))
            .await
            .expect("the bucket")
            .len()
    };
    let kept = files().await;
    for later_ms in [31 * 24 * HOUR_MS, 31 * 24 * HOUR_MS + 2 * HOUR_MS] {
        race.publications()
            .prune_year(&event, &record, Time::from_ms(now_ms() + later_ms))
            .await
            .expect("a clean-up");
    }
    assert!(files().await < kept, "{kept} files before");

    let mut race = Race::begin(3).await;
    race.upload(wrong()).await;
    assert_eq!(race.versions().await.earlier.len(), 1);
    let mut hidden = finish(8);
    hidden.person.anonymous = true;
    race.upload(vec![hidden]).await;
    assert_eq!(
        race.versions().await.earlier,
        [],
        "they name somebody who must not be named any more"
    );
}
