//! The cost of a reconciler's run that finds nothing to repair, and the losses it still finds.

use std::{cell::Cell, collections::BTreeMap, time::Duration};

use chute_api::workers::reconcile::{Call, Worker};
use chute_domain::{account::Realm, race::Slug, stamp::Stamp, state::Change};
use chute_edge::Fault;
use chute_publisher::{Publications, Publisher, Verdict};
use chute_store::{Place, pointer_path};
use chute_testkit::{
    YEAR,
    clock::{Stepping, now_ms},
    stored,
};

use crate::test_app::HandlersApp;

/// How long it is from one run to the next, about.
const PASS: Duration = Duration::from_secs(5 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The calls of a run that compares all years.
async fn calls(app: &HandlersApp) -> BTreeMap<String, usize> {
    let worker = Worker::new(app.broken.clone(), Publisher::new(app.broken.clone()));
    // the first run publishes
    for _ in 0..2 {
        app.edge.begin(Fault::None);
        worker
            .run(&Call::settled(true), || false)
            .await
            .expect("a run");
    }
    app.edge.counts().calls
}

/// The calls of a run, and of each year.
#[tokio::test]
async fn the_list_of_events_is_read_once() {
    let app = HandlersApp::new(Realm::Account).await;
    app.event().await;
    let of_one = calls(&app).await;
    app.event().await;
    let of_two = calls(&app).await;
    let each = |operation: &str| of_two[operation] - of_one[operation];
    let of_each = ["s3:GetObject", "s3:ListObjectVersions", "Query"].map(each);
    assert_eq!(of_each, [12, 2, 7], "{of_two:?}");
    // of the list, of the index of names and its directory, and of the table; both tables of events
    // are read together
    assert_eq!((of_two["s3:GetObject"], of_two["Scan"]), (3 + 2 * 12, 1));
}

/// The rows of a year that is live months after its date are read when it has a new version, until
/// that has settled, and once a day.
#[tokio::test]
async fn a_flag_that_nobody_takes_back_costs_little() {
    let app = HandlersApp::new(Realm::Account).await;
    let race = Slug::new(&app.event().await).year(YEAR);
    let clock = Stepping::at(now_ms());
    let store = app.broken.clone().with_clocks(clock.clone());
    let publisher = Publisher::new(store.clone());
    let worker = Worker::new(store.clone(), Publisher::new(store.clone()));
    let pass = async || {
        clock.pass(PASS);
        app.edge.begin(Fault::None);
        worker.run(&Call::timer(), || false).await.expect("a run");
        app.edge.counts().calls.contains_key("Query")
    };
    let settles = async |first: &[bool]| {
        for looks in first.iter().chain(&[false, false]) {
            assert_eq!(pass().await, *looks);
        }
    };
    let row = |bib| stored::finish(bib, Stamp::new(1_000, ""));
    store.put_rows(&race, &[row(1)]).await.expect("the table");
    publisher
        .race_changed(&race, &[Change::Row(Box::new(row(1)))])
        .await
        .expect("a publication");
    settles(&[true, true]).await;
    // a change whose record is lost
    store.put_rows(&race, &[row(2)]).await.expect("the table");
    settles(&[]).await;
    let verdict = async || {
        let verdict = Publications::of(&store).verify_race(&race).await;
        verdict.expect("tables and buckets")
    };
    assert!(matches!(verdict().await, Verdict::Different(_)));
    clock.pass(DAY);
    settles(&[true, true, true]).await;
    assert!(matches!(verdict().await, Verdict::Identical(_)));
}

/// A pass that has time for one event only: the next ones go on with the others.
#[tokio::test]
async fn a_pass_goes_on_where_the_last_one_ended() {
    let app = HandlersApp::new(Realm::Account).await;
    let mut races = Vec::new();
    for _ in 0..4 {
        let race = Slug::new(&app.event().await).year(YEAR);
        let row = stored::finish(1, Stamp::new(1_000, ""));
        app.store.put_rows(&race, &[row]).await.expect("the table");
        races.push(race);
    }
    let worker = Worker::new(app.store.clone(), Publisher::new(app.store.clone()));
    let published = async || {
        let mut count = 0;
        for race in &races {
            let path = pointer_path(race);
            let pointer = app.store.get_object(Place::Public, &path).await;
            count += usize::from(pointer.expect("the bucket").is_some());
        }
        count
    };
    for pass in 1..=races.len() {
        let asked = Cell::new(0);
        let is_over = || asked.replace(asked.get() + 1) > 0;
        let compared = worker.run(&Call::settled(true), is_over).await;
        // the call fails as long as events are left
        assert!(compared.is_err(), "pass {pass}");
        assert_eq!(published().await, pass);
    }
}
