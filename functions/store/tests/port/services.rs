//! Queues, texts, e-mails and secrets.

use std::{collections::BTreeMap, env, sync::Arc};

use aws_sdk_secretsmanager::{
    Client,
    config::{BehaviorVersion, Config, Credentials, Region},
};
use chute_domain::account::Realm;
use chute_edge::Backend;
use chute_store::port::{Mail, Message, Order, ServiceCall, ServiceError, Services, TextMessage};
use serde_json::json;

use crate::emulated;

/// The variable that names the queue of these tests, which is empty.
const QUEUE: &str = "ALERT_FINISHES_QUEUE";
/// The same for a secret.
const SECRET: &str = "PUSH_SECRET";

/// One of those who answer a store, and what it has taken.
struct Under {
    name: &'static str,
    services: Arc<dyn Services>,
    backend: Backend,
    queue: String,
}

/// Runs a test on each of the adapters.
async fn on_each(test: impl AsyncFn(&Under)) {
    let (backend, other) = (Backend::open(), Backend::open());
    let by_socket = other.store_of_operator(Realm::Account).await;
    let mut all = vec![
        ("this process", backend.store(Realm::Account).await, backend),
        ("this process, by its socket", by_socket, other),
    ];
    if let Ok(url) = env::var("CHUTE_EMULATOR") {
        let backend = Backend::with_queues_of(&url);
        all.push(("the emulator", backend.store(Realm::Account).await, backend));
    }
    for (name, store, backend) in all {
        println!("{name}");
        let under = Under {
            name,
            services: store.ports().services,
            queue: backend.name(Realm::Account, QUEUE),
            backend,
        };
        test(&under).await;
    }
}

impl Under {
    async fn done(&self, call: ServiceCall) {
        let made = self.services.call(call).await;
        assert_eq!(made.expect(self.name), Vec::<Vec<u8>>::new());
    }

    /// Queues messages of these groups; what they say is also what tells them apart.
    async fn queue(&self, messages: &[(&str, &str)]) {
        let message = |(group, said): &(&str, &str)| Message {
            body: (*said).to_owned(),
            order: Some(Order {
                group: (*group).to_owned(),
                same: (*said).to_owned(),
            }),
        };
        self.done(ServiceCall::Queue {
            queue: self.queue.clone(),
            messages: messages.iter().map(message).collect(),
        })
        .await;
    }

    fn waiting(&self) -> Vec<String> {
        let found = self.backend.messages(QUEUE).into_iter();
        found.map(|message| message.body).collect()
    }
}

#[tokio::test]
async fn messages_of_a_group_come_in_their_order() {
    on_each(async |under| {
        under.queue(&[("a", "a1"), ("b", "b1"), ("a", "a2")]).await;
        under.queue(&[("b", "b2"), ("a", "a3")]).await;
        let found = under.waiting();
        let of = |group: &str| -> Vec<&str> {
            let some = found.iter().map(String::as_str);
            some.filter(|said| said.starts_with(group)).collect()
        };
        assert_eq!(
            (of("a"), of("b")),
            (vec!["a1", "a2", "a3"], vec!["b1", "b2"])
        );
    })
    .await;
}

#[tokio::test]
async fn the_same_message_is_queued_once() {
    on_each(async |under| {
        under.queue(&[("a", "a1"), ("a", "a1")]).await;
        under.queue(&[("b", "a1"), ("a", "a2")]).await;
        assert_eq!(under.waiting(), ["a1", "a2"]);
    })
    .await;
}

#[tokio::test]
async fn a_message_is_hidden_as_long_as_it_is_there() {
    on_each(async |under| {
        under.queue(&[("a", "a1")]).await;
        let receipt = under.backend.messages(QUEUE).remove(0).receipt;
        let hide = ServiceCall::Hide {
            queue: under.queue.clone(),
            receipt: receipt.clone(),
            seconds: 30,
        };
        under.done(hide.clone()).await;
        under.backend.remove_messages(QUEUE, &[receipt]);
        assert!(under.services.call(hide).await.is_err(), "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn a_text_says_what_it_was_given() {
    on_each(async |under| {
        let (phone, message) = ("+15551234567".to_owned(), "Ana Ruiz: 40:00 – 2ª".to_owned());
        under
            .done(ServiceCall::Text(TextMessage {
                phone: phone.clone(),
                message: message.clone(),
                origination: String::new(),
                most_micros: 20_000,
            }))
            .await;
        assert_eq!(under.backend.texts(), [(phone, message)]);
    })
    .await;
}

#[tokio::test]
async fn a_mail_has_its_headers_and_both_bodies() {
    on_each(async |under| {
        under.backend.verify_domain("hill.example");
        let unsubscribe = ("List-Unsubscribe".to_owned(), "<https://x.example/>".to_owned());
        under
            .done(ServiceCall::Mail(Mail {
                to: "bea@example.org".to_owned(),
                from: "\"Hill\" <alerts@hill.example>".to_owned(),
                subject: "Ana Ruiz finished – River".to_owned(),
                headers: BTreeMap::from([unsubscribe]),
                text: "words".to_owned(),
                html: "<p>words</p>".to_owned(),
            }))
            .await;
        let expected = json!({
            "to": "bea@example.org", "from": "\"Hill\" <alerts@hill.example>", "subject": "Ana Ruiz finished – River",
            "headers": {"List-Unsubscribe": "<https://x.example/>"}, "text": "words", "html": "<p>words</p>",
        });
        assert_eq!(under.backend.mails(), [expected]);
    })
    .await;
}

/// Whoever has secrets, under this name the one that `rotate` changes.
async fn versions(services: &dyn Services, name: &str, rotate: impl AsyncFn(&str)) {
    let read = async || services.call(ServiceCall::Secret(name.to_owned())).await;
    let [first] = read().await.expect("a secret").try_into().expect("one");
    for (new, before) in [("second", first), ("third", b"second".to_vec())] {
        rotate(new).await;
        let found = read().await.expect("a secret");
        assert_eq!(found, [new.as_bytes().to_vec(), before]);
    }
    let nothing = ServiceCall::Secret(format!("{name}-of-nobody"));
    assert!(matches!(
        services.call(nothing).await,
        Err(ServiceError::Refused(_) | ServiceError::Unknown(_))
    ));
}

#[tokio::test]
async fn a_secret_has_its_version_and_the_one_before() {
    let here = Backend::open();
    let services = here.store(Realm::Account).await.ports().services;
    let name = here.name(Realm::Account, SECRET);
    let rotate = async |value: &str| here.rotate(Realm::Account, SECRET, value);
    versions(&*services, &name, rotate).await;

    let Ok(url) = env::var("CHUTE_EMULATOR") else {
        return;
    };
    let adapter = emulated(url).await;
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("local"))
        .endpoint_url(&adapter.url)
        .credentials_provider(Credentials::new(
            &adapter.account,
            "test",
            None,
            None,
            "given",
        ));
    let client = Client::from_conf(config.build());
    let create = client.create_secret().name("port").secret_string("first");
    create.send().await.expect("a secret");
    let rotate = async |value: &str| {
        let put = client
            .put_secret_value()
            .secret_id("port")
            .secret_string(value);
        put.send().await.expect("a new value");
    };
    versions(&*adapter.store.ports().services, "port", rotate).await;
}
