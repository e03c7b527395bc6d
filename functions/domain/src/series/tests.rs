use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;

use super::*;

fn written(years: &[DisplayYear]) -> Vec<u8> {
    write(years).expect("JSON")
}

fn example() -> Value {
    json!([{"display_year": 2026, "series": [{"name": "Long Series", "best": 3, "distances": [
        {"year": "2026-May", "name": "10.8 Miles", "value": 10.8, "type": "mi"},
        {"year": "2026-June", "name": "Half Marathon", "value": 13.1, "type": "mi"},
        {"year": "2026-July", "name": "15 KM", "value": 15, "type": "km"},
        {"year": "2026-Aug", "name": "12 Miles", "value": 12.0, "type": "mi"}]}]}])
}

fn problems(sent: &Value) -> Vec<(String, String)> {
    let found = read(sent).expect_err("problems");
    found
        .listed()
        .iter()
        .map(|problem| (problem.at.clone(), problem.message.clone()))
        .collect()
}

#[test]
fn the_example_is_published_as_it_stands() {
    let definition = read(&example()).expect("no problems");
    let expected = r#"[{"display_year":2026,"series":[{"name":"Long Series","best":3,"distances":[{"year":"2026-May","name":"10.8 Miles","value":10.8,"type":"mi"},{"year":"2026-June","name":"Half Marathon","value":13.1,"type":"mi"},{"year":"2026-July","name":"15 KM","value":15,"type":"km"},{"year":"2026-Aug","name":"12 Miles","value":12,"type":"mi"}]}]}]"#;
    assert_eq!(
        String::from_utf8(written(&definition.years)).expect("text"),
        expected
    );
    assert!(definition.dropped.is_empty());
}

#[rstest]
#[case(Value::Null)]
#[case(json!([]))]
fn no_years_are_a_definition_too(#[case] sent: Value) {
    assert_eq!(
        read(&sent),
        Ok(Definition {
            years: vec![],
            dropped: vec![]
        })
    );
}

const BEST: &str = "must be a whole number of at least 1";
const DISPLAY_YEAR: &str = "must be a whole number from 1900 to 9999";
const YEAR: &str = "must be a year of the event: 1 to 20 letters, digits and hyphens";
#[rstest]
#[case("", json!("x"), "years", "must be a list")]
#[case("", json!({}), "years", "must be a list")]
#[case("", json!(1), "years", "must be a list")]
#[case("/0", json!("x"), "years[0]", "must be an object")]
#[case("/0", json!([]), "years[0]", "must be an object")]
#[case("/0/display_year", json!(null), "years[0].display_year", DISPLAY_YEAR)]
#[case("/0/display_year", json!("2026"), "years[0].display_year", DISPLAY_YEAR)]
#[case("/0/display_year", json!(2026.0), "years[0].display_year", DISPLAY_YEAR)]
#[case("/0/display_year", json!(1899), "years[0].display_year", DISPLAY_YEAR)]
#[case("/0/display_year", json!(10000), "years[0].display_year", DISPLAY_YEAR)]
#[case("/0/series", json!(null), "years[0].series", "must have 1 to 50 entries")]
#[case("/0/series", json!([]), "years[0].series", "must have 1 to 50 entries")]
#[case("/0/series", json!("x"), "years[0].series", "must be a list")]
#[case("/0/series/0", json!(true), "years[0].series[0]", "must be an object")]
#[case("/0/series/0/name", json!(""), "years[0].series[0].name", "must be a text of 1 to 100 characters")]
#[case("/0/series/0/name", json!(" \t"), "years[0].series[0].name", "must be a text of 1 to 100 characters")]
#[case("/0/series/0/name", json!("é".repeat(101)), "years[0].series[0].name", "must be a text of 1 to 100 characters")]
#[case("/0/series/0/name", json!(5), "years[0].series[0].name", "must be a text of 1 to 100 characters")]
#[case("/0/series/0/best", json!(0), "years[0].series[0].best", BEST)]
#[case("/0/series/0/best", json!(-1), "years[0].series[0].best", BEST)]
#[case("/0/series/0/best", json!(1.0), "years[0].series[0].best", BEST)]
#[case("/0/series/0/best", json!("3"), "years[0].series[0].best", BEST)]
#[case("/0/series/0/best", json!(9_223_372_036_854_775_808_u64), "years[0].series[0].best", BEST)]
#[case("/0/series/0/best", json!(null), "years[0].series[0].best", BEST)]
#[case("/0/series/0/distances", json!([]), "years[0].series[0].distances", "must have 1 to 200 entries")]
#[case("/0/series/0/distances", json!({"a": 1}), "years[0].series[0].distances", "must be a list")]
#[case("/0/series/0/distances/2", json!(7), "years[0].series[0].distances[2]", "must be an object")]
#[case("/0/series/0/distances/2/year", json!(2026), "years[0].series[0].distances[2].year", YEAR)]
#[case("/0/series/0/distances/2/year", json!(""), "years[0].series[0].distances[2].year", YEAR)]
#[case("/0/series/0/distances/2/year", json!("2026 May"), "years[0].series[0].distances[2].year", YEAR)]
#[case("/0/series/0/distances/2/year", json!("2".repeat(21)), "years[0].series[0].distances[2].year", YEAR)]
#[case("/0/series/0/distances/2/name", json!(""), "years[0].series[0].distances[2].name", "must be a text of 1 to 200 characters")]
#[case("/0/series/0/distances/2/name", json!("x".repeat(201)), "years[0].series[0].distances[2].name", "must be a text of 1 to 200 characters")]
#[case("/0/series/0/distances/2/value", json!(0), "years[0].series[0].distances[2].value", "must be greater than 0")]
#[case("/0/series/0/distances/2/value", json!(-0.5), "years[0].series[0].distances[2].value", "must be greater than 0")]
#[case("/0/series/0/distances/2/value", json!(null), "years[0].series[0].distances[2].value", "must be greater than 0")]
#[case("/0/series/0/distances/2/value", json!("15"), "years[0].series[0].distances[2].value", "must be a number greater than 0")]
#[case("/0/series/0/distances/2/type", json!(""), "years[0].series[0].distances[2].type", "must be a text of 1 to 12 characters")]
#[case("/0/series/0/distances/2/type", json!("kilometres ab"), "years[0].series[0].distances[2].type", "must be a text of 1 to 12 characters")]
fn a_problem_has_its_path(
    #[case] pointer: &str,
    #[case] value: Value,
    #[case] at: &str,
    #[case] message: &str,
) {
    let mut sent = example();
    *sent.pointer_mut(pointer).expect("a field") = value;
    assert_eq!(problems(&sent), [(at.to_owned(), message.to_owned())]);
}

#[test]
fn limits_are_inclusive() {
    let mut sent = example();
    sent[0]["display_year"] = json!(1900);
    sent[0]["series"][0]["name"] = json!("é".repeat(100));
    sent[0]["series"][0]["best"] = json!(i64::MAX);
    sent[0]["series"][0]["distances"][0] = json!({"year": "Y".repeat(20), "name": "é".repeat(200), "value": 1e-9, "type": "é".repeat(12)});
    assert!(read(&sent).is_ok());
    sent[0]["display_year"] = json!(9999);
    assert!(read(&sent).is_ok());
}

#[rstest]
#[case("", 50, "must have at most 50 entries", "years")]
#[case("/0/series", 50, "must have 1 to 50 entries", "years[0].series")]
#[case(
    "/0/series/0/distances",
    200,
    "must have 1 to 200 entries",
    "years[0].series[0].distances"
)]
fn lists_have_a_limit(
    #[case] pointer: &str,
    #[case] most: usize,
    #[case] message: &str,
    #[case] at: &str,
) {
    let filled = |count: usize| {
        let mut sent = example();
        let list = sent.pointer_mut(pointer).expect("a list");
        let entry = list[0].clone();
        let different = (0..count).map(|n| {
            let mut entry = entry.clone();
            if entry.get("display_year").is_some() {
                entry["display_year"] = json!(2000 + n)
            } else {
                entry["name"] = json!(n.to_string())
            }
            entry
        });
        *list = different.collect();
        sent
    };
    assert!(read(&filled(most)).is_ok());
    assert_eq!(
        problems(&filled(most + 1)),
        [(at.to_owned(), message.to_owned())]
    );
}

#[test]
fn a_duplicate_is_reported_at_its_second_place() {
    let mut sent = example();
    let year = sent[0].clone();
    let series = year["series"][0].clone();
    let race = series["distances"][1].clone();
    sent[0]["series"]
        .as_array_mut()
        .expect("a list")
        .push(series);
    sent[0]["series"][0]["distances"]
        .as_array_mut()
        .expect("a list")
        .push(race);
    sent.as_array_mut().expect("a list").push(year);
    let found: Vec<String> = problems(&sent).into_iter().map(|(at, _)| at).collect();
    assert_eq!(
        found,
        [
            "years[0].series[0].distances[4].name",
            "years[0].series[1].name",
            "years[1].display_year"
        ]
    );
}

#[test]
fn names_repeat_in_other_years_and_other_series() {
    let mut sent = example();
    let (mut year, mut series) = (sent[0].clone(), sent[0]["series"][0].clone());
    series["name"] = json!("long series");
    sent[0]["series"]
        .as_array_mut()
        .expect("a list")
        .push(series);
    year["display_year"] = json!(2027);
    sent.as_array_mut().expect("a list").push(year);
    assert!(read(&sent).is_ok());
}

#[test]
fn all_problems_are_found_in_one_go() {
    let sent = json!([null, {"display_year": 2026, "series": [{"name": "A", "best": 1, "distances": [null]}]}]);
    let found: Vec<String> = problems(&sent).into_iter().map(|(at, _)| at).collect();
    let race = |field| format!("years[1].series[0].distances[0].{field}");
    assert_eq!(
        found,
        [
            "years[0].display_year".to_owned(),
            "years[0].series".to_owned(),
            race("year"),
            race("name"),
            race("value"),
            race("type")
        ]
    );
}

#[test]
fn unknown_keys_are_dropped_and_named() {
    let mut sent = example();
    sent[0]["colour"] = json!("red");
    sent[0]["series"][0]["distances"][3]["Value"] = json!(12);
    let definition = read(&sent).expect("no problems");
    assert_eq!(
        definition.dropped,
        ["years[0].colour", "years[0].series[0].distances[3].Value"]
    );
    assert_eq!(
        written(&definition.years),
        written(&read(&example()).expect("no problems").years)
    );
}

fn known() -> BTreeMap<String, BTreeSet<String>> {
    let year = |year: &str, name: &str| (year.to_owned(), BTreeSet::from([name.to_owned()]));
    [
        year("2026-May", "10.8 Miles"),
        year("2026-June", "Half Marathon"),
        year("2026-July", "15 KM"),
        year("2026-Aug", "12 Miles"),
    ]
    .into()
}

#[rstest]
#[case(|sent: &mut Value| sent[0]["series"][0]["best"] = json!(5), "years[0].series[0].best: 5 races count, but the series has 4.")]
#[case(|sent: &mut Value| sent[0]["extra"] = json!(null), "years[0].extra: not known, dropped.")]
#[case(|sent: &mut Value| sent[0]["series"][0]["distances"][1]["year"] = json!("2026-june"), "years[0].series[0].distances[1].year: the event has no year 2026-june yet.")]
#[case(|sent: &mut Value| sent[0]["series"][0]["distances"][2]["name"] = json!("15 Km"), "years[0].series[0].distances[2].name: 2026-July has no distance 15 Km yet.")]
fn a_possible_mistake_gets_a_warning(#[case] change: fn(&mut Value), #[case] expected: &str) {
    let mut sent = example();
    sent[0]["series"][0]["distances"][2]["type"] = json!("mi");
    assert_eq!(
        warnings(&read(&sent).expect("no problems"), &known()),
        Vec::<String>::new()
    );
    change(&mut sent);
    assert_eq!(
        warnings(&read(&sent).expect("no problems"), &known()),
        [expected]
    );
}

#[test]
fn mixed_units_are_a_warning() {
    let definition = read(&example()).expect("no problems");
    assert_eq!(
        warnings(&definition, &known()),
        ["years[0].series[0].distances: different units (km, mi)."]
    );
}

#[test]
fn the_warnings_are_few() {
    let definition = Definition {
        years: vec![],
        dropped: (0..60).map(|n| format!("years[0].k{n}")).collect(),
    };
    let found = warnings(&definition, &BTreeMap::new());
    assert_eq!((found.len(), found[50].as_str()), (51, "And 10 more."));
}

fn runner(year: &str, bib: &str) -> Value {
    json!({"year": format!("2026-{year}"), "distance": "10K", "bib": bib})
}

/// An answer about runners given as "May 12".
fn answer(same: bool, runners: &[&str]) -> Value {
    let runners: Vec<Value> = runners
        .iter()
        .map(|runner| runner.split_once(' ').expect("year and bib"))
        .map(|(year, bib)| runner(year, bib))
        .collect();
    json!({"same": same, "runners": runners})
}

fn with_people(people: &Value) -> Value {
    let mut sent = example();
    sent[0]["series"][0]["people"] = people.clone();
    sent
}

const RUNNERS: &str = "must have 2 to 200 entries";

#[rstest]
#[case(json!({}), "", "must be a list")]
#[case(json!([7]), "[0]", "must be an object")]
#[case(json!([{"same": 1, "runners": [runner("May", "1"), runner("June", "2")]}]), "[0].same", "must be true or false")]
#[case(json!([{"runners": [runner("May", "1"), runner("June", "2")]}]), "[0].same", "must be true or false")]
#[case(json!([{"same": true}]), "[0].runners", RUNNERS)]
#[case(json!([answer(true, &["May 1"])]), "[0].runners", RUNNERS)]
#[case(json!([answer(false, &["May 1", "May  1 "])]), "[0].runners[1]", "must be different from the other runners of the answer")]
#[case(json!([answer(true, &["May 1", "June  "])]), "[0].runners[1].bib", "must be a text of 1 to 100 characters")]
#[case(json!([{"same": true, "runners": [runner("May", "1"), {"year": "?", "distance": "10K", "bib": "1"}]}]), "[0].runners[1].year", YEAR)]
#[case(json!([{"same": true, "runners": [runner("May", "1"), {"year": "2026", "bib": "1"}]}]), "[0].runners[1].distance", "must be a text of 1 to 200 characters")]
#[case(json!([answer(true, &["May 1", "June 2", "May 3"])]), "[0]", "would make bibs 1 and 3 of 2026-May 10K one person, who cannot run a race twice")]
#[case(json!([answer(true, &["May 1", "June 2"]), answer(true, &["July 1", "May 3"]), answer(true, &["July 1", "June 2"])]), "[2]", "would make bibs 1 and 3 of 2026-May 10K one person, who cannot run a race twice")]
#[case(json!([answer(false, &["May 1", "July 3"]), answer(true, &["May 1", "June 2"]), answer(true, &["June 2", "July 3"])]), "[0]", "says that bib 1 of 2026-May 10K and bib 3 of 2026-July 10K are two people; by other answers they are one")]
fn an_answer_that_cannot_be_is_refused(
    #[case] people: Value,
    #[case] at: &str,
    #[case] message: &str,
) {
    assert_eq!(
        problems(&with_people(&people)),
        [(format!("years[0].series[0].people{at}"), message.to_owned())]
    );
}

#[test]
fn answers_are_published_as_they_were_given_without_blanks_around_bibs() {
    let sent = with_people(&json!([
        answer(true, &["May 1", "June 2"]),
        answer(true, &["June 2", "July 3"]),
        answer(false, &["May 1", "May 4", "July 9"]),
        answer(false, &["Aug 5", "May  6 "]),
    ]));
    let definition = read(&sent).expect("no problems");
    assert_eq!(definition.dropped, [""; 0]);
    let published: Value = serde_json::from_slice(&written(&definition.years)).expect("JSON");
    let mut expected = sent[0].clone();
    expected["series"][0]["people"][3]["runners"][1]["bib"] = json!("6");
    assert_eq!(
        published[0]["series"][0]["people"],
        expected["series"][0]["people"]
    );
    assert_eq!(
        written(&read(&with_people(&json!([]))).expect("no problems").years),
        written(&read(&example()).expect("no problems").years),
    );
}

#[test]
fn a_runner_of_no_race_of_the_series_is_a_warning() {
    let mut sent = with_people(&json!([{"same": true, "runners": [
        {"year": "2026-May", "distance": "10.8 Miles", "bib": "1"},
        {"year": "2026-May", "distance": "Half Marathon", "bib": "2"},
    ]}]));
    sent[0]["series"][0]["distances"][2]["type"] = json!("mi");
    assert_eq!(
        warnings(&read(&sent).expect("no problems"), &known()),
        [
            "years[0].series[0].people[0]: the series has no race 2026-May Half Marathon, its runner is passed over."
        ]
    );
}

/// The answers together say of each runner either one person or another, in any order of them.
#[test]
fn who_is_who_does_not_depend_on_the_order_of_answers() {
    let answers = [
        answer(true, &["May 1", "June 2"]),
        answer(true, &["July 3", "Aug 4"]),
        answer(true, &["Aug 4", "June 2"]),
        answer(false, &["July 3", "May 1"]),
    ];
    for turn in 0..answers.len() {
        let mut people = answers.clone();
        people.rotate_left(turn);
        assert_eq!(problems(&with_people(&json!(people))).len(), 1, "{turn}");
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let keys = prop::sample::select(vec![
        "display_year",
        "series",
        "name",
        "best",
        "distances",
        "year",
        "value",
        "type",
        "people",
        "same",
        "runners",
        "distance",
        "bib",
        "other",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (1899_i64..2100).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(keys.clone(), inner, 0..8).prop_map(|map| map
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
        ]
    })
}

prop_compose! {
    fn race()(year in "[0-9A-Za-z-]{1,20}", name in "[^\\s].{0,20}", value in 1e-3_f64..1e9, whole in any::<bool>(), unit in "[a-z]{1,12}") -> Value {
        json!({"year": year, "name": name, "value": if whole { value.ceil() } else { value }, "type": unit})
    }
}

prop_compose! {
    fn definition()(years in prop::collection::btree_map(1900_i64..=9999, prop::collection::btree_map("[A-Z].{0,10}", (1_i64..9, prop::collection::vec(race(), 1..4)), 1..3), 0..4)) -> Value {
        years.into_iter().map(|(year, series)| {
            let series: Vec<Value> = series.into_iter().map(|(name, (best, distances))| json!({"name": name, "best": best, "distances": distances})).collect();
            json!({"display_year": year, "series": series})
        }).collect()
    }
}

proptest! {
    #[test]
    fn any_json_is_read_or_gets_a_list_of_problems(sent in any_json()) {
        match read(&sent) {
            Ok(definition) => { let _ = warnings(&definition, &BTreeMap::new()); }
            Err(problems) => prop_assert!(!problems.listed().is_empty() && problems.listed().len() <= 50),
        }
    }

    #[test]
    fn a_published_definition_reads_back_to_the_same_bytes(sent in definition()) {
        if let Ok(Definition { years, .. }) = read(&sent) {
            let published = written(&years);
            let again = read(&serde_json::from_slice(&published).expect("JSON")).expect("no problems");
            prop_assert_eq!(&again.years, &years);
            prop_assert_eq!(written(&again.years), published.clone());
            prop_assert_eq!(serde_json::from_slice::<Vec<DisplayYear>>(&published).expect("the same shape"), years);
        }
    }
}
