//! Data folders that earlier versions have left, and this one: each of them goes on here.
//!
//! Before a release, its folder is added to `functions/cli/tests/fixtures` (CONTRIBUTING.md).

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde_json::{Value, json};

use crate::server::{Deployment, PATIENCE, Server, bibs, upload};

const SLUG: &str = "kept";
/// The name of what is noted beside the files of a folder: how to call the deployment.
const NOTE: &str = "note.json";

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn of_this_version() -> PathBuf {
    fixtures().join(format!("data-{}.tar.gz", env!("CARGO_PKG_VERSION")))
}

fn call(server: &Server, path: &str, key: &str, body: &Value) -> Value {
    let (status, answer) = server.call("POST", path, key, body).unwrap();
    assert_eq!(status, 200, "{path}: {answer}");
    answer
}

fn in_year(name: &str, list: Value) -> Value {
    let mut body = json!({"slug": SLUG, "year": "2026"});
    body[name] = list;
    body
}

#[test]
#[ignore = "writes a file of the repository"]
fn the_folder_of_this_version_is_added() {
    let deployment = Deployment::new();
    let server = deployment.start();
    let key = server.race(SLUG);
    for first in [0, 20] {
        call(&server, "results/add", &key, &upload(SLUG, first));
    }
    let people: Vec<Value> = (0..3)
        .map(|person| {
            json!({
                "id": format!("p{person}"), "bib": person.to_string(), "first": format!("First{person}"), "last": "Last", "birthdate": "3/9/1985",
                "gender": "Woman", "age_group": "30-39", "distance": "5K", "anonymous": false, "sms_enabled": false, "mobile": "", "apparel": "M",
            })
        })
        .collect();
    call(
        &server,
        "participants/add",
        &key,
        &in_year("participants", json!(people)),
    );
    let chips = json!([{"bib": "1", "chip": "E2801"}]);
    call(&server, "bibchips/add", &key, &in_year("bib_chips", chips));
    let segment = json!([{"location": "Mile 1", "distance_name": "5K", "name": "Mile 1", "distance_value": 1.0, "distance_unit": "mi", "gps": "", "map_link": ""}]);
    call(&server, "segments/add", &key, &in_year("segments", segment));
    let distance = json!([{"name": "5K", "certification": ""}]);
    call(
        &server,
        "distances/add",
        &key,
        &in_year("distances", distance),
    );
    server.settle(SLUG, PATIENCE);
    assert_eq!(server.end(), Some(0));
    // a megabyte of chance, which the next start makes again
    fs::remove_file(deployment.data().join("reserve")).unwrap();

    let packed = GzEncoder::new(
        File::create(of_this_version()).unwrap(),
        Compression::best(),
    );
    let mut archive = tar::Builder::new(packed);
    archive.mode(tar::HeaderMode::Deterministic);
    fs::write(deployment.path(NOTE), json!({"key": key}).to_string()).unwrap();
    archive
        .append_path_with_name(deployment.path(NOTE), NOTE)
        .unwrap();
    archive.append_dir_all("data", deployment.data()).unwrap();
    archive.into_inner().unwrap().finish().unwrap();
}

#[test]
fn folders_of_all_versions_go_on() {
    assert!(
        of_this_version().exists(),
        "the folder of this version is missing: CONTRIBUTING.md says how it is made"
    );
    for entry in fs::read_dir(fixtures()).unwrap() {
        let file = entry.unwrap().path();
        eprintln!("{}", file.display());
        let deployment = Deployment::new();
        tar::Archive::new(GzDecoder::new(File::open(&file).unwrap()))
            .unpack(deployment.path("."))
            .unwrap();
        let note: Value =
            serde_json::from_slice(&fs::read(deployment.path(NOTE)).unwrap()).unwrap();
        goes_on(&deployment, note["key"].as_str().unwrap());
    }
}

fn goes_on(deployment: &Deployment, key: &str) {
    let server = deployment.start();
    let year = json!({"slug": SLUG, "year": "2026"});
    assert_eq!(bibs(&server, SLUG, key), (0..40).collect::<Vec<_>>());
    let people = call(&server, "participants", key, &year);
    assert_eq!(people["participants"].as_array().unwrap().len(), 3);
    let chips = call(&server, "bibchips", key, &year);
    assert_eq!(chips["bib_chips"].as_array().unwrap().len(), 1);
    let signed_in = json!({"email": "ada@example.org", "password": "correct horse"});
    call(&server, "account/login", key, &signed_in);
    // with the secrets of that time: other accounts and keys are made as before
    call(&server, "results/add", key, &upload(SLUG, 40));
    server.settle(SLUG, PATIENCE);
    assert_eq!(bibs(&server, SLUG, key), (0..60).collect::<Vec<_>>());
    let file = deployment.path("all.tar");
    let made = deployment.back_up(&file);
    assert!(made.status.success(), "{made:?}");
    assert_eq!(chute_serve::backup::verify(&file).unwrap().rows, 60);
    assert_eq!(server.end(), Some(0));
}
