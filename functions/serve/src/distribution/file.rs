//! How a file is sent: whole, not at all if the caller has it, compressed if they accept that.
//!
//! `Range` is ignored, as every server may do (RFC 9110, 14.2): no file is long enough to fetch in
//! parts, and the caller gets 200 with all of it.

use std::io::{self, Write};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
};
use chute_api::middleware::takes;
use flate2::{Compression, write::GzEncoder};
use jiff::{
    Timestamp,
    fmt::rfc2822::{DateTimeParser, DateTimePrinter},
};

use crate::objects::Object;

/// The size from which CloudFront compresses, in bytes.
const WORTH_COMPRESSING: usize = 1_000;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// At the best level: for files that are compressed once.
    Brotli,
    /// At this level, from 1 to 9.
    Gzip(u32),
}

impl Coding {
    /// Its name in headers.
    fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip(_) => "gzip",
        }
    }

    fn pack(self, plain: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Brotli => {
                let mut packed = Vec::with_capacity(plain.len() / 4);
                brotli::BrotliCompress(
                    &mut &*plain,
                    &mut packed,
                    &brotli::enc::BrotliEncoderParams::default(),
                )?;
                Ok(packed)
            }
            Self::Gzip(level) => {
                let mut packed =
                    GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::new(level));
                packed.write_all(plain)?;
                packed.finish()
            }
        }
    }

    /// The same file compressed; `None` if that saves less than a tenth, as with pictures, or if it
    /// is compressed already.
    pub(super) fn compressed(self, plain: &Object) -> Option<Object> {
        if plain.content_encoding.is_some() || plain.body.len() < WORTH_COMPRESSING {
            return None;
        }
        self.of_packed(plain, self.pack(&plain.body).ok()?.into())
    }

    /// The same where it was packed before.
    pub(super) fn of_packed(self, plain: &Object, packed: Bytes) -> Option<Object> {
        if plain.body.len() < WORTH_COMPRESSING || packed.len() > plain.body.len() / 10 * 9 {
            return None;
        }
        // different bytes with the same content: the tag becomes a weak one, as CloudFront makes it
        let etag = format!("W/{}", quoted(&plain.etag).trim_start_matches("W/"));
        Some(Object {
            body: packed,
            content_encoding: Some(self.name().to_owned()),
            etag,
            ..plain.clone()
        })
    }
}

/// Sends a stored file. If it is not compressed, it is compressed now if the caller accepts gzip
/// (contract 9); a compressed one is sent as it is, as S3 does.
pub(super) fn send_compressing(object: Object, method: &Method, headers: &HeaderMap) -> Response {
    let varies = object.content_encoding.is_none();
    let packed = if takes(headers, "gzip") {
        Coding::Gzip(4).compressed(&object)
    } else {
        None
    };
    let mut answer = send(packed.unwrap_or(object), method, headers);
    if varies {
        vary(&mut answer);
    }
    answer
}

/// Says that the answer depends on the codings a caller accepts.
pub(super) fn vary(answer: &mut Response) {
    answer
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
}

/// Sends a file as it is: without its body for `HEAD`, and as 304 if the caller has it.
pub(super) fn send(object: Object, method: &Method, headers: &HeaderMap) -> Response {
    let etag = quoted(&object.etag);
    let written = i64::try_from(object.written_ms)
        .ok()
        .and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let mut answer = Response::new(Body::empty());
    if has(headers, &etag, written) {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        put(&mut answer, header::CONTENT_TYPE, object.content_type);
        put(
            &mut answer,
            header::CONTENT_ENCODING,
            object.content_encoding,
        );
        answer
            .headers_mut()
            .insert(header::CONTENT_LENGTH, HeaderValue::from(object.body.len()));
        if method != Method::HEAD {
            *answer.body_mut() = Body::from(object.body);
        }
    }
    put(&mut answer, header::CACHE_CONTROL, object.cache_control);
    put(&mut answer, header::ETAG, Some(etag));
    put(
        &mut answer,
        header::LAST_MODIFIED,
        written.and_then(|at| DateTimePrinter::new().timestamp_to_rfc9110_string(&at).ok()),
    );
    answer
}

fn put(answer: &mut Response, name: HeaderName, value: Option<String>) {
    if let Some(value) = value.and_then(|value| HeaderValue::try_from(value).ok()) {
        answer.headers_mut().insert(name, value);
    }
}

fn quoted(etag: &str) -> String {
    if etag.ends_with('"') {
        etag.to_owned()
    } else {
        format!("\"{etag}\"")
    }
}

/// Whether the caller has the file (RFC 9110, 13.1): by its tag if they name any, else by its time.
fn has(headers: &HeaderMap, etag: &str, written: Option<Timestamp>) -> bool {
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    if headers.contains_key(header::IF_NONE_MATCH) {
        let mut lists = headers
            .get_all(header::IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok());
        return lists.any(|list| {
            list.trim() == "*" || list.split(',').any(|tag| strong(tag) == strong(etag))
        });
    }
    let since = headers
        .get(header::IF_MODIFIED_SINCE)
        .and_then(|value| value.to_str().ok());
    let since = since.and_then(|since| DateTimeParser::new().parse_timestamp(since).ok());
    since
        .zip(written)
        .is_some_and(|(since, written)| written.as_second() <= since.as_second())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use rstest::rstest;
    use sha2::{Digest, Sha256};

    use super::*;

    const WRITTEN: &str = "Sat, 02 May 2026 16:45:12 GMT";

    fn object(body: Vec<u8>) -> Object {
        Object {
            body: body.into(),
            content_type: None,
            content_encoding: None,
            cache_control: None,
            etag: "a".to_owned(),
            written_ms: 1_777_740_312_999,
        }
    }

    #[rstest]
    #[case::none(&[], false)]
    #[case::tag(&[("if-none-match", "\"a\"")], true)]
    #[case::weak(&[("if-none-match", "W/\"a\"")], true)]
    #[case::one_of_a_list(&[("if-none-match", "\"b\", \"a\"")], true)]
    #[case::one_of_two_headers(&[("if-none-match", "\"b\""), ("if-none-match", "\"a\"")], true)]
    #[case::any(&[("if-none-match", "*")], true)]
    #[case::another(&[("if-none-match", "\"b\"")], false)]
    #[case::bare(&[("if-none-match", "a")], false)]
    #[case::same_second(&[("if-modified-since", WRITTEN)], true)]
    #[case::later(&[("if-modified-since", "Sun, 03 May 2026 00:00:00 GMT")], true)]
    #[case::earlier(&[("if-modified-since", "Sat, 02 May 2026 16:45:11 GMT")], false)]
    #[case::no_time(&[("if-modified-since", "yesterday")], false)]
    #[case::the_tag_counts(&[("if-none-match", "\"b\""), ("if-modified-since", WRITTEN)], false)]
    fn a_known_file_gets_304(#[case] asked: &[(&'static str, &str)], #[case] expected: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in asked {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        let answer = send(object(b"x".to_vec()), &Method::GET, &headers);
        assert_eq!(
            answer.status(),
            if expected {
                StatusCode::NOT_MODIFIED
            } else {
                StatusCode::OK
            }
        );
        assert_eq!(answer.headers()[header::ETAG], "\"a\"");
        assert_eq!(answer.headers()[header::LAST_MODIFIED], WRITTEN);
        assert_eq!(
            answer.headers().contains_key(header::CONTENT_LENGTH),
            !expected
        );
    }

    #[rstest]
    #[case::text(b"word ".repeat(1_000), true)]
    #[case::short(b"word ".repeat(10), false)]
    #[case::as_good_as_random((0..100_u8).flat_map(|n| Sha256::digest([n])).collect(), false)]
    fn a_file_is_compressed_if_it_gets_smaller(#[case] body: Vec<u8>, #[case] expected: bool) {
        for coding in [Coding::Brotli, Coding::Gzip(9)] {
            assert_eq!(
                coding.compressed(&object(body.clone())).is_some(),
                expected,
                "{coding:?}"
            );
        }
    }

    #[test]
    fn a_compressed_file_unpacks_to_the_same_bytes() {
        let plain = object(b"word ".repeat(1_000));
        let brotli = Coding::Brotli.compressed(&plain).unwrap();
        let mut text = Vec::new();
        brotli::BrotliDecompress(&mut &*brotli.body, &mut text).unwrap();
        assert_eq!(
            (
                text,
                brotli.etag.as_str(),
                brotli.content_encoding.as_deref()
            ),
            (plain.body.to_vec(), "W/\"a\"", Some("br"))
        );
        let gzip = Coding::Gzip(9).compressed(&plain).unwrap();
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(&*gzip.body)
            .read_to_end(&mut text)
            .unwrap();
        assert_eq!(
            (text, gzip.etag.as_str(), gzip.content_encoding.as_deref()),
            (plain.body.to_vec(), "W/\"a\"", Some("gzip"))
        );
        assert!(Coding::Gzip(9).compressed(&gzip).is_none());
    }
}
