//! Compares pieces with the whole: whatever arrives in whatever order, the pieces of a race yield
//! the same files as all its items at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use flate2::read::GzDecoder;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::Value;

use super::*;
use crate::{
    board::{Field, PublishedLine},
    corrections::{Bibs, Correction, FinishPoint, Outcome, Runner, Values},
    event_time::EventTime,
    liveness::Mark,
    participant::ResultParticipant,
    race::{Event, EventKind, Year},
    revisions::{Done, LineKey, Recalculation, Revisions, Rule},
    row::{Bib, Passage, Person},
    snapshot::{self, BoardFile, File, Gone, Input, RaceBoard, Since, Whole},
};

const KINDS: [EventKind; 3] = [
    EventKind::Distance,
    EventKind::Time,
    EventKind::BackyardUltra,
];

fn stored() -> impl Strategy<Value = Change> {
    let person = (
        "[a-h]",
        "(| 7|7|8|9|10|11|x)",
        "[ab]",
        any::<bool>(),
        "[A-C]?",
    );
    let passage = (
        "(Start|Mile 3|Finish)",
        0..5_i64,
        0..100_i64,
        prop_oneof![8 => Just(0_i64), 1 => Just(30), 1 => Just(31)],
    );
    let start = prop_oneof![8 => Just(2_300_i64), 1 => Just(5_000), 1 => -1_500..1_500_i64];
    let stored = (person, passage, start, 1..60_u64);
    stored.prop_map(
        |(
            (id, bib, distance, anonymous, first),
            (location, occurrence, seconds, kind),
            start,
            at,
        )| {
            let finish = location == "Finish";
            let gender = if id.as_str() < "e" { "W" } else { "M" }.to_owned();
            let chip = seconds * 1000 + 7 - start;
            Change::Row(Box::new(StoredRow {
                person_id: id.into(),
                person: Person {
                    bib,
                    first,
                    distance,
                    gender,
                    anonymous: anonymous && at % 4 == 0,
                    ..Person::default()
                },
                passage: Passage {
                    seconds,
                    milliseconds: 7,
                    chip_seconds: chip.div_euclid(1000),
                    // now and then as sent by software that rounds differently
                    chip_milliseconds: chip.rem_euclid(1000) + i64::from(at % 16 == 0) * 1000,
                    gender_ranking: seconds / 2,
                    age_ranking: seconds / 3,
                    segment: location.clone(),
                    location,
                    occurrence,
                    finish,
                    kind,
                    ranking: seconds,
                    ..Passage::default()
                },
                stamp: Stamp::new(at, ""),
                witness: None,
                mark: Mark::default(),
            }))
        },
    )
}

fn listed() -> impl Strategy<Value = Change> {
    (
        "[k-p]",
        "(|7|8|12)",
        "[D-F]",
        any::<bool>(),
        any::<bool>(),
        1..60_u64,
    )
        .prop_map(|(id, bib, first, anonymous, gone, at)| {
            let shown = ResultParticipant {
                bib,
                first,
                ..ResultParticipant::default()
            };
            let item = (!gone).then_some(KnownParticipant { shown, anonymous });
            Change::Participant(
                id,
                Some(Stamped {
                    stamp: Stamp::new(at, ""),
                    item,
                }),
            )
        })
}

fn granted() -> impl Strategy<Value = Change> {
    (
        "(7|8|9|12)",
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        prop::option::weighted(0.9, 1..60_u64),
    )
        .prop_map(|(bib, initials, no_age, hidden, at)| {
            let item = at.map(|at| Stamped {
                stamp: Stamp::new(at, ""),
                item: Some(Wishes {
                    initials,
                    no_age,
                    hidden,
                }),
            });
            Change::Wishes(bib, item)
        })
}

fn corrected() -> impl Strategy<Value = Change> {
    let outcome = prop_oneof![
        3 => (0..100_000_i64, 0..100_000_i64).prop_map(|(clock_ms, chip_ms)| Outcome::Finished { clock_ms, chip_ms }),
        1 => Just(Outcome::Nothing),
        1 => Just(Outcome::Dnf),
        1 => Just(Outcome::Dns),
        1 => Just(Outcome::Dsq),
    ];
    let values = (
        prop::option::weighted(0.3, "[A-C]"),
        prop::option::weighted(0.3, "[ab]"),
        prop::option::weighted(0.3, "(W|M)"),
        prop::option::weighted(0.6, outcome),
    );
    (
        "[a-hk-p]",
        "(7|8|9|12)",
        "[A-C]?",
        "[ab]",
        any::<bool>(),
        values,
        prop::option::weighted(0.9, (1..60_u64, prop::bool::weighted(0.9))),
        (
            prop::option::weighted(0.4, "(7|8|9|12)"),
            prop::option::weighted(0.2, "(7|8|9|12)"),
        ),
    )
        .prop_map(
            |(of, bib, name, from, is_uploaded, values, at, (shown, shown_once))| {
                let (first, distance, gender, outcome) = values;
                let id = Correction::id_of(Runner {
                    id: &of,
                    bib: Bib::new(&bib),
                    first: &name,
                    last: "",
                    distance: &from,
                    is_entry: false,
                });
                let seen = Values {
                    first: Some(name),
                    distance: Some(from),
                    ..Values::default()
                };
                let corrected = Values {
                    first,
                    distance,
                    gender,
                    outcome,
                    ..Values::default()
                };
                let known = Correction {
                    bib,
                    seen,
                    is_uploaded,
                    finish: FinishPoint::default(),
                    corrected,
                    bibs: Bibs::default().then(shown_once).then(shown),
                };
                let item = at.map(|(at, stands)| Stamped {
                    stamp: Stamp::new(at, ""),
                    item: stands.then(|| Box::new(known)),
                });
                Change::Correction(id, item)
            },
        )
}

#[derive(Clone, Debug)]
enum Step {
    Changes(Vec<Change>),
    /// Everything up to now is deleted.
    DeleteAll,
    DeleteDistance(String),
    DeleteParticipants,
    /// Clean-up removes a row.
    Gone(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => prop::collection::vec(prop_oneof![10 => stored(), 2 => listed(), 1 => granted(), 2 => corrected()], 1..12).prop_map(Step::Changes),
        1 => Just(Step::DeleteAll),
        1 => "[ab]".prop_map(Step::DeleteDistance),
        1 => Just(Step::DeleteParticipants),
        1 => (0..20_usize).prop_map(Step::Gone),
    ]
}

/// A race as the publisher keeps it, with its "files" in memory.
#[derive(Default)]
struct MemoryRace {
    index: Index,
    pieces: BTreeMap<u32, Piece>,
    all: Piece,
    record: YearRecord,
    corrections: Corrections,
    now: u64,
}

impl MemoryRace {
    fn view(&self, kind: EventKind) -> View<'_> {
        View {
            record: &self.record,
            kind,
            corrections: &self.corrections,
        }
    }

    fn load(&self, starts: BTreeSet<u32>) -> Loaded {
        starts
            .into_iter()
            .map(|start| (start, self.pieces.get(&start).cloned().unwrap_or_default()))
            .collect()
    }

    fn settle(&mut self, mut loaded: Loaded, kind: EventKind, version: u64) -> Settled {
        loop {
            let view = View {
                record: &self.record,
                kind,
                corrections: &self.corrections,
            };
            let missing = self.index.rehome(&mut loaded, view);
            if missing.is_empty() {
                break;
            }
            loaded.extend(self.load(missing));
        }
        let mut settled = {
            let view = View {
                record: &self.record,
                kind,
                corrections: &self.corrections,
            };
            self.index.settle(loaded, view, version)
        };
        for (range, piece) in std::mem::take(&mut settled.pieces) {
            self.index.set_file(range.start, format!("{}", range.start));
            self.pieces.insert(range.start, piece);
        }
        settled
    }

    fn take(&mut self, step: &Step, kind: EventKind, version: u64) -> Settled {
        self.now += 5;
        let mut changes = Vec::new();
        let before = self.record.clone();
        match step {
            Step::Changes(list) => changes.clone_from(list),
            Step::DeleteAll => self.record.rows.all = Some(Stamp::new(self.now, "")),
            Step::DeleteDistance(distance) => {
                self.record
                    .rows
                    .by_distance
                    .insert((Stamp::new(self.now, ""), distance.clone()));
            }
            Step::DeleteParticipants => self.record.participants = Some(Stamp::new(self.now, "")),
            Step::Gone(at) => {
                changes.extend(self.all.rows.keys().nth(*at).cloned().map(Change::RowGone))
            }
        }
        let mut all = Settled::default();
        let view = View {
            record: &before,
            kind,
            corrections: &self.corrections,
        };
        let ranking = self.index.lift_ranking(view);
        if before != self.record {
            let view = View {
                record: &self.record,
                kind,
                corrections: &self.corrections,
            };
            let (settled, to_read) = self.index.review(&before, view, false);
            all.add(settled);
            let loaded = self.load(to_read);
            all.add(self.settle(loaded, kind, version));
        }
        changes
            .iter()
            .for_each(|change| self.all.apply(change.clone()));
        let corrections = self.corrections.clone();
        for change in &changes {
            if let Change::Correction(id, item) = change {
                self.corrections.apply(id, item.clone());
            }
        }
        let mut loaded = self.load(self.index.touched(&changes, &corrections));
        self.index.apply(&mut loaded, &changes);
        all.add(self.settle(loaded, kind, version));
        let view = View {
            record: &self.record,
            kind,
            corrections: &self.corrections,
        };
        self.index.rank(view, &ranking, version, &mut all);
        all
    }

    /// The files made from the pieces, and those made from everything at once.
    fn files(&self, kind: EventKind) -> (Vec<File>, Vec<File>) {
        let (event, year) = (
            Event {
                slug: "e".into(),
                ..Event::default()
            },
            Year {
                year: "2026".into(),
                ..Year::default()
            },
        );
        let input = Input {
            event: &event,
            year: &year,
            years: &[],
            distances: &[],
            segments: &[],
        };
        let whole = Whole::of(
            Index::default(),
            [(Range::ALL, self.all.clone())],
            self.view(kind),
        );
        let pieces = self.index.leaves().iter().map(|(start, leaf)| {
            (
                Range {
                    start: *start,
                    len: leaf.len,
                },
                self.pieces.get(start).cloned().unwrap_or_default(),
            )
        });
        let index = Index::from_leaves(
            self.index
                .leaves()
                .iter()
                .map(|(start, leaf)| {
                    (
                        *start,
                        Leaf {
                            len: leaf.len,
                            ..Leaf::default()
                        },
                    )
                })
                .collect(),
        );
        let parts = Whole::of(index, pieces, self.view(kind));
        let files = |whole: &Whole| {
            let (_, mut files) = whole.publish(&input, EventTime::default()).unwrap();
            files.sort_by(|a, b| a.name.cmp(&b.name));
            files
        };
        (files(&parts), files(&whole))
    }
}

/// A reader who has seen every version and reads what changed since the way a page does, using the
/// format document alone.
#[derive(Default)]
struct Follower {
    /// The boards in each version; empty in version 0.
    versions: Vec<BTreeMap<String, ShownDistance>>,
    gone: BTreeSet<Gone>,
    passages: BTreeMap<String, u64>,
    hours: BTreeMap<String, i64>,
}

/// A distance as a page shows it.
#[derive(Clone, Debug, PartialEq, Default)]
struct ShownDistance {
    lines: Lines,
    passages: Vec<Value>,
}

/// By bib: everything that readers are told about a line.
type Lines = BTreeMap<String, BTreeMap<String, Value>>;

impl Follower {
    /// Notes what the publisher would note for a version.
    fn note(&mut self, index: &mut Index, settled: &Settled, kind: EventKind, version: u64) {
        let hours: BTreeMap<String, i64> = snapshot::race_distances(index)
            .iter()
            .map(|board| (board.distance.to_owned(), board.last_hour))
            .collect();
        for (distance, now) in &hours {
            let before = self.hours.get(distance).copied().unwrap_or_default();
            if kind == EventKind::BackyardUltra && before != *now {
                index.touch_lines(
                    distance,
                    |tracked| tracked.runner.line(before) != tracked.runner.line(*now),
                    version,
                );
            }
        }
        self.hours = hours;
        let gone = settled.gone.iter().cloned().map(|line| Gone {
            line,
            since: version,
        });
        self.gone.extend(gone);
        self.gone.retain(|gone| index.runner(&gone.line).is_none());
        let boards = snapshot::race_boards(index, kind);
        let seen = |board: &RaceBoard| {
            let whole = serde_json::to_value(
                BoardFile::of(board.distance, &board.lines(), true).with_passages(&board.passages),
            )
            .unwrap();
            (
                board.distance.to_owned(),
                ShownDistance {
                    lines: changed_lines(&whole),
                    passages: list(&whole, "passages").to_vec(),
                },
            )
        };
        let now: BTreeMap<String, ShownDistance> = boards.iter().map(seen).collect();
        self.versions
            .resize(usize::try_from(version).unwrap(), BTreeMap::new());
        let before = self.versions.last().cloned().unwrap_or_default();
        let same = |(distance, seen): &(&String, &ShownDistance)| {
            before
                .get(*distance)
                .is_some_and(|before| before.passages == seen.passages)
        };
        let (kept, other): (Vec<_>, Vec<_>) = now.iter().partition(same);
        let known = kept
            .into_iter()
            .filter_map(|(distance, _)| Some((distance.clone(), *self.passages.get(distance)?)));
        self.passages = known
            .chain(
                other
                    .into_iter()
                    .map(|(distance, _)| (distance.clone(), version)),
            )
            .collect();
        self.versions.push(now);
    }

    /// The changes since a version, as they are published.
    fn changes(&self, index: &Index, kind: EventKind, from: u64) -> Value {
        let version = u64::try_from(self.versions.len()).unwrap() - 1;
        let since = Since {
            gone: &self.gone,
            passages: &self.passages,
        };
        let file = snapshot::changes(
            &snapshot::race_boards(index, kind),
            since,
            (from, None),
            version,
        )
        .unwrap();
        serde_json::from_reader(GzDecoder::new(file.body.as_slice())).unwrap()
    }

    /// The boards of a page that shows version `shown` and applies the changes.
    fn followed(&self, shown: usize, changes: &Value) -> BTreeMap<String, ShownDistance> {
        let mut boards = self.versions[shown].clone();
        for entry in list(changes, "boards") {
            let board = boards.entry(text(&entry["distance"])).or_default();
            let moved = moved_lines(&entry["moved"], &board.lines);
            for bib in list(entry, "gone") {
                board.lines.remove(&text(bib));
            }
            board.lines.extend(changed_lines(&entry["changed"]));
            board.lines.extend(moved);
            if let Some(passages) = entry["passages"].as_array() {
                board.passages.clone_from(passages);
            }
            assert_eq!(entry["lines"], board.lines.len());
        }
        boards.retain(|_, board| !board.lines.is_empty());
        boards
    }

    /// The boards of the last version that have lines.
    fn last(&self) -> BTreeMap<String, ShownDistance> {
        let last = self.versions.last().cloned().unwrap_or_default();
        last.into_iter()
            .filter(|(_, board)| !board.lines.is_empty())
            .collect()
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn list<'v>(object: &'v Value, name: &str) -> &'v [Value] {
    object[name].as_array().map_or(&[], Vec::as_slice)
}

/// The value of a column in a line: a single one for all lines, or one for each.
fn at(object: &Value, column: &str, line: usize) -> Value {
    let column = &object["c"][column];
    column.get(line).unwrap_or(column).clone()
}

fn number(object: &Value, column: &str, line: usize) -> i64 {
    at(object, column, line).as_i64().unwrap()
}

fn bibs(object: &Value) -> Vec<String> {
    let bib = &object["c"]["bib"];
    if bib.is_null() {
        Vec::new()
    } else {
        bib.as_array()
            .map_or_else(|| vec![text(bib)], |bibs| bibs.iter().map(text).collect())
    }
}

/// The decoded lines of a board object.
fn changed_lines(object: &Value) -> Lines {
    let listed = |name: &str, column: &str, line| {
        object[name][usize::try_from(number(object, column, line)).unwrap()].clone()
    };
    let people = bibs(object)
        .into_iter()
        .take(usize::try_from(object["lines"].as_u64().unwrap_or_default()).unwrap())
        .enumerate();
    let people: Vec<_> = people
        .map(|(line, bib)| {
            let mut person = BTreeMap::from([
                ("first".to_owned(), object["names"]["first"][line].clone()),
                ("last".to_owned(), object["names"]["last"][line].clone()),
            ]);
            person.extend(
                [("g", "genders"), ("ag", "age_groups"), ("div", "divisions")]
                    .map(|(column, name)| (column.to_owned(), listed(name, column, line))),
            );
            person
                .extend(["age", "an"].map(|column| (column.to_owned(), at(object, column, line))));
            (bib, person)
        })
        .collect();
    let chip = |line: usize, seconds: i64, milliseconds: i64| {
        (
            seconds - number(object, "cs", line),
            milliseconds - number(object, "cm", line),
        )
    };
    progress(object, people, chip)
}

/// The lines of runners who moved on; the rest of each is taken from the lines before.
fn moved_lines(object: &Value, before: &Lines) -> Lines {
    let known: Vec<_> = bibs(object)
        .into_iter()
        .map(|bib| {
            (
                bib.clone(),
                before.get(&bib).expect("a runner who was there").clone(),
            )
        })
        .collect();
    let starts: Vec<i64> = known
        .iter()
        .map(|(_, line)| {
            let [seconds, milliseconds, chip_seconds, chip_milliseconds] =
                ["s", "ms", "chip_s", "chip_ms"].map(|name| line[name].as_i64().unwrap());
            (seconds - chip_seconds) * 1000 + milliseconds - chip_milliseconds
        })
        .collect();
    let chip = |line: usize, seconds: i64, milliseconds: i64| {
        let chip = seconds * 1000 + milliseconds - starts[line];
        (chip.div_euclid(1000), chip.rem_euclid(1000))
    };
    progress(object, known, chip)
}

/// The lines of these people, with what the object says of their progress.
fn progress(
    object: &Value,
    people: Vec<(String, BTreeMap<String, Value>)>,
    chip: impl Fn(usize, i64, i64) -> (i64, i64),
) -> Lines {
    let (mut ranking, mut seconds) = (0, 0);
    let (mut genders, mut groups) = (BTreeMap::new(), BTreeMap::new());
    let mut lines = Lines::new();
    for (line, (bib, mut told)) in people.into_iter().enumerate() {
        ranking += number(object, "r", line);
        seconds += number(object, "s", line);
        let milliseconds = number(object, "ms", line);
        let gender = genders.entry(text(&told["g"])).or_insert(0);
        *gender += number(object, "gr", line);
        let group = groups
            .entry((text(&told["g"]), text(&told["ag"])))
            .or_insert(0);
        *group += number(object, "ar", line);
        let (chip_seconds, chip_milliseconds) = chip(line, seconds, milliseconds);
        let numbers = [
            ("r", ranking),
            ("gr", *gender),
            ("ar", *group),
            ("s", seconds),
            ("ms", milliseconds),
            ("chip_s", chip_seconds),
            ("chip_ms", chip_milliseconds),
        ];
        told.extend(numbers.map(|(name, value)| (name.to_owned(), value.into())));
        told.extend(
            ["st", "occ", "fin", "t", "dr"]
                .map(|column| (column.to_owned(), at(object, column, line))),
        );
        told.insert(
            "segment".to_owned(),
            object["segments"][usize::try_from(number(object, "seg", line)).unwrap()].clone(),
        );
        for name in ["counts", "by_clock"] {
            told.remove(name);
            let entry = list(object, name).iter().find(|entry| entry[0] == line);
            told.extend(entry.map(|entry| (name.to_owned(), entry[1].clone())));
        }
        lines.insert(bib, told);
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn pieces_come_to_the_same_files_as_the_whole(steps in prop::collection::vec(step(), 1..12), kind in prop::sample::select(&KINDS[..])) {
        let mut kept = MemoryRace::default();
        let mut follower = Follower::default();
        for (version, step) in (1..).zip(&steps) {
            let before: BTreeSet<u64> = kept.index.leaves().values().flat_map(|leaf| leaf.summary.names()).collect();
            let lines_before: BTreeMap<_, _> = kept.index.leaves().values().flat_map(|leaf| leaf.summary.runners()).map(|(key, tracked)| (key, tracked.clone())).collect();
            let settled = kept.take(step, kind, version);
            follower.note(&mut kept.index, &settled, kind, version);
            for from in version.saturating_sub(4)..version {
                let changes = follower.changes(&kept.index, kind, from);
                for shown in from..version {
                    let followed = follower.followed(usize::try_from(shown).unwrap(), &changes);
                    prop_assert_eq!(followed, follower.last(), "changes from {} to {}, seen by who shows {}", from, version, shown);
                }
            }
            let (parts, whole) = kept.files(kind);
            prop_assert_eq!(parts, whole, "after {:?}", step);

            // the sums that the index keeps are those of its leaves
            prop_assert_eq!(kept.index.summaries, Index::from_leaves(kept.index.leaves().clone()).summaries);

            // the index agrees with the pieces
            let fresh = Whole::of(Index::default(), [(Range::ALL, kept.all.clone())], kept.view(kind));
            let boards = snapshot::race_boards(&kept.index, kind);
            let lines = |boards: &[snapshot::RaceBoard]| boards.iter().map(|board| (board.distance.to_owned(), format!("{:?} {:?} {:?}", board.lines(), board.passages, board.counts))).collect::<Vec<_>>();
            prop_assert_eq!(lines(&boards), lines(&fresh.boards()));

            // everybody who vanished or lost their name is reported
            let after: BTreeSet<u64> = kept.index.leaves().values().flat_map(|leaf| leaf.summary.names()).collect();
            prop_assert!(settled.hidden || before.is_subset(&after));
            for (key, old) in lines_before {
                match kept.index.runner(&key) {
                    None => prop_assert!(settled.gone.contains(&key)),
                    Some(now) => prop_assert!(now.line_since == version || now.runner == old.runner),
                }
            }
        }
    }
}
fn told(kept: &MemoryRace, kind: EventKind) -> BTreeMap<LineKey, PublishedLine> {
    let whole = Whole::of(
        Index::default(),
        [(Range::ALL, kept.all.clone())],
        kept.view(kind),
    );
    let (shown, _) = whole.all_shown();
    let mut distances: BTreeMap<&str, Vec<&ResultRow>> = BTreeMap::new();
    for row in &shown {
        distances.entry(&row.person.distance).or_default().push(row);
    }
    let of = |(distance, rows): (&str, Vec<&ResultRow>)| {
        Field::of(kind, &rows)
            .runners
            .into_iter()
            .map(move |runner| {
                let (distance, bib) = (distance.to_owned(), runner.bib.clone());
                (LineKey { distance, bib }, runner.told())
            })
            .collect::<Vec<_>>()
    };
    distances.into_iter().flat_map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// The revisions found from the touched pieces are the difference between what was told of
    /// all lines before and after.
    #[test]
    fn revisions_are_the_difference_of_what_was_told(steps in prop::collection::vec(step(), 1..12), kind in prop::sample::select(&KINDS[..])) {
        let mut kept = MemoryRace::default();
        for (version, step) in (1..).zip(&steps) {
            let before = told(&kept, kind);
            let touched = kept.take(step, kind, version).touched;
            let after = told(&kept, kind);
            for (key, was) in &touched.before {
                prop_assert_eq!(before.get(key), Some(was), "{:?} was not told so before {:?}", key, step);
            }
            prop_assert!(after.keys().filter(|key| !before.contains_key(*key)).all(|key| touched.came.contains(key)), "after {:?}", step);

            let rule = Rule { kind, live: false, official: true };
            let done = Done {
                touched: &touched,
                deleted: &BTreeSet::new(),
                vanished: &BTreeMap::new(),
                recalculation: Recalculation::default(),
                renumbered: &BTreeMap::new(),
                veiled: &BTreeSet::new(),
            };
            let found = Revisions::of(done, |key| after.get(key).cloned(), rule);
            let lines: BTreeMap<LineKey, _> = found.lines.iter().map(|line| (LineKey { distance: line.distance.clone(), bib: line.bib.clone() }, line)).collect();
            prop_assert_eq!(lines.len(), found.lines.len(), "a line once");
            let differs = |(key, was): &(&LineKey, &PublishedLine)| was.is_result() && after.get(*key).is_none_or(|is| {
                (is.state, is.time, is.chip, is.places) != (was.state, was.time, was.chip, was.places) || (kind != EventKind::Distance && is.occurrence != was.occurrence)
            });
            let wanted: BTreeSet<&LineKey> = before.iter().filter(differs).map(|(key, _)| key).collect();
            prop_assert_eq!(lines.keys().collect::<BTreeSet<_>>(), wanted, "after {:?}", step);
            for (key, line) in lines {
                let (was, is) = (&before[&key], after.get(&key).or_else(|| after.get(&LineKey { distance: line.to.clone()?, bib: key.bib.clone() })));
                let pair = |value: fn(&PublishedLine) -> Option<i64>| Some((value(was), is.and_then(value))).filter(|(was, is)| was != is);
                prop_assert_eq!(line.status, pair(|told| Some(told.state as i64)));
                prop_assert_eq!((line.time, line.chip), (pair(|told| told.time), pair(|told| told.chip)));
                prop_assert_eq!((line.place, line.gender_place, line.age_place), (pair(|told| told.places[0]), pair(|told| told.places[1]), pair(|told| told.places[2])));
            }
        }
    }
}

/// A row of Ana with bib 7 in the distance a: their id, location, occurrence and clock seconds. They
/// started 2.3 s after the gun.
fn ana(location: &str, seconds: i64, at: u64) -> StoredRow {
    let person = Person {
        bib: "7".into(),
        first: "Ana".into(),
        distance: "a".into(),
        ..Person::default()
    };
    let (location, segment) = (location.to_owned(), location.to_owned());
    let passage = Passage {
        seconds,
        chip_seconds: seconds - 3,
        chip_milliseconds: 700,
        location,
        segment,
        occurrence: 1,
        ..Passage::default()
    };
    StoredRow {
        person_id: "ana".into(),
        person,
        passage,
        stamp: Stamp::new(at, ""),
        witness: None,
        mark: Mark::default(),
    }
}

fn row(row: StoredRow) -> Step {
    Step::Changes(vec![Change::Row(Box::new(row))])
}

fn with(mut row: StoredRow, change: impl FnOnce(&mut StoredRow)) -> StoredRow {
    change(&mut row);
    row
}

/// The bibs in a changes file since version 1, by the list that they are in.
#[rstest]
#[case::moves_on([row(ana("K10", 900, 2)), Step::Changes(vec![])], "moved 7")]
#[case::moves_on_twice([row(ana("K10", 900, 2)), row(ana("Finish", 1800, 3))], "moved 7")]
#[case::renamed([row(with(ana("K10", 900, 2), |row| row.person.first = "Mia".into())), Step::Changes(vec![])], "changed 7")]
#[case::renamed_then_moves_on([row(with(ana("Start", 3, 2), |row| row.person.first = "Mia".into())), row(with(ana("K10", 900, 3), |row| row.person.first = "Mia".into()))], "changed 7")]
#[case::renamed_and_named_back([row(with(ana("K10", 900, 2), |row| row.person.first = "Mia".into())), row(ana("K10", 900, 3))], "changed 7")]
#[case::hidden([row(with(ana("K10", 900, 2), |row| row.person.anonymous = true)), Step::Changes(vec![])], "changed 7")]
#[case::other_start([row(with(ana("K10", 900, 2), |row| row.passage.chip_seconds -= 1)), Step::Changes(vec![])], "changed 7")]
#[case::chip_time_in_another_form([row(with(ana("K10", 900, 2), |row| { row.passage.chip_seconds -= 1; row.passage.chip_milliseconds += 1000; })), Step::Changes(vec![])], "changed 7")]
#[case::another_person_of_the_bib([row(with(ana("K10", 900, 2), |row| { row.person_id = "bo".into(); row.person.first = "Bo".into(); })), Step::Changes(vec![])], "changed 7")]
#[case::corrected_then_moves_on([row(with(ana("Start", 2, 2), |row| row.passage.ranking = 9)), row(ana("K10", 900, 3))], "moved 7")]
#[case::another_distance([row(with(ana("Start", 3, 2), |row| row.person.distance = "b".into())), Step::Changes(vec![])], "b: changed 7, gone 7")]
#[case::another_distance_and_back([row(with(ana("K10", 900, 2), |row| row.person.distance = "b".into())), row(ana("K10", 950, 3))], "changed 7, b: gone 7")]
#[case::goes([Step::DeleteDistance("a".into()), Step::Changes(vec![])], "gone 7")]
#[case::goes_and_comes_back([Step::DeleteDistance("a".into()), row(ana("K10", 900, 30))], "changed 7")]
fn a_bib_is_listed_as_changed_moved_or_gone(#[case] steps: [Step; 2], #[case] wanted: &str) {
    let (mut kept, mut follower) = (MemoryRace::default(), Follower::default());
    for (version, step) in (1..).zip([row(ana("Start", 3, 1))].iter().chain(&steps)) {
        let settled = kept.take(step, EventKind::Distance, version);
        follower.note(&mut kept.index, &settled, EventKind::Distance, version);
    }
    let changes = follower.changes(&kept.index, EventKind::Distance, 1);
    let told = list(&changes, "boards").iter().map(|entry| {
        let distance = text(&entry["distance"]);
        let gone: Vec<String> = list(entry, "gone").iter().map(text).collect();
        let places = [
            ("changed", bibs(&entry["changed"])),
            ("moved", bibs(&entry["moved"])),
            ("gone", gone),
        ];
        let told = places
            .into_iter()
            .filter(|(_, bibs)| !bibs.is_empty())
            .map(|(place, bibs)| format!("{place} {}", bibs.join(" ")));
        let told = told.collect::<Vec<_>>().join(" ");
        if distance == "a" {
            told
        } else {
            format!("{distance}: {told}")
        }
    });
    assert_eq!(told.collect::<Vec<_>>().join(", "), wanted);
    for shown in 1..=2 {
        assert_eq!(follower.followed(shown, &changes), follower.last());
    }
}

#[test]
fn a_piece_that_grows_is_halved_and_the_tree_finds_every_bib() {
    let record = YearRecord::default();
    let row = |bib: usize, at: i64| {
        let person = Person {
            bib: bib.to_string(),
            distance: "a".into(),
            ..Person::default()
        };
        let passage = Passage {
            seconds: at,
            location: format!("L{at}"),
            ..Passage::default()
        };
        StoredRow {
            person_id: format!("p{bib}").into(),
            person,
            passage,
            stamp: Stamp::new(1, ""),
            witness: None,
            mark: Mark::default(),
        }
    };
    let mut all = Piece::default();
    for (bib, at) in (0..3_000).flat_map(|bib| (0..10).map(move |at| (bib, at))) {
        all.apply(Change::Row(Box::new(row(bib, at))));
    }
    // one bib has more rows than a shard may have: it is not divided
    for at in 0..1_000 {
        all.apply(Change::Row(Box::new(row(77, at))));
    }
    let race = Whole::of(
        Index::default(),
        [(Range::ALL, all)],
        View::uncorrected(&record, EventKind::Distance),
    );
    let (event, year) = (Event::default(), Year::default());
    let files = race
        .files(&Input {
            event: &event,
            year: &year,
            years: &[],
            distances: &[],
            segments: &[],
        })
        .unwrap();
    let find = |name: &str| {
        let mut others = files.others.iter();
        others.find(|file| file.name == name).unwrap().body.clone()
    };
    let head = snapshot::Head::read(&files.head.body).unwrap();
    let mut largest = 0;
    for bib in 0..3_000_usize {
        let (mut tree, mut bits) = (head.shards.clone(), 0);
        let shard = loop {
            let (name, used) = tree
                .find(Bib::new(&format!(" {bib} ")), bits)
                .expect("every bib has a place");
            let file = find(name);
            largest = largest.max(file.len());
            if name.starts_with("s-") {
                break snapshot::read_shard(&file).unwrap();
            }
            (tree, bits) = (snapshot::Tree::read_directory(&file).unwrap(), used);
        };
        let own = shard
            .rows
            .iter()
            .filter(|(row, _)| row.person.bib == bib.to_string())
            .count();
        assert_eq!(own, if bib == 77 { 1_000 } else { 10 });
    }
    assert!(largest <= 25_000, "{largest} bytes");
    assert!(
        files.others.iter().any(|file| file.name.starts_with("t-")),
        "so many shards lie in directories"
    );
}

#[test]
fn the_head_says_how_many_have_finished() {
    let record = YearRecord::default();
    let mut all = Piece::default();
    // three finished, one stopped, one on the course
    for (bib, finish, kind) in [
        ("1", true, 0),
        ("2", true, 0),
        ("3", true, 1),
        ("4", true, 30),
        ("5", false, 0),
    ] {
        let person = Person {
            bib: bib.into(),
            distance: "a".into(),
            ..Person::default()
        };
        let passage = Passage {
            segment: "Mat".into(),
            location: "Mat".into(),
            occurrence: 1,
            seconds: 60,
            finish,
            kind,
            ..Passage::default()
        };
        all.apply(Change::Row(Box::new(StoredRow {
            person_id: bib.into(),
            person,
            passage,
            stamp: Stamp::new(1, ""),
            witness: None,
            mark: Mark::default(),
        })));
    }
    let race = Whole::of(
        Index::default(),
        [(Range::ALL, all)],
        View::uncorrected(&record, EventKind::Distance),
    );
    let (event, year) = (Event::default(), Year::default());
    let files = race
        .files(&Input {
            event: &event,
            year: &year,
            years: &[],
            distances: &[],
            segments: &[],
        })
        .unwrap();
    let head: Value = serde_json::from_reader(GzDecoder::new(files.head.body.as_slice())).unwrap();
    assert_eq!(
        (&head["boards"][0]["lines"], &head["boards"][0]["finished"]),
        (&5.into(), &3.into())
    );
}

#[test]
fn a_row_changed_and_changed_back_makes_its_person_the_newest_of_a_shared_bib() {
    let record = YearRecord::default();
    let row = |id: &str, at: u64| {
        let person = Person {
            bib: "7".into(),
            distance: "a".into(),
            ..Person::default()
        };
        let stamp = Stamp::new(at, "");
        Change::Row(Box::new(StoredRow {
            person_id: id.into(),
            person,
            passage: Passage::default(),
            stamp,
            witness: None,
            mark: Mark::default(),
        }))
    };
    let mut piece = Piece::default();
    piece.apply(row("p", 1));
    piece.apply(row("q", 2));
    let view = View::uncorrected(&record, EventKind::Distance);
    let summed = |piece: &Piece| {
        Summary::of(
            piece,
            Range::ALL,
            view,
            &PrivacyByBib::default(),
            (&HashMap::new(), 1),
        )
        .shown
    };
    let before = summed(&piece);
    piece.apply(row("p", 3));
    assert_eq!(
        piece
            .shown(view, Range::ALL, &PrivacyByBib::default())
            .newest_of_bib["7"],
        "p"
    );
    assert_ne!(summed(&piece), before);
}

/// Finishers of one distance: bib, clock and chip seconds, type, uploaded place, gender, age group
/// and division.
type Finisher = (&'static str, i64, i64, i64, i64, &'static str, &'static str);

/// Bib, and the places overall, within gender, age group and division, in the order of bibs.
fn placed(finishers: &[Finisher], by_chip: bool, corrected: Values) -> Vec<(String, [i64; 4])> {
    let mut piece = Piece::default();
    for (bib, clock, chip, kind, ranking, gender, group) in finishers {
        let person = Person {
            bib: (*bib).to_owned(),
            gender: (*gender).to_owned(),
            age_group: (*group).to_owned(),
            division: "Club".to_owned(),
            distance: "a".to_owned(),
            ..Person::default()
        };
        let passage = Passage {
            seconds: *clock,
            chip_seconds: *chip,
            location: "Finish".to_owned(),
            occurrence: 1,
            finish: true,
            kind: *kind,
            ranking: *ranking,
            gender_ranking: 7,
            age_ranking: 7,
            division_ranking: 7,
            ..Passage::default()
        };
        piece.apply(Change::Row(Box::new(StoredRow {
            person_id: (*bib).into(),
            person,
            passage,
            stamp: Stamp::new(1, ""),
            witness: None,
            mark: Mark::default(),
        })));
    }
    let known = Correction {
        bib: "1".to_owned(),
        seen: Values {
            first: Some(String::new()),
            distance: Some("a".to_owned()),
            ..Values::default()
        },
        is_uploaded: true,
        corrected,
        ..Correction::default()
    };
    let item = Stamped {
        stamp: Stamp::new(1, ""),
        item: Some(Box::new(known)),
    };
    let corrections = Corrections::of([("1#".to_owned(), item)]);
    let mut record = YearRecord::default();
    record.year.ranking_type = if by_chip { "chip" } else { "gun" }.to_owned();
    let view = View {
        record: &record,
        kind: EventKind::Distance,
        corrections: &corrections,
    };
    let whole = Whole::of(Index::default(), [(Range::ALL, piece)], view);
    let mut all: Vec<(String, [i64; 4])> = whole
        .all_shown()
        .0
        .into_iter()
        .filter(|row| row.person.distance == "a")
        .map(|row| {
            let of = row.passage;
            let places = [
                of.ranking,
                of.gender_ranking,
                of.age_ranking,
                of.division_ranking,
            ];
            (row.person.bib, places)
        })
        .collect();
    all.sort();
    all
}

const FINISHERS: [Finisher; 5] = [
    ("1", 100, 50, 0, 1, "W", "20-29"),
    ("2", 200, 40, 0, 2, "M", "20-29"),
    ("3", 300, 30, 0, 4, "F", ""),
    ("4", 300, 20, 0, 3, "", "20-29"),
    ("5", 90, 10, 12, -1, "M", "20-29"),
];

/// Two who shared the uploaded third place still do.
#[test]
fn a_tie_stays_where_somebody_else_is_corrected() {
    let tied: [Finisher; 5] = [
        ("1", 100, 100, 0, 1, "W", "20-29"),
        ("2", 200, 200, 0, 2, "W", "20-29"),
        ("3", 300, 300, 0, 3, "W", "20-29"),
        ("4", 300, 300, 0, 3, "W", "30-39"),
        ("5", 400, 400, 0, 5, "W", "30-39"),
    ];
    let overall = |corrected| {
        let placed = placed(&tied, false, corrected).into_iter();
        placed.map(|(_, [overall, ..])| overall).collect::<Vec<_>>()
    };
    assert_eq!(overall(clock(350)), [4, 1, 2, 2, 5]);
    assert_eq!(overall(clock(300)), [2, 1, 3, 3, 5], "who shared no place");
    let all = placed(&tied, false, clock(350));
    assert_eq!(
        all[2..4].iter().map(|(_, of)| of[1]).collect::<Vec<_>>(),
        [2, 2]
    );
    assert_eq!(
        all[2..4].iter().map(|(_, of)| of[2]).collect::<Vec<_>>(),
        [2, 1]
    );
}

fn clock(seconds: i64) -> Values {
    Values {
        outcome: Some(Outcome::Finished {
            clock_ms: seconds * 1_000,
            chip_ms: seconds * 1_000,
        }),
        ..Values::default()
    }
}

/// Places as a text, one runner after the other.
#[rstest]
#[case::uploaded(false, Values { gender: Some("M".into()), ..Values::default() }, "1:1,7,7,7 2:2,7,7,7 3:4,7,7,7 4:3,7,7,7 5:-1,7,7,7")]
#[case::time(
    false,
    clock(250),
    "1:2,1,1,2 2:1,1,1,1 3:4,2,-1,4 4:3,-1,-1,3 5:-1,-1,-1,-1"
)]
#[case::by_chip(
    true,
    clock(35),
    "1:3,2,1,3 2:4,1,1,4 3:2,1,-1,2 4:1,-1,-1,1 5:-1,-1,-1,-1"
)]
#[case::out(false, Values { outcome: Some(Outcome::Dnf), ..Values::default() }, "1:-1,-1,-1,-1 2:1,1,1,1 3:3,1,-1,3 4:2,-1,-1,2 5:-1,-1,-1,-1")]
#[case::another_distance(false, Values { distance: Some("b".into()), ..Values::default() }, "2:1,1,1,1 3:3,1,-1,3 4:2,-1,-1,2 5:-1,-1,-1,-1")]
fn places_are_made_from_the_rows_where_a_result_is_corrected(
    #[case] by_chip: bool,
    #[case] corrected: Values,
    #[case] expected: &str,
) {
    let places = placed(&FINISHERS, by_chip, corrected);
    let text = |(bib, places): &(String, [i64; 4])| {
        format!("{bib}:{}", places.map(|place| place.to_string()).join(","))
    };
    assert_eq!(
        places.iter().map(text).collect::<Vec<_>>().join(" "),
        expected
    );
}

/// By what somebody asks not to be named.
#[derive(Clone, Copy, Debug)]
enum Asked {
    ByWish,
    /// The participant list writes the name otherwise than the rows, so it is not corrected.
    InTheList,
    InTheRows,
}

/// Events for somebody uploaded with bib 7, in one piece, and shown with bib 8, in another.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event7 {
    Uploaded,
    Asked,
    Corrected,
    TakenBack,
}

fn finish_of(bib: &str, first: &str, anonymous: bool, at: u64) -> Change {
    Change::Row(Box::new(StoredRow {
        person_id: bib.into(),
        person: Person {
            bib: bib.to_owned(),
            first: first.to_owned(),
            distance: "a".to_owned(),
            anonymous,
            ..Person::default()
        },
        passage: Passage {
            location: "Finish".to_owned(),
            finish: true,
            ..Passage::default()
        },
        stamp: Stamp::new(at, ""),
        witness: None,
        mark: Mark::default(),
    }))
}

/// Ana's bib 7, which was corrected to 8 and then to `shown`.
fn corrected_bib(shown: Option<&str>, at: u64) -> Change {
    let known = Correction {
        bib: "7".to_owned(),
        seen: Values {
            first: Some("Ana".to_owned()),
            ..Values::default()
        },
        is_uploaded: true,
        bibs: Bibs::default()
            .then(Some("8".to_owned()))
            .then(shown.map(str::to_owned)),
        ..Correction::default()
    };
    let item = Stamped {
        stamp: Stamp::new(at, ""),
        item: Some(Box::new(known)),
    };
    Change::Correction("7#ana".to_owned(), Some(item))
}

impl Asked {
    fn change(self, bib: &str, at: u64) -> Change {
        let stamp = Stamp::new(at, "");
        match self {
            Self::ByWish => {
                let item = Some(Wishes {
                    hidden: true,
                    ..Wishes::default()
                });
                Change::Wishes(bib.to_owned(), Some(Stamped { stamp, item }))
            }
            Self::InTheList => {
                let shown = ResultParticipant {
                    bib: bib.to_owned(),
                    first: "Anne".to_owned(),
                    ..ResultParticipant::default()
                };
                let item = Some(KnownParticipant {
                    shown,
                    anonymous: true,
                });
                Change::Participant("p".to_owned(), Some(Stamped { stamp, item }))
            }
            Self::InTheRows => finish_of("7", "Ana", true, at),
        }
    }
}

#[rstest]
#[case::uploaded_bib(Asked::ByWish, "7")]
#[case::shown_bib(Asked::ByWish, "8")]
#[case::listed_with_the_uploaded_bib(Asked::InTheList, "7")]
#[case::listed_with_the_shown_bib(Asked::InTheList, "8")]
#[case::own_flag(Asked::InTheRows, "7")]
fn nobody_is_named_because_a_bib_was_corrected(#[case] asked: Asked, #[case] bib: &str) {
    use Event7::{Asked as Asks, Corrected, TakenBack, Uploaded};
    let orders = [
        [Uploaded, Asks, Corrected, TakenBack],
        [Uploaded, Corrected, Asks, TakenBack],
        [Uploaded, Corrected, TakenBack, Asks],
        [Asks, Uploaded, Corrected, TakenBack],
        [Corrected, Asks, Uploaded, TakenBack],
        [Corrected, Uploaded, Asks, TakenBack],
        [Asks, Corrected, TakenBack, Uploaded],
    ];
    let kind = EventKind::Distance;
    for order in orders {
        let mut race = MemoryRace::default();
        let others = (20..40).map(|bib: u64| finish_of(&bib.to_string(), "Bea", false, 1));
        race.take(&Step::Changes(others.collect()), kind, 1);
        for (at, now) in (2..).zip(order) {
            let before = &order[..=usize::try_from(at - 2).unwrap()];
            let is_asked = before.contains(&Asks);
            let change = match now {
                Uploaded => {
                    let flag = matches!(asked, Asked::InTheRows) && is_asked;
                    finish_of("7", "Ana", flag, at)
                }
                Corrected => corrected_bib(Some("8"), at),
                TakenBack => corrected_bib(None, at),
                Asks => asked.change(bib, at),
            };
            let settled = race.take(&Step::Changes(vec![change]), kind, at);
            let index = &race.index;
            assert!(index.leaves().len() > 1, "bibs are in different pieces");
            let shown = race.pieces.iter().flat_map(|(start, piece)| {
                let rows = index.shown(*start, piece, race.view(kind)).rows;
                rows.into_iter().map(|row| (*start, row))
            });
            let ana: Vec<(u32, ResultRow)> = shown
                .filter(|(_, row)| row.person_id.as_str() == "7")
                .collect();
            let is_there =
                before.contains(&Uploaded) || (is_asked && matches!(asked, Asked::InTheRows));
            assert_eq!(ana.len(), usize::from(is_there), "{before:?}");
            let is_hidden = is_asked && (bib == "7" || before.contains(&Corrected));
            for (start, row) in ana {
                let is_moved = before.contains(&Corrected) && !before.contains(&TakenBack);
                assert_eq!(row.person.bib, if is_moved { "8" } else { "7" });
                assert_eq!(
                    index.leaf_of(slot(row.person.bib(), "")),
                    start,
                    "{before:?}"
                );
                let wanted = if is_hidden { "" } else { "Ana" };
                assert_eq!(row.person.first, wanted, "{before:?}");
            }
            let was_named = before.contains(&Uploaded) && now != Uploaded;
            if now == Asks && was_named && is_hidden {
                assert!(settled.secluded, "old files name the person: {before:?}");
            }
        }
    }
}

/// Somebody uploaded as anonymous stays out of the participants' list when their only finish is taken
/// away by hand.
#[rstest]
#[case::as_uploaded(None, 0)]
#[case::of_another_bib(None, 1)]
#[case::with_another_bib(Some("8"), 0)]
fn who_lost_their_finish_is_not_named_in_the_list(
    #[case] shown: Option<&str>,
    #[case] listed: usize,
) {
    let kind = EventKind::Distance;
    let bib = if listed == 0 { "7" } else { "9" };
    let entry = Change::Participant(
        "p".to_owned(),
        Some(Stamped {
            stamp: Stamp::new(1, ""),
            item: Some(KnownParticipant {
                shown: ResultParticipant {
                    bib: bib.to_owned(),
                    first: "Ana".to_owned(),
                    ..ResultParticipant::default()
                },
                anonymous: false,
            }),
        }),
    );
    let Change::Correction(_, Some(mut item)) = corrected_bib(shown, 3) else {
        panic!("a correction")
    };
    if let Some(known) = &mut item.item {
        known.corrected.outcome = Some(Outcome::Nothing);
    }
    let correction = Change::Correction("7#ana".to_owned(), Some(item));
    let mut race = MemoryRace::default();
    let changes = vec![entry, finish_of("7", "Ana", true, 2), correction];
    race.take(&Step::Changes(changes), kind, 3);
    let index = &race.index;
    let all = race
        .pieces
        .iter()
        .map(|(start, piece)| index.shown(*start, piece, race.view(kind)));
    let (mut rows, mut participants) = (0, 0);
    for one in all {
        rows += one.rows.len();
        participants += one.participants.len();
    }
    assert_eq!((rows, participants), (0, listed));
}

/// Who asks not to be named by a bib that the uploader gave a corrected person later.
#[rstest]
#[case::uploaded_person_by_wish(Asked::ByWish)]
#[case::uploaded_person_in_the_list(Asked::InTheList)]
#[case::entry_of_an_anonymous_person(Asked::InTheRows)]
fn nobody_is_named_because_a_corrected_bib_was_changed(#[case] asked: Asked) {
    let kind = EventKind::Distance;
    let row = |bib: &str, at| {
        let flag = matches!(asked, Asked::InTheRows);
        let Change::Row(mut row) = finish_of("7", "Ana", flag, at) else {
            panic!("a row")
        };
        bib.clone_into(&mut row.person.bib);
        Change::Row(row)
    };
    let Change::Correction(_, correction) = corrected_bib(Some("8"), 3) else {
        panic!("a correction")
    };
    let correction = Change::Correction("7#ana/7".to_owned(), correction);
    let asks = match asked {
        Asked::InTheRows => Change::Participant(
            "p".to_owned(),
            Some(Stamped {
                stamp: Stamp::new(4, ""),
                item: Some(KnownParticipant {
                    shown: ResultParticipant {
                        bib: "12".to_owned(),
                        first: "Ana".to_owned(),
                        ..ResultParticipant::default()
                    },
                    anonymous: false,
                }),
            }),
        ),
        _ => asked.change("12", 4),
    };
    let [uploaded, changed] = [row("7", 2), row("12", 5)];
    let events = [uploaded, correction, changed, asks];
    for order in [
        [0, 1, 2, 3],
        [0, 1, 3, 2],
        [3, 1, 2, 0],
        [2, 3, 0, 1],
        [3, 2, 1, 0],
    ] {
        let mut race = MemoryRace::default();
        let others = (20..40).map(|bib: u64| finish_of(&bib.to_string(), "Bea", false, 1));
        race.take(&Step::Changes(others.collect()), kind, 1);
        for (at, version) in order.into_iter().zip(2..) {
            let change = events[at].clone();
            race.take(&Step::Changes(vec![change]), kind, version);
        }
        let index = &race.index;
        assert!(index.leaves().len() > 1, "bibs are in different pieces");
        for (start, piece) in &race.pieces {
            let now = index.shown(*start, piece, race.view(kind));
            for row in now.rows.iter().filter(|row| *row.person_id == *"7") {
                assert_eq!(row.person.bib, "8", "{order:?}");
                assert_eq!(row.person.first, "", "{order:?}");
            }
            assert!(now.participants.is_empty(), "{order:?}");
        }
    }
}
