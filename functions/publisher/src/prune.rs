//! Removing files that nothing names any more: an hour after they were last named, or at once if
//! they contain a person's name that must not be seen.
//!
//! Versions of objects are removed, by their ids: if a publisher needs a file again, it writes it
//! again, which creates another id.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    race::{RaceKey, Year},
    state::{EventRecord, YearRecord},
    time::Time,
};
use chute_store::{InUse, ObjectVersion, Place, Result, StateInUse, Store, StoreError, Written};
use serde::{Deserialize, Serialize};

use super::{
    manifest::{Current, pack, unpack},
    names,
    publications::Publications,
    race::{is_named, versions_below},
    returns::state_of_earlier,
    state::{RaceState, newest},
};

/// Published files stay at least an hour after they were last named (contract 9.3), and not much
/// longer: a large live race leaves tens of thousands of files an hour, and listing all of them, as
/// is necessary to remove a person's name, must not take more than a minute. State that nothing
/// names is needed only by publishers that read what named it.
const HOUR_MS: u64 = 60 * 60 * 1000;

/// The object that holds [`Unnamed`].
const LEDGER: &str = "unnamed";

/// Versions that nothing named when they were last checked: by the path and the version's id, the
/// time since when, in unix milliseconds.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Unnamed {
    published: BTreeMap<(String, String), u64>,
    state: BTreeMap<(String, String), u64>,
}

impl Publications<'_> {
    /// Removes published files and publisher's state that nothing has named for an hour, in the
    /// years for which `is_meant` is true. Returns how many were removed. A year that fails does
    /// not keep the others from being processed.
    ///
    /// # Errors
    /// When a table or bucket does not answer; calling it again continues.
    pub async fn prune_published(
        &self,
        now: Time,
        is_meant: impl Fn(&Year) -> bool,
    ) -> Result<usize> {
        let names = names::prune(self.store, now).await;
        let (mut pruned, mut failed) = (0, None);
        for event in self.store.all_events().await? {
            for record in event.years.values().filter(|record| is_meant(&record.year)) {
                match self.prune_year(&event, record, now).await {
                    Ok(removed) => pruned += removed,
                    Err(error) => {
                        tracing::error!(slug = event.event.slug, year = record.year.year, %error, "not pruned");
                        failed = Some(error);
                    }
                }
            }
        }
        Ok(failed.map_or(Ok(pruned), Err)? + names?)
    }

    /// Does the work of [`Self::prune_published`] for one year at this time.
    ///
    /// # Errors
    /// When a table or bucket does not answer; calling it again continues.
    pub async fn prune_year(
        &self,
        event: &EventRecord,
        record: &YearRecord,
        now: Time,
    ) -> Result<usize> {
        let store = self.store;
        let (place, race) = (Place::of(event), event.race(record));
        let folder = race.to_string();
        // listed before reading what is named: what a publisher writes meanwhile has another id
        let (published, state) = futures::try_join!(
            versions_below(store, place, &folder),
            versions_below(store, Place::State, &folder)
        )?;
        let ledger_path = format!("{race}/{LEDGER}");
        let ledger = store.get_object(Place::State, &ledger_path).await?;
        let known: Unnamed = ledger
            .as_ref()
            .and_then(|stored| unpack(&stored.body, "what nothing names").ok())
            .unwrap_or_default();
        let Some(kept) = newest(store, &race, record).await? else {
            return Ok(0);
        };
        let names = names_in_use(store, &kept, now).await?;
        let (old_files, published) = aged(published, &known.published, &kept.public_names(), now);
        let (old_state, state) = aged(state, &known.state, &names, now);
        let removed = old_files.len() + old_state.len();
        store.delete_versions(place, old_files).await?;
        store.delete_versions(Place::State, old_state).await?;
        let now = Unnamed { published, state };
        if now != known {
            let body = pack(&now, "what nothing names")?;
            let seen = ledger.as_ref().map(|stored| stored.etag.as_str());
            if store
                .move_pointer(Place::State, &ledger_path, body, seen)
                .await?
                == Written::Outrun
            {
                return Err(StoreError::Busy("another clean-up is at work".into()));
            }
        }
        Ok(removed)
    }
}

impl StateInUse for Publications<'_> {
    async fn state_in_use(&self, race: &RaceKey, record: &YearRecord) -> Result<Option<InUse>> {
        let store = self.store;
        let path = Current::path(race);
        let Some(current) = store.get_object(Place::State, &path).await? else {
            return Ok(None);
        };
        let Some(state) = newest(store, race, record).await? else {
            return Ok(None);
        };
        Ok(Some(InUse {
            names: names_in_use(store, &state, store.time()).await?,
            since_ms: current.written_ms,
        }))
    }
}

/// The names of all state that is needed: by the newest version, to return to earlier ones, and to
/// remove what is not.
async fn names_in_use(store: &Store, state: &RaceState, now: Time) -> Result<BTreeSet<String>> {
    let mut names = state.state_names();
    names.insert(LEDGER.to_owned());
    names.extend(state_of_earlier(store, state, now).await?);
    Ok(names)
}

type Since = BTreeMap<(String, String), u64>;

/// Divides the versions that nothing names: those to remove, because nothing has named them for an
/// hour, and the others, with the time since when nothing has named them.
fn aged(
    versions: Vec<ObjectVersion>,
    known: &Since,
    named: &BTreeSet<String>,
    now: Time,
) -> (Vec<(String, String)>, Since) {
    let (mut old, mut young) = (Vec::new(), Since::new());
    for version in versions {
        // readers of a named file get its newest version
        if version.is_latest && !version.is_delete_marker && is_named(&version.path, named) {
            continue;
        }
        let key = (version.path, version.id);
        // noted while the clock was ahead: the hour begins again
        let since = known
            .get(&key)
            .map_or(now.ms(), |since| now.ms().min(*since));
        if since.saturating_add(HOUR_MS) <= now.ms() {
            old.push(key);
        } else {
            young.insert(key, since);
        }
    }
    (old, young)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(path: &str, id: &str, is_latest: bool) -> ObjectVersion {
        ObjectVersion {
            path: path.to_owned(),
            id: id.to_owned(),
            is_latest,
            is_delete_marker: false,
            written_ms: 0,
        }
    }

    #[test]
    fn a_file_goes_by_when_it_was_named_last_not_by_when_it_was_written() {
        let named = BTreeSet::from(["s-1.json".to_owned()]);
        let list = || {
            vec![
                version("a/s-1.json", "1", true),
                version("a/s-2.json", "1", true),
                version("a/s-1.json", "0", false),
            ]
        };
        let (old, first) = aged(list(), &Since::new(), &named, Time::from_ms(1_000));
        assert_eq!(
            (old.len(), first.len()),
            (0, 2),
            "whatever its age, a file is not removed when it is first seen without a name"
        );
        let (old, _) = aged(list(), &first, &named, Time::from_ms(1_000 + HOUR_MS));
        assert_eq!(
            old,
            [
                ("a/s-2.json".to_owned(), "1".to_owned()),
                ("a/s-1.json".to_owned(), "0".to_owned())
            ]
        );
    }

    #[test]
    fn an_hour_that_began_while_the_clock_was_ahead_begins_again() {
        let (list, none) = (|| vec![version("a/s-2.json", "1", true)], BTreeSet::new());
        let (_, ahead) = aged(list(), &Since::new(), &none, Time::from_ms(365 * HOUR_MS));
        let (old, right) = aged(list(), &ahead, &none, Time::from_ms(HOUR_MS));
        assert!(old.is_empty());
        let (old, _) = aged(list(), &right, &none, Time::from_ms(2 * HOUR_MS));
        assert_eq!(old.len(), 1);
    }

    #[test]
    fn a_file_that_was_named_again_begins_anew() {
        let (_, first) = aged(
            vec![version("a/s-2.json", "1", true)],
            &Since::new(),
            &BTreeSet::new(),
            Time::default(),
        );
        // written again under another id, named for a while, then no longer named
        let now = vec![
            version("a/s-2.json", "2", true),
            version("a/s-2.json", "1", false),
        ];
        let (old, _) = aged(now, &first, &BTreeSet::new(), Time::from_ms(HOUR_MS));
        assert_eq!(old, [("a/s-2.json".to_owned(), "1".to_owned())]);
    }
}
