//! When, from where and under which id a request came in: its id, its stamp, the time of day, its
//! source, and when writing for it must stop.

use std::{
    future::Future,
    time::{Duration, SystemTime},
};

use axum::{
    extract::FromRequestParts,
    http::{Extensions, request::Parts},
};
use chute_domain::{
    stamp::Stamp,
    time::{ClockFault, Now, Time},
};
use lambda_http::request::RequestContext as GatewayContext;
use tokio::time::{Instant, timeout_at};

use crate::{answer::Problem, source::Source};

/// How long after its receipt a request stops writing (contract 6.2 rule 4).
const STOP: Duration = Duration::from_secs(8);

/// The time of day at the receipt, from a front door whose clock may be set while it runs: there it
/// is another value than the receipt's place in the order of uploads. API Gateway's clock is never
/// set, so there both are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOfDay {
    /// The time of day.
    pub time: Time,
    /// Its fault.
    pub fault: Option<ClockFault>,
}

/// The front door's record of a request: its receipt and its source.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// The id under which the request is logged.
    pub request_id: String,
    /// The receipt and the id as a stamp, which orders uploads.
    pub stamp: Stamp,
    /// The time of day at the receipt.
    pub time: Time,
    /// The clock's fault.
    pub fault: Option<ClockFault>,
    /// Where it comes from.
    pub source: Source,
    stops: Instant,
}

impl RequestContext {
    /// The context of a request with the receipt noted by the front door; without one (in tests),
    /// with the current time.
    ///
    /// # Errors
    /// If there is neither a receipt nor a working clock: a request without a time would be older
    /// than everything stored.
    pub fn of(
        gateway: Option<&GatewayContext>,
        noted: Option<TimeOfDay>,
        source: Source,
    ) -> Result<Self, Problem> {
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
        // a front door in this process has only just received it, whatever its clock says
        let passed = match noted {
            Some(_) => Duration::ZERO,
            None => since_1970()
                .unwrap_or_default()
                .saturating_sub(Duration::from_millis(received_ms)),
        };
        let TimeOfDay { time, fault } = noted.unwrap_or(TimeOfDay {
            time: Time::from_ms(received_ms),
            fault: None,
        });
        Ok(Self {
            stamp: Stamp::new(received_ms, &request_id),
            request_id,
            time,
            fault,
            source,
            stops: Instant::now() + STOP.saturating_sub(passed),
        })
    }

    /// The context that the middleware stored in the request.
    pub(crate) fn noted(extensions: &Extensions) -> Result<Self, Problem> {
        extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Problem::Failed("the middleware noted no request context".into()))
    }

    /// The time of day at the receipt, in unix seconds.
    #[must_use]
    pub fn unix_s(&self) -> i64 {
        self.time.unix_s()
    }

    /// The receipt in the order of uploads and by the time of day.
    #[must_use]
    pub fn now(&self) -> Now {
        Now {
            order: self.stamp,
            time: self.time,
        }
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
        // a timeout polls once before it looks at the clock, which would be enough to send a write
        if Instant::now() >= self.stops {
            return Err(stopped());
        }
        match timeout_at(self.stops, writes).await {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HOUR_MS: u64 = 60 * 60 * 1_000;

    fn of(received_ms: u64, noted: Option<u64>) -> RequestContext {
        let gateway = json!({
            "requestId": "r-1",
            "requestTimeEpoch": received_ms,
            "httpMethod": "POST",
            "identity": {},
        });
        let gateway = serde_json::from_value(gateway).expect("a request context");
        let noted = noted.map(|time_ms| TimeOfDay {
            time: Time::from_ms(time_ms),
            fault: None,
        });
        let gateway = GatewayContext::ApiGatewayV1(gateway);
        RequestContext::of(Some(&gateway), noted, Source::at("192.0.2.7")).expect("a context")
    }

    fn now_ms() -> u64 {
        millis(since_1970().expect("a clock"))
    }

    async fn writes(context: &RequestContext) -> bool {
        let write = async { Ok::<_, Problem>(()) };
        context.until_stop(write).await.is_ok()
    }

    #[tokio::test]
    async fn behind_api_gateway_the_receipt_is_the_time_of_day() {
        let context = of(now_ms(), None);
        assert_eq!(context.time.ms(), context.stamp.order_ms());
        assert!(writes(&context).await);
        assert!(!writes(&of(now_ms() - 9_000, None)).await, "too late");
    }

    #[tokio::test]
    async fn where_the_clock_may_be_set_they_are_two_and_writing_stops_by_neither() {
        for (order_ms, time_ms) in [
            (now_ms() + HOUR_MS, now_ms()),
            (now_ms(), now_ms() - HOUR_MS),
            (now_ms(), 5_000),
        ] {
            let context = of(order_ms, Some(time_ms));
            assert_eq!(context.stamp.order_ms(), order_ms);
            assert_eq!(context.unix_s().unsigned_abs(), time_ms / 1_000);
            assert!(writes(&context).await);
        }
    }
}
