//! `r/series`, `r/series/update`, `r/standings/update`, and the files they publish on the downloads
//! host.

use std::thread;

use chute_domain::race::Slug;
use chute_edge::http::{self, Reply};
use chute_testkit::wire::{self, event, row, year};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{app, download, eventually, says},
};

fn downloaded(url: &str) -> String {
    let reply = download(url, &[]);
    assert_eq!(reply.status, 200, "{url}");
    assert_eq!(reply.header("cache-control"), "public, max-age=60", "{url}");
    assert_eq!(
        reply.header("access-control-allow-origin"),
        "*",
        "{url}, asked without an Origin"
    );
    String::from_utf8(reply.body).expect("text")
}

/// A definition of one series of one race; `changes` replaces fields of the race.
fn years(changes: &Value) -> Value {
    let mut race = json!({"type": "km", "value": 10, "name": "10 KM", "year": "2026"});
    for (name, value) in changes.as_object().into_iter().flatten() {
        race[name] = value.clone();
    }
    json!([{"series": [{"distances": [race], "best": 1, "name": "Long Series"}], "display_year": 2026}])
}

fn published(value: &str) -> String {
    format!(
        r#"[{{"display_year":2026,"series":[{{"name":"Long Series","best":1,"distances":[{{"year":"2026","name":"10 KM","value":{value},"type":"km"}}]}}]}}]"#
    )
}

fn series(who: &Person, slug: &str, years: &Value, version: Option<i64>) -> Reply {
    who.call(
        "PUT",
        "/r/series/update",
        &json!({"slug": slug, "years": years, "version": version}),
    )
}

const HEAD: &str = "first,last,tiger score,seward score,highest score,category";

fn standings(who: &Person, slug: &str, distance: &str, csv: &str, version: Option<i64>) -> Reply {
    who.call("POST", "/r/standings/update", &json!({"slug": slug, "year": "2026", "distance": distance, "csv": csv, "version": version}))
}

fn version(reply: &Reply) -> i64 {
    assert_eq!(
        reply.status,
        200,
        "{}",
        String::from_utf8_lossy(&reply.body)
    );
    reply.json()["version"].as_i64().expect("a version")
}

fn files(who: &Person, slug: &str) -> Vec<String> {
    let listed = who.ok("POST", "/r/series", &json!({ "slug": slug }));
    listed["files"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|file| file["path"].as_str().expect("a path").to_owned())
        .collect()
}

/// The year in the address is a display year, which no event year needs to have as its key.
#[test]
fn the_card_of_a_series_counts_its_people() {
    let (owner, slug) = (app().admin(), app().event(false));
    let rows = [row("a", &json!({})), row("b", &json!({"first": "Bo"}))];
    app().ok("POST", "/results/add", &wire::results(&slug, &rows));
    let mut sent = years(&json!({}));
    sent[0]["display_year"] = json!(2031);
    version(&series(owner, &slug, &sent, Some(0)));
    let card = |page: &str| {
        let agent = [("User-Agent", "WhatsApp/2"), ("Accept", "text/html")];
        let reply = http::call(app().stack.text("site"), "GET", page, &agent, None);
        String::from_utf8(reply.body).expect("UTF-8")
    };
    for page in [format!("/series/{slug}"), format!("/series/{slug}/2031")] {
        eventually(&page, || {
            card(&page)
                .contains("content=\"Long Series: 2 runners in 1 race.\"")
                .then_some(Value::Null)
        });
    }
    assert!(card(&format!("/series/{slug}/2026")).contains("<title>Race results</title>"));
}

#[test]
fn a_series_definition_is_published_in_its_own_form() {
    let owner = app().owner();
    let slug = app().event_of(owner, true);
    let nothing = json!({"slug": slug, "version": 0, "years": [], "files": []});
    assert_eq!(
        owner.ok("POST", "/r/series", &json!({ "slug": slug })),
        nothing
    );
    let path = format!("series/{slug}.js");
    assert_eq!(download(&path, &[]).status, 404);
    let reply = series(
        owner,
        &slug,
        &years(&json!({"value": 13.1, "colour": "red"})),
        Some(0),
    );
    let saved = reply.json();
    let warnings = json!([
        "years[0].series[0].distances[0].colour: not known, dropped.",
        "years[0].series[0].distances[0].name: 2026 has no distance 10 KM yet."
    ]);
    let updated_at = &saved["updated_at"];
    assert_eq!(
        saved,
        json!({"slug": slug, "version": 1, "updated_at": updated_at, "url": path, "warnings": warnings})
    );
    assert!(
        updated_at
            .as_str()
            .is_some_and(|at| at.len() == 20 && at.ends_with('Z')),
        "{updated_at}"
    );
    assert_eq!(downloaded(&path), published("13.1"));
    assert_eq!(
        download(&path, &[]).header("content-type"),
        "application/json"
    );
    let file = json!({"kind": "series", "path": path, "year": "", "distance": "", "version": 1, "updated_at": updated_at, "size": published("13.1").len()});
    let listed = owner.ok("POST", "/r/series", &json!({ "slug": slug }));
    assert_eq!(
        listed,
        json!({"slug": slug, "version": 1, "years": years(&json!({"value": 13.1})), "files": [file]})
    );
}

#[test]
fn versions_count_changes_and_refuse_whoever_is_behind() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let save =
        |value: i64, version| series(owner, &slug, &years(&json!({ "value": value })), version);
    let path = format!("series/{slug}.js");
    assert_eq!(version(&save(10, None)), 1);
    assert_eq!(version(&save(10, Some(1))), 1, "the same again");
    assert_eq!(version(&save(11, Some(1))), 2);
    for behind in [0, 1, 3, -1, i64::MAX] {
        let reply = save(12, Some(behind));
        assert_eq!(
            (reply.status, reply.json()),
            (
                409,
                json!({"message": "The File Was Changed By Somebody Else"})
            ),
            "{behind}"
        );
    }
    assert_eq!(downloaded(&path), published("11"));
    assert_eq!(
        version(&save(10, None)),
        3,
        "an earlier content is a new version"
    );
    assert_eq!(series(owner, &slug, &json!([]), Some(2)).status, 409);
    assert_eq!(
        version(&series(owner, &slug, &json!([]), Some(3))),
        4,
        "a withdrawal is a version"
    );
    assert_eq!(download(&path, &[]).status, 404);
    assert_eq!(
        version(&series(owner, &slug, &Value::Null, None)),
        4,
        "withdrawn again"
    );
    assert_eq!(
        owner.ok("POST", "/r/series", &json!({ "slug": slug })),
        json!({"slug": slug, "version": 0, "years": [], "files": []})
    );
    assert_eq!(
        save(10, Some(3)).status,
        409,
        "the version before the withdrawal"
    );
    assert_eq!(version(&save(10, Some(0))), 5, "there is none");
    assert_eq!(downloaded(&path), published("10"));
}

#[rstest]
#[case(json!("x"), json!([{"at": "years", "line": 0, "message": "must be a list"}]))]
#[case(json!([1, null]), json!([{"at": "years[0]", "line": 0, "message": "must be an object"},
    {"at": "years[1].display_year", "line": 0, "message": "must be a whole number from 1900 to 9999"},
    {"at": "years[1].series", "line": 0, "message": "must have 1 to 50 entries"}]))]
#[case(years(&json!({"value": 0, "type": 5})), json!([{"at": "years[0].series[0].distances[0].value", "line": 0, "message": "must be greater than 0"},
    {"at": "years[0].series[0].distances[0].type", "line": 0, "message": "must be a text of 1 to 12 characters"}]))]
fn every_problem_of_a_definition_is_told(#[case] wrong: Value, #[case] errors: Value) {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    version(&series(owner, &slug, &years(&json!({})), None));
    let reply = series(owner, &slug, &wrong, None);
    let count = errors.as_array().map_or(0, Vec::len);
    let (at, message) = (
        errors[0]["at"].as_str().unwrap_or_default(),
        errors[0]["message"].as_str().unwrap_or_default(),
    );
    let message = format!(
        "The file has {count} problem{}. {at}: {message}.",
        if count == 1 { "" } else { "s" }
    );
    assert_eq!(
        (reply.status, reply.json()),
        (400, json!({"message": message, "errors": errors}))
    );
    assert_eq!(
        downloaded(&format!("series/{slug}.js")),
        published("10"),
        "what was published stays"
    );
}

#[test]
fn at_most_fifty_problems_are_listed() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let reply = series(owner, &slug, &json!(vec![1; 60]), None).json();
    assert_eq!(reply["errors"].as_array().map(Vec::len), Some(50));
    assert!(
        reply["message"]
            .as_str()
            .is_some_and(|message| message.starts_with("The file has 61 problems. years: ")),
        "{reply}"
    );
    let repeated =
        format!(r#"{{"slug":"{slug}","years":[{{"display_year":2026,"display_year":2026}}]}}"#);
    let token = format!("Bearer {}", owner.token);
    let reply = app().raw(
        "PUT",
        "/r/series/update",
        &[("Authorization", &token)],
        Some(repeated.as_bytes()),
    );
    assert_eq!(
        (reply.status, says(&reply, "Invalid Request Body")),
        (400, true),
        "a repeated key"
    );
}

#[test]
fn the_warnings_know_the_distances_of_each_year() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let warnings =
        |changes: Value| series(owner, &slug, &years(&changes), None).json()["warnings"].clone();
    assert_eq!(
        warnings(json!({"year": "2025"})),
        json!(["years[0].series[0].distances[0].year: the event has no year 2025 yet."])
    );
    let by_key = app().event(false);
    let adopted = app().admin();
    let with_results = wire::results(&by_key, &[row("p", &json!({"distance": "10 KM"}))]);
    app().ok("POST", "/results/add", &with_results);
    let distances = json!([{"name": "5 KM", "certification": "XX00000AB"}]);
    app().ok(
        "POST",
        "/distances/add",
        &json!({"slug": by_key, "year": "2026", "distances": distances}),
    );
    let with_record = series(adopted, &by_key, &years(&json!({"name": "5 KM"})), None).json();
    assert_eq!(with_record["warnings"], json!([]));
    eventually("the distance with results", || {
        let warnings =
            series(adopted, &by_key, &years(&json!({"name": "10 KM"})), None).json()["warnings"]
                .clone();
        (warnings == json!([])).then_some(warnings)
    });
    let warnings =
        series(adopted, &by_key, &years(&json!({"name": "15 KM"})), None).json()["warnings"]
            .clone();
    assert_eq!(
        warnings,
        json!(["years[0].series[0].distances[0].name: 2026 has no distance 15 KM yet."])
    );
}

#[test]
fn standings_are_published_in_the_readers_form() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let csv = "\u{feff}Last,FIRST,club,Highest Score,Tiger Score,Seward Score,Category\r\nTorres,Mia,\"A, B\",91.50,88.25,91.5,ytp female 9-10\r\n\r\n\"Baker\",Jon,,76,,76,YTP Male 13-14\r\n";
    let saved = standings(owner, &slug, "10 KM", csv, Some(0)).json();
    let url = format!("{slug}/2026/10%20KM/ytp-standings.csv");
    let updated_at = &saved["updated_at"];
    let wanted = json!({"slug": slug, "year": "2026", "distance": "10 KM", "version": 1, "updated_at": updated_at, "url": url, "rows": 2});
    assert_eq!(saved, wanted);
    let text = format!(
        "{HEAD}\nMia,Torres,88.25,91.5,91.5,YTP Female 9-10\nJon,Baker,0,76,76,YTP Male 13-14"
    );
    assert_eq!(downloaded(&url), text);
    assert_eq!(
        download(&url, &[]).header("content-type"),
        "text/csv; charset=utf-8"
    );
    let listed = owner.ok("POST", "/r/series", &json!({ "slug": slug }));
    let path = format!("{slug}/2026/10 KM/ytp-standings.csv");
    let file = json!({"kind": "standings", "path": path, "year": "2026", "distance": "10 KM", "version": 1, "updated_at": updated_at, "size": text.len()});
    assert_eq!(
        listed,
        json!({"slug": slug, "version": 0, "years": [], "files": [file]})
    );
    assert_eq!(
        version(&standings(owner, &slug, "10 KM", &text, None)),
        1,
        "the published text is the same file"
    );
    assert_eq!(standings(owner, &slug, "10 KM", HEAD, Some(0)).status, 409);
    let emptied = standings(owner, &slug, "10 KM", HEAD, Some(1)).json();
    assert_eq!(
        (&emptied["version"], &emptied["rows"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(downloaded(&url), HEAD);
    assert_eq!(version(&standings(owner, &slug, "10 KM", "", Some(2))), 3);
    assert_eq!(
        (download(&url, &[]).status, files(owner, &slug)),
        (404, vec![])
    );
}

#[rstest]
#[case("½ Marathon")]
#[case("50%")]
#[case("a+b & c=d;e")]
#[case("5K/10K")]
#[case("%41")]
#[case("\"10\" 'KM'")]
fn a_distance_is_found_under_its_name(#[case] distance: &str) {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let saved = standings(
        owner,
        &slug,
        distance,
        &format!("{HEAD}\nMia,Torres,1,2,3,"),
        None,
    );
    assert_eq!(version(&saved), 1, "{distance}");
    assert_eq!(
        downloaded(saved.json()["url"].as_str().expect("an address")),
        format!("{HEAD}\nMia,Torres,1,2,3,")
    );
    assert_eq!(
        files(owner, &slug),
        [format!("{slug}/2026/{distance}/ytp-standings.csv")]
    );
}

#[test]
fn every_problem_of_standings_is_told_with_its_line() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let reply = standings(
        owner,
        &slug,
        "10 KM",
        &format!("{HEAD}\r\n=A,Torres,1,2,3,\r\n\r\nMia,,1,-2,3,YTP 9\r\n"),
        None,
    );
    let errors = json!([{"at": "first", "line": 2, "message": "must not begin with =, +, - or @"},
        {"at": "last", "line": 4, "message": "must not be empty"},
        {"at": "seward score", "line": 4, "message": "must be a number of at least 0, such as 88.25"},
        {"at": "category", "line": 4, "message": "must be empty, or YTP, Female, Male, Unknown or another word, and 8, 9-10, 11-12, 13-14, 15-16 or 17-18"}]);
    let message = "The file has 4 problems. Line 2, first: must not begin with =, +, - or @.";
    assert_eq!(
        (reply.status, reply.json()),
        (400, json!({"message": message, "errors": errors}))
    );
    assert_eq!(files(owner, &slug), Vec::<String>::new());
    let reply = standings(owner, &slug, "10 KM", "first,last\nA,B", None).json();
    assert_eq!(
        (&reply["errors"][0]["at"], &reply["errors"][0]["line"]),
        (&json!("tiger score"), &json!(1))
    );
}

#[rstest]
#[case("")]
#[case(" ")]
#[case(".")]
#[case("..")]
#[case("a/../b")]
#[case("a\\b")]
#[case("a?b")]
#[case("a#b")]
#[case("a\tb")]
fn a_distance_that_is_no_address_is_refused(#[case] distance: &str) {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    for csv in [HEAD, ""] {
        let reply = standings(owner, &slug, distance, csv, None);
        assert_eq!(reply.status, 400, "{distance}");
        assert!(
            reply.json()["message"]
                .as_str()
                .is_some_and(|message| message.contains("distance")),
            "{distance}"
        );
    }
}

#[test]
fn standings_need_a_year_but_not_the_folder_of_the_snapshots() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let sent = |slug: &str, year: &str| {
        owner.call(
            "POST",
            "/r/standings/update",
            &json!({"slug": slug, "year": year, "distance": "5 KM", "csv": HEAD}),
        )
    };
    let reply = sent(&slug, "2025");
    assert_eq!(
        (reply.status, reply.json()),
        (404, json!({"message": "Event/Year Not Found"}))
    );
    assert_eq!(
        (sent(&slug, "").status, sent("", "2026").status),
        (400, 400)
    );
    let reply = sent(" Results ", "2026");
    assert_eq!(
        reply.status,
        400,
        "before anything is looked up: {}",
        String::from_utf8_lossy(&reply.body)
    );
}

/// A body of exactly this many bytes.
fn padded(body: &Value, size: usize) -> Vec<u8> {
    let mut bytes = body.to_string().into_bytes();
    bytes.resize(size, b' ');
    bytes
}

#[test]
fn bodies_have_their_limits() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let token = format!("Bearer {}", owner.token);
    let definition = json!({"slug": slug, "years": years(&json!({}))});
    let csv = json!({"slug": slug, "year": "2026", "distance": "5 KM", "csv": HEAD});
    for (verb, path, body, limit) in [
        ("PUT", "/r/series/update", definition, 256 * 1024),
        ("POST", "/r/standings/update", csv, 1024 * 1024),
    ] {
        for (size, status) in [(limit, 200), (limit + 1, 413)] {
            let reply = app().raw(
                verb,
                path,
                &[
                    ("Authorization", &token),
                    ("Content-Type", "application/json"),
                ],
                Some(&padded(&body, size)),
            );
            assert_eq!(reply.status, status, "{path} {size}");
        }
    }
}

#[test]
fn a_large_file_is_published_whole() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let csv = (0..20_000).fold(HEAD.to_owned(), |csv, n| {
        csv + &format!("\nMia {n},Torres,{n}.5,,7,YTP X 8")
    });
    let saved = standings(owner, &slug, "5 KM", &csv, None).json();
    assert_eq!(saved["rows"], 20_000, "{saved}");
    let text = downloaded(saved["url"].as_str().expect("an address"));
    assert_eq!(text.lines().count(), 20_001);
    assert!(text.ends_with("\nMia 19999,Torres,19999.5,0,7,YTP X 8"));
}

fn value(round: i64, n: usize) -> i64 {
    round * 10 + i64::try_from(n).expect("few") + 1
}

/// Makes several uploads at once, each with different content.
fn at_once(slug: &str, round: i64, seen: Option<i64>) -> Vec<Reply> {
    let owner = app().owner();
    let one = |n: usize| {
        series(
            owner,
            slug,
            &years(&json!({"value": value(round, n)})),
            seen,
        )
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..4).map(|n| scope.spawn(move || one(n))).collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("an answer"))
            .collect()
    })
}

#[test]
fn of_parallel_saves_of_one_version_one_wins() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    for round in 0..3 {
        let replies = at_once(&slug, round, Some(round));
        let won: Vec<usize> = (0..replies.len())
            .filter(|n| replies[*n].status == 200)
            .collect();
        assert!(
            replies
                .iter()
                .all(|reply| matches!(reply.status, 200 | 409))
        );
        assert_eq!((won.len(), version(&replies[won[0]])), (1, round + 1));
        assert_eq!(
            downloaded(&format!("series/{slug}.js")),
            published(&value(round, won[0]).to_string())
        );
        let listed = owner.ok("POST", "/r/series", &json!({ "slug": slug }));
        assert_eq!(
            listed["years"],
            years(&json!({"value": value(round, won[0])}))
        );
    }
}

#[test]
fn of_parallel_saves_without_a_version_the_last_one_stays() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    for round in 0..2 {
        let mut versions: Vec<(i64, usize)> = at_once(&slug, round, None)
            .iter()
            .enumerate()
            .map(|(n, reply)| (version(reply), n))
            .collect();
        versions.sort_unstable();
        assert_eq!(
            versions
                .iter()
                .map(|(version, _)| *version)
                .collect::<Vec<_>>(),
            (1..=4).map(|n| round * 5 + n).collect::<Vec<_>>()
        );
        assert_eq!(
            downloaded(&format!("series/{slug}.js")),
            published(&value(round, versions[3].1).to_string())
        );
        version(&series(owner, &slug, &json!([]), None));
        assert_eq!(download(&format!("series/{slug}.js"), &[]).status, 404);
    }
}

/// Deletes of a year and of an event, by session and by key.
#[rstest]
#[case("/r/event-year/delete", "/r/event/delete")]
#[case("/event-year/delete", "/event/delete")]
fn a_delete_takes_the_files_with_it(#[case] year_path: &str, #[case] event_path: &str) {
    let by_session = year_path.starts_with("/r/");
    let owner = if by_session {
        app().owner()
    } else {
        app().admin()
    };
    let slug = if by_session {
        app().event_of(owner, false)
    } else {
        app().event(false)
    };
    let made = |verb: &str, path: &str, body: &Value| {
        let path = if by_session {
            format!("/r{path}")
        } else {
            path.to_owned()
        };
        let reply = if by_session {
            owner.call(verb, &path, body)
        } else {
            app().call(verb, &path, body)
        };
        assert_eq!(
            reply.status,
            200,
            "{path}: {}",
            String::from_utf8_lossy(&reply.body)
        );
    };
    let new_year = |key: &str| {
        made(
            "POST",
            "/event-year/add",
            &wire::event_year(&slug, &year(key, "2026-05-02T08:00:00-07:00")),
        )
    };
    let delete = |path: &str, body: &Value| {
        let reply = if by_session {
            owner.call("DELETE", path, body)
        } else {
            app().call("DELETE", path, body)
        };
        assert_eq!(
            reply.status,
            200,
            "{path}: {}",
            String::from_utf8_lossy(&reply.body)
        );
    };
    new_year("2025");
    let save = |year: &str, csv: &str, version: Option<i64>| {
        owner.call("POST", "/r/standings/update", &json!({"slug": slug, "year": year, "distance": "5 KM", "csv": csv, "version": version}))
    };
    version(&series(owner, &slug, &years(&json!({})), None));
    for year in ["2025", "2026"] {
        version(&save(year, HEAD, None));
    }
    let url = |year: &str| format!("{slug}/{year}/5%20KM/ytp-standings.csv");
    delete(year_path, &json!({"slug": slug, "year": "2026"}));
    let found = [url("2025"), url("2026"), format!("series/{slug}.js")]
        .map(|url| download(&url, &[]).status);
    assert_eq!(found, [200, 404, 200]);
    new_year("2026");
    assert_eq!(
        files(owner, &slug),
        [
            format!("series/{slug}.js"),
            format!("{slug}/2025/5 KM/ytp-standings.csv")
        ]
    );
    assert_eq!(
        save("2026", HEAD, Some(1)).status,
        409,
        "the version of before"
    );
    assert_eq!(version(&save("2026", HEAD, Some(0))), 3);
    delete(event_path, &json!({ "slug": slug }));
    let found = [url("2025"), url("2026"), format!("series/{slug}.js")]
        .map(|url| download(&url, &[]).status);
    assert_eq!(found, [404, 404, 404]);
    assert_eq!(
        owner
            .call("POST", "/r/series", &json!({ "slug": slug }))
            .status,
        404
    );
    made(
        "POST",
        "/event/add",
        &json!({ "event": event(&slug, false) }),
    );
    assert_eq!(
        owner.ok("POST", "/r/series", &json!({ "slug": slug }))["files"],
        json!([])
    );
}

#[test]
fn an_earlier_version_can_be_brought_back() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let of = |more: &Value| {
        let mut body = json!({ "slug": slug });
        more.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| body[name] = value.clone());
        owner.call("POST", "/r/files/versions", &body)
    };
    assert_eq!(
        of(&json!({})).json(),
        json!({"versions": [], "content": ""})
    );
    for value in [5, 10, 15] {
        version(&series(
            owner,
            &slug,
            &years(&json!({ "value": value })),
            None,
        ));
    }
    version(&series(owner, &slug, &json!([]), None));
    let listed = of(&json!({"version": 2})).json();
    let told = |field: &str| {
        listed["versions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|version| version[field].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (told("version"), told("withdrawn")),
        (
            vec![json!(4), json!(3), json!(2), json!(1)],
            vec![json!(true), json!(false), json!(false), json!(false)]
        )
    );
    assert!(
        told("by").iter().all(|by| *by == json!(owner.account.name)),
        "{listed}"
    );
    let content = listed["content"].as_str().expect("text");
    assert_eq!(content, published("10"));
    let again: Value = serde_json::from_str(content).expect("a definition");
    assert_eq!(version(&series(owner, &slug, &again, Some(4))), 5);
    assert_eq!(downloaded(&format!("series/{slug}.js")), published("10"));
    assert_eq!(
        of(&json!({"version": 4})).json()["content"],
        "",
        "withdrew it"
    );
    for unknown in [0, 6, -1] {
        assert_eq!(of(&json!({ "version": unknown })).status, 404, "{unknown}");
    }
    for n in 1..=22 {
        version(&standings(
            owner,
            &slug,
            "10 KM",
            &format!("{HEAD}\nAna,Ruiz,{n},2,{n},\n"),
            None,
        ));
    }
    let kept = of(&json!({"year": "2026", "distance": "10 KM", "version": 3})).json();
    assert_eq!(
        (
            kept["versions"].as_array().map(Vec::len),
            &kept["versions"][19]["version"]
        ),
        (Some(20), &json!(3))
    );
    assert!(
        kept["content"]
            .as_str()
            .is_some_and(|text| text.contains("Ana,Ruiz,3")),
        "the oldest one left: {kept}"
    );
    assert_eq!(
        of(&json!({"year": "2026", "distance": "10 KM", "version": 2})).status,
        404
    );
    assert_eq!(of(&json!({"year": "2026"})).status, 400, "both or neither");
}

/// Standings contain the names of children, so none may outlive its year.
#[test]
fn earlier_versions_go_with_their_year() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    for name in ["Ana", "Bea"] {
        version(&standings(
            owner,
            &slug,
            "10 KM",
            &format!("{HEAD}\n{name},Ruiz,1,2,2,\n"),
            None,
        ));
    }
    let of_year = json!({"slug": slug, "year": "2026", "distance": "10 KM"});
    assert_eq!(
        owner.ok("POST", "/r/files/versions", &of_year)["versions"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    owner.ok(
        "DELETE",
        "/r/event-year/delete",
        &json!({"slug": slug, "year": "2026"}),
    );
    let left = app()
        .with_store(chute_domain::account::Realm::Account, async |store| {
            store.load_files(&Slug::new(&slug)).await
        })
        .expect("the list");
    assert_eq!(left.contents().len(), 0);
    let earlier = owner.ok("POST", "/r/files/versions", &of_year);
    assert!(
        earlier["versions"]
            .as_array()
            .is_some_and(|versions| versions.iter().all(|version| version["withdrawn"] == true)),
        "{earlier}"
    );
}
