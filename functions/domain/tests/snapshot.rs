//! Files are read back exactly as written, whatever was uploaded, and the rules hold for any rows.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chute_domain::{
    board::Field,
    event_time::EventTime,
    liveness::{Mark, StoredRow},
    participant::ResultParticipant,
    pieces::{Index, Piece, PrivacyByBib, Range, View},
    race::{Distance, Event, EventKind, Segment, Year, YearKey},
    row::{Passage, Person, ResultRow, last_per_segment},
    snapshot::{self, File, Head, Input, Pointer, Snapshot, Whole},
    stamp::Stamp,
    state::{Change, EventRecord, KnownParticipant, Stamped, YearRecord},
};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-c]{1,2}",
        "[0-9]{1,3}",
        Just("Start".to_owned()),
        Just("Finish".to_owned()),
        any::<String>()
    ]
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![0..5_i64, -1..3_i64, any::<i64>()]
}

prop_compose! {
    fn person()(bib in text(), first in text(), last in text(), age in number(), gender in text(), age_group in text(), distance in "[ab]?", anonymous: bool, division in text()) -> Person {
        Person { bib, first, last, age, gender, age_group, distance, anonymous, division }
    }
}

prop_compose! {
    fn passage()(times in [number(), number(), number(), number()], segment in text(), location in "[a-c]{1,2}", occurrence in 0..4_i64, places in [number(), number(), number(), number()], finish: bool, kind in prop_oneof![Just(0), Just(0), Just(3), Just(30), Just(31), number()], local_time in text()) -> Passage {
        let ([seconds, milliseconds, chip_seconds, chip_milliseconds], [ranking, age_ranking, gender_ranking, division_ranking]) = (times, places);
        Passage { seconds, milliseconds, chip_seconds, chip_milliseconds, segment, location, occurrence, ranking, age_ranking, gender_ranking, finish, kind, local_time, division_ranking }
    }
}

/// A race as uploads leave it: rows of a few people, each row with its own stamp and its own idea
/// of the person.
fn race() -> impl Strategy<Value = Piece> {
    let row = ("[p-r]", person(), passage(), 0..20_u64);
    prop::collection::vec(row, 0..40).prop_map(|rows| {
        let mut race = Piece::default();
        for (person_id, person, passage, at) in rows {
            race.apply(Change::Row(Box::new(StoredRow {
                person_id: person_id.into(),
                person,
                passage,
                stamp: Stamp::new(at, ""),
                witness: None,
                mark: Mark::default(),
            })));
        }
        race
    })
}

fn event() -> EventRecord {
    let year = Year {
        year: "2026".into(),
        date_time: EventTime::parse("2026-05-02T08:00:00-07:00").unwrap(),
        live: true,
        days_allowed: 2,
        ranking_type: "gun".into(),
        ..Year::default()
    };
    let event = Event {
        name: "River 10K".into(),
        slug: "river-10k".into(),
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
    EventRecord {
        event,
        owner: "owner".into(),
        years,
        ..EventRecord::default()
    }
}

fn published(race: &Piece, distances: &[Distance], segments: &[Segment]) -> (Pointer, Vec<File>) {
    let record = event();
    let (shown, years) = (record.event(), record.years());
    let input = Input {
        event: &shown,
        year: &years[0],
        years: &years,
        distances,
        segments,
    };
    let whole = Whole::of(
        Index::default(),
        [(Range::ALL, race.clone())],
        View::uncorrected(&record.years["2026"], EventKind::Distance),
    );
    whole
        .publish(&input, EventTime::from_unix(1_777_777_777))
        .unwrap()
}

/// The snapshot in the files, read as the API reads them; small races have no directories.
fn read(pointer: &Pointer, files: &[File]) -> Snapshot {
    let find = |name: &str| &files.iter().find(|file| file.name == name).unwrap().body;
    let head = Head::read(find(pointer.head())).unwrap();
    let shards: Vec<_> = head
        .shards
        .names()
        .into_iter()
        .map(|name| snapshot::read_shard(find(name)).unwrap())
        .collect();
    let people = head.people.clone().unwrap_or_default().files;
    let participants = people
        .iter()
        .flat_map(|name| snapshot::read_people(find(name)).unwrap())
        .collect();
    Snapshot::of(&head, shards, participants)
}

fn participant(bib: &str, anonymous: bool) -> Change {
    let shown = ResultParticipant {
        bib: bib.into(),
        first: "Ana".into(),
        last: "Ruiz".into(),
        ..ResultParticipant::default()
    };
    Change::Participant(
        "x".into(),
        Some(Stamped {
            stamp: Stamp::new(2, ""),
            item: Some(KnownParticipant { shown, anonymous }),
        }),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_snapshot_comes_back_as_it_was_written(mut race in race()) {
        race.apply(participant("never", false));
        let distances = vec![Distance { name: "a".into(), certification: "c".into() }];
        let segments = vec![Segment { name: "s".into(), distance_value: 6.2, ..Segment::default() }];
        let shown = race.shown(View::uncorrected(&event().years["2026"], EventKind::Distance), Range::ALL, &PrivacyByBib::default());
        let (pointer, files) = published(&race, &distances, &segments);
        let snapshot = read(&pointer, &files);
        prop_assert_eq!(&snapshot.rows, &shown.rows);
        prop_assert_eq!(&snapshot.newest_of_bib, &shown.newest_of_bib);
        prop_assert_eq!((&snapshot.distances, &snapshot.segments), (&distances, &segments));
        prop_assert_eq!(snapshot.participants.len(), 1);
        prop_assert_eq!(&snapshot.last, &last_per_segment(&shown.rows));
        prop_assert_eq!(published(&race, &distances, &segments).1, files, "the same bytes again");
    }

    #[test]
    fn changes_in_any_order_give_the_same_race(race in race(), seed: u64) {
        let mut rows: Vec<StoredRow> = race.rows.values().cloned().collect();
        rows.sort_by_key(|row| Stamp::new(seed ^ row.stamp.order_ms(), &row.passage.location));
        let mut again = Piece::default();
        for row in rows.iter().chain(&rows) {
            again.apply(Change::Row(Box::new(row.clone())));
        }
        prop_assert_eq!(again, race);
    }

    #[test]
    fn a_board_has_one_line_per_bib(race in race(), kind in prop_oneof![Just(EventKind::Distance), Just(EventKind::Time), Just(EventKind::BackyardUltra)]) {
        let shown = race.shown(View::uncorrected(&event().years["2026"], EventKind::Distance), Range::ALL, &PrivacyByBib::default());
        let rows: Vec<&ResultRow> = shown.rows.iter().collect();
        let field = Field::of(kind, &rows);
        let board = field.board(kind, "");
        let bibs: BTreeSet<&str> = rows.iter().map(|row| row.person.bib.trim()).filter(|bib| !bib.is_empty()).collect();
        let lines: Vec<&str> = board.lines.iter().map(|line| line.row.person.bib.trim()).collect();
        prop_assert_eq!(lines.len(), bibs.len());
        prop_assert_eq!(lines.into_iter().collect::<BTreeSet<_>>(), bibs);
    }

    #[test]
    fn last_per_segment_is_what_the_contract_says(race in race()) {
        let rows = race.shown(View::uncorrected(&event().years["2026"], EventKind::Distance), Range::ALL, &PrivacyByBib::default()).rows;
        let mut groups: HashMap<(&str, &str), Vec<&ResultRow>> = HashMap::new();
        for row in &rows {
            groups.entry((&row.person_id, &row.passage.segment)).or_default().push(row);
        }
        let best: BTreeSet<_> = groups.into_values().map(|mut rows| {
            rows.sort_by(|a, b| {
                let key = |row: &ResultRow| (row.passage.seconds, row.passage.occurrence, row.passage.milliseconds, row.passage.location.clone());
                key(a).cmp(&key(b))
            });
            let last = rows[rows.len() - 1];
            (&last.person_id, &last.passage.location, last.passage.occurrence)
        }).collect();
        for (row, last) in rows.iter().zip(last_per_segment(&rows)) {
            let wanted = best.contains(&(&row.person_id, &row.passage.location, row.passage.occurrence)) || matches!(row.passage.kind, 3 | 30 | 31);
            prop_assert_eq!(last, wanted, "{:?}", row);
        }
    }

    #[test]
    fn no_name_of_an_anonymous_person_is_in_any_file(mut race in race()) {
        for row in race.rows.values_mut() {
            row.person.anonymous = true;
            row.person.first = "CANARY-FIRST".into();
            row.person.last = "CANARY-LAST".into();
        }
        for file in published(&race, &[], &[]).1 {
            let mut plain = String::new();
            std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&file.body[..]), &mut plain).unwrap();
            prop_assert!(!plain.contains("CANARY"), "{}", file.name);
        }
    }

    #[test]
    fn a_broken_file_is_an_error_not_a_panic(race in race(), cut in 0..400_usize, flip: u8) {
        for file in published(&race, &[], &[]).1 {
            let mut body = file.body;
            let at = cut % body.len();
            body[at] ^= flip;
            let _ = (snapshot::read_shard(&body), Head::read(&body), snapshot::Tree::read_directory(&body), snapshot::read_people(&body));
            body.truncate(at);
            prop_assert!(snapshot::read_shard(&body).is_err() && Head::read(&body).is_err());
        }
    }
}

#[test]
fn a_participant_who_asks_at_check_in_is_hidden_in_the_results() {
    let mut race = Piece::default();
    let person = Person {
        bib: " 7".into(),
        first: "Ana".into(),
        last: "Ruiz".into(),
        ..Person::default()
    };
    let row = StoredRow {
        person_id: "p".into(),
        person,
        passage: Passage::default(),
        stamp: Stamp::new(1, ""),
        witness: None,
        mark: Mark::default(),
    };
    race.apply(Change::Row(Box::new(row)));
    race.apply(participant("7", true));
    let shown = race.shown(
        View::uncorrected(&YearRecord::default(), EventKind::Distance),
        Range::ALL,
        &PrivacyByBib::default(),
    );
    assert_eq!(
        (
            shown.rows[0].person.first.as_str(),
            shown.rows[0].person.anonymous,
            shown.participants.len()
        ),
        ("", true, 0)
    );
}

#[test]
fn the_pointer_counts_the_rows_of_post_results_by_distance() {
    let mut race = Piece::default();
    for (person, distance, segment, seconds) in [
        ("1", "5 KM", "", 1),
        ("1", "5 KM", "", 2),
        ("1", "5 KM", "Finish", 3),
        ("2", "10 KM", "", 4),
    ] {
        let who = Person {
            bib: person.into(),
            distance: distance.into(),
            ..Person::default()
        };
        let passage = Passage {
            segment: segment.into(),
            location: seconds.to_string(),
            seconds,
            ..Passage::default()
        };
        let row = StoredRow {
            person_id: person.into(),
            person: who,
            passage,
            stamp: Stamp::new(1, ""),
            witness: None,
            mark: Mark::default(),
        };
        race.apply(Change::Row(Box::new(row)));
    }
    let (pointer, _) = published(&race, &[], &[]);
    let pointer: serde_json::Value = serde_json::from_slice(&pointer.json().unwrap()).unwrap();
    assert_eq!(pointer["count"], 3);
    assert_eq!(
        pointer["distances"],
        serde_json::json!([{"name": "10 KM", "count": 1}, {"name": "5 KM", "count": 2}])
    );
    let url = pointer["url"].as_str().unwrap();
    assert!(
        url.starts_with("results/river-10k/2026/h-") && url.ends_with(".json"),
        "{url}"
    );
}

#[test]
fn the_pointer_tells_that_somebody_is_listed_and_not_who() {
    let meta = |bibs: &[&str]| {
        let mut race = Piece::default();
        for bib in bibs {
            let shown = ResultParticipant {
                bib: (*bib).to_owned(),
                ..ResultParticipant::default()
            };
            let item = Some(KnownParticipant {
                shown,
                anonymous: false,
            });
            race.apply(Change::Participant(
                (*bib).to_owned(),
                Some(Stamped {
                    stamp: Stamp::new(1, ""),
                    item,
                }),
            ));
        }
        let (pointer, _) = published(&race, &[], &[]);
        let pointer: serde_json::Value = serde_json::from_slice(&pointer.json().unwrap()).unwrap();
        pointer["meta"].as_str().unwrap().to_owned()
    };
    assert_ne!(meta(&[]), meta(&["7"]));
    assert_eq!(meta(&["7"]), meta(&["7", "8"]));
}
