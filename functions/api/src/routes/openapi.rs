//! `openapi.json` of either host: the committed document. [`crate::openapi`] makes it, and a test
//! compares it with the code.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// The account host's.
pub async fn account() -> Response {
    document(include_str!("../../../../docs/openapi.json"))
}

/// The remote host's.
pub async fn remote() -> Response {
    document(include_str!("../../../../docs/openapi-remote.json"))
}

fn document(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
