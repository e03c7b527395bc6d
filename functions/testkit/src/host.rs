//! Requests, and the hosts that answer them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use axum::{Router, body::Body, extract};
use chute_api::TimeOfDay;
use chute_domain::time::Time;
use chute_edge::http::{self, Reply};
use http_body_util::BodyExt;
use lambda_http::request::RequestContext;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::clock::now_ms;

/// The source address of requests that set no other, from a network reserved for documentation.
pub const TENT: &str = "192.0.2.7";

/// A host of the API, whatever is behind it: its router in this process
/// (`chute_api::middleware::host`), a stack's over HTTP ([`crate::StackHost`]), or one of these with
/// what a suite does at every call.
pub trait Host {
    /// Answers a request.
    fn answer(&self, request: Request) -> impl Future<Output = Reply>;

    /// Makes a JSON call with a key or a session's access token.
    fn call(
        &self,
        token: &str,
        verb: &str,
        path: &str,
        body: &Value,
    ) -> impl Future<Output = Reply> {
        let request = Request::new(verb, path).bearer(token);
        let request = request.header("content-type", "application/json; charset=utf-8");
        self.answer(request.json(body))
    }

    /// The body of such a call, which must answer 200.
    ///
    /// # Panics
    /// When it does not.
    fn ok(&self, token: &str, verb: &str, path: &str, body: &Value) -> impl Future<Output = Value> {
        async move {
            let reply = self.call(token, verb, path, body).await;
            assert_eq!(reply.status, 200, "{verb} {path} {body}: {}", reply.text());
            reply.json()
        }
    }
}

/// A request. Its time of receipt and its id can be chosen only for a host in this process.
#[derive(Clone, Debug)]
pub struct Request {
    verb: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
    id: Option<String>,
    at_ms: Option<u64>,
    time: Option<Time>,
    peer: Option<String>,
}

impl Request {
    /// Received when it is sent, without headers and body.
    #[must_use]
    pub fn new(verb: &str, path: &str) -> Self {
        Self {
            verb: verb.to_owned(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: None,
            id: None,
            at_ms: None,
            time: None,
            peer: None,
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
        Self {
            id: Some(id),
            ..self
        }
    }

    /// Received at this time, in unix milliseconds.
    #[must_use]
    pub fn at_ms(self, at_ms: u64) -> Self {
        Self {
            at_ms: Some(at_ms),
            ..self
        }
    }

    /// Received at this time, in unix seconds.
    #[must_use]
    pub fn at_s(self, at_s: u32) -> Self {
        self.at_ms(u64::from(at_s) * 1_000)
    }

    /// Received at this time of day by a front door whose clock may be set: then [`Self::at_ms`] is
    /// the place in the order of uploads alone.
    #[must_use]
    pub fn time(self, time: Time) -> Self {
        Self {
            time: Some(time),
            ..self
        }
    }

    /// From this address.
    #[must_use]
    pub fn peer(self, address: &str) -> Self {
        Self {
            peer: Some(address.to_owned()),
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
        self.body(body.to_string())
    }

    /// With this body.
    #[must_use]
    pub fn body(self, body: impl Into<Vec<u8>>) -> Self {
        Self {
            body: Some(body.into()),
            ..self
        }
    }

    /// Sends the request to a host and returns the answer.
    pub async fn send(self, host: &impl Host) -> Reply {
        host.answer(self).await
    }

    /// Verb and path, without the query.
    #[must_use]
    pub fn route(&self) -> (String, String) {
        let path = self.path.split('?').next().unwrap_or_default();
        (self.verb.clone(), path.to_owned())
    }

    /// Sends the request to the host at this address. With the distribution's proof, a stack
    /// believes the address that it is told.
    pub(crate) fn over_http(self, base: &str, proof: &str) -> Reply {
        assert!(
            self.at_ms.is_none() && self.time.is_none() && self.id.is_none(),
            "a stack itself says when a request was received, and numbers it: {self:?}"
        );
        let from = self.peer.iter().flat_map(|peer| {
            [
                ("X-Origin-Verify", proof),
                ("X-Viewer-Address", peer.as_str()),
            ]
        });
        let given = self.headers.iter();
        let given = given.map(|(name, value)| (name.as_str(), value.as_str()));
        let headers: Vec<_> = from.chain(given).collect();
        http::call(base, &self.verb, &self.path, &headers, self.body.as_deref())
    }
}

/// Called as the gateway calls a function: with the request's id, its time of receipt and its source
/// address.
impl Host for Router {
    async fn answer(&self, request: Request) -> Reply {
        static REQUESTS: AtomicU64 = AtomicU64::new(0);
        let id = request
            .id
            .unwrap_or_else(|| format!("test-{}", REQUESTS.fetch_add(1, Relaxed)));
        let context = json!({"requestId": id, "requestTimeEpoch": request.at_ms.unwrap_or_else(now_ms), "httpMethod": request.verb,
            "identity": {"sourceIp": request.peer.as_deref().unwrap_or(TENT)}});
        let context = serde_json::from_value(context).expect("a request context");
        let builder = extract::Request::builder()
            .method(request.verb.as_str())
            .uri(&request.path);
        let builder = request
            .headers
            .iter()
            .fold(builder, |builder, (name, value)| {
                builder.header(name, value)
            })
            .extension(RequestContext::ApiGatewayV1(context));
        let noted = request.time.map(|time| TimeOfDay { time, fault: None });
        let builder = match noted {
            Some(noted) => builder.extension(noted),
            None => builder,
        };
        let request = builder
            .body(Body::from(request.body.unwrap_or_default()))
            .expect("a request");
        let answer = self.clone().oneshot(request).await.expect("an answer");
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
