//! Messages that the timing client's text provider forwards (contract 8.7).

use aws_lc_rs::hmac;
use axum::{
    body::to_bytes,
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD};

use crate::{App, alerts::Provider, answer::Problem, request_context::RequestContext};

const LIMIT: usize = 64 * 1024;
const SIGNATURE: &str = "x-twilio-signature";

/// A message with the provider's signature.
pub struct ProvidersMessage {
    /// `From`: the phone that sent it.
    pub from: String,
    /// `Body`: its text.
    pub text: String,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and settings.
    pub app: App,
}

impl FromRequest<App> for ProvidersMessage {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let provider = app
            .alerts
            .provider
            .as_ref()
            .ok_or_else(|| Problem::NotFound("Not Found").into_response())?;
        let unsigned = || StatusCode::UNAUTHORIZED.into_response();
        let signature = request
            .headers()
            .get(SIGNATURE)
            .and_then(|value| STANDARD.decode(value).ok())
            .ok_or_else(unsigned)?;
        let context =
            RequestContext::noted(request.extensions()).map_err(Problem::into_response)?;
        let (parts, body) = request.into_parts();
        if !is_form(&parts.headers) {
            return Err(Problem::Bad(
                "Invalid Request Body. Its Content-Type must be application/x-www-form-urlencoded."
                    .to_owned(),
            )
            .into_response());
        }
        let body = to_bytes(body, LIMIT)
            .await
            .map_err(|_| Problem::TooLarge("Request Body Too Large".into()).into_response())?;
        let fields: Vec<(String, String)> = form_urlencoded::parse(&body).into_owned().collect();
        if !provider.signed(&fields, &signature) {
            return Err(unsigned());
        }
        let field = |name| {
            fields
                .iter()
                .find(|(field, _)| field == name)
                .map(|(_, value)| value.clone())
                .unwrap_or_default()
        };
        Ok(Self {
            from: field("From"),
            text: field("Body"),
            context,
            app: app.clone(),
        })
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let media = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok()?.split(';').next().map(str::trim));
    media.is_some_and(|media| media.eq_ignore_ascii_case("application/x-www-form-urlencoded"))
}

impl Provider {
    /// Whether the signature is over our address and these fields, compared in constant time.
    fn signed(&self, fields: &[(String, String)], signature: &[u8]) -> bool {
        let mut sorted: Vec<_> = fields.iter().collect();
        sorted.sort();
        let signed = sorted
            .into_iter()
            .fold(self.address.clone(), |text, (name, value)| {
                text + name + value
            });
        self.tokens.iter().any(|token| {
            let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, token);
            hmac::verify(&key, signed.as_bytes(), signature).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    /// The example from the provider's own documentation.
    #[test]
    fn the_providers_example_has_a_valid_signature() {
        let provider = Provider {
            address: "https://example.com/myapp.php?foo=1&bar=2".to_owned(),
            tokens: vec![b"old".to_vec(), b"12345".to_vec()],
        };
        let sent = fields(&[
            ("CallSid", "CA1234567890ABCDE"),
            ("Caller", "+14158675310"),
            ("Digits", "1234"),
            ("From", "+14158675310"),
            ("To", "+18005551212"),
        ]);
        let signature = STANDARD.decode("L/OH5YylLD5NRKLltdqwSvS0BnU=").unwrap();
        assert!(provider.signed(&sent, &signature));
        let mut reversed = sent.clone();
        reversed.reverse();
        assert!(
            provider.signed(&reversed, &signature),
            "fields are sorted by name"
        );
        assert!(!provider.signed(&sent[1..], &signature));
        assert!(!provider.signed(&sent, &signature[1..]));
        assert!(
            !Provider {
                tokens: Vec::new(),
                ..provider
            }
            .signed(&sent, &signature),
            "without a token nothing is signed"
        );
    }
}
