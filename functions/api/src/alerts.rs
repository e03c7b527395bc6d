//! Text alerts: the deployment's settings (contract 1.7), confirmations, and how replies are
//! handled (8.2, 8.6).

mod settings;

use chute_domain::{
    phone::Phone,
    race::RaceKey,
    reply::{self, Reply},
    subscription::Delivery,
    text_message::{self, Sentence},
};
use chute_store::{Carried, Carrier, Store, StoreError};

pub(crate) use settings::given;
pub use settings::{Alerts, BadSetting, Provider};

/// Tells a phone once that its alerts are on. A text that fails is noted and logged; the
/// subscription remains.
pub async fn confirm(store: &Store, phone: &Phone, race: &RaceKey, text: &str, carrier: &Carrier) {
    let delivery = match store.is_phone_blocked(phone).await {
        Ok(true) => Delivery::Suppressed,
        Ok(false) => send(store, phone, text, carrier).await.into(),
        Err(error) => {
            tracing::error!(%error, "the block list could not be read, so a confirmation was not sent");
            Delivery::Dead
        }
    };
    if let Err(error) = store.settle_confirmation(phone, race, delivery).await {
        tracing::error!(%error, ?delivery, "the outcome of a confirmation could not be noted");
    }
}

/// Sends a text; a phone that has opted out at the carrier goes on the block list (contract 8.6).
pub async fn send(store: &Store, phone: &Phone, text: &str, carrier: &Carrier) -> Carried {
    let carried = store.send_text(phone, text, carrier).await;
    if carried == Carried::OptedOut
        && let Err(error) = store.block_phone(phone).await
    {
        tracing::error!(%error, "a phone that has opted out could not be put on the block list");
    }
    carried
}

impl Alerts {
    /// The confirmation for a phone's first subscription in a year.
    #[must_use]
    pub fn confirmation(&self, event_name: &str) -> String {
        text_message::confirmation(&self.brand, event_name, self.asks_for_yes())
    }

    /// Does immediately what a reply asks for, and returns the sentence to answer with, if any
    /// (contract 8.6).
    ///
    /// # Errors
    /// When a table does not answer; the same reply may come again.
    pub async fn obey(
        &self,
        store: &Store,
        phone: &Phone,
        message: &str,
        now_s: i64,
    ) -> Result<Option<Sentence>, StoreError> {
        let says_yes = reply::read(message, true).reply == Reply::Yes;
        let accepted = says_yes && store.accept_opt_ins(phone, Some(now_s)).await? > 0;
        let read = reply::read(message, accepted);
        Ok(match read.reply {
            Reply::Stop => {
                store.block_phone(phone).await?;
                self.unless_carrier(Sentence::Stopped)
            }
            Reply::Start => {
                store.unblock_phone(phone).await?;
                // START is as clear a consent as YES
                store.accept_opt_ins(phone, None).await?;
                self.unless_carrier(Sentence::Started)
            }
            Reply::Yes => Some(Sentence::Confirmed),
            // the carrier itself answers the bare word, but not one with more words around it
            Reply::Help if self.carrier_answers && read.is_keyword => None,
            Reply::Help => (!store.is_phone_blocked(phone).await?).then_some(Sentence::Help),
            Reply::Other => None,
        })
    }

    fn unless_carrier(&self, sentence: Sentence) -> Option<Sentence> {
        (!self.carrier_answers).then_some(sentence)
    }
}
