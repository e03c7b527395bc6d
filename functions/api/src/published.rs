//! Published snapshots, decoded once per version and kept in the instance.

use std::sync::{Arc, Mutex, PoisonError};

use chute_domain::{
    snapshot::{self, Snapshot},
    state::EventRecord,
};
use chute_store::{Place, Store, StoreError};
use serde::Deserialize;

/// How many races an instance keeps decoded.
const KEPT: usize = 4;

/// The decoded snapshots of an instance, the one used last at the end.
#[derive(Debug, Default)]
pub struct Decoded(Mutex<Vec<(String, Arc<Snapshot>)>>);

#[derive(Deserialize)]
struct Pointer {
    url: String,
}

impl Decoded {
    /// The newest snapshot of a year; `None` where nothing is published.
    pub async fn of_year(&self, store: &Store, event: &EventRecord, year: &str) -> Result<Option<Arc<Snapshot>>, StoreError> {
        let place = if event.event.access_restricted { Place::Restricted } else { Place::Public };
        let folder = format!("{}/{year}", event.event.slug);
        let Some(pointer) = store.get_object(place, &format!("{folder}/current.json")).await? else { return Ok(None) };
        let pointer: Pointer =
            serde_json::from_slice(&pointer.body).map_err(|error| StoreError::Unreadable("a pointer", Box::new(error)))?;
        if let Some(kept) = self.take(&pointer.url) {
            return Ok(Some(kept));
        }
        let file = pointer.url.rsplit('/').next().unwrap_or_default();
        let Some(packed) = store.get_object(place, &format!("{folder}/{file}")).await? else { return Ok(None) };
        let snapshot = snapshot::read(&packed.body).map_err(|error| StoreError::Unreadable("a snapshot", Box::new(error)))?;
        Ok(Some(self.keep(pointer.url, Arc::new(snapshot))))
    }

    fn take(&self, url: &str) -> Option<Arc<Snapshot>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == url)?;
        let entry = kept.remove(at);
        let snapshot = entry.1.clone();
        kept.push(entry);
        Some(snapshot)
    }

    fn keep(&self, url: String, snapshot: Arc<Snapshot>) -> Arc<Snapshot> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = url.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
        // an older version of the same race will not be asked for again
        kept.retain(|(known, _)| folder.as_ref().is_none_or(|folder| !known.starts_with(folder)));
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((url, snapshot.clone()));
        snapshot
    }
}
