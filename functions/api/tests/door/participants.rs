//! Participants: two requests at once, and what a page costs.

use chute_domain::{account::Realm, key::KeyKind};
use serde_json::{Value, json};

use crate::ground::{Ground, TENT, now_ms, send};

fn who(id: &str, bib: &str, first: &str) -> Value {
    json!({"id": id, "bib": bib, "first": first, "last": "Ruiz", "birthdate": "3/9/1985", "distance": "10 KM"})
}

fn entry(slug: &str, people: &[Value]) -> Value {
    json!({"slug": slug, "year": "2026", "participants": people})
}

/// The laptop uploads all participants, without bibs; between its look and its write check-in gives one. The old code wrote over it.
#[tokio::test]
#[ignore = "needs the local stack"]
async fn a_bib_given_between_look_and_write_stays() {
    let ground = Ground::new("bib", Realm::Account).await;
    let (slug, key, desk) = (ground.event().await, ground.key(KeyKind::Write).await, ground.beside());
    let before = entry(&slug, &[who("1", "", "Ana"), who("2", "", "Bo")]);
    assert_eq!(ground.received(2_000, TENT, &key, "POST", "/participants/add", &before).await.status, 200);
    // the desk's request may have been received before the laptop's, or after it, and it may be of somebody the laptop does not know yet
    for (id, given, sooner_ms, later_ms) in [("1", "7", 500, 0), ("2", "8", 0, 500), ("3", "9", 500, 0)] {
        ground.edge.hold("PutItem");
        let sent = entry(&slug, &[who(id, "", "From the laptop")]);
        let (answer, desk) = futures::join!(ground.ok(&key, "POST", "/participants/add", &sent), async {
            ground.edge.settled().await;
            let given = entry(&slug, &[who(id, given, "At the desk")]);
            let reply = send(&desk, now_ms() - sooner_ms + later_ms, TENT, &key, "POST", "/participants/add", &given).await;
            ground.edge.release();
            reply
        });
        assert_eq!((desk.status, answer), (200, json!({"count": 1, "updated_participants": []})));
        let all = ground.ok(&key, "POST", "/participants", &json!({ "slug": slug })).await;
        let stored = all["participants"].as_array().and_then(|all| all.iter().find(|who| who["id"] == id)).cloned().unwrap_or_default();
        assert_eq!(stored["bib"], given, "{id}");
        let newest = if id == "2" { "At the desk" } else { "From the laptop" };
        assert_eq!(stored["first"], newest, "the rest is the newer request's");
    }
    ground.done().await;
}
