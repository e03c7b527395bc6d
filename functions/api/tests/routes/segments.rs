//! `segments`, `segments/add`, `segments/delete`.

use serde_json::{Value, json};

use crate::test_app::app;

fn segment(name: &str, changes: &Value) -> Value {
    let mut segment = json!({"location": name, "distance_name": "10 KM", "name": name, "distance_value": 3.0, "distance_unit": "mi", "gps": "", "map_link": ""});
    for (name, value) in changes.as_object().into_iter().flatten() {
        segment[name] = value.clone();
    }
    segment
}

#[test]
fn accepted_segments_come_back_in_the_order_sent() {
    let slug = app().event(false);
    let good = [
        segment("b", &json!({"distance_value": 6.25})),
        segment("a", &json!({})),
        segment("a", &json!({"gps": "1,2", "distance_value": 3.11})),
    ];
    let bad = ["location", "distance_name", "name", "distance_unit"]
        .map(|field| segment("x", &json!({field: ""})));
    let mut sent = good.to_vec();
    sent.extend(bad);
    sent.extend(
        [1e126, -1e300, 1e-131].map(|value| segment("x", &json!({ "distance_value": value }))),
    );
    sent.extend([
        segment("x", &json!({"distance_value": 0})),
        segment(&"x".repeat(101), &json!({})),
        Value::Null,
    ]);
    let body = json!({"slug": slug, "year": "2026", "segments": sent});
    for _ in 0..2 {
        assert_eq!(
            app().ok("POST", "/segments/add", &body)["segments"],
            json!(good),
            "duplicates too"
        );
    }
    let of_year = json!({ "slug": slug });
    assert_eq!(
        app().ok("POST", "/segments", &of_year)["segments"],
        json!([good[2], good[0]])
    );
    assert_eq!(
        app().ok("DELETE", "/segments/delete", &of_year),
        json!({"count": 2})
    );
    assert_eq!(
        app().ok("POST", "/segments", &of_year),
        json!({"segments": []})
    );
    assert_eq!(
        app().ok("DELETE", "/segments/delete", &of_year),
        json!({"count": 0})
    );
    app().ok("POST", "/segments/add", &body);
    assert_eq!(
        app().ok("POST", "/segments", &of_year)["segments"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
}

#[test]
fn whole_numbers_are_numbers_too() {
    let slug = app().event(false);
    let body = json!({"slug": slug, "segments": [segment("a", &json!({"distance_value": 3})), segment("b", &json!({"distance_value": -1.5}))]});
    assert_eq!(
        app().ok("POST", "/segments/add", &body)["segments"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
}
