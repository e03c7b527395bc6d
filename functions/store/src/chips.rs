//! Bib chips: `p` = `slug/year`, `q` = `c` and the chip (a sort key must not be empty, but a chip
//! may be).

use chute_domain::{participant::BibChip, race::RaceKey, stamp::Stamp, state::Stamped};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store,
    table::{KeyPair, get_many, query, stamps, to_item},
};

#[derive(Serialize, Deserialize)]
struct ChipItem {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamps")]
    stamp: Stamp,
    #[serde(rename = "b")]
    bib: String,
}

fn chip_key(chip: &str) -> String {
    format!("c{chip}")
}

impl ChipItem {
    fn stored(self) -> Stamped<BibChip> {
        let chip = self.q.strip_prefix('c').unwrap_or_default().to_owned();
        Stamped {
            stamp: self.stamp,
            item: Some(BibChip {
                bib: self.bib,
                chip,
            }),
        }
    }
}

impl Store {
    /// The stored chips of a year, dead ones included.
    pub async fn chips_of(&self, race: &RaceKey) -> Result<Vec<Stamped<BibChip>>> {
        let items: Vec<ChipItem> =
            query(&self.db, &self.names.bibchips, &race.to_string(), "").await?;
        Ok(items.into_iter().map(ChipItem::stored).collect())
    }

    /// Those of these chips that are stored. The chips must be distinct.
    pub async fn find_chips(
        &self,
        race: &RaceKey,
        chips: impl IntoIterator<Item = String>,
    ) -> Result<Vec<Stamped<BibChip>>> {
        let p = race.to_string();
        let keys = chips
            .into_iter()
            .map(|chip| KeyPair::new(&p, &chip_key(&chip)))
            .collect();
        let items: Vec<ChipItem> = get_many(&self.db, &self.names.bibchips, keys).await?;
        Ok(items.into_iter().map(ChipItem::stored).collect())
    }

    /// Writes chips, each unless the stored one is newer.
    pub async fn put_chips(&self, race: &RaceKey, chips: Vec<BibChip>, stamp: Stamp) -> Result<()> {
        let p = race.to_string();
        let items = chips.into_iter().map(|chip| {
            let item = ChipItem {
                p: p.clone(),
                q: chip_key(&chip.chip),
                stamp,
                bib: chip.bib,
            };
            Ok((to_item(&item)?, stamp))
        });
        self.put_all(&self.names.bibchips, items.collect::<Result<Vec<_>>>()?)
            .await
    }
}
