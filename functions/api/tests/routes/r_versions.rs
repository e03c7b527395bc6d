//! `r/results/versions`, `r/results/restore`: earlier versions of results, and the return to one
//! (contract 4.19).

use chute_domain::key::KeyKind;
use chute_edge::http::Reply;
use chute_testkit::wire::{self, row};
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{app, eventually},
};

/// An event with results, and what its timing client does.
struct Race {
    owner: &'static Person,
    slug: String,
    key: String,
}

fn told(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    rows.iter()
        .map(|(person, seconds)| ((*person).to_owned(), *seconds))
        .collect()
}

impl Race {
    fn new() -> Self {
        let owner = app().owner();
        Self {
            owner,
            slug: app().event_of(owner, false),
            key: app().key_of(owner, KeyKind::Delete),
        }
    }

    fn upload(&self, rows: &[(&str, i64)]) {
        let rows: Vec<Value> = rows
            .iter()
            .map(|(person, seconds)| row(person, &json!({"bib": person, "seconds": seconds})))
            .collect();
        let body = wire::results(&self.slug, &rows);
        let reply = app().call_as(&self.key, "POST", "/results/add", &body);
        assert_eq!(
            (reply.status, reply.json()),
            (200, json!({"count": rows.len()}))
        );
    }

    fn published(&self) -> Vec<(String, i64)> {
        let reply = app().call(
            "POST",
            "/results/all",
            &json!({"slug": self.slug, "year": "2026"}),
        );
        let rows = reply.json()["results"]["10 KM"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let row = |row: &Value| {
            (
                row["person_id"].as_str().unwrap_or_default().to_owned(),
                row["seconds"].as_i64().unwrap_or_default(),
            )
        };
        let mut all: Vec<_> = rows.iter().map(row).collect();
        all.sort();
        all
    }

    fn shows(&self, wanted: &[(&str, i64)]) {
        eventually("the results", || {
            (self.published() == told(wanted)).then_some(Value::Null)
        });
    }

    fn versions(&self) -> Value {
        let reply = self.owner.call(
            "POST",
            "/r/results/versions",
            &json!({"slug": self.slug, "year": "2026"}),
        );
        assert_eq!(
            reply.status,
            200,
            "{}",
            String::from_utf8_lossy(&reply.body)
        );
        reply.json()
    }

    fn restore(&self, version: &Value, expected: &Value, dry_run: bool) -> Reply {
        let body = json!({"slug": self.slug, "year": "2026", "version": version, "expected_version": expected, "dry_run": dry_run});
        self.owner.call("POST", "/r/results/restore", &body)
    }
}

const GOOD: [(&str, i64); 2] = [("a", 2_700), ("b", 2_800)];
const WRONG: [(&str, i64); 3] = [("a", 2_750), ("b", 2_800), ("c", 2_600)];

#[test]
fn a_wrong_upload_is_taken_back_and_not_undone_by_the_next_one() {
    let race = Race::new();
    // the empty year may already be published
    let empty = race.versions();
    assert_eq!(
        (&empty["earlier"], &empty["unfinished"]),
        (&json!([]), &Value::Null)
    );
    assert_eq!(empty["number"] == 0, empty["version"] == 0);
    race.upload(&GOOD);
    race.shows(&GOOD);
    // one row at a time, since the rows of one upload may be published in several versions
    for some in WRONG.chunks(1) {
        race.upload(some);
        eventually("the row", || {
            race.published()
                .contains(&told(some)[0])
                .then_some(Value::Null)
        });
    }
    race.shows(&WRONG);
    let versions = race.versions();
    let earlier = &versions["earlier"][0];
    assert_eq!(
        (
            &earlier["next"],
            &earlier["changes"],
            &versions["unfinished"]
        ),
        (&json!("upload"), &json!(1), &Value::Null)
    );
    let look = race.restore(&earlier["version"], &versions["version"], true);
    assert_eq!(look.status, 200, "{}", String::from_utf8_lossy(&look.body));
    let wanted = json!({"done": true, "waits": false, "progress": 1000, "changed": 1, "restored": 0, "removed": 1, "newer": 0});
    assert_eq!(look.json(), wanted);
    race.shows(&WRONG);

    // at first it waits for uploads that may be in progress, and is unfinished until then
    let first = race
        .restore(&earlier["version"], &versions["version"], false)
        .json();
    if first["waits"] == true {
        let unfinished = json!({"version": earlier["version"], "expected_version": versions["version"], "progress": first["progress"]});
        assert_eq!(race.versions()["unfinished"], unfinished);
    }
    let done = eventually("the return", || {
        let step = race.restore(&earlier["version"], &versions["version"], false);
        assert_eq!(step.status, 200, "{}", String::from_utf8_lossy(&step.body));
        Some(step.json()).filter(|step| step["done"] == true)
    });
    assert_eq!(done, wanted);
    assert_eq!(
        race.restore(&earlier["version"], &versions["version"], false)
            .json(),
        done,
        "the answer was lost"
    );
    race.shows(&GOOD);
    race.upload(&WRONG);
    race.upload(&[("b", 2_801)]);
    race.shows(&[("a", 2_700), ("b", 2_801)]);

    let refused = race.restore(
        &earlier["version"],
        &versions["version"]
            .as_u64()
            .map(|version| version - 1)
            .into(),
        false,
    );
    assert_eq!(
        (refused.status, refused.json()),
        (409, json!({"message": "Another Version Stands By Now"}))
    );
    let now = race.versions();
    assert_eq!(race.restore(&json!(7), &now["version"], false).status, 404);
    for wrong in [json!(0), json!(-1), Value::Null] {
        assert_eq!(race.restore(&wrong, &now["version"], false).status, 400);
        assert_eq!(race.restore(&json!(7), &wrong, false).status, 400);
    }
}

#[test]
fn deleted_results_are_brought_back() {
    let race = Race::new();
    race.upload(&GOOD);
    race.shows(&GOOD);
    let reply = app().call_as(
        &race.key,
        "DELETE",
        "/results/delete",
        &json!({"slug": race.slug, "year": "2026"}),
    );
    assert_eq!(reply.json(), json!({"count": 2}));
    race.shows(&[]);
    let versions = race.versions();
    let earlier = versions["earlier"][0].clone();
    assert_eq!(earlier["next"], "delete");
    let done = eventually("the return", || {
        Some(
            race.restore(&earlier["version"], &versions["version"], false)
                .json(),
        )
        .filter(|step| step["done"] == true)
    });
    assert_eq!(
        (&done["restored"], &done["removed"]),
        (&json!(2), &json!(0))
    );
    race.shows(&GOOD);
}

/// The body of a dry run, for an event that has a version to return to.
pub fn to_restore(slug: &str, owner: &Person) -> Value {
    let versions = owner
        .call(
            "POST",
            "/r/results/versions",
            &json!({"slug": slug, "year": "2026"}),
        )
        .json();
    let or_one = |version: &Value| version.as_u64().filter(|version| *version > 0).unwrap_or(1);
    json!({"slug": slug, "year": "2026", "version": or_one(&versions["earlier"][0]["version"]), "expected_version": or_one(&versions["version"]),
        "dry_run": true})
}

/// Publishes two versions of an event, so that there is one to return to.
pub fn two_versions(slug: &str, owner: &'static Person) {
    let race = Race {
        owner,
        slug: slug.to_owned(),
        key: app().key_of(owner, KeyKind::Delete),
    };
    race.upload(&GOOD);
    race.shows(&GOOD);
    race.upload(&WRONG);
    race.shows(&WRONG);
}
