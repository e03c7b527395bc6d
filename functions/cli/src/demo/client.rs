//! The timing client's side of HTTP: JSON calls with a key, repeated where a repeat may help.

use std::{thread, time::Duration};

use serde_json::Value;
use ureq::{Agent, http::Response};

use crate::failure::{Failure, Outcome};

const TIMEOUT: Duration = Duration::from_secs(10);
const TRIES: u32 = 5;

/// An API host and the key to it.
pub struct Client {
    agent: Agent,
    base: String,
    key: String,
}

/// An answer: its status and its JSON, `null` without any.
struct Answer {
    status: u16,
    body: Value,
}

impl Client {
    /// A client of the API at `base` (a `/` is added if missing), which may have a path prefix.
    pub fn new(base: &str, key: &str) -> Outcome<Self> {
        if !(base.starts_with("http://") || base.starts_with("https://")) {
            return Err(Failure::Usage("--api: an address beginning with http:// or https:// is accepted".to_owned()));
        }
        // an error means that there is a provider already
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let config = Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false).max_idle_connections(0);
        Ok(Self { agent: config.build().into(), base: format!("{}/", base.trim_end_matches('/')), key: key.trim().to_owned() })
    }

    /// Calls and takes exactly 200 or 204 as success.
    pub fn call(&self, method: &str, path: &str, body: &Value) -> Outcome<Value> {
        let mut wait = Duration::from_millis(300);
        for last in (0..TRIES).map(|n| n + 1 == TRIES) {
            let failure = match self.once(method, path, body) {
                Ok(Answer { status: 200 | 204, body }) => return Ok(body),
                Ok(Answer { status, body }) => {
                    let failure = Failure::new(refusal(path, status, &body));
                    if !matches!(status, 429 | 500..) {
                        return Err(failure);
                    }
                    failure
                }
                Err(error) => Failure::because(&format!("{}{path} does not answer", self.base), &error),
            };
            if last {
                return Err(failure);
            }
            thread::sleep(wait);
            wait *= 2;
        }
        Err(Failure::new(format!("{}{path} does not answer", self.base)))
    }

    fn once(&self, method: &str, path: &str, body: &Value) -> Result<Answer, ureq::Error> {
        let address = format!("{}{path}", self.base);
        let bearer = format!("Bearer {}", self.key);
        let request = match method {
            "GET" => return read(self.agent.get(&address).header("Authorization", bearer).call()?),
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

fn read(mut response: Response<ureq::Body>) -> Result<Answer, ureq::Error> {
    let status = response.status().as_u16();
    let text = response.body_mut().read_to_string()?;
    Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::Null) })
}

fn refusal(path: &str, status: u16, body: &Value) -> String {
    let message = body.get("message").and_then(Value::as_str).unwrap_or("no message");
    let hint = match (path, status) {
        (_, 401) => " (is --key a write key of this deployment, and the event its account's?)",
        ("event/add", 409) => " (the event belongs to another account: use a key of that one)",
        _ => "",
    };
    format!("{path} answered {status}: {message}{hint}")
}
