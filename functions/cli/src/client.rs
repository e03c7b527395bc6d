//! The client's side of HTTP, as a timing client has it: JSON calls with a key, at most ten seconds
//! each, repeated when that may help.

use std::{thread, time::Duration};

use serde_json::Value;
use ureq::{
    Agent,
    http::Response,
    tls::{Certificate, RootCerts, TlsConfig},
};

use crate::failure::{Failure, Outcome};

const TIMEOUT: Duration = Duration::from_secs(10);
const MAX_ATTEMPTS: u32 = 5;

/// An API host and the key to it.
pub struct Client {
    agent: Agent,
    base: String,
    key: String,
}

/// An answer.
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// How long the server asks the client to wait.
    pub retry_after: Option<Duration>,
    /// Its JSON, `null` if there is none.
    pub body: Value,
}

impl Client {
    /// A client of the API at `base` (a `/` is added if missing), which may have a path prefix.
    /// `option` is the option it was given with.
    pub fn new(option: &str, base: &str, key: &str) -> Outcome<Self> {
        if !(base.starts_with("http://") || base.starts_with("https://")) {
            return Err(Failure::Usage(format!(
                "{option}: an address beginning with http:// or https:// is accepted"
            )));
        }
        // an error means that a provider is installed already
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let config = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            .max_idle_connections(0);
        let config = if base.starts_with("https://") {
            config.tls_config(tls()?)
        } else {
            config
        };
        Ok(Self {
            agent: config.build().into(),
            base: format!("{}/", base.trim_end_matches('/')),
            key: key.trim().to_owned(),
        })
    }

    /// Makes a call; only 200 and 204 count as success.
    pub fn call(&self, method: &str, path: &str, body: &Value) -> Outcome<Value> {
        let mut wait = Duration::from_millis(300);
        for last in (0..MAX_ATTEMPTS).map(|n| n + 1 == MAX_ATTEMPTS) {
            let failure = match self.once(method, path, body) {
                Ok(Answer {
                    status: 200 | 204,
                    body,
                    ..
                }) => return Ok(body),
                Ok(Answer { status, body, .. }) => {
                    let failure = Failure::new(refusal(path, status, &body));
                    if !matches!(status, 429 | 500..) {
                        return Err(failure);
                    }
                    failure
                }
                Err(error) => {
                    Failure::because(&format!("{}{path} does not answer", self.base), &error)
                }
            };
            if last {
                return Err(failure);
            }
            thread::sleep(wait);
            wait *= 2;
        }
        Err(Failure::new(format!("{}{path} does not answer", self.base)))
    }

    /// Makes a call once, without repeats.
    ///
    /// # Errors
    /// When there is no answer within the time limit.
    pub fn once(&self, method: &str, path: &str, body: &Value) -> Result<Answer, ureq::Error> {
        let address = format!("{}{path}", self.base);
        let bearer = format!("Bearer {}", self.key);
        let request = match method {
            "GET" => {
                return read(
                    self.agent
                        .get(&address)
                        .header("Authorization", bearer)
                        .call()?,
                );
            }
            "PUT" => self.agent.put(&address),
            "DELETE" => self.agent.delete(&address).force_send_body(),
            _ => self.agent.post(&address),
        };
        let request = request
            .header("Authorization", bearer)
            .header("Accept", "application/json")
            .header("Content-Type", "application/json; charset=utf-8");
        read(request.send(body.to_string())?)
    }
}

/// Trusts the certificates that this machine trusts, as the AWS SDK does; ureq has none of its own
/// here.
fn tls() -> Outcome<TlsConfig> {
    let found = rustls_native_certs::load_native_certs();
    let certificates: Vec<Certificate<'_>> = found
        .certs
        .iter()
        .map(|certificate| Certificate::from_der(certificate).to_owned())
        .collect();
    if certificates.is_empty() {
        return Err(Failure::new(
            "This machine has no list of trusted certificates (package ca-certificates): https:// cannot be used.",
        ));
    }
    Ok(TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&certificates))
        .build())
}

fn read(mut response: Response<ureq::Body>) -> Result<Answer, ureq::Error> {
    let status = response.status().as_u16();
    let seconds = response
        .headers()
        .get("Retry-After")
        .and_then(|value| value.to_str().ok()?.trim().parse().ok());
    let text = response.body_mut().read_to_string()?;
    Ok(Answer {
        status,
        retry_after: seconds.map(Duration::from_secs),
        body: serde_json::from_str(&text).unwrap_or(Value::Null),
    })
}

/// The message for a refused call.
pub fn refusal(path: &str, status: u16, body: &Value) -> String {
    let message = body
        .get("message")
        .and_then(Value::as_str)
        .unwrap_or("no message");
    let hint = match (path, status) {
        (_, 401) => " (is --key a write key of this deployment, and the event its account's?)",
        ("event/add", 409) => " (the event belongs to another account: use a key of that one)",
        _ => "",
    };
    format!("{path} answered {status}: {message}{hint}")
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpListener,
    };

    use super::*;

    #[test]
    fn https_is_spoken_and_nobody_unknown_is_trusted() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!(
            "https://localhost:{}/api",
            listener.local_addr().unwrap().port()
        );
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut hello = [0; 5];
            stream.read_exact(&mut hello).unwrap();
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                .unwrap();
            hello[0]
        });
        let client = Client::new("--to", &address, "rk_test").unwrap();
        assert!(client.once("GET", "health", &Value::Null).is_err());
        assert_eq!(server.join().unwrap(), 22, "a handshake of TLS");
    }
}
