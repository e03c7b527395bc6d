//! `openapi.json` of each host: the committed document. [`crate::openapi`] generates it, and a test
//! compares it with the code.

use axum::body::Bytes;

use crate::{
    answer::{Answered, json_bytes},
    openapi::OpenApiDocument,
};

/// This document.
///
/// That of the account host.
pub async fn account() -> Answered<OpenApiDocument> {
    document(include_str!("../../../../docs/openapi.json"))
}

/// This document.
///
/// That of the remote host.
pub async fn remote() -> Answered<OpenApiDocument> {
    document(include_str!("../../../../docs/openapi-remote.json"))
}

fn document(text: &'static str) -> Answered<OpenApiDocument> {
    json_bytes(Bytes::from_static(text.as_bytes()))
}
