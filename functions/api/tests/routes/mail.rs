//! `mail/add`, `mail/confirm`, `mail/unsubscribe` (contract 4.7, 8.9): what applies whether the
//! deployment sends mail or not. tests/limits/mails.rs tests the rest in process.

use chute_edge::http;
use serde_json::json;

use crate::{
    blocked::{new_address, open},
    sms::race,
    test_app::{app, says},
};

#[test]
fn an_invalid_wish_is_refused() {
    for broken in ["{", r#"{"email":5}"#, r#"{"slug":[]}"#] {
        let refused = open(&new_address(), "/mail/add", broken.as_bytes());
        assert!(
            refused.status == 400 && says(&refused, "Invalid Request Body"),
            "{}",
            refused.status
        );
    }
    let slug = race(false, 0, 2);
    let unknown =
        json!({"slug": format!("no-{slug}"), "bib": "1", "email": "a@example.org"}).to_string();
    assert_eq!(
        open(&new_address(), "/mail/add", unknown.as_bytes()).status,
        404
    );
    let large = format!(r#"{{"slug":"{}"}}"#, "x".repeat(70_000));
    for path in ["/mail/add", "/mail/confirm"] {
        assert_eq!(
            open(&new_address(), path, large.as_bytes()).status,
            413,
            "{path}"
        );
    }
}

#[test]
fn links_that_are_not_ours_do_nothing() {
    let from = new_address();
    for _ in 0..30 {
        assert_eq!(
            open(&from, "/mail/confirm", br#"{"token":"x"}"#).status,
            404
        );
    }
    let refused = open(&from, "/mail/confirm", br#"{"token":"x"}"#);
    assert!(
        refused.status == 429 && says(&refused, "Too Many Requests"),
        "{}",
        refused.status
    );
    assert_eq!(
        open(&new_address(), "/mail/confirm", br#"{"token":5}"#).status,
        400
    );
    // mail services unsubscribe many people from one address, so these calls are not counted
    for _ in 0..40 {
        assert_eq!(
            open(&from, "/mail/unsubscribe", b"List-Unsubscribe=One-Click").status,
            404
        );
    }
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let one_click = http::call(
        app().api,
        "POST",
        "/mail/unsubscribe?token=x",
        &form,
        Some(b"List-Unsubscribe=One-Click"),
    );
    assert_eq!(one_click.status, 404);
    assert_eq!(
        app()
            .raw("GET", "/mail/unsubscribe?token=x", &[], None)
            .status,
        404
    );
    assert!(matches!(
        app().raw("GET", "/mail/confirm", &[], None).status,
        404 | 405
    ));
}
