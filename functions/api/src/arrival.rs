//! When, from where and as what a request came in: its id, its stamp, its source, and when writing for it must stop.

use std::{
    future::Future,
    time::{Duration, SystemTime},
};

use axum::{
    extract::FromRequestParts,
    http::{Extensions, request::Parts},
};
use chute_domain::stamp::Stamp;
use lambda_http::request::RequestContext;

use crate::{answer::Problem, source::Source};

/// A request stops writing this long after its receipt (contract 6.2 rule 4).
const STOP: Duration = Duration::from_secs(8);

/// The front door's receipt of a request.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The id under which the request is logged.
    pub request_id: String,
    /// The order of uploads.
    pub stamp: Stamp,
    /// Where it comes from.
    pub source: Source,
}

impl Arrival {
    /// The receipt as the front door notes it; without one (tests) the moment of asking.
    #[must_use]
    pub fn of(context: Option<&RequestContext>, source: Source) -> Self {
        let (id, received) = match context {
            Some(RequestContext::ApiGatewayV1(context)) => {
                (context.request_id.clone(), u64::try_from(context.request_time_epoch).ok().filter(|ms| *ms > 0))
            }
            _ => (None, None),
        };
        let received_ms = received.unwrap_or_else(now_ms);
        let request_id = id.unwrap_or_else(|| format!("local-{}", nanoseconds()));
        Self { stamp: Stamp::new(received_ms, &request_id), request_id, source }
    }

    /// The receipt that was noted when the request came in.
    pub(crate) fn noted(extensions: &Extensions) -> Result<Self, Problem> {
        extensions.get::<Self>().cloned().ok_or_else(|| Problem::Failed("no arrival was noted".into()))
    }

    /// Receipt in unix seconds.
    #[must_use]
    pub fn unix_s(&self) -> i64 {
        i64::try_from(self.stamp.received_ms() / 1000).unwrap_or_default()
    }

    /// Runs writes, but only until the stop.
    ///
    /// # Errors
    /// [`Problem::Busy`] when the time is over; what is not written by then never will be.
    pub async fn until_stop<T, E: Into<Problem>>(&self, writes: impl Future<Output = Result<T, E>>) -> Result<T, Problem> {
        let passed = Duration::from_millis(now_ms().saturating_sub(self.stamp.received_ms()));
        let stopped = || Problem::Busy("the request took too long and stopped".into());
        // a timeout asks once before it looks at the clock, which would be enough to send a write
        let left = STOP.checked_sub(passed).filter(|left| !left.is_zero()).ok_or_else(stopped)?;
        match tokio::time::timeout(left, writes).await {
            Ok(done) => done.map_err(Into::into),
            Err(_) => Err(stopped()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Arrival {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::noted(&parts.extensions)
    }
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

pub(crate) fn now_ms() -> u64 {
    u64::try_from(since_1970().as_millis()).unwrap_or_default()
}

fn nanoseconds() -> u128 {
    since_1970().as_nanos()
}
