//! The parts of `template.yaml` that are written by hand beside the functions of routes: workers,
//! and the function of cards.

#![expect(clippy::expect_used, reason = "a test that cannot go on should stop")]

use std::fs;

use chute_api::{
    card::{CARD, PATH},
    routes::of_function,
};

const WORKERS: [&str; 6] = [
    "snapshots.publish",
    "snapshots.reconcile",
    "alerts.select",
    "alerts.send",
    "cleanup",
    "sms.inbound",
];

fn template() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../template.yaml"))
        .expect("template.yaml")
}

#[test]
fn every_function_serves_routes_or_is_a_worker() {
    let template = template();
    let named = |line: &str| Some(line.strip_prefix("      Handler: ")?.to_owned());
    let handlers: Vec<String> = template.lines().filter_map(named).collect();
    assert!(
        WORKERS
            .iter()
            .all(|worker| handlers.iter().any(|one| one == worker))
    );
    for handler in handlers {
        assert!(
            of_function(&handler).is_some() || WORKERS.contains(&handler.as_str()),
            "{handler} names no routes and no worker"
        );
    }
}

#[test]
fn the_edge_finds_the_function_of_cards() {
    let template = template();
    let (_, rest) = template
        .split_once(&format!("      Handler: {CARD}\n"))
        .expect("the function of cards");
    let (card, _) = rest.split_once("\n\n").expect("a resource behind it");
    let events: Vec<&str> = card
        .lines()
        .filter(|line| line.contains("Type: Api"))
        .collect();
    let path = format!("RestApiId: !Ref AccountApi, Path: \"{PATH}\"");
    assert!(events.len() == 1 && events[0].contains(&path), "{events:?}");
}
