//! `results` and similar reads, `results/add`, `results/delete`.

use std::io::Read;

use chute_testkit::wire::{self, row};
use flate2::read::GzDecoder;
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::{app, eventually, says};

fn add(slug: &str, rows: &[Value]) -> Value {
    app().ok("POST", "/results/add", &wire::results(slug, rows))["count"].clone()
}

/// Waits until `results/all` has this many rows.
fn all(slug: &str, count: usize) -> Value {
    eventually(&format!("{count} rows"), || {
        let answer = app().ok(
            "POST",
            "/results/all",
            &json!({"slug": slug, "year": "2026"}),
        );
        (answer["count"] == count).then_some(answer)
    })
}

fn column(rows: &Value, name: &str) -> Vec<Value> {
    rows.as_array()
        .into_iter()
        .flatten()
        .map(|row| row[name].clone())
        .collect()
}

#[rstest]
#[case(json!({"person_id": ""}), 0)]
#[case(json!({"bib": ""}), 0)]
#[case(json!({"location": ""}), 0)]
#[case(json!({"person_id": null}), 0)]
#[case(json!({"seconds": -1}), 0)]
#[case(json!({"chip_seconds": -1}), 0)]
#[case(json!({"occurence": -1}), 0)]
#[case(json!({"person_id": "p".repeat(101)}), 0)]
#[case(json!({"bib": "1".repeat(101)}), 0)]
#[case(json!({"location": "l".repeat(501)}), 0)]
#[case(json!({"location": "é".repeat(500), "person_id": "日".repeat(100)}), 1)]
#[case(json!({"first": "x".repeat(101), "last": "y".repeat(5000), "segment": "s".repeat(501), "local_time": "t".repeat(101), "division": "d".repeat(501)}), 1)]
#[case(json!({"age": -1, "ranking": -1, "milliseconds": -5, "type": 99, "gender": "x".repeat(51), "age_group": "y".repeat(201), "distance": "z".repeat(201)}), 1)]
#[case(json!({"first": null, "distance": "", "segment": "", "age": null, "type": null, "seconds": 0, "occurence": 0}), 1)]
#[case(json!({"person_id": "a#b/c%23", "location": "x#y", "bib": " 7 "}), 1)]
#[case(json!({"seconds": i64::MAX, "chip_seconds": i64::MAX, "occurence": i64::MAX, "ranking": i64::MIN, "age": i64::MIN}), 1)]
fn a_bad_row_is_dropped_and_the_batch_goes_on(#[case] change: Value, #[case] counted: usize) {
    let slug = app().event(false);
    let rows = [row("good", &json!({})), row("odd", &change), Value::Null];
    assert_eq!(add(&slug, &rows), 1 + counted);
    let seen = all(&slug, 1 + counted);
    for row in seen["results"]
        .as_object()
        .into_iter()
        .flatten()
        .flat_map(|(_, rows)| rows.as_array().into_iter().flatten())
    {
        let length = |name: &str| row[name].as_str().unwrap_or_default().chars().count();
        assert!(
            length("first") <= 100
                && length("last") <= 100
                && length("segment") <= 500
                && length("local_time") <= 100
        );
        assert!(
            length("division") <= 500
                && length("gender") <= 50
                && length("age_group") <= 200
                && length("distance") <= 200
        );
    }
}

#[test]
fn count_is_what_was_accepted() {
    let slug = app().event(false);
    assert_eq!(add(&slug, &[]), 0);
    assert_eq!(add(&slug, &[row("", &json!({})), Value::Null]), 0);
    let twice = [
        row("p", &json!({"seconds": 1})),
        row("p", &json!({"seconds": 2})),
        row("q", &json!({})),
    ];
    for _ in 0..2 {
        assert_eq!(add(&slug, &twice), 3, "duplicates and repeats count");
    }
    let seen = all(&slug, 2);
    assert_eq!(
        column(&seen["results"]["10 KM"], "seconds"),
        [json!(2), json!(2710)],
        "the later of two equal rows wins"
    );
    assert_eq!(
        app().ok(
            "POST",
            "/results/add",
            &json!({"slug": slug, "results": null})
        ),
        json!({"count": 0})
    );
}

#[test]
fn a_person_is_one_in_all_rows_and_a_dnf_comes_last() {
    let slug = app().event(false);
    add(
        &slug,
        &[row(
            "p",
            &json!({"location": "Start", "segment": "Start", "occurence": 0, "seconds": 0, "first": "Old", "distance": "5 KM"}),
        )],
    );
    add(
        &slug,
        &[
            row("p", &json!({"type": 30, "seconds": 5, "first": "New"})),
            row("q", &json!({"type": 3, "bib": "9"})),
            row("r", &json!({"bib": "10"})),
        ],
    );
    let seen = all(&slug, 4);
    let rows = &seen["results"]["10 KM"];
    assert_eq!(
        column(rows, "seconds"),
        [json!(0), json!(2710), json!(1_000_000), json!(1_000_000)]
    );
    assert_eq!(
        column(rows, "bib"),
        ["88", "10", "88", "9"],
        "byte order of the bib"
    );
    assert_eq!(column(rows, "first")[0], "New");
    assert_eq!(
        seen["results"].as_object().map(serde_json::Map::len),
        Some(1)
    );
}

#[test]
fn the_pages_of_a_named_version_are_those_of_one_moment() {
    let slug = app().event(false);
    let runner = |bib: i64, seconds: i64| {
        row(
            &bib.to_string(),
            &json!({"bib": bib.to_string(), "seconds": seconds}),
        )
    };
    add(&slug, &[1, 2, 3, 4].map(|bib| runner(bib, 100 * bib)));
    all(&slug, 4);
    let page = |page: i64, version: &Value| json!({"slug": slug, "year": "2026", "limit": 2, "page": page, "of_version": version});
    let read =
        |number: i64, version: &Value| app().ok("POST", "/results/all", &page(number, version));
    let bibs = |answer: &Value| column(&answer["results"]["10 KM"], "bib");
    let first = read(1, &json!(""));
    let version = &first["version"];
    assert_eq!(bibs(&first), ["1", "2"]);
    // the last becomes the first: by the places of the newest version nobody would see bib 2
    add(&slug, &[runner(4, 50)]);
    let newest = eventually("the correction", || {
        Some(read(2, &json!(null))).filter(|answer| bibs(answer) == ["2", "3"])
    });
    assert_ne!(&newest["version"], version);
    let second = read(2, version);
    assert_eq!(
        (bibs(&second), &second["version"]),
        (vec![json!("3"), json!("4")], version)
    );
    assert_eq!(bibs(&read(1, version)), ["1", "2"]);
    for gone in [
        "1-abc",
        "17",
        "x-y",
        "../h-1",
        &format!("{}x", version.as_str().unwrap()),
    ] {
        for path in ["/results", "/results/all", "/results/finish"] {
            let reply = app().call("POST", path, &page(1, &json!(gone)));
            assert_eq!(reply.status, 409, "{path} {gone}");
            assert!(says(&reply, "Version Is Gone"), "{path} {gone}");
        }
    }
    // who names a version is told it, also of the newest and without a limit; nobody else is
    let whole = |more: Value| {
        let body = wire::with(json!({"slug": slug, "year": "2026"}), &more);
        app().ok("POST", "/results/all", &body)["version"].clone()
    };
    let named = json!({"of_version": newest["version"]});
    assert_eq!(whole(named), newest["version"]);
    assert_eq!(whole(json!({})), Value::Null);
    // a year made again has none of the versions of the year before
    let named = json!({"slug": slug, "year": "2026"});
    app().ok("DELETE", "/event-year/delete", &named);
    let again = wire::event_year(&slug, &wire::year("2026", "2026-05-02T08:00:00-07:00"));
    app().ok("POST", "/event-year/add", &again);
    add(&slug, &[runner(9, 900)]);
    all(&slug, 1);
    assert_eq!(
        app().call("POST", "/results/all", &page(1, version)).status,
        409
    );
}

#[test]
fn reads_choose_rows_pages_and_forms() {
    let slug = app().event(false);
    let lap = |n: i64| {
        row(
            "p",
            &json!({"segment": "Lap", "location": "Loop", "occurence": n, "seconds": 100 * n, "finish": n == 3}),
        )
    };
    let other = row(
        "q",
        &json!({"distance": "5 KM", "bib": "5", "type": 31, "segment": "Lap", "seconds": 7, "finish": false}),
    );
    add(&slug, &[lap(1), lap(2), lap(3), other]);
    app().ok("POST", "/distances/add", &json!({"slug": slug, "year": "2026", "distances": [{"name": "5 KM", "certification": "c"}]}));
    all(&slug, 4);
    let ask = |path: &str, more: Value| {
        let mut body = json!({"slug": slug, "year": "2026"});
        more.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| body[name] = value.clone());
        app().ok("POST", path, &body)
    };
    let last = eventually("distances in results", || {
        Some(ask("/results", json!({}))).filter(|last| last["distances"] != json!([]))
    });
    assert_eq!(
        (&last["count"], column(&last["results"]["10 KM"], "seconds")),
        (&json!(2), vec![json!(300)])
    );
    assert_eq!(
        last["distances"],
        json!([{"name": "5 KM", "certification": "c"}])
    );
    assert_eq!(
        last.as_object()
            .map(|answer| answer.keys().map(String::as_str).collect::<Vec<_>>().len()),
        Some(7)
    );
    let every = ask("/results/all", json!({}));
    assert_eq!(
        (&every["participants"], &every["distances"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(ask("/results/finish", json!({}))["count"], 1);
    assert_eq!(ask("/results/all", json!({"distance": "5 KM"}))["count"], 1);
    assert_eq!(
        ask("/results/all", json!({"distance": "none"}))["results"],
        json!({})
    );
    let second = ask("/results/all", json!({"limit": 2, "page": 2}));
    assert_eq!(
        column(&second["results"]["10 KM"], "seconds"),
        [json!(200), json!(300)]
    );
    for first in [
        json!({"limit": 2}),
        json!({"limit": 2, "page": 0}),
        json!({"limit": 2, "page": -3}),
    ] {
        assert_eq!(
            column(&ask("/results/all", first)["results"]["10 KM"], "seconds"),
            [json!(100)]
        );
    }
    assert_eq!(
        ask("/results/all", json!({"limit": i64::MAX, "page": i64::MAX}))["count"],
        0
    );
    assert_eq!(ask("/results/all", json!({"limit": -1}))["count"], 4);
    let old = ask("/results", json!({"version": 1}));
    assert_eq!(
        old.as_object()
            .map(|answer| answer.keys().cloned().collect::<Vec<_>>()),
        Some(
            ["count", "event", "results", "years"]
                .map(String::from)
                .to_vec()
        )
    );
    assert!(
        old["results"]["10 KM"][0].get("person_id").is_none()
            && old["event"].get("recent_time").is_none()
            && old["years"][0].get("live").is_none()
    );
    assert!(
        ask("/results", json!({"version": 2}))
            .get("event_year")
            .is_some()
    );
    let several = app().ok(
        "POST",
        "/results/multi",
        &json!({"slug": slug, "years": ["2026", "1999", "2026"]}),
    );
    assert_eq!(
        (
            column(&several["results"]["2026"]["10 KM"], "seconds").len(),
            &several["results"]["1999"]
        ),
        (3, &json!({}))
    );
    assert_eq!(
        several["results"].as_object().map(serde_json::Map::len),
        Some(2)
    );
}

#[test]
fn a_bib_has_its_person_and_course() {
    let slug = app().event(false);
    add(
        &slug,
        &[
            row("p", &json!({"occurence": 0, "seconds": 1})),
            row("p", &json!({})),
            row("q", &json!({"bib": "9", "distance": "5 KM"})),
        ],
    );
    let segment = json!({"location": "Mile 3", "distance_name": "10 KM", "name": "Mile 3", "distance_value": 3.25, "distance_unit": "mi", "gps": "", "map_link": ""});
    app().ok(
        "POST",
        "/segments/add",
        &json!({"slug": slug, "year": "2026", "segments": [segment]}),
    );
    all(&slug, 3);
    let found = eventually("segments in results/bib", || {
        let found = app().ok("POST", "/results/bib", &json!({"slug": slug, "bib": "88"}));
        (found["segments"] != json!([])).then_some(found)
    });
    assert_eq!(
        (
            column(&found["results"], "seconds"),
            &found["segments"],
            &found["distance"]
        ),
        (vec![json!(1), json!(2710)], &json!([segment]), &Value::Null)
    );
    assert_eq!(
        (&found["single_distance"], &found["person"]["id"]),
        (&json!(false), &json!("p"))
    );
    for nobody in ["1", "", "088"] {
        let reply = app().call(
            "POST",
            "/results/bib",
            &json!({"slug": slug, "bib": nobody}),
        );
        assert_eq!(
            (reply.status, &reply.json()["message"]),
            (404, &json!("Person Not Found"))
        );
    }
}

#[test]
fn names_of_anonymous_people_never_leave() {
    let slug = app().event(false);
    add(
        &slug,
        &[
            row(
                "p",
                &json!({"anonymous": true, "first": "CANARY-anonymous-Secret", "bib": "1"}),
            ),
            row("q", &json!({"bib": "2", "first": "Hidden"})),
            row("r", &json!({"bib": "3"})),
        ],
    );
    let listed = |id: &str, bib: &str, anonymous: bool| json!({"id": id, "bib": bib, "first": "Hidden", "last": "Too", "birthdate": "11/27/1903", "mobile": "CANARY-mobile", "distance": "10 KM", "anonymous": anonymous});
    app().ok(
        "POST",
        "/participants/add",
        &wire::participants(&slug, &[listed("a", "2", true), listed("b", "9", false)]),
    );
    all(&slug, 3);
    eventually("everything hidden", || {
        let answers = ["/results", "/results/all", "/results/finish", "/event"]
            .map(|path| app().ok("POST", path, &json!({"slug": slug})));
        let text = format!(
            "{answers:?} {}",
            app().ok("POST", "/results/bib", &json!({"slug": slug, "bib": "2"}))
        );
        let shown = answers[0]["participants"].as_array().map_or(0, Vec::len);
        (!text.contains("CANARY") && text.matches("Hidden").count() == 2 && shown == 1)
            .then_some(answers[1].clone())
    });
    let own = app().ok("POST", "/participants", &json!({"slug": slug}));
    assert_eq!(
        column(&own["participants"], "first"),
        ["Hidden", "Hidden"],
        "the owner sees their own data"
    );
}

#[test]
fn deletes_count_what_was_there() {
    deletes_of(&app().event(false));
    deletes_of(&app().event(true));
}

fn deletes_of(slug: &str) {
    let body = |more: Value| json!({"slug": slug, "year": "2026", "distance": more});
    add(
        slug,
        &[
            row("p", &json!({})),
            row("q", &json!({"distance": "5 KM"})),
            row("q", &json!({"distance": "5 KM", "occurence": 2})),
        ],
    );
    assert_eq!(
        app().ok("DELETE", "/results/delete", &body(json!("none"))),
        json!({"count": 0})
    );
    assert_eq!(
        app().ok("DELETE", "/results/delete", &body(json!("5 KM"))),
        json!({"count": 2})
    );
    assert_eq!(
        app().ok("DELETE", "/results/delete", &body(json!("5 KM"))),
        json!({"count": 0})
    );
    assert_eq!(
        column(&all(slug, 1)["results"]["10 KM"], "person_id"),
        ["p"]
    );
    assert_eq!(add(slug, &[row("q", &json!({"distance": "5 KM"}))]), 1);
    all(slug, 2);
    assert_eq!(
        app().ok("DELETE", "/results/delete", &body(Value::Null)),
        json!({"count": 2})
    );
    all(slug, 0);
    assert_eq!(add(slug, &[row("p", &json!({}))]), 1);
    all(slug, 1);
}

#[test]
fn a_large_answer_needs_gzip() {
    let slug = app().event(false);
    let wide = "𝄞".repeat(500);
    for batch in 0..8 {
        let rows: Vec<Value> = (0..120)
            .map(|n| {
                row(&format!("p{batch}-{n}"), &json!({"segment": wide, "division": wide, "location": wide, "bib": format!("{batch}{n}")}))
            })
            .collect();
        assert_eq!(add(&slug, &rows), 120);
    }
    let body = json!({"slug": slug, "year": "2026"}).to_string();
    let key = format!("Bearer {}", app().keys.read);
    let ask = |accepted: &str| {
        let headers = [
            ("Authorization", key.as_str()),
            ("Accept", "application/json"),
            ("Accept-Encoding", accepted),
        ];
        let headers = if accepted.is_empty() {
            &headers[..2]
        } else {
            &headers[..]
        };
        app().raw("POST", "/results/all", headers, Some(body.as_bytes()))
    };
    eventually("960 rows", || {
        let mut plain = Vec::new();
        GzDecoder::new(&ask("gzip").body[..])
            .read_to_end(&mut plain)
            .ok()?;
        let answer: Value = serde_json::from_slice(&plain).ok()?;
        (answer["count"] == 960).then_some(answer)
    });
    for refused in ["", "identity", "br", "gzip;q=0", "*;q=0"] {
        let reply = ask(refused);
        assert_eq!(reply.status, 413, "{refused:?}");
        let message = reply.json()["message"].to_string();
        assert!(
            message.contains("limit") && message.contains("page") && message.contains("gzip"),
            "{message}"
        );
    }
    for taken in ["gzip", "deflate, gzip;q=0.5", "*", "GZIP"] {
        let reply = ask(taken);
        assert_eq!(
            (
                reply.status,
                reply.header("content-encoding"),
                reply.header("vary")
            ),
            (200, "gzip", "Accept-Encoding"),
            "{taken:?}"
        );
    }
    let quiet = app().raw(
        "POST",
        "/results/all",
        &[("Authorization", &key), ("Accept-Encoding", "gzip")],
        Some(body.as_bytes()),
    );
    if app().stack.is_one_machine() {
        assert_eq!(
            (quiet.status, quiet.header("content-encoding")),
            (200, "gzip")
        );
    } else {
        assert_eq!(
            quiet.status, 413,
            "to a caller who does not say what they accept API Gateway hands on no binary answer"
        );
    }
    let overview = json!({ "slug": slug }).to_string();
    let overview =
        |headers: &[(&str, &str)]| app().raw("POST", "/event", headers, Some(overview.as_bytes()));
    let plain = overview(&[("Authorization", &key)]);
    assert_eq!(
        (plain.status, &plain.json()["results"]),
        (200, &json!({})),
        "event leaves out what does not fit"
    );
    assert!(
        plain.json()["message"]
            .as_str()
            .is_some_and(|message| message.contains("results/all")),
        "and says so"
    );
    let headers = [
        ("Authorization", key.as_str()),
        ("Accept", "*/*"),
        ("Accept-Encoding", "gzip"),
    ];
    let mut whole = Vec::new();
    GzDecoder::new(&overview(&headers).body[..])
        .read_to_end(&mut whole)
        .expect("gzip");
    let whole: Value = serde_json::from_slice(&whole).expect("JSON");
    assert_eq!(
        (
            whole["results"]["10 KM"].as_array().map(Vec::len),
            whole.get("message")
        ),
        (Some(960), None)
    );
    let small = app().raw("POST", "/segments", &headers, Some(body.as_bytes()));
    assert_eq!(
        small.header("content-encoding"),
        "",
        "what is small is not compressed"
    );
}

#[test]
fn an_upload_may_have_a_mebibyte() {
    let slug = app().event(false);
    let mut body = wire::results(&slug, &[row("p", &json!({}))])
        .to_string()
        .into_bytes();
    body.resize(1024 * 1024, b' ');
    let key = format!("Bearer {}", app().keys.write);
    assert_eq!(
        app()
            .raw(
                "POST",
                "/results/add",
                &[("Authorization", &key)],
                Some(&body)
            )
            .status,
        200
    );
    body.push(b' ');
    assert_eq!(
        app()
            .raw(
                "POST",
                "/results/add",
                &[("Authorization", &key)],
                Some(&body)
            )
            .status,
        413
    );
}
