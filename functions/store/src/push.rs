//! Web Push (RFC 8030): a message to a browser through the push service of its maker. It needs no
//! phone number and no carrier, and costs nothing.

mod message;
mod vapid;

use std::{fmt, time::Duration};

use bytes::Bytes;
use chute_domain::device::{Device, PushServices};
use http::{Request, header};
use http_body_util::Full;
use tokio::time::timeout;
use vapid::VapidKey;

use crate::{
    Result, SecretName, Store, StoreError,
    https::{Https, Unanswered},
};

/// Timeouts for connecting to a service, and for its answer.
const CONNECT: Duration = Duration::from_secs(2);
const ANSWER: Duration = Duration::from_secs(5);

/// A message for a push service to deliver.
#[derive(Clone, Copy, Debug)]
pub struct PushMessage<'m> {
    /// The content, at most 3,993 bytes.
    pub payload: &'m [u8],
    /// How long the service tries to deliver it, in seconds.
    pub lives_s: u32,
    /// A later message on the same topic replaces one that has not been delivered yet; at most 32
    /// characters of base64url.
    pub topic: &'m str,
}

/// The outcome of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The service accepted it.
    Sent,
    /// The browser's subscription has ended: the service no longer knows it.
    Gone,
    /// The service certainly did not accept it, but may later: after this many seconds, if it says
    /// so.
    PutOff(Option<u32>),
    /// The service certainly did not accept it.
    Refused,
    /// The service may or may not have accepted it.
    Unknown,
}

/// Sends messages to devices.
pub struct PushSender {
    /// The first one is given to browsers; the second one is known to those that subscribed before
    /// the secret was changed.
    keys: Vec<VapidKey>,
    services: PushServices,
    contact: String,
    https: Https,
}

impl fmt::Debug for PushSender {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("PushSender")
            .field("services", &self.services)
            .finish_non_exhaustive()
    }
}

impl Store {
    /// A sender of pushes to these services; `None` if this function has no secret for them.
    /// `contact` is how a service can reach the operator (`mailto:` or `https:`); it may be empty,
    /// but Apple's service does not accept that.
    pub async fn push_sender(
        &self,
        services: PushServices,
        contact: &str,
    ) -> Result<Option<PushSender>> {
        let versions = self.read_secret(SecretName::Push).await?;
        if versions.is_empty() {
            return Ok(None);
        }
        PushSender::new(&versions, services, contact).map(Some)
    }
}

impl PushSender {
    /// A sender with the versions of a secret, the current one first.
    fn new(secrets: &[Vec<u8>], services: PushServices, contact: &str) -> Result<Self> {
        let keys = secrets
            .iter()
            .map(|secret| VapidKey::of(secret))
            .collect::<std::result::Result<_, _>>();
        let keys = keys.map_err(|_| StoreError::Failed("no key pair can be derived".into()))?;
        Ok(Self {
            keys,
            services,
            contact: contact.to_owned(),
            https: Https::new(|_| true, CONNECT),
        })
    }

    /// The public key that browsers subscribe with, in base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.keys.first().map(VapidKey::public).unwrap_or_default()
    }

    /// Whether messages can be sent to a device: it must belong to one of the services, and its key
    /// must be a point of the curve.
    #[must_use]
    pub fn can_reach(&self, device: &Device) -> bool {
        self.services.origin(device.endpoint()).is_some() && message::encrypt(device, &[]).is_ok()
    }

    /// Sends a message once. Never fails; neither endpoints nor what services say is logged.
    pub async fn send(&self, device: &Device, message: &PushMessage<'_>, now_s: i64) -> Pushed {
        let mut pushed = Pushed::Refused;
        for key in &self.keys {
            match self.send_as(key, device, message, now_s).await {
                // the subscription may have been made with the previous key
                Ok(401 | 403) => pushed = Pushed::Refused,
                Ok(status) => return status_means(status),
                Err(pushed) => return pushed,
            }
        }
        tracing::warn!(?pushed, "a push service does not know us");
        pushed
    }

    /// Returns the service's status, or what its absence means.
    async fn send_as(
        &self,
        key: &VapidKey,
        device: &Device,
        message: &PushMessage<'_>,
        now_s: i64,
    ) -> std::result::Result<u16, Pushed> {
        let request = self
            .request(key, device, message, now_s)
            .ok_or(Pushed::Refused)?;
        let Ok(answer) = timeout(ANSWER, self.https.call(request)).await else {
            return Err(Pushed::Unknown);
        };
        match answer {
            Ok(answer) if matches!(answer.status, 429 | 503) => Err(Pushed::PutOff(answer.after_s)),
            Ok(answer) => Ok(answer.status),
            Err(unanswered) => {
                let pushed = match unanswered {
                    Unanswered::NotReached => Pushed::PutOff(None),
                    _ => Pushed::Unknown,
                };
                tracing::warn!(?pushed, "a push service did not answer");
                Err(pushed)
            }
        }
    }

    fn request(
        &self,
        key: &VapidKey,
        device: &Device,
        message: &PushMessage<'_>,
        now_s: i64,
    ) -> Option<Request<Full<Bytes>>> {
        // an endpoint that was stored under other settings is not called either
        let origin = self.services.origin(device.endpoint())?;
        let authorization = key.authorization(origin, &self.contact, now_s).ok()?;
        let body = message::encrypt(device, message.payload)
            .ok()
            .filter(|_| message.payload.len() <= message::LONGEST)?;
        let request = Request::post(device.endpoint())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", message.lives_s)
            .header("urgency", "high")
            .header("topic", message.topic);
        request.body(body.into()).ok()
    }
}

/// The meaning of an answer (RFC 8030, sections 5 and 7).
fn status_means(status: u16) -> Pushed {
    match status {
        200..=299 => Pushed::Sent,
        404 | 410 => Pushed::Gone,
        429 | 500..=599 => Pushed::PutOff(None),
        _ => Pushed::Refused,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::{
        io::{BufRead, BufReader, Read, Write},
        net::TcpListener,
        thread::{self, JoinHandle},
    };

    use super::{message::tests::Receiver, vapid::tests::verified, *};

    const NOW_S: i64 = 1_777_734_000;

    /// A call that a service received, with header names in lower case.
    pub(crate) struct Asked {
        pub line: String,
        headers: Vec<(String, String)>,
        pub body: Vec<u8>,
    }

    impl Asked {
        pub(crate) fn header(&self, name: &str) -> &str {
            self.headers
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, value)| value.as_str())
                .unwrap_or_default()
        }
    }

    /// A service on this machine that gives these answers, one per call.
    pub(crate) fn service(answers: &'static [&'static str]) -> (String, JoinHandle<Vec<Asked>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let asked = thread::spawn(move || {
            let answer = |answer: &&str| {
                let (mut stream, _) = listener.accept().unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let mut lines = Vec::new();
                loop {
                    let mut line = String::new();
                    reader.read_line(&mut line).unwrap();
                    match line.trim_end() {
                        "" => break,
                        line => lines.push(line.to_owned()),
                    }
                }
                let headers = lines
                    .iter()
                    .skip(1)
                    .filter_map(|line| line.split_once(": "));
                let headers: Vec<_> = headers
                    .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                    .collect();
                let length = headers
                    .iter()
                    .find(|(name, _)| name == "content-length")
                    .map(|(_, length)| length.parse().unwrap())
                    .unwrap_or(0);
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                if !answer.is_empty() {
                    write!(
                        stream,
                        "HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    )
                    .unwrap();
                }
                Asked {
                    line: lines[0].clone(),
                    headers,
                    body,
                }
            };
            answers.iter().map(answer).collect()
        });
        (origin, asked)
    }

    fn sender(secrets: &[&[u8]]) -> PushSender {
        let secrets: Vec<_> = secrets.iter().map(|secret| secret.to_vec()).collect();
        PushSender::new(
            &secrets,
            PushServices::default().with_loopback(),
            "mailto:timing@example.org",
        )
        .unwrap()
    }

    fn message(payload: &[u8]) -> PushMessage<'_> {
        PushMessage {
            payload,
            lives_s: 840,
            topic: "abc-_",
        }
    }

    async fn pushed(answers: &'static [&'static str], secrets: &[&[u8]]) -> (Pushed, usize) {
        let (origin, asked) = service(answers);
        let receiver = Receiver::new(&format!("{origin}/1"));
        let pushed = sender(secrets)
            .send(&receiver.device, &message(b"x"), NOW_S)
            .await;
        (pushed, asked.join().unwrap().len())
    }

    #[tokio::test]
    async fn a_push_has_its_headers_a_signature_and_an_encrypted_body() {
        let (origin, asked) = service(&["201 Created"]);
        let receiver = Receiver::new(&format!("{origin}/push/1?a=b"));
        let sender = sender(&[b"a secret"]);
        assert_eq!(
            sender
                .send(
                    &receiver.device,
                    &message("Ana Ruiz finished".as_bytes()),
                    NOW_S
                )
                .await,
            Pushed::Sent
        );
        let asked = asked.join().unwrap().remove(0);
        assert_eq!(asked.line, "POST /push/1?a=b HTTP/1.1");
        let [ttl, urgency, topic, coding] =
            ["ttl", "urgency", "topic", "content-encoding"].map(|name| asked.header(name));
        assert_eq!(
            [ttl, urgency, topic, coding],
            ["840", "high", "abc-_", "aes128gcm"]
        );
        let (key, claims) = verified(asked.header("authorization"), &origin).unwrap();
        assert_eq!(
            (key.as_str(), &claims["sub"], &claims["exp"]),
            (
                sender.public_key(),
                &"mailto:timing@example.org".into(),
                &(NOW_S + 43_200).into()
            )
        );
        assert_eq!(
            receiver.decrypt(&asked.body).as_deref(),
            Some("Ana Ruiz finished".as_bytes())
        );
        assert!(!asked.body.windows(4).any(|some| some == b"Ruiz"));
    }

    #[tokio::test]
    async fn outcomes_by_status() {
        assert_eq!(pushed(&["200 OK"], &[b"a"]).await, (Pushed::Sent, 1));
        assert_eq!(pushed(&["404 Not Found"], &[b"a"]).await, (Pushed::Gone, 1));
        assert_eq!(pushed(&["410 Gone"], &[b"a"]).await, (Pushed::Gone, 1));
        assert_eq!(
            pushed(&["500 Internal Server Error"], &[b"a"]).await,
            (Pushed::PutOff(None), 1)
        );
        assert_eq!(
            pushed(&["429 Too Many Requests\r\nRetry-After: 7"], &[b"a"]).await,
            (Pushed::PutOff(Some(7)), 1)
        );
        assert_eq!(
            pushed(&["400 Bad Request"], &[b"a"]).await,
            (Pushed::Refused, 1)
        );
        // a redirect could lead anywhere
        assert_eq!(
            pushed(&["302 Found\r\nLocation: http://169.254.169.254/"], &[b"a"]).await,
            (Pushed::Refused, 1)
        );
        // the call was made, but no answer came back
        assert_eq!(pushed(&[""], &[b"a"]).await, (Pushed::Unknown, 1));
    }

    #[tokio::test]
    async fn a_device_subscribed_before_the_secret_changed_is_reached() {
        assert_eq!(
            pushed(&["403 Forbidden", "201 Created"], &[b"new", b"old"]).await,
            (Pushed::Sent, 2)
        );
        assert_eq!(
            pushed(&["403 Forbidden"], &[b"new"]).await,
            (Pushed::Refused, 1)
        );
    }

    #[tokio::test]
    async fn a_service_that_is_away_has_not_got_it() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        let receiver = Receiver::new(&format!("{origin}/1"));
        assert_eq!(
            sender(&[b"a"])
                .send(&receiver.device, &message(b"x"), NOW_S)
                .await,
            Pushed::PutOff(None)
        );
    }

    #[tokio::test]
    async fn an_unknown_push_service_is_not_called() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let receiver = Receiver::new(&format!("http://{}/1", listener.local_addr().unwrap()));
        let sender = PushSender::new(&[b"a".to_vec()], PushServices::default(), "").unwrap();
        assert!(!sender.can_reach(&receiver.device));
        assert_eq!(
            sender.send(&receiver.device, &message(b"x"), NOW_S).await,
            Pushed::Refused
        );
        listener.set_nonblocking(true).unwrap();
        assert_eq!(
            listener.accept().unwrap_err().kind(),
            std::io::ErrorKind::WouldBlock
        );
    }

    #[tokio::test]
    async fn a_message_too_long_for_a_service_is_not_sent() {
        let (origin, asked) = service(&["201 Created"]);
        let receiver = Receiver::new(&format!("{origin}/1"));
        let (fits, too_long) = (
            vec![b'x'; message::LONGEST],
            vec![b'x'; message::LONGEST + 1],
        );
        let sender = sender(&[b"a"]);
        assert_eq!(
            sender
                .send(&receiver.device, &message(&too_long), NOW_S)
                .await,
            Pushed::Refused
        );
        assert_eq!(
            sender.send(&receiver.device, &message(&fits), NOW_S).await,
            Pushed::Sent
        );
        assert_eq!(asked.join().unwrap()[0].body.len(), 4_096);
    }
}
