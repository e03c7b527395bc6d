//! Requests and answers about the organisers' files (contract 4.12, 9.4).

use std::fmt;

use chute_domain::{
    event_time::EventTime,
    files::{Content, FileName, FileRecord, FileVersion},
    problems::FileProblem,
    race::{Slug, YearKey},
    series::DisplayYear,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{
    json::{Wire, repeated_key, wire},
    requests::{NamesRace, of_event},
};

of_event! {
    /// Request of `r/series/update`.
    pub struct UpdateSeries {
        /// The definition. It may have any shape: the answer lists what is wrong in it, with paths.
        /// Empty: withdraws the file.
        #[schema(value_type = Vec<DisplayYear>)]
        pub years: AnyJson,
        /// The version to replace; 0: there is none. If the current version is another one, the
        /// answer is 409. Missing or null: replaces any version.
        pub version: Option<i64>,
    }
}

wire! {
    /// Request of `r/standings/update`.
    pub struct UpdateStandings {
        /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
        pub slug: String,
        /// Key of the year; must be given.
        pub year: String,
        /// Name of the distance, exactly as the rows have it; must be given.
        pub distance: String,
        /// The text of the file. Empty: withdraws the file.
        pub csv: String,
        /// The version to replace; 0: there is none. If the current version is another one, the
        /// answer is 409. Missing or null: replaces any version.
        pub version: Option<i64>,
    }
}

wire! {
    /// Request of `r/files/versions`.
    pub struct ListVersions {
        /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
        pub slug: String,
        /// Key of the year of the standings. If this and `distance` are empty, the series
        /// definition is meant.
        pub year: String,
        /// Name of the distance of the standings.
        pub distance: String,
        /// The version whose text to return; missing: none.
        pub version: Option<i64>,
    }
}

impl NamesRace for UpdateStandings {
    fn slug(&self) -> Slug {
        Slug::new(&self.slug)
    }

    fn year(&self) -> Option<YearKey> {
        Some(YearKey::new(&self.year))
    }
}

/// Answer of `r/series`.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublishedFiles<'f> {
    /// Slug of the event.
    pub slug: &'f str,
    /// Version of the series definition; 0: none is published.
    pub version: u64,
    /// The series definition: its display years in the order sent; `[]`: none is published.
    pub years: Vec<DisplayYear>,
    /// Every file of the event that is published on the downloads host.
    pub files: Vec<PublishedFile<'f>>,
}

/// Answer of `r/files/versions`.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileVersions {
    /// The versions, newest first, at most 20.
    pub versions: Vec<FileVersionShown>,
    /// Text of the version asked for; empty if none was asked for, or if it withdrew the file.
    pub content: String,
}

/// A version of an organiser's file.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileVersionShown {
    /// Number of the version; later versions have greater numbers.
    pub version: u64,
    /// When it was saved.
    pub updated_at: EventTime,
    /// Name of the account that saved it; empty if it is not known (any more).
    pub by: String,
    /// Size of its text in bytes.
    pub size: u64,
    /// Whether this version withdrew the file from the downloads host.
    pub withdrawn: bool,
}

impl FileVersionShown {
    /// A version saved by the account with the name `by`.
    #[must_use]
    pub fn new(version: &FileVersion, by: String) -> Self {
        Self {
            version: version.version,
            updated_at: version.updated_at.clone(),
            by,
            size: version.content.as_ref().map_or(0, |content| content.size),
            withdrawn: version.content.is_none(),
        }
    }
}

/// A file on the downloads host.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublishedFile<'f> {
    /// `series` or `standings`.
    pub kind: &'static str,
    /// Path on the downloads host, not encoded.
    pub path: String,
    /// Key of the year of the standings; empty for the series definition.
    pub year: &'f str,
    /// Name of the distance of the standings; empty for the series definition.
    pub distance: &'f str,
    /// Number of the version that is published.
    pub version: u64,
    /// When this version was saved.
    pub updated_at: &'f EventTime,
    /// Size of its text in bytes.
    pub size: u64,
}

impl<'f> PublishedFile<'f> {
    /// A file of the event `slug`.
    #[must_use]
    pub fn new(slug: &Slug, (file, content): (&'f FileRecord, &'f Content)) -> Self {
        let name = &file.name;
        Self {
            kind: name.kind(),
            path: name.path(slug),
            year: name.year().map_or("", YearKey::as_str),
            distance: name.distance(),
            version: file.version,
            updated_at: &file.updated_at,
            size: content.size,
        }
    }
}

/// Answer of `r/series/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesSaved<'f> {
    /// Slug of the event.
    pub slug: &'f str,
    /// The version that is current now.
    pub version: u64,
    /// When it was saved.
    pub updated_at: EventTime,
    /// Address of the file, relative to the downloads host.
    pub url: String,
    /// What is accepted but may be a mistake, such as a race that does not exist yet; at most 50
    /// entries.
    pub warnings: Vec<String>,
}

/// Answer of `r/standings/update`.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingsSaved<'f> {
    /// Slug of the event.
    pub slug: &'f str,
    /// Key of the year.
    pub year: &'f str,
    /// Name of the distance.
    pub distance: &'f str,
    /// The version that is current now.
    pub version: u64,
    /// When it was saved.
    pub updated_at: EventTime,
    /// Address of the file, relative to the downloads host.
    pub url: String,
    /// Number of rows of the file that are published, without its heading.
    pub rows: usize,
}

/// The body of the error for a file that is not accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileRefused<'p> {
    /// How many problems there are, and the first of them.
    pub message: &'p str,
    /// The first fifty problems.
    pub errors: &'p [FileProblem],
}

/// Encodes all characters except the unreserved ones of RFC 3986 and the slashes of a path.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// A file's address relative to the downloads host.
#[must_use]
pub fn url(slug: &Slug, name: &FileName) -> String {
    utf8_percent_encode(&name.path(slug), ENCODED).to_string()
}

/// Any JSON. Only a repeated key is refused, if it is one that definitions have (contract 1.2).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnyJson(pub Value);

/// The keys of contract 9.1.
const KEYS: [&str; 8] = [
    "display_year",
    "series",
    "name",
    "best",
    "distances",
    "year",
    "value",
    "type",
];

impl Wire for AnyJson {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::deserialize(from)
    }
}

impl<'de> Deserialize<'de> for AnyJson {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyVisitor).map(Self)
    }
}

struct AnyVisitor;

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(AnyJson(entry)) = entries.next_element()? {
            list.push(entry);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, AnyJson(value))) = fields.next_entry::<String, AnyJson>()? {
            if map.contains_key(&key) && KEYS.contains(&key.as_str()) {
                return Err(repeated_key());
            }
            map.insert(key, value);
        }
        Ok(map.into())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;
    use crate::json::read;

    #[rstest]
    #[case("{}", Value::Null)]
    #[case(r#"{"years":null}"#, Value::Null)]
    #[case(r#"{"years":"x"}"#, json!("x"))]
    #[case(r#"{"years":[{"display_year":2026,"x":{"y":[1,-2,2.5,true,null,"z"]}}]}"#, json!([{"display_year": 2026, "x": {"y": [1, -2, 2.5, true, null, "z"]}}]))]
    #[case(r#"{"years":[1.0,1e2,9223372036854775808]}"#, json!([1.0, 100.0, 9_223_372_036_854_775_808_u64]))]
    #[case(r#"{"years":[{"other":1,"other":2}]}"#, json!([{"other": 2}]))]
    #[case(r#"{"years":[{"name":"a"},{"name":"b"}]}"#, json!([{"name": "a"}, {"name": "b"}]))]
    fn a_definition_may_have_any_shape(#[case] body: &str, #[case] expected: Value) {
        assert_eq!(
            read::<UpdateSeries>(body.as_bytes())
                .expect("readable")
                .years
                .0,
            expected
        );
    }

    #[rstest]
    #[case(r#"{"years":[{"name":"a","name":"b"}]}"#)]
    #[case(r#"{"years":[{"series":[{"best":1,"best":1}]}]}"#)]
    #[case(r#"{"years":[],"years":[]}"#)]
    #[case(r#"{"years":[1e400]}"#)]
    #[case(r#"{"years":[01]}"#)]
    #[case(r#"{"years":[}"#)]
    #[case(r#"{"years":[],"version":"1"}"#)]
    #[case(r#"{"years":[],"version":1.0}"#)]
    #[case(r#"{"years":[],"slug":1}"#)]
    #[case("[]")]
    fn json_of_another_shape_is_refused(#[case] body: &str) {
        assert!(read::<UpdateSeries>(body.as_bytes()).is_err());
    }

    #[test]
    fn a_deep_definition_is_refused() {
        let body = format!("{{\"years\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(read::<UpdateSeries>(body.as_bytes()).is_err());
    }

    #[rstest]
    #[case("10 KM", "s/2026/10%20KM/ytp-standings.csv")]
    #[case("½ Marathon", "s/2026/%C2%BD%20Marathon/ytp-standings.csv")]
    #[case("50%", "s/2026/50%25/ytp-standings.csv")]
    #[case("a+b & 'c'", "s/2026/a%2Bb%20%26%20%27c%27/ytp-standings.csv")]
    #[case("5K/10K", "s/2026/5K/10K/ytp-standings.csv")]
    fn an_address_is_encoded(#[case] distance: &str, #[case] expected: &str) {
        assert_eq!(
            url(
                &Slug::new("s"),
                &FileName::Standings {
                    year: YearKey::new("2026"),
                    distance: distance.into()
                }
            ),
            expected
        );
        assert_eq!(url(&Slug::new("s"), &FileName::Series), "series/s.js");
    }
}
