//! For all texts: every text is inside the frame, none touches another, and none is cut.

use proptest::prelude::*;
use rstest::rstest;
use zeno::{Bounds, Fill, bounds};

use super::*;

const ONE_WORD: &str = "Wolfeschlegelsteinhausenbergerdorffwelch";
const SIXTY: &str = "María Guadalupe Concepción Fernández de Córdoba y Álvarez Ló";

fn fact(name: &str, value: &str) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

fn certificate(name: &str) -> Certificate {
    Certificate {
        name: name.to_owned(),
        event: "2026 River Run".to_owned(),
        time: fact("Clock time", "1:23:45"),
        place: fact("Overall by clock time", "114 of 814"),
        occasion: "10 Mile · May 2, 2026".to_owned(),
        color: String::new(),
    }
}

/// A line of text and the bounds of its ink.
struct Ink {
    size: f64,
    bounds: Bounds,
}

fn inks(marks: &[Mark]) -> Vec<Ink> {
    let ink = |mark: &Mark| match mark {
        Mark::Line {
            line,
            size,
            left,
            y,
            ..
        } => Some(Ink {
            size: *size,
            bounds: bounds(
                line.outlines(*left, *y, *size).as_slice(),
                Fill::NonZero,
                None,
            ),
        }),
        Mark::Shape { .. } => None,
    };
    marks.iter().filter_map(ink).collect()
}

/// All points of the shapes except the paper and the frame: those of the wreath and of the lines
/// between facts.
fn points(marks: &[Mark]) -> Vec<[f32; 2]> {
    let inner = marks.iter().skip(frame([0; 3]).len());
    let paths = inner.filter_map(|mark| {
        if let Mark::Shape { d, .. } = mark {
            Some(d.as_str())
        } else {
            None
        }
    });
    let numbers = |d: &str| {
        d.split(|c: char| c.is_ascii_alphabetic())
            .map(coordinates)
            .filter(|one| one.len().is_multiple_of(2))
            .collect::<Vec<_>>()
    };
    paths
        .flat_map(numbers)
        .flat_map(|one| one.as_chunks::<2>().0.to_vec())
        .collect()
}

fn coordinates(text: &str) -> Vec<f32> {
    text.split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect()
}

fn touch(a: &Bounds, b: &Bounds) -> bool {
    a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
}

fn check(certificate: &Certificate) -> Result<Vec<Ink>, TestCaseError> {
    let marks = marks(certificate)
        .ok_or_else(|| TestCaseError::fail("a letter that the typefaces lack"))?;
    let inks = inks(&marks);
    let (side, tape) = (INNER as f32 + 8.0, (INNER + 2.0 * SQUARE) as f32 + 4.0);
    for (index, Ink { size, bounds }) in inks.iter().enumerate() {
        prop_assert!(*size > 0.0 && bounds.width() > 0.0);
        let inside = bounds.min.x >= side
            && bounds.max.x <= WIDTH as f32 - side
            && bounds.min.y >= tape
            && bounds.max.y <= HEIGHT as f32 - tape;
        prop_assert!(inside, "{bounds:?} touches the frame");
        for other in inks.iter().skip(index + 1) {
            prop_assert!(
                !touch(bounds, &other.bounds),
                "{bounds:?} touches {:?}",
                other.bounds
            );
        }
        for [x, y] in points(&marks) {
            let within =
                x > bounds.min.x && x < bounds.max.x && y > bounds.min.y && y < bounds.max.y;
            prop_assert!(!within, "{x} {y} in {bounds:?}");
        }
    }
    Ok(inks)
}

#[rstest]
#[case::short(certificate("Ana Lee"))]
#[case::one_letter(certificate("Ó"))]
#[case::sixty_letters(certificate(SIXTY))]
#[case::one_word(certificate(ONE_WORD))]
#[case::two_words(certificate(&format!("{ONE_WORD} {ONE_WORD}")))]
#[case::no_place(Certificate { place: NamedValue::default(), ..certificate("Ana Lee") })]
#[case::no_occasion(Certificate { occasion: String::new(), ..certificate("Ana Lee") })]
#[case::nothing_else(Certificate { place: NamedValue::default(), occasion: String::new(), ..certificate(SIXTY) })]
#[case::long_in_everything(Certificate {
    event: SIXTY.repeat(3),
    time: fact(SIXTY, SIXTY),
    place: fact(SIXTY, ONE_WORD),
    occasion: SIXTY.repeat(3),
    ..certificate(&SIXTY.repeat(3))
})]
fn no_parts_of_a_certificate_touch(#[case] certificate: Certificate) {
    check(&certificate).unwrap();
}

/// Letters, marks and blanks that the typefaces have, some of them tall, deep or wide.
fn text(longest: usize) -> impl Strategy<Value = String> {
    let letters = "[A-Za-zÀ-ÖØ-öø-ÿĀ-žȘ-ț0-9 .,’–()|/:'-]";
    let of =
        |longest: usize| prop::string::string_regex(&format!("{letters}{{1,{longest}}}")).unwrap();
    prop_oneof![
        of(longest),
        of(30),
        "[A-Z][a-z]{1,12}( [A-Z][a-z]{1,12}){0,4}",
        prop::sample::select(vec![
            SIXTY.to_owned(),
            ONE_WORD.to_owned(),
            "ŰŐ Ȧgj".replace('Ȧ', "Å"),
            "l".to_owned()
        ]),
    ]
    // the typefaces lack a few letters of Latin Extended-A
    .prop_map(|text| text.chars().filter(is_known).collect::<String>())
    .prop_map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    .prop_filter("a text without ink", |text| {
        text.chars().any(char::is_alphanumeric)
    })
}

fn is_known(letter: &char) -> bool {
    [Typeface::Display, Typeface::Sans]
        .into_iter()
        .all(|typeface| Line::set(typeface, &letter.to_string(), 0.0).is_some())
}

prop_compose! {
    fn any_certificate()(name in text(200), event in text(200), time in text(40), time_value in text(12), place in text(60), place_value in text(20), occasion in text(200), has_place: bool, has_occasion: bool) -> Certificate {
        Certificate {
            name,
            event,
            time: fact(&time, &time_value),
            place: if has_place { fact(&place, &place_value) } else { NamedValue::default() },
            occasion: if has_occasion { occasion } else { String::new() },
            color: String::new(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_parts_touch_with_any_texts(certificate in any_certificate()) {
        check(&certificate)?;
    }

    #[test]
    fn no_letter_is_lost(name in text(200), count in 1_usize..4) {
        let widths = |text: &str| Line::set(Typeface::Display, text, 0.0).unwrap().width;
        let lines = in_lines(&name, count).unwrap();
        prop_assert!((1..=count).contains(&lines.len()));
        let blanks = f64::from(u32::try_from(lines.len() - 1).unwrap()) * widths(" ");
        let whole = lines.iter().map(|line| line.width).sum::<f64>() + blanks;
        // except for the kerning between letters and blanks
        prop_assert!((whole - widths(&name)).abs() < 0.2, "{whole} of {}", widths(&name));
    }
}

/// The lines of the name come after the heading, and the six of event, facts and occasion after
/// them.
#[rstest]
#[case("Ana Lee", 1, 94.0)]
#[case("Beatriz Smith-Jones", 1, 80.0)]
#[case(SIXTY, 2, 46.0)]
#[case(ONE_WORD, 1, 42.0)]
fn a_name_is_as_large_as_it_can_be(#[case] name: &str, #[case] lines: usize, #[case] least: f64) {
    let inks = check(&certificate(name)).unwrap();
    let of_name = inks.get(1..inks.len() - 6).unwrap();
    assert_eq!(of_name.len(), lines);
    assert!(
        of_name.iter().all(|ink| ink.size >= least),
        "{}",
        of_name.first().map_or(0.0, |ink| ink.size)
    );
}
