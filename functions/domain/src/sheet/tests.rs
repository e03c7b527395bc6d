use std::collections::BTreeMap;

use proptest::prelude::*;
use rstest::rstest;

use super::{
    cells::{FilePlace, age_on, place},
    names::{Name, names},
    status::{Status, status},
    times::written,
    *,
};
use crate::{
    export::{COLUMNS, rows_csv},
    liveness::{self, Deletes},
    row::{Passage, Person, ResultRow},
    stamp::Stamp,
};

fn roles(words: &[&str]) -> Vec<Role> {
    words
        .iter()
        .map(|word| Role::of(word).unwrap_or_else(|| panic!("no role {word}")))
        .collect()
}

/// A race with Ana Ruiz, bib 7, and another line; readers see Ana with these corrected values.
fn corrected(other: &str, bib: Option<&str>, first: Option<&str>, distance: Option<&str>) -> Year {
    let mut year = Year::of(EventKind::Distance, false);
    year.import(
        &COLUMNS_OF_FIVE,
        &["7|Ana|Ruiz|5K|40:00", other],
        Reading::default(),
    );
    let ana = year.rows.iter().find(|row| row.person.bib == "7").unwrap();
    let shown = Person {
        bib: bib.unwrap_or("7").to_owned(),
        first: first.unwrap_or("Ana").to_owned(),
        distance: distance.unwrap_or("5K").to_owned(),
        ..ana.person.clone()
    };
    year.race.shown = BTreeMap::from([(ana.person_id.clone(), shown)]);
    year
}

const COLUMNS_OF_FIVE: [&str; 5] = ["bib", "first", "last", "distance", "clock"];
const BEA: &str = "8|Bea|Ruiz|5K|41:00";

#[rstest]
#[case::bib(corrected(BEA, Some("77"), None, None), "bib", "77|Ana|Ruiz|5K|40:00")]
#[case::bib_with_zeros(
    corrected(BEA, Some("077"), None, None),
    "bib",
    "077|Ana|Ruiz|5K|40:00"
)]
#[case::distance(corrected(BEA, None, None, Some("10K")), "bib", "7|Ana|Ruiz|10K|40:00")]
#[case::as_uploaded(corrected(BEA, Some("77"), None, None), "bib", "7|Ana|Ruiz|5K|40:00")]
#[case::name(corrected(BEA, None, Some("Anna"), None), "", "|Anna|Ruiz|5K|40:00")]
fn a_table_that_readers_got_is_about_the_corrected(
    #[case] year: Year,
    #[case] bib: &str,
    #[case] line: &str,
) {
    let columns = [bib, "first", "last", "distance", "clock"];
    let plan = year.plan(&columns, &[line], Reading::default());
    assert_eq!(plan.count(Outcome::New), 0, "{:?}", plan.lines);
    assert!(plan.lines.iter().all(|line| line.faults.is_empty()));
    let missing: Vec<&str> = plan.missing.iter().map(|who| who.bib.as_str()).collect();
    assert!(!missing.contains(&"7"), "{missing:?}");
    assert!(plan.rows.iter().all(|row| row.row.person.bib != "77"));
}

/// Who got the number that somebody else was corrected away from is a person of their own.
#[rstest]
#[case::of_readers(["77|Ana|Ruiz|5K|40:00", "7|Dora|Ruiz|5K|45:00"], [Outcome::Same, Outcome::New])]
#[case::of_the_timer(["7|Ana|Ruiz|5K|40:00", "77|Bea|Ruiz|5K|41:00"], [Outcome::Same, Outcome::Same])]
fn a_bib_that_was_corrected_may_be_another_runners(
    #[case] lines: [&str; 2],
    #[case] expected: [Outcome; 2],
) {
    // of two who exchanged bibs by corrections
    let other = match expected {
        [_, Outcome::Same] => lines[1],
        _ => BEA,
    };
    let year = corrected(other, Some("77"), None, None);
    let plan = year.plan(&COLUMNS_OF_FIVE, &lines, Reading::default());
    let outcomes: Vec<Outcome> = plan.lines.iter().map(|line| line.outcome).collect();
    assert_eq!(outcomes, expected);
}

/// A race in memory that is written to as the routes do it.
struct Year {
    race: Race,
    rows: Vec<StoredRow>,
    deletes: Deletes,
    now: u64,
}

impl Year {
    fn of(kind: EventKind, by_chip: bool) -> Self {
        let start = EventTime::parse("2026-05-02T08:00:00-07:00").unwrap();
        Self {
            race: Race {
                kind,
                start,
                by_chip,
                lengths: BTreeMap::new(),
                shown: BTreeMap::new(),
            },
            rows: Vec::new(),
            deletes: Deletes::default(),
            now: 1,
        }
    }

    fn plan(&self, columns: &[&str], lines: &[&str], reading: Reading) -> Plan {
        let cells = |text: &&str| text.split('|').map(str::to_owned).collect();
        let lines = lines
            .iter()
            .zip(2..)
            .map(|(text, line)| Line {
                line,
                cells: cells(text),
            })
            .collect();
        let table = Table::new(roles(columns), lines, reading, self.race.kind).unwrap();
        plan(
            &table,
            &self.race,
            Known {
                rows: &self.rows,
                deletes: &self.deletes,
            },
            Stamp::new(self.now, ""),
        )
    }

    fn import(&mut self, columns: &[&str], lines: &[&str], reading: Reading) -> Plan {
        self.now += 1;
        let plan = self.plan(columns, lines, reading);
        for written in &plan.rows {
            let stored = self.rows.iter().find(|row| row.key() == written.row.key());
            assert_eq!(
                stored.map(|row| row.stamp),
                written.seen.map(|seen| seen.stamp),
                "what the plan saw"
            );
            self.rows.retain(|row| row.key() != written.row.key());
            self.rows.push(written.row.clone());
        }
        plan
    }

    fn upload(&mut self, rows: Vec<ResultRow>) {
        self.now += 1;
        let changed = liveness::rows_from(
            liveness::Origin::Upload,
            &self.rows,
            &self.deletes,
            rows,
            Stamp::new(self.now, ""),
        );
        for row in changed {
            self.rows.retain(|other| other.key() != row.key());
            self.rows.push(row);
        }
    }

    fn results(&self) -> Vec<ResultRow> {
        liveness::result_rows(&self.rows, &self.deletes)
    }

    fn finish(&self, bib: &str) -> ResultRow {
        let all = self.results();
        let mut of: Vec<&ResultRow> = all
            .iter()
            .filter(|row| row.person.bib == bib && row.passage.finish)
            .collect();
        of.sort_by_key(|row| row.passage.occurrence);
        (*of.last().unwrap_or_else(|| panic!("{bib} has no finish"))).clone()
    }

    /// Overall, gender, age-group and division place.
    fn places(&self, bib: &str) -> [i64; 4] {
        let Passage {
            ranking,
            gender_ranking,
            age_ranking,
            division_ranking,
            ..
        } = self.finish(bib).passage;
        [ranking, gender_ranking, age_ranking, division_ranking]
    }
}

/// Plans a file of `cases`, whose columns are these, and stores what it says.
fn import_case(year: &mut Year, file: &str, columns: &[&str]) -> Plan {
    let mut reader = csv::Reader::from_reader(file.as_bytes());
    let lines: Vec<String> = reader
        .records()
        .map(|record| record.unwrap().iter().collect::<Vec<_>>().join("|"))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    year.import(columns, &lines, of_distance("10 KM"))
}

fn of_distance(distance: &str) -> Reading {
    Reading {
        distance: distance.to_owned(),
        ..Reading::default()
    }
}

fn counts(plan: &Plan) -> [usize; 5] {
    [
        Outcome::New,
        Outcome::Changed,
        Outcome::Same,
        Outcome::Invalid,
        Outcome::Skipped,
    ]
    .map(|outcome| plan.count(outcome))
}

fn faults(plan: &Plan) -> Vec<(i64, Option<usize>, &'static str)> {
    plan.lines
        .iter()
        .flat_map(|line| {
            line.faults
                .iter()
                .map(|fault| (line.line, fault.column, fault.what.code().0))
        })
        .collect()
}

fn changed(plan: &Plan, line: i64) -> Vec<String> {
    let planned = plan
        .lines
        .iter()
        .find(|planned| planned.line == line)
        .unwrap();
    planned
        .changes
        .iter()
        .map(
            |Change {
                 field,
                 segment,
                 before,
                 after,
             }| format!("{segment}{field}: {before} → {after}"),
        )
        .collect()
}

#[rstest]
#[case("DNF", Some(Status::Dnf))]
#[case("d.n.f.", Some(Status::Dnf))]
#[case("Did Not Start", Some(Status::Dns))]
#[case("No presentado", Some(Status::Dns))]
#[case("aufgegeben", Some(Status::Dnf))]
#[case("DQ", Some(Status::Disqualified))]
#[case("Finisher", Some(Status::Finished))]
#[case("unofficial", Some(Status::Unplaced))]
#[case("2", None)]
#[case("Ana", None)]
fn a_status_is_known_by_its_word(#[case] text: &str, #[case] expected: Option<Status>) {
    assert_eq!(status(text), expected);
}

#[rstest]
#[case("Ruiz, Ana", false, "Ana", "Ruiz")]
#[case("RUIZ , Ana María", true, "Ana María", "RUIZ")]
#[case("Ana Ruiz", false, "Ana", "Ruiz")]
#[case("Ana  María Ruiz", false, "Ana María", "Ruiz")]
#[case("Ruiz Ana María", true, "Ana María", "Ruiz")]
#[case("Ana", false, "Ana", "")]
#[case("Ana", true, "Ana", "")]
#[case("", false, "", "")]
#[case(",", false, "", "")]
#[case("Orr,", false, "", "Orr")]
#[case(", Bob", false, "", "Bob")]
#[case("Bob Orr, Jr.", false, "Bob", "Orr, Jr.")]
#[case("Bob Orr , jr", false, "Bob", "Orr, jr")]
#[case("Bob Orr,III", false, "Bob", "Orr, III")]
#[case("Bob Orr, V", false, "Bob", "Orr, V")]
#[case("Bob Orr, 2nd", false, "Bob", "Orr, 2nd")]
#[case("Orr, Bob, Jr.", false, "Bob", "Orr, Jr.")]
#[case("Orr, Jr., Bob", false, "Bob", "Orr, Jr.")]
#[case("Orr Jr., Bob", false, "Bob", "Orr Jr.")]
#[case("Orr, Jr.", false, "", "Orr, Jr.")]
#[case("Orr, V", false, "V", "Orr")]
#[case("Rahman, Md", false, "Md", "Rahman")]
#[case("Rahman, Md, PhD", false, "Md", "Rahman, PhD")]
#[case("Orr, Bob, MD", false, "Bob", "Orr, MD")]
#[case("Ann Lee, MD", false, "Ann", "Lee, MD")]
#[case("Ann Lee, M.D., Ph. D.", false, "Ann", "Lee, M.D., Ph. D.")]
#[case("Lee, Ann, MD PhD", false, "Ann", "Lee, MD PhD")]
#[case("Ann Lee, Esq", false, "Ann", "Lee, Esq")]
#[case("Bob Orr Jr.", false, "Bob", "Orr Jr.")]
#[case("Bob Lee Orr III", false, "Bob Lee", "Orr III")]
#[case("Orr Bob Jr.", true, "Bob", "Orr Jr.")]
#[case("Orr Jr. Bob", true, "Bob", "Orr Jr.")]
#[case("Orr Bob, Jr.", true, "Bob", "Orr, Jr.")]
#[case("Bob II", false, "Bob", "II")]
fn a_name_is_taken_apart(
    #[case] text: &str,
    #[case] last_first: bool,
    #[case] first: &str,
    #[case] last: &str,
) {
    let expected = Name {
        first: first.to_owned(),
        last: last.to_owned(),
        is_kept_whole: false,
    };
    assert_eq!(names(text, last_first), expected);
}

#[rstest]
#[case("Run, Forrest, Run")]
#[case("Lee, Orr and Day")]
#[case("Smith, Bob & Amy")]
#[case("Lee, Orr, Day, Fox")]
fn a_name_with_open_commas_is_kept_whole(#[case] text: &str) {
    let expected = Name {
        first: text.to_owned(),
        last: String::new(),
        is_kept_whole: true,
    };
    assert_eq!(names(text, false), expected);
}

#[rstest]
#[case("5/2/1986", false, Some(40))]
#[case("5/3/1986", false, Some(39))]
#[case("2/5/1986", true, Some(40))]
#[case("03.05.1986", false, Some(39))]
#[case("3. 5. 1986", false, Some(39))]
#[case("1986. 05. 02.", true, Some(40))]
#[case("1986-05-02", false, Some(40))]
#[case("25/12/1985", false, Some(40))]
#[case("1986-05-02 00:00:00", false, Some(40))]
#[case("1901/01/01", false, Some(125))]
#[case("5/3/2026", false, None)]
#[case("2/30/1986", false, None)]
#[case("1986", false, None)]
fn an_age_is_that_of_race_day(
    #[case] text: &str,
    #[case] day_first: bool,
    #[case] age: Option<i64>,
) {
    assert_eq!(age_on(jiff::civil::date(2026, 5, 2), text, day_first), age);
}

#[rstest]
#[case(0, "", "")]
#[case(-1, "", "")]
#[case(130, "", "")]
#[case(1, "Under 20", "Under 20")]
#[case(19, "Under 20", "Under 20")]
#[case(20, "20-29", "20-24")]
#[case(47, "40-49", "45-49")]
#[case(70, "Over 70", "70-74")]
#[case(80, "Over 70", "Over 80")]
fn age_groups_are_of_ten_or_five_years(#[case] age: i64, #[case] ten: &str, #[case] five: &str) {
    assert_eq!(
        [
            age_group(age, AgeGroups::Ten),
            age_group(age, AgeGroups::Five),
            age_group(age, AgeGroups::None)
        ],
        [ten, five, ""]
    );
}

/// The golden cases of the pages' rule (A6): both sides agree.
#[test]
fn genders_have_the_codes_of_the_pages() {
    let text = include_str!("../../../../site/golden/cases/gender-code.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(text).unwrap();
    let mut seen = 0;
    for case in &cases {
        let pairs = case["input"]
            .as_array()
            .unwrap()
            .iter()
            .zip(case["expected"].as_array().unwrap());
        for (input, expected) in pairs {
            let shown = expected[1].as_bool().unwrap();
            let code = Some(expected[0].as_str().unwrap().to_owned()).filter(|_| shown);
            assert_eq!(gender_code(input.as_str().unwrap()), code, "{input}");
            seen += 1;
        }
    }
    assert!(seen > 20);
}

#[test]
fn finish_times_alone_are_enough() {
    let mut year = Year::of(EventKind::Distance, false);
    let reading = Reading {
        groups: AgeGroups::Ten,
        ..of_distance("10K")
    };
    let columns = ["bib", "name", "gender", "age", "clock"];
    let lines = [
        "7|Ana Ruiz|F|41|45:10.4",
        "8|Lee Park|M|33|44:00",
        "9|Mia Lund|Woman|25|44:30",
        "10|Pat Doe||50|50:00",
        "11|Kai Roe|M|35|DNF",
        "12|Zoe Roe|F|30|DNS",
    ];
    let plan = year.import(&columns, &lines, reading.clone());
    assert_eq!(counts(&plan), [6, 0, 0, 0, 0]);
    assert_eq!(
        ["8", "9", "7", "10"].map(|bib| year.places(bib)),
        [[1, 1, 1, -1], [2, 1, 1, -1], [3, 2, 1, -1], [4, -1, -1, -1]]
    );
    let ana = year.finish("7");
    assert_eq!(
        (
            ana.person.first.as_str(),
            ana.person.last.as_str(),
            ana.person.age_group.as_str()
        ),
        ("Ana", "Ruiz", "40-49")
    );
    assert_eq!(
        (
            ana.passage.seconds,
            ana.passage.milliseconds,
            ana.passage.chip_seconds
        ),
        (2_710, 400, 2_710)
    );
    assert_eq!(
        (
            ana.passage.segment.as_str(),
            ana.passage.location.as_str(),
            ana.passage.occurrence
        ),
        ("Finish", "Finish", 1)
    );
    let (dnf, dns) = (year.finish("11").passage, year.finish("12").passage);
    assert_eq!(
        (
            dnf.kind,
            dnf.seconds,
            dnf.ranking,
            dns.kind,
            dns.seconds,
            dns.ranking
        ),
        (30, 1_000_000, -1, 31, 0, -1)
    );
    let again = year.import(&columns, &lines, reading);
    assert_eq!((counts(&again), again.rows.len()), ([0, 0, 6, 0, 0], 0));
}

#[test]
fn later_files_change_only_what_differs_and_say_what() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["bib", "first", "last", "gender", "clock"];
    year.import(
        &columns,
        &[
            "1|Ana|Ruiz|F|40:00",
            "2|Bo|Lund|M|41:00",
            "3|Cy|Park|M|42:00",
        ],
        of_distance("10K"),
    );
    let plan = year.import(
        &columns,
        &[
            "1|Ana|Ruiz|Woman|43:00",
            "2|Bo|Lundt|M|41:00",
            "4|Di|Roe|F|50:00",
        ],
        of_distance("10K"),
    );
    assert_eq!(counts(&plan), [1, 2, 0, 0, 0]);
    assert_eq!(
        changed(&plan, 2),
        [
            "clock: 0:40:00 → 0:43:00",
            "chip: 0:40:00 → 0:43:00",
            "place: 1 → 3"
        ]
    );
    assert_eq!(changed(&plan, 3), ["last: Lund → Lundt", "place: 2 → 1"]);
    // somebody who is not in the file stays, is named, and takes part
    let other = |before, after| Other {
        bib: "3".into(),
        first: "Cy".into(),
        last: "Park".into(),
        distance: "10K".into(),
        before,
        after,
    };
    assert_eq!(
        (&plan.missing, &plan.moved),
        (&vec![other(3, 2)], &vec![other(3, 2)])
    );
    assert_eq!(
        ["2", "3", "1", "4"].map(|bib| year.places(bib)[0]),
        [1, 2, 3, 4]
    );
    assert_eq!(year.finish("1").person.gender, "Woman", "F says the same");
}

#[test]
fn ties_are_told_and_ordered_by_the_place_of_the_file() {
    let mut year = Year::of(EventKind::Distance, false);
    let plan = year.import(
        &["place", "bib", "clock"],
        &["2|1|40:00", "1|9|40:00", "3|5|41:00"],
        of_distance("10K"),
    );
    assert_eq!(
        plan.ties,
        [Tie {
            distance: "10K".into(),
            segment: String::new(),
            place: 1,
            bibs: vec!["9".into(), "1".into()],
            by_place: true
        }]
    );
    assert_eq!(["9", "1", "5"].map(|bib| year.places(bib)[0]), [1, 2, 3]);
    // without places in the file the stored ones stay
    let again = year.import(
        &["bib", "clock"],
        &["1|40:00", "9|40:00", "5|41:00"],
        of_distance("10K"),
    );
    assert_eq!((again.rows.len(), again.ties[0].by_place), (0, false));
    let mut other = Year::of(EventKind::Distance, false);
    let plan = other.import(
        &["bib", "clock"],
        &["10|40:00", "9|40:00", "A|40:00"],
        of_distance("10K"),
    );
    assert_eq!(plan.ties[0].bibs, ["9", "10", "A"], "by bib, numbers first");
}

#[test]
fn a_place_that_differs_from_the_times_is_told() {
    let year = Year::of(EventKind::Distance, false);
    let plan = year.plan(
        &["place", "bib", "clock"],
        &["1|1|41:00", "2|2|40:00"],
        of_distance("10K"),
    );
    let remarks: Vec<_> = plan
        .lines
        .iter()
        .flat_map(|line| {
            line.remarks
                .iter()
                .map(|at| (line.line, at.column, at.what))
        })
        .collect();
    assert_eq!(
        remarks,
        [
            (2, Some(0), Remark::PlaceDiffers(1)),
            (3, Some(0), Remark::PlaceDiffers(2))
        ]
    );
}

#[test]
fn places_follow_the_chip_where_the_year_does() {
    let columns = ["bib", "clock", "chip", "split:5K"];
    let lines = ["1|41:00|40:00|20:30", "2|40:30|40:10|20:00"];
    let mut by_clock = Year::of(EventKind::Distance, false);
    by_clock.import(&columns, &lines, of_distance("10K"));
    assert_eq!(["2", "1"].map(|bib| by_clock.places(bib)[0]), [1, 2]);
    let mut by_chip = Year::of(EventKind::Distance, true);
    by_chip.import(&columns, &lines, of_distance("10K"));
    assert_eq!(["1", "2"].map(|bib| by_chip.places(bib)[0]), [1, 2]);
    let split = |year: &Year, bib: &str| {
        let row = year
            .results()
            .into_iter()
            .find(|row| row.person.bib == bib && row.passage.segment == "5K")
            .unwrap();
        (
            row.passage.seconds,
            row.passage.chip_seconds,
            row.passage.ranking,
            row.passage.finish,
        )
    };
    assert_eq!(
        [split(&by_clock, "1"), split(&by_clock, "2")],
        [(1_230, 1_170, 2, false), (1_200, 1_180, 1, false)]
    );
    let mut chip_splits = Year::of(EventKind::Distance, true);
    chip_splits.import(
        &columns,
        &lines,
        Reading {
            chip_splits: true,
            ..of_distance("10K")
        },
    );
    assert_eq!(
        [split(&chip_splits, "1"), split(&chip_splits, "2")],
        [(1_290, 1_230, 2, false), (1_220, 1_200, 1, false)]
    );
}

#[test]
fn a_race_of_a_timing_client_is_corrected_in_its_own_rows() {
    let mut year = Year::of(EventKind::Distance, false);
    let row = |id: &str, bib: &str, occurrence: i64, seconds: i64, ranking: i64| ResultRow {
        person_id: id.into(),
        person: crate::row::Person {
            bib: bib.into(),
            first: "A".into(),
            distance: "10K".into(),
            age: 30,
            ..crate::row::Person::default()
        },
        passage: Passage {
            seconds,
            chip_seconds: seconds - 10,
            segment: if occurrence == 0 {
                "Start".into()
            } else {
                "Finish".into()
            },
            location: "Start/Finish".into(),
            occurrence,
            ranking,
            finish: occurrence > 0,
            gender_ranking: -1,
            age_ranking: -1,
            division_ranking: -1,
            local_time: "then".into(),
            ..Passage::default()
        },
    };
    year.upload(vec![
        row("p-1", "1", 0, 10, -1),
        row("p-1", "1", 2, 2_400, 1),
        row("p-2", "2", 0, 10, -1),
        row("p-2", "2", 2, 2_500, 2),
    ]);
    let same = year.import(
        &["bib", "clock"],
        &["1|40:00", "2|41:40"],
        of_distance("10K"),
    );
    assert_eq!((counts(&same), same.rows.len()), ([0, 0, 2, 0, 0], 0));
    let plan = year.import(
        &["bib", "clock"],
        &["1|42:00", "2|41:40"],
        of_distance("10K"),
    );
    assert_eq!(
        changed(&plan, 2),
        [
            "clock: 0:40:00 → 0:42:00",
            "chip: 0:39:50 → 0:41:50",
            "place: 1 → 2"
        ],
        "the chip moves with the clock"
    );
    let one = year.finish("1");
    assert_eq!(
        (
            one.person_id.as_str(),
            one.passage.location.as_str(),
            one.passage.occurrence
        ),
        ("p-1", "Start/Finish", 2)
    );
    assert_eq!(
        (one.person.first.as_str(), one.passage.local_time.as_str()),
        ("A", ""),
        "a field without a column stays"
    );
    assert_eq!(year.results().len(), 4, "no row besides");
    // DNF and back
    year.import(&["bib", "clock"], &["1|DNF", "2|41:40"], of_distance("10K"));
    assert_eq!(
        (year.finish("1").passage.kind, year.places("2")[0]),
        (30, 1)
    );
    year.import(
        &["bib", "clock"],
        &["1|41:00", "2|41:40"],
        of_distance("10K"),
    );
    assert_eq!(
        (
            year.finish("1").passage.kind,
            year.places("1")[0],
            year.results().len()
        ),
        (0, 1, 4)
    );
}

#[test]
fn without_bibs_people_are_known_by_name_and_get_numbers() {
    let mut year = Year::of(EventKind::Distance, false);
    let plan = year.import(
        &["first", "last", "clock"],
        &["Ana|Ruiz|40:00", "Bo|Lund|41:00"],
        of_distance("5K"),
    );
    assert_eq!(
        plan.lines
            .iter()
            .map(|line| line.bib.as_str())
            .collect::<Vec<_>>(),
        ["1", "2"]
    );
    let plan = year.import(
        &["name", "clock"],
        &["Di Roe|39:00", "LUND, Bo|41:00", "Ana Ruíz|40:00"],
        of_distance("5K"),
    );
    assert_eq!(counts(&plan), [1, 2, 0, 0, 0]);
    assert_eq!(
        plan.lines
            .iter()
            .map(|line| line.bib.as_str())
            .collect::<Vec<_>>(),
        ["3", "2", "1"]
    );
}

/// Without bibs, whether a second file's name is that of somebody who is there.
#[rstest]
#[case("Al|O'Brien", "Al|O’Brien", true)]
#[case("José|Orr", "Jose\u{301}|Orr", true)]
#[case("Søren|Dahl", "Soren|Dahl", true)]
#[case("Anna-Lena|Groß", "Anna Lena|Gross", true)]
#[case("王|伟", "汪|伟", false)]
#[case("Ann|Lee", "Anne|Lee", false)]
#[case("?|!", "!|?", false)]
fn a_name_is_known_in_another_spelling(
    #[case] stored: &str,
    #[case] named: &str,
    #[case] is_known: bool,
) {
    let mut year = Year::of(EventKind::Distance, false);
    for (name, new) in [(stored, 1), (named, usize::from(!is_known))] {
        let line = format!("{name}|40:00");
        let plan = year.import(&["first", "last", "clock"], &[&line], of_distance("5K"));
        assert_eq!(counts(&plan)[0], new, "{name}");
    }
}

#[rstest]
#[case(&["bib", "clock"], "|40:00", Some(0), "no-bib")]
#[case(&["bib", "clock"], "1|4o:00", Some(1), "bad-time")]
#[case(&["bib", "clock"], "1|", Some(1), "no-time")]
#[case(&["bib", "clock"], "1|Ana", Some(1), "bad-time")]
#[case(&["bib", "clock"], "1|2400", Some(1), "plain-number")]
#[case(&["bib", "clock"], "1|8:40 AM", Some(1), "time-of-day")]
#[case(&["bib", "clock", "age"], "1|40:00|x", Some(2), "bad-age")]
#[case(&["bib", "clock", "age"], "1|40:00|131", Some(2), "bad-age")]
#[case(&["bib", "clock", "birthdate"], "1|40:00|32/13/1990", Some(2), "bad-birthdate")]
#[case(&["bib", "clock", "status"], "1|40:00|Wave 2", Some(2), "bad-status")]
#[case(&["bib", "clock", "status"], "1|DNS|DNF", Some(1), "status-differs")]
#[case(&["bib", "clock", "status"], "1|40:00|DNS", Some(2), "status-differs")]
#[case(&["bib", "clock", "split:5K"], "1|40:00|45:00", Some(2), "split-late")]
#[case(&["name", "clock"], "|40:00", None, "nobody")]
fn a_fault_has_line_and_column(
    #[case] columns: &[&str],
    #[case] line: &str,
    #[case] column: Option<usize>,
    #[case] what: &str,
) {
    let year = Year::of(EventKind::Distance, false);
    let plan = year.plan(columns, &[line], of_distance("10K"));
    assert_eq!(faults(&plan), [(2, column, what)]);
    assert_eq!((counts(&plan), plan.rows.len()), ([0, 0, 0, 1, 0], 0));
    for at in &plan.lines[0].faults {
        let told = at.what.to_string();
        assert!(
            !told.is_empty() && !told.contains("Ana") && !told.contains("Wave"),
            "{told}"
        );
    }
}

#[test]
fn a_line_without_a_distance_is_refused() {
    let year = Year::of(EventKind::Distance, false);
    let plan = year.plan(
        &["bib", "clock", "distance"],
        &["1|40:00|", "2|40:00|10K"],
        Reading::default(),
    );
    assert_eq!(
        (faults(&plan), counts(&plan)),
        (vec![(2, Some(2), "no-distance")], [1, 0, 0, 1, 0])
    );
}

#[test]
fn a_second_line_of_a_person_is_a_fault() {
    let year = Year::of(EventKind::Distance, false);
    let plan = year.plan(
        &["bib", "clock", "distance"],
        &["1|40:00|10K", "1|41:00|10K", "1|20:00|5K"],
        Reading::default(),
    );
    assert_eq!(
        (faults(&plan), counts(&plan)),
        (vec![(3, None, "same-person")], [2, 0, 0, 1, 0])
    );
    assert_eq!(plan.lines[1].faults[0].what, Fault::SamePerson(2));
}

#[test]
fn titles_are_left_out_and_lines_without_a_time_as_chosen() {
    let year = Year::of(EventKind::Distance, false);
    let lines = ["Women||", "1|Ana Ruiz|40:00", "||", "2|Bo Lund|"];
    let columns = ["bib", "name", "clock"];
    assert_eq!(
        counts(&year.plan(&columns, &lines, of_distance("10K"))),
        [1, 0, 0, 1, 2]
    );
    let out = Reading {
        untimed: Untimed::LeftOut,
        ..of_distance("10K")
    };
    assert_eq!(counts(&year.plan(&columns, &lines, out)), [1, 0, 0, 0, 3]);
    let dns = year.plan(
        &columns,
        &lines,
        Reading {
            untimed: Untimed::Dns,
            ..of_distance("10K")
        },
    );
    assert_eq!(counts(&dns), [2, 0, 0, 0, 2]);
    assert!(
        dns.rows
            .iter()
            .any(|written| written.row.person.bib == "2" && written.row.passage.kind == 31)
    );
}

#[test]
fn a_disqualified_runner_is_a_dnf_and_an_unofficial_one_has_no_place() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["bib", "clock", "status"];
    let numbered = Reading {
        numbered_status: true,
        ..of_distance("50K")
    };
    let plan = year.import(
        &columns,
        &[
            "1|4:00:00|1",
            "2|3:00:00|5",
            "3|3:30:00|4",
            "4||2",
            "5||3",
            "6|5:00:00|6",
        ],
        numbered,
    );
    assert_eq!(counts(&plan), [6, 0, 0, 0, 0]);
    assert_eq!(
        ["1", "2", "3", "4", "5", "6"].map(|bib| year.finish(bib).passage.kind),
        [0, 30, 12, 30, 31, 0]
    );
    assert_eq!(["1", "6", "3"].map(|bib| year.places(bib)[0]), [1, 2, -1]);
    assert!(
        plan.lines[1]
            .remarks
            .iter()
            .any(|at| at.what == Remark::Disqualified)
    );
    let words = year.import(&columns, &["3|3:30:00|finished"], of_distance("50K"));
    assert_eq!(
        (counts(&words), year.places("3")[0], year.places("1")[0]),
        ([0, 1, 0, 0, 0], 1, 2)
    );
}

#[test]
fn laps_decide_in_a_race_of_laps() {
    let mut year = Year::of(EventKind::Time, false);
    let plan = year.import(
        &["bib", "laps", "clock"],
        &["1|10|5:50:00", "2|11|5:59:00", "3|10|5:40:00", "4||DNS"],
        of_distance("6 Hours"),
    );
    assert_eq!(counts(&plan), [4, 0, 0, 0, 0]);
    assert_eq!(["2", "3", "1"].map(|bib| year.places(bib)[0]), [1, 2, 3]);
    assert_eq!(
        (
            year.finish("2").passage.occurrence,
            year.finish("2").passage.segment
        ),
        (11, "Lap 11".to_owned())
    );
    let again = year.import(
        &["bib", "laps", "clock"],
        &["1|12|5:59:30", "2|10|5:00:00"],
        of_distance("6 Hours"),
    );
    assert_eq!(
        faults(&again),
        [(3, Some(1), "fewer-laps")],
        "laps are never taken away"
    );
    assert_eq!(year.places("1")[0], 1);
}

#[test]
fn the_times_of_laps_are_rows_of_their_own() {
    let mut year = Year::of(EventKind::Time, false);
    let each = Reading {
        each_lap: true,
        ..of_distance("1 Hour")
    };
    let plan = year.import(
        &["bib", "lap", "lap", "lap"],
        &["1|20:00|21:00|", "2|18:00|19:00|20:00", "3|18:00||20:00"],
        each.clone(),
    );
    assert_eq!(
        (faults(&plan), counts(&plan)),
        (vec![(4, Some(2), "lap-gap")], [2, 0, 0, 1, 0])
    );
    let laps: Vec<(i64, i64, i64)> = year
        .results()
        .iter()
        .filter(|row| row.person.bib == "2")
        .map(|row| {
            (
                row.passage.occurrence,
                row.passage.seconds,
                row.passage.ranking,
            )
        })
        .collect();
    assert_eq!(laps, [(1, 1_080, 1), (2, 2_220, 1), (3, 3_420, 1)]);
    let backyard = Year::of(EventKind::BackyardUltra, false);
    let plan = backyard.plan(&["bib", "lap", "lap"], &["1|50:00|55:00"], each);
    let rows: Vec<(i64, i64, i64, &str)> = plan
        .rows
        .iter()
        .map(|written| &written.row.passage)
        .map(|passage| {
            (
                passage.occurrence,
                passage.seconds,
                passage.chip_seconds,
                passage.segment.as_str(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [(1, 3_000, 3_000, "Hour 1"), (3, 6_900, 6_300, "Hour 2")]
    );
}

#[rstest]
#[case(EventKind::Distance, &["bib", "clock", "laps"], BadTable::Laps)]
#[case(EventKind::Time, &["bib", "clock"], BadTable::NoLaps)]
#[case(EventKind::Time, &["bib", "clock", "laps", "split:5K"], BadTable::Splits)]
#[case(EventKind::Distance, &["bib", "name"], BadTable::NoTime)]
#[case(EventKind::Distance, &["clock", "age"], BadTable::Nobody)]
#[case(EventKind::Distance, &["bib", "clock", "clock"], BadTable::Twice(2))]
#[case(EventKind::Time, &["lap"; 501], BadTable::Columns)]
fn columns_that_make_no_results_are_refused(
    #[case] kind: EventKind,
    #[case] columns: &[&str],
    #[case] bad: BadTable,
) {
    assert_eq!(
        Table::new(roles(columns), Vec::new(), Reading::default(), kind),
        Err(bad)
    );
}

#[test]
fn the_names_of_anonymous_people_are_left_alone() {
    let mut year = Year::of(EventKind::Distance, false);
    year.import(&["bib", "clock"], &["1|40:00"], of_distance("10K"));
    let mut row = year.results().remove(0);
    row.person.anonymous = true;
    year.upload(vec![row]);
    let plan = year.import(
        &["bib", "name", "clock"],
        &["1|Ana Ruiz|40:00"],
        of_distance("10K"),
    );
    assert_eq!(
        (counts(&plan), year.finish("1").person.first),
        ([0, 0, 1, 0, 0], String::new())
    );
}

#[test]
fn rows_that_were_deleted_are_new() {
    let mut year = Year::of(EventKind::Distance, false);
    year.import(&["bib", "clock"], &["1|40:00"], of_distance("10K"));
    year.now += 1;
    year.deletes.all = Some(Stamp::new(year.now, ""));
    let plan = year.import(&["bib", "clock"], &["1|40:00"], of_distance("10K"));
    assert_eq!((counts(&plan), year.results().len()), ([1, 0, 0, 0, 0], 1));
}

/// One person of a random race.
fn someone() -> impl Strategy<Value = (u32, u8, u8, Option<i64>)> {
    (
        0..40_u32,
        0..3_u8,
        15..80_u8,
        proptest::option::weighted(0.9, 2_400..2_420_i64),
    )
}

fn lines_of(people: &BTreeMap<u32, (u8, u8, Option<i64>)>) -> Vec<String> {
    let line = |(bib, (gender, age, seconds)): (&u32, &(u8, u8, Option<i64>))| {
        let gender = ["F", "M", ""][usize::from(*gender)];
        format!(
            "{bib}|{gender}|{age}|{}",
            seconds.map_or_else(|| "DNF".to_owned(), |seconds| written(seconds * 1_000))
        )
    };
    people.iter().map(line).collect()
}

proptest! {
    /// Places are 1, 2, 3 … in the order of the times, overall and in each gender and age group.
    /// The same file again changes nothing. Two files one after the other leave, for the people in
    /// the second, what it alone would.
    #[test]
    fn places_are_complete_and_imports_settle(one in proptest::collection::vec(someone(), 0..30), two in proptest::collection::vec(someone(), 1..30)) {
        let table = |people: Vec<(u32, u8, u8, Option<i64>)>| -> BTreeMap<u32, (u8, u8, Option<i64>)> {
            people.into_iter().map(|(bib, gender, age, seconds)| (bib, (gender, age, seconds))).collect()
        };
        let (one, mut two) = (table(one), table(two));
        let columns = ["bib", "gender", "age", "clock"];
        let reading = Reading { groups: AgeGroups::Ten, ..of_distance("10K") };
        let mut year = Year::of(EventKind::Distance, false);
        let import = |year: &mut Year, people: &BTreeMap<u32, (u8, u8, Option<i64>)>| {
            let lines = lines_of(people);
            year.import(&columns, &lines.iter().map(String::as_str).collect::<Vec<_>>(), reading.clone())
        };
        import(&mut year, &one);
        let plan = import(&mut year, &two);
        prop_assert_eq!(plan.count(Outcome::Invalid), 0);
        let again = import(&mut year, &two);
        prop_assert_eq!((again.count(Outcome::Same), again.rows.len()), (two.len(), 0));
        // people who are in the first file only stay
        for (bib, who) in &one {
            two.entry(*bib).or_insert(*who);
        }
        let rows = year.results();
        prop_assert_eq!(rows.len(), two.len());
        let mut of_group: BTreeMap<(u8, String), Vec<(i64, i64)>> = BTreeMap::new();
        for row in &rows {
            let bib: u32 = row.person.bib.parse().unwrap();
            let (_, age, seconds) = &two[&bib];
            prop_assert_eq!(Some(row.passage.seconds), seconds.or(Some(1_000_000)));
            if seconds.is_none() {
                prop_assert_eq!((row.passage.ranking, row.passage.gender_ranking, row.passage.age_ranking), (-1, -1, -1));
                continue;
            }
            of_group.entry((9, String::new())).or_default().push((row.passage.ranking, row.passage.seconds));
            // an empty cell keeps what is stored, so a gender may come from the first file
            let gender = gender_code(&row.person.gender).map(|code| u8::from(code == "M"));
            if let Some(gender) = gender {
                of_group.entry((gender, String::new())).or_default().push((row.passage.gender_ranking, row.passage.seconds));
                let group = age_group(i64::from(*age), AgeGroups::Ten);
                of_group.entry((gender, group)).or_default().push((row.passage.age_ranking, row.passage.seconds));
            } else {
                prop_assert_eq!((row.passage.gender_ranking, row.passage.age_ranking), (-1, -1));
            }
        }
        for (group, mut places) in of_group {
            places.sort_unstable();
            let ranks: Vec<i64> = places.iter().map(|(place, _)| *place).collect();
            prop_assert_eq!(ranks, (1..=i64::try_from(places.len()).unwrap()).collect::<Vec<_>>(), "{:?}", group);
            prop_assert!(places.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{:?}: {:?}", group, places);
        }
    }

    /// Whatever is in the cells, nothing fails and every line is reported.
    #[test]
    fn any_table_gets_one_outcome_a_line(cells in proptest::collection::vec(proptest::collection::vec(".{0,12}", 0..6), 0..12)) {
        let year = Year::of(EventKind::Distance, false);
        let lines: Vec<Line> = (2..).zip(cells).map(|(line, cells)| Line { line, cells }).collect();
        let count = lines.len();
        let table = Table::new(roles(&["bib", "name", "clock", "age", "birthdate"]), lines, of_distance("10K"), EventKind::Distance).unwrap();
        let plan = plan(&table, &year.race, Known { rows: &[], deletes: &year.deletes }, Stamp::new(2, ""));
        prop_assert_eq!(plan.lines.len(), count);
    }

    /// Apart from blanks around it.
    #[test]
    fn an_exported_text_is_imported_as_it_was(texts in proptest::collection::vec("[-=+@＝＠'a1., ;\"\t\r\n]{0,8}", 4)) {
        let person = Person {
            bib: "1".into(),
            first: texts[0].clone(),
            last: texts[1].clone(),
            age_group: texts[2].clone(),
            distance: "10K".into(),
            division: texts[3].clone(),
            ..Person::default()
        };
        let passage = Passage { seconds: 60, ..Passage::default() };
        let file = rows_csv(&[ResultRow { person_id: "a".into(), person, passage }]);
        let mut reader = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
        let record = reader.records().next().unwrap().unwrap();
        let cells = record.iter().map(str::to_owned).collect();
        let columns = COLUMNS.map(|column| match column {
            "bib" | "first" | "last" | "age_group" | "distance" | "division" => column,
            "seconds" => "clock",
            _ => "",
        });
        let reading = Reading { numbers: Numbers::Seconds, ..Reading::default() };
        let year = Year::of(EventKind::Distance, false);
        let table = Table::new(roles(&columns), vec![Line { line: 2, cells }], reading, EventKind::Distance).unwrap();
        let plan = plan(&table, &year.race, Known { rows: &[], deletes: &year.deletes }, Stamp::new(2, ""));
        let Person { first, last, age_group, division, .. } = plan.rows[0].row.person.clone();
        prop_assert_eq!([first, last, age_group, division].to_vec(), texts.iter().map(|text| text.trim()).collect::<Vec<_>>());
    }
}

mod exports;
mod programs;
mod times;
mod words;
