//! A test's own tables, buckets and secrets, as `chute serve` has them: those of the template, in a
//! folder that is removed with it.

#![expect(
    clippy::expect_used,
    reason = "for tests: what fails is the end of one"
)]

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

use chute_domain::account::Realm;
use chute_serve::{
    LocalAws, Taken,
    operator::{self, Operator, Socket},
};
use chute_store::{
    Store,
    port::{Answer, AttributeValue, Call, Query, Write},
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{runtime::Runtime, sync::watch};

use crate::emulated::{Emulated, Queued, wait};

/// How long a call may take on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// Replaces AWS for one test. Dropping it ends it and removes its data.
#[derive(Debug)]
pub struct Backend {
    aws: Mutex<LocalAws>,
    /// `None` only while this is being dropped.
    runtime: Option<Runtime>,
    folder: TempDir,
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
        Self {
            aws: Mutex::new(aws),
            runtime: Some(runtime),
            folder,
            emulated,
            looks: AtomicU64::new(1),
        }
    }

    /// The value that the variable would have (`EVENTS_TABLE` …).
    #[must_use]
    pub fn name(&self, realm: Realm, variable: &str) -> String {
        self.names(realm).remove(variable).unwrap_or_default()
    }

    fn names(&self, realm: Realm) -> BTreeMap<String, String> {
        let mut names = self.with(|aws| aws.variables(realm));
        names.extend(self.emulated.iter().flat_map(Emulated::variables));
        names
    }

    /// The tables and buckets of a host, called without a network as in `chute serve`, and its
    /// services: also without one, except where they are the emulator's.
    pub async fn store(&self, realm: Realm) -> Store {
        let store = self.with(|aws| aws.store(realm));
        match &self.emulated {
            Some(emulated) => emulated.store(store, self.names(realm)).await,
            None => store,
        }
    }

    /// The same through the socket that the operator's command uses.
    pub async fn store_of_operator(&self, realm: Realm) -> Store {
        let names = self.with(|aws| aws.variables(realm));
        let store = self.store(realm).await;
        let runtime = self.runtime.as_ref().expect("a runtime");
        let socket = {
            let _in_it = runtime.enter();
            Socket::open(self.folder.path()).expect("a socket")
        };
        runtime.spawn(async move {
            let (_never, ended) = watch::channel(false);
            socket.serve(operator::router(&store), ended).await;
        });
        let connected = Operator::connect(&self.folder.path().join(operator::NAME)).await;
        connected
            .expect("an answer")
            .store(|variable| names.get(variable).cloned().unwrap_or_default())
    }

    /// Writes an item as it is (DynamoDB's JSON), bypassing all rules of the store.
    pub fn put(&self, variable: &str, item: &Value) {
        let item = serde_json::from_value(item.clone()).expect("an item");
        let put = Write::put(&self.name(Realm::Account, variable), item);
        self.table_call(Call::Write(put));
    }

    /// All items of a table as text: for tests that search all of it.
    #[must_use]
    pub fn text(&self, variable: &str) -> String {
        let all = Query::scan(&self.name(Realm::Account, variable));
        Value::Array(self.pages(all)).to_string()
    }

    /// The items of a partition whose sort key begins with `prefix`, as stored in the table.
    #[must_use]
    pub fn items(&self, variable: &str, partition: &str, prefix: &str) -> Vec<Value> {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        let table = self.name(Realm::Account, variable);
        let query = Query::new(&table, "p = :p AND begins_with(q, :q)");
        self.pages(query.value(":p", text(partition)).value(":q", text(prefix)))
    }

    /// All pages of an answer; a page has at most a megabyte.
    fn pages(&self, mut query: Query) -> Vec<Value> {
        let mut items = Vec::new();
        loop {
            let page = self.table_call(Call::Query(query.clone()));
            let json = |item| serde_json::to_value(item).expect("JSON");
            items.extend(page.items.into_iter().map(json));
            if page.next.is_none() {
                return items;
            }
            query = query.from(page.next);
        }
    }

    fn table_call(&self, call: Call) -> Answer {
        let tables = self.with(|aws| aws.store(Realm::Account)).ports().tables;
        let runtime = self.runtime.as_ref().expect("a runtime");
        wait(runtime.handle(), tables.call(call)).expect("an answer")
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
        let text = |text: &Value, field: &str| text[field].as_str().unwrap_or_default().to_owned();
        let kept = self.with(|aws| aws.texts()).expect("texts");
        let kept = kept.as_array().into_iter().flatten();
        kept.map(|kept| (text(kept, "phone"), text(kept, "message")))
            .collect()
    }

    /// The e-mails that SES has taken, as they were sent, oldest first.
    #[must_use]
    pub fn mails(&self) -> Vec<Value> {
        if let Some(emulated) = &self.emulated {
            return emulated.mails();
        }
        let kept = self.with(|aws| aws.mails()).expect("mails");
        kept.as_array().cloned().unwrap_or_default()
    }

    /// Lets SES send from this domain, as if an operator had verified it; this process's own SES
    /// does not check.
    pub fn verify_domain(&self, domain: &str) {
        if let Some(emulated) = &self.emulated {
            emulated.verify(domain);
        }
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
