//! Every route, grouped by who calls it. The name is in the `Handler` of the route's function in
//! the template (contract section 10).
//!
//! ```text
//! "years.add" "POST" "/event-year/add" event_year::add;
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
mod health;
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
    App, card,
    openapi::{Operation, answer_of, request_spec_of},
};

/// A route: its name, method, path and handler.
pub struct Route {
    /// The name in its function's `Handler`.
    pub name: &'static str,
    /// The HTTP method; `ANY` for all.
    pub method: &'static str,
    /// The path, without the stage.
    pub path: &'static str,
    handler: fn() -> MethodRouter<App>,
}

/// A handler for the verbs of a route: for the one that is documented, unless another is given.
macro_rules! for_verbs {
    ("GET", $handler:path) => {
        get($handler)
    };
    ("POST", $handler:path) => {
        post($handler)
    };
    ("PUT", $handler:path) => {
        put($handler)
    };
    ("DELETE", $handler:path) => {
        delete($handler)
    };
    ("ANY", $handler:path) => {
        any($handler)
    };
    ($method:literal, $handler:path, $verb:ident) => {
        $verb($handler)
    };
}

macro_rules! routes {
    ($($name:literal $method:tt $path:literal $handler:path $(, $verb:ident)?;)*) => {
        /// The routes of both hosts.
        pub const ROUTES: &[Route] = &[$(Route {
            name: $name,
            method: $method,
            path: $path,
            handler: || for_verbs!($method, $handler $(, $verb)?),
        }),*];

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
    "health" "ANY" "/health" health::health;
    "remote.health" "ANY" "/health" health::health;

    "openapi" "GET" "/openapi.json" openapi::account;
    "remote.openapi" "GET" "/openapi.json" openapi::remote;

    // readers: any key
    "events.all" "GET" "/event/all" events::all;
    "events.mine" "GET" "/event/my" events::mine;
    "events.get" "POST" "/event" events::overview;
    "years.get" "POST" "/event-year" event_year::one;
    "years.list" "POST" "/event-year/event" event_year::list;
    "results.list" "POST" "/results" results::read::list;
    "results.all" "POST" "/results/all" results::read::all;
    "results.finish" "POST" "/results/finish" results::read::finish;
    "results.multi" "POST" "/results/multi" results::multi::multi;
    "results.bib" "POST" "/results/bib" results::bib::bib;
    "bibchips.list" "POST" "/bibchips" bibchips::list;
    "segments.list" "POST" "/segments" segments::list;
    "distances.list" "POST" "/distances" distances::list;

    // timers: a write key of the owner
    "events.add" "POST" "/event/add" events::add;
    "events.update" "PUT" "/event/update" events::update;
    "events.delete" "DELETE" "/event/delete" events::remove;
    "years.add" "POST" "/event-year/add" event_year::add;
    "years.update" "PUT" "/event-year/update" event_year::update;
    "years.delete" "DELETE" "/event-year/delete" event_year::remove;
    "results.add" "POST" "/results/add" results::add::add;
    "results.delete" "DELETE" "/results/delete" results::delete::remove;
    "participants.list" "POST" "/participants" participants::list;
    "participants.add" "POST" "/participants/add" participants::add;
    "participants.delete" "DELETE" "/participants/delete" participants::remove;
    "bibchips.add" "POST" "/bibchips/add" bibchips::add;
    "bibchips.delete" "DELETE" "/bibchips/delete" bibchips::remove;
    "segments.add" "POST" "/segments/add" segments::add;
    "segments.delete" "DELETE" "/segments/delete" segments::remove;
    "distances.add" "POST" "/distances/add" distances::add;
    "distances.delete" "DELETE" "/distances/delete" distances::remove;

    // sessions
    "account.login" "POST" "/account/login" account::login::login;
    "account.refresh" "POST" "/account/refresh" account::refresh::refresh;
    "account.logout" "POST" "/account/logout" account::logout::logout;
    "account.logout-all" "POST" "/account/logout/all" account::logout::everywhere;
    "account.password" "PUT" "/account/password" account::password::change;
    "account.get" "POST" "/account" account::get::get;
    "account.all" "GET" "/account/all" account::all::all;
    "account.add" "POST" "/account/add" account::add::add;
    "account.update" "PUT" "/account/update" account::update::update;
    "account.email" "PUT" "/account/email" account::email::email;
    "account.lock" "POST" "/account/lock" account::lock::lock;
    "account.unlock" "POST" "/account/unlock" account::unlock::unlock;
    "account.delete" "DELETE" "/account/delete" account::delete::remove;
    "account.link" "PUT" "/account/link" account::link::link;
    "account.unlink" "PUT" "/account/unlink" account::unlink::unlink;
    "key.list" "POST" "/key" key::list;
    "key.used" "POST" "/key/used" key::used;
    "key.add" "POST" "/key/add" key::add;
    "key.update" "PUT" "/key/update" key::update;
    "key.delete" "DELETE" "/key/delete" key::remove;

    // the portal: a session of the owner, an administrator, or (participants) an account that the
    // owner linked
    "r.events.list" "POST" "/r/event" r::events::list;
    "r.events.add" "POST" "/r/event/add" r::events::add;
    "r.events.update" "PUT" "/r/event/update" r::events::update;
    "r.events.state" "POST" "/r/event/state" r::events::state;
    "r.events.delete" "DELETE" "/r/event/delete" r::events::remove;
    "r.years.list" "POST" "/r/event-year" r::event_years::list;
    "r.years.all" "POST" "/r/event-year/all" r::event_years::all;
    "r.years.add" "POST" "/r/event-year/add" r::event_years::add;
    "r.years.update" "PUT" "/r/event-year/update" r::event_years::update;
    "r.years.delete" "DELETE" "/r/event-year/delete" r::event_years::remove;
    "r.participants.list" "POST" "/r/participants" r::participants::list;
    "r.participants.add" "POST" "/r/participants/add" r::participants::add;
    "r.participants.add-many" "POST" "/r/participants/add-many" r::participants::add_many;
    "r.participants.update" "POST" "/r/participants/update" r::participants::update;
    "r.participants.update-many" "POST" "/r/participants/update-many" r::participants::update_many;
    "r.participants.delete" "DELETE" "/r/participants/delete" r::participants::remove;
    "r.checkin.list" "POST" "/r/checkin" r::checkin::list;
    "r.checkin.change" "POST" "/r/checkin/change" r::checkin::change;
    "r.alerts.state" "POST" "/r/alerts" r::alerts::state;
    "r.alerts.pause" "POST" "/r/alerts/pause" r::alerts::pause;
    "r.privacy.list" "POST" "/r/privacy/requests" r::privacy::list;
    "r.privacy.decide" "POST" "/r/privacy/decide" r::privacy::decide;
    "r.hook.state" "POST" "/r/hook/state" r::hook::state;
    "r.hook.update" "PUT" "/r/hook/update" r::hook::update;
    "r.series.list" "POST" "/r/series" r::series::list;
    "r.series.update" "PUT" "/r/series/update" r::series::update;
    "r.standings.update" "POST" "/r/standings/update" r::standings::update;

    "r.results.plan" "POST" "/r/results/plan" r::results::plan;
    "r.results.add" "POST" "/r/results/add" r::results::add;

    "r.results.columns" "POST" "/r/results/columns" r::results::columns;
    "r.results.versions" "POST" "/r/results/versions" r::results::versions;
    "r.results.restore" "POST" "/r/results/restore" r::results::restore;

    "r.corrections.list" "POST" "/r/corrections/list" r::corrections::list;
    "r.corrections.save" "POST" "/r/corrections/save" r::corrections::save;

    "r.files.versions" "POST" "/r/files/versions" r::files::versions;

    // block lists and text alerts: mostly open, limited per source address
    "blocked.phones.add" "POST" "/blocked/phones/add" blocked::add_phone;
    "blocked.phones.get" "GET" "/blocked/phones/get" blocked::phones;
    "blocked.phones.unblock" "POST" "/blocked/phones/unblock" blocked::unblock_phone;
    "blocked.emails.add" "POST" "/blocked/emails/add" blocked::add_email;
    "blocked.emails.get" "GET" "/blocked/emails/get" blocked::emails;
    "blocked.emails.unblock" "POST" "/blocked/emails/unblock" blocked::unblock_email;
    "sms.list" "POST" "/sms" sms::list;
    "sms.add" "POST" "/sms/add" sms::add;
    "sms.remove" "POST" "/sms/remove" sms::remove;
    "push.key" "GET" "/push/key" push::key;
    "push.add" "POST" "/push/add" push::add;
    "push.remove" "POST" "/push/remove" push::remove;
    "mail.add" "POST" "/mail/add" mail::add;
    "mail.confirm" "POST" "/mail/confirm" mail::confirm;
    "mail.unsubscribe" "POST" "/mail/unsubscribe" mail::unsubscribe, any;
    "privacy.ask" "POST" "/privacy/ask" privacy::ask;
    "sms.webhook" "POST" "/twilio" twilio::webhook;

    // the remote host: readers send with a write key, timing clients fetch with any
    "remote.readers" "GET" "/readers" remote::readers::list;
    "remote.reads.list" "GET" "/reads" remote::reads::list;
    "remote.reads.add" "POST" "/reads/add" remote::reads::add;
    "remote.reads.delete" "DELETE" "/reads/delete" remote::reads::remove;
    "remote.notifications.get" "GET" "/notifications/get" remote::notifications::get;
    "remote.notifications.save" "POST" "/notifications/save" remote::notifications::save;

    // sessions of the remote host
    "remote.account.login" "POST" "/account/login" account::login::login;
    "remote.account.refresh" "POST" "/account/refresh" account::refresh::refresh;
    "remote.account.logout" "POST" "/account/logout" account::logout::logout;
    "remote.account.logout-all" "POST" "/account/logout/all" account::logout::everywhere;
    "remote.account.password" "PUT" "/account/password" account::password::change;
    "remote.account.get" "POST" "/account" account::get::remote;
    "remote.account.all" "GET" "/account/all" account::all::all;
    "remote.account.add" "POST" "/account/add" account::add::add;
    "remote.account.update" "PUT" "/account/update" account::update::update;
    "remote.account.email" "PUT" "/account/email" account::email::email;
    "remote.account.lock" "POST" "/account/lock" account::lock::lock;
    "remote.account.unlock" "POST" "/account/unlock" account::unlock::unlock;
    "remote.account.delete" "DELETE" "/account/delete" account::delete::remove;
    "remote.key.list" "POST" "/key" key::list;
    "remote.key.used" "POST" "/key/used" key::used;
    "remote.key.add" "POST" "/key/add" key::add;
    "remote.key.update" "PUT" "/key/update" key::update;
    "remote.key.delete" "DELETE" "/key/delete" key::remove;
}

/// A route's name and router; or those of `card`, which serves cards and result files to the edge.
pub type NamedRouter = (&'static str, Router<App>);

/// The routes of one function: its `Handler` has their names, with `+` between them. `None` if it
/// has any other name.
#[must_use]
pub fn of_function(handler: &str) -> Option<Vec<NamedRouter>> {
    let names: Vec<&str> = handler.split('+').collect();
    let found = routers(|name| names.contains(&name));
    (found.len() == names.len()).then_some(found)
}

/// The routes of one host.
pub(crate) fn of_host(realm: Realm) -> Vec<NamedRouter> {
    routers(|name| is_of(name, realm))
}

/// The paths of one host.
pub(crate) fn paths(realm: Realm) -> impl Iterator<Item = &'static str> {
    ROUTES
        .iter()
        .filter(move |route| is_of(route.name, realm))
        .map(|route| route.path)
}

fn is_of(name: &str, realm: Realm) -> bool {
    name.starts_with("remote.") == (realm == Realm::Remote)
}

fn routers(wanted: impl Fn(&str) -> bool) -> Vec<NamedRouter> {
    let cards = wanted(card::CARD).then(|| (card::CARD, card::router()));
    ROUTES
        .iter()
        .filter(|route| wanted(route.name))
        .map(|route| {
            (
                route.name,
                Router::new().route(route.path, (route.handler)()),
            )
        })
        .chain(cards)
        .collect()
}
