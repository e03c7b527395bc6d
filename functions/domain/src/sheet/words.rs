//! The words of a cell, in one form for all spellings.

/// The words of a text in capitals, without accents, punctuation and invisible characters. Letters
/// and digits are separate words, so that `DNF2` begins with `DNF`.
pub fn words(text: &str) -> Vec<String> {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let plain = deunicode::deunicode(&visible).to_uppercase();
    let kind = |c: char| (c.is_ascii_digit(), c.is_ascii_alphabetic());
    let mut words: Vec<String> = Vec::new();
    let mut before = (false, false);
    for c in plain.chars() {
        let here = kind(c);
        if here != (false, false) {
            match words.last_mut() {
                Some(word) if here == before => word.push(c),
                _ => words.push(c.to_string()),
            }
        }
        before = here;
    }
    words
}

/// Whether nothing is seen of a character: a soft hyphen, a mark of direction, a joiner, a control.
pub fn is_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
