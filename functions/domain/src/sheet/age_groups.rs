//! Age groups: those made of ages, and those that a spreadsheet has turned into dates.

use crate::{fold::fold, named::named};

named! {
    /// The age groups to use for people whose age is known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum AgeGroups {
        /// None.
        #[default]
        None = "",
        /// `Under 20`, `20-29` … `60-69`, `Over 70`.
        Ten = "ten",
        /// `Under 20`, `20-24` … `75-79`, `Over 80`.
        Five = "five",
    }
}

/// The age group of an age; empty for an unknown age.
#[must_use]
pub fn age_group(age: i64, groups: AgeGroups) -> String {
    let (width, last) = match groups {
        AgeGroups::None => return String::new(),
        AgeGroups::Ten => (10, 70),
        AgeGroups::Five => (5, 80),
    };
    match age {
        ..1 | 130.. => String::new(),
        ..20 => "Under 20".to_owned(),
        _ if age >= last => format!("Over {last}"),
        _ => format!(
            "{}-{}",
            age / width * width,
            age / width * width + width - 1
        ),
    }
}

/// A cell of age groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// As it stands there.
    Text,
    /// A date that was an age group before a spreadsheet read it: `14-Oct` was 10-14.
    Was(String),
    /// A date that no age group becomes.
    Date,
}

/// Reads a cell of age groups. Of a date, the year that the spreadsheet has added does not count.
pub fn group(text: &str) -> Group {
    match date(text) {
        None => Group::Text,
        Some((one, other)) if one != other => {
            Group::Was(format!("{}-{}", one.min(other), one.max(other)))
        }
        Some(_) => Group::Date,
    }
}

/// The two numbers beside the year of a date; `None` for another text.
fn date(text: &str) -> Option<(i64, i64)> {
    let text = text.trim();
    // a time of day stands behind the dates of some programs
    let day = text
        .split_once([' ', 'T'])
        .filter(|(_, time)| time.contains(':'))
        .map_or(text, |(day, _)| day);
    if let Some(serial) = serial(day) {
        return Some(serial);
    }
    let separators = |c: char| "-/. ,\u{a0}\u{2010}\u{2011}".contains(c);
    let parts: Vec<&str> = day
        .split(separators)
        .filter(|part| !part.is_empty())
        .collect();
    let number = |text: &str| {
        let is_number = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<i64>().ok()).flatten()
    };
    let is_year = |text: &str| text.len() == 4 || text.len() == 2;
    let is_day = |value: &i64| (1..=31).contains(value);
    match parts.as_slice() {
        // a number above 31 is the end of a group that was read as a month and a year
        [word, value] | [value, word] if month(word).is_some() => {
            let value = number(value).map(|value| if value > 1900 { value % 100 } else { value });
            Some((
                month(word)?,
                value.filter(|value| (1..100).contains(value))?,
            ))
        }
        [day, word, year] | [word, day, year] if month(word).is_some() => {
            number(year).filter(|_| is_year(year))?;
            Some((month(word)?, number(day).filter(is_day)?))
        }
        [year, one, other] if year.len() == 4 => {
            number(year)?;
            Some((number(one).filter(is_day)?, number(other).filter(is_day)?))
        }
        [one, other, year] if is_year(year) => {
            number(year)?;
            Some((number(one).filter(is_day)?, number(other).filter(is_day)?))
        }
        [one, other] if day.ends_with('.') => {
            Some((number(one).filter(is_day)?, number(other).filter(is_day)?))
        }
        _ => None,
    }
}

/// Month and day of a number of days since 1899-12-30, as spreadsheets keep dates: those of the
/// years 2000 to 2099.
fn serial(text: &str) -> Option<(i64, i64)> {
    let days: i32 = Some(text).filter(|text| text.len() == 5)?.parse().ok()?;
    if !(36_526..73_051).contains(&days) {
        return None;
    }
    let start = jiff::civil::date(1899, 12, 30);
    let day = start
        .checked_add(jiff::SignedDuration::from_hours(24 * i64::from(days)))
        .ok()?;
    Some((i64::from(day.month()), i64::from(day.day())))
}

/// The month that a word names, short or in full, in the languages of contract pages A6.
fn month(word: &str) -> Option<i64> {
    let word = fold(word);
    MONTHS
        .iter()
        .position(|names| names.split(' ').any(|name| name == word))
        .and_then(|index| i64::try_from(index + 1).ok())
}

/// The names of each month, folded.
const MONTHS: [&str; 12] = [
    "jan january enero ene januar janner janvier janv gennaio gen janeiro januari tammi tammikuu sty styczen stycznia янв",
    "feb february febrero februar fevrier fevr fev febbraio fevereiro februari helmi helmikuu lut luty lutego фев",
    "mar march marzo marz mrz mars marco maart mrt maalis maaliskuu marzec marca мар",
    "apr april abril abr avril avr aprile huhti huhtikuu kwi kwiecien kwietnia апр",
    "may mayo mai maggio mag maio mei maj touko toukokuu maja май",
    "jun june junio juni juin giugno giu junho kesa kesakuu cze czerwiec czerwca июн",
    "jul july julio juli juillet juil luglio lug julho heina heinakuu lip lipiec lipca июл",
    "aug august agosto ago aout augustus augusti elo elokuu sie sierpien sierpnia авг",
    "sep sept september septiembre set septembre settembre setembro syys syyskuu wrz wrzesien wrzesnia сен",
    "oct october octubre okt oktober octobre ottobre ott outubro out loka lokakuu paz pazdziernik pazdziernika окт",
    "nov november noviembre novembre novembro marras marraskuu lis listopad listopada ноя",
    "dec december diciembre dic dez dezember decembre dicembre dezembro joulu joulukuu des desember gru grudzien grudnia дек",
];

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("14-Oct", "10-14")]
    #[case("Oct-14", "10-14")]
    #[case("oct 14", "10-14")]
    #[case("14. Okt", "10-14")]
    #[case("14-oct.", "10-14")]
    #[case("14-Oct-2026", "10-14")]
    #[case("14-Oct-26", "10-14")]
    #[case("October 14, 2026", "10-14")]
    #[case("2026-10-14", "10-14")]
    #[case("2026-09-10", "9-10")]
    #[case("2026-11-12", "11-12")]
    #[case("2026-10-14 00:00:00", "10-14")]
    #[case("2026-10-14T00:00:00", "10-14")]
    #[case("10/14/2026", "10-14")]
    #[case("14/10/2026", "10-14")]
    #[case("14.10.2026", "10-14")]
    #[case("14.10.26", "10-14")]
    #[case("14.10.", "10-14")]
    #[case("46309", "10-14")]
    #[case("9-Jan", "1-9")]
    #[case("Dec-19", "12-19")]
    #[case("15-dic", "12-15")]
    #[case("10-déc", "10-12")]
    #[case("10-Mär", "3-10")]
    #[case("Oct-99", "10-99")]
    #[case("Jan-1970", "1-70")]
    fn a_spreadsheets_date_is_an_age_group_again(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(group(text), Group::Was(expected.to_owned()));
    }

    #[rstest]
    #[case("12-Dec")]
    #[case("2026-10-10")]
    fn a_date_that_was_no_age_group_stays_a_date(#[case] text: &str) {
        assert_eq!(group(text), Group::Date);
    }

    #[rstest]
    #[case("10-14")]
    #[case("15-19")]
    #[case("10/14")]
    #[case("M 40-49")]
    #[case("U20")]
    #[case("70+")]
    #[case("Under 20")]
    #[case("Mar & Co")]
    #[case("Masters 40")]
    #[case("May")]
    #[case("")]
    #[case("40")]
    #[case("20-24-A")]
    #[case("100-1000")]
    fn other_texts_stay_as_they_are(#[case] text: &str) {
        assert_eq!(group(text), Group::Text);
    }
}
