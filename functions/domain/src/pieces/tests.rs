//! Pieces against the whole: whatever comes in whatever order, the pieces of a race come to the same files as all its items at once.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::{
    event_time::EventTime,
    participant::ResultParticipant,
    race::{Event, EventKind, Year},
    row::{Passage, Person},
    snapshot::{self, File, Input, Whole},
};

const KINDS: [EventKind; 3] = [EventKind::Distance, EventKind::Time, EventKind::BackyardUltra];

fn stored() -> impl Strategy<Value = Change> {
    let person = ("[a-h]", "(| 7|7|8|9|10|11|x)", "[ab]", any::<bool>(), "[A-C]?");
    let passage = ("(Start|Mile 3|Finish)", 0..5_i64, 0..100_i64, prop_oneof![8 => Just(0_i64), 1 => Just(30), 1 => Just(31)]);
    (person, passage, 1..60_u64).prop_map(|((id, bib, distance, anonymous, first), (location, occurrence, seconds, kind), at)| {
        let finish = location == "Finish";
        Change::Row(Box::new(StoredRow {
            person_id: id,
            person: Person { bib, first, distance, anonymous: anonymous && at % 4 == 0, ..Person::default() },
            passage: Passage {
                seconds,
                segment: location.clone(),
                location,
                occurrence,
                finish,
                kind,
                ranking: seconds,
                ..Passage::default()
            },
            stamp: Stamp::new(at, ""),
            vouch: None,
        }))
    })
}

fn listed() -> impl Strategy<Value = Change> {
    ("[k-p]", "(|7|8|12)", "[D-F]", any::<bool>(), any::<bool>(), 1..60_u64).prop_map(|(id, bib, first, anonymous, gone, at)| {
        let shown = ResultParticipant { bib, first, ..ResultParticipant::default() };
        let item = (!gone).then_some(KnownParticipant { shown, anonymous });
        Change::Participant(id, Some(Stamped { stamp: Stamp::new(at, ""), item }))
    })
}

/// What happens between two versions.
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
        8 => prop::collection::vec(prop_oneof![5 => stored(), 1 => listed()], 1..12).prop_map(Step::Changes),
        1 => Just(Step::DeleteAll),
        1 => "[ab]".prop_map(Step::DeleteDistance),
        1 => Just(Step::DeleteParticipants),
        1 => (0..20_usize).prop_map(Step::Gone),
    ]
}

/// A race as the publisher keeps it, its "files" in memory.
struct Kept {
    index: Index,
    pieces: BTreeMap<u32, Piece>,
    all: Piece,
    record: YearRecord,
    now: u64,
}

impl Kept {
    fn load(&self, starts: BTreeSet<u32>) -> Loaded {
        starts.into_iter().map(|start| (start, self.pieces.get(&start).cloned().unwrap_or_default())).collect()
    }

    fn settle(&mut self, mut loaded: Loaded, kind: EventKind, version: u64) -> Settled {
        loop {
            let missing = self.index.rehome(&mut loaded, &self.record);
            if missing.is_empty() {
                break;
            }
            loaded.extend(self.load(missing));
        }
        let mut settled = self.index.settle(loaded, &self.record, kind, version);
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
            Step::DeleteDistance(distance) => self.record.rows.by_distance.push((Stamp::new(self.now, ""), distance.clone())),
            Step::DeleteParticipants => self.record.participants = Some(Stamp::new(self.now, "")),
            Step::Gone(at) => changes.extend(self.all.rows.keys().nth(*at).cloned().map(Change::RowGone)),
        }
        let mut all = Settled::default();
        if before != self.record {
            let (settled, to_read) = self.index.review(&before, &self.record, false);
            all.add(settled);
            let loaded = self.load(to_read);
            all.add(self.settle(loaded, kind, version));
        }
        changes.iter().for_each(|change| self.all.apply(change.clone()));
        let mut loaded = self.load(self.index.touched(&changes));
        self.index.apply(&mut loaded, &changes);
        all.add(self.settle(loaded, kind, version));
        all
    }

    /// The files of the pieces, and of everything at once.
    fn files(&self, kind: EventKind) -> (Vec<File>, Vec<File>) {
        let (event, year) = (Event { slug: "e".into(), ..Event::default() }, Year { year: "2026".into(), ..Year::default() });
        let input = Input { event: &event, year: &year, years: &[], distances: &[], segments: &[] };
        let whole = Whole::of(Index::default(), [(Range::ALL, self.all.clone())], &self.record, kind);
        let pieces = self
            .index
            .leaves()
            .iter()
            .map(|(start, leaf)| (Range { start: *start, len: leaf.len }, self.pieces.get(start).cloned().unwrap_or_default()));
        let index = Index::from_leaves(
            self.index.leaves().iter().map(|(start, leaf)| (*start, Leaf { len: leaf.len, ..Leaf::default() })).collect(),
        );
        let parts = Whole::of(index, pieces, &self.record, kind);
        let files = |whole: &Whole| {
            let (_, mut files) = whole.publish(&input, EventTime::default()).unwrap();
            files.sort_by(|a, b| a.name.cmp(&b.name));
            files
        };
        (files(&parts), files(&whole))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn pieces_come_to_the_same_files_as_the_whole(steps in prop::collection::vec(step(), 1..12), kind in prop::sample::select(&KINDS[..])) {
        let mut kept = Kept { index: Index::default(), pieces: BTreeMap::new(), all: Piece::default(), record: YearRecord::default(), now: 0 };
        for (version, step) in (1..).zip(&steps) {
            let before: BTreeSet<u64> = kept.index.leaves().values().flat_map(|leaf| leaf.summary.names()).collect();
            let lines_before: BTreeMap<_, _> = kept.index.leaves().values().flat_map(|leaf| leaf.summary.runners()).map(|(key, tracked)| (key, tracked.clone())).collect();
            let settled = kept.take(step, kind, version);
            let (parts, whole) = kept.files(kind);
            prop_assert_eq!(parts, whole, "after {:?}", step);

            // what the index keeps is what the pieces say
            let fresh = Whole::of(Index::default(), [(Range::ALL, kept.all.clone())], &kept.record, kind);
            let boards = snapshot::race_boards(&kept.index, kind);
            let lines = |boards: &[snapshot::RaceBoard]| boards.iter().map(|board| (board.distance.to_owned(), format!("{:?} {:?} {:?}", board.lines(), board.passages, board.counts))).collect::<Vec<_>>();
            prop_assert_eq!(lines(&boards), lines(&fresh.boards()));

            // whoever vanished or lost a name is told
            let after: BTreeSet<u64> = kept.index.leaves().values().flat_map(|leaf| leaf.summary.names()).collect();
            prop_assert!(settled.hidden || before.is_subset(&after));
            for ((distance, bib), old) in lines_before {
                match kept.index.runner(&distance, &bib) {
                    None => prop_assert!(settled.gone.contains(&(distance, bib))),
                    Some(now) => prop_assert!(now.line_since == version || now.runner == old.runner),
                }
            }
        }
    }
}

#[test]
fn a_piece_that_grows_is_halved_and_the_tree_finds_every_bib() {
    let record = YearRecord::default();
    let row = |bib: usize, at: i64| {
        let person = Person { bib: bib.to_string(), distance: "a".into(), ..Person::default() };
        let passage = Passage { seconds: at, location: format!("L{at}"), ..Passage::default() };
        StoredRow { person_id: format!("p{bib}"), person, passage, stamp: Stamp::new(1, ""), vouch: None }
    };
    let mut all = Piece::default();
    for (bib, at) in (0..3_000).flat_map(|bib| (0..10).map(move |at| (bib, at))) {
        all.apply(Change::Row(Box::new(row(bib, at))));
    }
    // one bib has more rows than a shard: it is not parted
    for at in 0..1_000 {
        all.apply(Change::Row(Box::new(row(77, at))));
    }
    let race = Whole::of(Index::default(), [(Range::ALL, all)], &record, EventKind::Distance);
    let (event, year) = (Event::default(), Year::default());
    let files = race.files(&Input { event: &event, year: &year, years: &[], distances: &[], segments: &[] }).unwrap();
    let find = |name: &str| files.others.iter().find(|file| file.name == name).map(|file| file.body.clone()).unwrap();
    let head = snapshot::Head::read(&files.head.body).unwrap();
    let mut largest = 0;
    for bib in 0..3_000_usize {
        let (mut tree, mut bits) = (head.shards.clone(), 0);
        let shard = loop {
            let (name, used) = tree.find(&format!(" {bib} "), bits).expect("every bib has a place");
            let file = find(name);
            largest = largest.max(file.len());
            if name.starts_with("s-") {
                break snapshot::read_shard(&file).unwrap();
            }
            (tree, bits) = (snapshot::Tree::read_directory(&file).unwrap(), used);
        };
        let own = shard.rows.iter().filter(|(row, _)| row.person.bib == bib.to_string()).count();
        assert_eq!(own, if bib == 77 { 1_000 } else { 10 });
    }
    assert!(largest <= 25_000, "{largest} bytes");
    assert!(files.others.iter().any(|file| file.name.starts_with("t-")), "so many shards lie in directories");
}
