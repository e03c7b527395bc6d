//! A host's router in this process, called as the gateway calls it: by who received a request, when
//! and from where.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use axum::{Router, body::Body, extract::Request};
use chute_edge::http::Reply;
use http_body_util::BodyExt;
use lambda_http::request::RequestContext;
use serde_json::json;
use tower::ServiceExt;

/// A request as the gateway hands it on.
#[derive(Clone, Copy, Debug)]
pub struct Received<'r> {
    /// When it came, unix milliseconds.
    pub at_ms: u64,
    /// The address it came from.
    pub from: &'r str,
    /// Its verb.
    pub verb: &'r str,
    /// Its path.
    pub path: &'r str,
    /// Its headers, exactly these.
    pub headers: &'r [(&'r str, &'r str)],
    /// Its body, which may be empty.
    pub body: &'r str,
}

/// The answer of a host to a request.
///
/// # Panics
/// When the request is none.
pub async fn call(host: &Router, received: Received<'_>) -> Reply {
    static REQUESTS: AtomicU64 = AtomicU64::new(0);
    let Received {
        at_ms,
        from,
        verb,
        path,
        headers,
        body,
    } = received;
    let context = json!({"requestId": format!("test-{}", REQUESTS.fetch_add(1, Relaxed)), "requestTimeEpoch": at_ms,
        "httpMethod": verb, "identity": {"sourceIp": from}});
    let context = serde_json::from_value(context).expect("a request context");
    let request = headers
        .iter()
        .fold(
            Request::builder().method(verb).uri(path),
            |request, (name, value)| request.header(*name, *value),
        )
        .extension(RequestContext::ApiGatewayV1(context))
        .body(Body::from(body.to_owned()))
        .expect("a request");
    let answer = host.clone().oneshot(request).await.expect("an answer");
    let headers = answer.headers().iter().map(|(name, value)| {
        let value = value.to_str().expect("a header of text");
        (name.as_str().to_owned(), value.to_owned())
    });
    let (status, headers) = (answer.status().as_u16(), headers.collect());
    let body = answer
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    Reply::new(status, headers, body.to_vec())
}
