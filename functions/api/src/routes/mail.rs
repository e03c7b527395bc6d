//! E-mails about a finish (contract 4.7, 8.9). Only the server sends them, and only if it has an
//! address to send from: otherwise these routes do not exist.

use std::sync::Arc;

use chute_contract::mail::{AddAddress, AddressConfirmed, ConfirmAddress};
use chute_domain::{
    email::EmailAddress,
    race::Slug,
    subscription::{CONFIRMS_S, Language, Refused, Sender},
};
use chute_store::{AskingAddress, Carried, MailConsent, StoreError, SubscribingAddress};

use super::sms::window_of;
use crate::{
    App,
    answer::{Answer, Empty, Problem, empty, json, see_other},
    extract::{LimitedByRace, LinkHolder, PublicRequest, UnsubscribeRequest, race_of},
    mail::Mailing,
};

const UNKNOWN_LINK: Problem = Problem::NotFound("Unknown Or Expired Link");

fn mailing(app: &App) -> Result<&Arc<Mailing>, Problem> {
    let mailing = app
        .mail
        .as_ref()
        .filter(|_| app.alerts.sender == Sender::Server);
    mailing.ok_or(Problem::NotFound("Not Found"))
}

/// Sends an address a link with which to confirm that it wants an e-mail at a runner's finish; 404
/// where no mail is sent.
///
/// The checks run in the same order as in `sms/add`. The address is not stored: the link itself
/// carries the request.
///
/// # Errors
/// - 401: the event is restricted, and the call has no key of its owner.
/// - 403: the time to subscribe has ended.
/// - 404: no such event or year, or no mail is sent.
/// - 429: a limit of the caller's address, the e-mail address, the race or the day is reached.
pub async fn add(call: PublicRequest<AddAddress, LimitedByRace>) -> Answer<Empty> {
    let call = call.subscribing().await?;
    let mailing = Arc::clone(mailing(&call.app)?);
    let now_s = call.context.unix_s();
    let (call, closes_s) = call.race(|year| window_of(year, now_s)).await?;
    let address = call
        .body
        .runner()
        .with(|| EmailAddress::of(&call.body.email).ok_or(Refused::Email))?;
    let pseudonym = call.app.secrets.pseudonym(address.as_str())?;
    let asking = AskingAddress {
        race: &call.race,
        runner: call.body.runner(),
        now_s,
        closes_s,
        source: &call.source,
        pseudonym: &pseudonym,
        caps: &call.app.alerts.caps,
    };
    let consent = MailConsent {
        slug: call.record.event.slug.clone(),
        year: call.year.year.year.clone(),
        address: address.as_str().to_owned(),
        bib: call.body.bib.clone(),
        first: call.body.first.clone(),
        last: call.body.last.clone(),
        language: Language::of(&call.body.language),
        until_s: now_s + CONFIRMS_S,
    };
    let store = &call.app.store;
    let asked = async {
        if !store.ask_address(&asking).await?? {
            return Ok(());
        }
        // a blocked address is counted but sent nothing, so the answer does not reveal the list
        if store.is_email_blocked(&address).await? {
            return Ok(());
        }
        match mailing
            .ask(&address, &call.record.event.name, &consent)
            .await
        {
            Ok(Carried::Sent | Carried::Unknown) => Ok(()),
            Ok(Carried::PutOff | Carried::Refused | Carried::OptedOut) => {
                store.forget_asking(&asking).await.map_err(Problem::from)
            }
            Err(error) => Err(error.into()),
        }
    };
    call.context.until_stop::<_, Problem>(asked).await?;
    Ok(empty())
}

/// Subscribes the address of a link to the finish of its runner.
///
/// The link proves that the caller reads the address's mail; its page calls this when they press
/// the button.
///
/// # Errors
/// - 403: the time to subscribe has ended.
/// - 404: the link is unknown or expired, its event or year is gone, or no mail is sent.
/// - 409: the address is on the block list.
/// - 429: too many calls from the caller's address.
pub async fn confirm(call: PublicRequest<ConfirmAddress, LinkHolder>) -> Answer<AddressConfirmed> {
    let call = call.counted("mail.confirm").await?;
    let now_s = call.context.unix_s();
    let consent = mailing(&call.app)?
        .links()
        .open_consent(&call.body.token, now_s)
        .ok_or(UNKNOWN_LINK)?;
    let address = EmailAddress::of(&consent.address).ok_or(UNKNOWN_LINK)?;
    let store = &call.app.store;
    let race = Slug::new(&consent.slug).year(&consent.year);
    let (_, year) = race_of(store, &race.slug, Some(&race.year)).await?;
    let closes_s = window_of(&year, now_s)?;
    if store.is_email_blocked(&address).await? {
        return Err(Problem::Conflict("Address Has Unsubscribed"));
    }
    let wish = SubscribingAddress {
        race: &race,
        address: &address,
        runner: consent.runner(),
        language: consent.language,
        now_s,
        closes_s,
        source: &call.source,
    };
    call.context
        .until_stop(store.subscribe_address(&wish))
        .await?;
    Ok(json(&AddressConfirmed {
        slug: consent.slug,
        year: consent.year,
    }))
}

/// Ends all e-mails to the address of a link, whose token is in the query (RFC 8058). A GET
/// redirects to the page that does so.
///
/// This applies to all races. There is no rate limit, since the calls come from mail services, each
/// on behalf of many people.
///
/// # Errors
/// - 404: the link is unknown, or no mail is sent.
/// - 500: our failure; the same link works again.
/// - 503: overloaded or out of time; the same link works again.
pub async fn unsubscribe(call: UnsubscribeRequest) -> Answer<Empty> {
    let UnsubscribeRequest {
        token,
        is_pressed,
        context,
        app,
    } = call;
    let mailing = mailing(&app)?;
    let end = mailing.links().open_end(&token).ok_or(UNKNOWN_LINK)?;
    if !is_pressed {
        return Ok(see_other(mailing.page_of_end(&token)));
    }
    let address = end.address().ok_or(UNKNOWN_LINK)?;
    let left = async {
        // the block list first: it is checked before the next mail
        app.store.block_email(address.as_str()).await?;
        app.store.unsubscribe_address(&end.race, &address).await?;
        Ok::<_, StoreError>(())
    };
    context.until_stop(left).await?;
    Ok(empty())
}
