//! Results of a year as files for other programs, and the calendar of events (contract 9.5,
//! docs/data-schema.md).
//!
//! These are not routes of the contract: for a file below the downloads host, the edge calls the
//! function for cards, as it does in place of a page. The file is made from the published snapshot
//! on demand, so that a publication need not write a file as large as its race. Anything the public
//! may not see is a 404, whatever the reason.

use axum::{
    Json,
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chute_contract::{
    answers::{ExportedYear, ToJson},
    result::ResultOut,
};
use chute_domain::{
    event_time::EventTime,
    export::{self, Address, File, SCHEMA},
    race::{Slug, YearKey},
    snapshot::Snapshot,
    state::EventRecord,
};

use chute_publisher::Publications;

use crate::{App, answer::Problem, compute::EXPORTS, gzip::compress};

/// The header with the address of the site of a card or file: `https://results.example.org`. The
/// edge sets it. A caller who bypasses the edge may send anything: it appears only in their own
/// answer, which nothing caches.
const SITE: &str = "x-site-address";
/// How long a file is cached. As with the event list, withdrawn data is gone within a minute.
const KEPT: &str = "public, max-age=10, stale-while-revalidate=30";
const CSV: &str = "text/csv; charset=utf-8";
const NONE: Problem = Problem::NotFound("Not Found");

/// The file at an address.
pub(crate) async fn file(
    app: &App,
    address: &Address,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    match address {
        Address::Calendar => calendar(app, headers).await,
        Address::OEmbed { slug, year } => oembed(app, slug, year, headers).await,
        Address::OfYear { slug, year, file } => of_year(app, slug, year, file, headers).await,
    }
}

async fn calendar(app: &App, headers: &HeaderMap) -> Result<Response, Problem> {
    let list = Publications::of(&app.store)
        .published_events()
        .await?
        .ok_or(NONE)?;
    if list.events.iter().any(|event| event.starts.is_none()) {
        // the next change, or the reconciler, makes the list anew
        return Err(NONE);
    }
    let now_s = EventTime::from(app.store.time()).instant();
    let text = export::calendar(&list.events, now_s, &list.updated_at, site(headers));
    Ok((
        [
            (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
            (header::CACHE_CONTROL, KEPT),
        ],
        text,
    )
        .into_response())
}

async fn of_year(
    app: &App,
    slug: &Slug,
    year: &YearKey,
    file: &File,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let record = public_event(app, slug).await?;
    let deletes = record.years.get(year).ok_or(NONE)?;
    let mut published = app
        .caches
        .snapshots
        .public_year(&app.store, &record, deletes)
        .await?
        .ok_or(NONE)?;
    let etag = etag(published.version().version)?;
    if has(headers, &etag) {
        return Ok((
            StatusCode::NOT_MODIFIED,
            [(header::ETAG, etag), (header::CACHE_CONTROL, kept())],
        )
            .into_response());
    }
    let (name, kind) = match file {
        File::Csv => (Some("results.csv"), CSV),
        File::Json => (Some("results.json"), "application/json"),
        // a single distance: the file is small, and not kept in memory
        File::UltraSignup(_) | File::Itra(_) => (None, CSV),
    };
    if let Some(known) = name.and_then(|name| published.export(name)) {
        return Ok(packed(known, kind, etag));
    }
    let snapshot = published.snapshot().await?.ok_or(NONE)?;
    let _turn = published.turn().await;
    if let Some(known) = name.and_then(|name| published.export(name)) {
        return Ok(packed(
            known,
            kind,
            self::etag(published.version().version)?,
        ));
    }
    let version = published.version().version;
    let body = EXPORTS.apart(|| match written(file, version, &snapshot)? {
        Some(text) => compress(&text).map_err(|error| Problem::Failed(error.into())),
        None => Err(NONE),
    });
    let body = Bytes::from(body.await??);
    if let Some(name) = name {
        published.keep_export(name, body.clone());
    }
    // a newer version may have been published in the meantime
    Ok(packed(body, kind, self::etag(version)?))
}

async fn public_event(app: &App, slug: &Slug) -> Result<EventRecord, Problem> {
    app.store
        .load_event(slug)
        .await?
        .filter(|record| !record.event.access_restricted)
        .ok_or(NONE)
}

/// How to embed a year, also before its first result.
async fn oembed(
    app: &App,
    slug: &Slug,
    year: &YearKey,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let record = public_event(app, slug).await?;
    let deletes = record.years.get(year).ok_or(NONE)?;
    let site = site(headers).ok_or(NONE)?;
    let answer = export::oembed(&record.event(), &deletes.year, site);
    Ok(([(header::CACHE_CONTROL, kept())], Json(answer)).into_response())
}

/// The contents of a file; `None` if the year has no such distance.
fn written(file: &File, version: u64, snapshot: &Snapshot) -> Result<Option<Vec<u8>>, Problem> {
    let Snapshot {
        event,
        year,
        rows,
        distances,
        segments,
        ..
    } = snapshot;
    let text = match file {
        File::Csv => Some(export::rows_csv(rows)),
        File::UltraSignup(distance) => export::ultrasignup(snapshot, distance),
        File::Itra(distance) => export::itra(snapshot, distance),
        File::Json => {
            let results = rows.iter().map(ResultOut::new).collect();
            let whole = ExportedYear {
                schema: SCHEMA,
                version,
                event,
                event_year: year,
                distances,
                segments,
                results,
            };
            return whole
                .to_json()
                .map(Some)
                .map_err(|error| Problem::Failed(error.into()));
        }
    };
    Ok(text.map(String::into_bytes))
}

/// An answer with a compressed body; a caller who does not accept that gets it uncompressed.
fn packed(body: Bytes, kind: &'static str, etag: HeaderValue) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_ENCODING, HeaderValue::from_static("gzip")),
        (header::CACHE_CONTROL, kept()),
        (header::ETAG, etag),
    ];
    (headers, body).into_response()
}

fn kept() -> HeaderValue {
    HeaderValue::from_static(KEPT)
}

/// The tag of a version, whose number is never reused. The tag is weak, because the file is sent
/// both compressed and uncompressed.
fn etag(version: u64) -> Result<HeaderValue, Problem> {
    HeaderValue::try_from(format!("W/\"{version}-{SCHEMA}\""))
        .map_err(|error| Problem::Failed(error.into()))
}

/// Whether the caller has this version (RFC 9110, 13.1.2).
fn has(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let ours = etag.to_str().unwrap_or_default();
    let asked = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut tags = asked.flat_map(|list| list.split(',')).map(str::trim);
    tags.any(|tag| tag == "*" || tag == ours || ours.strip_prefix("W/") == Some(tag))
}

/// The address of the site; `None` if no header names one, or it is not the address of a host.
pub(crate) fn site(headers: &HeaderMap) -> Option<&str> {
    let site = headers.get(SITE)?.to_str().ok()?;
    let host = site
        .strip_prefix("https://")
        .or_else(|| site.strip_prefix("http://"))?;
    let is_host = !host.is_empty()
        && host
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
    is_host.then_some(site)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", false)]
    #[case("W/\"17-1\"", true)]
    #[case("\"17-1\"", true)]
    #[case("\"16-1\", W/\"17-1\"", true)]
    #[case("*", true)]
    #[case("W/\"17-2\"", false)]
    #[case("17-1", false)]
    fn a_version_is_known_by_its_tag(#[case] asked: &'static str, #[case] expected: bool) {
        let headers =
            HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(asked))]);
        assert_eq!(has(&headers, &etag(17).unwrap()), expected);
    }

    #[rstest]
    #[case("https://results.example.org", true)]
    #[case("http://127.0.0.1:8080", true)]
    #[case("http://[::1]:8080", true)]
    #[case("https://", false)]
    #[case("results.example.org", false)]
    #[case("https://results.example.org/x", false)]
    #[case("https://a@b", false)]
    #[case("https://a\"b", false)]
    #[case("javascript:alert(1)", false)]
    fn a_site_is_a_scheme_and_a_host(#[case] site_address: &'static str, #[case] is_one: bool) {
        let headers = HeaderMap::from_iter([(
            SITE.parse().unwrap(),
            HeaderValue::from_static(site_address),
        )]);
        assert_eq!(site(&headers), is_one.then_some(site_address));
    }
}
