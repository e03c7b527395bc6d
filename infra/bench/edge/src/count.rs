//! What passed the edge.

use std::collections::BTreeMap;

use chute_store::port::{Answer, Call, Kind, ObjectCall, ServiceCall};

/// What the calls of one request did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls by operation: `PutItem`, `s3:GetObject`, …
    pub calls: BTreeMap<String, usize>,
    /// Items that were written or removed: only by calls that the store carried out.
    pub items_written: usize,
    /// Items that the store read, and one for each look-up that found none.
    pub items_read: usize,
    /// The longest chain of calls in which each began after another one was answered.
    pub round_trips: usize,
    /// Bytes of the calls, as JSON.
    pub bytes_sent: usize,
    /// Bytes of the answers, as JSON.
    pub bytes_received: usize,
}

impl Counts {
    /// All calls.
    #[must_use]
    pub fn total(&self) -> usize {
        self.calls.values().sum()
    }

    /// Calls to tables.
    #[must_use]
    pub fn table_calls(&self) -> usize {
        self.calls
            .iter()
            .filter(|(operation, _)| !operation.starts_with("s3:"))
            .map(|(_, calls)| calls)
            .sum()
    }

    /// Records one call, and how many bytes went each way.
    pub(crate) fn note(&mut self, operation: &str, sent: usize, received: usize) {
        *self.calls.entry(operation.to_owned()).or_default() += 1;
        self.bytes_sent += sent;
        self.bytes_received += received;
    }

    /// Records what a call to the tables did that was carried out.
    pub(crate) fn note_items(&mut self, call: &Call, answer: &Answer) {
        match call {
            Call::Get(_) => self.items_read += 1,
            Call::GetMany { .. } | Call::Query(_) => self.items_read += answer.read.max(1),
            Call::Write(_) => self.items_written += 1,
            Call::WriteMany { puts, deletes, .. } => {
                self.items_written += puts.len() + deletes.len();
            }
            Call::Transact(writes) => self.items_written += writes.len(),
        }
    }
}

/// What AWS calls it.
pub(crate) fn of_tables(call: &Call) -> &'static str {
    match call {
        Call::Get(_) => "GetItem",
        Call::GetMany { .. } => "BatchGetItem",
        Call::Query(query) if query.keys.is_some() => "Query",
        Call::Query(_) => "Scan",
        Call::Write(write) => match write.kind {
            Kind::Put(_) => "PutItem",
            Kind::Update(..) => "UpdateItem",
            Kind::Delete(_) => "DeleteItem",
            Kind::Check(_) => "ConditionCheck",
        },
        Call::WriteMany { .. } => "BatchWriteItem",
        Call::Transact(_) => "TransactWriteItems",
    }
}

/// What AWS calls it.
pub(crate) fn of_buckets(call: &ObjectCall) -> &'static str {
    match call {
        ObjectCall::Get(_) => "s3:GetObject",
        ObjectCall::Head(_) => "s3:HeadObject",
        ObjectCall::Put(_) => "s3:PutObject",
        ObjectCall::Delete(..) => "s3:DeleteObject",
        ObjectCall::DeleteMany { .. } => "s3:DeleteObjects",
        ObjectCall::List(list) if list.versions => "s3:ListObjectVersions",
        ObjectCall::List(_) => "s3:ListObjects",
    }
}

/// What AWS calls it.
pub(crate) fn of_services(call: &ServiceCall) -> &'static str {
    match call {
        ServiceCall::Text(_) => "Publish",
        ServiceCall::Mail(_) => "SendEmail",
        ServiceCall::Queue { .. } => "SendMessageBatch",
        ServiceCall::Hide { .. } => "ChangeMessageVisibility",
        ServiceCall::Redrive(_) => "StartMessageMoveTask",
        ServiceCall::Secret(_) => "GetSecretValue",
    }
}

#[cfg(test)]
mod tests {
    use chute_store::port::{Get, Item, Query, Write};

    use super::*;

    #[test]
    fn items_are_counted_by_what_was_done() {
        let mut counts = Counts::default();
        let filtered = Answer {
            read: 5,
            ..Answer::default()
        };
        let many = Call::WriteMany {
            table: String::new(),
            puts: vec![Item::new(), Item::new()],
            deletes: vec![Item::new()],
        };
        for call in [
            Call::Write(Write::put("t", Item::new())),
            many,
            Call::Query(Query::scan("t")),
            Call::Get(Get::new("t", Item::new())),
        ] {
            counts.note(of_tables(&call), 10, 1);
            counts.note_items(&call, &filtered);
        }
        assert_eq!(
            (counts.items_written, counts.items_read, counts.total()),
            (4, 6, 4)
        );
        assert_eq!((counts.bytes_sent, counts.bytes_received), (40, 4));
        assert_eq!(counts.calls["Scan"], 1);
    }
}
