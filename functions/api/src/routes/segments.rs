//! Segments by key (contract 4.5).

use std::collections::BTreeMap;

use chute_contract::{
    answers::{Count, Segments},
    requests::{AddSegments, ForYear},
    setup::SegmentIn,
};
use chute_domain::race::{self, Segment};
use chute_store::Area;

use crate::{
    answer::{Answer, json},
    extract::{KeyRequest, Reader, Writer},
};

/// `segments`.
pub async fn list(call: KeyRequest<ForYear, Reader>) -> Answer<Segments> {
    let call = call.year().await?;
    let (slug, year) = call.names();
    let stored = call.app.store.segments_of(slug, year).await?;
    let mut segments: Vec<Segment> = stored
        .iter()
        .filter_map(|segment| segment.living(call.year.segments))
        .cloned()
        .collect();
    race::sort_segments(&mut segments);
    Ok(json(&Segments { segments }))
}

/// `segments/add`: answers what was accepted, duplicates included, in the order sent.
pub async fn add(call: KeyRequest<AddSegments, Writer>) -> Answer<Segments> {
    let (mut call, stored) = call
        .year_with(
            |_| 1,
            async |store, _, (slug, year)| store.segments_of(slug, year).await,
        )
        .await?;
    let segments: Vec<Segment> = std::mem::take(&mut call.body.segments)
        .into_iter()
        .filter_map(SegmentIn::checked)
        .collect();
    let (stamp, deleted) = (call.context.stamp, call.year.segments);
    let identity = |segment: &Segment| (segment.distance_name.clone(), segment.name.clone());
    let known: BTreeMap<_, _> = stored
        .iter()
        .filter_map(|known| Some((identity(known.item.as_ref()?), known)))
        .collect();
    let newest: BTreeMap<_, Segment> = segments
        .iter()
        .map(|segment| (identity(segment), segment.clone()))
        .collect();
    let changed = newest.into_iter().filter(|(key, segment)| {
        known
            .get(key)
            .is_none_or(|known| known.stamp < stamp && known.living(deleted) != Some(segment))
            && deleted.is_none_or(|deleted| stamp >= deleted)
    });
    let changed = changed.map(|(_, segment)| segment).collect();
    let (slug, year) = call.names();
    call.context
        .until_stop(call.app.store.put_segments(slug, year, changed, stamp))
        .await?;
    Ok(json(&Segments { segments }))
}

/// `segments/delete`: all of the year.
pub async fn remove(call: KeyRequest<ForYear, Writer>) -> Answer<Count> {
    let call = call.year().await?;
    let ((slug, year), stamp, store) = (call.names(), call.context.stamp, &call.app.store);
    let stored = store.segments_of(slug, year).await?;
    let count = stored
        .iter()
        .filter(|segment| segment.living(call.year.segments).is_some() && segment.stamp < stamp)
        .count();
    call.context
        .until_stop(store.delete_area(slug, year, Area::Segments, stamp))
        .await?;
    Ok(json(&Count { count }))
}
