//! `openapi.json` of either host: the committed document. [`crate::openapi`] makes it, and a test
//! compares it with the code.

use axum::body::Bytes;

use crate::{
    answer::{Answered, json_bytes},
    openapi::OpenApiDocument,
};

/// This document.
///
/// The account host's.
pub async fn account() -> Answered<OpenApiDocument> {
    document(include_str!("../../../../docs/openapi.json"))
}

/// This document.
///
/// The remote host's.
pub async fn remote() -> Answered<OpenApiDocument> {
    document(include_str!("../../../../docs/openapi-remote.json"))
}

fn document(text: &'static str) -> Answered<OpenApiDocument> {
    json_bytes(Bytes::from_static(text.as_bytes()))
}
