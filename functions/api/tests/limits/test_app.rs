//! The account host in this process, with the test's own tables, clock and addresses.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use axum::Router;
use chute_api::{App, alerts::Alerts, mail::MailSettings, middleware, push::PushSettings, routes};
use chute_domain::{
    account::Realm,
    email::EmailAddress,
    race::{Event, Year},
    stamp::Stamp,
};
use chute_edge::Backend;
use chute_store::Store;
use chute_testkit::{Reply, Request, YEAR, stored};

pub struct TestApp {
    pub store: Store,
    backend: Backend,
    next: AtomicU64,
}

/// The account that owns the events.
const OWNER: &str = "limits";
/// The site to which links in mails lead.
pub const SITE: &str = "https://results.example.org";

impl TestApp {
    pub async fn open() -> Self {
        let backend = Backend::open();
        Self {
            store: backend.store(Realm::Account).await,
            backend,
            next: AtomicU64::new(0),
        }
    }

    /// The host with these settings.
    pub async fn host(&self, alerts: Alerts) -> Router {
        let from = EmailAddress::of("alerts@hill.example");
        let mail = MailSettings {
            from,
            site: SITE.to_owned(),
        }
        .open(&self.store, &alerts)
        .await
        .expect("a secret")
        .map(Arc::new);
        let app = App::with_secrets(self.store.clone(), Realm::Account)
            .await
            .expect("secrets")
            .with_alerts(alerts)
            .with_mail(mail);
        let app = app.with_push(
            PushSettings::default()
                .open(&self.store)
                .await
                .expect("a secret"),
        );
        middleware::serve("limits", routes::all(Realm::Account), app)
    }

    /// A midnight used by no other crowd, so that the daily counters begin at zero.
    pub fn midnight(&self) -> u32 {
        // ahead of the clock, since requests received long ago are given up
        let day = 30_000 + 2 * self.unique();
        u32::try_from(day * 86_400).expect("before 2106")
    }

    /// A number that is returned only once.
    pub fn unique(&self) -> u64 {
        self.next.fetch_add(1, Relaxed)
    }

    /// A phone number with the crowd's area code and exchange.
    pub fn phone(&self, crowd: u64, n: u64) -> String {
        format!(
            "+1{:010}",
            2_000_000_000 + crowd * 1_000_003 % 7_000 * 1_000_000 + n
        )
    }

    /// An address in a different network for each number of each crowd.
    pub fn address(&self, crowd: u64, n: u64) -> String {
        let part = |value: u64| value & 0xffff;
        let n = crowd << 20 | n;
        format!("fd00:0:{:x}:{:x}::1", part(n >> 16), part(n))
    }

    /// Adds an event with a year that is open for ten days from `start_s` on. Returns its slug.
    pub async fn event(&self, name: &str, start_s: u32) -> String {
        let slug = format!("limits-{}", self.unique());
        let event = Event {
            name: name.to_owned(),
            ..stored::event(&slug)
        };
        stored::add_event(&self.store, OWNER, &event).await;
        self.add_year(&slug, start_s).await;
        slug
    }

    /// Adds the year of an event, open for ten days from `start_s` on.
    pub async fn add_year(&self, slug: &str, start_s: u32) {
        let year = Year {
            days_allowed: 10,
            ..stored::year(YEAR, start_s.into())
        };
        let born = Stamp::new(u64::from(start_s) * 1_000, slug);
        stored::add_year(&self.store, OWNER, slug, &year, born).await;
    }

    /// The mails that SES has accepted, as they were sent.
    pub fn mails(&self) -> Vec<serde_json::Value> {
        self.backend.mails()
    }

    /// Writes an item directly, bypassing all limits.
    pub fn put(&self, table: &str, item: &serde_json::Value) {
        self.backend.put(table, item);
    }

    /// All items of a table as text.
    pub fn text(&self, table: &str) -> String {
        self.backend.text(table)
    }

    /// The texts that SNS has accepted, by phone.
    pub fn texts(&self) -> BTreeMap<String, Vec<String>> {
        let mut by_phone: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (phone, text) in self.backend.texts() {
            by_phone.entry(phone).or_default().push(text);
        }
        by_phone
    }
}

/// An open event, and callers of its host, each with their own address.
pub struct Stage<'d> {
    pub app: &'d TestApp,
    pub host: Router,
    pub slug: String,
    pub from_s: u32,
    pub number: u64,
}

impl<'d> Stage<'d> {
    pub async fn new(app: &'d TestApp, alerts: Alerts) -> Self {
        let from_s = app.midnight();
        let (host, slug) = (app.host(alerts).await, app.event("River 10K", from_s).await);
        Self {
            app,
            host,
            slug,
            from_s,
            number: app.unique(),
        }
    }

    /// A request by one of the callers, `after_s` seconds after the start.
    pub fn request(&self, verb: &str, path: &str, source: u64, after_s: u32) -> Request {
        Request::new(verb, path)
            .at_s(self.from_s + after_s)
            .peer(&self.app.address(self.number, source))
    }

    pub async fn post(
        &self,
        path: &str,
        source: u64,
        after_s: u32,
        body: &serde_json::Value,
    ) -> Reply {
        let request = self.request("POST", path, source, after_s);
        request.json(body).send(&self.host).await
    }
}
