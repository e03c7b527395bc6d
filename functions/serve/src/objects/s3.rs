//! S3's interface: turns requests into calls, and rows into answers.

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use base64::{Engine, engine::general_purpose::STANDARD};
use s3s::{
    Body, S3, S3Error, S3ErrorCode, S3Request, S3Response, S3Result,
    dto::{
        DeleteMarkerEntry, DeleteObjectInput, DeleteObjectOutput, DeleteObjectsInput,
        DeleteObjectsOutput, DeletedObject, ETagCondition, EncodingType, Error, GetObjectInput,
        GetObjectOutput, HeadObjectInput, HeadObjectOutput, ListObjectVersionsInput,
        ListObjectVersionsOutput, ListObjectsV2Input, ListObjectsV2Output, Metadata,
        ObjectIdentifier, ObjectVersion, PutObjectInput, PutObjectOutput, StreamingBlob,
    },
    s3_error,
};

use super::{
    Objects, ObjectsError,
    checks::{
        Asked, MOST_BYTES, MOST_KEYS, check_sums, collect, encoding, if_match, page, refuse,
        seconds, tag, url_encoded, version_id,
    },
    rows::{self, Condition, Deleted, Notes, Version},
};

/// The code of an answer when there is no room on the disk; its status is 507.
pub const FULL: &str = "InsufficientStorage";

impl From<ObjectsError> for S3Error {
    fn from(error: ObjectsError) -> Self {
        let code = match &error {
            ObjectsError::NoSuchBucket => S3ErrorCode::NoSuchBucket,
            ObjectsError::NoSuchKey { .. } => S3ErrorCode::NoSuchKey,
            ObjectsError::NoSuchVersion => S3ErrorCode::NoSuchVersion,
            ObjectsError::IsMarker(_) => S3ErrorCode::MethodNotAllowed,
            ObjectsError::PreconditionFailed => S3ErrorCode::PreconditionFailed,
            ObjectsError::Full(_) => S3ErrorCode::Custom(FULL.into()),
            ObjectsError::Unavailable(_) => S3ErrorCode::ServiceUnavailable,
            ObjectsError::Failed(_) | ObjectsError::UnknownForm(_) => S3ErrorCode::InternalError,
        };
        if let ObjectsError::Unavailable(cause) | ObjectsError::Failed(cause) = &error {
            tracing::error!(%cause, "{error}");
        }
        let mut answer = S3Error::with_message(code, error.to_string());
        if matches!(error, ObjectsError::Full(_)) {
            answer.set_status_code(StatusCode::INSUFFICIENT_STORAGE);
        }
        if let ObjectsError::NoSuchKey { marker: Some(id) } | ObjectsError::IsMarker(id) = &error {
            answer.set_headers(marker_headers(id));
        }
        answer
    }
}

fn marker_headers(id: &str) -> HeaderMap {
    let id = HeaderValue::from_str(id)
        .ok()
        .map(|id| ("x-amz-version-id", id));
    let headers = [("x-amz-delete-marker", HeaderValue::from_static("true"))]
        .into_iter()
        .chain(id);
    headers
        .filter_map(|(name, value)| Some((name.parse().ok()?, value)))
        .collect()
}

fn length(size: u64) -> Option<i64> {
    i64::try_from(size).ok()
}

/// The id to show for a version; none in a bucket that keeps no versions.
fn told_id(version: &Version) -> Option<String> {
    (!version.is_null).then(|| version.id())
}

fn metadata(notes: &Notes) -> S3Result<Option<Metadata>> {
    let told = notes.strings()?;
    Ok((!told.is_empty()).then(|| told.into_iter().collect()))
}

fn keys(number: usize) -> Option<i32> {
    i32::try_from(number).ok()
}

#[async_trait::async_trait]
impl S3 for Objects {
    async fn put_object(
        &self,
        mut req: S3Request<PutObjectInput>,
    ) -> S3Result<S3Response<PutObjectOutput>> {
        let body = req.input.body.take();
        let input = req.input;
        refuse(&[
            (
                "an ACL",
                input.acl.is_some()
                    || input.grant_full_control.is_some()
                    || input.grant_read.is_some(),
            ),
            (
                "an ACL",
                input.grant_read_acp.is_some() || input.grant_write_acp.is_some(),
            ),
            ("Content-Disposition", input.content_disposition.is_some()),
            ("Content-Language", input.content_language.is_some()),
            ("Expires", input.expires.is_some()),
            (
                "a lock",
                input.object_lock_legal_hold_status.is_some() || input.object_lock_mode.is_some(),
            ),
            ("a lock", input.object_lock_retain_until_date.is_some()),
            (
                "encryption",
                input.server_side_encryption.is_some() || input.sse_customer_algorithm.is_some(),
            ),
            (
                "encryption",
                input.sse_customer_key.is_some() || input.ssekms_key_id.is_some(),
            ),
            ("a storage class", input.storage_class.is_some()),
            ("tagging", input.tagging.is_some()),
            ("a redirect", input.website_redirect_location.is_some()),
            ("appending", input.write_offset_bytes.is_some()),
        ])?;
        let condition = match (&input.if_none_match, &input.if_match) {
            (None, wanted) => if_match(wanted.as_ref()),
            (Some(ETagCondition::Any), None) => Condition::Absent,
            (Some(_), _) => {
                return Err(s3_error!(
                    NotImplemented,
                    "If-None-Match takes * only, and no If-Match beside it"
                ));
            }
        };
        if input
            .content_length
            .and_then(|length| usize::try_from(length).ok())
            .is_some_and(|length| length > MOST_BYTES)
        {
            return Err(S3ErrorCode::EntityTooLarge.into());
        }
        let body = collect(body).await?;
        check_sums(&input, req.trailing_headers.as_ref(), &body)?;
        let metadata = input.metadata.filter(|told| !told.is_empty());
        let metadata = metadata
            .map(|told| serde_json::to_string(&told).map_err(S3Error::internal_error))
            .transpose()?;
        let content_encoding = encoding(input.content_encoding);
        let notes = Notes {
            content_type: input.content_type,
            content_encoding,
            cache_control: input.cache_control,
            metadata,
        };
        let put = self.put(&input.bucket, input.key, body, notes, condition);
        let new = put.await?;
        Ok(S3Response::new(PutObjectOutput {
            e_tag: tag(&new),
            version_id: told_id(&new),
            ..PutObjectOutput::default()
        }))
    }

    async fn get_object(
        &self,
        req: S3Request<GetObjectInput>,
    ) -> S3Result<S3Response<GetObjectOutput>> {
        let input = req.input;
        refuse(&[
            ("a part", input.part_number.is_some()),
            ("encryption", input.sse_customer_algorithm.is_some()),
        ])?;
        let id = version_id(input.version_id.as_deref())?;
        let (version, body) = self.find(&input.bucket, &input.key, id, true).await?;
        let (if_match, if_none_match) = (input.if_match.as_ref(), input.if_none_match.as_ref());
        let (if_modified_since, if_unmodified_since) = (
            input.if_modified_since.as_ref(),
            input.if_unmodified_since.as_ref(),
        );
        Asked {
            if_match,
            if_none_match,
            if_modified_since,
            if_unmodified_since,
        }
        .check(&version)?;
        let (body, content_range) = match input.range {
            None => (body, None),
            Some(range) => {
                let wanted = range.check(version.size)?;
                let (Ok(first), Ok(end), false) = (
                    usize::try_from(wanted.start),
                    usize::try_from(wanted.end),
                    wanted.is_empty(),
                ) else {
                    return Err(S3ErrorCode::InvalidRange.into());
                };
                (
                    body.slice(first..end),
                    Some(format!("bytes {first}-{}/{}", end - 1, version.size)),
                )
            }
        };
        Ok(S3Response::new(GetObjectOutput {
            accept_ranges: Some("bytes".to_owned()),
            content_length: length(u64::try_from(body.len()).unwrap_or(u64::MAX)),
            content_range,
            body: Some(StreamingBlob::from(Body::from(body))),
            e_tag: tag(&version),
            last_modified: Some(seconds(version.written_ms)),
            version_id: told_id(&version),
            metadata: metadata(&version.notes)?,
            content_type: version.notes.content_type,
            content_encoding: version.notes.content_encoding,
            cache_control: version.notes.cache_control,
            ..GetObjectOutput::default()
        }))
    }

    async fn head_object(
        &self,
        req: S3Request<HeadObjectInput>,
    ) -> S3Result<S3Response<HeadObjectOutput>> {
        let input = req.input;
        refuse(&[
            ("a part", input.part_number.is_some()),
            ("a range", input.range.is_some()),
            ("encryption", input.sse_customer_algorithm.is_some()),
        ])?;
        let id = version_id(input.version_id.as_deref())?;
        let (version, _) = self.find(&input.bucket, &input.key, id, false).await?;
        let (if_match, if_none_match) = (input.if_match.as_ref(), input.if_none_match.as_ref());
        let (if_modified_since, if_unmodified_since) = (
            input.if_modified_since.as_ref(),
            input.if_unmodified_since.as_ref(),
        );
        Asked {
            if_match,
            if_none_match,
            if_modified_since,
            if_unmodified_since,
        }
        .check(&version)?;
        Ok(S3Response::new(HeadObjectOutput {
            accept_ranges: Some("bytes".to_owned()),
            content_length: length(version.size),
            e_tag: tag(&version),
            last_modified: Some(seconds(version.written_ms)),
            version_id: told_id(&version),
            metadata: metadata(&version.notes)?,
            content_type: version.notes.content_type,
            content_encoding: version.notes.content_encoding,
            cache_control: version.notes.cache_control,
            ..HeadObjectOutput::default()
        }))
    }

    async fn delete_object(
        &self,
        req: S3Request<DeleteObjectInput>,
    ) -> S3Result<S3Response<DeleteObjectOutput>> {
        let input = req.input;
        refuse(&[(
            "a condition of time or size",
            input.if_match_last_modified_time.is_some() || input.if_match_size.is_some(),
        )])?;
        let (id, condition) = (
            version_id(input.version_id.as_deref())?,
            if_match(input.if_match.as_ref()),
        );
        let delete = self.delete(&input.bucket, input.key, id, condition);
        let Deleted { id, is_marker } = delete.await?;
        let output = DeleteObjectOutput {
            delete_marker: is_marker.then_some(true),
            version_id: id,
            ..DeleteObjectOutput::default()
        };
        Ok(S3Response::new(output))
    }

    async fn delete_objects(
        &self,
        req: S3Request<DeleteObjectsInput>,
    ) -> S3Result<S3Response<DeleteObjectsOutput>> {
        let input = req.input;
        let bucket = self.bucket(&input.bucket)?.clone();
        let is_quiet = input.delete.quiet == Some(true);
        let objects = input.delete.objects;
        if objects.is_empty() || objects.len() > MOST_KEYS {
            return Err(s3_error!(
                MalformedXML,
                "a call deletes 1 to {MOST_KEYS} objects"
            ));
        }
        let odd = objects
            .iter()
            .any(|object| object.last_modified_time.is_some() || object.size.is_some());
        refuse(&[("a condition of time or size", odd)])?;
        let delete = self.database.write(move |tables, sequence| {
            let (mut deleted, mut errors) = (Vec::new(), Vec::new());
            for ObjectIdentifier {
                key,
                version_id: told,
                e_tag,
                ..
            } in objects
            {
                let refused = |code: S3ErrorCode, key: String, told: Option<String>| {
                    let (code, message) = (Some(code.as_str().to_owned()), None);
                    Error {
                        code,
                        key: Some(key),
                        message,
                        version_id: told,
                    }
                };
                let Ok(id) = version_id(told.as_deref()) else {
                    errors.push(refused(S3ErrorCode::NoSuchVersion, key, told));
                    continue;
                };
                let condition = if_match(e_tag.map(ETagCondition::ETag).as_ref());
                // a condition that does not hold is found before anything changes
                match rows::delete(tables, sequence, &bucket, &key, id, &condition) {
                    Ok(done) => deleted.push(DeletedObject {
                        delete_marker: done.is_marker.then_some(true),
                        delete_marker_version_id: done.id.filter(|_| done.is_marker),
                        key: Some(key),
                        version_id: told,
                    }),
                    Err(ObjectsError::PreconditionFailed) => {
                        errors.push(refused(S3ErrorCode::PreconditionFailed, key, told))
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok((deleted, errors))
        });
        let (deleted, errors) = delete.await?;
        let deleted = (!is_quiet).then_some(deleted);
        Ok(S3Response::new(DeleteObjectsOutput {
            deleted,
            errors: Some(errors),
            ..DeleteObjectsOutput::default()
        }))
    }

    async fn list_objects_v2(
        &self,
        req: S3Request<ListObjectsV2Input>,
    ) -> S3Result<S3Response<ListObjectsV2Output>> {
        let input = req.input;
        let is_url = input
            .encoding_type
            .as_ref()
            .is_some_and(|encoding| encoding.as_str() == EncodingType::URL);
        refuse(&[
            ("a delimiter", input.delimiter.is_some()),
            ("this encoding", input.encoding_type.is_some() && !is_url),
        ])?;
        let written = |key: String| if is_url { url_encoded(&key) } else { key };
        let most = page(input.max_keys)?;
        let unread = || {
            s3_error!(
                InvalidArgument,
                "The continuation token provided is incorrect"
            )
        };
        let continued = input.continuation_token.as_ref().map(|token| {
            let key = STANDARD
                .decode(token)
                .ok()
                .and_then(|key| String::from_utf8(key).ok());
            key.ok_or_else(unread)
        });
        let behind = continued.transpose()?.or_else(|| input.start_after.clone());
        let prefix = input.prefix.clone().unwrap_or_default();
        let (found, has_more) = self.list(&input.bucket, prefix, behind, most).await?;
        let last = found.last().map(|(key, _)| STANDARD.encode(key));
        let contents = found.into_iter().map(|(key, version)| s3s::dto::Object {
            e_tag: tag(&version),
            key: Some(written(key)),
            last_modified: Some(seconds(version.written_ms)),
            size: length(version.size),
            ..s3s::dto::Object::default()
        });
        let contents: Vec<_> = contents.collect();
        Ok(S3Response::new(ListObjectsV2Output {
            name: Some(input.bucket),
            prefix: input.prefix.map(written),
            encoding_type: input.encoding_type,
            max_keys: keys(most),
            key_count: keys(contents.len()),
            contents: Some(contents),
            continuation_token: input.continuation_token,
            start_after: input.start_after.map(written),
            is_truncated: Some(has_more),
            next_continuation_token: last.filter(|_| has_more),
            ..ListObjectsV2Output::default()
        }))
    }

    async fn list_object_versions(
        &self,
        req: S3Request<ListObjectVersionsInput>,
    ) -> S3Result<S3Response<ListObjectVersionsOutput>> {
        let input = req.input;
        refuse(&[
            ("a delimiter", input.delimiter.is_some()),
            ("an encoding", input.encoding_type.is_some()),
        ])?;
        let most = page(input.max_keys)?;
        // the SDK sends a marker that is not set as an empty string
        let told = |marker: &Option<String>| marker.clone().filter(|marker| !marker.is_empty());
        let (key, id) = (
            told(&input.key_marker),
            version_id(told(&input.version_id_marker).as_deref())?,
        );
        if key.is_none() && id.is_some() {
            return Err(s3_error!(
                InvalidArgument,
                "A version-id marker cannot be specified without a key marker."
            ));
        }
        let prefix = input.prefix.clone().unwrap_or_default();
        let behind = key.map(|key| (key, id));
        let list = self.list_versions(&input.bucket, prefix, behind, most);
        let (found, has_more) = list.await?;
        let last = found
            .last()
            .filter(|_| has_more)
            .map(|last| (last.key.clone(), last.version.id()));
        let (next_key_marker, next_version_id_marker) = last.unzip();
        let (mut versions, mut markers) = (Vec::new(), Vec::new());
        for rows::Listed {
            key,
            version,
            is_latest,
        } in found
        {
            let (key, version_id, last_modified) = (
                Some(key),
                Some(version.id()),
                Some(seconds(version.written_ms)),
            );
            if version.is_marker() {
                markers.push(DeleteMarkerEntry {
                    is_latest: Some(is_latest),
                    key,
                    last_modified,
                    owner: None,
                    version_id,
                });
            } else {
                let (e_tag, size, is_latest) =
                    (tag(&version), length(version.size), Some(is_latest));
                versions.push(ObjectVersion {
                    e_tag,
                    is_latest,
                    key,
                    last_modified,
                    size,
                    version_id,
                    ..ObjectVersion::default()
                });
            }
        }
        Ok(S3Response::new(ListObjectVersionsOutput {
            name: Some(input.bucket),
            prefix: input.prefix,
            key_marker: input.key_marker,
            version_id_marker: input.version_id_marker,
            max_keys: keys(most),
            is_truncated: Some(has_more),
            next_key_marker,
            next_version_id_marker,
            versions: Some(versions),
            delete_markers: Some(markers),
            ..ListObjectVersionsOutput::default()
        }))
    }
}
