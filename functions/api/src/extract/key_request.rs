//! The key chain (contract 3.2): a handler gets its body only through it.
//!
//! The key comes before all other work: an unknown key costs one look-up, and what cannot be a key
//! costs none. Other look-ups run at the same time only if this instance has found the key before;
//! those of an upload, in addition, only if it has few ids ([`AHEAD`]).

use std::marker::PhantomData;

use axum::{
    extract::{FromRequest, Request},
    http::{HeaderMap, header},
};
use chute_contract::requests::NamesRace;
use chute_domain::{
    account::Realm,
    key::{self, Caller, Key, KeyKind, KeyRefused},
    race::RaceKey,
    state::{EventRecord, YearRecord},
};
use chute_store::{Store, StoreError};

use super::{
    body::{Checked, ValidBody},
    named_race::{no_such_event, year_of},
    rights::{Access, NamesEvent, NamesNoEvent},
};
use crate::{App, answer::Problem, request_context::RequestContext, source::Source};

/// Up to this many ids are looked up at the same time as the key and the event; more only once the
/// key is known to allow it.
const AHEAD: usize = 64;

const OWNERSHIP: &str = "Ownership Error. The event belongs to another account: use a key of the account that made it. A linked account's key is not enough.";

/// A request past K1 to K3: its body is readable and complete, its key not yet looked up.
pub struct KeyRequest<C, R> {
    body: C,
    right: PhantomData<R>,
    check: KeyCheck,
    /// When and from where it came.
    pub context: RequestContext,
    app: App,
}

/// The parts of a request that the check of its key needs. They are separate from the body, so that
/// the binary contains the check once and not for every route.
struct KeyCheck {
    /// The key's digest; `None` for what cannot be a key.
    key: Option<String>,
    origin: Option<String>,
    referer: Option<String>,
    source: Source,
    now_s: i64,
}

/// A request whose key or session may do what it asks for with an event.
pub struct EventRequest<C> {
    /// The body.
    pub body: C,
    /// The event and its years.
    pub record: EventRecord,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and buckets.
    pub app: App,
}

/// An event that a request names, before K9.
struct Found<C> {
    request: EventRequest<C>,
    /// Whether it is the key's own.
    own: bool,
}

/// A request whose key or session may do what it asks for with a year.
pub struct YearRequest<C> {
    /// The body.
    pub body: C,
    /// The event and its years.
    pub record: EventRecord,
    /// The named year, or else the latest.
    pub year: YearRecord,
    /// The slug and the year.
    pub race: RaceKey,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and buckets.
    pub app: App,
}

impl<C: Checked, R> FromRequest<App> for KeyRequest<C, R> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let headers = request.headers();
        let key = credential(headers).ok_or(Problem::Unauthorized(
            "Error Getting Key From Authorization Header",
        ))?;
        let key = key::is_plausible(app.realm, key).then(|| key::digest(key));
        let text = |name| {
            headers
                .get(name)
                .map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or("null").to_owned())
        };
        let (origin, referer) = (text(header::ORIGIN), text(header::REFERER));
        let context = RequestContext::noted(request.extensions())?;
        let ValidBody(body) = ValidBody::<C>::from_request(request, app).await?;
        let check = KeyCheck {
            key,
            origin,
            referer,
            source: context.source,
            now_s: context.unix_s(),
        };
        Ok(Self {
            body,
            right: PhantomData,
            check,
            context,
            app: app.clone(),
        })
    }
}

/// The credential in the `Authorization` header: the second of exactly two words (contract 1.4).
pub(super) fn credential(headers: &HeaderMap) -> Option<&str> {
    let (_, credential) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    (!credential.is_empty() && !credential.contains(' ')).then_some(credential)
}

impl<C, R: NamesNoEvent> KeyRequest<C, R> {
    /// K4 to K7.
    ///
    /// # Errors
    /// 401 from the first check that fails, 429 for too many unknown keys.
    pub async fn admit(self) -> Result<(C, Key, App, RequestContext), Problem> {
        let key = self.check.admit(&self.app, R::KIND).await?;
        Ok((self.body, key, self.app, self.context))
    }

    /// K4 to K7, and a look-up with the key's digest: at the same time if the key was found before
    /// and there are few ids, otherwise afterwards.
    ///
    /// # Errors
    /// 401 from the first check that fails, 429 for too many unknown keys.
    pub async fn admit_with<T, F>(
        self,
        ids: impl Fn(&C) -> usize,
        look_up: F,
    ) -> Result<((C, Key, App, RequestContext), T), Problem>
    where
        F: AsyncFnOnce(&Store, &str, &C) -> Result<T, StoreError>,
    {
        let digest = self.check.key.as_deref().unwrap_or_default();
        let behind = look_up(&self.app.store, digest, &self.body);
        let few = ids(&self.body) <= AHEAD;
        let admitted = self.check.admit_with(&self.app, R::KIND, few, behind).await;
        let (key, looked_up) = admitted?;
        let looked_up = looked_up?;
        Ok(((self.body, key, self.app, self.context), looked_up))
    }
}

impl KeyCheck {
    /// Whether this instance has accepted the key before, and it is at least of this kind: then it
    /// will most likely be found again.
    fn is_known(&self, app: &App, needed: KeyKind) -> bool {
        self.key
            .as_ref()
            .is_some_and(|digest| app.key_cache.is_known(digest, needed))
    }

    /// K4 to K7.
    async fn admit(&self, app: &App, needed: KeyKind) -> Result<Key, Problem> {
        self.checked(app, self.find_key(app).await?, needed)
    }

    /// K4 to K7, and `behind`: at the same time if the key was found before and there is only a
    /// `few` to look up, otherwise afterwards.
    async fn admit_with<T>(
        &self,
        app: &App,
        needed: KeyKind,
        few: bool,
        behind: impl Future<Output = T>,
    ) -> Result<(Key, T), Problem> {
        if few && self.is_known(app, needed) {
            let (found, behind) = futures::join!(self.find_key(app), behind);
            Ok((self.checked(app, found?, needed)?, behind))
        } else {
            Ok((self.admit(app, needed).await?, behind.await))
        }
    }

    async fn find_key(&self, app: &App) -> Result<Option<Key>, StoreError> {
        match &self.key {
            Some(digest) => app.store.find_key(digest).await,
            None => Ok(None),
        }
    }

    fn checked(&self, app: &App, found: Option<Key>, needed: KeyKind) -> Result<Key, Problem> {
        let admitted = found.ok_or(KeyRefused::Unknown).and_then(|mut key| {
            if app.realm == Realm::Remote {
                // the remote host has no step K6: an imported key may list hosts, which mean
                // nothing there
                key.allowed_hosts.clear();
            }
            let caller = Caller {
                origin: self.origin.as_deref(),
                referer: self.referer.as_deref(),
            };
            key.admit(needed, caller, self.now_s).map(|()| key)
        });
        match &admitted {
            Ok(key) => {
                app.key_cache.accepted(&key.digest, key.kind);
                self.note_use(app, key);
            }
            Err(refused) => {
                self.key
                    .iter()
                    .for_each(|digest| app.key_cache.rejected(digest));
                if *refused == KeyRefused::Unknown {
                    app.key_cache.failed(self.source, self.now_s)?;
                }
            }
        }
        Ok(admitted?)
    }

    /// Notes the day on which the key was used, once per key, day and instance, in the background:
    /// no answer waits for it or fails because of it.
    fn note_use(&self, app: &App, key: &Key) {
        let day = key::day_of(self.now_s);
        if app.key_cache.is_first_of_day(&key.digest, day) {
            let (store, digest) = (app.store.clone(), key.digest.clone());
            tokio::spawn(async move {
                if let Err(error) = store.note_key_use(&digest, day).await {
                    tracing::warn!(cause = %error, "the day of a key's use was not noted");
                }
            });
        }
    }
}

impl<C: NamesRace, R: NamesEvent> KeyRequest<C, R> {
    /// K4 to K9 for an event.
    ///
    /// # Errors
    /// The error of the first check that fails.
    pub async fn event(self) -> Result<EventRequest<C>, Problem> {
        self.found().await?.event(R::ACCESS)
    }

    /// K4 to K8.
    async fn found(self) -> Result<Found<C>, Problem> {
        let nothing_else = async |_: &Store, _: &C| Ok(());
        Ok(self.event_with(nothing_else).await?.0)
    }

    /// K4 to K8, with another look-up at the same time as that of the event.
    async fn event_with<T, F>(self, look_up: F) -> Result<(Found<C>, T), Problem>
    where
        F: AsyncFnOnce(&Store, &C) -> Result<T, StoreError>,
    {
        let slug = self.body.slug();
        let store = &self.app.store;
        let behind = async { futures::join!(store.load_event(&slug), look_up(store, &self.body)) };
        let admitted = self
            .check
            .admit_with(&self.app, R::KIND, true, behind)
            .await;
        let (key, (record, looked_up)) = admitted?;
        let record = record?.ok_or_else(|| no_such_event(self.body.year().is_some()))?;
        let own = record.owner == key.account;
        let request = EventRequest {
            body: self.body,
            record,
            context: self.context,
            app: self.app,
        };
        Ok((Found { request, own }, looked_up?))
    }

    /// K4 to K9 for a year: the named one, or else the latest.
    ///
    /// # Errors
    /// The error of the first check that fails.
    pub async fn year(self) -> Result<YearRequest<C>, Problem> {
        self.found().await?.year(R::ACCESS)
    }

    /// Like [`year`](Self::year), but for an upload, and with a look-up of what the upload needs to
    /// know about the year: at the same time as the event if the request names the year and has few
    /// `ids`, otherwise afterwards. All of it is aborted when the time to write ends (contract 6.2
    /// rule 4).
    ///
    /// # Errors
    /// The error of the first check that fails; 503 when time has run out.
    pub async fn year_with<T, F>(
        self,
        ids: impl Fn(&C) -> usize,
        look_up: F,
    ) -> Result<(YearRequest<C>, T), Problem>
    where
        F: AsyncFn(&Store, &C, &RaceKey) -> Result<T, StoreError>,
    {
        let few = ids(&self.body) <= AHEAD;
        let early = async |store: &Store, body: &C| match body.year().filter(|_| few) {
            Some(year) => {
                let race = body.slug().year(&year);
                look_up(store, body, &race).await.map(Some)
            }
            None => Ok(None),
        };
        let context = self.context.clone();
        let reading = async {
            let (found, early) = self.event_with(early).await?;
            let found = found.year(R::ACCESS)?;
            let stored = match early {
                Some(stored) => stored,
                None => look_up(&found.app.store, &found.body, &found.race).await?,
            };
            Ok::<_, Problem>((found, stored))
        };
        context.until_stop(reading).await
    }
}

impl<C: NamesRace> Found<C> {
    /// K8 and K9 for the named year, or else the latest.
    fn year(self, access: Access) -> Result<YearRequest<C>, Problem> {
        let year = year_of(&self.request.record, self.request.body.year().as_ref())?;
        Ok(self.event(access)?.of_year(year))
    }
}

impl<C> Found<C> {
    /// K9.
    fn event(self, access: Access) -> Result<EventRequest<C>, Problem> {
        match access {
            Access::Read if self.request.record.event.access_restricted && !self.own => {
                Err(Problem::Unauthorized("Restricted Event"))
            }
            Access::Own if !self.own => Err(Problem::Unauthorized(OWNERSHIP)),
            _ => Ok(self.request),
        }
    }
}

impl<C> EventRequest<C> {
    /// The request about this year of the event.
    pub(super) fn of_year(self, year: YearRecord) -> YearRequest<C> {
        YearRequest {
            body: self.body,
            race: self.record.race(&year),
            record: self.record,
            year,
            context: self.context,
            app: self.app,
        }
    }
}
