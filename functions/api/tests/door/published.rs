//! Reading what is published while it is published anew.

use chute_domain::{account::Realm, card::in_one_part, key::KeyKind, race::Slug};
use chute_edge::Fault;
use chute_publisher::Publisher;
use chute_store::Place;
use serde_json::{Value, json};

use crate::test_app::{TENT, TestApp, now_ms, send};

fn upload(slug: &str, first: &str) -> Value {
    let row = json!({"person_id": "1", "bib": "1", "first": first, "location": "Finish", "segment": "Finish", "distance": "10 KM", "seconds": 2_710, "finish": true, "ranking": 1,
        "occurence": 1});
    json!({"slug": slug, "year": "2026", "results": [row]})
}

/// A name becomes hidden between two calls of a reader: the files that hold it are gone when the
/// reader comes to them.
#[tokio::test]
async fn a_reader_whose_version_goes_meanwhile_gets_the_next_one() {
    let app = TestApp::new(Realm::Account).await;
    let key = app.key(KeyKind::Write).await;
    let publisher = Publisher::new(app.store.clone());
    for path in ["/results", "/results/bib", "/event"] {
        let mut last = json!(null);
        // after the key, the event and what names the newest version: its head, and a file of rows
        for at in [4, 5] {
            let slug = app.event().await;
            app.ok(&key, "POST", "/results/add", &upload(&slug, "Ann"))
                .await;
            publisher
                .rebuild(&Slug::new(&slug).year("2026"))
                .await
                .expect("a publication");
            let body = json!({"slug": slug, "year": "2026", "bib": "1"});
            let reader = app.instance().await;
            app.edge.begin(Fault::Hold { at });
            let hide = async {
                app.edge.waiting().await;
                let hidden = json!({"id": "p", "bib": "1", "first": "Ann", "birthdate": "1990/01/02", "distance": "10 KM", "anonymous": true});
                let hidden = json!({"slug": slug, "year": "2026", "participants": [hidden]});
                let answer = send(
                    &app.beside(),
                    now_ms(),
                    TENT,
                    &key,
                    "POST",
                    "/participants/add",
                    &hidden,
                )
                .await;
                assert_eq!(answer.status, 200, "{}", answer.text());
                publisher
                    .rebuild(&Slug::new(&slug).year("2026"))
                    .await
                    .expect("a publication");
                app.edge.let_go();
            };
            let (answer, ()) = futures::join!(
                send(&reader, now_ms(), TENT, &key, "POST", path, &body),
                hide
            );
            assert_eq!(answer.status, 200, "{path}, call {at}: {}", answer.text());
            let text = answer.json().to_string();
            assert!(
                text.contains(r#""bib":"1""#) && !text.contains("Ann"),
                "{path}, call {at}: {text}"
            );
            last = body;
        }
        // a file that is missing for good is no empty answer
        let folder = format!("{}/2026/", last["slug"].as_str().expect("a slug"));
        let files = app
            .store
            .list_objects(Place::Public, &folder)
            .await
            .expect("the bucket");
        let rows: Vec<String> = files
            .into_iter()
            .filter(|file| file.contains("/s-"))
            .collect();
        app.store
            .delete_objects(Place::Public, &rows)
            .await
            .expect("the bucket");
        let answer = send(
            &app.instance().await,
            now_ms(),
            TENT,
            &key,
            "POST",
            path,
            &last,
        )
        .await;
        assert_eq!(answer.status, 503, "{path}: {}", answer.text());
    }
}

/// An event becomes unrestricted; until the publisher has moved its files, its newest version lies
/// in the private bucket, which the function of cards and files may not read.
#[tokio::test]
async fn what_is_not_yet_in_public_is_no_file_and_no_picture() {
    let app = TestApp::new(Realm::Account).await;
    let key = app.key(KeyKind::Write).await;
    let publisher = Publisher::new(app.store.clone());
    let slug = app.event().await;
    let open = async |restricted: bool| {
        let event = json!({"slug": slug, "name": "River 10K", "contact_email": "rd@example.org", "type": "distance",
            "access_restricted": restricted});
        app.ok(&key, "PUT", "/event/update", &json!({ "event": event }))
            .await;
    };
    let publish = async || {
        publisher
            .rebuild(&Slug::new(&slug).year("2026"))
            .await
            .expect("a publication");
    };
    app.ok(&key, "POST", "/results/add", &upload(&slug, "Ann"))
        .await;
    let file = format!("/downloads/results/{slug}/2026/results.csv");
    let picture = format!("/results/{slug}/2026/1");
    let paths = [
        format!("/card/{}", in_one_part(&file)),
        format!("/card/{}/any.png", in_one_part(&picture)),
    ];
    for (restricted, is_published, statuses) in [
        (false, true, [200, 302]),
        (true, true, [404, 404]),
        (false, false, [404, 404]),
        (false, true, [200, 302]),
    ] {
        open(restricted).await;
        if is_published {
            publish().await;
        }
        for (path, status) in paths.iter().zip(statuses) {
            let answer = app.call("", "GET", path, &json!(null)).await;
            assert_eq!(answer.status, status, "{path}, restricted: {restricted}");
        }
    }
}
