//! `r/checkin`, `r/checkin/change` (contract 4.13).

use std::thread;

use chute_domain::{
    account::{AccountKind, Realm},
    key::KeyKind,
    stamp::Stamp,
};
use chute_edge::http::Reply;
use chute_testkit::{
    YEAR,
    clock::{EIGHT_S, now_ms},
    stored, wire,
};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    blocked::{new_address, open},
    people::Person,
    test_app::app,
};

fn ana(changes: &Value) -> Value {
    wire::participant("1", changes)
}

/// The check-in desk of an event with two participants.
struct Desk {
    owner: &'static Person,
    slug: String,
}

impl Desk {
    fn new() -> Self {
        let owner = app().owner();
        Self::of(owner, app().event_of(owner, true))
    }

    /// The same, with a year that was added an hour ago.
    fn with_older_year() -> Self {
        let (owner, slug) = (app().owner(), app().slug());
        let event = json!({ "event": wire::event(&slug, true) });
        owner.ok("POST", "/r/event/add", &event);
        let born = Stamp::new(now_ms() - 3_600_000, &slug);
        let year = stored::year(YEAR, EIGHT_S);
        app().with_store(Realm::Account, async |store| {
            stored::add_year(&store, &owner.account.id, &slug, &year, born).await;
        });
        Self::of(owner, slug)
    }

    fn of(owner: &'static Person, slug: String) -> Self {
        let desk = Self { owner, slug };
        let two = json!([
            ana(&json!({})),
            ana(&json!({"id": "2", "bib": "12", "first": "Bea"}))
        ]);
        desk.ok("/r/participants/add-many", &json!({ "participants": two }));
        desk
    }

    fn body(&self, more: &Value) -> Value {
        wire::with(json!({"slug": self.slug, "year": "2026"}), more)
    }

    fn ok(&self, path: &str, more: &Value) -> Value {
        self.owner.ok("POST", path, &self.body(more))
    }

    fn list(&self, more: &Value) -> Value {
        self.ok("/r/checkin", more)
    }

    fn one(&self, id: &str) -> Value {
        let listed = self.list(&json!({}))["participants"]
            .as_array()
            .expect("a list")
            .clone();
        listed
            .into_iter()
            .find(|who| who["id"] == id)
            .unwrap_or(Value::Null)
    }

    /// Imports this many more people, with ids from i-0 on.
    fn imports(&self, count: usize) {
        let people: Vec<Value> = (0..count)
            .map(|at| ana(&json!({"id": format!("i-{at}"), "bib": at.to_string()})))
            .collect();
        // a request of many is given up after eight seconds on a slow machine
        for some in people.chunks(100) {
            self.ok("/r/participants/add-many", &json!({ "participants": some }));
        }
    }

    fn edit(&self, device: &str, number: i64, changes: &Value) -> Reply {
        self.owner.call(
            "POST",
            "/r/checkin/change",
            &self.body(&json!({"device": device, "number": number, "changes": changes})),
        )
    }

    fn bib(&self, device: &str, number: i64, (before, after): (&str, &str)) -> Reply {
        self.edit(
            device,
            number,
            &json!([{"id": "1", "before": {"bib": before}, "after": {"bib": after}}]),
        )
    }
}

const PHONE: &str = "phone-one";
const OTHER: &str = "phone-two";

fn ids(participants: &Value) -> Vec<&str> {
    participants
        .as_array()
        .expect("a list")
        .iter()
        .map(|who| who["id"].as_str().unwrap_or_default())
        .collect()
}

#[test]
fn the_list_is_whole_then_tells_what_changed() {
    // until a year is more than ten seconds old, the whole list is sent instead of changes
    let desk = Desk::with_older_year();
    let first = desk.list(&json!({}));
    assert_eq!(
        (&first["whole"], &first["next"], &first["gone"]),
        (&json!(true), &json!(""), &json!([]))
    );
    assert_eq!(
        (&first["event"]["slug"], &first["year"]["year"]),
        (&json!(desk.slug), &json!("2026"))
    );
    assert_eq!(ids(&first["participants"]), ["1", "2"]);
    let mut shown = first["participants"][1].clone();
    assert!(shown["updated_at"].as_i64() > Some(1_700_000_000));
    shown
        .as_object_mut()
        .expect("an object")
        .remove("updated_at");
    let mut expected = ana(&json!({"id": "2", "bib": "12", "first": "Bea"}));
    (expected["checked_in_at"], expected["checked_in_by"]) = (json!(0), json!(""));
    expected["anonymous_by"] = Value::Null;
    assert_eq!(shown, expected);
    let now = desk.list(&json!({}))["now"].as_i64().expect("a time");
    assert_eq!(desk.list(&json!({ "updated_after": now }))["whole"], false);
    assert_eq!(desk.bib(PHONE, 1, ("", "7")).status, 200);
    desk.owner.ok(
        "DELETE",
        "/r/participants/delete",
        &desk.body(&json!({"identifiers": ["2"]})),
    );
    let since = desk.list(&json!({ "updated_after": now }));
    assert_eq!(
        (&since["whole"], &since["gone"], ids(&since["participants"])),
        (&json!(false), &json!(["2"]), vec!["1"])
    );
    assert_eq!(since["participants"][0]["bib"], "7");
    for whole in [json!(now - 3_601), json!(now + 600), json!(-1), json!(null)] {
        assert_eq!(
            desk.list(&json!({ "updated_after": whole }))["whole"],
            true,
            "{whole}"
        );
    }
    assert_eq!(
        ids(&desk.list(&json!({"after": "0"}))["participants"]),
        ["1"]
    );
    assert_eq!(
        ids(&desk.list(&json!({"after": "1"}))["participants"]),
        [""; 0]
    );
    desk.imports(5_001);
    let first = desk.list(&json!({ "updated_after": now }));
    let rest = desk.list(&json!({ "updated_after": now, "after": first["next"] }));
    assert_eq!(
        (&first["whole"], &rest["whole"], &rest["next"]),
        (&json!(true), &json!(true), &json!("")),
        "more than an answer holds"
    );
    assert_eq!(
        ids(&first["participants"]).len() + ids(&rest["participants"]).len(),
        5_002
    );
    desk.owner.ok(
        "DELETE",
        "/r/participants/delete",
        &desk.body(&json!({"identifiers": []})),
    );
    let after = desk.list(&json!({ "updated_after": now }));
    assert_eq!(
        (&after["whole"], &after["participants"]),
        (&json!(true), &json!([])),
        "all were deleted since"
    );
}

#[test]
fn different_fields_of_two_volunteers_both_stay() {
    let desk = Desk::new();
    assert_eq!(desk.bib(PHONE, 1, ("", "7")).status, 200);
    let other = desk.edit(
        OTHER,
        1,
        &json!([{"id": "1", "before": {"mobile": "", "anonymous": false}, "after": {"mobile": "555", "anonymous": true}}]),
    );
    let stands = other.json()["participants"][0].clone();
    assert_eq!(
        (&stands["bib"], &stands["mobile"], &stands["anonymous"]),
        (&json!("7"), &json!("555"), &json!(true))
    );
    assert_eq!(desk.one("1"), stands);
}

#[test]
fn the_same_field_is_a_conflict_and_nothing_is_written() {
    let desk = Desk::new();
    assert_eq!(desk.bib(OTHER, 1, ("", "7")).status, 200);
    let stands = desk.one("1");
    let both = json!([
        {"id": "2", "before": {"first": "Bea"}, "after": {"first": "Eva"}},
        {"id": "1", "before": {"bib": "", "first": "Ana"}, "after": {"bib": "9", "first": "Ada"}},
        {"id": "nobody", "before": {"bib": ""}, "after": {"bib": "1"}},
    ]);
    let refused = desk.edit(PHONE, 1, &both);
    let conflicts = json!([{"id": "1", "fields": ["bib"], "participant": stands}, {"id": "nobody", "fields": ["bib"], "participant": null}]);
    assert_eq!(
        (refused.status, refused.json()),
        (
            409,
            json!({"message": "Changed By Somebody Else", "conflicts": conflicts})
        )
    );
    assert_eq!(
        (desk.one("1"), &desk.one("2")["first"]),
        (stands, &json!("Bea"))
    );
    assert_eq!(
        desk.bib(PHONE, 2, ("7", "9")).status,
        200,
        "decided by a person, with the next number"
    );
}

#[test]
fn a_repeat_is_not_done_again_though_somebody_took_it_back() {
    let desk = Desk::new();
    for _ in 0..2 {
        let reply = desk.bib(PHONE, 1, ("", "7"));
        assert_eq!(
            (reply.status, &reply.json()["participants"][0]["bib"]),
            (200, &json!("7")),
            "a lost answer"
        );
    }
    assert_eq!(desk.bib(OTHER, 1, ("7", "")).status, 200);
    let late = desk.bib(PHONE, 1, ("", "7"));
    assert_eq!(
        (late.status, &late.json()["participants"][0]["bib"]),
        (200, &json!(""))
    );
    assert_eq!(desk.one("1")["bib"], "");
}

#[test]
fn bibs_are_swapped_in_one_go() {
    let desk = Desk::new();
    desk.bib(PHONE, 1, ("", "7"));
    let swap = json!([{"id": "1", "before": {"bib": "7"}, "after": {"bib": "12"}}, {"id": "2", "before": {"bib": "12"}, "after": {"bib": "7"}}]);
    for _ in 0..2 {
        let reply = desk.edit(PHONE, 2, &swap);
        let bibs: Vec<Value> = reply.json()["participants"]
            .as_array()
            .expect("both")
            .iter()
            .map(|who| who["bib"].clone())
            .collect();
        assert_eq!((reply.status, bibs), (200, vec![json!("12"), json!("7")]));
    }
}

#[test]
fn somebody_new_is_added_once() {
    let desk = Desk::new();
    let after = json!({"first": "Lee", "last": "Park", "bib": "140", "birthdate": "7/21/1990", "distance": "10 KM", "checked_in": true});
    let new = json!([{"id": "w_1", "after": after}]);
    for _ in 0..2 {
        let reply = desk.edit(PHONE, 1, &new);
        let who = reply.json()["participants"][0].clone();
        assert_eq!(
            (reply.status, &who["id"], &who["bib"], &who["gender"]),
            (200, &json!("w_1"), &json!("140"), &json!(""))
        );
        assert!(
            who["checked_in_at"].as_i64() > Some(1_700_000_000)
                && who["checked_in_by"] == json!(desk.owner.account.name),
            "{who}"
        );
    }
    assert_eq!(
        desk.edit(OTHER, 1, &new).json()["conflicts"][0]["fields"],
        json!(["id"])
    );
    desk.owner.ok(
        "DELETE",
        "/r/participants/delete",
        &desk.body(&json!({"identifiers": ["w_1"]})),
    );
    let late = desk.edit(PHONE, 1, &new);
    assert_eq!(
        (late.status, &late.json()["conflicts"][0]["participant"]),
        (409, &Value::Null),
        "was deleted meanwhile"
    );
    assert_eq!(desk.one("w_1"), Value::Null);
}

#[test]
fn uploads_leave_the_desks_fields_and_do_not_tell_them() {
    let desk = Desk::new();
    let at = desk.list(&json!({}))["now"].as_i64().expect("a time") - 100;
    let check_in = json!([{"id": "1", "before": {"checked_in": false}, "after": {"checked_in": true, "checked_in_at": at}}]);
    let before = desk.one("1")["updated_at"].clone();
    let stands = desk.edit(PHONE, 1, &check_in).json()["participants"][0].clone();
    assert_eq!(
        (&stands["checked_in_at"], &stands["updated_at"]),
        (&json!(at), &before),
        "nothing of the participant has changed"
    );
    let key = app().key_of(desk.owner, KeyKind::Write);
    let upload = desk
        .body(&json!({"participants": [ana(&json!({"last": "Ruiz-Diaz"}))], "updated_after": 0}));
    let told = app()
        .call_as(&key, "POST", "/participants/add", &upload)
        .json()["updated_participants"]
        .clone();
    assert_eq!(
        told[0].as_object().map(serde_json::Map::len),
        Some(13),
        "{told}"
    );
    for path in ["add", "update"] {
        desk.ok(
            &format!("/r/participants/{path}"),
            &json!({"participant": ana(&json!({"first": path}))}),
        );
        let now = desk.one("1");
        assert_eq!(
            (&now["first"], &now["checked_in_at"], &now["checked_in_by"]),
            (
                &json!(path),
                &stands["checked_in_at"],
                &stands["checked_in_by"]
            )
        );
    }
    assert_eq!(
        desk.edit(PHONE, 1, &check_in).status,
        200,
        "still known as done"
    );
    let listed = desk.ok("/r/participants", &json!({}))["participants"][0].clone();
    assert!(listed.get("checked_in_at").is_none(), "{listed}");
}

#[test]
fn of_many_at_once_one_gets_the_field() {
    let desk = Desk::new();
    let statuses: Vec<u16> = thread::scope(|scope| {
        let phones: Vec<_> = (0..6)
            .map(|phone| {
                let desk = &desk;
                scope.spawn(move || {
                    desk.bib(
                        &format!("phone-{phone:03}"),
                        1,
                        ("", &format!("{}", 100 + phone)),
                    )
                    .status
                })
            })
            .collect();
        phones
            .into_iter()
            .map(|phone| phone.join().expect("an answer"))
            .collect()
    });
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        1,
        "{statuses:?}"
    );
    assert!(
        statuses.iter().all(|status| [200, 409].contains(status)),
        "{statuses:?}"
    );
}

#[rstest]
#[case::device(json!({"device": "x"}), "device")]
#[case::number(json!({"number": 0}), "number")]
#[case::nothing(json!({"changes": []}), "changes")]
#[case::other_fields(json!({"changes": [{"id": "1", "before": {"bib": ""}, "after": {"first": "x"}}]}), "before")]
#[case::long(json!({"changes": [{"id": "1", "before": {"bib": ""}, "after": {"bib": "b".repeat(101)}}]}), "bib")]
#[case::new_without_birthdate(json!({"changes": [{"id": "9", "after": {"distance": "10 KM"}}]}), "birthdate")]
fn an_invalid_edit_names_the_field(#[case] change: Value, #[case] field: &str) {
    let desk = Desk::new();
    let mut body = json!({"device": PHONE, "number": 1, "changes": [{"id": "1", "before": {"bib": ""}, "after": {"bib": "7"}}]});
    change
        .as_object()
        .into_iter()
        .flatten()
        .for_each(|(name, value)| body[name] = value.clone());
    let reply = desk
        .owner
        .call("POST", "/r/checkin/change", &desk.body(&body));
    let message = reply.json()["message"].clone();
    assert!(
        reply.status == 400
            && message
                .as_str()
                .is_some_and(|text| text.starts_with(&format!("Invalid Participant. {field}"))),
        "{message}"
    );
    assert_eq!(desk.one("1")["bib"], "");
}

#[test]
fn a_linked_account_checks_in_by_its_name() {
    let main = app().person("checkin-owner", AccountKind::Paid);
    let helper = app().person("checkin-helper", AccountKind::Registration);
    let slug = app().event_of(main, true);
    let body = json!({"slug": slug, "year": "2026"});
    assert_eq!(
        helper.call("POST", "/r/checkin", &body).status,
        401,
        "not yet linked"
    );
    app().link(main, helper);
    let after = json!({"birthdate": "7/21/1990", "distance": "10 KM", "checked_in": true});
    let edit = json!({"slug": slug, "year": "2026", "device": PHONE, "number": 1, "changes": [{"id": "w_1", "after": after}]});
    let done = helper.ok("POST", "/r/checkin/change", &edit);
    assert_eq!(
        done["participants"][0]["checked_in_by"],
        json!(helper.account.name)
    );
    assert_eq!(
        helper.ok("POST", "/r/checkin", &body)["participants"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn the_desk_is_told_what_made_somebody_anonymous() {
    let desk = Desk::new();
    let told = |id: &str| {
        let who = desk.one(id);
        (who["anonymous"].clone(), who["anonymous_by"].clone())
    };
    let flag = |number: i64, before: bool, after: bool| {
        let change =
            json!({"id": "1", "before": {"anonymous": before}, "after": {"anonymous": after}});
        assert_eq!(desk.edit(PHONE, number, &json!([change])).status, 200);
    };
    assert_eq!(told("1"), (json!(false), Value::Null));
    let hidden = ana(&json!({"anonymous": true}));
    desk.ok("/r/participants/update", &json!({ "participant": hidden }));
    assert_eq!(told("1"), (json!(true), json!("account")));
    flag(1, true, false);
    assert_eq!(told("1"), (json!(false), Value::Null));
    flag(2, false, true);
    assert_eq!(told("1"), (json!(true), json!("desk")));
    let key = app().key_of(desk.owner, KeyKind::Write);
    let three = [&hidden, &ana(&json!({"id": "3", "anonymous": true}))];
    let upload = desk.body(&json!({ "participants": three }));
    app().call_as(&key, "POST", "/participants/add", &upload);
    assert_eq!(told("1"), (json!(true), json!("desk")), "what first did it");
    assert_eq!(told("3"), (json!(true), json!("program")));
    let listed = desk.ok("/r/participants", &json!({}))["participants"].clone();
    assert!(listed.to_string().contains("sms_enabled") && !listed.to_string().contains("_by"));
}

#[test]
fn a_granted_wish_is_told_and_stands_whatever_the_desk_edits() {
    let owner = app().owner();
    let desk = Desk::of(owner, app().event_of(owner, false));
    let flagged = ana(&json!({"bib": " 7 ", "birthdate": "3/9/1985", "anonymous": true}));
    desk.ok("/r/participants/update", &json!({ "participant": flagged }));
    assert_eq!(desk.list(&json!({}))["hidden"], json!([]));
    for wish in ["hidden", "no_age"] {
        let asked = json!({"bib": "7", "wish": wish, "birthdate": "1985-03-09"});
        let asked = desk.body(&asked).to_string();
        assert_eq!(
            open(&new_address(), "/privacy/ask", asked.as_bytes()).status,
            200
        );
    }
    let requests = desk.ok("/r/privacy/requests", &json!({}))["requests"].clone();
    assert_eq!(desk.list(&json!({}))["hidden"], json!([]), "only asked for");
    let ids = requests.as_array().expect("a list").iter();
    for id in ids.map(|request| request["id"].clone()) {
        desk.ok("/r/privacy/decide", &json!({"id": id, "decision": "grant"}));
    }
    let now = desk.list(&json!({}))["now"].clone();
    let shown = json!([{"id": "1", "before": {"anonymous": true}, "after": {"anonymous": false}}]);
    assert_eq!(desk.edit(PHONE, 1, &shown).status, 200);
    let whole = desk.list(&json!({}));
    let since = desk.list(&json!({ "updated_after": now }));
    assert_eq!(
        (&whole["hidden"], &since["hidden"]),
        (&json!(["7"]), &json!(["7"]))
    );
    assert_eq!(desk.one("1")["anonymous"], false);
}
