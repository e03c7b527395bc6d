//! Followers are counted when they are written (contract 4.15): the counters equal a count of the
//! subscriptions, whatever is interrupted, repeated or done at the same time.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    alert::Channel,
    budget::Budgets,
    device::Device,
    email::EmailAddress,
    race::Slug,
    row::Bib,
    subscription::{Language, RunnerWish, Sender, Subscription, name_form, runner_key},
};
use chute_edge::Fault;
use chute_store::{Store, SubscribingAddress, SubscribingDevice};
use futures::future::join_all;

use crate::test_app::{AlertsApp, EIGHT_S, YEAR, phone, wide};

// RFC 8291, section 5
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const CHANNELS: [Channel; 3] = [Channel::Sms, Channel::Push, Channel::Email];

/// Something that changes who follows.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A phone and a bib.
    Phone(usize, &'static str),
    /// A phone and the last name of an Ana.
    ByName(usize, &'static str),
    /// A device and a bib.
    Device(usize, &'static str),
    /// An address and a bib.
    Address(usize, &'static str),
    PhoneLeaves(usize),
    DeviceLeaves(usize),
    AddressLeaves(usize),
}

/// Each way of following, a second runner, a repeat, and leaving.
const CHANGES: [Change; 12] = [
    Change::Phone(1, "1"),
    Change::Phone(1, "2"),
    Change::Phone(1, "1"),
    Change::ByName(2, "Ruiz"),
    Change::Device(1, "1"),
    Change::Device(1, "2"),
    Change::Address(1, "1"),
    Change::Address(1, "1"),
    Change::PhoneLeaves(1),
    Change::DeviceLeaves(1),
    Change::AddressLeaves(1),
    Change::PhoneLeaves(1),
];

fn bib(bib: &str) -> RunnerWish<'_> {
    RunnerWish {
        bib: Some(bib),
        ..RunnerWish::default()
    }
}

fn endpoint(at: usize) -> String {
    format!("https://fcm.googleapis.com/fcm/send/{at}")
}

fn address(at: usize) -> EmailAddress {
    EmailAddress::of(&format!("follower{at}@example.org")).expect("an address")
}

/// Makes the change. Returns whether it was made.
async fn make(app: &AlertsApp, store: &Store, slug: &str, change: Change) -> bool {
    let race = &Slug::new(slug).year(YEAR);
    let (now_s, closes_s) = (app.clock.now_s(), EIGHT_S + 2 * 86_400);
    match change {
        Change::Phone(at, bib) => {
            let subscription = Subscription {
                phone: phone(at),
                bib: bib.to_owned(),
                first: String::new(),
                last: String::new(),
            };
            app.try_to_subscribe(
                store,
                slug,
                &subscription,
                &wide(),
                &Budgets::default(),
                Sender::Server,
            )
            .await
            .is_ok()
        }
        Change::ByName(at, last) => {
            let subscription = Subscription {
                phone: phone(at),
                bib: String::new(),
                first: "Ana".to_owned(),
                last: last.to_owned(),
            };
            app.try_to_subscribe(
                store,
                slug,
                &subscription,
                &wide(),
                &Budgets::default(),
                Sender::Server,
            )
            .await
            .is_ok()
        }
        Change::Device(at, runner) => {
            let device = Device::stored(&endpoint(at), P256DH, AUTH).expect("a device");
            let (source, pseudonym, language) = ("somebody", "a device", Language::En);
            let wish = SubscribingDevice {
                race,
                device: &device,
                runner: bib(runner),
                language,
                now_s,
                closes_s,
                source,
                pseudonym,
                caps: &wide(),
            };
            store.subscribe_device(&wish).await.is_ok()
        }
        Change::Address(at, runner) => {
            let (address, language, source) = (&address(at), Language::En, "somebody");
            let wish = SubscribingAddress {
                race,
                address,
                runner: bib(runner),
                language,
                now_s,
                closes_s,
                source,
            };
            store.subscribe_address(&wish).await.is_ok()
        }
        Change::PhoneLeaves(at) => store
            .unsubscribe(&Slug::new(slug).year(YEAR), &phone(at))
            .await
            .is_ok(),
        Change::DeviceLeaves(at) => store
            .unsubscribe_device(race, &endpoint(at), None)
            .await
            .is_ok(),
        Change::AddressLeaves(at) => store
            .unsubscribe_address(&format!("{slug}/{YEAR}"), &address(at))
            .await
            .is_ok(),
    }
}

/// Compares the counters with a count of what is stored. Returns the numbers of subscribers and
/// subscriptions for each way of following.
async fn counted(app: &AlertsApp, slug: &str, what: &str) -> [(u64, u64); 3] {
    let (store, now_s) = (&app.store, app.clock.now_s());
    let tally = store
        .subscription_tally(&Slug::new(slug).year(YEAR), now_s)
        .await
        .expect("a tally");
    let phones = store
        .subscriptions_of(&Slug::new(slug).year(YEAR), now_s)
        .await
        .expect("phones");
    let devices = store
        .devices_of(&Slug::new(slug).year(YEAR), now_s)
        .await
        .expect("devices");
    let addresses = store
        .addresses_of(&Slug::new(slug).year(YEAR), now_s)
        .await
        .expect("addresses");
    let targets = |names: Vec<String>| {
        (
            names.iter().collect::<BTreeSet<_>>().len() as u64,
            names.len() as u64,
        )
    };
    let stored = [
        targets(
            phones
                .iter()
                .map(|one| one.phone.e164().to_owned())
                .collect(),
        ),
        targets(
            devices
                .iter()
                .map(|one| one.device.endpoint().to_owned())
                .collect(),
        ),
        targets(
            addresses
                .iter()
                .map(|one| one.address.as_str().to_owned())
                .collect(),
        ),
    ];
    assert_eq!(
        CHANNELS.map(|channel| (tally.subscribers(channel), tally.subscriptions(channel))),
        stored,
        "{what}"
    );
    let mut runners: BTreeMap<String, u64> = [("1", ""), ("2", ""), ("", "Ruiz")]
        .into_iter()
        .filter_map(|(bib, last)| {
            Some((
                runner_key(Bib::new(bib), name_form("Ana", last).as_deref())?,
                0,
            ))
        })
        .collect();
    for one in &phones {
        *runners
            .entry(runner_key(Bib::new(&one.bib), one.name_form().as_deref()).expect("a runner"))
            .or_default() += 1;
    }
    for (key, followers) in runners {
        assert_eq!(tally.of_runner(&key), followers, "{what}: {key}");
    }
    stored
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn followers_are_counted_once_wherever_a_call_breaks_off() {
    let app = &AlertsApp::new().await;
    for kind in [
        |at| Fault::Refuse { from: at },
        |at| Fault::Die { at },
        |at| Fault::Lose { at },
    ] {
        for at in 1.. {
            let fault = kind(at);
            let slug = format!(
                "f{at}{}",
                format!("{fault:?}")
                    .to_lowercase()
                    .chars()
                    .take(3)
                    .collect::<String>()
            );
            app.event(&slug, "distance").await;
            let mut was_reached = false;
            for (number, change) in CHANGES.into_iter().enumerate() {
                let what = format!("{fault:?}, {number} {change:?}");
                app.edge.begin(fault);
                let done = make(app, &app.broken, &slug, change).await;
                was_reached |= app.edge.arrived() >= at;
                app.edge.begin(Fault::None);
                counted(app, &slug, &what).await;
                // a follower who got no answer asks again
                assert!(done || make(app, &app.store, &slug, change).await, "{what}");
                let [phones, devices, addresses] = counted(app, &slug, &what).await;
                if number == 7 {
                    assert_eq!(
                        (phones, devices, addresses),
                        ((2, 3), (1, 2), (1, 1)),
                        "{what}"
                    );
                }
            }
            assert_eq!(
                counted(app, &slug, "at the end").await,
                [(1, 1), (0, 0), (0, 0)]
            );
            if !was_reached {
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn followers_are_counted_once_however_many_come_and_leave_at_once() {
    let app = &AlertsApp::new().await;
    app.event("crowd", "distance").await;
    for round in 0..6 {
        // the same phone, device and address, all at once and in another order each time
        let mut changes: Vec<Change> = CHANGES
            .into_iter()
            .chain((3..8).map(|at| Change::Phone(at, "1")))
            .collect();
        let half = changes.len() / 2;
        changes.rotate_left(round * 5 % half);
        join_all(
            changes
                .into_iter()
                .map(|change| make(app, &app.store, "crowd", change)),
        )
        .await;
        counted(app, "crowd", &format!("round {round}")).await;
    }
    for change in [
        Change::PhoneLeaves(1),
        Change::PhoneLeaves(2),
        Change::DeviceLeaves(1),
        Change::AddressLeaves(1),
    ] {
        join_all([0, 1, 2].map(|_| make(app, &app.store, "crowd", change))).await;
    }
    assert_eq!(
        counted(app, "crowd", "when all have left").await,
        [(5, 5), (0, 0), (0, 0)]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_look_at_who_follows_costs_the_same_however_many_do() {
    let app = AlertsApp::new().await;
    app.event("look", "distance").await;
    let mut costs = Vec::new();
    for followers in [40, 400] {
        for at in 0..followers {
            app.follow("look", at, &(at % 20).to_string(), None).await;
        }
        app.edge.begin(Fault::None);
        let tally = app
            .broken
            .subscription_tally(&Slug::new("look").year(YEAR), app.clock.now_s())
            .await
            .expect("a tally");
        assert_eq!(
            (
                tally.subscribers(Channel::Sms),
                tally.subscriptions(Channel::Sms)
            ),
            (followers as u64, followers as u64)
        );
        let counts = app.edge.counts();
        costs.push((counts.total(), counts.items_read));
        eprintln!(
            "{followers} followers: {} items, {} bytes",
            counts.items_read, counts.bytes_received
        );
    }
    assert_eq!(costs[0], costs[1], "calls and items");
}
