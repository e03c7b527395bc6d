//! `openapi.json` of each host: the committed document. [`crate::openapi`] generates it, and a test
//! compares it with the code.

use crate::answer::{Answered, CommittedDocument, committed_document};

/// This document.
///
/// That of the account host.
pub async fn account() -> Answered<CommittedDocument> {
    committed_document(include_str!("../../../../docs/openapi.json"))
}

/// This document.
///
/// That of the remote host.
pub async fn remote() -> Answered<CommittedDocument> {
    committed_document(include_str!("../../../../docs/openapi-remote.json"))
}
