//! The published file of an event.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test")]

use chute_domain::{
    account::Realm,
    event_time::EventTime,
    files::{FileName, Saved, Upload},
    race::{Branding, Distance, Event, Slug, Year, YearKey},
    snapshot::Head,
    stamp::Stamp,
};
use chute_edge::Backend;
use chute_publisher::Publisher;
use chute_store::{Place, Store};
use futures::TryStreamExt;
use serde_json::{Value, json};

fn river() -> Event {
    Event {
        slug: "river".to_owned(),
        name: "River 10K".to_owned(),
        ..Event::default()
    }
}

async fn stored(store: &Store) -> Event {
    store
        .load_event(&Slug::new("river"))
        .await
        .expect("the table")
        .expect("the event")
        .event
}

/// Also where a text moves from one field to the next, and the year's other bytes stay as they are.
#[tokio::test]
async fn a_face_is_published_with_every_change_of_it() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    assert!(store.add_event(&river(), "ana").await.expect("the table"));
    let year = Year {
        year: "2026".to_owned(),
        ..Year::default()
    };
    assert!(
        store
            .add_year(&Slug::new("river"), "ana", &year, Stamp::new(1_000, ""))
            .await
            .expect("the table")
    );
    let distance = Distance {
        name: "5K".to_owned(),
        certification: "XX00000AB".to_owned(),
    };
    store
        .put_distances(
            &Slug::new("river").year("2026"),
            vec![distance],
            Stamp::new(2_000, ""),
        )
        .await
        .expect("the table");
    let publisher = Publisher::new(store.clone());
    publisher
        .rebuild(&Slug::new("river").year("2026"))
        .await
        .expect("a first version");
    let (line, none) = (
        Some("https://example.org/a".to_owned()),
        Some(String::new()),
    );
    for branding in [
        Branding::default(),
        Branding {
            logo: line.clone(),
            ..Branding::default()
        },
        Branding {
            logo: none.clone(),
            sponsor: line,
            ..Branding::default()
        },
        Branding {
            sponsor: none,
            ..Branding::default()
        },
    ] {
        assert!(
            store
                .update_event(&river(), branding, "ana")
                .await
                .expect("the table")
        );
        publisher
            .event_changed(&Slug::new("river"))
            .await
            .expect("a publication");
        let event = stored(&store).await;
        let (index, pointer) = (
            published(&store, "index.json").await,
            published(&store, "river/2026/current.json").await,
        );
        assert_eq!(
            index["events"][0]["sponsor"].as_str().unwrap_or_default(),
            event.sponsor
        );
        let head = pointer["url"]
            .as_str()
            .and_then(|url| url.strip_prefix("results/"))
            .expect("a head");
        let head = store
            .get_object(Place::Public, head)
            .await
            .expect("the bucket")
            .expect("the head");
        let published = Head::read(&head.body).expect("a head").event;
        assert_eq!(
            (published.logo, published.sponsor),
            (event.logo, event.sponsor)
        );
    }
}

#[tokio::test]
async fn an_events_own_file_names_the_files_of_its_years() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    assert!(store.add_event(&river(), "ana").await.expect("the table"));
    let publisher = Publisher::new(store.clone());
    let files = async || {
        publisher
            .event_changed(&Slug::new("river"))
            .await
            .expect("a publication");
        published(&store, "river/current.json").await["files"].clone()
    };
    assert_eq!(files().await, json!([]));
    for year in ["2025", "2026"] {
        let year = Year {
            year: year.to_owned(),
            ..Year::default()
        };
        assert!(
            store
                .add_year(&Slug::new("river"), "ana", &year, Stamp::new(1_000, ""))
                .await
                .expect("the table")
        );
    }
    let save = async |name: FileName, id: &str, bytes: Option<&str>| {
        let (at, bytes) = (
            EventTime::from_unix(1_800_000_000),
            bytes.map(|text| text.as_bytes().to_vec()),
        );
        let upload = Upload {
            name,
            bytes,
            seen: None,
            id: id.to_owned(),
            at,
            by: "ana".to_owned(),
        };
        assert!(matches!(
            store
                .save_file(&Slug::new("river"), &upload)
                .await
                .expect("the buckets"),
            Saved::Version(_)
        ));
    };
    let standings = |year: &str| FileName::Standings {
        year: YearKey::new(year),
        distance: "10 KM".to_owned(),
    };
    save(FileName::Series, "u_1", Some("[]")).await;
    save(standings("2025"), "u_2", Some("a")).await;
    save(standings("2026"), "u_3", Some("b")).await;
    assert_eq!(
        files().await,
        json!([
            "series/river.js",
            "river/2025/10 KM/ytp-standings.csv",
            "river/2026/10 KM/ytp-standings.csv"
        ])
    );
    save(standings("2026"), "u_4", None).await;
    // the files of a deleted year are withdrawn after it: until then nobody is sent to them
    store
        .delete_year(&Slug::new("river").year("2025"), Stamp::new(2_000, ""))
        .await
        .expect("the table");
    assert_eq!(files().await, json!(["series/river.js"]));
}

fn named(slug: &str) -> Event {
    Event {
        slug: slug.to_owned(),
        name: slug.to_owned(),
        ..Event::default()
    }
}

async fn add(store: &Store, slugs: &[Slug]) {
    for slug in slugs {
        assert!(
            store
                .add_event(&named(slug), "ana")
                .await
                .expect("the table")
        );
    }
}

async fn listed(store: &Store) -> Vec<String> {
    let list = published(store, "index.json").await;
    let events = list["events"].as_array().into_iter().flatten();
    let mut slugs: Vec<String> = events
        .filter_map(|event| event["slug"].as_str().map(str::to_owned))
        .collect();
    slugs.sort();
    slugs
}

#[tokio::test]
async fn the_list_is_written_once_for_all_events_that_changed() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    let publisher = Publisher::new(store.clone());
    add(&store, &[Slug::new("first")]).await;
    publisher
        .event_changed(&Slug::new("first"))
        .await
        .expect("a publication");
    let more: Vec<Slug> = (0..30)
        .map(|number| Slug::new(&format!("more-{number:02}")))
        .collect();
    add(&store, &more).await;
    let done = publisher
        .events_changed(&more.iter().collect::<Vec<_>>())
        .await
        .expect("the list");
    assert!(
        done.len() == 30 && done.iter().all(Result::is_ok),
        "{done:?}"
    );
    assert_eq!(listed(&store).await.len(), 31);
    for slug in &more {
        let own = published(&store, &format!("{slug}/current.json")).await;
        assert_eq!(own["slug"], slug.as_str());
    }
    let versions: Vec<_> = store
        .list_versions(Place::Public, "index.json")
        .try_concat()
        .await
        .expect("the bucket");
    assert_eq!(versions.len(), 2, "{versions:?}");
}

#[tokio::test]
async fn the_list_is_made_right_by_the_table_alone() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    let publisher = Publisher::new(store.clone());
    let slugs = ["stays", "goes", "hides"].map(Slug::new);
    add(&store, &slugs).await;
    publisher
        .events_changed(&slugs.iter().collect::<Vec<_>>())
        .await
        .expect("the list");
    // nobody tells the publisher of these
    add(&store, &[Slug::new("comes")]).await;
    let goes = store.load_event(&Slug::new("goes")).await;
    let goes = goes.expect("the table").expect("the event");
    store
        .delete_event(&goes, Stamp::new(3_000, ""))
        .await
        .expect("the table");
    let hidden = Event {
        access_restricted: true,
        ..named("hides")
    };
    assert!(
        store
            .update_event(&hidden, Branding::default(), "ana")
            .await
            .expect("the table")
    );
    publisher.reconcile_events().await.expect("the buckets");
    assert_eq!(listed(&store).await, ["comes", "stays"]);
    published(&store, "comes/current.json").await;
    for gone in ["goes/current.json", "hides/current.json"] {
        let left = store.get_object(Place::Public, gone).await;
        assert!(left.expect("the bucket").is_none(), "{gone}");
    }
}

/// Each listed year by its start; a list that an earlier version made is replaced.
#[tokio::test]
async fn the_list_has_the_starts_of_years() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    let publisher = Publisher::new(store.clone());
    let (river, hill) = (Slug::new("river"), Slug::new("hill"));
    add(&store, &[river.clone(), hill.clone()]).await;
    let starts = async || {
        let list = published(&store, "index.json").await;
        let of = |slug: &str| {
            let mut events = list["events"].as_array().into_iter().flatten();
            let event = events.find(|event| event["slug"] == slug);
            event.map(|event| event["starts"].clone())
        };
        (of("river"), of("hill"))
    };
    let add_year = async |slug: &Slug, key: &str, start: &str| {
        let year = Year {
            year: key.to_owned(),
            date_time: EventTime::parse(start).expect("a time"),
            ..Year::default()
        };
        let added = store.add_year(slug, "ana", &year, Stamp::new(1_000, ""));
        assert!(added.await.expect("the table"));
    };
    add_year(&hill, "2198", "2198-05-02T08:00:00-07:00").await;
    for (key, start) in [
        ("1999", "1999-05-02T08:00:00-07:00"),
        ("2198", "2198-05-02T08:00:00-07:00"),
        ("2199", "2199-05-02T08:00:00-07:00"),
    ] {
        add_year(&river, key, start).await;
    }
    let both = [&river, &hill];
    publisher.events_changed(&both).await.expect("the list");
    let of_hill = json!({"2198": "2198-05-02T08:00:00-07:00"});
    let of_river =
        json!({"2198": "2198-05-02T08:00:00-07:00", "2199": "2199-05-02T08:00:00-07:00"});
    let expected = (Some(of_river), Some(of_hill));
    assert_eq!(starts().await, expected);

    let mut before = published(&store, "index.json").await;
    for event in before["events"].as_array_mut().expect("a list") {
        event.as_object_mut().expect("an event").remove("starts");
    }
    let seen = store.get_object(Place::Public, "index.json").await;
    let etag = seen.expect("the bucket").expect("the list").etag;
    let body = serde_json::to_vec(&before).expect("JSON");
    store
        .move_pointer(Place::Public, "index.json", body, Some(&etag))
        .await
        .expect("the bucket");
    assert_eq!(starts().await, (Some(Value::Null), Some(Value::Null)));
    publisher
        .event_changed(&river)
        .await
        .expect("a publication");
    assert_eq!(starts().await, expected, "also of who did not change");
}

async fn published(store: &Store, path: &str) -> Value {
    let object = store
        .get_object(Place::Public, path)
        .await
        .expect("the bucket")
        .expect("the file");
    serde_json::from_slice(&object.body).expect("JSON")
}
