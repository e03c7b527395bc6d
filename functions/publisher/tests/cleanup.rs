//! Hours after a delete nothing is left of what it killed, and nothing else is touched.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test")]

use std::{sync::Arc, time::Duration};

use chute_domain::{
    account::Realm,
    liveness::{Mark, StoredRow},
    participant::{BibChip, Participant},
    privacy::{Decision, Proof, Wish},
    race::{Distance, Event, RaceKey, Slug, Year},
    row::{Bib, Passage, Person},
    stamp::Stamp,
    time::Now,
};
use chute_edge::Backend;
use chute_publisher::{Publications, Publisher, Repaired};
use chute_store::{Area, AskingRunner, CleanUp, Cleared, Deciding, Place, Store};
use chute_testkit::clock::{Stepping, now_ms};
use futures::TryStreamExt;
use serde_json::json;

const HOUR_MS: u64 = 3_600_000;
const TABLES: [&str; 5] = [
    "EVENTS_TABLE",
    "RACES_TABLE",
    "PARTICIPANTS_TABLE",
    "BIBCHIPS_TABLE",
    "SUBSCRIPTIONS_TABLE",
];

struct TestStore {
    store: Store,
    clock: Arc<Stepping>,
    backend: Backend,
    /// When the test began, unix milliseconds.
    began: u64,
}

fn race_of(slug: &str) -> RaceKey {
    Slug::new(slug).year("2026")
}

fn cleared(clean: usize, later: usize, failed: usize) -> Cleared {
    Cleared {
        clean,
        later,
        failed,
    }
}

impl TestStore {
    async fn new() -> Self {
        let backend = Backend::open();
        let began = now_ms();
        let clock = Stepping::at(began);
        let store = backend.store(Realm::Account).await;
        Self {
            store: store.with_clocks(clock.clone()),
            clock,
            backend,
            began,
        }
    }

    fn stamp(&self, seconds: u64) -> Stamp {
        Stamp::new(self.began + 1000 * seconds, "a request")
    }

    async fn year(&self, slug: &str, seconds: u64) {
        // the time of day at which the year is made is that of its stamp
        self.clock.set(i64::try_from(seconds).expect("a time"));
        let event = Event {
            slug: slug.to_owned(),
            name: "Hidden Name".to_owned(),
            ..Event::default()
        };
        self.store.add_event(&event, "ana").await.expect("an event");
        let year = Year {
            year: "2026".to_owned(),
            ..Year::default()
        };
        assert!(
            self.store
                .add_year(&Slug::new(slug), "ana", &year, self.stamp(seconds))
                .await
                .expect("a year"),
            "{slug}"
        );
    }

    /// Something of everything a year can hold, all with the word in it.
    async fn fill(&self, slug: &str, word: &str, seconds: u64) {
        let (store, stamp) = (&self.store, self.stamp(seconds));
        store
            .put_rows(
                &race_of(slug),
                &[
                    row(word, "5K", stamp),
                    row(&format!("{word}-2"), "10K", stamp),
                ],
            )
            .await
            .expect("rows");
        let who = Participant {
            id: word.to_owned(),
            first: word.to_owned(),
            birthdate: word.to_owned(),
            ..Participant::default()
        };
        store
            .put_participants(&race_of(slug), vec![(word.to_owned(), Some(who))], stamp)
            .await
            .expect("participants");
        store
            .put_chips(
                &race_of(slug),
                vec![BibChip {
                    bib: "1".to_owned(),
                    chip: word.to_owned(),
                }],
                stamp,
            )
            .await
            .expect("chips");
        let distance = Distance {
            name: word.to_owned(),
            ..Distance::default()
        };
        store
            .put_distances(&race_of(slug), vec![distance], stamp)
            .await
            .expect("distances");
        let (race, made) = (&race_of(slug), None);
        let now = Now {
            order: stamp,
            ..Now::in_step(stamp.order_ms())
        };
        let (wish, proof, source) = (Wish::Correction, Some(Proof::None), "a source");
        let asking = AskingRunner {
            race,
            bib: Bib::new(word),
            wish,
            text: word,
            contact: word,
            proof,
            source,
            now,
            made,
        };
        store
            .ask_privacy(&asking)
            .await
            .expect("requests")
            .expect("room");
        let granting = Deciding {
            race,
            bib: Bib::new(word),
            wish: Wish::Initials,
            decision: Decision::Grant,
            by: word,
            now,
            made,
        };
        store.grant_wish(&granting).await.expect("wishes");
        let sends = json!({"p": {"S": format!("{slug}/2026")}, "q": {"S": format!("+19075550142#{word}")}, "la": {"S": word},
            "ca": {"N": stamp.order_s().to_string()}, "cs": {"S": "x"}, "cw": {"N": "1"}, "x": {"N": "4000000000"}});
        let told = format!("c#{slug}/2026");
        let told = json!({"p": {"S": "+19075550142"}, "q": {"S": told}, "dl": {"S": "sent"}, "at": sends["ca"], "x": sends["x"]});
        for item in [sends, told] {
            self.backend.put("SUBSCRIPTIONS_TABLE", &item);
        }
        Publisher::new(store.clone())
            .rebuild(&race_of(slug))
            .await
            .expect("a publication");
        for body in [word, "again"] {
            for (place, path) in [
                (Place::Public, format!("{slug}/2026/s-1.json")),
                (Place::Restricted, format!("{slug}/2026/s-1.json")),
                (Place::State, format!("{slug}/2026/m-before")),
                (
                    Place::Downloads,
                    format!("{slug}/2026/5K/ytp-standings.csv"),
                ),
            ] {
                store
                    .put_file(place, &path, body.as_bytes().to_vec())
                    .await
                    .expect("a file");
            }
        }
    }

    async fn clear(&self, hours: u64) -> Cleared {
        let run = CleanUp {
            removals_a_second: 1_000,
            ..CleanUp::at(
                Now::in_step(self.began + hours * HOUR_MS),
                Duration::from_secs(60),
            )
        };
        self.run(&run).await
    }

    async fn run(&self, run: &CleanUp) -> Cleared {
        self.store
            .clear_dead_items(run, &Publications::of(&self.store))
            .await
            .expect("a clean-up")
    }

    /// The tables that hold the word, without tombstones and the marks of the test's slugs.
    fn tables_with(&self, word: &str) -> Vec<&'static str> {
        TABLES
            .into_iter()
            .filter(|table| self.backend.text(table).contains(word))
            .collect()
    }

    async fn versions(&self, slug: &str) -> Vec<String> {
        let mut found = Vec::new();
        for place in [
            Place::Public,
            Place::Restricted,
            Place::State,
            Place::Files,
            Place::Downloads,
        ] {
            let pages: Vec<_> = self
                .store
                .list_versions(place, &format!("{slug}/"))
                .try_collect()
                .await
                .expect("versions");
            found.extend(
                pages
                    .concat()
                    .into_iter()
                    .map(|version| format!("{place:?} {}", version.path)),
            );
        }
        found
    }
}

fn row(person: &str, distance: &str, stamp: Stamp) -> StoredRow {
    let who = Person {
        first: person.to_owned(),
        distance: distance.to_owned(),
        ..Person::default()
    };
    let passage = Passage {
        location: "Finish".to_owned(),
        segment: "Finish".to_owned(),
        ..Passage::default()
    };
    StoredRow {
        person_id: person.into(),
        person: who,
        passage,
        stamp,
        witness: None,
        mark: Mark::default(),
    }
}

#[tokio::test]
async fn of_a_deleted_event_only_slug_owner_and_counters_are_left() {
    let test = TestStore::new().await;
    test.year("gone", 0).await;
    test.year("gone-not", 0).await;
    test.fill("gone", "canary", 1).await;
    test.fill("gone-not", "stays", 1).await;
    let record = test
        .store
        .load_event(&Slug::new("gone"))
        .await
        .expect("the table")
        .expect("the event");
    test.store
        .delete_event(&record, test.stamp(2))
        .await
        .expect("a delete");
    test.store
        .withdraw(Place::Public, "gone/")
        .await
        .expect("a withdrawal");
    let before = test.versions("gone-not").await;
    // a minute is not enough
    test.clear(1).await;
    assert_eq!(
        test.tables_with("canary").len(),
        4,
        "all but that of events"
    );
    assert_eq!(
        test.clear(3).await,
        cleared(3, 0, 0),
        "the event, its year, the other one's year"
    );
    assert_eq!(test.tables_with("canary"), [""; 0]);
    assert_eq!(test.versions("gone").await, ["State gone/2026/current"]);
    assert_eq!(test.tables_with("stays").len(), 4);
    assert_eq!(
        test.tables_with("c#gone/2026"),
        [""; 0],
        "what phones were told"
    );
    assert_eq!(test.tables_with("c#gone-not/2026"), ["SUBSCRIPTIONS_TABLE"]);
    assert_eq!(
        test.tables_with("Hidden Name"),
        ["EVENTS_TABLE"],
        "that of the other event"
    );
    let events = test.backend.text("EVENTS_TABLE");
    assert_eq!(events.matches("Hidden Name").count(), 1, "{events}");
    // current objects stay; their replaced versions go with the year's first clean-up
    let (mut left, mut kept) = (test.versions("gone-not").await, before);
    assert!(
        left.iter()
            .all(|path| kept.contains(path) && !path.ends_with("m-before")),
        "{left:?}"
    );
    for files in [&mut left, &mut kept] {
        files.retain(|path| !path.starts_with("State "));
        files.dedup();
    }
    assert_eq!(left, kept);
    // and of the state nothing that is needed has gone
    let publisher = Publisher::new(test.store.clone());
    let repaired = publisher
        .reconcile(
            &race_of("gone-not"),
            Stamp::earliest(test.began + 10 * HOUR_MS),
        )
        .await
        .expect("the reconciler");
    assert_eq!(repaired, Repaired::default());
    assert_eq!(test.clear(6).await, Cleared::default(), "all is done");
}

#[tokio::test]
async fn a_year_that_was_made_again_loses_the_old_and_keeps_the_new() {
    let test = TestStore::new().await;
    test.year("again", 0).await;
    test.fill("again", "canary", 1).await;
    test.store
        .delete_year(&race_of("again"), test.stamp(2))
        .await
        .expect("a delete");
    // older than the delete: no
    let year = Year {
        year: "2026".to_owned(),
        ..Year::default()
    };
    assert!(
        !test
            .store
            .add_year(&Slug::new("again"), "ana", &year, test.stamp(1))
            .await
            .expect("an answer")
    );
    test.year("again", 3).await;
    test.store
        .delete_year(&race_of("again"), test.stamp(2))
        .await
        .expect("a delete that comes twice");
    assert!(
        test.store
            .load_event(&Slug::new("again"))
            .await
            .expect("the table")
            .expect("the event")
            .years
            .contains_key("2026")
    );
    let stamp = test.stamp(4);
    test.store
        .put_rows(&race_of("again"), &[row("fresh", "5K", stamp)])
        .await
        .expect("rows");
    let cleared = test.clear(3).await;
    assert_eq!(cleared.failed, 0, "{cleared:?}");
    assert_eq!(test.tables_with("canary"), [""; 0]);
    assert_eq!(test.tables_with("fresh"), ["RACES_TABLE"]);
}

#[tokio::test]
async fn a_year_that_cannot_be_cleared_holds_up_no_other() {
    let test = TestStore::new().await;
    for slug in ["a", "b", "c"] {
        test.year(slug, 0).await;
        test.fill(slug, "canary", 1).await;
        test.store
            .delete_area(&race_of(slug), Area::Rows, test.stamp(2))
            .await
            .expect("a delete");
    }
    let broken = json!({"p": {"S": "b/2026"}, "q": {"S": "r#x"}, "s": {"S": "no stamp"}});
    test.backend.put("RACES_TABLE", &broken);
    assert_eq!(
        test.clear(3).await,
        cleared(0, 2, 1),
        "the others are looked at again when publishers know"
    );
    assert_eq!(test.clear(6).await, cleared(2, 0, 1));
    for slug in ["a", "c"] {
        assert!(
            test.store
                .rows_of_race(&race_of(slug))
                .await
                .expect("rows")
                .is_empty(),
            "{slug}"
        );
    }
}

#[tokio::test]
async fn a_run_without_time_leaves_the_rest_to_the_next() {
    let test = TestStore::new().await;
    test.year("slow", 0).await;
    let rows: Vec<StoredRow> = (0..150)
        .map(|number| row(&format!("p{number}"), "5K", test.stamp(1)))
        .collect();
    test.store
        .put_rows(&race_of("slow"), &rows)
        .await
        .expect("rows");
    test.store
        .delete_area(&race_of("slow"), Area::Rows, test.stamp(2))
        .await
        .expect("a delete");
    let mut left = rows.len();
    // a busy machine may not get to its first removal: then once more, with more time
    for seconds in [1, 4, 16, 64_u32] {
        let run = CleanUp {
            removals_a_second: 100 / seconds,
            ..CleanUp::at(
                Now::in_step(test.began + 3 * HOUR_MS),
                Duration::from_secs(seconds.into()),
            )
        };
        assert_eq!(test.run(&run).await, cleared(0, 1, 0));
        left = test
            .store
            .rows_of_race(&race_of("slow"))
            .await
            .expect("rows")
            .len();
        if left < rows.len() {
            break;
        }
    }
    assert!(
        (40..150).contains(&left),
        "{left} rows are left after the time for a hundred"
    );
    assert_eq!(test.clear(3).await, cleared(0, 1, 0));
    assert!(
        test.store
            .rows_of_race(&race_of("slow"))
            .await
            .expect("rows")
            .is_empty()
    );
}

#[tokio::test]
async fn deletes_of_distances_are_forgotten_hours_after_their_rows() {
    let test = TestStore::new().await;
    test.year("many", 0).await;
    test.store
        .put_rows(
            &race_of("many"),
            &[
                row("a", "5K", test.stamp(1)),
                row("b", "10K", test.stamp(1)),
            ],
        )
        .await
        .expect("rows");
    let deletes = async || {
        test.store
            .load_event(&Slug::new("many"))
            .await
            .expect("the table")
            .expect("the event")
            .years["2026"]
            .rows
            .by_distance
            .len()
    };
    for second in 0..300 {
        let done = test
            .store
            .delete_rows_of_distance(&race_of("many"), "5K", test.stamp(2 + second))
            .await;
        assert!(done.expect("a delete"), "{second}");
    }
    assert!(
        !test
            .store
            .delete_rows_of_distance(&race_of("many"), "5K", test.stamp(400))
            .await
            .expect("an answer"),
        "one too many"
    );
    assert!(
        !test
            .store
            .delete_rows_of_distance(&race_of("many"), &"x".repeat(1_001), test.stamp(400))
            .await
            .expect("an answer")
    );
    assert_eq!(deletes().await, 300);
    // the rows go first, and the list only hours after that
    assert_eq!(test.clear(3).await, cleared(0, 1, 0));
    assert_eq!(
        test.store
            .rows_of_race(&race_of("many"))
            .await
            .expect("rows")
            .len(),
        1
    );
    assert_eq!(test.clear(4).await, Cleared::default());
    assert_eq!(deletes().await, 300);
    assert_eq!(test.clear(6).await, cleared(1, 0, 0));
    assert_eq!(deletes().await, 1);
    assert!(
        test.store
            .delete_rows_of_distance(&race_of("many"), "10K", test.stamp(400))
            .await
            .expect("a delete")
    );
}

#[tokio::test]
async fn tombstones_of_participants_are_removed() {
    let test = TestStore::new().await;
    test.year("tombs", 0).await;
    test.fill("tombs", "canary", 1).await;
    let ids = vec!["canary".to_owned(), "unknown".to_owned()];
    test.store
        .delete_participants(&race_of("tombs"), ids, test.stamp(2))
        .await
        .expect("a delete");
    assert_eq!(
        test.store
            .participants_of(&race_of("tombs"))
            .await
            .expect("participants")
            .len(),
        2
    );
    assert_eq!(test.clear(3).await, cleared(0, 1, 0));
    assert_eq!(
        test.store
            .participants_of(&race_of("tombs"))
            .await
            .expect("participants"),
        []
    );
}
