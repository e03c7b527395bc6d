//! The service as the tests see it: keys of every kind, and functions to call a route.

use std::{
    process,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use chute_domain::{
    account::Realm,
    event_time::EventTime,
    key::{Key, KeyKind},
};
use chute_testkit::{
    Host, Reply, Request, Stack, StackHost, block_on, clock::now_s, stack, stored, wire,
};
use serde_json::{Value, json};
use tokio::time::sleep;

/// Keys by what they can do; each run has its own values.
pub struct Keys {
    pub read: String,
    pub write: String,
    pub delete: String,
    /// A delete key of an account that owns nothing here.
    pub stranger: String,
    pub expired: String,
    /// A key of a locked account.
    pub disabled: String,
    /// A delete key for callers from `races.example.org` and `Other.example.org.`.
    pub hosted: String,
}

/// The running service, and what this run of the tests created there before its first test.
pub struct TestRun {
    /// The address of the account host.
    pub api: &'static str,
    pub keys: Keys,
    /// The running service.
    pub stack: &'static dyn Stack,
    /// Part of every name that this run creates.
    pub run: String,
    events: AtomicUsize,
}

/// Messages of the contract to which an answer may append details.
const SAYS_MORE: [&str; 6] = [
    "Invalid Request Body",
    "Too Many Requests",
    "Key Not Allowed",
    "Host Not Allowed",
    "Ownership Error",
    "Version Is Gone",
];

/// Whether an answer's message is `words`, or begins with them where it may have details.
pub fn says(reply: &Reply, words: &str) -> bool {
    let answer = reply.json();
    let rest = answer["message"]
        .as_str()
        .and_then(|message| message.strip_prefix(words));
    rest.is_some_and(|rest| {
        if SAYS_MORE.contains(&words) {
            rest.starts_with(". ") && rest.len() > 10
        } else {
            rest.is_empty()
        }
    })
}

/// The public answer at an address on the downloads host.
pub fn download(path: &str, headers: &[(&str, &str)]) -> Reply {
    chute_edge::http::download(app().stack.text("downloads"), path, headers)
}

/// The run of this process.
pub fn app() -> &'static TestRun {
    static APP: OnceLock<TestRun> = OnceLock::new();
    APP.get_or_init(TestRun::new)
}

/// A host of the service; each of its answers is checked.
pub struct Checked(StackHost);

impl Host for Checked {
    async fn answer(&self, request: Request) -> Reply {
        let (verb, path) = request.route();
        let began = Instant::now();
        loop {
            let reply = request.clone().send(&self.0).await;
            // a disk that stands still for seconds is no fault, nor is an emulator on a busy machine
            // that stops a function: clients send the same again
            let is_slow = reply.status == 503
                || reply.status == 502 && reply.text().contains("Task timed out");
            if is_slow && began.elapsed() < PATIENCE {
                eprintln!("{verb} {path} is sent again: {}", reply.text());
                sleep(Duration::from_secs(1)).await;
                continue;
            }
            check(&verb, &path, &reply);
            return reply;
        }
    }
}

impl TestRun {
    fn new() -> Self {
        let stack = stack();
        let run = format!("{}-{}", now_s() % 1_000_000, process::id());
        let keys = make_keys(stack, &run);
        Self {
            api: stack.host(Realm::Account).address(),
            keys,
            stack,
            run,
            events: AtomicUsize::new(0),
        }
    }

    /// A slug that no other test uses.
    pub fn slug(&self) -> String {
        format!("t{}-{}", self.run, self.events.fetch_add(1, Relaxed))
    }

    /// Adds an event with the year 2026, owned by the account of the owner's keys.
    pub fn event(&self, restricted: bool) -> String {
        let slug = self.slug();
        self.ok(
            "POST",
            "/event/add",
            &json!({ "event": wire::event(&slug, restricted) }),
        );
        self.ok(
            "POST",
            "/event-year/add",
            &wire::event_year(&slug, &wire::year("2026", "2026-05-02T08:00:00-07:00")),
        );
        slug
    }

    pub fn host(&self, realm: Realm) -> Checked {
        Checked(self.stack.host(realm))
    }

    /// Makes a JSON call with the owner's delete key; the answer is noted and checked as always.
    pub fn call(&self, verb: &str, path: &str, body: &Value) -> Reply {
        self.call_as(&self.keys.delete, verb, path, body)
    }

    pub fn call_as(&self, key: &str, verb: &str, path: &str, body: &Value) -> Reply {
        block_on(self.host(Realm::Account).call(key, verb, path, body))
    }

    /// The body of a call that must answer 200.
    pub fn ok(&self, verb: &str, path: &str, body: &Value) -> Value {
        block_on(
            self.host(Realm::Account)
                .ok(&self.keys.delete, verb, path, body),
        )
    }

    /// Makes a call with exactly these headers; every answer is checked against contract 1.3 and
    /// 1.4.
    pub fn raw(
        &self,
        verb: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Reply {
        self.raw_at(Realm::Account, verb, path, headers, body)
    }

    /// The same on the host of a realm.
    pub fn raw_at(
        &self,
        realm: Realm,
        verb: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Reply {
        let request = headers
            .iter()
            .fold(Request::new(verb, path), |request, (name, value)| {
                request.header(name, value)
            });
        let request = match body {
            Some(body) => request.body(body),
            None => request,
        };
        block_on(request.send(&self.host(realm)))
    }
}

/// Part of every private value in these tests; infra/policy/canaries.py looks for it in logs and
/// published files.
pub const CANARY: &str = "CANARY";

/// Checks what applies to every answer.
fn check(verb: &str, path: &str, reply: &Reply) {
    let what = format!(
        "{verb} {path} → {}: {}",
        reply.status,
        String::from_utf8_lossy(&reply.body[..reply.body.len().min(300)])
    );
    assert!(reply.status < 500, "{what}");
    assert!(
        reply.status < 400 || !what.contains(CANARY),
        "an error says what is private: {what}"
    );
    for (name, value) in [
        ("access-control-allow-origin", "*"),
        ("access-control-expose-headers", "X-Request-Id, Retry-After"),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("strict-transport-security", "max-age=63072000"),
    ] {
        assert_eq!(reply.header(name), value, "{name} of {what}");
    }
    assert!(!reply.header("x-request-id").is_empty(), "{what}");
    assert!(
        !reply
            .headers
            .contains_key("access-control-allow-credentials"),
        "{what}"
    );
    if reply.status >= 400 {
        assert_eq!(reply.header("content-type"), "application/json", "{what}");
        let message = reply.json();
        assert!(
            message["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{what}"
        );
        // the two uploads of organisers list every problem of a file (contract 9.4)
        let refuses_file =
            reply.status == 400 && path.starts_with("/r/s") && message["errors"].is_array();
        // and check-in lists what an edit conflicts with (4.13)
        let refuses_edit =
            reply.status == 409 && path == "/r/checkin/change" && message["conflicts"].is_array();
        assert_eq!(
            message.as_object().map(serde_json::Map::len),
            Some(if refuses_file || refuses_edit { 2 } else { 1 }),
            "{what}"
        );
    } else if !reply.body.is_empty() {
        assert_eq!(reply.header("content-type"), "application/json", "{what}");
    }
}

/// How long a test waits for what the workers do. On a quiet machine they take seconds (contract
/// 6.6, 6.10); this is for one that is busy with something else.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// Asks until the answer is as expected.
pub fn eventually(what: &str, mut ask: impl FnMut() -> Option<Value>) -> Value {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < until, "{what} did not come");
        std::thread::sleep(app().stack.asked_again_after());
    }
}

/// Checks that an answer tells its caller to wait until a window of `window_s` seconds is over,
/// whose first call was made after `began`.
pub fn expect_wait(reply: &Reply, window_s: u64, began: Instant) {
    let told_s: u64 = reply.header("retry-after").parse().expect("whole seconds");
    // the service counts in whole seconds, too
    let passed_s = began.elapsed().as_secs() + 2;
    assert!(
        (window_s.saturating_sub(passed_s)..=window_s).contains(&told_s),
        "{told_s} s of {window_s} s"
    );
}

fn make_keys(stack: &'static dyn Stack, run: &str) -> Keys {
    block_on(async {
        let store = stack.store(Realm::Account).await;
        let (owner, stranger) = (format!("owner-{run}"), format!("stranger-{run}"));
        let made = async |name: &str, account: &str, kind: KeyKind, change: fn(&mut Key)| {
            let value = format!("CANARY-key-{name}-{run}");
            let mut key = Key {
                name: name.to_owned(),
                ..stored::key(&value, account, kind)
            };
            change(&mut key);
            stored::add_key(&store, &key).await;
            value
        };
        Keys {
            read: made("read", &owner, KeyKind::Read, |_| {}).await,
            write: made("write", &owner, KeyKind::Write, |_| {}).await,
            delete: made("delete", &owner, KeyKind::Delete, |key| {
                key.valid_until = Some(EventTime::from_unix(now_s() + 3_600))
            })
            .await,
            stranger: made("stranger", &stranger, KeyKind::Delete, |_| {}).await,
            expired: made("expired", &owner, KeyKind::Delete, |key| {
                key.valid_until = Some(EventTime::from_unix(now_s() - 2))
            })
            .await,
            disabled: made("off", &owner, KeyKind::Delete, |key| key.disabled = true).await,
            hosted: made("hosted", &owner, KeyKind::Delete, |key| {
                key.allowed_hosts = " races.example.org, ,Other.example.org.".to_owned()
            })
            .await,
        }
    })
}
