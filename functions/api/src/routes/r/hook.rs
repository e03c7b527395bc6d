//! The web hook of an event, by session (contract 4.18, 6.14).

use chute_contract::{
    hook::{ChangeHook, HookState},
    requests::ForEvent,
};
use chute_domain::{hook::Hook, race::Slug, state::EventRecord};
use chute_store::HookCall;

use crate::{
    App,
    answer::{Answer, Problem, json},
    extract::{BodyWithRace, EventRequest, Owner, SessionRequest, no_such_event},
    random,
};

/// The web hook of an event: the address that is told about new versions, its secret, and how its
/// calls went.
///
/// # Errors
/// - 404: no such event.
pub async fn state(call: SessionRequest<BodyWithRace<ForEvent>, Owner>) -> Answer<HookState> {
    let EventRequest { record, app, .. } = call.admit().await?.event().await?;
    let hook = match record.hook.as_str() {
        "" => Hook::none(""),
        id => app.store.load_hook(&record.slug(), id).await?.0,
    };
    shown(&app, &record, &hook).await
}

/// Sets, tests or removes the web hook of an event, or replaces its secret.
///
/// # Errors
/// - 404: no such event.
/// - 409: somebody else has changed the address in the meantime.
pub async fn update(call: SessionRequest<ChangeHook, Owner>) -> Answer<HookState> {
    let call = call.admit().await?;
    let address = call.body.address(call.app.hooks.addresses)?;
    let call = call.event().await?;
    let (body, record, context, app) = (&call.body, &call.record, &call.context, &call.app);
    let (slug, now_s) = (record.slug(), context.unix_s());
    let sets = address
        .as_deref()
        .is_some_and(|address| !address.is_empty());
    let id = match record.hook.as_str() {
        "" if sets => context.until_stop(named(app, &slug)).await?,
        "" if body.test => return Err(NO_HOOK()),
        "" => return shown(app, record, &Hook::none("")).await,
        id => id.to_owned(),
    };
    let replaced = salt_of(app, (&slug, &id), &body.replace_secret).await?;
    let (first_salt, next_salt) = (random::id("")?, random::id("")?);
    let change = |hook: &mut Hook| {
        match address.as_deref() {
            Some(address) if hook.address != body.seen.trim() && hook.address != address => return,
            Some("") => hook.remove(),
            Some(address) => hook.set(address, &first_salt, now_s),
            None => {}
        }
        if replaced.as_ref() == Some(&hook.salt) {
            hook.change_secret(&next_salt, now_s);
        }
        if body.test {
            hook.ask_test(now_s);
        }
    };
    let changed = context
        .until_stop(app.store.change_hook(&slug, &id, &change))
        .await?;
    let hook = changed.ok_or_else(|| no_such_event(false))?;
    if address.is_some_and(|address| address != hook.address) {
        return Err(Problem::Conflict("Changed By Somebody Else"));
    }
    if body.test && !hook.is_on() {
        return Err(NO_HOOK());
    }
    if sets || body.test {
        let call = HookCall {
            slug: slug.to_string(),
            year: None,
            id: format!("desk.{}", context.request_id),
        };
        context.until_stop(app.store.call_hook(&call)).await?;
    }
    shown(app, record, &hook).await
}

/// Gives the event's hook an id, unless somebody else has just done so. Returns the id.
async fn named(app: &App, slug: &Slug) -> Result<String, Problem> {
    let id = random::id("h_")?;
    if app.store.name_hook(slug, &id).await? {
        return Ok(id);
    }
    // somebody else has given it an id, or the event was deleted
    let record = app
        .store
        .load_event(slug)
        .await?
        .ok_or_else(|| no_such_event(false))?;
    if record.hook.is_empty() {
        Err(no_such_event(false))
    } else {
        Ok(record.hook)
    }
}

/// The salt from which a secret was derived, if it is the hook's current secret.
async fn salt_of(
    app: &App,
    (slug, id): (&Slug, &str),
    secret: &str,
) -> Result<Option<String>, Problem> {
    if secret.is_empty() {
        return Ok(None);
    }
    let hook = app.store.load_hook(slug, id).await?.0;
    Ok((app.hooks.secrets.shown(&hook).await? == secret).then_some(hook.salt))
}

async fn shown(app: &App, record: &EventRecord, hook: &Hook) -> Answer<HookState> {
    let secret = app.hooks.secrets.shown(hook).await?;
    Ok(json(&HookState::of(hook, secret, &record.years)))
}

const NO_HOOK: fn() -> Problem = || {
    Problem::Bad("Bad Request. There is no web hook that is on: set its address first".to_owned())
};
