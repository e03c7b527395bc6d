//! Messages about a body that cannot be read: where it stops being JSON, or which field has another
//! type. They never contain what was sent there, since bodies contain names, phones and passwords,
//! and messages may be shown, stored or forwarded.

use std::str::Utf8Error;

use serde::{
    Deserialize,
    de::{Error, IgnoredAny},
};
use serde_json::error::Category;

/// The maximum length of a path in a message, in characters.
const LONGEST_PATH: usize = 120;

/// The body is not a JSON object of the expected shape: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Invalid Request Body. {0}")]
pub struct Unreadable(String);

impl Unreadable {
    /// The error for a body that is not text.
    pub(super) fn not_utf8(body: &[u8], error: Utf8Error) -> Self {
        let before = String::from_utf8_lossy(body.get(..error.valid_up_to()).unwrap_or_default());
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        Self(format!(
            "It must be JSON in UTF-8, and at line {line}, column {column} it is not UTF-8."
        ))
    }

    /// The error for a text that could not be read as a `T`. It is read again, more slowly, to find
    /// out why.
    pub(super) fn of<'t, T: Deserialize<'t>>(text: &'t str, error: &serde_json::Error) -> Self {
        if let Err(no_json) = serde_json::from_str::<IgnoredAny>(text) {
            return Self(not_json(text, &no_json));
        }
        let mut json = serde_json::Deserializer::from_str(text);
        match serde_path_to_error::deserialize::<_, T>(&mut json) {
            Err(at) => Self(wrong_field(&at.path().to_string(), at.inner())),
            Ok(_) => Self(not_json(text, error)),
        }
    }
}

/// The reason of an error, without its place. Only reasons that come from the parser itself get
/// into messages, because they quote nothing.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.as_str(), |(reason, _)| reason)
        .to_owned()
}

fn not_json(text: &str, error: &serde_json::Error) -> String {
    let bytes = text
        .lines()
        .nth(error.line().saturating_sub(1))
        .unwrap_or_default()
        .as_bytes();
    let column = String::from_utf8_lossy(bytes.get(..error.column()).unwrap_or(bytes))
        .chars()
        .count()
        .max(1);
    format!(
        "It is not JSON at line {}, column {column}: {}.",
        error.line(),
        reason(error)
    )
}

fn wrong_field(path: &str, error: &serde_json::Error) -> String {
    let field = if path == "." {
        "The body".to_owned()
    } else {
        path.chars().take(LONGEST_PATH).collect()
    };
    let reason = reason(error);
    if error.classify() != Category::Data {
        return format!("{field}: {reason}.");
    }
    if let Some(repeated) = reason.strip_prefix("duplicate field ") {
        return format!(
            "{field} has the key {} more than once.",
            repeated.replace('`', "\"")
        );
    }
    match reason
        .rsplit_once(", expected ")
        .and_then(|(_, expected)| wanted(expected))
    {
        Some(wanted) => format!("{field} must be {wanted}."),
        None if reason == REPEATED => format!("{field}: {REPEATED}."),
        None => format!("{field} is of a type that it cannot be."),
    }
}

const REPEATED: &str = "a key is repeated";

/// The error for a repeated key, for readers that check their keys themselves.
pub(crate) fn repeated_key<E: Error>() -> E {
    E::custom(REPEATED)
}

/// The value that serde expected, in words for users; `None` if it is not known.
fn wanted(expected: &str) -> Option<&'static str> {
    Some(match expected {
        "i64" => "a whole number of 64 bits, without quotes, fraction or exponent",
        "f64" => "a number, without quotes",
        "a string" => "a text in quotes",
        "a boolean" => "true or false, without quotes",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ => return None,
    })
}
