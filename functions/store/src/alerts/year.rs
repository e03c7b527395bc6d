//! The settings of a year's alerts: its salt, and whether they are paused.

use chute_domain::race::RaceKey;
use futures::future::try_join_all;
use serde::Deserialize;

use crate::{
    Result, Store, StoreError,
    port::{AttributeValue, Get, Returns, Write},
    table::{AT_ONCE, KeyPair, from_item, number, text},
};

/// The settings of a year's alerts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct YearAlerts {
    /// Mixed into the ids of its claims.
    #[serde(rename = "sa", default)]
    pub salt: String,
    /// Whether sending is paused.
    #[serde(rename = "pd", default)]
    pub paused: bool,
}

fn year_pair(race: &RaceKey) -> KeyPair {
    KeyPair::new(&race.to_string(), "al")
}

impl Store {
    /// The settings of the year's alerts; the first call sets the salt to `salt`.
    pub async fn salted_year(
        &self,
        race: &RaceKey,
        salt: &str,
        erased_s: i64,
    ) -> Result<YearAlerts> {
        let item = Write::update(&self.names.subscriptions, year_pair(race).item())
            .change("SET sa = if_not_exists(sa, :sa), x = :x")
            .returning(Returns::After)
            .value(":sa", text(salt))
            .value(":x", number(erased_s))
            .send(&self.db)
            .await?;
        from_item(item, "a year's alerts")
    }

    /// Whether the year's alerts are paused.
    pub async fn are_alerts_paused(&self, race: &RaceKey) -> Result<bool> {
        let key = year_pair(race).item();
        let get = Get::new(&self.names.subscriptions, key);
        let year: Option<YearAlerts> = get.read(&self.db, "a year's alerts").await?;
        Ok(year.is_some_and(|year| year.paused))
    }

    /// Pauses a year's alerts, or resumes them.
    pub async fn pause_alerts(&self, race: &RaceKey, paused: bool, erased_s: i64) -> Result<()> {
        Write::update(&self.names.subscriptions, year_pair(race).item())
            .change("SET pd = :pd, x = :x")
            .value(":pd", AttributeValue::Bool(paused))
            .value(":x", number(erased_s))
            .send(&self.db)
            .await
            .map(drop)
    }

    /// Which of the years have a salt, that is, may have claims.
    pub async fn years_with_alerts(&self, years: &[RaceKey]) -> Result<Vec<RaceKey>> {
        let mut found = Vec::new();
        for some in years.chunks(AT_ONCE) {
            let salted = try_join_all(some.iter().map(async |race| {
                let key = year_pair(race).item();
                let get = Get::new(&self.names.subscriptions, key)
                    .eventual()
                    .only("sa");
                let item = get.send(&self.db).await?;
                Ok::<_, StoreError>(item.is_some_and(|item| item.contains_key("sa")))
            }));
            found.extend(
                some.iter()
                    .zip(salted.await?)
                    .filter(|(_, salted)| *salted)
                    .map(|(race, _)| race.clone()),
            );
        }
        Ok(found)
    }
}
