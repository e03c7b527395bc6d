//! What API Gateway does with a request before a function sees it: it notes when and from where it came, and gives it an id.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use lambda_http::request::RequestContext;
use serde_json::json;

use crate::distribution::OverTls;

/// Who is believed when it says for whom it asks.
#[derive(Clone, Debug, Default)]
pub struct Gateway {
    trusted: Arc<Vec<IpAddr>>,
    /// The time of the latest receipt, unix milliseconds: the order of uploads must not go back when the clock does.
    latest_ms: Arc<AtomicU64>,
}

impl Gateway {
    /// A gateway behind these proxies, if any.
    #[must_use]
    pub fn behind(trusted: Vec<IpAddr>) -> Self {
        Self { trusted: Arc::new(trusted), latest_ms: Arc::default() }
    }

    /// The address of who asks: the peer's, unless that is a trusted proxy. Then it is the one the last trusted proxy saw: what stands
    /// before it in the header anybody may have written.
    fn source(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all("x-forwarded-for");
        let hops: Vec<&str> = lines.iter().filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).map(str::trim).collect();
        let mut source = peer.to_canonical();
        for hop in hops.into_iter().rev() {
            if !self.trusted.contains(&source) {
                break;
            }
            let Ok(address) = hop.parse::<IpAddr>() else { break };
            source = address.to_canonical();
        }
        source
    }

    fn is_secure(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusted.contains(&peer.to_canonical()) && headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https")
    }

    /// Now, but never before a receipt that was given out; `None` when the clock stands before 1970.
    fn receipt_ms(&self) -> Option<u64> {
        let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()?;
        Some(self.latest_ms.fetch_max(now, Ordering::AcqRel).max(now))
    }
}

/// Notes the receipt of a request.
pub async fn note(
    State(gateway): State<Gateway>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let source = gateway.source(peer.ip(), request.headers());
    let over_tls = OverTls(gateway.is_secure(peer.ip(), request.headers()));
    let mut id = [0; 16];
    let (Some(now_ms), Ok(())) = (gateway.receipt_ms(), getrandom::fill(&mut id)) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let context = json!({
        "requestId": format!("{:032x}", u128::from_be_bytes(id)),
        "requestTimeEpoch": now_ms,
        "httpMethod": request.method().as_str(),
        "identity": {"sourceIp": source.to_string()},
    });
    match serde_json::from_value(context) {
        Ok(context) => request.extensions_mut().insert(RequestContext::ApiGatewayV1(context)),
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
    fn who_asks(#[case] peer: &str, #[case] header: &[&str], #[case] trusted: &[&str], #[case] expected: &str) {
        let gateway = Gateway::behind(trusted.iter().map(|address| address.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for line in header {
            headers.append("x-forwarded-for", HeaderValue::from_str(line).unwrap());
        }
        assert_eq!(gateway.source(peer.parse().unwrap(), &headers).to_string(), expected);
    }

    #[test]
    fn a_receipt_is_never_older_than_the_one_before() {
        let gateway = Gateway::default();
        let later = gateway.receipt_ms().unwrap() + 60_000;
        gateway.latest_ms.store(later, Ordering::Release);
        assert_eq!(gateway.receipt_ms(), Some(later));
    }
}
