//! Where messages go that would otherwise leave this machine: nowhere, into a file that a person
//! can read, or into memory for tests.

use std::{
    collections::VecDeque,
    fs::{File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use serde::Serialize;

/// The maximum number of messages that are kept.
const KEPT: usize = 100_000;

/// A place for messages of one kind.
#[derive(Clone, Debug)]
pub enum Outbox<M> {
    /// Nowhere: every message is refused.
    Refused,
    /// Into a file, one line of JSON for each message.
    File(Arc<Mutex<File>>),
    /// Into memory, for tests.
    Kept(Arc<Mutex<VecDeque<M>>>),
}

/// The outcome of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// It was taken.
    Taken,
    /// Nothing here delivers messages.
    Refused,
    /// The disk did not take it.
    Failed,
}

impl<M: Clone + Serialize> Outbox<M> {
    /// Keeps messages in memory.
    #[must_use]
    pub fn kept() -> Self {
        Self::Kept(Arc::default())
    }

    /// Appends messages to a file, which only its owner may read.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn file(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .open(path)?;
        Ok(Self::File(Arc::new(Mutex::new(file))))
    }

    /// Takes a message; if there is a file, the message is in it when this returns.
    #[must_use]
    pub fn post(&self, message: M) -> Posted {
        match self {
            Self::Refused => Posted::Refused,
            Self::Kept(messages) => {
                let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
                if messages.len() >= KEPT {
                    messages.pop_front();
                }
                messages.push_back(message);
                Posted::Taken
            }
            Self::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let written = serde_json::to_string(&message)
                    .map_err(io::Error::from)
                    .and_then(|line| {
                        file.write_all(format!("{line}\n").as_bytes())?;
                        file.sync_data()
                    });
                match written {
                    Ok(()) => Posted::Taken,
                    Err(error) => {
                        tracing::error!(%error, "a message could not be written into its file");
                        Posted::Failed
                    }
                }
            }
        }
    }

    /// The messages that were kept, oldest first.
    #[must_use]
    pub fn all(&self) -> Vec<M> {
        match self {
            Self::Refused | Self::File(_) => Vec::new(),
            Self::Kept(messages) => messages
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .iter()
                .cloned()
                .collect(),
        }
    }
}
