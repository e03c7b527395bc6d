//! Answers the SDK's calls in place of AWS: one protocol for each service, chosen by the service a
//! call is signed for.

use std::{future::Future, pin::Pin};

use axum::body::Bytes;
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use chute_store::Inside;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body_util::BodyExt;
use s3s::service::S3Service;
use serde::Serialize;

use crate::{
    clock::running_ms,
    mails::{self, Mail},
    outbox::Outbox,
    queues::Queues,
    secrets::Secrets,
    sms::{self, Text},
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
    /// Secrets Manager.
    pub secrets: Secrets,
    /// SNS.
    pub texts: Outbox<Text>,
    /// SES.
    pub mails: Outbox<Mail>,
    /// SQS.
    pub queues: Queues,
    /// The room on the disk.
    pub space: Space,
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
            "secretsmanager" => answer(
                self.secrets.answer(operation, &body),
                "application/x-amz-json-1.1",
            ),
            "sqs" => answer(
                self.queues.answer(operation, &body, running_ms()),
                "application/x-amz-json-1.0",
            ),
            "sns" => answer(sms::answer(&self.texts, &body), "text/xml"),
            "ses" => answer(
                mails::answer(&self.mails, parts.uri.path(), &body),
                "application/json",
            ),
            "s3" => self.bucket_call(parts, body).await,
            _ => plain(StatusCode::NOT_IMPLEMENTED),
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

impl Inside for Services {
    fn answer(
        &self,
        request: http::Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = http::Response<Bytes>> + Send + '_>> {
        Box::pin(self.call(request))
    }

    fn credentials(&self) -> (String, String) {
        self.secrets.credentials()
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
