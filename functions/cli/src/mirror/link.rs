//! A link that may break at any time: every call is repeated until it is answered, the other side
//! refuses it, or patience runs out.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::retry::{Pauses, Verdict};
use crate::{
    client::{self, Client},
    failure::{Failure, Outcome},
    progress::Progress,
    random,
};

/// The number of failures in a row after which they are reported: a single one means nothing on
/// such a link.
const TOLD: u32 = 3;
/// How long a pause may still last after the operator has asked to end.
const SLICE: Duration = Duration::from_millis(100);

/// Why a call has no answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The other side understood the call and refuses it.
    Refused { status: u16, failure: Failure },
    /// No answer came, or one that makes no sense.
    Failed(Failure),
    /// The operator asked to end.
    Ended,
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The result of every call.
pub type Answered<T = Value> = Result<T, Unanswered>;

/// The connection to the other Chute.
pub struct Link {
    client: Client,
    /// How long to try without an answer; for ever, unless given.
    patience: Option<Duration>,
    ended: Arc<AtomicBool>,
    progress: Progress,
    /// The number of calls made, repeats included.
    pub calls: usize,
    /// How many of them were repeats.
    pub retries: usize,
}

impl Link {
    /// A connection through this client, given up once `ended` is set.
    pub fn new(client: Client, patience: Option<Duration>, ended: Arc<AtomicBool>) -> Self {
        Self {
            client,
            patience,
            ended,
            progress: Progress::hidden(),
            calls: 0,
            retries: 0,
        }
    }

    /// Shows the progress of the next calls.
    pub fn show(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// Prints a line for the operator.
    pub fn say(&self, line: &str) {
        self.progress.say(line);
    }

    /// Whether the operator asked to end.
    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Waits, unless the operator asks to end.
    pub fn pause(&self, time: Duration) -> Answered<()> {
        let until = Instant::now() + time;
        while !self.is_ended() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(SLICE));
        }
        Err(Unanswered::Ended)
    }

    /// Repeats a call until it is answered.
    pub fn call(&mut self, method: &str, path: &str, body: &Value) -> Answered {
        let (began, mut pauses, mut failures) = (Instant::now(), Pauses::default(), 0);
        loop {
            if self.is_ended() {
                return Err(Unanswered::Ended);
            }
            self.calls += 1;
            self.retries += usize::from(failures > 0);
            let (trouble, asked) = match self.client.once(method, path, body) {
                Ok(answer) => match Verdict::of(&answer) {
                    Verdict::Done => {
                        if failures >= TOLD {
                            self.say("The other Chute answers again.");
                        }
                        self.progress.step();
                        return Ok(answer.body);
                    }
                    Verdict::Refused => {
                        let failure =
                            Failure::new(client::refusal(path, answer.status, &answer.body));
                        return Err(Unanswered::Refused {
                            status: answer.status,
                            failure,
                        });
                    }
                    Verdict::Again(asked) if answer.body.is_object() => {
                        (client::refusal(path, answer.status, &answer.body), asked)
                    }
                    Verdict::Again(asked) => (
                        format!(
                            "{path} was answered {} by something else than a Chute API (is --to its address?)",
                            answer.status
                        ),
                        asked,
                    ),
                },
                Err(error) => (format!("{path} is not answered: {error}"), None),
            };
            failures += 1;
            let [chance] = random::bytes()?;
            let pause = pauses.next(chance, asked);
            if self
                .patience
                .is_some_and(|patience| began.elapsed() + pause > patience)
            {
                let failure = format!(
                    "{trouble}. No answer for {} s: the same command goes on from here.",
                    began.elapsed().as_secs()
                );
                return Err(Failure::new(failure).into());
            }
            if failures == TOLD {
                self.say(&format!("{trouble}. It is tried again and again."));
            }
            self.pause(pause)?;
        }
    }
}

/// A flag that is set once the operator asks to end; asking twice ends the program at once.
pub fn end_asked() -> Outcome<Arc<AtomicBool>> {
    let failed =
        |error: std::io::Error| Failure::because("The program cannot hear of its end", &error);
    let ended = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&ended);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    let hear = move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                told.store(true, Ordering::Relaxed);
                eprintln!("It ends after this call; Ctrl-C again ends it now. The same command goes on from there.");
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(130);
                }
            }
        });
    };
    thread::Builder::new()
        .name("end".to_owned())
        .spawn(hear)
        .map_err(failed)?;
    Ok(ended)
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpListener,
    };

    use super::*;

    /// Nothing listens at this port, and no test can be given it as a free one.
    const NOBODY: &str = "http://127.0.0.1:1/api";

    /// A server that sends these answers, one for each connection, and then no more; an empty
    /// answer sends nothing.
    fn answering(answers: &'static [&'static str]) -> Link {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/api", listener.local_addr().unwrap());
        thread::spawn(move || {
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut head = [0; 4_096];
                let _ = stream.read(&mut head).unwrap();
                let (status, body) = answer.split_once('|').unwrap_or_default();
                if !status.is_empty() {
                    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()).unwrap();
                }
            }
        });
        let client = Client::new("--to", &address, "rk_test").unwrap();
        Link::new(client, Some(Duration::from_secs(60)), Arc::default())
    }

    #[test]
    fn a_call_comes_again_until_it_is_answered() {
        let mut link = answering(&[
            "",
            "503 Busy|{\"message\":\"Busy\"}",
            "200 OK|<html>sign in</html>",
            "200 OK|{\"count\":2}",
        ]);
        assert_eq!(
            link.call("GET", "event/my", &Value::Null).unwrap()["count"],
            2
        );
        assert_eq!((link.calls, link.retries), (4, 3));
    }

    #[test]
    fn a_refused_call_is_not_repeated() {
        let mut link = answering(&["401 No|{\"message\":\"Ownership Error\"}", "200 OK|{}"]);
        let Err(Unanswered::Refused {
            status: 401,
            failure,
        }) = link.call("GET", "participants", &Value::Null)
        else {
            panic!("answered")
        };
        assert!(failure.to_string().contains("Ownership Error"), "{failure}");
        assert_eq!((link.calls, link.retries), (1, 0));
    }

    #[test]
    fn patience_ends_and_an_end_is_heard() {
        let client = Client::new("--to", NOBODY, "rk_test").unwrap();
        let mut link = Link::new(client, Some(Duration::from_secs(1)), Arc::default());
        let Err(Unanswered::Failed(failure)) = link.call("GET", "event/my", &Value::Null) else {
            panic!("answered")
        };
        assert!(
            failure.to_string().contains("event/my is not answered"),
            "{failure}"
        );
        link.ended.store(true, Ordering::Relaxed);
        let before = link.calls;
        assert_eq!(
            link.call("GET", "event/my", &Value::Null),
            Err(Unanswered::Ended)
        );
        assert_eq!(link.calls, before);
    }
}
