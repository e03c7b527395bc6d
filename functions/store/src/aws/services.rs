//! SNS, SES, SQS and Secrets Manager, by the SDK: it signs calls, repeats those that may be repeated,
//! and gives up after a time. A call whose outcome is unknown and that somebody would notice twice is
//! not repeated.

use std::{collections::HashMap, io, sync::OnceLock, time::Duration};

use aws_config::{SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};
use aws_sdk_secretsmanager::{Client as Secrets, operation::get_secret_value::GetSecretValueError};
use aws_sdk_sesv2::{
    Client as Mails,
    error::{BuildError, ProvideErrorMetadata, SdkError},
    types::{Body, Content, Destination, EmailContent, Message as MailMessage, MessageHeader},
};
use aws_sdk_sns::{
    Client as Texts, operation::publish::PublishError, types::MessageAttributeValue,
};
use aws_sdk_sqs::{Client as Queues, types::SendMessageBatchRequestEntry};
use aws_smithy_runtime_api::client::result::ConnectorError;
use futures::future::BoxFuture;

use super::failed;
use crate::{
    Cause,
    causes::sources,
    port::{
        CallError, Mail, Message, ServiceAnswer, ServiceCall, ServiceError, Services, TextMessage,
    },
};

type Done = Result<ServiceAnswer, ServiceError>;

/// Timeout of a call to SNS.
const TEXT: Duration = Duration::from_secs(3);
/// Timeouts for connecting to SES, and for the whole call.
const CONNECT: Duration = Duration::from_secs(2);
const MAIL: Duration = Duration::from_secs(5);

/// The services behind clients, each of which is made by its first call.
#[derive(Debug)]
pub struct AwsServices {
    config: SdkConfig,
    texts: OnceLock<Texts>,
    mails: OnceLock<Mails>,
    queues: OnceLock<Queues>,
    secrets: OnceLock<Secrets>,
}

impl AwsServices {
    pub fn new(config: SdkConfig) -> Self {
        Self {
            config,
            texts: OnceLock::new(),
            mails: OnceLock::new(),
            queues: OnceLock::new(),
            secrets: OnceLock::new(),
        }
    }
}

impl Services for AwsServices {
    fn call(&self, call: ServiceCall) -> BoxFuture<'_, Done> {
        Box::pin(async move {
            match call {
                ServiceCall::Text(text) => self.text(text).await,
                ServiceCall::Mail(mail) => self.mail(mail).await,
                ServiceCall::Queue { queue, messages } => self.queue(queue, messages).await,
                ServiceCall::Hide {
                    queue,
                    receipt,
                    seconds,
                } => {
                    let hide = self.queues().change_message_visibility().queue_url(queue);
                    let hide = hide.receipt_handle(receipt).visibility_timeout(seconds);
                    hide.send().await.map_err(of_call)?;
                    Ok(ServiceAnswer::new())
                }
                ServiceCall::Redrive(failures) => {
                    let redrive = self.queues().start_message_move_task().source_arn(failures);
                    redrive.send().await.map_err(of_call)?;
                    Ok(ServiceAnswer::new())
                }
                ServiceCall::Secret(id) => {
                    let (current, previous) = futures::try_join!(
                        self.version(&id, "AWSCURRENT"),
                        self.version(&id, "AWSPREVIOUS")
                    )?;
                    Ok(current.into_iter().chain(previous).collect())
                }
            }
        })
    }
}

impl AwsServices {
    fn queues(&self) -> &Queues {
        self.queues.get_or_init(|| Queues::new(&self.config))
    }

    async fn text(&self, text: TextMessage) -> Done {
        let client = self.texts.get_or_init(|| {
            let patience = TimeoutConfig::builder().operation_timeout(TEXT).build();
            let once = aws_sdk_sns::config::Builder::from(&self.config)
                .retry_config(RetryConfig::disabled())
                .timeout_config(patience);
            Texts::from_conf(once.build())
        });
        let attributes = attributes(&text);
        let publish = client
            .publish()
            .phone_number(text.phone)
            .message(text.message)
            .set_message_attributes(Some(attributes));
        publish.send().await.map_err(|error| not_carried(&error))?;
        Ok(ServiceAnswer::new())
    }

    async fn mail(&self, mail: Mail) -> Done {
        let client = self.mails.get_or_init(|| {
            let patience = TimeoutConfig::builder()
                .connect_timeout(CONNECT)
                .operation_timeout(MAIL)
                .build();
            let once = aws_sdk_sesv2::config::Builder::from(&self.config)
                .retry_config(RetryConfig::disabled())
                .timeout_config(patience);
            Mails::from_conf(once.build())
        });
        let message = message(&mail).map_err(|error| ServiceError::Refused(Box::new(error)))?;
        let send = client
            .send_email()
            .from_email_address(mail.from)
            .destination(Destination::builder().to_addresses(mail.to).build())
            .content(EmailContent::builder().simple(message).build());
        send.send().await.map_err(|error| not_mailed(&error))?;
        Ok(ServiceAnswer::new())
    }

    async fn queue(&self, queue: String, messages: Vec<Message>) -> Done {
        let entry = |(at, message): (usize, Message)| {
            let (group, same) = message.order.map(|order| (order.group, order.same)).unzip();
            SendMessageBatchRequestEntry::builder()
                .id(at.to_string())
                .message_body(message.body)
                .set_message_group_id(group)
                .set_message_deduplication_id(same)
                .build()
        };
        let entries = messages
            .into_iter()
            .enumerate()
            .map(entry)
            .collect::<Result<_, _>>();
        let entries = entries.map_err(|error| ServiceError::Refused(Box::new(error)))?;
        let send = self.queues().send_message_batch().queue_url(queue);
        let answer = send
            .set_entries(Some(entries))
            .send()
            .await
            .map_err(of_call)?;
        match answer.failed.first() {
            None => Ok(ServiceAnswer::new()),
            Some(refused) => Err(ServiceError::Busy(
                format!("the queue did not take a message: {}", refused.code).into(),
            )),
        }
    }

    async fn version(&self, id: &str, stage: &str) -> Result<Option<Vec<u8>>, ServiceError> {
        let client = self.secrets.get_or_init(|| Secrets::new(&self.config));
        let get = client.get_secret_value().secret_id(id).version_stage(stage);
        match get.send().await {
            Ok(answer) => Ok(answer.secret_string.map(String::into_bytes)),
            // a secret that was never rotated has no previous version
            Err(error)
                if stage == "AWSPREVIOUS"
                    && error
                        .as_service_error()
                        .is_some_and(GetSecretValueError::is_resource_not_found_exception) =>
            {
                Ok(None)
            }
            Err(error) => Err(of_call(error)),
        }
    }
}

/// The error of a call that may be repeated.
fn of_call<E>(error: SdkError<E>) -> ServiceError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    match failed(error) {
        CallError::Busy(cause) => ServiceError::Busy(cause),
        CallError::Full(cause) | CallError::Failed(cause) => ServiceError::Unknown(cause),
        refused @ CallError::Refused(_) => ServiceError::Unknown(Box::new(refused)),
    }
}

fn attributes(text: &TextMessage) -> HashMap<String, MessageAttributeValue> {
    let micros = text.most_micros;
    let price = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    let said = [
        ("SMS.SMSType", "String", "Transactional"),
        ("SMS.MaxPrice", "Number", &price),
    ];
    let number = (!text.origination.is_empty()).then_some((
        "MM.SMS.OriginationNumber",
        "String",
        text.origination.as_str(),
    ));
    said.into_iter()
        .map(|(name, kind, value)| (format!("AWS.SNS.{name}"), kind, value))
        .chain(number.map(|(name, kind, value)| (format!("AWS.{name}"), kind, value)))
        .filter_map(|(name, kind, value)| {
            Some((
                name,
                MessageAttributeValue::builder()
                    .data_type(kind)
                    .string_value(value)
                    .build()
                    .ok()?,
            ))
        })
        .collect()
}

/// The service's code: its message may contain the phone or the address.
fn code(error: &impl ProvideErrorMetadata) -> Cause {
    error.code().unwrap_or("no answer").into()
}

fn not_carried(error: &SdkError<PublishError>) -> ServiceError {
    let code = code(error);
    match error {
        SdkError::ConstructionFailure(_) => ServiceError::Refused(code),
        SdkError::DispatchFailure(failure) if failure.is_user() => ServiceError::Refused(code),
        SdkError::ServiceError(service) => match service.err() {
            refused if is_opted_out(refused) => ServiceError::OptedOut(code),
            refused if is_throttled(refused) => ServiceError::Busy(code),
            refused if refused.is_internal_error_exception() => ServiceError::Unknown(code),
            _ if service.raw().status().is_server_error() => ServiceError::Unknown(code),
            _ => ServiceError::Refused(code),
        },
        _ => ServiceError::Unknown(code),
    }
}

fn is_opted_out(error: &PublishError) -> bool {
    error.code().is_some_and(|code| code.contains("OptedOut"))
        || error
            .message()
            .is_some_and(|text| text.contains("opted out"))
}

fn is_throttled(error: &PublishError) -> bool {
    error.code().is_some_and(|code| code.starts_with("Thrott"))
}

fn message(mail: &Mail) -> Result<MailMessage, BuildError> {
    let words = |words: &str| Content::builder().data(words).charset("UTF-8").build();
    let header = |(name, value): (&String, &String)| {
        MessageHeader::builder().name(name).value(value).build()
    };
    let body = Body::builder()
        .text(words(&mail.text)?)
        .html(words(&mail.html)?);
    let headers = mail.headers.iter().map(header).collect::<Result<_, _>>()?;
    Ok(MailMessage::builder()
        .subject(words(&mail.subject)?)
        .body(body.build())
        .set_headers(Some(headers))
        .build())
}

/// A service that was not reached has not got the mail; otherwise nobody knows, unless it answered.
fn not_mailed<E: ProvideErrorMetadata>(error: &SdkError<E>) -> ServiceError {
    let code = code(error);
    match error {
        SdkError::ConstructionFailure(_) => ServiceError::Refused(code),
        SdkError::DispatchFailure(failure) => match failure.as_connector_error() {
            Some(error) if was_not_reached(error) => ServiceError::Busy(code),
            Some(error) if error.is_user() => ServiceError::Refused(code),
            _ => ServiceError::Unknown(code),
        },
        SdkError::ServiceError(service) => status_means(service.raw().status().as_u16(), code),
        _ => ServiceError::Unknown(code),
    }
}

/// Whether the connection was refused, so that nobody accepted the call.
fn was_not_reached(error: &ConnectorError) -> bool {
    sources(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::ConnectionRefused)
}

/// The meaning of a refusal: by its status, and by its code if that says more.
fn status_means(status: u16, code: Cause) -> ServiceError {
    let said = code.to_string();
    let waits = [
        "Throttl",
        "TooManyRequests",
        "LimitExceeded",
        "SendingPaused",
    ]
    .iter()
    .any(|begins| said.starts_with(begins));
    match status {
        429 => ServiceError::Busy(code),
        400..=499 if waits => ServiceError::Busy(code),
        500..=599 => ServiceError::Unknown(code),
        _ => ServiceError::Refused(code),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use aws_config::{BehaviorVersion, Region};
    use aws_sdk_sesv2::config::{Credentials, SharedCredentialsProvider};
    use aws_smithy_async::rt::sleep::{SharedAsyncSleep, TokioSleep};
    use chute_domain::{email::EmailAddress, mail_message::MailContent};
    use serde_json::{Value, json};

    use super::*;
    use crate::{Carried, Carrier, MailSender, OutgoingMail, push::tests::service};

    fn services(origin: &str) -> AwsServices {
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
        AwsServices::new(config)
    }

    async fn send_by(origin: &str, from: &str) -> Carried {
        let content = MailContent {
            subject: "Ana Ruiz finished – River".into(),
            text: "words".into(),
            html: "<p>words</p>".into(),
        };
        let to = EmailAddress::of("bea@example.org").unwrap();
        MailSender::over(Arc::new(services(origin)), from.to_owned())
            .send(&OutgoingMail {
                to: &to,
                content: &content,
                one_click: "https://hill.example/api/mail/unsubscribe?token=abc",
            })
            .await
    }

    async fn mailed(answers: &'static [&'static str]) -> Carried {
        let (origin, asked) = service(answers);
        let mailed = send_by(&origin, "").await;
        assert_eq!(asked.join().unwrap().len(), 1, "a mail is sent once");
        mailed
    }

    #[test]
    fn a_text_goes_to_sns_with_its_sender_and_maximum_price() {
        let carrier = Carrier {
            origination: "+18005550100".to_owned(),
            micros_a_part: 20_000,
        };
        let said = |carrier: &Carrier, message: &str| {
            let text = TextMessage {
                phone: "+15551234567".to_owned(),
                message: message.to_owned(),
                origination: carrier.origination.clone(),
                most_micros: carrier.micros(message),
            };
            let mut said: Vec<(String, String)> = attributes(&text)
                .into_iter()
                .map(|(name, value)| (name, value.string_value().unwrap_or_default().to_owned()))
                .collect();
            said.sort();
            said.into_iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            said(&carrier, "hello"),
            [
                "AWS.MM.SMS.OriginationNumber=+18005550100",
                "AWS.SNS.SMS.MaxPrice=0.020000",
                "AWS.SNS.SMS.SMSType=Transactional"
            ]
        );
        assert_eq!(
            said(&Carrier::default(), &"a".repeat(161)),
            [
                "AWS.SNS.SMS.MaxPrice=0.040000",
                "AWS.SNS.SMS.SMSType=Transactional"
            ]
        );
    }

    #[tokio::test]
    async fn a_mail_goes_to_ses_with_both_bodies_and_its_headers() {
        let (origin, asked) = service(&["200 OK"]);
        assert_eq!(
            send_by(&origin, "\"Hill Timing\" <alerts@hill.example>").await,
            Carried::Sent
        );
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

    #[tokio::test]
    async fn each_answer_of_ses_has_its_outcome() {
        assert_eq!(mailed(&["200 OK"]).await, Carried::Sent);
        assert_eq!(mailed(&["429 Too Many Requests"]).await, Carried::PutOff);
        assert_eq!(
            mailed(&["400 Bad Request\r\nx-amzn-ErrorType: LimitExceededException"]).await,
            Carried::PutOff
        );
        assert_eq!(
            mailed(&["400 Bad Request\r\nx-amzn-ErrorType: SendingPausedException:http://x"]).await,
            Carried::PutOff
        );
        assert_eq!(
            mailed(&["400 Bad Request\r\nx-amzn-ErrorType: MessageRejected"]).await,
            Carried::Refused
        );
        assert_eq!(
            mailed(&["403 Forbidden\r\nx-amzn-ErrorType: AccessDeniedException"]).await,
            Carried::Refused
        );
        assert_eq!(
            mailed(&["500 Internal Server Error"]).await,
            Carried::Unknown
        );
        // the call was made, but no answer came back
        assert_eq!(mailed(&[""]).await, Carried::Unknown);
    }

    #[tokio::test]
    async fn a_service_that_is_away_has_not_got_it() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        assert_eq!(send_by(&origin, "").await, Carried::PutOff);
    }
}
