//! Result files and the calendar, at their addresses on the downloads host, as programs fetch them
//! (contract 9.5).

use chute_domain::event_time::EventTime;
use chute_edge::http::{self, Reply};
use chute_testkit::{
    clock,
    wire::{self, event, row},
};
use serde_json::{Value, json};

use crate::test_app::{CANARY, app, eventually};

fn fetch(verb: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    http::call(
        &app().api.replace("/api/", "/downloads/"),
        verb,
        path,
        headers,
        None,
    )
}

fn get(path: &str) -> Reply {
    fetch(
        "GET",
        path,
        &[("Accept", "*/*"), ("Accept-Encoding", "identity")],
    )
}

fn text(reply: &Reply) -> String {
    String::from_utf8(reply.body.clone()).expect("UTF-8")
}

fn add(slug: &str, rows: &[Value]) {
    app().ok("POST", "/results/add", &wire::results(slug, rows));
}

/// Waits until the file contains this text.
fn says(path: &str, part: &str) -> Reply {
    eventually(part, || {
        text(&get(path)).contains(part).then_some(Value::Null)
    });
    get(path)
}

#[test]
fn a_year_is_a_table_and_a_document_open_to_all() {
    let slug = app().event(false);
    let hidden =
        json!({"bib": "90", "first": CANARY, "last": CANARY, "anonymous": true, "ranking": 3});
    let hostile =
        json!({"bib": "89", "first": "=HYPERLINK(\"x\")", "last": "a,\"b\"\r\nc", "ranking": 13});
    add(
        &slug,
        &[row("a", &json!({})), row("b", &hostile), row("c", &hidden)],
    );
    let at = |file: &str| format!("results/{slug}/2026/{file}");
    // rows of one call may be published one by one
    says(&at("results.csv"), "b,89,");
    says(&at("results.csv"), "c,90,");
    let csv = says(&at("results.csv"), "a,88,");
    assert_eq!(
        (csv.status, csv.header("content-type")),
        (200, "text/csv; charset=utf-8")
    );
    assert_eq!(
        csv.header("cache-control"),
        "public, max-age=10, stale-while-revalidate=30"
    );
    assert_eq!(
        (
            csv.header("access-control-allow-origin"),
            csv.header("x-frame-options")
        ),
        ("*", "DENY")
    );
    let csv = text(&csv);
    assert!(
        csv.starts_with("\u{feff}person_id,bib,first,last,age,") && csv.ends_with("\r\n"),
        "{csv}"
    );
    assert!(
        csv.contains("b,89,\"'=HYPERLINK(\"\"x\"\")\",\"a,\"\"b\"\"\r\nc\",41,"),
        "{csv}"
    );
    assert!(
        csv.contains("c,90,,,41,Woman,") && !csv.contains(CANARY),
        "{csv}"
    );
    let json = get(&at("results.json")).json();
    assert_eq!(
        (
            &json["schema"],
            &json["event"]["slug"],
            &json["event_year"]["year"]
        ),
        (&json!(1), &json!(slug), &json!("2026"))
    );
    assert!(
        json["version"].as_u64().is_some_and(|version| version > 0),
        "{json}"
    );
    let all = app().ok(
        "POST",
        "/results/all",
        &json!({"slug": slug, "year": "2026"}),
    );
    assert_eq!(
        json["results"], all["results"]["10 KM"],
        "the rows of results/all"
    );
    assert!(!json.to_string().contains(CANARY));
    for (file, begins) in [
        ("results-ultrasignup.csv", "\u{feff}place,time,first,"),
        ("results-itra.csv", "\u{feff}Ranking,Time,Family name,"),
    ] {
        let table = text(&get(&at(&format!("10%20KM/{file}"))));
        assert!(
            table.starts_with(begins) && table.contains("Ana") && table.contains("00:45:10"),
            "{table}"
        );
        assert!(
            !table.contains("90") && !table.contains(CANARY),
            "who is anonymous is not listed elsewhere: {table}"
        );
        assert_eq!(
            get(&at(&format!("5%20KM/{file}"))).status,
            404,
            "no such distance"
        );
    }
    assert_eq!(
        get(&format!("results/{}/2026/results.csv", slug.to_uppercase())).status,
        200,
        "a slug in capitals is the same event"
    );
}

#[test]
fn a_known_version_gets_304_until_the_next() {
    let slug = app().event(false);
    let path = format!("results/{slug}/2026/results.csv");
    let rows: Vec<Value> = (0..20)
        .map(|number| row(&format!("p{number}"), &json!({"bib": number.to_string()})))
        .collect();
    add(&slug, &rows);
    let first = says(&path, "p19,19,Ana");
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\"") && tag.ends_with("-1\""), "{tag}");
    let again = fetch("GET", &path, &[("Accept", "*/*"), ("If-None-Match", &tag)]);
    assert_eq!(
        (again.status, again.body.len(), again.header("etag")),
        (304, 0, &*tag)
    );
    let packed = fetch(
        "GET",
        &path,
        &[("Accept", "*/*"), ("Accept-Encoding", "gzip")],
    );
    assert_eq!(
        (packed.header("content-encoding"), packed.header("etag")),
        ("gzip", &*tag)
    );
    let mut plain = String::new();
    std::io::Read::read_to_string(
        &mut flate2::read::GzDecoder::new(packed.body.as_slice()),
        &mut plain,
    )
    .expect("gzip");
    assert_eq!(plain, text(&first));
    let head = fetch(
        "HEAD",
        &path,
        &[("Accept", "*/*"), ("Accept-Encoding", "gzip")],
    );
    assert_eq!(
        (head.status, head.body.len(), head.header("content-type")),
        (200, 0, "text/csv; charset=utf-8")
    );
    add(&slug, &[row("p0", &json!({"bib": "0", "seconds": 2711}))]);
    says(&path, ",2711,");
    let newer = fetch("GET", &path, &[("Accept", "*/*"), ("If-None-Match", &tag)]);
    assert!(
        newer.status == 200 && newer.header("etag") != tag,
        "{}",
        newer.status
    );
}

#[test]
fn an_unknown_or_restricted_event_has_no_file() {
    let slug = app().event(false);
    add(&slug, &[row("a", &json!({}))]);
    let files = ["results.csv", "results.json", "10%20KM/results-itra.csv"]
        .map(|file| format!("results/{slug}/2026/{file}"));
    says(&files[0], "Ana,Ruiz");
    let nowhere = get(&files[0].replace(&slug, "no-such-event"));
    assert_eq!(
        (
            nowhere.status,
            nowhere.header("access-control-allow-origin")
        ),
        (404, "*")
    );
    assert_eq!(get(&files[0].replace("/2026/", "/2025/")).status, 404);
    assert!(text(&says("results/calendar.ics", &slug)).contains(&slug));
    app().ok(
        "PUT",
        "/event/update",
        &json!({ "event": event(&slug, true) }),
    );
    for file in &files {
        let restricted = get(file);
        assert_eq!(
            (restricted.status, &restricted.body),
            (404, &nowhere.body),
            "{file}: gone with the answer"
        );
    }
    eventually("a calendar without the event", || {
        (!text(&get("results/calendar.ics")).contains(&slug)).then_some(Value::Null)
    });
    // as on other routes of the distribution
    assert!([403, 405].contains(&fetch("DELETE", &files[0], &[("Accept", "*/*")]).status));
}

#[test]
fn the_calendar_has_the_years_of_every_public_event_with_the_way_to_their_results() {
    let slug = app().event(false);
    let reply = says("results/calendar.ics", &format!("/results/{slug}/2026\r\n"));
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, "text/calendar; charset=utf-8")
    );
    let calendar = text(&reply);
    assert!(
        calendar.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
            && calendar.ends_with("END:VCALENDAR\r\n"),
        "{calendar}"
    );
    assert!(
        calendar.split("\r\n").all(|line| line.len() <= 75),
        "folded"
    );
    let of_year = |year: &str| {
        let unfolded = text(&get("results/calendar.ics")).replace("\r\n ", "");
        let uid = format!("\r\nUID:{slug}/{year}@");
        unfolded
            .split("BEGIN:VEVENT")
            .find(|entry| entry.contains(&uid))
            .map(str::to_owned)
    };
    let entry = of_year("2026").expect("the year");
    assert!(
        entry.contains("\r\nDTSTART;TZID=UTC-0700:20260502T080000\r\n")
            && entry.contains("\r\nSUMMARY:River 10K\r\n"),
        "{entry}"
    );
    assert!(entry.contains("\r\nURL:http"), "{entry}");
    let start = |year: &str| {
        let entry = of_year(year)?;
        let start = entry.split("DTSTART;").nth(1)?;
        Some(start.split("\r\n").next()?.to_owned())
    };
    let in_20_days = EventTime::from_unix(clock::now_s() + 20 * 86_400);
    let this_year = wire::year("2026", in_20_days.as_str());
    let next_year = wire::year("2027", "2199-01-01T08:00:00-07:00");
    let update = wire::event_year(&slug, &this_year);
    app().ok("PUT", "/event-year/update", &update);
    app().ok(
        "POST",
        "/event-year/add",
        &wire::event_year(&slug, &next_year),
    );
    says("results/calendar.ics", &format!("/results/{slug}/2027\r\n"));
    assert_eq!(
        start("2027").as_deref(),
        Some("TZID=UTC-0700:21990101T080000")
    );
    let moved = start("2026").expect("the coming race stays beside the next one");
    let wanted = format!(
        "TZID=UTC+0000:{}",
        in_20_days.parts().0.replace(['-', ':'], "")
    );
    assert_eq!(moved, wanted, "postponed");
}
