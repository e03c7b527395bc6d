//! Budgets are used up, and never exceeded.

use chute_api::workers::alerts::send::Settings;
use chute_domain::{
    alert::Reason,
    budget::{Budgets, Usage},
    race::Slug,
    subscription::{Caps, Sender, Subscription},
};
use chute_edge::Fault;
use chute_store::{Spending, Subscribed};
use futures::{StreamExt, stream};

use crate::{
    number,
    test_app::{AlertsApp, QUEUES, YEAR, phone, row, settings, wide},
};

const CENTS_2: u64 = 20_000;
const PLENTY: Usage = Usage {
    texts: u64::MAX / 4,
    micros: i64::MAX as u64 / 4,
};

fn money(texts: u64) -> Usage {
    Usage {
        micros: texts * CENTS_2,
        ..PLENTY
    }
}

/// Signs up from this many phones at once. Returns how many were due a text.
async fn attack(
    app: &AlertsApp,
    slug: &str,
    sign_ups: usize,
    caps: &Caps,
    budgets: &Budgets,
) -> usize {
    let told = stream::iter(0..sign_ups).map(async |at| {
        let subscription = Subscription {
            phone: phone(at),
            bib: "1".to_owned(),
            first: String::new(),
            last: String::new(),
        };
        matches!(
            app.subscribe(slug, &subscription, caps, budgets, Sender::Server)
                .await,
            Ok(Subscribed::Confirm)
        )
    });
    told.buffer_unordered(16)
        .filter(|told| std::future::ready(*told))
        .count()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attack_of_sign_ups_gets_exactly_the_caps() {
    let app = AlertsApp::new().await;
    let sign_ups = number("CHUTE_ATTACK", 200);
    let most = sign_ups / 2;
    for slug in ["in-texts", "in-money"] {
        app.event(slug, "distance").await;
    }
    let in_texts = Caps {
        confirmed_of_year: u32::try_from(most).expect("small"),
        ..wide()
    };
    let budgets = Budgets {
        year: PLENTY,
        day: PLENTY,
        month: PLENTY,
    };
    assert_eq!(
        attack(&app, "in-texts", sign_ups, &in_texts, &budgets).await,
        most
    );
    // the budgets of the day and the month have already paid for those
    let in_money = Budgets {
        day: money(2 * most as u64 - 7),
        ..budgets
    };
    assert_eq!(
        attack(&app, "in-money", sign_ups, &wide(), &in_money).await,
        most - 7
    );
    let used = app
        .store
        .spent(
            &Slug::new("in-money").year(YEAR),
            app.clock.now_s(),
            &in_money,
        )
        .await
        .expect("figures");
    let expected = [most as u64 - 7, 2 * most as u64 - 7, 2 * most as u64 - 7].map(|texts| Usage {
        texts: 0,
        micros: texts * CENTS_2,
    });
    assert_eq!(used, expected, "year, day, month");
}

#[tokio::test]
async fn each_budget_ends_alerts_and_gives_back_what_another_refused() {
    let app = AlertsApp::new().await;
    let race = Slug::new("a").year(YEAR);
    let spending = |texts, micros| Spending {
        race: &race,
        texts,
        micros,
        now_s: app.clock.now_s(),
        erased_s: i64::MAX / 2,
    };
    let full = Budgets {
        year: PLENTY,
        day: PLENTY,
        month: PLENTY,
    };
    let few = Usage {
        texts: 1,
        micros: PLENTY.micros,
    };
    for (at, budgets) in [
        Budgets { year: few, ..full },
        Budgets { day: few, ..full },
        Budgets { month: few, ..full },
    ]
    .into_iter()
    .enumerate()
    {
        let refused = app
            .store
            .spend(&spending(2, 1), &budgets)
            .await
            .expect("the table");
        assert_eq!(refused, None, "{at}");
    }
    assert_eq!(
        app.store
            .spent(&Slug::new("a").year(YEAR), app.clock.now_s(), &full)
            .await
            .expect("figures"),
        [Usage::default(); 3]
    );
    let first = app
        .store
        .spend(
            &spending(1, 5),
            &Budgets {
                year: Usage {
                    texts: 2,
                    micros: 10,
                },
                ..full
            },
        )
        .await
        .expect("the table");
    assert_eq!(first.map(|spent| spent.percent), Some(50));
    app.store
        .unspend(&spending(1, 5), &full)
        .await
        .expect("the table");
    assert_eq!(
        app.store
            .spent(&Slug::new("a").year(YEAR), app.clock.now_s(), &full)
            .await
            .expect("figures"),
        [Usage::default(); 3]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alerts_beyond_a_budget_are_dropped_and_recorded() {
    let app = AlertsApp::new().await;
    app.event("capped", "distance").await;
    for follower in 0..8 {
        app.follow("capped", follower, "1", None).await;
    }
    app.select_rows("capped", &[row(1, "Finish", app.clock.now_s())])
        .await;
    let mut capped = settings(100);
    capped.budgets.year = Usage {
        texts: 100,
        micros: 5 * CENTS_2,
    };
    app.send(capped).await;
    let tally = app.tally("capped").await;
    assert_eq!(
        (
            tally.sent,
            tally.suppressed.get(&Reason::Capped),
            app.backend.texts().len()
        ),
        (5, Some(&3), 5),
        "{tally:?}"
    );
    assert_eq!((tally.parts, tally.micros), (5, 5 * CENTS_2));
}

/// Three texts that are paid for together, by a sender that hits the fault at its first call, then
/// at its second, and so on until it makes fewer calls. The followers in `stops` have said STOP;
/// the month's budget has room for `most` more. Whatever broke off, all texts that were sent or may
/// have been are counted in every budget.
async fn a_joint_payment_meets(kind: fn(usize) -> Fault, stops: std::ops::Range<usize>, most: u64) {
    let app = &AlertsApp::new().await;
    for follower in stops {
        app.store
            .block_phone(&phone(follower))
            .await
            .expect("the block list");
    }
    let plenty = Budgets {
        year: PLENTY,
        day: PLENTY,
        month: PLENTY,
    };
    let mut calls = 0;
    for at in 1.. {
        let (fault, slug) = (kind(at), format!("j{at}"));
        app.event(&slug, "distance").await;
        for follower in 1..=3 {
            app.follow(&slug, follower, "1", None).await;
        }
        let now_s = app.clock.now_s();
        let spent = async || {
            app.store
                .spent(&Slug::new(&slug).year(YEAR), now_s, &plenty)
                .await
                .expect("figures")
        };
        let before = spent().await;
        let budgets = Budgets {
            month: Usage {
                micros: before[2].micros + most * CENTS_2,
                ..PLENTY
            },
            ..plenty
        };
        let settings = || Settings {
            budgets,
            ..settings(100)
        };
        app.select_rows(&slug, &[row(1, "Finish", now_s)]).await;
        let waiting = app.waiting(QUEUES[0]);
        app.edge.begin(fault);
        app.hand(&app.sender(&app.broken, settings()), QUEUES[0], &waiting)
            .await;
        let was_reached = app.edge.arrived() >= at;
        app.edge.begin(Fault::None);
        // until the text of the dead sender is given up
        app.send(settings()).await;
        let tally = app.tally(&slug).await;
        assert_eq!(tally.waiting, 0, "{fault:?}: {tally:?}");
        let texts = tally.sent + tally.doubtful;
        for (scope, (now, before)) in ["year", "day", "month"]
            .iter()
            .zip(spent().await.into_iter().zip(before))
        {
            let (used, micros) = (now.texts - before.texts, now.micros - before.micros);
            let what = format!("{fault:?}, {scope}: {used} texts for {micros}, {tally:?}");
            assert!(
                used >= texts && micros >= texts * CENTS_2,
                "sent and not counted: {what}"
            );
            // a joint payment is made twice if the answer was lost
            assert!(
                used <= texts + 6 && micros <= (texts + 6) * CENTS_2,
                "{what}"
            );
        }
        assert!(
            spent().await[2].micros <= budgets.month.micros,
            "{fault:?}: beyond the month"
        );
        calls = at;
        if !was_reached {
            break;
        }
    }
    assert!(calls > 15, "a sender makes more calls than {calls}");
}

const KINDS: [fn(usize) -> Fault; 3] = [
    |at| Fault::Refuse { from: at },
    |at| Fault::Die { at },
    |at| Fault::Lose { at },
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_joint_payment_of_which_a_part_is_given_back_forgets_nothing_that_was_sent() {
    for kind in KINDS {
        a_joint_payment_meets(kind, 1..3, 100).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_joint_payment_that_a_budget_refuses_forgets_nothing_that_was_sent() {
    for kind in KINDS {
        a_joint_payment_meets(kind, 0..0, 2).await;
    }
}
