//! Maps addresses to files and cards, as the functions `DownloadsPath` and `SitePath` of the
//! template do.

use chute_domain::card::in_one_part;
use percent_encoding::percent_decode_str;
use regex_lite::{Regex, RegexBuilder};

use super::DOWNLOADS;
use crate::template::{BadTemplate, Template};

/// The part of the function `DownloadsPath` that is read from its code: which files are made on
/// request.
#[derive(Debug)]
pub(super) struct DownloadsPath {
    data: Regex,
}

impl DownloadsPath {
    /// # Errors
    /// When the function's code has no such pattern, or one that is not valid here.
    pub(super) fn read(template: &Template) -> Result<Self, BadTemplate> {
        Ok(Self {
            data: pattern("DownloadsPath", code(template, "DownloadsPath")?, "data")?,
        })
    }

    /// The path of the API that makes the file; `None` for a stored file.
    pub(super) fn made(&self, path: &str) -> Option<String> {
        self.data
            .is_match(path)
            .then(|| format!("/api/card/{}", in_one_part(path)))
    }
}

/// The path of a published file below the downloads host; `None` for a folder.
pub(super) fn downloads_path(path: &str) -> Option<&str> {
    // keeps the slash with which a path begins
    path.get(DOWNLOADS.len() - 1..)
        .filter(|_| !path.ends_with('/'))
}

/// The key of a path in a bucket: decoded, without its first slash. `None` for what cannot be one
/// of our keys: invalid UTF-8, or a path that would lead out of its folder if the bucket were one.
pub(super) fn key(path: &str) -> Option<String> {
    let key = percent_decode_str(path.strip_prefix('/')?)
        .decode_utf8()
        .ok()?;
    let is_ours =
        !key.is_empty() && !key.contains('\0') && !key.split(['/', '\\']).any(|part| part == "..");
    is_ours.then(|| key.into_owned())
}

/// Where a request for the site leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way<'p> {
    /// To the file of this path.
    File(&'p str),
    /// To the card of a page: the API's path for it.
    Card(String),
}

/// The function `SitePath`: its patterns, read from its code.
#[derive(Debug)]
pub(super) struct SitePath {
    file: Regex,
    preview: Regex,
    scripted: Regex,
    page: Regex,
}

impl SitePath {
    /// # Errors
    /// When the function's code has no such pattern, or one that is not valid here.
    pub(super) fn read(template: &Template) -> Result<Self, BadTemplate> {
        let pattern = |name| pattern("SitePath", code(template, "SitePath")?, name);
        Ok(Self {
            file: pattern("file")?,
            preview: pattern("preview")?,
            scripted: pattern("scripted")?,
            page: pattern("page")?,
        })
    }

    /// Where a path leads; `path` is as the viewer wrote it, without the query.
    pub(super) fn way<'p>(&self, agent: Option<&[u8]>, path: &'p str) -> Way<'p> {
        let is_preview = |agent| {
            let agent = String::from_utf8_lossy(agent);
            self.preview.is_match(&agent) && !self.scripted.is_match(&agent)
        };
        if agent.is_some_and(is_preview) && self.page.is_match(path) {
            return Way::Card(format!("/api/card/{}", in_one_part(path)));
        }
        Way::File(if self.file.is_match(path) {
            path
        } else {
            "/index.html"
        })
    }
}

/// The code of an edge function.
fn code<'t>(template: &'t Template, function: &str) -> Result<&'t str, BadTemplate> {
    Ok(template
        .properties(function)?
        .get("FunctionCode")
        .and_then(|code| code.as_str())
        .unwrap_or_default())
}

/// The pattern in a line `var name = /…/i;`.
fn pattern(function: &str, code: &str, name: &str) -> Result<Regex, BadTemplate> {
    let bad = |why: String| BadTemplate(format!("{function}: {name}: {why}"));
    let start = format!("var {name} = /");
    let literal = code
        .lines()
        .find_map(|line| line.trim().strip_prefix(&start)?.strip_suffix(';'));
    let (pattern, flags) = literal
        .and_then(|literal| literal.rsplit_once('/'))
        .ok_or_else(|| bad("there is no such pattern".to_owned()))?;
    if !matches!(flags, "" | "i") {
        return Err(bad(format!("the flags {flags} are not known")));
    }
    // like JavaScript without the flag u, this crate knows no letters beyond ASCII
    RegexBuilder::new(pattern)
        .case_insensitive(flags == "i")
        .build()
        .map_err(|error| bad(error.to_string()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/downloads/results/index.json", Some("/results/index.json"))]
    #[case("/downloads/results/", None)]
    #[case("/downloads/", None)]
    #[case("/downloads//x", Some("//x"))]
    fn a_published_files_path(#[case] path: &str, #[case] expected: Option<&str>) {
        assert_eq!(downloads_path(path), expected);
    }

    #[rstest]
    #[case("/results/index.json", Some("results/index.json"))]
    #[case(
        "/a/2026/10%20KM/ytp-standings.csv",
        Some("a/2026/10 KM/ytp-standings.csv")
    )]
    #[case("/a%2Fb", Some("a/b"))]
    #[case("/a..b", Some("a..b"))]
    #[case("/", None)]
    #[case("/../x", None)]
    #[case("/a/%2E%2E/x", None)]
    #[case("/a/..%5Cx", None)]
    #[case("/a%00", None)]
    #[case("/%FF", None)]
    #[case("", None)]
    fn a_key(#[case] path: &str, #[case] expected: Option<&str>) {
        assert_eq!(key(path).as_deref(), expected);
    }

    #[rstest]
    #[case("var file = /a/;", true)]
    #[case("  var file = /a\\/b/i;", true)]
    #[case("var file = /a/u;", false)]
    #[case("var file = /(/;", false)]
    #[case("var file = 'a';", false)]
    #[case("var page = /a/;", false)]
    fn a_pattern_is_read_or_refused(#[case] code: &str, #[case] is_read: bool) {
        assert_eq!(pattern("SitePath", code, "file").is_ok(), is_read);
    }
}
