//! The account host in this process, over the tables of the stack, with a clock and addresses of the test's own.

use std::{
    collections::BTreeMap,
    env, fs, process,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use axum::{Router, body::Body, extract::Request};
use chute_api::{App, alerts::Alerts, front, routes};
use chute_domain::{
    account::Realm,
    event_time::EventTime,
    race::{Event, Year},
    stamp::Stamp,
};
use chute_edge::http;
use chute_store::Store;
use http_body_util::BodyExt;
use lambda_http::request::RequestContext;
use serde_json::{Value, json};
use tower::ServiceExt;

pub struct Door {
    pub store: Store,
    pub endpoint: String,
    /// No other run has it: part of slugs, phones and addresses, and the day on which this run's clock begins.
    run: u64,
}

/// An answer.
pub struct Reply {
    pub status: u16,
    pub retry_after: Option<u32>,
    pub kind: String,
    pub body: String,
}

impl Door {
    pub async fn open() -> Self {
        let file =
            env::var("CHUTE_STACK").unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../.local-test/stack.json").to_owned());
        let stack: Value = serde_json::from_str(&fs::read_to_string(&file).expect("the stack's file: is the stack up?")).expect("JSON");
        let mut names: BTreeMap<String, String> = serde_json::from_value(stack["env"].clone()).expect("env");
        let endpoint = names["AWS_ENDPOINT_URL"].clone();
        names.insert("ORIGIN_SECRET".to_owned(), secret(&endpoint));
        let store = Store::at(Some(&endpoint), |name| names.get(name).cloned().unwrap_or_default()).await;
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock");
        Self { store, endpoint, run: (since.as_millis() as u64).wrapping_add(u64::from(process::id())) }
    }

    /// The host with these settings.
    pub async fn host(&self, alerts: Alerts) -> Router {
        let app = App::with_secrets(self.store.clone(), Realm::Account).await.expect("secrets").with_alerts(alerts);
        front::serve("limits", routes::all(Realm::Account), app)
    }

    /// A midnight that no other crowd of this or another run has for a long time: counters of days begin at nothing.
    pub fn midnight(&self) -> u32 {
        static LAST: OnceLock<AtomicU64> = OnceLock::new();
        let day = LAST.get_or_init(|| AtomicU64::new(20_000 + self.run % 14_000 * 2)).fetch_add(2, Relaxed);
        u32::try_from(day * 86_400).expect("before 2106")
    }

    /// Something no other has, whichever door it asks: two may have opened in the same millisecond.
    pub fn unique(&self) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        NEXT.fetch_add(1, Relaxed)
    }

    /// A number of this run, whose area code and exchange are the run's.
    pub fn phone(&self, crowd: u64, n: u64) -> String {
        format!("+1{:010}", 2_000_000_000 + (self.run.wrapping_mul(31) + crowd * 1_000_003) % 7_000 * 1_000_000 + n)
    }

    /// An address of this run: a network of its own for each number.
    pub fn address(&self, crowd: u64, n: u64) -> String {
        let part = |value: u64| value & 0xffff;
        let (run, n) = (self.run, crowd << 20 | n);
        format!("fd{:02x}:{:x}:{:x}:{:x}::1", run >> 16 & 0xff, part(run), part(n >> 16), part(n))
    }

    /// A new event with a year that is open for ten days from `start_s` on. Returns its slug.
    pub async fn event(&self, name: &str, start_s: u32) -> String {
        let slug = format!("limits-{}-{}", self.run, self.unique());
        let event = Event { name: name.to_owned(), slug: slug.clone(), contact_email: "rd@example.org".to_owned(), ..Event::default() };
        assert!(self.store.add_event(&event, "limits").await.expect("events"));
        let date_time = EventTime::from_unix(i64::from(start_s));
        let year = Year { year: "2026".to_owned(), date_time, live: true, days_allowed: 10, ranking_type: "gun".to_owned() };
        assert!(self.store.add_year(&slug, "limits", &year, Stamp::new(1, &slug)).await.expect("years"));
        slug
    }

    /// Texts that SNS has taken, by phone.
    pub fn texts(&self) -> BTreeMap<String, Vec<String>> {
        let reply = http::call(&self.endpoint, "GET", "/_ministack/sns/sms-messages", &[], None);
        let by_phone = reply.json()["sms_messages"].as_object().cloned().unwrap_or_default();
        let text = |message: &Value| message["Message"].as_str().unwrap_or_default().to_owned();
        by_phone.into_iter().map(|(phone, all)| (phone, all.as_array().into_iter().flatten().map(text).collect())).collect()
    }
}

/// A request as the front door hands it on.
pub async fn send(host: &Router, path: &str, source: &str, now_s: u32, headers: &[(&str, &str)], body: &str) -> Reply {
    static REQUESTS: AtomicU64 = AtomicU64::new(0);
    let mut request = Request::builder().method("POST").uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut request = request.body(Body::from(body.to_owned())).expect("a request");
    let context = json!({"requestId": format!("limits-{}", REQUESTS.fetch_add(1, Relaxed)), "requestTimeEpoch": u64::from(now_s) * 1_000,
        "httpMethod": "POST", "identity": {"sourceIp": source}});
    request.extensions_mut().insert(RequestContext::ApiGatewayV1(serde_json::from_value(context).expect("a request context")));
    let answer = host.clone().oneshot(request).await.expect("an answer");
    let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let (status, retry_after, kind) = (answer.status().as_u16(), header("retry-after").parse().ok(), header("content-type"));
    let body = answer.into_body().collect().await.expect("a body").to_bytes();
    Reply { status, retry_after, kind, body: String::from_utf8_lossy(&body).into_owned() }
}

/// A secret for pseudonyms; an old one does as well.
fn secret(endpoint: &str) -> String {
    let authorization = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/secretsmanager/aws4_request, SignedHeaders=host, Signature=0";
    let headers =
        [("X-Amz-Target", "secretsmanager.CreateSecret"), ("Content-Type", "application/x-amz-json-1.1"), ("Authorization", authorization)];
    let body = json!({"Name": "limits-test", "SecretString": "not a secret"}).to_string();
    let _ = http::call(endpoint, "POST", "/", &headers, Some(body.as_bytes()));
    "limits-test".to_owned()
}
