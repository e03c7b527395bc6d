//! Cells of tables that a spreadsheet would run as formulas (pages.md D4, C20.8).

use std::borrow::Cow;

/// With one of these, in either width, a formula begins.
pub(crate) const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Behind one of these a cell begins for a spreadsheet that separates cells by it, or splits lines.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Whether a cell needs an apostrophe, either because a spreadsheet would run it as a formula or
/// because it already looks like a protected cell and has to be read back unchanged. Plain numbers
/// and a lone hyphen are not formulas (pages.md D4, C20.8).
fn is_risky(text: &str) -> bool {
    let rest = text.trim_start_matches('\'');
    rest.starts_with(is_risky_start)
        && (rest.len() < text.len() || !(rest == "-" || is_plain_number(rest)))
}

fn is_risky_start(first: char) -> bool {
    FORMULA_SIGNS.contains(&first) || matches!(first, '\t' | '\r' | '\n')
}

/// Whether the text after a separator needs an apostrophe. A quote would be taken for the beginning
/// of a quoted cell.
fn is_risky_part(part: &str) -> bool {
    part.trim_start_matches('\'')
        .trim_start_matches('"')
        .starts_with(FORMULA_SIGNS)
}

/// A cell that no spreadsheet runs, whatever it separates cells by. [`unguarded`] takes it back.
pub(crate) fn guarded(text: &str) -> Cow<'_, str> {
    let starts_risky = is_risky(text);
    let mut parts = text.split_inclusive(SEPARATORS);
    let first = parts.next().unwrap_or_default();
    if !starts_risky && !parts.clone().any(is_risky_part) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 8);
    if starts_risky {
        safe.push('\'');
    }
    safe.push_str(first);
    for part in parts {
        if is_risky_part(part) {
            safe.push('\'');
        }
        safe.push_str(part);
    }
    safe.into()
}

fn is_plain_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match unsigned.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(unsigned),
    }
}

/// A cell as it was before it was protected: without one apostrophe before each sign. Blanks around
/// it have to be there still, since a tab or the end of a line is one.
#[must_use]
pub fn unguarded(cell: &str) -> Cow<'_, str> {
    if !cell.contains('\'') {
        return cell.into();
    }
    let mut plain = String::with_capacity(cell.len());
    for (place, part) in cell.split_inclusive(SEPARATORS).enumerate() {
        let rest = part.strip_prefix('\'').filter(|rest| {
            if place > 0 {
                return is_risky_part(rest);
            }
            rest.trim_start_matches('\'').starts_with(is_risky_start)
        });
        plain.push_str(rest.unwrap_or(part));
    }
    plain.into()
}
