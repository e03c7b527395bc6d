//! Segments by key (contract 4.5).

use chute_contract::{
    answers::{Count, Segments},
    requests::{AddSegments, ForYear},
    setup::SegmentIn,
};
use chute_domain::race::{self, Segment};
use chute_store::Store;

use super::services::areas as service;
use crate::{
    answer::{Answer, json},
    extract::{KeyRequest, Reader, Writer},
};

/// The segments of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn list(call: KeyRequest<ForYear, Reader>) -> Answer<Segments> {
    let call = call.year().await?;
    let mut segments = service::list(&call, Store::segments_of).await?;
    race::sort_segments(&mut segments);
    Ok(json(&Segments { segments }))
}

/// Adds or replaces segments.
///
/// Returns what was accepted, duplicates included, in the order sent.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add(call: KeyRequest<AddSegments, Writer>) -> Answer<Segments> {
    let (mut call, stored) = call
        .year_with(|_| 1, async |store, _, race| store.segments_of(race).await)
        .await?;
    let segments: Vec<Segment> = std::mem::take(&mut call.body.segments)
        .into_iter()
        .filter_map(SegmentIn::checked)
        .collect();
    service::add(
        &call,
        &stored,
        segments.iter().cloned(),
        Store::put_segments,
    )
    .await?;
    Ok(json(&Segments { segments }))
}

/// Deletes all segments of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<ForYear, Writer>) -> Answer<Count> {
    service::remove(&call.year().await?, Store::segments_of).await
}
