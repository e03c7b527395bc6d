//! Birth dates as programs write them: in the numeric short form of the machine's region (contract
//! 2.5).

use jiff::civil::Date;

/// Means that there is none.
pub const NONE: &str = "1901/01/01";
/// An earlier year is one of another calendar: nobody born before it takes part in a race.
const FIRST_YEAR: i16 = 1900;

/// Which of the two numbers beside the year comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    MonthFirst,
    DayFirst,
}

/// The order of day and month in one call's dates, which all come from the same machine. Dates that
/// begin with the year are another form than those that end with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    year_first: Option<Order>,
    year_last: Option<Order>,
}

impl Orders {
    /// Nothing is known of other dates.
    pub const UNKNOWN: Self = Self {
        year_first: None,
        year_last: None,
    };

    /// Somebody has said that the day is first where it is not the year.
    pub const DAY_FIRST: Self = Self {
        year_first: None,
        year_last: Some(Order::DayFirst),
    };

    /// The order of the dates among these texts. Where they contradict each other, they tell
    /// nothing.
    #[must_use]
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let (mut year_first, mut year_last) = (Evidence::default(), Evidence::default());
        for numbers in texts.into_iter().filter_map(Numbers::of) {
            if numbers.year_first {
                year_first.note(numbers);
            } else {
                year_last.note(numbers);
            }
        }
        Self {
            year_first: year_first.order(),
            year_last: year_last.order(),
        }
    }
}

#[derive(Default)]
struct Evidence {
    month_first: bool,
    day_first: bool,
}

impl Evidence {
    fn note(&mut self, numbers: Numbers) {
        match numbers.order() {
            Some(Order::MonthFirst) => self.month_first = true,
            Some(Order::DayFirst) => self.day_first = true,
            None => {}
        }
    }

    fn order(&self) -> Option<Order> {
        match (self.month_first, self.day_first) {
            (true, false) => Some(Order::MonthFirst),
            (false, true) => Some(Order::DayFirst),
            _ => None,
        }
    }
}

/// The day that a birth date names, from 1900 on. A time of day after it is ignored.
#[must_use]
pub fn birthday(text: &str, orders: Orders) -> Option<Date> {
    let numbers = Numbers::of(text)?;
    let told = if numbers.year_first {
        orders.year_first
    } else {
        orders.year_last
    };
    let usual = if numbers.dots && !numbers.year_first {
        Order::DayFirst
    } else {
        Order::MonthFirst
    };
    let Numbers {
        year,
        first,
        second,
        ..
    } = numbers;
    let (month, day) = match numbers.order().or(told).unwrap_or(usual) {
        Order::MonthFirst => (first, second),
        Order::DayFirst => (second, first),
    };
    Date::new(year, month, day)
        .ok()
        .filter(|_| year >= FIRST_YEAR)
}

/// The form in which a birth date is stored: the year is first, so that every program reads the
/// same day, whatever its region.
#[must_use]
pub fn written(date: Date) -> String {
    if date == Date::constant(1901, 1, 1) {
        return NONE.to_owned();
    }
    format!("{}/{}/{}", date.year(), date.month(), date.day())
}

/// The numbers of a date.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    year: i16,
    /// The first of the two others.
    first: i8,
    second: i8,
    year_first: bool,
    dots: bool,
}

impl Numbers {
    fn of(text: &str) -> Option<Self> {
        let text: String = text.trim().chars().filter_map(plain).collect();
        let (a, rest) = digits(&text);
        let (separator, rest) = separator(rest)?;
        let (b, rest) = digits(rest);
        let (other, rest) = self::separator(rest)?;
        let (c, rest) = digits(rest);
        // some regions write 09/03 1985
        if separator == ' ' || !matches!(other, ' ') && other != separator || !is_end(rest) {
            return None;
        }
        let year_first = a.len() == 4;
        let (year, first, second) = if year_first { (a, b, c) } else { (c, a, b) };
        if year.len() != 4 || [first, second].iter().any(|part| part.len() > 2) {
            return None;
        }
        Some(Self {
            year: year.parse().ok()?,
            first: first.parse().ok()?,
            second: second.parse().ok()?,
            year_first,
            dots: separator == '.',
        })
    }

    /// The order, if only one is possible.
    fn order(self) -> Option<Order> {
        match (self.first > 12, self.second > 12) {
            (true, false) => Some(Order::DayFirst),
            (false, true) => Some(Order::MonthFirst),
            _ => None,
        }
    }
}

/// Leaves out the marks that regions with a script from right to left put between the numbers, and
/// reads the words for year and month of others as separators.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{200e}' | '\u{200f}' | '\u{61c}' => None,
        '年' | '月' => Some('/'),
        c => Some(c),
    }
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at(end)
}

/// Takes a separator off the front, with the blanks around it; blanks alone are one, too.
fn separator(text: &str) -> Option<(char, &str)> {
    let rest = text.trim_start();
    match rest.strip_prefix(['/', '-', '.']) {
        Some(after) => Some((rest.chars().next()?, after.trim_start())),
        None => (rest.len() < text.len()).then_some((' ', rest)),
    }
}

/// Whether nothing follows the date but what some regions end it with, and a time of day.
fn is_end(rest: &str) -> bool {
    let rest = rest.strip_prefix(['.', '日']).unwrap_or(rest);
    let rest = rest
        .trim_start()
        .strip_prefix("г")
        .map_or(rest, |rest| rest.strip_prefix('.').unwrap_or(rest));
    rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == 'T')
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use rstest::rstest;

    use super::*;

    /// Every numeric short form of a date among .NET's cultures (those of Unicode's locale data and
    /// those of Windows), with some of the regions that use it.
    const PATTERNS: &[(&str, &str)] = &[
        ("M/d/yyyy", "en-US, fil-PH, haw-US, ee-GH, brx-IN"),
        ("MM/dd/yyyy", "es-PA, es-PR"),
        ("M.d.yyyy", "jgo-CM"),
        ("d/M/yyyy", "es-ES, pt-AO, vi-VN, el-GR, lo-LA, th-TH"),
        ("dd/MM/yyyy", "en-GB, fr-FR, it-IT, pt-BR, he-IL, am-ET"),
        ("d/MM/yyyy", "en-NZ, nl-BE"),
        ("d\u{200f}/M\u{200f}/yyyy", "ar-EG, ar-IQ"),
        ("dd\u{200f}/MM\u{200f}/yyyy", "ar-MA"),
        ("dd/MM yyyy", "kkj-CM, uz-Latn-UZ"),
        ("d-M-yyyy", "nl-NL, kok-IN"),
        ("d-MM-yyyy", "syr-SY"),
        ("dd-MM-yyyy", "en-IN, es-CL, da-DK, fy-NL, rm-CH"),
        ("d.M.yyyy", "fi-FI, nb-NO, sq-AL, is-IS"),
        ("d.MM.yyyy", "pl-PL, be-BY"),
        ("dd.MM.yyyy", "de-DE, ru-RU, tr-TR, ro-RO, uk-UA, az-AZ"),
        ("d. M. yyyy", "cs-CZ, sk-SK, sl-SI, dsb-DE"),
        ("d.\u{a0}M.\u{a0}yyyy", "cs-CZ"),
        ("d. MM. yyyy", "sl-SI"),
        ("dd. MM. yyyy", "ksh-DE"),
        ("d. M. yyyy.", "bs-Latn-BA, sr-Latn-RS"),
        ("d.M.yyyy.", "sr-Cyrl-RS, hr-BA"),
        ("dd. MM. yyyy.", "hr-HR"),
        ("dd.MM.yyyy.", "bs-Cyrl-BA, hr-HR, lv-LV"),
        ("d.MM.yyyy.", "lv-LV"),
        ("d.M.yyyy г.", "bg-BG, mk-MK"),
        ("d.MM.yyyy г.", "bg-BG"),
        ("d.MM.yyyy\u{202f}г.", "bg-BG"),
        ("yyyy-MM-dd", "sv-SE, lt-LT, fr-CA, af-ZA, si-LK"),
        ("yyyy-M-d", "dz-BT"),
        ("yyyy/MM/dd", "ja-JP, en-ZA, fa-AF"),
        ("yyyy/M/d", "zh-CN, zh-TW, eu-ES, ak-GH"),
        ("yyyy.MM.dd", "mn-MN, cv-RU"),
        ("yyyy. MM. dd.", "hu-HU"),
        ("yyyy. M. d.", "ko-KR"),
        ("yyyy年M月d日", "zh-SG"),
        ("yyyy-d-M", "ug-CN, kk-Arab-CN"),
        ("yyyy-dd-MM", "ky-KG"),
        ("yyyy / dd / MM", "nqo-GN"),
    ];

    fn in_pattern(pattern: &str, day: Date) -> String {
        let (month, of_month) = (day.month(), day.day());
        pattern
            .replace("yyyy", &day.year().to_string())
            .replace("MM", &format!("{month:02}"))
            .replace("dd", &format!("{of_month:02}"))
            .replace('M', &month.to_string())
            .replace('d', &of_month.to_string())
    }

    /// A day that can be read only one way is read by its value, and the same day next to one that
    /// can be read both ways tells how that one is meant. All of it with a time of day, too.
    #[test]
    fn every_pattern_of_a_culture_is_read() {
        let (clear, either) = (date(1985, 3, 25), date(1990, 4, 3));
        for (pattern, cultures) in PATTERNS {
            for time in ["", " 0:00:00", " 12:00:00 AM", " 00.00"] {
                let [clear_text, either_text] =
                    [clear, either].map(|day| in_pattern(pattern, day) + time);
                let orders = Orders::of([clear_text.as_str(), either_text.as_str(), NONE]);
                for (text, day) in [(&clear_text, clear), (&either_text, either)] {
                    assert_eq!(birthday(text, orders), Some(day), "{text} of {cultures}");
                }
                assert_eq!(
                    birthday(&clear_text, Orders::UNKNOWN),
                    Some(clear),
                    "{clear_text} alone, of {cultures}"
                );
            }
        }
    }

    #[rstest]
    #[case("3/9/1985", (3, 9))]
    #[case("3-9-1985", (3, 9))]
    #[case("03/09 1985", (3, 9))]
    #[case("3.9.1985", (9, 3))]
    #[case("3. 9. 1985", (9, 3))]
    #[case("1985/3/9", (3, 9))]
    #[case("1985.03.09", (3, 9))]
    #[case("1985-03-09T00:00:00", (3, 9))]
    fn alone_one_that_could_be_either_is_read_the_usual_way(
        #[case] text: &str,
        #[case] expected: (i8, i8),
    ) {
        assert_eq!(
            birthday(text, Orders::UNKNOWN),
            Some(date(1985, expected.0, expected.1))
        );
    }

    #[rstest]
    #[case::day_first(&["25/12/1985", "1901/01/01", "soon"], "3/9/1985", (9, 3))]
    #[case::month_first(&["12.25.1985"], "3.9.1985", (3, 9))]
    #[case::both(&["25/12/1985", "12/25/1985"], "3/9/1985", (3, 9))]
    #[case::dots_when_both(&["25.12.1985", "12.25.1985"], "3.9.1985", (9, 3))]
    #[case::year_first_is_another_form(&["25/12/1985"], "1985/3/9", (3, 9))]
    #[case::year_last_is_another_form(&["1985-25-12"], "3-9-1985", (3, 9))]
    fn one_order_per_call(#[case] others: &[&str], #[case] text: &str, #[case] expected: (i8, i8)) {
        assert_eq!(
            birthday(text, Orders::of(others.iter().copied())),
            Some(date(1985, expected.0, expected.1))
        );
    }

    /// Years of two digits say too little (a runner without a birth date, 1901, would be one of
    /// 2001), and those of other calendars are none of ours.
    #[rstest]
    #[case("")]
    #[case("1985")]
    #[case("3/1985")]
    #[case("2/30/1985")]
    #[case("13/13/1985")]
    #[case("3/9/85")]
    #[case("85.03.09")]
    #[case("1364/12/18")]
    #[case("1/1/0001")]
    #[case("003/9/1985")]
    #[case("3/9-1985")]
    #[case("3 9 1985")]
    #[case("3/9/1985/7")]
    #[case("3/9/1985x")]
    #[case("3//9/1985")]
    #[case("9-Mar-1985")]
    #[case("born in May")]
    fn a_date_in_another_form_is_not_read(#[case] text: &str) {
        assert_eq!(birthday(text, Orders::UNKNOWN), None);
    }

    #[rstest]
    #[case(date(1985, 3, 9), "1985/3/9")]
    #[case(date(1990, 12, 25), "1990/12/25")]
    #[case(date(1901, 1, 1), NONE)]
    fn a_date_is_written_with_the_year_first(#[case] day: Date, #[case] expected: &str) {
        assert_eq!(written(day), expected);
        assert_eq!(birthday(expected, Orders::UNKNOWN), Some(day));
    }
}
