//! A call returns the part of a shared limit that it did not use (contract 8.3): otherwise refused
//! callers would use up what others are allowed.

use chute_api::alerts::Alerts;
use chute_domain::{
    budget::Budgets,
    limit::Limit,
    subscription::{Caps, DEVICES_OF_YEAR},
};
use futures::{StreamExt, stream};
use serde_json::json;

use crate::test_app::{LimitsApp, Stage};

const DAY_S: u32 = 24 * 60 * 60;

fn with(caps: Caps) -> Alerts {
    Alerts {
        caps,
        ..Alerts::default()
    }
}

impl Stage<'_> {
    /// Makes `count` calls, each from its own address and for its own target. Returns their
    /// statuses in order.
    async fn crowd(&self, way: &str, count: u64, after_s: u32) -> Vec<u16> {
        let call = async |_| {
            let n = self.app.unique();
            let body = match way {
                "/sms/add" => {
                    json!({"slug": self.slug, "bib": "1", "phone": self.app.phone(self.number, n)})
                }
                _ => json!({"slug": self.slug, "bib": "1", "email": format!("a{n}@example.org")}),
            };
            self.post(way, n, after_s, &body).await.status
        };
        stream::iter(0..count).then(call).collect().await
    }
}

/// The expected statuses of `count` accepted calls, followed by `refused` refused ones.
fn taken(count: usize, refused: usize) -> Vec<u16> {
    [vec![200; count], vec![429; refused]].concat()
}

#[tokio::test]
async fn a_refusal_by_the_day_gives_back_the_limit_of_the_year() {
    let app = LimitsApp::open().await;
    for way in ["/sms/add", "/mail/add"] {
        let stage = Stage::new(
            &app,
            with(Caps {
                confirmed_of_year: 5,
                confirmed_of_day: 3,
                ..Caps::default()
            }),
        )
        .await;
        assert_eq!(stage.crowd(way, 6, 0).await, taken(3, 3), "{way}");
        assert_eq!(
            stage.crowd(way, 4, DAY_S).await,
            taken(2, 2),
            "{way}: the year has five"
        );
    }
}

#[tokio::test]
async fn a_refusal_by_the_budget_gives_back_the_limits_of_year_and_day() {
    let app = LimitsApp::open().await;
    let caps = Caps {
        confirmed_of_year: 5,
        confirmed_of_day: 5,
        ..Caps::default()
    };
    let rich = with(caps);
    let mut month = rich.budgets.month;
    month.micros = 2 * rich.carrier.micros_a_part;
    let poor = Alerts {
        budgets: Budgets {
            month,
            ..rich.budgets
        },
        ..rich.clone()
    };
    let stage = Stage::new(&app, poor).await;
    assert_eq!(stage.crowd("/sms/add", 6, 0).await, taken(2, 4));
    let stage = Stage {
        host: app.host(rich).await,
        ..stage
    };
    assert_eq!(
        stage.crowd("/sms/add", 5, 0).await,
        taken(3, 2),
        "as if the four had not come"
    );
}

#[tokio::test]
async fn simultaneous_calls_for_one_phone_take_one_place() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(
        &app,
        with(Caps {
            confirmed_of_year: 2,
            ..Caps::default()
        }),
    )
    .await;
    let call = async |runner: u64| {
        let body = json!({"slug": stage.slug, "bib": runner.to_string(), "phone": "2065550100"});
        stage.post("/sms/add", runner, 0, &body).await.status
    };
    let _: Vec<u16> = stream::iter(0..20)
        .map(call)
        .buffer_unordered(12)
        .collect()
        .await;
    assert_eq!(app.texts().values().map(Vec::len).sum::<usize>(), 1);
    assert_eq!(
        stage.crowd("/sms/add", 2, 0).await,
        taken(1, 1),
        "one of two was left"
    );
}

#[tokio::test]
async fn a_refusal_by_the_address_gives_back_the_limit_of_the_year() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(
        &app,
        with(Caps {
            confirmed_of_year: 4,
            ..Caps::default()
        }),
    )
    .await;
    let mut statuses = Vec::new();
    for runner in 0..6 {
        let body =
            json!({"slug": stage.slug, "bib": runner.to_string(), "email": "ana@example.org"});
        statuses.push(stage.post("/mail/add", runner, 0, &body).await.status);
    }
    assert_eq!(statuses, taken(3, 3), "thrice in ten minutes");
    assert_eq!(
        stage.crowd("/mail/add", 2, 0).await,
        taken(1, 1),
        "one of four was left"
    );
}

#[tokio::test]
async fn a_refusal_by_the_source_gives_back_the_limit_of_the_year() {
    let app = LimitsApp::open().await;
    let stage = Stage::new(
        &app,
        with(Caps {
            of_source: Limit::in_minutes(1, 60),
            ..Caps::default()
        }),
    )
    .await;
    let (counter, used) = (format!("n#push#y#{}/2026", stage.slug), DEVICES_OF_YEAR - 2);
    app.backend.put(
        "ATTEMPTS_TABLE",
        &json!({"p": {"S": counter}, "n": {"N": used.to_string()}}),
    );
    let call = async |source, device| stage.add_device(source, device, 1, 0).await.status;
    let one_address = [call(1, 1).await, call(1, 2).await, call(1, 3).await];
    assert_eq!(one_address.to_vec(), taken(1, 2));
    let others = [call(2, 2).await, call(3, 3).await];
    assert_eq!(others.to_vec(), taken(1, 1), "one of two was left");
}
