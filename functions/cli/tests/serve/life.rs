//! A process from start to end, and what a backup restores.

use std::{
    fs,
    process::Command,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    thread,
    time::Duration,
};

use serde_json::json;

use crate::server::{CHUTE, Deployment, PATIENCE, bibs, upload};

#[test]
fn a_server_reports_its_health_and_ends_cleanly() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let (status, mut health) = server.get("health").unwrap();
    let [shown, disk, memory] = ["clock", "disk", "memory"].map(|name| health[name].take());
    assert!(
        disk["sync_ms"].is_u64() && disk["free_mb"].is_u64(),
        "{disk}"
    );
    let [kept, budget] = ["kept_mb", "budget_mb"].map(|name| memory[name].as_u64().unwrap());
    assert!(0 < kept && kept <= budget, "{memory}");
    assert!(shown.as_str().is_some_and(|shown| shown.ends_with('Z')));
    assert_eq!(
        (status, health),
        (
            200,
            json!({"status": "ok", "version": env!("CARGO_PKG_VERSION"), "clock": null, "clock_fault": "", "disk": null, "memory": null, "visited": false})
        )
    );
    let key = server.race("clean");
    for first in [0, 20, 40] {
        assert_eq!(
            server
                .call("POST", "results/add", &key, &upload("clean", first))
                .unwrap()
                .0,
            200
        );
    }
    // what was written before the end has been published
    assert_eq!(server.end(), Some(0), "{}", deployment.log());
    assert!(!deployment.data().join("stack.json").exists());
    let server = deployment.start();
    let (_, pointer) = server
        .get("downloads/results/clean/2026/current.json")
        .unwrap();
    let (_, head) = server
        .get(&format!("downloads/{}", pointer["url"].as_str().unwrap()))
        .unwrap();
    assert!(head.to_string().contains("First59"), "{head}");
    // one line per request, with its route
    assert!(
        deployment
            .log()
            .lines()
            .any(|line| line.contains("\"route\":\"results.add\"")
                && line.contains("\"status\":200")),
        "{}",
        deployment.log()
    );
}

#[test]
fn a_second_process_is_refused() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let refused = deployment
        .command()
        .stderr(std::process::Stdio::piped())
        .output()
        .unwrap();
    let sentence = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success());
    assert!(
        sentence.contains(&format!("process {}", server.process.id()))
            && sentence.contains("in use by another"),
        "{sentence}"
    );
}

#[test]
fn a_backup_is_made_while_it_runs_and_put_back() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let key = server.race("safe");
    let (file, acknowledged, ended) = (
        deployment.path("races.tar"),
        AtomicUsize::new(0),
        AtomicBool::new(false),
    );
    let (before, after) = thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(SeqCst) {
                let first = acknowledged.load(SeqCst);
                assert_eq!(
                    server
                        .call("POST", "results/add", &key, &upload("safe", first))
                        .unwrap()
                        .0,
                    200
                );
                acknowledged.store(first + 20, SeqCst);
            }
        });
        while acknowledged.load(SeqCst) < 400 {
            thread::sleep(Duration::from_millis(5));
        }
        let before = acknowledged.load(SeqCst);
        let made = deployment.back_up(&file);
        let after = acknowledged.load(SeqCst);
        ended.store(true, SeqCst);
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        (before, after)
    });
    drop(server);
    fs::remove_dir_all(deployment.data()).unwrap();
    let restored = Command::new(CHUTE)
        .arg("restore")
        .arg(&file)
        .arg("--data")
        .arg(deployment.data())
        .output()
        .unwrap();
    assert!(
        restored.status.success(),
        "{}",
        String::from_utf8_lossy(&restored.stderr)
    );
    let server = deployment.start();
    server.settle("safe", PATIENCE);
    let there = bibs(&server, "safe", &key);
    assert!(
        (before..=after + 20).contains(&there.len()),
        "{} rows, of {before} before and {after} after",
        there.len()
    );
    // a call in progress at that moment may have written some of its rows, in any order; all calls
    // before it are complete
    let under_way = there.last().unwrap() / 20 * 20;
    assert_eq!(
        there[..under_way],
        (0..under_way).collect::<Vec<_>>(),
        "each as it was at one moment"
    );
}
