//! Words of files as people make them: statuses, places, names and genders. The files in `cases`
//! were each read wrongly once.

use super::*;

fn remarks(plan: &Plan) -> Vec<(i64, Option<usize>, Remark)> {
    plan.lines
        .iter()
        .flat_map(|line| {
            line.remarks
                .iter()
                .map(|at| (line.line, at.column, at.what))
        })
        .collect()
}

const COLUMNS: [&str; 6] = ["place", "bib", "name", "gender", "age", "clock"];

#[test]
fn a_status_in_the_column_of_places_takes_out_of_the_ranking() {
    let mut year = Year::of(EventKind::Distance, false);
    let file = include_str!("cases/B02-place-status.csv");
    let plan = import_case(&mut year, file, &COLUMNS);
    assert_eq!(counts(&plan), [5, 0, 0, 0, 0]);
    let ends = ["11", "12", "13", "14", "15"].map(|bib| {
        let passage = year.finish(bib).passage;
        (passage.kind, passage.ranking)
    });
    assert_eq!(ends, [(0, 1), (0, 2), (30, -1), (30, -1), (31, -1)]);
    assert_eq!(remarks(&plan), [(5, Some(0), Remark::Disqualified)]);
}

/// A mark of a tie on one line alone is told as well.
#[test]
fn a_marked_place_is_told_even_if_nobody_shares_it() {
    let year = Year::of(EventKind::Distance, false);
    let lines = ["1|1|40:00", "T2|2|41:00", "T2|3|41:01"];
    let plan = year.plan(&["place", "bib", "clock"], &lines, of_distance("10K"));
    assert_eq!(
        remarks(&plan),
        [
            (3, Some(0), Remark::PlaceShared(2)),
            (4, Some(0), Remark::PlaceShared(2)),
            (4, Some(0), Remark::PlaceDiffers(2))
        ]
    );
}

#[test]
fn a_shared_place_of_the_file_is_named_and_not_shared_here() {
    let mut year = Year::of(EventKind::Distance, false);
    let file = include_str!("cases/B03-tie-marks.csv");
    let plan = import_case(&mut year, file, &COLUMNS);
    assert_eq!(counts(&plan), [4, 0, 0, 0, 0]);
    assert_eq!(
        ["29", "23", "28", "24"].map(|bib| year.places(bib)[0]),
        [1, 2, 3, 4]
    );
    assert_eq!(
        remarks(&plan),
        [
            (3, Some(0), Remark::PlaceShared(2)),
            (4, Some(0), Remark::PlaceShared(2))
        ]
    );
    assert_eq!(plan.ties[0].bibs, ["23", "28"]);
}

/// People of one place without a mark are told as well; a place that the times do not give is told
/// for itself.
#[test]
fn a_place_that_stands_twice_is_shared_only_with_the_same_time() {
    let year = Year::of(EventKind::Distance, false);
    let columns = ["place", "bib", "clock"];
    let lines = ["1|1|40:00", "1|2|40:00", "2|3|41:00", "2|4|42:00"];
    let plan = year.plan(&columns, &lines, of_distance("10K"));
    assert_eq!(
        remarks(&plan),
        [
            (2, Some(0), Remark::PlaceShared(1)),
            (3, Some(0), Remark::PlaceShared(1)),
            (4, Some(0), Remark::PlaceDiffers(2)),
            (5, Some(0), Remark::PlaceDiffers(2))
        ]
    );
}

#[rstest]
#[case("2", 2, false)]
#[case("02", 2, false)]
#[case("2.0", 2, false)]
#[case("2.", 2, false)]
#[case("2)", 2, false)]
#[case("(2)", 2, false)]
#[case("#2", 2, false)]
#[case("2nd", 2, false)]
#[case("2ND PLACE", 2, false)]
#[case("1st", 1, false)]
#[case("23rd", 23, false)]
#[case("11th", 11, false)]
#[case("2º", 2, false)]
#[case("2ª", 2, false)]
#[case("2°", 2, false)]
#[case("2e", 2, false)]
#[case("2l", 2, false)]
#[case("1er", 1, false)]
#[case("2ème", 2, false)]
#[case("2:a", 2, false)]
#[case("No. 2", 2, false)]
#[case("№2", 2, false)]
#[case("Platz 2", 2, false)]
#[case("2 of 150", 2, false)]
#[case("2/150", 2, false)]
#[case("２", 2, false)]
#[case("\u{200e}2\u{a0}", 2, false)]
#[case("1,234", 1234, false)]
#[case("1.234", 1234, false)]
#[case("T2", 2, true)]
#[case("t-2", 2, true)]
#[case("T 2", 2, true)]
#[case("2T", 2, true)]
#[case("T2nd", 2, true)]
#[case("=2", 2, true)]
#[case("2=", 2, true)]
#[case("= 2", 2, true)]
#[case("2 (tie)", 2, true)]
#[case("tied 2nd", 2, true)]
#[case("2 ex aequo", 2, true)]
#[case("2 ex-æquo", 2, true)]
#[case("J2", 2, true)]
fn a_place_is_read_with_its_marks(#[case] text: &str, #[case] number: i64, #[case] is_tied: bool) {
    let expected = FilePlace {
        place: number,
        is_tied,
    };
    assert_eq!(place(text), Some(expected));
}

#[rstest]
#[case("first")]
#[case("F3")]
#[case("3 Open")]
#[case("2 3")]
#[case("-2")]
#[case("2.5")]
#[case("?")]
fn an_unreadable_place_is_remarked_and_the_line_is_kept(#[case] text: &str) {
    let mut year = Year::of(EventKind::Distance, false);
    let line = format!("{text}|1|40:00");
    let plan = year.import(&["place", "bib", "clock"], &[&line], of_distance("10K"));
    assert_eq!(remarks(&plan), [(2, Some(0), Remark::PlaceUnread)]);
    assert_eq!(year.places("1")[0], 1);
}

#[rstest]
#[case("")]
#[case("-")]
#[case("--")]
#[case("—")]
#[case("−")]
#[case("0")]
#[case("-1")]
#[case("*")]
#[case("n/a")]
#[case("N.A.")]
#[case("No time")]
#[case("\u{200b}")]
fn no_place_is_nothing_to_tell(#[case] text: &str) {
    let year = Year::of(EventKind::Distance, false);
    let line = format!("{text}|1|40:00");
    let plan = year.plan(&["place", "bib", "clock"], &[&line], of_distance("10K"));
    assert_eq!((remarks(&plan), counts(&plan)), (vec![], [1, 0, 0, 0, 0]));
}

#[rstest]
#[case(
    Status::Dnf,
    "dnf|D.N.F.|D N F|DNF - knee|DNF2|DNF@30K|DNF'd|Did not finish|didn’t finish|abandon|Abandonné|ABANDONO|abandoned|aufgegeben|Aufgabe km 30|ausgeschieden|retired|Ret.|RTD|WD|w/d|withdrew|dropped out|non arrivé|ritirato|desistiu|uitgevallen|bröt|brutt|udgået|keskeytti|nie ukończył|no finalizó|сошёл|未完成|途中棄権"
)]
#[case(
    Status::Dns,
    "dns|D.N.S|DNS (sick)|did not start|no show|No-Show|absent|nicht angetreten|nicht gestartet|non partant|forfait|non partito|não largou|niet gestart|ej start|ikke startet|ei lähtenyt|nie wystartował|no presentado|NS|scratched|欠場"
)]
#[case(
    Status::Disqualified,
    "DQ|dq'd|DSQ|D.Q.|D.S.Q.|disq.|Disqualified: cut the course|DQ – shoes|disqualifiziert|descalificada|disqualifié|squalificato|desclassificado|gediskwalificeerd|diskvalificerad|diskvalifisert|hylätty|zdyskwalifikowany|失格"
)]
#[case(
    Status::OverLimit,
    "OTL|otl 6:00|HD|hors délai|cut|Cut-off|missed the cutoff|over time limit|Zeitlimit|fuori tempo massimo|fuera de tiempo|関門"
)]
#[case(
    Status::Unplaced,
    "HC|H.C.|NC|exhibition|Exh.|guest|GUEST runner|unofficial|Unofficially|unplaced|not ranked|a.K.|a. K.|außer Konkurrenz|ausser Konkurrenz|hors classement|hors concours|non classé|fuori classifica|utom tävlan|poza konkursem|Gast|invitado"
)]
#[case(Status::NoPlaceOrDns, "NP|n.p.")]
#[case(Status::NoPlaceOrDnf, "AB|A.B.|ab")]
#[case(Status::Finished, "Finisher|finished|OK|im Ziel")]
fn a_status_is_known_in_every_spelling(#[case] expected: Status, #[case] texts: &str) {
    let wrong: Vec<_> = texts
        .split('|')
        .map(|text| (text, status(text)))
        .filter(|(_, found)| *found != Some(expected))
        .collect();
    assert_eq!(wrong, []);
}

#[rstest]
#[case("Wave 2")]
#[case("ABLE")]
#[case("1:02:03.4")]
#[case("T2")]
#[case("2nd")]
#[case("did quite finish")]
#[case("n/a")]
fn other_words_are_no_status(#[case] text: &str) {
    assert_eq!(status(text), None);
}

/// Who ran without a place has the time in the column of times, or beside the word.
#[rstest]
#[case("HC", "41:02", "", 12)]
#[case("", "41:02 HC", "", 12)]
#[case("", "41:02 (a.K.)", "", 12)]
#[case("", "41:02", "guest", 12)]
#[case("u", "41:02", "", 12)]
#[case("3u", "41:02", "", 12)]
#[case("AB", "41:02", "", 12)]
#[case("NP", "41:02", "", 12)]
#[case("AB", "", "", 30)]
#[case("NP", "", "", 31)]
#[case("", "NP", "", 31)]
#[case("HC", "DNF", "", 30)]
#[case("HC", "41:02", "finished", 12)]
#[case("DNF", "41:02", "OTL", 30)]
#[case("DNF", "DNF", "DQ", 30)]
#[case("3", "41:02 DNF", "", 30)]
fn columns_say_together_how_the_race_ended(
    #[case] place: &str,
    #[case] clock: &str,
    #[case] status: &str,
    #[case] kind: i64,
) {
    let mut year = Year::of(EventKind::Distance, false);
    let line = format!("{place}|1|{clock}|{status}");
    let columns = ["place", "bib", "clock", "status"];
    let plan = year.import(&columns, &[&line], of_distance("10K"));
    assert_eq!(faults(&plan), []);
    let finish = year.finish("1").passage;
    assert_eq!((finish.kind, finish.ranking), (kind, -1));
}

#[rstest]
#[case("DNS", "DNF", "")]
#[case("3", "DNF", "finished")]
#[case("DNS", "41:02", "")]
fn columns_that_contradict_each_other_are_a_fault(
    #[case] place: &str,
    #[case] clock: &str,
    #[case] status: &str,
) {
    let year = Year::of(EventKind::Distance, false);
    let line = format!("{place}|1|{clock}|{status}");
    let columns = ["place", "bib", "clock", "status"];
    let plan = year.plan(&columns, &[&line], of_distance("10K"));
    let told: Vec<&str> = faults(&plan).iter().map(|(_, _, what)| *what).collect();
    assert_eq!((told, plan.rows.len()), (vec!["status-differs"], 0));
}

#[test]
fn a_limit_of_time_is_a_dnf_and_told() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["place", "bib", "clock"];
    let plan = year.import(&columns, &["OTL|1|9:41:02"], of_distance("50K"));
    assert_eq!(remarks(&plan), [(2, Some(0), Remark::OverLimit)]);
    assert_eq!(year.finish("1").passage.kind, 30);
}

/// A later file gives the place back that an earlier one denied.
#[test]
fn a_place_makes_a_guest_a_ranked_runner() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["place", "bib", "clock"];
    year.import(&columns, &["HC|1|41:02"], of_distance("10K"));
    assert_eq!(year.finish("1").passage.kind, 12);
    year.import(&["bib", "clock"], &["1|41:03"], of_distance("10K"));
    assert_eq!(year.finish("1").passage.kind, 12, "nothing says it");
    year.import(&columns, &["1|1|41:02"], of_distance("10K"));
    assert_eq!((year.finish("1").passage.kind, year.places("1")[0]), (0, 1));
}

#[test]
fn a_status_in_a_column_of_laps_counts() {
    let mut year = Year::of(EventKind::BackyardUltra, false);
    let columns = ["bib", "lap", "lap"];
    let lines = ["1|50:00|DQ", "2|50:00|DNF", "3|51:00|HC", "4|52:00|1:51:00"];
    let plan = year.import(&columns, &lines, of_distance("Backyard"));
    assert_eq!(faults(&plan), []);
    assert_eq!(
        ["4", "2", "1", "3"].map(|bib| year.places(bib)[0]),
        [1, 2, -1, -1]
    );
}

fn shown_name(year: &Year, bib: &str) -> String {
    let Person { first, last, .. } = year.finish(bib).person;
    format!("{first} {last}").trim().to_owned()
}

#[test]
fn suffixes_stay_behind_the_name() {
    let mut year = Year::of(EventKind::Distance, false);
    let file = include_str!("cases/B08-suffix.csv");
    let plan = import_case(&mut year, file, &COLUMNS);
    assert_eq!(counts(&plan), [6, 0, 0, 0, 0]);
    assert_eq!(
        ["71", "72", "73", "74", "75", "76"].map(|bib| shown_name(&year, bib)),
        [
            "Bob Orr, Jr.",
            "Bob Orr, III",
            "Bob Orr, Jr.",
            "Ann Lee, MD",
            "Run, Forrest, Run",
            "Bob Orr Jr."
        ]
    );
    assert_eq!(remarks(&plan), [(6, Some(2), Remark::NameWhole)]);
    let again = import_case(&mut year, file, &COLUMNS);
    assert_eq!(counts(&again), [0, 0, 6, 0, 0]);
}

#[test]
fn teams_have_their_names() {
    let mut year = Year::of(EventKind::Distance, false);
    let file = include_str!("cases/B35-relay-bib.csv");
    let columns = [
        "place",
        "bib",
        "team",
        "split:Leg 1",
        "split:Leg 2",
        "clock",
    ];
    let plan = import_case(&mut year, file, &columns);
    assert_eq!(faults(&plan), []);
    assert_eq!(
        ["101", "102"].map(|bib| shown_name(&year, bib)),
        ["The Fast", "Lee, Orr and Day"]
    );
    assert_eq!(year.finish("101").person.division, "");
}

/// Teams in the column of divisions have their names too; categories are none.
#[test]
fn divisions_are_names_where_nobody_has_another() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["bib", "division", "clock"];
    let lines = ["101|The Fast|1:00:00", "102|Lee, Orr and Day|1:01:00"];
    year.import(&columns, &lines, of_distance("Relay"));
    assert_eq!(
        ["101", "102"].map(|bib| shown_name(&year, bib)),
        ["The Fast", "Lee, Orr and Day"]
    );
    assert_eq!(year.finish("101").person.division, "");
    let lines = ["1|Masters|40:00", "2|masters|41:00"];
    year.import(&columns, &lines, of_distance("10K"));
    assert_eq!(year.finish("1").person.division, "Masters");
}

/// Beside names of people the team is their division; a line without a name has the team's.
#[test]
fn a_team_is_the_division_of_people_with_names() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["bib", "name", "team", "clock"];
    let lines = ["1|Ann Lee|The Fast|40:00", "2||The Slow|41:00"];
    year.import(&columns, &lines, of_distance("10K"));
    let person = |bib| {
        let Person { division, .. } = year.finish(bib).person;
        (shown_name(&year, bib), division)
    };
    assert_eq!(
        [person("1"), person("2")],
        [
            ("Ann Lee".to_owned(), "The Fast".to_owned()),
            ("The Slow".to_owned(), String::new())
        ]
    );
    let teams = year.plan(&["team", "clock"], &["The New|42:00"], of_distance("5K"));
    assert_eq!(counts(&teams), [1, 0, 0, 0, 0]);
}

/// One cell has the whole name, so a part that was stored beside it goes.
#[test]
fn a_whole_name_replaces_the_stored_one() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["bib", "first", "last", "clock"];
    year.import(&columns, &["1|Forrest, Run|Run|40:00"], of_distance("10K"));
    let columns = ["bib", "name", "clock"];
    year.import(&columns, &["1|Run, Forrest, Run|40:00"], of_distance("10K"));
    assert_eq!(shown_name(&year, "1"), "Run, Forrest, Run");
}

#[test]
fn genders_of_many_languages_are_four() {
    let mut year = Year::of(EventKind::Distance, false);
    let file = include_str!("cases/B10-genders.csv");
    let columns = ["bib", "name", "gender", "age", "clock"];
    let plan = import_case(&mut year, file, &columns);
    assert_eq!(counts(&plan), [40, 0, 0, 0, 0]);
    let of = |numbers: &[i64]| {
        let genders: std::collections::BTreeSet<String> = numbers
            .iter()
            .map(|number| year.finish(&(100 + number).to_string()).person.gender)
            .collect();
        genders.into_iter().collect::<Vec<_>>().join(", ")
    };
    let women = [
        5, 6, 8, 10, 12, 15, 17, 18, 22, 23, 25, 26, 28, 30, 31, 32, 34,
    ];
    let men = [4, 7, 9, 11, 13, 16, 19, 21, 24, 27, 29, 33];
    assert_eq!(of(&women), "Woman");
    assert_eq!(of(&men), "Man");
    assert_eq!(of(&[0, 1, 2, 3, 14, 20]), "Non-Binary");
    assert_eq!(of(&[35, 36, 37, 39]), "Not Specified");
    assert_eq!(of(&[38]), "");
    assert_eq!(
        remarks(&plan),
        [
            (2, Some(2), Remark::LetterNonBinary),
            (16, Some(2), Remark::LetterNonBinary)
        ]
    );
    let again = import_case(&mut year, file, &columns);
    assert_eq!((counts(&again), again.rows.len()), ([0, 0, 40, 0, 0], 0));
}

/// The gender read from each value of a column; `?` where the user is asked.
fn genders(values: &[&str], letters: &[(char, Gender)]) -> Vec<String> {
    let mut year = Year::of(EventKind::Distance, false);
    let lines: Vec<String> = values
        .iter()
        .zip(1..)
        .map(|(value, bib)| format!("{bib}|{value}|40:00"))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let reading = Reading {
        letters: letters.iter().copied().collect(),
        ..of_distance("10K")
    };
    let plan = year.import(&["bib", "gender", "clock"], &lines, reading);
    let read = |line: &Planned| match line.faults.as_slice() {
        [] => year.finish(&line.bib).person.gender,
        [at] if at.what == Fault::GenderLetter => "?".to_owned(),
        faults => panic!("{faults:?}"),
    };
    plan.lines.iter().map(read).collect()
}

#[rstest]
#[case("F|M|X|U|O", "Woman|Man|Non-Binary|Not Specified|Not Specified")]
#[case("K|M", "Woman|Man")]
#[case("F|H", "Woman|Man")]
#[case("w|m|d", "Woman|Man|Non-Binary")]
#[case("D|H", "Woman|Man")]
#[case("F|M|N", "Woman|Man|Non-Binary")]
#[case("F|V", "Woman|Man")]
#[case("H|V", "Man|Woman")]
#[case("H|M", "Man|?")]
#[case("M|V", "?|?")]
#[case("M|N", "Man|?")]
#[case("M|D", "Man|?")]
#[case("D|U", "?|Not Specified")]
#[case("D", "?")]
#[case("H40|M35", "Man|?")]
#[case("F|H|M", "Woman|Man|Man")]
#[case("Mixed|Ж|м", "Mixed|Woman|Man")]
#[case("M/F", "M/F")]
#[case("female (cis)|Male / Hombre|WOMEN'S", "Woman|Man|Woman")]
#[case("Meisje|Madame|Mädchen|Maschio|Medlem", "Woman|Woman|Woman|Man|Man")]
#[case(
    "nan|?|k.A.|Prefiero no decirlo|Autre",
    "Not Specified|?!|Not Specified|Not Specified|Not Specified"
)]
fn letters_are_explained_by_the_column_or_asked(#[case] values: &str, #[case] expected: &str) {
    let values: Vec<&str> = values.split('|').collect();
    let expected: Vec<String> = expected
        .split('|')
        .map(|word| word.replace("?!", "?"))
        .collect();
    assert_eq!(genders(&values, &[]), expected);
}

#[test]
fn a_letter_is_what_was_chosen() {
    let spanish = [('M', Gender::Woman), ('V', Gender::Man)];
    assert_eq!(genders(&["M", "V"], &spanish), ["Woman", "Man"]);
    assert_eq!(genders(&["H", "M"], &spanish), ["Man", "Woman"]);
}

/// The spelling of a status that somebody may have typed.
fn spelt() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "DNF",
        "DNS",
        "DQ",
        "DSQ",
        "OTL",
        "HD",
        "HC",
        "NC",
        "NP",
        "AB",
        "did not finish",
        "no show",
        "disqualified",
        "außer Konkurrenz",
        "abandon",
        "guest",
        "unofficial",
        "cut",
    ]);
    let hidden = prop::sample::select(vec![
        "", "\u{200b}", "\u{ad}", "\u{feff}", "\u{200e}", "\u{2060}",
    ]);
    (words, any::<u64>(), hidden).prop_map(|(word, bits, hidden)| {
        let case = |(at, c): (usize, char)| {
            let c: String = if bits >> (at % 64) & 1 == 1 {
                c.to_uppercase().collect()
            } else {
                c.to_lowercase().collect()
            };
            format!("{c}{hidden}")
        };
        word.chars().enumerate().map(case).collect()
    })
}

proptest! {
    /// No line with a status in the column of the place, a time, a split or the status is placed,
    /// whatever stands before and behind it.
    #[test]
    fn a_line_with_a_status_is_never_placed(
        word in spelt(),
        before in "([ \u{a0}]{0,2}|[a-z0-9:.]{0,7}[ (*\u{a0}-]{1,2})",
        behind in "([ \u{a0}]{0,2}|[ )*,;:\u{a0}–-]{1,2}[a-z0-9 ]{0,9})",
        column in 0..5_usize,
        place in "[1-9]?",
    ) {
        let mut cells = [place, "41:02".to_owned(), "41:00".to_owned(), "20:00".to_owned(), String::new()];
        cells[column] = format!("{before}{word}{behind}");
        let line = format!("{}|{}|{}|{}|{}|7|Ann Lee", cells[0], cells[1], cells[2], cells[3], cells[4]);
        let mut year = Year::of(EventKind::Distance, false);
        let columns = ["place", "clock", "chip", "split:5K", "status", "bib", "name"];
        year.import(&columns, &[&line, "1|43:00|43:00|21:00||8|Bob Orr"], of_distance("10K"));
        let placed: Vec<String> = year
            .results()
            .into_iter()
            .filter(|row| row.passage.finish && row.passage.ranking >= 1)
            .map(|row| row.person.bib)
            .collect();
        prop_assert_eq!(placed, vec!["8".to_owned()]);
    }
}

/// Two people of one name are two, and the next place is right; the file imported again is the same
/// two, also with a corrected time.
#[test]
fn namesakes_in_a_file_without_bibs_are_two_people() {
    let mut year = Year::of(EventKind::Distance, false);
    let file = include_str!("cases/B16-same-name.csv");
    let columns = ["place", "name", "clock"];
    let plan = import_case(&mut year, file, &columns);
    assert_eq!(counts(&plan), [3, 0, 0, 0, 0]);
    assert_eq!(["1", "2", "3"].map(|bib| year.places(bib)[0]), [1, 2, 3]);
    assert_eq!(
        remarks(&plan),
        [
            (2, None, Remark::Namesake(3)),
            (3, None, Remark::Namesake(2))
        ]
    );
    let again = import_case(&mut year, file, &columns);
    assert_eq!(counts(&again), [0, 0, 3, 0, 0]);
    let corrected = file.replace("52:02", "52:20");
    let plan = import_case(&mut year, &corrected, &columns);
    assert_eq!(counts(&plan), [0, 1, 2, 0, 0]);
    assert_eq!(year.finish("2").passage.seconds, 52 * 60 + 20);
    let both = corrected
        .replace("41:02", "41:00")
        .replace("52:20", "52:00");
    let plan = import_case(&mut year, &both, &columns);
    assert_eq!(counts(&plan), [0, 0, 1, 2, 0]);
    assert_eq!(plan.lines[0].faults[0].what, Fault::Several);
}

#[test]
fn age_groups_that_became_dates_are_age_groups_again() {
    let mut year = Year::of(EventKind::Distance, false);
    let file = include_str!("cases/B07-age-groups.csv");
    let columns = ["bib", "name", "gender", "age", "age_group", "clock"];
    let plan = import_case(&mut year, file, &columns);
    let groups = ["61", "62", "63"].map(|bib| year.finish(bib).person.age_group);
    assert_eq!(groups, ["10-14", "10-14", "15-19"]);
    assert_eq!(
        remarks(&plan),
        [
            (2, Some(4), Remark::AgeGroupDate),
            (3, Some(4), Remark::AgeGroupDate)
        ]
    );
    let plan = year.plan(
        &["bib", "age_group", "clock"],
        &["9|12-Dec|40:00"],
        of_distance("10K"),
    );
    assert_eq!(plan.rows[0].row.person.age_group, "");
    assert_eq!(remarks(&plan), [(2, Some(1), Remark::AgeGroupUnread)]);
}

/// A file's 12 beside a stored 0012 is asked about; by value both are one person, with the bib that
/// is stored.
#[test]
fn zeros_in_front_of_a_bib_are_asked_about() {
    let mut year = Year::of(EventKind::Distance, false);
    let columns = ["bib", "name", "clock"];
    year.import(
        &columns,
        &["0012|Ann Lee|40:00", "7|Bo Lund|41:00"],
        of_distance("10K"),
    );
    let lines = ["12|Ann Lee|40:30", "7|Bo Lund|41:00"];
    let plan = year.plan(&columns, &lines, of_distance("10K"));
    assert_eq!(counts(&plan), [0, 0, 1, 1, 0]);
    assert_eq!(
        plan.lines[0].faults,
        [At {
            column: Some(0),
            what: Fault::BibZeros
        }]
    );
    let by_value = Reading {
        bibs_by_value: true,
        ..of_distance("10K")
    };
    let plan = year.import(&columns, &lines, by_value.clone());
    assert_eq!(counts(&plan), [0, 1, 1, 0, 0]);
    assert_eq!(year.finish("0012").passage.seconds, 40 * 60 + 30);
    // two lines of one value are one person twice
    let plan = year.plan(
        &columns,
        &["12|Ann Lee|40:30", "0012|Ann Lee|40:30"],
        by_value,
    );
    assert_eq!(plan.lines[1].faults[0].what, Fault::SamePerson(2));
}

const FIXED_TIME: [&str; 7] = [
    "place", "covered", "clock", "first", "last", "age", "gender",
];

fn fixed_time_lines() -> Vec<String> {
    let lines = include_str!("cases/B19-fixed-time.csv")
        .trim_end()
        .lines()
        .skip(1);
    let cells = |line: &str| line.split(',').take(7).collect::<Vec<_>>().join("|");
    lines.map(cells).collect()
}

fn in_miles() -> Reading {
    Reading {
        covered: Some(LengthUnit::Miles),
        ..of_distance("24 hours")
    }
}

#[test]
fn a_race_of_a_given_time_is_placed_by_distance() {
    let mut year = Year::of(EventKind::Time, false);
    let lines = fixed_time_lines();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let plan = year.plan(&FIXED_TIME, &lines, of_distance("24 hours"));
    assert_eq!(plan.lines[0].faults[0].what, Fault::BadCovered);
    let plan = year.import(&FIXED_TIME, &lines, in_miles());
    assert_eq!(
        (counts(&plan), remarks(&plan)),
        ([3, 0, 0, 0, 0], Vec::new())
    );
    let shown = ["1", "2", "3"].map(|bib| {
        let passage = year.finish(bib).passage;
        (passage.ranking, passage.segment, passage.seconds)
    });
    let expected = [
        ("102.4 mi", 85_270),
        ("102.4 mi", 85_800),
        ("88.1 mi", 79_800),
    ];
    for (place, (shown, (segment, seconds))) in (1..).zip(shown.into_iter().zip(expected)) {
        assert_eq!(shown, (place, segment.to_owned(), seconds));
    }
    let again = year.import(&FIXED_TIME, &lines, in_miles());
    assert_eq!(counts(&again), [0, 0, 3, 0, 0]);
    // a corrected distance replaces the one before, also a shorter one
    let corrected: Vec<String> = lines
        .iter()
        .map(|line| line.replace("102.4", "80.2"))
        .collect();
    let corrected: Vec<&str> = corrected.iter().map(String::as_str).collect();
    let plan = year.import(&FIXED_TIME, &corrected, in_miles());
    assert_eq!(counts(&plan), [0, 3, 0, 0, 0]);
    assert_eq!(["1", "2", "3"].map(|bib| year.places(bib)[0]), [2, 3, 1]);
}

/// Where the length of a lap is known, a distance of whole laps is laps.
#[test]
fn a_distance_of_whole_laps_is_laps() {
    let mut year = Year::of(EventKind::Time, false);
    year.race.lengths = BTreeMap::from([("24 hours".to_owned(), 1.609_344)]);
    let lines = [
        "1|100.00 mi|23:00:00|Ann|Lee|34|F",
        "2|99.5 mi|22:00:00|Bob|Orr|44|M",
    ];
    year.import(&FIXED_TIME, &lines, of_distance("24 hours"));
    let shown = ["1", "2"].map(|bib| {
        let passage = year.finish(bib).passage;
        (passage.occurrence, passage.segment)
    });
    assert_eq!(
        shown,
        [(100, "Lap 100".to_owned()), (99, "99.5 mi".to_owned())]
    );
}
