//! What a request asks for besides the object itself: conditions, checksums, limits. Anything that
//! is not implemented here is refused.

use std::time::{Duration, SystemTime};

use base64::{Engine, engine::general_purpose::STANDARD};
use futures::TryStreamExt;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use s3s::{
    S3Error, S3ErrorCode, S3Result, TrailingHeaders,
    crypto::{Checksum, Crc32, Crc32c, Crc64Nvme, Md5, Sha1, Sha256},
    dto::{ETag, ETagCondition, PutObjectInput, StreamingBlob, Timestamp},
    s3_error,
};

use super::rows::{Condition, Version, VersionId};

/// The maximum size of an object, in bytes: objects are held in memory as they pass.
pub const MOST_BYTES: usize = 256 << 20;
/// The maximum number of keys that a call lists or deletes (S3's limit).
pub const MOST_KEYS: usize = 1_000;

/// A time as S3 writes it: whole seconds.
pub fn seconds(unix_ms: u64) -> Timestamp {
    Timestamp::from(SystemTime::UNIX_EPOCH + Duration::from_secs(unix_ms / 1000))
}

pub fn tag(version: &Version) -> Option<ETag> {
    version.etag.clone().map(ETag::Strong)
}

/// Refuses a request that asks for something that is not implemented here.
pub fn refuse(asked: &[(&str, bool)]) -> S3Result<()> {
    match asked.iter().find(|(_, is_asked)| *is_asked) {
        Some((what, _)) => Err(s3_error!(NotImplemented, "{what} is not implemented")),
        None => Ok(()),
    }
}

/// The version a request names.
pub fn version_id(text: Option<&str>) -> S3Result<Option<VersionId>> {
    let invalid = || s3_error!(InvalidArgument, "Invalid version id specified");
    text.map(|text| VersionId::read(text).ok_or_else(invalid))
        .transpose()
}

/// The condition of a write; no object has a weak entity tag.
pub fn if_match(wanted: Option<&ETagCondition>) -> Condition {
    match wanted {
        None => Condition::None,
        Some(ETagCondition::Any) => Condition::Present,
        Some(ETagCondition::ETag(tag)) => {
            Condition::Tag(tag.as_strong().unwrap_or_default().to_owned())
        }
    }
}

/// The conditions of a read, in the order of RFC 9110.
pub struct Asked<'r> {
    pub if_match: Option<&'r ETagCondition>,
    pub if_none_match: Option<&'r ETagCondition>,
    pub if_modified_since: Option<&'r Timestamp>,
    pub if_unmodified_since: Option<&'r Timestamp>,
}

impl Asked<'_> {
    /// Refuses the read unless the conditions hold.
    pub fn check(&self, version: &Version) -> S3Result<()> {
        let is_this = |wanted: &ETagCondition, is_weak_enough: bool| match wanted {
            ETagCondition::Any => true,
            ETagCondition::ETag(ETag::Weak(_)) if !is_weak_enough => false,
            ETagCondition::ETag(tag) => Some(tag.value()) == version.etag.as_deref(),
        };
        let written = seconds(version.written_ms);
        let is_expected = match (self.if_match, self.if_unmodified_since) {
            (Some(wanted), _) => is_this(wanted, false),
            (None, Some(since)) => written <= *since,
            (None, None) => true,
        };
        if !is_expected {
            return Err(S3ErrorCode::PreconditionFailed.into());
        }
        let is_known = match (self.if_none_match, self.if_modified_since) {
            (Some(known), _) => is_this(known, true),
            (None, Some(since)) => written <= *since,
            (None, None) => false,
        };
        if !is_known {
            return Ok(());
        }
        let mut unchanged = S3Error::new(S3ErrorCode::NotModified);
        if let Some(tag) = tag(version).and_then(|tag| tag.to_http_header().ok()) {
            unchanged.set_headers([(axum::http::header::ETAG, tag)].into_iter().collect());
        }
        Err(unchanged)
    }
}

/// The whole body.
pub async fn collect(body: Option<StreamingBlob>) -> S3Result<Vec<u8>> {
    let Some(mut body) = body else {
        return Ok(Vec::new());
    };
    let mut bytes = Vec::new();
    while let Some(chunk) = body
        .try_next()
        .await
        .map_err(|cause| S3Error::with_source(S3ErrorCode::IncompleteBody, cause))?
    {
        if bytes.len() + chunk.len() > MOST_BYTES {
            return Err(S3ErrorCode::EntityTooLarge.into());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

type Sum = fn(&[u8]) -> String;

fn sum<C: Checksum>(body: &[u8]) -> String {
    STANDARD.encode(C::checksum(body))
}

/// Compares the body with the checksums that came with it, in headers or trailers.
pub fn check_sums(
    input: &PutObjectInput,
    trailers: Option<&TrailingHeaders>,
    body: &[u8],
) -> S3Result<()> {
    let after = |header: &str| {
        trailers?.read(|trailers| trailers.get(header)?.to_str().ok().map(ToOwned::to_owned))?
    };
    let sums: [(&Option<String>, &str, Sum); 6] = [
        (&input.content_md5, "content-md5", sum::<Md5>),
        (&input.checksum_crc32, "x-amz-checksum-crc32", sum::<Crc32>),
        (
            &input.checksum_crc32c,
            "x-amz-checksum-crc32c",
            sum::<Crc32c>,
        ),
        (
            &input.checksum_crc64nvme,
            "x-amz-checksum-crc64nvme",
            sum::<Crc64Nvme>,
        ),
        (&input.checksum_sha1, "x-amz-checksum-sha1", sum::<Sha1>),
        (
            &input.checksum_sha256,
            "x-amz-checksum-sha256",
            sum::<Sha256>,
        ),
    ];
    let is_wrong = |(before, header, sum): &(&Option<String>, &str, Sum)| {
        let told = (*before).clone().or_else(|| after(header));
        told.is_some_and(|told| told != sum(body))
    };
    match sums.iter().find(|told| is_wrong(told)) {
        Some((_, header, _)) => Err(s3_error!(
            BadDigest,
            "the body is not the one of its {header}"
        )),
        None => Ok(()),
    }
}

/// Lower-case hex, as S3 writes entity tags.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A key in a list requested with the encoding `url`: XML cannot hold every character.
pub fn url_encoded(key: &str) -> String {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'~')
        .remove(b'/');
    utf8_percent_encode(key, KEPT).to_string()
}

/// The encoding of the object itself, without the one used only for the request.
pub fn encoding(told: Option<String>) -> Option<String> {
    let own: Vec<&str> = told
        .as_deref()?
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty() && *part != "aws-chunked")
        .collect();
    (!own.is_empty()).then(|| own.join(","))
}

/// The maximum number of keys on a page of a list.
pub fn page(told: Option<i32>) -> S3Result<usize> {
    let Some(told) = told else {
        return Ok(MOST_KEYS);
    };
    let most =
        usize::try_from(told).map_err(|_| s3_error!(InvalidArgument, "max-keys is below zero"))?;
    Ok(most.min(MOST_KEYS))
}
