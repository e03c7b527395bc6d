//! State of every format that was ever written can be read: published upon without the tables, and
//! returned to.

#![expect(clippy::expect_used, clippy::panic, reason = "a test")]

use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

use chute_domain::{
    account::Realm,
    liveness::StoredRow,
    race::{RaceKey, Slug, Year},
    returning::RestoreStep,
    snapshot::Pointer,
    stamp::Stamp,
    state::{Change, YearRecord},
    time::Now,
};
use chute_edge::Backend;
use chute_publisher::{Publication, Publications, Publisher, ReturnTo, Returning};
use chute_store::{Clocks, Place, Store, pointer_path};
use chute_testkit::stored;

const SLUG: &str = "river";
const YEARS: [&str; 2] = ["2025", "2026"];
/// So few items in a piece that the larger year has a list of pieces in files of its own.
const ITEMS: usize = 8;
const RUNNERS: u64 = 60;
/// 2026-05-02 in unix milliseconds.
const BEGAN_MS: u64 = 1_777_680_000_000;
const STEP_MS: u64 = 11 * 60 * 1000;
const PLACES: [(&str, Place); 2] = [("public", Place::Public), ("state", Place::State)];

/// A clock that only the test moves: what it dates is the same in every run.
#[derive(Debug)]
struct Stopped(AtomicU64);

impl Clocks for Stopped {
    fn now(&self) -> Now {
        Now::in_step(self.0.load(SeqCst))
    }
}

struct Race {
    store: Store,
    publisher: Publisher,
    clock: Arc<Stopped>,
    _backend: Backend,
}

fn row(number: u64, seconds: i64, at_ms: u64) -> StoredRow {
    let mut row = stored::finish(number, Stamp::new(at_ms, ""));
    let is_short = number.is_multiple_of(5);
    row.person.distance = if is_short { "5 KM" } else { "10 KM" }.to_owned();
    (row.passage.seconds, row.passage.chip_seconds) = (seconds, seconds - 3);
    row
}

impl Race {
    /// An event with two years that have no rows.
    async fn begin() -> Self {
        let backend = Backend::open();
        let clock = Arc::new(Stopped(AtomicU64::new(BEGAN_MS)));
        let store = backend.store(Realm::Account).await;
        let store = store.with_clocks(clock.clone());
        let years = YEARS.map(|year| Year {
            year: year.to_owned(),
            ..Year::default()
        });
        stored::add_race(&store, SLUG, years, Stamp::new(BEGAN_MS, "")).await;
        let publisher = Publisher::new(store.clone())
            .pausing(Duration::from_millis(1))
            .with_pieces_of(ITEMS);
        Self {
            store,
            publisher,
            clock,
            _backend: backend,
        }
    }

    fn key(year: &str) -> RaceKey {
        Slug::new(SLUG).year(year)
    }

    /// Eleven minutes later, so that the version before is one that can be returned to.
    fn later(&self) -> u64 {
        self.clock.0.fetch_add(STEP_MS, SeqCst) + STEP_MS
    }

    async fn upload(&self, year: &str, numbers: impl Iterator<Item = u64>, seconds: i64) -> u64 {
        let at_ms = self.later();
        let rows: Vec<StoredRow> = numbers.map(|number| row(number, seconds, at_ms)).collect();
        let key = Self::key(year);
        self.store.put_rows(&key, &rows).await.expect("rows");
        let rows = rows.into_iter().map(|row| Change::Row(Box::new(row)));
        self.publish(year, &rows.collect::<Vec<_>>()).await
    }

    async fn publish(&self, year: &str, changes: &[Change]) -> u64 {
        let done = self.publisher.race_changed(&Self::key(year), changes).await;
        match done.expect("a publication") {
            Publication::Version(version) => version,
            other => panic!("a version, not {other:?}"),
        }
    }

    async fn record(&self, year: &str) -> YearRecord {
        let event = self.store.load_event(&Slug::new(SLUG)).await;
        let event = event.expect("the table").expect("the event");
        event
            .years
            .get(&Self::key(year).year)
            .expect("the year")
            .clone()
    }

    async fn version(&self, year: &str) -> u64 {
        let pointer = self
            .store
            .get_object(Place::Public, &pointer_path(&Self::key(year)))
            .await;
        let pointer = pointer.expect("the bucket").expect("a pointer");
        Pointer::read(&pointer.body).expect("a pointer").made().0
    }

    /// Everything that is stored of the event, by place and path.
    async fn dump(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for (name, place) in PLACES {
            let paths = self.store.list_objects(place, &format!("{SLUG}/")).await;
            for path in paths.expect("the bucket") {
                let object = self.store.get_object(place, &path).await;
                let body = object.expect("the bucket").expect("an object").body;
                files.insert(format!("{name}/{path}"), hex(&body));
            }
        }
        files
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(hex.get(at..at + 2).expect("two digits"), 16);
    (0..hex.len())
        .step_by(2)
        .map(|at| byte(at).expect("a byte"))
        .collect()
}

/// A race with corrections, results that disappeared and earlier versions, and a race of one piece.
async fn played() -> Race {
    let race = Race::begin().await;
    race.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("the event");
    race.upload("2025", 0..3, 900).await;
    race.upload("2025", 1..2, 901).await;
    race.upload("2026", 0..RUNNERS, 2_000).await;
    race.upload("2026", 4..9, 2_100).await;
    let stamp = Stamp::new(race.later(), "");
    race.store
        .delete_rows_of_distance(&Race::key("2026"), "5 KM", stamp)
        .await
        .expect("a delete");
    race.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("the event");
    race.upload("2026", 1..2, 2_200).await;
    race
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Writes the fixture of the format that this version writes.
#[tokio::test]
#[ignore = "it writes a fixture, whenever a format is added"]
async fn fixture_of_this_format() {
    let files = played().await.dump().await;
    let text = serde_json::to_string_pretty(&files).expect("JSON");
    fs::write(fixture_of(&files), text).expect("the fixture");
}

/// The fixture of the format in which these files are.
fn fixture_of(files: &BTreeMap<String, String>) -> PathBuf {
    let manifest = files.iter().find(|(path, _)| path.contains("/2026/m-"));
    let (_, manifest) = manifest.expect("a manifest");
    let format = bytes(manifest).first().copied().expect("a format");
    fixtures().join(format!("state-{format}.json"))
}

/// The current format has its fixture, too: a change of what is stored that leaves the number as it
/// was fails here, since the fixture cannot be read then.
#[tokio::test]
async fn a_state_in_any_format_can_be_published_upon_and_returned_to() {
    let written = fixture_of(&played().await.dump().await);
    assert!(
        written.exists(),
        "run `cargo test --test formats -- --ignored` for {}",
        written.display()
    );
    for fixture in fs::read_dir(fixtures()).expect("the fixtures") {
        let path = fixture.expect("a fixture").path();
        let text = fs::read_to_string(&path).expect("a fixture");
        let files: BTreeMap<String, String> = serde_json::from_str(&text).expect("JSON");
        let race = Race::begin().await;
        race.later();
        let stamp = Stamp::new(BEGAN_MS + 5 * STEP_MS, "");
        race.store
            .delete_rows_of_distance(&Race::key("2026"), "5 KM", stamp)
            .await
            .expect("a delete");
        for (path, body) in files {
            let (name, path) = path.split_once('/').expect("a place");
            let (_, place) = PLACES
                .iter()
                .find(|place| place.0 == name)
                .expect("a place");
            race.store
                .move_pointer(*place, path, bytes(&body), None)
                .await
                .expect("an object");
        }
        race.clock.0.store(BEGAN_MS + 6 * STEP_MS, SeqCst);
        for (year, rows, people) in [("2025", 4, 4), ("2026", 49, 49)] {
            can_be_used(&race, year, (rows, people)).await;
        }
    }
}

/// The tables have no row of it: what is published then can only come from the state.
async fn can_be_used(race: &Race, year: &str, (rows, people): (usize, usize)) {
    let publications = Publications::of(&race.store).with_pieces_of(ITEMS);
    let (slug, record) = (Slug::new(SLUG), race.record(year).await);
    let before = race.version(year).await;
    let now = race.store.now();
    let earlier = publications.earlier_versions(&slug, &record, now).await;
    let earlier = earlier.expect("the versions").earlier;
    let last = earlier.first().expect("a version to return to");
    let call = ReturnTo {
        slug: &slug,
        record: &record,
        version: last.version,
        expected: before,
        now,
        work: Duration::from_secs(60),
        only_look: true,
    };
    let returning = publications.return_to(call).await.expect("a look");
    assert!(
        matches!(returning, Returning::Step(RestoreStep { changed: 1, .. })),
        "{year}: {returning:?}"
    );
    let after = race.upload(year, 101..102, 3_000).await;
    assert_eq!(after, before + 1, "{year}");
    let published = publications.published(&slug, &record).await;
    let published = published.expect("figures");
    assert_eq!((published.rows, published.people), (rows, people), "{year}");
}
