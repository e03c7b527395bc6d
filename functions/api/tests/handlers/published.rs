//! Reads while a new version is published.

use chute_domain::{account::Realm, card::in_one_part, key::KeyKind, race::Slug};
use chute_edge::Fault;
use chute_publisher::Publisher;
use chute_store::Place;
use chute_testkit::{Host, Request, wire};
use serde_json::{Value, json};

use crate::test_app::HandlersApp;

fn upload(slug: &str, first: &str) -> Value {
    let row = wire::row("1", &json!({"bib": "1", "first": first}));
    wire::results(slug, &[row])
}

/// A name is hidden while a request is being answered: the files with the name are gone by the time
/// the request reads them.
#[tokio::test]
async fn a_reader_whose_version_goes_meanwhile_gets_the_next_one() {
    let app = HandlersApp::new(Realm::Account).await;
    let key = app.key(KeyKind::Write).await;
    let publisher = Publisher::new(app.store.clone());
    for path in ["/results", "/results/bib", "/event"] {
        let mut last = json!(null);
        // calls 1 to 3 read the key, the event and the pointer, calls 4 and 5 the head and a file
        // of rows
        for at in [4, 5] {
            let slug = app.event().await;
            app.ok(&key, "POST", "/results/add", &upload(&slug, "Ann"))
                .await;
            publisher
                .rebuild(&Slug::new(&slug).year("2026"))
                .await
                .expect("a publication");
            let body = json!({"slug": slug, "year": "2026", "bib": "1"});
            let reader = app.instance(&app.broken);
            app.edge.begin(Fault::Hold { at });
            let hide = async {
                app.edge.waiting().await;
                let changes = json!({"bib": "1", "first": "Ann", "anonymous": true});
                let hidden = [wire::participant("p", &changes)];
                let answer = Request::post("/participants/add")
                    .bearer(&key)
                    .json(&wire::participants(&slug, &hidden))
                    .send(&app.instance(&app.store))
                    .await;
                assert_eq!(answer.status, 200, "{}", answer.text());
                publisher
                    .rebuild(&Slug::new(&slug).year("2026"))
                    .await
                    .expect("a publication");
                app.edge.let_go();
            };
            let (answer, ()) = futures::join!(
                Request::post(path).bearer(&key).json(&body).send(&reader),
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
        // a file that stays missing is an error, not an empty answer
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
        let answer = Request::post(path)
            .bearer(&key)
            .json(&last)
            .send(&app.instance(&app.broken))
            .await;
        assert_eq!(answer.status, 503, "{path}: {}", answer.text());
    }
}

/// An event becomes unrestricted. Until the publisher has moved its files, its newest version is in
/// the private bucket, which the function for cards and files may not read.
#[tokio::test]
async fn an_event_not_yet_published_has_no_file_and_no_picture() {
    let app = HandlersApp::new(Realm::Account).await;
    let key = app.key(KeyKind::Write).await;
    let publisher = Publisher::new(app.store.clone());
    let slug = app.event().await;
    let open = async |restricted: bool| {
        let event = json!({ "event": wire::event(&slug, restricted) });
        app.ok(&key, "PUT", "/event/update", &event).await;
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
