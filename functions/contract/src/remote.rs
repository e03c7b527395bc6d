//! The remote host's reads and notifications: requests, objects, answers (contract 2.10, 5.1).

use chute_domain::{
    event_time::EventTime,
    read::{IdentKind, Notification, NotificationKind, Read, ReadKind},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Invalid,
    json::wire,
    text::{cut, is_identity},
};

wire! {
    /// Request of `GET /reads`.
    pub struct ListReads {
        /// The reader's name, which is the name of its key. An unknown reader has no reads.
        pub reader: String,
        /// First unix second of the reads to return.
        pub start: i64,
        /// Last unix second of the reads to return. If it is before `start`, six minutes after
        /// `start` are meant.
        pub end: i64,
    }
}

wire! {
    /// Request of `POST /reads/add`.
    pub struct AddReads {
        /// Reads to store under the calling key. Invalid ones are dropped; a read that is already
        /// stored stays as it is.
        pub reads: Vec<ReadIn>,
    }
}

wire! {
    /// Request of `DELETE /reads/delete`.
    pub struct DeleteReads {
        /// The reader's name, which is the name of its key.
        pub reader: String,
        /// First unix second of the reads to delete; ignored without `end`. Missing: from the
        /// earliest.
        pub start: Option<i64>,
        /// Last unix second of the reads to delete; missing: all reads of the reader.
        pub end: Option<i64>,
    }
}

wire! {
    /// Request of `GET /notifications/get`.
    pub struct GetNotification {
        /// The reader's name, which is the name of its key.
        pub reader: String,
    }
}

wire! {
    /// Request of `POST /notifications/save`.
    pub struct SaveNotification {
        /// The notification from the reader's machine.
        pub notification: NotificationIn,
    }
}

wire! {
    /// A read as sent: one sighting of a chip or bib. It is dropped if it has no identifier, a
    /// negative time or an unknown type.
    pub struct ReadIn {
        /// The chip's code or the bib that was seen, 1 to 100 characters.
        pub identifier: String,
        /// When it was seen, in unix seconds by the reader's clock; 0 or more.
        pub seconds: i64,
        /// Fraction of a second of that time, in milliseconds; 0 or more.
        pub milliseconds: i64,
        /// `chip` or `bib`, in any case.
        pub ident_type: String,
        /// `reader` or `manual`, in any case.
        #[serde(rename = "type")]
        pub kind: String,
        /// Number of the antenna that saw it, as counted by the hardware.
        pub antenna: i64,
        /// A label inside the hardware, up to 50 characters; not the reader's name.
        pub reader: String,
        /// Signal strength as reported by the hardware, up to 10 characters.
        pub rssi: String,
    }
}

wire! {
    /// A notification as sent.
    pub struct NotificationIn {
        /// `UPS_DISCONNECTED`, `UPS_CONNECTED`, `UPS_ON_BATTERY`, `UPS_LOW_BATTERY`, `UPS_ONLINE`,
        /// `SHUTTING_DOWN`, `RESTARTING`, `HIGH_TEMP`, `MAX_TEMP`, `BATTERY_LOW` or
        /// `BATTERY_CRITICAL`.
        #[serde(rename = "type")]
        pub kind: String,
        /// When it happened by the reader's clock: date and time with an offset, in one of the
        /// forms of contract 1.6.
        pub when: String,
    }
}

impl ReadIn {
    /// The read, or `None` if it is invalid and has to be dropped.
    #[must_use]
    pub fn checked(self) -> Option<Read> {
        if !is_identity(&self.identifier, 100) || self.seconds < 0 || self.milliseconds < 0 {
            return None;
        }
        let ident_type = IdentKind::named(&self.ident_type.to_lowercase())?;
        let kind = ReadKind::named(&self.kind.to_lowercase())?;
        Some(Read {
            identifier: self.identifier,
            seconds: self.seconds,
            milliseconds: self.milliseconds,
            ident_type,
            kind,
            antenna: self.antenna,
            reader: cut(self.reader, 50),
            rssi: cut(self.rssi, 10),
        })
    }
}

impl NotificationIn {
    /// The kind of the notification, and when it happened.
    ///
    /// # Errors
    /// [`Invalid`] names the field that is not accepted.
    pub fn checked(&self) -> Result<(NotificationKind, EventTime), Invalid> {
        let kind = NotificationKind::named(&self.kind).ok_or(Invalid::new(
            "type",
            "one of the types of a notification, such as UPS_ONLINE",
        ))?;
        let when = EventTime::parse(&self.when)
            .map_err(|_| Invalid::new("when", "a real date and time with an offset"))?;
        Ok((kind, when))
    }
}

/// Answer of `GET /readers`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readers {
    /// The account's readers: the names of its living keys of type `write`, in ascending order.
    pub readers: Vec<Reader>,
}

/// A reader: a machine that uploads reads with a key of its own.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reader {
    /// The name of its key.
    pub name: String,
}

/// Answer of `GET /reads`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reads {
    /// Number of reads in this answer. If not all of them fit, it ends early, at a whole second.
    pub count: usize,
    /// The reads, oldest first.
    pub reads: Vec<Read>,
    /// The reader's latest notification, if it is at most five minutes old; otherwise null.
    pub notification: Option<Notification>,
}

/// Answer of `GET /notifications/get`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShownNotification {
    /// The reader's name, as in the request.
    pub reader: String,
    /// Its latest notification, at most five minutes old.
    pub notification: Notification,
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn sent() -> ReadIn {
        ReadIn {
            identifier: "E28000000088".into(),
            seconds: 1_777_740_310,
            milliseconds: 120,
            ident_type: "chip".into(),
            kind: "reader".into(),
            antenna: 2,
            reader: "A".into(),
            rssi: "-55".into(),
        }
    }

    #[rstest]
    #[case(sent())]
    #[case(ReadIn { ident_type: "CHIP".into(), kind: "Reader".into(), ..sent() })]
    fn types_are_lower_cased(#[case] sent: ReadIn) {
        let expected = r#"{"identifier":"E28000000088","seconds":1777740310,"milliseconds":120,"ident_type":"chip","type":"reader","antenna":2,"reader":"A","rssi":"-55"}"#;
        assert_eq!(
            serde_json::to_string(&sent.checked().unwrap()).unwrap(),
            expected
        );
    }

    #[rstest]
    #[case(ReadIn { identifier: "é".repeat(100), ..sent() }, true)]
    #[case(ReadIn { identifier: "é".repeat(101), ..sent() }, false)]
    #[case(ReadIn { identifier: String::new(), ..sent() }, false)]
    #[case(ReadIn { seconds: 0, milliseconds: 0, ..sent() }, true)]
    #[case(ReadIn { seconds: i64::MAX, milliseconds: i64::MAX, antenna: i64::MIN, ..sent() }, true)]
    #[case(ReadIn { seconds: -1, ..sent() }, false)]
    #[case(ReadIn { milliseconds: -1, ..sent() }, false)]
    #[case(ReadIn { ident_type: "bib".into(), kind: "MANUAL".into(), ..sent() }, true)]
    #[case(ReadIn { ident_type: "tag".into(), ..sent() }, false)]
    #[case(ReadIn { ident_type: " chip".into(), ..sent() }, false)]
    #[case(ReadIn { kind: "chip".into(), ..sent() }, false)]
    #[case(ReadIn::default(), false)]
    fn a_read_is_checked_against_its_limits(#[case] sent: ReadIn, #[case] expected: bool) {
        assert_eq!(sent.checked().is_some(), expected);
    }

    #[test]
    fn labels_are_cut() {
        let read = ReadIn {
            reader: "é".repeat(60),
            rssi: "0123456789ab".into(),
            ..sent()
        }
        .checked()
        .unwrap();
        assert_eq!(
            (read.reader.chars().count(), read.rssi.as_str()),
            (50, "0123456789")
        );
    }

    #[rstest]
    #[case("UPS_ONLINE", "2026-05-02T16:45:02Z", Ok(()))]
    #[case("UPS_ONLINE", "2026/05/02 16:45:02 +02:00", Ok(()))]
    #[case("ups_online", "2026-05-02T16:45:02Z", Err("type"))]
    #[case("", "2026-05-02T16:45:02Z", Err("type"))]
    #[case("UPS_ONLINE", "2026-05-02T16:45:02", Err("when"))]
    #[case("UPS_ONLINE", "", Err("when"))]
    fn a_notification_needs_a_known_type_and_an_offset(
        #[case] kind: &str,
        #[case] when: &str,
        #[case] expected: Result<(), &str>,
    ) {
        let checked = NotificationIn {
            kind: kind.to_owned(),
            when: when.to_owned(),
        }
        .checked();
        assert_eq!(
            checked.map(|_| ()).map_err(|invalid| invalid.field),
            expected
        );
    }
}
