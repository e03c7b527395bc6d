//! `bibchips`, `bibchips/add`, `bibchips/delete`.

use serde_json::{Value, json};

use crate::test_app::app;

#[test]
fn a_chip_has_one_bib() {
    let slug = app().event(false);
    let of_year = json!({"slug": slug, "year": "2026"});
    let add = |chips: Value| {
        app().ok(
            "POST",
            "/bibchips/add",
            &json!({"slug": slug, "year": "2026", "bib_chips": chips}),
        )["count"]
            .clone()
    };
    let chip = |bib: &str, chip: &str| json!({"bib": bib, "chip": chip});
    assert_eq!(add(json!([])), 0);
    assert_eq!(
        add(json!([
            chip("2", "b"),
            chip("1", "a"),
            chip("9", "a"),
            chip("3", ""),
            chip("4", &"c".repeat(101))
        ])),
        4
    );
    assert_eq!(add(json!([chip("2", "b")])), 1, "a repeat counts");
    assert_eq!(
        add(json!([null])),
        1,
        "an element without fields is a chip named \"\""
    );
    let stored = app().ok("POST", "/bibchips", &of_year);
    assert_eq!(
        stored,
        json!({"bib_chips": [chip("", ""), chip("2", "b"), chip("9", "a")]})
    );
    assert_eq!(
        app().ok("DELETE", "/bibchips/delete", &of_year),
        json!({"count": 3})
    );
    assert_eq!(
        app().ok("DELETE", "/bibchips/delete", &of_year),
        json!({"count": 0})
    );
    assert_eq!(
        app().ok("POST", "/bibchips", &of_year),
        json!({"bib_chips": []})
    );
    assert_eq!(add(json!([chip("1", "a")])), 1);
    assert_eq!(
        app().ok("POST", "/bibchips", &of_year)["bib_chips"],
        json!([chip("1", "a")])
    );
}

#[test]
fn a_long_bib_is_cut() {
    let slug = app().event(false);
    app().ok("POST", "/bibchips/add", &json!({"slug": slug, "year": "2026", "bib_chips": [{"bib": "é".repeat(200), "chip": "a"}]}));
    let stored = app().ok("POST", "/bibchips", &json!({"slug": slug, "year": "2026"}));
    assert_eq!(stored["bib_chips"][0]["bib"], "é".repeat(100));
}

/// One chip counts for one runner: an answer tells of a chip that was on another bib before, in the
/// same list or in an earlier one.
#[test]
fn a_chip_on_two_bibs_is_told() {
    let slug = app().event(false);
    let add = |chips: Value| {
        let body = json!({"slug": slug, "year": "2026", "bib_chips": chips});
        app().ok("POST", "/bibchips/add", &body)
    };
    let chip = |bib: &str, chip: &str| json!({"bib": bib, "chip": chip});
    let moved = |from: &str, to: &str| json!({"chip": "a", "from": from, "to": to});
    let twice = json!([chip("1", "a"), chip("9", "a"), chip("2", "b")]);
    assert_eq!(add(twice), json!({"count": 3, "moved": [moved("1", "9")]}));
    assert_eq!(
        add(json!([chip("9", "a"), chip("2", "b")])),
        json!({"count": 2}),
        "where they were"
    );
    assert_eq!(
        add(json!([chip(" 9 ", "a"), chip("2 ", "b")])),
        json!({"count": 2}),
        "blanks around a bib mean nothing"
    );
    assert_eq!(add(json!([chip("9", "a")])), json!({"count": 1}));
    assert_eq!(
        add(json!([chip("7", "a")])),
        json!({"count": 1, "moved": [moved("9", "7")]})
    );
    let of_year = json!({"slug": slug, "year": "2026"});
    app().ok("DELETE", "/bibchips/delete", &of_year);
    assert_eq!(
        add(json!([chip("3", "a")])),
        json!({"count": 1}),
        "deleted before"
    );
}
