//! Writes the race that the site's decoder tests read, as it is published:
//! `cargo run -p chute-domain --example site_fixture`.

use std::{
    collections::BTreeMap,
    error::Error,
    fmt::Write as _,
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use chute_domain::{
    event_time::EventTime,
    liveness::{Mark, StoredRow},
    participant::ResultParticipant,
    pieces::{Index, Piece, Range, View},
    race::{Distance, Event, EventKind, Segment, Year, YearKey},
    row::{Passage, Person},
    snapshot::{Input, Whole},
    stamp::Stamp,
    state::{Change, EventRecord, KnownParticipant, Stamped, YearRecord},
};
use flate2::read::GzDecoder;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    Ok(fs::write(path(), text()?)?)
}

/// Where the committed file is.
fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../site/src/race/published.json")
}

/// All files of the race as one JSON object, path → content, a file a line: each content has the
/// bytes that are published, before compression.
fn text() -> Result<String> {
    let record = event()?;
    let (shown, years) = (record.event(), record.years());
    let (Some(year), Some(year_record)) = (years.first(), record.years.get("2026")) else {
        return Err("the event has no year".into());
    };
    let (distances, segments) = (distances(), segments());
    let input = Input {
        event: &shown,
        year,
        years: &years,
        distances: &distances,
        segments: &segments,
    };
    let whole = Whole::of(
        Index::default(),
        [(Range::ALL, people())],
        View::uncorrected(year_record, EventKind::Distance),
    );
    let (pointer, files) = whole.publish(&input, EventTime::from_unix(1_777_777_777))?;

    let mut contents = BTreeMap::from([(
        "current.json".to_owned(),
        String::from_utf8(pointer.json()?)?,
    )]);
    for file in files {
        let mut plain = String::new();
        GzDecoder::new(file.body.as_slice()).read_to_string(&mut plain)?;
        contents.insert(file.name, plain);
    }
    let mut text = "{".to_owned();
    for (number, (name, content)) in contents.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(
            text,
            "{comma}\n\"results/river-run/2026/{name}\": {content}"
        )?;
    }
    text.push_str("\n}\n");
    Ok(text)
}

fn event() -> Result<EventRecord> {
    let year = Year {
        year: "2026".into(),
        date_time: EventTime::parse("2026-05-02T08:00:00-07:00")?,
        live: true,
        days_allowed: 2,
        ranking_type: "gun".into(),
        ..Year::default()
    };
    let event = Event {
        name: "River Run".into(),
        slug: "river-run".into(),
        kind: "distance".into(),
        ..Event::default()
    };
    let years = BTreeMap::from([(
        YearKey::new("2026"),
        YearRecord {
            year,
            ..YearRecord::default()
        },
    )]);
    Ok(EventRecord {
        event,
        owner: "owner".into(),
        years,
        ..EventRecord::default()
    })
}

fn distances() -> Vec<Distance> {
    vec![Distance {
        name: "10 KM".into(),
        certification: "XX26001AB".into(),
    }]
}

fn segments() -> Vec<Segment> {
    vec![Segment {
        location: "M3".into(),
        distance_name: "10 KM".into(),
        name: "Mile 3".into(),
        distance_value: 3.1,
        distance_unit: "miles".into(),
        ..Segment::default()
    }]
}

/// Finishers of the 10 KM: more than a head holds, so that it has files of its own.
const FINISHERS: i64 = 120;

fn people() -> Piece {
    let mut race = Piece::default();
    for place in 1..=FINISHERS {
        let person = Person {
            bib: place.to_string(),
            first: format!("Ana{place}"),
            last: "Ruiz".into(),
            age: 20 + place % 40,
            gender: if place % 2 == 0 { "M" } else { "F" }.into(),
            age_group: format!("{}0-{}9", 2 + place % 40 / 10, 2 + place % 40 / 10),
            distance: "10 KM".into(),
            anonymous: place == 3,
            division: String::new(),
        };
        let seconds = 2400 + 7 * place;
        let split = Passage {
            seconds: seconds / 2,
            chip_seconds: seconds / 2 - 4,
            segment: "Mile 3".into(),
            location: "M3".into(),
            local_time: "2026-05-02T08:20:00-07:00".into(),
            ..passage(place)
        };
        let finish = Passage {
            seconds,
            milliseconds: place * 37 % 1000,
            chip_seconds: seconds - 4,
            chip_milliseconds: place * 91 % 1000,
            segment: "Finish".into(),
            location: "F".into(),
            finish: true,
            ..passage(place)
        };
        add(&mut race, &person, split);
        add(&mut race, &person, finish);
    }
    for (bib, last, passage) in few() {
        let person = Person {
            bib: bib.into(),
            first: "Bo".into(),
            last: last.into(),
            age: -1,
            distance: "5 KM".into(),
            division: "Red".into(),
            ..Person::default()
        };
        add(&mut race, &person, passage);
    }
    race.apply(Change::Participant(
        "listed".into(),
        Some(Stamped {
            stamp: Stamp::new(2, ""),
            item: Some(KnownParticipant {
                shown: ResultParticipant {
                    bib: "900".into(),
                    first: "Cy".into(),
                    last: "Vale".into(),
                    age_group: "30-39".into(),
                    gender: "X".into(),
                    distance: "10 KM".into(),
                },
                anonymous: false,
            }),
        }),
    ));
    race
}

/// The 5 KM: somebody on course, somebody who gave up and somebody who did not come.
fn few() -> [(&'static str, &'static str, Passage); 3] {
    let on_course = Passage {
        seconds: 700,
        segment: "Mile 1".into(),
        location: "M1".into(),
        ..passage(1)
    };
    let of_kind = |kind| {
        Passage {
            segment: "Finish".into(),
            location: "F".into(),
            kind,
            ..passage(-1)
        }
        .normalised()
    };
    [
        ("07", "Course", on_course),
        ("A1", "Stopped", of_kind(3)),
        ("A2", "Absent", of_kind(31)),
    ]
}

fn passage(place: i64) -> Passage {
    Passage {
        occurrence: 1,
        ranking: place,
        age_ranking: place,
        gender_ranking: place,
        division_ranking: -1,
        ..Passage::default()
    }
}

fn add(race: &mut Piece, person: &Person, passage: Passage) {
    race.apply(Change::Row(Box::new(StoredRow {
        person_id: person.bib.as_str().into(),
        person: person.clone(),
        passage,
        stamp: Stamp::new(1, ""),
        witness: None,
        mark: Mark::default(),
    })));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_race_is_that_of_the_code() {
        assert!(
            fs::read_to_string(path()).unwrap() == text().unwrap(),
            "published.json is old: cargo run -p chute-domain --example site_fixture"
        );
    }
}
