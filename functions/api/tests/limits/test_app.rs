//! The account host in this process, with the test's own tables, clock and addresses.

use std::{collections::BTreeMap, ops::Deref, sync::Arc};

use axum::Router;
use chute_api::{alerts::Alerts, mail::MailSettings, middleware, push::PushSettings};
use chute_domain::{
    account::Realm,
    email::EmailAddress,
    race::{Event, Year},
    stamp::Stamp,
};
use chute_testkit::{Reply, Request, TestApp, YEAR, stored};

pub struct LimitsApp(TestApp);

impl Deref for LimitsApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

/// The account that owns the events.
const OWNER: &str = "limits";
/// The site to which links in mails lead.
pub const SITE: &str = "https://results.example.org";

impl LimitsApp {
    pub async fn open() -> Self {
        Self(TestApp::new(Realm::Account).await)
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
        let push = PushSettings::default().open(&self.store).await;
        let mut app = self.with_secrets().await;
        (app.alerts, app.push, app.mail) = (Arc::new(alerts), push.expect("a secret"), mail);
        middleware::host(&app)
    }

    /// A midnight used by no other crowd, so that the daily counters begin at zero.
    pub fn midnight(&self) -> u32 {
        // ahead of the clock, since requests received long ago are given up
        let day = 30_000 + 2 * self.unique();
        u32::try_from(day * 86_400).expect("before 2106")
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
    pub app: &'d LimitsApp,
    pub host: Router,
    pub slug: String,
    pub from_s: u32,
    pub number: u64,
}

impl<'d> Stage<'d> {
    pub async fn new(app: &'d LimitsApp, alerts: Alerts) -> Self {
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
