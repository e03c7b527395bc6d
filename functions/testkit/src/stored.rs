//! A race as the tables hold it, and functions that store it directly, past all routes.

use chute_domain::{
    event_time::EventTime,
    key::{Key, KeyKind, KeySettings},
    liveness::{Mark, StoredRow},
    participant::Participant,
    race::{Event, Slug, Year},
    row::{Passage, Person},
    stamp::Stamp,
};
use chute_store::Store;

/// An event that anybody may read.
#[must_use]
pub fn event(slug: &str) -> Event {
    Event {
        name: "River 10K".to_owned(),
        slug: slug.to_owned(),
        contact_email: "rd@example.org".to_owned(),
        kind: "distance".to_owned(),
        ..Event::default()
    }
}

/// A year that begins at `start_s` (unix seconds), is live and open for two days.
#[must_use]
pub fn year(key: &str, start_s: i64) -> Year {
    Year {
        year: key.to_owned(),
        date_time: EventTime::from_unix(start_s),
        live: true,
        days_allowed: 2,
        ranking_type: "gun".to_owned(),
        ..Year::default()
    }
}

/// A key that never expires and takes calls from anywhere.
#[must_use]
pub fn key(value: &str, account: &str, kind: KeyKind) -> Key {
    let settings = KeySettings {
        name: "test".to_owned(),
        kind,
        allowed_hosts: String::new(),
        valid_until: None,
    };
    Key::new(value, account, settings)
}

/// The first passage of the person `person-{bib}` at a timing point; a finish if the point is
/// called `Finish`.
#[must_use]
pub fn row(bib: &str, point: &str, stamp: Stamp) -> StoredRow {
    let person = Person {
        bib: bib.to_owned(),
        first: "Ana".to_owned(),
        last: "Ruiz".to_owned(),
        distance: "10 KM".to_owned(),
        ..Person::default()
    };
    let passage = Passage {
        segment: point.to_owned(),
        location: point.to_owned(),
        occurrence: 1,
        seconds: 2_710,
        finish: point == "Finish",
        ..Passage::default()
    };
    stored(&format!("person-{bib}"), person, passage, stamp)
}

fn stored(person_id: &str, person: Person, passage: Passage, stamp: Stamp) -> StoredRow {
    StoredRow {
        person_id: person_id.into(),
        person,
        passage,
        stamp,
        witness: None,
        mark: Mark::default(),
    }
}

/// The finish of the runner `p{number}`, placed after all with a lower number. Every third one runs
/// 5 KM, the others 10 KM.
///
/// # Panics
/// Never in practice: when the number does not fit into an `i64`.
#[must_use]
pub fn finish(number: u64, stamp: Stamp) -> StoredRow {
    let is_short = number.is_multiple_of(3);
    let person = Person {
        bib: number.to_string(),
        first: format!("First{number}"),
        distance: if is_short { "5 KM" } else { "10 KM" }.to_owned(),
        ..Person::default()
    };
    let place = i64::try_from(number).expect("a place") + 1;
    let seconds = 1_000 + place * 10;
    let passage = Passage {
        location: "Finish".to_owned(),
        segment: "Finish".to_owned(),
        occurrence: 1,
        finish: true,
        seconds,
        chip_seconds: seconds - 3,
        ranking: place,
        gender_ranking: place,
        age_ranking: place,
        ..Passage::default()
    };
    stored(&format!("p{number}"), person, passage, stamp)
}

/// Somebody on the entry list.
#[must_use]
pub fn participant(id: &str, bib: &str) -> Participant {
    Participant {
        id: id.to_owned(),
        bib: bib.to_owned(),
        first: "Ana".to_owned(),
        last: "Ruiz".to_owned(),
        birthdate: "3/9/1985".to_owned(),
        distance: "10 KM".to_owned(),
        ..Participant::default()
    }
}

/// Stores an event owned by this account.
///
/// # Panics
/// When its slug is taken.
pub async fn add_event(store: &Store, owner: &str, event: &Event) {
    let added = store.add_event(event, owner).await;
    assert!(added.expect("the table of events"), "{} is new", event.slug);
}

/// Stores a year of this account's event; no row from before `born` belongs to it.
///
/// # Panics
/// When the event already has it, or belongs to somebody else.
pub async fn add_year(store: &Store, owner: &str, slug: &str, year: &Year, born: Stamp) {
    let added = store.add_year(&Slug::new(slug), owner, year, born).await;
    assert!(
        added.expect("the table of events"),
        "{slug} has no year {}",
        year.year
    );
}

/// Stores an event of `ana` with these years, which have no rows yet.
///
/// # Panics
/// When the slug is taken.
pub async fn add_race(
    store: &Store,
    slug: &str,
    years: impl IntoIterator<Item = Year>,
    born: Stamp,
) {
    let event = Event {
        slug: slug.to_owned(),
        name: "A Race".to_owned(),
        ..Event::default()
    };
    add_event(store, "ana", &event).await;
    for year in years {
        add_year(store, "ana", slug, &year, born).await;
    }
}

/// Stores a key.
///
/// # Panics
/// When its value is taken.
pub async fn add_key(store: &Store, key: &Key) {
    let added = store.add_key(key).await;
    assert!(
        added.expect("the table of keys: on AWS's side, are AWS_ACCESS_KEY_ID and its kin set?"),
        "the key {} is new",
        key.name
    );
}
