//! `health` of both hosts.

use crate::answer::{Answered, NoContent, no_content};

/// Reports that the service is up.
pub async fn health() -> Answered<NoContent> {
    no_content()
}
