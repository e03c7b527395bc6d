//! The remote host's requests, and what is checked in them before a key is looked up (contract
//! 5.1).

use chute_contract::remote::{
    AddReads, DeleteReads, GetNotification, ListReads, ReadIn, SaveNotification,
};
use chute_domain::{
    event_time::EventTime,
    read::{NotificationKind, Range, Read, once},
};

use super::body::{Checked, SMALL, UPLOAD, unchecked};
use crate::answer::Problem;

unchecked!(SMALL => ListReads, GetNotification);

/// The valid reads among those sent.
pub struct ValidReads {
    /// Their number, repeated ones included.
    pub count: usize,
    /// The reads without repetitions.
    pub reads: Vec<Read>,
}

impl Checked for ValidReads {
    type Body = AddReads;
    const LIMIT: usize = UPLOAD;

    fn check(body: AddReads) -> Result<Self, Problem> {
        let valid: Vec<Read> = body.reads.into_iter().filter_map(ReadIn::checked).collect();
        Ok(Self {
            count: valid.len(),
            reads: once(valid),
        })
    }
}

/// The reads to delete.
pub struct ReadsToDelete {
    /// The reader's name.
    pub reader: String,
    /// The time range.
    pub range: Range,
}

impl Checked for ReadsToDelete {
    type Body = DeleteReads;

    fn check(body: DeleteReads) -> Result<Self, Problem> {
        let range = Range::to_delete(body.start, body.end)
            .map_err(|error| Problem::Bad(format!("Bad Request. {error}")))?;
        Ok(Self {
            reader: body.reader,
            range,
        })
    }
}

/// A notification to store, checked.
pub struct ValidNotification {
    /// Its kind.
    pub kind: NotificationKind,
    /// The time of the notification.
    pub when: EventTime,
}

impl Checked for ValidNotification {
    type Body = SaveNotification;

    fn check(body: SaveNotification) -> Result<Self, Problem> {
        let (kind, when) = body
            .notification
            .checked()
            .map_err(|invalid| Problem::Bad(format!("Invalid Notification. {invalid}")))?;
        Ok(Self { kind, when })
    }
}
