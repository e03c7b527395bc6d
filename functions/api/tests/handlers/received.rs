//! Answers of the remote host that depend on the time of receipt. A stack notes that itself, so the
//! suite `routes` cannot choose it.

use chute_domain::{account::Realm, event_time::EventTime, key::KeyKind};
use chute_testkit::{
    Host, Reply, Request,
    clock::{now_ms, now_s},
};
use serde_json::{Value, json};

use crate::test_app::{HandlersApp, OWNER};

/// An account of the remote host.
struct Club {
    app: HandlersApp,
    /// The write key of its reader `Finish`.
    reader: String,
    /// Its timing client's key.
    client: String,
}

impl Club {
    async fn new() -> Self {
        let app = HandlersApp::new(Realm::Remote).await;
        let reader = app.key_named("Finish", OWNER, KeyKind::Write).await;
        let client = app.key_named("laptop", OWNER, KeyKind::Delete).await;
        Self {
            app,
            reader,
            client,
        }
    }

    /// Makes a call received at this time, in unix milliseconds.
    async fn call_at(&self, at_ms: u64, key: &str, verb: &str, path: &str, body: &Value) -> Reply {
        let request = Request::new(verb, path).at_ms(at_ms).bearer(key);
        request.json(body).send(&self.app).await
    }

    /// Asks for the notification at this time, in unix seconds.
    async fn shown_at(&self, at_s: i64) -> Reply {
        let at_ms = at_s.unsigned_abs() * 1_000;
        let body = json!({"reader": "Finish"});
        self.call_at(at_ms, &self.client, "GET", "/notifications/get", &body)
            .await
    }

    async fn save_now(&self, kind: &str, when: &str) {
        let sent = json!({"notification": {"type": kind, "when": when}});
        let saved = self
            .app
            .call(&self.reader, "POST", "/notifications/save", &sent)
            .await;
        assert_eq!(saved.status, 200, "{when}");
    }
}

/// After eight seconds nothing is written, and the answer does not claim success.
#[tokio::test]
async fn a_request_that_is_too_old_writes_nothing() {
    let club = Club::new().await;
    let read = |identifier: &str| {
        json!({"identifier": identifier, "seconds": 1, "milliseconds": 0, "ident_type": "chip", "type": "reader",
            "antenna": 2, "reader": "A", "rssi": "-55"})
    };
    let one = json!({"reads": [read("a")]});
    let added = club.app.ok(&club.reader, "POST", "/reads/add", &one).await;
    assert_eq!(added["count"], 1);
    let old_ms = now_ms() - 9_000;
    let another = json!({"reads": [read("b")]});
    let all = json!({"reader": "Finish"});
    for (key, verb, path, body) in [
        (&club.reader, "POST", "/reads/add", &another),
        (&club.client, "DELETE", "/reads/delete", &all),
    ] {
        let reply = club.call_at(old_ms, key, verb, path, body).await;
        assert_eq!(reply.status, 503, "{path}");
    }
    let ask = json!({"reader": "Finish", "start": 0, "end": 9});
    let left = club.app.ok(&club.client, "GET", "/reads", &ask).await;
    assert_eq!(left["reads"], json!([read("a")]));
}

#[tokio::test]
async fn a_notification_is_shown_for_five_minutes_with_its_offset() {
    let (club, now) = (Club::new().await, now_s());
    let east = EventTime::from_unix(now + 7_200)
        .as_str()
        .replace('Z', "+02:00");
    let sent = east.replace('-', "/").replace('T', " ").replace('+', " +");
    club.save_now("SHUTTING_DOWN", &sent).await;
    assert_eq!(
        club.shown_at(now).await.json()["notification"]["when"],
        east
    );
    assert_eq!(club.shown_at(now + 300).await.status, 200);
    assert_eq!(club.shown_at(now + 301).await.status, 204);
}

#[tokio::test]
async fn a_clock_that_is_ahead_hides_nothing() {
    let (club, now) = (Club::new().await, now_s());
    let ahead = EventTime::from_unix(now + 86_400);
    club.save_now("UPS_ON_BATTERY", ahead.as_str()).await;
    assert_eq!(
        club.shown_at(now).await.json()["notification"]["type"],
        "UPS_ON_BATTERY"
    );
    let later_ms = (now + 400).unsigned_abs() * 1_000;
    let when = EventTime::from_unix(now + 400);
    let sent = json!({"notification": {"type": "UPS_ONLINE", "when": when.as_str()}});
    let path = "/notifications/save";
    let saved = club.call_at(later_ms, &club.reader, "POST", path, &sent);
    assert_eq!(saved.await.status, 200);
    let reply = club.shown_at(now + 400).await;
    assert_eq!(
        (reply.status, &reply.json()["notification"]["type"]),
        (200, &json!("UPS_ONLINE"))
    );
}
