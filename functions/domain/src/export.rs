//! The results of a year as files to download: which file an address names, and the tables
//! (contract 9.5, docs/data-schema.md).
//!
//! Everything here is made from a published snapshot, which contains no names of anonymous people.

mod calendar;
mod layout;
mod oembed;
mod table;

use percent_encoding::{percent_decode_str, utf8_percent_encode};

use crate::{
    card::COMPONENT,
    race::{Slug, YearKey},
};

pub use calendar::{ListedEvent, calendar, shown_starts};
pub use layout::{itra, ultrasignup};
pub use oembed::oembed;
pub use table::{COLUMNS, rows_csv};

/// The version of the layout of `results.json` and `results.csv`: it changes when anything in them
/// changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// The path of the files' folder on the downloads host.
const FOLDER: &str = "/downloads/results/";

/// The path of a year's file `oembed.json`, percent-encoded.
#[must_use]
pub fn oembed_path(slug: &Slug, year: &YearKey) -> String {
    format!("{FOLDER}{}/oembed.json", of_year(slug, year))
}

/// `river-10k/2026` as part of a path, percent-encoded.
fn of_year(slug: &Slug, year: &YearKey) -> String {
    let part = |part: &str| utf8_percent_encode(part, &COMPONENT).to_string();
    format!("{}/{}", part(slug.as_str()), part(year.as_str()))
}

/// A file that is made on request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// `results/calendar.ics`: the public events.
    Calendar,
    /// `oembed.json` of a year: how an editor puts the results on another page (oembed.com).
    OEmbed {
        /// The slug of the event.
        slug: Slug,
        /// The year's key.
        year: YearKey,
    },
    /// The published results of a year.
    OfYear {
        /// The slug of the event.
        slug: Slug,
        /// The year's key.
        year: YearKey,
        /// The file's format, and what it contains.
        file: File,
    },
}

/// A file of a year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// `results.csv`: every row, as `chute import` reads it.
    Csv,
    /// `results.json`: the same rows, with the event and its lists.
    Json,
    /// `{distance}/results-ultrasignup.csv`: one line per runner, as UltraSignup accepts it.
    UltraSignup(String),
    /// `{distance}/results-itra.csv`: one line per runner, as in ITRA's template.
    Itra(String),
}

impl Address {
    /// Reads the path of an address, percent-encoded as a viewer wrote it:
    /// `/downloads/results/river-10k/2026/results.csv`. `None` for any other path. The edge
    /// forwards the paths that match its own pattern (template.yaml, `DownloadsPath`).
    #[must_use]
    pub fn read(path: &str) -> Option<Self> {
        let parts: Vec<String> = path
            .strip_prefix(FOLDER)?
            .split('/')
            .map(decoded)
            .collect::<Option<_>>()?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let (slug, year, file) = match parts.as_slice() {
            ["calendar.ics"] => return Some(Self::Calendar),
            [slug, year, "oembed.json"] => {
                return Some(Self::OEmbed {
                    slug: Slug::new(slug),
                    year: YearKey::new(year),
                });
            }
            [slug, year, "results.csv"] => (slug, year, File::Csv),
            [slug, year, "results.json"] => (slug, year, File::Json),
            [slug, year, distance, "results-ultrasignup.csv"] => {
                (slug, year, File::UltraSignup((*distance).to_owned()))
            }
            [slug, year, distance, "results-itra.csv"] => {
                (slug, year, File::Itra((*distance).to_owned()))
            }
            _ => return None,
        };
        Some(Self::OfYear {
            slug: Slug::new(slug),
            year: YearKey::new(year),
            file,
        })
    }
}

fn decoded(part: &str) -> Option<String> {
    percent_decode_str(part)
        .decode_utf8()
        .ok()
        .map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn of_year(slug: &str, file: File) -> Option<Address> {
        Some(Address::OfYear {
            slug: Slug::new(slug),
            year: YearKey::new("2026"),
            file,
        })
    }

    #[rstest]
    #[case("/downloads/results/calendar.ics", Some(Address::Calendar))]
    #[case(
        "/downloads/results/river/2026/results.csv",
        of_year("river", File::Csv)
    )]
    #[case(
        "/downloads/results/river/2026/results.json",
        of_year("river", File::Json)
    )]
    #[case(
        "/downloads/results/river/2026/oembed.json",
        Some(Address::OEmbed { slug: Slug::new("river"), year: YearKey::new("2026") })
    )]
    #[case("/downloads/results/RIVER/2026/10%20KM/results-ultrasignup.csv", of_year("RIVER", File::UltraSignup("10 KM".to_owned())))]
    #[case("/downloads/results/river/2026/5%2F10/results-itra.csv", of_year("river", File::Itra("5/10".to_owned())))]
    #[case(
        "/downloads/results/river/2026//results-itra.csv",
        of_year("river", File::Itra(String::new()))
    )]
    #[case("/downloads/results/river/2026/current.json", None)]
    #[case("/downloads/results/river/results.csv", None)]
    #[case("/downloads/results/river/2026/10/results.csv", None)]
    #[case("/downloads/results/river/%FF/results.csv", None)]
    #[case("/results/river/2026/results.csv", None)]
    #[case("", None)]
    fn an_address_names_a_file(#[case] path: &str, #[case] expected: Option<Address>) {
        assert_eq!(Address::read(path), expected);
    }
}
