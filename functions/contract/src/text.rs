//! Limits of texts, counted in characters (contract 2).

use crate::Invalid;

/// Cuts a text of an uploaded list to its limit.
pub fn cut(mut text: String, limit: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(limit) {
        text.truncate(end);
    }
    text
}

/// Whether the text is longer than its limit.
pub fn is_over(text: &str, limit: usize) -> bool {
    text.len() > limit && text.chars().nth(limit).is_some()
}

/// Whether an identity field of an uploaded list is valid: not empty, and within its limit.
pub fn is_identity(text: &str, limit: usize) -> bool {
    !text.is_empty() && !is_over(text, limit)
}

/// Refuses a field of a single object that is over its limit.
pub fn within(
    field: &'static str,
    text: &str,
    limit: usize,
    rule: &'static str,
) -> Result<(), Invalid> {
    if is_over(text, limit) {
        Err(Invalid::new(field, rule))
    } else {
        Ok(())
    }
}
