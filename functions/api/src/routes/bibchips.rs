//! Bib chips by key (contract 4.4).

use std::collections::{BTreeMap, BTreeSet};

use chute_contract::{
    answers::{BibChips, ChipsAdded, Count, MovedChip},
    participant::BibChipIn,
    requests::{AddBibChips, OfBibChips},
};
use chute_domain::participant::BibChip;
use chute_store::Store;

use super::services::areas::{self as service, AreaItem as _};
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
    let mut bib_chips = service::list(&call, Store::chips_of).await?;
    bib_chips.sort_unstable_by(|a, b| (&a.bib, &a.chip).cmp(&(&b.bib, &b.chip)));
    Ok(json(&BibChips { bib_chips }))
}

/// Adds or replaces bib chips, and tells which were moved from another bib: one chip counts for one
/// runner, so somebody who hands out a chip twice should learn of it.
///
/// # Errors
/// - 404: no such event or year.
pub async fn add(call: KeyRequest<AddBibChips, Writer>) -> Answer<ChipsAdded> {
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
    let count = sent.len();
    let before = stored
        .iter()
        .filter_map(|chip| chip.living(BibChip::deleted(&call.year)));
    let moved = moved(before, &sent);
    service::add(&call, &stored, sent, Store::put_chips).await?;
    Ok(json(&ChipsAdded { count, moved }))
}

fn moved<'c>(before: impl Iterator<Item = &'c BibChip>, sent: &'c [BibChip]) -> Vec<MovedChip> {
    let mut bibs: BTreeMap<&str, &str> = BTreeMap::new();
    let mut moved = Vec::new();
    for BibChip { bib, chip } in before.chain(sent) {
        let from = bibs
            .insert(chip, bib)
            .filter(|from| from.trim() != bib.trim());
        moved.extend(from.map(|from| MovedChip {
            chip: chip.clone(),
            from: from.to_owned(),
            to: bib.clone(),
        }));
    }
    moved
}

/// Deletes all bib chips of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<OfBibChips, Writer>) -> Answer<Count> {
    service::remove(&call.year().await?, Store::chips_of).await
}
