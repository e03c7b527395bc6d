use proptest::prelude::*;
use rstest::rstest;

use super::*;

const HEAD: &str = "first,last,tiger score,seward score,highest score,category";

fn problems(text: &str) -> Vec<(String, u64, String)> {
    let found = read(text).expect_err("problems");
    found
        .listed()
        .iter()
        .map(|problem| (problem.at.clone(), problem.line, problem.message.clone()))
        .collect()
}

#[test]
fn the_example_is_published_as_it_stands() {
    let text = format!(
        "{HEAD}\nMia,Torres,88.25,91.5,91.5,YTP Female 9-10\nJon,Baker,0,76,76,YTP Male 13-14"
    );
    let rows = read(&text).expect("no problems");
    assert_eq!(write(&rows), text);
    assert_eq!(
        rows[1],
        Standing {
            first: "Jon".into(),
            last: "Baker".into(),
            scores: [0.0, 76.0, 76.0],
            category: "YTP Male 13-14".into()
        }
    );
}

#[rstest]
#[case("line feed at the end", "Mia,Torres,1,2,3,\n")]
#[case("CRLF", "Mia,Torres,1,2,3,\r\n\r\n")]
#[case("carriage return only", "Mia,Torres,1,2,3,\r")]
#[case("quoted", "\"Mia\",\"Torres\",\"1\",2,\"3\",\"\"")]
#[case("blanks around", " Mia , Torres ,\t1 ,2, 3 , ")]
#[case("blank rows", "\n ,,,,,\nMia,Torres,1,2,3,\n,,,,,\n\n")]
#[case("cells left out", "Mia,Torres,1,2,3")]
#[case("empty cells behind", "Mia,Torres,1,2,3,,,,")]
#[case("other forms of numbers", "Mia,Torres,01.0,2.,03.000,")]
fn forms_of_a_row(#[case] what: &str, #[case] rows: &str) {
    assert_eq!(
        write(&read(&format!("{HEAD}\n{rows}")).expect(what)),
        format!("{HEAD}\nMia,Torres,1,2,3,"),
        "{what}"
    );
}

#[rstest]
#[case(
    "\u{feff}First,LAST,Tiger Score,Seward score,highest SCORE,Category\r\nMia,Torres,1,2,3,\r\n"
)]
#[case("category,highest score,seward score,tiger score,last,first\n,3,2,1,Torres,Mia")]
#[case(
    "bib,first,club,last,tiger score,seward score,highest score,category,note\n7,Mia,\"A, B\",Torres,1,2,3,,=x"
)]
#[case(" first ,\"last\",tiger  score,seward score,highest score,category\nMia,Torres,1,2,3,")]
fn forms_of_the_headings(#[case] text: &str) {
    assert_eq!(
        write(&read(text).expect("no problems")),
        format!("{HEAD}\nMia,Torres,1,2,3,")
    );
}

#[test]
fn headings_alone_are_a_file_without_rows() {
    assert_eq!(read(HEAD), Ok(vec![]));
    assert_eq!(write(&[]), HEAD);
}

#[rstest]
#[case("", &["first", "last", "tiger score", "seward score", "highest score", "category"], 1)]
#[case("\n\nfirst,last,tiger score,seward,highest score", &["seward score", "category"], 3)]
#[case("first;last;tiger score;seward score;highest score;category", &["first", "last", "tiger score", "seward score", "highest score", "category"], 1)]
fn a_missing_heading_is_named(#[case] text: &str, #[case] columns: &[&str], #[case] line: u64) {
    let expected: Vec<_> = columns
        .iter()
        .map(|column| {
            (
                (*column).to_owned(),
                line,
                "the heading is missing".to_owned(),
            )
        })
        .collect();
    assert_eq!(problems(text), expected);
}

#[test]
fn a_heading_that_is_there_twice_is_named() {
    assert_eq!(
        problems(&format!("{HEAD},First")),
        [(
            "first".to_owned(),
            1,
            "the heading is there twice".to_owned()
        )]
    );
}

const SCORE: &str = "must be a number of at least 0, such as 88.25";
const CATEGORY: &str = "must be empty, or YTP, Female, Male, Unknown or another word, and 8, 9-10, 11-12, 13-14, 15-16 or 17-18";

#[rstest]
#[case(",Torres,1,2,3,", "first", "must not be empty")]
#[case("Mia,\" \",1,2,3,", "last", "must not be empty")]
#[case("=1+1,Torres,1,2,3,", "first", "must not begin with =, +, - or @")]
#[case(" +Mia,Torres,1,2,3,", "first", "must not begin with =, +, - or @")]
#[case("Mia,-Torres,1,2,3,", "last", "must not begin with =, +, - or @")]
#[case("Mia,@Torres,1,2,3,", "last", "must not begin with =, +, - or @")]
#[case("Mia,＝Torres,1,2,3,", "last", "must not begin with =, +, - or @")]
#[case("Mia;-1,Torres,1,2,3,", "first", "must not begin with =, +, - or @")]
#[case(
    "Mia,\"Torres, Jr.\",1,2,3,",
    "last",
    "must not contain a comma or a quote"
)]
#[case(
    "\"Mia \"\"M\"\"\",Torres,1,2,3,",
    "first",
    "must not contain a comma or a quote"
)]
#[case(
    "\"Mia\nAnn\",Torres,1,2,3,",
    "first",
    "must not contain a line break or another control character"
)]
#[case(
    "Mia,To\trres,1,2,3,",
    "last",
    "must not contain a line break or another control character"
)]
#[case("Mia,Torres,-1,2,3,", "tiger score", SCORE)]
#[case("Mia,Torres,x,2,3,", "tiger score", SCORE)]
#[case("Mia,Torres,1,\"88,25\",3,", "seward score", SCORE)]
#[case("Mia,Torres,1,+2,3,", "seward score", SCORE)]
#[case("Mia,Torres,1,1e400,3,", "seward score", SCORE)]
#[case("Mia,Torres,1,2e1,3,", "seward score", SCORE)]
#[case("Mia,Torres,1,2,NaN,", "highest score", SCORE)]
#[case("Mia,Torres,1,2,inf,", "highest score", SCORE)]
#[case("Mia,Torres,1,2,.,", "highest score", SCORE)]
#[case("Mia,Torres,1,2,1.2.3,", "highest score", SCORE)]
#[case("Mia,Torres,1,2,=3,", "highest score", SCORE)]
#[case("Mia,Torres,1,2,3,YTP Female", "category", CATEGORY)]
#[case("Mia,Torres,1,2,3,XYZ Female 8", "category", CATEGORY)]
#[case("Mia,Torres,1,2,3,YTP Female 7-8", "category", CATEGORY)]
#[case("Mia,Torres,1,2,3,YTP Female 19+", "category", CATEGORY)]
#[case("Mia,Torres,1,2,3,YTP Female 8 x", "category", CATEGORY)]
#[case("Mia,Torres,1,2,3,\"YTP A,B 8\"", "category", CATEGORY)]
#[case("Mia,Torres,1,2,3,,x", "", "there are more cells than headings")]
fn a_problem_has_its_line_and_column(
    #[case] row: &str,
    #[case] column: &str,
    #[case] message: &str,
) {
    assert_eq!(
        problems(&format!(
            "{HEAD}\nJon,Baker,0,76,76,\n{row}\nAna,Ruiz,0,1,2,"
        )),
        [(column.to_owned(), 3, message.to_owned())]
    );
}

#[rstest]
#[case("\n")]
#[case("\r\n")]
#[case("\r")]
fn lines_are_counted_as_an_editor_does(#[case] end: &str) {
    let lines = [
        HEAD,
        "",
        "A,B,x,0,0,",
        "\"C\",D,0,0,0,",
        "",
        "",
        "E,F,0,x,0,",
        " ",
        "G,H,0,0,x,",
    ];
    let found: Vec<_> = problems(&lines.join(end))
        .into_iter()
        .map(|(column, line, _)| (column, line))
        .collect();
    assert_eq!(
        found,
        [
            ("tiger score".to_owned(), 3),
            ("seward score".to_owned(), 7),
            ("highest score".to_owned(), 9)
        ]
    );
}

#[test]
fn a_line_break_in_a_cell_counts() {
    let found = problems(&format!(
        "{HEAD},note\nA,B,0,0,0,,\"two\nlines\"\nC,D,x,0,0,,"
    ));
    assert_eq!((found.len(), found[0].1), (1, 4));
}

#[rstest]
#[case("Mia,Torres")]
#[case("mia,TORRES")]
#[case("Mia , Torres")]
fn a_name_that_comes_again_is_refused(#[case] again: &str) {
    let found = problems(&format!(
        "{HEAD}\nMia,Torres,1,2,3,\nMia,Torres Cruz,0,0,0,\n{again},0,0,0,"
    ));
    assert_eq!(
        found,
        [(
            "last".to_owned(),
            4,
            "this first and last name are there already".to_owned()
        )]
    );
}

#[test]
fn a_name_is_what_the_reader_joins() {
    assert_eq!(
        problems(&format!(
            "{HEAD}\nMia Ann,Torres,1,2,3,\nMia,Ann  Torres,1,2,3,"
        ))
        .len(),
        1
    );
}

#[rstest]
#[case("ytp female 9-10", "YTP Female 9-10")]
#[case("  YTP   MALE  17-18 ", "YTP Male 17-18")]
#[case("YTP Unknown 8", "YTP Unknown 8")]
#[case("YTP Non-Binary 11-12", "YTP Non-Binary 11-12")]
#[case("YTP Female 8/Under", "YTP Female 8/under")]
#[case("  ", "")]
fn forms_of_a_category(#[case] cell: &str, #[case] expected: &str) {
    assert_eq!(category_of(cell).as_deref(), Some(expected));
}

#[test]
fn twenty_thousand_rows_and_no_more() {
    let rows =
        |count: usize| (0..count).fold(HEAD.to_owned(), |text, n| format!("{text}\nA,B{n},,,,"));
    assert_eq!(read(&rows(20_000)).map(|rows| rows.len()), Ok(20_000));
    assert_eq!(
        problems(&rows(20_003)),
        [(
            String::new(),
            20_002,
            "the file must have at most 20000 rows".to_owned()
        )]
    );
}

#[rstest]
#[case("10 KM", true)]
#[case("½ Marathon", true)]
#[case("50%", true)]
#[case("a+b & c", true)]
#[case("5K/10K", true)]
#[case("...", true)]
#[case("a..b", true)]
#[case("", false)]
#[case(" ", false)]
#[case(".", false)]
#[case("..", false)]
#[case("a/../b", false)]
#[case("../x", false)]
#[case("x/..", false)]
#[case("x/./y", false)]
#[case("a\\b", false)]
#[case("a?b", false)]
#[case("a#b", false)]
#[case("a\nb", false)]
#[case("a\u{7f}b", false)]
#[case("a\u{85}b", false)]
fn distances_that_can_be_an_address(#[case] distance: &str, #[case] accepted: bool) {
    assert_eq!(check_distance(distance).is_ok(), accepted);
}

#[test]
fn a_distance_has_a_limit() {
    assert!(check_distance(&"é".repeat(200)).is_ok() && check_distance(&"é".repeat(201)).is_err());
}

/// The same file as a spreadsheet might write it: columns in another order, every cell quoted,
/// CRLF, a byte-order mark.
fn as_a_spreadsheet(rows: &[Standing]) -> String {
    let line = |cells: [&str; 6]| cells.map(|cell| format!("\"{cell}\"")).join(",") + "\r\n";
    let mut text = format!(
        "\u{feff}{}",
        line([
            "Category",
            "LAST",
            "First",
            "Highest Score",
            "Tiger Score",
            "Seward Score"
        ])
    );
    for Standing {
        first,
        last,
        scores: [tiger, seward, highest],
        category,
    } in rows
    {
        text += &line([
            category,
            last,
            first,
            &highest.to_string(),
            &tiger.to_string(),
            &seward.to_string(),
        ]);
    }
    text
}

prop_compose! {
    fn standing()(first in "[A-Za-zéÉ'. ]{1,8}", last in "[A-Za-zñ'(. ]{1,8}", scores in prop::array::uniform3(0.0_f64..1e12), group in prop::sample::select(&GROUPS), gender in "(Female|Male|Unknown|Other|X)") -> Standing {
        Standing { first: format!("A{}", first.trim()), last: format!("B{}", last.trim()), scores, category: format!("YTP {gender} {group}") }
    }
}

proptest! {
    #[test]
    fn any_text_is_refused_or_reads_back_the_same(text in "(?s).{0,200}", head in any::<bool>()) {
        let text = if head { format!("{HEAD}\n{text}") } else { text };
        if let Ok(rows) = read(&text) {
            prop_assert_eq!(read(&write(&rows)), Ok(rows));
        }
    }

    #[test]
    fn cells_of_any_kind_come_back_or_are_refused(cells in prop::collection::vec("[-=+@,\"a-z0-9. ]{0,6}", 0..30)) {
        let text = cells.chunks(6).fold(HEAD.to_owned(), |text, row| format!("{text}\n{}", row.join(",")));
        if let Ok(rows) = read(&text) {
            prop_assert_eq!(read(&write(&rows)), Ok(rows));
        }
    }

    #[test]
    fn a_published_file_reads_back_to_the_same_rows(rows in prop::collection::vec(standing(), 0..20)) {
        let names: BTreeSet<String> = rows.iter().map(|row| seen_as(&row.first, &row.last)).collect();
        prop_assume!(names.len() == rows.len());
        let published = write(&rows);
        prop_assert!(!published.contains(['\r', '"']) && !published.ends_with('\n'));
        prop_assert!(published.lines().all(|line| line.split(',').count() == 6));
        prop_assert_eq!(read(&published), Ok(rows.clone()));
        prop_assert_eq!(read(&as_a_spreadsheet(&rows)).map(|rows| write(&rows)), Ok(published));
    }
}
