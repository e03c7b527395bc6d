//! Request bodies (contract 1.2, 1.5), and what a route checks in them before anything is looked
//! up.

use axum::{
    body::{Bytes, to_bytes},
    extract::{FromRequest, Request},
    http::{HeaderMap, header},
};
use chute_contract::{
    alerts::{PauseAlerts, ReadAlerts},
    checkin::{ChangeCheckin, ReadCheckin},
    corrections::{ListCorrections, SaveCorrection},
    hook::ChangeHook,
    json::{self, Wire},
    privacy::{DecidePrivacy, ReadPrivacy},
    r::{OfAccount, ReadEventState, WriteParticipant},
    requests::{
        AddBibChips, AddDistances, AddParticipants, AddResults, AddSegments, DeleteParticipants,
        DeleteResults, ForEvent, ForYear, NamesRace, Nothing, OfBibChips, ReadBib, ReadDistances,
        ReadMulti, ReadParticipants, ReadResults, WriteEvent, WriteYear,
    },
    result::ResultIn,
    sheet::{AddPlanned, ChosenColumns, PlanResults},
    versions::{ReadVersions, RestoreVersion},
};
use chute_domain::{
    race::{Branding, Declared, Event, Slug, Year, YearKey},
    row::ResultRow,
};

use crate::{answer::Problem, compute::on_bytes};

pub(super) const SMALL: usize = 64 * 1024;
pub(super) const UPLOAD: usize = 1024 * 1024;
/// Room for a table of 20,000 lines. A function's request is limited to 6 MB, and every quote takes
/// two characters there.
const TABLE: usize = 4 * 1024 * 1024;

/// A body whose required fields are checked: in step K3 of the key chain, before the key is looked
/// up; in step S5 of the session chain, once the caller is known.
pub trait Checked: Sized {
    /// The wire type.
    type Body: Wire + Send;
    /// The maximum size of the body, in bytes.
    const LIMIT: usize = SMALL;
    /// Accepts the body or says what is wrong with it.
    fn check(body: Self::Body) -> Result<Self, Problem>;
}

/// A body that was read and checked.
pub struct ValidBody<C>(pub C);

impl<S: Sync, C: Checked> FromRequest<S> for ValidBody<C> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        Ok(Self(C::check(read::<C>(request).await?)?))
    }
}

/// Reads a body without checking it.
pub(super) async fn read<C: Checked>(request: Request) -> Result<C::Body, Problem> {
    let bytes = bytes_of(request, C::LIMIT).await?;
    Ok(on_bytes(bytes.len(), || json::read(&bytes)).await??)
}

async fn bytes_of(request: Request, limit: usize) -> Result<Bytes, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, limit)
        .await
        .map_err(|_| Problem::TooLarge("Request Body Too Large".into()))?;
    if !bytes.is_empty() {
        readable(&parts.headers)?;
    }
    Ok(bytes)
}

/// A body is uncompressed JSON; without a content type it is taken as JSON.
fn readable(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name| {
        headers.get(name).map(|value: &axum::http::HeaderValue| {
            value.to_str().unwrap_or("?").trim().to_ascii_lowercase()
        })
    };
    let is_json = text(header::CONTENT_TYPE).is_none_or(|kind| {
        kind.is_empty()
            || kind
                .split(';')
                .next()
                .is_some_and(|media| media.trim() == "application/json")
    });
    let is_plain = text(header::CONTENT_ENCODING)
        .is_none_or(|coding| coding.is_empty() || coding == "identity");
    match (is_json, is_plain) {
        (true, true) => Ok(()),
        (false, _) => Err(Problem::Bad(
            "Invalid Request Body. Its Content-Type must be application/json.".to_owned(),
        )),
        (true, false) => Err(Problem::Bad(
            "Invalid Request Body. It must not be compressed: no Content-Encoding but identity."
                .to_owned(),
        )),
    }
}

/// Requests in which there is nothing to check here.
macro_rules! unchecked {
    ($limit:expr => $($request:ty),*) => {$(
        impl Checked for $request {
            type Body = Self;
            const LIMIT: usize = $limit;

            fn check(body: Self) -> Result<Self, Problem> {
                Ok(body)
            }
        }
    )*};
}

pub(super) use unchecked;

/// Requests that need something before anything is looked up (contract 3.2, K3).
macro_rules! needs {
    ($what:literal if |$body:ident| $has:expr => $($limit:ident: $($request:ty),+);+) => {$($(
        impl Checked for $request {
            type Body = Self;
            const LIMIT: usize = $limit;

            fn check($body: Self) -> Result<Self, Problem> {
                if $has { Ok($body) } else { Err(bad($what)) }
            }
        }
    )+)+};
}

pub(super) use needs;

pub(super) fn bad(missing: &str) -> Problem {
    Problem::Bad(format!("Bad Request. Needed: {missing}"))
}

unchecked!(SMALL => Nothing, OfAccount, ChosenColumns, ForEvent, ForYear, ReadResults, ReadBib, DeleteResults, ReadDistances);
unchecked!(UPLOAD => AddSegments, AddDistances);
needs!("slug and year" if |body| !body.slug.trim().is_empty() && !body.year.is_empty() =>
    SMALL: DeleteParticipants, OfBibChips, WriteParticipant, ChangeCheckin, PauseAlerts, DecidePrivacy, ReadVersions, RestoreVersion, ListCorrections, SaveCorrection;
    UPLOAD: AddParticipants, AddBibChips, AddPlanned;
    TABLE: PlanResults
);
needs!("slug" if |body| !body.slug.trim().is_empty() =>
    SMALL: ReadParticipants, ReadCheckin, ReadEventState, ReadAlerts, ReadPrivacy, ChangeHook
);

impl Checked for ReadMulti {
    type Body = Self;

    fn check(body: Self) -> Result<Self, Problem> {
        if body.years.is_empty() {
            Err(Problem::Bad("No Years Given".to_owned()))
        } else {
            Ok(body)
        }
    }
}

/// What was made of a body about a race by checking it, and the race.
pub struct InRace<T> {
    slug: Slug,
    year: Option<YearKey>,
    /// What was sent, checked.
    pub sent: T,
}

impl<T> InRace<T> {
    /// Without a year, the latest is meant.
    pub fn new(slug: Slug, year: Option<YearKey>, sent: T) -> Self {
        Self { slug, year, sent }
    }
}

impl<T> NamesRace for InRace<T> {
    fn slug(&self) -> Slug {
        self.slug.clone()
    }

    fn year(&self) -> Option<YearKey> {
        self.year.clone()
    }
}

/// Uploaded rows, without the invalid ones.
impl Checked for InRace<Vec<ResultRow>> {
    type Body = AddResults;
    const LIMIT: usize = UPLOAD;

    fn check(body: AddResults) -> Result<Self, Problem> {
        let (slug, year) = (body.slug(), body.year());
        let rows = body.results.into_iter().filter_map(ResultIn::checked);
        Ok(Self::new(slug, year, rows.collect()))
    }
}

/// An event to write, checked, and the parts of its branding that were given.
pub struct ValidEvent(pub Event, pub Branding);

impl Checked for ValidEvent {
    type Body = WriteEvent;

    fn check(body: WriteEvent) -> Result<Self, Problem> {
        let (event, branding) = body.event.checked()?;
        Ok(Self(event, branding))
    }
}

impl NamesRace for ValidEvent {
    fn slug(&self) -> Slug {
        Slug::new(&self.0.slug)
    }

    fn year(&self) -> Option<YearKey> {
        None
    }
}

/// A year to write, checked.
pub struct ValidYear {
    /// The event's slug, in the form used for look-ups.
    pub slug: Slug,
    /// The year.
    pub year: Year,
    /// The request's declaration about the year's results, if it has one.
    pub declared: Option<Declared>,
}

impl Checked for ValidYear {
    type Body = WriteYear;

    fn check(body: WriteYear) -> Result<Self, Problem> {
        let (year, declared) = body.event_year.checked()?;
        Ok(Self {
            slug: Slug::new(&body.slug),
            year,
            declared,
        })
    }
}

impl NamesRace for ValidYear {
    fn slug(&self) -> Slug {
        self.slug.clone()
    }

    fn year(&self) -> Option<YearKey> {
        Some(YearKey::new(&self.year.year))
    }
}
