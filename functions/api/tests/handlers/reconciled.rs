//! What a run of the reconciler costs that finds nothing to repair.

use std::collections::BTreeMap;

use chute_api::workers::reconcile::{Call, Worker};
use chute_domain::account::Realm;
use chute_edge::Fault;
use chute_publisher::Publisher;

use crate::test_app::HandlersApp;

/// The calls of a run that compares all years.
async fn calls(app: &HandlersApp) -> BTreeMap<String, usize> {
    let worker = Worker::new(app.broken.clone(), Publisher::new(app.broken.clone()));
    // the first run publishes
    for _ in 0..2 {
        app.edge.begin(Fault::None);
        worker.run(&Call::settled(true)).await.expect("a run");
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
