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
