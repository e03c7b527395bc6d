//! `card`: what a shared link shows, for the programs of messengers and networks that fetch it, and
//! its picture (docs/decisions/share-cards.md); and files of results, if the path is that of a file
//! (`data`).
//!
//! These are not routes of the contract: the edge asks for a card in place of a page, and the card
//! names its picture. Every card is an HTML document with 200; an unknown or restricted event has
//! the same card as a page without one. If there is no picture the answer is 404, whatever the
//! reason.

mod html;

use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use chute_domain::{
    card::{Address, Card, in_one_part, out_of_one_part},
    export,
    files::FileName,
    race::YearKey,
    row::Bib,
    series::{self, DisplayYear},
    snapshot::Snapshot,
    state::{EventRecord, YearRecord},
};
use chute_picture::{HEIGHT, Picture, WIDTH};
use chute_store::Place;
use html::{Drawn, document};

use crate::{
    App,
    answer::Problem,
    compute::PICTURES,
    data::{self, site},
};

/// The name of the function.
pub const CARD: &str = "card";
/// Its paths: the path of the page or file as a single segment, then the picture's name.
const PATHS: [&str; 2] = ["/card/{page}", "/card/{page}/{picture}"];

/// How long a picture is cached. Its address contains everything that is drawn, so it is cached
/// like the published files that never change (`chute_store`): for a year, but only for a minute at
/// the edge, so that what is withdrawn disappears from there.
const IMMUTABLE: &str = "public, max-age=31536000, s-maxage=60, immutable";

/// The path of all cards and pictures.
pub const PATH: &str = "/card/{proxy+}";

/// The router of the function.
pub fn router() -> Router<App> {
    let [of_page, of_picture] = PATHS;
    Router::new()
        .route(of_page, get(card))
        .route(of_picture, get(picture))
}

async fn card(
    State(app): State<App>,
    Path(page): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let path = out_of_one_part(&page);
    if let Some(file) = export::Address::read(&path) {
        return data::file(&app, &file, &headers).await;
    }
    let address = Address::read(&path);
    let path = if address.is_some() { &*path } else { "" };
    let (card, year) = match &address {
        Some(address) => of_address(&app, address).await?.unzip(),
        None => (None, None),
    };
    let oembed = address
        .filter(Address::is_of_results)
        .zip(year)
        .zip(site(&headers))
        .map(|((address, year), site)| {
            format!("{site}{}", export::oembed_path(&address.slug, &year))
        })
        .unwrap_or_default();
    let card = card.unwrap_or_else(Card::of_the_site);
    let address = site(&headers)
        .zip(picture_of(&card))
        .map(|(site, picture)| {
            format!(
                "{site}/api/card/{}/{}",
                in_one_part(path),
                file_name(&picture)
            )
        });
    let drawn = address.as_deref().map(|address| Drawn {
        address,
        width: WIDTH,
        height: HEIGHT,
    });
    Ok((
        [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
        document(&card, path, drawn, &oembed),
    )
        .into_response())
}

/// The picture of a finisher's page. Its address contains the name of what is drawn; any other name
/// redirects to that one, so that nobody can have anything drawn that is not published.
async fn picture(
    State(app): State<App>,
    Path((page, name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    const NONE: Problem = Problem::NotFound("Not Found");
    let address = Address::read(&out_of_one_part(&page))
        .filter(|address| address.bib().is_some())
        .ok_or(NONE)?;
    let (card, _) = of_address(&app, &address).await?.ok_or(NONE)?;
    let picture = picture_of(&card).ok_or(NONE)?;
    let newest = file_name(&picture);
    if name != newest {
        // relative to the address that was called
        return Ok((StatusCode::FOUND, [(header::LOCATION, newest)]).into_response());
    }
    let png = PICTURES
        .apart(|| picture.png())
        .await?
        .map_err(|error| Problem::Failed(error.into()))?;
    Ok((
        [
            (header::CONTENT_TYPE, "image/png"),
            (header::CACHE_CONTROL, IMMUTABLE),
        ],
        png,
    )
        .into_response())
}

fn picture_of(card: &Card) -> Option<Picture> {
    card.certificate.as_ref().and_then(Picture::of)
}

fn file_name(picture: &Picture) -> String {
    format!("{}.png", picture.name())
}

/// The card of a page and the key of its year, which for series is a display year; `None` if there
/// is nothing the public may see.
async fn of_address(app: &App, address: &Address) -> Result<Option<(Card, YearKey)>, Problem> {
    let Some(record) = app
        .store
        .load_event(&address.slug)
        .await?
        .filter(|record| !record.event.access_restricted)
    else {
        return Ok(None);
    };
    if address.is_of_series() {
        return of_series(app, address, &record).await;
    }
    let Some(of_year) = record.year(address.year.as_ref()) else {
        return Ok(None);
    };
    let card = of_page(app, address, &record, of_year).await?;
    Ok(Some((card, YearKey::new(&of_year.year.year))))
}

async fn of_page(
    app: &App,
    address: &Address,
    record: &EventRecord,
    of_year: &YearRecord,
) -> Result<Card, Problem> {
    let (event, year) = (record.event(), &of_year.year);
    let Some(mut published) = app
        .caches
        .snapshots
        .public_year(&app.store, record, of_year)
        .await?
    else {
        return Ok(Card::of_page(address, &event, year, None));
    };
    if let Some(bib) = address.bib()
        && let Some(found) = published.of_bib(Bib::new(bib)).await?
        && let Some(card) = Card::of_runner(address, &event, &found, |distance| {
            published.head().finished(distance)
        })
    {
        return Ok(card);
    }
    let published = published.snapshot().await?;
    Ok(Card::of_page(address, &event, year, published.as_deref()))
}

/// The card of an event's series, of all races that the published definition names.
async fn of_series(
    app: &App,
    address: &Address,
    record: &EventRecord,
) -> Result<Option<(Card, YearKey)>, Problem> {
    let path = FileName::Series.path(&record.slug());
    let file = app.store.get_object(Place::Downloads, &path).await?;
    // an operator may have put anything there by hand: then the page says that there is none
    let years: Vec<DisplayYear> = file
        .and_then(|file| serde_json::from_slice(&file.body).ok())
        .unwrap_or_default();
    let Some(shown) = series::chosen(&years, address.year.as_ref().map(YearKey::as_str)) else {
        return Ok(None);
    };
    let mut published = Vec::new();
    for key in series::years_named(std::slice::from_ref(shown)) {
        if let Some(year) = record.years.get(key)
            && let Some(mut year) = app
                .caches
                .snapshots
                .public_year(&app.store, record, year)
                .await?
        {
            published.extend(year.snapshot().await?);
        }
    }
    let published: Vec<&Snapshot> = published.iter().map(AsRef::as_ref).collect();
    let card = Card::of_series(&record.event(), shown, &published);
    Ok(Some((card, YearKey::new(&shown.display_year.to_string()))))
}
