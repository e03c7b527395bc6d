//! What stands in for AWS. The store calls it without a protocol (`port`); the operator's command and
//! tests do so over HTTP, in the protocol of the service that a call is signed for.

mod port;

use axum::body::Bytes;
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use chute_store::port::Mail;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body_util::BodyExt;
use s3s::service::S3Service;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    outbox::Outbox,
    queues::Queues,
    secrets::Secrets,
    space::Space,
    tables::{Answered, Tables},
};

/// The largest call that the operator's command makes, in bytes: a DynamoDB batch has at most 16
/// MB.
const LARGEST: usize = 20 * 1024 * 1024;

/// All services of a deployment.
pub struct Services {
    /// DynamoDB.
    pub tables: Tables,
    /// S3.
    pub buckets: S3Service,
    /// The secrets.
    pub secrets: Secrets,
    /// Where texts go. One machine cannot send any: a text is refused, and the subscription stays; or
    /// it goes into a file that a person can read.
    pub texts: Outbox<Text>,
    /// The same for e-mails.
    pub mails: Outbox<Mail>,
    /// The queues.
    pub queues: Queues,
    /// The room on the disk.
    pub space: Space,
}

/// A text that would have gone to a phone.
#[derive(Clone, Debug, Serialize)]
pub struct Text {
    /// The phone number in E.164.
    pub phone: String,
    /// The words of the text.
    pub message: String,
}

impl std::fmt::Debug for Services {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Services")
            .field("tables", &self.tables)
            .field("secrets", &self.secrets)
            .finish_non_exhaustive()
    }
}

/// The access key a call is signed with, and the service it is signed for.
fn signed_for(headers: &HeaderMap) -> Option<(&str, &str)> {
    // AWS4-HMAC-SHA256 Credential=KEY/20260101/region/service/aws4_request, SignedHeaders=…
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let mut scope = text
        .split_once("Credential=")?
        .1
        .split([',', ' '])
        .next()?
        .split('/');
    Some((scope.next()?, scope.nth(2)?))
}

impl Services {
    async fn call(&self, request: http::Request<Bytes>) -> http::Response<Bytes> {
        let answer = self.answer_of(request).await;
        if answer.status() == StatusCode::INSUFFICIENT_STORAGE {
            self.space.note_full();
        }
        answer
    }

    async fn answer_of(&self, request: http::Request<Bytes>) -> http::Response<Bytes> {
        let (parts, body) = request.into_parts();
        let Some((key, service)) = signed_for(&parts.headers) else {
            return plain(StatusCode::FORBIDDEN);
        };
        if !self.secrets.is_access_key(key) {
            return plain(StatusCode::FORBIDDEN);
        }
        let target = parts
            .headers
            .get("x-amz-target")
            .and_then(|target| target.to_str().ok())
            .unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default();
        match service {
            "dynamodb" => answer(
                self.tables.answer(operation, &body).await,
                "application/x-amz-json-1.0",
            ),
            "secretsmanager" => answer(self.secret(&body), "application/x-amz-json-1.1"),
            "s3" => self.bucket_call(parts, body).await,
            _ => plain(StatusCode::NOT_IMPLEMENTED),
        }
    }

    /// Answers `GetSecretValue`, for the operator's command.
    fn secret(&self, body: &[u8]) -> Answered {
        let asked: Value = serde_json::from_slice(body).unwrap_or_default();
        let of = |name: &str| asked.get(name).and_then(Value::as_str).unwrap_or_default();
        let versions = self.secrets.versions(of("SecretId")).unwrap_or_default();
        let at = usize::from(of("VersionStage") == "AWSPREVIOUS");
        match versions.get(at) {
            Some(value) => Answered {
                status: 200,
                body: json!({"SecretString": value}).to_string(),
            },
            None => Answered {
                status: 400,
                body: json!({"__type": "ResourceNotFoundException"}).to_string(),
            },
        }
    }

    async fn bucket_call(&self, parts: http::request::Parts, body: Bytes) -> http::Response<Bytes> {
        let request = http::Request::from_parts(parts, s3s::Body::from(body));
        let Ok(answer) = self.buckets.call(request).await else {
            return plain(StatusCode::SERVICE_UNAVAILABLE);
        };
        let (parts, body) = answer.into_parts();
        match body.collect().await {
            Ok(body) => http::Response::from_parts(parts, body.to_bytes()),
            Err(_) => plain(StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

fn plain(status: StatusCode) -> http::Response<Bytes> {
    let mut answer = http::Response::new(Bytes::new());
    *answer.status_mut() = status;
    answer
}

fn answer(Answered { status, body }: Answered, kind: &'static str) -> http::Response<Bytes> {
    let mut answer = http::Response::new(Bytes::from(body));
    *answer.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    answer
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// The same services over HTTP, for the operator's command while this process runs. Only callers
/// with the access key get an answer.
pub fn router(services: std::sync::Arc<Services>) -> Router {
    Router::new().fallback(over_http).with_state(services)
}

/// The settings of the deployment, for reports; only callers with the access key get them.
pub fn settings(
    services: std::sync::Arc<Services>,
    settings: std::collections::BTreeMap<String, String>,
) -> Router {
    let answer = async move |headers: HeaderMap| for_operator(&services, &headers, &settings);
    Router::new().route("/settings", axum::routing::get(answer))
}

async fn over_http(State(services): State<std::sync::Arc<Services>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    match parts.uri.path() {
        "/texts" => return kept(&services, &services.texts, &parts.headers),
        "/mails" => return kept(&services, &services.mails, &parts.headers),
        _ => {}
    }
    let Ok(body) = to_bytes(body, LARGEST).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    services
        .call(http::Request::from_parts(parts, body))
        .await
        .map(Body::from)
}

/// The messages that were kept; only callers with the access key get them.
fn kept<M: Clone + Serialize>(
    services: &Services,
    messages: &Outbox<M>,
    headers: &HeaderMap,
) -> Response {
    for_operator(services, headers, &messages.all())
}

fn for_operator(services: &Services, headers: &HeaderMap, content: &impl Serialize) -> Response {
    let key = headers
        .get(header::AUTHORIZATION)
        .and_then(|key| key.to_str().ok())
        .and_then(|key| key.strip_prefix("Bearer "));
    match key.is_some_and(|key| services.secrets.is_access_key(key)) {
        true => axum::Json(content).into_response(),
        false => StatusCode::FORBIDDEN.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_a_call_is_signed_for() {
        let mut headers = HeaderMap::new();
        assert_eq!(signed_for(&headers), None);
        let signed = "AWS4-HMAC-SHA256 Credential=KEY/20261122/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0";
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static(signed));
        assert_eq!(signed_for(&headers), Some(("KEY", "dynamodb")));
    }
}
