//! Subscriptions of devices: what is stored, for how long, and how often (contract 8.8).

use std::time::Duration;

use chute_api::alerts::Alerts;
use chute_domain::{
    device::PushServices,
    limit::Limit,
    race::Slug,
    stamp::Stamp,
    subscription::{Caps, Language, Sender},
    time::Now,
};
use chute_publisher::Publications;
use chute_store::CleanUp;
use chute_testkit::Reply;
use futures::{StreamExt, stream};
use serde_json::json;

use crate::test_app::{LimitsApp, Stage};

// RFC 8291, section 5
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const DAY_S: u32 = 24 * 60 * 60;

fn endpoint(n: u64) -> String {
    format!("https://fcm.googleapis.com/fcm/send/{n}")
}

impl Stage<'_> {
    pub async fn add_device(&self, source: u64, device: u64, bib: u64, after_s: u32) -> Reply {
        let subscription =
            json!({"endpoint": endpoint(device), "keys": {"p256dh": P256DH, "auth": AUTH}});
        let body = json!({"slug": self.slug, "year": "2026", "bib": bib.to_string(), "subscription": subscription, "language": "es-MX"});
        self.post("/push/add", source, after_s, &body).await
    }

    async fn devices_stored(&self, after_s: u32) -> usize {
        self.app
            .store
            .devices_of(
                &Slug::new(&self.slug).year("2026"),
                i64::from(self.from_s + after_s),
            )
            .await
            .expect("devices")
            .len()
    }
}

#[tokio::test]
async fn a_device_is_stored_with_its_keys_bib_and_language() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    assert_eq!(stage.add_device(1, 1, 88, 0).await.status, 200);
    // a phone follows the same runner
    let sms = json!({"slug": stage.slug, "year": "2026", "bib": "88", "phone": "2065550100"});
    assert_eq!(stage.post("/sms/add", 1, 0, &sms).await.status, 200);
    let found = app
        .store
        .devices_of(
            &Slug::new(&stage.slug).year("2026"),
            i64::from(stage.from_s),
        )
        .await
        .expect("devices");
    let [device] = found.as_slice() else {
        panic!("{}", found.len())
    };
    assert_eq!(
        (
            device.device.endpoint(),
            device.bib.as_str(),
            device.language
        ),
        (endpoint(1).as_str(), "88", Language::Es)
    );
    assert_eq!(device.device.keys(), [P256DH, AUTH].map(ToOwned::to_owned));
    assert_eq!(
        app.store
            .subscriptions_of(
                &Slug::new(&stage.slug).year("2026"),
                i64::from(stage.from_s)
            )
            .await
            .expect("phones")
            .len(),
        1
    );
    // thirty days after the end of a window of ten days
    assert_eq!(
        (
            stage.devices_stored(40 * DAY_S - 1).await,
            stage.devices_stored(40 * DAY_S).await
        ),
        (1, 0)
    );
    let race = Slug::new(&stage.slug).year("2026");
    let read = async |hash: &str| {
        app.store
            .device_subscription(&race, &device.device.id(), hash, i64::from(stage.from_s))
            .await
            .expect("a device")
    };
    assert_eq!(read(&device.hash).await.as_ref(), Some(device));
    assert_eq!(read("another").await, None);
}

#[tokio::test]
async fn a_device_leaves_one_runner_or_all_and_others_stay() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    for (device, bib) in [(1, 88), (1, 89), (1, 90), (2, 88)] {
        assert_eq!(stage.add_device(1, device, bib, 0).await.status, 200);
    }
    let leave = async |more: serde_json::Value| {
        let mut body = json!({"slug": stage.slug, "endpoint": endpoint(1)});
        body.as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        assert_eq!(stage.post("/push/remove", 1, 0, &body).await.status, 200);
        stage.devices_stored(0).await
    };
    assert_eq!(leave(json!({"bib": "8"})).await, 4);
    assert_eq!(leave(json!({"bib": "88"})).await, 3);
    assert_eq!(
        leave(json!({"bib": "89", "first": "Ana"})).await,
        3,
        "as it was sent to push/add"
    );
    assert_eq!(leave(json!({})).await, 1);
    let found = app
        .store
        .devices_of(
            &Slug::new(&stage.slug).year("2026"),
            i64::from(stage.from_s),
        )
        .await
        .expect("devices");
    let race = Slug::new(&stage.slug).year("2026");
    app.store
        .end_device(&race, &found[0].device)
        .await
        .expect("the table");
    assert_eq!(stage.devices_stored(0).await, 0);
}

#[tokio::test]
async fn the_limits_are_those_of_texts_and_counted_with_them() {
    let app = LimitsApp::open().await;
    let caps = Caps {
        of_source: Limit::in_minutes(12, 60),
        ..Caps::default()
    };
    let stage = Stage::new(
        &app,
        Alerts {
            caps,
            ..Alerts::default()
        },
    )
    .await;
    for bib in 0..10 {
        let sms = json!({"slug": stage.slug, "bib": bib.to_string(), "phone": "2065550101"});
        assert_eq!(stage.post("/sms/add", 1, 0, &sms).await.status, 200);
    }
    let statuses: Vec<u16> = stream::iter(0..8)
        .map(async |device| stage.add_device(1, device, 1, 1).await.status)
        .buffer_unordered(4)
        .collect()
        .await;
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        2,
        "{statuses:?}"
    );
    assert_eq!(stage.devices_stored(1).await, 2);
    let refused = stage.add_device(1, 9, 1, 10).await;
    assert_eq!((refused.status, refused.retry_after()), (429, Some(3_590)));
    assert_eq!(stage.add_device(2, 9, 1, 10).await.status, 200);
    assert_eq!(stage.add_device(1, 9, 1, 3_601).await.status, 200);
}

#[tokio::test]
async fn a_device_has_thirty_an_hour_whatever_the_address() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    for n in 0..30 {
        assert_eq!(stage.add_device(n, 1, n, 0).await.status, 200);
    }
    assert_eq!(stage.add_device(30, 1, 30, 1).await.status, 429);
    assert_eq!(stage.devices_stored(1).await, 30);
    assert_eq!(stage.add_device(30, 2, 30, 1).await.status, 200);
}

#[tokio::test]
async fn where_the_timing_client_sends_there_are_no_devices() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(
        &app,
        Alerts {
            sender: Sender::TimingClient,
            ..Alerts::default()
        },
    )
    .await;
    let refused = stage.add_device(1, 1, 1, 0).await;
    assert_eq!(
        (refused.status, stage.devices_stored(0).await),
        (404, 0),
        "{}",
        refused.text()
    );
    let key = stage.request("GET", "/push/key", 1, 0);
    let key = key.send(&stage.host).await;
    assert_eq!(key.status, 404, "{}", key.text());
}

#[tokio::test]
async fn a_service_of_this_machine_is_for_tests_only() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    let subscription =
        json!({"endpoint": "http://127.0.0.1:9/1", "keys": {"p256dh": P256DH, "auth": AUTH}});
    let body = json!({"slug": stage.slug, "bib": "1", "subscription": subscription});
    assert_eq!(stage.post("/push/add", 1, 0, &body).await.status, 400);
    let sender = app
        .store
        .push_sender(PushServices::default().with_loopback(), "")
        .await
        .expect("the secret")
        .expect("a secret");
    assert_eq!(sender.public_key().len(), 87);
}

#[tokio::test]
async fn a_deleted_year_takes_its_devices_and_phones_along() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(&app, Alerts::default()).await;
    let sms = json!({"slug": stage.slug, "year": "2026", "bib": "88", "phone": "2065550100"});
    assert_eq!(
        (
            stage.add_device(1, 1, 88, 0).await.status,
            stage.post("/sms/add", 1, 0, &sms).await.status
        ),
        (200, 200)
    );
    let deleted_ms = u64::from(stage.from_s + 60) * 1_000;
    app.store
        .delete_year(
            &Slug::new(&stage.slug).year("2026"),
            Stamp::new(deleted_ms, "delete"),
        )
        .await
        .expect("the table");
    let later_s = stage.from_s + 3 * 60 * 60;
    let run = CleanUp::at(
        Now::in_step(u64::from(later_s) * 1_000),
        Duration::from_secs(20),
    );
    app.store
        .clear_event(&Slug::new(&stage.slug), &run, &Publications::of(&app.store))
        .await
        .expect("the clean-up");
    assert!(
        app.store
            .devices_of(&Slug::new(&stage.slug).year("2026"), i64::from(later_s))
            .await
            .expect("devices")
            .is_empty()
    );
    assert!(
        app.store
            .subscriptions_of(&Slug::new(&stage.slug).year("2026"), i64::from(later_s))
            .await
            .expect("phones")
            .is_empty()
    );
}
