//! When, from where and under which id a request came in: its id, its stamp, its source, and when
//! writing for it must stop.

use std::{
    future::Future,
    time::{Duration, SystemTime},
};

use axum::{
    extract::FromRequestParts,
    http::{Extensions, request::Parts},
};
use chute_domain::stamp::Stamp;
use lambda_http::request::RequestContext as GatewayContext;

use crate::{answer::Problem, source::Source};

/// How long after its receipt a request stops writing (contract 6.2 rule 4).
const STOP: Duration = Duration::from_secs(8);

/// What the front door says about a request: its receipt and its source.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// The id under which the request is logged.
    pub request_id: String,
    /// The receipt and the id as a stamp, which orders uploads.
    pub stamp: Stamp,
    /// Where it comes from.
    pub source: Source,
}

impl RequestContext {
    /// The context of a request with the receipt noted by the front door; without one (in tests),
    /// with the current time.
    ///
    /// # Errors
    /// If there is neither a receipt nor a working clock: a request without a time would be older
    /// than everything stored.
    pub fn of(gateway: Option<&GatewayContext>, source: Source) -> Result<Self, Problem> {
        let (id, received) = match gateway {
            Some(GatewayContext::ApiGatewayV1(gateway)) => (
                gateway.request_id.clone(),
                u64::try_from(gateway.request_time_epoch)
                    .ok()
                    .filter(|ms| *ms > 0),
            ),
            _ => (None, None),
        };
        let no_clock = || Problem::Failed("the clock is set before 1970".into());
        let received_ms = received
            .or_else(|| Some(millis(since_1970()?)))
            .ok_or_else(no_clock)?;
        let request_id = match id {
            Some(id) => id,
            None => format!("local-{}", since_1970().ok_or_else(no_clock)?.as_nanos()),
        };
        Ok(Self {
            stamp: Stamp::new(received_ms, &request_id),
            request_id,
            source,
        })
    }

    /// The context that the middleware stored in the request.
    pub(crate) fn noted(extensions: &Extensions) -> Result<Self, Problem> {
        extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Problem::Failed("the middleware noted no request context".into()))
    }

    /// The receipt in unix seconds.
    #[must_use]
    pub fn unix_s(&self) -> i64 {
        self.stamp.received_s()
    }

    /// Runs writes, but only until the time to stop.
    ///
    /// # Errors
    /// [`Problem::Busy`] when the time has run out; what has not been written by then never will
    /// be.
    pub async fn until_stop<T, E: Into<Problem>>(
        &self,
        writes: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Problem> {
        let stopped = || Problem::Busy("the request took too long and stopped".into());
        let now = since_1970().ok_or_else(stopped)?;
        let passed = now.saturating_sub(Duration::from_millis(self.stamp.received_ms()));
        // a timeout polls once before it looks at the clock, which would be enough to send a write
        let left = STOP
            .checked_sub(passed)
            .filter(|left| !left.is_zero())
            .ok_or_else(stopped)?;
        match tokio::time::timeout(left, writes).await {
            Ok(done) => done.map_err(Into::into),
            Err(_) => Err(stopped()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for RequestContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::noted(&parts.extensions)
    }
}

/// `None` while the clock is set before 1970.
fn since_1970() -> Option<Duration> {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .ok()
}

fn millis(since_1970: Duration) -> u64 {
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

/// Unix milliseconds for a worker; 0 while the clock is set before 1970, so that nothing counts as
/// old.
pub(crate) fn now_ms() -> u64 {
    since_1970().map_or(0, millis)
}
