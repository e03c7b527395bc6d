//! What passed the edge.

use std::collections::BTreeMap;

use serde_json::Value;

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
    /// Bytes of the bodies sent to the store.
    pub bytes_sent: usize,
    /// Bytes of the bodies in its answers.
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

    /// Records one call that the store carried out (a status below 300) or refused.
    pub(crate) fn note(&mut self, operation: &str, request: &[u8], answer: &[u8], done: bool) {
        *self.calls.entry(operation.to_owned()).or_default() += 1;
        self.bytes_sent += request.len();
        self.bytes_received += answer.len();
        if !done || operation.starts_with("s3:") {
            return;
        }
        let json = |bytes| serde_json::from_slice(bytes).unwrap_or(Value::Null);
        self.items_written += written(operation, &json(request));
        self.items_read += read(operation, &json(answer));
    }
}

fn written(operation: &str, request: &Value) -> usize {
    let lists = |of: &Value| {
        of.as_object().map_or(0, |tables| {
            tables
                .values()
                .filter_map(Value::as_array)
                .map(Vec::len)
                .sum()
        })
    };
    match operation {
        "PutItem" | "UpdateItem" | "DeleteItem" => 1,
        "BatchWriteItem" => lists(&request["RequestItems"]),
        "TransactWriteItems" => request["TransactItems"].as_array().map_or(0, Vec::len),
        _ => 0,
    }
}

fn read(operation: &str, answer: &Value) -> usize {
    match operation {
        "GetItem" => 1,
        "Query" | "Scan" => answer["ScannedCount"]
            .as_u64()
            .and_then(|count| usize::try_from(count).ok())
            .unwrap_or_default()
            .max(1),
        "BatchGetItem" => answer["Responses"]
            .as_object()
            .map_or(0, |tables| {
                tables
                    .values()
                    .filter_map(Value::as_array)
                    .map(Vec::len)
                    .sum::<usize>()
            })
            .max(1),
        _ => 0,
    }
}

/// The operation of a call, by its target header (tables) or its verb and address (objects).
#[must_use]
pub fn operation(target: Option<&str>, verb: &str, path: &str, query: &str) -> String {
    if let Some((_, operation)) = target.and_then(|target| target.rsplit_once('.')) {
        return operation.to_owned();
    }
    let of_bucket = path.trim_matches('/').split('/').count() < 2;
    let name = match verb {
        "GET" if query.contains("list-type") => "ListObjects",
        "GET" => "GetObject",
        "PUT" if of_bucket => "CreateBucket",
        "PUT" => "PutObject",
        "POST" if query.contains("delete") => "DeleteObjects",
        other => other,
    };
    format!("s3:{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_counted_by_what_was_done() {
        let mut counts = Counts::default();
        counts.note("PutItem", br#"{"Item":{}}"#, b"{}", true);
        counts.note("PutItem", br#"{"Item":{}}"#, b"{}", false);
        counts.note(
            "BatchWriteItem",
            br#"{"RequestItems":{"a":[{},{}],"b":[{}]}}"#,
            b"{}",
            true,
        );
        counts.note("Query", b"{}", br#"{"Count":2,"ScannedCount":5}"#, true);
        counts.note("GetItem", b"{}", b"{}", true);
        assert_eq!(
            (counts.items_written, counts.items_read, counts.total()),
            (4, 6, 5)
        );
    }

    #[test]
    fn operations_have_names() {
        assert_eq!(
            operation(Some("DynamoDB_20120810.PutItem"), "POST", "/", ""),
            "PutItem"
        );
        assert_eq!(
            operation(None, "GET", "/bucket/a/b", "x-id=GetObject"),
            "s3:GetObject"
        );
        assert_eq!(
            operation(None, "GET", "/bucket", "list-type=2&prefix=a"),
            "s3:ListObjects"
        );
        assert_eq!(
            operation(None, "POST", "/bucket", "delete"),
            "s3:DeleteObjects"
        );
    }
}
