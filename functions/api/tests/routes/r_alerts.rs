//! Text alerts of an event at the desk (contract 4.15).

use serde_json::json;

use crate::world::world;

#[test]
#[ignore = "needs the local stack"]
fn a_years_alerts_in_figures() {
    let owner = world().owner();
    let slug = world().event_of(owner, false);
    let state = || owner.ok("POST", "/r/alerts", &json!({"slug": slug, "year": "2026"}));
    let found = state();
    assert_eq!(
        (&found["year"], &found["paused"], &found["waiting"], &found["sent"]),
        (&json!("2026"), &json!(false), &json!(0), &json!(0))
    );
    let nobody = |channel: &str| json!({"channel": channel, "subscribers": 0, "subscriptions": 0});
    assert_eq!(found["channels"], json!([nobody("sms"), nobody("push"), nobody("email")]));
    assert_eq!(found["distances"], json!([]));
    let scopes: Vec<&str> = found["budgets"].as_array().into_iter().flatten().filter_map(|budget| budget["scope"].as_str()).collect();
    assert_eq!(scopes, ["year", "day", "month"]);
    assert!(
        found["budgets"].as_array().into_iter().flatten().all(|budget| budget["texts"].is_i64() && budget["dollars"].is_f64()),
        "{found}"
    );
    assert_eq!(owner.ok("POST", "/r/alerts", &json!({ "slug": slug }))["year"], "2026", "without a year the latest");

    let pause = |paused: bool| owner.call("POST", "/r/alerts/pause", &json!({"slug": slug, "year": "2026", "paused": paused}));
    for paused in [true, true, false] {
        let answer = pause(paused);
        assert_eq!((answer.status, answer.body.is_empty()), (200, true));
        assert_eq!(state()["paused"], json!(paused));
    }
    for path in ["/r/alerts", "/r/alerts/pause"] {
        assert_eq!(owner.call("POST", path, &json!({"slug": slug, "year": "1999", "paused": true})).status, 404, "{path}");
        assert_eq!(owner.call("POST", path, &json!({"slug": "", "year": "2026"})).status, 400, "{path}");
        assert_eq!(world().stranger().call("POST", path, &json!({"slug": slug, "year": "2026"})).status, 401, "{path}");
    }
}
