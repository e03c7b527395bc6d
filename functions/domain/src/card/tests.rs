//! Cards of realistic races, word for word. Whatever is uploaded, cards remain short texts.

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::{
    event_time::EventTime,
    row::{Passage, Person},
    series::{Series, SeriesRace},
};

fn event(kind: &str) -> Event {
    Event {
        name: "River 10K".into(),
        slug: "river-10k".into(),
        kind: kind.into(),
        ..Event::default()
    }
}

fn year(live: bool, ranking_type: &str) -> Year {
    let date_time = EventTime::parse("2026-05-02T23:30:00-07:00").unwrap();
    Year {
        year: "2026".into(),
        date_time,
        live,
        days_allowed: 2,
        ranking_type: ranking_type.into(),
        ..Year::default()
    }
}

/// A finish with a clock time of 45:10 and a chip time of 45:01.
fn finish(person: &str, bib: &str, distance: &str) -> ResultRow {
    ResultRow {
        person_id: person.into(),
        person: Person {
            bib: bib.into(),
            first: "Ana".into(),
            last: "Ruiz".into(),
            distance: distance.into(),
            ..Person::default()
        },
        passage: Passage {
            seconds: 2710,
            milliseconds: 999,
            chip_seconds: 2701,
            segment: "Finish".into(),
            finish: true,
            occurrence: 1,
            ranking: 12,
            ..Passage::default()
        },
    }
}

fn snapshot(kind: &str, live: bool, ranking_type: &str, rows: Vec<ResultRow>) -> Snapshot {
    Snapshot {
        event: event(kind),
        year: year(live, ranking_type),
        rows,
        ..Snapshot::default()
    }
}

fn whole_card(path: &str, published: &Snapshot) -> Card {
    let address = Address::read(path).unwrap();
    Card::of_runner(&address, &published.event, published, |_| Some(1204)).unwrap_or_else(|| {
        Card::of_page(&address, &published.event, &published.year, Some(published))
    })
}

fn card(path: &str, published: &Snapshot) -> (String, String) {
    let Card {
        title, description, ..
    } = whole_card(path, published);
    (title, description)
}

#[test]
fn the_words_are_those_the_edge_sends() {
    let template =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../template.yaml"))
            .unwrap();
    let words: Vec<&str> = KINDS.iter().map(|(word, _)| *word).collect();
    assert!(
        template.contains(&format!("({})", words.join("|"))),
        "SitePath in template.yaml has other words than {words:?}"
    );
}

#[test]
fn the_sites_own_card_stands_in_its_index() {
    let index = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../site/index.html"
    ))
    .unwrap();
    let Card {
        title, description, ..
    } = Card::of_the_site();
    for text in [
        format!("<title>{title}</title>"),
        format!("\"og:title\" content=\"{title}\""),
        format!("\"og:description\" content=\"{description}\""),
    ] {
        assert!(index.contains(&text), "site/index.html has no {text}");
    }
}

#[rstest]
#[case("/results/river-10k", "2026 River 10K Results")]
#[case("/results/river-10k/2026/", "2026 River 10K Results")]
#[case("/results/river-10k/2026/qr", "2026 River 10K Results")]
#[case("/results/river-10k/status", "2026 River 10K Status")]
#[case("/results/river-10k/2026/status", "2026 River 10K Status")]
#[case("/arrivals/river-10k", "2026 River 10K Arrivals")]
#[case("/arrivals/river-10k/2026/qr", "2026 River 10K Arrivals")]
#[case("/status/river-10k/2026", "2026 River 10K Status")]
#[case("/awards/river-10k/2026", "2026 River 10K Awards")]
#[case("/awards/river-10k/2026/404", "2026 River 10K Awards")]
#[case(
    "/pntf-youth/river-10k/2026",
    "2026 River 10K PNTF Youth Championship Results"
)]
#[case(
    "/certificate/river-10k/2026/404",
    "2026 River 10K Finisher Certificates"
)]
#[case("/awards/river-10k/2026/88", "Ana Ruiz - 2026 River 10K Results")]
#[case("/status/river-10k/2026/%2088", "Ana Ruiz - 2026 River 10K Results")]
#[case("/certificate/river-10k/2026/88", "Ana Ruiz - Finisher Certificate")]
fn titles_say_event_year_and_page(#[case] path: &str, #[case] title: &str) {
    assert_eq!(
        card(
            path,
            &snapshot("distance", false, "gun", vec![finish("p", "88", "10 KM")])
        )
        .0,
        title
    );
}

#[rstest]
#[case("/")]
#[case("/results")]
#[case("/results/")]
#[case("/remote/account")]
#[case("/certificate/Ana/Boston/2:00:00/today")]
#[case("/results/a/b/c/d")]
#[case("/kiosk/river-10k/2026")]
fn pages_without_a_card(#[case] path: &str) {
    assert_eq!(Address::read(path), None);
}

#[rstest]
#[case(
    Official::Unofficial,
    true,
    "Unofficial results of May 2, 2026: 1 runner, 10 KM."
)]
#[case(
    Official::Since(EventTime::from_unix(1_777_777_777)),
    false,
    "Official results of May 2, 2026: 1 runner, 10 KM."
)]
fn a_year_tells_what_its_organiser_says_of_the_results(
    #[case] official: Official,
    #[case] live: bool,
    #[case] expected: &str,
) {
    let mut published = snapshot("distance", live, "gun", vec![finish("p", "1", "10 KM")]);
    published.year.official = official;
    assert_eq!(card("/results/river-10k/2026", &published).1, expected);
}

#[test]
fn a_year_tells_its_date_its_runners_and_whether_it_is_live() {
    let sentence = |live, rows| {
        card(
            "/results/river-10k/2026",
            &snapshot("distance", live, "gun", rows),
        )
        .1
    };
    assert_eq!(sentence(true, vec![]), "May 2, 2026. No results yet.");
    assert_eq!(
        sentence(true, vec![finish("p", "1", "10 KM")]),
        "Live results of May 2, 2026: 1 runner, 10 KM."
    );
    assert_eq!(
        sentence(false, vec![finish("p", "1", "")]),
        "Results of May 2, 2026: 1 runner."
    );
    let many = (0..1204)
        .map(|n| {
            finish(
                &n.to_string(),
                &n.to_string(),
                if n % 3 == 0 { "5 KM" } else { "10 KM" },
            )
        })
        .collect();
    assert_eq!(
        sentence(false, many),
        "Results of May 2, 2026: 1,204 runners, 10 KM and 5 KM."
    );
    let distances = (0..20)
        .map(|n| {
            finish(
                &n.to_string(),
                &n.to_string(),
                ["e", "d", "c", "b", "c"][n % 5],
            )
        })
        .collect();
    assert_eq!(
        sentence(false, distances),
        "Results of May 2, 2026: 20 runners, c, b, d and 1 more."
    );
    let mut absent = finish("q", "2", "10 KM");
    absent.passage.kind = 31;
    assert_eq!(
        sentence(false, vec![absent, finish("p", "1", "10 KM")]),
        "Results of May 2, 2026: 1 runner, 10 KM.",
        "did not start"
    );
}

#[test]
fn a_year_without_a_snapshot_has_a_card_of_its_own() {
    let address = Address::read("/awards/river-10k/2026/88").unwrap();
    let card = Card::of_page(&address, &event("distance"), &year(false, "gun"), None);
    assert_eq!(
        (card.title.as_str(), card.description.as_str()),
        ("2026 River 10K Awards", "May 2, 2026. No results yet.")
    );
}

/// Over two years: Ana in both, two runs of one name by a woman and a man, and who is not counted.
#[test]
fn a_series_counts_its_people_once() {
    let runner = |first: &str, gender: &str, distance: &str| {
        let mut row = finish(&format!("{first} {gender}"), "1", distance);
        row.person.first = first.into();
        row.person.gender = gender.into();
        row
    };
    let mut hidden = runner("Hidden", "M", "10 KM");
    hidden.person.anonymous = true;
    let spring = snapshot(
        "distance",
        false,
        "gun",
        vec![
            runner("Ana", "F", "10 KM"),
            runner("Kim", "F", "10 KM"),
            hidden,
            runner("Child", "F", "1 KM"),
        ],
    );
    let mut autumn = snapshot(
        "distance",
        false,
        "gun",
        vec![runner("ANA", "Woman", "5 KM"), runner("Kim", "M", "5 KM")],
    );
    autumn.year.year = "2026-Oct".into();
    let race = |year: &str, name: &str| SeriesRace {
        year: year.into(),
        name: name.into(),
        ..SeriesRace::default()
    };
    let series = |name: &str, distances| Series {
        name: name.into(),
        distances,
        ..Series::default()
    };
    let both = vec![race("2026", "10 KM"), race("2026-Oct", "5 KM")];
    let shown = DisplayYear {
        display_year: 2026,
        series: vec![
            series("Long", both),
            series("Short", vec![race("2026-Oct", "5 KM")]),
        ],
    };
    let told = |published: &[&Snapshot]| {
        let card = Card::of_series(&event("distance"), &shown, published);
        (card.title, card.description)
    };
    assert_eq!(
        told(&[&spring, &autumn]),
        (
            "River 10K Series Results 2026".to_owned(),
            "Long and Short: 3 runners in 2 races.".to_owned()
        )
    );
    assert_eq!(told(&[]).1, "Long and Short: 2 races. No results yet.");
}

/// Kim's gender is not said in spring: whether it is the Kim of autumn.
#[rstest]
#[case::somebody_of_another_race(&[("", "10 KM")], &[("Woman", "5 KM")], "1 runner")]
#[case::said_first(&[("F", "10 KM")], &[("", "5 KM")], "1 runner")]
#[case::never_said(&[("", "10 KM")], &[("U", "5 KM")], "1 runner")]
#[case::two_whom_it_could_be(&[("", "10 KM")], &[("M", "5 KM"), ("F", "5 KM")], "3 runners")]
#[case::both_ran_one_race(&[("", "10 KM"), ("F", "10 KM")], &[("F", "5 KM")], "2 runners")]
fn a_gender_that_is_not_said_makes_nobody_two(
    #[case] spring: &[(&str, &str)],
    #[case] autumn: &[(&str, &str)],
    #[case] expected: &str,
) {
    let of = |key: &str, runners: &[(&str, &str)]| {
        let rows = runners
            .iter()
            .enumerate()
            .map(|(index, (gender, distance))| {
                let mut row = finish(&format!("Kim {index}"), "1", distance);
                row.person.gender = (*gender).into();
                row
            });
        let mut published = snapshot("distance", false, "gun", rows.collect());
        published.year.year = key.into();
        published
    };
    let race = |year: &str, name: &str| SeriesRace {
        year: year.into(),
        name: name.into(),
        ..SeriesRace::default()
    };
    let shown = DisplayYear {
        display_year: 2026,
        series: vec![Series {
            name: "Tour".into(),
            distances: vec![race("2026-May", "10 KM"), race("2026-Oct", "5 KM")],
            ..Series::default()
        }],
    };
    let (spring, autumn) = (of("2026-May", spring), of("2026-Oct", autumn));
    let card = Card::of_series(&event("distance"), &shown, &[&spring, &autumn]);
    assert_eq!(card.description, format!("Tour: {expected} in 2 races."));
}

#[rstest]
#[case("distance", "gun", "10 KM, May 2, 2026: 45:10 clock time.")]
#[case("distance", "chip", "10 KM, May 2, 2026: 45:01 chip time.")]
#[case("time", "gun", "10 KM, May 2, 2026.")]
#[case("backyardultra", "gun", "10 KM, May 2, 2026.")]
fn a_runner_tells_distance_time_and_which_it_is(
    #[case] kind: &str,
    #[case] ranking_type: &str,
    #[case] expected: &str,
) {
    assert_eq!(
        card(
            "/results/river-10k/2026/88",
            &snapshot(kind, true, ranking_type, vec![finish("p", "88", "10 KM")])
        )
        .1,
        expected
    );
}

#[test]
fn a_runner_who_did_not_finish_has_no_time_and_no_certificate() {
    let mut out = finish("p", "88", "10 KM");
    (out.passage.finish, out.passage.kind) = (false, 30);
    let race = snapshot("distance", false, "gun", vec![out]);
    assert_eq!(
        card("/results/river-10k/2026/88", &race).1,
        "10 KM, May 2, 2026."
    );
    assert_eq!(
        card("/certificate/river-10k/2026/88", &race).0,
        "2026 River 10K Finisher Certificates"
    );
}

#[test]
fn a_certificate_has_the_events_name_for_it() {
    let mut race = snapshot("distance", false, "gun", vec![finish("p", "88", "10 KM")]);
    race.event.cert_name = "33rd River 10K".into();
    let expected = "Ana Ruiz has completed the 33rd River 10K in a time of 45:01 on May 2, 2026.";
    assert_eq!(card("/certificate/river-10k/2026/88", &race).1, expected);
}

#[test]
fn an_anonymous_runner_has_the_pages_card() {
    let mut hidden = finish("p", "88", "10 KM");
    hidden.person.anonymous = true;
    for page in ["results", "certificate"] {
        // even if the rows had a name
        let (title, description) = card(
            &format!("/{page}/river-10k/2026/88"),
            &snapshot("distance", false, "gun", vec![hidden.clone()]),
        );
        assert!(title.starts_with("2026 River 10K"), "{title}");
        assert!(
            !format!("{title}{description}").contains("Ana") && !description.contains("45"),
            "{title} {description}"
        );
    }
}

#[test]
fn of_a_shared_bib_the_newest_person_is_shown() {
    let mut other = finish("q", "88", "5 KM");
    other.person.first = "Bea".into();
    let mut race = snapshot(
        "distance",
        false,
        "gun",
        vec![finish("p", "88", "10 KM"), other],
    );
    race.newest_of_bib = BTreeMap::from([("88".to_owned(), "q".into())]);
    assert_eq!(
        card("/results/river-10k/2026/88", &race).0,
        "Bea Ruiz - 2026 River 10K Results"
    );
}

/// The texts of a runner's picture: name, event, time, place and occasion.
fn drawn(path: &str, race: &Snapshot) -> Option<[String; 7]> {
    let Certificate {
        name,
        event,
        time,
        place,
        occasion,
        ..
    } = whole_card(path, race).certificate?;
    Some([
        name,
        event,
        time.name,
        time.value,
        place.name,
        place.value,
        occasion,
    ])
}

const RUNNER: &str = "/results/river-10k/2026/88";
const CERTIFICATE_OF_RUNNER: &str = "/certificate/river-10k/2026/88";

#[rstest]
#[case::by_the_gun(RUNNER, "gun", ["Clock time", "45:10", "Overall by clock time"])]
#[case::by_the_chip(RUNNER, "chip", ["Chip time", "45:01", "Overall by chip time"])]
#[case::a_certificate_tells_the_chip_time(CERTIFICATE_OF_RUNNER, "gun", ["Chip time", "45:01", "Overall by clock time"])]
fn a_finishers_picture_says_which_time_it_is(
    #[case] path: &str,
    #[case] ranking_type: &str,
    #[case] expected: [&str; 3],
) {
    let [name, event, time, value, by, place, occasion] = drawn(
        path,
        &snapshot(
            "distance",
            false,
            ranking_type,
            vec![finish("p", "88", "10 KM")],
        ),
    )
    .unwrap();
    assert_eq!(
        [name, event, place, occasion],
        [
            "Ana Ruiz",
            "2026 River 10K",
            "12 of 1,204",
            "10 KM · May 2, 2026"
        ]
    );
    assert_eq!([time, value, by], expected);
}

#[rstest]
#[case::live(true, 12, 1, 0, "Overall by clock time", "12")]
#[case::more_than_have_finished(false, 1205, 1, 0, "Overall by clock time", "1,205")]
#[case::not_placed(false, -1, 1, 0, "", "")]
#[case::not_a_passage(false, 12, 0, 0, "", "")]
#[case::late(false, 12, 1, 14, "Overall by clock time, late start", "12 of 1,204")]
fn a_pictures_place(
    #[case] live: bool,
    #[case] ranking: i64,
    #[case] occurrence: i64,
    #[case] kind: i64,
    #[case] name: &str,
    #[case] value: &str,
) {
    let mut row = finish("p", "88", "10 KM");
    (
        row.passage.ranking,
        row.passage.occurrence,
        row.passage.kind,
    ) = (ranking, occurrence, kind);
    let place = whole_card(RUNNER, &snapshot("distance", live, "gun", vec![row]))
        .certificate
        .unwrap()
        .place;
    assert_eq!((place.name.as_str(), place.value.as_str()), (name, value));
}

#[test]
fn a_picture_has_the_events_name_for_certificates_and_its_colour() {
    let mut race = snapshot("distance", false, "gun", vec![finish("p", "88", "")]);
    (
        race.event.cert_name,
        race.event.accent_color,
        race.event.logo,
    ) = (
        "33rd  River 10K".into(),
        "#0a7d4f".into(),
        "https://example.org/l.svg".into(),
    );
    let card = whole_card(RUNNER, &race);
    let certificate = card.certificate.clone().unwrap();
    assert_eq!(
        (certificate.event.as_str(), certificate.occasion.as_str()),
        ("2026 33rd River 10K", "May 2, 2026")
    );
    assert_eq!(certificate.color, "#0a7d4f");
    let spoken = "Finisher certificate: Ana Ruiz, 2026 33rd River 10K, Clock time 45:10, Overall by clock time 12 of 1,204. May 2, 2026.";
    assert_eq!(certificate.spoken(), spoken);
}

#[test]
fn a_runner_without_a_certificate_has_no_picture_of_one() {
    let (mut out, mut hidden, mut unnamed) = (
        finish("p", "88", "10 KM"),
        finish("p", "88", "10 KM"),
        finish("p", "88", "10 KM"),
    );
    (out.passage.finish, out.passage.kind) = (false, 30);
    hidden.person.anonymous = true;
    (unnamed.person.first, unnamed.person.last) = (String::new(), " ".into());
    let mut endless = finish("p", "88", "10 KM");
    endless.person.first = "x".repeat(LONGEST);
    for row in [out, hidden, unnamed, endless] {
        let race = snapshot("distance", false, "gun", vec![row.clone()]);
        assert_eq!(
            [drawn(RUNNER, &race), drawn(CERTIFICATE_OF_RUNNER, &race)],
            [None, None],
            "{row:?}"
        );
    }
    let finished = vec![finish("p", "88", "10 KM")];
    for (path, kind) in [
        (RUNNER, "time"),
        (RUNNER, "backyardultra"),
        ("/results/river-10k/2026", "distance"),
        ("/results/river-10k/2026/89", "distance"),
    ] {
        assert_eq!(
            drawn(path, &snapshot(kind, false, "gun", finished.clone())),
            None,
            "{path} {kind}"
        );
    }
}

#[rstest]
#[case("/results/river-10k/2026", "~2Fresults~2Friver-10k~2F2026")]
#[case("/results/a/2026/A%2012", "~2Fresults~2Fa~2F2026~2FA~252012")]
#[case("/results/a/2026/~1", "~2Fresults~2Fa~2F2026~2F~7E1")]
#[case("", "")]
#[case("%", "~25")]
fn a_path_in_one_part(#[case] path: &str, #[case] part: &str) {
    assert_eq!(
        (in_one_part(path).as_str(), out_of_one_part(part).as_str()),
        (part, path)
    );
}

#[rstest]
#[case(0, "00:00")]
#[case(303, "05:03")]
#[case(3723, "1:02:03")]
#[case(360_000, "100:00:00")]
fn times_are_as_on_the_page(#[case] seconds: i64, #[case] expected: &str) {
    assert_eq!(clock(seconds), expected);
}

#[rstest]
#[case("2026", "2026")]
#[case("2026-May", "2026")]
#[case("12345-2026", "2026")]
#[case("Spring", "Spring")]
#[case("20261", "20261")]
fn a_year_reads_as_on_the_page(#[case] key: &str, #[case] expected: &str) {
    assert_eq!(shown(key), expected);
}

#[rstest]
#[case("", "", "", "")]
#[case("", "https://example.org/logo.svg", "", "https://example.org/logo.svg")]
#[case(
    "#0a7d4f",
    "https://example.org/logo.svg",
    "https://example.org/a.jpg?b&c",
    "https://example.org/a.jpg?b&c"
)]
fn a_race_gives_its_card_a_colour_and_a_picture(
    #[case] color: &str,
    #[case] logo: &str,
    #[case] image: &str,
    #[case] picture: &str,
) {
    let address = Address::read("/results/river-10k/2026").unwrap();
    let event = Event {
        accent_color: color.into(),
        logo: logo.into(),
        image: image.into(),
        ..event("distance")
    };
    let card = Card::of_page(&address, &event, &year(false, "gun"), None);
    assert_eq!(
        (card.color.as_str(), card.picture.as_str()),
        (color, picture)
    );
}

fn anything() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\u{202e}evil\u{0}\u{1b}[31m".to_owned()),
        any::<String>(),
        ".{0,400}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_card_is_short_and_has_no_control_characters(name in anything(), first in anything(), last in anything(), distance in anything(), cert_name in anything(), key in anything(), page in prop::sample::select(KINDS.to_vec())) {
        let mut row = finish("p", "88", &distance);
        (row.person.first, row.person.last) = (first, last);
        let mut race = snapshot("distance", true, "gun", vec![row]);
        (race.event.name, race.event.cert_name, race.year.year) = (name, cert_name, key);
        let address = Address::read(&format!("/{}/river-10k/2026/88", page.0)).unwrap();
        let card = Card::of_runner(&address, &race.event, &race, |_| Some(12)).unwrap_or_else(|| Card::of_page(&address, &race.event, &race.year, Some(&race)));
        for text in [&card.title, &card.description] {
            prop_assert!(text.chars().count() <= LONGEST, "{text}");
            prop_assert!(!text.contains(char::is_control), "{text:?}");
        }
        if let Some(certificate) = &card.certificate {
            let Certificate { name, event, time, place, occasion, .. } = certificate;
            for text in [name, event, &time.name, &time.value, &place.name, &place.value, occasion, &certificate.spoken()] {
                prop_assert!(text.chars().count() <= LONGEST && !text.contains(char::is_control), "{text:?}");
                prop_assert_eq!(text.trim(), text);
            }
        }
    }

    #[test]
    fn any_path_comes_out_of_one_part(path in ".{0,40}") {
        prop_assert_eq!(out_of_one_part(&in_one_part(&path)), path);
    }

    #[test]
    fn any_address_can_be_read(path in "(/|results|certificate|%|%4|%41|%ff|é|qr|status|[a-z]){0,12}") {
        if let Some(address) = Address::read(&path) {
            prop_assert!(!address.slug.is_empty());
        }
    }
}
