//! E-mail through SES.

mod links;

use std::time::Duration;

use aws_config::{SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};
use aws_sdk_sesv2::{
    Client,
    config::Builder,
    error::{BuildError, ProvideErrorMetadata, SdkError},
    operation::send_email::SendEmailError,
    types::{Body, Content, Destination, EmailContent, Message, MessageHeader},
};
use chute_domain::{email::EmailAddress, mail_message::MailContent};

pub use links::{MailConsent, MailEnd, MailLinks};

use crate::{Result, SecretName, Store, push::was_not_reached};

/// Timeouts for connecting to SES, and for the whole call.
const CONNECT: Duration = Duration::from_secs(2);
const CALL: Duration = Duration::from_secs(5);

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
#[derive(Debug)]
pub struct MailSender {
    from: String,
    client: Client,
}

impl Store {
    /// A sender of e-mails from this address, named `operator`, and the maker of their links;
    /// `None` if this function has no secret for links.
    ///
    /// # Errors
    /// When the secret cannot be read.
    pub async fn mail_sender(
        &self,
        from: &EmailAddress,
        operator: &str,
    ) -> Result<Option<(MailSender, MailLinks)>> {
        let versions = self.read_secret(SecretName::Push).await?;
        if versions.is_empty() {
            return Ok(None);
        }
        let sender = MailSender::new(&self.config, mailbox(from, operator));
        Ok(Some((sender, MailLinks::new(&versions)?)))
    }
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
    fn new(config: &SdkConfig, from: String) -> Self {
        let patience = TimeoutConfig::builder()
            .connect_timeout(CONNECT)
            .operation_timeout(CALL)
            .build();
        let once = Builder::from(config)
            .retry_config(RetryConfig::disabled())
            .timeout_config(patience)
            .build();
        Self {
            from,
            client: Client::from_conf(once),
        }
    }

    /// Sends an e-mail once. Never fails; neither addresses nor what SES says is logged.
    pub async fn send(&self, mail: &OutgoingMail<'_>) -> Mailed {
        let Ok(message) = message(mail) else {
            return Mailed::Refused;
        };
        let send = self
            .client
            .send_email()
            .from_email_address(&self.from)
            .destination(
                Destination::builder()
                    .to_addresses(mail.to.as_str())
                    .build(),
            )
            .content(EmailContent::builder().simple(message).build());
        let Err(error) = send.send().await else {
            return Mailed::Sent;
        };
        let mailed = error_means(&error);
        tracing::warn!(
            code = error.code().unwrap_or("no answer"),
            ?mailed,
            "a mail was not sent"
        );
        mailed
    }
}

fn message(mail: &OutgoingMail<'_>) -> std::result::Result<Message, BuildError> {
    let words = |words: &str| Content::builder().data(words).charset("UTF-8").build();
    let header = |name, value: &str| MessageHeader::builder().name(name).value(value).build();
    let MailContent {
        subject,
        text,
        html,
    } = mail.content;
    let body = Body::builder().text(words(text)?).html(words(html)?);
    Ok(Message::builder()
        .subject(words(subject)?)
        .body(body.build())
        .headers(header(
            "List-Unsubscribe",
            &format!("<{}>", mail.one_click),
        )?)
        .headers(header(
            "List-Unsubscribe-Post",
            "List-Unsubscribe=One-Click",
        )?)
        .headers(header("Auto-Submitted", "auto-generated")?)
        .build())
}

/// The meaning of a failed call: a service that was not reached has not got the mail; otherwise
/// nobody knows, unless it answered.
fn error_means(error: &SdkError<SendEmailError>) -> Mailed {
    match error {
        SdkError::ConstructionFailure(_) => Mailed::Refused,
        SdkError::DispatchFailure(failure) => match failure.as_connector_error() {
            Some(error) if was_not_reached(error) => Mailed::PutOff,
            Some(error) if error.is_user() => Mailed::Refused,
            _ => Mailed::Unknown,
        },
        SdkError::ServiceError(service) => status_means(
            service.raw().status().as_u16(),
            service.err().code().unwrap_or_default(),
        ),
        _ => Mailed::Unknown,
    }
}

/// The meaning of a refusal: by its status, and by its code if that says more.
fn status_means(status: u16, code: &str) -> Mailed {
    let waits = [
        "Throttl",
        "TooManyRequests",
        "LimitExceeded",
        "SendingPaused",
    ]
    .iter()
    .any(|begins| code.starts_with(begins));
    match status {
        429 => Mailed::PutOff,
        400..=499 if waits => Mailed::PutOff,
        500..=599 => Mailed::Unknown,
        _ => Mailed::Refused,
    }
}

#[cfg(test)]
mod tests {
    use aws_config::{BehaviorVersion, Region};
    use aws_sdk_sesv2::config::{Credentials, SharedCredentialsProvider};
    use aws_smithy_async::rt::sleep::{SharedAsyncSleep, TokioSleep};
    use serde_json::{Value, json};

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
            .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
            .build();
        let from = EmailAddress::of("alerts@hill.example").unwrap();
        MailSender::new(&config, mailbox(&from, operator))
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
