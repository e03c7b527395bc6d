//! Where messages go that would otherwise leave this machine: nowhere, into a file that a person
//! can read, or into memory for tests.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Write},
    path::Path,
    sync::{Arc, Mutex},
};

use chute_store::port::ServiceError;
use serde::Serialize;

use crate::{lock::lock, private};

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
        let file = private::append(path)?;
        Ok(Self::File(Arc::new(Mutex::new(file))))
    }

    /// Takes a message; if there is a file, the message is in it when this returns.
    ///
    /// # Errors
    /// When nothing here delivers messages, or the disk does not take it.
    pub fn post(&self, message: M) -> Result<(), ServiceError> {
        match self {
            Self::Refused => Err(ServiceError::Refused(
                "nothing here delivers messages".into(),
            )),
            Self::Kept(messages) => {
                let mut messages = lock(messages);
                if messages.len() >= KEPT {
                    messages.pop_front();
                }
                messages.push_back(message);
                Ok(())
            }
            Self::File(file) => {
                let mut file = lock(file);
                let written = serde_json::to_string(&message)
                    .map_err(io::Error::from)
                    .and_then(|line| {
                        file.write_all(format!("{line}\n").as_bytes())?;
                        file.sync_data()
                    });
                written.map_err(|error| {
                    tracing::error!(%error, "a message could not be written into its file");
                    ServiceError::Unknown("the disk".into())
                })
            }
        }
    }

    /// The messages that were kept, oldest first.
    #[must_use]
    pub fn all(&self) -> Vec<M> {
        match self {
            Self::Refused | Self::File(_) => Vec::new(),
            Self::Kept(messages) => lock(messages).iter().cloned().collect(),
        }
    }
}
