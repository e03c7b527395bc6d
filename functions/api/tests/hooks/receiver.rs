//! A receiver on this machine that answers as it is told and records what it got.

use std::{
    collections::{BTreeMap, VecDeque},
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

/// How the receiver answers a call.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// With this status line and these headers.
    Now(&'static str),
    /// With 200, once [`Receiver::let_go`] is called.
    Held,
    /// Not at all: the connection is cut once the call has been read.
    Cut,
}

pub const OK: Answer = Answer::Now("200 OK");
pub const BROKEN: Answer = Answer::Now("500 Internal Server Error");

/// A call that the receiver got.
#[derive(Clone, Debug)]
pub struct Got {
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: String,
    /// Whether the answer was 200, in time or not.
    pub was_taken: bool,
}

impl Got {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Year and version.
    pub fn version(&self) -> (String, u64) {
        let data = &self.json()["data"];
        (
            data["year"].as_str().expect("a year").to_owned(),
            data["version"].as_u64().expect("a version"),
        )
    }

    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    /// Whether one of the signatures is by this secret, verified as the specification says.
    pub fn is_signed_by(&self, secret: &str) -> bool {
        let secret = STANDARD
            .decode(secret.strip_prefix("whsec_").expect("a secret"))
            .expect("base 64");
        assert!((24..=64).contains(&secret.len()), "{} bytes", secret.len());
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        let signed = format!(
            "{}.{}.{}",
            self.id(),
            self.headers["webhook-timestamp"],
            self.body
        );
        let signatures = self.headers["webhook-signature"]
            .split(' ')
            .filter_map(|signature| signature.strip_prefix("v1,"));
        let mut tags = signatures.map(|signature| STANDARD.decode(signature).expect("base 64"));
        tags.any(|tag| hmac::verify(&key, signed.as_bytes(), &tag).is_ok())
    }
}

#[derive(Default)]
struct Book {
    /// How the next calls are answered; the last answer applies to all calls after them.
    next: VecDeque<Answer>,
    always: Option<Answer>,
    got: Vec<Got>,
    at_once: usize,
    most_at_once: usize,
    let_go: bool,
}

/// A receiver that listens until the test ends.
#[derive(Clone)]
pub struct Receiver {
    pub address: String,
    book: Arc<(Mutex<Book>, Condvar)>,
}

impl Receiver {
    /// A receiver that accepts everything until [`Self::answers`] says otherwise.
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!(
            "http://127.0.0.1:{}/hook?key=CANARY",
            listener.local_addr().expect("an address").port()
        );
        let book = Arc::default();
        let receiver = Self { address, book };
        let of_thread = receiver.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let receiver = of_thread.clone();
                // a caller may hang up, which is not an error here
                thread::spawn(move || receiver.answer(stream));
            }
        });
        receiver
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers the calls that are held, and does not hold any more.
    pub fn let_go(&self) {
        self.book().let_go = true;
        self.book.1.notify_all();
    }

    /// Sets the answers to the next calls; the last one applies to all calls after them.
    pub fn answers(&self, answers: &[Answer]) {
        let mut book = self.book();
        book.next = answers.iter().copied().collect();
        book.always = answers.last().copied();
    }

    /// The calls it got since this was last called.
    pub fn got(&self) -> Vec<Got> {
        std::mem::take(&mut self.book().got)
    }

    pub fn most_at_once(&self) -> usize {
        self.book().most_at_once
    }

    fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut headers = BTreeMap::new();
        let mut line = String::new();
        reader.read_line(&mut line)?;
        assert!(line.starts_with("POST /hook?key=CANARY HTTP/1.1"), "{line}");
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            headers.insert(name.to_lowercase(), value.to_owned());
        }
        let mut body = vec![0; headers["content-length"].parse().expect("a length")];
        reader.read_exact(&mut body)?;
        let answer = {
            let mut book = self.book();
            book.at_once += 1;
            book.most_at_once = book.most_at_once.max(book.at_once);
            let always = book.always.unwrap_or(OK);
            let answer = book.next.pop_front().unwrap_or(always);
            let was_taken = matches!(answer, Answer::Held)
                || matches!(answer, Answer::Now(status) if status.starts_with("200"));
            book.got.push(Got {
                headers,
                body: String::from_utf8(body).expect("UTF-8"),
                was_taken,
            });
            answer
        };
        if let Answer::Held = answer {
            let held = self.book.1.wait_while(self.book(), |book| !book.let_go);
            drop(held.unwrap_or_else(PoisonError::into_inner));
        }
        let status = match answer {
            Answer::Now(status) => status,
            Answer::Held => "200 OK",
            Answer::Cut => "",
        };
        self.book().at_once -= 1;
        if status.is_empty() {
            return Ok(());
        }
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
    }
}
