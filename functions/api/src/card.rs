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
    row::Bib,
};
use chute_picture::{HEIGHT, Picture, WIDTH};
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
    let (card, path) = match Address::read(&path) {
        Some(address) => (
            of_page(&app, &address)
                .await?
                .unwrap_or_else(Card::of_the_site),
            path.as_str(),
        ),
        None => (Card::of_the_site(), ""),
    };
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
        document(&card, path, drawn),
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
    let card = of_page(&app, &address).await?.ok_or(NONE)?;
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

/// The card of a page; `None` if there is nothing the public may see.
async fn of_page(app: &App, address: &Address) -> Result<Option<Card>, Problem> {
    let Some(record) = app
        .store
        .load_event(&address.slug)
        .await?
        .filter(|record| !record.event.access_restricted)
    else {
        return Ok(None);
    };
    let Some(of_year) = record.year(address.year.as_ref()) else {
        return Ok(None);
    };
    let (event, year) = (record.event(), &of_year.year);
    let Some(mut published) = app
        .caches
        .snapshots
        .public_year(&app.store, &record, of_year)
        .await?
    else {
        return Ok(Some(Card::of_page(address, &event, year, None)));
    };
    if let Some(bib) = address.bib()
        && let Some(found) = published.of_bib(Bib::new(bib)).await?
        && let Some(card) = Card::of_runner(address, &event, &found, |distance| {
            published.head().finished(distance)
        })
    {
        return Ok(Some(card));
    }
    let published = published.snapshot().await?;
    Ok(Some(Card::of_page(
        address,
        &event,
        year,
        published.as_deref(),
    )))
}
