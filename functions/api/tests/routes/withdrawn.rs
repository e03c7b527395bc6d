//! What is restricted, deleted or lost: published files go before the answer, and a lost state comes back from the tables.

use chute_edge::http;
use chute_store::{Place, Store};
use serde_json::{Value, json};

use crate::world::{event, eventually, row, world};

/// The status of a published file.
fn status(path: &str) -> u16 {
    let downloads = world().api.replace("/api/", "/downloads/");
    http::call(&downloads, "GET", path, &[], None).status
}

fn pointer(slug: &str) -> String {
    format!("results/{slug}/2026/current.json")
}

fn add(slug: &str, person: &str) {
    let rows = json!([row(person, &json!({ "bib": person }))]);
    world().ok("POST", "/results/add", &json!({"slug": slug, "year": "2026", "results": rows}));
}

/// Until the published rows are as many.
fn has(slug: &str, count: usize) {
    eventually("the rows", || Some(world().ok("POST", "/results", &json!({ "slug": slug }))).filter(|answer| answer["count"] == count));
}

fn restrict(slug: &str, restricted: bool) {
    world().ok("PUT", "/event/update", &json!({ "event": event(slug, restricted) }));
}

#[test]
#[ignore = "needs the local stack"]
fn restricting_withdraws_and_opening_publishes_again() {
    let slug = world().event(false);
    add(&slug, "1");
    has(&slug, 1);
    assert_eq!(status(&pointer(&slug)), 200);
    restrict(&slug, true);
    assert_eq!(status(&pointer(&slug)), 404, "gone before the answer");
    add(&slug, "2");
    has(&slug, 2);
    assert_eq!(status(&pointer(&slug)), 404, "its owner reads it, nobody else");
    restrict(&slug, false);
    eventually("published again", || (status(&pointer(&slug)) == 200).then_some(Value::Null));
    has(&slug, 2);
}

#[test]
#[ignore = "needs the local stack"]
fn deleting_a_year_or_an_event_withdraws_it() {
    for restricted in [false, true] {
        for (path, body) in [("/event-year/delete", json!({"year": "2026"})), ("/event/delete", json!({}))] {
            let slug = world().event(restricted);
            add(&slug, "1");
            has(&slug, 1);
            assert_eq!(status(&pointer(&slug)), if restricted { 404 } else { 200 });
            let mut body = body;
            body["slug"] = json!(slug);
            world().ok("DELETE", path, &body);
            assert_eq!(status(&pointer(&slug)), 404, "{path}");
        }
    }
}

#[test]
#[ignore = "needs the local stack"]
fn what_the_publisher_loses_it_takes_from_the_tables() {
    let slug = world().event(false);
    world().ok(
        "POST",
        "/participants/add",
        &json!({"slug": slug, "year": "2026", "participants": [{"id": "a", "first": "Ana", "birthdate": "11/27/1903", "distance": "10 KM"}]}),
    );
    add(&slug, "1");
    has(&slug, 1);
    let setting = |name: &str| world().stack["env"][name].as_str().unwrap_or_default().to_owned();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::at(Some(&setting("AWS_ENDPOINT_URL")), setting).await;
        let lost = store.list_objects(Place::State, &format!("{slug}/")).await.expect("the bucket");
        assert!(!lost.is_empty());
        store.delete_objects(Place::State, &lost).await.expect("the bucket");
    });
    add(&slug, "2");
    has(&slug, 2);
}
