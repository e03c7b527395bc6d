//! Segments by key (contract 4.5).

use chute_contract::{
    answers::{Count, Segments},
    requests::{AddSegments, ForYear},
    setup::SegmentIn,
};
use chute_domain::{
    race::{self, Segment},
    state::{count_ended, items_to_write},
};
use chute_store::Area;

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
    let race = &call.race;
    let stored = call.app.store.segments_of(race).await?;
    let mut segments: Vec<Segment> = stored
        .iter()
        .filter_map(|segment| segment.living(call.year.segments))
        .cloned()
        .collect();
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
    let (stamp, deleted) = (call.context.stamp, call.year.segments);
    let identity = |segment: &Segment| (segment.distance_name.clone(), segment.name.clone());
    let sent = segments.iter().cloned();
    let changed = items_to_write(&stored, deleted, sent, stamp, identity);
    let race = &call.race;
    call.context
        .until_stop(call.app.store.put_segments(race, changed, stamp))
        .await?;
    Ok(json(&Segments { segments }))
}

/// Deletes all segments of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<ForYear, Writer>) -> Answer<Count> {
    let call = call.year().await?;
    let (race, stamp, store) = (&call.race, call.context.stamp, &call.app.store);
    let stored = store.segments_of(race).await?;
    let count = count_ended(&stored, call.year.segments, stamp);
    call.context
        .until_stop(store.delete_area(race, Area::Segments, stamp))
        .await?;
    Ok(json(&Count { count }))
}
