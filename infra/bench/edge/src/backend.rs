//! A test's own tables, buckets and secrets, as `chute serve` has them: those of the template, in a
//! folder that is removed with it.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "for tests: what fails is the end of one, and a missing field is null"
)]

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

use chute_domain::account::Realm;
use chute_serve::{LocalAws, Taken};
use chute_store::{Ports, Store};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::{
    emulated::{Emulated, Queued},
    http,
};

/// How long a call may take on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// Replaces AWS for one test, at an address of its own. Dropping it ends it and removes its data.
#[derive(Debug)]
pub struct Backend {
    aws: Mutex<LocalAws>,
    address: SocketAddr,
    /// `None` only while this is being dropped.
    runtime: Option<Runtime>,
    _folder: TempDir,
    emulated: Option<Emulated>,
    looks: AtomicU64,
}

impl Backend {
    /// Starts with empty tables and buckets. Texts and e-mails are kept ([`Self::texts`],
    /// [`Self::mails`]).
    ///
    /// # Panics
    /// Here and below: when something fails.
    #[must_use]
    pub fn open() -> Self {
        Self::begin(None)
    }

    /// The same, but with SQS, SNS and SES of the AWS emulator at this address
    /// (`http://127.0.0.1:4570`).
    #[must_use]
    pub fn with_queues_of(emulator: &str) -> Self {
        Self::begin(Some(emulator))
    }

    fn begin(emulator: Option<&str>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let data = folder.path().join("data");
        let emulated = emulator.map(|url| Emulated::open(url, runtime.handle().clone()));
        let mut aws = LocalAws::open(&data, true, BTreeMap::new()).expect("tables and buckets");
        aws.patience = PATIENCE;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        listener.set_nonblocking(true).expect("a socket");
        let address = listener.local_addr().expect("an address");
        let router = aws.router();
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a socket");
            axum::serve(listener, router).await.expect("a server");
        });
        Self {
            aws: Mutex::new(aws),
            address,
            runtime: Some(runtime),
            _folder: folder,
            emulated,
            looks: AtomicU64::new(1),
        }
    }

    /// The address at which the services answer.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The value that the variable would have (`EVENTS_TABLE` …).
    #[must_use]
    pub fn name(&self, realm: Realm, variable: &str) -> String {
        self.with(|aws| aws.variables(realm))
            .remove(variable)
            .unwrap_or_default()
    }

    /// The tables and buckets of a host, called without a network as in `chute serve`, and its
    /// services: also without one, except where they are the emulator's.
    pub async fn store(&self, realm: Realm) -> Store {
        let store = self.with(|aws| aws.store(realm));
        match &self.emulated {
            Some(emulated) => {
                let mut names = self.with(|aws| aws.variables(realm));
                names.extend(emulated.variables());
                emulated.store(store, names).await
            }
            None => store,
        }
    }

    /// The same with tables and buckets over HTTP at another address.
    pub async fn store_at(&self, endpoint: &str, realm: Realm) -> Store {
        let key = self.with(|aws| aws.credentials());
        let by_http = Store::signed_by(key, endpoint, |_| String::new()).await;
        let store = self.store(realm).await;
        let services = store.ports().services;
        store.with_ports(Ports {
            services,
            ..by_http.ports()
        })
    }

    /// Writes an item as it is (DynamoDB's JSON), bypassing all rules of the store.
    pub fn put(&self, variable: &str, item: &Value) {
        self.dynamodb(
            "PutItem",
            &json!({"TableName": self.name(Realm::Account, variable), "Item": item}),
        );
    }

    /// All items of a table as text: for tests that search all of it.
    #[must_use]
    pub fn text(&self, variable: &str) -> String {
        Value::Array(self.pages(
            "Scan",
            json!({"TableName": self.name(Realm::Account, variable)}),
        ))
        .to_string()
    }

    /// The items of a partition whose sort key begins with `prefix`, as stored in the table.
    #[must_use]
    pub fn items(&self, variable: &str, partition: &str, prefix: &str) -> Vec<Value> {
        self.pages(
            "Query",
            json!({
                "TableName": self.name(Realm::Account, variable),
                "KeyConditionExpression": "p = :p AND begins_with(q, :q)",
                "ExpressionAttributeValues": {":p": {"S": partition}, ":q": {"S": prefix}},
            }),
        )
    }

    /// All pages of an answer; a page has at most a megabyte.
    fn pages(&self, operation: &str, mut asked: Value) -> Vec<Value> {
        let mut items = Vec::new();
        loop {
            let page = self.dynamodb(operation, &asked);
            items.extend(page["Items"].as_array().into_iter().flatten().cloned());
            if page["LastEvaluatedKey"].is_null() {
                return items;
            }
            asked["ExclusiveStartKey"] = page["LastEvaluatedKey"].clone();
        }
    }

    /// The records of the streams since the last call, as AWS hands them to a function.
    #[must_use]
    pub fn records(&self) -> Vec<Value> {
        self.with(LocalAws::records).expect("items")
    }

    /// The messages that a worker can get now from the queue that the variable names, including
    /// hidden ones. From the emulator's queues at most ten of a group; the next ones follow once
    /// these are removed.
    #[must_use]
    pub fn messages(&self, variable: &str) -> Vec<Queued> {
        match &self.emulated {
            Some(emulated) => emulated.messages(variable),
            // so much later than the previous call that nothing is hidden any more
            None => self.take_messages(
                variable,
                usize::MAX,
                self.looks.fetch_add(1, SeqCst) * 1_000_000 + u64::MAX / 4,
            ),
        }
    }

    /// The next messages of the queue that the variable names, at most `most`, as of `now_ms` (unix
    /// milliseconds); the emulator's queues have a clock of their own.
    #[must_use]
    pub fn take_messages(&self, variable: &str, most: usize, now_ms: u64) -> Vec<Queued> {
        assert!(
            self.emulated.is_none(),
            "the emulator's queues go by the machine's clock"
        );
        let queue = self.name(Realm::Account, variable);
        let queued = |taken: Taken| Queued {
            id: taken.id.to_string(),
            receipt: taken.id.to_string(),
            body: taken.body,
        };
        self.with(|aws| aws.take_messages(&queue, most, now_ms))
            .into_iter()
            .map(queued)
            .collect()
    }

    /// Removes messages from the queue that the variable names, by their receipts; messages that
    /// are gone already are skipped.
    pub fn remove_messages(&self, variable: &str, receipts: &[String]) {
        if let Some(emulated) = &self.emulated {
            emulated.remove(variable, receipts);
            return;
        }
        let queue = self.name(Realm::Account, variable);
        let numbers = receipts
            .iter()
            .map(|receipt| receipt.parse().expect("a number"))
            .collect();
        self.with(|aws| aws.remove_messages(&queue, &numbers));
    }

    /// Sets a new value of the secret that the variable names; the previous one stays known, as on
    /// AWS.
    pub fn rotate(&self, realm: Realm, variable: &str, value: &str) {
        let secret = self.name(realm, variable);
        self.with(|aws| aws.rotate(&secret, value))
            .expect("a secret");
    }

    /// The texts that SNS has taken: phone and words, those of each phone oldest first.
    #[must_use]
    pub fn texts(&self) -> Vec<(String, String)> {
        if let Some(emulated) = &self.emulated {
            return emulated.texts();
        }
        let key = format!("Bearer {}", self.with(|aws| aws.credentials()).0);
        let reply = http::call(
            &format!("http://{}", self.address),
            "GET",
            "/texts",
            &[("Authorization", &key)],
            None,
        );
        let text = |text: &Value, field: &str| text[field].as_str().unwrap_or_default().to_owned();
        reply
            .json()
            .as_array()
            .into_iter()
            .flatten()
            .map(|kept| (text(kept, "phone"), text(kept, "message")))
            .collect()
    }

    /// The e-mails that SES has taken, as they were sent, oldest first.
    #[must_use]
    pub fn mails(&self) -> Vec<Value> {
        if let Some(emulated) = &self.emulated {
            return emulated.mails();
        }
        let key = format!("Bearer {}", self.with(|aws| aws.credentials()).0);
        let reply = http::call(
            &format!("http://{}", self.address),
            "GET",
            "/mails",
            &[("Authorization", &key)],
            None,
        );
        reply.json().as_array().cloned().unwrap_or_default()
    }

    /// Lets SES send from this domain, as if an operator had verified it; this process's own SES
    /// does not check.
    pub fn verify_domain(&self, domain: &str) {
        if let Some(emulated) = &self.emulated {
            emulated.verify(domain);
        }
    }

    fn dynamodb(&self, operation: &str, body: &Value) -> Value {
        self.call(
            "dynamodb",
            &format!("DynamoDB_20120810.{operation}"),
            "application/x-amz-json-1.0",
            body,
        )
    }

    fn call(&self, service: &str, target: &str, kind: &str, body: &Value) -> Value {
        let key = self.with(|aws| aws.credentials()).0;
        // any caller with the access key is answered; the signature itself is not checked
        let signed = format!(
            "AWS4-HMAC-SHA256 Credential={key}/20260101/local/{service}/aws4_request, SignedHeaders=host, Signature=0"
        );
        let headers = [
            ("X-Amz-Target", target),
            ("Content-Type", kind),
            ("Authorization", &signed),
        ];
        let reply = http::call(
            &format!("http://{}", self.address),
            "POST",
            "/",
            &headers,
            Some(body.to_string().as_bytes()),
        );
        assert_eq!(
            reply.status,
            200,
            "{target}: {}",
            String::from_utf8_lossy(&reply.body)
        );
        reply.json()
    }

    fn with<T>(&self, ask: impl FnOnce(&mut LocalAws) -> T) -> T {
        ask(&mut self.aws.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        // its queues are deleted while the runtime still exists
        drop(self.emulated.take());
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
