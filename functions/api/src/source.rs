//! Where a request comes from (contract 3.5): the peer as the front door sees it, never what the
//! client claims.
//!
//! Behind CloudFront, the peer is CloudFront. It puts the viewer's address in a header, replacing
//! whatever the viewer wrote there, and proves with a second, secret header that it is CloudFront.
//! Without this proof the address header is ignored.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

use axum::http::HeaderMap;
use lambda_http::request::RequestContext as GatewayContext;

/// The header with CloudFront's proof.
pub(crate) const PROOF: &str = "x-origin-verify";
const VIEWER: &str = "x-viewer-address";

/// A caller's address as used by counters: an IPv6 address counts as its /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source(Option<IpAddr>);

impl Source {
    /// The source of a request; `proven` says that the headers are CloudFront's.
    pub(crate) fn of(context: Option<&GatewayContext>, headers: &HeaderMap, proven: bool) -> Self {
        let viewer = || parse(headers.get(VIEWER)?.to_str().ok()?);
        let peer = || match context? {
            GatewayContext::ApiGatewayV1(context) => parse(context.identity.source_ip.as_deref()?),
            _ => None,
        };
        Self(if proven {
            viewer().or_else(peer)
        } else {
            peer()
        })
    }
}

impl From<IpAddr> for Source {
    fn from(address: IpAddr) -> Self {
        Self(Some(counted(address)))
    }
}

#[cfg(test)]
impl Source {
    /// The source at an address.
    pub(crate) fn at(address: &str) -> Self {
        Self(parse(address))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(IpAddr::V6(address)) => write!(to, "{address}/64"),
            Some(IpAddr::V4(address)) => write!(to, "{address}"),
            None => to.write_str("unknown"),
        }
    }
}

fn parse(text: &str) -> Option<IpAddr> {
    text.parse().ok().map(counted)
}

fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    fn source(peer: &str, viewer: Option<&str>, proven: bool) -> String {
        let context = json!({"identity": {"sourceIp": peer}, "httpMethod": "POST"});
        let context = GatewayContext::ApiGatewayV1(serde_json::from_value(context).unwrap());
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("10.9.9.9"));
        if let Some(viewer) = viewer {
            headers.insert(VIEWER, HeaderValue::from_str(viewer).unwrap());
        }
        Source::of(Some(&context), &headers, proven).to_string()
    }

    #[rstest]
    #[case("192.0.2.7", None, false, "192.0.2.7")]
    #[case("192.0.2.7", None, true, "192.0.2.7")]
    #[case("192.0.2.7", Some("198.51.100.10"), false, "192.0.2.7")]
    #[case("192.0.2.7", Some("198.51.100.10"), true, "198.51.100.10")]
    #[case("192.0.2.7", Some("2001:db8:1:2:3:4:5:6"), true, "2001:db8:1:2::/64")]
    #[case("192.0.2.7", Some("::ffff:198.51.100.10"), true, "198.51.100.10")]
    #[case("192.0.2.7", Some("nonsense"), true, "192.0.2.7")]
    #[case("2001:db8:1:2:ffff::1", None, false, "2001:db8:1:2::/64")]
    #[case("::ffff:192.0.2.7", None, false, "192.0.2.7")]
    #[case("nonsense", None, false, "unknown")]
    fn the_peer_counts_unless_cloudfront_proves_itself(
        #[case] peer: &str,
        #[case] viewer: Option<&str>,
        #[case] proven: bool,
        #[case] expected: &str,
    ) {
        assert_eq!(source(peer, viewer, proven), expected);
    }
}
