//! Answers in the form that Lambda's adapter takes.

use std::{future::Future, pin::Pin};

use axum::{
    http::{Response, StatusCode, header},
    response::Response as Answer,
};
use http_body_util::BodyExt;
use lambda_http::{Body, IntoResponse};

/// An answer on its way into the function's envelope: text is sent as it is, everything else as
/// base64.
///
/// The adapter itself would decide by the media type. It decodes text by the charset named there,
/// which pulls in the tables of all encodings of the web, and it strips a byte order mark. Chute's
/// texts are UTF-8 and keep theirs.
pub struct Enveloped(pub Answer);

impl IntoResponse for Enveloped {
    fn into_response(self) -> Pin<Box<dyn Future<Output = Response<Body>> + Send>> {
        Box::pin(async {
            let (mut parts, body) = self.0.into_parts();
            let body = match body.collect().await {
                Ok(body) => Vec::from(body.to_bytes()),
                Err(error) => {
                    tracing::error!(%error, "the answer broke off");
                    parts.status = StatusCode::INTERNAL_SERVER_ERROR;
                    return Response::from_parts(parts, Body::Empty);
                }
            };
            if parts.headers.contains_key(header::CONTENT_ENCODING) {
                return Response::from_parts(parts, Body::Binary(body));
            }
            let body = String::from_utf8(body)
                .map_or_else(|binary| Body::Binary(binary.into_bytes()), Body::Text);
            Response::from_parts(parts, body)
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::text("Müller", None, Body::Text("Müller".into()))]
    #[case::empty("", None, Body::Text(String::new()))]
    #[case::marked("\u{feff}bib", None, Body::Text("\u{feff}bib".into()))]
    #[case::picture(vec![0x89, b'P'], None, Body::Binary(vec![0x89, b'P']))]
    #[case::packed("text", Some("gzip"), Body::Binary(b"text".to_vec()))]
    #[tokio::test]
    async fn a_text_goes_as_it_is_and_bytes_in_base_64(
        #[case] body: impl Into<axum::body::Body>,
        #[case] encoding: Option<&'static str>,
        #[case] expected: Body,
    ) {
        let mut answer = Answer::new(body.into());
        if let Some(encoding) = encoding {
            let value = header::HeaderValue::from_static(encoding);
            answer.headers_mut().insert(header::CONTENT_ENCODING, value);
        }
        let enveloped = Enveloped(answer).into_response().await;
        assert_eq!(enveloped.body(), &expected);
    }
}
