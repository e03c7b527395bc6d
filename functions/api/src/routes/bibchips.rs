//! Bib chips by key (contract 4.4).

use std::collections::BTreeSet;

use chute_contract::{
    answers::{BibChips, Count},
    participant::BibChipIn,
    requests::{AddBibChips, OfBibChips},
};
use chute_domain::participant::BibChip;

use super::services::areas as service;
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
    let mut bib_chips: Vec<BibChip> = service::list(&call).await?;
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
    let count = sent.len();
    service::add(&call, &stored, sent).await?;
    Ok(json(&Count { count }))
}

/// Deletes all bib chips of a year.
///
/// # Errors
/// - 404: no such event or year.
pub async fn remove(call: KeyRequest<OfBibChips, Writer>) -> Answer<Count> {
    service::remove::<BibChip, _>(&call.year().await?).await
}
