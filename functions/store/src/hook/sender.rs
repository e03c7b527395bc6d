//! Calls a receiver, by the Standard Webhooks specification. The name of the receiver's machine is looked up here and nowhere else, so that what was
//! allowed is what is called; redirects are followed nowhere.

use std::{fmt, io, sync::Arc, time::Duration};

use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_http_client::{
    Connector,
    tls::{Provider, rustls_provider::CryptoMode},
};
use aws_smithy_runtime_api::client::{
    dns::{DnsFuture, ResolveDns, ResolveDnsError},
    http::{HttpConnector, HttpConnectorSettings},
    orchestrator::HttpRequest,
    result::ConnectorError,
};
use aws_smithy_types::body::SdkBody;
use chute_domain::hook::{ANSWER_S, Addresses, Hook, Message, Outcome};
use http::header;
use tokio::{net::lookup_host, time::timeout};

use super::HookSecrets;
use crate::Result;

/// To find a receiver.
const CONNECT: Duration = Duration::from_secs(4);
/// To be answered by it, finding it included.
const ANSWER: Duration = Duration::from_secs(ANSWER_S);

/// Tells receivers.
pub struct HookSender {
    addresses: Addresses,
    secrets: Arc<HookSecrets>,
    http: Connector,
}

impl fmt::Debug for HookSender {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("HookSender").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl HookSender {
    /// A sender to these addresses.
    #[must_use]
    pub fn new(addresses: Addresses, secrets: Arc<HookSecrets>) -> Self {
        let settings = HttpConnectorSettings::builder().connect_timeout(CONNECT).build();
        let http = Connector::builder().connector_settings(settings).sleep_impl(TokioSleep::new());
        let http = http.tls_provider(Provider::Rustls(CryptoMode::AwsLc)).build_with_resolver(Allowed(addresses));
        Self { addresses, secrets, http }
    }

    /// Tells a receiver once. Addresses and what receivers say are in no log.
    ///
    /// # Errors
    /// When the message cannot be signed: then nothing was sent.
    pub async fn send(&self, hook: &Hook, message: &Message, now_s: i64) -> Result<Outcome> {
        let signatures = self.secrets.signatures(hook, &message.id, now_s, &message.body).await?;
        // what was stored under other settings is not called either
        let Some(address) = self.addresses.checked(&hook.address) else { return Ok(Outcome::NotPublic) };
        let Some(request) = request(&address, message, now_s, &signatures) else { return Ok(Outcome::Unreachable) };
        let Ok(answer) = timeout(ANSWER, self.http.call(request)).await else { return Ok(Outcome::TooSlow) };
        Ok(match answer {
            Ok(answer) => {
                let after_s = answer.headers().get("retry-after").and_then(|seconds| seconds.parse().ok());
                status_means(answer.status().as_u16(), after_s)
            }
            Err(error) => error_means(&error),
        })
    }
}

fn request(address: &str, message: &Message, now_s: i64, signatures: &str) -> Option<HttpRequest> {
    let request = http::Request::post(address)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONTENT_LENGTH, message.body.len())
        .header(header::USER_AGENT, "Chute")
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", now_s)
        .header("webhook-signature", signatures);
    request.body(SdkBody::from(message.body.clone())).ok()?.try_into().ok()
}

fn status_means(status: u16, after_s: Option<u32>) -> Outcome {
    match status {
        200..=299 => Outcome::Taken(status),
        410 => Outcome::Gone,
        _ => Outcome::Refused(status, after_s.filter(|_| matches!(status, 429 | 503))),
    }
}

fn error_means(error: &ConnectorError) -> Outcome {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = source {
        if error.is::<NotPublic>() {
            return Outcome::NotPublic;
        }
        source = error.source();
    }
    if error.is_timeout() { Outcome::TooSlow } else { Outcome::Unreachable }
}

/// Finds machines by their names, and only those that may be called.
#[derive(Clone, Copy, Debug)]
struct Allowed(Addresses);

/// None of the machines of that name may be called.
#[derive(Debug)]
struct NotPublic;

impl fmt::Display for NotPublic {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("no machine of the public network")
    }
}

impl std::error::Error for NotPublic {}

impl ResolveDns for Allowed {
    fn resolve_dns<'a>(&'a self, name: &'a str) -> DnsFuture<'a> {
        DnsFuture::new(async move {
            let found: Vec<_> = lookup_host((name, 0)).await.map_err(ResolveDnsError::new)?.map(|found| found.ip()).collect();
            if found.is_empty() {
                return Err(ResolveDnsError::new(io::Error::from(io::ErrorKind::NotFound)));
            }
            let allowed: Vec<_> = found.into_iter().filter(|machine| self.0.allow(*machine)).collect();
            if allowed.is_empty() { Err(ResolveDnsError::new(NotPublic)) } else { Ok(allowed) }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    async fn looked_up(addresses: Addresses, name: &str) -> std::result::Result<usize, Outcome> {
        let found = Allowed(addresses).resolve_dns(name).await;
        found.map(|found| found.len()).map_err(|error| error_means(&ConnectorError::io(error.into())))
    }

    #[tokio::test]
    async fn machines_of_no_public_network_are_not_found() {
        assert_eq!(looked_up(Addresses::default(), "localhost").await, Err(Outcome::NotPublic));
        assert!(looked_up(Addresses { loopback: true }, "localhost").await.is_ok());
        for name in ["127.0.0.1", "169.254.169.254", "10.0.0.1"] {
            assert_eq!(looked_up(Addresses::default(), name).await, Err(Outcome::NotPublic), "{name}");
        }
    }

    /// As a name in the public system would be that its owner points at our own machines.
    #[tokio::test]
    async fn nobody_is_called_whose_name_stands_for_this_machine() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let http = Connector::builder().sleep_impl(TokioSleep::new());
        let http = http.tls_provider(Provider::Rustls(CryptoMode::AwsLc)).build_with_resolver(Allowed(Addresses::default()));
        let message = Message { id: "a".to_owned(), body: "{}".to_owned() };
        let address = format!("http://localhost:{}/", listener.local_addr().unwrap().port());
        let answer = http.call(request(&address, &message, 1, "v1,x").unwrap()).await;
        assert_eq!(answer.map_err(|error| error_means(&error)).unwrap_err(), Outcome::NotPublic);
        listener.set_nonblocking(true).unwrap();
        assert_eq!(listener.accept().unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }

    #[test]
    fn what_answers_mean() {
        assert_eq!(status_means(204, None), Outcome::Taken(204));
        assert_eq!(status_means(410, None), Outcome::Gone);
        assert_eq!(status_means(503, Some(7)), Outcome::Refused(503, Some(7)));
        for status in [301, 302, 307, 400, 404, 500] {
            assert_eq!(status_means(status, Some(7)), Outcome::Refused(status, None));
        }
    }
}
