//! The wire format: reading requests, checking their objects, and writing answers (contract
//! sections 1 and 2).

pub mod account;
pub mod alerts;
pub mod answers;
pub mod checkin;
pub mod corrections;
pub mod email;
pub mod event;
pub mod hook;
pub mod json;
pub mod key;
pub mod mail;
pub mod participant;
pub mod privacy;
pub mod push;
pub mod r;
pub mod remote;
pub mod requests;
pub mod result;
pub mod session;
pub mod setup;
pub mod sheet;
mod text;
pub mod uploads;
pub mod versions;

/// Why an object in a request is not accepted: the field, and what would be accepted there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {rule}")]
pub struct Invalid {
    /// The field's name on the wire.
    pub field: &'static str,
    /// The values accepted there, in words.
    pub rule: &'static str,
}

impl Invalid {
    pub(crate) fn new(field: &'static str, rule: &'static str) -> Self {
        Self { field, rule }
    }
}
