//! Restricted, deleted and lost data: published files are removed before the answer, and a lost
//! state is restored from the tables.

use chute_domain::{account::Realm, key::KeyKind};
use chute_store::{Place, Written};
use chute_testkit::wire::{self, event, row, year};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::{app, download, eventually};

/// The status of a published file.
pub fn status(path: &str) -> u16 {
    download(path, &[]).status
}

/// The path of the pointer of an event's year.
pub fn pointer(slug: &str) -> String {
    format!("results/{slug}/2026/current.json")
}

fn add(slug: &str, person: &str) {
    let rows = [row(person, &json!({ "bib": person }))];
    app().ok("POST", "/results/add", &wire::results(slug, &rows));
}

/// Waits until this many rows are published.
fn has(slug: &str, count: usize) {
    eventually("the rows", || {
        Some(app().ok("POST", "/results", &json!({ "slug": slug })))
            .filter(|answer| answer["count"] == count)
    });
}

/// Waits until the pointer is there: the publisher moves it after the rows can be read.
fn is_pointed_to(slug: &str) {
    eventually("the pointer", || {
        (status(&pointer(slug)) == 200).then_some(Value::Null)
    });
}

fn restrict(slug: &str, restricted: bool) {
    app().ok(
        "PUT",
        "/event/update",
        &json!({ "event": event(slug, restricted) }),
    );
}

#[test]
fn restricting_withdraws_and_opening_publishes_again() {
    let slug = app().event(false);
    add(&slug, "1");
    has(&slug, 1);
    is_pointed_to(&slug);
    restrict(&slug, true);
    assert_eq!(status(&pointer(&slug)), 404, "gone before the answer");
    add(&slug, "2");
    has(&slug, 2);
    assert_eq!(
        status(&pointer(&slug)),
        404,
        "its owner reads it, nobody else"
    );
    let of_year = json!({"slug": slug, "year": "2026"});
    for path in ["/event", "/results/all", "/results/finish"] {
        let rows = app().ok("POST", path, &of_year)["results"].clone();
        assert!(
            rows.as_object()
                .is_some_and(|distances| !distances.is_empty()),
            "{path}: {rows}"
        );
    }
    let years = app().ok(
        "POST",
        "/results/multi",
        &json!({"slug": slug, "years": ["2026"]}),
    );
    assert!(
        years["results"]["2026"]
            .as_object()
            .is_some_and(|distances| !distances.is_empty()),
        "{years}"
    );
    let bib = app().ok(
        "POST",
        "/results/bib",
        &json!({"slug": slug, "year": "2026", "bib": "2"}),
    );
    assert_eq!(bib["results"].as_array().map(Vec::len), Some(1), "{bib}");
    restrict(&slug, false);
    is_pointed_to(&slug);
    has(&slug, 2);
}

/// Under uploads, whoever remembers the address of a file gets nothing from the answer on, and the
/// owner reads on without interruption.
#[test]
fn no_file_is_public_once_restricting_is_answered() {
    for turn in 0..4 {
        let slug = app().event(false);
        add(&slug, "1");
        has(&slug, 1);
        is_pointed_to(&slug);
        let pointer = download(&pointer(&slug), &[]).json();
        let head = pointer["url"].as_str().expect("an address").to_owned();
        assert_eq!(status(&head), 200);
        let people: Vec<String> = (2..6 + turn).map(|person| person.to_string()).collect();
        std::thread::scope(|scope| {
            scope.spawn(|| people.iter().for_each(|person| add(&slug, person)));
            restrict(&slug, true);
            for path in [&head, &self::pointer(&slug)] {
                assert_eq!(status(path), 404, "{path}");
            }
            let owners = app().ok("POST", "/results", &json!({ "slug": slug }));
            assert!(owners["count"].as_u64() >= Some(1), "{owners}");
        });
        has(&slug, people.len() + 1);
        for path in [&head, &self::pointer(&slug)] {
            assert_eq!(status(path), 404, "{path}");
        }
    }
}

/// Deletes by key and by session.
#[rstest]
#[case("/event-year/delete")]
#[case("/event/delete")]
#[case("/r/event-year/delete")]
#[case("/r/event/delete")]
fn deleting_a_year_or_an_event_withdraws_it(
    #[case] path: &str,
    #[values(false, true)] restricted: bool,
) {
    let owner = app().owner();
    let slug = app().event_of(owner, restricted);
    let key = app().key_of(owner, KeyKind::Delete);
    let of_year = json!({"slug": slug, "year": "2026"});
    let rows = wire::results(&slug, &[row("1", &json!({}))]);
    assert_eq!(
        app().call_as(&key, "POST", "/results/add", &rows).json()["count"],
        1
    );
    let read = || app().call_as(&key, "POST", "/results", &of_year);
    eventually("the row", || {
        Some(read().json()).filter(|answer| answer["count"] == 1)
    });
    if restricted {
        assert_eq!(status(&pointer(&slug)), 404);
    } else {
        is_pointed_to(&slug);
    }
    let body = if path.ends_with("/event/delete") {
        json!({ "slug": slug })
    } else {
        of_year.clone()
    };
    let deleted = if path.starts_with("/r/") {
        owner.call("DELETE", path, &body)
    } else {
        app().call_as(&key, "DELETE", path, &body)
    };
    assert_eq!(
        deleted.status,
        200,
        "{}",
        String::from_utf8_lossy(&deleted.body)
    );
    assert_eq!(status(&pointer(&slug)), 404, "gone before the answer");
    assert_eq!(read().status, 404);
}

#[test]
fn the_publisher_removes_a_pointer_that_a_withdrawal_left() {
    let slug = app().event(true);
    let left = format!("{slug}/2026/current.json");
    let written = app().with_store(Realm::Account, async |store| {
        store
            .move_pointer(Place::Public, &left, b"{}".to_vec(), None)
            .await
    });
    // proves that it was there: the publisher, which may still be at work for the new event, may
    // remove it at any time
    assert!(matches!(written, Ok(Written::Now(_))));
    app().ok(
        "POST",
        "/event-year/add",
        &wire::event_year(&slug, &year("2027", "2027-05-02T08:00:00-07:00")),
    );
    eventually("its end", || {
        (status(&pointer(&slug)) == 404).then_some(Value::Null)
    });
}

#[test]
fn the_publisher_restores_a_lost_state_from_the_tables() {
    let slug = app().event(false);
    app().ok(
        "POST",
        "/participants/add",
        &json!({"slug": slug, "year": "2026", "participants": [{"id": "a", "first": "Ana", "birthdate": "11/27/1903", "distance": "10 KM"}]}),
    );
    add(&slug, "1");
    has(&slug, 1);
    app().with_store(Realm::Account, async |store| {
        let lost = store
            .list_objects(Place::State, &format!("{slug}/"))
            .await
            .expect("the bucket");
        assert!(!lost.is_empty());
        store
            .delete_objects(Place::State, &lost)
            .await
            .expect("the bucket");
    });
    add(&slug, "2");
    has(&slug, 2);
}
