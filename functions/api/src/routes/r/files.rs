//! Organisers' files: what both uploads have in common (contract 9.4), and their versions (4.14).

use chute_contract::uploads::{FileVersionShown, FileVersions, ListVersions};
use chute_domain::{
    event_time::EventTime,
    files::{FileName, FileRecord, FileVersion, Saved, Upload},
    race::{Slug, YearKey},
};

use crate::{
    App,
    answer::{Answer, Problem, json},
    extract::{Checked, EventRequest, InRace, Owner, SessionRequest, no_such_event},
    random,
    request_context::RequestContext,
};

/// Saves a file of the event, or withdraws it if there are no bytes. The account with this id has
/// seen this version of it.
pub(super) async fn save(
    app: &App,
    context: &RequestContext,
    slug: &Slug,
    name: FileName,
    bytes: Option<Vec<u8>>,
    (by, seen): (String, Option<i64>),
) -> Result<FileRecord, Problem> {
    let names_year = name.year().is_some();
    let upload = Upload {
        name,
        bytes,
        seen,
        id: random::id("u_")?,
        at: EventTime::from_unix(context.unix_s()),
        by,
    };
    match context
        .until_stop(app.store.save_file(slug, &upload))
        .await?
    {
        Saved::Version(file) => Ok(file),
        Saved::Stale => Err(Problem::Conflict("The File Was Changed By Somebody Else")),
        Saved::TooMany => Err(Problem::Bad("The Event Has Too Many Files".to_owned())),
        Saved::Gone => Err(no_such_event(names_year)),
    }
}

/// The file whose versions are requested.
pub struct VersionsOf {
    name: FileName,
    version: Option<i64>,
}

impl Checked for InRace<VersionsOf> {
    type Body = ListVersions;

    fn check(body: ListVersions) -> Result<Self, Problem> {
        let ListVersions {
            slug,
            year,
            distance,
            version,
        } = body;
        if slug.trim().is_empty() || year.is_empty() != distance.is_empty() {
            return Err(Problem::Bad(
                "Bad Request. Needed: slug, and both year and distance or neither".to_owned(),
            ));
        }
        let name = if year.is_empty() {
            FileName::Series
        } else {
            FileName::Standings {
                year: YearKey::new(&year),
                distance,
            }
        };
        let of = VersionsOf { name, version };
        Ok(Self::new(Slug::new(&slug), None, of))
    }
}

/// The versions of a file of an event; if one is named, also its text.
///
/// # Errors
/// - 404: no such event, or no such version of the file.
pub async fn versions(call: SessionRequest<InRace<VersionsOf>, Owner>) -> Answer<FileVersions> {
    let EventRequest {
        body, record, app, ..
    } = call.admit().await?.event().await?;
    let slug = record.slug();
    let files = app.store.load_files(&slug).await?;
    let versions: Vec<FileVersion> = files
        .get(&body.sent.name)
        .into_iter()
        .flat_map(FileRecord::versions)
        .collect();
    let content = match body.sent.version {
        None => String::new(),
        Some(wanted) => {
            let found = versions
                .iter()
                .find(|version| u64::try_from(wanted) == Ok(version.version));
            content_of(
                &app,
                &slug,
                found.ok_or(Problem::NotFound("Version Not Found"))?,
            )
            .await?
        }
    };
    let mut ids: Vec<String> = versions
        .iter()
        .map(|version| version.by.clone())
        .filter(|by| !by.is_empty())
        .collect();
    ids.sort();
    ids.dedup();
    let accounts = app.store.find_accounts(&ids).await?;
    let name_of = |id: &str| {
        accounts
            .iter()
            .find(|account| account.id == id && !account.deleted)
            .map(|account| account.name.clone())
    };
    let versions = versions
        .into_iter()
        .map(|version| FileVersionShown::new(&version, name_of(&version.by).unwrap_or_default()));
    Ok(json(&FileVersions {
        versions: versions.collect(),
        content,
    }))
}

/// The text of a version; empty if the version withdrew the file.
async fn content_of(app: &App, slug: &Slug, version: &FileVersion) -> Result<String, Problem> {
    if version.content.is_none() {
        return Ok(String::new());
    }
    let content = app
        .store
        .file_content(slug, &version.upload)
        .await?
        .ok_or(Problem::NotFound("Version Not Found"))?;
    String::from_utf8(content).map_err(|error| Problem::Failed(Box::new(error)))
}
