//! E-mail through SES (API version 2): one signed call, without the SDK's client
//! (docs/decisions/mail.md).

mod links;

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use aws_config::SdkConfig;
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};
use aws_sigv4::{
    http_request::{SignableBody, SignableRequest, SigningSettings, sign},
    sign::v4,
};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_http_client::{
    Connector,
    tls::{Provider, rustls_provider::CryptoMode},
};
use aws_smithy_runtime_api::client::{
    http::{HttpConnector, HttpConnectorSettings, SharedHttpConnector},
    orchestrator::HttpRequest,
};
use aws_smithy_types::body::SdkBody;
use chute_domain::{email::EmailAddress, mail_message::MailContent};
use http::header;
use serde_json::json;
use tokio::time::timeout;

pub use links::{MailConsent, MailEnd, MailLinks};

use crate::{Cause, Result, SecretName, Store, StoreError};

/// Timeouts for connecting to SES, and for its answer.
const CONNECT: Duration = Duration::from_secs(2);
const ANSWER: Duration = Duration::from_secs(5);
const PATH: &str = "/v2/email/outbound-emails";

/// An e-mail to one address.
#[derive(Clone, Copy, Debug)]
pub struct OutgoingMail<'m> {
    /// The recipient.
    pub to: &'m EmailAddress,
    /// Subject and text.
    pub content: &'m MailContent,
    /// The address at which one click ends the mails (RFC 8058); it accepts a POST.
    pub one_click: &'m str,
}

/// The outcome of an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mailed {
    /// SES accepted it.
    Sent,
    /// SES certainly did not accept it, but may later.
    PutOff,
    /// SES certainly did not accept it.
    Refused,
    /// SES may or may not have accepted it.
    Unknown,
}

/// Sends e-mails.
pub struct MailSender {
    from: String,
    address: String,
    region: String,
    credentials: SharedCredentialsProvider,
    http: SharedHttpConnector,
}

impl fmt::Debug for MailSender {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("MailSender")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Store {
    /// A sender of e-mails from this address, named `operator`, and the maker of their links;
    /// `None` if this function has no secret for links.
    ///
    /// # Errors
    /// When the secret cannot be read, or this function has no region or credentials.
    pub async fn mail_sender(
        &self,
        from: &EmailAddress,
        operator: &str,
    ) -> Result<Option<(MailSender, MailLinks)>> {
        let versions = self.read_secret(SecretName::Push).await?;
        if versions.is_empty() {
            return Ok(None);
        }
        let http = self.inside.clone().unwrap_or_else(network);
        let sender = MailSender::new(&self.config, http, &mailbox(from, operator))?;
        Ok(Some((sender, MailLinks::new(&versions)?)))
    }
}

fn network() -> SharedHttpConnector {
    let settings = HttpConnectorSettings::builder()
        .connect_timeout(CONNECT)
        .build();
    let http = Connector::builder()
        .connector_settings(settings)
        .sleep_impl(TokioSleep::new());
    SharedHttpConnector::new(
        http.tls_provider(Provider::Rustls(CryptoMode::AwsLc))
            .build(),
    )
}

/// The sender as written in a header: with the name, unless the name would have to be encoded.
fn mailbox(from: &EmailAddress, operator: &str) -> String {
    let is_plain = |c: char| c == ' ' || c.is_ascii_graphic() && !"\"\\".contains(c);
    let name = operator.trim();
    if !name.is_empty() && name.chars().all(is_plain) {
        format!("\"{name}\" <{}>", from.as_str())
    } else {
        from.as_str().to_owned()
    }
}

impl MailSender {
    fn new(config: &SdkConfig, http: SharedHttpConnector, from: &str) -> Result<Self> {
        let missing = |what: &'static str| StoreError::Failed(Cause::from(what));
        let region = config
            .region()
            .ok_or_else(|| missing("no region to send mail from"))?
            .to_string();
        let origin = config.endpoint_url().map_or_else(
            || format!("https://email.{region}.amazonaws.com"),
            ToOwned::to_owned,
        );
        let credentials = config
            .credentials_provider()
            .ok_or_else(|| missing("no credentials to send mail with"))?;
        Ok(Self {
            from: from.to_owned(),
            address: format!("{}{PATH}", origin.trim_end_matches('/')),
            region,
            credentials,
            http,
        })
    }

    /// Sends an e-mail once. Never fails; neither addresses nor what SES says is logged.
    pub async fn send(&self, mail: &OutgoingMail<'_>) -> Mailed {
        let Some(request) = self.request(mail, SystemTime::now()).await else {
            tracing::error!("a mail could not be signed");
            return Mailed::PutOff;
        };
        let Ok(answer) = timeout(ANSWER, self.http.call(request)).await else {
            return Mailed::Unknown;
        };
        let mailed = match &answer {
            Ok(answer) => status_means(
                answer.status().as_u16(),
                answer.headers().get("x-amzn-errortype").unwrap_or_default(),
            ),
            Err(error) if crate::push::was_not_reached(error) => Mailed::PutOff,
            Err(error) if error.is_user() => Mailed::Refused,
            Err(_) => Mailed::Unknown,
        };
        if mailed != Mailed::Sent {
            let kind = answer
                .as_ref()
                .ok()
                .and_then(|answer| answer.headers().get("x-amzn-errortype"))
                .unwrap_or_default();
            let kind: String = kind
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect();
            tracing::warn!(kind, ?mailed, "a mail was not sent");
        }
        mailed
    }

    async fn request(&self, mail: &OutgoingMail<'_>, now: SystemTime) -> Option<HttpRequest> {
        let MailContent {
            subject,
            text,
            html,
        } = mail.content;
        let of = |words: &str| json!({"Data": words, "Charset": "UTF-8"});
        let headers = json!([
            {"Name": "List-Unsubscribe", "Value": format!("<{}>", mail.one_click)},
            {"Name": "List-Unsubscribe-Post", "Value": "List-Unsubscribe=One-Click"},
            {"Name": "Auto-Submitted", "Value": "auto-generated"},
        ]);
        let body = json!({
            "FromEmailAddress": self.from,
            "Destination": {"ToAddresses": [mail.to.as_str()]},
            "Content": {"Simple": {"Subject": of(subject), "Body": {"Text": of(text), "Html": of(html)}, "Headers": headers}},
        });
        let body = body.to_string().into_bytes();
        let identity = self.credentials.provide_credentials().await.ok()?.into();
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name("ses")
            .time(now);
        let params = params
            .settings(SigningSettings::default())
            .build()
            .ok()?
            .into();
        let signable = [(header::CONTENT_TYPE.as_str(), "application/json")];
        let signable = SignableRequest::new(
            "POST",
            &self.address,
            signable.into_iter(),
            SignableBody::Bytes(&body),
        )
        .ok()?;
        let (instructions, _) = sign(signable, &params).ok()?.into_parts();
        let mut request = http::Request::post(&self.address)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_LENGTH, body.len())
            .body(SdkBody::from(body))
            .ok()?;
        instructions.apply_to_request_http1x(&mut request);
        request.try_into().ok()
    }
}

/// The meaning of an answer: by its status, and by the type of its error if that says more.
fn status_means(status: u16, kind: &str) -> Mailed {
    let waits = [
        "Throttl",
        "TooManyRequests",
        "LimitExceeded",
        "SendingPaused",
    ]
    .iter()
    .any(|begins| kind.starts_with(begins));
    match status {
        200..=299 => Mailed::Sent,
        429 => Mailed::PutOff,
        400..=499 if waits => Mailed::PutOff,
        500..=599 => Mailed::Unknown,
        _ => Mailed::Refused,
    }
}

#[cfg(test)]
mod tests {
    use aws_config::{BehaviorVersion, Region};
    use aws_credential_types::Credentials;
    use serde_json::Value;

    use super::*;
    use crate::push::tests::service;

    fn sender(origin: &str, operator: &str) -> MailSender {
        let config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-west-2"))
            .endpoint_url(origin)
            .credentials_provider(SharedCredentialsProvider::new(Credentials::new(
                "AKID",
                "SECRET",
                Some("TOKEN".into()),
                None,
                "test",
            )))
            .build();
        MailSender::new(
            &config,
            network(),
            &mailbox(&EmailAddress::of("alerts@hill.example").unwrap(), operator),
        )
        .unwrap()
    }

    async fn send_by(sender: &MailSender) -> Mailed {
        let content = MailContent {
            subject: "Ana Ruiz finished – River".into(),
            text: "words".into(),
            html: "<p>words</p>".into(),
        };
        let to = EmailAddress::of("bea@example.org").unwrap();
        sender
            .send(&OutgoingMail {
                to: &to,
                content: &content,
                one_click: "https://hill.example/api/mail/unsubscribe?token=abc",
            })
            .await
    }

    async fn mailed(answers: &'static [&'static str]) -> Mailed {
        let (origin, asked) = service(answers);
        let mailed = send_by(&sender(&origin, "")).await;
        assert_eq!(asked.join().unwrap().len(), 1, "a mail is sent once");
        mailed
    }

    #[tokio::test]
    async fn what_ses_gets() {
        let (origin, asked) = service(&["200 OK"]);
        assert_eq!(send_by(&sender(&origin, "Hill Timing")).await, Mailed::Sent);
        let asked = asked.join().unwrap().remove(0);
        assert_eq!(asked.line, "POST /v2/email/outbound-emails HTTP/1.1");
        let signed = asked.header("authorization");
        assert!(
            signed.starts_with("AWS4-HMAC-SHA256 Credential=AKID/")
                && signed.contains("/us-west-2/ses/aws4_request, "),
            "{signed}"
        );
        assert!(
            signed.contains("SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, "),
            "{signed}"
        );
        assert_eq!(
            (
                asked.header("content-type"),
                asked.header("x-amz-security-token")
            ),
            ("application/json", "TOKEN")
        );
        let body: Value = serde_json::from_slice(&asked.body).unwrap();
        assert_eq!(
            body["FromEmailAddress"],
            "\"Hill Timing\" <alerts@hill.example>"
        );
        assert_eq!(
            body["Destination"],
            json!({"ToAddresses": ["bea@example.org"]})
        );
        let simple = &body["Content"]["Simple"];
        assert_eq!(
            simple["Subject"],
            json!({"Data": "Ana Ruiz finished – River", "Charset": "UTF-8"})
        );
        assert_eq!(
            (
                &simple["Body"]["Text"]["Data"],
                &simple["Body"]["Html"]["Data"]
            ),
            (&json!("words"), &json!("<p>words</p>"))
        );
        // RFC 8058, section 3.1
        let headers = simple["Headers"].as_array().unwrap();
        let header = |name: &str| {
            headers
                .iter()
                .find(|header| header["Name"] == name)
                .map(|header| header["Value"].clone())
        };
        assert_eq!(
            header("List-Unsubscribe"),
            Some(json!(
                "<https://hill.example/api/mail/unsubscribe?token=abc>"
            ))
        );
        assert_eq!(
            header("List-Unsubscribe-Post"),
            Some(json!("List-Unsubscribe=One-Click"))
        );
    }

    #[test]
    fn a_sender_is_named_where_its_name_can_stand_in_a_header() {
        let named = |operator: &str| mailbox(&EmailAddress::of("a@b.example").unwrap(), operator);
        assert_eq!(
            named(" Hill Timing, LLC "),
            "\"Hill Timing, LLC\" <a@b.example>"
        );
        for operator in ["", "Läufer", "a\"b", "a\\b", "a\r\nBcc: x"] {
            assert_eq!(named(operator), "a@b.example", "{operator}");
        }
    }

    #[tokio::test]
    async fn what_answers_mean() {
        assert_eq!(mailed(&["200 OK"]).await, Mailed::Sent);
        assert_eq!(mailed(&["429 Too Many Requests"]).await, Mailed::PutOff);
        assert_eq!(
            mailed(&["400 Bad Request\r\nx-amzn-ErrorType: LimitExceededException"]).await,
            Mailed::PutOff
        );
        assert_eq!(
            mailed(&["400 Bad Request\r\nx-amzn-ErrorType: SendingPausedException:http://x"]).await,
            Mailed::PutOff
        );
        assert_eq!(
            mailed(&["400 Bad Request\r\nx-amzn-ErrorType: MessageRejected"]).await,
            Mailed::Refused
        );
        assert_eq!(
            mailed(&["403 Forbidden\r\nx-amzn-ErrorType: AccessDeniedException"]).await,
            Mailed::Refused
        );
        assert_eq!(
            mailed(&["500 Internal Server Error"]).await,
            Mailed::Unknown
        );
        // the call was made, but no answer came back
        assert_eq!(mailed(&[""]).await, Mailed::Unknown);
    }

    #[tokio::test]
    async fn a_service_that_is_away_has_not_got_it() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        assert_eq!(send_by(&sender(&origin, "")).await, Mailed::PutOff);
    }
}
