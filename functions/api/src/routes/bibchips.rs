//! Bib chips by key (contract 4.4).

use std::collections::BTreeSet;

use chute_contract::{
    answers::{BibChips, Count},
    participant::BibChipIn,
    requests::{AddBibChips, OfBibChips},
};
use chute_domain::{
    participant::BibChip,
    state::{count_ended, items_to_write},
};
use chute_store::Area;

use crate::{
    answer::{Answer, json},
    extract::{KeyRequest, Reader, Writer},
};

/// The chips of a year with their bibs.
///
/// # Errors
/// - 404: no such event or year.
pub async fn list(call: KeyRequest<OfBibChips, Reader>) -> Answer<BibChips> {
    let call = call.year().await?;
    let race = &call.race;
    let stored = call.app.store.chips_of(race).await?;
    let mut bib_chips: Vec<BibChip> = stored
        .iter()
        .filter_map(|chip| chip.living(call.year.chips))
        .cloned()
        .collect();
    bib_chips.sort_unstable_by(|a, b| (&a.bib, &a.chip).cmp(&(&b.bib, &b.chip)));
    Ok(json(&BibChips { bib_chips }))
}

/// Adds or replaces bib chips.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add(call: KeyRequest<AddBibChips, Writer>) -> Answer<Count> {
    let (mut call, stored) = call
        .year_with(
            |body| body.bib_chips.len(),
            async |store, body, race| {
                let chips: BTreeSet<String> = body
                    .bib_chips
                    .iter()
                    .map(|sent| sent.chip.clone())
                    .filter(|chip| chip.chars().count() <= 100)
                    .collect();
                store.find_chips(race, chips).await
            },
        )
        .await?;
    let sent: Vec<BibChip> = std::mem::take(&mut call.body.bib_chips)
        .into_iter()
        .filter_map(BibChipIn::checked)
        .collect();
    let (count, stamp, deleted) = (sent.len(), call.context.stamp, call.year.chips);
    let changed = items_to_write(&stored, deleted, sent, stamp, |chip| chip.chip.clone());
    let race = &call.race;
    call.context
        .until_stop(call.app.store.put_chips(race, changed, stamp))
        .await?;
    Ok(json(&Count { count }))
}

/// Deletes all bib chips of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<OfBibChips, Writer>) -> Answer<Count> {
    let call = call.year().await?;
    let (race, stamp, store) = (&call.race, call.context.stamp, &call.app.store);
    let stored = store.chips_of(race).await?;
    let count = count_ended(&stored, call.year.chips, stamp);
    call.context
        .until_stop(store.delete_area(race, Area::Chips, stamp))
        .await?;
    Ok(json(&Count { count }))
}
