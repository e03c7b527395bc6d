//! Returning to an earlier version: readers see again what they saw then, a repeated upload of what
//! was undone changes nothing, and new values win; whatever was uploaded, deleted, cleared and
//! returned to before.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    liveness::{self, Deletes, Origin, RowKey, StoredRow, living, surviving},
    returning::{AsOf, Returned, rows_to_return},
    row::{Passage, Person, PersonId, ResultRow},
    stamp::Stamp,
};
use proptest::prelude::*;

const PEOPLE: [&str; 3] = ["p0", "p1", "p2"];

fn stamp(at: u64) -> Stamp {
    Stamp::new(at * 1_000, "")
}

/// A race as it stands: what the table holds, and what is deleted.
#[derive(Clone, Debug, Default)]
struct Race {
    table: Vec<StoredRow>,
    deletes: Deletes,
}

impl Race {
    fn upload(&mut self, rows: Vec<ResultRow>, at: u64) {
        for row in liveness::rows_from(Origin::Upload, &self.table, &self.deletes, rows, stamp(at))
        {
            self.put(row);
        }
    }

    fn put(&mut self, row: StoredRow) {
        self.table.retain(|other| other.key() != row.key());
        self.table.push(row);
    }

    fn of(&self, person: &str) -> Vec<&StoredRow> {
        self.table
            .iter()
            .filter(|row| row.person_id == person)
            .collect()
    }

    fn seen(&self) -> Vec<ResultRow> {
        liveness::result_rows(&self.table, &self.deletes)
    }

    /// For each bib that several people have, who represents it to readers.
    fn newest(&self) -> BTreeMap<String, String> {
        let mut by_bib: BTreeMap<String, BTreeMap<(Stamp, &str), ()>> = BTreeMap::new();
        for id in PEOPLE {
            let alive = living(self.of(id), &self.deletes);
            let newest = alive.iter().map(|row| row.stamp).max();
            if let (Some(person), Some(newest)) = (liveness::person_of(&alive), newest) {
                by_bib
                    .entry(person.bib.clone())
                    .or_default()
                    .insert((newest, id), ());
            }
        }
        let last = by_bib.into_iter().filter(|(_, sharing)| sharing.len() > 1);
        last.filter_map(|(bib, sharing)| Some((bib, sharing.into_keys().next_back()?.1.to_owned())))
            .collect()
    }

    fn people(&self) -> BTreeMap<PersonId, Vec<StoredRow>> {
        PEOPLE
            .iter()
            .map(|id| {
                (
                    PersonId::new(*id),
                    self.of(id).into_iter().cloned().collect(),
                )
            })
            .collect()
    }

    fn plan(&self, then: &Self, name: &str) -> Vec<Returned> {
        let ids: BTreeSet<PersonId> = PEOPLE.into_iter().map(PersonId::new).collect();
        let (was, is) = (then.people(), self.people());
        rows_to_return(
            AsOf {
                rows: &was,
                deletes: &then.deletes,
            },
            AsOf {
                rows: &is,
                deletes: &self.deletes,
            },
            &ids,
            name,
        )
    }

    /// Writes what a plan says, on its conditions.
    fn write(&mut self, plan: &[Returned]) -> usize {
        let mut written = 0;
        for Returned { row, seen, is_free } in plan {
            let there = self
                .table
                .iter()
                .find(|other| other.key() == row.key())
                .map(|there| there.stamp);
            let may = match there {
                None => *is_free,
                Some(there) => {
                    there == row.stamp
                        || Some(there) == *seen
                        || (*is_free && self.deletes.all.is_some_and(|all| there < all))
                }
            };
            if may {
                self.put(row.clone());
                written += 1;
            }
        }
        written
    }

    fn remove_dead(&mut self, rows: usize) {
        for person in PEOPLE {
            let stands = surviving(self.of(person), &self.deletes)
                .into_iter()
                .map(StoredRow::key)
                .collect::<BTreeSet<_>>();
            let mut dead: Vec<&StoredRow> = self
                .of(person)
                .into_iter()
                .filter(|row| !stands.contains(&row.key()))
                .collect();
            dead.sort_by_key(|row| row.stamp);
            let gone: Vec<RowKey> = dead.into_iter().take(rows).map(StoredRow::key).collect();
            self.table.retain(|row| !gone.contains(&row.key()));
        }
    }

    /// Does the same with deletes once no row is dead: the newest stays.
    fn forget(&mut self) {
        if PEOPLE
            .iter()
            .all(|person| surviving(self.of(person), &self.deletes).len() == self.of(person).len())
        {
            let newest = self
                .deletes
                .by_distance
                .iter()
                .max()
                .filter(|(at, _)| self.deletes.all.is_none_or(|all| *at > all))
                .cloned();
            self.deletes.by_distance = newest.into_iter().collect();
        }
    }
}

#[derive(Clone, Debug)]
enum Happening {
    Upload {
        person: usize,
        bib: u8,
        distance: u8,
        rows: Vec<(i64, i64)>,
    },
    Delete {
        distance: u8,
    },
    DeleteAll,
    Remove {
        rows: usize,
    },
    Forget,
    /// Returns to how the race stood after this many of the earlier steps.
    Return {
        to: usize,
    },
}

fn happening() -> impl Strategy<Value = Happening> {
    let upload = (
        0..3_usize,
        0..3_u8,
        0..2_u8,
        prop::collection::vec((0..3_i64, 0..3_i64), 1..3),
    );
    prop_oneof![
        10 => upload.prop_map(|(person, bib, distance, rows)| Happening::Upload { person, bib, distance, rows }),
        2 => (0..2_u8).prop_map(|distance| Happening::Delete { distance }),
        1 => Just(Happening::DeleteAll),
        2 => (1..4_usize).prop_map(|rows| Happening::Remove { rows }),
        2 => Just(Happening::Forget),
        5 => (0..25_usize).prop_map(|to| Happening::Return { to }),
    ]
}

fn sent(person: usize, bib: u8, distance: u8, (occurrence, seconds): (i64, i64)) -> ResultRow {
    ResultRow {
        person_id: PEOPLE.get(person).copied().unwrap_or_default().into(),
        person: Person {
            bib: bib.to_string(),
            distance: distance.to_string(),
            first: format!("First {bib}"),
            ..Person::default()
        },
        passage: Passage {
            seconds,
            occurrence,
            location: "Finish".to_owned(),
            ..Passage::default()
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn a_return_shows_what_was_seen_and_survives_the_next_upload(happenings in prop::collection::vec(happening(), 1..25)) {
        let mut race = Race { deletes: Deletes { all: Some(stamp(0)), ..Deletes::default() }, ..Race::default() };
        let mut before: Vec<Race> = vec![race.clone()];
        for (happening, at) in happenings.into_iter().zip((1..).map(|at| at * 4)) {
            match happening {
                Happening::Upload { person, bib, distance, rows } => {
                    race.upload(rows.into_iter().map(|row| sent(person, bib, distance, row)).collect(), at);
                }
                Happening::Delete { distance } => {
                    race.deletes.by_distance.insert((stamp(at), distance.to_string()));
                }
                Happening::DeleteAll => race.deletes.all = Some(stamp(at)),
                Happening::Remove { rows } => race.remove_dead(rows),
                Happening::Forget => race.forget(),
                Happening::Return { to } => {
                    let Some(then) = before.get(to % before.len()) else { continue };
                    let plan = race.plan(then, &format!("{at}"));
                    let wrong = race.clone();
                    prop_assert_eq!(race.write(&plan), plan.len(), "nobody else was at work");
                    prop_assert_eq!(race.seen(), then.seen());
                    prop_assert_eq!(race.newest(), then.newest());
                    // the same again, after a lost answer
                    let once = race.clone();
                    prop_assert_eq!(race.write(&plan), plan.len());
                    prop_assert_eq!(&race.table, &once.table);
                    // the client sends everything it has again
                    race.upload(wrong.seen(), at + 1);
                    prop_assert_eq!(race.seen(), then.seen(), "the next upload undoes nothing");
                    // a really new value is accepted
                    let mut corrected = race.clone();
                    if let Some(mut row) = wrong.seen().first().cloned() {
                        row.passage.seconds = 777;
                        corrected.upload(vec![row.clone()], at + 2);
                        prop_assert!(corrected.seen().iter().any(|now| now.passage == row.passage && now.person_id == row.person_id));
                    }
                    // an import that somebody has planned and confirmed is wanted
                    let mut asked = race.clone();
                    let planned = liveness::rows_from(Origin::Import, &asked.table, &asked.deletes, wrong.seen(), stamp(at + 2));
                    planned.into_iter().for_each(|row| asked.put(row));
                    let seen = asked.seen();
                    prop_assert!(wrong.seen().iter().all(|row| seen.contains(row)));
                    // and so is a return to it
                    let mut undone = race.clone();
                    let plan = undone.plan(&wrong, "back");
                    undone.write(&plan);
                    prop_assert_eq!(undone.seen(), wrong.seen(), "a return is a version like any other");
                }
            }
            before.push(race.clone());
        }
    }

    /// Whatever was written since the caller looked stays, in whatever order it comes.
    #[test]
    fn later_writes_win_over_a_return(
        first in prop::collection::vec((0..3_usize, 0..2_u8, 0..3_i64, 0..3_i64), 1..6),
        wrong in prop::collection::vec((0..3_usize, 0..2_u8, 0..3_i64, 3..6_i64), 1..6),
        late in prop::collection::vec((0..3_usize, 0..2_u8, 0..3_i64, 6..9_i64), 1..6),
    ) {
        let upload = |race: &mut Race, rows: &[(usize, u8, i64, i64)], at| {
            race.upload(rows.iter().map(|(person, bib, occurrence, seconds)| sent(*person, *bib, 0, (*occurrence, *seconds))).collect(), at);
        };
        let mut race = Race { deletes: Deletes { all: Some(stamp(0)), ..Deletes::default() }, ..Race::default() };
        upload(&mut race, &first, 1);
        let then = race.clone();
        upload(&mut race, &wrong, 2);
        let plan = race.plan(&then, "late");
        let (mut before, mut after) = (race.clone(), race);
        // as a request that has read before the return wrote, and one that reads after it
        upload(&mut before, &late, 3);
        before.write(&plan);
        after.write(&plan);
        upload(&mut after, &late, 3);
        for race in [&before, &after] {
            for row in &race.table {
                let is_late = late.iter().any(|(person, _, occurrence, _)| PEOPLE.get(*person) == Some(&row.person_id.as_str()) && *occurrence == row.passage.occurrence);
                prop_assert_eq!(is_late, row.passage.seconds >= 6 && !row.mark.gone);
            }
        }
    }

    /// Nobody who asked not to be named is named again.
    #[test]
    fn a_hidden_name_stays_hidden_after_a_return(place in 0..3_i64, other in 0..3_i64, again: bool) {
        let mut race = Race { deletes: Deletes { all: Some(stamp(0)), ..Deletes::default() }, ..Race::default() };
        race.upload(vec![sent(0, 1, 0, (place, 1))], 1);
        let then = race.clone();
        let mut hidden = sent(0, 1, 0, (other, 2));
        hidden.person.anonymous = true;
        if again {
            hidden.person.first.clear();
        }
        race.upload(vec![hidden.clone()], 2);
        let plan = race.plan(&then, "hidden");
        race.write(&plan);
        prop_assert!(race.seen().iter().all(|row| row.person.anonymous && row.person.first == hidden.person.first));
        let passages = |race: &Race| race.seen().into_iter().map(|row| row.passage).collect::<Vec<_>>();
        prop_assert_eq!(passages(&race), passages(&then));
        // and a wish to be hidden that came with undone values still holds
        let mut race = then.clone();
        race.upload(vec![sent(0, 2, 0, (place, 5))], 2);
        let plan = race.plan(&then, "refused");
        race.write(&plan);
        let mut asks = sent(0, 2, 0, (place, 5));
        asks.person.anonymous = true;
        race.upload(vec![asks], 3);
        prop_assert!(race.seen().iter().all(|row| row.person.anonymous));
    }
}
