//! `privacy/ask`, `r/privacy/requests`, `r/privacy/decide` (contract 4.16, 6.13): from a runner's
//! request to the last file that names them.

use std::io::Read;

use chute_domain::account::{AccountKind, Realm};
use chute_domain::race::Slug;
use chute_edge::http::{self, Reply};
use chute_publisher::{Publications, Verdict};
use chute_store::Place;
use chute_testkit::wire::{self, row};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::{
    blocked::{new_address, open},
    people::Person,
    sms::expect,
    test_app::{CANARY, app, eventually},
};

/// A published year with a runner of a unique name.
pub struct Race {
    pub owner: &'static Person,
    pub slug: String,
    pub first: String,
    pub last: String,
}

impl Race {
    /// The runner is in the entry list and in the results, with bib 7.
    pub fn new() -> Self {
        let owner = app().owner();
        let slug = app().event_of(owner, false);
        let letters = |from: &str| {
            from.bytes()
                .filter(u8::is_ascii_digit)
                .map(|digit| char::from(b'a' + digit - b'0'))
                .collect::<String>()
        };
        let race = Self {
            owner,
            first: format!("Xandria{}", letters(&slug)),
            last: format!("Quillfeather{}", letters(&slug)),
            slug,
        };
        race.list(
            "2026",
            &[race.who("7", "11/27/1903", "907-555-0142"), race.other()],
        );
        race.upload(41);
        eventually("the name", || {
            race.shows(&race.first).then_some(Value::Null)
        });
        race
    }

    fn who(&self, bib: &str, birthdate: &str, mobile: &str) -> Value {
        let changes = json!({"bib": bib, "first": self.first, "last": self.last, "birthdate": birthdate, "mobile": mobile});
        wire::participant(&format!("p{bib}"), &changes)
    }

    fn other(&self) -> Value {
        let mut other = self.who("8", "1/1/1980", "");
        (other["first"], other["last"]) = (json!("Ana"), json!("Ruiz"));
        other
    }

    fn list(&self, year: &str, people: &[Value]) {
        self.owner.ok(
            "POST",
            "/r/participants/add-many",
            &json!({"slug": self.slug, "year": year, "participants": people}),
        );
    }

    /// Uploads the whole name, as the timing client does, which does not know about wishes.
    fn upload(&self, age: i64) {
        let rows = [
            row(
                "p7",
                &json!({"bib": "7", "first": self.first, "last": self.last, "age": age, "age_group": "40-49"}),
            ),
            row("p8", &json!({"bib": "8"})),
        ];
        let added = self.key("POST", "/results/add", &wire::results(&self.slug, &rows));
        assert_eq!(added["count"], 2);
    }

    pub fn key(&self, verb: &str, path: &str, body: &Value) -> Value {
        let key = app().key_of(self.owner, chute_domain::key::KeyKind::Delete);
        let reply = app().call_as(&key, verb, path, body);
        assert_eq!(
            reply.status,
            200,
            "{path}: {}",
            String::from_utf8_lossy(&reply.body)
        );
        if reply.body.is_empty() {
            Value::Null
        } else {
            reply.json()
        }
    }

    fn ask(&self, more: &Value) -> Reply {
        let mut body = json!({"slug": self.slug, "year": "2026", "bib": "7", "wish": "hidden"});
        body.as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        open(&new_address(), "/privacy/ask", body.to_string().as_bytes())
    }

    /// Makes a request with the details from the entry list.
    pub fn asks(&self, wish: &str) {
        expect(
            &self
                .ask(&json!({"wish": wish, "birthdate": "1903-11-27", "mobile": "(907) 555-0142"})),
            200,
            "",
        );
    }

    fn requests(&self) -> Value {
        self.owner.ok(
            "POST",
            "/r/privacy/requests",
            &json!({"slug": self.slug, "year": "2026"}),
        )
    }

    pub fn decide(&self, id: &str, decision: &str) -> Value {
        self.owner.ok(
            "POST",
            "/r/privacy/decide",
            &json!({"slug": self.slug, "year": "2026", "id": id, "decision": decision}),
        )
    }

    fn result(&self) -> Value {
        app()
            .call(
                "POST",
                "/results/bib",
                &json!({"slug": self.slug, "year": "2026", "bib": "7"}),
            )
            .json()
    }

    /// Whether any public answer contains this text.
    fn shows(&self, text: &str) -> bool {
        let of_year = json!({"slug": self.slug, "year": "2026"});
        let routes = ["/results", "/results/all", "/results/finish", "/event"];
        let bodies = routes
            .iter()
            .map(|path| app().ok("POST", path, &of_year))
            .chain([
                app().ok(
                    "POST",
                    "/results/multi",
                    &json!({"slug": self.slug, "years": ["2026"]}),
                ),
                self.result(),
            ]);
        bodies
            .into_iter()
            .any(|body| body.to_string().contains(text))
    }

    /// The year's files in the public place that contain this text, whether a pointer names them or
    /// not.
    fn files_with(&self, text: &str) -> Vec<String> {
        app().with_store(Realm::Account, async |store| {
            let mut found = Vec::new();
            for path in store
                .list_objects(Place::Public, &format!("{}/", self.slug))
                .await
                .expect("the bucket")
            {
                let Some(file) = store
                    .get_object(Place::Public, &path)
                    .await
                    .expect("the bucket")
                else {
                    continue;
                };
                if plain(&file.body).contains(text) {
                    found.push(path);
                }
            }
            found
        })
    }
}

/// A stored file as text.
pub fn plain(body: &[u8]) -> String {
    let mut text = Vec::new();
    match GzDecoder::new(body).read_to_end(&mut text) {
        Ok(_) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}

#[test]
fn a_stranger_with_bib_and_name_hides_nobody() {
    let race = Race::new();
    for details in [
        json!({"first": race.first, "last": race.last}),
        json!({"birthdate": "1903-11-28", "mobile": "9075550142"}),
        json!({"birthdate": "1903-11-27"}),
        json!({"birthdate": "1903-11-27", "mobile": "9075550141"}),
    ] {
        expect(&race.ask(&details), 200, "");
    }
    assert_eq!(race.requests()["requests"], json!([]));
    // even with full proof, nothing is hidden before somebody agrees
    race.asks("hidden");
    let requests = race.requests();
    assert_eq!(
        requests["requests"].as_array().map(Vec::len),
        Some(1),
        "{requests}"
    );
    let request = &requests["requests"][0];
    assert_eq!(
        (&request["id"], &request["proof"], &request["state"]),
        (
            &json!("7#hidden"),
            &json!("birthdate_and_mobile"),
            &json!("open")
        )
    );
    assert_eq!(
        (&request["first"], &request["last"]),
        (&json!(race.first), &json!(race.last))
    );
    // birth date and phone from the list are not even shown here
    for private in ["1903", "555-0142", "5550142"] {
        assert!(!requests.to_string().contains(private), "{requests}");
    }
    assert_eq!(race.decide("7#hidden", "refuse")["granted"], json!([]));
    assert!(race.shows(&race.first));
}

#[test]
fn a_hidden_name_is_in_no_public_file() {
    let race = Race::new();
    assert!(
        !race.files_with(&race.last).is_empty(),
        "the name was there"
    );
    race.asks("hidden");
    let granted = race.decide("7#hidden", "grant");
    assert_eq!(granted["granted"][0]["id"], "7#hidden");
    assert_eq!(race.decide("7#hidden", "grant"), granted, "once more");
    eventually("the end of the name", || {
        (race.files_with(&race.first).is_empty()
            && race.files_with(&race.last).is_empty()
            && !race.shows(&race.last))
        .then_some(Value::Null)
    });
    assert_eq!(race.result()["person"]["anonymous"], true);
    // the timing client deletes its list and sends everything again, the name included
    race.key(
        "DELETE",
        "/participants/delete",
        &json!({"slug": race.slug, "year": "2026", "identifiers": []}),
    );
    race.key(
        "DELETE",
        "/results/delete",
        &json!({"slug": race.slug, "year": "2026"}),
    );
    race.list(
        "2026",
        &[race.who("7", "11/27/1903", "907-555-0142"), race.other()],
    );
    race.upload(42);
    eventually("the upload", || {
        (race.result()["person"]["age"] == 42).then_some(Value::Null)
    });
    assert!(!race.shows(&race.last) && race.files_with(&race.last).is_empty());
    assert_eq!(race.result()["person"]["anonymous"], true);
    // the owner's list still has the full name
    let own = race.owner.ok(
        "POST",
        "/r/participants",
        &json!({"slug": race.slug, "year": "2026"}),
    );
    assert!(own.to_string().contains(&race.last), "{own}");
    // and a rebuild from the tables alone leads to the same, once everything is published
    eventually("the same from the tables", || {
        let verdict = app().with_store(Realm::Account, async |store| {
            Publications::of(&store)
                .verify_race(&Slug::new(&race.slug).year("2026"))
                .await
                .expect("the buckets")
        });
        if matches!(verdict, Verdict::Identical(_)) {
            return Some(Value::Null);
        }
        eprintln!("{verdict:?}");
        None
    });
    race.decide("7#hidden", "withdraw");
    eventually("the name again", || {
        race.shows(&race.last).then_some(Value::Null)
    });
}

#[test]
fn initials_and_no_age_reach_everything_that_is_published() {
    let race = Race::new();
    race.asks("initials");
    race.asks("no_age");
    race.decide("7#initials", "grant");
    race.decide("7#no_age", "grant");
    eventually("initials without age", || {
        let person = race.result()["person"].clone();
        let is_so = person["first"] == "X."
            && person["last"] == "Q."
            && person["age"] == -1
            && person["age_group"] == "";
        (is_so && race.files_with(&race.last).is_empty() && !race.shows(&race.last))
            .then_some(person)
    });
    let row = race.result()["results"][0].clone();
    assert_eq!(
        (&row["age_ranking"], &row["ranking"], &row["anonymous"]),
        (&json!(-1), &json!(12), &json!(false))
    );
    let listed = app().ok(
        "POST",
        "/results",
        &json!({"slug": race.slug, "year": "2026"}),
    )["participants"]
        .clone();
    let mine = listed
        .as_array()
        .and_then(|all| all.iter().find(|who| who["bib"] == "7"))
        .cloned()
        .unwrap_or_default();
    assert_eq!(
        (&mine["first"], &mine["last"], &mine["age_group"]),
        (&json!("X."), &json!("Q."), &json!(""))
    );
    assert_eq!(listed.as_array().map(Vec::len), Some(2));
    // nothing has changed for the other runner
    let other = app().ok(
        "POST",
        "/results/bib",
        &json!({"slug": race.slug, "year": "2026", "bib": "8"}),
    );
    assert_eq!(
        (&other["person"]["age"], &other["results"][0]["age_ranking"]),
        (&json!(41), &json!(2))
    );
}

#[test]
fn a_corrections_text_reaches_the_desk_only() {
    let race = Race::new();
    let text = format!("{CANARY}-correction-{}", race.slug);
    let asked = json!({"wish": "correction", "text": text, "birthdate": "11/27/1903", "mobile": "9075550142", "contact": "canary-answer@canary.example"});
    expect(&race.ask(&asked), 200, "");
    let request = race.requests()["requests"][0].clone();
    assert_eq!(
        (&request["text"], &request["contact"]),
        (&json!(text), &json!("canary-answer@canary.example"))
    );
    assert!(!race.shows(&text) && race.files_with(&text).is_empty());
    let done = race.decide("7#correction", "grant");
    assert_eq!(
        (&done["requests"][0]["state"], &done["granted"]),
        (&json!("granted"), &json!([]))
    );
    let again = race.owner.call(
        "POST",
        "/r/privacy/decide",
        &json!({"slug": race.slug, "year": "2026", "id": "7#correction", "decision": "refuse"}),
    );
    assert_eq!(
        (again.status, again.json()["message"].clone()),
        (409, json!("The Request Was Decided Before"))
    );
}

#[test]
fn other_years_hold_only_where_they_are_ticked() {
    let race = Race::new();
    for year in ["2024", "2025", "2023"] {
        let year = wire::year(year, &format!("{year}-05-02T08:00:00-07:00"));
        let year = wire::event_year(&race.slug, &year);
        race.owner.ok("POST", "/r/event-year/add", &year);
    }
    race.list("2025", &[race.who("31", "1903-11-27", "")]);
    race.list("2024", &[race.who("7", "11/27/1903", ""), race.other()]);
    // the same bib, but another person
    race.list(
        "2023",
        &[{
            let mut other = race.other();
            other["bib"] = json!("7");
            other
        }],
    );
    race.asks("hidden");
    let asked = race.owner.ok(
        "POST",
        "/r/privacy/requests",
        &json!({"slug": race.slug, "year": "2026", "id": "7#hidden"}),
    );
    let found = |granted: bool| json!([{"year": "2024", "bib": "7", "granted": false}, {"year": "2025", "bib": "31", "granted": granted}]);
    assert_eq!(asked["other_years"], found(false));
    let decide = |years: Value| json!({"slug": race.slug, "year": "2026", "id": "7#hidden", "decision": "grant", "years": years});
    let refused = race.owner.call(
        "POST",
        "/r/privacy/decide",
        &decide(json!(["2025", "2023"])),
    );
    assert_eq!(refused.status, 400, "{}", refused.json());
    assert_eq!(
        race.requests()["granted"],
        json!([]),
        "nothing is decided then"
    );
    race.owner
        .ok("POST", "/r/privacy/decide", &decide(json!(["2025"])));
    let asked = race.owner.ok(
        "POST",
        "/r/privacy/requests",
        &json!({"slug": race.slug, "year": "2026", "id": "7#hidden"}),
    );
    assert_eq!(asked["other_years"], found(true));
    for (year, bibs) in [
        ("2026", vec!["7"]),
        ("2025", vec!["31"]),
        ("2024", vec![]),
        ("2023", vec![]),
    ] {
        let state = race.owner.ok(
            "POST",
            "/r/privacy/requests",
            &json!({"slug": race.slug, "year": year}),
        );
        let granted: Vec<&str> = state["granted"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|granted| granted["bib"].as_str())
            .collect();
        assert_eq!(granted, bibs, "{year}");
    }
}

#[test]
fn a_year_that_is_made_again_has_no_wishes() {
    let race = Race::new();
    race.asks("hidden");
    race.decide("7#hidden", "grant");
    let of_year = json!({"slug": race.slug, "year": "2026"});
    race.owner.ok("DELETE", "/r/event-year/delete", &of_year);
    let year = wire::year("2026", "2026-05-03T08:00:00-07:00");
    let again = wire::event_year(&race.slug, &year);
    race.owner.ok("POST", "/r/event-year/add", &again);
    let state = race.requests();
    assert_eq!(
        (&state["requests"], &state["granted"]),
        (&json!([]), &json!([]))
    );
    race.upload(41);
    eventually("the name", || race.shows(&race.last).then_some(Value::Null));
}

#[test]
fn unknown_requests_and_decisions_are_refused() {
    let race = Race::new();
    let decide = |id: &str, decision: &str| {
        race.owner.call(
            "POST",
            "/r/privacy/decide",
            &json!({"slug": race.slug, "year": "2026", "id": id, "decision": decision}),
        )
    };
    for (id, decision, status, words) in [
        ("7#hidden", "grant", 404, "Request Not Found"),
        ("7#hidden", "withdraw", 404, "Request Not Found"),
        ("7#hidden", "agree", 400, "Validation Error. decision"),
        ("hidden", "grant", 400, "Validation Error. id"),
    ] {
        let reply = decide(id, decision);
        let message = reply.json()["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(
            reply.status == status && message.starts_with(words),
            "{id} {decision}: {} {message}",
            reply.status
        );
    }
    let linked = app().person("privacy-helper", AccountKind::Registration);
    let refused = linked.call(
        "POST",
        "/r/privacy/requests",
        &json!({"slug": race.slug, "year": "2026"}),
    );
    assert_eq!(refused.status, 401, "not linked");
}

#[test]
fn a_restricted_event_asks_for_a_key_of_the_owner() {
    let slug = app().event(true);
    let body = json!({"slug": slug, "bib": "1", "wish": "hidden"}).to_string();
    let proof = app().stack.text("origin_secret");
    let call = |key: &str| {
        let (from, authorization) = (new_address(), format!("Bearer {key}"));
        let headers = [
            ("X-Origin-Verify", proof),
            ("X-Viewer-Address", from.as_str()),
            ("Authorization", authorization.as_str()),
        ];
        app().raw("POST", "/privacy/ask", &headers, Some(body.as_bytes()))
    };
    expect(
        &open(&new_address(), "/privacy/ask", body.as_bytes()),
        401,
        "Error Getting Key From Authorization Header",
    );
    expect(&call(&app().keys.stranger), 401, "Restricted Event");
    expect(&call(&app().keys.read), 200, "");
    expect(
        &open(
            &new_address(),
            "/privacy/ask",
            json!({"slug": "no-such-event", "bib": "1", "wish": "hidden"})
                .to_string()
                .as_bytes(),
        ),
        404,
        "Event Not Found",
    );
    let large = http::call(
        app().api,
        "POST",
        "/privacy/ask",
        &[("Content-Type", "application/json")],
        Some(&vec![b' '; 64 * 1024 + 1]),
    );
    assert_eq!(large.status, 413);
    for wrong in [
        json!({"slug": slug, "bib": "1", "wish": "gone"}),
        json!({"slug": slug, "wish": "hidden"}),
    ] {
        assert_eq!(
            open(&new_address(), "/privacy/ask", wrong.to_string().as_bytes()).status,
            400,
            "{wrong}"
        );
    }
}

#[test]
fn one_address_asks_five_times_a_day_about_one_runner() {
    let slug = app().event(false);
    let from = new_address();
    let ask = |from: &str| {
        open(
            from,
            "/privacy/ask",
            json!({"slug": slug, "bib": "404", "wish": "hidden"})
                .to_string()
                .as_bytes(),
        )
    };
    for _ in 0..5 {
        expect(&ask(&from), 200, "");
    }
    let refused = ask(&from);
    expect(&refused, 429, "Too Many Requests");
    assert!(
        refused
            .header("retry-after")
            .parse::<u32>()
            .is_ok_and(|after_s| after_s > 80_000)
    );
    expect(&ask(&new_address()), 200, "");
}

#[test]
fn a_corrected_bib_names_nobody() {
    for (bib_asked, corrected_first) in [("7", false), ("7", true), ("77", true)] {
        let race = Race::new();
        let correct = |shown: &Value| {
            let of_year = json!({"slug": race.slug, "year": "2026", "bib": "7"});
            let state = race.owner.ok("POST", "/r/corrections/list", &of_year);
            let runner = &state["runners"][0];
            let body = json!({"slug": race.slug, "year": "2026", "born": state["born"], "id": runner["id"],
                "seen": runner["seen"], "corrected": shown});
            race.owner.ok("POST", "/r/corrections/save", &body);
        };
        let shown = json!({"bib": "77"});
        if corrected_first {
            correct(&shown);
        }
        // the list has the uploaded bib only, which proves as much as before
        let details =
            json!({"bib": bib_asked, "birthdate": "1903-11-27", "mobile": "(907) 555-0142"});
        expect(&race.ask(&details), 200, "");
        let request = race.requests()["requests"][0].clone();
        assert_eq!(request["proof"], "birthdate_and_mobile", "{request}");
        assert_eq!(request["first"], race.first.as_str(), "{request}");
        race.decide(request["id"].as_str().expect("an id"), "grant");
        let named = || race.shows(&race.first) || !race.files_with(&race.first).is_empty();
        eventually("no name", || (!named()).then_some(Value::Null));
        let body = |bib: &str| json!({"slug": race.slug, "year": "2026", "bib": bib});
        let is_shown_with = |bib: &str| {
            eventually("the bib", || {
                let reply = app().call("POST", "/results/bib", &body(bib));
                assert!(!named(), "{bib_asked}, {corrected_first}: {bib}");
                (reply.status == 200).then_some(Value::Null)
            });
        };
        correct(&shown);
        is_shown_with("77");
        correct(&json!({}));
        is_shown_with("7");
        assert!(!named());
    }
}
