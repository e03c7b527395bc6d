//! Revisions in the open (contract 9.6): what the published history says against the snapshots
//! themselves.

#![expect(clippy::expect_used, reason = "a test")]

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use chute_domain::{
    account::Realm,
    board::{Field, State},
    corrections::{Bibs, Correction, Outcome, Runner, Values},
    event_time::EventTime,
    liveness::StoredRow,
    privacy::Wishes,
    race::{Branding, Event, EventKind, Official, Slug, Year},
    row::ResultRow,
    snapshot::{CorrectedVersion, Head, History, Pointer, read_shard},
    stamp::Stamp,
    state::{Change, Stamped},
    time::Now,
};
use chute_edge::Backend;
use chute_publisher::{Publications, Publisher, Repaired, Verdict};
use chute_store::{Correcting, Place, Store};
use chute_testkit::{
    clock::{Stepping, now_ms},
    stored::{add_race, finish},
};
use serde_json::Value;

const SLUG: &str = "river";
const RUNNERS: u64 = 90;
const NO_AGE: Wishes = Wishes {
    initials: false,
    no_age: true,
    hidden: false,
};
const PAUSE: Duration = Duration::from_millis(1);

/// Distance and bib → state, clock and chip time, places; as a page shows them.
type Results = BTreeMap<(String, String), BTreeMap<&'static str, i64>>;

struct Race {
    store: Store,
    publisher: Publisher,
    clock: Arc<Stepping>,
    rows: BTreeMap<u64, StoredRow>,
    /// The bibs of corrected runners, and when they were corrected last.
    bibs: BTreeMap<u64, (Bibs, Option<Stamp>)>,
    at_ms: u64,
    /// Whether that is the time of day.
    is_live: bool,
    _backend: Backend,
}

impl Race {
    async fn begin(live: bool) -> Self {
        let backend = Backend::open();
        // uploads are of 1970, so long ago that nothing is waited for
        let clock = Stepping::at(now_ms());
        let store = backend.store(Realm::Account).await;
        let store = store.with_clocks(clock.clone());
        let year = Year {
            year: "2026".to_owned(),
            live,
            ..Year::default()
        };
        add_race(&store, SLUG, [year], Stamp::new(1_000, "")).await;
        let rows: BTreeMap<u64, StoredRow> = (0..RUNNERS)
            .map(|number| (number, finish(number, Stamp::new(2_000, ""))))
            .collect();
        store
            .put_rows(
                &Slug::new(SLUG).year("2026"),
                &rows.values().cloned().collect::<Vec<_>>(),
            )
            .await
            .expect("rows");
        let publisher = Publisher::new(store.clone()).pausing(PAUSE);
        publisher
            .event_changed(&Slug::new(SLUG))
            .await
            .expect("the event's news");
        publisher
            .rebuild(&Slug::new(SLUG).year("2026"))
            .await
            .expect("a first version");
        Self {
            store,
            publisher,
            clock,
            rows,
            bibs: BTreeMap::new(),
            at_ms: 3_000,
            is_live: false,
            _backend: backend,
        }
    }

    /// Something is received, later than all before.
    fn receive(&mut self) {
        self.at_ms += 10;
        if self.is_live {
            self.at_ms = self.at_ms.max(self.store.time().ms());
        }
        self.clock.received(self.at_ms);
    }

    /// Uploads these rows as they are in `rows`, and publishes them.
    async fn upload(&mut self, numbers: &[u64]) {
        self.receive();
        let stamp = Stamp::new(self.at_ms, "");
        let mut sent = Vec::new();
        for number in numbers {
            let row = self.rows.get_mut(number).expect("a row");
            row.stamp = stamp;
            sent.push(row.clone());
        }
        self.store
            .put_rows(&Slug::new(SLUG).year("2026"), &sent)
            .await
            .expect("rows");
        let changes: Vec<Change> = sent
            .into_iter()
            .map(|row| Change::Row(Box::new(row)))
            .collect();
        self.publisher
            .race_changed(&Slug::new(SLUG).year("2026"), &changes)
            .await
            .expect("a publication");
    }

    /// Grants these wishes to a bib, and publishes that.
    async fn grant(&mut self, bib: &str, wishes: Wishes) {
        self.at_ms += 10;
        let item = Stamped {
            stamp: Stamp::new(self.at_ms, ""),
            item: Some(wishes),
        };
        self.publisher
            .race_changed(
                &Slug::new(SLUG).year("2026"),
                &[Change::Wishes(bib.to_owned(), Some(item))],
            )
            .await
            .expect("a publication");
    }

    /// Corrects a runner, and publishes that.
    async fn correct(&mut self, number: u64, outcome: Option<Outcome>, bib: Option<&str>) {
        self.at_ms += 10;
        let row = self.rows.get(&number).expect("a row");
        let seen = Values::uploaded(EventKind::Distance, &row.person, [&row.passage]);
        let id = Correction::id_of(Runner::uploaded(&row.person_id, &row.person));
        let (bibs, seen_at) = self.bibs.entry(number).or_default();
        *bibs = bibs.then(bib.map(str::to_owned));
        let known = Correction {
            bib: row.person.bib.clone(),
            seen,
            is_uploaded: true,
            corrected: Values {
                outcome,
                ..Values::default()
            },
            bibs: bibs.clone(),
            ..Correction::default()
        };
        let correcting = Correcting {
            race: &Slug::new(SLUG).year("2026"),
            id: &id,
            known: Some(&known),
            reason: "",
            by: "ana",
            seen: *seen_at,
            now: Now::in_step(self.at_ms),
        };
        let stored = self.store.correct_by_hand(&correcting).await;
        assert!(stored.expect("the table"));
        *seen_at = Some(correcting.now.order);
        let item = Stamped {
            stamp: correcting.now.order,
            item: Some(Box::new(known.clone())),
        };
        self.publisher
            .race_changed(
                &Slug::new(SLUG).year("2026"),
                &[Change::Correction(id, Some(item))],
            )
            .await
            .expect("a publication");
    }

    /// From now on uploads are of the time of day.
    fn live_on(&mut self) {
        self.is_live = true;
    }

    /// Lets time pass, and compares the race with the tables.
    async fn reconcile_after(&mut self, minutes: u64) -> Repaired {
        self.clock.pass(Duration::from_secs(60 * minutes));
        self.receive();
        self.publisher
            .reconcile(&Slug::new(SLUG).year("2026"), Stamp::earliest(self.at_ms))
            .await
            .expect("a comparison")
    }

    async fn told(&self) -> Vec<String> {
        let history = self.history(Place::Public).await;
        history.iter().flat_map(listed).collect()
    }

    async fn delete(&mut self, distance: &str) {
        self.receive();
        let done = self
            .store
            .delete_rows_of_distance(
                &Slug::new(SLUG).year("2026"),
                distance,
                Stamp::new(self.at_ms, ""),
            )
            .await;
        assert!(done.expect("the table"));
        self.publisher
            .event_changed(&Slug::new(SLUG))
            .await
            .expect("a publication");
    }

    async fn file(&self, place: Place, name: &str) -> Option<Vec<u8>> {
        self.store
            .get_object(place, &format!("{SLUG}/2026/{name}"))
            .await
            .expect("the bucket")
            .map(|found| found.body)
    }

    async fn pointer(&self, place: Place) -> (Pointer, Value) {
        let body = self.file(place, "current.json").await.expect("a pointer");
        (
            Pointer::read(&body).expect("a pointer"),
            serde_json::from_slice(&body).expect("JSON"),
        )
    }

    /// All rows that the snapshot has, put into results by themselves.
    async fn results(&self) -> Results {
        let (pointer, _) = self.pointer(Place::Public).await;
        let head = Head::read(
            &self
                .file(Place::Public, pointer.head())
                .await
                .expect("the head"),
        )
        .expect("a head");
        let mut rows: Vec<ResultRow> = Vec::new();
        for name in head.shards.names() {
            let shard = read_shard(&self.file(Place::Public, name).await.expect("a shard"))
                .expect("a shard");
            rows.extend(shard.rows.into_iter().map(|(row, _)| row));
        }
        let mut results = Results::new();
        for distance in head.counts.iter().map(|(distance, _)| distance) {
            let own: Vec<&ResultRow> = rows
                .iter()
                .filter(|row| row.person.distance == *distance)
                .collect();
            let field = Field::of(EventKind::Distance, &own);
            for line in field.board(EventKind::Distance, distance).lines {
                let mut told = BTreeMap::from([("status", line.state as i64)]);
                if let Some(ResultRow { passage, .. }) =
                    line.result.filter(|_| line.state == State::Finished)
                {
                    told.insert("time", passage.seconds * 1000 + passage.milliseconds);
                    told.insert(
                        "chip",
                        passage.chip_seconds * 1000 + passage.chip_milliseconds,
                    );
                    let places = [
                        ("place", passage.ranking),
                        ("gender_place", passage.gender_ranking),
                        ("age_place", passage.age_ranking),
                    ];
                    told.extend(places.into_iter().filter(|(_, place)| *place > 0));
                }
                results.insert(
                    (distance.clone(), line.row.person.bib.trim().to_owned()),
                    told,
                );
            }
        }
        results
    }

    /// The whole history, the earliest version first, read the way a page does.
    async fn history(&self, place: Place) -> Vec<CorrectedVersion> {
        let (_, pointer) = self.pointer(place).await;
        let mut next = pointer
            .pointer("/history/file")
            .and_then(Value::as_str)
            .map(ToOwned::to_owned);
        let mut entries = Vec::new();
        while let Some(name) = next {
            let part = History::read(
                &self
                    .file(place, &name)
                    .await
                    .expect("a file of the history"),
            )
            .expect("a history");
            entries = [part.entries, entries].concat();
            next = part.before;
        }
        entries
    }

    async fn newest(&self) -> CorrectedVersion {
        self.history(Place::Public).await.pop().expect("an entry")
    }
}

/// Of two snapshots: every value of a line that was told and is another, in one word each.
fn difference(before: &Results, after: &Results) -> Vec<String> {
    let mut found = Vec::new();
    for ((distance, bib), was) in before
        .iter()
        .filter(|(_, was)| was["status"] != State::Started as i64)
    {
        let other = after.iter().find(|((now, who), _)| {
            who == bib && now != distance && !before.contains_key(&(now.clone(), bib.clone()))
        });
        let (is, to) = match (after.get(&(distance.clone(), bib.clone())), other) {
            (Some(is), _) => (Some(is), None),
            (None, Some(((now, _), is))) => (Some(is), Some(now)),
            (None, None) => (None, None),
        };
        found.extend(to.map(|to| format!("{distance} {bib} to {to}")));
        for name in [
            "status",
            "time",
            "chip",
            "place",
            "gender_place",
            "age_place",
        ] {
            let (was, is) = (was.get(name), is.and_then(|is| is.get(name)));
            if was != is {
                found.push(format!("{distance} {bib} {name} {was:?} {is:?}"));
            }
        }
    }
    found.sort();
    found
}

/// The same as an entry of the history lists it.
fn listed(entry: &CorrectedVersion) -> Vec<String> {
    let mut found = Vec::new();
    for line in &entry.lines {
        let start = format!("{} {}", line.distance, line.bib);
        found.extend(line.to.as_ref().map(|to| format!("{start} to {to}")));
        let bib = line.to_bib.as_ref();
        found.extend(bib.map(|bib| format!("{start} to bib {bib}")));
        let pairs = [
            ("status", line.status),
            ("time", line.time),
            ("chip", line.chip),
            ("place", line.place),
            ("gender_place", line.gender_place),
            ("age_place", line.age_place),
        ];
        found.extend(pairs.into_iter().filter_map(|(name, pair)| {
            let (was, is) = pair?;
            Some(format!(
                "{start} {name} {:?} {:?}",
                was.as_ref(),
                is.as_ref()
            ))
        }));
    }
    found.sort();
    found
}

/// Numbers that look drawn and are the same each time.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// One random revision of a race that is over; returns whose rows are others.
fn correct(drawn: &mut Drawn, rows: &mut BTreeMap<u64, StoredRow>) -> Vec<u64> {
    let (one, other) = (drawn.below(RUNNERS), drawn.below(RUNNERS));
    let mut places = |a: u64, b: u64| {
        let [of_a, of_b] = [a, b].map(|number| {
            rows.get(&number)
                .map(|row| row.passage.clone())
                .unwrap_or_default()
        });
        for (number, from) in [(a, of_b), (b, of_a)] {
            if let Some(row) = rows.get_mut(&number) {
                (row.passage.ranking, row.passage.gender_ranking) =
                    (from.ranking, from.gender_ranking);
            }
        }
    };
    match drawn.below(7) {
        0 | 1 => places(one, other),
        what => {
            let row = rows.get_mut(&one).expect("a row");
            match what {
                2 => row.passage.seconds += 1 + i64::try_from(other).unwrap_or_default(),
                3 => row.passage.kind = if row.passage.kind == 0 { 30 } else { 0 },
                4 => row.passage.kind = if row.passage.kind == 0 { 31 } else { 0 },
                5 => {
                    row.person.distance = if row.person.distance == "5 KM" {
                        "10 KM"
                    } else {
                        "5 KM"
                    }
                    .to_owned()
                }
                // a field that no reader sees is no revision
                _ => row.passage.local_time = format!("{other}"),
            }
            return vec![one];
        }
    }
    if one == other {
        vec![one]
    } else {
        vec![one, other]
    }
}

#[tokio::test]
async fn the_history_of_200_random_corrections_is_the_difference_of_the_snapshots() {
    let mut race = Race::begin(false).await;
    let mut drawn = Drawn(7);
    let (mut before, mut corrected, mut wanted) = (race.results().await, 0, Vec::new());
    for _ in 0..200 {
        let numbers = correct(&mut drawn, &mut race.rows);
        race.upload(&numbers).await;
        let after = race.results().await;
        let found = difference(&before, &after);
        corrected += usize::from(!found.is_empty());
        wanted.extend(Some(found).filter(|found| !found.is_empty()));
        before = after;
    }
    let history = race.history(Place::Public).await;
    assert!(corrected > 120, "{corrected} of 200 corrected something");
    assert_eq!(history.len(), corrected);
    for (entry, wanted) in history.iter().zip(&wanted) {
        assert_eq!(listed(entry), *wanted, "version {}", entry.version);
    }
    assert!(history.is_sorted_by(|a, b| a.version < b.version && a.at.instant() <= b.at.instant()));
    let files = race
        .store
        .list_objects(Place::Public, &format!("{SLUG}/2026/v-"))
        .await
        .expect("the bucket");
    for name in files {
        let body = race
            .store
            .get_object(Place::Public, &name)
            .await
            .expect("the bucket")
            .expect("a file")
            .body;
        let part = serde_json::to_string(&History::read(&body).expect("a history")).expect("JSON");
        assert!(!part.contains("First"), "a name in {name}");
    }
    assert!(matches!(
        Publications::of(&race.store)
            .verify_race(&Slug::new(SLUG).year("2026"))
            .await
            .expect("a look"),
        Verdict::Identical(_)
    ));
}

#[tokio::test]
async fn an_upload_that_corrects_nothing_writes_no_history() {
    let mut race = Race::begin(true).await;
    race.rows.get_mut(&1).expect("a row").passage.ranking = 50;
    race.rows.insert(RUNNERS, finish(RUNNERS, Stamp::default()));
    race.upload(&[1, RUNNERS]).await;
    let (_, pointer) = race.pointer(Place::Public).await;
    assert_eq!(
        pointer.get("history"),
        None,
        "a place that moves while the race is on, and somebody who arrives"
    );
    assert_eq!(
        race.store
            .list_objects(Place::Public, &format!("{SLUG}/2026/v-"))
            .await
            .expect("the bucket"),
        [""; 0]
    );
    race.rows.get_mut(&1).expect("a row").passage.seconds += 7;
    race.upload(&[1]).await;
    let (_, pointer) = race.pointer(Place::Public).await;
    assert_eq!(
        (&pointer["history"]["version"], &pointer["history"]["at"]),
        (&pointer["version"], &pointer["updated_at"])
    );
    assert_eq!(
        listed(&race.newest().await),
        ["10 KM 1 time Some(1020000) Some(1027000)"]
    );
}

#[tokio::test]
async fn recalculate_is_told_as_one_delete_and_by_what_differs_afterwards() {
    let mut race = Race::begin(true).await;
    race.delete("5 KM").await;
    let entry = race.newest().await;
    assert_eq!(
        (entry.lines.len(), entry.deleted),
        (0, vec![("5 KM".to_owned(), 30)])
    );
    race.rows.get_mut(&3).expect("a row").passage.seconds = 999;
    for some in (0..RUNNERS)
        .filter(|number| number.is_multiple_of(3))
        .collect::<Vec<_>>()
        .chunks(10)
    {
        race.upload(some).await;
    }
    let history = race.history(Place::Public).await;
    assert_eq!(history.len(), 2, "of thirty only one came back otherwise");
    assert_eq!(
        listed(&history[1]),
        ["5 KM 3 time Some(1040000) Some(999000)"]
    );
}

/// Places that are made from the rows are those among who is back so far.
#[tokio::test]
async fn recalculate_of_a_corrected_race_tells_only_what_it_corrected() {
    let mut race = Race::begin(false).await;
    let of_5k: Vec<u64> = (0..RUNNERS)
        .filter(|number| number.is_multiple_of(3))
        .collect();
    let by_hand = Outcome::Finished {
        clock_ms: 1_100_001,
        chip_ms: 1_097_000,
    };
    race.correct(9, Some(by_hand), None).await;
    let before = race.told().await;
    race.live_on();
    for change in [0, 1] {
        race.delete("5 KM").await;
        // the last one by place is the first one back
        for some in of_5k.rchunks(7) {
            race.upload(some).await;
            // pressed again half-way
            if change == 0 && some.contains(&45) {
                race.delete("5 KM").await;
            }
        }
        race.upload(&of_5k).await;
        if change == 0 {
            assert_eq!(race.told().await, before);
            race.rows.get_mut(&87).expect("a row").passage.seconds = 999;
        }
    }
    let told = race.told().await.split_off(before.len());
    let places = told.iter().filter(|line| line.contains(" place "));
    assert_eq!(places.count(), 30, "one is first now: {told:?}");
    let times = told.iter().filter(|line| line.contains(" time "));
    assert_eq!(times.count(), 1);
    assert!(told.contains(&"5 KM 87 time Some(1880000) Some(999000)".to_owned()));
    assert!(told.contains(&"5 KM 0 place Some(1) Some(2)".to_owned()));
}

#[tokio::test]
async fn who_does_not_come_back_is_waited_for_a_quarter_of_an_hour() {
    let mut race = Race::begin(false).await;
    let by_hand = Outcome::Finished {
        clock_ms: 1_100_001,
        chip_ms: 1_097_000,
    };
    race.correct(9, Some(by_hand), None).await;
    let before = race.told().await.len();
    race.live_on();
    race.delete("5 KM").await;
    let rest: Vec<u64> = (1..RUNNERS)
        .filter(|number| number.is_multiple_of(3))
        .collect();
    for some in rest.chunks(9) {
        race.upload(some).await;
    }
    assert_eq!(race.told().await.len(), before);
    let repaired = race.reconcile_after(5).await;
    assert_eq!((repaired.count(), race.told().await.len()), (0, before));
    let repaired = race.reconcile_after(11).await;
    assert_eq!(repaired.count(), 0, "nothing was lost");
    let told = race.told().await.split_off(before);
    assert!(
        told.contains(&"5 KM 3 place Some(2) Some(1)".to_owned()),
        "{told:?}"
    );
    let (_, pointer) = race.pointer(Place::Public).await;
    race.reconcile_after(5).await;
    assert_eq!(race.pointer(Place::Public).await.1, pointer, "told once");
}

#[tokio::test]
async fn who_got_another_bib_is_told_as_the_same_runner() {
    let mut race = Race::begin(true).await;
    race.correct(1, None, Some("700")).await;
    assert_eq!(race.told().await, ["10 KM 1 to bib 700"]);
    // two swap, by a third bib
    race.correct(4, None, Some("800")).await;
    race.correct(2, None, Some("4")).await;
    race.correct(4, None, Some("2")).await;
    let told = [
        "10 KM 1 to bib 700",
        "10 KM 4 to bib 800",
        "10 KM 2 to bib 4",
        "10 KM 800 to bib 2",
    ];
    assert_eq!(race.told().await, told);
    race.correct(1, None, None).await;
    assert_eq!(
        race.told().await.last().expect("a line"),
        "10 KM 700 to bib 1"
    );
}

/// Of runners who are not shown by their name nobody learns the other bib, also afterwards.
#[tokio::test]
async fn with_which_bib_somebody_hidden_goes_on_is_not_told() {
    let mut race = Race::begin(true).await;
    race.correct(1, None, Some("700")).await;
    race.grant(
        "2",
        Wishes {
            initials: true,
            ..Wishes::default()
        },
    )
    .await;
    race.correct(2, None, Some("701")).await;
    let told = race.told().await;
    assert_eq!(told[0], "10 KM 1 to bib 700");
    assert!(told.contains(&"10 KM 2 status Some(2) None".to_owned()));
    assert!(!told.concat().contains("701"), "{told:?}");
    race.grant(
        "1",
        Wishes {
            hidden: true,
            ..Wishes::default()
        },
    )
    .await;
    let told = race.told().await;
    assert_eq!(told[0], "10 KM 1 status None None");
    assert!(!told.concat().contains("to bib"), "{told:?}");
}

#[tokio::test]
async fn the_history_outlives_a_rebuild_and_moves_with_a_restricted_event() {
    let mut race = Race::begin(false).await;
    race.rows.get_mut(&1).expect("a row").passage.seconds += 7;
    race.upload(&[1]).await;
    let before = race.history(Place::Public).await;
    Publisher::new(race.store.clone())
        .pausing(PAUSE)
        .rebuild(&Slug::new(SLUG).year("2026"))
        .await
        .expect("a rebuild");
    assert_eq!(race.history(Place::Public).await, before);
    race.rows.get_mut(&2).expect("a row").passage.seconds += 7;
    race.upload(&[2]).await;
    assert_eq!(race.history(Place::Public).await.len(), 2);

    let restricted = Event {
        slug: SLUG.to_owned(),
        name: "A Race".to_owned(),
        access_restricted: true,
        ..Event::default()
    };
    assert!(
        race.store
            .update_event(&restricted, Branding::default(), "ana")
            .await
            .expect("the table")
    );
    race.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("a publication");
    assert_eq!(race.history(Place::Restricted).await.len(), 2);
    assert_eq!(
        race.store
            .list_objects(Place::Public, &format!("{SLUG}/2026/"))
            .await
            .expect("the bucket"),
        [""; 0],
        "nothing is left in public"
    );
}

/// Neither that "no age" was granted nor where the runner stood in the age group is in any file;
/// what else was corrected, and what others were corrected, stays. Nor does it tell when the wish
/// is taken back.
#[tokio::test]
async fn a_wish_for_no_age_leaves_nothing_in_the_history() {
    let mut race = Race::begin(false).await;
    for (number, seconds) in [(1, 0), (2, 0), (4, 7)] {
        let passage = &mut race.rows.get_mut(&number).expect("a row").passage;
        (passage.age_ranking, passage.seconds) = (50, passage.seconds + seconds);
        race.upload(&[number]).await;
    }
    race.rows.get_mut(&4).expect("a row").passage.age_ranking = 51;
    race.upload(&[4]).await;
    let all = async |race: &Race| -> Vec<String> {
        let history = race.history(Place::Public).await;
        history.iter().flat_map(listed).collect()
    };
    let before = all(&race).await;
    assert_eq!(before.len(), 5, "{before:?}");
    for bib in ["1", "4"] {
        race.grant(bib, NO_AGE).await;
    }
    let told = [
        "10 KM 2 age_place Some(3) Some(50)",
        "10 KM 4 time Some(1050000) Some(1057000)",
    ];
    assert_eq!(all(&race).await, told);
    let (_, pointer) = race.pointer(Place::Public).await;
    let files = race
        .store
        .list_objects(Place::Public, &format!("{SLUG}/2026/v-"))
        .await
        .expect("the bucket");
    let named = pointer["history"]["file"].as_str().expect("a name");
    assert_eq!(
        files,
        [format!("{SLUG}/2026/{named}")],
        "as they were they are gone"
    );
    // the history goes on from here, without what the wish covers
    let passage = &mut race.rows.get_mut(&4).expect("a row").passage;
    (passage.age_ranking, passage.chip_seconds) = (52, 1_000);
    race.upload(&[4]).await;
    race.grant("4", Wishes::default()).await;
    let mut told = told.map(str::to_owned).to_vec();
    told.push("10 KM 4 chip Some(1047000) Some(1000000)".to_owned());
    assert_eq!(all(&race).await, told);
    // without a change of rows: their one line has no place in an age group any more
    race.rows.get_mut(&2).expect("a row").passage.age_ranking = -1;
    race.upload(&[2]).await;
    assert_eq!(all(&race).await.len(), 4);
    race.grant("2", NO_AGE).await;
    assert_eq!(all(&race).await, told[1..]);
}

#[tokio::test]
async fn a_history_that_is_lost_begins_anew() {
    let mut race = Race::begin(false).await;
    race.rows.get_mut(&1).expect("a row").passage.seconds += 7;
    race.upload(&[1]).await;
    let (_, pointer) = race.pointer(Place::Public).await;
    let name = format!(
        "{SLUG}/2026/{}",
        pointer["history"]["file"].as_str().expect("a name")
    );
    race.store
        .delete_objects(Place::Public, &[name])
        .await
        .expect("the bucket");
    assert!(
        matches!(
            Publications::of(&race.store)
                .verify_race(&Slug::new(SLUG).year("2026"))
                .await
                .expect("a look"),
            Verdict::Different(_)
        ),
        "the check tells that it is gone"
    );
    race.rows.get_mut(&2).expect("a row").passage.seconds += 7;
    race.upload(&[2]).await;
    let history = race.history(Place::Public).await;
    assert_eq!((history.len(), history[0].lines[0].bib.as_str()), (1, "2"));
}

#[tokio::test]
async fn a_year_that_is_made_again_has_no_history_of_the_one_before() {
    let mut race = Race::begin(false).await;
    race.rows.get_mut(&1).expect("a row").passage.seconds += 7;
    race.upload(&[1]).await;
    race.store
        .delete_year(&Slug::new(SLUG).year("2026"), Stamp::new(10_000_000, ""))
        .await
        .expect("the table");
    race.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("the event's news");
    let year = Year {
        year: "2026".to_owned(),
        ..Year::default()
    };
    assert!(
        race.store
            .add_year(&Slug::new(SLUG), "ana", &year, Stamp::new(20_000_000, ""))
            .await
            .expect("a year")
    );
    race.publisher
        .event_changed(&Slug::new(SLUG))
        .await
        .expect("the event's news");
    race.at_ms = 30_000_000;
    race.upload(&[1, 2]).await;
    let (_, pointer) = race.pointer(Place::Public).await;
    assert_eq!(pointer.get("history"), None);
    assert_eq!(
        pointer["number"],
        1 + pointer["version"].as_u64().expect("a version") - 20_000
    );
}

/// A timing client that does not know the field writes the year whole.
#[tokio::test]
async fn official_results_stay_so_and_are_published_until_something_else_is_said() {
    let race = Race::begin(false).await;
    let since = Official::Since(EventTime::from_unix(1_777_777_777));
    let year = |live: bool| Year {
        year: "2026".to_owned(),
        live,
        ..Year::default()
    };
    let published = async || {
        race.publisher
            .event_changed(&Slug::new(SLUG))
            .await
            .expect("a publication");
        let (pointer, _) = race.pointer(Place::Public).await;
        let head = Head::read(
            &race
                .file(Place::Public, pointer.head())
                .await
                .expect("the head"),
        )
        .expect("a head");
        (head.event_year.live, head.event_year.official)
    };
    assert_eq!(published().await, (false, Official::Unsaid));
    for (live, said, stands) in [
        (false, Some(Official::Unofficial), Official::Unofficial),
        (false, Some(since.clone()), since.clone()),
        (true, None, since),
        (true, Some(Official::Unsaid), Official::Unsaid),
    ] {
        assert!(
            race.store
                .update_year(&Slug::new(SLUG), &year(live), said.as_ref())
                .await
                .expect("the table")
        );
        assert_eq!(published().await, (live, stands.clone()));
        let stored = race
            .store
            .load_event(&Slug::new(SLUG))
            .await
            .expect("the table")
            .expect("the event");
        assert_eq!(stored.years["2026"].year.official, stands);
        assert!(matches!(
            Publications::of(&race.store)
                .verify_race(&Slug::new(SLUG).year("2026"))
                .await
                .expect("a look"),
            Verdict::Identical(_)
        ));
    }
}
