//! SQS, SNS and SES of the AWS emulator, in place of those of this process.
//!
//! Tables, buckets and secrets are those of this process. The emulator keeps accounts apart and
//! accepts any twelve digits as one, so each test has an account of its own there: no other test
//! takes its messages, and it does not see the texts and e-mails of others. Lambda's part is played
//! here: messages, including hidden ones, are received and removed.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "for tests: what fails is the end of one, and a missing field is null"
)]

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::UNIX_EPOCH,
};

use aws_sdk_sqs::{
    Client,
    config::{BehaviorVersion, Config, Credentials, Region},
    types::{
        ChangeMessageVisibilityBatchRequestEntry, DeleteMessageBatchRequestEntry,
        QueueAttributeName,
    },
};
use chute_serve::template::Template;
use chute_store::{
    Ports, Store,
    port::{self, ServiceAnswer, ServiceCall, ServiceError},
};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::runtime::Handle;

use crate::http;

/// The secret that the emulator expects from callers that sign as an account.
const SECRET: &str = "test";
/// As in [`chute_store::Store::signed_by`].
const REGION: &str = "local";
/// The maximum number of messages that SQS accepts or hands out in one call.
const AT_ONCE: usize = 10;
const FAILURES: &str = "AlertFailures";
/// The queues of the template by the variables that name them.
const QUEUES: [(&str, &str); 3] = [
    ("ALERT_FINISHES_QUEUE", "AlertFinishes"),
    ("ALERT_SPLITS_QUEUE", "AlertSplits"),
    ("ALERT_OTHERS_QUEUE", "AlertOthers"),
];

/// A message as a worker gets it from a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queued {
    /// Its id, which never changes.
    pub id: String,
    /// The receipt for hiding or removing it, valid until it is handed out again.
    pub receipt: String,
    /// Its text.
    pub body: String,
}

/// An account at the emulator with the queues of the template, which are deleted when it is
/// dropped.
#[derive(Debug)]
pub(crate) struct Emulated {
    url: String,
    account: String,
    sqs: Client,
    runtime: Handle,
    failures: String,
    /// By variable.
    queues: BTreeMap<&'static str, Queue>,
}

#[derive(Debug)]
struct Queue {
    url: String,
    /// The receipts of messages that were handed out and not removed, by message.
    handed_out: Mutex<HashMap<String, String>>,
}

impl Emulated {
    /// Opens an account that was never used before, with empty queues.
    pub(crate) fn open(url: &str, runtime: Handle) -> Self {
        static ACCOUNTS: AtomicU64 = AtomicU64::new(0);
        let since = UNIX_EPOCH.elapsed().expect("a clock").as_micros();
        let account = format!(
            "9{:08}{:03}",
            since % 100_000_000,
            ACCOUNTS.fetch_add(1, SeqCst) % 1_000
        );
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new(REGION))
            .endpoint_url(url)
            .credentials_provider(Credentials::new(&account, SECRET, None, None, "given"));
        let sqs = Client::from_conf(config.build());
        let template = Template::of_this_build().expect("the template");
        let (failures, queues) = wait(&runtime, async {
            let failures = make(&sqs, template, FAILURES, None).await;
            let arn = sqs
                .get_queue_attributes()
                .queue_url(&failures)
                .attribute_names(QueueAttributeName::QueueArn)
                .send()
                .await;
            let arn = arn
                .expect("a queue")
                .attributes
                .unwrap_or_default()
                .remove(&QueueAttributeName::QueueArn)
                .expect("an ARN");
            let mut queues = BTreeMap::new();
            for (variable, name) in QUEUES {
                let url = make(&sqs, template, name, Some(&arn)).await;
                queues.insert(
                    variable,
                    Queue {
                        url,
                        handed_out: Mutex::default(),
                    },
                );
            }
            (failures, queues)
        });
        Self {
            url: url.to_owned(),
            account,
            sqs,
            runtime,
            failures,
            queues,
        }
    }

    /// The same store with these names and with this account's texts, e-mails and queues.
    pub(crate) async fn store(&self, here: Store, names: BTreeMap<String, String>) -> Store {
        let key = (self.account.clone(), SECRET.to_owned());
        let name = |variable: &str| names.get(variable).cloned().unwrap_or_default();
        let emulator = Store::signed_by(key, &self.url, name).await;
        let here = here.ports();
        let services = Arc::new(Services {
            secrets: here.services,
            others: emulator.ports().services,
        });
        emulator.with_ports(Ports { services, ..here })
    }

    /// The values of the queues' variables.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (String, String)> {
        self.queues
            .iter()
            .map(|(variable, queue)| ((*variable).to_owned(), queue.url.clone()))
    }

    pub(crate) fn messages(&self, variable: &str) -> Vec<Queued> {
        let queue = &self.queues[variable];
        wait(&self.runtime, async {
            for some in queue.receipts().chunks(AT_ONCE) {
                let entries = some.iter().enumerate().map(|(at, receipt)| {
                    let entry = ChangeMessageVisibilityBatchRequestEntry::builder()
                        .id(at.to_string())
                        .receipt_handle(receipt);
                    entry.visibility_timeout(0).build().expect("an entry")
                });
                let shown = self
                    .sqs
                    .change_message_visibility_batch()
                    .queue_url(&queue.url)
                    .set_entries(Some(entries.collect()));
                shown.send().await.expect("the emulator");
            }
            let mut found = Vec::new();
            loop {
                let received = self
                    .sqs
                    .receive_message()
                    .queue_url(&queue.url)
                    .max_number_of_messages(10)
                    .send()
                    .await;
                let messages = received.expect("the emulator").messages.unwrap_or_default();
                if messages.is_empty() {
                    break;
                }
                found.extend(messages.into_iter().map(|message| Queued {
                    id: message.message_id.expect("an id"),
                    receipt: message.receipt_handle.expect("a receipt"),
                    body: message.body.expect("a body"),
                }));
            }
            queue.note(&found);
            found
        })
    }

    pub(crate) fn remove(&self, variable: &str, receipts: &[String]) {
        let queue = &self.queues[variable];
        wait(&self.runtime, async {
            for some in receipts.chunks(AT_ONCE) {
                let entries = some.iter().enumerate().map(|(at, receipt)| {
                    DeleteMessageBatchRequestEntry::builder()
                        .id(at.to_string())
                        .receipt_handle(receipt)
                        .build()
                        .expect("an entry")
                });
                let removed = self
                    .sqs
                    .delete_message_batch()
                    .queue_url(&queue.url)
                    .set_entries(Some(entries.collect()))
                    .send()
                    .await;
                let failed = removed.expect("the emulator").failed;
                assert!(
                    failed
                        .iter()
                        .all(|entry| entry.code == "ReceiptHandleIsInvalid"),
                    "{failed:?}"
                );
            }
        });
        queue.forget(receipts);
    }

    pub(crate) fn texts(&self) -> Vec<(String, String)> {
        let path = format!(
            "/_ministack/sns/sms-messages?account={}&region={REGION}",
            self.account
        );
        let found = http::call(&self.url, "GET", &path, &[], None).json();
        let by_phone = found["sms_messages"]
            .as_object()
            .expect("the emulator's list of texts");
        let text = |phone: &String, text: &Value| {
            (
                phone.clone(),
                text["Message"].as_str().expect("words").to_owned(),
            )
        };
        by_phone
            .iter()
            .flat_map(|(phone, texts)| {
                texts
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(move |one| text(phone, one))
            })
            .collect()
    }
}

impl Emulated {
    /// The e-mails, in the form in which this process keeps them.
    pub(crate) fn mails(&self) -> Vec<Value> {
        let found = http::call(
            &self.url,
            "GET",
            &format!("/_ministack/ses/messages?account={}", self.account),
            &[],
            None,
        )
        .json();
        let mail = |mail: &Value| {
            let headers = mail["Headers"].as_array().into_iter().flatten();
            let headers = headers.map(|header| {
                (
                    header["Name"].as_str().expect("a name").to_owned(),
                    header["Value"].clone(),
                )
            });
            json!({"to": mail["To"][0], "from": mail["Source"], "subject": mail["Subject"], "text": mail["BodyText"], "html": mail["BodyHtml"],
                "headers": headers.collect::<serde_json::Map<_, _>>()})
        };
        found["messages"][&self.account]
            .as_array()
            .into_iter()
            .flatten()
            .map(mail)
            .collect()
    }

    /// Registers this domain as a sender of the account: SES accepts no other.
    pub(crate) fn verify(&self, domain: &str) {
        // the access key tells who calls; the signature is not checked
        let signed = format!(
            "AWS4-HMAC-SHA256 Credential={}/20260101/{REGION}/ses/aws4_request, SignedHeaders=host, Signature=0",
            self.account
        );
        let headers = [
            ("Authorization", signed.as_str()),
            ("Content-Type", "application/json"),
        ];
        let body = json!({ "EmailIdentity": domain }).to_string();
        let reply = http::call(
            &self.url,
            "POST",
            "/v2/email/identities",
            &headers,
            Some(body.as_bytes()),
        );
        assert_eq!(
            reply.status,
            200,
            "{}",
            String::from_utf8_lossy(&reply.body)
        );
    }
}

/// Those of the emulator, but the secrets of this process.
#[derive(Debug)]
struct Services {
    secrets: Arc<dyn port::Services>,
    others: Arc<dyn port::Services>,
}

impl port::Services for Services {
    fn call(&self, call: ServiceCall) -> BoxFuture<'_, Result<ServiceAnswer, ServiceError>> {
        match &call {
            ServiceCall::Secret(_) => self.secrets.call(call),
            _ => self.others.call(call),
        }
    }
}

impl Drop for Emulated {
    fn drop(&mut self) {
        let urls = self
            .queues
            .values()
            .map(|queue| &queue.url)
            .chain([&self.failures]);
        wait(&self.runtime, async {
            for url in urls {
                // an emulator that has ended has no queues
                let _ = self.sqs.delete_queue().queue_url(url).send().await;
            }
        });
    }
}

impl Queue {
    fn receipts(&self) -> Vec<String> {
        self.handed_out
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect()
    }

    fn note(&self, found: &[Queued]) {
        let receipts = found
            .iter()
            .map(|message| (message.id.clone(), message.receipt.clone()));
        self.handed_out
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(receipts);
    }

    fn forget(&self, removed: &[String]) {
        self.handed_out
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, receipt| !removed.contains(receipt));
    }
}

/// Creates a queue as the template defines it; messages that are given up go to `failures`. Returns
/// its address.
async fn make(sqs: &Client, template: &Template, name: &str, failures: Option<&str>) -> String {
    let properties = template.properties(name).expect("a queue of the template");
    let said = |attribute: &str| {
        properties[attribute]
            .as_u64()
            .map(|number| number.to_string())
    };
    let redrive = failures.map(|arn| {
        let most = properties["RedrivePolicy"]["maxReceiveCount"]
            .as_u64()
            .expect("how often a message is tried");
        json!({"deadLetterTargetArn": arn, "maxReceiveCount": most}).to_string()
    });
    let attributes = [
        (QueueAttributeName::FifoQueue, Some("true".to_owned())),
        (
            QueueAttributeName::VisibilityTimeout,
            said("VisibilityTimeout"),
        ),
        (
            QueueAttributeName::MessageRetentionPeriod,
            said("MessageRetentionPeriod"),
        ),
        (QueueAttributeName::RedrivePolicy, redrive),
    ];
    let attributes = attributes
        .into_iter()
        .filter_map(|(attribute, value)| Some((attribute, value?)))
        .collect();
    let made = sqs
        .create_queue()
        .queue_name(format!("{name}.fifo"))
        .set_attributes(Some(attributes))
        .send()
        .await;
    made.expect("the emulator (make test starts it)")
        .queue_url
        .expect("an address")
}

/// Runs the task to its end on a thread of its own: the caller is inside a runtime, which must not
/// be blocked.
pub(crate) fn wait<T: Send>(runtime: &Handle, task: impl Future<Output = T> + Send) -> T {
    std::thread::scope(|scope| {
        scope
            .spawn(|| runtime.block_on(task))
            .join()
            .expect("an answer")
    })
}
