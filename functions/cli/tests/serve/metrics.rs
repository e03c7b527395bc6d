//! `/metrics`: what it says, in which form, and to whom.

use std::{
    collections::{BTreeMap, BTreeSet},
    thread,
    time::{Duration, Instant},
};

use crate::server::{Deployment, PATIENCE, Server, bibs, upload};

/// Describes every metric.
const DOCUMENT: &str = include_str!("../../../../docs/self-hosting.md");

/// The samples of an answer by name and labels, as Prometheus reads them: each metric is described
/// once, in front of all its samples, and no sample comes twice.
fn read(text: &str) -> BTreeMap<String, f64> {
    let (mut samples, mut known, mut current) = (BTreeMap::new(), BTreeSet::new(), "");
    assert!(text.ends_with('\n'));
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(described) = line.strip_prefix("# HELP ") {
            let (name, help) = described.split_once(' ').unwrap();
            let of_names = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(name.chars().all(of_names) && !help.is_empty(), "{line}");
            let kind = if name.ends_with("_total") {
                "counter"
            } else {
                "gauge"
            };
            assert_eq!(lines.next(), Some(format!("# TYPE {name} {kind}").as_str()));
            assert!(known.insert(name), "{name} is described twice");
            let is_documented =
                DOCUMENT.contains(&format!("`{name}`")) || DOCUMENT.contains(&format!("`{name}{{"));
            assert!(is_documented, "{name} is not in docs/self-hosting.md");
            current = name;
            continue;
        }
        let (name, value) = line.rsplit_once(' ').unwrap();
        let (metric, labels) = name.split_once('{').unwrap_or((name, "}"));
        assert_eq!((metric, labels.ends_with('}')), (current, true), "{line}");
        for label in labels.trim_end_matches('}').split_terminator(',') {
            let (_, quoted) = label.split_once('=').unwrap();
            let value = quoted
                .strip_prefix('"')
                .and_then(|rest| rest.strip_suffix('"'));
            assert!(
                value.is_some_and(|value| !value.contains(['"', '\\'])),
                "{line}"
            );
        }
        let value: f64 = value.parse().unwrap();
        assert!(value.is_finite() && value >= 0.0, "{line}");
        assert_eq!(samples.insert(name.to_owned(), value), None, "{line}");
    }
    samples
}

fn metrics(server: &Server) -> BTreeMap<String, f64> {
    let (status, text) = server.text("metrics");
    assert_eq!(status, 200, "{text}");
    // nothing that data or callers choose
    assert!(
        !text.contains("measured") && !text.contains("2026"),
        "{text}"
    );
    read(&text)
}

#[test]
fn figures_move_with_what_happens() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let before = metrics(&server);
    let key = server.race("measured");
    for first in [0, 20, 40] {
        let done = server.call("POST", "results/add", &key, &upload("measured", first));
        assert_eq!(done.unwrap().0, 200);
    }
    let done = server.call("POST", "results/add", "no-key", &upload("measured", 0));
    assert_eq!(done.unwrap().0, 401);
    server.settle("measured", PATIENCE);
    let began = Instant::now();
    let after = loop {
        let after = metrics(&server);
        if after["chute_publish_waiting_changes"] == 0.0 {
            break after;
        }
        assert!(began.elapsed() < PATIENCE, "{after:?}");
        thread::sleep(Duration::from_millis(50));
    };
    let grew = |name: &str| after[name] - before[name];
    assert_eq!(grew("chute_uploads_total"), 3.0);
    assert_eq!(grew("chute_upload_rows_total"), 60.0);
    // the event, its year and three uploads
    assert_eq!(
        grew(r#"chute_requests_total{host="account",code="2xx"}"#),
        5.0
    );
    assert_eq!(
        grew(r#"chute_requests_total{host="account",code="4xx"}"#),
        1.0
    );
    assert_eq!(
        grew(r#"chute_requests_total{host="account",code="5xx"}"#),
        0.0
    );
    assert!(grew(r#"chute_requests_total{host="files",code="2xx"}"#) >= 1.0);
    assert!(grew("chute_publications_total") >= 1.0);
    assert_eq!(after["chute_publish_age_seconds"], 0.0);
    for none in [
        "chute_publish_errors_total",
        "chute_publish_gave_up_total",
        "chute_reconcile_errors_total",
        "chute_reconcile_repairs_total",
        "chute_cleanup_errors_total",
        "chute_connections_refused_total",
    ] {
        assert_eq!(after[none], 0.0, "{none}");
    }
    for some in [
        "process_cpu_seconds_total",
        "process_resident_memory_bytes",
        "process_open_fds",
        "chute_connections",
        "chute_disk_free_bytes",
        r#"chute_database_bytes{database="tables"}"#,
        r#"chute_wal_bytes{database="objects"}"#,
    ] {
        assert!(after[some] > 0.0, "{some}");
    }
    assert!(grew("process_cpu_seconds_total") > 0.0);
    assert!(grew("chute_data_bytes") > 0.0);
    let cached = |of: &BTreeMap<String, f64>, what: &str| {
        of[&format!("chute_cache_bytes{{cache=\"{what}\"}}")]
    };
    assert!(cached(&after, "races") > 1_000.0);
    assert_eq!(
        (
            cached(&after, "results"),
            cached(&after, "waiting"),
            cached(&after, "stream")
        ),
        (0.0, 0.0, 0.0)
    );
    assert_eq!(bibs(&server, "measured", &key).len(), 60);
    let asked = metrics(&server);
    // the rows and an answer
    assert!(cached(&asked, "results") > 60.0 * 400.0);
    for (name, bytes) in &asked {
        if let Some(cache) = name.strip_prefix("chute_cache_bytes") {
            assert!(
                *bytes <= asked[&format!("chute_cache_budget_bytes{cache}")],
                "{name}"
            );
        }
    }
    // this machine sends no alerts and makes no backups
    assert!(
        !after
            .keys()
            .any(|name| name.starts_with("chute_alerts") || name.starts_with("chute_backup"))
    );
}

#[test]
fn alerts_that_wait_are_told_where_they_are_sent() {
    let deployment = Deployment::new();
    let server = deployment.start_with(&[("ALERTS", "server")]);
    assert_eq!(metrics(&server)["chute_alerts_waiting"], 0.0);
}

#[test]
fn other_machines_are_told_only_if_that_is_asked_for() {
    let mut deployment = Deployment::new();
    let server = deployment.start();
    let passed_on = [("X-Forwarded-For", "198.51.100.9")];
    assert_eq!(server.status_with("metrics", &passed_on), 403);
    assert_eq!(server.status_with("metrics", &[("Via", "1.1 tunnel")]), 403);
    assert_eq!(server.status_with("metrics", &[]), 200);
    server.kill();
    deployment.options = vec!["--metrics".into()];
    assert_eq!(deployment.start().status_with("metrics", &passed_on), 200);
}
