//! Subscriptions, as alerts look them up.

use std::collections::HashMap;

use chute_domain::{alert::Target, phone::Phone, race::RaceKey, row::Bib};
use serde::Deserialize;

use crate::{
    Result, Store,
    port::Query,
    subscription_tally::{ADDRESS, DEVICE},
    subscriptions::confirmation_key,
    table::{KeyPair, all, get_many, text},
};

/// A subscription as an index returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follower {
    /// Who is alerted.
    pub target: Target,
    /// Bib, first and last name of the runner, as sent.
    pub runner: (String, String, String),
    /// The part of its key after the target.
    pub hash: String,
}

impl Follower {
    /// Whether the runner is known by name alone.
    #[must_use]
    pub fn is_by_name(&self) -> bool {
        self.runner.0.is_empty()
    }

    /// Bib, first and last name.
    #[must_use]
    pub fn runner(&self) -> (&str, &str, &str) {
        let (bib, first, last) = &self.runner;
        (bib, first, last)
    }
}

/// The runner of a subscription's item, on any channel.
#[derive(Deserialize)]
struct FollowerItem {
    q: String,
    #[serde(rename = "b", default)]
    bib: String,
    #[serde(rename = "fi", default)]
    first: String,
    #[serde(rename = "la", default)]
    last: String,
    x: i64,
}

impl FollowerItem {
    fn follower(self) -> Option<Follower> {
        let (target, hash) = self.q.rsplit_once('#')?;
        let target = match (target.strip_prefix(DEVICE), target.strip_prefix(ADDRESS)) {
            (Some(id), _) => Target::Device(id.to_owned()),
            (None, Some(id)) => Target::Address(id.to_owned()),
            (None, None) => Target::Phone(Phone::subscriber(target)?),
        };
        Some(Follower {
            target,
            hash: hash.to_owned(),
            runner: (self.bib, self.first, self.last),
        })
    }
}

impl Store {
    /// Whether anybody follows a runner of a year; one read, however many subscriptions there are.
    pub async fn has_subscriptions(&self, race: &RaceKey) -> Result<bool> {
        Ok(
            !Query::new(&self.names.subscriptions, "p = :p AND begins_with(q, :q)")
                .limit(1)
                .only("p")
                .value(":p", text(&race.to_string()))
                .value(":q", text("+"))
                .send(&self.db)
                .await?
                .items
                .is_empty(),
        )
    }

    /// The subscriptions to this bib, and those to this form of a name, that are valid at `now_s`.
    /// Those that wait for a YES are among them (see [`Self::phones_that_wait`]).
    pub async fn followers(
        &self,
        race: &RaceKey,
        bib: Bib<'_>,
        name: Option<&str>,
        now_s: i64,
    ) -> Result<Vec<Follower>> {
        let p = race.to_string();
        let by_name = async {
            match name {
                Some(name) => self.by_index(&p, "byName", "n", name).await,
                None => Ok(Vec::new()),
            }
        };
        let (by_bib, by_name) =
            futures::try_join!(self.by_index(&p, "byBib", "b", bib.as_str()), by_name)?;
        let mut found: HashMap<String, Follower> = HashMap::new();
        for item in by_bib
            .into_iter()
            .chain(by_name)
            .filter(|item| item.x > now_s)
        {
            let q = item.q.clone();
            found.extend(item.follower().map(|follower| (q, follower)));
        }
        Ok(found.into_values().collect())
    }

    async fn by_index(
        &self,
        p: &str,
        index: &str,
        attribute: &str,
        value: &str,
    ) -> Result<Vec<FollowerItem>> {
        if value.is_empty() {
            return Ok(Vec::new());
        }
        let query = Query::new(&self.names.subscriptions, "p = :p AND #a = :v")
            .eventual()
            .index(index)
            .name("#a", attribute)
            .value(":p", text(p))
            .value(":v", text(value));
        all(&self.db, query, "subscriptions").await
    }

    /// Those of these phones whose subscriptions for the year wait for a YES, in E.164.
    pub async fn phones_that_wait(&self, race: &RaceKey, phones: &[&Phone]) -> Result<Vec<String>> {
        #[derive(Deserialize)]
        struct Waiting {
            p: String,
            w: Option<i64>,
        }
        let mut keys: Vec<KeyPair> = phones
            .iter()
            .map(|phone| confirmation_key(phone, race))
            .collect();
        keys.sort_by(|one, other| one.p.cmp(&other.p));
        keys.dedup();
        let found: Vec<Waiting> = get_many(&self.db, &self.names.subscriptions, keys).await?;
        Ok(found
            .into_iter()
            .filter(|item| item.w.is_some())
            .map(|item| item.p)
            .collect())
    }
}
