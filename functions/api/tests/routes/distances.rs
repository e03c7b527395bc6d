//! `distances`, `distances/add`, `distances/delete`.

use serde_json::{Value, json};

use crate::test_app::app;

#[test]
fn all_distances_are_listed_or_the_named_one() {
    let slug = app().event(false);
    let distance = |name: &str, text: &str| json!({"name": name, "certification": text});
    let sent = json!([
        distance("5 KM", "old"),
        distance("10 KM", "x"),
        distance("5 KM", "new"),
        distance("", "x"),
        distance("y", ""),
        distance(&"n".repeat(101), "x"),
        null
    ]);
    let answer = app().ok(
        "POST",
        "/distances/add",
        &json!({"slug": slug, "year": "2026", "distances": sent}),
    );
    assert_eq!(
        answer,
        json!({"distances": [distance("5 KM", "old"), distance("10 KM", "x"), distance("5 KM", "new")]})
    );
    let ask = |more: Value| {
        let mut body = json!({ "slug": slug });
        more.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| body[name] = value.clone());
        app().ok("POST", "/distances", &body)
    };
    assert_eq!(
        ask(json!({})),
        json!({"distances": [distance("10 KM", "x"), distance("5 KM", "new")]})
    );
    assert_eq!(ask(json!({"distance": null})), ask(json!({})));
    assert_eq!(
        ask(json!({"distance": "5 KM"})),
        json!({"distance": distance("5 KM", "new")})
    );
    assert_eq!(ask(json!({"distance": ""})), json!({"distance": null}));
    assert_eq!(ask(json!({"distance": "none"})), json!({"distance": null}));
    assert_eq!(
        app().ok("DELETE", "/distances/delete", &json!({ "slug": slug })),
        json!({"count": 2})
    );
    assert_eq!(ask(json!({})), json!({"distances": []}));
    assert_eq!(
        app().ok("DELETE", "/distances/delete", &json!({ "slug": slug })),
        json!({"count": 0})
    );
}
