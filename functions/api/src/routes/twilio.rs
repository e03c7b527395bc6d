//! `twilio`: replies to the texts that the timing client sends (contract 8.7). Off unless the
//! deployment names a provider.

use chute_domain::{phone::Phone, reply};

use crate::{
    answer::{Answer, PlainText, plain_text},
    extract::ProvidersMessage,
};

/// Processes a reply to a text; 404 where no provider is set up.
///
/// A message that is only a keyword gets no text back, since the provider answers it itself.
///
/// # Errors
/// - 404: no provider is set up.
pub async fn webhook(message: ProvidersMessage) -> Answer<PlainText> {
    let ProvidersMessage {
        from,
        text,
        context,
        app,
    } = message;
    let Some(phone) = Phone::blockable(&from) else {
        return Ok(plain_text(None));
    };
    let sentence = context
        .until_stop(app.alerts.obey(&app.store, &phone, &text, context.unix_s()))
        .await?;
    let sentence = sentence.filter(|_| !reply::read(&text, true).is_keyword);
    Ok(plain_text(
        sentence.map(|sentence| sentence.text(&app.alerts.brand)),
    ))
}
