//! Every route, grouped by who calls it. The name is the function's `Handler` in the template (contract section 10).

mod bibchips;
mod distances;
mod event_year;
mod events;
mod participants;
mod results;
mod segments;

use axum::{
    Router,
    http::StatusCode,
    routing::{MethodRouter, any, delete, get, post, put},
};

use chute_domain::account::Realm;

use crate::App;

/// One route: its name, its verb for the record, its path, its handler.
pub struct Route {
    /// The function's `Handler`.
    pub name: &'static str,
    /// The verb; `ANY` for all.
    pub method: &'static str,
    /// The path, without the stage.
    pub path: &'static str,
    handler: fn() -> MethodRouter<App>,
}

macro_rules! routes {
    ($($name:literal $method:literal $path:literal $verb:ident $handler:path;)*) => {
        &[$(Route { name: $name, method: $method, path: $path, handler: || $verb($handler) }),*]
    };
}

/// The routes of the account host that are built.
pub const ROUTES: &[Route] = routes! {
    "health" "ANY" "/health" any health;
    "remote.health" "ANY" "/health" any health;

    // readers: any key
    "events.all" "GET" "/event/all" get events::all;
    "events.mine" "GET" "/event/my" get events::mine;
    "events.get" "POST" "/event" post events::overview;
    "years.get" "POST" "/event-year" post event_year::one;
    "years.list" "POST" "/event-year/event" post event_year::list;
    "results.list" "POST" "/results" post results::read::list;
    "results.all" "POST" "/results/all" post results::read::all;
    "results.finish" "POST" "/results/finish" post results::read::finish;
    "results.multi" "POST" "/results/multi" post results::multi::multi;
    "results.bib" "POST" "/results/bib" post results::bib::bib;
    "bibchips.list" "POST" "/bibchips" post bibchips::list;
    "segments.list" "POST" "/segments" post segments::list;
    "distances.list" "POST" "/distances" post distances::list;

    // timers: a write key of the owner
    "events.add" "POST" "/event/add" post events::add;
    "events.update" "PUT" "/event/update" put events::update;
    "events.delete" "DELETE" "/event/delete" delete events::remove;
    "years.add" "POST" "/event-year/add" post event_year::add;
    "years.update" "PUT" "/event-year/update" put event_year::update;
    "years.delete" "DELETE" "/event-year/delete" delete event_year::remove;
    "results.add" "POST" "/results/add" post results::add::add;
    "results.delete" "DELETE" "/results/delete" delete results::delete::remove;
    "participants.list" "POST" "/participants" post participants::list;
    "participants.add" "POST" "/participants/add" post participants::add;
    "participants.delete" "DELETE" "/participants/delete" delete participants::remove;
    "bibchips.add" "POST" "/bibchips/add" post bibchips::add;
    "bibchips.delete" "DELETE" "/bibchips/delete" delete bibchips::remove;
    "segments.add" "POST" "/segments/add" post segments::add;
    "segments.delete" "DELETE" "/segments/delete" delete segments::remove;
    "distances.add" "POST" "/distances/add" post distances::add;
    "distances.delete" "DELETE" "/distances/delete" delete distances::remove;
};

/// The router of one function; `not-found` answers whatever no other function takes.
#[must_use]
pub fn by_name(name: &str) -> Option<Router<App>> {
    if name == "not-found" {
        return Some(Router::new());
    }
    ROUTES.iter().find(|route| route.name == name).map(|route| Router::new().route(route.path, (route.handler)()))
}

/// All routes of one host in one router, for tests and trials in one process.
pub fn all(realm: Realm) -> Router<App> {
    let of_host = |route: &&Route| route.name.starts_with("remote.") == (realm == Realm::Remote);
    ROUTES.iter().filter(of_host).fold(Router::new(), |router, route| router.route(route.path, (route.handler)()))
}

async fn health() -> StatusCode {
    StatusCode::NO_CONTENT
}
