//! A long random walk: publications of two years, receivers that fail in every way within eight
//! seconds, senders killed at any call, messages lost or repeated, new secrets and addresses.

use std::env;

use chute_edge::Fault;
use proptest::{
    prelude::Rng,
    test_runner::{RngAlgorithm, TestRng},
};

use crate::{
    receiver::{Answer, BROKEN, Got, OK, Receiver},
    test_app::HooksApp,
};

const SLUG: &str = "river-10k";
const ANSWERS: [Answer; 6] = [
    OK,
    OK,
    OK,
    BROKEN,
    Answer::Cut,
    Answer::Now("429 Too Many Requests\r\nRetry-After: 3"),
];

struct Chance(TestRng);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.0.next_u64() % u64::try_from(most).expect("a number"))
            .expect("a number")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_version_is_delivered_last_whatever_fails() {
    let steps = env::var("CHUTE_HOOKS")
        .ok()
        .map_or(120, |steps| steps.parse().expect("a number"));
    let mut chance = Chance(TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let (app, receiver) = (HooksApp::new().await, Receiver::new());
    app.event(SLUG).await;
    app.hook(SLUG, &receiver.address).await;
    let (mut taken, mut newest): (Vec<Got>, [(&str, u64); 2]) =
        (Vec::new(), [("2025", 0), ("2026", 0)]);
    let mut killed = 0;
    for step in 0..steps {
        receiver.answers(&[ANSWERS[chance.below(ANSWERS.len())]]);
        let (year, version) = &mut newest[chance.below(2)];
        match chance.below(8) {
            0..=3 => *version = app.publish(SLUG, year).await,
            4 => app.lose(),
            5 => {
                app.change(SLUG, &|hook| {
                    hook.change_secret(&format!("salt {step}"), app.clock.now_s())
                })
                .await
            }
            6 => {
                app.change(SLUG, &|hook| {
                    hook.set(&receiver.address, "unused", app.clock.now_s())
                })
                .await
            }
            _ => {}
        }
        app.clock
            .go_on(i64::try_from(chance.below(400)).expect("a number"));
        if chance.below(5) == 0 {
            app.look(SLUG).await;
        }
        let at = chance.below(30) + 1;
        let fault = [
            Fault::Refuse { from: at },
            Fault::Die { at },
            Fault::Lose { at },
            Fault::None,
        ][chance.below(4)];
        app.edge.begin(fault);
        let (first, second) = (app.worker(&app.broken), app.worker(&app.store));
        let waiting = app.waiting();
        match chance.below(3) {
            0 => drop(tokio::join!(
                app.hand(&first, &waiting),
                app.hand(&second, &waiting)
            )),
            _ => drop(app.hand(&first, &waiting).await),
        }
        killed += usize::from(app.edge.arrived() >= at && !matches!(fault, Fault::None));
        app.edge.begin(Fault::None);
        taken.extend(receiver.got());
    }
    receiver.answers(&[OK]);
    app.clock.go_on(400);
    app.look(SLUG).await;
    app.work_until(SLUG, i64::MAX).await;
    taken.extend(receiver.got());
    eprintln!(
        "{steps} steps, {killed} senders killed, {} calls",
        taken.len()
    );
    assert!(killed > steps / 20);
    for (year, newest) in newest {
        let sent: Vec<u64> = taken
            .iter()
            .map(Got::version)
            .filter(|(of, _)| of == year)
            .map(|(_, version)| version)
            .collect();
        assert!(sent.is_sorted(), "{year}: {sent:?}");
        let sent: Vec<u64> = taken
            .iter()
            .filter(|got| got.was_taken)
            .map(Got::version)
            .filter(|(of, _)| of == year)
            .map(|(_, version)| version)
            .collect();
        assert_eq!(sent.last().copied().unwrap_or_default(), newest, "{year}");
    }
    assert_eq!(receiver.most_at_once(), 1);
}
