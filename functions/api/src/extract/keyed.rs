//! The key chain (contract 3.2): a handler gets at its body only through it.

use axum::{
    extract::{FromRequest, Request},
    http::{HeaderMap, header},
};
use chute_contract::{event, requests::NamesRace};
use chute_domain::{
    account::Realm,
    key::{self, Caller, Key, KeyKind, KeyRefused},
    race,
    state::{EventRecord, YearRecord},
};
use chute_store::{Store, StoreError};

use super::body::{Checked, Sent};
use crate::{App, answer::Problem, arrival::Arrival};

/// What step K9 asks of the key's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The event is unrestricted, or the account's own.
    Read,
    /// The event is the account's own.
    Own,
}

/// A request past K1 to K3: its body is readable and complete, its key not yet looked up.
pub struct Keyed<C> {
    body: C,
    key: String,
    origin: Option<String>,
    referer: Option<String>,
    /// The receipt.
    pub arrival: Arrival,
    app: App,
}

/// A request whose key may do what it asks of an event.
pub struct OfEvent<C> {
    /// The body.
    pub body: C,
    /// The key.
    pub key: Key,
    /// The event and its years.
    pub record: EventRecord,
    /// The receipt.
    pub arrival: Arrival,
    /// Tables and buckets.
    pub app: App,
}

/// A request whose key may do what it asks of a year.
pub struct OfYear<C> {
    /// The body.
    pub body: C,
    /// The event and its years.
    pub record: EventRecord,
    /// The year that is meant.
    pub year: YearRecord,
    /// The receipt.
    pub arrival: Arrival,
    /// Tables and buckets.
    pub app: App,
}

impl<C: Checked> FromRequest<App> for Keyed<C> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let headers = request.headers();
        let key = credential(headers).ok_or(Problem::Unauthorized("Error Getting Key From Authorization Header"))?.to_owned();
        let text = |name| headers.get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or("null").to_owned());
        let (origin, referer) = (text(header::ORIGIN), text(header::REFERER));
        let arrival = Arrival::noted(request.extensions())?;
        let Sent(body) = Sent::<C>::from_request(request, app).await?;
        Ok(Self { body, key, origin, referer, arrival, app: app.clone() })
    }
}

/// The second of exactly two words (contract 1.4).
pub(super) fn credential(headers: &HeaderMap) -> Option<&str> {
    let (_, credential) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    (!credential.is_empty() && !credential.contains(' ')).then_some(credential)
}

impl<C> Keyed<C> {
    /// K4 to K7.
    ///
    /// # Errors
    /// 401 by the first check that fails.
    pub async fn admit(self, needed: KeyKind) -> Result<(C, Key, App, Arrival), Problem> {
        let found = self.find_key().await?;
        let key = self.checked(found, needed)?;
        Ok((self.body, key, self.app, self.arrival))
    }

    /// K4 to K7, with a look-up below the key's digest done at the same time.
    ///
    /// # Errors
    /// 401 by the first check that fails.
    pub async fn admit_beside<T, F>(self, needed: KeyKind, beside: F) -> Result<((C, Key, App, Arrival), T), Problem>
    where
        F: AsyncFnOnce(&Store, &str, &C) -> Result<T, StoreError>,
    {
        if !self.is_plausible() {
            return Err(KeyRefused::Unknown.into());
        }
        let digest = key::digest(&self.key);
        let (found, beside) = futures::join!(self.find_key(), beside(&self.app.store, &digest, &self.body));
        let key = self.checked(found?, needed)?;
        Ok(((self.body, key, self.app, self.arrival), beside?))
    }

    fn is_plausible(&self) -> bool {
        key::is_plausible(key::prefix(self.app.realm), &self.key)
    }

    async fn find_key(&self) -> Result<Option<Key>, StoreError> {
        if !self.is_plausible() {
            return Ok(None);
        }
        self.app.store.find_key(&key::digest(&self.key)).await
    }

    fn checked(&self, found: Option<Key>, needed: KeyKind) -> Result<Key, Problem> {
        let mut key = found.ok_or(KeyRefused::Unknown)?;
        if self.app.realm == Realm::Remote {
            // no step K6 there: an imported key may have hosts, and they mean nothing
            key.allowed_hosts.clear();
        }
        let caller = Caller { origin: self.origin.as_deref(), referer: self.referer.as_deref() };
        key.admit(needed, caller, self.arrival.unix_s())?;
        Ok(key)
    }
}

impl<C: NamesRace> Keyed<C> {
    /// K4 to K9 for an event.
    ///
    /// # Errors
    /// 401 or 404 by the first check that fails.
    pub async fn event(self, needed: KeyKind, access: Access) -> Result<OfEvent<C>, Problem> {
        let (found, ()) = self.event_beside(needed, async |_, _| Ok(())).await?;
        found.allow(access)?;
        Ok(found)
    }

    /// K4 to K8, with another look-up done at the same time.
    async fn event_beside<T, F>(self, needed: KeyKind, beside: F) -> Result<(OfEvent<C>, T), Problem>
    where
        F: AsyncFnOnce(&Store, &C) -> Result<T, StoreError>,
    {
        let slug = event::slug(self.body.slug());
        let store = &self.app.store;
        let (key, record, beside) = futures::join!(self.find_key(), store.load_event(&slug), beside(store, &self.body));
        let key = self.checked(key?, needed)?;
        let not_found = if self.body.year().is_some() { "Event/Year Not Found" } else { "Event Not Found" };
        let record = record?.ok_or(Problem::NotFound(not_found))?;
        Ok((OfEvent { body: self.body, key, record, arrival: self.arrival, app: self.app }, beside?))
    }

    /// K4 to K9 for a year: the one named, else the latest.
    ///
    /// # Errors
    /// 401 or 404 by the first check that fails.
    pub async fn year(self, needed: KeyKind, access: Access) -> Result<OfYear<C>, Problem> {
        let (found, _) = self.year_beside(needed, access, async |_, _, _| Ok(())).await?;
        Ok(found)
    }

    /// The same, with a look-up below the year done at the same time where the request names the year, else afterwards.
    ///
    /// # Errors
    /// 401 or 404 by the first check that fails.
    pub async fn year_beside<T, F>(self, needed: KeyKind, access: Access, beside: F) -> Result<(OfYear<C>, T), Problem>
    where
        F: AsyncFn(&Store, &C, (&str, &str)) -> Result<T, StoreError>,
    {
        let early = async |store: &Store, body: &C| match body.year() {
            Some(year) => beside(store, body, (&event::slug(body.slug()), year)).await.map(Some),
            None => Ok(None),
        };
        let (found, early) = self.event_beside(needed, early).await?;
        let year = match found.body.year() {
            Some(year) => found.record.years.get(year).cloned(),
            None => race::latest_year(&found.record.years()).and_then(|latest| found.record.years.get(&latest.year)).cloned(),
        };
        let year = year.ok_or(Problem::NotFound("Event/Year Not Found"))?;
        found.allow(access)?;
        let OfEvent { body, record, arrival, app, .. } = found;
        let found = match early {
            Some(found) => found,
            None => beside(&app.store, &body, (&record.event.slug, &year.year.year)).await?,
        };
        Ok((OfYear { body, record, year, arrival, app }, found))
    }
}

impl<C> OfEvent<C> {
    /// K9.
    fn allow(&self, access: Access) -> Result<(), Problem> {
        let own = self.record.owner == self.key.account;
        match access {
            Access::Read if self.record.event.access_restricted && !own => Err(Problem::Unauthorized("Restricted Event")),
            Access::Own if !own => Err(Problem::Unauthorized("Ownership Error")),
            _ => Ok(()),
        }
    }
}

impl<C> OfYear<C> {
    /// The slug and the key of the year.
    pub fn names(&self) -> (&str, &str) {
        (&self.record.event.slug, &self.year.year.year)
    }
}
