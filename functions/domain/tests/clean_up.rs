//! Clearing a race's storage changes nothing that anybody sees: a person's oldest dead rows go
//! first, and once no row is dead, all deletes by distance but the newest.

use chute_domain::{
    liveness::{self, Deletes, Origin, RowKey, StoredRow, living},
    row::{Passage, Person, ResultRow},
    stamp::Stamp,
};
use proptest::prelude::*;

fn stamp(at: u64) -> Stamp {
    Stamp::new(at, "")
}

fn sent(person: &str, distance: &str, occurrence: i64, seconds: i64) -> ResultRow {
    ResultRow {
        person_id: person.into(),
        person: Person {
            distance: distance.to_owned(),
            ..Person::default()
        },
        passage: Passage {
            seconds,
            occurrence,
            ..Passage::default()
        },
    }
}

/// A table in memory: applies an upload the way the store does.
fn upload(table: &mut Vec<StoredRow>, deletes: &Deletes, rows: Vec<ResultRow>, at: u64) {
    for row in liveness::rows_from(Origin::Upload, table, deletes, rows, stamp(at)) {
        table.retain(|other| other.key() != row.key());
        table.push(row);
    }
}

fn seen(table: &[StoredRow], deletes: &Deletes) -> Vec<ResultRow> {
    liveness::result_rows(table, deletes)
}

#[derive(Clone, Debug)]
enum Happening {
    Upload {
        person: u8,
        distance: u8,
        places: Vec<i64>,
    },
    Delete {
        distance: u8,
    },
    DeleteAll,
    /// Clean-up removes this many dead rows of each person, the oldest first.
    Remove {
        rows: usize,
    },
    /// Clean-up forgets deletes, if no row is dead.
    Forget,
}

fn happening() -> impl Strategy<Value = Happening> {
    let upload = (0..2_u8, 0..3_u8, prop::collection::vec(0..4_i64, 1..3));
    let upload = upload.prop_map(|(person, distance, places)| Happening::Upload {
        person,
        distance,
        places,
    });
    prop_oneof![
        8 => upload,
        4 => (0..3_u8).prop_map(|distance| Happening::Delete { distance }),
        1 => Just(Happening::DeleteAll),
        4 => (1..4_usize).prop_map(|rows| Happening::Remove { rows }),
        3 => Just(Happening::Forget),
    ]
}

fn remove_dead(table: &mut Vec<StoredRow>, deletes: &Deletes, rows: usize) {
    for person in ["p0", "p1"] {
        let of_person: Vec<&StoredRow> =
            table.iter().filter(|row| row.person_id == person).collect();
        let alive = living(of_person.iter().copied(), deletes);
        let mut dead: Vec<&StoredRow> = of_person
            .into_iter()
            .filter(|row| !alive.contains(row))
            .collect();
        dead.sort_by_key(|row| row.stamp);
        let gone: Vec<RowKey> = dead.into_iter().take(rows).map(StoredRow::key).collect();
        table.retain(|row| !gone.contains(&row.key()));
    }
}

/// All deletes but the newest, as `chute_store` does it.
fn forget(table: &[StoredRow], deletes: &mut Deletes) {
    let clean = ["p0", "p1"].iter().all(|person| {
        let rows: Vec<&StoredRow> = table
            .iter()
            .filter(|row| row.person_id == **person)
            .collect();
        living(rows.iter().copied(), deletes).len() == rows.len()
    });
    if clean {
        let newest = deletes
            .by_distance
            .iter()
            .max()
            .filter(|(at, _)| deletes.all.is_none_or(|all| *at > all))
            .cloned();
        deletes.by_distance = newest.into_iter().collect();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    /// A table that is cleared and one that never is show the same, whatever is removed and
    /// forgotten in between; and so does a reader who has not yet heard of what was forgotten or
    /// removed.
    #[test]
    fn clean_up_changes_nothing_that_is_seen(happenings in prop::collection::vec(happening(), 1..25)) {
        let (mut kept, mut all_deletes) = (Vec::new(), Deletes::default());
        let (mut cleared, mut deletes) = (Vec::new(), Deletes::default());
        for (happening, at) in happenings.into_iter().zip(1..) {
            match happening {
                Happening::Upload { person, distance, places } => {
                    let row = |place| sent(&format!("p{person}"), &distance.to_string(), place, i64::from(distance));
                    let rows: Vec<ResultRow> = places.into_iter().map(row).collect();
                    upload(&mut kept, &all_deletes, rows.clone(), at);
                    upload(&mut cleared, &deletes, rows, at);
                }
                Happening::Delete { distance } => {
                    for deletes in [&mut all_deletes, &mut deletes] {
                        deletes.by_distance.insert((stamp(at), distance.to_string()));
                    }
                }
                Happening::DeleteAll => {
                    for deletes in [&mut all_deletes, &mut deletes] {
                        deletes.all = Some(stamp(at));
                    }
                }
                Happening::Remove { rows } => remove_dead(&mut cleared, &deletes, rows),
                Happening::Forget => forget(&cleared, &mut deletes),
            }
            let shown = seen(&kept, &all_deletes);
            prop_assert_eq!(&seen(&cleared, &deletes), &shown);
            prop_assert_eq!(&seen(&cleared, &all_deletes), &shown, "who has not heard of the shorter list");
        }
    }
}
