//! Confirmations, replies and the choice of the sender, with the settings of a deployment (contract
//! 8.1, 8.2, 8.6, 8.7). The clock is real.

use aws_lc_rs::hmac;
use axum::Router;
use base64::{Engine, engine::general_purpose::STANDARD};
use chute_api::{
    alerts::{Alerts, Provider},
    workers::inbound,
};
use chute_domain::{
    key::KeyKind,
    phone::Phone,
    race::Slug,
    subscription::{Confirmation, Delivery, Sender},
};
use chute_testkit::{Reply, Request, block_on, clock, stored};
use rstest::rstest;
use serde_json::{Value, json};

use crate::test_app::LimitsApp;

const ADDRESS: &str = "https://races.example.org/api/twilio";
const TOKEN: &[u8] = b"12345";

fn now_s() -> u32 {
    u32::try_from(clock::now_s()).expect("before 2106")
}

/// A phone, an event that began an hour ago, and a host with its settings.
struct Scene {
    app: LimitsApp,
    host: Router,
    alerts: Alerts,
    slug: String,
    phone: Phone,
}

impl Scene {
    async fn new(alerts: Alerts) -> Self {
        let app = LimitsApp::open().await;
        let (host, slug) = (
            app.host(alerts.clone()).await,
            app.event("Río 10K", now_s() - 3_600).await,
        );
        let phone =
            Phone::subscriber(&app.phone(5_000 + app.unique(), u64::from(std::process::id())))
                .expect("a phone");
        Self {
            app,
            host,
            alerts,
            slug,
            phone,
        }
    }

    async fn subscribe(&self, bib: &str) -> u16 {
        self.subscribe_to(bib, ("", "")).await
    }

    async fn subscribe_to(&self, bib: &str, (first, last): (&str, &str)) -> u16 {
        let body = json!({"slug": self.slug, "year": "2026", "bib": bib, "first": first, "last": last, "phone": self.phone.ten_digits()});
        let request = Request::post("/sms/add")
            .peer(&self.app.address(self.app.unique(), 1))
            .json(&body);
        request.send(&self.host).await.status
    }

    /// Delivers a reply as the carrier service publishes it to the topic.
    async fn reply(&self, id: &str, text: &str) {
        let message = json!({"originationNumber": self.phone.e164(), "destinationNumber": "+12065550100", "messageKeyword": "KEYWORD",
            "messageBody": text, "inboundMessageId": id, "previousPublishedMessageId": "x"});
        self.deliver(&message.to_string()).await;
    }

    async fn deliver(&self, message: &str) {
        let event = json!({"Records": [{"EventVersion": "1.0", "EventSubscriptionArn": "arn", "EventSource": "aws:sns", "Sns": {
            "SignatureVersion": "1", "Timestamp": "2026-05-02T08:00:00Z", "Signature": "s", "SigningCertUrl": "https://x", "MessageId": "m",
            "Message": message, "MessageAttributes": {}, "Type": "Notification", "UnsubscribeUrl": "https://x", "TopicArn": "arn", "Subject": null}}]});
        inbound::run(
            &self.app.store,
            &self.alerts,
            serde_json::from_value(event).expect("an event"),
        )
        .await
        .expect("the worker");
    }

    fn texts(&self) -> Vec<String> {
        self.app
            .texts()
            .remove(self.phone.e164())
            .unwrap_or_default()
    }

    async fn confirmation(&self) -> Option<Confirmation> {
        self.app
            .store
            .confirmation(
                &self.phone,
                &Slug::new(&self.slug).year("2026"),
                i64::from(now_s()),
            )
            .await
            .expect("the table")
    }

    async fn is_blocked(&self) -> bool {
        self.app
            .store
            .is_phone_blocked(&self.phone)
            .await
            .expect("the table")
    }

    /// Sends a signed message as the provider forwards it.
    async fn hand_on(&self, text: &str) -> Reply {
        let mut fields = [
            ("Body", text),
            ("From", self.phone.e164()),
            ("To", "+12065550100"),
        ];
        let form = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        fields.sort_unstable();
        let signed = fields
            .iter()
            .fold(ADDRESS.to_owned(), |all, (name, value)| all + name + value);
        let tag = hmac::sign(
            &hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, TOKEN),
            signed.as_bytes(),
        );
        self.webhook(Some(&STANDARD.encode(tag)), &form).await
    }

    async fn webhook(&self, signature: Option<&str>, form: &str) -> Reply {
        let request = Request::post("/twilio")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(form);
        let request = match signature {
            Some(signature) => request.header("X-Twilio-Signature", signature),
            None => request,
        };
        request.send(&self.host).await
    }
}

#[test]
fn a_phone_is_told_once_a_year() {
    block_on(async {
        let scene = Scene::new(Alerts::default()).await;
        assert_eq!(
            (
                scene.subscribe("1").await,
                scene.subscribe("2").await,
                scene.subscribe("1").await
            ),
            (200, 200, 200)
        );
        assert_eq!(
            scene.texts(),
            [
                "Race alerts: alerts for Rio 10K are on, up to 20 msgs per race. Msg & data rates may apply. Reply STOP to end, HELP for help."
            ]
        );
        assert_eq!(
            scene.confirmation().await,
            Some(Confirmation {
                delivery: Delivery::Sent,
                waits_until_s: None
            })
        );
        let stored = scene
            .app
            .store
            .subscriptions_of(&Slug::new(&scene.slug).year("2026"), i64::from(now_s()))
            .await
            .expect("the table");
        assert_eq!(
            stored
                .iter()
                .map(|one| one.bib.as_str())
                .collect::<std::collections::BTreeSet<_>>(),
            ["1", "2"].into()
        );
    });
}

#[test]
fn a_stop_blocks_a_phone_and_a_start_unblocks_it() {
    block_on(async {
        let scene = Scene::new(Alerts::default()).await;
        scene.reply("1", "please STOP").await;
        assert!(scene.is_blocked().await);
        assert_eq!(scene.subscribe("1").await, 200, "the answer does not tell");
        assert_eq!(
            scene.confirmation().await.map(|told| told.delivery),
            Some(Delivery::Suppressed)
        );
        scene.reply("2", "help").await;
        assert!(
            scene.texts().is_empty(),
            "nothing is sent to a blocked phone, and the carrier answers STOP: {:?}",
            scene.texts()
        );
        scene.reply("3", "Start").await;
        assert!(!scene.is_blocked().await);
        scene.reply("4", "friend, go!").await;
        scene.reply("5", "help please").await;
        scene.reply("5", "help please").await;
        assert_eq!(
            scene.texts().len(),
            1,
            "a message that comes twice is answered once"
        );
        for strange in [
            "{}",
            "no JSON",
            r#"{"originationNumber":"x","messageBody":"stop","inboundMessageId":"1"}"#,
        ] {
            scene.deliver(strange).await;
        }
    });
}

#[test]
fn with_double_opt_in_a_subscription_waits_for_yes() {
    block_on(async {
        let scene = Scene::new(Alerts {
            double_opt_in: true,
            carrier_answers: false,
            ..Alerts::default()
        })
        .await;
        scene.reply("0", "yes").await;
        assert!(scene.texts().is_empty(), "nothing waits");
        let from_s = now_s();
        assert_eq!(scene.subscribe("1").await, 200);
        let waits = scene
            .confirmation()
            .await
            .expect("it was told")
            .waits_until_s
            .expect("it waits");
        let asked = i64::from(from_s)..=i64::from(now_s());
        assert!(asked.contains(&(waits - 86_400)), "{waits}, {asked:?}");
        scene.reply("1", "Yes!").await;
        assert_eq!(
            scene.confirmation().await,
            Some(Confirmation {
                delivery: Delivery::Sent,
                waits_until_s: None
            })
        );
        scene.reply("2", "stop").await;
        let texts = scene.texts();
        assert!(
            texts.len() == 3
                && texts[0].contains("reply YES")
                && texts[1].contains("your race alerts are on")
                && texts[2].contains("are off"),
            "{texts:?}"
        );
    });
}

#[test]
fn where_the_timing_client_sends_the_server_texts_nobody() {
    block_on(async {
        let scene = Scene::new(Alerts {
            sender: Sender::TimingClient,
            double_opt_in: true,
            ..Alerts::default()
        })
        .await;
        assert_eq!(
            (scene.subscribe("1").await, scene.subscribe("1").await),
            (200, 200)
        );
        assert_eq!(
            (scene.texts(), scene.confirmation().await),
            (Vec::new(), None),
            "the server tells nobody"
        );
        let value = format!("limits-{}", scene.slug);
        let key = stored::key(&value, "limits", KeyKind::Write);
        stored::add_key(&scene.app.store, &key).await;
        let list = async || {
            let request = Request::post("/sms")
                .bearer(&value)
                .json(&json!({ "slug": scene.slug }));
            let reply = request.send(&scene.host).await;
            serde_json::from_str::<Value>(reply.text()).expect("JSON")
        };
        assert_eq!(
            list().await,
            json!({"subscriptions": [{"bib": "1", "first": "", "last": "", "phone": scene.phone.ten_digits()}]})
        );
        assert_eq!(scene.subscribe_to("0", ("Zoë", "Zed")).await, 200);
        assert_eq!(scene.subscribe_to("2", ("Zoë", "Abel")).await, 200);
        let bibs: Vec<Value> = list().await["subscriptions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|subscription| subscription["bib"].clone())
            .collect();
        assert_eq!(bibs, ["1", "2", "0"], "by last name, of which one has none");
        scene
            .app
            .store
            .block_phone(&scene.phone)
            .await
            .expect("blocks");
        assert_eq!(
            list().await,
            json!({"subscriptions": []}),
            "nobody after us would keep texts from a blocked phone"
        );
        scene
            .app
            .store
            .unblock_phone(&scene.phone)
            .await
            .expect("blocks");
        let body = json!({"slug": scene.slug, "phone": scene.phone.e164()});
        let remove = Request::post("/sms/remove").peer("192.0.2.9").json(&body);
        assert_eq!(remove.send(&scene.host).await.status, 200);
        assert_eq!(list().await, json!({"subscriptions": []}));
    });
}

#[rstest]
#[case("help", "", false)]
#[case("I need help", "Race alerts: your runners' times.", false)]
#[case("STOP", "", true)]
#[case("stop it", "Race alerts: texts are off for this number.", true)]
#[case("hello", "", false)]
fn a_signed_reply_is_answered(#[case] text: &str, #[case] answer: &str, #[case] blocked: bool) {
    block_on(async {
        let provider = Provider {
            address: ADDRESS.to_owned(),
            tokens: vec![TOKEN.to_vec()],
        };
        let scene = Scene::new(Alerts {
            provider: Some(provider),
            carrier_answers: false,
            ..Alerts::default()
        })
        .await;
        let reply = scene.hand_on(text).await;
        assert!(
            reply.status == 200
                && reply.text().starts_with(answer)
                && reply.text().is_empty() == answer.is_empty(),
            "{}",
            reply.text()
        );
        assert!(answer.is_empty() || reply.header("content-type").starts_with("text/plain"));
        assert_eq!(scene.is_blocked().await, blocked);
    });
}

#[test]
fn unsigned_replies_are_refused() {
    block_on(async {
        let provider = Provider {
            address: ADDRESS.to_owned(),
            tokens: vec![TOKEN.to_vec()],
        };
        let scene = Scene::new(Alerts {
            provider: Some(provider),
            ..Alerts::default()
        })
        .await;
        let form = format!("From={}&Body=stop", scene.phone.e164().replace('+', "%2B"));
        for signature in [None, Some(""), Some("AAAA"), Some("not base-64")] {
            let reply = scene.webhook(signature, &form).await;
            assert_eq!((reply.status, reply.text()), (401, ""), "{signature:?}");
        }
        assert!(!scene.is_blocked().await);
        let off = Scene::new(Alerts::default()).await;
        assert_eq!(off.hand_on("stop").await.status, 404);
    });
}
