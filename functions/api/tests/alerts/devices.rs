//! Alerts on devices, which use the same claims as texts (contract 8.8): the test's own push
//! service counts what arrives.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use chute_domain::{
    alert::Reason,
    budget::{Budgets, Usage},
    device::{Device, PushServices},
    race::Slug,
    subscription::{Caps, Language, RunnerWish},
};
use chute_edge::Fault;
use chute_store::{PushSender, SubscribingDevice, Tally};
use futures::join;
use tokio::net::TcpListener;

use crate::test_app::{AlertsApp, EIGHT_S, QUEUES, YEAR, row, settings, total};
use chute_api::workers::alerts::send::Settings;

// RFC 8291, section 5
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const SLUG: &str = "river-10k";

#[derive(Default)]
struct Known {
    /// Topic and TTL of the messages that arrived, by device.
    came: BTreeMap<String, Vec<(String, String)>>,
    /// The statuses for a device's next calls, in reverse order; 201 once they are used up.
    answers: BTreeMap<String, Vec<u16>>,
}

#[derive(Clone, Default)]
struct Service(Arc<Mutex<Known>>);

impl Service {
    async fn open() -> (Self, String) {
        let service = Self::default();
        let router = Router::new()
            .route("/{device}", post(take))
            .with_state(service.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        (service, origin)
    }

    fn answers(&self, device: &str, statuses: &[u16]) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .answers
            .insert(device.to_owned(), statuses.iter().rev().copied().collect());
    }

    fn came(&self, device: &str) -> Vec<(String, String)> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .came
            .get(device)
            .cloned()
            .unwrap_or_default()
    }
}

async fn take(
    State(service): State<Service>,
    Path(device): Path<String>,
    headers: HeaderMap,
) -> StatusCode {
    let header = |name: &str| headers[name].to_str().expect("text").to_owned();
    let mut known = service.0.lock().unwrap_or_else(PoisonError::into_inner);
    known
        .came
        .entry(device.clone())
        .or_default()
        .push((header("topic"), header("ttl")));
    let status = known
        .answers
        .get_mut(&device)
        .and_then(Vec::pop)
        .unwrap_or(201);
    StatusCode::from_u16(status).expect("a status")
}

struct Stage {
    app: AlertsApp,
    service: Service,
    origin: String,
    sender: Arc<PushSender>,
}

impl Stage {
    async fn new() -> Self {
        let app = AlertsApp::new().await;
        app.event(SLUG, "distance").await;
        let (service, origin) = Service::open().await;
        let sender = app
            .store
            .push_sender(PushServices::default().with_loopback(), "")
            .await
            .expect("the secret")
            .expect("a secret");
        Self {
            app,
            service,
            origin,
            sender: Arc::new(sender),
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            push: Some(self.sender.clone()),
            ..settings(100)
        }
    }

    async fn follow(&self, device: &str, runner: RunnerWish<'_>) {
        self.follow_in(SLUG, device, runner).await;
    }

    async fn follow_in(&self, slug: &str, device: &str, runner: RunnerWish<'_>) {
        let endpoint = format!("{}/{device}", self.origin);
        let device = Device::stored(&endpoint, P256DH, AUTH).expect("a device");
        let wish = SubscribingDevice {
            race: &Slug::new(slug).year(YEAR),
            device: &device,
            runner,
            language: Language::En,
            now_s: self.app.clock.now_s(),
            closes_s: EIGHT_S + 2 * 86_400,
            source: &endpoint,
            pseudonym: &endpoint,
            caps: &Caps::default(),
        };
        self.app
            .store
            .subscribe_device(&wish)
            .await
            .expect("the tables")
            .expect("within the limits");
    }

    /// Uploads a passage that happens now and sends its alerts; the stream delivers it this often.
    async fn pass(&self, at: usize, segment: &str, times: usize) {
        let records = self
            .app
            .upload(SLUG, &[row(at, segment, self.app.clock.now_s())])
            .await;
        for _ in 0..times {
            // each time to a function that remembers nothing
            assert!(
                self.app
                    .deliver(&self.app.select(&self.app.store), &records)
                    .await
            );
            self.app.send(self.settings()).await;
        }
    }
}

fn bib(bib: &str) -> RunnerWish<'_> {
    RunnerWish {
        bib: Some(bib),
        ..RunnerWish::default()
    }
}

#[tokio::test]
async fn phone_and_device_are_told_once_each_however_often_the_stream_tells() {
    let stage = Stage::new().await;
    stage.app.follow(SLUG, 1, "1", None).await;
    stage.follow("a", bib("1")).await;
    stage
        .follow(
            "b",
            RunnerWish {
                first: Some("Ana"),
                last: Some("Ruizb"),
                ..RunnerWish::default()
            },
        )
        .await;
    stage.follow("c", bib("2")).await;
    stage.pass(1, "Mile 3", 3).await;
    stage.pass(1, "Finish", 3).await;
    assert_eq!(
        stage.app.texts().values().copied().collect::<Vec<_>>(),
        [1, 1]
    );
    let [a, b, c] = ["a", "b", "c"].map(|device| stage.service.came(device));
    assert_eq!((a.len(), b.len(), c.len()), (2, 2, 0));
    let topics: std::collections::BTreeSet<_> =
        a.iter().chain(&b).map(|(topic, _)| topic).collect();
    assert_eq!(topics.len(), 4, "a message replaces no other");
    assert!(topics.iter().all(|topic| topic.len() == 32));
    let tally = stage.app.settle(SLUG).await;
    assert_eq!(
        (tally.sent, tally.waiting, tally.doubtful, tally.dead),
        (6, 0, 0, 0)
    );
    // only texts are paid for: devices cost nothing
    assert_eq!(tally.parts, 2);
    assert!(
        stage
            .app
            .claims()
            .iter()
            .all(|claim| claim.get("tg").is_none()),
        "somebody is left in a claim"
    );
}

#[tokio::test]
async fn no_text_waits_for_a_push_service() {
    let mut stage = Stage::new().await;
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    stage.origin = format!("http://{}", silent.local_addr().expect("an address"));
    stage.app.follow(SLUG, 1, "1", None).await;
    stage.follow("a", bib("1")).await;
    let records = stage.app.upload(SLUG, &[row(1, "Finish", EIGHT_S)]).await;
    let select = stage.app.select(&stage.app.store);
    assert!(stage.app.deliver(&select, &records).await);
    let [finishes, _, others] = QUEUES;
    let sender = stage.app.sender(&stage.app.store, stage.settings());
    let pushing = async {
        let pushes = stage.app.waiting(others);
        stage.app.hand(&sender, others, &pushes).await;
    };
    let texting = async {
        let silent = silent;
        let asked = silent.accept().await.expect("a push");
        let texts = stage.app.waiting(finishes);
        stage.app.hand(&sender, finishes, &texts).await;
        // the service has not answered yet
        drop(asked);
        stage.app.texts().len()
    };
    let ((), texts) = join!(pushing, texting);
    assert_eq!(texts, 1);
}

#[tokio::test]
async fn a_push_that_is_put_off_is_repeated_with_the_same_topic() {
    let stage = Stage::new().await;
    stage.follow("a", bib("1")).await;
    stage.service.answers("a", &[503, 429]);
    stage.pass(1, "Finish", 1).await;
    let came = stage.service.came("a");
    assert_eq!(came.len(), 3);
    assert!(
        came.iter().all(|(topic, _)| *topic == came[0].0),
        "{came:?}"
    );
    let lives: Vec<i64> = came
        .iter()
        .map(|(_, ttl)| ttl.parse().expect("seconds"))
        .collect();
    assert!(
        lives[0] <= 900 && lives.windows(2).all(|two| two[1] < two[0]),
        "{lives:?}"
    );
    assert_eq!(stage.app.settle(SLUG).await.sent, 1);
}

#[tokio::test]
async fn a_service_that_stays_away_is_not_asked_for_old_news() {
    let stage = Stage::new().await;
    stage.follow("a", bib("1")).await;
    stage.service.answers("a", &[503; 100]);
    stage.pass(1, "Finish", 1).await;
    let Tally {
        sent, suppressed, ..
    } = stage.app.settle(SLUG).await;
    assert_eq!((sent, suppressed.get(&Reason::TooLate)), (0, Some(&1)));
}

#[tokio::test]
async fn a_device_that_is_gone_is_forgotten_and_others_are_told() {
    let stage = Stage::new().await;
    for device in ["a", "b"] {
        stage.follow(device, bib("1")).await;
    }
    stage.follow("a", bib("2")).await;
    stage.service.answers("a", &[410]);
    stage.pass(1, "Mile 3", 1).await;
    let left = stage
        .app
        .store
        .devices_of(&Slug::new(SLUG).year(YEAR), EIGHT_S)
        .await
        .expect("devices");
    assert_eq!(
        left.iter()
            .map(|left| left.device.endpoint().to_owned())
            .collect::<Vec<_>>(),
        [format!("{}/b", stage.origin)]
    );
    stage.pass(1, "Finish", 1).await;
    assert_eq!(
        (stage.service.came("a").len(), stage.service.came("b").len()),
        (1, 2)
    );
    let Tally {
        sent, suppressed, ..
    } = stage.app.settle(SLUG).await;
    assert_eq!((sent, suppressed.get(&Reason::Removed)), (2, Some(&1)));
}

#[tokio::test]
async fn a_device_removed_while_a_push_waits_gets_none() {
    let stage = Stage::new().await;
    stage.follow("a", bib("1")).await;
    stage
        .app
        .select_rows(SLUG, &[row(1, "Finish", EIGHT_S)])
        .await;
    let endpoint = format!("{}/a", stage.origin);
    stage
        .app
        .store
        .unsubscribe_device(&Slug::new(SLUG).year(YEAR), &endpoint, Some(bib("1")))
        .await
        .expect("removed");
    stage.app.send(stage.settings()).await;
    assert!(stage.service.came("a").is_empty());
    assert_eq!(stage.app.suppressed(SLUG, Reason::Removed).await, 1);
}

#[tokio::test]
async fn devices_need_no_money_and_no_turn() {
    let stage = Stage::new().await;
    let nothing = Usage {
        texts: 0,
        micros: 0,
    };
    for at in 1..=20 {
        stage.app.follow(SLUG, at, "1", None).await;
    }
    stage.follow("a", bib("1")).await;
    let poor = Settings {
        budgets: Budgets {
            year: nothing,
            day: nothing,
            month: nothing,
        },
        ..stage.settings()
    };
    stage
        .app
        .select_rows(SLUG, &[row(1, "Finish", EIGHT_S)])
        .await;
    stage.app.send(poor).await;
    assert_eq!(
        (stage.service.came("a").len(), stage.app.texts().len()),
        (1, 0)
    );
    assert_eq!(stage.app.suppressed(SLUG, Reason::Capped).await, 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wherever_the_sender_dies_no_device_is_told_twice() {
    let stage = Stage::new().await;
    let app = &stage.app;
    for kind in [
        |at| Fault::Refuse { from: at },
        |at| Fault::Die { at },
        |at| Fault::Lose { at },
    ] {
        let (mut doubtful, mut calls) = (0, 0);
        for at in 1.. {
            let fault = kind(at);
            let slug = format!(
                "k{at}{}",
                format!("{fault:?}")
                    .to_lowercase()
                    .chars()
                    .take(3)
                    .collect::<String>()
            );
            app.event(&slug, "distance").await;
            stage.follow_in(&slug, &slug, bib("1")).await;
            app.follow(&slug, 1, "1", None).await;
            let texts_before = app.backend.texts().len();
            app.select_rows(&slug, &[row(1, "Finish", app.clock.now_s())])
                .await;
            let sender = app.sender(&app.broken, stage.settings());
            let waiting = QUEUES.map(|queue| (queue, app.waiting(queue)));
            app.edge.begin(fault);
            for (queue, messages) in waiting {
                app.hand(&sender, queue, &messages).await;
            }
            let was_reached = app.edge.arrived() >= at;
            app.edge.begin(Fault::None);
            app.tally(&slug).await;
            app.send(stage.settings()).await;
            let tally = app.settle(&slug).await;
            let (pushes, texts) = (
                stage.service.came(&slug).len(),
                app.backend.texts().len() - texts_before,
            );
            assert!(
                pushes <= 1 && texts <= 1,
                "{fault:?}: {pushes} pushes, {texts} texts"
            );
            assert_eq!(
                (tally.waiting, total(&tally)),
                (0, 2),
                "{fault:?}: {tally:?}"
            );
            let [sent, in_doubt] =
                [tally.sent, tally.doubtful].map(|count| usize::try_from(count).expect("few"));
            assert!(
                (sent..=sent + in_doubt).contains(&(pushes + texts)),
                "{fault:?}: {pushes} pushes, {texts} texts, {tally:?}"
            );
            doubtful += in_doubt;
            calls = at;
            if !was_reached {
                break;
            }
        }
        eprintln!(
            "died at {calls} calls: {doubtful} doubtful of {} alerts",
            calls * 2
        );
        assert!(calls > 15, "a sender makes more calls than {calls}");
    }
}
