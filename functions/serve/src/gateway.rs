//! What API Gateway does with a request before a function sees it: it records when and from where
//! the request came, and gives it an id.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use lambda_http::request::RequestContext;
use serde_json::json;

use crate::{clock::now_ms, distribution::OverTls};

/// Records the receipt and the source of requests; knows the proxies that may say on whose behalf
/// they ask.
#[derive(Clone, Debug, Default)]
pub struct Gateway {
    trusted: Arc<Vec<IpAddr>>,
    /// The time of the latest receipt, in unix milliseconds. Of two uploads the one received later
    /// wins, so each receipt must be later than all before it, even when the clock goes back and
    /// after a restart.
    latest_ms: Arc<AtomicU64>,
}

impl Gateway {
    /// A gateway behind these proxies, if any; all its receipts are later than `after_ms`.
    #[must_use]
    pub fn behind(trusted: Vec<IpAddr>, after_ms: u64) -> Self {
        Self {
            trusted: Arc::new(trusted),
            latest_ms: Arc::new(after_ms.into()),
        }
    }

    /// The caller's address: the peer's, unless the peer is a trusted proxy. Then it is the address
    /// that the last trusted proxy saw: anybody may have written what comes before it in the
    /// header.
    fn source(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all("x-forwarded-for");
        let hops: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .map(str::trim)
            .collect();
        let mut source = peer.to_canonical();
        for hop in hops.into_iter().rev() {
            if !self.trusted.contains(&source) {
                break;
            }
            let Ok(address) = hop.parse::<IpAddr>() else {
                break;
            };
            source = address.to_canonical();
        }
        source
    }

    fn is_secure(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusted.contains(&peer.to_canonical())
            && headers
                .get("x-forwarded-proto")
                .is_some_and(|scheme| scheme == "https")
    }

    /// The current time, but always later than all earlier receipts.
    fn receipt_ms(&self) -> u64 {
        let now = now_ms();
        let after = |latest: u64| now.max(latest + 1);
        let (Ok(latest) | Err(latest)) =
            self.latest_ms
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, |latest| {
                    Some(after(latest))
                });
        after(latest)
    }
}

/// The time after which this process's first receipt has to be. `written_ms` is when the previous
/// process last published. A machine without a network may have lost its clock since; what was
/// uploaded before must not win over what comes now.
#[must_use]
pub fn after_ms(written_ms: u64) -> u64 {
    // covers what was received after the last publication
    const MARGIN_MS: u64 = 60_000;
    let now = now_ms();
    if now > written_ms {
        return 0;
    }
    tracing::warn!(
        behind_ms = written_ms - now,
        "the clock is behind the newest data: receipts go on from there until it has caught up"
    );
    written_ms + MARGIN_MS
}

/// Records the receipt of a request in its extensions.
pub async fn note(
    State(gateway): State<Gateway>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let source = gateway.source(peer.ip(), request.headers());
    let over_tls = OverTls(gateway.is_secure(peer.ip(), request.headers()));
    let mut id = [0; 16];
    if getrandom::fill(&mut id).is_err() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let context = json!({
        "requestId": format!("{:032x}", u128::from_be_bytes(id)),
        "requestTimeEpoch": gateway.receipt_ms(),
        "httpMethod": request.method().as_str(),
        "identity": {"sourceIp": source.to_string()},
    });
    match serde_json::from_value(context) {
        Ok(context) => request
            .extensions_mut()
            .insert(RequestContext::ApiGatewayV1(context)),
        Err(error) => {
            tracing::error!(%error, "a request could not be noted");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
    };
    request.extensions_mut().insert(over_tls);
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::nobody_is_trusted("192.0.2.7", &["10.1.1.1"], &[], "192.0.2.7")]
    #[case::the_proxy_tells("127.0.0.1", &["198.51.100.9"], &["127.0.0.1"], "198.51.100.9")]
    #[case::what_the_viewer_wrote_counts_for_nothing("127.0.0.1", &["1.1.1.1, 198.51.100.9"], &["127.0.0.1"], "198.51.100.9")]
    #[case::two_lines("127.0.0.1", &["1.1.1.1", "198.51.100.9"], &["127.0.0.1"], "198.51.100.9")]
    #[case::two_proxies("127.0.0.1", &["198.51.100.9, 10.0.0.2"], &["127.0.0.1", "10.0.0.2"], "198.51.100.9")]
    #[case::a_proxy_that_says_nothing("127.0.0.1", &[], &["127.0.0.1"], "127.0.0.1")]
    #[case::nonsense("127.0.0.1", &["unknown"], &["127.0.0.1"], "127.0.0.1")]
    #[case::mapped("::ffff:127.0.0.1", &["::ffff:198.51.100.9"], &["127.0.0.1"], "198.51.100.9")]
    #[case::not_through_the_proxy("192.0.2.7", &["198.51.100.9"], &["127.0.0.1"], "192.0.2.7")]
    fn who_asks(
        #[case] peer: &str,
        #[case] header: &[&str],
        #[case] trusted: &[&str],
        #[case] expected: &str,
    ) {
        let gateway = Gateway::behind(
            trusted
                .iter()
                .map(|address| address.parse().unwrap())
                .collect(),
            0,
        );
        let mut headers = HeaderMap::new();
        for line in header {
            headers.append("x-forwarded-for", HeaderValue::from_str(line).unwrap());
        }
        assert_eq!(
            gateway.source(peer.parse().unwrap(), &headers).to_string(),
            expected
        );
    }

    #[test]
    fn a_receipt_is_later_than_the_one_before() {
        let gateway = Gateway::default();
        let later = gateway.receipt_ms() + 60_000;
        gateway.latest_ms.store(later, Ordering::Release);
        assert_eq!(
            [gateway.receipt_ms(), gateway.receipt_ms()],
            [later + 1, later + 2]
        );
    }

    #[test]
    fn a_clock_that_was_lost_is_not_believed() {
        assert_eq!(after_ms(now_ms() - 1_000), 0);
        let tomorrow = now_ms() + 86_400_000;
        assert!(Gateway::behind(Vec::new(), after_ms(tomorrow)).receipt_ms() > tomorrow);
    }
}
