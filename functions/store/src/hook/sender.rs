//! Calls receivers, following the Standard Webhooks specification. A receiver is not called if its
//! name points to a machine outside the public network.

use std::{fmt, sync::Arc, time::Duration};

use bytes::Bytes;
use chute_domain::hook::{Addresses, Hook, Message, Outcome};
use http::{Request, header};
use http_body_util::Full;
use tokio::time::timeout;

use super::HookSecrets;
use crate::{
    Result,
    https::{Https, Unanswered},
};

/// Timeout for connecting to a receiver.
const CONNECT: Duration = Duration::from_secs(4);

/// Calls receivers.
pub struct HookSender {
    addresses: Addresses,
    secrets: Arc<HookSecrets>,
    answer: Duration,
    https: Https,
}

impl fmt::Debug for HookSender {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("HookSender")
            .field("addresses", &self.addresses)
            .finish_non_exhaustive()
    }
}

impl HookSender {
    /// A sender to these addresses, which have `answer` for their answers, the connection included.
    #[must_use]
    pub fn new(addresses: Addresses, secrets: Arc<HookSecrets>, answer: Duration) -> Self {
        Self {
            addresses,
            secrets,
            answer,
            https: Https::new(move |machine| addresses.allow(machine), CONNECT),
        }
    }

    /// Calls a receiver once. Neither addresses nor answers of receivers are logged.
    ///
    /// # Errors
    /// When the message cannot be signed: then nothing was sent.
    pub async fn send(&self, hook: &Hook, message: &Message, now_s: i64) -> Result<Outcome> {
        let signatures = self
            .secrets
            .signatures(hook, &message.id, now_s, &message.body)
            .await?;
        // an address that was stored under other settings is not called either
        let Some(address) = self.addresses.checked(&hook.address) else {
            return Ok(Outcome::NotPublic);
        };
        let Some(request) = request(&address, message, now_s, &signatures) else {
            return Ok(Outcome::Unreachable);
        };
        Ok(timeout(self.answer, self.call(request))
            .await
            .unwrap_or(Outcome::TooSlow))
    }

    async fn call(&self, request: Request<Full<Bytes>>) -> Outcome {
        match self.https.call(request).await {
            Ok(answer) => status_means(answer.status, answer.after_s),
            Err(Unanswered::TooSlow) => Outcome::TooSlow,
            Err(Unanswered::NotAllowed) => Outcome::NotPublic,
            Err(Unanswered::NotReached | Unanswered::Failed) => Outcome::Unreachable,
        }
    }
}

fn request(
    address: &str,
    message: &Message,
    now_s: i64,
    signatures: &str,
) -> Option<Request<Full<Bytes>>> {
    let request = Request::post(address)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, "Chute")
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", now_s)
        .header("webhook-signature", signatures);
    request.body(message.body.clone().into()).ok()
}

fn status_means(status: u16, after_s: Option<u32>) -> Outcome {
    match status {
        200..=299 => Outcome::Taken(status),
        410 => Outcome::Gone,
        _ => Outcome::Refused(status, after_s.filter(|_| matches!(status, 429 | 503))),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Read, Write},
        net::TcpListener,
        thread,
    };

    use super::*;

    const TESTS: Addresses = Addresses { loopback: true };

    /// A sender that needs no secret.
    fn sender(addresses: Addresses) -> HookSender {
        let secrets = Arc::new(HookSecrets::of(&crate::Store::from_env()));
        HookSender::new(addresses, secrets, Duration::from_secs(60))
    }

    /// Like a name in public DNS whose owner points it at our own machines.
    #[tokio::test]
    async fn nobody_is_called_whose_name_stands_for_this_machine() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let sender = sender(Addresses::default());
        let message = Message {
            id: "a".to_owned(),
            body: "{}".to_owned(),
        };
        let address = format!(
            "https://localhost:{}/",
            listener.local_addr().unwrap().port()
        );
        let request = request(&address, &message, 1, "v1,x").unwrap();
        assert_eq!(sender.call(request).await, Outcome::NotPublic);
        listener.set_nonblocking(true).unwrap();
        assert_eq!(
            listener.accept().unwrap_err().kind(),
            io::ErrorKind::WouldBlock
        );
    }

    /// The server answers in plain text; a certificate for another name has the same outcome.
    #[tokio::test]
    async fn a_receiver_without_a_certificate_gets_no_message() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!(
            "https://localhost:{}/",
            listener.local_addr().unwrap().port()
        );
        let heard = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut heard = vec![0; 4_096];
            let length = stream.read(&mut heard).unwrap();
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                .unwrap();
            heard.truncate(length);
            heard
        });
        let sender = sender(TESTS);
        let message = Message {
            id: "a".to_owned(),
            body: "CANARY".to_owned(),
        };
        let request = request(&address, &message, 1, "v1,x").unwrap();
        assert_eq!(sender.call(request).await, Outcome::Unreachable);
        let heard = heard.join().unwrap();
        assert!(heard.first() == Some(&0x16) && !heard.windows(6).any(|some| some == b"CANARY"));
    }

    #[test]
    fn each_status_of_a_receiver_has_its_outcome() {
        assert_eq!(status_means(204, None), Outcome::Taken(204));
        assert_eq!(status_means(410, None), Outcome::Gone);
        assert_eq!(status_means(503, Some(7)), Outcome::Refused(503, Some(7)));
        for status in [301, 302, 307, 400, 404, 500] {
            assert_eq!(
                status_means(status, Some(7)),
                Outcome::Refused(status, None)
            );
        }
    }
}
