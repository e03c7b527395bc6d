//! Requests without a credential: a handler gets its body only within the rate limit of the
//! caller's address (contract 4.6, 4.7).

use std::marker::PhantomData;

use axum::{
    body::Body,
    extract::{FromRequest, Request},
    http::HeaderMap,
};
use chute_contract::requests::{NamesRace, Nothing};
use chute_domain::{
    race::RaceKey,
    state::{EventRecord, YearRecord},
};
use chute_store::Counter;

use super::{
    body::{self, Checked},
    key_request::KeyRequest,
    named_race::race_of,
    rights::{AnyKey, AnyRace, LimitedByRace},
};
use crate::{App, answer::Problem, request_context::RequestContext};

/// A request without a credential whose body is readable. An `Authorization` header is kept, but
/// not looked at.
pub struct PublicRequest<C: Checked, R> {
    body: C::Body,
    right: PhantomData<R>,
    headers: HeaderMap,
    context: RequestContext,
    app: App,
}

/// A public request that the rate limit of its source address allows.
pub struct AllowedPublicRequest<C> {
    /// The body.
    pub body: C,
    /// The pseudonym of the caller's address.
    pub source: String,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and settings.
    pub app: App,
}

/// A public request about a race that the rate limit of its source address allows. Its body can be
/// had only together with the race, which a restricted event hides from all but its owner.
pub struct AllowedRaceRequest<C> {
    body: C,
    source: String,
    headers: HeaderMap,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and settings.
    pub app: App,
}

/// A public request about a race for which the caller may ask.
pub struct PublicRaceRequest<C> {
    /// The body.
    pub body: C,
    /// The event and its years.
    pub record: EventRecord,
    /// The named year, or else the latest.
    pub year: YearRecord,
    /// The slug and the year.
    pub race: RaceKey,
    /// The pseudonym of the caller's address.
    pub source: String,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and settings.
    pub app: App,
}

impl<C: Checked, R> FromRequest<App> for PublicRequest<C, R> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (headers, context) = (
            request.headers().clone(),
            RequestContext::noted(request.extensions())?,
        );
        Ok(Self {
            body: body::read::<C>(request).await?,
            right: PhantomData,
            headers,
            context,
            app: app.clone(),
        })
    }
}

impl<C: Checked, R: AnyRace> PublicRequest<C, R> {
    /// Counts the call against the route's limit, then checks the body, so that calls that try out
    /// bodies count too.
    ///
    /// # Errors
    /// 429 when the address is over its limit, 400 for an invalid body.
    pub async fn counted(self, route: &str) -> Result<AllowedPublicRequest<C>, Problem> {
        let source = self.count(route).await?;
        let Self {
            body, context, app, ..
        } = self;
        Ok(AllowedPublicRequest {
            body: C::check(body)?,
            source,
            context,
            app,
        })
    }
}

impl<C: Checked> PublicRequest<C, LimitedByRace> {
    /// Counts the call against the route's limit, then checks the body, so that calls that try out
    /// bodies count too.
    ///
    /// # Errors
    /// 429 when the address is over its limit, 400 for an invalid body.
    pub async fn counted(self, route: &str) -> Result<AllowedRaceRequest<C>, Problem> {
        let source = self.count(route).await?;
        self.allowed(source)
    }

    /// Checks that the address may subscribe once more; the subscription itself is what counts.
    ///
    /// # Errors
    /// 429 when it may not, 400 for an invalid body.
    pub async fn subscribing(self) -> Result<AllowedRaceRequest<C>, Problem> {
        let source = self.source()?;
        self.app
            .store
            .may_subscribe(&self.app.alerts.caps, &source, self.context.unix_s())
            .await??;
        self.allowed(source)
    }

    fn allowed(self, source: String) -> Result<AllowedRaceRequest<C>, Problem> {
        Ok(AllowedRaceRequest {
            body: C::check(self.body)?,
            source,
            headers: self.headers,
            context: self.context,
            app: self.app,
        })
    }
}

impl<C: Checked, R> PublicRequest<C, R> {
    async fn count(&self, route: &str) -> Result<String, Problem> {
        let source = self.source()?;
        let counter = Counter {
            name: format!("{route}#{source}"),
            limit: self.app.alerts.open_calls,
        };
        self.app
            .store
            .count(&counter, self.context.unix_s())
            .await??;
        Ok(source)
    }

    fn source(&self) -> Result<String, Problem> {
        self.app.secrets.pseudonym(&self.context.source.to_string())
    }
}

impl<C: NamesRace> AllowedPublicRequest<C> {
    /// The event, and the year that the request names or else the latest.
    ///
    /// # Errors
    /// 404 when there is no such event or year.
    pub async fn race(&self) -> Result<(EventRecord, YearRecord), Problem> {
        named_race(&self.app, &self.body).await
    }
}

impl<C: NamesRace> AllowedRaceRequest<C> {
    /// The event, and the year that the request names or else the latest. If the event is
    /// restricted, also K1, K4, K5, K6, and whether the key belongs to the event's owner; a key of
    /// any type will do. `check` is what the route asks of the year before that.
    ///
    /// # Errors
    /// 404 when there is no such event or year, what `check` returns, or 401 from the first check
    /// of the key that fails.
    pub async fn race<T>(
        self,
        check: impl FnOnce(&YearRecord) -> Result<T, Problem>,
    ) -> Result<(PublicRaceRequest<C>, T), Problem> {
        let (record, year) = named_race(&self.app, &self.body).await?;
        let checked = check(&year)?;
        admit_to(&record, self.headers, &self.context, &self.app).await?;
        let request = PublicRaceRequest {
            body: self.body,
            race: record.race(&year),
            record,
            year,
            source: self.source,
            context: self.context,
            app: self.app,
        };
        Ok((request, checked))
    }
}

async fn named_race(
    app: &App,
    body: &impl NamesRace,
) -> Result<(EventRecord, YearRecord), Problem> {
    race_of(&app.store, &body.slug(), body.year().as_ref()).await
}

/// Checks that a call with these headers may ask for the event.
async fn admit_to(
    record: &EventRecord,
    headers: HeaderMap,
    context: &RequestContext,
    app: &App,
) -> Result<(), Problem> {
    if !record.event.access_restricted {
        return Ok(());
    }
    let mut request = Request::new(Body::empty());
    *request.headers_mut() = headers;
    request.extensions_mut().insert(context.clone());
    let (_, key, ..) = KeyRequest::<Nothing, AnyKey>::from_request(request, app)
        .await?
        .admit()
        .await?;
    if key.account == record.owner {
        Ok(())
    } else {
        Err(Problem::Unauthorized("Restricted Event"))
    }
}
