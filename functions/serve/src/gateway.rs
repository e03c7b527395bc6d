//! API Gateway's part before a function sees a request: it records when and from where the request
//! came, and gives it an id. Unlike its clock, this machine's may be set at any time, so the
//! receipt's place in the order of uploads and the time of day are two values here.

use std::{
    net::{IpAddr, SocketAddr, UdpSocket},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use lambda_http::request::RequestContext;
use serde_json::json;
use tokio::sync::Mutex;

use crate::{
    clock::{Clock, MARGIN_MS},
    counters::Counters,
    distribution::OverTls,
    objects::Objects,
};

/// Records the receipt and the source of requests; knows the proxies that may say on whose behalf
/// they ask.
#[derive(Clone, Debug)]
pub struct Gateway {
    trusted: Arc<Vec<IpAddr>>,
    clock: Clock,
    objects: Objects,
    visited: Arc<AtomicBool>,
    counters: Arc<Counters>,
    /// Whoever writes down how far the order has come.
    writing: Arc<Mutex<()>>,
}

impl Gateway {
    /// A gateway behind these proxies, if any. It writes down beside the objects how far the order
    /// of receipts has come, and counts answers.
    #[must_use]
    pub fn behind(
        trusted: Vec<IpAddr>,
        clock: Clock,
        objects: Objects,
        counters: Arc<Counters>,
    ) -> Self {
        Self {
            trusted: Arc::new(trusted),
            clock,
            objects,
            visited: Arc::default(),
            counters,
            writing: Arc::default(),
        }
    }

    /// Whether another device has asked for anything since the start.
    pub fn is_visited(&self) -> bool {
        self.visited.load(Relaxed)
    }

    fn note_visit(&self, source: IpAddr) {
        if !self.is_visited() && !is_of_this_machine(source) {
            self.visited.store(true, Relaxed);
        }
    }

    /// Whether a program on this machine asks, and for itself: what a proxy passes on, even one that
    /// nobody has told us to trust, comes from elsewhere.
    pub fn is_asked_here(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let is_passed_on = |name| headers.contains_key(name);
        self.source(peer, headers).is_loopback()
            && !["x-forwarded-for", "forwarded", "via"]
                .into_iter()
                .any(is_passed_on)
    }

    fn source(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        source(&self.trusted, peer, headers)
    }

    fn is_secure(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusted.contains(&peer.to_canonical())
            && headers
                .get("x-forwarded-proto")
                .is_some_and(|scheme| scheme == "https")
    }

    /// Writes down how far the order has come, so that the receipts of the next process are later
    /// even if the machine has lost its clock by then. Every publication does that too, and what
    /// the next process leaves free makes up for the rest, so this is seldom the one to wait for.
    async fn write_down(&self, order_ms: u64) {
        let ahead_ms = self.ahead_ms(order_ms);
        if ahead_ms <= MARGIN_MS / 2 {
            return;
        }
        let gateway = self.clone();
        let write = async move {
            let _turn = gateway.writing.lock().await;
            if gateway.ahead_ms(order_ms) > MARGIN_MS / 2
                && let Err(error) = gateway.objects.note_order(order_ms).await
            {
                tracing::error!(%error, "how far the order of uploads has come was not written down");
            }
        };
        if ahead_ms <= MARGIN_MS {
            tokio::spawn(write);
        } else {
            write.await;
        }
    }

    /// By how much this place in the order is ahead of what is written down, in milliseconds.
    fn ahead_ms(&self, order_ms: u64) -> u64 {
        order_ms.saturating_sub(self.objects.written_ms())
    }
}

/// The caller's address: the peer's, unless the peer is a trusted proxy. Then it is the address
/// that the last trusted proxy saw: anybody may have written what comes before it in the
/// header.
fn source(trusted: &[IpAddr], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let lines = headers.get_all("x-forwarded-for");
    let hops: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .collect();
    let mut source = peer.to_canonical();
    for hop in hops.into_iter().rev() {
        if !trusted.contains(&source) {
            break;
        }
        let Ok(address) = hop.parse::<IpAddr>() else {
            break;
        };
        source = address.to_canonical();
    }
    source
}

/// Whether this machine itself has the address: only then a socket can be bound to it.
fn is_of_this_machine(address: IpAddr) -> bool {
    address.is_loopback() || UdpSocket::bind((address, 0)).is_ok()
}

/// Records the receipt of a request in its extensions.
pub async fn note(
    State(gateway): State<Gateway>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let source = gateway.source(peer.ip(), request.headers());
    gateway.note_visit(source);
    let own = request.extensions().get() == Some(&OverTls(true));
    let over_tls = OverTls(own || gateway.is_secure(peer.ip(), request.headers()));
    let mut id = [0; 16];
    if getrandom::fill(&mut id).is_err() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let (order_ms, time) = gateway.clock.receipt();
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        gateway.write_down(order_ms).await;
    }
    let context = json!({
        "requestId": format!("{:032x}", u128::from_be_bytes(id)),
        "requestTimeEpoch": order_ms,
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
    // nothing here needs it to tell a binary answer from a text
    request
        .headers_mut()
        .entry(header::ACCEPT)
        .or_insert(HeaderValue::from_static("*/*"));
    request.extensions_mut().insert(time);
    request.extensions_mut().insert(over_tls);
    let path = request.uri().path().to_owned();
    let answer = next.run(request).await;
    gateway.counters.answered(&path, answer.status());
    answer
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
    fn the_source_address_behind_trusted_proxies(
        #[case] peer: &str,
        #[case] header: &[&str],
        #[case] trusted: &[&str],
        #[case] expected: &str,
    ) {
        let trusted: Vec<IpAddr> = trusted
            .iter()
            .map(|address| address.parse().unwrap())
            .collect();
        let mut headers = HeaderMap::new();
        for line in header {
            headers.append("x-forwarded-for", HeaderValue::from_str(line).unwrap());
        }
        assert_eq!(
            source(&trusted, peer.parse().unwrap(), &headers).to_string(),
            expected
        );
    }

    #[rstest]
    #[case::loopback("127.0.0.1", true)]
    #[case::loopback_of_version_6("::1", true)]
    #[case::for_documentation("192.0.2.7", false)]
    #[case::for_documentation_of_version_6("2001:db8::7", false)]
    fn loopback_addresses_are_of_this_machine(#[case] address: &str, #[case] expected: bool) {
        assert_eq!(is_of_this_machine(address.parse().unwrap()), expected);
    }

    #[test]
    fn an_address_of_this_machine_is_no_visitor() {
        // finds out which address this machine has towards others; nothing is sent
        let towards = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
            socket.connect("192.0.2.7:9")?;
            socket.local_addr()
        });
        // without any network it has none but the loopback
        if let Ok(own) = towards {
            assert!(is_of_this_machine(own.ip()), "{own}");
        }
    }
}
