//! A request to a host's router in this process, called as the gateway calls it: with the request's
//! id, its time of receipt and its source address.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use axum::{Router, body::Body, extract};
use chute_edge::http::Reply;
use http_body_util::BodyExt;
use lambda_http::request::RequestContext;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::clock::now_ms;

/// The source address of requests that set no other, from a network reserved for documentation.
pub const TENT: &str = "192.0.2.7";

/// A request as the gateway passes it on.
#[derive(Clone, Debug)]
pub struct Request {
    id: String,
    at_ms: u64,
    peer: String,
    verb: String,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Request {
    /// Received now, from [`TENT`], without headers and body.
    #[must_use]
    pub fn new(verb: &str, path: &str) -> Self {
        static REQUESTS: AtomicU64 = AtomicU64::new(0);
        Self {
            id: format!("test-{}", REQUESTS.fetch_add(1, Relaxed)),
            at_ms: now_ms(),
            peer: TENT.to_owned(),
            verb: verb.to_owned(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: String::new(),
        }
    }

    /// A POST request, which nearly all routes expect.
    #[must_use]
    pub fn post(path: &str) -> Self {
        Self::new("POST", path)
    }

    /// With this gateway id, which decides between two requests received in the same millisecond.
    #[must_use]
    pub fn id(self, id: String) -> Self {
        Self { id, ..self }
    }

    /// Received at this time, in unix milliseconds.
    #[must_use]
    pub fn at_ms(self, at_ms: u64) -> Self {
        Self { at_ms, ..self }
    }

    /// Received at this time, in unix seconds.
    #[must_use]
    pub fn at_s(self, at_s: u32) -> Self {
        self.at_ms(u64::from(at_s) * 1_000)
    }

    /// From this address.
    #[must_use]
    pub fn peer(self, address: &str) -> Self {
        Self {
            peer: address.to_owned(),
            ..self
        }
    }

    /// With a key or a session's access token.
    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With this JSON as its body.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.body(&body.to_string())
    }

    /// With this text as its body.
    #[must_use]
    pub fn body(self, body: &str) -> Self {
        Self {
            body: body.to_owned(),
            ..self
        }
    }

    /// Sends the request to a host and returns the answer.
    ///
    /// # Panics
    /// When a header or the path cannot be sent.
    pub async fn send(self, host: &Router) -> Reply {
        let context = json!({"requestId": self.id, "requestTimeEpoch": self.at_ms, "httpMethod": self.verb,
            "identity": {"sourceIp": self.peer}});
        let context = serde_json::from_value(context).expect("a request context");
        let builder = extract::Request::builder()
            .method(self.verb.as_str())
            .uri(&self.path);
        let request = self
            .headers
            .iter()
            .fold(builder, |builder, (name, value)| {
                builder.header(name, value)
            })
            .extension(RequestContext::ApiGatewayV1(context))
            .body(Body::from(self.body))
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
}
