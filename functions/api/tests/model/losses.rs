//! Records and files that get lost without the publisher's knowledge, and that the reconciler
//! restores.

use chute_domain::race::Slug;
use chute_edge::Fault;
use chute_publisher::Repaired;
use chute_store::Place;

use crate::{
    lane::Lane,
    play::{Game, YEAR},
    steps::Delivery,
};

/// Added to the time, in milliseconds: later than every stamp, so that nothing counts as still on
/// its way.
const LATER_MS: u64 = 1_000_000_000;

impl Game<'_> {
    /// Runs the reconciler hours later, in an instance that remembers nothing.
    ///
    /// # Errors
    /// When it fails.
    pub async fn reconcile(&self, lane: &Lane) -> Result<Repaired, String> {
        let publisher = lane.publisher();
        let now = chute_domain::stamp::Stamp::earliest(self.stamp(0) + LATER_MS);
        // on the heap: a test's thread has a small stack
        Box::pin(publisher.reconcile(&Slug::new(&self.slug).year(YEAR), now))
            .await
            .map_err(|error| format!("the reconciler: {error:?}"))
    }

    /// # Errors
    /// When the reconciler fails.
    pub async fn lose_records(&mut self, lane: &mut Lane) -> Result<(), String> {
        lane.lose_records(&self.slug);
        self.reconcile(lane).await.map(drop)
    }

    /// # Errors
    /// When the reconciler fails.
    pub async fn lose_file(
        &mut self,
        lane: &mut Lane,
        which: usize,
        publish: bool,
    ) -> Result<(), String> {
        let mut files = Vec::new();
        for place in [Place::Public, Place::Restricted, Place::State] {
            let listed = lane
                .store
                .list_objects(place, &format!("{}/", self.slug))
                .await
                .map_err(|error| error.to_string())?;
            files.extend(listed.into_iter().map(|path| (place, path)));
        }
        let Some((place, path)) = files.get(which % files.len().max(1)) else {
            return Ok(());
        };
        lane.store
            .delete_objects(*place, std::slice::from_ref(path))
            .await
            .map_err(|error| error.to_string())?;
        if publish {
            lane.deliver(&self.slug, Delivery::PLAIN, Fault::None).await;
        }
        self.reconcile(lane).await.map(drop)
    }
}
