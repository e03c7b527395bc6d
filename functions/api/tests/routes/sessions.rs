//! `account/login`, `account/refresh`, `account/logout` and `account/password` of both hosts
//! (contract 3.3, 3.5, 4.8, 5.2). Tests that need their own clock are in tests/sessions.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use chute_domain::account::{AccountKind, Realm};
use chute_testkit::{Reply, Request, block_on};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    people::PASSWORD,
    test_app::{app, says},
};

/// The routes that start and end sessions.
pub const ROUTES: [(&str, &str); 5] = [
    ("POST", "/account/login"),
    ("POST", "/account/refresh"),
    ("POST", "/account/logout"),
    ("POST", "/account/logout/all"),
    ("PUT", "/account/password"),
];
const NEW_PASSWORD: &str = "another horse altogether";

/// A caller of one of the hosts with their own address, as calls come through CloudFront.
struct Host {
    address: String,
    realm: Realm,
}

impl Host {
    fn new(realm: Realm) -> Self {
        static NEXT: AtomicU8 = AtomicU8::new(1);
        let run: u32 = app().run.bytes().fold(7, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        });
        let address = format!(
            "10.{}.{}.{}",
            run >> 8 & 255,
            run & 255,
            NEXT.fetch_add(1, Relaxed)
        );
        Self { address, realm }
    }

    fn call(&self, verb: &str, path: &str, token: Option<&str>, body: &[u8]) -> Reply {
        let request = Request::new(verb, path)
            .peer(&self.address)
            .header("Content-Type", "application/json")
            .body(body);
        let request = match token {
            Some(token) => request.bearer(token),
            None => request,
        };
        block_on(request.send(&app().host(self.realm)))
    }

    fn json(&self, verb: &str, path: &str, token: Option<&str>, body: &Value) -> Reply {
        self.call(verb, path, token, body.to_string().as_bytes())
    }

    fn login(&self, email: &str, password: &str) -> Reply {
        self.json(
            "POST",
            "/account/login",
            None,
            &json!({"email": email, "password": password}),
        )
    }

    /// Adds an account and signs in. Returns its e-mail, access token and refresh token.
    fn somebody(&self, name: &str, kind: AccountKind) -> (String, String, String) {
        let account = app().new_account(
            self.realm,
            &format!("{name}-{}", self.address.replace('.', "-")),
            kind,
        );
        let (access, refresh) = tokens(&self.login(&account.email, PASSWORD));
        (account.email, access, refresh)
    }

    fn refresh(&self, token: &str) -> Reply {
        self.json(
            "POST",
            "/account/refresh",
            None,
            &json!({ "refresh_token": token }),
        )
    }

    fn password(&self, token: &str, body: &Value) -> Reply {
        self.json("PUT", "/account/password", Some(token), body)
    }
}

fn tokens(reply: &Reply) -> (String, String) {
    assert_eq!(
        reply.status,
        200,
        "{}",
        String::from_utf8_lossy(&reply.body)
    );
    let body = reply.json();
    assert_eq!(body.as_object().map(serde_json::Map::len), Some(2));
    let text = |name: &str| {
        body[name]
            .as_str()
            .filter(|text| !text.is_empty())
            .expect("a token")
            .to_owned()
    };
    (text("access_token"), text("refresh_token"))
}

fn expect(what: &str, reply: &Reply, status: u16, message: &str) {
    let text = String::from_utf8_lossy(&reply.body);
    assert_eq!(reply.status, status, "{what}: {text}");
    assert!(
        if message.is_empty() {
            reply.body.is_empty()
        } else {
            says(reply, message)
        },
        "{what}: {text}"
    );
}

#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
fn a_session_from_login_to_logout(#[case] realm: Realm) {
    let host = Host::new(realm);
    let (email, access, refresh) = host.somebody("session", AccountKind::Free);
    let (_, other) = tokens(&host.login(&format!("  {} ", email.to_uppercase()), PASSWORD));
    let (second_access, second) = tokens(&host.refresh(&refresh));
    assert_eq!(tokens(&host.refresh(&refresh)).1, second, "a lost answer");
    expect(
        "refresh as access",
        &host.call("POST", "/account/logout", Some(&second), b""),
        401,
        "Unauthorized Token",
    );
    expect(
        "logout",
        &host.call("POST", "/account/logout", Some(&access), b""),
        200,
        "",
    );
    for token in [&access, &second_access] {
        expect(
            "logged out",
            &host.call("POST", "/account/logout", Some(token), b"null"),
            401,
            "Unauthorized Token",
        );
    }
    for token in [&refresh, &second] {
        expect("logged out", &host.refresh(token), 401, "Unauthorized");
    }
    let (third_access, third) = tokens(&host.refresh(&other));
    tokens(&host.refresh(&third));
    expect("an older one", &host.refresh(&other), 401, "Unauthorized");
    expect(
        "its family is over",
        &host.call("POST", "/account/logout", Some(&third_access), b"{}"),
        401,
        "Unauthorized Token",
    );
}

#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
fn all_sessions_of_an_account_end_at_once(#[case] realm: Realm) {
    let host = Host::new(realm);
    let (email, access, refresh) = host.somebody("everywhere", AccountKind::Free);
    let (other_access, other) = tokens(&host.login(&email, PASSWORD));
    let (_, bystander, _) = host.somebody("bystander", AccountKind::Free);
    expect(
        "out everywhere",
        &host.call("POST", "/account/logout/all", Some(&access), b""),
        200,
        "",
    );
    for token in [&access, &other_access] {
        expect(
            "signed out",
            &host.call("POST", "/account/logout/all", Some(token), b"{}"),
            401,
            "Unauthorized Token",
        );
    }
    for token in [&refresh, &other] {
        expect("signed out", &host.refresh(token), 401, "Unauthorized");
    }
    expect(
        "somebody else",
        &host.call("POST", "/account/logout", Some(&bystander), b""),
        200,
        "",
    );
    tokens(&host.login(&email, PASSWORD));
}

#[test]
fn tokens_of_one_host_are_nothing_to_the_other() {
    let hosts = [Host::new(Realm::Account), Host::new(Realm::Remote)];
    let sessions = hosts
        .each_ref()
        .map(|host| host.somebody("both", AccountKind::Admin));
    for (host, (_, access, refresh)) in hosts.iter().zip([&sessions[1], &sessions[0]]) {
        expect(
            "logout",
            &host.call("POST", "/account/logout", Some(access), b""),
            401,
            "Unauthorized Token",
        );
        expect(
            "password",
            &host.call("PUT", "/account/password", Some(access), b""),
            401,
            "Unauthorized Token",
        );
        expect("refresh", &host.refresh(refresh), 401, "Unauthorized");
    }
    for (host, (_, access, refresh)) in hosts.iter().zip(&sessions) {
        tokens(&host.refresh(refresh));
        expect(
            "at home",
            &host.call("PUT", "/account/password", Some(access), b""),
            400,
            "Empty Request",
        );
    }
}

#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
fn wrong_old_passwords_delay_the_change_of_a_password(#[case] realm: Realm) {
    let host = Host::new(realm);
    let (_, access, _) = host.somebody("guesses", AccountKind::Free);
    let change = |old: &str| {
        host.password(
            &access,
            &json!({"old_password": old, "new_password": NEW_PASSWORD}),
        )
    };
    for _ in 0..5 {
        expect(
            "wrong",
            &change("wrong password"),
            400,
            "Current Password Is Wrong",
        );
    }
    expect(
        "the right one, too",
        &change(PASSWORD),
        429,
        "Too Many Requests",
    );
}

#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
fn bodies_are_read_before_anything_else(#[case] realm: Realm) {
    let host = Host::new(realm);
    for (verb, path) in ROUTES {
        for broken in [
            &b"{"[..],
            b"[]",
            b"1",
            b"\"x\"",
            b"true",
            b"{} x",
            b"[{}]",
            b"{\"email\":\"\xff\"}",
        ] {
            expect(
                path,
                &host.call(verb, path, None, broken),
                400,
                "Invalid Request Body",
            );
        }
        let limit = if path.starts_with("/account/logout") {
            64
        } else {
            8
        } * 1_024;
        assert_eq!(
            host.call(verb, path, None, &vec![b' '; limit + 1]).status,
            413,
            "{path}"
        );
        assert!(
            matches!(host.call("DELETE", path, None, b"{}").status, 404 | 405),
            "{path}"
        );
        assert_eq!(host.call("OPTIONS", path, None, b"").status, 204, "{path}");
    }
    for (verb, path, fields) in [
        ("POST", "/account/login", &["email", "password"][..]),
        ("POST", "/account/refresh", &["refresh_token"]),
        (
            "PUT",
            "/account/password",
            &["old_password", "new_password", "email"],
        ),
    ] {
        for (field, wrong) in fields
            .iter()
            .flat_map(|field| ["1", "true", "[]", "{}"].map(|wrong| (field, wrong)))
        {
            let body = format!("{{\"{field}\":{wrong}}}");
            expect(
                &body,
                &host.call(verb, path, None, body.as_bytes()),
                400,
                "Invalid Request Body",
            );
        }
        let twice = format!("{{\"{0}\":\"a\",\"{0}\":\"a\"}}", fields[0]);
        expect(
            &twice,
            &host.call(verb, path, None, twice.as_bytes()),
            400,
            "Invalid Request Body",
        );
    }
    for empty in [
        "",
        "null",
        "{}",
        r#"{"email":null,"password":null,"refresh_token":null}"#,
        r#"{"Email":"x"}"#,
    ] {
        expect(
            empty,
            &host.call("POST", "/account/login", None, empty.as_bytes()),
            401,
            "Invalid Credentials",
        );
        expect(
            empty,
            &host.call("POST", "/account/refresh", None, empty.as_bytes()),
            401,
            "Unauthorized",
        );
        expect(
            empty,
            &host.call("POST", "/account/logout", None, empty.as_bytes()),
            401,
            "Unauthorized Token",
        );
        expect(
            empty,
            &host.call("PUT", "/account/password", None, empty.as_bytes()),
            401,
            "Unauthorized Token",
        );
    }
    let long = "x".repeat(1_025);
    assert_eq!(
        host.login("nobody@example.org", &long).status,
        400,
        "a password of more than 1,024 bytes"
    );
}

#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
fn failed_logins_are_one_answer_and_delay(#[case] realm: Realm) {
    let host = Host::new(realm);
    let (email, ..) = host.somebody("guessed", AccountKind::Free);
    let locked = app().new_account(
        realm,
        &format!("locked-{}", host.address),
        AccountKind::Free,
    );
    let kept = app().with_store(realm, async |store| {
        let mut changed = locked.clone();
        changed.locked = true;
        store.change_account(&locked, &changed).await.map(|_| ())
    });
    kept.expect("the table of accounts");
    let elsewhere = Host::new(realm);
    let answers: Vec<Reply> = [
        (email.as_str(), "wrong password"),
        ("nobody@example.org", PASSWORD),
        (&locked.email, PASSWORD),
        (&email, ""),
    ]
    .map(|(email, password)| elsewhere.login(email, password))
    .into();
    for answer in &answers {
        expect("failed", answer, 401, "Invalid Credentials");
        let headers = |reply: &Reply| {
            let own = ["date", "x-request-id"];
            reply
                .headers
                .clone()
                .into_iter()
                .filter(|(name, _)| !own.contains(&name.as_str()) && !name.starts_with("x-amz"))
                .collect::<Vec<_>>()
        };
        assert_eq!(headers(answer), headers(&answers[0]));
    }
    for _ in 0..3 {
        expect(
            "wrong",
            &elsewhere.login(&email, "wrong password"),
            401,
            "Invalid Credentials",
        );
    }
    expect(
        "in its delay",
        &elsewhere.login(&email, PASSWORD),
        401,
        "Invalid Credentials",
    );
    tokens(&host.login(&email, PASSWORD));
    for _ in answers.len() + 4..19 {
        expect(
            "spraying",
            &elsewhere.login(&format!("{}@example.org", app().slug()), PASSWORD),
            401,
            "Invalid Credentials",
        );
    }
    for _ in 0..2 {
        let limited = elsewhere.login(&format!("{}@example.org", app().slug()), PASSWORD);
        expect("from the twentieth on", &limited, 429, "Too Many Requests");
        let after: u32 = limited
            .header("retry-after")
            .parse()
            .expect("whole seconds");
        assert!((1..=60).contains(&after), "{after}");
    }
    tokens(&host.login(&email, PASSWORD));
}

#[rstest]
#[case(Realm::Account)]
#[case(Realm::Remote)]
fn a_password_is_changed_by_its_owner_or_an_administrator(#[case] realm: Realm) {
    let host = Host::new(realm);
    let (email, access, refresh) = host.somebody("owner", AccountKind::Free);
    let (admin_email, admin, _) = host.somebody("admin", AccountKind::Admin);
    let of = |old: &str, new: &str, email: &str| json!({"old_password": old, "new_password": new, "email": email});
    for (what, token, body, status, message) in [
        ("empty", &access, json!({}), 400, "Empty Request"),
        (
            "nulls",
            &access,
            json!({"old_password": null, "new_password": null, "email": null}),
            400,
            "Empty Request",
        ),
        (
            "no new one",
            &access,
            of(PASSWORD, "", ""),
            400,
            "Minimum Password Length (8) Not Met",
        ),
        (
            "short",
            &access,
            of(PASSWORD, "1234567", ""),
            400,
            "Minimum Password Length (8) Not Met",
        ),
        (
            "short, wrong old one",
            &access,
            of("wrong", "1234567", ""),
            400,
            "Minimum Password Length (8) Not Met",
        ),
        (
            "long",
            &access,
            of(PASSWORD, &"x".repeat(1_025), ""),
            400,
            "Maximum Password Length (1024 Bytes) Exceeded",
        ),
        (
            "wrong old one",
            &access,
            of("wrong password", NEW_PASSWORD, ""),
            400,
            "Current Password Is Wrong",
        ),
        (
            "no old one",
            &access,
            of("", NEW_PASSWORD, ""),
            400,
            "Current Password Is Wrong",
        ),
        (
            "oneself by e-mail",
            &access,
            of("wrong password", NEW_PASSWORD, &email.to_uppercase()),
            400,
            "Current Password Is Wrong",
        ),
        (
            "another's",
            &access,
            of(PASSWORD, NEW_PASSWORD, &admin_email),
            401,
            "Unauthorized",
        ),
        (
            "nobody's",
            &access,
            of(PASSWORD, NEW_PASSWORD, "nobody@example.org"),
            401,
            "Unauthorized",
        ),
        (
            "nobody's, by an administrator",
            &admin,
            of("", NEW_PASSWORD, "nobody@example.org"),
            404,
            "Unknown Email",
        ),
        (
            "the administrator's own",
            &admin,
            of("", NEW_PASSWORD, &admin_email),
            400,
            "Current Password Is Wrong",
        ),
        (
            "short, by an administrator",
            &admin,
            of("", "short", &email),
            400,
            "Minimum Password Length (8) Not Met",
        ),
    ] {
        expect(what, &host.password(token, &body), status, message);
    }
    expect(
        "one's own",
        &host.password(&access, &of(PASSWORD, NEW_PASSWORD, "")),
        200,
        "",
    );
    expect(
        "all sessions end",
        &host.password(&access, &json!({})),
        401,
        "Unauthorized Token",
    );
    expect(
        "all sessions end",
        &host.refresh(&refresh),
        401,
        "Unauthorized",
    );
    expect(
        "the old one is gone",
        &host.login(&email, PASSWORD),
        401,
        "Invalid Credentials",
    );
    let (access, _) = tokens(&host.login(&email, NEW_PASSWORD));
    expect(
        "by an administrator",
        &host.password(&admin, &of("", PASSWORD, &format!(" {email} "))),
        200,
        "",
    );
    expect(
        "their sessions end",
        &host.password(&access, &json!({})),
        401,
        "Unauthorized Token",
    );
    tokens(&host.login(&email, PASSWORD));
    expect(
        "the administrator's go on",
        &host.password(&admin, &json!({})),
        400,
        "Empty Request",
    );
}
