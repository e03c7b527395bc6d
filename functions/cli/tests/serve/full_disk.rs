//! A full disk is reported, and nothing that was acknowledged is lost.

use crate::server::{Deployment, PATIENCE, bibs, upload};

#[test]
fn a_full_disk_gives_503_and_loses_nothing() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let key = server.race("full");
    assert_eq!(server.end(), Some(0));

    let server = deployment.start_limited(10_000);
    let (mut stored, mut refused) = (Vec::new(), 0);
    for first in (0..).step_by(20) {
        match server.call("POST", "results/add", &key, &upload("full", first)) {
            Some((200, answer)) => {
                assert_eq!(answer["count"], 20, "{answer}");
                stored.extend(first..first + 20);
                assert!(stored.len() < 50_000, "the disk was never full");
            }
            Some((status, answer)) => {
                assert_eq!(status, 503, "{answer}");
                assert!(
                    answer["message"]
                        .as_str()
                        .is_some_and(|message| !message.is_empty()),
                    "{answer}"
                );
                refused += 1;
            }
            None => panic!("no answer: {}", deployment.log()),
        }
        if refused == 3 {
            break;
        }
    }
    assert!(stored.len() > 200, "{}", stored.len());
    // what was published can still be read
    let shown = bibs(&server, "full", &key);
    assert!(
        !shown.is_empty()
            && shown
                .iter()
                .all(|person| stored.binary_search(person).is_ok()),
        "{shown:?}"
    );
    drop(server);

    let server = deployment.start();
    server.settle("full", PATIENCE);
    let there = bibs(&server, "full", &key);
    assert!(
        stored
            .iter()
            .all(|person| there.binary_search(person).is_ok()),
        "{} of {} are left",
        there.len(),
        stored.len()
    );
    assert_eq!(
        server
            .call("POST", "results/add", &key, &upload("full", 90_000))
            .unwrap()
            .0,
        200
    );
}
