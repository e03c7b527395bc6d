//! Times since the start, as people and programs write them.

use super::{Fault, FourParts, Numbers, Reading, TwoParts, words::is_invisible};
use crate::fold::fold;

const DAY_MS: i64 = 86_400_000;
const HOUR_MS: i64 = 3_600_000;
const MINUTE_MS: i64 = 60_000;
/// The maximum time: 99,999 hours, more than any race.
const MOST_MS: i64 = 99_999 * HOUR_MS;

/// A time that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    pub ms: i64,
    /// Whether the cell has two parts that may be minutes and seconds as well as hours and minutes;
    /// they are read as the reading says.
    pub is_two_parts: bool,
}

impl Time {
    const fn exactly(ms: i64) -> Self {
        Self {
            ms,
            is_two_parts: false,
        }
    }
}

/// The time in a cell: `h:mm:ss` or `m:ss`, with an optional fraction after `.` or `,`; with days
/// in front (`1 day 2:03:04`, `1.02:03:04`), or with a date of a spreadsheet's first days; with
/// units (`1h02`, `1 hr 2 min`, `62'03"`); or a plain number. A text with several meanings is read
/// as the reading says.
///
/// # Errors
/// A [`Fault`] that says what is accepted, or which option of the reading decides.
pub fn time(text: &str, reading: &Reading) -> Result<Time, Fault> {
    let text = plain(text);
    if text.contains(':')
        && ["am", "pm", "a.m.", "p.m."]
            .iter()
            .any(|half| text.ends_with(half))
    {
        return Err(Fault::TimeOfDay);
    }
    let (days, rest) = without_date(&text).ok_or(Fault::BadTime)?;
    let (more_days, rest) = timespan(rest).unwrap_or((0, rest));
    let read = if is_exponential(rest) {
        Time::exactly(number(&rest.replace(',', "."), reading.numbers)?)
    } else {
        match tokens(rest).ok_or(Fault::BadTime)?.as_slice() {
            [Token::Number(alone)] => alone_in_cell(alone, reading)?,
            tokens => Time::exactly(with_units(tokens).ok_or(Fault::BadTime)?),
        }
    };
    let ms = (days + more_days) * DAY_MS + read.ms;
    if (1..=MOST_MS).contains(&ms) {
        Ok(Time { ms, ..read })
    } else {
        Err(Fault::BadTime)
    }
}

/// The time that stands beside words in a cell, such as `41:02 HC`.
pub fn time_beside(text: &str, reading: &Reading) -> Option<Time> {
    let pieces = text.split(|c: char| c.is_whitespace() || "()[];*|".contains(c));
    pieces
        .map(|piece| piece.trim_matches(|c: char| !c.is_ascii_digit()))
        .filter(|piece| piece.contains(':'))
        .find_map(|piece| time(piece, reading).ok())
}

/// A cell in one form for all keyboards: ASCII digits, colons, quotes and blanks, in lower case;
/// without invisible characters and without a note in brackets or a mark behind it.
fn plain(text: &str) -> String {
    let same = |c: char| match c {
        '０'..='９' => digit(c, '０'),
        '٠'..='٩' => digit(c, '٠'),
        '۰'..='۹' => digit(c, '۰'),
        '：' | '∶' | '꞉' => ':',
        '．' => '.',
        '，' | '٫' => ',',
        '‘' | '’' | '′' | '´' | '`' | 'ʹ' | '＇' => '\'',
        '“' | '”' | '″' | '＂' | 'ʺ' => '"',
        _ if c.is_whitespace() => ' ',
        _ => c,
    };
    let visible = text.chars().filter(|c| !is_invisible(*c)).map(same);
    let plain = visible
        .collect::<String>()
        .to_lowercase()
        .replace("''", "\"");
    let mut plain = plain.trim();
    if let Some((before, note)) = plain.rsplit_once(['(', '['])
        && !before.trim().is_empty()
        && !note.contains(|c: char| c.is_ascii_digit())
    {
        plain = before.trim_end();
    }
    plain
        .trim_end_matches(['*', '†', '‡', '#'])
        .trim_end()
        .to_owned()
}

fn digit(c: char, zero: char) -> char {
    let value = u32::from(c) - u32::from(zero);
    char::from_digit(value, 10).unwrap_or(c)
}

/// Splits off a date from the first days of a spreadsheet's calendar, which precedes the time if
/// the cell was written with its date. Returns the number of days and the rest.
fn without_date(text: &str) -> Option<(i64, &str)> {
    let is_date = |date: &str| {
        date.contains(['-', '/']) || (date.matches('.').count() == 2 && date.len() == 10)
    };
    let Some((date, rest)) = text
        .split_once([' ', 't'])
        .filter(|(date, _)| is_date(date))
    else {
        return Some((0, text));
    };
    let days = match date {
        "1899-12-30" | "1899-12-31" | "1900-01-00" | "1/0/1900" | "12/30/1899" | "30.12.1899" => 0,
        "1900-01-01" | "1/1/1900" => 1,
        _ => return None,
    };
    Some((days, rest.trim_start()))
}

/// Splits off the days of `1.02:03:04`, as .NET writes a time span.
fn timespan(text: &str) -> Option<(i64, &str)> {
    let (days, rest) = text.split_once('.')?;
    let days = Some(days)
        .filter(|days| days.len() <= 3)
        .and_then(integer)?;
    let [hours, _, _] = rest.split(':').collect::<Vec<_>>()[..] else {
        return None;
    };
    (hours.len() == 2 && integer(hours)? < 24).then_some((days, rest))
}

/// Whether it is a number as spreadsheets write very small ones: `4.30902777777778E-02`.
fn is_exponential(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b".,e-+".contains(&byte);
    text.contains('e')
        && text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(is_part)
}

/// A piece of a cell.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// Digits, with colons or dots between groups of them.
    Number(String),
    Unit(Unit),
}

/// In the order of their length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Second,
    Minute,
    Hour,
    Day,
}

/// The pieces of a cell; `None` if one is neither a number nor a unit.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let kind = |c: char| (c.is_ascii_digit() || c == ':', c.is_alphabetic());
        let mut end = first.len_utf8();
        if kind(first) != (false, false) {
            for (at, c) in rest.char_indices() {
                // a dot or comma belongs to a number if digits follow it directly
                let is_inside = ".,".contains(c)
                    && kind(first).0
                    && rest
                        .get(at + 1..)
                        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
                if kind(c) != kind(first) && !is_inside {
                    break;
                }
                end = at + c.len_utf8();
            }
        }
        let (piece, behind) = rest.split_at_checked(end)?;
        rest = behind.trim_start_matches([' ', '.', ',']);
        match piece {
            "and" | "und" | "y" | "et" | "e" | "en" | "och" | "og" | "i" | "ja" => {}
            _ if kind(first).0 => tokens.push(Token::Number(piece.replace(',', "."))),
            _ => tokens.push(Token::Unit(unit(piece)?)),
        }
    }
    Some(tokens).filter(|tokens| !tokens.is_empty())
}

/// The unit that a word or sign means, in the languages of contract pages A6.
fn unit(word: &str) -> Option<Unit> {
    Some(match fold(word).as_str() {
        _ if word == "'" => Unit::Minute,
        _ if word == "\"" => Unit::Second,
        "d" | "day" | "days" | "tag" | "tage" | "tagen" | "dia" | "dias" | "j" | "jour"
        | "jours" | "giorno" | "giorni" | "dag" | "dagen" | "dagar" | "dage" | "dager"
        | "paiva" | "paivaa" | "dzien" | "dni" | "д" | "день" | "дня" | "днеи" | "天" | "日" => {
            Unit::Day
        }
        "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "stunde" | "stunden" | "hora" | "horas"
        | "heure" | "heures" | "ora" | "ore" | "u" | "uur" | "uren" | "t" | "tim" | "timme"
        | "timmar" | "time" | "timer" | "tunti" | "tuntia" | "godz" | "godzina" | "godziny"
        | "godzin" | "ч" | "час" | "часа" | "часов" | "時間" | "小时" | "小時" | "时" | "時" => {
            Unit::Hour
        }
        "m" | "min" | "mins" | "mn" | "minute" | "minutes" | "minuten" | "minuto" | "minutos"
        | "minuti" | "minut" | "minuter" | "minutter" | "minuutti" | "minuuttia" | "minuta"
        | "minuty" | "м" | "мин" | "минута" | "минуты" | "минут" | "分" | "分钟" | "分鐘" => {
            Unit::Minute
        }
        "s" | "sec" | "secs" | "second" | "seconds" | "sek" | "sekunde" | "sekunden" | "seg"
        | "segundo" | "segundos" | "seconde" | "secondes" | "secondo" | "secondi" | "seconden"
        | "sekund" | "sekunder" | "sekunti" | "sekuntia" | "sekunda" | "sekundy" | "с" | "сек"
        | "секунда" | "секунды" | "секунд" | "秒" => Unit::Second,
        _ => return None,
    })
}

/// Milliseconds of numbers with units, the longest unit first. The number behind the last unit may
/// have none: `1h02`, `62'03`, `1 day 2:03:04`.
fn with_units(tokens: &[Token]) -> Option<i64> {
    let mut ms = 0;
    let mut last: Option<Unit> = None;
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let Token::Number(number) = token else {
            return None;
        };
        let unit = match tokens.peek() {
            Some(Token::Unit(unit)) => {
                tokens.next();
                Some(*unit)
            }
            _ => None,
        };
        let is_last = unit.is_none() || number.contains(':');
        if is_last && tokens.peek().is_some() {
            return None;
        }
        ms += piece(number, unit, last)?;
        last = unit;
    }
    Some(ms)
}

/// Milliseconds of a number with this unit, behind one with the unit `last`.
fn piece(number: &str, unit: Option<Unit>, last: Option<Unit>) -> Option<i64> {
    if let Some(parts) = Parts::of(number) {
        if last == Some(Unit::Day) && first(parts.whole.first()?)? >= 24 {
            return None;
        }
        return match (last, unit, parts.whole.as_slice()) {
            (None | Some(Unit::Day), Some(Unit::Hour), [_, _])
            | (Some(Unit::Day), None, [_, _]) => parts.hours_minutes(),
            (None | Some(Unit::Hour), Some(Unit::Minute), [_, _])
            | (Some(Unit::Hour), None, [_, _]) => parts.minutes_seconds(),
            (None | Some(Unit::Day), Some(Unit::Hour) | None, [_, _, _]) => {
                parts.hours_minutes_seconds()
            }
            _ => None,
        };
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let value = integer(whole)?;
    let unit = match (unit, last) {
        (Some(unit), last) if last.is_none_or(|last| unit < last) => unit,
        (None, Some(Unit::Hour)) if whole.len() == 2 && fraction.is_empty() => Unit::Minute,
        (None, Some(Unit::Minute)) if whole.len() == 2 => Unit::Second,
        // 1h02'03"4
        (None, Some(Unit::Second)) if fraction.is_empty() => return thousandths(whole),
        _ => return None,
    };
    let (length, most) = match unit {
        Unit::Day => (DAY_MS, 999),
        Unit::Hour => (HOUR_MS, 24),
        Unit::Minute => (MINUTE_MS, 60),
        Unit::Second => (1_000, 60),
    };
    if value >= most && (last.is_some() || unit == Unit::Day) {
        return None;
    }
    if unit == Unit::Second {
        let fraction = if fraction.is_empty() {
            0
        } else {
            thousandths(fraction)?
        };
        return Some(value.checked_mul(length)? + fraction);
    }
    // 1.5 h, but not 1.5 h 20 min
    match fraction {
        "" => value.checked_mul(length),
        _ if last.is_none() => {
            let value: f64 = number.parse().ok()?;
            Some((value * length as f64).round() as i64)
        }
        _ => None,
    }
}

/// A number that is all there is in a cell.
fn alone_in_cell(number: &str, reading: &Reading) -> Result<Time, Fault> {
    let by_dots = || {
        let parts = number.split('.').count();
        parts >= 3 || (reading.numbers == Numbers::Parts && parts <= 2)
    };
    let number = if !number.contains(':') && by_dots() {
        with_colons(number)
    } else {
        number.to_owned()
    };
    let Some(parts) = Parts::of(&number) else {
        return self::number(&number, reading.numbers).map(Time::exactly);
    };
    let is_two_parts = parts.whole.len() == 2 && parts.fraction == 0 && !number.contains('.');
    let ms = match parts.whole.as_slice() {
        [_, _] if is_two_parts && reading.two_parts == Some(TwoParts::Hours) => {
            parts.hours_minutes()
        }
        [_, _] => parts.minutes_seconds(),
        [_, _, _] => parts.hours_minutes_seconds(),
        [_, _, _, _] => return four_parts(&parts, reading),
        _ => None,
    };
    let ms = ms.ok_or(Fault::BadTime)?;
    Ok(Time { ms, is_two_parts })
}

/// Dots as colons; a digit that a spreadsheet has dropped (21.3 for 21.30) is added again.
fn with_colons(number: &str) -> String {
    match number.split_once('.') {
        None => format!("{number}:00"),
        Some((minutes, seconds)) if seconds.len() == 1 => format!("{minutes}:{seconds}0"),
        _ => number.replace('.', ":"),
    }
}

/// `1:02:03:04`: days, or hundredths of a second at the end.
fn four_parts(parts: &Parts<'_>, reading: &Reading) -> Result<Time, Fault> {
    let [first, second, third, fourth] = parts.whole[..] else {
        return Err(Fault::BadTime);
    };
    let days = || {
        let hours = Some(second)
            .filter(|text| text.len() <= 2)
            .and_then(integer)?;
        let days = integer(first).filter(|days| *days < 1_000 && hours < 24)?;
        let rest = Parts {
            whole: vec![second, third, fourth],
            ..*parts
        };
        Some(days * DAY_MS + rest.hours_minutes_seconds()?)
    };
    let fraction = || {
        let time = Parts {
            whole: vec![first, second, third],
            fraction: 0,
        };
        let is_fraction = parts.fraction == 0 && (2..=3).contains(&fourth.len());
        let fraction = thousandths(fourth).filter(|_| is_fraction)?;
        Some(time.hours_minutes_seconds()? + fraction)
    };
    let ms = match (days(), fraction(), reading.four_parts) {
        (Some(_), Some(_), None) => return Err(Fault::FourParts),
        (Some(days), _, Some(FourParts::Days)) => Some(days),
        (_, Some(fraction), Some(FourParts::Fraction)) => Some(fraction),
        (days, fraction, _) => days.or(fraction),
    };
    ms.map(Time::exactly).ok_or(Fault::BadTime)
}

/// Numbers between colons, and the fraction of the last one in milliseconds.
struct Parts<'t> {
    whole: Vec<&'t str>,
    fraction: i64,
}

impl<'t> Parts<'t> {
    /// `None` without a colon.
    fn of(text: &'t str) -> Option<Self> {
        let (whole, fraction) = match text.split_once('.') {
            Some((whole, fraction)) => (whole, thousandths(fraction)?),
            None => (text, 0),
        };
        let whole: Vec<&str> = whole.split(':').collect();
        (whole.len() > 1).then_some(Self { whole, fraction })
    }

    fn hours_minutes_seconds(&self) -> Option<i64> {
        let [hours, minutes, seconds] = self.whole[..] else {
            return None;
        };
        let ms = first(hours)? * HOUR_MS + next(minutes)? * MINUTE_MS + next(seconds)? * 1_000;
        Some(ms + self.fraction)
    }

    fn minutes_seconds(&self) -> Option<i64> {
        let [minutes, seconds] = self.whole[..] else {
            return None;
        };
        Some(first(minutes)? * MINUTE_MS + next(seconds)? * 1_000 + self.fraction)
    }

    fn hours_minutes(&self) -> Option<i64> {
        let [hours, minutes] = self.whole[..] else {
            return None;
        };
        (self.fraction == 0).then_some(())?;
        Some(first(hours)? * HOUR_MS + next(minutes)? * MINUTE_MS)
    }
}

/// The number before the first colon, of up to five digits.
fn first(text: &str) -> Option<i64> {
    Some(text).filter(|text| text.len() <= 5).and_then(integer)
}

/// A number behind a colon: two digits, below 60.
fn next(text: &str) -> Option<i64> {
    let two = Some(text).filter(|text| text.len() == 2).and_then(integer);
    two.filter(|value| *value < 60)
}

fn integer(text: &str) -> Option<i64> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// Fractional digits as milliseconds; digits after the third are dropped.
fn thousandths(digits: &str) -> Option<i64> {
    integer(digits.get(..digits.len().min(18))?)?;
    format!("{digits:0<3}").get(..3)?.parse().ok()
}

fn number(text: &str, numbers: Numbers) -> Result<i64, Fault> {
    let value: f64 = text
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite() && *value > 0.0)
        .ok_or(Fault::BadTime)?;
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let ms = match numbers {
        Numbers::Seconds => value * 1_000.0,
        Numbers::Minutes => value * 60_000.0,
        Numbers::Days => value * DAY_MS as f64,
        // nobody writes seconds or minutes with that many digits
        Numbers::Refused if (value < 1.0 && decimals >= 4) || (value < 10.0 && decimals >= 6) => {
            value * DAY_MS as f64
        }
        Numbers::Refused | Numbers::Parts => return Err(Fault::PlainNumber),
    };
    if ms > 1e15 {
        return Err(Fault::BadTime);
    }
    Ok(ms.round() as i64)
}

/// Formats a time as `1:02:03.4`: hours without leading zeros, and only as many fractional digits
/// as needed.
pub fn written(ms: i64) -> String {
    let (seconds, rest) = (ms / 1_000, ms % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let text = format!("{hours}:{minutes:02}:{seconds:02}.{rest:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
