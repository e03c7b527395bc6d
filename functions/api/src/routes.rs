//! Every function that serves routes, with what it needs and its routes.
//!
//! ```text
//! YearsAdd: "key, query put events";
//!     "years.add" "POST" "/event-year/add" event_year::add;
//! ```
//!
//! The function's block in `template.yaml` and the rows of its routes in section 10 of the contract
//! are made from this, and the OpenAPI documents from the handlers: `cargo run -p chute-api
//! --example openapi` writes all of them.
//!
//! **What a function needs** stands behind its name there. Comments are made from doc comments.
//!
//! - A right is what it does, and on what: `query put races`, `query events/byOwner` (an index),
//!   `get downloads/results/*` (objects), `read token` (a secret), `send texts`. On the remote host
//!   `accounts` are its own. `if ServerSends` behind it: only under this condition of the template.
//! - `key` and `session` are what it takes to check a key or a session. They and the names of other
//!   rights that go together are in `examples/openapi/needs.rs`.
//! - `memory 1024` (MB; 512 without), `reserved 60` (instances), `told OpenCalls` (parameters of
//!   the template that become environment variables), and `at /reads/{proxy+}` where API Gateway
//!   hands over other paths than that of the one route. `as Mail` names a further one.
//!
//! A function has what its routes use and nothing else. Routes that need the same share one, since
//! CloudFormation takes 500 resources and a function is three; the routes of Blocked, Push,
//! RPrivacy and RResults need nearly the same.
//!
//! **A handler's** signature says who may call it, what it takes and what it returns. The first
//! paragraph of its doc comment says what it is for, and the list below says when it returns a
//! status code that not every route with this credential has (400, 401, 413, 500 and 503 are
//! implied):
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
//! hosts use has one comment for both.

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

/// A function of the template.
pub struct Function {
    /// Its name there.
    pub name: &'static str,
    /// Its purpose, in lines.
    pub about: &'static [&'static str],
    /// The names of its routes.
    pub routes: &'static [&'static str],
    /// Its settings and rights.
    pub needs: &'static [Needs],
}

/// Settings and rights of a function, with commas between.
pub struct Needs {
    /// The reason, in lines.
    pub why: &'static [&'static str],
    /// The words.
    pub what: &'static str,
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

macro_rules! functions {
    ($(
        $(#[doc = $about:literal])*
        $function:ident: $($(#[doc = $why:literal])* $needs:literal),+;
        $($name:literal $method:tt $path:literal $handler:path $(, $verb:ident)?;)+
    )+) => {
        /// The routes of both hosts.
        pub const ROUTES: &[Route] = &[$($(Route {
            name: $name,
            method: $method,
            path: $path,
            handler: || for_verbs!($method, $handler $(, $verb)?),
        }),+),+];

        /// The same routes for what is made from them; no deployed function uses this.
        pub const OPERATIONS: &[Operation] = &[$($(Operation {
            name: $name,
            method: $method,
            path: $path,
            handler: stringify!($handler),
            request_spec: || request_spec_of(&$handler),
            answer: || answer_of(&$handler),
        }),+),+];

        /// Their functions; no deployed function uses this, either.
        pub const FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($function),
            about: &[$($about),*],
            routes: &[$($name),+],
            needs: &[$(Needs { why: &[$($why),*], what: $needs }),+],
        }),+];
    };
}

functions! {
    // functions without rights

    /// Also every path without a route: a 404 in our form, and preflight.
    Health: "at /{proxy+} as Any, at / as Root";
        "health" "ANY" "/health" health::health;
        "openapi" "GET" "/openapi.json" openapi::account;

    // events and years, by key
    EventsAll: "key, scan events";
        "events.all" "GET" "/event/all" events::all;

    EventsMine: "key, query events/byOwner, query links/byLinked";
        "events.mine" "GET" "/event/my" events::mine;

    EventsAdd: "key, update events";
        "events.add" "POST" "/event/add" events::add;

    EventsUpdate: "key, query update events, hide";
        "events.update" "PUT" "/event/update" events::update;

    EventsDelete: "key, query update events, remove-files, delete downloads/series/*";
        "events.delete" "DELETE" "/event/delete" events::remove;

    YearsGet: "at /event-year, at /event-year/event as List, key, query events";
        "years.get" "POST" "/event-year" event_year::one;
        "years.list" "POST" "/event-year/event" event_year::list;

    YearsAdd: "key, query put events";
        "years.add" "POST" "/event-year/add" event_year::add;

    YearsUpdate: "key, query update events";
        "years.update" "PUT" "/event-year/update" event_year::update;

    YearsDelete: "key, query update events, remove-files";
        "years.delete" "DELETE" "/event-year/delete" event_year::remove;

    // results, participants, chips, segments and distances, by key
    ResultsList: "memory 1024, at /results, at /results/{proxy+} as Below, at /event as Event, key",
        "query events, snapshot, get private/state/*/current";
        "results.list" "POST" "/results" results::read::list;
        "results.all" "POST" "/results/all" results::read::all;
        "results.finish" "POST" "/results/finish" results::read::finish;
        "results.multi" "POST" "/results/multi" results::multi::multi;
        "results.bib" "POST" "/results/bib" results::bib::bib;
        "events.get" "POST" "/event" events::overview;

    ResultsAdd: "memory 1024, reserved 60, at /results/add, at /segments/add as Segments",
        "at /distances/add as Distances, key, query events, query put races";
        "results.add" "POST" "/results/add" results::add::add;
        "segments.add" "POST" "/segments/add" segments::add;
        "distances.add" "POST" "/distances/add" distances::add;

    ResultsDelete: "memory 1024, key, query update events, query races, snapshot";
        "results.delete" "DELETE" "/results/delete" results::delete::remove;

    ParticipantsList: "memory 1024, key, query events, entries";
        "participants.list" "POST" "/participants" participants::list;

    ParticipantsAdd: "memory 1024, reserved 20, key, query events, batch-get put participants",
        "query participants/byStamp";
        "participants.add" "POST" "/participants/add" participants::add;

    ParticipantsDelete: "memory 1024, key, query update events, query put participants";
        "participants.delete" "DELETE" "/participants/delete" participants::remove;

    BibChipsList: "key, query events, query bib-chips";
        "bibchips.list" "POST" "/bibchips" bibchips::list;

    BibChipsAdd: "memory 1024, reserved 20, key, query events, batch-get put bib-chips";
        "bibchips.add" "POST" "/bibchips/add" bibchips::add;

    BibChipsDelete: "key, query update events, query bib-chips";
        "bibchips.delete" "DELETE" "/bibchips/delete" bibchips::remove;

    SegmentsList: "at /segments, at /distances as Distances, key, query events, query races";
        "segments.list" "POST" "/segments" segments::list;
        "distances.list" "POST" "/distances" distances::list;

    SegmentsDelete: "at /segments/delete, at /distances/delete as Distances, key",
        "query update events, query races";
        "segments.delete" "DELETE" "/segments/delete" segments::remove;
        "distances.delete" "DELETE" "/distances/delete" distances::remove;

    // sessions
    AccountLogin: "memory 1024, get accounts, get put attempts, put query delete sessions",
        "read token, read origin";
        "account.login" "POST" "/account/login" account::login::login;

    AccountRefresh: "read token, get accounts, get put delete sessions";
        "account.refresh" "POST" "/account/refresh" account::refresh::refresh;

    AccountLogout: "session, delete sessions";
        "account.logout" "POST" "/account/logout" account::logout::logout;

    AccountLogoutAll: "session, update accounts";
        "account.logout-all" "POST" "/account/logout/all" account::logout::everywhere;

    AccountPassword: "memory 1024, session, update accounts, get put delete attempts";
        "account.password" "PUT" "/account/password" account::password::change;

    AccountGet: "session, batch-get accounts, get batch-get keys, query links",
        "query links/byLinked, query events/byOwner, read cipher";
        "account.get" "POST" "/account" account::get::get;

    AccountAll: "session, scan accounts";
        "account.all" "GET" "/account/all" account::all::all;

    AccountAdd: "memory 1024, session, put update accounts";
        "account.add" "POST" "/account/add" account::add::add;

    AccountUpdate: "session, put update accounts, query delete links, query links/byLinked";
        "account.update" "PUT" "/account/update" account::update::update;

    AccountEmail: "session, put delete accounts";
        "account.email" "PUT" "/account/email" account::email::email;

    AccountLock: "session, put update accounts, get update keys";
        "account.lock" "POST" "/account/lock" account::lock::lock;

    AccountUnlock: "session, put update accounts, get update keys, get put attempts";
        "account.unlock" "POST" "/account/unlock" account::unlock::unlock;

    AccountDelete: "session, put update accounts, get delete keys, query delete links",
        "query links/byLinked";
        "account.delete" "DELETE" "/account/delete" account::delete::remove;

    AccountLink: "session, check accounts, put links";
        "account.link" "PUT" "/account/link" account::link::link;

    AccountUnlink: "session, delete links";
        "account.unlink" "PUT" "/account/unlink" account::unlink::unlink;

    KeyList: "session, get batch-get keys, read cipher";
        "key.list" "POST" "/key" key::list;

    KeyUsed: "session, get batch-get keys, batch-get key-use, read cipher";
        "key.used" "POST" "/key/used" key::used;

    KeyAdd: "session, check accounts, put update keys, read cipher";
        "key.add" "POST" "/key/add" key::add;

    KeyUpdate: "session, get update keys";
        "key.update" "PUT" "/key/update" key::update;

    KeyDelete: "session, get delete update keys";
        "key.delete" "DELETE" "/key/delete" key::remove;

    // block lists and alerts: mostly open, limited per source address
    Blocked: "at /blocked/{proxy+}, key, session, counted, query put delete blocks",
        /// Who is subscribed to the events of a key's account.
        "query events/byOwner, query subscriptions";
        "blocked.phones.add" "POST" "/blocked/phones/add" blocked::add_phone;
        "blocked.phones.get" "GET" "/blocked/phones/get" blocked::phones;
        "blocked.phones.unblock" "POST" "/blocked/phones/unblock" blocked::unblock_phone;
        "blocked.emails.add" "POST" "/blocked/emails/add" blocked::add_email;
        "blocked.emails.get" "GET" "/blocked/emails/get" blocked::emails;
        "blocked.emails.unblock" "POST" "/blocked/emails/unblock" blocked::unblock_email;

    SmsList: "key, told Alerts, query events",
        /// Nobody else may see the server's own subscriptions.
        "query subscriptions if TimingClientSends, query blocks if TimingClientSends";
        "sms.list" "POST" "/sms" sms::list;

    SmsAdd: "key, read origin, told Alerts DoubleOptIn AreaCodes",
        "told SmsConfirmedOfPhone SmsConfirmedOfSource SmsConfirmedOfYear SmsConfirmedOfDay",
        "told SmsOfPhone SmsOfSource AlertDollarsOfYear AlertDollarsOfDay AlertDollarsOfMonth",
        "told DollarsAPart OriginationNumber Operator MessagesARace",
        "query events, batch-get put update attempts, get batch-get put update subscriptions",
        "get blocks",
        /// A phone that has opted out at its carrier is added to the block list.
        "put blocks if ServerSends, send texts if ServerSends";
        "sms.add" "POST" "/sms/add" sms::add;

    SmsRemove: "counted, query events, query get delete update subscriptions";
        "sms.remove" "POST" "/sms/remove" sms::remove;

    /// These alerts do not exist where the timing client sends.
    Push: "at /push/{proxy+}, at /mail/{proxy+} as Mail, key, counted, update attempts",
        "told PushServices Alerts SmsOfPhone SmsOfSource SmsConfirmedOfPhone SmsConfirmedOfSource",
        "told SmsConfirmedOfYear SmsConfirmedOfDay MailFrom SiteDomain Operator",
        "read push, query events, get batch-get query put update delete subscriptions",
        /// Anybody who unsubscribes is added to the block list, which is checked before a
        /// confirmation is sent.
        "get put blocks if SendsMail, send mail if SendsMail";
        "push.key" "GET" "/push/key" push::key;
        "push.add" "POST" "/push/add" push::add;
        "push.remove" "POST" "/push/remove" push::remove;
        "mail.add" "POST" "/mail/add" mail::add;
        "mail.confirm" "POST" "/mail/confirm" mail::confirm;
        "mail.unsubscribe" "POST" "/mail/unsubscribe" mail::unsubscribe, any;

    PrivacyAsk:
        /// It looks through the participants.
        "memory 1024",
        "key, counted, update attempts, query events, query races, entries",
        "get put subscriptions";
        "privacy.ask" "POST" "/privacy/ask" privacy::ask;

    SmsWebhook: "told TwilioAddress CarrierAnswers Operator Support",
        /// Without a provider the route is a 404 that reads nothing.
        "get put delete blocks if HasProvider, query update subscriptions if HasProvider",
        "read provider if HasProvider";
        "sms.webhook" "POST" "/twilio" twilio::webhook;

    // the portal: a session of the owner, an administrator, or (participants) an account that the
    // owner linked
    REventsList: "session, query events/byOwner, query links/byLinked";
        "r.events.list" "POST" "/r/event" r::events::list;

    REventsAdd: "session, update events";
        "r.events.add" "POST" "/r/event/add" r::events::add;

    REventsUpdate: "session, query update events, hide";
        "r.events.update" "PUT" "/r/event/update" r::events::update;

    REventsState: "session, query events, get links, snapshot, get private/state/*/current";
        "r.events.state" "POST" "/r/event/state" r::events::state;

    REventsDelete: "session, query update events, remove-files, delete downloads/series/*";
        "r.events.delete" "DELETE" "/r/event/delete" r::events::remove;

    RYearsList: "session, query events";
        "r.years.list" "POST" "/r/event-year" r::event_years::list;

    RYearsAll: "session, scan events";
        "r.years.all" "POST" "/r/event-year/all" r::event_years::all;

    RYearsAdd: "session, query put events";
        "r.years.add" "POST" "/r/event-year/add" r::event_years::add;

    RYearsUpdate: "session, query update events";
        "r.years.update" "PUT" "/r/event-year/update" r::event_years::update;

    RYearsDelete: "session, query update events, remove-files";
        "r.years.delete" "DELETE" "/r/event-year/delete" r::event_years::remove;

    RParticipantsList: "memory 1024, session, query events, get links, entries";
        "r.participants.list" "POST" "/r/participants" r::participants::list;

    RParticipantsAdd: "memory 1024, reserved 10, at /r/participants/{proxy+}, session",
        "query events, get links, batch-get put participants, query participants/byStamp";
        "r.participants.add" "POST" "/r/participants/add" r::participants::add;
        "r.participants.add-many" "POST" "/r/participants/add-many" r::participants::add_many;
        "r.participants.update" "POST" "/r/participants/update" r::participants::update;
        "r.participants.update-many" "POST" "/r/participants/update-many" r::participants::update_many;

    RParticipantsDelete: "memory 1024, session, query update events, put query participants";
        "r.participants.delete" "DELETE" "/r/participants/delete" r::participants::remove;

    RCheckinList: "memory 1024, session, query events, get links, entries, query races";
        "r.checkin.list" "POST" "/r/checkin" r::checkin::list;

    RCheckinChange: "memory 1024, session, query events, get links, batch-get put participants";
        "r.checkin.change" "POST" "/r/checkin/change" r::checkin::change;

    RAlertsState: "memory 1024, session, told Alerts PartsASecond DollarsAPart AlertTextsOfYear",
        "told AlertTextsOfDay AlertTextsOfMonth AlertDollarsOfYear AlertDollarsOfDay",
        "told AlertDollarsOfMonth, query events, query races, get links, query get subscriptions",
        "batch-get attempts, entries";
        "r.alerts.state" "POST" "/r/alerts" r::alerts::state;

    RAlertsPause: "session, query events, get links, update subscriptions";
        "r.alerts.pause" "POST" "/r/alerts/pause" r::alerts::pause;

    RPrivacy: "at /r/privacy/{proxy+}, at /r/hook/{proxy+} as Hook",
        /// It looks through the participants.
        "memory 1024",
        "session, query events, entries, get links, query get put subscriptions",
        "query get put races",
        /// The web hook: its id is stored with the event, its secret is derived, everything else
        /// is in the bucket.
        "update events, get put private/hooks/*, read push, send hook-calls";
        "r.privacy.list" "POST" "/r/privacy/requests" r::privacy::list;
        "r.privacy.decide" "POST" "/r/privacy/decide" r::privacy::decide;
        "r.hook.state" "POST" "/r/hook/state" r::hook::state;
        "r.hook.update" "PUT" "/r/hook/update" r::hook::update;

    // organiser uploads
    RSeriesList: "session, query events, get private/files/*";
        "r.series.list" "POST" "/r/series" r::series::list;

    RFilesVersions: "session, batch-get accounts, query events, get private/files/*";
        "r.files.versions" "POST" "/r/files/versions" r::files::versions;

    RSeriesUpdate: "session, file-of-event, get put delete downloads/series/*, snapshot",
        /// For the warnings: which distances the years have.
        "query races";
        "r.series.update" "PUT" "/r/series/update" r::series::update;

    /// Results from a spreadsheet: the plan reads the whole year, the rows are written as by
    /// ResultsAdd. Also the return to an earlier version, an earlier state of the publisher.
    RResults: "memory 1024, reserved 5, at /r/results/{proxy+}",
        "at /r/corrections/{proxy+} as Corrections, session, query events, query put races",
        /// Somebody without a result is corrected by their entry.
        "batch-get query participants",
        "get put private/columns/*, get private/state/*, put private/state/*/returning";
        "r.results.plan" "POST" "/r/results/plan" r::results::plan;
        "r.results.add" "POST" "/r/results/add" r::results::add;
        "r.results.columns" "POST" "/r/results/columns" r::results::columns;
        "r.results.versions" "POST" "/r/results/versions" r::results::versions;
        "r.results.restore" "POST" "/r/results/restore" r::results::restore;
        "r.corrections.list" "POST" "/r/corrections/list" r::corrections::list;
        "r.corrections.save" "POST" "/r/corrections/save" r::corrections::save;

    RStandingsUpdate: "reserved 5, session, file-of-event",
        "get put delete downloads/*/ytp-standings.csv";
        "r.standings.update" "POST" "/r/standings/update" r::standings::update;

    // the remote host
    RemoteHealth: "at /{proxy+} as Any, at / as Root";
        "remote.health" "ANY" "/health" health::health;
        "remote.openapi" "GET" "/openapi.json" openapi::remote;

    // its sessions
    RemoteAccountLogin: "memory 1024, get accounts, get put attempts, put query delete sessions",
        "read token, read origin";
        "remote.account.login" "POST" "/account/login" account::login::login;

    RemoteAccountRefresh: "read token, get accounts, get put delete sessions";
        "remote.account.refresh" "POST" "/account/refresh" account::refresh::refresh;

    RemoteAccountLogout: "session, delete sessions";
        "remote.account.logout" "POST" "/account/logout" account::logout::logout;

    RemoteAccountLogoutAll: "session, update accounts";
        "remote.account.logout-all" "POST" "/account/logout/all" account::logout::everywhere;

    RemoteAccountPassword: "memory 1024, session, update accounts, get put delete attempts";
        "remote.account.password" "PUT" "/account/password" account::password::change;

    RemoteAccountGet: "at /account, at /key as Keys, session, get batch-get keys, read cipher";
        "remote.account.get" "POST" "/account" account::get::remote;
        "remote.key.list" "POST" "/key" key::list;

    RemoteAccountAll: "session, scan accounts";
        "remote.account.all" "GET" "/account/all" account::all::all;

    RemoteAccountAdd: "memory 1024, at /account/add, at /account/update as Update, session",
        "put update accounts";
        "remote.account.add" "POST" "/account/add" account::add::add;
        "remote.account.update" "PUT" "/account/update" account::update::update;

    RemoteAccountEmail: "session, put delete accounts";
        "remote.account.email" "PUT" "/account/email" account::email::email;

    RemoteAccountLock: "session, put update accounts, get update keys";
        "remote.account.lock" "POST" "/account/lock" account::lock::lock;

    RemoteAccountUnlock: "session, put update accounts, get update keys, get put attempts";
        "remote.account.unlock" "POST" "/account/unlock" account::unlock::unlock;

    RemoteAccountDelete: "session, put update accounts, get delete keys";
        "remote.account.delete" "DELETE" "/account/delete" account::delete::remove;

    RemoteKeyUsed: "session, get batch-get keys, batch-get key-use, query reads, read cipher";
        "remote.key.used" "POST" "/key/used" key::used;

    RemoteKeyAdd: "session, check accounts, put update keys, read cipher";
        "remote.key.add" "POST" "/key/add" key::add;

    RemoteKeyUpdate: "session, get update keys";
        "remote.key.update" "PUT" "/key/update" key::update;

    RemoteKeyDelete: "session, get delete update keys";
        "remote.key.delete" "DELETE" "/key/delete" key::remove;

    // readers send with a write key, timing clients fetch with any
    RemoteReaders: "key, batch-get keys";
        "remote.readers" "GET" "/readers" remote::readers::list;

    RemoteReadsList: "memory 1024, key, query reads, query notifications";
        "remote.reads.list" "GET" "/reads" remote::reads::list;

    RemoteReadsAdd: "reserved 60, at /reads/{proxy+}, key, query batch-write reads";
        "remote.reads.add" "POST" "/reads/add" remote::reads::add;
        "remote.reads.delete" "DELETE" "/reads/delete" remote::reads::remove;

    RemoteNotificationsGet: "key, query notifications";
        "remote.notifications.get" "GET" "/notifications/get" remote::notifications::get;

    RemoteNotificationsSave: "key, get update put notifications";
        "remote.notifications.save" "POST" "/notifications/save" remote::notifications::save;
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
