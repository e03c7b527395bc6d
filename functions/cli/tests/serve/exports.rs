//! `results.csv` of every demo race, imported again by `chute import`, publishes the same files as
//! before.

use std::{fs, time::Instant};

use serde_json::{Value, json};

use crate::server::{Deployment, PATIENCE, Server};

/// The pointer of a year without what differs in every version: its number, its time, and how it
/// differs from earlier versions.
fn published(server: &Server, slug: &str, year: &str) -> Value {
    let (_, mut pointer) = server
        .get(&format!("downloads/results/{slug}/{year}/current.json"))
        .unwrap();
    let fields = pointer.as_object_mut().unwrap();
    for name in ["version", "number", "updated_at", "lines", "changes"] {
        fields.remove(name).unwrap();
    }
    // the history records that everything was deleted (contract 9.6)
    fields.remove("history");
    pointer
}

fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// A pointer names its head by content, and the head names every shard, list and first line: if
/// that one name is the same, everything is. Boards of large distances are published as changes;
/// `settle` compares them with the rows line by line.
#[test]
fn every_demo_race_comes_back_from_its_export() {
    let deployment = Deployment::new();
    let server = deployment.start();
    server.operator(
        &[
            "admin",
            "create",
            "--email",
            "ada@example.org",
            "--name",
            "Ada",
            "--password-stdin",
        ],
        "correct horse",
    );
    let key = server.operator(
        &[
            "key",
            "create",
            "--email",
            "ada@example.org",
            "--type",
            "delete",
            "--name",
            "T",
        ],
        "",
    );
    server.operator(
        &[
            "demo",
            "load",
            "--api",
            &server.address("api/"),
            "--key",
            &key,
        ],
        "",
    );
    let (_, list) = server.get("downloads/results/index.json").unwrap();
    let slugs: Vec<&str> = list["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["slug"].as_str().unwrap())
        .collect();
    assert_eq!(slugs.len(), 3, "{list}");
    let mut races = 0;
    for slug in slugs {
        server.settle(slug, PATIENCE);
        let (_, event) = server
            .get(&format!("downloads/results/{slug}/current.json"))
            .unwrap();
        for year in event["years"]
            .as_array()
            .unwrap()
            .iter()
            .map(|year| year["year"].as_str().unwrap())
        {
            let before = published(&server, slug, year);
            let (status, csv) =
                server.text(&format!("downloads/results/{slug}/{year}/results.csv"));
            assert_eq!(status, 200, "{csv}");
            let file = deployment.path(&format!("{slug}-{year}.csv"));
            fs::write(&file, csv).unwrap();
            let (status, answer) = server
                .call(
                    "DELETE",
                    "results/delete",
                    &key,
                    &json!({"slug": slug, "year": year}),
                )
                .unwrap();
            assert_eq!(status, 200, "{answer}");
            wait("the rows are gone", || {
                published(&server, slug, year)["count"] == 0
            });
            let import = [
                "import",
                file.to_str().unwrap(),
                "--slug",
                slug,
                "--year",
                year,
                "--apply",
            ];
            assert!(
                server
                    .operator(&import, "")
                    .contains(" 0 repeated, 0 invalid")
            );
            server.settle(slug, PATIENCE);
            assert_eq!(published(&server, slug, year), before, "{slug} {year}");
            races += 1;
        }
    }
    assert_eq!(races, 4);
}
