//! A text from elsewhere on one line among others: in cards, e-mails and notifications.

/// The text with every run of blanks and control characters as one blank, none at either end, and
/// without marks of direction (pages.md A5).
pub(crate) fn one_line(text: &str) -> String {
    let text: String = text.chars().filter(|c| !is_direction_mark(*c)).collect();
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a character only sets the direction of what follows. In a name it would turn the text
/// beside the name; letters have a direction of their own.
const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
