//! A plain HTTP/1.1 client with one connection per call, like the desktop timing client. It sends
//! bodies with every verb, and exactly the headers it is given.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    net::TcpStream,
    sync::OnceLock,
    time::{Duration, Instant},
};

use serde_json::Value;

/// An answer as received.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body, with chunks joined.
    pub body: Vec<u8>,
    json: OnceLock<Value>,
}

impl Reply {
    /// An answer made of these parts; header names are in lower case.
    #[must_use]
    pub fn new(status: u16, headers: BTreeMap<String, String>, body: Vec<u8>) -> Self {
        Self {
            status,
            headers,
            body,
            json: OnceLock::new(),
        }
    }

    fn parsed(&self) -> &Value {
        self.json
            .get_or_init(|| serde_json::from_slice(&self.body).unwrap_or(Value::Null))
    }

    /// The body as JSON; `null` if it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        self.parsed().clone()
    }

    /// The body as text.
    ///
    /// # Panics
    /// When it is not UTF-8.
    #[must_use]
    #[expect(clippy::expect_used, reason = "a test's client")]
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("UTF-8")
    }

    /// A string field of the body's JSON object, empty if missing.
    #[must_use]
    pub fn field(&self, name: &str) -> &str {
        self.parsed()
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// The message of an error.
    #[must_use]
    pub fn message(&self) -> &str {
        self.field("message")
    }

    /// After how many seconds the call may be repeated.
    #[must_use]
    pub fn retry_after(&self) -> Option<u32> {
        self.header("retry-after").parse().ok()
    }

    /// A header's value, empty if missing.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// Calls `base` (with or without a path prefix) + `path`.
///
/// # Panics
/// When there is no HTTP answer: a test cannot continue without one.
#[must_use]
pub fn call(
    base: &str,
    verb: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Reply {
    exchange(base, verb, path, headers, body).unwrap_or_else(nothing_came)
}

/// Reads a published file as a browser does, which repeats a GET whose connection ends without an
/// answer (RFC 9110, 9.2.2).
///
/// # Panics
/// As [`call`], when there is none again.
#[must_use]
pub fn download(base: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    let get = || exchange(base, "GET", path, headers, None);
    get().or_else(|_| get()).unwrap_or_else(nothing_came)
}

#[expect(clippy::panic, reason = "a test's client")]
fn nothing_came(how: String) -> Reply {
    panic!("no HTTP answer: {how}")
}

/// One request on a connection of its own; if no answer comes, what came and when.
#[expect(clippy::expect_used, reason = "a test's client")]
fn exchange(
    base: &str,
    verb: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Result<Reply, String> {
    let began = Instant::now();
    let rest = base.strip_prefix("http://").expect("a plain http address");
    let (host, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let mut stream = connect(host);
    let mut request = format!(
        "{verb} /{prefix}{} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n",
        path.trim_start_matches('/')
    );
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(body) = body {
        request.push_str(&format!("Content-Length: {}\r\n", body.len()));
    }
    request.push_str("\r\n");
    let mut bytes = request.into_bytes();
    bytes.extend_from_slice(body.unwrap_or_default());
    // a server may answer before it has read all of a body that is too large
    let _ = stream.write_all(&bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    parse(&answer).ok_or_else(|| {
        format!(
            "{verb} {base}{path}: {} bytes after {:?}",
            answer.len(),
            began.elapsed()
        )
    })
}

#[expect(clippy::panic, clippy::expect_used, reason = "a test's client")]
fn connect(host: &str) -> TcpStream {
    let address = if host.contains(':') {
        host.to_owned()
    } else {
        format!("{host}:80")
    };
    let stream = TcpStream::connect(&address)
        .unwrap_or_else(|error| panic!("nobody listens at {address}: {error}"));
    stream.set_nodelay(true).expect("a socket");
    stream
        .set_read_timeout(Some(Duration::from_secs(180)))
        .expect("a socket");
    stream
}

fn parse(answer: &[u8]) -> Option<Reply> {
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(answer.get(..end)?).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let body = answer.get(end + 4..)?;
    let chunked = headers
        .get("transfer-encoding")
        .is_some_and(|coding| coding.eq_ignore_ascii_case("chunked"));
    let body = if chunked {
        unchunk(body)?
    } else {
        body.to_vec()
    };
    Some(Reply::new(status, headers, body))
}

fn unchunk(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = rest.windows(2).position(|bytes| bytes == b"\r\n")?;
        let size = std::str::from_utf8(rest.get(..line)?)
            .ok()?
            .split(';')
            .next()?
            .trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        let from = line + 2;
        body.extend_from_slice(rest.get(from..from + size)?);
        rest = rest.get(from + size + 2..)?;
    }
}
