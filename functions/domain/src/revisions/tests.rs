use rstest::rstest;

use super::*;
use crate::{
    liveness::Deletes,
    row::{Passage, ResultRow},
    stamp::Stamp,
};

const RACE: Rule = Rule {
    kind: EventKind::Distance,
    live: false,
    official: false,
};
const LIVE: Rule = Rule { live: true, ..RACE };
const LAPS: Rule = Rule {
    kind: EventKind::Time,
    live: true,
    official: true,
};
const BACKYARD: Rule = Rule {
    kind: EventKind::BackyardUltra,
    live: true,
    official: false,
};

fn told(state: State, seconds: i64, place: i64, occurrence: i64) -> PublishedLine {
    let passage = Passage {
        seconds,
        chip_seconds: seconds - 5,
        ranking: place,
        gender_ranking: place,
        age_ranking: -1,
        occurrence,
        ..Passage::default()
    };
    PublishedLine::of(
        state,
        Some(&ResultRow {
            passage,
            ..ResultRow::default()
        }),
    )
}

fn key(distance: &str, bib: &str) -> LineKey {
    LineKey {
        distance: distance.to_owned(),
        bib: bib.to_owned(),
    }
}

#[test]
fn a_line_is_stored_as_distance_then_bib() {
    let stored = postcard::to_stdvec(&key("10K", "7")).unwrap();
    assert_eq!(stored, postcard::to_stdvec(&("10K", "7")).unwrap());
}

/// The revisions of a single version that turns `before` into `after`.
fn between(
    rule: Rule,
    before: &[(&str, &str, PublishedLine)],
    after: &[(&str, &str, PublishedLine)],
    deleted: bool,
    vanished: &BTreeMap<LineKey, Vanished>,
) -> Revisions {
    let map = |lines: &[(&str, &str, PublishedLine)]| {
        lines
            .iter()
            .map(|(distance, bib, told)| (key(distance, bib), told.clone()))
            .collect::<BTreeMap<_, _>>()
    };
    let (before, after) = (map(before), map(after));
    let went = before
        .keys()
        .filter(|key| deleted && !after.contains_key(*key))
        .cloned()
        .collect();
    let touched = Touched {
        came: after
            .keys()
            .filter(|key| !before.contains_key(*key))
            .cloned()
            .collect(),
        before,
    };
    let done = Done {
        touched: &touched,
        deleted: &went,
        vanished,
        recalculation: Recalculation::default(),
        renumbered: &BTreeMap::new(),
        veiled: &BTreeSet::new(),
    };
    Revisions::of(done, |key| after.get(key).cloned(), rule)
}

/// The revisions in words, such as "31: place 3 → 4".
fn words(found: &Revisions) -> Vec<String> {
    let value =
        |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
    let line = |line: &Revision| {
        let pairs = [
            ("status", line.status),
            ("time", line.time),
            ("laps", line.laps),
            ("place", line.place),
        ];
        let pairs = pairs.into_iter().filter_map(|(name, pair)| {
            Some(format!("{name} {} → {}", value(pair?.0), value(pair?.1)))
        });
        let to_bib = line.to_bib.iter().map(|bib| format!("to bib {bib}"));
        let to = to_bib.chain(line.to.iter().map(|to| format!("to {to}")));
        format!(
            "{} {}: {}",
            line.distance,
            line.bib,
            to.chain(pairs).collect::<Vec<_>>().join(", ")
        )
    };
    found.lines.iter().map(line).collect()
}

#[rstest]
#[case::a_place(
    RACE,
    told(State::Finished, 60, 3, 1),
    told(State::Finished, 60, 4, 1),
    "10K 31: place 3 → 4"
)]
#[case::a_place_while_others_arrive(
    LIVE,
    told(State::Finished, 60, 3, 1),
    told(State::Finished, 60, 4, 1),
    ""
)]
#[case::a_time_while_others_arrive(
    LIVE,
    told(State::Finished, 60, 3, 1),
    told(State::Finished, 61, 4, 1),
    "10K 31: time 60000 → 61000, place 3 → 4"
)]
#[case::out(
    LIVE,
    told(State::Finished, 60, 3, 1),
    told(State::Dnf, 60, 3, 1),
    "10K 31: status 2 → 3, time 60000 → -, place 3 → -"
)]
#[case::in_after_all(
    RACE,
    told(State::Dns, 0, 0, 0),
    told(State::Finished, 60, 3, 1),
    "10K 31: status 4 → 2, time - → 60000, place - → 3"
)]
#[case::on_the_course_again(
    RACE,
    told(State::Finished, 60, 3, 1),
    told(State::Started, 60, 3, 1),
    "10K 31: status 2 → 1, time 60000 → -, place 3 → -"
)]
#[case::arrives(
    RACE,
    told(State::Started, 20, 3, 1),
    told(State::Finished, 60, 3, 1),
    ""
)]
#[case::gives_up(RACE, told(State::Started, 20, 3, 1), told(State::Dnf, 60, 3, 1), "")]
#[case::another_lap(
    LAPS,
    told(State::Finished, 60, 3, 1),
    told(State::Finished, 120, 2, 2),
    ""
)]
#[case::another_lap_when_it_is_official(Rule { live: false, ..LAPS }, told(State::Finished, 60, 3, 1), told(State::Finished, 120, 2, 2), "10K 31: time 60000 → 120000, laps 1 → 2, place 3 → 2")]
#[case::the_rest_of_an_upload(Rule { live: false, official: false, ..LAPS }, told(State::Finished, 60, 3, 1), told(State::Finished, 120, 2, 2), "")]
#[case::a_lap_less(
    LAPS,
    told(State::Finished, 120, 2, 2),
    told(State::Finished, 60, 3, 1),
    "10K 31: time 120000 → 60000, laps 2 → 1, place 2 → 3"
)]
#[case::the_end_of_a_backyard(
    BACKYARD,
    told(State::Finished, 60, 3, 1),
    told(State::Dnf, 60, 3, 1),
    ""
)]
fn corrections_by_rule(
    #[case] rule: Rule,
    #[case] before: PublishedLine,
    #[case] after: PublishedLine,
    #[case] wanted: &str,
) {
    let found = between(
        rule,
        &[("10K", "31", before)],
        &[("10K", "31", after)],
        false,
        &BTreeMap::new(),
    );
    assert_eq!(words(&found).join("; "), wanted);
}

#[test]
fn a_runner_in_another_distance_is_told_once() {
    let (before, after) = (
        told(State::Finished, 60, 3, 1),
        told(State::Finished, 60, 1, 1),
    );
    let found = between(
        LIVE,
        &[("10K", "31", before)],
        &[("5K", "31", after)],
        false,
        &BTreeMap::new(),
    );
    assert_eq!(words(&found), ["10K 31: to 5K, place 3 → 1"]);
    assert_eq!(found.vanished, BTreeMap::new());
}

#[test]
fn a_result_that_goes_and_returns_is_two_corrections() {
    let was = told(State::Finished, 60, 3, 1);
    let gone = between(
        LIVE,
        &[("10K", "31", was.clone())],
        &[],
        false,
        &BTreeMap::new(),
    );
    assert_eq!(
        words(&gone),
        ["10K 31: status 2 → -, time 60000 → -, place 3 → -"]
    );
    let same = between(
        LIVE,
        &[],
        &[("10K", "31", was.clone())],
        false,
        &gone.vanished,
    );
    assert_eq!(words(&same), ["10K 31: status - → 2"]);
    let other = between(
        LIVE,
        &[],
        &[("10K", "31", told(State::Finished, 61, 3, 1))],
        false,
        &gone.vanished,
    );
    assert_eq!(words(&other), ["10K 31: status - → 2, time 60000 → 61000"]);
    let on_course = between(
        LIVE,
        &[],
        &[("10K", "31", told(State::Started, 10, 0, 1))],
        false,
        &gone.vanished,
    );
    assert!(on_course.is_empty(), "no result yet");
    let arrived = between(
        LIVE,
        &[("10K", "31", told(State::Started, 10, 0, 1))],
        &[("10K", "31", was)],
        false,
        &gone.vanished,
    );
    assert_eq!(words(&arrived), ["10K 31: status - → 2"]);
}

/// The timing client's "Recalculate": everything is deleted and uploaded again.
#[test]
fn a_delete_of_many_is_told_as_one_and_what_comes_back_the_same_not_at_all() {
    let (a, b) = (
        told(State::Finished, 60, 1, 1),
        told(State::Finished, 70, 2, 1),
    );
    let gone = between(
        LIVE,
        &[
            ("10K", "1", a.clone()),
            ("10K", "2", b.clone()),
            ("10K", "3", told(State::Started, 5, 0, 1)),
        ],
        &[],
        true,
        &BTreeMap::new(),
    );
    assert_eq!(
        (words(&gone), gone.deleted.as_slice()),
        (Vec::new(), [("10K".to_owned(), 2)].as_slice())
    );
    let back = between(
        LIVE,
        &[],
        &[
            ("10K", "1", a),
            ("10K", "2", told(State::Finished, 71, 2, 1)),
        ],
        false,
        &gone.vanished,
    );
    assert_eq!(words(&back), ["10K 2: time 70000 → 71000"]);
}

#[test]
fn lines_that_come_and_change_in_one_version_are_new() {
    let lines = |before: &[&str], came: &[&str]| Touched {
        before: before
            .iter()
            .map(|bib| (key("10K", bib), told(State::Finished, 60, 3, 1)))
            .collect(),
        came: came.iter().map(|bib| key("10K", bib)).collect(),
    };
    let mut touched = lines(&["1"], &["2"]);
    touched.add(lines(&["2", "3"], &["1"]));
    assert_eq!(touched, lines(&["1", "3"], &["2"]));
}

/// The board of such lines, by blanks: bib, time, place and laps, of the 10K unless it says another
/// distance.
fn board(lines: &str) -> BTreeMap<LineKey, PublishedLine> {
    let line = |text: &str| {
        let (distance, rest) = text.split_once(':').unwrap_or(("10K", text));
        let mut parts = rest.split('/');
        let bib = parts.next().unwrap();
        let numbers: Vec<i64> = parts.map(|part| part.parse().unwrap()).collect();
        let laps = numbers.get(2).copied().unwrap_or(1);
        let told = told(State::Finished, numbers[0], numbers[1], laps);
        (key(distance, bib), told)
    };
    lines.split_whitespace().map(line).collect()
}

/// What several versions tell, after a delete of all lines of the first. In one that begins with
/// "late" nothing is waited for any more.
fn after_a_delete(rule: Rule, first: &str, versions: &[&str]) -> Vec<String> {
    let mut vanished = BTreeMap::new();
    let mut before = board(first);
    let mut said = Vec::new();
    let mut was = false;
    for (place, lines) in [""].iter().chain(versions).enumerate() {
        let (is, now) = match lines.strip_prefix("late") {
            Some(lines) => (false, board(lines)),
            None => (true, board(lines)),
        };
        let deleted = before.keys().filter(|_| now.is_empty());
        let done = Done {
            touched: &Touched {
                came: now
                    .keys()
                    .filter(|key| !before.contains_key(*key))
                    .cloned()
                    .collect(),
                before: before.clone(),
            },
            deleted: &deleted.cloned().collect(),
            vanished: &vanished,
            recalculation: Recalculation { was, is },
            renumbered: &BTreeMap::new(),
            veiled: &BTreeSet::new(),
        };
        let found = Revisions::of(done, |key| now.get(key).cloned(), rule);
        let told = words(&found).into_iter();
        said.extend(told.map(|words| format!("{place}: {words}")));
        vanished.retain(|key, _| !found.back.contains(key));
        vanished.extend(found.vanished);
        (before, was) = (now, is);
    }
    said
}

/// Places made from the rows are those among who is back so far.
#[rstest]
#[case::all_the_same(&["3/80/1", "3/80/2 2/70/1", "1/60/1 2/70/2 3/80/3"], &[])]
#[case::one_is_another(
    &["3/65/1", "3/65/1 2/70/2", "1/60/1 2/70/3 3/65/2"],
    &["3: 10K 3: time 80000 → 65000, place 3 → 2", "3: 10K 2: place 2 → 3"],
)]
#[case::deleted_again(&["3/80/1", "", "2/70/1", "1/60/1 2/70/2 3/80/3"], &[])]
#[case::another_one_came(
    &["3/80/2 9/50/1", "3/80/3 9/50/1 2/70/2", "3/80/4 9/50/1 1/60/2 2/70/3"],
    &["3: 10K 1: place 1 → 2", "3: 10K 2: place 2 → 3", "3: 10K 3: place 3 → 4"],
)]
#[case::one_never_comes_back(
    &["3/80/1", "3/80/2 2/70/1", "late 3/80/2 2/70/1"],
    &["3: 10K 2: place 2 → 1", "3: 10K 3: place 3 → 2"],
)]
#[case::one_comes_back_late(
    &["3/80/1", "late 3/80/2 2/70/1", "late 3/80/3 2/70/2 1/60/1"],
    &[
        "2: 10K 2: place 2 → 1",
        "2: 10K 3: place 3 → 2",
        "3: 10K 2: place 1 → 2",
        "3: 10K 3: place 2 → 3",
    ],
)]
#[case::taken_out_alone_meanwhile(
    &["3/80/1", "2/70/1", "2/70/2 1/60/1"],
    &["2: 10K 3: status 2 → -, time 80000 → -"],
)]
#[case::a_change_after_all_are_back(
    &["1/60/1 2/70/2 3/80/3", "1/60/1 2/70/3 3/65/2"],
    &["2: 10K 3: time 80000 → 65000, place 3 → 2", "2: 10K 2: place 2 → 3"],
)]
fn what_comes_back_is_compared_once_all_are_back(
    #[case] versions: &[&str],
    #[case] wanted: &[&str],
) {
    let said = after_a_delete(RACE, "1/60/1 2/70/2 3/80/3", versions);
    assert_eq!(said, wanted);
}

#[test]
fn laps_that_come_back_one_by_one_are_not_told() {
    let rule = Rule {
        live: false,
        ..LAPS
    };
    let versions = ["31/60/1/1", "31/120/1/2", "31/180/1/3 7/50/2"];
    let said = after_a_delete(rule, "31/180/1/3 7/50/2", &versions);
    assert_eq!(said, [""; 0]);
}

#[test]
fn a_distance_does_not_wait_for_another() {
    let versions = ["1/60/1 2/60/2", "1/60/2 2/60/1"];
    let said = after_a_delete(RACE, "1/60/1 2/60/2 5K:3/60/1", &versions);
    assert_eq!(said, ["2: 10K 1: place 1 → 2", "2: 10K 2: place 2 → 1"]);
}

#[rstest]
#[case::the_version_that_deletes(990, 1_000, (false, true))]
#[case::meanwhile(1_010, 1_020, (true, true))]
#[case::no_longer(1_899, 1_900, (true, false))]
#[case::long_ago(1_900, 1_901, (false, false))]
#[case::by_a_clock_that_was_ahead(10, 20, (false, false))]
fn results_are_waited_for_a_quarter_of_an_hour(
    #[case] before_s: i64,
    #[case] now_s: i64,
    #[case] (was, is): (bool, bool),
) {
    let at = Stamp::new(1_000_000, "");
    let all = Deletes {
        all: Some(at),
        ..Deletes::default()
    };
    let one = Deletes {
        by_distance: BTreeSet::from([(at, "10K".to_owned())]),
        ..Deletes::default()
    };
    for deletes in [all, one] {
        let found = Recalculation::of(&deletes, before_s, now_s);
        assert_eq!(found, Recalculation { was, is });
    }
}

/// Two runners, 1 and 2, of whom the bibs are others by now, as are those of everybody on the board.
#[rstest]
#[case::another_bib(&[("1", "7")], "7/60/1 2/70/2", &[], &["10K 1: to bib 7"])]
#[case::and_another_place(&[("1", "7")], "7/75/2 2/70/1", &[], &["10K 1: to bib 7, time 60000 → 75000, place 1 → 2", "10K 2: place 2 → 1"])]
#[case::swapped(&[("1", "2"), ("2", "1")], "2/60/1 1/70/2", &[], &["10K 1: to bib 2", "10K 2: to bib 1"])]
#[case::one_after_the_other(&[("1", "2"), ("2", "7")], "2/60/1 7/70/2", &[], &["10K 1: to bib 2", "10K 2: to bib 7"])]
#[case::anonymous(&[("1", "7")], "7/60/1 2/70/2", &["7"], &[GONE_1])]
#[case::anonymous_by_the_bib_before(&[("1", "7")], "7/60/1 2/70/2", &["1"], &[GONE_1])]
#[case::swapped_with_somebody_anonymous(&[("1", "2"), ("2", "1")], "2/60/1 1/70/2", &["2"], &[GONE_1, GONE_2])]
#[case::after_somebody_anonymous(&[("1", "2"), ("2", "7")], "2/60/1 7/70/2", &["7"], &[GONE_1, GONE_2])]
#[case::nobody_is_there(&[("1", "7")], "2/70/1", &[], &[GONE_1, "10K 2: place 2 → 1"])]
#[case::a_bib_of_two_people(&[("1", "7")], "1/65/1 7/60/1 2/70/2", &[], &["10K 1: time 60000 → 65000"])]
#[case::a_bib_that_another_has(&[("1", "2")], "2/60/1", &[], &[GONE_1, "10K 2: time 70000 → 60000, place 2 → 1"])]
fn who_got_another_bib_is_told_as_one_runner(
    #[case] renumbered: &[(&str, &str)],
    #[case] after: &str,
    #[case] veiled: &[&str],
    #[case] wanted: &[&str],
) {
    let (before, after) = (board("1/60/1 2/70/2"), board(after));
    let done = Done {
        touched: &Touched {
            came: after
                .keys()
                .filter(|key| !before.contains_key(*key))
                .cloned()
                .collect(),
            before,
        },
        deleted: &BTreeSet::new(),
        vanished: &BTreeMap::new(),
        recalculation: Recalculation::default(),
        renumbered: &renumbered
            .iter()
            .map(|(was, is)| (key("10K", was), key("10K", is)))
            .collect(),
        veiled: &veiled.iter().map(|bib| (*bib).to_owned()).collect(),
    };
    let found = Revisions::of(done, |key| after.get(key).cloned(), RACE);
    assert_eq!(words(&found), wanted);
    let went: Vec<&str> = found.vanished.keys().map(|key| key.bib.as_str()).collect();
    let gone = wanted
        .iter()
        .filter_map(|words| Some(words.split_once(": status 2 → -")?.0));
    assert_eq!(went, gone.map(|line| &line[4..]).collect::<Vec<_>>());
}

const GONE_1: &str = "10K 1: status 2 → -, time 60000 → -, place 1 → -";
const GONE_2: &str = "10K 2: status 2 → -, time 70000 → -, place 2 → -";

#[test]
fn with_which_bib_somebody_goes_on_is_forgotten() {
    let mut lines = vec![
        Revision {
            bib: "1".to_owned(),
            to_bib: Some("7".to_owned()),
            distance: "10K".to_owned(),
            place: Some((Some(1), Some(2))),
            ..Revision::default()
        },
        Revision {
            bib: "7".to_owned(),
            distance: "10K".to_owned(),
            place: Some((Some(2), Some(3))),
            ..Revision::default()
        },
    ];
    let mut covered = Covered::default();
    covered.links.insert("8".to_owned());
    assert!(!covered.forget_in(&mut lines));
    covered.links.insert("7".to_owned());
    assert!(covered.forget_in(&mut lines));
    let found = Revisions {
        lines,
        ..Revisions::default()
    };
    assert_eq!(words(&found), ["10K 1: status - → -", "10K 7: place 2 → 3"]);
}
