//! Two writers of one event.

#![expect(clippy::expect_used, reason = "a test")]

use chute_domain::{
    account::Realm,
    race::{Branding, Event, Slug},
};
use chute_edge::Backend;
use chute_store::Store;

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

/// The timing client reads the event before the organiser gives it a colour, and writes it
/// afterwards.
#[tokio::test]
async fn a_writer_who_gives_no_face_leaves_the_one_given_meanwhile() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    assert!(
        store
            .add_event(
                &Event {
                    sponsor: "River Foods".to_owned(),
                    ..river()
                },
                "ana"
            )
            .await
            .expect("the table")
    );
    let read_before = stored(&store).await;
    let colour = Branding {
        accent_color: Some("#0a7d4f".to_owned()),
        ..Branding::default()
    };
    assert!(
        store
            .update_event(&river(), colour, "ana")
            .await
            .expect("the table")
    );
    let renamed = Event {
        name: "River Run".to_owned(),
        ..read_before
    };
    assert!(
        store
            .update_event(&renamed, Branding::default(), "ana")
            .await
            .expect("the table")
    );
    let branding = Event {
        accent_color: "#0a7d4f".to_owned(),
        sponsor: "River Foods".to_owned(),
        ..river()
    };
    assert_eq!(
        stored(&store).await,
        Event {
            name: "River Run".to_owned(),
            ..branding
        }
    );
}

#[tokio::test]
async fn each_part_of_a_face_is_written_and_taken_away_by_itself() {
    let backend = Backend::open();
    let store = backend.store(Realm::Account).await;
    let dressed = Event {
        accent_color: "#0a7d4f".to_owned(),
        logo: "https://example.org/logo.svg".to_owned(),
        sponsor: "River Foods".to_owned(),
        ..river()
    };
    assert!(store.add_event(&dressed, "ana").await.expect("the table"));
    assert_eq!(stored(&store).await, dressed);
    let change = Branding {
        accent_color: Some(String::new()),
        sponsor: Some("Hill Foods".to_owned()),
        ..Branding::default()
    };
    assert!(
        store
            .update_event(&river(), change, "ana")
            .await
            .expect("the table")
    );
    assert_eq!(
        stored(&store).await,
        Event {
            sponsor: "Hill Foods".to_owned(),
            accent_color: String::new(),
            ..dressed
        }
    );
}
