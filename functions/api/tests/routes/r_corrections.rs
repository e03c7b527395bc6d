//! `r/corrections/list`, `r/corrections/save`: single runners corrected by hand (contract 4.20,
//! 6.15).

use std::collections::BTreeSet;

use chute_domain::{
    account::Realm,
    by_hand::MOST_CORRECTIONS,
    corrections::{Correction, Values},
    key::KeyKind,
    race::Slug,
    stamp::Stamp,
    time::{Now, Time},
};
use chute_edge::http::Reply;
use chute_store::Correcting;
use chute_testkit::{
    clock::now_ms,
    wire::{self, participant, row},
};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{app, eventually},
};

/// An event whose timing client has uploaded three finishers.
struct Race {
    owner: &'static Person,
    slug: String,
    key: String,
}

/// Bib, first name and clock time in seconds of the finishers.
const FINISHERS: [(&str, &str, i64); 3] = [
    ("1", "Ana", 2_400),
    ("2", "Bea", 2_500),
    ("3", "Cleo", 2_600),
];

impl Race {
    fn new() -> Self {
        let owner = app().owner();
        let race = Self {
            owner,
            slug: app().event_of(owner, false),
            key: app().key_of(owner, KeyKind::Delete),
        };
        race.upload(&FINISHERS);
        race
    }

    /// Uploads finishers, with the places that their order gives them.
    fn upload(&self, finishers: &[(&str, &str, i64)]) {
        let rows: Vec<Value> = (1..)
            .zip(finishers)
            .map(|(place, (bib, first, seconds))| {
                let fields = json!({"bib": bib, "first": first, "seconds": seconds, "milliseconds": 0, "chip_seconds": seconds, "chip_milliseconds": 0,
                    "ranking": place, "gender_ranking": place, "age_ranking": place});
                row(&format!("id-{bib}-{first}"), &fields)
            })
            .collect();
        let reply = app().call_as(
            &self.key,
            "POST",
            "/results/add",
            &wire::results(&self.slug, &rows),
        );
        assert_eq!(reply.status, 200);
    }

    fn delete(&self) {
        let body = json!({"slug": self.slug, "year": "2026"});
        let reply = app().call_as(&self.key, "DELETE", "/results/delete", &body);
        assert_eq!(reply.status, 200);
    }

    /// Bib, first name, clock seconds and place of each row that readers get.
    fn published(&self) -> Value {
        let body = json!({"slug": self.slug, "year": "2026"});
        let reply = app().call("POST", "/results/all", &body);
        let rows = reply.json()["results"]["10 KM"].clone();
        let rows = rows.as_array().cloned().unwrap_or_default();
        let rows = rows
            .iter()
            .map(|row| json!([row["bib"], row["first"], row["seconds"], row["ranking"]]));
        rows.collect()
    }

    fn shows(&self, wanted: &Value) {
        let mut last = Value::Null;
        let seen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            eventually("the results", || {
                last = self.published();
                (last == *wanted).then_some(Value::Null)
            })
        }));
        assert!(seen.is_ok(), "{last} instead of {wanted}");
    }

    fn list(&self, bib: &str) -> Value {
        let body = json!({"slug": self.slug, "year": "2026", "bib": bib});
        self.owner.ok("POST", "/r/corrections/list", &body)
    }

    fn save(&self, bib: &str, changes: &Value) -> Reply {
        let body = wire::with(to_correct(&self.slug, self.owner, bib), changes);
        self.owner.call("POST", "/r/corrections/save", &body)
    }

    fn saved(&self, bib: &str, corrected: &Value) -> Value {
        let reply = self.save(bib, &json!({"corrected": corrected, "dry_run": false}));
        let text = String::from_utf8_lossy(&reply.body);
        assert_eq!(reply.status, 200, "{text}");
        reply.json()
    }
}

/// A body that corrects the first runner with a bib, and only looks.
pub fn to_correct(slug: &str, owner: &Person, bib: &str) -> Value {
    let body = json!({"slug": slug, "year": "2026", "bib": bib});
    let state = owner.call("POST", "/r/corrections/list", &body).json();
    let runner = &state["runners"][0];
    json!({"slug": slug, "year": "2026", "born": state["born"], "id": runner["id"], "seen": runner["seen"],
        "corrected": {"status": "finished", "clock_ms": 2_450_000}, "reason": "canary-reason", "dry_run": true})
}

#[test]
fn a_correction_stands_beside_whatever_is_uploaded() {
    let race = Race::new();
    let before = json!([
        ["1", "Ana", 2400, 1],
        ["2", "Bea", 2500, 2],
        ["3", "Cleo", 2600, 3]
    ]);
    race.shows(&before);
    assert_eq!(race.list("")["corrections"], json!([]));

    let look = race.save("3", &json!({}));
    let podium = |place: i64, was: Value, is: Value| {
        ["overall", "gender", "age_group"].map(|group| {
            let name = match group {
                "overall" => "",
                "gender" => "Woman",
                _ => "Woman 40-49",
            };
            json!({"distance": "10 KM", "group": group, "name": name, "place": place, "before": was, "after": is})
        })
    };
    let bea = json!({"bib": "2", "first": "Bea", "last": "Ruiz"});
    let cleo = json!({"bib": "3", "first": "Cleo", "last": "Ruiz"});
    let mut wanted: Vec<Value> =
        [podium(2, bea.clone(), cleo.clone()), podium(3, cleo, bea)].concat();
    wanted.sort_by_key(|podium| {
        let group = podium["group"].as_str().unwrap_or_default().len();
        (group != 7, group != 6, podium["place"].as_i64())
    });
    assert_eq!(
        (look.status, look.json()),
        (
            200,
            json!({"changed": true, "moved": 1, "first_three": wanted})
        )
    );
    race.shows(&before);

    let saved = race.saved(
        "3",
        &json!({"status": "finished", "clock_ms": 2_450_000, "last": "Ortiz"}),
    );
    assert_eq!(
        (&saved["changed"], &saved["moved"]),
        (&json!(true), &json!(1))
    );
    let corrected = json!([
        ["1", "Ana", 2400, 1],
        ["3", "Cleo", 2450, 2],
        ["2", "Bea", 2500, 3]
    ]);
    race.shows(&corrected);
    // places are made from the rows by now, so a division has places, too
    let look = race.save("2", &json!({"corrected": {"division": "Club"}}));
    let first = json!([{"distance": "10 KM", "group": "division", "name": "Club", "place": 1, "before": null, "after": {"bib": "2", "first": "Bea", "last": "Ruiz"}}]);
    assert_eq!(
        (&look.json()["moved"], &look.json()["first_three"]),
        (&json!(0), &first)
    );
    // it is told in the open, but not why
    let year = json!({"slug": race.slug, "year": "2026"});
    let told = race.owner.ok("POST", "/r/results/versions", &year)["earlier"][0].clone();
    assert_eq!(
        (&told["next"], &told["changes"]),
        (&json!("correction"), &json!(1))
    );
    let all = app().call("POST", "/results", &year);
    assert!(!String::from_utf8_lossy(&all.body).contains("canary-reason"));
    // the same again changes nothing, whatever was seen
    let again = race.save("3", &json!({"corrected": {"status": "finished", "clock_ms": 2_450_000, "last": "Ortiz"}, "seen": "lost", "dry_run": false}));
    assert_eq!(
        (again.status, &again.json()["changed"]),
        (200, &json!(false))
    );

    // "Recalculate" deletes and uploads
    race.delete();
    race.shows(&json!([]));
    race.upload(&FINISHERS);
    race.shows(&corrected);
    let listed = &race.list("")["corrections"][0];
    assert_eq!(
        (
            &listed["state"],
            &listed["first"],
            &listed["last"],
            &listed["reason"]
        ),
        (
            &json!("stands"),
            &json!("Cleo"),
            &json!("Ortiz"),
            &json!("canary-reason")
        )
    );
    assert_eq!(
        listed["corrected"],
        json!({"last": "Ortiz", "status": "finished", "clock_ms": 2_450_000, "chip_ms": 2_450_000})
    );

    // another time is a conflict, and the correction stands
    race.upload(&[
        ("1", "Ana", 2_400),
        ("2", "Bea", 2_500),
        ("3", "Cleo", 2_300),
    ]);
    let listed = eventually("the conflict", || {
        Some(race.list("")["corrections"][0].clone()).filter(|listed| listed["state"] == "conflict")
    });
    assert_eq!(listed["conflicts"], json!(["clock_ms", "chip_ms"]));
    assert_eq!(
        (
            &listed["before"]["clock_ms"],
            &listed["uploaded"]["clock_ms"]
        ),
        (&json!(2_600_000), &json!(2_300_000))
    );
    race.shows(&corrected);
    // the same correction over what is uploaded now decides it
    race.saved(
        "3",
        &json!({"status": "finished", "clock_ms": 2_450_000, "last": "Ortiz"}),
    );
    assert_eq!(race.list("")["corrections"][0]["state"], "stands");

    // the bib is somebody else's now
    race.delete();
    race.upload(&[
        ("1", "Ana", 2_400),
        ("2", "Bea", 2_500),
        ("3", "Dora", 2_600),
    ]);
    race.shows(&json!([
        ["1", "Ana", 2400, 1],
        ["2", "Bea", 2500, 2],
        ["3", "Dora", 2600, 3]
    ]));
    assert_eq!(race.list("")["corrections"][0]["state"], "absent");
    race.delete();
    race.upload(&FINISHERS);
    race.shows(&corrected);

    race.saved("3", &json!({}));
    race.shows(&before);
    assert_eq!(race.list("")["corrections"], json!([]));
}

#[test]
fn finishes_are_made_taken_away_and_judged_by_hand() {
    let race = Race::new();
    let list = wire::participants(
        &race.slug,
        &[participant("p9", &json!({"bib": "9", "first": "Eva"}))],
    );
    app().call_as(&race.key, "POST", "/participants/add", &list);
    let runner = race.list(" 9 ")["runners"][0].clone();
    assert_eq!(
        (
            &runner["bib"],
            &runner["uploaded"],
            &runner["entered"]["first"]
        ),
        (&json!("9"), &Value::Null, &json!("Eva"))
    );
    race.saved("9", &json!({"status": "finished", "clock_ms": 2_450_500}));
    race.shows(&json!([
        ["1", "Ana", 2400, 1],
        ["9", "Eva", 2450, 2],
        ["2", "Bea", 2500, 3],
        ["3", "Cleo", 2600, 4]
    ]));
    race.saved("2", &json!({"status": "dsq"}));
    race.saved("1", &json!({"status": "none"}));
    race.shows(&json!([
        ["9", "Eva", 2450, 1],
        ["3", "Cleo", 2600, 2],
        ["2", "Bea", 1_000_000, -1]
    ]));
    // the chip was found after all: its time is another
    race.upload(&[("9", "Eva", 2_449)]);
    let listed = eventually("the conflict", || {
        Some(race.list("9")).filter(|state| state["corrections"][0]["state"] == "conflict")
    });
    assert_eq!(
        listed["corrections"][0]["conflicts"],
        json!(["clock_ms", "chip_ms"])
    );
    race.saved("9", &json!({}));
    race.shows(&json!([
        ["9", "Eva", 2449, 1],
        ["3", "Cleo", 2600, 2],
        ["2", "Bea", 1_000_000, -1]
    ]));
}

#[test]
fn a_correction_is_refused_that_nobody_saw_or_that_says_nothing() {
    let race = Race::new();
    let refused = |bib: &str, changes: Value, status: u16, message: &str| {
        let reply = race.save(bib, &wire::with(changes, &json!({"dry_run": false})));
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        assert_eq!(reply.status, status, "{text}");
        assert!(text.contains(message), "{text}");
    };
    refused("1", json!({"corrected": null}), 400, "corrected");
    refused("1", json!({"corrected": {"status": "won"}}), 400, "status");
    refused(
        "1",
        json!({"corrected": {"first": "", "last": ""}}),
        400,
        "last",
    );
    refused("1", json!({"corrected": {"age": 200}}), 400, "age");
    refused("1", json!({"reason": "x".repeat(501)}), 400, "reason");
    refused("1", json!({"id": "7#nobody"}), 404, "Runner Not Found");
    refused("1", json!({"year": "1999"}), 404, "");
    refused(
        "1",
        json!({"seen": "else"}),
        409,
        "Changed By Somebody Else",
    );
    refused("1", json!({"born": "else"}), 409, "The Year Was Made Again");
    // somebody else has corrected meanwhile
    let stale = to_correct(&race.slug, race.owner, "1");
    race.saved("1", &json!({"age": 44}));
    let reply = race.owner.call(
        "POST",
        "/r/corrections/save",
        &wire::with(stale, &json!({"dry_run": false})),
    );
    assert_eq!(
        (reply.status, reply.json()),
        (409, json!({"message": "Changed By Somebody Else"}))
    );
    assert_eq!(
        race.list("")["corrections"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn a_correction_of_somebody_who_is_gone_is_kept_until_it_is_taken_back() {
    let race = Race::new();
    race.saved("3", &json!({"last": "Ortiz"}));
    race.delete();
    let absent = eventually("nobody", || {
        Some(race.list("")["corrections"].clone()).filter(|all| all[0]["state"] == "absent")
    });
    for dry_run in [true, false] {
        for corrected in [json!({"last": "Olmo"}), json!({"last": "Ortiz"})] {
            let changes = json!({"corrected": corrected, "dry_run": dry_run});
            let reply = race.save("3", &changes);
            assert_eq!(
                (reply.status, reply.json()),
                (404, json!({"message": "Nothing Of The Runner Is Uploaded"}))
            );
        }
    }
    assert_eq!(race.list("")["corrections"], absent);
    assert_eq!(race.saved("3", &json!({}))["changed"], json!(true));
    assert_eq!(race.list("")["corrections"], json!([]));
}

#[test]
fn a_bib_is_corrected_that_nobody_else_has() {
    let race = Race::new();
    let people = [
        participant("p3", &json!({"bib": "3", "first": "Cleo"})),
        participant("p33", &json!({"bib": "33", "first": "Cleo"})),
        participant("p9", &json!({"bib": "9", "first": "Eva"})),
    ];
    let list = wire::participants(&race.slug, &people);
    app().call_as(&race.key, "POST", "/participants/add", &list);
    race.shows(&json!([
        ["1", "Ana", 2400, 1],
        ["2", "Bea", 2500, 2],
        ["3", "Cleo", 2600, 3]
    ]));
    for (bib, distance) in [("2", "10 KM"), (" 9 ", "10 KM")] {
        for dry_run in [true, false] {
            let changes = json!({"corrected": {"bib": bib}, "dry_run": dry_run});
            let reply = race.save("3", &changes);
            let message = format!(
                "bib must be a bib that nobody else of the year has: {} is one of {distance}",
                bib.trim()
            );
            assert_eq!(
                (reply.status, reply.json()),
                (400, json!({"message": message}))
            );
        }
    }
    // an entry with the same name is the same person
    race.saved("3", &json!({"bib": "33"}));
    let corrected = json!([
        ["1", "Ana", 2400, 1],
        ["2", "Bea", 2500, 2],
        ["33", "Cleo", 2600, 3]
    ]);
    race.shows(&corrected);
    for bib in ["3", "33"] {
        let runner = race.list(bib)["runners"][0].clone();
        assert_eq!(
            (
                &runner["bib"],
                &runner["corrected"],
                &runner["uploaded"]["bib"]
            ),
            (&json!("3"), &json!({"bib": "33"}), &json!("3"))
        );
    }
    let of = |bib: &str| {
        let body = json!({"slug": race.slug, "year": "2026", "bib": bib});
        app().call("POST", "/results/bib", &body)
    };
    assert_eq!(of("33").json()["results"][0]["bib"], "33");
    assert_eq!(of("3").status, 404);
    // the uploaded bib is free, so that two who changed bibs go by a third
    race.saved("2", &json!({"bib": "3"}));
    race.shows(&json!([
        ["1", "Ana", 2400, 1],
        ["3", "Bea", 2500, 2],
        ["33", "Cleo", 2600, 3]
    ]));
    let back = race.save("33", &json!({"corrected": {}, "dry_run": false}));
    assert_eq!(back.status, 400, "somebody else has it by now");
    race.saved("3", &json!({}));
    race.shows(&corrected);

    race.delete();
    race.shows(&json!([]));
    race.upload(&FINISHERS);
    race.shows(&corrected);
    // the timing client is right by now, and the rest of the correction stands, too
    race.saved("33", &json!({"bib": "33", "last": "Ortiz"}));
    race.delete();
    race.upload(&[
        ("1", "Ana", 2_400),
        ("2", "Bea", 2_500),
        ("33", "Cleo", 2_600),
    ]);
    race.shows(&corrected);
    eventually("the upload", || {
        let state = race.list("")["corrections"][0]["state"].clone();
        (state == "stands").then_some(state)
    });
    race.delete();
    race.upload(&FINISHERS);
    race.saved("33", &json!({}));
    race.shows(&json!([
        ["1", "Ana", 2400, 1],
        ["2", "Bea", 2500, 2],
        ["3", "Cleo", 2600, 3]
    ]));
    assert_eq!(race.list("")["corrections"], json!([]));
}

#[test]
fn a_corrected_bib_that_is_uploaded_by_now_can_be_changed_again() {
    let race = Race::new();
    race.saved(
        "3",
        &json!({"bib": "33", "status": "finished", "clock_ms": 2_350_000}),
    );
    race.delete();
    race.upload(&[
        ("1", "Ana", 2_400),
        ("2", "Bea", 2_500),
        ("33", "Cleo", 2_600),
    ]);
    let with_bib = |bib: &str| {
        json!([
            [bib, "Cleo", 2350, 1],
            ["1", "Ana", 2400, 2],
            ["2", "Bea", 2500, 3]
        ])
    };
    race.shows(&with_bib("33"));
    let runner = eventually("the upload", || {
        let runner = race.list("33")["runners"][0].clone();
        (runner["uploaded"]["bib"] == "33").then_some(runner)
    });
    assert_eq!(runner["bib"], "3", "the id stays");
    let time = json!({"status": "finished", "clock_ms": 2_350_000});
    for (bib, shown) in [(Some("34"), "34"), (Some("3"), "3"), (None, "33")] {
        let corrected = match bib {
            Some(bib) => wire::with(time.clone(), &json!({"bib": bib})),
            None => time.clone(),
        };
        race.saved("33", &corrected);
        race.shows(&with_bib(shown));
        let listed = race.list("")["corrections"][0].clone();
        assert_eq!(listed["state"], "stands", "{listed}");
    }
}

#[test]
fn a_corrected_bib_of_somebody_else_is_a_conflict() {
    let race = Race::new();
    race.saved("3", &json!({"bib": "33"}));
    race.upload(&[("33", "Dora", 2_700)]);
    let conflicts = || {
        let all = race.list("")["corrections"].clone();
        let all = all.as_array().cloned().unwrap_or_default();
        all.into_iter()
            .filter(|one| one["state"] == "conflict")
            .map(|one| json!([one["bib"], one["conflicts"]]))
            .collect::<Value>()
    };
    eventually("the conflict", || {
        (conflicts() == json!([["3", ["bib"]]])).then_some(Value::Null)
    });
    race.saved("3", &json!({"bib": "34"}));
    assert_eq!(conflicts(), json!([]));
    // of two desks that give a bib at once the later one has it, and nobody is lost
    let bodies = ["1", "2"].map(|bib| {
        let body = to_correct(&race.slug, race.owner, bib);
        wire::with(body, &json!({"corrected": {"bib": "50"}, "dry_run": false}))
    });
    std::thread::scope(|scope| {
        for body in &bodies {
            scope.spawn(|| race.owner.call("POST", "/r/corrections/save", body));
        }
    });
    eventually("all four runners", || {
        let rows = race.published();
        let bibs: BTreeSet<String> = rows
            .as_array()?
            .iter()
            .map(|row| row[0].to_string())
            .collect();
        let is_told = bibs.contains("\"50\"") && bibs.len() == 4;
        is_told.then_some(Value::Null)
    });
}

/// One person is in two distances with one bib, which have a correction each.
#[test]
fn who_runs_twice_with_one_bib_is_corrected_in_one_distance() {
    let race = Race::new();
    let half = |id: &str, seconds: i64| {
        let fields = json!({"bib": "1", "first": "Ana", "distance": "Half", "seconds": seconds, "milliseconds": 0,
            "chip_seconds": seconds, "chip_milliseconds": 0, "ranking": 1, "gender_ranking": 1, "age_ranking": 1});
        let body = wire::results(&race.slug, &[row(id, &fields)]);
        let reply = app().call_as(&race.key, "POST", "/results/add", &body);
        assert_eq!(reply.status, 200);
    };
    half("half-1", 5_400);
    let of = |distance: &str| {
        let runners = race.list("1")["runners"].clone();
        let runners = runners.as_array().cloned().unwrap_or_default();
        let is_of = |runner: &Value| runner["uploaded"]["distance"] == distance;
        runners.into_iter().find(is_of).unwrap_or_default()
    };
    let save = |distance: &str, corrected: &Value| {
        let runner = of(distance);
        let changes = json!({"id": runner["id"], "seen": runner["seen"], "corrected": corrected, "dry_run": false});
        race.save("1", &changes)
    };
    let shows = |wanted: &Value| {
        eventually("both distances", || {
            let body = json!({"slug": race.slug, "year": "2026", "bib": "1"});
            let results = app().call("POST", "/results/all", &body).json()["results"].clone();
            let ana = |of: &Value| of["first"] == "Ana";
            let told = ["10 KM", "Half"].map(|distance| {
                let rows = results[distance].as_array().cloned().unwrap_or_default();
                let row = rows.into_iter().find(ana).unwrap_or_default();
                json!([row["bib"], row["seconds"], row["type"]])
            });
            (json!(told) == *wanted).then_some(Value::Null)
        });
    };
    shows(&json!([["1", 2_400, 0], ["1", 5_400, 0]]));
    assert_eq!(save("10 KM", &json!({"status": "dsq"})).status, 200);
    shows(&json!([["1", 1_000_000, 30], ["1", 5_400, 0]]));
    let time = json!({"status": "finished", "clock_ms": 5_300_000});
    assert_eq!(save("Half", &time).status, 200);
    shows(&json!([["1", 1_000_000, 30], ["1", 5_300, 0]]));
    // the same person may wear one bib again, also when one of two has another for a while
    let with_bib = |corrected: &Value| wire::with(corrected.clone(), &json!({"bib": "101"}));
    let out = json!({"status": "dsq"});
    assert_eq!(save("10 KM", &with_bib(&out)).status, 200);
    assert_eq!(save("Half", &with_bib(&time)).status, 200);
    shows(&json!([["101", 1_000_000, 30], ["101", 5_300, 0]]));
    assert_eq!(save("10 KM", &out).status, 200);
    assert_eq!(save("Half", &time).status, 200);
    let doubled = save("Half", &json!({"distance": "10 KM"}));
    assert_eq!(doubled.status, 400, "two results of one bib");
    // an upload that makes the ids anew is of the same distance
    race.delete();
    race.upload(&FINISHERS);
    half("half-2", 5_400);
    shows(&json!([["1", 1_000_000, 30], ["1", 5_300, 0]]));
    assert_eq!(save("10 KM", &json!({})).status, 200);
    shows(&json!([["1", 2_400, 0], ["1", 5_300, 0]]));
}

/// The uploader mends the name of somebody who was corrected.
#[test]
fn a_correction_stands_when_the_uploader_mends_the_name() {
    let race = Race::new();
    race.saved("3", &json!({"status": "dsq"}));
    let renamed = |first: &str, last: &str| {
        let fields = json!({"bib": "3", "first": first, "last": last, "seconds": 2_600, "milliseconds": 0,
            "chip_seconds": 2_600, "chip_milliseconds": 0, "ranking": 3, "gender_ranking": 3, "age_ranking": 3});
        let body = wire::results(&race.slug, &[row("id-3-Cleo", &fields)]);
        let reply = app().call_as(&race.key, "POST", "/results/add", &body);
        assert_eq!(reply.status, 200);
    };
    let rows = |last: Value| json!([["1", "Ana", 2400, 1], ["2", "Bea", 2500, 2], last]);
    renamed("Chloe", "Ruiz");
    race.shows(&rows(json!(["3", "Chloe", 1_000_000, -1])));
    let listed = eventually("the conflict", || {
        Some(race.list("")["corrections"][0].clone()).filter(|one| one["state"] == "conflict")
    });
    assert_eq!(listed["conflicts"], json!(["first"]), "{listed}");
    race.saved("3", &json!({"status": "dsq"}));
    assert_eq!(race.list("")["corrections"][0]["state"], "stands");
    // nothing of the name is left: somebody else has the bib
    renamed("Dora", "Ortiz");
    race.shows(&rows(json!(["3", "Dora", 2600, 3])));
}

/// The uploader gives the corrected person another bib, then another distance.
#[test]
fn a_correction_stands_when_the_uploader_changes_bib_or_distance() {
    let race = Race::new();
    race.saved("1", &json!({"status": "dsq"}));
    race.saved("2", &json!({"status": "finished", "clock_ms": 2_550_000}));
    let changed = |id: &str, bib: &str, first: &str, seconds: i64, distance: &str| {
        let fields = json!({"bib": bib, "first": first, "distance": distance, "seconds": seconds, "milliseconds": 0,
            "chip_seconds": seconds, "chip_milliseconds": 0, "ranking": 1, "gender_ranking": 1, "age_ranking": 1});
        let body = wire::results(&race.slug, &[row(id, &fields)]);
        let reply = app().call_as(&race.key, "POST", "/results/add", &body);
        assert_eq!(reply.status, 200);
    };
    changed("id-1-Ana", "151", "Ana", 2_400, "10 KM");
    race.shows(&json!([
        ["2", "Bea", 2550, 1],
        ["3", "Cleo", 2600, 2],
        ["151", "Ana", 1_000_000, -1]
    ]));
    eventually("the upload", || {
        let all = race.list("")["corrections"].clone();
        let one = all
            .as_array()?
            .iter()
            .find(|one| one["bib"] == "1")?
            .clone();
        (one["state"] == "stands" && one["uploaded"]["bib"] == "151").then_some(one)
    });
    // where else somebody was put is decided by hand: until then there is no place
    changed("id-2-Bea", "2", "Bea", 2_500, "5 KM");
    let body = json!({"slug": race.slug, "year": "2026"});
    let moved = || {
        let results = app().call("POST", "/results/all", &body).json()["results"].clone();
        let row = results["5 KM"][0].clone();
        json!([row["bib"], row["seconds"], row["ranking"]])
    };
    eventually("no place", || {
        (moved() == json!(["2", 2_550, -1])).then_some(Value::Null)
    });
    let listed = eventually("the conflict", || {
        Some(race.list("")["corrections"][0].clone()).filter(|one| one["state"] == "conflict")
    });
    assert_eq!(listed["conflicts"], json!(["distance"]), "{listed}");
    race.saved("2", &json!({"status": "finished", "clock_ms": 2_550_000}));
    eventually("a place", || {
        (moved() == json!(["2", 2_550, 1])).then_some(Value::Null)
    });
}

/// Nobody reads a name in the id of a row that was made by hand.
#[test]
fn a_finish_by_hand_of_somebody_anonymous_tells_no_name() {
    let race = Race::new();
    let entered = |anonymous: bool| {
        let fields =
            json!({"bib": "9", "first": "Wilhelmina", "last": "Zorn", "anonymous": anonymous});
        let list = wire::participants(&race.slug, &[participant("p9", &fields)]);
        let reply = app().call_as(&race.key, "POST", "/participants/add", &list);
        assert_eq!(reply.status, 200);
    };
    entered(false);
    race.saved("9", &json!({"status": "finished", "clock_ms": 2_350_000}));
    entered(true);
    race.shows(&json!([
        ["9", "", 2350, 1],
        ["1", "Ana", 2400, 2],
        ["2", "Bea", 2500, 3],
        ["3", "Cleo", 2600, 4]
    ]));
    let body = json!({"slug": race.slug, "year": "2026"});
    let all = app().call("POST", "/results/all", &body).body;
    let all = String::from_utf8_lossy(&all).to_lowercase();
    assert!(
        !all.contains("wilhelmina") && !all.contains("zorn"),
        "{all}"
    );
}

#[test]
fn a_finish_by_hand_has_a_name_as_long_as_its_entry() {
    let race = Race::new();
    let entered = |bib: &str, anonymous: bool| {
        let fields = json!({"bib": bib, "first": "Eva", "anonymous": anonymous});
        let list = wire::participants(&race.slug, &[participant("p9", &fields)]);
        let reply = app().call_as(&race.key, "POST", "/participants/add", &list);
        assert_eq!(reply.status, 200);
    };
    let named = |bib: &str, first: &str, ana: i64| {
        json!([
            [bib, first, 2350, 1],
            ["1", "Ana", ana, 2],
            ["2", "Bea", 2500, 3],
            ["3", "Cleo", 2600, 4]
        ])
    };
    let removed = || {
        let body = json!({"slug": race.slug, "year": "2026"});
        let reply = app().call_as(&race.key, "DELETE", "/participants/delete", &body);
        assert_eq!(reply.status, 200);
    };
    for (bib, shown, ana) in [("9", None, 2_400), ("8", Some("88"), 2_401)] {
        entered(bib, false);
        let finish = json!({"status": "finished", "clock_ms": 2_350_000});
        let corrected = match shown {
            Some(shown) => wire::with(finish, &json!({"bib": shown})),
            None => finish,
        };
        race.saved(bib, &corrected);
        let shown = shown.unwrap_or(bib);
        race.shows(&named(shown, "Eva", ana));
        entered(bib, true);
        race.shows(&named(shown, "", ana));
        removed();
        // a version without the entry
        race.upload(&[("1", "Ana", ana + 1)]);
        race.shows(&named(shown, "", ana + 1));
        race.saved(bib, &json!({}));
    }
}

impl Race {
    fn enter(&self, bib: &str, first: &str, last: &str) {
        let fields = json!({"bib": bib, "first": first, "last": last, "distance": "10 KM"});
        let list = wire::participants(&self.slug, &[participant("p9", &fields)]);
        let reply = app().call_as(&self.key, "POST", "/participants/add", &list);
        assert_eq!(reply.status, 200);
    }

    /// What the check-in desk changes of that entry, by the edit of this number.
    fn check_in(&self, number: u64, before: &Value, after: &Value) {
        let changes = json!([{"id": "p9", "before": before, "after": after}]);
        let body = json!({"slug": self.slug, "year": "2026", "device": "desk-of-corrections", "number": number, "changes": changes});
        self.owner.ok("POST", "/r/checkin/change", &body);
    }

    fn finish(&self, bib: &str, first: &str, last: &str) {
        let fields = json!({"bib": bib, "first": first, "last": last, "seconds": 2_450, "milliseconds": 0,
            "chip_seconds": 2_450, "chip_milliseconds": 0, "ranking": 2, "gender_ranking": 2, "age_ranking": 2});
        let body = wire::results(&self.slug, &[row("timer-9", &fields)]);
        let reply = app().call_as(&self.key, "POST", "/results/add", &body);
        assert_eq!(reply.status, 200);
    }

    /// The only correction, once these fields are in conflict.
    fn conflict(&self, fields: &Value) -> Value {
        let mut last = Value::Null;
        let seen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            eventually("the conflict", || {
                last = self.list("")["corrections"][0].clone();
                (last["conflicts"] == *fields).then_some(Value::Null)
            })
        }));
        assert!(seen.is_ok(), "{last} instead of {fields}");
        let state = if fields == &json!([]) {
            "stands"
        } else {
            "conflict"
        };
        assert_eq!(last["state"], state);
        last
    }
}

/// Who is uploaded with the bib of an entry that was corrected, and a word of its name.
#[rstest]
#[case::finish(json!({"status": "finished", "clock_ms": 2_350_000}), json!(["9", "Robert", 2_350, 1]), json!(["first", "clock_ms", "chip_ms"]))]
#[case::dnf(json!({"status": "dnf"}), json!(["9", "Robert", 1_000_000, -1]), json!(["first", "status"]))]
fn an_entry_that_is_uploaded_with_a_mended_name_is_one_result(
    #[case] by_hand: Value,
    #[case] shown: Value,
    #[case] fields: Value,
) {
    let race = Race::new();
    race.enter("9", "Bob", "Ray");
    race.saved("9", &by_hand);
    race.finish("9", "Robert", "Ray");
    let conflict = race.conflict(&fields);
    assert_eq!(
        [&conflict["before"]["first"], &conflict["uploaded"]["first"]],
        ["Bob", "Robert"]
    );
    let of_bib = |rows: Value| -> Vec<Value> {
        let rows = rows.as_array().cloned().unwrap_or_default();
        rows.into_iter().filter(|row| row[0] == "9").collect()
    };
    eventually("one result", || {
        (of_bib(race.published()) == [shown.clone()]).then_some(Value::Null)
    });
    race.saved("9", &by_hand);
    race.conflict(&json!([]));
    assert_eq!(of_bib(race.published()), [shown]);
}

#[test]
fn a_result_by_hand_gives_way_to_somebody_else_with_its_bib() {
    let race = Race::new();
    race.enter("9", "Liz", "Smith");
    race.saved("9", &json!({"status": "finished", "clock_ms": 2_350_000}));
    let rows = |of: &[(&str, &str, i64)]| -> Value {
        let rows = (1..).zip(of);
        rows.map(|(place, (bib, first, seconds))| json!([bib, first, seconds, place]))
            .collect()
    };
    let [ana, bea, cleo] = FINISHERS;
    race.shows(&rows(&[("9", "Liz", 2_350), ana, bea, cleo]));
    race.finish("9", "Elizabeth", "Smyth");
    let conflict = race.conflict(&json!(["first", "last", "clock_ms", "chip_ms", "bib"]));
    assert_eq!(conflict["uploaded"]["first"], "Elizabeth");
    race.shows(&rows(&[ana, ("9", "Elizabeth", 2_450), bea, cleo]));
    // nothing is lost: the bib was another one's
    race.finish("10", "Elizabeth", "Smyth");
    race.shows(&rows(&[
        ("9", "Liz", 2_350),
        ana,
        ("10", "Elizabeth", 2_450),
        bea,
        cleo,
    ]));
    race.conflict(&json!([]));
}

#[test]
fn a_corrected_entry_that_gets_another_bib_is_a_conflict() {
    let race = Race::new();
    race.enter("9", "Zoe", "Ray");
    race.saved("9", &json!({"status": "finished", "clock_ms": 2_350_000}));
    race.conflict(&json!([]));
    race.check_in(1, &json!({"bib": "9"}), &json!({"bib": "11"}));
    let conflict = race.conflict(&json!(["bib"]));
    assert_eq!(conflict["entered"]["bib"], "11");
    race.finish("11", "Zoe", "Ray");
    let conflict = race.conflict(&json!(["clock_ms", "chip_ms", "bib"]));
    assert_eq!(conflict["uploaded"]["bib"], "11");
}

#[test]
fn what_the_list_says_otherwise_of_a_corrected_entry_is_a_conflict() {
    let race = Race::new();
    race.enter("9", "Eve", "Old");
    let corrected = json!({"last": "New", "distance": "5 KM"});
    race.saved("9", &corrected);
    race.check_in(
        1,
        &json!({"last": "Old", "distance": "10 KM"}),
        &json!({"last": "Newer", "distance": "5 KM"}),
    );
    let conflict = race.conflict(&json!(["last"]));
    assert_eq!(
        [
            &conflict["before"]["last"],
            &conflict["corrected"]["last"],
            &conflict["entered"]["last"]
        ],
        ["Old", "New", "Newer"]
    );
    race.saved("9", &corrected);
    assert_eq!(race.list("")["corrections"][0]["state"], "absent");
    // another person altogether
    race.check_in(
        2,
        &json!({"first": "Eve", "last": "Newer"}),
        &json!({"first": "Mia", "last": "Sol"}),
    );
    race.conflict(&json!(["last", "first"]));
}

#[test]
fn places_of_both_distances_move() {
    let race = Race::new();
    let short: Vec<Value> = (1..)
        .zip([("11", "Dora", 2_550), ("12", "Eva", 2_700)])
        .map(|(place, (bib, first, seconds))| {
            let fields = json!({"bib": bib, "first": first, "distance": "5 KM", "seconds": seconds, "chip_seconds": seconds,
                "milliseconds": 0, "chip_milliseconds": 0, "ranking": place, "gender_ranking": place, "age_ranking": place});
            row(&format!("id-{bib}"), &fields)
        })
        .collect();
    let body = wire::results(&race.slug, &short);
    assert_eq!(
        app()
            .call_as(&race.key, "POST", "/results/add", &body)
            .status,
        200
    );
    let overall = |look: &Value| -> Value {
        let all = look["first_three"].as_array().cloned().unwrap_or_default();
        let overall = all
            .into_iter()
            .filter(|podium| podium["group"] == "overall");
        let bib = |who: &Value| who["bib"].clone();
        let told = overall.map(|of| {
            json!([
                of["distance"],
                of["place"],
                bib(&of["before"]),
                bib(&of["after"])
            ])
        });
        told.collect()
    };
    let look = |bib: &str, corrected: Value| {
        let reply = race.save(bib, &json!({"corrected": corrected}));
        assert_eq!(reply.status, 200);
        let look = reply.json();
        (look["moved"].clone(), overall(&look))
    };
    // the first of one distance is the second of the other: two move up, one moves down
    assert_eq!(
        look("2", json!({"distance": "5 KM"})),
        (
            json!(3),
            json!([
                ["10 KM", 2, "2", "3"],
                ["10 KM", 3, "3", null],
                ["5 KM", 1, "11", "2"],
                ["5 KM", 2, "12", "11"],
                ["5 KM", 3, null, "12"]
            ])
        )
    );
    // with another time, too, nobody of the other distance moves but who is behind
    assert_eq!(
        look(
            "3",
            json!({"distance": "5 KM", "status": "finished", "clock_ms": 2_650_000})
        ),
        (
            json!(1),
            json!([
                ["10 KM", 3, "3", null],
                ["5 KM", 2, "12", "3"],
                ["5 KM", 3, null, "12"]
            ])
        )
    );
    // a distance that nobody else runs
    assert_eq!(
        look("3", json!({"distance": "Relay"})),
        (
            json!(0),
            json!([["10 KM", 3, "3", null], ["Relay", 1, null, "3"]])
        )
    );
    // a correction of the distance moves both again when it is taken back
    race.saved("2", &json!({"distance": "5 KM"}));
    assert_eq!(look("2", json!({})).0, json!(3));
    // a name moves nobody
    assert_eq!(look("1", json!({"first": "Anna"})), (json!(0), json!([])));
}

#[test]
fn a_year_takes_a_thousand_corrections() {
    let race = Race::new();
    let of_year = Slug::new(&race.slug).year("2026");
    let stamp = Stamp::new(now_ms(), "");
    app().with_store(Realm::Account, async |store| {
        for number in 0..MOST_CORRECTIONS {
            let known = Correction {
                bib: format!("x{number}"),
                corrected: Values {
                    age: Some(40),
                    ..Values::default()
                },
                ..Correction::default()
            };
            let call = Correcting {
                race: &of_year,
                id: &format!("x{number}#a b"),
                seen: None,
                known: Some(&known),
                reason: "",
                by: "test",
                now: Now {
                    order: stamp,
                    time: Time::from_ms(now_ms()),
                },
            };
            assert!(store.correct_by_hand(&call).await.expect("the table"));
        }
    });
    let reply = race.save("1", &json!({"corrected": {"age": 44}, "dry_run": false}));
    assert_eq!(reply.status, 400);
    let text = String::from_utf8_lossy(&reply.body).into_owned();
    assert!(text.contains("at most 1000 corrections a year"), "{text}");
    // one that is taken back makes room, and the last one can be changed
    race.saved("x7", &json!({}));
    race.saved("1", &json!({"age": 44}));
    race.saved("1", &json!({"age": 45}));
    let reply = race.save("2", &json!({"corrected": {"age": 44}, "dry_run": false}));
    assert_eq!(reply.status, 400);
}
