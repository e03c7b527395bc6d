//! Tables, buckets and services within the same process: the SDK's calls go to a function instead
//! of the network.

use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use aws_config::{BehaviorVersion, Region, SdkConfig, timeout::TimeoutConfig};
use aws_smithy_runtime_api::{
    client::{
        http::{
            HttpConnector, HttpConnectorFuture, SharedHttpClient, SharedHttpConnector,
            http_client_fn,
        },
        orchestrator::{HttpRequest, HttpResponse},
        result::ConnectorError,
    },
    http::StatusCode,
};
use aws_smithy_types::body::SdkBody;
use bytes::Bytes;
use http_body_util::BodyExt;

use crate::{
    Store,
    aws::{Credentials, SharedCredentialsProvider},
    retries,
};

/// A host that exists on no network; only [`Inside`] ever sees it.
const ADDRESS: &str = "http://inside.invalid";

/// Answers the SDK's calls within this process, in place of AWS.
pub trait Inside: fmt::Debug + Send + Sync + 'static {
    /// Answers a call of the SDK, in the protocol of the service it is signed for.
    fn answer(
        &self,
        request: http::Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = http::Response<Bytes>> + Send + '_>>;

    /// The access key and the secret that calls are signed with.
    fn credentials(&self) -> (String, String);
}

#[derive(Clone, Debug)]
struct Connector(Arc<dyn Inside>);

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let inside = self.0.clone();
        HttpConnectorFuture::new(async move {
            let request = request
                .try_into_http1x()
                .map_err(|error| ConnectorError::user(error.into()))?;
            let (mut parts, body) = request.into_parts();
            // the signature covers it, and an HTTP client would derive it from the address
            if let Some(host) = parts
                .uri
                .authority()
                .and_then(|host| http::HeaderValue::from_str(host.as_str()).ok())
            {
                parts.headers.entry(http::header::HOST).or_insert(host);
            }
            let body = body
                .collect()
                .await
                .map_err(ConnectorError::user)?
                .to_bytes();
            let (parts, body) = inside
                .answer(http::Request::from_parts(parts, body))
                .await
                .into_parts();
            let status = StatusCode::try_from(parts.status.as_u16())
                .map_err(|error| ConnectorError::other(error.into(), None))?;
            let mut answer = HttpResponse::new(status, SdkBody::from(body));
            for (name, value) in &parts.headers {
                let value = value
                    .to_str()
                    .map_err(|error| ConnectorError::other(error.into(), None))?;
                answer
                    .headers_mut()
                    .append(name.as_str().to_owned(), value.to_owned());
            }
            Ok(answer)
        })
    }
}

fn client(connector: SharedHttpConnector) -> SharedHttpClient {
    http_client_fn(move |_, _| connector.clone())
}

impl Store {
    /// A store whose calls are answered by `inside`, with these names: `name` returns the value of
    /// the variable with that name.
    #[must_use]
    pub fn inside(inside: Arc<dyn Inside>, name: impl Fn(&str) -> String) -> Self {
        let (key, secret) = inside.credentials();
        let connector = SharedHttpConnector::new(Connector(inside));
        let patience = TimeoutConfig::builder()
            .operation_timeout(Duration::from_secs(8))
            .build();
        let config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .credentials_provider(SharedCredentialsProvider::new(Credentials::new(
                key, secret, None, None, "inside",
            )))
            .region(Region::new("local"))
            .endpoint_url(ADDRESS)
            .http_client(client(connector))
            .retry_config(retries())
            .timeout_config(patience)
            .sleep_impl(aws_smithy_async::rt::sleep::SharedAsyncSleep::new(
                aws_smithy_async::rt::sleep::TokioSleep::new(),
            ))
            .time_source(aws_smithy_async::time::SystemTimeSource::new())
            .build();
        Self::of_config(config, true, name)
    }
}
