//! The participants of the years whose pages were last asked for, cached in the instance.
//!
//! A client fetches a list page by page. The first page asked of an instance reads the whole year;
//! later ones read what has been written since, with consistent reads of the table's index by
//! stamp, so that each is a page of the current list.

use std::collections::{HashMap, HashSet};

use chute_domain::{
    entry_list::EntryList,
    key::digest,
    last_used::{LastUsed, Weighs},
    participant::Participant,
    race::RaceKey,
    stamp::Stamp,
    subscription::name_form,
};
use chute_store::{Store, StoreError};

use crate::routes::results::read::page;

/// How far each read reaches back before the previous one, in milliseconds. A write is stamped with
/// its receipt and happens at most eight seconds after it (contract 6.2 rule 4), so that it may
/// become visible that long after its stamp. The rest is a margin for clocks that differ.
const OVERLAP_MS: u64 = 60_000;
/// How old a list may be to be brought up to date, in milliseconds; an older one is read again from
/// the start. The tombstone of a deleted participant stays in the table for hours, so this is short
/// enough to see it.
const STALE_MS: u64 = 10 * 60_000;

/// How many bytes the lists may take in an instance on AWS, unless it is a single one: four of
/// 30,000 participants.
const MOST_BYTES: usize = 128 * 1024 * 1024;

/// The years' participants.
#[derive(Debug)]
pub struct EntryLists(LastUsed<Cached>);

impl Default for EntryLists {
    fn default() -> Self {
        Self::of(MOST_BYTES)
    }
}

#[derive(Debug)]
struct Cached {
    list: EntryList,
    /// When the read that led to this state began: what came later has at least this stamp.
    read_at: Stamp,
}

impl Weighs for Cached {
    fn bytes(&self) -> usize {
        self.list.bytes()
    }
}

/// Which part of a year's list.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Participants older than this are dead.
    pub deleted: Option<Stamp>,
    /// Participants per page; 0 or less: all of them.
    pub limit: i64,
    /// The page's number, from 1.
    pub page: i64,
}

/// The name of the order of a list: another one if anybody comes, goes or changes places, so that
/// pages of one name have everybody once.
pub fn order_of<'p>(list: impl Iterator<Item = &'p Participant>) -> String {
    let ids: String = list
        .map(|who| format!("{}:{}", who.id.len(), who.id))
        .collect();
    digest(&ids)
}

impl EntryLists {
    /// Keeps lists that take this many bytes together, or a single one that takes more.
    pub fn of(most_bytes: usize) -> Self {
        Self(LastUsed::of(most_bytes))
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// A page of the year's list, and the name of the list's order.
    pub async fn page(
        &self,
        store: &Store,
        race: &RaceKey,
        part: Part,
    ) -> Result<(Vec<Participant>, String), StoreError> {
        self.query(store, race, |list| {
            let version = order_of(list.living(part.deleted));
            let page = page(list.living(part.deleted), part.limit, part.page);
            (page.into_iter().cloned().collect(), version)
        })
        .await
    }

    /// The bibs of the year's anonymous participants; those older than `deleted` are dead.
    pub async fn anonymous_bibs(
        &self,
        store: &Store,
        race: &RaceKey,
        deleted: Option<Stamp>,
    ) -> Result<HashSet<String>, StoreError> {
        let bibs = |list: &EntryList| {
            let anonymous = list
                .living(deleted)
                .filter(|who| who.anonymous && !who.bib.is_empty());
            anonymous.map(|who| who.bib.clone()).collect()
        };
        self.query(store, race, bibs).await
    }

    /// The bibs of the participants with these names, and how many participants have each bib. The
    /// names are in the form in which subscriptions store them.
    pub async fn bibs_of_names(
        &self,
        store: &Store,
        race: &RaceKey,
        deleted: Option<Stamp>,
        forms: &HashSet<&str>,
    ) -> Result<HashMap<String, HashMap<String, usize>>, StoreError> {
        let bibs = |list: &EntryList| {
            let mut found: HashMap<String, HashMap<String, usize>> = HashMap::new();
            for who in list.living(deleted) {
                if let Some(form) =
                    name_form(&who.first, &who.last).filter(|form| forms.contains(form.as_str()))
                {
                    *found
                        .entry(form)
                        .or_default()
                        .entry(who.bib.clone())
                        .or_default() += 1;
                }
            }
            found
        };
        self.query(store, race, bibs).await
    }

    /// Brings the list up to date and returns what `ask` finds in it.
    pub async fn query<T>(
        &self,
        store: &Store,
        race: &RaceKey,
        ask: impl FnOnce(&EntryList) -> T,
    ) -> Result<T, StoreError> {
        let (key, read_at) = (race.to_string(), store.now().order);
        let known = self
            .0
            .take(&key)
            .filter(|cached| read_at.back(STALE_MS) < cached.read_at);
        let (mut list, news) = match known {
            Some(Cached { list, read_at }) => (
                list,
                store
                    .participants_since(race, read_at.back(OVERLAP_MS))
                    .await?,
            ),
            None => (EntryList::default(), store.participants_of(race).await?),
        };
        list.take(news);
        let found = ask(&list);
        self.0.keep(key, Cached { list, read_at });
        Ok(found)
    }
}
