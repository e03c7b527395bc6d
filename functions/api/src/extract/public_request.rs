//! Requests without a credential: a handler gets its body only within the rate limit of the
//! caller's address (contract 4.6, 4.7).

use std::marker::PhantomData;

use axum::{
    body::Body,
    extract::{FromRequest, Request},
    http::HeaderMap,
};
use chute_contract::requests::{NamesRace, Nothing};
use chute_domain::state::{EventRecord, YearRecord};
use chute_store::Counter;

use super::{
    body::{self, Checked},
    key_request::KeyRequest,
    named_race::race_of,
    rights::{AnyKey, LimitedByRace},
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
pub struct AllowedPublicRequest<C, R> {
    /// The body.
    pub body: C,
    right: PhantomData<R>,
    /// The pseudonym of the caller's address.
    pub source: String,
    headers: HeaderMap,
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

impl<C: Checked, R> PublicRequest<C, R> {
    /// Counts the call against the route's limit, then checks the body, so that calls that try out
    /// bodies count too.
    ///
    /// # Errors
    /// 429 when the address is over its limit, 400 for an invalid body.
    pub async fn counted(self, route: &str) -> Result<AllowedPublicRequest<C, R>, Problem> {
        let source = self.source()?;
        let counter = Counter {
            name: format!("{route}#{source}"),
            limit: self.app.alerts.open_calls,
        };
        self.app
            .store
            .count(&counter, self.context.unix_s())
            .await??;
        self.allowed(source)
    }

    /// Checks that the address may subscribe once more; the subscription itself is what counts.
    ///
    /// # Errors
    /// 429 when it may not, 400 for an invalid body.
    pub async fn subscribing(self) -> Result<AllowedPublicRequest<C, R>, Problem> {
        let source = self.source()?;
        self.app
            .store
            .may_subscribe(&self.app.alerts.caps, &source, self.context.unix_s())
            .await??;
        self.allowed(source)
    }

    fn source(&self) -> Result<String, Problem> {
        self.app.secrets.pseudonym(&self.context.source.to_string())
    }

    fn allowed(self, source: String) -> Result<AllowedPublicRequest<C, R>, Problem> {
        let Self {
            body,
            right,
            headers,
            context,
            app,
        } = self;
        Ok(AllowedPublicRequest {
            body: C::check(body)?,
            right,
            source,
            headers,
            context,
            app,
        })
    }
}

impl<C: NamesRace, R> AllowedPublicRequest<C, R> {
    /// The event, and the year that the request names or else the latest.
    ///
    /// # Errors
    /// 404 when there is no such event or year.
    pub async fn race(&self) -> Result<(EventRecord, YearRecord), Problem> {
        race_of(
            &self.app.store,
            &self.body.slug(),
            self.body.year().as_ref(),
        )
        .await
    }
}

impl<C> AllowedPublicRequest<C, LimitedByRace> {
    /// If the event is restricted, K1, K4, K5, K6, and whether the key belongs to the event's
    /// owner. A key of any type will do.
    ///
    /// # Errors
    /// 401 from the first check that fails.
    pub async fn admit_to(&self, record: &EventRecord) -> Result<(), Problem> {
        if !record.event.access_restricted {
            return Ok(());
        }
        let mut request = Request::new(Body::empty());
        request.headers_mut().clone_from(&self.headers);
        request.extensions_mut().insert(self.context.clone());
        let (_, key, ..) = KeyRequest::<Nothing, AnyKey>::from_request(request, &self.app)
            .await?
            .admit()
            .await?;
        if key.account == record.owner {
            Ok(())
        } else {
            Err(Problem::Unauthorized("Restricted Event"))
        }
    }
}
