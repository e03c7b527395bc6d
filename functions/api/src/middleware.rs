//! The middleware of all routes: the receipt, the headers, gzip, the size of an answer, and one log
//! line (contract 1.3 to 1.5).

use std::{collections::BTreeSet, future::ready, io::Read, iter, time::Instant};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::any,
};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use lambda_http::request::RequestContext as GatewayContext;

use crate::{
    App,
    answer::{FITS_ANYHOW, Problem, Smaller},
    compute::on_bytes,
    gzip::{WORTH_GZIP, compress},
    request_context::{RequestContext, TimeOfDay},
    routes::{self, NamedRouter},
    secrets::Secrets,
    source::{self, Source},
};

/// The maximum size of an answer, in bytes: what fits in a function's envelope (contract 1.5).
pub(crate) const LARGEST: usize = 5_500_000;
/// The maximum size of the envelope, minus room for what surrounds the body in it.
pub(crate) const ENVELOPE: usize = 6 * 1024 * 1024 - 16 * 1024;

/// The router of a function: each route with its middleware, and 404 for everything else.
pub fn serve(routes: Vec<NamedRouter>, app: &App) -> Router {
    let others = ("not-found", Router::new().fallback(not_found));
    let each = routes.into_iter().chain([others]);
    each.fold(Router::new(), |all, (name, router)| {
        let state = RouteState {
            route: name,
            secrets: app.secrets.clone(),
        };
        let router = router
            .method_not_allowed_fallback(wrong_verb)
            .layer(middleware::from_fn_with_state(state, surround));
        all.merge(router.with_state(app.clone()))
    })
}

/// The router of a whole host in one process.
pub fn host(app: &App) -> Router {
    serve(routes::of_host(app.realm), app)
}

/// The host's paths as they are called by a client whose base address lacks its last slash:
/// `/apievent` for `/api/event`, where `base` is `/api`. Each answers with `message`.
pub fn without_slash(app: &App, base: &str, message: &'static str) -> Router {
    let paths: BTreeSet<&str> = routes::paths(app.realm).collect();
    let answer = move || ready(Problem::NotFound(message));
    let router = paths.into_iter().fold(Router::new(), |all, path| {
        all.route(
            &format!("{base}{}", path.trim_start_matches('/')),
            any(answer),
        )
    });
    let state = RouteState {
        route: "not-found",
        secrets: app.secrets.clone(),
    };
    router.layer(middleware::from_fn_with_state(state, surround))
}

#[derive(Clone)]
struct RouteState {
    route: &'static str,
    secrets: Secrets,
}

impl RouteState {
    /// Whether the request came through CloudFront.
    async fn is_proven(&self, proof: Option<HeaderValue>) -> bool {
        match proof {
            Some(proof) => self.secrets.is_origin(proof.as_bytes()).await,
            None => false,
        }
    }
}

/// Any path without a route.
pub async fn not_found() -> Problem {
    Problem::NotFound("Not Found")
}

async fn wrong_verb() -> Response {
    (
        StatusCode::METHOD_NOT_ALLOWED,
        crate::answer::json(&chute_contract::answers::Message {
            message: "Method Not Allowed",
        }),
    )
        .into_response()
}

async fn surround(State(state): State<RouteState>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let proven = state
        .is_proven(request.headers().get(source::PROOF).cloned())
        .await;
    let gateway = request.extensions().get::<GatewayContext>();
    let noted = request.extensions().get::<TimeOfDay>().copied();
    let source = Source::of(gateway, request.headers(), proven);
    let context = match RequestContext::of(gateway, noted, source) {
        Ok(context) => context,
        Err(problem) => return problem.into_response(),
    };
    let request_id = context.request_id.clone();
    let gzip = takes_gzip(request.headers()) && takes_binary(request.headers());
    request.extensions_mut().insert(context);
    let answer = if request.method() == Method::OPTIONS {
        preflight()
    } else {
        next.run(request).await
    };
    let mut answer = fit(answer.into_response(), gzip).await;
    common_headers(answer.headers_mut(), &request_id);
    let bytes = HttpBody::size_hint(answer.body()).lower();
    tracing::info!(
        route = state.route,
        status = answer.status().as_u16(),
        ms = started.elapsed().as_millis(),
        bytes,
        request_id,
        "request"
    );
    answer
}

fn preflight() -> Response {
    let headers = [
        (
            header::ACCESS_CONTROL_ALLOW_METHODS,
            "GET, POST, PUT, DELETE, OPTIONS",
        ),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "Authorization, Content-Type",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

fn common_headers(headers: &mut HeaderMap, request_id: &str) {
    let fixed = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            "X-Request-Id, Retry-After",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::STRICT_TRANSPORT_SECURITY, "max-age=63072000"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // nothing is cached unless the handler has said so
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Ok(id) = HeaderValue::from_str(request_id) {
        headers.insert("x-request-id", id);
    }
}

/// API Gateway decodes binary answers only for callers that send `Accept`; others would get the
/// envelope's base64.
fn takes_binary(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .is_some_and(|accepted| !accepted.is_empty())
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    takes(headers, "gzip")
}

/// Whether the caller accepts a content coding: named (or `*`) and not with a weight of zero.
#[must_use]
pub fn takes(headers: &HeaderMap, wanted: &str) -> bool {
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let mut star = false;
    for entry in accepted.split(',') {
        let mut parts = entry.split(';').map(str::trim);
        let coding = parts.next().unwrap_or_default().to_ascii_lowercase();
        let refused = parts.any(|part| {
            part.strip_prefix("q=")
                .is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight == 0.0))
        });
        match coding.strip_prefix("x-").unwrap_or(&coding) {
            named if named == wanted => return !refused,
            "*" => star = !refused,
            _ => {}
        }
    }
    star
}

/// The size of a text inside the envelope. The envelope is JSON: quotes and backslashes take two
/// bytes each.
pub(crate) fn enveloped(text: &[u8]) -> usize {
    text.len()
        + text
            .iter()
            .filter(|byte| matches!(byte, b'"' | b'\\'))
            .count()
}

/// Compresses the answer where that is allowed and worth it. An answer that does not fit in the
/// envelope is replaced by the first of its smaller alternatives that does, or else refused.
async fn fit(answer: Response, gzip: bool) -> Response {
    let (mut parts, body) = answer.into_parts();
    let Ok(body) = body.collect().await else {
        return Problem::Failed("the answer broke off".into()).into_response();
    };
    let mut body = body.to_bytes();
    if parts.headers.remove(header::CONTENT_ENCODING).is_some() {
        if body.is_empty() {
            // an answer to HEAD, whose body has been left out
            parts.headers.remove(header::CONTENT_LENGTH);
            return Response::from_parts(parts, Body::empty());
        }
        // the answer was cached in compressed form
        if gzip {
            return packed(parts, body);
        }
        body = match on_bytes(body.len(), || inflate(&body)).await {
            Ok(Ok(plain)) => plain,
            Ok(Err(_)) => return Problem::Failed("a kept answer is broken".into()).into_response(),
            Err(overloaded) => return Problem::from(overloaded).into_response(),
        };
    }
    // image formats are already compressed
    let gzip = gzip && !is_picture(&parts.headers);
    let smaller = parts
        .extensions
        .remove::<Smaller>()
        .map(|smaller| smaller.0)
        .unwrap_or_default();
    for body in iter::once(body).chain(smaller) {
        if !(gzip && body.len() >= WORTH_GZIP) {
            if body.len() <= FITS_ANYHOW || (body.len() <= LARGEST && enveloped(&body) <= ENVELOPE)
            {
                return finish(parts, body);
            }
            continue;
        }
        let compressed = match on_bytes(body.len(), || compress(&body)).await {
            Ok(Ok(compressed)) => compressed,
            Ok(Err(error)) => return Problem::Failed(error.into()).into_response(),
            Err(overloaded) => return Problem::from(overloaded).into_response(),
        };
        if fits_compressed(&compressed) {
            return packed(parts, compressed.into());
        }
    }
    too_large().into_response()
}

fn is_picture(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"image/"))
}

/// Binary bodies are base64 in the envelope.
fn fits_compressed(body: &[u8]) -> bool {
    body.len() / 3 * 4 <= LARGEST
}

fn packed(mut parts: axum::http::response::Parts, body: Bytes) -> Response {
    if !fits_compressed(&body) {
        return too_large().into_response();
    }
    parts
        .headers
        .insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts
        .headers
        .insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    finish(parts, body)
}

/// Unpacks a cached answer, up to one byte more than can be sent: enough to show that it is too
/// large.
fn inflate(packed: &[u8]) -> std::io::Result<Bytes> {
    let mut plain = Vec::new();
    GzDecoder::new(packed)
        .take(LARGEST as u64 + 1)
        .read_to_end(&mut plain)?;
    Ok(plain.into())
}

fn finish(mut parts: axum::http::response::Parts, body: Bytes) -> Response {
    parts.headers.remove(header::CONTENT_LENGTH);
    if !matches!(
        parts.status,
        StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED
    ) {
        parts
            .headers
            .insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
    }
    Response::from_parts(parts, Body::from(body))
}

fn too_large() -> Problem {
    Problem::TooLarge("The answer is too large. Ask for pages with limit and page (results/multi: fewer years), or accept gzip.".into())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[tokio::test]
    async fn an_answer_that_only_grows_too_large_in_the_envelope_is_refused() {
        let status =
            async |body: Vec<u8>| fit(Response::new(Body::from(body)), false).await.status();
        assert_eq!(status(vec![b'x'; LARGEST]).await, StatusCode::OK);
        assert_eq!(
            status(vec![b'x'; LARGEST + 1]).await,
            StatusCode::PAYLOAD_TOO_LARGE
        );
        assert_eq!(
            status(b"\"x".repeat(LARGEST / 2)).await,
            StatusCode::PAYLOAD_TOO_LARGE
        );
    }

    /// `POST event` never answers 413 (contract 4.2): what does not fit is left out, first the
    /// results, then the participants.
    #[rstest]
    #[case::all_fits(vec![b'x'; LARGEST - 100], false, "all")]
    #[case::packed_it_fits(vec![b'x'; LARGEST + 100], true, "all")]
    #[case::too_large(vec![b'x'; LARGEST + 100], false, "some")]
    #[case::too_large_in_the_envelope(b"\"x".repeat(LARGEST / 2), false, "some")]
    #[tokio::test]
    async fn a_large_answer_leaves_parts_out(
        #[case] large: Vec<u8>,
        #[case] gzip: bool,
        #[case] expected: &str,
    ) {
        let large = String::from_utf8(large).unwrap();
        let answer =
            crate::answer::json_that_fits(&("all", large.as_str()), &[("some", ""), ("none", "")]);
        let answer = fit(answer.into_response(), gzip).await;
        assert_eq!(
            (
                answer.status(),
                answer.headers()[header::CONTENT_TYPE].to_str().unwrap()
            ),
            (StatusCode::OK, "application/json")
        );
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        let body = if gzip { unpacked(&body) } else { body.to_vec() };
        assert!(
            String::from_utf8(body)
                .unwrap()
                .starts_with(&format!("[\"{expected}\""))
        );
    }

    #[tokio::test]
    async fn the_first_that_fits_is_sent() {
        let large = "x".repeat(LARGEST);
        let answer = crate::answer::json_that_fits(
            &("all", large.as_str()),
            &[("some", large.as_str()), ("none", "")],
        );
        let body = fit(answer.into_response(), false)
            .await
            .into_body()
            .collect()
            .await
            .unwrap()
            .to_bytes();
        assert_eq!(body, &b"[\"none\",\"\"]"[..]);
    }

    fn unpacked(body: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(body), &mut plain).unwrap();
        plain
    }

    #[rstest]
    #[case("", false)]
    #[case("gzip", true)]
    #[case("deflate, GZIP;q=0.5", true)]
    #[case("gzip;q=0", false)]
    #[case("br, *", true)]
    #[case("*, gzip;q=0", false)]
    #[case("br", false)]
    fn gzip_is_taken(#[case] accepted: &str, #[case] expected: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_str(accepted).unwrap(),
        );
        assert_eq!(takes_gzip(&headers), expected);
    }
}
