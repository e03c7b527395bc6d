//! `account`, `account/all|add|update|email|lock|unlock|delete|link|unlink` on both hosts.

use chute_api::{openapi::Credential, routes::OPERATIONS};
use chute_domain::account::{AccountKind, Realm};
use chute_testkit::{Host, Reply, Request, block_on};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    blocked::new_address,
    people::{PASSWORD, Person},
    sessions,
    test_app::{app, eventually, says},
};

/// Makes a call on the host of a realm, from an address of its own: one with many wrong keys has to
/// wait.
pub fn call(realm: Realm, token: &str, verb: &str, path: &str, body: &Value) -> Reply {
    call_at(
        realm,
        &new_address(),
        Request::new(verb, path).bearer(token),
        body,
    )
}

/// Makes a call without a session, from this address.
pub fn open_at(realm: Realm, from: &str, path: &str, body: &Value) -> Reply {
    call_at(realm, from, Request::post(path), body)
}

fn call_at(realm: Realm, from: &str, request: Request, body: &Value) -> Reply {
    let request = request
        .header("content-type", "application/json")
        .peer(from);
    block_on(request.json(body).send(&app().host(realm)))
}

pub fn ok(realm: Realm, token: &str, verb: &str, path: &str, body: &Value) -> Value {
    block_on(app().host(realm).ok(token, verb, path, body))
}

/// A new account that is signed in.
pub fn newcomer(realm: Realm, kind: AccountKind) -> Person {
    let account = app().new_account(realm, &app().slug(), kind);
    let token = app().sign_in(realm, &account.email);
    Person { account, token }
}

pub fn admin(realm: Realm) -> &'static Person {
    app().person_of(realm, "administrator", AccountKind::Admin)
}

fn login(realm: Realm, from: &str, email: &str) -> u16 {
    open_at(
        realm,
        from,
        "/account/login",
        &json!({"email": email, "password": PASSWORD}),
    )
    .status
}

fn shape(answer: &Value) -> Vec<&str> {
    answer
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Routes with a session on which an account may be named: whether they are the administrators', and
/// a complete body that names nobody.
const ROUTES: [(&str, &str, bool, &str); 9] = [
    ("POST", "/account", false, "{}"),
    ("GET", "/account/all", true, "{}"),
    ("POST", "/account/add", true, "{}"),
    ("PUT", "/account/update", false, "{}"),
    ("PUT", "/account/email", false, "{}"),
    ("POST", "/account/lock", true, "{}"),
    ("POST", "/account/unlock", true, "{}"),
    ("DELETE", "/account/delete", false, "{}"),
    ("POST", "/key", false, "{}"),
];
/// The other routes with a session, but those below `/r/` (r_chain.rs) and those that start and end
/// sessions (sessions.rs).
const MORE: [(&str, &str); 7] = [
    ("POST", "/key/used"),
    ("POST", "/key/add"),
    ("PUT", "/key/update"),
    ("DELETE", "/key/delete"),
    ("PUT", "/account/link"),
    ("PUT", "/account/unlink"),
    ("POST", "/blocked/phones/unblock"),
];

#[test]
fn every_other_session_route_has_its_line() {
    let lines: Vec<(&str, &str)> = ROUTES
        .map(|(verb, path, ..)| (verb, path))
        .into_iter()
        .chain(MORE)
        .chain(sessions::ROUTES)
        .collect();
    for route in OPERATIONS
        .iter()
        .filter(|route| (route.request_spec)().credential == Credential::Session)
        .filter(|route| !route.name.starts_with("r."))
    {
        assert!(
            lines.contains(&(route.method, route.path)),
            "{} is not tested",
            route.name
        );
    }
}

fn is_on(realm: Realm, verb: &str, path: &str) -> bool {
    OPERATIONS.iter().any(|route| {
        route.name.starts_with("remote.") == (realm == Realm::Remote)
            && (route.method, route.path) == (verb, path)
    })
}

#[rstest]
fn nobody_gets_in_with_anything_but_a_session_of_this_host(
    #[values(Realm::Account, Realm::Remote)] realm: Realm,
) {
    let other = if realm == Realm::Account {
        Realm::Remote
    } else {
        Realm::Account
    };
    let (own, foreign) = (
        &admin(realm).token,
        format!("Bearer {}", admin(other).token),
    );
    for (verb, path) in ROUTES
        .map(|(verb, path, ..)| (verb, path))
        .into_iter()
        .chain(MORE)
    {
        if !is_on(realm, verb, path) {
            assert_eq!(
                call(realm, own, verb, path, &json!({})).status,
                404,
                "{path}"
            );
            continue;
        }
        let key = format!("Bearer {}", app().keys.delete);
        for credential in [
            "",
            "Bearer",
            "Bearer x",
            "Bearer a b",
            key.as_str(),
            foreign.as_str(),
        ] {
            let reply = app().raw_at(realm, verb, path, &[("Authorization", credential)], None);
            assert_eq!(reply.status, 401, "{verb} {path} with {credential}");
        }
        for body in ["[]", "{", "{} x", r#"{"email":1}x"#] {
            let reply = app().raw_at(
                realm,
                verb,
                path,
                &[("Authorization", "Bearer x")],
                Some(body.as_bytes()),
            );
            assert_eq!(
                (reply.status, says(&reply, "Invalid Request Body")),
                (400, true),
                "S1 comes before S2: {verb} {path}"
            );
        }
    }
}

#[rstest]
fn routes_for_administrators_only(#[values(Realm::Account, Realm::Remote)] realm: Realm) {
    let paid = app().person_of(realm, "payer", AccountKind::Paid);
    let someone = newcomer(realm, AccountKind::Free);
    for (verb, path, admins, body) in ROUTES {
        let status = call(
            realm,
            &paid.token,
            verb,
            path,
            &serde_json::from_str(body).expect("JSON"),
        )
        .status;
        assert_eq!(status == 401, admins, "{verb} {path}: S4 comes before S5");
    }
    let email = &someone.account.email;
    let profile = json!({"name": "x", "email": email, "type": "free"});
    for (verb, path, body) in [
        ("POST", "/account", json!({ "email": email })),
        ("POST", "/account", json!({"email": "nobody@example.org"})),
        ("PUT", "/account/update", json!({ "account": profile })),
        (
            "PUT",
            "/account/email",
            json!({"old_email": email, "new_email": "n@example.org"}),
        ),
        ("DELETE", "/account/delete", json!({ "email": email })),
        ("POST", "/key", json!({ "email": email })),
        (
            "POST",
            "/key/add",
            json!({"email": email, "key": {"name": "a", "type": "read"}}),
        ),
    ] {
        let reply = call(realm, &paid.token, verb, path, &body);
        assert_eq!(
            (reply.status, &reply.json()["message"]),
            (401, &json!("Unauthorized")),
            "{verb} {path}: S6 comes before S7"
        );
    }
    for (verb, path, body) in [
        ("POST", "/account", json!({"email": "nobody@example.org"})),
        (
            "PUT",
            "/account/update",
            json!({"account": {"name": "x", "email": "nobody@example.org", "type": "free"}}),
        ),
        (
            "PUT",
            "/account/email",
            json!({"old_email": "nobody@example.org", "new_email": "n@example.org"}),
        ),
        (
            "POST",
            "/account/lock",
            json!({"email": "nobody@example.org"}),
        ),
        (
            "POST",
            "/account/unlock",
            json!({"email": "nobody@example.org"}),
        ),
        (
            "DELETE",
            "/account/delete",
            json!({"email": "nobody@example.org"}),
        ),
        ("POST", "/key", json!({"email": "nobody@example.org"})),
        (
            "POST",
            "/key/add",
            json!({"email": "nobody@example.org", "key": {"name": "a", "type": "read"}}),
        ),
    ] {
        let reply = call(realm, &admin(realm).token, verb, path, &body);
        assert_eq!(
            (reply.status, &reply.json()["message"]),
            (404, &json!("Account Not Found")),
            "{verb} {path}"
        );
    }
}

#[rstest]
fn an_account_is_made_shown_and_kept(#[values(Realm::Account, Realm::Remote)] realm: Realm) {
    let email = format!("New-{}@People.example.org", app().slug());
    let sent = json!({"account": {"name": " Ada Osei ", "email": format!(" {email} "), "type": "paid", "locked": true}, "password": PASSWORD});
    let wanted = json!({"name": "Ada Osei", "email": email, "type": "paid", "locked": false});
    let added = ok(realm, &admin(realm).token, "POST", "/account/add", &sent);
    assert_eq!(added, json!({ "account": wanted }));
    let all = ok(
        realm,
        &admin(realm).token,
        "GET",
        "/account/all",
        &json!({}),
    );
    assert!(
        all["accounts"]
            .as_array()
            .is_some_and(|accounts| accounts.contains(&wanted))
    );
    let token = app().sign_in(realm, &email.to_lowercase());
    let overview = ok(realm, &token, "POST", "/account", &Value::Null);
    let empty = match realm {
        Realm::Account => json!({"account": wanted, "keys": [], "events": [], "linked": []}),
        Realm::Remote => json!({"account": wanted, "keys": []}),
    };
    assert_eq!(overview, empty);
    assert_eq!(
        ok(
            realm,
            &admin(realm).token,
            "POST",
            "/account",
            &json!({"email": email.to_uppercase()})
        ),
        empty
    );
    for again in [email.clone(), email.to_uppercase()] {
        let mut sent = sent.clone();
        sent["account"]["email"] = json!(again);
        assert_eq!(
            call(realm, &admin(realm).token, "POST", "/account/add", &sent).status,
            409
        );
    }
    assert!(
        call(realm, &token, "POST", "/account", &json!({"email": ""}))
            .body
            .starts_with(br#"{"account":{"name":"Ada Osei","email":"#)
    );
    ok(
        realm,
        &token,
        "DELETE",
        "/account/delete",
        &json!({ "email": email }),
    );
    assert_eq!(
        call(realm, &admin(realm).token, "POST", "/account/add", &sent).status,
        409,
        "a deleted account keeps its address"
    );
    assert_eq!(
        call(
            realm,
            &admin(realm).token,
            "POST",
            "/account",
            &json!({ "email": email })
        )
        .status,
        404
    );
    let all = ok(
        realm,
        &admin(realm).token,
        "GET",
        "/account/all",
        &json!({}),
    );
    assert!(!all.to_string().contains(&email));
}

#[rstest]
#[case("name", json!(""))]
#[case("name", json!("  "))]
#[case("name", Value::Null)]
#[case("name", json!("é".repeat(101)))]
#[case("email", json!(""))]
#[case("email", json!("nobody"))]
#[case("email", json!("a@b"))]
#[case("type", json!(""))]
#[case("type", Value::Null)]
#[case("type", json!("owner"))]
fn an_invalid_account_names_its_field(#[case] field: &str, #[case] value: Value) {
    for (verb, path) in [("POST", "/account/add"), ("PUT", "/account/update")] {
        let mut account = json!({"name": "Ada", "email": format!("{}@example.org", app().slug()), "type": "free"});
        account[field] = value.clone();
        let reply = app().admin().call(
            verb,
            path,
            &json!({"account": account, "password": PASSWORD}),
        );
        let message = reply.json()["message"].to_string();
        assert!(
            reply.status == 400 && message.contains(field),
            "{verb} {path}: {} {message}",
            reply.status
        );
    }
}

#[test]
fn passwords_and_sizes_of_new_accounts() {
    let account =
        json!({"name": "Ada", "email": format!("{}@example.org", app().slug()), "type": "free"});
    let add = |password: Value| {
        app().admin().call(
            "POST",
            "/account/add",
            &json!({"account": account, "password": password}),
        )
    };
    for password in [
        json!(""),
        Value::Null,
        json!("1234567"),
        json!("é".repeat(7)),
        json!("x".repeat(1_025)),
    ] {
        assert_eq!(add(password.clone()).status, 400, "{password}");
    }
    for wrong in [json!(12_345_678), json!(["12345678"]), json!(true)] {
        let reply = add(wrong);
        assert_eq!(
            reply.json()["message"],
            "Invalid Request Body. password must be a text in quotes."
        );
    }
    assert_eq!(add(json!("x".repeat(9_000))).status, 413);
    let remote = json!({"account": {"name": "R", "email": "r@example.org", "type": "registration"}, "password": PASSWORD});
    assert_eq!(
        call(
            Realm::Remote,
            &admin(Realm::Remote).token,
            "POST",
            "/account/add",
            &remote
        )
        .status,
        400
    );
}

#[rstest]
fn an_update_keeps_a_non_administrators_type(
    #[values(Realm::Account, Realm::Remote)] realm: Realm,
) {
    let someone = newcomer(realm, AccountKind::Free);
    let email = &someone.account.email;
    let sent = json!({"account": {"name": "Bo", "email": email.to_uppercase(), "type": "admin"}});
    for _ in 0..2 {
        let answer = ok(realm, &someone.token, "PUT", "/account/update", &sent);
        assert_eq!(
            answer,
            json!({"account": {"name": "Bo", "email": email, "type": "free", "locked": false}})
        );
    }
    let sent = json!({"account": {"name": "Bo", "email": email, "type": "paid"}});
    assert_eq!(
        ok(realm, &admin(realm).token, "PUT", "/account/update", &sent)["account"]["type"],
        "paid"
    );
    assert_eq!(
        ok(realm, &someone.token, "POST", "/account", &json!({}))["account"]["type"],
        "paid",
        "the session goes on"
    );
}

#[rstest]
fn another_address_ends_all_sessions(#[values(Realm::Account, Realm::Remote)] realm: Realm) {
    let (someone, other) = (
        newcomer(realm, AccountKind::Free),
        newcomer(realm, AccountKind::Free),
    );
    let (old, new) = (
        &someone.account.email,
        format!("Moved-{}@example.org", app().slug()),
    );
    let change = |token: &str, old: &str, new: &str| {
        call(
            realm,
            token,
            "PUT",
            "/account/email",
            &json!({"old_email": old, "new_email": new}),
        )
    };
    for (from, to) in [
        ("", new.as_str()),
        (old.as_str(), ""),
        (old.as_str(), "x"),
        ("x", new.as_str()),
    ] {
        let reply = change(&someone.token, from, to);
        assert_eq!(
            (reply.status, &reply.json()["message"]),
            (400, &json!("Invalid Email(s)"))
        );
    }
    assert_eq!(
        change(&someone.token, old, &other.account.email.to_uppercase()).status,
        409
    );
    assert_eq!(change(&someone.token, old, &new).status, 200);
    assert_eq!(
        call(realm, &someone.token, "POST", "/account", &json!({})).status,
        401
    );
    let from = new_address();
    assert_eq!(
        (login(realm, &from, old), login(realm, &from, &new)),
        (401, 200)
    );
    assert_eq!(
        change(&admin(realm).token, &new, &new.to_uppercase()).status,
        200,
        "in other letters"
    );
    let account = &ok(
        realm,
        &admin(realm).token,
        "POST",
        "/account",
        &json!({ "email": new }),
    )["account"];
    assert_eq!(account["email"], new.to_uppercase());
    assert_eq!(
        change(&admin(realm).token, &new, old).status,
        200,
        "an address that was given up is free"
    );
}

#[rstest]
fn a_lock_stops_everything_until_it_is_lifted(
    #[values(Realm::Account, Realm::Remote)] realm: Realm,
) {
    let someone = newcomer(realm, AccountKind::Paid);
    let (email, from) = (json!({ "email": someone.account.email }), new_address());
    let admin = &admin(realm).token;
    for (verb, path) in [
        ("POST", "/account/lock"),
        ("POST", "/account/unlock"),
        ("DELETE", "/account/delete"),
    ] {
        for body in [json!({}), json!({"email": null}), json!({"email": " "})] {
            assert_eq!(call(realm, admin, verb, path, &body).status, 400, "{path}");
        }
    }
    for _ in 0..2 {
        ok(realm, admin, "POST", "/account/lock", &email);
        assert_eq!(
            call(realm, &someone.token, "POST", "/account", &json!({})).status,
            401
        );
        assert_eq!(login(realm, &from, &someone.account.email), 401);
        assert_eq!(
            ok(realm, admin, "POST", "/account", &email)["account"]["locked"],
            true
        );
    }
    for _ in 0..2 {
        ok(realm, admin, "POST", "/account/unlock", &email);
        assert_eq!(login(realm, &from, &someone.account.email), 200);
    }
    assert_eq!(
        call(realm, &someone.token, "POST", "/account", &json!({})).status,
        401,
        "the old session stays ended"
    );
}

#[test]
fn an_unlock_lifts_a_login_delay() {
    let someone = newcomer(Realm::Account, AccountKind::Free);
    let (email, from) = (&someone.account.email, new_address());
    let wrong = json!({"email": email, "password": "not the password"});
    // more than it takes
    for _ in 0..6 {
        assert_eq!(
            open_at(Realm::Account, &from, "/account/login", &wrong).status,
            401
        );
    }
    assert_eq!(login(Realm::Account, &from, email), 401, "in its delay");
    app()
        .admin()
        .ok("POST", "/account/unlock", &json!({ "email": email }));
    assert_eq!(login(Realm::Account, &from, email), 200);
}

#[test]
fn the_events_of_a_deleted_account_stay_for_administrators() {
    let owner = newcomer(Realm::Account, AccountKind::Free);
    let slug = app().event_of(&owner, false);
    owner.ok(
        "DELETE",
        "/account/delete",
        &json!({ "email": owner.account.email }),
    );
    assert_eq!(owner.call("POST", "/account", &json!({})).status, 401);
    assert_eq!(
        login(Realm::Account, &new_address(), &owner.account.email),
        401
    );
    assert_eq!(
        app()
            .call("POST", "/event", &json!({ "slug": slug }))
            .status,
        200
    );
    app()
        .admin()
        .ok("POST", "/r/event-year", &json!({ "slug": slug }));
}

#[test]
fn links_go_from_paid_accounts_to_registration_accounts() {
    let (main, other) = (
        newcomer(Realm::Account, AccountKind::Paid),
        newcomer(Realm::Account, AccountKind::Paid),
    );
    let helper = newcomer(Realm::Account, AccountKind::Registration);
    let email = json!({ "email": helper.account.email });
    for body in [json!({}), json!({"email": ""})] {
        assert_eq!(
            (
                main.call("PUT", "/account/link", &body).status,
                main.call("PUT", "/account/unlink", &body).status
            ),
            (400, 400)
        );
    }
    assert_eq!(
        app().owner().call("PUT", "/account/link", &email).status,
        401,
        "free accounts link nobody"
    );
    assert_eq!(helper.call("PUT", "/account/link", &email).status, 401);
    assert_eq!(
        main.call(
            "PUT",
            "/account/link",
            &json!({"email": "nobody@example.org"})
        )
        .status,
        404
    );
    let reply = main.call(
        "PUT",
        "/account/link",
        &json!({ "email": other.account.email }),
    );
    assert_eq!(
        (reply.status, &reply.json()["message"]),
        (400, &json!("Account Is Not A Registration Account"))
    );
    for _ in 0..2 {
        assert_eq!(
            shape(&main.ok("PUT", "/account/link", &email)["account"]),
            ["email", "locked", "name", "type"]
        );
    }
    assert_eq!(
        main.ok("POST", "/account", &json!({}))["linked"][0]["email"],
        helper.account.email
    );
    let slug = app().event_of(&main, true);
    eventually("the main's event", || {
        Some(helper.ok("POST", "/account", &json!({}))["events"].clone())
            .filter(|events| events[0]["slug"] == json!(slug))
    });
    let (unknown, unlinked) = (
        other.call(
            "PUT",
            "/account/unlink",
            &json!({"email": "nobody@example.org"}),
        ),
        other.call("PUT", "/account/unlink", &email),
    );
    assert_eq!(
        (unknown.status, unknown.json()),
        (unlinked.status, unlinked.json()),
        "does not tell who has an account"
    );
    assert_eq!(unknown.status, 404);
    main.ok("PUT", "/account/unlink", &email);
    assert_eq!(main.call("PUT", "/account/unlink", &email).status, 404);
    // a link ends when the type that allows it does
    let of_type = |who: &Person, kind: &str| json!({"account": {"name": who.account.name, "email": who.account.email, "type": kind}});
    for (who, [without, with]) in [
        (&helper, ["free", "registration"]),
        (&main, ["free", "paid"]),
    ] {
        main.ok("PUT", "/account/link", &email);
        for kind in [without, with] {
            app()
                .admin()
                .ok("PUT", "/account/update", &of_type(who, kind));
            assert_eq!(
                main.ok("POST", "/account", &json!({}))["linked"],
                json!([]),
                "{kind}"
            );
        }
    }
    main.ok("PUT", "/account/link", &email);
    helper.ok("DELETE", "/account/delete", &email);
    assert_eq!(
        main.ok("POST", "/account", &json!({}))["linked"],
        json!([]),
        "links go with the account"
    );
}

#[rstest]
fn an_administrator_comes_changes_and_goes(#[values(Realm::Account, Realm::Remote)] realm: Realm) {
    let (token, email) = (&admin(realm).token, format!("{}@example.org", app().slug()));
    let of_type = |kind: &str| json!({"account": {"name": "Second", "email": email, "type": kind}, "password": PASSWORD});
    assert_eq!(
        ok(realm, token, "POST", "/account/add", &of_type("admin"))["account"]["type"],
        "admin"
    );
    for path in ["/account/lock", "/account/unlock"] {
        ok(realm, token, "POST", path, &json!({ "email": email }));
    }
    for kind in ["paid", "admin"] {
        assert_eq!(
            ok(realm, token, "PUT", "/account/update", &of_type(kind))["account"]["type"],
            kind
        );
    }
    ok(
        realm,
        token,
        "DELETE",
        "/account/delete",
        &json!({ "email": email }),
    );
    assert_eq!(
        call(realm, token, "POST", "/account", &json!({ "email": email })).status,
        404
    );
}
