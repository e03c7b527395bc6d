//! Times in all forms that people and programs write.

use super::{super::times::time, *};

fn ms(text: &str, reading: &Reading) -> Result<i64, Fault> {
    time(text, reading).map(|time| time.ms)
}

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

#[rstest]
#[case("1:02:03", 3_723_000)]
#[case("01:02:03", 3_723_000)]
#[case("1:02:03.4", 3_723_400)]
#[case("1:02:03,45", 3_723_450)]
#[case("1:02:03.4567", 3_723_456)]
#[case("1:02:03.", 3_723_000)]
#[case("52:03", 3_123_000)]
#[case("5:03.2", 303_200)]
#[case("125:03", 7_503_000)]
#[case("30:15:00", 108_900_000)]
#[case("100:00:01", 100 * HOUR + SECOND)]
#[case("0.0430902777777778", 3_723_000)]
#[case("4.30902777777778E-02", 3_723_000)]
#[case("1.0430902777777778", 90_123_000)]
#[case("1899-12-30 01:02:03", 3_723_000)]
#[case("1899-12-31T01:02:03", 3_723_000)]
#[case("1900-01-01 01:02:03", 90_123_000)]
#[case("1/0/1900 1:02:03", 3_723_000)]
#[case("30.12.1899 1:02:03", 3_723_000)]
// days
#[case("1.00:36:02", 24 * HOUR + 36 * MINUTE + 2 * SECOND)]
#[case("1.00:36:02.5", 24 * HOUR + 36 * MINUTE + 2_500)]
#[case("1 days 02:03:04", DAY + 7_384_000)]
#[case("1 day, 2:03:04", DAY + 7_384_000)]
#[case("1 day and 2:03:04", DAY + 7_384_000)]
#[case("0 days 23:03:04", 23 * HOUR + 184_000)]
#[case("1d 02:03:04", DAY + 7_384_000)]
#[case("1d02:03:04.5", DAY + 7_384_500)]
#[case("2d3h", 2 * DAY + 3 * HOUR)]
#[case("1 d 2 h 3 min 4 s", DAY + 7_384_000)]
#[case("1 Tag 2:03", DAY + 2 * HOUR + 3 * MINUTE)]
#[case("2 días, 02:03:04", 2 * DAY + 7_384_000)]
#[case("1 jour 2 heures", DAY + 2 * HOUR)]
// units
#[case("1h02", HOUR + 2 * MINUTE)]
#[case("1h02m03", 3_723_000)]
#[case("1h 02m 03s", 3_723_000)]
#[case("1h02:03", 3_723_000)]
#[case("1 hr 2 min 3 sec", 3_723_000)]
#[case("1 hour, 2 minutes and 3.4 seconds", 3_723_400)]
#[case("1 Std. 2 Min.", HOUR + 2 * MINUTE)]
#[case("1:02:03 h", 3_723_000)]
#[case("22:41 h", 22 * HOUR + 41 * MINUTE)]
#[case("52:03 min", 3_123_000)]
#[case("62 min", HOUR + 2 * MINUTE)]
#[case("1.5 h", HOUR + 30 * MINUTE)]
#[case("3723 s", 3_723_000)]
#[case("62'03\"", 3_723_000)]
#[case("62’03”", 3_723_000)]
#[case("62′03″", 3_723_000)]
#[case("62'03''", 3_723_000)]
#[case("62'03", 3_723_000)]
#[case("1h02'03\"4", 3_723_400)]
#[case("1h02'03,4", 3_723_400)]
#[case("1時間02分03秒", 3_723_000)]
// keyboards, notes and dots
#[case("１：０２：０３", 3_723_000)]
#[case("\u{202a}1:02:03\u{202c}", 3_723_000)]
#[case("1:02:03*", 3_723_000)]
#[case("1:02:03 (net)", 3_723_000)]
#[case("1.02.03", 3_723_000)]
fn a_time_is_read(#[case] text: &str, #[case] expected: i64) {
    assert_eq!(ms(text, &Reading::default()), Ok(expected));
}

#[rstest]
#[case("", Fault::BadTime)]
#[case("x", Fault::BadTime)]
#[case("1:2:3", Fault::BadTime)]
#[case("1:60", Fault::BadTime)]
#[case("1:60:00", Fault::BadTime)]
#[case("1:02:03.x", Fault::BadTime)]
#[case("-1:02", Fault::BadTime)]
#[case("+1:02", Fault::BadTime)]
#[case("1:02'03", Fault::BadTime)]
#[case("1h90", Fault::BadTime)]
#[case("1h2", Fault::BadTime)]
#[case("3 min 1 h", Fault::BadTime)]
#[case("1 lap 2:03", Fault::BadTime)]
#[case("52:03 (+1:00)", Fault::BadTime)]
#[case("1d 25:00:00", Fault::BadTime)]
#[case("1:02:03:04", Fault::FourParts)]
#[case("0:00", Fault::BadTime)]
#[case("2026-05-02 09:02:03", Fault::BadTime)]
#[case("02.05.2026 09:02:03", Fault::BadTime)]
#[case("9:02:03 AM", Fault::TimeOfDay)]
#[case("9:02 p.m.", Fault::TimeOfDay)]
#[case("62", Fault::PlainNumber)]
#[case("0.5", Fault::PlainNumber)]
#[case("62.05", Fault::PlainNumber)]
#[case("21,34", Fault::PlainNumber)]
#[case("3723.123456", Fault::PlainNumber)]
#[case("-62", Fault::BadTime)]
#[case("NaN", Fault::BadTime)]
#[case("1e400", Fault::BadTime)]
fn an_unreadable_time_names_its_fault(#[case] text: &str, #[case] fault: Fault) {
    assert_eq!(ms(text, &Reading::default()), Err(fault));
}

#[rstest]
#[case("3723.4", Numbers::Seconds, 3_723_400)]
#[case("62.05", Numbers::Minutes, 3_723_000)]
#[case("0.5", Numbers::Days, 43_200_000)]
#[case("21.34", Numbers::Parts, 21 * MINUTE + 34 * SECOND)]
#[case("21,34", Numbers::Parts, 21 * MINUTE + 34 * SECOND)]
#[case("21.3", Numbers::Parts, 21 * MINUTE + 30 * SECOND)]
#[case("21", Numbers::Parts, 21 * MINUTE)]
fn plain_numbers_are_what_was_chosen(
    #[case] text: &str,
    #[case] numbers: Numbers,
    #[case] expected: i64,
) {
    let reading = Reading {
        numbers,
        ..Reading::default()
    };
    assert_eq!(ms(text, &reading), Ok(expected));
}

#[rstest]
#[case("22:41", "", TwoParts::Hours, 22 * HOUR + 41 * MINUTE)]
#[case("22:41", "", TwoParts::Minutes, 22 * MINUTE + 41 * SECOND)]
#[case("22.41", "parts", TwoParts::Hours, 22 * HOUR + 41 * MINUTE)]
// a fraction belongs to seconds
#[case("22:41.5", "", TwoParts::Hours, 22 * MINUTE + 41_500)]
fn two_parts_are_what_was_chosen(
    #[case] text: &str,
    #[case] numbers: &str,
    #[case] two_parts: TwoParts,
    #[case] expected: i64,
) {
    let reading = Reading {
        two_parts: Some(two_parts),
        numbers: if numbers.is_empty() {
            Numbers::Refused
        } else {
            Numbers::Parts
        },
        ..Reading::default()
    };
    assert_eq!(ms(text, &reading), Ok(expected));
}

#[rstest]
#[case("1:02:03:04", FourParts::Days, DAY + 7_384_000)]
#[case("1:02:03:04", FourParts::Fraction, 3_723_040)]
// only one meaning is possible
#[case("1:25:03:04", FourParts::Days, HOUR + 25 * MINUTE + 3_040)]
#[case("1:02:03:75", FourParts::Days, 3_723_750)]
#[case("1:02:03:04.5", FourParts::Fraction, DAY + 7_384_500)]
fn four_parts_are_what_was_chosen(
    #[case] text: &str,
    #[case] four_parts: FourParts,
    #[case] expected: i64,
) {
    let reading = Reading {
        four_parts: Some(four_parts),
        ..Reading::default()
    };
    assert_eq!(ms(text, &reading), Ok(expected));
}

const COLUMNS: [&str; 6] = ["place", "bib", "name", "gender", "age", "clock"];

fn of_100_miles(two_parts: Option<TwoParts>) -> Reading {
    Reading {
        two_parts,
        ..of_distance("100 Mile")
    }
}

fn lines_of(file: &str) -> Vec<String> {
    let lines = file.trim_end().lines().skip(1);
    lines.map(|line| line.replace(',', "|")).collect()
}

#[test]
fn hours_and_minutes_are_asked_for() {
    let mut year = Year::of(EventKind::Distance, false);
    let lines = lines_of(include_str!("cases/B05-hours-minutes.csv"));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let plan = year.plan(&COLUMNS, &lines, of_100_miles(None));
    let faults: Vec<At<Fault>> = plan
        .lines
        .iter()
        .flat_map(|line| line.faults.clone())
        .collect();
    let asked = At {
        column: Some(5),
        what: Fault::TwoParts,
    };
    assert_eq!(faults, [asked; 3]);
    let plan = year.import(&COLUMNS, &lines, of_100_miles(Some(TwoParts::Hours)));
    assert!(
        plan.lines
            .iter()
            .all(|line| line.remarks.is_empty() && line.faults.is_empty())
    );
    assert_eq!(
        year.finish("41").passage.seconds,
        (22 * HOUR + 41 * MINUTE) / SECOND
    );
    // the chosen reading is used, and told
    let plan = year.plan(&COLUMNS, &lines, of_100_miles(Some(TwoParts::Minutes)));
    assert_eq!(
        plan.lines[0].remarks,
        [At {
            column: Some(5),
            what: Remark::TooFast
        }]
    );
}

#[rstest]
#[case::plausible("10K", &["1|52:03"], false)]
#[case::long("Marathon", &["1|3:15"], true)]
#[case::some_lines("Marathon", &["1|2:59:58", "2|3:15"], true)]
#[case::unknown_length("Long", &["1|22:41", "2|23:58"], false)]
#[case::order_of_seconds("Long", &["1|59:58", "2|1:00:12"], false)]
#[case::order_of_hours("Long", &["1|1:59:58", "2|2:15", "3|2:15:30"], true)]
fn two_parts_are_asked_for_where_the_race_says_so(
    #[case] distance: &str,
    #[case] lines: &[&str],
    #[case] asked: bool,
) {
    let year = Year::of(EventKind::Distance, false);
    let lines: Vec<String> = lines
        .iter()
        .zip(1..)
        .map(|(line, bib)| format!("{line}|{bib}"))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let plan = year.plan(&["place", "clock", "bib"], &lines, of_distance(distance));
    let is_asked = plan.lines.iter().any(|line| {
        line.faults
            .iter()
            .any(|fault| fault.what == Fault::TwoParts)
    });
    assert_eq!(is_asked, asked);
}

/// The year's finish segment says the length where the name does not.
#[test]
fn a_length_may_be_that_of_the_finish() {
    let mut year = Year::of(EventKind::Distance, false);
    let finish = crate::race::Segment {
        distance_name: "Long".to_owned(),
        name: "Finish".to_owned(),
        distance_value: 26.2,
        distance_unit: "mi".to_owned(),
        ..crate::race::Segment::default()
    };
    year.race.lengths = lengths(EventKind::Distance, [&finish]);
    let plan = year.plan(
        &["bib", "clock"],
        &["1|3:15", "2|50:00:00"],
        of_distance("Long"),
    );
    assert_eq!(plan.lines[0].faults[0].what, Fault::TwoParts);
    assert_eq!(plan.lines[1].remarks[0].what, Remark::TooSlow);
}

#[test]
fn days_are_read() {
    let file = include_str!("cases/B06-days.csv");
    let mut year = Year::of(EventKind::Distance, false);
    let plan = import_case(&mut year, file, &["bib", "name", "clock"]);
    let asked: Vec<&Planned> = plan
        .lines
        .iter()
        .filter(|line| !line.faults.is_empty())
        .collect();
    assert_eq!(
        (asked.len(), asked[0].line, asked[0].faults[0].what),
        (1, 9, Fault::FourParts)
    );
    let times: Vec<String> = ["51", "52", "53", "54", "55", "56", "57"]
        .iter()
        .map(|bib| written(year.finish(bib).passage.seconds * SECOND))
        .collect();
    assert_eq!(
        times,
        [
            "24:36:02",
            "24:36:02",
            "26:03:04",
            "26:03:04",
            "100:00:01",
            "23:03:04",
            "26:03:04"
        ]
    );
}

proptest! {
    /// However a time is written, it is the same.
    #[test]
    fn every_form_says_the_same(seconds in 1_i64..900_000, milliseconds in 0_i64..1_000) {
        let expected = seconds * SECOND + milliseconds;
        let (h, m, s) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        let (d, hh) = (h / 24, h % 24);
        let forms = [
            format!("{h}:{m:02}:{s:02}.{milliseconds:03}"),
            format!("{h:02}:{m:02}:{s:02},{milliseconds:03}"),
            format!("{}:{s:02}.{milliseconds:03}", seconds / 60),
            format!("{h}h{m:02}m{s:02}.{milliseconds:03}"),
            format!("{h} hrs {m} mins {s}.{milliseconds:03} secs"),
            format!("{h}h {m:02}' {s:02}\"{milliseconds:03}"),
            format!("{}'{s:02}.{milliseconds:03}", seconds / 60),
            format!("{d} days {hh:02}:{m:02}:{s:02}.{milliseconds:03}"),
            format!("{d} day(s), {hh}:{m:02}:{s:02}.{milliseconds:03}").replace("(s)", ""),
            format!("{d}.{hh:02}:{m:02}:{s:02}.{milliseconds:03}"),
            format!("{d}d {hh}h {m}m {s}.{milliseconds:03}s"),
        ];
        for form in forms {
            prop_assert_eq!(ms(&form, &Reading::default()), Ok(expected), "{}", form);
        }
        for seconds_only in [format!("{h}.{m:02}.{s:02}"), format!("{h}h{m:02}m{s:02}s")] {
            prop_assert_eq!(ms(&seconds_only, &Reading::default()), Ok(seconds * SECOND), "{}", seconds_only);
        }
    }

    #[test]
    fn any_cell_is_read_or_told(text in "[0-9:.,'\"hdms a-z日時()-]{0,14}") {
        for numbers in [Numbers::Refused, Numbers::Parts, Numbers::Seconds] {
            for two_parts in [None, Some(TwoParts::Hours)] {
                let reading = Reading { numbers, two_parts, ..Reading::default() };
                if let Ok(time) = time(&text, &reading) {
                    prop_assert!(time.ms > 0);
                }
            }
        }
    }

    #[test]
    fn a_written_time_is_read_back(time in 1..400_000_000_i64) {
        prop_assert_eq!(ms(&written(time), &Reading::default()), Ok(time));
    }
}
