//! Runners' requests about their own data (contract 4.16, 6.13). A request with wrong details gets
//! the same answer as one with the right ones.

use chute_contract::privacy::Asked;
use chute_domain::{privacy::Proof, row::Bib};
use chute_store::AskingRunner;

use crate::{
    answer::{Answer, Empty, empty},
    extract::{InRace, LimitedByRace, PublicRaceRequest, PublicRequest},
};

/// Asks the organiser to show a runner by initials, without age or not at all, or to correct
/// something. The answer does not reveal whether the details were right.
///
/// # Errors
/// - 401: the event is restricted, and the call has no key of its owner.
/// - 404: no such event or year.
/// - 429: a limit of the caller's address, the runner or the race is reached.
pub async fn ask(call: PublicRequest<InRace<Asked>, LimitedByRace>) -> Answer<Empty> {
    let call = call.counted("privacy").await?;
    let (call, ()) = call.race(|_| Ok(())).await?;
    let PublicRaceRequest {
        body: InRace { sent: asked, .. },
        year,
        race,
        source,
        context,
        app,
        ..
    } = call;
    let Asked {
        bib,
        wish,
        text,
        birthdate,
        mobile,
        contact,
    } = asked;
    // the list may have the bib that was uploaded of somebody who is shown with this one
    let beside = context.until_stop(app.store.beside_uploads(&race)).await?;
    let bibs = beside.corrections.with_linked(Bib::new(&bib), year.made);
    let proven = app.caches.entry_lists.query(&app.store, &race, |list| {
        let of_bib = list
            .living(year.participants)
            .filter(|who| bibs.contains(who.bib.trim()));
        Proof::by(of_bib, birthdate, &mobile)
    });
    let asking = AskingRunner {
        race: &race,
        bib: Bib::new(&bib),
        wish,
        text: &text,
        contact: &contact,
        proof: proven.await?,
        source: &source,
        now: context.now(),
        made: year.made,
    };
    context.until_stop(app.store.ask_privacy(&asking)).await??;
    Ok(empty())
}
