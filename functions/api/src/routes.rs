//! Every route, grouped by who calls it. The name is the function's `Handler` in the template
//! (contract section 10).
//!
//! ```text
//! "years.add" "POST" "/event-year/add" post event_year::add;
//! ```
//!
//! The OpenAPI documents take what they say about a route from its handler. The signature says who
//! may call it, what it takes and what it returns. The first paragraph of the doc comment says what
//! it is for, and the list below says when it returns a status code that not every route with this
//! credential has (400, 401, 413, 500 and 503 are implied):
//!
//! ```text
//! /// Adds a year to an event.
//! ///
//! /// # Errors
//! /// - 404: no such event.
//! /// - 409: the event has this year already.
//! ```
//!
//! A second success code, 204, is listed below `# Answers` in the same form. A handler that both
//! hosts use has one comment for both. `cargo run -p chute-api --example openapi` writes the
//! documents.

mod account;
mod bibchips;
mod blocked;
mod distances;
mod event_year;
mod events;
mod key;
mod mail;
mod openapi;
mod participants;
mod privacy;
mod push;
mod r;
mod remote;
pub(crate) mod results;
mod segments;
mod services;
mod sms;
mod twilio;

use axum::{
    Router,
    routing::{MethodRouter, any, delete, get, post, put},
};

use chute_domain::account::Realm;

use crate::{
    App,
    answer::{Answered, NoContent, no_content},
    card,
    openapi::{Operation, answer_of, request_spec_of},
};

/// A route: its name, method, path and handler.
pub struct Route {
    /// The function's `Handler`.
    pub name: &'static str,
    /// The HTTP method; `ANY` for all.
    pub method: &'static str,
    /// The path, without the stage.
    pub path: &'static str,
    handler: fn() -> MethodRouter<App>,
}

macro_rules! routes {
    ($($name:literal $method:literal $path:literal $verb:ident $handler:path;)*) => {
        /// The routes of both hosts.
        pub const ROUTES: &[Route] = &[$(Route { name: $name, method: $method, path: $path, handler: || $verb($handler) }),*];

        /// The same routes for the OpenAPI documents; no deployed function uses this.
        pub const OPERATIONS: &[Operation] = &[$(Operation {
            name: $name,
            method: $method,
            path: $path,
            handler: stringify!($handler),
            request_spec: || request_spec_of(&$handler),
            answer: || answer_of(&$handler),
        }),*];
    };
}

routes! {
    "health" "ANY" "/health" any health;
    "remote.health" "ANY" "/health" any health;

    "openapi" "GET" "/openapi.json" get openapi::account;
    "remote.openapi" "GET" "/openapi.json" get openapi::remote;

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

    // sessions
    "account.login" "POST" "/account/login" post account::login::login;
    "account.refresh" "POST" "/account/refresh" post account::refresh::refresh;
    "account.logout" "POST" "/account/logout" post account::logout::logout;
    "account.logout-all" "POST" "/account/logout/all" post account::logout::everywhere;
    "account.password" "PUT" "/account/password" put account::password::change;
    "account.get" "POST" "/account" post account::get::get;
    "account.all" "GET" "/account/all" get account::all::all;
    "account.add" "POST" "/account/add" post account::add::add;
    "account.update" "PUT" "/account/update" put account::update::update;
    "account.email" "PUT" "/account/email" put account::email::email;
    "account.lock" "POST" "/account/lock" post account::lock::lock;
    "account.unlock" "POST" "/account/unlock" post account::unlock::unlock;
    "account.delete" "DELETE" "/account/delete" delete account::delete::remove;
    "account.link" "PUT" "/account/link" put account::link::link;
    "account.unlink" "PUT" "/account/unlink" put account::unlink::unlink;
    "key.list" "POST" "/key" post key::list;
    "key.used" "POST" "/key/used" post key::used;
    "key.add" "POST" "/key/add" post key::add;
    "key.update" "PUT" "/key/update" put key::update;
    "key.delete" "DELETE" "/key/delete" delete key::remove;

    // the portal: a session of the owner, an administrator, or (participants) an account that the
    // owner linked
    "r.events.list" "POST" "/r/event" post r::events::list;
    "r.events.add" "POST" "/r/event/add" post r::events::add;
    "r.events.update" "PUT" "/r/event/update" put r::events::update;
    "r.events.state" "POST" "/r/event/state" post r::events::state;
    "r.events.delete" "DELETE" "/r/event/delete" delete r::events::remove;
    "r.years.list" "POST" "/r/event-year" post r::event_years::list;
    "r.years.all" "POST" "/r/event-year/all" post r::event_years::all;
    "r.years.add" "POST" "/r/event-year/add" post r::event_years::add;
    "r.years.update" "PUT" "/r/event-year/update" put r::event_years::update;
    "r.years.delete" "DELETE" "/r/event-year/delete" delete r::event_years::remove;
    "r.participants.list" "POST" "/r/participants" post r::participants::list;
    "r.participants.add" "POST" "/r/participants/add" post r::participants::add;
    "r.participants.add-many" "POST" "/r/participants/add-many" post r::participants::add_many;
    "r.participants.update" "POST" "/r/participants/update" post r::participants::update;
    "r.participants.update-many" "POST" "/r/participants/update-many" post r::participants::update_many;
    "r.participants.delete" "DELETE" "/r/participants/delete" delete r::participants::remove;
    "r.checkin.list" "POST" "/r/checkin" post r::checkin::list;
    "r.checkin.change" "POST" "/r/checkin/change" post r::checkin::change;
    "r.alerts.state" "POST" "/r/alerts" post r::alerts::state;
    "r.alerts.pause" "POST" "/r/alerts/pause" post r::alerts::pause;
    "r.privacy.list" "POST" "/r/privacy/requests" post r::privacy::list;
    "r.privacy.decide" "POST" "/r/privacy/decide" post r::privacy::decide;
    "r.hook.state" "POST" "/r/hook/state" post r::hook::state;
    "r.hook.update" "PUT" "/r/hook/update" put r::hook::update;
    "r.series.list" "POST" "/r/series" post r::series::list;
    "r.series.update" "PUT" "/r/series/update" put r::series::update;
    "r.standings.update" "POST" "/r/standings/update" post r::standings::update;

    "r.results.plan" "POST" "/r/results/plan" post r::results::plan;
    "r.results.add" "POST" "/r/results/add" post r::results::add;

    "r.results.columns" "POST" "/r/results/columns" post r::results::columns;
    "r.results.versions" "POST" "/r/results/versions" post r::results::versions;
    "r.results.restore" "POST" "/r/results/restore" post r::results::restore;

    "r.files.versions" "POST" "/r/files/versions" post r::files::versions;

    // block lists and text alerts: mostly open, limited per source address
    "blocked.phones.add" "POST" "/blocked/phones/add" post blocked::add_phone;
    "blocked.phones.get" "GET" "/blocked/phones/get" get blocked::phones;
    "blocked.phones.unblock" "POST" "/blocked/phones/unblock" post blocked::unblock_phone;
    "blocked.emails.add" "POST" "/blocked/emails/add" post blocked::add_email;
    "blocked.emails.get" "GET" "/blocked/emails/get" get blocked::emails;
    "blocked.emails.unblock" "POST" "/blocked/emails/unblock" post blocked::unblock_email;
    "sms.list" "POST" "/sms" post sms::list;
    "sms.add" "POST" "/sms/add" post sms::add;
    "sms.remove" "POST" "/sms/remove" post sms::remove;
    "push.key" "GET" "/push/key" get push::key;
    "push.add" "POST" "/push/add" post push::add;
    "push.remove" "POST" "/push/remove" post push::remove;
    "mail.add" "POST" "/mail/add" post mail::add;
    "mail.confirm" "POST" "/mail/confirm" post mail::confirm;
    "mail.unsubscribe" "POST" "/mail/unsubscribe" any mail::unsubscribe;
    "privacy.ask" "POST" "/privacy/ask" post privacy::ask;
    "sms.webhook" "POST" "/twilio" post twilio::webhook;

    // the remote host: readers send with a write key, timing clients fetch with any
    "remote.readers" "GET" "/readers" get remote::readers::list;
    "remote.reads.list" "GET" "/reads" get remote::reads::list;
    "remote.reads.add" "POST" "/reads/add" post remote::reads::add;
    "remote.reads.delete" "DELETE" "/reads/delete" delete remote::reads::remove;
    "remote.notifications.get" "GET" "/notifications/get" get remote::notifications::get;
    "remote.notifications.save" "POST" "/notifications/save" post remote::notifications::save;

    // sessions of the remote host
    "remote.account.login" "POST" "/account/login" post account::login::login;
    "remote.account.refresh" "POST" "/account/refresh" post account::refresh::refresh;
    "remote.account.logout" "POST" "/account/logout" post account::logout::logout;
    "remote.account.logout-all" "POST" "/account/logout/all" post account::logout::everywhere;
    "remote.account.password" "PUT" "/account/password" put account::password::change;
    "remote.account.get" "POST" "/account" post account::get::remote;
    "remote.account.all" "GET" "/account/all" get account::all::all;
    "remote.account.add" "POST" "/account/add" post account::add::add;
    "remote.account.update" "PUT" "/account/update" put account::update::update;
    "remote.account.email" "PUT" "/account/email" put account::email::email;
    "remote.account.lock" "POST" "/account/lock" post account::lock::lock;
    "remote.account.unlock" "POST" "/account/unlock" post account::unlock::unlock;
    "remote.account.delete" "DELETE" "/account/delete" delete account::delete::remove;
    "remote.key.list" "POST" "/key" post key::list;
    "remote.key.used" "POST" "/key/used" post key::used;
    "remote.key.add" "POST" "/key/add" post key::add;
    "remote.key.update" "PUT" "/key/update" put key::update;
    "remote.key.delete" "DELETE" "/key/delete" delete key::remove;
}

/// Routes that share a function: the function's name, and the prefixes of their paths. Their names
/// have the same prefixes, with dots for slashes. They need much the same permissions, and a
/// template holds at most 500 resources.
pub const SHARED: [(&str, &[&str]); 4] = [
    ("blocked", &["blocked"]),
    ("push", &["push", "mail"]),
    ("r.privacy", &["r/privacy", "r/hook"]),
    ("r.results", &["r/results"]),
];

/// The function of a route.
#[must_use]
pub fn function_of(route: &str) -> &str {
    let begins = |path: &&str| {
        route
            .strip_prefix(&path.replace('/', "."))
            .is_some_and(|rest| rest.starts_with('.'))
    };
    SHARED
        .into_iter()
        .find(|(_, paths)| paths.iter().any(begins))
        .map_or(route, |(function, _)| function)
}

/// The router of one function. `not-found` answers every request that no other function takes;
/// `card` serves cards and result files to the edge.
#[must_use]
pub fn by_name(name: &str) -> Option<Router<App>> {
    if name == "not-found" {
        return Some(Router::new());
    }
    if name == card::CARD {
        return Some(card::router());
    }
    let of_function = ROUTES
        .iter()
        .filter(|route| function_of(route.name) == name);
    of_function
        .map(|route| Router::new().route(route.path, (route.handler)()))
        .reduce(Router::merge)
}

/// Every route of one host with its name, each in its own router.
pub(crate) fn each(realm: Realm) -> Vec<(&'static str, Router<App>)> {
    let of_host = |route: &&Route| route.name.starts_with("remote.") == (realm == Realm::Remote);
    let cards = (realm == Realm::Account).then(|| (card::CARD, card::router()));
    ROUTES
        .iter()
        .filter(of_host)
        .map(|route| {
            (
                route.name,
                Router::new().route(route.path, (route.handler)()),
            )
        })
        .chain(cards)
        .collect()
}

/// All routes of one host in one router, for tests in one process.
pub fn all(realm: Realm) -> Router<App> {
    each(realm)
        .into_iter()
        .fold(Router::new(), |host, (_, router)| host.merge(router))
}

/// Reports that the service is up.
async fn health() -> Answered<NoContent> {
    no_content()
}
