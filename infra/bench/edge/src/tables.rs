//! Tables and buckets of a test's own, made in the emulator and removed at the end, and the tables' streams.

#![expect(clippy::indexing_slicing, reason = "a missing field of a JSON value is null")]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::http;

/// Everything a store asks a name for (`EVENTS_TABLE` …), with the name it has here.
#[derive(Debug)]
pub struct Tables {
    endpoint: String,
    names: BTreeMap<&'static str, String>,
}

/// Variable, whether there is a sort key, whether there is a stream.
const TABLES: [(&str, bool, bool); 12] = [
    ("ACCOUNTS_TABLE", false, false),
    ("KEYS_TABLE", false, false),
    ("EVENTS_TABLE", true, true),
    ("RACES_TABLE", true, true),
    ("PARTICIPANTS_TABLE", true, true),
    ("BIBCHIPS_TABLE", true, false),
    ("SESSIONS_TABLE", true, false),
    ("ATTEMPTS_TABLE", false, false),
    ("SUBSCRIPTIONS_TABLE", true, false),
    ("LINKS_TABLE", true, false),
    ("READS_TABLE", true, false),
    ("NOTIFICATIONS_TABLE", true, false),
];
/// An index of a table.
struct Index {
    of: &'static str,
    name: &'static str,
    kind: &'static str,
    hash: &'static str,
    range: &'static str,
    /// A key of it that is none of the table's: bytes.
    attribute: Option<&'static str>,
}

const INDEXES: [Index; 2] = [
    Index { of: "PARTICIPANTS_TABLE", name: "byStamp", kind: "LocalSecondaryIndexes", hash: "p", range: "s", attribute: Some("s") },
    Index { of: "LINKS_TABLE", name: "byLinked", kind: "GlobalSecondaryIndexes", hash: "q", range: "p", attribute: None },
];
const BUCKETS: [&str; 2] = ["DOWNLOADS_BUCKET", "PRIVATE_BUCKET"];

/// The tables whose streams the publisher reads, in the order of [`TABLES`].
pub const STREAMS: [&str; 3] = ["EVENTS_TABLE", "RACES_TABLE", "PARTICIPANTS_TABLE"];

impl Tables {
    /// Makes tables and buckets whose names begin with `prefix`.
    ///
    /// # Panics
    /// Here and below: when the emulator does not do what is asked; for a test that is the end.
    #[must_use]
    pub fn make(endpoint: &str, prefix: &str) -> Self {
        let name = |variable: &str| format!("{prefix}-{}", variable.to_lowercase().replace('_', "-"));
        let names = TABLES.iter().map(|(variable, ..)| *variable).chain(BUCKETS).map(|variable| (variable, name(variable))).collect();
        let tables = Self { endpoint: endpoint.to_owned(), names };
        for (variable, sorted, streamed) in TABLES {
            tables.make_table(variable, sorted, streamed);
        }
        for variable in BUCKETS {
            tables.s3("PUT", tables.name(variable), None);
        }
        tables
    }

    /// The name that the variable would hold.
    #[must_use]
    pub fn name(&self, variable: &str) -> &str {
        self.names.get(variable).map_or("", String::as_str)
    }

    fn make_table(&self, variable: &str, sorted: bool, streamed: bool) {
        let mut attributes = vec![json!({"AttributeName": "p", "AttributeType": "S"})];
        let mut keys = vec![json!({"AttributeName": "p", "KeyType": "HASH"})];
        if sorted {
            attributes.push(json!({"AttributeName": "q", "AttributeType": "S"}));
            keys.push(json!({"AttributeName": "q", "KeyType": "RANGE"}));
        }
        let mut table = json!({"TableName": self.name(variable), "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": attributes, "KeySchema": keys});
        for index in INDEXES.iter().filter(|index| index.of == variable) {
            let keys = json!([{"AttributeName": index.hash, "KeyType": "HASH"}, {"AttributeName": index.range, "KeyType": "RANGE"}]);
            table[index.kind] = json!([{"IndexName": index.name, "KeySchema": keys, "Projection": {"ProjectionType": "ALL"}}]);
            if let Some(attribute) = index.attribute {
                attributes.push(json!({"AttributeName": attribute, "AttributeType": "B"}));
                table["AttributeDefinitions"] = json!(attributes);
            }
        }
        if streamed {
            table["StreamSpecification"] = json!({"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"});
        }
        self.db("DynamoDB_20120810.CreateTable", &table);
    }

    /// Writes an item as it is (DynamoDB's JSON), past all rules of the store.
    pub fn put(&self, variable: &str, item: &Value) {
        self.db("DynamoDB_20120810.PutItem", &json!({"TableName": self.name(variable), "Item": item}));
    }

    /// All items of a table as text: for tests that look for something anywhere.
    #[must_use]
    pub fn text(&self, variable: &str) -> String {
        self.db("DynamoDB_20120810.Scan", &json!({"TableName": self.name(variable)}))["Items"].to_string()
    }

    /// Removes the tables, and forgets the buckets with what is in them.
    pub fn drop_all(&self) {
        for (variable, ..) in TABLES {
            self.db("DynamoDB_20120810.DeleteTable", &json!({"TableName": self.name(variable)}));
        }
    }

    /// An iterator at the beginning of a table's stream.
    #[must_use]
    pub fn stream(&self, variable: &str) -> Value {
        let table = self.db("DynamoDB_20120810.DescribeTable", &json!({"TableName": self.name(variable)}));
        let arn = table["Table"]["LatestStreamArn"].clone();
        let stream = self.db("DynamoDBStreams_20120810.DescribeStream", &json!({"StreamArn": arn}));
        let shard = stream["StreamDescription"]["Shards"][0]["ShardId"].clone();
        let from = json!({"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"});
        self.db("DynamoDBStreams_20120810.GetShardIterator", &from)["ShardIterator"].clone()
    }

    /// The next records and the iterator after them.
    #[must_use]
    pub fn records(&self, iterator: &Value) -> (Vec<Value>, Value) {
        let mut answer = self.db("DynamoDBStreams_20120810.GetRecords", &json!({"ShardIterator": iterator}));
        let records = answer["Records"].take().as_array().cloned().unwrap_or_default();
        (records, answer["NextShardIterator"].take())
    }

    fn db(&self, target: &str, body: &Value) -> Value {
        let body = body.to_string();
        let headers = [("X-Amz-Target", target), ("Content-Type", "application/x-amz-json-1.0"), ("Authorization", &signature("dynamodb"))];
        let reply = http::call(&self.endpoint, "POST", "/", &headers, Some(body.as_bytes()));
        assert_eq!(reply.status, 200, "{target}: {}", String::from_utf8_lossy(&reply.body));
        reply.json()
    }

    /// A call of Secrets Manager.
    ///
    /// # Panics
    /// When it is refused.
    #[must_use]
    pub fn secrets(&self, action: &str, body: &Value) -> Value {
        let (target, signature) = (format!("secretsmanager.{action}"), signature("secretsmanager"));
        let headers = [("X-Amz-Target", target.as_str()), ("Content-Type", "application/x-amz-json-1.1"), ("Authorization", &signature)];
        let reply = http::call(&self.endpoint, "POST", "/", &headers, Some(body.to_string().as_bytes()));
        assert_eq!(reply.status, 200, "{action}: {}", String::from_utf8_lossy(&reply.body));
        reply.json()
    }

    /// Makes a bucket keep the old versions of its objects, as the deployed ones do.
    pub fn keep_versions(&self, variable: &str) {
        let wanted = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
        self.s3("PUT", &format!("{}?versioning", self.name(variable)), Some(wanted.as_bytes()));
    }

    fn s3(&self, verb: &str, path: &str, body: Option<&[u8]>) {
        let reply = http::call(&self.endpoint, verb, path, &[("Authorization", &signature("s3"))], body);
        assert!(reply.status < 300, "{verb} {path}: {}", reply.status);
    }
}

/// The emulator reads who calls, and does not check the signature.
fn signature(service: &str) -> String {
    format!("AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/{service}/aws4_request, SignedHeaders=host, Signature=0")
}
