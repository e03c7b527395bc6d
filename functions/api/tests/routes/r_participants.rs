//! `r/participants`, `…/add`, `…/add-many`, `…/update`, `…/update-many`, `…/delete`.

use chute_domain::{account::AccountKind, key::KeyKind};
use chute_edge::http::Reply;
use chute_testkit::{
    clock::now_s,
    wire::{self, participant as who, year},
};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    people::Person,
    test_app::{app, eventually},
};

/// The desk of an event.
struct Desk {
    owner: &'static Person,
    slug: String,
}

impl Desk {
    fn new() -> Self {
        let owner = app().owner();
        Self {
            owner,
            slug: app().event_of(owner, true),
        }
    }

    fn call(&self, verb: &str, path: &str, more: &Value) -> Reply {
        let body = wire::with(json!({"slug": self.slug, "year": "2026"}), more);
        self.owner.call(verb, path, &body)
    }

    fn ok(&self, path: &str, more: &Value) -> Value {
        let reply = self.call("POST", path, more);
        assert_eq!(
            reply.status,
            200,
            "{path} {more}: {}",
            String::from_utf8_lossy(&reply.body)
        );
        reply.json()
    }

    fn add(&self, who: &Value) -> Value {
        self.ok("/r/participants/add", &json!({ "participant": who }))["participant"].clone()
    }

    fn add_many(&self, people: &[Value]) -> Value {
        self.ok(
            "/r/participants/add-many",
            &json!({ "participants": people }),
        )["participants"]
            .clone()
    }

    fn list(&self, more: &Value) -> Vec<Value> {
        self.ok("/r/participants", more)["participants"]
            .as_array()
            .expect("a list")
            .clone()
    }

    fn ids(&self, more: &Value) -> Vec<String> {
        self.list(more)
            .iter()
            .map(|who| who["id"].as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

/// A participant without the field that is set only by the server.
fn as_sent(mut who: Value) -> Value {
    let at = who
        .as_object_mut()
        .and_then(|who| who.remove("updated_at"))
        .and_then(|at| at.as_i64());
    assert!(at > Some(1_700_000_000), "set by the server: {at:?}");
    who
}

#[test]
fn an_added_participant_is_stored_and_gets_an_id() {
    let desk = Desk::new();
    let sent = who(
        "",
        &json!({"bib": "140", "birthdate": " 7/21/1990 ", "mobile": "+1 555", "anonymous": true, "sms_enabled": true, "updated_at": 7}),
    );
    let mut ids = Vec::new();
    for id in ["", "0", "-1"] {
        let mut sent = sent.clone();
        sent["id"] = json!(id);
        let added = desk.add(&sent);
        ids.push(added["id"].as_str().expect("an id").to_owned());
        sent["id"] = added["id"].clone();
        sent["birthdate"] = json!("1990/7/21");
        sent.as_object_mut()
            .expect("an object")
            .remove("updated_at");
        assert_eq!(as_sent(added.clone()), sent);
        assert!(desk.list(&json!({})).contains(&added));
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3, "namesakes do not overwrite each other");
    assert!(
        ids.iter().all(|id| id.starts_with("p_") && id.len() > 10),
        "{ids:?}"
    );
    assert_eq!(as_sent(desk.add(&who("mine", &json!({}))))["id"], "mine");
}

#[rstest]
#[case::no_distance(json!({"distance": ""}), Some("distance"), None)]
#[case::no_birthdate(json!({"birthdate": ""}), Some("birthdate"), None)]
#[case::no_such_day(json!({"birthdate": "2/30/1985"}), Some("birthdate"), None)]
#[case::unborn(json!({"birthdate": "3/9/2999"}), Some("birthdate"), None)]
#[case::long_id(json!({"id": "i".repeat(101)}), Some("id"), Some("id"))]
#[case::no_id(json!({"id": ""}), None, Some("id"))]
#[case::long_first(json!({"first": "é".repeat(101)}), Some("first"), Some("first"))]
#[case::long_last(json!({"last": "é".repeat(101)}), Some("last"), Some("last"))]
#[case::long_bib(json!({"bib": "1".repeat(101)}), Some("bib"), Some("bib"))]
#[case::long_gender(json!({"gender": "é".repeat(51)}), Some("gender"), Some("gender"))]
#[case::long_age_group(json!({"age_group": "é".repeat(201)}), Some("age_group"), Some("age_group"))]
#[case::long_distance(json!({"distance": "é".repeat(201)}), Some("distance"), Some("distance"))]
#[case::long_mobile(json!({"mobile": "1".repeat(31)}), Some("mobile"), Some("mobile"))]
#[case::long_apparel(json!({"apparel": "é".repeat(151)}), Some("apparel"), Some("apparel"))]
#[case::long_division(json!({"division": "é".repeat(501)}), Some("division"), Some("division"))]
#[case::at_the_limits(json!({"first": "é".repeat(100), "mobile": "1".repeat(30), "apparel": "é".repeat(150), "division": "é".repeat(500)}), None, None)]
fn an_invalid_participant_is_refused(
    #[case] change: Value,
    #[case] added: Option<&str>,
    #[case] updated: Option<&str>,
) {
    let desk = Desk::new();
    desk.add(&who("1", &json!({})));
    for (path, invalid) in [
        ("/r/participants/add", added),
        ("/r/participants/update", updated),
    ] {
        let before = desk.list(&json!({}));
        let reply = desk.call("POST", path, &json!({"participant": who("1", &change)}));
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        assert_eq!(
            reply.status,
            if invalid.is_some() { 400 } else { 200 },
            "{path}: {text}"
        );
        if let Some(field) = invalid {
            assert!(
                reply.json()["message"]
                    .as_str()
                    .is_some_and(|text| text.starts_with("Invalid") && text.contains(field)),
                "{text}"
            );
            assert_eq!(desk.list(&json!({})), before);
        }
    }
}

#[test]
fn an_add_keeps_a_bib_and_an_update_replaces_it() {
    let desk = Desk::new();
    let stored = desk.add(&who("1", &json!({"bib": "7"})));
    for bib in ["", "8"] {
        let added = desk.add(&who("1", &json!({"bib": bib, "first": "Bea"})));
        assert_eq!(
            (&added["bib"], &added["first"]),
            (&json!("7"), &json!("Bea")),
            "given before: {stored}"
        );
    }
    let update = |change: Value| {
        desk.ok(
            "/r/participants/update",
            &json!({"participant": who("1", &change)}),
        )["participant"]
            .clone()
    };
    assert_eq!(update(json!({"bib": "9"}))["bib"], "9");
    assert_eq!(update(json!({"bib": ""}))["bib"], "");
    // data older than the current checks stays editable
    let old = update(json!({"birthdate": "unknown", "distance": "", "apparel": "XL"}));
    assert_eq!(
        (&old["birthdate"], &old["distance"], &old["apparel"]),
        (&json!("unknown"), &json!(""), &json!("XL"))
    );
    assert_eq!(desk.list(&json!({})), [old]);
}

/// Contract 2.5: programs that do not know divisions erase none, and read the answers of before.
#[test]
fn a_division_stays_until_the_desk_empties_it() {
    let desk = Desk::new();
    let sent = who("1", &json!({"bib": "7"}));
    assert_eq!(desk.add(&sent).get("division"), None, "empty: left out");
    let team = who("1", &json!({"bib": "7", "division": "Río Club"}));
    let division = |answer: &Value| answer["participant"]["division"].clone();
    let empty = who("1", &json!({"bib": "7", "division": ""}));
    for (path, sent) in [
        ("/r/participants/add", &team),
        ("/r/participants/add", &sent),
        ("/r/participants/update", &sent),
        ("/r/participants/update", &empty),
    ] {
        let answer = desk.ok(path, &json!({"participant": sent}));
        assert_eq!(division(&answer), "Río Club", "{path} of {sent}");
    }
    desk.add_many(std::slice::from_ref(&sent));
    desk.ok(
        "/r/participants/update-many",
        &json!({"participants": [empty]}),
    );
    assert_eq!(desk.list(&json!({}))[0]["division"], "Río Club");
    let change = |number: i64, before: &str, after: &str| {
        desk.call(
            "POST",
            "/r/checkin/change",
            &json!({"device": "a-phone-at-the-desk", "number": number, "changes":
                [{"id": "1", "before": {"division": before}, "after": {"division": after}}]}),
        )
    };
    let refused = change(1, "Lions", "Harriers");
    assert_eq!(
        (refused.status, &refused.json()["conflicts"][0]["fields"]),
        (409, &json!(["division"]))
    );
    assert_eq!(change(2, "Río Club", "").status, 200);
    assert_eq!(desk.list(&json!({}))[0].get("division"), None);
    let other = json!({"participant": who("1", &json!({"bib": "7", "division": "Lions"}))});
    assert_eq!(
        division(&desk.ok("/r/participants/update", &other)),
        "Lions"
    );
}

#[test]
fn unchanged_participants_keep_their_time() {
    let desk = Desk::new();
    let first = desk.add_many(&[who("1", &json!({"bib": "7"})), who("2", &json!({}))]);
    // times are whole seconds, and what changes shall get another one
    while first[0]["updated_at"].as_i64() >= Some(now_s()) {
        std::thread::sleep(app().stack.asked_again_after());
    }
    for (path, sent) in [
        (
            "/r/participants/add",
            json!({"participant": who("1", &json!({"bib": "8"}))}),
        ),
        (
            "/r/participants/update",
            json!({"participant": who("1", &json!({"bib": "7"}))}),
        ),
    ] {
        assert_eq!(desk.ok(path, &sent)["participant"], first[0], "{path}");
    }
    let both = json!({"participants": [who("1", &json!({"bib": "7"})), who("2", &json!({"first": "Bea"}))], "updated_after": 0});
    let answer = desk.ok("/r/participants/update-many", &both);
    assert_eq!(answer["participants"][0], first[0]);
    let changed = answer["participants"][1].clone();
    assert!(
        changed["updated_at"].as_i64() > first[1]["updated_at"].as_i64(),
        "{changed}"
    );
    assert_eq!(
        answer["updated_participants"],
        json!([first[0], changed]),
        "0 is given"
    );
    let since = |after: Value| desk.list(&json!({ "updated_after": after }));
    assert_eq!(
        since(changed["updated_at"].clone()),
        std::slice::from_ref(&changed)
    );
    assert_eq!(
        (
            since(json!(0)).len(),
            since(json!(-1)).len(),
            since(Value::Null).len(),
            since(json!(4_000_000_000_i64)).len()
        ),
        (2, 2, 2, 0)
    );
    for (path, sent) in [
        ("add", "participant"),
        ("update", "participant"),
        ("add-many", "participants"),
        ("update-many", "participants"),
    ] {
        let people = if sent == "participant" {
            who("1", &json!({}))
        } else {
            json!([who("1", &json!({}))])
        };
        let path = format!("/r/participants/{path}");
        let updated = |after: Value| {
            desk.ok(&path, &json!({sent: people, "updated_after": after}))["updated_participants"]
                .clone()
        };
        assert_eq!(
            (
                updated(Value::Null),
                updated(json!(-1)),
                updated(json!(4_000_000_000_i64))
            ),
            (json!([]), json!([]), json!([])),
            "{path}"
        );
        assert_eq!(
            updated(json!(0)).as_array().map(Vec::len),
            Some(2),
            "{path}"
        );
    }
}

#[test]
fn invalid_participants_of_a_list_are_dropped() {
    let desk = Desk::new();
    let sent = [
        who("1", &json!({"first": "x".repeat(500)})),
        who("2", &json!({"distance": ""})),
        Value::Null,
        who("3", &json!({"first": "y", "birthdate": "soon"})),
        who("", &json!({"last": "Zed"})),
        who("i".repeat(101).as_str(), &json!({})),
    ];
    let added = desk.add_many(&sent);
    assert_eq!(added.as_array().map(Vec::len), Some(3), "{added}");
    assert_eq!(
        (&added[0]["id"], added[0]["first"].as_str().map(str::len)),
        (&json!("1"), Some(100)),
        "cut to its limit"
    );
    assert_eq!(
        (&added[1]["id"], &added[1]["birthdate"]),
        (&json!("3"), &json!("1901/01/01")),
        "without the birth date"
    );
    assert_eq!(desk.list(&json!({})), *added.as_array().expect("a list"));
    // of two participants with the same id, the later one wins
    let twice = desk.add_many(&[
        who("4", &json!({"first": "A"})),
        who("4", &json!({"first": "B"})),
    ]);
    assert_eq!(
        (
            &twice[0],
            &twice[0]["first"],
            twice.as_array().map(Vec::len)
        ),
        (&twice[1], &json!("B"), Some(2))
    );
    for people in [
        json!([]),
        Value::Null,
        json!([null]),
        json!([who("9", &json!({"distance": ""}))]),
    ] {
        let reply = desk.call(
            "POST",
            "/r/participants/add-many",
            &json!({ "participants": people }),
        );
        assert!(
            reply.status == 400
                && reply.json()["message"]
                    .as_str()
                    .is_some_and(|text| text.starts_with("Invalid")),
            "{people}"
        );
    }
    for people in [
        json!([]),
        Value::Null,
        json!([null]),
        json!([who("", &json!({}))]),
    ] {
        let reply = desk.call(
            "POST",
            "/r/participants/update-many",
            &json!({ "participants": people }),
        );
        assert_eq!(
            (reply.status, &reply.json()["message"]),
            (400, &json!("No Valid Participants")),
            "{people}"
        );
    }
}

#[test]
fn updates_are_of_people_who_are_there() {
    let desk = Desk::new();
    desk.add_many(&[
        who("1", &json!({})),
        who("2", &json!({})),
        who("gone", &json!({})),
    ]);
    assert_eq!(
        desk.call(
            "DELETE",
            "/r/participants/delete",
            &json!({"identifiers": ["gone"]})
        )
        .status,
        200
    );
    let before = desk.list(&json!({}));
    for id in ["nobody", "gone", "0", "-1"] {
        for (path, sent) in [
            (
                "/r/participants/update",
                json!({"participant": who(id, &json!({}))}),
            ),
            (
                "/r/participants/update-many",
                json!({"participants": [who("1", &json!({"first": "New"})), who(id, &json!({})), who("2", &json!({"first": "New"}))]}),
            ),
        ] {
            let reply = desk.call("POST", path, &sent);
            assert_eq!(
                (reply.status, &reply.json()["message"]),
                (404, &json!("Participant Not Found")),
                "{path} {id}"
            );
            assert_eq!(desk.list(&json!({})), before, "nothing is written");
        }
    }
    let updated = desk
        .ok("/r/participants/update-many", &json!({"participants": [who("2", &json!({"first": "New"})), null_id(), who("1", &json!({}))]}));
    assert_eq!(
        (
            &updated["participants"][0]["first"],
            &updated["participants"][1]
        ),
        (&json!("New"), &before[0]),
        "in the order sent"
    );
    assert_eq!(
        updated["participants"].as_array().map(Vec::len),
        Some(2),
        "one without an id is dropped"
    );
    // deleting all deletes each one
    assert_eq!(
        desk.call("DELETE", "/r/participants/delete", &json!({}))
            .json(),
        json!({"count": 2})
    );
    assert_eq!(
        desk.call(
            "POST",
            "/r/participants/update",
            &json!({"participant": who("1", &json!({}))})
        )
        .status,
        404
    );
}

fn null_id() -> Value {
    who("", &json!({"id": null}))
}

#[test]
fn reads_are_ordered_and_paged() {
    let desk = Desk::new();
    let of = |n: usize| {
        who(
            &(n + 1).to_string(),
            &json!({"last": format!("L{}", 9 - n), "distance": if n == 0 { "5 KM" } else { "10 KM" }}),
        )
    };
    desk.add_many(&(0..7).map(of).collect::<Vec<_>>());
    assert_eq!(desk.ids(&json!({})), ["7", "6", "5", "4", "3", "2", "1"]);
    assert_eq!(desk.ids(&json!({"limit": 3, "page": 2})), ["4", "3", "2"]);
    assert_eq!(desk.ids(&json!({"limit": 3, "page": 3})), ["1"]);
    assert_eq!(desk.ids(&json!({"limit": 3, "page": 4})), [""; 0]);
    assert_eq!(desk.ids(&json!({"limit": -1, "page": 9})).len(), 7);
    let other = json!({"limit": 3, "page": 2, "of_version": "another order"});
    assert_eq!(desk.call("POST", "/r/participants", &other).status, 409);
    // without a year, the latest one is used
    let answer = desk.ok("/r/participants", &json!({"year": null}));
    assert_eq!(
        (&answer["year"]["year"], &answer["event"]["slug"]),
        (&json!("2026"), &json!(desk.slug))
    );
    desk.owner.ok(
        "POST",
        "/r/event-year/add",
        &wire::event_year(&desk.slug, &year("2030", "2030-05-02T08:00:00Z")),
    );
    let answer = desk.ok("/r/participants", &json!({"year": ""}));
    assert_eq!(
        (&answer["year"]["year"], &answer["participants"]),
        (&json!("2030"), &json!([]))
    );
}

#[test]
fn deletes_by_id_and_of_all() {
    let desk = Desk::new();
    let delete = |ids: Value| {
        desk.call(
            "DELETE",
            "/r/participants/delete",
            &json!({ "identifiers": ids }),
        )
        .json()["count"]
            .clone()
    };
    desk.add_many(&[
        who("1", &json!({})),
        who("2", &json!({})),
        who("3", &json!({})),
    ]);
    assert_eq!(
        delete(json!(["1", "nobody", "1", null, "x".repeat(3000)])),
        5,
        "as sent, found or not"
    );
    assert_eq!(desk.ids(&json!({})), ["2", "3"]);
    assert_eq!(
        (delete(json!([])), delete(Value::Null)),
        (json!(2), json!(0))
    );
    desk.add(&who("1", &json!({"bib": ""})));
    assert_eq!(desk.ids(&json!({})), ["1"]);
}

#[test]
fn slug_and_year_are_needed() {
    let desk = Desk::new();
    for body in [
        json!({"slug": desk.slug}),
        json!({"year": "2026"}),
        json!({"slug": " ", "year": "2026"}),
        json!({"slug": desk.slug, "year": null}),
    ] {
        for path in ["/add", "/update", "/add-many", "/update-many", "/delete"] {
            let mut body = body.clone();
            body["participant"] = who("1", &json!({}));
            body["participants"] = json!([who("1", &json!({}))]);
            let verb = if path == "/delete" { "DELETE" } else { "POST" };
            let reply = desk
                .owner
                .call(verb, &format!("/r/participants{path}"), &body);
            assert!(
                reply.status == 400
                    && reply.json()["message"]
                        .as_str()
                        .is_some_and(|text| text.starts_with("Bad Request")),
                "{path} {body}"
            );
        }
    }
    assert_eq!(
        desk.owner
            .call("POST", "/r/participants", &json!({"year": "2026"}))
            .status,
        400
    );
}

/// S5 comes before S7 and S8: the answer to an invalid request reveals nothing about the event.
#[test]
fn the_body_is_checked_before_the_event() {
    let desk = Desk::new();
    let bad = who("", &json!({"distance": ""}));
    for slug in [desk.slug.as_str(), "no-such-event"] {
        for path in ["add", "update", "add-many", "update-many"] {
            let body =
                json!({"slug": slug, "year": "2026", "participant": bad, "participants": [bad]});
            assert_eq!(
                app()
                    .stranger()
                    .call("POST", &format!("/r/participants/{path}"), &body)
                    .status,
                400,
                "{path} {slug}"
            );
        }
    }
}

#[test]
fn a_linked_account_works_at_the_desk() {
    let main = app().person("desk-owner", AccountKind::Paid);
    let helper = app().person("desk-helper", AccountKind::Registration);
    let slug = app().event_of(main, true);
    let body = |more: &Value| {
        let mut body = json!({"slug": slug, "year": "2026"});
        more.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| body[name] = value.clone());
        body
    };
    let anonymous = who(
        "1",
        &json!({"anonymous": true, "mobile": "555", "age_group": "40-49"}),
    );
    main.ok(
        "POST",
        "/r/participants/add",
        &body(&json!({ "participant": anonymous })),
    );
    assert_eq!(
        helper
            .call("POST", "/r/participants", &body(&json!({})))
            .status,
        401,
        "not yet linked"
    );
    app().link(main, helper);
    let listed = helper.ok("POST", "/r/participants", &body(&json!({})))["participants"].clone();
    assert_eq!(as_sent(listed[0].clone()), anonymous, "complete");
    // an existing program sends these two with every edit, whatever is stored
    let given = who(
        "1",
        &json!({"bib": "12", "anonymous": false, "age_group": ""}),
    );
    for (path, sent) in [
        ("add", json!({ "participant": given })),
        ("update", json!({ "participant": given })),
        ("add-many", json!({ "participants": [given] })),
        ("update-many", json!({ "participants": [given] })),
    ] {
        let answer = helper.ok("POST", &format!("/r/participants/{path}"), &body(&sent));
        let written = answer
            .get("participant")
            .unwrap_or(&answer["participants"][0]);
        assert_eq!(
            (&written["anonymous"], &written["age_group"]),
            (&json!(true), &json!("40-49")),
            "{path}"
        );
    }
    let stands =
        || main.ok("POST", "/r/participants", &body(&json!({})))["participants"][0].clone();
    assert_eq!(stands()["bib"], "12");
    for ids in [json!(["1"]), json!([])] {
        let refused = helper.call(
            "DELETE",
            "/r/participants/delete",
            &body(&json!({ "identifiers": ids })),
        );
        assert_eq!(
            (refused.status, &refused.json()["message"]),
            (401, &json!("Unauthorized"))
        );
    }
    assert_eq!(
        app()
            .stranger()
            .call("POST", "/r/participants", &body(&json!({})))
            .status,
        401
    );
    assert_eq!(
        app()
            .admin()
            .ok("POST", "/r/participants", &body(&json!({})))["participants"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    // the bib from check-in survives the laptop's second upload, and the laptop sees the change
    let key = app().key_of(main, KeyKind::Write);
    let bea = who("1", &json!({"first": "Bea", "age_group": ""}));
    let again = body(&json!({"participants": [bea], "updated_after": 0}));
    let uploaded = app()
        .call_as(&key, "POST", "/participants/add", &again)
        .json();
    assert_eq!(
        (
            &uploaded["count"],
            &uploaded["updated_participants"][0]["bib"]
        ),
        (&json!(1), &json!("12"))
    );
    assert_eq!(
        (&stands()["anonymous"], &stands()["age_group"]),
        (&json!(false), &json!("")),
        "the timing program's list is the organiser's word"
    );
}

#[test]
fn a_participant_made_anonymous_is_hidden_soon() {
    let owner = app().owner();
    let slug = app().event_of(owner, false);
    let key = app().key_of(owner, KeyKind::Write);
    let of_year = json!({"slug": slug, "year": "2026"});
    let add = |who: Value| {
        owner.ok(
            "POST",
            "/r/participants/add",
            &json!({"slug": slug, "year": "2026", "participant": who}),
        )
    };
    add(who("1", &json!({"bib": "88"})));
    let upload = wire::results(&slug, &[wire::row("p", &json!({}))]);
    assert_eq!(
        app().call_as(&key, "POST", "/results/add", &upload).status,
        200
    );
    let read = || {
        app()
            .call_as(&app().keys.read, "POST", "/results", &of_year)
            .json()
    };
    let first = |answer: &Value| answer["results"]["10 KM"][0]["first"].clone();
    eventually("the row and the list", || {
        Some(read())
            .filter(|answer| first(answer) == "Ana" && answer["participants"][0]["bib"] == "88")
    });
    add(who("1", &json!({"bib": "88", "anonymous": true})));
    eventually("the hidden name", || {
        Some(read()).filter(|answer| first(answer) == "" && answer["participants"] == json!([]))
    });
}
