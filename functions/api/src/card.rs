//! `card`: what a shared link shows, for the programs of messengers and networks that fetch it (docs/decisions/share-cards.md).
//!
//! No route of the contract: the edge asks it in a page's place. Every answer is a document of HTML with 200; an event that is unknown or
//! restricted has the same card as any page without one.

use axum::{
    Router,
    extract::{Path, State},
    http::header,
    response::IntoResponse,
    routing::get,
};
use chute_contract::event;
use chute_domain::{
    card::{Address, Card, decoded},
    race::latest_year,
};

use crate::{
    App,
    answer::{Answer, Problem},
};

/// The name of the function and its path: the page's path in one part.
pub const CARD: (&str, &str) = ("card", "/card/{page}");

/// The router of the function.
pub fn router() -> Router<App> {
    Router::new().route(CARD.1, get(card))
}

async fn card(State(app): State<App>, Path(page): Path<String>) -> Answer {
    let path = path_of(&page);
    let (card, path) = match Address::read(&path) {
        Some(address) => (of_page(&app, &address).await?.unwrap_or_else(Card::of_the_site), path.as_str()),
        None => (Card::of_the_site(), ""),
    };
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], card.html(path)).into_response())
}

/// `None` where everybody may see nothing.
async fn of_page(app: &App, address: &Address) -> Result<Option<Card>, Problem> {
    let Some(record) = app.store.load_event(&event::slug(&address.slug)).await?.filter(|record| !record.event.access_restricted) else {
        return Ok(None);
    };
    let years = record.years();
    let year = match &address.year {
        Some(key) => years.iter().find(|year| year.year == *key),
        None => latest_year(&years),
    };
    let Some(year) = year else { return Ok(None) };
    let Some(deletes) = record.years.get(&year.year) else { return Ok(None) };
    let published = app.snapshots.of_year(&app.store, &record, deletes).await?;
    Ok(Some(Card::of_page(address, &record.event(), year, published.as_deref())))
}

/// The path of a page as the edge writes it into one part of another path: percent-encoded once more, with `~` for `%`, which no gateway
/// decodes on the way.
fn path_of(page: &str) -> String {
    decoded(&page.replace('~', "%"))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("~2Fresults~2Friver-10k~2F2026", "/results/river-10k/2026")]
    #[case("~2Fresults~2Fa~2F2026~2FA~252012", "/results/a/2026/A%2012")]
    #[case("~2Fresults~2Fa~2F2026~2F~7E1", "/results/a/2026/~1")]
    #[case("", "")]
    #[case("~", "%")]
    fn the_edges_form_is_read(#[case] page: &str, #[case] path: &str) {
        assert_eq!(path_of(page), path);
    }
}
