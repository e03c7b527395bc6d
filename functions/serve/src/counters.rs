//! Counters and notes of the parts of the process, for `/metrics`.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use axum::http::StatusCode;
use tokio::time::Instant;

use crate::{dispatch::Dispatch, lock::lock};

/// Whose requests are counted, by the beginning of their path.
pub const HOSTS: [(&str, &str); 3] = [
    ("/api/", "account"),
    ("/remote-api/", "remote"),
    ("", "files"),
];
/// The classes of statuses that are answered.
pub const CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];
/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts one more.
    pub fn add(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    /// How many there were.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Counters of the process's parts from its start on.
#[derive(Debug, Default)]
pub struct Counters {
    /// Answers by host, then by class of status.
    pub requests: [[Counter; CLASSES.len()]; HOSTS.len()],
    /// Connections that were closed at once, since there were too many.
    pub refused: Counter,
    /// Batches of changes that were published: each of one year, or of some events.
    pub publications: Counter,
    /// Batches of which something has to come again.
    pub publish_errors: Counter,
    /// Times that changes were left to the reconciler.
    pub publish_gave_up: Counter,
    /// Comparisons with the tables that did not complete.
    pub reconcile_errors: Counter,
    /// Runs of the clean-up in which something failed.
    pub cleanup_errors: Counter,
    /// Batches of rows of which nobody could be told.
    pub alerts_select_errors: Counter,
    /// Batches of alerts of which some have to come again.
    pub alerts_send_errors: Counter,
    /// Open connections.
    pub connections: AtomicU64,
    waiting: Mutex<Waiting>,
}

/// Changes that are not published yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waiting {
    /// How many.
    pub changes: usize,
    /// How many bytes they take.
    pub bytes: usize,
    /// When the first of them came.
    pub since: Option<Instant>,
}

/// A connection that is counted as open until this is dropped.
pub struct OpenConnection(Arc<Counters>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Relaxed);
    }
}

impl Counters {
    /// Counts an answer to a request with this path.
    pub fn answered(&self, path: &str, status: StatusCode) {
        let host = HOSTS.iter().position(|(root, _)| path.starts_with(root));
        let class = usize::from(status.as_u16() / 100).checked_sub(2);
        let counter = host
            .and_then(|host| self.requests.get(host))
            .zip(class)
            .and_then(|(of_host, class)| of_host.get(class));
        if let Some(counter) = counter {
            counter.add();
        }
    }

    /// Counts a connection.
    pub fn opened(self: &Arc<Self>) -> OpenConnection {
        self.connections.fetch_add(1, Relaxed);
        OpenConnection(self.clone())
    }

    /// Notes how many changes are not published yet, how many bytes they take, and when the first of
    /// them came.
    pub fn note_waiting(&self, dispatch: &Dispatch) {
        let (changes, since) = dispatch.unpublished();
        let bytes = dispatch.bytes();
        *lock(&self.waiting) = Waiting {
            changes,
            bytes,
            since,
        };
    }

    /// The newest note.
    pub fn waiting(&self) -> Waiting {
        *lock(&self.waiting)
    }
}
