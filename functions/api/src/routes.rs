//! Every route, grouped by who calls it. The name is the function's `Handler` in the template
//! (contract section 10).
//!
//! ```text
//! "years.add" "POST" "/event-year/add" post event_year::add
//!     => [404, 409] "Adds a year to an event.";
//! ```
//!
//! The second line is for the OpenAPI document: the codes that not every route with this credential
//! has (400, 401, 413, 500 and 503 are implied; 204 is a second success), and what the route is for.
//! Who may call it, what it takes and what it answers are read off the handler's signature. A route
//! of the remote host that is in everything like the account host's has no second line.
//! `cargo run -p chute-api --example openapi` writes the documents.

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
    http::StatusCode,
    routing::{MethodRouter, any, delete, get, post, put},
};

use chute_domain::account::Realm;

use crate::{
    App,
    answer::{Answered, NoContent},
    card,
    openapi::{Operation, RouteDoc, answer_of, request_spec_of},
};

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
    ($($name:literal $method:literal $path:literal $verb:ident $handler:path
        $(=> [$($code:literal),*] $summary:literal)?;)*) => {
        /// The routes of both hosts.
        pub const ROUTES: &[Route] = &[$(Route { name: $name, method: $method, path: $path, handler: || $verb($handler) }),*];

        /// The same for the OpenAPI documents; no function uses it.
        pub const OPERATIONS: &[Operation] = &[$(Operation {
            name: $name,
            method: $method,
            path: $path,
            doc: routes!(@doc $handler $(=> [$($code),*] $summary)?),
        }),*];
    };
    (@doc $handler:path) => { None };
    (@doc $handler:path => [$($code:literal),*] $summary:literal) => {
        Some(RouteDoc {
            request_spec: || request_spec_of(&$handler),
            answer: || answer_of(&$handler),
            codes: &[$($code),*],
            summary: $summary,
        })
    };
}

routes! {
    "health" "ANY" "/health" any health
        => [] "Says that the service is there.";
    "remote.health" "ANY" "/health" any health;

    "openapi" "GET" "/openapi.json" get openapi::account
        => [] "This document.";
    "remote.openapi" "GET" "/openapi.json" get openapi::remote;

    // readers: any key
    "events.all" "GET" "/event/all" get events::all
        => [] "All unrestricted events.";
    "events.mine" "GET" "/event/my" get events::mine
        => [] "The events of the key's account, restricted ones included, and of accounts that linked it.";
    "events.get" "POST" "/event" post events::overview
        => [404] "An event, its years, and the results of its latest year.";
    "years.get" "POST" "/event-year" post event_year::one
        => [404] "A year; without one named, the latest.";
    "years.list" "POST" "/event-year/event" post event_year::list
        => [404] "All years of an event, oldest first.";
    "results.list" "POST" "/results" post results::read::list
        => [404] "The last row of each person in each segment, with participants and distances.";
    "results.all" "POST" "/results/all" post results::read::all
        => [404] "Every row.";
    "results.finish" "POST" "/results/finish" post results::read::finish
        => [404] "The rows of the finish.";
    "results.multi" "POST" "/results/multi" post results::multi::multi
        => [404] "Every row of several years.";
    "results.bib" "POST" "/results/bib" post results::bib::bib
        => [404] "Every row of a bib, with its person, segments and distance.";
    "bibchips.list" "POST" "/bibchips" post bibchips::list
        => [404] "Which chips belong to which bib.";
    "segments.list" "POST" "/segments" post segments::list
        => [404] "The segments of a year.";
    "distances.list" "POST" "/distances" post distances::list
        => [404] "The distances of a year, or the one named.";

    // timers: a write key of the owner
    "events.add" "POST" "/event/add" post events::add
        => [409] "Adds an event; the key's account owns it.";
    "events.update" "PUT" "/event/update" put events::update
        => [404] "Replaces all fields of an event but its slug.";
    "events.delete" "DELETE" "/event/delete" delete events::remove
        => [404] "Deletes an event with its years and all their data.";
    "years.add" "POST" "/event-year/add" post event_year::add
        => [404, 409] "Adds a year to an event.";
    "years.update" "PUT" "/event-year/update" put event_year::update
        => [404] "Replaces all fields of a year but its key.";
    "years.delete" "DELETE" "/event-year/delete" delete event_year::remove
        => [404] "Deletes a year, without one named the latest, with all its data.";
    "results.add" "POST" "/results/add" post results::add::add
        => [404] "Uploads rows: each replaces the one of the same person, place and occurrence. Invalid rows are dropped.";
    "results.delete" "DELETE" "/results/delete" delete results::delete::remove
        => [404, 429] "Deletes the rows of a year, or of one distance.";
    "participants.list" "POST" "/participants" post participants::list
        => [404] "The participants of a year, anonymous ones with their names.";
    "participants.add" "POST" "/participants/add" post participants::add
        => [404] "Adds or replaces participants. Invalid ones are dropped.";
    "participants.delete" "DELETE" "/participants/delete" delete participants::remove
        => [404] "Deletes the participants named, without names all.";
    "bibchips.add" "POST" "/bibchips/add" post bibchips::add
        => [404] "Adds or replaces bib chips.";
    "bibchips.delete" "DELETE" "/bibchips/delete" delete bibchips::remove
        => [404] "Deletes all bib chips of a year.";
    "segments.add" "POST" "/segments/add" post segments::add
        => [404] "Adds or replaces segments.";
    "segments.delete" "DELETE" "/segments/delete" delete segments::remove
        => [404] "Deletes all segments of a year.";
    "distances.add" "POST" "/distances/add" post distances::add
        => [404] "Adds or replaces distances.";
    "distances.delete" "DELETE" "/distances/delete" delete distances::remove
        => [404] "Deletes all distances of a year.";

    // sessions
    "account.login" "POST" "/account/login" post account::login::login
        => [401, 429] "Signs in with e-mail and password. Every failure is the same 401.";
    "account.refresh" "POST" "/account/refresh" post account::refresh::refresh
        => [401] "Gives a new access token and the next refresh token for a refresh token. One used before ends the session.";
    "account.logout" "POST" "/account/logout" post account::logout::logout
        => [] "Ends this session.";
    "account.logout-all" "POST" "/account/logout/all" post account::logout::everywhere
        => [] "Ends all sessions of the account.";
    "account.password" "PUT" "/account/password" put account::password::change
        => [404, 429] "Changes a password, one's own with the old one; all sessions of the account end.";
    "account.get" "POST" "/account" post account::get::get
        => [404] "An account with its keys, events, and the accounts it has linked.";
    "account.all" "GET" "/account/all" get account::all::all
        => [] "All accounts.";
    "account.add" "POST" "/account/add" post account::add::add
        => [409] "Adds an account.";
    "account.update" "PUT" "/account/update" put account::update::update
        => [404, 409] "Replaces name and, by administrators, type of the account with this e-mail.";
    "account.email" "PUT" "/account/email" put account::email::email
        => [404, 409] "Changes an e-mail address; all sessions of the account end.";
    "account.lock" "POST" "/account/lock" post account::lock::lock
        => [404, 409] "Locks an account, never one's own: its sessions end, its keys stop working.";
    "account.unlock" "POST" "/account/unlock" post account::unlock::unlock
        => [404] "Lifts a lock and a login delay.";
    "account.delete" "DELETE" "/account/delete" delete account::delete::remove
        => [404, 409] "Deletes an account with its keys and links; its events stay.";
    "account.link" "PUT" "/account/link" put account::link::link
        => [404] "Links a registration account, which may then help with participants.";
    "account.unlink" "PUT" "/account/unlink" put account::unlink::unlink
        => [404] "Removes a link of one's own.";
    "key.list" "POST" "/key" post key::list
        => [404] "The keys of an account with their values.";
    "key.used" "POST" "/key/used" post key::used
        => [404] "On which day each key of an account was used last.";
    "key.add" "POST" "/key/add" post key::add
        => [404, 409] "Makes a key.";
    "key.update" "PUT" "/key/update" put key::update
        => [404, 409] "Replaces all settings of the key with this value.";
    "key.delete" "DELETE" "/key/delete" delete key::remove
        => [404] "Deletes a key.";

    // the portal: a session of the owner, an administrator, or (participants) an account that the
    // owner linked
    "r.events.list" "POST" "/r/event" post r::events::list
        => [404] "The events of an account, restricted ones included, and of accounts that linked it.";
    "r.events.add" "POST" "/r/event/add" post r::events::add
        => [404, 409] "Adds an event.";
    "r.events.update" "PUT" "/r/event/update" put r::events::update
        => [404] "Replaces all fields of an event but its slug.";
    "r.events.state" "POST" "/r/event/state" post r::events::state
        => [404] "What is published of the years of an event, in figures.";
    "r.events.delete" "DELETE" "/r/event/delete" delete r::events::remove
        => [404] "Deletes an event with its years and all their data.";
    "r.years.list" "POST" "/r/event-year" post r::event_years::list
        => [404] "All years of an event, oldest first.";
    "r.years.all" "POST" "/r/event-year/all" post r::event_years::all
        => [] "The years of all unrestricted events and of one's own, newest first.";
    "r.years.add" "POST" "/r/event-year/add" post r::event_years::add
        => [404, 409] "Adds a year to an event.";
    "r.years.update" "PUT" "/r/event-year/update" put r::event_years::update
        => [404] "Replaces all fields of a year but its key.";
    "r.years.delete" "DELETE" "/r/event-year/delete" delete r::event_years::remove
        => [404] "Deletes a year with all its data.";
    "r.participants.list" "POST" "/r/participants" post r::participants::list
        => [404] "The participants of a year, anonymous ones with their names.";
    "r.participants.add" "POST" "/r/participants/add" post r::participants::add
        => [404] "Adds or replaces a participant, who keeps a bib given before.";
    "r.participants.add-many" "POST" "/r/participants/add-many" post r::participants::add_many
        => [404] "Adds or replaces participants, who keep bibs given before. Invalid ones are dropped.";
    "r.participants.update" "POST" "/r/participants/update" post r::participants::update
        => [404] "Replaces all fields of a participant but the id.";
    "r.participants.update-many" "POST" "/r/participants/update-many" post r::participants::update_many
        => [404] "Replaces participants: all of them, or none when one is unknown. Invalid ones are dropped.";
    "r.participants.delete" "DELETE" "/r/participants/delete" delete r::participants::remove
        => [404] "Deletes the participants named, without names all.";
    "r.checkin.list" "POST" "/r/checkin" post r::checkin::list
        => [404] "The participants of a year with who is checked in: all of them, or what changed.";
    "r.checkin.change" "POST" "/r/checkin/change" post r::checkin::change
        => [404, 409] "One edit at check-in, compared field by field with what is there: all of it or nothing, and once however often it is sent.";
    "r.alerts.state" "POST" "/r/alerts" post r::alerts::state
        => [404] "Text alerts of a year: who follows, what waits, what was sent, what it costs.";
    "r.alerts.pause" "POST" "/r/alerts/pause" post r::alerts::pause
        => [404] "Pauses the text alerts of a year, or lets them go on.";
    "r.privacy.list" "POST" "/r/privacy/requests" post r::privacy::list
        => [404] "What runners of a year asked for themselves, and what was granted.";
    "r.privacy.decide" "POST" "/r/privacy/decide" post r::privacy::decide
        => [404, 409] "Grants what a runner asked for, refuses it, or takes it back.";
    "r.hook.state" "POST" "/r/hook/state" post r::hook::state
        => [404] "The web hook of an event: where new versions are told, its secret, and what came of it.";
    "r.hook.update" "PUT" "/r/hook/update" put r::hook::update
        => [404, 409] "Sets, tests or takes away the web hook of an event, or gives it another secret.";
    "r.series.list" "POST" "/r/series" post r::series::list
        => [404] "The series definition of an event, and every file it has on the downloads host.";
    "r.series.update" "PUT" "/r/series/update" put r::series::update
        => [404, 409] "Publishes the series definition; no years withdraw it.";
    "r.standings.update" "POST" "/r/standings/update" post r::standings::update
        => [404, 409] "Publishes the previous youth standings of a distance; an empty text withdraws them.";

    "r.results.plan" "POST" "/r/results/plan" post r::results::plan
        => [404] "What a table of results would do to a year: new, changed, the same, wrong; nothing is written.";
    "r.results.add" "POST" "/r/results/add" post r::results::add
        => [404, 409] "Uploads rows of a plan as results/add; 409 where one was changed since.";

    "r.results.columns" "POST" "/r/results/columns" post r::results::columns
        => [] "The columns the account chose for its tables; with a choice, it is remembered first.";
    "r.results.versions" "POST" "/r/results/versions" post r::results::versions
        => [404] "The version that stands, and earlier ones that can be returned to.";
    "r.results.restore" "POST" "/r/results/restore" post r::results::restore
        => [404, 409] "Returns to an earlier version, as far as the time of a call reaches; the same call again goes on.";

    "r.files.versions" "POST" "/r/files/versions" post r::files::versions
        => [404] "The versions of a file of an event; with one named, its text.";

    // block lists and text alerts: mostly open, limited per source address
    "blocked.phones.add" "POST" "/blocked/phones/add" post blocked::add_phone
        => [429] "Puts a phone on the block list: no text is sent to it.";
    "blocked.phones.get" "GET" "/blocked/phones/get" get blocked::phones
        => [] "The blocked phones.";
    "blocked.phones.unblock" "POST" "/blocked/phones/unblock" post blocked::unblock_phone
        => [] "Takes a phone off the block list.";
    "blocked.emails.add" "POST" "/blocked/emails/add" post blocked::add_email
        => [429] "Puts an e-mail address on the block list.";
    "blocked.emails.get" "GET" "/blocked/emails/get" get blocked::emails
        => [] "The blocked e-mail addresses.";
    "blocked.emails.unblock" "POST" "/blocked/emails/unblock" post blocked::unblock_email
        => [429] "Takes an e-mail address off the block list.";
    "sms.list" "POST" "/sms" post sms::list
        => [404] "The subscriptions to text alerts, where the timing client sends them; else none.";
    "sms.add" "POST" "/sms/add" post sms::add
        => [401, 403, 404, 429] "Subscribes a phone to the alerts about a runner, by bib or by name.";
    "sms.remove" "POST" "/sms/remove" post sms::remove
        => [404, 429] "Removes all subscriptions of a phone for a year.";
    "push.key" "GET" "/push/key" get push::key
        => [404] "The public key that browsers subscribe to pushes with; 404 where the server sends no alerts.";
    "push.add" "POST" "/push/add" post push::add
        => [401, 403, 404, 429] "Subscribes a browser to the alerts about a runner, by bib or by name.";
    "push.remove" "POST" "/push/remove" post push::remove
        => [404, 429] "Removes a browser's subscription for a year: about one runner, or all.";
    "mail.add" "POST" "/mail/add" post mail::add
        => [401, 403, 404, 429] "Sends an address the link by which it agrees to an e-mail at a runner's finish; 404 where no mail is sent.";
    "mail.confirm" "POST" "/mail/confirm" post mail::confirm
        => [403, 404, 409, 429] "Subscribes the address of a link to the finish of its runner.";
    "mail.unsubscribe" "POST" "/mail/unsubscribe" any mail::unsubscribe
        => [404, 500, 503] "Ends all e-mails to the address of the link, whose token stands in the query (RFC 8058); a GET leads to the page that does.";
    "privacy.ask" "POST" "/privacy/ask" post privacy::ask
        => [401, 404, 429] "Asks the organiser to show a runner by initials, without age or not at all, or to correct something. The answer does not tell whether the details were right.";
    "sms.webhook" "POST" "/twilio" post twilio::webhook
        => [404] "Takes a reply to a text; 404 where no provider is set up.";

    // the remote host: readers send with a write key, timing clients fetch with any
    "remote.readers" "GET" "/readers" get remote::readers::list
        => [] "The account's readers: its write keys.";
    "remote.reads.list" "GET" "/reads" get remote::reads::list
        => [] "The reads of a reader within a time, oldest first; too many are cut at a whole second.";
    "remote.reads.add" "POST" "/reads/add" post remote::reads::add
        => [] "Stores reads under the calling key. Invalid ones are dropped.";
    "remote.reads.delete" "DELETE" "/reads/delete" delete remote::reads::remove
        => [] "Deletes the reads of a reader up to an end, or between start and end; without an end all of them.";
    "remote.notifications.get" "GET" "/notifications/get" get remote::notifications::get
        => [204] "The latest notification of a reader, if it is not older than five minutes.";
    "remote.notifications.save" "POST" "/notifications/save" post remote::notifications::save
        => [] "Stores a notification of the reader that the calling key stands for.";

    // its sessions
    "remote.account.login" "POST" "/account/login" post account::login::login;
    "remote.account.refresh" "POST" "/account/refresh" post account::refresh::refresh;
    "remote.account.logout" "POST" "/account/logout" post account::logout::logout;
    "remote.account.logout-all" "POST" "/account/logout/all" post account::logout::everywhere;
    "remote.account.password" "PUT" "/account/password" put account::password::change;
    "remote.account.get" "POST" "/account" post account::get::remote
        => [404] "An account with its keys.";
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

/// Routes that share a function: the function, and what their paths begin with; their names begin
/// the same way, with dots for slashes. They need much the same rights, and a template holds 500
/// resources.
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

/// The router of one function. `not-found` answers whatever no other function takes; `card` is for
/// the edge: cards, and files of results.
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

/// Every route of one host with the name of its function, each in a router of its own.
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

async fn health() -> Answered<NoContent> {
    Answered::written(StatusCode::NO_CONTENT)
}
