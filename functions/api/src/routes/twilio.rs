//! `twilio`: replies to the texts that the timing client sends (contract 8.7). Off unless the
//! deployment names a provider.

use axum::http::header;
use chute_domain::{phone::Phone, reply};

use crate::{
    answer::{Answer, Answered, PlainText},
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
        return Ok(Answered::written(()));
    };
    let sentence = context
        .until_stop(app.alerts.obey(&app.store, &phone, &text, context.unix_s()))
        .await?;
    Ok(
        match sentence.filter(|_| !reply::read(&text, true).is_keyword) {
            Some(sentence) => Answered::written((
                [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
                sentence.text(&app.alerts.brand),
            )),
            None => Answered::written(()),
        },
    )
}
