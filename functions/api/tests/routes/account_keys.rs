//! `key`, `key/add|update|delete` on both hosts, and what happens to keys when their account
//! changes.

use chute_domain::{
    account::{AccountKind, Realm},
    key::{self, KeyKind},
};
use chute_store::{
    AccountChange,
    port::{AttributeValue, Call, Get, Item},
};
use jiff::{Timestamp, tz::TimeZone};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    accounts::{admin, call, newcomer, ok},
    people::Person,
    test_app::{app, eventually},
};

fn add(realm: Realm, who: &Person, name: &str, kind: &str) -> Value {
    ok(
        realm,
        &who.token,
        "POST",
        "/key/add",
        &json!({"key": {"name": name, "type": kind}}),
    )["key"]
        .clone()
}

fn value(key: &Value) -> &str {
    key["value"].as_str().expect("a value")
}

/// The status of a read with this key.
fn used(realm: Realm, key: &Value) -> u16 {
    let path = if realm == Realm::Account {
        "/event/my"
    } else {
        "/readers"
    };
    call(realm, value(key), "GET", path, &json!({})).status
}

#[rstest]
#[case(Realm::Account, "rk_")]
#[case(Realm::Remote, "rm_")]
fn a_key_is_made_shown_changed_and_deleted(#[case] realm: Realm, #[case] prefix: &str) {
    let someone = newcomer(realm, AccountKind::Free);
    let sent = json!({"key": {"name": "Finish", "type": "default", "allowed_hosts": "a.org, B.org", "valid_until": "12/31/2030", "value": "mine"}});
    let reply = call(realm, &someone.token, "POST", "/key/add", &sent);
    let key = reply.json()["key"].clone();
    assert!(
        value(&key).starts_with(prefix) && value(&key).len() == 31,
        "{key}"
    );
    let hosts = if realm == Realm::Account {
        r#","allowed_hosts":"a.org, B.org""#
    } else {
        ""
    };
    let id = if realm == Realm::Remote {
        format!(r#""account_id":{},"#, someone.account.id)
    } else {
        String::new()
    };
    let wanted = format!(
        r#"{{{id}"name":"Finish","value":"{}","type":"read"{hosts},"valid_until":"2030-12-31T23:59:59Z"}}"#,
        value(&key)
    );
    assert_eq!(
        String::from_utf8_lossy(&reply.body),
        format!(r#"{{"key":{wanted}}}"#),
        "fields in the contract's order"
    );
    let listed = call(realm, &someone.token, "POST", "/key", &json!({}));
    assert_eq!(
        String::from_utf8_lossy(&listed.body),
        format!(r#"{{"keys":[{wanted}]}}"#),
        "at once, with its value"
    );
    let other = json!({"key": {"value": value(&key), "name": "Start", "type": "write", "valid_until": "2030-01-31T08:00:00-07:00"}});
    for who in [&someone.token, &someone.token, &admin(realm).token] {
        let changed = &ok(realm, who, "PUT", "/key/update", &other)["key"];
        assert_eq!(
            (&changed["name"], &changed["type"]),
            (&json!("Start"), &json!("write"))
        );
        assert_eq!(
            (&changed["value"], &changed["valid_until"]),
            (&key["value"], &json!("2030-01-31T08:00:00-07:00")),
            "the offset is kept"
        );
    }
    assert_eq!(used(realm, &key), 200);
    let overview = ok(
        realm,
        &admin(realm).token,
        "POST",
        "/account",
        &json!({ "email": someone.account.email }),
    );
    assert_eq!(overview["keys"][0]["name"], "Start");
    let stranger = newcomer(realm, AccountKind::Free);
    assert_eq!(
        call(realm, &stranger.token, "PUT", "/key/update", &other).status,
        401
    );
    assert_eq!(
        call(
            realm,
            &stranger.token,
            "DELETE",
            "/key/delete",
            &json!({"key": value(&key)})
        )
        .status,
        401
    );
    let deleted = call(
        realm,
        &someone.token,
        "DELETE",
        "/key/delete",
        &json!({"key": value(&key)}),
    );
    assert_eq!(
        (deleted.status, deleted.body.len(), used(realm, &key)),
        (200, 0, 401)
    );
    assert_eq!(
        call(
            realm,
            &someone.token,
            "DELETE",
            "/key/delete",
            &json!({"key": value(&key)})
        )
        .status,
        404
    );
    assert_eq!(
        call(realm, &someone.token, "PUT", "/key/update", &other).json()["message"],
        "Key Not Found"
    );
    assert_eq!(
        ok(realm, &someone.token, "POST", "/key", &json!({})),
        json!({"keys": []})
    );
}

#[test]
fn keys_of_one_name_are_shown_by_value_and_the_last_day_is_a_date() {
    let someone = newcomer(Realm::Account, AccountKind::Free);
    let sent = json!({"key": {"name": "same", "type": "read", "valid_until": "12/31/9999"}});
    let mut made: Vec<Value> = (0..6)
        .map(|_| ok(Realm::Account, &someone.token, "POST", "/key/add", &sent)["key"].clone())
        .collect();
    made.sort_by(|a, b| value(a).cmp(value(b)));
    let listed = ok(Realm::Account, &someone.token, "POST", "/key", &json!({}))["keys"].clone();
    assert_eq!(listed, json!(made));
    assert_eq!(listed[0]["valid_until"], "9999-12-31T23:59:59Z");
    assert_eq!(used(Realm::Account, &listed[0]), 200, "it has not ended");
}

#[rstest]
#[case("type", json!(""))]
#[case("type", json!("admin"))]
#[case("type", Value::Null)]
#[case("name", json!("é".repeat(101)))]
#[case("allowed_hosts", json!("a".repeat(1_001)))]
#[case("valid_until", json!("soon"))]
#[case("valid_until", json!("31/12/2030"))]
#[case("valid_until", json!("2030-12-31T00:00:00"))]
fn an_invalid_key_names_its_field(#[case] field: &str, #[case] sent: Value) {
    let owner = app().owner();
    let key = add(Realm::Account, owner, "", "read");
    for (verb, path) in [("POST", "/key/add"), ("PUT", "/key/update")] {
        let mut key = json!({"value": value(&key), "name": "a", "type": "read", "allowed_hosts": "", "valid_until": ""});
        key[field] = sent.clone();
        let reply = owner.call(verb, path, &json!({ "key": key }));
        let message = reply.json()["message"].to_string();
        assert!(
            reply.status == 400 && message.contains(field),
            "{verb} {path}: {} {message}",
            reply.status
        );
    }
}

#[rstest]
fn empty_and_wrong_bodies(#[values(Realm::Account, Realm::Remote)] realm: Realm) {
    let someone = app().person_of(realm, "keyholder", AccountKind::Free);
    for (verb, path, body, code) in [
        ("POST", "/key", json!({"email": null}), 200),
        ("POST", "/key", json!({"email": 1}), 400),
        ("POST", "/key/add", json!({}), 400),
        ("POST", "/key/add", json!({"key": null}), 400),
        ("POST", "/key/add", json!({"key": "x"}), 400),
        ("PUT", "/key/update", json!({}), 400),
        (
            "PUT",
            "/key/update",
            json!({"key": {"value": "", "name": "a", "type": "read"}}),
            400,
        ),
        (
            "PUT",
            "/key/update",
            json!({"key": {"value": "unknown", "name": "a", "type": "read"}}),
            404,
        ),
        ("DELETE", "/key/delete", json!({}), 400),
        ("DELETE", "/key/delete", json!({"key": null}), 400),
        ("DELETE", "/key/delete", json!({"key": {"value": "x"}}), 400),
        ("DELETE", "/key/delete", json!({"key": "unknown"}), 404),
    ] {
        let reply = call(realm, &someone.token, verb, path, &body);
        assert_eq!(
            reply.status,
            code,
            "{verb} {path} {body}: {}",
            String::from_utf8_lossy(&reply.body)
        );
    }
}

#[test]
fn registration_accounts_have_no_keys() {
    let helper = newcomer(Realm::Account, AccountKind::Registration);
    let body = json!({"key": {"name": "a", "type": "read"}});
    assert_eq!(helper.call("POST", "/key/add", &body).status, 401);
    assert_eq!(
        helper.call("POST", "/key/add", &json!({})).status,
        401,
        "S4 comes before S5"
    );
    let for_helper = json!({"email": helper.account.email, "key": {"name": "a", "type": "read"}});
    assert_eq!(
        app().admin().call("POST", "/key/add", &for_helper).status,
        401
    );
    assert_eq!(helper.ok("POST", "/key", &json!({})), json!({"keys": []}));
    // somebody with keys who becomes a registration account
    let someone = newcomer(Realm::Account, AccountKind::Free);
    let key = add(Realm::Account, &someone, "old", "read");
    let account =
        json!({"account": {"name": "x", "email": someone.account.email, "type": "registration"}});
    app().admin().ok("PUT", "/account/update", &account);
    let update = json!({"key": {"value": value(&key), "name": "new", "type": "read"}});
    assert_eq!(
        (
            someone.call("PUT", "/key/update", &update).status,
            app().admin().call("PUT", "/key/update", &update).status
        ),
        (401, 401)
    );
    someone.ok("DELETE", "/key/delete", &json!({"key": value(&key)}));
}

#[rstest]
fn keys_follow_their_account_from_request_to_request(
    #[values(Realm::Account, Realm::Remote)] realm: Realm,
) {
    let someone = newcomer(realm, AccountKind::Free);
    let email = json!({ "email": someone.account.email });
    let first = add(realm, &someone, "first", "write");
    for _ in 0..3 {
        // created a moment before the lock, which must include it
        let last = add(
            realm,
            &Person {
                account: someone.account.clone(),
                token: app().sign_in(realm, &someone.account.email),
            },
            &app().slug(),
            "read",
        );
        ok(realm, &admin(realm).token, "POST", "/account/lock", &email);
        assert_eq!((used(realm, &first), used(realm, &last)), (401, 401));
        let mut body = json!({"key": {"name": app().slug(), "type": "read"}});
        body["email"] = email["email"].clone();
        let in_lock = ok(realm, &admin(realm).token, "POST", "/key/add", &body)["key"].clone();
        assert_eq!(used(realm, &in_lock), 401, "made for a locked account");
        ok(
            realm,
            &admin(realm).token,
            "POST",
            "/account/unlock",
            &email,
        );
        assert_eq!(
            (
                used(realm, &first),
                used(realm, &last),
                used(realm, &in_lock)
            ),
            (200, 200, 200)
        );
    }
    ok(
        realm,
        &admin(realm).token,
        "DELETE",
        "/account/delete",
        &email,
    );
    assert_eq!(used(realm, &first), 401);
    let update = json!({"key": {"value": value(&first), "name": "a", "type": "read"}});
    assert_eq!(
        call(realm, &admin(realm).token, "PUT", "/key/update", &update).status,
        404
    );
}

#[rstest]
fn an_expired_key_works_again_when_its_end_is_moved(
    #[values(Realm::Account, Realm::Remote)] realm: Realm,
) {
    let someone = app().person_of(realm, "keyholder", AccountKind::Free);
    let key = add(realm, someone, &app().slug(), "read");
    for (until, code) in [
        ("2020-01-01", 401),
        ("2090-01-01", 200),
        ("1/1/2020", 401),
        ("", 200),
    ] {
        let update = json!({"key": {"value": value(&key), "name": key["name"], "type": "read", "valid_until": until}});
        ok(realm, &someone.token, "PUT", "/key/update", &update);
        assert_eq!(used(realm, &key), code, "{until}");
    }
}

#[test]
fn a_readers_name_is_one_live_key() {
    let club = newcomer(Realm::Remote, AccountKind::Free);
    let try_add = |name: &str| {
        call(
            Realm::Remote,
            &club.token,
            "POST",
            "/key/add",
            &json!({"key": {"name": name, "type": "write", "allowed_hosts": "x".repeat(2_000)}}),
        )
    };
    for name in ["", "  "] {
        assert_eq!(try_add(name).status, 400, "needed after trimming");
    }
    let start = add(Realm::Remote, &club, " Start ", "write");
    assert_eq!(
        (&start["name"], start.get("allowed_hosts")),
        (&json!("Start"), None)
    );
    assert_eq!(try_add("Start").status, 409);
    assert_eq!(try_add("start").status, 200, "another name");
    let finish = add(Realm::Remote, &club, "Finish", "write");
    let rename = |to: &str| json!({"key": {"value": value(&finish), "name": to, "type": "write"}});
    assert_eq!(
        call(
            Realm::Remote,
            &club.token,
            "PUT",
            "/key/update",
            &rename("Start")
        )
        .status,
        409
    );
    ok(
        Realm::Remote,
        &club.token,
        "PUT",
        "/key/update",
        &rename("Mat"),
    );
    assert_eq!(
        try_add("Finish").status,
        200,
        "a name that was left is free"
    );
    ok(
        Realm::Remote,
        &club.token,
        "DELETE",
        "/key/delete",
        &json!({"key": value(&start)}),
    );
    assert_eq!(try_add("Start").status, 200, "and so is a deleted key's");
    let codes: Vec<u16> = std::thread::scope(|scope| {
        let calls: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| try_add("Parallel").status))
            .collect();
        calls
            .into_iter()
            .map(|call| call.join().expect("no panic"))
            .collect()
    });
    assert_eq!(
        codes.iter().filter(|code| **code == 200).count(),
        1,
        "{codes:?}"
    );
    assert!(
        codes.iter().all(|code| [200, 409].contains(code)),
        "{codes:?}"
    );
    let other = newcomer(Realm::Remote, AccountKind::Free);
    add(Realm::Remote, &other, "Start", "write");
}

#[rstest]
fn a_lock_that_broke_off_is_mended_by_repeating_it(
    #[values(Realm::Account, Realm::Remote)] realm: Realm,
) {
    let someone = newcomer(realm, AccountKind::Free);
    let key = add(realm, &someone, "laptop", "read");
    let email = json!({ "email": someone.account.email });
    let locked = someone.account.locked();
    let half = app().with_store(realm, async |store| {
        store.change_account(&someone.account, &locked).await
    });
    assert_eq!(half.expect("the table of accounts"), AccountChange::Done);
    assert_eq!(
        used(realm, &key),
        200,
        "the account is locked, its keys are not told yet"
    );
    ok(realm, &admin(realm).token, "POST", "/account/lock", &email);
    assert_eq!(used(realm, &key), 401);
    ok(
        realm,
        &admin(realm).token,
        "POST",
        "/account/unlock",
        &email,
    );
    // the keys are told of the first lock late
    app()
        .with_store(realm, async |store| store.tell_keys(&locked).await)
        .expect("the table of keys");
    assert_eq!(used(realm, &key), 200, "what is newer stays");
    let stale = app().with_store(realm, async |store| {
        store.change_account(&someone.account, &locked).await
    });
    assert_eq!(stale.expect("the table of accounts"), AccountChange::Stale);
}

#[test]
fn a_delete_that_broke_off_is_finished_by_an_administrator() {
    let someone = newcomer(Realm::Account, AccountKind::Free);
    let key = add(Realm::Account, &someone, "laptop", "read");
    app().with_store(Realm::Account, async |store| {
        let done = store
            .change_account(&someone.account, &someone.account.locked())
            .await;
        assert_eq!(done.expect("the table of accounts"), AccountChange::Done);
        store
            .remove_keys(&someone.account.id)
            .await
            .expect("the table of keys");
    });
    assert_eq!(used(Realm::Account, &key), 401);
    let email = json!({ "email": someone.account.email });
    app().admin().ok("DELETE", "/account/delete", &email);
    assert_eq!(
        app()
            .admin()
            .call("DELETE", "/account/delete", &email)
            .status,
        404
    );
}

#[test]
fn a_value_is_nowhere_in_clear_and_without_ciphertext_it_is_empty() {
    let someone = newcomer(Realm::Account, AccountKind::Free);
    let key = add(Realm::Account, &someone, "laptop", "read");
    let bare = app().key_of(&someone, KeyKind::Read);
    let shown = someone.ok("POST", "/key", &json!({}));
    assert_eq!(
        (&shown["keys"][0]["value"], &shown["keys"][1]["value"]),
        (&key["value"], &json!(""))
    );
    let stored = stored_item(&key::digest(value(&key)));
    assert!(
        stored.contains(r#""nm": {"S": "laptop"}"#) || stored.contains(r#""nm":{"S":"laptop"}"#),
        "{stored}"
    );
    assert!(
        stored.contains("\"ct\"") && !stored.contains(value(&key)),
        "{stored}"
    );
    someone.ok("DELETE", "/key/delete", &json!({ "key": bare }));
}

/// The item of a key as stored in the table.
fn stored_item(digest: &str) -> String {
    let table = app().stack.variable(Realm::Account, "KEYS_TABLE");
    let key = Item::from([("p".to_owned(), AttributeValue::S(digest.to_owned()))]);
    let get = Call::Get(Get::new(table, key));
    let found = app().with_store(Realm::Account, async |store| {
        store.ports().tables.call(get).await
    });
    serde_json::to_string(&found.expect("an answer").items).expect("text")
}

#[rstest]
fn a_key_says_on_which_day_it_was_used_last(#[values(Realm::Account, Realm::Remote)] realm: Realm) {
    let someone = newcomer(realm, AccountKind::Free);
    let (old, new) = (
        add(realm, &someone, "A", "read"),
        add(realm, &someone, "B", "read"),
    );
    let days = |who: &Person, body: &Value| {
        ok(realm, &who.token, "POST", "/key/used", body)["keys"].clone()
    };
    let told = |first: &str| json!([{"value": value(&old), "last_used": first}, {"value": value(&new), "last_used": ""}]);
    assert_eq!(days(&someone, &json!({})), told(""));
    let today = || Timestamp::now().to_zoned(TimeZone::UTC).date().to_string();
    let before = today();
    assert_eq!(used(realm, &old), 200);
    // around midnight the call may count for either day
    let noted = |keys: &Value| *keys == told(&before) || *keys == told(&today());
    eventually("the day", || {
        Some(days(&someone, &json!({}))).filter(&noted)
    });
    assert!(noted(&days(
        admin(realm),
        &json!({ "email": someone.account.email })
    )));
    let stranger = newcomer(realm, AccountKind::Free);
    let asked =
        |who: &Person, body: &Value| call(realm, &who.token, "POST", "/key/used", body).status;
    assert_eq!(
        asked(&stranger, &json!({ "email": someone.account.email })),
        401
    );
    assert_eq!(
        asked(admin(realm), &json!({"email": "nobody@example.org"})),
        404
    );
    assert_eq!(asked(&stranger, &json!({"email": 1})), 400);
}

#[test]
fn a_reader_says_what_it_read_last() {
    let club = newcomer(Realm::Remote, AccountKind::Free);
    let mat = add(Realm::Remote, &club, "Mat", "write");
    add(Realm::Remote, &club, "Spare", "write");
    let laptop = add(Realm::Remote, &club, "Timer", "delete");
    let read = |bib: &str, seconds: i64| json!({"identifier": bib, "seconds": seconds, "milliseconds": 5, "ident_type": "bib", "type": "reader", "antenna": 1, "reader": "A", "rssi": ""});
    let send = |reads: &[Value]| {
        let body = json!({ "reads": reads });
        ok(Realm::Remote, value(&mat), "POST", "/reads/add", &body)
    };
    let delete = |body: &Value| {
        ok(
            Realm::Remote,
            value(&laptop),
            "DELETE",
            "/reads/delete",
            body,
        )
    };
    let last = || {
        let answer = ok(Realm::Remote, &club.token, "POST", "/key/used", &json!({}));
        assert_eq!(answer["keys"][1].get("last_read"), None);
        answer["keys"][0].get("last_read").cloned()
    };
    assert_eq!(last(), None);
    send(
        &(0..45)
            .map(|n| read(&n.to_string(), 990 + n))
            .collect::<Vec<_>>(),
    );
    assert_eq!(last(), Some(read("44", 1034)));
    // an older one that comes later is not the last
    send(&[read("late", 3)]);
    assert_eq!(last(), Some(read("44", 1034)));
    delete(&json!({"reader": "Mat", "start": 1000, "end": 2000}));
    assert_eq!(last(), Some(read("9", 999)));
    delete(&json!({"reader": "Mat"}));
    assert_eq!(last(), None);
}
