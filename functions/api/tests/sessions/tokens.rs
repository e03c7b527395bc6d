//! Access tokens that must be refused.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use chute_api::secrets::Secrets;
use chute_domain::account::{AccountKind, Realm};
use chute_testkit::{Request, TENT};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

use crate::test_app::{PASSWORD, SessionsApp};

/// A token with any claims and header, signed with the functions' own key, so that only the claims
/// or the header can be wrong.
fn forge(key: &[u8], header: &Header, claims: &Value) -> String {
    encode(header, claims, &EncodingKey::from_secret(key)).expect("a token")
}

fn with(claims: &Value, field: &str, value: Value) -> Value {
    let mut changed = claims.clone();
    changed[field] = value;
    changed
}

fn without(claims: &Value, field: &str) -> Value {
    let mut changed = claims.clone();
    changed.as_object_mut().expect("claims").remove(field);
    changed
}

fn claims_of(token: &str) -> Value {
    let payload = token.split('.').nth(1).expect("three parts");
    serde_json::from_slice(&BASE64.decode(payload).expect("base 64")).expect("claims")
}

#[tokio::test]
async fn only_our_access_tokens_of_this_realm_open_anything() {
    let (app, remote) = (
        SessionsApp::new(Realm::Account).await,
        SessionsApp::new(Realm::Remote).await,
    );
    let account = app.account("1", AccountKind::Free, |_| {}).await;
    remote.account("1", AccountKind::Free, |_| {}).await;
    let ((access, refresh), (remote_access, _)) = (
        app.signed_in(&account).await,
        remote.signed_in(&account).await,
    );
    let claims = claims_of(&access);
    let secret = Secrets::read(&app.store)
        .await
        .expect("the secrets")
        .token()
        .expect("a secret");
    let key = secret.key_for("access tokens of realm account");
    let header = |alg| Header {
        kid: Some(secret.id.clone()),
        ..Header::new(alg)
    };
    let hs256 = header(Algorithm::HS256);
    let forged = |claims: &Value| forge(&key, &hs256, claims);
    assert!(
        app.opens(&forged(&claims)).await,
        "the forger's hand is good: what it makes unchanged is accepted"
    );
    assert!(remote.opens(&remote_access).await);

    let unsigned = |alg: &str| {
        let header = json!({"typ": "JWT", "alg": alg, "kid": secret.id}).to_string();
        format!(
            "{}.{}.",
            BASE64.encode(header),
            BASE64.encode(claims.to_string())
        )
    };
    let signature_of = |token: &str| token.rsplit('.').next().unwrap_or_default().to_owned();
    let mut bad = vec![
        ("nothing", String::new()),
        ("garbage", "abc".to_owned()),
        ("three dots", "...".to_owned()),
        ("refresh as access", refresh.clone()),
        ("none", unsigned("none")),
        ("None", unsigned("None")),
        (
            "nOnE with a signature",
            format!("{}{}", unsigned("nOnE"), signature_of(&access)),
        ),
        (
            "RS256 in the header, our signature",
            format!("{}{}", unsigned("RS256"), signature_of(&access)),
        ),
        ("no algorithm", unsigned("")),
        ("HS384", forge(&key, &header(Algorithm::HS384), &claims)),
        ("HS512", forge(&key, &header(Algorithm::HS512), &claims)),
        (
            "another secret",
            forge(b"another secret of at least 32 bytes", &hs256, &claims),
        ),
        ("an empty secret", forge(b"", &hs256, &claims)),
        (
            "an unknown version",
            forge(
                &key,
                &Header {
                    kid: Some("00000000".to_owned()),
                    ..hs256.clone()
                },
                &claims,
            ),
        ),
        (
            "no version",
            forge(
                &key,
                &Header {
                    kid: None,
                    ..hs256.clone()
                },
                &claims,
            ),
        ),
        ("other realm, its own key", remote_access),
        (
            "other realm, our key",
            forged(&with(&claims, "realm", json!("remote"))),
        ),
        ("no realm", forged(&without(&claims, "realm"))),
        (
            "typ refresh",
            forged(&with(&claims, "typ", json!("refresh"))),
        ),
        ("no typ", forged(&without(&claims, "typ"))),
        ("no end", forged(&without(&claims, "exp"))),
        (
            "the end as text",
            forged(&with(&claims, "exp", json!("4102444800"))),
        ),
        (
            "ended now",
            forged(&with(&claims, "exp", json!(app.clock.now_s()))),
        ),
        (
            "ended a second ago",
            forged(&with(&claims, "exp", json!(app.clock.now_s() - 1))),
        ),
        (
            "another generation",
            forged(&with(&claims, "gen", json!(1))),
        ),
        ("no generation", forged(&without(&claims, "gen"))),
        (
            "a negative generation",
            forged(&with(&claims, "gen", json!(-1))),
        ),
        (
            "an unknown family",
            forged(&with(&claims, "fam", json!("f0"))),
        ),
        ("an empty family", forged(&with(&claims, "fam", json!("f")))),
        (
            "an unknown account",
            forged(&with(&claims, "sub", json!("2"))),
        ),
    ];
    let parts: Vec<&str> = access.split('.').collect();
    let raised = BASE64.encode(with(&claims, "sub", json!("admin")).to_string());
    bad.push((
        "payload changed",
        format!("{}.{raised}.{}", parts[0], parts[2]),
    ));
    bad.push(("signature cut", access[..access.len() - 4].to_owned()));
    bad.push(("signature doubled", format!("{access}{}", parts[2])));
    bad.push(("four parts", format!("{access}.{}", parts[2])));
    for at in [0, parts[2].len() / 2] {
        let mut signature = parts[2].as_bytes().to_vec();
        signature[at] = if signature[at] == b'A' { b'B' } else { b'A' };
        bad.push((
            "signature changed",
            format!(
                "{}.{}.{}",
                parts[0],
                parts[1],
                String::from_utf8(signature).expect("text")
            ),
        ));
    }
    for (what, token) in &bad {
        assert!(!app.opens(token).await, "{what}: {token}");
    }
    for header in [None, Some(access.as_str()), Some("Bearer")] {
        let request = Request::new("PUT", "/account/password");
        let request = match header {
            Some(value) => request.header("Authorization", value),
            None => request,
        };
        let reply = request.send(&app).await;
        assert_eq!(
            (reply.status, reply.message()),
            (401, "Unauthorized Token"),
            "{header:?}"
        );
    }
    assert!(app.opens(&access).await, "and the good one still does");
    eprintln!("{} bad access tokens refused", bad.len() + 3);
}

#[tokio::test]
async fn an_access_token_lives_for_fifteen_minutes_to_the_second() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let (access, _) = app.signed_in(&account).await;
    app.clock.go_on(899);
    assert!(app.opens(&access).await);
    app.clock.go_on(1);
    assert!(!app.opens(&access).await);
}

/// Whatever is changed about an account, its sessions end with the next request.
#[tokio::test]
async fn a_changed_account_ends_its_sessions() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let (access, refresh) = app.signed_in(&account).await;
    let (other_access, _) = app.signed_in(&account).await;
    let changed = json!({"old_password": PASSWORD, "new_password": "another horse"});
    assert_eq!(
        app.signed(&access, "PUT", "/account/password", &changed)
            .await
            .status,
        200
    );
    assert!(!app.opens(&access).await && !app.opens(&other_access).await);
    assert_eq!(app.refresh(&refresh).await.message(), "Unauthorized");
    assert_eq!(app.login(&account.email, PASSWORD, TENT).await.status, 401);
    let again = app.login(&account.email, "another horse", TENT).await;
    assert_eq!(again.status, 200);
    assert!(app.opens(again.field("access_token")).await);

    // locked without a new generation: S3 refuses what S2 lets pass
    let before = app
        .store
        .find_account(&account.email)
        .await
        .expect("the table")
        .expect("the account");
    let mut locked = before.clone();
    locked.locked = true;
    let _ = app
        .store
        .change_account(&before, &locked)
        .await
        .expect("the table");
    let reply = app
        .signed(
            again.field("access_token"),
            "PUT",
            "/account/password",
            &Value::Null,
        )
        .await;
    assert_eq!(reply.status, 401);
    assert_eq!(
        app.refresh(again.field("refresh_token")).await.message(),
        "Unauthorized"
    );
}
